/* test_store_archive.c: logs in the archive are read as they were written, whatever happens between
 * packing them and removing their lines; tables that nobody started expire by themselves. */
#include "tests/unit/store_folder.h"

enum { LINES = 700, HEADS = 32 };

static bool any(void *context, const char *code)
{
    (void)context;
    return code;
}

static void line_text(int number, char text[64])
{
    snprintf(text, 64, "{\"n\":%d,\"action\":{\"seat\":\"red\"}}", number);
}

/* A finished game with heads, whose lines have times that also go back. */
static int64_t make_game(struct holm_store *store, const char *code, int lines)
{
    struct holm_trouble trouble = { 0 };
    struct holm_stored_table table = {
        .code = code, .record = "{}", .header = "{}", .state = HOLM_STORE_OVER, .changed = 100
    };
    uint8_t head[HOLM_STORE_HEAD];
    char text[64];
    assert_true(holm_store_begin(store, &trouble) && holm_store_put(store, &table, &trouble));
    for (int i = 1; i <= lines; i++) {
        line_text(i, text);
        memset(head, i, sizeof head);
        assert_true(
            holm_store_append(store, table.id, i, 5000 - i * (i % 3), text, head, &trouble));
    }
    assert_true(holm_store_commit(store, &trouble));
    return table.id;
}

struct seen {
    int first, count, heads, implied;
    int stop_at; /* 0: never */
};

static bool see(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct seen *seen = context;
    char text[64];
    line_text(number, text);
    assert_string_equal(line, text);
    assert_int_equal(at, 5000 - number * (number % 3));
    seen->first = seen->first ? seen->first : number;
    assert_int_equal(number, seen->first + seen->count);
    seen->count++;
    seen->implied += head == holm_store_head_implied;
    seen->heads += head && head != holm_store_head_implied && head[0] == (uint8_t)number;
    return number != seen->stop_at;
}

static struct seen look(struct holm_store *store, int64_t table, int from, int stop_at)
{
    struct holm_trouble trouble = { 0 };
    struct seen seen = { .stop_at = stop_at };
    assert_true(holm_store_lines(store, table, from, see, &seen, &trouble));
    return seen;
}

static void pack_game(struct holm_store *store, int64_t table)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store_packed packed;
    assert_true(holm_store_pack(store, table, &packed, &trouble));
    assert_true(packed.length < packed.bytes / 3);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_archive(store, table, &packed, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    free(packed.packed);
}

