/* villages.c: trade with villages, paid in cloth tokens (SC-CLOTH). */
#include "engine/engine.h"

enum { CLOTH_PER_POINT = 2 };

/* SC-CLOTH-9: each pair is a point. */
static void set_cloth(struct holm_state *state, int seat, int cloth)
{
    struct holm_player *player = &state->player[seat];
    player->points =
        (uint8_t)(player->points - player->cloth / CLOTH_PER_POINT + cloth / CLOTH_PER_POINT);
    player->cloth = (uint8_t)cloth;
}

void cloth_gain(struct context *context, int seat, int count)
{
    struct holm_state *state = context->state;
    set_cloth(state, seat, state->player[seat].cloth + count);
    struct holm_event *event = event_next(context, HOLM_EV_CLOTH, seat);
    if (event) {
        event->n = state->player[seat].cloth;
        event->m = (uint8_t)count; /* a loss wraps: 255 is one less */
    }
}

/* Whether a line of a seat's ships joins a corner with one of its buildings. */
static bool joined(const struct holm_state *state, int seat, int from)
{
    const struct holm_topology *topology = &state->board->topology;
    struct holm_corner_set seen = { { 0 } };
    uint8_t queue[HOLM_CORNERS];
    int head = 0, tail = 0;
    corner_add(&seen, from);
    queue[tail++] = (uint8_t)from;
    while (head < tail) {
        int corner = queue[head++];
        for (int i = 0; i < 3; i++) {
            int edge = topology->corner_edge[corner][i];
            int next = topology->corner_neighbour[corner][i];
            if (edge == HOLM_NO_EDGE || state->edge[edge] != piece_of(HOLM_SHIP, seat) ||
                corner_in(&seen, next))
                continue;
            if (own_building(state, seat, next))
                return true;
            corner_add(&seen, next);
            if (!corner_blocks(state, next, seat))
                queue[tail++] = (uint8_t)next;
        }
    }
    return false;
}

/* SC-CLOTH-6: for good, and a token on first contact. */
void trade_relations(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    for (int i = 0; i < state->board->villages; i++) {
        if (player->relations >> i & 1 || !joined(state, seat, state->board->village[i]))
            continue;
        player->relations |= (uint16_t)(1u << i);
        event_n(context, HOLM_EV_RELATION, seat, state->board->village_disc[i]);
        if (!state->village[i])
            continue;
        state->village[i]--;
        cloth_gain(context, seat, 1);
    }
}

/* SC-CLOTH-7, 8: a token each, from the village, then from the general supply, in turn order. */
void village_trade(struct context *context, int total)
{
    struct holm_state *state = context->state;
    int players = state->board->rules.players;
    for (int i = 0; i < state->board->villages; i++) {
        if (state->board->village_disc[i] != total || !state->village[i])
            continue;
        for (int j = 0; j < players; j++) {
            int seat = (state->active + j) % players;
            uint8_t *from = state->village[i] ? &state->village[i] : &state->cloth;
            if (!(state->player[seat].relations >> i & 1) || !*from)
                continue;
            --*from;
            cloth_gain(context, seat, 1);
        }
    }
}

/* SC-CLOTH-13: too many empty villages end the game at the end of a turn. */
bool villages_end(struct context *context)
{
    struct holm_state *state = context->state;
    int empty = 0, best = -1;
    unsigned winners = 0;
    for (int i = 0; i < state->board->villages; i++)
        empty += !state->village[i];
    if (empty < state->board->map.empty_villages)
        return false;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        int rank = 256 * holm_points(state, seat) + state->player[seat].cloth;
        if (rank > best) {
            best = rank;
            winners = 0;
        }
        if (rank == best)
            winners |= seat_bit(seat);
    }
    finish_game(context, winners);
    return true;
}
