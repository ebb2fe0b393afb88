/* test_log.c: games written as logs come back move by move, byte for byte; a log that is not what
 * was played is found out; and no line, however bad, does any harm. */
#include "tests/unit/random_game.h"
#include "text/json.h"
#include "text/log.h"

enum { TEXT_MAX = 1 << 20, ACTIONS_MAX = 2000 };

static const struct table tables[] = {
    { HOLM_BASE, HOLM_2025, 2, 0 },        { HOLM_BASE, HOLM_2025, 3, 0 },
    { HOLM_BASE, HOLM_2015, 4, 0 },        { HOLM_BASE, HOLM_2007, 5, 0 },
    { HOLM_BASE, HOLM_2025, 6, 0 },        { HOLM_BASE, HOLM_CATAN8, 7, 0 },
    { HOLM_BASE, HOLM_CATAN8, 8, 0 },      { HOLM_BASE, HOLM_CATAN8, 2, 0 },
    { HOLM_KNIGHTS, HOLM_2025, 2, 0 },     { HOLM_KNIGHTS, HOLM_2025, 3, 4 },
    { HOLM_KNIGHTS, HOLM_2015, 4, 123 },   { HOLM_KNIGHTS, HOLM_2007, 5, 0 },
    { HOLM_KNIGHTS, HOLM_2025, 6, 49 },    { HOLM_KNIGHTS, HOLM_CATAN8, 7, 0 },
    { HOLM_KNIGHTS, HOLM_CATAN8, 8, 127 }, { HOLM_KNIGHTS, HOLM_CATAN8, 2, 0 },
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static const struct table four = { HOLM_BASE, HOLM_2025, 4, 0 };

static void put_header(struct holm_writer *writer, const struct game *game)
{
    holm_log_header(writer, &game->board, game->seed, game->source);
    holm_put_char(writer, '\n');
}

/* Plays on and appends to a log. */
static void play_on(struct game *game, struct holm_writer *writer, int actions)
{
    struct holm_action action;
    for (int i = 0; i < actions && game_step(game, &action); i++) {
        holm_log_action(writer, &game->board, game->actions, &action, &game->chance);
        holm_put_char(writer, '\n');
    }
    assert_false(writer->full);
}

static bool same_state(const struct holm_state *a, const struct holm_state *b)
{
    struct holm_state copy = *a;
    copy.board = b->board;
    return !memcmp(&copy, b, sizeof copy);
}

static bool verify_text(const char *text, size_t size, int *actions, struct holm_trouble *trouble)
{
    FILE *file = fmemopen((void *)text, size, "r");
    assert_non_null(file);
    struct holm_verdict verdict;
    bool fine = holm_verify(file, NULL, true, &verdict, trouble);
    *actions = verdict.actions;
    fclose(file);
    return fine;
}

/* ------------------------------------------------------------------ games */

/* The games of the tables, then those of all scenarios; false: there is no such game. */
static bool start_nth(struct game *game, int i, uint64_t number)
{
    static struct scenario scenarios[SCENARIOS_MAX];
    if (i < TABLES) {
        game_start(game, &tables[i], number);
        return true;
    }
    find_scenarios(scenarios);
    const struct scenario *scenario = &scenarios[i - TABLES];
    return game_start_on(game, &scenario->table, scenario->map, number);
}

static int count_games(void)
{
    static struct scenario scenarios[SCENARIOS_MAX];
    return TABLES + find_scenarios(scenarios);
}

static void replay_is_live(void **unused)
{
    (void)unused;
    static char line[HOLM_LOG_LINE_MAX];
    static struct game game;
    static struct holm_replay replay;
    int games = count_games();
    for (int i = 0; i < games; i++) {
        struct holm_action action;
        struct holm_trouble trouble = { 0 };
        if (!start_nth(&game, i, (uint64_t)i + 1))
            continue;
        holm_replay_start(&replay);
        struct holm_writer writer = holm_writer(line, sizeof line);
        put_header(&writer, &game);
        assert_false(writer.full);
        if (!holm_replay_line(&replay, line, &trouble))
            fail_msg("%s: %s", game.source, trouble.text);
        assert_true(same_state(&game.state, &replay.state));
        while (game.actions < ACTIONS_MAX && game_step(&game, &action)) {
            writer = holm_writer(line, sizeof line);
            holm_log_action(&writer, &game.board, game.actions, &action, &game.chance);
            if (!holm_replay_line(&replay, line, &trouble))
                fail_msg("line %d: %s\n%s", trouble.line, trouble.text, line);
            assert_true(same_state(&game.state, &replay.state));
            assert_memory_equal(&action, &replay.action, sizeof action);
        }
        assert_int_equal(replay.actions, game.actions);
        assert_string_equal(replay.source, game.source);
        assert_memory_equal(replay.seed, game.seed, sizeof game.seed);
    }
}

static void verify_agrees(void **unused)
{
    (void)unused;
    static char text[TEXT_MAX];
    static struct game game;
    int games = count_games();
    for (int i = 0; i < games; i++) {
        struct holm_trouble trouble = { 0 };
        int actions = -1;
        struct holm_writer writer = holm_writer(text, sizeof text);
        if (!start_nth(&game, i, (uint64_t)i + 100))
            continue;
        put_header(&writer, &game);
        play_on(&game, &writer, ACTIONS_MAX);
        if (!verify_text(text, writer.used, &actions, &trouble))
            fail_msg("line %d: %s", trouble.line, trouble.text);
        assert_int_equal(actions, game.actions);
        /* The end of the last line may be missing; nothing else may. */
        assert_true(verify_text(text, writer.used - 1, &actions, &trouble));
        assert_false(verify_text(text, writer.used - 2, &actions, &trouble));
        assert_int_equal(trouble.line, game.actions + 1);
        assert_non_null(strstr(trouble.text, "cut off"));
    }
}

/* ---------------------------------------------------------------- forgery */

/* The same log with one place changed; the replacement is as long as what it replaces. */
static void refuse_changed(const char *text, const char *at, const char *replacement, int line,
                           const char *reason)
{
    static char copy[TEXT_MAX];
    struct holm_trouble trouble = { 0 };
    int actions;
    strcpy(copy, text);
    memcpy(copy + (at - text), replacement, strlen(replacement));
    assert_false(verify_text(copy, strlen(copy), &actions, &trouble));
    if (!strstr(trouble.text, reason) || trouble.line != line)
        fail_msg("line %d: %s", trouble.line, trouble.text);
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static void verify_finds_forgery(void **unused)
{
    (void)unused;
    static char text[TEXT_MAX];
    static struct game game;
    struct holm_writer writer = holm_writer(text, sizeof text);
    game_start(&game, &four, 5);
    put_header(&writer, &game);
    play_on(&game, &writer, 300);
    int dice = 0;
    for (const char *at = text; (at = strstr(at, "\"drew\":[")); at++) {
        const char *face = at + strlen("\"drew\":[");
        if (*face == ']')
            continue;
        /* Another die that replays as well as the true one, or a card that cannot have been. */
        char other[2] = { *face == '0' ? '1' : '0', 0 };
        struct holm_trouble trouble = { 0 };
        char copy = *face;
        int actions;
        *(char *)face = other[0];
        assert_false(verify_text(text, writer.used, &actions, &trouble));
        assert_int_equal(trouble.line, line_of(text, face));
        dice += strstr(trouble.text, "the seed gives") != NULL;
        *(char *)face = copy;
    }
    assert_true(dice > 10);
    const char *seed = strstr(text, "\"seed\":\"") + strlen("\"seed\":\"");
    refuse_changed(text, seed, *seed == '0' ? "1" : "0", 1, "deals another map");
    const char *disc = strstr(text, "\"disc\":4}");
    refuse_changed(text, disc, "\"disc\":5}", 1, "another map");
    refuse_changed(text, strstr(text, "base-4"), "base-x", 1, "base-x");
    refuse_changed(text, strstr(text, "\"source\""), "\"sourcx\"", 1, "has no \"sourcx\"");
}

static void verify_needs_seed_and_source(void **unused)
{
    (void)unused;
    static char text[TEXT_MAX];
    static struct game game;
    struct holm_trouble trouble = { 0 };
    int actions;
    game_start(&game, &four, 6);
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_log_header(&writer, &game.board, NULL, game.source);
    assert_false(verify_text(text, writer.used, &actions, &trouble));
    assert_non_null(strstr(trouble.text, "no seed"));
    writer = holm_writer(text, sizeof text);
    holm_log_header(&writer, &game.board, game.seed, NULL);
    assert_false(verify_text(text, writer.used, &actions, &trouble));
    assert_non_null(strstr(trouble.text, "from which map"));
    FILE *empty = tmpfile();
    struct holm_verdict verdict;
    assert_false(holm_verify(empty, NULL, true, &verdict, &trouble));
    assert_string_equal(trouble.text, "the log is empty");
    fclose(empty);
}

/* -------------------------------------------------------------- bad lines */

/* A bad line is refused, with a reason and its number, and the replay stays as it was. */
static void refuse_line(struct holm_replay *replay, const char *line, const char *reason)
{
    static struct holm_replay before;
    struct holm_trouble trouble = { 0 };
    memcpy(&before, replay, sizeof before);
    if (holm_replay_line(replay, line, &trouble))
        fail_msg("accepted: %.200s", line);
    if (!strstr(trouble.text, reason))
        fail_msg("%s, not \"%s\": %.200s", trouble.text, reason, line);
    assert_int_equal(trouble.line, before.line + 1);
    assert_memory_equal(&before, replay, sizeof before);
}

static void bad_headers(void **unused)
{
    (void)unused;
    static struct holm_replay replay;
    static char text[HOLM_LOG_LINE_MAX], deep[HOLM_LOG_LINE_MAX], longer[HOLM_LOG_LINE_MAX + 10];
    static struct game game;
    holm_replay_start(&replay);
    refuse_line(&replay, "", "not JSON");
    refuse_line(&replay, "rubbish", "not JSON");
    refuse_line(&replay, "[1,2,3]", "not an object");
    refuse_line(&replay, "{}", "no \"holm\"");
    refuse_line(&replay, "{\"n\":1}", "no \"holm\"");
    refuse_line(&replay, "{\"holm\":\"1\"}", "whole number");
    refuse_line(&replay, "{\"holm\":0}", "whole number");
    refuse_line(&replay, "{\"holm\":-1}", "whole number");
    refuse_line(&replay, "{\"holm\":99999999999999999999}", "not JSON");
    refuse_line(&replay, "{\"holm\":3,\"novelty\":true}", "version 3");
    refuse_line(&replay, "{\"holm\":1}", "rules");
    refuse_line(&replay, "{\"holm\":1,\"holm\":1}", "duplicate");
    refuse_line(&replay, "{\"holm\":1,\"seed\":\"12\",\"rules\":{},\"map\":{}}", "64 digits");
    memset(deep, '[', sizeof deep - 1);
    refuse_line(&replay, deep, "nested deeper");
    memset(longer, ' ', sizeof longer - 1);
    refuse_line(&replay, longer, "longer than");
    game_start(&game, &four, 7);
    struct holm_writer writer = holm_writer(text, sizeof text);
    put_header(&writer, &game);
    for (size_t length = 0; length + 2 < writer.used; length++) {
        char cut = text[length];
        text[length] = '\0';
        refuse_line(&replay, text, "");
        text[length] = cut;
    }
    struct holm_trouble trouble;
    assert_true(holm_replay_line(&replay, text, &trouble));
    refuse_line(&replay, text, "no \"holm\"");
}

static void bad_actions(void **unused)
{
    (void)unused;
    static struct holm_replay replay;
    static char text[HOLM_LOG_LINE_MAX];
    static struct game game;
    struct holm_trouble trouble;
    struct holm_writer writer = holm_writer(text, sizeof text);
    game_start(&game, &four, 8);
    put_header(&writer, &game);
    holm_replay_start(&replay);
    assert_true(holm_replay_line(&replay, text, &trouble));
    static const struct {
        const char *line, *reason;
    } bad[] = {
        { "{\"n\":2,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1,2]}", "line 2" },
        { "{\"n\":0,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1,2]}", "\"n\"" },
        { "{\"n\":1,\"drew\":[1,2]}", "not an object" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"}}", "\"drew\" is missing" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1,2],\"x\":1}",
          "no \"x\"" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1,2,3]}",
          "one too many" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1]}", "missing" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[6,0]}",
          "impossible" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[-1,0]}",
          "small number" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1.5,0]}",
          "small number" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[256,0]}",
          "small number" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"end\"},\"drew\":[]}", "refused" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"undo\"},\"drew\":[]}", "HOLM-UNDO-3" },
        { "{\"n\":1,\"action\":{\"seat\":\"black\",\"kind\":\"roll\"},\"drew\":[1,2]}", "refused" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"fly\"},\"drew\":[]}", "\"fly\"" },
        { "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1,2]", "not JSON" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuse_line(&replay, bad[i].line, bad[i].reason);
    assert_true(holm_replay_line(
        &replay, "{\"n\":1,\"action\":{\"seat\":\"red\",\"kind\":\"roll\"},\"drew\":[1,2]}",
        &trouble));
}

