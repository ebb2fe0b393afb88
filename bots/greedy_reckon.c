/* greedy_reckon.c: what things are worth to greedy, and how long it must wait for them. */
#include <string.h>

#include "bots/greedy.h"

enum {
    POINT = 100,   /* a victory point */
    NEW_KIND = 32, /* the first income of a kind */
    ANY_HARBOUR = 20,
    OWN_HARBOUR = 6,  /* for each pip of its kind */
    CARD_WORTH = 120, /* of a development card: points, an army, road building */
    ARMY_WORTH = 50,  /* more, while the largest army can be had */
    WIN_WORTH = 1000,
    PATIENCE = 2 /* rolls: what can be had at once is not worth infinitely more */
};

int holm_greedy_pips(const struct holm_board *board, int hex)
{
    static const uint8_t pips[13] = { 0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1 };
    return pips[board->map.disc[hex]];
}

/* Adds the pips of a corner's hexes to an income. */
static void add_income(const struct holm_board *board, int corner, int times, int *income)
{
    for (int i = 0; i < 3; i++) {
        const int hex = board->topology.corner_hex[corner][i];
        if (hex == HOLM_NONE)
            continue;
        const int card = holm_yield(board->map.terrain[hex]);
        if (card != HOLM_NONE)
            income[card] += times * holm_greedy_pips(board, hex);
    }
}

static void reckon_income(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    int trades = 0; /* cards from the bank, in twelfths of a pip */
    memset(greedy->income, 0, sizeof greedy->income);
    for (int corner = 0; corner < seen->board->topology.corners; corner++)
        if (greedy_owner(seen->corner[corner]) == greedy->seat)
            add_income(seen->board, corner, (seen->corner[corner] & 15) == HOLM_CITY ? 2 : 1,
                       greedy->income);
    for (int card = 0; card < HOLM_RESOURCES; card++)
        trades += 6 * greedy->income[card] / holm_rate(seen, greedy->seat, card);
    for (int card = 0; card < HOLM_RESOURCES; card++)
        greedy->speed[card] = 12 * greedy->income[card] + trades + 4;
}

/* ------------------------------------------------------------------ worth */

/* What one pip of income will bring until the end: less and less. */
static int pip_worth(const struct greedy *greedy)
{
    const int target = greedy->seen->board->rules.target;
    const int left = target - holm_points(greedy->seen, greedy->seat);
    return left < 1 ? 2 : 2 + 14 * left / target;
}

static int harbour_worth(const struct greedy *greedy, int corner, const int *income)
{
    const int kind = greedy->seen->board->corner_port[corner];
    if (kind == HOLM_NO_PORT || greedy->seen->player[greedy->seat].ports >> kind & 1)
        return 0;
    return kind == HOLM_PORT_ANY ? ANY_HARBOUR : OWN_HARBOUR * income[kind];
}

int holm_greedy_site(const struct greedy *greedy, int corner)
{
    /* Wood and brick open the game, grain and ore win it, wool is what everybody has. */
    static const int weight[HOLM_RESOURCES] = { 10, 10, 8, 11, 11 };
    int income[HOLM_RESOURCES], worth = 0;
    memcpy(income, greedy->income, sizeof income);
    add_income(greedy->seen->board, corner, 1, income);
    for (int card = 0; card < HOLM_RESOURCES; card++) {
        const int more = income[card] - greedy->income[card];
        worth += pip_worth(greedy) * weight[card] * more / 10;
        if (more && !greedy->income[card])
            worth += NEW_KIND;
    }
    return worth + harbour_worth(greedy, corner, income);
}

static int city_worth(const struct greedy *greedy, int corner)
{
    int income[HOLM_RESOURCES] = { 0 }, pips = 0;
    add_income(greedy->seen->board, corner, 1, income);
    for (int card = 0; card < HOLM_RESOURCES; card++)
        pips += income[card];
    return POINT + pip_worth(greedy) * pips;
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
        own += edge != HOLM_NO_EDGE && greedy_owner(greedy->seen->edge[edge]) == greedy->seat;
    }
    return own == 1;
}

/* Starts from the whole network, or only from where the own routes end. */
static void start_reach(const struct greedy *greedy, bool ends_only, struct reach *reach)
{
    const struct holm_state *seen = greedy->seen;
    memset(reach->roads, HOLM_NONE, sizeof reach->roads);
    reach->count = 0;
    for (int corner = 0; corner < seen->board->topology.corners; corner++) {
        const int owner = greedy_owner(seen->corner[corner]);
        if (!greedy_has(&seen->network[greedy->seat], corner) ||
            (owner >= 0 && owner != greedy->seat) || (ends_only && !ends_route(greedy, corner)))
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
        seen->corner[to] || !(seen->board->land_edges.w[edge >> 6] >> (edge & 63) & 1))
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

static struct greedy_goal *add_goal(struct greedy *greedy, int purchase, int place, int worth)
{
    struct greedy_goal *goal = &greedy->goal[greedy->goals++];
    goal->cost = greedy->seen->board->rules.cost[purchase];
    goal->purchase = (uint8_t)purchase;
    goal->place = (uint16_t)place;
    goal->worth = worth;
    return goal;
}

static void add_roads(const struct greedy *greedy, struct greedy_goal *goal, int roads)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        goal->cost.n[card] += (uint8_t)(roads * greedy->seen->board->rules.cost[0].n[card]);
}