static bool tidy(struct holm_store *store, int most)
{
    struct holm_trouble trouble = { 0 };
    bool more;
    assert_true(holm_store_tidy(store, most, &more, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    return more;
}

static void assert_whole(struct holm_store *store, int64_t table, int lines)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store_fault fault;
    assert_true(holm_store_survey(store, table, &fault, &trouble));
    assert_null(fault.why);
    assert_int_equal(look(store, table, 1, 0).count, lines);
}

static void a_packed_log_is_read_as_before(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    int64_t found;
    (void)unused;
    const int64_t table = make_game(store, "game", LINES), other = make_game(store, "other", 3);
    assert_true(holm_store_to_archive(store, 100, any, NULL, &found, &trouble));
    assert_int_equal(found, 0); /* not old enough */
    assert_true(holm_store_to_archive(store, 101, any, NULL, &found, &trouble));
    assert_int_equal(found, table);
    pack_game(store, table);
    assert_true(holm_store_to_archive(store, 101, any, NULL, &found, &trouble));
    assert_int_equal(found, other);
    /* At every step between, also after a stop, all lines are there, and once each. */
    for (int step = 0; step == 0 || tidy(store, 300); step++) {
        assert_true(step < 9);
        holm_store_close(store);
        store = open_store();
        assert_whole(store, table, LINES);
        const struct seen all = look(store, table, 1, 0);
        assert_int_equal(all.heads, 1); /* the last one proves the others */
        assert_int_equal(all.implied, LINES - 1);
        assert_int_equal(look(store, table, 650, 0).count, LINES - 649);
        assert_int_equal(look(store, table, LINES + 1, 0).count, 0);
        assert_int_equal(look(store, table, 1, 5).count, 5);
    }
    assert_whole(store, other, 3);
    assert_int_equal(look(store, other, 1, 0).heads, 3);
    holm_store_close(store);
}

/* Somebody signs the end after all. */
static void a_packed_log_can_grow(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    char text[64];
    uint8_t head[HOLM_STORE_HEAD] = { 11 };
    (void)unused;
    const int64_t table = make_game(store, "game", 10);
    pack_game(store, table);
    while (tidy(store, 300)) {
    }
    line_text(11, text);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 11, 5000 - 11 * 2, text, head, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_whole(store, table, 11);
    assert_int_equal(look(store, table, 1, 0).heads, 2);
    assert_int_equal(look(store, table, 11, 0).count, 1);
    assert_true(holm_store_begin(store, &trouble) && holm_store_forget(store, table, &trouble) &&
                holm_store_commit(store, &trouble));
    assert_int_equal(look(store, table, 1, 0).count, 0); /* with all that hangs on it */
    holm_store_close(store);
}

static void note_code(void *context, const char *code, int line, const char *why)
{
    (void)line;
    assert_non_null(why);
    snprintf(context, 16, "%s", code);
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static void a_damaged_archive_is_found(void **unused)
{
    static const char *const ways[] = {
        "UPDATE archive SET packed = substr(packed, 1, 20) || x'00' || substr(packed, 22)",
        "UPDATE archive SET bytes = bytes + 1",
        "UPDATE archive SET bytes = 1000000000000",
        "UPDATE archive SET lines = lines + 1",
        "DELETE FROM archive",
    };
    struct holm_trouble trouble = { 0 };
    (void)unused;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char damaged[16] = "";
        struct holm_store *store = open_store();
        const int64_t table = make_game(store, "game", 60);
        pack_game(store, table);
        while (tidy(store, 300)) {
        }
        change(ways[i]);
        struct seen seen = { 0 };
        const bool read = holm_store_lines(store, table, 1, see, &seen, &trouble);
        assert_true(!read || seen.count < 60);
        assert_true(read || holm_store_damaged(store));
        assert_false(holm_store_check(store, note_code, never, damaged, &trouble));
        assert_string_equal(damaged, "game");
        holm_store_close(store);
        remove_files();
    }
}

static void what_is_not_whole_is_not_packed(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_store_packed packed;
    (void)unused;
    const int64_t table = make_game(store, "game", 9);
    change("DELETE FROM lines WHERE number = 4");
    assert_false(holm_store_pack(store, table, &packed, &trouble));
    assert_non_null(strstr(trouble.text, "line 4"));
    change("DELETE FROM lines WHERE number > 3");
    assert_false(holm_store_pack(store, table, &packed, &trouble));
    assert_null(packed.packed);
    /* Nor is a table that goes on, or is gone. */
    const int64_t playing = make_table(store, "playing", 4);
    int64_t found;
    assert_true(holm_store_pack(store, playing, &packed, &trouble));
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_archive(store, playing, &packed, &trouble));
    assert_true(holm_store_archive(store, 99, &packed, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    free(packed.packed);
    assert_false(tidy(store, 300));
    assert_int_equal(count_lines(store, playing), 4);
    assert_true(holm_store_to_archive(store, 50, any, NULL, &found, &trouble));
    assert_int_equal(found, 0);
    holm_store_close(store);
}

static void each_kind_of_table_has_its_age(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_stored_table waits = { .code = "waits", .record = "{}", .changed = 100 };
    char found[64] = "";
    (void)unused;
    make_game(store, "over", 2);
    assert_true(holm_store_begin(store, &trouble) && holm_store_put(store, &waits, &trouble));
    assert_true(remove_old(store, &(struct holm_store_ages){ 101, 0 }, 20, any, NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_true(holm_store_find(store, "waits", note_table, found, &trouble));
    assert_string_equal(found, "");
    assert_true(holm_store_find(store, "over", note_table, found, &trouble));
    assert_string_not_equal(found, "");
    assert_int_equal(holm_store_count(store, HOLM_STORE_OVER), 1);
    assert_int_equal(holm_store_count(store, HOLM_STORE_WAITING), 0);
    holm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_packed_log_is_read_as_before), CASE(a_packed_log_can_grow),
        CASE(a_damaged_archive_is_found),     CASE(what_is_not_whole_is_not_packed),
        CASE(each_kind_of_table_has_its_age),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
