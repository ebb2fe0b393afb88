/* sql.h: a statement in the SQL that both databases know, whichever it goes to. Places are ?1, ?2 …
 * as SQLite has them; results are SQLite's: SQLITE_ROW, SQLITE_DONE, or what went wrong. */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct holm_store;
struct sql;

/* NULL: it cannot be had; sql_error says why. `kept`: it is used again and again. */
struct sql *sql_prepare(struct holm_store *store, const char *text, bool kept);
void sql_end(struct sql *sql); /* or NULL */
void sql_reset(struct sql *sql); /* it can be run again; what is bound stays */
void sql_clear(struct sql *sql); /* nothing is bound any more */

void sql_bind_number(struct sql *sql, int at, int64_t number);
void sql_bind_no_number(struct sql *sql, int at);
void sql_bind_flag(struct sql *sql, int at, bool flag);
void sql_bind_real(struct sql *sql, int at, double number);
void sql_bind_text(struct sql *sql, int at, const char *text); /* NULL: none */
void sql_bind_bytes(struct sql *sql, int at, const void *bytes, size_t count); /* NULL: none */
int sql_places(const struct sql *sql); /* how many there are */

/* The next row. */
int sql_step(struct sql *sql);
/* Writes: SQLITE_DONE, or what went wrong. `rows` must have changed; -1: any number. In PostgreSQL
 * it is sent, and whether it was right shows when something is read or committed. */
int sql_write(struct sql *sql, int rows);

int64_t sql_number(struct sql *sql, int column); /* 0: none */
double sql_real(struct sql *sql, int column);
const char *sql_text(struct sql *sql, int column); /* NULL: none */
const void *sql_bytes(struct sql *sql, int column, int *count);
bool sql_is_null(struct sql *sql, int column);

const char *sql_error(const struct holm_store *store);

#endif
