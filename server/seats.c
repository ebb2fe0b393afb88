/* seats.c: what people do at a table besides playing: come, leave, come back, play again. */
#include <sodium.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

enum { TELL_PAUSE = 500 }; /* milliseconds between two tellings of who is there */

/* ------------------------------------------------------------------- telling */

static void send_welcome(struct connection *connection)
{
    struct table *table = connection->table;
    struct holm_writer writer = holm_writer(table->server->answer, ANSWER_MAX);
    holm_put(&writer, "{\"type\":\"welcome\"");
    holm_json_put_number(&writer, "protocol", PROTOCOL_VERSION);
    holm_json_key(&writer, "chair");
    if (connection->chair < 0)
        holm_put(&writer, "null");
    else
        holm_put_number(&writer, connection->chair);
    holm_json_key(&writer, "table");
    table_put(&writer, table);
    holm_json_put_number(&writer, "away_seconds", table->server->settings.away_seconds);
    holm_json_put_number(&writer, "now", run_milliseconds() / 1000);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
    notice_welcome(connection);
}

bool seats_here(const struct chair *chair)
{
    return chair->connections || chair->elsewhere;
}

/* When somebody went, or 0: is there. Before the end, that is written when it is told; where nodes
 * share the database, also at which of them they are. */
static void note_presence(struct table *table, struct chair *chair, int64_t left_at)
{
    const int64_t since = chair->elsewhere ? 0 : left_at;
    const bool moves =
        table->server->node ? chair->noted != (chair->connections > 0) : !chair->left_at != !since;
    table->moved |= moves && table->state != HOLM_STORE_OVER;
    chair->left_at = since;
}

static void write_presence(struct table *table)
{
    if (!table->moved)
        return;
    table->moved = false;
    table->dirty = true;
    batch_table(table);
}

void seats_tell(struct table *table)
{
    struct holm_writer writer = holm_writer(table->server->answer, ANSWER_MAX);
    table->told_at = monotonic_milliseconds();
    table->tell_at = 0;
    write_presence(table);
    if (!table->connections)
        return;
    holm_put(&writer, "{\"type\":\"table\"");
    holm_json_key(&writer, "table");
    table_put(&writer, table);
    holm_put_char(&writer, '}');
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_send(at, writer.buffer, writer.used);
}

/* Who comes and goes is told to all, but not for each of a crowd. */
static void tell_soon(struct table *table)
{
    const int64_t next = table->told_at + TELL_PAUSE;
    if (table->tell_at || table->told)
        return;
    if (!table->told_at || monotonic_milliseconds() >= next) {
        batch_tell(table);
    } else {
        table->tell_at = next;
        clock_plan(table);
    }
}

void seats_welcome(struct connection *connection)
{
    if (!connection->hello)
        return;
    send_welcome(connection);
    round_send(connection);
    if (connection->table->game)
        play_send_position(connection);
    if (connection->table->state == HOLM_STORE_OVER)
        play_send_over(connection);
    chat_send(connection);
    reports_send(connection);
}

bool seats_is_host(struct connection *connection)
{
    if (connection->chair >= 0 && connection->chair == connection->table->host)
        return true;
    connection_error(connection, REFUSE_NOT_THE_HOST);
    return false;
}

/* -------------------------------------------------------------------- coming */

/* Whether somebody was away and is back. */
static bool sit_down(struct connection *connection)
{
    struct table *table = connection->table;
    struct chair *chair = &table->chair[connection->chair];
    chair->connections++;
    note_presence(table, chair, 0);
    proposals_back(table, connection->chair);
    if (!chair->from) /* else it counts for who took it: not to be had for two addresses in turn */
        chair->from = connection->address->key;
    if (!chair->away || table->state != HOLM_STORE_PLAYING)
        return false;
    chair->away = false;
    bots_dismiss(table, chair->seat);
    table_mark(table);
    return true;
}

static void tell_absence(struct connection *connection, const char *code)
{
    const struct absence *absence = table_absence(connection->server, code);
    connection_error(connection, absence->refusal);
}

