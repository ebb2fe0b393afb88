/* http.c: requests and answers over HTTP/1.1, by libmicrohttpd. What they mean is api.c's and
 * pages.c's business. */
#include "server/http.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "text/json.h"

enum { PATH_SIZE = 256, QUERY_SIZE = 256, PIECE_BYTES = 32768 };

/* A request under way. */
struct exchange {
    struct front *front;
    struct visitor *visitor;
    struct MHD_Connection *connection;
    struct address *address; /* of whoever asks */
    bool begun, get, post, too_long, too_fast;
    bool again; /* it is answered anew */
    size_t used, most;
    char *body;
    struct screening *later; /* an answer that a worker is writing */
    struct asked *asked; /* what is read for it */
    char path[PATH_SIZE], query[QUERY_SIZE];
};

/* What must be read before a request can be answered. */
struct asked {
    struct reading reading;
    struct exchange *exchange;
};

/* How often a request says what must be said once. */
struct framing {
    int lengths, encodings, hosts;
};

/* ----------------------------------------------------------------- arguments */

bool request_argument(const struct request *request, const char *key, char *value, size_t size)
{
    const size_t length = strlen(key);
    for (const char *at = request->query; *at;) {
        const size_t end = strcspn(at, "&");
        if (end > length && !strncmp(at, key, length) && at[length] == '=') {
            const size_t room = end - length - 1;
            if (room >= size)
                return false;
            memcpy(value, at + length + 1, room);
            value[room] = '\0';
            return true;
        }
        at += end + (at[end] == '&');
    }
    return false;
}

bool is_host(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._:[]";
    return *text && text[strspn(text, letters)] == '\0';
}

const char *http_header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Who does not say takes anything (RFC 9110, 12.5.3). */
static bool takes_gzip(const struct exchange *exchange)
{
    const char *text = http_header(exchange->connection, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    return !text || strstr(text, "gzip") || strchr(text, '*');
}

static bool likes_spanish(const struct exchange *exchange)
{
    const char *text = http_header(exchange->connection, MHD_HTTP_HEADER_ACCEPT_LANGUAGE);
    return text && !strncasecmp(text, "es", 2);
}

/* The token of "Authorization: Bearer TOKEN"; NULL: none. */
static const char *bearer(const struct exchange *exchange)
{
    static const char word[] = "Bearer ";
    const char *text = http_header(exchange->connection, MHD_HTTP_HEADER_AUTHORIZATION);
    return text && !strncmp(text, word, strlen(word)) ? text + strlen(word) : NULL;
}

/* A browser says from which page it comes: it must be ours, or one that was named. */
static bool origin_allowed(const struct exchange *exchange)
{
    const struct holm_serve_settings *settings = &exchange->front->server->settings;
    const char *origin = http_header(exchange->connection, MHD_HTTP_HEADER_ORIGIN);
    const char *host = http_header(exchange->connection, MHD_HTTP_HEADER_HOST);
    if (!origin)
        return true; /* no browser */
    for (int i = 0; i < settings->origin_count; i++)
        if (!strcmp(settings->origins[i], origin))
            return true;
    const char *name = strstr(origin, "://");
    return name && host && !strcmp(name + 3, host);
}

static enum MHD_Result note_last(void *context, enum MHD_ValueKind kind, const char *key,
                                 const char *value)
{
    const char **last = context;
    (void)kind;
    if (value && !strcasecmp(key, "X-Forwarded-For"))
        *last = value;
    return MHD_YES;
}

/* "192.0.2.1:443", "[2001:db8::1]:443": some proxies write the port, too, which is another one each
 * time. False: it is no address. */
static bool read_forwarded(const char *entry, char *text, size_t size)
{
    struct in6_addr address;
    entry += strspn(entry, " \t[");
    snprintf(text, size, "%.*s", (int)strcspn(entry, " \t]"), entry);
    char *colon = strchr(text, ':');
    if (colon && !strchr(colon + 1, ':'))
        *colon = '\0';
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1;
}

/* Behind a proxy the last entry of X-Forwarded-For is the one that the proxy wrote. */
static struct address *asking_address(const struct exchange *exchange)
{
    struct server *server = exchange->front->server;
    const char *list = NULL;
    char text[64];
    if (server->settings.behind_proxy)
        MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, note_last, &list);
    if (!list)
        return exchange->visitor->address;
    const char *last = strrchr(list, ',');
    return read_forwarded(last ? last + 1 : list, text, sizeof text) ? address_find(server, text)
                                                                     : exchange->visitor->address;
}

