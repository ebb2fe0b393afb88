/* greedy.c: the yardstick. It reckons what every purchase is worth and how long the cards for it
 * take to come in (greedy_reckon.c), and works towards the best one. It looks no move ahead and
 * knows nothing but its view. It stays as it is: later bots are measured against it. */
#include "bots/greedy.h"

#include <string.h>

#include "bots/kinds.h"

typedef bool attempt(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action);

/* The listed action of a kind at a place (any of them: -1). */
static const struct holm_action *listed(const struct greedy *greedy, int kind, int place)
{
    for (int i = 0; i < greedy->list->count; i++)
        if (greedy->list->at[i].kind == kind && (place < 0 || greedy->list->at[i].place == place))
            return &greedy->list->at[i];
    return NULL;
}

static bool choose(const struct holm_action *one, struct holm_action *action)
{
    if (one)
        *action = *one;
    return one != NULL;
}

/* The listed action of a kind with the most merit. */
static bool choose_best(const struct greedy *greedy, int kind,
                        int (*merit)(const struct greedy *, const struct holm_action *),
                        struct holm_action *action)
{
    int best = 0;
    bool found = false;
    for (int i = 0; i < greedy->list->count; i++) {
        if (greedy->list->at[i].kind != kind)
            continue;
        const int one = merit(greedy, &greedy->list->at[i]);
        if (!found || one > best) {
            best = one;
            found = true;
            *action = greedy->list->at[i];
        }
    }
    return found;
}

static int lacking(const struct greedy *greedy)
{
    int sum = 0;
    for (int card = 0; greedy->best && card < HOLM_RESOURCES; card++) {
        const int lack = holm_greedy_lack(greedy, greedy->best, card);
        sum += lack > 0 ? lack : 0;
    }
    return sum;
}

/* --------------------------------------------------------------- purchases */

static const struct holm_action *purchase(const struct greedy *greedy,
                                          const struct greedy_goal *goal)
{
    static const uint8_t kind[HOLM_PURCHASES] = {
        [HOLM_BUY_ROAD] = HOLM_DO_ROAD,
        [HOLM_BUY_SETTLEMENT] = HOLM_DO_SETTLEMENT,
        [HOLM_BUY_CITY] = HOLM_DO_CITY,
        [HOLM_BUY_DEVELOPMENT] = HOLM_DO_BUY,
    };
    return listed(greedy, kind[goal->purchase], goal->place);
}

static bool buy_goal(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return greedy->best && choose(purchase(greedy, greedy->best), action);
}

/* Whether a purchase takes nothing that the best goal needs. */
static bool leaves_goal(const struct greedy *greedy, const struct greedy_goal *goal)
{
    const struct holm_cards *cost = &greedy->seen->board->rules.cost[goal->purchase];
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (cost->n[card] && holm_greedy_lack(greedy, greedy->best, card) + cost->n[card] > 0)
            return false;
    return true;
}

/* Something else, when it takes nothing from the goal, or when a seven would cost half the hand. */
static bool buy_other(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const bool full = seen->player[greedy->seat].cards > seen->board->rules.hand_limit;
    (void)bot;
    for (int i = 0; i < greedy->goals; i++)
        if ((full || leaves_goal(greedy, &greedy->goal[i])) &&
            choose(purchase(greedy, &greedy->goal[i]), action))
            return true;
    return false;
}

/* -------------------------------------------------------------- placements */

static int settlement_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_greedy_site(greedy, action->place);
}

/* The best free site two steps away, across the road's far end. */
static int start_road_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_topology *topology = &greedy->seen->board->topology;
    int best = 0;
    for (int end = 0; end < 2; end++) {
        const int far = topology->edge_corner[action->place][end];
        if (greedy->seen->corner[far])
            continue;
        for (int way = 0; way < 3; way++) {
            const int corner = topology->corner_neighbour[far][way];
            if (corner == HOLM_NONE || !greedy_has(&greedy->seen->open, corner))
                continue;
            const int site = holm_greedy_site(greedy, corner);
            best = site > best ? site : best;
        }
    }
    return best;
}

static bool start_settlement(struct holm_bot *bot, const struct greedy *greedy,
                             struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_SETTLEMENT, settlement_merit, action);
}

