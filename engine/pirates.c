/* pirates.c: the pirate fleet, lanes of ships, warships and fortresses (SC-PIR). */
#include "engine/engine.h"

enum { LOST_SHIPS = 2 };

static bool has_lane(const struct holm_state *state, int seat)
{
    return seat < state->board->map.lanes;
}

/* SC-PIR-4, 5: a settlement and a ship stand from the start, and a fortress uses up a settlement. */
void lay_lanes(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_board *board = state->board;
    for (int seat = 0; seat < board->rules.players && has_lane(state, seat); seat++) {
        place_settlement(context, seat, board->lane_start[seat], true);
        place_ship(context, seat, board->lane_ship[seat], true);
        state->player[seat].settlements--;
        state->player[seat].lairs = board->map.lairs;
        corner_remove(&state->open, board->fortress[seat]);
    }
    if (board->map.lanes)
        state->pirate = board->map.fleet_path[0];
}

/* ------------------------------------------------------------------- lanes */

static int ships_at(const struct holm_state *state, int seat, int corner)
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        int edge = state->board->topology.corner_edge[corner][i];
        count += edge != HOLM_NO_EDGE && state->edge[edge] == piece_of(HOLM_SHIP, seat);
    }
    return count;
}

/* Whether a shortest way to the beachhead leads from one of the seat's buildings on the main island
 * to a corner: such a way comes nearer with every step, so it is looked for backwards. */
static bool on_a_way(const struct holm_state *state, int seat, int corner)
{
    const struct holm_topology *topology = &state->board->topology;
    const uint8_t *distance = state->board->lane_distance[seat];
    struct holm_corner_set seen = { { 0 } };
    uint8_t queue[HOLM_CORNERS] = { (uint8_t)corner };
    for (int next = 0, count = 1; next < count; next++) {
        const int at = queue[next];
        const uint8_t byte = state->corner[at];
        if (is_building(byte) && piece_seat(byte) == seat && start_region(state, at))
            return true;
        for (int i = 0; i < 3; i++) {
            const int edge = topology->corner_edge[at][i];
            const int back = topology->corner_neighbour[at][i];
            if (edge == HOLM_NO_EDGE || !edge_in(&state->sea_edges, edge) ||
                distance[back] != distance[at] + 1 || corner_in(&seen, back))
                continue;
            corner_add(&seen, back);
            queue[count++] = (uint8_t)back;
        }
    }
    return false;
}

/* Whether an edge lies on a way from one of the seat's buildings, or beyond the beachhead. */
static bool begins_line(const struct holm_state *state, int seat, int edge)
{
    const struct holm_board *board = state->board;
    const uint8_t *ends = board->topology.edge_corner[edge];
    const uint8_t *distance = board->lane_distance[seat];
    const int near = distance[ends[0]] > distance[ends[1]] ? ends[0] : ends[1];
    return board->lane_depth[seat][edge] >= board->lane_beachhead[seat] ||
           on_a_way(state, seat, near);
}

/* SC-PIR-12: along the main island anywhere; beyond it one line, on a shortest way. */
int lane_site(const struct holm_state *state, int seat, int edge, int lifted)
{
    const struct holm_board *board = state->board;
    if (!board->map.lanes || edge_in(&board->home_edges, edge))
        return HOLM_OK;
    if (!has_lane(state, seat) || !board->lane_depth[seat][edge])
        return HOLM_E_SHIP_LANE;
    int end = HOLM_NO_EDGE; /* of the line so far */
    for (int other = 0; other < board->topology.edges; other++)
        if (other != lifted && state->edge[other] == piece_of(HOLM_SHIP, seat) &&
            !edge_in(&board->home_edges, other) &&
            (end == HOLM_NO_EDGE || board->lane_depth[seat][other] > board->lane_depth[seat][end]))
            end = other;
    if (end == HOLM_NO_EDGE)
        return begins_line(state, seat, edge) ? HOLM_OK : HOLM_E_SHIP_LANE;
    const uint8_t *a = board->topology.edge_corner[end], *b = board->topology.edge_corner[edge];
    bool touches = a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1];
    return touches && board->lane_depth[seat][edge] > board->lane_depth[seat][end]
               ? HOLM_OK
               : HOLM_E_SHIP_BRANCH;
}

