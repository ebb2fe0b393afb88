/* test_seats.c: what people at a table say when it does not fit: too early, too late, as somebody
 * who watches, at a table that has just gone, and while the disk fails. */
#define _GNU_SOURCE /* off64_t */
#include "tests/unit/bench.h"
#include "tests/unit/shaky_disk.h"

#define WITH_BOTS                                                                                  \
    "{\"rules\":{\"game\":\"base\",\"players\":3},\"seats\":[\"me\",\"random\",\"random\"],"       \
    "\"pace\":0,\"start\":\"now\",\"order\":\"fixed\",\"name\":\"Ada\"}"
#define FOR_THREE                                                                                  \
    "{\"rules\":{\"game\":\"base\",\"players\":3},\"seats\":[\"me\",\"open\",\"open\"],\"start\":" \
    "\"full\",\"name\":"                                                                           \
    "\"Ada\",\"pace\":0}"
#define FOR_TWO                                                                                    \
    "{\"rules\":{\"game\":\"base\",\"players\":2,\"turn_limit\":1},\"seats\":[\"me\",\"random\"]," \
    "\"name\":\"Ada\",\"pace\":0,\"order\":\"fixed\"}"

static struct server *server;
static char code[HOLM_CODE_SIZE], token[64];

static struct table *table_now(void)
{
    struct table *table = table_in_memory(server, code);
    assert_non_null(table);
    return table;
}

/* Somebody sits down at the table, and is connected. */
static struct bench_line join(const char *name)
{
    char path[64], body[64], own[64];
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    const char *joined = bench_ask(server, true, path, body);
    assert_int_equal(bench_status, 200);
    bench_member(joined, "token", own, sizeof own);
    struct bench_line line = bench_connect(server, "192.0.2.2");
    bench_hello(&line, code, own);
    assert_true(bench_hears(server, &line, "\"welcome\""));
    return line;
}

/* The host of a new table, or (NULL) somebody who watches it. */
static struct bench_line come(const char *opened)
{
    if (opened)
        bench_table(server, opened, code, token);
    struct bench_line line = bench_connect(server, "192.0.2.1");
    bench_hello(&line, code, opened ? token : NULL);
    assert_true(bench_hears(server, &line, "\"welcome\""));
    return line;
}

static void refuses(const struct bench_line *line, const char *message, const char *error)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"error\":\"%s\"", error);
    bench_heard(server, line);
    bench_say(line, message);
    if (!bench_hears(server, line, wanted))
        fail_msg("%s", message);
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
    make_disk_shaky(false);
    bench_close(server);
    return bench_teardown(state);
}

/* ------------------------------------------------------------------- not now */

#define HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define ACT  "{\"type\":\"act\",\"id\":1,\"seq\":0,\"action\":{\"kind\":\"end\",\"seat\":\"red\"}}"
#define REVEAL                                                                                     \
    "{\"type\":\"reveal\",\"round\":1,\"entropy\":\"" HASH "\",\"signature\":\"" HASH HASH "\"}"
#define PLEDGE(round)                                                                              \
    "{\"type\":\"pledge\",\"round\":" round ",\"pledge\":\"" HASH "\",\"key\":\"" HASH "\"}"
#define SEAL "{\"type\":\"seal\",\"signature\":\"" HASH HASH "\"}"

