/* history.c: the events so far, for somebody who joins late, in pages. A worker replays the log
 * from the nearest state that is known: every so many lines one is kept on the shelf, so that a
 * page costs no more than itself and a few lines before it. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"
#include "text/log.h"

enum {
    PAGE_BYTES = 256 << 10,
    STATE_EVERY = 256, /* lines */
    STATES_MOST = 64, /* new ones of one job */
};

/* A state that was passed on the way. */
struct passed {
    int part;
    struct holm_replay *replay;
};

/* What its viewer sees, as text: before the first line that is told, before the latest, after it. */
struct sight {
    struct holm_view view;
    char start[VIEW_MAX], before[VIEW_MAX], after[VIEW_MAX];
};

struct telling {
    struct job job;
    char code[HOLM_CODE_SIZE];
    uint64_t serial; /* of the connection that asked */
    int from, to, last, viewer;
    struct item *base; /* the state to start from; NULL: the log's header */
    bool fine, more;
    bool changes; /* are told, too */
    struct sight *sight; /* NULL: they are not */
    struct holm_replay *replay;
    struct holm_writer writer;
    struct holm_trouble trouble;
    int passed_count;
    struct passed passed[STATES_MOST];
};

static void telling_free(struct telling *telling)
{
    for (int i = 0; i < telling->passed_count; i++)
        free(telling->passed[i].replay);
    item_release(telling->base);
    free(telling->sight);
    free(telling->replay);
    free(telling->writer.buffer);
    free(telling);
}

/* ------------------------------------------------------------------ on a worker */

static void note_state(struct telling *telling, int number)
{
    if (number % STATE_EVERY || telling->passed_count == STATES_MOST)
        return;
    struct holm_replay *copy = malloc(sizeof *copy);
    if (!copy)
        return; /* the next one takes a little longer */
    holm_replay_copy(copy, telling->replay);
    telling->passed[telling->passed_count++] = (struct passed){ number / STATE_EVERY, copy };
}

static void look(struct telling *telling, char *text)
{
    struct holm_writer writer = holm_writer(text, VIEW_MAX);
    holm_view(&telling->replay->state, telling->viewer, &telling->sight->view);
    holm_json_state(&writer, &telling->sight->view.seen);
}

static void look_first(struct telling *telling)
{
    look(telling, telling->sight->start);
    strcpy(telling->sight->before, telling->sight->start);
}

static void put_changes(struct telling *telling)
{
    struct sight *sight = telling->sight;
    look(telling, sight->after);
    holm_json_key(&telling->writer, "changes");
    changes_put(&telling->writer, sight->before, sight->after);
    strcpy(sight->before, sight->after);
}

static void put_entry(struct telling *telling, int number)
{
    struct holm_writer *writer = &telling->writer;
    const struct holm_replay *replay = telling->replay;
    const struct told told = { replay->action.seat, replay->kind, replay->why };
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "seq", number);
    if (told.why || told.line != HOLM_LINE_ACTION)
        holm_json_put_seat(writer, "by", told.by);
    told_put(writer, &told);
    holm_put(writer, ",\"events\":[");
    for (int i = 0; i < replay->events.count; i++) {
        const struct holm_event seen = holm_event_for(&replay->events.at[i], telling->viewer);
        holm_json_next(writer);
        holm_json_event(writer, &replay->board, &seen);
    }
    holm_put_char(writer, ']');
    if (telling->sight)
        put_changes(telling);
    holm_put_char(writer, '}');
    telling->to = number;
}

static bool tell_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct telling *telling = context;
    (void)at;
    (void)head;
    if (number > telling->last)
        return false;
    if (telling->writer.used > PAGE_BYTES) {
        telling->more = true;
        return false;
    }
    if (telling->sight && number == telling->from)
        look_first(telling);
    telling->fine = holm_replay_line(telling->replay, line, &telling->trouble);
    if (!telling->fine)
        return false;
    note_state(telling, number);
    if (number >= telling->from)
        put_entry(telling, number);
    return true;
}

static bool start_from_header(void *context, const struct holm_stored_table *stored)
{
    struct telling *telling = context;
    telling->fine =
        stored->header && holm_replay_line(telling->replay, stored->header, &telling->trouble);
    return false;
}

static bool read_lines(struct telling *telling, struct holm_store *store)
{
    int first = 1;
    holm_replay_start(telling->replay);
    refusal_tell(&telling->trouble, REFUSE_LOG_UNREAD);
    if (telling->base) {
        holm_replay_copy(telling->replay, telling->base->bytes);
        first = telling->base->part * STATE_EVERY + 1;
        telling->fine = true;
    } else if (!holm_store_find(store, telling->code, start_from_header, telling,
                                &telling->trouble)) {
        return false;
    }
    return telling->fine &&
           holm_store_lines(store, telling->job.table, first, tell_line, telling,
                            &telling->trouble) &&
           telling->fine &&
           (telling->more || telling->to == telling->last ||
            holm_trouble(&telling->trouble, 0, "line %d of the log is missing", telling->to + 1));
}

