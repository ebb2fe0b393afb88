/* duo.c: the game for two: neutral colours and trade tokens (DUO). */
#include "engine/engine.h"

enum { FORCED_CARDS = 2, KNIGHT_TOKENS = 2, DESERT_TOKENS = 2, COAST_TOKENS = 1 };

static int opponent(int seat)
{
    return 1 - seat;
}

/* ---------------------------------------------------------- neutral colours */

static bool is_neutral(const struct holm_state *state, int seat)
{
    return !is_player(state, seat) && seat < state->board->seats;
}

static bool neutral_road_possible(const struct holm_state *state)
{
    struct holm_edge_set sites;
    for (int seat = state->board->rules.players; seat < state->board->seats; seat++) {
        road_sites(state, seat, &sites);
        if (state->player[seat].roads && edges_any(state->board, &sites))
            return true;
    }
    return false;
}

static bool neutral_settlement_possible(const struct holm_state *state)
{
    struct holm_corner_set sites;
    for (int seat = state->board->rules.players; seat < state->board->seats; seat++) {
        settlement_sites(state, seat, &sites);
        if (state->player[seat].settlements && corners_any(state->board, &sites))
            return true;
    }
    return false;
}

void neutral_after_road(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    if (state->board->rules.neutrals && neutral_road_possible(state))
        step_push(state, HOLM_STEP_NEUTRAL_ROAD, seat_bit(seat), 0, 0);
}

/* DUO-BUILD-2..4: a settlement, else a road, else nothing. */
void neutral_after_settlement(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    if (state->board->rules.neutrals && neutral_settlement_possible(state))
        step_push(state, HOLM_STEP_NEUTRAL_SETTLEMENT, seat_bit(seat), 0, 0);
    else
        neutral_after_road(context, seat);
}

int check_neutral_road(const struct holm_state *state, const struct holm_action *action)
{
    if (!is_neutral(state, action->target))
        return HOLM_E_NEUTRAL;
    int error = road_site(state, action->target, action->place);
    return error || state->player[action->target].roads ? error : HOLM_E_NO_PIECE;
}

int check_neutral_settlement(const struct holm_state *state, const struct holm_action *action)
{
    if (!is_neutral(state, action->target))
        return HOLM_E_NEUTRAL;
    int error = settlement_site(state, action->target, action->place);
    return error || state->player[action->target].settlements ? error : HOLM_E_NO_PIECE;
}

void apply_neutral_road(struct context *context, const struct holm_action *action)
{
    step_pop(context->state);
    place_road(context, action->target, action->place, true);
}

void apply_neutral_settlement(struct context *context, const struct holm_action *action)
{
    step_pop(context->state);
    place_settlement(context, action->target, action->place, true);
}

/* --------------------------------------------------------- neutral knights */

static int neutral_knight_site(const struct holm_state *state, int neutral, int rank, int corner)
{
    if (!is_neutral(state, neutral))
        return HOLM_E_NEUTRAL;
    int error = knight_site(state, neutral, corner);
    return error || state->player[neutral].knights[rank - 1] ? error : HOLM_E_RANK;
}

bool neutral_knight_possible(const struct holm_state *state, int rank)
{
    for (int seat = state->board->rules.players; seat < state->board->seats; seat++)
        for (int corner = 0; corner < state->board->topology.corners; corner++)
            if (neutral_knight_site(state, seat, rank, corner) == HOLM_OK)
                return true;
    return false;
}

/* CKDUO-KNIGHT-1, 3: a knight of the same rank, else a road. */
void neutral_after_knight(struct context *context, int seat, int rank)
{
    struct holm_state *state = context->state;
    if (state->board->rules.neutrals && neutral_knight_possible(state, rank))
        step_push(state, HOLM_STEP_NEUTRAL_KNIGHT, seat_bit(seat), rank, 0);
    else
        neutral_after_road(context, seat);
}

int check_neutral_knight(const struct holm_state *state, const struct holm_action *action)
{
    return neutral_knight_site(state, action->target, holm_step(state)->n, action->place);
}

void apply_neutral_knight(struct context *context, const struct holm_action *action)
{
    int rank = top_step(context->state)->n;
    step_pop(context->state);
    place_knight(context, action->target, action->place, rank, false, true);
}

