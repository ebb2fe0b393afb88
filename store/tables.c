/* tables.c: what is written of tables, and what is read: SQL that SQLite and PostgreSQL have in
 * common, but for a few statements. A commit returns when it is on disk. One connection, one
 * thread. */
#include <stdlib.h>
#include <string.h>

#include "store/database.h"

#define TABLE_COLUMNS                                                                              \
    "id, code, state, changed, record, header, listed, (SELECT at FROM due WHERE game = id),"      \
    " (SELECT asked FROM lengths WHERE game = id)"
#define SHARED_COLUMNS                                                                             \
    ", (SELECT version FROM versions WHERE game = id), (SELECT driver FROM due WHERE game = id),"  \
    " (SELECT said FROM versions WHERE game = id)"
#define FIND_BY_CODE(columns) "SELECT " columns " FROM tables WHERE code = ?1"
#define FIND_BY_ID(columns)   "SELECT " columns " FROM tables WHERE id = ?1"
#define EACH_OF_LOBBY(columns)                                                                     \
    "SELECT " columns " FROM tables WHERE listed AND state <> 2 AND changed > ?1"                  \
    " ORDER BY changed DESC LIMIT ?2"
#define EACH_IN_STATE(columns)                                                                     \
    "SELECT " columns " FROM tables WHERE state = ?1 ORDER BY changed DESC LIMIT ?2"
#define ARCHIVED_LINES "coalesce((SELECT lines FROM archive WHERE game = ?1), 0)"

/* ORDER: enum statement */
static const char *const statements[STATEMENTS] = {
    "BEGIN IMMEDIATE",
    "COMMIT",
    "ROLLBACK",
    "INSERT INTO tables (code, state, changed, record, header, listed)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    "INSERT INTO tables (id, code, state, changed, record, header, listed)"
    " VALUES (?7, ?1, ?2, ?3, ?4, ?5, ?6)",
    "UPDATE tables SET state = ?2, changed = ?3, record = ?4, header = COALESCE(?5, header)"
    " WHERE id = ?1",
    "INSERT INTO lines (game, number, at, line, head)"
    " SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)",
    "DELETE FROM tables WHERE id = ?1",
    "DELETE FROM lines WHERE game = ?1",
    "DELETE FROM due WHERE game = ?1",
    "INSERT INTO due (game, at) VALUES (?1, ?2) ON CONFLICT (game) DO UPDATE SET at = excluded.at",
    "INSERT INTO lengths (game, lines) VALUES (?1, 0) ON CONFLICT (game) DO NOTHING",
    "INSERT INTO lengths (game, lines) VALUES (?1, ?2)"
    " ON CONFLICT (game) DO UPDATE SET lines = excluded.lines",
    "UPDATE lengths SET asked = ?2 WHERE game = ?1",
    "DELETE FROM lengths WHERE game = ?1",
    "INSERT INTO chats (game, number, chair, line)"
    " SELECT ?1, ?2, ?3, ?4 WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)",
    "DELETE FROM chats WHERE game = ?1 AND number <= ?2",
    "DELETE FROM chats WHERE game = ?1",
    "UPDATE chats SET line = '' WHERE game = ?1 AND chair = ?2",
    "INSERT INTO archive (game, lines, bytes, head, packed, rest) SELECT ?1, ?2, ?3, ?4, ?5, true"
    " WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1 AND state = 2) ON CONFLICT (game) DO UPDATE"
    " SET lines = excluded.lines, bytes = excluded.bytes, head = excluded.head,"
    " packed = excluded.packed, rest = true",
    "UPDATE tables SET archived = true WHERE id = ?1",
    "DELETE FROM lines WHERE game = ?1 AND number <= ?2",
    "UPDATE archive SET rest = false WHERE game = ?1",
    "DELETE FROM archive WHERE game = ?1",
    "INSERT INTO house (name, value) VALUES (?1, ?2)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    "UPDATE probe SET n = n + 1",
    NULL,
    NULL,
    NULL,
    NULL,
    FIND_BY_CODE(TABLE_COLUMNS ", 0, 0, 0"),
    FIND_BY_ID(TABLE_COLUMNS ", 0, 0, 0"),
    EACH_OF_LOBBY(TABLE_COLUMNS ", 0, 0, 0"),
    /* In one statement, so that a log that is packed meanwhile is read from one place or the other. */
    "SELECT 0 AS number, bytes, packed, head, lines FROM archive WHERE game = ?1 UNION ALL "
    "SELECT number, at, line, head, 0 FROM lines WHERE game = ?1 AND number >= ?2"
    " AND number > " ARCHIVED_LINES " ORDER BY number",
    "SELECT game, at FROM due",
    "SELECT number, line, chair FROM chats WHERE game = ?1 AND number > ?2 ORDER BY number",
    "SELECT coalesce(max(number), 0) FROM chats WHERE game = ?1",
    "SELECT id, code FROM tables WHERE (state = 0 AND changed < ?1) OR (state = 2 AND changed < "
    "?2)",
    "SELECT lines FROM lengths WHERE game = ?1",
    "SELECT (SELECT lines FROM lengths WHERE game = ?1), count(*), min(number), max(number),"
    " " ARCHIVED_LINES " FROM lines WHERE game = ?1 AND number > " ARCHIVED_LINES,
    "SELECT (page_count - freelist_count) * page_size"
    " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    /* By itself SQLite would take the other index, and walk over all that is packed. */
    "SELECT id, code FROM tables INDEXED BY tables_to_archive"
    " WHERE state = 2 AND NOT archived AND changed < ?1 ORDER BY changed",
    "SELECT game, lines, (SELECT min(number) FROM lines WHERE game = archive.game)"
    " FROM archive WHERE rest LIMIT 1",
    "SELECT value FROM house WHERE name = ?1",
    "SELECT count(*) FROM tables WHERE state = ?1",
    EACH_IN_STATE(TABLE_COLUMNS ", 0, 0, 0"),
    "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = ?1), 0)",
    NULL,
    NULL,
};

