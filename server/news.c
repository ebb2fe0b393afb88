/* news.c: what other nodes did at a table that is in memory here, too. It is read from the store:
 * lines are played as if they came from here, and who is here is told, as after a moment without a
 * network. Tables at which nobody is are looked at when somebody comes. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { LIST_PAUSE = 300, LIST_MOST = 1000, DAY = 86400 }; /* the first in milliseconds */

/* ---------------------------------------------------------------------- reading */

struct following {
    struct table *table;
    bool recorded; /* its record has changed */
    bool lined; /* its log has */
    bool waits; /* more of it is being read, before anything is done */
    bool failed;
};

/* A game that was begun elsewhere, or could not follow. */
static bool needs_game(const struct table *table, int state)
{
    return table->lost ||
           (state != HOLM_STORE_WAITING && !table->game && !table->loading && table->connections);
}

/* Before the lines: what they say may depend on who sits where. */
static bool take_row(void *context, const struct holm_stored_table *stored)
{
    struct following *following = context;
    struct table *table = following->table;
    if (needs_game(table, stored->state))
        table_read_ahead(table->server->store, table->id);
    if (table->connections && stored->said > table->chats_told)
        chat_read_ahead(table->server->store, table->id, table->chats_told);
    following->waits = reading_wants(table->server);
    if (following->waits)
        return false;
    following->recorded = stored->record;
    following->failed = stored->record && !table_take_row(table, stored);
    table->due = stored->due;
    table->asked = stored->asked;
    table->driver = stored->driver;
    table->version = stored->version;
    table->chats = stored->said;
    table->chats_known = true;
    return !following->failed;
}

static bool take_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct following *following = context;
    struct table *table = following->table;
    following->lined = true;
    if (table->game && !table->lost && number > table->game->lines)
        table->lost = !table_follow_line(table, number, at, line, head);
    return table->game && !table->lost;
}

/* Nobody is here, and nothing must be done: it is looked at when somebody comes. */
static bool may_wait(const struct table *table)
{
    return !table->connections && !table->loading && !(table->game && nodes_drives(table));
}

static void close_gone(struct table *table)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_error(at, REFUSE_TABLE_CLOSED);
    table_close(table);
}

/* --------------------------------------------------------------------- telling */

/* What was so before. */
struct before {
    int state, reported, proposed;
    bool revealing, open;
};

static struct before note_before(const struct table *table)
{
    return (struct before){ table->state, table->reported, table->proposed, table->revealing,
                            table->proposal.id };
}

static void send_all(struct table *table, const char *text)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_send(at, text, strlen(text));
}

static void tell_changes(struct table *table, const struct before *before)
{
    const bool ended = before->open && (!table->proposal.id || table->proposed > before->proposed);
    if (ended && table->closed)
        send_all(table, table->closed);
    seats_tell(table);
    for (struct connection *at = table->connections; at; at = at->next) {
        if (!at->hello)
            continue;
        if (table->revealing && !before->revealing)
            round_send(at);
        if (table->reported > before->reported)
            reports_send(at);
        if (table->state == HOLM_STORE_OVER && before->state != HOLM_STORE_OVER)
            play_send_over(at);
    }
    if (table->state == HOLM_STORE_PLAYING)
        clock_reseat(table);
}

static bool read_game(struct table *table)
{
    if (!table_reload_game(table))
        return false;
    table->lost = false;
    for (struct connection *at = table->connections; at; at = at->next)
        play_send_position(at);
    return true;
}

/* ------------------------------------------------------------------- following */

/* Of a game that cannot follow nothing more is written until it was read again: no version is so
 * low. */
static bool look_again(struct table *table)
{
    table->version = -1;
    table->stale = true;
    table_read_ahead(table->server->store, table->id);
    return true;
}