/* CKDUO-PROMO-1, 2: a neutral basic knight becomes strong. */
int check_neutral_promote(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    int seat = piece_seat(byte);
    if (piece_kind(byte) == HOLM_STRONG && is_neutral(state, seat))
        return HOLM_E_NEUTRAL_MIGHTY;
    return piece_kind(byte) == HOLM_BASIC && is_neutral(state, seat) &&
                   state->player[seat].knights[1]
               ? HOLM_OK
               : HOLM_E_NEUTRAL_KNIGHT;
}

void neutral_after_promotion(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_action action = { .kind = HOLM_DO_NEUTRAL_PROMOTE, .seat = (uint8_t)seat };
    for (int corner = 0; state->board->rules.neutrals && corner < state->board->topology.corners;
         corner++) {
        action.place = (uint16_t)corner;
        if (check_neutral_promote(state, &action) != HOLM_OK)
            continue;
        step_push(state, HOLM_STEP_NEUTRAL_PROMOTE, seat_bit(seat), 0, 0);
        return;
    }
}

void apply_neutral_promote(struct context *context, const struct holm_action *action)
{
    step_pop(context->state);
    promote_knight(context, action->place);
}

/* ------------------------------------------------------------ trade tokens */

static void tokens_gain(struct context *context, int seat, int count)
{
    struct holm_state *state = context->state;
    if (count > state->tokens) /* DUO-GAIN-7 */
        count = state->tokens;
    if (!count)
        return;
    state->tokens = (uint8_t)(state->tokens - count);
    state->player[seat].tokens = (uint8_t)(state->player[seat].tokens + count);
    event_n(context, HOLM_EV_TOKENS, seat, state->player[seat].tokens);
}

/* DUO-TOKEN-1, 2: by public points. */
static int token_cost(const struct holm_state *state, int seat)
{
    return state->player[seat].points <= state->player[opponent(seat)].points ? 1 : 2;
}

static void tokens_pay(struct context *context, int seat, int times)
{
    struct holm_state *state = context->state;
    int cost = times * token_cost(state, seat);
    state->tokens = (uint8_t)(state->tokens + cost);
    state->player[seat].tokens = (uint8_t)(state->player[seat].tokens - cost);
    state->forced++;
    event_n(context, HOLM_EV_TOKENS, seat, state->player[seat].tokens);
}

/* DUO-GAIN-1..4 */
void tokens_for_settlement(struct context *context, int seat, int corner)
{
    const struct holm_board *board = context->state->board;
    if (!board->rules.neutrals)
        return;
    tokens_gain(context, seat,
                (corner_in(&board->desert, corner) ? DESERT_TOKENS : 0) +
                    (corner_in(&board->coast, corner) ? COAST_TOKENS : 0));
}

/* `times` the usual price. */
static int check_token_action(const struct holm_state *state, int seat, int times)
{
    const struct holm_rules *rules = &state->board->rules;
    if (rules->token_actions && state->forced >= rules->token_actions)
        return HOLM_E_TOKEN_LIMIT;
    return state->player[seat].tokens < times * token_cost(state, seat) ? HOLM_E_TOKENS : HOLM_OK;
}

/* CKDUO-TRADE-1..3: `card` says whether commodities are included, at double price. */
int check_force(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_token_action(state, action->seat, 1 + action->card);
    if (!error && action->card && !with_knights(state))
        error = HOLM_E_EXPORT;
    if (!error && state->player[opponent(action->seat)].cards == 0)
        error = HOLM_E_FORCE_EMPTY;
    return error;
}

static int resources_in(const struct holm_cards *hand)
{
    int total = 0;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        total += hand->n[card];
    return total;
}

/* One random resource; commodities have been set aside. */
static int take_random_resource(struct context *context, int from, int to)
{
    const struct holm_cards *hand = &context->state->player[from].hand;
    int kind = draw_weighted(context->chance, hand->n, HOLM_RESOURCES, resources_in(hand));
    struct holm_cards card = one_card(kind);
    lose(context->state, from, &card);
    gain(context->state, to, &card);
    return kind;
}

