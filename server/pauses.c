/* pauses.c: a game that is paused. Clocks stand still, bots wait, nobody acts. Times of the log's
 * lines leave pauses out, so that a game that is loaded has the clocks it would have had. */
#include "server/server.h"

int64_t pauses_game_time(const struct table *table)
{
    return (table->paused_at ? table->paused_at : run_milliseconds()) - table->pauses;
}

void pauses_begin(struct table *table)
{
    clock_stop(table, monotonic_milliseconds());
    table->paused_at = run_milliseconds();
    table_mark(table);
    clock_reseat(table);
}

void pauses_resume(struct connection *connection)
{
    struct table *table = connection->table;
    if (!word_allowed(connection, REFUSE_NO_CHAIR_TO_VOTE))
        return;
    if (!table->paused_at) {
        connection_error(connection, REFUSE_NOT_PAUSED);
        return;
    }
    table->pauses += run_milliseconds() - table->paused_at;
    table->paused_at = 0;
    clock_go_on(table, monotonic_milliseconds());
    table_mark(table);
    clock_reseat(table);
}
