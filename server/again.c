/* again.c: what is said at a table while something of it waits to be written is kept until that is on
 * disk. Where another node was first, all of it is taken back and heard once more: it is answered as
 * if this node had known. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

struct said {
    struct said *next;
    int64_t table;
    uint64_t serial; /* of the connection */
    uint64_t batch; /* with which it is settled */
    size_t length;
    char text[];
};

void again_keep(struct connection *connection, const char *text, size_t length)
{
    struct table *table = connection->table;
    if (!connection->server->node || !table || !batch_pending(table))
        return;
    struct said *said = must_have(sizeof *said + length + 1);
    said->table = table->id;
    said->serial = connection->serial;
    said->batch =
        table->part ? connection->server->gathering->number : connection->server->flying->number;
    said->length = length;
    memcpy(said->text, text, length);
    if (!table->said)
        table->said_last = &table->said;
    *table->said_last = said;
    table->said_last = &said->next;
}

void again_forget(struct table *table, uint64_t batch)
{
    while (table->said && table->said->batch <= batch) {
        struct said *next = table->said->next;
        free(table->said);
        table->said = next;
    }
}

void again_late(struct table *table)
{
    struct said **last = &table->server->unanswered;
    while (*last)
        last = &(*last)->next;
    *last = table->said;
    table->said = NULL;
}

static struct connection *find(const struct server *server, const struct said *said)
{
    const struct table *table = table_numbered(server, said->table);
    struct connection *at = table ? table->connections : NULL;
    while (at && at->serial != said->serial)
        at = at->next;
    return at; /* also one that is being closed: it has said so before */
}

void again_hear(struct server *server)
{
    struct said *at = server->unanswered;
    server->unanswered = NULL;
    for (struct said *next; at; at = next) {
        next = at->next;
        struct connection *connection = find(server, at);
        if (connection)
            connection_hear_again(connection, at->text, at->length);
        free(at);
    }
}