static void bad_files(void **unused)
{
    (void)unused;
    static char text[TEXT_MAX];
    struct holm_trouble trouble = { 0 };
    int actions;
    assert_false(verify_text("{\"holm\":1\0}\n", 12, &actions, &trouble));
    assert_non_null(strstr(trouble.text, "zero byte"));
    memset(text, '{', sizeof text - 1);
    assert_false(verify_text(text, sizeof text - 1, &actions, &trouble));
    assert_non_null(strstr(trouble.text, "longer than"));
    assert_int_equal(trouble.line, 1);
    assert_false(verify_text("\n\n", 2, &actions, &trouble));
    assert_false(verify_text("\xff\xfe\n", 3, &actions, &trouble));
}

/* ------------------------------------------------------------- taking back */

/* A log being written and read at once. */
struct written {
    struct holm_writer text; /* all of it */
    struct holm_replay *replay;
};

static void add_line(struct written *written, const struct holm_action *action,
                     const struct holm_chance *chance)
{
    char line[HOLM_LOG_LINE_MAX];
    struct holm_trouble trouble = { 0 };
    struct holm_writer writer = holm_writer(line, sizeof line);
    holm_log_action(&writer, &written->replay->board, written->replay->line, action, chance);
    if (!holm_replay_line(written->replay, line, &trouble))
        fail_msg("line %d: %s\n%s", trouble.line, trouble.text, line);
    holm_putf(&written->text, "%s\n", line);
    assert_false(written->text.full);
}

