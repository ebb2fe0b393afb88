/* corners.h: sets of corners and edges, for the files that read and write them. */
#ifndef HOLM_CORNERS_H
#define HOLM_CORNERS_H

#include "engine/holm.h"

static inline bool holm_corner_in(const struct holm_corner_set *set, int corner)
{
    return set->w[corner >> 6] >> (corner & 63) & 1;
}

static inline void holm_corner_add(struct holm_corner_set *set, int corner)
{
    set->w[corner >> 6] |= (uint64_t)1 << (corner & 63);
}

static inline bool holm_edge_in(const struct holm_edge_set *set, int edge)
{
    return set->w[edge >> 6] >> (edge & 63) & 1;
}

static inline void holm_edge_add(struct holm_edge_set *set, int edge)
{
    set->w[edge >> 6] |= (uint64_t)1 << (edge & 63);
}

#endif
