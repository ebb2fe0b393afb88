/* greedy_progress.c: when greedy plays its progress cards. Each has a row in a table: what it is
 * worth in the hand, and an attempt that plays it when that pays. The science deck is here, the
 * others in greedy_commerce.c and greedy_politics.c. */
#include <string.h>

#include "bots/greedy.h"

enum {
    MUCH = 3, /* cards that make a card worth playing */
    LITTLE = 2, /* so many will do when the hand is full */
    PIPS_GAINED = 5 /* that make the inventor worth playing */
};

bool holm_greedy_eager(const struct greedy *greedy)
{
    const int limit = greedy->seen->board->rules.progress_limit;
    return limit && holm_progress_count(&greedy->seen->player[greedy->seat]) >= limit;
}

static int wanted_cards(const struct greedy *greedy)
{
    return holm_greedy_eager(greedy) ? LITTLE : MUCH;
}

/* Room in the hand for so many more cards, or a goal that they bring near. */
static bool has_use(const struct greedy *greedy, int card, int count)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    return holm_greedy_eager(greedy) ||
           player->cards + count <= greedy->seen->board->rules.hand_limit + 2 ||
           (greedy->best && holm_greedy_lack(greedy, greedy->best, card) > 0);
}

bool holm_greedy_opponent(const struct greedy *greedy, int seat)
{
    return seat != greedy->seat && seat < greedy->seen->board->rules.players;
}

/* ----------------------------------------------------------------- science */

/* How much more a total brings the seat than the others, in cards; the red die low, for the draws. */
static int dice_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_topology *topology = &seen->board->topology;
    int own = 0, others = 0;
    for (int hex = 0; hex < topology->hexes; hex++)
        for (int i = 0; seen->disc[hex] == action->place + action->to && i < 6; i++) {
            const uint8_t byte = seen->corner[topology->hex_corner[hex][i]];
            const int yield = hex == seen->robber ? 0 : greedy_yield(byte);
            *(holm_piece_seat(byte) == greedy->seat ? &own : &others) += yield;
        }
    return 60 * own - 10 * others - action->place;
}

bool holm_greedy_alchemist(struct holm_bot *bot, const struct greedy *greedy,
                           struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_ALCHEMIST, dice_merit,
                                 60 * wanted_cards(greedy) - 60, action);
}

static int crane_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const int level = greedy->seen->player[greedy->seat].level[action->card] + 1;
    return holm_greedy_level_worth(greedy, action->card, level);
}

/* It saves a commodity: not on the first level, which costs only one. */
static bool crane(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    struct holm_action one;
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_CRANE, crane_merit, &one) &&
           (greedy->seen->player[greedy->seat].level[one.card] > 0 || holm_greedy_eager(greedy)) &&
           holm_greedy_choose(&one, action);
}

static bool engineer(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play(greedy, HOLM_DO_ENGINEER, action);
}

static bool medicine(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    for (int i = 0; i < greedy->goals; i++)
        if (greedy->goal[i].purchase == HOLM_BUY_MEDICINE)
            return holm_greedy_choose(
                holm_greedy_listed(greedy, HOLM_DO_MEDICINE, greedy->goal[i].place), action);
    return false;
}

/* Hexes of a terrain with a building of the seat's give two cards each. */
static int harvest(const struct greedy *greedy, int terrain)
{
    const struct holm_state *seen = greedy->seen;
    const int card = holm_yield(terrain);
    int count = 0;
    for (int hex = 0; hex < seen->board->topology.hexes; hex++)
        for (int i = 0; seen->terrain[hex] == terrain && i < 6; i++) {
            const uint8_t byte = seen->corner[seen->board->topology.hex_corner[hex][i]];
            if (holm_piece_seat(byte) == greedy->seat && greedy_yield(byte)) {
                count += 2;
                break;
            }
        }
    return count < seen->bank.n[card] ? count : seen->bank.n[card];
}

static bool irrigation(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    const int count = harvest(greedy, HOLM_FIELDS);
    (void)bot;
    return count >= LITTLE && has_use(greedy, HOLM_GRAIN, count) &&
           holm_greedy_play(greedy, HOLM_DO_IRRIGATION, action);
}

static bool mining(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const int count = harvest(greedy, HOLM_MOUNTAINS);
    (void)bot;
    return count >= LITTLE && has_use(greedy, HOLM_ORE, count) &&
           holm_greedy_play(greedy, HOLM_DO_MINING, action);
}

static int own_knights(const struct greedy *greedy, bool active)
{
    const struct holm_state *seen = greedy->seen;
    int count = 0;
    for (int corner = 0; corner < seen->board->topology.corners; corner++)
        count += holm_piece_seat(seen->corner[corner]) == greedy->seat &&
                 holm_knight_rank(seen->corner[corner]) &&
                 holm_corner_in(&seen->active_knights, corner) == active;
    return count;
}

/* Two promotions, or one when it matters. */
static bool smith(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const int knights = own_knights(greedy, true) + own_knights(greedy, false);
    (void)bot;
    return (knights >= 2 || greedy->threat.steps <= 2 || holm_greedy_eager(greedy)) &&
           holm_greedy_play(greedy, HOLM_DO_SMITH, action);
}

