/* load.c: games come back from their logs. What was drawn is read, not drawn again, so that a log
 * of an older version goes on as it began. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/log.h"

struct loading {
    struct table *table;
    struct game *game;
    struct holm_replay *replay;
    struct holm_trouble *trouble;
    uint64_t draws;
    bool fine;
    bool damaged; /* it will not be better the next time */
};

/* The game follows the replay; its state points to its own board. */
static void follow(struct loading *loading)
{
    loading->game->state = loading->replay->state;
    loading->game->state.board = &loading->game->board;
}

/* Whether the log's chain has this head after this line. Logs of version 1 have no chain. */
static bool head_fits(const struct loading *loading, const char *line, const uint8_t *head)
{
    (void)loading;
    (void)line;
    return !head;
}

/* Whether a line is the next one, can be played, and belongs to the chain. */
static bool take_line(struct loading *loading, int number, const char *line, const uint8_t *head)
{
    const int next = loading->game->seq + 1;
    if (number != next)
        return holm_trouble(loading->trouble, 0, "it is missing");
    if (!line)
        return holm_trouble(loading->trouble, 0, "it has no text");
    return holm_replay_line(loading->replay, line, loading->trouble) &&
           (head_fits(loading, line, head) ||
            holm_trouble(loading->trouble, 0, "it does not fit the log's chain"));
}

static bool load_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct loading *loading = context;
    struct game *game = loading->game;
    struct holm_replay *replay = loading->replay;
    const struct holm_state was = game->state;
    loading->fine = take_line(loading, number, line, head);
    if (!loading->fine) {
        loading->damaged = true;
        return false;
    }
    follow(loading);
    loading->draws += replay->chance.drawn_count;
    game->seq = number;
    game_believe(game, &replay->events);
    clock_update(loading->table, replay->action.seat, at);
    game_trail(game, &was, &replay->action, &replay->chance, at, loading->table->settings.delay);
    return true;
}

static bool load_lines(struct loading *loading)
{
    struct table *table = loading->table;
    struct game *game = loading->game;
    holm_replay_start(loading->replay);
    loading->damaged = true; /* if it ends here */
    if (!table->header)
        return holm_trouble(loading->trouble, 0, "its log has no header");
    if (!holm_replay_line(loading->replay, table->header, loading->trouble))
        return false;
    if (loading->replay->board.rules.players > table->chairs)
        return holm_trouble(loading->trouble, 0, "its log has more seats than it has chairs");
    loading->damaged = false;
    game->board = loading->replay->board;
    follow(loading);
    game_believe_start(game);
    table->game = game;
    clock_start(table, table->started);
    holm_chance_seed(&game->chance, loading->replay->seed);
    loading->fine = true;
    if (!holm_store_lines(table->server->store, table->id, 1, load_line, loading,
                          loading->trouble)) {
        loading->damaged = holm_store_damaged(table->server->store);
        return false;
    }
    if (!loading->fine)
        return false;
    game->chance.next = table->first_draw + loading->draws;
    return true;
}

bool table_load_game(struct table *table, struct holm_trouble *trouble)
{
    struct loading loading = { .table = table, .trouble = trouble };
    loading.game = calloc(1, sizeof *loading.game);
    loading.replay = malloc(sizeof *loading.replay);
    const bool fine = loading.game && loading.replay && load_lines(&loading);
    if (!loading.game || !loading.replay)
        holm_trouble(trouble, 0, "out of memory");
    if (loading.damaged)
        damage_note(table->server, table->code, loading.game->seq + 1, trouble->text);
    free(loading.replay);
    if (!fine)
        game_free(loading.game);
    table->game = fine ? loading.game : NULL;
    return fine;
}

/* --------------------------------------------------------------------- whole */

static bool count_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    int *count = context;
    (void)at;
    (void)head;
    if (number != *count + 1 || !line)
        return false;
    ++*count;
    return true;
}

static bool note_any(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    (void)number;
    (void)at;
    (void)line;
    (void)head;
    *(bool *)context = true;
    return false;
}

bool table_log_is_whole(struct table *table, struct holm_trouble *trouble)
{
    struct holm_store *store = table->server->store;
    int count = 0;
    bool more = false;
    if (holm_store_lines(store, table->id, 1, count_line, &count, trouble) &&
        holm_store_lines(store, table->id, count + 1, note_any, &more, trouble)) {
        if (!more && table->header)
            return true;
        damage_note(table->server, table->code, count + 1,
                    table->header ? "it is missing" : "its log has no header");
    } else if (holm_store_damaged(store)) {
        damage_note(table->server, table->code, count + 1, trouble->text);
    }
    return false;
}
