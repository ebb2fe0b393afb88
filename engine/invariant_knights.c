/* invariant_knights.c: whether a state of Cities & Knights can be played on: what
 * invariant_agenda.c asks of every game, asked of what only this one has. */
#include "engine/engine.h"

/* -------------------------------------------------------- pieces and cards */

static const char *wrong_pieces(const struct holm_state *state)
{
    int players = state->board->rules.players;
    for (int corner = 0; corner < state->board->topology.corners; corner++) {
        uint8_t byte = state->corner[corner];
        int piece = piece_kind(byte);
        if ((piece == HOLM_METROPOLIS || piece == HOLM_REDUCED) && piece_seat(byte) >= players)
            return "a neutral colour has a piece that only players have";
        if (is_knight(byte) && holm_step_info[holm_step(state)->kind].setup)
            return "a knight in set-up";
    }
    if ((state->merchant == HOLM_NONE) != (state->merchant_owner == HOLM_NONE) ||
        (state->merchant_owner != HOLM_NONE && state->merchant_owner >= players))
        return "a merchant without an owner, or an owner without a merchant";
    return NULL;
}

static const char *wrong_cards(const struct holm_state *state)
{
    static const uint8_t nothing[HOLM_PROGRESS_KINDS];
    int open = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        open += state->laid_open[progress];
        if (state->laid_open[progress] && holm_progress_info[progress].kind != HOLM_NO_ACTION)
            return "a card is laid open that is played";
    }
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        bool neutral = seat >= state->board->rules.players;
        open -= player->revealed;
        for (int track = 0; track < HOLM_TRACKS; track++)
            if (player->level[track] > (neutral ? 0 : HOLM_LEVELS))
                return "a level that does not exist";
        if (neutral && (memcmp(player->progress, nothing, sizeof nothing) ||
                        holm_progress_count(player) || player->defender || player->fleet))
            return "a neutral colour holds what only players hold";
    }
    return open ? "the cards laid open are not those of the players" : NULL;
}

/* -------------------------------------------------------------- the agenda */

/* Everybody who waits has a card too many, or would be asked in vain. */
static bool all_over_limit(const struct holm_state *state, unsigned seats)
{
    for (int seat = 0; is_player(state, seat); seat++)
        if (holm_bit_in(seats, seat) && !over_limit(state, seat))
            return false;
    return true;
}

/* Whether a step asks for something that can be given. */
static bool right_step(const struct holm_state *state, const struct holm_step *step)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_player *player = state->player;
    switch (step->kind) {
    case HOLM_STEP_PRODUCE: /* of what was rolled */
        return state->dice[0] && state->dice[1];
    case HOLM_STEP_CITY_YIELD:
        return rules->var_city_choice && step->place >= 2 && step->place <= 12;
    case HOLM_STEP_PROGRESS_LIMIT:
        return all_over_limit(state, step->place);
    case HOLM_STEP_TRACK:
        return step->place > 0;
    case HOLM_STEP_SPY:
        return is_player(state, step->n) && step->n != state->active;
    case HOLM_STEP_MASTER_MERCHANT:
        return is_player(state, step->place) && step->place != state->active &&
               step->n <= player[step->place].cards;
    case HOLM_STEP_HARBOR:
        return player[state->active].hand.n[step->place] > 0;
    case HOLM_STEP_REPLACE_ROAD:
        return step->data[1] ? player[step->n].ships > 0 : player[step->n].roads > 0;
    case HOLM_STEP_INVENTOR:
        return step->n == 2 ? !step->place : state->disc[step->place] > 0;
    default:
        return true;
    }
}

static const char *wrong_steps(const struct holm_state *state)
{
    const struct holm_step *bottom = &state->agenda[0];
    for (int i = 0; i < state->depth; i++)
        if (!right_step(state, &state->agenda[i]))
            return "a step of the agenda asks for what cannot be";
    if (state->alchemy && (bottom->kind != HOLM_STEP_ROLL || bottom->n))
        return "dice are set after the roll";
    if (state->barbarians > state->board->rules.barbarian_steps)
        return "the barbarians have gone too far";
    return state->harbor_asked >> state->board->rules.players ? "a commercial harbor for nobody"
                                                              : NULL;
}

/* ----------------------------------------------------------------- choices */

/* What was chosen to be lost: a city of one's own or, where walls may be given, a wall of one's own. */
static bool right_loss(const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    int corner = player->chosen - 1;
    if (!player->breach)
        return state->corner[corner] == holm_piece_byte(HOLM_CITY, seat);
    return state->board->rules.var_wall_defense && holm_piece_seat(state->corner[corner]) == seat &&
           holm_corner_in(&state->walls, corner);
}

/* While cities are given up, those who were asked and have answered have chosen one. */
static const char *wrong_losses(const struct holm_state *state)
{
    const struct holm_step *step = holm_step(state);
    unsigned losing = step->kind == HOLM_STEP_PILLAGE ? step->place : 0;
    unsigned asked = step->kind == HOLM_STEP_PILLAGE ? step->seats : 0;
    if (asked & ~losing || losing >> state->board->rules.players)
        return "a city is asked of one who loses none";
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        bool chose = holm_bit_in(losing & ~asked, seat);
        if ((player->chosen != 0) != chose || (player->breach && !chose) ||
            (chose && !right_loss(state, seat)))
            return "a city is given up that is not asked for, or asked for and not given up";
    }
    return NULL;
}

/* Cities of a seat that may choose what a hex yields (VAR-PROD-1), counted as the engine does. */
static int choices_of(const struct holm_state *state, int seat, int total)
{
    const struct holm_board *board = state->board;
    int count = 0;
    for (int hex = 0; hex < board->topology.hexes; hex++) {
        int terrain = state->terrain[hex];
        if (state->disc[hex] != total || hex == state->robber ||
            (terrain != HOLM_FOREST && terrain != HOLM_PASTURE && terrain != HOLM_MOUNTAINS))
            continue;
        for (int i = 0; i < 6; i++) {
            int byte = state->corner[board->topology.hex_corner[hex][i]];
            count += byte == holm_piece_byte(HOLM_CITY, seat) ||
                     byte == holm_piece_byte(HOLM_METROPOLIS, seat);
        }
    }
    return count;
}

static const char *wrong_yields(const struct holm_state *state)
{
    const struct holm_step *step = holm_step(state);
    bool asked = step->kind == HOLM_STEP_CITY_YIELD;
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        bool owes = asked && holm_bit_in(step->seats, seat);
        int choices = asked && is_player(state, seat) ? choices_of(state, seat, step->place) : 0;
        if (player->yields >> choices)
            return "a choice for more cities than yield";
        if (asked && (owes ? player->owed + player->pledged != choices || !player->owed
                           : player->owed || player->pledged))
            return "a choice is owed that is not asked for, or asked for and not owed";
        for (int card = 0; asked && card < HOLM_CARDS; card++)
            if (player->pledge.n[card])
                return "a discard while cities yield";
    }
    return NULL;
}

const char *knights_impossible(const struct holm_state *state)
{
    static const char *(*const checks[])(const struct holm_state *) = {
        wrong_discs, wrong_pieces, wrong_cards, wrong_steps, wrong_losses, wrong_yields,
    };
    const char *wrong = NULL;
    if (!with_knights(state))
        return NULL;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](state);
    return wrong;
}
