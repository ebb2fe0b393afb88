/* state.c: the position at the start, its hash, and positions arranged by hand. */
#include <stddef.h>

#include "engine/engine.h"

_Static_assert(sizeof(struct holm_state) % 8 == 0, "the hash reads whole words");
_Static_assert(HOLM_HEXES % BYTES_IN_WORD == 0 && HOLM_CORNERS % BYTES_IN_WORD == 0,
               "discs and pieces are read eight at a time");
_Static_assert(sizeof(struct holm_state) <= 4096, "a state stays within 4 KiB");

void gain(struct holm_state *state, int seat, const struct holm_cards *cards)
{
    cards_add(&state->player[seat].hand, cards);
    state->player[seat].cards = (uint8_t)(state->player[seat].cards + cards_total(cards));
}

void lose(struct holm_state *state, int seat, const struct holm_cards *cards)
{
    cards_subtract(&state->player[seat].hand, cards);
    state->player[seat].cards = (uint8_t)(state->player[seat].cards - cards_total(cards));
}

static void deal_supplies(struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    for (int seat = 0; seat < state->board->seats; seat++) {
        struct holm_player *player = &state->player[seat];
        player->roads = rules->roads;
        player->settlements = rules->settlements;
        player->cities = rules->cities;
        player->walls = rules->walls;
        player->ships = rules->ships;
        memset(player->knights, rules->knights, HOLM_RANKS);
        if (rules->neutrals && is_player(state, seat))
            player->tokens = TOKENS_START;
    }
    if (rules->knights)
        deal_decks(state);
    state->bank = rules->bank;
    memcpy(state->deck_kind, rules->deck, sizeof state->deck_kind);
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
        state->deck = (uint8_t)(state->deck + rules->deck[kind]);
    if (rules->neutrals)
        state->tokens = TOKENS_IN_ALL - 2 * TOKENS_START;
}

/* CK-SETUP-6; VAR-ROBBER-2: an aggressive robber is there from the start. CKSEA-26: on a hex with a
 * number it never waits. */
static bool robber_waits(const struct holm_board *board)
{
    const struct holm_rules *rules = &board->rules;
    if (!rules->knights || rules->var_aggressive_robber)
        return false;
    bool numbered = board->robber != HOLM_NONE && board->map.disc[board->robber];
    return rules->robber_start == HOLM_ROBBER_OFF_BOARD || (rules->robber_locked && numbered);
}

/* CKSEA-5: the pirate waits with the robber, where that waits off the board. */
static bool pirate_waits(const struct holm_rules *rules)
{
    return rules->knights && rules->robber_start == HOLM_ROBBER_OFF_BOARD &&
           !rules->var_aggressive_robber;
}

/* What a scenario lays out: villages with their cloth, gifts, harbours to be placed. */
static void lay_scenario(struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    state->cloth = map->cloth_supply;
    memset(state->village, map->village_cloth, state->board->villages);
    for (int i = 0; i < map->gifts; i++) {
        state->gifts |= 1u << i;
        state->deck = (uint8_t)(state->deck - (map->gift[i].kind == HOLM_GIFT_CARD));
    }
    for (int i = 0; map->place_ports && i < map->ports; i++)
        state->port_bag[map->port[i].kind]++;
}

