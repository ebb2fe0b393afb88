/* test_views_read.c: what a seat sees, written as JSON and read back, is the same view; and a view that
 * says too much, or what cannot be, is refused. A full state may leave out what follows, a view not. */
#include "tests/often.h"
#include "tests/property/play.h"
#include "text/json.h"
#include "text/log.h"

enum { TEXT_SIZE = 1 << 18, POSITIONS = 3 /* of each mode */, APART = 40 /* actions */ };

static char text[TEXT_SIZE];

static void write_view(const struct holm_view *view)
{
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put(&writer, "{\"type\":\"position\",\"rules\":");
    holm_json_rules(&writer, &view->seen.board->rules);
    holm_put(&writer, ",\"map\":");
    holm_json_map(&writer, &view->seen.board->map);
    holm_put(&writer, ",\"view\":");
    holm_json_state(&writer, &view->seen);
    holm_put(&writer, "}");
    assert_false(writer.full);
}

/* NULL: it comes back as it was; or what is wrong with it. */
static const char *read_back(const struct holm_state *state, int seat)
{
    static struct holm_board board;
    static struct holm_trouble trouble;
    struct holm_view view, found;
    holm_view(state, seat, &view);
    write_view(&view);
    assert_true(holm_json_is_view(text));
    if (!holm_json_read_view(text, &board, &found, &trouble))
        return trouble.text;
    assert_ptr_equal(found.seen.board, &board);
    found.seen.board = view.seen.board;
    return memcmp(&view, &found, sizeof view) ? "it is another view" : NULL;
}

/* JSON has no word for the few or cheap pieces of scarce and rich modes. */
static bool can_be_said(const struct holm_rules *rules)
{
    struct holm_rules found;
    struct holm_trouble trouble;
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_rules(&writer, rules);
    json_t *json = holm_json_load(text, &trouble);
    assert_true(holm_json_read_rules(json, &found, &trouble));
    holm_value_free(json);
    return !memcmp(&found, rules, sizeof found);
}

/* A voyage has plain rules with some seeds. False: the mode never has. */
static bool start_plain(struct game *game, const struct mode *mode)
{
    for (uint64_t seed = 9; seed < 9 + ALL_FORMS; seed++) {
        game_start(game, mode, seed);
        if (can_be_said(&game->board.rules))
            return true;
    }
    return false;
}

static void views_come_back(void **unused)
{
    (void)unused;
    int said = 0, voyages = 0;
    for (int i = 0; i < mode_count; i++) {
        static struct game game;
        const int apart = often(3, APART);
        voyages += modes[i].scenario != NULL;
        if (!start_plain(&game, &modes[i]))
            continue;
        said += modes[i].scenario != NULL;
        for (int actions = 0; actions < POSITIONS * APART && game_step(&game); actions++)
            for (int seat = 0; actions % apart == 0 && seat < game.board.rules.players; seat++) {
                const char *wrong = read_back(&game.state, seat);
                game_expect(&game, !wrong, "seat %d: %s: ", seat, wrong);
            }
    }
    assert_true(said >= voyages - 1); /* the map of The Pirate Islands changes its rules */
}

/* Games of good players come to steps that others seldom see. */
static void views_of_real_games_come_back(void **unused)
{
    (void)unused;
    static const char *const logs[] = { "knights.jsonl", "knights-new-shores.jsonl" };
    static struct holm_replay replay;
    static char line[HOLM_LOG_LINE_MAX + 1], path[64];
    struct holm_trouble trouble;
    bool seen[HOLM_STEP_KINDS] = { false };
    for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
        snprintf(path, sizeof path, "tests/logs/%s", logs[i]);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        holm_replay_start(&replay);
        for (int n = 0; fgets(line, sizeof line, file); n++) {
            line[strcspn(line, "\n")] = '\0';
            assert_true(holm_replay_line(&replay, line, &trouble));
            const int step = holm_step(&replay.state)->kind;
            const bool rare = step == HOLM_STEP_HARBOR || step == HOLM_STEP_PILLAGE;
            seen[step] = true;
            for (int seat = 0; seat < replay.board.rules.players; seat++)
                if (!holm_over(&replay.state) && (rare || n % 20 == seat)) {
                    const char *wrong = read_back(&replay.state, seat);
                    if (wrong)
                        fail_msg("%s, line %d, seat %d: %s", path, n + 1, seat, wrong);
                }
        }
        fclose(file);
    }
    assert_true(seen[HOLM_STEP_HARBOR] && seen[HOLM_STEP_PILLAGE]);
}

