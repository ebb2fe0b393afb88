/* house.c: small things that the server as a whole keeps, by name; and whether the database is still
 * the one that was opened: a restore over a running server leaves a new time in it. */
#include <stdlib.h>
#include <string.h>

#include "store/database.h"

static const char restored[] = "restored";

bool holm_store_value(struct holm_store *store, const char *name,
                      uint8_t value[HOLM_STORE_VALUE_MOST], int *length,
                      struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, READ_VALUE);
    sql_bind_text(statement, 1, name);
    const int got = sql_step(statement);
    int bytes = -1;
    const void *blob = got == SQLITE_ROW ? sql_bytes(statement, 0, &bytes) : NULL;
    *length = blob && bytes <= HOLM_STORE_VALUE_MOST ? bytes : -1;
    if (*length > 0)
        memcpy(value, blob, (size_t)*length);
    const bool fine = got == SQLITE_ROW || got == SQLITE_DONE || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

bool holm_store_set_value(struct holm_store *store, const char *name, const uint8_t *value,
                          int length, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, WRITE_VALUE);
    sql_bind_text(statement, 1, name);
    sql_bind_bytes(statement, 2, value, (size_t)length);
    return store_write(store, WRITE_VALUE, trouble);
}

int64_t holm_store_count(struct holm_store *store, int state)
{
    struct sql *statement = store_fresh(store, COUNT_TABLES);
    int64_t count = -1;
    sql_bind_number(statement, 1, state);
    if (sql_step(statement) == SQLITE_ROW)
        count = sql_number(statement, 0);
    sql_reset(statement);
    return count;
}

/* ------------------------------------------------------------------ restored */

static bool read_restored(struct holm_store *store, int64_t *when, struct holm_trouble *trouble)
{
    uint8_t value[HOLM_STORE_VALUE_MOST];
    int length;
    *when = store->restored;
    if (!holm_store_value(store, restored, value, &length, trouble))
        return holm_store_damaged(store); /* of this one row: the tables go on as they can */
    *when = 0;
    if (length == sizeof *when)
        memcpy(when, value, sizeof *when);
    return true;
}

bool store_note_restored(struct holm_store *store, struct holm_trouble *trouble)
{
    return read_restored(store, &store->restored, trouble);
}

bool store_set_restored(struct holm_store *store, int64_t when, struct holm_trouble *trouble)
{
    return holm_store_begin(store, trouble) &&
           holm_store_set_value(store, restored, (const uint8_t *)&when, sizeof when, trouble) &&
           holm_store_commit(store, trouble);
}

bool store_is_same(struct holm_store *store, struct holm_trouble *trouble)
{
    int64_t when;
    if (!read_restored(store, &when, trouble))
        return false;
    store->replaced |= when != store->restored;
    return !store->replaced ||
           holm_trouble(trouble, 0, "the database: a backup was put in its place");
}

bool holm_store_replaced(struct holm_store *store)
{
    struct holm_trouble trouble;
    if (!IS_PG(store))
        store_is_same(store, &trouble);
    return store->replaced;
}
