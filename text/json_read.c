/* json_read.c: reading the protocol's JSON: parts, rules and maps. What comes in is hostile until
 * shown otherwise: size and depth are limited before parsing, then every type, key and range is
 * checked here, and what it means in the game by the engine. Nothing is filled in by half. */
#include "text/json_map.h"

#include <string.h>

#include "text/notation.h"
#include "text/presets.h"
#include "text/setup.h"

/* ---------------------------------------------------------------- loading */

/* Nesting outside strings; whoever reads JSON calls itself for every level. */
static int depth_of(const char *text)
{
    int depth = 0, deepest = 0;
    bool quoted = false;
    for (const char *at = text; *at; at++) {
        if (quoted && *at == '\\' && at[1])
            at++;
        else if (*at == '"')
            quoted = !quoted;
        else if (!quoted && (*at == '{' || *at == '['))
            deepest = ++depth > deepest ? depth : deepest;
        else if (!quoted && (*at == '}' || *at == ']'))
            depth--;
    }
    return deepest;
}

json_t *holm_json_load(const char *text, struct holm_trouble *trouble)
{
    if (strnlen(text, HOLM_JSON_MAX + 1) > HOLM_JSON_MAX) {
        holm_trouble(trouble, 0, "longer than %d bytes", HOLM_JSON_MAX);
        return NULL;
    }
    if (depth_of(text) > HOLM_JSON_DEPTH) {
        holm_trouble(trouble, 0, "nested deeper than %d levels", HOLM_JSON_DEPTH);
        return NULL;
    }
    return holm_value_read(text, trouble);
}

/* ---------------------------------------------------------------- members */

static bool known_key(const char *const *keys, const char *key)
{
    for (int i = 0; keys[i]; i++)
        if (!strcmp(keys[i], key))
            return true;
    return false;
}

bool holm_json_only(const json_t *object, const char *what, const char *const *keys,
                    struct holm_trouble *trouble)
{
    if (!holm_value_is_object(object))
        return holm_trouble(trouble, 0, "%s is not an object", what);
    for (void *at = holm_value_first(object); at; at = holm_value_next(object, at))
        if (!known_key(keys, holm_value_key(at)))
            return holm_trouble(trouble, 0, "%s has no \"%.40s\"", what, holm_value_key(at));
    return true;
}

static bool missing(const json_t *value, const char *key, struct holm_trouble *trouble)
{
    if (value)
        return false;
    holm_trouble(trouble, 0, "\"%s\" is missing", key);
    return true;
}

static bool number_of(const json_t *value, const char *key, int low, int high, int *number,
                      struct holm_trouble *trouble)
{
    long long found = holm_value_number(value);
    if (!holm_value_is_number(value) || found < low || found > high)
        return holm_trouble(trouble, 0, "\"%s\" is not a whole number from %d to %d", key, low,
                            high);
    *number = (int)found;
    return true;
}

bool holm_json_get_number(const json_t *object, const char *key, int low, int high, int *number,
                          struct holm_trouble *trouble)
{
    const json_t *value = holm_value_member(object, key);
    return !missing(value, key, trouble) && number_of(value, key, low, high, number, trouble);
}

bool holm_json_get_flag(const json_t *object, const char *key, bool *flag,
                        struct holm_trouble *trouble)
{
    const json_t *value = holm_value_member(object, key);
    if (missing(value, key, trouble))
        return false;
    if (!holm_value_is_flag(value))
        return holm_trouble(trouble, 0, "\"%s\" is neither true nor false", key);
    *flag = holm_value_flag(value);
    return true;
}

static bool text_of(const json_t *value, const char *key, const char **text,
                    struct holm_trouble *trouble)
{
    if (!holm_value_is_text(value))
        return holm_trouble(trouble, 0, "\"%s\" is not a string", key);
    *text = holm_value_text(value);
    return true;
}

bool holm_json_get_text(const json_t *object, const char *key, const char **text,
                        struct holm_trouble *trouble)
{
    const json_t *value = holm_value_member(object, key);
    return !missing(value, key, trouble) && text_of(value, key, text, trouble);
}

static bool word_of(const json_t *value, const char *key, const char *const *names, int count,
                    int *word, struct holm_trouble *trouble)
{
    const char *text = NULL;
    if (!text_of(value, key, &text, trouble))
        return false;
    *word = holm_word(names, count, text);
    return *word >= 0 || holm_trouble(trouble, 0, "\"%s\" cannot be \"%.40s\"", key, text);
}

