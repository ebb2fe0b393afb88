/* knights.c: knights recruited, activated, promoted, moved, displaced (CK-KNIGHT, CK-ACT, CK-MOVE,
 * CK-DISP, CK-CHASE). */
#include "engine/engine.h"

/* ------------------------------------------------------------------ pieces */

static struct holm_event *event_piece(struct context *context, int kind, int seat, int piece,
                                      int place, int to)
{
    struct holm_event *event = event_next(context, kind, seat);
    if (!event)
        return NULL;
    event->piece = (uint8_t)piece;
    event->place = (uint16_t)place;
    event->to = (uint16_t)to;
    return event;
}

/* Takes a knight off a corner, leaving no trace there. */
static void lift_knight(struct holm_state *state, int corner)
{
    int seat = piece_seat(state->corner[corner]);
    state->corner[corner] = 0;
    corner_remove(&state->knights, corner);
    corner_remove(&state->active_knights, corner);
    corner_remove(&state->tired, corner);
    corner_remove(&state->acted, corner);
    corner_remove(&state->promoted, corner);
    corner_remove(&state->fighting, corner);
    routes_at(state, seat, corner);
}

static void set_knight(struct holm_state *state, int seat, int corner, int rank, bool active)
{
    state->corner[corner] = piece_of(HOLM_BASIC + rank - 1, seat);
    corner_add(&state->knights, corner);
    if (active)
        corner_add(&state->active_knights, corner);
    routes_at(state, seat, corner);
}

void place_knight(struct context *context, int seat, int corner, int rank, bool active,
                  bool is_free)
{
    struct holm_state *state = context->state;
    state->player[seat].knights[rank - 1]--;
    set_knight(state, seat, corner, rank, active);
    struct holm_event *event = event_next(context, HOLM_EV_BUILD, seat);
    if (event) {
        event->piece = (uint8_t)(HOLM_BASIC + rank - 1);
        event->place = (uint16_t)corner;
        event->n = is_free;
    }
}

void remove_knight(struct context *context, int corner)
{
    struct holm_state *state = context->state;
    uint8_t byte = state->corner[corner];
    state->player[piece_seat(byte)].knights[knight_rank(byte) - 1]++;
    lift_knight(state, corner);
    event_piece(context, HOLM_EV_LOST, piece_seat(byte), piece_kind(byte), corner, 0);
}

/* At the start of one's own turn, or of one's own special building: what was done is forgotten. */
void knights_rest(struct holm_state *state, int seat)
{
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->knights.w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (piece_seat(state->corner[corner]) != seat)
                continue;
            corner_remove(&state->tired, corner);
            corner_remove(&state->acted, corner);
            corner_remove(&state->promoted, corner);
        }
}

/* A knight of one's own on the corner. */
static int check_own(const struct holm_state *state, int seat, int corner)
{
    uint8_t byte = state->corner[corner];
    return is_knight(byte) && piece_seat(byte) == seat ? HOLM_OK : HOLM_E_NOT_OWN_KNIGHT;
}

/* ----------------------------------------------- recruit, activate, promote */

static bool touches_own_segment(const struct holm_state *state, int seat, int corner)
{
    for (int i = 0; i < 3; i++) {
        int edge = state->board->topology.corner_edge[corner][i];
        if (edge != HOLM_NO_EDGE && state->edge[edge] && piece_seat(state->edge[edge]) == seat)
            return true;
    }
    return false;
}

/* CK-KNIGHT-2, 3 */
int knight_site(const struct holm_state *state, int seat, int corner)
{
    if (state->corner[corner])
        return HOLM_E_KNIGHT_PLACE;
    if (!corner_in(&state->land, corner))
        return HOLM_E_KNIGHT_AT_SEA;
    return touches_own_segment(state, seat, corner) ? HOLM_OK : HOLM_E_KNIGHT_ROAD;
}

int check_recruit(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_part(state, PART_BUILD);
    if (!error)
        error = knight_site(state, action->seat, action->place);
    if (!error && !state->player[action->seat].knights[0])
        error = HOLM_E_RANK;
    return error ? error : check_pays(state, action->seat, HOLM_BUY_KNIGHT);
}

