/* push.c: the server's key for Web Push, and who wants news of which table. Asked for seldom, so
 * that the statements are made when they are wanted. */
#include <string.h>

#include "store/database.h"
#include "store/push.h"

/* A statement with the table, the token and the endpoint, as far as they are given. */
static struct sql *ask(struct holm_store *store, const char *text, int64_t table,
                       const uint8_t *token, const char *endpoint, struct holm_trouble *trouble)
{
    struct sql *statement = sql_prepare(store, text, false);
    if (!statement) {
        store_complain(store, trouble);
        return NULL;
    }
    sql_bind_number(statement, 1, table);
    if (token)
        sql_bind_bytes(statement, 2, token, HOLM_STORE_HEAD);
    if (endpoint)
        sql_bind_text(statement, 3, endpoint);
    return statement;
}

/* Runs a statement that gives no rows, and ends it. */
static bool run(struct holm_store *store, struct sql *statement, struct holm_trouble *trouble)
{
    const bool fine = statement && sql_write(statement, -1) == SQLITE_DONE;
    if (statement && !fine)
        store_complain(store, trouble);
    sql_end(statement);
    return fine;
}

/* Ends what was begun for this alone; in somebody else's transaction it is theirs to end, unless
 * the database fails. */
static bool end(struct holm_store *store, bool own, bool fine, struct holm_trouble *trouble)
{
    if (fine)
        return !own || holm_store_commit(store, trouble);
    holm_store_rollback(store);
    return false;
}

/* ------------------------------------------------------------------- the key */

static bool read_key(struct holm_store *store, uint8_t secret[HOLM_PUSH_SECRET], bool *found,
                     struct holm_trouble *trouble)
{
    struct sql *statement =
        ask(store, "SELECT secret FROM push_key WHERE ?1 = 0", 0, NULL, NULL, trouble);
    const int got = statement ? sql_step(statement) : SQLITE_ERROR;
    int count = 0;
    const void *bytes = got == SQLITE_ROW ? sql_bytes(statement, 0, &count) : NULL;
    *found = bytes && count == HOLM_PUSH_SECRET;
    if (*found)
        memcpy(secret, bytes, HOLM_PUSH_SECRET);
    const bool fine = *found || got == SQLITE_DONE ||
                      (got == SQLITE_ROW ? holm_trouble(trouble, 0,
                                                        "the database: the key for "
                                                        "push messages is damaged")
                                         : store_complain(store, trouble));
    sql_end(statement);
    return fine;
}

bool holm_store_push_key(struct holm_store *store, uint8_t secret[HOLM_PUSH_SECRET],
                         struct holm_trouble *trouble)
{
    bool found = false;
    if (!read_key(store, secret, &found, trouble) || found)
        return found;
    const bool own = !store->begun;
    if (!holm_store_begin(store, trouble))
        return false;
    struct sql *statement =
        ask(store, "INSERT INTO push_key (secret) VALUES (?1)", 0, NULL, NULL, trouble);
    if (statement)
        sql_bind_bytes(statement, 1, secret, HOLM_PUSH_SECRET);
    return end(store, own, run(store, statement, trouble), trouble);
}

/* ------------------------------------------------------------- who wants news */

/* Of one chair the newest stay; `made` differs between them, however quickly they came. */
static bool make_room(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                      struct holm_trouble *trouble)
{
    struct sql *statement = ask(store,
                                "DELETE FROM push WHERE game = ?1 AND token = ?2 AND endpoint IN"
                                " (SELECT endpoint FROM push WHERE game = ?1 AND token = ?2"
                                "  ORDER BY made DESC LIMIT 1000000 OFFSET ?3)",
                                table, row->token, NULL, trouble);
    if (statement)
        sql_bind_number(statement, 3, HOLM_PUSH_MOST);
    return run(store, statement, trouble);
}

