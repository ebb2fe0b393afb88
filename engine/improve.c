/* improve.c: walls, city improvements and metropolises (CK-WALL, CK-IMP, CK-METRO). */
#include "engine/engine.h"

/* ------------------------------------------------------------------ cities */

int plain_cities(const struct holm_state *state, int seat, uint8_t *corners)
{
    int count = 0;
    for (int i = 0; i < state->board->topology.corners; i += BYTES_IN_WORD)
        for (uint64_t left = bytes_equal(eight_bytes(&state->corner[i]), piece_of(HOLM_CITY, seat));
             left; left &= left - 1) {
            if (corners)
                corners[count] = (uint8_t)(i + first_byte(left));
            count++;
        }
    return count;
}

int count_cities(const struct holm_state *state, int seat)
{
    int count = plain_cities(state, seat, NULL);
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (state->metropolis[track] != HOLM_NONE &&
            piece_seat(state->corner[state->metropolis[track]]) == seat)
            count++;
    return count;
}

static int metropolis_holder(const struct holm_state *state, int track)
{
    int corner = state->metropolis[track];
    return corner == HOLM_NONE ? HOLM_NONE : piece_seat(state->corner[corner]);
}

/* ------------------------------------------------------------------- walls */

/* CK-WALL-2, 3 */
int wall_site(const struct holm_state *state, int seat, int corner)
{
    uint8_t byte = state->corner[corner];
    if (!state->board->rules.walls)
        return HOLM_E_NO_WALLS;
    if (!byte || piece_seat(byte) != seat || !is_city(byte))
        return HOLM_E_WALL_PLACE;
    if (corner_in(&state->walls, corner))
        return HOLM_E_WALL_THERE;
    return state->player[seat].walls ? HOLM_OK : HOLM_E_WALL_THERE;
}

int check_wall(const struct holm_state *state, const struct holm_action *action)
{
    int error = wall_site(state, action->seat, action->place);
    if (!error)
        error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_WALL);
}

void place_wall(struct context *context, int seat, int corner, bool is_free)
{
    struct holm_state *state = context->state;
    corner_add(&state->walls, corner);
    state->player[seat].walls--;
    struct holm_event *event = event_next(context, HOLM_EV_BUILD, seat);
    if (event) {
        event->piece = HOLM_WALL;
        event->place = (uint16_t)corner;
        event->n = is_free;
    }
}

void apply_wall(struct context *context, const struct holm_action *action)
{
    pay(context, action->seat, &context->state->board->rules.cost[HOLM_BUY_WALL]);
    place_wall(context, action->seat, action->place, false);
    enter_part(context, PART_BUILD);
}

/* ------------------------------------------------------------ improvements */

static struct holm_cards improvement_cost(const struct holm_state *state, int seat, int track,
                                          int discount)
{
    struct holm_cards cost = { { 0 } };
    int card = state->board->rules.track_commodity[track];
    cost.n[card] = (uint8_t)(state->player[seat].level[track] + 1 - discount); /* CK-IMP-2 */
    return cost;
}

/* CK-IMP-2..4, CK-METRO-5 */
int improvement(const struct holm_state *state, int seat, int track, int discount)
{
    const struct holm_rules *rules = &state->board->rules;
    int level = state->player[seat].level[track] + 1;
    if (level > HOLM_LEVELS)
        return HOLM_E_LEVEL_TOP;
    if (rules->improvement_needs_city && !count_cities(state, seat))
        return HOLM_E_IMPROVE_CITY;
    if (rules->metropolis_needs_city && level >= rules->metropolis_level &&
        !plain_cities(state, seat, NULL) && metropolis_holder(state, track) != seat)
        return HOLM_E_METROPOLIS_CITY;
    struct holm_cards cost = improvement_cost(state, seat, track, discount);
    return cards_cover(&state->player[seat].hand, &cost) ? HOLM_OK : HOLM_E_IMPROVE_COST;
}

static int levels(const struct holm_state *state, int seat)
{
    const uint8_t *level = state->player[seat].level;
    return level[HOLM_TRADE] + level[HOLM_POLITICS] + level[HOLM_SCIENCE];
}

