/* test_store.c: what is committed stays, what is not never was: crashes, locks, full disks,
 * duplicates. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/store.h"

static char folder[64], path[96];

static int make_folder(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/holm-store-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/holm.db", folder);
    return 0;
}

static int remove_folder(void **unused)
{
    static const char *const endings[] = { "", "-wal", "-shm", "-lock" };
    char name[128];
    (void)unused;
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    return rmdir(folder);
}

static struct holm_store *open_store(void)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = holm_store_open(path, &trouble);
    if (!store)
        fail_msg("%s", trouble.text);
    return store;
}

/* A table with its first lines, committed. */
static int64_t make_table(struct holm_store *store, const char *code, int lines)
{
    struct holm_trouble trouble = { 0 };
    struct holm_stored_table table = { .code = code, .record = "{}", .header = "{\"holm\":1}",
                                       .state = HOLM_STORE_PLAYING };
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_put(store, &table, &trouble));
    assert_true(table.id > 0);
    for (int i = 1; i <= lines; i++)
        assert_true(holm_store_append(store, table.id, i, i, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    return table.id;
}

static bool count_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    (void)head;
    int *count = context;
    assert_int_equal(number, *count + 1);
    assert_true(at > 0 && line[0]);
    ++*count;
    return true;
}

static int count_lines(struct holm_store *store, int64_t table)
{
    struct holm_trouble trouble = { 0 };
    int count = 0;
    assert_true(holm_store_lines(store, table, 1, count_line, &count, &trouble));
    return count;
}

static bool note_table(void *context, const struct holm_stored_table *table)
{
    snprintf(context, 64, "%s %d %s %s", table->code, table->state, table->record,
             table->header ? table->header : "-");
    return true;
}

static void tables_are_kept_and_changed(void **unused)
{
    struct holm_store *store = open_store();
    struct holm_trouble trouble = { 0 };
    char found[64] = "";
    (void)unused;
    struct holm_stored_table table = { .code = "abc", .record = "{\"a\":1}" };
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_put(store, &table, &trouble));
    table.state = HOLM_STORE_OVER;
    table.record = "{\"a\":2}";
    table.header = "h";
    assert_true(holm_store_put(store, &table, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_true(holm_store_find(store, "abc", note_table, found, &trouble));
    assert_string_equal(found, "abc 2 {\"a\":2} h");
    found[0] = '\0';
    assert_true(holm_store_each(store, HOLM_STORE_PLAYING, note_table, found, &trouble));
    assert_string_equal(found, "");
    assert_true(holm_store_each(store, HOLM_STORE_OVER, note_table, found, &trouble));
    assert_string_not_equal(found, "");
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_forget(store, table.id, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    found[0] = '\0';
    assert_true(holm_store_find(store, "abc", note_table, found, &trouble));
    assert_string_equal(found, "");
    holm_store_close(store);
}

static void nothing_is_written_outside_a_transaction(void **unused)
{
    struct holm_store *store = open_store();
    struct holm_trouble trouble = { 0 };
    const int64_t table = make_table(store, "outside", 1);
    (void)unused;
    assert_false(holm_store_append(store, table, 2, 2, "line", NULL, &trouble));
    assert_int_equal(count_lines(store, table), 1);
    holm_store_close(store);
}

static void a_number_is_written_once(void **unused)
{
    struct holm_store *store = open_store();
    struct holm_trouble trouble = { 0 };
    const int64_t table = make_table(store, "twice", 3);
    (void)unused;
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 4, 4, "line", NULL, &trouble));
    assert_false(holm_store_append(store, table, 3, 3, "another", NULL, &trouble));
    assert_false(holm_store_begun(store)); /* all of it was given up */
    assert_int_equal(count_lines(store, table), 3);
    holm_store_close(store);
}

/* A process that is killed between write and commit leaves no trace of it. */
static void a_crash_before_the_commit_loses_only_that(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    const int64_t table = make_table(store, "crash", 2);
    int status;
    (void)unused;
    holm_store_close(store);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        store = holm_store_open(path, &trouble);
        if (store && holm_store_begin(store, &trouble) &&
            holm_store_append(store, table, 3, 3, "committed", NULL, &trouble) &&
            holm_store_commit(store, &trouble) && holm_store_begin(store, &trouble) &&
            holm_store_append(store, table, 4, 4, "lost", NULL, &trouble))
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    store = open_store();
    assert_int_equal(count_lines(store, table), 3);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 4, 4, "once more", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(count_lines(store, table), 4);
    holm_store_close(store);
}

