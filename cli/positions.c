/* positions.c: positions of many games, and who won them, for programs that learn (learn/). */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/chances.h"
#include "bots/greedy.h"
#include "bots/net.h"
#include "cli/cli.h"
#include "cli/games.h"
#include "cli/tune.h"

static const struct cli_manual manual = {
    "positions", "[OPTION...]",
    "Plays games and writes some of their positions to a file, each with who won, for programs "
    "that\n"
    "learn (learn/README.md): as one seat sees them or several, each after the other in the order "
    "of "
    "the\n"
    "game. Who sits where is drawn for each game from --play: bots, and 'tuned' "
    "for\n"
    "fast players by preferences that are a little off. Now and then a move is random, so that "
    "unusual\n"
    "positions are seen, too. With --chances each position is a line of text: every seat's chance "
    "to "
    "win,\n"
    "as reviews show it, and the number of the seat that won. In Seafarers the games go through "
    "all scenarios, unless one is "
    "named. No\n"
    "game is one that `holm sim` or `holm match` plays.",
    0, 0
};

enum {
    THREADS_MOST = 64,
    KINDS_MOST = 16,
    RECORDS_MOST = 128, /* of a game, as one seat sees it */
    RECORD_MOST = HOLM_SEATS * NET_SEAT + NET_GAME + 2,
    STEPS_OFF_MOST = 2 /* by how many steps of tuning preferences are off */
};

/* Where in its game a position stands; learn/train.py has the same. */
enum moment { MOMENT_FIRST, MOMENT_AMID, MOMENT_AFTER }; /* after the viewer's turn */

/* What is asked for; the same for all threads. */
struct request {
    struct tune_source source;
    struct holm_bot_order play[KINDS_MOST]; /* no kind: a tuned one */
    int kinds;
    long games, threads, seconds, sample, errors, viewers;
    bool chances; /* instead of what networks are told */
    double end; /* by the clock */
    FILE *file;
    pthread_mutex_t writing;
    atomic_long next, played, records;
};

/* A game as one seat sees it. */
struct story {
    int viewer, records;
    int16_t record[RECORDS_MOST][RECORD_MOST];
};

/* One thread's game. */
struct table {
    struct request *request;
    struct tune_game game;
    struct holm_random random;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_preferences preferences[HOLM_SEATS];
    struct holm_view view;
    struct holm_list list;
    struct holm_events events;
    int active; /* whose turn it was when somebody was last asked */
    struct story story[HOLM_SEATS];
    struct holm_scales scales;
    int chances;
    double chance[RECORDS_MOST][HOLM_SEATS];
};

/* ------------------------------------------------------------------ records */

static void put(int16_t *at, const float *input, int count)
{
    for (int i = 0; i < count; i++)
        at[i] = (int16_t)lrintf(fminf(fmaxf(input[i], -120), 120) * NET_UNIT);
}

static int length_of(int players)
{
    return players * NET_SEAT + NET_GAME + 2;
}

/* The seats from the viewer on, the game, and the moment; who won is added when it is known. */
static void note(const struct holm_state *state, struct story *story, enum moment moment)
{
    const int players = state->board->rules.players;
    struct greedy greedy;
    double feature[HOLM_FEATURES];
    float input[NET_SEAT], game[NET_GAME];
    if (story->records == RECORDS_MOST)
        return;
    int16_t *record = story->record[story->records++];
    for (int i = 0; i < players; i++) {
        const int seat = (story->viewer + i) % players;
        holm_greedy_estimate(&greedy, &holm_greedy_preferences, state, seat);
        holm_features_of(&greedy, story->viewer, feature);
        holm_net_seat_inputs(state, seat, story->viewer, &greedy, feature, input);
        put(record + i * NET_SEAT, input, NET_SEAT);
    }
    holm_net_game_inputs(state, game);
    put(record + players * NET_SEAT, game, NET_GAME);
    record[length_of(players) - 2] = story->records == 1 ? MOMENT_FIRST : (int16_t)moment;
}

/* "0.2513 0.1902 0.3104 0.2481 2" */
static void write_chances(const struct table *table)
{
    FILE *file = table->request->file;
    for (int i = 0; i < table->chances; i++) {
        for (int seat = 0; seat < table->game.board.rules.players; seat++)
            fprintf(file, "%.4f ", table->chance[i][seat]);
        fprintf(file, "%d\n", table->game.state.winner);
    }
}

