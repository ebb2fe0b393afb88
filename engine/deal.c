/* deal.c: the set-up of the map: fixed as printed, or dealt (BASE-BOARD-4..10, P56-BOARD-1..3). */
#include "engine/engine.h"

enum { DEAL_TRIES = 100000 };

static bool is_red(int disc)
{
    return disc == 6 || disc == 8; /* VOC-NUM-1 */
}

static void shuffle(uint8_t *items, int count, struct holm_chance *chance)
{
    for (int i = count - 1; i > 0; i--) {
        int j = draw_below(chance, i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

/* BASE-BOARD-5: the terrains of each pool, shuffled, fill its hexes. */
static int deal_terrain(struct holm_map *map, struct holm_chance *chance)
{
    for (int p = 0; p < HOLM_POOLS; p++) {
        struct holm_pool *pool = &map->pool[p];
        int at = 0;
        shuffle(pool->terrain, pool->terrains, chance);
        for (int hex = 0; hex < map->hexes; hex++) {
            if (map->pool_of[hex] != p + 1)
                continue;
            if (at == pool->terrains)
                return HOLM_E_MAP_POOL;
            map->terrain[hex] = pool->terrain[at++];
        }
        if (at != pool->terrains)
            return HOLM_E_MAP_POOL;
    }
    return HOLM_OK;
}

static bool on_spiral(const struct holm_topology *topology, const struct holm_map *map,
                      const bool *visited, int hex, int side)
{
    int next = topology->hex_neighbour[hex][side];
    return next != HOLM_NONE && holm_is_land(map->terrain[next]) && !visited[next];
}

/* A corner hex has exactly three land neighbours, side by side; returns the side on which a
 * counter-clockwise walk along the shore leaves it, or -1. */
static int leaving_side(const struct holm_topology *topology, const struct holm_map *map, int hex)
{
    static const bool none[HOLM_HEXES];
    int neighbours = 0, leave = -1;
    if (!holm_is_land(map->terrain[hex]))
        return -1;
    for (int side = 0; side < 6; side++) {
        if (!on_spiral(topology, map, none, hex, side))
            continue;
        neighbours++;
        if (!on_spiral(topology, map, none, hex, (side + 1) % 6))
            leave = side; /* the sea is on the right hand, i.e. clockwise */
    }
    return neighbours == 3 ? leave : -1;
}

/* Walks from a corner hex counter-clockwise and inward; returns how many hexes it met. */
static int walk_spiral(const struct holm_topology *topology, const struct holm_map *map, int start,
                       uint8_t *path)
{
    bool visited[HOLM_HEXES] = { false };
    int side = leaving_side(topology, map, start), count = 0, hex = start;
    for (;;) {
        int turns = 0;
        path[count++] = (uint8_t)hex;
        visited[hex] = true;
        while (turns < 6 && !on_spiral(topology, map, visited, hex, side)) {
            side = (side + 5) % 6; /* one turn to the left */
            turns++;
        }
        if (turns == 6)
            return count;
        hex = topology->hex_neighbour[hex][side];
    }
}

/* BASE-BOARD-6: from any corner hex, letters in order, deserts skipped. */
static int deal_letters(struct holm_map *map, const struct holm_topology *topology,
                        struct holm_chance *chance)
{
    uint8_t corners[HOLM_HEXES], path[HOLM_HEXES];
    int corner_count = 0, land = 0, at = 0;
    for (int hex = 0; hex < map->hexes; hex++) {
        land += holm_is_land(map->terrain[hex]);
        if (leaving_side(topology, map, hex) >= 0)
            corners[corner_count++] = (uint8_t)hex;
    }
    if (corner_count == 0)
        return HOLM_E_MAP_SPIRAL;
    int start = corners[draw_below(chance, corner_count)];
    if (walk_spiral(topology, map, start, path) != land)
        return HOLM_E_MAP_SPIRAL;
    for (int i = 0; i < land; i++)
        map->disc[path[i]] = map->terrain[path[i]] == HOLM_DESERT ? 0 : map->pool[0].disc[at++];
    return HOLM_OK;
}

static bool next_to_red(const struct holm_map *map, const struct holm_topology *topology, int hex)
{
    for (int side = 0; side < 6; side++) {
        int next = topology->hex_neighbour[hex][side];
        if (next != HOLM_NONE && is_red(map->disc[next]))
            return true;
    }
    return false;
}

/* Discs that this hex may not get, as bits. */
static uint16_t banned_discs(const struct holm_map *map, int hex)
{
    uint16_t bans = map->hex_bans[hex] | map->terrain_bans[map->terrain[hex]];
    if (map->islands && map->terrain[hex] == HOLM_GOLD)
        bans |= 1 << 6 | 1 << 8; /* SC-NW-6 */
    return bans;
}

static bool takes_disc(const struct holm_map *map, int hex)
{
    return holm_has_disc(map->terrain[hex]);
}

/* The hexes of a pool that take a disc, and the discs that each of them may not get: the same in
 * every try. */
struct ground {
    int count;
    uint8_t hex[HOLM_HEXES];
    uint16_t banned[HOLM_HEXES]; /* by hex */
};

static struct ground find_ground(const struct holm_map *map, int p)
{
    struct ground ground = { 0 };
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->pool_of[hex] == p + 1 && takes_disc(map, hex)) {
            ground.banned[hex] = banned_discs(map, hex);
            ground.hex[ground.count++] = (uint8_t)hex;
        }
    return ground;
}

/* Lays the discs of a pool one by one on the hexes left; false when one may not lie where it comes. */
static bool lay_discs(struct holm_map *map, const struct holm_topology *topology,
                      const struct ground *ground, const uint8_t *discs, struct holm_chance *chance)
{
    uint8_t hexes[HOLM_HEXES];
    memcpy(hexes, ground->hex, (size_t)ground->count);
    for (int i = 0, left = ground->count; left > 0; i++) {
        int at = draw_below(chance, left), hex = hexes[at], disc = discs[i];
        hexes[at] = hexes[--left];
        map->disc[hex] = (uint8_t)disc;
        if (ground->banned[hex] >> disc & 1 ||
            (is_red(disc) && !map->reds_may_touch && next_to_red(map, topology, hex)))
            return false;
    }
    return true;
}

/* The pickiest discs first, so that a deal in vain ends soon; every allowed deal stays equally
 * likely. */
static void sort_discs(struct holm_map *map, struct holm_pool *pool)
{
    uint8_t sorted[HOLM_HEXES];
    uint16_t bans = 0;
    int count = 0;
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++)
        bans |= map->terrain_bans[terrain];
    for (int hex = 0; hex < map->hexes; hex++)
        bans |= map->hex_bans[hex];
    for (int rank = 0; rank < 3; rank++)
        for (int i = 0; i < pool->discs; i++) {
            bool banned = bans >> pool->disc[i] & 1;
            int of_disc = is_red(pool->disc[i]) ? 0 : banned ? 1 : 2;
            if (of_disc == rank)
                sorted[count++] = pool->disc[i];
        }
    memcpy(pool->disc, sorted, (size_t)count);
}

/* BASE-BOARD-8, SEA-SETUP-9: at random, again and again until every disc may lie where it lies. */
static int deal_random(struct holm_map *map, const struct holm_topology *topology,
                       struct holm_chance *chance, int most)
{
    struct ground ground[HOLM_POOLS];
    for (int p = 0; p < HOLM_POOLS; p++) {
        sort_discs(map, &map->pool[p]);
        ground[p] = find_ground(map, p);
    }
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->pool_of[hex])
            map->disc[hex] = 0;
    for (int tries = 0; tries < most; tries++) {
        bool fits = true;
        for (int p = 0; p < HOLM_POOLS; p++)
            for (int i = 0; i < ground[p].count; i++)
                map->disc[ground[p].hex[i]] = 0;
        for (int p = 0; fits && p < HOLM_POOLS; p++)
            fits = lay_discs(map, topology, &ground[p], map->pool[p].disc, chance);
        if (fits)
            return HOLM_OK;
    }
    return HOLM_E_MAP_REDS;
}