/* What was read; false: there is no such table any more. */
static bool follow(struct table *table)
{
    const bool was_lost = table->lost;
    struct following following = { .table = table };
    const struct before before = note_before(table);
    const struct holm_store_news known = {
        .version = table->version,
        .line = table->game ? table->game->lines : INT32_MAX,
        .row = take_row,
        .visit = take_line,
        .context = &following,
    };
    struct holm_trouble trouble;
    int64_t version;
    table->stale = table->missed = false;
    table->server->metrics.news++;
    const bool known_now =
        holm_store_news(table->server->store, table->id, &known, &version, &trouble);
    if (!known_now || following.waits) {
        table->stale = true;
        return true; /* it is tried again */
    }
    if (table->lost && !was_lost)
        return look_again(table);
    if (!version || following.failed || (needs_game(table, table->state) && !read_game(table))) {
        close_gone(table);
        return false;
    }
    if (following.recorded) {
        seats_follow(table);
        tell_changes(table, &before);
    }
    if (following.lined && table->state == HOLM_STORE_OVER)
        screening_forget(table);
    chat_follow(table);
    push_loaded(table);
    clock_plan(table);
    if (table->news == INT64_MAX || table->news < table->version)
        table->news = table->version;
    return true;
}

struct table_reading {
    struct reading reading;
    int64_t table;
    int64_t news; /* the latest version that others had told of when it began */
};

/* What is pending may be refused because of it; if not, it is looked at when that is settled. */
static bool follow_unless_pending(struct table *table)
{
    if (batch_pending(table))
        table->news = INT64_MAX;
    return batch_pending(table) || follow(table);
}

static void read_table(struct server *server, struct reading *reading)
{
    struct table *table = table_numbered(server, ((struct table_reading *)reading)->table);
    table->reading = NULL; /* it may be closed in between */
    reading_begin(server, reading);
    const bool there = follow_unless_pending(table);
    if (!there)
        reading_leave(server, reading);
    if (there && !reading_end(server, reading)) {
        table->reading = reading;
        return;
    }
    const bool more = there && table->news > ((struct table_reading *)reading)->news;
    reading_drop(reading);
    if (more)
        news_settled(table);
}

void news_soon(struct table *table)
{
    if (table->reading)
        return;
    struct table_reading *one = must_have(sizeof *one);
    one->reading.again = read_table;
    one->table = table->id;
    one->news = table->news;
    table->reading = &one->reading;
    read_table(table->server, &one->reading);
}

bool news_follow(struct table *table)
{
    table->stale = true;
    if (reading_goes_on(table->server))
        return follow(table); /* which waits for it */
    news_soon(table);
    return true;
}

bool news_check(struct table *table)
{
    struct server *server = table->server;
    int64_t version;
    if (!server->node || batch_pending(table) || !table->stored || !nodes_live(server))
        return true; /* also where the database would keep everybody waiting */
    if (!table->stale && (!holm_store_version(server->store, table->id, &version, NULL) ||
                          version <= table->version))
        return true;
    return news_follow(table);
}

static void look(struct table *table)
{
    if (batch_pending(table))
        return; /* it is looked at when that is settled */
    table->stale = true;
    if (!may_wait(table))
        news_soon(table);
}

void news_heard(struct server *server, int64_t id, int64_t version)
{
    struct table *table = table_numbered(server, id);
    if (!table || version <= table->version)
        return;
    table->news = version > table->news ? version : table->news;
    look(table);
}

void news_settled(struct table *table)
{
    if (table->news > table->version && !batch_pending(table))
        look(table);
}

void news_check_all(struct server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (batch_pending(table))
                table->news = INT64_MAX;
            else
                look(table); /* also for who looks after it now */
        }
}

static void compare(void *context, int64_t id, int64_t version)
{
    struct table *table = table_numbered(context, id);
    if (table)
        table->missed = false;
    news_heard(context, id, version);
}

/* Those that the database does not have any more. */
static void close_missed(struct server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (table->missed)
                look(table);
        }
}

