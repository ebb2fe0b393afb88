/* rules_text.h: the rules in words, as docs/rules has them (scripts/embed-rules compiles them in),
 * and how `holm rules ID` shows them. */
#ifndef CLI_RULES_TEXT_H
#define CLI_RULES_TEXT_H

#include <stdbool.h>

struct cli_rule_text {
    const char *id; /* "BASE-DEV-4" */
    const char *page; /* of docs/rules */
    const char *heading; /* that it stands under */
    const char *text;
};
extern const struct cli_rule_text cli_rule_texts[]; /* in the order of the pages */
extern const int cli_rule_text_count;

/* Prints the rule with this ID, or all of a group such as BASE-DEV; false: there is none. */
bool cli_print_rule(const char *id);
/* The known ID or group most like this one, or NULL. */
const char *cli_nearest_rule(const char *id);

#endif
