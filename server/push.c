/* push.c: news for people who are not here: "your turn" and "your game begins". Who wants them says
 * so for a chair, with its token; a message has the table's code and the kind of news, no more. */
#include "server/push.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"

/* ---------------------------------------------------------------------- opening */

bool push_open(struct server *server, struct holm_trouble *trouble)
{
    uint8_t secret[HOLM_PUSH_SECRET], point[HOLM_PUSH_POINT];
    if (!push_make_secret(secret))
        return holm_trouble(trouble, 0, "no key for push messages can be made");
    if (!holm_store_push_key(server->store, secret, trouble) ||
        (!server->node && !holm_store_push_hurry(server->store, trouble)))
        return false;
    struct push *push = calloc(1, sizeof *push);
    if (!push)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    server->push = push;
    if (push_point(secret, point)) {
        sodium_bin2base64(push->key, sizeof push->key, point, sizeof point,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        push->post = post_start(server, secret, server->settings.push_trial);
    }
    sodium_memzero(secret, sizeof secret);
    return push->post || holm_trouble(trouble, 0, "push messages cannot be sent from here");
}

void push_close(struct server *server)
{
    if (server->push)
        post_stop(server->push->post);
    free(server->push);
    server->push = NULL;
}

/* ------------------------------------------------------------- what is worth telling */

/* Chairs that the game waits for. */
static unsigned asked_chairs(const struct table *table)
{
    unsigned chairs = 0;
    if (table->paused_at)
        return 0;
    for (unsigned left = table_asked(table); left; left = holm_bits_rest(left))
        chairs |= holm_bit(table_seat_chair(table, holm_bits_first(left)));
    return chairs;
}

/* Whether somebody would be told of something now. */
static bool is_missed(const struct chair *chair)
{
    return chair->kind == CHAIR_PERSON && !seats_here(chair) && !chair->away;
}

bool push_is_news(const struct table *table, int chair, const char *kind)
{
    const bool known = table->game || table->asked >= 0;
    return table->state == HOLM_STORE_PLAYING && is_missed(&table->chair[chair]) &&
           (strcmp(kind, "turn") || !known || holm_bit_in(asked_chairs(table), chair));
}

void push_loaded(struct table *table)
{
    table->push_asked = asked_chairs(table);
}

static const char *kind_of(const struct table *table)
{
    return table->push_begins ? "begins" : "turn";
}

void push_owe(struct table *table, struct part *part)
{
    const unsigned asked = asked_chairs(table), all = holm_bits_below(table->chairs);
    const int64_t due = run_milliseconds() + 1000LL * PUSH_LEASE_SECONDS;
    if (!table->server->push)
        return;
    if (table->state == HOLM_STORE_OVER)
        part_add(part, deed_push_clear(table->id));
    if (table->state != HOLM_STORE_PLAYING)
        return;
    part->owed = table->push_begins ? all : (asked & ~table->push_asked) | table->push_missed;
    part->news = kind_of(table);
    table->push_asked = asked;
    for (unsigned left = part->owed; left; left = holm_bits_rest(left)) {
        const int i = holm_bits_first(left);
        if (!is_missed(&table->chair[i]))
            part->owed &= ~holm_bit(i);
        else
            part_add(part, deed_owe(table->id, table->chair[i].token, part->news, due));
    }
    push_unsay(table);
}

void push_settled(struct table *table, const struct part *part)
{
    for (unsigned left = part->owed; left; left = holm_bits_rest(left))
        push_tell(table, holm_bits_first(left), part->news);
}

void push_unsay(struct table *table)
{
    table->push_missed = 0;
    table->push_begins = false;
}

void push_gone(struct table *table, int chair, int64_t heard)
{
    if (!table->server->push || !table->game || !holm_bit_in(asked_chairs(table), chair) ||
        heard >= table->game->moved_at)
        return;
    table->push_missed |= holm_bit(chair);
    batch_table(table);
}

/* ------------------------------------------------------------------ subscribing */

void push_key_answer(struct server *server, const struct request *request, struct answer *answer)
{
    (void)request;
    if (!server->push) {
        answer_error(answer, REFUSE_NOT_FOUND);
        return;
    }
    holm_put_char(&answer->body, '{');
    holm_json_put_word(&answer->body, "key", server->push->key);
    holm_put_char(&answer->body, '}');
}

/* What a browser gave its page, and the page us. */
struct wish {
    const char *token, *endpoint, *key, *point, *shared; /* without a point: no more news */
};

static bool read_wish(const json_t *json, struct wish *wish, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "token", "endpoint", "key", "p256dh", "auth", "off", NULL };
    const bool off = json_is_true(json_object_get(json, "off"));
    return holm_json_only(json, "a subscription", keys, trouble) &&
           holm_json_get_text(json, "token", &wish->token, trouble) &&
           holm_json_get_text(json, "endpoint", &wish->endpoint, trouble) &&
           (off || (holm_json_get_text(json, "key", &wish->key, trouble) &&
                    holm_json_get_text(json, "p256dh", &wish->point, trouble) &&
                    holm_json_get_text(json, "auth", &wish->shared, trouble)));
}

