/* roll.c: the dice, for the first turn and in every turn, and what the hexes yield. */
#include "engine/engine.h"

enum { FACES = 6 };

int holm_rolls_left(const struct holm_state *state)
{
    int left = 0;
    for (int first = 0; first < FACES; first++)
        left += __builtin_popcount(state->rolls_left[first]);
    return left;
}

void rolls_fill(struct holm_state *state)
{
    if (state->board->rules.balanced_dice)
        memset(state->rolls_left, ALL_FACES, sizeof state->rolls_left);
}

static int tell_dice(struct context *context, int event, int seat, const uint8_t dice[2])
{
    struct holm_event *record = event_next(context, event, seat);
    if (record)
        memcpy(record->dice, dice, 2);
    return dice[0] + dice[1];
}

static int roll_dice(struct context *context, int event, int seat, uint8_t dice[2])
{
    dice[0] = (uint8_t)(1 + draw_below(context->chance, FACES));
    dice[1] = (uint8_t)(1 + draw_below(context->chance, FACES));
    return tell_dice(context, event, seat, dice);
}

/* BASE-PROD-10, 11: one of the rolls left, each as likely as any other; die by die, so that the
 * draws are those of dice. */
static APART int draw_roll(struct context *context, int seat, uint8_t dice[2])
{
    struct holm_state *state = context->state;
    uint8_t weight[FACES];
    for (int face = 0; face < FACES; face++)
        weight[face] = (uint8_t)__builtin_popcount(state->rolls_left[face]);
    const int first = draw_weighted(context->chance, weight, FACES, holm_rolls_left(state));
    const int seconds = weight[first];
    for (int face = 0; face < FACES; face++)
        weight[face] = state->rolls_left[first] >> face & 1;
    const int second = draw_weighted(context->chance, weight, FACES, seconds);
    state->rolls_left[first] &= (uint8_t) ~(1u << second);
    if (holm_rolls_left(state) <= FEW_ROLLS)
        rolls_fill(state);
    dice[0] = (uint8_t)(1 + first);
    dice[1] = (uint8_t)(1 + second);
    return tell_dice(context, HOLM_EV_ROLL, seat, dice);
}

/* The dice of a turn. */
static int roll_in_turn(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    return state->board->rules.balanced_dice ? draw_roll(context, seat, state->dice)
                                             : roll_dice(context, HOLM_EV_ROLL, seat, state->dice);
}

/* BASE-SETUP-1: the highest total begins; those tied for it roll again. The step's place holds
 * who is still in the running. */
static APART void roll_for_start(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    uint8_t dice[2];
    int best = 0;
    unsigned leaders = 0;
    state->player[seat].start_total = (uint8_t)roll_dice(context, HOLM_EV_START_ROLL, seat, dice);
    step->seats &= (uint8_t)~seat_bit(seat);
    if (step->seats)
        return;
    for (int i = 0; i < state->board->rules.players; i++) {
        int total = step->place & seat_bit(i) ? state->player[i].start_total : 0;
        if (total > best) {
            best = total;
            leaders = 0;
        }
        if (total == best)
            leaders |= seat_bit(i);
    }
    step->seats = (uint8_t)leaders;
    step->place = (uint16_t)leaders;
    if (leaders & (leaders - 1)) {
        struct holm_event *event = event_next(context, HOLM_EV_START_TIE, seat);
        if (event) {
            event->seats = (uint8_t)leaders;
            event->n = (uint8_t)best;
        }
        return;
    }
    state->first = (uint8_t)step_seat(step);
    for (int i = 0; i < state->board->rules.players; i++)
        state->player[i].start_total = 0;
    event_next(context, HOLM_EV_START_PLAYER, state->first);
    ports_begin(context);
}

enum {
    CLAIMED_MAX = 100
}; /* as many as any bank has; odd maps could claim more than a byte holds */

