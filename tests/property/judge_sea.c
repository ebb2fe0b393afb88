/* judge_sea.c: what follows from the pieces of a position at sea. Slow and plain on purpose. */
#include <string.h>

#include "tests/property/judge_parts.h"

static bool is_ship(const struct holm_state *state, int edge)
{
    return holm_piece_kind(state->edge[edge]) == HOLM_SHIP;
}

/* What the name of the map says that it is. */
static bool is_scenario(const struct holm_state *state, const char *name)
{
    return !strncmp(state->board->map.name, name, strlen(name));
}

static int edge_of(const struct holm_board *board, int hex, int side)
{
    return board->topology.hex_edge[hex][side];
}

/* SEA-SETUP-8: the regions that a corner touches, as bits. */
static unsigned regions_of(const struct holm_board *board, int corner)
{
    unsigned regions = 0;
    for (int i = 0; i < 3; i++) {
        const int hex = board->topology.corner_hex[corner][i];
        if (hex != HOLM_NONE)
            regions |= holm_bit(board->map.region[hex]);
    }
    return regions & ~1u; /* 0 is no region */
}

/* ------------------------------------------------------------------- places */

/* SEA-SHIP-2, 3: a road borders land, a ship the sea or the frame, and each edge has one of them.
 */
static const char *judge_edges(const struct holm_state *state)
{
    for (int edge = 0; edge < HOLM_EDGES; edge++) {
        const uint8_t byte = state->edge[edge];
        bool land = false, sea = false;
        if ((holm_edge_in(&state->warships, edge) || holm_edge_in(&state->new_ships, edge)) &&
            !is_ship(state, edge))
            return judge_say("a mark without a ship", edge, 1, 0);
        if (!byte)
            continue;
        if (edge >= state->board->topology.edges ||
            holm_piece_seat(byte) >= state->board->rules.players)
            return judge_say("a piece off the board or of nobody", edge, byte, 0);
        for (int i = 0; i < 2; i++) {
            const int hex = state->board->topology.edge_hex[edge][i];
            const int terrain = hex == HOLM_NONE ? HOLM_SEA : state->terrain[hex];
            land |= holm_is_land(terrain);
            sea |= terrain == HOLM_SEA;
        }
        const bool road = holm_piece_kind(byte) == HOLM_ROAD;
        if ((!road && !is_ship(state, edge)) || (road ? !land : !sea))
            return judge_say("a piece on the wrong edge", edge, holm_piece_kind(byte), 0);
    }
    return NULL;
}

/* SC-CLOTH-5, SC-TRIBE-3: where nobody settles; SC-TRIBE-4, SC-CLOTH-11: where no robber comes. */
static const char *judge_grounds(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    const struct holm_map *map = &board->map;
    for (int corner = 0; corner < board->topology.corners; corner++) {
        bool disc = false;
        if (!holm_is_building(state->corner[corner]))
            continue;
        for (int i = 0; i < 3; i++) {
            const int hex = board->topology.corner_hex[corner][i];
            disc |= hex != HOLM_NONE && state->disc[hex];
        }
        if (regions_of(board, corner) & map->no_settlement_regions)
            return judge_say("a building where nobody settles", corner, 1, 0);
        if (is_scenario(state, "forgotten-tribe") && !disc)
            return judge_say("a building without a disc", corner, 0, 1);
    }
    if (state->robber == HOLM_NONE || state->robber == board->robber)
        return NULL;
    if (holm_bit_in(map->no_robber_regions, map->region[state->robber]))
        return judge_say("the robber where it may not be", state->robber, 1, 0);
    if (is_scenario(state, "forgotten-tribe") && !state->disc[state->robber])
        return judge_say("the robber without a disc", state->robber, 0, 1);
    return NULL;
}

