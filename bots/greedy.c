/* greedy.c: the yardstick. It estimates what every purchase is worth and how long the cards for it
 * take to come in (greedy_estimate.c), and works towards the best one. It does not look ahead and
 * knows nothing but its view. It stays as it is: later bots are measured against it. */
#include "bots/greedy.h"

#include <string.h>

#include "bots/kinds.h"

/* --------------------------------------------------------------- purchases */

static const struct holm_action *purchase(const struct greedy *greedy,
                                          const struct greedy_goal *goal)
{
    static const uint8_t kinds[GREEDY_PURCHASES] = {
        [HOLM_BUY_ROAD] = HOLM_DO_ROAD,         [HOLM_BUY_SETTLEMENT] = HOLM_DO_SETTLEMENT,
        [HOLM_BUY_CITY] = HOLM_DO_CITY,         [HOLM_BUY_DEVELOPMENT] = HOLM_DO_BUY,
        [HOLM_BUY_WALL] = HOLM_DO_WALL,         [HOLM_BUY_KNIGHT] = HOLM_DO_RECRUIT,
        [HOLM_BUY_PROMOTION] = HOLM_DO_PROMOTE, [HOLM_BUY_ACTIVATION] = HOLM_DO_ACTIVATE,
        [HOLM_BUY_MEDICINE] = HOLM_DO_MEDICINE, [GREEDY_IMPROVEMENT] = HOLM_DO_IMPROVE,
        [HOLM_BUY_SHIP] = HOLM_DO_SHIP,         [GREEDY_WONDER] = HOLM_DO_WONDER,
    };
    for (int i = 0; i < greedy->list->count; i++) {
        const struct holm_action *one = &greedy->list->at[i];
        if (one->kind == kinds[goal->purchase] && one->place == goal->place &&
            one->card == goal->card)
            return one;
    }
    return NULL;
}

bool holm_greedy_buy_goal(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return greedy->best && holm_greedy_choose(purchase(greedy, greedy->best), action);
}

/* Whether a purchase takes nothing that the best goal needs. */
static bool leaves_goal(const struct greedy *greedy, const struct greedy_goal *goal)
{
    const struct holm_cards cost = holm_greedy_price(greedy, goal);
    for (int card = 0; card < greedy->kinds; card++)
        if (cost.n[card] && holm_greedy_lack(greedy, greedy->best, card) + cost.n[card] > 0)
            return false;
    return true;
}

/* Something else, when it takes nothing from the goal, or when a seven would cost half the hand. */
bool holm_greedy_buy_other(struct holm_bot *bot, const struct greedy *greedy,
                           struct holm_action *action)
{
    const int limit = holm_hand_limit(greedy->seen, greedy->seat) + greedy->prefers[PREFER_FULL];
    const bool full = greedy->seen->player[greedy->seat].cards > limit;
    (void)bot;
    for (int i = 0; i < greedy->goals; i++)
        if ((full || leaves_goal(greedy, &greedy->goal[i])) &&
            holm_greedy_choose(purchase(greedy, &greedy->goal[i]), action))
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
            if (corner == HOLM_NONE || !holm_corner_in(&greedy->seen->open, corner))
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
    return holm_greedy_choose_best(greedy, HOLM_DO_SETTLEMENT, settlement_merit, action);
}

static bool start_road(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_ROAD, start_road_merit, action);
}

/* A free road: towards the worthiest goal that needs one. */
static bool free_road(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const struct greedy_goal *best = NULL;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_ROAD &&
            (!best || greedy->goal[i].worth > best->worth))
            best = &greedy->goal[i];
    return (best && holm_greedy_choose(purchase(greedy, best), action)) ||
           start_road(bot, greedy, action);
}

/* How near a corner is to a seat's network: 2 in it, 1 next to it, 0 further off. */
static int nearness(const struct greedy *greedy, int seat, int corner)
{
    const struct holm_topology *topology = &greedy->seen->board->topology;
    const struct holm_corner_set *network = &greedy->seen->network[seat];
    int near = 0;
    for (int way = 0; way < 3; way++) {
        const int next = topology->corner_neighbour[corner][way];
        near |= next != HOLM_NONE && holm_corner_in(network, next);
    }
    return holm_corner_in(network, corner) ? 2 : near;
}

