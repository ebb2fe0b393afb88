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

bool judge_is_building(uint8_t byte)
{
    const int piece = piece_at(byte);
    return piece == HOLM_SETTLEMENT || piece == HOLM_CITY || piece == HOLM_REDUCED ||
           piece == HOLM_METROPOLIS;
}

bool judge_is_knight(uint8_t byte)
{
    return piece_at(byte) >= HOLM_BASIC && piece_at(byte) <= HOLM_MIGHTY;
}

static bool in_set(const struct holm_corner_set *set, int corner)
{
    return set->w[corner / 64] >> corner % 64 & 1;
}

static bool with_knights(const struct holm_state *state)
{
    return state->board->rules.game == HOLM_KNIGHTS;
}

static int top_kind(const struct holm_state *state)
{
    return state->depth ? holm_step(state)->kind : HOLM_STEP_NONE;
}

bool judge_complete(const struct holm_state *state)
{
    switch (top_kind(state)) {
    case HOLM_STEP_ROBBER:
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
 * other only at an own building (SEA-LR). */
static int walk_from(struct walk *walk, int corner, int kind)
{
    const struct holm_topology *topology = &walk->state->board->topology;
    const uint8_t here = walk->state->corner[corner];
    const bool joins = !kind || (judge_is_building(here) && owns(here, walk->seat));
    int longest = 0;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        if (edge == HOLM_NO_EDGE || walk->used[edge] || !owns(walk->state->edge[edge], walk->seat))
            continue;
        const int piece = piece_at(walk->state->edge[edge]);
        if (piece != kind && !joins)
            continue;
        const int ends[2] = { topology->edge_corner[edge][0], topology->edge_corner[edge][1] };
        const int next = ends[0] == corner ? ends[1] : ends[0];
        const uint8_t there = walk->state->corner[next];
        walk->used[edge] = true;
        /* BASE-LR-4, CK-LR-1: a stranger's building or knight ends the trail, but the road up to it
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
    int points = on_corners(state, seat, HOLM_SETTLEMENT) + 2 * on_corners(state, seat, HOLM_CITY) +
                 2 * (state->route_holder == seat) + 2 * (state->army_holder == seat);
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
        walls += in_set(&state->walls, corner) && owns(state->corner[corner], seat);
    return walls;
}

int judge_contribution(const struct holm_state *state, int seat)
{
    const bool commit = state->board->rules.var_commit_knights;
    const struct holm_corner_set *set = commit ? &state->fighting : &state->active_knights;
    int sum = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        if (in_set(set, corner) && owns(state->corner[corner], seat))
            sum += piece_at(state->corner[corner]) - HOLM_BASIC + 1;
    return sum;
}

static bool builds_at(const struct holm_state *state, int seat, int corner)
{
    return owns(state->corner[corner], seat) && judge_is_building(state->corner[corner]);
}

static bool has_port(const struct holm_state *state, int seat, int kind)
{
    const struct holm_topology *topology = &state->board->topology;
    const struct holm_map *map = &state->board->map;
    for (int i = 0; i < map->ports; i++) {
        const struct holm_port *port = &map->port[i];
        const int one = topology->hex_corner[port->hex][port->side];
        const int other = topology->hex_corner[port->hex][(port->side + 1) % 6];
        if (port->kind == kind && (builds_at(state, seat, one) || builds_at(state, seat, other)))
            return true;
    }
    return false;
}

int judge_rate(const struct holm_state *state, int seat, int card)
{
    const bool commodity = card >= HOLM_RESOURCES;
    const bool merchant =
        state->merchant_owner == seat && state->board->map.terrain[state->merchant] == card;
    if (state->player[seat].fleet >> card & 1)
        return 2;
    if (commodity ? state->player[seat].level[HOLM_TRADE] >= 3
                  : merchant || has_port(state, seat, card))
        return 2;
    return has_port(state, seat, HOLM_PORT_ANY) ? 3 : 4;
}

/* ------------------------------------------------------------- conservation */

static char wrong[160];

static const char *say(const char *what, int seat, int found, int expected)
{
    snprintf(wrong, sizeof wrong, "%s (%d): %d instead of %d", what, seat, found, expected);
    return wrong;
}

/* BASE-SEVEN-2, CK-SEVEN-1: what a seat owes at a step at which cards are put down; the saboteur's
 * victims owe half of any hand, so there either answer may be right. */
static bool owes(const struct holm_state *state, int seat, int held, int sum)
{
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
        if (!owes(state, seat, held, pledged + player->owed))
            return say("discards pledged and owed", seat, pledged + player->owed, held / 2);
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
            sum += player->development[kind] +
                   (kind == HOLM_VICTORY && !with_knights(state) ? player->revealed : 0);
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
        const int cities = player->cities + judge_cities(state, seat, false) +
                           on_corners(state, seat, HOLM_REDUCED);
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
        bool land = false, open = !judge_is_building(state->corner[corner]);
        for (int i = 0; i < 3; i++) {
            const int hex = topology->corner_hex[corner][i];
            const int neighbour = topology->corner_neighbour[corner][i];
            land |= hex != HOLM_NONE && terrain[hex] != HOLM_SEA;
            if (neighbour != HOLM_NONE && judge_is_building(state->corner[neighbour])) {
                open = false;
                if (judge_is_building(state->corner[corner]))
                    return say("neighbouring buildings", corner, 2, 1);
            }
        }
        if (state->corner[corner] && !land)
            return say("a piece in the sea", corner, 1, 0);
        if ((state->open.w[corner / 64] >> corner % 64 & 1) != (open && land))
            return say("a corner free by the distance rule", corner, !open, open);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        const uint8_t *sides = topology->edge_hex[edge];
        if (state->edge[edge] && (sides[0] == HOLM_NONE || terrain[sides[0]] == HOLM_SEA) &&
            (sides[1] == HOLM_NONE || terrain[sides[1]] == HOLM_SEA))
            return say("a road in the sea", edge, 1, 0);
    }
    if (state->robber == HOLM_NONE) /* CK-SETUP-6 */
        return with_knights(state) &&
                       (!state->attacked || top_kind(state) == HOLM_STEP_ROBBER_DESERT) &&
                       state->board->rules.robber_start == HOLM_ROBBER_OFF_BOARD &&
                       !state->board->rules.var_aggressive_robber
                   ? NULL
                   : say("the robber off the board", -1, 1, 0);
    if (terrain[state->robber] == HOLM_SEA)
        return say("the robber in the sea", state->robber, 1, 0);
    return NULL;
}

static const char *judge_network(const struct holm_state *state, int seat)
{
    const struct holm_topology *topology = &state->board->topology;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool touched = builds_at(state, seat, corner);
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
        const int cards = judge_hidden_points(state, seat);
        if (holm_points(state, seat) != points + cards)
            return say("points with cards", seat, holm_points(state, seat), points + cards);
        for (int card = 0; card < state->board->card_kinds; card++)
            if (holm_rate(state, seat, card) != judge_rate(state, seat, card))
                return say("a rate", seat, holm_rate(state, seat, card),
                           judge_rate(state, seat, card));
    }
    return NULL;
}

/* ---------------------------------------------------------- Cities & Knights */

/* CK-COMP-2, C8-CK-CARD-11: 18 cards of each colour; the house rules do without merchants and
 * engineer and move the warlords. */
static int deck_size(const struct holm_rules *rules, int track)
{
    const bool house = rules->edition == HOLM_CATAN8;
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

/* Every progress card is in a hand, on a deck, under it, or laid open, and of the right colour. */
static const char *judge_progress(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int all[HOLM_TRACKS] = { 0 }, left[HOLM_TRACKS] = { 0 }, open = 0, revealed = 0;
    int backs[HOLM_SEATS][HOLM_TRACKS] = { { 0 } };
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        const int track = progress == HOLM_WARLORD && rules->edition == HOLM_CATAN8 ? HOLM_SCIENCE
                          : progress < HOLM_COMMERCIAL_HARBOR                       ? HOLM_SCIENCE
                          : progress < HOLM_BISHOP                                  ? HOLM_TRADE
                                                                                    : HOLM_POLITICS;
        int sum = state->pool[progress] + cards_under(state, track, progress) +
                  state->laid_open[progress];
        left[track] += state->pool[progress];
        open += state->laid_open[progress];
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            sum += state->player[seat].progress[progress];
            backs[seat][track] += state->player[seat].progress[progress];
        }
        if (sum != rules->progress_copies[progress])
            return say("progress cards of a kind", progress, sum, rules->progress_copies[progress]);
        if (state->laid_open[progress] && progress != HOLM_PRINTER && progress != HOLM_CONSTITUTION)
            return say("progress cards laid open", progress, state->laid_open[progress], 0);
        all[track] += sum;
    }
    for (int track = 0; track < HOLM_TRACKS; track++) {
        left[track] += cards_under(state, track, -1);
        if (all[track] != deck_size(rules, track))
            return say("cards of a deck", track, all[track], deck_size(rules, track));
        if (left[track] != state->deck_left[track])
            return say("cards left in a deck", track, state->deck_left[track], left[track]);
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            if (backs[seat][track] != state->player[seat].backs[track])
                return say("backs of progress cards", seat, state->player[seat].backs[track],
                           backs[seat][track]);
    }
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        revealed += state->player[seat].revealed;
    return open == revealed ? NULL : say("victory cards laid open", -1, revealed, open);
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
            return say("progress cards in a hand", seat, held, rules->progress_limit);
    }
    return NULL;
}

