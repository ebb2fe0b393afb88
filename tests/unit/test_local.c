/* test_local.c: what stands in for libraries in the browser (local/) beside the libraries: the same
 * texts are read, refused and written, and the same hashes come out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/digest.h"
#include "text/value.h"

/* The other value.c and digest.c, under names of their own. */
#define json_t               own_json_t
#define holm_value_read      own_value_read
#define holm_value_free      own_value_free
#define holm_value_write     own_value_write
#define holm_value_is_object own_value_is_object
#define holm_value_is_list   own_value_is_list
#define holm_value_is_text   own_value_is_text
#define holm_value_is_number own_value_is_number
#define holm_value_is_flag   own_value_is_flag
#define holm_value_is_null   own_value_is_null
#define holm_value_member    own_value_member
#define holm_value_count     own_value_count
#define holm_value_item      own_value_item
#define holm_value_text      own_value_text
#define holm_value_number    own_value_number
#define holm_value_flag      own_value_flag
#define holm_value_first     own_value_first
#define holm_value_next      own_value_next
#define holm_value_key       own_value_key
#define holm_value_at        own_value_at
#define holm_digest          own_digest
#define holm_sign            own_sign
#define holm_signed          own_signed
#undef HOLM_VALUE_H
void own_digest(uint8_t hash[32], const char *label, const struct holm_part *parts, int count);
void own_sign(const uint8_t secret_key[64], const char *label, const struct holm_part *parts,
              int count, uint8_t signature[64]);
bool own_signed(const uint8_t key[32], const char *label, const struct holm_part *parts, int count,
                const uint8_t signature[64]);
#include "local/digest.c"
#include "local/value.c"
#undef json_t
#undef holm_value_read
#undef holm_value_free
#undef holm_value_write
#undef holm_digest

#include <cmocka.h>

enum { TEXT_MAX = 1 << 16, SPOILED = 20000 };

static void compare(const char *text)
{
    static char own_text[TEXT_MAX], jansson_text[TEXT_MAX];
    struct holm_trouble trouble;
    struct json_t *jansson = holm_value_read(text, &trouble);
    struct own_json_t *own = own_value_read(text, &trouble);
    if (!own != !jansson)
        fail_msg("%s by ours: %s", own ? "read" : "refused", text);
    if (own) {
        assert_true(holm_value_write(jansson, jansson_text, sizeof jansson_text));
        assert_true(own_value_write(own, own_text, sizeof own_text));
        if (!strchr(jansson_text, '.') && !strpbrk(text, "eE"))
            assert_string_equal(own_text, jansson_text);
    }
    holm_value_free(jansson);
    own_value_free(own);
}

static void test_values(void **state)
{
    static const char *const texts[] = {
        "{}",
        "[]",
        " [ ] ",
        "",
        " ",
        "1",
        "\"a\"",
        "null",
        "{\"a\":1}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,}",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\" : [1, -2, 0, true, false, null]}",
        "[01]",
        "[-]",
        "[-0]",
        "[1.5]",
        "[1.]",
        "[.5]",
        "[1e3]",
        "[1e]",
        "[1E+2]",
        "[9223372036854775807]",
        "[9223372036854775808]",
        "[-9223372036854775808]",
        "[99999999999999999999]",
        "[tru]",
        "[truex]",
        "[\"\\u0041\\n\\/\\\"\"]",
        "[\"\\u0000\"]",
        "[\"\\ud83d\\ude00\"]",
        "[\"\\ud83d\"]",
        "[\"\\ude00\"]",
        "[\"\\ud83d\\u0041\"]",
        "[\"\\x\"]",
        "[\"\\u12g4\"]",
        "[\"a\nb\"]",
        "[\"\x01\"]",
        "[\"\x7f\"]",
        "[\"\xc3\xa9\"]",
        "[\"\xc3\"]",
        "[\"\xc0\x80\"]",
        "[\"\xed\xa0\x80\"]",
        "[\"\xf0\x9f\x98\x80\"]",
        "[\"\xf4\x90\x80\x80\"]",
        "[\"\xff\"]",
        "[\"abc",
        "[\"abc\\",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{a:1}",
        "{1:1}",
        "[] []",
        "[]x",
        "[[[[[[]]]]]]",
        "{\"\":{\"\":[]}}",
        "[\"\\u001f\\b\\f\\r\\t\"]",
        "{\"\\u0061\":1,\"a\":2}",
        "\xef\xbb\xbf[]",
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        compare(texts[i]);
}

/* Lines of a real log, and the same with a byte that is another. */
static void test_lines(void **state)
{
    static const char others[] = "{}[]\",:\\0-.eu\x01\xc3 x";
    static char line[TEXT_MAX];
    FILE *log = fopen("tests/logs/v2-fair.jsonl", "r");
    uint32_t random = 1;
    int lines = 0;
    (void)state;
    assert_non_null(log);
    while (fgets(line, sizeof line, log) && lines < 200) {
        const size_t length = strcspn(line, "\n");
        line[length] = '\0';
        compare(line);
        for (int i = 0; i < SPOILED / 200; i++) {
            random = random * 1664525 + 1013904223;
            char *at = &line[(random >> 8) % length];
            const char was = *at;
            *at = others[(random >> 3) % (sizeof others - 1)];
            compare(line);
            *at = was;
        }
        lines++;
    }
    fclose(log);
    assert_true(lines > 50);
}

static void test_digests(void **state)
{
    uint8_t bytes[300], own[32], sodium[32];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7);
    for (size_t length = 0; length <= 200; length++) {
        const struct holm_part parts[] = { { bytes, length }, { bytes + 1, length % 50 } };
        own_digest(own, "holm test", parts, 2);
        holm_digest(sodium, "holm test", parts, 2);
        assert_memory_equal(own, sodium, 32);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_digests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
