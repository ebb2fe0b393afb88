/* test_server.c: the parts of the server that need no sockets: what changed between two views,
 * limits, requests and messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"
#include "text/maps.h"
#include "text/phrases.h"

/* ------------------------------------------------------------------ changes */

static void check_changes(const char *before, const char *after, const char *expected)
{
    char text[4096];
    struct holm_writer writer = holm_writer(text, sizeof text);
    changes_put(&writer, before, after);
    assert_string_equal(text, expected);
}

static void only_changed_members_are_told(void **unused)
{
    (void)unused;
    check_changes("{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[1,2]}", "{}");
    check_changes("{\"a\":1,\"b\":[1,2]}", "{\"a\":2,\"b\":[1,2]}", "{\"a\":2}");
    check_changes("{\"a\":{\"x\":\"},{\"}}", "{\"a\":{\"x\":\"}]\\\"\"}}",
                  "{\"a\":{\"x\":\"}]\\\"\"}}");
    check_changes("{\"a\":1}", "{\"a\":1,\"b\":null}", "{\"b\":null}"); /* new */
    check_changes("{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}", "{}"); /* another order */
    check_changes("{\"players\":[{\"seat\":\"red\",\"n\":1,\"m\":0},{\"seat\":\"blue\",\"n\":1}]}",
                  "{\"players\":[{\"seat\":\"red\",\"n\":1,\"m\":5},{\"seat\":\"blue\",\"n\":1}]}",
                  "{\"players\":[{\"seat\":\"red\",\"m\":5}]}");
}

/* Puts changes into an old view. */
static void merge(json_t *view, json_t *changes)
{
    for (void *at = json_object_iter(changes); at; at = json_object_iter_next(changes, at)) {
        const char *key = json_object_iter_key(at);
        json_t *value = json_object_iter_value(at);
        if (strcmp(key, "players")) {
            json_object_set(view, key, value);
            continue;
        }
        for (size_t i = 0; i < json_array_size(value); i++) {
            json_t *player = json_array_get(value, i);
            json_t *players = json_object_get(view, "players");
            for (size_t j = 0; j < json_array_size(players); j++) {
                json_t *old = json_array_get(players, j);
                if (json_equal(json_object_get(old, "seat"), json_object_get(player, "seat")))
                    json_object_update(old, player);
            }
        }
    }
}

/* In every game, for every viewer: the old view with its changes is the new one. */
static void changes_lead_from_view_to_view(void **unused)
{
    static struct holm_board board;
    static struct holm_list list;
    static char before[VIEW_MAX], after[VIEW_MAX], changed[VIEW_MAX], sooner[VIEW_MAX];
    struct holm_state_text old_text = { 0 }, new_text = { 0 };
    struct holm_trouble trouble;
    (void)unused;
    for (int game = 0; game < HOLM_GAMES; game++) {
        struct holm_rules rules;
        struct holm_map map;
        struct holm_chance chance;
        struct holm_state state, was;
        struct holm_view view;
        struct holm_random random;
        holm_random_seed(&random, 7);
        holm_chance_number(&chance, 7);
        holm_rules_make(&rules, game, HOLM_2025, 4);
        assert_true(holm_map_built_in(holm_map_default(&rules), &map, &trouble));
        assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
        assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_OK);
        holm_start(&state, &board);
        for (int step = 0; step < 300 && !holm_over(&state); step++) {
            was = state;
            const int seat = holm_next(&state);
            holm_legal(&state, seat, &list);
            const uint32_t i = holm_random_below(&random, (uint32_t)list.count);
            assert_int_equal(holm_apply(&state, &list.at[i], &chance, NULL), HOLM_OK);
            const int viewer = step % 5 < 4 ? step % 5 : HOLM_SPECTATOR;
            struct holm_writer old = holm_writer(before, sizeof before);
            struct holm_writer new = holm_writer(after, sizeof after);
            struct holm_writer difference = holm_writer(changed, sizeof changed);
            struct holm_writer same = holm_writer(sooner, sizeof sooner);
            holm_view(&was, viewer, &view);
            holm_json_state_parts(&old, &view.seen, &old_text);
            holm_view(&state, viewer, &view);
            holm_json_state_parts(&new, &view.seen, &new_text);
            changes_put_parts(&same, before, &old_text, after, &new_text);
            changes_put(&difference, before, after);
            json_t *merged = json_loads(before, 0, NULL), *wanted = json_loads(after, 0, NULL);
            json_t *changes = json_loads(changed, 0, NULL);
            assert_non_null(changes);
            assert_string_equal(sooner, changed);
            merge(merged, changes);
            assert_true(json_equal(merged, wanted));
            json_decref(merged);
            json_decref(wanted);
            json_decref(changes);
        }
    }
}

