/* test_store.c: what is committed stays, what is not never was: crashes, locks, full disks,
 * duplicates. */
#define _GNU_SOURCE /* memmem */
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "tests/unit/store_folder.h"

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
    assert_true(holm_store_begin_part(store, &trouble));
    assert_true(holm_store_append(store, table, 4, 4, "line", NULL, &trouble));
    assert_false(holm_store_append(store, table, 3, 3, "another", NULL, &trouble));
    assert_true(holm_store_begun(store)); /* for other tables */
    assert_true(holm_store_end_part(store, false, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(count_lines(store, table), 3);
    holm_store_close(store);
}

/* Another table's row has gone: only its own writes are refused. */
static void a_vanished_table_harms_no_other(void **unused)
{
    struct holm_store *store = open_store();
    struct holm_trouble trouble = { 0 };
    const int64_t stays = make_table(store, "stays", 1), goes = make_table(store, "goes", 1);
    struct holm_stored_table gone = { .id = goes, .code = "goes", .record = "{}" };
    (void)unused;
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_forget(store, goes, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, stays, 2, 2, "line", NULL, &trouble));
    assert_false(holm_store_append(store, goes, 2, 2, "line", NULL, &trouble));
    assert_false(holm_store_put(store, &gone, &trouble));
    assert_false(holm_store_damaged(store));
    assert_true(holm_store_append(store, stays, 3, 3, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(count_lines(store, stays), 3);
    assert_int_equal(count_lines(store, goes), 0);
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

static bool choose_but(void *context, const char *code)
{
    return strcmp(context, code) != 0;
}

static void old_tables_are_removed_with_their_lines(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct holm_stored_table old = {
        .code = "old", .record = "{}", .state = HOLM_STORE_OVER, .changed = 100
    };
    char found[64] = "";
    (void)unused;
    const int64_t playing = make_table(store, "playing", 2); /* older still, but in play */
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_put(store, &old, &trouble));
    assert_true(holm_store_append(store, old.id, 1, 1, "line", NULL, &trouble));
    assert_true(
        remove_old(store, &(struct holm_store_ages){ 100, 100 }, 20, choose_but, "", &trouble));
    assert_true(holm_store_find(store, "old", note_table, found, &trouble));
    assert_string_not_equal(found, ""); /* not old enough */
    assert_true(
        remove_old(store, &(struct holm_store_ages){ 101, 101 }, 20, choose_but, "old", &trouble));
    assert_true(holm_store_find(store, "old", note_table, found, &trouble));
    assert_string_not_equal(found, ""); /* not chosen */
    assert_true(
        remove_old(store, &(struct holm_store_ages){ 101, 101 }, 20, choose_but, "", &trouble));
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

static void no_other_name_gets_round_the_lock(void **unused)
{
    static struct holm_store *store; /* the child has it too; valgrind must not think it lost */
    struct holm_trouble trouble = { 0 };
    char other[128];
    int status;
    (void)unused;
    store = open_store();
    snprintf(other, sizeof other, "%s-other", path);
    for (int hard = 0; hard < 2; hard++) {
        assert_int_equal(hard ? link(path, other) : symlink(path, other), 0);
        const pid_t child = fork(); /* closing the file again must not touch this process's locks */
        if (child == 0)
            _exit(holm_store_open(other, &trouble) || !strstr(trouble.text, "another server"));
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        unlink(other);
    }
    make_table(store, "still", 3);
    holm_store_close(store);
}

/* What goes wrong with a file while it is open is noticed before the next commit. */
static void a_file_that_goes_away_is_noticed(void **unused)
{
    static const char *const endings[] = { "", "-wal" };
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    const int64_t table = make_table(store, "away", 1);
    char name[128], other[128];
    (void)unused;
    snprintf(other, sizeof other, "%s-other", path);
    for (int i = 0; i < 2; i++) {
        const int line = 2 + i;
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        assert_true(holm_store_there(store, &trouble));
        assert_int_equal(rename(name, other), 0);
        assert_false(holm_store_there(store, &trouble));
        assert_non_null(strstr(trouble.text, "gone"));
        assert_true(holm_store_begin(store, &trouble));
        assert_true(holm_store_append(store, table, line, line, "line", NULL, &trouble));
        assert_false(holm_store_commit(store, &trouble));
        assert_false(holm_store_probe(store, &trouble));
        fclose(fopen(name, "w"));
        assert_false(holm_store_there(store, &trouble));
        assert_non_null(strstr(trouble.text, "replaced"));
        assert_false(holm_store_probe(store, &trouble));
        assert_int_equal(rename(other, name), 0);
        assert_true(holm_store_probe(store, &trouble));
        assert_int_equal(count_lines(store, table), line - 1);
        assert_true(holm_store_begin(store, &trouble));
        assert_true(holm_store_append(store, table, line, line, "line", NULL, &trouble));
        assert_true(holm_store_commit(store, &trouble));
    }
    holm_store_close(store);
    store = open_store();
    assert_int_equal(count_lines(store, table), 3);
    holm_store_close(store);
}

/* The log of a database that was removed is not thrown away by a new one. */
static void a_removed_database_does_not_start_anew(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    struct stat log;
    char name[128];
    (void)unused;
    make_table(store, "removed", 3);
    snprintf(name, sizeof name, "%s-wal", path);
    assert_int_equal(unlink(path), 0);
    holm_store_close(store);
    assert_int_equal(stat(name, &log), 0);
    assert_true(log.st_size > 0);
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "removed"));
    assert_int_equal(unlink(name), 0);
    holm_store_close(open_store());
}

static void a_newer_database_is_refused(void **unused)
{
    struct holm_trouble trouble = { 0 };
    (void)unused;
    holm_store_close(open_store());
    change("PRAGMA user_version=99");
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "99"));
    assert_null(holm_store_open("/nowhere/at/all.db", &trouble));
}

