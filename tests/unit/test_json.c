/* test_json.c: what is written reads back the same, in every game and at every step; and what was
 * not written by us is refused with a reason, or is at least a position that can be played. */
#include <jansson.h>

#include "tests/unit/random_game.h"
#include "text/json.h"
#include "text/notation.h"

/* The variants of Cities & Knights: none, each in turn, and all but the easy start, once with balanced dice. */
static const struct table tables[] = {
    { HOLM_BASE, HOLM_2025, 2, 0 },        { HOLM_BASE, HOLM_CATAN8, 2, 0 },
    { HOLM_BASE, HOLM_2025, 3, 0 },        { HOLM_BASE, HOLM_2015, 4, 0 },
    { HOLM_BASE, HOLM_2007, 5, 0 },        { HOLM_BASE, HOLM_2025, 5, 0 },
    { HOLM_BASE, HOLM_2025, 6, 0 },        { HOLM_BASE, HOLM_2015, 6, 0 },
    { HOLM_BASE, HOLM_CATAN8, 7, 0 },      { HOLM_BASE, HOLM_2025, 8, 0 },
    { HOLM_KNIGHTS, HOLM_2025, 2, 0 },     { HOLM_KNIGHTS, HOLM_2015, 2, 123 },
    { HOLM_KNIGHTS, HOLM_CATAN8, 2, 1 },   { HOLM_KNIGHTS, HOLM_2025, 3, 2 },
    { HOLM_KNIGHTS, HOLM_2015, 3, 4 },     { HOLM_KNIGHTS, HOLM_2007, 3, 8 },
    { HOLM_KNIGHTS, HOLM_CATAN8, 3, 0 },   { HOLM_KNIGHTS, HOLM_2025, 4, 16 },
    { HOLM_KNIGHTS, HOLM_2015, 4, 32 },    { HOLM_KNIGHTS, HOLM_2007, 4, 64 },
    { HOLM_KNIGHTS, HOLM_CATAN8, 4, 123 }, { HOLM_KNIGHTS, HOLM_2025, 5, 251 },
    { HOLM_KNIGHTS, HOLM_2015, 5, 0 },     { HOLM_KNIGHTS, HOLM_2007, 6, 123 },
    { HOLM_KNIGHTS, HOLM_2025, 6, 1 },     { HOLM_KNIGHTS, HOLM_CATAN8, 6, 0 },
    { HOLM_KNIGHTS, HOLM_2015, 7, 64 },    { HOLM_KNIGHTS, HOLM_CATAN8, 8, 33 },
};
enum { TABLES = sizeof tables / sizeof tables[0], ACTIONS_MAX = 400 };

static const struct table four = { HOLM_BASE, HOLM_2025, 4, 0 };
static const struct table knights = { HOLM_KNIGHTS, HOLM_2025, 4, 0 };

static char text[HOLM_JSON_MAX];

static json_t *load(const char *from)
{
    struct holm_trouble trouble = { 0 };
    json_t *json = holm_json_load(from, &trouble);
    if (!json)
        fail_msg("%s: %.300s", trouble.text, from);
    return json;
}

/* ------------------------------------------------------------- round trips */

static void strings(void **unused)
{
    (void)unused;
    static const char *const good[] = {
        "", "plain", "a \"b\" \\c/", "tab\tnewline\n\x01", "Österø", "\xf0\x9f\x8f\x9d"
    };
    static const char *const broken[] = { "\xff",
                                          "a\xc3",
                                          "\xe2\x82",
                                          "\xc0\xaf",
                                          "\xed\xa0\x80",
                                          "\xf4\x90\x80\x80",
                                          "\xf0\x80\x80\x80" };
    for (size_t i = 0; i < sizeof good / sizeof good[0] + sizeof broken / sizeof broken[0]; i++) {
        size_t goods = sizeof good / sizeof good[0];
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_put(&writer, "[");
        holm_json_string(&writer, i < goods ? good[i] : broken[i - goods]);
        holm_put(&writer, "]");
        json_t *json = load(text);
        if (i < goods)
            assert_string_equal(json_string_value(json_array_get(json, 0)), good[i]);
        json_decref(json);
    }
}

static void rules_round_trip(void **unused)
{
    (void)unused;
    struct game game = { .random = 1 };
    int read = 0;
    for (int i = 0; i < 3000; i++) {
        struct holm_rules rules, back;
        struct holm_trouble trouble = { 0 };
        int players = 2 + (int)below(&game, 7);
        assert_int_equal(holm_rules_make(&rules, (int)below(&game, HOLM_GAMES),
                                         (int)below(&game, HOLM_EDITIONS), players),
                         HOLM_OK);
        for (int j = 0; j < 3; j++) {
            const struct holm_option *option =
                &holm_options[below(&game, (unsigned)holm_option_count)];
            holm_option_set(&rules, option,
                            option->low + below(&game, option->high - option->low + 1u));
        }
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_json_rules(&writer, &rules);
        json_t *json = load(text);
        bool fine = holm_json_read_rules(json, &back, &trouble);
        json_decref(json);
        assert_int_equal(fine, holm_rules_check(&rules) == HOLM_OK);
        if (fine)
            assert_memory_equal(&rules, &back, sizeof rules);
        read += fine;
    }
    assert_true(read > 1000);
}

/* A map without what only its dealing needs: that is not written. Whatever else it has must come
 * back, so a new member of struct holm_map needs its place in json_scenario.c, or here. */
static struct holm_map as_dealt(const struct holm_map *map)
{
    struct holm_map dealt = *map;
    memset(dealt.pool_of, 0, sizeof dealt.pool_of);
    memset(dealt.pool, 0, sizeof dealt.pool);
    memset(dealt.hex_bans, 0, sizeof dealt.hex_bans);
    memset(dealt.terrain_bans, 0, sizeof dealt.terrain_bans);
    dealt.has_fixed = dealt.spiral = dealt.reds_may_touch = dealt.deal_ports = 0;
    dealt.robber_on_12 = dealt.explores = dealt.islands = dealt.island_bonus = 0;
    return dealt;
}