/* What PostgreSQL says otherwise. */
static const struct {
    enum statement which;
    const char *text;
} of_postgresql[] = {
    { EACH_LINE,
      "SELECT 0 AS number, bytes, packed, head, lines FROM archive WHERE game = ?1"
      " UNION ALL SELECT number, at, convert_to(line, 'UTF8'), head, 0 FROM lines"
      " WHERE game = ?1 AND number >= ?2 AND number > " ARCHIVED_LINES " ORDER BY number" },
    { SIZE, "SELECT pg_database_size(current_database())" },
    /* Each run of a server has a million numbers for itself. */
    { LATEST_NUMBER, "SELECT nextval((?1 || '_numbers')::regclass)" },
    { FIND_TABLE, FIND_BY_CODE(TABLE_COLUMNS SHARED_COLUMNS) },
    { FIND_ID, FIND_BY_ID(TABLE_COLUMNS SHARED_COLUMNS) },
    { EACH_LISTED, EACH_OF_LOBBY(TABLE_COLUMNS SHARED_COLUMNS) },
    { EACH_LATEST, EACH_IN_STATE(TABLE_COLUMNS SHARED_COLUMNS) },
    { WRITE_DUE, "INSERT INTO due (game, at, driver) VALUES (?1, ?2, ?3) ON CONFLICT (game)"
                 " DO UPDATE SET at = excluded.at, driver = excluded.driver" },
    /* The number decides: who did not know the latest version changes nothing. */
    { TAKE_TURN,
      "UPDATE versions SET version = version + 1, recorded = CASE WHEN ?3 THEN version + 1"
      " ELSE recorded END, said = greatest(said, ?4) WHERE game = ?1 AND version = ?2" },
    { FIRST_TURN, "INSERT INTO versions (game, version, recorded, said) VALUES (?1, 1, 1, ?2)" },
    { DELETE_TURNS, "DELETE FROM versions WHERE game = ?1" },
    { NOTE_BATCH, "INSERT INTO batches (node, number) VALUES (?1, ?2)"
                  " ON CONFLICT (node) DO UPDATE SET number = excluded.number" },
    /* All in one statement, which sees one moment. */
    { READ_NEWS,
      "SELECT id, code, state, changed, CASE WHEN v.recorded > ?3 THEN record END, header,"
      " listed, (SELECT at FROM due WHERE game = id),"
      " (SELECT asked FROM lengths WHERE game = id), v.version,"
      " (SELECT driver FROM due WHERE game = id), v.said, l.number, l.at,"
      " convert_to(l.line, 'UTF8'), l.head FROM tables JOIN versions v ON v.game = id"
      " LEFT JOIN lines l ON l.game = id AND l.number > ?2 WHERE id = ?1"
      " ORDER BY l.number" },
    { READ_VERSION, "SELECT version FROM versions WHERE game = ?1" },
};

