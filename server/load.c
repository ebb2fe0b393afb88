/* load.c: tables come back from the store, and games from their logs (on a worker, if somebody only
 * wants to come: loading.c). What was drawn is read, not drawn again, so that a log of an older
 * version goes on as it began. What cannot be read is damaged, and set aside. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/log.h"

struct log_reading {
    struct table *table;
    struct game *game;
    struct holm_replay *replay;
    struct load_fault *fault;
    char *header;
    uint64_t draws;
    int64_t at; /* of the latest line, by the calendar */
    int64_t time; /* the same, as if the calendar had never been set back */
    int64_t now, calendar; /* the same moment, monotonic and in run_milliseconds */
    bool fine;
};

/* The game follows the replay; its state points to its own board. */
static void follow(struct log_reading *reading)
{
    struct position *position = game_at(reading->game);
    position->state = reading->replay->state;
    position->state.board = &position->board;
    position->past = reading->replay->past;
}

/* The line enters the chain, and must come out with the head that was stored with it; logs of
 * version 1 have none. */
static bool head_fits(struct log_reading *reading, int number, const char *line,
                      const uint8_t *head)
{
    struct game *game = reading->game;
    game_chain(game, number, line);
    const uint8_t *computed = game_head(game, number);
    if (head == holm_store_head_implied)
        return computed;
    return computed ? head && !memcmp(head, computed, HOLM_STORE_HEAD) : !head;
}

/* Whether a line is the next one, can be played, and belongs to the chain. */
static bool take_line(struct log_reading *reading, int number, const char *line,
                      const uint8_t *head)
{
    struct holm_trouble *trouble = &reading->fault->trouble;
    reading->fault->line = reading->game->lines + 1;
    if (number != reading->fault->line)
        return holm_trouble(trouble, 0, "it is missing");
    if (!line)
        return holm_trouble(trouble, 0, "it has no text");
    return holm_replay_line(reading->replay, line, trouble) &&
           (head_fits(reading, number, line, head) ||
            holm_trouble(trouble, 0, "it does not fit the log's chain"));
}

static bool load_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct log_reading *reading = context;
    struct game *game = reading->game;
    struct holm_replay *replay = reading->replay;
    const struct moment was = game_moment(game);
    const int64_t ago = at < reading->calendar ? reading->calendar - at : 0;
    reading->fine = take_line(reading, number, line, head);
    if (!reading->fine) {
        reading->fault->damaged = true;
        return false;
    }
    if (replay->kind == HOLM_LINE_SEAL) {
        game->sealed |= holm_bit(replay->chair);
        return true;
    }
    follow(reading);
    const struct told told = { .by = replay->action.seat, .line = replay->kind };
    const struct trail_entry entry =
        replay->kind == HOLM_LINE_ACTION
            ? trail_action(&replay->action, &replay->chance, replay->why, reading->now - ago)
            : trail_people(&told, &replay->state, reading->now - ago);
    reading->draws += replay->chance.drawn_count;
    game->seq = number;
    game_note(game, &entry);
    game_believe(game, &replay->events);
    reading->time += at > reading->at ? at - reading->at : 0;
    reading->at = at;
    clock_update(reading->table, &entry, reading->time);
    game_trail(game, &was, &entry, reading->table->settings.delay);
    return true;
}

/* Whether the log ends where it must. */
static bool is_all(const struct log_reading *reading, struct holm_store *store)
{
    struct load_fault *fault = reading->fault;
    const int lines = reading->game->lines;
    int must;
    if (!holm_store_length(store, reading->table->id, &must, &fault->trouble)) {
        fault->damaged = holm_store_damaged(store);
        return false;
    }
    fault->damaged = lines != must;
    fault->line = lines < must ? lines + 1 : must + 1; /* 0: none in particular */
    return lines == must || holm_trouble(&fault->trouble, 0, "%s",
                                         must < 0 ? "how many lines its log must have is not known"
                                         : lines < must ? "it is missing"
                                                        : "it is one too many");
}

