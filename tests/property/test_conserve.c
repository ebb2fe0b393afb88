/* test_conserve.c: nothing appears or vanishes, and everything that follows from the pieces and
 * cards is what a brute-force judge makes of them: points, routes, awards with their history, the
 * end; and the events alone tell all of it. */
#include "tests/often.h"
#include "tests/property/judge.h"
#include "tests/property/ledger.h"

/* ----------------------------------------------------------------- awards */

static void check_awards(const struct game *game, struct judge *judge)
{
    const struct holm_state *state = &game->state;
    if (!judge_complete(state))
        return;
    judge_follow(judge, state,
                 game->action.kind == HOLM_DO_SELL_KNIGHT &&
                     game->action.seat == judge->army_holder);
    for (int seat = 0; seat < game->board.seats; seat++)
        game_expect(game, state->player[seat].route == judge->route[seat],
                    "seat %d's route is %d long instead of %d: ", seat, state->player[seat].route,
                    judge->route[seat]);
    game_expect(game, state->route_holder == judge->route_holder,
                "%d holds the longest route instead of %d: ", state->route_holder,
                judge->route_holder);
    game_expect(game, state->army_holder == judge->army_holder,
                "%d holds the largest army instead of %d: ", state->army_holder,
                judge->army_holder);
}

/* ---------------------------------------------------------------- the end */

/* SC-CLOTH-13: the end of a turn may end the game. */
static bool turn_has_ended(const struct game *game)
{
    for (int i = 0; i < game->events.count; i++)
        if (game->events.at[i].kind == HOLM_EV_TURN)
            return true;
    return false;
}

static void check_winner(const struct game *game)
{
    const struct holm_state *state = &game->state;
    const unsigned poorest = judge_villages(state);
    const unsigned winners = state->shared ? state->shared : holm_bit(state->winner);
    game_expect(game, holm_over(state), "seat %d has won and the game goes on: ", state->winner);
    game_expect(game, winners < holm_bit(game->board.rules.players), "a neutral colour wins: ");
    if (winners == poorest)
        return;
    game_expect(game, !state->shared && state->winner == state->active,
                "seat %d wins in seat %d's turn: ", state->winner, state->active);
    game_expect(game, judge_wins(state, state->winner),
                "seat %d wins with %d points: ", state->winner, judge_points(state, state->winner));
}

/* BASE-VP-2 and 3, SBP-6, PAIR-6: whoever has what it takes in their own turn has won, nobody else
 * has. */
static void check_end(const struct game *game)
{
    const struct holm_state *state = &game->state;
    if (state->winner != HOLM_NONE || state->shared) {
        check_winner(game);
        return;
    }
    if (holm_over(state)) {
        game_expect(game, state->turns >= game->board.rules.turn_limit,
                    "the game ends undecided after %d turns: ", state->turns);
        return;
    }
    if (state->active != HOLM_NONE && judge_complete(state))
        game_expect(game, !judge_wins(state, state->active),
                    "seat %d has %d points in its own turn and has not won: ", state->active,
                    judge_points(state, state->active));
    game_expect(game, !turn_has_ended(game) || !judge_villages(state),
                "the villages are empty and the game goes on: ");
}

/* -------------------------------------------------------------------- runs */

static void check_state(const struct game *game)
{
    const char *wrong = judge_state(&game->state);
    game_expect(game, !wrong, "%s: ", wrong);
    wrong = holm_invariant(&game->state);
    game_expect(game, !wrong, "%s: ", wrong);
}

/* People may end a game at any moment, whatever is being asked. */
static void check_stop(const struct game *game)
{
    const int players = game->board.rules.players;
    for (int winner = 0; winner <= players && !holm_over(&game->state); winner += players) {
        struct holm_state state = game->state;
        struct holm_events events;
        holm_stop(&state, winner < players ? winner : HOLM_NONE, &events);
        const char *wrong = holm_invariant(&state);
        game_expect(game, !wrong, "stopped, %s: ", wrong);
        game_expect(game, holm_over(&state) && !holm_asked(&state), "stopped, it goes on: ");
        wrong = holm_impossible(&state);
        game_expect(game, !wrong, "stopped, %s: ", wrong);
    }
}

static void check_voyages(const struct game *game, struct voyages *voyages)
{
    judge_voyages(voyages, &game->before, &game->state);
    game_expect(game, !voyages->astray, "a starting settlement stands where none may: ");
    for (int seat = 0; seat < game->board.rules.players; seat++)
        game_expect(game, game->state.player[seat].bonus == voyages->bonus[seat],
                    "seat %d has a bonus of %d instead of %d: ", seat,
                    game->state.player[seat].bonus, voyages->bonus[seat]);
}

/* Kinds of events that have happened in any of the games. */
static bool happened[HOLM_EV_KINDS];