/* SEA-SETUP-10: on a coast, and no two share a corner. */
static const char *judge_harbours(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    const struct holm_map *map = &board->map;
    int taken[HOLM_CORNERS] = { 0 };
    for (int i = 0; i < map->ports && !map->place_ports; i++) {
        const int edge = edge_of(board, map->port[i].hex, map->port[i].side);
        taken[board->topology.edge_corner[edge][0]]++;
        taken[board->topology.edge_corner[edge][1]]++;
    }
    for (int i = 0; i < state->placed_ports; i++) {
        const uint8_t *hexes = board->topology.edge_hex[state->port_edge[i]];
        const bool one = hexes[0] != HOLM_NONE && holm_is_land(state->terrain[hexes[0]]);
        const bool other = hexes[1] != HOLM_NONE && holm_is_land(state->terrain[hexes[1]]);
        if (one == other)
            return judge_say("a harbour on no coast", state->port_edge[i], one, !one);
        taken[board->topology.edge_corner[state->port_edge[i]][0]]++;
        taken[board->topology.edge_corner[state->port_edge[i]][1]]++;
    }
    for (int corner = 0; corner < board->topology.corners; corner++)
        if (taken[corner] > 1)
            return judge_say("harbours at a corner", corner, taken[corner], 1);
    return NULL;
}

/* ------------------------------------------------------------ what is counted */

/* SC-CLOTH-2, 13: five on each of eight villages, twelve on the larger map, and ten besides. */
static const char *judge_cloth(const struct holm_state *state)
{
    const bool trade = is_scenario(state, "cloth-trade");
    const int all = !trade ? 0 : state->board->rules.players <= 4 ? 50 : 70;
    int sum = state->cloth;
    for (int i = 0; i < HOLM_VILLAGES; i++)
        sum += state->village[i];
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        sum += state->player[seat].cloth;
    return sum == all ? NULL : judge_say("cloth", -1, sum, all);
}

/* SC-FOG: what was lifted and what is still in the stacks is what the map lists. The discs of the
 * whole board are counted, for the inventor swaps some. */
static const char *judge_fog(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int terrains[HOLM_TERRAINS] = { 0 }, discs[13] = { 0 };
    for (int hex = 0; hex < map->hexes; hex++) {
        discs[state->disc[hex]]++;
        discs[map->disc[hex]]--;
        if (map->terrain[hex] == HOLM_FOG && state->terrain[hex] != HOLM_FOG)
            terrains[state->terrain[hex]]++;
        else if (state->terrain[hex] != map->terrain[hex])
            return judge_say("the terrain of a hex", hex, state->terrain[hex], map->terrain[hex]);
    }
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++)
        if (terrains[terrain] + state->fog_terrain[terrain] != map->fog_terrain[terrain])
            return judge_say("hexes of a terrain in the fog", terrain,
                             terrains[terrain] + state->fog_terrain[terrain],
                             map->fog_terrain[terrain]);
    for (int disc = 2; disc < 13; disc++)
        if (discs[disc] + state->fog_disc[disc] != map->fog_disc[disc])
            return judge_say("discs in the fog", disc, discs[disc] + state->fog_disc[disc],
                             map->fog_disc[disc]);
    return NULL;
}

/* SC-TRIBE-5, 6, 10, SC-NW-4: every harbour lies on its edge, is kept, asked for or placed, or is
 * in the bag; where none can be placed any more the rest is set aside. And no ship lies on a gift.
 */
static const char *judge_gifts(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int harbours = state->placed_ports, all = map->place_ports ? map->ports : 0;
    for (int i = 0; i < map->gifts; i++) {
        const bool lies = holm_bit_in(state->gifts, i), port = map->gift[i].kind == HOLM_GIFT_PORT;
        const int edge = edge_of(state->board, map->gift[i].hex, map->gift[i].side);
        if (lies && is_ship(state, edge))
            return judge_say("a ship on a gift", edge, 1, 0);
        harbours += lies && port;
        all += port;
    }
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++) {
        harbours += state->port_bag[kind];
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            harbours += state->player[seat].kept_port[kind];
    }
    for (int i = 0; i < state->depth; i++)
        harbours += state->agenda[i].kind == HOLM_STEP_PORT;
    return harbours == all || (map->place_ports && state->active != HOLM_NONE && harbours < all)
               ? NULL
               : judge_say("harbours", -1, harbours, all);
}

