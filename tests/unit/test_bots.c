/* test_bots.c: the levels choose from a view alone, the same for the same seed, within their budget,
 * and pester nobody; greedy stays as it is; and files of numbers say what is wrong with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "bots/evaluate.h"
#include "bots/greedy.h"
#include "bots/level.h"
#include "bots/numbers.h"
#include "tests/often.h"
#include "text/maps.h"

static const char *const levels[] = { "easy", "medium", "hard:40" };
enum { LEVELS = sizeof levels / sizeof *levels };

/* ------------------------------------------------------------------- games */

struct table {
    struct holm_rules rules;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_view view;
    struct holm_list list;
    struct holm_events events;
    struct holm_action action;
};

static void start(struct table *table, int game, int players, const char *word, uint64_t seed)
{
    struct holm_map map;
    struct holm_trouble trouble;
    struct holm_bot_order order;
    assert_int_equal(holm_rules_make(&table->rules, game, HOLM_2025, players), HOLM_OK);
    table->rules.turn_limit = 400;
    assert_true(holm_map_built_in(holm_map_default(&table->rules), &map, &trouble));
    if (map.has_fixed)
        table->rules.setup = HOLM_SETUP_FIXED;
    holm_chance_number(&table->chance, seed);
    assert_int_equal(holm_deal(&map, &table->rules, &table->chance), HOLM_OK);
    assert_int_equal(holm_board_make(&table->board, &map, &table->rules), HOLM_OK);
    holm_start(&table->state, &table->board);
    assert_true(holm_bot_read(word, &order));
    for (int seat = 0; seat < players; seat++) {
        holm_bot_start(&table->bots[seat], &order, seat, seed);
        holm_view(&table->state, seat, &table->view);
        holm_bot_join(&table->bots[seat], &table->view);
    }
}

/* The next action of the game, in `action`; false: it is over. */
static bool step(struct table *table)
{
    if (holm_over(&table->state))
        return false;
    const int seat = holm_next(&table->state);
    holm_view(&table->state, seat, &table->view);
    holm_legal(&table->view.seen, seat, &table->list);
    holm_bot_choose(&table->bots[seat], &table->view, &table->list, &table->action);
    assert_int_equal(holm_apply(&table->state, &table->action, &table->chance, &table->events),
                     HOLM_OK);
    holm_bots_tell(table->bots, table->rules.players, &table->state, &table->events);
    return true;
}

static void stop(struct table *table)
{
    for (int seat = 0; seat < table->rules.players; seat++)
        holm_bot_stop(&table->bots[seat]);
}

/* ------------------------------------------------------------------- tests */

static void test_same_seed_same_game(void **unused)
{
    static struct table one, two;
    (void)unused;
    for (int game = 0; game < HOLM_GAMES; game++)
        for (int level = 0; level < LEVELS; level++) {
            start(&one, game, 3, levels[level], 7);
            start(&two, game, 3, levels[level], 7);
            for (int i = 0; i < often(150, 50) && step(&one); i++) {
                assert_true(step(&two));
                assert_memory_equal(&one.action, &two.action, sizeof one.action);
            }
            stop(&one);
            stop(&two);
        }
}

/* Another full state with the same view: the bot cannot tell, so it must not choose otherwise. Its
 * belief and its memory are copied, as both are made of what it has seen (test_told shows it). */
static void twins(int game)
{
    static struct table table;
    static struct holm_state twin;
    static struct holm_view view;
    static struct holm_list list;
    int differed = 0;
    for (int level = 0; level < LEVELS; level++) {
        start(&table, game, 4, levels[level], 11);
        for (int i = 0; i < 250 && !holm_over(&table.state); i++) {
            if (i % often(1, 5)) {
                assert_true(step(&table));
                continue;
            }
            const int seat = holm_next(&table.state);
            struct holm_bot *bot = &table.bots[seat], copy;
            struct holm_action action;
            holm_view(&table.state, seat, &view);
            assert_int_equal(holm_determinize(&view, &bot->belief, (uint64_t)i, &twin), HOLM_OK);
            differed += memcmp(twin.player, table.state.player, sizeof twin.player) != 0;
            copy = *bot;
            struct level *memory = bot->own ? test_malloc(sizeof *memory) : NULL;
            if (memory)
                *memory = *(struct level *)bot->own;
            holm_view(&twin, seat, &view);
            holm_legal(&view.seen, seat, &list);
            holm_bot_choose(bot, &view, &list, &action);
            if (memory) {
                *(struct level *)bot->own = *memory;
                test_free(memory);
            } else {
                copy.own = bot->own;
            }
            *bot = copy;
            assert_true(step(&table));
            assert_memory_equal(&action, &table.action, sizeof action);
        }
        stop(&table);
    }
    assert_true(differed > often(100, 20));
}

