/* bots.c: bots think on worker threads, so that the loop never waits for one. A worker gets a copy
 * of what the seat may see and of the bot; what it chooses is checked like any other action, and
 * thrown away when the game has moved on meanwhile. A bot thinks at once and moves when its pause
 * is over, so that the time it takes tells nothing of its cards. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/log.h"

enum { PAUSE = 800, OFFER_PATIENCE = 20000 }; /* milliseconds */

/* A bot with a worker. */
struct thought {
    struct job job;
    char code[HOLM_CODE_SIZE]; /* of its table */
    uint32_t number;
    int seat, seq;
    struct holm_bot bot;
    struct holm_board board;
    struct holm_view view;
    struct holm_list list;
    struct holm_action action;
};

/* ------------------------------------------------------------------- thinking */

static void think(struct job *job, struct desk *desk)
{
    (void)desk;
    struct thought *thought = (struct thought *)job;
    struct holm_list *list = &thought->list;
    holm_legal(&thought->view.seen, thought->seat, list);
    memset(&thought->action, 0, sizeof thought->action);
    if (!list->count && !list->templates)
        return;
    holm_bot_choose(&thought->bot, &thought->view, list, &thought->action);
    /* A bot that finds nothing must not hold up the game. */
    if ((thought->action.kind == HOLM_NO_ACTION ||
         holm_check(&thought->view.seen, &thought->action)) &&
        list->count)
        thought->action = list->at[0];
}

static void drop_thought(struct job *job)
{
    holm_bot_stop(&((struct thought *)job)->bot);
    free(job);
}

/* -------------------------------------------------------------------- seats */

/* Whether a bot moves for a seat: its own, or in place of a person. */
static bool moved_by_bot(const struct table *table, int seat)
{
    const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
    return chair->kind == CHAIR_BOT || chair->away || holm_bit_in(table->game->expired, seat);
}

uint8_t bots_why(const struct table *table, int seat)
{
    const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
    if (chair->kind == CHAIR_BOT)
        return HOLM_WHY_NONE;
    return holm_bit_in(table->game->expired, seat) ? HOLM_WHY_CLOCK : HOLM_WHY_AWAY;
}

/* Whether people are still thinking about this seat's offer. */
static bool offer_pending(const struct table *table, int seat)
{
    const struct holm_offer *offer = &game_at(table->game)->state.offer[seat];
    for (unsigned left = offer->open ? offer->pending : 0; left; left = holm_bits_rest(left))
        if (!moved_by_bot(table, holm_bits_first(left)))
            return true;
    return false;
}

static int64_t due_of(const struct table *table, int seat)
{
    const struct game *game = table->game;
    if (table->server->failed)
        return game->moved_at + STORAGE_PAUSE;
    if (holm_bit_in(game->expired, seat))
        return game->moved_at;
    if (offer_pending(table, seat))
        return game->moved_at + OFFER_PATIENCE;
    return game->moved_at + (int64_t)(table->pace * PAUSE);
}

int64_t bots_patience(const struct table *table, int64_t now)
{
    const int seat = game_at(table->game)->state.active;
    if (table->paused_at || seat == HOLM_NONE || !moved_by_bot(table, seat) ||
        !offer_pending(table, seat))
        return -1;
    const int64_t left = due_of(table, seat) - now;
    return left > 0 ? left : 0;
}

/* The bot that is next, of those the game waits for: one at a time, since each sees what the one
 * before did. */
