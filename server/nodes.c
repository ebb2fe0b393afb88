/* nodes.c: the servers that share a database. A thread with a connection of its own says again and
 * again that this one lives, hears what the others have written, and takes its share of the tables
 * that nobody looks after any more. Whoever did not say for HOLM_LEASE_MILLISECONDS that it lives,
 * by the database's clock, has lost its tables to others; should it still let a bot move, the
 * table's version decides. */
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/server.h"

enum { BEAT = 700, RETRY = 300 }; /* milliseconds */

/* Something for the loop. */
struct tidings {
    struct tidings *next;
    enum { CHANGED, CLAIMED, MISSED } kind;
    int64_t table, number; /* a version, or when it is due */
};

struct nodes {
    struct server *server;
    struct holm_store *store; /* the thread's */
    pthread_t thread;
    bool running;
    int stop[2]; /* a pipe */
    int64_t believed; /* monotonic: so long the others believe that it lives; the thread's */
    bool curious; /* somebody new was heard; the thread's */
    bool handed; /* what it looked after, to the others; the thread's */
    pthread_mutex_t lock;
    struct tidings *first, **last; /* under the lock, as is all below */
    struct holm_store_nodes living;
    int64_t measured; /* monotonic: when that was so */
};

/* ------------------------------------------------------------------- the thread */

static void add(struct nodes *nodes, int kind, int64_t table, int64_t number)
{
    struct tidings *one = must_have(sizeof *one);
    *one = (struct tidings){ .kind = kind, .table = table, .number = number };
    pthread_mutex_lock(&nodes->lock);
    *nodes->last = one;
    nodes->last = &one->next;
    pthread_mutex_unlock(&nodes->lock);
    loop_wake(nodes->server);
}

static bool claim(void *context, int64_t table, int64_t at)
{
    add(context, CLAIMED, table, at);
    return true;
}

static bool beat(struct nodes *nodes)
{
    struct server *server = nodes->server;
    struct holm_store_nodes living;
    struct holm_trouble trouble;
    const int64_t before = monotonic_milliseconds();
    if (!holm_store_live(nodes->store, server->node, server->settings.node, &living, &trouble))
        return false;
    if (before > nodes->believed)
        add(nodes, MISSED, 0, 0); /* others may have taken what was this one's */
    nodes->believed = before + HOLM_LEASE_MILLISECONDS;
    pthread_mutex_lock(&nodes->lock);
    nodes->living = living;
    nodes->measured = monotonic_milliseconds();
    pthread_mutex_unlock(&nodes->lock);
    loop_wake(server);
    if (server->draining && !nodes->handed)
        holm_store_hand_over(nodes->store, server->node);
    nodes->handed = server->draining;
    return server->draining ||
           holm_store_claim(nodes->store, server->node, &living, claim, nodes, &trouble);
}

/* Only the thread changes them. */
static bool is_known(const struct nodes *nodes, int64_t node)
{
    for (int i = 0; i < nodes->living.count; i++)
        if (nodes->living.id[i] == node)
            return true;
    return false;
}

/* "7 12:3 15:41" of node 7: table 12 has version 3 now, table 15 has 41; "7 *": there was too much to
 * be told. */
static void hear(struct nodes *nodes, const char *news)
{
    char *at;
    const int64_t from = strtoll(news, &at, 10);
    if (from == nodes->server->node)
        return;
    nodes->curious |= !is_known(nodes, from);
    while (*at == ' ') {
        char *end;
        const int64_t table = strtoll(at + 1, &end, 10);
        if (*end != ':') {
            add(nodes, MISSED, 0, 0);
            return;
        }
        add(nodes, CHANGED, table, strtoll(end + 1, &at, 10));
    }
}

static void hear_all(struct nodes *nodes)
{
    char news[HOLM_NEWS_SIZE];
    while (holm_store_heard(nodes->store, news))
        hear(nodes, news);
}

static bool is_stopped(const struct nodes *nodes, int milliseconds)
{
    struct pollfd stop = { .fd = nodes->stop[0], .events = POLLIN };
    return poll(&stop, 1, milliseconds) > 0;
}

static void *work(void *context)
{
    struct nodes *nodes = context;
    struct holm_trouble trouble;
    bool listening = false;
    int64_t next = 0;
    while (!is_stopped(nodes, 0)) {
        if (!listening && !(listening = holm_store_listen(nodes->store, &trouble))) {
            is_stopped(nodes, RETRY);
            continue;
        }
        if (monotonic_milliseconds() >= next || nodes->curious) {
            const bool again = !next;
            nodes->curious = false;
            next = monotonic_milliseconds() + BEAT;
            listening = beat(nodes);
            if (again)
                add(nodes, MISSED, 0, 0);
            if (!listening)
                next = 0; /* what was told meanwhile is lost */
        }
        hear_all(nodes); /* also what came while the beat was answered */
        const int64_t wait = nodes->curious ? 0 : next - monotonic_milliseconds();
        if (listening &&
            !holm_store_await(nodes->store, wait > 0 ? (int)wait : 0, nodes->stop[0])) {
            listening = false;
            next = 0;
        }
    }
    holm_store_leave(nodes->store, nodes->server->node);
    return NULL;
}

