/* test_admin.c: orders of the admin page and logs that are packed, when something goes wrong: a disk
 * that fails, a log with a gap, a backup that cannot be written, a restart that nobody makes. */
#define _GNU_SOURCE /* off64_t */
#include "tests/unit/bench.h"
#include "tests/unit/shaky_disk.h"

#define OPEN_TABLE "{\"rules\":{\"game\":\"base\"},\"public\":true,\"name\":\"Ada\"}"
#define TWO_BOTS                                                                                   \
    "{\"rules\":{\"game\":\"base\",\"players\":2,\"turn_limit\":2},\"seats\":[\"random\","         \
    "\"random\"],\"pace\":0}"
#define WITH_A_BOT                                                                                 \
    "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"random\"],\"name\":\"Ada\"," \
    "\"pace\":0,\"start\":\"now\"}"

static struct server *server;
static char code[HOLM_CODE_SIZE], token[64];

static int start(void **unused)
{
    if (bench_setup(unused))
        return -1;
    server = bench_open();
    admin_open(server);
    crypto_hash_sha256(server->admin.token, (const unsigned char *)"word", 4);
    return 0;
}

static int end(void **unused)
{
    make_disk_shaky(false);
    archiving_stop(server);
    bench_close(server);
    return bench_teardown(unused);
}

/* What an order is answered, with more members than the token. */
static const char *order(const char *members, ...)
{
    char more[160], body[256];
    va_list arguments;
    va_start(arguments, members);
    vsnprintf(more, sizeof more, members, arguments);
    va_end(arguments);
    snprintf(body, sizeof body, "{\"token\":\"word\",%s}", more);
    return bench_ask(server, true, "/api/admin", body);
}

static void play_to_the_end(void)
{
    bench_table(server, TWO_BOTS, code, NULL);
    for (int i = 0; i < 200000; i++) {
        if (table_in_memory(server, code)->state == HOLM_STORE_OVER)
            return;
        bench_turn(server);
        usleep(50);
    }
    fail_msg("the game does not end");
}

static void a_restart_that_nobody_makes_lapses(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    bench_hello(&line, code, token);
    assert_null(strstr(bench_heard(server, &line), "restart"));
    order("\"do\":\"announce\",\"minutes\":1");
    assert_true(bench_hears(server, &line, "{\"type\":\"restart\",\"seconds\":60}"));
    notice_lapse(server);
    assert_int_not_equal(server->admin.restart_at, 0);
    server->admin.restart_at = monotonic_milliseconds() - 1000;
    notice_lapse(server); /* it may be a little late */
    assert_non_null(strstr(order("\"do\":\"look\""), "\"restart\":0,"));
    server->admin.restart_at = monotonic_milliseconds() - 130000;
    notice_lapse(server);
    assert_true(bench_hears(server, &line, "{\"type\":\"restart\",\"seconds\":null}"));
    assert_int_equal(server->admin.restart_at, 0);
    close(line.far);
}

static void what_cannot_be_stored_is_not_removed(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    make_disk_shaky(true);
    calls_left = 0;
    order("\"do\":\"remove-person\",\"table\":\"%s\",\"chair\":0", code);
    assert_int_equal(bench_status, 503);
    make_disk_shaky(false);
    batch_works(server);
    assert_int_equal(bench_get(server, "/api/health"), 200);
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 1);
    order("\"do\":\"remove-table\",\"table\":\"%s\"", code);
    assert_int_equal(bench_status, 200);
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 0);
    order("\"do\":\"remove-table\",\"table\":\"%s\"", code);
    assert_int_equal(bench_status, 404);
    order("\"do\":\"remove-table\"");
    assert_int_equal(bench_status, 404);
}

/* A game that is not in memory is woken, so that the bot moves. */
static void whoever_is_removed_from_a_game_is_played_for(void **unused)
{
    (void)unused;
    bench_table(server, WITH_A_BOT, code, token);
    bench_turn(server);
    table_drop(table_in_memory(server, code));
    assert_non_null(strstr(order("\"do\":\"look\""), code)); /* from the store */
    assert_null(table_in_memory(server, code)); /* for a look only */
    order("\"do\":\"remove-person\",\"table\":\"%s\",\"chair\":0", code);
    assert_int_equal(bench_status, 200);
    const struct table *table = table_in_memory(server, code);
    assert_true(table->chair[0].away);
    assert_int_equal(table_chair_of(table, token), -1);
    assert_true(server->plan.count > 0);
    order("\"do\":\"remove-person\",\"table\":\"%s\",\"chair\":1", code);
    assert_int_equal(bench_status, 409); /* a bot */
}

