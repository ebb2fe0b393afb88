/* disk.c: how much of the disk strangers may take: the database as a whole, and what is written for
 * the games of one address. Either bound refuses new tables only: what was begun is played to its
 * end, and whoever acts is acknowledged. So an address may come to owe some of what it writes, and
 * makes no more tables before that time has passed. */
#include <string.h>

#include "server/server.h"

enum {
    HOUR = 3600 * 1000, /* milliseconds */
    ROW_BYTES = 56, /* of a row in the database besides its text: a head, keys, times, some room */
};
static const double mebibyte = 1 << 20;

/* What an address has written and not yet had the time for, in MiB. */
static double owed(const struct server *server, const struct address *address)
{
    const double hours = (double)(monotonic_milliseconds() - address->written_at) / HOUR;
    const long most = server->settings.limit[HOLM_LIMIT_DISK_EACH];
    const double left = address->written - hours * (double)most;
    return most && left > 0 ? left : 0;
}

void disk_wrote(const struct table *table, const char *text)
{
    struct server *server = table->server;
    struct address *address = table->owner ? address_with(server, table->owner) : NULL;
    if (!address)
        return;
    address->written = owed(server, address) + (double)(strlen(text) + ROW_BYTES) / mebibyte;
    address->written_at = monotonic_milliseconds();
}

static void measure(struct server *server)
{
    server->disk = holm_store_bytes(server->store);
}

void disk_measure(struct server *server)
{
    if (server->node)
        reading_chore(server, CHORE_DISK, measure);
}

int64_t disk_bytes(const struct server *server)
{
    return server->node ? server->disk : holm_store_bytes(server->store);
}

long disk_used(const struct server *server)
{
    const int64_t bytes = disk_bytes(server);
    return bytes < 0 ? 0 : (long)(bytes >> 20); /* where it is not known, writing fails by itself */
}

long disk_owed(const struct server *server, const struct address *address)
{
    return (long)owed(server, address);
}

bool disk_allows(struct server *server, const struct address *address, int *refusal)
{
    if (!limit_allows(server, HOLM_LIMIT_DISK_EACH, disk_owed(server, address))) {
        *refusal = REFUSE_MUCH_WRITTEN;
        return false;
    }
    const long most = server->settings.limit[HOLM_LIMIT_DISK];
    if (most && !limit_allows(server, HOLM_LIMIT_DISK, disk_used(server))) {
        log_line("no new tables: the database has grown to --disk %ld (MiB)", most);
        *refusal = REFUSE_DISK_FULL;
        return false;
    }
    return true;
}
