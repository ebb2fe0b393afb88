/* libpq.h: what the files that speak to PostgreSQL by libpq share: a connection and its statements. */
#ifndef STORE_LIBPQ_H
#define STORE_LIBPQ_H

#include <libpq-fe.h>
#include <sqlite3.h>

#include "store/postgresql.h"
#include "store/recall.h"

enum {
    SENT_MOST = 256, /* without an answer: what comes back fits into the socket */
    PLACES_MOST = 24,
    COLUMNS_MOST = 24,
};

struct pg {
    PGconn *connection;
    bool reader, begun, piped, careful;
    unsigned generation; /* of the connection */
    unsigned listening; /* in this generation */
    unsigned names; /* of statements */
    struct pg_statement *kept; /* all that are used again and again */
    struct holm_recall *recall; /* that is asked in the database's place; or NULL */
    struct holm_recall *record; /* to which all answers go, too; or NULL */
    uint64_t waited; /* so many statements were waited for */
    int patience; /* milliseconds that an answer may take; 0: as long as it takes */
    int64_t again_at; /* monotonic: after one that did not come, not before */
    int sent;
    int rows[SENT_MOST]; /* that each must change; -1: any number */
    int code;
    char message[200];
};

struct pg_statement {
    struct pg *pg;
    struct pg_statement *next; /* that is kept */
    char *text, name[16];
    bool kept;
    unsigned prepared; /* in this generation */
    int places;
    char *value[PLACES_MOST];
    Oid type[PLACES_MOST];
    PGresult *result; /* NULL: it was not run */
    bool lent; /* the result is a recall's */
    int row;
    unsigned char *decoded[COLUMNS_MOST]; /* of this row */
    size_t decoded_count[COLUMNS_MOST];
};

/* postgresql.c */
int pg_fail(struct pg *pg, int code, const char *text); /* the code */
/* SQLITE_OK where a result is what it should be. */
int pg_judge(struct pg *pg, const PGresult *result, int rows);
bool pg_connected(struct pg *pg); /* or connects anew; false: why not is in pg->code */
bool pg_is_alive(const struct pg *pg);
int pg_make_ready(struct pg_statement *statement); /* to be sent */
int pg_send(struct pg_statement *statement); /* 0: it cannot be */
/* The last answer to what was sent; NULL: the connection is lost. */
PGresult *pg_take_last(struct pg *pg, int sent);
void pg_pass_end(struct pg *pg); /* of what was sent together */

/* recall.c */
int recall_run(struct pg_statement *statement); /* in the place of the database */
void recall_keep(struct holm_recall *recall, const struct pg_statement *statement, int code);
void recall_moment(struct holm_recall *recall, bool begins);

#endif
