/* test_keeping.c: tables come and go between memory and a database that is spoiled, or whose disk
 * fails: what is damaged is set aside, what fails passes, and nothing is told that is not stored.
 */
#define _GNU_SOURCE /* off64_t */
#include "tests/unit/bench.h"
#include "tests/unit/shaky_disk.h"

#define TWO_BOTS                                                                                   \
    "{\"rules\":{\"game\":\"base\",\"players\":2,\"turn_limit\":2},\"seats\":[\"random\","         \
    "\"random\"],\"pace\":0}"
#define FOUR_BOTS                                                                                  \
    "{\"rules\":{\"game\":\"base\"},\"seats\":[\"random\",\"random\",\"random\",\"random\"],"      \
    "\"pace\":0}"
#define TWO_SLOW                                                                                   \
    "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"random\",\"random\"],\"pace\":0}"
#define OPEN_TABLE "{\"rules\":{\"game\":\"base\"},\"public\":true,\"name\":\"Ada\"}"
#define OF_DAYS                                                                                    \
    "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"random\"],\"pace\":0,"       \
    "\"start\":\"now\",\"clock\":{\"mode\":\"decision\",\"seconds\":7200}}"

/* Plays until a game has so many lines, or is over. */
static void play_until(struct server *server, const char *code, int seq)
{
    for (int i = 0; i < 200000; i++) {
        const struct table *table = table_in_memory(server, code);
        assert_non_null(table);
        if (table->state == HOLM_STORE_OVER || table->game->seq >= seq)
            return;
        bench_turn(server);
        usleep(50);
    }
    fail_msg("the game does not go on");
}

/* ------------------------------------------------------------------- fixtures */

static char over[HOLM_CODE_SIZE], wide[HOLM_CODE_SIZE], playing[HOLM_CODE_SIZE],
    waiting[HOLM_CODE_SIZE];
static char *kept;
static long kept_size;