static void test_twins(void **unused)
{
    (void)unused;
    for (int game = 0; game < HOLM_GAMES; game++)
        twins(game);
}

static struct holm_events overheard[HOLM_SEATS];

static void overhear(struct holm_bot *bot, const struct holm_view *view,
                     const struct holm_events *events)
{
    (void)view;
    overheard[bot->seat] = *events;
}

/* A bot is told what its seat may see of every event, and nothing else. */
static void test_told(void **unused)
{
    static struct table table;
    struct holm_bot_kind spy;
    int hidden = 0;
    (void)unused;
    start(&table, HOLM_KNIGHTS, 4, "medium", 13);
    spy = *table.bots[0].kind;
    spy.watch = overhear;
    for (int seat = 0; seat < 4; seat++)
        table.bots[seat].kind = &spy;
    for (int i = 0; i < 400 && step(&table); i++)
        for (int seat = 0; seat < 4; seat++)
            for (int n = 0; n < table.events.count; n++) {
                const struct holm_event *all = &table.events.at[n],
                                        seen = holm_event_for(all, seat);
                assert_memory_equal(&overheard[seat].at[n], &seen, sizeof seen);
                hidden += memcmp(all, &seen, sizeof seen) != 0;
            }
    stop(&table);
    assert_true(hidden > 10);
}

enum { OFFERS_MOST = 2048, PATIENCE = 3 };

/* All offers of a game. */
struct offers {
    struct holm_action made[OFFERS_MOST];
    int turn[OFFERS_MOST];
    unsigned refused[OFFERS_MOST]; /* by these seats */
    int count;
};

/* Who has refused these terms of late. */
static unsigned refused_lately(const struct offers *offers, const struct table *table)
{
    unsigned seats = 0;
    for (int i = 0; i < offers->count; i++) {
        const struct holm_action *one = &offers->made[i];
        if (one->seat == table->action.seat &&
            table->state.turns - offers->turn[i] <= PATIENCE * table->rules.players &&
            !memcmp(&one->give, &table->action.give, sizeof one->give) &&
            !memcmp(&one->take, &table->action.take, sizeof one->take))
            seats |= offers->refused[i];
    }
    return seats;
}

static int made_this_turn(const struct offers *offers, const struct table *table)
{
    int made = 0;
    for (int i = 0; i < offers->count; i++)
        made += offers->made[i].seat == table->action.seat && offers->turn[i] == table->state.turns;
    return made;
}

static void note_offer(struct offers *offers, const struct table *table)
{
    const struct holm_action *action = &table->action;
    const unsigned asked =
        action->seat == table->state.active ? action->seats : holm_bit(table->state.active);
    assert_true(offers->count < OFFERS_MOST);
    assert_false(asked & refused_lately(offers, table));
    offers->made[offers->count] = *action;
    offers->turn[offers->count] = table->state.turns;
    offers->refused[offers->count++] = asked;
}

/* Who has agreed to the bot's offer may be asked for it again. */
static void note_deal(struct offers *offers, const struct holm_offer *own,
                      const struct holm_action *deal)
{
    for (int i = 0; i < offers->count; i++)
        if (offers->made[i].seat == deal->seat && holm_bit_in(own->accepted, deal->target) &&
            !memcmp(&offers->made[i].give, &own->give, sizeof own->give) &&
            !memcmp(&offers->made[i].take, &own->take, sizeof own->take))
            offers->refused[i] &= ~holm_bit(deal->target);
}

/* No level makes many offers in a turn, nor asks anybody soon again for what that one has refused. */
static void no_pestering(int game, int level, int most)
{
    static struct table table;
    static struct offers offers;
    struct holm_offer own[HOLM_SEATS];
    offers.count = 0;
    start(&table, game, 4, levels[level], 3);
    memcpy(own, table.state.offer, sizeof own);
    while (step(&table)) {
        if (table.action.kind == HOLM_DO_OFFER) {
            note_offer(&offers, &table);
            assert_true(made_this_turn(&offers, &table) <= most);
        } else if (table.action.kind == HOLM_DO_CONCLUDE) {
            note_deal(&offers, &own[table.action.seat], &table.action);
        }
        memcpy(own, table.state.offer, sizeof own);
    }
    stop(&table);
    assert_true(offers.count > 10);
}

static void test_no_pestering(void **unused)
{
    static const int most[LEVELS] = { 2, 2, 4 };
    (void)unused;
    for (int level = 0; level < LEVELS; level++) {
        no_pestering(HOLM_BASE, level, most[level]);
        if (level >= often(0, LEVELS - 1))
            no_pestering(HOLM_KNIGHTS, level, most[level]);
    }
}

