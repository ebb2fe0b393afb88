/* weights.c: files of weights: one line for each feature, its early and its late weight. */
#include <string.h>

#include "bots/evaluate.h"
#include "bots/numbers.h"

/* ORDER: enum holm_feature. */
const char *const holm_feature_names[HOLM_FEATURES] = {
    "points",
    "last_point",
    "last_two",
    "last_three",
    "variety",
    "wood",
    "brick",
    "wool",
    "grain",
    "ore",
    "cloth",
    "coin",
    "paper",
    "tempo_settlement",
    "tempo_city",
    "tempo_card",
    "trades",
    "blocked",
    "site_0",
    "site_1",
    "site_2",
    "site_3",
    "city_site",
    "route",
    "route_near",
    "route_lead",
    "army",
    "army_near",
    "army_lead",
    "turn",
    "cards",
    "excess",
    "developments",
    "own_excess",
    "own_knights",
    "own_developments",
    "soon",
    "later",
    "level_trade",
    "level_politics",
    "level_science",
    "abilities",
    "metropolis_near",
    "metropolis_loose",
    "active",
    "resting",
    "saved",
    "pillage",
    "walls",
    "progress",
    "own_progress",
    "gold",
    "ships",
    "voyage",
    "villages",
    "warships",
    "lairs",
    "wonder",
};

#define GOOD                                                                                       \
    {                                                                                              \
        0, 9                                                                                       \
    }
#define BAD                                                                                        \
    {                                                                                              \
        -9, 0                                                                                      \
    }
#define LESS_THAN_A_POINT                                                                          \
    {                                                                                              \
        0, 0.5                                                                                     \
    }
const struct holm_bounds holm_feature_bounds[HOLM_FEATURES] = {
    [HOLM_W_POINTS] = { 0.3, 9 },
    [HOLM_W_LAST_POINT] = GOOD,
    [HOLM_W_LAST_TWO] = GOOD,
    [HOLM_W_LAST_THREE] = GOOD,
    [HOLM_W_TEMPO_SETTLEMENT] = GOOD,
    [HOLM_W_TEMPO_CITY] = GOOD,
    [HOLM_W_TEMPO_CARD] = GOOD,
    [HOLM_W_TRADES] = GOOD,
    [HOLM_W_BLOCKED] = BAD,
    [HOLM_W_ROUTE_NEAR] = GOOD,
    [HOLM_W_ARMY_NEAR] = GOOD,
    [HOLM_W_OWN_EXCESS] = BAD,
    [HOLM_W_OWN_KNIGHTS] = LESS_THAN_A_POINT,
    [HOLM_W_OWN_DEVELOPMENTS] = LESS_THAN_A_POINT,
    [HOLM_W_SOON] = GOOD,
    [HOLM_W_LATER] = GOOD,
    [HOLM_W_METROPOLIS_LOOSE] = BAD,
    [HOLM_W_SAVED] = GOOD,
    [HOLM_W_PILLAGE] = BAD,
    [HOLM_W_OWN_PROGRESS] = LESS_THAN_A_POINT,
};

double holm_weight_bounded(int feature, double weight)
{
    const struct holm_bounds *bounds = &holm_feature_bounds[feature];
    if (bounds->least >= bounds->most)
        return weight;
    return weight < bounds->least ? bounds->least : weight > bounds->most ? bounds->most : weight;
}

static int find_feature(const char *name)
{
    for (int i = 0; i < HOLM_FEATURES; i++)
        if (!strcmp(holm_feature_names[i], name))
            return i;
    return -1;
}

struct reading {
    struct holm_weights *weights;
    bool seen[HOLM_FEATURES];
};

static bool take_weights(void *numbers, const char *name, const char *rest, int line,
                         struct holm_trouble *trouble)
{
    struct reading *reading = numbers;
    const int feature = find_feature(name);
    if (feature < 0)
        return holm_trouble(trouble, line, "'%s' is no feature", name);
    if (reading->seen[feature])
        return holm_trouble(trouble, line, "'%s' has weights already", name);
    if (!holm_numbers_next(&rest, &reading->weights->early[feature]) ||
        !holm_numbers_next(&rest, &reading->weights->late[feature]) || !holm_numbers_end(rest))
        return holm_trouble(trouble, line,
                            "behind '%s' there should be two numbers: its early and its late "
                            "weight",
                            name);
    reading->seen[feature] = true;
    return true;
}

bool holm_weights_read(const char *text, struct holm_weights *weights, struct holm_trouble *trouble)
{
    struct reading reading = { .weights = weights };
    memset(weights, 0, sizeof *weights);
    return holm_numbers_read(text, take_weights, &reading, trouble);
}

/* --------------------------------------------------------------- built in */

void holm_weights_built_in(const struct holm_rules *rules, struct holm_weights *weights)
{
    struct holm_trouble trouble;
    holm_weights_read(holm_weights_files[rules->game].text, weights, &trouble);
}
