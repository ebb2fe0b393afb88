/* hearing.c: what a connection says, read strictly, and done. */
#include <stdlib.h>
#include <string.h>

#include "server/checking.h"
#include "server/server.h"
#include "text/json.h"

static void refuse_hurry(struct connection *connection, const struct message *message)
{
    if (message->type != MESSAGE_ACT) {
        connection_error(connection, REFUSE_MESSAGES_TOO_FAST);
        return;
    }
    connection_refuse(connection, message->id, REFUSE_MESSAGES_TOO_FAST);
    connection_count_error(connection);
}

static void act(struct connection *connection, const struct message *message,
                const struct check *check)
{
    struct table *table = connection->table;
    struct holm_action action;
    struct holm_trouble trouble;
    const struct act given = { connection,
                               message->id,
                               message->seq,
                               message->action,
                               message->has_signature ? message->share.signature : NULL,
                               check };
    if (table->state != HOLM_STORE_PLAYING) {
        connection_refuse(connection, message->id,
                          table->state == HOLM_STORE_OVER ? REFUSE_GAME_OVER : REFUSE_NOT_STARTED);
        return;
    }
    if (!holm_json_read_action(message->action, &game_at(table->game)->board, &action, &trouble)) {
        connection_refuse_because(connection, message->id, REFUSE_BAD_FORM, trouble.text);
        return;
    }
    const struct chair *chair = connection->chair < 0 ? NULL : &table->chair[connection->chair];
    if (!chair || chair->kind != CHAIR_PERSON || action.seat != chair->seat) {
        connection_refuse(connection, message->id, REFUSE_NOT_YOUR_SEAT);
        return;
    }
    if (table->paused_at) {
        connection_refuse(connection, message->id, REFUSE_PAUSED);
        return;
    }
    if (!limit_take(connection->server, HOLM_LIMIT_ACTIONS,
                    &table->chair[connection->chair].actions)) {
        refuse_hurry(connection, message);
        return;
    }
    if (table->chair[connection->chair].away)
        seats_back(connection);
    play_act(table, &action, &given);
}

static void dispatch(struct connection *connection, const struct message *message,
                     const struct check *check)
{
    if (message->type == MESSAGE_PING) {
        connection_send(connection, "{\"type\":\"pong\"}", 15);
        return;
    }
    if (!connection->hello) {
        connection_error(connection, REFUSE_NO_HELLO);
        return;
    }
    if (connection->table && connection->table->forgotten) { /* in this very turn of the loop */
        connection_error(connection, REFUSE_TABLE_CLOSED);
        return;
    }
    switch (message->type) {
    case MESSAGE_ACT:
        act(connection, message, check);
        break;
    case MESSAGE_CHAT:
        chat_say(connection, message);
        break;
    case MESSAGE_HISTORY:
        history_ask(connection, message->from, message->changes);
        break;
    case MESSAGE_CHAIR:
        seats_chair(connection, message);
        break;
    case MESSAGE_REMOVE:
        people_remove(connection, message);
        break;
    case MESSAGE_START:
        seats_start(connection);
        break;
    case MESSAGE_LEAVE:
        seats_leave(connection);
        break;
    case MESSAGE_BACK:
        seats_back(connection);
        break;
    case MESSAGE_MUTE:
        seats_mute(connection, message);
        break;
    case MESSAGE_PACE:
        seats_pace(connection, message);
        break;
    case MESSAGE_REMATCH:
        seats_rematch(connection);
        break;
    case MESSAGE_PLEDGE:
        round_pledge(connection, message);
        break;
    case MESSAGE_REVEAL:
        round_reveal(connection, message);
        break;
    case MESSAGE_SEAL:
        round_seal(connection, message);
        break;
    case MESSAGE_RESIGN:
        giving_up_resign(connection, message);
        break;
    case MESSAGE_PROPOSE:
        proposals_propose(connection, message);
        break;
    case MESSAGE_ANSWER:
        proposals_answer(connection, message);
        break;
    case MESSAGE_RESUME:
        pauses_resume(connection);
        break;
    case MESSAGE_LOOK:
        looks_choose(connection, message);
        break;
    case MESSAGE_READY:
        seats_ready(connection, message);
        break;
    case MESSAGE_DEVICE:
        devices_ask(connection);
        break;
    case MESSAGE_REPORT:
        reports_make(connection, message);
        break;
    case MESSAGE_DISMISS:
        reports_dismiss(connection, message);
        break;
    case MESSAGE_HELLO:
    case MESSAGE_PING:
    case MESSAGE_TYPES:
        break;
    }
}

