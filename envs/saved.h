/* saved.h: a game as bytes. The state's board is left out: its number stands beside it. Where the batch
 * keeps beliefs, those of all players follow. */
#ifndef ENVS_SAVED_H
#define ENVS_SAVED_H

#include "envs/envs.h"

struct saved {
    uint64_t fingerprint; /* of the batch */
    uint64_t next_episode;
    uint8_t seed[32];
    uint64_t next; /* draw */
    uint32_t board;
    uint32_t steps;
    uint32_t game; /* which one of the batch it was */
    uint32_t unused;
    uint16_t half_place;
    uint8_t half_kind;
    uint8_t seat; /* that is asked */
    uint16_t offers_turn, offers;
    struct holm_state state;
    uint64_t check; /* a hash of all else */
};

#endif
