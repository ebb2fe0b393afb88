/* bench.h: a server on the bench: its store, tables, workers and event loop, without a port. What
 * a visitor would ask is given to api_answer, what a player would say to connection_hear; whoever
 * is connected has the other end of a pair of sockets. */
#ifndef TESTS_BENCH_H
#define TESTS_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>
#include <sodium.h>
#include <sqlite3.h>

#include "server/frames.h"
#include "server/server.h"
#include "text/json.h"

static char bench_folder[64], bench_path[96];

static inline int bench_setup(void **unused)
{
    (void)unused;
    snprintf(bench_folder, sizeof bench_folder, "/tmp/holm-bench-XXXXXX");
    if (sodium_init() < 0 || !mkdtemp(bench_folder))
        return -1;
    snprintf(bench_path, sizeof bench_path, "%s/holm.db", bench_folder);
    return 0;
}

static inline int bench_teardown(void **unused)
{
    static const char *const endings[] = { "", "-wal", "-shm" };
    char name[128];
    (void)unused;
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", bench_path, endings[i]);
        unlink(name);
    }
    return rmdir(bench_folder);
}

/* With nothing read yet, and no check under way. */
static inline struct server *bench_make(void)
{
    struct holm_trouble trouble = { 0 };
    struct server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    run_milliseconds(); /* its start */
    server->settings = holm_serve_usual();
    server->settings.database = bench_path;
    for (int i = 0; i < HOLM_LIMITS; i++) /* nobody on the bench is a stranger */
        if (holm_limits[i].scope[0] == 'e' && !holm_limits[i].least)
            server->settings.limit[i] = 0;
    server->settings.limit[HOLM_LIMIT_REQUESTS] = server->settings.limit[HOLM_LIMIT_HEAVY] =
        server->settings.limit[HOLM_LIMIT_MESSAGES] = server->settings.limit[HOLM_LIMIT_ERRORS] =
            server->settings.limit[HOLM_LIMIT_ACTIONS] = 1000000;
    server->answer = malloc(ANSWER_MAX);
    server->before = malloc(VIEW_MAX);
    server->after = malloc(VIEW_MAX);
    server->shelf = shelf_new((size_t)server->settings.limit[HOLM_LIMIT_SHELF]);
    server->store = holm_store_open(bench_path, &trouble);
    if (!server->store)
        fail_msg("%s", trouble.text);
    assert_true(loop_open(server, &trouble));
    server->bots = workers_start(server, 1);
    server->replays = workers_start(server, 1);
    assert_true(server->bots && server->replays);
    return server;
}

/* As it starts: games that are due are planned, and the database has been looked through. */
static inline struct server *bench_open(void)
{
    struct server *server = bench_make();
    struct holm_trouble trouble;
    tables_load(server);
    while (!strcmp(check_state(server, &trouble), "running"))
        usleep(200);
    return server;
}

static inline void bench_close(struct server *server)
{
    timer_stop(&server->wake_timer);
    workers_stop(server->bots);
    workers_stop(server->replays);
    while (server->screenings)
        screening_free(server->screenings);
    sockets_close(server);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (server->table[i])
            table_drop(server->table[i]);
    uv_run(&server->loop, UV_RUN_NOWAIT);
    http_close(server);
    check_stop(server);
    holm_store_close(server->store);
    addresses_sweep(server, true);
    shelf_free(server->shelf);
    loop_close(server);
    frames_end_spare(server);
    folding_end(server);
    free(server->plan.at);
    batch_close(server);
    free(server->told);
    free(server->newcomers);
    free(server->pruned);
    free(server->answer);
    free(server->before);
    free(server->after);
    free(server);
}

/* One turn of the loop. */
static inline void bench_turn(struct server *server)
{
    uv_run(&server->loop, UV_RUN_NOWAIT);
    workers_collect(server->bots);
    workers_collect(server->replays);
    batch_settle(server);
    folding_settle(server);
}

/* ------------------------------------------------------------------- requests */

static int bench_status; /* of the latest answer */

/* What the API answers; it lives until the next thing is asked. */
static inline const char *bench_ask_from(struct server *server, const char *from, bool post,
                                         const char *path, const char *body)
{
    static char *text;
    char line[256];
    snprintf(line, sizeof line, "%s", path);
    char *query = strchr(line, '?');
    if (query)
        *query++ = '\0';
    struct request request = { .post = post,
                               .path = line,
                               .query = query ? query : "",
                               .body = body,
                               .length = strlen(body),
                               .address = address_find(server, from),
                               .file = -1 };
    struct answer answer = { .status = 200, .body = holm_writer(server->answer, ANSWER_MAX) };
    api_answer(server, &request, &answer);
    while (answer.later && !answer.later->ready)
        bench_turn(server);
    struct screening *later = answer.later;
    if (later) {
        answer = (struct answer){ .status = 200, .body = holm_writer(server->answer, ANSWER_MAX) };
        screening_answer(later, &answer);
    }
    bench_status = answer.status;
    free(text);
    text = answer.bytes ? strndup((const char *)answer.bytes, answer.length)
                        : strndup(answer.body.buffer, answer.body.used);
    assert_non_null(text);
    free(answer.owned);
    if (later)
        screening_free(later);
    return text;
}

