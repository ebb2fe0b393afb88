/* test_old_logs.c: games that were logged by earlier versions, kept in tests/logs. Every later
 * version must read them, deal and draw the same from their seeds, and come to the same end. A log
 * is never changed; whenever the format or the draws get a new form, new logs join the old. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/log.h"

static const struct {
    const char *path;
    int actions, turns, winner, points;
} known[] = {
    { "tests/logs/base-late-robber.jsonl", 125, 22, 1, 5 },
    { "tests/logs/base-two-players.jsonl", 148, 21, 0, 6 },
    { "tests/logs/base.jsonl", 373, 56, 0, 7 },
    { "tests/logs/fog-islands.jsonl", 282, 48, 2, 8 },
    { "tests/logs/knights-new-shores.jsonl", 435, 65, 1, 11 },
    { "tests/logs/knights.jsonl", 360, 61, 2, 8 },
    { "tests/logs/pirate-islands.jsonl", 325, 69, 1, 6 },
    { "tests/logs/v2-fair.jsonl", 211, 43, 3, 5 },
    { "tests/logs/v2-local.jsonl", 229, 31, 0, 6 },
};

static void old_logs_hold(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct holm_trouble trouble = { 0 };
        struct holm_verdict verdict;
        FILE *log = fopen(known[i].path, "r");
        assert_non_null(log);
        if (!holm_verify(log, NULL, false, &verdict, &trouble))
            fail_msg("%s:%d: %s", known[i].path, trouble.line, trouble.text);
        assert_int_equal(verdict.actions, known[i].actions);
        fclose(log);
    }
}

static void old_games_end_as_they_did(void **unused)
{
    static struct holm_replay replay;
    static char line[HOLM_LOG_LINE_MAX + 1];
    (void)unused;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct holm_trouble trouble = { 0 };
        FILE *log = fopen(known[i].path, "r");
        assert_non_null(log);
        holm_replay_start(&replay);
        while (holm_log_next(log, line, &trouble) == 1)
            if (!holm_replay_line(&replay, line, &trouble))
                fail_msg("%s:%d: %s", known[i].path, trouble.line, trouble.text);
        fclose(log);
        assert_true(holm_over(&replay.state));
        assert_null(holm_invariant(&replay.state));
        assert_int_equal(replay.state.turns, known[i].turns);
        assert_int_equal(replay.state.winner, known[i].winner);
        assert_int_equal(holm_points(&replay.state, known[i].winner), known[i].points);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_logs_hold),
        cmocka_unit_test(old_games_end_as_they_did),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
