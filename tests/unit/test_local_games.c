/* test_local_games.c: games on one device (local/), by the questions that the page asks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bots.h"
#include "text/json.h"
#include "text/source.h"
#include "text/value.h"

char *holm_room(size_t size);
const char *holm_ask(void);

enum { LONG = 1 << 20 };

static struct holm_random dice;
static const char *latest; /* answer, as it came */

/* The caller's, to holm_value_free. */
static json_t *ask(const char *question)
{
    struct holm_trouble trouble;
    strcpy(holm_room(strlen(question) + 1), question);
    const char *answer = latest = holm_ask();
    json_t *value = holm_value_read(answer, &trouble);
    if (!value)
        fail_msg("%s: %.300s", trouble.text, answer);
    return value;
}

static json_t *ask_fine(const char *question)
{
    json_t *value = ask(question);
    const json_t *trouble = holm_value_member(value, "trouble");
    if (trouble)
        fail_msg("%s: %.200s", holm_value_text(trouble), question);
    return value;
}

static void ask_wrong(const char *question, const char *reason)
{
    json_t *value = ask(question);
    const char *trouble = holm_value_text(holm_value_member(value, "trouble"));
    assert_non_null(trouble);
    assert_non_null(strstr(trouble, reason));
    holm_value_free(value);
}

/* A message of some type in an answer, or NULL. */
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

static bool flag(const json_t *answer, const char *key)
{
    return holm_value_flag(holm_value_member(answer, key));
}

/* Lines of the log, as the page keeps them. */
struct log {
    char text[LONG];
    size_t used;
};

static void keep(struct log *log, const json_t *answer)
{
    const json_t *lines = holm_value_member(answer, "lines");
    for (size_t i = 0; i < holm_value_count(lines); i++)
        log->used += (size_t)snprintf(log->text + log->used, sizeof log->text - log->used, "%s\n",
                                      holm_value_text(holm_value_item(lines, i)));
    assert_true(log->used < sizeof log->text);
}

static const char head[] =
    "\"code\":\"local-1\",\"bots\":\"0102030405060708\",\"pace\":100,\"created\":1,\"scenario\":";

static json_t *open_game(const char *rules, const char *scenario, const char *chairs)
{
    char text[2048];
    snprintf(text, sizeof text,
             "{\"ask\":\"open\",%s%s,\"seed\":\"%064d\",\"rules\":{%s,\"edition\":\"2025\"},"
             "\"chairs\":[%s]}",
             head, scenario, 7, rules, chairs);
    return ask_fine(text);
}

static json_t *load_game(const struct log *log, const char *scenario, const char *chairs)
{
    static char text[3 * LONG], quoted[2 * LONG];
    struct holm_writer writer = holm_writer(quoted, sizeof quoted);
    holm_json_string(&writer, log->text);
    snprintf(text, sizeof text, "{\"ask\":\"load\",%s%s,\"log\":%s,\"chairs\":[%s]}", head,
             scenario, quoted, chairs);
    return ask(text);
}

static json_t *say_hello(int chair)
{
    char text[256];
    snprintf(
        text, sizeof text,
        "{\"ask\":\"say\",\"message\":{\"type\":\"hello\",\"protocol\":2,\"table\":\"local-1\","
        "\"token\":null,\"seq\":null,\"chat\":0,\"chair\":%d}}",
        chair);
    return ask_fine(text);
}

/* Of others nobody sees hands or cards. */
static void check_hidden(const json_t *answer, int chair)
{
    const json_t *position = message(answer, "position");
    const json_t *players = holm_value_member(holm_value_member(position, "view"), "players");
    assert_true(holm_value_count(players) >= 2);
    for (size_t i = 0; i < holm_value_count(players); i++) {
        const json_t *player = holm_value_item(players, i);
        assert_int_equal(holm_value_is_null(holm_value_member(player, "hand")), (int)i != chair);
        assert_int_equal(holm_value_is_null(holm_value_member(player, "development")),
                         (int)i != chair);
    }
}

