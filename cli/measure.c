/* measure.c: intervals of shares, and classes of times. */
#include "cli/measure.h"

#include <math.h>

struct cli_interval cli_wilson(double wins, double games)
{
    const double z = 1.959963984540054; /* 95 % of a normal distribution lie within */
    if (games <= 0)
        return (struct cli_interval){ 0, 1 };
    const double share = wins / games, spread = z * z / games;
    const double middle = (share + spread / 2) / (1 + spread);
    const double half = sqrt(share * (1 - share) * spread + spread * spread / 4) / (1 + spread);
    return (struct cli_interval){ fmax(0, middle - half), fmin(1, middle + half) };
}

/* Nanoseconds below 16 have a class each; above, each power of two has 16. */
static int time_class(uint64_t nanoseconds)
{
    if (nanoseconds < 16)
        return (int)nanoseconds;
    const int power = 63 - __builtin_clzll(nanoseconds);
    return (power - 3) * 16 + (int)(nanoseconds >> (power - 4) & 15);
}

/* The middle of a class, in nanoseconds. */
static double class_time(int class)
{
    if (class < 16)
        return class;
    return ldexp(16 + class % 16 + 0.5, class / 16 - 1);
}

void cli_times_add(struct cli_times *times, double seconds)
{
    times->count++;
    times->sum += seconds;
    times->most = seconds > times->most ? seconds : times->most;
    times->classes[time_class((uint64_t)(seconds * 1e9))]++;
}

double cli_times_share(const struct cli_times *times, double share)
{
    uint64_t seen = 0;
    const double wanted = share * (double)times->count;
    for (int class = 0; class < CLI_TIMES; class ++) {
        seen += times->classes[class];
        if (seen && (double)seen >= wanted)
            return fmin(class_time(class) / 1e9, times->most);
    }
    return 0;
}

void cli_times_merge(struct cli_times *sum, const struct cli_times *more)
{
    sum->count += more->count;
    sum->sum += more->sum;
    sum->most = fmax(sum->most, more->most);
    for (int i = 0; i < CLI_TIMES; i++)
        sum->classes[i] += more->classes[i];
}