/* SC-WON-5: one wonder a player, one player a wonder. */
static const char *judge_wonders(const struct holm_state *state)
{
    int owned = 0, owners = 0;
    for (int wonder = 0; wonder < HOLM_WONDERS; wonder++) {
        const int owner = state->wonder_owner[wonder] - 1;
        owned += owner >= 0;
        if (owner >= 0 && state->player[owner].wonder != wonder + 1)
            return judge_say("the wonder of a seat", owner, state->player[owner].wonder,
                             wonder + 1);
    }
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        owners += state->player[seat].wonder > 0;
        if (state->player[seat].wonder_level > (state->player[seat].wonder ? 4 : 0))
            return judge_say("the level of a wonder", seat, state->player[seat].wonder_level, 4);
    }
    if (owned != owners || (owned && !is_scenario(state, "wonders")))
        return judge_say("wonders", -1, owners, owned);
    return NULL;
}

/* --------------------------------------------------------------- the pirates */

/* SEA-PIR-2, SC-WON-2, SC-PIR-7, 19: on the frame, or on the sea; the fleet on its path. */
static const char *judge_pirate(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    bool fortress = false;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        fortress |= state->player[seat].lairs > 0;
    if (is_scenario(state, "pirate-islands")) {
        const int at = fortress ? map->fleet_path[state->fleet] : HOLM_NONE;
        return state->pirate == at ? NULL : judge_say("the fleet", -1, state->pirate, at);
    }
    if (fortress)
        return judge_say("a fortress without pirates", -1, 1, 0);
    if (state->pirate == HOLM_NONE)
        return NULL;
    if (is_scenario(state, "wonders"))
        return judge_say("a pirate among the wonders", -1, state->pirate, HOLM_NONE);
    return state->terrain[state->pirate] == HOLM_SEA
               ? NULL
               : judge_say("the pirate's terrain", state->pirate, state->terrain[state->pirate],
                           HOLM_SEA);
}

static bool is_home(const struct holm_board *board, int edge)
{
    const struct holm_map *map = &board->map;
    for (int i = 0; i < 2; i++) {
        const int hex = board->topology.edge_hex[edge][i];
        if (hex != HOLM_NONE && holm_is_land(map->terrain[hex]) &&
            holm_bit_in(map->start_regions, map->region[hex]))
            return true;
    }
    return false;
}

/* Ships from a corner to all others. */
static void count_ships(const struct holm_state *state, int from, int *ships)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int corner = 0; corner < topology->corners; corner++)
        ships[corner] = corner == from ? 0 : HOLM_CORNERS;
    for (bool changed = true; changed;) {
        changed = false;
        for (int edge = 0; edge < topology->edges; edge++)
            for (int i = 0; i < 2 && holm_edge_in(&state->sea_edges, edge); i++) {
                const uint8_t *ends = topology->edge_corner[edge];
                if (ships[ends[i]] <= ships[ends[!i]] + 1)
                    continue;
                ships[ends[i]] = ships[ends[!i]] + 1;
                changed = true;
            }
    }
}

/* SC-PIR-12: whether a seat's ship may lie there: along the main island, or on a shortest way from
 * there over the beachhead to the fortress. */
static bool in_waters(const struct holm_state *state, int seat, int edge)
{
    const struct holm_board *board = state->board;
    const struct holm_topology *topology = &board->topology;
    const int beachhead = board->beachhead[seat], fortress = board->fortress[seat];
    const uint8_t *ends = topology->edge_corner[edge];
    int landing[HOLM_CORNERS], last[HOLM_CORNERS], here[2][HOLM_CORNERS];
    if (is_home(board, edge))
        return true;
    count_ships(state, beachhead, landing);
    count_ships(state, fortress, last);
    for (int i = 0; i < 2; i++)
        count_ships(state, ends[i], here[i]);
    for (int i = 0; i < 2; i++) {
        if (here[i][beachhead] + 1 + here[!i][fortress] == last[beachhead])
            return true;
        for (int other = 0; other < topology->edges; other++)
            for (int end = 0; end < 2 && is_home(board, other); end++) {
                const int start = topology->edge_corner[other][end];
                if (here[i][start] + 1 + here[!i][beachhead] == landing[start])
                    return true;
            }
    }
    return false;
}