static int deal_discs(struct holm_map *map, const struct holm_rules *rules,
                      struct holm_chance *chance, int most)
{
    struct holm_topology topology;
    int error = topology_hexes(&topology, map->q, map->r, map->hexes);
    if (error)
        return error;
    for (int p = 0; p < HOLM_POOLS; p++) {
        int needed = 0;
        for (int hex = 0; hex < map->hexes; hex++)
            needed += map->pool_of[hex] == p + 1 && takes_disc(map, hex);
        if (needed != map->pool[p].discs)
            return HOLM_E_MAP_DISCS;
    }
    if (rules->discs == HOLM_DISCS_LETTERS && !map->spiral && !rules->ships)
        return HOLM_E_MAP_SPIRAL;
    return rules->discs == HOLM_DISCS_LETTERS && map->spiral
               ? deal_letters(map, &topology, chance)
               : deal_random(map, &topology, chance, most);
}

/* Harbours of the map, or those that lie as gifts on edges (SC-TRIBE-5). */
static void deal_harbours(struct holm_map *map, struct holm_chance *chance)
{
    uint8_t kinds[HOLM_PORTS + HOLM_GIFTS], *kind = kinds;
    for (int i = 0; i < map->ports; i++)
        *kind++ = map->port[i].kind;
    for (int i = 0; i < map->gifts; i++)
        if (map->gift[i].kind == HOLM_GIFT_PORT)
            *kind++ = map->gift[i].n;
    shuffle(kinds, (int)(kind - kinds), chance);
    kind = kinds;
    for (int i = 0; i < map->ports; i++)
        map->port[i].kind = *kind++;
    for (int i = 0; i < map->gifts; i++)
        if (map->gift[i].kind == HOLM_GIFT_PORT)
            map->gift[i].n = *kind++;
}