/* Any action that the chair may do, as its list has it; NULL: it has none. */
static json_t *act(int chair)
{
    static char text[1 << 14], action[1 << 12];
    json_t *here = say_hello(chair), *answer = NULL;
    check_hidden(here, chair);
    const json_t *position = message(here, "position");
    const json_t *actions = holm_value_member(holm_value_member(position, "list"), "actions");
    const size_t count = holm_value_count(actions);
    if (count) {
        const uint32_t i = holm_random_below(&dice, (uint32_t)count);
        assert_true(holm_value_write(holm_value_item(actions, i), action, sizeof action));
        snprintf(text, sizeof text,
                 "{\"ask\":\"say\",\"message\":{\"type\":\"act\",\"id\":1,\"seq\":%lld,"
                 "\"action\":%s,\"signature\":null}}",
                 holm_value_number(holm_value_member(here, "seq")), action);
        answer = ask_fine(text);
        if (!message(answer, "ack"))
            fail_msg("refused: %s", action);
        assert_non_null(message(answer, "played"));
    }
    holm_value_free(here);
    return answer;
}

/* One step of whoever is asked. */
static json_t *step(const json_t *before, int people)
{
    if (flag(before, "bot") && !flag(before, "waits"))
        return ask_fine("{\"ask\":\"bot\"}");
    for (int chair = 0; chair < people; chair++) {
        json_t *answer = act(chair);
        if (answer)
            return answer;
    }
    return ask_fine("{\"ask\":\"bot\"}");
}

static void compare_positions(int chair, const json_t *position)
{
    static char before[1 << 17], after[1 << 17];
    json_t *here = say_hello(chair);
    assert_true(holm_value_write(position, before, sizeof before));
    assert_true(holm_value_write(message(here, "position"), after, sizeof after));
    assert_string_equal(before, after);
    holm_value_free(here);
}

/* Closed and opened again: the same position, for everybody. */
static void reopen(const struct log *log, const char *scenario, const char *chairs, int people)
{
    json_t *seen[HOLM_SEATS];
    for (int chair = 0; chair < people; chair++)
        seen[chair] = say_hello(chair);
    holm_value_free(ask_fine("{\"ask\":\"close\"}"));
    ask_wrong("{\"ask\":\"bot\"}", "no game is open");
    json_t *loaded = load_game(log, scenario, chairs);
    assert_null(holm_value_member(loaded, "trouble"));
    holm_value_free(loaded);
    for (int chair = 0; chair < people; chair++) {
        compare_positions(chair, message(seen[chair], "position"));
        holm_value_free(seen[chair]);
    }
}

static void play(const char *rules, const char *scenario, const char *chairs, int people, int most)
{
    static struct log log;
    json_t *answer = open_game(rules, scenario, chairs);
    log.used = 0;
    holm_random_seed(&dice, 5);
    keep(&log, answer);
    for (int steps = 0; steps < most && !flag(answer, "over"); steps++) {
        json_t *next = step(answer, people);
        holm_value_free(answer);
        answer = next;
        keep(&log, answer);
        if (steps % 150 == 100)
            reopen(&log, scenario, chairs, people);
    }
    holm_value_free(answer);
    answer = ask_fine("{\"ask\":\"say\",\"message\":{\"type\":\"history\",\"from\":1,"
                      "\"changes\":true}}");
    assert_true(holm_value_count(holm_value_member(message(answer, "history"), "entries")) > 50);
    holm_value_free(answer);
}

static void test_games(void **state)
{
    (void)state;
    play("\"game\":\"base\",\"players\":3,\"target\":5", "null",
         "{\"name\":\"Ada\"},{\"bot\":\"greedy\"},{\"bot\":\"easy\"}", 1, 600);
    play("\"game\":\"knights\",\"players\":4", "null",
         "{\"name\":\"Ada\"},{\"name\":\"Bea\"},{\"bot\":\"greedy\"},{\"bot\":\"greedy\"}", 2, 300);
    play("\"game\":\"seafarers\",\"players\":3", "\"fog-islands\"",
         "{\"name\":\"Ada\"},{\"name\":\"Bea\"},{\"name\":\"Cid\"}", 3, 300);
}

