/* table.c: one game, for whoever plays, looks at or logs it from Python. */
#include "python/native.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board.h"
#include "text/json.h"
#include "text/log.h"
#include "text/maps.h"
#include "text/notation.h"

struct native_table {
    struct holm_board board;
    struct holm_state state;
    struct holm_past past;
    struct holm_chance chance;
    struct holm_events events; /* of the latest action */
    struct holm_action action;
    int actions; /* played so far; the latest has this number */
    bool seeded; /* all came from a seed, which the log names */
    char source[HOLM_SOURCE_MAX];
    struct holm_bot bots[HOLM_SEATS];
};

/* ------------------------------------------------------------------- making */

static struct native_table *new_table(void)
{
    struct native_table *table = calloc(1, sizeof *table);
    if (!table)
        native_fail("out of memory");
    return table;
}

/* What went wrong, and no table. */
static struct native_table *no_table(struct native_table *table, const char *text)
{
    if (table)
        native_fail("%s", text);
    free(table);
    return NULL;
}

struct native_table *native_table_make(const struct native_setup *setup, uint64_t seed)
{
    struct native_table *table = new_table();
    struct holm_map map = *native_setup_map(setup);
    const struct holm_rules *rules = native_setup_rules(setup);
    if (!table)
        return NULL;
    holm_chance_number(&table->chance, seed);
    int error = holm_deal(&map, rules, &table->chance);
    error = error ? error : holm_board_make(&table->board, &map, rules);
    if (error)
        return no_table(table, holm_reason(error)->text);
    holm_start(&table->state, &table->board);
    table->seeded = true;
    snprintf(table->source, sizeof table->source, "%s", native_setup_source(setup));
    return table;
}

struct native_table *native_table_read(const char *text)
{
    struct native_table *table = new_table();
    struct holm_trouble trouble = { 0 };
    if (!table || !holm_json_read_position(text, &table->board, &table->state, &trouble))
        return no_table(table, trouble.text);
    holm_chance_number(&table->chance, 0);
    return table;
}

/* The next line of a text, copied; false at its end, or where a line is too long. */
static bool next_line(const char **text, char line[HOLM_LOG_LINE_MAX + 1])
{
    const size_t length = strcspn(*text, "\n");
    if (!**text || length > HOLM_LOG_LINE_MAX)
        return false;
    memcpy(line, *text, length);
    line[length] = '\0';
    *text += length + ((*text)[length] == '\n');
    return true;
}

static bool replay(struct native_table *table, struct holm_replay *log, const char *text,
                   long actions)
{
    char line[HOLM_LOG_LINE_MAX + 1];
    struct holm_trouble trouble = { 0 };
    holm_replay_start(log);
    while ((actions < 0 || log->actions < actions) && next_line(&text, line))
        if (!holm_replay_line(log, line, &trouble))
            return native_fail("line %d of the log: %s", log->line + 1, trouble.text);
    if (!log->line && !(next_line(&text, line) && holm_replay_line(log, line, &trouble)))
        return native_fail("this is not a log: %s", trouble.text);
    table->board = log->board;
    table->state = log->state;
    table->state.board = &table->board;
    table->past = log->past;
    table->past.before.board = &table->board;
    table->events = log->events;
    table->action = log->action;
    table->actions = log->actions;
    table->chance = log->chance;
    table->chance.dictating = 0;
    table->chance.dictated = NULL;
    if (log->has_seed) /* it goes on as it would have, where nothing was dealt by hand */
        memcpy(table->chance.seed, log->seed, sizeof log->seed);
    table->chance.block_number = UINT64_MAX;
    snprintf(table->source, sizeof table->source, "%s", log->source);
    return true;
}

struct native_table *native_table_replay(const char *text, long actions)
{
    struct native_table *table = new_table();
    struct holm_replay *log = calloc(1, sizeof *log);
    const bool read = table && log && replay(table, log, text, actions);
    free(log);
    if (read)
        return table;
    free(table);
    return NULL;
}

struct native_table *native_table_of(const struct holm_envs *envs, uint32_t game)
{
    const struct holm_state *state = holm_envs_state(envs, game);
    struct native_table *table = new_table();
    if (!table || !state)
        return no_table(table, "the batch has no such game");
    table->board = *state->board;
    table->state = *state;
    table->state.board = &table->board;
    holm_chance_number(&table->chance, 0);
    return table;
}

void native_table_free(struct native_table *table)
{
    for (int seat = 0; table && seat < HOLM_SEATS; seat++)
        holm_bot_stop(&table->bots[seat]);
    free(table);
}