/* P56-BOARD-3: with several deserts (or twelves) the robber starts on any of them. */
static void deal_robber(struct holm_map *map, bool dealt, struct holm_chance *chance)
{
    uint8_t deserts[HOLM_HEXES];
    int count = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        if (dealt && map->robber_on_12 ? map->disc[hex] == 12 : map->terrain[hex] == HOLM_DESERT)
            deserts[count++] = (uint8_t)hex;
    if (dealt && map->robber_on_12)
        map->robber = HOLM_NONE; /* the fixed set-up's place does not hold */
    if (map->robber == HOLM_NONE && count > 0)
        map->robber = deserts[count > 1 ? draw_below(chance, count) : 0];
}

/* SC-NW-7: an island is a connected set of land hexes; each becomes a region. */
static int number_islands(struct holm_map *map)
{
    struct holm_topology topology;
    uint8_t queue[HOLM_HEXES];
    int islands = 0, error = topology_hexes(&topology, map->q, map->r, map->hexes);
    memset(map->region, 0, sizeof map->region);
    for (int hex = 0; !error && hex < map->hexes; hex++) {
        int head = 0, tail = 0;
        if (!holm_is_land(map->terrain[hex]) || map->region[hex])
            continue;
        if (++islands == HOLM_REGIONS)
            return HOLM_E_MAP_REGIONS;
        map->region_bonus[islands] = map->island_bonus;
        map->region[hex] = (uint8_t)islands;
        queue[tail++] = (uint8_t)hex;
        while (head < tail)
            for (int at = queue[head++], side = 0; side < 6; side++) {
                int next = topology.hex_neighbour[at][side];
                if (next == HOLM_NONE || !holm_is_land(map->terrain[next]) || map->region[next])
                    continue;
                map->region[next] = (uint8_t)islands;
                queue[tail++] = (uint8_t)next;
            }
    }
    return error;
}

static int deal(struct holm_map *map, const struct holm_rules *rules, struct holm_chance *chance,
                int most)
{
    int error = HOLM_OK;
    bool dealt = rules->setup == HOLM_SETUP_VARIABLE;
    if (map->hexes > HOLM_HEXES || map->ports > HOLM_PORTS)
        return HOLM_E_MAP_HEXES;
    if (map->gifts > HOLM_GIFTS)
        return HOLM_E_MAP_MARK;
    if (!dealt && !map->has_fixed)
        return HOLM_E_MAP_FIXED;
    int pooled = 0;
    for (int p = 0; p < HOLM_POOLS; p++)
        pooled += map->pool[p].terrains;
    if (dealt && !pooled)
        return HOLM_E_MAP_POOL;
    if (dealt)
        error = deal_terrain(map, chance);
    if (dealt && !error)
        error = deal_discs(map, rules, chance, most);
    if (!error && map->islands)
        error = number_islands(map);
    if (!error && (dealt ? rules->harbours == HOLM_HARBOURS_SHUFFLED : map->deal_ports))
        deal_harbours(map, chance);
    if (!error)
        deal_robber(map, dealt, chance);
    map->has_fixed = 1;
    return error;
}

/* On an error the map is as it was. */
int holm_deal_within(struct holm_map *map, const struct holm_rules *rules,
                     struct holm_chance *chance, int tries)
{
    struct holm_map dealt = *map;
    int error = deal(&dealt, rules, chance, tries);
    chance->drawn_count = 0;
    if (!error)
        *map = dealt;
    return error;
}

int holm_deal(struct holm_map *map, const struct holm_rules *rules, struct holm_chance *chance)
{
    return holm_deal_within(map, rules, chance, DEAL_TRIES);
}

void holm_map_freeze(struct holm_map *map)
{
    memset(map->pool, 0, sizeof map->pool);
    memset(map->pool_of, 0, sizeof map->pool_of);
    memset(map->hex_bans, 0, sizeof map->hex_bans);
    memset(map->terrain_bans, 0, sizeof map->terrain_bans);
    map->spiral = map->reds_may_touch = map->deal_ports = map->robber_on_12 = 0;
    map->has_fixed = 1;
    if (map->robber_off)
        map->robber = HOLM_NONE; /* nobody sees where it would have stood */
    if (map->islands) { /* numbered anew by the next deal */
        memset(map->region, 0, sizeof map->region);
        memset(map->region_bonus, 0, sizeof map->region_bonus);
    }
}
