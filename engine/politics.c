/* politics.c: the progress cards of the politics deck (CK-POL); intrigue is in knights.c. */
#include "engine/engine.h"

enum { WEDDING_CARDS = 2 };

/* ------------------------------------------------------------------ bishop */

int check_bishop(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_BISHOP);
    if (!error && robber_locked(state))
        error = HOLM_E_BISHOP_LOCKED;
    return error ? error : robber_site(state, action->place, 0);
}

/* One card from every opponent with a building there, in turn order. */
void apply_bishop(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int players = state->board->rules.players;
    unsigned victims = robber_victims(state, action->seat, action->place);
    play_progress(context, action->seat, HOLM_BISHOP);
    state->robber = (uint8_t)action->place;
    struct holm_event *event = event_next(context, HOLM_EV_ROBBER, action->seat);
    if (event)
        event->place = action->place;
    for (int i = 1; i < players; i++) {
        int seat = (action->seat + i) % players;
        if (victims & seat_bit(seat))
            rob(context, action->seat, seat);
    }
}

/* ---------------------------------------------------------------- deserter */

static bool has_knight(const struct holm_state *state, int seat)
{
    for (int rank = 0; rank < HOLM_RANKS; rank++)
        if (state->player[seat].knights[rank] < state->board->rules.knights)
            return true;
    return false;
}

int check_deserter(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_DESERTER);
    if (error)
        return error;
    return action->target != action->seat && has_knight(state, action->target) ? HOLM_OK
                                                                               : HOLM_E_NO_TARGET;
}

void apply_deserter(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    bool by_victim = state->board->rules.deserter_chooser == HOLM_CHOOSER_VICTIM &&
                     is_player(state, action->target);
    play_progress(context, action->seat, HOLM_DESERTER);
    step_push(state, HOLM_STEP_DESERTER, seat_bit(by_victim ? action->target : action->seat),
              action->target, 0);
}

/* CKDUO-CARD-DESERTER: a neutral colour loses its weakest knight. */
static int weakest_rank(const struct holm_state *state, int seat)
{
    int rank = 1;
    while (rank < HOLM_RANKS &&
           state->player[seat].knights[rank - 1] == state->board->rules.knights)
        rank++;
    return rank;
}

int check_remove(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    int victim = holm_step(state)->n;
    if (!is_knight(byte) || piece_seat(byte) != victim)
        return HOLM_E_NOT_OWN_KNIGHT;
    if (!is_player(state, victim) && knight_rank(byte) != weakest_rank(state, victim))
        return HOLM_E_NEUTRAL_WEAKEST;
    return HOLM_OK;
}

/* CK-POL-DESERTER-3: a rank that may be placed for the one that was removed. */
static bool rank_allowed(const struct holm_state *state, int seat, int lost, int rank)
{
    const uint8_t *left = state->player[seat].knights;
    if (!left[rank - 1])
        return false;
    switch (state->board->rules.deserter_replacement) {
    case HOLM_EQUAL_OR_LOWER:
        return rank <= lost;
    case HOLM_EQUAL_ELSE_BASIC:
        return rank == lost || (rank == 1 && !left[lost - 1]);
    default:
        return rank == lost;
    }
}

static bool enlist_possible(const struct holm_state *state, int seat, int lost)
{
    bool rank_free = false;
    for (int rank = 1; rank <= HOLM_RANKS; rank++)
        rank_free |= rank_allowed(state, seat, lost, rank);
    for (int corner = 0; rank_free && corner < state->board->topology.corners; corner++)
        if (knight_site(state, seat, corner) == HOLM_OK)
            return true;
    return false;
}

void apply_remove(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int rank = knight_rank(state->corner[action->place]);
    bool active = corner_in(&state->active_knights, action->place);
    step_pop(state);
    remove_knight(context, action->place);
    if (!enlist_possible(state, state->active, rank))
        return;
    step_push(state, HOLM_STEP_ENLIST, seat_bit(state->active), rank, 0);
    top_step(state)->data[0] = active;
}

int check_enlist(const struct holm_state *state, const struct holm_action *action)
{
    if (!rank_allowed(state, action->seat, holm_step(state)->n, action->card + 1))
        return HOLM_E_ENLIST_RANK;
    return knight_site(state, action->seat, action->place);
}