bool holm_json_get_word(const json_t *object, const char *key, const char *const *names, int count,
                        int *word, struct holm_trouble *trouble)
{
    const json_t *value = holm_value_member(object, key);
    return !missing(value, key, trouble) && word_of(value, key, names, count, word, trouble);
}

bool holm_json_get_list(const json_t *object, const char *key, int low, int high,
                        const json_t **list, struct holm_trouble *trouble)
{
    *list = holm_value_member(object, key);
    if (missing(*list, key, trouble))
        return false;
    int size = (int)holm_value_count(*list);
    if (!holm_value_is_list(*list) || size < low || size > high)
        return holm_trouble(trouble, 0, "\"%s\" is not a list of %d to %d", key, low, high);
    return true;
}

bool holm_json_get_seat(const json_t *object, const char *key, uint8_t *seat,
                        struct holm_trouble *trouble)
{
    const json_t *value = holm_value_member(object, key);
    int word = HOLM_NONE;
    if (missing(value, key, trouble))
        return false;
    if (!holm_value_is_null(value) &&
        !word_of(value, key, holm_seat_names, HOLM_SEATS, &word, trouble))
        return false;
    *seat = (uint8_t)word;
    return true;
}

bool holm_json_get_seats(const json_t *object, const char *key, uint8_t *seats,
                         struct holm_trouble *trouble)
{
    const json_t *list;
    unsigned set = 0;
    if (!holm_json_get_list(object, key, 0, HOLM_SEATS, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        int seat;
        if (!word_of(holm_value_item(list, i), key, holm_seat_names, HOLM_SEATS, &seat, trouble))
            return false;
        if (holm_bit_in(set, seat))
            return holm_trouble(trouble, 0, "\"%s\" names %s twice", key, holm_seat_names[seat]);
        set |= holm_bit(seat);
    }
    *seats = (uint8_t)set;
    return true;
}

bool holm_json_get_dice(const json_t *object, const char *key, uint8_t dice[2],
                        struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(object, key, 2, 2, &list, trouble))
        return false;
    for (int i = 0; i < 2; i++) {
        long long face = holm_value_number(holm_value_item(list, (size_t)i));
        if (face < 1 || face > 6)
            return holm_trouble(trouble, 0, "\"%s\" has a face that no die has", key);
        dice[i] = (uint8_t)face;
    }
    return true;
}

bool holm_json_get_counts(const json_t *object, const char *key, const char *const *names,
                          uint8_t *n, int count, struct holm_trouble *trouble)
{
    json_t *counts = holm_value_member(object, key);
    if (missing(counts, key, trouble))
        return false;
    if (!holm_value_is_object(counts))
        return holm_trouble(trouble, 0, "\"%s\" is not an object", key);
    memset(n, 0, (size_t)count);
    for (void *at = holm_value_first(counts); at; at = holm_value_next(counts, at)) {
        int word = holm_word(names, count, holm_value_key(at)), number = 0;
        if (word < 0)
            return holm_trouble(trouble, 0, "\"%s\" cannot count \"%.40s\"", key,
                                holm_value_key(at));
        /* The engine adds and compares eight counters at once, which works below 128. */
        if (!number_of(holm_value_at(at), names[word], 0, 127, &number, trouble))
            return false;
        n[word] = (uint8_t)number;
    }
    return true;
}

bool holm_json_get_cards(const json_t *object, const char *key, struct holm_cards *cards,
                         struct holm_trouble *trouble)
{
    memset(cards, 0, sizeof *cards);
    return holm_json_get_counts(object, key, holm_card_names, cards->n, HOLM_CARDS, trouble);
}

/* ------------------------------------------------------------------ rules */

/* A flag's words are "false" and "true", which JSON has names for itself. */
bool holm_json_is_flag(const struct holm_option *option)
{
    return option->words && !strcmp(option->words[0], "false");
}

static bool read_option(const json_t *value, const struct holm_option *option,
                        struct holm_rules *rules, struct holm_trouble *trouble)
{
    int number = 0;
    bool fine = true;
    if (holm_json_is_flag(option)) {
        number = holm_value_flag(value);
        if (!holm_value_is_flag(value))
            fine = holm_trouble(trouble, 0, "\"%s\" is neither true nor false", option->name);
    } else if (option->words) {
        fine = word_of(value, option->name, option->words, option->high + 1, &number, trouble);
    } else {
        fine = number_of(value, option->name, option->low, option->high, &number, trouble);
    }
    const int error = fine ? holm_option_set(rules, option, (unsigned)number) : HOLM_E_RULES_VALUE;
    if (!error)
        return true;
    if (fine)
        holm_trouble(trouble, 0, "%s: %s", option->name, holm_reason(error)->text);
    return holm_trouble_because(trouble, error, option->name);
}