/* Whether a settlement or a city would win the game for the seat that is asked. */
static bool can_win(const struct table *table)
{
    static struct holm_list list;
    static struct holm_state after;
    const int seat = holm_next(&table->state);
    if (seat == HOLM_NONE)
        return false;
    holm_legal(&table->state, seat, &list);
    for (int i = 0; i < list.count; i++) {
        struct holm_chance chance = table->chance;
        if (list.at[i].kind != HOLM_DO_SETTLEMENT && list.at[i].kind != HOLM_DO_CITY)
            continue;
        after = table->state;
        holm_apply_listed(&after, &list.at[i], &chance, NULL);
        if (holm_over(&after) && after.winner == seat)
            return true;
    }
    return false;
}

/* Medium and hard take a win when they can, at least within the turn. */
static void test_wins_are_taken(void **unused)
{
    static struct table table;
    int taken = 0;
    (void)unused;
    for (int level = 1; level < LEVELS; level++)
        for (uint64_t seed = 1; seed <= (uint64_t)often(4, 2); seed++) {
            start(&table, HOLM_BASE, 4, levels[level], seed);
            while (!can_win(&table) && step(&table))
                continue;
            const int seat = holm_next(&table.state), turn = table.state.turns;
            taken += !holm_over(&table.state);
            while (step(&table))
                continue;
            assert_true(seat == HOLM_NONE || table.state.winner == seat);
            assert_int_equal(table.state.turns, turn);
            stop(&table);
        }
    assert_true(taken > often(2, 1));
}

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A limit in time is used, and kept: by the machine's time, as others may keep it busy. */
static void test_budgets(void **unused)
{
    static struct table table;
    double longest = 0, busiest = 0;
    (void)unused;
    start(&table, HOLM_BASE, 4, "hard:20ms", 5);
    for (int i = 0; i < 60; i++) {
        const double before = seconds(CLOCK_MONOTONIC), idle = seconds(CLOCK_THREAD_CPUTIME_ID);
        assert_true(step(&table));
        const double took = seconds(CLOCK_MONOTONIC) - before;
        const double worked = seconds(CLOCK_THREAD_CPUTIME_ID) - idle;
        longest = took > longest ? took : longest;
        busiest = worked > busiest ? worked : busiest;
    }
    stop(&table);
    assert_true(longest > 0.015);
    assert_true(busiest < 0.1); /* sanitizers slow it down */
}

static void test_budget_words(void **unused)
{
    struct holm_bot_order order;
    (void)unused;
    assert_true(holm_bot_read("hard", &order));
    assert_int_equal(order.budget.milliseconds, 500);
    assert_true(holm_bot_read("hard:1000", &order));
    assert_int_equal(order.budget.nodes, 1000);
    assert_int_equal(order.budget.milliseconds, 0);
    assert_false(holm_bot_read("medium:1000", &order));
    assert_false(holm_bot_read("harder", &order));
}

static void refuse_weights(const char *text, int line, const char *part)
{
    struct holm_weights weights;
    struct holm_trouble trouble = { 0 };
    assert_false(holm_weights_read(text, &weights, &trouble));
    assert_int_equal(trouble.line, line);
    assert_non_null(strstr(trouble.text, part));
}

static void test_weights(void **unused)
{
    struct holm_weights weights;
    struct holm_trouble trouble;
    (void)unused;
    assert_true(holm_weights_read("# made by hand\n\npoints 1 2 # all\n  army -0.5\t3e-1\n",
                                  &weights, &trouble));
    assert_true(weights.early[HOLM_W_POINTS] == 1 && weights.late[HOLM_W_POINTS] == 2);
    assert_true(weights.early[HOLM_W_ARMY] == -0.5 && weights.late[HOLM_W_ARMY] == 0.3);
    assert_true(weights.early[HOLM_W_ROUTE] == 0);
    refuse_weights("points 1 2\npoint 1 2\n", 2, "'point' is no feature");
    refuse_weights("points 1\n", 1, "two numbers");
    refuse_weights("points 1 2 3\n", 1, "two numbers");
    refuse_weights("points one 2\n", 1, "two numbers");
    refuse_weights("points nan 2\n", 1, "two numbers");
    refuse_weights("points 1 1e99\n", 1, "two numbers");
    refuse_weights("points 1 2\n\npoints 1 2\n", 3, "already");
    refuse_weights("points_points_points_points_points_points_points 1 2\n", 1,
                   "no name is as long");
    for (int i = 0; i < HOLM_GAMES; i++)
        assert_true(holm_weights_read(holm_weights_files[i].text, &weights, &trouble));
}

static void refuse_preferences(const char *text, int line, const char *part)
{
    struct holm_preferences preferences;
    struct holm_trouble trouble = { 0 };
    assert_false(holm_preferences_read(text, &preferences, &trouble));
    assert_int_equal(trouble.line, line);
    assert_non_null(strstr(trouble.text, part));
}

