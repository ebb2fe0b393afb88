/* match.h: how a match is told (match_report.c). */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "cli/games.h"

struct match_report {
    const struct cli_games *games;
    const struct cli_tally *tally;
    const char *const *name; /* of the bot in each chair */
    double seconds;
};
void match_print(const struct match_report *report);
void match_print_json(const struct match_report *report);

#endif
