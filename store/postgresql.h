/* postgresql.h: a connection to PostgreSQL, as the store uses it. Where the program was built
 * without libpq, pg_open says so. Codes of errors are SQLite's. */
#ifndef STORE_POSTGRESQL_H
#define STORE_POSTGRESQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/writer.h"

struct pg;
struct pg_statement;

/* Whether a store or a statement is of PostgreSQL; without libpq the compiler leaves all out that
 * would follow. */
#ifdef HOLM_POSTGRESQL
#define IS_PG(of) ((of)->pg != NULL)
#else
#define IS_PG(of) false
#endif

enum pg_kind { PG_UNKNOWN, PG_NUMBER, PG_TEXT, PG_BYTES, PG_FLAG, PG_REAL };

bool pg_is_address(const char *path); /* "postgresql://…": not a file's name */
/* Connects, makes the schema or brings it up, and shares the lock that keeps those away who must be
 * alone; a reader does neither of the last two. NULL: why not. */
struct pg *pg_open(const char *address, bool reader, struct holm_trouble *trouble);
void pg_close(struct pg *pg);
/* No answer may take longer from now on: then the connection counts as lost, and is not tried again for
 * some seconds. */
void pg_hurry(struct pg *pg, int milliseconds);
const char *pg_error(const struct pg *pg);
int pg_code(const struct pg *pg); /* of the latest error */

/* A transaction. What is written in it is sent without waiting for answers; pg_flush waits for all
 * that was sent. SQLITE_OK, or what went wrong: then the transaction is gone, but for what a mark
 * can undo. */
int pg_begin(struct pg *pg);
int pg_begin_reading(struct pg *pg); /* all that is read until the commit is of one moment */
int pg_flush(struct pg *pg);
int pg_commit(struct pg *pg);
void pg_rollback(struct pg *pg);
bool pg_begun(const struct pg *pg);
int pg_execute(struct pg *pg, const char *text); /* at once */
/* Whether every answer is waited for: so that it is known which write was refused. */
void pg_set_careful(struct pg *pg, bool careful);
bool pg_is_careful(const struct pg *pg);

/* What others tell by NOTIFY. */
int pg_listen(struct pg *pg, const char *channel);
/* Waits until there may be some, `stop` can be read, or so long; false: the connection is lost. */
bool pg_await(struct pg *pg, int milliseconds, int stop);
bool pg_heard(struct pg *pg, char *text, size_t size); /* the next of it; false: no more */

/* `kept`: it is used again and again. */
struct pg_statement *pg_prepare(struct pg *pg, const char *text, bool kept);
void pg_end(struct pg_statement *statement);
void pg_reset(struct pg_statement *statement);
void pg_clear(struct pg_statement *statement);
void pg_bind_number(struct pg_statement *statement, int at, int64_t number);
void pg_bind_flag(struct pg_statement *statement, int at, bool flag);
void pg_bind_real(struct pg_statement *statement, int at, double number);
void pg_bind_text(struct pg_statement *statement, int at, const char *text);
void pg_bind_bytes(struct pg_statement *statement, int at, const void *bytes, size_t count);
void pg_bind_none(struct pg_statement *statement, int at, enum pg_kind kind);
int pg_places(const struct pg_statement *statement);
int pg_step(struct pg_statement *statement);
int pg_write(struct pg_statement *statement, int rows);
int64_t pg_number(struct pg_statement *statement, int column);
double pg_real(struct pg_statement *statement, int column);
const char *pg_text(struct pg_statement *statement, int column);
const void *pg_bytes(struct pg_statement *statement, int column, int *count);
bool pg_is_null(const struct pg_statement *statement, int column);

/* pg_schema.c */
bool pg_bring_up(struct pg *pg, struct holm_trouble *trouble);

#endif
