/* board.c: a dealt map and rules to a board; what cannot be played is refused here. */
#include "engine/engine.h"

int holm_yield(int terrain)
{
    return terrain <= HOLM_MOUNTAINS ? terrain : HOLM_NONE;
}

static bool is_land(const struct holm_board *board, int hex)
{
    return hex != HOLM_NONE && holm_is_land(board->map.terrain[hex]);
}

/* The frame counts as sea, fog does not (SC-FOG-9). */
static bool is_sea(const struct holm_board *board, int hex)
{
    return hex == HOLM_NONE || board->map.terrain[hex] == HOLM_SEA;
}

/* Terrain and disc of each hex; BASE-BOARD-3. */
static int lay_hexes(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    for (int hex = 0; hex < map->hexes; hex++) {
        int terrain = map->terrain[hex], disc = map->disc[hex];
        if (terrain >= HOLM_TERRAINS)
            return HOLM_E_MAP_POOL;
        bool yields = terrain == HOLM_GOLD || holm_yield(terrain) != HOLM_NONE;
        bool bare = (map->settle_at_discs || map->lanes) && !disc; /* nobody settles there */
        if (disc > 12 || disc == 1 || disc == 7 || ((disc != 0) != yields && !bare))
            return HOLM_E_MAP_DISC;
    }
    return HOLM_OK;
}

/* The sets of corners and edges by what they touch; the frame counts as sea (VOC-HEX-2, 3). */
static void mark_shores(struct holm_board *board)
{
    const struct holm_topology *topology = &board->topology;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool land = false, sea = false;
        for (int i = 0; i < 3; i++) {
            int hex = topology->corner_hex[corner][i];
            sea |= is_sea(board, hex);
            if (!is_land(board, hex))
                continue;
            land = true;
            if (board->map.terrain[hex] == HOLM_DESERT)
                corner_add(&board->desert, corner);
        }
        if (land)
            corner_add(&board->land, corner);
        if (land && sea)
            corner_add(&board->coast, corner);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        int first = topology->edge_hex[edge][0], second = topology->edge_hex[edge][1];
        if (is_land(board, first) || is_land(board, second))
            edge_add(&board->land_edges, edge);
        if (is_sea(board, first) || is_sea(board, second))
            edge_add(&board->sea_edges, edge);
    }
}

/* BASE-BOARD-9: a harbour serves both ends of a coastal edge. */
static int lay_ports(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    const struct holm_topology *topology = &board->topology;
    memset(board->corner_port, HOLM_NO_PORT, sizeof board->corner_port);
    if (map->place_ports)
        return HOLM_OK; /* SC-NW-4: by the players */
    for (int i = 0; i < map->ports; i++) {
        const struct holm_port *port = &map->port[i];
        if (port->hex >= map->hexes || port->side > 5 || port->kind >= HOLM_PORT_KINDS ||
            !is_land(board, port->hex) ||
            is_land(board, topology->hex_neighbour[port->hex][port->side]))
            return HOLM_E_MAP_PORT;
        int edge = topology->hex_edge[port->hex][port->side];
        for (int end = 0; end < 2; end++) {
            int corner = topology->edge_corner[edge][end];
            if (board->corner_port[corner] != HOLM_NO_PORT)
                return HOLM_E_MAP_PORTS_TOUCH;
            board->corner_port[corner] = port->kind;
        }
    }
    return HOLM_OK;
}

static int lay_robber(struct holm_board *board)
{
    board->robber = board->map.robber;
    if (board->map.robber_off)
        return HOLM_OK;
    if (board->robber >= board->map.hexes || !is_land(board, board->robber))
        return HOLM_E_MAP_ROBBER;
    int numbered = 0; /* the robber must always have somewhere else to go */
    for (int hex = 0; hex < board->map.hexes; hex++)
        numbered += board->map.disc[hex] != 0;
    return numbered >= 2 ? HOLM_OK : HOLM_E_MAP_ROBBER;
}

static bool is_place(const struct holm_map *map, const uint8_t place[2])
{
    return place[0] < map->hexes && place[1] < 6;
}

/* Ships it takes from each corner to one of them, over any waters. */
static void sea_distances(const struct holm_board *board, int goal, uint8_t *distance)
{
    const struct holm_topology *topology = &board->topology;
    uint8_t queue[HOLM_CORNERS] = { (uint8_t)goal };
    memset(distance, HOLM_NONE, HOLM_CORNERS);
    distance[goal] = 0;
    for (int next = 0, count = 1; next < count; next++) {
        const int from = queue[next];
        for (int i = 0; i < 3; i++) {
            const int edge = topology->corner_edge[from][i];
            const int to = topology->corner_neighbour[from][i];
            if (edge == HOLM_NO_EDGE || !edge_in(&board->sea_edges, edge) ||
                distance[to] != HOLM_NONE)
                continue;
            distance[to] = (uint8_t)(distance[from] + 1);
            queue[count++] = (uint8_t)to;
        }
    }
}