/* Hints and taking back, and the same dice after it. */
static void test_advice(void **state)
{
    static const char chairs[] = "{\"name\":\"Ada\"},{\"bot\":\"greedy\"}";
    static struct log log;
    (void)state;
    holm_random_seed(&dice, 9);
    json_t *answer = open_game("\"game\":\"base\",\"players\":2", "null", chairs);
    log.used = 0;
    keep(&log, answer);
    ask_wrong("{\"ask\":\"hint\"}", "alone");
    ask_wrong("{\"ask\":\"back\"}", "alone");
    bool set_up = false;
    for (int steps = 0; steps < 120; steps++) {
        json_t *next = step(answer, 1);
        holm_value_free(answer);
        answer = next;
        if ((steps >= 12 && steps % 20) || flag(answer, "bot"))
            continue;
        json_t *hint = ask("{\"ask\":\"hint\"}");
        if (!holm_value_member(hint, "trouble")) {
            assert_true(holm_value_is_object(holm_value_member(hint, "action")));
            assert_true(holm_value_is_list(holm_value_member(hint, "reasons")));
            set_up |= holm_value_count(holm_value_member(hint, "corners")) > 1;
        }
        holm_value_free(hint);
    }
    assert_true(set_up);
    const long long before = holm_value_number(holm_value_member(answer, "seq"));
    holm_value_free(answer);
    holm_value_free(say_hello(0));
    answer = ask_fine("{\"ask\":\"back\"}");
    const long long after = holm_value_number(holm_value_member(answer, "seq"));
    assert_true(after < before);
    assert_int_equal(holm_value_count(holm_value_member(answer, "lines")), 0);
    holm_value_free(answer);
    for (int i = 0; i < 200; i++)
        holm_value_free(ask("{\"ask\":\"back\"}"));
    ask_wrong("{\"ask\":\"back\"}", "nothing to take back");
    holm_value_free(open_game("\"game\":\"base\",\"players\":2", "null",
                              "{\"name\":\"Ada\"},{\"name\":\"Bea\"}"));
    holm_value_free(say_hello(0));
    ask_wrong("{\"ask\":\"hint\"}", "alone");
    ask_wrong("{\"ask\":\"back\"}", "alone");
}

static void test_refusals(void **state)
{
    static const char ada[] = "{\"name\":\"Ada\"},{\"bot\":\"easy\"}";
    char text[512];
    (void)state;
    ask_wrong("{\"ask\":\"nothing\"}", "no such question");
    ask_wrong("[", "JSON");
    snprintf(text, sizeof text, "{\"ask\":\"open\",%snull,\"seed\":\"12\"}", head);
    ask_wrong(text, "64 hexadecimal");
    holm_value_free(open_game("\"game\":\"base\",\"players\":2", "null", ada));
    holm_value_free(say_hello(0));
    static const char *const messages[][2] = {
        { "{\"type\":\"chat\",\"text\":\"hi\"}", "error" },
        { "{\"type\":\"history\",\"from\":0}", "error" },
        { "{\"type\":\"act\",\"id\":1,\"seq\":0,\"action\":{\"seat\":\"blue\",\"kind\":\"roll\"},"
          "\"signature\":null}",
          "refused" },
        { "{\"type\":\"act\",\"id\":1,\"seq\":9,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},"
          "\"signature\":null}",
          "refused" },
        { "{\"type\":\"act\",\"id\":1,\"seq\":0,\"action\":{\"seat\":\"red\",\"kind\":\"end\"},"
          "\"signature\":null}",
          "refused" },
        { "{\"type\":\"act\",\"id\":1,\"seq\":0,\"action\":{\"seat\":\"red\",\"kind\":\"fly\"},"
          "\"signature\":null}",
          "refused" },
        { "7", "error" },
    };
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        snprintf(text, sizeof text, "{\"ask\":\"say\",\"message\":%s}", messages[i][0]);
        json_t *answer = ask_fine(text);
        assert_non_null(message(answer, messages[i][1]));
        holm_value_free(answer);
    }
}

