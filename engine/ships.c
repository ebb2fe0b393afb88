/* ships.c: ships built and moved, and the regions they lead to (SEA-SHIP, SEA-MOVE). */
#include "engine/engine.h"

static bool own_ship(const struct holm_state *state, int seat, int edge)
{
    return edge != HOLM_NO_EDGE && state->edge[edge] == piece_of(HOLM_SHIP, seat);
}

/* Whether an edge borders the pirate's hex (SEA-SHIP-6, SEA-MOVE-5). */
static bool next_to_pirate(const struct holm_state *state, int edge)
{
    const uint8_t *hexes = state->board->topology.edge_hex[edge];
    return state->pirate != HOLM_NONE && (hexes[0] == state->pirate || hexes[1] == state->pirate);
}

/* SC-FOG-9: whether an edge that borders no sea borders what is not discovered yet. */
static bool in_fog(const struct holm_state *state, int edge)
{
    const uint8_t *hexes = state->board->topology.edge_hex[edge];
    return (hexes[0] != HOLM_NONE && state->terrain[hexes[0]] == HOLM_FOG) ||
           (hexes[1] != HOLM_NONE && state->terrain[hexes[1]] == HOLM_FOG);
}

/* Whether a ship could start from a corner, with one ship lifted: a building or another ship. */
static bool leads_out(const struct holm_state *state, int seat, int corner, int lifted)
{
    if (corner_blocks(state, corner, seat))
        return false;
    if (own_building(state, seat, corner))
        return true;
    for (int i = 0; i < 3; i++) {
        int edge = state->board->topology.corner_edge[corner][i];
        if (edge != lifted && own_ship(state, seat, edge))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------ places */

static int site_without(const struct holm_state *state, int seat, int edge, int lifted)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    if (state->edge[edge])
        return edge_taken(state, edge, HOLM_SHIP);
    if (!edge_in(&state->sea_edges, edge))
        return in_fog(state, edge) ? HOLM_E_SHIP_FOG : HOLM_E_SHIP_LAND;
    if (next_to_pirate(state, edge))
        return HOLM_E_PIRATE_THERE;
    int error = lane_site(state, seat, edge, lifted);
    if (error)
        return error;
    if (leads_out(state, seat, ends[0], lifted) || leads_out(state, seat, ends[1], lifted))
        return HOLM_OK;
    for (int end = 0; end < 2; end++)
        if (corner_in(&state->sea_network[seat], ends[end]) &&
            corner_blocks(state, ends[end], seat))
            return is_knight(state->corner[ends[end]]) ? HOLM_E_SHIP_KNIGHT : HOLM_E_SHIP_BLOCKED;
    return HOLM_E_SHIP_UNCONNECTED;
}

/* SEA-SHIP-2..6 */
int ship_site(const struct holm_state *state, int seat, int edge)
{
    return site_without(state, seat, edge, HOLM_NO_EDGE);
}

void ship_waters(const struct holm_state *state, int seat, struct holm_edge_set *sites)
{
    const struct holm_board *board = state->board;
    *sites = (struct holm_edge_set){ { 0 } };
    for (int i = 0; i < board->corner_words; i++)
        for (uint64_t left = state->sea_network[seat].w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (corner_blocks(state, corner, seat))
                continue;
            for (int j = 0; j < 3; j++) {
                int edge = board->topology.corner_edge[corner][j];
                if (edge != HOLM_NO_EDGE && !state->edge[edge])
                    edge_add(sites, edge);
            }
        }
    for (int i = 0; i < board->edge_words; i++)
        sites->w[i] &= state->sea_edges.w[i];
    for (int i = 0; state->pirate != HOLM_NONE && i < 6; i++)
        edge_remove(sites, board->topology.hex_edge[state->pirate][i]);
}

static void keep_to_lanes(const struct holm_state *state, int seat, int lifted,
                          struct holm_edge_set *sites)
{
    const struct holm_board *board = state->board;
    for (int edge = 0; board->map.lanes && edge < board->topology.edges; edge++)
        if (edge_in(sites, edge) && lane_site(state, seat, edge, lifted) != HOLM_OK)
            edge_remove(sites, edge);
}

void ship_sites(const struct holm_state *state, int seat, struct holm_edge_set *sites)
{
    ship_waters(state, seat, sites);
    keep_to_lanes(state, seat, HOLM_NO_EDGE, sites);
}

/* The waters are the same for every ship, but for what it alone leads to, at its ends. */
void sail_sites(const struct holm_state *state, int seat, int ship,
                const struct holm_edge_set *waters, struct holm_edge_set *sites)
{
    const struct holm_topology *topology = &state->board->topology;
    *sites = *waters;
    for (int end = 0; end < 2; end++) {
        const uint16_t *edges = topology->corner_edge[topology->edge_corner[ship][end]];
        for (int i = 0; i < 3; i++)
            if (edges[i] != HOLM_NO_EDGE && edge_in(sites, edges[i]) &&
                site_without(state, seat, edges[i], ship) != HOLM_OK)
                edge_remove(sites, edges[i]);
    }
    keep_to_lanes(state, seat, ship, sites);
}

/* ---------------------------------------------------------------- building */

static int check_setup_ship(const struct holm_state *state, int seat, int edge)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    int corner = holm_step(state)->place;
    if (state->edge[edge])
        return edge_taken(state, edge, HOLM_SHIP);
    if (!edge_in(&state->sea_edges, edge))
        return in_fog(state, edge) ? HOLM_E_SHIP_FOG : HOLM_E_SHIP_LAND;
    if (next_to_pirate(state, edge))
        return HOLM_E_PIRATE_THERE; /* SEA-SETUP-4 */
    if (ends[0] != corner && ends[1] != corner)
        return HOLM_E_SETUP_ROAD;
    return lane_site(state, seat, edge, HOLM_NO_EDGE); /* SC-PIR-12 */
}

