/* test_work.c: workers serve owners fairly by time; the shelf keeps what is used, within its bound.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "server/server.h"

void loop_wake(struct server *server) /* there is no loop here */
{
    (void)server;
}

/* -------------------------------------------------------------------- workers */

enum { JOBS = 64 };

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int order[JOBS], order_count, done_count,
    dropped_count; /* numbers of jobs as they were worked on */

struct chore {
    struct job job;
    int number, milliseconds;
    bool gated;
};

static int64_t thread_microseconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void toil(struct job *job, struct desk *desk)
{
    struct chore *chore = (struct chore *)job;
    (void)desk;
    if (chore->gated) {
        pthread_mutex_lock(&gate);
        pthread_mutex_unlock(&gate);
    }
    const int64_t end = thread_microseconds() + 1000 * chore->milliseconds;
    while (thread_microseconds() < end)
        continue;
    order[order_count++] = chore->number; /* one worker alone is at it */
}

static void count_done(struct server *server, struct job *job)
{
    (void)server;
    done_count++;
    free(job);
}

static void count_dropped(struct job *job)
{
    dropped_count++;
    free(job);
}

static void give(struct workers *workers, int number, uint64_t owner, int64_t table,
                 int milliseconds)
{
    struct chore *chore = calloc(1, sizeof *chore);
    assert_non_null(chore);
    chore->job = (struct job){ .owner = owner,
                               .table = table,
                               .counted = true,
                               .work = toil,
                               .done = count_done,
                               .drop = count_dropped };
    chore->number = number;
    chore->milliseconds = milliseconds;
    chore->gated = number == 0;
    workers_give(workers, &chore->job);
}

static void wait_for(struct workers *workers, int jobs)
{
    const struct timespec moment = { .tv_nsec = 1000000 };
    while (workers_done(workers) < (uint64_t)jobs)
        nanosleep(&moment, NULL);
    workers_collect(workers);
}

static int place_of(int number)
{
    int place = 0;
    while (place < order_count && order[place] != number)
        place++;
    return place;
}

/* A worker that is held up by job 0 until the gate is opened. */
static struct workers *held_up(struct server *server)
{
    order_count = done_count = dropped_count = 0;
    struct workers *workers = workers_start(server, 1);
    assert_non_null(workers);
    pthread_mutex_lock(&gate);
    give(workers, 0, 99, 0, 0);
    while (workers_waiting(workers))
        sched_yield();
    return workers;
}

static void a_neighbour_waits_for_few(void **unused)
{
    static struct server server;
    struct workers *workers = held_up(&server);
    (void)unused;
    for (int i = 1; i <= 40; i++)
        give(workers, i, 1, i, 2);
    for (int i = 41; i <= 44; i++) /* who comes last, and asks for little */
        give(workers, i, 2, 1000, 1);
    assert_int_equal(workers_owed(workers, 1), 40);
    assert_int_equal(workers_owed(workers, 2), 4);
    assert_int_equal(workers_waiting(workers), 44);
    pthread_mutex_unlock(&gate);
    wait_for(workers, 45);
    assert_int_equal(done_count, 45);
    assert_int_equal(workers_owed(workers, 1), 0);
    assert_true(place_of(41) <= 2);
    assert_true(place_of(44) <= 10);
    workers_stop(workers);
}

static void unused_time_is_not_saved(void **unused)
{
    static struct server server;
    struct workers *workers = held_up(&server);
    (void)unused;
    for (int i = 1; i <= 10; i++)
        give(workers, i, 1, i, 3);
    pthread_mutex_unlock(&gate);
    wait_for(workers, 11); /* the second has asked for nothing all that time */
    order_count = 0;
    pthread_mutex_lock(&gate);
    give(workers, 0, 99, 0, 0);
    while (workers_waiting(workers))
        sched_yield();
    for (int i = 11; i <= 20; i++)
        give(workers, i, 2, i, 3);
    for (int i = 21; i <= 30; i++)
        give(workers, i, 1, i, 3);
    pthread_mutex_unlock(&gate);
    wait_for(workers, 32);
    assert_true(place_of(21) <= 4); /* and does not keep the first out for all of it */
    assert_true(place_of(25) < place_of(20) + 6);
    workers_stop(workers);
}