/* ------------------------------------------------------------------ numbers */

const struct holm_state *native_table_state(const struct native_table *table)
{
    return &table->state;
}

int native_table_next(const struct native_table *table)
{
    return holm_next(&table->state);
}

unsigned native_table_asked(const struct native_table *table)
{
    return holm_over(&table->state) ? 0 : holm_asked(&table->state);
}

bool native_table_over(const struct native_table *table)
{
    return holm_over(&table->state);
}

int native_table_winner(const struct native_table *table)
{
    return table->state.winner;
}

int native_table_players(const struct native_table *table)
{
    return table->board.rules.players;
}

int native_table_turns(const struct native_table *table)
{
    return table->state.turns;
}

int native_table_points(const struct native_table *table, int seat)
{
    return holm_points(&table->state, seat);
}

/* ------------------------------------------------------------------ playing */

/* An action, and how chance comes out where that is said. */
struct order {
    struct holm_action action;
    bool dictated;
    int count;
    uint8_t outcome[HOLM_DRAWS_MAX];
};

static bool read_notation(const struct native_table *table, const char *text, int seat,
                          struct order *order, struct holm_trouble *trouble)
{
    struct holm_outcomes outcomes = { 0 };
    if (!holm_read_action(&table->board, seat, text, &order->action, &outcomes, trouble))
        return false;
    holm_complete_action(&table->state, &order->action);
    order->dictated = outcomes.count > 0;
    order->count = outcomes.count;
    memcpy(order->outcome, outcomes.at, sizeof order->outcome);
    return true;
}

/* {"action":{...},"drew":[2,4]} */
static bool read_line(const struct native_table *table, const json_t *line, struct order *order,
                      struct holm_trouble *trouble)
{
    const json_t *drew;
    if (!holm_json_get_list(line, "drew", 0, HOLM_DRAWS_MAX, &drew, trouble))
        return false;
    order->dictated = true;
    order->count = (int)holm_value_count(drew);
    for (int i = 0; i < order->count; i++)
        order->outcome[i] = (uint8_t)holm_value_number(holm_value_item(drew, (size_t)i));
    return holm_json_read_action(holm_value_member(line, "action"), &table->board, &order->action,
                                 trouble);
}

static bool read_order(const struct native_table *table, const char *text, int seat,
                       struct order *order, struct holm_trouble *trouble)
{
    memset(order, 0, sizeof *order);
    if (*text != '{')
        return read_notation(table, text, seat, order, trouble);
    json_t *json = holm_json_load(text, trouble);
    if (!json)
        return false;
    const bool line = holm_value_member(json, "action");
    const bool read = line ? read_line(table, json, order, trouble)
                           : holm_json_read_action(json, &table->board, &order->action, trouble);
    holm_value_free(json);
    return read;
}

static const char *outcome_text(const struct holm_chance *chance)
{
    return chance->failed == 2 ? "more outcomes are drawn than were named"
                               : "an outcome is impossible here, or more were named than are drawn";
}

bool native_table_play(struct native_table *table, const char *text, int seat)
{
    struct order order;
    struct holm_trouble trouble = { 0 };
    if (!read_order(table, text, seat, &order, &trouble))
        return native_fail("%s", trouble.text);
    table->chance.dictating = 0;
    if (order.dictated)
        holm_chance_dictate(&table->chance, order.outcome, order.count);
    const int error =
        holm_apply_past(&table->state, &table->past, &order.action, &table->chance, &table->events);
    table->chance.dictating = 0;
    if (error == HOLM_E_OUTCOME)
        return native_fail("%s", outcome_text(&table->chance));
    if (error) {
        const struct holm_reason *reason = holm_reason(error);
        return native_fail("%s%s%s%s", reason->text, *reason->rule ? " (" : "", reason->rule,
                           *reason->rule ? ")" : "");
    }
    table->seeded = table->seeded && !order.dictated;
    table->action = order.action;
    table->actions++;
    holm_bots_tell(table->bots, table->board.rules.players, &table->state, &table->events);
    return true;
}

/* --------------------------------------------------------------------- bots */

bool native_table_seat(struct native_table *table, int seat, const char *name, uint64_t seed)
{
    struct holm_bot_order order;
    struct holm_view view;
    if (seat < 0 || seat >= table->board.rules.players)
        return native_fail("there is no such seat");
    if (!holm_bot_read(name, &order))
        return native_fail("there is no bot '%s'", name);
    holm_bot_stop(&table->bots[seat]);
    holm_bot_start(&table->bots[seat], &order, seat, seed);
    holm_view(&table->state, seat, &view);
    holm_bot_join(&table->bots[seat], &view);
    return true;
}

