/* pg_schema.c: the tables of a database in PostgreSQL, and how older ones become them. They are those
 * of schema.c; numbers are given out a million at a time, so that each run of a server has its own. */
#include <sqlite3.h>
#include <stdio.h>

#include "store/postgresql.h"

/* The oldest program that may serve a database beside this one knows version PG_OLDEST. */
enum { PG_VERSION_NOW = 2, PG_OLDEST = 2 };

/* ORDER: what brings a database from version 0 to 1, from 1 to 2, ... */
static const char *const upgrades[PG_VERSION_NOW] = {
    "CREATE TABLE tables (id bigint PRIMARY KEY, code text NOT NULL UNIQUE, state bigint NOT NULL,"
    " changed bigint NOT NULL, record text NOT NULL, header text,"
    " listed boolean NOT NULL DEFAULT false, archived boolean NOT NULL DEFAULT false);"
    "CREATE INDEX tables_by_age ON tables (state, changed);"
    "CREATE INDEX tables_listed ON tables (changed) WHERE listed AND state <> 2;"
    "CREATE INDEX tables_to_archive ON tables (changed) WHERE state = 2 AND NOT archived;"
    "CREATE SEQUENCE tables_numbers INCREMENT BY 1000000;"
    "CREATE TABLE lines (game bigint NOT NULL, number bigint NOT NULL, at bigint NOT NULL,"
    " line text NOT NULL, head bytea, PRIMARY KEY (game, number));"
    "CREATE TABLE lengths (game bigint PRIMARY KEY, lines bigint NOT NULL, asked bigint);"
    "CREATE TABLE due (game bigint PRIMARY KEY, at bigint NOT NULL);"
    "CREATE TABLE chats (game bigint NOT NULL, number bigint NOT NULL, chair bigint NOT NULL,"
    " line text NOT NULL, PRIMARY KEY (game, number));"
    "CREATE TABLE archive (game bigint PRIMARY KEY, lines bigint NOT NULL, bytes bigint NOT NULL,"
    " head bytea, packed bytea NOT NULL, rest boolean NOT NULL);"
    "CREATE INDEX archive_rest ON archive (game) WHERE rest;"
    "CREATE TABLE house (name text PRIMARY KEY, value bytea NOT NULL);"
    "CREATE TABLE probe (n bigint NOT NULL);"
    "INSERT INTO probe VALUES (0);"
    "CREATE TABLE push_key (secret bytea NOT NULL);"
    "CREATE TABLE push (game bigint NOT NULL REFERENCES tables ON DELETE CASCADE,"
    " token bytea NOT NULL, endpoint text NOT NULL, point bytea NOT NULL, shared bytea NOT NULL,"
    " made bigint NOT NULL, site text NOT NULL, failed bigint NOT NULL DEFAULT 0, news text,"
    " due bigint NOT NULL DEFAULT 0, waited bigint NOT NULL DEFAULT 0,"
    " PRIMARY KEY (game, token, endpoint));"
    "CREATE INDEX push_owed ON push (due) WHERE news IS NOT NULL;"
    "CREATE TABLE people (id bigint PRIMARY KEY, key bytea NOT NULL UNIQUE, name text NOT NULL,"
    " seen bigint NOT NULL, hidden boolean NOT NULL DEFAULT false);"
    "CREATE SEQUENCE people_numbers INCREMENT BY 1000000;"
    "CREATE TABLE results (game bigint NOT NULL, code text NOT NULL, family text NOT NULL,"
    " scenario text, ended bigint NOT NULL, listed boolean NOT NULL, rated boolean NOT NULL,"
    " why text, players bigint NOT NULL, chair bigint NOT NULL, gone boolean NOT NULL,"
    " person bigint, bot text, name text, place bigint NOT NULL, points bigint NOT NULL,"
    " claimed bigint NOT NULL, expected bigint NOT NULL, opening text NOT NULL, before bigint,"
    " after bigint, PRIMARY KEY (game, chair, gone));"
    "CREATE INDEX results_by_code ON results (code);"
    "CREATE INDEX results_by_person ON results (person, ended) WHERE person IS NOT NULL;"
    "CREATE INDEX results_public ON results (ended) WHERE listed AND place = 1 AND NOT gone;"
    "CREATE TABLE ratings (family text NOT NULL, person bigint NOT NULL, bot text NOT NULL,"
    " mu double precision NOT NULL, sigma double precision NOT NULL, games bigint NOT NULL,"
    " wins bigint NOT NULL, PRIMARY KEY (family, person, bot));"
    "CREATE INDEX ratings_by_person ON ratings (person);",
    /* Several servers at once: which version of each table is the latest, with which its record came,
     * and up to which number people have said something; who looks at a table that is due; which
     * servers there are, until when they are believed to live, and their latest batches. */
    "ALTER TABLE holm_version ADD COLUMN oldest bigint NOT NULL DEFAULT 0;"
    "CREATE TABLE versions (game bigint PRIMARY KEY, version bigint NOT NULL,"
    " recorded bigint NOT NULL, said bigint NOT NULL) WITH (fillfactor = 50);"
    "INSERT INTO versions SELECT id, 1, 1, coalesce((SELECT max(number) FROM chats WHERE game = "
    "id), 0)"
    " FROM tables;"
    "ALTER TABLE due ADD COLUMN driver bigint NOT NULL DEFAULT 0;"
    "CREATE INDEX due_by_driver ON due (driver);"
    "CREATE SEQUENCE nodes_numbers;"
    "CREATE TABLE nodes (id bigint PRIMARY KEY, name text NOT NULL, until timestamptz NOT NULL);"
    "INSERT INTO nodes VALUES (0, '', '-infinity');"
    "CREATE TABLE batches (node bigint PRIMARY KEY, number bigint NOT NULL);"
    "CREATE TABLE used (nonce bytea PRIMARY KEY, until bigint NOT NULL);",
};

