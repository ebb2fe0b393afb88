/* greedy_estimate.c: what things are worth to greedy, and how long it must wait for them. */
#include <string.h>

#include "bots/greedy.h"

int holm_greedy_pips(const struct holm_state *seen, int hex)
{
    static const uint8_t pips[13] = { 0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1 };
    return pips[seen->disc[hex]];
}

/* Adds the pips of a corner's hexes to an income. */
static void add_income(const struct holm_state *seen, int corner, int *income)
{
    for (int i = 0; i < 3; i++) {
        const int hex = seen->board->topology.corner_hex[corner][i];
        if (hex == HOLM_NONE)
            continue;
        const int card = holm_yield(seen->terrain[hex]);
        if (card != HOLM_NONE)
            income[card] += holm_greedy_pips(seen, hex);
    }
}

/* What a city yields beyond a settlement. */
static void add_city_income(const struct greedy *greedy, int corner, int *income)
{
    if (greedy->kinds > HOLM_RESOURCES)
        holm_greedy_city_income(greedy->seen, corner, income);
    else
        add_income(greedy->seen, corner, income);
}

static void count_income(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    int trades = 0; /* cards from the bank, in twelfths of a pip */
    int gold = 0; /* pips of it */
    struct holm_corner_set left = greedy->own;
    memset(greedy->income, 0, sizeof greedy->income);
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        const int yield = greedy_yield(seen->corner[corner]);
        if (!yield)
            continue;
        add_income(seen, corner, greedy->income);
        gold += greedy_sails(greedy) ? yield * holm_greedy_gold(greedy, corner) : 0;
        if (yield > 1)
            add_city_income(greedy, corner, greedy->income);
    }
    for (int card = 0; card < greedy->kinds; card++)
        trades += greedy->prefers[PREFER_BANK] * greedy->income[card] / greedy->rate[card];
    trades += 12 * gold;
    for (int card = 0; card < greedy->kinds; card++)
        greedy->speed[card] =
            12 * greedy->income[card] + trades + greedy->prefers[PREFER_LEAST_SPEED];
}

/* ------------------------------------------------------------------ worth */

/* Less and less during the game. */
static int pip_worth(const struct greedy *greedy)
{
    const int target = greedy->seen->board->rules.target;
    const int left = target - holm_points(greedy->seen, greedy->seat);
    const int last = greedy->prefers[PREFER_PIP_LAST];
    return left < 1 ? last : last + greedy->prefers[PREFER_PIP_FIRST] * left / target;
}

/* Settlements at the start have preferences of their own. */
static int preference_for(const struct greedy *greedy, int start, int later)
{
    const bool starts = holm_step(greedy->seen)->kind == HOLM_STEP_SETUP_SETTLEMENT;
    return greedy->prefers[starts ? start : later];
}

static int harbour_worth(const struct greedy *greedy, int corner, const int *income)
{
    const int kind = greedy->seen->board->corner_port[corner];
    if (kind == HOLM_NO_PORT || holm_bit_in(greedy->seen->player[greedy->seat].ports, kind))
        return 0;
    return kind == HOLM_PORT_ANY
               ? preference_for(greedy, PREFER_START_HARBOUR, PREFER_HARBOUR)
               : preference_for(greedy, PREFER_START_OWN_HARBOUR, PREFER_OWN_HARBOUR) *
                     income[kind];
}

int holm_greedy_site(const struct greedy *greedy, int corner)
{
    int income[HOLM_CARDS], worth = 0;
    memcpy(income, greedy->income, sizeof income);
    add_income(greedy->seen, corner, income);
    for (int card = 0; card < HOLM_RESOURCES; card++) {
        const int more = income[card] - greedy->income[card];
        if (!more)
            continue;
        worth += greedy->pip_worth *
                 preference_for(greedy, PREFER_START_PIP + card, PREFER_PIP + card) * more / 1000;
        if (!greedy->income[card])
            worth += preference_for(greedy, PREFER_START_NEW_KIND, PREFER_NEW_KIND);
    }
    if (greedy_sails(greedy))
        worth += holm_greedy_gold_worth(greedy, corner);
    return worth + harbour_worth(greedy, corner, income);
}

