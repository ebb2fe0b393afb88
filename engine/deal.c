/* deal.c: the set-up of the map: fixed as printed, or dealt (BASE-BOARD-4..10, P56-BOARD-1..3). */
#include "engine/engine.h"

enum { DEAL_TRIES = 100000 };

static bool is_land(int terrain)
{
    return terrain < HOLM_SEA;
}

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

/* BASE-BOARD-5: the land hexes, shuffled, fill the land of the map. */
static int deal_terrain(struct holm_map *map, struct holm_chance *chance)
{
    int at = 0;
    shuffle(map->pool, map->pool_count, chance);
    for (int hex = 0; hex < map->hexes; hex++) {
        if (map->terrain[hex] == HOLM_SEA)
            continue;
        if (at == map->pool_count)
            return HOLM_E_MAP_POOL;
        map->terrain[hex] = map->pool[at++];
    }
    return at == map->pool_count ? HOLM_OK : HOLM_E_MAP_POOL;
}

static bool on_spiral(const struct holm_topology *topology, const struct holm_map *map,
                      const bool *visited, int hex, int side)
{
    int next = topology->hex_neighbour[hex][side];
    return next != HOLM_NONE && is_land(map->terrain[next]) && !visited[next];
}

/* A corner hex has exactly three land neighbours, side by side; returns the side on which a
 * counter-clockwise walk along the shore leaves it, or -1. */
static int leaving_side(const struct holm_topology *topology, const struct holm_map *map, int hex)
{
    static const bool none[HOLM_HEXES];
    int neighbours = 0, leave = -1;
    if (!is_land(map->terrain[hex]))
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
        land += is_land(map->terrain[hex]);
        if (leaving_side(topology, map, hex) >= 0)
            corners[corner_count++] = (uint8_t)hex;
    }
    if (!map->spiral || corner_count == 0)
        return HOLM_E_MAP_SPIRAL;
    int start = corners[draw_below(chance, corner_count)];
    if (walk_spiral(topology, map, start, path) != land)
        return HOLM_E_MAP_SPIRAL;
    for (int i = 0; i < land; i++)
        map->disc[path[i]] = map->terrain[path[i]] == HOLM_DESERT ? 0 : map->letters[at++];
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

/* Lays the discs one by one on the hexes left; false when two red numbers would touch. */
static bool lay_discs(struct holm_map *map, const struct holm_topology *topology,
                      const uint8_t *discs, struct holm_chance *chance)
{
    uint8_t hexes[HOLM_HEXES];
    int left = 0;
    for (int hex = 0; hex < map->hexes; hex++) {
        map->disc[hex] = 0;
        if (holm_yield(map->terrain[hex]) != HOLM_NONE)
            hexes[left++] = (uint8_t)hex;
    }
    for (int i = 0; left > 0; i++) {
        int at = draw_below(chance, left), hex = hexes[at];
        hexes[at] = hexes[--left];
        map->disc[hex] = discs[i];
        if (is_red(discs[i]) && next_to_red(map, topology, hex))
            return false;
    }
    return true;
}

/* BASE-BOARD-8: at random, again and again until no two red numbers touch. The red ones come first,
 * so that a deal in vain ends soon; every allowed deal stays equally likely. */
static int deal_random(struct holm_map *map, const struct holm_topology *topology,
                       struct holm_chance *chance)
{
    uint8_t discs[HOLM_HEXES];
    int count = 0;
    for (int red = 1; red >= 0; red--)
        for (int i = 0; i < map->letter_count; i++)
            if (is_red(map->letters[i]) == red)
                discs[count++] = map->letters[i];
    for (int tries = 0; tries < DEAL_TRIES; tries++)
        if (lay_discs(map, topology, discs, chance))
            return HOLM_OK;
    return HOLM_E_MAP_REDS;
}

static int deal_discs(struct holm_map *map, const struct holm_rules *rules,
                      struct holm_chance *chance)
{
    struct holm_topology topology;
    int yielding = 0;
    int error = holm_topology_make(&topology, map->q, map->r, map->hexes);
    if (error)
        return error;
    for (int hex = 0; hex < map->hexes; hex++)
        yielding += holm_yield(map->terrain[hex]) != HOLM_NONE;
    if (yielding != map->letter_count)
        return HOLM_E_MAP_DISCS;
    return rules->discs == HOLM_DISCS_LETTERS ? deal_letters(map, &topology, chance)
                                              : deal_random(map, &topology, chance);
}

static void deal_harbours(struct holm_map *map, struct holm_chance *chance)
{
    uint8_t kinds[HOLM_PORTS];
    for (int i = 0; i < map->ports; i++)
        kinds[i] = map->port[i].kind;
    shuffle(kinds, map->ports, chance);
    for (int i = 0; i < map->ports; i++)
        map->port[i].kind = kinds[i];
}

/* P56-BOARD-3: with several deserts the robber starts on any of them. */
static void deal_robber(struct holm_map *map, struct holm_chance *chance)
{
    uint8_t deserts[HOLM_HEXES];
    int count = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->terrain[hex] == HOLM_DESERT)
            deserts[count++] = (uint8_t)hex;
    if (map->robber == HOLM_NONE && count > 0)
        map->robber = deserts[count > 1 ? draw_below(chance, count) : 0];
}

static int deal(struct holm_map *map, const struct holm_rules *rules, struct holm_chance *chance)
{
    int error = HOLM_OK;
    if (map->hexes > HOLM_HEXES || map->pool_count > HOLM_HEXES ||
        map->letter_count > HOLM_HEXES || map->ports > HOLM_PORTS)
        return HOLM_E_MAP_HEXES;
    if (rules->setup == HOLM_SETUP_FIXED) {
        if (!map->has_fixed)
            return HOLM_E_MAP_FIXED;
    } else {
        error = deal_terrain(map, chance);
        if (!error)
            error = deal_discs(map, rules, chance);
        if (!error && rules->harbours == HOLM_HARBOURS_SHUFFLED)
            deal_harbours(map, chance);
    }
    if (!error)
        deal_robber(map, chance);
    map->has_fixed = 1;
    return error;
}

/* On an error the map is as it was. */
int holm_deal(struct holm_map *map, const struct holm_rules *rules, struct holm_chance *chance)
{
    struct holm_map dealt = *map;
    int error = deal(&dealt, rules, chance);
    chance->drawn_count = 0;
    if (!error)
        *map = dealt;
    return error;
}
