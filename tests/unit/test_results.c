/* test_results.c: what is written when a game of people ends: places, and ratings for those it
 * counts for. tests/server/test_identity.py shows the rest. */
#define _GNU_SOURCE
#include "tests/unit/bench.h"

#include "store/people.h"
#include "tests/unit/shaky_disk.h"

#define FOR_THREE                                                                                  \
    "{\"rules\":{\"game\":\"base\",\"players\":3},\"seats\":[\"me\",\"open\",\"open\"],\"start\":" \
    "\"full\",\"name\":\"Ada\",\"pace\":0,\"public\":true,\"clock\":{\"mode\":\"decision\","       \
    "\"seconds\":600}}"

static struct server *server;

/* Time passes as a test wants it. */
static int64_t ahead; /* milliseconds */
int64_t __real_monotonic_milliseconds(void);
int64_t __wrap_monotonic_milliseconds(void);
int64_t __wrap_monotonic_milliseconds(void)
{
    return __real_monotonic_milliseconds() + ahead;
}

static int open_all(void **state)
{
    if (bench_setup(state))
        return -1;
    server = bench_open();
    return 0;
}

static int close_all(void **state)
{
    bench_close(server);
    return bench_teardown(state);
}

static int64_t meet(int number)
{
    const uint8_t key[HOLM_STORE_KEY] = { (uint8_t)number };
    struct holm_trouble trouble;
    int64_t person = 0;
    char name[] = "P0";
    name[1] = (char)('0' + number);
    assert_true(holm_store_begin(server->store, &trouble) &&
                holm_store_meet(server->store, key, name, 1, &person, &trouble) &&
                holm_store_commit(server->store, &trouble));
    return person;
}

/* A game of three known people that has just begun. */
static struct table *begin(const int64_t person[3])
{
    char code[HOLM_CODE_SIZE], token[64];
    struct holm_trouble trouble;
    bench_table(server, FOR_THREE, code, token);
    struct table *table = table_in_memory(server, code);
    for (int i = 0; i < 3; i++) {
        table->chair[i].kind = CHAIR_PERSON;
        table->chair[i].token[0] = 1;
        table->chair[i].known = (struct sitter){ person[i], 1000 };
        snprintf(table->chair[i].name, NAME_SIZE, "P%d", i);
    }
    assert_true(round_close(table, &trouble));
    batch_settle(server);
    assert_int_equal(table->state, HOLM_STORE_PLAYING);
    assert_true(table->rated);
    return table;
}

/* It ends by the rules: a line that nobody says in a real game, but all that follows is the same. */
static void end(struct table *table, int winner)
{
    const struct told told = { .by = HOLM_NONE, .line = HOLM_LINE_AGREED };
    play_line(table, "{\"n\":1,\"agreed\":[]}", &told, ENDED_AGREED, winner);
    table->ended = ENDED_BY_RULES;
    batch_settle(server);
    assert_int_equal(table->state, HOLM_STORE_OVER);
}

static struct holm_standing standing(int64_t person)
{
    struct holm_standing found;
    struct holm_trouble trouble;
    assert_true(holm_store_rating(server->store, "base", person, NULL, &found, &trouble));
    return found;
}

/* ------------------------------------------------------------------------ tests */

static void all_finish(void **unused)
{
    const int64_t person[3] = { meet(1), meet(2), meet(3) };
    (void)unused;
    struct table *table = begin(person);
    end(table, table->chair[1].seat);
    struct holm_rating rating[3] = { holm_rating_new(), holm_rating_new(), holm_rating_new() };
    static const int place[3] = { 2, 1, 2 }; /* nobody has built anything */
    holm_rating_update(rating, place, 3);
    for (int i = 0; i < 3; i++) {
        const struct holm_standing found = standing(person[i]);
        assert_float_equal(found.rating.mu, rating[i].mu, 1e-9);
        assert_float_equal(found.rating.sigma, rating[i].sigma, 1e-9);
        assert_int_equal(found.games, 1);
        assert_int_equal(found.wins, i == 1);
    }
}

static void one_leaves(void **unused)
{
    const int64_t person[3] = { meet(4), meet(5), meet(6) };
    (void)unused;
    struct table *table = begin(person);
    table->chair[2].away = true;
    end(table, table->chair[0].seat);
    assert_int_equal(standing(person[0]).games, 0);
    assert_int_equal(standing(person[1]).games, 0);
    assert_int_equal(standing(person[2]).games, 1);
    assert_true(standing(person[2]).rating.mu < 25);
}

static int read_places(const char *code)
{
    char query[128];
    snprintf(query, sizeof query,
             "SELECT group_concat(gone || place, '') FROM (SELECT * FROM results WHERE code = '%s'"
             " ORDER BY chair)",
             code);
    return bench_number(query);
}

