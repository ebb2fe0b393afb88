/* chance.c: numbered draws. Draw n is word n % 8 of ChaCha8 block n / 8, keyed by the seed, so that
 * anyone who knows the seed can recompute any draw alone. */
#include "engine/engine.h"

static uint32_t word_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* A row of ChaCha's square: the four columns are worked on together. */
typedef uint32_t row __attribute__((vector_size(16)));
typedef uint64_t pair __attribute__((vector_size(16))); /* the same as two words of the result */

/* By pointers: a vector as a value has no fixed way of passing on 32 bits. */
static inline void mix(row *into, const row *from, int by)
{
    *into ^= *from;
    *into = *into << by | *into >> (32 - by);
}

static void quarter(row x[4])
{
    x[0] += x[1];
    mix(&x[3], &x[0], 16);
    x[2] += x[3];
    mix(&x[1], &x[2], 12);
    x[0] += x[1];
    mix(&x[3], &x[0], 8);
    x[2] += x[3];
    mix(&x[1], &x[2], 7);
}

/* ChaCha with 8 rounds, a 64-bit block counter and a nonce of 0. */
static void chacha8(const uint8_t seed[32], uint64_t number, uint64_t out[8])
{
    row x[4] = { { 0x61707865, 0x3320646e, 0x79622d32, 0x6b206574 } };
    for (int i = 0; i < 8; i++)
        x[1 + i / 4][i % 4] = word_at(seed + 4 * i);
    x[3][0] = (uint32_t)number;
    x[3][1] = (uint32_t)(number >> 32);
    const row start[4] = { x[0], x[1], x[2], x[3] };
    for (int i = 0; i < 4; i++) {
        quarter(x);
        /* the diagonals become columns, and columns again */
        x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0);
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
        quarter(x);
        x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2);
        x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
        x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
    }
    for (int i = 0; i < 4; i++) {
        pair two = (pair)(x[i] + start[i]);
        if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
            two = two << 32 | two >> 32;
        memcpy(out + 2 * i, &two, sizeof two);
    }
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
static APART int next_dictated(struct holm_chance *chance, const uint8_t *weight, int kinds)
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
    const uint64_t times = (unsigned)limit; /* the upper 64 bits of a product of 96 */
    return (int)(((word >> 32) * times + ((word & UINT32_MAX) * times >> 32)) >> 32);
}

int draw_below(struct holm_chance *chance, int limit)
{
    int outcome =
        chance->dictating ? next_dictated(chance, NULL, limit) : scaled(next_word(chance), limit);
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