/* Those who sat at the table before, and have gone, are told nothing more. */
static bool remove_former(struct holm_store *store, int64_t table, holm_store_push_token *chairs,
                          struct holm_trouble *trouble)
{
    struct sql *statement = ask(
        store, "DELETE FROM push WHERE game = ?1 AND token NOT IN (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        table, NULL, NULL, trouble);
    for (int i = 0; statement && i < HOLM_SEATS; i++)
        sql_bind_bytes(statement, 2 + i, chairs[i], HOLM_STORE_HEAD);
    return run(store, statement, trouble);
}

bool holm_store_push_put(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                         holm_store_push_token *chairs, int64_t now, struct holm_trouble *trouble)
{
    const bool own = !store->begun;
    if (!holm_store_begin(store, trouble))
        return false;
    struct sql *statement =
        ask(store,
            "INSERT INTO push (game, token, endpoint, point, shared, made, site)"
            " SELECT ?1, ?2, ?3, ?4, ?5, (SELECT max(made) FROM (SELECT ?6 AS made UNION ALL"
            "  SELECT made + 1 FROM push WHERE game = ?1 AND token = ?2) AS times), ?7"
            " WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)"
            " ON CONFLICT (game, token, endpoint) DO UPDATE SET point = excluded.point,"
            " shared = excluded.shared, made = excluded.made, site = excluded.site, failed = 0,"
            " news = NULL, due = 0, waited = 0",
            table, row->token, row->endpoint, trouble);
    if (statement) {
        sql_bind_bytes(statement, 4, row->point, HOLM_PUSH_POINT);
        sql_bind_bytes(statement, 5, row->shared, HOLM_PUSH_SHARED);
        sql_bind_number(statement, 6, now);
        sql_bind_text(statement, 7, row->site);
    }
    return end(store, own,
               run(store, statement, trouble) && make_room(store, table, row, trouble) &&
                   remove_former(store, table, chairs, trouble),
               trouble);
}

/* A statement about one browser, as a transaction. */
static bool change(struct holm_store *store, const char *text, int64_t table,
                   const struct holm_push_row *row, struct holm_trouble *trouble)
{
    const bool own = !store->begun;
    if (!holm_store_begin(store, trouble))
        return false;
    struct sql *statement =
        ask(store, text, table, row ? row->token : NULL, row ? row->endpoint : NULL, trouble);
    if (statement && row && sql_places(statement) > 3)
        sql_bind_number(statement, 4, row->due);
    return end(store, own, run(store, statement, trouble), trouble);
}

bool holm_store_push_remove(struct holm_store *store, int64_t table,
                            const struct holm_push_row *row, struct holm_trouble *trouble)
{
    return change(store, "DELETE FROM push WHERE game = ?1 AND token = ?2 AND endpoint = ?3", table,
                  row, trouble);
}

bool holm_store_push_note(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                          bool arrived, struct holm_trouble *trouble)
{
    static const char fine[] =
        "UPDATE push SET failed = 0, news = CASE WHEN due = ?4 THEN NULL ELSE news END"
        " WHERE game = ?1 AND token = ?2 AND endpoint = ?3",
                      worse[] =
                          "UPDATE push SET failed = failed + 1, news = CASE WHEN due = ?4 THEN "
                          "NULL ELSE news END WHERE game = ?1 AND token = ?2 AND endpoint = ?3",
                      last[] = "DELETE FROM push WHERE game = ?1 AND token = ?2 AND endpoint = ?3"
                               " AND failed >= 5";
    _Static_assert(HOLM_PUSH_FAILURES == 5, "as the statement has it");
    return change(store, arrived ? fine : worse, table, row, trouble) &&
           (arrived || change(store, last, table, row, trouble));
}

/* Whether there is any row of a table. */
static bool has_rows(struct holm_store *store, int64_t table)
{
    struct sql *statement =
        ask(store, "SELECT 1 FROM push WHERE game = ?1 LIMIT 1", table, NULL, NULL, NULL);
    const bool found = statement && sql_step(statement) == SQLITE_ROW;
    sql_end(statement);
    return found;
}

bool holm_store_push_clear(struct holm_store *store, int64_t table, struct holm_trouble *trouble)
{
    return !has_rows(store, table) ||
           change(store, "DELETE FROM push WHERE game = ?1", table, NULL, trouble);
}

static bool copy_bytes(struct sql *statement, int column, uint8_t *to, int most)
{
    int count;
    const void *bytes = sql_bytes(statement, column, &count);
    if (!bytes || count != most)
        return false;
    memcpy(to, bytes, (size_t)count);
    return true;
}

/* The columns of a row, from one on; false: nothing that this program wrote. */
#define ROW_COLUMNS "token, endpoint, point, shared, site, due, waited"
static bool read_row(struct sql *statement, int from, struct holm_push_row *row)
{
    const char *endpoint = sql_text(statement, from + 1), *site = sql_text(statement, from + 4);
    *row = (struct holm_push_row){ .due = sql_number(statement, from + 5),
                                   .waited = (int)sql_number(statement, from + 6) };
    if (!endpoint || !site || strlen(site) >= sizeof row->site ||
        strlen(endpoint) >= sizeof row->endpoint ||
        !copy_bytes(statement, from, row->token, HOLM_STORE_HEAD) ||
        !copy_bytes(statement, from + 2, row->point, HOLM_PUSH_POINT) ||
        !copy_bytes(statement, from + 3, row->shared, HOLM_PUSH_SHARED))
        return false;
    strcpy(row->endpoint, endpoint);
    strcpy(row->site, site);
    return true;
}

/* Ends a walk; false: it was cut short. */
static bool end_walk(struct holm_store *store, struct sql *statement, int got,
                     struct holm_trouble *trouble)
{
    if (statement && got != SQLITE_DONE)
        store_complain(store, trouble);
    sql_end(statement);
    return got == SQLITE_DONE;
}

bool holm_store_push_each(struct holm_store *store, int64_t table,
                          const uint8_t token[HOLM_STORE_HEAD], holm_store_push_visit *visit,
                          void *context, struct holm_trouble *trouble)
{
    struct sql *statement =
        ask(store, "SELECT " ROW_COLUMNS " FROM push WHERE game = ?1 AND token = ?2", table, token,
            NULL, trouble);
    struct holm_push_row row;
    int got = SQLITE_ERROR;
    while (statement && (got = sql_step(statement)) == SQLITE_ROW)
        if (read_row(statement, 0, &row))
            visit(context, &row);
    return end_walk(store, statement, got, trouble);
}

/* ---------------------------------------------------------------- what is owed */

bool holm_store_push_drop(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                          struct holm_trouble *trouble)
{
    return change(store,
                  "UPDATE push SET news = NULL"
                  " WHERE game = ?1 AND token = ?2 AND endpoint = ?3 AND due = ?4",
                  table, row, trouble);
}

bool holm_store_push_later(struct holm_store *store, int64_t table, const struct holm_push_row *row,
                           int64_t due, int waited, struct holm_trouble *trouble)
{
    const bool own = !store->begun;
    if (!holm_store_begin(store, trouble))
        return false;
    struct sql *statement = ask(store,
                                "UPDATE push SET due = ?5, waited = ?6 WHERE game = ?1"
                                " AND token = ?2 AND endpoint = ?3 AND due = ?4",
                                table, row->token, row->endpoint, trouble);
    if (statement) {
        sql_bind_number(statement, 4, row->due);
        sql_bind_number(statement, 5, due);
        sql_bind_number(statement, 6, waited);
    }
    return end(store, own, run(store, statement, trouble), trouble);
}

bool holm_store_push_hurry(struct holm_store *store, struct holm_trouble *trouble)
{
    return change(store, "UPDATE push SET due = ?1 WHERE news IS NOT NULL AND due > ?1", 0, NULL,
                  trouble);
}

bool holm_store_push_owe(struct holm_store *store, int64_t table,
                         const uint8_t token[HOLM_STORE_HEAD], const char *news, int64_t due,
                         struct holm_trouble *trouble)
{
    struct sql *statement = ask(store,
                                "UPDATE push SET news = ?3, due = ?4, waited = 0"
                                " WHERE game = ?1 AND token = ?2",
                                table, token, news, trouble);
    if (statement)
        sql_bind_number(statement, 4, due);
    return run(store, statement, trouble);
}

bool holm_store_push_owed(struct holm_store *store, int64_t at, int most,
                          holm_store_push_owed_visit *visit, void *context,
                          struct holm_trouble *trouble)
{
    struct sql *statement =
        ask(store,
            "SELECT game, (SELECT code FROM tables WHERE id = game), news, " ROW_COLUMNS
            " FROM push WHERE news IS NOT NULL AND due <= ?1 ORDER BY due LIMIT ?2",
            at, NULL, NULL, trouble);
    int got = SQLITE_ERROR;
    if (statement)
        sql_bind_number(statement, 2, most);
    while (statement && (got = sql_step(statement)) == SQLITE_ROW) {
        struct holm_push_owed owed = { .table = sql_number(statement, 0),
                                       .code = sql_text(statement, 1),
                                       .news = sql_text(statement, 2) };
        if (owed.code && owed.news && read_row(statement, 3, &owed.row))
            visit(context, &owed);
    }
    return end_walk(store, statement, got, trouble);
}