/* ------------------------------------------------------------------- limits */

static void buckets_empty_and_fill(void **unused)
{
    struct bucket bucket = { 0 };
    int64_t now = 1000000;
    (void)unused;
    for (int i = 0; i < 5; i++)
        assert_true(bucket_take(&bucket, 2, 5, now));
    assert_false(bucket_take(&bucket, 2, 5, now));
    assert_false(bucket_take(&bucket, 2, 5, now + 400));
    assert_true(bucket_take(&bucket, 2, 5, now + 600));
    assert_false(bucket_take(&bucket, 2, 5, now + 600));
    for (int i = 0; i < 5; i++) /* never more than it holds */
        assert_true(bucket_take(&bucket, 2, 5, now + 3600000));
    assert_false(bucket_take(&bucket, 2, 5, now + 3600000));
}

static void check_network(const char *text, const char *expected)
{
    char network[48];
    address_network(text, network, sizeof network);
    assert_string_equal(network, expected);
}

static void networks_are_counted_as_one(void **unused)
{
    (void)unused;
    check_network("192.0.2.7", "192.0.2.7");
    check_network("::ffff:192.0.2.7", "192.0.2.7");
    check_network("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
    check_network("2001:db8:1:2:ffff::1", "2001:db8:1:2::");
    check_network("2001:db8:1:3::1", "2001:db8:1:3::");
    check_network("nonsense", "nonsense");
}

/* ------------------------------------------------------------------ requests */

#define HASH "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static bool asks(const char *text, struct table_request *request, struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(text, trouble);
    const bool fine = json && opening_table(json, request, trouble);
    json_decref(json);
    return fine;
}

static void a_request_is_completed(void **unused)
{
    struct table_request request;
    struct holm_trouble trouble = { 0 };
    (void)unused;
    assert_true(asks("{\"rules\":{\"game\":\"base\"}}", &request, &trouble));
    assert_int_equal(request.chairs, 4);
    assert_int_equal(request.host, 0);
    assert_int_equal(request.settings.rules.target, 10);
    assert_string_equal(request.settings.map, "base-4");
    assert_true(request.settings.shuffled && request.settings.spectators &&
                request.settings.counts && !request.settings.listed && !request.now);
    assert_true(asks("{\"scenario\":\"fog-islands\",\"seats\":[\"greedy\",\"me\",\"open\"]}",
                     &request, &trouble));
    assert_int_equal(request.chairs, 3);
    assert_int_equal(request.host, 1);
    assert_string_equal(request.settings.map, "fog-islands-3");
    assert_int_equal(request.settings.rules.target, 12);
    assert_int_equal(request.chair[0].kind, CHAIR_BOT);
    assert_int_equal(request.chair[2].kind, CHAIR_OPEN);
    assert_true(asks("{\"rules\":{\"game\":\"base\",\"players\":2,\"target\":12},\"seats\":"
                     "[\"random\",\"random\"]}",
                     &request, &trouble));
    assert_int_equal(request.host, -1);
    assert_int_equal(request.settings.rules.target, 12);
    assert_true(asks("{\"rules\":{\"game\":\"base\"},\"scenario\":null,\"map\":null,\"pledge\":"
                     "\"" HASH "\",\"key\":\"" HASH "\",\"pace\":0,\"clock\":{\"mode\":\"turn\"}}",
                     &request, &trouble));
    assert_string_equal(request.settings.map, "base-4");
    assert_true(request.share.pledged && request.share.key[1] == 0x11);
    assert_int_equal(request.settings.clock_seconds, 60);
}

