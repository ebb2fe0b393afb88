/* tune.c: finds the bots' weights by self-play: games are played with the weights so far, now and
 * then two actions are tried and played out, and new weights are fitted that foretell which does
 * better. */
#include "cli/tune.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/level.h"
#include "bots/playout.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "text/maps.h"

static const struct cli_manual manual = {
    "tune", "[OPTION...]",
    "Finds the weights of medium and hard by self-play. In each round bots play with the weights so\n"
    "far; now and then the chosen action and any other are tried and played out several times; and new\n"
    "weights are fitted that foretell best which of two does better. Then one with the new weights plays three with the old ones. In\n"
    "Seafarers the games go through all scenarios, unless one is named. The weights are printed, or\n"
    "written to --out; those of bots/weights/ name the command that made them.",
    0, 0
};

enum {
    GAMES_MOST = 16,       /* scenarios */
    BRANCH_ONE_IN = 4,    /* actions */
    ERR_ONE_IN = 40,       /* choices: so that more than the usual is seen */
    GREEDY_ONE_IN = 2,     /* seats: the same */
    TURNS_MOST = 1000,
    THREADS_MOST = 64
};

/* What is asked for, and how far it is; shared by all threads. */
struct tune {
    struct cli_game game[GAMES_MOST];
    int games;
    struct holm_weights weights, rival; /* in a match the rest plays with `rival` */
    uint64_t seed;
    long count, playouts;
    bool match; /* one against the rest, without errors or records */
    struct tune_record *records;
    atomic_long next, wins, stalled;
};

/* One thread's game. */
struct table {
    struct tune *tune;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_random random;
    struct holm_view view;
    struct holm_list list;
    struct holm_events events;
    struct holm_playout playout;
    struct holm_chance other_chance; /* of what is only tried */
};

/* ------------------------------------------------------------------ records */

size_t tune_sample_size(int players)
{
    return sizeof(struct tune_sample) + 2 * (size_t)players * HOLM_FEATURES * sizeof(float);
}

const struct tune_sample *tune_next(const struct tune_record *record,
                                    const struct tune_sample *sample)
{
    const unsigned char *at = record->bytes;
    if (sample)
        at = (const unsigned char *)sample + tune_sample_size(sample->players);
    return at && at < record->bytes + record->used ? (const void *)at : NULL;
}

/* Room for one more sample. */
static struct tune_sample *add_sample(struct tune_record *record, int players)
{
    const size_t size = tune_sample_size(players);
    if (record->used + size > record->room) {
        record->room = 2 * record->room + 16 * size;
        record->bytes = realloc(record->bytes, record->room);
        if (!record->bytes)
            cli_fail(&manual, "out of memory; try fewer --games");
    }
    struct tune_sample *sample = (void *)(record->bytes + record->used);
    record->used += size;
    record->samples++;
    return sample;
}

static void note_features(struct table *table, struct tune_sample *sample, int action)
{
    float *to = sample->feature + action * sample->players * HOLM_FEATURES;
    double feature[HOLM_FEATURES];
    holm_view(&table->state, sample->viewer, &table->view);
    for (int seat = 0; seat < sample->players; seat++) {
        holm_features(&table->view.seen, seat, sample->viewer, feature);
        for (int i = 0; i < HOLM_FEATURES; i++)
            *to++ = (float)feature[i];
    }
}

/* ------------------------------------------------------------------ branches */

/* Any kind of action that is listed, and any of that kind. */
static const struct holm_action *any_action(struct table *table)
{
    const struct holm_list *list = &table->list;
    int kinds = 0, kind = HOLM_NO_ACTION, count = 0, chosen = 0;
    for (int i = 0; i < list->count; i++) /* those of a kind stand together */
        if (!i || list->at[i].kind != list->at[i - 1].kind)
            if (!holm_random_below(&table->random, (uint32_t)++kinds))
                kind = list->at[i].kind;
    for (int i = 0; i < list->count; i++)
        if (list->at[i].kind == kind && !holm_random_below(&table->random, (uint32_t)++count))
            chosen = i;
    return &list->at[chosen];
}

/* Plays from here to the end, some times: how often the seat won. Both actions get the same
 * chances, so that what differs comes from them. */
