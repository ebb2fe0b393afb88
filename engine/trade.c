/* trade.c: the bank and harbours, and trade between players.
 *
 * The active player has one standing offer; those it is made to accept or decline, in any order,
 * and the active player concludes with one of them. Anybody else may have one standing proposal to
 * the active player. None of this holds up anything else.
 *
 * Whoever has accepted or proposed can pay: nothing takes cards from another player in the action
 * phase without making that player's word lapse. So nobody learns a hand from what may be concluded. */
#include "engine/engine.h"

/* -------------------------------------------------------------------- bank */

int holm_rate(const struct holm_state *state, int seat, int card)
{
    return bank_rate(state, seat, card);
}

/* The kind of cards that are all alike, or HOLM_NONE. */
static int sole_kind(const struct holm_cards *cards)
{
    int kind = HOLM_NONE;
    for (int i = 0; i < HOLM_CARDS; i++) {
        if (!cards->n[i])
            continue;
        if (kind != HOLM_NONE)
            return HOLM_NONE;
        kind = i;
    }
    return kind;
}

/* Why the bank does not take so many of a kind, or of several. */
static int bank_refusal(const struct holm_state *state, int seat, int kind,
                        const struct holm_cards *give)
{
    const unsigned special = state->player[seat].ports & (seat_bit(HOLM_RESOURCES) - 1);
    if (kind == HOLM_NONE || kind < HOLM_RESOURCES)
        return HOLM_E_BANK_RATE;
    return special && give->n[kind] == 2 ? HOLM_E_COMMODITY_PORT : HOLM_E_COMMODITY_RATE;
}

int check_bank(const struct holm_state *state, const struct holm_action *action)
{
    int give = sole_kind(&action->give), take = sole_kind(&action->take);
    bool by_card = give != HOLM_NONE && state->player[action->seat].fleet >> give & 1 &&
                   action->give.n[give] < ANY_PORT_RATE;
    if (!by_card && check_part(state, PART_TRADE))
        return HOLM_E_TRADE_PART_OVER;
    if (give != HOLM_NONE && give == take)
        return HOLM_E_TRADE_SAME;
    if (give == HOLM_NONE || take == HOLM_NONE || action->take.n[take] != 1 ||
        !has_rate(state, action->seat, give, action->give.n[give]))
        return bank_refusal(state, action->seat, give, &action->give);
    if (!cards_cover(&state->player[action->seat].hand, &action->give))
        return HOLM_E_TRADE_HELD;
    return cards_cover(&state->bank, &action->take) ? HOLM_OK : HOLM_E_BANK_LACKS;
}

static struct holm_event *event_both(struct context *context, int kind, int seat, int target,
                                     const struct holm_cards *cards, const struct holm_cards *more)
{
    struct holm_event *event = event_next(context, kind, seat);
    if (!event)
        return NULL;
    event->target = (uint8_t)target;
    event->cards = *cards;
    event->more = *more;
    return event;
}

void apply_bank(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    lose(state, action->seat, &action->give);
    cards_add(&state->bank, &action->give);
    cards_subtract(&state->bank, &action->take);
    gain(state, action->seat, &action->take);
    event_both(context, HOLM_EV_BANK, action->seat, 0, &action->give, &action->take);
}

/* ------------------------------------------------------------------ offers */

void offers_clear(struct holm_state *state)
{
    if (state->offers)
        memset(state->offer, 0, sizeof state->offer);
    state->offers = 0;
}

static void offer_close(struct holm_state *state, int seat)
{
    memset(&state->offer[seat], 0, sizeof state->offer[seat]);
    state->offers &= (uint8_t)~seat_bit(seat);
}

static void word_lapses(struct holm_state *state, int seat)
{
    state->offer[seat].lapsed = 1;
    state->offers |= (uint8_t)seat_bit(seat);
}

void offers_lapse(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    if (state->active == HOLM_NONE)
        return;
    struct holm_offer *offer = &state->offer[state->active];
    if (state->offer[seat].open) {
        offer_close(state, seat);
        word_lapses(state, seat);
        event_next(context, HOLM_EV_WITHDRAW, seat);
    }
    if (offer->accepted & seat_bit(seat)) {
        word_lapses(state, seat);
        offer->accepted &= (uint8_t)~seat_bit(seat);
        offer->pending |= (uint8_t)seat_bit(seat); /* asked again */
        event_next(context, HOLM_EV_WITHDRAW, seat);
    }
}

/* Whether players may trade with each other in this part of the turn. */
int check_trading(const struct holm_state *state)
{
    if (state->board->rules.bank_trade_only)
        return HOLM_E_BANK_TRADE_ONLY;
    if (state->part && state->board->rules.turn_mode == HOLM_TURN_PAIRED)
        return HOLM_E_PAIRED_TRADE;
    return check_part(state, PART_TRADE);
}

static bool alike_on_both_sides(const struct holm_action *action)
{
    for (int i = 0; i < HOLM_CARDS; i++)
        if (action->give.n[i] && action->take.n[i])
            return true;
    return false;
}