void apply_recruit(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    pay(context, action->seat, &state->board->rules.cost[HOLM_BUY_KNIGHT]);
    place_knight(context, action->seat, action->place, 1, false, false);
    enter_part(context, PART_BUILD);
    neutral_after_knight(context, action->seat, 1);
}

/* In the activation phase of an attack the 2025 rule lets the knight act afterwards. */
void activate_knight(struct context *context, int corner)
{
    struct holm_state *state = context->state;
    int eligibility = state->board->rules.knight_eligibility;
    uint8_t byte = state->corner[corner];
    bool in_attack = top_step(state)->kind == HOLM_STEP_ACTIVATION;
    corner_add(&state->active_knights, corner);
    if (eligibility == HOLM_KNIGHT_NOT_ACTIVATED_THIS_TURN ||
        (eligibility == HOLM_KNIGHT_ACTIVE_AT_START && !in_attack))
        corner_add(&state->tired, corner); /* CK-ACT-2 */
    event_piece(context, HOLM_EV_ACTIVATE, piece_seat(byte), piece_kind(byte), corner, 0);
}

int check_activate(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    int error = check_own(state, action->seat, action->place);
    if (is_knight(byte) && !is_player(state, piece_seat(byte)))
        error = HOLM_E_NEUTRAL_PASSIVE;
    if (!error && corner_in(&state->active_knights, action->place))
        error = HOLM_E_KNIGHT_ACTIVE;
    if (!error && holm_step(state)->kind != HOLM_STEP_ACTIVATION)
        error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_ACTIVATION);
}

void apply_activate(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    pay(context, action->seat, &state->board->rules.cost[HOLM_BUY_ACTIVATION]);
    activate_knight(context, action->place);
    if (top_step(state)->kind != HOLM_STEP_ACTIVATION)
        enter_part(context, PART_BUILD);
}

/* CK-KNIGHT-7..12: whether a knight may go up a rank, cost aside. */
int promotion(const struct holm_state *state, int seat, int corner)
{
    int error = check_own(state, seat, corner);
    if (error)
        return error;
    int rank = knight_rank(state->corner[corner]);
    if (rank == HOLM_RANKS)
        return HOLM_E_KNIGHT_TOP;
    if (corner_in(&state->promoted, corner))
        return HOLM_E_PROMOTED;
    if (rank + 1 == HOLM_RANKS && state->board->rules.mighty_needs_politics &&
        state->player[seat].level[HOLM_POLITICS] < 3)
        return HOLM_E_POLITICS;
    return state->player[seat].knights[rank] ? HOLM_OK : HOLM_E_PROMOTION_PIECE;
}

bool any_promotion(const struct holm_state *state, int seat)
{
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->knights.w[i]; left; left &= left - 1)
            if (promotion(state, seat, 64 * i + __builtin_ctzll(left)) == HOLM_OK)
                return true;
    return false;
}

void promote_knight(struct context *context, int corner)
{
    struct holm_state *state = context->state;
    uint8_t byte = state->corner[corner];
    int rank = knight_rank(byte), seat = piece_seat(byte);
    state->player[seat].knights[rank - 1]++;
    state->player[seat].knights[rank]--;
    state->corner[corner] = piece_of(HOLM_BASIC + rank, seat);
    corner_add(&state->promoted, corner);
    event_piece(context, HOLM_EV_PROMOTE, seat, HOLM_BASIC + rank, corner, 0);
}

int check_promote(const struct holm_state *state, const struct holm_action *action)
{
    int error = promotion(state, action->seat, action->place);
    if (error || holm_step(state)->kind == HOLM_STEP_SMITH)
        return error;
    error = check_part(state, PART_EXTRAS);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_PROMOTION);
}

void apply_promote(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    bool smith = step->kind == HOLM_STEP_SMITH;
    if (!smith) {
        pay(context, action->seat, &state->board->rules.cost[HOLM_BUY_PROMOTION]);
        enter_part(context, PART_EXTRAS);
    }
    promote_knight(context, action->place);
    if (smith && (--step->n == 0 || !any_promotion(state, action->seat)))
        step_pop(state);
    neutral_after_promotion(context, action->seat);
}

