/* turn.c: set-up order, turns, and the three ways five to eight players share them. */
#include "engine/engine.h"

/* BASE-SETUP-2, 3; SC-CLOTH-3: once round, back again, and once more. */
int holm_setup_seat(const struct holm_state *state, int placed)
{
    int players = state->board->rules.players, round = placed / players, step = placed % players;
    return (state->first + (round == 1 ? players - 1 - step : step)) % players;
}

int holm_setup_count(const struct holm_state *state)
{
    return (state->board->map.setup_rounds == 3 ? 3 : 2) * state->board->rules.players;
}

bool setup_last_round(const struct holm_state *state, int placed)
{
    return placed >= holm_setup_count(state) - state->board->rules.players;
}

/* CK-SETUP-3 */
int holm_setup_piece(const struct holm_state *state, int placed)
{
    return setup_last_round(state, placed) ? state->board->rules.second_building : HOLM_SETTLEMENT;
}

/* Asks for the next starting settlement. Who finds no place for one is passed over (BASE-SETUP-10). */
void setup_next(struct context *context, int placed)
{
    struct holm_state *state = context->state;
    steps_clear(state);
    for (; placed < holm_setup_count(state); placed++) {
        int seat = holm_setup_seat(state, placed);
        if (start_possible(state, seat)) {
            step_push(state, HOLM_STEP_SETUP_SETTLEMENT, seat_bit(seat), placed, 0);
            return;
        }
        event_next(context, HOLM_EV_SKIP, seat);
    }
    turn_begin(context, state->first); /* BASE-SETUP-8 */
}

bool two_parts(const struct holm_rules *rules)
{
    static const bool modes[HOLM_TURN_MODES] = {
        [HOLM_TURN_PAIRED] = true, [HOLM_TURN_TWO_PER_TURN] = true
    };
    return modes[rules->turn_mode];
}

/* PAIR-1 and P8-3: who acts in the second part of the roller's turn. */
int second_player(const struct holm_state *state)
{
    int players = state->board->rules.players;
    int ahead = players / 2;
    if (state->board->rules.turn_mode == HOLM_TURN_PAIRED && players <= 6)
        ahead = 3;
    return (state->roller + ahead) % players;
}

static void game_undecided(struct context *context)
{
    struct holm_state *state = context->state;
    state->active = HOLM_NONE;
    step_push(state, HOLM_STEP_OVER, 0, 0, 0);
    struct holm_event *event = event_next(context, HOLM_EV_UNDECIDED, 0);
    for (int seat = 0; event && seat < state->board->rules.players; seat++) {
        int points = state->player[seat].points;
        if (points > event->n) {
            event->n = (uint8_t)points;
            event->seats = 0;
        }
        if (points == event->n)
            event->seats |= (uint8_t)seat_bit(seat);
    }
}

/* Whatever was asked is asked no more, and nobody owes an answer to it. */
static void drop_questions(struct holm_state *state)
{
    const struct holm_step *step = top_step(state);
    if (step->kind == HOLM_STEP_RETREAT) /* a knight on its way goes home */
        state->player[step->data[0]].knights[step->n - 1]++;
    for (int seat = 0; seat < state->board->seats; seat++) {
        struct holm_player *player = &state->player[seat];
        player->pledge = cards_of(0);
        player->owed = player->pledged = player->chosen = player->breach = 0;
        player->yields = 0;
    }
    state->alchemy = 0;
    offers_clear(state);
    steps_clear(state);
}

void holm_stop(struct holm_state *state, int winner, struct holm_events *events)
{
    struct context context = { .state = state, .events = events };
    if (events)
        events->count = 0;
    drop_questions(state);
    if (winner < state->board->rules.players) {
        finish_game(&context, seat_bit(winner));
    } else {
        state->active = HOLM_NONE;
        step_push(state, HOLM_STEP_OVER, 0, 0, 0);
    }
}

/* What Cities & Knights counts by the turn. */
static void turn_begin_knights(struct holm_state *state, int seat)
{
    state->player[seat].fleet = 0; /* also a fleet that lasts until the seat's own next turn */
    knights_rest(state, seat);
    if (!state->part && seat == state->first && state->rounds < 3)
        state->rounds++;
}

/* BASE-TURN-5: in an ordered action phase there is no way back to an earlier part. */
int check_part(const struct holm_state *state, int part)
{
    if (state->building <= part || state->board->rules.action_order == HOLM_ORDER_FREE ||
        state->active == HOLM_NONE)
        return HOLM_OK;
    return part == PART_TRADE ? HOLM_E_TRADE_PART_OVER : HOLM_E_BUILD_PART_OVER;
}