int check_ship(const struct holm_state *state, const struct holm_action *action)
{
    int step = holm_step(state)->kind, error;
    if (step == HOLM_STEP_SETUP_ROAD)
        return check_setup_ship(state, action->seat, action->place);
    if (step == HOLM_STEP_REPLACE_ROAD)
        return holm_step(state)->data[1] ? replacement_site(state, action->place)
                                         : HOLM_E_LIKE_FOR_LIKE;
    error = ship_site(state, action->seat, action->place);
    if (!error && !state->player[action->seat].ships)
        error = HOLM_E_NO_PIECE;
    if (error || step == HOLM_STEP_FREE_ROADS)
        return error;
    error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_SHIP);
}

static void launch(struct holm_state *state, int seat, int edge)
{
    state->edge[edge] = piece_of(HOLM_SHIP, seat);
    for (int end = 0; end < 2; end++)
        corner_add(&state->sea_network[seat], state->board->topology.edge_corner[edge][end]);
}

void place_ship(struct context *context, int seat, int edge, bool is_free)
{
    struct holm_state *state = context->state;
    state->player[seat].ships--;
    launch(state, seat, edge);
    lengthen_route(state, seat, edge);
    struct holm_event *event = event_next(context, HOLM_EV_BUILD, seat);
    if (event) {
        event->piece = HOLM_SHIP;
        event->place = (uint16_t)edge;
        event->n = is_free;
    }
}

/* What a ship finds where it comes: gifts, villages, land in the fog (SC-FOG-8). */
static void ship_arrives(struct context *context, int seat, int edge)
{
    take_gifts(context, seat, edge);
    trade_relations(context, seat);
    fog_touched(context, seat, edge);
}

void apply_ship(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    int kind = step->kind, n = step->n;
    bool is_free = kind == HOLM_STEP_SETUP_ROAD || kind == HOLM_STEP_FREE_ROADS;
    if (kind == HOLM_STEP_REPLACE_ROAD) {
        step_pop(state);
        place_ship(context, n, action->place, true);
        edge_add(&state->new_ships, action->place);
        ship_arrives(context, n, action->place);
        return;
    }
    if (!is_free)
        pay(context, action->seat, &state->board->rules.cost[HOLM_BUY_SHIP]);
    place_ship(context, action->seat, action->place, is_free);
    if (kind == HOLM_STEP_SETUP_ROAD) {
        setup_next(context, n + 1);
    } else {
        edge_add(&state->new_ships, action->place);
        if (kind == HOLM_STEP_FREE_ROADS)
            step->n--;
        else
            enter_part(context, PART_BUILD);
    }
    ship_arrives(context, action->seat, action->place);
}

/* ------------------------------------------------------------------ moving */

/* SC-CLOTH-10: a village one trades with ends a line like a building. */
static bool trades_at(const struct holm_state *state, int seat, int corner)
{
    for (int i = 0; i < state->board->villages; i++)
        if (state->board->village[i] == corner)
            return state->player[seat].relations >> i & 1;
    return false;
}

/* CKSEA-13: so does a knight of one's own, in some editions. */
static bool own_knight_at(const struct holm_state *state, int seat, int corner)
{
    return state->board->rules.knight_closes_line && is_knight(state->corner[corner]) &&
           piece_seat(state->corner[corner]) == seat;
}

/* SEA-MOVE-3: an end with none of the owner's other ships and buildings. Such a ship is on no line
 * between two buildings either, so SEA-MOVE-4 has words of its own, and nothing else to decide. */