/* Who has the metropolis of a track, or waits for a city to put it on. */
static int metropolis_owner(const struct holm_state *state, int track)
{
    return state->entitled[track] ? state->entitled[track] - 1 : metropolis_holder(state, track);
}

/* Whether a seat that has just reached a level takes the metropolis (CK-METRO-1, 3, 4; C8-CK-METRO). */
static bool takes_metropolis(const struct holm_state *state, int seat, int track)
{
    const struct holm_rules *rules = &state->board->rules;
    int holder = metropolis_owner(state, track), level = state->player[seat].level[track];
    if (level < rules->metropolis_level || holder == seat)
        return false;
    if (holder == HOLM_NONE)
        return true;
    if (!plain_cities(state, seat, NULL))
        return false;
    if (rules->metropolis_capture == HOLM_CAPTURE_FIRST_TO_5)
        return level == HOLM_LEVELS && state->player[holder].level[track] < HOLM_LEVELS;
    return levels(state, seat) > levels(state, holder);
}

static void metropolis_leave(struct holm_state *state, int track)
{
    int corner = state->metropolis[track];
    if (corner == HOLM_NONE)
        return;
    int holder = piece_seat(state->corner[corner]);
    state->corner[corner] = piece_of(HOLM_CITY, holder); /* CK-METRO-8 */
    state->player[holder].points -= METROPOLIS_POINTS;
    state->metropolis[track] = HOLM_NONE;
}

static void metropolis_place(struct context *context, int seat, int track, int corner)
{
    struct holm_state *state = context->state;
    metropolis_leave(state, track);
    state->metropolis[track] = (uint8_t)corner;
    state->corner[corner] = piece_of(HOLM_METROPOLIS, seat);
    state->player[seat].points += METROPOLIS_POINTS;
    struct holm_event *event = event_next(context, HOLM_EV_METROPOLIS, seat);
    if (event) {
        event->track = (uint8_t)track;
        event->piece = HOLM_METROPOLIS;
        event->place = (uint16_t)corner;
    }
}

/* With several plain cities the owner chooses; with one there is nothing to ask. */
static void metropolis_award(struct context *context, int seat, int track)
{
    struct holm_state *state = context->state;
    uint8_t corners[HOLM_CORNERS];
    int cities = plain_cities(state, seat, corners);
    state->entitled[track] = cities ? 0 : (uint8_t)(seat + 1); /* C8-CK-METRO-3 */
    if (cities == 1)
        metropolis_place(context, seat, track, corners[0]);
    else if (cities)
        step_push(state, HOLM_STEP_METROPOLIS, seat_bit(seat), track, 0);
}

/* C8-CK-METRO-3: who is entitled to a metropolis that lies aside takes it with a new plain city. */
void metropolis_waiting(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (state->entitled[track] == seat + 1) {
            metropolis_award(context, seat, track);
            return;
        }
}

void improve(struct context *context, int seat, int track, int discount)
{
    struct holm_state *state = context->state;
    struct holm_cards cost = improvement_cost(state, seat, track, discount);
    if (!cards_none(&cost))
        pay(context, seat, &cost);
    state->player[seat].level[track]++;
    struct holm_event *event = event_next(context, HOLM_EV_IMPROVE, seat);
    if (event) {
        event->track = (uint8_t)track;
        event->n = state->player[seat].level[track];
    }
    if (takes_metropolis(state, seat, track))
        metropolis_award(context, seat, track);
}

int check_improve(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_part(state, PART_BUILD);
    return error ? error : improvement(state, action->seat, action->card, 0);
}

void apply_improve(struct context *context, const struct holm_action *action)
{
    improve(context, action->seat, action->card, 0);
    enter_part(context, PART_BUILD);
}

int check_metropolis(const struct holm_state *state, const struct holm_action *action)
{
    uint8_t byte = state->corner[action->place];
    if (byte == piece_of(HOLM_CITY, action->seat))
        return HOLM_OK;
    return byte == piece_of(HOLM_REDUCED, action->seat) ? HOLM_E_METROPOLIS_REDUCED
                                                        : HOLM_E_NOT_PLAIN_CITY;
}

void apply_metropolis(struct context *context, const struct holm_action *action)
{
    int track = top_step(context->state)->n;
    step_pop(context->state);
    metropolis_place(context, action->seat, track, action->place);
}