/* A neutral piece hampers the opponent's network and spares the seat's. */
int holm_greedy_hampering(const struct greedy *greedy, int corner)
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
        pips += hex == HOLM_NONE ? 0 : holm_greedy_pips(greedy->seen, hex);
    }
    return holm_greedy_hampering(greedy, action->place) * (pips + 4);
}

static int neutral_road_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const uint8_t *corner = greedy->seen->board->topology.edge_corner[action->place];
    return holm_greedy_hampering(greedy, corner[0]) + holm_greedy_hampering(greedy, corner[1]);
}

static bool neutral_piece(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_NEUTRAL_SETTLEMENT, neutral_settlement_merit,
                                   action) ||
           holm_greedy_choose_best(greedy, HOLM_DO_NEUTRAL_ROAD, neutral_road_merit, action);
}

/* ------------------------------------------------------------- the robber */

/* What the robber on a hex costs the others, the leaders most; the seat's loss counts threefold. */
int holm_greedy_robbed(const struct greedy *greedy, int hex)
{
    const struct holm_state *seen = greedy->seen;
    int merit = 0;
    for (int i = 0; hex != HOLM_NONE && i < 6; i++) {
        const uint8_t piece = seen->corner[seen->board->topology.hex_corner[hex][i]];
        const int owner = holm_piece_seat(piece);
        if (owner >= seen->board->rules.players) /* or HOLM_NONE */
            continue;
        const int lost = holm_greedy_pips(seen, hex) * greedy_yield(piece);
        merit += owner == greedy->seat
                     ? -greedy->prefers[PREFER_ROB_SELF] * lost
                     : lost *
                           (greedy->prefers[PREFER_ROB_OTHERS] +
                            greedy->prefers[PREFER_ROB_POINTS] * seen->player[owner].points) /
                           10;
    }
    return merit;
}

static int robber_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int merit = holm_greedy_robbed(greedy, action->place);
    if (action->target != HOLM_NONE) {
        const struct holm_player *victim = &greedy->seen->player[action->target];
        merit += victim->cards
                     ? greedy->prefers[PREFER_ROB_CARD] + 3 * victim->points + victim->cards
                     : -10;
    }
    return merit;
}

static bool move_robber(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_ROBBER, robber_merit, action);
}

/* --------------------------------------------------- cards put down, taken */

/* The card of which most is spare, and of those the one that comes in fastest. */
int holm_greedy_discard_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int merit = 0;
    for (int card = 0; card < greedy->kinds; card++)
        if (action->give.n[card])
            merit = (greedy->best ? -holm_greedy_lack(greedy, greedy->best, card)
                                  : greedy->hand.n[card]) *
                        1000 +
                    greedy->speed[card];
    return merit;
}

int holm_greedy_take_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int merit = 0;
    for (int card = 0; card < greedy->kinds; card++)
        if (action->take.n[card])
            merit = (greedy->best && holm_greedy_lack(greedy, greedy->best, card) > 0 ? 5000 : 0) -
                    greedy->speed[card];
    return merit;
}

static bool discard(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_DISCARD, holm_greedy_discard_merit, action) ||
           holm_greedy_choose_best(greedy, HOLM_DO_GIVE, holm_greedy_discard_merit, action);
}

static bool take(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_TAKE, holm_greedy_take_merit, action);
}

/* ------------------------------------------------------- development cards */

/* Before the roll only to chase the robber off the seat's land. */
static bool chase_robber(struct holm_bot *bot, const struct greedy *greedy,
                         struct holm_action *action)
{
    (void)bot;
    return holm_greedy_robbed(greedy, greedy->seen->robber) < 0 &&
           holm_greedy_play(greedy, HOLM_DO_KNIGHT, action);
}

static bool play_knight(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play(greedy, HOLM_DO_KNIGHT, action);
}

bool holm_greedy_roads(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_ROAD)
            return holm_greedy_play(greedy, HOLM_DO_ROAD_BUILDING, action);
    return false;
}

