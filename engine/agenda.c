/* agenda.c: who is asked what, and the way of every action: check, apply, and what follows. */
#include "engine/engine.h"

void step_push(struct holm_state *state, int kind, unsigned seats, int n, int place)
{
    state->agenda[state->depth++] = (struct holm_step){
        .kind = (uint8_t)kind,
        .seats = (uint8_t)seats,
        .n = (uint8_t)n,
        .place = (uint16_t)place,
    };
}

void step_pop(struct holm_state *state)
{
    state->agenda[--state->depth] = (struct holm_step){ 0 };
}

void steps_clear(struct holm_state *state)
{
    if (state->depth > 1)
        memset(state->agenda, 0, sizeof state->agenda);
    state->agenda[0] = (struct holm_step){ 0 }; /* mostly all there is, and cheaper alone */
    state->depth = 0;
}

int step_seat(const struct holm_step *step)
{
    return __builtin_ctz(step->seats);
}

/* The first of some seats in turn order, from the active player on (VOC-TURN-1). */
static int first_in_order(const struct holm_state *state, unsigned seats)
{
    int seat = state->active;
    while (!(seats & seat_bit(seat)))
        seat = seat_after(state, seat);
    return seat;
}

void step_push_each(struct holm_state *state, int kind, unsigned seats, int n)
{
    if (seats)
        step_push(state, kind, seat_bit(first_in_order(state, seats)), n, (int)seats);
}

void step_next_seat(struct holm_state *state)
{
    struct holm_step *step = top_step(state);
    step->place &= (uint16_t)~step->seats;
    if (step->place)
        step->seats = (uint8_t)seat_bit(first_in_order(state, step->place));
    else
        step_pop(state);
}

const struct holm_step *holm_step(const struct holm_state *state)
{
    return &state->agenda[state->depth - 1];
}

/* Those who have not answered the active player's offer come before the active player. */
static unsigned answering(const struct holm_state *state)
{
    if (!(step_rows[asked_step(state)->kind].flags & OFFERS))
        return 0;
    return state->offer[state->active].pending;
}

unsigned holm_asked(const struct holm_state *state)
{
    return asked_step(state)->seats | answering(state);
}

int holm_next(const struct holm_state *state)
{
    unsigned pending = answering(state);
    unsigned asked = pending ? pending : asked_step(state)->seats;
    return asked ? __builtin_ctz(asked) : HOLM_NONE;
}

/* Free roads that can no longer be placed are dropped (BASE-DEV-8). */
void drop_free_roads(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_step *step = top_step(state);
    if (!step->n || !free_segment_possible(state, step_seat(step)))
        step_pop(state);
}

/* BASE-DEV-12: the winner's victory cards are shown. */
static void reveal(struct context *context, struct holm_player *player, int seat)
{
    int count = player->development[HOLM_VICTORY];
    player->revealed = (uint8_t)(player->revealed + count);
    player->developments = (uint8_t)(player->developments - count);
    player->bought = (uint8_t)(player->bought - player->fresh[HOLM_VICTORY]);
    player->development[HOLM_VICTORY] = player->fresh[HOLM_VICTORY] = 0;
    if (count)
        event_n(context, HOLM_EV_REVEAL, seat, count);
}

/* C8-CK-CARD-10: so are progress cards that are points, where they were kept hidden. */
static void reveal_progress(struct context *context, struct holm_player *player, int seat)
{
    static const uint8_t points[] = { HOLM_PRINTER, HOLM_CONSTITUTION };
    int count = 0;
    for (int i = 0; i < 2; i++) {
        int held = player->progress[points[i]];
        player->progress[points[i]] = 0;
        player->backs[holm_progress_info[points[i]].track] -= (uint8_t)held;
        context->state->laid_open[points[i]] += (uint8_t)held;
        count += held;
    }
    player->revealed = (uint8_t)(player->revealed + count);
    player->points = (uint8_t)(player->points + count);
    if (count)
        event_n(context, HOLM_EV_REVEAL, seat, count);
}

/* BASE-VP-4: with all victory cards of the winners shown. */
void finish_game(struct context *context, unsigned winners)
{
    struct holm_state *state = context->state;
    int seat = __builtin_ctz(winners);
    for (unsigned left = winners; left; left &= left - 1) {
        int each = __builtin_ctz(left);
        (with_knights(state) ? reveal_progress : reveal)(context, &state->player[each], each);
    }
    if (winners & (winners - 1)) {
        struct holm_event *event = event_next(context, HOLM_EV_SHARED, seat);
        if (event) {
            event->seats = (uint8_t)winners;
            event->n = (uint8_t)holm_points(state, seat);
        }
        state->shared = (uint8_t)winners;
    } else {
        event_n(context, HOLM_EV_WIN, seat, holm_points(state, seat));
    }
    offers_clear(state);
    steps_clear(state);
    state->winner = (uint8_t)seat;
    step_push(state, HOLM_STEP_OVER, 0, 0, 0);
}