/* What is wrong with a log is said, and nothing is open afterwards. */
static void test_damaged(void **state)
{
    static struct log log;
    static const char chairs[] = "{\"name\":\"Ada\"},{\"bot\":\"easy\"}";
    (void)state;
    json_t *answer = open_game("\"game\":\"base\",\"players\":2", "null", chairs);
    log.used = 0;
    keep(&log, answer);
    holm_value_free(answer);
    strcpy(log.text + log.used, "{\"n\":1,\"action\":{}}\n");
    answer = load_game(&log, "null", chairs);
    assert_non_null(holm_value_member(answer, "trouble"));
    holm_value_free(answer);
    log.text[0] = '\0';
    answer = load_game(&log, "null", chairs);
    assert_non_null(holm_value_member(answer, "trouble"));
    holm_value_free(answer);
    ask_wrong("{\"ask\":\"wait\"}", "no game is open");
}

static void test_words(void **state)
{
    (void)state;
    json_t *answer = ask_fine("{\"ask\":\"catalogue\"}");
    assert_int_equal(holm_value_count(holm_value_member(answer, "games")), HOLM_GAMES);
    holm_value_free(answer);
    answer = ask_fine("{\"ask\":\"words\",\"edition\":\"2025\",\"lang\":\"es\"}");
    assert_non_null(holm_value_member(answer, "cards"));
    holm_value_free(answer);
    ask_wrong("{\"ask\":\"words\",\"edition\":\"2025\",\"lang\":\"xx\"}", "language");
}

/* ---------------------------------------------------------- analysis board */

/* Boards and maps before there is a game: what may be dealt, and what is wrong with a map. */
static void test_openings(void **state)
{
    (void)state;
    static const char rules[] = "\"rules\":{\"game\":\"base\",\"players\":3,\"edition\":\"2025\"}";
    char text[1024];
    snprintf(text, sizeof text, "{\"ask\":\"preview\",%s,\"seed\":3}", rules);
    json_t *made = ask_fine(text);
    assert_true(holm_value_is_object(holm_value_member(made, "map")));
    assert_true(holm_value_is_object(holm_value_member(made, "start")));
    holm_value_free(made);
    snprintf(text, sizeof text, "{\"ask\":\"preview\",%s,\"seed\":\"x\"}", rules);
    ask_wrong(text, "whole number");
    snprintf(text, sizeof text, "{\"ask\":\"map\",%s,\"map\":{\"text\":\"map x\\nfoo\"}}", rules);
    json_t *wrong = ask(text);
    assert_int_equal(holm_value_number(holm_value_member(wrong, "line")), 2);
    holm_value_free(wrong);
    snprintf(text, sizeof text, "{\"ask\":\"map\",%s}", rules);
    json_t *map = ask_fine(text);
    assert_non_null(strstr(holm_value_text(holm_value_member(map, "text")), "map base-4"));
    holm_value_free(map);
}

