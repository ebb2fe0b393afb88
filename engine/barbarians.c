/* barbarians.c: the ship, the attack, pillage and reward (CK-BARB, C8-CK-BARB, VAR-NASTY, VAR-WALL). */
#include "engine/engine.h"

/* CK-ROBBER-1, 2; VAR-ROBBER-1 */
bool robber_locked(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    return rules->robber_locked && !rules->var_aggressive_robber && !state->attacked;
}

int holm_barbarian_strength(const struct holm_state *state)
{
    int strength = 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        strength += count_cities(state, seat);
    return strength;
}

/* The ranks of a seat's knights in a set. */
static int sum_of_ranks(const struct holm_state *state, int seat, const struct holm_corner_set *set)
{
    int sum = 0;
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = set->w[i]; left; left &= left - 1) {
            uint8_t byte = state->corner[64 * i + __builtin_ctzll(left)];
            if (piece_seat(byte) == seat)
                sum += knight_rank(byte);
        }
    return sum;
}

int holm_defence(const struct holm_state *state, int seat)
{
    return sum_of_ranks(state, seat, &state->active_knights);
}

/* VAR-NASTY-2: only committed knights count, where knights are committed. */
static int contribution(const struct holm_state *state, int seat)
{
    return state->board->rules.var_commit_knights ? sum_of_ranks(state, seat, &state->fighting)
                                                  : holm_defence(state, seat);
}

/* ----------------------------------------------------------- the ship moves */

void ship_moves(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_rules *rules = &state->board->rules;
    unsigned all = seat_bit(rules->players) - 1;
    event_n(context, HOLM_EV_SHIP, state->active, ++state->barbarians);
    if (state->barbarians < rules->barbarian_steps)
        return;
    step_push(state, HOLM_STEP_ATTACK_OVER, 0, 0, 0);
    step_push(state, HOLM_STEP_ATTACK, 0, 0, 0);
    if (rules->var_commit_knights)
        step_push_each(state, HOLM_STEP_COMMIT, all, 0);
    if (rules->var_activation_phase) /* VAR-COMBINE-1: before that */
        step_push_each(state, HOLM_STEP_ACTIVATION, all, 0);
}

/* VAR-NASTY-1, 4, 5 */
int check_commit(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    if (!is_knight(byte) || piece_seat(byte) != action->seat)
        return HOLM_E_NOT_OWN_KNIGHT;
    if (!corner_in(&state->active_knights, action->place))
        return HOLM_E_KNIGHT_INACTIVE;
    return corner_in(&state->fighting, action->place) ? HOLM_E_COMMITTED : HOLM_OK;
}

void apply_commit(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    corner_add(&state->fighting, action->place);
    struct holm_event *event = event_next(context, HOLM_EV_COMMIT, action->seat);
    if (event) {
        event->piece = (uint8_t)piece_kind(state->corner[action->place]);
        event->place = action->place;
    }
}

/* ------------------------------------------------------------------ pillage */

/* CK-BARB-10, 11, 13: a settlement takes the city's place, or the city is laid on its side. */
static void pillage(struct context *context, int seat, int corner)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    int piece = player->settlements ? HOLM_SETTLEMENT : HOLM_REDUCED;
    state->corner[corner] = piece_of(piece, seat);
    player->points--;
    if (piece == HOLM_SETTLEMENT) {
        player->settlements--;
        player->cities++;
    }
    if (corner_in(&state->walls, corner)) {
        corner_remove(&state->walls, corner);
        player->walls++; /* CK-WALL-5 */
    }
    struct holm_event *event = event_next(context, HOLM_EV_PILLAGE, seat);
    if (event) {
        event->piece = (uint8_t)piece;
        event->place = (uint16_t)corner;
    }
}

static void breach(struct context *context, int seat, int corner)
{
    struct holm_state *state = context->state;
    corner_remove(&state->walls, corner);
    state->player[seat].walls++;
    struct holm_event *event = event_next(context, HOLM_EV_BREACH, seat);
    if (event) {
        event->piece = HOLM_WALL;
        event->place = (uint16_t)corner;
    }
}

/* CK-BARB-14: all at once, when the last one has chosen. */
static void resolve_pillage(struct context *context)
{
    struct holm_state *state = context->state;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        struct holm_player *player = &state->player[seat];
        if (!player->chosen)
            continue;
        if (player->breach)
            breach(context, seat, player->chosen - 1);
        else
            pillage(context, seat, player->chosen - 1);
        player->chosen = player->breach = 0;
    }
}

/* Those who lose a city (CK-BARB-5..8, C8-CK-BARB-3). */
static unsigned victims(const struct holm_state *state)
{
    unsigned losers = 0;
    int lowest = 255;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        int given = contribution(state, seat);
        if (!plain_cities(state, seat, NULL))
            continue;
        if (state->board->rules.barbarian_victims == HOLM_VICTIMS_NO_ACTIVE_KNIGHT) {
            losers |= given ? 0 : seat_bit(seat);
            continue;
        }
        if (given < lowest) {
            lowest = given;
            losers = 0;
        }
        if (given == lowest)
            losers |= seat_bit(seat);
    }
    return losers;
}

static bool may_breach(const struct holm_state *state, int seat)
{
    const struct holm_rules *rules = &state->board->rules;
    return rules->var_wall_defense && state->player[seat].walls < rules->walls;
}

