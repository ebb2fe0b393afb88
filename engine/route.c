/* route.c: the length of a route (BASE-LR-1..4). A trail uses no segment twice, may meet a corner again,
 * may end at another colour's building but not pass it. */
#include "engine/engine.h"

struct walk {
    const struct holm_state *state;
    int seat;
    struct holm_edge_set used;
    struct holm_edge_set met; /* every segment some walk has gone over */
};

static bool own_unused(const struct walk *walk, int edge)
{
    return edge != HOLM_NO_EDGE && walk->state->edge[edge] &&
           piece_seat(walk->state->edge[edge]) == walk->seat && !edge_in(&walk->used, edge);
}

/* Whether a trail over a corner may change from one kind of segment to the other: only at an own
 * building (SEA-LR-2). Roads alone never change. */
static bool may_change(const struct walk *walk, int corner, int from, int to)
{
    uint8_t byte = walk->state->corner[corner];
    return from == to || !from || (is_building(byte) && piece_seat(byte) == walk->seat);
}

/* The longest way on from a corner over segments not used yet; `from` is the kind of segment that
 * led here, or HOLM_EMPTY. */
static int longest_from(struct walk *walk, int corner, int from)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    int best = 0;
    for (int i = 0; i < 3; i++) {
        int edge = topology->corner_edge[corner][i], next = topology->corner_neighbour[corner][i];
        if (!own_unused(walk, edge))
            continue;
        int kind = piece_kind(walk->state->edge[edge]), length = 1;
        if (!may_change(walk, corner, from, kind))
            continue;
        edge_add(&walk->met, edge);
        if (!corner_blocks(walk->state, next, walk->seat)) {
            edge_add(&walk->used, edge);
            length += longest_from(walk, next, kind);
            edge_remove(&walk->used, edge);
        }
        if (length > best)
            best = length;
    }
    return best;
}

/* A longest trail ends where it cannot go on: at a corner with an odd number of own segments, at
 * another colour's piece, or where roads meet ships. */
static bool may_end(const struct walk *walk, int corner)
{
    int segments = 0, roads = 0;
    for (int i = 0; i < 3; i++) {
        int edge = walk->state->board->topology.corner_edge[corner][i];
        if (edge == HOLM_NO_EDGE || !walk->state->edge[edge] ||
            piece_seat(walk->state->edge[edge]) != walk->seat)
            continue;
        segments++;
        roads += piece_kind(walk->state->edge[edge]) == HOLM_ROAD;
    }
    return segments & 1 || corner_blocks(walk->state, corner, walk->seat) ||
           (roads && roads < segments);
}

static bool is_met(const struct walk *walk, int corner)
{
    for (int i = 0; i < 3; i++) {
        int edge = walk->state->board->topology.corner_edge[corner][i];
        if (edge != HOLM_NO_EDGE && walk->state->edge[edge] &&
            piece_seat(walk->state->edge[edge]) == walk->seat && !edge_in(&walk->met, edge))
            return false;
    }
    return true;
}

/* From every corner where a trail may end; then from rings, which no such walk has met. */
int route_length(const struct holm_state *state, int seat)
{
    struct walk walk = { .state = state, .seat = seat };
    int best = 0;
    for (int rings = 0; rings < 2; rings++)
        for (int i = 0; i < state->board->corner_words; i++)
            for (uint64_t left = state->network[seat].w[i] | state->sea_network[seat].w[i]; left;
                 left &= left - 1) {
                int corner = 64 * i + __builtin_ctzll(left);
                if (rings ? is_met(&walk, corner) : !may_end(&walk, corner))
                    continue;
                int length = longest_from(&walk, corner, HOLM_EMPTY);
                if (length > best)
                    best = length;
            }
    return best;
}

static bool leads_on(const struct walk *walk, int corner)
{
    const uint16_t *edges = walk->state->board->topology.corner_edge[corner];
    return !corner_blocks(walk->state, corner, walk->seat) &&
           (own_unused(walk, edges[0]) || own_unused(walk, edges[1]) || own_unused(walk, edges[2]));
}

/* The longest trail whose one arm starts at `near` and whose other arm starts at `far`: each way
 * on from `near`, together with the best that it leaves to the other arm. */
static int longest_of_two_arms(struct walk *walk, int near, int from, int far, int kind)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    int best = longest_from(walk, far, kind);
    for (int i = 0; i < 3 && !corner_blocks(walk->state, near, walk->seat); i++) {
        int edge = topology->corner_edge[near][i];
        if (!own_unused(walk, edge))
            continue;
        int next_kind = piece_kind(walk->state->edge[edge]);
        if (!may_change(walk, near, from, next_kind))
            continue;
        edge_add(&walk->used, edge);
        int length =
            1 + longest_of_two_arms(walk, topology->corner_neighbour[near][i], next_kind, far, kind);
        edge_remove(&walk->used, edge);
        if (length > best)
            best = length;
    }
    return best;
}

int route_through(const struct holm_state *state, int seat, int edge)
{
    struct walk walk = { .state = state, .seat = seat };
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    int kind = piece_kind(state->edge[edge]);
    edge_add(&walk.used, edge);
    bool near = leads_on(&walk, ends[0]), far = leads_on(&walk, ends[1]);
    if (near && far)
        return 1 + longest_of_two_arms(&walk, ends[0], kind, ends[1], kind);
    return 1 + (near  ? longest_from(&walk, ends[0], kind)
                : far ? longest_from(&walk, ends[1], kind)
                      : 0);
}
