/* roll.c: the dice, for the first turn and in every turn, and what the hexes yield. */
#include "engine/engine.h"

static int roll_dice(struct context *context, int event, int seat, uint8_t dice[2])
{
    dice[0] = (uint8_t)(1 + draw_below(context->chance, 6));
    dice[1] = (uint8_t)(1 + draw_below(context->chance, 6));
    struct holm_event *record = event_next(context, event, seat);
    if (record)
        memcpy(record->dice, dice, 2);
    return dice[0] + dice[1];
}

/* BASE-SETUP-1: the highest total begins; those tied for it roll again. The step's place holds
 * who is still in the running. */
static void roll_for_start(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    uint8_t dice[2];
    int best = 0;
    unsigned leaders = 0;
    state->player[seat].start_total = (uint8_t)roll_dice(context, HOLM_EV_START_ROLL, seat, dice);
    step->seats &= (uint8_t)~seat_bit(seat);
    if (step->seats)
        return;
    for (int i = 0; i < state->board->rules.players; i++) {
        int total = step->place & seat_bit(i) ? state->player[i].start_total : 0;
        if (total > best) {
            best = total;
            leaders = 0;
        }
        if (total == best)
            leaders |= seat_bit(i);
    }
    step->seats = (uint8_t)leaders;
    step->place = (uint16_t)leaders;
    if (leaders & (leaders - 1))
        return;
    state->first = (uint8_t)step_seat(step);
    for (int i = 0; i < state->board->rules.players; i++)
        state->player[i].start_total = 0;
    event_next(context, HOLM_EV_START_PLAYER, state->first);
    setup_next(context, 0);
}

/* One kind is short: a sole claimant takes what is left, several get nothing (BASE-PROD-6, 7). */
static void ration(struct context *context, struct holm_cards *claim, int kind, int claimed)
{
    struct holm_state *state = context->state;
    int claimants = 0, left = state->bank.n[kind];
    for (int seat = 0; seat < state->board->rules.players; seat++)
        claimants += claim[seat].n[kind] != 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (claim[seat].n[kind])
            claim[seat].n[kind] = (uint8_t)(claimants == 1 ? left : 0);
    struct holm_event *event = event_next(context, HOLM_EV_SHORTAGE, 0);
    if (event) {
        event->card = (uint8_t)kind;
        event->n = (uint8_t)claimed;
    }
}

enum { CLAIMS_MAX = 100 }; /* more than any bank; odd maps could claim more than a byte holds */

/* What every building next to a producing hex claims (BASE-PROD-1..5). */
static unsigned collect_claims(const struct holm_state *state, int total, struct holm_cards *claim,
                               struct holm_cards *all)
{
    const struct holm_board *board = state->board;
    unsigned claimants = 0;
    for (int i = 0; i < board->total_count[total]; i++) {
        int hex = board->total_hex[total][i];
        int kind = holm_yield(board->map.terrain[hex]);
        if (hex == state->robber)
            continue;
        for (int j = 0; j < 6; j++) {
            uint8_t byte = state->corner[board->topology.hex_corner[hex][j]];
            int seat = piece_seat(byte);
            if (!byte || !is_player(state, seat))
                continue;
            uint8_t cards = piece_kind(byte) == HOLM_CITY ? 2 : 1;
            claim[seat].n[kind] = (uint8_t)(claim[seat].n[kind] + cards);
            all->n[kind] = (uint8_t)(all->n[kind] < CLAIMS_MAX ? all->n[kind] + cards : CLAIMS_MAX);
            claimants |= seat_bit(seat);
        }
    }
    return claimants;
}

static void produce(struct context *context, int total)
{
    struct holm_state *state = context->state;
    struct holm_cards claim[HOLM_SEATS] = { { { 0 } } }, all = { { 0 } };
    unsigned claimants = collect_claims(state, total, claim, &all);
    if (!cards_cover(&state->bank, &all))
        for (int kind = 0; kind < HOLM_RESOURCES; kind++)
            if (all.n[kind] > state->bank.n[kind])
                ration(context, claim, kind, all.n[kind]);
    for (int seat = 0; claimants >> seat; seat++) {
        if (cards_none(&claim[seat]))
            continue;
        cards_subtract(&state->bank, &claim[seat]);
        gain(state, seat, &claim[seat]);
        event_cards(context, HOLM_EV_PRODUCE, seat, &claim[seat]);
    }
}

/* BASE-SETUP-6: one card from each hex around the second settlement. */
void produce_start(struct context *context, int seat, int corner)
{
    struct holm_state *state = context->state;
    const struct holm_board *board = state->board;
    struct holm_cards cards = { { 0 } };
    for (int i = 0; i < 3; i++) {
        int hex = board->topology.corner_hex[corner][i];
        int kind = hex == HOLM_NONE ? HOLM_NONE : holm_yield(board->map.terrain[hex]);
        if (kind != HOLM_NONE && cards.n[kind] < state->bank.n[kind])
            cards.n[kind]++;
    }
    if (cards_none(&cards))
        return;
    cards_subtract(&state->bank, &cards);
    gain(state, seat, &cards);
    event_cards(context, HOLM_EV_PRODUCE, seat, &cards);
}

void apply_roll(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    if (step->kind == HOLM_STEP_START_ROLL) {
        roll_for_start(context, action->seat);
        return;
    }
    int rolls = state->board->rules.neutrals ? 2 : 1; /* DUO-ROLL-1 */
    int total = roll_dice(context, HOLM_EV_ROLL, action->seat, state->dice);
    while (total == state->first_total && !context->chance->failed) {
        if (context->events)
            context->events->at[context->events->count - 1].kind = HOLM_EV_REROLL;
        total = roll_dice(context, HOLM_EV_ROLL, action->seat, state->dice);
    }
    state->first_total = step->n + 1 < rolls ? (uint8_t)total : 0;
    if (step->n + 1 < rolls) {
        step->n++;
    } else {
        step->kind = HOLM_STEP_ACTIONS;
        step->n = 0;
    }
    if (total == 7)
        seven(context, action->seat);
    else
        produce(context, total);
}
