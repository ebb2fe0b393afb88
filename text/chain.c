/* chain.c: the heads of a game's lines, and signatures over them. */
#include "text/chain.h"

#include <string.h>

#include "text/digest.h"

static const char act_label[] = "holm/2 act\n", end_label[] = "holm/2 end\n";
/* ORDER: enum holm_word */
static const char *const word_labels[] = { "holm/2 resign\n", "holm/2 agree\n" };

void holm_chain_start(struct holm_chain *chain, const struct holm_fair *fair,
                      const uint8_t seed[HOLM_HASH_BYTES])
{
    const struct holm_part parts[] = { { fair->round_head, HOLM_HASH_BYTES },
                                       { seed, HOLM_HASH_BYTES } };
    memcpy(chain->secret, fair->secret, sizeof chain->secret);
    holm_digest(chain->head, "holm/2 start\n", parts, 2);
}

static void make_salt(const struct holm_chain *chain, int number, uint8_t salt[HOLM_HASH_BYTES])
{
    uint8_t big_endian[8];
    for (int i = 0; i < 8; i++)
        big_endian[i] = (uint8_t)((uint64_t)number >> (56 - 8 * i));
    const struct holm_part parts[] = { { chain->secret, sizeof chain->secret },
                                       { big_endian, sizeof big_endian } };
    holm_digest(salt, "holm/2 salt\n", parts, 2);
}

void holm_chain_line(struct holm_chain *chain, int number, const char *line)
{
    uint8_t salt[HOLM_HASH_BYTES];
    make_salt(chain, number, salt);
    const struct holm_part parts[] = { { chain->head, sizeof chain->head },
                                       { salt, sizeof salt },
                                       { line, strlen(line) } };
    holm_digest(chain->head, "holm/2 line\n", parts, 3);
}

bool holm_act_signed(const uint8_t key[HOLM_KEY_BYTES], const uint8_t head[HOLM_HASH_BYTES],
                     const char *action, const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { head, HOLM_HASH_BYTES }, { action, strlen(action) } };
    return holm_signed(key, act_label, parts, 2, signature);
}

bool holm_end_signed(const uint8_t key[HOLM_KEY_BYTES], const uint8_t head[HOLM_HASH_BYTES],
                     const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { head, HOLM_HASH_BYTES } };
    return holm_signed(key, end_label, parts, 1, signature);
}

bool holm_word_signed(const uint8_t key[HOLM_KEY_BYTES], enum holm_word word,
                      const uint8_t head[HOLM_HASH_BYTES],
                      const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { head, HOLM_HASH_BYTES } };
    return holm_signed(key, word_labels[word], parts, 1, signature);
}

void holm_sign_word(const uint8_t secret_key[64], enum holm_word word,
                    const uint8_t head[HOLM_HASH_BYTES], uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { head, HOLM_HASH_BYTES } };
    holm_sign(secret_key, word_labels[word], parts, 1, signature);
}

void holm_sign_act(const uint8_t secret_key[64], const uint8_t head[HOLM_HASH_BYTES],
                   const char *action, uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { head, HOLM_HASH_BYTES }, { action, strlen(action) } };
    holm_sign(secret_key, act_label, parts, 2, signature);
}

void holm_sign_end(const uint8_t secret_key[64], const uint8_t head[HOLM_HASH_BYTES],
                   uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { head, HOLM_HASH_BYTES } };
    holm_sign(secret_key, end_label, parts, 1, signature);
}
