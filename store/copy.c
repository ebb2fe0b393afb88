/* copy.c: backup and restore. A copy is made page by page within one reading transaction, so that a
 * server goes on writing meanwhile; it gets its name when it is whole and found sound. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "store/database.h"

enum { PATIENCE_MILLISECONDS = 10000, PAGES_AT_A_TIME = 1000 };

/* "FILE.part"; false: the path is too long. */
static bool name_beside(char name[PATH_MAX], const char *path, const char *ending,
                        struct holm_trouble *trouble)
{
    return snprintf(name, PATH_MAX, "%s%s", path, ending) < PATH_MAX ||
           holm_trouble(trouble, 0, "the path is too long");
}

/* What SQLite says of a file, in plain words where hosts meet it. */
static bool complain(sqlite3 *database, const char *path, struct holm_trouble *trouble)
{
    const int error = sqlite3_errcode(database);
    const char *why = error == SQLITE_FULL     ? "the disk is full"
                      : error == SQLITE_NOTADB ? "it is no database"
                      : error == SQLITE_BUSY   ? "somebody else keeps it locked"
                                               : sqlite3_errmsg(database);
    return holm_trouble(trouble, 0, "%.120s: %s", path, why);
}

static bool open_file(const char *path, int flags, sqlite3 **database, struct holm_trouble *trouble)
{
    if (sqlite3_open_v2(path, database, flags, NULL) != SQLITE_OK)
        return complain(*database, path, trouble);
    sqlite3_busy_timeout(*database, PATIENCE_MILLISECONDS);
    return true;
}

static bool execute(sqlite3 *database, const char *path, const char *text,
                    struct holm_trouble *trouble)
{
    return sqlite3_exec(database, text, NULL, NULL, NULL) == SQLITE_OK ||
           complain(database, path, trouble);
}

/* The first number that a query gives. */
static bool ask(sqlite3 *database, const char *path, const char *query, int64_t *number,
                struct holm_trouble *trouble)
{
    sqlite3_stmt *statement = NULL;
    const bool fine = sqlite3_prepare_v2(database, query, -1, &statement, NULL) == SQLITE_OK &&
                      sqlite3_step(statement) == SQLITE_ROW;
    if (fine)
        *number = sqlite3_column_int64(statement, 0);
    else
        complain(database, path, trouble);
    sqlite3_finalize(statement);
    return fine;
}

/* ------------------------------------------------------------------- copying */

/* Whether it is a database of Holm's that this program knows. */
static bool is_ours(sqlite3 *database, const char *path, struct holm_trouble *trouble)
{
    int64_t version, tables;
    if (!ask(database, path, "PRAGMA user_version", &version, trouble) ||
        !ask(database, path,
             "SELECT count(*) FROM sqlite_master WHERE name IN ('tables', 'lines', 'probe')",
             &tables, trouble))
        return false;
    if (version < 1 || tables != 3)
        return holm_trouble(trouble, 0, "%.120s: it is no database of Holm's", path);
    return version <= STORE_VERSION ||
           holm_trouble(trouble, 0,
                        "%.120s: it has version %lld, and this program knows up to %d; take the "
                        "holm that wrote it",
                        path, (long long)version, STORE_VERSION);
}

static bool copy_pages(sqlite3 *from, sqlite3 *to, const char *to_path,
                       struct holm_trouble *trouble)
{
    sqlite3_backup *copying = sqlite3_backup_init(to, "main", from, "main");
    int got = copying ? SQLITE_OK : SQLITE_ERROR;
    for (int waits = 0; copying && (got == SQLITE_OK || (got == SQLITE_BUSY && waits < 100));) {
        got = sqlite3_backup_step(copying, PAGES_AT_A_TIME);
        if (got == SQLITE_BUSY && ++waits)
            sqlite3_sleep(100);
    }
    sqlite3_backup_finish(copying);
    return got == SQLITE_DONE || complain(to, to_path, trouble);
}

static bool is_sound(sqlite3 *database, const char *path, struct holm_trouble *trouble)
{
    int64_t faults;
    return ask(database, path,
               "SELECT count(*) FROM pragma_quick_check(1) WHERE quick_check <> 'ok'", &faults,
               trouble) &&
           (!faults || holm_trouble(trouble, 0, "%.120s: it is damaged", path));
}

static bool sum_up(sqlite3 *database, const char *path, struct holm_store_sum *sum,
                   struct holm_trouble *trouble)
{
    return ask(database, path, "SELECT count(*) FROM tables WHERE state = 0", &sum->waiting,
               trouble) &&
           ask(database, path, "SELECT count(*) FROM tables WHERE state = 1", &sum->playing,
               trouble) &&
           ask(database, path, "SELECT count(*) FROM tables WHERE state = 2", &sum->over, trouble);
}

