/* batch.c: the writes of one turn of the loop, in one transaction. Nobody is told of anything
 * before it is on disk; when the store refuses, the tables go back to what it holds. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/log.h"

/* Room for one more in an array that grows. */
static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    array = realloc(array, (size_t)*room * size);
    if (!array)
        abort(); /* what hangs on the transaction must not be forgotten */
    return array;
}

void batch_table(struct table *table)
{
    struct server *server = table->server;
    if (table->noted)
        return;
    table->noted = true;
    server->changed =
        grown(server->changed, server->changed_count, &server->changed_room, sizeof table);
    server->changed[server->changed_count++] = table;
}

void batch_tell(struct table *table)
{
    struct server *server = table->server;
    if (table->told)
        return;
    table->told = true;
    server->told = grown(server->told, server->told_count, &server->told_room, sizeof table);
    server->told[server->told_count++] = table;
}

void batch_act(struct connection *connection, int id)
{
    struct server *server = connection->server;
    server->acts = grown(server->acts, server->act_count, &server->act_room, sizeof *server->acts);
    server->acts[server->act_count++] = (struct pending_act){ connection, id };
}

void batch_forget(struct connection *connection)
{
    struct server *server = connection->server;
    for (int i = 0; i < server->act_count; i++)
        if (server->acts[i].by == connection)
            server->acts[i].by = NULL;
}

/* ------------------------------------------------------------------- writing */

/* The next line of a table's log. */
static void append(struct table *table, int number, const char *line)
{
    struct server *server = table->server;
    batch_table(table);
    game_chain(table->game, number, line);
    if (!server->broken)
        server->broken = !holm_store_begin(server->store, &server->failure) ||
                         !holm_store_append(server->store, table->id, number, now_milliseconds(),
                                            line, game_head(table->game, number), &server->failure);
}

void batch_line(struct table *table, const struct holm_action *action,
                const struct holm_log_maker *maker)
{
    struct game *game = table->game;
    char line[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    holm_log_action_by(&writer, &game->board, game->seq, action, &game->chance, maker);
    append(table, game->seq, line);
}

void batch_seal(struct table *table, int chair, const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    struct game *game = table->game;
    char line[512];
    struct holm_writer writer = holm_writer(line, sizeof line);
    holm_log_seal(&writer, game->lines + 1, chair, signature);
    append(table, game->lines + 1, line);
    game->sealed |= 1u << chair;
}

static bool put_table(struct table *table)
{
    struct server *server = table->server;
    struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
    table_record(&writer, table);
    table->changed = now_milliseconds() / 1000;
    struct holm_stored_table stored = {
        .id = table->id,
        .code = table->code,
        .state = table->state,
        .changed = table->changed,
        .record = server->answer,
        .header = table->header,
    };
    const bool fine =
        holm_store_begin(server->store, &server->failure) &&
        (table->forgotten ? holm_store_forget(server->store, table->id, &server->failure)
                          : holm_store_put(server->store, &stored, &server->failure));
    if (fine)
        table->id = stored.id;
    return fine;
}

static bool write_all(struct server *server)
{
    for (int i = 0; i < server->changed_count && !server->broken; i++)
        server->broken = server->changed[i]->dirty && !put_table(server->changed[i]);
    if (server->broken)
        return false;
    const int64_t from = lws_now_usecs();
    const bool fine = holm_store_commit(server->store, &server->failure);
    server->metrics.commit_microseconds += (uint64_t)(lws_now_usecs() - from);
    server->metrics.commits++;
    return fine;
}

/* ------------------------------------------------------------ when it fails */

/* Nobody is left at it. */
static void close_table(struct table *table)
{
    while (table->connections) {
        struct connection *connection = table->connections;
        connection_close(connection);
        seats_gone(connection);
    }
    table->told = false;
    for (int i = 0; i < table->server->told_count; i++)
        if (table->server->told[i] == table)
            table->server->told[i--] = table->server->told[--table->server->told_count];
    table_drop(table);
}

/* Back to what the store holds; a table that it does not know never was. */
static void take_back(struct table *table)
{
    if (table_reload(table)) {
        for (struct connection *at = table->connections; at; at = at->next)
            seats_welcome(at);
        if (table->game || table->revealing)
            clock_plan(table);
        return;
    }
    close_table(table);
}

static void fail(struct server *server)
{
    holm_store_rollback(server->store);
    connections_revoke(server);
    for (int i = 0; i < server->act_count; i++)
        if (server->acts[i].by)
            connection_refuse(server->acts[i].by, server->acts[i].id, "storage", NULL,
                              "The server cannot write it down just now. Please try again.");
    if (!server->failed)
        fprintf(stderr, "holm serve: nothing can be stored: %s\n", server->failure.text);
    server->metrics.commit_failures++;
}

static void tell_all(struct server *server)
{
    for (int i = 0; i < server->told_count; i++) {
        server->told[i]->told = false;
        seats_tell(server->told[i]);
    }
    server->told_count = 0;
}

/* Writes what there is; false: all of it was refused, and taken back. */
static bool commit(struct server *server)
{
    const bool fine = write_all(server);
    const int count = server->changed_count;
    if (fine && server->failed)
        fprintf(stderr, "holm serve: storing works again\n");
    if (!fine)
        fail(server);
    server->changed_count = server->act_count = 0;
    server->failed = !fine;
    server->broken = false;
    for (int i = 0; i < count; i++) {
        struct table *table = server->changed[i];
        table->noted = table->dirty = false;
        if (!fine)
            take_back(table);
        else if (table->forgotten)
            close_table(table);
    }
    return fine;
}

bool batch_settle(struct server *server)
{
    tell_all(server);
    const bool fine = !server->changed_count || commit(server);
    tell_all(server);
    connections_release(server);
    return fine;
}