static void before_the_start(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(FOR_THREE), watcher = come(NULL);
    refuses(&ada, ACT, "not-playing");
    refuses(&ada, SEAL, "seal");
    refuses(&ada, REVEAL, "reveal");
    refuses(&ada, "{\"type\":\"history\",\"from\":1}", "not-playing");
    refuses(&ada, "{\"type\":\"rematch\"}", "rematch");
    refuses(&ada, "{\"type\":\"chair\",\"chair\":1,\"set\":\"nobody\"}", "bot");
    refuses(&ada, "{\"type\":\"chair\",\"chair\":1,\"set\":\"random:9\"}", "bot");
    refuses(&ada, "{\"type\":\"chair\",\"chair\":1,\"set\":\"a-name-that-no-bot-would-have\"}",
            "bot");
    refuses(&ada, "{\"type\":\"chair\",\"chair\":0,\"set\":\"open\"}", "chair");
    refuses(&ada, "{\"type\":\"chair\",\"chair\":7,\"set\":\"open\"}", "chair");
    refuses(&ada, "{\"type\":\"mute\",\"chair\":7,\"on\":true}", "chair");
    refuses(&ada, "{\"type\":\"remove\",\"chair\":7}", "chair");
    refuses(&ada, PLEDGE("2"), "round");
    refuses(&watcher, REVEAL, "no-chair");
    refuses(&watcher, PLEDGE("1"), "no-chair");
    refuses(&watcher, SEAL, "no-chair");
    refuses(&watcher, "{\"type\":\"leave\"}", "no-chair");
    refuses(&watcher, "{\"type\":\"back\"}", "no-chair");
    refuses(&watcher, "{\"type\":\"chat\",\"text\":\"hi\"}", "no-chair");
    refuses(&watcher, "{\"type\":\"start\"}", "not-the-host");
    refuses(&watcher, "{\"type\":\"pace\",\"factor\":1}", "not-the-host");
    assert_int_equal(table_now()->state, HOLM_STORE_WAITING);
    bench_say(&ada, "{\"type\":\"back\"}"); /* who never left is there already */
    assert_false(table_now()->chair[0].away);
}

/* Plays with bots until it is over; who is there leaves, so that a bot moves. */
static void finish(const struct bench_line *host)
{
    bench_say(host, "{\"type\":\"leave\"}");
    for (int i = 0; i < 100000 && table_now()->state != HOLM_STORE_OVER; i++) {
        bench_heard(server, host);
        usleep(50);
    }
    assert_int_equal(table_now()->state, HOLM_STORE_OVER);
}

static void after_the_end(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(FOR_TWO);
    bench_say(&ada, "{\"type\":\"start\"}");
    refuses(&ada, PLEDGE("1"), "started");
    refuses(&ada, SEAL, "seal");
    finish(&ada);
    refuses(&ada, ACT, "not-playing");
    refuses(&ada, SEAL, "seal"); /* without a key nobody signs */
    refuses(&ada, "{\"type\":\"start\"}", "started");
    server->settings.limit[HOLM_LIMIT_TABLES] = 1;
    refuses(&ada, "{\"type\":\"rematch\"}", "too-fast");
    server->settings.limit[HOLM_LIMIT_TABLES] = 0;
    bench_say(&ada, "{\"type\":\"rematch\"}");
    const int tables = server->tables;
    bench_say(&ada, "{\"type\":\"rematch\"}"); /* one is enough */
    assert_int_equal(server->tables, tables);
}

/* A finished game is looked at once more: it costs as much as a replay, and may fail. */
static void after_the_end_and_a_while(void **unused)
{
    (void)unused;
    struct bench_line ada = come(FOR_TWO);
    bench_say(&ada, "{\"type\":\"start\"}");
    finish(&ada);
    close(ada.far);
    bench_turn(server);
    keeping_sweep(server);
    assert_null(table_in_memory(server, code));
    ada = bench_connect(server, "192.0.2.1");
    make_disk_shaky(true);
    calls_left = 0;
    bench_hello(&ada, code, token);
    make_disk_shaky(false);
    bench_hello(&ada, code, token);
    bench_await(server, &ada);
    assert_true(bench_hears(server, &ada, "\"over\""));
    assert_non_null(table_now()->game);
    table_drop_game(table_now());
    server->settings.limit[HOLM_LIMIT_HEAVY] = 1;
    for (int i = 0; i < 3; i++) {
        const struct bench_line other = bench_connect(server, "192.0.2.9");
        table_drop_game(table_now());
        bench_hello(&other, code, NULL);
        bench_await(server, &other);
        assert_true(bench_hears(server, &other, i ? "\"too-fast\"" : "\"over\""));
        close(other.far);
    }
    server->settings.limit[HOLM_LIMIT_HEAVY] = 0;
    bench_change("UPDATE lines SET line = 'x'");
    const struct bench_line last = bench_connect(server, "192.0.2.8");
    bench_hello(&last, code, NULL);
    bench_await(server, &last);
    assert_true(bench_hears(server, &last, "\"damaged\""));
}

/* -------------------------------------------------------------------- rounds */

