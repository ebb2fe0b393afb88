/* games_run.c: many games on several threads, and what they counted together. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/games.h"
#include "cli/games_watch.h"

enum { THREADS_MOST = 64 };

double cli_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* ------------------------------------------------------------------ tallies */

void cli_chair_add(struct cli_chair *sum, const struct cli_chair *more)
{
    sum->wins += more->wins;
    sum->points += more->points;
    holm_faults_add(&sum->faults, &more->faults);
    cli_times_merge(&sum->times, &more->times);
}

void cli_sieges_add(struct cli_sieges *sum, const struct cli_sieges *more)
{
    sum->attacks += more->attacks;
    sum->attacks_won += more->attacks_won;
    sum->metropolises += more->metropolises;
}

static void add_tally(struct cli_tally *sum, const struct cli_tally *more)
{
    sum->finished += more->finished;
    sum->stalled += more->stalled;
    sum->violations += more->violations;
    sum->turns += more->turns;
    sum->actions += more->actions;
    cli_sieges_add(&sum->sieges, &more->sieges);
    for (int i = 0; i < HOLM_SEATS; i++) {
        sum->wins[i] += more->wins[i];
        cli_chair_add(&sum->chair[i], &more->chair[i]);
    }
}

/* ------------------------------------------------------------------ threads */

static void *work(void *argument)
{
    struct cli_games_table *table = argument;
    struct cli_games *games = table->games;
    long number;
    while (!cli_games_interrupted() && !atomic_load(&games->clear) &&
           (number = atomic_fetch_add(&games->next, 1)) < games->games) {
        cli_games_play(table, games->first + number);
        atomic_fetch_add(&games->done, 1);
    }
    cli_watch_done();
    return NULL;
}

double cli_games_run(struct cli_games *games, struct cli_tally *sum)
{
    pthread_t thread[THREADS_MOST];
    const long threads = games->threads;
    struct cli_games_table *tables = calloc((size_t)threads, sizeof *tables);
    if (!tables)
        cli_fail(games->manual, "out of memory");
    const double start = cli_now();
    cli_watch_start();
    for (long i = 0; i < threads; i++) {
        tables[i].games = games;
        if (pthread_create(&thread[i], NULL, work, &tables[i]))
            cli_fail(games->manual, "cannot start thread %ld; try --threads 1", i + 1);
    }
    cli_watch(games, threads);
    for (long i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        add_tally(sum, &tables[i].tally);
    }
    const double seconds = cli_now() - start;
    free(tables);
    return seconds;
}

/* ------------------------------------------------------------------ options */

void cli_games_options(struct cli_games *games, long *most_turns,
                       struct cli_option options[CLI_GAMES_OPTIONS])
{
    const struct cli_option all[CLI_GAMES_OPTIONS] = {
        { "--games", "N", "how many (default 1000)", CLI_NUMBER, &games->games, 1, 1000000000 },
        { "--threads", "N", "how many at a time (default 1)", CLI_NUMBER, &games->threads, 1,
          THREADS_MOST },
        { "--max-turns", "N", "give a game up as stalled after so many turns (default 5000)",
          CLI_NUMBER, most_turns, 1, 60000 },
        { "--check", NULL, "verify all invariants and every list after every action", CLI_YES,
          &games->check, 0, 0 },
    };
    games->games = 1000;
    games->threads = 1;
    *most_turns = 5000;
    memcpy(options, all, sizeof all);
}

void cli_games_prepare(struct cli_games *games, const struct cli_setup *setup, long most_turns)
{
    const int players = games->game.rules.players;
    games->seed = cli_first_seed(setup, games->bots, players);
    cli_bot_seed_start(&games->bot_seed, setup, games->bots, players);
    if (!games->game.rules.turn_limit) /* BASE-VP-5: for simulations there must be an end */
        games->game.rules.turn_limit = (uint16_t)most_turns;
    games->blind = !games->check && !games->match && !games->log;
    for (int chair = 0; chair < players; chair++) {
        const struct holm_bot_kind *kind = games->bots[chair].kind;
        games->watched = games->watched || kind->watches;
        games->blind = games->blind && !strcmp(kind->name, "random");
    }
}
