/* sqlite.c: the store in SQLite: what is written and what is read. Write-ahead log and
 * synchronous=FULL: a commit returns when it is on disk. One connection, one thread. */
#include <stdlib.h>
#include <string.h>

#include "store/sqlite.h"

#define TABLE_COLUMNS                                                                              \
    "id, code, state, changed, record, header, listed, (SELECT at FROM due WHERE game = id)"

/* ORDER: enum statement */
const char *const store_statements[STATEMENTS] = {
    "BEGIN IMMEDIATE",
    "COMMIT",
    "ROLLBACK",
    "INSERT INTO tables (code, state, changed, record, header, listed)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    "UPDATE tables SET state = ?2, changed = ?3, record = ?4, header = ?5 WHERE id = ?1",
    "INSERT INTO lines (game, number, at, line, head)"
    " SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)",
    "DELETE FROM lines WHERE game = ?1 AND number >= ?2",
    "DELETE FROM tables WHERE id = ?1",
    "DELETE FROM lines WHERE game = ?1",
    "DELETE FROM due WHERE game = ?1",
    "INSERT OR REPLACE INTO due (game, at) VALUES (?1, ?2)",
    "INSERT OR IGNORE INTO lengths (game, lines) VALUES (?1, 0)",
    "INSERT OR REPLACE INTO lengths (game, lines) VALUES (?1, ?2)",
    "UPDATE lengths SET lines = ?2 - 1 WHERE game = ?1",
    "DELETE FROM lengths WHERE game = ?1",
    "UPDATE probe SET n = n + 1",
    "SELECT " TABLE_COLUMNS " FROM tables WHERE code = ?1",
    "SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?1",
    "SELECT " TABLE_COLUMNS " FROM tables WHERE listed AND state <> 2 AND changed > ?1"
    " ORDER BY changed DESC LIMIT ?2",
    "SELECT number, at, line, head FROM lines WHERE game = ?1 AND number >= ?2 ORDER BY number",
    "SELECT game, at FROM due",
    "SELECT id, code FROM tables WHERE state IN (0, 2) AND changed < ?1",
    "SELECT lines FROM lengths WHERE game = ?1",
    "SELECT (SELECT lines FROM lengths WHERE game = ?1), count(*), min(number), max(number)"
    " FROM lines WHERE game = ?1",
    "SELECT (page_count - freelist_count) * page_size"
    " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
};

/* ------------------------------------------------------------------- parts */

bool store_complain(struct holm_store *store, struct holm_trouble *trouble)
{
    store->error = sqlite3_errcode(store->database);
    return holm_trouble(trouble, 0, "the database: %s", sqlite3_errmsg(store->database));
}

sqlite3_stmt *store_fresh(struct holm_store *store, enum statement which)
{
    sqlite3_reset(store->at[which]);
    sqlite3_clear_bindings(store->at[which]);
    return store->at[which];
}

/* Runs a statement that gives no rows. */
static bool run(struct holm_store *store, enum statement which, struct holm_trouble *trouble)
{
    const bool fine = sqlite3_step(store->at[which]) == SQLITE_DONE;
    if (!fine)
        store_complain(store, trouble);
    sqlite3_reset(store->at[which]);
    return fine;
}

bool store_execute(struct holm_store *store, const char *text, struct holm_trouble *trouble)
{
    return sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK ||
           store_complain(store, trouble);
}

bool holm_store_damaged(const struct holm_store *store)
{
    return store->error == SQLITE_CORRUPT || store->error == SQLITE_NOTADB;
}

/* ------------------------------------------------------------- transactions */

bool holm_store_begin(struct holm_store *store, struct holm_trouble *trouble)
{
    if (!store->begun)
        store->begun = run(store, BEGIN, trouble);
    return store->begun;
}

void holm_store_rollback(struct holm_store *store)
{
    /* SQLite may have rolled back by itself, as it does on a full disk. */
    if (!sqlite3_get_autocommit(store->database))
        run(store, ROLLBACK, NULL);
    store->begun = false;
}

bool holm_store_commit(struct holm_store *store, struct holm_trouble *trouble)
{
    if (!store->begun)
        return true;
    const bool fine = holm_store_there(store, trouble) && run(store, COMMIT, trouble);
    if (!fine)
        holm_store_rollback(store);
    store->begun = false;
    return fine;
}

bool holm_store_begun(const struct holm_store *store)
{
    return store->begun;
}

/* Runs a write within the transaction, and gives all of it up when the database fails; a number
 * that is there already is a matter of that row alone. */
