/* bots.c: bots think on worker threads, so that the loop never waits for one. A worker gets a copy
 * of what the seat may see and of the bot; what it chooses is checked like any other action, and
 * thrown away when the game has moved on meanwhile. A bot thinks at once and moves when its pause
 * is over, so that the time it takes tells nothing of its cards. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { PAUSE = 800, OFFER_PATIENCE = 20000, STORAGE_PAUSE = 1000 }; /* milliseconds */

struct job {
    struct job *next;
    char code[HOLM_CODE_SIZE];
    uint32_t number;
    int seat, seq;
    struct holm_bot bot;
    struct holm_board board;
    struct holm_view view;
    struct holm_action action;
};

struct queue {
    struct job *first, **last;
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

/* ------------------------------------------------------------------ threads */

static void enqueue(struct queue *queue, struct job *job)
{
    job->next = NULL;
    *queue->last = job;
    queue->last = &job->next;
}

static struct job *dequeue(struct queue *queue)
{
    struct job *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->last = &queue->first;
    return job;
}

static void think(struct job *job, struct holm_list *list)
{
    holm_legal(&job->view.seen, job->seat, list);
    memset(&job->action, 0, sizeof job->action);
    if (!list->count && !list->templates)
        return;
    holm_bot_choose(&job->bot, &job->view, list, &job->action);
    /* A bot that finds nothing must not hold up the game. */
    if ((job->action.kind == HOLM_NO_ACTION || holm_check(&job->view.seen, &job->action)) &&
        list->count)
        job->action = list->at[0];
}

static void *work(void *context)
{
    struct workers *workers = context;
    struct holm_list *list = malloc(sizeof *list);
    if (!list)
        abort();
    pthread_mutex_lock(&workers->lock);
    while (!workers->stop) {
        struct job *job = dequeue(&workers->waiting);
        if (!job) {
            pthread_cond_wait(&workers->more, &workers->lock);
            continue;
        }
        pthread_mutex_unlock(&workers->lock);
        think(job, list);
        pthread_mutex_lock(&workers->lock);
        enqueue(&workers->done, job);
        lws_cancel_service(workers->server->context);
    }
    pthread_mutex_unlock(&workers->lock);
    free(list);
    return NULL;
}

bool workers_start(struct server *server, int count)
{
    struct workers *workers = calloc(1, sizeof *workers + (size_t)count * sizeof(pthread_t));
    if (!workers)
        return false;
    workers->server = server;
    workers->waiting.last = &workers->waiting.first;
    workers->done.last = &workers->done.first;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->more, NULL);
    server->workers = workers;
    for (; workers->count < count; workers->count++)
        if (pthread_create(&workers->thread[workers->count], NULL, work, workers))
            return false;
    return true;
}

static void free_jobs(struct queue *queue)
{
    struct job *job;
    while ((job = dequeue(queue))) {
        holm_bot_stop(&job->bot);
        free(job);
    }
}

void workers_stop(struct server *server)
{
    struct workers *workers = server->workers;
    if (!workers)
        return;
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_cond_broadcast(&workers->more);
    pthread_mutex_unlock(&workers->lock);
    for (int i = 0; i < workers->count; i++)
        pthread_join(workers->thread[i], NULL);
    free_jobs(&workers->waiting);
    free_jobs(&workers->done);
    pthread_cond_destroy(&workers->more);
    pthread_mutex_destroy(&workers->lock);
    free(workers);
    server->workers = NULL;
}

/* -------------------------------------------------------------------- seats */

/* Whether a bot moves for a seat: its own, or in place of a person. */
static bool moved_by_bot(const struct table *table, int seat)
{
    const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
    return chair->kind == CHAIR_BOT || chair->away || table->game->expired >> seat & 1;
}

/* Whether people are still thinking about this seat's offer. */
static bool offer_pending(const struct table *table, int seat)
{
    const struct holm_offer *offer = &table->game->state.offer[seat];
    for (unsigned left = offer->open ? offer->pending : 0; left; left &= left - 1)
        if (!moved_by_bot(table, __builtin_ctz(left)))
            return true;
    return false;
}

static int64_t due_of(const struct table *table, int seat)
{
    const struct game *game = table->game;
    if (table->server->failed)
        return game->moved_at + STORAGE_PAUSE;
    if (game->expired >> seat & 1)
        return game->moved_at;
    if (offer_pending(table, seat))
        return game->moved_at + OFFER_PATIENCE;
    return game->moved_at + (int64_t)(table->pace * PAUSE);
}

/* The bot that is next, of those the game waits for: one at a time, since each sees what the one
 * before did. */
static int next_bot(const struct table *table, int64_t *due)
{
    int found = -1;
    for (unsigned left = holm_asked(&table->game->state); left; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        const int64_t time = due_of(table, seat);
        if (!moved_by_bot(table, seat) || (found >= 0 && time >= *due))
            continue;
        found = seat;
        *due = time;
    }
    return found;
}