/* The point that wins is worth more than any other. */
static int points_worth(const struct greedy *greedy, int points)
{
    const int have = holm_points(greedy->seen, greedy->seat);
    return points * POINT + (have + points >= greedy->seen->board->rules.target ? WIN_WORTH : 0);
}

static void consider_city(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    int best = -1, worth = 0;
    if (!seen->player[greedy->seat].cities)
        return;
    for (int corner = 0; corner < seen->board->topology.corners; corner++)
        if (seen->corner[corner] == (HOLM_SETTLEMENT | greedy->seat << 4) &&
            city_worth(greedy, corner) > worth) {
            best = corner;
            worth = city_worth(greedy, corner);
        }
    if (best >= 0)
        add_goal(greedy, HOLM_BUY_CITY, best, worth - POINT + points_worth(greedy, 1));
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
        if (!greedy_has(&greedy->seen->open, corner) || roads > player->roads)
            continue;
        const int site = holm_greedy_site(greedy, corner) + 1;
        if (site > worth[roads]) {
            best[roads] = corner;
            worth[roads] = site;
        }
    }
    for (int roads = 0; roads <= GREEDY_ROADS_AHEAD; roads++) {
        if (best[roads] < 0)
            continue;
        struct greedy_goal *goal = add_goal(greedy, HOLM_BUY_SETTLEMENT, best[roads],
                                            worth[roads] + points_worth(greedy, 1));
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
    if (seen->route_holder == greedy->seat || roads > GREEDY_ROADS_AHEAD || roads > player->roads)
        return;
    struct reach reach;
    find_reach(greedy, true, &reach);
    if (!reach.count || reach.roads[reach.queue[reach.count - 1]] < roads || roads < 1)
        return;
    for (int i = 0; i < reach.count; i++)
        if (reach.roads[reach.queue[i]] == roads) {
            struct greedy_goal *goal = add_goal(greedy, HOLM_BUY_ROAD, reach.first[reach.queue[i]],
                                                points_worth(greedy, 2));
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
    add_goal(greedy, HOLM_BUY_DEVELOPMENT, 0, CARD_WORTH + (contest ? ARMY_WORTH : 0));
}

/* ---------------------------------------------------------------- waiting */

int holm_greedy_lack(const struct greedy *greedy, const struct greedy_goal *goal, int card)
{
    return goal->cost.n[card] - greedy->hand.n[card];
}

/* Rolls until the cards are there, as a rule. */
static int waiting(const struct greedy *greedy, const struct holm_cards *cost,
                   const struct holm_cards *hand)
{
    int lack[HOLM_RESOURCES], trades = 0, rolls = 0;
    for (int card = 0; card < HOLM_RESOURCES; card++) {
        lack[card] = cost->n[card] - hand->n[card];
        if (lack[card] < 0)
            trades -= lack[card] / holm_rate(greedy->seen, greedy->seat, card);
    }
    for (; trades > 0; trades--) { /* what is over buys what comes in most slowly */
        int slowest = -1;
        for (int card = 0; card < HOLM_RESOURCES; card++)
            if (lack[card] > 0 && (slowest < 0 || greedy->speed[card] < greedy->speed[slowest]))
                slowest = card;
        if (slowest < 0)
            return 0;
        lack[slowest]--;
    }
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (lack[card] > 0)
            rolls += 12 * 36 * lack[card] / greedy->speed[card];
    return rolls;
}

static int score(const struct greedy *greedy, const struct greedy_goal *goal,
                 const struct holm_cards *hand)
{
    return 1000 * goal->worth / (waiting(greedy, &goal->cost, hand) + PATIENCE);
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

void holm_greedy_reckon(struct greedy *greedy, const struct holm_state *seen, int seat)
{
    greedy->seen = seen;
    greedy->seat = seat;
    greedy->goals = 0;
    greedy->best = NULL;
    for (int card = 0; card < HOLM_CARDS; card++)
        greedy->hand.n[card] = seen->player[seat].hand.n[card] - seen->player[seat].pledge.n[card];
    reckon_income(greedy);
    consider_city(greedy);
    consider_settlements(greedy);
    consider_route(greedy);
    consider_development(greedy);

    const int prospect = holm_greedy_prospect(greedy, &greedy->hand);
    for (int i = 0; i < greedy->goals && !greedy->best; i++)
        if (score(greedy, &greedy->goal[i], &greedy->hand) == prospect)
            greedy->best = &greedy->goal[i];
}
