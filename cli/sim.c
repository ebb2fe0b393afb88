/* sim.c: many games between bots, counted and, if asked, checked after every action. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/sim.h"
#include "text/log.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "sim", "[OPTION...]",
    "Plays games between bots and prints how they went. Game N of a run has the seed SEED + N - "
    "1,\n"
    "so that a run gives the same games with any number of threads, and any one of them can be\n"
    "played again alone: `holm sim --games 1 --seed ...`. Exits 1 when a check fails.",
    0, 0
};

enum {
    INTERJECT_ONE_IN = 8,         /* how often a trader who is not asked gets a say */
    ACTIONS_PER_TURN_MOST = 2000, /* more of them is a game that does not go on */
    TROUBLES_TOLD = 10
};

/* One thread's game. */
struct table {
    struct sim_order *order;
    struct sim_tally tally;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_random interjections;
    struct holm_list list, seen_list;
    struct holm_view view;
    struct holm_events events; /* of the latest action, in Cities & Knights */
    uint64_t seed;
    long actions;
    char line[HOLM_LOG_LINE_MAX]; /* of the log */
};

/* ------------------------------------------------------------------- checks */

static bool violated(struct table *table, const char *what, const struct holm_action *action)
{
    table->tally.violations++;
    if (atomic_fetch_add(&table->order->told, 1) >= TROUBLES_TOLD)
        return false;
    char text[256] = "";
    struct holm_writer writer = holm_writer(text, sizeof text);
    if (action)
        holm_put_action(&writer, &table->board, action);
    fprintf(stderr, "holm sim: seed %" PRIu64 ", action %ld%s%s: %s\n", table->seed, table->actions,
            action ? " " : "", text, what);
    return false;
}

/* Every listed action must pass the gate, for every seat. */
static bool lists_pass(struct table *table)
{
    for (int seat = 0; seat < table->board.rules.players; seat++) {
        holm_legal(&table->state, seat, &table->list);
        for (int i = 0; i < table->list.count; i++) {
            const int error = holm_check(&table->state, &table->list.at[i]);
            if (error)
                return violated(table, holm_reason(error)->text, &table->list.at[i]);
        }
        holm_view(&table->state, seat, &table->view);
        holm_legal(&table->view.seen, seat, &table->seen_list);
        const size_t listed = (size_t)(table->list.count + table->list.templates);
        if (table->list.count != table->seen_list.count ||
            table->list.templates != table->seen_list.templates ||
            memcmp(table->list.at, table->seen_list.at, listed * sizeof *table->list.at))
            return violated(table, "the list of the view differs from that of the state", NULL);
    }
    return true;
}

static bool passes(struct table *table, const struct holm_action *action)
{
    if (table->actions > (long)table->board.rules.turn_limit * ACTIONS_PER_TURN_MOST)
        return violated(table, "the game does not go on", action);
    if (!table->order->check)
        return true;
    const char *broken = holm_invariant(&table->state);
    return broken ? violated(table, broken, action) : lists_pass(table);
}

/* -------------------------------------------------------------------- games */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Where events are counted or watched they are recorded. */
static struct holm_events *recorded(struct table *table)
{
    return table->board.rules.knights != 0 || table->order->watched ? &table->events : NULL;
}

static void count_events(struct table *table)
{
    struct sim_tally *tally = &table->tally;
    for (int i = 0; i < table->events.count; i++) {
        const struct holm_event *event = &table->events.at[i];
        tally->attacks += event->kind == HOLM_EV_ATTACK;
        tally->attacks_won += event->kind == HOLM_EV_ATTACK && event->m >= event->n;
        tally->metropolises += event->kind == HOLM_EV_METROPOLIS;
    }
}

static void write_log(struct table *table, const struct holm_action *action)
{
    struct holm_writer writer = holm_writer(table->line, sizeof table->line);
    if (!table->order->log)
        return;
    if (action)
        holm_log_action(&writer, &table->board, (int)table->actions, action, &table->chance);
    else
        holm_log_header(&writer, &table->board, table->chance.seed, table->order->game.source);
    fprintf(table->order->log, "%s\n", table->line);
}

