/* test_fair.c: hashes, seeds that nobody chose, and logs that prove it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "text/json.h"
#include "text/log.h"
#include "text/maps.h"

static void check_hash(const char *text, const char *expected)
{
    uint8_t hash[HOLM_HASH_BYTES];
    char digits[2 * HOLM_HASH_BYTES + 1];
    struct holm_writer writer = holm_writer(digits, sizeof digits);
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
    holm_put_hex_bytes(&writer, hash, sizeof hash);
    assert_string_equal(digits, expected);
}

/* The examples of FIPS 180-4, and lengths around a block's end. */
static void hashes_are_as_published(void **unused)
{
    (void)unused;
    check_hash("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_hash("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
               "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_hash("0123456789012345678901234567890123456789012345678901234", /* 55 bytes */
               "f34d5a0f80c0cbf84c8c0b90218c22637abd199965249da736a20143c8c9c9d9");
    check_hash("0123456789012345678901234567890123456789012345678901234567890123",
               "9674d9e078535b7cec43284387a6ee39956188e735a85452b0050b55341cda56");
}

static struct holm_fair example(void)
{
    struct holm_fair fair = { .version = 1, .chairs = 4, .shuffled = 1 };
    for (int i = 0; i < HOLM_HASH_BYTES; i++) {
        fair.secret[i] = (uint8_t)i;
        fair.share[1].entropy[i] = 7;
    }
    holm_fair_commit(&fair);
    return fair;
}

static void everybody_changes_the_seed(void **unused)
{
    uint8_t first[HOLM_HASH_BYTES], second[HOLM_HASH_BYTES];
    struct holm_fair fair = example();
    (void)unused;
    holm_fair_seed(&fair, first);
    for (int chair = 0; chair < 4; chair++) {
        struct holm_fair other = example();
        other.share[chair].entropy[31] ^= 1;
        holm_fair_seed(&other, second);
        assert_memory_not_equal(first, second, sizeof first);
    }
    fair.share[4].entropy[0] = 1; /* a chair that is not there */
    holm_fair_seed(&fair, second);
    assert_memory_equal(first, second, sizeof first);
}

/* Fisher and Yates, from the draws themselves. */
static void seats_follow_from_the_draws(void **unused)
{
    struct holm_fair fair = { .chairs = 5, .shuffled = 1 };
    struct holm_chance chance;
    int expected[] = { 0, 1, 2, 3, 4 };
    (void)unused;
    holm_chance_number(&chance, 42);
    chance.next = 7;
    for (int last = 4, draw = 7; last > 0; last--, draw++) {
        const double share = (double)holm_draw_number(chance.seed, (uint64_t)draw) / 0x1p64;
        const int other = (int)(share * (last + 1)), chair = expected[last];
        expected[last] = expected[other];
        expected[other] = chair;
    }
    holm_fair_seat(&fair, &chance);
    for (int seat = 0; seat < 5; seat++)
        assert_int_equal(fair.chair_of[seat], expected[seat]);
    assert_int_equal(chance.next, 11);
    fair.shuffled = 0;
    holm_fair_seat(&fair, &chance);
    for (int seat = 0; seat < 5; seat++)
        assert_int_equal(fair.chair_of[seat], seat);
    assert_int_equal(chance.next, 11);
}

static void a_fair_header_is_read_back(void **unused)
{
    struct holm_fair fair = example(), read;
    struct holm_trouble trouble = { 0 };
    char text[2048];
    struct holm_writer writer = holm_writer(text, sizeof text);
    (void)unused;
    for (int i = 0; i < 4; i++)
        fair.chair_of[i] = (uint8_t)(3 - i);
    holm_fair_put(&writer, &fair, NULL);
    json_t *json = holm_json_load(text, &trouble);
    assert_non_null(json);
    assert_true(holm_fair_read(json, &read, &trouble));
    assert_memory_equal(&read, &fair, sizeof fair);
    json_array_set_new(json_object_get(json, "chairs"), 0, json_integer(2)); /* twice now */
    assert_false(holm_fair_read(json, &read, &trouble));
    json_decref(json);
}

/* The header of a fair game, with its deal, as a server writes it. */
static void write_log(FILE *file, struct holm_fair *fair)
{
    static struct holm_board board;
    static char line[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    struct holm_trouble trouble;
    struct holm_chance chance;
    struct holm_rules rules;
    struct holm_state state;
    struct holm_map map;
    uint8_t seed[HOLM_HASH_BYTES];
    holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 4);
    assert_true(holm_map_built_in("base-4", &map, &trouble));
    holm_fair_seed(fair, seed);
    holm_chance_seed(&chance, seed);
    assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
    assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_OK);
    holm_fair_seat(fair, &chance);
    holm_log_header_fair(&writer, &board, seed, fair, NULL, "base-4");
    fprintf(file, "%s\n", line);
    holm_start(&state, &board);
    const struct holm_action roll = { .kind = HOLM_DO_ROLL, .seat = 0 };
    assert_int_equal(holm_apply(&state, &roll, &chance, NULL), HOLM_OK);
    writer = holm_writer(line, sizeof line);
    holm_log_action(&writer, &board, 1, &roll, &chance);
    fprintf(file, "%s\n", line);
}

/* Verifies the log, with a text in it replaced; NULL: as it is. */
static bool verified(const char *from, const char *to, struct holm_trouble *trouble)
{
    static char text[2 * HOLM_LOG_LINE_MAX], changed[2 * HOLM_LOG_LINE_MAX];
    struct holm_fair fair = example();
    FILE *file = tmpfile();
    struct holm_verdict verdict;
    write_log(file, &fair);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    char *at = from ? strstr(text, from) : NULL;
    assert_true(!from || at);
    if (from)
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, to,
                 at + strlen(from));
    else
        strcpy(changed, text);
    file = fmemopen(changed, strlen(changed), "r");
    const bool fine = holm_verify(file, NULL, true, &verdict, trouble);
    fclose(file);
    return fine;
}

static void verify_sees_what_was_not_fair(void **unused)
{
    struct holm_trouble trouble = { 0 };
    (void)unused;
    assert_true(verified(NULL, NULL, &trouble));
    assert_false(verified("\"secret\":\"00", "\"secret\":\"01", &trouble));
    assert_non_null(strstr(trouble.text, "committed"));
    assert_false(verified("\"entropy\":[\"00", "\"entropy\":[\"01", &trouble));
    assert_non_null(strstr(trouble.text, "seed does not follow"));
    assert_false(verified("\"shuffled\":true", "\"shuffled\":false", &trouble));
    assert_non_null(strstr(trouble.text, "seats"));
    assert_false(verified("\"chairs\":[", "\"chairs\":[0,", &trouble));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_as_published),
        cmocka_unit_test(everybody_changes_the_seed),
        cmocka_unit_test(seats_follow_from_the_draws),
        cmocka_unit_test(a_fair_header_is_read_back),
        cmocka_unit_test(verify_sees_what_was_not_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
