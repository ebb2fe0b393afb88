/* sim.h: how the games of `holm sim` are told (sim_report.c). */
#ifndef CLI_SIM_H
#define CLI_SIM_H

#include "cli/games.h"

void sim_print(const struct cli_games *games, const struct cli_tally *tally, double seconds,
               bool json);

#endif