static void a_whole_game_adds_up(const struct mode *mode, uint64_t seed)
{
    static struct game game;
    struct judge judge;
    struct voyages voyages = { 0 };
    static struct ledger ledger;
    game_start(&game, mode, seed);
    judge_start(&judge);
    ledger_open(&ledger, &game);
    do {
        check_state(&game);
        if (game.actions % often(1, 5) == 0)
            check_stop(&game);
        check_awards(&game, &judge);
        check_voyages(&game, &voyages);
        ledger_follow(&ledger, &game);
        check_end(&game);
        for (int i = 0; i < game.events.count; i++)
            happened[game.events.at[i].kind] = true;
    } while (game_step(&game));
}

static void every_game_adds_up(void **unused)
{
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= game_seeds(modes[m].scenario ? ALL_FORMS : 3); seed++)
            a_whole_game_adds_up(&modes[m], seed);
    happened[HOLM_EV_UNDO] = true; /* test_undo.c: these players take nothing back */
    for (int kind = HOLM_EV_NONE + 1; kind < HOLM_EV_KINDS; kind++)
        if (!happened[kind] && kind != HOLM_EV_SKIP && kind != HOLM_EV_SHARED &&
            kind != HOLM_EV_FLEET_GONE) /* too rare; scripts show them */
            fail_msg("no game had an event '%s'", holm_event_info[kind].name);
}

/* The seeds of every_game_adds_up see every edition of every scenario, printed and dealt. */
static void every_form_is_seen(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++) {
        bool seen[HOLM_EDITIONS][2] = { { false } };
        int forms = 0;
        for (uint64_t seed = 1; modes[m].scenario && seed <= ALL_FORMS; seed++) {
            game_start(&game, &modes[m], seed);
            forms += !seen[game.board.rules.edition][game.board.rules.setup];
            seen[game.board.rules.edition][game.board.rules.setup] = true;
        }
        const char *name = modes[m].scenario;
        if (name) /* these two have one set-up only */
            assert_int_equal(forms, strcmp(name, "pirate-islands") && strcmp(name, "new-world")
                                        ? ALL_FORMS
                                        : HOLM_EDITIONS);
    }
}

/* ------------------------------------------------------------------- armies */

static const struct mode *mode_named(const char *name)
{
    const struct mode *mode = modes;
    while (strcmp(mode->name, name))
        mode++;
    return mode;
}

/* A game for two in which armies of these sizes lie there and somebody holds the award. */
static void arrange_armies(struct game *game, int mine, int its, int holder)
{
    game_start(game, mode_named("2 players"), 1);
    struct holm_state *state = &game->state;
    state->player[0].army = (uint8_t)mine;
    state->player[1].army = (uint8_t)its;
    state->player[0].development[HOLM_KNIGHT] = 1;
    state->deck_kind[HOLM_KNIGHT] -= (uint8_t)(mine + its + 1);
    /* and hardly a token is left (DUO-GAIN-7) */
    state->player[1].tokens += (uint8_t)(state->tokens - its % 4);
    state->tokens = (uint8_t)(its % 4);
    holm_refresh(state);
    assert_int_equal(holm_arrange(state, 0, HOLM_STEP_ACTIONS, 0), HOLM_OK);
    holm_hold_army(state, holder);
}

static void apply_first(struct game *game, int kind)
{
    static struct holm_list list;
    holm_legal(&game->state, 0, &list);
    for (int i = 0; i < list.count; i++)
        if (list.at[i].kind == kind) {
            game->action = list.at[i];
            assert_int_equal(holm_apply(&game->state, &game->action, &game->chance, NULL), HOLM_OK);
            return;
        }
}

/* BASE-LA-1 and 2, DUO-GAIN-6: every pair of armies, every possible holder, one knight more or one
 * sold. */
static void every_pair_of_armies(void **unused)
{
    static struct game game;
    (void)unused;
    for (int mine = 0; mine <= 5; mine++)
        for (int its = 0; its <= 5; its++)
            for (int holder = 0; holder <= 2; holder++)
                for (int sells = 0; sells <= 1; sells++) {
                    struct judge judge;
                    const int held = holder == 2 ? HOLM_NONE : holder;
                    const int most = mine > its ? mine : its;
                    if (held != HOLM_NONE && ((held ? its : mine) < most || most < 3))
                        continue; /* cannot be */
                    if (held == HOLM_NONE && mine != its && most >= 3)
                        continue;
                    arrange_armies(&game, mine, its, held);
                    judge_start(&judge);
                    judge.army_holder = held;
                    apply_first(&game, sells ? HOLM_DO_SELL_KNIGHT : HOLM_DO_KNIGHT);
                    apply_first(&game, HOLM_DO_ROBBER);
                    check_state(&game);
                    check_awards(&game, &judge);
                }
}

/* ------------------------------------------------------------ dense routes */

