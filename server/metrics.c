/* metrics.c: counters for Prometheus. Nothing here tells anything about any one game. */
#include <stdio.h>
#include <unistd.h>

#include "server/server.h"

long metrics_resident(void)
{
    long total, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file)
        return 0;
    if (fscanf(file, "%ld %ld", &total, &resident) != 2)
        resident = 0;
    fclose(file);
    return resident * sysconf(_SC_PAGESIZE);
}

/* What each limit is, how much of it is taken, and how often it refused something. */
static void put_limits(struct holm_writer *writer, const struct server *server)
{
    holm_put(writer, "# HELP holm_limit what may be taken; 0: no limit\n"
                     "# TYPE holm_limit gauge\n");
    for (int i = 0; i < HOLM_LIMITS; i++)
        holm_putf(writer, "holm_limit{limit=\"%s\"} %ld\n", holm_limits[i].name,
                  server->settings.limit[i]);
    holm_put(writer, "# HELP holm_limited_total what was refused because of a limit\n"
                     "# TYPE holm_limited_total counter\n");
    for (int i = 0; i < HOLM_LIMITS; i++)
        holm_putf(writer, "holm_limited_total{limit=\"%s\"} %llu\n", holm_limits[i].name,
                  (unsigned long long)server->metrics.limited[i]);
    holm_put(writer, "# HELP holm_limit_used what is taken now, by all or by the one with most\n"
                     "# TYPE holm_limit_used gauge\n");
    for (int i = 0; i < HOLM_LIMITS; i++) {
        const long used = limit_used(server, (enum holm_limit)i);
        if (used >= 0)
            holm_putf(writer, "holm_limit_used{limit=\"%s\"} %ld\n", holm_limits[i].name, used);
    }
}

void metrics_put(struct holm_writer *writer, const struct server *server)
{
    const struct metrics *m = &server->metrics;
    const struct {
        const char *name, *type, *help;
        unsigned long long value;
    } rows[] = {
        { "holm_connections", "gauge", "open WebSockets", (unsigned)server->connections },
        { "holm_tables", "gauge", "tables in memory", (unsigned)server->tables },
        { "holm_resident_bytes", "gauge", "memory of the process",
          (unsigned long long)metrics_resident() },
        { "holm_tables_damaged", "gauge", "tables set aside", (unsigned)server->damaged_count },
        { "holm_storage_ok", "gauge", "1: the latest write was stored", !server->failed },
        { "holm_requests_total", "counter", "HTTP requests", m->requests },
        { "holm_messages_total", "counter", "WebSocket messages", m->messages },
        { "holm_actions_total", "counter", "actions applied", m->actions },
        { "holm_bot_actions_total", "counter", "of them, by bots", m->bot_actions },
        { "holm_refused_total", "counter", "actions refused", m->refused },
        { "holm_errors_total", "counter", "messages not understood", m->errors },
        { "holm_tables_created_total", "counter", "tables made", m->tables },
        { "holm_games_over_total", "counter", "games finished", m->games_over },
        { "holm_games_archived_total", "counter", "logs packed", m->archived },
        { "holm_rounds_void_total", "counter", "rounds in which somebody did not reveal",
          m->voids },
        { "holm_clocks_expired_total", "counter", "clocks that ran out", m->expired },
        { "holm_dropped_total", "counter", "readers too slow", m->dropped },
        { "holm_pushes_total", "counter", "push messages handed over", m->pushes },
        { "holm_pushes_failed_total", "counter", "push messages that were not taken",
          m->pushes_failed },
        { "holm_commits_total", "counter", "transactions", m->commits },
        { "holm_commit_failures_total", "counter", "transactions refused", m->commit_failures },
        { "holm_commit_microseconds_total", "counter", "time spent committing",
          m->commit_microseconds },
        { "holm_nodes", "gauge", "servers that share the database, as this one knows them",
          (unsigned)(server->node ? server->living.count : 1) },
        { "holm_news_total", "counter", "what other nodes did at tables here, read", m->news },
        { "holm_waits_total", "counter", "reads for which everybody had to wait",
          holm_store_waited(server->store) - server->waited_before },
        { "holm_conflicts_total", "counter", "writes for which another node was quicker",
          m->conflicts },
        { "holm_claimed_total", "counter", "tables taken over from nodes that had gone",
          m->claimed },
        { "holm_bot_jobs_waiting", "gauge", "bots that wait for a worker",
          (unsigned)workers_waiting(server->bots) },
        { "holm_log_jobs_waiting", "gauge",
          "logs, replays, proofs, histories and games that wait for one",
          (unsigned)workers_waiting(server->replays) },
        { "holm_log_jobs_total", "counter", "of them, made", workers_done(server->replays) },
        { "holm_log_jobs_shared_total", "counter", "asked for when made or being made already",
          m->jobs_shared },
        { "holm_log_jobs_refused_total", "counter", "refused", m->jobs_refused },
        { "holm_shelf_bytes", "gauge", "of what was made, in memory", shelf_bytes(server->shelf) },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        holm_putf(writer, "# HELP %s %s\n# TYPE %s %s\n%s %llu\n", rows[i].name, rows[i].help,
                  rows[i].name, rows[i].type, rows[i].name, rows[i].value);
    put_limits(writer, server);
    holm_putf(writer,
              "# HELP holm_node_info which server this is\n# TYPE holm_node_info gauge\n"
              "holm_node_info{node=\"%s\",number=\"%lld\",version=\"%s\"} 1\n",
              server->settings.node ? server->settings.node : "", (long long)server->node,
              HOLM_VERSION);
}
