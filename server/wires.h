/* wires.h: connections that stay: what waits to be sent on them, what is heard, WebSockets. */
#ifndef SERVER_WIRES_H
#define SERVER_WIRES_H

#include "server/table.h"

struct address;
struct check;
struct connection;
struct message;
struct wire;

/* queue.c: what waits to be sent to a connection. */
bool queue_reserve(struct connection *connection, size_t more);
bool queue_add(struct connection *connection, const void *bytes, size_t count);
void connection_send(struct connection *connection, const char *text, size_t length);
/* An enum refusal, and where its row has no sentence, why. */
void connection_error(struct connection *connection, int refusal);
void connection_error_because(struct connection *connection, int refusal, const char *text);
/* The same for an action, by its id. */
void connection_refuse(struct connection *connection, int id, int refusal);
void connection_refuse_because(struct connection *connection, int id, int refusal,
                               const char *text);
void connection_refuse_rule(struct connection *connection, int id, int error); /* by the rules */
void connection_count_error(struct connection *connection);
/* What is in its queue tells of that table, though it is not there. */
void connection_tells_of(struct connection *connection, const struct table *table);
/* What is held may be sent, where nothing of its table waits for the store; the rest goes with the
 * batch that takes off, and may be sent when that has landed. */
void connections_release(struct server *server);
void connections_fly(struct server *server);
void connections_land(struct server *server);
void connections_revoke(struct server *server); /* what is held never happened */
void connections_cut(struct table *table); /* the same for those at one table */
void connections_keep(struct table *table); /* what they were told so far is true, come what may */
void connection_close(struct connection *connection);
/* Because of something that is not on disk yet: */
void connection_close_then(struct connection *connection);
void connections_reopen(struct table *table,
                        uint64_t batch); /* that is taken back, with all later */
void connection_shed(struct connection *connection); /* the same at once, without its queue */
void connection_unmark(struct connection *connection);
void queue_free(struct connection *connection);

/* hearing.c: what a connection says, read and done. */
void connection_hear(struct connection *connection, const char *text, size_t length);
void connection_hear_hello(struct connection *connection); /* once more: its game is there */
void connection_hear_again(struct connection *connection, const char *text, size_t length);
/* An action that was kept (checking.c). */
void connection_hear_checked(struct connection *connection, const struct message *message,
                             const struct check *check, const char *text, size_t length);
/* A frame that is no message: a ping, a pong, a part of a message. False: they are too many. */
bool connection_bears_frame(struct connection *connection);

/* socket.c: WebSockets. */
enum {
    QUIET_MILLISECONDS = 20000, /* then a ping: who has gone without a word does not answer */
    GONE_MILLISECONDS = 40000,
};
/* With TLS `upgraded` is libmicrohttpd's, `file` leads to it, and `peer` is the visitor's end. */
void socket_open(struct server *server, struct address *address, int file, void *upgraded, int peer,
                 const void *early, size_t early_count);
bool socket_frame(struct wire *wire, const char *text, size_t length); /* into the queue */
void socket_flush(struct wire *wire); /* sends what may be sent */
struct connection *sockets_longest(const struct server *server); /* queue of all, or NULL */
void sockets_sweep(struct server *server, int64_t now);
void sockets_close(struct server *server);
int64_t socket_heard(const struct wire *wire); /* when last, monotonic; NULL: never */

#endif
