/* test_game_seed.c: the seeds of the games of `holm sim`, `match` and `tune`. */
#include "cli/game_seed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Worked out apart from the code, by the words of docs/bots.md. */
static void known_seeds(void **unused)
{
    (void)unused;
    assert_int_equal(cli_game_seed(CLI_TO_PLAY, 1, 0), 8818869864588684143);
    assert_int_equal(cli_game_seed(CLI_TO_PLAY, 1, 1), 6934875263741614387);
    assert_int_equal(cli_game_seed(CLI_TO_PLAY, 2, 0), 3880740178912457376);
    assert_int_equal(cli_game_seed(CLI_TO_TUNE, 1, 0), 6091280911102304115);
}

static int ascending(const void *a, const void *b)
{
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

/* Nobody meets a game twice: not in the run beside it, and not in tuning. */
static void no_game_is_shared(void **unused)
{
    (void)unused;
    enum { RUNS = 50, GAMES = 50, SEEDS = 2 * RUNS * GAMES };
    static uint64_t seeds[SEEDS];
    for (int i = 0; i < SEEDS; i++)
        seeds[i] = cli_game_seed(i % 2 ? CLI_TO_TUNE : CLI_TO_PLAY, (uint64_t)(i / 2 / GAMES),
                                 (uint64_t)(i / 2 % GAMES));
    qsort(seeds, SEEDS, sizeof *seeds, ascending);
    for (int i = 1; i < SEEDS; i++)
        assert_true(seeds[i - 1] < seeds[i]);
    assert_true(seeds[SEEDS - 1] <= INT64_MAX); /* a number for --seed */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_seeds),
        cmocka_unit_test(no_game_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
