/* reading.h: what the loop reads of a database that is elsewhere. It never waits for it: what must
 * be read is got by a thread, and whatever wanted it is done once more, from its beginning, when that
 * is there. So all of it is done without a trace up to where it has read what it needs.
 * For a file all this is nothing: the loop reads it at once. */
#ifndef SERVER_READING_H
#define SERVER_READING_H

#include "store/recall.h"

struct server;

/* Something that reads: a struct of its own may begin with this one. */
struct reading {
    /* In the loop: all that it wanted is there. */
    void (*again)(struct server *server, struct reading *reading);
    struct holm_recall *recall; /* what was read for it; NULL: nothing */
    struct reading *next; /* that is given to the thread, or comes back */
    struct reading *around; /* in the middle of which it began; or NULL */
    bool away; /* the thread has it */
    bool dropped; /* nobody wants it any more: it is freed when it is back */
    int taken, passed; /* limits of rates: in all, in this go */
};

/* What is done now and then by itself. */
enum reading_chores {
    CHORE_WAKE,
    CHORE_PRUNE,
    CHORE_ARCHIVE,
    CHORE_NEWS,
    CHORE_PUSH,
    CHORE_DISK,
    CHORES
};

bool reading_start(struct server *server, struct holm_trouble *trouble);
void reading_stop(struct server *server);
void reading_collect(struct server *server); /* in the loop: what is there */

/* What is read in between is read for it. The end is false where something is wanted: it is done
 * `again` later, and nothing has come of this time. */
void reading_begin(struct server *server, struct reading *reading);
bool reading_end(struct server *server, struct reading *reading);
void reading_leave(struct server *server, struct reading *reading); /* the end, come what may */
bool reading_goes_on(const struct server *server); /* it is in the middle of one */
/* Whether something is wanted that is not there yet, in the middle of one. */
bool reading_wants(const struct server *server);
/* Whether a limit was kept before, the last time; if not, that it was is noted. */
bool reading_passes(struct server *server);
void reading_passed(struct server *server);
void reading_renew(struct server *server); /* in the middle of one: all is read anew */
void reading_forget(struct reading *reading); /* what was read */
void reading_drop(struct reading *reading); /* and itself; or NULL */
void reading_chore(struct server *server, enum reading_chores chore,
                   void (*run)(struct server *server));

#endif
