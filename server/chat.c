/* chat.c: what people say to each other. The latest lines of a table are rows of the store, written
 * before anybody hears them: whoever comes, or comes back, is told what was said meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"
#include "text/notation.h"
#include "text/plain_text.h"

enum { CHATS_BYTES = 48 << 10 }; /* that are told to who comes */
enum { LINE_SIZE = CHAT_CHARACTERS * 6 + 8 * NAME_SIZE };

/* -------------------------------------------------------------------- saying */

/* Whether a place that is pointed at is on the board. */
static bool is_place(const struct table *table, const struct message *message)
{
    /* ORDER: enum place_kind */
    static int (*const read[PLACE_KINDS])(const struct holm_topology *,
                                          const char *) = { holm_read_hex, holm_read_corner,
                                                            holm_read_edge };
    return table->game &&
           read[message->place_kind](&game_at(table->game)->board.topology, message->place) >= 0;
}

/* A refusal, or REFUSALS. */
static int why_not(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (connection->chair < 0) /* whoever watches may see hidden hands elsewhere */
        return REFUSE_NO_CHAIR_TO_CHAT;
    struct chair *chair = &table->chair[connection->chair];
    if (chair->muted)
        return REFUSE_MUTED;
    if (!limit_take(table->server, HOLM_LIMIT_CHATS, &chair->chats))
        return REFUSE_CHAT_TOO_FAST;
    if (message->place && !is_place(table, message))
        return REFUSE_NO_SUCH_PLACE;
    return REFUSALS;
}

static void put_line(struct holm_writer *writer, const struct connection *connection,
                     const struct message *message, int number)
{
    const struct table *table = connection->table;
    char plain[CHAT_CHARACTERS * 4 + 1];
    holm_plain_chat(message->text, plain, sizeof plain);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "type", "chat");
    holm_json_put_number(writer, "number", number);
    holm_json_put_number(writer, "chair", connection->chair);
    holm_json_key(writer, "name");
    holm_json_string(writer, table->chair[connection->chair].name);
    alias_put(writer, table->server, &table->chair[connection->chair]);
    holm_json_key(writer, "text");
    holm_json_string(writer, plain);
    holm_json_put_number(writer, "at", now_milliseconds() / 1000);
    holm_json_put_number(writer, "after", table->game ? table->game->seq : 0);
    if (message->place)
        holm_putf(writer, ",\"place\":{\"kind\":\"%s\",\"at\":\"%s\"}",
                  place_kind_names[message->place_kind], message->place);
    holm_put_char(writer, '}');
}

/* Whether somebody watches the game as it was a while ago. */
static bool is_behind(const struct connection *connection)
{
    const struct game *game = connection->table->game;
    return connection->chair < 0 && game && game->late;
}

/* A line as such a spectator may hear it: said in a position that they have seen. */
static void put_behind(struct holm_writer *writer, const struct table *table, const char *line)
{
    const int seen = table->game->late->seq;
    json_t *json = json_loads(line, 0, NULL);
    if (json_integer_value(json_object_get(json, "after")) > seen)
        json_object_set_new(json, "after", json_integer(seen));
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
    holm_put(writer, text ? text : line);
    free(text);
    json_decref(json);
}

/* To everybody at a table. */
static void tell_line(struct table *table, const char *text)
{
    char late[LINE_SIZE];
    struct holm_writer behind = holm_writer(late, sizeof late);
    for (struct connection *at = table->connections; at; at = at->next) {
        if (!at->hello || at->chat_reading)
            continue; /* the latter gets it with what was said before */
        if (is_behind(at) && !behind.used)
            put_behind(&behind, table, text);
        const char *heard = is_behind(at) ? late : text;
        connection_send(at, heard, strlen(heard));
    }
}

static void tell_other(void *context, int number, int chair, const char *line)
{
    struct table *table = context;
    (void)chair;
    if (number <= table->chats) /* what has come since is told later */
        tell_line(table, line);
}

static void ignore(void *context, int number, int chair, const char *line)
{
    (void)context;
    (void)number;
    (void)chair;
    (void)line;
}

void chat_read_ahead(struct holm_store *store, int64_t table, int told)
{
    struct holm_trouble trouble;
    holm_store_chats(store, table, told, ignore, NULL, &trouble);
}

/* What cannot be read is told to those who come again. */
void chat_follow(struct table *table)
{
    struct server *server = table->server;
    if (table->connections && table->chats > table->chats_told &&
        !holm_store_chats(server->store, table->id, table->chats_told, tell_other, table, NULL) &&
        reading_wants(server))
        return;
    table->chats_told = table->chats;
}

