/* work.h: what takes long and is done by threads: bots that think; logs, replays, proofs and
 * histories of whole games; games that come back to memory. The loop hands a job over and gets it back; a job holds no pointers to
 * tables or connections, which may be gone by then. */
#ifndef SERVER_WORK_H
#define SERVER_WORK_H

#include <stdio.h>

#include "store/store.h"
#include "text/writer.h"

struct address;
struct server;
struct table;
struct connection;
struct request;
struct answer;
struct exchange;

/* ------------------------------------------------------------------ workers.c */

/* What a thread has for itself: its own way into the store, opened when it is first wanted. */
struct desk {
    const char *database;
    struct holm_store *store;
};
struct holm_store *desk_store(struct desk *desk, struct holm_trouble *trouble);
void desk_clear(struct desk *desk); /* the store is opened afresh: something went wrong with it */

struct job {
    struct job *next;
    uint64_t owner; /* whose time it takes, the key of an address; 0: nobody's */
    int64_t table; /* or 0 */
    bool counted; /* among the owner's, for workers_owed() */
    bool behind; /* what its table has done must be on disk first, where readers see it */
    uint64_t number; /* in the order of asking */
    int64_t charged; /* microseconds that the owner was charged beforehand */
    void (*work)(struct job *job, struct desk *desk); /* on a worker */
    void (*done)(struct server *server, struct job *job); /* then, in the loop; frees it */
    void (*drop)(struct job *job); /* instead, when the server stops */
};
struct workers *workers_start(struct server *server, int count);
void workers_stop(struct workers *workers);
void workers_give(struct workers *workers, struct job *job);
/* The same at the end of this turn of the loop, or when that is on disk behind which it is. */
void workers_hold(struct workers *workers, struct job *job);
void workers_release(struct workers *workers); /* the turn ends */
void workers_fly(struct workers *workers); /* what was done is being written */
void workers_land(struct workers *workers); /* and has been */
int workers_waiting(struct workers *workers); /* jobs */
int workers_owed(struct workers *workers, uint64_t owner); /* counted jobs of an owner */
uint64_t workers_done(struct workers *workers); /* jobs so far */
void workers_collect(struct workers *workers); /* what is done */

/* -------------------------------------------------------------------- shelf.c */

enum shelf_kind { SHELF_LOG, SHELF_REPLAY, SHELF_PROOF, SHELF_STATE };

/* Something that was made once and is shared; it never changes. */
struct item {
    struct item *next; /* in its bucket */
    struct item *newer, *older; /* by the latest use */
    struct shelf *shelf;
    int64_t table;
    int kind; /* enum shelf_kind */
    int part; /* a viewer, or a place in the log */
    int users;
    int takers; /* of them, visitors to whom it is being sent */
    bool kept; /* on the shelf; else it goes with its last user */
    bool packed; /* as gzip */
    void *bytes;
    size_t length;
};
struct shelf *shelf_new(size_t most); /* bytes */
void shelf_free(struct shelf *shelf);
/* Gives the caller a use of it, or NULL. */
struct item *shelf_find(struct shelf *shelf, int64_t table, int kind, int part);
/* Takes the bytes (from malloc). Table 0: for its users alone. NULL: no room, or out of memory. */
struct item *shelf_put(struct shelf *shelf, int64_t table, int kind, int part, void *bytes,
                       size_t length);
struct item *item_share(struct item *item); /* one more use of it */
void item_release(struct item *item);
void shelf_forget(struct shelf *shelf, int64_t table); /* its log has grown */
bool shelf_fits(const struct shelf *shelf, size_t length); /* beside all that is in use */
bool shelf_crowded(const struct shelf *shelf); /* more than half of it is in use */
bool shelf_holds(const struct shelf *shelf, size_t length); /* when nothing else is on it */
size_t shelf_bytes(const struct shelf *shelf);

/* ---------------------------------------------------------------- screening.c */

/* Somebody's request for a log, a replay or a proof. It is `ready` at once or later; its answer's
 * bytes live as long as it does. */