/* -------------------------------------------------------------------- answers */

static void put_error(struct answer *answer, int status, const char *error, const char *rule,
                      const struct holm_trouble *trouble)
{
    answer->status = status;
    answer->type = "application/json";
    answer->bytes = NULL;
    answer->body.used = 0;
    holm_put_char(&answer->body, '{');
    holm_json_put_word(&answer->body, "error", error);
    holm_json_put_word(&answer->body, "rule", rule);
    holm_json_key(&answer->body, "text");
    holm_json_string(&answer->body, trouble->text);
    if (trouble->option)
        holm_json_put_word(&answer->body, "option", trouble->option);
    if (trouble->line)
        holm_json_put_number(&answer->body, "line", trouble->line);
    if (trouble->at[0])
        holm_json_put_word(&answer->body, "at", trouble->at);
    holm_put_char(&answer->body, '}');
}

void answer_trouble(struct answer *answer, int refusal, const struct holm_trouble *trouble)
{
    const struct holm_reason *reason = holm_reason(trouble->error);
    if (trouble->error)
        put_error(answer, 400, reason->name, reason->rule[0] ? reason->rule : NULL, trouble);
    else
        put_error(answer, refusal_rows[refusal].status, refusal_rows[refusal].code, NULL, trouble);
}

void answer_error(struct answer *answer, int refusal)
{
    answer_error_because(answer, refusal, refusal_rows[refusal].text);
}

void answer_error_because(struct answer *answer, int refusal, const char *text)
{
    struct holm_trouble trouble = { 0 };
    holm_trouble(&trouble, 0, "%s", text);
    answer_trouble(answer, refusal, &trouble);
}

void answer_reason(struct answer *answer, int error)
{
    struct holm_trouble trouble = { 0 };
    holm_trouble(&trouble, 0, "%s", holm_reason(error)->text);
    holm_trouble_because(&trouble, error, NULL);
    answer_trouble(answer, REFUSE_BAD_FORM, &trouble);
}

static struct answer blank_answer(const struct server *server)
{
    return (struct answer){
        .status = 200,
        .type = "application/json",
        .body = holm_writer(server->answer, ANSWER_MAX),
    };
}