/* SC-PIR-2, 5, 12, 13, 18: three lairs or fewer; without any the fortress is a building. */
static const char *judge_lairs(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    if (!is_scenario(state, "pirate-islands"))
        return NULL;
    if (state->route_holder != HOLM_NONE || state->army_holder != HOLM_NONE)
        return judge_say("awards among the pirates", -1, 1, 0);
    for (int seat = 0; seat < board->rules.players; seat++) {
        const int corner = board->fortress[seat], lairs = state->player[seat].lairs;
        if (lairs > 3 || builds_at(state, seat, corner) == (lairs > 0))
            return judge_say("lairs of a fortress", seat, lairs, 3);
    }
    for (int edge = 0; edge < board->topology.edges; edge++)
        if (is_ship(state, edge) && !in_waters(state, holm_piece_seat(state->edge[edge]), edge))
            return judge_say("a ship off its lane", edge, 1, 0);
    return NULL;
}

const char *judge_sea(const struct holm_state *state)
{
    static const char *(*const judges[])(const struct holm_state *) = {
        judge_edges, judge_grounds, judge_harbours, judge_cloth, judge_fog,
        judge_gifts, judge_wonders, judge_pirate,   judge_lairs,
    };
    for (size_t i = 0; i < sizeof judges / sizeof *judges; i++) {
        const char *what = judges[i](state);
        if (what)
            return what;
    }
    return NULL;
}

/* ------------------------------------------------------------------- points */

/* A seat's first settlement in a region pays, but a starting one never does; where regions with a
 * starting settlement are home they pay that player nothing later (SC-4ISL-2, 3). */
static void settle(struct voyages *voyages, const struct holm_board *board, int seat, int corner,
                   bool start)
{
    const unsigned regions = regions_of(board, corner);
    for (int region = 1; region < HOLM_REGIONS; region++) {
        if (!holm_bit_in(regions, region) || holm_bit_in(voyages->known[seat], region))
            continue;
        if (start && !board->map.home_islands)
            continue;
        voyages->known[seat] |= holm_bit(region);
        if (!start)
            voyages->bonus[seat] += board->map.region_bonus[region];
    }
}

void judge_voyages(struct voyages *voyages, const struct holm_state *before,
                   const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    for (int corner = 0; corner < board->topology.corners; corner++) {
        const uint8_t was = before->corner[corner], is = state->corner[corner];
        const bool start = holm_step(before)->kind == HOLM_STEP_SETUP_SETTLEMENT;
        if (!holm_is_building(is) || holm_is_building(was))
            continue;
        settle(voyages, board, holm_piece_seat(is), corner, start);
        if (start && board->map.start_regions)
            voyages->astray |= !(regions_of(board, corner) & board->map.start_regions);
    }
    for (int i = 0; i < board->map.gifts; i++) { /* SC-TRIBE-6, 7: to whose ship came there */
        const int edge = edge_of(board, board->map.gift[i].hex, board->map.gift[i].side);
        if (holm_bit_in(before->gifts & ~state->gifts, i) && is_ship(state, edge))
            voyages->bonus[holm_piece_seat(state->edge[edge])] +=
                board->map.gift[i].kind == HOLM_GIFT_POINT;
    }
}

/* SC-PIR-1, SC-WON-1, BASE-VP-2 */
bool judge_wins(const struct holm_state *state, int seat)
{
    const bool points =
        judge_points(state, seat) + judge_hidden_points(state, seat) >= state->board->rules.target;
    if (is_scenario(state, "pirate-islands"))
        return points && !state->player[seat].lairs;
    if (!is_scenario(state, "wonders"))
        return points;
    bool highest = true;
    for (int other = 0; other < state->board->rules.players; other++)
        if (other != seat)
            highest &= state->player[other].wonder_level < state->player[seat].wonder_level;
    return state->player[seat].wonder_level == 4 || (points && highest);
}

/* SC-CLOTH-13: whether enough villages are empty, and who then wins. */
unsigned judge_villages(const struct holm_state *state)
{
    const int players = state->board->rules.players;
    int empty = 0, best = -1;
    unsigned winners = 0;
    if (!is_scenario(state, "cloth-trade"))
        return 0;
    for (int i = 0; i < (players <= 4 ? 8 : 12); i++)
        empty += !state->village[i];
    if (empty < (players <= 4 ? 5 : 9))
        return 0;
    for (int seat = 0; seat < players; seat++) {
        const int points = judge_points(state, seat) + judge_hidden_points(state, seat);
        const int rank = 1000 * points + state->player[seat].cloth;
        winners = rank > best ? holm_bit(seat) : winners | (rank == best ? holm_bit(seat) : 0);
        best = rank > best ? rank : best;
    }
    return winners;
}

