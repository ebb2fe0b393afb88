/* test_rank.c: actions ranked by playing games out. */
#include "bots/rank.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "text/maps.h"

struct table {
    struct holm_board board;
    struct holm_state state;
    struct holm_view view;
    struct holm_list list;
    struct holm_ranked ranked[HOLM_LIST_MAX], again[HOLM_LIST_MAX];
};

/* Red to act with two settlements and a city's cards; the others have as many points, and cards of
 * one kind each. */
static void arrange(struct table *table, int target, int others_card)
{
    struct holm_trouble trouble;
    struct holm_map map;
    struct holm_rules rules;
    struct holm_chance chance;
    holm_chance_number(&chance, 1);
    assert_int_equal(holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 3), HOLM_OK);
    rules.target = (uint8_t)target;
    assert_true(holm_map_find("base-4", &map, &trouble));
    assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
    assert_int_equal(holm_board_make(&table->board, &map, &rules), HOLM_OK);
    holm_start(&table->state, &table->board);
    struct holm_state *state = &table->state;
    for (int seat = 0; seat < 3; seat++)
        for (int i = 0; i < 2; i++) { /* opposite corners of hexes that do not touch */
            static const int hexes[] = { 0, 2, 8, 12, 16, 18 };
            const int hex = hexes[2 * seat + i];
            state->corner[table->board.topology.hex_corner[hex][0]] =
                holm_piece_byte(HOLM_SETTLEMENT, seat);
            state->edge[table->board.topology.hex_edge[hex][0]] = holm_piece_byte(HOLM_ROAD, seat);
        }
    state->player[0].hand = (struct holm_cards){ { [HOLM_GRAIN] = 2, [HOLM_ORE] = 3 } };
    for (int seat = 1; seat < 3; seat++)
        state->player[seat].hand.n[seat == 1 ? others_card : HOLM_WOOL] = 3;
    state->bank.n[HOLM_GRAIN] = (uint8_t)(state->bank.n[HOLM_GRAIN] - 2);
    state->bank.n[HOLM_ORE] = (uint8_t)(state->bank.n[HOLM_ORE] - 3);
    state->bank.n[HOLM_WOOL] = (uint8_t)(state->bank.n[HOLM_WOOL] - 3);
    state->bank.n[others_card] = (uint8_t)(state->bank.n[others_card] - 3);
    holm_refresh(state);
    assert_int_equal(holm_arrange(state, 0, HOLM_STEP_ACTIONS, 0), HOLM_OK);
    assert_null(holm_invariant(state));
    holm_view(state, 0, &table->view);
    holm_legal(&table->view.seen, 0, &table->list);
}

static struct holm_rank_order games(uint32_t nodes)
{
    struct holm_rank_order order = { .budget = { .nodes = nodes }, .seed = 7 };
    assert_true(holm_bot_read("greedy", &order.bot));
    return order;
}

/* Either city wins at once; everything else leaves the others their turns. */
static void win_comes_first(void **unused)
{
    (void)unused;
    static struct table table;
    const struct holm_rank_order order = games(400);
    arrange(&table, 3, HOLM_WOOD);
    const int count = holm_bot_rank(&table.view, &table.list, &order, table.ranked);
    assert_int_equal(count, table.list.count);
    for (int i = 0; i < count; i++) {
        const struct holm_ranked *ranked = &table.ranked[i];
        const bool wins = ranked->action.kind == HOLM_DO_CITY;
        assert_int_equal(wins, i < 2);
        assert_true(ranked->samples > 0);
        assert_int_equal(wins, holm_ranked_chance(ranked) == 1.0);
        assert_int_equal(wins, holm_ranked_turns(ranked) == 0.0);
    }
}

static uint32_t samples(const struct holm_ranked *ranked, int count)
{
    uint32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += ranked[i].samples;
    return sum;
}

static void budget_is_spent_and_repeatable(void **unused)
{
    (void)unused;
    static struct table table;
    const struct holm_rank_order order = games(301);
    arrange(&table, 10, HOLM_WOOD);
    const int count = holm_bot_rank(&table.view, &table.list, &order, table.ranked);
    assert_int_equal(samples(table.ranked, count), 301);
    assert_int_equal(holm_bot_rank(&table.view, &table.list, &order, table.again), count);
    assert_memory_equal(table.ranked, table.again, (size_t)count * sizeof *table.ranked);
    assert_true(table.ranked[0].samples > table.ranked[count - 1].samples);
}

/* With fewer games than actions some are never looked at; they come last. */
static void small_budgets(void **unused)
{
    (void)unused;
    static struct table table;
    arrange(&table, 10, HOLM_WOOD);
    const struct holm_rank_order one = games(1);
    const int count = holm_bot_rank(&table.view, &table.list, &one, table.ranked);
    assert_int_equal(samples(table.ranked, count), 1);
    assert_int_equal(table.ranked[0].samples, 1);
    struct holm_rank_order short_time = games(0);
    short_time.budget.milliseconds = 20;
    assert_int_equal(holm_bot_rank(&table.view, &table.list, &short_time, table.ranked), count);
    assert_true(samples(table.ranked, count) > 0);
}

/* What red cannot see makes no difference. */
static void hidden_cards_stay_hidden(void **unused)
{
    (void)unused;
    static struct table one, other;
    const struct holm_rank_order order = games(200);
    arrange(&one, 10, HOLM_WOOD);
    arrange(&other, 10, HOLM_BRICK);
    one.state.bank = other.state.bank; /* the bank is open: the same cards must lie there */
    one.state.player[1].hand.n[HOLM_WOOD] = 0;
    one.state.player[1].hand.n[HOLM_WOOL] = 3;
    one.state.player[2].hand.n[HOLM_WOOL] = 0;
    one.state.player[2].hand.n[HOLM_BRICK] = 3;
    holm_refresh(&one.state);
    assert_null(holm_invariant(&one.state));
    assert_true(memcmp(&one.state.player, &other.state.player, sizeof one.state.player) != 0);
    holm_view(&one.state, 0, &one.view);
    const int count = holm_bot_rank(&one.view, &one.list, &order, one.ranked);
    assert_int_equal(holm_bot_rank(&other.view, &other.list, &order, other.ranked), count);
    assert_memory_equal(one.ranked, other.ranked, (size_t)count * sizeof *one.ranked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(win_comes_first),
        cmocka_unit_test(budget_is_spent_and_repeatable),
        cmocka_unit_test(small_budgets),
        cmocka_unit_test(hidden_cards_stay_hidden),
    };
    return cmocka_run_group_tests_name("rank", tests, NULL, NULL);
}