/* The table that a hello names, and the chair its token opens. */
static struct table *find_place(struct connection *connection, const struct message *message,
                                int *chair)
{
    struct table *table = table_look_up(connection->server, message->table);
    *chair = -1;
    if (!table && reading_wants(connection->server))
        return NULL; /* it is heard again */
    if (!table) {
        tell_absence(connection, message->table);
        return NULL;
    }
    if (message->token && (*chair = table_chair_of(table, message->token)) < 0) {
        connection->former = table_was_of(table, message->token);
        if (connection->former)
            return table; /* who gave up may watch on, wherever spectators may not */
        connection_error(connection, REFUSE_BAD_TOKEN);
        return NULL;
    }
    if (*chair < 0 && !people_may_watch(connection, table))
        return NULL;
    return table;
}

void seats_enter(struct connection *connection, struct table *table)
{
    bool is_back = false;
    if (connection->chair >= 0)
        devices_come(table, connection->chair, connection->opened);
    connection->table = table;
    connection->hello = connection->fresh = true;
    connection->next = table->connections;
    table->connections = connection;
    people_own(connection);
    if (connection->chair >= 0)
        is_back = sit_down(connection);
    else
        people_watch(connection);
    send_welcome(connection);
    round_send(connection);
    if (table->game && (connection->seen < 0 || !play_send_missed(connection, connection->seen)))
        play_send_position(connection);
    if (table->state == HOLM_STORE_OVER)
        play_send_over(connection);
    chat_send(connection);
    reports_send(connection);
    if (is_back)
        clock_reseat(table);
    tell_soon(table);
}

/* What was said before is told with the welcome; where something was said since it was read, it is
 * read once more. */
static bool knows_chat(struct connection *connection, const struct table *table)
{
    struct server *server = connection->server;
    if (connection->chat_asked && connection->chat_told != table->chats_told)
        reading_renew(server);
    connection->chat_asked = true;
    connection->chat_told = table->chats_told;
    if (server->node)
        chat_read_ahead(server->store, table->id, connection->heard);
    return !reading_wants(server);
}

void seats_hello(struct connection *connection, const struct message *message)
{
    int chair;
    if (connection->hello) {
        connection_error(connection, REFUSE_SECOND_HELLO);
        return;
    }
    struct table *table = find_place(connection, message, &chair);
    if (!table && reading_wants(connection->server))
        return;
    if (!table) {
        const struct table *known = table_in_memory(connection->server, message->table);
        if (known && batch_pending(known))
            connection_tells_of(connection, known);
        return;
    }
    connection->chair = chair;
    if (message->token)
        table_hash_token(message->token, connection->opened);
    connection->seen = connection->former ? -1 : message->seq; /* of another view */
    connection->heard = message->heard;
    if (table->state != HOLM_STORE_WAITING && !table->game)
        loading_ask(connection, table);
    else if (knows_chat(connection, table))
        seats_enter(connection, table);
}

void seats_gone(struct connection *connection)
{
    struct table *table = connection->table;
    loading_leave(connection);
    reading_drop(connection->hello_reading);
    reading_drop(connection->chat_reading);
    connection->hello_reading = connection->chat_reading = NULL;
    if (!table)
        return;
    struct connection **at = &table->connections;
    while (*at != connection)
        at = &(*at)->next;
    *at = connection->next;
    if (connection->chair < 0)
        people_unwatch(connection);
    else if (!--table->chair[connection->chair].connections) {
        note_presence(table, &table->chair[connection->chair], run_milliseconds());
        push_gone(table, connection->chair, socket_heard(connection->wire));
    }
    if (!table->watching)
        play_forget_position(table);
    connection->table = NULL;
    connection->hello = false;
    tell_soon(table);
}

/* ----------------------------------------------------------- what others changed */

/* Somebody's chair is not theirs any more, because of what was done at another node. */
static void lose_chair(struct connection *connection)
{
    struct table *table = connection->table;
    const struct chair *chair = &table->chair[connection->chair];
    const bool unwanted = people_is_cut_off(table, connection->opened);
    people_watch(connection);
    if (unwanted || chair->kind == CHAIR_PERSON) {
        connection_error(connection, unwanted ? REFUSE_REMOVED : REFUSE_MOVED);
        connection_close(connection);
        return;
    }
    connection->former = chair->resigned[0];
    if (!connection->former && !people_may_watch(connection, table))
        connection_close(connection);
    else
        seats_welcome(connection);
}

static bool opens(const struct connection *connection)
{
    const struct chair *chair = &connection->table->chair[connection->chair];
    return chair->kind == CHAIR_PERSON &&
           (!sodium_memcmp(connection->opened, chair->token, sizeof chair->token) ||
            devices_open(chair, connection->opened));
}

