/* invariant_agenda.c: whether a state can be played on. invariant.c watches over cards and pieces;
 * the agenda and the offers are only ever made by the engine itself, which relies on their shape.
 * So a state that came from outside has to show it here. */
#include "engine/engine.h"

/* ------------------------------------------------------------------ agenda */

/* Who is asked. */
enum whose {
    OF_ACTIVE,
    OF_ACTING, /* the active player, or whoever builds between the turns */
    OF_OTHER, /* one who is not active */
    OF_OWNER, /* of a knight, or the active player for another's */
    OF_ONE, /* and it is nobody's turn */
    OF_EACH, /* one of those in the place, who are asked in turn */
    OF_SINGLE, /* one seat, whoever it is */
    OF_SOME,
    OF_NOBODY
};
/* What a step needs of the rules. */
enum needs { ANY_GAME, NEUTRALS, KNIGHTS, BOTH, SHIPS };

struct shape {
    uint8_t below[9]; /* the steps it may lie upon; none: it is the bottom */
    uint8_t whose, needs;
    uint8_t low, high; /* of n */
};

/* The steps that others lie upon. */
enum {
    BOTTOM = HOLM_STEP_NONE,
    ROLL = HOLM_STEP_ROLL,
    ACTIONS = HOLM_STEP_ACTIONS,
    ROBBER = HOLM_STEP_ROBBER,
    FREE_ROADS = HOLM_STEP_FREE_ROADS,
    SPECIAL = HOLM_STEP_SPECIAL_BUILD,
    PRODUCE = HOLM_STEP_PRODUCE,
    ATTACK = HOLM_STEP_ATTACK,
    ATTACK_OVER = HOLM_STEP_ATTACK_OVER,
    COMMIT = HOLM_STEP_COMMIT,
    CHECK_LIMIT = HOLM_STEP_CHECK_LIMIT,
    END = HOLM_STEP_END,
    SMITH = HOLM_STEP_SMITH,
    ROB = HOLM_STEP_ROB,
    SETUP_PIECE = HOLM_STEP_SETUP_SETTLEMENT,
    SETUP_ROAD = HOLM_STEP_SETUP_ROAD,
    AQUEDUCT = HOLM_STEP_AQUEDUCT,
    LIFT_FOG = HOLM_STEP_LIFT_FOG,
    GOLD = HOLM_STEP_GOLD
};

