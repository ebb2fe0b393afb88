/* greedy_cities.c: what cities, their improvements and their walls are worth in Cities & Knights.
 */
#include <string.h>

#include "bots/greedy.h"

enum {
    HOUSE_DRAW = 160, /* the first level of all, where the event die serves the highest track */
    ROAD = 20, /* that leads nowhere yet */
    NEAR = 3
};

enum { ABILITY_LEVEL = 3 };

void holm_greedy_city_income(const struct holm_state *seen, int corner, int *income)
{
    static const uint8_t commodity[HOLM_TERRAINS] = {
        [HOLM_FOREST] = HOLM_PAPER, [HOLM_HILLS] = HOLM_NONE,     [HOLM_PASTURE] = HOLM_CLOTH,
        [HOLM_FIELDS] = HOLM_NONE,  [HOLM_MOUNTAINS] = HOLM_COIN, [HOLM_DESERT] = HOLM_NONE,
        [HOLM_SEA] = HOLM_NONE,
    };
    const bool both = seen->board->rules.city_production == HOLM_CITY_TWO_PLUS_ONE;
    for (int i = 0; i < 3; i++) {
        const int hex = seen->board->topology.corner_hex[corner][i];
        const int terrain = hex == HOLM_NONE ? HOLM_SEA : seen->terrain[hex];
        const int card = holm_yield(terrain);
        if (card == HOLM_NONE)
            continue;
        const int pips = holm_greedy_pips(seen, hex);
        if (commodity[terrain] != HOLM_NONE)
            income[commodity[terrain]] += pips;
        if (commodity[terrain] == HOLM_NONE || both)
            income[card] += pips;
    }
}

/* ------------------------------------------------------------ improvements */

static int levels(const struct greedy *greedy, int seat)
{
    const uint8_t *level = greedy->seen->player[seat].level;
    return level[HOLM_TRADE] + level[HOLM_POLITICS] + level[HOLM_SCIENCE];
}

/* Whether somebody else is about to take the metropolis of a track. */
static bool contested(const struct greedy *greedy, int track)
{
    for (int seat = 0; seat < greedy->seen->board->rules.players; seat++)
        if (seat != greedy->seat && greedy->seen->player[seat].level[track] >= NEAR)
            return true;
    return false;
}

/* What a level brings by way of the metropolis (CK-METRO-1, 3, 4; C8-CK-METRO). */
static int metropolis_worth(const struct greedy *greedy, int track, int level)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    const int holder = greedy_metropolis(greedy->seen, track);
    if (level < rules->metropolis_level)
        return 0;
    if (holder == greedy->seat)
        return level == HOLM_LEVELS && contested(greedy, track) ? greedy->prefers[PREFER_GUARD] : 0;
    if (!greedy->plain_city)
        return 0;
    const int gain = holm_greedy_points_worth(greedy, 2) + greedy->prefers[PREFER_SAFE_CITY];
    if (holder == HOLM_NONE)
        return gain;
    const bool taken = rules->metropolis_capture == HOLM_CAPTURE_FIRST_TO_5
                           ? greedy->seen->player[holder].level[track] < HOLM_LEVELS
                           : levels(greedy, greedy->seat) + 1 > levels(greedy, holder);
    return level == HOLM_LEVELS && taken ? gain + greedy->prefers[PREFER_TAKEN] : 0;
}

/* Better chances of cards: worth less and less as the end comes near. */
static int draws_worth(const struct greedy *greedy, int track, int level)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    const int left = rules->target - holm_points(greedy->seen, greedy->seat);
    int worth = level == ABILITY_LEVEL ? greedy->prefers[PREFER_ABILITY + track] : 0;
    if (rules->event_die[HOLM_FACE_TRADE + track])
        worth += greedy->prefers[PREFER_DRAW] * (level == 1 ? 2 : 1); /* CK-DRAW-2 */
    else if (!levels(greedy, greedy->seat))
        worth += HOUSE_DRAW; /* C8-CK-EVENT-5 */
    return left < 1 ? 0 : worth * left / rules->target;
}

int holm_greedy_level_worth(const struct greedy *greedy, int track, int level)
{
    return draws_worth(greedy, track, level) + metropolis_worth(greedy, track, level);
}

/* Whether the next level may be bought at all, cost aside (CK-IMP-3, CK-METRO-5). */
static bool may_improve(const struct greedy *greedy, int track)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    const int next = greedy->seen->player[greedy->seat].level[track] + 1;
    bool city = greedy->plain_city;
    for (int other = 0; other < HOLM_TRACKS; other++)
        city = city || greedy_metropolis(greedy->seen, other) == greedy->seat;
    if (next > HOLM_LEVELS || (rules->improvement_needs_city && !city))
        return false;
    return !rules->metropolis_needs_city || next < rules->metropolis_level || greedy->plain_city ||
           greedy_metropolis(greedy->seen, track) == greedy->seat;
}