/* Roads of two seats around a few hexes, so that there are rings, forks and crossings that a random
 * game hardly ever builds; and here and there a building, which may cut somebody. */
static void lay_dense(struct game *game)
{
    const struct holm_topology *topology = &game->board.topology;
    struct holm_state *state = &game->state;
    const unsigned centre = dice_below(&game->dice, topology->hexes);
    unsigned roads[2] = { 0, 0 };
    for (int i = 0; i < 60; i++) {
        const unsigned side = dice_below(&game->dice, 7), owner = dice_one_in(&game->dice, 3);
        unsigned hex = side == 6 ? centre : topology->hex_neighbour[centre][side];
        if (hex == HOLM_NONE)
            hex = centre;
        const int edge = topology->hex_edge[hex][dice_below(&game->dice, 6)];
        if (!state->edge[edge] && roads[owner] < game->board.rules.roads - 4u) {
            state->edge[edge] = holm_piece_byte(HOLM_ROAD, owner);
            roads[owner]++;
        }
    }
    for (int i = 0; i < 4; i++) {
        const unsigned corner = topology->hex_corner[centre][dice_below(&game->dice, 6)];
        bool open = !state->corner[corner];
        for (int j = 0; j < 3; j++) {
            const int neighbour = topology->corner_neighbour[corner][j];
            open &= neighbour == HOLM_NONE || !state->corner[neighbour];
        }
        if (open)
            state->corner[corner] =
                holm_piece_byte(HOLM_SETTLEMENT, (int)dice_below(&game->dice, 3));
    }
}

/* Enough of everything for some roads and settlements, out of the bank. */
static void fill_hand(struct holm_state *state, int seat)
{
    struct holm_player *player = &state->player[seat];
    for (int card = 0; card < HOLM_GRAIN + 1; card++) {
        player->hand.n[card] += 4;
        state->bank.n[card] -= 4;
    }
}

/* As arranged, and after each of some roads and settlements built into the tangle. */
static void dense_routes_are_exact(void **unused)
{
    static struct game game;
    (void)unused;
    for (uint64_t seed = 1; seed <= game_seeds(400); seed++) {
        struct judge judge;
        game_start(&game, &modes[0], seed);
        lay_dense(&game);
        fill_hand(&game.state, 0);
        fill_hand(&game.state, 1);
        holm_refresh(&game.state);
        const int seat = (int)dice_below(&game.dice, 2);
        assert_int_equal(holm_arrange(&game.state, seat, HOLM_STEP_ACTIONS, 0), HOLM_OK);
        judge_start(&judge);
        check_state(&game);
        check_awards(&game, &judge);
        for (int i = 0; i < 8 && !holm_over(&game.state); i++) {
            static struct holm_list list;
            holm_legal(&game.state, seat, &list);
            game.action = list.at[dice_below(&game.dice, (unsigned)list.count)];
            if (game.action.kind != HOLM_DO_ROAD && game.action.kind != HOLM_DO_SETTLEMENT)
                continue;
            assert_false(holm_apply(&game.state, &game.action, &game.chance, NULL));
            check_state(&game);
            check_awards(&game, &judge);
        }
    }
}

/* ----------------------------------------------------------------- villages */

/* Cloth handed out at random, so that some villages are empty and some players level. */
static void hand_out_cloth(struct game *game)
{
    struct holm_state *state = &game->state;
    for (int i = 0; i < game->board.villages; i++) {
        const int seat = (int)dice_below(&game->dice, game->board.rules.players);
        const int tokens =
            dice_one_in(&game->dice, 3) ? (int)dice_below(&game->dice, 5) : state->village[i];
        state->village[i] -= (uint8_t)tokens;
        state->player[seat].cloth += (uint8_t)tokens;
    }
    holm_refresh(state);
}

/* SC-CLOTH-13: with few villages left the end of the turn ends the game, by points, then cloth. */
static void villages_run_dry(void **unused)
{
    static struct game game;
    int ended = 0, shared = 0;
    (void)unused;
    for (uint64_t seed = 1; seed <= game_seeds(400); seed++) {
        game_start(&game, mode_named("cloth-trade"), seed);
        hand_out_cloth(&game);
        assert_int_equal(holm_arrange(&game.state, 0, HOLM_STEP_ACTIONS, 0), HOLM_OK);
        game.before = game.state;
        game.action = (struct holm_action){ .kind = HOLM_DO_END };
        assert_int_equal(holm_apply(&game.state, &game.action, &game.chance, &game.events),
                         HOLM_OK);
        check_state(&game);
        check_end(&game);
        ended += holm_over(&game.state);
        shared += game.state.shared != 0;
    }
    assert_true(ended > 50 && shared > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_adds_up),     cmocka_unit_test(every_form_is_seen),
        cmocka_unit_test(every_pair_of_armies),   cmocka_unit_test(villages_run_dry),
        cmocka_unit_test(dense_routes_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
