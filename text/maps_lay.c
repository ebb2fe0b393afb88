/* maps_lay.c: the lines of a map file that lay something out: regions, harbours, robber and pirate,
 * marked corners, gifts on edges, lanes to fortresses. */
#include <string.h>

#include "text/maps_read.h"

const char *const holm_lane_words[HOLM_LANE_PLACES] = { "settlement", "ship", "fortress",
                                                        "beachhead" };

/* "region a start bonus 2" */
bool holm_read_map_region(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    struct holm_words *words = &reader->words;
    int region = words->word[0] && !words->word[1] ? holm_region_number(words->word[0]) : -1;
    bool found = false;
    for (int hex = 0; hex < map->hexes; hex++)
        found = found || map->region[hex] == region;
    if (region < 0 || !found)
        return holm_reader_trouble(reader, "there is no region '%.20s'", words->word);
    uint16_t bit = (uint16_t)holm_bit(region);
    if (reader->region_lines & bit)
        return holm_reader_trouble(reader, "a second line for region %s", words->word);
    reader->region_lines |= bit;
    holm_words_next(words);
    if (!*words->word)
        return holm_reader_trouble(reader, "what belongs to the region is missing");
    while (*words->word) {
        int bonus;
        if (holm_words_skip(words, "start"))
            map->start_regions |= bit;
        else if (holm_words_skip(words, "no-settlement"))
            map->no_settlement_regions |= bit;
        else if (holm_words_skip(words, "no-robber"))
            map->no_robber_regions |= bit;
        else if (!holm_words_skip(words, "bonus"))
            return holm_reader_trouble(
                reader, "'%.20s' should be start, bonus, no-settlement or no-robber", words->word);
        else if (!holm_reader_number(reader, "a number of points", 1, 10, &bonus))
            return false;
        else
            map->region_bonus[region] = (uint8_t)bonus;
    }
    return true;
}

/* Which rule it is that keeps starting settlements to their regions. */
bool holm_read_map_start_rule(struct holm_reader *reader)
{
    int rule = holm_start_rule(reader->words.word);
    if (rule < 0)
        return holm_reader_trouble(reader, "'%.20s' is no rule about starting settlements",
                                   reader->words.word);
    reader->map->start_rule = (uint8_t)rule;
    holm_words_next(&reader->words);
    return true;
}

/* --------------------------------------------------------------- harbours */

bool holm_read_map_port(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    struct holm_port *port = &map->port[map->ports];
    if (map->place_ports)
        return holm_reader_trouble(reader, "the players place the ports, as line %d says",
                                   reader->first_line[HOLM_MAP_PLACE_PORTS]);
    if (map->ports == HOLM_PORTS)
        return holm_reader_trouble(reader, "more than %d ports", HOLM_PORTS);
    map->ports++;
    return holm_reader_place(reader, holm_side_names, &port->hex, &port->side) &&
           holm_reader_name(reader, holm_port_names, HOLM_PORT_KINDS, &port->kind);
}

/* "place-ports any 5 wood 1 ..." */
bool holm_read_map_place_ports(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    int count[HOLM_PORT_KINDS] = { 0 }, total = 0;
    if (map->ports)
        return holm_reader_trouble(reader,
                                   "the harbours have their places already, in line %d and on",
                                   reader->first_line[HOLM_MAP_PORT]);
    do {
        uint8_t kind;
        if (!holm_reader_name(reader, holm_port_names, HOLM_PORT_KINDS, &kind))
            return false;
        if (count[kind])
            return holm_reader_trouble(reader, "%s stands here twice", holm_port_names[kind]);
        if (!holm_reader_number(reader, "a number of ports, or they become too many", 1,
                                HOLM_PLACED_PORTS - total, &count[kind]))
            return false;
        total += count[kind];
    } while (*reader->words.word);
    map->place_ports = 1;
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++)
        while (count[kind]-- > 0)
            map->port[map->ports++].kind = (uint8_t)kind;
    return true;
}

/* ------------------------------------------------- robber, pirate, neutrals */

/* "desert", "off", "Q,R", "12" or "Q,R 12" */
bool holm_read_map_robber(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    if (holm_words_skip(&reader->words, "desert"))
        return true;
    if (holm_words_skip(&reader->words, "off")) {
        map->robber_off = 1;
        return true;
    }
    if (!holm_words_skip(&reader->words, "12")) {
        if (!holm_reader_hex(reader, &map->robber))
            return false;
        if (!holm_words_skip(&reader->words, "12"))
            return true;
    }
    map->robber_on_12 = 1;
    return true;
}

bool holm_read_map_pirate(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    map->has_pirate = 1;
    if (holm_words_skip(&reader->words, "frame"))
        return true;
    if (!holm_reader_hex(reader, &map->pirate))
        return false;
    return map->terrain[map->pirate] == HOLM_SEA ||
           holm_reader_trouble(reader, "the pirate belongs on the sea or the frame");
}

bool holm_read_map_neutral(struct holm_reader *reader)
{
    int i = reader->neutrals++;
    if (i == 2)
        return holm_reader_trouble(reader, "there are two neutral colours");
    return holm_reader_place(reader, holm_corner_names, &reader->map->neutral_hex[i],
                             &reader->map->neutral_corner[i]);
}

/* --------------------------------------------------------- marks and gifts */

