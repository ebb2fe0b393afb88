/* load_wire.c: WebSockets of a client; libuv says when a socket is ready. Frames are read and written
 * here, because a load is to spend its time on the server: nothing is checked that a server of ours is
 * tested for elsewhere, and every message costs one system call. */
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

#include "cli/load_cmd.h"

enum { HEAD_MAX = 2048, MESSAGE_MAX = 1 << 22, SAID_MAX = 2048, READ_AT_ONCE = 65536 };
/* RFC 6455: the first byte of frames that are whole messages, and the bit of those that are masked. */
enum { TEXT = 0x81, CLOSE = 0x88, PING = 0x89, PONG = 0x8A, MASKED = 0x80 };

struct load_wire {
    uv_poll_t poll;
    int file;
    uint8_t *rest; /* of a frame that has not come as a whole */
    size_t rest_count;
    load_heard *heard;
    void *user;
    bool ended;
};

/* ------------------------------------------------------------------- writing */

/* Small, and nobody says the next thing before it is answered: a socket that has no room for it is as
 * good as ended. */
static bool send_frame(const struct load_wire *wire, uint8_t kind, const void *bytes, size_t length)
{
    enum { MASK = 0x5A }; /* nobody on the way is to be fooled by it here */
    uint8_t frame[SAID_MAX + 8], *at = frame;
    if (length > SAID_MAX)
        return false;
    *at++ = kind;
    *at++ = (uint8_t)(MASKED | (length < 126 ? length : 126));
    if (length >= 126) {
        *at++ = (uint8_t)(length >> 8);
        *at++ = (uint8_t)length;
    }
    memset(at, MASK, 4);
    at += 4;
    for (size_t i = 0; i < length; i++)
        *at++ = ((const uint8_t *)bytes)[i] ^ MASK;
    return send(wire->file, frame, (size_t)(at - frame), MSG_NOSIGNAL) == at - frame;
}

bool load_wire_send(struct load_wire *wire, const char *text, size_t length)
{
    return !wire->ended && send_frame(wire, TEXT, text, length);
}

/* ------------------------------------------------------------------- reading */

/* The length of a frame's head, and of what follows; 0: more of it must come. */
static size_t read_head(const uint8_t *at, size_t count, uint64_t *length)
{
    const size_t bytes = count < 2 || at[1] < 126 ? 0 : at[1] == 126 ? 2 : 8;
    if (count < 2 + bytes)
        return 0;
    *length = bytes ? 0 : at[1];
    for (size_t i = 0; i < bytes; i++)
        *length = *length << 8 | at[2 + i];
    return 2 + bytes;
}

/* False: the connection has ended. There is room for one byte behind it. */
static bool take_frame(struct load_wire *wire, uint8_t kind, uint8_t *bytes, size_t length)
{
    const uint8_t next = bytes[length];
    if (kind == PING)
        return send_frame(wire, PONG, bytes, length);
    if (kind == CLOSE)
        send_frame(wire, CLOSE, bytes, length);
    if (kind != TEXT)
        return kind == PONG;
    bytes[length] = '\0';
    wire->heard(wire->user, (const char *)bytes);
    bytes[length] = next;
    return true;
}

static bool keep_rest(struct load_wire *wire, const uint8_t *bytes, size_t count)
{
    free(wire->rest);
    wire->rest = count ? malloc(count) : NULL;
    wire->rest_count = wire->rest ? count : 0;
    if (wire->rest)
        memcpy(wire->rest, bytes, count);
    return wire->rest_count == count;
}

static bool take_frames(struct load_wire *wire, uint8_t *bytes, size_t count)
{
    uint64_t length = 0;
    while (count) {
        const size_t head = read_head(bytes, count, &length);
        if (length > MESSAGE_MAX)
            return false;
        if (!head || count - head < length)
            break;
        if (!take_frame(wire, bytes[0], bytes + head, length))
            return false;
        bytes += head + length;
        count -= head + length;
    }
    return keep_rest(wire, bytes, count);
}

/* False: the connection has ended. */
static bool read_socket(struct load_wire *wire)
{
    static uint8_t bytes[MESSAGE_MAX + READ_AT_ONCE + 16]; /* shared by all, between two readings */
    if (wire->rest_count)
        memcpy(bytes, wire->rest, wire->rest_count);
    const ssize_t count = recv(wire->file, bytes + wire->rest_count, READ_AT_ONCE, 0);
    if (count <= 0)
        return count < 0 && errno == EAGAIN;
    return take_frames(wire, bytes, wire->rest_count + (size_t)count);
}

static void end(struct load_wire *wire)
{
    if (wire->ended)
        return;
    wire->ended = true;
    uv_poll_stop(&wire->poll);
    wire->heard(wire->user, NULL);
}

static void on_ready(uv_poll_t *handle, int status, int events)
{
    struct load_wire *wire = handle->data;
    (void)events; /* there is only one */
    if (status || !read_socket(wire))
        end(wire);
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
    const int on = 1;
    fcntl(wire->file, F_SETFL, fcntl(wire->file, F_GETFL) | O_NONBLOCK);
    setsockopt(wire->file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (uv_poll_init(loop, &wire->poll, wire->file))
        return false;
    wire->poll.data = wire;
    uv_poll_start(&wire->poll, UV_READABLE, on_ready);
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
    free(wire);
    return NULL;
}

static void on_closed(uv_handle_t *handle)
{
    struct load_wire *wire = handle->data;
    close(wire->file);
    free(wire->rest);
    free(wire);
}

void load_wire_close(struct load_wire *wire)
{
    wire->ended = true;
    uv_close((uv_handle_t *)&wire->poll, on_closed);
}