static void tables_of_one_owner_take_turns(void **unused)
{
    static struct server server;
    struct workers *workers = held_up(&server);
    (void)unused;
    for (int i = 1; i <= 10; i++)
        give(workers, i, 1, 7, 0);
    give(workers, 11, 1, 8, 0);
    pthread_mutex_unlock(&gate);
    wait_for(workers, 12);
    assert_int_equal(place_of(1), 1);
    assert_int_equal(place_of(11), 2);
    assert_true(place_of(2) < place_of(10));
    workers_stop(workers);
}

static void what_is_held_comes_later(void **unused)
{
    static struct server server;
    struct workers *workers = held_up(&server);
    struct chore *chore = calloc(1, sizeof *chore);
    (void)unused;
    assert_non_null(chore);
    chore->job = (struct job){
        .owner = 3, .counted = true, .work = toil, .done = count_done, .drop = count_dropped
    };
    chore->number = 5;
    workers_hold(workers, &chore->job);
    assert_int_equal(workers_owed(workers, 3), 1);
    assert_int_equal(workers_waiting(workers), 1); /* it counts already */
    workers_release(workers);
    assert_int_equal(workers_waiting(workers), 1);
    for (int i = 6; i <= 8; i++)
        give(workers, i, 3, 0, 20);
    pthread_mutex_unlock(&gate);
    wait_for(workers, 2);
    workers_stop(workers); /* what is not done is dropped */
    assert_int_equal(done_count + dropped_count, 5);
}

/* ---------------------------------------------------------------------- shelf */

static struct item *put(struct shelf *shelf, int64_t table, int part, size_t length)
{
    void *bytes = malloc(length);
    assert_non_null(bytes);
    struct item *item = shelf_put(shelf, table, SHELF_REPLAY, part, bytes, length);
    assert_non_null(item);
    return item;
}

static bool is_there(struct shelf *shelf, int64_t table, int part)
{
    struct item *item = shelf_find(shelf, table, SHELF_REPLAY, part);
    item_release(item);
    return item;
}

static void the_shelf_is_bounded(void **unused)
{
    enum { MEGABYTE = 1 << 20 };
    struct shelf *shelf = shelf_new(64 << 20);
    (void)unused;
    assert_non_null(shelf);
    for (int i = 0; i < 40; i++) {
        item_release(put(shelf, 1 + i, 0, 4 * MEGABYTE));
        assert_true(is_there(shelf, 1, 0)); /* whatever is asked for stays */
        assert_true(shelf_bytes(shelf) <= 64 * MEGABYTE);
        assert_true(shelf_fits(shelf, 63 * MEGABYTE)); /* nobody uses any of it */
        assert_false(shelf_crowded(shelf));
    }
    assert_true(is_there(shelf, 40, 0));
    assert_false(is_there(shelf, 2, 0));
    shelf_free(shelf);
}

static void what_is_in_use_stays(void **unused)
{
    enum { MEGABYTE = 1 << 20, MANY = 15 };
    struct shelf *shelf = shelf_new(64 << 20);
    struct item *used[MANY];
    (void)unused;
    assert_non_null(shelf);
    for (int i = 0; i < MANY; i++) {
        used[i] = put(shelf, i % 2 ? 5 : 0, i, 4 * MEGABYTE); /* table 0: never on the shelf */
        memset(used[i]->bytes, i, used[i]->length);
    }
    assert_true(shelf_crowded(shelf));
    assert_false(shelf_fits(shelf, 4 * MEGABYTE));
    assert_null(shelf_put(shelf, 6, SHELF_LOG, 0, malloc(4 * MEGABYTE), 4 * MEGABYTE));
    assert_true(shelf_bytes(shelf) <= 64 * MEGABYTE); /* also now */
    assert_true(shelf_holds(shelf, 4 * MEGABYTE)); /* at another time */
    assert_false(shelf_holds(shelf, 64 * MEGABYTE));
    assert_true(is_there(shelf, 5, 1));
    assert_false(is_there(shelf, 0, 2));
    shelf_forget(shelf, 5);
    assert_false(is_there(shelf, 5, 1));
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(((char *)used[i]->bytes)[used[i]->length - 1], i);
        item_release(used[i]);
    }
    assert_int_equal(shelf_bytes(shelf), 0);
    shelf_free(shelf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_neighbour_waits_for_few),
        cmocka_unit_test(unused_time_is_not_saved),
        cmocka_unit_test(tables_of_one_owner_take_turns),
        cmocka_unit_test(what_is_held_comes_later),
        cmocka_unit_test(the_shelf_is_bounded),
        cmocka_unit_test(what_is_in_use_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