static char *read_file(long *size)
{
    FILE *file = fopen(bench_path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    *size = ftell(file);
    char *bytes = malloc((size_t)*size);
    assert_non_null(bytes);
    rewind(file);
    assert_int_equal(fread(bytes, 1, (size_t)*size, file), *size);
    fclose(file);
    return bytes;
}

/* The database of four tables as it was kept. */
static void restore(void)
{
    FILE *file = fopen(bench_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(kept, 1, (size_t)kept_size, file), kept_size);
    fclose(file);
}

/* A game that is over, two in play, and a table that waits. */
static int setup_tables(void **state)
{
    if (bench_setup(state))
        return -1;
    if (kept) {
        restore();
        return 0;
    }
    struct server *server = bench_open();
    bench_table(server, TWO_BOTS, over, NULL);
    play_until(server, over, 1000000);
    bench_table(server, TWO_SLOW, playing, NULL);
    play_until(server, playing, 6);
    table_in_memory(server, playing)->pace = 4;
    bench_table(server, FOUR_BOTS, wide, NULL);
    play_until(server, wide, 3);
    table_in_memory(server, wide)->pace = 4;
    bench_table(server, OPEN_TABLE, waiting, NULL);
    bench_close(server);
    kept = read_file(&kept_size);
    return 0;
}

static int remove_tables(void **state)
{
    make_disk_shaky(false);
    return bench_teardown(state);
}

static void answers(struct server *server, const char *code, int status)
{
    char path[64];
    snprintf(path, sizeof path, "/api/tables/%s", code);
    assert_int_equal(bench_get(server, path), status);
}

/* --------------------------------------------------------------------- damage */

static void spoiled_tables_are_set_aside(void **unused)
{
    static const struct {
        const char *code, *change;
    } cases[] = {
        { playing, "UPDATE tables SET header = NULL WHERE code = '%s'" },
        { playing, "UPDATE tables SET header = 'nonsense' WHERE code = '%s'" },
        { playing, "UPDATE tables SET header = (SELECT header FROM tables WHERE state = 1 ORDER BY"
                   " id DESC LIMIT 1) WHERE code = '%s'" },
        { playing, "UPDATE tables SET state = 7 WHERE code = '%s'" },
        { playing, "UPDATE tables SET state = -1 WHERE code = '%s'" },
        { playing, "UPDATE tables SET record = '[]' WHERE code = '%s'" },
        { playing, "DELETE FROM lines WHERE number = 2 AND game = (SELECT id FROM tables WHERE code"
                   " = '%s')" },
        { playing, "UPDATE lines SET line = 'x' WHERE number = 2 AND game = (SELECT id FROM tables"
                   " WHERE code = '%s')" },
        { playing, "UPDATE lines SET head = NULL WHERE number = 2 AND game = (SELECT id FROM tables"
                   " WHERE code = '%s')" },
        { playing, "UPDATE lines SET head = zeroblob(32) WHERE number = 2 AND game = (SELECT id"
                   " FROM tables WHERE code = '%s')" },
        { over, "UPDATE tables SET header = NULL WHERE code = '%s'" },
        { over, "DELETE FROM lines WHERE number = 2 AND game = (SELECT id FROM tables WHERE code ="
                " '%s')" },
        { waiting, "UPDATE tables SET record = '{}' WHERE code = '%s'" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char change[512];
        snprintf(change, sizeof change, cases[i].change, cases[i].code);
        restore();
        bench_change(change);
        struct server *server = bench_make();
        if (bench_find(server, cases[i].code))
            fail_msg("taken: %s", change);
        assert_int_equal(bench_absent->refusal, REFUSE_TABLE_DAMAGED);
        assert_false(bench_absent->passes);
        answers(server, cases[i].code, 503);
        answers(server, wide, 200);
        assert_int_equal(server->damaged_count, 1);
        bench_close(server);
    }
}

/* The lobby shows what can be read. */
static void spoiled_tables_are_not_listed(void **unused)
{
    (void)unused;
    struct server *server = bench_open();
    assert_non_null(strstr(bench_ask(server, false, "/api/tables", ""), waiting));
    bench_close(server);
    bench_change("UPDATE tables SET record = '{}' WHERE listed");
    server = bench_open();
    assert_null(strstr(bench_ask(server, false, "/api/tables", ""), waiting));
    assert_int_equal(bench_get(server, "/api/health"), 503);
    bench_close(server);
}

static void many_damaged_tables_are_counted(void **unused)
{
    struct holm_trouble trouble;
    struct server *server = bench_make();
    (void)unused;
    assert_string_equal(check_state(server, &trouble), "failed"); /* nobody has looked */
    assert_non_null(strstr(trouble.text, "could not be started"));
    assert_false(check_allows_pruning(server));
    for (int i = 0; i < 60; i++) { /* not all are named on stderr */
        char code[HOLM_CODE_SIZE];
        snprintf(code, sizeof code, "damaged-%d", i);
        damage_note(server, code, i % 2, "it was spoiled");
        damage_note(server, code, i % 2, "once is enough");
        assert_true(damage_known(server, code));
    }
    assert_int_equal(server->damaged_count, 60);
    assert_string_equal(check_state(server, &trouble), "damaged");
    assert_int_equal(bench_get(server, "/api/health"), 503);
    /* What is in memory goes, with whoever is there. */
    assert_non_null(bench_find(server, waiting));
    damage_note(server, waiting, 0, "it was spoiled");
    damage_set_aside(server);
    assert_null(table_in_memory(server, waiting));
    bench_close(server);
}

static void a_check_that_cannot_look_says_so(void **unused)
{
    struct holm_trouble trouble;
    struct server *server = bench_make();
    (void)unused;
    server->settings.database = "/nowhere/at/all.db";
    check_start(server);
    while (!strcmp(check_state(server, &trouble), "running"))
        usleep(200);
    assert_string_equal(check_state(server, &trouble), "failed");
    assert_false(check_allows_pruning(server));
    assert_int_equal(bench_get(server, "/api/health"), 503);
    bench_close(server);
}

/* ---------------------------------------------------------- a disk that fails */

/* What cannot be read just now is not damaged: it is there the next time. */
static void reading_fails_and_passes(void **unused)
{
    const char *const codes[] = { playing, over, waiting };
    (void)unused;
    for (int i = 0; i < 3; i++)
        for (int moment = 0, fine = 0; !fine; moment++) {
            struct server *server = bench_make();
            make_disk_shaky(true);
            calls_left = moment;
            if (!bench_find(server, codes[i])) {
                assert_true(bench_absent->passes);
                assert_int_equal(bench_absent->refusal, REFUSE_TABLE_UNREAD);
            }
            fine = calls_left > 0;
            make_disk_shaky(false);
            assert_non_null(bench_find(server, codes[i]));
            assert_int_equal(server->damaged_count, 0);
            bench_close(server);
            assert_true(moment < 1000);
        }
}

/* Pages that read as nonsense are damage. */
static void nonsense_is_damage(void **unused)
{
    const char *const codes[] = { playing, over };
    int damaged = 0;
    (void)unused;
    for (int i = 0; i < 2; i++)
        for (int moment = 0, fine = 0; !fine; moment++) {
            struct server *server = bench_make();
            make_disk_shaky(true);
            disk_lies = true;
            calls_left = moment;
            const struct table *table = bench_find(server, codes[i]);
            damaged += damage_known(server, codes[i]);
            assert_true(!table || !damage_known(server, codes[i]));
            fine = calls_left > 0;
            assert_true(!fine || table);
            make_disk_shaky(false);
            bench_close(server);
            assert_true(moment < 1000);
        }
    assert_true(damaged > 0);
}

/* A table that is made or joined while the disk fails is stored, or it never was. */
static void writing_fails_and_passes(void **unused)
{
    char path[64];
    (void)unused;
    for (int moment = 0, fine = 0; !fine; moment++) {
        struct server *server = bench_open();
        char code[HOLM_CODE_SIZE] = "";
        const int tables = bench_number("SELECT count(*) FROM tables");
        make_disk_shaky(true);
        calls_left = moment;
        const char *made = bench_ask(server, true, "/api/tables", OPEN_TABLE);
        const int created = bench_status;
        bench_member(made, "code", code, sizeof code);
        int joined = 0;
        if (created == 201) {
            snprintf(path, sizeof path, "/api/tables/%s/join", code);
            bench_ask(server, true, path, "{\"name\":\"Bob\"}");
            joined = bench_status;
        }
        fine = calls_left > 0;
        make_disk_shaky(false);
        assert_true(created == 201 || created == 503);
        assert_true(!joined || joined == 200 || joined == 503);
        assert_int_equal(bench_number("SELECT count(*) FROM tables"), tables + (created == 201));
        assert_true(fine ? joined == 200 : true);
        if (joined) {
            const struct table *table = bench_find(server, code);
            assert_non_null(table);
            assert_int_equal(table->chair[1].kind, joined == 200 ? CHAIR_PERSON : CHAIR_OPEN);
        }
        bench_ask(server, true, "/api/tables", OPEN_TABLE); /* it works again */
        assert_int_equal(bench_status, 201);
        assert_false(server->failed);
        bench_close(server);
        assert_true(moment < 1000);
    }
}

static bool is_planned(const struct server *server, int64_t id)
{
    for (int i = 0; i < server->plan.count; i++)
        if (server->plan.at[i].id == id)
            return server->plan.at[i].at < now_milliseconds() + 60000;
    return false;
}

static void bots_wait_for_a_failing_disk(void **unused)
{
    struct server *server = bench_open();
    char code[HOLM_CODE_SIZE];
    (void)unused;
    bench_table(server, TWO_SLOW, code, NULL);
    play_until(server, code, 4);
    const int64_t id = table_in_memory(server, code)->id;
    make_disk_shaky(true);
    calls_left = 0;
    for (int i = 0; i < 100000 && table_in_memory(server, code); i++) { /* others may fail first */
        bench_turn(server);
        usleep(100);
    }
    assert_null(table_in_memory(server, code)); /* not even what is stored can be read */
    assert_true(server->failed);
    assert_int_equal(bench_get(server, "/api/health"), 503);
    assert_true(is_planned(server, id)); /* but nobody need ask for it: it is tried again */
    make_disk_shaky(false);
    assert_int_equal(bench_get(server, "/api/health"), 200); /* it was tried, and works */
    assert_non_null(bench_find(server, code));
    play_until(server, code, 8);
    assert_true(bench_number("SELECT max(number) FROM lines WHERE game = (SELECT max(id) FROM"
                             " tables)") >= 8);
    bench_close(server);
}

/* ----------------------------------------------------------------- come and go */

static void starting_without_a_list_is_a_start(void **unused)
{
    (void)unused;
    for (int moment = 0; moment < 6; moment++) {
        struct server *server = bench_make();
        make_disk_shaky(true);
        calls_left = moment;
        tables_load(server);
        make_disk_shaky(false);
        answers(server, waiting, 200);
        bench_close(server);
    }
}

/* Whoever is due and cannot be read is looked for again. */
static void waking_fails_and_passes(void **unused)
{
    (void)unused;
    bench_change("UPDATE due SET at = 0; INSERT INTO due VALUES (999, 0)"); /* one has no table */
    for (int moment = 0; moment < 12; moment += 3) {
        struct server *server = bench_open();
        const int planned = server->plan.count;
        assert_int_equal(planned, 3);
        make_disk_shaky(true);
        calls_left = moment;
        for (int i = 0; i < 500 && (server->plan.count == planned || server->waking || i < 50);
             i++) {
            usleep(200);
            uv_run(&server->loop, UV_RUN_NOWAIT);
            workers_release(server->replays);
            workers_collect(server->replays);
            if (!table_in_memory(server, playing) && server->plan.count == planned &&
                !server->waking && i > 50)
                break; /* all of them are planned anew */
        }
        make_disk_shaky(false);
        assert_int_equal(server->damaged_count, 0);
        if (!moment)
            assert_true(server->plan.count >= 2 && server->plan.at[0].at > now_milliseconds());
        bench_close(server);
    }
}

/* Many are due at once: some are read at a time, and all are in the end. */
static void many_are_woken_in_turn(void **unused)
{
    struct server *server = bench_open();
    char code[HOLM_CODE_SIZE];
    int most = 0, awake = 0;
    (void)unused;
    for (int i = 0; i < 60; i++)
        bench_table(server, OF_DAYS, code, NULL);
    bench_close(server);
    bench_change("UPDATE due SET at = 0");
    server = bench_open();
    const int planned = server->plan.count;
    assert_true(planned >= 60);
    for (int i = 0; i < 20000 && (server->plan.count || server->waking); i++) {
        bench_turn(server);
        most = server->waking > most ? server->waking : most;
        usleep(50);
    }
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const struct table *table = server->table[i]; table; table = table->next)
            awake += table->game && !table->loading;
    assert_int_equal(awake, planned);
    assert_in_range(most, 8, 16); /* some are read before others are asked for */
    bench_close(server);
}

/* Those who wait for a game are no more than may watch it; the table stays while they wait. */
static void who_waits_is_counted(void **unused)
{
    struct server *server = bench_make();
    (void)unused;
    server->settings.limit[HOLM_LIMIT_SPECTATORS] = 1;
    const struct bench_line lines[] = { bench_connect(server, "192.0.2.1"),
                                        bench_connect(server, "192.0.2.2") };
    for (int i = 0; i < 2; i++)
        bench_hello(&lines[i], playing, NULL);
    keeping_sweep(server);
    const struct table *table = table_in_memory(server, playing);
    assert_true(table && table->loading && !table->game);
    assert_int_equal(server->metrics.jobs_shared, 1);
    bench_await(server, &lines[0]);
    assert_true(table->game && !table->loading);
    assert_int_equal(table->watching, 1);
    assert_int_equal(lines[0].connection->hello + lines[1].connection->hello, 1);
    bench_say(&lines[!lines[0].connection->hello], "{\"type\":\"ping\"}");
    assert_true(bench_hears(server, &lines[lines[0].connection->hello], "\"full\""));
    assert_true(bench_hears(server, &lines[!lines[0].connection->hello], "\"pong\""));
    bench_close(server);
}

/* What is found out about a table while its game is read counts. */
static void damage_while_a_game_is_read(void **unused)
{
    struct server *server = bench_make();
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    bench_hello(&line, playing, NULL);
    damage_note(server, playing, 0, "it was spoiled");
    damage_set_aside(server);
    assert_null(table_in_memory(server, playing));
    bench_await(server, &line);
    assert_true(bench_hears(server, &line, "\"damaged\""));
    assert_null(table_in_memory(server, playing));
    bench_close(server);
}

static void games_of_days_are_put_away(void **unused)
{
    struct server *server = bench_open();
    char code[HOLM_CODE_SIZE], token[64];
    (void)unused;
    for (int fails = 0; fails < 2; fails++) {
        bench_table(server, OF_DAYS, code, token);
        struct table *table = table_in_memory(server, code);
        for (int i = 0; i < 20000 && table_due(table) < now_milliseconds() + 3600000; i++) {
            bench_turn(server);
            usleep(50);
        }
        const int planned = server->plan.count;
        make_disk_shaky(true);
        calls_left = fails ? 0 : -1;
        keeping_sweep(server);
        make_disk_shaky(false);
        assert_null(table_in_memory(server, code));
        assert_int_equal(server->plan.count, planned + 1); /* by then it is back */
        keeping_sweep(server); /* nothing is planned twice */
        table = bench_find(server, code);
        assert_true(table && table->game);
        keeping_sweep(server);
        assert_int_equal(server->plan.count, planned + 2); /* of two times the earlier will count */
    }
    bench_close(server);
}

static void old_tables_are_removed_when_the_disk_lets_us(void **unused)
{
    struct server *server = bench_open();
    (void)unused;
    server->settings.keep = 1;
    bench_change("UPDATE tables SET changed = 5");
    const int tables = bench_number("SELECT count(*) FROM tables");
    table_show(server, &(struct holm_stored_table){ .code = NULL }); /* no table at all */
    for (int moment = 0; moment < 8; moment++) {
        make_disk_shaky(true);
        calls_left = moment;
        keeping_sweep(server);
        make_disk_shaky(false);
    }
    keeping_sweep(server);
    assert_true(bench_number("SELECT count(*) FROM tables") < tables);
    assert_int_equal(bench_number("SELECT count(*) FROM tables WHERE state = 1"), 2);
    assert_int_equal(bench_number("SELECT count(*) FROM lines WHERE game NOT IN (SELECT id FROM"
                                  " tables)"),
                     0);
    answers(server, playing, 200);
    answers(server, over, 404);
    bench_close(server);
}

static void nothing_is_removed_from_what_is_damaged(void **unused)
{
    (void)unused;
    bench_change("UPDATE tables SET changed = 5; DELETE FROM lines WHERE number = 2");
    struct server *server = bench_open();
    server->settings.keep = 1;
    keeping_sweep(server);
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 4);
    bench_close(server);
}

