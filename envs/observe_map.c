/* observe_map.c: the planes of an observation: what lies and stands on hexes, corners and edges. */
#include "envs/pen.h"

/* One value for each hex, corner or edge. They are written in whole chunks: what spills over is
 * overwritten by the block behind it, and blocks of single numbers come last. The arrays of a state
 * are as many chunks long. */
enum { CHUNK = 16 };
_Static_assert(HOLM_HEXES % CHUNK == 0 && HOLM_CORNERS % CHUNK == 0 && HOLM_EDGES % CHUNK == 0,
               "planes are read in whole chunks");

static void copy_plane(uint8_t *restrict to, const uint8_t *restrict from, int count)
{
    for (int i = 0; i < count; i += CHUNK)
        memcpy(to + i, from + i, CHUNK);
}

static void clear_plane(uint8_t *to, int count)
{
    for (int i = 0; i < count; i += CHUNK)
        memset(to + i, 0, CHUNK);
}

static void mark(uint8_t *to, int count, unsigned place, unsigned value)
{
    clear_plane(to, count);
    if (place < (unsigned)count)
        to[place] = (uint8_t)value;
}

/* Two planes, one behind the other: kinds of pieces, and whose they are: 0 nobody, 1 the observer, 2
 * the next player; neutral colours keep their places behind the players. Without tables, so that it is
 * done for a chunk at a time. The last chunk goes first, so that owners overwrite what spills over
 * from the kinds. */
WALK put_pieces_of(uint8_t *restrict to, const uint8_t *restrict from, int count,
                   const struct eyes *eyes, const bool neutrals)
{
    const int8_t all = (int8_t)eyes->envs->players, self = (int8_t)eyes->seat;
    for (int i = (count - 1) / CHUNK * CHUNK; i >= 0; i -= CHUNK) {
        uint8_t kinds[CHUNK], owners[CHUNK];
        for (int j = 0; j < CHUNK; j++) {
            const uint8_t byte = from[i + j];
            const int8_t owner = (int8_t)holm_piece_owner(byte), ahead = (int8_t)(owner - self);
            const int8_t turned = (int8_t)(ahead + (ahead < 0 ? all : 0) + 1);
            const int8_t counted = neutrals && owner >= all ? (int8_t)(owner + 1) : turned;
            kinds[j] = (uint8_t)holm_piece_kind(byte);
            owners[j] = byte ? (uint8_t)counted : 0;
        }
        memcpy(to + i, kinds, CHUNK);
        memcpy(to + count + i, owners, CHUNK);
    }
}

static void put_pieces(uint8_t *to, const uint8_t *from, int count, const struct eyes *eyes)
{
    if (eyes->seats > eyes->envs->players)
        put_pieces_of(to, from, count, eyes, true);
    else
        put_pieces_of(to, from, count, eyes, false);
}

static void put_ports(uint8_t *restrict to, const uint8_t *restrict from, int count)
{
    for (int i = 0; i < count; i += CHUNK)
        for (int j = i; j < i + CHUNK; j++)
            to[j] = (uint8_t)(from[j] + 1); /* HOLM_NO_PORT: 0 */
}

/* A set of corners or edges; most are empty. */
static void put_set(uint8_t *to, const uint64_t *set, int count)
{
    uint64_t any = 0;
    for (int word = 0; 64 * word < count; word++)
        any |= set[word];
    if (!any)
        clear_plane(to, count);
    for (int i = 0; any && i < count; i += 8)
        put_bits(to + i, (unsigned)(set[i / 64] >> i % 64 & 255));
}

/* ------------------------------------------------------------------ the map */