/* A map that somebody brought is in the log, and its name at the table. */
static void test_own_map(void **state)
{
    (void)state;
    static char own[2 * HOLM_SOURCE_MAX], text[3 * HOLM_SOURCE_MAX];
    struct holm_writer writer = holm_writer(own, sizeof own);
    json_t *map = ask_fine("{\"ask\":\"map\",\"rules\":{\"game\":\"base\",\"players\":3,"
                           "\"edition\":\"2025\"}}");
    char *source = strdup(holm_value_text(holm_value_member(map, "text")));
    holm_value_free(map);
    memcpy(strstr(source, "base-4"), "island", 6);
    holm_json_string(&writer, source);
    free(source);
    snprintf(text, sizeof text,
             "{\"ask\":\"open\",%snull,\"map\":{\"text\":%s},\"seed\":\"%064d\",\"rules\":{"
             "\"game\":\"base\",\"players\":2,\"edition\":\"2025\"},\"chairs\":[{\"name\":"
             "\"Ada\"},{\"bot\":\"easy\"}]}",
             head, own, 7);
    json_t *opened = ask_fine(text);
    const json_t *lines = holm_value_member(opened, "lines");
    assert_non_null(strstr(holm_value_text(holm_value_item(lines, 0)), "map island"));
    holm_value_free(opened);
    json_t *here = say_hello(0);
    const json_t *table = holm_value_member(message(here, "welcome"), "table");
    assert_string_equal(holm_value_text(holm_value_member(table, "board")), "own");
    assert_string_equal(holm_value_text(holm_value_member(table, "map")), "island");
    holm_value_free(here);
}

static json_t *set_board(const char *setting)
{
    char text[512];
    snprintf(text, sizeof text, "{\"ask\":\"board-set\",%s}", setting);
    return ask(text);
}

static void set_fine(const char *setting)
{
    json_t *answer = set_board(setting);
    assert_null(holm_value_member(answer, "trouble"));
    holm_value_free(answer);
}

static void set_wrong(const char *setting, const char *reason)
{
    json_t *answer = set_board(setting);
    assert_non_null(strstr(holm_value_text(holm_value_member(answer, "trouble")), reason));
    holm_value_free(answer);
}

/* What stands on the board and in the hands; what cannot be is refused and changes nothing. */
static void test_board_set(void **state)
{
    (void)state;
    ask_wrong("{\"ask\":\"board-do\",\"action\":{},\"drew\":[],\"seed\":1}", "no position");
    ask_wrong("{\"ask\":\"board\",\"position\":\"{}\"}", "");
    char open[256];
    snprintf(open, sizeof open,
             "{\"ask\":\"board\",\"rules\":{\"game\":\"base\",\"players\":3,\"edition\":\"2025\"},"
             "\"scenario\":null,\"seed\":\"%064d\"}",
             7);
    holm_value_free(ask_fine(open));
    set_fine("\"set\":\"piece\",\"seat\":\"red\",\"piece\":\"settlement\",\"at\":\"0,0S\"");
    set_fine("\"set\":\"piece\",\"seat\":\"red\",\"piece\":\"road\",\"at\":\"0,0SE\"");
    set_wrong("\"set\":\"piece\",\"seat\":\"blue\",\"piece\":\"city\",\"at\":\"0,0SE\"",
              "neighbouring corners");
    set_wrong("\"set\":\"piece\",\"seat\":\"black\",\"piece\":\"city\",\"at\":\"0,0SE\"",
              "nobody sits");
    set_wrong("\"set\":\"piece\",\"seat\":\"red\",\"piece\":\"wall\",\"at\":\"0,0S\"",
              "no piece to set");
    set_wrong("\"set\":\"piece\",\"seat\":\"red\",\"piece\":\"city\",\"at\":\"9,9N\"", "no place");
    set_wrong("\"set\":\"robber\",\"at\":\"9,9\"", "no hex");
    set_fine("\"set\":\"robber\",\"at\":\"0,1\"");
    set_fine("\"set\":\"hand\",\"seat\":\"red\",\"cards\":{\"ore\":3,\"grain\":2}");
    set_wrong("\"set\":\"hand\",\"seat\":\"blue\",\"cards\":{\"ore\":17}", "only 16 ore");
    set_fine("\"set\":\"development\",\"seat\":\"blue\",\"card\":\"knight\",\"n\":3,"
             "\"played\":true");
    set_wrong("\"set\":\"development\",\"seat\":\"red\",\"card\":\"knight\",\"n\":12,"
              "\"played\":false",
              "only 11");
    set_wrong("\"set\":\"development\",\"seat\":\"red\",\"card\":\"plenty\",\"n\":1,"
              "\"played\":true",
              "only knights");
    set_wrong("\"set\":\"nonsense\"", "no such thing");
    set_fine("\"set\":\"turn\",\"seat\":\"red\",\"step\":\"actions\"");
    set_fine("\"set\":\"nothing\",\"at\":\"0,0SE\",\"edge\":true");
}