static bool is_open_end(const struct holm_state *state, int seat, int edge, int corner)
{
    if (own_building(state, seat, corner) || trades_at(state, seat, corner))
        return false;
    if (own_knight_at(state, seat, corner))
        return false;
    for (int i = 0; i < 3; i++) {
        int other = state->board->topology.corner_edge[corner][i];
        if (other != edge && own_ship(state, seat, other))
            return false;
    }
    return true;
}

/* Everything a seat's segments join to a corner, with one ship away; buildings it meets count. */
static bool reaches_building(const struct holm_state *state, int seat, int from)
{
    struct holm_corner_set set;
    reachable(state, seat, from, &set);
    corner_add(&set, from);
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = set.w[i]; left; left &= left - 1)
            if (own_building(state, seat, 64 * i + __builtin_ctzll(left)))
                return true;
    return false;
}

/* CKSEA-12: no knight may be left without a route, or without a building, by a ship that leaves. */
static bool cuts_knight_off(const struct holm_state *state, int seat, int edge)
{
    struct holm_state without = *state;
    without.edge[edge] = 0;
    for (int end = 0; end < 2; end++) {
        int corner = state->board->topology.edge_corner[edge][end];
        for (int i = 0; i < state->board->corner_words; i++)
            for (uint64_t left = state->knights.w[i]; left; left &= left - 1) {
                int knight = 64 * i + __builtin_ctzll(left);
                struct holm_corner_set set;
                if (piece_seat(state->corner[knight]) != seat)
                    continue;
                reachable(state, seat, knight, &set);
                if (knight != corner && !corner_in(&set, corner))
                    continue;
                reachable(&without, seat, knight, &set);
                bool held = corners_any(state->board, &set);
                if (!held || (state->board->rules.knight_needs_building &&
                              reaches_building(state, seat, knight) &&
                              !reaches_building(&without, seat, knight)))
                    return true;
            }
    }
    return false;
}

/* CKSEA-14: a line that touches another's knight lies still. */
static bool is_frozen(const struct holm_state *state, int seat, int edge)
{
    const struct holm_topology *topology = &state->board->topology;
    uint16_t queue[HOLM_EDGES];
    struct holm_edge_set seen = { { 0 } };
    int head = 0, tail = 0;
    queue[tail++] = (uint16_t)edge;
    edge_add(&seen, edge);
    while (head < tail) {
        int ship = queue[head++];
        for (int end = 0; end < 2; end++) {
            int corner = topology->edge_corner[ship][end];
            if (is_knight(state->corner[corner]) && piece_seat(state->corner[corner]) != seat)
                return true;
            for (int i = 0; i < 3; i++) {
                int next = topology->corner_edge[corner][i];
                if (!own_ship(state, seat, next) || edge_in(&seen, next))
                    continue;
                edge_add(&seen, next);
                queue[tail++] = (uint16_t)next;
            }
        }
    }
    return false;
}

static int check_leaves(const struct holm_state *state, int seat, int edge)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    if (!own_ship(state, seat, edge))
        return HOLM_E_NOT_OWN_SHIP;
    if (edge_in(&state->new_ships, edge))
        return HOLM_E_SHIP_NEW;
    if (!is_open_end(state, seat, edge, ends[0]) && !is_open_end(state, seat, edge, ends[1]))
        return trades_at(state, seat, ends[0]) || trades_at(state, seat, ends[1])
                   ? HOLM_E_SHIP_VILLAGE
               : own_knight_at(state, seat, ends[0]) || own_knight_at(state, seat, ends[1])
                   ? HOLM_E_SHIP_KNIGHT_LINE
                   : HOLM_E_SHIP_CLOSED;
    if (next_to_pirate(state, edge))
        return HOLM_E_PIRATE_THERE;
    if (with_knights(state) && cuts_knight_off(state, seat, edge))
        return HOLM_E_KNIGHT_CUT_OFF;
    if (state->board->rules.knight_freezes_ships && is_frozen(state, seat, edge))
        return HOLM_E_SHIPS_FROZEN;
    return HOLM_OK;
}

bool ship_may_leave(const struct holm_state *state, int seat, int edge)
{
    return !state->sailed && check_leaves(state, seat, edge) == HOLM_OK;
}

/* Whether ships lead on from a corner to a building, and then from the other end of the line to
 * another one; the corners on the way are `seen`, so that no corner is passed twice (OQ-61). */
static bool line_ends(const struct holm_state *state, int seat, int corner, int other_end,
                      struct holm_corner_set *seen)
{
    const struct holm_topology *topology = &state->board->topology;
    if (own_building(state, seat, corner))
        return other_end == HOLM_NONE || line_ends(state, seat, other_end, HOLM_NONE, seen);
    for (int i = 0; i < 3; i++) {
        int next = topology->corner_neighbour[corner][i];
        if (!own_ship(state, seat, topology->corner_edge[corner][i]) || corner_in(seen, next))
            continue;
        corner_add(seen, next);
        if (line_ends(state, seat, next, other_end, seen))
            return true;
        corner_remove(seen, next);
    }
    return false;
}

