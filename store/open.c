/* open.c: opening and closing the database, and whether the file that was opened is still there.
 *
 * The lock is on the file itself, so that no other name of it gets round it. The descriptor stays
 * open for the store's whole life: closing any descriptor of a file drops the locks that SQLite
 * has on it in this process. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/database.h"

enum { BUSY_MILLISECONDS = 100, START_MILLISECONDS = 5000 };

/* --------------------------------------------------------------- which file */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_there(const char *path, const struct stat *kept, struct holm_trouble *trouble)
{
    struct stat found;
    if (stat(path, &found))
        return holm_trouble(trouble, 0, "the database: %s is gone", path);
    return same_file(&found, kept) ||
           holm_trouble(trouble, 0, "the database: %s was replaced by another file", path);
}

bool holm_store_there(const struct holm_store *store, struct holm_trouble *trouble)
{
    return store->reader || IS_PG(store) ||
           (is_there(store->path, &store->kept, trouble) &&
            (!store->log_path || is_there(store->log_path, &store->log_kept, trouble)));
}

/* What is written goes to the write-ahead log first: it counts as the database does. */
static bool note_log(struct holm_store *store, struct holm_trouble *trouble)
{
    const char *name = sqlite3_db_filename(store->database, "main");
    const size_t size = strlen(name) + sizeof "-wal";
    char *path = malloc(size);
    if (!path)
        return holm_trouble(trouble, 0, "out of memory");
    snprintf(path, size, "%s-wal", name);
    if (stat(path, &store->log_kept) && !store->reader) {
        free(path); /* nothing was written yet, or SQLite keeps it elsewhere */
        return true;
    }
    store->log_path = path;
    return true;
}

/* A database that was removed must not start as a new one: what it held last is in its log. */
static bool check_orphan(struct holm_store *store, struct holm_trouble *trouble)
{
    struct stat log;
    char name[PATH_MAX + 8];
    if (store->kept.st_size || !realpath(store->path, name))
        return true;
    strcat(name, "-wal");
    return stat(name, &log) || !log.st_size ||
           holm_trouble(trouble, 0,
                        "%s was removed, but not its -wal, which has what was written last; put it "
                        "back, or remove both",
                        store->path);
}

/* Opens the file and locks it. A new one is nobody else's to read: the secrets of games in play
 * will be in it. */
static bool take(struct holm_store *store, struct holm_trouble *trouble)
{
    store->file = open(store->path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->file < 0 || fstat(store->file, &store->kept))
        return holm_trouble(trouble, 0, "%s cannot be opened: %s", store->path, strerror(errno));
    if (!S_ISREG(store->kept.st_mode))
        return holm_trouble(trouble, 0, "%s is not a file", store->path);
    if (flock(store->file, LOCK_EX | LOCK_NB))
        return holm_trouble(trouble, 0, "another server is using %s; stop it first", store->path);
    return check_orphan(store, trouble);
}

/* ------------------------------------------------------------ open and close */

static bool prepare(struct holm_store *store, struct holm_trouble *trouble)
{
    for (int i = store->reader ? FIRST_READING : 0; i < STATEMENTS; i++)
        if (store_statement(store, i) &&
            !(store->at[i] = sql_prepare(store, store_statement(store, i), true)))
            return store_complain(store, trouble);
    return true;
}

static struct holm_store *new_store(const char *path, struct holm_trouble *trouble)
{
    struct holm_store *store = calloc(1, sizeof *store);
    if (store) {
        store->file = -1;
        store->path = strdup(path);
    }
    if (store && store->path)
        return store;
    free(store);
    holm_trouble(trouble, 0, "out of memory");
    return NULL;
}

static bool connect(struct holm_store *store, int flags, int patience, struct holm_trouble *trouble)
{
    if (sqlite3_open_v2(store->path, &store->database, flags | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK)
        return store_complain(store, trouble);
    sqlite3_busy_timeout(store->database, patience);
    return true;
}

static struct holm_store *open_postgresql(const char *address, bool reader,
                                          struct holm_trouble *trouble)
{
    struct holm_store *store = new_store(address, trouble);
    if (!store)
        return NULL;
    store->reader = reader;
    store->pg = pg_open(address, reader, trouble);
    if (store->pg && prepare(store, trouble))
        return store;
    holm_store_close(store);
    return NULL;
}

bool holm_store_is_file(const char *path)
{
    return !pg_is_address(path);
}

struct holm_store *holm_store_open(const char *path, struct holm_trouble *trouble)
{
    if (pg_is_address(path))
        return open_postgresql(path, false, trouble);
    struct holm_store *store = new_store(path, trouble);
    if (store && take(store, trouble) &&
        connect(store, SQLITE_OPEN_READWRITE, START_MILLISECONDS, trouble) &&
        store_bring_up(store, trouble) && prepare(store, trouble) && note_log(store, trouble) &&
        store_note_restored(store, trouble)) {
        sqlite3_busy_timeout(store->database, BUSY_MILLISECONDS);
        return store;
    }
    holm_store_close(store);
    return NULL;
}

struct holm_store *holm_store_open_reader(const char *path, struct holm_trouble *trouble)
{
    if (pg_is_address(path))
        return open_postgresql(path, true, trouble);
    struct holm_store *store = new_store(path, trouble);
    if (!store)
        return NULL;
    store->reader = true;
    if (connect(store, SQLITE_OPEN_READONLY, BUSY_MILLISECONDS, trouble) &&
        prepare(store, trouble) && note_log(store, trouble) && store_note_restored(store, trouble))
        return store;
    holm_store_close(store);
    return NULL;
}

void holm_store_close(struct holm_store *store)
{
    int keep = 1;
    if (!store)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sql_end(store->at[i]);
    if (IS_PG(store))
        pg_close(store->pg);
    /* SQLite removes its log by name; by now that may be somebody else's. */
    if (store->database && store->file >= 0 && !holm_store_there(store, NULL))
        sqlite3_file_control(store->database, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
    sqlite3_close(store->database);
    if (store->file >= 0)
        close(store->file);
    free(store->log_path);
    free(store->path);
    free(store);
}
