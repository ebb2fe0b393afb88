/* check.c: what is damaged in a database. SQLite's own quick check finds pages that do not hang
 * together; then each table is read, by its index and by its row, to name those that it hit. Logs
 * are looked at in any case: a line that is missing breaks no page. */
#include <stdio.h>
#include <string.h>

#include "store/database.h"

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
    char where[240];
    snprintf(where, sizeof where, "line %d of a log: %s", line, why);
    tell(check, line ? where : why);
    check->visit(check->context, code, line, why);
}

/* -------------------------------------------------------------------- one log */

static bool look_at_line(void *context, int number, int64_t at, const char *line,
                         const uint8_t *head)
{
    int *lines = context;
    (void)at;
    (void)head;
    if (number != *lines + 1 || !line)
        return false;
    *lines = number;
    return true;
}

/* How many lines can be read without a gap. */
static int lines_in_order(struct holm_store *store, int64_t table)
{
    int lines = 0;
    holm_store_lines(store, table, 1, look_at_line, &lines, NULL);
    return lines;
}

bool holm_store_survey(struct holm_store *store, int64_t table, struct holm_store_fault *fault,
                       struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, SURVEY_LOG);
    *fault = (struct holm_store_fault){ 0 };
    sql_bind_number(statement, 1, table);
    const bool fine = sql_step(statement) == SQLITE_ROW || store_complain(store, trouble);
    const bool counted = fine && !sql_is_null(statement, 0);
    const int must = fine ? (int)sql_number(statement, 0) : 0;
    const int count = fine ? (int)sql_number(statement, 1) : 0;
    const int packed = fine ? (int)sql_number(statement, 4) : 0;
    const bool in_order = fine && (!count || ((int)sql_number(statement, 2) == packed + 1 &&
                                              (int)sql_number(statement, 3) == packed + count));
    sql_reset(statement);
    if (!fine || (counted && in_order && packed + count == must))
        return fine;
    if (!counted) {
        fault->why = "how many lines its log must have is not known";
        return true;
    }
    const int lines = lines_in_order(store, table);
    fault->line = lines < must ? lines + 1 : must + 1;
    fault->why = lines < must ? "it is missing" : "it is one too many";
    return true;
}

/* ------------------------------------------------------------------ one table */

struct look {
    int64_t id;
    bool readable, begun;
};

static bool look_at_row(void *context, const struct holm_stored_table *table)
{
    struct look *look = context;
    look->id = table->id;
    look->readable = table->code && table->record;
    look->begun = table->state != HOLM_STORE_WAITING;
    return false;
}

/* What the store has just refused to read is damaged, unless it merely had no memory for it. */
static void name_unread(struct check *check, const char *code, int line, const char *why)
{
    if (check->store->error == SQLITE_NOMEM)
        tell(check, why);
    else
        name_table(check, code, line, why);
}

/* Reads all of a table that has a code. */
static void look_at_table(struct check *check, const char *code)
{
    struct look look = { 0 };
    struct holm_store_fault fault;
    struct holm_trouble trouble;
    if (!holm_store_find(check->store, code, look_at_row, &look, &trouble))
        name_unread(check, code, 0, trouble.text);
    else if (!look.readable)
        name_table(check, code, 0, "its row cannot be read");
    else if (!holm_store_lines(check->store, look.id, 1, look_at_line, &(int){ 0 }, &trouble) ||
             !holm_store_survey(check->store, look.id, &fault, &trouble))
        name_unread(check, code, lines_in_order(check->store, look.id) + 1, trouble.text);
    else if (look.begun && fault.why)
        name_table(check, code, fault.line, fault.why);
}

/* ---------------------------------------------------------------- all of them */

/* Calls a function for every row of a query, whose first column is a text or a number. */
static void each_row(struct check *check, const char *query,
                     void (*each)(struct check *check, struct sql *row))
{
    struct sql *statement = sql_prepare(check->store, query, false);
    int got = statement ? SQLITE_ROW : SQLITE_ERROR;
    while (got == SQLITE_ROW && !check->stop(check->context)) {
        got = sql_step(statement);
        if (got == SQLITE_ROW)
            each(check, statement);
    }
    if (got != SQLITE_DONE && got != SQLITE_ROW)
        tell(check, sql_error(check->store));
    sql_end(statement);
}

static void take_finding(struct check *check, struct sql *row)
{
    const char *finding = sql_text(row, 0);
    const char *last;
    if (!finding || !strcmp(finding, "ok"))
        return;
    last = strrchr(finding, '\n'); /* above it stands only which database */
    tell(check, last ? last + 1 : finding);
}

static void take_code(struct check *check, struct sql *row)
{
    const char *code = sql_text(row, 0);
    if (code)
        look_at_table(check, code);
}

struct gap {
    struct check *check;
    struct holm_store_fault fault;
};

static bool name_gap(void *context, const struct holm_stored_table *table)
{
    const struct gap *gap = context;
    if (table->code)
        name_table(gap->check, table->code, gap->fault.line, gap->fault.why);
    return false;
}

static void take_log(struct check *check, struct sql *row)
{
    struct gap gap = { .check = check };
    struct holm_trouble trouble;
    const int64_t game = sql_number(row, 0);
    if (!holm_store_survey(check->store, game, &gap.fault, &trouble))
        tell(check, trouble.text);
    else if (gap.fault.why)
        holm_store_find_id(check->store, game, name_gap, &gap, NULL);
}

/* What is packed must come out as it went in. */
static void take_archive(struct check *check, struct sql *row)
{
    struct holm_trouble trouble;
    struct gap gap = { .check = check, .fault = { .why = trouble.text } };
    const int64_t game = sql_number(row, 0);
    if (!holm_store_lines(check->store, game, 1, look_at_line, &(int){ 0 }, &trouble))
        holm_store_find_id(check->store, game, name_gap, &gap, NULL);
}

bool holm_store_check(struct holm_store *store, holm_store_damage_visit *visit,
                      holm_store_stop *stop, void *context, struct holm_trouble *trouble)
{
    struct check check = { store, visit, stop, context, trouble, true };
    if (!IS_PG(store)) { /* PostgreSQL looks after its pages by itself */
        sqlite3_progress_handler(store->database, INSTRUCTIONS_BETWEEN_STOPS, asked_to_stop,
                                 &check);
        each_row(&check, "PRAGMA quick_check(10)", take_finding);
    }
    if (!check.fine && !stop(context)) {
        each_row(&check, "SELECT code FROM tables INDEXED BY sqlite_autoindex_tables_1", take_code);
        each_row(&check, "SELECT code FROM tables NOT INDEXED", take_code);
    } else if (!stop(context)) {
        each_row(&check, "SELECT id FROM tables WHERE state IN (1, 2)", take_log);
        each_row(&check, "SELECT game FROM archive", take_archive);
    }
    if (!IS_PG(store))
        sqlite3_progress_handler(store->database, 0, NULL, NULL);
    return check.fine;
}
