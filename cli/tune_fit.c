/* tune_fit.c: weights that foretell what an action brings. Only differences between two actions of
 * one decision are fitted: between games much else differs, and what goes along with winning need
 * not bring it about. Gauss and Newton's method for least squares. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tune.h"

enum { SIZE = 2 * HOLM_FEATURES, STEPS_MOST = 25, HALVINGS = 8 };

static const double NOISE = 0.1; /* variance of a seen difference, about */

struct fit {
    double weight[SIZE]; /* early, then late */
    double start[SIZE];
    double slope[SIZE];
    double curve[SIZE][SIZE];
    double loss;
    int used[SIZE]; /* of a sample: weights that matter to it */
};

/* The viewer's chance after one of the two actions, and its slope by the weights. */
static double foretell(const struct fit *fit, const struct tune_sample *sample, int action,
                       double *slope)
{
    const float *feature = sample->feature + action * sample->players * HOLM_FEATURES;
    const double late = (double)sample->late;
    double share[HOLM_SEATS], most = -1e300, sum = 0;
    for (int seat = 0; seat < sample->players; seat++) {
        const float *x = feature + seat * HOLM_FEATURES;
        share[seat] = 0;
        for (int i = 0; i < HOLM_FEATURES; i++)
            share[seat] += (double)x[i] * (fit->weight[i] * (1 - late) +
                                           fit->weight[HOLM_FEATURES + i] * late);
        most = share[seat] > most ? share[seat] : most;
    }
    for (int seat = 0; seat < sample->players; seat++)
        sum += share[seat] = exp(share[seat] - most);
    const double chance = share[sample->viewer] / sum;
    for (int seat = 0; seat < sample->players; seat++) {
        const float *x = feature + seat * HOLM_FEATURES;
        const double part =
            chance * ((seat == sample->viewer ? 1 : 0) - share[seat] / sum) * (action ? -1 : 1);
        for (int i = 0; i < HOLM_FEATURES; i++)
            slope[i] += part * (double)x[i];
    }
    return chance;
}

/* One pair: what was seen against what was foretold. */
static void add_sample(struct fit *fit, const struct tune_sample *sample, bool curved)
{
    double slope[SIZE] = { 0 };
    int used = 0;
    const double chance = foretell(fit, sample, 0, slope) - foretell(fit, sample, 1, slope);
    const double error = (double)sample->gain - chance;
    fit->loss += error * error / (2 * NOISE);
    if (!curved)
        return;
    for (int i = 0; i < HOLM_FEATURES; i++) {
        slope[HOLM_FEATURES + i] = slope[i] * (double)sample->late;
        slope[i] *= 1 - (double)sample->late;
    }
    for (int i = 0; i < SIZE; i++)
        if (slope[i] != 0)
            fit->used[used++] = i;
    for (int n = 0; n < used; n++) {
        const int i = fit->used[n];
        fit->slope[i] += error * slope[i] / NOISE;
        for (int m = 0; m <= n; m++)
            fit->curve[i][fit->used[m]] += slope[i] * slope[fit->used[m]] / NOISE;
    }
}

static void add_all(struct fit *fit, const struct tune_record *records, long count, double pull,
                    bool curved)
{
    fit->loss = 0;
    if (curved) {
        memset(fit->slope, 0, sizeof fit->slope);
        memset(fit->curve, 0, sizeof fit->curve);
    }
    for (long i = 0; i < count; i++)
        for (const struct tune_sample *one = tune_next(&records[i], NULL); one;
             one = tune_next(&records[i], one))
            add_sample(fit, one, curved);
    for (int i = 0; i < SIZE; i++) {
        const double moved = fit->weight[i] - fit->start[i];
        fit->loss += pull * moved * moved / 2;
        fit->slope[i] -= curved ? pull * moved : 0;
        fit->curve[i][i] += curved ? pull : 0;
    }
}

/* Solves curve * step = slope by Cholesky's decomposition, in place. */
static void solve(struct fit *fit, double *step)
{
    double(*c)[SIZE] = fit->curve;
    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j <= i; j++) {
            double sum = c[i][j];
            for (int k = 0; k < j; k++)
                sum -= c[i][k] * c[j][k];
            c[i][j] = i == j ? sqrt(sum > 1e-9 ? sum : 1e-9) : sum / c[j][j];
        }
    for (int i = 0; i < SIZE; i++) {
        step[i] = fit->slope[i];
        for (int k = 0; k < i; k++)
            step[i] -= c[i][k] * step[k];
        step[i] /= c[i][i];
    }
    for (int i = SIZE - 1; i >= 0; i--) {
        for (int k = i + 1; k < SIZE; k++)
            step[i] -= c[k][i] * step[k];
        step[i] /= c[i][i];
    }
}

/* A whole step, or a half, or a quarter: whatever makes the loss smaller. */
static bool go(struct fit *fit, const struct tune_record *records, long count, double pull,
               const double *step)
{
    double start[SIZE], length = 1;
    const double loss = fit->loss;
    memcpy(start, fit->weight, sizeof start);
    for (int tries = 0; tries < HALVINGS; tries++, length /= 2) {
        for (int i = 0; i < SIZE; i++)
            fit->weight[i] = start[i] + length * step[i];
        add_all(fit, records, count, pull, false);
        if (fit->loss < loss)
            return loss - fit->loss > 1e-6 * loss;
    }
    memcpy(fit->weight, start, sizeof start);
    fit->loss = loss;
    return false;
}

bool tune_fit(const struct tune_record *records, long count, double pull,
              struct holm_weights *weights, struct tune_fit *result)
{
    struct fit *fit = calloc(1, sizeof *fit);
    double step[SIZE];
    bool better = true;
    if (!fit)
        return false;
    *result = (struct tune_fit){ .before = 0 };
    for (long i = 0; i < count; i++)
        result->samples += records[i].samples;
    memcpy(fit->weight, weights->early, sizeof weights->early);
    memcpy(fit->weight + HOLM_FEATURES, weights->late, sizeof weights->late);
    memcpy(fit->start, fit->weight, sizeof fit->start);
    for (; better && result->steps < STEPS_MOST && result->samples; result->steps++) {
        add_all(fit, records, count, pull, true);
        if (!result->steps)
            result->before = 2 * NOISE * fit->loss / (double)result->samples;
        solve(fit, step);
        better = go(fit, records, count, pull, step);
    }
    result->after = result->samples ? 2 * NOISE * fit->loss / (double)result->samples : 0;
    memcpy(weights->early, fit->weight, sizeof weights->early);
    memcpy(weights->late, fit->weight + HOLM_FEATURES, sizeof weights->late);
    free(fit);
    return true;
}
