/* sim.h: what the games of `holm sim` count, and how it is told (sim_report.c). */
#ifndef CLI_SIM_H
#define CLI_SIM_H

#include <stdatomic.h>
#include <stdio.h>

#include "cli/options.h"

/* What is asked for; the same for all threads. */
struct sim_order {
    struct cli_game game;
    struct holm_bot_order bots[HOLM_SEATS];
    uint64_t seed;
    long games, threads;
    bool check, json;
    bool watched; /* some bot wants to be told of every action */
    bool blind;   /* all bots are plain random ones */
    FILE *log;
    atomic_long next, done, told;
};

struct sim_tally {
    long finished, stalled, violations;
    uint64_t turns, actions;
    long wins[HOLM_SEATS];
    long attacks, attacks_won, metropolises; /* in Cities & Knights */
};

/* Shows how far the games are, while they are played, and returns when they are. */
void sim_show_progress(struct sim_order *order);
void sim_print(const struct sim_order *order, const struct sim_tally *tally, double seconds);

#endif
