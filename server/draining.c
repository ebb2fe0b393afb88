/* draining.c: a node that ends, of several that share a database: nothing new begins here, others
 * look after its tables, and everybody's connection is closed by and by, so that their pages go to
 * another node. The same where the database is out of reach: whoever is here would hear nothing. */
#include "server/server.h"

enum {
    STEP = 100, /* milliseconds */
    STEPS = 20, /* in which all connections are closed */
    PATIENCE = 5000, /* for those who do not take the hint */
};

/* Every so-maniest of those that are open. */
static void close_some(struct server *server, uint64_t each)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            for (struct connection *at = table->connections; at; at = at->next)
                if (!at->closing && (each <= 1 || at->serial % each == 0))
                    connection_close(at);
}

static void on_step(struct timer *timer)
{
    struct server *server = timer->owner;
    const int64_t left = server->drain_until - monotonic_milliseconds();
    const int64_t steps = (left - PATIENCE + STEPS * STEP) / STEP;
    close_some(server, steps > 0 ? (uint64_t)steps : 1);
    if (!server->connections || left <= 0)
        uv_stop(&server->loop);
    else
        timer_set(timer, STEP);
}

/* Where nobody else is there to go to, it ends at once, and so at the second signal. */
void drain_begin(struct server *server)
{
    if (!server->node || server->living.count < 2 || server->draining) {
        uv_stop(&server->loop);
        return;
    }
    fputs("holm serve: no new tables; everybody is sent to the other nodes\n", stderr);
    server->draining = true;
    server->drain_until = monotonic_milliseconds() + PATIENCE;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            if (table->driver == server->node) {
                table->driver = 0;
                clock_plan(table);
            }
    timer_open(server, &server->drain_timer, server, on_step);
    timer_set(&server->drain_timer, STEP);
}

void drain_lost(struct server *server)
{
    if (server->node && !server->draining && !nodes_live(server))
        close_some(server, 1);
}

bool drain_allows(const struct server *server)
{
    return !server->draining && nodes_live(server);
}
