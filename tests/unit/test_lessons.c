/* test_lessons.c: every lesson (lessons/) is played to its end by the questions that the page asks;
 * each step is legal, can be taken back, and takes nothing else. */
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

enum { STEPS_MOST = 60, VIEW_SIZE = 1 << 17, MOVES_MOST = 200 };

static const char *const lessons[] = { "base", "knights", "ships" };

/* The caller's, to holm_value_free. */
static json_t *ask(const char *question)
{
    struct holm_trouble trouble;
    strcpy(holm_room(strlen(question) + 1), question);
    const char *answer = holm_ask();
    json_t *value = holm_value_read(answer, &trouble);
    if (!value)
        fail_msg("%s: %.300s", trouble.text, answer);
    return value;
}

static const char *trouble_of(const json_t *answer)
{
    return holm_value_text(holm_value_member(answer, "trouble"));
}

static json_t *open_at(const char *text, int at)
{
    static char question[1 << 17], quoted[1 << 16];
    struct holm_writer writer = holm_writer(quoted, sizeof quoted);
    holm_json_string(&writer, text);
    snprintf(question, sizeof question,
             "{\"ask\":\"lesson\",\"code\":\"local-lesson\",\"name\":\"Ada\",\"pace\":0,\"at\":%d,"
             "\"text\":%s}",
             at, quoted);
    return ask(question);
}

static const json_t *message(const json_t *answer, const char *type)
{
    const json_t *messages = holm_value_member(answer, "messages");
    for (size_t i = 0; i < holm_value_count(messages); i++) {
        const json_t *one = holm_value_item(messages, i);
        if (!strcmp(holm_value_text(holm_value_member(one, "type")), type))
            return one;
    }
    return NULL;
}

static json_t *say_hello(void)
{
    return ask("{\"ask\":\"say\",\"message\":{\"type\":\"hello\",\"protocol\":2,\"table\":\"local-"
               "lesson\",\"token\":null,\"seq\":null,\"chat\":0,\"chair\":0}}");
}

static const json_t *lesson_of(const json_t *answer)
{
    const json_t *lesson = holm_value_member(answer, "lesson");
    if (!lesson)
        fail_msg("%s", trouble_of(answer) ? trouble_of(answer) : "no lesson");
    return lesson;
}

static bool is_kind(const json_t *answer, const char *kind)
{
    return !strcmp(holm_value_text(holm_value_member(lesson_of(answer), "kind")), kind);
}

static int at_of(const json_t *answer)
{
    return (int)holm_value_number(holm_value_member(lesson_of(answer), "at"));
}

static json_t *act(const json_t *action)
{
    static char text[1 << 14], quoted[1 << 12];
    json_t *here = say_hello();
    const long long seq = holm_value_number(holm_value_member(here, "seq"));
    assert_true(holm_value_write(action, quoted, sizeof quoted));
    snprintf(text, sizeof text,
             "{\"ask\":\"say\",\"message\":{\"type\":\"act\",\"id\":1,\"seq\":%lld,\"action\":%s,"
             "\"signature\":null}}",
             seq, quoted);
    holm_value_free(here);
    return ask(text);
}

/* What is listed besides is refused kindly, and changes nothing. */
static void try_others(const json_t *before, const json_t *action)
{
    static char wanted[1 << 12], other[1 << 12];
    json_t *here = say_hello();
    const json_t *list = holm_value_member(message(here, "position"), "list");
    const json_t *actions = holm_value_member(list, "actions");
    assert_true(holm_value_write(action, wanted, sizeof wanted));
    for (size_t i = 0; i < holm_value_count(actions); i++) {
        assert_true(holm_value_write(holm_value_item(actions, i), other, sizeof other));
        if (!strcmp(wanted, other))
            continue;
        json_t *answer = act(holm_value_item(actions, i));
        const json_t *refused = message(answer, "refused");
        assert_non_null(refused);
        assert_string_equal(holm_value_text(holm_value_member(refused, "error")), "lesson");
        assert_int_equal(at_of(answer), at_of(before));
        holm_value_free(answer);
        break;
    }
    holm_value_free(here);
}

/* One thing of a lesson: read, done, or watched. */
static json_t *go_on(const json_t *before, const char *name)
{
    if (is_kind(before, "say"))
        return ask("{\"ask\":\"read\"}");
    if (is_kind(before, "then"))
        return ask("{\"ask\":\"bot\"}");
    const json_t *action = holm_value_member(lesson_of(before), "action");
    if (!action)
        fail_msg("%s: step %d cannot be read", name, at_of(before));
    try_others(before, action);
    json_t *answer = act(action);
    if (!message(answer, "ack"))
        fail_msg("%s: step %d is refused: %s", name, at_of(before),
                 holm_value_text(holm_value_member(message(answer, "refused"), "text")));
    return answer;
}