/* SC-PIR-13: on the pirate islands only one's own beachhead. */
int beachhead_site(const struct holm_state *state, int seat, int corner)
{
    const struct holm_board *board = state->board;
    if (!board->map.lanes || start_region(state, corner))
        return HOLM_OK;
    return has_lane(state, seat) && board->beachhead[seat] == corner ? HOLM_OK : HOLM_E_BEACHHEAD;
}

/* Own ships in the order in which a line from a corner meets them. */
static int line_from(const struct holm_state *state, int seat, int start, uint16_t *line)
{
    const struct holm_topology *topology = &state->board->topology;
    struct holm_edge_set seen = { { 0 } };
    uint8_t queue[HOLM_EDGES + 1];
    int head = 0, tail = 0, count = 0;
    queue[tail++] = (uint8_t)start;
    while (head < tail) {
        int corner = queue[head++];
        for (int i = 0; i < 3; i++) {
            int edge = topology->corner_edge[corner][i];
            if (edge == HOLM_NO_EDGE || state->edge[edge] != piece_of(HOLM_SHIP, seat) ||
                edge_in(&seen, edge))
                continue;
            edge_add(&seen, edge);
            line[count++] = (uint16_t)edge;
            queue[tail++] = topology->corner_neighbour[corner][i];
        }
    }
    return count;
}

static int warships(const struct holm_state *state, int seat)
{
    int count = 0;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        count += edge_in(&state->warships, edge) && piece_seat(state->edge[edge]) == seat;
    return count;
}

/* The first of the seat's ships off the main island. */
static int first_at_sea(const struct holm_state *state, int seat)
{
    const uint8_t *depth = state->board->lane_depth[seat];
    int first = HOLM_NO_EDGE;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        if (depth[edge] && state->edge[edge] == piece_of(HOLM_SHIP, seat) &&
            !edge_in(&state->board->home_edges, edge) &&
            (first == HOLM_NO_EDGE || depth[edge] < depth[first]))
            first = edge;
    return first;
}

/* Where the line begins: at the placed settlement, unless it hangs on another building alone. */
static int line_start(const struct holm_state *state, int seat)
{
    const struct holm_board *board = state->board;
    const int first = first_at_sea(state, seat), placed = board->lane_start[seat];
    int start = placed;
    uint16_t line[HOLM_EDGES];
    if (first == HOLM_NO_EDGE)
        return placed;
    const int count = line_from(state, seat, board->topology.edge_corner[first][0], line);
    for (int i = count - 1; i >= 0; i--)
        for (int end = 0; end < 2; end++) {
            const int corner = board->topology.edge_corner[line[i]][end];
            const uint8_t byte = state->corner[corner];
            if (corner == placed)
                return placed;
            if (is_building(byte) && piece_seat(byte) == seat && start_region(state, corner))
                start = corner;
        }
    return start;
}

/* The normal ship on the lane nearest to its start, connected with it or not. */
static int first_on_lane(const struct holm_state *state, int seat)
{
    const uint8_t *depth = state->board->lane_depth[seat];
    int first = HOLM_NO_EDGE;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        if (depth[edge] && state->edge[edge] == piece_of(HOLM_SHIP, seat) &&
            !edge_in(&state->warships, edge) &&
            (first == HOLM_NO_EDGE || depth[edge] < depth[first]))
            first = edge;
    return first;
}

/* SC-PIR-14: the normal ship of the line nearest to the building where it begins. */
int armable_ship(const struct holm_state *state, int seat)
{
    uint16_t line[HOLM_EDGES];
    int count = has_lane(state, seat) ? line_from(state, seat, line_start(state, seat), line) : 0;
    for (int i = 0; i < count; i++)
        if (!edge_in(&state->warships, line[i]))
            return line[i];
    return has_lane(state, seat) ? first_on_lane(state, seat) : HOLM_NO_EDGE;
}

void arm_ship(struct context *context, int seat)
{
    int edge = armable_ship(context->state, seat);
    edge_add(&context->state->warships, edge);
    struct holm_event *event = event_next(context, HOLM_EV_WARSHIP, seat);
    if (event)
        event->place = (uint16_t)edge;
}

/* -------------------------------------------------------------------- fleet */

static bool next_to_fleet(const struct holm_state *state, int seat)
{
    for (int i = 0; i < 6; i++) {
        uint8_t byte = state->corner[state->board->topology.hex_corner[state->pirate][i]];
        if (is_building(byte) && piece_seat(byte) == seat)
            return true;
    }
    return false;
}