const char *store_statement(const struct holm_store *store, enum statement which)
{
    for (size_t i = 0; store->pg && i < sizeof of_postgresql / sizeof *of_postgresql; i++)
        if (of_postgresql[i].which == which)
            return of_postgresql[i].text;
    return statements[which];
}

/* ------------------------------------------------------------------- parts */

bool store_complain(struct holm_store *store, struct holm_trouble *trouble)
{
    store->error = IS_PG(store) ? pg_code(store->pg) : sqlite3_errcode(store->database);
    return holm_trouble(trouble, 0, "the database: %s", sql_error(store));
}

struct sql *store_fresh(struct holm_store *store, enum statement which)
{
    sql_reset(store->at[which]);
    sql_clear(store->at[which]);
    return store->at[which];
}

/* Runs a statement that gives no rows, and changes so many (-1: any number). */
static bool run(struct holm_store *store, enum statement which, int rows,
                struct holm_trouble *trouble)
{
    const int got = sql_write(store->at[which], rows);
    if (got == SQLITE_NOTFOUND) {
        store->error = SQLITE_NOTFOUND;
        holm_trouble(trouble, 0, "the database does not have the table any more");
    } else if (got != SQLITE_DONE) {
        store_complain(store, trouble);
    }
    sql_reset(store->at[which]);
    return got == SQLITE_DONE;
}

bool store_execute(struct holm_store *store, const char *text, struct holm_trouble *trouble)
{
    return (IS_PG(store) ? pg_execute(store->pg, text)
                         : sqlite3_exec(store->database, text, NULL, NULL, NULL)) == SQLITE_OK ||
           store_complain(store, trouble);
}

bool holm_store_damaged(const struct holm_store *store)
{
    return store->error == SQLITE_CORRUPT || store->error == SQLITE_NOTADB;
}

/* ------------------------------------------------------------- transactions */

bool holm_store_begin(struct holm_store *store, struct holm_trouble *trouble)
{
    if (store->begun)
        return true;
    if (IS_PG(store))
        return (store->begun = !pg_begin(store->pg)) || store_complain(store, trouble);
    store->begun = run(store, BEGIN, -1, trouble);
    if (store->begun && !store_is_same(store, trouble))
        holm_store_rollback(store);
    return store->begun;
}

void holm_store_rollback(struct holm_store *store)
{
    /* SQLite may have rolled back by itself, as it does on a full disk. */
    if (IS_PG(store))
        pg_rollback(store->pg);
    else if (!sqlite3_get_autocommit(store->database))
        run(store, ROLLBACK, -1, NULL);
    store->begun = false;
}

bool holm_store_commit(struct holm_store *store, struct holm_trouble *trouble)
{
    if (!store->begun)
        return true;
    const bool fine = IS_PG(store)
                          ? !pg_commit(store->pg) || store_complain(store, trouble)
                          : holm_store_there(store, trouble) && run(store, COMMIT, -1, trouble);
    if (!fine)
        holm_store_rollback(store);
    store->begun = false;
    return fine;
}

bool holm_store_begun(const struct holm_store *store)
{
    return store->begun &&
           (IS_PG(store) ? pg_begun(store->pg) : !sqlite3_get_autocommit(store->database));
}

/* Whether a refusal is of one table's rows alone. */
static bool is_of_rows(const struct holm_store *store)
{
    return store->error == SQLITE_CONSTRAINT || store->error == SQLITE_NOTFOUND;
}

bool holm_store_begin_reading(struct holm_store *store, struct holm_trouble *trouble)
{
    return !IS_PG(store) || !pg_begin_reading(store->pg) || store_complain(store, trouble);
}