/* From one reading transaction to a file that is there and empty; the copy is one file, without a
 * log beside it. */
static bool copy_between(sqlite3 *from, const char *from_path, sqlite3 *to, const char *to_path,
                         struct holm_store_sum *sum, struct holm_trouble *trouble)
{
    return execute(from, from_path, "BEGIN", trouble) && is_ours(from, from_path, trouble) &&
           copy_pages(from, to, to_path, trouble) &&
           execute(to, to_path, "PRAGMA journal_mode=DELETE", trouble) &&
           is_sound(to, from_path, trouble) && sum_up(to, from_path, sum, trouble);
}

static bool copy_file(const char *from_path, const char *to_path, struct holm_store_sum *sum,
                      struct holm_trouble *trouble)
{
    sqlite3 *from = NULL, *to = NULL;
    struct stat found;
    if (stat(from_path, &found))
        return holm_trouble(trouble, 0, "%.120s: %s", from_path, strerror(errno));
    const bool fine = open_file(from_path, SQLITE_OPEN_READONLY, &from, trouble) &&
                      open_file(to_path, SQLITE_OPEN_READWRITE, &to, trouble) &&
                      copy_between(from, from_path, to, to_path, sum, trouble);
    sqlite3_close(from);
    sqlite3_close(to);
    return fine;
}

/* What is renamed in a folder is there after a power cut when the folder is on disk. */
static void sync_folder_of(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1,
             slash ? path : ".");
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return;
    fsync(file);
    close(file);
}

/* A file of its own for a copy, which nobody else may read. */
static bool make_part(const char *part, struct holm_trouble *trouble)
{
    const int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    if (file < 0 && errno == EEXIST)
        return holm_trouble(trouble, 0,
                            "%.120s is there: another copy is being made, or one was cut short; "
                            "then remove it",
                            part);
    return file >= 0 || holm_trouble(trouble, 0, "%.120s: %s", part, strerror(errno));
}

/* With what SQLite may have left beside it. */
static void remove_part(const char *part)
{
    static const char *const endings[] = { "", "-journal", "-wal", "-shm" };
    char name[PATH_MAX];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (name_beside(name, part, endings[i], NULL))
            unlink(name);
}

bool holm_store_backup(const char *database, const char *to, struct holm_store_sum *sum,
                       struct holm_trouble *trouble)
{
    char part[PATH_MAX];
    struct stat found;
    if (!holm_store_is_file(database))
        return holm_trouble(trouble, 0, "what is in PostgreSQL is copied with pg_dump");
    if (!lstat(to, &found))
        return holm_trouble(trouble, 0, "%.120s is there already; name another file", to);
    if (!name_beside(part, to, ".part", trouble) || !make_part(part, trouble))
        return false;
    const bool fine =
        copy_file(database, part, sum, trouble) &&
        (!rename(part, to) || holm_trouble(trouble, 0, "%.120s: %s", to, strerror(errno)));
    if (fine)
        sync_folder_of(to);
    else
        remove_part(part);
    return fine;
}

/* ------------------------------------------------------------------ restoring */

static void ignore_damage(void *context, const char *code, int line, const char *why)
{
    (void)context;
    (void)code;
    (void)line;
    (void)why;
}

