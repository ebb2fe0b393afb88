/* chances.h: how a game stands, in chances to win, and what luck gave: for people who look at a game
 * afterwards. Every seat is judged as it sees the game itself. */
#ifndef HOLM_CHANCES_H
#define HOLM_CHANCES_H

#include "bots/bots.h"
#include "bots/evaluator.h"
#include "text/json.h"

/* By what chances of a game are found; made once. */
struct holm_scales {
    struct holm_weights weights;
    struct holm_net_use use; /* no net: there is none, or it did not come */
};
void holm_scales_start(struct holm_scales *scales, const struct holm_rules *rules);

/* An evaluation as a chance that holds: of positions with a chance of 0.3, three in ten are won. */
double holm_calibrated(const struct holm_rules *rules, double chance);
/* Of all seats; they add up to 1, unless the game has ended without a winner. */
void holm_chances(const struct holm_scales *scales, const struct holm_state *state,
                  double chance[HOLM_SEATS]);
/* The same by whose knowledge the position is to be judged: as one viewer foresees them, over hands that
 * the others may hold. False: no full position agrees with what is known. */
bool holm_chances_known(const struct holm_scales *scales, const struct holm_state *state,
                        const struct holm_known *known, double chance[HOLM_SEATS]);
/* One outcome of a draw, by the weights that chance wanted. */
uint8_t holm_outcome_sample(struct holm_random *random, const uint8_t weight[HOLM_OUTCOMES]);
/* What the draws of an action gave each seat: its chance after them less the mean over all that could
 * have been drawn. `seed`: of those that are only sampled, as they are too many. */
void holm_luck(const struct holm_scales *scales, const struct holm_state *before,
               const struct holm_action *action, const double after[HOLM_SEATS], uint64_t seed,
               double luck[HOLM_SEATS]);

#endif