static void nobody_starts_what_has_just_closed(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(FOR_THREE), bob = join("Bob"), cleo = join("Cleo");
    table_now()->fair.void_count = 2; /* two rounds have come to nothing */
    table_now()->fair.round = 3;
    bench_say(&ada, PLEDGE("3"));
    bench_say(&bob, PLEDGE("3"));
    bench_say(&cleo, PLEDGE("3"));
    assert_true(bench_hears(server, &cleo, "\"round\""));
    assert_true(table_now()->revealing);
    bench_say(&bob, "{\"type\":\"leave\"}"); /* the third time: the table is closed */
    assert_true(table_now()->forgotten);
    bench_say(&ada, "{\"type\":\"start\"}"); /* all in one turn of the loop */
    bench_say(&ada, PLEDGE("3"));
    bench_say(&ada, "{\"type\":\"leave\"}");
    assert_int_equal(table_now()->fair.void_count, 3);
    assert_true(bench_hears(server, &cleo, "\"void\""));
    assert_true(bench_hears(server, &ada, "\"no-table\""));
    assert_null(table_in_memory(server, code));
    assert_int_equal(bench_number("SELECT count(*) FROM tables"), 0);
}

struct person {
    uint8_t secret[64];
    struct holm_share share;
};

static void hex(const uint8_t *bytes, size_t count, char *text)
{
    sodium_bin2hex(text, 2 * count + 1, bytes, count);
}

static void pledge(const struct bench_line *line, struct person *person)
{
    char text[256], pledged[65], key[65];
    crypto_sign_ed25519_keypair(person->share.key, person->secret);
    randombytes_buf(person->share.entropy, sizeof person->share.entropy);
    holm_fair_pledge(person->share.entropy, person->share.key, person->share.pledge);
    hex(person->share.pledge, 32, pledged);
    hex(person->share.key, 32, key);
    snprintf(text, sizeof text,
             "{\"type\":\"pledge\",\"round\":1,\"pledge\":\"%s\",\"key\":\"%s\"}", pledged, key);
    bench_say(line, text);
}

static void reveal(const struct bench_line *line, struct person *person)
{
    char text[384], entropy[65], signature[129];
    holm_fair_sign_reveal(person->secret, table_now()->fair.round_head, person->share.entropy,
                          person->share.signature);
    hex(person->share.entropy, 32, entropy);
    hex(person->share.signature, 64, signature);
    snprintf(text, sizeof text,
             "{\"type\":\"reveal\",\"round\":1,\"entropy\":\"%s\",\"signature\":\"%s\"}", entropy,
             signature);
    bench_say(line, text);
}

/* A map that can no longer be dealt: whoever waits is told, and nothing is left. */
static void a_game_that_cannot_start_says_so(void **unused)
{
    struct person one;
    (void)unused;
    struct bench_line ada = come(FOR_TWO);
    strcpy(table_now()->settings.map, "nowhere");
    refuses(&ada, "{\"type\":\"start\"}", "start");
    assert_int_equal(table_now()->state, HOLM_STORE_WAITING);
    ada = come(FOR_TWO);
    pledge(&ada, &one);
    assert_true(table_now()->revealing);
    bench_say(&ada, REVEAL); /* of another */
    assert_true(bench_hears(server, &ada, "\"reveal\""));
    strcpy(table_now()->settings.map, "nowhere");
    reveal(&ada, &one);
    assert_true(bench_hears(server, &ada, "\"start\""));
    assert_null(table_in_memory(server, code));
}

static void who_has_not_pledged_reveals_nothing(void **unused)
{
    struct person one, two;
    (void)unused;
    const struct bench_line ada = come(FOR_THREE), bob = join("Bob");
    pledge(&ada, &one);
    bench_say(&ada, "{\"type\":\"start\"}");
    assert_false(table_now()->revealing); /* Bob is there: his pledge may be on its way */
    round_expire(table_now(), table_now()->pledge_by);
    assert_true(table_now()->revealing);
    memset(&two, 0, sizeof two);
    crypto_sign_ed25519_keypair(two.share.key, two.secret);
    bench_heard(server, &bob);
    reveal(&bob, &two);
    assert_true(bench_hears(server, &bob, "\"reveal\""));
    table_now()->reveal_by = monotonic_milliseconds() - 1; /* what is left is never less than 0 */
    round_send(ada.connection);
    reveal(&ada, &one);
    assert_true(bench_hears(server, &ada, "\"left\":0.0"));
    assert_int_equal(table_now()->state, HOLM_STORE_PLAYING);
}

