/* greedy.h: what greedy reckons before it chooses. Whole numbers only, so that it plays the same
 * game on every machine. */
#ifndef HOLM_GREEDY_H
#define HOLM_GREEDY_H

#include "bots/bots.h"

enum { GREEDY_GOALS = 8, GREEDY_ROADS_AHEAD = 3 };

/* Something worth saving for: a building with the roads that lead to it, a card, an award. */
struct greedy_goal {
    struct holm_cards cost; /* of all of it */
    int worth;              /* a victory point is 100 */
    uint8_t purchase;       /* enum holm_purchase: what is bought first */
    uint16_t place;         /* where that goes */
};

struct greedy {
    const struct holm_state *seen;
    const struct holm_list *list; /* what is allowed */
    int seat;
    struct holm_cards hand;     /* what may still be spent */
    int income[HOLM_RESOURCES]; /* pips of the own buildings */
    int speed[HOLM_RESOURCES];  /* how fast a missing card comes in, bank trades included */
    int goals;
    struct greedy_goal goal[GREEDY_GOALS];
    const struct greedy_goal *best; /* NULL: nothing left to buy */
};

void holm_greedy_reckon(struct greedy *greedy, const struct holm_state *seen, int seat);
/* What a corner is worth to the seat as a place to settle. */
int holm_greedy_site(const struct greedy *greedy, int corner);
/* How well the seat stands with this hand, by its best goal. */
int holm_greedy_prospect(const struct greedy *greedy, const struct holm_cards *hand);
/* Cards of a kind that a goal still lacks, or, negative, that it leaves over. */
int holm_greedy_lack(const struct greedy *greedy, const struct greedy_goal *goal, int card);
/* Pips of a hex: in how many of 36 rolls it yields. */
int holm_greedy_pips(const struct holm_board *board, int hex);

/* Each looks for an action of its subject and says whether it has chosen one (greedy_trade.c). */
bool holm_greedy_answer(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action);
bool holm_greedy_bank(struct holm_bot *bot, const struct greedy *greedy,
                      struct holm_action *action);
bool holm_greedy_offer(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action);

static inline bool greedy_has(const struct holm_corner_set *set, int corner)
{
    return set->w[corner >> 6] >> (corner & 63) & 1;
}

/* The seat whose piece lies on a place, or -1. */
static inline int greedy_owner(uint8_t byte)
{
    return byte ? byte >> 4 : -1;
}

#endif
