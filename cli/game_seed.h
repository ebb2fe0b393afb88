/* game_seed.h: the seeds of a run's games. Each follows by a hash from the run's seed and the
 * game's number, so that no two runs share games, however near their seeds are; and tuning has
 * games of its own, so that strength is never measured on what was tuned on. */
#ifndef CLI_GAME_SEED_H
#define CLI_GAME_SEED_H

#include <stdint.h>

enum cli_purpose { CLI_TO_PLAY, CLI_TO_TUNE };

/* The seed of game `number` (from 0) of a run; a number that --seed takes, too. */
uint64_t cli_game_seed(enum cli_purpose purpose, uint64_t run, uint64_t number);

#endif
