/* workers.c: threads for what takes long, so that the loop never waits. A job is handed over,
 * worked on, and handed back to the loop.
 *
 * The queue is fair by time: next comes a job of the owner whose jobs have taken the least. Owners
 * share a fixed number of accounts, so that the books stay small; which owners share one, nobody
 * outside can tell. Who comes back after a while starts where the others are: time that was not
 * used is not saved up. */
#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>

#include "server/server.h"

enum { ACCOUNTS = 4096 };

struct queue {
    struct job *first, **last;
};

struct account {
    int64_t used; /* microseconds, ahead of which nobody is served who has used more */
    int64_t usual; /* what its latest job took */
    struct queue jobs; /* in the order of asking */
    int64_t served; /* the table of its latest job */
    int counted; /* of its jobs, waiting or being worked on */
    int place; /* among the busy ones */
};

struct worker {
    struct workers *workers;
    pthread_t thread;
    struct desk desk;
};

struct workers {
    struct server *server;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct account account[ACCOUNTS];
    int busy[ACCOUNTS]; /* accounts with jobs that wait */
    int busy_count;
    int64_t reached; /* how much the owner served last had used */
    uint64_t salt, numbers, finished;
    int waiting;
    struct queue held, flown; /* the loop's own */
    int held_count;
    struct queue done;
    bool stop;
    int count;
    struct worker worker[];
};

/* --------------------------------------------------------------------- queues */

static void enqueue(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

/* Takes the job out that `at` points to. */
static struct job *take_out(struct queue *queue, struct job **at)
{
    struct job *job = *at;
    *at = job->next;
    if (!*at)
        queue->last = at;
    return job;
}

static struct job *dequeue(struct queue *queue)
{
    return queue->first ? take_out(queue, &queue->first) : NULL;
}

static struct account *account_of(struct workers *workers, uint64_t owner)
{
    const uint64_t mixed = (owner ^ workers->salt) * 0x9E3779B97F4A7C15u;
    return &workers->account[(mixed >> 40) % ACCOUNTS];
}

static void add(struct workers *workers, struct job *job)
{
    struct account *account = account_of(workers, job->owner);
    if (!account->jobs.first) {
        if (account->used < workers->reached)
            account->used = workers->reached;
        account->place = workers->busy_count;
        workers->busy[workers->busy_count++] = (int)(account - workers->account);
    }
    job->number = ++workers->numbers;
    account->counted += job->counted;
    workers->waiting++;
    enqueue(&account->jobs, job);
}

/* The busy account that has used least; of equal ones, who asked first. */
static struct account *next_account(struct workers *workers)
{
    struct account *best = NULL;
    for (int i = 0; i < workers->busy_count; i++) {
        struct account *at = &workers->account[workers->busy[i]];
        if (!best || at->used < best->used ||
            (at->used == best->used && at->jobs.first->number < best->jobs.first->number))
            best = at;
    }
    return best;
}

/* An owner's tables take turns. */
static struct job *next_of(struct account *account)
{
    struct job **at = &account->jobs.first;
    while (*at && (*at)->table == account->served)
        at = &(*at)->next;
    struct job *job = take_out(&account->jobs, *at ? at : &account->jobs.first);
    account->served = job->table;
    return job;
}

static struct job *next_job(struct workers *workers)
{
    struct account *account = next_account(workers);
    if (!account)
        return NULL;
    struct job *job = next_of(account);
    workers->waiting--;
    if (!account->jobs.first) {
        const int last = workers->busy[--workers->busy_count];
        workers->busy[account->place] = last;
        workers->account[last].place = account->place;
    }
    workers->reached = account->used;
    job->charged = account->usual; /* so that other threads know before it is done */
    account->used += job->charged;
    return job;
}

static void settle(struct workers *workers, struct job *job, int64_t took)
{
    struct account *account = account_of(workers, job->owner);
    account->used += took - job->charged;
    account->usual = took;
    account->counted -= job->counted;
    workers->finished++;
    enqueue(&workers->done, job);
}

/* -------------------------------------------------------------------- threads */

struct holm_store *desk_store(struct desk *desk, struct holm_trouble *trouble)
{
    if (!desk->store)
        desk->store = holm_store_open_reader(desk->database, trouble);
    return desk->store;
}

void desk_clear(struct desk *desk)
{
    holm_store_close(desk->store);
    desk->store = NULL;
}

/* Of this thread: how busy the machine is otherwise is nobody's fault. */
static int64_t microseconds_used(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct workers *workers = worker->workers;
    pthread_mutex_lock(&workers->lock);
    while (!workers->stop) {
        struct job *job = next_job(workers);
        if (!job) {
            pthread_cond_wait(&workers->more, &workers->lock);
            continue;
        }
        pthread_mutex_unlock(&workers->lock);
        const int64_t from = microseconds_used();
        job->work(job, &worker->desk);
        const int64_t took = microseconds_used() - from;
        pthread_mutex_lock(&workers->lock);
        settle(workers, job, took + 1);
        loop_wake(workers->server);
    }
    pthread_mutex_unlock(&workers->lock);
    desk_clear(&worker->desk);
    return NULL;
}

struct workers *workers_start(struct server *server, int count)
{
    struct workers *workers = calloc(1, sizeof *workers + (size_t)count * sizeof(struct worker));
    if (!workers)
        return NULL;
    workers->server = server;
    workers->held.last = &workers->held.first;
    workers->flown.last = &workers->flown.first;
    workers->done.last = &workers->done.first;
    for (int i = 0; i < ACCOUNTS; i++)
        workers->account[i].jobs.last = &workers->account[i].jobs.first;
    randombytes_buf(&workers->salt, sizeof workers->salt);
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->more, NULL);
    for (; workers->count < count; workers->count++) {
        struct worker *worker = &workers->worker[workers->count];
        worker->workers = workers;
        worker->desk.database = server->settings.database;
        if (pthread_create(&worker->thread, NULL, work, worker))
            break;
    }
    if (workers->count == count)
        return workers;
    workers_stop(workers);
    return NULL;
}

