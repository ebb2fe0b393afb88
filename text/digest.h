/* digest.h: hashes and signatures of version 2 of fair dice: each is over a label, which says what
 * it is for, and some parts. Only for the files of fair dice. */
#ifndef HOLM_DIGEST_H
#define HOLM_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct holm_part {
    const void *bytes;
    size_t size;
};

/* More than this is neither signed nor accepted as signed. */
enum { HOLM_SIGNED_MAX = 2048 };

void holm_digest(uint8_t hash[32], const char *label, const struct holm_part *parts, int count);
void holm_sign(const uint8_t secret_key[64], const char *label, const struct holm_part *parts,
               int count, uint8_t signature[64]);
bool holm_signed(const uint8_t key[32], const char *label, const struct holm_part *parts, int count,
                 const uint8_t signature[64]);

#endif
