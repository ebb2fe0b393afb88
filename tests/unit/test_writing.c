/* test_writing.c: what happens while a batch flies, step by step: a deed of the test's own holds the
 * writer until it is let through, or has the store refuse. */
#include <pthread.h>
#include <semaphore.h>

#include "tests/unit/bench.h"
#include "text/digest.h"

#define OPEN_TABLE                                                                                 \
    "{\"rules\":{\"game\":\"base\",\"players\":4},\"seats\":[\"me\",\"open\",\"open\",\"open\"],"  \
    "\"name\":\"Ada\",\"public\":true}"
#define PAIR_TABLE                                                                                 \
    "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"open\"],"                    \
    "\"name\":\"Ada\"}"
#define SHORT_GAME                                                                                 \
    "{\"rules\":{\"game\":\"base\",\"players\":2,\"turn_limit\":1},\"seats\":[\"me\",\"random\"]," \
    "\"name\":\"Ada\",\"pace\":0,\"order\":\"fixed\",\"public\":true}"

static struct server *server;
static char code[HOLM_CODE_SIZE], token[64];

/* ----------------------------------------------------------------------- gates */

static sem_t gate;
static bool refused; /* what is behind the gate */

static bool pass_gate(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    (void)deed;
    sem_wait(&gate);
    if (!refused)
        return true;
    holm_store_rollback(store);
    return holm_trouble(trouble, 0, "no room on the disk");
}

static void put_gate(void)
{
    batch_add(server, NULL, deed_new(sizeof(struct deed), pass_gate));
}

static void fly(void)
{
    batch_settle(server);
    assert_non_null(server->flying);
}

/* The batch that flies is refused, or written; what was gathered meanwhile flies next. */
static void land(bool refuse)
{
    const struct batch *flying = server->flying;
    refused = refuse;
    sem_post(&gate);
    while (server->flying == flying) {
        usleep(200);
        batch_settle(server);
    }
}

static int open_all(void **state)
{
    struct holm_trouble trouble;
    if (bench_setup(state) || sem_init(&gate, 0, 0))
        return -1;
    server = bench_open();
    server->settings.limit[HOLM_LIMIT_CHATS] = 1000000;
    server->settings.origins[server->settings.origin_count++] = "https://holm.test";
    server->writer = writer_start(server, server->store);
    server->store = holm_store_open_reader(bench_path, &trouble);
    return server->writer && server->store ? 0 : -1;
}

static int close_all(void **state)
{
    batch_finish(server);
    writer_stop(server->writer);
    server->writer = NULL;
    bench_close(server);
    return bench_teardown(state);
}

/* -------------------------------------------------------------------- requests */

/* Asks for something that waits for the disk. */
static struct screening *ask(bool post, const char *path, const char *body)
{
    struct request request = { .post = post,
                               .path = path,
                               .query = "",
                               .body = body,
                               .length = strlen(body),
                               .address = address_find(server, "192.0.2.1"),
                               .file = -1 };
    struct answer answer = { .status = 200, .body = holm_writer(server->answer, ANSWER_MAX) };
    api_answer(server, &request, &answer);
    if (!answer.later)
        fail_msg("%d %.*s", answer.status, (int)answer.body.used, answer.body.buffer);
    return answer.later;
}

static struct screening *post(const char *path, const char *body)
{
    return ask(true, path, body);
}

/* Whether it was granted. */
static bool granted(struct screening *screening)
{
    assert_true(screening->ready);
    const bool fine = screening->own;
    if (!fine)
        assert_int_equal(screening->refusal, REFUSE_NOT_STORED);
    screening_free(screening);
    return fine;
}

static struct screening *join(const char *name)
{
    char path[64], body[64];
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    return post(path, body);
}

static struct bench_line come(const char *with)
{
    struct bench_line line = bench_connect(server, "192.0.2.1");
    bench_hello(&line, code, with);
    return line;
}

/* The member "person" of somebody, for a purpose. */
static const char *proof(uint8_t seed, const char *purpose)
{
    static char text[1024];
    char challenge[2 * CHALLENGE_BYTES + 1], body[64], said[256];
    uint8_t bytes[32] = { seed }, key[32], secret[64], signature[64];
    struct holm_writer writer = holm_writer(text, sizeof text);
    snprintf(body, sizeof body, "{\"purpose\":\"%s\"}", purpose);
    bench_member(bench_ask(server, true, "/api/people/challenge", body), "challenge", challenge,
                 sizeof challenge);
    snprintf(said, sizeof said, "%s\nholm.test\n%s", purpose, challenge);
    crypto_sign_ed25519_seed_keypair(key, secret, bytes);
    const struct holm_part part = { said, strlen(said) };
    holm_sign(secret, "holm/2 person\n", &part, 1, signature);
    holm_put_char(&writer, '{');
    holm_json_put_bytes(&writer, "key", key, sizeof key);
    holm_json_put_word(&writer, "challenge", challenge);
    holm_json_put_bytes(&writer, "signature", signature, sizeof signature);
    holm_put_char(&writer, '}');
    return text;
}

