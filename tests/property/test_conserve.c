/* test_conserve.c: nothing appears or vanishes, and everything that follows from the pieces and
 * cards is what a brute-force judge makes of them: points, routes, awards with their history, the
 * end. */
#include "tests/property/judge.h"
#include "tests/property/play.h"

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

static int points_with_cards(const struct holm_state *state, int seat)
{
    return judge_points(state, seat) + judge_hidden_points(state, seat);
}

/* BASE-VP-2 and 3, SBP-6, PAIR-6: whoever has the points in the own turn has won, nobody else has.
 */
static void check_end(const struct game *game)
{
    const struct holm_state *state = &game->state;
    const int target = game->board.rules.target;
    if (state->winner != HOLM_NONE) {
        game_expect(game, holm_over(state),
                    "seat %d has won and the game goes on: ", state->winner);
        game_expect(game, state->winner == state->active,
                    "seat %d wins in seat %d's turn: ", state->winner, state->active);
        game_expect(game, points_with_cards(state, state->winner) >= target,
                    "seat %d wins with %d points: ", state->winner,
                    points_with_cards(state, state->winner));
        game_expect(game, state->winner < game->board.rules.players, "a neutral colour wins: ");
        return;
    }
    if (holm_over(state)) {
        game_expect(game, state->turns >= game->board.rules.turn_limit,
                    "the game ends undecided after %d turns: ", state->turns);
        return;
    }
    if (state->active != HOLM_NONE && judge_complete(state))
        game_expect(game, points_with_cards(state, state->active) < target,
                    "seat %d has %d points in the own turn and has not won: ", state->active,
                    points_with_cards(state, state->active));
}

/* ----------------------------------------------------------------- events */

/* Hands as somebody would keep them who sees all events and nothing else. */
struct ledger {
    int hand[HOLM_SEATS][HOLM_CARDS];
    int developments[HOLM_SEATS], tokens[HOLM_SEATS];
    /* Cities & Knights */
    int progress[HOLM_SEATS][HOLM_PROGRESS_KINDS];
    int revealed[HOLM_SEATS], defender[HOLM_SEATS], level[HOLM_SEATS][HOLM_TRACKS];
    int merchant, metropolis[HOLM_TRACKS]; /* hex and corners, or HOLM_NONE */
    uint8_t corner[HOLM_CORNERS], disc[HOLM_HEXES];
};

static void ledger_move(struct ledger *ledger, int seat, const struct holm_cards *cards, int sign)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        ledger->hand[seat][card] += sign * cards->n[card];
}

static void ledger_hand_over(struct ledger *ledger, int from, int to, int card, int n)
{
    ledger->hand[from][card] -= n;
    ledger->hand[to][card] += n;
}

/* The cards that only Cities & Knights knows. */
static void ledger_progress(struct ledger *ledger, const struct holm_event *event)
{
    switch (event->kind) {
    case HOLM_EV_DRAW:
        if (event->n) /* CK-CARD-2 */
            ledger->revealed[event->seat]++;
        else
            ledger->progress[event->seat][event->progress]++;
        break;
    case HOLM_EV_DROP:
    case HOLM_EV_PROGRESS:
        ledger->progress[event->seat][event->progress]--;
        break;
    case HOLM_EV_SPY:
        ledger->progress[event->seat][event->progress] += event->n;
        ledger->progress[event->target][event->progress] -= event->n;
        break;
    case HOLM_EV_DEFENDER:
        ledger->defender[event->seat]++;
        break;
    case HOLM_EV_IMPROVE:
        ledger->level[event->seat][event->track] = event->n;
        break;
    case HOLM_EV_MERCHANT:
        ledger->merchant = event->place;
        break;
    case HOLM_EV_SWAP: {
        const uint8_t disc = ledger->disc[event->place];
        ledger->disc[event->place] = ledger->disc[event->to];
        ledger->disc[event->to] = disc;
        break;
    }
    default:
        break;
    }
}

