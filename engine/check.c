/* check.c: the one gate. First whether the game has such a thing at all, then the form of an action,
 * whether this seat may do it now, and the rule of its kind. */
#include "engine/engine.h"

enum { COUNT_MAX = 99 }; /* of one kind of card in an action; keeps sums within a byte */

static int check_cards(const struct holm_board *board, const struct holm_cards *cards, bool used)
{
    for (int i = 0; i < HOLM_CARDS; i++)
        if (cards->n[i] > (used && i < board->card_kinds ? COUNT_MAX : 0))
            return used && i >= board->card_kinds ? HOLM_E_RESOURCE : HOLM_E_FIELD;
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

int holm_card_values(const struct holm_board *board, int kind)
{
    const uint32_t fields = holm_kind_info[kind].fields;
    return fields & HOLM_F_CARD       ? board->card_kinds
           : fields & HOLM_F_TRACK    ? HOLM_TRACKS
           : fields & HOLM_F_PROGRESS ? HOLM_PROGRESS_KINDS
           : fields & HOLM_F_RANK     ? HOLM_RANKS
           : fields & HOLM_F_CHOICE   ? 2
           : fields & HOLM_F_WONDER   ? HOLM_WONDERS
                                      : 1;
}

/* The second place: a corner, a die, the seats of an offer, or nothing. */
static int check_to(const struct holm_board *board, int fields, int to)
{
    int values = fields & HOLM_F_TO        ? board->topology.corners
                 : fields & HOLM_F_TO_EDGE ? board->topology.edges
                 : fields & HOLM_F_SEATS   ? 1 << board->rules.players
                                           : 1;
    return to < values ? HOLM_OK : fields & HOLM_F_SEATS ? HOLM_E_SEAT : HOLM_E_PLACE;
}

static int check_dice(const struct holm_action *action)
{
    return action->place >= 1 && action->place <= 6 && action->to >= 1 && action->to <= 6
               ? HOLM_OK
               : HOLM_E_DICE;
}

/* Every field is in its range, and 0 where the kind does not use it. */
static int check_form(const struct holm_state *state, const struct holm_action *action)
{
    int fields = (int)holm_kind_info[action->kind].fields;
    const struct holm_board *board = state->board;
    bool nobody = action->target == HOLM_NONE && fields & HOLM_F_NOBODY;
    if (action->target >= (fields & HOLM_F_TARGET ? board->seats : 1) && !nobody)
        return HOLM_E_SEAT;
    if (action->card >= holm_card_values(board, action->kind))
        return fields & HOLM_F_CARD && action->card < HOLM_CARDS ? HOLM_E_RESOURCE : HOLM_E_FIELD;
    int error = check_cards(board, &action->give, fields & HOLM_F_GIVE);
    if (!error)
        error = check_cards(board, &action->take, fields & HOLM_F_TAKE);
    if (error)
        return error;
    if (fields & HOLM_F_DICE)
        return check_dice(action);
    error = check_to(board, fields, action->to);
    if (action->place == HOLM_NONE && fields & HOLM_F_FRAME)
        return error;
    return error ? error : check_place(board, fields, action->place);
}

/* Why this kind cannot be done at this step by this seat. */
static int why_not_now(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    int kind = action->kind, groups = kind_rows[kind].groups;
    bool asked = step->seats & seat_bit(action->seat);
    if (step->kind == HOLM_STEP_OVER)
        return HOLM_E_OVER;
    if (step->kind == HOLM_STEP_SPECIAL_BUILD && groups & HOLM_G_TRADE)
        return HOLM_E_SPECIAL_TRADE;
    if (step->kind == HOLM_STEP_SPECIAL_BUILD && kind == HOLM_DO_SAIL)
        return HOLM_E_SPECIAL_SAIL;
    if (step->kind == HOLM_STEP_SPECIAL_BUILD &&
        groups & (HOLM_G_DEVELOPMENT_CARD | HOLM_G_PROGRESS_CARD))
        return HOLM_E_SPECIAL_CARD;
    if (groups & HOLM_G_TRADE && (step->kind == HOLM_STEP_ROLL || step->kind == HOLM_STEP_ACTIONS))
        return HOLM_E_TRADE_TIME;
    if (!asked && action->seat != state->active)
        return state->active == HOLM_NONE ? HOLM_E_NOT_ASKED : HOLM_E_NOT_YOUR_TURN;
    if (groups & HOLM_G_DEVELOPMENT_CARD && step->kind != HOLM_STEP_FREE_ROADS)
        return HOLM_E_CARD_TIME;
    if (step->kind == HOLM_STEP_ROLL && kind == HOLM_DO_END)
        return HOLM_E_MUST_ROLL;
    if (kind == HOLM_DO_ROLL &&
        (step->kind == HOLM_STEP_ACTIONS || step->kind == HOLM_STEP_SPECIAL_BUILD))
        return HOLM_E_ROLLED;
    return step_rows[step->kind].first;
}

int holm_check(const struct holm_state *state, const struct holm_action *action)
{
    if (action->kind == HOLM_NO_ACTION || action->kind >= HOLM_KINDS)
        return HOLM_E_KIND;
    if (!is_player(state, action->seat))
        return HOLM_E_SEAT;
    if (state->viewer != HOLM_EVERYBODY && state->viewer != action->seat)
        return HOLM_E_VIEW;
    int error = absent_reason(state, action->kind);
    if (!error)
        error = check_form(state, action);
    if (error)
        return closer_reason(state, action, error);
    const struct holm_step *step = holm_step(state);
    const struct kind_row *row = &kind_rows[action->kind];
    bool asked = step->seats & seat_bit(action->seat);
    bool answers = row->groups & HOLM_G_ANSWER;
    bool now = row->steps >> step->kind & 1 && (asked || answers);
    error = now ? row->check(state, action) : why_not_now(state, action);
    return error ? closer_reason(state, action, error) : HOLM_OK;
}
