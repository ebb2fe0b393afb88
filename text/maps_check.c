/* maps_check.c: whether the lines of a map file fit together. What a line means by itself was
 * checked when it was read; whether the map can be played is for holm_deal and holm_board_make. */
#include "text/maps_read.h"

static bool trouble_at(struct holm_reader *reader, int line, const char *what)
{
    return holm_trouble(reader->trouble, line, "%s", what);
}

/* Adds to a trouble the engine's reason, by which others say it in their own words. */
static bool because(struct holm_reader *reader, int error)
{
    return holm_trouble_because(reader->trouble, error, NULL);
}

/* Adds to a trouble which hex it is about. */
static bool at_hex(struct holm_reader *reader, int hex)
{
    return holm_trouble_at(reader->trouble, reader->map->q[hex], reader->map->r[hex], "");
}

/* ------------------------------------------------------------------- pools */

/* A pool that has sea fills the sea of its regions too; none fills the fog. */
static bool in_pool(const struct holm_reader *reader, int pool, int hex)
{
    const struct holm_map *map = reader->map;
    const struct holm_pool *of = &map->pool[pool];
    unsigned regions = reader->pool_regions[pool];
    bool with_sea = of->terrains > 0 && of->terrain[of->terrains - 1] == HOLM_SEA; /* in order */
    return (!regions || holm_bit_in(regions, map->region[hex])) && map->terrain[hex] != HOLM_FOG &&
           (map->terrain[hex] != HOLM_SEA || with_sea);
}

/* The hexes of a pool: as many as it has terrains, and as many discs as it has hexes that yield. */
static bool check_pool(struct holm_reader *reader, int pool)
{
    struct holm_map *map = reader->map;
    int hexes = 0, open = 0, yielding = 0, line = reader->pool_line[pool];
    for (int hex = 0; hex < map->hexes; hex++) {
        if (!in_pool(reader, pool, hex))
            continue;
        if (map->pool_of[hex]) {
            holm_trouble(reader->trouble, line, "%d,%d is in the pool of line %d too", map->q[hex],
                         map->r[hex], reader->pool_line[map->pool_of[hex] - 1]);
            return at_hex(reader, hex);
        }
        map->pool_of[hex] = (uint8_t)(pool + 1);
        hexes++;
        open += map->terrain[hex] == HOLM_FROM_POOL;
    }
    for (int i = 0; i < map->pool[pool].terrains; i++)
        yielding += holm_has_disc(map->pool[pool].terrain[i]);
    if (open > 0 && open < hexes)
        return trouble_at(reader, line, "of its hexes either all are ?? or none is");
    if (map->pool[pool].terrains != hexes) {
        holm_trouble(reader->trouble, line, "the pool has %d hexes, the picture has land for %d",
                     map->pool[pool].terrains, hexes);
        return because(reader, HOLM_E_MAP_POOL);
    }
    if (map->pool[pool].discs != yielding) {
        holm_trouble(reader->trouble, line,
                     "there are %d discs for the %d hexes of the pool that yield something",
                     map->pool[pool].discs, yielding);
        return because(reader, HOLM_E_MAP_DISCS);
    }
    return true;
}

static bool check_pools(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    for (int pool = 0; pool < reader->pools; pool++)
        if (!check_pool(reader, pool))
            return false;
    map->has_fixed = 1;
    for (int hex = 0; hex < map->hexes; hex++) {
        if (map->terrain[hex] != HOLM_FROM_POOL)
            continue;
        map->has_fixed = 0;
        if (map->pool_of[hex])
            continue;
        holm_trouble(reader->trouble, reader->first_line[HOLM_MAP_HEXES],
                     "?? needs a pool: %d,%d has none", map->q[hex], map->r[hex]);
        because(reader, HOLM_E_MAP_POOL);
        return at_hex(reader, hex);
    }
    if (map->spiral && (reader->pools > 1 || reader->pool_regions[0]))
        return trouble_at(reader, reader->pool_line[reader->pools - 1],
                          "a spiral takes a single pool for all land");
    return true;
}

static bool check_fog(struct holm_reader *reader)
{
    const struct holm_map *map = reader->map;
    int hexes = 0, terrains = 0, yielding = 0, discs = 0;
    int line = reader->first_line[HOLM_MAP_FOG] ? reader->first_line[HOLM_MAP_FOG]
                                                : reader->first_line[HOLM_MAP_HEXES];
    for (int hex = 0; hex < map->hexes; hex++)
        hexes += map->terrain[hex] == HOLM_FOG;
    for (int terrain = 0; terrain < HOLM_FOG; terrain++) {
        terrains += map->fog_terrain[terrain];
        yielding += holm_has_disc(terrain) ? map->fog_terrain[terrain] : 0;
    }
    for (int disc = 0; disc < 13; disc++)
        discs += map->fog_disc[disc];
    if (hexes != terrains)
        return holm_trouble(reader->trouble, line,
                            "the fog hides %d hexes, the picture has %d hexes ::", terrains, hexes);
    if (discs != yielding)
        return holm_trouble(reader->trouble, line,
                            "there are %d discs for the %d hexes of the fog that yield something",
                            discs, yielding);
    return true;
}

