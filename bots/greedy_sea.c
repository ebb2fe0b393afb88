/* greedy_sea.c: Seafarers: where ships can go, and what they are worth going for. */
#include <string.h>

#include "bots/greedy.h"

enum {
    SHIPS_AHEAD = 9,
    COAST_WORTH = 30, /* of the first start on a coast */
    GOLD_WEIGHT = 14, /* of a pip of gold; a resource has 8 to 11 */
    FOG_WORTH = 70, /* what the fog may hide */
    VILLAGE_WORTH = 40, /* for each pip of a village, on top of the first token */
    TOKEN_WORTH = GREEDY_POINT / 2,
    PORT_GIFT_WORTH = 50,
    CARD_GIFT_WORTH = 150,
    NEXT_GIFT_WORTH = 60, /* where one lies there are more */
    FORTRESS_WORTH = 260,
    WONDER_WORTH = 150,
    WARSHIPS_WANTED = 4
};

/* How many ships lead to a corner, and where the first of them goes. */
struct sea_reach {
    uint8_t ships[HOLM_CORNERS]; /* HOLM_NONE: too far */
    uint16_t first[HOLM_CORNERS];
    uint8_t queue[HOLM_CORNERS];
    int count;
};

static int own_ships_at(const struct greedy *greedy, int corner)
{
    const struct holm_state *seen = greedy->seen;
    int count = 0;
    for (int way = 0; way < 3; way++) {
        const int edge = seen->board->topology.corner_edge[corner][way];
        count +=
            edge != HOLM_NO_EDGE && seen->edge[edge] == holm_piece_byte(HOLM_SHIP, greedy->seat);
    }
    return count;
}

/* ----------------------------------------------------------------- regions */

int holm_greedy_bonus(const struct greedy *greedy, int corner)
{
    return holm_region_bonus(greedy->seen, greedy->seat, corner);
}

/* Also where the rules would let it drive a knight off, a free corner is better. */
bool holm_greedy_may_settle(const struct greedy *greedy, int corner)
{
    return !greedy->seen->corner[corner] && holm_may_settle(greedy->seen, greedy->seat, corner);
}

int holm_greedy_gold(const struct greedy *greedy, int corner)
{
    const struct holm_state *seen = greedy->seen;
    int pips = 0;
    for (int i = 0; i < 3; i++) {
        const int hex = seen->board->topology.corner_hex[corner][i];
        if (hex != HOLM_NONE && seen->terrain[hex] == HOLM_GOLD)
            pips += holm_greedy_pips(seen, hex);
    }
    return pips;
}

int holm_greedy_gold_worth(const struct greedy *greedy, int corner)
{
    return greedy->pip_worth * GOLD_WEIGHT * holm_greedy_gold(greedy, corner) / 10;
}

/* ------------------------------------------------------------------- reach */

static bool near_pirate(const struct holm_state *seen, int edge)
{
    const uint8_t *hexes = seen->board->topology.edge_hex[edge];
    return seen->pirate != HOLM_NONE && (hexes[0] == seen->pirate || hexes[1] == seen->pirate);
}

/* Of all ways to the fortress the bots sail those from the settlement that was placed for them. */
static bool on_lane(const struct greedy *greedy, int edge)
{
    const struct holm_board *board = greedy->seen->board;
    const struct holm_lane *lane = &board->map.lane[greedy->seat];
    for (int i = 0; i < lane->edges; i++)
        if (board->topology.hex_edge[lane->edge[i][0]][lane->edge[i][1]] == edge)
            return true;
    return false;
}

/* A lane is sailed from its start, one ship further each time (SC-PIR-12). */
static bool lane_goes_on(const struct greedy *greedy, int edge)
{
    const struct holm_state *seen = greedy->seen;
    const uint8_t *depth = seen->board->lane_depth[greedy->seat];
    if (!on_lane(greedy, edge))
        return false;
    for (int other = 0; depth[edge] && other < seen->board->topology.edges; other++)
        if (depth[other] >= depth[edge] &&
            seen->edge[other] == holm_piece_byte(HOLM_SHIP, greedy->seat) &&
            !holm_edge_in(&seen->board->home_edges, other))
            return false;
    return depth[edge] != 0;
}

/* The fleet moves on by itself; the pirate may stay. */
static bool navigable(const struct greedy *greedy, int edge)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_board *board = seen->board;
    if (edge == HOLM_NO_EDGE || seen->edge[edge] || !holm_edge_in(&seen->sea_edges, edge))
        return false;
    if (!board->map.lanes)
        return !near_pirate(seen, edge);
    return holm_edge_in(&board->home_edges, edge) ||
           (greedy->seat < board->map.lanes && lane_goes_on(greedy, edge));
}

