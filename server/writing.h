/* writing.h: what is to be written to the store, and the thread that does it.
 *
 * The loop gathers deeds in a batch, by the table that they are of. When the writer is free it gets
 * the batch, which flies until it is committed or refused; what is done meanwhile is gathered for
 * the next one. So there are two at most, and each is one transaction. */
#ifndef SERVER_WRITING_H
#define SERVER_WRITING_H

#include "server/reading.h"
#include "store/push.h"
#include "store/shared.h"
#include "store/store.h"

struct server;
struct table;
struct connection;

/* Something to be written: a struct of its own begins with this one. It holds copies alone, because
 * the writer works on it while the loop goes on. */
struct deed {
    struct deed *next;
    bool (*write)(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble);
    bool failed; /* the store did not take it */
    /* Then, in the loop, frees it; NULL: nothing but itself. `written`: and committed. */
    void (*end)(struct deed *deed, bool written);
};

/* What one table does in a batch. */
struct part {
    struct part *next;
    struct table *table; /* the loop's business; NULL: nobody's, or gone */
    bool whole; /* a table's, of which all is written or nothing */
    int64_t id;
    char code[HOLM_CODE_SIZE]; /* of the table */
    int64_t follows; /* id of the part without which it is refused; 0: none */
    struct deed *first, **last;
    int64_t version; /* of the table that was known, where nodes share the database; 0: it is new */
    bool late; /* another node was first */
    int said; /* number of the latest line of its chat; 0: none */
    int told; /* up to this number people here know its chat */
    int first_line; /* of the table's log; 0: none */
    bool dirty; /* its record is in it */
    bool quiet; /* nothing but notes of a table that leaves memory */
    unsigned owed; /* chairs that are owed news, of a kind: */
    const char *news;
    bool refused, damaged; /* by the store, and why: */
    struct holm_trouble trouble;
};

struct batch {
    uint64_t number;
    int64_t node; /* that writes it, where several share the database; 0: nobody does */
    struct part *first, **last;
    struct part *nobodys; /* among them; or NULL */
    struct deed *house, **house_last; /* what keeps the house: in a transaction of its own */
    size_t bytes; /* roughly, of all that is in it */
    int parts; /* so many */
    struct pending_act { /* refused where its table's part is */
        struct connection *by;
        int id;
    } * acts;
    int act_count, act_room;
    bool fine; /* committed; else why not: */
    struct holm_trouble failure;
    uint64_t microseconds;
    struct reading back; /* with what tables are to go back to, where nodes share the database */
};

/* writer.c */
struct writer *writer_start(struct server *server, struct holm_store *store);
/* What it has been given is written before it ends. */
void writer_stop(struct writer *writer);
void writer_give(struct writer *writer, struct batch *batch);
/* What it was given, once that is done; NULL: it has nothing, or still works on it. */
enum writer_wait { WRITER_NOW, WRITER_SOON, WRITER_EVER };
/* WRITER_SOON: on a disk that is quick as a rule, a moment is waited, so that whoever acted need not
 * wait for another turn of the loop; on a slow one, never. */
struct batch *writer_take(struct writer *writer, enum writer_wait wait);
/* For whoever writes by themselves, while it has nothing to do. */
struct holm_store *writer_store(struct writer *writer);
/* In one transaction and that of the house, on whatever thread. */
void writer_write(struct batch *batch, struct holm_store *store);

/* deeds.c: each makes a deed with copies of all that it is given. */
void *must_have(size_t size); /* zeroes; where there is no memory, the process ends */
struct deed *deed_new(size_t size, bool (*write)(struct deed *deed, struct holm_store *store,
                                                 struct holm_trouble *trouble));
struct deed *deed_put(const struct holm_stored_table *table);
struct deed *deed_line(int64_t table, int number, int64_t at, const char *line,
                       const uint8_t *head);
/* The first of a table's, where nodes share the database: its part is refused if one was first. */
struct deed *deed_turn(struct part *part);
struct deed *deed_due(int64_t table, int64_t at);
struct deed *deed_asked(int64_t table, unsigned seats);
struct deed *deed_forget(int64_t table);
struct deed *deed_say(int64_t table, int number, int chair, const char *line);
struct deed *deed_unsay(int64_t table, int chair);
/* Whether a deed is one of these, and which. */
bool deed_said(const struct deed *deed, int *number, int *chair, const char **line);
bool deed_unsaid(const struct deed *deed, int *chair);
struct deed *deed_owe(int64_t table, const uint8_t token[HOLM_STORE_HEAD], const char *news,
                      int64_t due);
struct deed *deed_push_put(int64_t table, const struct holm_push_row *row,
                           holm_store_push_token *chairs, int64_t now);
struct deed *deed_push_remove(int64_t table, const struct holm_push_row *row);
struct deed *deed_push_clear(int64_t table);
struct deed *deed_push_note(int64_t table, const struct holm_push_row *row, bool arrived);
struct deed *deed_push_drop(int64_t table, const struct holm_push_row *row);
struct deed *deed_push_later(int64_t table, const struct holm_push_row *row, int64_t due,
                             int waited);
struct deed *deed_meet(int64_t person, const uint8_t *key, const char *name, int64_t at);
struct deed *deed_tidy(int lines);
struct deed *deed_probe(void);

#endif
