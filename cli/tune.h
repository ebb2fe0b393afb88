/* tune.h: what the two halves of `holm tune` share: the games they learn from.
 *     tune.c          the command, and preferences
 *     tune_weights.c  weights */
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include "bots/evaluate.h"
#include "cli/options.h"

enum { TUNE_GAMES_MOST = 16 }; /* scenarios */

struct tune_source {
    struct cli_game game[TUNE_GAMES_MOST];
    int games;
    uint64_t seed; /* of the run */
    long first; /* games that were played before the one with the number 0 */
};

/* A game that is about to begin. */
struct tune_game {
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
};
/* The game of a number is always the same, and none that `holm match` plays; numbers go through all
 * scenarios. Returns its seed. */
uint64_t tune_deal(const struct tune_source *source, long number, struct tune_game *game);

/* The game that is asked for, or, in Seafarers, all its scenarios that can be played. */
void tune_resolve(const struct cli_manual *manual, struct cli_setup *setup,
                  struct tune_source *source);

/* Moves the weights by so many games in which all seats have these preferences. */
void tune_weights(const struct tune_source *source, long games,
                  const struct holm_preferences *preferences, struct holm_weights *weights);

#endif
