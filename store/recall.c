/* recall.c: answers of PostgreSQL, kept by what was asked. What is wanted is sent without waiting in
 * between, for all who want something, each in a transaction of its own; but what must be of one
 * moment is read once more in one transaction as soon as any of it is missing. */
#include "store/recall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/database.h"
#include "store/libpq.h"

struct entry {
    struct entry *next;
    uint64_t hash;
    char *text;
    int places;
    char *value[PLACES_MOST];
    Oid type[PLACES_MOST];
    bool moment; /* it must be of the same as all others of which that is so */
    bool there;
    PGresult *result;
    int code; /* SQLITE_OK, or why there is none */
    char message[200];
};

struct holm_recall {
    struct entry *first, **last;
    bool moment; /* what is asked now must be of one */
};

static void *must_have(void *memory)
{
    if (!memory)
        abort(); /* rather than take it for nothing */
    return memory;
}

struct holm_recall *holm_recall_new(void)
{
    struct holm_recall *recall = must_have(calloc(1, sizeof *recall));
    recall->last = &recall->first;
    return recall;
}

void holm_recall_free(struct holm_recall *recall)
{
    for (struct entry *at = recall ? recall->first : NULL, *next; at; at = next) {
        next = at->next;
        for (int i = 0; i < at->places; i++)
            free(at->value[i]);
        PQclear(at->result);
        free(at->text);
        free(at);
    }
    free(recall);
}

bool holm_recall_wants(const struct holm_recall *recall)
{
    for (const struct entry *at = recall->first; at; at = at->next)
        if (!at->there)
            return true;
    return false;
}

void recall_moment(struct holm_recall *recall, bool begins)
{
    recall->moment = begins;
}

/* --------------------------------------------------------------------- entries */

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    return (hash ^ 0xFF) * 0x100000001B3u;
}

static uint64_t hash_of(const struct pg_statement *statement)
{
    uint64_t hash = hash_text(0xCBF29CE484222325u, statement->text);
    for (int i = 0; i < statement->places; i++)
        hash = hash_text(hash, statement->value[i]);
    return hash;
}

