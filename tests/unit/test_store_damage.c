/* test_store_damage.c: a database that is damaged, and a disk that fails: what is found and told, and
 * that nothing is lost that was told to be stored. */
#define _GNU_SOURCE /* memmem, off64_t */
#include <sys/stat.h>

#include "tests/unit/shaky_disk.h"
#include "tests/unit/store_folder.h"

/* ----------------------------------------------------------------------- check */

struct finding {
    char codes[256];
    int count, line;
    bool stop;
};

static void note_damage(void *context, const char *code, int line, const char *why)
{
    struct finding *finding = context;
    assert_true(why[0]);
    if (!strstr(finding->codes, code)) {
        strcat(finding->codes, code);
        finding->count++;
    }
    finding->line = line;
}

static bool stops(void *context)
{
    return ((struct finding *)context)->stop;
}

static bool check(struct finding *finding, struct holm_trouble *trouble)
{
    struct holm_store *reader = holm_store_open_reader(path, trouble);
    assert_non_null(reader);
    const bool fine = holm_store_check(reader, note_damage, stops, finding, trouble);
    holm_store_close(reader);
    return fine;
}

static void missing_lines_are_found(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct finding finding = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    make_table(store, "whole", 5);
    make_table(store, "hole", 5);
    assert_true(check(&finding, &trouble));
    change("DELETE FROM lines WHERE number = 3 AND game = 2");
    assert_false(check(&finding, &trouble));
    assert_string_equal(finding.codes, "hole");
    assert_int_equal(finding.line, 3);
    finding = (struct finding){ .stop = true };
    check(&finding, &trouble);
    assert_int_equal(finding.count, 0);
    holm_store_close(store);
}

/* What is left of a log may have no gap, and still not be what was written. */
static void lost_ends_are_found(void **unused)
{
    static const struct {
        const char *change;
        int line;
    } cases[] = {
        { "DELETE FROM lines WHERE number > 2 AND game = 2", 3 },
        { "DELETE FROM lines WHERE game = 2", 1 },
        { "INSERT INTO lines SELECT game, 6, at, line, head FROM lines WHERE number = 5", 6 },
        { "UPDATE lines SET number = number - 1 WHERE game = 2", 5 },
        { "DELETE FROM lengths WHERE game = 2", 0 },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct holm_trouble trouble = { 0 };
        struct finding finding = { 0 };
        struct holm_store_fault fault;
        struct holm_store *store = open_store();
        make_table(store, "whole", 0);
        make_table(store, "short", 5);
        assert_true(check(&finding, &trouble));
        change(cases[i].change);
        assert_false(check(&finding, &trouble));
        assert_string_equal(finding.codes, "short");
        assert_int_equal(finding.line, cases[i].line);
        assert_true(holm_store_survey(store, 2, &fault, &trouble));
        assert_int_equal(fault.line, cases[i].line);
        assert_true(holm_store_survey(store, 1, &fault, &trouble));
        assert_null(fault.why);
        holm_store_close(store);
        remove_files();
    }
}

/* Spoils every leaf of a kind that has a text in it. */
enum { TABLE_LEAF = 13, INDEX_LEAF = 10 }; /* `lines` is an index, too */

static int spoil_leaves_with(int leaf, const char *text)
{
    enum { PAGE = 4096 };
    static char page[PAGE];
    int count = 0;
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    for (long at = 0; fread(page, PAGE, 1, file) == 1; at += PAGE) {
        if (page[0] == leaf && memmem(page, PAGE, text, strlen(text))) {
            memset(page, 0xee, PAGE);
            fseek(file, at, SEEK_SET);
            assert_int_equal(fwrite(page, PAGE, 1, file), 1);
            count++;
        }
        fseek(file, at + PAGE, SEEK_SET);
    }
    fclose(file);
    return count;
}

static int spoil_pages_with(const char *text)
{
    return spoil_leaves_with(INDEX_LEAF, text);
}

