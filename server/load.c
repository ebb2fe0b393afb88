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
};

/* The game follows the replay; its state points to its own board. */
static void follow(struct loading *loading)
{
    loading->game->state = loading->replay->state;
    loading->game->state.board = &loading->game->board;
}

/* The line enters the chain, and must come out with the head that was stored with it. */
static bool check_line(struct loading *loading, int number, const char *line, const uint8_t *head)
{
    struct game *game = loading->game;
    game_chain(game, number, line);
    const uint8_t *computed = game_head(game, number);
    return !computed || (head && !memcmp(head, computed, HOLM_STORE_HEAD)) ||
           holm_trouble(loading->trouble, number, "this line of the log is not what was stored");
}

static bool load_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct loading *loading = context;
    struct game *game = loading->game;
    struct holm_replay *replay = loading->replay;
    const struct holm_state was = game->state;
    loading->fine =
        check_line(loading, number, line, head) && holm_replay_line(replay, line, loading->trouble);
    if (!loading->fine)
        return false;
    if (replay->kind == HOLM_LINE_SEAL) {
        game->sealed |= 1u << replay->seal_chair;
        return true;
    }
    follow(loading);
    loading->draws += replay->chance.drawn_count;
    game->seq = number;
    game_note(game, &replay->action);
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
    if (!table->header)
        return holm_trouble(loading->trouble, 0, "its log has no header");
    if (!holm_replay_line(loading->replay, table->header, loading->trouble))
        return false;
    game->board = loading->replay->board;
    follow(loading);
    game_believe_start(game);
    table->game = game;
    clock_start(table, table->started);
    holm_chance_seed(&game->chance, loading->replay->seed);
    game_chain_start(game, &table->fair);
    loading->fine = true;
    if (!holm_store_lines(table->server->store, table->id, 1, load_line, loading,
                          loading->trouble) ||
        !loading->fine)
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
    free(loading.replay);
    if (!fine)
        game_free(loading.game);
    table->game = fine ? loading.game : NULL;
    return fine;
}

/* ------------------------------------------------------------------ at start */

struct codes {
    int count, room;
    char (*at)[HOLM_CODE_SIZE];
};

static bool note_code(void *context, const struct holm_stored_table *stored)
{
    struct codes *codes = context;
    if (codes->count == codes->room) {
        const int room = codes->room ? 2 * codes->room : 64;
        void *more = realloc(codes->at, (size_t)room * sizeof *codes->at);
        if (!more)
            return false;
        codes->at = more;
        codes->room = room;
    }
    snprintf(codes->at[codes->count++], HOLM_CODE_SIZE, "%s", stored->code);
    return true;
}

/* Games that are being played come back at once, because clocks run and bots have to move; waiting
 * tables, because the lobby shows them. */
void tables_load(struct server *server)
{
    struct codes codes = { 0 };
    struct holm_trouble trouble;
    holm_store_each(server->store, HOLM_STORE_PLAYING, note_code, &codes, &trouble);
    const int games = codes.count;
    holm_store_each(server->store, HOLM_STORE_WAITING, note_code, &codes, &trouble);
    for (int i = 0; i < codes.count; i++)
        table_find(server, codes.at[i]);
    if (games)
        fprintf(stderr, "holm serve: %d games go on\n", games);
    free(codes.at);
}
