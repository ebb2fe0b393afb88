/* chain.h: the lines of a fair game as a chain, and who signed which of them. A line enters as a
 * hash with a salt that follows from the secret: without it, the hash of a bought card could be
 * guessed in a few tries. Players sign the head they saw together with what they do, so that no
 * line can be changed, left out or moved afterwards. docs/logs.md has the formulas. */
#ifndef HOLM_CHAIN_H
#define HOLM_CHAIN_H

#include "text/fair.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HOLM_ACTION_TEXT_MAX = 1024 }; /* an action as a signed text, with its terminator */

struct holm_chain {
    uint8_t head[HOLM_HASH_BYTES];
    uint8_t secret[HOLM_HASH_BYTES];
};

void holm_chain_start(struct holm_chain *chain, const struct holm_fair *fair,
                      const uint8_t seed[HOLM_HASH_BYTES]);
/* The head after line number - 1 becomes that after this one. */
void holm_chain_line(struct holm_chain *chain, int number, const char *line);

/* `action` is compact JSON. */
bool holm_act_signed(const uint8_t key[HOLM_KEY_BYTES], const uint8_t head[HOLM_HASH_BYTES],
                     const char *action, const uint8_t signature[HOLM_SIGNATURE_BYTES]);
bool holm_end_signed(const uint8_t key[HOLM_KEY_BYTES], const uint8_t head[HOLM_HASH_BYTES],
                     const uint8_t signature[HOLM_SIGNATURE_BYTES]);
/* What people sign besides: that they give up, or that they want the game to end here. */
enum holm_word { HOLM_WORD_RESIGN, HOLM_WORD_AGREE };
bool holm_word_signed(const uint8_t key[HOLM_KEY_BYTES], enum holm_word word,
                      const uint8_t head[HOLM_HASH_BYTES],
                      const uint8_t signature[HOLM_SIGNATURE_BYTES]);
/* What a client does. secret_key: 64 bytes, as libsodium has it. */
void holm_sign_act(const uint8_t secret_key[64], const uint8_t head[HOLM_HASH_BYTES],
                   const char *action, uint8_t signature[HOLM_SIGNATURE_BYTES]);
void holm_sign_word(const uint8_t secret_key[64], enum holm_word word,
                    const uint8_t head[HOLM_HASH_BYTES], uint8_t signature[HOLM_SIGNATURE_BYTES]);
void holm_sign_end(const uint8_t secret_key[64], const uint8_t head[HOLM_HASH_BYTES],
                   uint8_t signature[HOLM_SIGNATURE_BYTES]);

#ifdef __cplusplus
}
#endif

#endif