/* Replaces the first `old` behind `mark` by `new`, which is as long. */
static void spoil(const char *mark, const char *old, const char *new)
{
    char *at = strstr(strstr(text, mark), old);
    assert_non_null(at);
    memcpy(at, new, strlen(new));
}

static void assert_refused(const char *why)
{
    struct holm_board board;
    struct holm_view view;
    struct holm_trouble trouble = { 0 };
    assert_false(holm_json_read_view(text, &board, &view, &trouble));
    if (!strstr(trouble.text, why))
        fail_msg("refused because of \"%s\", not \"%s\"", trouble.text, why);
}

static void wrong_views_are_refused(void **unused)
{
    (void)unused;
    static struct game game;
    struct holm_view view;
    game_start(&game, &modes[0], 9);
    for (int i = 0; i < 90; i++)
        assert_true(game_step(&game));
    holm_view(&game.state, 1, &view);
    write_view(&view);
    spoil("\"view\"", "\"hand\":null", "\"hand\":{}  "); /* as good as null */
    struct holm_board board;
    struct holm_view same;
    struct holm_trouble trouble;
    assert_true(holm_json_read_view(text, &board, &same, &trouble));
    write_view(&view);
    spoil("\"view\"", "\"viewer\":\"blue\"", "\"viewer\":\"teal\"");
    assert_refused("is no player");
    write_view(&view);
    spoil("\"view\"", "\"turns\":", "\"tunrs\":");
    assert_refused("tunrs");
    view.seen.bank.n[HOLM_ORE] ^= 1; /* a card too many, or too few */
    write_view(&view);
    assert_refused("");
    view.seen.bank.n[HOLM_ORE] ^= 1;
    view.seen.player[0].hand.n[HOLM_ORE] = 1;
    view.seen.viewer = 0; /* another's eyes with this one's cards hidden */
    write_view(&view);
    assert_refused("");
}

/* Cards that there are not are not dealt, either. */
static void counts_are_bounded(void **unused)
{
    (void)unused;
    static struct game game;
    struct holm_view view, wrong;
    game_start(&game, &modes[0], 9);
    for (int i = 0; i < 90; i++)
        assert_true(game_step(&game));
    holm_view(&game.state, 1, &view);
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        wrong = view;
        wrong.seen.spent[kind] = 120;
        write_view(&wrong);
        assert_refused("no position agrees");
    }
    wrong = view;
    wrong.seen.player[0].cards = 120;
    wrong.seen.player[0].owed = 100;
    wrong.seen.agenda[wrong.seen.depth - 1].kind = HOLM_STEP_DISCARD;
    write_view(&wrong);
    assert_refused("");
    wrong = view;
    wrong.seen.player[0].developments = 100;
    write_view(&wrong);
    assert_refused("");
}

/* A full state hides nothing (INFO-2 is about views). */
static void states_hide_nothing(void **unused)
{
    (void)unused;
    static struct game game;
    static struct holm_board board;
    struct holm_state state;
    struct holm_trouble trouble = { 0 };
    game_start(&game, &modes[0], 9);
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_position(&writer, &game.state);
    assert_false(holm_json_is_view(text));
    assert_true(holm_json_read_position(text, &board, &state, &trouble));
    spoil("\"players\":[{", "\"hand\":{}", "\"hand\":[]");
    assert_false(holm_json_read_position(text, &board, &state, &trouble));
    writer = holm_writer(text, sizeof text);
    holm_json_position(&writer, &game.state);
    char *at = strstr(text, "\"hand\":{},");
    memmove(at + 2, at, strlen(at) + 1);
    memcpy(at, "\"hand\":null,", 12);
    assert_false(holm_json_read_position(text, &board, &state, &trouble));
    assert_non_null(strstr(trouble.text, "hidden"));
}

