/* test_protocol.c: text/protocol.schema.json says the same as the tables in C and as what the
 * writers write. Whoever changes one of them and not the other is told here. */
#include <jansson.h>

#include "tests/unit/random_game.h"
#include "text/json.h"
#include "text/log.h"
#include "text/notation.h"

static const char *schema_path;
static json_t *definitions; /* "$defs" of the schema */

static json_t *definition(const char *name)
{
    json_t *found = json_object_get(definitions, name);
    if (!found)
        fail_msg("the schema has no %s", name);
    return found;
}

/* ------------------------------------------------------------------ words */

static void same_words(const char *what, const json_t *list, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        const char *word = json_string_value(json_array_get(list, (size_t)i));
        if (!word || strcmp(word, words[i]))
            fail_msg("%s: \"%s\" in the schema is \"%s\" in C", what, word ? word : "nothing",
                     words[i]);
    }
    if (json_array_size(list) != (size_t)count)
        fail_msg("%s: the schema has %zu words, C has %d", what, json_array_size(list), count);
}

static void tables(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        const char *const *words;
        int count;
    } rows[] = {
        { "seat", holm_seat_names, HOLM_SEATS },
        { "card", holm_card_names, HOLM_CARDS },
        { "development", holm_development_names, HOLM_DEVELOPMENTS },
        { "terrain", holm_terrain_names, HOLM_TERRAINS },
        { "piece", holm_piece_names + 1, HOLM_PIECES - 1 },
        { "port", holm_port_names, HOLM_PORT_KINDS },
        { "game", holm_game_names, HOLM_GAMES },
        { "edition", holm_edition_names, HOLM_EDITIONS },
        { "step", holm_step_names + 1, HOLM_STEP_KINDS - 1 },
        { "track", holm_track_names, HOLM_TRACKS },
        { "progress", holm_progress_names, HOLM_PROGRESS_KINDS },
        { "face", holm_face_names, HOLM_FACES },
        { "rank", holm_piece_names + HOLM_BASIC, HOLM_RANKS },
        { "wonder", holm_wonder_names, HOLM_WONDERS },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        same_words(rows[i].name, json_object_get(definition(rows[i].name), "enum"), rows[i].words,
                   rows[i].count);
    const char *errors[HOLM_ERRORS];
    for (int i = HOLM_OK + 1; i < HOLM_ERRORS; i++)
        errors[i - 1] = holm_reason(i)->name;
    same_words("errorName", json_object_get(definition("errorName"), "enum"), errors,
               HOLM_ERRORS - 1);
}

/* An object of the schema has exactly these properties. */
static void same_keys(const char *what, const json_t *object, const char *const *keys, int count)
{
    const json_t *properties = json_object_get(object, "properties");
    for (int i = 0; i < count; i++)
        if (!json_object_get(properties, keys[i]))
            fail_msg("%s: the schema has no \"%s\"", what, keys[i]);
    if (json_object_size(properties) != (size_t)count)
        fail_msg("%s: the schema has %zu properties, C has %d", what, json_object_size(properties),
                 count);
    assert_true(json_is_false(json_object_get(object, "additionalProperties")));
}

static void counters(void **unused)
{
    (void)unused;
    same_keys("cards", definition("cards"), holm_card_names, HOLM_CARDS);
    same_keys("progressCards", definition("progressCards"), holm_progress_names,
              HOLM_PROGRESS_KINDS);
    same_keys("tracks", definition("tracks"), holm_track_names, HOLM_TRACKS);
    same_keys("knights", definition("knights"), holm_piece_names + HOLM_BASIC, HOLM_RANKS);
    same_keys("ports", definition("ports"), holm_port_names, HOLM_PORT_KINDS);
    same_keys("fogTerrains", definition("fogTerrains"), holm_terrain_names, HOLM_FOG);
    same_keys("developments", definition("developments"), holm_development_names,
              HOLM_DEVELOPMENTS);
}

/* ------------------------------------------------------------------ rules */

static void same_option(const json_t *property, const struct holm_option *option)
{
    json_t *type = json_object_get(property, "type");
    char description[300];
    snprintf(description, sizeof description, "%s: %s", option->rule, option->help);
    assert_string_equal(json_string_value(json_object_get(property, "description")), description);
    if (holm_json_is_flag(option)) {
        assert_string_equal(json_string_value(type), "boolean");
    } else if (option->words) {
        same_words(option->name, json_object_get(property, "enum"), option->words + option->low,
                   option->high - option->low + 1);
    } else {
        assert_string_equal(json_string_value(type), "integer");
        assert_int_equal(json_integer_value(json_object_get(property, "minimum")), option->low);
        assert_int_equal(json_integer_value(json_object_get(property, "maximum")), option->high);
    }
}

