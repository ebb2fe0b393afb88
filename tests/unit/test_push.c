/* test_push.c: where push messages may go, how they are sealed, and what the store keeps of them. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/push.h"
#include "tests/unit/store_folder.h"

/* ---------------------------------------------------------------------- places */

static bool is_public(const char *text)
{
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
    struct sockaddr_in four = { .sin_family = AF_INET };
    if (strchr(text, ':')) {
        assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
        return push_is_public((struct sockaddr *)&six);
    }
    assert_int_equal(inet_pton(AF_INET, text, &four.sin_addr), 1);
    return push_is_public((struct sockaddr *)&four);
}

static void only_the_internet_is_called(void **unused)
{
    static const char *const fine[] = { "8.8.8.8",        "100.63.255.255",  "100.128.0.0",
                                        "172.15.255.255", "172.32.0.0",      "192.0.1.0",
                                        "198.17.255.255", "223.255.255.255", "2606:4700::1",
                                        "2a00:1450::1",   "::ffff:8.8.8.8",  "64:ff9b::8.8.8.8" };
    static const char *const home[] = {
        "0.0.0.0",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "fe80::1",
        "fec0::1",
        "fc00::1",
        "fd00::1",
        "ff02::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2001:0:7f00:1::1",
        "3fff::1",
    };
    struct sockaddr other = { .sa_family = AF_UNIX };
    (void)unused;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        if (!is_public(fine[i]))
            fail_msg("%s is public", fine[i]);
    for (size_t i = 0; i < sizeof home / sizeof *home; i++)
        if (is_public(home[i]))
            fail_msg("%s is not public", home[i]);
    assert_false(push_is_public(&other));
}

static void an_endpoint_is_an_https_address(void **unused)
{
    static const char *const bad[] = {
        "",
        "https://",
        "http://push.example.org/x",
        "HTTPS://push.example.org/x",
        "https:/push.example.org",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://[2606:4700::1]/x",
        "https://user@push.example.org/x",
        "https://push.example.org@evil/x",
        "https://push.example.org:0/x",
        "https://push.example.org:65536/x",
        "https://push.example.org:/x",
        "https://push.example.org:443a/x",
        "https://push.example.org/a b",
        "https://push.example.org/\r\nHost: x",
        "https://push.example.org/#x",
        "https://push.example.org\\x",
        "https:///x",
        "https://p\303\274sh.example.org/x",
    };
    char origin[64];
    (void)unused;
    assert_true(push_origin("https://push.example.org/send/abc?d=%20", origin, sizeof origin));
    assert_string_equal(origin, "https://push.example.org");
    assert_true(push_origin("https://push.example.org:8443", origin, sizeof origin));
    assert_string_equal(origin, "https://push.example.org:8443");
    assert_true(push_origin("https://1.push.example.org?x", origin, sizeof origin));
    assert_string_equal(origin, "https://1.push.example.org");
    assert_false(push_origin("https://push.example.org/", origin, 10));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (push_origin(bad[i], origin, sizeof origin))
            fail_msg("%s is no endpoint", bad[i]);
}

/* ----------------------------------------------------------------------- codes */

static void points_are_of_the_curve(void **unused)
{
    uint8_t secret[HOLM_PUSH_SECRET], other[HOLM_PUSH_SECRET], point[HOLM_PUSH_POINT];
    (void)unused;
    assert_true(push_make_secret(secret));
    assert_true(push_make_secret(other));
    assert_memory_not_equal(secret, other, sizeof secret);
    assert_true(push_point(secret, point));
    assert_true(push_is_point(point));
    point[64] ^= 1;
    assert_false(push_is_point(point));
    memset(secret, 0, sizeof secret);
    assert_false(push_point(secret, point));
    memset(secret, 255, sizeof secret); /* above the order */
    assert_false(push_point(secret, point));
}

