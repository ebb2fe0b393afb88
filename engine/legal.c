/* legal.c: lists, for each step, exactly what the gate would let through. What is listed follows
 * from what the seat may know. The longest lists are one entry for each edge and neutral colour, and
 * one for each hex and victim (never more than three, by the distance rule): below HOLM_LIST_MAX. */
#include "engine/engine.h"

/* Straight into the list, field by field: a copy of an action just made would wait for its bytes. */
static struct holm_action *write_action(struct holm_action *at, int kind, int seat)
{
    memset(at, 0, sizeof *at);
    at->kind = (uint8_t)kind;
    at->seat = (uint8_t)seat;
    return at;
}

static void write_place(struct holm_action *at, int kind, int seat, int place, int target)
{
    write_action(at, kind, seat);
    at->place = (uint16_t)place;
    at->target = (uint8_t)target;
}

struct holm_action *list_action(struct holm_list *list, int kind, int seat)
{
    return write_action(&list->at[list->count++], kind, seat);
}

void list_place(struct holm_list *list, int kind, int seat, int place, int target)
{
    write_place(&list->at[list->count++], kind, seat, place, target);
}

void list_if(const struct holm_state *state, struct holm_list *list,
             const struct holm_action *action)
{
    if (kind_rows[action->kind].check(state, action) == HOLM_OK)
        list->at[list->count++] = *action;
}

/* Templates stand behind the concrete actions, so they are added last. */
static struct holm_action *add_template(struct holm_list *list, int kind, int seat)
{
    return write_action(&list->at[list->count + list->templates++], kind, seat);
}

/* One action for each place in a set. */
static void add_places(struct holm_list *list, int kind, int seat, const uint64_t *set, int words,
                       int target)
{
    struct holm_action *at = &list->at[list->count];
    for (int i = 0; i < words; i++)
        for (uint64_t left = set[i]; left; left &= left - 1)
            write_place(at++, kind, seat, 64 * i + __builtin_ctzll(left), target);
    list->count = (int)(at - list->at);
}

static void add_edges(const struct holm_board *board, struct holm_list *list, int kind, int seat,
                      const struct holm_edge_set *set, int target)
{
    add_places(list, kind, seat, set->w, board->edge_words, target);
}

static void add_corners(const struct holm_board *board, struct holm_list *list, int kind, int seat,
                        const struct holm_corner_set *set, int target)
{
    add_places(list, kind, seat, set->w, board->corner_words, target);
}

static APART void list_roads(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_edge_set sites;
    if (!state->player[seat].roads)
        return;
    road_sites(state, seat, &sites);
    add_edges(state->board, list, HOLM_DO_ROAD, seat, &sites, 0);
}

static APART void list_cities(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->network[seat].w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            if (state->corner[corner] && city_site(state, seat, corner) == HOLM_OK)
                list_place(list, HOLM_DO_CITY, seat, corner, 0);
        }
}

static APART void list_settlements(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_corner_set sites;
    settlement_sites(state, seat, &sites);
    add_corners(state->board, list, HOLM_DO_SETTLEMENT, seat, &sites, 0);
}

static APART void list_expanded_purchases(const struct holm_state *state, int seat,
                                          struct holm_list *list)
{
    const struct holm_cards *cost = state->board->rules.cost;
    if (with_ships(state) && cards_cover(&state->player[seat].hand, &cost[HOLM_BUY_SHIP]))
        list_ships(state, seat, list);
    if (with_knights(state))
        list_knights_purchases(state, seat, list);
}

/* All that may be built or bought for cards; the same in the action phase and in special building. */
static void list_purchases(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_player *player = &state->player[seat];
    const struct holm_cards *cost = state->board->rules.cost;
    if (cards_cover(&player->hand, &cost[HOLM_BUY_ROAD]))
        list_roads(state, seat, list);
    if (player->settlements && cards_cover(&player->hand, &cost[HOLM_BUY_SETTLEMENT]))
        list_settlements(state, seat, list);
    if (cards_cover(&player->hand, &cost[HOLM_BUY_CITY]))
        list_cities(state, seat, list);
    if (state->deck && cards_cover(&player->hand, &cost[HOLM_BUY_DEVELOPMENT]))
        list_action(list, HOLM_DO_BUY, seat);
    if (state->board->expanded)
        list_expanded_purchases(state, seat, list);
}