static char *read_file(const char *name)
{
    static char text[1 << 15];
    char path[64];
    snprintf(path, sizeof path, "lessons/%s.holm", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void note_view(char *view)
{
    json_t *here = say_hello();
    assert_true(holm_value_write(message(here, "position"), view, VIEW_SIZE));
    holm_value_free(here);
}

/* The page lays the words beside the keys; it must find each. */
static void check_words(const char *key)
{
    static const char *const files[] = { "web/src/i18n/learn-en.ts", "web/src/i18n/learn-es.ts" };
    static char text[1 << 16];
    char wanted[64];
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(files[i], "r");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        snprintf(wanted, sizeof wanted, strchr(key, '-') ? "\"%s\":" : " %s:", key);
        if (!strstr(text, wanted))
            fail_msg("%s has no words for %s", files[i], key);
    }
}

static void play_lesson(const char *name)
{
    static char views[STEPS_MOST][VIEW_SIZE], view[VIEW_SIZE];
    char *text = read_file(name);
    json_t *answer = open_at(text, 0);
    int noted = -1;
    for (int i = 0; i < MOVES_MOST && !is_kind(answer, "end"); i++) {
        const char *key = holm_value_text(holm_value_member(lesson_of(answer), "key"));
        if (key) {
            check_words(key);
            noted = at_of(answer);
            assert_in_range(noted, 0, STEPS_MOST - 1);
            note_view(views[noted]);
        }
        json_t *next = go_on(answer, name);
        holm_value_free(answer);
        answer = next;
    }
    assert_true(is_kind(answer, "end"));
    assert_int_equal(at_of(answer),
                     holm_value_number(holm_value_member(lesson_of(answer), "steps")));
    assert_int_equal(noted, at_of(answer) - 1);
    holm_value_free(answer);
    for (int at = 0; at <= noted; at++) { /* resumed, and taken back: the same position */
        holm_value_free(open_at(text, at));
        note_view(view);
        assert_string_equal(view, views[at]);
    }
}

static void test_lessons(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++)
        play_lesson(lessons[i]);
}

static void test_bad_lessons(void **state)
{
    static const struct {
        const char *text, *reason;
        int line;
    } bad[] = {
        { "", "without steps", 0 },
        { "say hello", "begins with its game", 1 },
        { "game base players=3\ngame base players=3\nsay hello", "begins with its game", 2 },
        { "game base players=99\nsay hello", "", 1 },
        { "game base map=nowhere\nsay hello", "no map", 1 },
        { "game base\nwonder why\nsay hello", "no word of a lesson", 2 },
        { "game base\nset red hand 99 wood\nsay hello", "", 2 },
        { "game base\nsay hello\nset red gold 1\nsay bye", "", 3 },
        { "game base\nthen red road 0,0N\nsay hello", "", 2 },
        { "game base\ndo it blue settlement 0,0N\nsay hello", "for what red does", 2 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *answer = open_at(bad[i].text, i < 7 ? 0 : 1);
        if (!trouble_of(answer) || !strstr(trouble_of(answer), bad[i].reason))
            fail_msg("%s: %s", bad[i].text, trouble_of(answer) ? trouble_of(answer) : "read");
        assert_int_equal(holm_value_number(holm_value_member(answer, "line")), bad[i].line);
        holm_value_free(answer);
        json_t *none = ask("{\"ask\":\"read\"}");
        assert_non_null(trouble_of(none));
        holm_value_free(none);
    }
}

/* What is to be done is not only read, and a lesson has no log. */
static void test_order(void **state)
{
    (void)state;
    json_t *answer = open_at("game base players=3\ndo it red settlement 0,1N\nsay bye", 0);
    assert_true(is_kind(answer, "do"));
    holm_value_free(answer);
    answer = ask("{\"ask\":\"read\"}");
    assert_non_null(trouble_of(answer));
    holm_value_free(answer);
    answer = ask("{\"ask\":\"say\",\"message\":{\"type\":\"history\",\"from\":1}}");
    assert_non_null(message(answer, "error")); /* nobody holds the device */
    holm_value_free(answer);
    holm_value_free(say_hello());
    answer = ask("{\"ask\":\"say\",\"message\":{\"type\":\"history\",\"from\":1}}");
    assert_non_null(message(answer, "history"));
    assert_int_equal(holm_value_count(holm_value_member(answer, "lines")), 0);
    holm_value_free(answer);
    holm_value_free(ask("{\"ask\":\"close\"}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lessons),
        cmocka_unit_test(test_bad_lessons),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