static void options(void **unused)
{
    (void)unused;
    const char *keys[128] = { "game", "edition", "players" };
    json_t *rules = definition("rules");
    assert_true(holm_option_count < 120);
    for (int i = 0; i < holm_option_count; i++)
        keys[3 + i] = holm_options[i].name;
    same_keys("rules", rules, keys, 3 + holm_option_count);
    for (int i = 0; i < holm_option_count; i++)
        same_option(json_object_get(json_object_get(rules, "properties"), holm_options[i].name),
                    &holm_options[i]);
}

/* -------------------------------------------------------- kinds and events */

static bool has_word(const json_t *list, const char *word)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!strcmp(json_string_value(json_array_get(list, i)), word))
            return true;
    return false;
}

/* The one alternative of a definition that is for this kind. */
static json_t *shape_of(const char *name, const char *key, const char *kind)
{
    json_t *shapes = json_object_get(definition(name), "oneOf"), *found = NULL;
    for (size_t i = 0; i < json_array_size(shapes); i++) {
        json_t *shape = json_array_get(shapes, i);
        json_t *kinds = json_object_get(json_object_get(shape, "properties"), key);
        if (!has_word(json_object_get(kinds, "enum"), kind))
            continue;
        if (found)
            fail_msg("%s: the schema has \"%s\" twice", name, kind);
        found = shape;
    }
    if (!found)
        fail_msg("%s: the schema has no \"%s\"", name, kind);
    return found;
}

/* The words of all alternatives together. */
static size_t shape_words(const char *name, const char *key)
{
    json_t *shapes = json_object_get(definition(name), "oneOf");
    size_t words = 0;
    for (size_t i = 0; i < json_array_size(shapes); i++) {
        json_t *properties = json_object_get(json_array_get(shapes, i), "properties");
        words += json_array_size(json_object_get(json_object_get(properties, key), "enum"));
    }
    return words;
}

static bool refers_to(const json_t *shape, const char *key, const char *name)
{
    json_t *property = json_object_get(json_object_get(shape, "properties"), key);
    const char *reference = json_string_value(json_object_get(property, "$ref"));
    return reference && !strcmp(strrchr(reference, '/') + 1, name);
}

static bool may_be_null(const json_t *shape, const char *key)
{
    json_t *property = json_object_get(json_object_get(shape, "properties"), key);
    json_t *choices = json_object_get(property, "anyOf");
    for (size_t i = 0; i < json_array_size(choices); i++) {
        const char *type = json_string_value(json_object_get(json_array_get(choices, i), "type"));
        if (type && !strcmp(type, "null"))
            return true;
    }
    return false;
}

static void actions(void **unused)
{
    (void)unused;
    static const struct {
        unsigned fields;
        const char *key;
    } members[] = {
        { HOLM_F_HEX | HOLM_F_CORNER | HOLM_F_EDGE, "at" },
        { HOLM_F_TO | HOLM_F_TO_EDGE, "to" },
        { HOLM_F_DICE, "dice" },
        { HOLM_F_TARGET, "target" },
        { HOLM_F_SEATS, "seats" },
        { HOLM_F_CARD, "card" },
        { HOLM_F_TRACK, "track" },
        { HOLM_F_PROGRESS, "progress" },
        { HOLM_F_RANK, "rank" },
        { HOLM_F_WONDER, "wonder" },
        { HOLM_F_CHOICE, "choice" },
        { HOLM_F_GIVE, "give" },
        { HOLM_F_TAKE, "take" },
    };
    for (int kind = HOLM_NO_ACTION + 1; kind < HOLM_KINDS; kind++) {
        const struct holm_kind_info *info = &holm_kind_info[kind];
        const json_t *shape = shape_of("action", "kind", info->name);
        const char *keys[16] = { "seat", "kind" };
        int count = 2;
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
            if (info->fields & members[i].fields)
                keys[count++] = members[i].key;
        same_keys(info->name, shape, keys, count);
        if (info->fields & HOLM_F_HEX)
            assert_true(info->fields & HOLM_F_FRAME ? may_be_null(shape, "at")
                                                    : refers_to(shape, "at", "hex"));
        if (info->fields & (HOLM_F_TO | HOLM_F_TO_EDGE))
            assert_true(refers_to(shape, "to", info->fields & HOLM_F_TO ? "corner" : "edge"));
        if (info->fields & HOLM_F_CORNER)
            assert_true(refers_to(shape, "at", "corner"));
        if (info->fields & HOLM_F_EDGE)
            assert_true(refers_to(shape, "at", "edge"));
    }
    assert_int_equal(shape_words("action", "kind"), HOLM_KINDS - 1);
}

