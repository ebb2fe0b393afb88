/* test_turns.c: who comes when, and what a roll does, worked out again from the rules: the roll for
 * the first turn, the snake of the set-up, the order of turns in every turn mode, production with
 * shortages, discards on a seven, and how likely each outcome of chance is. */
#include "tests/property/play.h"

static const struct holm_event *find_event(const struct game *game, int kind)
{
    for (int i = 0; i < game->events.count; i++)
        if (game->events.at[i].kind == kind)
            return &game->events.at[i];
    return NULL;
}

/* ----------------------------------------------------------- the first turn */

/* BASE-SETUP-1: the highest begins; those who are level with each other roll again. */
struct contest {
    unsigned rolling; /* who still rolls in this round */
    int best;
    unsigned leaders;
};

static void check_contest(const struct game *game, struct contest *contest)
{
    const struct holm_event *roll = find_event(game, HOLM_EV_START_ROLL);
    const struct holm_event *start = find_event(game, HOLM_EV_START_PLAYER);
    if (!roll)
        return;
    const int total = roll->dice[0] + roll->dice[1];
    game_expect(game, contest->rolling >> roll->seat & 1, "seat %d rolls again: ", roll->seat);
    contest->rolling &= ~(1u << roll->seat);
    if (total > contest->best) {
        contest->best = total;
        contest->leaders = 0;
    }
    if (total == contest->best)
        contest->leaders |= 1u << roll->seat;
    const bool decided = !contest->rolling && !(contest->leaders & (contest->leaders - 1));
    game_expect(game, decided == !!start, "the first player is %sknown: ", decided ? "" : "not ");
    if (start)
        game_expect(game, contest->leaders == 1u << start->seat, "seat %d begins: ", start->seat);
    else if (!contest->rolling)
        *contest = (struct contest){ .rolling = contest->leaders };
}

/* ------------------------------------------------------------------ set-up */

/* BASE-SETUP-2, 3: once round, and back again. */
static int snake_seat(int first, int players, int placed)
{
    return (first + (placed < players ? placed : 2 * players - 1 - placed)) % players;
}

/* BASE-SETUP-6 */
static void check_starting_cards(const struct game *game, bool second)
{
    const struct holm_topology *topology = &game->board.topology;
    struct holm_cards due = game->before.player[game->action.seat].hand;
    for (int i = 0; i < 3 && second; i++) {
        const int hex = topology->corner_hex[game->action.place][i];
        const int terrain = hex == HOLM_NONE ? HOLM_SEA : game->board.map.terrain[hex];
        if (terrain <= HOLM_MOUNTAINS)
            due.n[terrain]++;
    }
    const struct holm_cards *hand = &game->state.player[game->action.seat].hand;
    game_expect(game, !memcmp(&due, hand, sizeof due), "wrong starting cards: ");
}

static void check_setup(const struct game *game, int *placed)
{
    const int players = game->board.rules.players;
    const int step = holm_step(&game->before)->kind;
    if (step != HOLM_STEP_SETUP_SETTLEMENT && step != HOLM_STEP_SETUP_ROAD)
        return;
    game_expect(game, game->action.seat == snake_seat(game->state.first, players, *placed),
                "not seat %d's piece: ", game->action.seat);
    if (step == HOLM_STEP_SETUP_SETTLEMENT)
        check_starting_cards(game, *placed >= players);
    else
        ++*placed;
}

/* ----------------------------------------------------------- order of turns */

struct order {
    int seat, part; /* of the turn that began last; seat -1: none yet */
    int building;   /* the seat that built last in the special building phase, or -1 */
};

/* PAIR-1, P8-3 */
static int second_player(const struct holm_rules *rules, int seat)
{
    const int apart =
        rules->turn_mode == HOLM_TURN_PAIRED && rules->players <= 6 ? 3 : rules->players / 2;
    return (seat + apart) % rules->players;
}