static void bad_requests_are_refused(void **unused)
{
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"rules\":{\"game\":\"chess\"}}",
        "{\"rules\":{\"game\":\"base\",\"players\":9}}",
        "{\"rules\":{\"game\":\"base\",\"targt\":9}}",
        "{\"rules\":{\"game\":\"base\"},\"scenario\":\"fog-islands\"}",
        "{\"rules\":{\"game\":\"base\"},\"map\":\"../../etc/passwd\"}",
        "{\"rules\":{\"game\":\"base\"},\"map\":\"wonders\"}",
        "{\"rules\":{\"game\":\"base\"},\"seats\":[\"me\"]}",
        "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"me\"]}",
        "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"nobody\"]}",
        "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",1]}",
        "{\"rules\":{\"game\":\"base\"},\"name\":\"\"}",
        "{\"rules\":{\"game\":\"base\"},\"name\":\"abcdefghijklmnopqrstuvwxyz\"}",
        "{\"rules\":{\"game\":\"base\"},\"name\":\"a\\nb\"}",
        "{\"rules\":{\"game\":\"base\"},\"clock\":{\"mode\":\"turn\",\"seconds\":0}}",
        "{\"rules\":{\"game\":\"base\"},\"clock\":{\"mode\":\"never\"}}",
        "{\"rules\":{\"game\":\"base\"},\"pace\":5}",
        "{\"rules\":{\"game\":\"base\"},\"pace\":\"1\"}",
        "{\"rules\":{\"game\":\"base\"},\"delay\":-1}",
        "{\"rules\":{\"game\":\"base\"},\"public\":1}",
        "{\"rules\":{\"game\":\"base\"},\"entropy\":\"00\"}",
        "{\"rules\":{\"game\":\"base\"},\"pledge\":\"00\",\"key\":\"00\"}",
        "{\"rules\":{\"game\":\"base\"},\"pledge\":null}",
        "{\"rules\":{\"game\":\"base\"},\"secret\":\"00\"}",
        "{\"rules\":{\"game\":\"seafarers+knights\"},\"scenario\":\"forgotten-tribe\"}",
        "{\"rules\":[]}",
        "{\"rules\":{\"game\":\"seafarers\"},\"scenario\":1}",
        "{\"rules\":{\"game\":\"seafarers\"},\"scenario\":\"atlantis\"}",
        "{\"rules\":{\"game\":\"seafarers\"},\"scenario\":\"fog-islands\",\"map\":\"base-4\"}",
        "{\"rules\":{\"game\":\"base\"},\"map\":1}",
        "{\"rules\":{\"game\":\"base\"},\"clock\":{}}",
        "{\"rules\":{\"game\":\"base\"},\"clock\":{\"mode\":\"turn\",\"minutes\":1}}",
        "{\"rules\":{\"game\":\"base\"},\"pace\":-1}",
        "{\"rules\":{\"game\":\"base\"},\"spectators\":1}",
        "{\"rules\":{\"game\":\"base\"},\"counts\":1}",
        "{\"rules\":{\"game\":\"base\"},\"order\":\"none\"}",
        "{\"rules\":{\"game\":\"base\"},\"start\":\"later\"}",
        "{\"rules\":{\"game\":\"base\"},\"name\":1}",
        "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"random:9\"]}",
        "{\"rules\":{\"game\":\"base\",\"players\":2},\"seats\":[\"me\",\"a-bot-with-a-name-too-"
        "long\"]}",
        "{\"rules\":{\"game\":\"base\"},\"pledge\":\"" HASH "\"}",
        "{\"rules\":{\"game\":\"base\"},\"key\":\"" HASH "\"}",
        "{\"rules\":{\"game\":\"base\"},\"pledge\":1,\"key\":\"" HASH "\"}",
        "{\"rules\":{\"game\":\"base\"},\"pledge\":\"" HASH "\",\"key\":\"zz\"}",
    };
    struct table_request request;
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct holm_trouble trouble = { 0 };
        if (asks(bad[i], &request, &trouble))
            fail_msg("accepted: %s", bad[i]);
        assert_true(strlen(trouble.text) > 5);
    }
}

static void query_arguments_are_found(void **unused)
{
    const struct request request = { .query = "lang=es&edition=2015&x=" };
    char value[8];
    (void)unused;
    assert_true(request_argument(&request, "edition", value, sizeof value));
    assert_string_equal(value, "2015");
    assert_true(request_argument(&request, "lang", value, sizeof value));
    assert_string_equal(value, "es");
    assert_false(request_argument(&request, "lan", value, sizeof value));
    assert_false(request_argument(&request, "edition", value, 4));
    assert_true(request_argument(&request, "x", value, sizeof value));
    assert_string_equal(value, "");
}