static void write_records(struct table *table)
{
    struct request *request = table->request;
    const int players = table->game.board.rules.players, winner = table->game.state.winner;
    const size_t length = (size_t)length_of(players);
    if (winner == HOLM_NONE)
        return;
    pthread_mutex_lock(&request->writing);
    write_chances(table);
    atomic_fetch_add(&request->records, table->chances);
    for (int i = 0; i < players && i < request->viewers; i++) {
        struct story *story = &table->story[i];
        for (int n = 0; n < story->records; n++) {
            story->record[n][length - 1] = (int16_t)((winner - story->viewer + players) % players);
            fwrite(story->record[n], sizeof **story->record, length, request->file);
        }
        atomic_fetch_add(&request->records, story->records);
    }
    pthread_mutex_unlock(&request->writing);
}

/* -------------------------------------------------------------------- games */

/* Preferences that are off by some steps of tuning; by none, they are the usual ones. */
static void spoil(struct table *table, struct holm_preferences *preferences)
{
    const double off = holm_random_below(&table->random, STEPS_OFF_MOST * 100 + 1) / 100.0;
    holm_preferences_built_in(&table->game.board.rules, preferences);
    for (int i = 0; i < PREFERENCES; i++) {
        const struct holm_preference_row *row = &holm_preference_rows[i];
        const double by = (holm_random_below(&table->random, 2001) / 1000.0 - 1) * off * row->step;
        const double number = preferences->n[i] + by;
        preferences->n[i] = (int32_t)lrint(fmin(fmax(number, row->least), row->most));
    }
}

static void deal(struct table *table, long number)
{
    const struct request *request = table->request;
    const uint64_t seed = tune_deal(&request->source, number, &table->game);
    holm_random_seed(&table->random, seed);
    const int players = table->game.board.rules.players;
    const int first = (int)holm_random_below(&table->random, (uint32_t)players);
    table->active = HOLM_NONE;
    table->chances = 0;
    holm_scales_start(&table->scales, &table->game.board.rules);
    for (int seat = 0; seat < players; seat++) {
        table->story[seat].viewer = (first + seat) % players;
        table->story[seat].records = 0;
        const struct holm_bot_order *order =
            &request->play[holm_random_below(&table->random, (uint32_t)request->kinds)];
        spoil(table, &table->preferences[seat]);
        memset(&table->bots[seat], 0, sizeof table->bots[seat]);
        table->bots[seat].seat = (uint8_t)seat;
        if (!order->kind)
            continue;
        holm_bot_start(&table->bots[seat], order, seat, seed);
        holm_view(&table->game.state, seat, &table->view);
        holm_bot_join(&table->bots[seat], &table->view);
    }
}

static void choose(struct table *table, int seat, struct holm_action *action)
{
    struct holm_bot *bot = &table->bots[seat];
    const long errors = table->request->errors;
    if (table->list.count && errors && !holm_random_below(&table->random, (uint32_t)errors))
        *action = table->list.at[holm_random_below(&table->random, (uint32_t)table->list.count)];
    else if (bot->kind)
        holm_bot_choose(bot, &table->view, &table->list, action);
    else
        holm_choose_by_preferences(&table->preferences[seat], bot, &table->view, &table->list,
                                   action);
}

/* What is noted: all positions after a viewer's turn, which is where a search judges, and some others;
 * fewer of those where somebody else is asked. */
static void note_some(struct table *table, int seat)
{
    enum { SETUP_ONE_IN = 4, OTHERS = 3 };
    const struct holm_state *state = &table->game.state;
    const uint32_t sample = (uint32_t)table->request->sample;
    for (int i = 0; i < state->board->rules.players && i < table->request->viewers; i++) {
        struct story *story = &table->story[i];
        const bool after = table->active == story->viewer && state->active != story->viewer;
        const uint32_t one_in = state->active == HOLM_NONE ? SETUP_ONE_IN
                                : seat == story->viewer    ? sample
                                                           : OTHERS * sample;
        if (after || !holm_random_below(&table->random, one_in))
            note(state, story, after ? MOMENT_AFTER : MOMENT_AMID);
    }
    table->active = state->active;
}

static void note_chances(struct table *table)
{
    if (table->chances < RECORDS_MOST &&
        !holm_random_below(&table->random, (uint32_t)table->request->sample))
        holm_chances(&table->scales, &table->game.state, table->chance[table->chances++]);
}