static void check_turn(const struct game *game, struct order *order, const struct holm_event *turn)
{
    const struct holm_rules *rules = &game->board.rules;
    const bool shared =
        rules->turn_mode == HOLM_TURN_PAIRED || rules->turn_mode == HOLM_TURN_TWO_PER_TURN;
    int seat = game->state.first, part = 0;
    if (order->seat >= 0 && shared && !order->part) {
        seat = second_player(rules, order->seat);
        part = 1;
    } else if (order->seat >= 0) {
        seat = (game->before.roller + 1) % rules->players;
    }
    game_expect(game, turn->seat == seat && turn->n == part,
                "the turn is seat %d's, part %d, instead of seat %d's, part %d: ", turn->seat,
                turn->n, seat, part);
    game_expect(game, holm_over(&game->state) || game->state.active == seat,
                "seat %d is active: ", game->state.active);
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) /* BASE-DEV-4 */
        game_expect(game, !game->state.player[seat].fresh[kind],
                    "seat %d begins the turn with fresh cards: ", seat);
    if (rules->turn_mode == HOLM_TURN_SPECIAL_BUILD && order->seat >= 0)
        game_expect(game, (order->building + 1) % rules->players == order->seat,
                    "the special building ended with seat %d: ", order->building);
    *order = (struct order){ .seat = seat, .part = part, .building = seat };
}

/* SBP-1: all others, from the left neighbour of whoever ended the turn. */
static void check_order(const struct game *game, struct order *order)
{
    for (int i = 0; i < game->events.count; i++) {
        const struct holm_event *event = &game->events.at[i];
        if (event->kind == HOLM_EV_TURN)
            check_turn(game, order, event);
        if (event->kind != HOLM_EV_SPECIAL_BUILD)
            continue;
        const int next = (order->building + 1) % game->board.rules.players;
        game_expect(game,
                    game->board.rules.turn_mode == HOLM_TURN_SPECIAL_BUILD && event->seat == next,
                    "seat %d may build instead of %d: ", event->seat, next);
        order->building = next;
    }
}

/* --------------------------------------------------------------- production */

static void add_claims(const struct holm_state *state, int hex,
                       int claims[HOLM_SEATS][HOLM_RESOURCES])
{
    const struct holm_board *board = state->board;
    const int terrain = board->map.terrain[hex];
    for (int i = 0; i < 6; i++) {
        const uint8_t place = state->corner[board->topology.hex_corner[hex][i]];
        if (place && place_seat(place) < board->rules.players && terrain <= HOLM_MOUNTAINS)
            claims[place_seat(place)][terrain] += place_piece(place) == HOLM_CITY ? 2 : 1;
    }
}

/* BASE-PROD-6 to 8: what a kind's claims come to. */
static void cut_claims(const struct holm_state *state, int card,
                       int claims[HOLM_SEATS][HOLM_RESOURCES])
{
    int sum = 0, claimants = 0;
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        sum += claims[seat][card];
        claimants += claims[seat][card] > 0;
    }
    if (sum <= state->bank.n[card])
        return;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (claims[seat][card])
            claims[seat][card] = claimants == 1 ? state->bank.n[card] : 0;
}

static void check_production(const struct game *game, int total)
{
    int claims[HOLM_SEATS][HOLM_RESOURCES] = { { 0 } };
    for (int hex = 0; hex < game->board.topology.hexes; hex++)
        if (game->board.map.disc[hex] == total && hex != game->before.robber)
            add_claims(&game->before, hex, claims);
    for (int card = 0; card < HOLM_RESOURCES; card++) {
        cut_claims(&game->before, card, claims);
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            const int had = game->before.player[seat].hand.n[card];
            const int has = game->state.player[seat].hand.n[card];
            game_expect(game, has == had + claims[seat][card],
                        "a roll of %d gives seat %d %d of kind %d instead of %d: ", total, seat,
                        has - had, card, claims[seat][card]);
        }
    }
}