static void spread(const struct greedy *greedy, struct sea_reach *reach)
{
    const struct holm_state *seen = greedy->seen;
    for (int i = 0; i < reach->count; i++) {
        const int from = reach->queue[i];
        for (int way = 0; way < 3 && reach->ships[from] < SHIPS_AHEAD; way++) {
            const int edge = seen->board->topology.corner_edge[from][way];
            const int to = seen->board->topology.corner_neighbour[from][way];
            if (!navigable(greedy, edge) || reach->ships[to] != HOLM_NONE || seen->corner[to])
                continue;
            reach->ships[to] = reach->ships[from] + 1;
            reach->first[to] = reach->ships[from] ? reach->first[from] : (uint16_t)edge;
            reach->queue[reach->count++] = (uint8_t)to;
        }
    }
}

/* Beyond the main island a line to the fortress has one end (SC-PIR-12). */
static bool may_branch(const struct greedy *greedy, int corner)
{
    const struct holm_board *board = greedy->seen->board;
    if (!board->map.lanes || own_ships_at(greedy, corner) < 2)
        return true;
    for (int way = 0; way < 3; way++) {
        const int edge = board->topology.corner_edge[corner][way];
        if (edge != HOLM_NO_EDGE && holm_edge_in(&board->home_edges, edge))
            return true;
    }
    return false;
}

static void find_sea_reach(const struct greedy *greedy, bool ends_only, struct sea_reach *reach)
{
    const struct holm_state *seen = greedy->seen;
    memset(reach->ships, HOLM_NONE, sizeof reach->ships);
    reach->count = 0;
    struct holm_corner_set left = seen->sea_network[greedy->seat];
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        const int owner = holm_piece_seat(seen->corner[corner]);
        if ((owner != HOLM_NONE && owner != greedy->seat) || !may_branch(greedy, corner) ||
            (ends_only && own_ships_at(greedy, corner) != 1))
            continue;
        reach->ships[corner] = 0;
        reach->queue[reach->count++] = (uint8_t)corner;
    }
    spread(greedy, reach);
}

/* ------------------------------------------------------------------- goals */

static struct greedy_goal *add_voyage(struct greedy *greedy, int first, int ships, int worth)
{
    if (ships < 1 || ships > greedy->seen->player[greedy->seat].ships + 1 ||
        greedy->goals >= GREEDY_GOALS - 1)
        return NULL;
    struct greedy_goal *goal = holm_greedy_add_goal(greedy, HOLM_BUY_SHIP, first, worth);
    for (int i = 1; i < ships; i++)
        holm_greedy_add_cost(goal, &greedy->seen->board->rules.cost[HOLM_BUY_SHIP]);
    return goal;
}

/* The best site at each number of ships. */
static void consider_islands(struct greedy *greedy, const struct sea_reach *reach)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    int best[SHIPS_AHEAD + 1], worth[SHIPS_AHEAD + 1] = { 0 };
    if (!greedy->seen->player[greedy->seat].settlements)
        return;
    for (int i = 0; i < reach->count; i++) {
        const int corner = reach->queue[i], ships = reach->ships[corner];
        if (!holm_greedy_may_settle(greedy, corner))
            continue;
        const int site = holm_greedy_site(greedy, corner) + 1 +
                         holm_greedy_points_worth(greedy, 1 + holm_greedy_bonus(greedy, corner));
        if (site > worth[ships]) {
            best[ships] = corner;
            worth[ships] = site;
        }
    }
    for (int ships = 0; ships <= SHIPS_AHEAD; ships++) {
        if (!worth[ships])
            continue;
        if (!ships) {
            holm_greedy_add_goal(greedy, HOLM_BUY_SETTLEMENT, best[0], worth[0]);
            continue;
        }
        struct greedy_goal *goal =
            add_voyage(greedy, reach->first[best[ships]], ships, worth[ships]);
        if (goal)
            holm_greedy_add_cost(goal, &rules->cost[HOLM_BUY_SETTLEMENT]);
    }
}

