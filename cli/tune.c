/* tune.c: finds the bots' weights by playing: a family of slightly different weights plays the same
 * games, and the mean moves towards those that win most (natural evolution: mirrored normal steps,
 * weighted by rank). */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/level.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "text/maps.h"

static const struct cli_manual manual = {
    "tune", "[OPTION...]",
    "Finds the weights by which medium and hard judge positions, by playing. In each round a family\n"
    "of slightly different weights plays the same games, one of them against bots of another kind or\n"
    "against the weights so far, and the weights move towards those that win most. In Seafarers the\n"
    "games go through all scenarios, unless one is named. The same seed gives the same weights, with\n"
    "any number of threads. They are printed, or written to --out after every round; those of\n"
    "bots/weights/ name the command that made them.",
    0, 0
};

enum {
    GAMES_MOST = 16,  /* scenarios */
    FAMILY_MOST = 64, /* members; two by two they mirror each other */
    TURNS_MOST = 1000,
    THREADS_MOST = 64
};
static const double STEP = 0.3;        /* of a weight: how much members differ */
static const double LEAST_STEP = 0.02; /* where a weight is next to nothing */
static const double PACE = 0.6;        /* how far the mean follows */

struct member {
    double noise[2 * HOLM_FEATURES];
    struct holm_weights weights;
    atomic_long wins;
};

/* What is asked for, and how far it is; shared by all threads. */
struct tune {
    struct cli_game game[GAMES_MOST];
    int games;
    struct holm_bot_order against;
    struct holm_weights weights; /* so far */
    struct member member[FAMILY_MOST];
    long members, count; /* games of each member */
    uint64_t seed;
    long round, rounds;
    atomic_long next;
};

/* One thread's game. */
struct table {
    struct tune *tune;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_view view;
    struct holm_list list;
    struct holm_events events;
};

/* -------------------------------------------------------------------- games */

static void seat_bot(struct table *table, int seat, const struct holm_bot_order *order,
                     const struct holm_weights *weights, uint64_t seed)
{
    struct holm_bot *bot = &table->bots[seat];
    holm_bot_start(bot, order, seat, seed);
    holm_view(&table->state, seat, &table->view);
    holm_bot_join(bot, &table->view);
    if (bot->kind->stop != holm_level_stop)
        return; /* it knows no weights */
    struct level *level = holm_level(bot, &table->view);
    if (!level)
        cli_fail(&manual, "out of memory");
    level->weights = *weights;
}