/* The owner chooses (CK-BARB-9); with one city and no wall to give there is nothing to ask. */
static void barbarians_win(struct context *context)
{
    struct holm_state *state = context->state;
    unsigned asked = victims(state);
    for (unsigned left = asked; left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        uint8_t corners[HOLM_CORNERS];
        if (plain_cities(state, seat, corners) > 1 || may_breach(state, seat))
            continue;
        state->player[seat].chosen = (uint8_t)(corners[0] + 1);
        asked &= ~seat_bit(seat);
    }
    if (asked)
        step_push(state, HOLM_STEP_PILLAGE, asked, 0, (int)victims(state));
    else
        resolve_pillage(context);
}

int check_pillage(const struct holm_state *state, const struct holm_action *action)
{
    if (state->corner[action->place] == piece_of(HOLM_METROPOLIS, action->seat))
        return HOLM_E_PILLAGE_METROPOLIS;
    return state->corner[action->place] == piece_of(HOLM_CITY, action->seat)
               ? HOLM_OK
               : HOLM_E_NOT_PLAIN_CITY;
}

int check_breach(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    return byte && piece_seat(byte) == action->seat && corner_in(&state->walls, action->place)
               ? HOLM_OK
               : HOLM_E_BREACH_PLACE;
}

static void chosen(struct context *context, int seat, int corner, bool wall)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    player->chosen = (uint8_t)(corner + 1);
    player->breach = wall;
    top_step(state)->seats &= (uint8_t)~seat_bit(seat);
    if (top_step(state)->seats)
        return;
    step_pop(state);
    resolve_pillage(context);
}

void apply_pillage(struct context *context, const struct holm_action *action)
{
    chosen(context, action->seat, action->place, false);
}

void apply_breach(struct context *context, const struct holm_action *action)
{
    chosen(context, action->seat, action->place, true);
}

/* ------------------------------------------------------------------- reward */

/* CK-BARB-15..19: a point for the best, a card each for those who tie. */
static void defenders_win(struct context *context)
{
    struct holm_state *state = context->state;
    unsigned best_seats = 0;
    int best = 1;
    bool cards = state->deck_left[HOLM_TRADE] || state->deck_left[HOLM_POLITICS] ||
                 state->deck_left[HOLM_SCIENCE];
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        int given = contribution(state, seat);
        if (given > best) {
            best = given;
            best_seats = 0;
        }
        if (given == best)
            best_seats |= seat_bit(seat);
    }
    bool sole = best_seats && !(best_seats & (best_seats - 1));
    if (sole && state->board->rules.defender_reward == HOLM_REWARD_POINT) {
        int seat = __builtin_ctz(best_seats);
        state->player[seat].defender++;
        state->player[seat].points++;
        event_next(context, HOLM_EV_DEFENDER, seat);
    } else if (best_seats && cards) {
        step_push(state, HOLM_STEP_CHECK_LIMIT, 0, 0, 0);
        step_push_each(state, HOLM_STEP_REWARD, best_seats, 0);
    }
}

void run_attack(struct context *context)
{
    struct holm_state *state = context->state;
    int strength = holm_barbarian_strength(state), defence = 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        defence += contribution(state, seat);
    struct holm_event *event = event_next(context, HOLM_EV_ATTACK, state->active);
    if (event) {
        event->n = (uint8_t)strength;
        event->m = (uint8_t)defence;
    }
    if (defence >= strength)
        defenders_win(context);
    else
        barbarians_win(context);
}

/* CK-ROBBER-3, CK56-SETUP-2: the robber comes to the desert; with several the active player chooses. */
static void robber_arrives(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_board *board = state->board;
    int deserts = 0, hex = board->robber;
    bool numbered = hex != HOLM_NONE && board->map.disc[hex]; /* CKSEA-26 */
    for (int i = 0; !numbered && i < board->topology.hexes; i++)
        if (state->terrain[i] == HOLM_DESERT) {
            deserts++;
            hex = i;
        }
    if (deserts > 1) {
        step_push(state, HOLM_STEP_ROBBER_DESERT, seat_bit(state->active), 0, 0);
        return;
    }
    state->robber = (uint8_t)hex;
    struct holm_event *event = event_next(context, HOLM_EV_ROBBER, state->active);
    if (event)
        event->place = (uint16_t)hex;
}

/* CKSEA-5: the pirate comes to its place, where that is not the frame. */
static void pirate_arrives(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_map *map = &state->board->map;
    if (state->pirate != HOLM_NONE || !map->has_pirate || map->pirate == HOLM_NONE)
        return;
    state->pirate = map->pirate;
    struct holm_event *event = event_next(context, HOLM_EV_PIRATE, state->active);
    if (event)
        event->place = map->pirate;
}

/* CK-BARB-20, VAR-NASTY-3: home goes the ship, and those who fought lie down. */
void run_attack_over(struct context *context)
{
    struct holm_state *state = context->state;
    bool commit = state->board->rules.var_commit_knights;
    for (int i = 0; i < 4; i++) {
        state->active_knights.w[i] &= commit ? ~state->fighting.w[i] : 0;
        state->fighting.w[i] = 0;
    }
    state->barbarians = state->board->rules.barbarian_start;
    event_next(context, HOLM_EV_ATTACK_OVER, state->active);
    if (!state->attacked)
        pirate_arrives(context);
    if (!state->attacked && state->robber == HOLM_NONE && !state->board->map.robber_off)
        robber_arrives(context);
    state->attacked = 1;
}
