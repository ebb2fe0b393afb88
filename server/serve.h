/* serve.h: the game server, for whoever starts it. */
#ifndef HOLM_SERVE_H
#define HOLM_SERVE_H

#include <stdbool.h>

#include "text/writer.h"

enum { HOLM_ORIGINS_MAX = 16 };

struct holm_serve_settings {
    const char *bind; /* an address; NULL: all of them */
    long port;
    const char *database;                  /* path */
    const char *web;                       /* folder of the page; NULL: the one built in */
    const char *certificate, *key;         /* PEM files; NULL: no TLS */
    const char *origins[HOLM_ORIGINS_MAX]; /* other pages that may connect */
    int origin_count;
    bool behind_proxy;     /* the address of a client is in X-Forwarded-For */
    long workers;          /* threads for bots */
    long connections;      /* at most; 0: no limit */
    long connections_each; /* from one address */
    long tables;           /* being played at once */
    long tables_each;      /* made from one address in an hour */
    long request_rate;     /* requests a second from one address */
    long message_rate;     /* messages a second on one socket */
    long chat_rate;        /* lines a minute */
    long unsent;           /* bytes that may wait for a slow reader */
    long errors;           /* of one socket, before it is closed */
    long reveal_seconds;   /* for all to reveal what they pledged */
    long keep;             /* days; tables not played since are removed; 0: for ever */
};
struct holm_serve_settings holm_serve_usual(void);

/* Serves until SIGINT or SIGTERM; false and the trouble when it cannot start. `ready` is called
 * once it listens, with the port (which the system chooses where it was 0). */
bool holm_serve(const struct holm_serve_settings *settings, void (*ready)(void *context, int port),
                void *context, struct holm_trouble *trouble);

#endif
