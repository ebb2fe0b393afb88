/* database.h: what the files of the store share: the connection and its statements. */
#ifndef STORE_DATABASE_H
#define STORE_DATABASE_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "store/postgresql.h"
#include "store/sql.h"
#include "store/store.h"

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    INSERT_TABLE,
    INSERT_NUMBERED,
    UPDATE_TABLE,
    INSERT_LINE,
    DELETE_TABLE,
    DELETE_LINES,
    DELETE_DUE,
    WRITE_DUE,
    BEGIN_LENGTH,
    WRITE_LENGTH,
    WRITE_ASKED,
    DELETE_LENGTH,
    INSERT_CHAT,
    CUT_CHATS,
    DELETE_CHATS,
    EMPTY_CHATS,
    PUT_ARCHIVE,
    MARK_ARCHIVED,
    DELETE_ARCHIVED_LINES,
    END_ARCHIVING,
    DELETE_ARCHIVE,
    WRITE_VALUE,
    PROBE,
    TAKE_TURN,
    FIRST_TURN,
    DELETE_TURNS,
    NOTE_BATCH,
    FIND_TABLE,
    FIND_ID,
    EACH_LISTED,
    EACH_LINE,
    EACH_DUE,
    EACH_CHAT,
    LATEST_CHAT,
    OLD_TABLES,
    READ_LENGTH,
    SURVEY_LOG,
    SIZE,
    EACH_TO_ARCHIVE,
    NEXT_HALF_ARCHIVED,
    READ_VALUE,
    COUNT_TABLES,
    EACH_LATEST,
    LATEST_NUMBER,
    READ_NEWS,
    READ_VERSION,
    STATEMENTS
};
enum { FIRST_READING = FIND_TABLE }; /* from here on they change nothing */

struct holm_store {
    sqlite3 *database;
    struct pg *pg; /* instead; NULL: SQLite */
    struct sql *at[STATEMENTS];
    bool reader; /* which never writes */
    bool begun;
    int64_t node; /* which server writes, of those that share it; 0: nobody shares it */
    int error; /* number of the latest refusal, as SQLite has them */
    char *path;
    int file; /* the database itself: open and locked as long as the store is */
    struct stat kept; /* which file that is */
    char *log_path; /* of the write-ahead log; NULL: not known */
    struct stat log_kept; /* which file that is */
    int64_t restored; /* when the database came from a backup; 0: never */
    bool replaced; /* it has come from another one since it was opened */
};

/* NULL: this database has no such thing. */
const char *store_statement(const struct holm_store *store, enum statement which);

/* Says what SQLite says; returns false. */
bool store_complain(struct holm_store *store, struct holm_trouble *trouble);
bool store_execute(struct holm_store *store, const char *text, struct holm_trouble *trouble);
/* Runs a write within the transaction, and gives all of it up when the database fails; a number
 * that is there already is a matter of that row alone. The second must find its table. */
bool store_write(struct holm_store *store, enum statement which, struct holm_trouble *trouble);
/* The same of a statement that has a table and a number. */
bool store_write_number(struct holm_store *store, enum statement which, int64_t table, int number,
                        struct holm_trouble *trouble);
bool store_write_found(struct holm_store *store, enum statement which,
                       struct holm_trouble *trouble);
/* The row of a table that a statement is at, as TABLE_COLUMNS has it. */
struct holm_stored_table store_table_at(struct sql *statement);
const uint8_t *store_head_at(struct sql *statement, int column); /* or NULL */
/* A statement, ready to be bound. */
struct sql *store_fresh(struct holm_store *store, enum statement which);

/* archive.c: visits the lines of a log from a number on, of the row of an archive that EACH_LINE is
 * at; false: it is damaged. */
struct store_walk {
    holm_store_line_visit *visit;
    void *context;
    int from;
    bool stopped; /* the visitor has enough */
};
bool store_walk_archive(struct holm_store *store, struct sql *row, struct store_walk *walk,
                        struct holm_trouble *trouble);

/* house.c: whether the database is still the one that was opened, and not a backup's. */
bool store_is_same(struct holm_store *store, struct holm_trouble *trouble);
bool store_note_restored(struct holm_store *store, struct holm_trouble *trouble); /* as it is now */
bool store_set_restored(struct holm_store *store, int64_t when, struct holm_trouble *trouble);

/* schema.c */
enum { STORE_VERSION = 11 };
/* Refuses what is not Holm's, then brings it to this version. */
bool store_bring_up(struct holm_store *store, struct holm_trouble *trouble);

/* people.c: a table goes, and with it the results that are nobody's history. */
bool store_forget_results(struct holm_store *store, int64_t game, struct holm_trouble *trouble);

#endif
