/* bench.h: what `holm bench` measures besides plain games (bench_envs.c). */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "cli/options.h"

/* So long for each mode and way; `only`: modes whose name contains this, or NULL. */
void cli_bench_envs(const struct cli_manual *manual, double seconds, long games, const char *only);

#endif
