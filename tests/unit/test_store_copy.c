/* test_store_copy.c: backups of a database that is being written, and what a restore refuses: nothing
 * is ever lost or half there. */
#define _GNU_SOURCE /* off64_t */
#include <sys/stat.h>

#include "store/database.h"
#include "tests/unit/shaky_disk.h"
#include "tests/unit/store_folder.h"

static char copy[128];

static const char *beside(const char *ending)
{
    static char name[160];
    snprintf(name, sizeof name, "%s%s", path, ending);
    return name;
}

static bool exists(const char *name)
{
    struct stat found;
    return !stat(name, &found);
}

static int start(void **unused)
{
    const int made = make_folder(unused);
    snprintf(copy, sizeof copy, "%s/copy.db", folder);
    return made;
}

static int end(void **unused)
{
    make_disk_shaky(false);
    unlink(beside(".before"));
    unlink(copy);
    return remove_folder(unused); /* which fails where something else was left */
}

static void back_up(int64_t playing)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store_sum sum;
    if (!holm_store_backup(path, copy, &sum, &trouble))
        fail_msg("%s", trouble.text);
    assert_int_equal(sum.playing, playing);
}

static void assert_refused(bool fine, const struct holm_trouble *trouble, const char *why)
{
    assert_false(fine);
    if (!strstr(trouble->text, why))
        fail_msg("'%s' does not say '%s'", trouble->text, why);
}

static void a_copy_is_made_while_others_write(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_store_sum sum;
    struct stat found;
    (void)unused;
    make_table(store, "one", 5);
    assert_true(holm_store_begin(store, &trouble)); /* and it stays begun */
    struct holm_stored_table two = { .code = "two", .record = "{}" };
    assert_true(holm_store_put(store, &two, &trouble));
    back_up(1);
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(stat(copy, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_refused(holm_store_backup(path, copy, &sum, &trouble), &trouble, "there already");
    holm_store_close(store);
}

static void what_is_not_a_database_of_ours_is_refused(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store_sum sum;
    sqlite3 *other;
    (void)unused;
    assert_refused(holm_store_backup(path, copy, &sum, &trouble), &trouble, "No such file");
    FILE *file = fopen(path, "w");
    fprintf(file, "%0500d", 7);
    fclose(file);
    assert_refused(holm_store_backup(path, copy, &sum, &trouble), &trouble, "no database");
    assert_refused(holm_store_restore(path, copy, false, &sum, &trouble), &trouble, "no database");
    unlink(path);
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    sqlite3_exec(other, "CREATE TABLE recipes (id); PRAGMA user_version=3", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_refused(holm_store_restore(path, copy, false, &sum, &trouble), &trouble,
                   "no database of Holm's");
    unlink(path);
    holm_store_close(open_store());
    change("PRAGMA user_version=99");
    assert_refused(holm_store_backup(path, copy, &sum, &trouble), &trouble, "version 99");
    assert_refused(holm_store_restore(path, copy, false, &sum, &trouble), &trouble, "version 99");
    assert_false(exists(copy));
}

static void a_full_or_failing_disk_leaves_nothing(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_store_sum sum;
    bool fine = false;
    (void)unused;
    make_table(store, "one", 5);
    make_disk_shaky(true);
    for (int calls = 0; !fine; calls += 3) {
        assert_true(calls < 1000);
        calls_left = calls;
        fine = holm_store_backup(path, copy, &sum, &trouble);
        calls_left = -1;
        assert_int_equal(exists(copy), fine);
    }
    assert_int_equal(count_lines(store, 1), 5);
    holm_store_close(store);
}

static ssize_t no_room(int file, const void *bytes, size_t count, off64_t at)
{
    (void)file;
    (void)bytes;
    (void)count;
    (void)at;
    errno = ENOSPC;
    return -1;
}

static void a_full_disk_is_named(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store_sum sum;
    sqlite3_vfs *files = sqlite3_vfs_find(NULL);
    struct holm_store *store = open_store();
    (void)unused;
    make_table(store, "one", 5);
    make_disk_shaky(true);
    files->xSetSystemCall(files, "pwrite", (sqlite3_syscall_ptr)no_room);
    files->xSetSystemCall(files, "pwrite64", (sqlite3_syscall_ptr)no_room);
    assert_refused(holm_store_backup(path, copy, &sum, &trouble), &trouble, "the disk is full");
    assert_false(exists(copy));
    make_disk_shaky(false);
    holm_store_close(store);
}

static void a_restore_keeps_what_was_there(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_store_sum sum;
    const int64_t table = make_table(store, "one", 5);
    (void)unused;
    back_up(1);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 6, 6, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_refused(holm_store_restore(copy, path, false, &sum, &trouble), &trouble,
                   "a server is using");
    assert_int_equal(count_lines(store, table), 6);
    holm_store_close(store);
    assert_refused(holm_store_restore(path, path, false, &sum, &trouble), &trouble, "itself");
    assert_true(holm_store_restore(copy, path, false, &sum, &trouble));
    assert_true(exists(beside(".before")));
    store = open_store();
    assert_int_equal(count_lines(store, table), 5);
    holm_store_close(store);
    unlink(path);
    assert_int_equal(rename(beside(".before"), path), 0);
    store = open_store();
    assert_int_equal(count_lines(store, table), 6);
    holm_store_close(store);
}

static void a_running_server_sees_that_it_was_restored(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_store_sum sum;
    const int64_t table = make_table(store, "one", 5);
    char back[32];
    (void)unused;
    back_up(1);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 6, 6, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_false(holm_store_replaced(store));
    change("PRAGMA user_version=3"); /* an older server's */
    assert_refused(holm_store_restore(copy, path, true, &sum, &trouble), &trouble,
                   "another version");
    snprintf(back, sizeof back, "PRAGMA user_version=%d", STORE_VERSION);
    change(back);
    assert_false(holm_store_replaced(store));
    assert_true(holm_store_restore(copy, path, true, &sum, &trouble));
    /* What it would write now belongs to another database. */
    assert_refused(holm_store_begin(store, &trouble), &trouble, "a backup was put in its place");
    assert_false(holm_store_begun(store));
    assert_true(holm_store_replaced(store));
    holm_store_close(store);
    store = open_store();
    assert_int_equal(count_lines(store, table), 5);
    assert_true(holm_store_begin(store, &trouble) && holm_store_commit(store, &trouble));
    holm_store_close(store);
}

static void a_damaged_backup_is_refused(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_store_sum sum;
    sqlite3 *other;
    (void)unused;
    make_table(store, "one", 5);
    back_up(1);
    assert_int_equal(sqlite3_open(copy, &other), SQLITE_OK);
    sqlite3_exec(other, "DELETE FROM lines WHERE number = 3", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_refused(holm_store_restore(copy, path, true, &sum, &trouble), &trouble, "damaged");
    assert_int_equal(count_lines(store, 1), 5);
    assert_false(holm_store_replaced(store));
    holm_store_close(store);
    assert_false(exists(beside(".before")));
}

#define COPY_CASE(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        COPY_CASE(a_copy_is_made_while_others_write),
        COPY_CASE(what_is_not_a_database_of_ours_is_refused),
        COPY_CASE(a_full_or_failing_disk_leaves_nothing),
        COPY_CASE(a_full_disk_is_named),
        COPY_CASE(a_restore_keeps_what_was_there),
        COPY_CASE(a_running_server_sees_that_it_was_restored),
        COPY_CASE(a_damaged_backup_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