static void damaged_pages_are_found_and_the_rest_is_read(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct finding finding = { 0 };
    struct holm_store *store = open_store();
    char line[300];
    int64_t table[6];
    (void)unused;
    for (int i = 0; i < 6; i++) { /* each log is on some pages of its own */
        char code[16];
        snprintf(code, sizeof code, "damage-%d", i);
        table[i] = make_table(store, code, 0);
        memset(line, 'a' + i, sizeof line - 1);
        line[sizeof line - 1] = '\0';
        assert_true(holm_store_begin(store, &trouble));
        for (int k = 1; k <= 40; k++)
            assert_true(holm_store_append(store, table[i], k, k, line, NULL, &trouble));
        assert_true(holm_store_commit(store, &trouble));
    }
    holm_store_close(store);
    assert_true(spoil_pages_with("cccccccc") > 0);
    store = open_store();
    assert_false(check(&finding, &trouble));
    assert_non_null(strstr(finding.codes, "damage-2"));
    assert_in_range(finding.count, 1, 3); /* neighbours may share a page with it */
    assert_int_equal(count_lines(store, table[0]), 40);
    assert_int_equal(count_lines(store, table[5]), 40);
    int count = 0;
    assert_false(holm_store_lines(store, table[2], 1, count_line, &count, &trouble));
    assert_true(holm_store_damaged(store));
    assert_true(holm_store_begin(store, &trouble));
    assert_false(holm_store_append(store, table[2], 41, 41, "line", NULL, &trouble));
    assert_true(holm_store_damaged(store));
    assert_false(holm_store_begun(store));
    assert_true(holm_store_begin(store, &trouble)); /* without it the others go on */
    assert_true(holm_store_append(store, table[5], 41, 41, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(count_lines(store, table[5]), 41);
    holm_store_close(store);
}

/* A database of an older version, damaged where a log ends: it is brought up, the others go on, and
 * nothing is made up for that one. */
static void a_damaged_old_database_is_brought_up(void **unused)
{
    static const char *const codes[] = { "one", "two", "three", "four", "five" };
    struct holm_trouble trouble = { 0 };
    struct finding finding = { 0 };
    struct holm_store *store = open_store();
    char line[900];
    (void)unused;
    for (int i = 0; i < 5; i++) {
        const int64_t table = make_table(store, codes[i], 0);
        memset(line, 'a' + i, sizeof line - 1);
        line[sizeof line - 1] = '\0';
        assert_true(holm_store_begin(store, &trouble));
        for (int k = 1; k <= 40; k++)
            assert_true(holm_store_append(store, table, k, k, line, NULL, &trouble));
        assert_true(holm_store_commit(store, &trouble));
    }
    holm_store_close(store);
    change("DROP TABLE archive; DROP TABLE house; DROP INDEX tables_to_archive;"
           "ALTER TABLE tables DROP COLUMN archived"); /* what later versions have brought */
    change("DROP TABLE lengths; DROP TABLE chats; DROP TABLE push; DROP TABLE people;"
           "PRAGMA user_version=3");
    assert_true(spoil_pages_with("cccccccc") > 0);
    store = open_store();
    assert_int_equal(length_of(store, 1), 40);
    assert_int_equal(length_of(store, 5), 40);
    assert_true(length_of(store, 2) < 0 || length_of(store, 3) < 0); /* they share a page */
    assert_false(check(&finding, &trouble));
    assert_non_null(strstr(finding.codes, "three"));
    assert_null(strstr(finding.codes, "one"));
    assert_null(strstr(finding.codes, "five"));
    holm_store_close(store);
}

static void what_cannot_be_read_at_all_is_refused(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct stat found;
    (void)unused;
    struct holm_store *store = open_store();
    for (int i = 0; i < 20; i++) {
        char code[16];
        snprintf(code, sizeof code, "cut-%d", i);
        make_table(store, code, 50);
    }
    holm_store_close(store);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(truncate(path, found.st_size - 4096), 0);
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "malformed"));
    assert_int_equal(truncate(path, 50), 0);
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "malformed"));
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_size, 50); /* left as it was */
    assert_null(holm_store_open(folder, &trouble));
}

