/* socket.c: WebSockets: who may open one, what comes in, and queues of what goes out. */
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

enum { CHAT_BURST = 5, CLOSE_SECONDS = 3 };

/* --------------------------------------------------------------------- queue */

static void mark_dirty(struct connection *connection)
{
    if (connection->dirty)
        return;
    connection->dirty = true;
    connection->next_dirty = connection->server->dirty;
    connection->server->dirty = connection;
}

static bool make_room(struct connection *connection, size_t more)
{
    if (connection->start && connection->start == connection->used)
        connection->start = connection->held = connection->used = 0;
    if (connection->used + more <= connection->room)
        return true;
    if (connection->start)
        memmove(connection->queue, connection->queue + connection->start,
                connection->used - connection->start);
    connection->used -= connection->start;
    connection->held -= connection->start;
    connection->start = 0;
    if (connection->used + more > (size_t)connection->server->settings.unsent)
        return false;
    if (connection->used + more <= connection->room)
        return true;
    char *queue = realloc(connection->queue, connection->used + more);
    if (!queue)
        return false;
    connection->queue = queue;
    connection->room = connection->used + more;
    return true;
}

/* Who reads too slowly is dropped, and may come back for a position. */
void connection_send(struct connection *connection, const char *text, size_t length)
{
    const uint32_t prefix = (uint32_t)length;
    if (connection->closing)
        return;
    if (!make_room(connection, sizeof prefix + length)) {
        connection->server->metrics.dropped++;
        connection_close(connection);
        return;
    }
    memcpy(connection->queue + connection->used, &prefix, sizeof prefix);
    memcpy(connection->queue + connection->used + sizeof prefix, text, length);
    connection->used += sizeof prefix + length;
    mark_dirty(connection);
}

static void count_error(struct connection *connection)
{
    if (++connection->errors > connection->server->settings.errors)
        connection_close(connection);
}

void connection_error(struct connection *connection, const char *error, const char *text)
{
    char buffer[512];
    struct holm_writer writer = holm_writer(buffer, sizeof buffer);
    holm_put(&writer, "{\"type\":\"error\"");
    holm_json_put_word(&writer, "error", error);
    holm_json_key(&writer, "text");
    holm_json_string(&writer, text);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
    connection->server->metrics.errors++;
    count_error(connection);
}

void connection_refuse(struct connection *connection, int id, const char *error, const char *rule,
                       const char *text)
{
    char buffer[1024];
    struct holm_writer writer = holm_writer(buffer, sizeof buffer);
    holm_put(&writer, "{\"type\":\"refused\"");
    holm_json_put_number(&writer, "id", id);
    holm_json_put_word(&writer, "error", error);
    holm_json_put_word(&writer, "rule", rule);
    holm_json_key(&writer, "text");
    holm_json_string(&writer, text);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
}

void connections_release(struct server *server)
{
    struct connection *at = server->dirty;
    server->dirty = NULL;
    while (at) {
        struct connection *next = at->next_dirty;
        at->dirty = false;
        at->held = at->used;
        if (at->closing) /* whoever does not even read the end is cut off */
            lws_set_timeout(at->wsi, PENDING_TIMEOUT_CLOSE_SEND, CLOSE_SECONDS);
        lws_callback_on_writable(at->wsi);
        at = next;
    }
}

void connections_revoke(struct server *server)
{
    for (struct connection *at = server->dirty; at; at = at->next_dirty)
        if (at->table && at->table->noted)
            at->used = at->held;
}

void connection_close(struct connection *connection)
{
    connection->closing = true;
    mark_dirty(connection);
}

void connection_close_if_unwelcome(struct connection *connection)
{
    if (!connection->table->settings.spectators)
        connection_close(connection);
}

static void unmark(struct connection *connection)
{
    struct connection **at = &connection->server->dirty;
    while (*at && *at != connection)
        at = &(*at)->next_dirty;
    if (*at)
        *at = connection->next_dirty;
    connection->dirty = false;
}

/* Writes while the kernel takes it. Nonzero: the connection is to be closed. */
static int write_queue(struct connection *connection)
{
    struct server *server = connection->server;
    while (connection->start < connection->held) {
        uint32_t length;
        memcpy(&length, connection->queue + connection->start, sizeof length);
        memcpy(server->outgoing + LWS_PRE, connection->queue + connection->start + sizeof length,
               length);
        if (lws_write(connection->wsi, server->outgoing + LWS_PRE, length, LWS_WRITE_TEXT) <
            (int)length)
            return -1;
        connection->start += sizeof length + length;
        if (connection->start < connection->held && lws_send_pipe_choked(connection->wsi)) {
            lws_callback_on_writable(connection->wsi);
            return 0;
        }
    }
    if (connection->start == connection->used) {
        free(connection->queue);
        connection->queue = NULL;
        connection->start = connection->held = connection->used = connection->room = 0;
    }
    return connection->closing ? -1 : 0;
}

/* ------------------------------------------------------------------ messages */

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
    if (table->chair[connection->chair].away)
        seats_back(connection);
    play_act(table, &action, &given);
}

static void send_history(struct connection *connection, const struct message *message)
{
    struct server *server = connection->server;
    struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
    struct holm_trouble trouble;
    if (!address_take_heavy(server, connection->address))
        connection_error(connection, "too-fast", "Please wait a moment, then ask again.");
    else if (!connection->table->game)
        connection_error(connection, "not-playing", "The game has not started yet.");
    else if (!history_put(&writer, connection, message->from, &trouble))
        connection_error(connection, "storage", trouble.text);
    else
        connection_send(connection, writer.buffer, writer.used);
}