/* A kind may be short: a sole claimant takes what is left, several get nothing (BASE-PROD-6, 7). */
static APART void ration(struct context *context, struct holm_cards *claims, int kind)
{
    struct holm_state *state = context->state;
    int claimants = 0, claimed = 0, left = state->bank.n[kind];
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        claimants += claims[seat].n[kind] != 0;
        claimed += claims[seat].n[kind];
    }
    if (claimed <= left)
        return;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (claims[seat].n[kind])
            claims[seat].n[kind] = (uint8_t)(claimants == 1 ? left : 0);
    struct holm_event *event = event_next(context, HOLM_EV_SHORTAGE, 0);
    if (event) {
        event->card = (uint8_t)kind;
        event->n = (uint8_t)(claimed < CLAIMED_MAX ? claimed : CLAIMED_MAX);
    }
}

/* What cities make of forest, pasture and mountains besides the resource (CK-PROD-2). */
static const uint8_t commodity_of[HOLM_TERRAINS] = {
    [HOLM_FOREST] = HOLM_PAPER, [HOLM_HILLS] = HOLM_NONE,     [HOLM_PASTURE] = HOLM_CLOTH,
    [HOLM_FIELDS] = HOLM_NONE,  [HOLM_MOUNTAINS] = HOLM_COIN, [HOLM_DESERT] = HOLM_NONE,
    [HOLM_SEA] = HOLM_NONE,
};

struct claims {
    struct holm_cards of[HOLM_SEATS];
    uint8_t choices[HOLM_SEATS]; /* cities with a choice, met so far (VAR-PROD-2) */
    uint8_t gold[HOLM_SEATS]; /* resources of choice (SEA-GOLD-1) */
};

static void claim(struct claims *claims, int seat, int card, int count)
{
    struct holm_cards more = cards_of_kind(card, count);
    if (claims->of[seat].n[card] < CLAIMED_MAX)
        cards_add(&claims->of[seat], &more);
}

/* BASE-PROD-3; CK-PROD-2, C8-CK-PROD-1, VAR-PROD-1 where there are commodities. */
static void claim_city(const struct holm_state *state, struct claims *claims, int seat, int terrain)
{
    const struct holm_rules *rules = &state->board->rules;
    int commodity = with_knights(state) ? commodity_of[terrain] : HOLM_NONE;
    bool two = commodity == HOLM_NONE;
    if (!two && rules->var_city_choice)
        two = state->player[seat].yields >> claims->choices[seat]++ & 1;
    if (!two)
        claim(claims, seat, commodity, 1);
    claim(claims, seat, holm_yield(terrain),
          two || rules->city_production == HOLM_CITY_TWO_PLUS_ONE ? 2 : 1);
}

/* BASE-PROD-1..5; whose claim it is, as a bit. */
static unsigned claim_building(const struct holm_state *state, uint8_t byte, int terrain,
                               struct claims *claims)
{
    int seat = piece_seat(byte);
    if (!is_building(byte) || !is_player(state, seat))
        return 0;
    if (terrain == HOLM_GOLD)
        claims->gold[seat] = (uint8_t)(claims->gold[seat] + (is_city(byte) ? 2 : 1));
    else if (is_city(byte))
        claim_city(state, claims, seat, terrain);
    else
        claim(claims, seat, holm_yield(terrain), 1);
    return seat_bit(seat);
}

/* What every building next to a producing hex claims. Most corners are empty. */
static unsigned claim_hex(const struct holm_state *state, int hex, struct claims *claims)
{
    const uint8_t *corners = state->board->topology.hex_corner[hex];
    unsigned seats = 0;
#pragma GCC unroll 6
    for (int i = 0; i < 6; i++)
        if (state->corner[corners[i]])
            seats |= claim_building(state, state->corner[corners[i]], state->terrain[hex], claims);
    return seats;
}

/* Returns who has a claim. */
static unsigned collect_claims(const struct holm_state *state, int total, struct claims *claims)
{
    unsigned seats = 0;
    for (int i = 0; i < state->board->topology.hexes; i += BYTES_IN_WORD)
        for (uint64_t left = bytes_equal(eight_bytes(&state->disc[i]), total); left;
             left &= left - 1) {
            int hex = i + first_byte(left);
            if (hex != state->robber)
                seats |= claim_hex(state, hex, claims);
        }
    return seats;
}

void holm_dice_yield(const struct holm_state *state, int total, int yield[HOLM_SEATS])
{
    struct claims claims = { 0 };
    collect_claims(state, total, &claims);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        yield[seat] = holm_cards_total(&claims.of[seat]) + claims.gold[seat];
}

