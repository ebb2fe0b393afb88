/* recall.h: what was read from PostgreSQL, for somebody who must not wait.
 *
 * A store that recalls asks no database: what it is asked is looked up, and what is not there is
 * noted as wanted and fails for now. Another thread gets what is wanted by a way in of its own; then
 * the same is asked once more, from the beginning. */
#ifndef HOLM_RECALL_H
#define HOLM_RECALL_H

#include "store/store.h"

struct holm_recall;

struct holm_recall *holm_recall_new(void); /* empty */
void holm_recall_free(struct holm_recall *recall); /* or NULL */
bool holm_recall_wants(const struct holm_recall *recall); /* something that is not there yet */
/* From now on the store asks this; NULL: the database. What it asked before. */
struct holm_recall *holm_store_recall(struct holm_store *store, struct holm_recall *recall);
/* All that is read from now on by the store goes into it, too; NULL: into none. */
void holm_store_record(struct holm_store *store, struct holm_recall *recall);
/* Gets what each of them wants. What cannot be had is there as a failure. */
void holm_recall_get(struct holm_recall *const *recalls, int count, struct holm_store *store);
/* How many statements a store has waited for. */
uint64_t holm_store_waited(const struct holm_store *store);

#endif
