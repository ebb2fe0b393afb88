/* games.c: one game between bots after another, checked after every action if asked. */
#include "cli/games.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/game_seed.h"
#include "text/notation.h"

enum {
    INTERJECT_ONE_IN = 8, /* how often a trader who is not asked gets a say */
    ACTIONS_PER_TURN_MOST = 2000, /* more of them is a game that does not go on */
    TROUBLES_TOLD = 10
};

/* ------------------------------------------------------------------- checks */

static bool violated(struct cli_games_table *table, const char *what,
                     const struct holm_action *action)
{
    table->tally.violations++;
    if (atomic_fetch_add(&table->games->told, 1) >= TROUBLES_TOLD)
        return false;
    char text[256] = "";
    struct holm_writer writer = holm_writer(text, sizeof text);
    if (action)
        holm_put_action(&writer, &table->board, action);
    fprintf(stderr, "holm %s: seed %" PRIu64 ", game %ld, action %ld%s%s: %s\n",
            table->games->manual->name, table->games->seed, table->number + 1, table->actions,
            action ? " " : "", text, what);
    return false;
}

/* Every listed action must pass the gate, for every seat. */
static bool lists_pass(struct cli_games_table *table)
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

static bool passes(struct cli_games_table *table, const struct holm_action *action)
{
    if (table->actions > (long)table->board.rules.turn_limit * ACTIONS_PER_TURN_MOST)
        return violated(table, "the game does not go on", action);
    if (!table->games->check)
        return true;
    const char *broken = holm_invariant(&table->state);
    return broken ? violated(table, broken, action) : lists_pass(table);
}

/* -------------------------------------------------------------------- moves */

/* Where events are counted or watched they are recorded. */
static struct holm_events *recorded(struct cli_games_table *table)
{
    return table->board.rules.knights != 0 || table->games->watched ? &table->events : NULL;
}

static void count_events(struct cli_games_table *table)
{
    struct cli_sieges *sieges = &table->sieges;
    for (int i = 0; i < table->events.count; i++) {
        const struct holm_event *event = &table->events.at[i];
        sieges->attacks += event->kind == HOLM_EV_ATTACK;
        sieges->attacks_won += event->kind == HOLM_EV_ATTACK && event->m >= event->n;
        sieges->metropolises += event->kind == HOLM_EV_METROPOLIS;
    }
}

/* Never over another game. */
static void open_log(struct cli_games_table *table)
{
    const struct cli_games *games = table->games;
    char path[4096];
    table->log = games->log;
    if (!games->log_folder)
        return;
    snprintf(path, sizeof path, "%.4000s/%06ld.jsonl", games->log_folder, table->number + 1);
    table->log = fopen(path, "wx");
    if (!table->log)
        cli_fail(games->manual, "cannot write the log %s: %s", path, strerror(errno));
}

static void close_log(struct cli_games_table *table)
{
    const struct cli_games *games = table->games;
    if (games->log_folder && (ferror(table->log) | fclose(table->log)))
        cli_fail(games->manual, "cannot write the log of game %ld", table->number + 1);
}

static void write_log(struct cli_games_table *table, const struct holm_action *action)
{
    struct holm_writer writer = holm_writer(table->line, sizeof table->line);
    if (!table->log)
        return;
    if (action)
        holm_log_action(&writer, &table->board, (int)table->actions, action, &table->chance);
    else
        holm_log_header(&writer, &table->board, table->chance.seed, table->games->game.logged);
    fprintf(table->log, "%s\n", table->line);
}

static void choose(struct cli_games_table *table, int seat, struct holm_action *action)
{
    struct cli_chair *chair = &table->tally.chair[table->chair[seat]];
    const double start = table->games->match ? cli_now() : 0;
    holm_bot_choose(&table->bots[seat], &table->view, &table->list, action);
    if (table->games->match && action->kind != HOLM_NO_ACTION)
        cli_times_add(&chair->times, cli_now() - start);
}

/* A match goes on with a random move instead of an illegal one. */
static int apply(struct cli_games_table *table, int seat, struct holm_action *action)
{
    const int error = holm_apply(&table->state, action, &table->chance, recorded(table));
    if (!error || !table->games->match || !table->list.count)
        return error;
    struct holm_faults *faults = &table->tally.chair[table->chair[seat]].faults;
    faults->illegal++;
    faults->replaced++;
    const uint32_t count = (uint32_t)table->list.count;
    *action = table->list.at[holm_random_below(&table->interjections, count)];
    return holm_apply(&table->state, action, &table->chance, recorded(table));
}

/* Lets a seat choose from its view and applies it. False: the game cannot go on. */
static bool let_act(struct cli_games_table *table, int seat)
{
    struct holm_action action;
    holm_view(&table->state, seat, &table->view);
    holm_legal(&table->view.seen, seat, &table->list);
    const bool asked = holm_bit_in(holm_asked(&table->state), seat);
    if (!table->list.count && !(table->list.templates && !asked))
        return !asked || violated(table, "a seat is asked and nothing is listed", NULL);
    choose(table, seat, &action);
    if (action.kind == HOLM_NO_ACTION && !asked)
        return true;
    table->actions++;
    const int error = apply(table, seat, &action);
    if (error)
        return violated(table, holm_reason(error)->text, &action);
    count_events(table);
    if (table->games->watched)
        holm_bots_tell(table->bots, table->board.rules.players, &table->state, &table->events);
    write_log(table, &action);
    return passes(table, &action);
}

