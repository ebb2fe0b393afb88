/* push.h: what the store keeps for Web Push: the server's key, and who wants news of which table. */
#ifndef STORE_PUSH_H
#define STORE_PUSH_H

#include "engine/holm.h"
#include "store/store.h"

enum {
    HOLM_PUSH_SECRET = 32, /* the server's key */
    HOLM_PUSH_POINT = 65, /* the public key of a browser, or of the server */
    HOLM_PUSH_SHARED = 16, /* what only a browser and the server know */
    HOLM_PUSH_ENDPOINT = 512, /* of an address, with its end */
    HOLM_PUSH_SITE = 128, /* likewise */
    HOLM_PUSH_MOST = 4, /* browsers of one person at one table: the newest */
    HOLM_PUSH_FAILURES = 5, /* in a row, after which a browser is given up */
};

/* Where a browser wants news, and how they are sealed for it. */
struct holm_push_row {
    uint8_t token
        [HOLM_STORE_HEAD]; /* hash of the token of the chair: with another person it is another */
    char endpoint[HOLM_PUSH_ENDPOINT];
    uint8_t point[HOLM_PUSH_POINT];
    uint8_t shared[HOLM_PUSH_SHARED];
    char site[HOLM_PUSH_SITE]; /* where it found us */
    /* What is owed to it, where something is: */
    int64_t due; /* it is tried again, in milliseconds; tells this news from later news, too */
    int waited; /* seconds, for this try */
};

/* The key that was kept; where there is none, the one that is given is kept. */
bool holm_store_push_key(struct holm_store *store, uint8_t secret[HOLM_PUSH_SECRET],
                         struct holm_trouble *trouble);

/* Each is a transaction of its own, for when nothing else is begun. */
/* `chairs`: the tokens of all HOLM_SEATS chairs of the table; who has none of them has gone. */
typedef const uint8_t holm_store_push_token[HOLM_STORE_HEAD];
bool holm_store_push_put(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                         holm_store_push_token *chairs, int64_t now, struct holm_trouble *trouble);
bool holm_store_push_remove(struct holm_store *store, int64_t table,
                            const struct holm_push_row *row, struct holm_trouble *trouble);
/* Nobody wants news of a table any more. */
bool holm_store_push_clear(struct holm_store *store, int64_t table, struct holm_trouble *trouble);
/* A message has arrived; or it was refused, and after HOLM_PUSH_FAILURES in a row nobody is there.
 * Nothing is owed any more, but for what came since. */
bool holm_store_push_note(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                          bool arrived, struct holm_trouble *trouble);
/* It is not worth telling any more; or it is tried again after a wait. */
bool holm_store_push_drop(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                          struct holm_trouble *trouble);
bool holm_store_push_later(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                           int64_t due, int waited, struct holm_trouble *trouble);
/* All that is owed is due now: nothing is under way. */
bool holm_store_push_hurry(struct holm_store *store, struct holm_trouble *trouble);

/* Within begin and commit: this is owed to all browsers of a chair. */
bool holm_store_push_owe(struct holm_store *store, int64_t table,
                         const uint8_t token[HOLM_STORE_HEAD], const char *news, int64_t due,
                         struct holm_trouble *trouble);
/* Visits what is owed and due at a time, the longest first, up to `most`. */
struct holm_push_owed {
    int64_t table;
    const char *code, *news;
    struct holm_push_row row;
};
typedef void holm_store_push_owed_visit(void *context, const struct holm_push_owed *owed);
bool holm_store_push_owed(struct holm_store *store, int64_t at, int most,
                          holm_store_push_owed_visit *visit, void *context,
                          struct holm_trouble *trouble);

typedef void holm_store_push_visit(void *context, const struct holm_push_row *row);
/* Visits those of one chair, by the hash of its token. */
bool holm_store_push_each(struct holm_store *store, int64_t table,
                          const uint8_t token[HOLM_STORE_HEAD], holm_store_push_visit *visit,
                          void *context, struct holm_trouble *trouble);

#endif
