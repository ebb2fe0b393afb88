/* bots.c: the table of bots, and the generator behind their choices. */
#include "bots/bots.h"

#include <string.h>

#include "bots/kinds.h"

const struct holm_bot_kind holm_bot_kinds[] = {
    { "random", "any listed action, all alike; makes no offers", holm_choose_random, false },
    { "random-trader", "like random; also makes, answers, counters and withdraws random offers",
      holm_choose_random_trader, true },
    { "greedy", "saves for the purchase that pays best for its waiting time", holm_choose_greedy,
      true },
};
const int holm_bot_kind_count = sizeof holm_bot_kinds / sizeof holm_bot_kinds[0];

const struct holm_bot_kind *holm_bot_find(const char *name)
{
    for (int i = 0; i < holm_bot_kind_count; i++)
        if (!strcmp(holm_bot_kinds[i].name, name))
            return &holm_bot_kinds[i];
    return NULL;
}

void holm_bot_start(struct holm_bot *bot, const struct holm_bot_kind *kind, int seat, uint64_t seed)
{
    memset(bot, 0, sizeof *bot);
    bot->kind = kind;
    bot->seat = (uint8_t)seat;
    /* Seats of one game must not choose alike. */
    holm_random_seed(&bot->random, seed * HOLM_SEATS + (uint64_t)seat);
}

/* splitmix64: spreads a small seed over all bits. */
static uint64_t spread(uint64_t *at)
{
    uint64_t z = *at += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void holm_random_seed(struct holm_random *random, uint64_t seed)
{
    random->s[0] = spread(&seed);
    random->s[1] = spread(&seed);
}

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* xoroshiro128+. */
uint32_t holm_random_below(struct holm_random *random, uint32_t limit)
{
    const uint64_t a = random->s[0];
    uint64_t b = random->s[1];
    const uint64_t sum = a + b;
    b ^= a;
    random->s[0] = rotate(a, 24) ^ b ^ b << 16;
    random->s[1] = rotate(b, 37);
    return (uint32_t)((sum >> 32) * limit >> 32);
}