static double play_out(struct table *table, int seat, uint64_t chances)
{
    struct holm_playout *playout = &table->playout;
    struct holm_chance chance;
    long wins = 0;
    for (long i = 0; i < table->tune->playouts; i++) {
        holm_chance_number(&chance, chances + (uint64_t)i);
        holm_playout_start(playout, &table->state, &chance, false);
        holm_playout_run(playout, TURNS_MOST);
        wins += playout->table.seen.winner == seat;
    }
    return (double)wins / (double)table->tune->playouts;
}

/* Tries the chosen action and any other, good or bad, and plays both out. */
static void branch(struct table *table, struct tune_record *record,
                   const struct holm_action *chosen)
{
    const struct holm_state trunk = table->state;
    const struct holm_action other = *any_action(table);
    const uint64_t chances = (uint64_t)holm_random_below(&table->random, UINT32_MAX) << 32;
    double gain = 0;
    if (!memcmp(&other, chosen, sizeof other) || chosen->kind == HOLM_DO_OFFER)
        return;
    struct tune_sample *sample = add_sample(record, table->board.rules.players);
    sample->players = table->board.rules.players;
    sample->viewer = chosen->seat;
    sample->late = (float)holm_lateness(&trunk);
    for (int action = 0; action < 2; action++) {
        holm_chance_number(&table->other_chance, ~chances);
        holm_apply_listed(&table->state, action ? &other : chosen, &table->other_chance, NULL);
        note_features(table, sample, action);
        gain += (action ? -1 : 1) * play_out(table, chosen->seat, chances);
        table->state = trunk;
    }
    sample->gain = (float)gain;
}

/* -------------------------------------------------------------------- games */

static void seat_bots(struct table *table, long number)
{
    const struct tune *tune = table->tune;
    struct holm_bot_order order;
    for (int seat = 0; seat < table->board.rules.players; seat++) {
        const bool greedy = !tune->match && !holm_random_below(&table->random, GREEDY_ONE_IN);
        struct holm_bot *bot = &table->bots[seat];
        holm_bot_read(greedy ? "greedy" : "medium", &order);
        holm_bot_start(bot, &order, seat, tune->seed + (uint64_t)number);
        holm_view(&table->state, seat, &table->view);
        holm_bot_join(bot, &table->view);
        if (greedy)
            continue;
        struct level *level = holm_level(bot, &table->view);
        if (!level)
            cli_fail(&manual, "out of memory");
        const bool rival = tune->match && seat != number % table->board.rules.players;
        level->weights = rival ? tune->rival : tune->weights;
    }
}