/* ---------------------------------------------------------- moving about */

/* CKSEA-11: whether a way may change from road to ship, or back, at a corner. */
static bool links(const struct holm_state *state, int seat, int corner, int from, int to)
{
    uint8_t byte = state->corner[corner];
    return from == to || from == HOLM_EMPTY || state->board->rules.knight_link_anywhere ||
           (is_building(byte) && piece_seat(byte) == seat);
}

/* CK-MOVE-1, 2: corners to be reached over the seat's own segments; another colour's piece may be the end
 * of the way but is not passed. */
void reachable(const struct holm_state *state, int seat, int from, struct holm_corner_set *set)
{
    const struct holm_topology *topology = &state->board->topology;
    uint16_t queue[HOLM_EDGES]; /* segments gone over, with the end they led to in `ends` */
    uint8_t ends[HOLM_EDGES];
    struct holm_edge_set gone = { { 0 } };
    int head = 0, tail = 0;
    memset(set, 0, sizeof *set);
    for (int corner = from, kind = HOLM_EMPTY;;) {
        for (int i = 0; i < 3; i++) {
            int edge = topology->corner_edge[corner][i];
            if (edge == HOLM_NO_EDGE || !state->edge[edge] || edge_in(&gone, edge) ||
                piece_seat(state->edge[edge]) != seat ||
                !links(state, seat, corner, kind, piece_kind(state->edge[edge])))
                continue;
            int next = topology->corner_neighbour[corner][i];
            edge_add(&gone, edge);
            corner_add(set, next);
            if (corner_blocks(state, next, seat))
                continue;
            queue[tail] = (uint16_t)edge;
            ends[tail++] = (uint8_t)next;
        }
        if (head == tail)
            break;
        kind = piece_kind(state->edge[queue[head]]);
        corner = ends[head++];
    }
    corner_remove(set, from);
}

/* CK-ACT-1..3: an active knight of one's own that may act. */
static int check_acts(const struct holm_state *state, int seat, int corner)
{
    int error = check_own(state, seat, corner);
    if (error)
        return error;
    if (!corner_in(&state->active_knights, corner))
        return HOLM_E_KNIGHT_INACTIVE;
    if (corner_in(&state->acted, corner))
        return HOLM_E_KNIGHT_ACTED;
    if (corner_in(&state->tired, corner))
        return HOLM_E_KNIGHT_TIRED;
    return check_part(state, PART_EXTRAS);
}

/* An acting knight lies down and does not act again this turn, wherever it ends up. */
static void tire(struct context *context, int corner)
{
    corner_remove(&context->state->active_knights, corner);
    corner_add(&context->state->tired, corner);
    corner_add(&context->state->acted, corner);
    enter_part(context, PART_EXTRAS);
}

/* Sets a knight from one corner on another; the once-a-turn marks go with it. */
static void carry_knight(struct context *context, int event, int from, int to)
{
    struct holm_state *state = context->state;
    uint8_t byte = state->corner[from];
    bool active = corner_in(&state->active_knights, from), tired = corner_in(&state->tired, from);
    bool acted = corner_in(&state->acted, from), promoted = corner_in(&state->promoted, from);
    lift_knight(state, from);
    set_knight(state, piece_seat(byte), to, knight_rank(byte), active);
    if (tired)
        corner_add(&state->tired, to);
    if (acted)
        corner_add(&state->acted, to);
    if (promoted)
        corner_add(&state->promoted, to);
    event_piece(context, event, piece_seat(byte), piece_kind(byte), from, to);
}

/* Why no way leads there: CK-MOVE-2 where only others stand in it. */
static int why_unreachable(const struct holm_state *state, int seat, int from, int to)
{
    struct holm_state alone = *state;
    struct holm_corner_set set;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        if (corner_blocks(state, corner, seat))
            alone.corner[corner] = 0;
    reachable(&alone, seat, from, &set);
    if (corner_in(&set, to))
        return HOLM_E_MOVE_BLOCKED;
    return with_ships(state) && touches_own_segment(state, seat, to) &&
                   !state->board->rules.knight_link_anywhere
               ? HOLM_E_KNIGHT_LINK
               : HOLM_E_MOVE_UNREACHABLE;
}

