/* waiting.c: whom a game waits for, and how long still. */
#include "server/server.h"
#include "text/json.h"
#include "text/notation.h"

/* Clocks only of the game as it stands now, not as delayed spectators see it. */
static void put_clocks(struct holm_writer *writer, const struct table *table,
                       const struct holm_state *state)
{
    const struct game *game = table->game;
    const int64_t now = monotonic_milliseconds();
    holm_json_key(writer, "clock");
    if (table->settings.clock == CLOCK_NONE || !game || state != &game_at(game)->state) {
        holm_put(writer, "null");
        return;
    }
    holm_put_char(writer, '{');
    for (unsigned left = game->clocks.running; left; left = holm_bits_rest(left)) {
        const int seat = holm_bits_first(left);
        const int64_t milliseconds = clock_left(game, seat, now);
        holm_json_key(writer, holm_seat_names[seat]);
        holm_putf(writer, "{\"left\":%.1f", milliseconds > 0 ? (double)milliseconds / 1000 : 0);
        if (table->settings.clock_reserve)
            holm_putf(writer, ",\"reserve\":%.1f", (double)clock_reserve(game, seat, now) / 1000);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, '}');
}

/* A bot's offer does not stand for ever: people see for how long. */
static void put_patience(struct holm_writer *writer, const struct table *table,
                         const struct holm_state *state)
{
    if (!table->game || state != &game_at(table->game)->state)
        return;
    const int64_t left = bots_patience(table, monotonic_milliseconds());
    if (left < 0)
        return;
    holm_json_key(writer, "offer");
    holm_putf(writer, "%.1f", (double)left / 1000);
}

void waiting_put_members(struct holm_writer *writer, const struct table *table,
                         const struct holm_state *state)
{
    holm_json_put_seats(writer, "for", holm_asked(state));
    holm_json_put_word(writer, "step", holm_step_names[holm_step(state)->kind]);
    put_clocks(writer, table, state);
    put_patience(writer, table, state);
}

void waiting_put(struct holm_writer *writer, const struct table *table,
                 const struct holm_state *state)
{
    holm_put_char(writer, '{');
    waiting_put_members(writer, table, state);
    holm_put_char(writer, '}');
}