/* Gives depths to the edges of all shortest ways from some corners: so many before `end`. */
static void measure_ways(struct holm_board *board, int seat, struct holm_corner_set from,
                         const uint8_t *distance, int end)
{
    const struct holm_topology *topology = &board->topology;
    for (bool found = true; found;) {
        found = false;
        for (int edge = 0; edge < topology->edges; edge++)
            for (int i = 0; i < 2 && edge_in(&board->sea_edges, edge); i++) {
                const int near = topology->edge_corner[edge][i];
                const int far = topology->edge_corner[edge][!i];
                const int depth = end - distance[near];
                if (!corner_in(&from, near) || distance[near] != distance[far] + 1 ||
                    board->lane_depth[seat][edge] == depth)
                    continue;
                board->lane_depth[seat][edge] = (uint8_t)depth;
                corner_add(&from, far);
                found = true;
            }
    }
}

/* SC-PIR-12: ways over the beachhead to the fortress, from any coast of the main island. */
static void measure_lane(struct holm_board *board, int seat)
{
    enum { END = 200 }; /* deeper than any map is wide */
    const struct holm_topology *topology = &board->topology;
    const int beachhead = board->beachhead[seat];
    struct holm_corner_set coast = { { 0 } }, there = { { 0 } };
    uint8_t left[HOLM_CORNERS];
    for (int edge = 0; edge < topology->edges; edge++)
        for (int i = 0; i < 2 && edge_in(&board->home_edges, edge); i++)
            if (edge_in(&board->sea_edges, edge))
                corner_add(&coast, topology->edge_corner[edge][i]);
    corner_add(&there, beachhead);
    sea_distances(board, beachhead, board->lane_distance[seat]);
    sea_distances(board, board->fortress[seat], left);
    if (left[beachhead] == HOLM_NONE)
        return;
    board->lane_beachhead[seat] = (uint8_t)(END - left[beachhead]);
    measure_ways(board, seat, coast, board->lane_distance[seat], board->lane_beachhead[seat]);
    measure_ways(board, seat, there, left, END);
}

/* SC-PIR: lanes and fortresses, and the edges of the main island. */
static int lay_lanes_out(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    const struct holm_topology *topology = &board->topology;
    if (map->lanes > HOLM_LANES || map->fleet_hexes > HOLM_FLEET_PATH ||
        (map->lanes && !map->fleet_hexes) || (map->lanes && board->rules.players > map->lanes))
        return HOLM_E_MAP_MARK;
    for (int i = 0; i < map->fleet_hexes; i++)
        if (map->fleet_path[i] >= map->hexes || map->terrain[map->fleet_path[i]] != HOLM_SEA)
            return HOLM_E_MAP_MARK;
    for (int hex = 0; hex < map->hexes; hex++)
        for (int i = 0; i < 6 && map->start_regions >> map->region[hex] & 1; i++)
            edge_add(&board->home_edges, topology->hex_edge[hex][i]);
    for (int seat = 0; seat < map->lanes; seat++) {
        const struct holm_lane *lane = &map->lane[seat];
        if (!is_place(map, lane->settlement) || !is_place(map, lane->ship) ||
            !is_place(map, lane->fortress) || !is_place(map, lane->beachhead) ||
            lane->edges > HOLM_LANE)
            return HOLM_E_MAP_MARK;
        board->lane_start[seat] = topology->hex_corner[lane->settlement[0]][lane->settlement[1]];
        board->lane_ship[seat] = topology->hex_edge[lane->ship[0]][lane->ship[1]];
        board->fortress[seat] = topology->hex_corner[lane->fortress[0]][lane->fortress[1]];
        board->beachhead[seat] = topology->hex_corner[lane->beachhead[0]][lane->beachhead[1]];
        for (int i = 0; i < lane->edges; i++)
            if (!is_place(map, lane->edge[i]))
                return HOLM_E_MAP_MARK;
        measure_lane(board, seat);
    }
    return HOLM_OK;
}

/* Marked corners, villages and gifts of a scenario. */
static int lay_marks(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    const struct holm_topology *topology = &board->topology;
    for (int i = 0; i < map->marks; i++) {
        const struct holm_mark *mark = &map->mark[i];
        if (mark->hex >= map->hexes || mark->corner > 5 || mark->kind >= HOLM_MARK_KINDS)
            return HOLM_E_MAP_MARK;
        int corner = topology->hex_corner[mark->hex][mark->corner];
        corner_add(&board->marked[mark->kind], corner);
        if (mark->kind != HOLM_MARK_VILLAGE)
            continue;
        if (board->villages == HOLM_VILLAGES || mark->n < 2 || mark->n > 12 || mark->n == 7)
            return HOLM_E_MAP_MARK;
        board->village[board->villages] = (uint8_t)corner;
        board->village_disc[board->villages++] = mark->n;
    }
    if (map->has_pirate && map->pirate != HOLM_NONE &&
        (map->pirate >= map->hexes || map->terrain[map->pirate] != HOLM_SEA))
        return HOLM_E_MAP_MARK;
    if (map->start_rule >= HOLM_START_RULES)
        return HOLM_E_MAP_MARK;
    int error = lay_lanes_out(board);
    if (error)
        return error;
    for (int i = 0; i < map->gifts; i++) {
        const struct holm_gift *gift = &map->gift[i];
        if (gift->hex >= map->hexes || gift->side > 5 || gift->kind > HOLM_GIFT_PORT ||
            gift->n >= HOLM_PORT_KINDS)
            return HOLM_E_MAP_MARK;
        board->gift_edge[i] = topology->hex_edge[gift->hex][gift->side];
    }
    return HOLM_OK;
}

