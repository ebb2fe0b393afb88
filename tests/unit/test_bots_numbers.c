/* test_bots_numbers.c: files of numbers say what is wrong with them, and what the bots weigh has bounds and
 * words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "bots/evaluate.h"
#include "bots/explain.h"
#include "bots/greedy.h"
#include "bots/numbers.h"
#include "text/notation.h"

static void test_budget_words(void **unused)
{
    struct holm_bot_order order;
    (void)unused;
    assert_true(holm_bot_read("hard", &order));
    assert_int_equal(order.budget.milliseconds, 500);
    assert_true(holm_bot_read("hard:1000", &order));
    assert_int_equal(order.budget.nodes, 1000);
    assert_int_equal(order.budget.milliseconds, 0);
    assert_true(holm_bot_read("expert:200ms", &order));
    assert_int_equal(order.budget.milliseconds, 200);
    assert_true(holm_bot_read("expert:200msx4", &order));
    assert_int_equal(order.budget.milliseconds, 200);
    assert_int_equal(order.budget.threads, 4);
    assert_true(holm_bot_read("hard:70x8", &order));
    assert_int_equal(order.budget.nodes, 70);
    assert_false(holm_bot_read("hard:70x0", &order));
    assert_false(holm_bot_read("hard:70x9", &order));
    assert_false(holm_bot_read("hard:70x", &order));
    assert_false(holm_bot_read("hard:70x44", &order));
    assert_false(holm_bot_read("hard:x4", &order));
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
            fail_msg("%s has no row in bots/greedy_progress.c", holm_progress_names[progress]);
}

/* Whatever weighs can be said, in every language, and no two terms of a seat alike. */
static void test_terms_have_words(void **unused)
{
    (void)unused;
    for (int term = 0; term < HOLM_TERMS; term++)
        for (int language = 0; language < HOLM_LANGUAGES; language++) {
            if (!holm_term_title(language, term))
                fail_msg("%s has no words in bots/explain.c", holm_term_name(term));
            assert_true(strlen(holm_term_title(language, term)) > 3);
        }
}

/* Learnt weights keep within their bounds, where those of this version were learnt. */
static void test_weights_within_bounds(void **unused)
{
    struct holm_weights weights;
    struct holm_rules rules;
    (void)unused;
    assert_true(holm_weight_bounded(HOLM_W_OWN_EXCESS, 0.8) == 0);
    assert_true(holm_weight_bounded(HOLM_W_OWN_KNIGHTS, 0.97) == 0.5);
    assert_true(holm_weight_bounded(HOLM_W_VARIETY, 7) == 7);
    assert_int_equal(holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 4), HOLM_OK);
    holm_weights_built_in(&rules, &weights);
    for (int i = 0; i < HOLM_FEATURES; i++) {
        if (weights.early[i] == 0 && weights.late[i] == 0)
            continue; /* of another game */
        assert_true(weights.early[i] == holm_weight_bounded(i, weights.early[i]));
        assert_true(weights.late[i] == holm_weight_bounded(i, weights.late[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budget_words),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_preferences),
        cmocka_unit_test(test_exp),
        cmocka_unit_test(test_every_card_has_a_worth),
        cmocka_unit_test(test_terms_have_words),
        cmocka_unit_test(test_weights_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