/* What stands on the corners, by what is told of it. */
static void ledger_pieces(struct ledger *ledger, const struct holm_event *event)
{
    const uint8_t piece = (uint8_t)(event->piece | event->seat << 4);
    switch (event->kind) {
    case HOLM_EV_BUILD:
        if (event->piece == HOLM_ROAD || event->piece == HOLM_WALL)
            break;
        ledger->corner[event->place] = piece;
        break;
    case HOLM_EV_PILLAGE:
    case HOLM_EV_PROMOTE:
        ledger->corner[event->place] = piece;
        break;
    case HOLM_EV_METROPOLIS:
        if (ledger->metropolis[event->track] != HOLM_NONE) /* CK-METRO-8 */
            ledger->corner[ledger->metropolis[event->track]] += HOLM_CITY - HOLM_METROPOLIS;
        ledger->metropolis[event->track] = event->place;
        ledger->corner[event->place] = piece;
        break;
    case HOLM_EV_MOVE:
        ledger->corner[event->place] = 0;
        ledger->corner[event->to] = piece;
        break;
    case HOLM_EV_DISPLACE:
        ledger->corner[event->place] = 0;
        break;
    case HOLM_EV_RETREAT:
        ledger->corner[event->to] = piece;
        break;
    case HOLM_EV_LOST: /* a displaced knight is off its corner already */
        if (event->piece != HOLM_ROAD && ledger->corner[event->place] == piece)
            ledger->corner[event->place] = 0;
        break;
    default:
        break;
    }
}

static void ledger_event(struct ledger *ledger, const struct holm_event *event, bool knights)
{
    switch (event->kind) {
    case HOLM_EV_PRODUCE:
    case HOLM_EV_TAKE:
    case HOLM_EV_AQUEDUCT:
        ledger_move(ledger, event->seat, &event->cards, 1);
        break;
    case HOLM_EV_DISCARDED:
    case HOLM_EV_PAY:
        ledger_move(ledger, event->seat, &event->cards, -1);
        break;
    case HOLM_EV_BANK:
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->seat, &event->more, 1);
        break;
    case HOLM_EV_TRADE:
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->target, &event->cards, 1);
        ledger_move(ledger, event->seat, &event->more, 1);
        ledger_move(ledger, event->target, &event->more, -1);
        break;
    case HOLM_EV_STEAL:
    case HOLM_EV_MONOPOLY:
        ledger_hand_over(ledger, event->target, event->seat, event->card, event->n);
        break;
    case HOLM_EV_HARBOR:
        if (!event->n) /* nothing changed hands */
            break;
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->target, &event->cards, 1);
        ledger_move(ledger, event->seat, &event->more, 1);
        ledger_move(ledger, event->target, &event->more, -1);
        break;
    case HOLM_EV_FORCE:
    case HOLM_EV_PICK:
        ledger_move(ledger, event->seat, &event->cards, 1);
        ledger_move(ledger, event->target, &event->cards, -1);
        break;
    case HOLM_EV_GIVE:
    case HOLM_EV_GIFT:
        ledger_move(ledger, event->seat, &event->cards, -1);
        ledger_move(ledger, event->target, &event->cards, 1);
        break;
    case HOLM_EV_BUY:
        ledger->developments[event->seat]++;
        break;
    case HOLM_EV_PLAY:
        ledger->developments[event->seat]--;
        break;
    case HOLM_EV_REVEAL: /* they are shown, no longer held */
        if (!knights)
            ledger->developments[event->seat] -= event->n;
        break;
    case HOLM_EV_TOKENS:
        ledger->tokens[event->seat] = event->n;
        break;
    default:
        break;
    }
}

static void check_knights_ledger(const struct game *game, const struct ledger *ledger, int seat)
{
    const struct holm_player *player = &game->state.player[seat];
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS && !holm_over(&game->state); progress++)
        game_expect(game, ledger->progress[seat][progress] == player->progress[progress],
                    "by the events seat %d holds %d progress cards of kind %d instead of %d: ",
                    seat, ledger->progress[seat][progress], progress, player->progress[progress]);
    for (int track = 0; track < HOLM_TRACKS; track++)
        game_expect(game, ledger->level[seat][track] == player->level[track],
                    "by the events seat %d has level %d instead of %d: ", seat,
                    ledger->level[seat][track], player->level[track]);
    game_expect(game, ledger->defender[seat] == player->defender,
                "by the events seat %d defended %d times, not %d: ", seat, ledger->defender[seat],
                player->defender);
    game_expect(game, holm_over(&game->state) || ledger->revealed[seat] == player->revealed,
                "by the events seat %d has laid open %d cards, not %d: ", seat,
                ledger->revealed[seat], player->revealed);
}