/* Options that are left out stay as the edition has them: an old log knows fewer of them. */
static bool read_options(json_t *json, struct holm_rules *rules, struct holm_trouble *trouble)
{
    static const char *const base[] = { "game", "edition", "players", NULL };
    for (void *at = holm_value_first(json); at; at = holm_value_next(json, at)) {
        const char *key = holm_value_key(at);
        if (known_key(base, key))
            continue;
        const struct holm_option *option = holm_option_named(key);
        if (!option)
            return holm_trouble(trouble, 0, "there is no rule option \"%.40s\"", key);
        if (!read_option(holm_value_at(at), option, rules, trouble))
            return false;
    }
    return true;
}

bool holm_json_read_rules(const json_t *json, struct holm_rules *rules,
                          struct holm_trouble *trouble)
{
    struct holm_rules made;
    int game = 0, edition = 0, players = 0;
    if (!holm_value_is_object(json))
        return holm_trouble(trouble, 0, "the rules are not an object");
    if (!holm_json_get_word(json, "game", holm_game_names, HOLM_GAMES, &game, trouble) ||
        !holm_json_get_word(json, "edition", holm_edition_names, HOLM_EDITIONS, &edition,
                            trouble) ||
        !holm_json_get_number(json, "players", 1, HOLM_SEATS, &players, trouble))
        return false;
    int error = holm_rules_make(&made, game, edition, players);
    if (!error && !read_options((json_t *)json, &made, trouble))
        return false;
    if (!error)
        error = holm_rules_check(&made);
    if (error) {
        holm_trouble(trouble, 0, "the rules: %s", holm_reason(error)->text);
        return holm_trouble_because(trouble, error, NULL);
    }
    *rules = made;
    return true;
}

unsigned holm_json_given(const json_t *rules)
{
    return (holm_value_member(rules, "setup") ? HOLM_GIVEN_SETUP : 0u) |
           (holm_value_member(rules, "discs") ? HOLM_GIVEN_DISCS : 0u);
}

/* -------------------------------------------------------------------- map */

/* A hex and what follows it in a member of an object. */
static bool read_place(const json_t *value, const char *key, int *q, int *r, const char **rest,
                       struct holm_trouble *trouble)
{
    const char *text = NULL;
    if (missing(value, key, trouble) || !text_of(value, key, &text, trouble))
        return false;
    *rest = text;
    if (!holm_read_coordinates(rest, q, r) || *q < INT8_MIN || *q > INT8_MAX || *r < INT8_MIN ||
        *r > INT8_MAX)
        return holm_trouble(trouble, 0, "\"%s\": \"%.20s\" is no place", key, text);
    return true;
}

bool holm_json_read_map_place(const json_t *value, const char *key, const struct holm_map *map,
                              const char *const *parts, uint8_t *hex, uint8_t *part,
                              struct holm_trouble *trouble)
{
    int q, r, index = 0, word = 0;
    const char *rest;
    if (!read_place(value, key, &q, &r, &rest, trouble))
        return false;
    while (index < map->hexes && (map->q[index] != q || map->r[index] != r))
        index++;
    if (parts)
        word = holm_word(parts, 6, rest);
    if (index == map->hexes || word < 0 || (!parts && *rest))
        return holm_trouble(trouble, 0, "\"%s\": \"%.20s\" is not on the map", key,
                            holm_value_text(value));
    *hex = (uint8_t)index;
    if (parts)
        *part = (uint8_t)word;
    return true;
}

