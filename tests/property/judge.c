/* judge.c: see judge.h. Slow and plain on purpose. */
#include <stdio.h>
#include <string.h>

#include "tests/property/judge_parts.h"

static bool with_knights(const struct holm_state *state)
{
    const int game = state->board->rules.game;
    return game == HOLM_KNIGHTS || game == HOLM_SEA_KNIGHTS;
}

static bool with_ships(const struct holm_state *state)
{
    const int game = state->board->rules.game;
    return game == HOLM_SEAFARERS || game == HOLM_SEA_KNIGHTS;
}

static int top_kind(const struct holm_state *state)
{
    return state->depth ? holm_step(state)->kind : HOLM_STEP_NONE;
}

bool judge_complete(const struct holm_state *state)
{
    switch (top_kind(state)) {
    case HOLM_STEP_PILLAGE:
    case HOLM_STEP_METROPOLIS:
    case HOLM_STEP_RETREAT:
    case HOLM_STEP_DESERTER:
    case HOLM_STEP_ENLIST:
    case HOLM_STEP_REPLACE_ROAD:
        return false;
    default:
        return true;
    }
}

/* ------------------------------------------------------------------- route */

struct walk {
    const struct holm_state *state;
    int seat;
    bool used[HOLM_EDGES];
};

/* The longest way on from a corner over roads and ships that are not used yet; one follows the
 * other only at a building of one's own (SEA-LR). */
static int walk_from(struct walk *walk, int corner, int kind)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    const uint8_t here = walk->state->corner[corner];
    const bool joins = !kind || (holm_is_building(here) && owns(here, walk->seat));
    int longest = 0;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        if (edge == HOLM_NO_EDGE || walk->used[edge] || !owns(walk->state->edge[edge], walk->seat))
            continue;
        const int piece = holm_piece_kind(walk->state->edge[edge]);
        if (piece != kind && !joins)
            continue;
        const int ends[2] = { topology->edge_corner[edge][0], topology->edge_corner[edge][1] };
        const int next = ends[0] == corner ? ends[1] : ends[0];
        const uint8_t there = walk->state->corner[next];
        walk->used[edge] = true;
        /* BASE-LR-4, CK-KNIGHT-15: a stranger's building or knight ends the trail, but the road up to it
         * counts */
        const int length =
            1 + (there && !owns(there, walk->seat) ? 0 : walk_from(walk, next, piece));
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
        const int length = walk_from(&walk, corner, HOLM_EMPTY);
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
        count +=
            owns(state->corner[corner], seat) && holm_piece_kind(state->corner[corner]) == piece;
    return count;
}

static int on_edges(const struct holm_state *state, int seat, int piece)
{
    int count = 0;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        count += owns(state->edge[edge], seat) && holm_piece_kind(state->edge[edge]) == piece;
    return count;
}

int judge_points(const struct holm_state *state, int seat)
{
    int points = on_corners(state, seat, HOLM_SETTLEMENT) + 2 * on_corners(state, seat, HOLM_CITY) +
                 2 * (state->route_holder == seat) + 2 * (state->army_holder == seat) +
                 state->player[seat].bonus + state->player[seat].cloth / 2; /* SC-CLOTH-9 */
    if (with_knights(state))
        points += on_corners(state, seat, HOLM_REDUCED) +
                  4 * on_corners(state, seat, HOLM_METROPOLIS) + (state->merchant_owner == seat) +
                  state->player[seat].defender + state->player[seat].revealed;
    return points;
}

int judge_hidden_points(const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    return with_knights(state)
               ? player->progress[HOLM_PRINTER] + player->progress[HOLM_CONSTITUTION]
               : player->development[HOLM_VICTORY] + player->revealed;
}

int judge_cities(const struct holm_state *state, int seat, bool plain)
{
    return on_corners(state, seat, HOLM_CITY) +
           (plain ? 0 : on_corners(state, seat, HOLM_METROPOLIS));
}

int judge_walls(const struct holm_state *state, int seat)
{
    int walls = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        walls += holm_corner_in(&state->walls, corner) && owns(state->corner[corner], seat);
    return walls;
}

int judge_contribution(const struct holm_state *state, int seat)
{
    const bool commit = state->board->rules.var_commit_knights;
    const struct holm_corner_set *set = commit ? &state->fighting : &state->active_knights;
    int sum = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        if (holm_corner_in(set, corner) && owns(state->corner[corner], seat))
            sum += holm_piece_kind(state->corner[corner]) - HOLM_BASIC + 1;
    return sum;
}