/* --------------------------------------------------------------------- pages */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* The status of a path; what is sent must be this text. */
static int ask_page(const struct server *server, const char *path, const char *text)
{
    char room[1024];
    struct answer answer = { .status = 200, .body = holm_writer(room, sizeof room) };
    const struct request request = { .path = path, .query = "", .body = "", .gzip = true };
    pages_answer(server, &request, &answer);
    if (answer.status == 200) {
        assert_int_equal(answer.length, strlen(text));
        assert_memory_equal(answer.bytes, text, answer.length);
        assert_true(answer.page);
    }
    free(answer.owned);
    return answer.status;
}

static void pages_stay_in_their_folder(void **unused)
{
    static struct server server;
    char folder[] = "/tmp/holm-pages-XXXXXX", assets[64], outside[128];
    (void)unused;
    assert_non_null(mkdtemp(folder));
    snprintf(assets, sizeof assets, "%s/web", folder);
    snprintf(outside, sizeof outside, "%s/secret.txt", folder);
    assert_int_equal(mkdir(assets, 0700), 0);
    write_file(folder, "secret.txt", "secret");
    write_file(assets, "index.html", "page");
    write_file(assets, "a-12345678.js", "code");
    write_file(assets, ".hidden.txt", "hidden");
    server.settings.web = assets;
    assert_int_equal(ask_page(&server, "/", "page"), 200);
    assert_int_equal(ask_page(&server, "/t/abcdefghijkm", "page"), 200);
    assert_int_equal(ask_page(&server, "/a-12345678.js", "code"), 200);
    assert_int_equal(ask_page(&server, "/b.js", ""), 404);
    assert_int_equal(ask_page(&server, "/../secret.txt", ""), 404);
    assert_int_equal(ask_page(&server, "/x/../../secret.txt", ""), 404);
    assert_int_equal(ask_page(&server, "/.hidden.txt", ""), 404);
    assert_int_equal(ask_page(&server, "//secret.txt", ""), 404);
    assert_int_equal(ask_page(&server, "/b c.js", ""), 404);
    snprintf(outside, sizeof outside, "%s/folder.js", assets); /* nothing but files */
    assert_int_equal(mkdir(outside, 0700), 0);
    assert_int_equal(ask_page(&server, "/folder.js", ""), 404);
    assert_int_equal(rmdir(outside), 0);
    write_file(assets, "a.unknown", "bytes");
    assert_int_equal(ask_page(&server, "/a.unknown", "bytes"), 200);
    snprintf(outside, sizeof outside, "%s/a.unknown", assets);
    assert_int_equal(truncate(outside, 9 << 20), 0); /* too large to be part of a page */
    assert_int_equal(ask_page(&server, "/a.unknown", ""), 404);
    assert_int_equal(unlink(outside), 0);
    char deep[600];
    memset(deep, 'a', sizeof deep - 1);
    deep[0] = '/';
    strcpy(deep + 500, ".js");
    assert_int_equal(ask_page(&server, deep, ""), 404);
    server.settings.web = NULL; /* built in: at least a page that says how to build one */
    char room[1024];
    struct answer answer = { .status = 200, .body = holm_writer(room, sizeof room) };
    pages_answer(&server, &(struct request){ .path = "/", .query = "", .gzip = true }, &answer);
    assert_true(answer.status == 200 && answer.length > 0 && !answer.owned);
    pages_answer(&server, &(struct request){ .path = "/", .query = "", .post = true }, &answer);
    assert_int_equal(answer.status, 405);
    assert_string_equal(answer.allow, "GET");
    const char *const names[] = { "web/index.html", "web/a-12345678.js", "web/.hidden.txt",
                                  "secret.txt" };
    for (int i = 0; i < 4; i++) {
        snprintf(outside, sizeof outside, "%s/%s", folder, names[i]);
        assert_int_equal(unlink(outside), 0);
    }
    assert_int_equal(rmdir(assets), 0);
    assert_int_equal(rmdir(folder), 0);
}

/* ------------------------------------------------------------------ messages */