/* Whatever scripts can arrange, in their words; a piece takes along what belongs to it. */
static void test_board_lines(void **state)
{
    (void)state;
    char open[256];
    snprintf(open, sizeof open,
             "{\"ask\":\"board\",\"rules\":{\"game\":\"seafarers+knights\",\"players\":3,"
             "\"edition\":\"2025\"},\"scenario\":\"new-shores\",\"seed\":\"%064d\"}",
             7);
    json_t *empty = ask_fine(open);
    const json_t *position = holm_value_member(empty, "position");
    const json_t *hexes = holm_value_member(holm_value_member(position, "map"), "hexes");
    char corner[16] = "", line[128];
    for (size_t i = 0; i < holm_value_count(hexes) && !corner[0]; i++) {
        const json_t *hex = holm_value_item(hexes, i);
        if (!strcmp(holm_value_text(holm_value_member(hex, "terrain")), "fields"))
            snprintf(corner, sizeof corner, "%sN", holm_value_text(holm_value_member(hex, "at")));
    }
    holm_value_free(empty);
    snprintf(line, sizeof line, "\"set\":\"line\",\"line\":\"red city %s wall %s\"", corner,
             corner);
    set_fine(line);
    snprintf(line, sizeof line, "\"set\":\"line\",\"line\":\"red knight %s basic\"", corner);
    set_wrong(line, "a piece on that corner");
    snprintf(line, sizeof line, "\"set\":\"nothing\",\"at\":\"%s\",\"edge\":false", corner);
    set_fine(line);
    snprintf(line, sizeof line, "\"set\":\"line\",\"line\":\"red knight %s mighty active\"",
             corner);
    set_fine(line);
    set_fine("\"set\":\"line\",\"line\":\"red level trade 3 progress spy 2\"");
    set_fine("\"set\":\"line\",\"line\":\"barbarians 5\"");
    set_wrong("\"set\":\"line\",\"line\":\"barbarians 99\"", "not a number");
    set_wrong("\"set\":\"line\",\"line\":\"red progress spy 9\"", "only 3 spy");
    set_wrong("\"set\":\"line\",\"line\":\"red level trade 3 gold 4\"", "gold");
    set_wrong("\"set\":\"line\",\"line\":\"top trade merchant\"", "impossible");
    set_wrong("\"set\":\"line\",\"line\":\"barbarians 5\\nbarbarians 6\"", "one line");
    snprintf(line, sizeof line, "\"set\":\"nothing\",\"at\":\"%s\",\"edge\":false", corner);
    json_t *answer = set_board(line);
    const json_t *seen = holm_value_member(holm_value_member(answer, "position"), "state");
    assert_int_equal(holm_value_count(holm_value_member(seen, "active_knights")), 0);
    assert_int_equal(holm_value_number(holm_value_member(seen, "barbarians")), 5);
    holm_value_free(answer);
}

