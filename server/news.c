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
    bool lost; /* its game cannot follow, and is to be read again */
    bool failed;
};

/* Before the lines: what they say may depend on who sits where. */
static bool take_row(void *context, const struct holm_stored_table *stored)
{
    struct following *following = context;
    struct table *table = following->table;
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
    if (table->game && number > table->game->lines)
        following->lost = !table_follow_line(table, number, at, line, head);
    return table->game && !following->lost;
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

/* A game that was begun elsewhere, or that could not follow. */
static bool read_game(struct table *table)
{
    if (!table_reload_game(table))
        return false;
    for (struct connection *at = table->connections; at; at = at->next)
        play_send_position(at);
    return true;
}

/* ------------------------------------------------------------------- following */

static bool needs_game(const struct table *table)
{
    return table->state != HOLM_STORE_WAITING && !table->game && !table->loading &&
           table->connections;
}

bool news_follow(struct table *table)
{
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
    if (!holm_store_news(table->server->store, table->id, &known, &version, &trouble)) {
        table->stale = true;
        return true; /* it is tried again */
    }
    if (!version || following.failed ||
        ((following.lost || needs_game(table)) && !read_game(table))) {
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
    table->news = table->version;
    return true;
}

bool news_check(struct table *table)
{
    struct server *server = table->server;
    int64_t version;
    if (!server->node || batch_pending(table) || !table->stored || !nodes_live(server))
        return true; /* also where the database would keep everybody waiting */
    if (!table->stale && (!holm_store_version(server->store, table->id, &version, NULL) ||
                          version == table->version))
        return true;
    return news_follow(table);
}

static void look(struct table *table)
{
    if (batch_pending(table))
        return; /* it is looked at when that is settled */
    if (may_wait(table))
        table->stale = true;
    else
        news_follow(table);
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
            else if (may_wait(table))
                table->stale = true;
            else
                news_follow(table); /* also for who looks after it now */
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
            if (table->missed && !batch_pending(table))
                news_follow(table);
        }
}

/* What nobody told: a node may have ended between writing something and telling it. */
void news_sweep(struct server *server)
{
    enum { AT_A_TIME = 500, DIGITS = 21 };
    char list[AT_A_TIME * DIGITS];
    struct holm_writer writer = holm_writer(list, sizeof list);
    struct holm_trouble trouble;
    int count = 0;
    if (!server->node || !nodes_live(server))
        return;
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
    holm_put_char(&writer, '}');
    if (count && holm_store_versions(server->store, list, compare, server, &trouble))
        close_missed(server);
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
    server->listed_at = now;
    holm_store_listed(server->store, run_milliseconds() / 1000 - DAY, LIST_MOST, show, server,
                      NULL);
}

void news_of_nodes(struct server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            if (seats_elsewhere(table))
                batch_tell(table);
}
