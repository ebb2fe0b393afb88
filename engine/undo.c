/* undo.c: taking back one's own latest action (HOLM-UNDO). A position alone does not know how it came
 * about, and the fast ways through the engine pay nothing for it: whoever steps a game keeps the
 * position before the latest action in a holm_past. */
#include "engine/engine.h"

enum { UNDOS_A_TURN = 3 };

/* Without a past there is nothing to take back; holm_check_past() goes on from here. */
int check_undo(const struct holm_state *state, const struct holm_action *action)
{
    (void)action;
    return state->board->rules.undo ? HOLM_E_UNDO_NOTHING : HOLM_E_UNDO_OFF;
}

/* Never reached: its check lets nothing through. */
void apply_undo(struct context *context, const struct holm_action *action)
{
    (void)context;
    (void)action;
}

int holm_check_past(const struct holm_state *state, const struct holm_past *past,
                    const struct holm_action *action)
{
    int error = holm_check(state, action);
    if (error != HOLM_E_UNDO_NOTHING)
        return error;
    if (past->action.kind == HOLM_NO_ACTION || past->action.seat != action->seat)
        return HOLM_E_UNDO_NOTHING;
    if (past->why_not)
        return past->why_not;
    return past->taken[action->seat] < UNDOS_A_TURN ? HOLM_OK : HOLM_E_UNDO_LIMIT;
}

void holm_legal_past(const struct holm_state *state, const struct holm_past *past, int seat,
                     struct holm_list *list)
{
    const struct holm_action undo = { .kind = HOLM_DO_UNDO, .seat = (uint8_t)seat };
    holm_legal(state, seat, list);
    if (list->count + list->templates == HOLM_LIST_MAX || holm_check_past(state, past, &undo))
        return;
    struct holm_action *at = &list->at[list->count++];
    memmove(at + 1, at, (size_t)list->templates * sizeof *at);
    *at = undo;
}

/* ------------------------------------------------------------- remembering */

/* Whose turn it is; in set-up and special building, whoever is asked. */
static uint8_t turn_owner(const struct holm_state *state)
{
    const struct holm_step *step = asked_step(state);
    return state->active == HOLM_NONE && step->seats ? (uint8_t)step_seat(step) : state->active;
}

/* HOLM-UNDO-4: some are told more than others. */
static bool shows_hidden(const struct holm_events *events)
{
    for (int i = 0; i < events->count; i++)
        if (holm_event_info[events->at[i].kind].secret)
            return true;
    return false;
}

static int why_not(const struct holm_action *action, const struct holm_chance *chance,
                   const struct holm_events *events)
{
    if (!(kind_rows[action->kind].groups & HOLM_G_UNDOABLE))
        return HOLM_E_UNDO_KIND;
    return chance->drawn_count || shows_hidden(events) ? HOLM_E_UNDO_SHOWN : HOLM_OK;
}

static void remember(struct holm_past *past, const struct holm_state *state,
                     const struct holm_action *action)
{
    const uint8_t owner = turn_owner(state);
    if (past->owner != owner)
        memset(past->taken, 0, sizeof past->taken);
    past->owner = owner;
    past->action = *action;
}

static int apply_and_remember(struct holm_state *state, struct holm_past *past,
                              const struct holm_action *action, struct holm_chance *chance,
                              struct holm_events *events)
{
    const struct holm_state before = *state;
    int error = holm_apply(state, action, chance, events);
    if (error)
        return error;
    remember(past, state, action);
    past->why_not = (uint16_t)why_not(action, chance, events);
    if (!past->why_not)
        past->before = before;
    return HOLM_OK;
}

/* ------------------------------------------------------------- taking back */

static const uint8_t piece_built[HOLM_KINDS] = {
    [HOLM_DO_SETTLEMENT] = HOLM_SETTLEMENT,
    [HOLM_DO_ROAD] = HOLM_ROAD,
    [HOLM_DO_CITY] = HOLM_CITY,
    [HOLM_DO_WALL] = HOLM_WALL,
    [HOLM_DO_SHIP] = HOLM_SHIP,
};

/* What was built; of an activation, the knight; of a trade, nothing. */
static int piece_taken(const struct holm_state *state, const struct holm_action *action)
{
    return action->kind == HOLM_DO_ACTIVATE ? piece_kind(state->corner[action->place])
                                            : piece_built[action->kind];
}

/* Cards that a hand has and another has not. */
static struct holm_cards cards_beyond(const struct holm_cards *hand, const struct holm_cards *other)
{
    struct holm_cards beyond = { { 0 } };
    for (int card = 0; card < HOLM_CARDS; card++)
        if (hand->n[card] > other->n[card])
            beyond.n[card] = (uint8_t)(hand->n[card] - other->n[card]);
    return beyond;
}

static void tell_undo(struct context *context, const struct holm_past *past)
{
    const struct holm_action *action = &past->action;
    const struct holm_cards *now = &context->state->player[action->seat].hand;
    const struct holm_cards *then = &past->before.player[action->seat].hand;
    struct holm_event *event = event_next(context, HOLM_EV_UNDO, action->seat);
    if (!event)
        return;
    event->piece = (uint8_t)piece_taken(context->state, action);
    event->place = action->place;
    event->cards = cards_beyond(then, now);
    event->more = cards_beyond(now, then);
}

static int check_taking(const struct holm_state *state, const struct holm_past *past,
                        const struct holm_action *action, struct holm_chance *chance)
{
    if (state->viewer != HOLM_EVERYBODY)
        return HOLM_E_VIEW;
    int error = holm_check_past(state, past, action);
    if (error || !chance->dictating || !chance->dictated_count)
        return error;
    chance->failed = 1; /* nothing is drawn */
    return HOLM_E_OUTCOME;
}

static int take_back(struct holm_state *state, struct holm_past *past,
                     const struct holm_action *action, struct holm_chance *chance,
                     struct holm_events *events)
{
    struct context context = { .state = state, .chance = chance, .events = events };
    const struct holm_board *board = state->board; /* the past may come from a copy of the game */
    int error = check_taking(state, past, action, chance);
    chance->drawn_count = 0;
    chance->dictating = 0;
    events->count = 0;
    if (error)
        return error;
    tell_undo(&context, past);
    *state = past->before;
    state->board = board;
    past->action = (struct holm_action){ 0 };
    past->taken[action->seat]++;
    return HOLM_OK;
}

int holm_apply_past(struct holm_state *state, struct holm_past *past,
                    const struct holm_action *action, struct holm_chance *chance,
                    struct holm_events *events)
{
    struct holm_events unasked; /* what is taken back does not depend on who listens */
    return (action->kind == HOLM_DO_UNDO ? take_back : apply_and_remember)(
        state, past, action, chance, events ? events : &unasked);
}