static bool has_port(const struct holm_state *state, int seat, int kind)
{
    const struct holm_topology *topology = &state->board->topology;
    const struct holm_map *map = &state->board->map;
    for (int i = 0; i < map->ports; i++) {
        const struct holm_port *port = &map->port[i];
        const int one = topology->hex_corner[port->hex][port->side];
        const int other = topology->hex_corner[port->hex][(port->side + 1) % 6];
        if (port->kind == kind && !map->place_ports &&
            (builds_at(state, seat, one) || builds_at(state, seat, other)))
            return true;
    }
    for (int i = 0; i < state->placed_ports; i++) {
        const uint8_t *ends = topology->edge_corner[state->port_edge[i]];
        if (state->port_kind[i] == kind &&
            (builds_at(state, seat, ends[0]) || builds_at(state, seat, ends[1])))
            return true;
    }
    return false;
}

int judge_rate(const struct holm_state *state, int seat, int card)
{
    const bool commodity = card >= HOLM_RESOURCES;
    const bool merchant = state->merchant_owner == seat && state->terrain[state->merchant] == card;
    if (holm_bit_in(state->player[seat].fleet, card))
        return 2;
    if (commodity ? state->player[seat].level[HOLM_TRADE] >= 3
                  : merchant || has_port(state, seat, card))
        return 2;
    return has_port(state, seat, HOLM_PORT_ANY) ? 3 : 4;
}

/* ------------------------------------------------------------- conservation */

static char wrong[160];

const char *judge_say(const char *what, int which, int found, int expected)
{
    snprintf(wrong, sizeof wrong, "%s (%d): %d instead of %d", what, which, found, expected);
    return wrong;
}

/* BASE-SEVEN-2, CK-SEVEN-1: what a seat owes at a step at which cards are put down; the saboteur's
 * victims owe half of any hand, so there either answer may be right. */
static bool owes(const struct holm_state *state, int seat, int held, int sum)
{
    for (int i = 0; i < state->depth; i++) /* SEA-GOLD-1: cards to come */
        if (state->agenda[i].kind == HOLM_STEP_GOLD && holm_bit_in(state->agenda[i].place, seat))
            return true;
    const int walls = with_knights(state) ? judge_walls(state, seat) : 0;
    const bool above = held > state->board->rules.hand_limit + 2 * walls;
    switch (top_kind(state)) {
    case HOLM_STEP_DISCARD:
        return sum == (above ? held / 2 : 0) ||
               (with_knights(state) && (sum == 0 || sum == held / 2));
    case HOLM_STEP_WEDDING: /* CK-POL-WEDDING-1 */
        return sum == 0 || sum == (held < 2 ? held : 2);
    case HOLM_STEP_CITY_YIELD: /* cities, not cards */
        return true;
    default:
        return sum == 0;
    }
}

static const char *judge_cards(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    for (int card = 0; card < HOLM_CARDS; card++) {
        int sum = state->bank.n[card];
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            sum += state->player[seat].hand.n[card];
        if (sum != rules->bank.n[card])
            return judge_say("cards of a kind", card, sum, rules->bank.n[card]);
    }
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const struct holm_player *player = &state->player[seat];
        int held = 0, pledged = 0;
        for (int card = 0; card < HOLM_CARDS; card++) {
            held += player->hand.n[card];
            pledged += player->pledge.n[card];
            if (player->pledge.n[card] > player->hand.n[card])
                return judge_say("pledged of a kind", seat, player->pledge.n[card],
                                 player->hand.n[card]);
        }
        if (held != player->cards)
            return judge_say("cards in hand", seat, player->cards, held);
        if (!owes(state, seat, held, pledged + player->owed))
            return judge_say("discards pledged and owed", seat, pledged + player->owed, held / 2);
        if (seat >= rules->players && held)
            return judge_say("cards of a neutral colour", seat, held, 0);
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
            sum += player->development[kind] +
                   (kind == HOLM_VICTORY && !with_knights(state) ? player->revealed : 0);
            if (player->fresh[kind] > player->development[kind])
                return judge_say("fresh cards", seat, player->fresh[kind],
                                 player->development[kind]);
        }
        if (sum != rules->deck[kind])
            return judge_say("development cards of a kind", kind, sum, rules->deck[kind]);
        deck += state->deck_kind[kind];
    }
    for (int i = 0; i < state->board->map.gifts; i++) /* SC-TRIBE-5: unseen, on an edge */
        deck -= holm_bit_in(state->gifts, i) && state->board->map.gift[i].kind == HOLM_GIFT_CARD;
    if (deck != state->deck)
        return judge_say("the deck", -1, state->deck, deck);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const struct holm_player *player = &state->player[seat];
        int held = 0;
        for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
            held += player->development[kind];
        if (held != player->developments)
            return judge_say("unplayed cards", seat, player->developments, held);
        armies += player->army;
    }
    if (state->board->map.lanes) /* SC-PIR-2, 3 */
        return armies || rules->deck[HOLM_VICTORY]
                   ? judge_say("knights and points among the pirates", -1, armies, 0)
                   : NULL;
    /* sold knights leave the armies, not the cards spent */
    if (armies > state->spent[HOLM_KNIGHT] ||
        (!rules->neutrals && armies != state->spent[HOLM_KNIGHT]))
        return judge_say("knights that lie there", -1, armies, state->spent[HOLM_KNIGHT]);
    return NULL;
}

