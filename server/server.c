/* server.c: the server as a whole: opening, the loop, closing. */
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "server/server.h"

enum { SWEEP_SECONDS = 10, RX_BUFFER = 512, HEADER_POOL = 4096 };

static volatile sig_atomic_t stopped;
static struct lws_context *running; /* for the signal handler alone */

int64_t now_milliseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void on_signal(int number)
{
    (void)number;
    stopped = 1;
    lws_cancel_service(running);
}

struct holm_serve_settings holm_serve_usual(void)
{
    return (struct holm_serve_settings){
        .bind = "127.0.0.1",
        .port = 8080,
        .database = "holm.db",
        .workers = 2,
        .connections = 20000,
        .connections_each = 64,
        .tables = 10000,
        .tables_each = 60,
        .request_rate = 20,
        .message_rate = 20,
        .chat_rate = 30,
        .unsent = 4 << 20,
        .errors = 20,
        .reveal_seconds = 30,
    };
}

/* --------------------------------------------------------------------- sweep */

/* Whether nothing will happen at a table until somebody comes. */
static bool is_idle(struct table *table)
{
    const int64_t yesterday = now_milliseconds() / 1000 - 86400;
    if (table->connections || table->noted || table->told || table->revealing)
        return false;
    if (table->settings.listed && table->state != HOLM_STORE_OVER && table->changed > yesterday)
        return false; /* the lobby shows it */
    if (table->state != HOLM_STORE_PLAYING || !table->game)
        return true;
    return table->settings.clock == CLOCK_NONE && !table->game->thinking &&
           bots_due(table, now_milliseconds()) < 0;
}

static void sweep(struct server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (is_idle(table))
                table_drop(table);
        }
    addresses_sweep(server, false);
    if (server->settings.keep && holm_store_begin(server->store, &server->failure) &&
        holm_store_prune(server->store, now_milliseconds() / 1000 - 86400LL * server->settings.keep,
                         &server->failure))
        holm_store_commit(server->store, &server->failure);
}

/* ---------------------------------------------------------------------- loop */

static void on_sweep(lws_sorted_usec_list_t *timer)
{
    struct server *server = (struct server *)((char *)timer - offsetof(struct server, sweep_timer));
    server->sweep_due = true;
    lws_sul_schedule(server->context, 0, timer, on_sweep, SWEEP_SECONDS * LWS_US_PER_SEC);
}

static void loop(struct server *server)
{
    on_sweep(&server->sweep_timer);
    while (!stopped && lws_service(server->context, 0) >= 0) {
        workers_collect(server->bots);
        workers_collect(server->replays);
        batch_settle(server);
        if (server->sweep_due)
            sweep(server);
        server->sweep_due = false;
    }
}

/* ------------------------------------------------------------------- opening */

/* A few lines a minute: what goes wrong with one connection goes wrong with thousands. */
static void log_line(int level, const char *line)
{
    enum { LINES_A_MINUTE = 10 };
    static struct bucket lines;
    (void)level;
    if (bucket_take(&lines, LINES_A_MINUTE / 60.0f, LINES_A_MINUTE, now_milliseconds()))
        fputs(line, stderr);
}

/* A socket is a file; take as many as the system allows. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static bool make_context(struct server *server, struct holm_trouble *trouble)
{
    static const struct lws_protocols protocols[] = {
        { .name = "http", .callback = http_callback, .per_session_data_size = HTTP_SESSION_SIZE },
        { .name = "holm.2",
          .callback = socket_callback,
          .per_session_data_size = sizeof(struct connection),
          .rx_buffer_size = RX_BUFFER },
        { 0 },
    };
    /* Who has gone without a word is noticed by not answering pings. */
    static const lws_retry_bo_t idle = {
        .secs_since_valid_ping = 60,
        .secs_since_valid_hangup = 90,
    };
    const struct holm_serve_settings *settings = &server->settings;
    struct lws_context_creation_info info = {
        .port = (int)settings->port,
        .iface = settings->bind,
        .protocols = protocols,
        .user = server,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .max_http_header_pool = HEADER_POOL,
        .timeout_secs = 10,
        .keepalive_timeout = 30,
        .retry_and_idle_policy = &idle,
        .alpn = "http/1.1",
        .server_string = "holm",
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
    };
    if (settings->bind && !strchr(settings->bind, ':'))
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6; /* or it would listen on all addresses */
    if (settings->certificate) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->certificate;
        info.ssl_private_key_filepath = settings->key;
    }
    lws_set_log_level(settings->certificate ? LLL_ERR : 0, NULL); /* a taken port is told below */
    server->context = lws_create_context(&info);
    server->vhost = server->context ? lws_create_vhost(server->context, &info) : NULL;
    lws_set_log_level(LLL_ERR, log_line);
    return server->vhost ||
           holm_trouble(trouble, 0,
                        "cannot listen on %s, port %ld: it is taken, or no address of this machine",
                        settings->bind ? settings->bind : "all addresses", settings->port);
}

static bool open_server(struct server *server, struct holm_trouble *trouble)
{
    uint64_t seed;
    raise_file_limit();
    if (sodium_init() < 0)
        return holm_trouble(trouble, 0, "no random numbers can be had");
    randombytes_buf(&seed, sizeof seed);
    holm_random_seed(&server->dice, seed);
    server->answer = malloc(ANSWER_MAX);
    server->before = malloc(VIEW_MAX);
    server->after = malloc(VIEW_MAX);
    server->outgoing = malloc(LWS_PRE + ANSWER_MAX);
    if (!server->answer || !server->before || !server->after || !server->outgoing)
        return holm_trouble(trouble, 0, "out of memory");
    server->store = holm_store_open(server->settings.database, trouble);
    if (!server->store || !make_context(server, trouble))
        return false;
    json_object_seed(0); /* before threads read JSON */
    server->bots = workers_start(server, (int)server->settings.workers);
    server->replays = server->bots ? workers_start(server, 1) : NULL;
    return server->replays || holm_trouble(trouble, 0, "no threads can be started");
}

static void close_server(struct server *server)
{
    workers_stop(server->bots);
    workers_stop(server->replays);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next) {
            lws_sul_cancel(&table->timer);
        }
    if (server->context)
        lws_context_destroy(server->context);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (server->table[i])
            table_drop(server->table[i]);
    holm_store_close(server->store);
    addresses_sweep(server, true);
    free(server->changed);
    free(server->told);
    free(server->acts);
    free(server->answer);
    free(server->before);
    free(server->after);
    free(server->outgoing);
    free(server);
}

bool holm_serve(const struct holm_serve_settings *settings, void (*ready)(void *context, int port),
                void *context, struct holm_trouble *trouble)
{
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return holm_trouble(trouble, 0, "out of memory");
    server->settings = *settings;
    const bool fine = open_server(server, trouble);
    if (fine) {
        const struct sigaction action = { .sa_handler = on_signal };
        running = server->context;
        sigaction(SIGINT, &action, NULL);
        sigaction(SIGTERM, &action, NULL);
        signal(SIGPIPE, SIG_IGN);
        tables_load(server);
        if (ready)
            ready(context, lws_get_vhost_listen_port(server->vhost));
        loop(server);
    }
    close_server(server);
    return fine;
}
