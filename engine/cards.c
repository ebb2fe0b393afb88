/* cards.c: development cards bought and played (BASE-DEV). */
#include "engine/engine.h"

enum { PLENTY = 2, FREE_ROADS = 2 };

const uint8_t development_kind[HOLM_DEVELOPMENTS] = {
    [HOLM_KNIGHT] = HOLM_DO_KNIGHT,
    [HOLM_VICTORY] = HOLM_NO_ACTION,
    [HOLM_ROAD_BUILDING] = HOLM_DO_ROAD_BUILDING,
    [HOLM_PLENTY] = HOLM_DO_PLENTY,
    [HOLM_MONOPOLY] = HOLM_DO_MONOPOLY,
};

int check_buy(const struct holm_state *state, const struct holm_action *action)
{
    if (!state->deck)
        return HOLM_E_DECK_EMPTY;
    int error = check_part(state, PART_BUILD);
    return error ? error : check_pays(state, action->seat, HOLM_BUY_DEVELOPMENT);
}

/* Cards that lie unseen elsewhere (SC-TRIBE-5) are as good as in the deck: any may come. */
void gain_development(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[seat];
    int unseen = 0;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
        unseen += state->deck_kind[kind];
    int kind = draw_weighted(context->chance, state->deck_kind, HOLM_DEVELOPMENTS, unseen);
    state->deck_kind[kind]--;
    player->developments++;
    player->development[kind]++;
    player->fresh[kind]++;
    player->bought++;
    struct holm_event *event = event_next(context, HOLM_EV_BUY, seat);
    if (event)
        event->development = (uint8_t)kind;
}

void apply_buy(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    pay(context, action->seat, &state->board->rules.cost[HOLM_BUY_DEVELOPMENT]);
    state->deck--;
    gain_development(context, action->seat);
    enter_part(context, PART_BUILD);
}

/* BASE-DEV-3, 4: held, not bought this turn, and the first one this turn. */
static int check_play(const struct holm_state *state, int seat, int kind)
{
    const struct holm_player *player = &state->player[seat];
    const struct holm_step *step = holm_step(state);
    if (step->kind == HOLM_STEP_ROLL && step->n > 0)
        return HOLM_E_MUST_ROLL; /* between two rolls */
    if (player->development[kind] == 0)
        return HOLM_E_CARD_NOT_HELD;
    if (player->development[kind] == player->fresh[kind])
        return HOLM_E_CARD_FRESH;
    return state->played ? HOLM_E_CARD_PLAYED : HOLM_OK;
}

static void play(struct context *context, int seat, int kind)
{
    struct holm_player *player = &context->state->player[seat];
    player->development[kind]--;
    player->developments--;
    context->state->spent[kind]++;
    context->state->played = 1;
    struct holm_event *event = event_next(context, HOLM_EV_PLAY, seat);
    if (event)
        event->development = (uint8_t)kind;
}

/* ------------------------------------------------------------------ knight */

int check_knight(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_play(state, action->seat, HOLM_KNIGHT);
    if (!error && state->board->map.lanes && armable_ship(state, action->seat) == HOLM_NO_EDGE)
        error = HOLM_E_NO_WARSHIP;
    return error;
}

void apply_knight(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    play(context, action->seat, HOLM_KNIGHT);
    if (state->board->map.lanes) { /* SC-PIR-2, 14 */
        arm_ship(context, action->seat);
        return;
    }
    state->player[action->seat].army++;
    state->stale |= STALE_ARMY;
    step_push(state, HOLM_STEP_ROBBER, seat_bit(action->seat), 0, 0);
}

/* ----------------------------------------------------------- road building */

/* A road, or at sea a ship (SEA-CARD-1). */
bool free_segment_possible(const struct holm_state *state, int seat)
{
    struct holm_edge_set sites;
    if (state->player[seat].roads) {
        road_sites(state, seat, &sites);
        if (edges_any(state->board, &sites))
            return true;
    }
    if (!state->player[seat].ships)
        return false;
    ship_sites(state, seat, &sites);
    return edges_any(state->board, &sites);
}

/* A development card, or in Cities & Knights a progress card. */
int check_road_building(const struct holm_state *state, const struct holm_action *action)
{
    int error = with_knights(state) ? check_progress(state, action->seat, HOLM_ROADS)
                                    : check_play(state, action->seat, HOLM_ROAD_BUILDING);
    if (error)
        return error;
    if (free_segment_possible(state, action->seat))
        return HOLM_OK;
    return with_knights(state) ? HOLM_E_NO_TARGET : HOLM_E_NO_FREE_ROAD;
}