/* A card to play, and not only victory cards, and none played yet. */
static bool may_play_card(const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    return player->developments > player->development[HOLM_VICTORY] && !state->played;
}

static APART void list_cards(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_player *player = &state->player[seat];
    for (int development = 0; development < HOLM_DEVELOPMENTS; development++) {
        int kind = development_kind[development];
        if (!player->development[development] || kind == HOLM_NO_ACTION)
            continue;
        int values = holm_kind_info[kind].fields & HOLM_F_CARD ? HOLM_RESOURCES : 1;
        struct holm_action action = { .kind = (uint8_t)kind, .seat = (uint8_t)seat };
        for (int card = 0; card < values; card++) {
            action.card = (uint8_t)card;
            list_if(state, list, &action);
        }
    }
}

static void list_bank(const struct holm_state *state, int seat, uint64_t rates,
                      struct holm_list *list)
{
    const struct holm_player *player = &state->player[seat];
    const uint64_t supply = bytes_at_least(eight_bytes(state->bank.n), 1);
    uint64_t held = bytes_cover(eight_bytes(player->hand.n), rates);
    if (check_part(state, PART_TRADE) != HOLM_OK)
        held &= bytes_in(player->fleet);
    struct holm_action *at = &list->at[list->count];
    for (; held; held &= held - 1) {
        const int give = first_byte(held);
        for (uint64_t left = supply & ~(held & -held); left; left &= left - 1) {
            write_action(at, HOLM_DO_BANK, seat);
            at->give.n[give] = (uint8_t)(rates >> BITS_IN_BYTE * give);
            at++->take.n[first_byte(left)] = 1;
        }
    }
    list->count = (int)(at - list->at);
}

/* BASE-HARBOR-4: what is dearer than need be is a template, so that lists offer the best rate. */
static APART void list_dear_bank(const struct holm_state *state, int seat, uint64_t rates,
                                 uint64_t held, struct holm_list *list)
{
    const struct holm_cards *hand = &state->player[seat].hand;
    if (check_part(state, PART_TRADE) != HOLM_OK)
        return;
    for (; held; held &= held - 1) {
        const int give = first_byte(held);
        const uint64_t supply = bytes_at_least(eight_bytes(state->bank.n), 1) & ~(held & -held);
        for (int rate = (uint8_t)(rates >> BITS_IN_BYTE * give) + 1; rate <= BANK_RATE; rate++) {
            if (hand->n[give] < rate || !supply || !has_rate(state, seat, give, rate))
                continue;
            struct holm_action *trade = add_template(list, HOLM_DO_BANK, seat);
            trade->give.n[give] = (uint8_t)rate;
            for (uint64_t left = supply; left; left &= left - 1)
                trade->take.n[first_byte(left)] = 1;
        }
    }
}

static APART void list_tokens(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_action action = { .kind = HOLM_DO_FORCE, .seat = (uint8_t)seat };
    list_if(state, list, &action);
    action.card = 1;
    list_if(state, list, &action);
    action = (struct holm_action){ .kind = HOLM_DO_SEND_ROBBER, .seat = (uint8_t)seat };
    for (int hex = 0; hex < state->board->topology.hexes; hex++) {
        action.place = (uint16_t)hex;
        list_if(state, list, &action);
    }
    action = (struct holm_action){ .kind = HOLM_DO_SELL_KNIGHT, .seat = (uint8_t)seat };
    list_if(state, list, &action);
}

/* What a check decides alone: answers to offers are few. */
static APART void list_checked(const struct holm_state *state, int seat, struct holm_list *list,
                               int kind, int target)
{
    struct holm_action action = { .kind = (uint8_t)kind,
                                  .seat = (uint8_t)seat,
                                  .target = (uint8_t)target };
    list_if(state, list, &action);
}