/* What nobody told: a node may have ended between writing something and telling it. */
static char *list_tables(struct server *server)
{
    enum { AT_A_TIME = 500, DIGITS = 21 };
    char *list = must_have(AT_A_TIME * DIGITS);
    struct holm_writer writer = holm_writer(list, AT_A_TIME * DIGITS);
    int count = 0;
    for (int i = 0; i < TABLE_BUCKETS && count < AT_A_TIME; i++) {
        const int bucket = (server->swept + i) % TABLE_BUCKETS;
        for (struct table *table = server->table[bucket]; table && count < AT_A_TIME;
             table = table->next) {
            table->missed = !may_wait(table) && !batch_pending(table) && table->stored;
            if (table->missed)
                holm_putf(&writer, "%c%lld", count++ ? ',' : '{', (long long)table->id);
        }
        if (count == AT_A_TIME || i == TABLE_BUCKETS - 1)
            server->swept = bucket;
    }
    holm_put(&writer, count ? "}" : "{}");
    return list;
}

/* The same are asked for until that is answered. */
static void sweep(struct server *server)
{
    struct holm_trouble trouble;
    if (!server->sweep)
        server->sweep = list_tables(server);
    const bool fine = holm_store_versions(server->store, server->sweep, compare, server, &trouble);
    if (reading_wants(server))
        return;
    if (fine)
        close_missed(server);
    free(server->sweep);
    server->sweep = NULL;
}

void news_sweep(struct server *server)
{
    if (server->node && nodes_live(server))
        reading_chore(server, CHORE_NEWS, sweep);
}

/* ---------------------------------------------------------------------- too late */

/* Who knows the game up to a line is told what follows; who has just come, everything. */
static void tell_anew(struct connection *connection, int known)
{
    struct table *table = connection->table;
    if (!connection->hello)
        return;
    if (connection->fresh) {
        seats_welcome(connection);
        return;
    }
    if (table->game && !play_send_missed(connection, known))
        play_send_position(connection);
    round_send(connection);
    if (table->state == HOLM_STORE_OVER)
        play_send_over(connection);
}

void news_late(struct table *table, int known)
{
    struct server *server = table->server;
    struct before before = note_before(table);
    before.open |= table->closed_in != 0; /* nobody was told that it ended */
    table->closed_in = 0;
    server->metrics.conflicts++;
    table->refused = table->dirty = table->finished = table->leaving = false;
    table->chats_known = false;
    push_unsay(table);
    again_late(table);
    if (damage_known(server, table->code) || !table_reload(table)) {
        if (table_absence(server, table->code)->passes)
            keeping_wake_again(server, table->id);
        close_gone(table);
        return;
    }
    push_loaded(table);
    connections_reopen(table, server->flying->number);
    seats_settled(table, UINT64_MAX, false);
    seats_follow(table);
    for (struct connection *at = table->connections; at; at = at->next)
        tell_anew(at, known);
    tell_changes(table, &before);
    chat_follow(table);
    clock_plan(table);
    table->news = table->version;
}

/* ------------------------------------------------------------------------- lobby */

static bool show(void *context, const struct holm_stored_table *stored)
{
    struct server *server = context;
    if (!stored->code || damage_known(server, stored->code))
        return true;
    struct table *table = table_in_memory(server, stored->code);
    if (!table)
        table_show(server, stored);
    else if (stored->version > table->version && !batch_pending(table))
        news_follow(table);
    return true;
}

void news_list(struct server *server)
{
    const int64_t now = monotonic_milliseconds();
    if (!server->node || now < server->listed_at + LIST_PAUSE)
        return;
    holm_store_listed(server->store, run_milliseconds() / 1000 / DAY * DAY - DAY, LIST_MOST, show,
                      server, NULL);
    if (!reading_wants(server))
        server->listed_at = now;
}

void news_of_nodes(struct server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            if (seats_elsewhere(table))
                batch_tell(table);
}
