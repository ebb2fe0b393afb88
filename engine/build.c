/* build.c: roads, settlements and cities: where they may stand, what they cost, what they change. */
#include "engine/engine.h"

bool edges_any(const struct holm_board *board, const struct holm_edge_set *set)
{
    uint64_t any = 0;
    for (int i = 0; i < board->edge_words; i++)
        any |= set->w[i];
    return any != 0;
}

bool corners_any(const struct holm_board *board, const struct holm_corner_set *set)
{
    uint64_t any = 0;
    for (int i = 0; i < board->corner_words; i++)
        any |= set->w[i];
    return any != 0;
}

/* ------------------------------------------------------------------ places */

/* BASE-SETTLE-1, 2: whether a seat's settlement could stand there, were it connected. */
static int settlement_ground(const struct holm_state *state, int seat, int corner)
{
    if (is_building(state->corner[corner]))
        return HOLM_E_CORNER_TAKEN;
    if (state->corner[corner] && state->board->rules.knight_blocks_settlement)
        return HOLM_E_KNIGHT_IN_WAY; /* CK-KNIGHT-16 */
    if (!corner_in(&state->land, corner))
        return HOLM_E_CORNER_SEA;
    if (!corner_in(&state->open, corner))
        return HOLM_E_DISTANCE;
    return settling(state, seat, corner);
}

bool holm_may_settle(const struct holm_state *state, int seat, int corner)
{
    return settlement_ground(state, seat, corner) == HOLM_OK;
}

/* BASE-SETTLE-1..3: whether a seat could build a settlement there, cost aside. */
int settlement_site(const struct holm_state *state, int seat, int corner)
{
    int error = settlement_ground(state, seat, corner);
    if (error)
        return error;
    if (!corner_in(&state->network[seat], corner) && !corner_in(&state->sea_network[seat], corner))
        return HOLM_E_SETTLEMENT_UNCONNECTED;
    return HOLM_OK;
}

void settlement_sites(const struct holm_state *state, int seat, struct holm_corner_set *sites)
{
    for (int i = 0; i < state->board->corner_words; i++)
        sites->w[i] =
            state->open.w[i] & (state->network[seat].w[i] | state->sea_network[seat].w[i]);
    if (state->board->rules.knight_blocks_settlement)
        for (int i = 0; i < state->board->corner_words; i++)
            sites->w[i] &= ~state->knights.w[i];
    const struct holm_map *map = &state->board->map;
    if (!map->no_settlement_regions && !map->settle_at_discs && !map->lanes)
        return;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        if (corner_in(sites, corner) && settling(state, seat, corner) != HOLM_OK)
            corner_remove(sites, corner);
}

int edge_taken(const struct holm_state *state, int edge, int piece)
{
    int there = piece_kind(state->edge[edge]);
    return !there ? HOLM_OK : there == piece ? HOLM_E_EDGE_TAKEN : HOLM_E_EDGE_SHARED;
}

/* BASE-ROAD-1..4: whether a seat could lay a road there, cost aside. */
int road_site(const struct holm_state *state, int seat, int edge)
{
    int blocker = HOLM_E_ROAD_UNCONNECTED;
    if (state->edge[edge])
        return edge_taken(state, edge, HOLM_ROAD);
    if (!edge_in(&state->land_edges, edge))
        return HOLM_E_EDGE_SEA;
    if (state->board->map.lanes && !edge_in(&state->board->home_edges, edge))
        return HOLM_E_ROAD_ISLAND;
    for (int end = 0; end < 2; end++) {
        int corner = state->board->topology.edge_corner[edge][end];
        if (!corner_in(&state->network[seat], corner)) {
            if (corner_in(&state->sea_network[seat], corner))
                blocker = HOLM_E_ROAD_SHIP;
            continue;
        }
        if (!corner_blocks(state, corner, seat))
            return HOLM_OK;
        blocker = is_knight(state->corner[corner]) ? HOLM_E_ROAD_KNIGHT : HOLM_E_ROAD_BLOCKED;
    }
    return blocker;
}

