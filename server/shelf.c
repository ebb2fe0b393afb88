/* shelf.c: what was made of finished games, and states along the logs of long ones, kept in memory
 * for whoever asks next. All of it together has one bound; what was not used for longest goes out.
 * The loop alone puts, finds and releases; threads only read what the loop holds for them. */
#include <stdlib.h>

#include "server/server.h"

enum { BUCKETS = 1024 };

struct shelf {
    struct item *bucket[BUCKETS];
    struct item *newest, *oldest;
    size_t most;
    size_t bytes; /* of all items, also those that only their users hold */
    size_t used; /* of those that somebody uses, which nobody can throw out */
};

struct shelf *shelf_new(size_t most)
{
    struct shelf *shelf = calloc(1, sizeof *shelf);
    if (shelf)
        shelf->most = most;
    return shelf;
}

/* All of one table are in the same bucket. */
static struct item **bucket_of(struct shelf *shelf, int64_t table)
{
    return &shelf->bucket[(uint64_t)table % BUCKETS];
}

/* ------------------------------------------------------------------ by use */

static void unlink_use(struct shelf *shelf, struct item *item)
{
    *(item->newer ? &item->newer->older : &shelf->newest) = item->older;
    *(item->older ? &item->older->newer : &shelf->oldest) = item->newer;
    item->newer = item->older = NULL;
}

static void link_newest(struct shelf *shelf, struct item *item)
{
    item->older = shelf->newest;
    *(shelf->newest ? &shelf->newest->newer : &shelf->oldest) = item;
    shelf->newest = item;
}

static size_t size_of(const struct item *item)
{
    return item->length + sizeof *item;
}

static void begin_use(struct item *item)
{
    if (!item->users++)
        item->shelf->used += size_of(item);
}

static void end_use(struct item *item)
{
    if (!--item->users)
        item->shelf->used -= size_of(item);
}

static void destroy(struct item *item)
{
    item->shelf->bytes -= size_of(item);
    free(item->bytes);
    free(item);
}

static void take_off(struct shelf *shelf, struct item *item)
{
    struct item **at = bucket_of(shelf, item->table);
    while (*at != item)
        at = &(*at)->next;
    *at = item->next;
    unlink_use(shelf, item);
    item->kept = false;
    if (!item->users)
        destroy(item);
}

static void make_room(struct shelf *shelf, size_t size)
{
    for (struct item *item = shelf->oldest, *newer; item && shelf->bytes + size > shelf->most;
         item = newer) {
        newer = item->newer;
        if (!item->users)
            take_off(shelf, item);
    }
}

/* --------------------------------------------------------------- find and put */

struct item *shelf_find(struct shelf *shelf, int64_t table, int kind, int part)
{
    struct item *item = *bucket_of(shelf, table);
    while (item && (item->table != table || item->kind != kind || item->part != part))
        item = item->next;
    if (!item)
        return NULL;
    unlink_use(shelf, item);
    link_newest(shelf, item);
    begin_use(item);
    return item;
}

struct item *shelf_put(struct shelf *shelf, int64_t table, int kind, int part, void *bytes,
                       size_t length)
{
    struct item *item = shelf_fits(shelf, length) ? malloc(sizeof *item) : NULL;
    if (!item) {
        free(bytes);
        return NULL;
    }
    *item = (struct item){
        .shelf = shelf, .table = table, .kind = kind, .part = part, .bytes = bytes, .length = length
    };
    make_room(shelf, size_of(item));
    shelf->bytes += size_of(item);
    begin_use(item);
    if (table) {
        struct item **bucket = bucket_of(shelf, table);
        item->kept = true;
        item->next = *bucket;
        *bucket = item;
        link_newest(shelf, item);
    }
    return item;
}

void item_release(struct item *item)
{
    if (!item)
        return;
    end_use(item);
    if (!item->users && !item->kept)
        destroy(item);
}

struct item *item_share(struct item *item)
{
    begin_use(item);
    return item;
}

void shelf_forget(struct shelf *shelf, int64_t table)
{
    for (struct item *item = *bucket_of(shelf, table), *next; item; item = next) {
        next = item->next;
        if (item->table == table)
            take_off(shelf, item);
    }
}

bool shelf_fits(const struct shelf *shelf, size_t length)
{
    return shelf->used + length + sizeof(struct item) <= shelf->most;
}

bool shelf_crowded(const struct shelf *shelf)
{
    return shelf->used > shelf->most / 2;
}

bool shelf_holds(const struct shelf *shelf, size_t length)
{
    return length + sizeof(struct item) <= shelf->most;
}

size_t shelf_bytes(const struct shelf *shelf)
{
    return shelf->bytes;
}

void shelf_free(struct shelf *shelf)
{
    if (!shelf)
        return;
    while (shelf->oldest)
        take_off(shelf, shelf->oldest);
    free(shelf);
}
