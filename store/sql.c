/* sql.c: statements for SQLite; those for PostgreSQL are postgresql.c's. */
#include "store/sql.h"

#include <stdlib.h>

#include "store/database.h"
#include "store/postgresql.h"

struct sql {
    struct holm_store *store;
    sqlite3_stmt *lite;
    struct pg_statement *pg; /* instead */
};

struct sql *sql_prepare(struct holm_store *store, const char *text, bool kept)
{
    struct sql *sql = calloc(1, sizeof *sql);
    if (!sql) {
        store->error = SQLITE_NOMEM;
        return NULL;
    }
    sql->store = store;
    if (IS_PG(store))
        sql->pg = pg_prepare(store->pg, text, kept);
    else
        sqlite3_prepare_v3(store->database, text, -1, kept ? SQLITE_PREPARE_PERSISTENT : 0,
                           &sql->lite, NULL);
    if (sql->pg || sql->lite)
        return sql;
    free(sql);
    return NULL;
}

void sql_end(struct sql *sql)
{
    if (!sql)
        return;
    if (IS_PG(sql))
        pg_end(sql->pg);
    else
        sqlite3_finalize(sql->lite);
    free(sql);
}

void sql_reset(struct sql *sql)
{
    if (IS_PG(sql))
        pg_reset(sql->pg);
    else
        sqlite3_reset(sql->lite);
}

void sql_clear(struct sql *sql)
{
    if (IS_PG(sql))
        pg_clear(sql->pg);
    else
        sqlite3_clear_bindings(sql->lite);
}

/* ------------------------------------------------------------------- binding */

void sql_bind_number(struct sql *sql, int at, int64_t number)
{
    if (IS_PG(sql))
        pg_bind_number(sql->pg, at, number);
    else
        sqlite3_bind_int64(sql->lite, at, number);
}

void sql_bind_no_number(struct sql *sql, int at)
{
    if (IS_PG(sql))
        pg_bind_none(sql->pg, at, PG_NUMBER);
    else
        sqlite3_bind_null(sql->lite, at);
}

void sql_bind_flag(struct sql *sql, int at, bool flag)
{
    if (IS_PG(sql))
        pg_bind_flag(sql->pg, at, flag);
    else
        sqlite3_bind_int(sql->lite, at, flag);
}

void sql_bind_real(struct sql *sql, int at, double number)
{
    if (IS_PG(sql))
        pg_bind_real(sql->pg, at, number);
    else
        sqlite3_bind_double(sql->lite, at, number);
}

void sql_bind_text(struct sql *sql, int at, const char *text)
{
    if (IS_PG(sql) && text)
        pg_bind_text(sql->pg, at, text);
    else if (IS_PG(sql))
        pg_bind_none(sql->pg, at, PG_TEXT);
    else if (text)
        sqlite3_bind_text(sql->lite, at, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(sql->lite, at);
}

void sql_bind_bytes(struct sql *sql, int at, const void *bytes, size_t count)
{
    if (IS_PG(sql) && bytes)
        pg_bind_bytes(sql->pg, at, bytes, count);
    else if (IS_PG(sql))
        pg_bind_none(sql->pg, at, PG_BYTES);
    else if (bytes)
        sqlite3_bind_blob(sql->lite, at, bytes, (int)count, SQLITE_STATIC);
    else
        sqlite3_bind_null(sql->lite, at);
}

int sql_places(const struct sql *sql)
{
    return IS_PG(sql) ? pg_places(sql->pg) : sqlite3_bind_parameter_count(sql->lite);
}

/* ------------------------------------------------------------------- running */

int sql_step(struct sql *sql)
{
    return IS_PG(sql) ? pg_step(sql->pg) : sqlite3_step(sql->lite);
}

int sql_write(struct sql *sql, int rows)
{
    if (IS_PG(sql))
        return pg_write(sql->pg, rows);
    const int got = sqlite3_step(sql->lite);
    if (got == SQLITE_DONE && rows >= 0 && sqlite3_changes(sql->store->database) != rows)
        return SQLITE_NOTFOUND;
    return got;
}

const char *sql_error(const struct holm_store *store)
{
    return IS_PG(store) ? pg_error(store->pg) : sqlite3_errmsg(store->database);
}

/* ------------------------------------------------------------------- reading */

int64_t sql_number(struct sql *sql, int column)
{
    return IS_PG(sql) ? pg_number(sql->pg, column) : sqlite3_column_int64(sql->lite, column);
}

double sql_real(struct sql *sql, int column)
{
    return IS_PG(sql) ? pg_real(sql->pg, column) : sqlite3_column_double(sql->lite, column);
}

const char *sql_text(struct sql *sql, int column)
{
    return IS_PG(sql) ? pg_text(sql->pg, column)
                      : (const char *)sqlite3_column_text(sql->lite, column);
}

const void *sql_bytes(struct sql *sql, int column, int *count)
{
    if (IS_PG(sql))
        return pg_bytes(sql->pg, column, count);
    const void *bytes = sqlite3_column_blob(sql->lite, column);
    *count = sqlite3_column_bytes(sql->lite, column);
    return bytes;
}

bool sql_is_null(struct sql *sql, int column)
{
    return IS_PG(sql) ? pg_is_null(sql->pg, column)
                      : sqlite3_column_type(sql->lite, column) == SQLITE_NULL;
}