void road_sites(const struct holm_state *state, int seat, struct holm_edge_set *sites)
{
    const struct holm_board *board = state->board;
    *sites = (struct holm_edge_set){ { 0 } };
    for (int i = 0; i < board->corner_words; i++)
        for (uint64_t left = state->network[seat].w[i]; left; left &= left - 1) {
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
        sites->w[i] &= state->land_edges.w[i] & (board->map.lanes ? board->home_edges.w[i] : ~0ull);
}

/* ------------------------------------------------------------------ checks */

int check_pays(const struct holm_state *state, int seat, int purchase)
{
    return cards_cover(&state->player[seat].hand, &state->board->rules.cost[purchase])
               ? HOLM_OK
               : HOLM_E_COST_ROAD + purchase;
}

/* Marked corners on which nobody starts (SC-WON-3). */
static const bool bars_start[HOLM_MARK_KINDS] = {
    [HOLM_MARK_NO_START] = true, [HOLM_MARK_WALL] = true, [HOLM_MARK_BRIDGE] = true
};

static int check_setup_settlement(const struct holm_state *state, int seat, int corner)
{
    if (state->corner[corner])
        return HOLM_E_CORNER_TAKEN;
    if (!corner_in(&state->land, corner))
        return HOLM_E_CORNER_SEA;
    if (!corner_in(&state->open, corner))
        return HOLM_E_DISTANCE;
    for (int kind = 0; kind < HOLM_MARK_KINDS; kind++)
        if (bars_start[kind] && corner_in(&state->board->marked[kind], corner))
            return HOLM_E_START_MARK;
    return start_region(state, corner) ? settling(state, seat, corner)
                                       : holm_start_reasons[state->board->map.start_rule];
}

bool start_possible(const struct holm_state *state, int seat)
{
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        if (check_setup_settlement(state, seat, corner) == HOLM_OK)
            return true;
    return false;
}

int check_settlement(const struct holm_state *state, const struct holm_action *action)
{
    if (holm_step(state)->kind == HOLM_STEP_SETUP_SETTLEMENT)
        return setup_city(state) ? HOLM_E_SETUP_CITY
                                 : check_setup_settlement(state, action->seat, action->place);
    int error = settlement_site(state, action->seat, action->place);
    if (!error && !state->player[action->seat].settlements)
        error = HOLM_E_NO_PIECE;
    if (!error)
        error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_SETTLEMENT);
}

/* CK-SETUP-3: whether the starting piece asked for is a city. */
bool setup_city(const struct holm_state *state)
{
    return holm_setup_piece(state, holm_step(state)->n) == HOLM_CITY;
}

/* BASE-SETUP-2, 9 */
static int check_setup_road(const struct holm_state *state, int edge)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    int corner = holm_step(state)->place;
    if (state->edge[edge])
        return edge_taken(state, edge, HOLM_ROAD);
    if (!edge_in(&state->land_edges, edge))
        return HOLM_E_EDGE_SEA;
    if (ends[0] == corner || ends[1] == corner)
        return HOLM_OK;
    return holm_step(state)->n < state->board->rules.players ? HOLM_E_SETUP_ROAD
                                                             : HOLM_E_SETUP_SECOND_ROAD;
}

int check_road(const struct holm_state *state, const struct holm_action *action)
{
    int step = holm_step(state)->kind;
    if (step == HOLM_STEP_SETUP_ROAD)
        return check_setup_road(state, action->place);
    if (step == HOLM_STEP_REPLACE_ROAD)
        return holm_step(state)->data[1] ? HOLM_E_LIKE_FOR_LIKE
                                         : replacement_site(state, action->place);
    int error = road_site(state, action->seat, action->place);
    if (!error && !state->player[action->seat].roads)
        error = HOLM_E_NO_PIECE;
    if (error || step == HOLM_STEP_FREE_ROADS)
        return error;
    error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_ROAD);
}

/* Whether a seat has a city lying on its side; it is restored before anything else (CK-BARB-12). */
static bool has_reduced(const struct holm_state *state, int seat)
{
    const struct holm_rules *rules = &state->board->rules;
    int standing = count_cities(state, seat);
    return with_knights(state) && rules->cities - state->player[seat].cities > standing;
}

/* BASE-CITY-1: where a settlement can become a city, cost aside. */
int city_site(const struct holm_state *state, int seat, int corner)
{
    uint8_t byte = state->corner[corner];
    if (byte == piece_of(HOLM_REDUCED, seat))
        return HOLM_OK; /* its piece is on the board already */
    if (byte != piece_of(HOLM_SETTLEMENT, seat))
        return HOLM_E_NOT_OWN_SETTLEMENT;
    if (has_reduced(state, seat))
        return HOLM_E_REDUCED_FIRST;
    return state->player[seat].cities ? HOLM_OK : HOLM_E_NO_PIECE;
}

int check_city(const struct holm_state *state, const struct holm_action *action)
{
    if (holm_step(state)->kind == HOLM_STEP_SETUP_SETTLEMENT)
        return setup_city(state) ? check_setup_settlement(state, action->seat, action->place)
                                 : HOLM_E_IN_SETUP;
    int error = city_site(state, action->seat, action->place);
    if (!error)
        error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_CITY);
}

