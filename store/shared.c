/* shared.c: what several servers need that use one database in PostgreSQL. */
#include "store/shared.h"

#include <stdio.h>
#include <string.h>

#include "store/database.h"

bool holm_store_is_shared(const struct holm_store *store)
{
    (void)store; /* where there is no PostgreSQL */
    return IS_PG(store);
}

void holm_store_set_node(struct holm_store *store, int64_t node)
{
    store->node = node;
}

void holm_store_hurry(struct holm_store *store, int milliseconds)
{
    if (IS_PG(store))
        pg_hurry(store->pg, milliseconds);
}

/* ------------------------------------------------------------------- statements */

/* Made when it is needed; with up to three numbers bound to it. */
static struct sql *ask(struct holm_store *store, const char *text, int count, const int64_t *number,
                       struct holm_trouble *trouble)
{
    struct sql *statement = sql_prepare(store, text, false);
    if (!statement)
        store_complain(store, trouble);
    for (int i = 0; statement && i < count; i++)
        sql_bind_number(statement, i + 1, number[i]);
    return statement;
}

/* Its first row, or none; false: it cannot be run. */
static bool run(struct holm_store *store, struct sql *statement, bool *row,
                struct holm_trouble *trouble)
{
    const int got = statement ? sql_step(statement) : SQLITE_ERROR;
    *row = got == SQLITE_ROW;
    if (*row || got == SQLITE_DONE)
        return true;
    return statement ? store_complain(store, trouble) : false;
}

/* Runs what gives no rows, by itself. */
static bool execute(struct holm_store *store, const char *text, int count, const int64_t *number,
                    struct holm_trouble *trouble)
{
    struct sql *statement = ask(store, text, count, number, trouble);
    bool row;
    const bool fine = run(store, statement, &row, trouble);
    sql_end(statement);
    return fine;
}

#define NOW "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

bool holm_store_new_node(struct holm_store *store, int64_t *node, int64_t *now,
                         struct holm_trouble *trouble)
{
    struct sql *statement =
        ask(store,
            "WITH made AS (INSERT INTO batches (node, number) VALUES (nextval('nodes_numbers'), 0)"
            " RETURNING node) SELECT node, " NOW " FROM made",
            0, NULL, trouble);
    bool row;
    const bool fine = run(store, statement, &row, trouble) && row;
    *node = fine ? sql_number(statement, 0) : 0;
    *now = fine ? sql_number(statement, 1) : 0;
    sql_end(statement);
    return fine;
}

/* ---------------------------------------------------------------------- turns */

bool holm_store_take_turn(struct holm_store *store, const struct holm_store_turn *turn, bool *late,
                          struct holm_trouble *trouble)
{
    const enum statement which = turn->version ? TAKE_TURN : FIRST_TURN;
    struct sql *statement = store_fresh(store, which);
    sql_bind_number(statement, 1, turn->table);
    if (which == TAKE_TURN) {
        sql_bind_number(statement, 2, turn->version);
        sql_bind_flag(statement, 3, turn->recorded);
    }
    sql_bind_number(statement, which == TAKE_TURN ? 4 : 2, turn->said);
    const bool fine = store_write_found(store, which, trouble);
    *late = !fine && store->error == SQLITE_NOTFOUND;
    return fine;
}

bool holm_store_note_batch(struct holm_store *store, uint64_t number, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, NOTE_BATCH);
    sql_bind_number(statement, 1, store->node);
    sql_bind_number(statement, 2, (int64_t)number);
    return store_write(store, NOTE_BATCH, trouble);
}

/* Digits, blanks, colons and a star. */
void holm_store_tell(struct holm_store *store, const char *news)
{
    char text[HOLM_NEWS_SIZE + 128];
    struct holm_trouble trouble;
    snprintf(text, sizeof text,
             "BEGIN; SET LOCAL synchronous_commit TO off; SELECT pg_notify('holm', '%s'); COMMIT",
             news);
    if (!store->begun)
        store_execute(store, text, &trouble);
}

bool holm_store_has_batch(struct holm_store *store, uint64_t number)
{
    struct holm_trouble trouble;
    struct sql *statement = ask(store, "SELECT number FROM batches WHERE node = ?1 FOR UPDATE", 1,
                                &store->node, &trouble);
    bool row, there = false;
    if (run(store, statement, &row, &trouble) && row)
        there = sql_number(statement, 0) == (int64_t)number;
    sql_end(statement);
    return there;
}

