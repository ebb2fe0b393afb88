/* serve.h: the game server, for whoever starts it. */
#ifndef HOLM_SERVE_H
#define HOLM_SERVE_H

#include <stdbool.h>

#include "text/writer.h"

enum { HOLM_ORIGINS_MAX = 16 };

/* What strangers may take; the table of limits.c says of each how much, and of what. */
enum holm_limit {
    HOLM_LIMIT_CONNECTIONS,
    HOLM_LIMIT_CONNECTIONS_EACH,
    HOLM_LIMIT_SOCKETS,
    HOLM_LIMIT_SOCKETS_EACH,
    HOLM_LIMIT_HALF_REQUESTS,
    HOLM_LIMIT_HALF_REQUESTS_EACH,
    HOLM_LIMIT_UNSENT,
    HOLM_LIMIT_UNSENT_EACH,
    HOLM_LIMIT_UNSENT_ALL,
    HOLM_LIMIT_TABLES,
    HOLM_LIMIT_TABLES_EACH,
    HOLM_LIMIT_BOT_TABLES_EACH,
    HOLM_LIMIT_CHAIRS_EACH,
    HOLM_LIMIT_CHAIRS_TABLE,
    HOLM_LIMIT_SPECTATORS,
    HOLM_LIMIT_SPECTATORS_EACH,
    HOLM_LIMIT_GAME_ACTIONS,
    HOLM_LIMIT_DISK,
    HOLM_LIMIT_DISK_EACH,
    HOLM_LIMIT_REQUESTS,
    HOLM_LIMIT_HEAVY,
    HOLM_LIMIT_JOBS,
    HOLM_LIMIT_JOBS_EACH,
    HOLM_LIMIT_SHELF,
    HOLM_LIMIT_MESSAGES,
    HOLM_LIMIT_ACTIONS,
    HOLM_LIMIT_CHATS,
    HOLM_LIMIT_PROPOSALS,
    HOLM_LIMIT_ERRORS,
    HOLM_LIMIT_ADMIN,
    HOLM_LIMITS
};

struct holm_limit_row {
    const char *name; /* the option of `holm serve`, and the label of the metric */
    const char *scope; /* who may take so much: "each address" */
    long usual, least, most;
    const char *unit; /* "bytes", "a second", or "" */
    const char *help;
    int seconds; /* of a rate: the value comes back in so long; 0: an amount */
    float burst; /* of a rate: at once at most, as a part of the value */
};
extern const struct holm_limit_row holm_limits[HOLM_LIMITS];

struct holm_serve_settings {
    const char *bind; /* an address; NULL: all of them */
    long port;
    const char *database; /* path */
    const char *node; /* its name among servers that share a database; NULL: the machine's */
    const char *web; /* folder of the page; NULL: the one built in */
    const char *certificate, *key; /* PEM files; NULL: no TLS */
    const char *origins[HOLM_ORIGINS_MAX]; /* other pages that may connect */
    int origin_count;
    bool behind_proxy; /* the address of a client is in X-Forwarded-For */
    long workers; /* threads for bots */
    long reveal_seconds; /* for all to reveal what they pledged */
    long proposal_seconds; /* for all to answer */
    long away_seconds; /* until others may let a bot play for somebody */
    const char *push_trial; /* a certificate: see post_start; NULL: as it should be */
    long keep; /* days; tables not played since are removed; 0: for ever */
    long keep_unstarted; /* the same for tables that nobody has started */
    bool new_admin_token; /* instead of the one that the database knows */
    long archive; /* days; logs of games finished before are packed; 0: never */
    long limit[HOLM_LIMITS]; /* 0: none */
};
struct holm_serve_settings holm_serve_usual(void);

/* Serves until SIGINT or SIGTERM; false and the trouble when it cannot start. `ready` is called
 * once it listens, with the port (which the system chooses where it was 0). */
bool holm_serve(const struct holm_serve_settings *settings, void (*ready)(void *context, int port),
                void *context, struct holm_trouble *trouble);

#endif