static bool read_map_hex(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "terrain", "disc", "region", NULL };
    int hex = map->hexes, q, r, terrain, disc = 0, region = 0;
    const char *rest;
    if (!holm_json_only(json, "a hex", keys, trouble) ||
        !read_place(holm_value_member(json, "at"), "at", &q, &r, &rest, trouble) ||
        !holm_json_get_word(json, "terrain", holm_terrain_names, HOLM_TERRAINS, &terrain, trouble))
        return false;
    if (*rest)
        return holm_trouble(trouble, 0, "a hex cannot be at \"%d,%d%.10s\"", q, r, rest);
    if (holm_value_member(json, "disc") &&
        !holm_json_get_number(json, "disc", 2, 12, &disc, trouble))
        return false;
    if (holm_value_member(json, "region") &&
        !holm_json_get_number(json, "region", 1, HOLM_REGIONS - 1, &region, trouble))
        return false;
    map->q[hex] = (int8_t)q;
    map->r[hex] = (int8_t)r;
    map->terrain[hex] = (uint8_t)terrain;
    map->disc[hex] = (uint8_t)disc;
    map->region[hex] = (uint8_t)region;
    map->hexes++;
    return true;
}

static bool read_map_port(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "kind", NULL };
    struct holm_port *port = &map->port[map->ports];
    const json_t *at = holm_value_member(json, "at");
    int kind;
    if (!holm_json_only(json, "a port", keys, trouble) ||
        (!(map->place_ports && holm_value_is_null(at)) &&
         !holm_json_read_map_place(at, "at", map, holm_side_names, &port->hex, &port->side,
                                   trouble)) ||
        !holm_json_get_word(json, "kind", holm_port_names, HOLM_PORT_KINDS, &kind, trouble))
        return false;
    port->kind = (uint8_t)kind;
    map->ports++;
    return true;
}

static bool read_map_lists(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    const json_t *hexes, *ports;
    if (!holm_json_get_list(json, "hexes", 1, HOLM_HEXES, &hexes, trouble) ||
        !holm_json_get_list(json, "ports", 0, HOLM_PORTS, &ports, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(hexes); i++)
        if (!read_map_hex(holm_value_item(hexes, i), map, trouble))
            return false;
    for (size_t i = 0; i < holm_value_count(ports); i++)
        if (!read_map_port(holm_value_item(ports, i), map, trouble))
            return false;
    return true;
}

static bool read_map_name(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    const char *name = NULL;
    const json_t *players;
    int low = 0, high = 0;
    if (!holm_json_get_text(json, "name", &name, trouble) ||
        !holm_json_get_list(json, "players", 2, 2, &players, trouble) ||
        !number_of(holm_value_item(players, 0), "players", 1, HOLM_SEATS, &low, trouble) ||
        !number_of(holm_value_item(players, 1), "players", low, HOLM_SEATS, &high, trouble))
        return false;
    if (strlen(name) >= sizeof map->name)
        return holm_trouble(trouble, 0, "the map's name is longer than %zu bytes",
                            sizeof map->name - 1);
    memcpy(map->name, name, strlen(name));
    map->players_low = (uint8_t)low;
    map->players_high = (uint8_t)high;
    return true;
}

static bool read_map_starts(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    const json_t *robber = holm_value_member(json, "robber"), *neutral;
    map->robber = HOLM_NONE;
    if (missing(robber, "robber", trouble) ||
        !holm_json_get_list(json, "neutral", 0, 2, &neutral, trouble))
        return false;
    if (!holm_value_is_null(robber) &&
        !holm_json_read_map_place(robber, "robber", map, NULL, &map->robber, NULL, trouble))
        return false;
    if (holm_value_count(neutral) == 1)
        return holm_trouble(trouble, 0, "\"neutral\" has one start instead of none or two");
    map->has_neutral = holm_value_count(neutral) == 2;
    for (size_t i = 0; i < holm_value_count(neutral); i++)
        if (!holm_json_read_map_place(holm_value_item(neutral, i), "neutral", map,
                                      holm_corner_names, &map->neutral_hex[i],
                                      &map->neutral_corner[i], trouble))
            return false;
    return true;
}

/* The members of every map and those of scenarios. */
static bool only_map(const json_t *json, struct holm_trouble *trouble)
{
    const char *keys[48] = { "name", "players", "hexes", "ports", "robber", "neutral" };
    for (int i = 0; holm_scenario_key(i); i++)
        keys[6 + i] = holm_scenario_key(i);
    return holm_json_only(json, "the map", keys, trouble);
}

bool holm_json_read_map(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    struct holm_map made = { .has_fixed = 1 };
    made.place_ports = holm_value_flag(holm_value_member(json, "place_ports"));
    if (!only_map(json, trouble) || !read_map_name(json, &made, trouble) ||
        !read_map_lists(json, &made, trouble) || !read_map_starts(json, &made, trouble) ||
        !holm_json_read_scenario(json, &made, trouble))
        return false;
    *map = made;
    return true;
}
