/* weigh.h: the sensible choices of a seat, played on as often as each other until one is clearly behind
 * two of them: for puzzles, whose answer must be clearly better than all else. Lines are those of
 * `hard` (search.h), without a network. */
#ifndef HOLM_WEIGH_H
#define HOLM_WEIGH_H

#include "bots/search.h"

struct holm_weighed {
    struct holm_action action;
    double chance; /* to win, in the mean of its lines */
};

struct holm_weighing {
    struct holm_weighed at[SEARCH_CANDIDATES]; /* the best first */
    int count; /* that were never clearly behind; 0: there is nothing to choose */
    int lines; /* of each of them */
    double behind; /* the second, in the mean over all lines */
    double error; /* of that: its standard error */
};

/* From what the view tells and no more. The same seed and lines give the same result; with `least`
 * above 0 it is given up as soon as the second is clearly less than that behind. */
void holm_weigh(const struct holm_view *view, uint64_t seed, int lines, double least,
                struct holm_weighing *weighing);

#endif