static bool is_elsewhere(const struct server *server, const struct chair *chair)
{
    for (int i = 0; i < chair->others; i++)
        for (int k = 0; k < server->living.count; k++)
            if (server->living.id[k] == chair->other[i])
                return true;
    return false;
}

bool seats_elsewhere(struct table *table)
{
    bool changed = false;
    for (int i = 0; i < table->chairs; i++) {
        struct chair *chair = &table->chair[i];
        const bool elsewhere = is_elsewhere(table->server, chair);
        changed |= elsewhere != chair->elsewhere;
        chair->elsewhere = elsewhere;
        if (chair->kind == CHAIR_PERSON && seats_here(chair))
            chair->left_at = 0;
        else if (!chair->left_at)
            chair->left_at = run_milliseconds();
    }
    return changed;
}

void seats_follow(struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        table->chair[i].connections = 0;
    for (struct connection *at = table->connections; at; at = at->next) {
        if (at->chair >= 0 && !opens(at))
            lose_chair(at);
        if (at->chair >= 0)
            table->chair[at->chair].connections++;
    }
    seats_elsewhere(table);
    for (int i = 0; i < table->chairs; i++)
        if (table->chair[i].noted != (table->chair[i].connections > 0) &&
            table->state != HOLM_STORE_OVER) {
            table->moved = true;
            tell_soon(table);
        }
}

/* ------------------------------------------------------------ before the start */

void seats_chair(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    struct holm_trouble trouble;
    if (!seats_is_host(connection) ||
        giving_up_offer(table, message->chair, !strcmp(message->set, "open")) ||
        !round_gathering(connection))
        return;
    if (message->chair >= table->chairs || table->chair[message->chair].kind == CHAIR_PERSON) {
        connection_error(connection, REFUSE_FIXED_CHAIR);
        return;
    }
    struct chair *chair = &table->chair[message->chair];
    if (!strcmp(message->set, "open")) {
        chair->kind = CHAIR_OPEN;
        chair->bot[0] = '\0';
    } else if (opening_bot(message->set, chair->bot, &trouble)) {
        chair->kind = CHAIR_BOT;
    } else {
        connection_error_because(connection, REFUSE_NO_SUCH_BOT, trouble.text);
        return;
    }
    table_mark(table);
    round_close_if_full(table);
}

void seats_start(struct connection *connection)
{
    struct table *table = connection->table;
    struct holm_trouble trouble;
    if (!seats_is_host(connection) || !round_gathering(connection))
        return;
    if (!round_start(table, &trouble))
        connection_error_because(connection, REFUSE_CANNOT_START, trouble.text);
}

void seats_ready(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (connection->chair < 0) {
        connection_error(connection, REFUSE_NO_CHAIR_TO_START);
        return;
    }
    if (!round_gathering(connection) || table->chair[connection->chair].ready == message->on)
        return;
    table->chair[connection->chair].ready = message->on;
    table_mark(table);
    round_close_if_full(table);
}

/* --------------------------------------------------------------- leave, back */

/* The next person becomes the host; without one the table is closed. */
static void pass_on(struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        if (table->chair[i].kind == CHAIR_PERSON) {
            table->host = (uint8_t)i;
            return;
        }
    table->forgotten = true;
}

void seats_free(struct table *table, int i)
{
    struct chair *chair = &table->chair[i];
    batch_table(table); /* before anybody is told */
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == i) {
            if (!at->closing && !people_may_watch(at, table))
                connection_close_then(at);
            people_watch(at);
            at->lost = i;
            at->lost_in = batch_number(table->server);
        }
    /* What was said and done here counts for the next one too: to leave and to come back does not
     * fill it up. */
    *chair = (struct chair){ .seat = HOLM_NONE,
                             .messages = chair->messages,
                             .actions = chair->actions,
                             .chats = chair->chats,
                             .proposals = chair->proposals };
    memset(&table->fair.share[i], 0, sizeof table->fair.share[i]);
    reports_forget(table, i);
    if (table->host == i)
        pass_on(table);
}