/* -------------------------------------------------------------- finished games */

static const char *of_over(const char *rest)
{
    static char path[96];
    snprintf(path, sizeof path, "/api/tables/%s%s", over, rest);
    return path;
}

static void logs_that_cannot_be_read_are_refused(void **unused)
{
    static const struct {
        const char *change;
        int log, replay;
    } cases[] = {
        { "UPDATE lines SET line = 'x' WHERE number = 2", 200, 503 },
        { "UPDATE tables SET header = NULL WHERE state = 2", 503, 503 },
        { "UPDATE tables SET state = 1 WHERE state = 2", 503, 503 },
        { "DELETE FROM tables WHERE state = 2", 503, 503 },
        { "UPDATE lines SET line = '{}' WHERE number = 3", 200, 503 },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        restore();
        struct server *server = bench_make();
        assert_non_null(bench_find(server, over)); /* in memory it is still whole */
        bench_change(cases[i].change);
        assert_int_equal(bench_get(server, of_over("/log")), cases[i].log);
        assert_int_equal(bench_get(server, of_over("/replay?viewer=red")), cases[i].replay);
        assert_int_equal(bench_get(server, of_over("/proof")), cases[i].replay);
        bench_close(server);
    }
    restore();
    struct server *server = bench_make();
    assert_non_null(bench_find(server, over));
    char *end = bench_path + strlen(bench_path);
    strcpy(end, "-gone"); /* readers do not find the database, and do so again later */
    assert_int_equal(bench_get(server, of_over("/log")), 503);
    *end = '\0';
    assert_int_equal(bench_get(server, of_over("/log")), 200);
    assert_int_equal(bench_get(server, of_over("/replay?viewer=nobody")), 400);
    assert_int_equal(bench_get(server, of_over("/replay?viewer=orange")), 400);
    assert_int_equal(bench_get(server, of_over("/replay?viewer=spectator")), 200);
    assert_int_equal(bench_get(server, of_over("/proof")), 200);
    bench_close(server);
}