bool holm_store_versions(struct holm_store *store, const char *tables,
                         holm_store_version_visit *visit, void *context,
                         struct holm_trouble *trouble)
{
    struct sql *statement =
        ask(store, "SELECT game, version FROM versions WHERE game = ANY (?1::bigint[])", 0, NULL,
            trouble);
    bool row;
    if (statement)
        sql_bind_text(statement, 1, tables);
    const bool fine = run(store, statement, &row, trouble);
    for (; fine && row; row = sql_step(statement) == SQLITE_ROW)
        visit(context, sql_number(statement, 0), sql_number(statement, 1));
    sql_end(statement);
    return fine;
}

bool holm_store_asks(struct holm_store *store)
{
    struct holm_trouble trouble;
    return execute(store, "SELECT 1", 0, NULL, &trouble);
}

/* The version first, as everybody does: who writes at the same moment comes before or after. */
bool holm_store_forget_old(struct holm_store *store, int64_t table,
                           const struct holm_store_ages *before, struct holm_trouble *trouble)
{
    const int64_t numbers[] = { table, before->waiting, before->over };
    bool old;
    if (!IS_PG(store))
        return holm_store_forget(store, table, trouble);
    if (!execute(store, "UPDATE versions SET version = version + 1 WHERE game = ?1", 1, numbers,
                 trouble))
        return false;
    struct sql *statement = ask(store,
                                "SELECT 1 FROM tables WHERE id = ?1 AND ((state = 0 AND changed <"
                                " ?2) OR (state = 2 AND changed < ?3))",
                                3, numbers, trouble);
    const bool fine = run(store, statement, &old, trouble);
    sql_end(statement);
    return fine && (!old || holm_store_forget(store, table, trouble));
}

bool holm_store_keep_value(struct holm_store *store, const char *name, uint8_t *value, int length,
                           struct holm_trouble *trouble)
{
    uint8_t found[HOLM_STORE_VALUE_MOST];
    int there;
    if (!IS_PG(store))
        return holm_store_begin(store, trouble) &&
               holm_store_set_value(store, name, value, length, trouble) &&
               holm_store_commit(store, trouble);
    struct sql *statement =
        ask(store, "INSERT INTO house (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING",
            0, NULL, trouble);
    bool row;
    if (statement) {
        sql_bind_text(statement, 1, name);
        sql_bind_bytes(statement, 2, value, (size_t)length);
    }
    const bool fine = run(store, statement, &row, trouble) &&
                      holm_store_value(store, name, found, &there, trouble) && there == length;
    sql_end(statement);
    if (fine)
        memcpy(value, found, (size_t)length);
    return fine;
}

bool holm_store_use_up(struct holm_store *store, const void *nonce, size_t size, int64_t until,
                       int64_t now, bool *before, struct holm_trouble *trouble)
{
    if (!execute(store, "DELETE FROM used WHERE until < ?1", 1, &now, trouble))
        return false;
    struct sql *statement =
        ask(store,
            "INSERT INTO used (nonce, until) VALUES (?1, ?2) ON CONFLICT (nonce) DO NOTHING"
            " RETURNING until",
            0, NULL, trouble);
    bool row;
    if (statement) {
        sql_bind_bytes(statement, 1, nonce, size);
        sql_bind_number(statement, 2, until);
    }
    const bool fine = run(store, statement, &row, trouble);
    *before = !row;
    sql_end(statement);
    return fine;
}

/* ----------------------------------------------------------------------- news */

bool holm_store_version(struct holm_store *store, int64_t table, int64_t *version,
                        struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, READ_VERSION);
    sql_bind_number(statement, 1, table);
    bool row;
    const bool fine = run(store, statement, &row, trouble);
    *version = row ? sql_number(statement, 0) : 0;
    sql_reset(statement);
    return fine;
}

bool holm_store_news(struct holm_store *store, int64_t table, const struct holm_store_news *known,
                     int64_t *version, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, READ_NEWS);
    bool first = true, on = true;
    int got;
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, known->line);
    sql_bind_number(statement, 3, known->version);
    *version = 0;
    while (on && (got = sql_step(statement)) == SQLITE_ROW) {
        const struct holm_stored_table row = store_table_at(statement);
        if (first)
            on = known->row(known->context, &row);
        first = false;
        *version = row.version;
        if (on && !sql_is_null(statement, 12))
            on = known->visit(known->context, (int)sql_number(statement, 12),
                              sql_number(statement, 13), sql_text(statement, 14),
                              store_head_at(statement, 15));
    }
    const bool fine = !on || got == SQLITE_DONE || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

/* ----------------------------------------------------------------------- nodes */