/* Follows the test of setting, whose position it has. */
static void test_board_played(void **state)
{
    (void)state;
    json_t *answer = ask_fine("{\"ask\":\"board-weigh\",\"seat\":\"red\",\"nodes\":60}");
    const json_t *choices = holm_value_member(answer, "choices");
    assert_true(holm_value_count(choices) > 1);
    holm_value_free(answer);
    ask_wrong("{\"ask\":\"board-weigh\",\"seat\":\"blue\",\"nodes\":60}", "nothing to choose");
    holm_value_free(ask_fine("{\"ask\":\"board-do\",\"action\":{\"seat\":\"red\",\"kind\":\"city\","
                             "\"at\":\"0,0S\"},\"drew\":[],\"seed\":1}"));
    ask_wrong("{\"ask\":\"board-do\",\"action\":{\"seat\":\"red\",\"kind\":\"city\","
              "\"at\":\"0,0S\"},\"drew\":[],\"seed\":1}",
              "");
    holm_value_free(ask_fine("{\"ask\":\"board-do\",\"action\":{\"seat\":\"red\",\"kind\":\"end\"},"
                             "\"drew\":[],\"seed\":1}"));
    ask_wrong("{\"ask\":\"board-do\",\"action\":{\"seat\":\"blue\",\"kind\":\"roll\"},"
              "\"drew\":[6,1],\"seed\":1}",
              "");
    answer = ask_fine("{\"ask\":\"board-do\",\"action\":{\"seat\":\"blue\",\"kind\":\"roll\"},"
                      "\"drew\":[5,4],\"seed\":1}");
    const json_t *position = holm_value_member(answer, "position");
    const json_t *rolled = holm_value_member(holm_value_member(position, "state"), "dice");
    assert_int_equal(holm_value_number(holm_value_item(rolled, 0)), 6);
    assert_int_equal(holm_value_number(holm_value_item(rolled, 1)), 5);
    holm_value_free(answer);
}

/* Red about to act, with dear cards in the hands of blue and white: they are as many as each other. */
static void open_hands(int players)
{
    char open[256];
    snprintf(open, sizeof open,
             "{\"ask\":\"board\",\"rules\":{\"game\":\"base\",\"players\":%d,"
             "\"edition\":\"2025\"},\"scenario\":null,\"seed\":\"%064d\"}",
             players, 7);
    holm_value_free(ask_fine(open));
    set_fine("\"set\":\"piece\",\"seat\":\"red\",\"piece\":\"settlement\",\"at\":\"0,0S\"");
    set_fine("\"set\":\"piece\",\"seat\":\"blue\",\"piece\":\"settlement\",\"at\":\"0,0N\"");
    set_fine("\"set\":\"hand\",\"seat\":\"red\",\"cards\":{\"ore\":3,\"grain\":2}");
    set_fine("\"set\":\"hand\",\"seat\":\"blue\",\"cards\":{\"ore\":3,\"grain\":2}");
    set_fine("\"set\":\"turn\",\"seat\":\"red\",\"step\":\"actions\"");
}

/* An answer, and the chances in it. */
struct stood {
    json_t *answer;
    double chance[HOLM_SEATS];
};

static struct stood stand(json_t *answer)
{
    struct stood stood = { .answer = answer };
    const char *at = strstr(latest, "\"chances\":");
    assert_non_null(at);
    at = strchr(at, '[');
    for (int seat = 0; seat < HOLM_SEATS && *at != ']'; seat++)
        stood.chance[seat] = strtod(at + 1, (char **)&at);
    return stood;
}

static int sure_of(const struct stood *stood, int seat)
{
    const json_t *sure = holm_value_member(stood->answer, "sure");
    return (int)holm_value_number(holm_value_item(sure, (size_t)seat));
}

/* The cards of a kind that the viewer is said to know in blue's hand. */
static int known_of_blue(const struct stood *stood, const char *card)
{
    const json_t *position = holm_value_member(stood->answer, "position");
    const json_t *known = holm_value_member(position, "known");
    const json_t *blue = holm_value_member(holm_value_member(known, "hands"), "blue");
    return (int)holm_value_number(holm_value_member(blue, card));
}

