/* evaluator.h: evaluates the positions of one decision, by weights or by a network.
 *
 * The weights are blended once, and what the others are worth is kept as long as it does not change.
 * With a network the chance lies between what both say; what others make of a trade is guessed by
 * the weights in any case. */
#ifndef HOLM_EVALUATOR_H
#define HOLM_EVALUATOR_H

#include "bots/net.h"

/* By what positions are judged beside the weights: these and the network err in different ways, so that
 * together they mostly foretell more games than either. */
struct holm_net_use {
    const struct holm_net *net; /* NULL: by the weights alone */
    int eighths; /* of the way from the odds of the weights to those of the network */
};

/* How the other seats stand. */
struct holm_others {
    double sum; /* of exp(standing) over them */
    struct holm_net_seats seats; /* with a network */
};

struct holm_evaluator {
    double weight[HOLM_FEATURES];
    struct holm_net_use use;
    int viewer;
    struct holm_others others;
};
void holm_evaluator_start(struct holm_evaluator *evaluator, const struct holm_weights *weights,
                          const struct holm_net_use *use, const struct holm_state *state,
                          int viewer);
/* Works out the others' standings again, as they are in this state. */
void holm_evaluate_others(struct holm_evaluator *evaluator, const struct holm_state *state);
/* The viewer's chance to win. With `others` their standings are worked out again, too. */
double holm_evaluate(struct holm_evaluator *evaluator, const struct holm_state *state, bool others);
/* exp(standing) of a seat by the weights, as it stands in `state`. */
double holm_evaluate_rival(const struct holm_evaluator *evaluator, const struct holm_state *state,
                           int seat);

#endif
