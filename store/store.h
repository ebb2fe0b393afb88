/* store.h: tables and their logs, in a file (SQLite) or in PostgreSQL, behind the same functions.
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
enum { HOLM_CHATS_KEPT = 100 }; /* of a table */
enum { HOLM_STORE_HEAD = 32 };
#define HOLM_STORE_NEVER INT64_MAX

struct holm_store;

enum holm_store_state { HOLM_STORE_WAITING, HOLM_STORE_PLAYING, HOLM_STORE_OVER };

struct holm_stored_table {
    int64_t id; /* 0: a new one, which gets its number when it is put */
    bool fresh; /* it is put for the first time, with a number from holm_store_next_table */
    const char *code;
    int state;
    int64_t changed; /* seconds since 1970 */
    const char *record; /* JSON */
    const char *header; /* of the log; NULL before the start; to put: NULL, it stays */
    bool listed; /* the lobby shows it; never changes */
    int64_t due; /* when it is read: see holm_store_set_due */
    int asked; /* when it is read: see holm_store_set_asked; -1: not known */
    /* When it is read from a database that is shared: shared.h */
    int64_t version, driver;
    int said;
};

/* Opens or makes a database: a file, or what "postgresql://…" names. NULL and the trouble where that
 * fails: it is something else's, a newer version's, or its schema cannot be read. Only one process at
 * a time may have a file open, by whatever name; what is in PostgreSQL is shared: shared.h. */
struct holm_store *holm_store_open(const char *path, struct holm_trouble *trouble);
/* Whether a database is a file, which can be copied by its name. */
bool holm_store_is_file(const char *path);
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

/* What a reader reads until it ends is of one moment, whatever others write. For SQLite this is
 * nothing: nobody writes while a log is read. */
bool holm_store_begin_reading(struct holm_store *store, struct holm_trouble *trouble);
void holm_store_end_reading(struct holm_store *store);

/* Within begin and commit: what is written in between is kept, or nothing of it. */
bool holm_store_begin_part(struct holm_store *store, struct holm_trouble *trouble);
bool holm_store_end_part(struct holm_store *store, bool keep, struct holm_trouble *trouble);

/* PostgreSQL is told all that is written before it says what it refuses, and then everything is
 * gone. Where that was for some table's rows alone, it is to be done again, carefully: each answer
 * is waited for, and parts can be undone. For SQLite all this is nothing. */
bool holm_store_again(struct holm_store *store); /* whether that is so */
void holm_store_set_careful(struct holm_store *store, bool careful);

/* Within begin and commit. */
bool holm_store_put(struct holm_store *store, struct holm_stored_table *table,
                    struct holm_trouble *trouble);
/* `at`: milliseconds since 1970; `head`: of the log's chain with this line, or NULL. A number that
 * is already there is refused. From now on the log must have so many lines. */
bool holm_store_append(struct holm_store *store, int64_t table, int number, int64_t at,
                       const char *line, const uint8_t head[HOLM_STORE_HEAD],
                       struct holm_trouble *trouble);
/* When the server must look at a table by itself, in milliseconds since 1970, or
 * HOLM_STORE_NEVER. */
bool holm_store_set_due(struct holm_store *store, int64_t table, int64_t at,
                        struct holm_trouble *trouble);
/* Which seats the game of a table waits for, as bits. */
bool holm_store_set_asked(struct holm_store *store, int64_t table, unsigned seats,
                          struct holm_trouble *trouble);
/* A line that was said, from a chair, with the next number. Of a table the latest HOLM_CHATS_KEPT
 * stay. */
bool holm_store_say(struct holm_store *store, int64_t table, int number, int chair,
                    const char *line, struct holm_trouble *trouble);
bool holm_store_unsay(struct holm_store *store, int64_t table, int chair,
                      struct holm_trouble *trouble);
bool holm_store_forget(struct holm_store *store, int64_t table, struct holm_trouble *trouble);

/* Called for each row; what it is given lives until it returns. False stops the walk. */
typedef bool holm_store_table_visit(void *context, const struct holm_stored_table *table);
typedef bool holm_store_line_visit(void *context, int number, int64_t at, const char *line,
                                   const uint8_t *head);

/* Numbers that no table ("tables") or person ("people") has had, for this run of a server. */
struct holm_numbers {
    int64_t next, end;
};
bool holm_store_numbers(struct holm_store *store, const char *of, struct holm_numbers *numbers,
                        struct holm_trouble *trouble);
/* Visits the tables that are not being played and have not changed since (seconds; 0: those are
 * kept). */
struct holm_store_ages {
    int64_t waiting, over;
};
typedef bool holm_store_old_visit(void *context, int64_t table, const char *code);
bool holm_store_old(struct holm_store *store, const struct holm_store_ages *before,
                    holm_store_old_visit *visit, void *context, struct holm_trouble *trouble);