/* --------------------------------------------------------------- starting, ending */

/* "host:8080", unless it was given one. */
static void name_node(struct server *server)
{
    static char name[80];
    char host[64] = "";
    if (server->settings.node)
        return;
    gethostname(host, sizeof host - 1);
    snprintf(name, sizeof name, "%s:%d", host, http_port(server));
    server->settings.node = name;
}

bool nodes_open(struct server *server, struct holm_trouble *trouble)
{
    int64_t now;
    if (!holm_store_is_shared(server->store))
        return true;
    if (!holm_store_new_node(server->store, &server->node, &now, trouble))
        return false;
    holm_store_set_node(server->store, server->node);
    run_set(now);
    if (!holm_store_numbers(server->store, "tables", &server->table_numbers, trouble) ||
        !holm_store_numbers(server->store, "people", &server->person_numbers, trouble))
        return false;
    server->replay = calloc(1, sizeof *server->replay);
    return server->replay || refusal_tell(trouble, REFUSE_NO_MEMORY);
}

static struct holm_store_nodes living_now(struct nodes *nodes, int64_t *measured)
{
    pthread_mutex_lock(&nodes->lock);
    const struct holm_store_nodes living = nodes->living;
    *measured = nodes->measured;
    pthread_mutex_unlock(&nodes->lock);
    return living;
}

bool nodes_start(struct server *server, struct holm_trouble *trouble)
{
    name_node(server);
    if (!server->node)
        return true;
    struct nodes *nodes = server->nodes = calloc(1, sizeof *nodes);
    if (!nodes)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    nodes->server = server;
    nodes->last = &nodes->first;
    pthread_mutex_init(&nodes->lock, NULL);
    nodes->store = holm_store_open_reader(server->settings.database, trouble);
    nodes->believed = monotonic_milliseconds() + HOLM_LEASE_MILLISECONDS;
    if (!nodes->store || !holm_store_succeed(nodes->store, server->settings.node, trouble))
        return false;
    if (!pipe(nodes->stop))
        nodes->running = beat(nodes) && !pthread_create(&nodes->thread, NULL, work, nodes);
    if (nodes->running)
        server->living = living_now(nodes, &server->living_at); /* before anybody comes */
    return nodes->running || holm_trouble(trouble, 0, "the database cannot be shared");
}

void nodes_stop(struct server *server)
{
    struct nodes *nodes = server->nodes;
    if (!nodes)
        return;
    if (nodes->running) {
        if (write(nodes->stop[1], "", 1) == 1)
            pthread_join(nodes->thread, NULL);
        close(nodes->stop[0]);
        close(nodes->stop[1]);
    }
    for (struct tidings *at = nodes->first, *next; at; at = next) {
        next = at->next;
        free(at);
    }
    holm_store_close(nodes->store);
    pthread_mutex_destroy(&nodes->lock);
    free(nodes);
    server->nodes = NULL;
}

/* --------------------------------------------------------------------- the loop */

bool nodes_first(const struct server *server)
{
    return !server->node || !server->living.own;
}

bool nodes_drives(const struct table *table)
{
    return !table->server->node || table->driver == table->server->node;
}

bool nodes_live(const struct server *server)
{
    return !server->node ||
           monotonic_milliseconds() < server->living_at + 2 * HOLM_LEASE_MILLISECONDS;
}

static void take_claim(struct server *server, int64_t id, int64_t at)
{
    struct table *table = table_numbered(server, id);
    server->metrics.claimed++;
    if (!table || !table->game) {
        if (table)
            table->stale = true;
        keeping_claimed(server, id, at);
        return;
    }
    table->driver = server->node;
    clock_plan(table);
}

static void take(struct server *server, const struct tidings *one)
{
    if (one->kind == CHANGED)
        news_heard(server, one->table, one->number);
    else if (one->kind == CLAIMED)
        take_claim(server, one->table, one->number);
    else
        news_check_all(server);
}

static bool same(const struct holm_store_nodes *a, const struct holm_store_nodes *b)
{
    return a->count == b->count && !memcmp(a->id, b->id, (size_t)a->count * sizeof *a->id);
}

void nodes_collect(struct server *server)
{
    struct nodes *nodes = server->nodes;
    if (!nodes)
        return;
    pthread_mutex_lock(&nodes->lock);
    struct tidings *at = nodes->first;
    nodes->first = NULL;
    nodes->last = &nodes->first;
    const struct holm_store_nodes living = nodes->living;
    const int64_t measured = nodes->measured;
    nodes->living.now = 0;
    pthread_mutex_unlock(&nodes->lock);
    if (living.now)
        run_follow(living.now - measured);
    const bool changed = !same(&living, &server->living);
    server->living = living;
    server->living_at = measured;
    if (changed)
        news_of_nodes(server);
    for (struct tidings *next; at; at = next) {
        next = at->next;
        take(server, at);
        free(at);
    }
}
