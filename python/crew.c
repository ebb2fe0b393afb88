/* crew.c: threads that work on the ranges of a batch's games together. A step of many games takes some
 * hundred microseconds, and waking a thread a good part of that: so they wait awake for a moment,
 * since the next step mostly comes at once, and only then asleep. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "python/native.h"

enum { WORKERS_MOST = 255, LOOKS = 3000 /* while awake: some 50 to 100 microseconds */ };

struct native_crew {
    pthread_mutex_t lock;
    pthread_cond_t news; /* for those asleep: a counter below has changed */
    atomic_uint tasks, done; /* handed out so far; done so far, by each worker */
    const struct native_task *task; /* NULL: it is time to go */
    atomic_uint next; /* range of the task that nobody has taken */
    atomic_int error; /* the first */
    unsigned workers; /* beside whoever calls */
    pid_t home; /* threads do not follow into a forked process */
    pthread_t thread[WORKERS_MOST];
};

/* --------------------------------------------------------------------- work */

static int do_range(const struct native_task *task, uint32_t begin, uint32_t end)
{
    switch ((enum native_work)task->work) {
    case NATIVE_STEP:
        return holm_envs_step(task->envs, begin, end, task->data, task->out);
    case NATIVE_ACT:
        return holm_envs_act(task->envs, begin, end, task->data, task->out);
    case NATIVE_OBSERVE:
        return holm_envs_observe(task->envs, begin, end, task->out);
    case NATIVE_STEP_ON:
        return native_players_step(task->players, begin, end, task->data, task->out);
    case NATIVE_CHOOSE:
        return native_players_choose(task->players, begin, end, task->data);
    case NATIVE_FOLLOW:
        native_players_follow(task->players, begin, end, task->out->terminated,
                              task->out->truncated);
        return HOLM_OK;
    case NATIVE_FINISH:
        return native_players_finish(task->players, begin, end, task->data);
    }
    return HOLM_OK;
}

/* Takes range after range until there is none left. */
static void do_ranges(struct native_crew *crew, const struct native_task *task)
{
    unsigned i;
    while ((i = atomic_fetch_add(&crew->next, 1)) < task->ranges) {
        int none = HOLM_OK;
        const int error = do_range(task, task->range[i][0], task->range[i][1]);
        if (error)
            atomic_compare_exchange_strong(&crew->error, &none, error);
    }
}

/* ------------------------------------------------------------------ waiting */

static void rest(void)
{
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
}

static void wait_for(struct native_crew *crew, atomic_uint *counter, unsigned value)
{
    for (int i = 0; i < LOOKS; i++) {
        if (atomic_load(counter) == value)
            return;
        rest();
    }
    pthread_mutex_lock(&crew->lock);
    while (atomic_load(counter) != value)
        pthread_cond_wait(&crew->news, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

static void count(struct native_crew *crew, atomic_uint *counter)
{
    pthread_mutex_lock(&crew->lock);
    atomic_fetch_add(counter, 1);
    pthread_cond_broadcast(&crew->news);
    pthread_mutex_unlock(&crew->lock);
}

static void *work(void *argument)
{
    struct native_crew *crew = argument;
    for (unsigned task = 1;; task++) {
        wait_for(crew, &crew->tasks, task);
        if (!crew->task)
            return NULL;
        do_ranges(crew, crew->task);
        count(crew, &crew->done);
    }
}

/* --------------------------------------------------------------------- crew */

static bool are_ranges(const struct native_task *task)
{
    struct holm_envs_info info;
    holm_envs_info(task->envs, &info);
    for (uint32_t i = 0; i < task->ranges; i++)
        if (task->range[i][0] > task->range[i][1] || task->range[i][1] > info.games)
            return false;
    return true;
}

int native_crew_do(struct native_crew *crew, const struct native_task *task)
{
    int first = HOLM_OK;
    if (!are_ranges(task))
        return HOLM_ENVS_E_RANGE;
    if (crew && crew->home != getpid())
        return NATIVE_E_FORKED;
    if (!crew) {
        for (uint32_t i = 0; i < task->ranges; i++) {
            const int error = do_range(task, task->range[i][0], task->range[i][1]);
            first = first ? first : error;
        }
        return first;
    }
    crew->task = task;
    atomic_store(&crew->next, 0);
    atomic_store(&crew->error, HOLM_OK);
    count(crew, &crew->tasks);
    do_ranges(crew, task);
    wait_for(crew, &crew->done, atomic_load(&crew->tasks) * crew->workers);
    return atomic_load(&crew->error);
}

struct native_crew *native_crew_make(uint32_t threads)
{
    struct native_crew *crew = threads <= WORKERS_MOST ? calloc(1, sizeof *crew) : NULL;
    if (!crew) {
        native_fail("%u threads are too many", threads);
        return NULL;
    }
    crew->home = getpid();
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->news, NULL);
    for (; crew->workers + 1 < threads; crew->workers++)
        if (pthread_create(&crew->thread[crew->workers], NULL, work, crew)) {
            native_fail("cannot start thread %u", crew->workers + 2);
            native_crew_free(crew);
            return NULL;
        }
    return crew;
}

static void send_home(struct native_crew *crew)
{
    crew->task = NULL;
    count(crew, &crew->tasks);
    for (unsigned i = 0; i < crew->workers; i++)
        pthread_join(crew->thread[i], NULL);
    pthread_cond_destroy(&crew->news);
    pthread_mutex_destroy(&crew->lock);
}

void native_crew_free(struct native_crew *crew)
{
    if (crew && crew->home == getpid())
        send_home(crew);
    free(crew);
}
