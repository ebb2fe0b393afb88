/* sqlite.h: what the files of the store share: the connection and its statements. */
#ifndef STORE_SQLITE_H
#define STORE_SQLITE_H

#include <sqlite3.h>
#include <sys/stat.h>

#include "store/store.h"

enum statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    INSERT_TABLE,
    UPDATE_TABLE,
    INSERT_LINE,
    CUT_LINES,
    DELETE_TABLE,
    DELETE_LINES,
    DELETE_DUE,
    WRITE_DUE,
    BEGIN_LENGTH,
    WRITE_LENGTH,
    CUT_LENGTH,
    DELETE_LENGTH,
    PROBE,
    FIND_TABLE,
    FIND_ID,
    EACH_LISTED,
    EACH_LINE,
    EACH_DUE,
    OLD_TABLES,
    READ_LENGTH,
    SURVEY_LOG,
    SIZE,
    STATEMENTS
};
enum { FIRST_READING = FIND_TABLE }; /* from here on they change nothing */

struct holm_store {
    sqlite3 *database;
    sqlite3_stmt *at[STATEMENTS];
    bool reader; /* which never writes */
    bool begun;
    int error; /* SQLite's number of the latest refusal */
    char *path;
    int file; /* the database itself: open and locked as long as the store is */
    struct stat kept; /* which file that is */
    char *log_path; /* of the write-ahead log; NULL: not known */
    struct stat log_kept; /* which file that is */
};

extern const char *const store_statements[STATEMENTS];

/* Says what SQLite says; returns false. */
bool store_complain(struct holm_store *store, struct holm_trouble *trouble);
bool store_execute(struct holm_store *store, const char *text, struct holm_trouble *trouble);
/* A statement, ready to be bound. */
sqlite3_stmt *store_fresh(struct holm_store *store, enum statement which);

/* schema.c */
enum { STORE_VERSION = 4 };
/* Refuses what is not Holm's, then brings it to this version. */
bool store_bring_up(struct holm_store *store, struct holm_trouble *trouble);

#endif
