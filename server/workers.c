/* workers.c: threads for what takes long, so that the loop never waits: bots that think, replays of
 * whole games. A job is handed over, worked on, and handed back to the loop. */
#include <pthread.h>
#include <stdlib.h>

#include "server/server.h"

struct queue {
    struct job *first, **last;
    int count;
};

struct workers {
    struct server *server;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct queue waiting, done;
    bool stop;
    int count;
    pthread_t thread[];
};

static void enqueue(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
    queue->count++;
}

static struct job *dequeue(struct queue *queue)
{
    struct job *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->last = &queue->first;
    queue->count--;
    return job;
}

static void *work(void *context)
{
    struct workers *workers = context;
    pthread_mutex_lock(&workers->lock);
    while (!workers->stop) {
        struct job *job = dequeue(&workers->waiting);
        if (!job) {
            pthread_cond_wait(&workers->more, &workers->lock);
            continue;
        }
        pthread_mutex_unlock(&workers->lock);
        job->work(job);
        pthread_mutex_lock(&workers->lock);
        enqueue(&workers->done, job);
        loop_wake(workers->server);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

struct workers *workers_start(struct server *server, int count)
{
    struct workers *workers = calloc(1, sizeof *workers + (size_t)count * sizeof(pthread_t));
    if (!workers)
        return NULL;
    workers->server = server;
    workers->waiting.last = &workers->waiting.first;
    workers->done.last = &workers->done.first;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->more, NULL);
    while (workers->count < count &&
           !pthread_create(&workers->thread[workers->count], NULL, work, workers))
        workers->count++;
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
        pthread_join(workers->thread[i], NULL);
    drop_all(&workers->waiting);
    drop_all(&workers->done);
    pthread_cond_destroy(&workers->more);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
}

void workers_give(struct workers *workers, struct job *job)
{
    pthread_mutex_lock(&workers->lock);
    enqueue(&workers->waiting, job);
    pthread_cond_signal(&workers->more);
    pthread_mutex_unlock(&workers->lock);
}

int workers_waiting(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    const int count = workers->waiting.count;
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
