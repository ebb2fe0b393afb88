/* queue.c: what waits to be sent to a connection. It is held until the batch that it tells of is on
 * disk, and never goes out when the batch is refused. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"

static void mark_dirty(struct connection *connection)
{
    if (connection->dirty || connection->flown) /* which lands here again */
        return;
    connection->dirty = true;
    connection->next_dirty = connection->server->dirty;
    connection->server->dirty = connection;
}

static void unlink_from(struct connection **list, const struct connection *connection)
{
    while (*list && *list != connection)
        list = &(*list)->next_dirty;
    if (*list)
        *list = connection->next_dirty;
}

void connection_unmark(struct connection *connection)
{
    unlink_from(&connection->server->dirty, connection);
    unlink_from(&connection->server->flown, connection);
    connection->dirty = connection->flown = false;
}

void queue_free(struct connection *connection)
{
    limit_queue(connection->server, connection->address, -(long)connection->room);
    free(connection->queue);
    connection->queue = NULL;
    connection->start = connection->held = connection->mark = connection->used = connection->room =
        0;
}

bool queue_reserve(struct connection *connection, size_t more)
{
    struct server *server = connection->server;
    if (connection->used + more <= connection->room)
        return true;
    if (connection->start)
        memmove(connection->queue, connection->queue + connection->start,
                connection->used - connection->start);
    connection->used -= connection->start;
    connection->held -= connection->start;
    connection->mark -= connection->mark < connection->start ? connection->mark : connection->start;
    connection->start = 0;
    if (!limit_allows(server, HOLM_LIMIT_UNSENT, (long)(connection->used + more - 1)))
        return false;
    if (connection->used + more <= connection->room)
        return true;
    const long growth = (long)(connection->used + more - connection->room);
    if (!limit_queue(server, connection->address, growth))
        return false;
    /* Its own queue may have been the longest of all, and given up. */
    char *queue = connection->shed ? NULL : realloc(connection->queue, connection->used + more);
    if (!queue) {
        limit_queue(server, connection->address, -growth);
        return false;
    }
    connection->queue = queue;
    connection->room = connection->used + more;
    return true;
}

bool queue_add(struct connection *connection, const void *bytes, size_t count)
{
    if (!queue_reserve(connection, count))
        return false;
    memcpy(connection->queue + connection->used, bytes, count);
    connection->used += count;
    mark_dirty(connection);
    return true;
}

/* Who reads too slowly is dropped, and may come back for a position. */
void connection_send(struct connection *connection, const char *text, size_t length)
{
    if (connection->closing || socket_frame(connection->wire, text, length))
        return;
    connection_shed(connection);
}

void connection_count_error(struct connection *connection)
{
    if (!limit_allows(connection->server, HOLM_LIMIT_ERRORS, connection->errors++))
        connection_close(connection);
}

void connection_error(struct connection *connection, int refusal)
{
    connection_error_because(connection, refusal, refusal_rows[refusal].text);
}

void connection_error_because(struct connection *connection, int refusal, const char *text)
{
    char buffer[512];
    struct holm_writer writer = holm_writer(buffer, sizeof buffer);
    holm_put(&writer, "{\"type\":\"error\"");
    holm_json_put_word(&writer, "error", refusal_rows[refusal].code);
    holm_json_key(&writer, "text");
    holm_json_string(&writer, text);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
    connection->server->metrics.errors++;
    connection_count_error(connection);
}

static void send_refused(struct connection *connection, int id, const char *error, const char *rule,
                         const char *text)
{
    char buffer[1024];
    struct holm_writer writer = holm_writer(buffer, sizeof buffer);
    holm_put(&writer, "{\"type\":\"refused\"");
    holm_json_put_number(&writer, "id", id);
    holm_json_put_word(&writer, "error", error);
    holm_json_put_word(&writer, "rule", rule);
    holm_json_key(&writer, "text");
    holm_json_string(&writer, text);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
}

