/* possible.c: whether a state that came from outside can be played on. The engine's invariants
 * watch over cards and pieces; the agenda and the offers are only ever made by the engine itself,
 * which relies on their shape. So a state that was read has to show it here. */
#include "text/json.h"

/* ------------------------------------------------------------------ agenda */

enum where { BOTTOM, ABOVE }; /* of the agenda: alone it makes sense, or not */
enum whose { OF_ACTIVE, OF_ONE, OF_SOME, OF_NOBODY }; /* who is asked */
struct shape {
    uint8_t where, whose;
    uint8_t low, high; /* of n */
};

static const struct shape shapes[HOLM_STEP_KINDS] = {
    [HOLM_STEP_START_ROLL] = { BOTTOM, OF_SOME, 0, 0 },
    [HOLM_STEP_SETUP_SETTLEMENT] = { BOTTOM, OF_ONE, 0, 2 * HOLM_SEATS - 1 },
    [HOLM_STEP_SETUP_ROAD] = { BOTTOM, OF_ONE, 0, 2 * HOLM_SEATS - 1 },
    [HOLM_STEP_ROLL] = { BOTTOM, OF_ACTIVE, 0, 1 },
    [HOLM_STEP_DISCARD] = { ABOVE, OF_SOME, 0, 0 },
    [HOLM_STEP_ROBBER] = { ABOVE, OF_ACTIVE, 0, 0 },
    [HOLM_STEP_ACTIONS] = { BOTTOM, OF_ACTIVE, 0, 0 },
    [HOLM_STEP_FREE_ROADS] = { ABOVE, OF_ACTIVE, 0, 2 },
    [HOLM_STEP_TAKE] = { ABOVE, OF_ACTIVE, 1, 2 },
    [HOLM_STEP_NEUTRAL_ROAD] = { ABOVE, OF_ACTIVE, 0, 0 },
    [HOLM_STEP_NEUTRAL_SETTLEMENT] = { ABOVE, OF_ACTIVE, 0, 0 },
    [HOLM_STEP_GIVE] = { ABOVE, OF_ACTIVE, 1, 2 },
    [HOLM_STEP_SPECIAL_BUILD] = { BOTTOM, OF_ONE, 0, 0 },
    [HOLM_STEP_OVER] = { BOTTOM, OF_NOBODY, 0, 0 },
};

static unsigned all_players(const struct holm_state *state)
{
    return (1u << state->board->rules.players) - 1;
}

static bool right_seats(const struct holm_state *state, const struct holm_step *step)
{
    unsigned seats = step->seats;
    if (seats & ~all_players(state))
        return false;
    switch (shapes[step->kind].whose) {
    case OF_ACTIVE:
        return state->active < HOLM_SEATS && seats == 1u << state->active;
    case OF_ONE: /* and nobody's turn */
        return seats && !(seats & (seats - 1)) && state->active == HOLM_NONE;
    case OF_SOME:
        return seats;
    default:
        return !seats;
    }
}

static bool right_place(const struct holm_state *state, const struct holm_step *step)
{
    if (step->kind == HOLM_STEP_GIVE)
        return step->place < state->board->rules.players && step->place != state->active;
    if (step->kind == HOLM_STEP_START_ROLL)
        return !(step->seats & ~step->place) && !(step->place & ~all_players(state)) &&
               state->active == HOLM_NONE;
    return true;
}

static const char *wrong_agenda(const struct holm_state *state)
{
    for (int i = 0; i < state->depth; i++) {
        const struct holm_step *step = &state->agenda[i];
        const struct shape *shape = &shapes[step->kind];
        if (shape->where != (i ? ABOVE : BOTTOM))
            return "a step of the agenda is in the wrong place";
        if (!right_seats(state, step))
            return "a step of the agenda asks the wrong seats";
        if (step->n < shape->low || step->n > shape->high || !right_place(state, step))
            return "a step of the agenda asks for too much or too little";
    }
    if (state->winner != HOLM_NONE && holm_step(state)->kind != HOLM_STEP_OVER)
        return "somebody has won, and the game goes on";
    return NULL;
}

/* Who places the i-th starting settlement: once round, and back again. */
static int setup_seat(const struct holm_state *state, int i)
{
    int players = state->board->rules.players;
    return (state->first + (i < players ? i : 2 * players - 1 - i)) % players;
}

