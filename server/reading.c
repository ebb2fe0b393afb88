/* reading.c: what the loop reads of a database that is elsewhere, by a thread with a connection of
 * its own. It takes all that is wanted at a time, and sends it at once. */
#include "server/reading.h"

#include <pthread.h>
#include <stdlib.h>

#include "server/server.h"

enum {
    AT_A_TIME = 256,
    PATIENCE = 2000, /* milliseconds: then whoever waits is told that nothing can be read */
};

struct line {
    struct reading *first, **last;
};

struct readings {
    struct server *server;
    struct holm_store *store; /* the thread's */
    pthread_t thread;
    bool running;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct line given, done; /* under the lock */
    bool stop; /* likewise */
    struct reading *now; /* in the middle of which the loop is; or NULL */
    struct chore_reading {
        struct reading reading;
        void (*run)(struct server *server);
    } chore[CHORES];
};

static void add(struct line *line, struct reading *reading)
{
    reading->next = NULL;
    *line->last = reading;
    line->last = &reading->next;
}

static struct reading *take_all(struct line *line)
{
    struct reading *first = line->first;
    line->first = NULL;
    line->last = &line->first;
    return first;
}

/* ------------------------------------------------------------------- the thread */

/* What comes back first may be done while the rest is still asked for. */
static void get(struct readings *readings, struct reading *first)
{
    struct holm_recall *recalls[AT_A_TIME];
    while (first) {
        int count = 0;
        for (struct reading *at = first; at && count < AT_A_TIME; at = at->next)
            recalls[count++] = at->recall;
        holm_recall_get(recalls, count, readings->store);
        pthread_mutex_lock(&readings->lock);
        for (struct reading *next; count--; first = next) {
            next = first->next;
            add(&readings->done, first);
        }
        pthread_mutex_unlock(&readings->lock);
        loop_wake(readings->server);
    }
}

static void *work(void *context)
{
    struct readings *readings = context;
    pthread_mutex_lock(&readings->lock);
    while (!readings->stop) {
        struct reading *first = take_all(&readings->given);
        if (!first) {
            pthread_cond_wait(&readings->more, &readings->lock);
            continue;
        }
        pthread_mutex_unlock(&readings->lock);
        get(readings, first);
        pthread_mutex_lock(&readings->lock);
    }
    pthread_mutex_unlock(&readings->lock);
    return NULL;
}

bool reading_start(struct server *server, struct holm_trouble *trouble)
{
    if (!server->node)
        return true;
    struct readings *readings = server->readings = calloc(1, sizeof *readings);
    if (!readings)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    readings->server = server;
    take_all(&readings->given);
    take_all(&readings->done);
    pthread_mutex_init(&readings->lock, NULL);
    pthread_cond_init(&readings->more, NULL);
    readings->store = holm_store_open_reader(server->settings.database, trouble);
    if (!readings->store)
        return false;
    holm_store_hurry(readings->store, PATIENCE);
    readings->running = !pthread_create(&readings->thread, NULL, work, readings);
    return readings->running || holm_trouble(trouble, 0, "no threads can be started");
}

static void run_chore(struct server *server, struct reading *reading);

/* Whoever wanted them has gone. */
static void free_all(struct reading *first)
{
    for (struct reading *next; first; first = next) {
        next = first->next;
        first->away = false;
        if (first->again != run_chore)
            reading_drop(first);
    }
}

void reading_stop(struct server *server)
{
    struct readings *readings = server->readings;
    if (!readings)
        return;
    if (readings->running) {
        pthread_mutex_lock(&readings->lock);
        readings->stop = true;
        pthread_cond_signal(&readings->more);
        pthread_mutex_unlock(&readings->lock);
        pthread_join(readings->thread, NULL);
    }
    free_all(readings->given.first);
    free_all(readings->done.first);
    for (int i = 0; i < CHORES; i++)
        reading_forget(&readings->chore[i].reading);
    holm_store_close(readings->store);
    pthread_cond_destroy(&readings->more);
    pthread_mutex_destroy(&readings->lock);
    free(readings);
    server->readings = NULL;
}

/* --------------------------------------------------------------------- the loop */

void reading_collect(struct server *server)
{
    struct readings *readings = server->readings;
    if (!readings)
        return;
    pthread_mutex_lock(&readings->lock);
    struct reading *at = take_all(&readings->done);
    pthread_mutex_unlock(&readings->lock);
    for (struct reading *next; at; at = next) {
        next = at->next;
        at->away = false;
        if (at->dropped)
            reading_drop(at);
        else
            at->again(server, at);
    }
}

void reading_begin(struct server *server, struct reading *reading)
{
    struct readings *readings = server->readings;
    if (!readings)
        return;
    if (!reading->recall)
        reading->recall = holm_recall_new();
    reading->passed = 0;
    reading->around = readings->now;
    readings->now = reading;
    holm_store_recall(server->store, reading->recall);
}

void reading_leave(struct server *server, struct reading *reading)
{
    struct readings *readings = server->readings;
    if (!readings)
        return;
    readings->now = reading->around;
    holm_store_recall(server->store, readings->now ? readings->now->recall : NULL);
}

bool reading_end(struct server *server, struct reading *reading)
{
    struct readings *readings = server->readings;
    reading_leave(server, reading);
    if (!readings || !holm_recall_wants(reading->recall))
        return true;
    reading->away = true;
    pthread_mutex_lock(&readings->lock);
    add(&readings->given, reading);
    pthread_cond_signal(&readings->more);
    pthread_mutex_unlock(&readings->lock);
    return false;
}

bool reading_goes_on(const struct server *server)
{
    return server->readings && server->readings->now;
}

bool reading_wants(const struct server *server)
{
    const struct reading *now = server->readings ? server->readings->now : NULL;
    return now && holm_recall_wants(now->recall);
}

bool reading_passes(struct server *server)
{
    struct reading *now = server->readings ? server->readings->now : NULL;
    return now && now->passed < now->taken && ++now->passed;
}

void reading_passed(struct server *server)
{
    struct reading *now = server->readings ? server->readings->now : NULL;
    if (now)
        now->passed = ++now->taken;
}

void reading_renew(struct server *server)
{
    struct reading *now = server->readings ? server->readings->now : NULL;
    if (!now)
        return;
    holm_recall_free(now->recall);
    now->recall = holm_recall_new();
    holm_store_recall(server->store, now->recall);
}

void reading_forget(struct reading *reading)
{
    holm_recall_free(reading->recall);
    reading->recall = NULL;
    reading->taken = 0;
}

void reading_drop(struct reading *reading)
{
    if (!reading)
        return;
    reading->dropped = true;
    if (reading->away)
        return;
    holm_recall_free(reading->recall);
    free(reading);
}

/* ----------------------------------------------------------------------- chores */

static void run_chore(struct server *server, struct reading *reading)
{
    reading_begin(server, reading);
    ((struct chore_reading *)reading)->run(server);
    if (reading_end(server, reading))
        reading_forget(reading);
}

void reading_chore(struct server *server, enum reading_chores chore,
                   void (*run)(struct server *server))
{
    struct chore_reading *one = server->readings ? &server->readings->chore[chore] : NULL;
    if (!one) {
        run(server);
        return;
    }
    if (one->reading.away)
        return; /* it is done when that is there */
    one->reading.again = run_chore;
    one->run = run;
    run_chore(server, &one->reading);
}