static void check_table_ledger(const struct game *game, const struct ledger *ledger)
{
    game_expect(game, ledger->merchant == game->state.merchant,
                "by the events the merchant is on %d: ", ledger->merchant);
    for (int hex = 0; hex < game->board.topology.hexes; hex++)
        game_expect(game, ledger->disc[hex] == game->state.disc[hex],
                    "by the events hex %d has disc %d: ", hex, ledger->disc[hex]);
    for (int corner = 0; corner < game->board.topology.corners; corner++)
        game_expect(game, ledger->corner[corner] == game->state.corner[corner],
                    "by the events corner %d has piece %x instead of %x: ", corner,
                    ledger->corner[corner], game->state.corner[corner]);
}

static void check_ledger(const struct game *game, struct ledger *ledger)
{
    for (int i = 0; i < game->events.count; i++) {
        ledger_event(ledger, &game->events.at[i], game->board.rules.game == HOLM_KNIGHTS);
        ledger_progress(ledger, &game->events.at[i]);
        ledger_pieces(ledger, &game->events.at[i]);
    }
    for (int seat = 0; seat < game->board.rules.players; seat++)
        check_knights_ledger(game, ledger, seat);
    check_table_ledger(game, ledger);
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        const struct holm_player *player = &game->state.player[seat];
        for (int card = 0; card < HOLM_CARDS; card++)
            game_expect(game, ledger->hand[seat][card] == player->hand.n[card],
                        "by the events seat %d holds %d of kind %d instead of %d: ", seat,
                        ledger->hand[seat][card], card, player->hand.n[card]);
        game_expect(game, ledger->developments[seat] == player->developments,
                    "by the events seat %d holds %d development cards instead of %d: ", seat,
                    ledger->developments[seat], player->developments);
        game_expect(game, ledger->tokens[seat] == player->tokens,
                    "by the events seat %d has %d tokens instead of %d: ", seat,
                    ledger->tokens[seat], player->tokens);
    }
}

/* -------------------------------------------------------------------- runs */

static void check_state(const struct game *game)
{
    const char *wrong = judge_state(&game->state);
    game_expect(game, !wrong, "%s: ", wrong);
    wrong = holm_invariant(&game->state);
    game_expect(game, !wrong, "%s: ", wrong);
}

static void open_ledger(struct ledger *ledger, const struct game *game)
{
    memset(ledger, 0, sizeof *ledger);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        ledger->tokens[seat] = game->state.player[seat].tokens; /* DUO-SETUP-2: 5 each */
    ledger->merchant = HOLM_NONE;
    for (int track = 0; track < HOLM_TRACKS; track++)
        ledger->metropolis[track] = HOLM_NONE;
    memcpy(ledger->corner, game->state.corner, sizeof ledger->corner); /* the neutral colours */
    memcpy(ledger->disc, game->board.map.disc, sizeof ledger->disc);
}

static void a_whole_game_adds_up(const struct mode *mode, uint64_t seed)
{
    static struct game game;
    struct judge judge;
    struct ledger ledger;
    game_start(&game, mode, seed);
    judge_start(&judge);
    open_ledger(&ledger, &game);
    do {
        check_state(&game);
        if (!game.board.map.no_route) /* SC-PIR-18, where there is no such award */
            check_awards(&game, &judge);
        if (!mode_on_land(mode)) /* the ledger and the end know no scenarios */
            continue;
        check_ledger(&game, &ledger);
        check_end(&game);
    } while (game_step(&game));
}

static void every_game_adds_up(void **unused)
{
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], 4); seed++)
            a_whole_game_adds_up(&modes[m], seed);
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
            state->edge[edge] = (uint8_t)(HOLM_ROAD | owner << 4);
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
            state->corner[corner] = (uint8_t)(HOLM_SETTLEMENT | dice_below(&game->dice, 3) << 4);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_adds_up),
        cmocka_unit_test(every_pair_of_armies),
        cmocka_unit_test(dense_routes_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
