/* judge_parts.h: what the files of the judge share. */
#ifndef HOLM_TEST_JUDGE_PARTS_H
#define HOLM_TEST_JUDGE_PARTS_H

#include "tests/property/judge.h"

static inline bool owns(uint8_t byte, int seat)
{
    return holm_piece_seat(byte) == seat;
}

static inline bool builds_at(const struct holm_state *state, int seat, int corner)
{
    return owns(state->corner[corner], seat) && holm_is_building(state->corner[corner]);
}

/* "ships (2): 16 instead of 15", until the next one. */
const char *judge_say(const char *what, int which, int found, int expected);

/* What only games with ships have (judge_sea.c). */
const char *judge_sea(const struct holm_state *state);

#endif
