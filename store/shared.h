/* shared.h: a database that several servers use at once (PostgreSQL alone).
 *
 * Every table has a version. Whoever writes something of a table says which version it knew, and is
 * refused where there is a later one: so no lock is needed for anything to be right. Each server is
 * a node with a number of its own; it says again and again that it lives, and whoever has not said so
 * for a while has nothing to look after any more. All times are the database's. */
#ifndef HOLM_SHARED_H
#define HOLM_SHARED_H

#include "store/store.h"

bool holm_store_is_shared(const struct holm_store *store);
/* For whoever must not wait for long: what is not answered in time has failed. */
void holm_store_hurry(struct holm_store *store, int milliseconds);
/* As which node it writes from now on. */
void holm_store_set_node(struct holm_store *store, int64_t node);
/* A number that no node has had, and the time, in milliseconds since 1970. */
bool holm_store_new_node(struct holm_store *store, int64_t *node, int64_t *now,
                         struct holm_trouble *trouble);

/* Within begin and commit. */
struct holm_store_turn {
    int64_t table;
    int64_t version; /* that was known; 0: it is new */
    bool recorded; /* its record is written, too */
    int said; /* number of the latest line of its chat; 0: nothing was said */
};
/* The next version of a table; `late`: it was refused because there is a later one, or none. */
bool holm_store_take_turn(struct holm_store *store, const struct holm_store_turn *turn, bool *late,
                          struct holm_trouble *trouble);
/* With every batch: its number. */
bool holm_store_note_batch(struct holm_store *store, uint64_t number, struct holm_trouble *trouble);
/* Removes a table that nobody has changed meanwhile; nothing happens where somebody has. */
bool holm_store_forget_old(struct holm_store *store, int64_t table,
                           const struct holm_store_ages *before, struct holm_trouble *trouble);
/* The versions of tables, by a list such as "{12,15}". */
typedef void holm_store_version_visit(void *context, int64_t table, int64_t version);
bool holm_store_versions(struct holm_store *store, const char *tables,
                         holm_store_version_visit *visit, void *context,
                         struct holm_trouble *trouble);
/* Whether a batch of this node was committed, though the connection was lost then. Waits for what
 * PostgreSQL still has to end. */
bool holm_store_has_batch(struct holm_store *store, uint64_t number);
bool holm_store_asks(struct holm_store *store); /* whether the database answers */
/* Keeps a value that has none yet; what there is then. */
bool holm_store_keep_value(struct holm_store *store, const char *name, uint8_t *value, int length,
                           struct holm_trouble *trouble);
/* Uses something up that may be used once, until a time; `before`: it was used before. */
bool holm_store_use_up(struct holm_store *store, const void *nonce, size_t size, int64_t until,
                       int64_t now, bool *before, struct holm_trouble *trouble);

/* Tells all nodes something, outside of any transaction. */
void holm_store_tell(struct holm_store *store, const char *news);

/* What is new at a table: its row, whose record is NULL where it has not changed since a version, and
 * its lines behind a number. False: it cannot be read. `version` 0: there is no such table. */
struct holm_store_news {
    int64_t version; /* known so far */
    int line; /* likewise */
    bool (*row)(void *context, const struct holm_stored_table *table);
    holm_store_line_visit *visit;
    void *context;
};
bool holm_store_news(struct holm_store *store, int64_t table, const struct holm_store_news *known,
                     int64_t *version, struct holm_trouble *trouble);
bool holm_store_version(struct holm_store *store, int64_t table, int64_t *version,
                        struct holm_trouble *trouble); /* 0: there is no such table */

/* ---------------------------------------------------------- a node's own thread */

enum { HOLM_NODES_MOST = 64, HOLM_NEWS_SIZE = 8192, HOLM_LEASE_MILLISECONDS = 2500 };
struct holm_store_nodes {
    int count, own; /* its place among those who live */
    int64_t id[HOLM_NODES_MOST]; /* that live */
    int64_t now; /* milliseconds since 1970 */
};
/* Says that the node lives, and who else does. */
bool holm_store_live(struct holm_store *store, int64_t node, const char *name,
                     struct holm_store_nodes *nodes, struct holm_trouble *trouble);
/* A node starts; whoever had its name before has ended, or says soon enough that it lives. */
bool holm_store_succeed(struct holm_store *store, const char *name, struct holm_trouble *trouble);
void holm_store_hand_over(struct holm_store *store, int64_t node); /* what it looked after */
void holm_store_leave(struct holm_store *store, int64_t node); /* it ends: others need not wait */
/* Takes its share of what nobody looks after, and visits it. */
bool holm_store_claim(struct holm_store *store, int64_t node, const struct holm_store_nodes *nodes,
                      holm_store_due_visit *visit, void *context, struct holm_trouble *trouble);
bool holm_store_listen(struct holm_store *store, struct holm_trouble *trouble);
/* Waits for news, for `stop` to be readable, or so long; false: the connection is lost, and with it
 * perhaps news. */
bool holm_store_await(struct holm_store *store, int milliseconds, int stop);
bool holm_store_heard(struct holm_store *store, char news[HOLM_NEWS_SIZE]); /* false: no more */

#endif