/* A track up to a level: its next step comes first. */
static void add_levels(struct greedy *greedy, int track, int top)
{
    const int first = greedy->seen->player[greedy->seat].level[track] + 1;
    const int card = greedy->seen->board->rules.track_commodity[track];
    struct greedy_goal *goal = holm_greedy_add_goal(greedy, GREEDY_IMPROVEMENT, 0, 0);
    goal->card = (uint8_t)track;
    for (int level = first; level <= top; level++) {
        goal->worth += holm_greedy_level_worth(greedy, track, level);
        goal->cost.n[card] += (uint8_t)level;
    }
}

static void consider_improvements(struct greedy *greedy)
{
    for (int track = 0; track < HOLM_TRACKS; track++) {
        const int next = greedy->seen->player[greedy->seat].level[track] + 1;
        if (!may_improve(greedy, track))
            continue;
        add_levels(greedy, track, next);
        for (int level = next + 1; level <= HOLM_LEVELS; level++)
            if (metropolis_worth(greedy, track, level)) {
                add_levels(greedy, track, level);
                break;
            }
    }
}

/* ------------------------------------------------------------------- walls */

/* A wall lets the hand grow by two cards. */
static void consider_wall(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_player *player = &seen->player[greedy->seat];
    const int near = player->cards + NEAR - holm_hand_limit(seen, greedy->seat);
    if (!player->walls || near <= 0)
        return;
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;)
        if (greedy_yield(seen->corner[corner]) == 2 && !holm_corner_in(&seen->walls, corner)) {
            holm_greedy_add_goal(greedy, HOLM_BUY_WALL, corner,
                                 greedy->prefers[PREFER_WALL] * near);
            return;
        }
}

/* Medicine makes the city that is wanted anyway cheaper (CK-SCI-MEDICINE-1). */
static void consider_medicine(struct greedy *greedy)
{
    if (!greedy->seen->player[greedy->seat].progress[HOLM_MEDICINE])
        return;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_CITY) {
            holm_greedy_add_goal(greedy, HOLM_BUY_MEDICINE, greedy->goal[i].place,
                                 greedy->goal[i].worth);
            return;
        }
}

/* ------------------------------------------------------------------- roads */

/* How good an edge is for one more road: -1 where none may be, 1 where it makes a route longer. */
static int road_merit(const struct greedy *greedy, int edge)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_topology *topology = &seen->board->topology;
    int merit = -1;
    if (seen->edge[edge] || !(holm_edge_in(&seen->land_edges, edge)))
        return -1;
    for (int end = 0; end < 2; end++) {
        const int corner = topology->edge_corner[edge][end],
                  owner = holm_piece_seat(seen->corner[corner]);
        int own = 0;
        if (!holm_corner_in(&seen->network[greedy->seat], corner) ||
            (owner != HOLM_NONE && owner != greedy->seat))
            continue;
        for (int i = 0; i < 3; i++) {
            const int other = topology->corner_edge[corner][i];
            own += other != HOLM_NO_EDGE && holm_piece_seat(seen->edge[other]) == greedy->seat;
        }
        merit = own == 1 ? 1 : merit > 0 ? merit : 0;
    }
    return merit;
}

static bool is_to_settle(int purchase)
{
    return purchase == HOLM_BUY_ROAD || purchase == HOLM_BUY_SETTLEMENT ||
           purchase == HOLM_BUY_CITY;
}

/* When all that can be settled is settled: roads for the longest route, even from far behind. */
static void consider_road(struct greedy *greedy)
{
    int best = -1, most = -1;
    for (int i = 0; i < greedy->goals; i++)
        if (is_to_settle(greedy->goal[i].purchase))
            return;
    if (!greedy->seen->player[greedy->seat].roads || greedy->seen->route_holder == greedy->seat)
        return;
    for (int edge = 0; edge < greedy->seen->board->topology.edges; edge++)
        if (road_merit(greedy, edge) > most) {
            best = edge;
            most = road_merit(greedy, edge);
        }
    if (best >= 0)
        holm_greedy_add_goal(greedy, HOLM_BUY_ROAD, best, ROAD);
}

void holm_greedy_city_goals(struct greedy *greedy)
{
    consider_road(greedy);
    consider_medicine(greedy);
    consider_improvements(greedy);
    consider_wall(greedy);
}
