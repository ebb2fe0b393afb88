/* evaluator.c: the chance to win, by weights or by a network. */
#include "bots/evaluator.h"

#include <math.h>

/* ---------------------------------------------------------------- one seat */

static double weigh(const struct holm_evaluator *evaluator, const double *feature)
{
    double sum = 0;
    for (int i = 0; i < HOLM_FEATURES; i++)
        sum += feature[i] * evaluator->weight[i];
    return holm_exp(sum);
}

/* A seat by the weights and, if there is a network and `second` asks for it, by its layers. */
static double look_at(const struct holm_evaluator *evaluator, const struct holm_state *state,
                      int seat, const float *game, float *second)
{
    struct greedy greedy;
    double feature[HOLM_FEATURES];
    float input[NET_SEAT];
    holm_greedy_estimate(&greedy, &holm_greedy_preferences, state, seat);
    holm_features_of(&greedy, evaluator->viewer, feature);
    if (second) {
        holm_net_seat_inputs(state, seat, evaluator->viewer, &greedy, feature, input);
        holm_net_seat(evaluator->use.net, game, input, second);
    }
    return weigh(evaluator, feature);
}

double holm_evaluate_rival(const struct holm_evaluator *evaluator, const struct holm_state *state,
                           int seat)
{
    return look_at(evaluator, state, seat, NULL, NULL);
}

/* The game's part of the network; NULL: there is none. */
static const float *look_at_game(const struct holm_evaluator *evaluator,
                                 const struct holm_state *state, float first[NET_FIRST])
{
    float input[NET_GAME];
    if (!evaluator->use.net)
        return NULL;
    holm_net_game_inputs(state, input);
    holm_net_game(evaluator->use.net, input, first);
    return first;
}

/* --------------------------------------------------------------- all seats */

void holm_evaluate_others(struct holm_evaluator *evaluator, const struct holm_state *state)
{
    float first[NET_FIRST];
    const float *game = look_at_game(evaluator, state, first);
    struct holm_others *others = &evaluator->others;
    others->sum = 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (seat != evaluator->viewer)
            others->sum +=
                look_at(evaluator, state, seat, game, game ? others->seats.second[seat] : NULL);
}

void holm_evaluator_start(struct holm_evaluator *evaluator, const struct holm_weights *weights,
                          const struct holm_net_use *use, const struct holm_state *state,
                          int viewer)
{
    const double late = holm_lateness(state);
    for (int i = 0; i < HOLM_FEATURES; i++)
        evaluator->weight[i] = weights->early[i] * (1 - late) + weights->late[i] * late;
    evaluator->use = use ? *use : (struct holm_net_use){ .net = NULL };
    evaluator->viewer = viewer;
    holm_evaluate_others(evaluator, state);
}

static const double NEARLY_NONE = 1e-9; /* of the chances, left for the others */

/* The chance so many eighths of the way from one odds to the other. */
static double between(double weights, double net, int eighths)
{
    double low = weights, high = net;
    for (int step = 4; step; step /= 2) {
        const double middle = sqrt(low * high);
        *(eighths >= step ? &low : &high) = middle;
        eighths -= eighths >= step ? step : 0;
    }
    const double odds = eighths ? high : low;
    return odds / (1 + odds);
}

static double chance_of_viewer(struct holm_evaluator *evaluator, const struct holm_state *state)
{
    float first[NET_FIRST];
    double chance[HOLM_SEATS];
    const int viewer = evaluator->viewer;
    const float *game = look_at_game(evaluator, state, first);
    struct holm_others *others = &evaluator->others;
    const double own =
        look_at(evaluator, state, viewer, game, game ? others->seats.second[viewer] : NULL);
    if (!game)
        return own / (own + others->sum);
    holm_net_chances(evaluator->use.net, &others->seats, state->board->rules.players, chance);
    const double rest = 1 - chance[viewer] > NEARLY_NONE ? 1 - chance[viewer] : NEARLY_NONE;
    return between(own / others->sum, chance[viewer] / rest, evaluator->use.eighths);
}

double holm_evaluate(struct holm_evaluator *evaluator, const struct holm_state *state, bool others)
{
    if (holm_over(state))
        return state->winner == evaluator->viewer || holm_bit_in(state->shared, evaluator->viewer);
    if (!others)
        return chance_of_viewer(evaluator, state);
    const struct holm_others kept = evaluator->others;
    holm_evaluate_others(evaluator, state);
    const double chance = chance_of_viewer(evaluator, state);
    evaluator->others = kept;
    return chance;
}
