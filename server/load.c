/* load.c: tables come back from the store, and games from their logs. What was drawn is read, not
 * drawn again, so that a log of an older version goes on as it began. What cannot be read is
 * damaged, and set aside. */
#include <sodium.h>
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
    int64_t at; /* of the latest line, by the calendar */
    int64_t time; /* the same, as if the calendar had never been set back */
    int64_t now, calendar; /* the same moment, monotonic and in run_milliseconds */
    int number; /* of the line that is looked at */
    bool fine;
    bool damaged; /* it will not be better the next time */
};

/* The game follows the replay; its state points to its own board. */
static void follow(struct loading *loading)
{
    loading->game->state = loading->replay->state;
    loading->game->state.board = &loading->game->board;
}

/* The line enters the chain, and must come out with the head that was stored with it; logs of
 * version 1 have none. */
static bool head_fits(struct loading *loading, int number, const char *line, const uint8_t *head)
{
    struct game *game = loading->game;
    game_chain(game, number, line);
    const uint8_t *computed = game_head(game, number);
    return computed ? head && !memcmp(head, computed, HOLM_STORE_HEAD) : !head;
}

/* Whether a line is the next one, can be played, and belongs to the chain. */
static bool take_line(struct loading *loading, int number, const char *line, const uint8_t *head)
{
    loading->number = loading->game->lines + 1;
    if (number != loading->number)
        return holm_trouble(loading->trouble, 0, "it is missing");
    if (!line)
        return holm_trouble(loading->trouble, 0, "it has no text");
    return holm_replay_line(loading->replay, line, loading->trouble) &&
           (head_fits(loading, number, line, head) ||
            holm_trouble(loading->trouble, 0, "it does not fit the log's chain"));
}

static bool load_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct loading *loading = context;
    struct game *game = loading->game;
    struct holm_replay *replay = loading->replay;
    const struct holm_state was = game->state;
    const int64_t ago = at < loading->calendar ? loading->calendar - at : 0;
    loading->fine = take_line(loading, number, line, head);
    if (!loading->fine) {
        loading->damaged = true;
        return false;
    }
    if (replay->kind == HOLM_LINE_SEAL) {
        game->sealed |= 1u << replay->seal_chair;
        return true;
    }
    follow(loading);
    loading->draws += replay->chance.drawn_count;
    game->seq = number;
    game_note(game, &replay->action);
    game_believe(game, &replay->events);
    loading->time += at > loading->at ? at - loading->at : 0;
    loading->at = at;
    clock_update(loading->table, replay->action.seat, loading->time);
    game_trail(game, &was, &replay->action, &replay->chance, loading->now - ago,
               loading->table->settings.delay);
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
    loading->at = loading->time = table->started;
    clock_start(table, table->started);
    holm_chance_seed(&game->chance, loading->replay->seed);
    game_chain_start(game, &loading->replay->fair);
    loading->fine = true;
    if (!holm_store_lines(table->server->store, table->id, 1, load_line, loading,
                          loading->trouble)) {
        loading->damaged = holm_store_damaged(table->server->store);
        return false;
    }
    if (!loading->fine)
        return false;
    game->chance.next = table->first_draw + loading->draws;
    const int64_t since = loading->calendar - loading->at;
    clock_loaded(table, loading->now - (since > 0 ? since : 0) - loading->time);
    return true;
}

bool table_load_game(struct table *table, struct holm_trouble *trouble)
{
    struct loading loading = {
        .table = table,
        .trouble = trouble,
        .now = monotonic_milliseconds(),
        .calendar = run_milliseconds(),
    };
    loading.game = calloc(1, sizeof *loading.game);
    loading.replay = malloc(sizeof *loading.replay);
    const bool fine = loading.game && loading.replay && load_lines(&loading);
    if (!loading.game || !loading.replay)
        holm_trouble(trouble, 0, "out of memory");
    if (loading.damaged)
        damage_note(table->server, table->code, loading.number, trouble->text);
    free(loading.replay);
    if (!fine)
        game_free(loading.game);
    table->game = fine ? loading.game : NULL;
    return fine;
}

/* ---------------------------------------------------------------- a whole log */

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

/* Whether every line is there, by its number. */
static bool log_is_whole(struct table *table, struct holm_trouble *trouble)
{
    struct holm_store *store = table->server->store;
    int count = 0;
    bool more = false;
    if (holm_store_lines(store, table->id, 1, count_line, &count, trouble) &&
        holm_store_lines(store, table->id, count + 1, note_any, &more, trouble)) {
        if (!more && table->header)
            return true;
        damage_note(table->server, table->code, table->header ? count + 1 : 0,
                    table->header ? "it is missing" : "its log has no header");
    } else if (holm_store_damaged(store)) {
        damage_note(table->server, table->code, count + 1, trouble->text);
    }
    return false;
}

