/* test_bots.c: the levels choose from a view alone, the same for the same seed, within their budget;
 * greedy stays as it is, and tuning pays. */
#include <time.h>

#include "bots/level.h"
#include "tests/often.h"
#include "tests/unit/bot_table.h"

static void test_same_seed_same_game(void **unused)
{
    static struct table one, two;
    (void)unused;
    for (int game = 0; game < HOLM_GAMES; game++)
        for (int level = 0; level < LEVELS; level++) {
            start(&one, game, 3, levels[level], 7);
            start(&two, game, 3, levels[level], 7);
            for (int i = 0; i < often(150, 40) && step(&one); i++) {
                assert_true(step(&two));
                assert_memory_equal(&one.action, &two.action, sizeof one.action);
            }
            stop(&one);
            stop(&two);
        }
}

/* Several threads for a move choose what one would. */
static void test_threads(void **unused)
{
    static const char *const words[][2] = { { "hard:60", "hard:60x3" },
                                            { "expert:120", "expert:120x8" } };
    static struct table one, many;
    (void)unused;
    for (int i = 0; i < 2; i++) {
        start(&one, HOLM_BASE, 3, words[i][0], 9);
        start(&many, HOLM_BASE, 3, words[i][1], 9);
        for (int n = 0; n < often(300, 60) && step(&one); n++) {
            assert_true(step(&many));
            assert_memory_equal(&one.action, &many.action, sizeof one.action);
        }
        stop(&one);
        stop(&many);
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
    for (int level = 0; level < LEVELS - 1; level++) { /* a beginner sees what easy sees */
        start(&table, game, 4, levels[level], 11);
        for (int i = 0; i < often(0, 120); i++)
            assert_true(step_quickly(&table));
        for (int i = 0; i < often(250, 45) && !holm_over(&table.state); i++) {
            if (i % often(1, 3)) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_game),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_twins),
        cmocka_unit_test(test_told),
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_greedy_is_frozen),
        cmocka_unit_test(test_tuned_beats_greedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
