/* test_memory.c: memory runs out, at every place where the server asks for some. Whoever wanted
 * something is told so, nothing is lost or read that is not there, and the server goes on. The
 * linker leads malloc, calloc, strdup and json_loads of the server here (--wrap). realloc is left alone: what
 * grows by it cannot be done without, and the process ends. */
#include <stdatomic.h>

#include "tests/unit/bench.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
char *__wrap_strdup(const char *text);
json_t *__real_json_loads(const char *text, size_t flags, json_error_t *error);
json_t *__wrap_json_loads(const char *text, size_t flags, json_error_t *error);

static atomic_bool json_runs_out; /* jansson may find none either */
static atomic_int left; /* so many times there is memory, then once there is none; 0: always */

static bool runs_out(void)
{
    return atomic_load(&left) > 0 && atomic_fetch_sub(&left, 1) == 1;
}

void *__wrap_malloc(size_t size)
{
    return runs_out() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return runs_out() ? NULL : __real_calloc(count, size);
}

char *__wrap_strdup(const char *text)
{
    return runs_out() ? NULL : __real_strdup(text);
}

/* What jansson says then, as if the text were at fault. */
json_t *__wrap_json_loads(const char *text, size_t flags, json_error_t *error)
{
    if (!atomic_load(&json_runs_out) || !runs_out())
        return __real_json_loads(text, flags, error);
    memset(error, 0, sizeof *error);
    snprintf(error->text, sizeof error->text, "string or '}' expected near '\"holm\"'");
    return NULL;
}

/* --------------------------------------------------------------------- the frame */

#define FOR_TWO                                                                                    \
    "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"open\"],\"name\":\"Ada\","   \
    "\"pace\":0}"
#define WITH_BOTS                                                                                  \
    "{\"rules\":{\"game\":\"base\",\"players\":3,\"turn_limit\":1},\"seats\":[\"me\",\"random\","  \
    "\"random\"],\"pace\":0,\"start\":\"now\",\"order\":\"fixed\",\"name\":\"Ada\"}"
#define BOTS_ALONE                                                                                 \
    "{\"rules\":{\"game\":\"base\",\"players\":3,\"turn_limit\":2},\"seats\":[\"random\","         \
    "\"random\",\"random\"],\"pace\":0,\"start\":\"now\",\"name\":\"Ada\"}"

static struct server *server;
static char code[HOLM_CODE_SIZE], token[64];
static int place; /* which time there is no memory */
static bool reached; /* there was none */

static void begin(void)
{
    reached = true;
    atomic_store(&left, place);
}

/* From here on there is enough again. */
static void end(void)
{
    if (atomic_exchange(&left, 0) > 0)
        reached = false;
}

/* Asks while memory may run out: it is given, or refused for that reason. */
static const char *ask(bool post, const char *path, const char *body)
{
    struct address *address = address_find(server, "192.0.2.1"); /* it is known already */
    assert_non_null(address);
    begin();
    const char *said = bench_ask(server, post, path, body);
    if (bench_status >= 300 && bench_status != 503 && !strstr(said, "out of memory"))
        fail_msg("%d %s", bench_status, said);
    return said;
}

static const char *of_table(const char *rest)
{
    static char path[96];
    snprintf(path, sizeof path, "/api/tables/%s%s", code, rest);
    return path;
}

/* Bots play their game to the end. */
static void play_out(void)
{
    for (int i = 0; i < 100000; i++) {
        struct table *table = bench_find(server, code);
        assert_non_null(table);
        if (table->state == HOLM_STORE_OVER)
            return;
        bench_turn(server);
        usleep(50);
    }
    fail_msg("the game did not end");
}

/* Does something again and again, each time with memory running out one place later, until it was
 * done without. After each the server is well. */
static void at_every_place(void (*prepare)(void), void (*deed)(void))
{
    reached = true;
    for (place = 1; reached; place++) {
        assert_int_equal(bench_setup(NULL), 0);
        server = bench_open();
        if (prepare)
            prepare();
        deed();
        end();
        bench_turn(server);
        assert_int_equal(bench_get(server, "/api/health"), 200);
        bench_table(server, FOR_TWO, code, token);
        bench_close(server);
        assert_int_equal(bench_teardown(NULL), 0);
    }
    assert_true(place > 2); /* it does ask for memory */
}

/* ------------------------------------------------------------------------- deeds */

static void make_table(void)
{
    ask(true, "/api/tables", FOR_TWO);
}

static void make_game(void)
{
    ask(true, "/api/tables", WITH_BOTS);
}

static void tables_are_made(void **unused)
{
    (void)unused;
    at_every_place(NULL, make_table);
    at_every_place(NULL, make_game);
}

static void prepare_table(void)
{
    bench_table(server, FOR_TWO, code, token);
}