/* Whom the others vote out has not left, and the game counts for nobody. */
static void one_is_removed(void **unused)
{
    const int64_t person[3] = { meet(11), meet(12), meet(13) };
    (void)unused;
    struct table *table = begin(person);
    people_expel(table, 2, REFUSE_VOTED_OUT);
    batch_settle(server);
    assert_false(table->rated);
    end(table, table->chair[1].seat);
    for (int i = 0; i < 3; i++)
        assert_int_equal(standing(person[i]).games, 0);
    assert_int_equal(read_places(table->code), 20100); /* 02 01 00 */
    assert_true(strstr(bench_ask(server, false, "/api/results", ""), table->code));
}

static void one_is_forgotten(void **unused)
{
    const int64_t person[3] = { meet(7), meet(8), meet(9) };
    struct holm_trouble trouble;
    (void)unused;
    struct table *table = begin(person);
    assert_true(holm_store_begin(server->store, &trouble) &&
                holm_store_forget_person(server->store, person[0], &trouble) &&
                holm_store_commit(server->store, &trouble));
    end(table, table->chair[0].seat);
    assert_int_equal(standing(person[0]).games, 0);
    assert_int_equal(standing(person[1]).games, 1);
}

static bool is_known(int64_t person)
{
    struct holm_trouble trouble;
    bool known;
    assert_true(holm_store_knows(server->store, person, &known, &trouble));
    return known;
}

/* Whoever plays for months, or has just given a chair up, is not taken for somebody who never came. */
static void who_plays_stays_known(void **unused)
{
    const int64_t person[3] = { meet(21), meet(22), meet(23) }, leaver = meet(24), idle = meet(25);
    struct holm_trouble trouble;
    (void)unused;
    struct table *table = begin(person);
    table->chair[1].leaver = leaver;
    table_mark(table);
    bench_change("INSERT INTO tables (code, state, changed, record) VALUES ('bad', 1, 0, 'x')");
    batch_settle(server);
    assert_true(holm_store_begin(server->store, &trouble) &&
                holm_store_prune_people(server->store, 2, &trouble) &&
                holm_store_commit(server->store, &trouble));
    for (int i = 0; i < 3; i++)
        assert_true(is_known(person[i]));
    assert_true(is_known(leaver));
    assert_false(is_known(idle));
    bench_change("DELETE FROM tables WHERE code = 'bad'");
    end(table, table->chair[0].seat);
    assert_int_equal(standing(person[0]).games, 1);
}

/* The end of a game and what follows from it are written together, or not at all. */
static void a_disk_that_fails(void **unused)
{
    const int64_t person[3] = { meet(1), meet(2), meet(3) };
    const struct told told = { .by = HOLM_NONE, .line = HOLM_LINE_AGREED };
    const int before = standing(person[0]).games;
    (void)unused;
    struct table *table = begin(person);
    const int rows = bench_number("SELECT count(*) FROM results");
    make_disk_shaky(true);
    calls_left = 0;
    play_line(table, "{\"n\":1,\"agreed\":[]}", &told, ENDED_AGREED, table->chair[0].seat);
    batch_settle(server);
    calls_left = -1;
    make_disk_shaky(false);
    assert_int_equal(standing(person[0]).games, before);
    assert_int_equal(bench_number("SELECT count(*) FROM results"), rows);
    assert_int_equal(bench_number("SELECT count(*) FROM tables WHERE state = 1"), 1);
}

/* Where there are more tables than are listed: the newest that wait, and the strongest game. */
static void the_strongest_are_listed(void **unused)
{
    const int64_t person[3] = { meet(31), meet(32), meet(33) };
    static const int rating[3] = { 1100, 1900, 1300 };
    const struct table *game[3];
    char code[HOLM_CODE_SIZE], token[64], newest[HOLM_CODE_SIZE] = "";
    (void)unused;
    for (int i = 0; i < 210; i++) {
        bench_table(server, FOR_THREE, code, token);
        struct table *table = table_in_memory(server, code);
        table->created += i == 77 ? 100 : 0;
        memcpy(i == 77 ? newest : token, code, sizeof code);
    }
    for (int i = 0; i < 3; i++) {
        struct table *table = begin(person);
        for (int k = 0; k < 3; k++)
            table->chair[k].known.rating = rating[i];
        game[i] = table;
    }
    json_t *answer = json_loads(bench_ask(server, false, "/api/tables", ""), 0, NULL);
    const json_t *list = json_object_get(answer, "tables");
    const char *listed[200];
    assert_int_equal(json_array_size(list), 200);
    for (size_t i = 0; i < 200; i++)
        listed[i] = json_string_value(json_object_get(json_array_get(list, i), "code"));
    assert_string_equal(listed[0], newest);
    size_t first = 0;
    while (strcmp(listed[first], game[1]->code))
        assert_true(++first < 200);
    assert_string_equal(listed[first + 1], game[2]->code);
    assert_string_equal(listed[first + 2], game[0]->code);
    json_decref(answer);
}