static void messages_are_read_strictly(void **unused)
{
    static const char *const bad[] = {
        "",
        "1",
        "[]",
        "{}",
        "{\"type\":\"no\"}",
        "{\"type\":1}",
        "{\"type\":\"ping\",\"x\":1}",
        "{\"type\":\"hello\",\"protocol\":3,\"table\":\"a\",\"token\":null}",
        "{\"type\":\"hello\",\"protocol\":2,\"table\":\"a\"}",
        "{\"type\":\"hello\",\"protocol\":2,\"table\":\"a\",\"token\":null,\"entropy\":\"zz\"}",
        "{\"type\":\"hello\",\"protocol\":1,\"table\":\"a\",\"token\":null,\"entropy\":null}",
        "{\"type\":\"act\",\"id\":1,\"seq\":1}",
        "{\"type\":\"act\",\"id\":-1,\"seq\":1,\"action\":{}}",
        "{\"type\":\"act\",\"id\":1,\"seq\":1.5,\"action\":{}}",
        "{\"type\":\"act\",\"id\":1,\"seq\":1,\"action\":{},\"signature\":\"00\"}",
        "{\"type\":\"act\",\"id\":1,\"seq\":1,\"action\":{},\"signature\":1}",
        "{\"type\":\"pledge\",\"round\":1,\"pledge\":\"" HASH "\"}",
        "{\"type\":\"pledge\",\"round\":0,\"pledge\":\"" HASH "\",\"key\":\"" HASH "\"}",
        "{\"type\":\"pledge\",\"round\":1,\"pledge\":null,\"key\":null}",
        "{\"type\":\"reveal\",\"round\":1,\"entropy\":\"" HASH "\",\"signature\":\"" HASH "\"}",
        "{\"type\":\"seal\",\"signature\":null}",
        "{\"type\":\"chat\",\"text\":\"\"}",
        "{\"type\":\"chat\",\"text\":\"a\\nb\"}",
        "{\"type\":\"chair\",\"chair\":8,\"set\":\"open\"}",
        "{\"type\":\"mute\",\"chair\":1,\"on\":1}",
        "{\"type\":\"pace\",\"factor\":4.5}",
        "{\"type\":\"pace\",\"factor\":-0.1}",
        "{\"type\":\"history\",\"from\":0}",
        "{\"type\":\"ping\",\"type\":\"ping\"}",
        "{\"type\":\"hello\",\"protocol\":2,\"table\":\"a\",\"token\":1}",
        "{\"type\":\"hello\",\"protocol\":2,\"table\":\"a\",\"token\":null,\"seq\":\"1\"}",
        "{\"type\":\"hello\",\"protocol\":2,\"table\":1,\"token\":null}",
        "{\"type\":\"act\",\"id\":1,\"seq\":1,\"action\":[]}",
        "{\"type\":\"pledge\",\"round\":1,\"pledge\":\"zz\",\"key\":\"" HASH "\"}",
        "{\"type\":\"chat\",\"text\":\"a\x7f\"}",
        "{\"type\":\"chair\",\"chair\":1,\"set\":1}",
        "{\"type\":\"pace\",\"factor\":\"1\"}",
        "{\"type\":\"reveal\",\"round\":1,\"entropy\":1,\"signature\":\"" HASH HASH "\"}",
    };
    struct message message;
    struct holm_trouble trouble;
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (message_read(bad[i], &message, &trouble))
            fail_msg("accepted: %s", bad[i]);
    assert_true(message_read("{\"type\":\"hello\",\"protocol\":2,\"table\":\"abc\",\"token\":\"t\","
                             "\"seq\":17}",
                             &message, &trouble));
    assert_int_equal(message.type, MESSAGE_HELLO);
    assert_int_equal(message.seq, 17);
    assert_string_equal(message.table, "abc");
    message_free(&message);
    assert_false(
        message_read("{\"type\":\"hello\",\"protocol\":1,\"entropy\":null}", &message, &trouble));
    assert_non_null(strstr(trouble.text, "reload the page"));
    assert_true(message_read("{\"type\":\"pledge\",\"round\":2,\"pledge\":\"" HASH
                             "\",\"key\":\"" HASH "\"}",
                             &message, &trouble));
    assert_true(message.round == 2 && message.share.pledge[1] == 0x11 &&
                message.share.key[1] == 0x11);
    message_free(&message);
    assert_true(message_read("{\"type\":\"reveal\",\"round\":1,\"entropy\":\"" HASH
                             "\",\"signature\":\"" HASH HASH "\"}",
                             &message, &trouble));
    assert_true(message.share.entropy[1] == 0x11 && message.share.signature[33] == 0x11);
    message_free(&message);
    assert_true(
        message_read("{\"type\":\"act\",\"id\":1,\"seq\":1,\"action\":{},\"signature\":null}",
                     &message, &trouble));
    assert_false(message.has_signature);
    message_free(&message);
    assert_true(message_read("{\"type\":\"pace\",\"factor\":0}", &message, &trouble));
    message_free(&message);
    assert_true(message_read("{\"type\":\"hello\",\"protocol\":2,\"table\":\"abc\",\"token\":null,"
                             "\"seq\":null}",
                             &message, &trouble));
    assert_int_equal(message.seq, -1);
    message_free(&message);
    assert_int_equal(message_characters("añ€𝄞"), 4);
}

