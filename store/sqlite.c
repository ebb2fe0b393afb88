/* sqlite.c: the store in SQLite. Write-ahead log and synchronous=FULL: a commit returns when it is
 * on disk. One connection, one thread. */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/store.h"

enum { SCHEMA_VERSION = 2, BUSY_MILLISECONDS = 100 };

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    INSERT_TABLE,
    UPDATE_TABLE,
    INSERT_LINE,
    DELETE_TABLE,
    DELETE_LINES,
    FIND_TABLE,
    EACH_TABLE,
    EACH_LINE,
    PROBE,
    PRUNE_LINES,
    PRUNE_TABLES,
    STATEMENTS
};

/* Finished and never started; a few at a time. */
#define OLD_TABLES "SELECT id FROM tables WHERE state <> 1 AND changed < ?1 ORDER BY id LIMIT 20"

/* ORDER: enum statement */
static const char *const statements[STATEMENTS] = {
    "BEGIN IMMEDIATE",
    "COMMIT",
    "ROLLBACK",
    "INSERT INTO tables (code, state, changed, record, header) VALUES (?1, ?2, ?3, ?4, ?5)",
    "UPDATE tables SET state = ?2, changed = ?3, record = ?4, header = ?5 WHERE id = ?1",
    "INSERT INTO lines (game, number, at, line, head) VALUES (?1, ?2, ?3, ?4, ?5)",
    "DELETE FROM tables WHERE id = ?1",
    "DELETE FROM lines WHERE game = ?1",
    "SELECT id, code, state, changed, record, header FROM tables WHERE code = ?1",
    "SELECT id, code, state, changed, record, header FROM tables WHERE state = ?1 ORDER BY id",
    "SELECT number, at, line, head FROM lines WHERE game = ?1 AND number >= ?2 ORDER BY number",
    "UPDATE probe SET n = n + 1",
    "DELETE FROM lines WHERE game IN (" OLD_TABLES ")",
    "DELETE FROM tables WHERE id IN (" OLD_TABLES ")",
};

/* ORDER: what brings a database from version 0 to 1, from 1 to 2, ... */
static const char *const upgrades[SCHEMA_VERSION] = {
    "CREATE TABLE IF NOT EXISTS tables ("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, record TEXT NOT NULL, header TEXT);"
    "CREATE INDEX IF NOT EXISTS tables_by_state ON tables (state);"
    "CREATE TABLE IF NOT EXISTS lines ("
    " game INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL,"
    " PRIMARY KEY (game, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS probe (n INTEGER NOT NULL);"
    "INSERT INTO probe SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM probe);",
    "ALTER TABLE lines ADD COLUMN head BLOB;",
};

struct holm_store {
    sqlite3 *database;
    sqlite3_stmt *at[STATEMENTS];
    bool reader; /* which never writes */
    bool begun;
    int lock; /* a file beside the database, held as long as it is open */
};

/* ------------------------------------------------------------------- parts */

static bool complain(struct holm_store *store, struct holm_trouble *trouble)
{
    return holm_trouble(trouble, 0, "the database: %s", sqlite3_errmsg(store->database));
}

/* A statement, ready to be bound. */
static sqlite3_stmt *fresh(struct holm_store *store, enum statement which)
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
        complain(store, trouble);
    sqlite3_reset(store->at[which]);
    return fine;
}

static bool execute(struct holm_store *store, const char *text, struct holm_trouble *trouble)
{
    return sqlite3_exec(store->database, text, NULL, NULL, NULL) == SQLITE_OK ||
           complain(store, trouble);
}

/* ------------------------------------------------------------ open and close */

static bool read_version(struct holm_store *store, int *version, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(store->database, "PRAGMA user_version", -1, &statement, NULL) ==
                    SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;
    if (fine)
        *version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return fine || complain(store, trouble);
}

static bool is_reading(enum statement which)
{
    return which == FIND_TABLE || which == EACH_TABLE || which == EACH_LINE;
}

