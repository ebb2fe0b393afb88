/* test_measure.c: the numbers of a match: Wilson's intervals, and shares of times. */
#include "cli/measure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void near(double found, double wanted, double apart)
{
    if (fabs(found - wanted) > apart)
        fail_msg("%.7f is not %.7f", found, wanted);
}

/* Worked out apart from the code, with the textbook's formula. */
static void intervals(void **unused)
{
    (void)unused;
    static const struct {
        double wins, games, low, high;
    } rows[] = {
        { 0, 0, 0, 1 },
        { 0, 10, 0, 0.2775328 },
        { 10, 10, 0.7224672, 1 },
        { 5, 10, 0.2365931, 0.7634069 },
        { 1, 3, 0.0614919, 0.7923404 },
        { 100, 400, 0.2100790, 0.2946771 },
        { 2500, 10000, 0.2416102, 0.2585818 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct cli_interval found = cli_wilson(rows[i].wins, rows[i].games);
        near(found.low, rows[i].low, 1e-6);
        near(found.high, rows[i].high, 1e-6);
    }
}

/* Any share of the times 1 to 1000 ms is right to a sixteenth, and so it is at other sizes. */
static void shares(void **unused)
{
    (void)unused;
    for (double size = 1e-9; size < 1; size *= 10) {
        struct cli_times *times = calloc(1, sizeof *times), *more = calloc(1, sizeof *more);
        for (int i = 1; i <= 1000; i++)
            cli_times_add(i % 2 ? times : more, i * size);
        cli_times_merge(times, more);
        assert_int_equal(times->count, 1000);
        near(times->most, 1000 * size, 1e-12);
        near(times->sum, 500500 * size, 1e-6 * size);
        for (double share = 0.1; share < 1; share += 0.1)
            near(cli_times_share(times, share), 1000 * share * size, 1000 * share * size / 16);
        assert_true(cli_times_share(times, 1) <= times->most);
        free(times);
        free(more);
    }
}

static void no_times(void **unused)
{
    (void)unused;
    static const struct cli_times none;
    near(cli_times_share(&none, 0.99), 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals),
        cmocka_unit_test(shares),
        cmocka_unit_test(no_times),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
