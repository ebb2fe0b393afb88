/* test_undo.c: taking back, in random games of every mode.
 *
 * Each action that can be taken back is: then the position is byte for byte what it was, the chance
 * stands where it stood, and everybody knows at least what they knew. Done again, the action leads
 * where it led. Whether it can be taken back is worked out here once more, in other words; it is
 * listed for nobody else; and in any world that looks the same to the player, the action looks the
 * same: nothing hidden was learnt. */
#include "tests/property/play.h"

enum { VIEWERS = HOLM_SEATS + 1, MOST_A_TURN = 3 };

/* A game, and beside it the same one as a log with lines that take back tells it. */
struct lived {
    struct game game;
    struct holm_state state;
    struct holm_past past;
    struct holm_events events;
    struct holm_belief belief[VIEWERS];
    struct holm_belief known[VIEWERS]; /* before the latest action */
    int owner; /* whose turn it is, as far as counting goes */
    int taken[HOLM_SEATS];
    int taken_by_kind[HOLM_KINDS]; /* in all games */
    int refused[HOLM_ERRORS];
};

static int viewers(const struct lived *lived)
{
    return lived->game.board.rules.players + 1;
}

static int viewer_of(const struct lived *lived, int i)
{
    return i < lived->game.board.rules.players ? i : HOLM_SPECTATOR;
}

static bool same(const struct holm_state *one, const struct holm_state *other)
{
    return !memcmp(one, other, sizeof *one);
}

/* ------------------------------------------------------------------- beliefs */

static void believe_start(struct lived *lived)
{
    for (int i = 0; i < viewers(lived); i++) {
        struct holm_view view;
        holm_view(&lived->state, viewer_of(lived, i), &view);
        holm_belief_start(&lived->belief[i], &view);
    }
}

static void believe(struct lived *lived)
{
    for (int i = 0; i < viewers(lived); i++) {
        struct holm_view view;
        struct holm_belief *belief = &lived->belief[i];
        holm_view(&lived->state, viewer_of(lived, i), &view);
        holm_belief_follow(belief, &view, &lived->events);
        for (int seat = 0; seat < lived->game.board.rules.players; seat++)
            for (int card = 0; card < HOLM_CARDS; card++) {
                const int truth = lived->state.player[seat].hand.n[card];
                game_expect(&lived->game,
                            belief->low[seat][card] <= truth && truth <= belief->high[seat][card],
                            "viewer %d is wrong about seat %d: ", belief->viewer, seat);
            }
    }
}

/* shows HOLM-UNDO-8 */
static void check_nothing_forgotten(const struct lived *lived)
{
    for (int i = 0; i < viewers(lived); i++)
        for (int seat = 0; seat < lived->game.board.rules.players; seat++)
            for (int card = 0; card < HOLM_CARDS; card++)
                game_expect(&lived->game,
                            lived->belief[i].low[seat][card] >= lived->known[i].low[seat][card] &&
                                lived->belief[i].high[seat][card] <=
                                    lived->known[i].high[seat][card],
                            "viewer %d has forgotten something of seat %d: ", i, seat);
}

/* ---------------------------------------------------------------- in other words */

/* HOLM-UNDO-2 */
static bool is_of_a_kind(const struct holm_action *action)
{
    static const char *const names[] = { "road", "settlement", "city", "ship",
                                         "wall", "activate",   "bank" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(holm_kind_info[action->kind].name, names[i]))
            return true;
    return false;
}

static int expected(const struct lived *lived)
{
    const struct game *game = &lived->game;
    const int seat = game->action.seat;
    if (holm_over(&game->state))
        return HOLM_E_OVER;
    if (!holm_bit_in(holm_step(&game->state)->seats, seat))
        return -1; /* who is asked instead decides on the words */
    if (!game->board.rules.undo)
        return HOLM_E_UNDO_OFF;
    if (!is_of_a_kind(&game->action))
        return HOLM_E_UNDO_KIND;
    if (game->chance.drawn_count)
        return HOLM_E_UNDO_SHOWN;
    return lived->taken[seat] < MOST_A_TURN ? HOLM_OK : HOLM_E_UNDO_LIMIT;
}

