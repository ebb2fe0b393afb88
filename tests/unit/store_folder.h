/* store_folder.h: a database in a folder of its own, for tests of the store; and tables in it. */
#ifndef TESTS_STORE_FOLDER_H
#define TESTS_STORE_FOLDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "store/store.h"

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

static char folder[64], path[96];

static inline int make_folder(void **unused)
{
    (void)unused;
    snprintf(folder, sizeof folder, "/tmp/holm-store-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/holm.db", folder);
    return 0;
}

static inline void remove_files(void)
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

static inline int remove_folder(void **unused)
{
    (void)unused;
    remove_files();
    return rmdir(folder);
}

/* Removes up to `most` old tables that are chosen by their code, as a server does. */
typedef bool old_choice(void *context, const char *code);
struct removal {
    old_choice *choice;
    void *context;
    int64_t chosen[20];
    int count, most;
};

static inline bool choose_old(void *context, int64_t table, const char *code)
{
    struct removal *removal = context;
    if (removal->choice(removal->context, code))
        removal->chosen[removal->count++] = table;
    return removal->count < removal->most;
}

static inline bool remove_old(struct holm_store *store, const struct holm_store_ages *before,
                              int most, old_choice *choice, void *context,
                              struct holm_trouble *trouble)
{
    struct removal removal = { .choice = choice, .context = context, .most = most };
    bool fine = holm_store_old(store, before, choose_old, &removal, trouble);
    for (int i = 0; fine && i < removal.count; i++)
        fine = holm_store_begin(store, trouble) &&
               holm_store_forget(store, removal.chosen[i], trouble);
    return fine;
}

static inline struct holm_store *open_store(void)
{
    struct holm_trouble trouble = { 0 };
    struct holm_store *store = holm_store_open(path, &trouble);
    if (!store)
        fail_msg("%s", trouble.text);
    return store;
}

/* A table with its first lines, committed. */
static inline int64_t make_table(struct holm_store *store, const char *code, int lines)
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

static inline bool count_line(void *context, int number, int64_t at, const char *line,
                              const uint8_t *head)
{
    (void)head;
    int *count = context;
    assert_int_equal(number, *count + 1);
    assert_true(at > 0 && line[0]);
    ++*count;
    return true;
}

static inline int count_lines(struct holm_store *store, int64_t table)
{
    struct holm_trouble trouble = { 0 };
    int count = 0;
    assert_true(holm_store_lines(store, table, 1, count_line, &count, &trouble));
    return count;
}

static inline int length_of(struct holm_store *store, int64_t table)
{
    struct holm_trouble trouble = { 0 };
    int lines = -2;
    assert_true(holm_store_length(store, table, &lines, &trouble));
    return lines;
}

static inline bool note_table(void *context, const struct holm_stored_table *table)
{
    snprintf(context, 64, "%s %d %s %s", table->code, table->state, table->record,
             table->header ? table->header : "-");
    return true;
}

/* Changes the database behind the store's back. */
static inline void change(const char *text)
{
    sqlite3 *other;
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
}

#endif
