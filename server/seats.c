/* seats.c: what people do at a table besides playing: come, leave, come back, chat, play again. */
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

/* ------------------------------------------------------------------- telling */

static void send_table(struct connection *connection, const char *type)
{
    struct table *table = connection->table;
    struct holm_writer writer = holm_writer(table->server->answer, ANSWER_MAX);
    holm_putf(&writer, "{\"type\":\"%s\"", type);
    if (!strcmp(type, "welcome")) {
        holm_json_put_number(&writer, "protocol", PROTOCOL_VERSION);
        holm_json_key(&writer, "chair");
        if (connection->chair < 0)
            holm_put(&writer, "null");
        else
            holm_put_number(&writer, connection->chair);
    }
    holm_json_key(&writer, "table");
    table_put(&writer, table);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
}

void seats_tell(struct table *table)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            send_table(at, "table");
}

void seats_welcome(struct connection *connection)
{
    if (!connection->hello)
        return;
    send_table(connection, "welcome");
    round_send(connection);
    if (connection->table->game)
        play_send_position(connection);
}

static bool is_host(struct connection *connection)
{
    if (connection->chair >= 0 && connection->chair == connection->table->host)
        return true;
    connection_error(connection, "not-the-host", "Only the host of the table can do that.");
    return false;
}

/* -------------------------------------------------------------------- coming */

static void sit_down(struct connection *connection)
{
    struct table *table = connection->table;
    struct chair *chair = &table->chair[connection->chair];
    chair->connections++;
    if (chair->away && table->state == HOLM_STORE_PLAYING) {
        chair->away = false;
        bots_dismiss(table, chair->seat);
        table_mark(table);
    }
}

/* A finished game is looked at once more. */
static bool game_at_hand(struct table *table, struct holm_trouble *trouble)
{
    return table->state == HOLM_STORE_WAITING || table->game || table_load_game(table, trouble);
}

/* The table that a hello names, and the chair its token opens. */
static struct table *find_place(struct connection *connection, const struct message *message,
                                int *chair)
{
    struct table *table = table_find(connection->server, message->table);
    struct holm_trouble trouble;
    *chair = -1;
    if (!table) {
        connection_error(connection, "no-table", "There is no such table. Check the link.");
        return NULL;
    }
    if (message->token && (*chair = table_chair_of(table, message->token)) < 0) {
        connection_error(connection, "token", "This token opens no chair here. Join the table.");
        return NULL;
    }
    if (*chair < 0 && !table->settings.spectators) {
        connection_error(connection, "no-spectators", "This table does not want spectators.");
        return NULL;
    }
    /* A finished game is replayed, and its proof is worked out again. */
    if (table->state == HOLM_STORE_OVER &&
        !address_take_heavy(connection->server, connection->address)) {
        connection_error(connection, "too-fast", "Please wait a moment, then come again.");
        return NULL;
    }
    if (!game_at_hand(table, &trouble)) {
        connection_error(connection, "storage", "The game cannot be read just now. Try again.");
        return NULL;
    }
    return table;
}

void seats_hello(struct connection *connection, const struct message *message)
{
    int chair;
    if (connection->hello) {
        connection_error(connection, "hello", "There was a hello before; open a new socket.");
        return;
    }
    struct table *table = find_place(connection, message, &chair);
    if (!table)
        return;
    connection->table = table;
    connection->chair = chair;
    connection->hello = true;
    connection->next = table->connections;
    table->connections = connection;
    if (chair >= 0)
        sit_down(connection);
    else
        table->watching++;
    send_table(connection, "welcome");
    round_send(connection);
    if (table->game && (message->seq < 0 || !play_send_missed(connection, message->seq)))
        play_send_position(connection);
    if (table->state == HOLM_STORE_OVER)
        play_send_over(connection);
    if (table->state == HOLM_STORE_PLAYING)
        clock_reseat(table);
    batch_tell(table);
}

void seats_gone(struct connection *connection)
{
    struct table *table = connection->table;
    if (!table)
        return;
    struct connection **at = &table->connections;
    while (*at != connection)
        at = &(*at)->next;
    *at = connection->next;
    if (connection->chair >= 0)
        table->chair[connection->chair].connections--;
    else
        table->watching--;
    connection->table = NULL;
    connection->hello = false;
    batch_tell(table);
}