/* A table whose row is long enough for pages of its own. */
static void make_long_table(struct holm_store *store, const char *code, char letter)
{
    static char record[6000];
    struct holm_trouble trouble = { 0 };
    struct holm_stored_table table = { .code = code, .record = record, .header = "h" };
    memset(record, letter, sizeof record - 1);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_put(store, &table, &trouble));
    assert_true(holm_store_append(store, table.id, 1, 1, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
}

/* Rows that cannot be read are named by their codes, which stand in an index as well. */
static void damaged_rows_are_named(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct finding finding = { 0 };
    struct holm_store *store = open_store();
    char found[64] = "";
    (void)unused;
    make_long_table(store, "first", 'a');
    make_long_table(store, "second", 'b');
    make_long_table(store, "third", 'c');
    holm_store_close(store);
    assert_true(spoil_leaves_with(TABLE_LEAF, "secondbbbb") > 0);
    store = open_store();
    assert_false(check(&finding, &trouble));
    assert_non_null(strstr(trouble.text, "damaged"));
    assert_non_null(strstr(finding.codes, "second"));
    assert_int_equal(finding.line, 0);
    assert_false(holm_store_find(store, "second", note_table, found, &trouble));
    assert_true(holm_store_damaged(store));
    holm_store_close(store);
}

/* Lines of a table that is not there are nobody's: they are no damage to name. */
static void lines_without_a_table_are_nobodys(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct finding finding = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    make_table(store, "gone", 5);
    change("DELETE FROM lines WHERE number = 3; DELETE FROM tables");
    check(&finding, &trouble);
    assert_int_equal(finding.count, 0);
    holm_store_close(store);
}

/* ---------------------------------------------------------- a disk that fails */

/* Who is refused is told why. */
static bool told(bool fine, struct holm_trouble *trouble)
{
    if (!fine)
        assert_true(trouble->text[0]);
    trouble->text[0] = '\0';
    return fine;
}

static bool see_table(void *context, const struct holm_stored_table *table)
{
    (void)table;
    ++*(int *)context;
    return true;
}

static bool see_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    (void)number;
    (void)at;
    (void)line;
    (void)head;
    ++*(int *)context;
    return true;
}

static bool see_due(void *context, int64_t table, int64_t at)
{
    (void)table;
    (void)at;
    ++*(int *)context;
    return true;
}

static bool choose_any(void *context, const char *code)
{
    (void)context;
    return code;
}

/* Adds a line and a table, and takes a table away: all of it, or nothing. */
static bool write_something(struct holm_store *store, int64_t table, int number)
{
    struct holm_trouble trouble = { 0 };
    struct holm_stored_table another = { .code = "another", .record = "{}", .header = "h" };
    return told(holm_store_begin(store, &trouble), &trouble) &&
           told(holm_store_append(store, table, number, number, "line", NULL, &trouble),
                &trouble) &&
           told(holm_store_begin_part(store, &trouble), &trouble) &&
           told(holm_store_append(store, table, number + 1, 1, "line", NULL, &trouble), &trouble) &&
           told(holm_store_end_part(store, false, &trouble), &trouble) &&
           told(holm_store_put(store, &another, &trouble), &trouble) &&
           told(holm_store_set_due(store, another.id, 5, &trouble), &trouble) &&
           told(holm_store_set_due(store, another.id, HOLM_STORE_NEVER, &trouble), &trouble) &&
           told(holm_store_forget(store, another.id, &trouble), &trouble) &&
           told(holm_store_commit(store, &trouble), &trouble);
}

static void read_everything(struct holm_store *store, int64_t table)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store_fault fault;
    int seen = 0;
    told(holm_store_find(store, "shaky", see_table, &seen, &trouble), &trouble);
    told(holm_store_find_id(store, table, see_table, &seen, &trouble), &trouble);
    told(holm_store_listed(store, -1, 9, see_table, &seen, &trouble), &trouble);
    told(holm_store_due(store, see_due, &seen, &trouble), &trouble);
    told(holm_store_lines(store, table, 1, see_line, &seen, &trouble), &trouble);
    told(holm_store_length(store, table, &seen, &trouble), &trouble);
    if (told(holm_store_survey(store, table, &fault, &trouble), &trouble))
        assert_null(fault.why);
    assert_true(holm_store_bytes(store) != 0);
    if (!told(remove_old(store, &(struct holm_store_ages){ 1, 1 }, 9, choose_any, NULL, &trouble),
              &trouble))
        assert_false(holm_store_begun(store));
    holm_store_rollback(store);
    told(holm_store_probe(store, &trouble), &trouble);
    holm_store_rollback(store);
}

/* Whatever the disk refuses, from whichever moment on: it is told, nothing is half written, and
 * what was said to be written is there afterwards. */
static void a_failing_disk_loses_nothing_that_was_told(void **unused)
{
    struct holm_store *store = open_store();
    const int64_t table = make_table(store, "shaky", 60);
    int lines = 60, fine = 0;
    (void)unused;
    make_long_table(store, "long", 'a'); /* waits, and is old */
    holm_store_close(store);
    for (int moment = 0; fine < 2; moment++) {
        struct holm_trouble trouble = { 0 };
        bool written = false;
        make_disk_shaky(true);
        calls_left = moment;
        store = holm_store_open(path, &trouble);
        if (told(store, &trouble)) {
            if (moment % 2)
                read_everything(store, table);
            written = write_something(store, table, lines + 1);
            read_everything(store, table);
        }
        struct holm_store *reader = holm_store_open_reader(path, &trouble);
        if (told(reader, &trouble)) {
            struct finding finding = { 0 };
            told(holm_store_check(reader, note_damage, stops, &finding, &trouble), &trouble);
        }
        fine = calls_left > 0 ? fine + 1 : 0; /* no call was left that could fail */
        holm_store_close(reader);
        holm_store_close(store);
        make_disk_shaky(false);
        store = open_store();
        const int now = count_lines(store, table);
        assert_int_equal(now, written ? lines + 1 : lines);
        assert_int_equal(now, length_of(store, table));
        lines = now;
        holm_store_close(store);
        assert_true(moment < 2000);
    }
}

