/* board.c: a dealt map and rules to a board; what cannot be played is refused here. */
#include "engine/engine.h"

int holm_yield(int terrain)
{
    return terrain <= HOLM_MOUNTAINS ? terrain : HOLM_NONE;
}

static bool is_land(const struct holm_board *board, int hex)
{
    return hex != HOLM_NONE && board->map.terrain[hex] < HOLM_SEA;
}

/* Terrain and disc of each hex; BASE-BOARD-3. */
static int lay_hexes(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    for (int hex = 0; hex < map->hexes; hex++) {
        int terrain = map->terrain[hex], disc = map->disc[hex];
        if (terrain >= HOLM_TERRAINS)
            return HOLM_E_MAP_POOL;
        if (disc > 12 || disc == 1 || disc == 7 || (disc != 0) != (holm_yield(terrain) != HOLM_NONE))
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
            if (!is_land(board, hex)) {
                sea = true;
                continue;
            }
            land = true;
            if (board->map.terrain[hex] == HOLM_DESERT)
                corner_add(&board->desert, corner);
        }
        if (land)
            corner_add(&board->land, corner);
        if (land && sea)
            corner_add(&board->coast, corner);
    }
    for (int edge = 0; edge < topology->edges; edge++)
        if (is_land(board, topology->edge_hex[edge][0]) ||
            is_land(board, topology->edge_hex[edge][1]))
            edge_add(&board->land_edges, edge);
}

/* BASE-BOARD-9: a port serves both ends of a coastal edge. */
static int lay_ports(struct holm_board *board)
{
    const struct holm_map *map = &board->map;
    const struct holm_topology *topology = &board->topology;
    memset(board->corner_port, HOLM_NO_PORT, sizeof board->corner_port);
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
    if (board->robber >= board->map.hexes || !is_land(board, board->robber))
        return HOLM_E_MAP_ROBBER;
    int numbered = 0; /* the robber must always have somewhere else to go */
    for (int hex = 0; hex < board->map.hexes; hex++)
        numbered += board->map.disc[hex] != 0;
    return numbered >= 2 ? HOLM_OK : HOLM_E_MAP_ROBBER;
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

int holm_board_make(struct holm_board *board, const struct holm_map *map,
                    const struct holm_rules *rules)
{
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
    board->seats = (uint8_t)(rules->players + rules->neutrals);
    board->card_kinds = rules->bank.n[HOLM_CLOTH] ? HOLM_CARDS : HOLM_RESOURCES;
    board->corner_words = (uint8_t)((board->topology.corners + 63) / 64);
    board->edge_words = (uint8_t)((board->topology.edges + 63) / 64);
    if (!in_reading_order(board))
        return HOLM_E_MAP_HEXES;
    error = lay_hexes(board);
    if (error)
        return error;
    mark_shores(board);
    if ((error = lay_ports(board)) || (error = lay_robber(board)))
        return error;
    return lay_neutrals(board);
}
