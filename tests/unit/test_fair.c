/* test_fair.c: hashes, seeds that nobody chose, and logs that prove it. Version 2 is compared with
 * tests/logs/fair2-vectors.json, which another program computed; test_verify.c is about its logs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
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

/* ----------------------------------------------------------- version 2: vectors */

static json_t *load_vectors(void)
{
    json_error_t error;
    json_t *vectors = json_load_file("tests/logs/fair2-vectors.json", 0, &error);
    if (!vectors)
        fail_msg("%d: %s", error.line, error.text);
    return vectors;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    assert_non_null(text);
    return text;
}

static void get_bytes(const json_t *object, const char *key, uint8_t *bytes, int count)
{
    assert_true(holm_read_hex_bytes(text_of(object, key), bytes, count));
}

static void expect_bytes(const uint8_t *bytes, int count, const json_t *expected)
{
    char digits[2 * HOLM_SIGNATURE_BYTES + 1];
    struct holm_writer writer = holm_writer(digits, sizeof digits);
    holm_put_hex_bytes(&writer, bytes, count);
    assert_string_equal(digits, json_string_value(expected));
}

static void expect_hash(const uint8_t *hash, const json_t *object, const char *key)
{
    expect_bytes(hash, HOLM_HASH_BYTES, json_object_get(object, key));
}

static const json_t *person_of(const json_t *vectors, int chair)
{
    const json_t *people = json_object_get(vectors, "people");
    for (size_t i = 0; i < json_array_size(people); i++)
        if (json_integer_value(json_object_get(json_array_get(people, i), "chair")) == chair)
            return json_array_get(people, i);
    fail_msg("nobody sits on chair %d", chair);
    return NULL;
}

static int chair_of(const json_t *object)
{
    return (int)json_integer_value(json_object_get(object, "chair"));
}

/* The game of the vectors: secret, shares, round. */
static struct holm_fair vector_fair(const json_t *vectors)
{
    struct holm_fair fair = {
        .version = 2, .chairs = 4, .shuffled = 1, .round = 3, .void_count = 2, .length = 12000
    };
    get_bytes(vectors, "secret", fair.secret, HOLM_HASH_BYTES);
    holm_fair_commit(&fair);
    for (int chair = 0; chair < 4; chair += 2) {
        struct holm_share *share = &fair.share[chair];
        share->pledged = true;
        get_bytes(person_of(vectors, chair), "entropy", share->entropy, HOLM_HASH_BYTES);
        get_bytes(person_of(vectors, chair), "key", share->key, HOLM_KEY_BYTES);
        holm_fair_pledge(share->entropy, share->key, share->pledge);
    }
    holm_fair_round(text_of(vectors, "terms"), fair.round_head);
    return fair;
}

static void shares_are_as_computed_elsewhere(void **unused)
{
    json_t *vectors = load_vectors();
    struct holm_fair fair = vector_fair(vectors);
    uint8_t seed[HOLM_HASH_BYTES], secret_key[64];
    (void)unused;
    expect_hash(fair.commit, vectors, "commit");
    expect_hash(fair.round_head, vectors, "round");
    for (int chair = 0; chair < 4; chair += 2) {
        struct holm_share *share = &fair.share[chair];
        const json_t *person = person_of(vectors, chair);
        expect_hash(share->pledge, person, "pledge");
        get_bytes(person, "secret_key", secret_key, 64);
        holm_fair_sign_reveal(secret_key, fair.round_head, share->entropy, share->signature);
        expect_bytes(share->signature, HOLM_SIGNATURE_BYTES, json_object_get(person, "reveal"));
        assert_true(holm_fair_revealed(fair.round_head, share));
        share->entropy[0] ^= 1;
        assert_false(holm_fair_revealed(fair.round_head, share));
        share->entropy[0] ^= 1;
        share->signature[0] ^= 1;
        assert_false(holm_fair_revealed(fair.round_head, share));
    }
    holm_fair_seed(&fair, seed);
    expect_hash(seed, vectors, "seed");
    json_decref(vectors);
}