/* --------------------------------------------------------------- scenarios */

static bool check_villages(struct holm_reader *reader)
{
    const struct holm_map *map = reader->map;
    int line = reader->first_line[HOLM_MAP_VILLAGE];
    if (!reader->villages)
        return (!map->village_cloth && !map->cloth_supply && !map->empty_villages) ||
               trouble_at(reader, 0, "there is cloth, or an end by empty villages, but no village");
    if (!map->village_cloth)
        return trouble_at(reader, line, "villages need 'village-cloth'");
    if (map->empty_villages < 1 || map->empty_villages > reader->villages)
        return trouble_at(reader, line, "villages need 'empty-villages', no more than there are");
    if (map->cloth_supply + reader->villages * map->village_cloth > 100)
        return trouble_at(reader, line, "there are more than 100 pieces of cloth");
    return true;
}

static bool check_lanes(struct holm_reader *reader)
{
    const struct holm_map *map = reader->map;
    int line = reader->first_line[HOLM_MAP_LANE];
    if (!map->lanes)
        return (!map->fleet_hexes && !map->lairs) ||
               trouble_at(reader, reader->first_line[HOLM_MAP_FLEET],
                          "a fleet or lairs, but no lane");
    if (!map->fleet_hexes || !map->lairs)
        return trouble_at(reader, line, "lanes need 'fleet' and 'lairs'");
    if (!map->start_regions)
        return trouble_at(reader, line, "lanes need a region to start from");
    if (map->lanes < map->players_high)
        return holm_trouble(reader->trouble, line, "there are %d lanes for %d players", map->lanes,
                            map->players_high);
    for (int seat = 0; seat < map->lanes; seat++) {
        for (int word = 0; word < HOLM_LANE_PLACES; word++)
            if (!holm_bit_in(reader->lane_words[seat], word))
                return holm_trouble(reader->trouble, line, "the lane of %s has no %s",
                                    holm_seat_names[seat], holm_lane_words[word]);
        if (!map->lane[seat].edges)
            return holm_trouble(reader->trouble, line, "the lane of %s has no edges",
                                holm_seat_names[seat]);
    }
    return true;
}

static bool check_regions(struct holm_reader *reader)
{
    const struct holm_map *map = reader->map;
    int line = reader->first_line[HOLM_MAP_REGIONS], named = 0;
    if (reader->first_line[HOLM_MAP_START_RULE] && !map->start_regions)
        return trouble_at(reader, reader->first_line[HOLM_MAP_START_RULE],
                          "there is no region to start from");
    if (!line)
        return true;
    if (reader->cells < map->hexes)
        return holm_trouble(reader->trouble, line, "the regions show %d of %d hexes", reader->cells,
                            map->hexes);
    for (int hex = 0; hex < map->hexes; hex++)
        named += map->region[hex] != 0;
    return named > 0 || trouble_at(reader, line, "no hex has a region");
}

static bool check_robber(struct holm_reader *reader)
{
    const struct holm_map *map = reader->map;
    if (map->robber_on_12 && map->has_fixed && map->robber == HOLM_NONE)
        return trouble_at(reader, reader->first_line[HOLM_MAP_ROBBER],
                          "the fixed set-up needs a place for the robber: robber Q,R 12");
    return true;
}

/* Where nobody may settle without a disc, land may lack one. */
static bool check_bare_land(struct holm_reader *reader)
{
    const struct holm_map *map = reader->map;
    int hex = 0;
    if (!reader->bare_line || map->settle_at_discs || map->lanes)
        return true;
    while (!holm_has_disc(map->terrain[hex]) || map->disc[hex])
        hex++;
    trouble_at(reader, reader->bare_line,
               "land without a disc goes with 'settle-at-discs yes' or with lanes");
    because(reader, HOLM_E_MAP_DISC);
    return at_hex(reader, hex);
}

bool holm_reader_finish(struct holm_reader *reader)
{
    static const struct {
        int keyword;
        const char *name;
    } needed[] = {
        { HOLM_MAP_NAME, "map" },
        { HOLM_MAP_PLAYERS, "players" },
        { HOLM_MAP_HEXES, "hexes" },
    };
    struct holm_map *map = reader->map;
    for (int i = 0; i < 3; i++)
        if (!reader->first_line[needed[i].keyword])
            return holm_trouble(reader->trouble, 0, "the line '%s' is missing", needed[i].name);
    if (map->hexes == 0)
        return trouble_at(reader, reader->first_line[HOLM_MAP_HEXES], "the picture is empty");
    if (reader->neutrals == 1)
        return trouble_at(reader, reader->first_line[HOLM_MAP_NEUTRAL],
                          "there are two neutral colours, and one place for them");
    map->has_neutral = reader->neutrals == 2;
    return check_bare_land(reader) && check_regions(reader) && check_pools(reader) &&
           check_fog(reader) && check_robber(reader) && check_villages(reader) &&
           check_lanes(reader);
}
