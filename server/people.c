/* people.c: who sits and watches where, and from which address: one stranger must not take all the
 * chairs, and whom the host does not want can be removed. */
#include <string.h>

#include "server/message.h"
#include "server/server.h"

enum { REST_MILLISECONDS = 60000 };

/* ------------------------------------------------------------------ counting */

static long chairs_at(const struct table *table, uint64_t key)
{
    long count = 0;
    for (int i = 0; i < table->chairs; i++)
        count += table->chair[i].kind == CHAIR_PERSON && table->chair[i].from == key;
    return count;
}

static long chairs_waiting(const struct server *server, uint64_t key)
{
    long count = 0;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const struct table *table = server->table[i]; table; table = table->next)
            if (table->state == HOLM_STORE_WAITING && !table->forgotten)
                count += chairs_at(table, key);
    return count;
}

static bool is_bots_alone(const struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        if (table->chair[i].kind == CHAIR_PERSON && !table->chair[i].away)
            return false;
    return table->state == HOLM_STORE_PLAYING;
}

static long bot_tables(const struct server *server, uint64_t key)
{
    long count = 0;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const struct table *table = server->table[i]; table; table = table->next)
            count += table->owner == key && is_bots_alone(table);
    return count;
}

void people_own(const struct connection *connection)
{
    struct table *table = connection->table;
    if (!table->owner && (connection->chair >= 0 || is_bots_alone(table)))
        table->owner = connection->address->key;
}

/* Bots play a few games without people for an address, whoever left them. The others wait, unless
 * somebody is there; what was waiting goes on when it may. */
static void share_bots(struct table *table)
{
    struct server *server = table->server;
    const bool alone = is_bots_alone(table), waited = table->waits;
    const long most = server->settings.limit[HOLM_LIMIT_BOT_TABLES_EACH];
    struct address *owner = alone ? address_with(server, table->owner) : NULL;
    table->waits = owner && ++owner->bot_tables > most && most && !table->connections;
    if (table->waits && !waited)
        limit_refused(server, HOLM_LIMIT_BOT_TABLES_EACH);
    if (waited && !table->waits)
        clock_plan(table);
}

void people_share_bots(struct server *server)
{
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        for (struct address *at = server->address[i]; at; at = at->next)
            at->bot_tables = 0;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            if (table->game)
                share_bots(table);
}

/* ------------------------------------------------------------------- sitting */

static bool was_removed(const struct table *table, uint64_t key)
{
    for (int i = 0; i < table->removed_count; i++)
        if (table->removed[i] == key)
            return true;
    return false;
}

static bool is_hosted_by(const struct table *table, uint64_t key)
{
    return table->host != HOLM_NONE && table->chair[table->host].from == key;
}

static bool is_resting(const struct table *table, uint64_t key)
{
    for (int i = 0; i < HOLM_SEATS; i++)
        if (table->resting[i].key == key && table->resting[i].until > monotonic_milliseconds())
            return true;
    return false;
}

/* Else one stranger could close a table in a second, and its host could do nothing about it. */
void people_rest(struct table *table, unsigned chairs)
{
    for (unsigned left = chairs; left; left = holm_bits_rest(left)) {
        const uint64_t key = table->chair[holm_bits_first(left)].from;
        if (key && !is_hosted_by(table, key))
            table->resting[table->rested++ % HOLM_SEATS] =
                (struct resting){ key, monotonic_milliseconds() + REST_MILLISECONDS };
    }
}

bool people_may_sit(struct server *server, const struct table *table, const struct address *address,
                    struct answer *answer)
{
    const uint64_t key = address->key;
    if (table && was_removed(table, key))
        answer_error(answer, REFUSE_NOT_WANTED);
    else if (table && is_resting(table, key))
        answer_error(answer, REFUSE_REST_FIRST);
    else if (table && !is_hosted_by(table, key) &&
             !limit_allows(server, HOLM_LIMIT_CHAIRS_TABLE, chairs_at(table, key)))
        answer_error(answer, REFUSE_MANY_FROM_NETWORK);
    else if (!limit_allows(server, HOLM_LIMIT_CHAIRS_EACH, chairs_waiting(server, key)))
        answer_error(answer, REFUSE_SITTING_AT_MANY);
    else
        return true;
    return false;
}

bool people_may_play_bots(struct server *server, const struct address *address)
{
    return limit_allows(server, HOLM_LIMIT_BOT_TABLES_EACH, bot_tables(server, address->key));
}

/* ------------------------------------------------------------------ watching */

bool people_may_watch(struct connection *connection, const struct table *table)
{
    struct server *server = connection->server;
    if (!table->settings.spectators)
        connection_error(connection, REFUSE_NO_SPECTATORS);
    else if (!limit_allows(server, HOLM_LIMIT_SPECTATORS, table->watching))
        connection_error(connection, REFUSE_MANY_WATCHING);
    else if (!limit_allows(server, HOLM_LIMIT_SPECTATORS_EACH, connection->address->watching))
        connection_error(connection, REFUSE_WATCHING_MANY);
    else
        return true;
    return false;
}

void people_watch(struct connection *connection)
{
    connection->chair = -1;
    connection->table->watching++;
    connection->address->watching++;
}

void people_unwatch(struct connection *connection)
{
    connection->table->watching--;
    connection->address->watching--;
}

/* ------------------------------------------------------------------ removing */

/* Not the host's own network: others at home may still want to sit down. */
static void note_removed(struct table *table, uint64_t key)
{
    if (!key || is_hosted_by(table, key) || was_removed(table, key))
        return;
    if (table->removed_count == REMOVED_MOST) {
        table->removed_count--;
        memmove(table->removed, table->removed + 1, sizeof table->removed - sizeof key);
    }
    table->removed[table->removed_count++] = key;
}

void people_remove(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    const int chair = message->chair;
    if (!seats_is_host(connection) || !round_gathering(connection))
        return;
    if (chair >= table->chairs || chair == table->host ||
        table->chair[chair].kind != CHAIR_PERSON) {
        connection_error(connection, REFUSE_NOBODY_TO_REMOVE);
        return;
    }
    note_removed(table, table->chair[chair].from);
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == chair) {
            note_removed(table, at->address->key);
            connection_error(at, REFUSE_REMOVED);
            connection_close(at);
        }
    seats_free(table, chair);
    table_mark(table);
}
