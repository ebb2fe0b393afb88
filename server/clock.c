/* clock.c: turn clocks, and the one timer of each table: it rings for clocks that run out, for bots
 * whose pause is over, for what delayed spectators may see now, and when the time to reveal is
 * over. */
#include <stddef.h>

#include "server/server.h"

static int64_t full_time(const struct table *table)
{
    return 1000LL * table->settings.clock_seconds;
}

/* Seats whose clocks run: people the game waits for. A bot's own pace is no matter of a clock. */
static unsigned runners(const struct table *table)
{
    const struct game *game = table->game;
    unsigned seats = 0;
    if (table->settings.clock == CLOCK_NONE)
        return 0;
    for (unsigned left = holm_asked(&game->state); left; left &= left - 1) {
        const int seat = __builtin_ctz(left);
        const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
        if (chair->kind == CHAIR_PERSON && !chair->away)
            seats |= 1u << seat;
    }
    return seats;
}

int64_t clock_left(const struct game *game, int seat, int64_t now)
{
    const bool runs = game->running >> seat & 1;
    return game->left[seat] - (runs ? now - game->clock_at : 0);
}

/* In set-up every placement of a settlement is a turn. */
static int turn_of(const struct game *game)
{
    const struct holm_step *step = holm_step(&game->state);
    if (game->state.turns)
        return game->state.turns;
    return step->kind == HOLM_STEP_SETUP_SETTLEMENT ? -1 - step->n : game->clock_turn;
}

void clock_start(struct table *table, int64_t now)
{
    struct game *game = table->game;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        game->left[seat] = full_time(table);
    game->clock_at = game->moved_at = now;
    game->clock_turn = turn_of(game);
    game->running = runners(table);
    game->expired = 0;
}

/* Per turn: a new turn fills everybody's clock, and so does a question in another's turn. Per
 * decision: every question and every own action. */
void clock_update(struct table *table, int actor, int64_t now)
{
    struct game *game = table->game;
    const unsigned before = game->running;
    const bool new_turn = game->clock_turn != turn_of(game);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        game->left[seat] = clock_left(game, seat, now);
    game->clock_at = game->moved_at = now;
    game->clock_turn = turn_of(game);
    game->running = runners(table);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const bool decision = table->settings.clock == CLOCK_DECISION;
        const bool asked_anew = game->running & ~before & 1u << seat;
        if (new_turn || (asked_anew && (decision || seat != game->state.active)) ||
            (decision && seat == actor))
            game->left[seat] = full_time(table);
    }
    game->expired &= ~(1u << actor);
}

/* -------------------------------------------------------------------- timer */

static void tell_waiting(struct table *table)
{
    char text[1024];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put(&writer, "{\"type\":\"waiting\"");
    waiting_put_members(&writer, table, &table->game->state);
    holm_put_char(&writer, '}');
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello && (at->chair >= 0 || !table->settings.delay))
            connection_send(at, text, writer.used);
}

void clock_reseat(struct table *table)
{
    struct game *game = table->game;
    const int64_t now = now_milliseconds();
    if (!game || table->state != HOLM_STORE_PLAYING)
        return;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        game->left[seat] = clock_left(game, seat, now);
    const unsigned before = game->running;
    game->clock_at = now;
    game->running = runners(table);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (game->running & ~before & 1u << seat)
            game->left[seat] = full_time(table);
    tell_waiting(table);
    clock_plan(table);
}

/* A bot moves for whoever ran out of time; for good, where nobody is there. */
static void expire(struct table *table, int64_t now)
{
    struct game *game = table->game;
    bool left = false;
    for (unsigned seats = game->running & ~game->expired; seats; seats &= seats - 1) {
        const int seat = __builtin_ctz(seats);
        struct chair *chair = &table->chair[table_seat_chair(table, seat)];
        if (clock_left(game, seat, now) > 0)
            continue;
        game->expired |= 1u << seat;
        table->server->metrics.expired++;
        if (!chair->connections) {
            chair->away = left = true;
            table_mark(table);
        }
    }
    if (left)
        clock_reseat(table);
}

static void on_timer(lws_sorted_usec_list_t *timer)
{
    struct table *table = (struct table *)((char *)timer - offsetof(struct table, timer));
    round_expire(table, now_milliseconds());
    if (table->state == HOLM_STORE_PLAYING) {
        expire(table, now_milliseconds());
        bots_wake(table);
    }
    play_late(table);
    clock_plan(table);
    /* The loop is about to wait: what was said or changed is to go out first. */
    if (table->server->dirty || table->server->changed_count)
        lws_cancel_service(table->server->context);
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int64_t not_past(int64_t time)
{
    return time < 0 ? 0 : time;
}

void clock_plan(struct table *table)
{
    const struct game *game = table->game;
    const int64_t now = now_milliseconds();
    int64_t due = -1;
    if (table->state == HOLM_STORE_PLAYING) {
        due = bots_due(table, now);
        for (unsigned seats = game->running & ~game->expired; seats; seats &= seats - 1)
            due = sooner(due, not_past(clock_left(game, __builtin_ctz(seats), now)));
    }
    if (table->revealing)
        due = not_past(table->reveal_by - now);
    if (game && game->late && game->late->count)
        due = sooner(due, not_past(game->late->entry[0].at + 1000LL * table->settings.delay - now));
    if (due < 0)
        lws_sul_cancel(&table->timer);
    else
        lws_sul_schedule(table->server->context, 0, &table->timer, on_timer, due * 1000 + 1);
}

void clock_stop(struct table *table)
{
    if (table->game && table->game->late && table->game->late->count &&
        table->state == HOLM_STORE_OVER)
        clock_plan(table); /* delayed spectators still wait for the end */
    else
        lws_sul_cancel(&table->timer);
}