/* What cannot be placed is dropped by the agenda (BASE-DEV-8). */
void apply_road_building(struct context *context, const struct holm_action *action)
{
    if (with_knights(context->state))
        play_progress(context, action->seat, HOLM_ROADS);
    else
        play(context, action->seat, HOLM_ROAD_BUILDING);
    step_push(context->state, HOLM_STEP_FREE_ROADS, seat_bit(action->seat), FREE_ROADS, 0);
}

/* ------------------------------------------------- year of plenty, monopoly */

int check_plenty(const struct holm_state *state, const struct holm_action *action)
{
    int error = check_play(state, action->seat, HOLM_PLENTY);
    if (!error && cards_none(&state->bank))
        error = HOLM_E_BANK_EMPTY;
    return error;
}

void apply_plenty(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    int left = cards_total(&state->bank);
    play(context, action->seat, HOLM_PLENTY);
    step_push(state, HOLM_STEP_TAKE, seat_bit(action->seat), left < PLENTY ? left : PLENTY, 0);
}

int check_take(const struct holm_state *state, const struct holm_action *action)
{
    int total = cards_total(&action->take);
    bool gold = holm_step(state)->kind == HOLM_STEP_GOLD;
    if (total < 1 || total > (gold ? state->player[action->seat].owed : holm_step(state)->n))
        return HOLM_E_TAKE_COUNT;
    for (int card = HOLM_RESOURCES; card < HOLM_CARDS; card++)
        if (action->take.n[card])
            return HOLM_E_RESOURCE;
    return cards_cover(&state->bank, &action->take) ? HOLM_OK : HOLM_E_BANK_EMPTY;
}

static bool resources_left(const struct holm_state *state)
{
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (state->bank.n[card])
            return true;
    return false;
}

/* SEA-GOLD-2: what the bank cannot give is lost. */
void gold_left(struct holm_state *state)
{
    while (top_step(state)->kind == HOLM_STEP_GOLD && !resources_left(state)) {
        state->player[step_seat(top_step(state))].owed = 0;
        step_next_seat(state);
    }
}

static void take_gold(struct holm_state *state, const struct holm_action *action)
{
    struct holm_player *player = &state->player[action->seat];
    player->owed = (uint8_t)(player->owed - cards_total(&action->take));
    if (!player->owed)
        step_next_seat(state);
    gold_left(state);
}

void apply_take(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    bool aqueduct = step->kind == HOLM_STEP_AQUEDUCT;
    cards_subtract(&state->bank, &action->take);
    gain(state, action->seat, &action->take);
    event_cards(context, aqueduct ? HOLM_EV_AQUEDUCT : HOLM_EV_TAKE, action->seat, &action->take);
    if (step->kind == HOLM_STEP_GOLD) {
        take_gold(state, action);
        return;
    }
    if (aqueduct) {
        step_next_seat(state);
        if (top_step(state)->kind == HOLM_STEP_AQUEDUCT && !resources_left(state))
            step_pop(state); /* CK-AQUE-4: the bank is empty */
        return;
    }
    step->n = (uint8_t)(step->n - cards_total(&action->take));
    if (!step->n)
        step_pop(state);
}

int check_monopoly(const struct holm_state *state, const struct holm_action *action)
{
    return check_play(state, action->seat, HOLM_MONOPOLY);
}

/* Everybody is named, also those who had none (INFO-25). */
void take_from_all(struct context *context, int seat, int card, int most)
{
    struct holm_state *state = context->state;
    for (int from = 0; from < state->board->rules.players; from++) {
        struct holm_cards cards = { { 0 } };
        int held = state->player[from].hand.n[card];
        if (from == seat)
            continue;
        cards.n[card] = (uint8_t)(held < most ? held : most);
        lose(state, from, &cards);
        gain(state, seat, &cards);
        struct holm_event *event = event_next(context, HOLM_EV_MONOPOLY, seat);
        if (event) {
            event->target = (uint8_t)from;
            event->card = (uint8_t)card;
            event->n = cards.n[card];
            event->m = (uint8_t)(most > 99 ? 0 : most);
        }
        if (!cards_none(&cards))
            offers_lapse(context, from);
    }
}

/* BASE-DEV-11: all cards of the kind. */
void apply_monopoly(struct context *context, const struct holm_action *action)
{
    play(context, action->seat, HOLM_MONOPOLY);
    take_from_all(context, action->seat, action->card, 255);
}