static int city_worth(const struct greedy *greedy, int corner)
{
    int income[HOLM_CARDS] = { 0 }, pips = 0;
    add_city_income(greedy, corner, income);
    for (int card = 0; card < greedy->kinds; card++)
        pips += income[card];
    if (greedy_sails(greedy))
        pips += holm_greedy_gold(greedy, corner);
    return GREEDY_POINT + greedy->pip_worth * pips;
}

/* ------------------------------------------------------------------ reach */

/* How many roads lead to a corner, and the first of them. */
struct reach {
    uint8_t roads[HOLM_CORNERS]; /* HOLM_NONE: too far */
    uint16_t first[HOLM_CORNERS];
    uint8_t queue[HOLM_CORNERS];
    int count;
};

static bool ends_route(const struct greedy *greedy, int corner)
{
    int own = 0;
    for (int i = 0; i < 3; i++) {
        const int edge = greedy->seen->board->topology.corner_edge[corner][i];
        own += edge != HOLM_NO_EDGE && holm_piece_seat(greedy->seen->edge[edge]) == greedy->seat;
    }
    return own == 1;
}

/* Starts from the whole network, or only from where the seat's routes end. */
static void start_reach(const struct greedy *greedy, bool ends_only, struct reach *reach)
{
    const struct holm_state *seen = greedy->seen;
    struct holm_corner_set left = seen->network[greedy->seat];
    memset(reach->roads, HOLM_NONE, sizeof reach->roads);
    reach->count = 0;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        const int owner = holm_piece_seat(seen->corner[corner]);
        if ((owner != HOLM_NONE && owner != greedy->seat) ||
            (ends_only && !ends_route(greedy, corner)))
            continue;
        reach->roads[corner] = 0;
        reach->queue[reach->count++] = (uint8_t)corner;
    }
}

static void step_reach(const struct greedy *greedy, struct reach *reach, int from, int way)
{
    const struct holm_state *seen = greedy->seen;
    const int edge = seen->board->topology.corner_edge[from][way];
    const int to = seen->board->topology.corner_neighbour[from][way];
    if (edge == HOLM_NO_EDGE || seen->edge[edge] || reach->roads[to] != HOLM_NONE ||
        seen->corner[to] || !(holm_edge_in(&seen->land_edges, edge)))
        return;
    reach->roads[to] = reach->roads[from] + 1;
    reach->first[to] = reach->roads[from] ? reach->first[from] : (uint16_t)edge;
    reach->queue[reach->count++] = (uint8_t)to;
}

static void find_reach(const struct greedy *greedy, bool ends_only, struct reach *reach)
{
    start_reach(greedy, ends_only, reach);
    for (int i = 0; i < reach->count; i++)
        if (reach->roads[reach->queue[i]] < GREEDY_ROADS_AHEAD)
            for (int way = 0; way < 3; way++)
                step_reach(greedy, reach, reach->queue[i], way);
}

/* ------------------------------------------------------------------ goals */

struct greedy_goal *holm_greedy_add_goal(struct greedy *greedy, int purchase, int place, int worth)
{
    struct greedy_goal *goal = &greedy->goal[greedy->goals++];
    memset(goal, 0, sizeof *goal);
    goal->purchase = (uint8_t)purchase;
    goal->place = (uint16_t)place;
    goal->worth = worth;
    if (purchase < HOLM_PURCHASES)
        goal->cost = greedy->seen->board->rules.cost[purchase];
    return goal;
}

void holm_greedy_add_cost(struct greedy_goal *goal, const struct holm_cards *cost)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        goal->cost.n[card] += cost->n[card];
}

struct holm_cards holm_greedy_price(const struct greedy *greedy, const struct greedy_goal *goal)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    struct holm_cards price = { { 0 } };
    if (goal->purchase == GREEDY_WONDER)
        return holm_greedy_wonder_cost(greedy);
    if (goal->purchase != GREEDY_IMPROVEMENT)
        return rules->cost[goal->purchase];
    price.n[rules->track_commodity[goal->card]] =
        greedy->seen->player[greedy->seat].level[goal->card] + 1; /* CK-IMP-2 */
    return price;
}

static void add_roads(const struct greedy *greedy, struct greedy_goal *goal, int roads)
{
    for (; roads > 0; roads--)
        holm_greedy_add_cost(goal, &greedy->seen->board->rules.cost[HOLM_BUY_ROAD]);
}

