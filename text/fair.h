/* fair.h: how nobody can choose the dice of a game. Whoever holds the game draws a secret and
 * publishes its hash before anything else; everybody at the table adds random bytes; the seed is
 * the hash of all of them together. When the game is over the secret is told, and anybody can
 * compute the seed again, and with it every draw. docs/logs.md has the details. */
#ifndef HOLM_FAIR_H
#define HOLM_FAIR_H

#include <jansson.h>

#include "engine/holm.h"
#include "text/writer.h"

enum { HOLM_HASH_BYTES = 32 }; /* SHA-256 */

struct holm_fair {
    uint8_t secret[HOLM_HASH_BYTES];
    uint8_t commit[HOLM_HASH_BYTES]; /* its hash */
    uint8_t chairs;
    uint8_t entropy[HOLM_SEATS][HOLM_HASH_BYTES]; /* of each chair; zeros: it gave none */
    uint8_t shuffled;                             /* whether the seats were drawn */
    uint8_t chair_of[HOLM_SEATS];                 /* who sits in each seat */
};

void holm_fair_commit(struct holm_fair *fair); /* fills `commit` */
void holm_fair_seed(const struct holm_fair *fair, uint8_t seed[HOLM_HASH_BYTES]);
/* Seats the chairs, after the map was dealt: in their order, or by the next draws. */
void holm_fair_seat(struct holm_fair *fair, struct holm_chance *chance);

/* {"commit":...,"secret":...,"entropy":[...],"shuffled":true,"chairs":[2,0,1]} */
void holm_fair_put(struct holm_writer *writer, const struct holm_fair *fair);
bool holm_fair_read(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble);

void holm_put_hex_bytes(struct holm_writer *writer, const uint8_t *bytes, int count);
/* Exactly so many bytes of digits 0-9 and a-f. */
bool holm_read_hex_bytes(const char *text, uint8_t *bytes, int count);

#endif