/* Two messages have nothing in common but their length and what stands for it. */
static void each_message_is_sealed_anew(void **unused)
{
    uint8_t secret[HOLM_PUSH_SECRET], point[HOLM_PUSH_POINT], shared[HOLM_PUSH_SHARED] = { 1 };
    uint8_t one[PUSH_SEALED_MAX], two[PUSH_SEALED_MAX];
    char longest[PUSH_PADDED + 2];
    (void)unused;
    assert_true(push_make_secret(secret) && push_point(secret, point));
    assert_int_equal(push_seal("turn", point, shared, one), PUSH_SEALED_MAX);
    assert_int_equal(push_seal("", point, shared, two), PUSH_SEALED_MAX);
    assert_memory_not_equal(one, two, 16);
    assert_memory_equal(one + 16, two + 16, 5);
    assert_memory_not_equal(one + 21, two + 21, sizeof one - 21);
    memset(longest, 'x', sizeof longest);
    longest[PUSH_PADDED + 1] = '\0';
    assert_int_equal(push_seal(longest, point, shared, one), 0);
    longest[PUSH_PADDED] = '\0';
    assert_int_equal(push_seal(longest, point, shared, one), PUSH_SEALED_MAX);
    memset(point, 4, sizeof point); /* on no curve */
    assert_int_equal(push_seal("turn", point, shared, one), 0);
}

static void a_token_has_its_bounds(void **unused)
{
    uint8_t secret[HOLM_PUSH_SECRET];
    char token[PUSH_TOKEN_MAX], origin[600];
    (void)unused;
    assert_true(push_make_secret(secret));
    assert_true(push_sign(secret, "https://push.example.org", "https://a.example", 1, token));
    assert_int_equal(strlen(strrchr(token, '.') + 1), 86); /* 64 bytes */
    memset(origin, 'o', sizeof origin);
    origin[sizeof origin - 1] = '\0';
    assert_false(push_sign(secret, origin, "https://a.example", 1, token));
}

/* ----------------------------------------------------------------------- store */

static void count_row(void *context, const struct holm_push_row *row)
{
    (void)row;
    (*(int *)context)++;
}

static int count_rows(struct holm_store *store, int64_t table, const uint8_t *token)
{
    int count = 0;
    assert_true(holm_store_push_each(store, table, token, count_row, &count, NULL));
    return count;
}

/* Endpoints of these tests end in a digit: the smallest of a chair's. */
static void note_smallest(void *context, const struct holm_push_row *row)
{
    const int digit = row->endpoint[strlen(row->endpoint) - 1] - '0';
    if (digit < *(int *)context)
        *(int *)context = digit;
}

static int64_t new_table(struct holm_store *store, const char *code)
{
    struct holm_stored_table table = { .code = code, .record = "{}" };
    struct holm_trouble trouble;
    assert_true(holm_store_begin(store, &trouble) && holm_store_put(store, &table, &trouble) &&
                holm_store_commit(store, &trouble));
    return table.id;
}

static void the_key_is_made_once(void **unused)
{
    uint8_t first[HOLM_PUSH_SECRET] = { 1 }, second[HOLM_PUSH_SECRET] = { 2 };
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    assert_true(holm_store_push_key(store, first, &trouble));
    holm_store_close(store);
    store = open_store();
    assert_true(holm_store_push_key(store, second, &trouble));
    assert_memory_equal(first, second, sizeof first);
    holm_store_close(store);
    change("UPDATE push_key SET secret = x'00'");
    store = open_store();
    assert_false(holm_store_push_key(store, second, &trouble));
    assert_non_null(strstr(trouble.text, "damaged"));
    holm_store_close(store);
}

