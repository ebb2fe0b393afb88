/* digest.c: SHA-256 without a library, for the browser: stands in for text/digest.c. Nothing is
 * signed here: whoever plays alone has nobody to prove anything to, and the page checks the
 * signatures of a server's games by itself. */
#include "text/digest.h"

#include <string.h>

enum { BLOCK = 64 };

struct sha256 {
    uint32_t h[8];
    uint8_t block[BLOCK];
    uint64_t size;
};

static uint32_t turned(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

static void take_block(struct sha256 *sha)
{
    static const uint32_t k[BLOCK] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
        0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
        0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
        0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
        0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
        0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
        0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
        0xc67178f2,
    };
    uint32_t w[BLOCK], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)sha->block[4 * i] << 24 | (uint32_t)sha->block[4 * i + 1] << 16 |
               (uint32_t)sha->block[4 * i + 2] << 8 | sha->block[4 * i + 3];
    for (int i = 16; i < BLOCK; i++)
        w[i] = w[i - 16] + w[i - 7] +
               (turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3) +
               (turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(v, sha->h, sizeof v);
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t more = v[7] + (turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)) +
                              ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
        const uint32_t most = (turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)) +
                              ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += more;
        v[0] = more + most;
    }
    for (int i = 0; i < 8; i++)
        sha->h[i] += v[i];
}

static void take(struct sha256 *sha, const void *bytes, size_t size)
{
    for (const uint8_t *at = bytes; size; at++, size--) {
        sha->block[sha->size++ % BLOCK] = *at;
        if (sha->size % BLOCK == 0)
            take_block(sha);
    }
}

void holm_digest(uint8_t hash[32], const char *label, const struct holm_part *parts, int count)
{
    struct sha256 sha = { .h = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 } };
    static const uint8_t end[BLOCK] = { 0x80 };
    uint8_t length[8];
    take(&sha, label, strlen(label));
    for (int i = 0; i < count; i++)
        take(&sha, parts[i].bytes, parts[i].size);
    for (int i = 0; i < 8; i++)
        length[i] = (uint8_t)(8 * sha.size >> (56 - 8 * i));
    take(&sha, end, 1 + (BLOCK + 55 - sha.size % BLOCK) % BLOCK);
    take(&sha, length, sizeof length);
    for (int i = 0; i < 32; i++)
        hash[i] = (uint8_t)(sha.h[i / 4] >> (24 - 8 * (i % 4)));
}

void holm_sign(const uint8_t secret_key[64], const char *label, const struct holm_part *parts,
               int count, uint8_t signature[64])
{
    (void)secret_key, (void)label, (void)parts, (void)count;
    memset(signature, 0, 64); /* holds for nothing */
}

bool holm_signed(const uint8_t key[32], const char *label, const struct holm_part *parts, int count,
                 const uint8_t signature[64])
{
    (void)key, (void)label, (void)parts, (void)count, (void)signature;
    return false;
}
