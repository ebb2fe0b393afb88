/* writer.c: the thread that writes. One batch at a time is one transaction, but for what keeps the
 * house; while the disk takes its
 * time over it, the loop goes on and gathers the next one. */
#include "server/writing.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "server/server.h"

enum {
    QUICK_NANOSECONDS = 2000000,
    TIMES_MOST = 5, /* that a batch is written again */
    ASK_TIMES = 10,
    ASK_PAUSE = 300000, /* microseconds */
};

struct writer {
    struct server *server;
    struct holm_store *store; /* the thread's while it has a batch, and otherwise the loop's */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more, ready;
    struct batch *given, *done;
    bool busy; /* something was given, and not taken back yet */
    uint64_t usual; /* nanoseconds that a batch takes, of late */
    bool stop;
};

/* ------------------------------------------------------------------- writing */

static bool end_part(struct part *part, struct holm_store *store, bool keep)
{
    struct holm_trouble trouble;
    const bool fine = holm_store_end_part(store, keep, &trouble);
    if (!fine)
        part->trouble = trouble;
    return fine;
}

/* The deeds of a table, or nothing of it, and what is nobody's one by one; false: the transaction is
 * gone. */
static bool write_part(struct part *part, struct holm_store *store)
{
    if (part->whole && !holm_store_begin_part(store, &part->trouble))
        return false;
    for (struct deed *deed = part->first; deed && !part->refused; deed = deed->next) {
        if (!part->whole && !holm_store_begin_part(store, &part->trouble))
            return false;
        deed->failed = !deed->write(deed, store, &part->trouble);
        if (deed->failed) {
            part->refused = part->whole;
            part->damaged = holm_store_damaged(store);
            if (!holm_store_begun(store))
                return false;
        }
        if (!part->whole && !end_part(part, store, !deed->failed))
            return false;
    }
    return !part->whole || end_part(part, store, !part->refused);
}

/* What a table does because of another one, which comes before it, is refused with that. */
static bool is_refused_with(const struct batch *batch, struct part *part)
{
    for (const struct part *at = batch->first; part->follows && at != part; at = at->next)
        if (at->id == part->follows && at->refused) {
            part->refused = true;
            part->trouble = at->trouble;
        }
    return part->refused;
}

/* Where nodes share the database: which tables have which versions now, for the others. */
static void put_news(struct holm_writer *writer, const struct batch *batch)
{
    holm_putf(writer, "%lld", (long long)batch->node);
    for (const struct part *part = batch->first; part; part = part->next)
        if (part->whole && part->first && !part->refused)
            holm_putf(writer, " %lld:%lld", (long long)part->id, (long long)part->version + 1);
}

/* They are told once it is committed, by a transaction of its own that need not be on disk: one that
 * tells something keeps all others from being committed until it is. Who is not told because of a
 * crash just then notices by itself: news_sweep. */
static void tell_nodes(const struct batch *batch, struct holm_store *store)
{
    char news[HOLM_NEWS_SIZE - 192]; /* PostgreSQL takes 7999 bytes */
    struct holm_writer writer = holm_writer(news, sizeof news);
    put_news(&writer, batch);
    if (writer.full)
        snprintf(news, sizeof news, "%lld *", (long long)batch->node);
    holm_store_tell(store, news);
}

static bool write_parts(struct batch *batch, struct holm_store *store)
{
    if (!holm_store_begin(store, &batch->failure))
        return false;
    for (struct part *part = batch->first; part; part = part->next)
        part->refused = part->late;
    for (struct part *part = batch->first; part; part = part->next)
        if (!part->late && !is_refused_with(batch, part) && !write_part(part, store)) {
            batch->failure = part->trouble;
            return false;
        }
    return !batch->node || holm_store_note_batch(store, batch->number, &batch->failure);
}

