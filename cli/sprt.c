/* sprt.c: Wald's sequential test of a share of games. */
#include "cli/sprt.h"

#include <math.h>
#include <stdlib.h>

static const double ERRORS = 0.05; /* of either kind */

double cli_sprt_bound(void)
{
    return log((1 - ERRORS) / ERRORS);
}

bool cli_sprt_read(const char *word, struct cli_sprt *sprt)
{
    char *rest;
    sprt->low = strtod(word, &rest) / 100;
    if (rest == word || *rest != ',')
        return false;
    const char *second = rest + 1;
    sprt->high = strtod(second, &rest) / 100;
    return rest != second && !*rest && sprt->low > 0 && sprt->low < sprt->high && sprt->high < 1;
}

bool cli_sprt_start(struct cli_sprt *sprt, long games)
{
    sprt->share = malloc((size_t)games * sizeof *sprt->share);
    sprt->games = games;
    for (long i = 0; sprt->share && i < games; i++)
        sprt->share[i] = -1;
    return sprt->share && !pthread_mutex_init(&sprt->counting, NULL);
}

static void count(struct cli_sprt *sprt, double share)
{
    sprt->counted++;
    sprt->wins += share;
    sprt->ratio +=
        share * log(sprt->high / sprt->low) + (1 - share) * log((1 - sprt->high) / (1 - sprt->low));
    if (fabs(sprt->ratio) >= cli_sprt_bound())
        sprt->verdict = sprt->ratio > 0 ? CLI_HIGH : CLI_LOW;
}

bool cli_sprt_add(struct cli_sprt *sprt, long number, double share)
{
    pthread_mutex_lock(&sprt->counting);
    sprt->share[number] = share;
    while (!sprt->verdict && sprt->counted < sprt->games && sprt->share[sprt->counted] >= 0)
        count(sprt, sprt->share[sprt->counted]);
    const bool clear = sprt->verdict != CLI_OPEN;
    pthread_mutex_unlock(&sprt->counting);
    return clear;
}