int check_move(const struct holm_state *state, const struct holm_action *action)
{
    struct holm_corner_set set;
    int error = check_acts(state, action->seat, action->place);
    if (error)
        return error;
    if (state->corner[action->to])
        return HOLM_E_MOVE_OCCUPIED;
    reachable(state, action->seat, action->place, &set);
    return corner_in(&set, action->to)
               ? HOLM_OK
               : why_unreachable(state, action->seat, action->place, action->to);
}

void apply_move(struct context *context, const struct holm_action *action)
{
    tire(context, action->place);
    carry_knight(context, HOLM_EV_MOVE, action->place, action->to);
}

int check_displace(const struct holm_state *state, const struct holm_action *action)
{
    struct holm_corner_set set;
    uint8_t other = state->corner[action->to];
    int error = check_acts(state, action->seat, action->place);
    if (error)
        return error;
    if (!is_knight(other))
        return HOLM_E_DISPLACE_TARGET;
    if (piece_seat(other) == action->seat)
        return HOLM_E_DISPLACE_OWN;
    reachable(state, action->seat, action->place, &set);
    if (!corner_in(&set, action->to))
        return why_unreachable(state, action->seat, action->place, action->to);
    bool equal_too = state->board->rules.displace_equal;
    if (knight_rank(other) < knight_rank(state->corner[action->place]) + equal_too)
        return HOLM_OK;
    return equal_too                                                ? HOLM_E_DISPLACE_STRONGER
           : piece_kind(state->corner[action->place]) == HOLM_BASIC ? HOLM_E_DISPLACE_BASIC
                                                                    : HOLM_E_DISPLACE_RANK;
}

/* ---------------------------------------------------------------- retreat */

/* Where a displaced knight may go: an empty corner on its owner's ways from its old place. */
static int retreats(const struct holm_state *state, int seat, int from, struct holm_corner_set *set)
{
    int count = 0;
    reachable(state, seat, from, set);
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = set->w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (state->corner[corner])
                corner_remove(set, corner);
            else
                count++;
        }
    return count;
}

/* CK-DISP-4..6: the knight leaves its corner; its owner (for a neutral colour the active player) moves
 * it, or it goes back to the supply. The corner itself is then free for whoever comes. */
void displace(struct context *context, int by, int corner)
{
    struct holm_state *state = context->state;
    uint8_t byte = state->corner[corner];
    int seat = piece_seat(byte), rank = knight_rank(byte);
    bool active = corner_in(&state->active_knights, corner);
    struct holm_event *event = event_next(context, HOLM_EV_DISPLACE, by);
    if (event) {
        event->target = (uint8_t)seat;
        event->piece = piece_kind(byte);
        event->place = (uint16_t)corner;
    }
    lift_knight(state, corner);
    step_push(state, HOLM_STEP_RETREAT, seat_bit(is_player(state, seat) ? seat : by), rank, corner);
    top_step(state)->data[0] = (uint8_t)seat;
    top_step(state)->data[1] = active;
}

/* The displaced knight has somewhere to go, or is lost at once. Called when whoever displaced it
 * has taken the corner. */
static void settle_retreat(struct context *context)
{
    struct holm_state *state = context->state;
    struct holm_step step = *top_step(state);
    struct holm_corner_set set;
    int seat = step.data[0];
    if (state->board->rules.displaced_fate == HOLM_DISPLACED_RETREATS &&
        retreats(state, seat, step.place, &set))
        return;
    step_pop(state);
    state->player[seat].knights[step.n - 1]++;
    event_piece(context, HOLM_EV_LOST, seat, HOLM_BASIC + step.n - 1, step.place, 0);
}

