/* schema.c: the tables of the database, and how older ones become them. */
#include <stdio.h>
#include <string.h>

#include "store/database.h"

static bool complain_of(sqlite3 *database, struct holm_trouble *trouble)
{
    return holm_trouble(trouble, 0, "the database: %s", sqlite3_errmsg(database));
}

/* A log from before version 4 must have what it has. One that lies on damaged pages gets no length,
 * and so the check names it; the others are served. */
static bool note_length(sqlite3_stmt *read, sqlite3_stmt *write, int64_t game,
                        struct holm_trouble *trouble)
{
    sqlite3_bind_int64(read, 1, game);
    const int got = sqlite3_step(read);
    const int lines = got == SQLITE_ROW ? sqlite3_column_int(read, 0) : 0;
    sqlite3_reset(read);
    if (got != SQLITE_ROW)
        return got == SQLITE_CORRUPT || complain_of(sqlite3_db_handle(read), trouble);
    sqlite3_bind_int64(write, 1, game);
    sqlite3_bind_int(write, 2, lines);
    sqlite3_step(write);
    return sqlite3_reset(write) == SQLITE_OK || complain_of(sqlite3_db_handle(write), trouble);
}

/* The logs are read by a connection of their own: one that has met damage writes no more. */
static bool note_lengths(struct holm_store *store, struct holm_trouble *trouble)
{
    static const char *const texts[] = {
        "SELECT coalesce(max(number), 0) FROM lines WHERE game = ?1",
        "SELECT id FROM tables WHERE state IN (1, 2)",
        "INSERT INTO lengths (game, lines) VALUES (?1, ?2)",
    };
    sqlite3 *reader = NULL;
    sqlite3_stmt *at[3] = { NULL };
    int got = sqlite3_open_v2(store->path, &reader, SQLITE_OPEN_READONLY, NULL);
    bool fine = got == SQLITE_OK || complain_of(reader, trouble);
    for (int i = 0; i < 3 && fine; i++) {
        sqlite3 *database = i ? store->database : reader;
        fine = sqlite3_prepare_v2(database, texts[i], -1, &at[i], NULL) == SQLITE_OK ||
               complain_of(database, trouble);
    }
    while (fine && (got = sqlite3_step(at[1])) == SQLITE_ROW)
        fine = note_length(at[0], at[2], sqlite3_column_int64(at[1], 0), trouble);
    fine = fine && (got == SQLITE_DONE || complain_of(store->database, trouble));
    for (int i = 0; i < 3; i++)
        sqlite3_finalize(at[i]);
    sqlite3_close(reader);
    return fine;
}

