/* limits.c: how much strangers may take: one table, and what counts against it. */
#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/server.h"

enum {
    IDLE_MILLISECONDS = 2 * 3600 * 1000, /* longer than any bucket takes to fill */
    LINES_PAID = 500, /* of a game that is read, with one heavy request */
};

/* ----------------------------------------------------------------- the table */

enum { MANY = 1000000, KIB = 1024, MIB = 1024 * KIB, GIB = 1024 * MIB };

#define ALL     "in all"
#define ADDRESS "each address"
#define TABLE   "each table"
#define PERSON  "each person"
#define SOCKET  "each WebSocket"

/* ORDER: enum holm_limit. docs/server.md and man/holm-serve.1 have the same rows. */
const struct holm_limit_row holm_limits[HOLM_LIMITS] = {
    { "connections", ALL, 20000, 0, MANY, "", "WebSockets", 0, 0 },
    { "connections-each", ADDRESS, 64, 0, MANY, "", "WebSockets", 0, 0 },
    { "sockets", ALL, 0, 0, MANY, "", "connections of any kind", 0, 0 },
    { "sockets-each", ADDRESS, 128, 0, MANY, "", "connections of any kind", 0, 0 },
    { "half-requests", ALL, 2000, 0, MANY, "", "requests that are not complete", 0, 0 },
    { "half-requests-each", ADDRESS, 32, 0, MANY, "", "requests that are not complete", 0, 0 },
    { "unsent", SOCKET, 1 * MIB, 64 * KIB, GIB, "bytes", "what waits for a slow reader", 0, 0 },
    { "unsent-each", ADDRESS, 32 * MIB, 0, GIB, "bytes", "what waits for slow readers", 0, 0 },
    { "unsent-all", ALL, 256 * MIB, 0, GIB, "bytes", "what waits for slow readers", 0, 0 },
    { "tables", ALL, 10000, 0, MANY, "", "tables in memory", 0, 0 },
    { "tables-each", ADDRESS, 60, 0, MANY, "an hour", "new tables", 3600, 1 },
    { "bot-tables-each", ADDRESS, 4, 0, MANY, "", "games of bots alone", 0, 0 },
    { "chairs-each", ADDRESS, 8, 0, MANY, "", "chairs at tables that wait", 0, 0 },
    { "chairs-table", ADDRESS, 4, 0, MANY, "", "chairs at one table of another host", 0, 0 },
    { "spectators", TABLE, 50, 0, MANY, "", "spectators", 0, 0 },
    { "spectators-each", ADDRESS, 20, 0, MANY, "", "tables watched", 0, 0 },
    { "game-actions", TABLE, 12000, 0, MANY, "", "actions of a game", 0, 0 },
    { "disk", ALL, 8192, 0, MANY, "", "MiB on disk", 0, 0 },
    { "disk-each", ADDRESS, 16, 0, MANY, "an hour", "MiB written for its tables", 3600, 1 },
    { "requests", ADDRESS, 20, 1, MANY, "a second", "HTTP requests", 1, 5 },
    { "heavy", ADDRESS, 120, 1, MANY, "a minute", "replays, logs, proofs, histories", 60, 0.25f },
    { "jobs", ALL, 256, 0, MANY, "", "jobs that wait for a worker", 0, 0 },
    { "jobs-each", ADDRESS, 4, 0, MANY, "", "logs, replays and proofs being made", 0, 0 },
    { "shelf", ALL, 64 * MIB, 64 * KIB, GIB, "bytes", "what was made of logs", 0, 0 },
    { "messages", PERSON, 20, 1, MANY, "a second", "messages", 1, 3 },
    { "actions", PERSON, 20, 1, MANY, "a second", "actions in a game", 1, 3 },
    { "chats", PERSON, 30, 1, MANY, "a minute", "lines of chat", 60, 1 / 6.0f },
    { "proposals", PERSON, 12, 1, MANY, "an hour", "proposals to the others", 3600, 0.25f },
    { "errors", SOCKET, 20, 1, MANY, "", "messages not understood", 0, 0 },
    { "admin", ADDRESS, 60, 1, MANY, "a minute", "requests of the admin page", 60, 0.5f },
};