/* One viewer: what it is not said to know it only reckons with. */
static void test_board_known(void **state)
{
    (void)state;
    open_hands(3);
    set_fine("\"set\":\"hand\",\"seat\":\"white\",\"cards\":{\"wool\":5}");
    set_wrong("\"set\":\"known\",\"seat\":\"blue\",\"all\":true", "nobody who could know");
    struct stood each = stand(set_board("\"set\":\"robber\",\"at\":\"0,1\""));
    assert_int_equal(holm_value_count(holm_value_member(each.answer, "sure")), 0);
    struct stood unknown = stand(set_board("\"set\":\"viewer\",\"viewer\":\"red\""));
    assert_int_equal(sure_of(&unknown, 0), 5);
    assert_int_equal(sure_of(&unknown, 1), 0);
    struct stood known = stand(set_board("\"set\":\"known\",\"seat\":\"blue\",\"all\":true"));
    assert_int_equal(sure_of(&known, 1), 5);
    assert_int_equal(sure_of(&known, 2), 5); /* as the bank says what is out */
    assert_int_equal(known_of_blue(&known, "ore"), 3);
    for (int seat = 0; seat < 3; seat++) /* who knows all foresees what each sees */
        assert_true(fabs(known.chance[seat] - each.chance[seat]) < 1e-4);
    assert_true(unknown.chance[1] < known.chance[1] - 1e-3);
    assert_true(unknown.chance[2] > known.chance[2] + 1e-3);
    set_wrong("\"set\":\"known\",\"seat\":\"red\",\"all\":true", "nobody who could know");
    set_wrong("\"set\":\"viewer\",\"viewer\":\"black\"", "nobody sits");
    struct stood public = stand(set_board("\"set\":\"viewer\",\"viewer\":null"));
    assert_int_equal(sure_of(&public, 0), 0);
    assert_true(public.chance[0] < unknown.chance[0] - 1e-3);
    struct stood again = stand(set_board("\"set\":\"viewer\""));
    assert_true(again.chance[1] == each.chance[1]);
    const struct stood *const all[] = { &each, &unknown, &known, &public, &again };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        holm_value_free(all[i]->answer);
}

/* What is known follows the hand, is held in the position, and a theft blurs it. */
static void test_board_known_later(void **state)
{
    (void)state;
    static char text[HOLM_JSON_MAX], open[2 * HOLM_JSON_MAX];
    open_hands(4);
    set_fine("\"set\":\"hand\",\"seat\":\"white\",\"cards\":{\"wool\":5}");
    set_fine("\"set\":\"viewer\",\"viewer\":\"orange\"");
    set_fine("\"set\":\"known\",\"seat\":\"blue\",\"all\":true");
    struct stood more =
        stand(set_board("\"set\":\"hand\",\"seat\":\"blue\",\"cards\":{\"ore\":4}"));
    assert_int_equal(known_of_blue(&more, "ore"), 4);
    assert_true(holm_value_write(holm_value_member(more.answer, "position"), text, sizeof text));
    size_t used = (size_t)snprintf(open, sizeof open, "{\"ask\":\"board\",\"position\":\"");
    for (const char *at = text; *at; at++) {
        if (*at == '"')
            open[used++] = '\\';
        open[used++] = *at;
    }
    strcpy(open + used, "\"}");
    struct stood back = stand(ask_fine(open));
    assert_int_equal(known_of_blue(&back, "ore"), 4);
    for (int seat = 0; seat < 4; seat++)
        assert_true(back.chance[seat] == more.chance[seat]);
    set_fine("\"set\":\"turn\",\"seat\":\"red\",\"step\":\"roll\"");
    holm_value_free(
        ask_fine("{\"ask\":\"board-do\",\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},"
                 "\"drew\":[5,0],\"seed\":1}"));
    holm_value_free(
        ask_fine("{\"ask\":\"board-do\",\"action\":{\"seat\":\"red\",\"kind\":\"robber\","
                 "\"at\":\"0,0\",\"target\":\"blue\"},\"drew\":[],\"seed\":1}"));
    struct stood stolen = stand(set_board("\"set\":\"robber\",\"at\":\"0,1\""));
    assert_int_equal(sure_of(&stolen, 1), 3);
    holm_value_free(more.answer);
    holm_value_free(back.answer);
    holm_value_free(stolen.answer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_board_set),
        cmocka_unit_test(test_board_played),
        cmocka_unit_test(test_board_known),
        cmocka_unit_test(test_board_known_later),
        cmocka_unit_test(test_board_lines),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_own_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