/* A marked corner; each corner has one name of its kind at most. */
static bool read_mark(struct holm_reader *reader, int kind, int n)
{
    struct holm_map *map = reader->map;
    struct holm_mark mark = { .kind = (uint8_t)kind, .n = (uint8_t)n };
    if (map->marks == HOLM_MARKS)
        return holm_reader_trouble(reader, "more than %d marks", HOLM_MARKS);
    if (!holm_reader_place(reader, holm_corner_names, &mark.hex, &mark.corner))
        return false;
    for (int i = 0; i < map->marks; i++) {
        const struct holm_mark *other = &map->mark[i];
        if (other->kind == kind && reader->topology.hex_corner[other->hex][other->corner] ==
                                       reader->topology.hex_corner[mark.hex][mark.corner])
            return holm_reader_trouble(reader, "this corner stands there twice");
    }
    map->mark[map->marks++] = mark;
    return true;
}

bool holm_read_map_mark(struct holm_reader *reader)
{
    uint8_t kind;
    if (!holm_reader_name(reader, holm_mark_names, HOLM_MARK_VILLAGE, &kind))
        return false;
    do {
        if (!read_mark(reader, kind, 0))
            return false;
    } while (*reader->words.word);
    return true;
}

bool holm_read_map_village(struct holm_reader *reader)
{
    int disc;
    if (reader->villages++ == HOLM_VILLAGES)
        return holm_reader_trouble(reader, "more than %d villages", HOLM_VILLAGES);
    if (!read_mark(reader, HOLM_MARK_VILLAGE, 0) || !holm_reader_disc(reader, &disc))
        return false;
    reader->map->mark[reader->map->marks - 1].n = (uint8_t)disc;
    return true;
}

static bool read_gift(struct holm_reader *reader, int kind)
{
    struct holm_map *map = reader->map;
    struct holm_gift gift = { .kind = (uint8_t)kind };
    if (map->gifts == HOLM_GIFTS)
        return holm_reader_trouble(reader, "more than %d gifts", HOLM_GIFTS);
    if (!holm_reader_place(reader, holm_side_names, &gift.hex, &gift.side))
        return false;
    for (int i = 0; i < map->gifts; i++)
        if (reader->topology.hex_edge[map->gift[i].hex][map->gift[i].side] ==
            reader->topology.hex_edge[gift.hex][gift.side])
            return holm_reader_trouble(reader, "another gift lies on this edge");
    if (kind == HOLM_GIFT_PORT &&
        !holm_reader_name(reader, holm_port_names, HOLM_PORT_KINDS, &gift.n))
        return false;
    map->gift[map->gifts++] = gift;
    return true;
}

/* "gift point EDGE ...", "gift card EDGE ...", "gift port EDGE KIND ..." */
bool holm_read_map_gift(struct holm_reader *reader)
{
    uint8_t kind;
    if (!holm_reader_name(reader, holm_gift_names, HOLM_GIFT_KINDS, &kind))
        return false;
    do {
        if (!read_gift(reader, kind))
            return false;
    } while (*reader->words.word);
    return true;
}

/* ------------------------------------------------------------------- lanes */

static bool read_lane_edges(struct holm_reader *reader, struct holm_lane *lane)
{
    do {
        if (lane->edges == HOLM_LANE)
            return holm_reader_trouble(reader, "more than %d edges of a lane", HOLM_LANE);
        uint8_t *edge = lane->edge[lane->edges++];
        if (!holm_reader_place(reader, holm_side_names, &edge[0], &edge[1]))
            return false;
    } while (*reader->words.word);
    return true;
}

/* "lane red settlement CORNER ship EDGE ..." and "lane red edges EDGE ..." */
bool holm_read_map_lane(struct holm_reader *reader)
{
    struct holm_words *words = &reader->words;
    struct holm_map *map = reader->map;
    uint8_t seat, word;
    if (!holm_reader_name(reader, holm_seat_names, HOLM_LANES, &seat))
        return false;
    struct holm_lane *lane = &map->lane[seat];
    uint8_t *const places[] = { lane->settlement, lane->ship, lane->fortress, lane->beachhead };
    map->lanes = map->lanes > seat ? map->lanes : (uint8_t)(seat + 1);
    if (holm_words_skip(words, "edges"))
        return read_lane_edges(reader, lane);
    do {
        if (!holm_reader_name(reader, holm_lane_words, HOLM_LANE_PLACES, &word))
            return false;
        if (holm_bit_in(reader->lane_words[seat], word))
            return holm_reader_trouble(reader, "a second %s of this lane", holm_lane_words[word]);
        reader->lane_words[seat] |= (uint8_t)holm_bit(word);
        if (!holm_reader_place(reader, word == 1 ? holm_side_names : holm_corner_names,
                               &places[word][0], &places[word][1]))
            return false;
    } while (*words->word);
    return true;
}

bool holm_read_map_fleet(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    do {
        if (map->fleet_hexes == HOLM_FLEET_PATH)
            return holm_reader_trouble(reader, "more than %d hexes", HOLM_FLEET_PATH);
        uint8_t *hex = &map->fleet_path[map->fleet_hexes++];
        if (!holm_reader_hex(reader, hex))
            return false;
        if (map->terrain[*hex] != HOLM_SEA)
            return holm_reader_trouble(reader, "%d,%d is not a sea hex", map->q[*hex],
                                       map->r[*hex]);
    } while (*reader->words.word);
    return true;
}