void holm_store_end_reading(struct holm_store *store)
{
    if (IS_PG(store))
        pg_commit(store->pg);
}

static bool write_rows(struct holm_store *store, enum statement which, int rows,
                       struct holm_trouble *trouble)
{
    if (!store->begun)
        return holm_trouble(trouble, 0, "nothing was begun");
    if (run(store, which, rows, trouble))
        return true;
    if (!is_of_rows(store))
        holm_store_rollback(store);
    return false;
}

bool store_write(struct holm_store *store, enum statement which, struct holm_trouble *trouble)
{
    return write_rows(store, which, -1, trouble);
}

bool store_write_found(struct holm_store *store, enum statement which, struct holm_trouble *trouble)
{
    return write_rows(store, which, 1, trouble);
}

bool holm_store_again(struct holm_store *store)
{
    return IS_PG(store) &&
           (store->error == SQLITE_BUSY || (!pg_is_careful(store->pg) && is_of_rows(store)));
}

void holm_store_set_careful(struct holm_store *store, bool careful)
{
    if (IS_PG(store))
        pg_set_careful(store->pg, careful);
}

/* What is written to PostgreSQL unseen has no parts: it is all refused, and done again. */
static bool has_parts(const struct holm_store *store)
{
    return !IS_PG(store) || pg_is_careful(store->pg);
}

bool holm_store_begin_part(struct holm_store *store, struct holm_trouble *trouble)
{
    return !has_parts(store) || store_execute(store, "SAVEPOINT part", trouble);
}

bool holm_store_end_part(struct holm_store *store, bool keep, struct holm_trouble *trouble)
{
    if (!has_parts(store) && !keep) {
        store->error = SQLITE_CONSTRAINT; /* see holm_store_again */
        return holm_trouble(trouble, 0, "some of it was refused");
    }
    if (!has_parts(store))
        return true;
    return (keep || store_execute(store, "ROLLBACK TO part", trouble)) &&
           store_execute(store, "RELEASE part", trouble);
}

/* ------------------------------------------------------------------- writing */

bool holm_store_put(struct holm_store *store, struct holm_stored_table *table,
                    struct holm_trouble *trouble)
{
    const enum statement which = !table->id     ? INSERT_TABLE
                                 : table->fresh ? INSERT_NUMBERED
                                                : UPDATE_TABLE;
    struct sql *statement = store_fresh(store, which);
    if (which == UPDATE_TABLE)
        sql_bind_number(statement, 1, table->id);
    else
        sql_bind_text(statement, 1, table->code);
    sql_bind_number(statement, 2, table->state);
    sql_bind_number(statement, 3, table->changed);
    sql_bind_text(statement, 4, table->record);
    sql_bind_text(statement, 5, table->header);
    if (which != UPDATE_TABLE)
        sql_bind_flag(statement, 6, table->listed);
    if (which == INSERT_NUMBERED)
        sql_bind_number(statement, 7, table->id);
    if (!store_write_found(store, which, trouble))
        return false;
    if (!table->id)
        table->id = sqlite3_last_insert_rowid(store->database); /* PostgreSQL gives none */
    if (!table->header)
        return true;
    sql_bind_number(store_fresh(store, BEGIN_LENGTH), 1, table->id);
    return store_write(store, BEGIN_LENGTH, trouble);
}

/* With a number that goes with a table: how many lines its log must have, who is asked. */
bool store_write_number(struct holm_store *store, enum statement which, int64_t table, int number,
                        struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, which);
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, number);
    return store_write(store, which, trouble);
}

bool holm_store_append(struct holm_store *store, int64_t table, int number, int64_t at,
                       const char *line, const uint8_t head[HOLM_STORE_HEAD],
                       struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, INSERT_LINE);
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, number);
    sql_bind_number(statement, 3, at);
    sql_bind_text(statement, 4, line);
    sql_bind_bytes(statement, 5, head, HOLM_STORE_HEAD);
    return store_write_found(store, INSERT_LINE, trouble) &&
           store_write_number(store, WRITE_LENGTH, table, number, trouble);
}

