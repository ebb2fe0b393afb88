/* test_puzzles.c: every puzzle (puzzles/) can be asked by the page; its answer is right, anything else
 * is not, and nothing tells it before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "text/json.h"
#include "text/value.h"

char *holm_room(size_t size);
const char *holm_ask(void);

enum { LINE_MOST = 1 << 15, EVERY = 7 };

static const char *const families[] = { "base", "knights", "seafarers", "seafarers+knights" };

/* The caller's, to holm_value_free. */
static json_t *ask(const char *question)
{
    struct holm_trouble trouble;
    strcpy(holm_room(strlen(question) + 1), question);
    json_t *value = holm_value_read(holm_ask(), &trouble);
    assert_non_null(value);
    return value;
}

static json_t *open_puzzle(const char *text)
{
    static char question[4 * LINE_MOST], quoted[2 * LINE_MOST];
    struct holm_writer writer = holm_writer(quoted, sizeof quoted);
    holm_json_string(&writer, text);
    snprintf(question, sizeof question,
             "{\"ask\":\"puzzle\",\"code\":\"local-puzzle\",\"name\":\"Ada\",\"text\":%s}", quoted);
    return ask(question);
}

static json_t *say_hello(long long chair)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"ask\":\"say\",\"message\":{\"type\":\"hello\",\"protocol\":2,\"table\":\"local-"
             "puzzle\",\"token\":null,\"seq\":null,\"chat\":0,\"chair\":%lld}}",
             chair);
    return ask(text);
}

/* What is said of the puzzle after this action is chosen. */
static json_t *choose(const json_t *action)
{
    static char text[1 << 13], quoted[1 << 12];
    assert_true(holm_value_write(action, quoted, sizeof quoted));
    snprintf(text, sizeof text,
             "{\"ask\":\"say\",\"message\":{\"type\":\"act\",\"id\":1,\"seq\":0,\"action\":%s,"
             "\"signature\":null}}",
             quoted);
    return ask(text);
}

static void check_choice(const json_t *action, bool right)
{
    json_t *answer = choose(action);
    const json_t *puzzle = holm_value_member(answer, "puzzle");
    assert_true(holm_value_is_flag(holm_value_member(puzzle, "right")));
    assert_int_equal(holm_value_flag(holm_value_member(puzzle, "right")), right);
    const json_t *reasons = holm_value_member(holm_value_member(puzzle, "answer"), "reasons");
    assert_true(holm_value_count(reasons) > 0);
    holm_value_free(answer);
}

static void check_puzzle(const char *line, const char *name, int number)
{
    struct holm_trouble trouble;
    json_t *json = holm_value_read(line, &trouble);
    json_t *answer = open_puzzle(line);
    const json_t *wrong = holm_value_member(answer, "trouble");
    if (wrong)
        fail_msg("%s, line %d: %s", name, number, holm_value_text(wrong));
    const json_t *puzzle = holm_value_member(answer, "puzzle");
    assert_null(holm_value_member(puzzle, "answer"));
    const long long chair = holm_value_number(holm_value_member(puzzle, "chair"));
    json_t *here = say_hello(chair);
    assert_null(holm_value_member(holm_value_member(here, "puzzle"), "answer"));
    holm_value_free(here);
    check_choice(holm_value_member(json, "second"), false);
    check_choice(holm_value_member(json, "answer"), true);
    holm_value_free(answer);
    holm_value_free(json);
}

static void test_puzzles(void **state)
{
    static char line[LINE_MOST];
    char path[64];
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        snprintf(path, sizeof path, "puzzles/%s.jsonl", families[i]);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        int number = 0;
        while (fgets(line, sizeof line, file)) {
            assert_non_null(strchr(line, '\n'));
            if (number++ % EVERY == 0)
                check_puzzle(line, path, number);
        }
        assert_true(number > 0);
        fclose(file);
    }
}

static void test_bad_puzzles(void **state)
{
    static char line[LINE_MOST];
    static const char *const bad[] = { "", "{}", "[]", "{\"view\":{}}" };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *answer = open_puzzle(bad[i]);
        assert_non_null(holm_value_member(answer, "trouble"));
        holm_value_free(answer);
    }
    FILE *file = fopen("puzzles/base.jsonl", "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    memcpy(strstr(line, "\"answer\":"), "\"anxwer\":", 9);
    json_t *answer = open_puzzle(line);
    assert_non_null(holm_value_member(answer, "trouble"));
    holm_value_free(answer);
    holm_value_free(ask("{\"ask\":\"close\"}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_bad_puzzles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
