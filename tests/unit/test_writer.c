/* test_writer.c: batches that a thread writes while the loop goes on: what is told waits for them, a
 * refusal that comes late takes back what its table did since, and nobody else's. */
#include <semaphore.h>

#include "tests/unit/bench.h"

#define FOR_TWO                                                                                    \
    "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"open\"],\"name\":\"Ada\"}"

static struct server *server;

struct place {
    char code[HOLM_CODE_SIZE], token[64];
    struct bench_line line;
};

static void take_place(struct place *place)
{
    bench_table(server, FOR_TWO, place->code, place->token);
    place->line = bench_connect(server, "192.0.2.1");
    bench_hello(&place->line, place->code, place->token);
    batch_finish(server);
    bench_heard(server, &place->line);
}

static int setup(void **state)
{
    struct holm_trouble trouble;
    if (bench_setup(state))
        return -1;
    server = bench_open();
    server->writer = writer_start(server, server->store);
    server->store = holm_store_open_reader(bench_path, &trouble);
    return server->writer && server->store ? 0 : -1;
}

static int teardown(void **state)
{
    batch_finish(server);
    writer_stop(server->writer);
    server->writer = NULL;
    bench_close(server);
    return bench_teardown(state);
}

static void say(const struct place *place, const char *text)
{
    char message[128];
    snprintf(message, sizeof message, "{\"type\":\"chat\",\"text\":\"%s\"}", text);
    bench_say(&place->line, message);
}

static sem_t goes_on;

static bool wait_for_it(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    (void)deed;
    (void)store;
    (void)trouble;
    return !sem_wait(&goes_on);
}

/* From the next batch on, until it goes on. */
static void stop_the_writer(void)
{
    sem_init(&goes_on, 0, 0);
    batch_add(server, NULL, deed_new(sizeof(struct deed), wait_for_it));
}

static int chats_of(const struct place *place)
{
    char query[160];
    snprintf(query, sizeof query,
             "SELECT count(*) FROM chats WHERE game = (SELECT id FROM tables WHERE code = '%s')",
             place->code);
    return bench_number(query);
}

static void a_late_refusal_is_one_tables_alone(void **unused)
{
    struct place ada, bob;
    char trigger[256];
    (void)unused;
    take_place(&ada);
    take_place(&bob);
    snprintf(trigger, sizeof trigger,
             "CREATE TRIGGER frozen BEFORE INSERT ON chats WHEN new.game = (SELECT id FROM tables"
             " WHERE code = '%s') BEGIN SELECT RAISE(ABORT, 'frozen'); END",
             ada.code);
    bench_change(trigger);
    stop_the_writer();
    say(&ada, "one");
    say(&bob, "three");
    batch_settle(server);
    assert_non_null(server->flying);
    say(&ada, "two");
    say(&bob, "four");
    sem_post(&goes_on);
    batch_finish(server);
    const char *heard = bench_heard(server, &ada.line);
    assert_null(strstr(heard, "\"one\""));
    assert_null(strstr(heard, "\"two\""));
    assert_non_null(strstr(heard, "\"welcome\"")); /* to what the store has */
    assert_non_null(strstr(bench_heard(server, &bob.line), "\"four\""));
    assert_int_equal(chats_of(&ada), 0);
    assert_int_equal(chats_of(&bob), 2);
    bench_change("DROP TRIGGER frozen");
    say(&ada, "five");
    batch_finish(server);
    assert_true(bench_hears(server, &ada.line, "\"five\""));
    assert_int_equal(chats_of(&ada), 1);
}

/* What waits is told to who comes, once it is on disk, and in order. */
static void who_comes_hears_what_waits(void **unused)
{
    struct place ada;
    (void)unused;
    take_place(&ada);
    stop_the_writer();
    say(&ada, "one");
    batch_settle(server);
    assert_non_null(server->flying);
    say(&ada, "two");
    const struct bench_line late = bench_connect(server, "192.0.2.2");
    bench_hello(&late, ada.code, ada.token);
    batch_settle(server);
    char room[64];
    assert_true(recv(late.far, room, sizeof room, MSG_DONTWAIT) < 0); /* nothing of it is stored */
    sem_post(&goes_on);
    batch_finish(server);
    const char *heard = bench_heard(server, &late);
    const char *one = strstr(heard, "\"one\""), *two = strstr(heard, "\"two\"");
    assert_true(one && two && one < two);
    assert_int_equal(chats_of(&ada), 2);
    close(late.far);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_late_refusal_is_one_tables_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(who_comes_hears_what_waits, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