/* ORDER: what brings a database from version 0 to 1, from 1 to 2, ... */
static const struct {
    const char *text;
    bool (*then)(struct holm_store *store, struct holm_trouble *trouble);
} upgrades[STORE_VERSION] = {
    { "CREATE TABLE IF NOT EXISTS tables ("
      " id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,"
      " changed INTEGER NOT NULL, record TEXT NOT NULL, header TEXT);"
      "CREATE INDEX IF NOT EXISTS tables_by_state ON tables (state);"
      "CREATE TABLE IF NOT EXISTS lines ("
      " game INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, line TEXT NOT NULL,"
      " PRIMARY KEY (game, number)) WITHOUT ROWID;"
      "CREATE TABLE IF NOT EXISTS probe (n INTEGER NOT NULL);"
      "INSERT INTO probe SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM probe);",
      NULL },
    { "ALTER TABLE lines ADD COLUMN head BLOB;", NULL },
    /* A game that was in play before is looked at once. The times stand apart from the tables,
     * whose rows are long. A quote inside a text has a backslash before it. */
    { "ALTER TABLE tables ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;"
      "UPDATE tables SET listed = 1 WHERE state <> 2 AND instr(record, '\"public\":true');"
      "DROP INDEX IF EXISTS tables_by_state;"
      "CREATE INDEX tables_by_age ON tables (state, changed);"
      "CREATE INDEX tables_listed ON tables (changed) WHERE listed AND state <> 2;"
      "CREATE TABLE due (game INTEGER PRIMARY KEY, at INTEGER NOT NULL);"
      "INSERT INTO due SELECT id, 0 FROM tables WHERE state = 1;",
      NULL },
    /* How many lines each log must have: a row for every game that has begun. It is written with
     * every line, so it stands apart, too, and many are on a page. */
    { "CREATE TABLE lengths (game INTEGER PRIMARY KEY, lines INTEGER NOT NULL);", note_lengths },
    /* Which seats a game waits for, so that whoever asks whose turn it is need not have the game
     * read. Games that were in play before are looked at once. */
    { "ALTER TABLE lengths ADD COLUMN asked INTEGER;"
      "INSERT OR REPLACE INTO due SELECT id, 0 FROM tables WHERE state = 1;",
      NULL },
    /* What people say at a table: the latest lines, and who sat where they were said. */
    { "CREATE TABLE chats (game INTEGER NOT NULL, number INTEGER NOT NULL, chair INTEGER NOT NULL,"
      " line TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;",
      NULL },
    /* Logs of finished games, packed (archive.c), and what the server as a whole keeps (house.c). */
    { "CREATE TABLE archive (game INTEGER PRIMARY KEY, lines INTEGER NOT NULL,"
      " bytes INTEGER NOT NULL, head BLOB, packed BLOB NOT NULL, rest INTEGER NOT NULL);"
      "CREATE INDEX archive_rest ON archive (game) WHERE rest;"
      "ALTER TABLE tables ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;"
      "CREATE INDEX tables_to_archive ON tables (changed) WHERE state = 2 AND NOT archived;"
      "CREATE TABLE house (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;",
      NULL },
    /* Web Push: the server's key, and who wants news of which table. They go with their table. */
    { "CREATE TABLE IF NOT EXISTS push_key (secret BLOB NOT NULL);"
      "CREATE TABLE IF NOT EXISTS push (game INTEGER NOT NULL, token BLOB NOT NULL, endpoint TEXT "
      "NOT NULL,"
      " point BLOB NOT NULL, shared BLOB NOT NULL, made INTEGER NOT NULL,"
      " site TEXT NOT NULL, failed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, token, "
      "endpoint)) WITHOUT ROWID;"
      "CREATE TRIGGER IF NOT EXISTS push_of_table AFTER DELETE ON tables"
      " BEGIN DELETE FROM push WHERE game = old.id; END;",
      NULL },
    /* People and what they played: store/people.h. A person is named by a number that is never used
     * again. */
    { "CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL "
      "UNIQUE,"
      " name TEXT NOT NULL, seen INTEGER NOT NULL);"
      "CREATE TABLE IF NOT EXISTS results (game INTEGER NOT NULL, code TEXT NOT NULL, family TEXT "
      "NOT NULL,"
      " scenario TEXT, ended INTEGER NOT NULL, listed INTEGER NOT NULL, rated INTEGER NOT NULL,"
      " why TEXT, players INTEGER NOT NULL, chair INTEGER NOT NULL, gone INTEGER NOT NULL,"
      " person INTEGER, bot TEXT, name TEXT, place INTEGER NOT NULL, points INTEGER NOT NULL,"
      " claimed INTEGER NOT NULL, expected INTEGER NOT NULL, opening TEXT NOT NULL,"
      " before INTEGER, after INTEGER, PRIMARY KEY (game, chair, gone)) WITHOUT ROWID;"
      "CREATE INDEX IF NOT EXISTS results_by_code ON results (code);"
      "CREATE INDEX IF NOT EXISTS results_by_person ON results (person, ended) WHERE person IS NOT "
      "NULL;"
      "CREATE INDEX IF NOT EXISTS results_public ON results (ended) WHERE listed AND place = 1 AND "
      "NOT gone;"
      "CREATE TABLE IF NOT EXISTS ratings (family TEXT NOT NULL, person INTEGER NOT NULL, bot TEXT "
      "NOT NULL,"
      " mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL, wins INTEGER NOT NULL,"
      " PRIMARY KEY (family, person, bot)) WITHOUT ROWID;"
      "CREATE INDEX IF NOT EXISTS ratings_by_person ON ratings (person);",
      NULL },
    /* What somebody was not told yet, from when on it is tried again, and how long the wait was. */
    { "ALTER TABLE push ADD COLUMN news TEXT;"
      "ALTER TABLE push ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE push ADD COLUMN waited INTEGER NOT NULL DEFAULT 0;"
      "CREATE INDEX push_owed ON push (due) WHERE news IS NOT NULL;",
      NULL },
    /* Whose name whoever runs the server does not want to be shown. */
    { "ALTER TABLE people ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;", NULL },
};