/* DUO-SETUP-3: where the neutral colours start. */
static int lay_neutrals(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    for (int i = 0; i < board->rules.neutrals; i++) {
        if (!map->has_neutral || map->neutral_hex[i] >= map->hexes || map->neutral_corner[i] > 5)
            return HOLM_E_MAP_NEUTRAL;
        int corner = board->topology.hex_corner[map->neutral_hex[i]][map->neutral_corner[i]];
        if (!corner_in(&board->land, corner))
            return HOLM_E_MAP_NEUTRAL;
        board->neutral_start[i] = (uint8_t)corner;
    }
    if (board->rules.neutrals) {
        int first = board->neutral_start[0], second = board->neutral_start[1];
        bool near = first == second;
        for (int i = 0; i < 3; i++)
            near = near || board->topology.corner_neighbour[first][i] == second;
        if (near)
            return HOLM_E_MAP_NEUTRAL;
    }
    return HOLM_OK;
}

/* Hexes of the map must come in reading order, so that map and topology number them alike. */
static bool in_reading_order(const struct holm_board *board)
{
    return memcmp(board->topology.q, board->map.q, board->map.hexes) == 0 &&
           memcmp(board->topology.r, board->map.r, board->map.hexes) == 0;
}

bool holm_map_needs_ships(const struct holm_map *map)
{
    bool fog = false;
    for (int hex = 0; hex < map->hexes; hex++)
        fog |= map->terrain[hex] == HOLM_FOG || map->terrain[hex] == HOLM_GOLD;
    return fog || map->start_regions || map->no_settlement_regions || map->no_robber_regions ||
           map->settle_at_discs || map->robber_on_discs || map->marks || map->gifts || map->lanes ||
           map->islands || map->place_ports || map->wonders || map->home_islands;
}

/* What the map wants to win, and CKSEA-2; or what is usual. */
static int map_target(const struct holm_map *map, const struct holm_rules *rules)
{
    return map->target && rules->ships ? map->target + rules->sea_target_bonus
                                       : usual_target(rules);
}

int holm_board_make(struct holm_board *board, const struct holm_map *map,
                    const struct holm_rules *rules)
{
    bool with_ships = rules->ships != 0;
    memset(board, 0, sizeof *board);
    int error = holm_rules_check(rules);
    if (!error)
        error = holm_topology_make(&board->topology, map->q, map->r, map->hexes);
    if (error)
        return error;
    if (rules->players < map->players_low || rules->players > map->players_high)
        return HOLM_E_MAP_PLAYERS;
    board->map = *map;
    board->rules = *rules;
    bool needs_cards = map->lanes;
    for (int i = 0; i < map->gifts && i < HOLM_GIFTS; i++)
        needs_cards |= map->gift[i].kind == HOLM_GIFT_CARD;
    if (needs_cards && rules->knights)
        return HOLM_E_MAP_KNIGHTS; /* CKSEA-24 */
    if (map->lanes) { /* SC-PIR-3 */
        if (rules->players > 3)
            board->rules.deck[HOLM_KNIGHT] =
                (uint8_t)(rules->deck[HOLM_KNIGHT] + rules->deck[HOLM_VICTORY]);
        board->rules.deck[HOLM_VICTORY] = 0;
    }
    if (!with_ships && holm_map_needs_ships(map))
        return HOLM_E_MAP_SHIPS;
    if (!rules->target)
        board->rules.target = (uint8_t)map_target(map, rules);
    board->seats = (uint8_t)(rules->players + rules->neutrals);
    board->card_kinds = rules->bank.n[HOLM_CLOTH] ? HOLM_CARDS : HOLM_RESOURCES;
    board->expanded = rules->knights || rules->ships;
    board->robber_limited = rules->friendly_robber || !rules->robber_may_enter_desert ||
                            map->no_robber_regions || map->robber_on_discs;
    board->corner_words = (uint8_t)((board->topology.corners + 63) / 64);
    board->edge_words = (uint8_t)((board->topology.edges + 63) / 64);
    if (!in_reading_order(board))
        return HOLM_E_MAP_HEXES;
    error = lay_hexes(board);
    if (error)
        return error;
    mark_shores(board);
    if ((error = lay_ports(board)) || (error = lay_robber(board)) || (error = lay_marks(board)))
        return error;
    return lay_neutrals(board);
}
