/* http.h: what front.c, which listens, and http.c, which answers, share. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <microhttpd.h>

#include "server/server.h"

enum {
    ASKING_MILLISECONDS = 10000, /* from the end of one request to the end of the next one's head */
    SENDING_MILLISECONDS = 30000, /* for its body */
    TAKING_MILLISECONDS = 120000, /* for an answer to be made and taken */
};

/* A connection that speaks HTTP. */
struct visitor {
    struct front *front;
    struct visitor *newer, *older; /* a ring through the front's own */
    struct address *address; /* of the peer, be it a proxy */
    struct exchange *exchange; /* whose answer a worker is writing; or NULL */
    struct address *holder; /* of whoever asks: what is held counts for it */
    long held; /* bytes of a body or an answer */
    struct screening *taking; /* whose bytes it is sent, which count as well; or NULL */
    int file;
    bool asking; /* its request is not complete */
    int64_t deadline; /* for what it is at */
};

struct front {
    struct server *server;
    struct MHD_Daemon *daemon;
    uv_poll_t poll;
    struct timer timer; /* of libmicrohttpd */
    struct visitor visitor; /* the ring's own */
    int visitors;
    bool soon; /* it is to run again in the next turn */
    bool paused; /* the server ends: only who waits already is answered */
    int handles; /* of the loop, when it closes */
    int port;
};

/* front.c */
void visitor_asks(struct visitor *visitor, bool asking);
/* More bytes are held for whoever asks; false: they may not be. */
bool visitor_holds(struct visitor *visitor, struct address *address, size_t bytes);
/* The same for what a worker made, which may be sent to others, too. */
bool visitor_takes(struct visitor *visitor, struct address *address, struct screening *screening);
void visitor_lets_go(struct visitor *visitor); /* of all that was held */
struct visitor *front_visitor(struct MHD_Connection *connection);
int64_t front_now(const struct front *front);
void front_run_soon(struct front *front);

/* http.c */
const char *http_header(struct MHD_Connection *connection, const char *name); /* NULL: none */

/* http.c, called by libmicrohttpd */
void *front_line(void *context, const char *line, struct MHD_Connection *connection);
enum MHD_Result front_request(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *bytes,
                              size_t *count, void **request);
void front_done(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode why);

#endif