static void play(struct table *table)
{
    struct holm_state *state = &table->game.state;
    struct holm_action action;
    while (!holm_over(state)) {
        const int seat = holm_next(state);
        if (table->request->chances)
            note_chances(table);
        else
            note_some(table, seat);
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
    struct request *request = table->request;
    long number;
    while ((!request->seconds || cli_now() < request->end) &&
           (number = atomic_fetch_add(&request->next, 1)) < request->games) {
        deal(table, number);
        play(table);
        write_records(table);
        atomic_fetch_add(&request->played, 1);
        for (int seat = 0; seat < table->game.board.rules.players; seat++)
            holm_bot_stop(&table->bots[seat]);
    }
    return NULL;
}

/* ------------------------------------------------------------------ command */

static void read_play(struct request *request, const char *words)
{
    char text[1024];
    snprintf(text, sizeof text, "%s", words);
    char *rest = text;
    for (char *word; (word = strsep(&rest, ",")) && request->kinds < KINDS_MOST;) {
        struct holm_bot_order *order = &request->play[request->kinds++];
        if (strcmp(word, "tuned") && !holm_bot_read(word, order))
            cli_refuse(&manual, "there is no bot '%s'", word);
    }
}

static void run(struct request *request)
{
    pthread_t thread[THREADS_MOST];
    struct table *tables = calloc((size_t)request->threads, sizeof *tables);
    if (!tables)
        cli_fail(&manual, "out of memory");
    pthread_mutex_init(&request->writing, NULL);
    request->end = cli_now() + (double)request->seconds;
    for (long i = 0; i < request->threads; i++) {
        tables[i].request = request;
        if (pthread_create(&thread[i], NULL, work, &tables[i]))
            cli_fail(&manual, "cannot start thread %ld; try --threads 1", i + 1);
    }
    for (long i = 0; i < request->threads; i++)
        pthread_join(thread[i], NULL);
    free(tables);
}

int cli_positions(int argc, char **argv)
{
    static struct request request = {
        .games = 1000, .threads = 1, .sample = 12, .errors = 40, .viewers = 1
    };
    struct cli_setup setup = cli_setup_start();
    const char *out = NULL, *net = NULL, *words = "tuned";
    setup.seed = 1;
    setup.without = 1u << CLI_BOTS | 1u << CLI_BOT_SEED | 1u << CLI_LIMIT;
    const struct cli_option options[] = {
        { "--games", "N", "how many at most (default 1000)", CLI_NUMBER, &request.games, 1,
          1000000000 },
        { "--seconds", "N", "begin no game after so long", CLI_NUMBER, &request.seconds, 1,
          1000000 },
        { "--threads", "N", "games at a time (default 1)", CLI_NUMBER, &request.threads, 1,
          THREADS_MOST },
        { "--play", "BOTS", "who plays, drawn for each seat (default tuned)", CLI_TEXT, &words, 0,
          0 },
        { "--sample", "N",
          "one position in so many is written, and all after a viewer's turn (default 12)",
          CLI_NUMBER, &request.sample, 1, 1000 },
        { "--viewers", "N", "seats as which positions are seen (default 1)", CLI_NUMBER,
          &request.viewers, 1, HOLM_SEATS },
        { "--errors", "N", "one move in so many is random; 0: none (default 40)", CLI_NUMBER,
          &request.errors, 0, 1000000 },
        { "--chances", NULL, "as text: chances to win, and who won", CLI_YES, &request.chances, 0,
          0 },
        { "--net", "FILE", "by what expert judges instead of its own network", CLI_TEXT, &net, 0,
          0 },
        { "--out", "FILE", "where they go", CLI_TEXT, &out, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    if (!out)
        cli_refuse(&manual, "--out FILE says where the positions go");
    read_play(&request, words);
    tune_resolve(&manual, &setup, &request.source);
    if (net)
        cli_use_net(&manual, net, &request.source.game[0].rules);
    request.file = fopen(out, "wb");
    if (!request.file)
        cli_fail(&manual, "cannot write %s: %s", out, strerror(errno));
    if (!request.chances)
        fprintf(request.file, "holm positions 2 players=%d seat=%d game=%d\n",
                request.source.game[0].rules.players, NET_SEAT, NET_GAME);
    run(&request);
    if (ferror(request.file) | fclose(request.file))
        cli_fail(&manual, "cannot write %s: %s", out, strerror(errno));
    printf("%ld positions of %ld games\n", request.records, request.played);
    return 0;
}
