/* screening.c: logs, replays and proofs, made by workers: a long game takes a second, and nobody
 * else is to wait for it. Whoever asks for the same gets the same: what is being made is waited for
 * together, and what was made of a finished game stays on the shelf. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum {
    MADE_MOST = 32 << 20, /* bytes of an answer */
    PACKED = 1 << 16, /* added to the viewer: the same, packed, lies on the shelf by itself */
};

/* ORDER: enum shelf_kind */
static const char *const types[] = {
    "application/x-ndjson",
    "application/json",
    "application/json",
};

/* Something that is being made, for all who wait for it. */
struct making {
    struct job job;
    struct server *server;
    struct making *next; /* of those that others may join */
    bool joinable;
    int kind, viewer;
    int part; /* by which it is found on the shelf */
    bool packed; /* to be, or then: it is */
    char code[HOLM_CODE_SIZE];
    char (*names)[NAME_SIZE]; /* of the seats, or NULL */
    char *body; /* a log that was sent, or NULL */
    size_t body_length;
    struct screening *waiting;
    char *text; /* what was made; NULL: it could not be, and this is why: */
    size_t length;
    bool failed;
    int refusal;
    struct holm_trouble trouble; /* where the refusal has no sentence */
};

/* ------------------------------------------------------------------- making */

static void fail(struct making *making, int refusal)
{
    making->failed = true;
    making->refusal = refusal;
}

static bool write_made(struct making *making, struct holm_writer *writer, FILE *log)
{
    return making->kind == SHELF_PROOF
               ? proof_put(writer, log, &making->trouble)
               : replay_put(writer, log, making->viewer, (const char(*)[NAME_SIZE])making->names,
                            &making->trouble);
}

/* From a log in memory. What does not replay is the sender's fault, or that of the disk. */
static void make_from(struct making *making, char *log, size_t length)
{
    FILE *file = fmemopen(log, length, "r");
    making->text = file ? malloc(MADE_MOST) : NULL;
    if (!making->text) {
        fail(making, REFUSE_NO_MEMORY);
    } else {
        struct holm_writer writer = holm_writer(making->text, MADE_MOST);
        const bool fine = write_made(making, &writer, file);
        if (writer.full)
            fail(making, REFUSE_LONG_GAME);
        else if (!fine)
            fail(making, making->body ? REFUSE_BAD_LOG : REFUSE_STORE_UNREAD);
        char *less = realloc(making->text, writer.used + 1);
        making->text = less ? less : making->text;
        making->length = writer.used;
    }
    if (file)
        fclose(file);
}

/* What is too short for that, or finds no memory, was not to be packed. */
static void pack(struct making *making)
{
    size_t length;
    void *packed = packing_make(making->text, making->length, PACK_WELL, &length);
    making->packed = packed;
    if (!packed)
        return;
    free(making->text);
    making->text = packed;
    making->length = length;
}

static void make(struct job *job, struct desk *desk)
{
    struct making *making = (struct making *)job;
    struct log_text log = { 0 };
    if (making->body) {
        make_from(making, making->body, making->body_length);
    } else if (!log_read(desk, making->code, &log, &making->trouble)) {
        fail(making, REFUSE_STORE_UNREAD);
    } else if (making->kind == SHELF_LOG) {
        making->text = log.text;
        making->length = log.used;
        log.text = NULL;
    } else {
        make_from(making, log.text, log.used);
    }
    free(log.text);
    if (making->failed) {
        free(making->text);
        making->text = NULL;
    }
    if (making->text && making->packed)
        pack(making);
}

static void making_free(struct making *making)
{
    free(making->names);
    free(making->body);
    free(making->text);
    free(making);
}

static void unlink_making(struct making *making)
{
    struct making **at = &making->server->makings;
    while (*at && *at != making)
        at = &(*at)->next;
    if (*at)
        *at = making->next;
    making->joinable = false;
}

/* ------------------------------------------------------------------ handing over */

