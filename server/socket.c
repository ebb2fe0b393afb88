/* socket.c: WebSockets. wslay reads and writes frames (frames.c), libuv says when a socket is ready;
 * what was said is hearing.c's business. */
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/checking.h"
#include "server/frames.h"
#include "server/server.h"

enum {
    READ_AT_ONCE = 16384, /* then it is somebody else's turn */
    FRAME_HEAD_MOST = 10,
    GOODBYE_MILLISECONDS = 3000, /* for reading the end */
    CODE_SERVICE_RESTART =
        1012, /* come back: another node is there (RFC 6455, 7.4, as registered) */
};

struct wire {
    struct connection connection;
    struct wire *next, **link; /* among all */
    uv_poll_t poll;
    int file;
    void *upgraded; /* with TLS the socket stays libmicrohttpd's, */
    int peer; /* and this is it */
    struct frames *frames; /* NULL: it is between two messages */
    const uint8_t *bytes; /* read and not yet looked at */
    size_t count;
    int64_t heard; /* when last */
    int64_t deadline; /* after the goodbye; 0: there was none */
    bool pinged;
    int watched; /* what libuv watches for */
};

/* ------------------------------------------------------------------- closing */

static void on_closed(uv_handle_t *handle)
{
    struct wire *wire = handle->data;
    if (wire->upgraded)
        MHD_upgrade_action(wire->upgraded, MHD_UPGRADE_ACTION_CLOSE);
    else
        close(wire->file);
    frames_end(wire->frames);
    free(wire);
}

static void hang_up(struct wire *wire)
{
    struct connection *connection = &wire->connection;
    if (uv_is_closing((uv_handle_t *)&wire->poll))
        return;
    seats_gone(connection);
    checking_forget(connection);
    batch_forget(connection);
    connection_unmark(connection);
    queue_free(connection);
    connection->address->connections--;
    connection->server->connections--;
    *wire->link = wire->next;
    if (wire->next)
        wire->next->link = wire->link;
    uv_close((uv_handle_t *)&wire->poll, on_closed);
}

/* ------------------------------------------------------------------- writing */

