/* maps_write.c: a map as the text of a map file. */
#include <string.h>

#include "text/maps_read.h"

/* ---------------------------------------------------------------- pictures */

static int column_of(const struct holm_map *map, int hex)
{
    return HOLM_HEX_WIDTH * map->q[hex] + HOLM_HEX_WIDTH / 2 * map->r[hex];
}

static void put_cell(struct holm_writer *writer, const struct holm_map *map, int hex, bool regions)
{
    if (regions) {
        holm_put_char(writer, map->region[hex] ? (char)('a' + map->region[hex] - 1) : '.');
        return;
    }
    holm_put(writer, holm_terrain_codes[map->terrain[hex]]);
    if (map->disc[hex])
        holm_put_number(writer, map->disc[hex]);
}

static void write_picture(struct holm_writer *writer, const struct holm_map *map, bool regions)
{
    int left = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        left = hex == 0 || column_of(map, hex) < left ? column_of(map, hex) : left;
    for (int hex = 0, at = 0; hex < map->hexes; hex++) {
        int column = column_of(map, hex) - left;
        if (hex == 0 || map->r[hex] != map->r[hex - 1]) {
            holm_put_char(writer, '\n');
            at = 0;
        }
        size_t before = writer->used;
        holm_putf(writer, "%*s", column - at, "");
        put_cell(writer, map, hex, regions);
        at += (int)(writer->used - before);
    }
    holm_put(writer, "\n\n");
}

static void write_regions(struct holm_writer *writer, const struct holm_map *map)
{
    unsigned used = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        used |= holm_bit(map->region[hex]);
    if (!(used & ~1u))
        return;
    holm_put(writer, "regions");
    write_picture(writer, map, true);
    for (int region = 1; region < HOLM_REGIONS; region++) {
        unsigned special = map->start_regions | map->no_settlement_regions | map->no_robber_regions;
        if (!holm_bit_in(used, region) ||
            (!holm_bit_in(special, region) && !map->region_bonus[region]))
            continue;
        holm_putf(writer, "region %c", 'a' + region - 1);
        if (holm_bit_in(map->start_regions, region))
            holm_put(writer, " start");
        if (map->region_bonus[region])
            holm_putf(writer, " bonus %d", map->region_bonus[region]);
        if (holm_bit_in(map->no_settlement_regions, region))
            holm_put(writer, " no-settlement");
        if (holm_bit_in(map->no_robber_regions, region))
            holm_put(writer, " no-robber");
        holm_put_char(writer, '\n');
    }
    if (map->start_rule)
        holm_putf(writer, "start-rule %s\n",
                  holm_reason(holm_start_reasons[map->start_rule])->rule);
    holm_put_char(writer, '\n');
}

/* ------------------------------------------------------------------- dealt */

static void put_terrains(struct holm_writer *writer, const uint8_t *count)
{
    for (int terrain = 0; terrain < HOLM_FOG; terrain++)
        if (count[terrain])
            holm_putf(writer, " %s %d", holm_terrain_names[terrain], count[terrain]);
    holm_put_char(writer, '\n');
}

/* Whether a pool without regions would have these hexes: all land, and the sea when it has any. */
static bool has_all_hexes(const struct holm_map *map, int pool)
{
    const struct holm_pool *of = &map->pool[pool];
    bool sea = memchr(of->terrain, HOLM_SEA, of->terrains) != NULL;
    for (int hex = 0; hex < map->hexes; hex++) {
        int terrain = map->terrain[hex];
        bool wanted = terrain != HOLM_FOG && (terrain != HOLM_SEA || sea);
        if (wanted != (map->pool_of[hex] == pool + 1))
            return false;
    }
    return true;
}