static APART void list_answers(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_checked(state, seat, list, HOLM_DO_WITHDRAW, 0);
    if (seat == state->active) {
        for (int target = 0; target < state->board->rules.players; target++)
            list_checked(state, seat, list, HOLM_DO_CONCLUDE, target);
    } else {
        list_checked(state, seat, list, HOLM_DO_ACCEPT, 0);
        list_checked(state, seat, list, HOLM_DO_DECLINE, 0);
    }
}

/* An offer is a template: the hand bounds what is given, the supply what is asked. */
static void list_offer(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_rules *rules = &state->board->rules;
    bool active = seat == state->active;
    if (check_trading(state) != HOLM_OK || (!active && !rules->offer_by_others) ||
        (!state->player[seat].cards && rules->trade_restrictions))
        return;
    struct holm_action *offer = add_template(list, HOLM_DO_OFFER, seat);
    offer->give = state->player[seat].hand;
    offer->take = rules->bank;
    offer->seats = (uint16_t)(active ? (seat_bit(rules->players) - 1) & ~seat_bit(seat)
                                     : seat_bit(state->active));
}

static APART void list_expanded(const struct holm_state *state, int seat, struct holm_list *list)
{
    if (with_ships(state))
        list_sea_actions(state, seat, list);
    if (with_knights(state))
        list_knights_actions(state, seat, list);
}

/* What the seat whose turn it is may do besides trading with others. */
static inline void list_own_actions(const struct holm_state *state, int seat, uint64_t rates,
                                    struct holm_list *list)
{
    list_action(list, HOLM_DO_END, seat);
    if (check_part(state, PART_BUILD) == HOLM_OK)
        list_purchases(state, seat, list);
    if (may_play_card(state, seat))
        list_cards(state, seat, list);
    list_bank(state, seat, rates, list);
    if (state->board->rules.neutrals)
        list_tokens(state, seat, list);
    if (state->board->expanded)
        list_expanded(state, seat, list);
}

void list_actions(const struct holm_state *state, int seat, struct holm_list *list)
{
    const bool active = seat == state->active;
    const uint64_t rates = active ? bank_rates(state, seat) : 0;
    if (active)
        list_own_actions(state, seat, rates, list);
    if (state->offers)
        list_answers(state, seat, list);
    list_offer(state, seat, list);
    if (!active || rates == ones * BANK_RATE)
        return;
    const uint64_t more = bytes_cover(eight_bytes(state->player[seat].hand.n), rates + ones);
    if (more)
        list_dear_bank(state, seat, rates, more, list);
}

static void list_robber(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_board *board = state->board;
    const int hexes = board->topology.hexes, flags = asked_step(state)->n;
    const bool optional = board->rules.steal_optional;
    uint8_t victims_on[HOLM_HEXES] = { 0 };
    if (flags & PIRATE_ONLY)
        return;
    if (!(flags & ROBBER_NO_STEAL))
        robber_victims_everywhere(state, seat, victims_on);
    struct holm_action *at = &list->at[list->count];
    for (int hex = 0; hex < hexes; hex++) {
        unsigned victims = victims_on[hex];
        if (robber_site(state, hex, flags) != HOLM_OK)
            continue;
        if (!victims || optional)
            write_place(at++, HOLM_DO_ROBBER, seat, hex, HOLM_NONE);
        for (; victims; victims &= victims - 1)
            write_place(at++, HOLM_DO_ROBBER, seat, hex, __builtin_ctz(victims));
    }
    list->count = (int)(at - list->at);
}

/* Cards that are chosen one at a time by searchers, and in one go by people: an entry for each
 * kind, and a template for more. */
void list_choice(struct holm_list *list, int kind, int seat, const struct holm_cards *from,
                 int count)
{
    bool takes = holm_kind_info[kind].fields & HOLM_F_TAKE;
    for (int card = 0; card < HOLM_CARDS; card++)
        if (from->n[card]) {
            struct holm_action *action = list_action(list, kind, seat);
            (takes ? &action->take : &action->give)->n[card] = 1;
        }
    if (count > 1) {
        struct holm_action *action = add_template(list, kind, seat);
        *(takes ? &action->take : &action->give) = *from;
        action->card = (uint8_t)count;
    }
}