/* Knights by rank, one of them perhaps on its way (CK-DISP-4), and walls under own cities. */
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
                return say("knights of a rank", seat, knights, rules->knights);
        }
        const int walls = player->walls + judge_walls(state, seat);
        if (walls != rules->walls)
            return say("walls", seat, walls, rules->walls);
    }
    for (int corner = 0; corner < HOLM_CORNERS; corner++) {
        const uint8_t byte = state->corner[corner];
        const bool city = piece_at(byte) == HOLM_CITY || piece_at(byte) == HOLM_METROPOLIS;
        const bool marked = in_set(&state->active_knights, corner) ||
                            in_set(&state->tired, corner) || in_set(&state->promoted, corner) ||
                            in_set(&state->fighting, corner);
        if (in_set(&state->walls, corner) && !city)
            return say("a wall without a city", corner, 1, 0);
        if (in_set(&state->knights, corner) != judge_is_knight(byte))
            return say("a corner of the knights", corner, !judge_is_knight(byte),
                       judge_is_knight(byte));
        if (marked && !judge_is_knight(byte))
            return say("a mark without a knight", corner, 1, 0);
        /* CKDUO-KNIGHT-4, CKDUO-PROMO-2 */
        if (judge_is_knight(byte) && byte >> 4 >= rules->players &&
            (in_set(&state->active_knights, corner) || piece_at(byte) == HOLM_MIGHTY))
            return say("an active or mighty neutral knight", corner, 1, 0);
    }
    return NULL;
}

