/* http.c: requests and answers over HTTP. What they mean is api.c's and pages.c's business. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"

enum { WORK_SECONDS = 60, HEADERS_MAX = 2048, CHUNK = 32768, PATH_SIZE = 256, QUERY_SIZE = 256 };

/* A request under way on one connection. */
struct exchange {
    struct address *address;
    bool gzip, foreign;
    char path[PATH_SIZE], query[QUERY_SIZE];
    size_t used, most;
    char body[];
};

/* What lws keeps for a connection. */
struct session {
    struct exchange *exchange;  /* a request whose body is coming */
    const unsigned char *bytes; /* an answer that is going */
    unsigned char *owned;       /* the same, where it must be freed */
    size_t length, sent;
    struct screening *later; /* an answer that a worker makes; then it has the bytes */
};
_Static_assert(sizeof(struct session) <= HTTP_SESSION_SIZE, "the session's room");

static void reset(struct session *session)
{
    if (session->later)
        screening_free(session->later);
    free(session->exchange);
    free(session->owned);
    memset(session, 0, sizeof *session);
}

void answer_error(struct answer *answer, int status, const char *error, const char *text)
{
    answer->status = status;
    answer->type = "application/json";
    answer->bytes = NULL;
    answer->body.used = 0;
    holm_put_char(&answer->body, '{');
    holm_json_put_word(&answer->body, "error", error);
    holm_json_put_word(&answer->body, "rule", NULL);
    holm_json_key(&answer->body, "text");
    holm_json_string(&answer->body, text);
    holm_put_char(&answer->body, '}');
}

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

/* -------------------------------------------------------------------- answer */

struct header {
    const char *name, *value;
};

static bool put_header(struct lws *wsi, unsigned char **at, unsigned char *end, const char *name,
                       const char *value)
{
    char key[64];
    snprintf(key, sizeof key, "%s:", name);
    return !lws_add_http_header_by_name(wsi, (unsigned char *)key, (const unsigned char *)value,
                                        (int)strlen(value), at, end);
}

/* Nothing from elsewhere, nothing inline, nobody's frame. */
static bool put_headers(struct lws *wsi, const struct answer *answer, unsigned char **at,
                        unsigned char *end)
{
    const struct header headers[] = {
        { "cache-control", answer->cache ? answer->cache : "no-store" },
        { "x-content-type-options", "nosniff" },
        { "referrer-policy", "no-referrer" },
        { "cross-origin-opener-policy", "same-origin" },
        { "cross-origin-resource-policy", "same-origin" },
        { "content-encoding", answer->encoding },
        { "vary", answer->encoding ? "accept-encoding" : NULL },
        { "allow", answer->allow },
        { "content-security-policy",
          answer->page ? "default-src 'self'; script-src 'self'; style-src 'self'; "
                         "style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
                         "connect-src 'self'; object-src 'none'; base-uri 'none'; "
                         "form-action 'none'; frame-ancestors 'none'"
                       : "default-src 'none'; frame-ancestors 'none'" },
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (headers[i].value && !put_header(wsi, at, end, headers[i].name, headers[i].value))
            return false;
    return true;
}

/* Sends the head and queues the body. Nonzero: close. */
static int send_answer(struct lws *wsi, struct session *session, const struct answer *answer)
{
    unsigned char buffer[LWS_PRE + HEADERS_MAX], *start = buffer + LWS_PRE, *at = start;
    unsigned char *end = buffer + sizeof buffer - 1;
    reset(session);
    session->bytes = answer->bytes;
    session->length = answer->length;
    if (answer->owned) {
        session->owned = (unsigned char *)answer->owned;
    } else if (!answer->bytes) {
        session->length = answer->body.used;
        session->owned = malloc(session->length + 1);
        if (!session->owned)
            return -1;
        memcpy(session->owned, answer->body.buffer, session->length);
        session->bytes = session->owned;
    }
    if (lws_add_http_common_headers(wsi, (unsigned)answer->status, answer->type, session->length,
                                    &at, end) ||
        !put_headers(wsi, answer, &at, end) || lws_finalize_write_http_header(wsi, start, &at, end))
        return -1;
    if (session->length)
        lws_callback_on_writable(wsi);
    else if (lws_http_transaction_completed(wsi))
        return -1;
    return 0;
}

static int write_body(struct lws *wsi, struct session *session)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    size_t rest = session->length - session->sent;
    if (!session->bytes)
        return 0;
    const size_t part = rest > CHUNK ? CHUNK : rest;
    memcpy(buffer + LWS_PRE, session->bytes + session->sent, part);
    const bool last = part == rest;
    if (lws_write(wsi, buffer + LWS_PRE, part, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) <
        (int)part)
        return -1;
    session->sent += part;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    reset(session);
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int send_screening(struct server *server, struct lws *wsi, struct session *session)
{
    struct answer answer = {
        .status = 200,
        .type = "application/json",
        .body = holm_writer(server->answer, ANSWER_MAX),
    };
    struct screening *screening = session->later;
    screening_answer(screening, &answer);
    session->later = NULL;
    const int result = send_answer(wsi, session, &answer);
    session->later = screening; /* it has the bytes until they are sent */
    return result;
}

/* ------------------------------------------------------------------- request */

static bool is_api(const char *path)
{
    return !strcmp(path, "/metrics") || (!strncmp(path, "/api", 4) && (!path[4] || path[4] == '/'));
}

static int answer_request(struct server *server, struct lws *wsi, struct session *session,
                          const struct request *request, bool foreign)
{
    struct answer answer = {
        .status = 200,
        .type = "application/json",
        .body = holm_writer(server->answer, ANSWER_MAX),
    };
    const float rate = (float)server->settings.request_rate;
    server->metrics.requests++;
    if (!request->address ||
        !bucket_take(&request->address->requests, rate, 5 * rate, now_milliseconds()))
        answer_error(&answer, 429, "too-fast", "Too many requests; wait a moment.");
    else if (foreign)
        answer_error(&answer, 403, "origin", "This page may not ask for that here.");
    else if (is_api(request->path))
        api_answer(server, request, &answer);
    else
        pages_answer(server, request, &answer);
    if (answer.later) {
        session->later = answer.later;
        session->later->wsi = wsi;
        session->later->held_by = &session->later;
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, WORK_SECONDS);
        if (session->later->ready)
            screening_tell(session->later);
        return 0;
    }
    if (answer.body.full && !answer.bytes)
        answer_error(&answer, 500, "too-long", "The answer is too long.");
    return send_answer(wsi, session, &answer);
}