static const struct shape shapes[HOLM_STEP_KINDS] = {
#define SHAPE(NAME, whose, needs, low, high, ...)                                                  \
    [HOLM_STEP_##NAME] = { { __VA_ARGS__ }, whose, needs, low, high },
#include "engine/shapes.def"
};
enum {
    SHAPES = 1 /* HOLM_STEP_NONE has none */
#define SHAPE(...) +1
#include "engine/shapes.def"
};
_Static_assert(SHAPES == (int)HOLM_STEP_KINDS, "shapes.def has a row for each step of steps.def");

static unsigned all_players(const struct holm_state *state)
{
    return holm_bits_below(state->board->rules.players);
}

static bool is_one(unsigned seats)
{
    return holm_bits_count(seats) == 1;
}

static bool right_seats(const struct holm_state *state, const struct holm_step *step)
{
    unsigned seats = step->seats;
    bool own_turn = state->active < HOLM_SEATS;
    unsigned active = own_turn ? holm_bit(state->active) : 0;
    int owner = step->kind == HOLM_STEP_RETREAT ? step->data[0] : step->n;
    if (seats & ~all_players(state))
        return false;
    switch ((enum whose)shapes[step->kind].whose) {
    case OF_ACTIVE:
        return own_turn && seats == active;
    case OF_ACTING:
        return own_turn ? seats == active : seats == state->agenda[0].seats;
    case OF_OTHER:
        return own_turn && is_one(seats) && seats != active;
    case OF_OWNER:
        return own_turn && (seats == active || seats == holm_bit(owner));
    case OF_ONE:
        return is_one(seats) && !own_turn;
    case OF_EACH:
        return own_turn && is_one(seats) && !(seats & ~step->place) &&
               !(step->place & ~all_players(state));
    case OF_SINGLE:
        return is_one(seats);
    case OF_SOME:
        return seats;
    case OF_NOBODY:
        break;
    }
    return !seats;
}

/* Cards of a hand, or of the bank, that may be handed over. */
static int cards_in(const struct holm_cards *cards, bool commodities)
{
    int count = 0;
    for (int card = 0; card < (commodities ? HOLM_CARDS : HOLM_RESOURCES); card++)
        count += cards->n[card];
    return count;
}

/* What a step asks for, as far as every game has it. */
static bool right_place(const struct holm_state *state, const struct holm_step *step, bool top)
{
    switch (step->kind) {
    case HOLM_STEP_GIVE:
        return step->place < state->board->rules.players && step->place != state->active &&
               step->n <= cards_in(&state->player[state->active].hand, step->data[0]);
    case HOLM_STEP_START_ROLL:
        return !(step->seats & ~step->place) && !(step->place & ~all_players(state)) &&
               state->active == HOLM_NONE;
    case HOLM_STEP_TAKE:
        return step->n <= cards_in(&state->bank, false);
    case HOLM_STEP_FREE_ROADS: /* the last of them may wait for the neutral colour's */
        return step->n || !top;
    case HOLM_STEP_ROBBER: /* only a knight asks for more than a seven does */
        return !step->n || state->board->rules.knights;
    default:
        return true;
    }
}

static bool lies_upon(const struct shape *shape, int kind)
{
    for (size_t i = 0; i < sizeof shape->below; i++)
        if (kind == shape->below[i])
            return true;
    return false;
}

static bool has_what_it_needs(const struct holm_board *board, const struct holm_step *step)
{
    const struct holm_rules *rules = &board->rules;
    int needs = shapes[step->kind].needs;
    if (step->kind == HOLM_STEP_SPECIAL_BUILD)
        return rules->turn_mode == HOLM_TURN_SPECIAL_BUILD;
    if (step->kind == HOLM_STEP_TAKE) /* by a development card */
        return !rules->knights;
    if (step->kind == HOLM_STEP_PRODUCE && board->map.lanes) /* after the pirate fleet */
        return true;
    return (needs & NEUTRALS ? rules->neutrals > 0 : true) &&
           (needs & KNIGHTS ? rules->knights > 0 : true) &&
           (needs & SHIPS ? rules->ships > 0 : true);
}

static const char *wrong_agenda(const struct holm_state *state)
{
    for (int i = 0; i < state->depth; i++) {
        const struct holm_step *step = &state->agenda[i];
        const struct shape *shape = &shapes[step->kind];
        if (!has_what_it_needs(state->board, step))
            return "a step of the agenda that these rules do not have";
        if (i ? !lies_upon(shape, step[-1].kind) : shape->below[0] != HOLM_STEP_NONE)
            return "a step of the agenda is in the wrong place";
        if (!right_seats(state, step))
            return "a step of the agenda asks the wrong seats";
        if (step->n < shape->low || step->n > shape->high ||
            !right_place(state, step, i + 1 == state->depth))
            return "a step of the agenda asks for too much or too little";
    }
    if (state->winner != HOLM_NONE && holm_step(state)->kind != HOLM_STEP_OVER)
        return "somebody has won, and the game goes on";
    return NULL;
}

/* ------------------------------------------------------------------ set-up */

/* Pieces that stand before anybody has placed one: on the lanes, where a fortress takes another. */
static int laid_out(const struct holm_state *state, int seat)
{
    return seat < state->board->map.lanes ? 1 : 0;
}

/* In set-up the pieces on the board are those that have been asked for so far: of settlements and,
 * where the last one is a city, of cities. */
static const char *wrong_setup(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_step *step = &state->agenda[0];
    bool road = step->kind == HOLM_STEP_SETUP_ROAD, port = step->kind == HOLM_STEP_PORT;
    int roads[HOLM_SEATS] = { 0 }, buildings[HOLM_CITY + 1][HOLM_SEATS] = { { 0 } };
    if (!holm_step_info[step->kind].setup && !port)
        return NULL;
    int placed = port ? 0 : step->n;
    if (placed >= holm_setup_count(state))
        return "more starting pieces than there are";
    for (int i = 0; i < placed + road; i++) {
        buildings[holm_setup_piece(state, i)][holm_setup_seat(state, i)]++;
        roads[holm_setup_seat(state, i)] += i < placed;
    }
    for (int seat = 0; seat < rules->players; seat++) {
        const struct holm_player *player = &state->player[seat];
        int laid = laid_out(state, seat);
        if (rules->roads - player->roads + rules->ships - player->ships != roads[seat] + laid ||
            rules->settlements - player->settlements !=
                buildings[HOLM_SETTLEMENT][seat] + 2 * laid ||
            rules->cities - player->cities != buildings[HOLM_CITY][seat])
            return "the pieces of the set-up are not those asked for so far";
    }
    if (step->kind != HOLM_STEP_START_ROLL && !port &&
        step->seats != holm_bit(holm_setup_seat(state, placed)))
        return "another seat is asked in set-up";
    if (road && state->corner[step->place] != holm_piece_byte(holm_setup_piece(state, placed),
                                                              holm_setup_seat(state, placed)))
        return "a starting road belongs to the settlement just placed";
    return NULL;
}

/* Who is to choose resources from gold, at whatever depth of the agenda. */
static unsigned choosing_gold(const struct holm_state *state)
{
    for (int i = 0; i < state->depth; i++)
        if (state->agenda[i].kind == HOLM_STEP_GOLD)
            return state->agenda[i].place;
    return 0;
}

/* Discards and gifts are owed and chosen only while they are asked for. */
static const char *wrong_discards(const struct holm_state *state)
{
    int top = holm_step(state)->kind;
    bool asked = top == HOLM_STEP_DISCARD || top == HOLM_STEP_WEDDING;
    unsigned gold = choosing_gold(state);
    for (int seat = 0; top != HOLM_STEP_CITY_YIELD && seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        int pledged = cards_in(&player->pledge, true);
        bool owes = asked && holm_bit_in(holm_step(state)->seats, seat);
        bool chooses = holm_bit_in(gold, seat);
        if ((player->owed > 0) != (owes || chooses) || (pledged && !asked) ||
            (!chooses && player->owed + pledged > player->cards))
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
        if (!offer->to || holm_bit_in(offer->to, seat) || offer->to & ~all_players(state))
            return "an offer to nobody, or to the wrong seats";
        if (seat != state->active && (offer->to != holm_bit(state->active) || answers))
            return "a proposal goes to the active player and is not answered";
        if (answers & ~offer->to || offer->pending & offer->accepted)
            return "an answer to an offer from the wrong seats";
        for (int card = state->board->card_kinds; card < HOLM_CARDS; card++)
            if (offer->give.n[card] || offer->take.n[card])
                return "an offer of cards that this game does not have";
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
    if (state->part && !two_parts(rules))
        return "a second part of a turn that has one part";
    return NULL;
}

/* DUO-ROLL-1: the first of two rolls is remembered until the second, and no longer. */
static const char *wrong_rolls(const struct holm_state *state)
{
    const struct holm_step *bottom = &state->agenda[0];
    bool second = bottom->kind == HOLM_STEP_ROLL && bottom->n;
    if (bottom->kind == HOLM_STEP_OVER)
        return NULL;
    if (second && !state->board->rules.neutrals)
        return "a second roll where there is one";
    if (second ? state->first_total < 2 || state->first_total > 12 : state->first_total)
        return "the total of a first roll is missing, or one too many";
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
        if (!holm_bit_in(holm_asked(state), seat))
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
        wrong_turn,     wrong_agenda,   knights_impossible, sea_impossible,
        holm_invariant, wrong_setup,    wrong_rolls,        wrong_discards,
        wrong_offers,   wrong_neutrals, wrong_choices,
    };
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](state);
    return wrong;
}
