/* rules_text.c: `holm rules ID`: what a rule says. */
#include "cli/rules_text.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/options.h"
#include "cli/table.h"

/* Whether it is this rule, or one of this group: BASE-DEV has BASE-DEV-4, and not BASE-DEVIL-1. */
static bool is_asked(const struct cli_rule_text *rule, const char *id)
{
    const size_t length = strlen(id);
    return !strncasecmp(rule->id, id, length) && (!rule->id[length] || rule->id[length] == '-');
}

bool cli_print_rule(const char *id)
{
    const char *heading = NULL;
    for (int i = 0; i < cli_rule_text_count; i++) {
        const struct cli_rule_text *rule = &cli_rule_texts[i];
        if (!is_asked(rule, id))
            continue;
        if (!heading || strcmp(heading, rule->heading))
            printf("%s%s (docs/rules/%s)\n", heading ? "\n" : "", rule->heading, rule->page);
        heading = rule->heading;
        printf("\n%s\n", rule->id);
        cli_print_wrapped(stdout, "   ", 4, rule->text);
    }
    return heading != NULL;
}

const char *cli_nearest_rule(const char *id)
{
    char upper[40] = "";
    const char *known[2048];
    int count = 0;
    for (size_t i = 0; i + 1 < sizeof upper && id[i]; i++)
        upper[i] = id[i] >= 'a' && id[i] <= 'z' ? (char)(id[i] - 'a' + 'A') : id[i];
    for (; count < cli_rule_text_count && count < 2048; count++)
        known[count] = cli_rule_texts[count].id;
    return cli_nearest(upper, known, count);
}
