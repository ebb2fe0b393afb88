/* progress.c: the three decks, drawing, the hand limit, and when a card may be played (CK-CARD).
 * A deck is what lies on top in an unknown order, counted by kind, and the queue of cards that were
 * put underneath. ORDER: enum holm_progress. */
#include "engine/engine.h"

_Static_assert((int)HOLM_PROGRESS_KINDS <= (int)HOLM_OUTCOMES, "a card drawn is one outcome");

const struct holm_progress_info holm_progress_info[HOLM_PROGRESS_KINDS] = {
    [HOLM_ALCHEMIST] = { HOLM_SCIENCE, 2, HOLM_DO_ALCHEMIST },
    [HOLM_CRANE] = { HOLM_SCIENCE, 2, HOLM_DO_CRANE },
    [HOLM_ENGINEER] = { HOLM_SCIENCE, 1, HOLM_DO_ENGINEER },
    [HOLM_INVENTOR] = { HOLM_SCIENCE, 2, HOLM_DO_INVENTOR },
    [HOLM_IRRIGATION] = { HOLM_SCIENCE, 2, HOLM_DO_IRRIGATION },
    [HOLM_MEDICINE] = { HOLM_SCIENCE, 2, HOLM_DO_MEDICINE },
    [HOLM_MINING] = { HOLM_SCIENCE, 2, HOLM_DO_MINING },
    [HOLM_PRINTER] = { HOLM_SCIENCE, 1, HOLM_NO_ACTION },
    [HOLM_ROADS] = { HOLM_SCIENCE, 2, HOLM_DO_ROAD_BUILDING },
    [HOLM_SMITH] = { HOLM_SCIENCE, 2, HOLM_DO_SMITH },
    [HOLM_COMMERCIAL_HARBOR] = { HOLM_TRADE, 2, HOLM_DO_COMMERCIAL_HARBOR },
    [HOLM_MASTER_MERCHANT] = { HOLM_TRADE, 2, HOLM_DO_MASTER_MERCHANT },
    [HOLM_MERCHANT] = { HOLM_TRADE, 6, HOLM_DO_MERCHANT },
    [HOLM_MERCHANT_FLEET] = { HOLM_TRADE, 2, HOLM_DO_MERCHANT_FLEET },
    [HOLM_RESOURCE_MONOPOLY] = { HOLM_TRADE, 4, HOLM_DO_RESOURCE_MONOPOLY },
    [HOLM_TRADE_MONOPOLY] = { HOLM_TRADE, 2, HOLM_DO_TRADE_MONOPOLY },
    [HOLM_BISHOP] = { HOLM_POLITICS, 2, HOLM_DO_BISHOP },
    [HOLM_CONSTITUTION] = { HOLM_POLITICS, 1, HOLM_NO_ACTION },
    [HOLM_DESERTER] = { HOLM_POLITICS, 2, HOLM_DO_DESERTER },
    [HOLM_DIPLOMAT] = { HOLM_POLITICS, 2, HOLM_DO_DIPLOMAT },
    [HOLM_INTRIGUE] = { HOLM_POLITICS, 2, HOLM_DO_INTRIGUE },
    [HOLM_SABOTEUR] = { HOLM_POLITICS, 2, HOLM_DO_SABOTEUR },
    [HOLM_SPY] = { HOLM_POLITICS, 3, HOLM_DO_SPY },
    [HOLM_WARLORD] = { HOLM_POLITICS, 2, HOLM_DO_WARLORD },
    [HOLM_WEDDING] = { HOLM_POLITICS, 2, HOLM_DO_WEDDING },
};

int holm_progress_track(const struct holm_rules *rules, int progress)
{
    return progress == HOLM_WARLORD ? rules->warlord_track : holm_progress_info[progress].track;
}

int holm_progress_count(const struct holm_player *player)
{
    return player->backs[HOLM_TRADE] + player->backs[HOLM_POLITICS] + player->backs[HOLM_SCIENCE];
}

void deal_decks(struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    memcpy(state->pool, rules->progress_copies, sizeof state->pool);
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        int track = holm_progress_track(rules, progress);
        state->deck_left[track] =
            (uint8_t)(state->deck_left[track] + rules->progress_copies[progress]);
    }
}

/* ----------------------------------------------------------------- drawing */

void put_under(struct holm_state *state, int track, int progress, int known)
{
    int at = 0;
    while (state->under[track][at])
        at++;
    state->under[track][at] = (uint8_t)(progress + 1);
    state->under_known[track][at] = (uint8_t)known;
    state->deck_left[track]++;
}

static int take_from_under(struct holm_state *state, int track)
{
    int progress = state->under[track][0] - 1;
    memmove(state->under[track], state->under[track] + 1, HOLM_UNDER_MAX - 1);
    memmove(state->under_known[track], state->under_known[track] + 1, HOLM_UNDER_MAX - 1);
    state->under[track][HOLM_UNDER_MAX - 1] = 0;
    state->under_known[track][HOLM_UNDER_MAX - 1] = 0;
    return progress;
}

static int take_from_deck(struct context *context, int track)
{
    struct holm_state *state = context->state;
    uint8_t weight[HOLM_PROGRESS_KINDS] = { 0 };
    int total = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (holm_progress_track(&state->board->rules, progress) == track)
            total += weight[progress] = state->pool[progress];
    if (!total)
        return take_from_under(state, track);
    int progress = draw_weighted(context->chance, weight, HOLM_PROGRESS_KINDS, total);
    state->pool[progress]--;
    return progress;
}

