/* hearing.c: what a connection says, read strictly, and done. */
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

static void refuse_hurry(struct connection *connection, const struct message *message)
{
    static const char text[] = "Too many messages at once; wait a moment.";
    if (message->type != MESSAGE_ACT) {
        connection_error(connection, "too-fast", text);
        return;
    }
    connection_refuse(connection, message->id, "too-fast", NULL, text);
    connection_count_error(connection);
}

static void act(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    struct holm_action action;
    struct holm_trouble trouble;
    const struct act given = { connection, message->id, message->seq, message->action,
                               message->has_signature ? message->share.signature : NULL };
    if (table->state != HOLM_STORE_PLAYING) {
        connection_refuse(connection, message->id, "not-playing", NULL,
                          table->state == HOLM_STORE_OVER ? "The game is over."
                                                          : "The game has not started yet.");
        return;
    }
    if (!holm_json_read_action(message->action, &table->game->board, &action, &trouble)) {
        connection_refuse(connection, message->id, "form", NULL, trouble.text);
        return;
    }
    if (connection->chair < 0 || action.seat != table->chair[connection->chair].seat) {
        connection_refuse(connection, message->id, "not-your-seat", NULL,
                          "That seat is not yours.");
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

static void dispatch(struct connection *connection, const struct message *message)
{
    if (message->type == MESSAGE_PING) {
        connection_send(connection, "{\"type\":\"pong\"}", 15);
        return;
    }
    if (message->type != MESSAGE_HELLO && !connection->hello) {
        connection_error(connection, "hello", "Say hello first.");
        return;
    }
    if (connection->table && connection->table->forgotten) { /* in this very turn of the loop */
        connection_error(connection, "no-table", "This table has just been closed.");
        return;
    }
    switch (message->type) {
    case MESSAGE_HELLO:
        seats_hello(connection, message);
        break;
    case MESSAGE_ACT:
        act(connection, message);
        break;
    case MESSAGE_CHAT:
        seats_chat(connection, message);
        break;
    case MESSAGE_HISTORY:
        history_ask(connection, message->from);
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

/* A whole message, ended by a zero. */
void connection_hear(struct connection *connection, const char *text, size_t length)
{
    struct server *server = connection->server;
    struct message message;
    struct holm_trouble trouble;
    if (connection->awaits && strlen(text) == length) {
        if (!loading_keep(connection, text, length))
            connection_error(connection, "too-fast", "Wait for the welcome before you say more.");
        return;
    }
    server->metrics.messages++;
    const bool in_time = limit_take(server, HOLM_LIMIT_MESSAGES, messages_of(connection));
    if (strlen(text) != length) {
        connection_error(connection, "form", "A message holds no zero bytes.");
    } else if (!message_read(text, &message, &trouble)) {
        connection_error(connection, "form", trouble.text);
    } else {
        if (in_time)
            dispatch(connection, &message);
        else
            refuse_hurry(connection, &message);
        message_free(&message);
    }
}
