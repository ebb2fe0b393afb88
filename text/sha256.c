/* sha256.c: SHA-256 in one go; what is hashed here is short. */
#include "text/sha256.h"

#include <string.h>

enum { BLOCK = 64, LENGTH_AT = 56, ROUNDS = 64 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void spread(const uint8_t *block, uint32_t w[ROUNDS])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < ROUNDS; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void take_block(uint32_t sum[8], const uint8_t *block)
{
    uint32_t w[ROUNDS], x[8];
    spread(block, w);
    memcpy(x, sum, sizeof x);
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t high = rotate(x[4], 6) ^ rotate(x[4], 11) ^ rotate(x[4], 25);
        uint32_t chosen = (x[4] & x[5]) ^ (~x[4] & x[6]);
        uint32_t one = x[7] + high + chosen + constants[i] + w[i];
        uint32_t low = rotate(x[0], 2) ^ rotate(x[0], 13) ^ rotate(x[0], 22);
        uint32_t most = (x[0] & x[1]) ^ (x[0] & x[2]) ^ (x[1] & x[2]);
        memmove(x + 1, x, 7 * sizeof *x);
        x[4] += one;
        x[0] = one + low + most;
    }
    for (int i = 0; i < 8; i++)
        sum[i] += x[i];
}

void holm_sha256(const void *data, size_t length, uint8_t hash[HOLM_HASH_BYTES])
{
    uint32_t sum[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
    const uint8_t *at = data;
    uint8_t last[2 * BLOCK] = { 0 };
    size_t rest = length % BLOCK, tail = rest < LENGTH_AT ? BLOCK : 2 * BLOCK;
    for (size_t i = 0; i < length / BLOCK; i++)
        take_block(sum, at + i * BLOCK);
    if (rest)
        memcpy(last, at + length - rest, rest);
    last[rest] = 0x80;
    for (int i = 0; i < 8; i++)
        last[tail - 1 - (size_t)i] = (uint8_t)((uint64_t)length * 8 >> 8 * i);
    for (size_t i = 0; i < tail; i += BLOCK)
        take_block(sum, last + i);
    for (int i = 0; i < HOLM_HASH_BYTES; i++)
        hash[i] = (uint8_t)(sum[i / 4] >> (24 - 8 * (i % 4)));
}