static void chains_are_as_computed_elsewhere(void **unused)
{
    json_t *vectors = load_vectors();
    const json_t *heads = json_object_get(vectors, "heads");
    const json_t *lines = json_object_get(vectors, "lines");
    const json_t *links = json_object_get(vectors, "links");
    struct holm_fair fair = vector_fair(vectors);
    struct holm_chain chain;
    uint8_t seed[HOLM_HASH_BYTES];
    (void)unused;
    holm_fair_seed(&fair, seed);
    holm_chain_start(&chain, &fair, seed);
    expect_bytes(chain.head, HOLM_HASH_BYTES, json_array_get(heads, 0));
    assert_int_equal(json_array_size(lines), 5);
    for (size_t i = 0; i < json_array_size(lines); i++) {
        holm_chain_line(&chain, (int)i + 1, json_string_value(json_array_get(lines, i)));
        expect_bytes(chain.head, HOLM_HASH_BYTES, json_array_get(heads, i + 1));
    }
    for (size_t i = 0; i < json_array_size(links); i++) {
        const json_t *link = json_array_get(links, i);
        get_bytes(link, "before", chain.head, HOLM_HASH_BYTES);
        holm_chain_line(&chain, (int)json_integer_value(json_object_get(link, "n")),
                        text_of(link, "line"));
        expect_hash(chain.head, link, "after");
    }
    json_decref(vectors);
}

static void signatures_are_as_computed_elsewhere(void **unused)
{
    json_t *vectors = load_vectors();
    const json_t *heads = json_object_get(vectors, "heads");
    const json_t *acts = json_object_get(vectors, "acts"),
                 *seals = json_object_get(vectors, "seals");
    uint8_t key[32], secret_key[64], head[32], signature[64];
    (void)unused;
    assert_true(json_array_size(acts) == 2 && json_array_size(seals) == 2);
    for (size_t i = 0; i < 4; i++) {
        const bool act = i < 2;
        const json_t *made = json_array_get(act ? acts : seals, i % 2);
        const json_t *person = person_of(vectors, chair_of(made));
        const json_t *saw = act ? json_object_get(made, "saw") : json_object_get(vectors, "last");
        const char *action = act ? text_of(made, "action") : NULL;
        get_bytes(person, "key", key, 32);
        get_bytes(person, "secret_key", secret_key, 64);
        assert_true(holm_read_hex_bytes(
            json_string_value(json_array_get(heads, (size_t)json_integer_value(saw))), head, 32));
        if (act)
            holm_sign_act(secret_key, head, action, signature);
        else
            holm_sign_end(secret_key, head, signature);
        expect_bytes(signature, 64, json_object_get(made, "signature"));
        assert_true(act ? holm_act_signed(key, head, action, signature)
                        : holm_end_signed(key, head, signature));
        assert_false(act ? holm_end_signed(key, head, signature)
                         : holm_act_signed(key, head, "", signature));
        head[31] ^= 1;
        assert_false(act ? holm_act_signed(key, head, action, signature)
                         : holm_end_signed(key, head, signature));
    }
    json_decref(vectors);
}

/* An action longer than any is neither signed nor accepted. */
static void endless_actions_are_not_signed(void **unused)
{
    static char action[5000];
    uint8_t seed[32] = { 1 }, key[32], secret_key[64], signature[64];
    (void)unused;
    memset(action, 'x', sizeof action - 1);
    crypto_sign_ed25519_seed_keypair(key, secret_key, seed);
    holm_sign_act(secret_key, seed, action, signature);
    assert_true(sodium_is_zero(signature, sizeof signature));
    assert_false(holm_act_signed(key, seed, action, signature));
}

/* ------------------------------------------------------------- version 2: terms */

/* The vectors' header is read back, and the terms are written just so. */
static void terms_are_written_and_read_back(void **unused)
{
    static const struct holm_sitter sitter[] = { { false, "Ada" },
                                                 { true, "medium" },
                                                 { false, "Zo\xc3\xab \"Q\" \\ \xe5\xb1\xb1" },
                                                 { false, "Dan" } };
    static const struct holm_sitter before[] = {
        { false, "Ada" }, { false, "" }, { false, "Eve \"E\"" }, { false, "Fay" }
    };
    static char text[HOLM_LOG_LINE_MAX], terms[HOLM_TERMS_MAX], expected[4 * HOLM_TERMS_MAX];
    static char rules_text[HOLM_TERMS_MAX], voids[HOLM_TERMS_MAX];
    struct holm_writer writer = holm_writer(terms, sizeof terms);
    struct holm_writer voids_writer = holm_writer(voids, sizeof voids);
    struct holm_writer rules_writer = holm_writer(rules_text, sizeof rules_text);
    struct holm_trouble trouble = { 0 };
    struct holm_rules rules;
    json_t *vectors = load_vectors();
    struct holm_fair fair = vector_fair(vectors), read;
    (void)unused;
    holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 4);
    holm_json_rules(&rules_writer, &rules);
    const char *known = text_of(vectors, "terms"), *at = strstr(known, "\"rules\":") + 8;
    holm_put(&voids_writer, "[");
    holm_void_put(&voids_writer, 1, holm_bit(2), before);
    holm_put(&voids_writer, ",");
    holm_void_put(&voids_writer, 2, holm_bit(0) | holm_bit(3), before);
    holm_put(&voids_writer, "]");
    holm_terms_put(&writer, &fair, "abcdefghijkm", voids, "base-4", &rules, sitter);
    snprintf(expected, sizeof expected, "%.*s%s%s", (int)(at - known), known, rules_text,
             strchr(at, '}') + 1);
    assert_string_equal(terms, expected);
    for (int i = 0; i < 4; i++)
        fair.chair_of[i] = (uint8_t)(3 - i);
    fair.share[0].revealed = fair.share[2].revealed = true;
    memset(fair.share[0].signature, 7, HOLM_SIGNATURE_BYTES);
    writer = holm_writer(text, sizeof text);
    holm_fair_put(&writer, &fair, known);
    json_t *json = holm_json_load(text, &trouble);
    assert_non_null(json);
    if (!holm_fair_read(json, &read, &trouble))
        fail_msg("%s", trouble.text);
    fair.people = holm_bit(0) | holm_bit(2) | holm_bit(3); /* as the terms say */
    assert_memory_equal(&read, &fair, sizeof fair);
    json_decref(json);
    json_decref(vectors);
}

