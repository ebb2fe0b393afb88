/* rating.c: Weng and Lin's update for a game of several players. */
#include "text/rating.h"

#include <math.h>

#define START_MU    25.0
#define START_SIGMA (START_MU / 3)
#define BETA        (START_SIGMA / 2) /* how much chance is in one game */
#define KAPPA       0.0001 /* sigma shrinks at most by the square root of this */
#define SHOWN_START 1000
#define SHOWN_SCALE 40

struct holm_rating holm_rating_new(void)
{
    return (struct holm_rating){ START_MU, START_SIGMA };
}

int holm_rating_shown(const struct holm_rating *rating)
{
    return SHOWN_START + (int)lround(SHOWN_SCALE * (rating->mu - 3 * rating->sigma));
}

static double spread(const struct holm_rating *rating, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += rating[i].sigma * rating[i].sigma + BETA * BETA;
    return sqrt(sum);
}

/* For each q: the strengths of all who came in no better place, and how many shared it. */
struct field {
    double strength[HOLM_SEATS], rest[HOLM_SEATS];
    int equals[HOLM_SEATS];
};

static struct field field_of(const struct holm_rating *rating, const int *place, int count,
                             double c)
{
    struct field field = { 0 };
    for (int i = 0; i < count; i++)
        field.strength[i] = exp(rating[i].mu / c);
    for (int q = 0; q < count; q++)
        for (int i = 0; i < count; i++) {
            field.rest[q] += place[i] >= place[q] ? field.strength[i] : 0;
            field.equals[q] += place[i] == place[q];
        }
    return field;
}

void holm_rating_update(struct holm_rating *rating, const int *place, int count)
{
    const double c = spread(rating, count);
    const struct field field = field_of(rating, place, count, c);
    for (int i = 0; i < count; i++) {
        const double variance = rating[i].sigma * rating[i].sigma;
        double omega = 0, delta = 0;
        for (int q = 0; q < count; q++) {
            if (place[q] > place[i])
                continue;
            const double p = field.strength[i] / field.rest[q];
            omega += ((q == i) - p) / field.equals[q];
            delta += p * (1 - p) / field.equals[q];
        }
        const double gamma = rating[i].sigma / c;
        rating[i].mu += variance / c * omega;
        rating[i].sigma *= sqrt(fmax(1 - gamma * variance / (c * c) * delta, KAPPA));
    }
}
