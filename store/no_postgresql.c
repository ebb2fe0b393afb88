/* no_postgresql.c: in the place of postgresql.c where the program was built without libpq. Nothing
 * but the first two, and of what is
 * recalled the last two, is ever called. */
#include <stdlib.h>
#include <string.h>

#include "store/postgresql.h"
#include "store/recall.h"

bool pg_is_address(const char *path)
{
    return !strncmp(path, "postgresql://", 13) || !strncmp(path, "postgres://", 11);
}

struct pg *pg_open(const char *address, bool reader, struct holm_trouble *trouble)
{
    (void)address;
    (void)reader;
    holm_trouble(trouble, 0,
                 "this program was built without PostgreSQL: install libpq-dev, and build it anew");
    return NULL;
}

struct holm_recall *holm_recall_new(void)
{
    return NULL;
}

void holm_recall_free(struct holm_recall *recall)
{
    (void)recall;
}

bool holm_recall_wants(const struct holm_recall *recall)
{
    (void)recall;
    return false;
}

void holm_store_record(struct holm_store *store, struct holm_recall *recall)
{
    (void)store;
    (void)recall;
}

void holm_recall_get(struct holm_recall *const *recalls, int count, struct holm_store *store)
{
    (void)recalls;
    (void)count;
    (void)store;
}

struct holm_recall *holm_store_recall(struct holm_store *store, struct holm_recall *recall)
{
    (void)store;
    (void)recall;
    return NULL;
}

uint64_t holm_store_waited(const struct holm_store *store)
{
    (void)store;
    return 0;
}