/* Nothing from elsewhere, nothing inline, nobody's frame. */
static void put_headers(struct MHD_Response *response, const struct answer *answer)
{
    const struct {
        const char *name, *value;
    } headers[] = {
        { "Content-Type", answer->type },
        { "Cache-Control", answer->cache ? answer->cache : "no-store" },
        { "X-Content-Type-Options", "nosniff" },
        { "Referrer-Policy", "no-referrer" },
        { "Cross-Origin-Opener-Policy", "same-origin" },
        { "Cross-Origin-Resource-Policy", "same-origin" },
        { "Content-Encoding", answer->encoding },
        { "Vary", answer->encoding ? "Accept-Encoding" : NULL },
        { "Allow", answer->allow },
        { "Link", answer->link[0] ? answer->link : NULL },
        { "Content-Security-Policy",
          answer->page
              ? "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
                "connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src "
                "'none'; base-uri 'none'; "
                "form-action 'none'; frame-ancestors 'none'"
              : "default-src 'none'; frame-ancestors 'none'" },
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (headers[i].value)
            MHD_add_response_header(response, headers[i].name, headers[i].value);
}

/* Piece by piece, so that whoever is too slow can be given up at any moment. */
static ssize_t read_later(void *context, uint64_t from, char *to, size_t most)
{
    const ssize_t count = screening_read(context, from, to, most);
    return count < 0 ? MHD_CONTENT_READER_END_WITH_ERROR : count;
}

static struct MHD_Response *make_response(const struct answer *answer)
{
    if (answer->later)
        return MHD_create_response_from_callback(answer->length, PIECE_BYTES, read_later,
                                                 answer->later, NULL);
    if (answer->owned)
        return MHD_create_response_from_buffer(answer->length, answer->owned,
                                               MHD_RESPMEM_MUST_FREE);
    if (answer->bytes)
        return MHD_create_response_from_buffer(answer->length, (void *)answer->bytes,
                                               MHD_RESPMEM_PERSISTENT);
    return MHD_create_response_from_buffer(answer->body.used, answer->body.buffer,
                                           MHD_RESPMEM_MUST_COPY);
}

static void drop_body(struct exchange *exchange)
{
    free(exchange->body);
    exchange->body = NULL;
    exchange->used = 0;
    visitor_lets_go(exchange->visitor);
}

/* Bytes that are this answer's alone until it is taken; those of the page are there anyway. */
static size_t own_bytes(const struct answer *answer)
{
    return answer->owned ? answer->length : answer->bytes ? 0 : answer->body.used;
}

/* An answer that may not be held becomes a short one, which may. */
static void hold_answer(struct exchange *exchange, struct answer *answer)
{
    struct visitor *visitor = exchange->visitor;
    drop_body(exchange);
    if (!exchange->address ||
        (answer->later ? visitor_takes(visitor, exchange->address, answer->later)
                       : visitor_holds(visitor, exchange->address, own_bytes(answer))))
        return;
    free(answer->owned);
    *answer = blank_answer(exchange->front->server);
    answer_error(answer, REFUSE_MUCH_UNTAKEN);
}

/* Only what is read: nobody can guess at a secret by what it packs to if none is in it. */
static void pack_answer(const struct exchange *exchange, struct answer *answer)
{
    const struct holm_writer *body = &answer->body;
    size_t length;
    if (!exchange->get || answer->later || answer->bytes || answer->encoding ||
        !packing_wanted(http_header(exchange->connection, MHD_HTTP_HEADER_ACCEPT_ENCODING)))
        return;
    answer->owned = packing_make(body->buffer, body->used, PACK_AT_ONCE, &length);
    if (!answer->owned)
        return;
    answer->bytes = (const unsigned char *)answer->owned;
    answer->length = length;
    answer->encoding = "gzip";
}

static enum MHD_Result send_answer(struct exchange *exchange, struct answer *answer)
{
    pack_answer(exchange, answer);
    hold_answer(exchange, answer);
    struct MHD_Response *response = make_response(answer);
    if (!response)
        return MHD_NO;
    exchange->visitor->deadline = front_now(exchange->front) + TAKING_MILLISECONDS;
    visitor_asks(exchange->visitor, false);
    put_headers(response, answer);
    const enum MHD_Result result =
        MHD_queue_response(exchange->connection, (unsigned)answer->status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct exchange *exchange, int refusal)
{
    struct answer answer = blank_answer(exchange->front->server);
    if (refusal == REFUSE_UNKNOWN_METHOD)
        answer.allow = "GET, HEAD, POST";
    answer_error(&answer, refusal);
    return send_answer(exchange, &answer);
}

/* ------------------------------------------------------------------ requests */

static bool is_api(const char *path)
{
    return !strcmp(path, "/metrics") || (!strncmp(path, "/api", 4) && (!path[4] || path[4] == '/'));
}

/* The worker's answer, once it is there. */
static enum MHD_Result send_later(struct exchange *exchange)
{
    struct answer answer = blank_answer(exchange->front->server);
    screening_answer(exchange->later, &answer); /* which keeps the bytes until they are sent */
    return send_answer(exchange, &answer);
}

static enum MHD_Result answer_request(struct exchange *exchange);

/* Another node was first: as if this one had known. */
static enum MHD_Result answer_again(struct exchange *exchange)
{
    screening_free(exchange->later);
    exchange->later = NULL;
    reading_forget(&exchange->asked->reading);
    exchange->again = true;
    return answer_request(exchange);
}

static enum MHD_Result suspend(struct exchange *exchange)
{
    exchange->visitor->exchange = exchange;
    visitor_asks(exchange->visitor, false);
    exchange->visitor->deadline = INT64_MAX; /* it is we who are slow */
    MHD_suspend_connection(exchange->connection);
    return MHD_YES;
}

static enum MHD_Result wait_for_worker(struct exchange *exchange, struct screening *later)
{
    exchange->later = later;
    if (later->ready)
        return later->again ? answer_again(exchange) : send_later(exchange);
    if (!later->batch || !exchange->front->server->node)
        drop_body(exchange); /* else it may have to be answered anew */
    later->waiting = exchange;
    return suspend(exchange);
}

void http_resume(struct exchange *exchange)
{
    exchange->visitor->exchange = NULL;
    MHD_resume_connection(exchange->connection);
    front_run_soon(exchange->front);
}

static void on_read(struct server *server, struct reading *reading)
{
    (void)server;
    http_resume(((struct asked *)reading)->exchange);
}

/* False: there is no memory. */
static bool may_read(struct exchange *exchange)
{
    if (!exchange->asked)
        exchange->asked = calloc(1, sizeof *exchange->asked);
    if (!exchange->asked)
        return false;
    exchange->asked->exchange = exchange;
    exchange->asked->reading.again = on_read;
    return true;
}

/* What was made of it so far counts for nothing. */
static enum MHD_Result wait_for_reading(struct exchange *exchange, const struct answer *answer)
{
    if (answer->later)
        screening_free(answer->later);
    free(answer->owned);
    return suspend(exchange);
}

static enum MHD_Result answer_request(struct exchange *exchange)
{
    struct server *server = exchange->front->server;
    struct answer answer = blank_answer(server);
    const struct request request = {
        .post = exchange->post,
        .path = exchange->path,
        .query = exchange->query,
        .body = exchange->used ? exchange->body : "",
        .length = exchange->used,
        .address = exchange->address,
        .spanish = likes_spanish(exchange),
        .host = http_header(exchange->connection, MHD_HTTP_HEADER_HOST),
        .token = bearer(exchange),
        .file = exchange->visitor->file,
        .gzip = takes_gzip(exchange),
        .packs = packing_wanted(http_header(exchange->connection, MHD_HTTP_HEADER_ACCEPT_ENCODING)),
        .again = exchange->again,
    };
    if (!may_read(exchange))
        return refuse(exchange, REFUSE_NO_MEMORY);
    reading_begin(server, &exchange->asked->reading);
    if (is_api(request.path))
        api_answer(server, &request, &answer);
    else
        pages_answer(server, &request, &answer);
    if (answer.page)
        invitation_add(server, &request, &answer);
    if (!reading_end(server, &exchange->asked->reading))
        return wait_for_reading(exchange, &answer);
    if (answer.later)
        return wait_for_worker(exchange, answer.later);
    if (answer.body.full && !answer.bytes)
        answer_error(&answer, REFUSE_LONG_ANSWER);
    return send_answer(exchange, &answer);
}

/* ------------------------------------------------------------------- upgrades */

static void on_upgrade(void *context, struct MHD_Connection *connection, void *request,
                       const char *early, size_t early_count, MHD_socket file,
                       struct MHD_UpgradeResponseHandle *handle)
{
    struct front *front = context;
    const struct exchange *exchange = request;
    struct visitor *visitor = exchange->visitor;
    (void)connection;
    if (front->paused) {
        MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
        return;
    }
    visitor_asks(visitor, false);
    visitor->deadline = INT64_MAX; /* with TLS it is there as long as its WebSocket */
    if (front->server->settings.certificate) { /* libmicrohttpd goes on with the TLS of it */
        socket_open(front->server, exchange->address, file, handle, visitor->file, early,
                    early_count);
        return;
    }
    const int own = dup(file); /* so that libmicrohttpd keeps nothing for it */
    if (own >= 0)
        socket_open(front->server, exchange->address, own, NULL, own, early, early_count);
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    front_run_soon(front);
}

static bool has_room(struct server *server, const struct address *address)
{
    return limit_allows(server, HOLM_LIMIT_CONNECTIONS, server->connections) &&
           limit_allows(server, HOLM_LIMIT_CONNECTIONS_EACH, address->connections);
}

static enum MHD_Result upgrade(struct exchange *exchange)
{
    char accept[ACCEPT_SIZE];
    if (!exchange->get || strcmp(exchange->path, "/ws") ||
        !handshake_accept(exchange->connection, accept))
        return refuse(exchange, REFUSE_BAD_UPGRADE);
    if (!origin_allowed(exchange))
        return refuse(exchange, REFUSE_FOREIGN_ORIGIN);
    if (!drain_allows(exchange->front->server))
        return refuse(exchange, REFUSE_DRAINING);
    if (!has_room(exchange->front->server, exchange->address))
        return refuse(exchange, REFUSE_MANY_CONNECTIONS);
    struct MHD_Response *response = MHD_create_response_for_upgrade(on_upgrade, exchange->front);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_UPGRADE, "websocket");
    MHD_add_response_header(response, MHD_HTTP_HEADER_SEC_WEBSOCKET_ACCEPT, accept);
    MHD_add_response_header(response, MHD_HTTP_HEADER_SEC_WEBSOCKET_PROTOCOL, subprotocol);
    const enum MHD_Result result =
        MHD_queue_response(exchange->connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

/* ----------------------------------------------------------------- in between */

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *key,
                                    const char *value)
{
    struct framing *framing = context;
    (void)kind;
    (void)value;
    framing->lengths += !strcasecmp(key, MHD_HTTP_HEADER_CONTENT_LENGTH);
    framing->encodings += !strcasecmp(key, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    framing->hosts += !strcasecmp(key, MHD_HTTP_HEADER_HOST);
    return MHD_YES;
}

/* Whether it is clear where the body ends and whom it is for (RFC 9112, 6.1): a proxy that reads
 * it otherwise would take the rest for a request of somebody else. */
static bool is_clear(const struct exchange *exchange)
{
    const char *coding = http_header(exchange->connection, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    struct framing framing = { 0 };
    if (coding && strcasecmp(coding, "chunked"))
        return false;
    MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, count_header, &framing);
    return framing.lengths + framing.encodings <= 1 && framing.hosts <= 1;
}

static bool has_body(const struct exchange *exchange)
{
    return http_header(exchange->connection, MHD_HTTP_HEADER_CONTENT_LENGTH) ||
           http_header(exchange->connection, MHD_HTTP_HEADER_TRANSFER_ENCODING);
}

/* The head is there: what need not wait for the body is said at once. */
static enum MHD_Result begin(struct exchange *exchange, const char *method)
{
    struct server *server = exchange->front->server;
    const char *length = http_header(exchange->connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    exchange->begun = true;
    exchange->get = !strcmp(method, "GET");
    exchange->post = !strcmp(method, "POST");
    exchange->address = asking_address(exchange);
    exchange->most = !exchange->post                          ? 0
                     : !strcmp(exchange->path, "/api/replay") ? LOG_BODY_MAX
                                                              : BODY_MAX;
    server->metrics.requests++;
    exchange->too_fast = !exchange->address ||
                         !limit_take(server, HOLM_LIMIT_REQUESTS, &exchange->address->requests);
    if (exchange->too_fast && has_body(exchange))
        return refuse(exchange, REFUSE_REQUESTS_TOO_FAST); /* which ends the connection */
    if (!exchange->post && !exchange->get && strcmp(method, "HEAD"))
        return refuse(exchange, REFUSE_UNKNOWN_METHOD);
    if (!is_clear(exchange))
        return refuse(exchange, REFUSE_BAD_REQUEST);
    if (exchange->too_long)
        return refuse(exchange, REFUSE_LONG_PATH);
    if (length && strtoull(length, NULL, 10) > exchange->most)
        return refuse(exchange, REFUSE_LONG_BODY);
    if (exchange->post && !origin_allowed(exchange))
        return refuse(exchange, REFUSE_FOREIGN_ORIGIN);
    exchange->visitor->deadline = front_now(exchange->front) + SENDING_MILLISECONDS;
    return MHD_YES;
}

static enum MHD_Result take_body(struct exchange *exchange, const char *bytes, size_t *count)
{
    if (exchange->used + *count > exchange->most)
        return MHD_NO; /* its length was not told before, or a lie */
    if (!visitor_holds(exchange->visitor, exchange->address, *count))
        return MHD_NO; /* nothing can be answered in the middle of a body */
    char *body = realloc(exchange->body, exchange->used + *count + 1);
    if (!body)
        return MHD_NO;
    memcpy(body + exchange->used, bytes, *count);
    exchange->body = body;
    exchange->used += *count;
    body[exchange->used] = '\0';
    *count = 0;
    return MHD_YES;
}

/* Called when the head is there, for each piece of a body, at the end, and after a wait. */
enum MHD_Result front_request(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *bytes,
                              size_t *count, void **request)
{
    struct exchange *exchange = *request;
    (void)context;
    (void)connection;
    (void)path;
    (void)version;
    if (!exchange || (exchange->front->paused && !exchange->later))
        return MHD_NO;
    if (exchange->asked && exchange->asked->reading.away)
        return MHD_YES;
    if (!exchange->begun)
        return begin(exchange, method);
    if (*count)
        return take_body(exchange, bytes, count);
    if (exchange->too_fast) /* a new connection for the next try would cost more than this one */
        return refuse(exchange, REFUSE_REQUESTS_TOO_FAST);
    if (exchange->later && exchange->later->again)
        return answer_again(exchange);
    if (exchange->later)
        return exchange->later->ready ? send_later(exchange) : MHD_YES;
    return handshake_wanted(connection) ? upgrade(exchange) : answer_request(exchange);
}

/* Behind "http://name", as a proxy may be asked. */
static const char *without_host(const char *line)
{
    const char *host = *line == '/' ? NULL : strstr(line, "://");
    const char *path = host ? strchr(host + 3, '/') : NULL;
    return path ? path : line;
}

/* The first line of a request is there; path and query as they came. */
void *front_line(void *context, const char *line, struct MHD_Connection *connection)
{
    struct front *front = context;
    struct visitor *visitor = front_visitor(connection);
    struct exchange *exchange = visitor ? calloc(1, sizeof *exchange) : NULL;
    line = without_host(line);
    const size_t path = strcspn(line, "?");
    const char *query = line[path] ? line + path + 1 : "";
    if (!exchange)
        return NULL;
    exchange->front = front;
    exchange->connection = connection;
    exchange->visitor = visitor;
    exchange->too_long = path >= PATH_SIZE || strlen(query) >= QUERY_SIZE;
    if (!exchange->too_long) {
        memcpy(exchange->path, line, path);
        strcpy(exchange->query, query);
    }
    return exchange;
}

void front_done(void *context, struct MHD_Connection *connection, void **request,
                enum MHD_RequestTerminationCode why)
{
    struct exchange *exchange = *request;
    (void)context;
    (void)connection;
    (void)why;
    if (!exchange)
        return;
    drop_body(exchange);
    if (exchange->later)
        screening_free(exchange->later);
    if (exchange->asked)
        reading_drop(&exchange->asked->reading);
    exchange->visitor->exchange = NULL;
    visitor_asks(exchange->visitor, true);
    exchange->visitor->deadline = front_now(exchange->front) + ASKING_MILLISECONDS;
    free(exchange);
    *request = NULL;
}