static void tell_trouble(struct screening *screening, const struct making *making)
{
    const struct holm_trouble *trouble = &making->trouble;
    const char *text = refusal_rows[making->refusal].text;
    screening->refusal = making->refusal;
    if (!text && trouble->line)
        snprintf(screening->text, sizeof screening->text, "line %d: %s", trouble->line,
                 trouble->text);
    else
        snprintf(screening->text, sizeof screening->text, "%s", text ? text : trouble->text);
}

/* Of those who wait for it, the one for whom the least is held already; NULL: nobody waits. */
static struct address *find_lightest(struct server *server, const struct making *making)
{
    struct address *lightest = NULL;
    for (const struct screening *at = making->waiting; at; at = at->next) {
        struct address *address = address_with(server, at->owner);
        if (address && (!lightest || address->unsent < lightest->unsent))
            lightest = address;
    }
    return lightest;
}

/* Where all of the shelf is being sent, those who hold most give way: to whoever holds nothing, or
 * would still hold less than they do. */
static bool find_room(struct server *server, struct making *making)
{
    const struct address *asking = find_lightest(server, making);
    const long length = (long)making->length;
    if (!shelf_holds(server->shelf, making->length)) {
        fail(making, REFUSE_LONG_GAME);
        return false;
    }
    while (asking && !shelf_fits(server->shelf, making->length)) {
        limit_refused(server, HOLM_LIMIT_SHELF);
        if (!http_shed_taker(server, asking->unsent ? asking->unsent + length : 0))
            break;
    }
    if (!shelf_fits(server->shelf, making->length))
        fail(making, REFUSE_MANY_REPLAYS);
    return !making->failed;
}

static struct item *put_away(struct server *server, struct making *making)
{
    struct item *item = NULL;
    if (!find_room(server, making)) {
        free(making->text);
    } else {
        item = shelf_put(server->shelf, making->joinable ? making->job.table : 0, making->kind,
                         making->part, making->text, making->length);
        if (!item)
            fail(making, REFUSE_NO_MEMORY);
        else
            item->packed = making->packed;
    }
    making->text = NULL;
    return item;
}

/* Everybody who waited gets a use of the one copy. */
static void hand_over(struct server *server, struct job *job)
{
    struct making *making = (struct making *)job;
    struct item *item = making->text ? put_away(server, making) : NULL;
    for (struct screening *at = making->waiting, *next; at; at = next) {
        next = at->next;
        at->making = NULL;
        at->next = NULL;
        at->ready = true;
        if (item)
            at->item = item_share(item);
        else
            tell_trouble(at, making);
        if (at->waiting)
            http_resume(at->waiting);
    }
    item_release(item);
    unlink_making(making);
    making_free(making);
}

/* The server stops. */
static void drop(struct job *job)
{
    struct making *making = (struct making *)job;
    for (struct screening *at = making->waiting, *next; at; at = next) {
        next = at->next;
        at->making = NULL; /* who waits leaves a little later */
        at->next = NULL;
    }
    unlink_making(making);
    making_free(making);
}

void screening_free(struct screening *screening)
{
    struct server *server = screening->server;
    if (screening->making) {
        struct screening **at = &screening->making->waiting;
        while (*at != screening)
            at = &(*at)->next;
        *at = screening->next;
    }
    *(screening->before ? &screening->before->after : &server->screenings) = screening->after;
    if (screening->after)
        screening->after->before = screening->before;
    item_release(screening->item);
    free(screening->own);
    free(screening);
}

void screening_answer(struct screening *screening, struct answer *answer)
{
    if (screening->own) {
        answer->type = screening->type;
        answer->status = screening->status;
        answer->owned = screening->own;
        answer->bytes = (const unsigned char *)screening->own;
        answer->length = screening->own_length;
        screening->own = NULL;
        return;
    }
    if (!screening->item) {
        answer_error_because(answer, screening->refusal, screening->text);
        return;
    }
    answer->type = screening->type;
    answer->bytes = screening->item->bytes;
    answer->length = screening->item->length;
    answer->encoding = screening->item->packed ? "gzip" : NULL;
    answer->later = screening;
}