static void events(void **unused)
{
    (void)unused;
    enum {
        AT = HOLM_EF_HEX | HOLM_EF_PIECE | HOLM_EF_EDGE | HOLM_EF_TO_EDGE,
        TO = HOLM_EF_TO | HOLM_EF_TO_HEX | HOLM_EF_TO_EDGE
    };
    static const struct {
        unsigned fields, secret;
        const char *key;
    } members[] = {
        { HOLM_EF_SEAT, 0, "seat" },
        { HOLM_EF_TARGET, 0, "target" },
        { HOLM_EF_SEATS, 0, "seats" },
        { AT, 0, "at" },
        { TO, 0, "to" },
        { HOLM_EF_PIECE, 0, "piece" },
        { HOLM_EF_CARD, HOLM_EH_CARD, "card" },
        { HOLM_EF_DEVELOPMENT, HOLM_EH_DEVELOPMENT, "development" },
        { HOLM_EF_TRACK, 0, "track" },
        { HOLM_EF_PROGRESS, HOLM_EH_PROGRESS, "progress" },
        { HOLM_EF_N, 0, "n" },
        { HOLM_EF_M, 0, "m" },
        { HOLM_EF_DICE, 0, "dice" },
        { HOLM_EF_CARDS, HOLM_EH_CARDS, "cards" },
        { HOLM_EF_MORE, HOLM_EH_CARDS, "more" },
    };
    for (int kind = HOLM_EV_NONE + 1; kind < HOLM_EV_KINDS; kind++) {
        const struct holm_event_info *info = &holm_event_info[kind];
        const json_t *shape = shape_of("event", "event", info->name);
        const struct holm_event_word *word = holm_event_word(kind);
        const char *keys[16] = { "event" };
        int count = 1;
        for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
            if (!(info->fields & members[i].fields))
                continue;
            keys[count++] = word && members[i].fields == HOLM_EF_N ? word->key : members[i].key;
            if (members[i].secret)
                assert_int_equal(may_be_null(shape, members[i].key),
                                 (info->secret & members[i].secret) != 0);
        }
        same_keys(info->name, shape, keys, count);
        if (word && !refers_to(shape, word->key, word->key))
            fail_msg("%s: \"%s\" is a word of that list", info->name, word->key);
    }
    assert_int_equal(shape_words("event", "event"), HOLM_EV_KINDS - 1);
}

/* ------------------------------------------------ what the writers write */

/* Everything required is there, and nothing that the schema does not know. */
static void fits_shape(const char *name, const json_t *shape, const json_t *object)
{
    json_t *required = json_object_get(shape, "required");
    json_t *properties = json_object_get(shape, "properties");
    assert_true(json_is_object(object));
    for (size_t i = 0; i < json_array_size(required); i++) {
        const char *key = json_string_value(json_array_get(required, i));
        if (!json_object_get(object, key))
            fail_msg("%s: \"%s\" is not written", name, key);
    }
    for (void *at = json_object_iter((json_t *)object); at;
         at = json_object_iter_next((json_t *)object, at))
        if (!json_object_get(properties, json_object_iter_key(at)))
            fail_msg("%s: the schema has no \"%s\"", name, json_object_iter_key(at));
}

static void fits(const char *name, const json_t *object)
{
    fits_shape(name, definition(name), object);
}

static void fit_items(const char *name, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        fits(name, json_array_get(list, i));
}

/* Items of which each has the shape of its own kind. */
static void fit_kinds(const char *name, const char *key, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *kind = json_string_value(json_object_get(item, key));
        fits_shape(kind, shape_of(name, key, kind), item);
    }
}

static void put_everything(struct holm_writer *writer, const struct game *game,
                           const struct holm_list *list)
{
    struct holm_view view;
    holm_view(&game->state, 0, &view);
    holm_put(writer, "{\"position\":");
    holm_json_position(writer, &game->state);
    holm_json_key(writer, "view");
    holm_json_state(writer, &view.seen);
    holm_json_key(writer, "header");
    holm_log_header(writer, &game->board, game->seed, game->source);
    holm_json_key(writer, "line");
    holm_log_action(writer, &game->board, 1, &list->at[0], &game->chance);
    holm_json_key(writer, "list");
    holm_json_list(writer, &game->board, list);
    holm_json_key(writer, "events");
    holm_put(writer, "[");
    for (int i = 0; i < game->events.count; i++) {
        holm_json_next(writer);
        holm_json_event(writer, &game->board, &game->events.at[i]);
    }
    holm_put(writer, "]");
    holm_json_key(writer, "error");
    holm_json_error(writer, HOLM_E_DISTANCE);
    holm_put(writer, "}");
    assert_false(writer->full);
}

