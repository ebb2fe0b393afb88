/* science.c: the progress cards of the science deck (CK-SCI). */
#include "engine/engine.h"

enum { SMITH_PROMOTIONS = 2, PER_HEX = 2 };

/* Before the roll: both dice are set; at most one card a roll. */
int check_alchemist(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    int error = check_progress(state, action->seat, HOLM_ALCHEMIST);
    if (error)
        return error;
    if (step->kind != HOLM_STEP_ROLL || step->n > 0)
        return HOLM_E_ROLLED;
    return state->alchemy ? HOLM_E_ALCHEMY : HOLM_OK;
}

void apply_alchemist(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_ALCHEMIST);
    context->state->alchemy = holm_dice_byte(action->place, action->to);
    struct holm_event *event = event_next(context, HOLM_EV_DICE_SET, action->seat);
    if (event) {
        event->dice[0] = (uint8_t)action->place;
        event->dice[1] = (uint8_t)action->to;
    }
}

int check_crane(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_CRANE);
    return error ? error : improvement(state, action->seat, action->card, 1);
}

void apply_crane(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_CRANE);
    improve(context, action->seat, action->card, 1);
}

int check_engineer(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_ENGINEER);
    return error ? error : wall_site(state, action->seat, action->place);
}

void apply_engineer(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_ENGINEER);
    place_wall(context, action->seat, action->place, true);
}

int check_medicine(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_MEDICINE);
    if (!error)
        error = city_site(state, action->seat, action->place);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_MEDICINE);
}

void apply_medicine(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_MEDICINE);
    pay(context, action->seat, &context->state->board->rules.cost[HOLM_BUY_MEDICINE]);
    place_city(context, action->seat, action->place, false);
}

/* ---------------------------------------------------------------- inventor */

static bool own_building_on(const struct holm_state *state, int seat, int hex)
{
    for (int i = 0; i < 6; i++) {
        uint8_t byte = state->corner[state->board->topology.hex_corner[hex][i]];
        if (is_building(byte) && piece_seat(byte) == seat)
            return true;
    }
    return false;
}

/* CK-SCI-INVENTOR-1, 2: discs that may be swapped. */
static bool swappable(const struct holm_state *state, int seat, int hex)
{
    const struct holm_rules *rules = &state->board->rules;
    int disc = state->disc[hex];
    bool excluded = disc == 2 || disc == 6 || disc == 8 || disc == 12;
    return disc && (!excluded || rules->inventor_any_disc) &&
           (!rules->inventor_own_building || own_building_on(state, seat, hex));
}

int check_inventor(const struct holm_state *state, const struct holm_action *action)
{
    int discs = 0, error = check_progress(state, action->seat, HOLM_INVENTOR);
    for (int hex = 0; !error && hex < state->board->topology.hexes; hex++)
        discs += swappable(state, action->seat, hex);
    return error ? error : discs < 2 ? HOLM_E_NO_DISCS : HOLM_OK;
}

void apply_inventor(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_INVENTOR);
    step_push(context->state, HOLM_STEP_INVENTOR, seat_bit(action->seat), 2, 0);
}

int check_disc(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(state);
    if (swappable(state, action->seat, action->place))
        return step->n == 1 && step->place == action->place ? HOLM_E_DISC : HOLM_OK;
    return state->board->rules.inventor_own_building &&
                   !own_building_on(state, action->seat, action->place)
               ? HOLM_E_DISC_BUILDING
               : HOLM_E_DISC;
}

void apply_disc(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    if (step->n == 2) {
        step->n = 1;
        step->place = action->place;
        return;
    }
    int first = step->place, second = action->place;
    uint8_t disc = state->disc[first];
    state->disc[first] = state->disc[second];
    state->disc[second] = disc;
    step_pop(state);
    struct holm_event *event = event_next(context, HOLM_EV_SWAP, action->seat);
    if (event) {
        event->place = (uint16_t)first;
        event->to = (uint16_t)second;
    }
}

/* ------------------------------------------------------ irrigation, mining */

int check_irrigation(const struct holm_state *state, const struct holm_action *action)
{
    return check_progress(state, action->seat, HOLM_IRRIGATION);
}

int check_mining(const struct holm_state *state, const struct holm_action *action)
{
    return check_progress(state, action->seat, HOLM_MINING);
}

/* Two cards for every hex of a terrain with a building of one's own; what the bank has. */
static void harvest(struct context *context, int seat, int terrain)
{
    struct holm_state *state = context->state;
    struct holm_cards cards = { { 0 } };
    int card = holm_yield(terrain), count = 0;
    for (int hex = 0; hex < state->board->topology.hexes; hex++)
        if (state->terrain[hex] == terrain && own_building_on(state, seat, hex))
            count += PER_HEX;
    cards.n[card] = (uint8_t)(count < state->bank.n[card] ? count : state->bank.n[card]);
    if (cards_none(&cards))
        return;
    cards_subtract(&state->bank, &cards);
    gain(state, seat, &cards);
    event_cards(context, HOLM_EV_TAKE, seat, &cards);
}

void apply_irrigation(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_IRRIGATION);
    harvest(context, action->seat, HOLM_FIELDS);
}

void apply_mining(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_MINING);
    harvest(context, action->seat, HOLM_MOUNTAINS);
}

/* ------------------------------------------------------------------- smith */

int check_smith(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_progress(state, action->seat, HOLM_SMITH);
    return error ? error : any_promotion(state, action->seat) ? HOLM_OK : HOLM_E_NO_TARGET;
}

void apply_smith(struct context *context, const struct holm_action *action)
{
    play_progress(context, action->seat, HOLM_SMITH);
    step_push(context->state, HOLM_STEP_SMITH, seat_bit(action->seat), SMITH_PROMOTIONS, 0);
}
