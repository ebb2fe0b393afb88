/* route.c: the length of a route (BASE-LR-1..4). A trail uses no segment twice, may meet a corner again,
 * may end at another colour's building but not pass it. */
#include "engine/engine.h"

struct walk {
    const struct holm_state *state;
    int seat;
    struct holm_edge_set used;
};

static bool own_unused(const struct walk *walk, int edge)
{
    return edge != HOLM_NO_EDGE && walk->state->edge[edge] &&
           piece_seat(walk->state->edge[edge]) == walk->seat && !edge_in(&walk->used, edge);
}

/* The longest way on from a corner over segments not used yet. */
static int longest_from(struct walk *walk, int corner)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    int best = 0;
    for (int i = 0; i < 3; i++) {
        int edge = topology->corner_edge[corner][i], next = topology->corner_neighbour[corner][i];
        if (!own_unused(walk, edge))
            continue;
        int length = 1;
        if (!corner_blocks(walk->state, next, walk->seat)) {
            edge_add(&walk->used, edge);
            length += longest_from(walk, next);
            edge_remove(&walk->used, edge);
        }
        if (length > best)
            best = length;
    }
    return best;
}

int route_length(const struct holm_state *state, int seat)
{
    struct walk walk = { state, seat, { { 0 } } };
    int best = 0;
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->network[seat].w[i]; left; left &= left - 1) {
            int length = longest_from(&walk, 64 * i + __builtin_ctzll(left));
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
static int longest_of_two_arms(struct walk *walk, int near, int far)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    int best = longest_from(walk, far);
    for (int i = 0; i < 3 && !corner_blocks(walk->state, near, walk->seat); i++) {
        int edge = topology->corner_edge[near][i];
        if (!own_unused(walk, edge))
            continue;
        edge_add(&walk->used, edge);
        int length = 1 + longest_of_two_arms(walk, topology->corner_neighbour[near][i], far);
        edge_remove(&walk->used, edge);
        if (length > best)
            best = length;
    }
    return best;
}

int route_through(const struct holm_state *state, int seat, int edge)
{
    struct walk walk = { state, seat, { { 0 } } };
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    edge_add(&walk.used, edge);
    bool near = leads_on(&walk, ends[0]), far = leads_on(&walk, ends[1]);
    if (near && far)
        return 1 + longest_of_two_arms(&walk, ends[0], ends[1]);
    return 1 + (near ? longest_from(&walk, ends[0]) : far ? longest_from(&walk, ends[1]) : 0);
}