/* The game of a number is the same for all members. */
static void deal(struct table *table, const struct member *member, long number)
{
    const struct tune *tune = table->tune;
    const struct cli_game *game = &tune->game[number % tune->games];
    const uint64_t seed = tune->seed + (uint64_t)number;
    struct holm_bot_order medium;
    struct holm_trouble trouble;
    holm_bot_read("medium", &medium);
    holm_chance_number(&table->chance, seed);
    if (!cli_deal(game, &table->chance, &table->board, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    holm_start(&table->state, &table->board);
    const int players = table->board.rules.players, own = (int)(number / tune->games % players);
    for (int seat = 0; seat < players; seat++)
        seat_bot(table, seat, seat == own ? &medium : &tune->against,
                 seat == own ? &member->weights : &tune->weights, seed);
}

static void play(struct table *table)
{
    struct holm_action action;
    while (!holm_over(&table->state)) {
        const int seat = holm_next(&table->state);
        holm_view(&table->state, seat, &table->view);
        holm_legal(&table->view.seen, seat, &table->list);
        holm_bot_choose(&table->bots[seat], &table->view, &table->list, &action);
        const int error = holm_apply(&table->state, &action, &table->chance, &table->events);
        if (error)
            cli_fail(&manual, "a bot chose what is not allowed: %s", holm_reason(error)->text);
        holm_bots_tell(table->bots, table->board.rules.players, &table->state, &table->events);
    }
}

static void *work(void *argument)
{
    struct table *table = argument;
    struct tune *tune = table->tune;
    long number;
    while ((number = atomic_fetch_add(&tune->next, 1)) < tune->members * tune->count) {
        struct member *member = &tune->member[number % tune->members];
        const long game = number / tune->members;
        deal(table, member, game);
        play(table);
        const int players = table->board.rules.players;
        atomic_fetch_add(&member->wins, table->state.winner == game / tune->games % players);
        for (int seat = 0; seat < players; seat++)
            holm_bot_stop(&table->bots[seat]);
        if (isatty(STDERR_FILENO) && number % 16 == 0)
            fprintf(stderr, "\rround %ld of %ld: game %ld of %ld\033[K", tune->round, tune->rounds,
                    number, tune->members * tune->count);
    }
    return NULL;
}

static void work_together(struct tune *tune, long threads)
{
    pthread_t thread[THREADS_MOST];
    struct table *tables = calloc((size_t)threads, sizeof *tables);
    if (!tables)
        cli_fail(&manual, "out of memory");
    tune->next = 0;
    for (long i = 0; i < threads; i++) {
        tables[i].tune = tune;
        if (pthread_create(&thread[i], NULL, work, &tables[i]))
            cli_fail(&manual, "cannot start thread %ld; try --threads 1", i + 1);
    }
    for (long i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    free(tables);
}

/* ---------------------------------------------------------------- evolution */

/* The weights as one row: early, then late. */
static double *weight_of(struct holm_weights *weights, int i)
{
    return i < HOLM_FEATURES ? &weights->early[i] : &weights->late[i - HOLM_FEATURES];
}

static double step_of(struct holm_weights *weights, int i)
{
    return STEP * fabs(*weight_of(weights, i)) + LEAST_STEP;
}

/* About normal: the sum of twelve even draws. */
static double normal(struct holm_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += holm_random_below(random, 1u << 24) / (double)(1u << 24);
    return sum;
}

static void bear_family(struct tune *tune, struct holm_random *random)
{
    for (long n = 0; n < tune->members; n++) {
        struct member *member = &tune->member[n];
        member->wins = 0;
        member->weights = tune->weights;
        for (int i = 0; i < 2 * HOLM_FEATURES; i++) {
            member->noise[i] = n % 2 ? -tune->member[n - 1].noise[i] : normal(random);
            *weight_of(&member->weights, i) += member->noise[i] * step_of(&tune->weights, i);
        }
    }
}

/* From 1 for whoever won most to -1 for the last; those who tie share. */
static double rank(const struct tune *tune, const struct member *member)
{
    long behind = 0, ahead = 0;
    for (long n = 0; n < tune->members; n++) {
        behind += tune->member[n].wins < member->wins;
        ahead += tune->member[n].wins > member->wins;
    }
    return (double)(behind - ahead) / (double)(tune->members - 1);
}

static void follow_winners(struct tune *tune)
{
    struct holm_weights before = tune->weights;
    for (int i = 0; i < 2 * HOLM_FEATURES; i++) {
        double drift = 0;
        for (long n = 0; n < tune->members; n++)
            drift += rank(tune, &tune->member[n]) * tune->member[n].noise[i];
        *weight_of(&tune->weights, i) +=
            PACE * step_of(&before, i) * drift / sqrt((double)tune->members);
    }
}

static void tell_round(const struct tune *tune)
{
    long sum = 0, most = 0;
    for (long n = 0; n < tune->members; n++) {
        sum += tune->member[n].wins;
        most = tune->member[n].wins > most ? tune->member[n].wins : most;
    }
    fprintf(stderr, "round %ld of %ld: wins %.1f%% in the mean, %.1f%% at best\n", tune->round,
            tune->rounds, 100.0 * (double)sum / (double)(tune->members * tune->count),
            100.0 * (double)most / (double)tune->count);
}

/* ------------------------------------------------------------------ command */

static void write_weights(const char *path, const struct tune *tune, int argc, char **argv)
{
    FILE *file = path ? fopen(path, "w") : stdout;
    if (!file)
        cli_fail(&manual, "cannot write %s: %s", path, strerror(errno));
    fputs("# Made by: holm", file);
    for (int i = 0; i < argc; i++)
        fprintf(file, " %s", argv[i]);
    fprintf(file, "\n# after round %ld\n# feature           early     late\n", tune->round);
    for (int i = 0; i < HOLM_FEATURES; i++)
        fprintf(file, "%-18s %8.4f %8.4f\n", holm_feature_names[i], tune->weights.early[i],
                tune->weights.late[i]);
    if (path && (ferror(file) | fclose(file)))
        cli_fail(&manual, "cannot write %s", path);
}

static void load_weights(const char *path, struct holm_weights *weights)
{
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(path, &trouble);
    if (!text)
        cli_fail(&manual, "%s: %s", path, trouble.text);
    if (!holm_weights_read(text, weights, &trouble))
        cli_fail(&manual, "%s:%d: %s", path, trouble.line, trouble.text);
    free(text);
}

/* The game, or, in Seafarers, all its scenarios. */
static void resolve_games(struct tune *tune, struct cli_setup *setup)
{
    struct holm_trouble trouble;
    cli_resolve(&manual, setup, &tune->game[0]);
    tune->games = 1;
    if (tune->game[0].rules.ships && !setup->scenario && !setup->map) {
        tune->games = 0;
        for (int i = 0; i < holm_scenario_count && tune->games < GAMES_MOST; i++) {
            struct cli_setup one = *setup;
            one.scenario = holm_scenarios[i].name;
            tune->games += cli_try_resolve(&one, &tune->game[tune->games], &trouble);
        }
    }
    for (int i = 0; i < tune->games; i++)
        if (!tune->game[i].rules.turn_limit)
            tune->game[i].rules.turn_limit = TURNS_MOST;
}

int cli_tune(int argc, char **argv)
{
    static struct tune tune;
    struct cli_setup setup = cli_setup_start();
    struct holm_random random;
    const char *from = NULL, *out = NULL, *against = "greedy";
    long threads = 1;
    tune.rounds = 20;
    tune.members = 16;
    tune.count = 160;
    setup.seed = 1;
    setup.without = 1u << CLI_BOTS;
    const struct cli_option options[] = {
        { "--rounds", "N", "how many (default 20)", CLI_NUMBER, &tune.rounds, 1, 100000 },
        { "--family", "N", "weights that are tried in a round (default 16)", CLI_NUMBER,
          &tune.members, 2, FAMILY_MOST },
        { "--games", "N", "of each of them in a round (default 160)", CLI_NUMBER, &tune.count, 1,
          1000000 },
        { "--against", "BOT", "who plays the other seats (default greedy)", CLI_TEXT, &against, 0,
          0 },
        { "--threads", "N", "games at a time (default 1)", CLI_NUMBER, &threads, 1, THREADS_MOST },
        { "--from", "FILE", "weights to start with (default: the built-in ones)", CLI_TEXT, &from,
          0, 0 },
        { "--out", "FILE", "where the weights go (default: they are printed)", CLI_TEXT, &out, 0,
          0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    resolve_games(&tune, &setup);
    if (!holm_bot_read(against, &tune.against))
        cli_refuse(&manual, "there is no bot '%s' to play against", against);
    tune.seed = (uint64_t)setup.seed;
    holm_random_seed(&random, tune.seed);
    holm_weights_built_in(&tune.game[0].rules, &tune.weights);
    if (from)
        load_weights(from, &tune.weights);
    for (tune.round = 1; tune.round <= tune.rounds; tune.round++) {
        bear_family(&tune, &random);
        work_together(&tune, threads);
        follow_winners(&tune);
        tell_round(&tune);
        tune.seed += (uint64_t)tune.count;
        if (out)
            write_weights(out, &tune, argc, argv);
    }
    if (!out)
        write_weights(NULL, &tune, argc, argv);
    return 0;
}
