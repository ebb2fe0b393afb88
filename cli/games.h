/* games.h: games between bots on several threads, for `holm sim` and `holm match`.
 *     games.c      a table: one game after another, and its checks
 *     games_run.c  many tables, and what they counted together
 *     games_watch.c  meanwhile: progress, and ^C */
#ifndef CLI_GAMES_H
#define CLI_GAMES_H

#include <stdatomic.h>
#include <stdio.h>

#include "cli/bot_seed.h"
#include "cli/measure.h"
#include "cli/options.h"
#include "cli/sprt.h"
#include "text/log.h"

/* ---------------------------------------------------------------- counting */

/* What sits in a chair; chairs go round the seats, where a match asks for it. */
struct cli_chair {
    double wins; /* a shared one counts for its part */
    long points;
    struct holm_faults faults;
    struct cli_times times;
};
void cli_chair_add(struct cli_chair *sum, const struct cli_chair *more);

/* What is counted in Cities & Knights. */
struct cli_sieges {
    long attacks, attacks_won, metropolises;
};

void cli_sieges_add(struct cli_sieges *sum, const struct cli_sieges *more);

struct cli_tally {
    long finished, stalled, violations;
    uint64_t turns, actions;
    long wins[HOLM_SEATS]; /* by seat */
    struct cli_sieges sieges;
    struct cli_chair chair[HOLM_SEATS];
};

/* ----------------------------------------------------------------- playing */

/* What is asked for; the same for all threads. */
struct cli_games {
    const struct cli_manual *manual;
    struct cli_game game;
    struct holm_bot_order bots[HOLM_SEATS]; /* by chair */
    uint64_t seed; /* of the run; each game's follows from it (game_seed.h) */
    struct cli_bot_seed bot_seed;
    long games, threads;
    long first; /* the number of the first game, from 0 */
    bool check;
    bool match; /* chairs move on after every game, moves are timed, illegal ones replaced */
    long orders; /* games in a row with the same seed; 0: one */
    bool watched; /* some bot wants to be told of every action */
    bool blind; /* all bots are plain random ones, and nobody looks */
    FILE *log; /* of the only game */
    const char *log_folder; /* or one for each */
    struct cli_sprt *sprt; /* ends the run when it is clear; NULL: all games are played */
    atomic_bool clear; /* by that test */
    atomic_long next, done, told;
};

/* The options of a run that both commands take. */
enum { CLI_GAMES_OPTIONS = 4 };
void cli_games_options(struct cli_games *games, long *most_turns,
                       struct cli_option options[CLI_GAMES_OPTIONS]);
/* After the options are read and the bots are named: what follows from them. */
void cli_games_prepare(struct cli_games *games, const struct cli_setup *setup, long most_turns);
/* Plays them all, with a progress bar, and returns how long it took in seconds. After ^C the games
 * that are not over are given up, and those that are have been counted. */
double cli_games_run(struct cli_games *games, struct cli_tally *sum);
/* Whether ^C has ended the run early. */
bool cli_games_interrupted(void);
/* How many games there were: all, or those that were over when ^C came or the test was clear. */
long cli_games_count(const struct cli_games *games, const struct cli_tally *tally);
/* The end of the command, after the report: its exit status, or, after ^C, its end by that. */
int cli_games_end(const struct cli_tally *tally);

/* ------------------------------------------------------------------- tables */

/* One thread's game. */
struct cli_games_table {
    struct cli_games *games;
    struct cli_tally tally;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    uint8_t chair[HOLM_SEATS]; /* in which seat which chair stands */
    struct holm_random interjections;
    struct holm_list list, seen_list;
    struct holm_view view;
    struct holm_events events; /* of the latest action, where they are recorded */
    long number; /* of the game */
    uint64_t seed; /* and its own seed */
    struct cli_sieges sieges;
    long actions;
    FILE *log;
    char line[HOLM_LOG_LINE_MAX]; /* of the log */
};
/* Deals and plays the game of that number, and counts it. */
void cli_games_play(struct cli_games_table *table, long number);

double cli_now(void); /* seconds on a clock that never goes back */

#endif