/* The point that wins is worth more than any other. */
int holm_greedy_points_worth(const struct greedy *greedy, int points)
{
    const int have = holm_points(greedy->seen, greedy->seat);
    const bool wins = have + points >= greedy->seen->board->rules.target &&
                      (!greedy_sails(greedy) || holm_greedy_sea_wins(greedy));
    return points * GREEDY_POINT + (wins ? greedy->prefers[PREFER_WIN] : 0);
}

/* What can become a city: settlements; but a city on its side comes first (CK-BARB-12). */
static int future_city(const struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;)
        if (holm_piece_kind(seen->corner[corner]) == HOLM_REDUCED)
            return HOLM_REDUCED;
    return seen->player[greedy->seat].cities ? HOLM_SETTLEMENT : HOLM_EMPTY;
}

static void consider_city(struct greedy *greedy)
{
    const int piece = future_city(greedy);
    struct holm_corner_set left = greedy->own;
    int best = -1, worth = 0;
    if (!piece)
        return;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        if (holm_piece_kind(greedy->seen->corner[corner]) != piece)
            continue;
        const int city = city_worth(greedy, corner);
        if (city > worth) {
            best = corner;
            worth = city;
        }
    }
    if (best >= 0)
        holm_greedy_add_goal(greedy, HOLM_BUY_CITY, best,
                             worth - GREEDY_POINT + greedy->prefers[PREFER_CITY] +
                                 holm_greedy_points_worth(greedy, 1));
}

/* The best site at each number of roads. */
static void consider_settlements(struct greedy *greedy)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    struct reach reach;
    int best[GREEDY_ROADS_AHEAD + 1] = { -1, -1, -1, -1 }, worth[GREEDY_ROADS_AHEAD + 1] = { 0 };
    if (!player->settlements)
        return;
    find_reach(greedy, false, &reach);
    for (int i = 0; i < reach.count; i++) {
        const int corner = reach.queue[i], roads = reach.roads[corner];
        if (!holm_corner_in(&greedy->seen->open, corner) || roads > player->roads ||
            greedy->seen->corner[corner]) /* a knight, where there are any */
            continue;
        int site = holm_greedy_site(greedy, corner) + 1;
        if (greedy_sails(greedy)) {
            if (!holm_greedy_may_settle(greedy, corner))
                continue;
            site += GREEDY_POINT * holm_greedy_bonus(greedy, corner);
        }
        if (site > worth[roads]) {
            best[roads] = corner;
            worth[roads] = site;
        }
    }
    for (int roads = 0; roads <= GREEDY_ROADS_AHEAD; roads++) {
        if (best[roads] < 0)
            continue;
        struct greedy_goal *goal =
            holm_greedy_add_goal(greedy, HOLM_BUY_SETTLEMENT, best[roads],
                                 worth[roads] + greedy->prefers[PREFER_SETTLEMENT] +
                                     holm_greedy_points_worth(greedy, 1));
        add_roads(greedy, goal, roads);
        if (roads) {
            goal->purchase = HOLM_BUY_ROAD;
            goal->place = reach.first[best[roads]];
        }
    }
}

static void consider_route(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_player *player = &seen->player[greedy->seat];
    int to_beat = seen->board->rules.route_minimum - 1;
    if (seen->route_holder != HOLM_NONE)
        to_beat = seen->player[seen->route_holder].route;
    const int roads = to_beat + 1 - player->route;
    if (seen->route_holder == greedy->seat || roads > GREEDY_ROADS_AHEAD || roads > player->roads ||
        seen->board->map.no_route)
        return;
    struct reach reach;
    find_reach(greedy, true, &reach);
    if (!reach.count || reach.roads[reach.queue[reach.count - 1]] < roads || roads < 1)
        return;
    for (int i = 0; i < reach.count; i++)
        if (reach.roads[reach.queue[i]] == roads) {
            struct greedy_goal *goal =
                holm_greedy_add_goal(greedy, HOLM_BUY_ROAD, reach.first[reach.queue[i]],
                                     greedy->prefers[PREFER_ROUTE] - 2 * GREEDY_POINT +
                                         holm_greedy_points_worth(greedy, 2));
            add_roads(greedy, goal, roads - 1);
            return;
        }
}