static void deal(struct table *table, long number)
{
    const struct tune *tune = table->tune;
    const struct cli_game *game = &tune->game[number % tune->games];
    struct holm_trouble trouble;
    holm_chance_number(&table->chance, tune->seed + (uint64_t)number);
    holm_random_seed(&table->random, ~(tune->seed + (uint64_t)number));
    if (!cli_deal(game, &table->chance, &table->board, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    holm_start(&table->state, &table->board);
    seat_bots(table, number);
}

static void play(struct table *table, struct tune_record *record)
{
    const bool match = table->tune->match;
    struct holm_action action;
    while (!holm_over(&table->state)) {
        const int seat = holm_next(&table->state);
        holm_view(&table->state, seat, &table->view);
        holm_legal(&table->view.seen, seat, &table->list);
        holm_bot_choose(&table->bots[seat], &table->view, &table->list, &action);
        if (!match && !holm_random_below(&table->random, BRANCH_ONE_IN))
            branch(table, record, &action);
        if (!match && !holm_random_below(&table->random, ERR_ONE_IN))
            action = *any_action(table);
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
    while ((number = atomic_fetch_add(&tune->next, 1)) < tune->count) {
        struct tune_record *record = tune->match ? NULL : &tune->records[number];
        deal(table, number);
        play(table, record);
        const int players = table->board.rules.players;
        atomic_fetch_add(&tune->stalled, table->state.winner == HOLM_NONE);
        atomic_fetch_add(&tune->wins, table->state.winner == number % players);
        for (int seat = 0; seat < players; seat++)
            holm_bot_stop(&table->bots[seat]);
        if (isatty(STDERR_FILENO) && number % 16 == 0)
            fprintf(stderr, "\r%s: game %ld of %ld\033[K", tune->match ? "match" : "self-play",
                    number, tune->count);
    }
    return NULL;
}

static void work_together(struct tune *tune, long count, long threads, bool match)
{
    pthread_t thread[THREADS_MOST];
    struct table *tables = calloc((size_t)threads, sizeof *tables);
    if (!tables)
        cli_fail(&manual, "out of memory");
    tune->count = count;
    tune->match = match;
    tune->next = tune->wins = tune->stalled = 0;
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

/* ------------------------------------------------------------------ command */

/* One round: self-play, the fit, and a match between new and old. */
static void go_round(struct tune *tune, long round, long games, long match, long threads,
                     double pull)
{
    struct tune_fit fit;
    const struct holm_weights before = tune->weights;
    tune->records = calloc((size_t)games, sizeof *tune->records);
    if (!tune->records)
        cli_fail(&manual, "out of memory; try fewer --games");
    work_together(tune, games, threads, false);
    const long stalled = tune->stalled;
    if (!tune_fit(tune->records, games, pull, &tune->weights, &fit))
        cli_fail(&manual, "out of memory");
    for (long i = 0; i < games; i++)
        free(tune->records[i].bytes);
    free(tune->records);
    fprintf(stderr, "round %ld: %ld positions, %ld games stalled, mean error %.5f -> %.5f\n", round,
            fit.samples, stalled, fit.before, fit.after);
    tune->seed += (uint64_t)games;
    if (!match)
        return;
    tune->rival = before;
    work_together(tune, match, threads, true);
    tune->seed += (uint64_t)match;
    fprintf(stderr, "round %ld: the new weights win %.1f%% of %ld games against the old ones\n",
            round, 100.0 * (double)tune->wins / (double)match, match);
}

static void write_weights(FILE *file, const struct tune *tune, int argc, char **argv)
{
    fputs("# Made by: holm", file);
    for (int i = 0; i < argc; i++)
        fprintf(file, " %s", argv[i]);
    fputs("\n# feature           early     late\n", file);
    for (int i = 0; i < HOLM_FEATURES; i++)
        if (tune->weights.early[i] != 0 || tune->weights.late[i] != 0)
            fprintf(file, "%-18s %8.4f %8.4f\n", holm_feature_names[i], tune->weights.early[i],
                    tune->weights.late[i]);
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
    const char *from = NULL, *out = NULL;
    long rounds = 4, games = 2000, match = 400, threads = 1, pull = 40, playouts = 2;
    setup.seed = 1;
    setup.without = 1u << CLI_BOTS;
    const struct cli_option options[] = {
        { "--rounds", "N", "how many (default 4)", CLI_NUMBER, &rounds, 1, 1000 },
        { "--games", "N", "of self-play in a round (default 2000)", CLI_NUMBER, &games, 1, 1000000 },
        { "--match", "N", "games between new and old weights after a round (default 400)",
          CLI_NUMBER, &match, 0, 1000000 },
        { "--playouts", "N", "from each position to the end of its game (default 2)", CLI_NUMBER,
          &playouts, 1, 1000 },
        { "--pull", "N", "how much a round's weights are held to those before (default 40)", CLI_NUMBER, &pull,
          0, 1000000 },
        { "--threads", "N", "games at a time (default 1)", CLI_NUMBER, &threads, 1, THREADS_MOST },
        { "--from", "FILE", "weights to start with (default: the built-in ones)", CLI_TEXT, &from,
          0, 0 },
        { "--out", "FILE", "where the weights go (default: they are printed)", CLI_TEXT, &out, 0,
          0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    resolve_games(&tune, &setup);
    tune.playouts = playouts;
    tune.seed = (uint64_t)setup.seed;
    holm_weights_built_in(&tune.game[0].rules, &tune.weights);
    if (from)
        load_weights(from, &tune.weights);
    for (long round = 1; round <= rounds; round++)
        go_round(&tune, round, games, match, threads, (double)pull);
    FILE *file = out ? fopen(out, "w") : stdout;
    if (!file)
        cli_fail(&manual, "cannot write %s: %s", out, strerror(errno));
    write_weights(file, &tune, argc, argv);
    if (out && (ferror(file) | fclose(file)))
        cli_fail(&manual, "cannot write %s", out);
    return 0;
}
