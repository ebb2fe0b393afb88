/* fair.c: the seed of a game from a secret and everybody's bytes. */
#include "text/fair.h"

#include <string.h>

#include "text/digest.h"

static const char reveal_label[] = "holm/2 reveal\n";

/* ------------------------------------------------------------------- digits */

void holm_put_hex_bytes(struct holm_writer *writer, const uint8_t *bytes, int count)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < count; i++) {
        holm_put_char(writer, digits[bytes[i] >> 4]);
        holm_put_char(writer, digits[bytes[i] & 15]);
    }
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool holm_read_hex_bytes(const char *text, uint8_t *bytes, int count)
{
    if (strlen(text) != 2 * (size_t)count)
        return false;
    for (int i = 0; i < 2 * count; i++)
        if (digit_of(text[i]) < 0)
            return false;
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(digit_of(text[2 * i]) << 4 | digit_of(text[2 * i + 1]));
    return true;
}

/* ------------------------------------------------------------------ pledges */

void holm_fair_pledge(const uint8_t entropy[HOLM_HASH_BYTES], const uint8_t key[HOLM_KEY_BYTES],
                      uint8_t pledge[HOLM_HASH_BYTES])
{
    const struct holm_part parts[] = { { entropy, HOLM_HASH_BYTES }, { key, HOLM_KEY_BYTES } };
    holm_digest(pledge, "holm/2 entropy\n", parts, 2);
}

void holm_fair_round(const char *terms, uint8_t round[HOLM_HASH_BYTES])
{
    const struct holm_part parts[] = { { terms, strlen(terms) } };
    holm_digest(round, "holm/2 round\n", parts, 1);
}

bool holm_fair_revealed(const uint8_t round[HOLM_HASH_BYTES], const struct holm_share *share)
{
    const struct holm_part parts[] = { { round, HOLM_HASH_BYTES },
                                       { share->entropy, HOLM_HASH_BYTES } };
    uint8_t pledge[HOLM_HASH_BYTES];
    holm_fair_pledge(share->entropy, share->key, pledge);
    return !memcmp(pledge, share->pledge, sizeof pledge) &&
           holm_signed(share->key, reveal_label, parts, 2, share->signature);
}

void holm_fair_sign_reveal(const uint8_t secret_key[64], const uint8_t round[HOLM_HASH_BYTES],
                           const uint8_t entropy[HOLM_HASH_BYTES],
                           uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    const struct holm_part parts[] = { { round, HOLM_HASH_BYTES }, { entropy, HOLM_HASH_BYTES } };
    holm_sign(secret_key, reveal_label, parts, 2, signature);
}

/* --------------------------------------------------------------------- seed */

/* Version 1 had no labels and no rounds. */
void holm_fair_commit(struct holm_fair *fair)
{
    const struct holm_part parts[] = { { fair->secret, sizeof fair->secret } };
    holm_digest(fair->commit, fair->version == 1 ? "" : "holm/2 secret\n", parts, 1);
}

void holm_fair_seed(const struct holm_fair *fair, uint8_t seed[HOLM_HASH_BYTES])
{
    const bool old = fair->version == 1;
    struct holm_part parts[2 + HOLM_SEATS] = { { fair->secret, HOLM_HASH_BYTES },
                                               { fair->round_head, old ? 0 : HOLM_HASH_BYTES } };
    for (int i = 0; i < fair->chairs; i++)
        parts[2 + i] = (struct holm_part){ fair->share[i].entropy, HOLM_HASH_BYTES };
    holm_digest(seed, old ? "" : "holm/2 seed\n", parts, 2 + fair->chairs);
}

/* The engine's own scaling of 64 bits to a small range. */
static int draw_below(struct holm_chance *chance, int limit)
{
    const uint64_t word = holm_draw_number(chance->seed, chance->next++);
    const uint64_t times = (unsigned)limit;
    const int outcome = (int)(((word >> 32) * times + ((word & UINT32_MAX) * times >> 32)) >> 32);
    if (chance->witness)
        chance->witness(chance->witness_context, NULL, limit, outcome);
    return outcome;
}

void holm_fair_seat(struct holm_fair *fair, struct holm_chance *chance)
{
    for (int i = 0; i < fair->chairs; i++)
        fair->chair_of[i] = (uint8_t)i;
    for (int i = fair->chairs - 1; fair->shuffled && i > 0; i--) {
        const int j = draw_below(chance, i + 1);
        const uint8_t chair = fair->chair_of[i];
        fair->chair_of[i] = fair->chair_of[j];
        fair->chair_of[j] = chair;
    }
}