/* BASE-VP-2, SC-WON-1 */
bool has_won(const struct holm_state *state, int seat, int more)
{
    const struct holm_board *board = state->board;
    if (board->expanded && board->map.wonders)
        return wonder_wins(state, seat, more);
    if (board->expanded && board->map.lanes && state->player[seat].lairs)
        return false; /* SC-PIR-1 */
    return holm_points(state, seat) + more >= state->board->rules.target;
}

static void judge_awards(struct context *context)
{
    struct holm_state *state = context->state;
    if (state->stale & STALE_ROUTE && !state->board->map.no_route)
        route_award(context);
    if (state->stale & STALE_ARMY)
        army_award(context);
    state->stale = 0;
}

/* The target, in one's own turn. */
static void judge_target(struct context *context)
{
    const struct holm_state *state = context->state;
    int seat = state->active;
    if (seat != HOLM_NONE && has_won(state, seat, 0))
        finish_game(context, seat_bit(seat));
}

/* Whether nothing more is to do than to judge the target, as mostly. */
static bool is_settled(const struct holm_state *state)
{
    const struct step_row *row = &step_rows[asked_step(state)->kind];
    return !(row->flags & UNFINISHED) && !row->run && !state->stale && !state->board->map.gifts;
}

/* Harbours that were kept for want of a place (SC-TRIBE-9). */
static void look_for_ports(struct context *context)
{
    int kind = top_step(context->state)->kind;
    if (kind != HOLM_STEP_PORT && kind != HOLM_STEP_OVER)
        kept_ports(context);
}

/* After every action: judge, and run the steps that run by themselves. */
static void follow_up(struct context *context)
{
    struct holm_state *state = context->state;
    const struct step_row *row = &step_rows[top_step(state)->kind];
    while (!(row->flags & UNFINISHED)) {
        if (row->run && row->asks != HOLM_ASKS_ITSELF)
            row->run(context);
        if (state->stale)
            judge_awards(context);
        judge_target(context);
        if (state->board->map.gifts)
            look_for_ports(context);
        row = &step_rows[top_step(state)->kind];
        if (row->asks != HOLM_ASKS_ITSELF)
            return;
        context->step = *top_step(state);
        step_pop(state);
        row->run(context);
        row = &step_rows[top_step(state)->kind];
    }
}

/* Whether nothing can follow an action of this kind. */
static bool is_quiet(const struct holm_state *state, const struct kind_row *row)
{
    return row->groups & HOLM_G_QUIET && !state->board->expanded && !state->stale;
}

void holm_apply_listed(struct holm_state *state, const struct holm_action *action,
                       struct holm_chance *chance, struct holm_events *events)
{
    struct context context = { .state = state, .chance = chance, .events = events };
    chance->drawn_count = 0;
    if (!chance->dictating)
        chance->failed = 0;
    if (events)
        events->count = 0;
    const struct kind_row *row = &kind_rows[action->kind];
    row->apply(&context, action);
    if (is_quiet(state, row))
        return;
    if (is_settled(state))
        judge_target(&context);
    else
        follow_up(&context);
}

/* Dictated outcomes may turn out impossible half-way: then everything is taken back. */
static int apply_dictated(struct holm_state *state, const struct holm_action *action,
                          struct holm_chance *chance, struct holm_events *events)
{
    struct holm_state before = *state;
    chance->failed = 0;
    holm_apply_listed(state, action, chance, events);
    if (!chance->failed && chance->dictated_at < chance->dictated_count)
        chance->failed = 1; /* more outcomes than draws */
    chance->dictating = 0;
    chance->dictated = NULL;
    if (!chance->failed)
        return HOLM_OK;
    *state = before;
    chance->drawn_count = 0;
    if (events)
        events->count = 0;
    return HOLM_E_OUTCOME;
}

int holm_apply(struct holm_state *state, const struct holm_action *action,
               struct holm_chance *chance, struct holm_events *events)
{
    int error = state->viewer == HOLM_EVERYBODY ? holm_check(state, action) : HOLM_E_VIEW;
    if (error) {
        chance->dictating = 0;
        chance->drawn_count = 0;
        if (events)
            events->count = 0;
        return error;
    }
    if (chance->dictating)
        return apply_dictated(state, action, chance, events);
    holm_apply_listed(state, action, chance, events);
    return HOLM_OK;
}