void limits_usual(long limit[HOLM_LIMITS])
{
    for (int i = 0; i < HOLM_LIMITS; i++)
        limit[i] = holm_limits[i].usual;
}

void limit_refused(struct server *server, enum holm_limit limit)
{
    server->metrics.limited[limit]++;
}

bool limit_allows(struct server *server, enum holm_limit limit, long amount)
{
    const long most = server->settings.limit[limit];
    if (!most || amount < most)
        return true;
    limit_refused(server, limit);
    return false;
}

bool limit_take(struct server *server, enum holm_limit limit, struct bucket *bucket)
{
    const struct holm_limit_row *row = &holm_limits[limit];
    const float value = (float)server->settings.limit[limit], burst = row->burst * value;
    if (reading_passes(server))
        return true;
    if (!value || bucket_take(bucket, value / (float)row->seconds, burst < 1 ? 1 : burst,
                              monotonic_milliseconds())) {
        reading_passed(server);
        return true;
    }
    limit_refused(server, limit);
    return false;
}

/* Of what is counted for each address: how much the one has that has most. */
static long most_of_one(const struct server *server, enum holm_limit limit)
{
    long most = 0;
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        for (const struct address *at = server->address[i]; at; at = at->next) {
            const long has = limit == HOLM_LIMIT_CONNECTIONS_EACH ? at->connections
                             : limit == HOLM_LIMIT_SOCKETS_EACH   ? at->sockets + at->connections
                             : limit == HOLM_LIMIT_HALF_REQUESTS_EACH ? at->halves
                             : limit == HOLM_LIMIT_SPECTATORS_EACH    ? at->watching
                             : limit == HOLM_LIMIT_BOT_TABLES_EACH    ? at->bot_tables
                             : limit == HOLM_LIMIT_DISK_EACH          ? disk_owed(server, at)
                                                                      : at->unsent;
            most = has > most ? has : most;
        }
    return most;
}

long limit_used(const struct server *server, enum holm_limit limit)
{
    switch ((int)limit) {
    case HOLM_LIMIT_CONNECTIONS:
        return server->connections;
    case HOLM_LIMIT_SOCKETS:
        return http_visitors(server) + server->connections;
    case HOLM_LIMIT_HALF_REQUESTS:
        return server->halves;
    case HOLM_LIMIT_UNSENT_ALL:
        return server->unsent;
    case HOLM_LIMIT_TABLES:
        return server->tables;
    case HOLM_LIMIT_DISK:
        return disk_used(server);
    case HOLM_LIMIT_JOBS:
        return workers_waiting(server->replays);
    case HOLM_LIMIT_SHELF:
        return (long)shelf_bytes(server->shelf);
    case HOLM_LIMIT_CONNECTIONS_EACH:
    case HOLM_LIMIT_SOCKETS_EACH:
    case HOLM_LIMIT_HALF_REQUESTS_EACH:
    case HOLM_LIMIT_SPECTATORS_EACH:
    case HOLM_LIMIT_BOT_TABLES_EACH:
    case HOLM_LIMIT_DISK_EACH:
    case HOLM_LIMIT_UNSENT_EACH:
        return most_of_one(server, limit);
    }
    return -1;
}

/* -------------------------------------------------------- queues, half requests */

/* Where the sum of all is too much, whoever asks now need not be the one to blame. */
static bool shed(struct server *server, long delta)
{
    struct connection *longest;
    while (!limit_allows(server, HOLM_LIMIT_UNSENT_ALL, server->unsent + delta - 1)) {
        longest = sockets_longest(server);
        if (http_shed(server, longest ? (long)longest->room : 1))
            continue;
        if (!longest)
            return false;
        connection_shed(longest);
    }
    return true;
}

bool limit_share(struct server *server, struct address *address, long each, long all)
{
    if (each > 0 && !limit_allows(server, HOLM_LIMIT_UNSENT_EACH, address->unsent + each - 1))
        return false;
    if (all > 0 && !shed(server, all))
        return false;
    address->unsent += each;
    server->unsent += all;
    return true;
}

