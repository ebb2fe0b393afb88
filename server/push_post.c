/* push_post.c: a thread that hands push messages to the push services, by libcurl. It is the only
 * place of the server that calls somebody: https only, to the public internet, without redirects,
 * and with a bound on everything. However long a service takes, it holds up nobody but itself. */
#include <curl/curl.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/push.h"
#include "server/server.h"

enum {
    WAITING_MOST = 1024, /* messages; then new ones are dropped */
    AT_ONCE = 16, /* under way */
    AT_ONCE_EACH = 4, /* of them, to one service: one that hangs leaves room for the others */
    CONNECT_SECONDS = 5,
    WHOLE_SECONDS = 10, /* from the first byte to the last */
    ANSWER_MOST = 16 << 10, /* bytes that a service may say, its headers among them */
    KEPT_SECONDS = 24 * 3600, /* by the service, for a browser that is not there */
    TOKEN_SECONDS = 12 * 3600, /* no more than a day (RFC 8292, 2) */
};

/* A message under way. */
struct sending {
    CURL *easy;
    struct curl_slist *headers;
    struct parcel *parcel;
    const struct post *post;
    char origin[HOLM_PUSH_ENDPOINT];
    uint8_t sealed[PUSH_SEALED_MAX];
    size_t heard; /* bytes of the answer */
    bool connected;
};

struct post {
    struct server *server;
    const char *trial;
    uint8_t secret[HOLM_PUSH_SECRET];
    uint8_t point[HOLM_PUSH_POINT];
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    struct parcel *waiting, **last, *done;
    int count; /* of those that wait, or are under way */
    bool stop;
    CURLM *multi;
    struct sending sending[AT_ONCE]; /* the thread's own */
};

/* ------------------------------------------------------------------- callbacks */

/* The address that is really called, whatever the name said when it was looked up. */
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct sending *sending = context;
    (void)purpose;
    if (!sending->post->trial && !push_is_public(&address->addr))
        return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* What a service says does not matter, but how much. */
static size_t hear(char *bytes, size_t size, size_t count, void *context)
{
    struct sending *sending = context;
    (void)bytes;
    sending->heard += size * count;
    sending->connected = true;
    return sending->heard > ANSWER_MOST ? 0 : size * count;
}

/* --------------------------------------------------------------------- sending */

static bool add_header(struct sending *sending, const char *format, const char *value)
{
    char text[PUSH_TOKEN_MAX + 256];
    if (snprintf(text, sizeof text, format, value) >= (int)sizeof text)
        return false;
    struct curl_slist *longer = curl_slist_append(sending->headers, text);
    if (longer)
        sending->headers = longer;
    return longer;
}

