/* evaluate.c: the features of the base game, standings, and the chance to win. */
#include "bots/evaluate.h"

#include <string.h>

enum {
    AWARD_AHEAD = 4 /* roads or knights short of an award that still count as near */
};

/* ------------------------------------------------------------------ income */

static double tempo(const struct greedy *greedy, const struct holm_cards *cost)
{
    double rolls = 0;
    for (int card = 0; card < greedy->kinds; card++)
        if (cost->n[card])
            rolls += 432.0 * cost->n[card] / greedy->speed[card];
    return rolls > 0 ? 10 / rolls : 0;
}

static void add_income(const struct greedy *greedy, double *feature)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    struct holm_cards site = rules->cost[HOLM_BUY_SETTLEMENT];
    double trades = 0;
    for (int card = 0; card < greedy->kinds; card++) {
        const int income = greedy->income[card];
        feature[HOLM_W_PIPS + card] = income / 10.0;
        feature[HOLM_W_VARIETY] += income != 0;
        trades += (double)income / greedy->rate[card];
        site.n[card] += rules->cost[HOLM_BUY_ROAD].n[card];
    }
    feature[HOLM_W_TRADES] = trades / 10;
    feature[HOLM_W_TEMPO_SETTLEMENT] = tempo(greedy, &site);
    feature[HOLM_W_TEMPO_CITY] = tempo(greedy, &rules->cost[HOLM_BUY_CITY]);
    if (greedy->seen->deck)
        feature[HOLM_W_TEMPO_CARD] = tempo(greedy, &rules->cost[HOLM_BUY_DEVELOPMENT]);
}

static double blocked(const struct holm_state *state, int seat)
{
    int pips = 0;
    if (state->robber == HOLM_NONE)
        return 0;
    for (int i = 0; i < 6; i++) {
        const uint8_t piece = state->corner[state->board->topology.hex_corner[state->robber][i]];
        if (holm_piece_seat(piece) == seat)
            pips += greedy_yield(piece) * holm_greedy_pips(state, state->robber);
    }
    return pips / 10.0;
}

/* ------------------------------------------------------------------- goals */

/* Roads or ships that a goal still needs before its settlement; -1: it has none. */
static int roads_to(const struct greedy *greedy, const struct greedy_goal *goal)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    const struct holm_cards *settlement = &rules->cost[HOLM_BUY_SETTLEMENT];
    const int way = goal->purchase == HOLM_BUY_SHIP ? HOLM_BUY_SHIP : HOLM_BUY_ROAD;
    if (goal->purchase == HOLM_BUY_SETTLEMENT)
        return 0;
    if (goal->purchase != HOLM_BUY_ROAD && goal->purchase != HOLM_BUY_SHIP)
        return -1;
    for (int card = 0; card < HOLM_CARDS; card++)
        if (goal->cost.n[card] < settlement->n[card])
            return -1;
    return (holm_cards_total(&goal->cost) - holm_cards_total(settlement)) /
           holm_cards_total(&rules->cost[way]);
}

/* Future sites count for what they bring besides the point. */
static void add_sites(const struct greedy *greedy, double *feature)
{
    for (int i = 0; i < greedy->goals; i++) {
        const struct greedy_goal *goal = &greedy->goal[i];
        const int roads = roads_to(greedy, goal);
        if (goal->purchase == HOLM_BUY_CITY)
            feature[HOLM_W_CITY_SITE] = holm_goal_worth(goal);
        if (roads < 0 || goal->purchase == HOLM_BUY_SHIP)
            continue;
        for (int far = roads; far <= GREEDY_ROADS_AHEAD; far++)
            if (holm_goal_worth(goal) > feature[HOLM_W_SITE + far])
                feature[HOLM_W_SITE + far] = holm_goal_worth(goal);
    }
}

/* ------------------------------------------------------------------ awards */

/* How near a seat is to an award, or how far its holder leads. */
static void add_award(const struct holm_state *state, int seat, int holder, int least,
                      const int have[HOLM_SEATS], double *near, double *lead)
{
    int rival = least - 1;
    for (int other = 0; other < state->board->rules.players; other++)
        if (other != seat && have[other] > rival && (holder == seat || holder == other))
            rival = have[other];
    const int gap = rival + 1 - have[seat];
    if (holder == seat)
        *lead = (have[seat] - rival < 3 ? have[seat] - rival : 3) / 3.0;
    else if (gap <= AWARD_AHEAD)
        *near = 1 - (gap < 0 ? 0 : gap) / (AWARD_AHEAD + 1.0);
}

