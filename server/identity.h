/* identity.h: what the server keeps while people prove who they are. */
#ifndef SERVER_IDENTITY_H
#define SERVER_IDENTITY_H

#include <stdbool.h>
#include <stdint.h>

/* What a signature is for; it is good for nothing else. */
enum purpose { PURPOSE_SIT, PURPOSE_READ, PURPOSE_FORGET, PURPOSES };

enum {
    NONCE_BYTES = 16,
    SEAL_BYTES = 16,
    CHALLENGE_BYTES = NONCE_BYTES + 8 + SEAL_BYTES,
    CHALLENGE_SECONDS = 60,
    CHALLENGES_MOST = 16384, /* used within that time; more are refused */
};

/* Challenges are not kept: each has its time and a seal that only this run of the server can make.
 * Those that were used are, until their time is over. */
struct challenges {
    uint8_t secret[32];
    int64_t sweep_at; /* monotonic milliseconds; 0: not planned */
    struct used_challenge {
        uint8_t nonce[NONCE_BYTES];
        int64_t until; /* monotonic milliseconds */
    } used[CHALLENGES_MOST];
};

/* Somebody at a table, as the server knows them. */
struct sitter {
    int64_t person; /* store/people.h; 0: not known */
    int rating; /* in the table's family, as shown, when they sat down; 0: none */
};

#endif
