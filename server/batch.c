/* batch.c: the writes of one turn of the loop, in one transaction. Nobody is told of anything
 * before it is on disk. When the store refuses, the tables go back to what it holds: all of them,
 * or one alone where only its rows are the matter. */
#include <stdlib.h>
#include <string.h>

#include "server/cheat.h"
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

/* What a table did in this turn is not stored; while the transaction is there, others' is. */
static void refuse_table(struct table *table, const struct holm_trouble *trouble)
{
    struct server *server = table->server;
    table->refused = true;
    if (holm_store_begun(server->store)) {
        fprintf(stderr, "holm serve: table %s cannot be stored: %s\n", table->code, trouble->text);
        return;
    }
    server->broken = true;
    server->failure = *trouble;
    if (holm_store_damaged(server->store)) /* the others can go on next time */
        damage_note(server, table->code, table->first_line, trouble->text);
}

/* The next line of a table's log. */
static void append(struct table *table, int number, const char *line)
{
    struct server *server = table->server;
    struct holm_trouble trouble;
    batch_table(table);
    game_chain(table->game, number, line);
    if (server->broken || table->refused)
        return;
    if (!table->first_line)
        table->first_line = number;
    if (!holm_store_begin(server->store, &trouble) ||
        !holm_store_append(server->store, table->id, number, pauses_game_time(table), line,
                           game_head(table->game, number), &trouble))
        refuse_table(table, &trouble);
    else
        disk_wrote(table, line);
}