static void a_backup_that_fails_says_why(void **unused)
{
    char copy[400];
    (void)unused;
    order("\"do\":\"back-up\"");
    assert_int_equal(bench_status, 200);
    order("\"do\":\"back-up\"");
    assert_int_equal(bench_status, 503);
    while (server->admin.backup == BACKUP_RUNNING)
        bench_turn(server);
    assert_int_equal(server->admin.backup, BACKUP_DONE);
    snprintf(copy, sizeof copy, "%s/%s", bench_folder, server->admin.file);
    assert_int_equal(unlink(copy), 0);
    make_disk_shaky(true);
    calls_left = 0;
    order("\"do\":\"back-up\"");
    while (server->admin.backup == BACKUP_RUNNING)
        bench_turn(server);
    make_disk_shaky(false);
    assert_non_null(strstr(order("\"do\":\"look\""), "\"state\":\"failed\""));
}

/* Steps of the archive until nothing more happens. */
static void pack_all(void)
{
    for (int i = 0; i < 2000; i++) {
        bench_turn(server);
        server->archive_now = true;
        archiving_step(server);
        usleep(server->packing ? 500 : 0);
    }
}

static void logs_are_packed_when_it_is_time(void **unused)
{
    (void)unused;
    play_to_the_end();
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s/log", code);
    char *log = strdup(bench_ask(server, false, path, ""));
    assert_int_equal(bench_status, 200);
    pack_all();
    assert_int_equal(server->metrics.archived, 0); /* not old enough, and in memory */
    bench_change("UPDATE tables SET changed = changed - 8 * 86400");
    table_drop(table_in_memory(server, code));
    server->failed = true;
    pack_all();
    assert_int_equal(server->metrics.archived, 0);
    server->failed = false;
    pack_all();
    assert_int_equal(server->metrics.archived, 1);
    assert_int_equal(bench_number("SELECT count(*) FROM lines"), 0);
    assert_int_equal(bench_number("SELECT rest FROM archive"), 0);
    shelf_forget(server->shelf, 1);
    assert_string_equal(bench_ask(server, false, path, ""), log);
    free(log);
}

static void a_log_with_a_gap_is_set_aside(void **unused)
{
    (void)unused;
    play_to_the_end();
    bench_change("UPDATE tables SET changed = changed - 8 * 86400;"
                 "DELETE FROM lines WHERE number = 5");
    table_drop(table_in_memory(server, code));
    pack_all();
    assert_int_equal(server->metrics.archived, 0);
    assert_true(damage_known(server, code));
    assert_null(strstr(order("\"do\":\"look\""), code));
}

static void what_is_packed_and_not_written_is_packed_again(void **unused)
{
    (void)unused;
    play_to_the_end();
    bench_change("UPDATE tables SET changed = changed - 8 * 86400");
    table_drop(table_in_memory(server, code));
    for (int i = 0; i < 2000 && !server->packed; i++) {
        bench_turn(server);
        server->archive_now = !server->packing;
        archiving_step(server);
        usleep(500);
    }
    assert_non_null(server->packed);
    make_disk_shaky(true);
    calls_left = 0;
    server->archive_now = true;
    archiving_step(server);
    make_disk_shaky(false);
    assert_int_equal(bench_number("SELECT count(*) FROM archive"), 0);
    assert_true(bench_number("SELECT count(*) FROM lines") > 0);
    pack_all();
    assert_int_equal(bench_number("SELECT count(*) FROM archive"), 1);
}

#define ADMIN_CASE(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ADMIN_CASE(a_restart_that_nobody_makes_lapses),
        ADMIN_CASE(what_cannot_be_stored_is_not_removed),
        ADMIN_CASE(whoever_is_removed_from_a_game_is_played_for),
        ADMIN_CASE(a_backup_that_fails_says_why),
        ADMIN_CASE(logs_are_packed_when_it_is_time),
        ADMIN_CASE(a_log_with_a_gap_is_set_aside),
        ADMIN_CASE(what_is_packed_and_not_written_is_packed_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