/* ------------------------------------------------------------------- history */

static void histories_that_cannot_be_read_are_refused(void **unused)
{
    static const char history[] = "{\"type\":\"history\",\"from\":1}";
    (void)unused;
    const struct bench_line ada = come(WITH_BOTS);
    for (int i = 0; i < 20000 && table_now()->game->seq < 4; i++) {
        struct table *table = table_now();
        const struct act act = { .by = NULL };
        holm_legal(&game_at(table->game)->state, holm_next(&game_at(table->game)->state),
                   &server->list);
        assert_true(play_act(table, &server->list.at[0], &act));
        bench_heard(server, &ada);
    }
    table_now()->pace = 4;
    bench_say(&ada, history);
    bench_say(&ada, history); /* one at a time */
    assert_true(bench_hears(server, &ada, "\"too-fast\""));
    while (ada.connection->asking)
        bench_turn(server);
    bench_heard(server, &ada);
    bench_say(&ada, "{\"type\":\"history\",\"from\":100000}");
    assert_true(bench_hears(server, &ada, "\"entries\":[]"));
    static const char *const changes[] = {
        "UPDATE lines SET line = 'x' WHERE number = 2",
        "UPDATE tables SET header = 'x'",
        "UPDATE tables SET header = NULL",
        "ALTER TABLE lines RENAME TO other",
        "ALTER TABLE tables RENAME TO others",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        bench_change(changes[i]);
        bench_heard(server, &ada);
        bench_say(&ada, history);
        do
            bench_turn(server);
        while (ada.connection->asking);
        if (!bench_hears(server, &ada, "\"storage\""))
            fail_msg("%s", changes[i]);
    }
}

/* ------------------------------------------------------------- a disk that fails */

/* The first action that the host may do, as a message. */
static void act(const struct bench_line *line, int id)
{
    char text[512];
    struct table *table = table_now();
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_legal(&game_at(table->game)->state, table->chair[0].seat, &server->list);
    assert_true(server->list.count > 0);
    holm_putf(&writer, "{\"type\":\"act\",\"id\":%d,\"seq\":%d,\"action\":", id, table->game->seq);
    holm_json_action(&writer, &game_at(table->game)->board, &server->list.at[0]);
    holm_put(&writer, "}");
    bench_say(line, text);
}

static void what_is_not_stored_is_refused(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(WITH_BOTS), watcher = come(NULL);
    for (int i = 0;
         i < 20000 && holm_next(&game_at(table_now()->game)->state) != table_now()->chair[0].seat;
         i++) {
        bench_heard(server, &ada);
        usleep(50);
    }
    table_now()->pace = 4;
    const int seq = table_now()->game->seq;
    for (int moment = 0, fine = 0; !fine && moment < 200; moment++) {
        bench_heard(server, &ada);
        bench_heard(server, &watcher);
        make_disk_shaky(true);
        calls_left = moment;
        act(&ada, 1);
        if (holm_next(&game_at(table_now()->game)->state) == table_now()->chair[0].seat)
            act(&ada, 2); /* in the same turn: goes with it */
        bench_turn(server);
        fine = calls_left > 0;
        make_disk_shaky(false);
        const char *heard = bench_heard(server, &ada);
        if (strstr(heard, "\"ack\""))
            break;
        if (heard[0] && !fine)
            assert_non_null(strstr(heard, "\"storage\""));
        assert_null(strstr(bench_heard(server, &watcher), "\"played\""));
        if (!table_in_memory(server, code) || !bench_find(server, code)) /* all were sent away */
            break;
        assert_int_equal(table_now()->game->seq, seq);
    }
    assert_int_equal(bench_get(server, "/api/health"), 200);
}