ssize_t screening_read(const struct screening *screening, uint64_t from, char *to, size_t most)
{
    const struct item *item = screening->item;
    if (!item || from > item->length)
        return -1;
    const size_t rest = item->length - from, count = rest < most ? rest : most;
    memcpy(to, (const char *)item->bytes + from, count);
    return (ssize_t)count;
}

void screening_give_up(struct screening *screening)
{
    item_release(screening->item);
    screening->item = NULL;
}

/* ------------------------------------------------------------------- asking */

static struct screening *screening_new(struct server *server, const struct address *address,
                                       const char *type, struct answer *answer)
{
    struct screening *screening = calloc(1, sizeof *screening);
    if (!screening) {
        answer_error(answer, REFUSE_NO_MEMORY);
        return NULL;
    }
    screening->server = server;
    screening->owner = address->key;
    screening->type = type;
    screening->after = server->screenings;
    if (server->screenings)
        server->screenings->before = screening;
    server->screenings = screening;
    return answer->later = screening;
}

static void wait_for(struct screening *screening, struct making *making)
{
    screening->making = making;
    screening->next = making->waiting;
    making->waiting = screening;
}

/* Whether an owner has something that is made or sent just now. */
static bool is_served(const struct server *server, uint64_t owner)
{
    const struct screening *at = server->screenings;
    while (at && (at->owner != owner || at->own || at->batch))
        at = at->after;
    return at;
}

/* Whether something is to be made for an owner: where it may find no room on the shelf, only for
 * those who take nothing just now. */
static bool has_shelf(struct server *server, uint64_t owner)
{
    if (!shelf_crowded(server->shelf) || !is_served(server, owner))
        return true;
    limit_refused(server, HOLM_LIMIT_SHELF);
    return false;
}

/* What must be made takes time and memory; only so much of both is anybody's. */
static bool may_make(struct server *server, const struct request *request, struct answer *answer)
{
    const uint64_t owner = request->address->key;
    if (!address_take_heavy(server, request->address)) {
        answer_error(answer, REFUSE_HEAVY_TOO_FAST);
    } else if (!limit_allows(server, HOLM_LIMIT_UNSENT_EACH, request->address->unsent)) {
        answer_error(answer, REFUSE_MUCH_UNTAKEN);
    } else if (!limit_allows(server, HOLM_LIMIT_JOBS_EACH, workers_owed(server->replays, owner)) ||
               !limit_allows(server, HOLM_LIMIT_JOBS, workers_waiting(server->replays)) ||
               !has_shelf(server, owner)) {
        answer_error(answer, REFUSE_MANY_REPLAYS);
    } else {
        return true;
    }
    server->metrics.jobs_refused++;
    return false;
}

static int part_of(const struct request *request, int viewer)
{
    return viewer + (request->packs ? PACKED : 0);
}

static struct making *making_new(struct server *server, const struct request *request, int kind,
                                 int viewer)
{
    struct making *making = calloc(1, sizeof *making);
    if (!making)
        return NULL;
    making->job = (struct job){ .owner = request->address->key,
                                .counted = true,
                                .work = make,
                                .done = hand_over,
                                .drop = drop };
    making->server = server;
    making->kind = kind;
    making->viewer = viewer;
    making->packed = request->packs;
    making->part = part_of(request, viewer);
    return making;
}

static bool copy_names(struct making *making, const struct table *table)
{
    making->names = calloc(HOLM_SEATS, NAME_SIZE);
    for (int seat = 0; making->names && seat < table->chairs; seat++) {
        const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
        snprintf(making->names[seat], NAME_SIZE, "%s",
                 chair->kind == CHAIR_BOT ? chair->bot : chair->name);
    }
    return making->names;
}

static struct making *making_of(struct table *table, const struct request *request, int kind,
                                int viewer)
{
    struct server *server = table->server;
    struct making *making = making_new(server, request, kind, viewer);
    if (!making)
        return NULL;
    if (!copy_names(making, table)) {
        making_free(making);
        return NULL;
    }
    making->job.table = table->id;
    memcpy(making->code, table->code, sizeof making->code);
    making->joinable = true;
    making->next = server->makings;
    server->makings = making;
    making->job.behind = batch_pending(table);
    workers_hold(server->replays, &making->job);
    return making;
}