static bool write_row(struct holm_store *store, enum statement which, struct holm_trouble *trouble)
{
    if (!store->begun)
        return holm_trouble(trouble, 0, "nothing was begun");
    if (run(store, which, trouble))
        return true;
    if (store->error != SQLITE_CONSTRAINT)
        holm_store_rollback(store);
    return false;
}

/* The same, for a write that must find its table. */
static bool write_found(struct holm_store *store, enum statement which,
                        struct holm_trouble *trouble)
{
    if (!write_row(store, which, trouble))
        return false;
    store->error = SQLITE_OK;
    return sqlite3_changes(store->database) == 1 ||
           holm_trouble(trouble, 0, "the database does not have the table any more");
}

/* ------------------------------------------------------------------- writing */

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

static const char *text_at(sqlite3_stmt *statement, int column)
{
    return (const char *)sqlite3_column_text(statement, column);
}

bool holm_store_put(struct holm_store *store, struct holm_stored_table *table,
                    struct holm_trouble *trouble)
{
    const enum statement which = table->id ? UPDATE_TABLE : INSERT_TABLE;
    sqlite3_stmt *statement = store_fresh(store, which);
    if (table->id)
        sqlite3_bind_int64(statement, 1, table->id);
    else
        bind_text(statement, 1, table->code);
    sqlite3_bind_int(statement, 2, table->state);
    sqlite3_bind_int64(statement, 3, table->changed);
    bind_text(statement, 4, table->record);
    bind_text(statement, 5, table->header);
    if (!table->id)
        sqlite3_bind_int(statement, 6, table->listed);
    if (!write_found(store, which, trouble))
        return false;
    if (!table->id)
        table->id = sqlite3_last_insert_rowid(store->database);
    if (!table->header)
        return true;
    sqlite3_bind_int64(store_fresh(store, BEGIN_LENGTH), 1, table->id);
    return write_row(store, BEGIN_LENGTH, trouble);
}

/* With a number of the log: how many lines it must have. */
static bool write_length(struct holm_store *store, enum statement which, int64_t table, int number,
                         struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, which);
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int(statement, 2, number);
    return write_row(store, which, trouble);
}

bool holm_store_append(struct holm_store *store, int64_t table, int number, int64_t at,
                       const char *line, const uint8_t head[HOLM_STORE_HEAD],
                       struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, INSERT_LINE);
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int(statement, 2, number);
    sqlite3_bind_int64(statement, 3, at);
    bind_text(statement, 4, line);
    if (head)
        sqlite3_bind_blob(statement, 5, head, HOLM_STORE_HEAD, SQLITE_STATIC);
    return write_found(store, INSERT_LINE, trouble) &&
           write_length(store, WRITE_LENGTH, table, number, trouble);
}

bool holm_store_cut(struct holm_store *store, int64_t table, int from, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, CUT_LINES);
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int(statement, 2, from);
    return write_row(store, CUT_LINES, trouble) &&
           write_length(store, CUT_LENGTH, table, from, trouble);
}

bool holm_store_set_due(struct holm_store *store, int64_t table, int64_t at,
                        struct holm_trouble *trouble)
{
    const enum statement which = at == HOLM_STORE_NEVER ? DELETE_DUE : WRITE_DUE;
    sqlite3_stmt *statement = store_fresh(store, which);
    sqlite3_bind_int64(statement, 1, table);
    if (which == WRITE_DUE)
        sqlite3_bind_int64(statement, 2, at);
    return write_row(store, which, trouble);
}

bool holm_store_forget(struct holm_store *store, int64_t table, struct holm_trouble *trouble)
{
    static const enum statement parts[] = { DELETE_TABLE, DELETE_LINES, DELETE_DUE, DELETE_LENGTH };
    for (int i = 0; i < 4; i++) {
        sqlite3_bind_int64(store_fresh(store, parts[i]), 1, table);
        if (!write_row(store, parts[i], trouble))
            return false;
    }
    return true;
}

bool holm_store_prune(struct holm_store *store, int64_t before, int most,
                      holm_store_prune_choice *choice, void *context, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, OLD_TABLES);
    int64_t chosen[HOLM_STORE_PRUNE_MOST];
    int count = 0, got;
    sqlite3_bind_int64(statement, 1, before);
    while ((got = sqlite3_step(statement)) == SQLITE_ROW && count < most &&
           count < HOLM_STORE_PRUNE_MOST)
        if (choice(context, text_at(statement, 1)))
            chosen[count++] = sqlite3_column_int64(statement, 0);
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW || store_complain(store, trouble);
    sqlite3_reset(statement);
    for (int i = 0; fine && i < count; i++)
        if (!holm_store_begin(store, trouble) || !holm_store_forget(store, chosen[i], trouble))
            return false;
    return fine;
}