static void tell(struct job *job, struct desk *desk)
{
    struct telling *telling = (struct telling *)job;
    struct holm_writer *writer = &telling->writer;
    const size_t room = PAGE_BYTES + VIEW_MAX + (telling->changes ? VIEW_MAX : 0);
    char *text = malloc(room);
    telling->replay = malloc(sizeof *telling->replay);
    telling->sight = telling->changes ? malloc(sizeof *telling->sight) : NULL;
    *writer = holm_writer(text, text ? room : 0);
    if (!text || !telling->replay || (telling->changes && !telling->sight)) {
        holm_trouble(&telling->trouble, 0, "%s", refusal_rows[REFUSE_NO_MEMORY].text);
        return;
    }
    struct holm_store *store = desk_store(desk, &telling->trouble);
    holm_putf(writer, "{\"type\":\"history\",\"from\":%d,\"entries\":[", telling->from);
    telling->fine = store && read_lines(telling, store);
    holm_putf(writer, "],\"to\":%d,\"more\":%s", telling->to, telling->more ? "true" : "false");
    if (telling->sight && telling->fine) {
        holm_json_key(writer, "start");
        holm_put(writer, telling->sight->start);
    }
    holm_put_char(writer, '}');
    if (!telling->fine)
        desk_clear(desk);
}

/* ------------------------------------------------------------------- in the loop */

static void keep_states(struct shelf *shelf, struct telling *telling)
{
    for (int i = 0; i < telling->passed_count; i++) {
        struct passed *passed = &telling->passed[i];
        struct item *item = shelf_find(shelf, telling->job.table, SHELF_STATE, passed->part);
        if (!item) {
            item = shelf_put(shelf, telling->job.table, SHELF_STATE, passed->part, passed->replay,
                             sizeof *passed->replay);
            passed->replay = NULL;
        }
        item_release(item);
    }
}

/* Who asked, if still there. */
static struct connection *find_asker(struct server *server, const struct telling *telling)
{
    struct table *table = table_in_memory(server, telling->code);
    struct connection *at = table ? table->connections : NULL;
    while (at && at->serial != telling->serial)
        at = at->next;
    return at;
}

static void hand_over(struct server *server, struct job *job)
{
    struct telling *telling = (struct telling *)job;
    struct connection *connection = find_asker(server, telling);
    keep_states(server->shelf, telling);
    if (connection) {
        connection->asking = false;
        if (!telling->fine || telling->writer.full)
            connection_error_because(connection, REFUSE_STORE_UNREAD, telling->trouble.text);
        else if (play_viewer(connection) == telling->viewer)
            connection_send(connection, telling->writer.buffer, telling->writer.used);
    }
    telling_free(telling);
}

static void drop(struct job *job)
{
    telling_free((struct telling *)job);
}

/* The latest known state before a line. */
static struct item *find_base(struct shelf *shelf, int64_t table, int from)
{
    struct item *item = NULL;
    for (int part = (from - 1) / STATE_EVERY; part > 0 && !item; part--)
        item = shelf_find(shelf, table, SHELF_STATE, part);
    return item;
}

static void send_nothing(struct connection *connection, int from)
{
    char text[96];
    const int length =
        snprintf(text, sizeof text,
                 "{\"type\":\"history\",\"from\":%d,\"entries\":[],\"to\":%d,\"more\":false}", from,
                 from - 1);
    connection_send(connection, text, (size_t)length);
}

void history_ask(struct connection *connection, int from, bool changes)
{
    struct server *server = connection->server;
    struct table *table = connection->table;
    if (!table->game) {
        connection_error(connection, REFUSE_NOT_STARTED);
        return;
    }
    if (connection->asking || !address_take_heavy(server, connection->address) ||
        !limit_allows(server, HOLM_LIMIT_JOBS, workers_waiting(server->replays))) {
        server->metrics.jobs_refused++;
        connection_error(connection, REFUSE_HISTORY_TOO_FAST);
        return;
    }
    const bool late = connection->chair < 0 && table->game->late;
    const int last = late ? table->game->late->seq : table->game->seq;
    if (from > last) {
        send_nothing(connection, from);
        return;
    }
    struct telling *telling = calloc(1, sizeof *telling);
    if (!telling) {
        connection_error(connection, REFUSE_NO_MEMORY);
        return;
    }
    telling->job = (struct job){ .owner = connection->address->key,
                                 .table = table->id,
                                 .work = tell,
                                 .done = hand_over,
                                 .drop = drop };
    memcpy(telling->code, table->code, sizeof telling->code);
    telling->serial = connection->serial;
    telling->from = from;
    telling->changes = changes;
    telling->to = from - 1;
    telling->last = last;
    telling->viewer = play_viewer(connection);
    telling->base = find_base(server->shelf, table->id, from);
    connection->asking = true;
    telling->job.behind = batch_pending(table);
    workers_hold(server->replays, &telling->job);
}