bool holm_store_set_due(struct holm_store *store, int64_t table, int64_t at,
                        struct holm_trouble *trouble)
{
    const enum statement which = at == HOLM_STORE_NEVER ? DELETE_DUE : WRITE_DUE;
    struct sql *statement = store_fresh(store, which);
    sql_bind_number(statement, 1, table);
    if (which == WRITE_DUE)
        sql_bind_number(statement, 2, at);
    if (which == WRITE_DUE && IS_PG(store))
        sql_bind_number(statement, 3, store->node);
    return store_write(store, which, trouble);
}

bool holm_store_set_asked(struct holm_store *store, int64_t table, unsigned seats,
                          struct holm_trouble *trouble)
{
    return store_write_number(store, WRITE_ASKED, table, (int)seats, trouble);
}

bool holm_store_forget(struct holm_store *store, int64_t table, struct holm_trouble *trouble)
{
    static const enum statement parts[] = { DELETE_TABLE,  DELETE_LINES, DELETE_DUE,
                                            DELETE_LENGTH, DELETE_CHATS, DELETE_ARCHIVE,
                                            DELETE_TURNS };
    for (size_t i = 0; i < sizeof parts / sizeof *parts && store->at[parts[i]]; i++) {
        sql_bind_number(store_fresh(store, parts[i]), 1, table);
        if (!store_write(store, parts[i], trouble))
            return false;
    }
    return store_forget_results(store, table, trouble);
}

bool holm_store_probe(struct holm_store *store, struct holm_trouble *trouble)
{
    const bool own = !store->begun;
    store_fresh(store, PROBE);
    return holm_store_begin(store, trouble) && store_write(store, PROBE, trouble) &&
           (!own || holm_store_commit(store, trouble));
}

/* ------------------------------------------------------------------- reading */

const uint8_t *store_head_at(struct sql *statement, int column)
{
    int count;
    const uint8_t *bytes = sql_bytes(statement, column, &count);
    return count == HOLM_STORE_HEAD ? bytes : NULL;
}

static int64_t due_at(struct sql *statement, int column)
{
    return sql_is_null(statement, column) ? HOLM_STORE_NEVER : sql_number(statement, column);
}

static int asked_at(struct sql *statement, int column)
{
    return sql_is_null(statement, column) ? -1 : (int)sql_number(statement, column);
}

/* Whether there was no memory for a text, which is NULL then though there is one. */
static bool lacks_memory(const struct holm_store *store)
{
    return !IS_PG(store) && sqlite3_errcode(store->database) == SQLITE_NOMEM;
}

struct holm_stored_table store_table_at(struct sql *statement)
{
    return (struct holm_stored_table){
        .id = sql_number(statement, 0),
        .code = sql_text(statement, 1),
        .state = (int)sql_number(statement, 2),
        .changed = sql_number(statement, 3),
        .record = sql_text(statement, 4),
        .header = sql_text(statement, 5),
        .listed = (int)sql_number(statement, 6),
        .due = due_at(statement, 7),
        .asked = asked_at(statement, 8),
        .version = sql_number(statement, 9),
        .driver = sql_number(statement, 10),
        .said = (int)sql_number(statement, 11),
    };
}