#define PLANE(name, of, count, maximum, write)                                                     \
    do {                                                                                           \
        uint8_t *at = block(pen, name, HOLM_ENVS_OF_##of, count, maximum);                         \
        if (writes(pen))                                                                           \
            write;                                                                                 \
    } while (0)

WALK walk_base_map(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    const struct holm_state *state = eyes->state;
    const int hexes = eyes->hexes, corners = eyes->corners, edges = eyes->edges;
    const int seats = eyes->seats;
    PLANE("hex_terrain", HEX, hexes, HOLM_TERRAINS - 1, copy_plane(at, state->terrain, hexes));
    PLANE("hex_disc", HEX, hexes, 12, copy_plane(at, state->disc, hexes));
    PLANE("hex_robber", HEX, hexes, 1, mark(at, hexes, state->robber, 1));
    PLANE("corner_piece", CORNER, corners, HOLM_PIECES - 1,
          put_pieces(at, state->corner, corners, eyes));
    PLANE("corner_owner", CORNER, corners, seats, (void)at);
    PLANE("corner_port", CORNER, corners, HOLM_PORT_KINDS,
          put_ports(at, state->board->corner_port, corners));
    PLANE("corner_focus", CORNER, corners, 1, mark(at, corners, focus->corner, 1));
    PLANE("edge_piece", EDGE, edges, HOLM_PIECES - 1, put_pieces(at, state->edge, edges, eyes));
    PLANE("edge_owner", EDGE, edges, seats, (void)at);
}

WALK walk_knights_map(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    const struct holm_state *state = eyes->state;
    const int hexes = eyes->hexes, corners = eyes->corners;
    PLANE("corner_active", CORNER, corners, 1, put_set(at, state->active_knights.w, corners));
    PLANE("corner_tired", CORNER, corners, 1, put_set(at, state->tired.w, corners));
    PLANE("corner_acted", CORNER, corners, 1, put_set(at, state->acted.w, corners));
    PLANE("corner_promoted", CORNER, corners, 1, put_set(at, state->promoted.w, corners));
    PLANE("corner_fighting", CORNER, corners, 1, put_set(at, state->fighting.w, corners));
    PLANE("corner_wall", CORNER, corners, 1, put_set(at, state->walls.w, corners));
    PLANE("hex_merchant", HEX, hexes, eyes->seats,
          mark(at, hexes, state->merchant, owner(eyes, state->merchant_owner)));
    PLANE("hex_focus", HEX, hexes, 1, mark(at, hexes, focus->hex, 1));
}

/* Harbours that were placed in the game, on both corners of their edges. */
static void put_placed_ports(uint8_t *to, const struct eyes *eyes)
{
    clear_plane(to, eyes->edges);
    for (int i = 0; i < eyes->state->placed_ports; i++)
        to[eyes->state->port_edge[i]] = (uint8_t)(eyes->state->port_kind[i] + 1);
}

/* What lies on edges for the first ship there; the kinds of harbours are not looked into. */
static void put_gifts(uint8_t *to, const struct eyes *eyes)
{
    const struct holm_board *board = eyes->state->board;
    clear_plane(to, eyes->edges);
    for (int i = 0; i < board->gifts; i++)
        if (holm_bit_in(eyes->state->gifts, i))
            to[board->gift_edge[i]] = (uint8_t)(board->map.gift[i].kind + 1);
}

static void put_villages(uint8_t *to, const struct eyes *eyes)
{
    const struct holm_board *board = eyes->state->board;
    clear_plane(to, eyes->corners);
    for (int i = 0; i < board->villages; i++)
        to[board->village[i]] = (uint8_t)(eyes->state->village[i] + 1);
}

WALK walk_sea_map(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    const struct holm_state *state = eyes->state;
    const struct holm_map *map = &state->board->map;
    const int hexes = eyes->hexes, corners = eyes->corners, edges = eyes->edges;
    PLANE("edge_new_ship", EDGE, edges, 1, put_set(at, state->new_ships.w, edges));
    PLANE("edge_focus", EDGE, edges, 1, mark(at, edges, focus->edge, 1));
    PLANE("hex_pirate", HEX, hexes, 1, mark(at, hexes, state->pirate, 1));
    if (map->lanes)
        PLANE("edge_warship", EDGE, edges, 1, put_set(at, state->warships.w, edges));
    if (map->place_ports || map->gifts)
        PLANE("edge_port", EDGE, edges, HOLM_PORT_KINDS, put_placed_ports(at, eyes));
    if (map->gifts)
        PLANE("edge_gift", EDGE, edges, HOLM_GIFT_KINDS, put_gifts(at, eyes));
    if (map->village_cloth)
        PLANE("corner_village", CORNER, corners, map->village_cloth + 1, put_villages(at, eyes));
}

WALK walk_all(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    walk_base_map(pen, eyes, focus);
    if (eyes->envs->knights)
        walk_knights_map(pen, eyes, focus);
    if (eyes->envs->ships)
        walk_sea_map(pen, eyes, focus);
}

void walk_map(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    WALK_TWICE(walk_all, pen, eyes, focus);
}