/* Rows of tables can be read and not be changed, or they can again. */
static void freeze_tables(bool frozen)
{
    bench_change(frozen ? "CREATE TRIGGER frozen BEFORE UPDATE ON tables BEGIN SELECT RAISE(ABORT,"
                          " 'frozen'); END;"
                          "CREATE TRIGGER ice BEFORE DELETE ON tables BEGIN SELECT RAISE(ABORT,"
                          " 'frozen'); END"
                        : "DROP TRIGGER frozen; DROP TRIGGER ice");
}

/* Who wants to leave, and may not because that cannot be stored, sits where it sat. */
static void a_refused_leave_takes_no_chair(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(FOR_THREE);
    for (int people = 1; people < 4; people++) { /* alone; not alone; while all reveal */
        const struct bench_line leaver = people == 1   ? ada
                                         : people == 2 ? join("Bob")
                                                       : join("Cleo");
        const int chair = leaver.connection->chair;
        if (people == 3)
            for (struct connection *at = table_now()->connections; at; at = at->next)
                connection_hear(at, PLEDGE("1"), strlen(PLEDGE("1")));
        assert_int_equal(chair, people - 1);
        bench_heard(server, &leaver);
        assert_int_equal(table_now()->revealing, people == 3);
        freeze_tables(true);
        bench_say(&leaver, "{\"type\":\"leave\"}");
        assert_int_equal(leaver.connection->chair, -1);
        assert_true(bench_hears(server, &leaver, "\"welcome\""));
        freeze_tables(false);
        assert_int_equal(leaver.connection->chair, chair);
        assert_int_equal(table_now()->chair[chair].connections, 1);
        assert_int_equal(table_now()->watching, 0);
        assert_int_equal(table_now()->fair.void_count, 0);
        assert_int_equal(table_now()->host, 0);
        bench_say(&leaver, "{\"type\":\"chat\",\"text\":\"still here\"}");
        assert_true(bench_hears(server, &ada, "still here"));
    }
    struct connection *cleo = table_now()->connections;
    connection_hear(cleo, "{\"type\":\"leave\"}", 16);
    bench_turn(server);
    assert_int_equal(cleo->chair, -1); /* this time it is stored, */
    freeze_tables(true);
    bench_say(&ada, "{\"type\":\"pace\",\"factor\":2}");
    bench_turn(server);
    freeze_tables(false);
    assert_int_equal(cleo->chair, -1); /* and what is refused later changes nothing about it */
    assert_int_equal(table_now()->watching, 1);
}

/* Whom the host has removed stays removed when the table has left memory; but only what is stored
 * has happened. */
static void the_removed_are_remembered(void **unused)
{
    char path[64];
    (void)unused;
    const struct bench_line ada = come(FOR_THREE), bob = join("Bob");
    freeze_tables(true);
    bench_say(&ada, "{\"type\":\"remove\",\"chair\":1}");
    assert_int_equal(table_now()->removed_count, 1);
    bench_turn(server);
    freeze_tables(false);
    assert_int_equal(table_now()->removed_count, 0);
    const struct bench_line cleo = join("Cleo");
    bench_say(&ada, "{\"type\":\"remove\",\"chair\":2}");
    bench_turn(server);
    assert_int_equal(table_now()->removed_count, 1);
    close(ada.far);
    close(bob.far);
    close(cleo.far);
    bench_turn(server);
    seats_tell(table_now()); /* that they have gone, a little later */
    bench_turn(server);
    keeping_sweep(server);
    assert_null(table_in_memory(server, code));
    snprintf(path, sizeof path, "/api/tables/%s/join", code);
    bench_ask_from(server, "192.0.2.2", true, path, "{\"name\":\"Cleo\"}");
    assert_int_equal(bench_status, 403);
    bench_ask_from(server, "192.0.2.3", true, path, "{\"name\":\"Dan\"}");
    assert_int_equal(bench_status, 200);
}

/* What is refused after the end leaves the game there, for who wants to see or to sign it. */
static void a_finished_game_is_read_again(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(FOR_TWO);
    bench_say(&ada, "{\"type\":\"start\"}");
    finish(&ada);
    bench_heard(server, &ada);
    freeze_tables(true);
    bench_say(&ada, "{\"type\":\"pace\",\"factor\":2}");
    assert_true(bench_hears(server, &ada, "\"over\""));
    freeze_tables(false);
    assert_non_null(table_now()->game);
    assert_true(table_now()->pace < 2);
    refuses(&ada, SEAL, "seal");
}