void chat_say(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    char text[LINE_SIZE];
    struct holm_writer writer = holm_writer(text, sizeof text);
    int number;
    const int refusal = why_not(connection, message);
    if (refusal != REFUSALS) {
        connection_error(connection, refusal);
        return;
    }
    if (!batch_chat_number(table, &number)) {
        connection_error(connection, REFUSE_NOT_STORED);
        return;
    }
    put_line(&writer, connection, message, number);
    batch_chat(table, number, connection->chair, text);
    tell_line(table, text);
}

/* ------------------------------------------------------------------- telling */

/* Lines with a comma behind each, and where each begins. */
struct gathered {
    struct holm_writer writer;
    const struct table *table;
    bool behind; /* for somebody who is */
    int latest; /* number of the latest line */
    size_t start[HOLM_CHATS_KEPT];
    int count;
};

/* Whether what was said from a chair is taken back, by what waits to be written from a deed on. */
static bool is_unsaid(const struct deed *deed, int chair)
{
    int unsaid;
    for (; deed; deed = deed->next)
        if (deed_unsaid(deed, &unsaid) && unsaid == chair)
            return true;
    return false;
}

static const struct deed *deeds_of(const struct part *part)
{
    return part ? part->first : NULL;
}

static void gather(void *context, int number, int chair, const char *line)
{
    struct gathered *gathered = context;
    const struct table *table = gathered->table;
    gathered->latest = number;
    if (is_unsaid(deeds_of(table->flying), chair) || is_unsaid(deeds_of(table->part), chair))
        return;
    if (gathered->count == HOLM_CHATS_KEPT) /* the oldest goes */
        memmove(gathered->start, gathered->start + 1,
                (size_t)--gathered->count * sizeof *gathered->start);
    gathered->start[gathered->count++] = gathered->writer.used;
    if (gathered->behind)
        put_behind(&gathered->writer, table, line);
    else
        holm_put(&gathered->writer, line);
    holm_put_char(&gathered->writer, ',');
}

/* What was said and waits to be written; some of it may just have been. */
static void gather_pending(struct gathered *gathered, const struct part *part)
{
    const char *line;
    int number, chair;
    for (const struct deed *deed = deeds_of(part); deed; deed = deed->next)
        if (deed_said(deed, &number, &chair, &line) && number > gathered->latest)
            gather(gathered, number, chair, line);
}

/* False: it was not read yet. */
static bool send_said(struct connection *connection)
{
    static const char opening[] = "{\"type\":\"chats\",\"lines\":[";
    struct table *table = connection->table;
    struct server *server = table->server;
    struct gathered gathered = { .writer = holm_writer(server->answer, ANSWER_MAX),
                                 .table = table,
                                 .behind = is_behind(connection),
                                 .latest = connection->heard };
    int first = 0;
    holm_put(&gathered.writer, opening);
    if (!holm_store_chats(server->store, table->id, connection->heard, gather, &gathered, NULL))
        return !reading_wants(server);
    gather_pending(&gathered, table->flying);
    gather_pending(&gathered, table->part);
    if (!gathered.count && connection->heard < 0)
        return true;
    while (first < gathered.count - 1 && gathered.writer.used - gathered.start[first] > CHATS_BYTES)
        first++;
    /* the opening goes right before the first line that is told */
    char *begin = server->answer + (gathered.count ? gathered.start[first] - strlen(opening) : 0);
    memmove(begin, opening, strlen(opening));
    gathered.writer.used -= gathered.count > 0; /* the last comma */
    holm_put(&gathered.writer, "]}");
    connection_send(connection, begin, (size_t)(server->answer + gathered.writer.used - begin));
    return true;
}

struct chat_reading {
    struct reading reading;
    struct connection *connection;
    int told; /* up to this number all knew what was said when it was asked for */
};

static void send_when_read(struct server *server, struct reading *reading)
{
    struct chat_reading *one = (struct chat_reading *)reading;
    struct connection *connection = one->connection;
    if (one->told != connection->table->chats_told)
        reading_forget(reading); /* something was said since */
    one->told = connection->table->chats_told;
    reading_begin(server, reading);
    send_said(connection);
    const bool sent = reading_end(server, reading);
    connection->chat_reading = sent ? NULL : reading;
    if (sent)
        reading_drop(reading);
}

/* Who says hello has it read before; who is welcomed anew has not. */
void chat_send(struct connection *connection)
{
    if (connection->chat_reading || (reading_goes_on(connection->server) && send_said(connection)))
        return;
    struct chat_reading *one = must_have(sizeof *one);
    one->reading.again = send_when_read;
    one->connection = connection;
    one->told = connection->table->chats_told;
    send_when_read(connection->server, &one->reading);
}
