/* batch.c: what is to be written, gathered by table, and what follows when it is on disk: nobody is
 * told of anything before. When the store refuses, the tables go back to what it holds: all of
 * them, or one alone where only its rows are the matter. What they did since goes with it. */
#include <stdlib.h>
#include <string.h>

#include "server/cheat.h"
#include "server/server.h"
#include "text/log.h"

enum {
    GATHERED_MOST = 64 << 20, /* bytes; then the loop does wait for the disk */
    FEW = 8, /* tables: while more are written, there is more to be done than to wait a moment */
};

/* Room for one more in an array that grows. */
static void *grown(void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return array;
    *room = *room ? 2 * *room : 64;
    array = realloc(array, (size_t)*room * size);
    if (!array)
        abort(); /* what hangs on the transaction must not be forgotten */
    return array;
}

/* ----------------------------------------------------------------- gathering */

static struct batch *gathering(struct server *server)
{
    struct batch *batch = server->gathering;
    if (batch)
        return batch;
    batch = server->gathering = must_have(sizeof *batch);
    batch->number = ++server->batches;
    batch->node = server->node;
    batch->last = &batch->first;
    batch->house_last = &batch->house;
    return batch;
}

static struct part *add_part(struct batch *batch, struct table *table)
{
    struct part *part = must_have(sizeof *part);
    part->table = table;
    part->whole = table;
    part->id = table ? table->id : 0;
    if (table)
        memcpy(part->code, table->code, sizeof part->code);
    part->last = &part->first;
    *batch->last = part;
    batch->last = &part->next;
    batch->parts++;
    return part;
}

void batch_table(struct table *table)
{
    if (table->part)
        return;
    if (table->server->node && !table->flying)
        connections_keep(table);
    table->part = add_part(gathering(table->server), table);
}

void part_add(struct part *part, struct deed *deed)
{
    *part->last = deed;
    part->last = &deed->next;
}

void batch_add(struct server *server, struct table *table, struct deed *deed)
{
    struct batch *batch = gathering(server);
    if (table)
        batch_table(table);
    else if (!batch->nobodys)
        batch->nobodys = add_part(batch, NULL);
    part_add(table ? table->part : batch->nobodys, deed);
    batch->bytes += sizeof(struct part); /* roughly; texts are counted where they are long */
}

void batch_house(struct server *server, struct deed *deed)
{
    struct batch *batch = gathering(server);
    *batch->house_last = deed;
    batch->house_last = &deed->next;
}

void batch_tell(struct table *table)
{
    struct server *server = table->server;
    if (table->told)
        return;
    table->told = true;
    server->told = grown(server->told, server->told_count, &server->told_room, sizeof table);
    server->told[server->told_count++] = table;
}

void batch_act(struct connection *connection, int id)
{
    struct batch *batch = gathering(connection->server);
    batch->acts = grown(batch->acts, batch->act_count, &batch->act_room, sizeof *batch->acts);
    batch->acts[batch->act_count++] = (struct pending_act){ connection, id };
}

void batch_forget(struct connection *connection)
{
    struct batch *both[] = { connection->server->gathering, connection->server->flying };
    for (int b = 0; b < 2; b++)
        for (int i = 0; both[b] && i < both[b]->act_count; i++)
            if (both[b]->acts[i].by == connection)
                both[b]->acts[i].by = NULL;
}

uint64_t batch_number(const struct server *server)
{
    return server->gathering ? server->gathering->number : server->batches + 1;
}

bool batch_is_open(const struct server *server, uint64_t number)
{
    return (server->flying && number == server->flying->number) ||
           (server->gathering && number == server->gathering->number);
}

bool batch_pending(const struct table *table)
{
    return table->part || table->flying;
}

/* The next line of a table's log. */
static void append(struct table *table, int number, const char *line)
{
    game_chain(table->game, number, line);
    batch_add(table->server, table,
              deed_line(table->id, number, pauses_game_time(table), line,
                        game_head(table->game, number)));
    table->server->gathering->bytes += strlen(line);
    if (!table->part->first_line)
        table->part->first_line = number;
    disk_wrote(table, line);
}

