/* chances.c: the chances of all seats, and luck; see chances.h. */
#include "bots/chances.h"

#include <math.h>
#include <string.h>

enum {
    DRAWS_EXACT = 2, /* of an action: two dice; those behind them are sampled */
    DEALS = 64 /* of hidden cards, that a viewer reckons with */
};

void holm_scales_start(struct holm_scales *scales, const struct holm_rules *rules)
{
    holm_weights_built_in(rules, &scales->weights);
    scales->use = (struct holm_net_use){ holm_net_of(rules), 4 };
}

/* How much of an evaluation's sharpness holds, in sixteenths, by game: the odds to that power. Found by
 * `scripts/calibration fit` in games of their own (docs/review.md). */
enum { WHOLE = 16 };
static const int sharpness[HOLM_GAMES] = { 11, 17, WHOLE, WHOLE };

/* x to the power of a number of sixteenths, by roots alone: the same on every machine. */
static double to_power(double x, int sixteenths)
{
    double root = x, product = 1;
    for (int bit = WHOLE; bit; bit /= 2, root = sqrt(root))
        product *= sixteenths & bit ? root : 1;
    return product;
}

double holm_calibrated(const struct holm_rules *rules, double chance)
{
    const double others = rules->players - 1;
    if (chance <= 0 || chance >= 1)
        return chance;
    /* what is even stays so */
    const double odds = to_power(others * chance / (1 - chance), sharpness[rules->game]);
    return odds / (odds + others);
}

static bool has_won(const struct holm_state *state, int seat)
{
    return state->winner == seat || holm_bit_in(state->shared, seat);
}

void holm_chances(const struct holm_scales *scales, const struct holm_state *state,
                  double chance[HOLM_SEATS])
{
    const struct holm_rules *rules = &state->board->rules;
    struct holm_evaluator evaluator;
    double sum = 0;
    memset(chance, 0, HOLM_SEATS * sizeof *chance);
    for (int seat = 0; seat < rules->players; seat++) {
        if (holm_over(state)) {
            chance[seat] = has_won(state, seat);
        } else {
            holm_evaluator_start(&evaluator, &scales->weights, &scales->use, state, seat);
            chance[seat] = holm_calibrated(rules, holm_evaluate(&evaluator, state, false));
        }
        sum += chance[seat];
    }
    for (int seat = 0; sum > 0 && seat < rules->players; seat++)
        chance[seat] /= sum;
}

/* As one viewer foresees them: the mean over hands that the others may hold. */
static bool foresee(const struct holm_scales *scales, const struct holm_view *view,
                    const struct holm_belief *belief, double chance[HOLM_SEATS])
{
    struct holm_state deal;
    double one[HOLM_SEATS];
    memset(chance, 0, HOLM_SEATS * sizeof *chance);
    for (uint64_t i = 0; i < DEALS; i++) {
        if (holm_determinize(view, belief, i, &deal))
            return false;
        holm_chances(scales, &deal, one);
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            chance[seat] += one[seat] / DEALS;
    }
    return true;
}

bool holm_chances_known(const struct holm_scales *scales, const struct holm_state *state,
                        const struct holm_known *known, double chance[HOLM_SEATS])
{
    struct holm_view view;
    struct holm_belief belief;
    if (known->viewer == HOLM_EVERYBODY) {
        holm_chances(scales, state, chance);
        return true;
    }
    holm_known_look(known, state, &view, &belief);
    return foresee(scales, &view, &belief, chance);
}

/* --------------------------------------------------------------------- luck */

/* What an action may draw, and the mean of what follows. */
struct fork {
    const struct holm_scales *scales;
    const struct holm_state *before;
    const struct holm_action *action;
    struct holm_random random;
    uint8_t outcome[HOLM_DRAWS_MAX];
    double mean[HOLM_SEATS];
};

static uint32_t total_of(const uint8_t weight[HOLM_OUTCOMES])
{
    uint32_t total = 0;
    for (int i = 0; i < HOLM_OUTCOMES; i++)
        total += weight[i];
    return total;
}

uint8_t holm_outcome_sample(struct holm_random *random, const uint8_t weight[HOLM_OUTCOMES])
{
    uint32_t at = holm_random_below(random, total_of(weight));
    uint8_t outcome = 0;
    for (; at >= weight[outcome]; outcome++)
        at -= weight[outcome];
    return outcome;
}

/* Goes through all that may follow the outcomes known so far, which have this share of the cases. */
static void try_draws(struct fork *fork, int known, double share)
{
    struct holm_state after = *fork->before;
    struct holm_chance chance = { 0 };
    double chances[HOLM_SEATS];
    holm_chance_dictate(&chance, fork->outcome, known);
    holm_apply_listed(&after, fork->action, &chance, NULL);
    if (!chance.failed) {
        holm_chances(fork->scales, &after, chances);
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            fork->mean[seat] += share * chances[seat];
        return;
    }
    const uint32_t total = total_of(chance.wanted);
    if (!total || known == HOLM_DRAWS_MAX)
        return;
    if (known >= DRAWS_EXACT) {
        fork->outcome[known] = holm_outcome_sample(&fork->random, chance.wanted);
        try_draws(fork, known + 1, share);
        return;
    }
    for (uint8_t outcome = 0; outcome < HOLM_OUTCOMES; outcome++) {
        fork->outcome[known] = outcome;
        if (chance.wanted[outcome])
            try_draws(fork, known + 1, share * chance.wanted[outcome] / total);
    }
}

void holm_luck(const struct holm_scales *scales, const struct holm_state *before,
               const struct holm_action *action, const double after[HOLM_SEATS], uint64_t seed,
               double luck[HOLM_SEATS])
{
    struct fork fork = { .scales = scales, .before = before, .action = action };
    holm_random_seed(&fork.random, seed);
    try_draws(&fork, 0, 1);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        luck[seat] = after[seat] - fork.mean[seat];
}