static const char *judge_pieces(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int tokens = state->tokens;
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        const int roads = player->roads + on_edges(state, seat, HOLM_ROAD);
        const int ships = player->ships + on_edges(state, seat, HOLM_SHIP);
        /* SC-PIR-5: one of them stands on the fortress */
        const int settlements =
            player->settlements + on_corners(state, seat, HOLM_SETTLEMENT) + (player->lairs > 0);
        const int cities = player->cities + judge_cities(state, seat, false) +
                           on_corners(state, seat, HOLM_REDUCED);
        if (roads != rules->roads)
            return judge_say("roads", seat, roads, rules->roads);
        if (ships != rules->ships)
            return judge_say("ships", seat, ships, rules->ships);
        if (settlements != rules->settlements)
            return judge_say("settlements", seat, settlements, rules->settlements);
        if (cities != rules->cities)
            return judge_say("cities", seat, cities, rules->cities);
        tokens += player->tokens;
    }
    if (tokens != (rules->neutrals ? 20 : 0))
        return judge_say("trade tokens", -1, tokens, rules->neutrals ? 20 : 0);
    return NULL;
}

static bool is_land(const struct holm_state *state, int hex)
{
    return hex != HOLM_NONE && holm_is_land(state->terrain[hex]);
}

/* SC-PIR-5: a fortress that still stands. */
static bool is_fortress(const struct holm_state *state, int corner)
{
    for (int seat = 0; seat < state->board->map.lanes && seat < state->board->rules.players; seat++)
        if (state->board->fortress[seat] == corner && state->player[seat].lairs)
            return true;
    return false;
}

/* CK-SETUP-6, CKSEA-6, 26, SC-NW-7, SC-PIR-2: whether the robber may be off the board. */
static bool robber_may_wait(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const bool numbered =
        state->board->robber != HOLM_NONE && state->board->map.disc[state->board->robber];
    if (state->board->map.robber_off)
        return true;
    return with_knights(state) &&
           (!state->attacked || top_kind(state) == HOLM_STEP_ROBBER_DESERT) &&
           (rules->robber_start == HOLM_ROBBER_OFF_BOARD || (with_ships(state) && numbered)) &&
           !rules->var_aggressive_robber;
}

/* BASE-SETTLE-1, 2, BASE-ROAD-1: as they lie, wherever they came from. */
static const char *judge_places(const struct holm_state *state)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int corner = 0; corner < topology->corners; corner++) {
        const bool building = holm_is_building(state->corner[corner]);
        bool land = false, open = !building && !is_fortress(state, corner);
        for (int i = 0; i < 3; i++) {
            const int neighbour = topology->corner_neighbour[corner][i];
            land |= is_land(state, topology->corner_hex[corner][i]);
            if (neighbour != HOLM_NONE && holm_is_building(state->corner[neighbour])) {
                open = false;
                if (building)
                    return judge_say("neighbouring buildings", corner, 2, 1);
            }
        }
        /* CKSEA-9: knights go to sea */
        if (state->corner[corner] && !land && (building || !with_ships(state)))
            return judge_say("a piece in the sea", corner, 1, 0);
        if ((state->open.w[corner / 64] >> corner % 64 & 1) != (open && land))
            return judge_say("a corner free by the distance rule", corner, !open, open);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        const uint8_t *sides = topology->edge_hex[edge];
        if (holm_piece_kind(state->edge[edge]) == HOLM_ROAD && !is_land(state, sides[0]) &&
            !is_land(state, sides[1]))
            return judge_say("a road in the sea", edge, 1, 0);
    }
    if (state->robber == HOLM_NONE)
        return robber_may_wait(state) ? NULL : judge_say("the robber off the board", -1, 1, 0);
    if (!is_land(state, state->robber))
        return judge_say("the robber in the sea", state->robber, 1, 0);
    return NULL;
}

