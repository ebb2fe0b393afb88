/* notices.c: a restart that was announced, told to everybody at a table. */
#include "server/server.h"

enum { LONGEST_LATE = 120000 }; /* milliseconds: then nobody restarts it any more */

/* Seconds, or null. */
void notice_put(struct holm_writer *writer, const struct server *server)
{
    const int64_t left = server->admin.restart_at - monotonic_milliseconds();
    if (server->admin.restart_at)
        holm_put_number(writer, left > 0 ? (int)((left + 999) / 1000) : 0);
    else
        holm_put(writer, "null");
}

void notice_send(struct connection *connection)
{
    char text[64];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put(&writer, "{\"type\":\"restart\",\"seconds\":");
    notice_put(&writer, connection->server);
    holm_put_char(&writer, '}');
    connection_send(connection, text, writer.used);
}

void notice_set(struct server *server, int64_t at)
{
    server->admin.restart_at = at;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i]; table; table = table->next)
            for (struct connection *one = table->connections; one; one = one->next)
                if (one->hello)
                    notice_send(one);
}

void notice_welcome(struct connection *connection)
{
    if (connection->server->admin.restart_at)
        notice_send(connection);
}

void notice_lapse(struct server *server)
{
    const int64_t at = server->admin.restart_at;
    if (at && monotonic_milliseconds() > at + LONGEST_LATE)
        notice_set(server, 0);
}