/* -------------------------------------------------------------- lines of ships */

static bool is_end_of_line(const struct holm_state *state, int seat, int corner)
{
    bool village = false;
    for (int i = 0; i < state->board->villages; i++)
        village |=
            state->board->village[i] == corner && holm_bit_in(state->player[seat].relations, i);
    return village || builds_at(state, seat, corner) ||
           (state->board->rules.knight_closes_line && holm_is_knight(state->corner[corner]) &&
            owns(state->corner[corner], seat));
}

/* Every simple path of a seat's own ships on from a corner; marks all ships of those that end at
 * another building than they began at. */
struct lines {
    const struct holm_state *state;
    int seat, start, length;
    uint16_t path[HOLM_EDGES];
    bool seen[HOLM_CORNERS];
    bool *closed;
};

static void follow_lines(struct lines *lines, int corner)
{
    const struct holm_topology *topology = &lines->state->board->topology;
    if (corner != lines->start && is_end_of_line(lines->state, lines->seat, corner))
        for (int i = 0; i < lines->length; i++)
            lines->closed[lines->path[i]] = true;
    lines->seen[corner] = true;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        const int next = topology->corner_neighbour[corner][i];
        if (edge == HOLM_NO_EDGE || lines->seen[next] ||
            !owns(lines->state->edge[edge], lines->seat) || !is_ship(lines->state, edge))
            continue;
        lines->path[lines->length++] = (uint16_t)edge;
        follow_lines(lines, next);
        lines->length--;
    }
    lines->seen[corner] = false;
}

void judge_open_ships(const struct holm_state *state, int seat, bool *open)
{
    const struct holm_topology *topology = &state->board->topology;
    bool closed[HOLM_EDGES] = { false };
    for (int corner = 0; corner < topology->corners; corner++) {
        struct lines lines = { .state = state, .seat = seat, .start = corner, .closed = closed };
        if (is_end_of_line(state, seat, corner))
            follow_lines(&lines, corner);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        open[edge] = false;
        if (!owns(state->edge[edge], seat) || !is_ship(state, edge))
            continue;
        for (int end = 0; end < 2; end++) {
            const int corner = topology->edge_corner[edge][end];
            int ships = 0;
            for (int i = 0; i < 3; i++) {
                const int other = topology->corner_edge[corner][i];
                ships += other != HOLM_NO_EDGE && owns(state->edge[other], seat) &&
                         is_ship(state, other);
            }
            open[edge] |= ships == 1 && !is_end_of_line(state, seat, corner);
        }
        open[edge] &= !closed[edge];
    }
}

/* SEA-SHIP-4, 5: a building of one's own, or a ship of one's own that no stranger cuts off. */
static bool leads_on(const struct holm_state *state, int seat, int corner, int lifted)
{
    const struct holm_topology *topology = &state->board->topology;
    if (builds_at(state, seat, corner))
        return true;
    if (state->corner[corner] && !owns(state->corner[corner], seat))
        return false;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        if (edge != HOLM_NO_EDGE && edge != lifted && is_ship(state, edge) &&
            owns(state->edge[edge], seat))
            return true;
    }
    return false;
}

bool judge_ship_site(const struct holm_state *state, int seat, int edge, int lifted)
{
    const struct holm_topology *topology = &state->board->topology;
    bool sea = false, pirate = false;
    for (int i = 0; i < 2; i++) {
        const int hex = topology->edge_hex[edge][i];
        sea |= hex == HOLM_NONE || state->terrain[hex] == HOLM_SEA;
        pirate |= hex != HOLM_NONE && hex == state->pirate;
    }
    return sea && !pirate && !state->edge[edge] &&
           (leads_on(state, seat, topology->edge_corner[edge][0], lifted) ||
            leads_on(state, seat, topology->edge_corner[edge][1], lifted));
}