/* Asks and does not wait. */
static struct screening *ask(struct server *server, const char *from, const char *kind,
                             const char *viewer)
{
    char path[64], query[32];
    snprintf(path, sizeof path, "/api/tables/%s%s", over, kind);
    snprintf(query, sizeof query, "viewer=%s", viewer);
    const struct request request = {
        .path = path, .query = query, .body = "", .address = address_find(server, from)
    };
    struct answer answer = { .status = 200, .body = holm_writer(server->answer, ANSWER_MAX) };
    api_answer(server, &request, &answer);
    bench_status = answer.status;
    return answer.later;
}

/* Keeps the only worker busy until it is let go. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void wait_at_gate(struct job *job, struct desk *desk)
{
    (void)job, (void)desk;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

static void leave_gate(struct server *server, struct job *job)
{
    (void)server, (void)job;
}

static void only_so_much_is_made_for_one(void **unused)
{
    static const char *const viewers[] = { "red", "blue", "everybody" };
    struct server *server = bench_make();
    struct job keeper = { .work = wait_at_gate, .done = leave_gate };
    (void)unused;
    server->settings.limit[HOLM_LIMIT_JOBS_EACH] = 4;
    pthread_mutex_lock(&gate);
    workers_give(server->replays, &keeper);
    struct screening *log = ask(server, "192.0.2.1", "/log", "red"), *asked[3];
    for (int i = 0; i < 3; i++)
        asked[i] = ask(server, "192.0.2.1", "/replay", viewers[i]);
    assert_true(log && asked[0] && asked[1] && asked[2]);
    assert_null(ask(server, "192.0.2.1", "/proof", "red"));
    assert_int_equal(bench_status, 503);
    assert_int_equal(server->metrics.jobs_refused, 1);
    struct screening *proof = ask(server, "192.0.2.9", "/proof", "red"); /* not so for another */
    struct screening *shared = ask(server, "192.0.2.9", "/replay", "blue");
    assert_true(proof && shared);
    assert_int_equal(server->metrics.jobs_shared, 1);
    screening_free(asked[1]); /* the first of two who wait leaves, and the only one of another */
    screening_free(asked[0]);
    screening_forget(table_in_memory(server, over)); /* somebody signs the end meanwhile */
    struct screening *anew = ask(server, "192.0.2.8", "/replay", "blue");
    assert_non_null(anew);
    assert_int_equal(server->metrics.jobs_shared, 1); /* what was begun before is not all */
    pthread_mutex_unlock(&gate);
    while (!log->ready || !proof->ready || !shared->ready || !anew->ready || !asked[2]->ready)
        bench_turn(server);
    struct screening *at_once = ask(server, "192.0.2.7", "/replay", "blue");
    assert_true(at_once && at_once->ready && at_once->item == anew->item);
    ask(server, "192.0.2.7", "/proof", "red"); /* under way when the server stops */
    bench_close(server);
}

