/* test_record.c: what the store keeps of a table is read back as it was; whatever is missing, of
 * another type or too long is refused, with a reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <sodium.h>

#include "server/server.h"
#include "text/json.h"

static char text[ANSWER_MAX], again[ANSWER_MAX];

static void free_table(struct table *table)
{
    free(table->terms);
    free(table->voids);
    free(table->reports);
    free(table->header);
}

static void fill_share(struct holm_share *share, bool revealed)
{
    share->pledged = true;
    share->revealed = revealed;
    memset(share->pledge, 0x11, sizeof share->pledge);
    memset(share->key, 0x22, sizeof share->key);
    if (revealed) {
        memset(share->entropy, 0x33, sizeof share->entropy);
        memset(share->signature, 0x44, sizeof share->signature);
    }
}

/* A table amid its second round, with everything that a record may have. */
static void make_record(void)
{
    struct table table = { .host = 0, .chairs = 3, .pace = 0.5, .created = 5, .started = 6 };
    struct table_request request;
    struct holm_trouble trouble = { 0 };
    struct holm_writer writer = holm_writer(text, sizeof text);
    json_t *json = holm_json_load("{\"scenario\":\"fog-islands\",\"seats\":[\"me\",\"open\","
                                  "\"greedy\"],\"clock\":{\"mode\":\"turn\",\"seconds\":30}}",
                                  &trouble);
    assert_true(opening_table(json, &request, &trouble));
    json_decref(json);
    table.settings = request.settings;
    memcpy(table.chair, request.chair, sizeof table.chair);
    for (int i = 0; i < table.chairs; i++)
        table.chair[i].seat = (uint8_t)i;
    table.fair.void_count = 1;
    table.voids = strdup("[{\"round\":1,\"chairs\":[2],\"names\":[\"Cleo\"]}]");
    round_begin(&table);
    fill_share(&table.fair.share[0], true);
    fill_share(&table.fair.share[1], false);
    table.terms = strdup("{\"what\":\"all agreed to\"}");
    table.revealing = true;
    strcpy(table.rematch, "abcdefghijkm");
    table_record(&writer, &table);
    assert_false(writer.full);
    free_table(&table);
}

/* Whether a record is taken; then it must come out as something that is taken again. */
static bool is_read(const char *record)
{
    struct table *table = calloc(1, sizeof *table), *other = calloc(1, sizeof *other);
    struct holm_trouble trouble = { 0 };
    assert_true(table && other);
    const bool fine = table_read_record(table, record, &trouble);
    if (fine) {
        struct holm_writer writer = holm_writer(again, sizeof again);
        table_record(&writer, table);
        assert_true(table_read_record(other, again, &trouble));
    } else {
        assert_true(strlen(trouble.text) > 5);
    }
    free_table(table);
    free_table(other);
    free(table);
    free(other);
    return fine;
}

static void a_record_comes_back_as_it_was(void **unused)
{
    (void)unused;
    make_record();
    assert_true(is_read(text));
    assert_string_equal(again, text);
}

static bool is_read_json(const json_t *json)
{
    char *record = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_non_null(record);
    const bool fine = is_read(record);
    free(record);
    return fine;
}

/* Something of a type that nothing of this name has. */
static json_t *other_than(const json_t *value)
{
    return json_is_string(value) ? json_integer(7) : json_string("?");
}

struct spoiling {
    json_t *whole;
    int refused, taken;
};

static void note(struct spoiling *spoiling)
{
    const bool fine = is_read_json(spoiling->whole);
    spoiling->taken += fine;
    spoiling->refused += !fine;
}

static void spoil(struct spoiling *spoiling, json_t *at);

/* Each member once missing, once of another type, and all that is within it the same way. */
static void spoil_members(struct spoiling *spoiling, json_t *object)
{
    json_t *copy = json_copy(object);
    for (void *i = json_object_iter(copy); i; i = json_object_iter_next(copy, i)) {
        const char *key = json_object_iter_key(i);
        json_t *value = json_object_iter_value(i);
        json_object_del(object, key);
        note(spoiling);
        json_object_set_new(object, key, other_than(value));
        note(spoiling);
        if (json_is_string(value)) { /* too short for bytes, and no word that is known */
            json_object_set_new(object, key, json_string("00"));
            note(spoiling);
        }
        json_object_set(object, key, value);
        spoil(spoiling, value);
    }
    json_decref(copy);
}

static void spoil_list(struct spoiling *spoiling, json_t *list)
{
    json_t *copy = json_copy(list);
    json_array_clear(list);
    note(spoiling);
    for (int i = 0; i < 20; i++)
        json_array_append_new(list, json_object());
    note(spoiling);
    json_array_clear(list);
    json_array_extend(list, copy);
    for (size_t i = 0; i < json_array_size(copy); i++) {
        json_array_set_new(list, i, other_than(json_array_get(copy, i)));
        note(spoiling);
        json_array_set(list, i, json_array_get(copy, i));
        spoil(spoiling, json_array_get(list, i));
    }
    json_decref(copy);
}

static void spoil(struct spoiling *spoiling, json_t *at)
{
    if (json_is_object(at))
        spoil_members(spoiling, at);
    else if (json_is_array(at))
        spoil_list(spoiling, at);
}

static void whatever_is_spoiled_is_noticed(void **unused)
{
    struct spoiling spoiling = { 0 };
    (void)unused;
    make_record();
    spoiling.whole = json_loads(text, 0, NULL);
    spoil(&spoiling, spoiling.whole);
    assert_true(is_read_json(spoiling.whole)); /* all is as it was */
    assert_true(spoiling.refused > 100);
    assert_true(spoiling.taken < spoiling.refused); /* of numbers, some are taken for 0 */
    json_decref(spoiling.whole);
}

static void nobody_sits_without_these(void **unused)
{
    static const char *const needed[] = {
        "holm",  "rules",   "scenario", "map",   "public", "spectators", "counts",
        "clock", "seconds", "delay",    "round", "host",   "rematch",    "chairs",
    };
    (void)unused;
    make_record();
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        json_t *json = json_loads(text, 0, NULL);
        assert_int_equal(json_object_del(json, needed[i]), 0);
        if (is_read_json(json))
            fail_msg("taken without %s", needed[i]);
        json_decref(json);
    }
    assert_false(is_read(""));
    assert_false(is_read("[]"));
    assert_false(is_read("{\"holm\":3}"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_comes_back_as_it_was),
        cmocka_unit_test(whatever_is_spoiled_is_noticed),
        cmocka_unit_test(nobody_sits_without_these),
    };
    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