/* ----------------------------------------------------------------- placing */

void pay(struct context *context, int seat, const struct holm_cards *cost)
{
    lose(context->state, seat, cost);
    cards_add(&context->state->bank, cost);
    event_cards(context, HOLM_EV_PAY, seat, cost);
}

static void built(struct context *context, int seat, int piece, int place, bool is_free)
{
    struct holm_event *event = event_next(context, HOLM_EV_BUILD, seat);
    if (!event)
        return;
    event->piece = (uint8_t)piece;
    event->place = (uint16_t)place;
    event->n = is_free;
}

void set_route(struct holm_state *state, int seat, int length)
{
    if (length == state->player[seat].route)
        return;
    state->player[seat].route = (uint8_t)length;
    state->stale |= STALE_ROUTE;
}

void measure_route(struct holm_state *state, int seat)
{
    set_route(state, seat, route_length(state, seat));
}

/* What was longest without the new segment still is, or a trail through it. */
void lengthen_route(struct holm_state *state, int seat, int edge)
{
    int length = route_through(state, seat, edge);
    if (length == ROUTE_UNKNOWN)
        measure_route(state, seat);
    else if (length > state->player[seat].route)
        set_route(state, seat, length);
}

/* Another colour's route through a corner is cut or joined (BASE-LR-4, CK-KNIGHT-15); it takes two
 * segments there to pass. */
void routes_at(struct holm_state *state, int seat, int corner)
{
    unsigned once = 0, twice = 0;
    for (int i = 0; i < 3; i++) {
        int edge = state->board->topology.corner_edge[corner][i];
        unsigned owner = edge == HOLM_NO_EDGE || !state->edge[edge]
                             ? 0
                             : seat_bit(piece_seat(state->edge[edge]));
        twice |= once & owner;
        once |= owner;
    }
    twice &= ~seat_bit(seat);
    if (twice) /* three segments have at most one owner of two */
        measure_route(state, __builtin_ctz(twice));
}

void occupy(struct holm_state *state, int seat, int corner)
{
    const struct holm_board *board = state->board;
    corner_add(&state->network[seat], corner);
    corner_add(&state->sea_network[seat], corner);
    corner_remove(&state->open, corner);
    for (int i = 0; i < 3; i++)
        if (board->topology.corner_neighbour[corner][i] != HOLM_NONE)
            corner_remove(&state->open, board->topology.corner_neighbour[corner][i]);
    if (board->corner_port[corner] != HOLM_NO_PORT)
        state->player[seat].ports |= (uint8_t)(1u << board->corner_port[corner]);
    if (state->placed_ports)
        state->player[seat].ports |= (uint8_t)placed_ports_at(state, corner);
}

static bool roads_and_ships(const struct holm_state *state, int seat, int corner)
{
    bool road = false, ship = false;
    for (int i = 0; i < 3; i++) {
        int edge = state->board->topology.corner_edge[corner][i];
        road |= edge != HOLM_NO_EDGE && state->edge[edge] == piece_of(HOLM_ROAD, seat);
        ship |= edge != HOLM_NO_EDGE && state->edge[edge] == piece_of(HOLM_SHIP, seat);
    }
    return road && ship;
}

/* A settlement comes to stand; not a word is said about it yet. */
static void found(struct context *context, int seat, int corner)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    if (state->corner[corner])
        remove_knight(context, corner); /* C8-CK-KN-2 */
    state->corner[corner] = piece_of(HOLM_SETTLEMENT, seat);
    player->settlements--;
    player->points++;
    occupy(state, seat, corner);
    routes_at(state, seat, corner);
    if (with_ships(state) && roads_and_ships(state, seat, corner))
        measure_route(state, seat); /* they are joined here: SEA-LR-2 */
}

void place_settlement(struct context *context, int seat, int corner, bool is_free)
{
    found(context, seat, corner);
    built(context, seat, HOLM_SETTLEMENT, corner, is_free);
}

void place_city(struct context *context, int seat, int corner, bool is_free)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    if (piece_kind(state->corner[corner]) == HOLM_SETTLEMENT) {
        player->settlements++;
        player->cities--;
    }
    state->corner[corner] = piece_of(HOLM_CITY, seat);
    player->points++;
    built(context, seat, HOLM_CITY, corner, is_free);
    metropolis_waiting(context, seat);
}

