/* tune.c: finds preferences by playing: a family of slightly different ones plays the same games, and
 * the mean moves towards those that win most (natural evolution: mirrored normal steps, weighted by
 * rank). */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/greedy.h"
#include "bots/kinds.h"
#include "cli/cli.h"
#include "cli/game_seed.h"
#include "cli/load.h"
#include "cli/tune.h"
#include "text/maps.h"

static const struct cli_manual manual = {
    "tune", "[OPTION...]",
    "Finds the preferences by which easy, medium and hard play: numbers that say how much a "
    "player\n"
    "likes each thing. In each round a family of slightly different preferences plays the same "
    "games,\n"
    "one player with them against bots of another kind or against the preferences so far, which "
    "then\n"
    "move towards those that win most. In Seafarers the games go through all scenarios, unless one "
    "is\n"
    "named. The same seed gives the same preferences, with any number of threads. Other seeds "
    "have\n"
    "other games, and none of them is one that `holm sim` or `holm match` plays. What is found is\n"
    "printed, or written to --out after every round: the mean of the second half of the rounds. "
    "With\n"
    "--weights the preferences play against themselves, and the weights by which a position is\n"
    "evaluated are learnt from who won. The files of bots/preferences/ and bots/weights/ name the\n"
    "command that made them.",
    0, 0
};

enum {
    FAMILY_MOST = 64, /* members; two by two they mirror each other */
    TURNS_MOST = 1000,
    THREADS_MOST = 64
};
static const double PACE = 0.6; /* how far the mean follows */

struct member {
    double noise[PREFERENCES];
    struct holm_preferences preferences;
    atomic_long wins;
};

/* What is asked for, and how far it is; shared by all threads. */
struct tune {
    struct tune_source source;
    struct holm_bot_order against;
    bool itself; /* the others play by the preferences so far */
    double mean[PREFERENCES]; /* so far */
    double sum[PREFERENCES]; /* of the means of the later rounds */
    struct holm_preferences preferences; /* the mean, in whole numbers */
    struct member member[FAMILY_MOST];
    long members, count; /* games of each member */
    long round, rounds, summed;
    atomic_long next;
};

/* One thread's game. */
struct table {
    struct tune *tune;
    struct tune_game game;
    struct holm_bot bots[HOLM_SEATS];
    const struct holm_preferences *preferences[HOLM_SEATS]; /* NULL: the bot chooses by itself */
    struct holm_view view;
    struct holm_list list;
    struct holm_events events;
};

/* -------------------------------------------------------------------- games */