/* A proof as a browser sends it. */
static void put_proof(char *text, size_t size)
{
    uint8_t key[32], secret[64], signature[64];
    char challenge[96], signed_text[256];
    struct holm_writer writer = holm_writer(text, size);
    bench_member(bench_ask(server, true, "/api/people/challenge", "{\"purpose\":\"sit\"}"),
                 "challenge", challenge, sizeof challenge);
    const int length = snprintf(signed_text, sizeof signed_text,
                                "holm/2 person\nsit\nbench.example\n%s", challenge);
    crypto_sign_keypair(key, secret);
    crypto_sign_detached(signature, NULL, (uint8_t *)signed_text, (size_t)length, secret);
    holm_put_char(&writer, '{');
    holm_json_put_bytes(&writer, "key", key, sizeof key);
    holm_json_put_word(&writer, "challenge", challenge);
    holm_json_put_bytes(&writer, "signature", signature, sizeof signature);
    holm_put_char(&writer, '}');
}

/* Whoever is met is written with the table where they sit: one that the store does not have any more
 * goes then. */
static void a_table_that_goes_meanwhile(void **unused)
{
    char code[HOLM_CODE_SIZE], token[64], path[64], proof[512], body[640];
    (void)unused;
    server->settings.origins[0] = "https://bench.example";
    server->settings.origin_count = 1;
    bench_table(server, FOR_THREE, code, token);
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    put_proof(proof, sizeof proof);
    snprintf(body, sizeof body, "{\"name\":\"Bob\",\"person\":%s}", proof);
    bench_ask(server, true, path, body);
    assert_int_equal(bench_status, 200);
    put_proof(proof, sizeof proof);
    snprintf(body, sizeof body, "{\"name\":\"Cleo\",\"person\":%s}", proof);
    bench_change("DELETE FROM tables");
    table_mark(table_in_memory(server, code));
    bench_ask(server, true, path, body);
    assert_int_equal(bench_status, 503);
    bench_ask(server, true, path, body);
    assert_int_equal(bench_status, 404);
    server->settings.origin_count = 0;
}

/* A signature is good for a minute. */
static void a_proof_grows_old(void **unused)
{
    char proof[512], body[1024];
    (void)unused;
    server->settings.origins[0] = "https://bench.example";
    server->settings.origin_count = 1;
    for (int i = 0; i < 2; i++) {
        put_proof(proof, sizeof proof);
        snprintf(body, sizeof body, "{\"rules\":{\"game\":\"base\"},\"person\":%s}", proof);
        ahead += i ? 61000 : 50000;
        const char *answer = bench_ask(server, true, "/api/tables", body);
        assert_int_equal(bench_status, i ? 403 : 201);
        assert_true(!i || strstr(answer, "\"stale-proof\""));
    }
    ahead = 0;
    server->settings.origin_count = 0;
}

/* A database that has lost all of it: everybody is told, and games end all the same. */
static void nothing_can_be_read(void **unused)
{
    static const char *const paths[] = { "/api/results", "/api/results/nosuchtable",
                                         "/api/ratings" };
    const int64_t person[3] = { meet(1), meet(2), meet(3) };
    char proof[512], body[1024];
    (void)unused;
    server->settings.origins[0] = "https://bench.example";
    server->settings.origin_count = 1;
    struct table *table = begin(person);
    char code[HOLM_CODE_SIZE];
    memcpy(code, table->code, sizeof code);
    bench_change("DROP TABLE people; DROP TABLE results; DROP TABLE ratings");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_int_equal(bench_get(server, paths[i]), 503);
    put_proof(proof, sizeof proof);
    snprintf(body, sizeof body, "{\"rules\":{\"game\":\"base\"},\"person\":%s}", proof);
    bench_ask(server, true, "/api/tables", body);
    assert_int_equal(bench_status, 503);
    const struct told told = { .by = HOLM_NONE, .line = HOLM_LINE_AGREED };
    play_line(table, "{\"n\":1,\"agreed\":[]}", &told, ENDED_AGREED, HOLM_NONE);
    batch_settle(server);
    assert_ptr_equal(table_look_up(server, code), table);
    assert_int_equal(table->state, HOLM_STORE_OVER);
    assert_true(bench_number("SELECT count(*) FROM tables WHERE state = 2") > 0);
    server->settings.origin_count = 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_finish),
        cmocka_unit_test(one_leaves),
        cmocka_unit_test(one_is_removed),
        cmocka_unit_test(one_is_forgotten),
        cmocka_unit_test(who_plays_stays_known),
        cmocka_unit_test(a_disk_that_fails),
        cmocka_unit_test(the_strongest_are_listed),
        cmocka_unit_test(a_table_that_goes_meanwhile),
        cmocka_unit_test(a_proof_grows_old),
        cmocka_unit_test(nothing_can_be_read), /* the last: nothing is left */
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