/* -------------------------------------------------------------------- tables */

/* ORDER: absences */
enum { ABSENT, ABSENT_DAMAGED, ABSENT_UNREAD };
static const struct absence absences[] = {
    { REFUSE_NO_TABLE, false },
    { REFUSE_TABLE_DAMAGED, false },
    { REFUSE_TABLE_UNREAD, true },
};

const struct absence *table_absence(const struct server *server, const char *code)
{
    return &absences[damage_known(server, code) ? ABSENT_DAMAGED : server->absence];
}

static bool read_stored(void *context, const struct holm_stored_table *stored)
{
    struct table *table = context;
    struct holm_trouble trouble = { .text = "it has no record" };
    if (!stored->code)
        return false;
    snprintf(table->code, sizeof table->code, "%s", stored->code);
    if (!stored->record || stored->state < HOLM_STORE_WAITING || stored->state > HOLM_STORE_OVER ||
        !table_read_record(table, stored->record, &trouble)) {
        damage_note(table->server, stored->code, 0, trouble.text);
        return false;
    }
    table->id = stored->id;
    table->state = (uint8_t)stored->state;
    table->changed = stored->changed;
    table->due = stored->due;
    free(table->header);
    table->header = stored->header ? strdup(stored->header) : NULL;
    if (table->state == HOLM_STORE_WAITING && table->fair.version == 1)
        round_begin(table); /* of an older server: all pledge anew */
    if (table->revealing)
        round_wait(table);
    return false;
}

static void free_record(struct table *table)
{
    free(table->header);
    free(table->terms);
    free(table->voids);
    sodium_memzero(&table->fair, sizeof table->fair);
    free(table);
}

/* Reads the row of a table; false: there is none, or it cannot be read. */
static bool read_row(struct table *table, const char *code)
{
    struct server *server = table->server;
    struct holm_trouble trouble;
    if (!holm_store_find(server->store, code, read_stored, table, &trouble)) {
        server->absence = ABSENT_UNREAD;
        if (holm_store_damaged(server->store))
            damage_note(server, code, 0, trouble.text);
    }
    return table->id;
}

/* Reads the game of a table that is being played, if it is not there; of one that is over, whether
 * its log is whole. */
static bool read_game(struct table *table)
{
    struct server *server = table->server;
    struct holm_trouble trouble;
    if (table->revealing)
        clock_plan(table);
    if (table->state == HOLM_STORE_WAITING || table->game)
        return true;
    server->absence = ABSENT_UNREAD; /* unless it is damaged */
    if (table->state == HOLM_STORE_OVER)
        return log_is_whole(table, &trouble);
    if (!table_load_game(table, &trouble))
        return false;
    clock_plan(table);
    return true;
}

static struct table *load_table(struct server *server, const char *code)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->server = server;
    if (!read_row(table, code)) {
        free_record(table);
        return NULL;
    }
    table_link(table);
    return table;
}

void table_show(struct server *server, const struct holm_stored_table *stored)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return;
    table->server = server;
    read_stored(table, stored);
    if (!table->id) {
        free_record(table);
        return;
    }
    table_link(table);
    if (table->revealing)
        clock_plan(table);
}

/* Reads what is missing; a table that is not whole does not stay. */
static struct table *whole(struct table *table)
{
    if (!table || read_game(table))
        return table;
    if (!table->connections && !table->noted && !table->told)
        table_drop(table);
    return NULL;
}

struct table *table_look_up(struct server *server, const char *code)
{
    server->absence = ABSENT;
    if (strlen(code) != CODE_LETTERS || damage_known(server, code))
        return NULL;
    struct table *table = table_in_memory(server, code);
    if (table && table->forgotten) /* its last person has just left */
        return NULL;
    if (table)
        return table;
    table = load_table(server, code);
    return table && table->state == HOLM_STORE_PLAYING ? table : whole(table);
}

struct table *table_find(struct server *server, const char *code)
{
    struct table *table = table_look_up(server, code);
    return table && table->state == HOLM_STORE_PLAYING ? whole(table) : table;
}

bool table_reload(struct table *table)
{
    const int64_t id = table->id;
    table->server->absence = ABSENT;
    table_drop_game(table);
    table->id = table->tell_at = 0; /* all are welcomed anew */
    table->forgotten = false;
    if (read_row(table, table->code))
        return read_game(table);
    table->id = id;
    return false;
}
