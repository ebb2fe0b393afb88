/* clock.c: turn clocks, and the one timer of each table: it rings for clocks that run out, for bots
 * whose pause is over, for what delayed spectators may see now, and when the time to reveal is
 * over. */
#include "server/server.h"

static int64_t full_time(const struct table *table)
{
    return 1000LL * table->settings.clock_seconds;
}

/* Seats whose clocks run: people the game waits for, also while a bot moves for them: to leave and
 * to come back gives nobody more time. A bot's own pace is no matter of a clock. */
static unsigned runners(const struct table *table)
{
    const struct game *game = table->game;
    unsigned seats = 0;
    if (table->settings.clock == CLOCK_NONE)
        return 0;
    for (unsigned left = holm_asked(&game_at(game)->state); left; left = holm_bits_rest(left)) {
        const int seat = holm_bits_first(left);
        if (table->chair[table_seat_chair(table, seat)].kind == CHAIR_PERSON)
            seats |= holm_bit(seat);
    }
    return seats;
}

/* Seats whose clocks may still run out. */
static unsigned pressed(const struct table *table)
{
    unsigned seats = table->game->clocks.running & ~table->game->expired;
    for (unsigned left = seats; left; left = holm_bits_rest(left)) {
        const int seat = holm_bits_first(left);
        if (table->chair[table_seat_chair(table, seat)].away)
            seats &= ~holm_bit(seat);
    }
    return seats;
}

int64_t clock_left(const struct game *game, int seat, int64_t now)
{
    const bool runs = holm_bit_in(game->clocks.running, seat);
    return game->clocks.left[seat] - (runs ? now - game->clocks.at : 0);
}

int64_t clock_reserve(const struct game *game, int seat, int64_t now)
{
    const int64_t left = clock_left(game, seat, now);
    const int64_t reserve = game->clocks.reserve[seat] + (left < 0 ? left : 0);
    return reserve > 0 ? reserve : 0;
}

/* A clock is filled; what was used beyond it is gone from the reserve. */
static void fill(struct table *table, int seat)
{
    struct clocks *clocks = &table->game->clocks;
    clocks->reserve[seat] = clock_reserve(table->game, seat, clocks->at);
    clocks->left[seat] = full_time(table);
}

/* Until a bot moves. */
static int64_t time_left(const struct game *game, int seat, int64_t now)
{
    return clock_left(game, seat, now) + game->clocks.reserve[seat];
}

/* In set-up every placement of a settlement is a turn. */
static int turn_of(const struct game *game)
{
    const struct holm_step *step = holm_step(&game_at(game)->state);
    if (game_at(game)->state.turns)
        return game_at(game)->state.turns;
    return step->kind == HOLM_STEP_SETUP_SETTLEMENT ? -1 - step->n : game->clocks.turn;
}

void clock_start(struct table *table, int64_t now)
{
    struct game *game = table->game;
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        game->clocks.left[seat] = full_time(table);
        game->clocks.reserve[seat] = 1000LL * table->settings.clock_reserve;
    }
    game->clocks.at = game->moved_at = now;
    game->clocks.turn = turn_of(game);
    game->clocks.running = runners(table);
    game->expired = 0;
}

/* All clocks stand at what is left now. */
static void settle(struct game *game, int64_t now)
{
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        game->clocks.left[seat] = clock_left(game, seat, now);
    game->clocks.at = game->moved_at = now;
}

/* The clocks go on as if the action had never been, so that nobody gains time. */
static void take_back(struct table *table, int64_t now)
{
    struct game *game = table->game;
    game->clocks = game->clocks_before;
    settle(game, now);
    game->clocks.running = table->paused_at ? 0 : runners(table);
}

/* Per turn: a new turn fills everybody's clock, and so does a question in another's turn. Per
 * decision: every question and every own action. */
static void refill(struct table *table, int actor, int64_t now)
{
    struct game *game = table->game;
    const unsigned before = game->clocks.running;
    const bool new_turn = game->clocks.turn != turn_of(game);
    settle(game, now);
    game->clocks.turn = turn_of(game);
    game->clocks.running = table->paused_at ? 0 : runners(table);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const bool decision = table->settings.clock == CLOCK_DECISION;
        const bool asked_anew = game->clocks.running & ~before & holm_bit(seat);
        if (new_turn || (asked_anew && (decision || seat != game_at(game)->state.active)) ||
            (decision && seat == actor))
            fill(table, seat);
    }
    if (actor != HOLM_NONE)
        game->expired &= ~holm_bit(actor);
}

