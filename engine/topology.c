/* topology.c: hexes, corners and edges, and what touches what (VOC-HEX-2).
 *
 *             0 N
 *         5 /     \ 0             Side i joins corners i and i + 1. Across side i, our corner i is
 *     5 NW |       | 1 NE         the neighbour's corner i + 4, our corner i + 1 its corner i + 3,
 *        4 |       | 1            and our side i its side i + 3 (all modulo 6).
 *     4 SW |       | 2 SE
 *         3 \     / 2
 *             3 S
 */
#include "engine/engine.h"

enum { COORDINATE_LIMIT = 60 };
enum { NORTH_EAST = 0, WEST = 4, NORTH_WEST = 5, NO_SIDE };

/* Hexes in reading order: by row, then from the left. */
static int sort_hexes(struct holm_topology *topology, const int8_t *q, const int8_t *r, int hexes)
{
    for (int i = 0; i < hexes; i++) {
        if (q[i] > COORDINATE_LIMIT || q[i] < -COORDINATE_LIMIT || r[i] > COORDINATE_LIMIT ||
            r[i] < -COORDINATE_LIMIT)
            return HOLM_E_MAP_HEXES;
        int at = i;
        while (at > 0 && (topology->r[at - 1] > r[i] ||
                          (topology->r[at - 1] == r[i] && topology->q[at - 1] > q[i]))) {
            topology->q[at] = topology->q[at - 1];
            topology->r[at] = topology->r[at - 1];
            at--;
        }
        if (at > 0 && topology->r[at - 1] == r[i] && topology->q[at - 1] == q[i])
            return HOLM_E_MAP_DUPLICATE;
        topology->q[at] = q[i];
        topology->r[at] = r[i];
    }
    topology->hexes = (uint16_t)hexes;
    return HOLM_OK;
}

/* Each pair is found by its later hex, which lies in the same row or in the next one. */
static void find_neighbours(struct holm_topology *topology, int hex)
{
    for (int other = hex - 1; other >= 0 && topology->r[other] >= topology->r[hex] - 1; other--) {
        int right = topology->q[other] - topology->q[hex];
        int side = topology->r[other] == topology->r[hex] ? (right == -1 ? WEST : NO_SIDE)
                   : right == 1                           ? NORTH_EAST
                   : right == 0                           ? NORTH_WEST
                                                          : NO_SIDE;
        if (side == NO_SIDE)
            continue;
        topology->hex_neighbour[hex][side] = (uint8_t)other;
        topology->hex_neighbour[other][(side + 3) % 6] = (uint8_t)hex;
    }
}

/* The corner, if a neighbour with a lower number has named it already. */
static int known_corner(const struct holm_topology *topology, int hex, int i)
{
    int after = topology->hex_neighbour[hex][i];
    int before = topology->hex_neighbour[hex][(i + 5) % 6];
    if (after != HOLM_NONE && after < hex)
        return topology->hex_corner[after][(i + 4) % 6];
    if (before != HOLM_NONE && before < hex)
        return topology->hex_corner[before][(i + 2) % 6];
    return HOLM_NONE;
}

static void add_hex_to_corner(struct holm_topology *topology, int corner, int hex)
{
    int i = 0;
    while (topology->corner_hex[corner][i] != HOLM_NONE)
        i++;
    topology->corner_hex[corner][i] = (uint8_t)hex;
}

static int name_corners(struct holm_topology *topology, int hex)
{
    for (int i = 0; i < 6; i++) {
        int corner = known_corner(topology, hex, i);
        if (corner == HOLM_NONE) {
            if (topology->corners == HOLM_CORNERS)
                return HOLM_E_MAP_SIZE;
            corner = topology->corners++;
        }
        topology->hex_corner[hex][i] = (uint8_t)corner;
        add_hex_to_corner(topology, corner, hex);
    }
    return HOLM_OK;
}

static void join_corners(struct holm_topology *topology, int edge, int from, int to)
{
    int i = 0;
    while (topology->corner_edge[from][i] != HOLM_NO_EDGE)
        i++;
    topology->corner_edge[from][i] = (uint16_t)edge;
    topology->corner_neighbour[from][i] = (uint8_t)to;
}

static int name_edges(struct holm_topology *topology, int hex)
{
    for (int i = 0; i < 6; i++) {
        int neighbour = topology->hex_neighbour[hex][i];
        if (neighbour != HOLM_NONE && neighbour < hex) {
            int edge = topology->hex_edge[neighbour][(i + 3) % 6];
            topology->hex_edge[hex][i] = (uint16_t)edge;
            topology->edge_hex[edge][1] = (uint8_t)hex;
            continue;
        }
        if (topology->edges == HOLM_EDGES)
            return HOLM_E_MAP_SIZE;
        int edge = topology->edges++;
        int a = topology->hex_corner[hex][i], b = topology->hex_corner[hex][(i + 1) % 6];
        topology->hex_edge[hex][i] = (uint16_t)edge;
        topology->edge_hex[edge][0] = (uint8_t)hex;
        topology->edge_corner[edge][0] = (uint8_t)a;
        topology->edge_corner[edge][1] = (uint8_t)b;
        join_corners(topology, edge, a, b);
        join_corners(topology, edge, b, a);
    }
    return HOLM_OK;
}

int topology_hexes(struct holm_topology *topology, const int8_t *q, const int8_t *r, int hexes)
{
    if (hexes < 1 || hexes > HOLM_HEXES)
        return HOLM_E_MAP_HEXES;
    memset(topology->hex_neighbour, HOLM_NONE, sizeof topology->hex_neighbour);
    int error = sort_hexes(topology, q, r, hexes);
    for (int hex = 0; hex < hexes && !error; hex++)
        find_neighbours(topology, hex);
    return error;
}

int holm_topology_make(struct holm_topology *topology, const int8_t *q, const int8_t *r, int hexes)
{
    memset(topology, 0xFF, sizeof *topology);
    topology->hexes = topology->corners = topology->edges = 0;
    int error = topology_hexes(topology, q, r, hexes);
    for (int hex = 0; hex < hexes && !error; hex++)
        error = name_corners(topology, hex);
    for (int hex = 0; hex < hexes && !error; hex++)
        error = name_edges(topology, hex);
    return error;
}