uint64_t tune_deal(const struct tune_source *source, long number, struct tune_game *game)
{
    struct holm_trouble trouble;
    const uint64_t seed =
        cli_game_seed(CLI_TO_TUNE, source->seed, (uint64_t)(source->first + number));
    holm_chance_number(&game->chance, seed);
    if (!cli_deal(&source->game[number % source->games], &game->chance, &game->board, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    holm_start(&game->state, &game->board);
    return seed;
}

/* The seat of whoever is tried. */
static int own_seat(const struct table *table, long number)
{
    return (int)(number / table->tune->source.games % table->game.board.rules.players);
}

/* The game of a number is the same for all members. */
static void deal(struct table *table, const struct member *member, long number)
{
    const struct tune *tune = table->tune;
    const uint64_t seed = tune_deal(&tune->source, number, &table->game);
    for (int seat = 0; seat < table->game.board.rules.players; seat++) {
        holm_bot_start(&table->bots[seat], &tune->against, seat, seed);
        holm_view(&table->game.state, seat, &table->view);
        holm_bot_join(&table->bots[seat], &table->view);
        table->preferences[seat] = seat == own_seat(table, number) ? &member->preferences
                                   : tune->itself                  ? &tune->preferences
                                                                   : NULL;
    }
}

static void choose(struct table *table, int seat, struct holm_action *action)
{
    struct holm_bot *bot = &table->bots[seat];
    if (table->preferences[seat])
        holm_choose_by_preferences(table->preferences[seat], bot, &table->view, &table->list,
                                   action);
    else
        holm_bot_choose(bot, &table->view, &table->list, action);
}

static void play(struct table *table)
{
    struct holm_state *state = &table->game.state;
    struct holm_action action;
    while (!holm_over(state)) {
        const int seat = holm_next(state);
        holm_view(state, seat, &table->view);
        holm_legal(&table->view.seen, seat, &table->list);
        choose(table, seat, &action);
        const int error = holm_apply(state, &action, &table->game.chance, &table->events);
        if (error)
            cli_fail(&manual, "a bot chose what is not allowed: %s", holm_reason(error)->text);
        holm_bots_tell(table->bots, state->board->rules.players, state, &table->events);
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
        atomic_fetch_add(&member->wins, table->game.state.winner == own_seat(table, game));
        for (int seat = 0; seat < table->game.board.rules.players; seat++)
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

/* About normal: the sum of twelve even draws. */
static double normal(struct holm_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += holm_random_below(random, 1u << 24) / (double)(1u << 24);
    return sum;
}

static double bounded(double number, const struct holm_preference_row *row)
{
    return number < row->least ? row->least : number > row->most ? row->most : number;
}

static void round_off(const double mean[PREFERENCES], struct holm_preferences *preferences)
{
    for (int i = 0; i < PREFERENCES; i++)
        preferences->n[i] = (int32_t)floor(bounded(mean[i], &holm_preference_rows[i]) + 0.5);
}

static void bear_family(struct tune *tune, struct holm_random *random)
{
    for (long n = 0; n < tune->members; n++) {
        struct member *member = &tune->member[n];
        double mean[PREFERENCES];
        member->wins = 0;
        for (int i = 0; i < PREFERENCES; i++) {
            member->noise[i] = n % 2 ? -tune->member[n - 1].noise[i] : normal(random);
            mean[i] = tune->mean[i] + member->noise[i] * holm_preference_rows[i].step;
        }
        round_off(mean, &member->preferences);
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
    const double pace = PACE / sqrt((double)tune->members);
    for (int i = 0; i < PREFERENCES; i++) {
        const struct holm_preference_row *row = &holm_preference_rows[i];
        double drift = 0;
        for (long n = 0; n < tune->members; n++)
            drift += rank(tune, &tune->member[n]) * tune->member[n].noise[i];
        tune->mean[i] = bounded(tune->mean[i] + pace * row->step * drift, row);
    }
    round_off(tune->mean, &tune->preferences);
    if (2 * tune->round <= tune->rounds)
        return;
    tune->summed++;
    for (int i = 0; i < PREFERENCES; i++)
        tune->sum[i] += tune->mean[i];
}

/* What to keep: the mean over the later rounds is steadier than any of them. */
static struct holm_preferences found(const struct tune *tune)
{
    struct holm_preferences preferences = tune->preferences;
    double mean[PREFERENCES];
    if (!tune->summed)
        return preferences;
    for (int i = 0; i < PREFERENCES; i++)
        mean[i] = tune->sum[i] / (double)tune->summed;
    round_off(mean, &preferences);
    return preferences;
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

static void cannot_write(const char *path)
{
    cli_fail(&manual, "cannot write %s: %s", path, strerror(errno));
}

/* Better to know it now than after hours of games. */
static void try_to_write(const char *path)
{
    FILE *file = path ? fopen(path, "a") : NULL;
    if (path && (!file || fclose(file)))
        cannot_write(path);
}

static FILE *open_numbers(const char *path, int argc, char **argv)
{
    FILE *file = path ? fopen(path, "w") : stdout;
    if (!file)
        cannot_write(path);
    fputs("# Made by: holm", file);
    for (int i = 0; i < argc; i++)
        fprintf(file, " %s", argv[i]);
    fputc('\n', file);
    return file;
}

static void close_numbers(const char *path, FILE *file)
{
    if (path && (ferror(file) | fclose(file)))
        cannot_write(path);
}

static void write_preferences(const char *path, const struct tune *tune, int argc, char **argv)
{
    const struct holm_preferences preferences = found(tune);
    FILE *file = open_numbers(path, argc, argv);
    for (int i = 0; i < PREFERENCES; i++)
        fprintf(file, "%-20s %5d\n", holm_preference_rows[i].name, (int)preferences.n[i]);
    close_numbers(path, file);
}

static void write_weights(const char *path, const struct holm_weights *weights, int argc,
                          char **argv)
{
    FILE *file = open_numbers(path, argc, argv);
    fputs("# feature           early     late\n", file);
    for (int i = 0; i < HOLM_FEATURES; i++)
        if (weights->early[i] != 0 || weights->late[i] != 0)
            fprintf(file, "%-18s %8.4f %8.4f\n", holm_feature_names[i], weights->early[i],
                    weights->late[i]);
    close_numbers(path, file);
}

static void load_preferences(const char *path, struct holm_preferences *preferences)
{
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(path, &trouble);
    if (!text)
        cli_fail(&manual, "%s: %s", path, trouble.text);
    if (!holm_preferences_read(text, preferences, &trouble))
        cli_fail(&manual, "%s:%d: %s", path, trouble.line, trouble.text);
    free(text);
}

/* Some scenarios cannot be joined with Cities & Knights. */
static bool can_be_played(struct cli_setup *setup, struct cli_game *game)
{
    static struct holm_board board;
    struct holm_chance chance;
    struct holm_trouble trouble;
    holm_chance_number(&chance, 1);
    return cli_try_resolve(setup, game, &trouble) && cli_deal(game, &chance, &board, &trouble);
}

void tune_resolve(const struct cli_manual *asked, struct cli_setup *setup,
                  struct tune_source *source)
{
    cli_resolve(asked, setup, &source->game[0]);
    source->games = 1;
    source->seed = (uint64_t)setup->seed;
    if (source->game[0].rules.ships && !setup->scenario && !setup->map) {
        source->games = 0;
        for (int i = 0; i < holm_scenario_count && source->games < TUNE_GAMES_MOST; i++) {
            struct cli_setup one = *setup;
            one.scenario = holm_scenarios[i].name;
            source->games += can_be_played(&one, &source->game[source->games]);
        }
    }
    for (int i = 0; i < source->games; i++)
        if (!source->game[i].rules.turn_limit)
            source->game[i].rules.turn_limit = TURNS_MOST;
}

static void tune_preferences(struct tune *tune, long threads, const char *out, int argc,
                             char **argv)
{
    struct holm_random random;
    holm_random_seed(&random, tune->source.seed);
    for (int i = 0; i < PREFERENCES; i++)
        tune->mean[i] = tune->preferences.n[i];
    for (tune->round = 1; tune->round <= tune->rounds; tune->round++) {
        bear_family(tune, &random);
        work_together(tune, threads);
        follow_winners(tune);
        tell_round(tune);
        tune->source.first += tune->count;
        if (out)
            write_preferences(out, tune, argc, argv);
    }
    if (!out)
        write_preferences(NULL, tune, argc, argv);
}

static void choose_against(struct tune *tune, const char *against)
{
    tune->itself = !strcmp(against, "itself");
    if (!holm_bot_read(tune->itself ? "greedy" : against, &tune->against))
        cli_refuse(&manual, "there is no bot '%s' to play against", against);
}

static void start_preferences(struct tune *tune, const char *from, bool learning)
{
    if (from)
        load_preferences(from, &tune->preferences);
    else if (learning)
        holm_preferences_built_in(&tune->source.game[0].rules, &tune->preferences);
    else
        tune->preferences = holm_greedy_preferences;
}

int cli_tune(int argc, char **argv)
{
    static struct tune tune;
    static struct holm_weights weights;
    struct cli_setup setup = cli_setup_start();
    const char *from = NULL, *out = NULL, *against = NULL;
    long threads = 0;
    bool learning = false;
    tune.count = 240;
    setup.seed = 1;
    setup.without = 1u << CLI_BOTS | 1u << CLI_BOT_SEED;
    const struct cli_option options[] = {
        { "--weights", NULL, "learn weights instead, from --games games, one after the other",
          CLI_YES, &learning, 0, 0 },
        { "--rounds", "N", "how many (default 60)", CLI_NUMBER, &tune.rounds, 1, 100000 },
        { "--family", "N", "sets of preferences that are tried in a round (default 20)", CLI_NUMBER,
          &tune.members, 2, FAMILY_MOST },
        { "--games", "N", "of each of them in a round (default 240)", CLI_NUMBER, &tune.count, 1,
          10000000 },
        { "--against", "BOT", "who plays the other seats: a bot, or itself (default greedy)",
          CLI_TEXT, &against, 0, 0 },
        { "--threads", "N", "games at a time (default 1)", CLI_NUMBER, &threads, 1, THREADS_MOST },
        { "--from", "FILE",
          "preferences to start with (default: greedy's), or, with --weights, to play by (the "
          "usual ones)",
          CLI_TEXT, &from, 0, 0 },
        { "--out", "FILE", "where the numbers go (default: they are printed)", CLI_TEXT, &out, 0,
          0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    if (learning && (tune.rounds || tune.members || against || threads))
        cli_refuse(&manual, "--rounds, --family, --against and --threads are not for --weights");
    tune_resolve(&manual, &setup, &tune.source);
    choose_against(&tune, against ? against : "greedy");
    start_preferences(&tune, from, learning);
    try_to_write(out);
    if (learning) {
        tune_weights(&tune.source, tune.count, &tune.preferences, &weights);
        write_weights(out, &weights, argc, argv);
        return 0;
    }
    tune.rounds = tune.rounds ? tune.rounds : 60;
    tune.members = tune.members ? tune.members : 20;
    tune_preferences(&tune, threads ? threads : 1, out, argc, argv);
    return 0;
}