void batch_line(struct table *table, const struct holm_action *action,
                const struct holm_log_maker *maker)
{
    struct game *game = table->game;
    char line[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    CHEAT_WITH_LINE(table, action, maker);
    holm_log_action_by(&writer, &game->board, game->seq, action, &game->chance, maker);
    append(table, game->seq, line);
}

void batch_people(struct table *table, const char *line)
{
    append(table, table->game->seq, line);
}

void batch_seal(struct table *table, int chair, const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    struct game *game = table->game;
    char line[512];
    struct holm_writer writer = holm_writer(line, sizeof line);
    holm_log_seal(&writer, game->lines + 1, chair, signature);
    append(table, game->lines + 1, line);
    game->sealed |= holm_bit(chair);
}

static bool put_table(struct table *table, struct holm_trouble *trouble)
{
    struct server *server = table->server;
    struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
    table_record(&writer, table);
    table->changed = run_milliseconds() / 1000;
    struct holm_stored_table stored = {
        .id = table->id,
        .code = table->code,
        .state = table->state,
        .changed = table->changed,
        .record = server->answer,
        .header = table->header,
        .listed = table->settings.listed,
    };
    if (!holm_store_put(server->store, &stored, trouble))
        return false;
    if (!table->id)
        disk_wrote(table, server->answer);
    table->id = stored.id;
    return true;
}

/* The store may have an earlier time than is true, which costs a look, but never a later one. */
static bool put_due(struct table *table, struct holm_trouble *trouble)
{
    const int64_t due = table_due(table);
    if (due >= table->due && (table->state == HOLM_STORE_PLAYING || due == table->due))
        return true;
    table->due = due;
    return holm_store_set_due(table->server->store, table->id, due, trouble);
}

static bool write_table(struct table *table, struct holm_trouble *trouble)
{
    struct holm_store *store = table->server->store;
    if (!holm_store_begin(store, trouble))
        return false;
    if (table->forgotten)
        return !table->id || holm_store_forget(store, table->id, trouble);
    return (!table->dirty || put_table(table, trouble)) && put_due(table, trouble);
}

/* The lines of a table that was refused must not stay without the rest. */
static bool take_lines_out(struct table *table, struct holm_trouble *trouble)
{
    return !table->first_line ||
           holm_store_cut(table->server->store, table->id, table->first_line, trouble);
}

static bool write_all(struct server *server)
{
    struct holm_trouble trouble;
    for (int i = 0; i < server->changed_count && !server->broken; i++) {
        struct table *table = server->changed[i];
        if (!table->refused && !write_table(table, &trouble))
            refuse_table(table, &trouble);
        if (table->refused && !server->broken && !take_lines_out(table, &trouble)) {
            server->broken = true;
            server->failure = trouble;
        }
    }
    if (server->broken)
        return false;
    const uint64_t from = uv_hrtime();
    const bool fine = holm_store_commit(server->store, &server->failure);
    server->metrics.commit_microseconds += (uv_hrtime() - from) / 1000;
    server->metrics.commits++;
    return fine;
}

/* ------------------------------------------------------------ when it fails */

/* Nobody is left at it. */
void table_close(struct table *table)
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

/* Back to what the store holds; a table that it does not know never was. A game that cannot be
 * read just now must not wait until somebody asks for it. */
static void take_back(struct table *table)
{
    struct server *server = table->server;
    table->refused = false;
    if (damage_known(server, table->code) || !table_reload(table)) {
        if (table->id && table_absence(server, table->code)->passes)
            keeping_wake_again(server, table->id);
        table_close(table);
        return;
    }
    seats_settled(table, false);
    for (struct connection *at = table->connections; at; at = at->next)
        seats_welcome(at);
}

void batch_failed(struct server *server, const struct holm_trouble *trouble)
{
    if (!server->failed)
        fprintf(stderr, "holm serve: nothing can be stored: %s\n", trouble->text);
    server->failure = *trouble;
    server->failed = true;
}

void batch_works(struct server *server)
{
    if (server->failed)
        fprintf(stderr, "holm serve: storing works again\n");
    server->failed = false;
}

/* What is held for the tables that were refused never happened; `noted` marks them. */
static void revoke_refused(struct server *server)
{
    connections_revoke(server);
    for (int i = 0; i < server->act_count; i++) {
        struct connection *by = server->acts[i].by;
        if (by && by->table && by->table->refused)
            connection_refuse(by, server->acts[i].id, REFUSE_NOT_STORED);
    }
}

static void tell_all(struct server *server)
{
    for (int i = 0; i < server->told_count; i++) {
        server->told[i]->told = false;
        seats_tell(server->told[i]);
    }
    server->told_count = 0;
}

static void end_writing(struct server *server, bool fine)
{
    if (fine) {
        batch_works(server);
        return;
    }
    holm_store_rollback(server->store);
    batch_failed(server, &server->failure);
    server->metrics.commit_failures++;
}

/* Writes what there is, and takes back what is refused. */
static void commit(struct server *server)
{
    const bool fine = write_all(server);
    const int count = server->changed_count;
    bool refused = false;
    end_writing(server, fine);
    for (int i = 0; i < count; i++) {
        struct table *table = server->changed[i];
        table->noted = table->refused = table->refused || !fine;
        refused |= table->refused;
    }
    if (refused)
        revoke_refused(server);
    server->changed_count = server->act_count = 0;
    server->broken = false;
    for (int i = 0; i < count; i++) {
        struct table *table = server->changed[i];
        const bool was_dirty = table->dirty;
        table->noted = table->dirty = false;
        if (table->first_line && table->state == HOLM_STORE_OVER)
            screening_forget(table); /* somebody has signed the end */
        table->first_line = 0;
        if (table->refused && server->awaited == table)
            server->awaited = NULL;
        if (table->refused)
            take_back(table);
        else if (table->forgotten)
            table_close(table);
        else if (was_dirty)
            seats_settled(table, true);
    }
}

void batch_settle(struct server *server)
{
    tell_all(server);
    if (server->changed_count)
        commit(server);
    tell_all(server);
    connections_release(server);
    workers_release(server->replays);
}

bool batch_settle_table(struct server *server, struct table *table)
{
    server->awaited = table;
    batch_settle(server);
    const bool fine = server->awaited;
    server->awaited = NULL;
    return fine;
}