static void fit_state(const json_t *state)
{
    fits("state", state);
    fit_items("player", json_object_get(state, "players"));
    fit_items("pieceOnBoard", json_object_get(state, "pieces"));
    fit_items("agendaStep", json_object_get(state, "agenda"));
    fit_items("offer", json_object_get(state, "offers"));
    fit_items("placedPort", json_object_get(state, "placed_ports"));
    fit_items("discoveredHex", json_object_get(state, "discovered"));
}

static void check_written(const struct game *game)
{
    static char text[4 * HOLM_JSON_MAX];
    static struct holm_list list;
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_legal(&game->state, holm_next(&game->state), &list);
    put_everything(&writer, game, &list);
    json_t *all = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(all);
    const json_t *position = json_object_get(all, "position");
    fits("position", position);
    fits("rules", json_object_get(position, "rules"));
    const json_t *map = json_object_get(position, "map");
    fits("map", map);
    fit_items("mapHex", json_object_get(map, "hexes"));
    fit_items("mapPort", json_object_get(map, "ports"));
    fit_items("mapMark", json_object_get(map, "marks"));
    fit_items("mapGift", json_object_get(map, "gifts"));
    fit_items("lane", json_object_get(map, "lanes"));
    fit_state(json_object_get(position, "state"));
    fit_state(json_object_get(all, "view"));
    fits("logHeader", json_object_get(all, "header"));
    fits("logLine", json_object_get(all, "line"));
    fits("list", json_object_get(all, "list"));
    fit_kinds("action", "kind", json_object_get(json_object_get(all, "list"), "actions"));
    fit_kinds("template", "kind", json_object_get(json_object_get(all, "list"), "templates"));
    fit_kinds("event", "event", json_object_get(all, "events"));
    fits("error", json_object_get(all, "error"));
    json_decref(all);
}

static void check_game(struct game *game, int actions)
{
    struct holm_action action;
    game->treats = true;
    do {
        if (game_to_be_looked_at(game))
            check_written(game);
    } while (game->actions < actions && game_step(game, &action) && !holm_over(&game->state));
}

/* What is written in the course of some games. */
static void written(void **unused)
{
    (void)unused;
    static const struct table tables[] = {
        { HOLM_BASE, HOLM_2025, 2, 0 },      { HOLM_BASE, HOLM_2015, 6, 0 },
        { HOLM_KNIGHTS, HOLM_2025, 2, 0 },   { HOLM_KNIGHTS, HOLM_2015, 4, 123 },
        { HOLM_KNIGHTS, HOLM_CATAN8, 5, 0 },
    };
    static struct scenario scenarios[SCENARIOS_MAX];
    static struct game game;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        game_start(&game, &tables[i], i + 3);
        check_game(&game, 250);
    }
    int count = find_scenarios(scenarios);
    for (int i = 0; i < count; i++)
        if (game_start_on(&game, &scenarios[i].table, scenarios[i].map, (uint64_t)i + 3))
            check_game(&game, 150);
}

/* ------------------------------------------------------------------- main */

static int load_schema(void **unused)
{
    (void)unused;
    json_error_t error;
    json_t *schema = json_load_file(schema_path, JSON_REJECT_DUPLICATES, &error);
    if (!schema) {
        print_error("%s: %s\n", schema_path, error.text);
        return -1;
    }
    definitions = json_incref(json_object_get(schema, "$defs"));
    json_decref(schema);
    return definitions ? 0 : -1;
}

static int free_schema(void **unused)
{
    (void)unused;
    json_decref(definitions);
    return 0;
}

/* The argument, or where the source tree is seen from: the build folder, or the tree itself. */
static const char *find_schema(int count, char **arguments)
{
    static char beside[1000];
    const char *slash = strrchr(__FILE__, '/');
    snprintf(beside, sizeof beside, "%.*s/../../text/protocol.schema.json",
             slash ? (int)(slash - __FILE__) : 1, slash ? __FILE__ : ".");
    if (count > 1)
        return arguments[1];
    FILE *file = fopen(beside, "r");
    if (!file)
        return "text/protocol.schema.json";
    fclose(file);
    return beside;
}

int main(int count, char **arguments)
{
    schema_path = find_schema(count, arguments);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),  cmocka_unit_test(counters), cmocka_unit_test(options),
        cmocka_unit_test(actions), cmocka_unit_test(events),   cmocka_unit_test(written),
    };
    return cmocka_run_group_tests_name("protocol", tests, load_schema, free_schema);
}
