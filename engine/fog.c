/* fog.c: hexes in the fog, lifted by roads and ships that touch them (SC-FOG). What the fog hides is
 * a stack of terrains and a stack of discs, both in unknown order: counts, and draws. */
#include "engine/engine.h"

/* Hexes in the fog at either end of an edge; returns how many. */
static int fog_at(const struct holm_state *state, int edge, uint8_t *hexes)
{
    const struct holm_topology *topology = &state->board->topology;
    int count = 0;
    for (int end = 0; end < 2; end++)
        for (int i = 0; i < 3; i++) {
            int hex = topology->corner_hex[topology->edge_corner[edge][end]][i];
            bool known = hex == HOLM_NONE || state->terrain[hex] != HOLM_FOG;
            for (int j = 0; j < count && !known; j++)
                known = hexes[j] == hex;
            if (!known)
                hexes[count++] = (uint8_t)hex;
        }
    return count;
}

void fog_touched(struct context *context, int seat, int edge)
{
    uint8_t hexes[6];
    if (with_ships(context->state) && fog_at(context->state, edge, hexes))
        step_push(context->state, HOLM_STEP_LIFT_FOG, 0, seat, edge);
}

/* The sets of land and sea, where a new hex lies. */
static void spread_terrain(struct holm_state *state, int hex)
{
    const struct holm_topology *topology = &state->board->topology;
    bool land = holm_is_land(state->terrain[hex]);
    for (int i = 0; i < 6; i++) {
        int corner = topology->hex_corner[hex][i], edge = topology->hex_edge[hex][i];
        if (!land) {
            edge_add(&state->sea_edges, edge);
            continue;
        }
        edge_add(&state->land_edges, edge);
        corner_add(&state->land, corner);
        bool open = !is_building(state->corner[corner]);
        for (int j = 0; j < 3; j++) {
            int next = topology->corner_neighbour[corner][j];
            open = open && (next == HOLM_NONE || !is_building(state->corner[next]));
        }
        if (open)
            corner_add(&state->open, corner);
    }
}

/* SC-FOG-5: the discoverer takes a card of what the hex yields; of a gold field, by choice. */
static void reward(struct context *context, int seat, int hex)
{
    struct holm_state *state = context->state;
    int card = holm_yield(state->terrain[hex]);
    if (state->terrain[hex] == HOLM_GOLD) {
        state->player[seat].owed = 1;
        step_push(state, HOLM_STEP_GOLD, seat_bit(seat), 0, (int)seat_bit(seat));
        gold_left(state);
    } else if (card != HOLM_NONE && state->bank.n[card]) {
        struct holm_cards cards = one_card(card);
        cards_subtract(&state->bank, &cards);
        gain(state, seat, &cards);
        event_cards(context, HOLM_EV_TAKE, seat, &cards);
    }
}

static int draw_from(struct context *context, uint8_t *counts, int kinds)
{
    int total = 0;
    for (int i = 0; i < kinds; i++)
        total += counts[i];
    if (!total)
        return HOLM_NONE;
    int kind = draw_weighted(context->chance, counts, kinds, total);
    counts[kind]--;
    return kind;
}

static void lift(struct context *context, int seat, int hex)
{
    struct holm_state *state = context->state;
    int terrain = draw_from(context, state->fog_terrain, HOLM_TERRAINS), disc = HOLM_NONE;
    state->terrain[hex] = terrain == HOLM_NONE ? HOLM_SEA : (uint8_t)terrain;
    if (holm_has_disc(state->terrain[hex]))
        disc = draw_from(context, state->fog_disc, 13);
    state->disc[hex] = disc == HOLM_NONE ? 0 : (uint8_t)disc;
    spread_terrain(state, hex);
    struct holm_event *event = event_next(context, HOLM_EV_DISCOVER, seat);
    if (event) {
        event->place = (uint16_t)hex;
        event->n = state->terrain[hex];
        event->m = state->disc[hex];
    }
    reward(context, seat, hex);
}

/* SC-FOG-7: one after the other, in the discoverer's order; what is left is looked at again. */
static void lift_one(struct context *context, int seat, int edge, int hex)
{
    uint8_t hexes[6];
    if (fog_at(context->state, edge, hexes) > 1)
        step_push(context->state, HOLM_STEP_LIFT_FOG, 0, seat, edge);
    lift(context, seat, hex);
}

void run_lift_fog(struct context *context)
{
    struct holm_state *state = context->state;
    int edge = context->step.place, seat = context->step.n;
    uint8_t hexes[6];
    int count = fog_at(state, edge, hexes);
    if (count == 1)
        lift_one(context, seat, edge, hexes[0]);
    else if (count > 1)
        step_push(state, HOLM_STEP_DISCOVER, seat_bit(seat), 0, edge);
}

int check_discover(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t hexes[6];
    int count = fog_at(state, holm_step(state)->place, hexes);
    for (int i = 0; i < count; i++)
        if (hexes[i] == action->place)
            return HOLM_OK;
    return HOLM_E_DISCOVER_OTHER;
}

void apply_discover(struct context *context, const struct holm_action *action)
{
    int edge = top_step(context->state)->place;
    step_pop(context->state);
    lift_one(context, action->seat, edge, action->place);
}
