/* checking.c: to check a signature takes as long as all else that an action asks of the rules. So while
 * the loop reads what has come, and does what it has read, a thread checks what is still to be done. The
 * loop goes on with what is checked by then; where nothing is, it checks the next itself, and never
 * waits. A game is changed by the loop alone. */
#include "server/checking.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "server/server.h"

enum {
    WORTH_WAKING = 3, /* fewer are done before the thread would be awake */
    FOLD_AFTER = 8, /* so many games may lie open: so they take turns in the same memory */
    LOOK_AHEAD = 8, /* for what is checked: the thread goes through them in order, too */
};

struct heard {
    struct connection *connection; /* NULL: it has ended */
    struct message message;
    struct check check; /* its verdict is under the lock */
    size_t length;
    char *text; /* the message */
};

struct checking {
    pthread_t thread;
    pthread_cond_t more;
    bool hearing; /* the loop does what it has read */
    int first; /* it has done all before */

    pthread_mutex_t lock; /* of all that follows */
    struct heard **heard;
    int count, room;
    int next; /* the thread has been at all before */
    uint64_t turn;
    bool asleep, stop;
};

/* ------------------------------------------------------------------- the thread */

/* The next that nobody has come to; NULL: there is none. */
static struct heard *take_open(struct checking *checking)
{
    while (checking->next < checking->count) {
        struct heard *heard = checking->heard[checking->next++];
        if (heard->check.verdict == CHECK_OPEN) {
            heard->check.verdict = CHECK_TAKEN;
            return heard;
        }
    }
    return NULL;
}

/* It may be heard and forgotten in between. */
static void check_one(struct checking *checking, struct heard *heard)
{
    const struct check check = heard->check;
    const uint64_t turn = checking->turn;
    pthread_mutex_unlock(&checking->lock);
    const bool good = holm_act_signed(check.key, check.head, check.text, check.signature);
    pthread_mutex_lock(&checking->lock);
    if (turn == checking->turn && heard->check.verdict == CHECK_TAKEN)
        heard->check.verdict = good ? CHECK_GOOD : CHECK_BAD;
}

static void *work(void *context)
{
    struct checking *checking = context;
    pthread_mutex_lock(&checking->lock);
    while (!checking->stop) {
        struct heard *heard = take_open(checking);
        if (heard) {
            check_one(checking, heard);
            continue;
        }
        checking->asleep = true;
        pthread_cond_wait(&checking->more, &checking->lock);
    }
    pthread_mutex_unlock(&checking->lock);
    return NULL;
}

void checking_start(struct server *server)
{
    struct checking *checking = uv_available_parallelism() > 1 ? must_have(sizeof *checking) : NULL;
    if (!checking)
        return;
    pthread_mutex_init(&checking->lock, NULL);
    pthread_cond_init(&checking->more, NULL);
    if (pthread_create(&checking->thread, NULL, work, checking))
        free(checking);
    else
        server->checking = checking;
}

static void free_heard(struct heard *heard)
{
    message_free(&heard->message);
    free(heard->text);
    free(heard);
}

void checking_stop(struct server *server)
{
    struct checking *checking = server->checking;
    if (!checking)
        return;
    pthread_mutex_lock(&checking->lock);
    checking->stop = true;
    pthread_cond_signal(&checking->more);
    pthread_mutex_unlock(&checking->lock);
    pthread_join(checking->thread, NULL);
    pthread_cond_destroy(&checking->more);
    pthread_mutex_destroy(&checking->lock);
    for (int i = 0; i < checking->count; i++)
        free_heard(checking->heard[i]);
    free(checking->heard);
    free(checking);
    server->checking = NULL;
}

/* --------------------------------------------------------------------- the loop */

/* What the signature is over, if it can be known by now. */
static bool make_check(const struct connection *connection, const struct message *message,
                       struct check *check)
{
    const struct table *table = connection->table;
    if (!connection->hello || !table || !table->game || connection->chair < 0 ||
        !message->has_signature)
        return false;
    const struct holm_share *share = &table->fair.share[connection->chair];
    const uint8_t *head = share->pledged ? game_head(table->game, message->seq) : NULL;
    if (!head || !holm_value_write(message->action, check->text, sizeof check->text))
        return false;
    memcpy(check->key, share->key, sizeof check->key);
    memcpy(check->head, head, sizeof check->head);
    memcpy(check->signature, message->share.signature, sizeof check->signature);
    check->verdict = CHECK_OPEN;
    return true;
}