static inline const char *bench_ask(struct server *server, bool post, const char *path,
                                    const char *body)
{
    return bench_ask_from(server, "192.0.2.1", post, path, body);
}

static inline int bench_get(struct server *server, const char *path)
{
    bench_ask(server, false, path, "");
    return bench_status;
}

/* A text member of the latest JSON. */
static inline void bench_member(const char *json, const char *key, char *value, size_t size)
{
    json_t *loaded = json_loads(json, 0, NULL);
    const char *found = json_string_value(json_object_get(loaded, key));
    snprintf(value, size, "%s", found ? found : "");
    json_decref(loaded);
}

/* Makes a table; its code, and the host's token. */
static inline void bench_table(struct server *server, const char *body, char code[HOLM_CODE_SIZE],
                               char token[64])
{
    const char *made = bench_ask(server, true, "/api/tables", body);
    if (bench_status != 201)
        fail_msg("%d %s", bench_status, made);
    bench_member(made, "code", code, HOLM_CODE_SIZE);
    if (token)
        bench_member(made, "token", token, 64);
}

/* Changes the database behind the server's back. */
static inline void bench_change(const char *text)
{
    sqlite3 *other;
    char *why = NULL;
    assert_int_equal(sqlite3_open(bench_path, &other), SQLITE_OK);
    sqlite3_busy_timeout(other, 5000);
    if (sqlite3_exec(other, text, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", text, why);
    sqlite3_close(other);
}

static inline int bench_number(const char *query)
{
    sqlite3 *other;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(bench_path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(other, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(other);
    return number;
}

/* ---------------------------------------------------------------- connections */

struct bench_line {
    struct connection *connection; /* NULL: it was closed */
    int far; /* the visitor's end */
};

static inline struct bench_line bench_connect(struct server *server, const char *from)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    socket_open(server, address_find(server, from), pair[0], NULL, pair[0], NULL, 0);
    assert_non_null(server->wires);
    return (struct bench_line){ (struct connection *)server->wires, pair[1] };
}

static inline void bench_say(const struct bench_line *line, const char *text)
{
    connection_hear(line->connection, text, strlen(text));
}

/* What has come since, as it went over the line. */
static inline const char *bench_heard(struct server *server, const struct bench_line *line)
{
    static char room[1 << 20];
    bench_turn(server);
    const ssize_t got = recv(line->far, room, sizeof room - 1, MSG_DONTWAIT);
    size_t used = got > 0 ? (size_t)got : 0;
    for (size_t i = 0; i < used; i++) /* lengths of frames may be zero bytes */
        room[i] = room[i] ? room[i] : '?';
    room[used] = '\0';
    return room;
}

static inline bool bench_hears(struct server *server, const struct bench_line *line,
                               const char *what)
{
    const char *heard = bench_heard(server, line);
    const bool found = strstr(heard, what);
    if (!found)
        print_message("not \"%s\" but: %.600s\n", what, heard);
    return found;
}

static inline void bench_hello(const struct bench_line *line, const char *code, const char *token)
{
    char text[256];
    const char *quote = token ? "\"" : "";
    snprintf(text, sizeof text,
             "{\"type\":\"hello\",\"protocol\":2,\"table\":\"%s\",\"token\":%s%s%s}", code, quote,
             token ? token : "null", quote);
    bench_say(line, text);
}

/* Until the game that somebody has come for is there, or cannot be. */
static inline void bench_await(struct server *server, const struct bench_line *line)
{
    while (line->connection->awaits) {
        workers_release(server->replays);
        workers_collect(server->replays);
        usleep(50);
    }
}

static const struct absence *bench_absent; /* why the latest table was not found */

/* A table with its game, as somebody who comes to watch finds it, or NULL. */
static inline struct table *bench_find(struct server *server, const char *code)
{
    struct table *table = table_look_up(server, code);
    bench_absent = table_absence(server, code);
    if (!table || table->state != HOLM_STORE_PLAYING || table->game)
        return table;
    const struct bench_line line = bench_connect(server, "192.0.2.99");
    bench_hello(&line, code, NULL);
    bench_await(server, &line);
    seats_gone(line.connection);
    batch_settle(server);
    close(line.far);
    bench_absent = table_unread(server, code);
    return table_in_memory(server, code);
}

#endif