/* BASE-SEVEN-2: half, rounded down, of more than the limit. */
static void check_seven(const struct game *game)
{
    unsigned owing = 0;
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        const int cards = game->before.player[seat].cards;
        const int owed = cards > game->board.rules.hand_limit ? cards / 2 : 0;
        game_expect(game, game->state.player[seat].owed == owed,
                    "seat %d with %d cards owes %d: ", seat, cards, game->state.player[seat].owed);
        owing |= owed ? 1u << seat : 0;
    }
    const struct holm_step *step = holm_step(&game->state);
    game_expect(game, step->kind == (owing ? HOLM_STEP_DISCARD : HOLM_STEP_ROBBER),
                "step %d after a seven: ", step->kind);
    game_expect(game, holm_asked(&game->state) == (owing ? owing : 1u << game->action.seat),
                "seats %x are asked after a seven: ", holm_asked(&game->state));
}

/* DUO-ROLL-1: two rolls with different totals in a game with neutral colours. */
static void check_roll(const struct game *game)
{
    const int total = game->state.dice[0] + game->state.dice[1];
    const struct holm_step *step = holm_step(&game->before);
    if (game->action.kind != HOLM_DO_ROLL || step->kind != HOLM_STEP_ROLL)
        return;
    if (total == 7)
        check_seven(game);
    else
        check_production(game, total);
    if (!game->board.rules.neutrals || holm_over(&game->state))
        return;
    if (step->n)
        game_expect(game, total != game->before.first_total, "two rolls of %d: ", total);
    else if (total != 7)
        game_expect(game, holm_step(&game->state)->kind == HOLM_STEP_ROLL,
                    "the second roll is not asked for: ");
}

/* BASE-DEV-11: all cards of the kind are with whoever played it. */
static void check_monopoly(const struct game *game)
{
    const int seat = game->action.seat, card = game->action.card;
    if (game->action.kind != HOLM_DO_MONOPOLY)
        return;
    const int all = game->board.rules.bank.n[card] - game->before.bank.n[card];
    game_expect(game, game->state.player[seat].hand.n[card] == all,
                "after a monopoly seat %d holds %d cards of %d: ", seat,
                game->state.player[seat].hand.n[card], all);
}

/* ------------------------------------------------------------------- tokens */

/* DUO-GAIN-1 to 4: what a corner brings. */
static int corner_tokens(const struct holm_board *board, int corner)
{
    bool desert = false, coast = false;
    for (int i = 0; i < 3; i++) {
        const int hex = board->topology.corner_hex[corner][i];
        const int terrain = hex == HOLM_NONE ? HOLM_SEA : board->map.terrain[hex];
        desert |= terrain == HOLM_DESERT;
        coast |= terrain == HOLM_SEA;
    }
    return 2 * desert + coast;
}

/* DUO-TOKEN-1, DUO-GAIN-5 and 7 */
static void check_tokens(const struct game *game)
{
    const int seat = game->action.seat, had = game->before.player[seat].tokens;
    int gain = 0;
    if (!game->board.rules.neutrals)
        return;
    if (game->action.kind == HOLM_DO_FORCE || game->action.kind == HOLM_DO_SEND_ROBBER)
        gain = game->before.player[seat].points <= game->before.player[!seat].points ? -1 : -2;
    else if (game->action.kind == HOLM_DO_SELL_KNIGHT)
        gain = 2;
    else if (game->action.kind == HOLM_DO_SETTLEMENT)
        gain = corner_tokens(&game->board, game->action.place);
    if (gain > game->before.tokens)
        gain = game->before.tokens;
    game_expect(game, game->state.player[seat].tokens == had + gain,
                "seat %d has %d tokens instead of %d: ", seat, game->state.player[seat].tokens,
                had + gain);
    game_expect(game, game->state.player[!seat].tokens == game->before.player[!seat].tokens,
                "seat %d's tokens change in passing: ", !seat);
}

/* ------------------------------------------------------------------- chance */