static void check_map(const struct game *game)
{
    static char again[HOLM_JSON_MAX];
    static struct holm_board board;
    struct holm_trouble trouble = { 0 };
    static struct holm_state start;
    struct holm_map map;
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_map(&writer, &game->map);
    json_t *json = load(text);
    if (!holm_json_read_map(json, &map, &trouble))
        fail_msg("%s: %s", game->source, trouble.text);
    json_decref(json);
    writer = holm_writer(again, sizeof again);
    holm_json_map(&writer, &map);
    assert_string_equal(text, again);
    const struct holm_map kept = as_dealt(&game->map), back = as_dealt(&map);
    assert_memory_equal(&kept, &back, sizeof kept);
    assert_int_equal(holm_board_make(&board, &map, &game->rules), HOLM_OK);
    assert_memory_equal(&board.topology, &game->board.topology, sizeof board.topology);
    assert_memory_equal(&board.rules, &game->board.rules, sizeof board.rules);
    /* All that a board makes of a map is the same, and so is the position at the start. */
    size_t from = offsetof(struct holm_board, seats);
    assert_memory_equal((const char *)&board + from, (const char *)&game->board + from,
                        sizeof board - from);
    assert_memory_equal(board.map.disc, game->board.map.disc, sizeof board.map.disc);
    holm_start(&start, &board);
    start.board = &game->board;
    assert_memory_equal(&start, &game->state, sizeof start);
}

static void map_round_trip(void **unused)
{
    (void)unused;
    static struct game game;
    static struct scenario scenarios[SCENARIOS_MAX];
    for (int i = 0; i < TABLES; i++) {
        game_start(&game, &tables[i], (uint64_t)i);
        check_map(&game);
    }
    int count = find_scenarios(scenarios);
    for (int i = 0; i < 2 * count; i++)
        if (game_start_on(&game, &scenarios[i / 2].table, scenarios[i / 2].map, (uint64_t)i))
            check_map(&game);
}

/* An action with every field of its kind filled in, whether or not the rules allow it. */
static struct holm_action any_action(struct game *game, int kind)
{
    const struct holm_topology *topology = &game->board.topology;
    unsigned fields = holm_kind_info[kind].fields;
    struct holm_action action = { .kind = (uint8_t)kind, .seat = (uint8_t)below(game, 8) };
    unsigned places = fields & HOLM_F_HEX      ? topology->hexes
                      : fields & HOLM_F_CORNER ? topology->corners
                      : fields & HOLM_F_EDGE   ? topology->edges
                                               : 1;
    unsigned values = fields & HOLM_F_WONDER     ? HOLM_WONDERS
                      : fields & HOLM_F_CARD     ? HOLM_CARDS
                      : fields & HOLM_F_TRACK    ? HOLM_TRACKS
                      : fields & HOLM_F_PROGRESS ? HOLM_PROGRESS_KINDS
                      : fields & HOLM_F_RANK     ? HOLM_RANKS
                      : fields & HOLM_F_CHOICE   ? 2
                                                 : 1;
    action.place = (uint16_t)(fields & HOLM_F_DICE ? 1 + below(game, 6) : below(game, places));
    action.card = (uint8_t)below(game, values);
    if (fields & HOLM_F_TARGET)
        action.target = (uint8_t)(below(game, 4) ? below(game, 8) : HOLM_NONE);
    if (fields & HOLM_F_SEATS)
        action.seats = (uint16_t)below(game, 256);
    if (fields & (HOLM_F_TO | HOLM_F_DICE))
        action.to =
            (uint16_t)(fields & HOLM_F_DICE ? 1 + below(game, 6) : below(game, topology->corners));
    if (fields & HOLM_F_TO_EDGE)
        action.to = (uint16_t)below(game, topology->edges);
    if (kind == HOLM_DO_PIRATE && below(game, 4) == 0)
        action.place = HOLM_NONE;
    for (int i = 0; i < HOLM_CARDS; i++) {
        if (fields & HOLM_F_GIVE)
            action.give.n[i] = (uint8_t)below(game, 32);
        if (fields & HOLM_F_TAKE)
            action.take.n[i] = (uint8_t)below(game, 32);
    }
    return action;
}

static void action_round_trip(void **unused)
{
    (void)unused;
    static struct game game;
    game_start(&game, &(struct table){ HOLM_KNIGHTS, HOLM_2025, 8, 0 }, 1);
    for (int kind = HOLM_NO_ACTION + 1; kind < HOLM_KINDS; kind++)
        for (int i = 0; i < 100; i++) {
            struct holm_action action = any_action(&game, kind), back;
            struct holm_trouble trouble = { 0 };
            struct holm_writer writer = holm_writer(text, sizeof text);
            holm_json_action(&writer, &game.board, &action);
            json_t *json = load(text);
            if (!holm_json_read_action(json, &game.board, &back, &trouble))
                fail_msg("%s: %s", trouble.text, text);
            json_decref(json);
            assert_memory_equal(&action, &back, sizeof action);
        }
}

static void check_position(const struct game *game)
{
    static struct holm_board board;
    static char again[HOLM_JSON_MAX];
    struct holm_state back;
    struct holm_trouble trouble = { 0 };
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_position(&writer, &game->state);
    assert_false(writer.full);
    if (!holm_json_read_position(text, &board, &back, &trouble))
        fail_msg("%s, %d players, action %d: %s\n%s", game->source, game->rules.players,
                 game->actions, trouble.text, text);
    writer = holm_writer(again, sizeof again);
    holm_json_position(&writer, &back);
    assert_string_equal(text, again);
    back.board = game->state.board;
    assert_memory_equal(&back, &game->state, sizeof back);
}

/* A whole game, position by position; returns the steps that were on the agenda, as bits. */
static uint64_t play_through(struct game *game, int actions)
{
    struct holm_action action;
    uint64_t steps = 0;
    int count = 0;
    game->treats = true;
    do {
        if (!game_to_be_looked_at(game))
            continue;
        check_position(game);
        for (int j = 0; j < game->state.depth; j++)
            steps |= 1ull << game->state.agenda[j].kind;
    } while (game_step(game, &action) && ++count < actions);
    return steps;
}

static int fog_at(const struct game *game, int corner)
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int hex = game->board.topology.corner_hex[corner][i];
        count += hex != HOLM_NONE && game->state.terrain[hex] == HOLM_FOG;
    }
    return count;
}