static bool never(void *context)
{
    (void)context;
    return false;
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Brings a copy to this version, looks at every log in it, and gives it a time by which a server
 * sees that it is another. */
static bool make_ready(const char *part, struct holm_trouble *trouble)
{
    struct holm_store *store = holm_store_open(part, trouble);
    struct holm_store *reader = store ? holm_store_open_reader(part, trouble) : NULL;
    bool fine = reader && holm_store_check(reader, ignore_damage, never, NULL, trouble) &&
                store_set_restored(store, now(), trouble);
    holm_store_close(reader);
    fine = fine && store_execute(store, "PRAGMA journal_mode=DELETE", trouble);
    holm_store_close(store);
    return fine;
}

/* Lets the database that is replaced be one file; where it is too damaged for that, its log goes
 * with it. */
static bool keep_old(const char *database, struct holm_trouble *trouble)
{
    char before[PATH_MAX], log[PATH_MAX], old_log[PATH_MAX], index[PATH_MAX];
    sqlite3 *old = NULL;
    if (!name_beside(before, database, ".before", trouble) ||
        !name_beside(log, database, "-wal", trouble) ||
        !name_beside(index, database, "-shm", trouble) ||
        !name_beside(old_log, database, ".before-wal", trouble))
        return false;
    if (sqlite3_open_v2(database, &old, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
        sqlite3_exec(old, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
    sqlite3_close(old);
    unlink(before);
    unlink(old_log);
    if (link(database, before) || (rename(log, old_log) && errno != ENOENT))
        return holm_trouble(trouble, 0, "%.120s cannot be kept: %s", database, strerror(errno));
    unlink(index);
    return true;
}

/* Nobody uses it: the copy takes its name. */
static bool replace_file(const char *part, const char *database, bool there,
                         struct holm_trouble *trouble)
{
    if (there && !keep_old(database, trouble))
        return false;
    if (rename(part, database))
        return holm_trouble(trouble, 0, "%.120s: %s", database, strerror(errno));
    sync_folder_of(database);
    return true;
}

/* A server that is older than this program could not go on with what this program writes. */
static bool is_of_this_version(sqlite3 *database, const char *path, struct holm_trouble *trouble)
{
    int64_t version;
    return ask(database, path, "PRAGMA user_version", &version, trouble) &&
           (version == STORE_VERSION ||
            holm_trouble(trouble, 0,
                         "the server that uses %.120s is of another version: stop it first", path));
}

/* A server uses it: the copy's pages are written over its own, in one transaction. */
static bool replace_pages(const char *part, const char *database, struct holm_trouble *trouble)
{
    char before[PATH_MAX];
    struct holm_store_sum sum;
    sqlite3 *from = NULL, *to = NULL;
    if (!name_beside(before, database, ".before", trouble))
        return false;
    const bool fine = open_file(part, SQLITE_OPEN_READONLY, &from, trouble) &&
                      open_file(database, SQLITE_OPEN_READWRITE, &to, trouble) &&
                      is_of_this_version(to, database, trouble) &&
                      (!unlink(before) || errno == ENOENT ||
                       holm_trouble(trouble, 0, "%.120s: %s", before, strerror(errno))) &&
                      holm_store_backup(database, before, &sum, trouble) &&
                      copy_pages(from, to, database, trouble);
    sqlite3_close(from);
    sqlite3_close(to);
    return fine;
}

/* What is in the place of a database: a file (-1: none), and whether a server uses it. */
struct place {
    char path[PATH_MAX];
    int file;
    bool used;
};

static bool look_at_place(struct place *place, const char *database, bool running,
                          struct holm_trouble *trouble)
{
    if (!realpath(database, place->path) && !name_beside(place->path, database, "", trouble))
        return false;
    place->file = open(place->path, O_RDWR | O_CLOEXEC);
    if (place->file < 0)
        return errno == ENOENT || holm_trouble(trouble, 0, "%.120s: %s", database, strerror(errno));
    place->used = flock(place->file, LOCK_EX | LOCK_NB);
    return !place->used || running ||
           holm_trouble(trouble, 0,
                        "a server is using %.120s: stop it first, or say --running, and its games "
                        "go back to what the backup holds",
                        database);
}

static bool put_in_place(const char *part, const struct place *place, struct holm_trouble *trouble)
{
    return place->used ? replace_pages(part, place->path, trouble)
                       : replace_file(part, place->path, place->file >= 0, trouble);
}

static bool is_same_file(const char *path, const char *other_path)
{
    struct stat one, other;
    return !stat(path, &one) && !stat(other_path, &other) && one.st_dev == other.st_dev &&
           one.st_ino == other.st_ino;
}

static bool restore_to(const char *from, const struct place *place, struct holm_store_sum *sum,
                       struct holm_trouble *trouble)
{
    char part[PATH_MAX], before[PATH_MAX];
    if (!name_beside(before, place->path, ".before", trouble))
        return false;
    if (is_same_file(from, place->path))
        return holm_trouble(trouble, 0, "%.120s is the database itself", from);
    if (is_same_file(from, before))
        return holm_trouble(trouble, 0,
                            "%.120s is where the present database is kept: rename it first", from);
    if (!name_beside(part, place->path, ".restoring", trouble) || !make_part(part, trouble))
        return false;
    const bool fine = copy_file(from, part, sum, trouble) && make_ready(part, trouble) &&
                      put_in_place(part, place, trouble);
    remove_part(part);
    return fine;
}

bool holm_store_restore(const char *from, const char *database, bool running,
                        struct holm_store_sum *sum, struct holm_trouble *trouble)
{
    struct place place = { .file = -1 };
    if (!holm_store_is_file(database))
        return holm_trouble(trouble, 0, "what is in PostgreSQL is restored with pg_restore");
    const bool fine =
        look_at_place(&place, database, running, trouble) && restore_to(from, &place, sum, trouble);
    if (place.file >= 0)
        close(place.file); /* and with it the lock */
    return fine;
}