/* Lets a seat choose from its view and applies it. False: the game cannot go on. */
static bool let_act(struct table *table, int seat)
{
    struct holm_action action;
    struct holm_bot *bot = &table->bots[seat];
    holm_view(&table->state, seat, &table->view);
    holm_legal(&table->view.seen, seat, &table->list);
    const bool asked = holm_asked(&table->state) >> seat & 1;
    if (!table->list.count && !(table->list.templates && !asked))
        return !asked || violated(table, "a seat is asked and nothing is listed", NULL);
    holm_bot_choose(bot, &table->view, &table->list, &action);
    if (action.kind == HOLM_NO_ACTION && !asked)
        return true;
    table->actions++;
    const int error = holm_apply(&table->state, &action, &table->chance, recorded(table));
    if (error)
        return violated(table, holm_reason(error)->text, &action);
    count_events(table);
    if (table->order->watched)
        holm_bots_tell(table->bots, table->board.rules.players, &table->state, &table->events);
    write_log(table, &action);
    return passes(table, &action);
}

/* Traders may also speak up unasked: propose, withdraw, change their mind. */
static bool let_interject(struct table *table)
{
    const int players = table->board.rules.players;
    if (holm_random_below(&table->interjections, INTERJECT_ONE_IN))
        return true;
    const int seat = (int)holm_random_below(&table->interjections, (uint32_t)players);
    if (!table->bots[seat].kind->trades || holm_asked(&table->state) >> seat & 1)
        return true;
    return let_act(table, seat);
}

static bool play_game(struct table *table)
{
    write_log(table, NULL);
    while (!holm_over(&table->state)) {
        if (!let_act(table, holm_next(&table->state)))
            return false;
        if (!holm_over(&table->state) && !let_interject(table))
            return false;
    }
    return true;
}

/* The same for plain random bots only, as fast as can be: their choice does not depend on the view,
 * and the list of a state is the list of the seat's view (a property that --check and the tests
 * verify), so the view is left out; and a listed action needs no second check. */
static bool play_blind(struct table *table)
{
    struct holm_state *state = &table->state;
    struct holm_list *list = &table->list;
    struct holm_events *events = recorded(table);
    while (!holm_over(state)) {
        const int seat = holm_next(state);
        holm_legal(state, seat, list);
        if (!list->count)
            return violated(table, "a seat is asked and nothing is listed", NULL);
        const uint32_t i = holm_random_below(&table->bots[seat].random, (uint32_t)list->count);
        holm_apply_listed(state, &list->at[i], &table->chance, events);
        table->actions++;
        if (events)
            count_events(table);
    }
    return true;
}

static void seat_bot(struct table *table, int seat)
{
    holm_bot_start(&table->bots[seat], &table->order->bots[seat], seat, table->seed);
    if (!table->bots[seat].kind->watches)
        return;
    holm_view(&table->state, seat, &table->view);
    holm_bot_join(&table->bots[seat], &table->view);
}

