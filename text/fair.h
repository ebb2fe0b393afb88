/* fair.h: how nobody can choose the dice of a game. Whoever holds the game draws a secret and
 * publishes its hash before anything else. Everybody at the table draws random bytes too, and
 * pledges them by hash before having seen anybody else's; then all reveal, and the seed is the hash
 * of everything together. When the game is over the secret is told, and anybody can compute the
 * seed again, and with it every draw. In version 1 the bytes were sent without a pledge.
 * docs/logs.md has the formulas, docs/fairness.md what they prove. */
#ifndef HOLM_FAIR_H
#define HOLM_FAIR_H

#include "engine/holm.h"
#include "text/value.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HOLM_HASH_BYTES = 32, /* SHA-256 */
    HOLM_KEY_BYTES = 32, /* Ed25519 */
    HOLM_SIGNATURE_BYTES = 64,
    HOLM_TERMS_MAX = 12288, /* with the terminator */
    HOLM_VOID_MAX = 3, /* rounds, then the table closes */
    HOLM_CHAIR_NAME_MAX = 128,
};

/* One chair's part in the dice. */
struct holm_share {
    bool pledged; /* it takes part: pledge and key are there */
    bool revealed; /* entropy and signature are there */
    uint8_t pledge[HOLM_HASH_BYTES], key[HOLM_KEY_BYTES];
    uint8_t entropy[HOLM_HASH_BYTES]; /* zeros: none */
    uint8_t signature[HOLM_SIGNATURE_BYTES];
};

struct holm_fair {
    uint8_t version; /* 1 or 2 */
    uint8_t secret[HOLM_HASH_BYTES];
    uint8_t commit[HOLM_HASH_BYTES]; /* its hash */
    uint8_t chairs;
    uint8_t people; /* chairs of persons, by the terms; set where these are read */
    struct holm_share share[HOLM_SEATS]; /* of each chair; version 1 has only `entropy` */
    uint8_t round_head[HOLM_HASH_BYTES]; /* version 2: the hash of the terms */
    uint8_t shuffled; /* whether the seats are drawn */
    uint8_t chair_of[HOLM_SEATS]; /* who sits in each seat */
    uint8_t round, void_count; /* version 2: rounds count from 1 */
    int length; /* version 2: the most actions of the game; 0: any */
};

/* ------------------------------------------------------------------ formulas */

void holm_fair_commit(struct holm_fair *fair); /* fills `commit` */
void holm_fair_seed(const struct holm_fair *fair, uint8_t seed[HOLM_HASH_BYTES]);
/* Seats the chairs, after the map was dealt: in their order, or by the next draws. */
void holm_fair_seat(struct holm_fair *fair, struct holm_chance *chance);
void holm_fair_pledge(const uint8_t entropy[HOLM_HASH_BYTES], const uint8_t key[HOLM_KEY_BYTES],
                      uint8_t pledge[HOLM_HASH_BYTES]);
void holm_fair_round(const char *terms, uint8_t round[HOLM_HASH_BYTES]);
/* Whether the entropy is the one that was pledged, and the signature of its reveal holds. */
bool holm_fair_revealed(const uint8_t round[HOLM_HASH_BYTES], const struct holm_share *share);
/* What a client does. secret_key: 64 bytes, as libsodium has it. */
void holm_fair_sign_reveal(const uint8_t secret_key[64], const uint8_t round[HOLM_HASH_BYTES],
                           const uint8_t entropy[HOLM_HASH_BYTES],
                           uint8_t signature[HOLM_SIGNATURE_BYTES]);

/* ---------------------------------------------------------------------- JSON */

/* Version 2: {"terms":{...},"secret":...,"entropy":[...],"signatures":[...],"chairs":[2,0,1]}
 * Version 1, without terms:
 * {"commit":...,"secret":...,"entropy":[...],"shuffled":true,"chairs":[2,0,1]} */
void holm_fair_put(struct holm_writer *writer, const struct holm_fair *fair, const char *terms);
/* Either version. Only the form is looked at here: whether it holds is verified with the log. */
bool holm_fair_read(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble);

bool holm_is_plain_name(const char *name); /* of somebody in a log: no control characters */
/* Who sits on a chair, as the terms say it. */
struct holm_sitter {
    bool bot;
    const char *name;
};
/* What everybody at a table agrees to, as the text that is hashed and signed. `voids`: the list of
 * void rounds as text. It is kept as text, because few tables have one and names are long. */
void holm_terms_put(struct holm_writer *writer, const struct holm_fair *fair, const char *table,
                    const char *voids, const char *source, const struct holm_rules *rules,
                    const struct holm_sitter *sitter);
/* A round that came to nothing, as the list of them has it: the chairs that did not reveal (a bit
 * set), and who sat there then: another may by now.
 * {"round":1,"chairs":[2],"names":["Cleo"]} */
void holm_void_put(struct holm_writer *writer, int round, unsigned chairs,
                   const struct holm_sitter *sitter);

void holm_put_hex_bytes(struct holm_writer *writer, const uint8_t *bytes, int count);
/* Exactly so many bytes of digits 0-9 and a-f. */
bool holm_read_hex_bytes(const char *text, uint8_t *bytes, int count);
/* A member of an object as such digits. NULL: null. */
void holm_json_put_bytes(struct holm_writer *writer, const char *key, const uint8_t *bytes,
                         int count);
bool holm_json_get_bytes(const json_t *object, const char *key, uint8_t *bytes, int count,
                         struct holm_trouble *trouble);

#ifdef __cplusplus
}
#endif

#endif