static char *action_text(const struct native_table *table, const struct holm_action *action)
{
    enum { SIZE = 512 };
    char *text = malloc(SIZE);
    if (!text)
        return NULL;
    struct holm_writer writer = holm_writer(text, SIZE);
    holm_put_action(&writer, &table->board, action);
    return text;
}

char *native_table_choose(struct native_table *table, int seat)
{
    struct holm_view view;
    struct holm_list list;
    struct holm_action action = { 0 };
    if (seat < 0 || seat >= table->board.rules.players || !table->bots[seat].kind) {
        native_fail("no bot sits there");
        return NULL;
    }
    if (holm_over(&table->state) || !holm_bit_in(holm_asked(&table->state), seat)) {
        native_fail("this seat is not asked");
        return NULL;
    }
    holm_view(&table->state, seat, &view);
    holm_legal(&view.seen, seat, &list);
    holm_bot_choose(&table->bots[seat], &view, &list, &action);
    return action_text(table, &action);
}

/* -------------------------------------------------------------------- texts */

enum { TEXT_SIZE = 1 << 18 };

/* Room for a text, and what is written into it. */
static struct holm_writer open_text(char **text)
{
    *text = malloc(TEXT_SIZE);
    if (!*text)
        native_fail("out of memory");
    return holm_writer(*text, *text ? TEXT_SIZE : 0);
}

static char *close_text(char *text, const struct holm_writer *writer)
{
    if (text && writer->full) {
        native_fail("the text is too long");
        free(text);
        return NULL;
    }
    return text;
}

char *native_table_view(const struct native_table *table, int viewer)
{
    struct holm_view view;
    char *text;
    struct holm_writer writer = open_text(&text);
    if (!text)
        return NULL;
    holm_view(&table->state, viewer, &view);
    holm_json_state(&writer, &view.seen);
    return close_text(text, &writer);
}

char *native_table_position(const struct native_table *table)
{
    char *text;
    struct holm_writer writer = open_text(&text);
    if (text)
        holm_json_position(&writer, &table->state);
    return close_text(text, &writer);
}

/* What a seat may do, written in one way or the other. */
static char *list_text(const struct native_table *table, int seat,
                       void (*put)(struct holm_writer *, const struct holm_board *,
                                   const struct holm_list *))
{
    struct holm_list list;
    char *text;
    struct holm_writer writer = open_text(&text);
    if (!text)
        return NULL;
    list.count = list.templates = 0;
    if (seat >= 0 && seat < table->board.rules.players)
        holm_legal(&table->state, seat, &list);
    put(&writer, &table->board, &list);
    return close_text(text, &writer);
}

static void put_lines(struct holm_writer *writer, const struct holm_board *board,
                      const struct holm_list *list)
{
    for (int i = 0; i < list->count; i++) {
        holm_put_action(writer, board, &list->at[i]);
        holm_put_char(writer, '\n');
    }
}

char *native_table_list(const struct native_table *table, int seat)
{
    return list_text(table, seat, holm_json_list);
}

char *native_table_legal(const struct native_table *table, int seat)
{
    return list_text(table, seat, put_lines);
}

char *native_table_events(const struct native_table *table, int viewer)
{
    char *text;
    struct holm_writer writer = open_text(&text);
    if (!text)
        return NULL;
    holm_put_char(&writer, '[');
    for (int i = 0; i < table->events.count; i++) {
        const struct holm_event event = holm_event_for(&table->events.at[i], viewer);
        holm_json_next(&writer);
        holm_json_event(&writer, &table->board, &event);
    }
    holm_put_char(&writer, ']');
    return close_text(text, &writer);
}

char *native_table_log_head(const struct native_table *table)
{
    char *text;
    struct holm_writer writer = open_text(&text);
    if (text)
        holm_log_header(&writer, &table->board, table->seeded ? table->chance.seed : NULL,
                        table->seeded ? table->source : NULL);
    return close_text(text, &writer);
}

char *native_table_log_line(const struct native_table *table)
{
    char *text;
    struct holm_writer writer = open_text(&text);
    if (text)
        holm_log_action(&writer, &table->board, table->actions, &table->action, &table->chance);
    return close_text(text, &writer);
}

char *native_table_svg(const struct native_table *table, bool ids)
{
    const struct cli_drawing drawing = { .ids = ids };
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        native_fail("out of memory");
        return NULL;
    }
    cli_draw_svg(out, &table->state, &drawing);
    fclose(out);
    return text;
}
