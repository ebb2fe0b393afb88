/* greedy_sea_steps.c: Seafarers: what greedy answers where only that game asks, or asks otherwise.
 */
#include <stddef.h>

#include "bots/greedy.h"

enum { AHEAD_OF_START = 3 }; /* a starting ship serves sites so far off */

/* ------------------------------------------------------------------ set-up */

static int settlement_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_greedy_site(greedy, action->place) + holm_greedy_coast(greedy, action->place);
}

static bool start_settlement(struct holm_bot *bot, const struct greedy *greedy,
                             struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_SETTLEMENT, settlement_merit, action);
}

static int owned_ships(const struct greedy *greedy)
{
    return greedy->seen->board->rules.ships - greedy->seen->player[greedy->seat].ships;
}

/* The best site near the far end of a segment; islands count with what they pay. */
static int site_beyond(const struct greedy *greedy, int edge, int corner, int left)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_topology *topology = &seen->board->topology;
    int best = 0;
    for (int way = 0; way < 3; way++) {
        const int next_edge = topology->corner_edge[corner][way];
        const int next = topology->corner_neighbour[corner][way];
        if (next_edge == HOLM_NO_EDGE || next_edge == edge || seen->edge[next_edge])
            continue;
        int site =
            holm_greedy_may_settle(greedy, next)
                ? holm_greedy_site(greedy, next) + GREEDY_POINT * holm_greedy_bonus(greedy, next)
                : 0;
        if (left > 1) {
            const int further = site_beyond(greedy, next_edge, next, left - 1);
            site = further > site ? further : site;
        }
        best = site > best ? site : best;
    }
    return best;
}

static int segment_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const uint8_t *ends = seen->board->topology.edge_corner[action->place];
    const int far = holm_piece_seat(seen->corner[ends[0]]) == greedy->seat ? ends[1] : ends[0];
    const bool ship = action->kind == HOLM_DO_SHIP;
    return site_beyond(greedy, action->place, far, ship ? AHEAD_OF_START : 1) +
           (ship && !owned_ships(greedy) ? GREEDY_POINT / 4 : 0);
}

static bool start_segment(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    struct holm_action ship;
    (void)bot;
    const bool sails = holm_greedy_choose_best(greedy, HOLM_DO_SHIP, segment_merit, &ship);
    const bool walks = holm_greedy_choose_best(greedy, HOLM_DO_ROAD, segment_merit, action);
    if (sails && (!walks || segment_merit(greedy, &ship) > segment_merit(greedy, action)))
        *action = ship;
    return sails || walks;
}

/* -------------------------------------------------------- robber and pirate */

static int theft_merit(const struct greedy *greedy, const struct holm_action *action)
{
    if (action->target == HOLM_NONE)
        return 0;
    const struct holm_player *victim = &greedy->seen->player[action->target];
    return (victim->cards || action->card ? 30 + 3 * victim->points + victim->cards : -10) +
           (action->card ? 40 : 0); /* half a point rather than a card */
}

static int robber_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_greedy_robbed(greedy, action->place) + theft_merit(greedy, action);
}

/* The pirate holds up ships; the seat's must not be among them. */
static int pirate_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    int merit = theft_merit(greedy, action);
    for (int i = 0; action->place != HOLM_NONE && i < 6; i++) {
        const uint8_t byte = seen->edge[seen->board->topology.hex_edge[action->place][i]];
        const int owner = holm_piece_seat(byte);
        if (holm_piece_kind(byte) != HOLM_SHIP)
            continue;
        merit += owner == greedy->seat ? -60 : 4 + seen->player[owner].points;
    }
    return merit;
}

static bool robber_or_pirate(struct holm_bot *bot, const struct greedy *greedy,
                             struct holm_action *action)
{
    struct holm_action pirate;
    (void)bot;
    const bool sails = holm_greedy_choose_best(greedy, HOLM_DO_PIRATE, pirate_merit, &pirate);
    const bool walks = holm_greedy_choose_best(greedy, HOLM_DO_ROBBER, robber_merit, action);
    if (sails && (!walks || pirate_merit(greedy, &pirate) > robber_merit(greedy, action)))
        *action = pirate;
    return sails || walks;
}

static bool rob(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_ROB, theft_merit, action);
}

/* ------------------------------------------------------------ other choices */

static bool take_gold(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_TAKE, holm_greedy_take_merit, action);
}

/* A free segment: towards the worthiest goal that needs one. */
static bool free_segment(struct holm_bot *bot, const struct greedy *greedy,
                         struct holm_action *action)
{
    const struct holm_action *best = NULL;
    int worth = 0;
    for (int i = 0; i < greedy->goals; i++) {
        const struct greedy_goal *goal = &greedy->goal[i];
        const int kind = goal->purchase == HOLM_BUY_ROAD   ? HOLM_DO_ROAD
                         : goal->purchase == HOLM_BUY_SHIP ? HOLM_DO_SHIP
                                                           : HOLM_NO_ACTION;
        const struct holm_action *one = kind ? holm_greedy_listed(greedy, kind, goal->place) : NULL;
        if (one && goal->worth > worth) {
            best = one;
            worth = goal->worth;
        }
    }
    return holm_greedy_choose(best, action) || start_segment(bot, greedy, action);
}

static bool play_roads(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_SHIP)
            return holm_greedy_play(greedy, HOLM_DO_ROAD_BUILDING, action);
    return false;
}

static int port_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const uint8_t *ends = greedy->seen->board->topology.edge_corner[action->place];
    return holm_greedy_site(greedy, ends[0]) + holm_greedy_site(greedy, ends[1]);
}

static bool place_port(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_PORT, port_merit, action);
}

/* What is tried at each step before anything else. */
greedy_attempt *const holm_greedy_sea[HOLM_STEP_KINDS][GREEDY_ATTEMPTS] = {
    [HOLM_STEP_SETUP_SETTLEMENT] = { start_settlement },
    [HOLM_STEP_SETUP_ROAD] = { start_segment },
    [HOLM_STEP_ROBBER] = { robber_or_pirate },
    [HOLM_STEP_ACTIONS] = { holm_greedy_answer, holm_greedy_claim, play_roads, holm_greedy_sail },
    [HOLM_STEP_FREE_ROADS] = { free_segment },
    [HOLM_STEP_ROB] = { rob },
    [HOLM_STEP_PORT] = { place_port },
    [HOLM_STEP_GOLD] = { take_gold },
};