static void test_preferences(void **unused)
{
    struct holm_preferences preferences;
    struct holm_trouble trouble;
    (void)unused;
    assert_true(holm_preferences_read("# by hand\n\n route 150 # less\n", &preferences, &trouble));
    assert_int_equal(preferences.n[PREFER_ROUTE], 150);
    preferences.n[PREFER_ROUTE] = holm_greedy_preferences.n[PREFER_ROUTE];
    assert_memory_equal(&preferences, &holm_greedy_preferences, sizeof preferences);
    refuse_preferences("route 150\nrout 150\n", 2, "'rout' is no preference");
    refuse_preferences("route 5\n\nroute 6\n", 3, "already");
    refuse_preferences("route\n", 1, "a whole number from");
    refuse_preferences("route many\n", 1, "a whole number from");
    refuse_preferences("route 1.5\n", 1, "a whole number from");
    refuse_preferences("route 1 2\n", 1, "a whole number from");
    refuse_preferences("route 9999999999\n", 1, "a whole number from 0 to 600");
    for (int i = 0; i < PREFERENCES; i++) {
        assert_true(holm_greedy_preferences.n[i] >= holm_preference_rows[i].least);
        assert_true(holm_greedy_preferences.n[i] <= holm_preference_rows[i].most);
    }
    for (int i = 0; i < HOLM_GAMES; i++)
        assert_true(holm_preferences_read(holm_preferences_files[i].text, &preferences, &trouble));
}

/* All strength is measured against it: the turns of its games with these seeds, in every family. */
static void test_greedy_is_frozen(void **unused)
{
    static const int turns[HOLM_GAMES] = { 452, 371, 505, 469 };
    static struct table table;
    (void)unused;
    for (int game = 0; game < HOLM_GAMES; game++) {
        int sum = 0;
        for (uint64_t seed = 1; seed <= 5; seed++) {
            start(&table, game, 4, "greedy", seed);
            while (step(&table))
                continue;
            sum += table.state.turns;
            stop(&table);
        }
        assert_int_equal(sum, turns[game]);
    }
}

/* Games in which the built-in preferences in one seat beat greedy in the others. */
static int tuned_wins(struct table *table, int game, int games)
{
    struct holm_preferences preferences;
    int wins = 0;
    for (int i = 0; i < games; i++) {
        start(table, game, 4, "greedy", 1000 + (uint64_t)i);
        holm_preferences_built_in(&table->rules, &preferences);
        while (!holm_over(&table->state)) {
            const int seat = holm_next(&table->state);
            holm_view(&table->state, seat, &table->view);
            holm_legal(&table->view.seen, seat, &table->list);
            holm_choose_by_preferences(seat == i % 4 ? &preferences : &holm_greedy_preferences,
                                       &table->bots[seat], &table->view, &table->list,
                                       &table->action);
            assert_int_equal(holm_apply(&table->state, &table->action, &table->chance, NULL),
                             HOLM_OK);
        }
        wins += table->state.winner == i % 4;
        stop(table);
    }
    return wins;
}

/* Tuning pays: a quarter of the games would be won by chance. */
static void test_tuned_beats_greedy(void **unused)
{
    static struct table table;
    (void)unused;
    assert_in_range(tuned_wins(&table, HOLM_BASE, 400), 112, 400);
    assert_in_range(tuned_wins(&table, HOLM_KNIGHTS, 200), 56, 200);
}

/* Close enough to e to the power of x, and monotone where it is pieced together. */
static void test_exp(void **unused)
{
    double before = 0;
    (void)unused;
    assert_true(holm_exp(0) == 1);
    assert_true(holm_exp(1) > 2.718281828 && holm_exp(1) < 2.718281829);
    assert_true(holm_exp(-2) > 0.135335283 && holm_exp(-2) < 0.135335284);
    for (double x = -10; x < 10; x += 0.01) {
        assert_true(holm_exp(x) > before);
        before = holm_exp(x);
    }
}

/* A card without a row of its own would never be played, and be the first to be put away. */
static void test_every_card_has_a_worth(void **unused)
{
    (void)unused;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (holm_greedy_card_worth(progress) <= 0)
            fail_msg("%s has no row in bots/greedy_progress.c", holm_progress_info[progress].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_card_has_a_worth),
        cmocka_unit_test(test_same_seed_same_game),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_no_pestering),
        cmocka_unit_test(test_wins_are_taken),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_budget_words),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_preferences),
        cmocka_unit_test(test_greedy_is_frozen),
        cmocka_unit_test(test_tuned_beats_greedy),
        cmocka_unit_test(test_exp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
