/* people.c: who sits and watches where, and from which address: one stranger must not take all the
 * chairs, and whom the host does not want can be removed. */
#include <sodium.h>
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

bool people_unwanted(const struct table *table, uint64_t key, int64_t person)
{
    for (int i = 0; i < table->removed_count; i++)
        if ((key && table->removed[i].key == key) || (person && table->removed[i].person == person))
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
    if (table && people_unwanted(table, key, 0))
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

bool people_would_fit(const struct table *table, const struct address *address, int64_t person)
{
    const long most = table->server->settings.limit[HOLM_LIMIT_CHAIRS_TABLE];
    const uint64_t key = address->key;
    for (int i = 0; i < table->chairs; i++)
        if (person && table->chair[i].known.person == person)
            return false;
    return !people_unwanted(table, key, person) && !is_resting(table, key) &&
           (!most || is_hosted_by(table, key) || chairs_at(table, key) < most);
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
static void note_removed(struct table *table, uint64_t key, int64_t person)
{
    const struct removed one = { is_hosted_by(table, key) ? 0 : key, person };
    if ((!one.key || people_unwanted(table, one.key, 0)) &&
        (!person || people_unwanted(table, 0, person)))
        return;
    if (table->removed_count == REMOVED_MOST) {
        table->removed_count--;
        memmove(table->removed, table->removed + 1, sizeof table->removed - sizeof one);
    }
    table->removed[table->removed_count++] = one;
}

static uint64_t beginning(const uint8_t hash[HOLM_HASH_BYTES])
{
    uint64_t bytes;
    memcpy(&bytes, hash, sizeof bytes);
    return bytes;
}

bool people_is_cut_off(const struct table *table, const uint8_t hash[HOLM_HASH_BYTES])
{
    for (unsigned i = 0; i < HOLM_SEATS && i < table->cut_count; i++)
        if (table->cut_off[i] == beginning(hash))
            return true;
    return false;
}

static void note_cut_off(struct table *table, const uint8_t hash[HOLM_HASH_BYTES])
{
    if (table->server->node && !sodium_is_zero(hash, HOLM_HASH_BYTES))
        table->cut_off[table->cut_count++ % HOLM_SEATS] = beginning(hash);
}

void people_cut_off(struct table *table, int chair, int refusal)
{
    const int64_t person = table->chair[chair].known.person;
    batch_table(table); /* before anybody is told */
    note_cut_off(table, table->chair[chair].token);
    for (int i = 0; i < DEVICES_MOST; i++)
        note_cut_off(table, table->chair[chair].device[i]);
    note_removed(table, table->chair[chair].from, person);
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == chair) {
            note_removed(table, at->address->key, person);
            connection_error(at, refusal);
            connection_close_then(at);
        }
}

bool people_may_return(const struct chair *chair)
{
    return chair->kind == CHAIR_PERSON && !sodium_is_zero(chair->token, sizeof chair->token);
}

void people_pass_host_on(struct table *table, int from)
{
    int to = from;
    for (int i = table->chairs - 1; i >= 0; i--) {
        const struct chair *chair = &table->chair[i];
        const bool here = seats_here(chair) && !chair->away;
        if (i != from && people_may_return(chair) && (here || to == from))
            to = i;
    }
    table->host = (uint8_t)to;
}

void people_expel(struct table *table, int i, int refusal)
{
    struct chair *chair = &table->chair[i];
    people_cut_off(table, i, refusal);
    table_revoke(chair);
    chair->away = true;
    table->rated = false; /* what others decide about somebody counts for nobody */
    if (table->host == i)
        people_pass_host_on(table, i);
    table_mark(table);
    clock_reseat(table);
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
    people_cut_off(table, chair, REFUSE_REMOVED);
    seats_free(table, chair);
    batch_unsay(table, chair);
    table_mark(table);
}
