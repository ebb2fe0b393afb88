/* test_rules.c: rules and maps that a program makes by hand: what the engine's bytes cannot hold is
 * refused, and what it takes can be played to the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "text/maps.h"

static struct holm_board board;
static struct holm_state state;
static struct holm_list list;

/* The house rules play cards fast, and lay them under the decks. */
static struct holm_rules house_rules(void)
{
    struct holm_rules rules;
    assert_int_equal(holm_rules_make(&rules, HOLM_KNIGHTS, HOLM_CATAN8, 3), HOLM_OK);
    rules.setup = HOLM_SETUP_FIXED;
    return rules;
}

static int make_board(const struct holm_rules *rules)
{
    static struct holm_map map;
    struct holm_trouble trouble;
    struct holm_chance chance;
    holm_chance_number(&chance, 1);
    assert_true(holm_map_find("base-4", &map, &trouble));
    const int error = holm_deal(&map, rules, &chance);
    return error ? error : holm_board_make(&board, &map, rules);
}

/* A deck of so many cards in all, most of them of one kind. */
static void fill_science(struct holm_rules *rules, int cards)
{
    for (int kind = 0; kind < HOLM_PROGRESS_KINDS; kind++)
        if (kind != HOLM_IRRIGATION && holm_progress_track(rules, kind) == HOLM_SCIENCE)
            cards -= rules->progress_copies[kind];
    rules->progress_copies[HOLM_IRRIGATION] = (uint8_t)cards;
}

static void play_out(uint64_t seed)
{
    struct holm_chance chance;
    struct holm_random random;
    holm_chance_number(&chance, seed);
    holm_random_seed(&random, seed);
    holm_start(&state, &board);
    for (int i = 0; i < 4000 && !holm_over(&state); i++) {
        holm_legal(&state, holm_next(&state), &list);
        holm_apply_listed(&state, &list.at[holm_random_below(&random, (uint32_t)list.count)],
                          &chance, NULL);
    }
    assert_null(holm_invariant(&state));
}

/* All cards of a deck may come to lie under it. */
static void no_deck_is_too_large(void **unused)
{
    (void)unused;
    struct holm_rules rules = house_rules();
    fill_science(&rules, HOLM_UNDER_MAX - 1);
    assert_int_equal(make_board(&rules), HOLM_OK);
    for (uint64_t seed = 1; seed <= 5; seed++)
        play_out(seed);
    fill_science(&rules, HOLM_UNDER_MAX);
    assert_int_equal(make_board(&rules), HOLM_E_RULES_VALUE);
    rules = house_rules(); /* and neither by a card that comes from another deck */
    rules.progress_copies[HOLM_WARLORD] = HOLM_UNDER_MAX / 2;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        rules.warlord_track = (uint8_t)track;
        assert_int_equal(make_board(&rules), HOLM_E_RULES_VALUE);
    }
}

static void every_card_has_a_deck(void **unused)
{
    (void)unused;
    struct holm_rules rules = house_rules();
    rules.warlord_track = HOLM_TRACKS;
    assert_int_equal(make_board(&rules), HOLM_E_RULES_VALUE);
}

static void every_start_has_a_rule(void **unused)
{
    (void)unused;
    static struct holm_map map;
    struct holm_trouble trouble;
    struct holm_rules rules;
    assert_int_equal(holm_rules_make(&rules, HOLM_SEAFARERS, HOLM_2025, 4), HOLM_OK);
    assert_true(holm_scenario_find("through-the-desert", 4, &map, &trouble));
    assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_OK);
    for (int rule = 0; rule < HOLM_START_RULES; rule++)
        assert_int_equal(holm_start_rule(holm_reason(holm_start_reasons[rule])->rule), rule);
    map.start_rule = HOLM_START_RULES;
    assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_E_MAP_MARK);
    assert_int_equal(holm_start_rule("BASE-SETUP-2"), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_deck_is_too_large),
        cmocka_unit_test(every_card_has_a_deck),
        cmocka_unit_test(every_start_has_a_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
