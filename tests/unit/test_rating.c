/* Ratings against known values of the published method, and what a game counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "text/figures.h"
#include "text/maps.h"
#include "text/rating.h"

static void near(double found, double wanted)
{
    if (found < wanted - 1e-9 || found > wanted + 1e-9)
        fail_msg("%.12f, not %.12f", found, wanted);
}

/* What OpenSkill's Plackett-Luce gives for players who never met; tests/server/test_ratings.py has
 * the formulas once more. */
static void known_values(void **unused)
{
    static const struct {
        int count, place[4];
        double mu[4], sigma[4];
    } rows[] = {
        { 2,
          { 1, 2 },
          { 27.63523138347365, 22.36476861652635 },
          { 8.065506316323548, 8.065506316323548 } },
        { 2, { 1, 1 }, { 25, 25 }, { 8.065506316323548, 8.065506316323548 } },
        { 3,
          { 1, 2, 3 },
          { 27.868876552746237, 25.717219138186557, 21.413904309067206 },
          { 8.204837030780652, 8.057829747583874, 8.057829747583874 } },
        { 4,
          { 1, 2, 3, 4 },
          { 27.795084971874736, 26.552824984374855, 24.68943500312503, 20.96265504062538 },
          { 8.263160757613477, 8.179213704945203, 8.083731307186588, 8.083731307186588 } },
        { 4,
          { 2, 4, 2, 1 },
          { 24.68943500312503, 22.826045021875203, 24.68943500312503, 27.795084971874736 },
          { 8.179213704945203, 8.179213704945203, 8.179213704945203, 8.263160757613477 } },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct holm_rating rating[4];
        for (int j = 0; j < rows[i].count; j++)
            rating[j] = holm_rating_new();
        holm_rating_update(rating, rows[i].place, rows[i].count);
        for (int j = 0; j < rows[i].count; j++) {
            near(rating[j].mu, rows[i].mu[j]);
            near(rating[j].sigma, rows[i].sigma[j]);
        }
    }
}

/* The order in which players are listed changes nothing, and a newcomer is shown as 1000. */
static void order_says_nothing(void **unused)
{
    struct holm_rating forth[3] = { { 30, 2 }, { 25, 8 }, { 20, 4 } }, back[3];
    static const int place[3] = { 2, 1, 3 }, ecalp[3] = { 3, 1, 2 };
    const struct holm_rating fresh = holm_rating_new();
    (void)unused;
    for (int i = 0; i < 3; i++)
        back[i] = forth[2 - i];
    holm_rating_update(forth, place, 3);
    holm_rating_update(back, ecalp, 3);
    for (int i = 0; i < 3; i++) {
        near(back[i].mu, forth[2 - i].mu);
        near(back[i].sigma, forth[2 - i].sigma);
    }
    assert_int_equal(holm_rating_shown(&fresh), 1000);
}

/* --------------------------------------------------------------------- figures */

static void start(struct holm_board *board, struct holm_state *state)
{
    struct holm_rules rules;
    struct holm_map map;
    struct holm_trouble trouble;
    struct holm_chance chance;
    holm_chance_number(&chance, 1);
    assert_int_equal(holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 3), 0);
    rules.setup = HOLM_SETUP_FIXED;
    assert_true(holm_map_built_in("base-4", &map, &trouble));
    assert_int_equal(holm_deal(&map, &rules, &chance), 0);
    assert_int_equal(holm_board_make(board, &map, &rules), 0);
    holm_start(state, board);
}

static int corner_of(const struct holm_board *board, int disc, int terrain)
{
    for (int hex = 0; hex < board->topology.hexes; hex++)
        if (board->map.disc[hex] == disc && board->map.terrain[hex] == terrain)
            return board->topology.hex_corner[hex][0];
    fail_msg("there is no such hex");
    return 0;
}

/* A city gets two cards from its hexes: what came, and the mean over all 36 rolls. */
static void luck(void **unused)
{
    struct holm_board board;
    struct holm_state before, after;
    struct holm_figures figures = { 0 };
    const struct holm_action action = { .kind = HOLM_DO_ROLL, .seat = 0 };
    int yield[HOLM_SEATS], expected = 0;
    (void)unused;
    start(&board, &before);
    assert_int_equal(holm_arrange(&before, 0, HOLM_STEP_ROLL, 0), 0);
    const int corner = corner_of(&board, 8, HOLM_MOUNTAINS);
    before.corner[corner] = holm_piece_byte(HOLM_CITY, 1);
    after = before;
    after.dice[0] = 5;
    after.dice[1] = 3;
    for (int total = 2; total <= 12; total++) {
        holm_dice_yield(&before, total, yield);
        expected += yield[1] * (6 - (total > 7 ? total - 7 : 7 - total));
        assert_int_equal(yield[0], 0);
    }
    holm_dice_yield(&before, 8, yield);
    assert_true(yield[1] >= 2);
    assert_true(expected >= 10);
    holm_figures_note(&figures, &before, &after, &action, 2, false);
    assert_int_equal(figures.seat[1].claimed, yield[1]);
    assert_in_range(figures.seat[1].expected, expected * 1000 / 36, expected * 1000 / 36 + 1);
    assert_int_equal(figures.seat[0].expected, 0);
    assert_true(figures.seat[1].opening[HOLM_ORE] >= 1);
    holm_figures_note(&figures, &before, &after, &action, 1, true); /* dice that were set */
    assert_int_equal(figures.rolls, 1);
    assert_int_equal(figures.seat[0].absent, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),
        cmocka_unit_test(order_says_nothing),
        cmocka_unit_test(luck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