static void a_failing_disk_makes_no_half_database(void **unused)
{
    (void)unused;
    for (int moment = 0, fine = 0; !fine; moment++) {
        struct holm_trouble trouble = { 0 };
        make_disk_shaky(true);
        calls_left = moment;
        struct holm_store *store = holm_store_open(path, &trouble);
        fine = told(store, &trouble) && calls_left > 0;
        holm_store_close(store);
        make_disk_shaky(false);
        store = open_store();
        assert_int_equal(count_lines(store, make_table(store, "new", 2)), 2);
        holm_store_close(store);
        remove_files();
        assert_true(moment < 2000);
    }
}

/* A way in for reading is only to what is there, and is a database. */
static void a_reader_needs_a_database(void **unused)
{
    struct holm_trouble trouble = { 0 };
    (void)unused;
    assert_false(told(holm_store_open_reader(path, &trouble), &trouble));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++)
        fputs("this is no database", file);
    fclose(file);
    assert_false(told(holm_store_open_reader(path, &trouble), &trouble));
    assert_false(told(holm_store_open("/dev/null", &trouble), &trouble));
    remove_files();
    holm_store_close(open_store());
    change("PRAGMA user_version=-1");
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "-1"));
}

/* Whoever walks may stop; a head of the wrong length is none. */
static bool stop_at_table(void *context, const struct holm_stored_table *table)
{
    see_table(context, table);
    return false;
}

static bool stop_at_due(void *context, int64_t table, int64_t at)
{
    see_due(context, table, at);
    return false;
}

static bool expect_no_head(void *context, int number, int64_t at, const char *line,
                           const uint8_t *head)
{
    assert_null(head);
    see_line(context, number, at, line, head);
    return false;
}

static void walks_can_be_stopped(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    int seen = 0;
    (void)unused;
    for (int i = 0; i < 3; i++) {
        char code[8];
        snprintf(code, sizeof code, "stop-%d", i);
        const int64_t table = make_table(store, code, 3);
        assert_true(holm_store_begin(store, &trouble) &&
                    holm_store_set_due(store, table, 5, &trouble) &&
                    holm_store_commit(store, &trouble));
    }
    change("UPDATE lines SET head = x'0011'");
    assert_true(holm_store_find_id(store, 1, stop_at_table, &seen, &trouble));
    assert_int_equal(seen, 1);
    assert_true(holm_store_due(store, stop_at_due, &seen, &trouble));
    assert_int_equal(seen, 2);
    assert_true(holm_store_lines(store, 1, 1, expect_no_head, &seen, &trouble));
    assert_int_equal(seen, 3);
    assert_true(holm_store_commit(store, &trouble)); /* nothing was begun: nothing to do */
    assert_true(holm_store_begin(store, &trouble) && holm_store_probe(store, &trouble));
    assert_true(holm_store_begun(store)); /* a probe amid others' writes leaves them be */
    assert_true(holm_store_commit(store, &trouble));
    change("UPDATE tables SET state = 2"); /* of three old ones two go at a time */
    assert_true(
        remove_old(store, &(struct holm_store_ages){ 1, 1 }, 2, choose_any, NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    seen = 0;
    for (int i = 1; i <= 3; i++)
        assert_true(holm_store_find_id(store, i, see_table, &seen, &trouble));
    assert_int_equal(seen, 1);
    holm_store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(missing_lines_are_found),
        CASE(lost_ends_are_found),
        CASE(a_damaged_old_database_is_brought_up),
        CASE(damaged_pages_are_found_and_the_rest_is_read),
        CASE(what_cannot_be_read_at_all_is_refused),
        CASE(damaged_rows_are_named),
        CASE(lines_without_a_table_are_nobodys),
        CASE(a_failing_disk_loses_nothing_that_was_told),
        CASE(a_failing_disk_makes_no_half_database),
        CASE(a_reader_needs_a_database),
        CASE(walks_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