static bool prepare(struct holm_store *store, struct holm_trouble *trouble)
{
    for (int i = 0; i < STATEMENTS; i++)
        if ((!store->reader || is_reading(i)) &&
            sqlite3_prepare_v3(store->database, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->at[i], NULL) != SQLITE_OK)
            return complain(store, trouble);
    return true;
}

static bool upgrade(struct holm_store *store, int version, struct holm_trouble *trouble)
{
    char end[64];
    snprintf(end, sizeof end, "PRAGMA user_version=%d; COMMIT", SCHEMA_VERSION);
    if (!execute(store, "BEGIN IMMEDIATE", trouble))
        return false;
    for (; version < SCHEMA_VERSION; version++)
        if (!execute(store, upgrades[version], trouble))
            return false;
    return execute(store, end, trouble);
}

static bool set_up(struct holm_store *store, struct holm_trouble *trouble)
{
    int version = 0;
    sqlite3_busy_timeout(store->database, 5000); /* somebody may be making it just now */
    if (!execute(store, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", trouble) ||
        !read_version(store, &version, trouble))
        return false;
    if (version > SCHEMA_VERSION)
        return holm_trouble(trouble, 0,
                            "the database has version %d, and this program knows up to %d", version,
                            SCHEMA_VERSION);
    if (version < SCHEMA_VERSION && !upgrade(store, version, trouble))
        return false;
    sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
    return prepare(store, trouble);
}

/* Two servers on one database would each know only their own half of a game. */
static bool lock(struct holm_store *store, const char *path, struct holm_trouble *trouble)
{
    char name[512];
    if (snprintf(name, sizeof name, "%s-lock", path) >= (int)sizeof name)
        return holm_trouble(trouble, 0, "the path of the database is too long");
    store->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->lock < 0)
        return holm_trouble(trouble, 0, "%s cannot be written", name);
    return !flock(store->lock, LOCK_EX | LOCK_NB) ||
           holm_trouble(trouble, 0, "another server is using %s; stop it first", path);
}

/* The secrets of games in play are in it: nobody else may read a new one. */
static void make_private(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) /* SQLite tells better what is wrong otherwise */
        close(file);
}

struct holm_store *holm_store_open(const char *path, struct holm_trouble *trouble)
{
    struct holm_store *store = calloc(1, sizeof *store);
    if (!store) {
        holm_trouble(trouble, 0, "out of memory");
        return NULL;
    }
    store->lock = -1;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (!lock(store, path, trouble)) {
        holm_store_close(store);
        return NULL;
    }
    make_private(path);
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK) {
        complain(store, trouble);
    } else if (set_up(store, trouble)) {
        return store;
    }
    holm_store_close(store);
    return NULL;
}

struct holm_store *holm_store_open_reader(const char *path, struct holm_trouble *trouble)
{
    struct holm_store *store = calloc(1, sizeof *store);
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (!store) {
        holm_trouble(trouble, 0, "out of memory");
        return NULL;
    }
    store->lock = -1;
    store->reader = true;
    if (sqlite3_open_v2(path, &store->database, flags, NULL) != SQLITE_OK) {
        complain(store, trouble);
    } else {
        sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
        if (prepare(store, trouble))
            return store;
    }
    holm_store_close(store);
    return NULL;
}

void holm_store_close(struct holm_store *store)
{
    if (!store)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->at[i]);
    sqlite3_close(store->database);
    if (store->lock >= 0)
        close(store->lock);
    free(store);
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
    const bool fine = run(store, COMMIT, trouble);
    if (!fine)
        holm_store_rollback(store);
    store->begun = false;
    return fine;
}

bool holm_store_begun(const struct holm_store *store)
{
    return store->begun;
}

/* Runs a write within the transaction, and gives all of it up when it fails. */
static bool write_row(struct holm_store *store, enum statement which, struct holm_trouble *trouble)
{
    if (!store->begun)
        return holm_trouble(trouble, 0, "nothing was begun");
    if (run(store, which, trouble))
        return true;
    holm_store_rollback(store);
    return false;
}

/* ------------------------------------------------------------------- writing */

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, at);
}

