/* test_thinking.c: bots that think in several workers (local/thinking.h) choose as if they were alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "local/thinking.h"

enum { WORKERS = 3 };

static struct local local;
static struct search_helper helper[WORKERS];
static struct holm_random dice;

static void open_game(const char *game, const char *bot)
{
    char text[1024];
    struct holm_trouble trouble;
    snprintf(text, sizeof text,
             "{\"code\":\"local-1\",\"bots\":\"0102030405060708\",\"pace\":0,\"created\":1,"
             "\"scenario\":null,\"seed\":\"%064d\",\"rules\":{\"game\":\"%s\",\"players\":3,"
             "\"edition\":\"2025\"},\"chairs\":[{\"name\":\"Ada\"},{\"bot\":\"%s\"},"
             "{\"bot\":\"%s\"}]}",
             7, game, bot, bot);
    json_t *json = holm_value_read(text, &trouble);
    assert_non_null(json);
    if (!local_open(&local, json, &trouble))
        fail_msg("%s", trouble.text);
    holm_value_free(json);
}

/* Each has its part of the lines, in a copy of the batch. */
static void play_lines(int workers, bool new)
{
    struct search_batch played;
    for (int i = 0; i < workers; i++) {
        if (new)
            assert_true(holm_search_hire(&helper[i], thinking_brief(&local)));
        played = *thinking_batch(&local);
        holm_search_play_part(&helper[i].team, &played, i, workers);
        thinking_take(&local, &played, i, workers);
    }
}

/* Returns how many batches of lines it took. */
static int move_bot(int workers)
{
    struct holm_action action;
    int batches = 0;
    while (!local_move_bot(&local, workers > 0, &action)) {
        assert_non_null(local.thinking);
        play_lines(workers, !batches++);
    }
    assert_null(local.thinking);
    return batches;
}

static void move_person(void)
{
    holm_view(&local.state, 0, &local.view);
    holm_legal(&local.view.seen, 0, &local.list);
    assert_true(local.list.count > 0);
    const uint32_t any = holm_random_below(&dice, (uint32_t)local.list.count);
    assert_int_equal(local_apply(&local, &local.list.at[any]), HOLM_OK);
}

/* The log of a game in which bots think with so many workers; 0: by themselves. */
static char *log_of(const char *game, const char *bot, int actions, int workers)
{
    int batches = 0;
    bool waits;
    open_game(game, bot);
    holm_random_seed(&dice, 3);
    for (int i = 0; i < actions && !holm_over(&local.state); i++)
        if (local_next_bot(&local, &waits) >= 0 && !waits)
            batches += move_bot(workers);
        else
            move_person();
    assert_int_equal(batches > 20, workers > 0);
    char *log = strdup(local.log.bytes);
    local_close(&local);
    return log;
}

static void compare(const char *game, const char *bot, int actions)
{
    char *alone = log_of(game, bot, actions, 0);
    for (int workers = 1; workers <= WORKERS; workers++) {
        char *together = log_of(game, bot, actions, workers);
        assert_string_equal(alone, together);
        free(together);
    }
    free(alone);
}

static void test_same_choices(void **state)
{
    (void)state;
    compare("base", "hard:100", 90);
    compare("knights", "expert:60", 90);
    compare("base", "expert:1500", 80); /* candidates are dropped in the middle of a batch */
}

/* Whoever does something else than wait for the choice has the bot forget it. */
static void test_given_up(void **state)
{
    struct holm_action action;
    bool waits;
    (void)state;
    open_game("base", "hard:100");
    holm_random_seed(&dice, 3);
    while (!local.thinking)
        if (local_next_bot(&local, &waits) < 0)
            move_person();
        else
            local_move_bot(&local, true, &action);
    local_close(&local);
    assert_null(local.thinking);
}

static int stop_helpers(void **state)
{
    (void)state;
    for (int i = 0; i < WORKERS; i++)
        holm_search_dismiss_helper(&helper[i]);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_choices),
        cmocka_unit_test(test_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, stop_helpers);
}
