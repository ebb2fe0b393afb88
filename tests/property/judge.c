/* judge.c: see judge.h. Slow and plain on purpose. */
#include "tests/property/judge.h"

#include <stdio.h>
#include <string.h>

static int piece_at(uint8_t byte)
{
    return byte & 15;
}

static bool owns(uint8_t byte, int seat)
{
    return byte && byte >> 4 == seat;
}

/* ------------------------------------------------------------------- route */

struct walk {
    const struct holm_state *state;
    int seat;
    bool used[HOLM_EDGES];
};

/* The longest way on from a corner over roads that are not used yet. */
static int walk_from(struct walk *walk, int corner)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    int longest = 0;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        if (edge == HOLM_NO_EDGE || walk->used[edge] || !owns(walk->state->edge[edge], walk->seat))
            continue;
        const int ends[2] = { topology->edge_corner[edge][0], topology->edge_corner[edge][1] };
        const int next = ends[0] == corner ? ends[1] : ends[0];
        const uint8_t there = walk->state->corner[next];
        walk->used[edge] = true;
        /* BASE-LR-4: a stranger's building ends the trail, but the road up to it counts */
        const int length = 1 + (there && !owns(there, walk->seat) ? 0 : walk_from(walk, next));
        walk->used[edge] = false;
        if (length > longest)
            longest = length;
    }
    return longest;
}

int judge_route(const struct holm_state *state, int seat)
{
    struct walk walk = { .state = state, .seat = seat };
    int longest = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++) {
        const int length = walk_from(&walk, corner);
        if (length > longest)
            longest = length;
    }
    return longest;
}

/* ------------------------------------------------------------------ points */

static int on_corners(const struct holm_state *state, int seat, int piece)
{
    int count = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        count += owns(state->corner[corner], seat) && piece_at(state->corner[corner]) == piece;
    return count;
}

static int on_edges(const struct holm_state *state, int seat)
{
    int count = 0;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        count += owns(state->edge[edge], seat);
    return count;
}

int judge_points(const struct holm_state *state, int seat)
{
    return on_corners(state, seat, HOLM_SETTLEMENT) + 2 * on_corners(state, seat, HOLM_CITY) +
           2 * (state->route_holder == seat) + 2 * (state->army_holder == seat);
}

int judge_rate(const struct holm_state *state, int seat, int card)
{
    const struct holm_topology *topology = &state->board->topology;
    const struct holm_map *map = &state->board->map;
    int rate = 4;
    for (int i = 0; i < map->ports; i++) {
        const struct holm_port *port = &map->port[i];
        const int one = topology->hex_corner[port->hex][port->side];
        const int other = topology->hex_corner[port->hex][(port->side + 1) % 6];
        if (!owns(state->corner[one], seat) && !owns(state->corner[other], seat))
            continue;
        if (port->kind == card)
            rate = 2;
        else if (port->kind == HOLM_PORT_ANY && rate > 3)
            rate = 3;
    }
    return rate;
}

/* ------------------------------------------------------------- conservation */

static char wrong[160];

static const char *say(const char *what, int seat, int found, int expected)
{
    snprintf(wrong, sizeof wrong, "%s (%d): %d instead of %d", what, seat, found, expected);
    return wrong;
}

static const char *judge_cards(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const bool discarding = state->depth && holm_step(state)->kind == HOLM_STEP_DISCARD;
    for (int card = 0; card < HOLM_CARDS; card++) {
        int sum = state->bank.n[card];
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            sum += state->player[seat].hand.n[card];
        if (sum != rules->bank.n[card])
            return say("cards of a kind", card, sum, rules->bank.n[card]);
    }
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const struct holm_player *player = &state->player[seat];
        int held = 0, pledged = 0;
        for (int card = 0; card < HOLM_CARDS; card++) {
            held += player->hand.n[card];
            pledged += player->pledge.n[card];
            if (player->pledge.n[card] > player->hand.n[card])
                return say("pledged of a kind", seat, player->pledge.n[card], player->hand.n[card]);
        }
        if (held != player->cards)
            return say("cards in hand", seat, player->cards, held);
        const int due = discarding && held > rules->hand_limit ? held / 2 : 0;
        if (pledged + player->owed != due)
            return say("discards pledged and owed", seat, pledged + player->owed, due);
        if (seat >= rules->players && held)
            return say("cards of a neutral colour", seat, held, 0);
    }
    return NULL;
}

static const char *judge_developments(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int deck = 0, armies = 0;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        int sum = state->deck_kind[kind] + state->spent[kind];
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            const struct holm_player *player = &state->player[seat];
            sum += player->development[kind] + (kind == HOLM_VICTORY ? player->revealed : 0);
            if (player->fresh[kind] > player->development[kind])
                return say("fresh cards", seat, player->fresh[kind], player->development[kind]);
        }
        if (sum != rules->deck[kind])
            return say("development cards of a kind", kind, sum, rules->deck[kind]);
        deck += state->deck_kind[kind];
    }
    if (deck != state->deck)
        return say("the deck", -1, state->deck, deck);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const struct holm_player *player = &state->player[seat];
        int held = 0;
        for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
            held += player->development[kind];
        if (held != player->developments)
            return say("unplayed cards", seat, player->developments, held);
        armies += player->army;
    }
    /* sold knights leave the armies, not the cards spent */
    if (armies > state->spent[HOLM_KNIGHT] ||
        (!rules->neutrals && armies != state->spent[HOLM_KNIGHT]))
        return say("knights that lie there", -1, armies, state->spent[HOLM_KNIGHT]);
    return NULL;
}