static void what_is_not_ours_is_refused(void **unused)
{
    struct holm_trouble trouble = { 0 };
    (void)unused;
    change("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('soup')");
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "something else"));
    change("PRAGMA user_version=1");
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "has no tables.id"));
    change("DELETE FROM recipes; DROP TABLE recipes; PRAGMA user_version=0"); /* it is all there */
    holm_store_close(open_store());
    change("ALTER TABLE lines DROP COLUMN head");
    assert_null(holm_store_open(path, &trouble));
    assert_non_null(strstr(trouble.text, "has no lines.head"));
}

/* A database of each older version is brought up; games in play are looked at once. */
static bool note_due(void *context, int64_t table, int64_t at)
{
    int64_t *due = context;
    assert_int_equal(table, 2);
    *due = at;
    return true;
}

static void an_old_database_is_brought_up(void **unused)
{
    struct holm_trouble trouble = { 0 };
    char found[64] = "";
    int64_t due = -1;
    (void)unused;
    change(
        "CREATE TABLE tables (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE,"
        " state INTEGER NOT NULL, changed INTEGER NOT NULL, record TEXT NOT NULL, header TEXT);"
        "CREATE INDEX tables_by_state ON tables (state);"
        "CREATE TABLE lines (game INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL,"
        " line TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;"
        "CREATE TABLE probe (n INTEGER NOT NULL); INSERT INTO probe VALUES (0);"
        "INSERT INTO tables VALUES (1, 'shown', 0, 50, '{\"public\":true}', NULL),"
        " (2, 'played', 1, 50, '{\"name\":\"\\\"public\\\":true\"}', 'h'), (3, 'over', 2, 50,"
        " '{\"public\":true}', 'h'); INSERT INTO lines VALUES (2, 1, 7, 'line');"
        "PRAGMA user_version=1");
    struct holm_store *store = open_store();
    assert_true(holm_store_listed(store, 0, 10, note_table, found, &trouble));
    assert_string_equal(found, "shown 0 {\"public\":true} -");
    assert_true(holm_store_due(store, note_due, &due, &trouble));
    assert_int_equal(due, 0);
    assert_int_equal(count_lines(store, 2), 1);
    assert_int_equal(length_of(store, 1), -1); /* it has not begun */
    assert_int_equal(length_of(store, 2), 1);
    assert_int_equal(length_of(store, 3), 0);
    holm_store_close(store);
}