static void wishes_come_and_go(void **unused)
{
    uint8_t chairs[HOLM_SEATS][HOLM_STORE_HEAD] = { { 1 }, { 2 } };
    holm_store_push_token *tokens = (holm_store_push_token *)chairs;
    struct holm_push_row row = { .token = { 1 }, .endpoint = "https://a.example/0", .site = "s" };
    struct holm_store *store = open_store();
    const int64_t table = new_table(store, "one");
    int smallest = 9;
    (void)unused;
    for (int i = 0; i < HOLM_PUSH_MOST + 2; i++) {
        snprintf(row.endpoint, sizeof row.endpoint, "https://a.example/%d", i);
        assert_true(holm_store_push_put(store, table, &row, tokens, 1, NULL));
        assert_true(holm_store_push_put(store, table, &row, tokens, 1, NULL));
    }
    assert_int_equal(count_rows(store, table, row.token), HOLM_PUSH_MOST);
    assert_true(holm_store_push_each(store, table, row.token, note_smallest, &smallest, NULL));
    assert_int_equal(smallest, 2); /* all in one moment, and still the newest stay */
    for (int i = 0; i < HOLM_PUSH_FAILURES - 1; i++)
        assert_true(holm_store_push_note(store, table, &row, false, NULL));
    assert_true(holm_store_push_note(store, table, &row, true, NULL)); /* all is well again */
    for (int i = 0; i < HOLM_PUSH_FAILURES; i++) {
        assert_int_equal(count_rows(store, table, row.token), HOLM_PUSH_MOST);
        assert_true(holm_store_push_note(store, table, &row, false, NULL));
    }
    assert_int_equal(count_rows(store, table, row.token), HOLM_PUSH_MOST - 1);
    chairs[0][0] = 3; /* another person sits there now */
    row.token[0] = 2;
    assert_true(holm_store_push_put(store, table, &row, tokens, 9, NULL));
    assert_int_equal(count_rows(store, table, row.token), 1);
    row.token[0] = 1;
    assert_int_equal(count_rows(store, table, row.token), 0);
    row.token[0] = 2;
    assert_true(holm_store_push_remove(store, table, &row, NULL));
    assert_int_equal(count_rows(store, table, row.token), 0);
    assert_true(holm_store_push_put(store, table, &row, tokens, 9, NULL));
    assert_true(holm_store_push_put(store, table + 1, &row, tokens, 9, NULL)); /* of no table */
    assert_int_equal(count_rows(store, table + 1, row.token), 0);
    assert_true(holm_store_push_clear(store, table, NULL));
    assert_int_equal(count_rows(store, table, row.token), 0);
    assert_true(holm_store_push_put(store, table, &row, tokens, 9, NULL));
    assert_true(holm_store_begin(store, NULL) && holm_store_forget(store, table, NULL) &&
                holm_store_commit(store, NULL));
    assert_int_equal(count_rows(store, table, row.token), 0);
    holm_store_close(store);
}

static int64_t owed_due; /* of the latest that was visited */

static void count_owed(void *context, const struct holm_push_owed *owed)
{
    assert_string_equal(owed->code, "one");
    assert_string_equal(owed->news, "turn");
    owed_due = owed->row.due;
    ++*(int *)context;
}

static int owed_at(struct holm_store *store, int64_t at)
{
    int count = 0;
    assert_true(holm_store_push_owed(store, at, 9, count_owed, &count, NULL));
    return count;
}

static void owe(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                int64_t due)
{
    assert_true(holm_store_begin(store, NULL) &&
                holm_store_push_owe(store, table, row->token, "turn", due, NULL) &&
                holm_store_commit(store, NULL));
}

static void what_is_owed_stays(void **unused)
{
    uint8_t chairs[HOLM_SEATS][HOLM_STORE_HEAD] = { { 1 } };
    struct holm_push_row row = { .token = { 1 }, .endpoint = "https://a.example/0", .site = "s" };
    struct holm_store *store = open_store();
    const int64_t table = new_table(store, "one");
    (void)unused;
    assert_true(holm_store_push_put(store, table, &row, (holm_store_push_token *)chairs, 1, NULL));
    assert_int_equal(owed_at(store, 1000), 0);
    owe(store, table, &row, 500);
    assert_int_equal(owed_at(store, 499), 0);
    assert_int_equal(owed_at(store, 500), 1);
    row.due = 500;
    assert_true(holm_store_push_later(store, table, &row, 900, 15, NULL));
    assert_int_equal(owed_at(store, 899), 0);
    assert_true(holm_store_push_note(store, table, &row, true, NULL)); /* of earlier news */
    assert_int_equal(owed_at(store, 900), 1);
    holm_store_close(store);
    store = open_store();
    assert_true(holm_store_push_hurry(store, NULL));
    assert_int_equal(owed_at(store, 0), 1);
    row.due = owed_due;
    assert_true(holm_store_push_drop(store, table, &row, NULL));
    assert_int_equal(owed_at(store, 1000), 0);
    owe(store, table, &row, 700);
    row.due = 700;
    assert_true(holm_store_push_note(store, table, &row, true, NULL));
    assert_int_equal(owed_at(store, 1000), 0);
    holm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_internet_is_called),
        cmocka_unit_test(an_endpoint_is_an_https_address),
        cmocka_unit_test(points_are_of_the_curve),
        cmocka_unit_test(each_message_is_sealed_anew),
        cmocka_unit_test(a_token_has_its_bounds),
        cmocka_unit_test_setup_teardown(the_key_is_made_once, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(wishes_come_and_go, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(what_is_owed_stays, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
