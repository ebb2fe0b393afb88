/* rating.h: how strong players are, from the places they came in: the Plackett-Luce model of Weng
 * and Lin, "A Bayesian Approximation Method for Online Ranking" (Journal of Machine Learning
 * Research 12, 2011), algorithm 4 with one player to a team, as OpenSkill has it. docs/people.md has
 * the formulas. */
#ifndef HOLM_RATING_H
#define HOLM_RATING_H

#include "engine/holm.h"

#ifdef __cplusplus
extern "C" {
#endif

struct holm_rating {
    double mu, sigma; /* how strong, and how unsure that is */
};

/* Of somebody who has not played. */
struct holm_rating holm_rating_new(void);
/* After a game: place[i] of each, 1 the best; those with the same place were equal. */
void holm_rating_update(struct holm_rating *rating, const int *place, int count);
/* The number that people see: what somebody is almost certainly worth; 1000 for a newcomer. */
int holm_rating_shown(const struct holm_rating *rating);

#ifdef __cplusplus
}
#endif

#endif
