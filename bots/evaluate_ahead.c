/* evaluate_ahead.c: the purchases that lie ahead of a seat. It buys what is worth most for its
 * waiting time, waits for the next one with the cards that are left, and so on; the later a purchase
 * comes, the less it counts. So cards are worth what they can buy. */
#include "bots/evaluate.h"

enum {
    PURCHASES = 3, /* ahead */
    WAIT_MOST = 80, /* rolls */
    STEPS_MOST = 4,
    SOON = 5, /* rolls after which a purchase counts half */
    LATER = 25
};

/* What a seat has and gets, in fractions of cards. */
struct economy {
    int kinds;
    double hand[HOLM_CARDS];
    double income[HOLM_CARDS]; /* of one roll */
    double rate[HOLM_CARDS]; /* cards for one from the bank */
    double share[HOLM_CARDS]; /* 1 / rate */
};

static void measure(const struct greedy *greedy, bool own, struct economy *economy)
{
    const struct holm_state *seen = greedy->seen;
    int pips = 0;
    economy->kinds = greedy->kinds;
    for (int card = 0; card < economy->kinds; card++)
        pips += greedy->income[card];
    for (int card = 0; card < economy->kinds; card++) {
        const double part = pips ? (double)greedy->income[card] / pips : 1.0 / economy->kinds;
        economy->income[card] = greedy->income[card] / 36.0;
        economy->rate[card] = greedy->rate[card];
        economy->share[card] = 1 / economy->rate[card];
        economy->hand[card] = own ? greedy->hand.n[card] : seen->player[greedy->seat].cards * part;
    }
}

/* With what is in the hand now, only whole trades for whole cards count. */
static bool affords_now(const struct economy *economy, const struct holm_cards *cost)
{
    int missing = 0, trades = 0;
    for (int card = 0; card < economy->kinds; card++) {
        const int over = (int)economy->hand[card] - cost->n[card];
        if (over < 0)
            missing -= over;
        else
            trades += over / (int)economy->rate[card];
    }
    return trades >= missing;
}

/* Rolls until the cards are there, if spare ones are traded with the bank. What is missing shrinks
 * with every roll, ever more slowly as one kind after the other is complete: Newton's method comes
 * from below and needs no more steps than there are kinds. */
static double waiting(const struct economy *economy, const struct holm_cards *cost)
{
    double rolls = 0;
    if (affords_now(economy, cost))
        return 0;
    for (int step = 0; step < STEPS_MOST; step++) {
        double missing = 0, shrinks = 0;
        for (int card = 0; card < economy->kinds; card++) {
            const double over = economy->hand[card] + rolls * economy->income[card] - cost->n[card];
            const double part = over < 0 ? 1 : economy->share[card];
            missing -= part * over;
            shrinks += part * economy->income[card];
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
static void spend(struct economy *economy, const struct holm_cards *cost, double rolls)
{
    double missing = 0, over = 0;
    for (int card = 0; card < economy->kinds; card++) {
        double *hand = &economy->hand[card];
        *hand += rolls * economy->income[card] - cost->n[card];
        if (*hand < 0) {
            missing -= *hand;
            *hand = 0;
        } else {
            over += *hand * economy->share[card];
        }
    }
    const double kept = over > missing ? 1 - missing / over : 0;
    for (int card = 0; missing > 0 && card < economy->kinds; card++)
        economy->hand[card] *= kept;
}

void holm_features_ahead(const struct greedy *greedy, bool own, double *feature)
{
    struct economy economy;
    bool bought[GREEDY_GOALS] = { false };
    double elapsed = 0;
    measure(greedy, own, &economy);
    for (int purchase = 0; purchase < PURCHASES; purchase++) {
        int best = -1;
        double rolls = 0, most = 0;
        for (int i = 0; i < greedy->goals; i++) {
            const struct greedy_goal *goal = &greedy->goal[i];
            if (bought[i] || goal->worth <= 0)
                continue;
            const double wait = waiting(&economy, &goal->cost);
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
        spend(&economy, &greedy->goal[best].cost, rolls);
    }
}
