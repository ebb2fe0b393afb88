/* rules.h: the options of a game, listed and compared. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "engine/holm.h"

/* Whether an option means anything in a game. */
bool cli_option_applies(const struct holm_option *option, int game);

/* A table of what two editions say differently. */
struct cli_differences {
    int count;
    struct cli_difference {
        char name[64], value[2][64], rule[24];
    } at[160];
};

/* Adds what differs and is not there yet; `where` is put behind the names. */
void cli_compare(struct cli_differences *rows, const struct holm_rules *a,
                 const struct holm_rules *b, const char *where);
void cli_print_differences(const struct cli_differences *rows, const char *title,
                           const char *const editions[2]);

#endif