/* ------------------------------------------------------------------- phrases */

static void everything_is_said_in_spanish(void **unused)
{
    (void)unused;
    for (int i = 0; i < holm_option_count; i++)
        if (!holm_spanish_option(holm_options[i].name))
            fail_msg("option %s", holm_options[i].name);
    for (int i = 0; i < HOLM_ERRORS; i++)
        if (!holm_spanish_error(i))
            fail_msg("error %s", holm_reason(i)->name);
    assert_string_equal(holm_scenario_title(HOLM_SPANISH, holm_scenario_count - 1), "Nuevo mundo");
    assert_string_equal(holm_scenario_title(HOLM_SPANISH, holm_scenario_count), "?");
    for (int i = 0; i < holm_option_count; i++)
        for (int value = holm_options[i].low;
             holm_options[i].words && !holm_json_is_flag(&holm_options[i]) &&
             value <= holm_options[i].high;
             value++)
            if (holm_value_title(HOLM_SPANISH, holm_options[i].words[value]) ==
                holm_options[i].words[value])
                fail_msg("value %s", holm_options[i].words[value]);
}

/* ------------------------------------------------------------------ refusals */

static bool is_earlier_code(int refusal)
{
    for (int i = 0; i < refusal; i++)
        if (!strcmp(refusal_rows[i].code, refusal_rows[refusal].code))
            return true;
    return false;
}

/* The place of a word in a list of the schema, or -1. */
static int place_in(const json_t *words, const char *word)
{
    for (size_t i = 0; i < json_array_size(words); i++)
        if (!strcmp(json_string_value(json_array_get(words, i)), word))
            return (int)i;
    return -1;
}

static void refusals_are_one_table(void **unused)
{
    (void)unused;
    for (int i = 0; i < REFUSALS; i++) {
        const struct refusal_row *row = &refusal_rows[i];
        assert_true(!row->status || (row->status >= 400 && row->status < 600));
        for (int j = 0; j < i; j++)
            if (row->text && refusal_rows[j].text && !strcmp(row->text, refusal_rows[j].text))
                fail_msg("twice: %s", row->text);
        for (int error = 0; error < HOLM_ERRORS; error++)
            if (!strcmp(row->code, holm_reason(error)->name))
                fail_msg("%s is also an error of the rules", row->code);
    }
}

static void the_schema_knows_all_refusals(void **unused)
{
    (void)unused;
    json_t *schema = json_load_file("text/protocol.schema.json", 0, NULL);
    assert_non_null(schema);
    const json_t *words =
        json_object_get(json_object_get(json_object_get(schema, "$defs"), "serverError"), "enum");
    size_t codes = 0;
    for (int i = 0; i < REFUSALS; i++) {
        if (place_in(words, refusal_rows[i].code) < 0)
            fail_msg("the schema does not know %s", refusal_rows[i].code);
        codes += !is_earlier_code(i);
    }
    assert_int_equal(json_array_size(words), codes);
    json_decref(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_are_one_table),
        cmocka_unit_test(the_schema_knows_all_refusals),
        cmocka_unit_test(only_changed_members_are_told),
        cmocka_unit_test(changes_lead_from_view_to_view),
        cmocka_unit_test(buckets_empty_and_fill),
        cmocka_unit_test(networks_are_counted_as_one),
        cmocka_unit_test(a_request_is_completed),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(query_arguments_are_found),
        cmocka_unit_test(pages_stay_in_their_folder),
        cmocka_unit_test(messages_are_read_strictly),
        cmocka_unit_test(everything_is_said_in_spanish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
