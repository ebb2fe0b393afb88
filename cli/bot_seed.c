/* bot_seed.c: numbers for the bots' own choices that tell nothing of the game. */
#include "cli/bot_seed.h"

#include <sodium.h>
#include <string.h>

#include "bots/external.h"

enum { NUMBER_BITS = 62 }; /* so that a run's last seed is a number for --seed, too */

static uint64_t random_number(void)
{
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    return number >> (64 - NUMBER_BITS);
}

static void put_bytes(uint64_t number, uint8_t bytes[8])
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(number >> 8 * i);
}

bool cli_has_program(const struct holm_bot_order *orders, int count)
{
    for (int i = 0; i < count; i++)
        if (orders[i].kind == &holm_external_kind)
            return true;
    return false;
}

void cli_bot_seed_start(struct cli_bot_seed *seed, const struct cli_setup *setup,
                        const struct holm_bot_order *orders, int count)
{
    static const uint8_t label[] = "holm bot seed";
    uint8_t bytes[8];
    const bool given = setup->bot_seed >= 0;
    seed->hashed = given || cli_has_program(orders, count);
    if (!seed->hashed)
        return;
    seed->number = given ? setup->bot_seed : (int64_t)random_number();
    put_bytes((uint64_t)seed->number, bytes);
    crypto_generichash(seed->key, sizeof seed->key, bytes, sizeof bytes, label, sizeof label);
}

uint64_t cli_bot_seed(const struct cli_bot_seed *seed, uint64_t game, int seat)
{
    uint8_t asked[9], hash[crypto_generichash_BYTES];
    uint64_t number;
    if (!seed->hashed)
        return game;
    put_bytes(game, asked);
    asked[8] = (uint8_t)seat;
    crypto_generichash(hash, sizeof hash, asked, sizeof asked, seed->key, sizeof seed->key);
    memcpy(&number, hash, sizeof number);
    return number;
}

uint64_t cli_first_seed(const struct cli_setup *setup, const struct holm_bot_order *orders,
                        int count)
{
    if (setup->seed >= 0)
        return (uint64_t)setup->seed;
    return cli_has_program(orders, count) ? random_number() : 1;
}