/* A person's sockets share what a person may say; who has no chair shares with the address. */
static struct bucket *messages_of(struct connection *connection)
{
    const bool seated = connection->table && connection->chair >= 0;
    return seated ? &connection->table->chair[connection->chair].messages
                  : &connection->address->messages;
}

bool connection_bears_frame(struct connection *connection)
{
    return limit_take(connection->server, HOLM_LIMIT_MESSAGES, messages_of(connection));
}

/* ----------------------------------------------------------------------- hello */

/* A hello that is heard again when what it must know was read. */
struct hello {
    struct reading reading;
    struct connection *connection;
    char text[];
};

static void hear_hello(struct server *server, struct reading *reading)
{
    struct hello *hello = (struct hello *)reading;
    struct connection *connection = hello->connection;
    struct message message;
    struct holm_trouble trouble;
    connection->hello_reading = NULL;
    reading_begin(server, reading);
    if (message_read(hello->text, &message, &trouble)) { /* as it could be before */
        seats_hello(connection, &message);
        message_free(&message);
    }
    if (!reading_end(server, reading)) {
        connection->hello_reading = reading;
        return;
    }
    reading_forget(reading);
    if (connection->awaits) { /* then it is heard once more, as more was said meanwhile */
        connection->hello_reading = reading;
        return;
    }
    reading_drop(reading);
    loading_hear_kept(connection);
}

void connection_hear_hello(struct connection *connection)
{
    hear_hello(connection->server, connection->hello_reading);
}

static void take_hello(struct connection *connection, const char *text, size_t length)
{
    struct hello *hello = must_have(sizeof *hello + length + 1);
    hello->reading.again = hear_hello;
    hello->connection = connection;
    memcpy(hello->text, text, length);
    hear_hello(connection->server, &hello->reading);
}

/* A whole message, ended by a zero. */
void connection_hear(struct connection *connection, const char *text, size_t length)
{
    struct server *server = connection->server;
    struct message message;
    struct holm_trouble trouble;
    if (connection->kept) { /* what was said first is done first */
        checking_hear(server);
        if (connection->closing)
            return;
    }
    if ((connection->awaits || connection->hello_reading) && strlen(text) == length) {
        if (!loading_keep(connection, text, length))
            connection_error(connection, REFUSE_BEFORE_WELCOME);
        return;
    }
    server->metrics.messages++;
    const bool in_time = limit_take(server, HOLM_LIMIT_MESSAGES, messages_of(connection));
    if (strlen(text) != length) {
        connection_error(connection, REFUSE_ZERO_BYTES);
    } else if (!message_read(text, &message, &trouble)) {
        connection_error_because(connection, REFUSE_BAD_FORM, trouble.text);
    } else {
        if (in_time && message.type == MESSAGE_HELLO)
            take_hello(connection, text, length);
        else if (in_time && checking_keep(connection, &message, text, length))
            return;
        else if (in_time)
            dispatch(connection, &message, NULL);
        else
            refuse_hurry(connection, &message);
        if (message.type != MESSAGE_HELLO && message.type != MESSAGE_HISTORY)
            again_keep(connection, text, length);
        message_free(&message);
    }
}

void connection_hear_checked(struct connection *connection, const struct message *message,
                             const struct check *check, const char *text, size_t length)
{
    dispatch(connection, message, check);
    again_keep(connection, text, length);
}

void connection_hear_again(struct connection *connection, const char *text, size_t length)
{
    struct message message;
    struct holm_trouble trouble;
    if (!message_read(text, &message, &trouble))
        return; /* it could be read before */
    dispatch(connection, &message, NULL);
    again_keep(connection, text, length);
    message_free(&message);
}