/* One for each track, on a city of somebody who has the level; CK-METRO-3, 4. */
static const char *judge_metropolises(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int there = 0, placed = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        there += piece_at(state->corner[corner]) == HOLM_METROPOLIS;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        const int corner = state->metropolis[track];
        if (corner == HOLM_NONE)
            continue;
        placed++;
        const int holder = state->corner[corner] >> 4;
        const int level = state->player[holder].level[track];
        for (int other = 0; other < track; other++)
            if (state->metropolis[other] == corner)
                return say("two metropolises on a city", corner, 2, 1);
        if (piece_at(state->corner[corner]) != HOLM_METROPOLIS)
            return say("a metropolis without a city", corner, 0, 1);
        if (level < rules->metropolis_level)
            return say("a metropolis at a level", holder, level, rules->metropolis_level);
        for (int seat = 0; seat < rules->players && top_kind(state) != HOLM_STEP_METROPOLIS; seat++)
            if (rules->metropolis_capture == HOLM_CAPTURE_FIRST_TO_5 && level < HOLM_LEVELS &&
                state->player[seat].level[track] == HOLM_LEVELS)
                return say("a metropolis that is not taken", seat, holder, seat);
    }
    if (there != placed)
        return say("metropolises", -1, there, placed);
    for (int track = 0; track < HOLM_TRACKS; track++)
        for (int seat = 0; seat < rules->players && top_kind(state) != HOLM_STEP_METROPOLIS; seat++)
            if (state->metropolis[track] == HOLM_NONE &&
                state->player[seat].level[track] >= rules->metropolis_level &&
                judge_cities(state, seat, true) && state->entitled[track] == seat + 1)
                return say("a metropolis that lies aside", seat, 0, 1);
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
        if (state->disc[hex] && state->board->map.terrain[hex] >= HOLM_DESERT)
            return say("a disc in the desert", hex, state->disc[hex], 0);
    }
    for (int disc = 0; disc < 13; disc++)
        if (discs[disc])
            return say("discs", disc, discs[disc], 0);
    if ((kind == HOLM_STEP_ROLL || kind == HOLM_STEP_ACTIONS) &&
        (state->barbarians < rules->barbarian_start || state->barbarians >= rules->barbarian_steps))
        return say("steps of the barbarians", -1, state->barbarians, rules->barbarian_start);
    if ((state->merchant == HOLM_NONE) != (state->merchant_owner == HOLM_NONE))
        return say("a merchant of nobody", -1, state->merchant_owner, state->merchant);
    for (int i = 0; state->merchant != HOLM_NONE; i++) {
        if (i == 6)
            return say("a merchant far from its owner", state->merchant_owner, 0, 1);
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

/* --------------------------------------------------------------- Seafarers */

static const char *judge_bank(const struct holm_state *state)
{
    for (int card = 0; card < HOLM_CARDS; card++) {
        int sum = state->bank.n[card];
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            sum += state->player[seat].hand.n[card];
        if (sum != state->board->rules.bank.n[card])
            return say("cards of a kind", card, sum, state->board->rules.bank.n[card]);
    }
    return NULL;
}

/* SEA-SHIP-2, SEA-SHIP-3: a road borders land, a ship the sea or the frame, and each edge has one
 * of them; what is not there is in the supply. */
static const char *judge_edges(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int roads[HOLM_SEATS] = { 0 }, ships[HOLM_SEATS] = { 0 };
    for (int edge = 0; edge < HOLM_EDGES; edge++) {
        const uint8_t byte = state->edge[edge];
        bool land = false, sea = false;
        if (!byte)
            continue;
        if (edge >= state->board->topology.edges || byte >> 4 >= rules->players)
            return say("a piece off the board or of nobody", edge, byte, 0);
        for (int i = 0; i < 2; i++) {
            const int hex = state->board->topology.edge_hex[edge][i];
            const int terrain = hex == HOLM_NONE ? HOLM_SEA : state->terrain[hex];
            land |= terrain < HOLM_SEA;
            sea |= terrain == HOLM_SEA;
        }
        const bool road = piece_at(byte) == HOLM_ROAD;
        if ((!road && piece_at(byte) != HOLM_SHIP) || (road ? !land : !sea))
            return say("a piece on the wrong edge", edge, piece_at(byte), 0);
        (road ? roads : ships)[byte >> 4]++;
    }
    for (int seat = 0; seat < rules->players; seat++) {
        if (ships[seat] + state->player[seat].ships != rules->ships)
            return say("ships", seat, ships[seat] + state->player[seat].ships, rules->ships);
        if (roads[seat] + state->player[seat].roads != rules->roads)
            return say("roads", seat, roads[seat] + state->player[seat].roads, rules->roads);
    }
    return NULL;
}

/* SC-CLOTH-2, 13: five on each of eight villages, twelve on the larger map, and ten besides. */
static const char *judge_cloth(const struct holm_state *state)
{
    const bool trade = !strncmp(state->board->map.name, "cloth-trade", 11);
    const int all = !trade ? 0 : state->board->rules.players <= 4 ? 50 : 70;
    int sum = state->cloth;
    for (int i = 0; i < HOLM_VILLAGES; i++)
        sum += state->village[i];
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        sum += state->player[seat].cloth;
    return sum == all ? NULL : say("cloth", -1, sum, all);
}

/* SC-FOG: what was lifted and what is still in the stacks is what the map lists. The discs of the
 * whole board are counted, for the inventor swaps some. */
static const char *judge_fog(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int terrains[HOLM_TERRAINS] = { 0 }, discs[13] = { 0 };
    for (int hex = 0; hex < map->hexes; hex++) {
        discs[state->disc[hex]]++;
        discs[map->disc[hex]]--;
        if (map->terrain[hex] == HOLM_FOG && state->terrain[hex] != HOLM_FOG)
            terrains[state->terrain[hex]]++;
        else if (state->terrain[hex] != map->terrain[hex])
            return say("the terrain of a hex", hex, state->terrain[hex], map->terrain[hex]);
    }
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++)
        if (terrains[terrain] + state->fog_terrain[terrain] != map->fog_terrain[terrain])
            return say("hexes of a terrain in the fog", terrain,
                       terrains[terrain] + state->fog_terrain[terrain], map->fog_terrain[terrain]);
    for (int disc = 2; disc < 13; disc++)
        if (discs[disc] + state->fog_disc[disc] != map->fog_disc[disc])
            return say("discs in the fog", disc, discs[disc] + state->fog_disc[disc],
                       map->fog_disc[disc]);
    return NULL;
}