/* As if the active player had reached a corner between two hexes in the fog: it happens seldom. */
static void ask_discover(struct game *game)
{
    for (int edge = 0; edge < game->board.topology.edges; edge++)
        if (fog_at(game, game->board.topology.edge_corner[edge][0]) > 1) {
            game->state.agenda[game->state.depth++] = (struct holm_step){
                .kind = HOLM_STEP_DISCOVER,
                .seats = (uint8_t)holm_bit(game->state.active),
                .place = (uint16_t)edge,
            };
            return;
        }
}

static void state_round_trip(void **unused)
{
    (void)unused;
    static struct game game;
    static struct scenario scenarios[SCENARIOS_MAX];
    uint64_t steps = 0;
    for (int i = 0; i < TABLES; i++) {
        game_start(&game, &tables[i], (uint64_t)i + 50);
        steps |= play_through(&game, ACTIONS_MAX);
    }
    int count = find_scenarios(scenarios);
    for (int i = 0; i < count; i++)
        if (game_start_on(&game, &scenarios[i].table, scenarios[i].map, (uint64_t)i))
            steps |= play_through(&game, ACTIONS_MAX);
    for (int i = 0; i < often(40, 12); i++) { /* gold next to more fog is found seldom */
        const struct table table = { HOLM_SEAFARERS, HOLM_2025, 3 + i % 2, 0 };
        game_start_on(&game, &table, i % 2 ? "fog-islands-4" : "fog-islands-3", (uint64_t)i + 1);
        struct holm_action action;
        for (int j = 0; j < 60 || holm_step(&game.state)->kind != HOLM_STEP_ACTIONS; j++)
            assert_true(game_step(&game, &action));
        ask_discover(&game);
        steps |= play_through(&game, 20);
    }
    for (int step = HOLM_STEP_NONE + 1; step < HOLM_STEP_KINDS; step++)
        if (!(steps >> step & 1))
            fail_msg("%s was never asked: the games are too poor", holm_step_names[step]);
}

/* ------------------------------------------------------------------- views */

static void check_view(const struct holm_state *state, int viewer)
{
    struct holm_view view;
    struct holm_state back;
    struct holm_trouble trouble = { 0 };
    holm_view(state, viewer, &view);
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_state(&writer, &view.seen);
    json_t *json = load(text);
    assert_true(json_is_null(json_object_get(json, "deck_kind")));
    const json_t *players = json_object_get(json, "players");
    bool with_knights = state->board->rules.knights;
    const struct holm_step *step = holm_step(state);
    int hand = step->kind == HOLM_STEP_MASTER_MERCHANT ? step->place : HOLM_NONE;
    int progress = step->kind == HOLM_STEP_SPY ? step->n : HOLM_NONE;
    if (with_knights)
        assert_true(json_is_null(json_object_get(json, "pool")));
    for (int seat = 0; seat < state->board->seats; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);
        static const char *const hidden[] = { "pledge", "development", "fresh", "breach",
                                              "yields" };
        bool looks = viewer == state->active;
        for (int i = 0; i < (with_knights ? 5 : 3); i++)
            assert_int_equal(json_is_null(json_object_get(player, hidden[i])), seat != viewer);
        assert_int_equal(json_is_null(json_object_get(player, "hand")),
                         seat != viewer && !(looks && seat == hand));
        if (with_knights)
            assert_int_equal(json_is_null(json_object_get(player, "progress")),
                             seat != viewer && !(looks && seat == progress));
        assert_int_equal(json_integer_value(json_object_get(player, "cards")),
                         state->player[seat].cards);
    }
    assert_false(holm_json_read_state(json, state->board, &back, &trouble));
    assert_non_null(strstr(trouble.text, "view"));
    json_decref(json);
}

static void check_events(const struct game *game, int viewer)
{
    for (int i = 0; i < game->events.count; i++) {
        struct holm_event event = holm_event_for(&game->events.at[i], viewer);
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_json_event(&writer, &game->board, &event);
        json_t *json = load(text);
        if (event.hidden & HOLM_EH_CARD)
            assert_true(json_is_null(json_object_get(json, "card")));
        if (event.hidden & HOLM_EH_DEVELOPMENT)
            assert_true(json_is_null(json_object_get(json, "development")));
        if (event.hidden & HOLM_EH_PROGRESS)
            assert_true(json_is_null(json_object_get(json, "progress")));
        if (event.hidden & HOLM_EH_CARDS)
            assert_true(json_is_null(json_object_get(json, "cards")));
        json_decref(json);
    }
}

/* Views, lists and events of whole games are well-formed, and nothing hidden is in them. */
static void views_hide(void **unused)
{
    (void)unused;
    static struct game game;
    static struct holm_list list;
    static struct scenario scenarios[SCENARIOS_MAX];
    int all = TABLES + find_scenarios(scenarios);
    for (int i = 0; i < all; i++) {
        struct holm_action action;
        const struct scenario *scenario = &scenarios[i < TABLES ? 0 : i - TABLES];
        if (i < TABLES)
            game_start(&game, &tables[i], (uint64_t)i + 90);
        else if (!game_start_on(&game, &scenario->table, scenario->map, (uint64_t)i + 90))
            continue;
        game.treats = true;
        for (int count = 0; count < 150 && game_step(&game, &action); count++) {
            if (!game_to_be_looked_at(&game))
                continue;
            int viewer = (int)below(&game, game.rules.players + 1u);
            viewer = viewer == game.rules.players ? HOLM_SPECTATOR : viewer;
            check_view(&game.state, viewer);
            check_events(&game, viewer);
            holm_legal(&game.state, viewer, &list);
            struct holm_writer writer = holm_writer(text, sizeof text);
            holm_json_list(&writer, &game.board, &list);
            json_t *json = load(text);
            assert_int_equal(json_array_size(json_object_get(json, "actions")), list.count);
            assert_int_equal(json_array_size(json_object_get(json, "templates")), list.templates);
            json_decref(json);
        }
    }
}

static void errors_written(void **unused)
{
    (void)unused;
    for (int error = HOLM_OK + 1; error < HOLM_ERRORS; error++) {
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_json_error(&writer, error);
        json_t *json = load(text);
        assert_string_equal(json_string_value(json_object_get(json, "error")),
                            holm_reason(error)->name);
        json_decref(json);
    }
}