void batch_line(struct table *table, const struct holm_action *action,
                const struct holm_log_maker *maker)
{
    struct game *game = table->game;
    char line[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    CHEAT_WITH_LINE(table, action, maker);
    holm_log_action_by(&writer, &game_at(game)->board, game->seq, action, &game->chance, maker);
    append(table, game->seq, line);
}

void batch_people(struct table *table, const char *line)
{
    append(table, table->game->seq, line);
}

void batch_seal(struct table *table, int chair, const uint8_t signature[HOLM_SIGNATURE_BYTES])
{
    struct game *game = table->game;
    char line[512];
    struct holm_writer writer = holm_writer(line, sizeof line);
    holm_log_seal(&writer, game->lines + 1, chair, signature);
    append(table, game->lines + 1, line);
    game->sealed |= holm_bit(chair);
}

/* Read once, and counted from there: what was said just now is not in the store yet. */
bool batch_chat_number(struct table *table, int *number)
{
    if (!table->chats_known &&
        !holm_store_latest_chat(table->server->store, table->id, &table->chats, NULL))
        return false;
    table->chats_known = true;
    *number = table->chats + 1;
    return true;
}

void batch_chat(struct table *table, int number, int chair, const char *line)
{
    table->chats = number;
    batch_add(table->server, table, deed_say(table->id, number, chair, line));
    table->part->said = number;
    table->server->gathering->bytes += strlen(line);
    disk_wrote(table, line);
}

void batch_unsay(struct table *table, int chair)
{
    batch_add(table->server, table, deed_unsay(table->id, chair));
}

/* -------------------------------------------------------------- handing over */

static void put_first(struct part *part, struct deed *deed)
{
    deed->next = part->first;
    if (!part->first)
        part->last = &deed->next;
    part->first = deed;
}

/* Before all else that its table does: a new one has no lines before it has a row. */
static void put_table(struct part *part)
{
    struct table *table = part->table;
    struct server *server = table->server;
    struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
    table_record(&writer, table);
    table->changed = run_milliseconds() / 1000;
    const struct holm_stored_table stored = {
        .id = table->id,
        .fresh = !table->stored,
        .code = table->code,
        .state = table->state,
        .changed = table->changed,
        .record = server->answer,
        .header = table->header,
        .listed = table->settings.listed,
    };
    if (!table->stored)
        disk_wrote(table, server->answer);
    table->stored = true;
    part->dirty = true;
    for (int i = 0; i < table->chairs; i++)
        table->chair[i].noted = table->chair[i].connections > 0;
    put_first(part, deed_put(&stored));
}

/* The store may have an earlier time than is true, which costs a look, but never a later one. */
static void put_due(struct part *part)
{
    struct table *table = part->table;
    const int64_t due = table_due(table);
    const bool soon_enough = due >= table->due && table->state == HOLM_STORE_PLAYING;
    if (due == table->due || (soon_enough && !table->leaving))
        return;
    table->due = due;
    table->driver = due == HOLM_STORE_NEVER ? 0 : table->server->node;
    part_add(part, deed_due(table->id, due));
}

static void put_asked(struct part *part)
{
    struct table *table = part->table;
    const unsigned asked = table_asked(table);
    if (!table->game || table->asked == (int)asked)
        return;
    table->asked = (int)asked;
    part_add(part, deed_asked(table->id, asked));
}

static void end_list(struct deed *deed, bool written)
{
    for (struct deed *next; deed; deed = next) {
        next = deed->next;
        if (deed->end)
            deed->end(deed, written && !deed->failed);
        else
            free(deed);
    }
}

static void end_deeds(struct part *part, bool written)
{
    end_list(part->first, written);
    part->first = NULL;
    part->last = &part->first;
}

/* First of all it shows whether another node was quicker; where nothing is written, nobody cares. */
static void take_turn(struct part *part)
{
    if (part->table->server->node && part->first)
        put_first(part, deed_turn(part));
}

/* What goes with all that a table did since the batch before. */
static void complete(struct part *part)
{
    struct table *table = part->table;
    table->flying = part;
    table->part = NULL;
    part->follows = table->follows;
    part->told = table->chats_told;
    part->version = table->stored ? table->version : 0;
    if (table->forgotten) {
        end_deeds(part, false);
        part->first_line = 0;
        if (table->stored)
            part_add(part, deed_forget(table->id));
        take_turn(part);
        return;
    }
    part->quiet = table->leaving && !table->dirty && !part->first;
    if (table->dirty)
        put_table(part);
    put_due(part);
    put_asked(part);
    push_owe(table, part);
    if (table->finished)
        part_add(part, results_deed(table));
    table->dirty = table->finished = false;
    take_turn(part);
}

static bool comes_before(const struct part *one, const struct part *other)
{
    const bool new_one = !one->version, new_other = !other->version;
    return new_one != new_other ? new_other : one->id < other->id;
}

/* In the order of their numbers, so that no two nodes wait for each other; new ones, for which nobody
 * waits, come last, behind those that they follow. */
static void sort_parts(struct batch *batch)
{
    struct part *left = batch->first;
    batch->first = NULL;
    for (struct part *next; left; left = next) {
        next = left->next;
        struct part **at = &batch->first;
        while (*at && !comes_before(left, *at))
            at = &(*at)->next;
        left->next = *at;
        *at = left;
    }
    for (batch->last = &batch->first; *batch->last;)
        batch->last = &(*batch->last)->next;
}

static void hand_over(struct server *server)
{
    struct batch *batch = server->gathering;
    server->gathering = NULL;
    for (struct part *part = batch->first; part; part = part->next)
        if (part->table)
            complete(part);
    if (server->node)
        sort_parts(batch);
    server->flying = batch;
    connections_fly(server);
    workers_fly(server->replays);
    if (server->writer)
        writer_give(server->writer, batch);
    else
        writer_write(batch, server->store);
}

/* ------------------------------------------------------------ when it fails */

/* Nobody is left at it, or hears of what was not on disk. */
void table_close(struct table *table)
{
    if (batch_pending(table)) {
        connections_cut(table);
        answers_settle(table->server, UINT64_MAX, table->id, NOT_STORED);
    }
    batch_drop(table); /* nothing of it is written any more */
    while (table->connections) {
        struct connection *connection = table->connections;
        connection_close(connection);
        seats_gone(connection);
    }
    batch_drop(table);
    table->told = false;
    for (int i = 0; i < table->server->told_count; i++)
        if (table->server->told[i] == table)
            table->server->told[i--] = table->server->told[--table->server->told_count];
    table_drop(table);
}

void batch_drop(struct table *table)
{
    if (table->part) {
        end_deeds(table->part, false);
        table->part->table = NULL;
        table->part->first_line = 0;
    }
    if (table->flying)
        table->flying->table = NULL;
    table->part = table->flying = NULL;
}

/* Back to what the store holds; a table that it does not know never was. A game that cannot be
 * read just now must not wait until somebody asks for it. */
static void take_back(struct table *table)
{
    struct server *server = table->server;
    const bool was_stored = table->stored;
    table->refused = table->dirty = table->finished = table->leaving = false;
    table->chats_known = false;
    again_forget(table, UINT64_MAX);
    push_unsay(table);
    if (damage_known(server, table->code) || !was_stored || !table_reload(table)) {
        if (was_stored && table_absence(server, table->code)->passes)
            keeping_wake_again(server, table->id);
        table_close(table);
        return;
    }
    push_loaded(table);
    seats_settled(table, UINT64_MAX, false);
    for (struct connection *at = table->connections; at; at = at->next)
        seats_welcome(at);
}

void batch_failed(struct server *server, const struct holm_trouble *trouble)
{
    if (!server->failed)
        fprintf(stderr, "holm serve: nothing can be stored: %s\n", trouble->text);
    server->failure = *trouble;
    server->failed = true;
}

void batch_works(struct server *server)
{
    if (server->failed)
        fprintf(stderr, "holm serve: storing works again\n");
    server->failed = false;
}

static void refuse_acts(struct batch *batch)
{
    for (int i = 0; batch && i < batch->act_count; i++) {
        struct connection *by = batch->acts[i].by;
        if (!by || !by->table || !by->table->refused)
            continue;
        if (!by->table->flying || !by->table->flying->late) /* which is heard again */
            connection_refuse(by, batch->acts[i].id, REFUSE_NOT_STORED);
        batch->acts[i].by = NULL;
    }
}

/* What is held for the tables that were refused never happened, nor what they did since. */
static void revoke(struct server *server, struct batch *batch)
{
    connections_revoke(server);
    refuse_acts(batch);
    refuse_acts(server->gathering);
    answers_settle(server, UINT64_MAX, 0, batch->node && batch->fine ? ASK_AGAIN : NOT_STORED);
    for (const struct part *part = batch->first; part; part = part->next)
        if (part->table && part->table->refused)
            answers_settle(server, UINT64_MAX, part->table->id,
                           part->late ? ASK_AGAIN : NOT_STORED);
}

/* The latest line that people at a table know of, when what is pending is taken back. */
static int known_line(const struct table *table, const struct part *part)
{
    const int first = part->first_line ? part->first_line
                      : table->part    ? table->part->first_line
                                       : 0;
    return first ? first - 1 : table->game ? table->game->seq : 0;
}

static void note_refused(struct server *server, const struct batch *batch, const struct part *part)
{
    const struct table *table = part->table;
    if (batch->fine && !part->late)
        fprintf(stderr, "holm serve: table %s cannot be stored: %s\n", table->code,
                part->trouble.text);
    else if (!batch->fine && part->refused && part->damaged) /* the others can go on next time */
        damage_note(server, table->code, part->first_line, part->trouble.text);
}

/* ------------------------------------------------------------ when it is done */

static void settle_part(struct part *part, uint64_t number)
{
    struct table *table = part->table;
    table->version = part->version + (part->first && !part->late);
    table->stale |= part->late;
    if (part->said)
        table->chats_told = part->said;
    if (table->closed_in <= number)
        table->closed_in = 0;
    again_forget(table, table->part ? number : UINT64_MAX);
    table->shown |= table->stored;
    if (!table->part && !part->late) { /* else it is still to be written */
        table->begun |= table->header != NULL;
        free(table->header);
        table->header = NULL;
    }
    table->follows = 0;
    if (part->first_line && table->state == HOLM_STORE_OVER)
        screening_forget(table); /* somebody has signed the end */
    if (part->dirty)
        seats_settled(table, number, true);
    push_settled(table, part);
    if (table->revealing || (table->game && table->state == HOLM_STORE_PLAYING))
        clock_plan(table); /* bots may go on; also where this node has come to drive them */
}

static void tell_outcome(struct server *server, const struct batch *batch)
{
    if (!batch->first)
        return; /* the house was kept, and nothing else */
    server->metrics.commits++;
    server->metrics.commit_microseconds += batch->microseconds;
    if (batch->fine) {
        batch_works(server);
        return;
    }
    batch_failed(server, &batch->failure);
    server->metrics.commit_failures++;
}

/* What was gathered meanwhile to follow a table that goes back never happened either. */
static void refuse_followers(struct server *server, int64_t id)
{
    struct part *part = server->gathering ? server->gathering->first : NULL;
    for (; part; part = part->next)
        if (part->table && part->table->follows == id) {
            struct table *table = part->table;
            table->refused = true;
            answers_settle(server, UINT64_MAX, table->id, NOT_STORED);
            batch_drop(table);
            take_back(table);
        }
}

/* The table of a part may be closed in between: what flies is looked at again each time. */
static void settle_parts(struct server *server, struct batch *batch)
{
    bool refused = !batch->fine;
    for (struct part *part = batch->first; part; part = part->next)
        if (part->table && !part->quiet && (part->refused || !batch->fine)) {
            note_refused(server, batch, part);
            refused = part->table->refused = true;
        }
    server->refusals += refused;
    if (refused)
        revoke(server, batch);
    for (struct part *part = batch->first; part; part = part->next) {
        struct table *table = part->table;
        if (!table)
            continue;
        const int known = known_line(table, part);
        table->flying = NULL;
        part->table = NULL; /* nothing that follows concerns the batch */
        if (table->refused) {
            batch_drop(table);
            if (server->awaited == table)
                server->awaited = NULL;
            reading_begin(server, &batch->back);
            refuse_followers(server, table->id);
            if (part->late && batch->fine)
                news_late(table, known);
            else
                take_back(table);
            reading_leave(server, &batch->back);
        } else if (table->forgotten && !table->part) {
            table_close(table);
        } else {
            part->table = table;
            settle_part(part, batch->number);
            if (table->leaving)
                keeping_left(table);
            else
                news_settled(table);
        }
    }
}

static void end_batch(struct batch *batch, bool written)
{
    for (struct part *part = batch->first, *next; part; part = next) {
        next = part->next;
        end_deeds(part, batch->fine && !part->refused);
        free(part);
    }
    end_list(batch->house, written);
    reading_forget(&batch->back);
    free(batch->acts);
    free(batch);
}

void batch_close(struct server *server)
{
    if (server->gathering)
        end_batch(server->gathering, false);
    server->gathering = NULL;
}

/* Takes what the writer has done, if it has. */
static bool collect(struct server *server, enum writer_wait wait)
{
    struct batch *batch = server->writer ? writer_take(server->writer, wait) : server->flying;
    if (!batch)
        return false;
    tell_outcome(server, batch);
    settle_parts(server, batch);
    server->flying = NULL;
    answers_settle(server, batch->number, ANY_TABLE, batch->fine ? STORED : NOT_STORED);
    connections_land(server);
    workers_land(server->replays);
    identity_settle(server, batch->number);
    end_batch(batch, true);
    again_hear(server);
    return true;
}

/* -------------------------------------------------------------------- a turn */

static void tell_all(struct server *server)
{
    for (int i = 0; i < server->told_count; i++) {
        server->told[i]->told = false;
        seats_tell(server->told[i]);
    }
    server->told_count = 0;
}

static void turn(struct server *server, enum writer_wait wait)
{
    if (server->flying)
        collect(server, wait == WRITER_SOON ? WRITER_NOW : wait);
    tell_all(server);
    if (!server->flying && server->gathering) {
        hand_over(server);
        collect(server, wait);
    }
    tell_all(server);
}

void batch_settle(struct server *server)
{
    const struct batch *batch = server->gathering;
    const bool much = batch && batch->bytes > GATHERED_MOST;
    turn(server, much ? WRITER_EVER : batch && batch->parts > FEW ? WRITER_NOW : WRITER_SOON);
    if (server->gathering && !server->flying) /* what came of it */
        turn(server, WRITER_NOW);
    if (server->gathering && !server->flying)
        loop_wake(server);
    connections_release(server);
    if (!server->flying && !server->gathering) { /* all is on disk */
        workers_fly(server->replays);
        workers_land(server->replays);
    }
    workers_release(server->replays);
}

struct holm_store *batch_finish(struct server *server)
{
    for (int i = 0; i < 3 && (server->flying || server->gathering || server->told_count); i++)
        turn(server, WRITER_EVER);
    if (server->flying)
        collect(server, WRITER_EVER);
    connections_release(server);
    return server->writer ? writer_store(server->writer) : server->store;
}

bool batch_finish_table(struct server *server, struct table *table)
{
    server->awaited = table;
    batch_finish(server);
    const bool fine = server->awaited;
    server->awaited = NULL;
    return fine;
}