/* In set-up the pieces on the board are those that have been asked for so far. */
static const char *wrong_setup(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_step *step = holm_step(state);
    bool road = step->kind == HOLM_STEP_SETUP_ROAD;
    int roads[HOLM_SEATS] = { 0 }, settlements[HOLM_SEATS] = { 0 };
    if (step->kind > HOLM_STEP_SETUP_ROAD)
        return NULL;
    if (step->n >= 2 * rules->players)
        return "more starting pieces than there are";
    for (int i = 0; i < step->n + road; i++) {
        settlements[setup_seat(state, i)]++;
        roads[setup_seat(state, i)] += i < step->n;
    }
    for (int seat = 0; seat < rules->players; seat++)
        if (rules->roads - state->player[seat].roads != roads[seat] ||
            rules->settlements - state->player[seat].settlements != settlements[seat] ||
            rules->cities != state->player[seat].cities)
            return "the pieces of the set-up are not those asked for so far";
    if (step->kind != HOLM_STEP_START_ROLL && step->seats != 1u << setup_seat(state, step->n))
        return "another seat is asked in set-up";
    if (road && state->corner[step->place] != (HOLM_SETTLEMENT | setup_seat(state, step->n) << 4))
        return "a starting road belongs to the settlement just placed";
    return NULL;
}

/* Discards are owed and chosen only while they are asked for. */
static const char *wrong_discards(const struct holm_state *state)
{
    bool asked = holm_step(state)->kind == HOLM_STEP_DISCARD;
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        int pledged = 0;
        for (int card = 0; card < HOLM_CARDS; card++)
            pledged += player->pledge.n[card];
        bool owes = asked && holm_step(state)->seats >> seat & 1;
        if ((player->owed > 0) != owes || (pledged && !asked) ||
            player->owed + pledged > player->cards)
            return "a discard is owed that is not asked for, or asked for and not owed";
    }
    return NULL;
}

/* ------------------------------------------------------------ offers, seats */

static const char *wrong_offers(const struct holm_state *state)
{
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_offer *offer = &state->offer[seat];
        unsigned answers = offer->pending | offer->accepted;
        if (!offer->open && !offer->lapsed)
            continue;
        if (state->agenda[0].kind != HOLM_STEP_ACTIONS || seat >= state->board->rules.players)
            return "an offer outside the action phase, or of a neutral colour";
        if (!offer->open)
            continue;
        if (!offer->to || offer->to >> seat & 1 || offer->to & ~all_players(state))
            return "an offer to nobody, or to the wrong seats";
        if (seat != state->active && (offer->to != 1u << state->active || answers))
            return "a proposal goes to the active player and is not answered";
        if (answers & ~offer->to || offer->pending & offer->accepted)
            return "an answer to an offer from the wrong seats";
    }
    return NULL;
}

static bool player_or_nobody(const struct holm_state *state, int seat)
{
    return seat < state->board->rules.players || seat == HOLM_NONE;
}

static const char *wrong_turn(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    if (state->first >= rules->players || state->roller >= rules->players ||
        !player_or_nobody(state, state->active) || !player_or_nobody(state, state->winner) ||
        !player_or_nobody(state, state->army_holder))
        return "a player is needed where there is none";
    if (state->part && rules->turn_mode < HOLM_TURN_PAIRED)
        return "a second part of a turn that has one part";
    for (int i = 0; i < state->depth; i++) {
        int kind = state->agenda[i].kind;
        bool duo = kind == HOLM_STEP_NEUTRAL_ROAD || kind == HOLM_STEP_NEUTRAL_SETTLEMENT ||
                   kind == HOLM_STEP_GIVE;
        if ((duo && !rules->neutrals) ||
            (kind == HOLM_STEP_SPECIAL_BUILD && rules->turn_mode != HOLM_TURN_SPECIAL_BUILD))
            return "a step of the agenda that these rules do not have";
    }
    return NULL;
}

static const char *wrong_neutrals(const struct holm_state *state)
{
    for (int seat = state->board->rules.players; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        if (player->developments || player->army || player->tokens || player->revealed ||
            player->start_total)
            return "a neutral colour holds what only players hold";
    }
    return NULL;
}

/* Whoever is asked can do something, or the game would stand still for ever. */
static const char *wrong_choices(const struct holm_state *state)
{
    struct holm_list list;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        if (!(holm_asked(state) >> seat & 1))
            continue;
        holm_legal(state, seat, &list);
        if (!list.count)
            return "somebody is asked who can do nothing";
    }
    return NULL;
}

const char *holm_impossible(const struct holm_state *state)
{
    static const char *(*const checks[])(const struct holm_state *) = {
        wrong_turn,     wrong_agenda, holm_invariant, wrong_setup,
        wrong_discards, wrong_offers, wrong_neutrals, wrong_choices,
    };
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](state);
    return wrong;
}
