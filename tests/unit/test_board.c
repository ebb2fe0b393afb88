/* test_board.c: boards drawn in characters: every kind of piece looks like nothing else, whatever
 * room there is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli/board.h"
#include "text/maps.h"

static struct holm_board board;
static struct holm_state state;

static int start_pirate_islands(void **unused)
{
    static struct holm_map map;
    struct holm_trouble trouble;
    struct holm_rules rules;
    (void)unused;
    assert_int_equal(holm_rules_make(&rules, HOLM_SEAFARERS, HOLM_2025, 4), HOLM_OK);
    rules.setup = HOLM_SETUP_FIXED;
    assert_true(holm_scenario_find("pirate-islands", 4, &map, &trouble));
    assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_OK);
    holm_start(&state, &board);
    return 0;
}

/* The board without what stands below it. */
static char *draw(int columns)
{
    const struct cli_drawing drawing = { .columns = columns };
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    assert_non_null(out);
    cli_draw_text(out, &state, &drawing);
    fclose(out);
    char *legend = strstr(text, "\n  R~");
    assert_non_null(legend);
    *legend = '\0';
    return text;
}

static char *draw_with(int edge, int piece, int columns)
{
    const uint8_t before = state.edge[edge];
    state.edge[edge] = (uint8_t)piece;
    char *text = draw(columns);
    state.edge[edge] = before;
    return text;
}

static void a_warship_is_no_ship(void **unused)
{
    (void)unused;
    for (int columns = 60; columns <= 200; columns += 140)
        for (int edge = 0; edge < board.topology.edges; edge++) {
            char *empty = draw_with(edge, HOLM_EMPTY, columns);
            char *road = draw_with(edge, holm_piece_byte(HOLM_ROAD, 1), columns);
            char *ship = draw_with(edge, holm_piece_byte(HOLM_SHIP, 1), columns);
            holm_edge_add(&state.warships, edge);
            char *warship = draw_with(edge, holm_piece_byte(HOLM_SHIP, 1), columns);
            holm_edge_remove(&state.warships, edge);
            const char *const looks[] = { empty, road, ship, warship };
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < i; j++)
                    if (!strcmp(looks[i], looks[j]))
                        fail_msg("edge %d of %d columns looks the same with %d and with %d", edge,
                                 columns, i, j);
            free(empty);
            free(road);
            free(ship);
            free(warship);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_warship_is_no_ship, start_pirate_islands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
