/* check.c: what is damaged in a database. SQLite's own quick check finds pages that do not hang
 * together; then each table is read, by its index and by its row, to name those that it hit. Logs
 * are looked at in any case: a line that is missing breaks no page. */
#include <stdio.h>
#include <string.h>

#include "store/sqlite.h"

enum { INSTRUCTIONS_BETWEEN_STOPS = 20000 };

struct check {
    struct holm_store *store;
    holm_store_damage_visit *visit;
    holm_store_stop *stop;
    void *context;
    struct holm_trouble *trouble;
    bool fine;
};

static int asked_to_stop(void *context)
{
    const struct check *check = context;
    return check->stop(check->context);
}

/* The first thing that is wrong is what is told. */
static void tell(struct check *check, const char *why)
{
    if (check->fine)
        holm_trouble(check->trouble, 0, "the database is damaged: %s", why);
    check->fine = false;
}

static void name_table(struct check *check, const char *code, int line, const char *why)
{
    tell(check, why);
    check->visit(check->context, code, line, why);
}

/* ------------------------------------------------------------------ one table */

struct look {
    int64_t id;
    int lines; /* so far, without a gap */
    bool readable;
};

static bool look_at_row(void *context, const struct holm_stored_table *table)
{
    struct look *look = context;
    look->id = table->id;
    look->readable = table->code && table->record;
    return false;
}

static bool look_at_line(void *context, int number, int64_t at, const char *line,
                         const uint8_t *head)
{
    struct look *look = context;
    (void)at;
    (void)head;
    if (number != look->lines + 1 || !line)
        return false;
    look->lines = number;
    return true;
}

/* Reads all of a table that has a code. */
static void look_at_table(struct check *check, const char *code)
{
    struct look look = { 0 };
    struct holm_trouble trouble = { .text = "its row cannot be read" };
    if (!holm_store_find(check->store, code, look_at_row, &look, &trouble) || !look.readable)
        name_table(check, code, 0, trouble.text);
    else if (!holm_store_lines(check->store, look.id, 1, look_at_line, &look, &trouble))
        name_table(check, code, look.lines + 1, trouble.text);
}

/* ---------------------------------------------------------------- all of them */

/* Calls a function for every row of a query, whose first column is a text or a number. */
static void each_row(struct check *check, const char *query,
                     void (*each)(struct check *check, sqlite3_stmt *row))
{
    sqlite3_stmt *statement = NULL;
    sqlite3 *database = check->store->database;
    int got = sqlite3_prepare_v2(database, query, -1, &statement, NULL);
    while (got == SQLITE_OK || got == SQLITE_ROW) {
        got = sqlite3_step(statement);
        if (got == SQLITE_ROW)
            each(check, statement);
    }
    if (got != SQLITE_DONE)
        tell(check, sqlite3_errmsg(database));
    sqlite3_finalize(statement);
}

static void take_finding(struct check *check, sqlite3_stmt *row)
{
    const char *finding = (const char *)sqlite3_column_text(row, 0);
    const char *last;
    if (!finding || !strcmp(finding, "ok"))
        return;
    last = strrchr(finding, '\n'); /* above it stands only which database */
    tell(check, last ? last + 1 : finding);
}

static void take_code(struct check *check, sqlite3_stmt *row)
{
    const char *code = (const char *)sqlite3_column_text(row, 0);
    if (code)
        look_at_table(check, code);
}

struct gap {
    struct check *check;
    int64_t game;
};

static bool name_gap(void *context, const struct holm_stored_table *table)
{
    const struct gap *gap = context;
    struct look look = { 0 };
    char why[64];
    holm_store_lines(gap->check->store, gap->game, 1, look_at_line, &look, NULL);
    snprintf(why, sizeof why, "line %d of its log is missing", look.lines + 1);
    name_table(gap->check, table->code, look.lines + 1, why);
    return false;
}

static void take_gap(struct check *check, sqlite3_stmt *row)
{
    struct gap gap = { check, sqlite3_column_int64(row, 0) };
    holm_store_find_id(check->store, gap.game, name_gap, &gap, NULL);
}

bool holm_store_check(struct holm_store *store, holm_store_damage_visit *visit,
                      holm_store_stop *stop, void *context, struct holm_trouble *trouble)
{
    struct check check = { store, visit, stop, context, trouble, true };
    sqlite3_progress_handler(store->database, INSTRUCTIONS_BETWEEN_STOPS, asked_to_stop, &check);
    each_row(&check, "PRAGMA quick_check(10)", take_finding);
    if (!check.fine && !stop(context)) {
        each_row(&check, "SELECT code FROM tables INDEXED BY sqlite_autoindex_tables_1", take_code);
        each_row(&check, "SELECT code FROM tables NOT INDEXED", take_code);
    }
    if (!stop(context))
        each_row(&check,
                 "SELECT game FROM lines GROUP BY game"
                 " HAVING min(number) <> 1 OR max(number) <> count(*)",
                 take_gap);
    sqlite3_progress_handler(store->database, 0, NULL, NULL);
    return check.fine;
}