bool holm_store_probe(struct holm_store *store, struct holm_trouble *trouble)
{
    const bool own = !store->begun;
    store_fresh(store, PROBE);
    return holm_store_begin(store, trouble) && write_row(store, PROBE, trouble) &&
           (!own || holm_store_commit(store, trouble));
}

/* ------------------------------------------------------------------- reading */

static const uint8_t *head_at(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_bytes(statement, column) == HOLM_STORE_HEAD
               ? sqlite3_column_blob(statement, column)
               : NULL;
}

static int64_t due_at(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL
               ? HOLM_STORE_NEVER
               : sqlite3_column_int64(statement, column);
}

/* Whether there was no memory for a text, which is NULL then though there is one. */
static bool lacks_memory(const struct holm_store *store)
{
    return sqlite3_errcode(store->database) == SQLITE_NOMEM;
}

static bool visit_tables(struct holm_store *store, enum statement which,
                         holm_store_table_visit *visit, void *context, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store->at[which];
    int got;
    while ((got = sqlite3_step(statement)) == SQLITE_ROW) {
        const struct holm_stored_table table = {
            .id = sqlite3_column_int64(statement, 0),
            .code = text_at(statement, 1),
            .state = sqlite3_column_int(statement, 2),
            .changed = sqlite3_column_int64(statement, 3),
            .record = text_at(statement, 4),
            .header = text_at(statement, 5),
            .listed = sqlite3_column_int(statement, 6),
            .due = due_at(statement, 7),
        };
        if (lacks_memory(store))
            got = SQLITE_NOMEM;
        if (got == SQLITE_NOMEM || !visit(context, &table))
            break;
    }
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW;
    if (!fine)
        store_complain(store, trouble);
    sqlite3_reset(statement);
    return fine;
}

bool holm_store_find(struct holm_store *store, const char *code, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble)
{
    bind_text(store_fresh(store, FIND_TABLE), 1, code);
    return visit_tables(store, FIND_TABLE, visit, context, trouble);
}

bool holm_store_find_id(struct holm_store *store, int64_t table, holm_store_table_visit *visit,
                        void *context, struct holm_trouble *trouble)
{
    sqlite3_bind_int64(store_fresh(store, FIND_ID), 1, table);
    return visit_tables(store, FIND_ID, visit, context, trouble);
}

bool holm_store_listed(struct holm_store *store, int64_t since, int most,
                       holm_store_table_visit *visit, void *context, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, EACH_LISTED);
    sqlite3_bind_int64(statement, 1, since);
    sqlite3_bind_int(statement, 2, most);
    return visit_tables(store, EACH_LISTED, visit, context, trouble);
}

bool holm_store_due(struct holm_store *store, holm_store_due_visit *visit, void *context,
                    struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, EACH_DUE);
    int got;
    while ((got = sqlite3_step(statement)) == SQLITE_ROW)
        if (!visit(context, sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1)))
            break;
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW || store_complain(store, trouble);
    sqlite3_reset(statement);
    return fine;
}

bool holm_store_lines(struct holm_store *store, int64_t table, int from,
                      holm_store_line_visit *visit, void *context, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, EACH_LINE);
    int got;
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int(statement, 2, from);
    while ((got = sqlite3_step(statement)) == SQLITE_ROW) {
        const char *line = text_at(statement, 2);
        const uint8_t *head = head_at(statement, 3);
        if (lacks_memory(store))
            got = SQLITE_NOMEM;
        if (got == SQLITE_NOMEM || !visit(context, sqlite3_column_int(statement, 0),
                                          sqlite3_column_int64(statement, 1), line, head))
            break;
    }
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW;
    if (!fine)
        store_complain(store, trouble);
    sqlite3_reset(statement);
    return fine;
}

bool holm_store_length(struct holm_store *store, int64_t table, int *lines,
                       struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = store_fresh(store, READ_LENGTH);
    sqlite3_bind_int64(statement, 1, table);
    const int got = sqlite3_step(statement);
    *lines = got == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    const bool fine = got == SQLITE_ROW || got == SQLITE_DONE || store_complain(store, trouble);
    sqlite3_reset(statement);
    return fine;
}

/* Pages that were freed are filled again before the file grows. */
int64_t holm_store_bytes(struct holm_store *store)
{
    sqlite3_stmt *statement = store_fresh(store, SIZE);
    struct stat log;
    int64_t bytes = -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        bytes = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    if (bytes >= 0 && store->log_path && !stat(store->log_path, &log))
        bytes += log.st_size;
    return bytes;
}