static void replays_of_what_is_sent(void **unused)
{
    struct server *server = bench_make();
    (void)unused;
    char *log = strdup(bench_ask(server, false, of_over("/log"), ""));
    assert_int_equal(bench_status, 200);
    bench_ask(server, true, "/api/replay?viewer=red", log);
    assert_int_equal(bench_status, 200);
    bench_ask(server, true, "/api/replay?viewer=orange", log); /* two have played */
    assert_int_equal(bench_status, 400);
    bench_ask(server, true, "/api/replay?viewer=nobody", log);
    assert_int_equal(bench_status, 400);
    bench_ask(server, true, "/api/replay", "");
    assert_int_equal(bench_status, 400);
    bench_ask(server, true, "/api/replay", "\n");
    assert_int_equal(bench_status, 400);
    strchr(log, '\n')[1] = '?';
    bench_ask(server, true, "/api/replay", log);
    assert_int_equal(bench_status, 400);
    free(log);
    server->settings.limit[HOLM_LIMIT_HEAVY] = 1;
    for (int i = 0; i < 3; i++)
        bench_ask_from(server, "192.0.2.77", true, "/api/replay", "{}");
    assert_int_equal(bench_status, 429);
    bench_close(server);
}

/* Logs of every version are shown, and whoever sent something else is told. */
static void replays_of_every_version(void **unused)
{
    static const char *const names[] = { "base.jsonl",     "fog-islands.jsonl", "v2-fair.jsonl",
                                         "v2-local.jsonl", "v1-base.log",       "README.md" };
    struct server *server = bench_make();
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/logs/%s", names[i]);
        FILE *file = fopen(path, "r");
        char *text = calloc(1, LOG_BODY_MAX + 1);
        assert_true(file && text);
        assert_true(fread(text, 1, LOG_BODY_MAX, file) > 0);
        fclose(file);
        bench_ask(server, true, "/api/replay?viewer=spectator", text);
        assert_int_equal(bench_status, strstr(names[i], ".md") ? 400 : 200);
        free(text);
    }
    bench_close(server);
}