/* Who sends it, for how long it is worth keeping, and in which code it is. */
static bool add_headers(struct sending *sending)
{
    const struct parcel *parcel = sending->parcel;
    char token[PUSH_TOKEN_MAX], key[128], proof[PUSH_TOKEN_MAX + 160], seconds[16];
    sodium_bin2base64(key, sizeof key, sending->post->point, HOLM_PUSH_POINT,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    snprintf(seconds, sizeof seconds, "%d", KEPT_SECONDS);
    if (!push_sign(sending->post->secret, sending->origin, parcel->contact,
                   (int64_t)time(NULL) + TOKEN_SECONDS, token) ||
        snprintf(proof, sizeof proof, "t=%s, k=%s", token, key) >= (int)sizeof proof)
        return false;
    return add_header(sending, "Authorization: vapid %s", proof) &&
           add_header(sending, "TTL: %s", seconds) &&
           add_header(sending, "Topic: %s", parcel->topic) &&
           add_header(sending, "%s", "Urgency: high") &&
           add_header(sending, "%s", "Content-Encoding: aes128gcm") &&
           add_header(sending, "%s", "Content-Type: application/octet-stream") &&
           add_header(sending, "%s", "Expect:");
}

static bool set_options(struct sending *sending, size_t length)
{
    CURL *easy = sending->easy;
    const char *trial = sending->post->trial;
    bool fine = true;
#define SET(option, value) fine &= curl_easy_setopt(easy, CURLOPT_##option, value) == CURLE_OK
    SET(URL, sending->parcel->row.endpoint);
#if LIBCURL_VERSION_NUM >= 0x075500
    SET(PROTOCOLS_STR, "https");
#else
    SET(PROTOCOLS, (long)CURLPROTO_HTTPS);
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    SET(QUICK_EXIT, 1L); /* nobody waits for a name that is being looked up */
#endif
    SET(FOLLOWLOCATION, 0L);
    SET(PROXY, ""); /* which would call in our place */
    SET(NOSIGNAL, 1L);
    SET(FRESH_CONNECT, 1L); /* so that every address is looked at */
    SET(FORBID_REUSE, 1L);
    SET(HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    SET(TIMEOUT, (long)WHOLE_SECONDS);
    SET(OPENSOCKETFUNCTION, open_socket);
    SET(OPENSOCKETDATA, sending);
    SET(WRITEFUNCTION, hear);
    SET(WRITEDATA, sending);
    SET(HEADERFUNCTION, hear);
    SET(HEADERDATA, sending);
    SET(POST, 1L);
    SET(POSTFIELDS, (char *)sending->sealed);
    SET(POSTFIELDSIZE, (long)length);
    SET(HTTPHEADER, sending->headers);
    SET(PRIVATE, sending);
    if (trial)
        SET(CAINFO, trial);
#undef SET
    return fine;
}

static void finish(struct post *post, struct parcel *parcel)
{
    pthread_mutex_lock(&post->lock);
    parcel->next = post->done;
    post->done = parcel;
    post->count--;
    pthread_mutex_unlock(&post->lock);
    loop_wake(post->server);
}

static void clear(struct sending *sending)
{
    if (sending->easy) {
        curl_multi_remove_handle(sending->post->multi, sending->easy);
        curl_easy_cleanup(sending->easy);
    }
    curl_slist_free_all(sending->headers);
    memset(sending, 0, sizeof *sending);
}

static void begin(struct post *post, struct sending *sending, struct parcel *parcel)
{
    sending->post = post;
    sending->parcel = parcel;
    const size_t length =
        push_seal(parcel->message, parcel->row.point, parcel->row.shared, sending->sealed);
    sending->easy = curl_easy_init();
    if (sending->easy && length &&
        push_origin(parcel->row.endpoint, sending->origin, sizeof sending->origin) &&
        add_headers(sending) && set_options(sending, length) &&
        curl_multi_add_handle(post->multi, sending->easy) == CURLM_OK)
        return;
    clear(sending);
    finish(post, parcel);
}

/* ---------------------------------------------------------------------- thread */

/* How many are under way to the service of a message. */
static int under_way(const struct post *post, const struct parcel *parcel)
{
    char origin[HOLM_PUSH_ENDPOINT];
    int count = 0;
    if (!push_origin(parcel->row.endpoint, origin, sizeof origin))
        return 0;
    for (int i = 0; i < AT_ONCE; i++)
        count += post->sending[i].parcel && !strcmp(post->sending[i].origin, origin);
    return count;
}

/* The first that waits and may be sent now. */
static struct parcel *next_parcel(struct post *post)
{
    pthread_mutex_lock(&post->lock);
    struct parcel **at = &post->waiting;
    while (*at && under_way(post, *at) >= AT_ONCE_EACH)
        at = &(*at)->next;
    struct parcel *parcel = *at;
    if (parcel && !(*at = parcel->next))
        post->last = at;
    pthread_mutex_unlock(&post->lock);
    return parcel;
}

static void fill(struct post *post)
{
    for (int i = 0; i < AT_ONCE; i++) {
        struct parcel *parcel = post->sending[i].parcel ? NULL : next_parcel(post);
        if (parcel)
            begin(post, &post->sending[i], parcel);
    }
}

static void end_sending(struct sending *sending, CURLcode result)
{
    struct parcel *parcel = sending->parcel;
    struct post *post = (struct post *)sending->post;
    double connected = 0;
    if (result == CURLE_OK) /* else it was cut off, whatever it had said before */
        curl_easy_getinfo(sending->easy, CURLINFO_RESPONSE_CODE, &parcel->status);
    curl_off_t seconds = 0;
    if (!curl_easy_getinfo(sending->easy, CURLINFO_RETRY_AFTER, &seconds) && seconds < 1 << 20)
        parcel->retry_after = (long)seconds;
    parcel->refused = result == CURLE_WRITE_ERROR;
    curl_easy_getinfo(sending->easy, CURLINFO_CONNECT_TIME, &connected);
    parcel->reached = sending->connected || connected > 0;
    clear(sending);
    finish(post, parcel);
}

static bool should_stop(struct post *post)
{
    pthread_mutex_lock(&post->lock);
    const bool stop = post->stop;
    pthread_mutex_unlock(&post->lock);
    return stop;
}

static void *work(void *context)
{
    struct post *post = context;
    CURLMsg *message;
    int running, left;
    while (!should_stop(post)) {
        fill(post);
        curl_multi_perform(post->multi, &running);
        while ((message = curl_multi_info_read(post->multi, &left))) {
            struct sending *sending = NULL;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&sending);
            if (message->msg == CURLMSG_DONE && sending)
                end_sending(sending, message->data.result);
        }
        curl_multi_poll(post->multi, NULL, 0, 60000, NULL); /* or until it is woken */
    }
    for (int i = 0; i < AT_ONCE; i++)
        if (post->sending[i].parcel) {
            free(post->sending[i].parcel);
            clear(&post->sending[i]);
        }
    return NULL;
}

/* ---------------------------------------------------------------- for the loop */

struct post *post_start(struct server *server, const uint8_t secret[HOLM_PUSH_SECRET],
                        const char *trial)
{
    struct post *post = calloc(1, sizeof *post);
    if (!post)
        return NULL;
    post->server = server;
    post->trial = trial;
    post->last = &post->waiting;
    memcpy(post->secret, secret, sizeof post->secret);
    pthread_mutex_init(&post->lock, NULL);
    if (!curl_global_init(CURL_GLOBAL_DEFAULT) && push_point(secret, post->point) &&
        (post->multi = curl_multi_init()) && !pthread_create(&post->thread, NULL, work, post))
        return post;
    curl_multi_cleanup(post->multi);
    free(post);
    return NULL;
}

static void free_all(struct parcel *parcel)
{
    while (parcel) {
        struct parcel *next = parcel->next;
        free(parcel);
        parcel = next;
    }
}

void post_stop(struct post *post)
{
    if (!post)
        return;
    pthread_mutex_lock(&post->lock);
    post->stop = true;
    pthread_mutex_unlock(&post->lock);
    curl_multi_wakeup(post->multi);
    pthread_join(post->thread, NULL);
    free_all(post->waiting);
    free_all(post->done);
    curl_multi_cleanup(post->multi);
    curl_global_cleanup();
    pthread_mutex_destroy(&post->lock);
    sodium_memzero(post->secret, sizeof post->secret);
    free(post);
}

bool post_give(struct post *post, struct parcel *parcel)
{
    pthread_mutex_lock(&post->lock);
    const bool fits = post->count < WAITING_MOST;
    if (fits) {
        post->count++;
        parcel->next = NULL;
        *post->last = parcel;
        post->last = &parcel->next;
    }
    pthread_mutex_unlock(&post->lock);
    if (fits)
        curl_multi_wakeup(post->multi);
    else
        free(parcel);
    return fits;
}

struct parcel *post_take(struct post *post)
{
    pthread_mutex_lock(&post->lock);
    struct parcel *parcel = post->done;
    if (parcel)
        post->done = parcel->next;
    pthread_mutex_unlock(&post->lock);
    return parcel;
}