static struct making *find_making(const struct server *server, int64_t table, int kind, int part)
{
    struct making *at = server->makings;
    while (at && (at->job.table != table || at->kind != kind || at->part != part))
        at = at->next;
    return at;
}

void screening_of_table(struct table *table, const struct request *request, int kind, int viewer,
                        struct answer *answer)
{
    struct server *server = table->server;
    const int part = part_of(request, viewer);
    struct item *item = shelf_find(server->shelf, table->id, kind, part);
    struct making *making = item ? NULL : find_making(server, table->id, kind, part);
    if (!item && !making && !may_make(server, request, answer))
        return;
    struct screening *screening = screening_new(server, request->address, types[kind], answer);
    if (!screening) {
        item_release(item);
        return;
    }
    screening->item = item;
    screening->ready = item;
    server->metrics.jobs_shared += item || making;
    if (!item && !making)
        making = making_of(table, request, kind, viewer);
    if (making) {
        wait_for(screening, making);
    } else if (!item) {
        answer->later = NULL;
        screening_free(screening);
        answer_error(answer, REFUSE_NO_MEMORY);
    }
}

void screening_of_text(struct server *server, const struct request *request, int viewer,
                       struct answer *answer)
{
    if (!may_make(server, request, answer))
        return;
    struct making *making = making_new(server, request, SHELF_REPLAY, viewer);
    char *body = making ? malloc(request->length) : NULL;
    struct screening *screening =
        body ? screening_new(server, request->address, types[SHELF_REPLAY], answer) : NULL;
    if (!screening) {
        free(body);
        free(making);
        answer_error(answer, REFUSE_NO_MEMORY);
        return;
    }
    memcpy(body, request->body, request->length);
    making->body = body;
    making->body_length = request->length;
    wait_for(screening, making);
    workers_hold(server->replays, &making->job);
}

/* --------------------------------------------------------- what must be stored first */

static uint64_t batch_of(const struct server *server, const struct table *table)
{
    const struct batch *batch = table               ? NULL
                                : server->gathering ? server->gathering
                                                    : server->flying;
    if (table && batch_pending(table))
        batch = table->part ? server->gathering : server->flying;
    return batch ? batch->number : 0;
}

void answer_when_stored(struct server *server, const struct address *address,
                        const struct table *table, struct answer *answer)
{
    const uint64_t batch = batch_of(server, table);
    const struct holm_writer *body = &answer->body;
    char *own = batch && !answer->later ? malloc(body->used + 1) : NULL;
    if (!batch || answer->later)
        return;
    struct screening *screening = own ? screening_new(server, address, answer->type, answer) : NULL;
    if (!screening) {
        free(own);
        answer_error(answer, REFUSE_NO_MEMORY);
        return;
    }
    memcpy(own, body->buffer, body->used);
    screening->own = own;
    screening->own_length = body->used;
    screening->status = answer->status;
    screening->batch = batch;
    screening->table = table ? table->id : 0;
}

void answers_settle(struct server *server, uint64_t batch, int64_t table, enum stored stored)
{
    for (struct screening *at = server->screenings; at; at = at->after) {
        if (!at->batch || at->batch > batch || (table != ANY_TABLE && at->table != table))
            continue;
        at->again = stored == ASK_AGAIN;
        if (stored == NOT_STORED) {
            free(at->own);
            at->own = NULL;
            at->refusal = REFUSE_NOT_STORED;
            snprintf(at->text, sizeof at->text, "%s", refusal_rows[REFUSE_NOT_STORED].text);
        }
        at->batch = 0;
        at->ready = true;
        if (at->waiting)
            http_resume(at->waiting);
    }
}

void screening_forget(struct table *table)
{
    struct server *server = table->server;
    shelf_forget(server->shelf, table->id);
    for (struct making *at = server->makings, *next; at; at = next) {
        next = at->next;
        if (at->job.table == table->id)
            unlink_making(at);
    }
}
