/* pen.h: how the blocks of an observation are described and written. One walk over them does both:
 * it describes them once, and writes them millions of times a second; it reads nothing that
 * holm_view() would remove for that seat. */
#ifndef ENVS_PEN_H
#define ENVS_PEN_H

#include <stdio.h>

#include "envs/parts.h"

/* A walk is made twice by the compiler: one that describes, and one that writes and asks nothing. */
#define WALK static inline __attribute__((always_inline)) void

/* Walks over the blocks: with a table it describes them, otherwise it writes. */
struct pen {
    struct holm_envs_block *table;
    uint32_t blocks;
    uint32_t offset;
    uint8_t *at;
};

static inline __attribute__((always_inline)) bool writes(const struct pen *pen)
{
    return !pen->table;
}

static inline __attribute__((always_inline)) uint8_t *block(struct pen *pen, const char *name,
                                                            int of, int count, int maximum)
{
    if (!writes(pen)) {
        struct holm_envs_block *row = &pen->table[pen->blocks++];
        snprintf(row->name, sizeof row->name, "%s", name);
        row->offset = pen->offset;
        row->count = (uint32_t)count;
        row->maximum = (uint32_t)(maximum > UINT8_MAX ? UINT8_MAX : maximum);
        row->of = (uint32_t)of;
        pen->offset += row->count;
        return NULL;
    }
    uint8_t *at = pen->at;
    pen->at += count;
    return at;
}

/* A single number. */
WALK number(struct pen *pen, const char *name, unsigned value, int maximum)
{
    uint8_t *at = block(pen, name, HOLM_ENVS_OF_GAME, 1, maximum);
    if (writes(pen))
        *at = (uint8_t)value;
}

/* A few bytes as they are. */
WALK bytes(struct pen *pen, const char *name, const uint8_t *from, int count, int maximum)
{
    uint8_t *at = block(pen, name, HOLM_ENVS_OF_GAME, count, maximum);
    if (writes(pen))
        memcpy(at, from, (size_t)count);
}

/* The bits of a byte as eight bytes. */
static inline uint64_t spread(unsigned byte)
{
    const uint64_t copies = byte * 0x0101010101010101u & 0x8040201008040201u;
    const uint64_t flags = (copies + 0x7F7F7F7F7F7F7F7Fu) >> 7 & 0x0101010101010101u;
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(flags) : flags;
}

static inline void put_bits(uint8_t *to, unsigned set)
{
    const uint64_t flags = spread(set & 255);
    memcpy(to, &flags, sizeof flags);
}

/* ------------------------------------------------------------------ of seats */

/* A number of each seat; describing gives it the seat's name. */
static inline __attribute__((always_inline)) uint8_t *
of_seat(struct pen *pen, int slot, const char *name, int count, int maximum)
{
    char full[32];
    if (writes(pen))
        return block(pen, name, HOLM_ENVS_OF_SEAT, count, maximum);
    snprintf(full, sizeof full, "seat%d.%s", slot, name);
    return block(pen, full, HOLM_ENVS_OF_SEAT, count, maximum);
}

#define SEAT(name, value, maximum)                                                                 \
    do {                                                                                           \
        uint8_t *at = of_seat(pen, slot, name, 1, maximum);                                        \
        if (writes(pen))                                                                           \
            *at = (uint8_t)(value);                                                                \
    } while (0)
/* Whole bytes of bits; what spills over is overwritten, as with planes. */
#define SEAT_BITS(name, set, count)                                                                \
    do {                                                                                           \
        uint8_t *at = of_seat(pen, slot, name, count, 1);                                          \
        for (int i = 0; writes(pen) && i < (count); i += 8)                                        \
            put_bits(at + i, (unsigned)(set) >> i);                                                \
    } while (0)
#define SEAT_BYTES(name, from, count, maximum)                                                     \
    do {                                                                                           \
        uint8_t *at = of_seat(pen, slot, name, count, maximum);                                    \
        if (writes(pen))                                                                           \
            memcpy(at, from, count);                                                               \
    } while (0)

enum { CARDS_MOST = 255, POINTS_MOST = 127 };

/* ------------------------------------------------------------------- a walk */

/* Whose eyes. */
struct eyes {
    const struct holm_envs *envs;
    const struct game *game;
    const struct holm_state *state;
    const struct holm_rules *rules;
    const struct holm_step *step;
    const struct holm_belief *belief; /* NULL: not kept */
    int seat;
    int seats, hexes, corners, edges;
};

/* 0 nobody, 1 the observer, 2 the next player. */
static inline unsigned owner(const struct eyes *eyes, unsigned seat)
{
    return eyes->envs->owner[eyes->seat][slot_index((int)seat)];
}

/* Where the step on top of the agenda points, and what half a move has chosen. */
struct focus {
    unsigned hex, corner, edge; /* or HOLM_NO_EDGE */
    unsigned seats; /* turned by nobody yet */
    unsigned number;
};

/* All that a part of the walk does. What describes returns early, which the compiler takes to be rare;
 * of the pen that writes it sees that it describes nothing. */
#define WALK_TWICE(walk, pen, ...)                                                                 \
    if (!writes(pen)) {                                                                            \
        walk(pen, __VA_ARGS__);                                                                    \
        return;                                                                                    \
    }                                                                                              \
    struct pen writing = { .at = (pen)->at };                                                      \
    walk(&writing, __VA_ARGS__);                                                                   \
    (pen)->at = writing.at

/* observe_map.c, observe_seats.c, observe_game.c: the three parts, in this order */
void walk_map(struct pen *pen, const struct eyes *eyes, const struct focus *focus);
void walk_seats(struct pen *pen, const struct eyes *eyes);
void walk_game(struct pen *pen, const struct eyes *eyes, const struct focus *focus);

#endif