/* Visits the table with this code, if there is one. */
bool holm_store_find(struct holm_store *store, const char *code, holm_store_table_visit *visit,
                     void *context, struct holm_trouble *trouble);
bool holm_store_find_id(struct holm_store *store, int64_t table, holm_store_table_visit *visit,
                        void *context, struct holm_trouble *trouble);
/* Visits up to `most` listed tables that are not over and have changed since (seconds), the latest
 * first. */
bool holm_store_listed(struct holm_store *store, int64_t since, int most,
                       holm_store_table_visit *visit, void *context, struct holm_trouble *trouble);
/* Visits up to `most` tables in a state, the latest to change first. */
bool holm_store_latest(struct holm_store *store, int state, int most, holm_store_table_visit *visit,
                       void *context, struct holm_trouble *trouble);
/* Visits the tables that the server must look at by itself, and when. */
typedef bool holm_store_due_visit(void *context, int64_t table, int64_t at);
bool holm_store_due(struct holm_store *store, holm_store_due_visit *visit, void *context,
                    struct holm_trouble *trouble);
/* Visits what was said at a table after a number, in order; and the latest number, 0: nothing was. */
typedef void holm_store_chat_visit(void *context, int number, int chair, const char *line);
bool holm_store_chats(struct holm_store *store, int64_t table, int after,
                      holm_store_chat_visit *visit, void *context, struct holm_trouble *trouble);
bool holm_store_latest_chat(struct holm_store *store, int64_t table, int *number,
                            struct holm_trouble *trouble);
/* Visits the lines of a table from a number on, in order. Of a log in the archive only the head of
 * the last line is kept, from which the others follow: they are holm_store_head_implied. */
extern const uint8_t holm_store_head_implied[HOLM_STORE_HEAD];
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

/* archive.c: logs of finished games, packed. Everything above goes on working for them. */
struct holm_store_packed {
    int lines;
    size_t bytes; /* before it was packed */
    bool has_head;
    uint8_t head[HOLM_STORE_HEAD]; /* of the last line */
    unsigned char *packed; /* to be freed */
    size_t length;
};
/* Packs the whole log of a table, which takes a while: for a reader. */
bool holm_store_pack(struct holm_store *store, int64_t table, struct holm_store_packed *packed,
                     struct holm_trouble *trouble);
/* Within begin and commit: from now on the archive has these lines. Nothing happens where the table
 * is gone. */
bool holm_store_archive(struct holm_store *store, int64_t table,
                        const struct holm_store_packed *packed, struct holm_trouble *trouble);
/* Removes up to `most` lines that the archive has; begins a transaction where there are any. `more`:
 * there were some. */
bool holm_store_tidy(struct holm_store *store, int most, bool *more, struct holm_trouble *trouble);
bool holm_store_untidy(struct holm_store *store); /* whether there are any */
/* The finished table that has not changed for longest, since (seconds), is not in the archive, and
 * is chosen; 0: none. */
typedef bool holm_store_archive_choice(void *context, const char *code);
bool holm_store_to_archive(struct holm_store *store, int64_t before,
                           holm_store_archive_choice *choice, void *context, int64_t *table,
                           struct holm_trouble *trouble);

/* house.c: small things that the server as a whole keeps, by name. */
enum { HOLM_STORE_VALUE_MOST = 64 };
/* `length` is -1 where there is none. */
bool holm_store_value(struct holm_store *store, const char *name,
                      uint8_t value[HOLM_STORE_VALUE_MOST], int *length,
                      struct holm_trouble *trouble);
/* Within begin and commit. */
bool holm_store_set_value(struct holm_store *store, const char *name, const uint8_t *value,
                          int length, struct holm_trouble *trouble);
int64_t holm_store_count(struct holm_store *store, int state); /* tables; -1: not known */
/* Whether somebody has put a backup in its place since it was opened; then nothing is written any
 * more before it is opened again. */
bool holm_store_replaced(struct holm_store *store);

/* copy.c: the whole database, also while a server is using it. */
/* What a copy holds. */
struct holm_store_sum {
    int64_t waiting, playing, over; /* tables */
};
/* To a new file, which is there when it is whole. */
bool holm_store_backup(const char *database, const char *to, struct holm_store_sum *sum,
                       struct holm_trouble *trouble);
/* Puts a backup in the place of a database, which is kept as DATABASE.before. `running`: also where
 * a server is using it, which then starts afresh. */
bool holm_store_restore(const char *from, const char *database, bool running,
                        struct holm_store_sum *sum, struct holm_trouble *trouble);

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