/* While the shelf is full of what is being sent, nobody gets a second thing made. */
static void a_full_shelf_serves_everybody_once(void **unused)
{
    struct server *server = bench_make();
    (void)unused;
    assert_non_null(bench_find(server, over));
    struct item *huge = shelf_put(server->shelf, 0, SHELF_LOG, 0, NULL, 63 << 20);
    struct screening *other = ask(server, "192.0.2.2", "/replay", "red");
    struct screening *first = ask(server, "192.0.2.1", "/replay", "blue");
    assert_true(first && other);
    assert_null(ask(server, "192.0.2.1", "/proof", "red"));
    assert_int_equal(bench_status, 503);
    item_release(huge);
    assert_non_null(ask(server, "192.0.2.1", "/proof", "red"));
    struct item *one = shelf_put(server->shelf, 5, SHELF_LOG, 0, malloc(4), 4);
    struct item *two = shelf_put(server->shelf, 5 + 1024, SHELF_LOG, 0, malloc(4), 4);
    shelf_forget(server->shelf, 5); /* and not what lies beside it */
    assert_null(shelf_find(server->shelf, 5, SHELF_LOG, 0));
    assert_ptr_equal(shelf_find(server->shelf, 5 + 1024, SHELF_LOG, 0), two);
    item_release(one);
    item_release(two);
    item_release(two);
    bench_close(server);
    shelf_free(NULL);
}