void apply_displace(struct context *context, const struct holm_action *action)
{
    tire(context, action->place);
    displace(context, action->seat, action->to);
    carry_knight(context, HOLM_EV_MOVE, action->place, action->to);
    settle_retreat(context);
}

int check_intrigue(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    int error = check_progress(state, action->seat, HOLM_INTRIGUE);
    if (error)
        return error;
    if (!is_knight(byte) || piece_seat(byte) == action->seat)
        return HOLM_E_DISPLACE_TARGET;
    return touches_own_segment(state, action->seat, action->place) ? HOLM_OK : HOLM_E_INTRIGUE_ROAD;
}

/* CK-POL-INTRIGUE */
void apply_intrigue(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_INTRIGUE);
    displace(context, action->seat, action->place);
    settle_retreat(context);
}

int check_retreat(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    struct holm_corner_set set;
    retreats(state, step->data[0], step->place, &set);
    return corner_in(&set, action->place) ? HOLM_OK : HOLM_E_RETREAT;
}

void apply_retreat(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step step = *top_step(state);
    step_pop(state);
    set_knight(state, step.data[0], action->place, step.n, step.data[1]);
    event_piece(context, HOLM_EV_RETREAT, step.data[0], HOLM_BASIC + step.n - 1, step.place,
                action->place);
}

/* ------------------------------------------------------------- the robber */

static bool next_to(const struct holm_state *state, int corner, int hex)
{
    const uint8_t *hexes = state->board->topology.corner_hex[corner];
    return hex != HOLM_NONE && (hexes[0] == hex || hexes[1] == hex || hexes[2] == hex);
}

/* CK-CHASE; before the roll only by the knight-errant variant (VAR-ERRANT). */
int check_chase(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    int error = check_acts(state, action->seat, action->place);
    if (action->card && !with_ships(state))
        return HOLM_E_NO_PIRATE;
    if (action->card && state->board->villages && !state->player[action->seat].relations)
        return HOLM_E_PIRATE_VILLAGE; /* CKSEA-25 */
    if (step->kind == HOLM_STEP_ROLL && (!state->board->rules.var_knight_errant || step->n > 0))
        return HOLM_E_ERRANT;
    if (step->kind == HOLM_STEP_ROLL && state->errant)
        return HOLM_E_ERRANT_TWICE;
    if (error)
        return error;
    if (robber_locked(state))
        return action->card ? HOLM_E_CHASE_PIRATE_LOCKED : HOLM_E_CHASE_LOCKED;
    return next_to(state, action->place, action->card ? state->pirate : state->robber) ? HOLM_OK
           : action->card ? HOLM_E_PIRATE_FAR
                          : HOLM_E_ROBBER_FAR;
}

void apply_chase(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    const struct holm_rules *rules = &state->board->rules;
    int flags = (rules->chase_destination == HOLM_CHASE_NUMBERED ? ROBBER_NUMBERED : 0) |
                (rules->chase_steals ? 0 : ROBBER_NO_STEAL) |
                (action->card ? PIRATE_ONLY : ROBBER_ONLY); /* CKSEA-15 */
    uint8_t piece = (uint8_t)piece_kind(state->corner[action->place]);
    state->errant = top_step(state)->kind == HOLM_STEP_ROLL;
    tire(context, action->place);
    if (state->errant)
        state->building = PART_TRADE;
    struct holm_event *event =
        event_piece(context, HOLM_EV_CHASE, action->seat, piece, action->place, 0);
    if (event)
        event->n = action->card;
    step_push(state, HOLM_STEP_ROBBER, seat_bit(action->seat), flags, 0);
}

/* C8-CK-KN-3: a knight moves the robber from anywhere, with a theft. */
int check_raid(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_acts(state, action->seat, action->place);
    return !error && robber_locked(state) ? HOLM_E_CHASE_LOCKED : error;
}

void apply_raid(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    uint8_t piece = (uint8_t)piece_kind(state->corner[action->place]);
    tire(context, action->place);
    event_piece(context, HOLM_EV_CHASE, action->seat, piece, action->place, 0);
    step_push(state, HOLM_STEP_ROBBER, seat_bit(action->seat), 0, 0);
}