/* Takes a member out of the state and all its players; its value is a number, a word, a list or an object. */
static void leave_out(const char *key)
{
    char member[32], *at = strstr(text, "\"viewer\"");
    snprintf(member, sizeof member, "\"%s\":", key);
    while ((at = strstr(at, member)) && at < strstr(text, "\"pieces\"")) {
        char *end = at + strlen(member);
        end += *end == '[' ? strcspn(end, "]") + 1 : *end == '{' ? strcspn(end, "}") + 1 : 0;
        end += strcspn(end, ",}");
        end += *end == ',';
        memmove(at, end, strlen(end) + 1);
    }
}

static const char *const follows[] = {
    "asked",  "deck",  "spent",        "stale",       "neutral", "cards",
    "points", "total", "roads",        "settlements", "cities",  "ships",
    "walls",  "route", "developments", "bought",      "ports",
};

static void what_follows_may_be_left_out(void **unused)
{
    (void)unused;
    for (int i = 0; i < mode_count; i++) {
        static struct game game;
        static struct holm_board board;
        struct holm_state state;
        struct holm_trouble trouble = { 0 };
        game_start(&game, &modes[i], 9);
        for (int actions = 0; actions < 150 && game_step(&game); actions++)
            ;
        if (!can_be_said(&game.board.rules) || game.state.stale)
            continue;
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_json_position(&writer, &game.state);
        const size_t length = strlen(text);
        for (size_t j = 0; j < sizeof follows / sizeof *follows; j++)
            leave_out(follows[j]);
        assert_true(strlen(text) < length - 300);
        game_expect(&game, holm_json_read_position(text, &board, &state, &trouble),
                    "%s: ", trouble.text);
        state.board = game.state.board;
        game_expect(&game, !memcmp(&state, &game.state, sizeof state), "another state: ");
    }
}

static void a_view_leaves_nothing_out(void **unused)
{
    (void)unused;
    static struct game game;
    struct holm_view view;
    game_start(&game, &modes[0], 9);
    for (int i = 0; i < 90; i++)
        assert_true(game_step(&game));
    holm_view(&game.state, 1, &view);
    static const char *const keys[] = { "deck", "spent", "cards", "points", "route_holder" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        write_view(&view);
        leave_out(keys[i]);
        assert_refused("is missing");
    }
}

/* Who holds an award goes by the pieces, unless it is said. */
static void awards_may_be_left_out(void **unused)
{
    (void)unused;
    static struct game game;
    static struct holm_board board;
    struct holm_state state;
    struct holm_trouble trouble = { 0 };
    game_start(&game, &modes[0], 9);
    while (game.state.route_holder == HOLM_NONE)
        assert_true(game_step(&game));
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_position(&writer, &game.state);
    leave_out("route_holder");
    leave_out("army_holder");
    leave_out("points");
    assert_true(holm_json_read_position(text, &board, &state, &trouble));
    assert_int_equal(state.route_holder, game.state.route_holder);
    assert_int_equal(state.player[state.route_holder].points,
                     game.state.player[state.route_holder].points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_come_back),
        cmocka_unit_test(views_of_real_games_come_back),
        cmocka_unit_test(wrong_views_are_refused),
        cmocka_unit_test(counts_are_bounded),
        cmocka_unit_test(states_hide_nothing),
        cmocka_unit_test(what_follows_may_be_left_out),
        cmocka_unit_test(a_view_leaves_nothing_out),
        cmocka_unit_test(awards_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