static void the_lobby_has_an_end(void **unused)
{
    char code[HOLM_CODE_SIZE];
    int listed = 0;
    struct server *server = bench_open();
    (void)unused;
    for (int i = 0; i < 260; i++)
        bench_table(server, OPEN_TABLE, code, NULL);
    const char *list = bench_ask(server, false, "/api/tables", "");
    for (const char *at = list; (at = strstr(at, "\"code\"")); at++)
        listed++;
    assert_int_equal(listed, 200);
    answers(server, code, 200);
    answers(server, "a-code-that-is-far-too-long-for-one", 404);
    bench_ask(server, true, "/api/preview", "{\"rules\":{\"game\":\"base\"},\"seed\":\"x\"}");
    assert_int_equal(bench_status, 400);
    bench_ask(server, true, "/api/preview", "{\"rules\":{\"game\":\"base\"},\"seed\":7}");
    assert_int_equal(bench_status, 200);
    bench_ask(server, true, "/api/preview", "{\"rules\":{\"game\":\"base\"},\"sed\":7}");
    assert_int_equal(bench_status, 400);
    bench_close(server);
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, setup_tables, remove_tables)
    const struct CMUnitTest tests[] = {
        CASE(spoiled_tables_are_set_aside),
        CASE(spoiled_tables_are_not_listed),
        CASE(many_damaged_tables_are_counted),
        CASE(a_check_that_cannot_look_says_so),
        CASE(reading_fails_and_passes),
        CASE(nonsense_is_damage),
        CASE(writing_fails_and_passes),
        CASE(bots_wait_for_a_failing_disk),
        CASE(starting_without_a_list_is_a_start),
        CASE(waking_fails_and_passes),
        CASE(many_are_woken_in_turn),
        CASE(who_waits_is_counted),
        CASE(damage_while_a_game_is_read),
        CASE(games_of_days_are_put_away),
        CASE(old_tables_are_removed_when_the_disk_lets_us),
        CASE(nothing_is_removed_from_what_is_damaged),
        CASE(logs_that_cannot_be_read_are_refused),
        CASE(only_so_much_is_made_for_one),
        CASE(replays_of_what_is_sent),
        CASE(replays_of_every_version),
        CASE(a_full_shelf_serves_everybody_once),
        CASE(the_lobby_has_an_end),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(kept);
    return failed;
}