/* A bot sits down too, and the host starts. Either it does, or the host is told why not. */
static void start_game(void)
{
    const struct bench_line ada = bench_connect(server, "192.0.2.1");
    bench_hello(&ada, code, token);
    bench_say(&ada, "{\"type\":\"chair\",\"chair\":1,\"set\":\"random\"}");
    bench_heard(server, &ada);
    begin();
    bench_say(&ada, "{\"type\":\"start\"}");
    end(); /* a bot that acts is more than the start */
    const char *heard = bench_heard(server, &ada);
    const struct table *table = table_in_memory(server, code);
    if (!table || (table->state != HOLM_STORE_PLAYING && !strstr(heard, "\"error\"")))
        fail_msg("%s", heard);
    close(ada.far);
}

static void games_start(void **unused)
{
    (void)unused;
    at_every_place(prepare_table, start_game);
}

static void come(void)
{
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    struct address *address = address_find(server, "192.0.2.1");
    begin();
    socket_open(server, address, pair[0], NULL, pair[0], NULL, 0);
    const struct bench_line line = { (struct connection *)server->wires, pair[1] };
    if (line.connection) {
        bench_hello(&line, code, NULL);
        bench_heard(server, &line);
    }
    close(pair[1]);
}

static void people_come(void **unused)
{
    (void)unused;
    at_every_place(prepare_table, come);
}

static void prepare_end(void)
{
    bench_table(server, BOTS_ALONE, code, token);
    play_out();
}

static void ask_log(void)
{
    ask(false, of_table("/log"), "");
}

static void ask_proof(void)
{
    ask(false, of_table("/proof"), "");
}

static void ask_replay(void)
{
    ask(false, of_table("/replay?viewer=everybody"), "");
}

static void games_are_shown(void **unused)
{
    (void)unused;
    at_every_place(prepare_end, ask_log);
    at_every_place(prepare_end, ask_proof);
    at_every_place(prepare_end, ask_replay);
}

/* A table that is read again, row and log, whatever its state: it is there or cannot be read just
 * now, and at no place is it taken for damaged (at_every_place asks for the health). */
static void leave_memory(void)
{
    struct table *table = table_in_memory(server, code);
    if (table)
        table_drop(table);
}

static void prepare_row(void)
{
    prepare_table();
    leave_memory();
}

static void prepare_play(void)
{
    bench_table(server, WITH_BOTS, code, token);
    leave_memory();
}

static void prepare_over(void)
{
    prepare_end();
    leave_memory();
}

static void read_again(void)
{
    ask(false, of_table(""), "");
    assert_true(bench_status == 200 || bench_status == 503);
    end();
    assert_int_equal(bench_get(server, of_table("")), 200);
}

static void tables_are_read_again(void **unused)
{
    (void)unused;
    atomic_store(&json_runs_out, true); /* for what is in their records and logs */
    at_every_place(prepare_row, read_again);
    at_every_place(prepare_play, read_again);
    at_every_place(prepare_over, read_again);
    at_every_place(prepare_over, come);
    atomic_store(&json_runs_out, false);
}

/* Somebody at the end of a game asks how it went. */
static void ask_history(void)
{
    const struct bench_line eve = bench_connect(server, "192.0.2.1");
    bench_hello(&eve, code, NULL);
    bench_heard(server, &eve);
    begin();
    bench_say(&eve, "{\"type\":\"history\",\"from\":1,\"changes\":true}");
    do
        bench_turn(server);
    while (eve.connection->asking);
    const char *heard = bench_heard(server, &eve);
    if (!strstr(heard, "\"history\"") && !strstr(heard, "\"storage\"") &&
        !strstr(heard, "\"memory\""))
        fail_msg("%s", heard);
    close(eve.far);
}

static void histories_are_told(void **unused)
{
    (void)unused;
    at_every_place(prepare_end, ask_history);
}

/* A bot that had no room to think does so later: the game comes to its end. */
static void bots_go_on(void **unused)
{
    (void)unused;
    for (place = 1; place <= 12; place++) {
        assert_int_equal(bench_setup(NULL), 0);
        server = bench_open();
        assert_non_null(address_find(server, "192.0.2.1"));
        bench_table(server, BOTS_ALONE, code, token);
        while (!bench_find(server, code)->game->recent) /* what a game cannot be played without */
            bench_turn(server);
        begin();
        play_out();
        end();
        bench_close(server);
        assert_int_equal(bench_teardown(NULL), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_made),
        cmocka_unit_test(games_start),
        cmocka_unit_test(people_come),
        cmocka_unit_test(games_are_shown),
        cmocka_unit_test(tables_are_read_again),
        cmocka_unit_test(histories_are_told),
        cmocka_unit_test(bots_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