/* From one deed up to another: all of them, or none. */
static bool write_house(struct deed *from, const struct deed *to, struct holm_store *store)
{
    struct holm_trouble trouble;
    bool fine = holm_store_begin(store, &trouble);
    for (struct deed *deed = from; fine && deed != to; deed = deed->next)
        fine = deed->write(deed, store, &trouble);
    fine = fine && holm_store_commit(store, &trouble);
    if (!fine)
        holm_store_rollback(store);
    return fine;
}

/* Together, if all of it can be; else one by one, and what cannot be written harms nothing else. */
static void keep_house(const struct batch *batch, struct holm_store *store)
{
    struct holm_trouble trouble;
    if (!batch->house)
        return;
    const bool begun = holm_store_begin(store, &trouble);
    if (begun && write_house(batch->house, NULL, store))
        return;
    for (struct deed *deed = batch->house; deed; deed = deed->next)
        deed->failed = !begun || !write_house(deed, deed->next, store);
}

/* When a connection is lost in the middle of a commit, nobody knows yet what has become of it. */
static bool is_there_after_all(const struct batch *batch, struct holm_store *store)
{
    for (int i = 0; i < ASK_TIMES; i++) {
        if (i)
            usleep(ASK_PAUSE);
        if (holm_store_asks(store))
            return holm_store_has_batch(store, batch->number);
    }
    return false;
}

static void write_once(struct batch *batch, struct holm_store *store)
{
    batch->fine = !batch->first;
    if (batch->first && write_parts(batch, store)) {
        const uint64_t from = uv_hrtime();
        batch->fine = holm_store_commit(store, &batch->failure) ||
                      (batch->node && is_there_after_all(batch, store));
        batch->microseconds += (uv_hrtime() - from) / 1000;
    }
    if (!batch->fine)
        holm_store_rollback(store);
    else if (batch->first && batch->node)
        tell_nodes(batch, store);
}

/* Those that are in a batch are in the order of their numbers, but for new ones. */
static void compare(void *context, int64_t table, int64_t version)
{
    const struct batch *batch = context;
    for (struct part *part = batch->first; part; part = part->next)
        if (part->version && part->id == table)
            part->late = part->version != version;
}

/* For which tables of a batch another node was quicker; false: for none. */
static bool find_late(const struct batch *batch, struct holm_store *store)
{
    struct holm_trouble trouble;
    size_t size = 3;
    bool found = false;
    for (const struct part *part = batch->first; part; part = part->next)
        size += 21;
    char *list = must_have(size);
    struct holm_writer writer = holm_writer(list, size);
    for (struct part *part = batch->first; part; part = part->next)
        if (part->version && part->first) {
            holm_putf(&writer, "%c%lld", writer.used ? ',' : '{', (long long)part->id);
            part->late = true; /* unless it is there, as it was */
        }
    holm_put(&writer, writer.used ? "}" : "{}");
    const bool known = holm_store_versions(store, list, compare, (void *)batch, &trouble);
    for (struct part *part = batch->first; part; part = part->next) {
        part->late &= known;
        found |= part->late;
    }
    free(list);
    return found;
}

static bool note_state(void *context, const struct holm_stored_table *stored)
{
    *(int *)context = stored->state;
    return false;
}

/* Tables that are refused go back to what the database has. The loop must not wait for that, so it is
 * read here, and they wait for it as if it was still being written. */
static void read_back(struct batch *batch, struct holm_store *store)
{
    struct holm_trouble trouble;
    batch->back.recall = holm_recall_new();
    holm_store_record(store, batch->back.recall);
    for (struct part *part = batch->first; part; part = part->next) {
        int state = HOLM_STORE_WAITING;
        if (!part->whole || (batch->fine && !part->refused))
            continue;
        if (!holm_store_find(store, part->code, note_state, &state, &trouble))
            break; /* it is out of reach */
        if (state != HOLM_STORE_WAITING)
            table_read_ahead(store, part->id);
        chat_read_ahead(store, part->id, part->told);
    }
    holm_store_record(store, NULL);
}