/* A later part of the action phase begins; where parts are ordered, offers fall with the trade part. */
void enter_part(struct context *context, int part)
{
    struct holm_state *state = context->state;
    if (state->board->rules.action_order == HOLM_ORDER_TRADE_BUILD_EXTRAS)
        offers_clear(state);
    state->building = (uint8_t)part;
}

void holm_forget_turn(struct holm_state *state)
{
    state->building = state->played = state->sold = state->forced = state->first_total = 0;
    if (with_knights(state))
        state->harbor = state->harbor_asked = state->merchant_moved = state->errant = 0;
    if (with_ships(state)) {
        state->sailed = 0;
        memset(&state->new_ships, 0, sizeof state->new_ships);
    }
}

/* The agenda is empty here: a turn starts from nothing. The target is checked by what follows
 * every action (agenda.c), so also before the roll (BASE-VP-3). */
void turn_begin(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    uint16_t limit = state->board->rules.turn_limit;
    steps_clear(state);
    if (limit && state->turns >= limit) {
        game_undecided(context);
        return;
    }
    state->turns++;
    state->active = (uint8_t)seat;
    holm_forget_turn(state);
    memset(state->player[seat].fresh, 0, sizeof state->player[seat].fresh);
    state->player[seat].bought = 0;
    if (with_knights(state))
        turn_begin_knights(state, seat);
    event_n(context, HOLM_EV_TURN, seat, state->part);
    if (state->part) {
        step_push(state, HOLM_STEP_ACTIONS, seat_bit(seat), 0, 0);
    } else {
        state->roller = (uint8_t)seat;
        step_push(state, HOLM_STEP_ROLL, seat_bit(seat), 0, 0);
    }
}

static APART void special_build(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    steps_clear(state);
    state->active = HOLM_NONE; /* nobody's own turn: SBP-6 */
    if (with_knights(state))
        knights_rest(state, seat); /* CK56-SBP-5 */
    step_push(state, HOLM_STEP_SPECIAL_BUILD, seat_bit(seat), 0, 0);
    event_next(context, HOLM_EV_SPECIAL_BUILD, seat);
}

static void next_roller(struct context *context)
{
    struct holm_state *state = context->state;
    state->part = 0;
    turn_begin(context, seat_after(state, state->roller));
}

/* SC-PIR-15: the attack on the fortress comes last, and may win. */
static bool fortress_wins(struct context *context)
{
    struct holm_state *state = context->state;
    besiege(context, state->active);
    if (!has_won(state, state->active, 0))
        return false;
    finish_game(context, seat_bit(state->active));
    return true;
}

/* What the expansions do at the end of a turn; whether that ends the game. */
static APART bool turn_end_expanded(struct context *context)
{
    struct holm_state *state = context->state;
    if (state->board->villages && villages_end(context))
        return true;
    if (state->board->map.lanes && fortress_wins(context))
        return true;
    if (state->board->rules.fleet_duration == HOLM_FLEET_THIS_TURN)
        state->player[state->active].fleet = 0;
    return false;
}

/* The active player's turn, or part of it, is over. */
void turn_end(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_rules *rules = &state->board->rules;
    if (state->board->expanded && turn_end_expanded(context))
        return;
    if (rules->turn_mode == HOLM_TURN_SPECIAL_BUILD) {
        special_build(context, seat_after(state, state->active));
    } else if (two_parts(rules) && state->part == 0) {
        state->part = 1;
        turn_begin(context, second_player(state));
    } else {
        next_roller(context);
    }
}

int check_end(const struct holm_state *state, const struct holm_action *action)
{
    (void)state;
    (void)action;
    return HOLM_OK;
}

void apply_end(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    event_next(context, HOLM_EV_END, action->seat);
    if (top_step(state)->kind == HOLM_STEP_SPECIAL_BUILD) {
        const int left = seat_after(state, action->seat);
        if (left == state->roller)
            next_roller(context);
        else
            special_build(context, left);
        return;
    }
    offers_clear(state);
    if (with_knights(state) && over_limit(state, action->seat)) {
        step_push(state, HOLM_STEP_END, 0, 0, 0); /* CK-CARD-5 */
        step_push_each(state, HOLM_STEP_PROGRESS_LIMIT, seat_bit(action->seat), 0);
        return;
    }
    turn_end(context);
}