/* " b,c" where it needs saying. */
static void put_pool_regions(struct holm_writer *writer, const struct holm_map *map, int pool)
{
    unsigned regions = 0;
    const char *before = " ";
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->pool_of[hex] == pool + 1)
            regions |= holm_bit(map->region[hex]);
    for (int region = 1; region < HOLM_REGIONS && !has_all_hexes(map, pool); region++)
        if (holm_bit_in(regions, region)) {
            holm_putf(writer, "%s%c", before, 'a' + region - 1);
            before = ",";
        }
}

static void write_pool(struct holm_writer *writer, const struct holm_map *map, int at)
{
    const struct holm_pool *pool = &map->pool[at];
    uint8_t count[HOLM_TERRAINS] = { 0 };
    for (int i = 0; i < pool->terrains; i++)
        count[pool->terrain[i]]++;
    holm_put(writer, "pool");
    put_pool_regions(writer, map, at);
    put_terrains(writer, count);
    holm_put(writer, "discs");
    put_pool_regions(writer, map, at);
    for (int i = 0; i < pool->discs; i++)
        holm_putf(writer, " %d", pool->disc[i]);
    holm_put_char(writer, '\n');
}

static void put_bans(struct holm_writer *writer, unsigned bans)
{
    for (int disc = 2; disc <= 12; disc++)
        if (holm_bit_in(bans, disc))
            holm_putf(writer, " %d", disc);
    holm_put_char(writer, '\n');
}

static void write_bans(struct holm_writer *writer, const struct holm_map *map)
{
    for (int terrain = 0; terrain < HOLM_DESERT; terrain++)
        if (map->terrain_bans[terrain]) {
            holm_putf(writer, "ban %s", holm_terrain_names[terrain]);
            put_bans(writer, map->terrain_bans[terrain]);
        }
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->hex_bans[hex]) {
            holm_putf(writer, "ban %d,%d", map->q[hex], map->r[hex]);
            put_bans(writer, map->hex_bans[hex]);
        }
}

static void write_dealt(struct holm_writer *writer, const struct holm_map *map)
{
    int fog = 0;
    for (int pool = 0; pool < HOLM_POOLS; pool++)
        if (map->pool[pool].terrains)
            write_pool(writer, map, pool);
    write_bans(writer, map);
    for (int terrain = 0; terrain < HOLM_FOG; terrain++)
        fog += map->fog_terrain[terrain];
    if (!fog)
        return;
    holm_put(writer, "fog");
    put_terrains(writer, map->fog_terrain);
    holm_put(writer, "fog-discs");
    for (int disc = 2; disc <= 12; disc++)
        for (int i = 0; i < map->fog_disc[disc]; i++)
            holm_putf(writer, " %d", disc);
    holm_put_char(writer, '\n');
}

/* ---------------------------------------------------------------- laid out */

/* " 0,0NE"; without directions " 0,0" */
static void put_place(struct holm_writer *writer, const struct holm_map *map, int hex,
                      const char *direction)
{
    holm_putf(writer, " %d,%d%s", map->q[hex], map->r[hex], direction);
}

static void write_ports(struct holm_writer *writer, const struct holm_map *map)
{
    int count[HOLM_PORT_KINDS] = { 0 };
    for (int i = 0; i < map->ports; i++) {
        const struct holm_port *port = &map->port[i];
        count[port->kind]++;
        if (map->place_ports)
            continue;
        holm_put(writer, "port");
        put_place(writer, map, port->hex, holm_side_names[port->side]);
        holm_putf(writer, " %s\n", holm_port_names[port->kind]);
    }
    if (!map->place_ports)
        return;
    holm_put(writer, "place-ports");
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++)
        if (count[kind])
            holm_putf(writer, " %s %d", holm_port_names[kind], count[kind]);
    holm_put_char(writer, '\n');
}

