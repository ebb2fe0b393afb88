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

static void tokens_pay(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    int cost = token_cost(state, seat);
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
    tokens_gain(context, seat, (corner_in(&board->desert, corner) ? DESERT_TOKENS : 0) +
                                   (corner_in(&board->coast, corner) ? COAST_TOKENS : 0));
}

/* DUO-TOKEN-1, 2: by public points. */
int token_cost(const struct holm_state *state, int seat)
{
    return state->player[seat].points <= state->player[opponent(seat)].points ? 1 : 2;
}

static int check_token_action(const struct holm_state *state, int seat)
{
    const struct holm_rules *rules = &state->board->rules;
    if (!rules->neutrals)
        return HOLM_E_NO_TOKENS_GAME;
    if (rules->token_actions && state->forced >= rules->token_actions)
        return HOLM_E_TOKEN_LIMIT;
    return state->player[seat].tokens < token_cost(state, seat) ? HOLM_E_TOKENS : HOLM_OK;
}

int check_force(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_token_action(state, action->seat);
    if (!error && state->player[opponent(action->seat)].cards == 0)
        error = HOLM_E_FORCE_EMPTY;
    return error;
}

/* DUO-TOKEN-3..5: two cards at random, then two of choice back. */
void apply_force(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_cards drawn = { { 0 } };
    int seat = action->seat, count = 0;
    tokens_pay(context, seat);
    while (count < FORCED_CARDS && state->player[opponent(seat)].cards) {
        drawn.n[take_random_card(context, opponent(seat), seat) % HOLM_CARDS]++;
        count++;
    }
    struct holm_event *event = event_next(context, HOLM_EV_FORCE, seat);
    if (event) {
        event->target = (uint8_t)opponent(seat);
        event->cards = drawn;
        event->n = (uint8_t)count;
    }
    offers_lapse(context, opponent(seat));
    int owed = state->player[seat].cards < FORCED_CARDS ? state->player[seat].cards : FORCED_CARDS;
    step_push(state, HOLM_STEP_GIVE, seat_bit(seat), owed, opponent(seat));
}

int check_give(const struct holm_state *state, const struct holm_action *action)
{
    int total = cards_total(&action->give);
    if (total < 1 || total > holm_step(state)->n ||
        !cards_cover(&state->player[action->seat].hand, &action->give))
        return HOLM_E_GIVE_COUNT;
    return HOLM_OK;
}

void apply_give(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    int to = step->place, total = cards_total(&action->give);
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
    int error = check_token_action(state, action->seat);
    if (error)
        return error;
    if (state->board->map.terrain[action->place] != HOLM_DESERT)
        return HOLM_E_NO_DESERT;
    return action->place == state->robber ? HOLM_E_ROBBER_ON_DESERT : HOLM_OK;
}

void apply_send_robber(struct context *context, const struct holm_action *action)
{
    tokens_pay(context, action->seat);
    context->state->robber = (uint8_t)action->place;
    struct holm_event *event = event_next(context, HOLM_EV_SEND_ROBBER, action->seat);
    if (event)
        event->place = action->place;
}

int check_sell_knight(const struct holm_state *state, const struct holm_action *action)
{
    if (!state->board->rules.neutrals)
        return HOLM_E_NO_TOKENS_GAME;
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
