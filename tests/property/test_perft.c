/* test_perft.c: the tree of the set-up on the standard board has a closed form, whatever the number
 * of players: a settlement by the distance rule, then a road at it. Depth 2k has k! times the sum,
 * over all sets of k corners apart from each other, of the product of their edges. An oracle that
 * needs no other engine. */
#include "tests/property/play.h"

enum { DEEPEST = 7 };
static const uint64_t leaves[DEEPEST + 1] = { 1, 54, 144, 7236, 19248, 897180, 2380536, 102569328 };

static const struct mode boards[] = {
    { "2 players without neutrals", HOLM_BASE, HOLM_CATAN8, 2, PLAIN, "setup=fixed", NULL },
    { "3 players", HOLM_BASE, HOLM_2025, 3, PLAIN, "setup=fixed start_player=fixed", NULL },
    { "4 players", HOLM_BASE, HOLM_2025, 4, PLAIN, "setup=fixed start_player=fixed", NULL },
};

/* Every leaf but the last row is played out; the last row is counted by its lists. */
static uint64_t count(const struct holm_state *state, int depth)
{
    struct holm_list list;
    uint64_t sum = 0;
    if (depth == 0)
        return 1;
    holm_legal(state, holm_next(state), &list);
    assert_int_equal(list.templates, 0);
    if (depth == 1)
        return (uint64_t)list.count;
    for (int i = 0; i < list.count; i++) {
        struct holm_state next = *state;
        struct holm_chance chance = { .dictating = 1 };
        assert_int_equal(holm_apply(&next, &list.at[i], &chance, NULL), HOLM_OK);
        sum += count(&next, depth - 1);
    }
    return sum;
}

/* The deepest level once, the one above it for each number of players. */
static void the_setup_tree_has_its_closed_form(void **unused)
{
    static struct game game;
    (void)unused;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        game_start(&game, &boards[i], 1);
        const int deepest = boards[i].players == 4 ? DEEPEST : DEEPEST - 1;
        for (int depth = 0; depth <= deepest; depth++)
            game_expect(&game, count(&game.state, depth) == leaves[depth], "depth %d: ", depth);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(the_setup_tree_has_its_closed_form) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