/* Where roads lead, and where ships do; buildings belong to both. */
static const char *judge_network(const struct holm_state *state, int seat)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool roads = builds_at(state, seat, corner), ships = roads && with_ships(state);
        for (int i = 0; i < 3; i++) {
            const int edge = topology->corner_edge[corner][i];
            if (edge == HOLM_NO_EDGE || !owns(state->edge[edge], seat))
                continue;
            roads |= holm_piece_kind(state->edge[edge]) == HOLM_ROAD;
            ships |= holm_piece_kind(state->edge[edge]) == HOLM_SHIP;
        }
        if (holm_corner_in(&state->network[seat], corner) != roads)
            return judge_say("a corner of the network", seat, !roads, roads);
        if (with_ships(state) && holm_corner_in(&state->sea_network[seat], corner) != ships)
            return judge_say("a corner of the network at sea", seat, !ships, ships);
    }
    return NULL;
}

static int judge_sources(const struct holm_state *state, int seat)
{
    int source[HOLM_SOURCES], sum = 0;
    holm_score(state, seat, source);
    for (int i = 0; i < HOLM_SOURCES; i++)
        sum += source[i];
    return sum;
}

static const char *judge_standing(const struct holm_state *state)
{
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        const struct holm_player *player = &state->player[seat];
        const int points = judge_points(state, seat);
        if (player->points != points)
            return judge_say("points", seat, player->points, points);
        const int cards = judge_hidden_points(state, seat);
        if (holm_points(state, seat) != points + cards)
            return judge_say("points with cards", seat, holm_points(state, seat), points + cards);
        if (judge_sources(state, seat) != points + cards)
            return judge_say("points by source", seat, judge_sources(state, seat), points + cards);
        for (int card = 0; card < state->board->card_kinds; card++)
            if (holm_rate(state, seat, card) != judge_rate(state, seat, card))
                return judge_say("a rate", seat, holm_rate(state, seat, card),
                                 judge_rate(state, seat, card));
    }
    return NULL;
}

/* ---------------------------------------------------------- Cities & Knights */

/* CK-COMP-2, C8-CK-CARD-11: 18 cards of each colour; the house rules, who move the warlords, do
 * without merchants and engineer. */
static int deck_size(const struct holm_rules *rules, int track)
{
    const bool house = rules->warlord_track == HOLM_SCIENCE;
    switch (track) {
    case HOLM_TRADE:
        return house ? 12 : 18;
    case HOLM_POLITICS:
        return house ? 16 : 18;
    default:
        return house ? 19 + (rules->walls && rules->progress_copies[HOLM_ENGINEER]) : 18;
    }
}

static int cards_under(const struct holm_state *state, int track, int progress)
{
    int count = 0;
    for (int i = 0; i < HOLM_UNDER_MAX; i++)
        count +=
            progress < 0 ? state->under[track][i] != 0 : state->under[track][i] == progress + 1;
    return count;
}

static int track_of(const struct holm_rules *rules, enum holm_progress progress)
{
    switch (progress) {
    case HOLM_ALCHEMIST:
    case HOLM_CRANE:
    case HOLM_ENGINEER:
    case HOLM_INVENTOR:
    case HOLM_IRRIGATION:
    case HOLM_MEDICINE:
    case HOLM_MINING:
    case HOLM_PRINTER:
    case HOLM_ROADS:
    case HOLM_SMITH:
        return HOLM_SCIENCE;
    case HOLM_COMMERCIAL_HARBOR:
    case HOLM_MASTER_MERCHANT:
    case HOLM_MERCHANT:
    case HOLM_MERCHANT_FLEET:
    case HOLM_RESOURCE_MONOPOLY:
    case HOLM_TRADE_MONOPOLY:
        return HOLM_TRADE;
    case HOLM_BISHOP:
    case HOLM_CONSTITUTION:
    case HOLM_DESERTER:
    case HOLM_DIPLOMAT:
    case HOLM_INTRIGUE:
    case HOLM_SABOTEUR:
    case HOLM_SPY:
    case HOLM_WEDDING:
        return HOLM_POLITICS;
    case HOLM_WARLORD: /* ED-24 */
        return rules->warlord_track;
    case HOLM_PROGRESS_KINDS:
    case HOLM_HIDDEN_CARD:
        break;
    }
    return HOLM_TRACKS;
}