bool holm_store_live(struct holm_store *store, int64_t node, const char *name,
                     struct holm_store_nodes *nodes, struct holm_trouble *trouble)
{
    const int64_t numbers[] = { node, HOLM_LEASE_MILLISECONDS };
    bool row;
    struct sql *statement =
        ask(store,
            "INSERT INTO nodes (id, until, name) VALUES (?1, clock_timestamp() + ?2 *"
            " interval '1 millisecond', ?3) ON CONFLICT (id) DO UPDATE SET until = excluded.until",
            2, numbers, trouble);
    if (statement)
        sql_bind_text(statement, 3, name);
    bool fine = run(store, statement, &row, trouble);
    sql_end(statement);
    if (!fine)
        return false;
    *nodes = (struct holm_store_nodes){ .own = -1 };
    statement = ask(store,
                    "SELECT id, " NOW " FROM nodes WHERE until > clock_timestamp() ORDER BY id"
                    " LIMIT 64",
                    0, NULL, trouble);
    for (fine = run(store, statement, &row, trouble); fine && row;
         row = sql_step(statement) == SQLITE_ROW) {
        if (sql_number(statement, 0) == node)
            nodes->own = nodes->count;
        nodes->id[nodes->count++] = sql_number(statement, 0);
        nodes->now = sql_number(statement, 1);
    }
    sql_end(statement);
    return fine;
}

bool holm_store_succeed(struct holm_store *store, const char *name, struct holm_trouble *trouble)
{
    struct sql *statement =
        ask(store, "UPDATE nodes SET until = '-infinity' WHERE name = ?1", 0, NULL, trouble);
    bool row;
    if (statement)
        sql_bind_text(statement, 1, name);
    const bool fine = run(store, statement, &row, trouble);
    sql_end(statement);
    return fine;
}

void holm_store_hand_over(struct holm_store *store, int64_t node)
{
    struct holm_trouble trouble;
    execute(store, "UPDATE due SET driver = 0 WHERE driver = ?1", 1, &node, &trouble);
}

void holm_store_leave(struct holm_store *store, int64_t node)
{
    struct holm_trouble trouble;
    execute(store, "UPDATE nodes SET until = '-infinity' WHERE id = ?1", 1, &node, &trouble);
}

/* By number, so that each who lives has a share of its own, and one that others have not taken for
 * long is everybody's. Whoever is gone and looks after nothing is forgotten. */
bool holm_store_claim(struct holm_store *store, int64_t node, const struct holm_store_nodes *nodes,
                      holm_store_due_visit *visit, void *context, struct holm_trouble *trouble)
{
    const int64_t numbers[] = { node, nodes->count ? nodes->count : 1,
                                nodes->own < 0 ? 0 : nodes->own };
    bool row;
    struct sql *statement =
        ask(store,
            "UPDATE due SET driver = ?1 WHERE game IN (SELECT game FROM due WHERE driver IN"
            " (SELECT id FROM nodes WHERE until <= clock_timestamp()) AND game % ?2 = ?3"
            " LIMIT 2000 FOR UPDATE SKIP LOCKED) RETURNING game, at",
            3, numbers, trouble);
    const bool fine = run(store, statement, &row, trouble);
    for (; fine && row; row = sql_step(statement) == SQLITE_ROW)
        visit(context, sql_number(statement, 0), sql_number(statement, 1));
    sql_end(statement);
    return fine && execute(store,
                           "WITH gone AS (DELETE FROM nodes WHERE id <> 0 AND"
                           " until < clock_timestamp() - interval '10 minutes' AND NOT EXISTS"
                           " (SELECT 1 FROM due WHERE driver = nodes.id) RETURNING id)"
                           " DELETE FROM batches WHERE node IN (SELECT id FROM gone)",
                           0, NULL, trouble);
}

#ifdef HOLM_POSTGRESQL

bool holm_store_listen(struct holm_store *store, struct holm_trouble *trouble)
{
    return !pg_listen(store->pg, "holm") || store_complain(store, trouble);
}

bool holm_store_await(struct holm_store *store, int milliseconds, int stop)
{
    return pg_await(store->pg, milliseconds, stop);
}

bool holm_store_heard(struct holm_store *store, char news[HOLM_NEWS_SIZE])
{
    return pg_heard(store->pg, news, HOLM_NEWS_SIZE);
}

#else /* nobody calls them then */

bool holm_store_listen(struct holm_store *store, struct holm_trouble *trouble)
{
    (void)store;
    return holm_trouble(trouble, 0, "this database is not shared");
}

bool holm_store_await(struct holm_store *store, int milliseconds, int stop)
{
    (void)store;
    (void)milliseconds;
    (void)stop;
    return false;
}

bool holm_store_heard(struct holm_store *store, char news[HOLM_NEWS_SIZE])
{
    (void)store;
    (void)news;
    return false;
}

#endif