void apply_enlist(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    bool active = top_step(state)->data[0];
    step_pop(state);
    place_knight(context, action->seat, action->place, action->card + 1, active, true);
    if (active && !state->board->rules.deserter_acts)
        corner_add(&state->tired, action->place);
}

/* ---------------------------------------------------------------- diplomat */

static bool owns_corner(const struct holm_state *state, int seat, int corner)
{
    return state->corner[corner] && piece_seat(state->corner[corner]) == seat;
}

/* Whether another segment of the owner's meets an edge at one of its ends. */
static bool goes_on(const struct holm_state *state, int edge, int corner)
{
    const uint16_t *edges = state->board->topology.corner_edge[corner];
    int owner = piece_seat(state->edge[edge]);
    for (int i = 0; i < 3; i++)
        if (edges[i] != HOLM_NO_EDGE && edges[i] != edge && state->edge[edges[i]] &&
            piece_seat(state->edge[edges[i]]) == owner)
            return true;
    return false;
}

/* Whether the route that leads from an edge over one of its ends comes to a building or knight of
 * the owner's. Others' pieces cut it; roads and ships only meet at what is looked for. */
static bool leads_home(const struct holm_state *state, int edge, int from)
{
    const struct holm_topology *topology = &state->board->topology;
    const uint8_t segment = state->edge[edge];
    uint8_t found[HOLM_CORNERS] = { (uint8_t)from };
    struct holm_corner_set seen = { 0 };
    corner_add(&seen, from);
    corner_add(&seen, topology->edge_corner[edge][topology->edge_corner[edge][0] == from]);
    for (int next = 0, count = 1; next < count; next++) {
        const int corner = found[next];
        if (state->corner[corner]) {
            if (owns_corner(state, piece_seat(segment), corner))
                return true;
            continue;
        }
        for (int i = 0; i < 3; i++) {
            const int other = topology->corner_edge[corner][i];
            const int far = topology->corner_neighbour[corner][i];
            if (other == HOLM_NO_EDGE || state->edge[other] != segment || corner_in(&seen, far))
                continue;
            corner_add(&seen, far);
            found[count++] = (uint8_t)far;
        }
    }
    return false;
}

/* CK-POL-DIPLOMAT-4: at one end the owner has no other segment, building or knight; where the rules
 * look at links, a knight there counts only if the road links it to another knight or a building. */
static bool is_open_road(const struct holm_state *state, int edge)
{
    const uint8_t *ends = state->board->topology.edge_corner[edge];
    const bool links = state->board->rules.diplomat == HOLM_DIPLOMAT_UNLINKED_ROAD;
    const int owner = piece_seat(state->edge[edge]);
    for (int end = 0; end < 2; end++) {
        if (goes_on(state, edge, ends[end]))
            continue;
        if (!owns_corner(state, owner, ends[end]))
            return true;
        if (links && is_knight(state->corner[ends[end]]) && !leads_home(state, edge, ends[!end]))
            return true;
    }
    return false;
}

int check_diplomat(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_DIPLOMAT);
    if (error)
        return error;
    if (!state->edge[action->place])
        return HOLM_E_NOT_OPEN_ROAD;
    return state->board->rules.diplomat == HOLM_DIPLOMAT_ANY_ROAD ||
                   is_open_road(state, action->place)
               ? HOLM_OK
               : HOLM_E_NOT_OPEN_ROAD;
}

/* Where the road just taken up may go: not back to where it was. */
int replacement_site(const struct holm_state *state, int edge)
{
    const struct holm_step *step = holm_step(state);
    if (edge == step->place)
        return HOLM_E_SAME_EDGE;
    return step->data[1] ? ship_site(state, step->n, edge) : road_site(state, step->n, edge);
}

static bool replacement_possible(const struct holm_state *state)
{
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        if (replacement_site(state, edge) == HOLM_OK)
            return true;
    return false;
}

