/* test_store.c: what is committed stays, what is not never was: crashes, locks, full disks,
 * duplicates. */
#define _GNU_SOURCE /* memmem, off64_t */
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
#include "tests/unit/shaky_disk.h"

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

static void remove_files(void)
{
    static const char *const endings[] = {
        "", "-wal", "-shm", "-other", "-other-wal", "-other-shm"
    };
    char name[128];
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static int remove_folder(void **unused)
{
    (void)unused;
    remove_files();
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
    struct holm_stored_table table = {
        .code = code, .record = "{}", .header = "{\"holm\":1}", .state = HOLM_STORE_PLAYING
    };
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
    assert_true(holm_store_begun(store)); /* for other tables */
    assert_true(holm_store_cut(store, table, 4, &trouble));
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
    assert_true(holm_store_prune(store, 100, 20, choose_but, "", &trouble));
    assert_true(holm_store_find(store, "old", note_table, found, &trouble));
    assert_string_not_equal(found, ""); /* not old enough */
    assert_true(holm_store_prune(store, 101, 20, choose_but, "old", &trouble));
    assert_true(holm_store_find(store, "old", note_table, found, &trouble));
    assert_string_not_equal(found, ""); /* not chosen */
    assert_true(holm_store_prune(store, 101, 20, choose_but, "", &trouble));
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

static void change(const char *text)
{
    sqlite3 *other;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
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
           told(holm_store_append(store, table, number + 1, 1, "line", NULL, &trouble), &trouble) &&
           told(holm_store_cut(store, table, number + 1, &trouble), &trouble) &&
           told(holm_store_put(store, &another, &trouble), &trouble) &&
           told(holm_store_set_due(store, another.id, 5, &trouble), &trouble) &&
           told(holm_store_set_due(store, another.id, HOLM_STORE_NEVER, &trouble), &trouble) &&
           told(holm_store_forget(store, another.id, &trouble), &trouble) &&
           told(holm_store_commit(store, &trouble), &trouble);
}

static void read_everything(struct holm_store *store, int64_t table)
{
    struct holm_trouble trouble = { 0 };
    int seen = 0;
    told(holm_store_find(store, "shaky", see_table, &seen, &trouble), &trouble);
    told(holm_store_find_id(store, table, see_table, &seen, &trouble), &trouble);
    told(holm_store_listed(store, -1, 9, see_table, &seen, &trouble), &trouble);
    told(holm_store_due(store, see_due, &seen, &trouble), &trouble);
    told(holm_store_lines(store, table, 1, see_line, &seen, &trouble), &trouble);
    if (!told(holm_store_prune(store, 1, 9, choose_any, NULL, &trouble), &trouble))
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
    assert_true(holm_store_prune(store, 1, 2, choose_any, NULL, &trouble));
    assert_true(holm_store_commit(store, &trouble));
    seen = 0;
    for (int i = 1; i <= 3; i++)
        assert_true(holm_store_find_id(store, i, see_table, &seen, &trouble));
    assert_int_equal(seen, 1);
    holm_store_close(store);
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
        CASE(a_vanished_table_harms_no_other),
        CASE(no_other_name_gets_round_the_lock),
        CASE(a_file_that_goes_away_is_noticed),
        CASE(a_removed_database_does_not_start_anew),
        CASE(what_is_not_ours_is_refused),
        CASE(an_old_database_is_brought_up),
        CASE(due_times_are_kept),
        CASE(missing_lines_are_found),
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
