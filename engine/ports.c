/* ports.c: harbours that players place (SC-TRIBE-9, 10; SC-NW-4; SEA-SETUP-10), and gifts that lie on
 * edges for the first ship (SC-TRIBE-5..8). */
#include "engine/engine.h"

/* Kinds of placed harbour at a corner, as bits. */
unsigned placed_ports_at(const struct holm_state *state, int corner)
{
    unsigned kinds = 0;
    for (int i = 0; i < state->placed_ports; i++) {
        const uint8_t *ends = state->board->topology.edge_corner[state->port_edge[i]];
        if (ends[0] == corner || ends[1] == corner)
            kinds |= 1u << state->port_kind[i];
    }
    return kinds;
}

static bool harbour_at(const struct holm_state *state, int corner)
{
    return state->board->corner_port[corner] != HOLM_NO_PORT || placed_ports_at(state, corner);
}

/* In set-up anywhere on a coast; later at a building of one's own. */
int port_site(const struct holm_state *state, int seat, int edge, bool setup)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    if (!edge_in(&state->land_edges, edge) || !edge_in(&state->sea_edges, edge))
        return HOLM_E_PORT_EDGE;
    if (harbour_at(state, ends[0]) || harbour_at(state, ends[1]))
        return HOLM_E_PORT_TOUCH;
    if (!setup && !own_building(state, seat, ends[0]) && !own_building(state, seat, ends[1]))
        return HOLM_E_PORT_BUILDING;
    return HOLM_OK;
}

bool port_possible(const struct holm_state *state, int seat, bool setup)
{
    if (state->placed_ports == HOLM_PLACED_PORTS)
        return false;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        if (port_site(state, seat, edge, setup) == HOLM_OK)
            return true;
    return false;
}

int check_port(const struct holm_state *state, const struct holm_action *action)
{
    return port_site(state, action->seat, action->place, holm_step(state)->place);
}

static void place_port(struct context *context, int seat, int edge, int kind)
{
    struct holm_state *state = context->state;
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    state->port_edge[state->placed_ports] = (uint16_t)edge;
    state->port_kind[state->placed_ports++] = (uint8_t)kind;
    for (int end = 0; end < 2; end++)
        if (is_building(state->corner[ends[end]]))
            state->player[piece_seat(state->corner[ends[end]])].ports |= (uint8_t)(1u << kind);
    struct holm_event *event = event_next(context, HOLM_EV_PORT, seat);
    if (event) {
        event->place = (uint16_t)edge;
        event->n = (uint8_t)kind;
    }
}

/* ------------------------------------------------------------ before set-up */

/* SC-NW-4: the next harbour, drawn at random, for the next player; then the settlements. */
static void ask_next(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    int left = 0;
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++)
        left += state->port_bag[kind];
    if (!left || !port_possible(state, seat, true)) {
        memset(state->port_bag, 0, sizeof state->port_bag);
        setup_next(context, 0);
        return;
    }
    int kind = draw_weighted(context->chance, state->port_bag, HOLM_PORT_KINDS, left);
    state->port_bag[kind]--;
    steps_clear(state);
    step_push(state, HOLM_STEP_PORT, seat_bit(seat), kind, 1);
}

/* After the roll for the first turn; without chance at hand the first draw waits for an action. */
void ports_begin(struct context *context)
{
    struct holm_state *state = context->state;
    if (state->board->map.place_ports && context->chance)
        ask_next(context, state->first);
    else
        setup_next(context, 0);
}

/* -------------------------------------------------------------- in the game */

void apply_port(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int kind = top_step(state)->n;
    bool setup = top_step(state)->place;
    step_pop(state);
    place_port(context, action->seat, action->place, kind);
    if (setup)
        ask_next(context, seat_after(state, action->seat));
}

/* SC-TRIBE-10: harbours that found no place are placed as soon as there is one. */
void kept_ports(struct context *context)
{
    struct holm_state *state = context->state;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        for (int kind = 0; kind < HOLM_PORT_KINDS; kind++)
            if (state->player[seat].kept_port[kind] && port_possible(state, seat, false)) {
                state->player[seat].kept_port[kind]--;
                step_push(state, HOLM_STEP_PORT, seat_bit(seat), kind, 0);
                return;
            }
}

static void take_gift(struct context *context, int seat, const struct holm_gift *gift)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    if (gift->kind == HOLM_GIFT_POINT) {
        player->bonus++;
        player->points++;
        event_next(context, HOLM_EV_GIFT_POINT, seat);
    } else if (gift->kind == HOLM_GIFT_PORT) {
        player->kept_port[gift->n]++;
        event_n(context, HOLM_EV_GIFT_PORT, seat, gift->n);
    } else {
        gain_development(context, seat); /* SC-TRIBE-8: as if bought this turn */
    }
}

/* SC-TRIBE-6 */
void take_gifts(struct context *context, int seat, int edge)
{
    struct holm_state *state = context->state;
    for (int i = 0; i < state->board->map.gifts; i++)
        if (state->gifts >> i & 1 && state->board->gift_edge[i] == edge) {
            state->gifts &= ~(1u << i);
            take_gift(context, seat, &state->board->map.gift[i]);
        }
}
