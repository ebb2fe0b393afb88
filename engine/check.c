/* check.c: the one gate. First the form of an action, then whether this seat may do such a thing
 * now, then the rule of its kind. */
#include "engine/engine.h"

enum { COUNT_MAX = 99 }; /* of one kind of card in an action; keeps sums within a byte */

/* Kinds by what they are, as bits. */
enum {
    TRADE_KINDS = 1 << HOLM_DO_BANK | 1 << HOLM_DO_OFFER | 1 << HOLM_DO_ACCEPT |
                  1 << HOLM_DO_DECLINE | 1 << HOLM_DO_WITHDRAW | 1 << HOLM_DO_CONCLUDE,
    CARD_KINDS = 1 << HOLM_DO_KNIGHT | 1 << HOLM_DO_ROAD_BUILDING | 1 << HOLM_DO_PLENTY |
                 1 << HOLM_DO_MONOPOLY,
    /* done by others than the active player in the action phase */
    ANSWER_KINDS = 1 << HOLM_DO_OFFER | 1 << HOLM_DO_ACCEPT | 1 << HOLM_DO_DECLINE |
                   1 << HOLM_DO_WITHDRAW
};

/* What must be done first at a step at which something else is asked. */
static const uint8_t first_things[HOLM_STEP_KINDS] = {
    [HOLM_STEP_START_ROLL] = HOLM_E_MUST_ROLL,
    [HOLM_STEP_SETUP_SETTLEMENT] = HOLM_E_IN_SETUP,
    [HOLM_STEP_SETUP_ROAD] = HOLM_E_IN_SETUP,
    [HOLM_STEP_ROLL] = HOLM_E_BEFORE_ROLL,
    [HOLM_STEP_DISCARD] = HOLM_E_DISCARD_FIRST,
    [HOLM_STEP_ROBBER] = HOLM_E_ROBBER_FIRST,
    [HOLM_STEP_ACTIONS] = HOLM_E_NOT_NOW,
    [HOLM_STEP_FREE_ROADS] = HOLM_E_FREE_ROADS_FIRST,
    [HOLM_STEP_TAKE] = HOLM_E_NOT_NOW,
    [HOLM_STEP_NEUTRAL_ROAD] = HOLM_E_NEUTRAL_FIRST,
    [HOLM_STEP_NEUTRAL_SETTLEMENT] = HOLM_E_NEUTRAL_SETTLEMENT_FIRST,
    [HOLM_STEP_GIVE] = HOLM_E_GIVE_FIRST,
    [HOLM_STEP_SPECIAL_BUILD] = HOLM_E_NOT_NOW,
    [HOLM_STEP_OVER] = HOLM_E_OVER,
};

static int check_cards(const struct holm_cards *cards, bool used)
{
    for (int i = 0; i < HOLM_CARDS; i++)
        if (cards->n[i] > (used && i < HOLM_RESOURCES ? COUNT_MAX : 0))
            return HOLM_E_FIELD;
    return HOLM_OK;
}

static int check_place(const struct holm_board *board, int fields, int place)
{
    int places = fields & HOLM_F_HEX      ? board->topology.hexes
                 : fields & HOLM_F_CORNER ? board->topology.corners
                 : fields & HOLM_F_EDGE   ? board->topology.edges
                                          : 1; /* unused: 0 */
    return place < places ? HOLM_OK : HOLM_E_PLACE;
}

/* Every field is in its range, and 0 where the kind does not use it. */
static int check_form(const struct holm_state *state, const struct holm_action *action)
{
    int fields = holm_kind_info[action->kind].fields;
    const struct holm_board *board = state->board;
    bool nobody = action->target == HOLM_NONE && action->kind == HOLM_DO_ROBBER;
    if (action->target >= (fields & HOLM_F_TARGET ? board->seats : 1) && !nobody)
        return HOLM_E_SEAT;
    if (action->seats >> (fields & HOLM_F_SEATS ? board->rules.players : 0))
        return HOLM_E_SEAT;
    if (action->card >= (fields & HOLM_F_CARD ? HOLM_RESOURCES : 1) || action->spare)
        return HOLM_E_FIELD;
    if (check_cards(&action->give, fields & HOLM_F_GIVE) ||
        check_cards(&action->take, fields & HOLM_F_TAKE))
        return HOLM_E_FIELD;
    return check_place(board, fields, action->place);
}

/* Why this kind cannot be done at this step by this seat. */
static int why_not_now(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    uint32_t kind = 1u << action->kind;
    bool asked = step->seats & seat_bit(action->seat);
    if (step->kind == HOLM_STEP_OVER)
        return HOLM_E_OVER;
    if (step->kind == HOLM_STEP_SPECIAL_BUILD && kind & TRADE_KINDS)
        return HOLM_E_SPECIAL_TRADE;
    if (step->kind == HOLM_STEP_SPECIAL_BUILD && kind & CARD_KINDS)
        return HOLM_E_SPECIAL_CARD;
    if (kind & TRADE_KINDS && (step->kind == HOLM_STEP_ROLL || step->kind == HOLM_STEP_ACTIONS))
        return HOLM_E_TRADE_TIME;
    if (!asked && action->seat != state->active)
        return state->active == HOLM_NONE ? HOLM_E_NOT_ASKED : HOLM_E_NOT_YOUR_TURN;
    if (kind & CARD_KINDS && step->kind != HOLM_STEP_FREE_ROADS)
        return HOLM_E_CARD_TIME;
    if (step->kind == HOLM_STEP_ROLL && action->kind == HOLM_DO_END)
        return HOLM_E_MUST_ROLL;
    if (action->kind == HOLM_DO_ROLL &&
        (step->kind == HOLM_STEP_ACTIONS || step->kind == HOLM_STEP_SPECIAL_BUILD))
        return HOLM_E_ROLLED;
    return first_things[step->kind];
}

int holm_check(const struct holm_state *state, const struct holm_action *action)
{
    if (action->kind == HOLM_NO_ACTION || action->kind >= HOLM_KINDS)
        return HOLM_E_KIND;
    if (!is_player(state, action->seat))
        return HOLM_E_SEAT;
    if (state->viewer != HOLM_EVERYBODY && state->viewer != action->seat)
        return HOLM_E_VIEW;
    int error = check_form(state, action);
    if (error)
        return error;
    const struct holm_step *step = holm_step(state);
    const struct kind_row *row = &kind_rows[action->kind];
    bool asked = step->seats & seat_bit(action->seat);
    bool answers = ANSWER_KINDS >> action->kind & 1;
    if (!(row->steps >> step->kind & 1) || !(asked || answers))
        return why_not_now(state, action);
    return row->check(state, action);
}
