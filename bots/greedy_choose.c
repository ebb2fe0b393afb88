/* greedy_choose.c: how greedy picks from what is listed. */
#include <stddef.h>

#include "bots/greedy.h"

const struct holm_action *holm_greedy_listed(const struct greedy *greedy, int kind, int place)
{
    for (int i = 0; i < greedy->list->count; i++)
        if (greedy->list->at[i].kind == kind && (place < 0 || greedy->list->at[i].place == place))
            return &greedy->list->at[i];
    return NULL;
}

bool holm_greedy_choose(const struct holm_action *one, struct holm_action *action)
{
    if (one)
        *action = *one;
    return one != NULL;
}

bool holm_greedy_choose_best(const struct greedy *greedy, int kind, greedy_merit *merit,
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

bool holm_greedy_play(const struct greedy *greedy, int kind, struct holm_action *action)
{
    return holm_greedy_choose(holm_greedy_listed(greedy, kind, -1), action);
}

bool holm_greedy_play_best(const struct greedy *greedy, int kind, greedy_merit *merit, int least,
                           struct holm_action *action)
{
    struct holm_action one;
    return holm_greedy_choose_best(greedy, kind, merit, &one) && merit(greedy, &one) >= least &&
           holm_greedy_choose(&one, action);
}