void connection_refuse(struct connection *connection, int id, int refusal)
{
    connection_refuse_because(connection, id, refusal, refusal_rows[refusal].text);
}

void connection_refuse_because(struct connection *connection, int id, int refusal, const char *text)
{
    send_refused(connection, id, refusal_rows[refusal].code, NULL, text);
}

void connection_refuse_rule(struct connection *connection, int id, int error)
{
    const struct holm_reason *reason = holm_reason(error);
    send_refused(connection, id, reason->name, reason->rule[0] ? reason->rule : NULL, reason->text);
}

void connection_tells_of(struct connection *connection, const struct table *table)
{
    memcpy(connection->about, table->code, sizeof connection->about);
}

/* The table that it is told of; NULL: none. */
static const struct table *told_of(const struct connection *connection)
{
    if (connection->table || !connection->about[0])
        return connection->table;
    return table_in_memory(connection->server, connection->about);
}

/* Whether nothing that is not on disk yet is told to a connection. */
static bool is_free(const struct connection *connection)
{
    const struct table *table = told_of(connection);
    return !table || !batch_pending(table);
}

void connections_release(struct server *server)
{
    struct connection *at = server->dirty;
    server->dirty = NULL;
    for (struct connection *next; at; at = next) {
        next = at->next_dirty;
        at->dirty = false;
        if (is_free(at)) {
            at->held = at->used;
            at->about[0] = '\0';
            at->fresh = false;
            socket_flush(at->wire);
        } else {
            mark_dirty(at);
        }
    }
}

void connections_fly(struct server *server)
{
    struct connection *at = server->dirty;
    server->dirty = NULL;
    for (struct connection *next; at; at = next) {
        next = at->next_dirty;
        at->dirty = false;
        if (is_free(at)) {
            mark_dirty(at);
            continue;
        }
        at->flown = true;
        at->fresh_flown = at->fresh;
        at->mark = at->used;
        at->next_dirty = server->flown;
        server->flown = at;
    }
}

void connections_land(struct server *server)
{
    struct connection *at = server->flown;
    server->flown = NULL;
    for (struct connection *next; at; at = next) {
        next = at->next_dirty;
        at->flown = false;
        at->held = at->mark > at->held ? at->mark : at->held;
        at->fresh &= !at->fresh_flown;
        if (at->used > at->held || at->closing)
            mark_dirty(at); /* before: what is dirty is not closed yet */
        socket_flush(at->wire);
    }
}

static void cut(struct connection *connection)
{
    connection->used = connection->mark = connection->held;
}

void connections_keep(struct table *table)
{
    for (struct connection *at = table->connections; at; at = at->next) {
        at->held = at->used;
        at->fresh = false;
    }
}

void connections_cut(struct table *table)
{
    for (struct connection *at = table->connections; at; at = at->next)
        cut(at);
}

static void revoke(struct connection *at)
{
    for (; at; at = at->next_dirty) {
        const struct table *table = told_of(at);
        if (!table || !table->refused)
            continue;
        cut(at);
        if (!at->table)
            connection_error(at, REFUSE_TABLE_UNREAD); /* the hello may be good after all */
    }
}

void connections_revoke(struct server *server)
{
    revoke(server->dirty);
    revoke(server->flown);
}

void connection_close(struct connection *connection)
{
    connection->closing = true;
    mark_dirty(connection);
}

void connection_close_then(struct connection *connection)
{
    if (!connection->closing)
        connection->closing_in = batch_number(connection->server);
    connection_close(connection);
}

void connections_reopen(struct table *table, uint64_t batch)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->closing_in >= batch && !at->shed) {
            at->closing = false;
            at->closing_in = 0;
        }
}

void connection_shed(struct connection *connection)
{
    connection->server->metrics.dropped += !connection->shed;
    connection->shed = true;
    queue_free(connection);
    connection_close(connection);
}