/* SC-PIR-9: a random card, and another for each city, go to the bank. */
static void lose_to_fleet(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    struct holm_cards lost = { { 0 } };
    for (int left = 1 + count_cities(state, seat); left > 0 && player->cards; left--) {
        int kind = draw_weighted(context->chance, player->hand.n, HOLM_CARDS, player->cards);
        struct holm_cards card = one_card(kind);
        lose(state, seat, &card);
        cards_add(&state->bank, &card);
        cards_add(&lost, &card);
    }
    if (!cards_none(&lost))
        event_cards(context, HOLM_EV_LOSS, seat, &lost);
}

/* SC-PIR-7, 8, 10: by the lower die; everybody next to where it stops is attacked in turn order. */
void fleet_moves(struct context *context)
{
    struct holm_state *state = context->state;
    const struct holm_map *map = &state->board->map;
    int players = state->board->rules.players;
    int strength = state->dice[0] < state->dice[1] ? state->dice[0] : state->dice[1];
    unsigned winners = 0;
    if (state->pirate == HOLM_NONE)
        return;
    state->fleet = (uint8_t)((state->fleet + strength) % map->fleet_hexes);
    state->pirate = map->fleet_path[state->fleet];
    struct holm_event *event = event_next(context, HOLM_EV_FLEET_MOVE, 0);
    if (event)
        event->place = state->pirate;
    for (int i = 0; i < players; i++) {
        int seat = (state->active + i) % players;
        if (!next_to_fleet(state, seat))
            continue;
        int own = warships(state, seat);
        event = event_next(context, HOLM_EV_FLEET_ATTACK, seat);
        if (event) {
            event->n = (uint8_t)strength;
            event->m = (uint8_t)own;
        }
        if (own < strength)
            lose_to_fleet(context, seat);
        else if (own > strength)
            winners |= seat_bit(seat);
        else
            event_next(context, HOLM_EV_FLEET_TIE, seat);
        state->player[seat].owed = own > strength;
    }
    step_push_each(state, HOLM_STEP_GOLD, winners, 0);
    if (winners)
        gold_left(state);
}

/* SC-PIR-11 */
int check_rob(const struct holm_state *state, const struct holm_action *action)
{
    return is_player(state, action->target) && action->target != action->seat ? HOLM_OK
                                                                              : HOLM_E_ROB_TARGET;
}

void apply_rob(struct context *context, const struct holm_action *action)
{
    step_pop(context->state);
    rob(context, action->seat, action->target);
}

/* ----------------------------------------------------------------- fortress */

/* SC-PIR-18, 19: the fortress is a settlement now; without fortresses there is no fleet. */
static void capture(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    unsigned holding = 0;
    state->player[seat].settlements++; /* it comes back as the settlement it is */
    place_settlement(context, seat, state->board->fortress[seat], true);
    for (int other = 0; other < state->board->rules.players; other++)
        holding += state->player[other].lairs != 0;
    if (holding)
        return;
    state->pirate = HOLM_NONE;
    event_next(context, HOLM_EV_FLEET_GONE, 0);
}

/* The ships of the line nearest to the fortress are lost (SC-PIR-16). */
static void lose_ships(struct context *context, int seat, int count)
{
    struct holm_state *state = context->state;
    uint16_t line[HOLM_EDGES];
    int ships = line_from(state, seat, state->board->fortress[seat], line);
    for (int i = 0; i < count && i < ships; i++) {
        edge_remove(&state->warships, line[i]);
        remove_segment(context, line[i]);
    }
}

/* SC-PIR-15..17: at the end of one's own action phase, when the line touches one's own fortress. */
void besiege(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    if (!player->lairs || !ships_at(state, seat, state->board->fortress[seat]))
        return;
    int strength = 1 + draw_below(context->chance, 6), own = warships(state, seat);
    struct holm_event *event = event_next(context, HOLM_EV_SIEGE, seat);
    if (event) {
        event->n = (uint8_t)strength;
        event->m = (uint8_t)own;
    }
    if (own <= strength) {
        lose_ships(context, seat, own < strength ? LOST_SHIPS : 1);
        return;
    }
    player->lairs--;
    event_n(context, HOLM_EV_LAIR, seat, player->lairs);
    if (!player->lairs)
        capture(context, seat);
}
