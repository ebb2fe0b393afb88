/* load_wire.c: WebSockets of a client: wslay reads and writes frames, libuv says when a socket is
 * ready. */
#include "cli/load_wire.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wslay/wslay.h>

#include "cli/load_cmd.h"

enum { HEAD_MAX = 2048, MESSAGE_MAX = 1 << 22, READ_AT_ONCE = 65536 };

struct load_wire {
    uv_poll_t poll;
    int file;
    int watched; /* what libuv watches for: to tell it the same again costs two system calls */
    wslay_event_context_ptr context;
    const uint8_t *bytes; /* read and not yet looked at */
    size_t count;
    load_heard *heard;
    void *user;
    bool ended;
};

/* ----------------------------------------------------------------- callbacks */

static ssize_t get_bytes(wslay_event_context_ptr context, uint8_t *bytes, size_t room, int flags,
                         void *user)
{
    struct load_wire *wire = user;
    const size_t part = wire->count < room ? wire->count : room;
    (void)flags;
    if (!part) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(bytes, wire->bytes, part);
    wire->bytes += part;
    wire->count -= part;
    return (ssize_t)part;
}

static ssize_t put_bytes(wslay_event_context_ptr context, const uint8_t *bytes, size_t count,
                         int flags, void *user)
{
    const struct load_wire *wire = user;
    const int more = flags & WSLAY_MSG_MORE ? MSG_MORE : 0;
    const ssize_t sent = send(wire->file, bytes, count, MSG_NOSIGNAL | more);
    if (sent >= 0)
        return sent;
    wslay_event_set_error(context,
                          errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int make_mask(wslay_event_context_ptr context, uint8_t *bytes, size_t count, void *user)
{
    (void)context;
    (void)user;
    memset(bytes, 0x5A, count); /* nobody on the way is to be fooled by it here */
    return 0;
}

static void on_message(wslay_event_context_ptr context,
                       const struct wslay_event_on_msg_recv_arg *message, void *user)
{
    struct load_wire *wire = user;
    (void)context;
    if (message->opcode != WSLAY_TEXT_FRAME)
        return;
    char *text = malloc(message->msg_length + 1);
    if (!text)
        abort();
    memcpy(text, message->msg, message->msg_length);
    text[message->msg_length] = '\0';
    wire->heard(wire->user, text);
    free(text);
}

/* --------------------------------------------------------------------- ready */

static void end(struct load_wire *wire)
{
    if (wire->ended)
        return;
    wire->ended = true;
    uv_poll_stop(&wire->poll);
    wire->heard(wire->user, NULL);
}

static void on_ready(uv_poll_t *handle, int status, int events);

static void watch(struct load_wire *wire)
{
    const int more = wslay_event_want_write(wire->context) ? UV_WRITABLE : 0;
    const int events = UV_READABLE | more;
    if (wire->ended || wire->watched == events)
        return;
    wire->watched = events;
    uv_poll_start(&wire->poll, events, on_ready);
}

/* False: the connection has ended. */
static bool read_socket(struct load_wire *wire)
{
    static uint8_t bytes[READ_AT_ONCE];
    const ssize_t count = recv(wire->file, bytes, sizeof bytes, 0);
    if (count <= 0)
        return count < 0 && errno == EAGAIN;
    wire->bytes = bytes;
    wire->count = (size_t)count;
    return !wslay_event_recv(wire->context);
}

static void on_ready(uv_poll_t *handle, int status, int events)
{
    struct load_wire *wire = handle->data;
    if (status || (events & UV_READABLE && !read_socket(wire)) || wslay_event_send(wire->context) ||
        !wslay_event_want_read(wire->context))
        end(wire);
    else
        watch(wire);
}

bool load_wire_send(struct load_wire *wire, const char *text, size_t length)
{
    const struct wslay_event_msg message = {
        .opcode = WSLAY_TEXT_FRAME,
        .msg = (const uint8_t *)text,
        .msg_length = length,
    };
    const bool fine = !wire->ended && !wslay_event_queue_msg(wire->context, &message) &&
                      !wslay_event_send(wire->context);
    if (fine)
        watch(wire);
    return fine;
}

/* ------------------------------------------------------------------- opening */

/* Byte by byte, so that nothing behind the head is taken with it. */
static bool shake_hands(int file, const char *host, int port)
{
    char head[HEAD_MAX], key[32];
    uint8_t bytes[16];
    size_t used = 0;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_ORIGINAL);
    const int length = snprintf(head, sizeof head,
                                "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Key: %s\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Protocol: " LOAD_SUBPROTOCOL "\r\n\r\n",
                                host, port, key);
    if (send(file, head, (size_t)length, MSG_NOSIGNAL) != length)
        return false;
    while (used < sizeof head - 1 && recv(file, head + used, 1, 0) == 1) {
        head[++used] = '\0';
        if (used >= 4 && !strcmp(head + used - 4, "\r\n\r\n"))
            return !strncmp(head, "HTTP/1.1 101", 12);
    }
    return false;
}

static bool start(struct load_wire *wire, uv_loop_t *loop)
{
    const struct wslay_event_callbacks callbacks = {
        .recv_callback = get_bytes,
        .send_callback = put_bytes,
        .genmask_callback = make_mask,
        .on_msg_recv_callback = on_message,
    };
    const int on = 1;
    if (wslay_event_context_client_init(&wire->context, &callbacks, wire))
        return false;
    wslay_event_config_set_max_recv_msg_length(wire->context, MESSAGE_MAX);
    fcntl(wire->file, F_SETFL, fcntl(wire->file, F_GETFL) | O_NONBLOCK);
    setsockopt(wire->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (uv_poll_init(loop, &wire->poll, wire->file))
        return false;
    wire->poll.data = wire;
    watch(wire);
    return true;
}

struct load_wire *load_wire_open(uv_loop_t *loop, const char *host, int port, load_heard *heard,
                                 void *user)
{
    struct load_wire *wire = calloc(1, sizeof *wire);
    if (!wire)
        return NULL;
    wire->heard = heard;
    wire->user = user;
    wire->file = load_connect(host, port);
    if (wire->file >= 0 && shake_hands(wire->file, host, port) && start(wire, loop))
        return wire;
    if (wire->file >= 0)
        close(wire->file);
    if (wire->context)
        wslay_event_context_free(wire->context);
    free(wire);
    return NULL;
}

static void on_closed(uv_handle_t *handle)
{
    struct load_wire *wire = handle->data;
    close(wire->file);
    wslay_event_context_free(wire->context);
    free(wire);
}

void load_wire_close(struct load_wire *wire)
{
    wire->ended = true;
    uv_close((uv_handle_t *)&wire->poll, on_closed);
}