void holm_start(struct holm_state *state, const struct holm_board *board)
{
    struct context context = { .state = state };
    memset(state, 0, sizeof *state);
    state->board = board;
    state->viewer = HOLM_EVERYBODY;
    state->active = state->route_holder = state->army_holder = state->winner = HOLM_NONE;
    state->merchant = state->merchant_owner = HOLM_NONE;
    memset(state->metropolis, HOLM_NONE, sizeof state->metropolis);
    state->barbarians = board->rules.barbarian_start;
    bool at_sea = board->map.has_pirate && !pirate_waits(&board->rules);
    state->pirate = at_sea ? board->map.pirate : HOLM_NONE;
    state->robber = robber_waits(board) || board->map.robber_off ? HOLM_NONE : board->robber;
    state->open = state->land = board->land;
    state->land_edges = board->land_edges;
    state->sea_edges = board->sea_edges;
    memcpy(state->terrain, board->map.terrain, sizeof state->terrain);
    memcpy(state->fog_terrain, board->map.fog_terrain, sizeof state->fog_terrain);
    memcpy(state->fog_disc, board->map.fog_disc, sizeof state->fog_disc);
    memcpy(state->disc, board->map.disc, sizeof state->disc);
    deal_supplies(state);
    rolls_fill(state);
    lay_scenario(state);
    lay_lanes(&context);
    for (int i = 0; i < board->rules.neutrals; i++)
        place_settlement(&context, board->rules.players + i, board->neutral_start[i], true);
    if (board->rules.start_player == HOLM_START_ROLL) {
        unsigned all = seat_bit(board->rules.players) - 1;
        step_push(state, HOLM_STEP_START_ROLL, all, 0, (int)all);
    } else if (board->map.place_ports) {
        step_push(state, HOLM_STEP_START_ROLL, 1, 0, 1); /* the first player alone: draws begin */
    } else {
        setup_next(&context, 0);
    }
}

bool holm_over(const struct holm_state *state)
{
    return holm_step(state)->kind == HOLM_STEP_OVER;
}

/* Every byte after the board's pointer counts, whatever its size; unused bytes are kept 0 for that. */
uint64_t holm_hash(const struct holm_state *state)
{
    const size_t start = offsetof(struct holm_state, bank);
    const uint8_t *bytes = (const uint8_t *)state + start;
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < sizeof *state - start; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
    }
    return hash;
}

/* ---------------------------------------------------- arranging positions */

static void refresh_corner(struct holm_state *state, int corner)
{
    int piece = piece_kind(state->corner[corner]), seat = piece_seat(state->corner[corner]);
    struct holm_player *player = &state->player[seat];
    if (is_knight(state->corner[corner])) {
        corner_add(&state->knights, corner);
        player->knights[knight_rank(state->corner[corner]) - 1]--;
    }
    if (!is_building(state->corner[corner]))
        return;
    occupy(state, seat, corner);
    static const uint8_t worth[HOLM_PIECES] = {
        [HOLM_SETTLEMENT] = 1, [HOLM_REDUCED] = 1, [HOLM_CITY] = 2, [HOLM_METROPOLIS] = 4
    };
    player->points = (uint8_t)(player->points + worth[piece]);
    if (piece == HOLM_SETTLEMENT)
        player->settlements--;
    else
        player->cities--;
    if (corner_in(&state->walls, corner))
        player->walls--;
}

static void refresh_edge(struct holm_state *state, int edge)
{
    int seat = piece_seat(state->edge[edge]);
    if (!state->edge[edge])
        return;
    bool ship = piece_kind(state->edge[edge]) == HOLM_SHIP;
    if (ship)
        state->player[seat].ships--;
    else
        state->player[seat].roads--;
    for (int end = 0; end < 2; end++)
        corner_add(ship ? &state->sea_network[seat] : &state->network[seat],
                   state->board->topology.edge_corner[edge][end]);
}

/* Cards that are neither in the deck nor in a hand have been played. */
static void refresh_deck(struct holm_state *state)
{
    state->deck = 0;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        int left = state->deck_kind[kind];
        state->deck = (uint8_t)(state->deck + left);
        for (int seat = 0; seat < state->board->rules.players; seat++)
            left += state->player[seat].development[kind];
        state->spent[kind] = (uint8_t)(state->board->rules.deck[kind] - left);
    }
    for (int i = 0; i < state->board->map.gifts; i++)
        if (state->gifts >> i & 1 && state->board->map.gift[i].kind == HOLM_GIFT_CARD)
            state->deck--;
    for (int seat = 0; !with_knights(state) && seat < state->board->rules.players; seat++)
        state->spent[HOLM_VICTORY] =
            (uint8_t)(state->spent[HOLM_VICTORY] - state->player[seat].revealed);
}

