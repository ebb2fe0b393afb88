/* robber.c: a seven: discards, the robber, the theft (BASE-SEVEN, BASE-ROBBER). */
#include "engine/engine.h"

enum { LIMIT_PER_WALL = 2 };

/* Half of each hand, rounded down. */
void ask_discards(struct context *context, unsigned seats)
{
    struct holm_state *state = context->state;
    unsigned owing = 0;
    for (; seats; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        state->player[seat].owed = state->player[seat].cards / 2;
        if (state->player[seat].owed)
            owing |= seat_bit(seat);
    }
    if (owing)
        step_push(state, HOLM_STEP_DISCARD, owing, 0, 0);
}

/* BASE-SEVEN-2, CK-SEVEN-1 */
int holm_hand_limit(const struct holm_state *state, int seat)
{
    const struct holm_rules *rules = &state->board->rules;
    return rules->hand_limit + LIMIT_PER_WALL * (rules->walls - state->player[seat].walls);
}

/* CK-ROBBER-1: while the robber is locked a seven means discards only. */
void seven(struct context *context, int seat)
{
    struct holm_state *state = context->state;
    unsigned owing = 0;
    for (int i = 0; i < state->board->rules.players; i++)
        if (state->player[i].cards > holm_hand_limit(state, i))
            owing |= seat_bit(i);
    if (state->board->map.lanes)
        step_push(state, HOLM_STEP_ROB, seat_bit(seat), 0, 0); /* SC-PIR-11 */
    else if (!robber_locked(state))
        step_push(state, HOLM_STEP_ROBBER, seat_bit(seat), 0, 0);
    ask_discards(context, owing);
}

/* Cards put down for a discard or a gift: so many are owed, and held. */
int check_pledge(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_player *player = &state->player[action->seat];
    int total = cards_total(&action->give);
    struct holm_cards chosen = player->pledge;
    if (total < 1 || total > player->owed)
        return HOLM_E_DISCARD_COUNT;
    cards_add(&chosen, &action->give);
    return cards_cover(&player->hand, &chosen) ? HOLM_OK : HOLM_E_DISCARD_HELD;
}

int check_discard(const struct holm_state *state, const struct holm_action *action)
{
    return check_pledge(state, action);
}

/* BASE-SEVEN-3: what was chosen goes to the bank together, when the last one is in. */
static void collect_discards(struct context *context)
{
    struct holm_state *state = context->state;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        struct holm_player *player = &state->player[seat];
        if (!player->pledged)
            continue;
        lose(state, seat, &player->pledge);
        cards_add(&state->bank, &player->pledge);
        event_cards(context, HOLM_EV_DISCARDED, seat, &player->pledge);
        player->pledge = cards_of(0);
        player->pledged = 0;
        offers_lapse(context, seat);
    }
}

bool pledge(struct holm_state *state, const struct holm_action *action)
{
    struct holm_player *player = &state->player[action->seat];
    int total = cards_total(&action->give);
    cards_add(&player->pledge, &action->give);
    player->pledged = (uint8_t)(player->pledged + total);
    player->owed = (uint8_t)(player->owed - total);
    if (!player->owed)
        top_step(state)->seats &= (uint8_t)~seat_bit(action->seat);
    return !top_step(state)->seats;
}

void apply_discard(struct context *context, const struct holm_action *action)
{
    event_n(context, HOLM_EV_DISCARD, action->seat, cards_total(&action->give));
    if (!pledge(context->state, action))
        return;
    collect_discards(context);
    step_pop(context->state);
}

/* BASE-ROBBER-11: a player with so few points to be seen is spared. */
static bool is_spared(const struct holm_state *state, int seat)
{
    enum { SPARED_POINTS = 2 };
    return is_player(state, seat) && state->player[seat].points <= SPARED_POINTS;
}

/* Whether a hex has a building of somebody who is spared. */
static bool is_sheltered(const struct holm_state *state, int hex)
{
    for (int i = 0; i < 6; i++) {
        const uint8_t byte = state->corner[state->board->topology.hex_corner[hex][i]];
        if (is_building(byte) && is_spared(state, piece_seat(byte)))
            return true;
    }
    return false;
}

/* BASE-ROBBER-11, 12: a sheltered hex is not open to a friendly robber while another one is. */
static APART int friendly_site(const struct holm_state *state, int hex, int flags,
                               int (*site)(const struct holm_state *, int, int))
{
    const int error = site(state, hex, flags);
    if (error || !state->board->rules.friendly_robber || !is_sheltered(state, hex))
        return error;
    for (int other = 0; other < state->board->topology.hexes; other++)
        if (!is_sheltered(state, other) && site(state, other, flags) == HOLM_OK)
            return HOLM_E_ROBBER_FRIENDLY;
    return HOLM_OK;
}

static int any_desert(const struct holm_state *state, int hex, int flags)
{
    (void)flags;
    if (state->terrain[hex] != HOLM_DESERT)
        return HOLM_E_NO_DESERT;
    return hex == state->robber ? HOLM_E_ROBBER_ON_DESERT : HOLM_OK;
}