static void consider_villages(struct greedy *greedy, const struct sea_reach *reach)
{
    static const uint8_t pips[13] = { 0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1 };
    const struct holm_state *seen = greedy->seen;
    for (int i = 0; i < seen->board->villages; i++) {
        const int corner = seen->board->village[i];
        if (holm_bit_in(seen->player[greedy->seat].relations, i) ||
            reach->ships[corner] == HOLM_NONE || !seen->village[i])
            continue;
        add_voyage(greedy, reach->first[corner], reach->ships[corner],
                   TOKEN_WORTH + VILLAGE_WORTH * pips[seen->board->village_disc[i]]);
    }
}

static void consider_gifts(struct greedy *greedy, const struct sea_reach *reach)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_map *map = &seen->board->map;
    for (int i = 0; i < map->gifts; i++) {
        const int edge = seen->board->gift_edge[i];
        const uint8_t *ends = seen->board->topology.edge_corner[edge];
        if (!holm_bit_in(seen->gifts, i) || !navigable(greedy, edge))
            continue;
        const int near = reach->ships[ends[0]] <= reach->ships[ends[1]] ? ends[0] : ends[1];
        if (reach->ships[near] == HOLM_NONE)
            continue;
        const int worth = map->gift[i].kind == HOLM_GIFT_POINT
                              ? holm_greedy_points_worth(greedy, 1) + NEXT_GIFT_WORTH
                          : map->gift[i].kind == HOLM_GIFT_CARD ? CARD_GIFT_WORTH
                                                                : PORT_GIFT_WORTH;
        add_voyage(greedy, reach->ships[near] ? reach->first[near] : edge, reach->ships[near] + 1,
                   worth);
    }
}

static bool touches_fog(const struct greedy *greedy, int corner)
{
    for (int i = 0; i < 3; i++) {
        const int hex = greedy->seen->board->topology.corner_hex[corner][i];
        if (hex != HOLM_NONE && greedy->seen->terrain[hex] == HOLM_FOG)
            return true;
    }
    return false;
}

static void consider_fog(struct greedy *greedy, const struct sea_reach *reach)
{
    for (int i = 0; i < reach->count; i++) {
        const int corner = reach->queue[i];
        if (!reach->ships[corner] || !touches_fog(greedy, corner))
            continue;
        add_voyage(greedy, reach->first[corner], reach->ships[corner], FOG_WORTH);
        return; /* the nearest */
    }
}

static void consider_sea_route(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    struct sea_reach reach;
    int to_beat = seen->board->rules.route_minimum - 1;
    if (seen->board->map.no_route || seen->route_holder == greedy->seat)
        return;
    if (seen->route_holder != HOLM_NONE)
        to_beat = seen->player[seen->route_holder].route;
    const int ships = to_beat + 1 - seen->player[greedy->seat].route;
    if (ships < 1 || ships > SHIPS_AHEAD)
        return;
    find_sea_reach(greedy, true, &reach);
    for (int i = 0; i < reach.count; i++)
        if (reach.ships[reach.queue[i]] == ships) {
            add_voyage(greedy, reach.first[reach.queue[i]], ships,
                       holm_greedy_points_worth(greedy, 2));
            return;
        }
}

/* ---------------------------------------------------------------- fortress */

static int own_warships(const struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    int count = 0;
    for (int edge = 0; edge < seen->board->topology.edges; edge++)
        count += holm_edge_in(&seen->warships, edge) &&
                 holm_piece_seat(seen->edge[edge]) == greedy->seat;
    return count;
}

/* The line goes up to the fortress, and its last ship waits until the warships are enough. */
static void consider_fortress(struct greedy *greedy, const struct sea_reach *reach)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_board *board = seen->board;
    const struct holm_player *player = &seen->player[greedy->seat];
    if (greedy->seat >= board->map.lanes || !player->lairs)
        return;
    const int fortress = board->fortress[greedy->seat], ships = reach->ships[fortress];
    const int warships = own_warships(greedy);
    const bool late = holm_points(seen, greedy->seat) >= board->rules.target - 1;
    if (seen->deck)
        holm_greedy_add_goal(greedy, HOLM_BUY_DEVELOPMENT, 0,
                             warships < WARSHIPS_WANTED + 1 ? (late ? 400 : 170) : 20);
    if (ships == HOLM_NONE || !ships || (ships == 1 && warships < WARSHIPS_WANTED && seen->deck))
        return;
    add_voyage(greedy, reach->first[fortress], ships, late ? 4 * FORTRESS_WORTH : FORTRESS_WORTH);
}

/* ----------------------------------------------------------------- wonders */

struct holm_cards holm_greedy_wonder_cost(const struct greedy *greedy)
{
    return holm_wonder_cost[greedy->seen->player[greedy->seat].wonder - 1];
}