static bool play_plenty(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    const int lack = holm_greedy_lacking(greedy);
    (void)bot;
    return lack >= 1 && lack <= 2 && holm_greedy_play(greedy, HOLM_DO_PLENTY, action);
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
    return holm_greedy_choose_best(greedy, HOLM_DO_MONOPOLY, monopoly_merit, action) &&
           monopoly_merit(greedy, action) >= greedy->prefers[PREFER_MONOPOLY];
}

/* ----------------------------------------------------------- trade tokens */

/* Sends the robber off the seat's land; forces a trade when a card or two are missing. */
bool holm_greedy_tokens(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const int lack = holm_greedy_lacking(greedy);
    (void)bot;
    if (!seen->player[greedy->seat].tokens)
        return false;
    if (holm_greedy_robbed(greedy, seen->robber) < 0 &&
        holm_greedy_play(greedy, HOLM_DO_SEND_ROBBER, action))
        return true;
    return !seen->forced && lack >= 1 && lack <= 2 && seen->player[greedy->seat].cards > 2 &&
           holm_greedy_play(greedy, HOLM_DO_FORCE, action);
}

/* ----------------------------------------------------------------- the turn */

static bool roll(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play(greedy, HOLM_DO_ROLL, action);
}

bool holm_greedy_end(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play(greedy, HOLM_DO_END, action);
}

/* What is tried at each step, in this order. */
static greedy_attempt *const attempts[HOLM_STEP_KINDS][GREEDY_ATTEMPTS] = {
    [HOLM_STEP_START_ROLL] = { roll },
    [HOLM_STEP_SETUP_SETTLEMENT] = { start_settlement },
    [HOLM_STEP_SETUP_ROAD] = { start_road },
    [HOLM_STEP_ROLL] = { chase_robber, roll },
    [HOLM_STEP_DISCARD] = { discard },
    [HOLM_STEP_ROBBER] = { move_robber },
    [HOLM_STEP_ACTIONS] = { holm_greedy_answer, play_knight, holm_greedy_roads, play_monopoly,
                            holm_greedy_buy_goal, play_plenty, holm_greedy_bank,
                            holm_greedy_buy_other, holm_greedy_offer, holm_greedy_tokens,
                            holm_greedy_end },
    [HOLM_STEP_FREE_ROADS] = { free_road },
    [HOLM_STEP_TAKE] = { take },
    [HOLM_STEP_NEUTRAL_ROAD] = { neutral_piece },
    [HOLM_STEP_NEUTRAL_SETTLEMENT] = { neutral_piece },
    [HOLM_STEP_GIVE] = { discard },
    [HOLM_STEP_SPECIAL_BUILD] = { holm_greedy_buy_goal, holm_greedy_buy_other, holm_greedy_end },
};

static bool attempted(struct holm_bot *bot, const struct greedy *greedy,
                      greedy_attempt *const *tried, struct holm_action *action)
{
    for (int i = 0; i < GREEDY_ATTEMPTS && tried[i]; i++)
        if (tried[i](bot, greedy, action))
            return true;
    return false;
}

void holm_choose_greedy(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action)
{
    holm_choose_by_preferences(&holm_greedy_preferences, bot, view, list, action);
}

void holm_choose_by_preferences(const struct holm_preferences *preferences, struct holm_bot *bot,
                                const struct holm_view *view, const struct holm_list *list,
                                struct holm_action *action)
{
    const struct holm_state *seen = &view->seen;
    struct greedy greedy;
    memset(action, 0, sizeof *action);
    if (!holm_bit_in(holm_asked(seen), bot->seat))
        return; /* it speaks when it is spoken to */
    holm_greedy_estimate(&greedy, preferences, seen, bot->seat);
    greedy.list = list;
    const int step = holm_step(seen)->kind;
    if (greedy_sails(&greedy) && attempted(bot, &greedy, holm_greedy_sea[step], action))
        return;
    if (greedy.kinds > HOLM_RESOURCES && attempted(bot, &greedy, holm_greedy_knights[step], action))
        return;
    if (!attempted(bot, &greedy, attempts[step], action))
        *action = list->at[0];
}