/* Every progress card is in a hand, on a deck, under it, or laid open, and of the right colour. */
static const char *judge_progress(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int all[HOLM_TRACKS] = { 0 }, left[HOLM_TRACKS] = { 0 }, open = 0, revealed = 0;
    int backs[HOLM_SEATS][HOLM_TRACKS] = { { 0 } };
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        const int track = track_of(rules, (enum holm_progress)progress);
        int sum = state->pool[progress] + cards_under(state, track, progress) +
                  state->laid_open[progress];
        left[track] += state->pool[progress];
        open += state->laid_open[progress];
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            sum += state->player[seat].progress[progress];
            backs[seat][track] += state->player[seat].progress[progress];
        }
        if (sum != rules->progress_copies[progress])
            return judge_say("progress cards of a kind", progress, sum,
                             rules->progress_copies[progress]);
        if (state->laid_open[progress] && progress != HOLM_PRINTER && progress != HOLM_CONSTITUTION)
            return judge_say("progress cards laid open", progress, state->laid_open[progress], 0);
        all[track] += sum;
    }
    for (int track = 0; track < HOLM_TRACKS; track++) {
        left[track] += cards_under(state, track, -1);
        if (all[track] != deck_size(rules, track))
            return judge_say("cards of a deck", track, all[track], deck_size(rules, track));
        if (left[track] != state->deck_left[track])
            return judge_say("cards left in a deck", track, state->deck_left[track], left[track]);
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            if (backs[seat][track] != state->player[seat].backs[track])
                return judge_say("backs of progress cards", seat, state->player[seat].backs[track],
                                 backs[seat][track]);
    }
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        revealed += state->player[seat].revealed;
    return open == revealed ? NULL : judge_say("victory cards laid open", -1, revealed, open);
}

/* CK-CARD-3 to 5: before the roll nobody holds more than the limit, in the action phase only the
 * active player. */
static const char *judge_limit(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_step *step = holm_step(state);
    const bool roll = step->kind == HOLM_STEP_ROLL && step->n == 0;
    if (!rules->progress_limit || (!roll && step->kind != HOLM_STEP_ACTIONS))
        return NULL;
    for (int seat = 0; seat < rules->players; seat++) {
        int held = 0;
        for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
            held += state->player[seat].progress[progress];
        if ((roll || seat != state->active) && held > rules->progress_limit)
            return judge_say("progress cards in a hand", seat, held, rules->progress_limit);
    }
    return NULL;
}

/* Knights by rank, one of them perhaps on its way (CK-DISP-4), and walls under their owner's cities. */
static const char *judge_supplies(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_step *step = holm_step(state);
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        for (int rank = 1; rank <= HOLM_RANKS; rank++) {
            const bool away =
                step->kind == HOLM_STEP_RETREAT && step->data[0] == seat && step->n == rank;
            const int knights =
                player->knights[rank - 1] + away + on_corners(state, seat, HOLM_BASIC + rank - 1);
            if (knights != rules->knights)
                return judge_say("knights of a rank", seat, knights, rules->knights);
        }
        const int walls = player->walls + judge_walls(state, seat);
        if (walls != rules->walls)
            return judge_say("walls", seat, walls, rules->walls);
    }
    for (int corner = 0; corner < HOLM_CORNERS; corner++) {
        const uint8_t byte = state->corner[corner];
        const bool city =
            holm_piece_kind(byte) == HOLM_CITY || holm_piece_kind(byte) == HOLM_METROPOLIS;
        const bool marked =
            holm_corner_in(&state->active_knights, corner) ||
            holm_corner_in(&state->tired, corner) || holm_corner_in(&state->acted, corner) ||
            holm_corner_in(&state->promoted, corner) || holm_corner_in(&state->fighting, corner);
        if (holm_corner_in(&state->walls, corner) && !city)
            return judge_say("a wall without a city", corner, 1, 0);
        if (holm_corner_in(&state->knights, corner) != holm_is_knight(byte))
            return judge_say("a corner of the knights", corner, !holm_is_knight(byte),
                             holm_is_knight(byte));
        if (marked && !holm_is_knight(byte))
            return judge_say("a mark without a knight", corner, 1, 0);
        /* CKDUO-KNIGHT-4, CKDUO-PROMO-2 */
        if (holm_is_knight(byte) && holm_piece_seat(byte) >= rules->players &&
            (holm_corner_in(&state->active_knights, corner) ||
             holm_piece_kind(byte) == HOLM_MIGHTY))
            return judge_say("an active or mighty neutral knight", corner, 1, 0);
    }
    return NULL;
}

