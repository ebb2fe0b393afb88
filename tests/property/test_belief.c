/* test_belief.c: what can be worked out from what a seat sees.
 *
 * Beliefs follow whole games from redacted events alone: their bounds always contain the truth, and
 * are exact as long as nothing was hidden. Determinized states look to the seat just like the real
 * one, are possible positions, and keep to the beliefs. */
#include "tests/property/judge.h"
#include "tests/property/play.h"

enum { VIEWERS = HOLM_SEATS + 1 };

struct followed {
    struct game game;
    struct holm_belief belief[VIEWERS]; /* of each seat, and last of a spectator */
    bool exact[VIEWERS]; /* nothing hidden has happened to this viewer yet */
};

static int viewer_of(const struct game *game, int i)
{
    return i < game->board.rules.players ? i : HOLM_SPECTATOR;
}

static int viewers(const struct game *game)
{
    return game->board.rules.players + 1;
}

/* ---------------------------------------------------------------- following */

static void start_following(struct followed *followed, const struct mode *mode, uint64_t seed)
{
    game_start(&followed->game, mode, seed);
    for (int i = 0; i < viewers(&followed->game); i++) {
        struct holm_view view;
        holm_view(&followed->game.state, viewer_of(&followed->game, i), &view);
        holm_belief_start(&followed->belief[i], &view);
        followed->exact[i] = true;
    }
}

/* The viewer's own events; notes whether one of them moved cards that it did not see. */
static bool redact(const struct game *game, int viewer, struct holm_events *redacted)
{
    bool hidden = false;
    redacted->count = game->events.count;
    for (int i = 0; i < game->events.count; i++) {
        redacted->at[i] = holm_event_for(&game->events.at[i], viewer);
        const int secret = HOLM_EH_CARD | HOLM_EH_CARDS;
        hidden |= (redacted->at[i].hidden & secret) != 0;
    }
    return hidden;
}

static void check_bounds(const struct followed *followed, int i)
{
    const struct game *game = &followed->game;
    const struct holm_belief *belief = &followed->belief[i];
    for (int seat = 0; seat < game->board.rules.players; seat++)
        for (int card = 0; card < HOLM_CARDS; card++) {
            const int low = belief->low[seat][card], high = belief->high[seat][card];
            const int truth = game->state.player[seat].hand.n[card];
            game_expect(game, low <= truth && truth <= high,
                        "viewer %d believes seat %d has %d to %d of kind %d, not %d: ",
                        belief->viewer, seat, low, high, card, truth);
            game_expect(game, high <= game->state.player[seat].cards,
                        "viewer %d believes seat %d may have %d cards of %d: ", belief->viewer,
                        seat, high, game->state.player[seat].cards);
            if (followed->exact[i] || seat == belief->viewer)
                game_expect(game, low == high,
                            "viewer %d saw all and believes seat %d has %d to %d of kind %d: ",
                            belief->viewer, seat, low, high, card);
        }
}

static bool follow(struct followed *followed)
{
    static struct holm_events redacted;
    if (!game_step(&followed->game))
        return false;
    for (int i = 0; i < viewers(&followed->game); i++) {
        struct holm_view view;
        if (redact(&followed->game, viewer_of(&followed->game, i), &redacted))
            followed->exact[i] = false;
        holm_view(&followed->game.state, viewer_of(&followed->game, i), &view);
        holm_belief_follow(&followed->belief[i], &view, &redacted);
        check_bounds(followed, i);
    }
    return true;
}

/* Somebody who joins late knows the counts, and may not be told more. */
static void check_late_comer(const struct game *game, int viewer)
{
    struct holm_view view;
    struct holm_belief belief;
    holm_view(&game->state, viewer, &view);
    holm_belief_start(&belief, &view);
    for (int seat = 0; seat < game->board.rules.players; seat++)
        for (int card = 0; card < HOLM_CARDS; card++)
            game_expect(game,
                        belief.low[seat][card] <= game->state.player[seat].hand.n[card] &&
                            game->state.player[seat].hand.n[card] <= belief.high[seat][card],
                        "a late comer believes something wrong of seat %d: ", seat);
}

/* Who is told of a hand knows it, and believes nothing wrong of the others. */
static void check_told(const struct game *game, int viewer, int told)
{
    struct holm_view view;
    struct holm_belief belief;
    const struct holm_cards *hand = &game->state.player[told].hand;
    holm_view(&game->state, viewer, &view);
    holm_belief_start(&belief, &view);
    holm_belief_tell(&belief, &view, told, hand);
    for (int card = 0; card < HOLM_CARDS; card++)
        game_expect(game,
                    belief.low[told][card] == hand->n[card] &&
                        belief.high[told][card] == hand->n[card],
                    "who was told of seat %d does not know it: ", told);
    for (int seat = 0; seat < game->board.rules.players; seat++)
        for (int card = 0; card < HOLM_CARDS; card++)
            game_expect(game,
                        belief.low[seat][card] <= game->state.player[seat].hand.n[card] &&
                            game->state.player[seat].hand.n[card] <= belief.high[seat][card],
                        "who was told of seat %d believes something wrong of seat %d: ", told,
                        seat);
}

