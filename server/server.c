/* server.c: the server as a whole: opening, the loop, closing. */
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "server/checking.h"
#include "server/frames.h"
#include "server/notify.h"
#include "server/server.h"

enum { SWEEP_SECONDS = 10, REPLAY_WORKERS = 2 };

enum { READ_MILLISECONDS = 1000 }; /* that the loop would wait for a database elsewhere, at most */

int64_t now_milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int64_t monotonic_milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int64_t started; /* by the calendar */
static _Atomic int64_t ahead; /* of what is measured, at the start */

int64_t run_milliseconds(void)
{
    if (!ahead)
        run_set(now_milliseconds());
    return ahead + monotonic_milliseconds();
}

void run_set(int64_t now)
{
    started = now;
    ahead = started - monotonic_milliseconds();
}

/* By a millisecond at a time: it never goes back by more than has passed. */
void run_follow(int64_t now_ahead)
{
    ahead += (now_ahead > ahead) - (now_ahead < ahead);
}

int64_t run_started(void)
{
    return started;
}

struct holm_serve_settings holm_serve_usual(void)
{
    struct holm_serve_settings settings = {
        .bind = "127.0.0.1",
        .port = 8080,
        .database = "holm.db",
        .workers = 2,
        .reveal_seconds = 30,
        .proposal_seconds = 60,
        .away_seconds = 120,
        .keep_unstarted = 30,
        .archive = 7,
    };
    limits_usual(settings.limit);
    return settings;
}

/* ---------------------------------------------------------------------- turns */

void server_sweep(struct server *server)
{
    if (server->seconds < SWEEP_SECONDS)
        return;
    server->seconds = 0;
    keeping_sweep(server);
    identity_sweep(server);
    addresses_sweep(server, false);
}

static void on_second(struct timer *timer)
{
    struct server *server = timer->owner;
    const int64_t now = (int64_t)uv_now(&server->loop);
    sockets_sweep(server, now);
    http_sweep(server, now);
    people_share_bots(server);
    server->seconds++;
    server->archive_now = true;
    notice_lapse(server);
    drain_lost(server);
    news_sweep(server);
    push_sweep(server);
    disk_measure(server);
    if (holm_store_replaced(server->store)) {
        fputs("holm serve: a backup was put in the place of the database: starting afresh\n",
              stderr);
        server->again = true;
        uv_stop(&server->loop);
    }
    notify_alive(holm_clock());
    timer_set(timer, 1000);
}

bool server_store_there(const struct server *server, struct holm_trouble *trouble)
{
    return holm_store_there(server->writer ? writer_store(server->writer) : server->store, trouble);
}

/* ------------------------------------------------------------------- opening */

/* A socket is a file; take as many as the system allows. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* From now on the thread has the store, and the loop one of its own to read. */
static bool start_writing(struct server *server, struct holm_trouble *trouble)
{
    struct holm_store *reader = holm_store_open_reader(server->settings.database, trouble);
    if (!reader)
        return false;
    server->writer = writer_start(server, server->store);
    if (!server->writer) {
        holm_store_close(reader);
        return holm_trouble(trouble, 0, "no threads can be started");
    }
    holm_store_hurry(reader, READ_MILLISECONDS);
    server->store = reader;
    return true;
}

static bool open_server(struct server *server, struct holm_trouble *trouble)
{
    uint64_t seed;
    run_milliseconds(); /* its start */
    raise_file_limit();
    if (sodium_init() < 0)
        return holm_trouble(trouble, 0, "no random numbers can be had");
    randombytes_buf(&seed, sizeof seed);
    holm_random_seed(&server->dice, seed);
    server->answer = malloc(ANSWER_MAX);
    server->before = malloc(VIEW_MAX);
    server->after = malloc(VIEW_MAX);
    server->shelf = shelf_new((size_t)server->settings.limit[HOLM_LIMIT_SHELF]);
    if (!server->answer || !server->before || !server->after || !server->shelf)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    server->store = holm_store_open(server->settings.database, trouble);
    if (!server->store || !nodes_open(server, trouble) || !identity_open(server, trouble) ||
        !loop_open(server, trouble) || !http_open(server, trouble))
        return false;
    alias_open(server);
    json_object_seed(0); /* before threads read JSON */
    server->bots = workers_start(server, (int)server->settings.workers);
    server->replays = server->bots ? workers_start(server, REPLAY_WORKERS) : NULL;
    if (!server->replays)
        return holm_trouble(trouble, 0, "no threads can be started");
    checking_start(server);
    return push_open(server, trouble) && start_writing(server, trouble) &&
           nodes_start(server, trouble) && reading_start(server, trouble);
}

/* What comes while workers and sockets are let go would find neither. */
static void stop_hearing(struct server *server)
{
    http_pause(server);
    if (server->second.owner)
        timer_stop(&server->second);
    if (server->wake_timer.owner)
        timer_stop(&server->wake_timer);
    if (server->drain_timer.owner)
        timer_stop(&server->drain_timer);
}

static void close_server(struct server *server)
{
    stop_hearing(server);
    if (server->writer)
        batch_finish(server); /* whoever has acted is told before the end */
    nodes_stop(server);
    push_close(server);
    workers_stop(server->bots);
    workers_stop(server->replays);
    archiving_stop(server);
    sockets_close(server);
    checking_stop(server);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (server->table[i])
            table_drop(server->table[i]);
    if (server->loop.data)
        uv_run(&server->loop, UV_RUN_NOWAIT); /* sockets are let go before libmicrohttpd ends */
    http_close(server);
    reading_stop(server);
    check_stop(server);
    holm_store_close(server->store);
    writer_stop(server->writer); /* the last to close the database tidies it up */
    batch_close(server);
    addresses_sweep(server, true);
    free(server->plan.at);
    shelf_free(server->shelf);
    free(server->told);
    free(server->newcomers);
    free(server->pruned);
    free(server->replay);
    free(server->sweep);
    free(server->answer);
    free(server->before);
    free(server->after);
    loop_close(server);
    frames_end_spare(server);
    folding_end(server);
    free(server);
}

/* `again`: it ended because there is another database now. */
static bool serve(struct holm_serve_settings *settings, void (*ready)(void *context, int port),
                  void *context, bool *again, struct holm_trouble *trouble)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    server->settings = *settings;
    const bool fine = open_server(server, trouble);
    if (fine) {
        signal(SIGPIPE, SIG_IGN);
        tables_load(server);
        timer_open(server, &server->second, server, on_second);
        timer_set(&server->second, 1000);
        settings->port = http_port(server); /* the same one afterwards */
        if (ready)
            ready(context, http_port(server));
        admin_open(server);
        notify_ready();
        server->waited_before = holm_store_waited(server->store);
        loop_run(server);
        if (!server->again)
            notify_stopping();
    }
    *again = server->again;
    close_server(server);
    if (!*again) { /* all is closed: one more signal must not make this end look like a crash */
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
    }
    return fine;
}

bool holm_serve(const struct holm_serve_settings *settings, void (*ready)(void *context, int port),
                void *context, struct holm_trouble *trouble)
{
    struct holm_serve_settings own = *settings;
    bool again, fine = serve(&own, ready, context, &again, trouble);
    own.new_admin_token = false;
    while (fine && again)
        fine = serve(&own, NULL, NULL, &again, trouble);
    return fine;
}