static void drop_all(struct queue *queue)
{
    struct job *job;
    while ((job = dequeue(queue)))
        job->drop(job);
}

void workers_stop(struct workers *workers)
{
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_cond_broadcast(&workers->more);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->worker[i].thread, NULL);
    for (int i = 0; i < workers->busy_count; i++)
        drop_all(&workers->account[workers->busy[i]].jobs);
    drop_all(&workers->held);
    drop_all(&workers->flown);
    drop_all(&workers->done);
    pthread_cond_destroy(&workers->more);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

/* ------------------------------------------------------------------- the loop */

void workers_give(struct workers *workers, struct job *job)
{
    pthread_mutex_lock(&workers->lock);
    add(workers, job);
    pthread_cond_signal(&workers->more);
    pthread_mutex_unlock(&workers->lock);
}

void workers_hold(struct workers *workers, struct job *job)
{
    enqueue(&workers->held, job);
    workers->held_count++;
}

static void give_all(struct workers *workers, struct queue *queue)
{
    struct job *job;
    while ((job = dequeue(queue))) {
        workers_give(workers, job);
        workers->held_count--;
    }
}

void workers_release(struct workers *workers)
{
    for (struct job **at = &workers->held.first; *at;) {
        if ((*at)->behind) {
            at = &(*at)->next;
            continue;
        }
        workers_give(workers, take_out(&workers->held, at));
        workers->held_count--;
    }
}

void workers_fly(struct workers *workers)
{
    for (struct job **at = &workers->held.first; *at;) {
        if ((*at)->behind)
            enqueue(&workers->flown, take_out(&workers->held, at));
        else
            at = &(*at)->next;
    }
}

void workers_land(struct workers *workers)
{
    give_all(workers, &workers->flown);
}

int workers_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    const int count = workers->waiting;
    pthread_mutex_unlock(&workers->lock);
    return count + workers->held_count;
}

int workers_owed(struct workers *workers, uint64_t owner)
{
    int count = 0;
    for (const struct job *at = workers->held.first; at; at = at->next)
        count += at->counted && at->owner == owner;
    for (const struct job *at = workers->flown.first; at; at = at->next)
        count += at->counted && at->owner == owner;
    pthread_mutex_lock(&workers->lock);
    count += account_of(workers, owner)->counted;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

uint64_t workers_done(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    const uint64_t count = workers->finished;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

void workers_collect(struct workers *workers)
{
    struct job *job;
    do {
        pthread_mutex_lock(&workers->lock);
        job = dequeue(&workers->done);
        pthread_mutex_unlock(&workers->lock);
        if (job)
            job->done(workers->server, job);
    } while (job);
}