static bool start_road(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_ROAD, start_road_merit, action);
}

/* A free road: towards the worthiest goal that needs one. */
static bool free_road(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const struct greedy_goal *best = NULL;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_ROAD &&
            (!best || greedy->goal[i].worth > best->worth))
            best = &greedy->goal[i];
    return (best && choose(purchase(greedy, best), action)) || start_road(bot, greedy, action);
}

/* How near a corner is to a seat's network: 2 in it, 1 next to it, 0 further off. */
static int nearness(const struct greedy *greedy, int seat, int corner)
{
    const struct holm_topology *topology = &greedy->seen->board->topology;
    const struct holm_corner_set *network = &greedy->seen->network[seat];
    int near = 0;
    for (int way = 0; way < 3; way++) {
        const int next = topology->corner_neighbour[corner][way];
        near |= next != HOLM_NONE && greedy_has(network, next);
    }
    return greedy_has(network, corner) ? 2 : near;
}

/* A neutral piece hampers the opponent's network and spares the own. */
static int hampering(const struct greedy *greedy, int corner)
{
    int merit = 0;
    for (int seat = 0; seat < greedy->seen->board->rules.players; seat++) {
        const int near = nearness(greedy, seat, corner);
        merit += seat == greedy->seat ? -3 * near : 2 * near;
    }
    return merit;
}

static int neutral_settlement_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int pips = 0;
    for (int i = 0; i < 3; i++) {
        const int hex = greedy->seen->board->topology.corner_hex[action->place][i];
        pips += hex == HOLM_NONE ? 0 : holm_greedy_pips(greedy->seen->board, hex);
    }
    return hampering(greedy, action->place) * (pips + 4);
}

static int neutral_road_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const uint8_t *corner = greedy->seen->board->topology.edge_corner[action->place];
    return hampering(greedy, corner[0]) + hampering(greedy, corner[1]);
}

static bool neutral_piece(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_NEUTRAL_SETTLEMENT, neutral_settlement_merit, action) ||
           choose_best(greedy, HOLM_DO_NEUTRAL_ROAD, neutral_road_merit, action);
}

/* ------------------------------------------------------------- the robber */

/* What the robber on a hex costs the others, the leaders most; the own loss counts threefold. */
static int hex_merit(const struct greedy *greedy, int hex)
{
    const struct holm_state *seen = greedy->seen;
    int merit = 0;
    for (int i = 0; i < 6; i++) {
        const uint8_t piece = seen->corner[seen->board->topology.hex_corner[hex][i]];
        const int owner = greedy_owner(piece);
        if (owner < 0 || owner >= seen->board->rules.players)
            continue;
        const int lost = holm_greedy_pips(seen->board, hex) * ((piece & 15) == HOLM_CITY ? 2 : 1);
        merit += owner == greedy->seat ? -30 * lost : lost * (4 + seen->player[owner].points);
    }
    return merit;
}

static int robber_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int merit = hex_merit(greedy, action->place);
    if (action->target != HOLM_NONE) {
        const struct holm_player *victim = &greedy->seen->player[action->target];
        merit += victim->cards ? 30 + 3 * victim->points + victim->cards : -10;
    }
    return merit;
}

static bool move_robber(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_ROBBER, robber_merit, action);
}

/* --------------------------------------------------- cards put down, taken */

/* Most over, and of those what comes in fastest. */
static int discard_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int merit = 0;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (action->give.n[card])
            merit = (greedy->best ? -holm_greedy_lack(greedy, greedy->best, card)
                                  : greedy->hand.n[card]) *
                        1000 +
                    greedy->speed[card];
    return merit;
}

static int take_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int merit = 0;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (action->take.n[card])
            merit = (greedy->best && holm_greedy_lack(greedy, greedy->best, card) > 0 ? 5000 : 0) -
                    greedy->speed[card];
    return merit;
}

static bool discard(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_DISCARD, discard_merit, action) ||
           choose_best(greedy, HOLM_DO_GIVE, discard_merit, action);
}

static bool take(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_TAKE, take_merit, action);
}

/* ------------------------------------------------------- development cards */

