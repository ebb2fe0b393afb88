/* bot_table.h: games of the levels among themselves, for the tests of bots. */
#ifndef HOLM_TEST_BOT_TABLE_H
#define HOLM_TEST_BOT_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "bots/greedy.h"
#include "text/maps.h"

static const char *const levels[] = { "easy", "medium", "hard:40", "expert:10", "beginner" };
enum { LEVELS = sizeof levels / sizeof *levels };

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

/* `scenario`: NULL where there is none. */
static inline void start_scenario(struct table *table, int game, const char *scenario, int players,
                                  const char *word, uint64_t seed)
{
    struct holm_map map;
    struct holm_trouble trouble;
    struct holm_bot_order order;
    assert_int_equal(holm_rules_make(&table->rules, game, HOLM_2025, players), HOLM_OK);
    table->rules.turn_limit = 400;
    if (scenario)
        assert_true(holm_scenario_find(scenario, players, &map, &trouble));
    else
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

static inline void start(struct table *table, int game, int players, const char *word,
                         uint64_t seed)
{
    start_scenario(table, game, NULL, players, word, seed);
}

/* What the seat that is asked sees, and may do. */
static inline int look(struct table *table)
{
    const int seat = holm_next(&table->state);
    holm_view(&table->state, seat, &table->view);
    holm_legal(&table->view.seen, seat, &table->list);
    return seat;
}

static inline void play(struct table *table)
{
    assert_int_equal(holm_apply(&table->state, &table->action, &table->chance, &table->events),
                     HOLM_OK);
    holm_bots_tell(table->bots, table->rules.players, &table->state, &table->events);
}

/* The next action of the game, in `action`; false: it is over. */
static inline bool step(struct table *table)
{
    if (holm_over(&table->state))
        return false;
    const int seat = look(table);
    holm_bot_choose(&table->bots[seat], &table->view, &table->list, &table->action);
    play(table);
    return true;
}

/* The same, but greedy chooses for the bots, who only watch: the way to where something is tested. */
static inline bool step_quickly(struct table *table)
{
    if (holm_over(&table->state))
        return false;
    struct holm_bot silent = { .seat = (uint8_t)look(table), .refused.kind = HOLM_DO_OFFER };
    silent.refused.place = table->state.turns; /* it makes no offers */
    holm_choose_by_preferences(&holm_greedy_preferences, &silent, &table->view, &table->list,
                               &table->action);
    play(table);
    return true;
}

static inline void stop(struct table *table)
{
    for (int seat = 0; seat < table->rules.players; seat++)
        holm_bot_stop(&table->bots[seat]);
}

#endif