/* The robber sent home, or coming for the first time (DUO-TOKEN-6, CK-ROBBER-3). */
int robber_desert_site(const struct holm_state *state, int hex)
{
    return friendly_site(state, hex, 0, any_desert);
}

static inline int other_land(const struct holm_state *state, int hex)
{
    if (hex == state->robber)
        return HOLM_E_ROBBER_SAME;
    return holm_is_land(state->terrain[hex]) ? HOLM_OK : HOLM_E_ROBBER_SEA;
}

static int any_site(const struct holm_state *state, int hex, int flags)
{
    const struct holm_map *map = &state->board->map;
    const int error = other_land(state, hex);
    if (error)
        return error;
    if (map->no_robber_regions && map->no_robber_regions >> map->region[hex] & 1)
        return HOLM_E_ROBBER_REGION; /* SC-CLOTH-11 */
    if (map->robber_on_discs && !state->disc[hex])
        return HOLM_E_ROBBER_DISC; /* SC-TRIBE-4 */
    if (flags & ROBBER_NUMBERED && !state->disc[hex])
        return HOLM_E_CHASE_NUMBERED; /* CK-CHASE-3 */
    return state->terrain[hex] != HOLM_DESERT || state->board->rules.robber_may_enter_desert
               ? HOLM_OK
               : HOLM_E_ROBBER_DESERT;
}

int robber_site(const struct holm_state *state, int hex, int flags)
{
    return state->board->robber_limited || flags & ROBBER_NUMBERED
               ? friendly_site(state, hex, flags, any_site)
               : other_land(state, hex);
}

/* Other players with a building on the hex; neutral colours are never robbed (DUO-NEUTRAL-1). */
unsigned robber_victims(const struct holm_state *state, int seat, int hex)
{
    unsigned victims = 0;
    for (int i = 0; i < 6; i++) {
        uint8_t byte = state->corner[state->board->topology.hex_corner[hex][i]];
        if (is_building(byte) && is_player(state, piece_seat(byte)))
            victims |= seat_bit(piece_seat(byte));
    }
    return victims & ~seat_bit(seat);
}

/* Marks the hexes next to a seat's buildings with its bit. */
void mark_hexes(const struct holm_state *state, int seat, uint8_t *hexes)
{
    const struct holm_board *board = state->board;
    for (int i = 0; i < board->corner_words; i++)
        for (uint64_t left = state->network[seat].w[i] & ~state->open.w[i]; left;
             left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            uint8_t byte = state->corner[corner];
            if (!is_building(byte) || piece_seat(byte) != seat)
                continue;
            const uint8_t *hex = board->topology.corner_hex[corner];
            for (int j = 0; j < 3 && hex[j] != HOLM_NONE; j++)
                hexes[hex[j]] |= (uint8_t)seat_bit(seat);
        }
}

/* robber_victims() for all hexes at once, added to what is there: there are fewer pieces than corners
 * of hexes to look at. */
void robber_victims_everywhere(const struct holm_state *state, int seat, uint8_t *victims)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int i = 0; i < topology->corners; i += BYTES_IN_WORD)
        for (uint64_t left = bytes_at_least(eight_bytes(&state->corner[i]), 1); left;
             left &= left - 1) {
            int corner = i + first_byte(left), owner = piece_seat(state->corner[corner]);
            if (owner == seat || !is_player(state, owner) || !is_building(state->corner[corner]))
                continue;
            const uint8_t *hex = topology->corner_hex[corner];
            for (int j = 0; j < 3 && hex[j] != HOLM_NONE; j++)
                victims[hex[j]] |= (uint8_t)seat_bit(owner);
        }
}

/* What is said of a victim that is wrong or missing: the robber looks at buildings, the pirate at
 * ships. */
struct victim_errors {
    uint16_t wrong, needed;
};
static const struct victim_errors of_robber = { HOLM_E_VICTIM, HOLM_E_VICTIM_NEEDED };
static const struct victim_errors of_pirate = { HOLM_E_PIRATE_VICTIM, HOLM_E_PIRATE_VICTIM_NEEDED };
static const struct victim_errors of_chase = { HOLM_E_CHASE_NO_STEAL, HOLM_OK };
static const struct victim_errors of_frame = { HOLM_E_PIRATE_FRAME, HOLM_OK };

/* Whom a thief may name: one of those there, or nobody where there is nobody or no need to. */
static int check_victim(const struct holm_state *state, const struct holm_action *action,
                        unsigned victims, struct victim_errors errors)
{
    if (action->target == HOLM_NONE)
        return victims && !state->board->rules.steal_optional ? errors.needed : HOLM_OK;
    if (action->target == action->seat)
        return HOLM_E_VICTIM_SELF;
    if (!is_player(state, action->target))
        return HOLM_E_VICTIM_NEUTRAL;
    return victims & seat_bit(action->target) ? HOLM_OK : errors.wrong;
}

