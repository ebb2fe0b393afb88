/* sha256.h: SHA-256 (FIPS 180-4), for the commitment behind a fair game. */
#ifndef HOLM_SHA256_H
#define HOLM_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { HOLM_HASH_BYTES = 32 };

void holm_sha256(const void *data, size_t length, uint8_t hash[HOLM_HASH_BYTES]);

#endif