/* Before the roll only to chase the robber off the own land. */
static bool chase_robber(struct holm_bot *bot, const struct greedy *greedy,
                         struct holm_action *action)
{
    (void)bot;
    return hex_merit(greedy, greedy->seen->robber) < 0 &&
           choose(listed(greedy, HOLM_DO_KNIGHT, -1), action);
}

static bool play_knight(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    (void)bot;
    return choose(listed(greedy, HOLM_DO_KNIGHT, -1), action);
}

static bool play_roads(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_ROAD)
            return choose(listed(greedy, HOLM_DO_ROAD_BUILDING, -1), action);
    return false;
}

static bool play_plenty(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    const int lack = lacking(greedy);
    (void)bot;
    return lack >= 1 && lack <= 2 && choose(listed(greedy, HOLM_DO_PLENTY, -1), action);
}

/* What the others hold of a kind follows from the bank, which is public. */
static int monopoly_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const int card = action->card;
    const int theirs = seen->board->rules.bank.n[card] - seen->bank.n[card] - greedy->hand.n[card];
    return 2 * theirs + (greedy->best && holm_greedy_lack(greedy, greedy->best, card) > 0 ? 3 : 0);
}

static bool play_monopoly(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return choose_best(greedy, HOLM_DO_MONOPOLY, monopoly_merit, action) &&
           monopoly_merit(greedy, action) >= 8;
}

/* ----------------------------------------------------------- trade tokens */

/* Sends the robber off the own land; forces a trade when a card or two are missing. */
static bool use_tokens(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const int lack = lacking(greedy);
    (void)bot;
    if (!seen->player[greedy->seat].tokens)
        return false;
    if (hex_merit(greedy, seen->robber) < 0 &&
        choose(listed(greedy, HOLM_DO_SEND_ROBBER, -1), action))
        return true;
    return !seen->forced && lack >= 1 && lack <= 2 && seen->player[greedy->seat].cards > 2 &&
           choose(listed(greedy, HOLM_DO_FORCE, -1), action);
}

/* ----------------------------------------------------------------- the turn */

static bool roll(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return choose(listed(greedy, HOLM_DO_ROLL, -1), action);
}

static bool end(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return choose(listed(greedy, HOLM_DO_END, -1), action);
}

/* What is tried at each step, in this order. */
enum { MOST_ATTEMPTS = 12 };
static attempt *const attempts[HOLM_STEP_KINDS][MOST_ATTEMPTS] = {
    [HOLM_STEP_START_ROLL] = { roll },
    [HOLM_STEP_SETUP_SETTLEMENT] = { start_settlement },
    [HOLM_STEP_SETUP_ROAD] = { start_road },
    [HOLM_STEP_ROLL] = { chase_robber, roll },
    [HOLM_STEP_DISCARD] = { discard },
    [HOLM_STEP_ROBBER] = { move_robber },
    [HOLM_STEP_ACTIONS] = { holm_greedy_answer, play_knight, play_roads, play_monopoly, buy_goal,
                            play_plenty, holm_greedy_bank, buy_other, holm_greedy_offer, use_tokens,
                            end },
    [HOLM_STEP_FREE_ROADS] = { free_road },
    [HOLM_STEP_TAKE] = { take },
    [HOLM_STEP_NEUTRAL_ROAD] = { neutral_piece },
    [HOLM_STEP_NEUTRAL_SETTLEMENT] = { neutral_piece },
    [HOLM_STEP_GIVE] = { discard },
    [HOLM_STEP_SPECIAL_BUILD] = { buy_goal, buy_other, end },
};

void holm_choose_greedy(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action)
{
    const struct holm_state *seen = &view->seen;
    struct greedy greedy;
    memset(action, 0, sizeof *action);
    if (!(holm_asked(seen) >> bot->seat & 1))
        return; /* it speaks when it is spoken to */
    holm_greedy_reckon(&greedy, seen, bot->seat);
    greedy.list = list;
    attempt *const *tried = attempts[holm_step(seen)->kind];
    for (int i = 0; i < MOST_ATTEMPTS && tried[i]; i++)
        if (tried[i](bot, &greedy, action))
            return;
    *action = list->at[0];
}