static ssize_t put_bytes(wslay_event_context_ptr context, const uint8_t *bytes, size_t count,
                         int flags, void *user)
{
    struct wire *wire = ((struct frames *)user)->wire;
    (void)flags;
    if (queue_add(&wire->connection, bytes, count))
        return (ssize_t)count;
    wslay_event_set_error(context, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static bool borrow(struct wire *wire);

static void give_back(struct wire *wire)
{
    if (!wire->connection.closing && frames_give_back(wire->connection.server, wire->frames))
        wire->frames = NULL;
}

static bool send_message(struct wire *wire, const struct wslay_event_msg *message)
{
    const bool own = !wire->frames; /* else somebody further up goes on with it */
    if (!borrow(wire))
        return false;
    const bool fine = !wslay_event_queue_msg(wire->frames->context, message) &&
                      !wslay_event_send(wire->frames->context);
    if (own && fine)
        give_back(wire);
    return fine;
}

/* RFC 6455, 5.2: a text in one frame that is not masked, as all from a server are. */
static size_t put_frame_head(uint8_t head[FRAME_HEAD_MOST], size_t length)
{
    const size_t bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    head[0] = 0x80 | WSLAY_TEXT_FRAME;
    head[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++)
        head[2 + i] = (uint8_t)(length >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

/* Written here, as wslay would copy each text twice on its way into the queue. It never holds back
 * anything of its own, so that no two frames come in between each other. */
bool socket_frame(struct wire *wire, const char *text, size_t length)
{
    uint8_t head[FRAME_HEAD_MOST];
    const size_t head_length = put_frame_head(head, length);
    return queue_reserve(&wire->connection, head_length + length) &&
           queue_add(&wire->connection, head, head_length) &&
           queue_add(&wire->connection, text, length);
}

static void on_ready(uv_poll_t *handle, int status, int events);

static void watch(struct wire *wire, int events)
{
    if (wire->watched == events || uv_is_closing((uv_handle_t *)&wire->poll))
        return;
    wire->watched = events;
    uv_poll_start(&wire->poll, events, on_ready);
}

/* A close frame, if none went before, and the end of what we have to say. */
static void say_goodbye(struct wire *wire)
{
    if (wire->deadline)
        return;
    wire->deadline = uv_now(wire->poll.loop) + GOODBYE_MILLISECONDS;
    if (borrow(wire)) {
        const wslay_event_context_ptr context = wire->frames->context;
        if (!wslay_event_get_close_sent(context))
            wslay_event_queue_close(context,
                                    drain_allows(wire->connection.server)
                                        ? WSLAY_CODE_NORMAL_CLOSURE
                                        : CODE_SERVICE_RESTART,
                                    NULL, 0);
        wslay_event_send(context);
    }
    connection_unmark(&wire->connection);
    wire->connection.held = wire->connection.used;
}

static bool write_queue(struct wire *wire)
{
    struct connection *connection = &wire->connection;
    while (connection->start < connection->held) {
        const ssize_t sent = send(wire->file, connection->queue + connection->start,
                                  connection->held - connection->start, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        connection->start += (size_t)sent;
    }
    if (connection->start == connection->used)
        queue_free(connection);
    return true;
}

void socket_flush(struct wire *wire)
{
    const struct connection *connection = &wire->connection;
    bool fine = !connection->shed && write_queue(wire);
    /* While it is dirty, what was added in this turn is not on disk. */
    if (fine && connection->closing && !connection->dirty && !connection->flown &&
        connection->start == connection->held && !wire->deadline) {
        say_goodbye(wire);
        fine = write_queue(wire);
    }
    if (!fine) {
        hang_up(wire);
        return;
    }
    const bool more = connection->start < connection->held;
    if (wire->deadline && !more)
        shutdown(wire->file, SHUT_WR);
    watch(wire, UV_READABLE | (more ? UV_WRITABLE : 0));
}

/* ------------------------------------------------------------------- reading */

static ssize_t get_bytes(wslay_event_context_ptr context, uint8_t *bytes, size_t room, int flags,
                         void *user)
{
    struct frames *frames = user;
    struct wire *wire = frames->wire;
    const size_t part = wire->count < room ? wire->count : room;
    (void)flags;
    if (!part) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(bytes, wire->bytes, part);
    wire->bytes += part;
    wire->count -= part;
    frames_take(frames, part);
    return (ssize_t)part;
}

static void on_message(wslay_event_context_ptr context,
                       const struct wslay_event_on_msg_recv_arg *message, void *user)
{
    static const char why[] = "one text frame of at most 4096 bytes";
    struct wire *wire = ((struct frames *)user)->wire;
    char text[MESSAGE_MAX + 1];
    if (wslay_is_ctrl_frame(message->opcode) || wire->connection.closing)
        return;
    if (message->opcode != WSLAY_TEXT_FRAME) {
        wslay_event_queue_close(context, WSLAY_CODE_UNSUPPORTED_DATA, (const uint8_t *)why,
                                sizeof why - 1);
        connection_close(&wire->connection);
        return;
    }
    if (message->msg_length)
        memcpy(text, message->msg, message->msg_length);
    text[message->msg_length] = '\0';
    connection_hear(&wire->connection, text, message->msg_length);
}

/* What is no message takes time, too: whoever floods us with it has to go. */
static void on_frame(wslay_event_context_ptr context,
                     const struct wslay_event_on_frame_recv_start_arg *frame, void *user)
{
    struct frames *frames = user;
    struct wire *wire = frames->wire;
    frames_begin(frames, frame);
    const bool whole = frame->fin && !wslay_is_ctrl_frame(frame->opcode) &&
                       frame->opcode != WSLAY_CONTINUATION_FRAME;
    if (whole || frame->opcode == WSLAY_CONNECTION_CLOSE || wire->connection.closing ||
        connection_bears_frame(&wire->connection))
        return;
    wslay_event_shutdown_read(context);
    connection_close(&wire->connection);
}

/* Frames that are complete become messages; pongs and the answer to a close go into the queue. */
static void take_bytes(struct wire *wire, const uint8_t *bytes, size_t count)
{
    struct connection *connection = &wire->connection;
    wire->heard = uv_now(wire->poll.loop);
    wire->pinged = false;
    if (wire->deadline)
        return; /* we have said goodbye */
    wire->bytes = bytes;
    wire->count = count;
    if (!borrow(wire) || wslay_event_recv(wire->frames->context) ||
        wslay_event_send(wire->frames->context) || !wslay_event_want_read(wire->frames->context))
        connection_close(connection);
    wire->count = 0;
    if (wire->frames)
        give_back(wire);
}

static void read_socket(struct wire *wire)
{
    uint8_t bytes[READ_AT_ONCE];
    const ssize_t count = recv(wire->file, bytes, sizeof bytes, 0);
    if (count > 0)
        take_bytes(wire, bytes, (size_t)count);
    else if (!count || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        hang_up(wire);
}

static void on_ready(uv_poll_t *handle, int status, int events)
{
    struct wire *wire = handle->data;
    if (status) {
        hang_up(wire);
        return;
    }
    if (events & UV_READABLE)
        read_socket(wire);
    if (events & UV_WRITABLE && !uv_is_closing((uv_handle_t *)handle))
        socket_flush(wire);
}

/* ------------------------------------------------------------------- opening */

static bool borrow(struct wire *wire)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = get_bytes,
        .send_callback = put_bytes,
        .on_frame_recv_start_callback = on_frame,
        .on_msg_recv_callback = on_message,
    };
    if (!wire->frames)
        wire->frames = frames_borrow(wire->connection.server, wire, &callbacks);
    return wire->frames;
}

static void make_quick(int file)
{
    const int on = 1, bytes = KERNEL_BYTES;
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(file, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

void socket_open(struct server *server, struct address *address, int file, void *upgraded, int peer,
                 const void *early, size_t early_count)
{
    struct wire *wire = calloc(1, sizeof *wire);
    make_quick(file);
    if (upgraded)
        make_quick(peer); /* which libmicrohttpd writes to, by a few bytes at a time */
    if (!wire || uv_poll_init(&server->loop, &wire->poll, file)) {
        free(wire);
        if (upgraded)
            MHD_upgrade_action(upgraded, MHD_UPGRADE_ACTION_CLOSE);
        else
            close(file);
        return;
    }
    wire->poll.data = wire;
    wire->file = file;
    wire->upgraded = upgraded;
    wire->peer = peer;
    wire->heard = uv_now(&server->loop);
    wire->next = server->wires;
    wire->link = &server->wires;
    if (wire->next)
        wire->next->link = &wire->next;
    server->wires = wire;
    wire->connection.server = server;
    wire->connection.serial = ++server->serials;
    wire->connection.wire = wire;
    wire->connection.address = address;
    wire->connection.chair = wire->connection.lost = -1;
    address->connections++;
    server->connections++;
    watch(wire, UV_READABLE);
    if (early_count)
        take_bytes(wire, early, early_count);
}

struct connection *sockets_longest(const struct server *server)
{
    struct connection *longest = NULL;
    for (struct wire *wire = server->wires; wire; wire = wire->next) {
        struct connection *at = &wire->connection;
        if (at->room && (!longest || at->room > longest->room))
            longest = at;
    }
    return longest;
}

/* With TLS, libmicrohttpd does not say when the other end has hung up. */
static bool has_gone(const struct wire *wire)
{
    char byte;
    return wire->upgraded && !recv(wire->peer, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
}

void sockets_sweep(struct server *server, int64_t now)
{
    for (struct wire *wire = server->wires, *next; wire; wire = next) {
        const int64_t quiet = now - wire->heard;
        const struct wslay_event_msg ping = { .opcode = WSLAY_PING };
        next = wire->next;
        if (quiet > GONE_MILLISECONDS || (wire->deadline && now > wire->deadline) ||
            has_gone(wire)) {
            hang_up(wire);
        } else if (quiet > QUIET_MILLISECONDS && !wire->pinged && !wire->connection.closing) {
            wire->pinged = true;
            if (!send_message(wire, &ping))
                hang_up(wire);
        } else if (wire->connection.closing && !wire->deadline) {
            wire->deadline = now + GOODBYE_MILLISECONDS; /* who does not even read the end */
        }
    }
}

int64_t socket_heard(const struct wire *wire)
{
    return wire ? wire->heard : 0;
}

void sockets_close(struct server *server)
{
    while (server->wires)
        hang_up(server->wires);
}