/* Who acts and goes at once needs no answer. */
static void who_is_gone_is_not_answered(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(WITH_BOTS), other = come(NULL);
    for (int i = 0;
         i < 20000 && holm_next(&game_at(table_now()->game)->state) != table_now()->chair[0].seat;
         i++) {
        bench_heard(server, &ada);
        usleep(50);
    }
    table_now()->pace = 4;
    const int seq = table_now()->game->seq;
    act(&ada, 1);
    close(ada.far);
    close(other.far);
    bench_turn(server);
    assert_int_equal(server->connections, 0);
    assert_int_equal(table_now()->game->seq, seq + 1); /* it counts all the same */
    assert_int_equal(bench_number("SELECT max(number) FROM lines"), seq + 1);
}

/* The rows of one table have gone: what is done there is refused, and the others' is stored. */
static void a_vanished_table_harms_no_other(void **unused)
{
    char gone[HOLM_CODE_SIZE], change[96];
    (void)unused;
    const struct bench_line ada = come(WITH_BOTS);
    for (int i = 0;
         i < 20000 && holm_next(&game_at(table_now()->game)->state) != table_now()->chair[0].seat;
         i++) {
        bench_heard(server, &ada);
        usleep(50);
    }
    table_now()->pace = 4;
    strcpy(gone, code);
    const struct bench_line other = come(FOR_TWO);
    snprintf(change, sizeof change, "DELETE FROM tables WHERE code = '%s'", gone);
    bench_change(change);
    bench_heard(server, &ada);
    bench_heard(server, &other);
    snprintf(change, sizeof change, "%s", code);
    strcpy(code, gone);
    act(&ada, 1);
    if (holm_next(&game_at(table_now()->game)->state) == table_now()->chair[0].seat)
        act(&ada, 2);
    bench_say(&other, "{\"type\":\"pace\",\"factor\":2}");
    assert_true(bench_hears(server, &ada, "\"storage\""));
    assert_null(table_in_memory(server, gone));
    assert_true(bench_hears(server, &other, "\"pace\":2.00"));
    assert_int_equal(
        bench_number("SELECT count(*) FROM tables WHERE record LIKE '%\"pace\":2.000%'"), 1);
    assert_false(server->failed);
}

/* What goes wrong with one goes wrong with thousands: only some of it is told. */
static void stderr_is_not_flooded(void **unused)
{
    char name[128];
    int lines = 0;
    (void)unused;
    snprintf(name, sizeof name, "%s/stderr", bench_folder);
    fflush(stderr);
    const int kept = dup(STDERR_FILENO);
    assert_non_null(freopen(name, "w", stderr));
    for (int i = 0; i < 100; i++)
        log_line("table %d: something", i);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    for (int byte; (byte = getc(file)) != EOF;)
        lines += byte == '\n';
    fclose(file);
    unlink(name);
    assert_in_range(lines, 1, 11);
}

/* A table that is found to be damaged goes while its people are being told of something. */
static void damage_amid_a_turn(void **unused)
{
    (void)unused;
    const struct bench_line ada = come(FOR_THREE);
    char first[HOLM_CODE_SIZE];
    strcpy(first, code);
    const struct bench_line other = come(FOR_TWO);
    bench_say(&ada, "{\"type\":\"chair\",\"chair\":1,\"set\":\"random\"}");
    bench_say(&other, "{\"type\":\"pace\",\"factor\":2}");
    damage_note(server, first, 0, "it was spoiled");
    batch_settle(server);
    bench_say(&other, "{\"type\":\"chair\",\"chair\":1,\"set\":\"open\"}");
    struct bench_line third = bench_connect(server, "192.0.2.3");
    bench_hello(&third, first, NULL);
    damage_set_aside(server);
    bench_turn(server);
    assert_null(table_in_memory(server, first));
    assert_true(bench_hears(server, &other, "\"table\""));
}