/* What a database of each version must have. */
static const struct {
    int since;
    const char *table, *column;
} columns[] = {
    { 1, "tables", "id" },      { 1, "tables", "code" },     { 1, "tables", "state" },
    { 1, "tables", "changed" }, { 1, "tables", "record" },   { 1, "tables", "header" },
    { 1, "lines", "game" },     { 1, "lines", "number" },    { 1, "lines", "at" },
    { 1, "lines", "line" },     { 1, "probe", "n" },         { 2, "lines", "head" },
    { 3, "tables", "listed" },  { 3, "due", "game" },        { 3, "due", "at" },
    { 4, "lengths", "game" },   { 4, "lengths", "lines" },   { 5, "lengths", "asked" },
    { 6, "chats", "game" },     { 6, "chats", "number" },    { 6, "chats", "chair" },
    { 6, "chats", "line" },     { 7, "archive", "packed" },  { 7, "tables", "archived" },
    { 7, "house", "value" },    { 8, "push_key", "secret" }, { 8, "push", "endpoint" },
    { 8, "push", "failed" },    { 9, "people", "key" },      { 9, "results", "place" },
    { 9, "ratings", "sigma" },  { 10, "push", "news" },      { 10, "push", "due" },
    { 11, "people", "hidden" },
};

/* The first number that a query gives, with up to two texts bound to it. */
static bool read_number(struct holm_store *store, const char *query, const char *first,
                        const char *second, int *number, struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = NULL;
    bool fine = sqlite3_prepare_v2(store->database, query, -1, &statement, NULL) == SQLITE_OK;
    if (fine && first)
        sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
    if (fine && second)
        sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
    fine = fine && sqlite3_step(statement) == SQLITE_ROW;
    if (fine)
        *number = sqlite3_column_int(statement, 0);
    else
        store_complain(store, trouble);
    sqlite3_finalize(statement);
    return fine;
}

/* A new database has no version and nothing in it. */
static bool check_new(struct holm_store *store, struct holm_trouble *trouble)
{
    int count = 0;
    return read_number(store, "SELECT count(*) FROM sqlite_master", NULL, NULL, &count, trouble) &&
           (!count ||
            holm_trouble(trouble, 0,
                         "%s is a database of something else: it has tables, but none of Holm's "
                         "versions; name another file",
                         store->path));
}

static bool check_columns(struct holm_store *store, int version, struct holm_trouble *trouble)
{
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        int count = 0;
        if (columns[i].since > version)
            continue;
        if (!read_number(store, "SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2",
                         columns[i].table, columns[i].column, &count, trouble))
            return false;
        if (!count)
            return holm_trouble(trouble, 0,
                                "%s says it is version %d of Holm's database, but has no %s.%s; it "
                                "is damaged, or something else's",
                                store->path, version, columns[i].table, columns[i].column);
    }
    return true;
}

static bool upgrade(struct holm_store *store, int version, struct holm_trouble *trouble)
{
    const bool fresh = !version; /* and nothing in it */
    char end[64];
    snprintf(end, sizeof end, "PRAGMA user_version=%d; COMMIT", STORE_VERSION);
    if (!store_execute(store, "BEGIN IMMEDIATE", trouble))
        return false;
    for (; version < STORE_VERSION; version++)
        if (!store_execute(store, upgrades[version].text, trouble) ||
            (!fresh && upgrades[version].then && !upgrades[version].then(store, trouble)))
            return false;
    return store_execute(store, end, trouble);
}

bool store_bring_up(struct holm_store *store, struct holm_trouble *trouble)
{
    int version = 0;
    if (!read_number(store, "PRAGMA user_version", NULL, NULL, &version, trouble))
        return false;
    if (version > STORE_VERSION || version < 0)
        return holm_trouble(trouble, 0,
                            "the database has version %d, and this program knows up to %d", version,
                            STORE_VERSION);
    if (version ? !check_columns(store, version, trouble) : !check_new(store, trouble))
        return false;
    /* Only now: what is something else's stays as it is. The write-ahead log, which grows while
     * somebody reads for long, is cut back to 8 MiB afterwards. */
    return store_execute(store,
                         "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                         "PRAGMA journal_size_limit=8388608;",
                         trouble) &&
           (version == STORE_VERSION || upgrade(store, version, trouble));
}