void seats_settled(struct table *table, uint64_t batch, bool stored)
{
    for (struct connection *at = table->connections; at; at = at->next) {
        if (at->lost_in > batch)
            continue;
        if (at->lost >= 0 && !stored && !at->closing) {
            people_unwatch(at);
            at->chair = at->lost;
            sit_down(at);
        }
        at->lost = -1;
    }
}

void seats_leave(struct connection *connection)
{
    struct table *table = connection->table;
    if (connection->chair < 0) {
        connection_error(connection, REFUSE_NO_CHAIR_TO_LEAVE);
        return;
    }
    if (table->revealing)
        round_void(table, holm_bit(connection->chair)); /* who leaves will not reveal */
    else if (table->state == HOLM_STORE_WAITING)
        seats_free(table, connection->chair);
    else
        table->chair[connection->chair].away = true;
    table_mark(table);
    clock_reseat(table);
}

void seats_back(struct connection *connection)
{
    struct table *table = connection->table;
    if (connection->chair < 0) {
        connection_error(connection, REFUSE_NO_CHAIR_TO_TAKE);
        return;
    }
    struct chair *chair = &table->chair[connection->chair];
    if (!chair->away)
        return;
    chair->away = false;
    bots_dismiss(table, chair->seat);
    table_mark(table);
    clock_reseat(table);
}

/* -------------------------------------------------------------------- others */

void seats_mute(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (!seats_is_host(connection))
        return;
    if (message->chair >= table->chairs) {
        connection_error(connection, REFUSE_NO_SUCH_CHAIR);
        return;
    }
    table->chair[message->chair].muted = message->on;
    table_mark(table);
}

void seats_pace(struct connection *connection, const struct message *message)
{
    if (!seats_is_host(connection))
        return;
    connection->table->pace = message->factor;
    table_mark(connection->table);
    if (connection->table->state == HOLM_STORE_PLAYING)
        clock_plan(connection->table);
}

/* The same people, with the same tokens, and the same bots. */
void seats_rematch(struct connection *connection)
{
    struct table *table = connection->table;
    struct table_request request = {
        .settings = table->settings, .pace = table->pace, .chairs = table->chairs, .host = -1
    };
    char token[64];
    int refusal;
    if (connection->chair < 0 || table->state != HOLM_STORE_OVER) {
        connection_error(connection, REFUSE_NO_REMATCH);
        return;
    }
    if (table->rematch[0])
        return;
    if (!drain_allows(table->server)) {
        connection_error(connection, REFUSE_DRAINING);
        return;
    }
    const struct address *owner = address_with(table->server, table->owner);
    if (!disk_allows(table->server, owner ? owner : connection->address, &refusal)) {
        connection_error(connection, refusal);
        return;
    }
    if (!limit_allows(table->server, HOLM_LIMIT_TABLES, table->server->tables) ||
        !limit_take(table->server, HOLM_LIMIT_TABLES_EACH, &connection->address->tables)) {
        connection_error(connection, REFUSE_TABLES_TOO_FAST);
        return;
    }
    memcpy(request.chair, table->chair, sizeof request.chair);
    snprintf(request.source, sizeof request.source, "%s", table->source ? table->source : "");
    bool open = false;
    for (int i = 0; i < table->chairs; i++) {
        struct chair *chair = &request.chair[i];
        if (chair->resigned[0] && chair->kind == CHAIR_BOT)
            *chair = (struct chair){ .kind = CHAIR_OPEN }; /* also for who gave it up */
        if (chair->kind == CHAIR_PERSON && sodium_is_zero(chair->token, sizeof chair->token))
            *chair = (struct chair){ .kind = CHAIR_OPEN }; /* whoever sat there was removed */
        if (chair->forgotten)
            *chair = (struct chair){ .kind = CHAIR_OPEN };
        chair->resigned[0] = '\0';
        chair->device_until = 0;
        chair->leaver = 0;
        chair->away = chair->ready = chair->elsewhere = chair->noted = false;
        chair->connections = chair->others = 0;
        open |= chair->kind == CHAIR_OPEN;
    }
    request.settings.on_ready &= open; /* whoever comes over wants to play */
    batch_table(table); /* before the other's part, which goes back with it */
    struct table *next = table_new(table->server, &request, token, sizeof token);
    if (!next)
        return;
    next->follows = table->id;
    next->host = table->host;
    next->owner = table->owner;
    snprintf(table->rematch, sizeof table->rematch, "%s", next->code);
    table_mark(table);
}
