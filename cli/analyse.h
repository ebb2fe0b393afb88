/* analyse.h: what is best in a position: what the files of `holm analyse` share. */
#ifndef CLI_ANALYSE_H
#define CLI_ANALYSE_H

#include "bots/explain.h"
#include "bots/judge.h"
#include "bots/rank.h"
#include "cli/options.h"
#include "text/json.h"

enum { ANALYSE_TERMS = 3 }; /* that an explanation names */

struct analysis {
    struct holm_board board;
    struct holm_state state;
    struct holm_view view;
    struct holm_list list;
    struct holm_belief belief;
    bool believes; /* it was followed from the start of a log, or stands in the position */
    struct holm_known known; /* of a position */
    char *log; /* its text as far as it is whole; NULL: it is a position */
    int at; /* its line */
    int seat;
    const char *seat_name; /* that was asked for, or NULL */
    uint64_t seed;
    uint32_t nodes; /* 0: as many as are usual */
    long rows; /* to print */
    bool explains, json;
    int language;
};

extern const struct cli_manual cli_analyse_manual;

/* The terms that an action changes most, if they are wanted: below it, or as a member of its object. */
void cli_print_terms(const struct analysis *analysis, const struct holm_action *action, int indent);
void cli_print_terms_json(const struct analysis *analysis, const struct holm_action *action);

/* analyse_judged.c: as reviews judge it. */
void cli_analyse_judged(const struct analysis *analysis);
/* analyse_played.c: by games that a bot plays out in all seats. */
void cli_analyse_played(const struct analysis *analysis, const struct holm_bot_order *bot,
                        uint32_t milliseconds);

#endif