/* What is known of Seafarers; the other judges know neither ships nor scenarios. */
static const char *judge_sea(const struct holm_state *state)
{
    const char *what = judge_bank(state);
    if (!what)
        what = judge_edges(state);
    if (!what)
        what = judge_cloth(state);
    if (!what)
        what = judge_fog(state);
    return what || state->board->rules.game == HOLM_SEAFARERS ? what : judge_progress(state);
}

static bool is_end_of_line(const struct holm_state *state, int seat, int corner)
{
    bool village = false;
    for (int i = 0; i < state->board->villages; i++)
        village |= state->board->village[i] == corner && state->player[seat].relations >> i & 1;
    return village || builds_at(state, seat, corner) ||
           (state->board->rules.knight_closes_line && judge_is_knight(state->corner[corner]) &&
            owns(state->corner[corner], seat));
}

/* Every simple path of own ships on from a corner; marks all ships of those that end at another
 * building than they began at. */
struct lines {
    const struct holm_state *state;
    int seat, start, length;
    uint16_t path[HOLM_EDGES];
    bool seen[HOLM_CORNERS];
    bool *closed;
};

static void follow_lines(struct lines *lines, int corner)
{
    const struct holm_topology *topology = &lines->state->board->topology;
    if (corner != lines->start && is_end_of_line(lines->state, lines->seat, corner))
        for (int i = 0; i < lines->length; i++)
            lines->closed[lines->path[i]] = true;
    lines->seen[corner] = true;
    for (int i = 0; i < 3; i++) {
        const int edge = topology->corner_edge[corner][i];
        const int next = topology->corner_neighbour[corner][i];
        if (edge == HOLM_NO_EDGE || lines->seen[next] ||
            !owns(lines->state->edge[edge], lines->seat) ||
            piece_at(lines->state->edge[edge]) != HOLM_SHIP)
            continue;
        lines->path[lines->length++] = (uint16_t)edge;
        follow_lines(lines, next);
        lines->length--;
    }
    lines->seen[corner] = false;
}

void judge_open_ships(const struct holm_state *state, int seat, bool *open)
{
    const struct holm_topology *topology = &state->board->topology;
    bool closed[HOLM_EDGES] = { false };
    for (int corner = 0; corner < topology->corners; corner++) {
        struct lines lines = { .state = state, .seat = seat, .start = corner, .closed = closed };
        if (is_end_of_line(state, seat, corner))
            follow_lines(&lines, corner);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        open[edge] = false;
        if (!owns(state->edge[edge], seat) || piece_at(state->edge[edge]) != HOLM_SHIP)
            continue;
        for (int end = 0; end < 2; end++) {
            const int corner = topology->edge_corner[edge][end];
            int ships = 0;
            for (int i = 0; i < 3; i++) {
                const int other = topology->corner_edge[corner][i];
                ships += other != HOLM_NO_EDGE && owns(state->edge[other], seat) &&
                         piece_at(state->edge[other]) == HOLM_SHIP;
            }
            open[edge] |= ships == 1 && !is_end_of_line(state, seat, corner);
        }
        open[edge] &= !closed[edge];
    }
}

const char *judge_state(const struct holm_state *state)
{
    if (state->board->rules.ships)
        return judge_sea(state);
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