void clock_stop(struct table *table, int64_t now)
{
    settle(table->game, now);
    table->game->clocks.running = 0;
}

/* What was done before the pause may be taken back after it: the pause costs nobody time there
 * either. */
void clock_go_on(struct table *table, int64_t now)
{
    struct game *game = table->game;
    game->clocks_before.at += now - game->clocks.at;
    game->clocks.at = game->moved_at = now;
    game->clocks.running = runners(table);
}

void clock_update(struct table *table, const struct trail_entry *entry, int64_t now)
{
    if (entry->told.line == HOLM_LINE_ACTION && entry->action.kind == HOLM_DO_UNDO) {
        take_back(table, now);
        return;
    }
    if (entry->told.line == HOLM_LINE_ACTION)
        table->game->clocks_before = table->game->clocks;
    refill(table, entry->told.by, now);
}

/* A game is loaded with the calendar's times, which are all that outlasts the process. */
void clock_loaded(struct table *table, int64_t shift)
{
    struct game *game = table->game;
    game->clocks.at += shift;
    game->clocks_before.at += shift;
    game->moved_at += shift;
}

/* -------------------------------------------------------------------- timer */

static void tell_waiting(struct table *table)
{
    char text[1024];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put(&writer, "{\"type\":\"waiting\"");
    waiting_put_members(&writer, table, &game_at(table->game)->state);
    holm_put_char(&writer, '}');
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello && (at->chair >= 0 || !table->settings.delay))
            connection_send(at, text, writer.used);
}

void clock_reseat(struct table *table)
{
    if (!table->game || table->state != HOLM_STORE_PLAYING)
        return;
    tell_waiting(table);
    clock_plan(table);
}

/* A bot moves for whoever ran out of time; for good, where nobody is there. */
static void expire(struct table *table, int64_t now)
{
    struct game *game = table->game;
    bool left = false;
    for (unsigned seats = pressed(table); seats; seats = holm_bits_rest(seats)) {
        const int seat = holm_bits_first(seats);
        struct chair *chair = &table->chair[table_seat_chair(table, seat)];
        if (time_left(game, seat, now) > 0)
            continue;
        game->expired |= holm_bit(seat);
        table->server->metrics.expired++;
        if (!seats_here(chair)) {
            chair->away = left = true;
            table_mark(table);
        }
    }
    if (left)
        clock_reseat(table);
}

void clock_ring(struct timer *timer)
{
    struct table *table = timer->owner;
    if (table->tell_at && table->tell_at <= monotonic_milliseconds())
        seats_tell(table);
    round_expire(table, monotonic_milliseconds());
    proposals_expire(table);
    if (table->game && table->state == HOLM_STORE_PLAYING && nodes_drives(table)) {
        expire(table, monotonic_milliseconds());
        bots_wake(table);
    }
    play_late(table);
    clock_plan(table);
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

static int64_t not_past(int64_t time)
{
    return time < 0 ? 0 : time;
}

int64_t clock_due(struct table *table, int64_t now)
{
    const struct game *game = table->game;
    if (table->state != HOLM_STORE_PLAYING)
        return -1;
    int64_t due = bots_due(table, now);
    for (unsigned seats = pressed(table); seats; seats = holm_bits_rest(seats))
        due = sooner(due, not_past(time_left(game, holm_bits_first(seats), now)));
    return due;
}

void clock_plan(struct table *table)
{
    const struct game *game = table->game;
    const int64_t now = monotonic_milliseconds();
    int64_t due = table->tell_at ? not_past(table->tell_at - now) : -1;
    if (table->revealing && nodes_drives(table))
        due = sooner(due, not_past(table->reveal_by - now));
    if (table->pledge_by)
        due = sooner(due, not_past(table->pledge_by - now));
    due = sooner(due, proposals_due(table));
    if (game && nodes_drives(table))
        due = sooner(due, clock_due(table, now));
    if (game)
        due = sooner(due, play_late_due(table));
    if (table->server->failed && due >= 0 && due < STORAGE_PAUSE)
        due = STORAGE_PAUSE; /* what was refused is due again at once */
    if (due < 0)
        timer_stop(&table->timer);
    else
        timer_set(&table->timer, due);
}
