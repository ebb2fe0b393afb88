/* awards.c: who holds the longest route and the largest army (BASE-LR-5..8, BASE-LA-1, 2). */
#include "engine/engine.h"

/* The holder keeps an award while nobody has more; else whoever alone has the most; else nobody. */
int award_leader(const uint8_t *counts, int seats, int minimum, int holder)
{
    int leader = HOLM_NONE, best = minimum - 1;
    for (int seat = 0; seat < seats; seat++) {
        if (counts[seat] > best) {
            best = counts[seat];
            leader = seat;
        } else if (counts[seat] == best && best >= minimum) {
            leader = leader == holder || seat == holder ? holder : HOLM_NONE;
        }
    }
    return leader;
}

static void hold(struct holm_state *state, uint8_t *holder, int seat)
{
    if (*holder != HOLM_NONE)
        state->player[*holder].points -= AWARD_POINTS;
    if (seat != HOLM_NONE)
        state->player[seat].points += AWARD_POINTS;
    *holder = (uint8_t)seat;
}

void holm_hold_route(struct holm_state *state, int seat)
{
    hold(state, &state->route_holder, seat);
}

void holm_hold_army(struct holm_state *state, int seat)
{
    hold(state, &state->army_holder, seat);
}

/* A neutral colour may hold the route (DUO-NEUTRAL-2). */
void route_award(struct context *context)
{
    struct holm_state *state = context->state;
    uint8_t lengths[HOLM_SEATS];
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        lengths[seat] = state->player[seat].route;
    int leader = award_leader(lengths, state->board->seats, state->board->rules.route_minimum,
                              state->route_holder);
    if (leader == state->route_holder)
        return;
    holm_hold_route(state, leader);
    event_n(context, HOLM_EV_ROUTE, leader, leader == HOLM_NONE ? 0 : lengths[leader]);
}

void army_award(struct context *context)
{
    struct holm_state *state = context->state;
    uint8_t armies[HOLM_SEATS];
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        armies[seat] = state->player[seat].army;
    int leader = award_leader(armies, state->board->rules.players, state->board->rules.army_minimum,
                              state->army_holder);
    if (leader == state->army_holder)
        return;
    holm_hold_army(state, leader);
    event_n(context, HOLM_EV_ARMY, leader, leader == HOLM_NONE ? 0 : armies[leader]);
}
