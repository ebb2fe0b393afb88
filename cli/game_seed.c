/* game_seed.c: the seeds of a run's games, hashed (docs/bots.md says how). */
#include "cli/game_seed.h"

#include <sodium.h>
#include <string.h>

enum { LABEL = 16, NUMBER = 8, SEED_BITS = 63 };

static void put_number(uint8_t bytes[NUMBER], uint64_t number)
{
    for (int i = 0; i < NUMBER; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

static uint64_t get_number(const uint8_t bytes[NUMBER])
{
    uint64_t number = 0;
    for (int i = 0; i < NUMBER; i++)
        number |= (uint64_t)bytes[i] << 8 * i;
    return number;
}

uint64_t cli_game_seed(enum cli_purpose purpose, uint64_t run, uint64_t number)
{
    static const char labels[][LABEL] = {
        [CLI_TO_PLAY] = "holm play", [CLI_TO_TUNE] = "holm tune"
    };
    uint8_t asked[LABEL + 2 * NUMBER], hash[crypto_generichash_BYTES];
    memcpy(asked, labels[purpose], LABEL);
    put_number(asked + LABEL, run);
    put_number(asked + LABEL + NUMBER, number);
    crypto_generichash(hash, sizeof hash, asked, sizeof asked, NULL, 0);
    return get_number(hash) >> (64 - SEED_BITS);
}
