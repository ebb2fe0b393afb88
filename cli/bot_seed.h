/* bot_seed.h: numbers for the bots' own choices. A program that plays is told its number, and may
 * not find the game's seed by it; nor may it by what other bots choose. So where a program plays,
 * all bots' numbers are hashed with the run's own number, which nobody can guess. */
#ifndef CLI_BOT_SEED_H
#define CLI_BOT_SEED_H

#include "cli/options.h"

struct cli_bot_seed {
    bool hashed; /* otherwise bots choose by the game's seed, as they may: they cannot look */
    int64_t number; /* of the run; to repeat it, --bot-seed */
    uint8_t key[32];
};

/* Whether one of them is a program. */
bool cli_has_program(const struct holm_bot_order *orders, int count);
/* For a run with these bots: --bot-seed, or a random number where a program plays. */
void cli_bot_seed_start(struct cli_bot_seed *seed, const struct cli_setup *setup,
                        const struct holm_bot_order *orders, int count);
/* What the bot in a seat starts with, in the game with that seed. */
uint64_t cli_bot_seed(const struct cli_bot_seed *seed, uint64_t game, int seat);
/* The seed of a run's first game: as given, or 1, or, where a program plays, a random one. */
uint64_t cli_first_seed(const struct cli_setup *setup, const struct holm_bot_order *orders,
                        int count);

#endif