/* A road of one's own may be laid elsewhere; by the house rules any road is, by its owner's ways. */
void apply_diplomat(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int owner = piece_seat(state->edge[action->place]);
    bool any = state->board->rules.diplomat == HOLM_DIPLOMAT_ANY_ROAD;
    bool ship = piece_kind(state->edge[action->place]) == HOLM_SHIP;
    play_progress(context, action->seat, HOLM_DIPLOMAT);
    remove_segment(context, action->place);
    if (owner != action->seat && !any)
        return;
    step_push(state, HOLM_STEP_REPLACE_ROAD, seat_bit(action->seat), owner, action->place);
    top_step(state)->data[0] = !any;
    top_step(state)->data[1] = ship; /* CKSEA-17: like for like */
    if (!replacement_possible(state))
        step_pop(state);
}

/* ------------------------------------------------------- saboteur, wedding */

int check_saboteur(const struct holm_state *state, const struct holm_action *action)
{
    return check_progress(state, action->seat, HOLM_SABOTEUR);
}

void apply_saboteur(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    unsigned losers = 0;
    play_progress(context, action->seat, HOLM_SABOTEUR);
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (seat != action->seat &&
            state->player[seat].points >= state->player[action->seat].points)
            losers |= seat_bit(seat);
    ask_discards(context, losers);
}

int check_wedding(const struct holm_state *state, const struct holm_action *action)
{
    return check_progress(state, action->seat, HOLM_WEDDING);
}

void apply_wedding(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    unsigned givers = 0;
    play_progress(context, action->seat, HOLM_WEDDING);
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        struct holm_player *player = &state->player[seat];
        if (player->points <= state->player[action->seat].points || !player->cards)
            continue;
        player->owed = player->cards < WEDDING_CARDS ? player->cards : WEDDING_CARDS;
        givers |= seat_bit(seat);
    }
    if (givers)
        step_push(state, HOLM_STEP_WEDDING, givers, 0, 0);
}

/* The gifts change hands when the last one is chosen. */
void wedding_gift(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    if (!pledge(state, action))
        return;
    step_pop(state);
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        struct holm_player *giver = &state->player[seat];
        if (!giver->pledged)
            continue;
        lose(state, seat, &giver->pledge);
        gain(state, state->active, &giver->pledge);
        struct holm_event *event = event_next(context, HOLM_EV_GIFT, seat);
        if (event) {
            event->target = state->active;
            event->cards = giver->pledge;
            event->n = giver->pledged;
        }
        giver->pledge = cards_of(0);
        giver->pledged = 0;
        offers_lapse(context, seat);
    }
}

/* --------------------------------------------------------------------- spy */

int check_spy(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_SPY);
    if (error)
        return error;
    if (!is_player(state, action->target) || action->target == action->seat ||
        !holm_progress_count(&state->player[action->target]))
        return HOLM_E_NO_TARGET;
    return HOLM_OK;
}

void apply_spy(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_SPY);
    step_push(context->state, HOLM_STEP_SPY, seat_bit(action->seat), action->target, 0);
}

int check_steal_card(const struct holm_state *state, const struct holm_action *action)
{
    if (holm_progress_info[action->card].kind == HOLM_NO_ACTION)
        return HOLM_E_POINT_KEPT; /* CK-POL-SPY-3, whether or not it is there */
    return state->player[holm_step(state)->n].progress[action->card] ? HOLM_OK
                                                                     : HOLM_E_PROGRESS_NOT_HELD;
}

void apply_steal_card(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int target = top_step(state)->n;
    int track = holm_progress_track(&state->board->rules, action->card);
    step_pop(state);
    state->player[target].progress[action->card]--;
    state->player[target].backs[track]--;
    state->player[action->seat].progress[action->card]++;
    state->player[action->seat].backs[track]++;
    struct holm_event *event = event_next(context, HOLM_EV_SPY, action->seat);
    if (event) {
        event->target = (uint8_t)target;
        event->progress = action->card;
        event->track = (uint8_t)track;
        event->n = 1;
    }
}

/* ----------------------------------------------------------------- warlord */

int check_warlord(const struct holm_state *state, const struct holm_action *action)
{
    return check_progress(state, action->seat, HOLM_WARLORD);
}

void apply_warlord(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    play_progress(context, action->seat, HOLM_WARLORD);
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->knights.w[i] & ~state->active_knights.w[i]; left;
             left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (piece_seat(state->corner[corner]) == action->seat)
                activate_knight(context, corner);
        }
}
