/* load_wire.h: WebSockets of a client, for `holm load`. */
#ifndef CLI_LOAD_WIRE_H
#define CLI_LOAD_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

struct load_wire;
/* `text` ends with a zero; NULL: the connection has ended. */
typedef void load_heard(void *user, const char *text);

/* Connects and shakes hands; NULL: that failed. */
struct load_wire *load_wire_open(uv_loop_t *loop, const char *host, int port, load_heard *heard,
                                 void *user);
bool load_wire_send(struct load_wire *wire, const char *text, size_t length);
void load_wire_close(struct load_wire *wire); /* without a word; freed when the loop runs */

#endif
