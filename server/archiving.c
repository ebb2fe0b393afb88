/* archiving.c: the logs of games that ended long ago are packed, one at a time: a worker reads and
 * packs a log, it is written with the next batch, and its lines are taken out of the database some
 * hundred at a time. Nothing of it is done while storing fails or the database may be damaged.
 */
#include <stdlib.h>

#include "server/server.h"

enum { DAY = 86400, LINES_AT_A_TIME = 500 };

struct archiving {
    struct job job;
    struct holm_store_packed packed;
    struct holm_trouble trouble;
    bool fine;
    struct holm_store_fault fault; /* where it is not: what is wrong with its lines */
    struct server *server;
    char code[HOLM_CODE_SIZE];
};

/* --------------------------------------------------------------- on a worker */

static void pack(struct job *job, struct desk *desk)
{
    struct archiving *archiving = (struct archiving *)job;
    struct holm_store *store = desk_store(desk, &archiving->trouble);
    archiving->fine =
        store && holm_store_pack(store, job->table, &archiving->packed, &archiving->trouble);
    if (store && !archiving->fine)
        holm_store_survey(store, job->table, &archiving->fault, NULL);
    if (!archiving->fine)
        desk_clear(desk);
}

/* It is written when the turn of the loop has ended. */
static void take(struct server *server, struct job *job)
{
    server->packed = (struct archiving *)job;
}

static void drop(struct job *job)
{
    struct archiving *archiving = (struct archiving *)job;
    free(archiving->packed.packed);
    free(archiving);
}

/* -------------------------------------------------------------------- the loop */

static bool may_be_packed(void *context, const char *code)
{
    struct archiving *archiving = context;
    struct server *server = archiving->server;
    if (!code || table_in_memory(server, code) || damage_known(server, code))
        return false;
    snprintf(archiving->code, sizeof archiving->code, "%s", code);
    return true;
}

/* What has lost lines is set aside; all else is tried again. */
static void cannot_pack(struct server *server, const struct archiving *archiving)
{
    const struct holm_store_fault *fault = &archiving->fault;
    log_line("the log of table %s cannot be packed: %s", archiving->code, archiving->trouble.text);
    if (fault->why)
        damage_note(server, archiving->code, fault->line, fault->why);
}

struct putting {
    struct deed deed;
    struct archiving *archiving;
    bool damaged; /* its rows are, and the trouble of the above says how */
};

static bool write_archive(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    struct putting *putting = (struct putting *)deed;
    struct archiving *archiving = putting->archiving;
    const bool fine =
        holm_store_archive(store, archiving->job.table, &archiving->packed, &archiving->trouble);
    putting->damaged = !fine && holm_store_damaged(store);
    return fine || holm_trouble(trouble, 0, "%s", archiving->trouble.text);
}

static void end_archive(struct deed *deed, bool written)
{
    struct archiving *archiving = ((struct putting *)deed)->archiving;
    archiving->server->metrics.archived += written;
    archiving->server->packing = false;
    if (!written)
        log_line("the log of table %s cannot be archived", archiving->code);
    if (!written && ((struct putting *)deed)->damaged)
        damage_note(archiving->server, archiving->code, 0, archiving->trouble.text);
    drop(&archiving->job);
    free(deed);
}

static void write_packed(struct server *server)
{
    struct archiving *archiving = server->packed;
    server->packed = NULL;
    if (!archiving->fine) {
        cannot_pack(server, archiving);
        drop(&archiving->job);
        server->packing = false;
        return;
    }
    struct putting *putting = (struct putting *)deed_new(sizeof *putting, write_archive);
    putting->deed.end = end_archive;
    putting->archiving = archiving;
    batch_house(server, &putting->deed);
    batch_house(server, deed_tidy(LINES_AT_A_TIME));
    batch_house(server, deed_tidy(LINES_AT_A_TIME));
}

static void pack_next(struct server *server)
{
    const int64_t minute = run_milliseconds() / 60000 * 60; /* a moment later it is the same */
    const int64_t before = minute - (int64_t)DAY * server->settings.archive;
    struct archiving *archiving = calloc(1, sizeof *archiving);
    int64_t table = 0;
    if (!archiving)
        return; /* the next time */
    archiving->server = server;
    holm_store_to_archive(server->store, before, may_be_packed, archiving, &table,
                          &archiving->trouble);
    if (!table) {
        free(archiving);
        return;
    }
    archiving->job = (struct job){ .table = table, .work = pack, .done = take, .drop = drop };
    server->packing = true;
    workers_give(server->replays, &archiving->job);
}

static void look(struct server *server)
{
    if (server->packing)
        return;
    if (holm_store_untidy(server->store))
        batch_house(server, deed_tidy(LINES_AT_A_TIME));
    else if (server->settings.archive && !reading_wants(server))
        pack_next(server);
}

void archiving_step(struct server *server)
{
    if (!server->archive_now || server->failed || !nodes_first(server) ||
        !check_allows_pruning(server))
        return;
    server->archive_now = false;
    if (server->packed)
        write_packed(server);
    reading_chore(server, CHORE_ARCHIVE, look);
}

void archiving_stop(struct server *server)
{
    if (server->packed)
        drop(&server->packed->job);
    server->packed = NULL;
}