bool limit_queue(struct server *server, struct address *address, long delta)
{
    return limit_share(server, address, delta, delta);
}

void limit_half_begin(struct server *server, struct address *address)
{
    server->halves++;
    address->halves++;
}

void limit_half_end(struct server *server, struct address *address)
{
    server->halves--;
    address->halves--;
}

/* ----------------------------------------------------------------- addresses */

/* Whoever has one IPv6 address has the 2^64 others of the same network too. */
void address_network(const char *text, char *network, size_t size)
{
    static const uint8_t mapped[12] = { [10] = 0xFF, [11] = 0xFF };
    uint8_t bytes[16];
    if (inet_pton(AF_INET6, text, bytes) != 1) {
        snprintf(network, size, "%s", text);
        return;
    }
    if (!memcmp(bytes, mapped, sizeof mapped)) { /* an IPv4 address in disguise */
        inet_ntop(AF_INET, bytes + 12, network, (socklen_t)size);
        return;
    }
    memset(bytes + 8, 0, 8);
    inet_ntop(AF_INET6, bytes, network, (socklen_t)size);
}

struct address *address_find(struct server *server, const char *client)
{
    char text[48];
    address_network(client, text, sizeof text);
    const uint64_t key = alias_of_address(server, text);
    struct address **bucket = &server->address[key % ADDRESS_BUCKETS];
    for (struct address *at = *bucket; at; at = at->next)
        if (!strcmp(at->text, text)) {
            at->used = monotonic_milliseconds();
            return at;
        }
    struct address *address = calloc(1, sizeof *address);
    if (!address)
        return NULL;
    snprintf(address->text, sizeof address->text, "%s", text);
    address->key = key;
    address->used = monotonic_milliseconds();
    address->next = *bucket;
    *bucket = address;
    return address;
}

struct address *address_with(struct server *server, uint64_t key)
{
    struct address *at = server->address[key % ADDRESS_BUCKETS];
    while (at && at->key != key)
        at = at->next;
    return at;
}

void addresses_sweep(struct server *server, bool all)
{
    const int64_t old = monotonic_milliseconds() - IDLE_MILLISECONDS;
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        for (struct address **at = &server->address[i]; *at;) {
            struct address *address = *at;
            const bool idle = !address->connections && !address->sockets && !address->bot_tables &&
                              !disk_owed(server, address) && address->used < old;
            if (all || idle) {
                *at = address->next;
                free(address);
            } else {
                at = &address->next;
            }
        }
}

bool address_take_heavy(struct server *server, struct address *address)
{
    return limit_take(server, HOLM_LIMIT_HEAVY, &address->heavy);
}

bool request_take_heavy(struct server *server, const struct request *request, struct answer *answer)
{
    if (address_take_heavy(server, request->address))
        return true;
    answer_error(answer, REFUSE_HEAVY_TOO_FAST);
    return false;
}

void address_pay_reading(struct address *address, int lines)
{
    address->heavy.level -= (float)lines / LINES_PAID;
}

bool bucket_take(struct bucket *bucket, float rate, float most, int64_t now)
{
    if (!bucket->at)
        bucket->level = most;
    else
        bucket->level += (float)(now - bucket->at) / 1000 * rate;
    bucket->at = now;
    if (bucket->level > most)
        bucket->level = most;
    if (bucket->level < 1)
        return false;
    bucket->level -= 1;
    return true;
}

/* ------------------------------------------------------------------- sockets */

bool address_text(const struct sockaddr *peer, char *text, size_t size)
{
    const void *address = peer->sa_family == AF_INET6
                              ? (const void *)&((const struct sockaddr_in6 *)peer)->sin6_addr
                              : &((const struct sockaddr_in *)peer)->sin_addr;
    return inet_ntop(peer->sa_family, address, text, (socklen_t)size);
}

/* Behind a proxy everybody comes from one address. */
bool socket_welcome(struct server *server, const struct address *address)
{
    return server->settings.behind_proxy ||
           limit_allows(server, HOLM_LIMIT_SOCKETS_EACH, address->sockets + address->connections);
}