void list_starts(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_action action = { .seat = (uint8_t)seat };
    action.kind = setup_city(state) ? HOLM_DO_CITY : HOLM_DO_SETTLEMENT;
    if (!with_ships(state)) {
        add_corners(state->board, list, action.kind, seat, &state->open, 0);
        return;
    }
    for (int corner = 0; corner < state->board->topology.corners; corner++) {
        action.place = (uint16_t)corner;
        if (corner_in(&state->open, corner))
            list_if(state, list, &action);
    }
}

void list_setup_roads(const struct holm_state *state, int seat, struct holm_list *list)
{
    const uint16_t *edges = state->board->topology.corner_edge[asked_step(state)->place];
    for (int i = 0; i < 3; i++) {
        struct holm_action action = { .kind = HOLM_DO_ROAD,
                                      .seat = (uint8_t)seat,
                                      .place = edges[i] };
        if (edges[i] == HOLM_NO_EDGE)
            continue;
        list_if(state, list, &action);
        action.kind = HOLM_DO_SHIP;
        if (with_ships(state))
            list_if(state, list, &action);
    }
}

void list_neutral_roads(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_board *board = state->board;
    struct holm_edge_set sites;
    for (int neutral = board->rules.players; neutral < board->seats; neutral++)
        if (state->player[neutral].roads) {
            road_sites(state, neutral, &sites);
            add_edges(board, list, HOLM_DO_NEUTRAL_ROAD, seat, &sites, neutral);
        }
}

void list_neutral_settlements(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_board *board = state->board;
    struct holm_corner_set sites;
    for (int neutral = board->rules.players; neutral < board->seats; neutral++)
        if (state->player[neutral].settlements) {
            settlement_sites(state, neutral, &sites);
            add_corners(board, list, HOLM_DO_NEUTRAL_SETTLEMENT, seat, &sites, neutral);
        }
}

void list_discard(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_cards free = state->player[seat].hand;
    cards_subtract(&free, &state->player[seat].pledge);
    list_choice(list, HOLM_DO_DISCARD, seat, &free, state->player[seat].owed);
}

/* CKDUO-TRADE-2: without commodities only resources come back. */
void list_give(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_step *step = asked_step(state);
    struct holm_cards from = state->player[seat].hand;
    for (int card = HOLM_RESOURCES; card < HOLM_CARDS; card++)
        if (!step->data[0])
            from.n[card] = 0;
    list_choice(list, HOLM_DO_GIVE, seat, &from, step->n);
}

void list_start_roll(const struct holm_state *state, int seat, struct holm_list *list)
{
    (void)state;
    list_action(list, HOLM_DO_ROLL, seat);
}

void list_roll(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_action(list, HOLM_DO_ROLL, seat);
    if (asked_step(state)->n)
        return; /* the second of two rolls */
    if (may_play_card(state, seat))
        list_cards(state, seat, list);
    if (with_knights(state))
        list_before_roll(state, seat, list);
}

void list_robber_or_pirate(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_robber(state, seat, list);
    if (with_ships(state))
        list_pirate(state, seat, list);
}

void list_free_roads(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_roads(state, seat, list);
    if (with_ships(state))
        list_ships(state, seat, list);
}

void list_take(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_choice(list, HOLM_DO_TAKE, seat, &state->bank, asked_step(state)->n);
}

void list_special_build(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_action(list, HOLM_DO_END, seat);
    list_purchases(state, seat, list);
}

void list_nothing(const struct holm_state *state, int seat, struct holm_list *list)
{
    (void)state;
    (void)seat;
    (void)list;
}

/* What may be declined, too. */
static APART void list_declinable(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_checked(state, seat, list, HOLM_DO_PASS, 0);
    step_rows[asked_step(state)->kind].list(state, seat, list);
}

void holm_legal(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_step *step = asked_step(state);
    const struct step_row *row = &step_rows[step->kind];
    list->count = list->templates = 0;
    if (!is_player(state, seat) || (state->viewer != HOLM_EVERYBODY && state->viewer != seat))
        return;
    if (!(step->seats & seat_bit(seat)) && !(row->flags & OFFERS))
        return;
    (row->flags & DECLINABLE ? list_declinable : row->list)(state, seat, list);
}