static void bad_terms_are_refused(void **unused)
{
    static const struct {
        const char *from, *to, *reason;
    } bad[] = {
        { "\"round\":3", "\"round\":4", "round 4 follows 2" },
        { "\"round\":3", "\"round\":0", "\"round\"" },
        { "{\"round\":2,", "{\"round\":1,", "\"round\"" },
        { "\"chairs\":[2]", "\"chairs\":[]", "\"chairs\"" },
        { "\"chairs\":[2]", "\"chairs\":[4]", "every chair once" },
        { "\"chairs\":[0,3]", "\"chairs\":[3,3]", "every chair once" },
        { "\"order\":\"random\"", "\"order\":\"chosen\"", "\"order\"" },
        { "\"kind\":\"bot\"", "\"kind\":\"dog\"", "\"kind\"" },
        { "\"medium\",\"pledge\":null", "\"medium\",\"pledge\":\"00\"", "a bot pledges nothing" },
        { "\"Dan\",\"pledge\":null", "\"Dan\",\"pledge\":\"00\"", "\"pledge\" is not 64" },
        { "\"name\":\"Dan\"", "\"name\":\"\\u001b[2J\"", "not plain text" },
        { "\"name\":\"Dan\"", "\"name\":\"\\u009b2J\"", "not plain text" },
        { "\"name\":\"Dan\"", "\"name\":3", "\"name\"" },
        { "\"table\":", "\"tables\":", "no \"tables\"" },
        { "\"commit\":\"", "\"commit\":\"x", "\"commit\" is not 64" },
        { "\"signatures\":[null", "\"signatures\":[1", "\"signatures\" is not 128" },
        { "\"signatures\":[null,", "\"signatures\":[", "\"signatures\"" },
        { "\"entropy\":[", "\"entropy\":[\"\",", "not a list of 4" },
        { "\"terms\":{", "\"terms\":3,\"x\":{", "no \"x\"" },
    };
    static char text[HOLM_LOG_LINE_MAX], changed[HOLM_LOG_LINE_MAX];
    json_t *vectors = load_vectors();
    const struct holm_fair fair = vector_fair(vectors);
    struct holm_writer writer = holm_writer(text, sizeof text);
    struct holm_fair read;
    (void)unused;
    holm_fair_put(&writer, &fair, text_of(vectors, "terms"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct holm_trouble trouble = { 0 };
        const char *at = strstr(text, bad[i].from);
        assert_non_null(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, bad[i].to,
                 at + strlen(bad[i].from));
        json_t *json = holm_json_load(changed, &trouble);
        assert_non_null(json);
        if (holm_fair_read(json, &read, &trouble) || !strstr(trouble.text, bad[i].reason))
            fail_msg("%s: \"%s\", not \"%s\"", bad[i].to, trouble.text, bad[i].reason);
        json_decref(json);
    }
    json_decref(vectors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hashes_are_as_published),
        cmocka_unit_test(everybody_changes_the_seed),
        cmocka_unit_test(seats_follow_from_the_draws),
        cmocka_unit_test(a_fair_header_is_read_back),
        cmocka_unit_test(verify_sees_what_was_not_fair),
        cmocka_unit_test(shares_are_as_computed_elsewhere),
        cmocka_unit_test(chains_are_as_computed_elsewhere),
        cmocka_unit_test(signatures_are_as_computed_elsewhere),
        cmocka_unit_test(endless_actions_are_not_signed),
        cmocka_unit_test(terms_are_written_and_read_back),
        cmocka_unit_test(bad_terms_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