static bool same(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static struct entry *find(const struct holm_recall *recall, const struct pg_statement *statement)
{
    const uint64_t hash = hash_of(statement);
    for (struct entry *at = recall->first; at; at = at->next) {
        bool is = at->hash == hash && !strcmp(at->text, statement->text);
        for (int i = 0; is && i < at->places; i++)
            is = same(at->value[i], statement->value[i]);
        if (is)
            return at;
    }
    return NULL;
}

static struct entry *add(struct holm_recall *recall, const struct pg_statement *statement)
{
    struct entry *entry = must_have(calloc(1, sizeof *entry));
    entry->hash = hash_of(statement);
    entry->text = must_have(strdup(statement->text));
    entry->places = statement->places;
    for (int i = 0; i < entry->places; i++) {
        if (statement->value[i])
            entry->value[i] = must_have(strdup(statement->value[i]));
        entry->type[i] = statement->type[i];
    }
    entry->moment = recall->moment;
    *recall->last = entry;
    recall->last = &entry->next;
    return entry;
}

static void fill(struct entry *entry, PGresult *result, int code, const char *message)
{
    PQclear(entry->result);
    entry->there = true;
    entry->result = result;
    entry->code = code;
    snprintf(entry->message, sizeof entry->message, "%s", code ? message : "");
}

/* --------------------------------------------------------------------- the loop */

int recall_run(struct pg_statement *statement)
{
    struct pg *pg = statement->pg;
    const struct entry *entry = find(pg->recall, statement);
    if (!entry)
        entry = add(pg->recall, statement);
    if (!entry->there)
        return pg_fail(pg, SQLITE_LOCKED, "it is being read");
    if (entry->code)
        return pg_fail(pg, entry->code, entry->message);
    statement->result = entry->result;
    statement->lent = true;
    statement->row = -1;
    return SQLITE_OK;
}

struct holm_recall *holm_store_recall(struct holm_store *store, struct holm_recall *recall)
{
    if (!store->pg)
        return NULL;
    struct holm_recall *before = store->pg->recall;
    store->pg->recall = recall;
    return before;
}

uint64_t holm_store_waited(const struct holm_store *store)
{
    return store->pg ? store->pg->waited : 0;
}

/* -------------------------------------------------------------------- recording */

void holm_store_record(struct holm_store *store, struct holm_recall *recall)
{
    if (store->pg)
        store->pg->record = recall;
}

void recall_keep(struct holm_recall *recall, const struct pg_statement *statement, int code)
{
    struct entry *entry = find(recall, statement);
    if (!entry)
        entry = add(recall, statement);
    const int flags = PG_COPYRES_ATTRS | PG_COPYRES_TUPLES;
    PGresult *copy = code ? NULL : must_have(PQcopyResult(statement->result, flags));
    fill(entry, copy, code, statement->pg->message);
}

/* ---------------------------------------------------------------------- getting */

/* The one that is kept for this text, or one that is not; with what is to be bound. */
static struct pg_statement *statement_for(struct pg *pg, const struct entry *entry)
{
    struct pg_statement *at = pg->kept;
    while (at && strcmp(at->text, entry->text))
        at = at->next;
    if (!at)
        at = must_have(pg_prepare(pg, entry->text, false));
    pg_reset(at);
    pg_clear(at);
    for (int i = 0; i < entry->places; i++) {
        at->type[i] = entry->type[i];
        if (entry->value[i])
            at->value[i] = must_have(strdup(entry->value[i]));
    }
    at->places = entry->places;
    return at;
}

static void let_go(struct pg_statement *statement)
{
    if (!statement->kept)
        pg_end(statement);
}

static bool send_entry(struct pg *pg, const struct entry *entry)
{
    struct pg_statement *statement = statement_for(pg, entry);
    const bool fine = pg_send(statement) && PQpipelineSync(pg->connection);
    let_go(statement);
    return fine;
}

/* One that is used again and again is made known to the database before anything is sent. */
static bool make_ready(struct pg *pg, const struct entry *entry)
{
    struct pg_statement *statement = statement_for(pg, entry);
    const bool fine = !pg_make_ready(statement);
    let_go(statement);
    return fine;
}

static void take_entry(struct pg *pg, struct entry *entry)
{
    PGresult *result = pg_take_last(pg, 1);
    const int code = pg_judge(pg, result, -1);
    if (code == SQLITE_CANTOPEN) { /* it is tried again, or fails with all others */
        PQclear(result);
        return;
    }
    fill(entry, code ? NULL : result, code, pg->message);
    if (code)
        PQclear(result);
    pg_pass_end(pg);
}

static void get_piped(struct pg *pg, struct entry **entries, int count)
{
    int sent = 0;
    for (int i = 0; i < count && pg_is_alive(pg); i++)
        make_ready(pg, entries[i]);
    if (!pg_is_alive(pg) || !PQenterPipelineMode(pg->connection))
        return;
    while (sent < count && send_entry(pg, entries[sent]))
        sent++;
    if (sent < count)
        pg_fail(pg, SQLITE_CANTOPEN, PQerrorMessage(pg->connection));
    for (int i = 0; i < sent && pg_is_alive(pg); i++)
        take_entry(pg, entries[i]);
    if (pg_is_alive(pg))
        PQexitPipelineMode(pg->connection);
}

/* Sends what is wanted, so many at a time; false: the connection is lost. */
static bool get_wanted(struct pg *pg, struct holm_recall *const *recalls, int count)
{
    struct entry *entries[SENT_MOST];
    int wanted = 0;
    for (int i = 0; i < count; i++)
        for (struct entry *at = recalls[i]->first; at && pg_is_alive(pg); at = at->next) {
            if (!at->there)
                entries[wanted++] = at;
            if (wanted == SENT_MOST) {
                get_piped(pg, entries, wanted);
                wanted = 0;
            }
        }
    if (wanted)
        get_piped(pg, entries, wanted);
    return pg_is_alive(pg);
}

static bool wants_moment(const struct holm_recall *recall)
{
    for (const struct entry *at = recall->first; at; at = at->next)
        if (at->moment && !at->there)
            return true;
    return false;
}

/* All of it anew, whatever is there already. */
static void get_moment(struct pg *pg, struct holm_recall *recall)
{
    if (pg_begin_reading(pg))
        return;
    for (struct entry *at = recall->first; at && pg_is_alive(pg); at = at->next) {
        if (!at->moment)
            continue;
        struct pg_statement *statement = statement_for(pg, at);
        const int code = pg_step(statement);
        const bool fine = code == SQLITE_ROW || code == SQLITE_DONE;
        fill(at, fine ? statement->result : NULL, fine ? SQLITE_OK : code, pg->message);
        if (fine)
            statement->result = NULL;
        let_go(statement);
    }
    pg_commit(pg);
}

static void fail_rest(struct pg *pg, struct holm_recall *recall)
{
    for (struct entry *at = recall->first; at; at = at->next)
        if (!at->there)
            fill(at, NULL, pg->code ? pg->code : SQLITE_CANTOPEN, pg->message);
}

void holm_recall_get(struct holm_recall *const *recalls, int count, struct holm_store *store)
{
    struct pg *pg = store->pg;
    for (int i = 0; i < count; i++)
        if (wants_moment(recalls[i]))
            get_moment(pg, recalls[i]);
    if (pg_connected(pg) && !get_wanted(pg, recalls, count) && pg_connected(pg))
        get_wanted(pg, recalls, count); /* it was restarted since */
    for (int i = 0; i < count; i++)
        fail_rest(pg, recalls[i]);
}
