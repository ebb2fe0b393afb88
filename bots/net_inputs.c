/* net_inputs.c: what the network is told: the features of a seat, plain counts of it, and the game.
 * All are numbers around 1. A viewer is told its own hand, and of the others what is public.
 *
 * A change here makes all nets wrong: they must be learnt anew. */
#include <string.h>

#include "bots/net.h"

/* Where the next inputs go. */
struct inputs {
    float *at, *end;
};

static void put(struct inputs *inputs, double number)
{
    if (inputs->at < inputs->end)
        *inputs->at++ = (float)number;
}

static void put_one_of(struct inputs *inputs, int number, int count)
{
    for (int i = 0; i < count; i++)
        put(inputs, i == number);
}

/* ------------------------------------------------------------------- a seat */

/* How many turns after the one that goes on, and whether its dice have fallen. */
static void put_turn(struct inputs *inputs, const struct holm_state *state, int seat)
{
    enum { AHEAD = 6 };
    const int players = state->board->rules.players;
    const bool goes_on = state->active != HOLM_NONE;
    const int ahead = goes_on ? (seat - state->active + players) % players : AHEAD;
    put_one_of(inputs, ahead, AHEAD);
    put(inputs, goes_on && !ahead && holm_step(state)->kind != HOLM_STEP_ROLL);
}

/* What each total of the dice brings, 2 to 12 without the 7. */
static void put_rolls(struct inputs *inputs, const struct greedy *greedy)
{
    const struct holm_state *state = greedy->seen;
    int cards[13] = { 0 };
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;)
        for (int i = 0; i < 3; i++) {
            const int hex = state->board->topology.corner_hex[corner][i];
            if (hex != HOLM_NONE && hex != state->robber && state->disc[hex] < 13)
                cards[state->disc[hex]] += greedy_yield(state->corner[corner]);
        }
    for (int total = 2; total <= 12; total++)
        if (total != 7)
            put(inputs, cards[total] / 2.0);
}

static void put_hand(struct inputs *inputs, const struct greedy *greedy, bool own)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    put(inputs, own);
    put(inputs, player->cards / 8.0);
    for (int card = 0; card < HOLM_CARDS; card++)
        put(inputs, own ? greedy->hand.n[card] / 4.0 : 0);
    for (int card = 0; card < HOLM_CARDS; card++)
        put(inputs, card < greedy->kinds ? (4 - greedy->rate[card]) / 2.0 : 0);
    put(inputs, player->developments / 3.0);
    put(inputs, player->bought / 2.0);
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
        put(inputs, own ? player->development[kind] / 2.0 : 0);
}

static void put_pieces(struct inputs *inputs, const struct greedy *greedy)
{
    const struct holm_state *state = greedy->seen;
    const struct holm_player *player = &state->player[greedy->seat];
    put(inputs, player->roads / 15.0);
    put(inputs, player->settlements / 5.0);
    put(inputs, player->cities / 4.0);
    put(inputs, player->ships / 15.0);
    put(inputs, state->route_holder == greedy->seat);
    put(inputs, state->army_holder == greedy->seat);
    put(inputs, (double)player->points / state->board->rules.target);
    put(inputs, (state->board->rules.target - player->points) / 10.0);
    put(inputs, player->tokens / 4.0);
}

static void put_knights(struct inputs *inputs, const struct greedy *greedy, bool own)
{
    const struct holm_state *state = greedy->seen;
    const struct holm_player *player = &state->player[greedy->seat];
    int metropolises = 0, held = 0;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        metropolises += greedy_metropolis(state, track) == greedy->seat;
        put(inputs, player->backs[track] / 2.0);
    }
    for (int rank = 0; rank < HOLM_RANKS; rank++)
        put(inputs, (state->board->rules.knights - player->knights[rank]) / 2.0);
    for (int kind = 0; own && kind < HOLM_PROGRESS_KINDS; kind++)
        held += player->progress[kind];
    put(inputs, metropolises);
    put(inputs, player->defender);
    put(inputs, state->merchant_owner == greedy->seat);
    put(inputs, held / 2.0);
}

static void put_sea(struct inputs *inputs, const struct greedy *greedy)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    put(inputs, player->bonus / 2.0);
    put(inputs, player->cloth / 4.0);
    put(inputs, holm_bits_count(player->explored) / 2.0);
}

void holm_net_seat_inputs(const struct holm_state *state, int seat, int viewer,
                          const struct greedy *greedy, const double feature[HOLM_FEATURES],
                          float input[NET_SEAT])
{
    struct inputs inputs = { input, input + NET_SEAT };
    for (int i = 0; i < HOLM_FEATURES; i++)
        put(&inputs, feature[i]);
    put_turn(&inputs, state, seat);
    put_rolls(&inputs, greedy);
    put_hand(&inputs, greedy, seat == viewer);
    put_pieces(&inputs, greedy);
    if (greedy->kinds > HOLM_RESOURCES)
        put_knights(&inputs, greedy, seat == viewer);
    if (greedy_sails(greedy))
        put_sea(&inputs, greedy);
    while (inputs.at < inputs.end)
        put(&inputs, 0);
}

/* ----------------------------------------------------------------- the game */

static void put_step(struct inputs *inputs, const struct holm_state *state)
{
    const int kind = holm_step(state)->kind;
    put(inputs, state->active == HOLM_NONE);
    put(inputs, kind == HOLM_STEP_ROLL);
    put(inputs, kind == HOLM_STEP_ACTIONS);
    put(inputs, kind == HOLM_STEP_ROBBER || kind == HOLM_STEP_DISCARD);
}

/* What the map asks for, where there are scenarios. */
static void put_map(struct inputs *inputs, const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int fog = 0;
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++)
        fog += state->fog_terrain[terrain];
    put(inputs, fog / 10.0);
    put(inputs, map->lanes != 0);
    put(inputs, map->no_route);
    put(inputs, state->cloth != 0);
    put(inputs, state->board->topology.corners / 54.0);
}

void holm_net_game_inputs(const struct holm_state *state, float input[NET_GAME])
{
    const struct holm_rules *rules = &state->board->rules;
    struct inputs inputs = { input, input + NET_GAME };
    put_one_of(&inputs, (rules->players < 6 ? rules->players : 6) - 2, 5);
    put(&inputs, rules->target / 10.0);
    put(&inputs, holm_lateness(state));
    put(&inputs, state->turns < 200 ? state->turns / 100.0 : 2);
    put(&inputs, state->deck / 25.0);
    for (int card = 0; card < HOLM_CARDS; card++)
        put(&inputs, rules->bank.n[card] ? (double)state->bank.n[card] / rules->bank.n[card] : 0);
    put_step(&inputs, state);
    put(&inputs, rules->barbarian_steps ? (double)state->barbarians / rules->barbarian_steps : 0);
    put(&inputs, state->attacked);
    if (rules->ships)
        put_map(&inputs, state);
    while (inputs.at < inputs.end)
        put(&inputs, 0);
}