/* A buffer that is too small is filled and says so, and nothing is written behind it. */
static void small_buffers(void **unused)
{
    (void)unused;
    static struct game game;
    struct holm_action action;
    game_start(&game, &four, 2);
    for (int i = 0; i < 60; i++)
        game_step(&game, &action);
    struct holm_writer whole = holm_writer(text, sizeof text);
    holm_json_position(&whole, &game.state);
    for (size_t size = 1; size <= whole.used; size += 1 + size / 40) {
        char *buffer = malloc(size);
        struct holm_writer writer = holm_writer(buffer, size);
        holm_json_position(&writer, &game.state);
        assert_true(writer.full);
        assert_int_equal(strlen(buffer), size - 1);
        free(buffer);
    }
}

/* ------------------------------------------------------------ bad actions */

static void bad_actions(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *reason;
    } bad[] = {
        { "[]", "not an object" },
        { "{}", "\"kind\" is missing" },
        { "{\"kind\":\"roll\"}", "\"seat\" is missing" },
        { "{\"kind\":7,\"seat\":\"red\"}", "not a string" },
        { "{\"kind\":\"none\",\"seat\":\"red\"}", "cannot be \"none\"" },
        { "{\"kind\":\"roll\",\"seat\":\"pink\"}", "cannot be \"pink\"" },
        { "{\"kind\":\"roll\",\"seat\":null}", "not a string" },
        { "{\"kind\":\"roll\",\"seat\":\"red\",\"dice\":[6,6]}", "no \"dice\"" },
        { "{\"kind\":\"roll\",\"seat\":\"red\",\"at\":\"0,0\"}", "no \"at\"" },
        { "{\"kind\":\"road\",\"seat\":\"red\"}", "\"at\" is missing" },
        { "{\"kind\":\"road\",\"seat\":\"red\",\"at\":3}", "not a string" },
        { "{\"kind\":\"road\",\"seat\":\"red\",\"at\":\"0,0\"}", "no edge" },
        { "{\"kind\":\"road\",\"seat\":\"red\",\"at\":\"0,0N\"}", "no edge" },
        { "{\"kind\":\"road\",\"seat\":\"red\",\"at\":\"99,0NE\"}", "no edge" },
        { "{\"kind\":\"city\",\"seat\":\"red\",\"at\":\"0,0E\"}", "no corner" },
        { "{\"kind\":\"robber\",\"seat\":\"red\",\"at\":\"0,0N\"}", "no hex" },
        { "{\"kind\":\"robber\",\"seat\":\"red\",\"at\":\"0,0\",\"target\":1}", "not a string" },
        { "{\"kind\":\"monopoly\",\"seat\":\"red\",\"card\":\"gold\"}", "cannot be \"gold\"" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":{\"wood\":-1}}", "0 to 127" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":{\"wood\":128}}", "0 to 127" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":{\"wood\":1.0}}", "0 to 127" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":{\"wood\":\"1\"}}", "0 to 127" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":{\"stone\":1}}", "\"stone\"" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":[1]}", "not an object" },
        { "{\"kind\":\"discard\",\"seat\":\"red\",\"give\":{\"wood\":127,\"ore\":127,\"wool\":2}}",
          "more than 255" },
        { "{\"kind\":\"offer\",\"seat\":\"red\",\"give\":{},\"take\":{}}", "\"seats\" is missing" },
        { "{\"kind\":\"offer\",\"seat\":\"red\",\"give\":{},\"take\":{},\"seats\":[\"blue\","
          "\"blue\"]}",
          "twice" },
        { "{\"kind\":\"offer\",\"seat\":\"red\",\"give\":{},\"take\":{},\"seats\":[null]}",
          "not a string" },
        { "{\"kind\":\"offer\",\"seat\":\"red\",\"give\":{},\"take\":{},\"seats\":\"blue\"}",
          "not a list" },
    };
    static struct game game;
    game_start(&game, &four, 1);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct holm_action action = { .target = 9 };
        struct holm_trouble trouble = { 0 };
        json_t *json = load(bad[i].text);
        if (holm_json_read_action(json, &game.board, &action, &trouble))
            fail_msg("accepted: %s", bad[i].text);
        if (!strstr(trouble.text, bad[i].reason))
            fail_msg("%s, not \"%s\": %s", trouble.text, bad[i].reason, bad[i].text);
        assert_int_equal(action.target, 9); /* untouched */
        json_decref(json);
    }
}

/* ---------------------------------------------------------- bad positions */

/* Plays a game on and writes its position. */
static void play_to_middle(struct game *game, int actions)
{
    struct holm_action action;
    game->treats = true;
    for (int i = 0; i < actions; i++)
        game_step(game, &action);
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_position(&writer, &game->state);
}

/* A position in the middle of a game, in which red has built. */
static void middle_game(struct game *game, const struct table *table, uint64_t number, int actions)
{
    game_start(game, table, number);
    play_to_middle(game, actions);
}

static bool read_back(const char *from, struct holm_trouble *trouble)
{
    static struct holm_board board;
    static struct holm_state state;
    return holm_json_read_position(from, &board, &state, trouble);
}

/* By whose knowledge a position is to be judged stands in its file, and older files do not say it. */
static void known_round_trip(void **unused)
{
    (void)unused;
    static struct game game;
    static struct holm_board board;
    struct holm_state state;
    struct holm_trouble trouble = { 0 };
    struct holm_known back, known = { .viewer = HOLM_EVERYBODY };
    middle_game(&game, &four, 12, 120);
    assert_true(holm_json_read_position_known(text, &board, &state, &back, &trouble));
    assert_int_equal(back.viewer, HOLM_EVERYBODY);
    for (int viewer = 0; viewer <= four.players; viewer++) {
        memset(&known, 0, sizeof known);
        known.viewer = viewer < four.players ? (uint8_t)viewer : HOLM_SPECTATOR;
        for (int seat = 0; seat < four.players; seat++)
            if (seat != viewer && seat % 2)
                known.hand[seat] = game.state.player[seat].hand;
        struct holm_writer writer = holm_writer(text, sizeof text);
        holm_json_position_known(&writer, &game.state, &known);
        assert_true(holm_json_read_position_known(text, &board, &state, &back, &trouble));
        assert_memory_equal(&back, &known, sizeof known);
    }
}

/* Puts a value (as JSON) at a path like "state.players.0.cards" of the position and expects a
 * refusal for a reason. */