int check_robber(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_step *step = asked_step(state);
    bool first = step->kind == HOLM_STEP_ROBBER_DESERT;
    if (step->n & PIRATE_ONLY)
        return HOLM_E_CHASE_OTHER;
    int error = first ? robber_desert_site(state, action->place)
                      : robber_site(state, action->place, step->n);
    if (error)
        return error;
    if (first)
        return action->target == HOLM_NONE ? HOLM_OK : HOLM_E_VICTIM_NONE;
    if (step->n & ROBBER_NO_STEAL)
        return check_victim(state, action, 0, of_chase);
    return check_victim(state, action, robber_victims(state, action->seat, action->place),
                        of_robber);
}

/* SEA-PIR-3: other players with a ship on an edge of the hex. */
unsigned pirate_victims(const struct holm_state *state, int seat, int hex)
{
    unsigned victims = 0;
    for (int i = 0; hex != HOLM_NONE && i < 6; i++) {
        uint8_t byte = state->edge[state->board->topology.hex_edge[hex][i]];
        if (piece_kind(byte) == HOLM_SHIP)
            victims |= seat_bit(piece_seat(byte));
    }
    return victims & ~seat_bit(seat);
}

/* SEA-PIR-2, 8: another sea hex, or the frame; there is always one that hurts nobody who is spared. */
int pirate_site(const struct holm_state *state, int hex)
{
    if (hex == state->pirate)
        return HOLM_E_PIRATE_SAME;
    if (hex == HOLM_NONE)
        return HOLM_OK;
    if (state->terrain[hex] != HOLM_SEA)
        return state->terrain[hex] == HOLM_FOG ? HOLM_E_SHIP_FOG : HOLM_E_PIRATE_LAND;
    for (int i = 0; state->board->rules.friendly_robber && i < 6; i++) {
        const uint8_t byte = state->edge[state->board->topology.hex_edge[hex][i]];
        if (piece_kind(byte) == HOLM_SHIP && is_spared(state, piece_seat(byte)))
            return HOLM_E_PIRATE_FRIENDLY;
    }
    return HOLM_OK;
}

/* SEA-PIR-1: instead of the robber. */
int check_pirate(const struct holm_state *state, const struct holm_action *action)
{
    const struct holm_board *board = state->board;
    const struct holm_step *step = asked_step(state);
    int hex = action->place;
    if (step->n & ROBBER_ONLY)
        return HOLM_E_CHASE_OTHER;
    if (board->villages && !state->player[action->seat].relations)
        return HOLM_E_PIRATE_VILLAGE;
    if (action->card &&
        (action->target >= board->rules.players || !state->player[action->target].cloth))
        return HOLM_E_CLOTH_NONE;
    int error = pirate_site(state, hex);
    if (error)
        return error;
    if (step->n & ROBBER_NO_STEAL)
        return check_victim(state, action, 0, of_chase);
    return check_victim(state, action, pirate_victims(state, action->seat, hex),
                        hex == HOLM_NONE ? of_frame : of_pirate);
}

void apply_pirate(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_event *event = event_next(context, HOLM_EV_PIRATE, action->seat);
    if (event)
        event->place = action->place;
    state->pirate = (uint8_t)action->place;
    step_pop(state);
    if (action->card) { /* SC-CLOTH-12: a token instead of a card */
        cloth_gain(context, action->target, -1);
        cloth_gain(context, action->seat, 1);
        return;
    }
    if (action->target != HOLM_NONE)
        rob(context, action->seat, action->target);
}

int take_random_card(struct context *context, int from, int to)
{
    struct holm_state *state = context->state;
    struct holm_player *victim = &state->player[from];
    if (victim->cards == 0)
        return HOLM_NONE;
    int kind = draw_weighted(context->chance, victim->hand.n, HOLM_CARDS, victim->cards);
    struct holm_cards card = one_card(kind);
    lose(state, from, &card);
    gain(state, to, &card);
    return kind;
}

/* One card of the victim's hand, seen by the two only (INFO-10). */
void rob(struct context *context, int seat, int target)
{
    int kind = take_random_card(context, target, seat);
    struct holm_event *event = event_next(context, HOLM_EV_STEAL, seat);
    if (event) {
        event->target = (uint8_t)target;
        event->n = kind != HOLM_NONE;
        event->card = kind == HOLM_NONE ? 0 : (uint8_t)kind;
    }
    if (kind != HOLM_NONE)
        offers_lapse(context, target);
}

void apply_robber(struct context *context, const struct holm_action *action)
{
    struct holm_state *state = context->state;
    struct holm_event *event = event_next(context, HOLM_EV_ROBBER, action->seat);
    if (event)
        event->place = action->place;
    state->robber = (uint8_t)action->place;
    step_pop(state);
    if (action->target != HOLM_NONE)
        rob(context, action->seat, action->target);
}