static bool complain(const struct pg *pg, struct holm_trouble *trouble)
{
    return holm_trouble(trouble, 0, "the database: %s", pg_error(pg));
}

/* The one number that a query gives. */
static bool ask(struct pg *pg, const char *query, int64_t *number, struct holm_trouble *trouble)
{
    struct pg_statement *statement = pg_prepare(pg, query, false);
    const bool fine = statement && pg_step(statement) == SQLITE_ROW;
    *number = fine ? pg_number(statement, 0) : 0;
    if (statement)
        pg_end(statement);
    return fine || complain(pg, trouble);
}

static bool upgrade(struct pg *pg, int64_t version, struct holm_trouble *trouble)
{
    char end[64];
    snprintf(end, sizeof end, "UPDATE holm_version SET version = %d, oldest = %d", PG_VERSION_NOW,
             PG_OLDEST);
    if (pg_begin(pg))
        return complain(pg, trouble);
    bool fine = version || !pg_execute(pg, "CREATE TABLE holm_version (version bigint NOT NULL);"
                                           "INSERT INTO holm_version VALUES (0)");
    for (; fine && version < PG_VERSION_NOW; version++)
        fine = !pg_execute(pg, upgrades[version]);
    fine = fine && !pg_execute(pg, end) && !pg_commit(pg);
    if (fine)
        return true;
    complain(pg, trouble);
    pg_rollback(pg);
    return false;
}

/* A newer program may have brought it up and still let this one serve it. */
static bool may_serve(struct pg *pg, int64_t version, struct holm_trouble *trouble)
{
    int64_t oldest = version, told = 0;
    if (version > PG_VERSION_NOW &&
        (!ask(pg,
              "SELECT count(*) FROM information_schema.columns WHERE table_name = 'holm_version'"
              " AND column_name = 'oldest'",
              &told, trouble) ||
         (told && !ask(pg, "SELECT oldest FROM holm_version", &oldest, trouble))))
        return false;
    return oldest <= PG_VERSION_NOW ||
           holm_trouble(trouble, 0, "the database has version %d, and this program knows up to %d",
                        (int)version, PG_VERSION_NOW);
}

/* What it must have by its version: some of each table, and all that is not asked for at the start. */
static bool check_columns(struct pg *pg, int64_t version, struct holm_trouble *trouble)
{
    struct pg_statement *statement = pg_prepare(
        pg,
        "SELECT string_agg(wanted, ', ') FROM unnest('{tables.id,tables.code,tables.state,"
        "tables.changed,tables.record,tables.header,tables.listed,tables.archived,lines.game,"
        "lines.number,lines.at,lines.line,lines.head,lengths.lines,lengths.asked,due.at,due.driver,"
        "chats.line,archive.packed,house.value,probe.n,push_key.secret,push.endpoint,push.news,"
        "people.key,people.seen,people.hidden,results.place,ratings.sigma,versions.version,"
        "versions.recorded,versions.said,nodes.until,batches.number,used.until}'::text[]) wanted"
        " WHERE NOT EXISTS (SELECT FROM pg_attribute"
        " WHERE attrelid = to_regclass(split_part(wanted, '.', 1))"
        " AND attname = split_part(wanted, '.', 2) AND NOT attisdropped)",
        false);
    if (!statement || pg_step(statement) != SQLITE_ROW) {
        if (statement)
            pg_end(statement);
        return complain(pg, trouble);
    }
    const bool fine =
        pg_is_null(statement, 0) ||
        holm_trouble(trouble, 0,
                     "the database says it is version %d of Holm's, but has no %s; it is damaged, "
                     "or something else's",
                     (int)version, pg_text(statement, 0));
    pg_end(statement);
    return fine;
}

static bool bring_up(struct pg *pg, struct holm_trouble *trouble)
{
    int64_t there, others, version = 0;
    if (!ask(pg, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()", &others,
             trouble) ||
        !ask(pg,
             "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
             " AND tablename = 'holm_version'",
             &there, trouble))
        return false;
    if (!there && others)
        return holm_trouble(trouble, 0,
                            "the database is something else's: it has tables, but none of Holm's "
                            "versions; name another one");
    if (there && !ask(pg, "SELECT version FROM holm_version", &version, trouble))
        return false;
    if (!may_serve(pg, version, trouble))
        return false;
    return version < PG_VERSION_NOW ? upgrade(pg, version, trouble)
                                    : check_columns(pg, version, trouble);
}

/* Of several servers that start at once, one does it. */
bool pg_bring_up(struct pg *pg, struct holm_trouble *trouble)
{
    if (pg_execute(pg, "SELECT pg_advisory_lock(1212108877, 1)"))
        return complain(pg, trouble);
    const bool fine = bring_up(pg, trouble);
    return !pg_execute(pg, "SELECT pg_advisory_unlock(1212108877, 1)") && fine;
}
