/* greedy_commerce.c: greedy's progress cards of the trade deck, and its merchant. */
#include "bots/greedy.h"

enum { MANY = 3, FEW = 2 }; /* cards that make a card worth playing; when the hand is full */

/* The hex whose resource comes in most and is not traded 2:1 yet. */
static int merchant_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const int card = holm_yield(greedy->seen->terrain[action->place]);
    if (card == HOLM_NONE)
        return 0;
    return 1 + greedy->income[card] * (greedy->rate[card] > 2 ? 2 : 1);
}

/* A point, until somebody else takes it: by card, or by the house rules in every turn. */
bool holm_greedy_merchant(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return greedy->seen->merchant_owner != greedy->seat &&
           holm_greedy_choose_best(greedy, HOLM_DO_MERCHANT, merchant_merit, action);
}

static int spare_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return greedy->best ? -holm_greedy_lack(greedy, greedy->best, action->card)
                        : greedy->hand.n[action->card];
}

/* Worth it for what can be traded twice as well: two spare cards of a kind for which the bank asks much. */
static int fleet_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const int rate = greedy->rate[action->card];
    const int over = spare_merit(greedy, action);
    return rate > 2 ? over / 2 - over / rate : 0;
}

bool holm_greedy_fleet(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_lacking(greedy) &&
           holm_greedy_play_best(greedy, HOLM_DO_MERCHANT_FLEET, fleet_merit, 1, action);
}

/* What the others hold of a kind follows from the bank, which is public; each gives up to two. */
static int monopoly_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const int card = action->card, opponents = seen->board->rules.players - 1;
    const int theirs = seen->board->rules.bank.n[card] - seen->bank.n[card] - greedy->hand.n[card];
    const int most = card < HOLM_RESOURCES ? 2 * opponents : opponents;
    const bool lacks = greedy->best && holm_greedy_lack(greedy, greedy->best, card) > 0;
    return 2 * (theirs < most ? theirs : most) + (lacks ? 2 : 0);
}

bool holm_greedy_resource_monopoly(struct holm_bot *bot, const struct greedy *greedy,
                                   struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_RESOURCE_MONOPOLY, monopoly_merit,
                                 2 * (holm_greedy_eager(greedy) ? FEW : MANY) + 2, action);
}

bool holm_greedy_trade_monopoly(struct holm_bot *bot, const struct greedy *greedy,
                                struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_TRADE_MONOPOLY, monopoly_merit, 2 * FEW, action);
}

/* Spare resources for a commodity of somebody who has many cards. */
static int harbor_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const int over = spare_merit(greedy, action);
    return over < 1 ? 0 : 20 * over + greedy->seen->player[action->target].cards;
}

bool holm_greedy_harbor(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_HARBOR, harbor_merit, 1, action);
}

bool holm_greedy_commercial_harbor(struct holm_bot *bot, const struct greedy *greedy,
                                   struct holm_action *action)
{
    int over = 0;
    (void)bot;
    for (int card = 0; card < HOLM_RESOURCES; card++) {
        const int more = spare_merit(greedy, &(struct holm_action){ .card = (uint8_t)card });
        over += more > 0 ? more : 0;
    }
    return over >= FEW && !greedy->seen->harbor &&
           holm_greedy_play(greedy, HOLM_DO_COMMERCIAL_HARBOR, action);
}

/* The richest of those who may be looked at. */
static int master_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return greedy->seen->player[action->target].cards;
}

bool holm_greedy_master_merchant(struct holm_bot *bot, const struct greedy *greedy,
                                 struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_MASTER_MERCHANT, master_merit, FEW, action);
}