/* Whoever takes back draws nothing. */
static void refuse_drawn(struct holm_replay *replay, const struct holm_action *undo)
{
    char line[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    const struct holm_chance one = { .drawn_count = 1 };
    holm_log_action(&writer, &replay->board, replay->line, undo, &one);
    refuse_line(replay, line, "one too many");
}

/* Takes the latest action back, if that can be, and does it again. A copy of the replay takes it
 * back as well. */
static int take_back(struct written *written, const struct holm_action *action)
{
    static struct holm_replay copy;
    const struct holm_replay *replay = written->replay;
    const struct holm_action undo = { .kind = HOLM_DO_UNDO, .seat = action->seat };
    const struct holm_chance nothing = { .drawn_count = 0 };
    if (holm_check_past(&replay->state, &replay->past, &undo))
        return 0;
    const struct holm_state after = replay->state, before = replay->past.before;
    struct holm_chance chance = { .drawn_count = 0 };
    holm_replay_copy(&copy, replay);
    assert_int_equal(holm_apply_past(&copy.state, &copy.past, &undo, &chance, NULL), HOLM_OK);
    assert_ptr_equal(copy.state.board, &copy.board);
    assert_true(same_state(&before, &copy.state));
    refuse_drawn(written->replay, &undo);
    add_line(written, &undo, &nothing);
    assert_true(same_state(&before, &replay->state));
    add_line(written, action, &nothing);
    assert_true(same_state(&after, &replay->state));
    return 1;
}

static void lines_that_take_back(void **unused)
{
    (void)unused;
    static char text[TEXT_MAX];
    static struct game game;
    static struct holm_replay replay;
    const int games = count_games();
    for (int i = 0; i < games; i++) {
        struct holm_action action;
        struct holm_trouble trouble = { 0 };
        struct written written = { holm_writer(text, sizeof text), &replay };
        int taken = 0, actions = -1;
        if (!start_nth(&game, i, (uint64_t)i + 200))
            continue;
        put_header(&written.text, &game);
        holm_replay_start(&replay);
        text[written.text.used - 1] = '\0'; /* the end of the line, for a moment */
        assert_true(holm_replay_line(&replay, text, &trouble));
        text[written.text.used - 1] = '\n';
        while (game.actions < 200 && game_step(&game, &action)) {
            add_line(&written, &action, &game.chance);
            taken += take_back(&written, &action);
            assert_true(same_state(&game.state, &replay.state));
        }
        assert_true(taken > 0);
        if (!verify_text(text, written.text.used, &actions, &trouble))
            fail_msg("%s, line %d: %s", game.source, trouble.line, trouble.text);
        assert_int_equal(actions, game.actions + 2 * taken);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay_is_live),       cmocka_unit_test(verify_agrees),
        cmocka_unit_test(verify_finds_forgery), cmocka_unit_test(verify_needs_seed_and_source),
        cmocka_unit_test(lines_that_take_back), cmocka_unit_test(bad_headers),
        cmocka_unit_test(bad_actions),          cmocka_unit_test(bad_files),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