/* CK-AQUE-1..4: owners of the aqueduct who got nothing, by the house rules only on one's own roll. */
static unsigned aqueducts(const struct holm_state *state, const struct claims *claims)
{
    unsigned seats = 0;
    bool own_only = state->board->rules.aqueduct_scope == HOLM_AQUEDUCT_OWN_ROLL;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        struct holm_cards got = claims->of[seat];
        if (own_only)
            got.n[HOLM_CLOTH] = got.n[HOLM_COIN] = got.n[HOLM_PAPER] = 0;
        if (state->player[seat].level[HOLM_SCIENCE] >= 3 && cards_none(&got) &&
            !claims->gold[seat] && (!own_only || seat == state->active))
            seats |= seat_bit(seat);
    }
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (state->bank.n[card])
            return seats;
    return 0;
}

/* SEA-GOLD-2: in turn order after ordinary production, from what the bank then has. */
static void ask_gold(struct holm_state *state, const uint8_t *picks)
{
    unsigned seats = 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (picks[seat]) {
            state->player[seat].owed = picks[seat];
            seats |= seat_bit(seat);
        }
    step_push_each(state, HOLM_STEP_GOLD, seats, 0);
    if (seats)
        gold_left(state);
}

static bool bank_covers(const struct holm_state *state, const struct claims *claims, unsigned seats)
{
    struct holm_cards left = state->bank;
    for (; seats; seats &= seats - 1) {
        const struct holm_cards *claimed = &claims->of[__builtin_ctz(seats)];
        if (!cards_cover(&left, claimed))
            return false;
        cards_subtract(&left, claimed);
    }
    return true;
}

static void produce(struct context *context, int total)
{
    struct holm_state *state = context->state;
    struct claims claims = { 0 };
    const unsigned claimants = collect_claims(state, total, &claims);
    for (int kind = 0; kind < HOLM_CARDS && !bank_covers(state, &claims, claimants); kind++)
        ration(context, claims.of, kind);
    for (unsigned seats = claimants; seats; seats &= seats - 1) {
        const int seat = __builtin_ctz(seats);
        if (cards_none(&claims.of[seat])) /* only gold, or the bank was short */
            continue;
        cards_subtract(&state->bank, &claims.of[seat]);
        gain(state, seat, &claims.of[seat]);
        event_cards(context, HOLM_EV_PRODUCE, seat, &claims.of[seat]);
    }
    if (state->board->villages)
        village_trade(context, total);
    if (with_knights(state))
        step_push_each(state, HOLM_STEP_AQUEDUCT, aqueducts(state, &claims), 1);
    if (eight_bytes(claims.gold))
        ask_gold(state, claims.gold);
}

/* VAR-PROD-1: cities that could yield two resources ask first. */
static bool ask_yields(struct context *context, int total)
{
    struct holm_state *state = context->state;
    struct claims claims = { 0 };
    unsigned asked = 0;
    if (!state->board->rules.var_city_choice)
        return false;
    collect_claims(state, total, &claims);
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        state->player[seat].owed = claims.choices[seat];
        state->player[seat].yields = 0;
        asked |= claims.choices[seat] ? seat_bit(seat) : 0;
    }
    if (asked)
        step_push(state, HOLM_STEP_CITY_YIELD, asked, 0, total);
    return asked != 0;
}

int check_yield(const struct holm_state *state, const struct holm_action *action)
{
    (void)state;
    (void)action;
    return HOLM_OK;
}

/* One city after the other, in the order of the hexes and their corners; all seats at once. */
void apply_yield(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_player *player = &state->player[action->seat];
    player->yields |= (uint16_t)(action->card << player->pledged++);
    if (--player->owed)
        return;
    player->pledged = 0;
    top_step(state)->seats &= (uint8_t)~seat_bit(action->seat);
    if (top_step(state)->seats)
        return;
    int total = top_step(state)->place;
    step_pop(state);
    produce(context, total);
    for (int seat = 0; seat < state->board->rules.players; seat++)
        state->player[seat].yields = 0;
}