static bool is_point(int progress)
{
    return holm_progress_info[progress].kind == HOLM_NO_ACTION;
}

/* CK-DRAW-5: an empty deck gives nothing. CK-CARD-2: a victory point is laid open at once. */
void draw_progress(struct context *context, int seat, int track)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    if (!state->deck_left[track])
        return;
    state->deck_left[track]--;
    int progress = take_from_deck(context, track);
    struct holm_event *event = event_next(context, HOLM_EV_DRAW, seat);
    if (event) {
        event->track = (uint8_t)track;
        event->progress = (uint8_t)progress;
        event->n = is_point(progress) && state->board->rules.progress_points_open;
    }
    if (is_point(progress) && state->board->rules.progress_points_open) {
        state->laid_open[progress]++;
        player->revealed++;
        player->points++;
    } else {
        player->progress[progress]++;
        player->backs[track]++;
    }
}

/* A deck of choice, for the defenders who tie (CK-BARB-16), or one of equally high tracks. */
int check_draw(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    if (step->kind == HOLM_STEP_TRACK)
        return step->place >> action->card & 1 ? HOLM_OK : HOLM_E_HIGHEST_TRACK;
    return state->deck_left[action->card] ? HOLM_OK : HOLM_E_DECK;
}

void apply_draw(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    if (top_step(state)->kind == HOLM_STEP_TRACK) {
        int face = top_step(state)->n;
        step_pop(state);
        track_chosen(context, action->seat, action->card, face);
        return;
    }
    draw_progress(context, action->seat, action->card);
    step_next_seat(state);
    if (top_step(state)->kind == HOLM_STEP_REWARD && !state->deck_left[HOLM_TRADE] &&
        !state->deck_left[HOLM_POLITICS] && !state->deck_left[HOLM_SCIENCE])
        step_pop(state); /* nothing left to draw */
}

/* --------------------------------------------------------------- the limit */

bool over_limit(const struct holm_state *state, int seat)
{
    int limit = state->board->rules.progress_limit;
    const struct holm_player *player = &state->player[seat];
    if (!limit)
        return false;
    int points = player->progress[HOLM_PRINTER] + player->progress[HOLM_CONSTITUTION];
    return holm_progress_count(player) - points > limit;
}

/* CK-CARD-4: whoever is not on turn keeps to the limit at once, in turn order. */
void run_check_limit(struct context *context)
{
    struct holm_state *state = context->state;
    unsigned over = 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (seat != state->active && over_limit(state, seat))
            over |= seat_bit(seat);
    step_push_each(state, HOLM_STEP_PROGRESS_LIMIT, over, 0);
}

int check_drop(const struct holm_state *state, const struct holm_action *action)
{
    if (!state->player[action->seat].progress[action->card])
        return HOLM_E_PROGRESS_NOT_HELD;
    return is_point(action->card) ? HOLM_E_POINT_KEPT : HOLM_OK;
}

/* CK-CARD-6, INFO-19: only its owner knows which card went underneath. */
void apply_drop(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[action->seat];
    int track = holm_progress_track(&state->board->rules, action->card);
    player->progress[action->card]--;
    player->backs[track]--;
    put_under(state, track, action->card, action->seat);
    struct holm_event *event = event_next(context, HOLM_EV_DROP, action->seat);
    if (event) {
        event->track = (uint8_t)track;
        event->progress = action->card;
    }
    if (!over_limit(state, action->seat))
        step_next_seat(state);
}

/* ----------------------------------------------------------------- playing */

/* CK-CARD-1: in one's own action phase; by the house rules in one's own turn at any time. */
int check_progress(const struct holm_state *state, int seat, int progress)
{
    const struct holm_step *step = holm_step(state);
    if (step->kind == HOLM_STEP_ROLL && progress != HOLM_ALCHEMIST &&
        (step->n > 0 || state->board->rules.progress_window != HOLM_WINDOW_OWN_TURN))
        return HOLM_E_PROGRESS_TIME;
    return state->player[seat].progress[progress] ? HOLM_OK : HOLM_E_PROGRESS_NOT_HELD;
}

void play_progress(struct context *context, int seat, int progress)
{
    struct holm_state *state = context->state;
    int track = holm_progress_track(&state->board->rules, progress);
    state->player[seat].progress[progress]--;
    state->player[seat].backs[track]--;
    put_under(state, track, progress, HOLM_EVERYBODY); /* INFO-18 */
    struct holm_event *event = event_next(context, HOLM_EV_PROGRESS, seat);
    if (event)
        event->progress = (uint8_t)progress;
}

/* ----------------------------------------------------------------- passing */

/* Steps that may be declined, though not always. */
int check_pass(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    (void)action;
    if ((step->kind == HOLM_STEP_AQUEDUCT && !state->board->rules.aqueduct_optional) ||
        (step->kind == HOLM_STEP_REPLACE_ROAD && !step->data[0]))
        return HOLM_E_CANNOT_DECLINE;
    return HOLM_OK;
}

void apply_pass(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int kind = top_step(state)->kind, n = top_step(state)->n;
    event_next(context, HOLM_EV_PASS, action->seat);
    if (step_rows[kind].asks == HOLM_ASKS_EACH)
        step_next_seat(state);
    else
        step_pop(state);
    if (kind == HOLM_STEP_SPY) {
        struct holm_event *event = event_next(context, HOLM_EV_SPY, action->seat);
        if (event)
            event->target = (uint8_t)n;
    }
}