static bool is_refused(const struct batch *batch)
{
    bool refused = !batch->fine;
    for (const struct part *part = batch->first; part; part = part->next)
        refused |= part->whole && part->refused;
    return refused;
}

/* What is refused unseen is written once more: without what is late, where that was the matter; else
 * each answer is waited for. Two nodes that wait for each other do not meet like that for long. */
void writer_write(struct batch *batch, struct holm_store *store)
{
    write_once(batch, store);
    for (int i = 0; i < TIMES_MOST && !batch->fine && holm_store_again(store); i++) {
        holm_store_set_careful(store, !batch->node || !find_late(batch, store) || i > 1);
        write_once(batch, store);
        holm_store_set_careful(store, false);
    }
    if (batch->node && is_refused(batch))
        read_back(batch, store);
    keep_house(batch, store);
}

/* -------------------------------------------------------------------- thread */

static void *work(void *context)
{
    struct writer *writer = context;
    pthread_mutex_lock(&writer->lock);
    while (!writer->stop || writer->given) {
        struct batch *batch = writer->given;
        if (!batch) {
            pthread_cond_wait(&writer->more, &writer->lock);
            continue;
        }
        writer->given = NULL;
        pthread_mutex_unlock(&writer->lock);
        const uint64_t from = uv_hrtime();
        writer_write(batch, writer->store);
        const uint64_t took = uv_hrtime() - from;
        pthread_mutex_lock(&writer->lock);
        writer->usual += took / 8 - writer->usual / 8;
        writer->done = batch;
        pthread_cond_signal(&writer->ready);
        loop_wake(writer->server);
    }
    pthread_mutex_unlock(&writer->lock);
    return NULL;
}

struct writer *writer_start(struct server *server, struct holm_store *store)
{
    struct writer *writer = calloc(1, sizeof *writer);
    pthread_condattr_t clock;
    if (!writer)
        return NULL;
    writer->server = server;
    writer->store = store;
    pthread_mutex_init(&writer->lock, NULL);
    pthread_cond_init(&writer->more, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&writer->ready, &clock);
    pthread_condattr_destroy(&clock);
    if (!pthread_create(&writer->thread, NULL, work, writer))
        return writer;
    free(writer);
    return NULL;
}

void writer_stop(struct writer *writer)
{
    if (!writer)
        return;
    pthread_mutex_lock(&writer->lock);
    writer->stop = true;
    pthread_cond_signal(&writer->more);
    pthread_mutex_unlock(&writer->lock);
    pthread_join(writer->thread, NULL);
    pthread_cond_destroy(&writer->more);
    pthread_cond_destroy(&writer->ready);
    pthread_mutex_destroy(&writer->lock);
    holm_store_close(writer->store);
    free(writer);
}

void writer_give(struct writer *writer, struct batch *batch)
{
    pthread_mutex_lock(&writer->lock);
    writer->given = batch;
    writer->busy = true;
    pthread_cond_signal(&writer->more);
    pthread_mutex_unlock(&writer->lock);
}

/* False: nothing more is to be waited for. */
static bool wait_for_ready(struct writer *writer, enum writer_wait wait,
                           const struct timespec *until)
{
    if (wait == WRITER_EVER)
        return !pthread_cond_wait(&writer->ready, &writer->lock);
    return wait == WRITER_SOON && writer->usual < QUICK_NANOSECONDS &&
           !pthread_cond_timedwait(&writer->ready, &writer->lock, until);
}

struct batch *writer_take(struct writer *writer, enum writer_wait wait)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += QUICK_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&writer->lock);
    while (writer->busy && !writer->done && wait_for_ready(writer, wait, &until))
        ;
    struct batch *batch = writer->done;
    writer->done = NULL;
    writer->busy &= !batch;
    pthread_mutex_unlock(&writer->lock);
    return batch;
}

struct holm_store *writer_store(struct writer *writer)
{
    return writer->store;
}
