/* wonders.c: wonders claimed and built (SC-WON). */
#include "engine/engine.h"

/* SC-WON-8: what each level costs. */
const struct holm_cards holm_wonder_cost[HOLM_WONDERS] = {
    [HOLM_GRAND_THEATER] = { { [HOLM_BRICK] = 1, [HOLM_WOOL] = 3, [HOLM_WOOD] = 1 } },
    [HOLM_GREAT_BRIDGE] = { { [HOLM_WOOL] = 1, [HOLM_GRAIN] = 1, [HOLM_WOOD] = 3 } },
    [HOLM_GRAND_MONUMENT] = { { [HOLM_ORE] = 2, [HOLM_GRAIN] = 3 } },
    [HOLM_GREAT_WALL] = { { [HOLM_BRICK] = 3, [HOLM_GRAIN] = 1, [HOLM_WOOD] = 1 } },
    [HOLM_GRAND_CASTLE] = { { [HOLM_BRICK] = 1, [HOLM_ORE] = 3, [HOLM_GRAIN] = 1 } },
};
enum { CASTLE_POINTS = 6, MONUMENT_ROUTE = 5 };

/* Own buildings on some corners; cities only, where wanted. */
static int buildings_on(const struct holm_state *state, int seat, const struct holm_corner_set *set,
                        bool cities)
{
    int count = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++) {
        uint8_t byte = state->corner[corner];
        if (is_building(byte) && piece_seat(byte) == seat && (!cities || is_city(byte)) &&
            (!set || corner_in(set, corner)))
            count++;
    }
    return count;
}

static bool city_at_harbour(const struct holm_state *state, int seat)
{
    for (int corner = 0; corner < state->board->topology.corners; corner++) {
        uint8_t byte = state->corner[corner];
        if (is_city(byte) && piece_seat(byte) == seat &&
            (state->board->corner_port[corner] != HOLM_NO_PORT || placed_ports_at(state, corner)))
            return true;
    }
    return false;
}

/* SC-WON-7 */
static bool meets(const struct holm_state *state, int seat, int wonder)
{
    const struct holm_corner_set *marked = state->board->marked;
    switch ((enum holm_wonder)wonder) {
    case HOLM_GRAND_THEATER:
        return buildings_on(state, seat, NULL, true) >= 2;
    case HOLM_GREAT_BRIDGE:
        return buildings_on(state, seat, &marked[HOLM_MARK_BRIDGE], false) > 0;
    case HOLM_GRAND_MONUMENT:
        return city_at_harbour(state, seat) && state->player[seat].route >= MONUMENT_ROUTE;
    case HOLM_GREAT_WALL:
        return buildings_on(state, seat, &marked[HOLM_MARK_WALL], false) > 0;
    case HOLM_GRAND_CASTLE:
        return buildings_on(state, seat, NULL, true) && holm_points(state, seat) >= CASTLE_POINTS;
    case HOLM_WONDERS:
        break;
    }
    return false;
}

int check_claim(const struct holm_state *state, const struct holm_action *action)
{
    if (state->player[action->seat].wonder || state->wonder_owner[action->card])
        return HOLM_E_WONDER_TAKEN;
    return meets(state, action->seat, action->card) ? HOLM_OK : HOLM_E_WONDER_NEED;
}

/* Hidden victory cards that the castle needs are shown. */
static void show_points(struct context *context, int seat)
{
    struct holm_player *player = &context->state->player[seat];
    int needed = CASTLE_POINTS - player->points - player->revealed;
    if (needed <= 0 || with_knights(context->state))
        return;
    int fresh = player->fresh[HOLM_VICTORY] < needed ? player->fresh[HOLM_VICTORY] : needed;
    player->development[HOLM_VICTORY] = (uint8_t)(player->development[HOLM_VICTORY] - needed);
    player->developments = (uint8_t)(player->developments - needed);
    player->fresh[HOLM_VICTORY] = (uint8_t)(player->fresh[HOLM_VICTORY] - fresh);
    player->bought = (uint8_t)(player->bought - fresh);
    player->revealed = (uint8_t)(player->revealed + needed);
    event_n(context, HOLM_EV_REVEAL, seat, needed);
}

void apply_claim(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    if (action->card == HOLM_GRAND_CASTLE)
        show_points(context, action->seat);
    state->player[action->seat].wonder = (uint8_t)(action->card + 1);
    state->wonder_owner[action->card] = (uint8_t)(action->seat + 1);
    event_n(context, HOLM_EV_CLAIM, action->seat, action->card);
}

int check_wonder(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_player *player = &state->player[action->seat];
    if (!player->wonder)
        return HOLM_E_WONDER_NONE;
    int error = check_part(state, PART_BUILD);
    if (error)
        return error;
    return cards_cover(&player->hand, &holm_wonder_cost[player->wonder - 1]) ? HOLM_OK
                                                                             : HOLM_E_WONDER_COST;
}

void apply_wonder(struct context *context, const struct holm_action *action)
{
    struct holm_player *player = &context->state->player[action->seat];
    pay(context, action->seat, &holm_wonder_cost[player->wonder - 1]);
    player->wonder_level++;
    enter_part(context, PART_BUILD);
    struct holm_event *event = event_next(context, HOLM_EV_WONDER, action->seat);
    if (event) {
        event->n = (uint8_t)(player->wonder - 1);
        event->m = player->wonder_level;
    }
}

/* SC-WON-1: a finished wonder, or the points and the highest wonder. */
bool wonder_wins(const struct holm_state *state, int seat, int more)
{
    int level = state->player[seat].wonder_level;
    if (level == HOLM_WONDER_LEVELS)
        return true;
    for (int other = 0; other < state->board->rules.players; other++)
        if (other != seat && state->player[other].wonder_level >= level)
            return false;
    return holm_points(state, seat) + more >= state->board->rules.target;
}
