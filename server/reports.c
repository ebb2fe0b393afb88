/* reports.c: a player tells the host that somebody behaves badly. The table keeps it, for a host who
 * comes later, and for whoever runs the server, until the host has dealt with it. */
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/plain_text.h"

enum { REPORTS_MOST = 8 }; /* of a table: the newest */

const char *reports_text(const struct table *table)
{
    return table->reports ? table->reports : "[]";
}

static void keep(struct table *table, json_t *list)
{
    char *text = json_array_size(list) ? json_dumps(list, JSON_COMPACT) : NULL;
    free(table->reports);
    table->reports = text;
    table_mark(table);
}

static void tell(struct connection *connection, const json_t *report)
{
    char *text = json_dumps(report, JSON_COMPACT);
    if (text)
        connection_send(connection, text, strlen(text));
    free(text);
}

static int why_not(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (connection->chair < 0)
        return REFUSE_NO_CHAIR_TO_CHAT;
    if (message->chair >= table->chairs || message->chair == connection->chair ||
        message->chair == table->host || table->chair[message->chair].kind != CHAIR_PERSON)
        return REFUSE_NOBODY_TO_REPORT;
    if (table->host == HOLM_NONE)
        return REFUSE_NO_HOST_HERE;
    if (!limit_take(table->server, HOLM_LIMIT_CHATS, &table->chair[connection->chair].chats))
        return REFUSE_CHAT_TOO_FAST;
    return REFUSALS;
}

void reports_make(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    char plain[CHAT_CHARACTERS * 4 + 1];
    const int refusal = why_not(connection, message);
    if (refusal != REFUSALS) {
        connection_error(connection, refusal);
        return;
    }
    holm_plain_chat(message->text, plain, sizeof plain);
    json_t *list = json_loads(reports_text(table), 0, NULL);
    json_t *report =
        json_pack("{s:s,s:i,s:i,s:i,s:s,s:I}", "type", "report", "number", table->reported + 1,
                  "by", connection->chair, "chair", message->chair, "text", plain, "at",
                  (json_int_t)(now_milliseconds() / 1000));
    if (!list || !report || json_array_append(list, report)) {
        connection_error(connection, REFUSE_NOT_STORED);
    } else {
        table->reported++;
        if (json_array_size(list) > REPORTS_MOST)
            json_array_remove(list, 0);
        keep(table, list);
        for (struct connection *at = table->connections; at; at = at->next)
            if (at->hello && (at->chair == table->host || at == connection))
                tell(at, report); /* also as an answer */
    }
    json_decref(report);
    json_decref(list);
}

void reports_send(struct connection *connection)
{
    const struct table *table = connection->table;
    if (!table->reports || connection->chair < 0 || connection->chair != table->host)
        return;
    json_t *list = json_loads(table->reports, 0, NULL);
    for (size_t i = 0; i < json_array_size(list); i++)
        tell(connection, json_array_get(list, i));
    json_decref(list);
}

/* Drops those with a number, or about a chair. */
static void drop(struct table *table, const char *member, int value)
{
    json_t *list = table->reports ? json_loads(table->reports, 0, NULL) : NULL;
    const size_t before = json_array_size(list);
    for (size_t i = before; i-- > 0;)
        if (json_integer_value(json_object_get(json_array_get(list, i), member)) == value)
            json_array_remove(list, i);
    if (json_array_size(list) < before)
        keep(table, list);
    json_decref(list);
}

void reports_dismiss(struct connection *connection, const struct message *message)
{
    if (seats_is_host(connection))
        drop(connection->table, "number", message->id);
}

void reports_forget(struct table *table, int chair)
{
    drop(table, "chair", chair);
}
