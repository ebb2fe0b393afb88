/* rank.h: how good each action is that a seat may choose. From what the seat knows, games are
 * played out by a bot in all seats; the share that was won is the chance. */
#ifndef HOLM_RANK_H
#define HOLM_RANK_H

#include "bots/bots.h"

/* An action, and how the games after it went. */
struct holm_ranked {
    struct holm_action action;
    uint32_t samples; /* games played out */
    double wins; /* a shared one counts for its part */
    double turns; /* until the end, in all samples together */
    int round; /* how long it stayed among the best */
};
double holm_ranked_chance(const struct holm_ranked *ranked);
double holm_ranked_turns(const struct holm_ranked *ranked);

struct holm_rank_order {
    struct holm_bot_order bot; /* plays all seats */
    struct holm_budget budget; /* nodes: games in all; 0 sets no limit, but one is needed */
    const struct holm_belief *belief; /* of the others' hands; NULL: from the view alone */
    uint64_t seed; /* the same seed and games give the same result */
    void (*told)(void *context, double part); /* of the budget that is spent; NULL: nobody waits */
    void *context;
};

/* Ranks the actions of a list (not its templates), the best one first. All actions get the same
 * share of half the budget, the better half of them the same of what is left, and so on. Returns
 * how many there are, or 0 when no full position agrees with the view. */
int holm_bot_rank(const struct holm_view *view, const struct holm_list *list,
                  const struct holm_rank_order *order, struct holm_ranked ranked[HOLM_LIST_MAX]);

#endif