static struct screening *open_as(uint8_t seed)
{
    char body[2048];
    snprintf(body, sizeof body,
             "{\"rules\":{\"game\":\"base\",\"players\":4},\"name\":\"Ada\",\"person\":%s}",
             proof(seed, "sit"));
    return post("/api/tables", body);
}

/* ------------------------------------------------------------ nobody is told before */

/* What a link to the table shows. */
static char *invitation(void)
{
    static const unsigned char page[] = "<head></head>";
    char path[32];
    snprintf(path, sizeof path, "/t/%s", code);
    const struct request request = { .path = path, .query = "", .body = "", .host = "holm.test" };
    struct answer answer = { .status = 200, .bytes = page, .length = sizeof page };
    invitation_add(server, &request, &answer);
    return answer.owned;
}

static void what_flies_is_in_no_list(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    struct screening *joined = join("Bob");
    put_gate();
    fly();
    struct screening *list = ask(false, "/api/tables", "");
    assert_false(list->ready);
    char *page = invitation();
    const bool counted = !strstr(page, "1 of 4 seats");
    free(page);
    land(true);
    assert_false(granted(joined));
    assert_false(granted(list));
    assert_false(counted);
}

/* Nobody is sent away for a seat that may not be taken after all. */
static void what_flies_refuses_nobody(void **unused)
{
    (void)unused;
    bench_table(server, PAIR_TABLE, code, token);
    struct screening *bob = join("Bob");
    put_gate();
    fly();
    struct screening *cleo = join("Cleo");
    assert_false(cleo->ready);
    land(true);
    assert_false(granted(bob));
    assert_false(granted(cleo));
    assert_true(granted((cleo = join("Cleo"), batch_finish(server), cleo)));
}

static void what_flies_refuses_no_token(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    const struct bench_line ada = come(token);
    struct screening *bob = join("Bob");
    batch_finish(server);
    assert_true(granted(bob));
    bench_say(&ada, "{\"type\":\"leave\"}");
    put_gate();
    fly();
    const struct bench_line again = come(token);
    const bool silent = !*bench_heard(server, &again);
    land(true);
    const char *heard = bench_heard(server, &again);
    assert_true(silent);
    assert_non_null(strstr(heard, "\"storage\""));
    assert_null(strstr(heard, "\"token\""));
    bench_hello(&again, code, token);
    assert_true(bench_hears(server, &again, "welcome"));
}

/* The latest lines of what was said are told, also where as many as are kept are on disk. */
static void what_was_said_last_is_heard(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    const struct bench_line ada = come(token);
    for (int i = 0; i < HOLM_CHATS_KEPT; i++)
        bench_say(&ada, "{\"type\":\"chat\",\"text\":\"before\"}");
    batch_finish(server);
    bench_say(&ada, "{\"type\":\"chat\",\"text\":\"the latest\"}");
    put_gate();
    fly();
    const struct bench_line late = come(NULL);
    land(false);
    batch_finish(server);
    assert_true(bench_hears(server, &late, "the latest"));
}

/* A table whose log turns out to be damaged while it has something to write. */
static void who_is_sent_away_hears_nothing_new(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    const struct bench_line ada = come(token);
    struct screening *joined;
    batch_finish(server);
    put_gate();
    fly();
    bench_say(&ada, "{\"type\":\"chat\",\"text\":\"never written\"}");
    joined = join("Bob");
    damage_note(server, code, 0, "a test");
    damage_set_aside(server);
    land(false);
    batch_finish(server);
    assert_int_equal(bench_number("SELECT count(*) FROM chats"), 0);
    const bool told = strstr(bench_heard(server, &ada), "never written");
    assert_false(told);
    assert_false(granted(joined));
}

/* ------------------------------------------------------------------ all or nothing */

static void what_was_done_since_goes_back_too(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    const struct bench_line ada = come(token);
    batch_finish(server);
    bench_heard(server, &ada);
    struct screening *bob = join("Bob");
    put_gate();
    fly();
    struct screening *cleo = join("Cleo");
    bench_say(&ada, "{\"type\":\"chat\",\"text\":\"meanwhile\"}");
    land(true);
    batch_finish(server);
    assert_false(granted(bob));
    assert_false(granted(cleo));
    assert_false(strstr(bench_heard(server, &ada), "meanwhile"));
    assert_int_equal(bench_number("SELECT count(*) FROM chats"), 0);
    assert_int_equal(bench_number("SELECT count(*) FROM tables WHERE record LIKE '%Bob%'"), 0);
    assert_true(granted((bob = join("Bob"), batch_finish(server), bob)));
}

static bool refuse(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    (void)deed;
    (void)store;
    return holm_trouble(trouble, 0, "its rows are the matter");
}

/* Two new tables, of which one is refused after its row was put. */
static void a_refused_table_leaves_no_row(void **unused)
{
    (void)unused;
    struct screening *bad = post("/api/tables", OPEN_TABLE);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        if (server->table[i])
            batch_add(server, server->table[i], deed_new(sizeof(struct deed), refuse));
    struct screening *good = post("/api/tables", OPEN_TABLE);
    batch_finish(server);
    assert_false(granted(bad));
    assert_true(granted(good));
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 1);
    assert_int_equal(server->tables, 1);
}