static const char *judge_pieces(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int tokens = state->tokens;
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        const int roads = player->roads + on_edges(state, seat);
        const int settlements = player->settlements + on_corners(state, seat, HOLM_SETTLEMENT);
        const int cities = player->cities + on_corners(state, seat, HOLM_CITY);
        if (roads != rules->roads)
            return say("roads", seat, roads, rules->roads);
        if (settlements != rules->settlements)
            return say("settlements", seat, settlements, rules->settlements);
        if (cities != rules->cities)
            return say("cities", seat, cities, rules->cities);
        tokens += player->tokens;
    }
    if (tokens != (rules->neutrals ? 20 : 0))
        return say("trade tokens", -1, tokens, rules->neutrals ? 20 : 0);
    return NULL;
}

/* BASE-SETTLE-1, 2, BASE-ROAD-1: as they lie, wherever they came from. */
static const char *judge_places(const struct holm_state *state)
{
    const struct holm_topology *topology = &state->board->topology;
    const uint8_t *terrain = state->board->map.terrain;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool land = false, open = !state->corner[corner];
        for (int i = 0; i < 3; i++) {
            const int hex = topology->corner_hex[corner][i];
            const int neighbour = topology->corner_neighbour[corner][i];
            land |= hex != HOLM_NONE && terrain[hex] != HOLM_SEA;
            if (neighbour != HOLM_NONE && state->corner[neighbour]) {
                open = false;
                if (state->corner[corner])
                    return say("neighbouring buildings", corner, 2, 1);
            }
        }
        if (state->corner[corner] && !land)
            return say("a building in the sea", corner, 1, 0);
        if ((state->open.w[corner / 64] >> corner % 64 & 1) != (open && land))
            return say("a corner free by the distance rule", corner, !open, open);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        const uint8_t *sides = topology->edge_hex[edge];
        if (state->edge[edge] && (sides[0] == HOLM_NONE || terrain[sides[0]] == HOLM_SEA) &&
            (sides[1] == HOLM_NONE || terrain[sides[1]] == HOLM_SEA))
            return say("a road in the sea", edge, 1, 0);
    }
    if (terrain[state->robber] == HOLM_SEA)
        return say("the robber in the sea", state->robber, 1, 0);
    return NULL;
}

static const char *judge_network(const struct holm_state *state, int seat)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool touched = owns(state->corner[corner], seat);
        for (int i = 0; i < 3; i++) {
            const int edge = topology->corner_edge[corner][i];
            touched |= edge != HOLM_NO_EDGE && owns(state->edge[edge], seat);
        }
        if ((state->network[seat].w[corner / 64] >> corner % 64 & 1) != touched)
            return say("a corner of the network", seat, !touched, touched);
    }
    return NULL;
}

static const char *judge_standing(const struct holm_state *state)
{
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        const struct holm_player *player = &state->player[seat];
        const int points = judge_points(state, seat);
        if (player->points != points)
            return say("points", seat, player->points, points);
        const int cards = player->development[HOLM_VICTORY] + player->revealed;
        if (holm_points(state, seat) != points + cards)
            return say("points with cards", seat, holm_points(state, seat), points + cards);
        for (int card = 0; card < HOLM_RESOURCES; card++)
            if (holm_rate(state, seat, card) != judge_rate(state, seat, card))
                return say("a rate", seat, holm_rate(state, seat, card),
                           judge_rate(state, seat, card));
    }
    return NULL;
}

const char *judge_state(const struct holm_state *state)
{
    const char *what = judge_cards(state);
    if (!what)
        what = judge_developments(state);
    if (!what)
        what = judge_pieces(state);
    if (!what)
        what = judge_places(state);
    for (int seat = 0; seat < state->board->seats && !what; seat++)
        what = judge_network(state, seat);
    return what ? what : judge_standing(state);
}

/* ------------------------------------------------------------------ awards */

void judge_start(struct judge *judge)
{
    memset(judge, 0, sizeof *judge);
    judge->route_holder = judge->army_holder = HOLM_NONE;
}

/* The holder stays while nobody is ahead; else the sole leader takes it; else nobody has it. */
static int judge_holder(int holder, const int *length, int seats, int minimum)
{
    int most = 0, leaders = 0, leader = HOLM_NONE;
    for (int seat = 0; seat < seats; seat++) {
        if (length[seat] > most) {
            most = length[seat];
            leaders = 0;
        }
        if (length[seat] == most) {
            leaders++;
            leader = seat;
        }
    }
    if (most < minimum)
        return HOLM_NONE;
    if (holder != HOLM_NONE && length[holder] == most)
        return holder;
    return leaders == 1 ? leader : HOLM_NONE;
}

static void judge_routes(struct judge *judge, const struct holm_state *state)
{
    if (!memcmp(judge->corner, state->corner, sizeof judge->corner) &&
        !memcmp(judge->edge, state->edge, sizeof judge->edge))
        return;
    memcpy(judge->corner, state->corner, sizeof judge->corner);
    memcpy(judge->edge, state->edge, sizeof judge->edge);
    for (int seat = 0; seat < state->board->seats; seat++)
        judge->route[seat] = judge_route(state, seat);
}

void judge_follow(struct judge *judge, const struct holm_state *state, bool sold)
{
    const struct holm_rules *rules = &state->board->rules;
    int army[HOLM_SEATS];
    judge_routes(judge, state);
    for (int seat = 0; seat < state->board->seats; seat++)
        army[seat] = state->player[seat].army;
    judge->route_holder =
        judge_holder(judge->route_holder, judge->route, state->board->seats, rules->route_minimum);
    /* DUO-GAIN-6: a holder who sells down to a tie does not keep the army */
    judge->army_holder = judge_holder(sold ? HOLM_NONE : judge->army_holder, army,
                                      state->board->seats, rules->army_minimum);
}