static bool note_header(void *context, const struct holm_stored_table *stored)
{
    struct log_reading *reading = context;
    reading->header = stored->header ? strdup(stored->header) : NULL;
    return false;
}

/* Only the store keeps it: it is long, and nothing else needs it. */
static bool load_header(struct log_reading *reading, struct holm_store *store)
{
    struct load_fault *fault = reading->fault;
    if (!holm_store_find_id(store, reading->table->id, note_header, reading, &fault->trouble)) {
        fault->damaged = holm_store_damaged(store);
        return false;
    }
    fault->damaged = true; /* if it ends here */
    if (!reading->header)
        return holm_trouble(&fault->trouble, 0, "its log has no header");
    return holm_replay_line(reading->replay, reading->header, &fault->trouble);
}

static bool load_lines(struct log_reading *reading, struct holm_store *store)
{
    struct table *table = reading->table;
    struct game *game = reading->game;
    struct load_fault *fault = reading->fault;
    holm_replay_start(reading->replay);
    if (!load_header(reading, store))
        return false;
    if (reading->replay->board.rules.players > table->chairs)
        return holm_trouble(&fault->trouble, 0, "its log has more seats than it has chairs");
    fault->damaged = false;
    game_at(game)->board = reading->replay->board;
    follow(reading);
    game_believe_start(game);
    table->game = game;
    reading->at = reading->time = table->started;
    clock_start(table, table->started);
    holm_chance_seed(&game->chance, reading->replay->seed);
    game_chain_start(game, &reading->replay->fair);
    reading->fine = true;
    if (!holm_store_lines(store, table->id, 1, load_line, reading, &fault->trouble)) {
        fault->damaged = holm_store_damaged(store);
        return false;
    }
    if (!reading->fine || !is_all(reading, store))
        return false;
    game->chance.next = table->first_draw + reading->draws;
    const int64_t since = reading->calendar - reading->at;
    clock_loaded(table, reading->now - (since > 0 ? since : 0) - reading->time);
    return true;
}

/* All of one moment: another node may go on with the game meanwhile. */
static bool load_moment(struct log_reading *reading, struct holm_store *store)
{
    if (!holm_store_begin_reading(store, &reading->fault->trouble))
        return false;
    const bool fine = load_lines(reading, store);
    holm_store_end_reading(store);
    return fine;
}

static bool load_once(struct table *table, struct holm_store *store, struct load_fault *fault)
{
    struct log_reading reading = {
        .table = table,
        .fault = fault,
        .now = monotonic_milliseconds(),
        .calendar = pauses_game_time(table),
    };
    const int64_t paused_at = table->paused_at;
    *fault = (struct load_fault){ 0 };
    table->paused_at = 0; /* while its lines were played, it was not */
    reading.game = game_new();
    reading.replay = malloc(sizeof *reading.replay);
    const bool fine = reading.game && reading.replay && load_moment(&reading, store);
    if (!reading.game || !reading.replay)
        refusal_tell(&fault->trouble, REFUSE_NO_MEMORY);
    free(reading.replay);
    free(reading.header);
    if (!fine)
        game_free(reading.game);
    table->game = fine ? reading.game : NULL;
    table->paused_at = paused_at;
    if (fine && paused_at)
        clock_stop(table, reading.now);
    return fine;
}

/* What seems damaged is read twice: whoever reads JSON takes lack of memory for a fault in it. */
bool game_load(struct table *table, struct holm_store *store, struct load_fault *fault)
{
    return load_once(table, store, fault) || (fault->damaged && load_once(table, store, fault));
}

/* ---------------------------------------------------------------- a whole log */

bool table_is_latest(const struct server *server, const struct table *table)
{
    int64_t version;
    return !server->node || (holm_store_version(server->store, table->id, &version, NULL) &&
                             version == table->version);
}