static int next_bot(const struct table *table, int64_t *due)
{
    int found = -1;
    if (table->waits || table->paused_at)
        return -1;
    for (unsigned left = game_asked(table->game); left; left = holm_bits_rest(left)) {
        const int seat = holm_bits_first(left);
        if (!moved_by_bot(table, seat))
            continue;
        const int64_t time = due_of(table, seat);
        if (found >= 0 && time >= *due)
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

/* What a bot does would wait behind what it did before, which the disk still has to take. */
static bool is_ahead(const struct table *table)
{
    return table->part && table->flying;
}

int64_t bots_due(struct table *table, int64_t now)
{
    const struct game *game = table->game;
    int64_t due = 0;
    if (game->thinking || next_bot(table, &due) < 0)
        return -1;
    if (!is_chosen(game))
        return now < game->rethink_at ? game->rethink_at - now : 0;
    if (is_ahead(table))
        return -1; /* it is planned anew when the disk has it */
    due = due_of(table, game->chosen.seat);
    return due > now ? due - now : 0;
}

/* The bot of a chair, or the usual one for a person who is away; NULL: there is no memory. */
static struct holm_bot *seated_bot(struct table *table, int seat)
{
    struct game *game = table->game;
    const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
    struct holm_bot_order order;
    if (!game->bot[seat])
        game->bot[seat] = calloc(1, sizeof *game->bot[seat]);
    struct holm_bot *bot = game->bot[seat];
    if (!bot || bot->kind)
        return bot;
    if (chair->kind != CHAIR_BOT || !holm_bot_read(chair->bot, &order))
        holm_bot_read(usual_bot(), &order);
    const uint64_t seed = (uint64_t)holm_random_below(&table->server->dice, UINT32_MAX) << 32 |
                          holm_random_below(&table->server->dice, UINT32_MAX);
    holm_bot_start(bot, &order, seat, seed);
    holm_view(&game_at(game)->state, seat, &table->server->view);
    holm_bot_join(bot, &table->server->view);
    bot->belief = game->belief[seat];
    game->watched[seat] = game->seq;
    return bot;
}

static void take_thought(struct server *server, struct job *job);

/* Lets the bot that is next think. */
static void set_thinking(struct table *table, int seat)
{
    struct game *game = table->game;
    const struct holm_bot *bot = seated_bot(table, seat);
    struct thought *thought = bot ? malloc(sizeof *thought) : NULL;
    if (!thought)
        return;
    thought->job = (struct job){ .owner = table->owner,
                                 .table = table->id,
                                 .work = think,
                                 .done = take_thought,
                                 .drop = drop_thought };
    snprintf(thought->code, sizeof thought->code, "%s", table->code);
    thought->number = game->thought = ++table->server->thoughts;
    thought->seat = seat;
    thought->seq = game->seq;
    thought->bot = *bot;
    thought->board = game_at(game)->board;
    holm_view(&game_at(game)->state, seat, &thought->view);
    thought->view.seen.board = &thought->board;
    game->thinking |= holm_bit(seat);
    workers_give(table->server->bots, &thought->job);
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
        if (game->rethink_at <= monotonic_milliseconds())
            set_thinking(table, seat);
    } else if (due_of(table, game->chosen.seat) <= monotonic_milliseconds() && !is_ahead(table)) {
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
    for (int seat = 0; seat < game_at(game)->board.rules.players; seat++) {
        struct holm_bot *bot = game->bot[seat];
        if (holm_bit_in(game->thinking, seat) || !bot || !bot->kind)
            continue;
        game->watched[seat] = game->seq;
        if (!bot->kind->watches)
            continue;
        holm_view(&game_at(game)->state, seat, &server->view);
        events_for(events, seat, &server->seen);
        holm_bot_watch(bot, &server->view, &server->seen);
    }
}

void bots_dismiss(struct table *table, int seat)
{
    struct game *game = table->game;
    if (game && game->bot[seat] && !holm_bit_in(game->thinking, seat))
        holm_bot_stop(game->bot[seat]);
}

/* ------------------------------------------------------------------ results */

static void take_thought(struct server *server, struct job *job)
{
    struct thought *thought = (struct thought *)job;
    struct table *table = table_in_memory(server, thought->code);
    struct game *game = table && table->state == HOLM_STORE_PLAYING ? table->game : NULL;
    const int seat = thought->seat;
    if (!game || game->thought != thought->number) { /* the game it was for is gone */
        drop_thought(job);
        return;
    }
    game->thinking &= ~holm_bit(seat);
    *game->bot[seat] = thought->bot;
    if (game->watched[seat] != game->seq) { /* it missed something while it thought */
        game->bot[seat]->belief = game->belief[seat];
        game->watched[seat] = game->seq;
    }
    game->chosen = thought->action;
    game->chosen_seq = thought->seq;
    free(thought);
    if (game->chosen.kind == HOLM_NO_ACTION)
        game->rethink_at = monotonic_milliseconds() + PAUSE;
    if (nodes_drives(table))
        bots_wake(table);
    if (table->state == HOLM_STORE_PLAYING)
        clock_plan(table);
}