static bool visit_tables(struct holm_store *store, enum statement which,
                         holm_store_table_visit *visit, void *context, struct holm_trouble *trouble)
{
    struct sql *statement = store->at[which];
    int got;
    while ((got = sql_step(statement)) == SQLITE_ROW) {
        const struct holm_stored_table table = store_table_at(statement);
        if (lacks_memory(store))
            got = SQLITE_NOMEM;
        if (got == SQLITE_NOMEM || !visit(context, &table))
            break;
    }
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW;
    if (!fine)
        store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

bool holm_store_numbers(struct holm_store *store, const char *of, struct holm_numbers *numbers,
                        struct holm_trouble *trouble)
{
    enum { AT_A_TIME = 1000000 };
    struct sql *statement = store_fresh(store, LATEST_NUMBER);
    sql_bind_text(statement, 1, of);
    const bool fine = sql_step(statement) == SQLITE_ROW || store_complain(store, trouble);
    const int64_t number = fine ? sql_number(statement, 0) : 0;
    sql_reset(statement);
    *numbers = (struct holm_numbers){ 0 };
    if (fine)
        *numbers = IS_PG(store) ? (struct holm_numbers){ number, number + AT_A_TIME }
                                : (struct holm_numbers){ number + 1, INT64_MAX };
    return fine;
}

bool holm_store_old(struct holm_store *store, const struct holm_store_ages *before,
                    holm_store_old_visit *visit, void *context, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, OLD_TABLES);
    int got;
    sql_bind_number(statement, 1, before->waiting);
    sql_bind_number(statement, 2, before->over);
    while ((got = sql_step(statement)) == SQLITE_ROW)
        if (!visit(context, sql_number(statement, 0), sql_text(statement, 1)))
            break;
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

bool holm_store_find(struct holm_store *store, const char *code, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble)
{
    sql_bind_text(store_fresh(store, FIND_TABLE), 1, code);
    return visit_tables(store, FIND_TABLE, visit, context, trouble);
}

bool holm_store_find_id(struct holm_store *store, int64_t table, holm_store_table_visit *visit,
                        void *context, struct holm_trouble *trouble)
{
    sql_bind_number(store_fresh(store, FIND_ID), 1, table);
    return visit_tables(store, FIND_ID, visit, context, trouble);
}

bool holm_store_listed(struct holm_store *store, int64_t since, int most,
                       holm_store_table_visit *visit, void *context, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, EACH_LISTED);
    sql_bind_number(statement, 1, since);
    sql_bind_number(statement, 2, most);
    return visit_tables(store, EACH_LISTED, visit, context, trouble);
}

bool holm_store_latest(struct holm_store *store, int state, int most, holm_store_table_visit *visit,
                       void *context, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, EACH_LATEST);
    sql_bind_number(statement, 1, state);
    sql_bind_number(statement, 2, most);
    return visit_tables(store, EACH_LATEST, visit, context, trouble);
}

bool holm_store_due(struct holm_store *store, holm_store_due_visit *visit, void *context,
                    struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, EACH_DUE);
    int got;
    while ((got = sql_step(statement)) == SQLITE_ROW)
        if (!visit(context, sql_number(statement, 0), sql_number(statement, 1)))
            break;
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

/* The row that a walk is at; false: it could not be read. */
static bool walk_row(struct holm_store *store, struct sql *row, struct store_walk *walk,
                     struct holm_trouble *trouble)
{
    const int number = (int)sql_number(row, 0);
    if (!number)
        return store_walk_archive(store, row, walk, trouble);
    const char *line = sql_text(row, 2);
    const uint8_t *head = store_head_at(row, 3);
    if (lacks_memory(store))
        return store_complain(store, trouble);
    walk->stopped = !walk->visit(walk->context, number, sql_number(row, 1), line, head);
    return true;
}

bool holm_store_lines(struct holm_store *store, int64_t table, int from,
                      holm_store_line_visit *visit, void *context, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, EACH_LINE);
    struct store_walk walk = { visit, context, from, false };
    bool fine = true;
    int got = SQLITE_ROW;
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, from);
    while (fine && !walk.stopped && (got = sql_step(statement)) == SQLITE_ROW)
        fine = walk_row(store, statement, &walk, trouble);
    fine = fine && (got == SQLITE_DONE || got == SQLITE_ROW || store_complain(store, trouble));
    sql_reset(statement);
    return fine;
}

bool holm_store_length(struct holm_store *store, int64_t table, int *lines,
                       struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, READ_LENGTH);
    sql_bind_number(statement, 1, table);
    const int got = sql_step(statement);
    *lines = got == SQLITE_ROW ? (int)sql_number(statement, 0) : -1;
    const bool fine = got == SQLITE_ROW || got == SQLITE_DONE || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

/* Pages that were freed are filled again before the file grows. */
int64_t holm_store_bytes(struct holm_store *store)
{
    struct sql *statement = store_fresh(store, SIZE);
    struct stat log;
    int64_t bytes = -1;
    if (sql_step(statement) == SQLITE_ROW)
        bytes = sql_number(statement, 0);
    sql_reset(statement);
    if (bytes >= 0 && store->log_path && !stat(store->log_path, &log))
        bytes += log.st_size;
    return bytes;
}
