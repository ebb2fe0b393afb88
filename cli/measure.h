/* measure.h: what a match measures: shares with their intervals, and times. */
#ifndef CLI_MEASURE_H
#define CLI_MEASURE_H

#include <stdint.h>

/* Where the true share lies with 95 % confidence, by Wilson's score, when `wins` of `games` were
 * won. Without games it is anything from 0 to 1. */
struct cli_interval {
    double low, high;
};
struct cli_interval cli_wilson(double wins, double games);

/* Times of moves, counted in classes a sixteenth of their size wide, so that any share of them can
 * be told without keeping them all. */
enum { CLI_TIMES = 64 * 16 };
struct cli_times {
    uint64_t count;
    double sum, most; /* seconds */
    uint32_t classes[CLI_TIMES];
};
void cli_times_add(struct cli_times *times, double seconds);
void cli_times_merge(struct cli_times *sum, const struct cli_times *more);
/* The time that a share of the moves, such as 0.99, did not take longer than. */
double cli_times_share(const struct cli_times *times, double share);

#endif