bool holm_store_put(struct holm_store *store, struct holm_stored_table *table,
                    struct holm_trouble *trouble)
{
    const enum statement which = table->id ? UPDATE_TABLE : INSERT_TABLE;
    sqlite3_stmt *statement = fresh(store, which);
    if (table->id)
        sqlite3_bind_int64(statement, 1, table->id);
    else
        bind_text(statement, 1, table->code);
    sqlite3_bind_int(statement, 2, table->state);
    sqlite3_bind_int64(statement, 3, table->changed);
    bind_text(statement, 4, table->record);
    bind_text(statement, 5, table->header);
    if (!write_row(store, which, trouble))
        return false;
    if (sqlite3_changes(store->database) != 1) { /* somebody has removed it */
        holm_store_rollback(store);
        return holm_trouble(trouble, 0, "the database has no table %s any more", table->code);
    }
    if (!table->id)
        table->id = sqlite3_last_insert_rowid(store->database);
    return true;
}

bool holm_store_append(struct holm_store *store, int64_t table, int number, int64_t at,
                       const char *line, const uint8_t head[HOLM_STORE_HEAD],
                       struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = fresh(store, INSERT_LINE);
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int(statement, 2, number);
    sqlite3_bind_int64(statement, 3, at);
    bind_text(statement, 4, line);
    if (head)
        sqlite3_bind_blob(statement, 5, head, HOLM_STORE_HEAD, SQLITE_STATIC);
    return write_row(store, INSERT_LINE, trouble);
}

bool holm_store_forget(struct holm_store *store, int64_t table, struct holm_trouble *trouble)
{
    sqlite3_bind_int64(fresh(store, DELETE_TABLE), 1, table);
    sqlite3_bind_int64(fresh(store, DELETE_LINES), 1, table);
    return write_row(store, DELETE_TABLE, trouble) && write_row(store, DELETE_LINES, trouble);
}

bool holm_store_prune(struct holm_store *store, int64_t before, struct holm_trouble *trouble)
{
    sqlite3_bind_int64(fresh(store, PRUNE_LINES), 1, before);
    sqlite3_bind_int64(fresh(store, PRUNE_TABLES), 1, before);
    return write_row(store, PRUNE_LINES, trouble) && write_row(store, PRUNE_TABLES, trouble);
}

bool holm_store_probe(struct holm_store *store, struct holm_trouble *trouble)
{
    const bool own = !store->begun;
    fresh(store, PROBE);
    return holm_store_begin(store, trouble) && write_row(store, PROBE, trouble) &&
           (!own || holm_store_commit(store, trouble));
}

/* ------------------------------------------------------------------- reading */

static const char *text_at(sqlite3_stmt *statement, int column)
{
    return (const char *)sqlite3_column_text(statement, column);
}

static const uint8_t *head_at(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_bytes(statement, column) == HOLM_STORE_HEAD
               ? sqlite3_column_blob(statement, column)
               : NULL;
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
        };
        if (!visit(context, &table))
            break;
    }
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW;
    if (!fine)
        complain(store, trouble);
    sqlite3_reset(statement);
    return fine;
}

bool holm_store_find(struct holm_store *store, const char *code, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble)
{
    bind_text(fresh(store, FIND_TABLE), 1, code);
    return visit_tables(store, FIND_TABLE, visit, context, trouble);
}

bool holm_store_each(struct holm_store *store, int state, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble)
{
    sqlite3_bind_int(fresh(store, EACH_TABLE), 1, state);
    return visit_tables(store, EACH_TABLE, visit, context, trouble);
}

bool holm_store_lines(struct holm_store *store, int64_t table, int from,
                      holm_store_line_visit *visit, void *context, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = fresh(store, EACH_LINE);
    int got;
    sqlite3_bind_int64(statement, 1, table);
    sqlite3_bind_int(statement, 2, from);
    while ((got = sqlite3_step(statement)) == SQLITE_ROW)
        if (!visit(context, sqlite3_column_int(statement, 0), sqlite3_column_int64(statement, 1),
                   text_at(statement, 2), head_at(statement, 3)))
            break;
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW;
    if (!fine)
        complain(store, trouble);
    sqlite3_reset(statement);
    return fine;
}