static void consider_development(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    if (!seen->deck)
        return;
    int to_beat = seen->board->rules.army_minimum - 1;
    if (seen->army_holder != HOLM_NONE)
        to_beat = seen->player[seen->army_holder].army;
    const int knights = to_beat + 1 - seen->player[greedy->seat].army;
    const bool contest = seen->army_holder != greedy->seat && knights <= 3;
    holm_greedy_add_goal(greedy, HOLM_BUY_DEVELOPMENT, 0,
                         greedy->prefers[PREFER_CARD] +
                             (contest ? greedy->prefers[PREFER_ARMY] : 0));
}

/* ---------------------------------------------------------------- waiting */

int holm_greedy_lack(const struct greedy *greedy, const struct greedy_goal *goal, int card)
{
    return goal->cost.n[card] - greedy->hand.n[card];
}

int holm_greedy_lacking(const struct greedy *greedy)
{
    int sum = 0;
    for (int card = 0; greedy->best && card < greedy->kinds; card++) {
        const int lack = holm_greedy_lack(greedy, greedy->best, card);
        sum += lack > 0 ? lack : 0;
    }
    return sum;
}

int holm_greedy_waiting(const struct greedy *greedy, const struct holm_cards *cost,
                        const struct holm_cards *hand)
{
    int lack[HOLM_CARDS], trades = 0, rolls = 0;
    for (int card = 0; card < greedy->kinds; card++) {
        lack[card] = cost->n[card] - hand->n[card];
        if (lack[card] < 0)
            trades -= lack[card] / greedy->rate[card];
    }
    for (; trades > 0; trades--) { /* spare cards buy what comes in most slowly */
        int slowest = -1;
        for (int card = 0; card < greedy->kinds; card++)
            if (lack[card] > 0 && (slowest < 0 || greedy->speed[card] < greedy->speed[slowest]))
                slowest = card;
        if (slowest < 0)
            return 0;
        lack[slowest]--;
    }
    for (int card = 0; card < greedy->kinds; card++)
        if (lack[card] > 0)
            rolls += 12 * 36 * lack[card] / greedy->speed[card];
    return rolls;
}

static int score(const struct greedy *greedy, const struct greedy_goal *goal,
                 const struct holm_cards *hand)
{
    const int waiting = 100 * holm_greedy_waiting(greedy, &goal->cost, hand);
    return (int)(100000LL * goal->worth / (waiting + greedy->prefers[PREFER_PATIENCE]));
}

int holm_greedy_prospect(const struct greedy *greedy, const struct holm_cards *hand)
{
    int prospect = 0;
    for (int i = 0; i < greedy->goals; i++) {
        const int one = score(greedy, &greedy->goal[i], hand);
        if (one > prospect)
            prospect = one;
    }
    return prospect;
}

void holm_greedy_estimate(struct greedy *greedy, const struct holm_preferences *preferences,
                          const struct holm_state *seen, int seat)
{
    greedy->prefers = preferences->n;
    greedy->seen = seen;
    greedy->seat = seat;
    greedy->kinds = seen->board->card_kinds;
    greedy->goals = 0;
    greedy->best = NULL;
    greedy->own = greedy_pieces(seen, seat);
    greedy->plain_city = greedy_plain_city(seen, greedy->own);
    greedy->pip_worth = pip_worth(greedy);
    for (int card = 0; card < HOLM_CARDS; card++)
        greedy->hand.n[card] = seen->player[seat].hand.n[card] - seen->player[seat].pledge.n[card];
    for (int card = 0; card < greedy->kinds; card++)
        greedy->rate[card] = holm_rate(seen, seat, card);
    count_income(greedy);
    consider_city(greedy);
    consider_settlements(greedy);
    consider_route(greedy);
    consider_development(greedy);
    if (greedy_sails(greedy))
        holm_greedy_sea_goals(greedy);
    if (greedy->kinds > HOLM_RESOURCES) {
        holm_greedy_city_goals(greedy);
        holm_greedy_knight_goals(greedy);
    }

    int prospect = 0;
    for (int i = 0; i < greedy->goals; i++) {
        const int one = score(greedy, &greedy->goal[i], &greedy->hand);
        if (one > prospect || (one == prospect && !greedy->best)) {
            prospect = one;
            greedy->best = &greedy->goal[i];
        }
    }
}
