/* damage.c: tables whose rows or logs cannot be read. They are named, set aside and left as they
 * are: not served, not written, not pruned. Some are found when they are loaded; the rest by a
 * thread that looks at the whole database once after the start. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { NAMED_MOST = 50 }; /* on stderr */

struct damage {
    struct damage *next;
    char code[HOLM_CODE_SIZE];
    int line; /* of its log; 0: the table itself */
    struct holm_trouble why;
};

/* What the thread and the loop share. */
struct check {
    pthread_t thread;
    pthread_mutex_t lock;
    atomic_bool stop;
    char *path;
    /* under the lock */
    struct damage *found;
    enum { CHECK_RUNNING, CHECK_FINE, CHECK_DAMAGED, CHECK_FAILED } state;
    struct holm_trouble trouble;
};

/* ORDER: the states of a check */
static const char *const check_names[] = { "running", "fine", "damaged", "failed" };

static struct damage *new_damage(const char *code, int line, const char *why)
{
    struct damage *damage = calloc(1, sizeof *damage);
    if (!damage)
        return NULL;
    snprintf(damage->code, sizeof damage->code, "%s", code);
    damage->line = line;
    holm_trouble(&damage->why, 0, "%s", why);
    return damage;
}

/* ------------------------------------------------------------------ the list */

bool damage_known(const struct server *server, const char *code)
{
    for (const struct damage *at = server->damaged; at; at = at->next)
        if (!strcmp(at->code, code))
            return true;
    return false;
}

static void add(struct server *server, struct damage *damage)
{
    if (damage_known(server, damage->code)) {
        free(damage);
        return;
    }
    damage->next = server->damaged;
    server->damaged = damage;
    if (++server->damaged_count > NAMED_MOST)
        return;
    if (damage->line)
        fprintf(stderr, "holm serve: table %s is damaged and set aside: line %d of its log: %s\n",
                damage->code, damage->line, damage->why.text);
    else
        fprintf(stderr, "holm serve: table %s is damaged and set aside: %s\n", damage->code,
                damage->why.text);
}

void damage_note(struct server *server, const char *code, int line, const char *why)
{
    struct damage *damage = new_damage(code, line, why);
    if (damage) /* without memory it is found again next time */
        add(server, damage);
}

/* What the check has found so far. */
static void check_collect(struct server *server)
{
    struct check *check = server->check;
    if (!check)
        return;
    pthread_mutex_lock(&check->lock);
    struct damage *found = check->found;
    check->found = NULL;
    pthread_mutex_unlock(&check->lock);
    while (found) {
        struct damage *next = found->next;
        add(server, found);
        found = next;
    }
}

void damage_set_aside(struct server *server)
{
    check_collect(server);
    for (const struct damage *at = server->damaged; at; at = at->next) {
        struct table *table = table_in_memory(server, at->code);
        if (table)
            table_close(table);
    }
}

/* ---------------------------------------------------------------- the thread */

static bool asked_to_stop(void *context)
{
    return atomic_load(&((struct check *)context)->stop);
}

static void take_damage(void *context, const char *code, int line, const char *why)
{
    struct check *check = context;
    struct damage *damage = new_damage(code, line, why);
    if (!damage)
        return;
    pthread_mutex_lock(&check->lock);
    damage->next = check->found;
    check->found = damage;
    pthread_mutex_unlock(&check->lock);
}

static void *look(void *context)
{
    struct check *check = context;
    struct holm_trouble trouble = { 0 };
    struct holm_store *reader = holm_store_open_reader(check->path, &trouble);
    const bool fine =
        reader && holm_store_check(reader, take_damage, asked_to_stop, check, &trouble);
    pthread_mutex_lock(&check->lock);
    check->state = fine ? CHECK_FINE : reader ? CHECK_DAMAGED : CHECK_FAILED;
    check->trouble = trouble;
    pthread_mutex_unlock(&check->lock);
    if (!fine && !atomic_load(&check->stop))
        fprintf(stderr, "holm serve: the check of the database: %s\n", trouble.text);
    holm_store_close(reader);
    return NULL;
}

void check_start(struct server *server)
{
    struct check *check = calloc(1, sizeof *check);
    if (!check)
        return;
    pthread_mutex_init(&check->lock, NULL);
    check->path = strdup(server->settings.database);
    if (check->path && !pthread_create(&check->thread, NULL, look, check)) {
        server->check = check;
        return;
    }
    pthread_mutex_destroy(&check->lock);
    free(check->path);
    free(check);
}

static void free_all(struct damage *damage)
{
    while (damage) {
        struct damage *next = damage->next;
        free(damage);
        damage = next;
    }
}

void check_stop(struct server *server)
{
    struct check *check = server->check;
    free_all(server->damaged);
    server->damaged = NULL;
    server->check = NULL;
    if (!check)
        return;
    atomic_store(&check->stop, true);
    pthread_join(check->thread, NULL);
    free_all(check->found);
    pthread_mutex_destroy(&check->lock);
    free(check->path);
    free(check);
}

const char *check_state(struct server *server, struct holm_trouble *trouble)
{
    struct check *check = server->check;
    int state = CHECK_FAILED;
    holm_trouble(trouble, 0, "the check of the database could not be started");
    if (check) {
        check_collect(server);
        pthread_mutex_lock(&check->lock);
        state = check->state;
        *trouble = check->trouble;
        pthread_mutex_unlock(&check->lock);
    }
    if (state != CHECK_DAMAGED && server->damaged_count) {
        state = CHECK_DAMAGED;
        holm_trouble(trouble, 0, "%d tables are damaged", server->damaged_count);
    }
    return check_names[state];
}

bool check_allows_pruning(struct server *server)
{
    struct check *check = server->check;
    bool fine = false;
    if (!check)
        return false;
    pthread_mutex_lock(&check->lock);
    fine = check->state == CHECK_FINE;
    pthread_mutex_unlock(&check->lock);
    return fine;
}