/* One for each track, on a city of somebody who has the level; CK-METRO-3, 4. */
static const char *judge_metropolises(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int there = 0, placed = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        there += holm_piece_kind(state->corner[corner]) == HOLM_METROPOLIS;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        const int corner = state->metropolis[track];
        if (corner == HOLM_NONE)
            continue;
        placed++;
        const int holder = holm_piece_seat(state->corner[corner]);
        const int level = state->player[holder].level[track];
        for (int other = 0; other < track; other++)
            if (state->metropolis[other] == corner)
                return judge_say("two metropolises on a city", corner, 2, 1);
        if (holm_piece_kind(state->corner[corner]) != HOLM_METROPOLIS)
            return judge_say("a metropolis without a city", corner, 0, 1);
        if (level < rules->metropolis_level)
            return judge_say("a metropolis at a level", holder, level, rules->metropolis_level);
        for (int seat = 0; seat < rules->players && top_kind(state) != HOLM_STEP_METROPOLIS; seat++)
            if (rules->metropolis_capture == HOLM_CAPTURE_FIRST_TO_5 && level < HOLM_LEVELS &&
                state->player[seat].level[track] == HOLM_LEVELS)
                return judge_say("a metropolis that is not taken", seat, holder, seat);
    }
    if (there != placed)
        return judge_say("metropolises", -1, there, placed);
    for (int track = 0; track < HOLM_TRACKS; track++)
        for (int seat = 0; seat < rules->players && top_kind(state) != HOLM_STEP_METROPOLIS; seat++)
            if (state->metropolis[track] == HOLM_NONE &&
                state->player[seat].level[track] >= rules->metropolis_level &&
                judge_cities(state, seat, true) && state->entitled[track] == seat + 1)
                return judge_say("a metropolis that lies aside", seat, 0, 1);
    return NULL;
}

static const char *judge_table(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_topology *topology = &state->board->topology;
    const int kind = top_kind(state);
    int discs[13] = { 0 };
    for (int hex = 0; hex < topology->hexes; hex++) {
        discs[state->disc[hex]]++;
        discs[state->board->map.disc[hex]]--;
        if (state->disc[hex] && state->terrain[hex] >= HOLM_DESERT)
            return judge_say("a disc in the desert", hex, state->disc[hex], 0);
    }
    for (int disc = 0; disc < 13 && !with_ships(state); disc++) /* for ships, see judge_fog */
        if (discs[disc])
            return judge_say("discs", disc, discs[disc], 0);
    if ((kind == HOLM_STEP_ROLL || kind == HOLM_STEP_ACTIONS) &&
        (state->barbarians < rules->barbarian_start || state->barbarians >= rules->barbarian_steps))
        return judge_say("steps of the barbarians", -1, state->barbarians, rules->barbarian_start);
    if ((state->merchant == HOLM_NONE) != (state->merchant_owner == HOLM_NONE))
        return judge_say("a merchant of nobody", -1, state->merchant_owner, state->merchant);
    if (state->merchant != HOLM_NONE && state->terrain[state->merchant] == HOLM_GOLD) /* CKSEA-8 */
        return judge_say("a merchant on gold", state->merchant, 1, 0);
    for (int i = 0; state->merchant != HOLM_NONE; i++) {
        if (i == 6)
            return judge_say("a merchant far from its owner", state->merchant_owner, 0, 1);
        if (builds_at(state, state->merchant_owner, topology->hex_corner[state->merchant][i]))
            break;
    }
    return NULL;
}

static const char *judge_knights(const struct holm_state *state)
{
    const char *what = judge_progress(state);
    if (!what)
        what = judge_limit(state);
    if (!what)
        what = judge_supplies(state);
    if (!what)
        what = judge_metropolises(state);
    return what ? what : judge_table(state);
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
    if (!what && with_knights(state))
        what = judge_knights(state);
    if (!what && with_ships(state))
        what = judge_sea(state);
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
    if (state->board->map.no_route) /* SC-CLOTH-4, SC-PIR-2 */
        judge->route_holder = HOLM_NONE;
    /* DUO-GAIN-6: a holder who sells down to a tie does not keep the army */
    judge->army_holder = judge_holder(sold ? HOLM_NONE : judge->army_holder, army,
                                      state->board->seats, rules->army_minimum);
}
