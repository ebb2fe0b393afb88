/* commerce.c: the progress cards of the trade deck, and the merchant (CK-TRA, CK-MERCH). */
#include "engine/engine.h"

enum { MASTER_CARDS = 2 };

/* ------------------------------------------------------- commercial harbor */

int check_commercial_harbor(const struct holm_state *state, const struct holm_action *action)
{
    return check_progress(state, action->seat, HOLM_COMMERCIAL_HARBOR);
}

void apply_commercial_harbor(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_COMMERCIAL_HARBOR);
    context->state->harbor = 1;
}

/* CK-TRA-HARBOR-1: each opponent once a turn, for a resource from one's own hand. */
int check_harbor(const struct holm_state *state, const struct holm_action *action)
{
    if (!state->harbor)
        return HOLM_E_HARBOR;
    if (!is_player(state, action->target) || action->target == action->seat)
        return HOLM_E_TRADE_PARTNER;
    if (state->harbor_asked & seat_bit(action->target))
        return HOLM_E_HARBOR_ASKED;
    if (action->card >= HOLM_RESOURCES)
        return HOLM_E_RESOURCE;
    return state->player[action->seat].hand.n[action->card] ? HOLM_OK : HOLM_E_TRADE_HELD;
}

static int commodities(const struct holm_cards *hand)
{
    return hand->n[HOLM_CLOTH] + hand->n[HOLM_COIN] + hand->n[HOLM_PAPER];
}

static void event_harbor(struct context *context, int seat, int target, int given, int taken)
{
    struct holm_event *event = event_next(context, HOLM_EV_HARBOR, seat);
    if (!event)
        return;
    event->target = (uint8_t)target;
    event->cards = one_card(given);
    if (taken != HOLM_NONE)
        event->more = one_card(taken);
    event->n = taken != HOLM_NONE;
}

/* CK-TRA-HARBOR-2: without a commodity nothing changes hands. */
void apply_harbor(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    state->harbor_asked |= (uint8_t)seat_bit(action->target);
    if (!commodities(&state->player[action->target].hand))
        event_harbor(context, action->seat, action->target, action->card, HOLM_NONE);
    else
        step_push(state, HOLM_STEP_HARBOR, seat_bit(action->target), 1, action->card);
}

void harbor_answer(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int resource = top_step(state)->place, commodity = HOLM_CLOTH;
    struct holm_cards given = one_card(resource);
    while (!action->give.n[commodity])
        commodity++;
    step_pop(state);
    lose(state, action->seat, &action->give);
    lose(state, state->active, &given);
    gain(state, action->seat, &given);
    gain(state, state->active, &action->give);
    offers_lapse(context, action->seat);
    event_harbor(context, state->active, action->seat, resource, commodity);
}

/* --------------------------------------------------------- master merchant */

int check_master_merchant(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_MASTER_MERCHANT);
    if (error)
        return error;
    if (!is_player(state, action->target) || action->target == action->seat)
        return HOLM_E_NO_TARGET;
    return state->player[action->target].points > state->player[action->seat].points
               ? HOLM_OK
               : HOLM_E_FEWER_POINTS;
}

void apply_master_merchant(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int cards = state->player[action->target].cards;
    play_progress(context, action->seat, HOLM_MASTER_MERCHANT);
    if (cards)
        step_push(state, HOLM_STEP_MASTER_MERCHANT, seat_bit(action->seat),
                  cards < MASTER_CARDS ? cards : MASTER_CARDS, action->target);
}

int check_pick(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    int total = cards_total(&action->take);
    if (total < 1 || total > step->n ||
        !cards_cover(&state->player[step->place].hand, &action->take))
        return HOLM_E_PICK;
    return HOLM_OK;
}

void apply_pick(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    int target = step->place, total = cards_total(&action->take);
    lose(state, target, &action->take);
    gain(state, action->seat, &action->take);
    struct holm_event *event = event_next(context, HOLM_EV_PICK, action->seat);
    if (event) {
        event->target = (uint8_t)target;
        event->cards = action->take;
        event->n = (uint8_t)total;
    }
    offers_lapse(context, target);
    step->n = (uint8_t)(step->n - total);
    if (!step->n)
        step_pop(state);
}

/* ---------------------------------------------------------------- merchant */

/* CK-TRA-MERCHANT-1: a land hex next to one's own building; by the house rules once a turn
 * without a card (C8-CK-MERCH-1). */
int check_merchant(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_board *board = state->board;
    bool by_card = board->rules.merchant_source == HOLM_MERCHANT_BY_CARD;
    bool early = holm_step(state)->kind == HOLM_STEP_ROLL &&
                 board->rules.progress_window != HOLM_WINDOW_OWN_TURN;
    int error = by_card                 ? check_progress(state, action->seat, HOLM_MERCHANT)
                : early                 ? HOLM_E_PROGRESS_TIME
                : state->merchant_moved ? HOLM_E_MERCHANT_MOVED
                                        : HOLM_OK;
    if (error)
        return error;
    if (state->terrain[action->place] == HOLM_GOLD)
        return HOLM_E_MERCHANT_GOLD;
    for (int i = 0; holm_is_land(state->terrain[action->place]) && i < 6; i++) {
        uint8_t byte = state->corner[board->topology.hex_corner[action->place][i]];
        if (is_building(byte) && piece_seat(byte) == action->seat)
            return HOLM_OK;
    }
    return HOLM_E_MERCHANT_PLACE;
}

void apply_merchant(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    if (state->board->rules.merchant_source == HOLM_MERCHANT_BY_CARD)
        play_progress(context, action->seat, HOLM_MERCHANT);
    else
        state->merchant_moved = 1;
    if (state->merchant_owner != HOLM_NONE)
        state->player[state->merchant_owner].points--;
    state->merchant_owner = action->seat;
    state->merchant = (uint8_t)action->place;
    state->player[action->seat].points++;
    struct holm_event *event = event_next(context, HOLM_EV_MERCHANT, action->seat);
    if (event)
        event->place = action->place;
}

/* ------------------------------------------------------- fleet, monopolies */

int check_merchant_fleet(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_MERCHANT_FLEET);
    if (!error && action->card >= HOLM_RESOURCES &&
        state->board->rules.fleet_scope == HOLM_FLEET_RESOURCE)
        error = HOLM_E_FLEET;
    return error;
}

void apply_merchant_fleet(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_MERCHANT_FLEET);
    context->state->player[action->seat].fleet |= (uint8_t)(1u << action->card);
    struct holm_event *event = event_next(context, HOLM_EV_FLEET, action->seat);
    if (event)
        event->card = action->card;
}

int check_resource_monopoly(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_RESOURCE_MONOPOLY);
    return error ? error : action->card < HOLM_RESOURCES ? HOLM_OK : HOLM_E_RESOURCE;
}

void apply_resource_monopoly(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_RESOURCE_MONOPOLY);
    take_from_all(context, action->seat, action->card, 2);
}

int check_trade_monopoly(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_TRADE_MONOPOLY);
    return error ? error : action->card >= HOLM_RESOURCES ? HOLM_OK : HOLM_E_COMMODITY;
}

void apply_trade_monopoly(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_TRADE_MONOPOLY);
    take_from_all(context, action->seat, action->card, 1);
}
