/* alphabeta.c: two actions ahead, its own and those of others, and no trade: a plain player of
 * another kind, to measure the levels by. It values production, reach and points; what it does not
 * know of the others' hands it guesses anew for each move. Like greedy it stays as it is. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "bots/evaluate.h"
#include "bots/kinds.h"

enum { DEPTH = 2, SAMPLES = 4 };

/* What the features of a seat are worth to it. */
static const double worth[HOLM_FEATURES] = {
    [HOLM_W_POINTS] = 10,
    [HOLM_W_VARIETY] = 0.6,
    [HOLM_W_PIPS + HOLM_WOOD] = 7,
    [HOLM_W_PIPS + HOLM_BRICK] = 7,
    [HOLM_W_PIPS + HOLM_WOOL] = 6,
    [HOLM_W_PIPS + HOLM_GRAIN] = 8,
    [HOLM_W_PIPS + HOLM_ORE] = 8,
    [HOLM_W_PIPS + HOLM_CLOTH] = 8,
    [HOLM_W_PIPS + HOLM_COIN] = 8,
    [HOLM_W_PIPS + HOLM_PAPER] = 8,
    [HOLM_W_TRADES] = 4,
    [HOLM_W_BLOCKED] = -3,
    [HOLM_W_SITE] = 1.5,
    [HOLM_W_SITE + 1] = 0.8,
    [HOLM_W_SITE + 2] = 0.4,
    [HOLM_W_ROUTE] = 2,
    [HOLM_W_ARMY] = 3,
    [HOLM_W_OWN_EXCESS] = -3,
    [HOLM_W_OWN_KNIGHTS] = 1.5,
    [HOLM_W_OWN_DEVELOPMENTS] = 1.5,
    [HOLM_W_LEVELS] = 2,
    [HOLM_W_LEVELS + 1] = 2,
    [HOLM_W_LEVELS + 2] = 2,
    [HOLM_W_ACTIVE] = 1,
    [HOLM_W_RESTING] = 0.5,
    [HOLM_W_PILLAGE] = -8,
    [HOLM_W_OWN_PROGRESS] = 1.5,
    [HOLM_W_GOLD] = 10,
    [HOLM_W_VILLAGES] = 1,
    [HOLM_W_LAIRS] = 2,
    [HOLM_W_WONDER] = 5,
};
static const double RIVAL = 0.6; /* what the best of the others counts */
static const double WIN = 1000;

struct tree {
    int viewer;
    struct holm_chance chance;
    struct holm_list list[DEPTH];
};

/* -------------------------------------------------------------------- value */

static double standing(const struct holm_state *state, int seat, int viewer)
{
    double feature[HOLM_FEATURES], sum = 0;
    holm_features(state, seat, viewer, feature);
    for (int i = 0; i < HOLM_FEATURES; i++)
        sum += worth[i] * feature[i];
    return sum;
}

static double value_of(const struct tree *tree, const struct holm_state *state)
{
    double best = 0;
    if (holm_over(state))
        return state->winner == tree->viewer || holm_bit_in(state->shared, tree->viewer) ? WIN
                                                                                         : -WIN;
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        const double theirs = seat == tree->viewer ? 0 : standing(state, seat, tree->viewer);
        best = theirs > best ? theirs : best;
    }
    return standing(state, tree->viewer, tree->viewer) - RIVAL * best;
}

/* --------------------------------------------------------------------- tree */

static bool is_trade(int kind)
{
    return kind == HOLM_DO_OFFER || kind == HOLM_DO_ACCEPT || kind == HOLM_DO_CONCLUDE;
}

static double look(struct tree *tree, const struct holm_state *state, int depth, double low,
                   double high);

/* What is drawn: every outcome of one draw, or some samples of several. */
static double expect(struct tree *tree, const struct holm_state *state,
                     const struct holm_action *action)
{
    uint8_t weight[HOLM_OUTCOMES];
    double sum = 0, weights = 0;
    memcpy(weight, tree->chance.wanted, sizeof weight);
    tree->chance.failed = 0;
    for (uint8_t outcome = 0; outcome < HOLM_OUTCOMES; outcome++) {
        struct holm_state after = *state;
        if (!weight[outcome])
            continue;
        holm_chance_dictate(&tree->chance, &outcome, 1);
        holm_apply_listed(&after, action, &tree->chance, NULL);
        tree->chance.dictating = 0;
        if (tree->chance.failed)
            break;
        sum += weight[outcome] * value_of(tree, &after);
        weights += weight[outcome];
    }
    if (!tree->chance.failed)
        return sum / weights;
    tree->chance.failed = 0;
    sum = 0;
    for (int i = 0; i < SAMPLES; i++) {
        struct holm_state after = *state;
        holm_apply_listed(&after, action, &tree->chance, NULL);
        sum += value_of(tree, &after);
    }
    return sum / SAMPLES;
}

/* An action, and what follows it. */
static double follow(struct tree *tree, const struct holm_state *state,
                     const struct holm_action *action, int depth, double low, double high)
{
    struct holm_state after = *state;
    tree->chance.failed = 0;
    holm_chance_dictate(&tree->chance, NULL, 0);
    holm_apply_listed(&after, action, &tree->chance, NULL);
    tree->chance.dictating = 0;
    return tree->chance.failed ? expect(tree, state, action)
                               : look(tree, &after, depth + 1, low, high);
}

/* The best that whoever is asked can do: for the viewer, or against it. */
static double look(struct tree *tree, const struct holm_state *state, int depth, double low,
                   double high)
{
    if (depth == DEPTH || holm_over(state))
        return value_of(tree, state);
    struct holm_list *list = &tree->list[depth];
    const int seat = holm_next(state);
    const bool own = seat == tree->viewer;
    double best = own ? -DBL_MAX : DBL_MAX;
    holm_legal(state, seat, list);
    for (int i = 0; i < list->count && low < high; i++) {
        const struct holm_action action = list->at[i];
        if (is_trade(action.kind))
            continue;
        const double value = follow(tree, state, &action, depth, low, high);
        best = (own ? value > best : value < best) ? value : best;
        if (own && best > low)
            low = best;
        if (!own && best < high)
            high = best;
    }
    return best > -DBL_MAX && best < DBL_MAX ? best : value_of(tree, state);
}

void holm_choose_alphabeta(struct holm_bot *bot, const struct holm_view *view,
                           const struct holm_list *list, struct holm_action *action)
{
    struct holm_state root;
    double best = -DBL_MAX;
    const uint64_t seed = holm_random_below(&bot->random, UINT32_MAX);
    memset(action, 0, sizeof *action);
    if (!holm_bit_in(holm_asked(&view->seen), bot->seat))
        return;
    *action = list->at[0];
    struct tree *tree = list->count > 1 ? calloc(1, sizeof *tree) : NULL;
    if (!tree)
        return;
    tree->viewer = bot->seat;
    holm_chance_number(&tree->chance, seed);
    const bool known = !holm_determinize(view, NULL, seed, &root);
    for (int i = 0; known && i < list->count; i++) {
        if (is_trade(list->at[i].kind))
            continue;
        const double value = follow(tree, &root, &list->at[i], 0, best, DBL_MAX);
        if (value > best) {
            best = value;
            *action = list->at[i];
        }
    }
    free(tree);
}
