/* json_scenario.c: what the scenarios of Seafarers add to a map, as JSON. Every member is left out
 * where it says nothing, so that other maps look as ever. Pools and bans are not kept: the map is
 * dealt. */
#include <stddef.h>
#include <string.h>

#include "text/json_map.h"
#include "text/notation.h"

enum { CLOTH_MAX = 100, GIFT_CARDS_MAX = 20, BONUS_MAX = 10, ROUNDS = 3 };

/* Single bytes; those up to 1 are flags. */
#define FIELD(field, low, high)                                                                    \
    {                                                                                              \
#field, offsetof(struct holm_map, field), low, high                                        \
    }
static const struct {
    const char *key;
    size_t offset;
    uint8_t low, high;
} fields[] = {
    FIELD(home_islands, 0, 1),
    FIELD(settle_at_discs, 0, 1),
    FIELD(robber_on_discs, 0, 1),
    FIELD(no_route, 0, 1),
    FIELD(wonders, 0, 1),
    FIELD(place_ports, 0, 1),
    FIELD(robber_off, 0, 1),
    FIELD(target, 1, 60),
    FIELD(village_cloth, 1, 20),
    FIELD(cloth_supply, 1, CLOTH_MAX),
    FIELD(empty_villages, 1, HOLM_VILLAGES),
    FIELD(lairs, 1, 12),
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* Sets of regions. */
static const struct {
    const char *key;
    size_t offset;
} sets[] = {
    { "start_regions", offsetof(struct holm_map, start_regions) },
    { "no_settlement_regions", offsetof(struct holm_map, no_settlement_regions) },
    { "no_robber_regions", offsetof(struct holm_map, no_robber_regions) },
};
enum { SETS = sizeof sets / sizeof sets[0] };

/* Members with a form of their own. */
static const char *const others[] = {
    "setup_rounds", "region_bonus", "start_rule", "pirate",      "marks",
    "gifts",        "lanes",        "fleet_path", "fog_terrain", "fog_disc",
};
enum { OTHERS = sizeof others / sizeof others[0] };

const char *holm_scenario_key(int i)
{
    if (i < FIELDS)
        return fields[i].key;
    if (i < FIELDS + SETS)
        return sets[i - FIELDS].key;
    return i < FIELDS + SETS + OTHERS ? others[i - FIELDS - SETS] : NULL;
}

/* The four places of a lane. */
static const struct {
    const char *key;
    size_t offset;
    const char *const *parts;
} places[] = {
    { "settlement", offsetof(struct holm_lane, settlement), holm_corner_names },
    { "ship", offsetof(struct holm_lane, ship), holm_side_names },
    { "fortress", offsetof(struct holm_lane, fortress), holm_corner_names },
    { "beachhead", offsetof(struct holm_lane, beachhead), holm_corner_names },
};
enum { PLACES = sizeof places / sizeof places[0] };

/* ------------------------------------------------------------------- lists */

void holm_json_put_bits(struct holm_writer *writer, const char *key, unsigned bits)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int bit = 0; bits >> bit; bit++)
        if (holm_bit_in(bits, bit)) {
            holm_json_next(writer);
            holm_put_number(writer, bit);
        }
    holm_put_char(writer, ']');
}

static bool number_in(const json_t *list, size_t index, int low, int high, int *number)
{
    const json_t *value = holm_value_item(list, index);
    long long found = holm_value_number(value);
    if (!holm_value_is_number(value) || found < low || found > high)
        return false;
    *number = (int)found;
    return true;
}

bool holm_json_get_bits(const json_t *object, const char *key, int high, unsigned *bits,
                        struct holm_trouble *trouble)
{
    const json_t *list;
    *bits = 0;
    if (!holm_json_get_list(object, key, 0, high + 1, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        int bit;
        if (!number_in(list, i, 0, high, &bit) || holm_bit_in(*bits, bit))
            return holm_trouble(trouble, 0,
                                "\"%s\" has something else than numbers up to %d, or one twice",
                                key, high);
        *bits |= holm_bit(bit);
    }
    return true;
}

void holm_json_put_discs(struct holm_writer *writer, const char *key, const uint8_t discs[13])
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int disc = 0; disc < 13; disc++)
        for (int i = 0; i < discs[disc]; i++) {
            holm_json_next(writer);
            holm_put_number(writer, disc);
        }
    holm_put_char(writer, ']');
}