static bool read_bytes(const char *text, uint8_t *bytes, size_t length)
{
    size_t got = 0;
    return !sodium_base642bin(bytes, length, text, strlen(text), NULL, &got, NULL,
                              sodium_base64_VARIANT_URLSAFE_NO_PADDING) &&
           got == length;
}

static bool read_row(const struct wish *wish, struct holm_push_row *row,
                     struct holm_trouble *trouble)
{
    char origin[HOLM_PUSH_ENDPOINT];
    if (strlen(wish->endpoint) >= sizeof row->endpoint)
        return holm_trouble(trouble, 0, "\"endpoint\" is longer than %d bytes",
                            HOLM_PUSH_ENDPOINT - 1);
    if (!push_origin(wish->endpoint, origin, sizeof origin))
        return holm_trouble(trouble, 0, "\"endpoint\" is no https address of a push service");
    strcpy(row->endpoint, wish->endpoint);
    if (!wish->point)
        return true;
    if (!read_bytes(wish->point, row->point, sizeof row->point) || !push_is_point(row->point))
        return holm_trouble(trouble, 0, "\"p256dh\" is no point of P-256 in base64url");
    return read_bytes(wish->shared, row->shared, sizeof row->shared) ||
           holm_trouble(trouble, 0, "\"auth\" is not %d bytes in base64url", HOLM_PUSH_SHARED);
}

/* Where people find this server, as their browser says: "https://host:port". */
static bool read_site(const struct request *request, struct holm_push_row *row,
                      struct holm_trouble *trouble)
{
    return (request->host && is_host(request->host) &&
            snprintf(row->site, sizeof row->site, "https://%s", request->host) <
                (int)sizeof row->site) ||
           holm_trouble(trouble, 0, "the header \"Host\" names no host");
}

static void keep(struct table *table, struct holm_push_row *row, bool off,
                 const struct address *address, struct answer *answer)
{
    struct server *server = table->server;
    uint8_t tokens[HOLM_SEATS][HOLM_STORE_HEAD];
    for (int i = 0; i < HOLM_SEATS; i++)
        memcpy(tokens[i], table->chair[i].token, sizeof tokens[i]);
    batch_add(
        server, table,
        off ? deed_push_remove(table->id, row)
            : deed_push_put(table->id, row, (holm_store_push_token *)tokens, run_milliseconds()));
    holm_put(&answer->body, off ? "{\"push\":false}" : "{\"push\":true}");
    answer_when_stored(server, address, table, answer);
}

/* The chair of a wish, or -1 and why it cannot be had. */
static int find_chair(const struct table *table, const struct wish *wish, struct answer *answer)
{
    const int chair = table_chair_of(table, wish->token);
    if (chair < 0)
        answer_error(answer, REFUSE_BAD_TOKEN);
    else if (wish->key && strcmp(wish->key, table->server->push->key))
        answer_error(answer, REFUSE_OTHER_PUSH_KEY);
    else if (wish->key && table->state == HOLM_STORE_OVER)
        answer_error(answer, REFUSE_PUSH_AFTER_END);
    else
        return chair;
    return -1;
}

void push_subscribe(struct server *server, struct table *table, const struct request *request,
                    struct answer *answer)
{
    struct holm_trouble trouble;
    struct holm_push_row row = { 0 };
    struct wish wish = { 0 };
    int chair;
    if (!server->push) {
        answer_error(answer, REFUSE_NOT_FOUND);
        return;
    }
    if (!request_take_heavy(server, request, answer))
        return;
    json_t *json = holm_json_load(request->body, &trouble);
    if (!json || !read_wish(json, &wish, &trouble) || !read_row(&wish, &row, &trouble) ||
        !read_site(request, &row, &trouble)) {
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
    } else if ((chair = find_chair(table, &wish, answer)) >= 0) {
        uint8_t hash[HOLM_HASH_BYTES];
        table_hash_token(wish.token, hash);
        devices_come(table, chair, hash); /* else it would ask in the name of who goes */
        memcpy(row.token, table->chair[chair].token, sizeof row.token);
        keep(table, &row, !wish.point, request->address, answer);
    }
    json_decref(json);
}
