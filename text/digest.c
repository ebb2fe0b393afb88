/* digest.c: SHA-256 and Ed25519 over a label and parts. */
#include "text/digest.h"

#include <sodium.h>
#include <string.h>

void holm_digest(uint8_t hash[32], const char *label, const struct holm_part *parts, int count)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const uint8_t *)label, strlen(label));
    for (int i = 0; i < count; i++)
        crypto_hash_sha256_update(&state, parts[i].bytes, parts[i].size);
    crypto_hash_sha256_final(&state, hash);
}

/* Label and parts in one piece, as Ed25519 wants them; 0: too long. */
static size_t join(uint8_t joined[HOLM_SIGNED_MAX], const char *label,
                   const struct holm_part *parts, int count)
{
    size_t used = strlen(label);
    memcpy(joined, label, used);
    for (int i = 0; i < count; i++) {
        if (parts[i].size > HOLM_SIGNED_MAX - used)
            return 0;
        memcpy(joined + used, parts[i].bytes, parts[i].size);
        used += parts[i].size;
    }
    return used;
}

void holm_sign(const uint8_t secret_key[64], const char *label, const struct holm_part *parts,
               int count, uint8_t signature[64])
{
    uint8_t joined[HOLM_SIGNED_MAX];
    const size_t size = join(joined, label, parts, count);
    memset(signature, 0, 64); /* holds for nothing */
    if (size)
        crypto_sign_ed25519_detached(signature, NULL, joined, size, secret_key);
}

bool holm_signed(const uint8_t key[32], const char *label, const struct holm_part *parts, int count,
                 const uint8_t signature[64])
{
    uint8_t joined[HOLM_SIGNED_MAX];
    const size_t size = join(joined, label, parts, count);
    return size && !crypto_sign_ed25519_verify_detached(signature, joined, size, key);
}