static void refuse_with(const char *path, const char *value, const char *reason)
{
    struct holm_trouble trouble = { 0 };
    json_t *root = load(text), *at = root;
    char copy[200], *key, *rest = copy;
    snprintf(copy, sizeof copy, "%s", path);
    while ((key = strsep(&rest, ".")) && rest)
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(key)) : json_object_get(at, key);
    json_t *made = json_loads(value, JSON_DECODE_ANY, NULL);
    assert_non_null(made);
    if (json_is_array(at))
        assert_int_equal(json_array_insert_new(at, (size_t)atoi(key), made), 0);
    else
        assert_int_equal(json_object_set_new(at, key, made), 0);
    char *changed = json_dumps(root, JSON_COMPACT);
    if (read_back(changed, &trouble))
        fail_msg("accepted: %s = %s", path, value);
    if (!strstr(trouble.text, reason))
        fail_msg("%s = %s: %s, not \"%s\"", path, value, trouble.text, reason);
    free(changed);
    json_decref(root);
}

static void impossible_positions(void **unused)
{
    (void)unused;
    static struct game game;
    middle_game(&game, &four, 12, 120);
    static const struct {
        const char *path, *value, *reason;
    } bad[] = {
        { "holm", "2", "version 2" },
        { "holm", "0", "whole number" },
        { "holm", "\"1\"", "whole number" },
        { "extra", "1", "no \"extra\"" },
        { "known", "null", "not an object" },
        { "known", "{\"hands\":{}}", "\"viewer\" is missing" },
        { "known", "{\"viewer\":\"red\"}", "not an object" },
        { "known", "{\"viewer\":\"green\",\"hands\":{}}", "does not play here" },
        { "known", "{\"viewer\":\"red\",\"hands\":{\"red\":{}}}", "no \"red\"" },
        { "known", "{\"viewer\":\"red\",\"hands\":{\"green\":{}}}", "no \"green\"" },
        { "known", "{\"viewer\":\"red\",\"hands\":{\"blue\":{\"ore\":19}}}", "more ore of blue" },
        { "known", "{\"viewer\":\"red\",\"hands\":{\"blue\":{\"milk\":1}}}", "milk" },
        { "known", "{\"viewer\":\"red\",\"hands\":{},\"since\":1}", "no \"since\"" },
        { "rules.players", "9", "\"players\"" },
        { "rules.players", "1", "the rules" },
        { "rules.players", "3", "" },
        { "rules.target", "100", "\"target\"" },
        { "rules.target", "-10", "\"target\"" },
        { "rules.turn_mode", "\"paired\"", "the rules" },
        { "rules.steal_optional", "1", "neither true nor false" },
        { "rules.setup", "\"wild\"", "cannot be \"wild\"" },
        { "rules.magic", "1", "no rule option \"magic\"" },
        { "map.hexes.0", "{\"at\":\"0,0\",\"terrain\":\"forest\",\"disc\":5}", "the board" },
        { "map.hexes.0", "{\"at\":\"0,0N\",\"terrain\":\"forest\"}", "a hex" },
        { "map.hexes.0", "{\"at\":\"300,0\",\"terrain\":\"forest\"}", "no place" },
        { "map.hexes.0", "{\"at\":\"0,0\",\"terrain\":\"lava\"}", "cannot be \"lava\"" },
        { "map.hexes.0", "{\"at\":\"9,9\",\"terrain\":\"sea\",\"disc\":13}", "2 to 12" },
        { "map.ports.0", "{\"at\":\"9,9NE\",\"kind\":\"any\"}", "not on the map" },
        { "map.ports.0", "{\"at\":\"0,0\",\"kind\":\"any\"}", "not on the map" },
        { "map.robber", "null", "the board" },
        { "map.name", "\"a name that is much longer than a name may be\"", "name is longer" },
        { "map.neutral", "[\"0,0N\"]", "none or two" },
        { "state.viewer", "\"red\"", "the view of \"red\"" },
        { "state.extra", "1", "no \"extra\"" },
        { "state.turns", "-1", "\"turns\"" },
        { "state.turns", "65536", "\"turns\"" },
        { "state.active", "\"green\"", "does not play here" },
        { "state.active", "7", "not a string" },
        { "state.part", "2", "\"part\"" },
        { "state.played", "1", "neither true nor false" },
        { "state.robber", "\"9,9\"", "no hex" },
        { "state.dice", "[0,7]", "no die" },
        { "state.dice", "[3]", "list" },
        { "state.deck", "3", "works out" },
        { "state.bank", "null", "not an object" },
        { "state.bank", "{\"wood\":120}", "impossible" },
        { "state.bank.wood", "-3", "0 to 127" },
        { "state.asked", "[]", "does not follow" },
        { "state.asked", "[\"red\",\"blue\",\"white\",\"orange\"]", "does not follow" },
        { "state.players", "[]", "list of 4" },
        { "state.players.0.hand", "null", "is hidden" },
        { "state.players.0.hand", "{\"wood\":19,\"ore\":19}", "works out" },
        { "state.players.0.cards", "101", "works out" },
        { "state.players.0.points", "9", "works out" },
        { "state.players.0.total", "99", "\"total\"" },
        { "state.players.0.neutral", "true", "\"neutral\"" },
        { "state.players.0.route", "14", "works out" },
        { "state.players.0.roads", "0", "works out" },
        { "state.players.0.roads", "-1", "0 to 127" },
        { "state.players.0.seat", "\"blue\"", "order of their seats" },
        { "state.players.0.ports", "[\"any\",\"any\"]", "one twice" },
        { "state.players.0.development", "{\"knight\":99}", "works out" },
        { "state.players.0.fresh", "{\"knight\":99}", "\"bought\"" },
        { "state.players.0.bought", "9", "\"bought\"" },
        { "state.players.0.army", "99", "impossible" },
        { "state.players.0.tokens", "5", "impossible" },
        { "state.pieces.0", "{\"at\":\"0,0\",\"seat\":\"red\",\"piece\":\"city\"}", "no such" },
        { "state.pieces.0", "{\"at\":\"0,0N\",\"seat\":null,\"piece\":\"city\"}", "no such" },
        { "state.pieces.0", "{\"at\":\"0,0N\",\"seat\":\"red\",\"piece\":\"empty\"}", "no such" },
        { "state.pieces.0", "{\"at\":\"0,0N\",\"seat\":\"black\",\"piece\":\"city\"}",
          "does not play here" },
        { "state.agenda", "[]", "\"agenda\"" },
        { "state.agenda", "[{\"step\":\"none\",\"seats\":[],\"n\":0}]", "asks nothing" },
        { "state.agenda", "[{\"step\":\"roll\",\"seats\":[],\"n\":0}]", "" },
        { "state.agenda", "[{\"step\":\"roll\",\"seats\":[\"red\"],\"n\":-1}]", "0 to 127" },
        { "state.agenda", "[{\"step\":\"setup-road\",\"seats\":[\"red\"],\"n\":0}]", "\"at\"" },
        { "state.offers",
          "[{\"seat\":null,\"give\":{},\"take\":{},\"to\":[],\"pending\":[],\"accepted\":[]}]",
          "nobody's" },
        { "state.route_holder", "\"black\"", "does not play here" },
        { "state.winner", "\"red\"", "impossible" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuse_with(bad[i].path, bad[i].value, bad[i].reason);
}

/* The same for what only Cities & Knights has. */
static void impossible_knights(void **unused)
{
    (void)unused;
    static struct game game;
    middle_game(&game, &knights, 12, 200);
    static const struct {
        const char *path, *value, *reason;
    } bad[] = {
        { "rules.game", "\"base\"", "" },
        { "rules.walls", "10", "\"walls\"" },
        { "rules.setup_second_building", "\"\"", "setup_second_building" },
        { "state.rounds", "4", "\"rounds\"" },
        { "state.barbarians", "99", "impossible" },
        { "state.face", "\"nose\"", "cannot be \"nose\"" },
        { "state.alchemy", "[1,7]", "no die" },
        { "state.disc", "[]", "list" },
        { "state.disc.0", "8", "list" },
        { "state.merchant", "\"9,9\"", "no hex" },
        { "state.merchant_owner", "\"green\"", "does not play here" },
        { "state.metropolis", "{}", "no corner" },
        { "state.metropolis.trade", "\"0,0N\"", "impossible" },
        { "state.metropolis.war", "null", "no \"war\"" },
        { "state.harbor_asked", "[\"green\"]", "does not play here" },
        { "state.tired", "[\"0,0N\",\"0,0N\"]", "twice" },
        { "state.acted", "[\"0,0N\",\"0,0N\"]", "twice" },
        { "state.walls", "[\"9,9N\"]", "no corner" },
        { "state.walls", "[\"0,0N\",\"0,0NE\",\"0,0S\"]", "" },
        { "state.pool", "null", "is hidden" },
        { "state.pool.spy", "9", "impossible" },
        { "state.laid_open", "{\"spy\":1}", "impossible" },
        { "state.deck_left.trade", "0", "impossible" },
        { "state.under.trade.0", "{\"card\":\"spy\",\"known\":\"red\"}", "wrong deck" },
        { "state.under.trade.0", "{\"card\":\"merchant\",\"known\":\"black\"}", "\"known\"" },
        { "state.under.trade.0", "{\"card\":null,\"known\":\"red\"}", "is hidden" },
        { "state.players.0.level", "{\"trade\":6}", "impossible" },
        { "state.players.0.knights", "{\"basic\":9}", "\"knights\"" },
        { "state.players.0.progress", "null", "is hidden" },
        { "state.players.0.backs", "{\"trade\":19}", "impossible" },
        { "state.players.0.fleet", "[\"gold\"]", "\"fleet\"" },
        { "state.players.0.chosen", "\"0,0N\"", "impossible" },
        { "state.players.0.yields", "1", "impossible" },
        { "state.players.0.breach", "null", "is hidden" },
        { "state.players.0.defender", "9", "works out" },
        { "state.players.0.walls", "9", "works out" },
        { "state.pieces.0", "{\"at\":\"0,0N\",\"seat\":\"red\",\"piece\":\"wall\"}", "no such" },
        { "state.agenda", "[{\"step\":\"produce\",\"seats\":[],\"n\":0}]", "wrong place" },
        { "state.agenda.1", "{\"step\":\"attack\",\"seats\":[],\"n\":0}", "impossible" },
        { "state.agenda.1", "{\"step\":\"spy\",\"seats\":[\"red\"],\"of\":null}", "nobody" },
        { "state.agenda.1", "{\"step\":\"spy\",\"seats\":[\"red\"],\"n\":1}", "no \"n\"" },
        { "state.agenda.1", "{\"step\":\"track\",\"seats\":[],\"face\":\"pips\",\"tracks\":[]}",
          "list" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuse_with(bad[i].path, bad[i].value, bad[i].reason);
}

/* The same for what only Seafarers has. */
struct wrong {
    const char *path, *value, *reason;
};
static void refuse_on(const char *map, int game_kind, int actions, const struct wrong *wrong,
                      int count)
{
    static struct game game;
    const struct table table = { game_kind, HOLM_2025, 4, 0 };
    assert_true(game_start_on(&game, &table, map, 12));
    play_to_middle(&game, actions);
    assert_false(holm_over(&game.state));
    for (int i = 0; i < count; i++)
        refuse_with(wrong[i].path, wrong[i].value, wrong[i].reason);
}
#define REFUSE_ON(map, game, actions, list)                                                        \
    refuse_on(map, game, actions, list, (int)(sizeof(list) / sizeof(list)[0]))

static void impossible_sea(void **unused)
{
    (void)unused;
    static const struct wrong shores[] = {
        { "map.pirate", "\"9,9\"", "not on the map" },
        { "map.pirate", "7", "not a string" },
        { "map.start_regions", "[16]", "up to 15" },
        { "map.start_regions", "[1,1]", "twice" },
        { "map.region_bonus", "[99]", "up to 10" },
        { "map.target", "0", "1 to 60" },
        { "map.no_route", "1", "neither true nor false" },
        { "map.marks", "[{\"at\":\"1,1N\",\"kind\":\"wall\",\"disc\":4}]", "only a village" },
        { "map.marks", "[{\"at\":\"1,1N\",\"kind\":\"village\",\"disc\":4}]", "villages" },
        { "map.gifts", "[{\"at\":\"1,1NE\",\"kind\":\"port\"}]", "a gift" },
        { "map.gifts", "[{\"at\":\"1,1NE\",\"kind\":\"point\",\"port\":\"any\"}]", "a gift" },
        { "map.lanes", "[{}]", "\"edges\" is missing" },
        { "map.lairs", "3", "lanes go with" },
        { "map.cloth_supply", "10", "villages" },
        { "map.fog_disc", "[2]", "without" },
        { "map.hexes.0.region", "16", "1 to 15" },
        { "rules.game", "\"base\"", "" },
        { "state.sailed", "1", "neither true nor false" },
        { "state.pirate", "\"9,9\"", "no hex" },
        { "state.pirate", "\"1,2\"", "impossible" },
        { "state.fleet", "1", "impossible" },
        { "state.cloth", "1", "impossible" },
        { "state.village", "[1]", "list" },
        { "state.shared", "[\"red\"]", "impossible" },
        { "state.gifts", "[0]", "does not have" },
        { "state.new_ships", "[\"0,0\"]", "no edge" },
        { "state.warships", "[\"1,1NE\"]", "impossible" },
        { "state.wonder_owner", "{\"great-wall\":\"red\"}", "impossible" },
        { "state.wonder_owner", "{\"colossus\":\"red\"}", "no \"colossus\"" },
        { "state.placed_ports", "[{\"at\":\"1,1NE\",\"kind\":\"any\"}]", "impossible" },
        { "state.port_bag", "{\"any\":1}", "impossible" },
        { "state.discovered", "[{\"at\":\"1,1\",\"terrain\":\"gold\"}]", "never in the fog" },
        { "state.fog_terrain", "{\"gold\":1}", "impossible" },
        { "state.fog_terrain", "{\"fog\":1}", "cannot count" },
        { "state.fog_disc", "[7]", "no disc" },
        { "state.fog_disc", "[4]", "impossible" },
        { "state.disc", "[]", "list" },
        { "state.extras", "1", "neither true nor false" },
        { "state.rounds", "1", "no \"rounds\"" },
        { "state.players.0.ships", "1", "works out" },
        { "state.players.0.bonus", "9", "works out" },
        { "state.players.0.explored", "[16]", "up to 15" },
        { "state.players.0.relations", "[0]", "impossible" },
        { "state.players.0.lairs", "1", "impossible" },
        { "state.players.0.wonder", "\"great-wall\"", "impossible" },
        { "state.players.0.wonder_level", "1", "impossible" },
        { "state.players.0.kept_port", "{\"any\":1}", "impossible" },
        { "state.players.0.level", "{}", "no \"level\"" },
        { "state.pieces.0", "{\"at\":\"1,1N\",\"seat\":\"red\",\"piece\":\"ship\"}", "no such" },
        { "state.agenda.1", "{\"step\":\"rob\",\"seats\":[\"red\"],\"n\":0}", "impossible" },
        { "state.agenda.1", "{\"step\":\"produce\",\"seats\":[],\"n\":0}", "impossible" },
        { "state.agenda.1",
          "{\"step\":\"port\",\"seats\":[\"red\"],\"port\":\"any\",\"setup\":false}",
          "impossible" },
        { "state.agenda.1",
          "{\"step\":\"gold\",\"seats\":[\"red\"],\"n\":0,\"waiting\":[\"blue\"]}", "impossible" },
        { "state.agenda.1", "{\"step\":\"discover\",\"seats\":[\"red\"],\"n\":0,\"at\":\"1,1NE\"}",
          "impossible" },
    };
    static const struct wrong pirates[] = {
        { "state.fleet", "31", "impossible" },          { "state.pirate", "null", "impossible" },
        { "state.players.0.lairs", "9", "impossible" }, { "state.route_holder", "\"red\"", "" },
        { "map.fleet_path", "[]", "lanes go with" },    { "map.lanes.0", "{}", "\"edges\"" },
    };
    static const struct wrong cloth[] = {
        { "map.village_cloth", "20", "more than 100" },
        { "state.cloth", "127", "impossible" },
        { "state.players.0.cloth", "9", "works out" },
        { "state.players.0.relations", "[11]", "impossible" },
    };
    REFUSE_ON("new-shores-4", HOLM_SEAFARERS, 150, shores);
    REFUSE_ON("pirate-islands", HOLM_SEAFARERS, 150, pirates);
    REFUSE_ON("cloth-trade", HOLM_SEA_KNIGHTS, 100, cloth);
}

/* A sixth settlement, a sixteenth road: the supply would have to be negative. */
static void more_pieces_than_exist(void **unused)
{
    (void)unused;
    static struct game game;
    struct holm_trouble trouble = { 0 };
    static char changed[HOLM_JSON_MAX];
    game_start(&game, &four, 1);
    for (int edge = 0; edge < 16; edge++)
        game.state.edge[edge] = HOLM_ROAD;
    holm_refresh(&game.state);
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_json_position(&writer, &game.state);
    assert_false(read_back(text, &trouble));
    /* Also when the text says that none are left. */
    const char *at = strstr(text, "\"roads\":255");
    assert_non_null(at);
    snprintf(changed, sizeof changed, "%.*s\"roads\":0%s", (int)(at - text), text,
             at + strlen("\"roads\":255"));
    assert_false(read_back(changed, &trouble));
    assert_non_null(strstr(trouble.text, "works out"));
}

static void bad_texts(void **unused)
{
    (void)unused;
    static struct game game;
    static char hostile[2 * HOLM_JSON_MAX];
    struct holm_trouble trouble = { 0 };
    middle_game(&game, &four, 3, 60);
    size_t length = strlen(text);
    for (size_t size = 0; size < length; size += 1 + (size > 100) * 6) {
        memcpy(hostile, text, size);
        hostile[size] = '\0';
        assert_false(read_back(hostile, &trouble));
    }
    memset(hostile, '[', sizeof hostile - 1);
    hostile[HOLM_JSON_MAX / 2] = '\0';
    assert_false(read_back(hostile, &trouble));
    assert_non_null(strstr(trouble.text, "nested deeper"));
    memset(hostile, ' ', sizeof hostile - 1);
    assert_false(read_back(hostile, &trouble));
    assert_non_null(strstr(trouble.text, "longer than"));
    snprintf(hostile, sizeof hostile, "%.*s,\"holm\":1}", (int)length - 1, text);
    assert_false(read_back(hostile, &trouble));
    assert_non_null(strstr(trouble.text, "duplicate"));
    snprintf(hostile, sizeof hostile, "%s x", text);
    assert_false(read_back(hostile, &trouble));
    /* Brackets inside strings do not count as depth. */
    assert_false(read_back("{\"[[[[[[[[[[[[[[[[[[[[[[\\\"[[[[\":1,\"holm\":1}", &trouble));
    assert_null(strstr(trouble.text, "nested"));
}

/* ---------------------------------------------------------- changed at random */

/* Plays on from a position that was accepted: nothing in it may upset the engine. */
static void play_from(struct game *game, const struct holm_state *state)
{
    struct game next = { .random = game->random };
    struct holm_action action;
    next.state = *state;
    holm_chance_number(&next.chance, game->random);
    for (int i = 0; i < 40 && game_step(&next, &action); i++) {
        const char *wrong = holm_invariant(&next.state);
        if (wrong)
            fail_msg("played on into \"%s\" from %s", wrong, text);
    }
}

/* All simple values below a value, in order; returns the n-th with its place, or counts them. */
struct leaf {
    json_t *parent;
    const char *key; /* in an object */
    size_t index; /* in a list */
};
static int find_leaf(json_t *parent, int n, struct leaf *leaf)
{
    int found = 0;
    if (json_is_array(parent)) {
        for (size_t i = 0; i < json_array_size(parent); i++) {
            json_t *value = json_array_get(parent, i);
            bool deep = json_is_array(value) || json_is_object(value);
            if (!deep && found == n)
                *leaf = (struct leaf){ parent, NULL, i };
            found += deep ? find_leaf(value, n - found, leaf) : 1;
        }
        return found;
    }
    for (void *at = json_object_iter(parent); at; at = json_object_iter_next(parent, at)) {
        json_t *value = json_object_iter_value(at);
        bool deep = json_is_array(value) || json_is_object(value);
        if (!deep && found == n)
            *leaf = (struct leaf){ parent, json_object_iter_key(at), 0 };
        found += deep ? find_leaf(value, n - found, leaf) : 1;
    }
    return found;
}

static json_t *random_value(struct game *game)
{
    static const char *const words[] = {
        "red",   "blue",  "orange",   "roll",     "actions",    "robber", "0,0N",       "1,1NE",
        "road",  "give",  "discard",  "over",     "settlement", "take",   "free-roads", "basic",
        "city",  "spy",   "politics", "harbor",   "wedding",    "cloth",  "merchant",   "mighty",
        "smith", "trade", "ship",     "pips",     "metropolis", "0,0",    "aqueduct",   "pillage",
        "gold",  "port",  "desert",   "lift-fog", "discover",   "any",    "great-wall", "1,2",
    };
    switch (below(game, 4)) {
    case 0:
        return json_null();
    case 1:
        return json_boolean(below(game, 2));
    case 2:
        return json_string(words[below(game, sizeof words / sizeof words[0])]);
    default:
        return json_integer((json_int_t)below(game, 12) - 1);
    }
}

/* Up to three values of a state are replaced by others. */
static void values_changed(void **unused)
{
    (void)unused;
    static struct game game;
    static struct holm_board board;
    int accepted = 0;
    static struct scenario scenarios[SCENARIOS_MAX];
    int seas = find_scenarios(scenarios);
    const int changes = often(20, 6);
    for (int i = 0; i < 240; i++) {
        const struct scenario *scenario = &scenarios[i % seas];
        if (i < 120)
            middle_game(&game, &tables[i % TABLES], (uint64_t)i, 5 + 3 * i);
        else if (game_start_on(&game, &scenario->table, scenario->map, (uint64_t)i))
            play_to_middle(&game, 5 + 2 * (i - 120));
        else
            continue;
        json_t *original = load(text);
        for (int j = 0; j < changes; j++) {
            struct holm_trouble trouble = { 0 };
            struct holm_state state;
            json_t *root = json_deep_copy(original), *changed = json_object_get(root, "state");
            for (unsigned k = below(&game, 3) + 1; k > 0; k--) {
                struct leaf leaf = { 0 };
                int leaves = find_leaf(changed, -1, &leaf);
                find_leaf(changed, (int)below(&game, (unsigned)leaves), &leaf);
                if (leaf.key)
                    json_object_set_new(leaf.parent, leaf.key, random_value(&game));
                else
                    json_array_set_new(leaf.parent, leaf.index, random_value(&game));
            }
            char *dumped = json_dumps(root, JSON_COMPACT);
            if (holm_json_read_position(dumped, &board, &state, &trouble)) {
                accepted++;
                snprintf(text, sizeof text, "%s", dumped);
                play_from(&game, &state);
            }
            free(dumped);
            json_decref(root);
        }
        json_decref(original);
    }
    print_message("%d changed positions were accepted and played on\n", accepted);
}

/* Single bytes of a position are replaced by others. */
static void bytes_changed(void **unused)
{
    (void)unused;
    static const char bytes[] = "0123456789-,.:\"{}[]eEnut \n\x01\x80\xff";
    static struct game game;
    static struct holm_board board;
    middle_game(&game, &(struct table){ HOLM_BASE, HOLM_2025, 2, 0 }, 9, 90);
    size_t length = strlen(text);
    for (int i = often(4000, 1000); i > 0; i--) {
        static char changed[HOLM_JSON_MAX];
        struct holm_trouble trouble = { 0 };
        struct holm_state state;
        memcpy(changed, text, length + 1);
        for (unsigned j = below(&game, 2) + 1; j > 0; j--)
            changed[below(&game, (unsigned)length)] = bytes[below(&game, sizeof bytes - 1)];
        if (holm_json_read_position(changed, &board, &state, &trouble))
            play_from(&game, &state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings),
        cmocka_unit_test(rules_round_trip),
        cmocka_unit_test(map_round_trip),
        cmocka_unit_test(action_round_trip),
        cmocka_unit_test(state_round_trip),
        cmocka_unit_test(views_hide),
        cmocka_unit_test(errors_written),
        cmocka_unit_test(small_buffers),
        cmocka_unit_test(bad_actions),
        cmocka_unit_test(known_round_trip),
        cmocka_unit_test(impossible_positions),
        cmocka_unit_test(impossible_knights),
        cmocka_unit_test(impossible_sea),
        cmocka_unit_test(more_pieces_than_exist),
        cmocka_unit_test(bad_texts),
        cmocka_unit_test(values_changed),
        cmocka_unit_test(bytes_changed),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