/* Without an outcome an action stops and tells how likely each one is. */
static void check_weights(const struct game *game)
{
    struct holm_state state = game->before;
    struct holm_chance chance;
    const uint8_t none[1] = { 0 };
    struct holm_cards expected = { { 0 } };
    if (!game->chance.drawn_count)
        return;
    memset(&chance, 0, sizeof chance);
    holm_chance_dictate(&chance, none, 0);
    game_expect(game, holm_apply(&state, &game->action, &chance, NULL) == HOLM_E_OUTCOME,
                "no outcome was missed: ");
    if (game->action.kind == HOLM_DO_ROLL)
        memset(expected.n, 1, 6);
    else if (game->action.kind == HOLM_DO_BUY)
        memcpy(expected.n, game->before.deck_kind, HOLM_DEVELOPMENTS);
    else if (game->action.kind == HOLM_DO_ROBBER)
        expected = game->before.player[game->action.target].hand;
    else if (game->action.kind == HOLM_DO_FORCE)
        expected = game->before.player[!game->action.seat].hand;
    game_expect(game, !memcmp(chance.wanted, expected.n, sizeof expected.n),
                "chance weighs the outcomes of kind %d wrongly: ", game->action.kind);
}

static void turns_run_as_they_should(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= game_seeds(4); seed++) {
            int placed = 0;
            struct order order = { .seat = -1, .building = -1 };
            game_start(&game, &modes[m], seed);
            struct contest contest = { .rolling = (1u << game.board.rules.players) - 1 };
            while (game_step(&game)) {
                check_contest(&game, &contest);
                check_setup(&game, &placed);
                check_order(&game, &order);
                check_roll(&game);
                check_monopoly(&game);
                check_tokens(&game);
                check_weights(&game);
            }
        }
}

/* ------------------------------------------------------------ a strange map */

/* Forest with a 6 everywhere but on one desert. */
static void make_forest(struct holm_map *map)
{
    enum { ROWS = 7, COLUMNS = 9 };
    memset(map, 0, sizeof *map);
    snprintf(map->name, sizeof map->name, "forest");
    map->players_low = 2;
    map->players_high = HOLM_SEATS;
    map->has_fixed = 1;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++, map->hexes++) {
            map->q[map->hexes] = (int8_t)(column - row / 2);
            map->r[map->hexes] = (int8_t)row;
            map->terrain[map->hexes] = map->hexes ? HOLM_FOREST : HOLM_DESERT;
            map->disc[map->hexes] = map->hexes ? 6 : 0;
        }
}

/* All settlements and cities of all players, as close as the distance rule allows. */
static void settle_everywhere(struct holm_state *state)
{
    const struct holm_topology *topology = &state->board->topology;
    int built[HOLM_SEATS] = { 0 }, seat = 0;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool open = topology->corner_hex[corner][2] != HOLM_NONE;
        for (int i = 0; i < 3; i++) {
            const int neighbour = topology->corner_neighbour[corner][i];
            open &= neighbour == HOLM_NONE || !state->corner[neighbour];
        }
        if (!open || seat == state->board->rules.players)
            continue;
        const int piece = built[seat] < state->board->rules.cities ? HOLM_CITY : HOLM_SETTLEMENT;
        state->corner[corner] = (uint8_t)(piece | seat << 4);
        seat += ++built[seat] == state->board->rules.cities + state->board->rules.settlements;
    }
    holm_refresh(state);
}

/* One roll then claims more cards than any byte holds; the bank still pays what it has, or nobody.
 */
static void claims_beyond_a_byte(void **unused)
{
    static struct game game;
    struct holm_map map;
    struct holm_rules rules;
    static const uint8_t six[2] = { 2, 2 };
    (void)unused;
    for (int players = 2; players <= HOLM_SEATS; players++) {
        game = (struct game){ .mode = &modes[0], .seed = (uint64_t)players };
        holm_rules_make(&rules, HOLM_BASE, HOLM_CATAN8, players);
        rules.setup = HOLM_SETUP_FIXED;
        rules.target = 30;
        make_forest(&map);
        assert_int_equal(holm_board_make(&game.board, &map, &rules), HOLM_OK);
        holm_start(&game.state, &game.board);
        settle_everywhere(&game.state);
        assert_int_equal(holm_arrange(&game.state, 0, HOLM_STEP_ROLL, 0), HOLM_OK);
        game.before = game.state;
        game.action.kind = HOLM_DO_ROLL;
        holm_chance_dictate(&game.chance, six, 2);
        assert_int_equal(holm_apply(&game.state, &game.action, &game.chance, NULL), HOLM_OK);
        check_roll(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_run_as_they_should),
        cmocka_unit_test(claims_beyond_a_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