/* Whether what a bot chose still belongs to this position. */
static bool is_chosen(const struct game *game)
{
    return game->chosen.kind != HOLM_NO_ACTION && game->chosen_seq == game->seq;
}

int64_t bots_due(struct table *table, int64_t now)
{
    const struct game *game = table->game;
    int64_t due = 0;
    if (game->thinking || next_bot(table, &due) < 0)
        return -1;
    if (!is_chosen(game))
        return now < game->rethink_at ? game->rethink_at - now : 0;
    due = due_of(table, game->chosen.seat);
    return due > now ? due - now : 0;
}

/* The bot of a chair, or the usual one for a person who is away. */
static struct holm_bot *seated_bot(struct table *table, int seat)
{
    struct game *game = table->game;
    struct holm_bot *bot = &game->bot[seat];
    const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
    struct holm_bot_order order;
    if (bot->kind)
        return bot;
    if (chair->kind != CHAIR_BOT || !holm_bot_read(chair->bot, &order))
        holm_bot_read(opening_usual_bot(), &order);
    const uint64_t seed = (uint64_t)holm_random_below(&table->server->dice, UINT32_MAX) << 32 |
                          holm_random_below(&table->server->dice, UINT32_MAX);
    holm_bot_start(bot, &order, seat, seed);
    holm_view(&game->state, seat, &table->server->view);
    holm_bot_join(bot, &table->server->view);
    bot->belief = game->belief[seat];
    game->watched[seat] = game->seq;
    return bot;
}

/* Lets the bot that is next think. */
static void set_thinking(struct table *table, int seat)
{
    struct workers *workers = table->server->workers;
    struct game *game = table->game;
    struct job *job = malloc(sizeof *job);
    if (!job)
        return;
    snprintf(job->code, sizeof job->code, "%s", table->code);
    job->number = game->thought = ++table->server->jobs;
    job->seat = seat;
    job->seq = game->seq;
    job->bot = *seated_bot(table, seat);
    job->board = game->board;
    holm_view(&game->state, seat, &job->view);
    job->view.seen.board = &job->board;
    game->thinking |= 1u << seat;
    pthread_mutex_lock(&workers->lock);
    enqueue(&workers->waiting, job);
    pthread_cond_signal(&workers->more);
    pthread_mutex_unlock(&workers->lock);
}

void bots_wake(struct table *table)
{
    struct game *game = table->game;
    const struct act act = { .by = NULL };
    int64_t due = 0;
    const int seat = game->thinking ? -1 : next_bot(table, &due);
    if (seat < 0)
        return;
    if (!is_chosen(game)) {
        if (game->rethink_at <= now_milliseconds())
            set_thinking(table, seat);
    } else if (due_of(table, game->chosen.seat) <= now_milliseconds()) {
        const struct holm_action action = game->chosen;
        game->chosen.kind = HOLM_NO_ACTION;
        if (moved_by_bot(table, action.seat))
            play_act(table, &action, &act);
    }
}

void bots_watch(struct table *table, const struct holm_events *events)
{
    struct server *server = table->server;
    struct game *game = table->game;
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        struct holm_bot *bot = &game->bot[seat];
        if (game->thinking >> seat & 1 || !bot->kind)
            continue;
        game->watched[seat] = game->seq;
        if (!bot->kind->watches)
            continue;
        holm_view(&game->state, seat, &server->view);
        game_events_for(events, seat, &server->seen);
        holm_bot_watch(bot, &server->view, &server->seen);
    }
}

void bots_dismiss(struct table *table, int seat)
{
    struct game *game = table->game;
    if (game && !(game->thinking >> seat & 1))
        holm_bot_stop(&game->bot[seat]);
}

/* ------------------------------------------------------------------ results */

static struct table *loaded_table(struct server *server, const char *code)
{
    struct table *table = table_find(server, code);
    return table && table->game && table->state == HOLM_STORE_PLAYING ? table : NULL;
}

static void take_result(struct server *server, struct job *job)
{
    struct table *table = loaded_table(server, job->code);
    struct game *game = table ? table->game : NULL;
    if (!game || game->thought != job->number) { /* the game it was for is gone */
        holm_bot_stop(&job->bot);
        return;
    }
    game->thinking &= ~(1u << job->seat);
    game->bot[job->seat] = job->bot;
    if (game->watched[job->seat] != game->seq) { /* it missed something while it thought */
        game->bot[job->seat].belief = game->belief[job->seat];
        game->watched[job->seat] = game->seq;
    }
    game->chosen = job->action;
    game->chosen_seq = job->seq;
    if (job->action.kind == HOLM_NO_ACTION)
        game->rethink_at = now_milliseconds() + PAUSE;
    if (!server->broken)
        bots_wake(table);
    if (table->state == HOLM_STORE_PLAYING)
        clock_plan(table);
}

void workers_collect(struct server *server)
{
    struct workers *workers = server->workers;
    struct job *job;
    do {
        pthread_mutex_lock(&workers->lock);
        job = dequeue(&workers->done);
        pthread_mutex_unlock(&workers->lock);
        if (job)
            take_result(server, job);
        free(job);
    } while (job);
}