/* Whether a corner is still touched by a building or by a segment of the kind. */
static bool still_touched(const struct holm_state *state, int seat, int corner, int piece)
{
    if (own_building(state, seat, corner))
        return true;
    for (int i = 0; i < 3; i++) {
        int edge = state->board->topology.corner_edge[corner][i];
        if (edge != HOLM_NO_EDGE && state->edge[edge] == piece_of(piece, seat))
            return true;
    }
    return false;
}

void take_up(struct holm_state *state, int edge)
{
    int seat = piece_seat(state->edge[edge]), piece = piece_kind(state->edge[edge]);
    struct holm_corner_set *network =
        piece == HOLM_SHIP ? &state->sea_network[seat] : &state->network[seat];
    state->edge[edge] = 0;
    for (int end = 0; end < 2; end++) {
        int corner = state->board->topology.edge_corner[edge][end];
        if (!still_touched(state, seat, corner, piece))
            corner_remove(network, corner);
    }
}

void remove_segment(struct context *context, int edge)
{
    struct holm_state *state = context->state;
    int seat = piece_seat(state->edge[edge]), piece = piece_kind(state->edge[edge]);
    take_up(state, edge);
    measure_route(state, seat);
    edge_remove(&state->new_ships, edge);
    if (piece == HOLM_SHIP)
        state->player[seat].ships++;
    else
        state->player[seat].roads++;
    struct holm_event *event = event_next(context, HOLM_EV_LOST, seat);
    if (event) {
        event->piece = (uint8_t)piece;
        event->place = (uint16_t)edge;
    }
}

void place_road(struct context *context, int seat, int edge, bool is_free)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    state->edge[edge] = piece_of(HOLM_ROAD, seat);
    player->roads--;
    for (int end = 0; end < 2; end++)
        corner_add(&state->network[seat], state->board->topology.edge_corner[edge][end]);
    lengthen_route(state, seat, edge);
    built(context, seat, HOLM_ROAD, edge, is_free);
}

/* BASE-SETUP-2, 3, 6; CK-SETUP-3: a starting settlement or city, then its road. */
static void place_start(struct context *context, int seat, int corner)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    int placed = step->n;
    bool city = setup_city(state);
    if (city) {
        found(context, seat, corner);
        place_city(context, seat, corner, true);
    } else {
        place_settlement(context, seat, corner, true);
    }
    explore(context, seat, corner, true);
    tokens_for_settlement(context, seat, corner);
    if (setup_last_round(state, placed))
        produce_start(context, seat, corner);
    step->kind = HOLM_STEP_SETUP_ROAD;
    step->place = (uint16_t)corner;
}

void apply_settlement(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int seat = action->seat, corner = action->place;
    if (top_step(state)->kind == HOLM_STEP_SETUP_SETTLEMENT) {
        place_start(context, seat, corner);
        return;
    }
    pay(context, seat, &state->board->rules.cost[HOLM_BUY_SETTLEMENT]);
    place_settlement(context, seat, corner, false);
    explore(context, seat, corner, false);
    trade_relations(context, seat);
    tokens_for_settlement(context, seat, corner);
    neutral_after_settlement(context, seat);
    enter_part(context, PART_BUILD);
}

void apply_road(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    int seat = action->seat, kind = step->kind, n = step->n;
    bool is_free = kind == HOLM_STEP_SETUP_ROAD || kind == HOLM_STEP_FREE_ROADS;
    if (kind == HOLM_STEP_REPLACE_ROAD) { /* CK-POL-DIPLOMAT-2 */
        step_pop(state);
        place_road(context, n, action->place, true);
        fog_touched(context, n, action->place);
        return;
    }
    if (!is_free)
        pay(context, seat, &state->board->rules.cost[HOLM_BUY_ROAD]);
    place_road(context, seat, action->place, is_free);
    if (kind == HOLM_STEP_SETUP_ROAD) {
        setup_next(context, n + 1);
    } else {
        if (kind == HOLM_STEP_FREE_ROADS)
            step->n--;
        else
            enter_part(context, PART_BUILD);
        neutral_after_road(context, seat);
    }
    fog_touched(context, seat, action->place);
}

void apply_city(struct context *context, const struct holm_action *action)
{
    if (top_step(context->state)->kind == HOLM_STEP_SETUP_SETTLEMENT) {
        place_start(context, action->seat, action->place);
        return;
    }
    pay(context, action->seat, &context->state->board->rules.cost[HOLM_BUY_CITY]);
    place_city(context, action->seat, action->place, false);
    enter_part(context, PART_BUILD);
}