static void count_turns(struct lived *lived)
{
    const struct holm_state *state = &lived->game.state;
    const unsigned asked = holm_step(state)->seats;
    const int owner = state->active != HOLM_NONE || !asked ? state->active : holm_bits_first(asked);
    if (owner != lived->owner)
        memset(lived->taken, 0, sizeof lived->taken);
    lived->owner = owner;
}

/* ------------------------------------------------------------------- checking */

static struct holm_action undo_by(int seat)
{
    return (struct holm_action){ .kind = HOLM_DO_UNDO, .seat = (uint8_t)seat };
}

static int count_undos(const struct holm_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count + list->templates; i++)
        if (list->at[i].kind == HOLM_DO_UNDO)
            count += i < list->count ? 1 : 99;
    return count;
}

/* Listed for whoever may, as the check says, and in front of the templates; never without a past. */
static void check_lists(const struct lived *lived)
{
    static struct holm_list list, plain;
    for (int seat = 0; seat < lived->game.board.rules.players; seat++) {
        struct holm_view view;
        const struct holm_action undo = undo_by(seat);
        const int error = holm_check_past(&lived->state, &lived->past, &undo);
        holm_view(&lived->state, seat, &view);
        holm_legal(&view.seen, seat, &plain);
        holm_legal_past(&view.seen, &lived->past, seat, &list);
        game_expect(&lived->game, count_undos(&list) == !error, "listed otherwise: ");
        game_expect(&lived->game, !count_undos(&plain), "listed without a past: ");
        game_expect(&lived->game, list.templates == plain.templates, "a template got lost: ");
        game_expect(&lived->game,
                    !memcmp(list.at + list.count, plain.at + plain.count,
                            (size_t)plain.templates * sizeof *plain.at),
                    "templates have changed: ");
        game_expect(&lived->game, error || seat == lived->game.action.seat, "another's: ");
    }
}

/* HOLM-UNDO-4: another world that the player could not tell from this one. */
static void check_nothing_learnt(struct lived *lived)
{
    const struct game *game = &lived->game;
    struct holm_state other;
    struct holm_view view, seen;
    struct holm_chance chance;
    struct holm_events events;
    const uint64_t random = dice_next(&lived->game.dice);
    holm_view(&game->before, game->action.seat, &view);
    game_expect(game, !holm_determinize(&view, NULL, random, &other), "no other world: ");
    holm_chance_number(&chance, random);
    game_expect(game, !holm_apply(&other, &game->action, &chance, &events), "refused there: ");
    game_expect(game, !chance.drawn_count, "drawn there: ");
    holm_view(&other, game->action.seat, &seen);
    holm_view(&game->state, game->action.seat, &view);
    game_expect(game, same(&seen.seen, &view.seen), "it looks different there: ");
}

/* The event alone says what was on the board, and what the hand gets and gives back. */
static void check_told(const struct lived *lived)
{
    const struct game *game = &lived->game;
    const struct holm_event *event = &lived->events.at[0];
    const int seat = game->action.seat;
    const bool segment = event->piece == HOLM_ROAD || event->piece == HOLM_SHIP;
    const uint8_t *places = segment ? game->state.edge : game->state.corner;
    game_expect(game, lived->events.count == 1 && event->kind == HOLM_EV_UNDO, "told more: ");
    game_expect(game, event->seat == seat && event->place == game->action.place, "elsewhere: ");
    if (event->piece == HOLM_EMPTY)
        game_expect(game, game->action.kind == HOLM_DO_BANK, "told of no piece: ");
    else if (event->piece == HOLM_WALL)
        game_expect(game, holm_corner_in(&game->state.walls, event->place), "no wall there: ");
    else
        /* the diplomat may lay another's road */
        game_expect(game, holm_piece_kind(places[event->place]) == event->piece, "another piece: ");
    for (int card = 0; card < HOLM_CARDS; card++)
        game_expect(game,
                    game->state.player[seat].hand.n[card] + event->cards.n[card] -
                            event->more.n[card] ==
                        game->before.player[seat].hand.n[card],
                    "other cards of kind %d: ", card);
}

