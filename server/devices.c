/* devices.c: a person's seat on another device. Whoever sits asks for a code; it is good for one
 * use and for ten minutes, and goes to the other device by a link or a QR code. There it is changed
 * for a token. When the device comes with that, the seat moves there, or the device is added, and
 * whoever sat at the table so far is told. Not before: an answer may be lost on its way, and then the
 * code is good for another. */
#include <sodium.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

enum { CODE_SECONDS = 600 };

/* ------------------------------------------------------------------- handing out */

void devices_ask(struct connection *connection)
{
    struct table *table = connection->table;
    char code[64], text[160];
    if (connection->chair < 0) {
        connection_error(connection, REFUSE_NO_CHAIR_TO_MOVE);
        return;
    }
    struct chair *chair = &table->chair[connection->chair];
    table_make_token(code, sizeof code, chair->device_code);
    memset(chair->coming, 0, sizeof chair->coming);
    chair->device_until = run_milliseconds() + 1000 * CODE_SECONDS;
    table->dirty = true;
    batch_table(table);
    const int length = snprintf(
        text, sizeof text, "{\"type\":\"device\",\"code\":\"%s\",\"left\":%d}", code, CODE_SECONDS);
    connection_send(connection, text, (size_t)length);
}

/* ---------------------------------------------------------------------- taking up */

/* Looks at every chair, whichever it is, so that the time tells nothing. */
static int chair_of_code(const struct table *table, const char *code)
{
    uint8_t hash[HOLM_HASH_BYTES];
    int found = -1;
    table_hash_token(code, hash);
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        const bool same = !sodium_memcmp(hash, chair->device_code, sizeof hash);
        if (same && chair->kind == CHAIR_PERSON && chair->device_until > run_milliseconds())
            found = i;
    }
    return found;
}

static void tell_moved(struct table *table, int chair)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == chair && !at->closing) {
            connection_error(at, REFUSE_MOVED);
            connection_close_then(at);
        }
}

static void tell_added(struct table *table, int chair)
{
    static const char text[] = "{\"type\":\"device\",\"code\":null,\"left\":0}";
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == chair && at->hello)
            connection_send(at, text, strlen(text));
}

/* The oldest of the added devices makes room for the newest. */
static uint8_t *place_for(struct chair *chair)
{
    memmove(chair->device + 1, chair->device, sizeof chair->device - sizeof *chair->device);
    return chair->device[0];
}

void devices_give(struct table *table, int i, bool move, char *token, size_t size)
{
    struct chair *chair = &table->chair[i];
    chair->moves = move;
    table_make_token(token, size, chair->coming);
    table->dirty = true;
    batch_table(table);
}

static bool is_coming(const struct chair *chair, const uint8_t hash[HOLM_HASH_BYTES])
{
    return chair->device_until > run_milliseconds() &&
           !sodium_is_zero(chair->coming, sizeof chair->coming) &&
           !sodium_memcmp(hash, chair->coming, sizeof chair->coming);
}

void devices_come(struct table *table, int i, const uint8_t hash[HOLM_HASH_BYTES])
{
    struct chair *chair = &table->chair[i];
    if (!is_coming(chair, hash))
        return;
    table_mark(table);
    if (chair->moves) {
        memset(chair->device, 0, sizeof chair->device);
        tell_moved(table, i);
    } else {
        tell_added(table, i);
    }
    memcpy(chair->moves ? chair->token : place_for(chair), hash, HOLM_HASH_BYTES);
    chair->device_until = 0;
}

void devices_void(struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        table->chair[i].device_until = 0;
}

int devices_read(const struct table *table, const struct request *request, bool *move,
                 struct answer *answer)
{
    static const char *const keys[] = { "code", "move", NULL };
    struct holm_trouble trouble;
    const char *code;
    int chair = -1;
    *move = true;
    json_t *json = holm_json_load(request->body, &trouble);
    if (!json || !holm_json_only(json, "moving", keys, &trouble) ||
        !holm_json_get_text(json, "code", &code, &trouble) ||
        !holm_json_get_flag(json, "move", move, &trouble))
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
    else if (table->revealing)
        answer_error(answer, REFUSE_REVEALING);
    else if ((chair = chair_of_code(table, code)) < 0)
        answer_error(answer, REFUSE_BAD_DEVICE_CODE);
    json_decref(json);
    /* Before the start each device has a part of its own in the dice; two would quarrel. */
    *move |= table->state == HOLM_STORE_WAITING;
    return chair;
}

bool devices_open(const struct chair *chair, const uint8_t hash[HOLM_HASH_BYTES])
{
    static const uint8_t none[HOLM_HASH_BYTES];
    bool found = is_coming(chair, hash);
    for (int i = 0; i < DEVICES_MOST; i++)
        found |= !sodium_memcmp(hash, chair->device[i], HOLM_HASH_BYTES) &&
                 sodium_memcmp(hash, none, HOLM_HASH_BYTES);
    return found;
}

/* ----------------------------------------------------------------------- keeping */

void devices_record(struct holm_writer *writer, const struct chair *chair)
{
    if (chair->device_until > run_milliseconds()) {
        holm_json_put_number(writer, "device_until", chair->device_until);
        holm_json_put_bytes(writer, "device_code", chair->device_code, HOLM_HASH_BYTES);
        holm_json_put_bytes(writer, "coming", chair->coming, HOLM_HASH_BYTES);
        holm_json_put_flag(writer, "moves", chair->moves);
    }
    holm_json_key(writer, "devices");
    holm_put_char(writer, '[');
    for (int i = 0; i < DEVICES_MOST && !sodium_is_zero(chair->device[i], HOLM_HASH_BYTES); i++) {
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_bytes(writer, "token", chair->device[i], HOLM_HASH_BYTES);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

/* Older records have none of it. */
bool devices_of_record(const json_t *json, struct chair *chair, struct holm_trouble *trouble)
{
    const json_t *list = json_object_get(json, "devices");
    memset(chair->device, 0, sizeof chair->device);
    memset(chair->device_code, 0, sizeof chair->device_code);
    memset(chair->coming, 0, sizeof chair->coming);
    chair->moves = json_is_true(json_object_get(json, "moves"));
    chair->device_until = json_integer_value(json_object_get(json, "device_until"));
    for (size_t i = 0; i < json_array_size(list) && i < DEVICES_MOST; i++)
        if (!holm_json_get_bytes(json_array_get(list, i), "token", chair->device[i],
                                 HOLM_HASH_BYTES, trouble))
            return false;
    return !chair->device_until ||
           (holm_json_get_bytes(json, "device_code", chair->device_code, HOLM_HASH_BYTES,
                                trouble) &&
            (!json_object_get(json, "coming") ||
             holm_json_get_bytes(json, "coming", chair->coming, HOLM_HASH_BYTES, trouble)));
}