struct screening {
    struct making *making; /* that it waits for; NULL: ready */
    struct screening *next; /* who waits for the same */
    struct screening *before, *after; /* of all there are */
    struct server *server;
    uint64_t owner;
    struct exchange *waiting; /* to be told when it is ready */
    bool ready;
    const char *type; /* of the content */
    struct item *item; /* the answer; NULL: an error, or this: */
    char *own; /* the answer to a request whose writes were waited for */
    size_t own_length;
    int status;
    uint64_t batch; /* number of the batch that it waits for; 0: none */
    int64_t table; /* whose part of it counts; 0: all of it */
    bool again; /* the request is to be answered anew */
    int refusal; /* then: enum refusal, and why */
    char text[256];
};
/* Each fills answer->later, or the answer with an error. */
void screening_of_table(struct table *table, const struct request *request, int kind, int viewer,
                        struct answer *answer);
void screening_of_text(struct server *server, const struct request *request, int viewer,
                       struct answer *answer);
/* The answer is given when what a table has done is on disk, and becomes an error where that is
 * refused; at once where nothing waits. NULL: all that was done at any table. */
void answer_when_stored(struct server *server, const struct address *address,
                        const struct table *table, struct answer *answer);
/* A batch was written or not: of one table those up to it are answered; of 0 those that waited for
 * what was done at any table; of ANY_TABLE all. */
enum { ANY_TABLE = -1 };
enum stored { NOT_STORED, STORED, ASK_AGAIN }; /* the last: another node was first */
void answers_settle(struct server *server, uint64_t batch, int64_t table, enum stored stored);
/* Fills answer->later again where there are bytes to be taken. */
void screening_answer(struct screening *screening, struct answer *answer);
/* At most so many bytes from a place on; -1: it was given up. */
ssize_t screening_read(const struct screening *screening, uint64_t from, char *to, size_t most);
void screening_give_up(struct screening *screening); /* nobody takes its bytes any more */
void screening_free(struct screening *screening); /* also when nobody waits for it any more */
/* The log of a table has grown after its end: what was made of it is no longer all. */
void screening_forget(struct table *table);

/* ------------------------------------------------------- replay.c, on a worker */

/* A finished game's log, each line with its end. */
struct log_text {
    char *text;
    size_t used, room;
};
bool log_read(struct desk *desk, const char *code, struct log_text *log,
              struct holm_trouble *trouble);
/* All that is needed to compute every draw again, and the log itself. */
bool proof_put(struct holm_writer *writer, FILE *log, struct holm_trouble *trouble);
/* A whole log as a replay for one viewer; `names` of the seats, or NULL. */
bool replay_put(struct holm_writer *writer, FILE *log, int viewer, const char (*names)[NAME_SIZE],
                struct holm_trouble *trouble);

/* --------------------------------------------------------- load.c, loading.c */

/* What is wrong with the log of a game. */
struct load_fault {
    struct holm_trouble trouble;
    int line; /* that was looked at; 0: the table itself */
    bool damaged; /* it will not be better the next time */
};
/* Replays the log of a table, whoever's the table and the store are; table->game is there then. */
bool game_load(struct table *table, struct holm_store *store, struct load_fault *fault);
/* Has the game of a table read, for a connection that has said hello: it enters when the game is
 * there, or is told why not. */
void loading_ask(struct connection *connection, struct table *table);
bool loading_wake(struct table *table); /* for keeping.c; false: no memory */
/* What a connection says while it waits is heard afterwards; false: that is too much. */
bool loading_keep(struct connection *connection, const char *text, size_t length);
void loading_hear_kept(struct connection *connection); /* it is afterwards */
void loading_leave(
    struct connection *connection); /* it waits no longer, and what it said is gone */

/* ------------------------------------------------------------------ history.c */

/* Answers a connection with the events from a number on, by and by; with `changes` also with what
 * they changed in its view. */
void history_ask(struct connection *connection, int from, bool changes);

#endif