static void consider_wonder(struct greedy *greedy)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    if (!player->wonder)
        return;
    const int worth = player->wonder_level + 1 == HOLM_WONDER_LEVELS
                          ? 10 * GREEDY_POINT
                          : WONDER_WORTH + GREEDY_POINT * player->wonder_level;
    struct greedy_goal *goal = holm_greedy_add_goal(greedy, GREEDY_WONDER, 0, worth);
    goal->cost = holm_greedy_wonder_cost(greedy);
}

static int claim_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int rolls = 0;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        rolls += 12 * 36 * holm_wonder_cost[action->card].n[card] / greedy->speed[card];
    return -rolls;
}

bool holm_greedy_claim(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_CLAIM, claim_merit, action);
}

/* ---------------------------------------------------------------- together */

bool holm_greedy_sea_wins(const struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    if (seen->player[greedy->seat].lairs)
        return false;
    for (int seat = 0; seen->board->map.wonders && seat < seen->board->rules.players; seat++)
        if (seat != greedy->seat &&
            seen->player[seat].wonder_level >= seen->player[greedy->seat].wonder_level)
            return false;
    return true;
}

int holm_greedy_coast(const struct greedy *greedy, int corner)
{
    const struct holm_state *seen = greedy->seen;
    for (int other = 0; other < seen->board->topology.corners; other++)
        if (holm_piece_seat(seen->corner[other]) == greedy->seat &&
            holm_corner_in(&seen->board->coast, other))
            return 0;
    return holm_corner_in(&seen->board->coast, corner) ? COAST_WORTH : 0;
}

void holm_greedy_sea_goals(struct greedy *greedy)
{
    struct sea_reach reach;
    find_sea_reach(greedy, false, &reach);
    consider_wonder(greedy);
    consider_fortress(greedy, &reach);
    consider_islands(greedy, &reach);
    consider_sea_route(greedy);
    consider_fog(greedy, &reach);
    consider_villages(greedy, &reach);
    consider_gifts(greedy, &reach);
}

/* ----------------------------------------------------------------- sailing */

/* Whether nothing can be reached any more from the loose end of a line. */
static bool is_dead_end(const struct greedy *greedy, int edge)
{
    const struct holm_state *seen = greedy->seen;
    struct sea_reach reach;
    for (int end = 0; end < 2; end++) {
        const int corner = seen->board->topology.edge_corner[edge][end];
        if (own_ships_at(greedy, corner) != 1 || seen->corner[corner])
            continue;
        memset(reach.ships, HOLM_NONE, sizeof reach.ships);
        reach.ships[corner] = 0;
        reach.queue[0] = (uint8_t)corner;
        reach.count = 1;
        spread(greedy, &reach);
        for (int i = 0; i < reach.count; i++)
            if (touches_fog(greedy, reach.queue[i]) ||
                holm_greedy_may_settle(greedy, reach.queue[i]))
                return false;
        for (int i = 0; i < seen->board->villages; i++)
            if (reach.ships[seen->board->village[i]] != HOLM_NONE)
                return false;
    }
    return true;
}

/* Where a line leads to a fortress, greedy, which stays as it is, sails nothing; the others finish
 * their line with ships at home that are not part of it. */
static bool may_leave(const struct greedy *greedy, int edge)
{
    const int lanes = greedy->seen->board->map.lanes;
    if (!lanes)
        return is_dead_end(greedy, edge);
    return greedy->prefers != holm_greedy_preferences.n && greedy->seat < lanes &&
           !on_lane(greedy, edge);
}

/* A ship that leads nowhere goes where the best goal wants one. */
bool holm_greedy_sail(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_topology *topology = &seen->board->topology;
    (void)bot;
    if (!greedy->best || greedy->best->purchase != HOLM_BUY_SHIP ||
        seen->route_holder == greedy->seat)
        return false;
    for (int i = 0; i < greedy->list->count; i++) {
        const struct holm_action *one = &greedy->list->at[i];
        if (one->kind != HOLM_DO_SAIL || one->to != greedy->best->place)
            continue;
        const uint8_t *from = topology->edge_corner[one->place],
                      *to = topology->edge_corner[one->to];
        const bool joined =
            from[0] == to[0] || from[0] == to[1] || from[1] == to[0] || from[1] == to[1];
        if (!joined && may_leave(greedy, one->place))
            return holm_greedy_choose(one, action);
    }
    return false;
}