static bool warlord(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const int resting = own_knights(greedy, false);
    (void)bot;
    return (resting >= 2 || (resting && greedy->threat.steps <= 2)) &&
           holm_greedy_play(greedy, HOLM_DO_WARLORD, action);
}

/* ---------------------------------------------------------------- inventor */

/* How much more a hex yields the seat than the others, for one pip. */
static int hex_share(const struct greedy *greedy, int hex)
{
    const struct holm_state *seen = greedy->seen;
    int own = 0, others = 0;
    for (int i = 0; i < 6; i++) {
        const uint8_t byte = seen->corner[seen->board->topology.hex_corner[hex][i]];
        const int owner = holm_piece_seat(byte);
        if (owner == greedy->seat)
            own += greedy_yield(byte);
        else if (holm_greedy_opponent(greedy, owner))
            others += greedy_yield(byte);
    }
    return 3 * own - others;
}

static int swap_gain(const struct greedy *greedy, int a, int b)
{
    return (holm_greedy_pips(greedy->seen, b) - holm_greedy_pips(greedy->seen, a)) *
           (hex_share(greedy, a) - hex_share(greedy, b));
}

/* Of a disc: its best swap with another that may be chosen. */
static int disc_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_step *step = holm_step(greedy->seen);
    int best = 0;
    if (step->n == 1)
        return swap_gain(greedy, step->place, action->place);
    for (int i = 0; i < greedy->list->count; i++) {
        const int gain = swap_gain(greedy, action->place, greedy->list->at[i].place);
        best = gain > best ? gain : best;
    }
    return best;
}

bool holm_greedy_disc(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_DISC, disc_merit, action);
}

/* Which discs may be swapped is not listed yet; those left alone by every edition will do. */
static bool inventor(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    int best = 0;
    (void)bot;
    for (int a = 0; a < seen->board->topology.hexes; a++)
        for (int b = 0; b < a; b++) {
            const int low = seen->disc[a], high = seen->disc[b];
            if (low > 2 && low < 12 && low != 6 && low != 8 && high > 2 && high < 12 && high != 6 &&
                high != 8 && swap_gain(greedy, a, b) > best)
                best = swap_gain(greedy, a, b);
        }
    return (best >= 3 * PIPS_GAINED || (best && holm_greedy_eager(greedy))) &&
           holm_greedy_play(greedy, HOLM_DO_INVENTOR, action);
}

/* --------------------------------------------------------------- the table */

/* ORDER: enum holm_progress. The two that are points are never played; road building and the
 * merchant have attempts of their own. */
static const struct card {
    int worth; /* in the hand */
    greedy_attempt *play;
} cards[HOLM_PROGRESS_KINDS] = {
    [HOLM_ALCHEMIST] = { 40, NULL }, /* before the roll */
    [HOLM_CRANE] = { 55, crane },
    [HOLM_ENGINEER] = { 30, engineer },
    [HOLM_INVENTOR] = { 35, inventor },
    [HOLM_IRRIGATION] = { 40, irrigation },
    [HOLM_MEDICINE] = { 65, medicine },
    [HOLM_MINING] = { 45, mining },
    [HOLM_PRINTER] = { 100, NULL },
    [HOLM_ROADS] = { 50, holm_greedy_roads },
    [HOLM_SMITH] = { 45, smith },
    [HOLM_COMMERCIAL_HARBOR] = { 40, holm_greedy_commercial_harbor },
    [HOLM_MASTER_MERCHANT] = { 60, holm_greedy_master_merchant },
    [HOLM_MERCHANT] = { 90, holm_greedy_merchant },
    [HOLM_MERCHANT_FLEET] = { 35, holm_greedy_fleet },
    [HOLM_RESOURCE_MONOPOLY] = { 60, holm_greedy_resource_monopoly },
    [HOLM_TRADE_MONOPOLY] = { 50, holm_greedy_trade_monopoly },
    [HOLM_BISHOP] = { 45, holm_greedy_bishop },
    [HOLM_CONSTITUTION] = { 100, NULL },
    [HOLM_DESERTER] = { 50, holm_greedy_deserter },
    [HOLM_DIPLOMAT] = { 25, holm_greedy_diplomat },
    [HOLM_INTRIGUE] = { 20, holm_greedy_intrigue },
    [HOLM_SABOTEUR] = { 40, holm_greedy_saboteur },
    [HOLM_SPY] = { 48, holm_greedy_spy },
    [HOLM_WARLORD] = { 35, warlord },
    [HOLM_WEDDING] = { 52, holm_greedy_wedding },
};

int holm_greedy_card_worth(int progress)
{
    return cards[progress].worth;
}

bool holm_greedy_progress(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    const struct holm_player *player = &greedy->seen->player[greedy->seat];
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (player->progress[progress] && cards[progress].play &&
            cards[progress].play(bot, greedy, action))
            return true;
    return false;
}
