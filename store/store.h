/* store.h: tables and their logs on disk. sqlite.c is the implementation; another database would be
 * a second file behind the same functions.
 *
 * A table is a record (text, the server's business) and, once it is played, a log: a header and
 * numbered lines. (table, number) is unique, so that a line is written once and never again.
 * What is written between begin and commit is there after a crash, or nothing of it is.
 *
 * All return false and fill the trouble when the database refuses: it is locked, or the disk is
 * full. Whatever was begun is then rolled back, and the next attempt starts afresh. */
#ifndef HOLM_STORE_H
#define HOLM_STORE_H

#include <stdint.h>

#include "text/writer.h"

enum { HOLM_CODE_SIZE = 16 }; /* of a table's code, with its end */
enum { HOLM_STORE_HEAD = 32 };

struct holm_store;

enum holm_store_state { HOLM_STORE_WAITING, HOLM_STORE_PLAYING, HOLM_STORE_OVER };

struct holm_stored_table {
    int64_t id; /* 0: a new one, which gets its number when it is put */
    const char *code;
    int state;
    int64_t changed;    /* seconds since 1970 */
    const char *record; /* JSON */
    const char *header; /* of the log; NULL before the start */
};

/* Opens or makes a database; NULL and the trouble where that fails. Only one process at a time may
 * have it open. */
struct holm_store *holm_store_open(const char *path, struct holm_trouble *trouble);
/* A second way in, for another thread: reads what is committed (find, each, lines), and nothing
 * else. */
struct holm_store *holm_store_open_reader(const char *path, struct holm_trouble *trouble);
void holm_store_close(struct holm_store *store);

bool holm_store_begin(struct holm_store *store, struct holm_trouble *trouble);
bool holm_store_commit(struct holm_store *store, struct holm_trouble *trouble);
void holm_store_rollback(struct holm_store *store);
/* Whether something was begun and is neither committed nor rolled back. */
bool holm_store_begun(const struct holm_store *store);

/* Within begin and commit. */
bool holm_store_put(struct holm_store *store, struct holm_stored_table *table,
                    struct holm_trouble *trouble);
/* `at`: milliseconds since 1970; `head`: of the log's chain with this line, or NULL. A number that
 * is already there is refused. */
bool holm_store_append(struct holm_store *store, int64_t table, int number, int64_t at,
                       const char *line, const uint8_t head[HOLM_STORE_HEAD],
                       struct holm_trouble *trouble);
/* Removes a few tables that are not being played and have not changed since (seconds). */
bool holm_store_prune(struct holm_store *store, int64_t before, struct holm_trouble *trouble);
bool holm_store_forget(struct holm_store *store, int64_t table, struct holm_trouble *trouble);

/* Called for each row; what it is given lives until it returns. False stops the walk. */
typedef bool holm_store_table_visit(void *context, const struct holm_stored_table *table);
typedef bool holm_store_line_visit(void *context, int number, int64_t at, const char *line,
                                   const uint8_t *head);

/* Visits the table with this code, if there is one. */
bool holm_store_find(struct holm_store *store, const char *code, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble);
/* Visits all tables in a state, oldest first. */
bool holm_store_each(struct holm_store *store, int state, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble);
/* Visits the lines of a table from a number on, in order. */
bool holm_store_lines(struct holm_store *store, int64_t table, int from,
                      holm_store_line_visit *visit, void *context, struct holm_trouble *trouble);
/* Whether the database takes a write now. */
bool holm_store_probe(struct holm_store *store, struct holm_trouble *trouble);

#endif
