/* chance.c: numbered draws. Draw n is word n % 8 of ChaCha8 block n / 8, keyed by the seed, so that
 * anyone who knows the seed can recompute any draw alone. */
#include "engine/engine.h"

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint32_t rotate(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

static void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

/* ChaCha with 8 rounds, a 64-bit block counter and a nonce of 0. */
static void chacha8(const uint8_t seed[32], uint64_t number, uint64_t out[8])
{
    uint32_t start[16] = { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 };
    uint32_t x[16];
    for (int i = 0; i < 8; i++)
        start[4 + i] = word_at(seed + 4 * i);
    start[12] = (uint32_t)number;
    start[13] = (uint32_t)(number >> 32);
    memcpy(x, start, sizeof x);
    for (int i = 0; i < 4; i++) {
        quarter(x, 0, 4, 8, 12);
        quarter(x, 1, 5, 9, 13);
        quarter(x, 2, 6, 10, 14);
        quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15);
        quarter(x, 1, 6, 11, 12);
        quarter(x, 2, 7, 8, 13);
        quarter(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 8; i++)
        out[i] = (uint64_t)(x[2 * i] + start[2 * i]) |
                 (uint64_t)(x[2 * i + 1] + start[2 * i + 1]) << 32;
}

void holm_chance_seed(struct holm_chance *chance, const uint8_t seed[32])
{
    memset(chance, 0, sizeof *chance);
    memcpy(chance->seed, seed, sizeof chance->seed);
    chance->block_number = ~(uint64_t)0;
}

/* SplitMix64 spreads the number over the seed. */
void holm_chance_number(struct holm_chance *chance, uint64_t number)
{
    uint8_t seed[32];
    for (int i = 0; i < 4; i++) {
        uint64_t z = number += 0x9E3779B97F4A7C15u;
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
        z = (z ^ z >> 27) * 0x94D049BB133111EBu;
        z ^= z >> 31;
        for (int j = 0; j < 8; j++)
            seed[8 * i + j] = (uint8_t)(z >> 8 * j);
    }
    holm_chance_seed(chance, seed);
}

void holm_chance_dictate(struct holm_chance *chance, const uint8_t *outcomes, int count)
{
    chance->dictated = outcomes;
    chance->dictated_count = (uint16_t)count;
    chance->dictated_at = 0;
    chance->dictating = 1;
}

uint64_t holm_draw_number(const uint8_t seed[32], uint64_t n)
{
    uint64_t block[8];
    chacha8(seed, n / 8, block);
    return block[n % 8];
}

static uint64_t next_word(struct holm_chance *chance)
{
    uint64_t n = chance->next++;
    if (chance->block_number != n / 8) {
        chance->block_number = n / 8;
        chacha8(chance->seed, n / 8, chance->block);
    }
    return chance->block[n % 8];
}

/* The next dictated outcome, which must have a weight; otherwise the dictation has failed. */
static int next_dictated(struct holm_chance *chance, const uint8_t *weight, int kinds)
{
    if (chance->failed)
        return 0;
    if (chance->dictated_at < chance->dictated_count) {
        int outcome = chance->dictated[chance->dictated_at++];
        if (outcome < kinds && (!weight || weight[outcome]))
            return outcome;
        chance->failed = 1;
    } else {
        chance->failed = 2;
    }
    for (int i = 0; i < HOLM_OUTCOMES; i++)
        chance->wanted[i] = i < kinds ? (weight ? weight[i] : 1) : 0;
    return 0;
}

static int recorded(struct holm_chance *chance, const uint8_t *weight, int kinds, int outcome)
{
    if (chance->drawn_count < HOLM_DRAWS_MAX)
        chance->drawn[chance->drawn_count++] = (uint8_t)outcome;
    if (chance->witness)
        chance->witness(chance->witness_context, weight, kinds, outcome);
    return outcome;
}

/* 64 random bits scaled to a small range: the bias is below 2^-56. */
static int scaled(uint64_t word, int limit)
{
    return (int)((unsigned __int128)word * (unsigned)limit >> 64);
}

int draw_below(struct holm_chance *chance, int limit)
{
    int outcome = chance->dictating ? next_dictated(chance, NULL, limit)
                                    : scaled(next_word(chance), limit);
    return recorded(chance, NULL, limit, outcome);
}

int draw_weighted(struct holm_chance *chance, const uint8_t *weight, int kinds, int total)
{
    if (chance->dictating)
        return recorded(chance, weight, kinds, next_dictated(chance, weight, kinds));
    int at = scaled(next_word(chance), total);
    int kind = 0;
    while (at >= weight[kind])
        at -= weight[kind++];
    return recorded(chance, weight, kinds, kind);
}