void holm_refresh(struct holm_state *state)
{
    const struct holm_board *board = state->board;
    uint8_t routes[HOLM_SEATS] = { 0 }, armies[HOLM_SEATS] = { 0 };
    state->offers = 0;
    for (int seat = 0; seat < board->rules.players; seat++)
        if (state->offer[seat].open || state->offer[seat].lapsed)
            state->offers |= (uint8_t)seat_bit(seat);
    state->open = state->land;
    memset(state->network, 0, sizeof state->network);
    memset(state->sea_network, 0, sizeof state->sea_network);
    memset(&state->knights, 0, sizeof state->knights);
    for (int seat = 0; seat < board->seats; seat++) {
        struct holm_player *player = &state->player[seat];
        player->roads = board->rules.roads;
        player->settlements = board->rules.settlements;
        player->cities = board->rules.cities;
        player->walls = board->rules.walls;
        player->ships = board->rules.ships;
        memset(player->knights, board->rules.knights, HOLM_RANKS);
        player->points = with_knights(state) ? player->defender + player->revealed : 0;
        player->points += player->bonus + player->cloth / 2 + (state->merchant_owner == seat);
        player->ports = player->developments = player->bought = 0;
        player->cards = (uint8_t)cards_total(&player->hand);
        for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
            player->developments = (uint8_t)(player->developments + player->development[kind]);
        for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
            player->bought = (uint8_t)(player->bought + player->fresh[kind]);
    }
    for (int corner = 0; corner < board->topology.corners; corner++)
        refresh_corner(state, corner);
    for (int edge = 0; edge < board->topology.edges; edge++)
        refresh_edge(state, edge);
    refresh_deck(state);
    for (int seat = 0; seat < board->map.lanes && seat < board->rules.players; seat++) {
        corner_remove(&state->open, board->fortress[seat]);
        state->player[seat].settlements -= state->player[seat].lairs != 0;
    }
    for (int seat = 0; seat < board->seats && seat < HOLM_SEATS; seat++) {
        state->player[seat].route = routes[seat] = (uint8_t)route_length(state, seat);
        armies[seat] = state->player[seat].army;
    }
    state->stale = 0;
    state->route_holder = state->army_holder = HOLM_NONE;
    if (!board->map.no_route)
        holm_hold_route(state,
                        award_leader(routes, board->seats, board->rules.route_minimum, HOLM_NONE));
    if (!board->map.lanes)
        holm_hold_army(state,
                       award_leader(armies, board->seats, board->rules.army_minimum, HOLM_NONE));
}

int holm_arrange(struct holm_state *state, int seat, int step, int part)
{
    const struct holm_rules *rules = &state->board->rules;
    if (seat < 0 || seat >= rules->players)
        return HOLM_E_SEAT;
    if (step != HOLM_STEP_ROLL && step != HOLM_STEP_ACTIONS && step != HOLM_STEP_SPECIAL_BUILD)
        return HOLM_E_NOT_NOW;
    if ((part && !two_parts(rules)) ||
        (step == HOLM_STEP_SPECIAL_BUILD && rules->turn_mode != HOLM_TURN_SPECIAL_BUILD))
        return HOLM_E_RULES_TURN_MODE;
    steps_clear(state);
    state->part = (uint8_t)part;
    state->active = (uint8_t)seat;
    state->roller = (uint8_t)seat;
    if (part) /* the seat whose second player this is */
        while (second_player(state) != seat)
            state->roller = (uint8_t)((state->roller + 1) % rules->players);
    if (step == HOLM_STEP_SPECIAL_BUILD) {
        state->active = HOLM_NONE;
        state->roller = (uint8_t)((seat + rules->players - 1) % rules->players);
    }
    if (state->turns == 0)
        state->turns = 1;
    if (step != HOLM_STEP_ROLL && state->dice[0] == 0)
        state->dice[0] = state->dice[1] = 1;
    step_push(state, step, seat_bit(seat), 0, 0);
    return HOLM_OK;
}