static void write_robber(struct holm_writer *writer, const struct holm_map *map)
{
    if (map->robber_off || map->robber_on_12 || map->robber != HOLM_NONE) {
        holm_put(writer, "robber");
        if (map->robber_off)
            holm_put(writer, " off");
        else if (map->robber != HOLM_NONE)
            put_place(writer, map, map->robber, "");
        holm_put(writer, map->robber_on_12 ? " 12\n" : "\n");
    }
    if (map->has_pirate) {
        holm_put(writer, "pirate");
        if (map->pirate == HOLM_NONE)
            holm_put(writer, " frame");
        else
            put_place(writer, map, map->pirate, "");
        holm_put_char(writer, '\n');
    }
    for (int i = 0; i < 2 && map->has_neutral; i++) {
        holm_put(writer, "neutral");
        put_place(writer, map, map->neutral_hex[i], holm_corner_names[map->neutral_corner[i]]);
        holm_put_char(writer, '\n');
    }
}

static void write_marks(struct holm_writer *writer, const struct holm_map *map)
{
    for (int i = 0; i < map->marks; i++) {
        const struct holm_mark *mark = &map->mark[i];
        if (mark->kind == HOLM_MARK_VILLAGE)
            holm_put(writer, "village");
        else
            holm_putf(writer, "mark %s", holm_mark_names[mark->kind]);
        put_place(writer, map, mark->hex, holm_corner_names[mark->corner]);
        if (mark->kind == HOLM_MARK_VILLAGE)
            holm_putf(writer, " %d", mark->n);
        holm_put_char(writer, '\n');
    }
    for (int i = 0; i < map->gifts; i++) {
        const struct holm_gift *gift = &map->gift[i];
        holm_putf(writer, "gift %s", holm_gift_names[gift->kind]);
        put_place(writer, map, gift->hex, holm_side_names[gift->side]);
        if (gift->kind == HOLM_GIFT_PORT)
            holm_putf(writer, " %s", holm_port_names[gift->n]);
        holm_put_char(writer, '\n');
    }
}

static void write_lanes(struct holm_writer *writer, const struct holm_map *map)
{
    for (int seat = 0; seat < map->lanes; seat++) {
        const struct holm_lane *lane = &map->lane[seat];
        const uint8_t *const places[] = { lane->settlement, lane->ship, lane->fortress,
                                          lane->beachhead };
        holm_putf(writer, "lane %s", holm_seat_names[seat]);
        for (int word = 0; word < HOLM_LANE_PLACES; word++) {
            holm_putf(writer, " %s", holm_lane_words[word]);
            put_place(writer, map, places[word][0],
                      (word == 1 ? holm_side_names : holm_corner_names)[places[word][1]]);
        }
        holm_putf(writer, "\nlane %s edges", holm_seat_names[seat]);
        for (int i = 0; i < lane->edges; i++)
            put_place(writer, map, lane->edge[i][0], holm_side_names[lane->edge[i][1]]);
        holm_put_char(writer, '\n');
    }
    if (map->fleet_hexes)
        holm_put(writer, "fleet");
    for (int i = 0; i < map->fleet_hexes; i++)
        put_place(writer, map, map->fleet_path[i], "");
    if (map->fleet_hexes)
        holm_put_char(writer, '\n');
}

static void write_fields(struct holm_writer *writer, const struct holm_map *map)
{
    for (int i = 0; i < HOLM_MAP_FIELDS; i++) {
        const struct holm_map_field *field = &holm_map_fields[i];
        int value = ((const uint8_t *)map)[field->offset];
        if (value && field->high == 1)
            holm_putf(writer, "%s yes\n", field->name);
        else if (value)
            holm_putf(writer, "%s %d\n", field->name, value);
    }
}

void holm_map_write(struct holm_writer *writer, const struct holm_map *map)
{
    holm_putf(writer, "map %s\nplayers %d-%d\n", map->name, map->players_low, map->players_high);
    write_fields(writer, map);
    holm_put(writer, "\nhexes");
    write_picture(writer, map, false);
    write_regions(writer, map);
    write_dealt(writer, map);
    write_ports(writer, map);
    write_robber(writer, map);
    write_marks(writer, map);
    write_lanes(writer, map);
}