/* shows HOLM-UNDO-7 */
static void take_back(struct lived *lived)
{
    const struct game *game = &lived->game;
    const struct holm_action undo = undo_by(game->action.seat);
    struct holm_chance chance = game->chance;
    game_expect(game, holm_apply(&lived->state, &undo, &chance, NULL), "taken without a past: ");
    const int error = holm_apply_past(&lived->state, &lived->past, &undo, &chance, &lived->events);
    game_expect(game, !error, "not taken back, %s: ", holm_reason(error)->name);
    game_expect(game, same(&lived->state, &game->before), "not as it was: ");
    game_expect(game, !chance.drawn_count && chance.next == game->chance.next, "drawn: ");
    check_told(lived);
    game_expect(game, !holm_invariant(&lived->state), "impossible: ");
    believe(lived);
    check_nothing_forgotten(lived);
    game_expect(game, holm_check_past(&lived->state, &lived->past, &undo) == HOLM_E_UNDO_NOTHING,
                "taken back twice: ");
    lived->taken[undo.seat]++;
    lived->taken_by_kind[game->action.kind]++;
}

/* The latest action of the game, with what it drew there; nobody need listen. */
static void do_action(struct lived *lived, bool listened)
{
    const struct game *game = &lived->game;
    struct holm_chance chance;
    holm_chance_number(&chance, 0);
    holm_chance_dictate(&chance, game->chance.drawn, game->chance.drawn_count);
    const int error = holm_apply_past(&lived->state, &lived->past, &game->action, &chance,
                                      listened ? &lived->events : NULL);
    game_expect(game, !error, "refused, %s: ", holm_reason(error)->name);
    game_expect(game, same(&lived->state, &game->state), "it leads elsewhere: ");
    if (!listened)
        lived->events = game->events;
    game_expect(game,
                lived->events.count == game->events.count &&
                    !memcmp(lived->events.at, game->events.at,
                            (size_t)game->events.count * sizeof *game->events.at),
                "something else happens: ");
    believe(lived);
}

static void start(struct lived *lived, const struct mode *mode, uint64_t seed)
{
    game_start(&lived->game, mode, seed);
    lived->state = lived->game.state;
    memset(&lived->past, 0, sizeof lived->past);
    memset(lived->taken, 0, sizeof lived->taken);
    lived->owner = 0;
    believe_start(lived);
}

static void step(struct lived *lived)
{
    struct game *game = &lived->game;
    const struct holm_action undo = undo_by(game->action.seat);
    memcpy(lived->known, lived->belief, sizeof lived->known);
    do_action(lived, dice_one_in(&game->dice, 2));
    count_turns(lived);
    const int error = holm_check_past(&lived->state, &lived->past, &undo);
    const int wanted = expected(lived);
    game_expect(game, wanted < 0 ? error : error == wanted,
                "%s instead of %s: ", holm_reason(error)->name, holm_reason(wanted)->name);
    lived->refused[error]++;
    check_lists(lived);
    if (error)
        return;
    check_nothing_learnt(lived);
    if (dice_one_in(&game->dice, 2))
        return;
    take_back(lived);
    check_lists(lived);
    do_action(lived, dice_one_in(&game->dice, 2));
}

static void taking_back_and_doing_again(void **unused)
{
    static struct lived lived;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], 1); seed++) {
            start(&lived, &modes[m], seed);
            while (game_step(&lived.game))
                step(&lived);
        }
    for (int kind = 0; kind < HOLM_KINDS; kind++)
        if (holm_kind_info[kind].groups & HOLM_G_UNDOABLE)
            assert_true(lived.taken_by_kind[kind] > 0);
    assert_true(lived.refused[HOLM_E_UNDO_SHOWN] > 0);
    assert_true(lived.refused[HOLM_E_UNDO_LIMIT] > 0);
    assert_true(lived.refused[HOLM_E_UNDO_PASSED] > 0);
}

/* Where the rules say so, nothing is. */
static void nothing_where_it_is_off(void **unused)
{
    static struct lived lived;
    (void)unused;
    start(&lived, &modes[0], 1);
    lived.game.board.rules.undo = 0;
    while (game_step(&lived.game)) {
        const struct holm_action undo = undo_by(lived.game.action.seat);
        do_action(&lived, true);
        check_lists(&lived);
        assert_int_not_equal(holm_check_past(&lived.state, &lived.past, &undo), HOLM_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_back_and_doing_again),
        cmocka_unit_test(nothing_where_it_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