/* An old table whose rows cannot be removed; the trigger stands for a page that is damaged. */
static void what_cannot_be_pruned_is_nobody_elses_matter(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    const struct bench_line host = come(token);
    bench_change("INSERT INTO tables (id, code, state, changed, record, listed)"
                 " VALUES (99, 'oldoldoldold', 0, 1, '{}', 0);"
                 "CREATE TRIGGER damaged BEFORE DELETE ON tables WHEN old.id = 99"
                 " BEGIN SELECT RAISE(ROLLBACK, 'damaged'); END");
    batch_finish(server);
    put_gate();
    fly();
    struct screening *joined = join("Bob");
    keeping_sweep(server);
    assert_true(keeping_removes(server, "oldoldoldold"));
    land(false);
    batch_finish(server);
    assert_non_null(host.connection->table);
    assert_true(granted(joined));
}

/* Where a game goes back, so does what was to follow it. */
static void a_rematch_goes_back_with_its_game(void **unused)
{
    (void)unused;
    bench_table(server, SHORT_GAME, code, token);
    const struct bench_line ada = come(token);
    batch_finish(server);
    bench_say(&ada, "{\"type\":\"start\"}");
    bench_say(&ada, "{\"type\":\"leave\"}");
    const struct table *table = table_in_memory(server, code);
    for (int i = 0; i < 100000 && table->state != HOLM_STORE_OVER; i++) {
        bench_heard(server, &ada);
        usleep(50);
    }
    batch_finish(server);
    bench_say(&ada, "{\"type\":\"chat\",\"text\":\"again?\"}");
    put_gate();
    fly();
    bench_say(&ada, "{\"type\":\"rematch\"}");
    land(true);
    batch_finish(server);
    assert_string_equal(table_in_memory(server, code)->rematch, "");
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 1);
}

/* ------------------------------------------------------------------------- people */

/* Somebody new sits down three times: refused, while that flies, and afterwards. */
static void somebody_new_has_one_number(void **unused)
{
    (void)unused;
    struct screening *first = open_as(1);
    put_gate();
    fly();
    struct screening *second = open_as(1);
    put_gate();
    land(true);
    assert_non_null(server->flying);
    struct screening *third = open_as(1);
    land(false);
    batch_finish(server);
    const bool granted_first = granted(first), granted_second = granted(second),
               granted_third = granted(third);
    assert_false(granted_first);
    assert_true(granted_second);
    assert_int_equal(bench_number("SELECT count(*) FROM people"), 1);
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 1 + granted_third);
    assert_true(granted_third);
}

static const char *forget(uint8_t seed)
{
    char body[2048];
    snprintf(body, sizeof body, "{\"person\":%s}", proof(seed, "forget"));
    return bench_ask(server, true, "/api/people/forget", body);
}

/* Tables must have forgotten them before the store says so. */
static void who_is_still_known_is_not_forgotten(void **unused)
{
    (void)unused;
    struct screening *opened = open_as(1);
    batch_finish(server);
    assert_true(granted(opened));
    put_gate();
    refused = true;
    sem_post(&gate);
    forget(1);
    const int known = bench_number("SELECT count(*) FROM tables, json_each(record, '$.chairs') AS c"
                                   " WHERE json_extract(c.value, '$.person') > 0");
    assert_int_equal(bench_status, known ? 503 : 200);
}

static void *open_gate_later(void *unused)
{
    usleep(100000);
    sem_post(&gate);
    return unused;
}

static void who_has_just_come_is_forgotten(void **unused)
{
    pthread_t later;
    (void)unused;
    struct screening *opened = open_as(1);
    put_gate();
    fly();
    refused = false;
    assert_int_equal(pthread_create(&later, NULL, open_gate_later, NULL), 0);
    forget(1);
    pthread_join(later, NULL);
    assert_int_equal(bench_status, 200);
    screening_free(opened);
    assert_int_equal(bench_number("SELECT count(*) FROM people"), 0);
}

/* --------------------------------------------------------------------------- disk */

/* --disk counts the log of the database, too: docs/server.md. */
static void the_log_of_the_database_counts(void **unused)
{
    (void)unused;
    bench_table(server, OPEN_TABLE, code, token);
    assert_int_equal(holm_store_bytes(server->store), holm_store_bytes(batch_finish(server)));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(what_flies_is_in_no_list),
        CASE(what_flies_refuses_nobody),
        CASE(what_flies_refuses_no_token),
        CASE(what_was_said_last_is_heard),
        CASE(who_is_sent_away_hears_nothing_new),
        CASE(what_was_done_since_goes_back_too),
        CASE(a_refused_table_leaves_no_row),
        CASE(what_cannot_be_pruned_is_nobody_elses_matter),
        CASE(a_rematch_goes_back_with_its_game),
        CASE(somebody_new_has_one_number),
        CASE(who_is_still_known_is_not_forgotten),
        CASE(who_has_just_come_is_forgotten),
        CASE(the_log_of_the_database_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