/* BASE-TRADE-3..5 */
static int check_terms(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_rules *rules = &state->board->rules;
    bool gift = cards_none(&action->give) || cards_none(&action->take);
    if (gift &&
        (rules->trade_restrictions || cards_word(&action->give) == cards_word(&action->take)))
        return HOLM_E_TRADE_GIFT;
    if (rules->trade_restrictions && alike_on_both_sides(action))
        return HOLM_E_TRADE_LIKE;
    if (!cards_cover(&state->player[action->seat].hand, &action->give))
        return HOLM_E_TRADE_HELD;
    return cards_cover(&rules->bank, &action->take) ? HOLM_OK : HOLM_E_TRADE_SUPPLY;
}

int check_offer(const struct holm_state *state, const struct holm_action *action)
{
    unsigned others = (seat_bit(state->board->rules.players) - 1) & ~seat_bit(action->seat);
    int error = check_trading(state);
    if (error)
        return error;
    if (action->seat != state->active) {
        if (!state->board->rules.offer_by_others)
            return HOLM_E_OFFER_BY_OTHERS;
        others = seat_bit(state->active); /* BASE-TRADE-2 */
    }
    if (!action->seats || action->seats & ~others)
        return HOLM_E_TRADE_PARTNER;
    return check_terms(state, action);
}

void apply_offer(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_offer *offer = &state->offer[action->seat];
    offer_close(state, action->seat);
    offer->open = 1;
    state->offers |= (uint8_t)seat_bit(action->seat);
    offer->give = action->give;
    offer->take = action->take;
    offer->to = action->seats;
    if (action->seat == state->active) {
        offer->pending = action->seats;
    } else { /* a counter-offer answers the offer */
        state->offer[state->active].pending &= (uint8_t)~seat_bit(action->seat);
        state->offer[state->active].accepted &= (uint8_t)~seat_bit(action->seat);
    }
    struct holm_event *event =
        event_both(context, HOLM_EV_OFFER, action->seat, 0, &action->give, &action->take);
    if (event)
        event->seats = (uint8_t)action->seats;
}

static bool is_addressed(const struct holm_state *state, int seat)
{
    const struct holm_offer *offer = &state->offer[state->active];
    return offer->open && offer->to & seat_bit(seat);
}

int check_accept(const struct holm_state *state, const struct holm_action *action)
{
    if (!is_addressed(state, action->seat) ||
        state->offer[state->active].accepted & seat_bit(action->seat))
        return HOLM_E_NO_OFFER;
    return cards_cover(&state->player[action->seat].hand, &state->offer[state->active].take)
               ? HOLM_OK
               : HOLM_E_TRADE_HELD;
}

void apply_accept(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_offer *offer = &state->offer[state->active];
    offer_close(state, action->seat); /* one's own proposal, if any, is given up */
    offer->pending &= (uint8_t)~seat_bit(action->seat);
    offer->accepted |= (uint8_t)seat_bit(action->seat);
    event_next(context, HOLM_EV_ACCEPT, action->seat);
}

int check_decline(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_offer *offer = &state->offer[state->active];
    return is_addressed(state, action->seat) &&
                   (offer->pending | offer->accepted) & seat_bit(action->seat)
               ? HOLM_OK
               : HOLM_E_NO_OFFER;
}

void apply_decline(struct context *context, const struct holm_action *action)
{
    struct holm_offer *offer = &context->state->offer[context->state->active];
    context->state->offer[action->seat].lapsed = 0;
    if (!context->state->offer[action->seat].open)
        context->state->offers &= (uint8_t)~seat_bit(action->seat);
    offer->pending &= (uint8_t)~seat_bit(action->seat);
    offer->accepted &= (uint8_t)~seat_bit(action->seat);
    event_next(context, HOLM_EV_DECLINE, action->seat);
}

int check_withdraw(const struct holm_state *state, const struct holm_action *action)
{
    return state->offer[action->seat].open ? HOLM_OK : HOLM_E_NO_OFFER;
}

void apply_withdraw(struct context *context, const struct holm_action *action)
{
    offer_close(context->state, action->seat);
    event_next(context, HOLM_EV_WITHDRAW, action->seat);
}

/* What the active player would give: their own offer, or what the partner's proposal takes. */
static const struct holm_cards *active_gives(const struct holm_state *state, int partner)
{
    if (state->offer[state->active].accepted & seat_bit(partner))
        return &state->offer[state->active].give;
    return state->offer[partner].open ? &state->offer[partner].take : NULL;
}

int check_conclude(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_trading(state);
    if (error)
        return error;
    if (!is_player(state, action->target) || action->target == action->seat)
        return HOLM_E_TRADE_PARTNER;
    const struct holm_cards *gives = active_gives(state, action->target);
    if (!gives)
        return state->offer[action->target].lapsed ? HOLM_E_LAPSED : HOLM_E_NOT_ACCEPTED;
    return cards_cover(&state->player[action->seat].hand, gives) ? HOLM_OK : HOLM_E_LAPSED;
}

void apply_conclude(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int partner = action->target;
    bool accepted = state->offer[state->active].accepted & seat_bit(partner);
    struct holm_cards gives = *active_gives(state, partner);
    struct holm_cards takes =
        accepted ? state->offer[state->active].take : state->offer[partner].give;
    lose(state, action->seat, &gives);
    lose(state, partner, &takes);
    gain(state, action->seat, &takes);
    gain(state, partner, &gives);
    offer_close(state, partner);
    if (accepted)
        offer_close(state, state->active);
    event_both(context, HOLM_EV_TRADE, action->seat, partner, &gives, &takes);
}