static void add(struct checking *checking, struct heard *heard)
{
    pthread_mutex_lock(&checking->lock);
    if (checking->count == checking->room) {
        checking->room = checking->room ? 2 * checking->room : 64;
        checking->heard =
            reallocarray(checking->heard, (size_t)checking->room, sizeof *checking->heard);
        if (!checking->heard)
            abort(); /* what was heard must not be forgotten */
    }
    checking->heard[checking->count++] = heard;
    const bool wake = checking->asleep && checking->count >= WORTH_WAKING;
    checking->asleep &= !wake;
    pthread_mutex_unlock(&checking->lock);
    if (wake)
        pthread_cond_signal(&checking->more);
}

bool checking_keep(struct connection *connection, struct message *message, const char *text,
                   size_t length)
{
    struct checking *checking = connection->server->checking;
    if (!checking || checking->hearing || message->type != MESSAGE_ACT)
        return false;
    struct heard *heard = must_have(sizeof *heard);
    if (!make_check(connection, message, &heard->check)) {
        free(heard);
        return false;
    }
    heard->connection = connection;
    heard->message = *message;
    heard->length = length;
    heard->text = must_have(length + 1);
    memcpy(heard->text, text, length);
    connection->kept++;
    add(checking, heard);
    return true;
}

/* What to do next: something near that is checked, or else the first, whoever is at it. */
static struct heard *choose_next(struct checking *checking)
{
    while (checking->first < checking->count &&
           checking->heard[checking->first]->check.verdict == CHECK_OVER)
        checking->first++;
    const int first = checking->first, behind = first + LOOK_AHEAD;
    for (int i = first; i < checking->count && i < behind; i++)
        if (checking->heard[i]->check.verdict == CHECK_GOOD ||
            checking->heard[i]->check.verdict == CHECK_BAD)
            return checking->heard[i];
    return first < checking->count ? checking->heard[first] : NULL;
}

/* It is the loop's from now on; `check`: with what the thread has found out. NULL: all is done. */
static struct heard *take_next(struct checking *checking, struct check *check)
{
    pthread_mutex_lock(&checking->lock);
    struct heard *heard = choose_next(checking);
    if (heard) {
        check->verdict = heard->check.verdict;
        heard->check.verdict = CHECK_OVER;
    }
    pthread_mutex_unlock(&checking->lock);
    if (heard)
        memcpy(check, &heard->check, offsetof(struct check, verdict));
    return heard;
}

static void hear_all(struct server *server, struct checking *checking)
{
    struct heard *heard;
    struct check check;
    for (int done = 0; (heard = take_next(checking, &check)); done++) {
        if (done % FOLD_AFTER == 0)
            folding_settle(server);
        if (!heard->connection)
            continue;
        heard->connection->kept--;
        /* Also from whoever has ended the connection right behind it, but not from whom others have
         * sent away since. */
        if (!heard->connection->closing_in)
            connection_hear_checked(heard->connection, &heard->message, &check, heard->text,
                                    heard->length);
    }
}

void checking_hear(struct server *server)
{
    struct checking *checking = server->checking;
    if (!checking || checking->hearing || !checking->count)
        return;
    checking->hearing = true;
    hear_all(server, checking);
    checking->hearing = false;
    pthread_mutex_lock(&checking->lock);
    checking->turn++;
    for (int i = 0; i < checking->count; i++)
        free_heard(checking->heard[i]);
    checking->count = checking->first = checking->next = 0;
    pthread_mutex_unlock(&checking->lock);
}

void checking_forget(const struct connection *connection)
{
    struct checking *checking = connection->server->checking;
    for (int i = 0; connection->kept && i < checking->count; i++)
        if (checking->heard[i]->connection == connection)
            checking->heard[i]->connection = NULL;
}

bool check_signature(const struct check *check, const uint8_t *key, const uint8_t *head,
                     const char *text, const uint8_t *signature)
{
    const bool done = check && (check->verdict == CHECK_GOOD || check->verdict == CHECK_BAD) &&
                      !memcmp(check->key, key, sizeof check->key) &&
                      !memcmp(check->head, head, sizeof check->head) &&
                      !memcmp(check->signature, signature, sizeof check->signature) &&
                      !strcmp(check->text, text);
    return done ? check->verdict == CHECK_GOOD : holm_act_signed(key, head, text, signature);
}
