/* push_owed.c: what people are owed is sent, and tried again until it has arrived or is no news any
 * more. The store has it from the moment that it is true: neither a service that is busy nor the end
 * of the server loses it. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/push.h"
#include "server/server.h"

enum {
    BURST = 6, /* messages to one person: so many at once, */
    PAUSE_SECONDS = 20, /* then one in so long */
    WAIT_SECONDS = 15, /* before the second try; then four times as long, */
    WAIT_MOST = 3600, /* up to this */
    OWED_MOST = 64, /* looked at in a second */
};

/* --------------------------------------------------------------------- sending */

/* Whom a push service may ask about its messages (RFC 8292, 2.1): where people play. */
static void put_contact(const struct server *server, const struct holm_push_row *row, char *text,
                        size_t size)
{
    for (int i = 0; i < server->settings.origin_count; i++)
        if (!strncmp(server->settings.origins[i], "https://", 8)) {
            snprintf(text, size, "%s", server->settings.origins[i]);
            return;
        }
    snprintf(text, size, "%s", row->site);
}

/* Seen by the push service, which must not learn the code: that opens the table. */
static void put_topic(const char *code, const struct holm_push_row *row, char *topic, size_t size)
{
    uint8_t hash[18];
    crypto_generichash(hash, sizeof hash, (const uint8_t *)code, strlen(code), row->token,
                       sizeof row->token);
    sodium_bin2base64(topic, size, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void hand_over(struct server *server, const struct holm_push_owed *owed)
{
    struct parcel *parcel = calloc(1, sizeof *parcel);
    if (!parcel)
        return;
    parcel->row = owed->row;
    parcel->table = owed->table;
    put_contact(server, &owed->row, parcel->contact, sizeof parcel->contact);
    put_topic(owed->code, &owed->row, parcel->topic, sizeof parcel->topic);
    snprintf(parcel->message, sizeof parcel->message, "{\"kind\":\"%s\",\"table\":\"%s\"}",
             owed->news, owed->code);
    if (!post_give(server->push->post, parcel))
        server->metrics.pushes_failed++;
}

/* What is to be said to all browsers of a person. */
struct news {
    struct reading reading;
    struct server *server;
    int64_t table;
    char code[HOLM_CODE_SIZE];
    uint8_t token[HOLM_STORE_HEAD]; /* of the chair */
    const char *kind;
};

static void send_to(void *context, const struct holm_push_row *row)
{
    const struct news *news = context;
    const struct holm_push_owed owed = { news->table, news->code, news->kind, *row };
    hand_over(news->server, &owed);
}

static void send_news(struct server *server, struct reading *reading)
{
    struct news *news = (struct news *)reading;
    reading_begin(server, reading);
    holm_store_push_each(server->store, news->table, news->token, send_to, news, NULL);
    if (reading_end(server, reading))
        reading_drop(reading);
}

static bool may_hear(struct chair *chair)
{
    return bucket_take(&chair->pushes, 1.0f / PAUSE_SECONDS, BURST, monotonic_milliseconds());
}

/* Who hears too much at once is told a little later: it stays owed. */
void push_tell(struct table *table, int chair, const char *kind)
{
    if (!may_hear(&table->chair[chair]))
        return;
    struct news *news = must_have(sizeof *news);
    news->reading.again = send_news;
    news->server = table->server;
    news->table = table->id;
    news->kind = kind;
    memcpy(news->code, table->code, sizeof news->code);
    memcpy(news->token, table->chair[chair].token, sizeof news->token);
    send_news(table->server, &news->reading);
}

/* -------------------------------------------------------- what has become of it */

static int next_wait(const struct parcel *parcel)
{
    const int waited = parcel->row.waited;
    const int usual = waited ? 4 * waited : WAIT_SECONDS;
    const int wait = parcel->retry_after > 0 ? (int)parcel->retry_after : usual;
    return wait < WAIT_MOST ? wait : WAIT_MOST;
}

/* Whether another time may be better: a service that is busy, ill or cannot be reached. One that is
 * so for longer than the longest wait has refused; a network that is down is nobody's fault. */
static bool may_pass(const struct parcel *parcel)
{
    const long status = parcel->status;
    const bool busy = !status || status == 408 || status == 429 || status >= 500;
    return busy && !parcel->refused && (parcel->row.waited < WAIT_MOST || !parcel->reached);
}

/* Until it is written, nobody looks for what is owed: it would be found again. */
static void write_down(struct server *server, struct deed *deed)
{
    batch_house(server, deed);
    server->push->noted_in = batch_number(server);
}

/* 404 and 410: the browser does not want it any more (RFC 8030, 7.3). */
static void note(struct server *server, const struct parcel *parcel)
{
    const bool arrived = parcel->status >= 200 && parcel->status < 300;
    const int wait = next_wait(parcel);
    server->metrics.pushes += arrived;
    server->metrics.pushes_failed += !arrived;
    if (parcel->status == 404 || parcel->status == 410)
        write_down(server, deed_push_remove(parcel->table, &parcel->row));
    else if (may_pass(parcel))
        write_down(server, deed_push_later(parcel->table, &parcel->row,
                                           run_milliseconds() + 1000LL * wait, wait));
    else
        write_down(server, deed_push_note(parcel->table, &parcel->row, arrived));
}

void push_collect(struct server *server)
{
    struct parcel *parcel;
    while (server->push && (parcel = post_take(server->push->post))) {
        note(server, parcel);
        free(parcel);
    }
}

/* ---------------------------------------------------------------- tried again */

struct late {
    struct holm_push_owed owed[OWED_MOST];
    char code[OWED_MOST][HOLM_CODE_SIZE], news[OWED_MOST][16];
    int count;
};

static void keep(void *context, const struct holm_push_owed *owed)
{
    struct late *late = context;
    const int i = late->count++;
    snprintf(late->code[i], sizeof late->code[i], "%s", owed->code);
    snprintf(late->news[i], sizeof late->news[i], "%s", owed->news);
    late->owed[i] = *owed;
    late->owed[i].code = late->code[i];
    late->owed[i].news = late->news[i];
}

static int chair_with(const struct table *table, const uint8_t token[HOLM_STORE_HEAD])
{
    for (int i = 0; i < table->chairs; i++)
        if (!memcmp(table->chair[i].token, token, HOLM_STORE_HEAD))
            return i;
    return -1;
}

/* At a table that is not in memory nothing has happened since. */
static void try_again(struct server *server, struct holm_push_owed *owed)
{
    struct table *table = table_in_memory(server, owed->code);
    const int chair = table ? chair_with(table, owed->row.token) : -1;
    if (table && (chair < 0 || !push_is_news(table, chair, owed->news))) {
        write_down(server, deed_push_drop(owed->table, &owed->row));
        return;
    }
    const bool now = !table || may_hear(&table->chair[chair]);
    const int64_t due =
        run_milliseconds() + 1000LL * (now ? (int)PUSH_LEASE_SECONDS : (int)PAUSE_SECONDS);
    write_down(server, deed_push_later(owed->table, &owed->row, due, owed->row.waited));
    owed->row.due = due;
    if (now)
        hand_over(server, owed);
}

static void try_owed(struct server *server)
{
    struct late late = { .count = 0 };
    const int64_t second = run_milliseconds() / 1000 * 1000; /* a moment later it is the same */
    if (batch_is_open(server, server->push->noted_in) ||
        !holm_store_push_owed(server->store, second, OWED_MOST, keep, &late, NULL))
        return;
    for (int i = 0; i < late.count; i++)
        try_again(server, &late.owed[i]);
}

void push_sweep(struct server *server)
{
    if (server->push && nodes_first(server))
        reading_chore(server, CHORE_PUSH, try_owed);
}