/* Whether every line is there, by its number. */
static bool log_is_whole(struct table *table, struct holm_trouble *trouble)
{
    struct holm_store *store = table->server->store;
    struct holm_store_fault fault;
    if (holm_store_survey(store, table->id, &fault, trouble)) {
        if (!fault.why && table->begun)
            return true;
        if (table_is_latest(table->server, table))
            damage_note(table->server, table->code, table->begun ? fault.line : 0,
                        table->begun ? fault.why : "its log has no header");
    } else if (holm_store_damaged(store)) {
        damage_note(table->server, table->code, 0, trouble->text);
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

const struct absence *table_unread(const struct server *server, const char *code)
{
    return &absences[damage_known(server, code) ? ABSENT_DAMAGED : ABSENT_UNREAD];
}

static bool read_stored(void *context, const struct holm_stored_table *stored)
{
    struct table *table = context;
    struct holm_trouble trouble = { .text = "it has no record" };
    if (!stored->code)
        return false;
    snprintf(table->code, sizeof table->code, "%s", stored->code);
    if (!stored->record || stored->state < HOLM_STORE_WAITING || stored->state > HOLM_STORE_OVER ||
        !(table_read_record(table, stored->record, &trouble) ||
          table_read_record(table, stored->record, &trouble))) { /* twice, as game_load does */
        table->server->absence = ABSENT_UNREAD; /* unless it is damaged */
        damage_note(table->server, stored->code, 0, trouble.text);
        return false;
    }
    free(table->header);
    table->header = NULL;
    table->begun = stored->header;
    table->id = stored->id;
    table->stored = table->shown = true;
    table->state = (uint8_t)stored->state;
    table->changed = stored->changed;
    table->due = stored->due;
    table->asked = stored->asked;
    table->version = stored->version;
    table->driver = stored->driver;
    table->chats = stored->said;
    table->chats_known = table->server->node;
    if (!table->connections)
        table->chats_told = table->chats;
    if (table->state == HOLM_STORE_WAITING && table->fair.version == 1)
        round_begin(table); /* of an older server: all pledge anew */
    if (table->revealing)
        round_wait(table);
    if (table->server->node)
        seats_elsewhere(table);
    for (int i = 0; i < table->chairs && !table->server->node; i++)
        if (!table->chair[i].left_at && !table->chair[i].connections)
            table->chair[i].left_at = run_started(); /* the server went first */
    return false;
}

static void free_record(struct table *table)
{
    free(table->header);
    free(table->source);
    free(table->terms);
    free(table->voids);
    free(table->reports);
    free(table->closed);
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

static struct table *load_table(struct server *server, const char *code)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table) {
        server->absence = ABSENT_UNREAD;
        return NULL;
    }
    table->server = server;
    if (!read_row(table, code)) {
        free_record(table);
        return NULL;
    }
    table_link(table);
    return table;
}

struct table *table_peek(struct server *server, const struct holm_stored_table *stored)
{
    struct table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->server = server;
    read_stored(table, stored);
    if (table->id)
        return table;
    free_record(table);
    return NULL;
}

void table_peek_end(struct table *table)
{
    free_record(table);
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

/* Whether what is in memory can be served; the game of a table is read when somebody wants it. */
static bool is_whole(struct table *table)
{
    struct holm_trouble trouble;
    if (table->revealing)
        clock_plan(table);
    if (table->state != HOLM_STORE_OVER)
        return true;
    table->server->absence = ABSENT_UNREAD; /* unless it is damaged */
    return log_is_whole(table, &trouble);
}

struct table *table_look_up(struct server *server, const char *code)
{
    server->absence = ABSENT;
    if (strlen(code) != CODE_LETTERS || damage_known(server, code))
        return NULL;
    struct table *table = table_in_memory(server, code);
    if (table && (table->forgotten || /* its last person has just left */
                  !news_check(table))) /* or it is gone at another node */
        return NULL;
    if (!table && keeping_removes(server, code))
        return NULL;
    const bool known = table;
    if (!known)
        table = load_table(server, code);
    if (!known && table && !is_whole(table)) {
        table_drop(table);
        return NULL;
    }
    if (!reading_wants(server))
        return table;
    server->absence = ABSENT_UNREAD; /* what is asked now is asked again */
    return NULL;
}

/* In the loop: whoever is there has a game that the store does not have, and cannot go on. */
static bool load_again(struct table *table)
{
    struct server *server = table->server;
    struct load_fault fault;
    server->absence = ABSENT_UNREAD; /* unless it is damaged */
    const bool fine = game_load(table, server->store, &fault);
    if (fine)
        folding_adopt(server, table->game);
    if (fault.damaged && table_is_latest(server, table))
        damage_note(server, table->code, fault.line, fault.trouble.text);
    return fine;
}

/* ----------------------------------------------------------- what others played */

bool table_take_row(struct table *table, const struct holm_stored_table *stored)
{
    table->id = 0;
    read_stored(table, stored);
    const bool fine = table->id;
    table->id = stored->id;
    return fine;
}

static bool ignore_row(void *context, const struct holm_stored_table *stored)
{
    (void)context;
    (void)stored;
    return false;
}

static bool ignore_line(void *context, int number, int64_t at, const char *line,
                        const uint8_t *head)
{
    (void)context;
    (void)number;
    (void)at;
    (void)line;
    (void)head;
    return false;
}

/* All at once, whatever is missing of it. */
void table_read_ahead(struct holm_store *store, int64_t id)
{
    struct holm_trouble trouble;
    int64_t version;
    int lines;
    if (!holm_store_begin_reading(store, &trouble))
        return;
    holm_store_find_id(store, id, ignore_row, NULL, &trouble);
    holm_store_lines(store, id, 1, ignore_line, NULL, &trouble);
    holm_store_length(store, id, &lines, &trouble);
    holm_store_end_reading(store);
    holm_store_version(store, id, &version, &trouble);
}

bool table_reload_game(struct table *table)
{
    table_drop_game(table);
    return load_again(table);
}

bool table_follow_line(struct table *table, int number, int64_t at, const char *line,
                       const uint8_t *head)
{
    struct server *server = table->server;
    struct game *game = table->game;
    struct holm_replay *replay = server->replay;
    struct holm_trouble trouble;
    struct load_fault fault;
    const int64_t ago = pauses_game_time(table) - at;
    struct log_reading reading = {
        .table = table, .game = game, .replay = replay, .fault = &fault
    };
    if (!game->chained || number != game->lines + 1 || !line)
        return false;
    holm_replay_resume(replay, &game_at(game)->state, &game_at(game)->past, &table->fair,
                       game->lines);
    replay->sealed = (uint8_t)game->sealed;
    if (!holm_replay_line(replay, line, &trouble) || !head_fits(&reading, number, line, head))
        return false;
    if (replay->kind == HOLM_LINE_SEAL) {
        game->sealed |= holm_bit(replay->chair);
        return true;
    }
    server->was = game_moment(game);
    server->events = replay->events;
    follow(&reading);
    game->chance.next += (uint64_t)replay->chance.drawn_count;
    game->seq = number;
    const struct trail_entry entry = trail_action(&replay->action, &replay->chance, replay->why,
                                                  monotonic_milliseconds() - (ago > 0 ? ago : 0));
    play_follow(table, &entry);
    return true;
}

bool table_reload(struct table *table)
{
    const int64_t id = table->id;
    table->server->absence = ABSENT;
    table_drop_game(table);
    table->id = table->tell_at = 0; /* all are welcomed anew */
    table->stored = false;
    table->forgotten = false;
    table->lost = false;
    if (!read_row(table, table->code)) {
        table->id = id;
        return false;
    }
    if (table->state != HOLM_STORE_WAITING && !load_again(table))
        return false;
    clock_plan(table);
    return true;
}