/* DUO-TOKEN-3..5: two cards at random, then two of choice back. */
void apply_force(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_cards drawn = { { 0 } };
    const struct holm_player *from = &state->player[opponent(action->seat)];
    int seat = action->seat, count = 0;
    bool whole_hand = action->card || !with_knights(state);
    tokens_pay(context, seat, 1 + action->card);
    while (count < FORCED_CARDS && (whole_hand ? from->cards : resources_in(&from->hand))) {
        int kind = whole_hand ? take_random_card(context, opponent(seat), seat)
                              : take_random_resource(context, opponent(seat), seat);
        drawn.n[kind % HOLM_CARDS]++;
        count++;
    }
    struct holm_event *event = event_next(context, HOLM_EV_FORCE, seat);
    if (event) {
        event->target = (uint8_t)opponent(seat);
        event->cards = drawn;
        event->n = (uint8_t)count;
    }
    if (!count)
        return; /* CKDUO-TRADE-2: the tokens are spent all the same */
    offers_lapse(context, opponent(seat));
    int held = whole_hand ? state->player[seat].cards : resources_in(&state->player[seat].hand);
    step_push(state, HOLM_STEP_GIVE, seat_bit(seat), held < FORCED_CARDS ? held : FORCED_CARDS,
              opponent(seat));
    top_step(state)->data[0] = whole_hand;
}

/* Cards given back for a forced trade, for a wedding, or through the commercial harbor. */
int check_give(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    int total = cards_total(&action->give), resources = resources_in(&action->give);
    if (step->kind == HOLM_STEP_WEDDING)
        return check_pledge(state, action) ? HOLM_E_WEDDING : HOLM_OK;
    if (total < 1 || total > step->n ||
        !cards_cover(&state->player[action->seat].hand, &action->give))
        return step->kind == HOLM_STEP_HARBOR ? HOLM_E_HARBOR_GIVE : HOLM_E_GIVE_COUNT;
    if (step->kind == HOLM_STEP_HARBOR)
        return resources ? HOLM_E_HARBOR_GIVE : HOLM_OK;
    return step->data[0] || resources == total ? HOLM_OK : HOLM_E_RESOURCE;
}

void apply_give(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    int to = step->place, total = cards_total(&action->give);
    if (step->kind == HOLM_STEP_WEDDING || step->kind == HOLM_STEP_HARBOR) {
        (step->kind == HOLM_STEP_WEDDING ? wedding_gift : harbor_answer)(context, action);
        return;
    }
    lose(state, action->seat, &action->give);
    gain(state, to, &action->give);
    struct holm_event *event = event_next(context, HOLM_EV_GIVE, action->seat);
    if (event) {
        event->target = (uint8_t)to;
        event->cards = action->give;
        event->n = (uint8_t)total;
    }
    step->n = (uint8_t)(step->n - total);
    if (!step->n)
        step_pop(state);
}

int check_send_robber(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_token_action(state, action->seat, 1);
    if (!error && robber_locked(state))
        error = HOLM_E_SEND_LOCKED;
    return error ? error : robber_desert_site(state, action->place);
}

void apply_send_robber(struct context *context, const struct holm_action *action)
{
    tokens_pay(context, action->seat, 1);
    context->state->robber = (uint8_t)action->place;
    struct holm_event *event = event_next(context, HOLM_EV_SEND_ROBBER, action->seat);
    if (event)
        event->place = action->place;
}

int check_sell_knight(const struct holm_state *state, const struct holm_action *action)
{
    if (state->sold)
        return HOLM_E_SOLD;
    return state->player[action->seat].army ? HOLM_OK : HOLM_E_NO_KNIGHT;
}

/* DUO-GAIN-5, 6 */
void apply_sell_knight(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int seat = action->seat;
    struct holm_player *player = &state->player[seat];
    player->army--;
    state->sold = 1;
    event_next(context, HOLM_EV_SELL_KNIGHT, seat);
    tokens_gain(context, seat, KNIGHT_TOKENS);
    if (state->army_holder == seat && (player->army < state->board->rules.army_minimum ||
                                       player->army <= state->player[opponent(seat)].army)) {
        holm_hold_army(state, HOLM_NONE);
        event_n(context, HOLM_EV_ARMY, HOLM_NONE, 0);
    }
    state->stale |= STALE_ARMY;
}

/* CKDUO-TOKEN-3: one's own knights for tokens, by rank. */
int check_dismiss(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    return is_knight(byte) && piece_seat(byte) == action->seat ? HOLM_OK : HOLM_E_NOT_OWN_KNIGHT;
}

void apply_dismiss(struct context *context, const struct holm_action *action)
{
    int rank = knight_rank(context->state->corner[action->place]);
    remove_knight(context, action->place);
    tokens_gain(context, action->seat, rank);
}