static void add_awards(const struct holm_state *state, int seat, double *feature)
{
    const struct holm_rules *rules = &state->board->rules;
    int routes[HOLM_SEATS], armies[HOLM_SEATS];
    for (int other = 0; other < rules->players; other++) {
        routes[other] = state->player[other].route;
        armies[other] = state->player[other].army;
    }
    feature[HOLM_W_ROUTE] = routes[seat] / 10.0;
    feature[HOLM_W_ARMY] = armies[seat] / 3.0;
    if (!state->board->map.no_route)
        add_award(state, seat, state->route_holder, rules->route_minimum, routes,
                  &feature[HOLM_W_ROUTE_NEAR], &feature[HOLM_W_ROUTE_LEAD]);
    if (!rules->knights)
        add_award(state, seat, state->army_holder, rules->army_minimum, armies,
                  &feature[HOLM_W_ARMY_NEAR], &feature[HOLM_W_ARMY_LEAD]);
}

/* ------------------------------------------------------------------- hands */

static double excess(const struct greedy *greedy, int cards)
{
    const int over = cards - holm_hand_limit(greedy->seen, greedy->seat);
    return over > 0 ? over / 5.0 : 0;
}

static void add_hand(const struct greedy *greedy, bool own, double *feature)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    const int cards = own ? holm_cards_total(&greedy->hand) : player->cards;
    feature[own ? HOLM_W_OWN_EXCESS : HOLM_W_EXCESS] = excess(greedy, cards);
    if (!own) {
        feature[HOLM_W_CARDS] = cards / 5.0;
        feature[HOLM_W_DEVELOPMENTS] = player->developments;
        return;
    }
    feature[HOLM_W_OWN_KNIGHTS] = player->development[HOLM_KNIGHT];
    feature[HOLM_W_OWN_DEVELOPMENTS] = player->development[HOLM_ROAD_BUILDING] +
                                       player->development[HOLM_PLENTY] +
                                       player->development[HOLM_MONOPOLY];
}

/* ---------------------------------------------------------------- together */

static void add_points(const struct holm_state *state, int seat, bool own, double *feature)
{
    const int points = own ? holm_points(state, seat) : state->player[seat].points;
    const int left = state->board->rules.target - points;
    feature[HOLM_W_POINTS] = points;
    feature[HOLM_W_LAST_POINT] = left <= 1;
    feature[HOLM_W_LAST_TWO] = left <= 2;
    feature[HOLM_W_LAST_THREE] = left <= 3;
}

void holm_features_of(const struct greedy *greedy, int viewer, double feature[HOLM_FEATURES])
{
    const struct holm_state *state = greedy->seen;
    const int seat = greedy->seat;
    memset(feature, 0, HOLM_FEATURES * sizeof *feature);
    add_points(state, seat, seat == viewer, feature);
    add_income(greedy, feature);
    feature[HOLM_W_BLOCKED] = blocked(state, seat);
    add_sites(greedy, feature);
    add_awards(state, seat, feature);
    feature[HOLM_W_TURN] = state->active == seat;
    add_hand(greedy, seat == viewer, feature);
    holm_features_ahead(greedy, seat == viewer, feature);
    if (greedy->kinds > HOLM_RESOURCES)
        holm_features_knights(greedy, viewer, feature);
    if (greedy_sails(greedy))
        holm_features_sea(greedy, feature);
}

void holm_features(const struct holm_state *state, int seat, int viewer,
                   double feature[HOLM_FEATURES])
{
    struct greedy greedy;
    holm_greedy_estimate(&greedy, &holm_greedy_preferences, state, seat);
    holm_features_of(&greedy, viewer, feature);
}

double holm_lateness(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    int most = 0;
    for (int seat = 0; seat < rules->players; seat++)
        if (state->player[seat].points > most)
            most = state->player[seat].points;
    return most < rules->target ? (double)most / rules->target : 1;
}

double holm_standing(const struct holm_weights *weights, double late,
                     const double feature[HOLM_FEATURES])
{
    double sum = 0;
    for (int i = 0; i < HOLM_FEATURES; i++)
        sum += feature[i] * (weights->early[i] * (1 - late) + weights->late[i] * late);
    return sum;
}

/* 2^k times a polynomial for what is left, by plain arithmetic: libraries differ in the last bit. */
double holm_exp(double x)
{
    static const double ln2 = 0.69314718055994530942;
    x = x < -60 ? -60 : x > 60 ? 60 : x;
    const int k = (int)(x / ln2 + (x < 0 ? -0.5 : 0.5));
    const double rest = x - k * ln2;
    double sum = 1, term = 1;
    for (int i = 1; i <= 12; i++) {
        term *= rest / i;
        sum += term;
    }
    for (int i = 0; i < k; i++)
        sum *= 2;
    for (int i = 0; i > k; i--)
        sum *= 0.5;
    return sum;
}