/* Who does not say takes anything (RFC 9110, 12.5.3). */
static bool takes_gzip(struct lws *wsi)
{
    char text[128];
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING) <= 0 ||
           (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_ACCEPT_ENCODING) > 0 &&
            (strstr(text, "gzip") || strchr(text, '*')));
}

/* The arguments come one by one; "a=1&b=2" again. */
static void copy_query(struct lws *wsi, char *query)
{
    struct holm_writer writer = holm_writer(query, QUERY_SIZE);
    char part[QUERY_SIZE];
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++)
        holm_putf(&writer, "%s%s", i ? "&" : "", part);
    if (writer.full)
        query[0] = '\0';
}

/* Answers at once, whatever else may come. */
static int refuse(struct server *server, struct lws *wsi, struct session *session, int status,
                  const char *error, const char *text)
{
    struct answer answer = { .body = holm_writer(server->answer, ANSWER_MAX) };
    if (status == 405)
        answer.allow = "GET, POST";
    answer_error(&answer, status, error, text);
    return send_answer(wsi, session, &answer);
}

static bool body_fits(struct lws *wsi, size_t most)
{
    char text[24];
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) <= 0 ||
           (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
            strtoull(text, NULL, 10) <= most);
}

static int begin(struct server *server, struct lws *wsi, struct session *session, const char *path)
{
    const bool post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    const bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    const size_t most = post ? (!strcmp(path, "/api/replay") ? LOG_BODY_MAX : BODY_MAX) : 0;
    reset(session);
    if (!post && !get)
        return refuse(server, wsi, session, 405, "method", "Only GET and POST are known here.");
    if (strlen(path) >= PATH_SIZE ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_URI_ARGS) >= QUERY_SIZE)
        return refuse(server, wsi, session, 414, "path", "That path is too long.");
    if (post && !body_fits(wsi, most))
        return refuse(server, wsi, session, 413, "too-long", "That is too long for a body.");
    struct exchange *exchange = calloc(1, sizeof *exchange);
    if (!exchange)
        return -1;
    exchange->most = most;
    exchange->address = address_of(server, wsi);
    exchange->gzip = takes_gzip(wsi);
    exchange->foreign = post && !origin_allowed(server, wsi);
    snprintf(exchange->path, sizeof exchange->path, "%s", path);
    copy_query(wsi, exchange->query);
    session->exchange = exchange;
    if (post)
        return 0;
    struct request request = {
        .path = exchange->path,
        .query = exchange->query,
        .body = "",
        .address = exchange->address,
        .gzip = exchange->gzip,
    };
    session->exchange = NULL;
    const int result = answer_request(server, wsi, session, &request, false);
    free(exchange);
    return result;
}

static int take_body(struct session *session, const char *in, size_t length)
{
    struct exchange *exchange = session->exchange;
    if (!exchange) /* it was answered already */
        return 0;
    if (exchange->used + length > exchange->most)
        return -1;
    exchange = realloc(exchange, sizeof *exchange + exchange->used + length + 1);
    if (!exchange)
        return -1;
    if (length)
        memcpy(exchange->body + exchange->used, in, length);
    exchange->used += length;
    exchange->body[exchange->used] = '\0';
    session->exchange = exchange;
    return 0;
}

static int end_body(struct server *server, struct lws *wsi, struct session *session)
{
    struct exchange *exchange = session->exchange;
    if (!exchange)
        return 0;
    const struct request request = {
        .post = true,
        .path = exchange->path,
        .query = exchange->query,
        .body = exchange->used ? exchange->body : "",
        .length = exchange->used,
        .address = exchange->address,
        .gzip = exchange->gzip,
    };
    session->exchange = NULL;
    const int result = answer_request(server, wsi, session, &request, exchange->foreign);
    free(exchange);
    return result;
}

int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    struct session *session = user;
    struct server *server = lws_context_user(lws_get_context(wsi));
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return !socket_welcome(server,
                               ((const struct lws_filter_network_conn_args *)user)->accept_fd);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        socket_opened(server, wsi);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        socket_closed(wsi);
        return 0;
    case LWS_CALLBACK_HTTP:
        return begin(server, wsi, session, in);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(session, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(server, wsi, session);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        if (session->later && session->later->ready && !session->bytes)
            return send_screening(server, wsi, session);
        return write_body(wsi, session);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (session)
            reset(session);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: /* a WebSocket without our subprotocol */
        lws_return_http_status(wsi, HTTP_STATUS_BAD_REQUEST, NULL);
        return 1;
    }
    return 0;
}