static void chat(struct connection *connection, const struct message *message)
{
    const float rate = (float)connection->server->settings.chat_rate / 60;
    if (bucket_take(&connection->chats, rate, CHAT_BURST, now_milliseconds()))
        seats_chat(connection, message);
    else
        connection_error(connection, "too-fast", "That is much to say at once; wait a moment.");
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
    switch (message->type) {
    case MESSAGE_HELLO:
        seats_hello(connection, message);
        break;
    case MESSAGE_ACT:
        act(connection, message);
        break;
    case MESSAGE_CHAT:
        chat(connection, message);
        break;
    case MESSAGE_HISTORY:
        send_history(connection, message);
        break;
    case MESSAGE_CHAIR:
        seats_chair(connection, message);
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

static void refuse_hurry(struct connection *connection, const struct message *message)
{
    static const char text[] = "Too many messages at once; wait a moment.";
    if (message->type != MESSAGE_ACT) {
        connection_error(connection, "too-fast", text);
        return;
    }
    connection_refuse(connection, message->id, "too-fast", NULL, text);
    count_error(connection);
}

/* A whole message, ended by a zero. */
static void take_message(struct connection *connection, const char *text, size_t length)
{
    struct server *server = connection->server;
    const float rate = (float)server->settings.message_rate;
    struct message message;
    struct holm_trouble trouble;
    server->metrics.messages++;
    const bool in_time = bucket_take(&connection->messages, rate, 3 * rate, now_milliseconds());
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

/* Messages come in pieces, or whole. Nonzero: close. */
static int take_piece(struct connection *connection, struct lws *wsi, const char *in, size_t length)
{
    const bool last = lws_is_final_fragment(wsi) && !lws_remaining_packet_payload(wsi);
    if (connection->closing)
        return 0;
    if (lws_frame_is_binary(wsi) || connection->partial_used + length > MESSAGE_MAX) {
        static const char why[] = "one text frame of at most 4096 bytes";
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, (unsigned char *)why,
                         sizeof why - 1);
        return -1;
    }
    char *whole = realloc(connection->partial, connection->partial_used + length + 1);
    if (!whole)
        return -1;
    if (length)
        memcpy(whole + connection->partial_used, in, length);
    connection->partial = whole;
    connection->partial_used += length;
    whole[connection->partial_used] = '\0';
    if (!last)
        return 0;
    const size_t total = connection->partial_used;
    connection->partial = NULL;
    connection->partial_used = 0;
    take_message(connection, whole, total);
    free(whole);
    return 0;
}

/* -------------------------------------------------------------- open and close */

static bool get_header(struct lws *wsi, enum lws_token_indexes token, char *text, int size)
{
    return lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, size, token) > 0;
}

/* A browser says from which page it connects: it must be ours, or one that was named. */
bool origin_allowed(const struct server *server, struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) <= 0)
        return true; /* no browser */
    if (!get_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin))
        return false;
    for (int i = 0; i < server->settings.origin_count; i++)
        if (!strcmp(server->settings.origins[i], origin))
            return true;
    const char *name = strstr(origin, "://");
    return name && get_header(wsi, WSI_TOKEN_HOST, host, sizeof host) && !strcmp(name + 3, host);
}

/* Behind a proxy the last entry of X-Forwarded-For is the one that the proxy wrote. */
struct address *address_of(struct server *server, struct lws *wsi)
{
    char text[256] = "", *last;
    if (server->settings.behind_proxy &&
        get_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, text, sizeof text)) {
        last = strrchr(text, ',');
        last = last ? last + 1 : text;
        last += strspn(last, " ");
    } else {
        lws_get_peer_simple(wsi, text, sizeof text);
        last = text;
    }
    return address_find(server, last);
}

static bool may_connect(struct server *server, struct lws *wsi)
{
    const struct holm_serve_settings *settings = &server->settings;
    struct address *address = address_of(server, wsi);
    const float rate = (float)settings->request_rate;
    char path[16];
    return get_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) && !strcmp(path, "/ws") &&
           origin_allowed(server, wsi) && address &&
           bucket_take(&address->requests, rate, 5 * rate, now_milliseconds()) &&
           (!settings->connections || server->connections < settings->connections) &&
           (!settings->connections_each || address->connections < settings->connections_each);
}

static void open_connection(struct server *server, struct connection *connection, struct lws *wsi)
{
    memset(connection, 0, sizeof *connection);
    connection->server = server;
    connection->wsi = wsi;
    connection->chair = -1;
    connection->address = address_of(server, wsi);
    if (!connection->address)
        abort(); /* it was there a moment ago, when the socket was let in */
    connection->address->connections++;
    server->connections++;
}

static void close_connection(struct connection *connection)
{
    seats_gone(connection);
    batch_forget(connection);
    unmark(connection);
    connection->address->connections--;
    connection->server->connections--;
    free(connection->queue);
    free(connection->partial);
    memset(connection, 0, sizeof *connection);
}

int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    struct connection *connection = user;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (may_connect(server, wsi))
            return 0;
        lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
        return 1;
    case LWS_CALLBACK_ESTABLISHED:
        open_connection(server, connection, wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return take_piece(connection, wsi, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_queue(connection);
    case LWS_CALLBACK_CLOSED:
        if (connection->server)
            close_connection(connection);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        socket_closed(wsi);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        return 0; /* the loop looks after what the workers did */
    }
    return 0;
}