static void beliefs_contain_the_truth(void **unused)
{
    static struct followed followed;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], 1); seed++) {
            start_following(&followed, &modes[m], seed);
            while (follow(&followed))
                if (dice_one_in(&followed.game.dice, 8)) {
                    const int seats = followed.game.board.rules.players;
                    const int seat = (int)dice_below(&followed.game.dice, seats);
                    check_late_comer(&followed.game, seat);
                    check_told(&followed.game, viewer_of(&followed.game, (seat + 1) % (seats + 1)),
                               seat);
                }
        }
}

/* ------------------------------------------------------------- determinizing */

/* An offer that stands and a yes to one show that their makers can pay; that the game goes on shows
 * that the active player has not enough points. */
static void check_possible(const struct game *game, const struct holm_state *state)
{
    for (int seat = 0; seat < game->board.rules.players; seat++)
        for (int card = 0; card < HOLM_CARDS && state->active != HOLM_NONE; card++) {
            const int held = state->player[seat].hand.n[card];
            const struct holm_offer *own = &state->offer[seat];
            const struct holm_offer *offer = &state->offer[state->active];
            if (own->open && seat != state->active)
                game_expect(game, own->give.n[card] <= held, "seat %d cannot pay: ", seat);
            if (holm_bit_in(offer->accepted, seat))
                game_expect(game, offer->take.n[card] <= held,
                            "seat %d cannot keep its word: ", seat);
        }
    /* wonders and fortresses are needed for a win besides the points */
    if (game->board.map.wonders || game->board.map.lanes)
        return;
    if (state->active != HOLM_NONE && !holm_over(state) && judge_complete(state))
        game_expect(game, holm_points(state, state->active) < game->board.rules.target,
                    "seat %d would have won: ", state->active);
}

static void check_determinized(const struct followed *followed, int i, bool believes)
{
    const struct game *game = &followed->game;
    const struct holm_belief *belief = believes ? &followed->belief[i] : NULL;
    struct holm_view view, again;
    struct holm_state state;
    holm_view(&game->state, viewer_of(game, i), &view);
    const int error = holm_determinize(&view, belief, (uint64_t)game->actions * 31 + 7, &state);
    game_expect(game, !error, "%s: ", holm_reason(error)->name);
    game_expect(game, state.viewer == HOLM_EVERYBODY, "it is still a view: ");
    game_expect(game, !holm_invariant(&state),
                "a determinized state: %s: ", holm_invariant(&state));
    game_expect(game, !judge_state(&state), "%s: ", judge_state(&state));
    check_possible(game, &state);
    holm_view(&state, viewer_of(game, i), &again);
    game_expect(game, !memcmp(&view, &again, sizeof view),
                "viewer %d can tell a determinized state: ", view.seen.viewer);
    for (int seat = 0; belief && seat < game->board.rules.players; seat++)
        for (int card = 0; card < HOLM_CARDS; card++)
            game_expect(game,
                        belief->low[seat][card] <= state.player[seat].hand.n[card] &&
                            state.player[seat].hand.n[card] <= belief->high[seat][card],
                        "viewer %d knows that seat %d does not hold %d of kind %d: ",
                        view.seen.viewer, seat, state.player[seat].hand.n[card], card);
}

/* A determinized game can be played on, to its end. */
static void play_on(const struct followed *followed, int i)
{
    static struct game game;
    struct holm_view view;
    game = followed->game;
    holm_view(&followed->game.state, viewer_of(&game, i), &view);
    if (holm_determinize(&view, &followed->belief[i], 99, &game.state))
        fail_msg("%s", game_where(&game));
    game.state.board = &game.board;
    for (int steps = 0; steps < 60 && game_step(&game); steps++)
        game_expect(&game, !holm_invariant(&game.state),
                    "played on: %s: ", holm_invariant(&game.state));
}

static void determinized_states_look_real(void **unused)
{
    static struct followed followed;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= mode_seeds(&modes[m], 1); seed++) {
            start_following(&followed, &modes[m], seed + 100);
            while (follow(&followed)) {
                const int i =
                    (int)dice_below(&followed.game.dice, (unsigned)viewers(&followed.game));
                check_determinized(&followed, i, true);
                check_determinized(&followed, i, false);
                if (dice_one_in(&followed.game.dice, 64))
                    play_on(&followed, i);
            }
        }
}

/* Seeds lead to different hands: it is no use to always guess the same. */
static void guesses_differ(void **unused)
{
    static struct followed followed;
    (void)unused;
    start_following(&followed, &modes[0], 1);
    while (followed.game.state.turns < 60 && follow(&followed))
        ;
    struct holm_view view;
    struct holm_state one, other;
    int different = 0;
    holm_view(&followed.game.state, 0, &view);
    for (uint64_t seed = 0; seed < 50; seed++) {
        assert_int_equal(holm_determinize(&view, NULL, 2 * seed, &one), HOLM_OK);
        assert_int_equal(holm_determinize(&view, NULL, 2 * seed + 1, &other), HOLM_OK);
        different += memcmp(&one, &other, sizeof one) != 0;
        assert_int_equal(holm_determinize(&view, NULL, 2 * seed, &other), HOLM_OK);
        assert_memory_equal(&one, &other, sizeof one);
    }
    assert_true(different > 25);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beliefs_contain_the_truth),
        cmocka_unit_test(determinized_states_look_real),
        cmocka_unit_test(guesses_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
