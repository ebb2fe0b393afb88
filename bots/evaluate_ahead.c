/* evaluate_ahead.c: the purchases that lie ahead of a seat. It buys what is worth most for its
 * waiting time, waits for the next with what is left, and so on; each counts the less the later it
 * comes. So cards are worth what they are good for. */
#include "bots/evaluate.h"

enum {
    PURCHASES = 3, /* ahead */
    WAIT_MOST = 80, /* rolls */
    STEPS_MOST = 4,
    SOON = 5, /* rolls after which a purchase counts half */
    LATER = 25
};

/* Hands and incomes in parts of cards. */
struct purse {
    int kinds;
    double hand[HOLM_CARDS];
    double income[HOLM_CARDS]; /* of one roll */
    double rate[HOLM_CARDS]; /* cards for one from the bank */
    double share[HOLM_CARDS]; /* 1 / rate */
};

static void fill_purse(const struct greedy *greedy, bool own, struct purse *purse)
{
    const struct holm_state *seen = greedy->seen;
    int pips = 0;
    purse->kinds = greedy->kinds;
    for (int card = 0; card < purse->kinds; card++)
        pips += greedy->income[card];
    for (int card = 0; card < purse->kinds; card++) {
        const double part = pips ? (double)greedy->income[card] / pips : 1.0 / purse->kinds;
        purse->income[card] = greedy->income[card] / 36.0;
        purse->rate[card] = greedy->rate[card];
        purse->share[card] = 1 / purse->rate[card];
        purse->hand[card] = own ? greedy->hand.n[card] : seen->player[greedy->seat].cards * part;
    }
}

/* A whole trade is needed for a whole card; in the hand there are no parts of cards. */
static bool affords_now(const struct purse *purse, const struct holm_cards *cost)
{
    int missing = 0, trades = 0;
    for (int card = 0; card < purse->kinds; card++) {
        const int over = (int)purse->hand[card] - cost->n[card];
        if (over < 0)
            missing -= over;
        else
            trades += over / (int)purse->rate[card];
    }
    return trades >= missing;
}

/* Rolls until the cards are there, what is over traded with the bank. What is missing shrinks with
 * every roll, ever more slowly as one kind after the other is there: Newton's method comes from below
 * and needs no more steps than there are kinds. */
static double waiting(const struct purse *purse, const struct holm_cards *cost)
{
    double rolls = 0;
    if (affords_now(purse, cost))
        return 0;
    for (int step = 0; step < STEPS_MOST; step++) {
        double missing = 0, shrinks = 0;
        for (int card = 0; card < purse->kinds; card++) {
            const double over = purse->hand[card] + rolls * purse->income[card] - cost->n[card];
            const double part = over < 0 ? 1 : purse->share[card];
            missing -= part * over;
            shrinks += part * purse->income[card];
        }
        if (missing < 0.001)
            break;
        if (missing > (WAIT_MOST - rolls) * shrinks)
            return WAIT_MOST;
        rolls += missing / shrinks;
    }
    return rolls < 1 ? 1 : rolls;
}

/* After a purchase: what came in meanwhile, less the cost, less what was traded for it. */
static void spend(struct purse *purse, const struct holm_cards *cost, double rolls)
{
    double missing = 0, over = 0;
    for (int card = 0; card < purse->kinds; card++) {
        double *hand = &purse->hand[card];
        *hand += rolls * purse->income[card] - cost->n[card];
        if (*hand < 0) {
            missing -= *hand;
            *hand = 0;
        } else {
            over += *hand * purse->share[card];
        }
    }
    const double kept = over > missing ? 1 - missing / over : 0;
    for (int card = 0; missing > 0 && card < purse->kinds; card++)
        purse->hand[card] *= kept;
}

void holm_features_ahead(const struct greedy *greedy, bool own, double *feature)
{
    struct purse purse;
    bool bought[GREEDY_GOALS] = { false };
    double elapsed = 0;
    fill_purse(greedy, own, &purse);
    for (int purchase = 0; purchase < PURCHASES; purchase++) {
        int best = -1;
        double rolls = 0, most = 0;
        for (int i = 0; i < greedy->goals; i++) {
            const struct greedy_goal *goal = &greedy->goal[i];
            if (bought[i] || goal->worth <= 0)
                continue;
            const double wait = waiting(&purse, &goal->cost);
            const double merit = goal->worth / (wait + 2);
            if (merit > most) {
                most = merit;
                rolls = wait;
                best = i;
            }
        }
        if (best < 0)
            return;
        const double counted = holm_goal_worth(&greedy->goal[best]);
        bought[best] = true;
        elapsed += rolls;
        feature[HOLM_W_SOON] += counted / (1 + elapsed / SOON);
        feature[HOLM_W_LATER] += counted / (1 + elapsed / LATER);
        spend(&purse, &greedy->goal[best].cost, rolls);
    }
}
