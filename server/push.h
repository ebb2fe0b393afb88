/* push.h: Web Push: news for people who are not here, by way of the push services of browsers.
 * A message says which table has news and of what kind, and nothing else. */
#ifndef SERVER_PUSH_H
#define SERVER_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "store/push.h"

struct server;
struct table;
struct connection;
struct request;
struct answer;
struct holm_trouble;

/* ------------------------------------------------------- push_seal.c: the codes */

enum {
    PUSH_PADDED = 96, /* all messages have one length, so that it tells nothing */
    PUSH_SEALED_MAX = 16 + 4 + 1 + HOLM_PUSH_POINT + PUSH_PADDED + 1 + 16,
    PUSH_TOKEN_MAX = 1024,
};

bool push_make_secret(uint8_t secret[HOLM_PUSH_SECRET]);
bool push_point(const uint8_t secret[HOLM_PUSH_SECRET], uint8_t point[HOLM_PUSH_POINT]);
bool push_is_point(const uint8_t point[HOLM_PUSH_POINT]); /* of the curve P-256 */
/* A message for one browser alone (RFC 8291); returns its length, or 0. */
size_t push_seal(const char *message, const uint8_t point[HOLM_PUSH_POINT],
                 const uint8_t shared[HOLM_PUSH_SHARED], uint8_t sealed[PUSH_SEALED_MAX]);
/* Who sends it (RFC 8292): a token for the push service at an origin, good until `expires`. */
bool push_sign(const uint8_t secret[HOLM_PUSH_SECRET], const char *origin, const char *contact,
               int64_t expires, char token[PUSH_TOKEN_MAX]);

/* --------------------------------------------------- push_place.c: where it may go */

/* "https://host[:port]" of an endpoint; false: it is no https address, or names a place that no
 * push service can have. */
bool push_origin(const char *endpoint, char *origin, size_t size);
/* Whether an address is one of the public internet. */
bool push_is_public(const struct sockaddr *address);

/* --------------------------------------------------- push_post.c: a thread that sends */

/* A message on its way. */
struct parcel {
    struct parcel *next;
    struct holm_push_row row; /* for whom */
    int64_t table;
    char contact[160];
    char message[PUSH_PADDED];
    char topic[33]; /* a later one of the same topic takes the place of this one */
    long status; /* then: what the service said; 0: nothing */
    long retry_after; /* seconds, as it said; 0: it did not */
    bool refused; /* it said more than anybody wants to hear */
    bool reached; /* somebody was there to say it */
};
struct post;
/* `trial`: a certificate that is trusted, and this machine may be a push service: for tests. */
struct post *post_start(struct server *server, const uint8_t secret[HOLM_PUSH_SECRET],
                        const char *trial);
void post_stop(struct post *post); /* whatever is under way is dropped */
/* Takes the parcel, which is from malloc; false: too many wait, and it is freed. */
bool post_give(struct post *post, struct parcel *parcel);
struct parcel *post_take(struct post *post); /* one that was sent, or could not be; NULL: none */

/* ------------------------------------------------------------- push.c: all of it */

enum { PUSH_LEASE_SECONDS = 60 }; /* in which a message is on its way, and not sent again */
struct push {
    struct post *post;
    char key[96]; /* the public one, as browsers want it */
    uint64_t noted_in; /* number of the batch with the latest notes of what is owed */
};
bool push_open(struct server *server, struct holm_trouble *trouble);
void push_close(struct server *server);
/* push_owed.c */
void push_tell(struct table *table, int chair, const char *kind);
void push_collect(struct server *server); /* in each turn: what has become of the messages */
void push_sweep(struct server *server); /* now and then: what did not arrive is tried again */
/* push.c */
/* Within the batch: whoever is asked now and is not here is owed the news. */
struct part;
void push_owe(struct table *table, struct part *part);
void push_settled(struct table *table, const struct part *part); /* on disk: they are told */
void push_unsay(struct table *table); /* it is not */
bool push_is_news(const struct table *table, int chair, const char *kind); /* still */
void push_loaded(struct table *table); /* its game is back in memory: all know of their turns */
/* The last connection of a chair has gone, heard last at this time (monotonic): perhaps it was dead
 * when its turn came. */
void push_gone(struct table *table, int chair, int64_t heard);
void push_key_answer(struct server *server, const struct request *request, struct answer *answer);
/* POST /api/tables/CODE/push */
void push_subscribe(struct server *server, struct table *table, const struct request *request,
                    struct answer *answer);

#endif