bool holm_json_get_discs(const json_t *object, const char *key, uint8_t discs[13],
                         struct holm_trouble *trouble)
{
    const json_t *list;
    memset(discs, 0, 13);
    if (!holm_json_get_list(object, key, 0, HOLM_HEXES, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        int disc;
        if (!number_in(list, i, 2, 12, &disc) || disc == 7)
            return holm_trouble(trouble, 0, "\"%s\" has a number that no disc has", key);
        discs[disc]++;
    }
    return true;
}

/* ---------------------------------------------------------------- writing */

static void put_fields(struct holm_writer *writer, const struct holm_map *map)
{
    for (int i = 0; i < FIELDS; i++) {
        uint8_t value = *((const uint8_t *)map + fields[i].offset);
        if (!value)
            continue;
        if (fields[i].high == 1)
            holm_json_put_flag(writer, fields[i].key, true);
        else
            holm_json_put_number(writer, fields[i].key, value);
    }
    if (map->setup_rounds == ROUNDS)
        holm_json_put_number(writer, "setup_rounds", ROUNDS);
}

/* The bonus of each region from 1 on, as far as there are any. */
static void put_regions(struct holm_writer *writer, const struct holm_map *map)
{
    int regions = HOLM_REGIONS;
    while (regions > 1 && !map->region_bonus[regions - 1])
        regions--;
    if (regions > 1) {
        holm_json_key(writer, "region_bonus");
        holm_put_char(writer, '[');
        for (int region = 1; region < regions; region++) {
            holm_json_next(writer);
            holm_put_number(writer, map->region_bonus[region]);
        }
        holm_put_char(writer, ']');
    }
    for (int i = 0; i < SETS; i++) {
        uint16_t set;
        memcpy(&set, (const uint8_t *)map + sets[i].offset, sizeof set);
        if (set)
            holm_json_put_bits(writer, sets[i].key, set);
    }
    if (map->start_rule)
        holm_json_put_word(writer, "start_rule",
                           holm_reason(holm_start_reasons[map->start_rule])->rule);
}

static void put_marks(struct holm_writer *writer, const struct holm_map *map)
{
    holm_json_key(writer, "marks");
    holm_put_char(writer, '[');
    for (int i = 0; i < map->marks; i++) {
        const struct holm_mark *mark = &map->mark[i];
        holm_json_next(writer);
        holm_put(writer, "{\"at\":");
        holm_json_map_place(writer, map, mark->hex, holm_corner_names[mark->corner]);
        holm_json_put_word(writer, "kind", holm_mark_names[mark->kind]);
        if (mark->kind == HOLM_MARK_VILLAGE)
            holm_json_put_number(writer, "disc", mark->n);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

static void put_gifts(struct holm_writer *writer, const struct holm_map *map)
{
    holm_json_key(writer, "gifts");
    holm_put_char(writer, '[');
    for (int i = 0; i < map->gifts; i++) {
        const struct holm_gift *gift = &map->gift[i];
        holm_json_next(writer);
        holm_put(writer, "{\"at\":");
        holm_json_map_place(writer, map, gift->hex, holm_side_names[gift->side]);
        holm_json_put_word(writer, "kind", holm_gift_names[gift->kind]);
        if (gift->kind == HOLM_GIFT_PORT)
            holm_json_put_word(writer, "port", holm_port_names[gift->n]);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

static void put_lane(struct holm_writer *writer, const struct holm_map *map,
                     const struct holm_lane *lane)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    for (int i = 0; i < PLACES; i++) {
        const uint8_t *place = (const uint8_t *)lane + places[i].offset;
        holm_json_key(writer, places[i].key);
        holm_json_map_place(writer, map, place[0], places[i].parts[place[1]]);
    }
    holm_json_key(writer, "edges");
    holm_put_char(writer, '[');
    for (int i = 0; i < lane->edges; i++) {
        holm_json_next(writer);
        holm_json_map_place(writer, map, lane->edge[i][0], holm_side_names[lane->edge[i][1]]);
    }
    holm_put(writer, "]}");
}

static void put_lanes(struct holm_writer *writer, const struct holm_map *map)
{
    holm_json_key(writer, "lanes");
    holm_put_char(writer, '[');
    for (int seat = 0; seat < map->lanes; seat++)
        put_lane(writer, map, &map->lane[seat]);
    holm_put_char(writer, ']');
    holm_json_key(writer, "fleet_path");
    holm_put_char(writer, '[');
    for (int i = 0; i < map->fleet_hexes; i++) {
        holm_json_next(writer);
        holm_json_map_place(writer, map, map->fleet_path[i], "");
    }
    holm_put_char(writer, ']');
}

static bool has_fog(const struct holm_map *map)
{
    for (int terrain = 0; terrain < HOLM_FOG; terrain++)
        if (map->fog_terrain[terrain])
            return true;
    return false;
}

void holm_json_scenario(struct holm_writer *writer, const struct holm_map *map)
{
    put_fields(writer, map);
    put_regions(writer, map);
    if (map->has_pirate && map->pirate == HOLM_NONE) {
        holm_json_put_word(writer, "pirate", NULL);
    } else if (map->has_pirate) {
        holm_json_key(writer, "pirate");
        holm_json_map_place(writer, map, map->pirate, "");
    }
    if (map->marks)
        put_marks(writer, map);
    if (map->gifts)
        put_gifts(writer, map);
    if (map->lanes)
        put_lanes(writer, map);
    if (has_fog(map)) {
        holm_json_key(writer, "fog_terrain");
        holm_json_counts(writer, holm_terrain_names, map->fog_terrain, HOLM_FOG);
        holm_json_put_discs(writer, "fog_disc", map->fog_disc);
    }
}

/* ---------------------------------------------------------------- reading */

static bool read_fields(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    int number;
    bool flag;
    for (int i = 0; i < FIELDS; i++) {
        uint8_t *field = (uint8_t *)map + fields[i].offset;
        if (!holm_value_member(json, fields[i].key))
            continue;
        if (fields[i].high == 1) {
            if (!holm_json_get_flag(json, fields[i].key, &flag, trouble))
                return false;
            *field = flag;
        } else {
            if (!holm_json_get_number(json, fields[i].key, fields[i].low, fields[i].high, &number,
                                      trouble))
                return false;
            *field = (uint8_t)number;
        }
    }
    if (!holm_value_member(json, "setup_rounds"))
        return true;
    if (!holm_json_get_number(json, "setup_rounds", 2, ROUNDS, &number, trouble))
        return false;
    map->setup_rounds = (uint8_t)number;
    return true;
}

static bool read_start_rule(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    const char *rule;
    if (!holm_value_member(json, "start_rule"))
        return true;
    if (!holm_json_get_text(json, "start_rule", &rule, trouble))
        return false;
    int found = holm_start_rule(rule);
    if (found < 0 || !map->start_regions)
        return holm_trouble(trouble, 0, "\"start_rule\" is no rule for \"start_regions\"");
    map->start_rule = (uint8_t)found;
    return true;
}

static bool read_regions(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    const json_t *list = NULL;
    if (holm_value_member(json, "region_bonus") &&
        !holm_json_get_list(json, "region_bonus", 0, HOLM_REGIONS - 1, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        int bonus;
        if (!number_in(list, i, 0, BONUS_MAX, &bonus))
            return holm_trouble(trouble, 0, "\"region_bonus\" is not made of numbers up to %d",
                                BONUS_MAX);
        map->region_bonus[i + 1] = (uint8_t)bonus;
    }
    for (int i = 0; i < SETS; i++) {
        unsigned bits = 0;
        if (holm_value_member(json, sets[i].key) &&
            !holm_json_get_bits(json, sets[i].key, HOLM_REGIONS - 1, &bits, trouble))
            return false;
        uint16_t set = (uint16_t)bits;
        memcpy((uint8_t *)map + sets[i].offset, &set, sizeof set);
    }
    return read_start_rule(json, map, trouble);
}

static bool read_mark(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "kind", "disc", NULL };
    struct holm_mark *mark = &map->mark[map->marks];
    int kind, disc = 0;
    if (!holm_json_only(json, "a mark", keys, trouble) ||
        !holm_json_read_map_place(holm_value_member(json, "at"), "at", map, holm_corner_names,
                                  &mark->hex, &mark->corner, trouble) ||
        !holm_json_get_word(json, "kind", holm_mark_names, HOLM_MARK_KINDS, &kind, trouble))
        return false;
    bool village = kind == HOLM_MARK_VILLAGE;
    if (village && !holm_json_get_number(json, "disc", 2, 12, &disc, trouble))
        return false;
    if (!village && holm_value_member(json, "disc"))
        return holm_trouble(trouble, 0, "only a village has a disc");
    mark->kind = (uint8_t)kind;
    mark->n = (uint8_t)disc;
    map->marks++;
    return true;
}

static bool read_gift(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "kind", "port", NULL };
    struct holm_gift *gift = &map->gift[map->gifts];
    int kind, port = 0;
    if (!holm_json_only(json, "a gift", keys, trouble) ||
        !holm_json_read_map_place(holm_value_member(json, "at"), "at", map, holm_side_names,
                                  &gift->hex, &gift->side, trouble) ||
        !holm_json_get_word(json, "kind", holm_gift_names, HOLM_GIFT_KINDS, &kind, trouble))
        return false;
    if (kind == HOLM_GIFT_PORT
            ? !holm_json_get_word(json, "port", holm_port_names, HOLM_PORT_KINDS, &port, trouble)
            : holm_value_member(json, "port") != NULL)
        return holm_trouble(trouble, 0, "a gift has a kind of \"port\" where it is a port");
    gift->kind = (uint8_t)kind;
    gift->n = (uint8_t)port;
    map->gifts++;
    return true;
}

static bool read_lane(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    static const char *const keys[] = {
        "settlement", "ship", "fortress", "beachhead", "edges", NULL
    };
    struct holm_lane *lane = &map->lane[map->lanes];
    const json_t *list;
    if (!holm_json_only(json, "a lane", keys, trouble) ||
        !holm_json_get_list(json, "edges", 1, HOLM_LANE, &list, trouble))
        return false;
    for (int i = 0; i < PLACES; i++) {
        uint8_t *place = (uint8_t *)lane + places[i].offset;
        if (!holm_json_read_map_place(holm_value_member(json, places[i].key), places[i].key, map,
                                      places[i].parts, &place[0], &place[1], trouble))
            return false;
    }
    for (; lane->edges < holm_value_count(list); lane->edges++) {
        uint8_t *edge = lane->edge[lane->edges];
        if (!holm_json_read_map_place(holm_value_item(list, lane->edges), "edges", map,
                                      holm_side_names, &edge[0], &edge[1], trouble))
            return false;
    }
    map->lanes++;
    return true;
}

static bool read_fleet_hex(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    return holm_json_read_map_place(json, "fleet_path", map, NULL,
                                    &map->fleet_path[map->fleet_hexes++], NULL, trouble);
}

/* A list that may be left out, item by item. */
static bool read_items(const json_t *json, const char *key, int high, struct holm_map *map,
                       bool (*read)(const json_t *, struct holm_map *, struct holm_trouble *),
                       struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_value_member(json, key))
        return true;
    if (!holm_json_get_list(json, key, 0, high, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++)
        if (!read(holm_value_item(list, i), map, trouble))
            return false;
    return true;
}

static bool read_hidden(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    const json_t *pirate = holm_value_member(json, "pirate");
    map->has_pirate = pirate != NULL;
    map->pirate = HOLM_NONE;
    if (pirate && !holm_value_is_null(pirate) &&
        !holm_json_read_map_place(pirate, "pirate", map, NULL, &map->pirate, NULL, trouble))
        return false;
    if (!holm_value_member(json, "fog_terrain"))
        return !holm_value_member(json, "fog_disc") ||
               holm_trouble(trouble, 0, "\"fog_disc\" without \"fog_terrain\"");
    return holm_json_get_counts(json, "fog_terrain", holm_terrain_names, map->fog_terrain, HOLM_FOG,
                                trouble) &&
           holm_json_get_discs(json, "fog_disc", map->fog_disc, trouble);
}

/* Whether the members fit together; the rest is for holm_board_make. */
static bool fits_together(const struct holm_map *map, struct holm_trouble *trouble)
{
    int villages = 0, cards = 0;
    for (int i = 0; i < map->marks; i++)
        villages += map->mark[i].kind == HOLM_MARK_VILLAGE;
    for (int i = 0; i < map->gifts; i++)
        cards += map->gift[i].kind == HOLM_GIFT_CARD;
    if (villages ? !map->empty_villages || map->empty_villages > villages
                 : map->village_cloth || map->cloth_supply || map->empty_villages)
        return holm_trouble(trouble, 0, "cloth and \"empty_villages\" do not fit the villages");
    if (map->cloth_supply + villages * map->village_cloth > CLOTH_MAX)
        return holm_trouble(trouble, 0, "there are more than %d pieces of cloth", CLOTH_MAX);
    if (cards > GIFT_CARDS_MAX)
        return holm_trouble(trouble, 0, "more than %d gifts are cards", GIFT_CARDS_MAX);
    bool all = map->fleet_hexes && map->lairs && map->start_regions;
    if (map->lanes ? !all : map->fleet_hexes || map->lairs)
        return holm_trouble(trouble, 0,
                            "lanes go with \"fleet_path\", \"lairs\" and \"start_regions\"");
    return true;
}

bool holm_json_read_scenario(const json_t *json, struct holm_map *map, struct holm_trouble *trouble)
{
    return read_fields(json, map, trouble) && read_regions(json, map, trouble) &&
           read_hidden(json, map, trouble) &&
           read_items(json, "marks", HOLM_MARKS, map, read_mark, trouble) &&
           read_items(json, "gifts", HOLM_GIFTS, map, read_gift, trouble) &&
           read_items(json, "lanes", HOLM_LANES, map, read_lane, trouble) &&
           read_items(json, "fleet_path", HOLM_FLEET_PATH, map, read_fleet_hex, trouble) &&
           fits_together(map, trouble);
}
