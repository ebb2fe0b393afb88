/* loading.c: games that are not in memory come back. A worker reads and replays the log, and who
 * wants the game waits for it, several for the same one: a long game takes some tenths of a second,
 * and nobody else is to notice. At a table without its game nobody can do anything, and such a
 * table stays in memory while its game is being read; so nothing is added to the log meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

struct loading {
    struct job job;
    struct table table; /* for the worker: what it must know of the one in memory, and its game */
    uint64_t payer; /* key of the address that pays for the lines, or 0 */
    bool woken; /* keeping.c waits for it */
    struct connection *waiting;
    struct load_fault fault;
    int64_t version; /* of the table, where nodes share the database; 0: it is gone, or not known */
};

static void loading_free(struct loading *loading)
{
    game_free(loading->table.game);
    free(loading);
}

/* ------------------------------------------------------------------ on a worker */

static void load(struct job *job, struct desk *desk)
{
    struct loading *loading = (struct loading *)job;
    struct holm_store *store = desk_store(desk, &loading->fault.trouble);
    const bool fine = store && game_load(&loading->table, store, &loading->fault);
    if (store && holm_store_is_shared(store))
        holm_store_version(store, job->table, &loading->version, NULL);
    if (!fine)
        desk_clear(desk);
}

/* --------------------------------------------------------------------- waiting */

static void wait_for(struct connection *connection, struct loading *loading)
{
    connection->awaits = loading;
    connection->next = loading->waiting;
    loading->waiting = connection;
}

void loading_leave(struct connection *connection)
{
    struct connection **at = connection->awaits ? &connection->awaits->waiting : NULL;
    while (at && *at != connection)
        at = &(*at)->next;
    if (at)
        *at = connection->next;
    connection->awaits = NULL;
    free(connection->unheard);
    connection->unheard = NULL;
    connection->unheard_used = 0;
}

bool loading_keep(struct connection *connection, const char *text, size_t length)
{
    if (!connection->unheard)
        connection->unheard = malloc(MESSAGE_MAX + 1);
    if (!connection->unheard || connection->unheard_used + length > MESSAGE_MAX)
        return false;
    memcpy(connection->unheard + connection->unheard_used, text, length + 1);
    connection->unheard_used += length + 1;
    return true;
}

void loading_hear_kept(struct connection *connection)
{
    char *unheard = connection->unheard;
    const size_t used = connection->unheard_used;
    connection->unheard = NULL; /* before it is heard: there may be another hello in it */
    connection->unheard_used = 0;
    for (size_t at = 0; at < used && !connection->closing; at += strlen(unheard + at) + 1)
        connection_hear(connection, unheard + at, strlen(unheard + at));
    free(unheard);
}

static void arrive(struct connection *connection, struct table *table,
                   const struct absence *absence)
{
    char *unheard = connection->unheard;
    const size_t used = connection->unheard_used;
    connection->unheard = NULL;
    loading_leave(connection);
    connection->unheard = unheard;
    connection->unheard_used = used;
    if (table && !connection->closing) {
        connection_hear_hello(connection);
        return;
    }
    if (!table)
        connection_error(connection, absence->refusal);
    reading_drop(connection->hello_reading);
    connection->hello_reading = NULL;
    loading_hear_kept(connection);
}

/* ----------------------------------------------------------------- handing over */

/* The table gets its game; NULL: there is none, or the table has gone. */
static struct table *take_game(struct server *server, struct loading *loading)
{
    struct table *table = table_in_memory(server, loading->table.code);
    if (!table || table->loading != loading)
        return NULL;
    table->loading = NULL;
    if (!table->game) {
        table->game = loading->table.game;
        loading->table.game = NULL;
        if (table->game)
            folding_adopt(server, table->game);
        push_loaded(table);
    }
    if (table->game) {
        clock_plan(table);
        if (server->node && loading->version != table->version)
            news_soon(table); /* it was played on meanwhile */
        return table;
    }
    if (!table->connections && !batch_pending(table) && !table->told)
        table_drop(table); /* it is tried again when somebody comes */
    return NULL;
}

static void pay(struct server *server, const struct loading *loading)
{
    struct address *address = loading->payer ? address_with(server, loading->payer) : NULL;
    if (address && loading->table.game)
        address_pay_reading(address, loading->table.game->lines);
}

/* A log that does not fit is damaged, unless another file lies where the database was. */
static void note_damage(struct server *server, const struct loading *loading)
{
    const struct load_fault *fault = &loading->fault;
    struct holm_trouble trouble;
    if (fault->damaged && server_store_there(server, &trouble) &&
        loading->version == loading->table.version)
        damage_note(server, loading->table.code, fault->line, fault->trouble.text);
}

static void hand_over(struct server *server, struct job *job)
{
    struct loading *loading = (struct loading *)job;
    pay(server, loading);
    note_damage(server, loading);
    struct table *table = take_game(server, loading);
    const struct absence *absence = table_unread(server, loading->table.code);
    if (loading->woken)
        keeping_woken(server, job->table, !table && absence->passes);
    while (loading->waiting)
        arrive(loading->waiting, table, absence);
    loading_free(loading);
}

/* The server stops. */
static void drop(struct job *job)
{
    struct loading *loading = (struct loading *)job;
    while (loading->waiting)
        loading_leave(loading->waiting);
    loading_free(loading);
}

/* ------------------------------------------------------------------------ asking */

static struct loading *begin(struct table *table, uint64_t owner)
{
    struct loading *loading = calloc(1, sizeof *loading);
    if (!loading)
        return NULL;
    loading->job = (struct job){
        .owner = owner, .table = table->id, .work = load, .done = hand_over, .drop = drop
    };
    struct table *copy = &loading->table;
    copy->id = table->id;
    copy->version = table->version;
    copy->settings = table->settings;
    copy->chairs = table->chairs;
    copy->started = table->started;
    copy->paused_at = table->paused_at;
    copy->pauses = table->pauses;
    copy->first_draw = table->first_draw;
    memcpy(copy->code, table->code, sizeof copy->code);
    memcpy(copy->chair, table->chair, sizeof copy->chair);
    memcpy(copy->fair.chair_of, table->fair.chair_of, sizeof copy->fair.chair_of);
    table->loading = loading;
    loading->job.behind = batch_pending(table);
    workers_hold(table->server->replays, &loading->job);
    return loading;
}

/* To replay a game takes long; only who plays in it may have that for nothing. */
static bool may_ask(struct connection *connection)
{
    struct server *server = connection->server;
    if (address_take_heavy(server, connection->address) &&
        limit_allows(server, HOLM_LIMIT_JOBS, workers_waiting(server->replays)))
        return true;
    server->metrics.jobs_refused++;
    connection_error(connection, REFUSE_HELLO_TOO_FAST);
    return false;
}

void loading_ask(struct connection *connection, struct table *table)
{
    const bool pays = table->state != HOLM_STORE_PLAYING || connection->chair < 0;
    const uint64_t key = connection->address->key;
    if (table->loading) {
        table->server->metrics.jobs_shared++;
    } else if (pays && !may_ask(connection)) {
        return;
    } else if (!begin(table, key)) {
        connection_error(connection, REFUSE_NO_MEMORY);
        return;
    } else {
        table->loading->payer = pays ? key : 0;
    }
    wait_for(connection, table->loading);
}

bool loading_wake(struct table *table)
{
    if (!table->loading && !begin(table, 0))
        return false;
    table->server->waking += !table->loading->woken;
    table->loading->woken = true;
    return true;
}