static void deal(struct table *table, uint64_t seed)
{
    const struct sim_order *order = table->order;
    struct holm_trouble trouble;
    holm_chance_number(&table->chance, seed);
    table->seed = seed;
    table->actions = 0;
    table->events.count = 0;
    if (!cli_deal(&order->game, &table->chance, &table->board, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    holm_start(&table->state, &table->board);
    for (int seat = 0; seat < order->game.rules.players; seat++)
        seat_bot(table, seat);
    holm_random_seed(&table->interjections, ~seed);
}

static void count_game(struct table *table)
{
    struct sim_tally *tally = &table->tally;
    tally->actions += (uint64_t)table->actions;
    tally->turns += table->state.turns;
    if (table->state.winner == HOLM_NONE) {
        tally->stalled++;
    } else {
        tally->finished++;
        tally->wins[table->state.winner]++;
    }
}

static void *work(void *argument)
{
    struct table *table = argument;
    struct sim_order *order = table->order;
    long number;
    while ((number = atomic_fetch_add(&order->next, 1)) < order->games) {
        deal(table, order->seed + (uint64_t)number);
        if (order->blind ? play_blind(table) : play_game(table))
            count_game(table);
        for (int seat = 0; seat < order->game.rules.players; seat++)
            holm_bot_stop(&table->bots[seat]);
        atomic_fetch_add(&order->done, 1);
    }
    return NULL;
}

/* ------------------------------------------------------------------ command */

static void add_tally(struct sim_tally *sum, const struct sim_tally *more)
{
    sum->finished += more->finished;
    sum->stalled += more->stalled;
    sum->violations += more->violations;
    sum->turns += more->turns;
    sum->actions += more->actions;
    sum->attacks += more->attacks;
    sum->attacks_won += more->attacks_won;
    sum->metropolises += more->metropolises;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        sum->wins[seat] += more->wins[seat];
}

static struct sim_tally work_together(struct sim_order *order, double *seconds)
{
    struct sim_tally sum = { 0 };
    pthread_t thread[64];
    const long threads = order->threads;
    struct table *tables = calloc((size_t)threads, sizeof *tables);
    if (!tables)
        cli_fail(&manual, "out of memory");
    const double start = now();
    for (long i = 0; i < threads; i++) {
        tables[i].order = order;
        if (pthread_create(&thread[i], NULL, work, &tables[i]))
            cli_fail(&manual, "cannot start thread %ld; try --threads 1", i + 1);
    }
    sim_show_progress(order);
    for (long i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        add_tally(&sum, &tables[i].tally);
    }
    *seconds = now() - start;
    free(tables);
    return sum;
}

int cli_sim(int argc, char **argv)
{
    static struct sim_order order;
    struct cli_setup setup = cli_setup_start();
    long most_turns = 5000;
    const char *log = NULL;
    setup.bots = "random";
    setup.seed = 1;
    order.games = 1000;
    order.threads = 1;
    const struct cli_option options[] = {
        { "--games", "N", "how many (default 1000)", CLI_NUMBER, &order.games, 1, 1000000000 },
        { "--threads", "N", "how many at a time (default 1)", CLI_NUMBER, &order.threads, 1, 64 },
        { "--max-turns", "N", "give a game up as stalled after so many turns (default 5000)",
          CLI_NUMBER, &most_turns, 1, 60000 },
        { "--check", NULL, "verify all invariants and every list after every action", CLI_YES,
          &order.check, 0, 0 },
        { "--log", "FILE", "with --games 1: write the game's log, for replay and verify", CLI_TEXT,
          &log, 0, 0 },
        { "--json", NULL, "print one JSON object", CLI_YES, &order.json, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    cli_resolve(&manual, &setup, &order.game);
    cli_bots(&manual, setup.bots, (int)setup.players, order.bots);
    if (log && order.games != 1)
        cli_refuse(&manual, "--log writes one game; add --games 1");
    order.seed = (uint64_t)setup.seed;
    if (!order.game.rules.turn_limit) /* BASE-VP-5: for simulations there must be an end */
        order.game.rules.turn_limit = (uint16_t)most_turns;
    order.log = log ? fopen(log, "wx") : NULL; /* as `play` does: never over another game */
    if (log && !order.log)
        cli_fail(&manual, "cannot write the log %s: %s", log, strerror(errno));
    order.blind = !order.check && !log;
    for (int seat = 0; seat < setup.players; seat++) {
        order.watched = order.watched || order.bots[seat].kind->watches;
        order.blind = order.blind && !strcmp(order.bots[seat].kind->name, "random");
    }

    double seconds;
    const struct sim_tally tally = work_together(&order, &seconds);
    sim_print(&order, &tally, seconds);
    if (order.log && (ferror(order.log) | fclose(order.log)))
        cli_fail(&manual, "cannot write the log %s", log);
    return tally.violations ? 1 : 0;
}