/* ------------------------------------------------------------ before the start */

void seats_chair(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    struct holm_trouble trouble;
    if (!is_host(connection) || !round_gathering(connection))
        return;
    if (message->chair >= table->chairs || table->chair[message->chair].kind == CHAIR_PERSON) {
        connection_error(connection, "chair", "Only open chairs and bots can be changed.");
        return;
    }
    struct chair *chair = &table->chair[message->chair];
    if (!strcmp(message->set, "open")) {
        chair->kind = CHAIR_OPEN;
        chair->bot[0] = '\0';
    } else if (opening_bot(message->set, chair->bot, &trouble)) {
        chair->kind = CHAIR_BOT;
    } else {
        connection_error(connection, "bot", trouble.text);
        return;
    }
    table_mark(table);
    round_close_if_full(table);
}

void seats_start(struct connection *connection)
{
    struct table *table = connection->table;
    struct holm_trouble trouble;
    if (!is_host(connection) || !round_gathering(connection))
        return;
    table_fill(table);
    if (!round_close(table, &trouble))
        connection_error(connection, "start", trouble.text);
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
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == i) {
            at->chair = -1;
            table->watching++;
            connection_close_if_unwelcome(at);
        }
    memset(chair, 0, sizeof *chair);
    chair->seat = HOLM_NONE;
    memset(&table->fair.share[i], 0, sizeof table->fair.share[i]);
    if (table->host == i)
        pass_on(table);
}

void seats_leave(struct connection *connection)
{
    struct table *table = connection->table;
    if (connection->chair < 0) {
        connection_error(connection, "no-chair", "You are watching; there is no chair to leave.");
        return;
    }
    if (table->revealing)
        round_void(table, 1u << connection->chair); /* who leaves will not reveal */
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
        connection_error(connection, "no-chair", "You are watching; there is no chair to take.");
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
    if (!is_host(connection))
        return;
    if (message->chair >= table->chairs) {
        connection_error(connection, "chair", "There is no such chair.");
        return;
    }
    table->chair[message->chair].muted = message->on;
    table_mark(table);
}

void seats_pace(struct connection *connection, const struct message *message)
{
    if (!is_host(connection))
        return;
    connection->table->pace = message->factor;
    table_mark(connection->table);
    if (connection->table->state == HOLM_STORE_PLAYING)
        clock_plan(connection->table);
}

void seats_chat(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    char text[CHAT_CHARACTERS * 6 + 8 * NAME_SIZE];
    struct holm_writer writer = holm_writer(text, sizeof text);
    const struct chair *chair = connection->chair < 0 ? NULL : &table->chair[connection->chair];
    if (!chair) { /* whoever watches may see hidden hands elsewhere */
        connection_error(connection, "no-chair", "Only players may chat.");
        return;
    }
    if (chair->muted) {
        connection_error(connection, "muted", "The host has muted you.");
        return;
    }
    holm_put_char(&writer, '{');
    holm_json_put_word(&writer, "type", "chat");
    holm_json_put_number(&writer, "chair", connection->chair);
    holm_json_key(&writer, "name");
    holm_json_string(&writer, chair->name);
    holm_json_key(&writer, "text");
    holm_json_string(&writer, message->text);
    holm_json_put_number(&writer, "at", now_milliseconds() / 1000);
    holm_put_char(&writer, '}');
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_send(at, writer.buffer, writer.used);
}

/* The same people, with the same tokens, and the same bots. */
void seats_rematch(struct connection *connection)
{
    struct table *table = connection->table;
    struct table_request request = {
        .settings = table->settings, .pace = table->pace, .chairs = table->chairs, .host = -1
    };
    char token[64];
    if (connection->chair < 0 || table->state != HOLM_STORE_OVER) {
        connection_error(connection, "rematch", "A rematch is for its players, after the end.");
        return;
    }
    if (table->rematch[0])
        return;
    memcpy(request.chair, table->chair, sizeof request.chair);
    for (int i = 0; i < table->chairs; i++) {
        request.chair[i].away = false;
        request.chair[i].connections = 0;
    }
    struct table *next = table_new(table->server, &request, token, sizeof token);
    if (!next)
        return;
    next->host = table->host;
    snprintf(table->rematch, sizeof table->rematch, "%s", next->code);
    table_mark(table);
}