/* SEA-MOVE-4 */
static bool joins_buildings(const struct holm_state *state, int seat, int edge)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    struct holm_corner_set seen = { { 0 } };
    corner_add(&seen, ends[0]);
    corner_add(&seen, ends[1]);
    return line_ends(state, seat, ends[0], ends[1], &seen);
}

int check_sail(const struct holm_state *state, const struct holm_action *action)
{
    if (state->sailed)
        return HOLM_E_SAILED;
    int error = check_leaves(state, action->seat, action->place);
    if (error == HOLM_E_SHIP_CLOSED && joins_buildings(state, action->seat, action->place))
        error = HOLM_E_SHIP_LINE;
    if (!error)
        error = check_part(state, PART_EXTRAS);
    if (error)
        return error;
    if (action->place == action->to)
        return HOLM_E_SHIP_SAME;
    return site_without(state, action->seat, action->to, action->place);
}

/* A ship leaves an end of its line. Where a longest trail led there, one without it may be shorter. */
static void move_ship(struct holm_state *state, int seat, int from, int to)
{
    int lost = route_through(state, seat, from);
    take_up(state, from);
    launch(state, seat, to);
    int gained = route_through(state, seat, to), before = state->player[seat].route;
    if (gained == ROUTE_UNKNOWN || (lost == before && gained < before))
        measure_route(state, seat);
    else if (gained > before)
        set_route(state, seat, gained);
}

void apply_sail(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    state->sailed = 1;
    enter_part(context, PART_EXTRAS);
    bool armed = edge_in(&state->warships, action->place);
    move_ship(state, action->seat, action->place, action->to);
    edge_remove(&state->warships, action->place);
    if (armed)
        edge_add(&state->warships, action->to);
    struct holm_event *event = event_next(context, HOLM_EV_SAIL, action->seat);
    if (event) {
        event->place = action->place;
        event->to = action->to;
    }
    ship_arrives(context, action->seat, action->to);
}

/* ----------------------------------------------------------------- regions */

/* SEA-SETUP-8: the regions a corner touches, as bits. */
static unsigned regions_at(const struct holm_state *state, int corner)
{
    unsigned regions = 0;
    for (int i = 0; i < 3; i++) {
        int hex = state->board->topology.corner_hex[corner][i];
        if (hex != HOLM_NONE && state->board->map.region[hex])
            regions |= 1u << state->board->map.region[hex];
    }
    return regions;
}

/* Where a scenario lets nobody settle (SC-CLOTH-5, SC-TRIBE-3). */
int settling(const struct holm_state *state, int seat, int corner)
{
    const struct holm_map *map = &state->board->map;
    int error = beachhead_site(state, seat, corner);
    if (error)
        return error;
    if (map->no_settlement_regions & regions_at(state, corner))
        return HOLM_E_SETTLE_REGION;
    for (int i = 0; map->settle_at_discs && i < 3; i++) {
        int hex = state->board->topology.corner_hex[corner][i];
        if (hex != HOLM_NONE && state->disc[hex])
            return HOLM_OK;
    }
    return map->settle_at_discs ? HOLM_E_SETTLE_DISC : HOLM_OK;
}

bool start_region(const struct holm_state *state, int corner)
{
    unsigned starts = state->board->map.start_regions;
    return !starts || regions_at(state, corner) & starts;
}

int holm_region_bonus(const struct holm_state *state, int seat, int corner)
{
    unsigned fresh = regions_at(state, corner) & ~(unsigned)state->player[seat].explored;
    int bonus = 0;
    for (; fresh; fresh &= fresh - 1)
        bonus += state->board->map.region_bonus[__builtin_ctz(fresh)];
    return bonus;
}

void explore(struct context *context, int seat, int corner, bool setup)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    unsigned fresh = regions_at(state, corner) & ~(unsigned)player->explored;
    if (!with_ships(state) || (setup && !state->board->map.home_islands))
        return;
    for (; fresh; fresh &= fresh - 1) {
        int region = __builtin_ctz(fresh), bonus = state->board->map.region_bonus[region];
        player->explored |= (uint16_t)(1u << region);
        if (setup || !bonus)
            continue;
        player->bonus = (uint8_t)(player->bonus + bonus);
        player->points = (uint8_t)(player->points + bonus);
        struct holm_event *event = event_next(context, HOLM_EV_BONUS, seat);
        if (event) {
            event->n = (uint8_t)bonus;
            event->m = (uint8_t)region;
        }
    }
}