/* After the event die: production, or a seven. */
void run_produce(struct context *context)
{
    struct holm_state *state = context->state;
    int total = state->dice[0] + state->dice[1];
    if (total == 7)
        seven(context, state->active);
    else if (!ask_yields(context, total))
        produce(context, total);
}

/* BASE-SETUP-6: one card from each hex around the second settlement. */
void produce_start(struct context *context, int seat, int corner)
{
    struct holm_state *state = context->state;
    const struct holm_board *board = state->board;
    struct holm_cards cards = { { 0 } };
    int gold = 0;
    for (int i = 0; i < 3; i++) {
        int hex = board->topology.corner_hex[corner][i];
        gold += hex != HOLM_NONE && state->terrain[hex] == HOLM_GOLD;
        int kind = hex == HOLM_NONE ? HOLM_NONE : holm_yield(state->terrain[hex]);
        if (kind != HOLM_NONE && cards.n[kind] < state->bank.n[kind])
            cards.n[kind]++;
    }
    if (!cards_none(&cards)) {
        cards_subtract(&state->bank, &cards);
        gain(state, seat, &cards);
        event_cards(context, HOLM_EV_PRODUCE, seat, &cards);
    }
    if (gold) { /* SEA-SETUP-6 */
        state->player[seat].owed = (uint8_t)gold;
        step_push(state, HOLM_STEP_GOLD, seat_bit(seat), 0, (int)seat_bit(seat));
    }
}

/* VAR-EASY: until the first player's third turn. */
static bool is_easy_start(const struct holm_state *state)
{
    return state->board->rules.var_easy_start && state->rounds < 3;
}

/* A second roll must differ from the first (DUO-ROLL-1); an easy start knows no seven (VAR-EASY-1). */
static bool is_void(const struct holm_state *state, int total)
{
    return total == state->first_total || (total == 7 && is_easy_start(state) && !state->alchemy);
}

/* The dice as the alchemist set them, or rolled. */
static int roll_or_set(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    if (!state->alchemy)
        return roll_in_turn(context, seat);
    for (int die = 0; die < 2; die++)
        state->dice[die] = (uint8_t)holm_dice_at(state->alchemy, die);
    return tell_dice(context, HOLM_EV_ROLL, seat, state->dice);
}

/* CK-TURN-4: the event die is settled before the roll counts. */
static APART void roll_event(struct context *context)
{
    struct holm_state *state = context->state;
    const uint8_t *faces = state->board->rules.event_die;
    int sides = 0;
    step_push(state, HOLM_STEP_PRODUCE, 0, 0, 0);
    state->face = 0;
    if (is_easy_start(state))
        return; /* VAR-EASY-2 */
    for (int face = 0; face < HOLM_FACES; face++)
        sides += faces[face];
    event_face(context, draw_weighted(context->chance, faces, HOLM_FACES, sides));
}

int check_roll(const struct holm_state *state, const struct holm_action *action)
{
    (void)state;
    (void)action;
    return HOLM_OK;
}

void apply_roll(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_step *step = top_step(state);
    if (step->kind == HOLM_STEP_START_ROLL) {
        roll_for_start(context, action->seat);
        return;
    }
    int rolls = state->board->rules.neutrals ? 2 : 1; /* DUO-ROLL-1 */
    int total = roll_or_set(context, action->seat);
    while (is_void(state, total) && !context->chance->failed) {
        if (context->events)
            context->events->at[context->events->count - 1].kind = HOLM_EV_REROLL;
        total = roll_in_turn(context, action->seat);
    }
    state->first_total = step->n + 1 < rolls ? (uint8_t)total : 0;
    state->alchemy = 0;
    if (step->n + 1 < rolls) {
        step->n++;
    } else {
        step->kind = HOLM_STEP_ACTIONS;
        step->n = 0;
    }
    if (with_knights(state)) {
        roll_event(context);
        return;
    }
    if (state->board->map.lanes) { /* SC-PIR-7: the fleet comes first */
        step_push(state, HOLM_STEP_PRODUCE, 0, 0, 0);
        fleet_moves(context);
    } else if (total == 7)
        seven(context, action->seat);
    else
        produce(context, total);
}