/* How long a log must be is written with its lines, and stays whatever becomes of them. */
static void lengths_are_kept(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    struct holm_stored_table waits = { .code = "waits", .record = "{}" };
    const int64_t table = make_table(store, "played", 0);
    assert_int_equal(length_of(store, table), 0);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_put(store, &waits, &trouble));
    for (int i = 1; i <= 6; i++) {
        if (i == 5)
            assert_true(holm_store_begin_part(store, &trouble));
        assert_true(holm_store_append(store, table, i, i, "line", NULL, &trouble));
    }
    assert_true(holm_store_end_part(store, false, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(length_of(store, waits.id), -1);
    assert_int_equal(length_of(store, table), 4);
    change("DELETE FROM lines");
    assert_int_equal(length_of(store, table), 4);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_append(store, table, 5, 5, "line", NULL, &trouble));
    holm_store_rollback(store);
    assert_int_equal(length_of(store, table), 4);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_forget(store, table, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(length_of(store, table), -1);
    holm_store_close(store);
}

static bool note_asked(void *context, const struct holm_stored_table *table)
{
    *(int *)context = table->asked;
    return false;
}

static int asked_of(struct holm_store *store, int64_t table)
{
    int asked = -2;
    assert_true(holm_store_find_id(store, table, note_asked, &asked, NULL));
    return asked;
}

/* Whom a game waits for stays beside how long its log must be. */
static void who_is_asked_is_kept(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    const int64_t table = make_table(store, "played", 1), other = make_table(store, "other", 1);
    assert_int_equal(asked_of(store, table), -1);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_set_asked(store, table, 6, &trouble));
    assert_true(holm_store_append(store, table, 2, 2, "line", NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    holm_store_close(store);
    store = open_store();
    assert_int_equal(asked_of(store, table), 6);
    assert_int_equal(asked_of(store, other), -1);
    assert_int_equal(length_of(store, table), 2);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_begin_part(store, &trouble));
    assert_true(holm_store_set_asked(store, table, 0, &trouble));
    assert_true(holm_store_end_part(store, false, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    assert_int_equal(asked_of(store, table), 6);
    holm_store_close(store);
}

/* The size is that of what is kept: room that was freed is filled again. */
static void the_size_is_known(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    (void)unused;
    const int64_t first = make_table(store, "first", 5000), small = holm_store_bytes(store);
    const int64_t second = make_table(store, "second", 5000), large = holm_store_bytes(store);
    assert_true(small > 5000 * 10);
    assert_true(large > small + 5000 * 10);
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_forget(store, first, &trouble));
    assert_true(holm_store_forget(store, second, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    holm_store_close(store); /* with it goes the write-ahead log */
    store = open_store();
    assert_in_range(holm_store_bytes(store), 1, small / 2);
    holm_store_close(store);
}

static void due_times_are_kept(void **unused)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = open_store();
    int64_t due = -1;
    (void)unused;
    make_table(store, "first", 0);
    const int64_t table = make_table(store, "second", 0);
    assert_int_equal(table, 2);
    for (int64_t at = 5; at < 7; at++) {
        assert_true(holm_store_begin(store, &trouble));
        assert_true(holm_store_set_due(store, table, at, &trouble));
        assert_true(holm_store_commit(store, &trouble));
        assert_true(holm_store_due(store, note_due, &due, &trouble));
        assert_int_equal(due, at);
    }
    assert_true(holm_store_begin(store, &trouble));
    assert_true(holm_store_set_due(store, table, HOLM_STORE_NEVER, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    due = -1;
    assert_true(holm_store_due(store, note_due, &due, &trouble));
    assert_int_equal(due, -1);
    holm_store_close(store);
}

int main(void)
{
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
        CASE(a_vanished_table_harms_no_other),
        CASE(no_other_name_gets_round_the_lock),
        CASE(a_file_that_goes_away_is_noticed),
        CASE(a_removed_database_does_not_start_anew),
        CASE(what_is_not_ours_is_refused),
        CASE(an_old_database_is_brought_up),
        CASE(due_times_are_kept),
        CASE(lengths_are_kept),
        CASE(who_is_asked_is_kept),
        CASE(the_size_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
