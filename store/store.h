/* store.h: tables and their logs on disk. sqlite.c is the implementation; another database would be
 * a second file behind the same functions.
 *
 * A table is a record (text, the server's business) and, once it is played, a log: a header and
 * numbered lines. (table, number) is unique, so that a line is written once and never again.
 * What is written between begin and commit is there after a crash, or nothing of it is.
 *
 * All return false and fill the trouble when the database refuses. When it is locked, full, damaged
 * or gone, whatever was begun is rolled back, and the next attempt starts afresh; when only one
 * table's rows are the matter (they are gone, or there already), the transaction is still there
 * (holm_store_begun) for the others. */
#ifndef HOLM_STORE_H
#define HOLM_STORE_H

#include <stdint.h>

#include "text/writer.h"

enum { HOLM_CODE_SIZE = 16 }; /* of a table's code, with its end */
enum { HOLM_STORE_HEAD = 32, HOLM_STORE_PRUNE_MOST = 20 };
#define HOLM_STORE_NEVER INT64_MAX

struct holm_store;

enum holm_store_state { HOLM_STORE_WAITING, HOLM_STORE_PLAYING, HOLM_STORE_OVER };

struct holm_stored_table {
    int64_t id; /* 0: a new one, which gets its number when it is put */
    const char *code;
    int state;
    int64_t changed; /* seconds since 1970 */
    const char *record; /* JSON */
    const char *header; /* of the log; NULL before the start */
    bool listed; /* the lobby shows it; never changes */
    int64_t due; /* when it is read: see holm_store_set_due */
};

/* Opens or makes a database; NULL and the trouble where that fails: it is something else's, a newer
 * version's, or its schema cannot be read. Only one process at a time may have it open, by whatever
 * name. */
struct holm_store *holm_store_open(const char *path, struct holm_trouble *trouble);
/* A second way in, for another thread: reads what is committed (find, each, lines, check), and
 * nothing else. */
struct holm_store *holm_store_open_reader(const char *path, struct holm_trouble *trouble);
void holm_store_close(struct holm_store *store);
/* Whether the file that was opened is still where it was; looked at before every commit too. */
bool holm_store_there(const struct holm_store *store, struct holm_trouble *trouble);
/* Whether the latest refusal was for damaged pages. */
bool holm_store_damaged(const struct holm_store *store);

bool holm_store_begin(struct holm_store *store, struct holm_trouble *trouble);
bool holm_store_commit(struct holm_store *store, struct holm_trouble *trouble);
void holm_store_rollback(struct holm_store *store);
/* Whether something was begun and is neither committed nor rolled back. */
bool holm_store_begun(const struct holm_store *store);

/* Within begin and commit. */
bool holm_store_put(struct holm_store *store, struct holm_stored_table *table,
                    struct holm_trouble *trouble);
/* `at`: milliseconds since 1970; `head`: of the log's chain with this line, or NULL. A number that
 * is already there is refused. From now on the log must have so many lines. */
bool holm_store_append(struct holm_store *store, int64_t table, int number, int64_t at,
                       const char *line, const uint8_t head[HOLM_STORE_HEAD],
                       struct holm_trouble *trouble);
/* Takes back what was appended in this transaction, from a number on. */
bool holm_store_cut(struct holm_store *store, int64_t table, int from,
                    struct holm_trouble *trouble);
/* When the server must look at a table by itself, in milliseconds since 1970, or
 * HOLM_STORE_NEVER. */
bool holm_store_set_due(struct holm_store *store, int64_t table, int64_t at,
                        struct holm_trouble *trouble);
/* Removes up to `most` tables that are not being played, have not changed since (seconds), and are
 * chosen by their code. Begins a transaction where there is something to remove. */
typedef bool holm_store_prune_choice(void *context, const char *code);
bool holm_store_prune(struct holm_store *store, int64_t before, int most,
                      holm_store_prune_choice *choice, void *context, struct holm_trouble *trouble);
bool holm_store_forget(struct holm_store *store, int64_t table, struct holm_trouble *trouble);

/* Called for each row; what it is given lives until it returns. False stops the walk. */
typedef bool holm_store_table_visit(void *context, const struct holm_stored_table *table);
typedef bool holm_store_line_visit(void *context, int number, int64_t at, const char *line,
                                   const uint8_t *head);

/* Visits the table with this code, if there is one. */
bool holm_store_find(struct holm_store *store, const char *code, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble);
bool holm_store_find_id(struct holm_store *store, int64_t table, holm_store_table_visit *visit,
                        void *context, struct holm_trouble *trouble);
/* Visits up to `most` listed tables that are not over and have changed since (seconds), the latest
 * first. */
bool holm_store_listed(struct holm_store *store, int64_t since, int most,
                       holm_store_table_visit *visit, void *context, struct holm_trouble *trouble);
/* Visits the tables that the server must look at by itself, and when. */
typedef bool holm_store_due_visit(void *context, int64_t table, int64_t at);
bool holm_store_due(struct holm_store *store, holm_store_due_visit *visit, void *context,
                    struct holm_trouble *trouble);
/* Visits the lines of a table from a number on, in order. */
bool holm_store_lines(struct holm_store *store, int64_t table, int from,
                      holm_store_line_visit *visit, void *context, struct holm_trouble *trouble);
/* How many lines the log of a table must have: as many as were written, whatever is there now. -1:
 * that is not known, because the game has not begun, or because the database is damaged. */
bool holm_store_length(struct holm_store *store, int64_t table, int *lines,
                       struct holm_trouble *trouble);
/* How much of the disk the database takes, in bytes, without what it can fill again; -1: that is not
 * known. */
int64_t holm_store_bytes(struct holm_store *store);
/* Whether the database takes a write now. */
bool holm_store_probe(struct holm_store *store, struct holm_trouble *trouble);

/* check.c: whether all lines are there that the log of a game must have; if not, which is the first
 * that is wrong (0: none in particular), and why. */
struct holm_store_fault {
    int line;
    const char *why; /* NULL: the log is whole */
};
bool holm_store_survey(struct holm_store *store, int64_t table, struct holm_store_fault *fault,
                       struct holm_trouble *trouble);
/* Looks at every page and every log, which takes a while; for a reader. Visits the tables that
 * cannot be read whole, with the number of the line that is missing, or 0. False: what is wrong.
 * `stop` is asked now and then. */
typedef void holm_store_damage_visit(void *context, const char *code, int line, const char *why);
typedef bool holm_store_stop(void *context);
bool holm_store_check(struct holm_store *store, holm_store_damage_visit *visit,
                      holm_store_stop *stop, void *context, struct holm_trouble *trouble);

#endif