/* Traders may also speak up unasked: propose, withdraw, change their mind. */
static bool let_interject(struct cli_games_table *table)
{
    const int players = table->board.rules.players;
    if (holm_random_below(&table->interjections, INTERJECT_ONE_IN))
        return true;
    const int seat = (int)holm_random_below(&table->interjections, (uint32_t)players);
    if (!table->bots[seat].kind->trades || holm_bit_in(holm_asked(&table->state), seat))
        return true;
    return let_act(table, seat);
}

/* -------------------------------------------------------------------- games */

static bool play_game(struct cli_games_table *table)
{
    write_log(table, NULL);
    while (!holm_over(&table->state)) {
        if (cli_games_interrupted() || !let_act(table, holm_next(&table->state)))
            return false;
        if (!holm_over(&table->state) && !let_interject(table))
            return false;
    }
    return true;
}

/* The same for plain random bots only, as fast as can be: their choice does not depend on the view,
 * and the list of a state is the list of the seat's view (a property that --check and the tests
 * verify), so the view is left out; and a listed action needs no second check. */
static bool play_blind(struct cli_games_table *table)
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

static void seat_bot(struct cli_games_table *table, int seat, int chair)
{
    table->chair[seat] = (uint8_t)chair;
    holm_bot_start(&table->bots[seat], &table->games->bots[chair], seat,
                   cli_bot_seed(&table->games->bot_seed, table->seed, seat));
    if (!table->bots[seat].kind->watches)
        return;
    holm_view(&table->state, seat, &table->view);
    holm_bot_join(&table->bots[seat], &table->view);
}

/* In a match each deal is played in all orders of the bots round the table that differ. */
static void deal(struct cli_games_table *table, long number)
{
    struct cli_games *games = table->games;
    const int players = games->game.rules.players;
    const long round = games->orders ? number / games->orders : number;
    const int turn = games->match ? (int)(number % players) : 0;
    struct holm_trouble trouble;
    table->number = number;
    table->seed = cli_game_seed(CLI_TO_PLAY, games->seed, (uint64_t)round);
    table->sieges = (struct cli_sieges){ 0 };
    table->actions = 0;
    table->events.count = 0;
    holm_chance_number(&table->chance, table->seed);
    if (!cli_deal(&games->game, &table->chance, &table->board, &trouble))
        cli_fail(games->manual, "%s", trouble.text);
    holm_start(&table->state, &table->board);
    for (int seat = 0; seat < players; seat++)
        seat_bot(table, seat, (seat + turn) % players);
    holm_random_seed(&table->interjections,
                     ~cli_bot_seed(&games->bot_seed, table->seed, HOLM_SEATS));
}

/* What the bot under test has won of a game. */
static double tested_share(const struct cli_games_table *table, unsigned winners)
{
    int won = 0;
    for (unsigned left = winners; left; left = holm_bits_rest(left))
        won += holm_bit_in(table->games->sprt->chairs, table->chair[holm_bits_first(left)]);
    return winners ? (double)won / holm_bits_count(winners) : 0;
}

static void count_test(struct cli_games_table *table)
{
    struct cli_games *games = table->games;
    const struct holm_state *state = &table->state;
    const unsigned winners = state->winner == HOLM_NONE ? 0
                             : state->shared            ? state->shared
                                                        : holm_bit(state->winner);
    if (games->sprt &&
        cli_sprt_add(games->sprt, table->number - games->first, tested_share(table, winners)))
        atomic_store(&games->clear, true);
}

static void count_game(struct cli_games_table *table)
{
    struct cli_tally *tally = &table->tally;
    const struct holm_state *state = &table->state;
    tally->actions += (uint64_t)table->actions;
    tally->turns += state->turns;
    cli_sieges_add(&tally->sieges, &table->sieges);
    for (int seat = 0; table->games->match && seat < table->board.rules.players; seat++)
        tally->chair[table->chair[seat]].points += holm_points(state, seat);
    if (state->winner == HOLM_NONE) {
        tally->stalled++;
        return;
    }
    const unsigned winners = state->shared ? state->shared : holm_bit(state->winner);
    tally->finished++;
    tally->wins[state->winner]++;
    for (unsigned left = winners; left; left = holm_bits_rest(left))
        tally->chair[table->chair[holm_bits_first(left)]].wins += 1.0 / holm_bits_count(winners);
}

void cli_games_play(struct cli_games_table *table, long number)
{
    deal(table, number);
    open_log(table);
    const bool over = table->games->blind ? play_blind(table) : play_game(table);
    close_log(table);
    if (over) {
        count_game(table);
        count_test(table);
    }
    for (int seat = 0; seat < table->board.rules.players; seat++) {
        struct cli_chair *chair = &table->tally.chair[table->chair[seat]];
        if (over || !cli_games_interrupted()) /* a program that ^C has ended is no fault of it */
            holm_faults_add(&chair->faults, &table->bots[seat].faults);
        holm_bot_stop(&table->bots[seat]);
    }
}