/* A bot's offer stands for 20 seconds, and for nothing where nobody is left to answer it. */
static void a_bots_offer_stands_for_a_while(void **unused)
{
    struct bench_line ada = come(WITH_BOTS);
    struct table *table = table_now();
    struct game *game = table->game;
    const int64_t now = game->moved_at;
    (void)unused;
    (void)ada;
    game_at(game)->state.active = 1; /* a bot */
    assert_int_equal(bots_patience(table, now), -1);
    game_at(game)->state.offer[1] =
        (struct holm_offer){ .open = true, .to = 0x05, .pending = 0x05 };
    assert_int_equal(bots_patience(table, now), 20000);
    assert_int_equal(bots_patience(table, now + 19999), 1);
    assert_int_equal(bots_patience(table, now + 60000), 0);
    char text[1024];
    struct holm_writer writer = holm_writer(text, sizeof text);
    waiting_put(&writer, table, &game_at(game)->state);
    text[writer.used] = '\0';
    assert_non_null(strstr(text, "\"offer\":"));
    game_at(game)->state.offer[1].pending = 0x04; /* only another bot */
    assert_int_equal(bots_patience(table, now), -1);
    game_at(game)->state.offer[1].pending = 0x01;
    table->paused_at = 1;
    assert_int_equal(bots_patience(table, now), -1);
    table->paused_at = 0;
    game_at(game)->state.active = 0; /* a person's own offer stands as long as they like */
    assert_int_equal(bots_patience(table, now), -1);
    game_at(game)->state.active = HOLM_NONE;
    assert_int_equal(bots_patience(table, now), -1);
    game_at(game)->state.offer[1] = (struct holm_offer){ 0 };
}

/* ------------------------------------------------------------------- folding */

#define WATCHED_LATE(game)                                                                         \
    "{\"rules\":{\"game\":\"" game "\",\"players\":3},\"delay\":3600,\"seats\":[\"random\","       \
    "\"random\",\"random\"],\"pace\":0}"

/* The map that somebody is shown who comes to watch now. */
static void watched_map(char *map, size_t size)
{
    const struct bench_line watcher = bench_connect(server, "192.0.2.3");
    play_forget_position(table_now());
    bench_hello(&watcher, code, NULL);
    const char *heard = bench_heard(server, &watcher);
    const char *position = strstr(heard, "\"type\":\"position\"");
    const char *begin = position ? strstr(position, "\"map\":") : NULL;
    assert_non_null(begin);
    snprintf(map, size, "%.*s", (int)strcspn(begin, "]"), begin);
    close(watcher.far);
}

/* Where a game lies when it is opened again, another one has lain meanwhile. */
static void delayed_spectators_see_their_own_board(void **unused)
{
    static char first[1 << 16], then[1 << 16];
    char other[HOLM_CODE_SIZE];
    (void)unused;
    bench_table(server, WATCHED_LATE("seafarers"), other, NULL);
    bench_table(server, WATCHED_LATE("base"), code, NULL);
    const struct game *one = table_now()->game, *two = table_in_memory(server, other)->game;
    for (int i = 0; i < 20000 && (!one->late || !two->late); i++)
        bench_turn(server);
    assert_true(one->late && two->late);
    table_now()->paused_at = table_in_memory(server, other)->paused_at = 1; /* no bot moves */
    watched_map(first, sizeof first);
    for (int i = 0; i < 4; i++) {
        folding_settle(server);
        game_at(i & 1 ? one : two);
        game_at(i & 1 ? two : one);
        folding_settle(server);
        game_at(i & 2 ? one : two);
        watched_map(then, sizeof then);
        assert_string_equal(then, first);
    }
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)
    const struct CMUnitTest tests[] = {
        CASE(before_the_start),
        CASE(after_the_end),
        CASE(after_the_end_and_a_while),
        CASE(nobody_starts_what_has_just_closed),
        CASE(a_game_that_cannot_start_says_so),
        CASE(who_has_not_pledged_reveals_nothing),
        CASE(histories_that_cannot_be_read_are_refused),
        CASE(what_is_not_stored_is_refused),
        CASE(a_refused_leave_takes_no_chair),
        CASE(the_removed_are_remembered),
        CASE(a_finished_game_is_read_again),
        CASE(who_is_gone_is_not_answered),
        CASE(damage_amid_a_turn),
        CASE(a_bots_offer_stands_for_a_while),
        CASE(a_vanished_table_harms_no_other),
        CASE(delayed_spectators_see_their_own_board),
        CASE(stderr_is_not_flooded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