static void a_locked_database_refuses_and_recovers(void **unused)
{
    struct holm_store *store = open_store();
    struct holm_trouble trouble = { 0 };
    const int64_t table = make_table(store, "locked", 1);
    sqlite3 *other;
    (void)unused;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(holm_store_begin(store, &trouble));
    assert_non_null(strstr(trouble.text, "locked"));
    assert_false(holm_store_probe(store, &trouble));
    assert_int_equal(count_lines(store, table), 1); /* reading goes on */
    sqlite3_close(other);
    assert_true(holm_store_probe(store, &trouble));
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 2, 2, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(count_lines(store, table), 2);
    holm_store_close(store);
}

/* Appends one large line; false: the disk is full. */
static bool append_large(struct holm_store *store, int64_t table, int number)
{
    struct holm_trouble trouble = { 0 };
    static char line[8192];
    memset(line, 'x', sizeof line - 1);
    const bool fine = holm_store_begin(store, &trouble) &&
                      holm_store_append(store, table, number, number, line, NULL, &trouble) &&
                      holm_store_commit(store, &trouble);
    if (!fine)
        holm_store_rollback(store);
    return fine;
}

static void a_full_disk_refuses_and_recovers(void **unused)
{
    struct holm_store *store = open_store();
    const int64_t table = make_table(store, "full", 1);
    struct rlimit before, small = { 256 * 1024, RLIM_INFINITY };
    int number = 2;
    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    while (number < 1000 && append_large(store, table, number))
        number++;
    assert_in_range(number, 3, 999);
    assert_int_equal(count_lines(store, table), number - 1);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(append_large(store, table, number));
    assert_int_equal(count_lines(store, table), number);
    holm_store_close(store);
}

static void old_tables_are_removed_with_their_lines(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_stored_table old = { .code = "old", .record = "{}", .state = HOLM_STORE_OVER,
                                     .changed = 100 };
    char found[64] = "";
    (void)unused;
    const int64_t playing = make_table(store, "playing", 2); /* older still, but in play */
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_put(store, &old, &trouble));
    assert_true(holm_store_append(store, old.id, 1, 1, "line", NULL, &trouble));
    assert_true(holm_store_prune(store, 100, &trouble));
    assert_true(holm_store_find(store, "old", note_table, found, &trouble));
    assert_string_not_equal(found, ""); /* not old enough */
    assert_true(holm_store_prune(store, 101, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(count_lines(store, old.id), 0);
    assert_int_equal(count_lines(store, playing), 2);
    assert_true(holm_store_begin(store, &trouble));
    assert_false(holm_store_put(store, &old, &trouble)); /* it is gone */
    holm_store_close(store);
}

static void others_cannot_read_it(void **unused)
{
    struct stat found;
    struct holm_store *store = open_store();
    char name[128];
    (void)unused;
    make_table(store, "private", 1);
    snprintf(name, sizeof name, "%s-wal", path);
    assert_int_equal(stat(path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(stat(name, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    holm_store_close(store);
}

static void two_cannot_have_it_open(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "another server"));
    holm_store_close(store);
    holm_store_close(open_store());
}

static void a_newer_database_is_refused(void **unused)
{
    struct holm_trouble trouble = { 0 };
    sqlite3 *other;
    (void)unused;
    holm_store_close(open_store());
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "PRAGMA user_version=99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "99"));
    assert_null(holm_store_open("/nowhere/at/all.db", &trouble));
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        CASE(tables_are_kept_and_changed),
        CASE(nothing_is_written_outside_a_transaction),
        CASE(a_number_is_written_once),
        CASE(a_crash_before_the_commit_loses_only_that),
        CASE(a_locked_database_refuses_and_recovers),
        CASE(a_full_disk_refuses_and_recovers),
        CASE(old_tables_are_removed_with_their_lines),
        CASE(others_cannot_read_it),
        CASE(two_cannot_have_it_open),
        CASE(a_newer_database_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
