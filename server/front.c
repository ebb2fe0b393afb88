/* front.c: where the server listens: libmicrohttpd within the event loop, and the connections that
 * speak HTTP with their time limits. */
#include "server/http.h"

#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    POOL_BYTES = 16384, /* for the head of a request, and of its answer */
    IDLE_SECONDS = 30, /* without a byte, whatever it is at */
    WAITING_MOST = 512, /* connections that the system holds for us */
    SPARE_FILES = 32, /* for the database and what else must go on */
    PEM_MOST = 1 << 20,
};

struct visitor *front_visitor(struct MHD_Connection *connection)
{
    return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

int64_t front_now(const struct front *front)
{
    return (int64_t)uv_now(&front->server->loop);
}

/* ------------------------------------------------------------------- visitors */

static void end_visit(struct visitor *visitor)
{
    shutdown(visitor->file, SHUT_RDWR); /* libmicrohttpd notices, and closes it */
    visitor->deadline = INT64_MAX;
}

/* Whoever has been asking longest, from one address or (NULL) from any, makes room. */
static void make_room(struct front *front, const struct address *address)
{
    for (struct visitor *at = front->visitor.newer; at != &front->visitor; at = at->newer)
        if (at->asking && at->deadline != INT64_MAX && (!address || at->address == address)) {
            end_visit(at);
            return;
        }
}

void visitor_asks(struct visitor *visitor, bool asking)
{
    struct server *server = visitor->front->server;
    if (visitor->asking == asking)
        return;
    visitor->asking = asking;
    if (asking)
        limit_half_begin(server, visitor->address);
    else
        limit_half_end(server, visitor->address);
}

bool visitor_holds(struct visitor *visitor, struct address *address, size_t bytes)
{
    if (!limit_queue(visitor->front->server, address, (long)bytes))
        return false;
    visitor->holder = address;
    visitor->held += (long)bytes;
    return true;
}

/* In all it counts once, however many take it. */
bool visitor_takes(struct visitor *visitor, struct address *address, struct screening *screening)
{
    struct item *item = screening->item;
    const long length = (long)item->length;
    if (!limit_share(visitor->front->server, address, length, item->takers ? 0 : length))
        return false;
    item->takers++;
    visitor->holder = address;
    visitor->taking = screening;
    return true;
}

static void stop_taking(struct visitor *visitor)
{
    struct item *item = visitor->taking->item;
    const long length = (long)item->length;
    item->takers--;
    limit_share(visitor->front->server, visitor->holder, -length, item->takers ? 0 : -length);
    visitor->taking = NULL;
}

void visitor_lets_go(struct visitor *visitor)
{
    if (visitor->held)
        limit_queue(visitor->front->server, visitor->holder, -visitor->held);
    if (visitor->taking)
        stop_taking(visitor);
    visitor->held = 0;
}

/* The bytes of a body or an answer go when libmicrohttpd has noticed, those of a worker at once. */
static void give_up(struct visitor *visitor)
{
    struct screening *taken = visitor->taking;
    end_visit(visitor);
    visitor_lets_go(visitor);
    if (taken)
        screening_give_up(taken);
    visitor->front->server->metrics.dropped++;
}

/* What is held for one visitor, and a share of what others take as well. */
static long weight(const struct visitor *visitor)
{
    const struct item *item = visitor->taking ? visitor->taking->item : NULL;
    return visitor->held + (item ? (long)item->length / item->takers : 0);
}

bool http_shed(struct server *server, long least)
{
    struct front *front = server->front;
    struct visitor *most = NULL;
    if (!front) /* it is closed already */
        return false;
    for (struct visitor *at = front->visitor.newer; at != &front->visitor; at = at->newer)
        if (weight(at) >= least && (!most || weight(at) > weight(most)))
            most = at;
    if (!most)
        return false;
    give_up(most);
    return true;
}

bool http_shed_taker(struct server *server, long least)
{
    struct front *front = server->front;
    struct visitor *most = NULL;
    if (!front)
        return false;
    for (struct visitor *at = front->visitor.newer; at != &front->visitor; at = at->newer)
        if (at->taking && at->holder->unsent > least &&
            (!most || at->holder->unsent > most->holder->unsent))
            most = at;
    if (!most)
        return false;
    give_up(most);
    return true;
}

static void limit_halves(struct front *front, const struct address *address)
{
    struct server *server = front->server;
    if (!limit_allows(server, HOLM_LIMIT_HALF_REQUESTS, server->halves))
        make_room(front, NULL);
    if (!server->settings.behind_proxy &&
        !limit_allows(server, HOLM_LIMIT_HALF_REQUESTS_EACH, address->halves))
        make_room(front, address);
}

/* The last few files are not given away: without one, nobody could even be turned off. */
static bool files_left(const struct front *front)
{
    const int sockets = front->visitors + front->server->connections;
    struct rlimit limit;
    const struct server *server = front->server;
    const int each = server->settings.certificate ? 2 : 1; /* TLS lies behind a pair of sockets */
    const int files = front->visitors + each * server->connections + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) || (rlim_t)files < limit.rlim_cur)
        return limit_allows(front->server, HOLM_LIMIT_SOCKETS, sockets);
    limit_refused(front->server, HOLM_LIMIT_SOCKETS);
    return false;
}

static enum MHD_Result welcome(void *context, const struct sockaddr *peer, socklen_t size)
{
    struct front *front = context;
    struct server *server = front->server;
    char text[INET6_ADDRSTRLEN];
    (void)size;
    if (!address_text(peer, text, sizeof text) || !files_left(front))
        return MHD_NO;
    const struct address *address = address_find(server, text);
    return address && socket_welcome(server, address) ? MHD_YES : MHD_NO;
}

static void come(struct front *front, struct MHD_Connection *connection, void **own)
{
    struct visitor *visitor = calloc(1, sizeof *visitor);
    const struct sockaddr *peer =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)->client_addr;
    const int bytes = KERNEL_BYTES;
    const int file =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    char text[INET6_ADDRSTRLEN] = "";
    address_text(peer, text, sizeof text);
    if (visitor)
        visitor->address = address_find(front->server, text);
    if (!visitor || !visitor->address) { /* there is no memory for anything it may want */
        shutdown(file, SHUT_RDWR);
        free(visitor);
        return;
    }
    setsockopt(file, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    visitor->front = front;
    visitor->file = file;
    visitor->deadline = front_now(front) + ASKING_MILLISECONDS;
    visitor->newer = &front->visitor;
    visitor->older = front->visitor.older;
    visitor->newer->older = visitor->older->newer = visitor;
    visitor->address->sockets++;
    front->visitors++;
    limit_halves(front, visitor->address);
    visitor_asks(visitor, true);
    *own = visitor;
}

static void go(struct visitor *visitor)
{
    visitor->newer->older = visitor->older;
    visitor->older->newer = visitor->newer;
    visitor->address->sockets--;
    visitor_asks(visitor, false);
    visitor_lets_go(visitor);
    visitor->front->visitors--;
    free(visitor);
}

static void come_or_go(void *context, struct MHD_Connection *connection, void **own,
                       enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        come(context, connection, own);
    else if (*own)
        go(*own);
}

/* Whether the rest of a request will never come: libmicrohttpd misses an end that is there together
 * with the last bytes it reads. */
static bool has_hung_up(const struct visitor *visitor)
{
    char byte;
    return visitor->asking && visitor->deadline != INT64_MAX &&
           recv(visitor->file, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

void http_sweep(struct server *server, int64_t now)
{
    struct front *front = server->front;
    for (struct visitor *at = front->visitor.newer; at != &front->visitor; at = at->newer)
        if (at->deadline < now || has_hung_up(at))
            end_visit(at);
}

/* ----------------------------------------------------------------------- loop */

static void run(struct front *front)
{
    MHD_UNSIGNED_LONG_LONG milliseconds;
    front->soon = false;
    MHD_run(front->daemon);
    if (front->soon) /* libmicrohttpd itself would wait */
        timer_set(&front->timer, 0);
    else if (MHD_get_timeout(front->daemon, &milliseconds) == MHD_YES)
        timer_set(&front->timer, (int64_t)milliseconds);
    else
        timer_stop(&front->timer);
}

static void on_ready(uv_poll_t *handle, int status, int events)
{
    (void)status;
    (void)events;
    run(handle->data);
}

static void on_timer(struct timer *timer)
{
    run(timer->owner);
}

void front_run_soon(struct front *front)
{
    front->soon = true;
    timer_set(&front->timer, 0);
}

/* -------------------------------------------------------------------- opening */

static int listen_at(const struct addrinfo *at)
{
    const int on = 1, off = 0;
    const int file =
        socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol);
    if (file < 0)
        return -1;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (at->ai_family == AF_INET6) /* "all addresses" are those of IPv4 too */
        setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (!bind(file, at->ai_addr, at->ai_addrlen) && !listen(file, WAITING_MOST))
        return file;
    close(file);
    return -1;
}

static int listen_on(const char *address, long port)
{
    char service[16];
    const struct addrinfo wanted = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE };
    struct addrinfo *found;
    int file = -1;
    snprintf(service, sizeof service, "%ld", port);
    if (getaddrinfo(address ? address : "::", service, &wanted, &found) &&
        (address || getaddrinfo("0.0.0.0", service, &wanted, &found)))
        return -1;
    for (const struct addrinfo *at = found; at && file < 0; at = at->ai_next)
        file = listen_at(at);
    freeaddrinfo(found);
    return file < 0 && !address ? listen_on("0.0.0.0", port) : file;
}

static int port_of(int file)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    if (getsockname(file, (struct sockaddr *)&own, &size))
        return 0;
    return ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                           : ((struct sockaddr_in *)&own)->sin_port);
}

static char *read_pem(const char *path, struct holm_trouble *trouble)
{
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(1, PEM_MOST) : NULL;
    if (text && !fread(text, 1, PEM_MOST - 1, file)) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    if (!text)
        holm_trouble(trouble, 0, "%s cannot be read", path);
    return text;
}

/* What goes wrong with a visitor's bytes is the visitor's business. */
static void say_nothing(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

static struct MHD_Daemon *start_daemon(struct front *front, int file, char *certificate, char *key)
{
    const unsigned tls = certificate ? MHD_USE_TLS : 0;
    struct MHD_OptionItem options[] = {
        { MHD_OPTION_LISTEN_SOCKET, file, NULL },
        { MHD_OPTION_CONNECTION_LIMIT, INT32_MAX, NULL },
        { MHD_OPTION_CONNECTION_TIMEOUT, IDLE_SECONDS, NULL },
        { MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL },
        { MHD_OPTION_CONNECTION_MEMORY_LIMIT, POOL_BYTES, NULL },
        { MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)front_done, front },
        { MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)come_or_go, front },
        { MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)front_line, front },
        { MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)say_nothing, NULL },
        { certificate ? MHD_OPTION_HTTPS_MEM_CERT : MHD_OPTION_END, 0, certificate },
        { MHD_OPTION_HTTPS_MEM_KEY, 0, key },
        { MHD_OPTION_HTTPS_PRIORITIES, 0, "NORMAL:-VERS-TLS1.0:-VERS-TLS1.1" },
        { MHD_OPTION_END, 0, NULL },
    };
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG | tls, 0,
        welcome, front, front_request, front, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static bool start(struct front *front, int file, struct holm_trouble *trouble)
{
    const struct holm_serve_settings *settings = &front->server->settings;
    char *certificate = NULL, *key = NULL;
    if (settings->certificate && (!(certificate = read_pem(settings->certificate, trouble)) ||
                                  !(key = read_pem(settings->key, trouble)))) {
        free(certificate);
        return false;
    }
    front->daemon = start_daemon(front, file, certificate, key);
    free(certificate);
    free(key);
    return front->daemon ||
           holm_trouble(trouble, 0,
                        settings->certificate ? "the certificate and the key do not serve for TLS"
                                              : "no connections can be taken");
}

bool http_open(struct server *server, struct holm_trouble *trouble)
{
    const struct holm_serve_settings *settings = &server->settings;
    struct front *front = calloc(1, sizeof *front);
    if (!front)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    front->server = server;
    front->visitor.newer = front->visitor.older = &front->visitor;
    const int file = listen_on(settings->bind, settings->port);
    if (file < 0) {
        free(front);
        return holm_trouble(trouble, 0,
                            "cannot listen on %s, port %ld: it is taken, or no address of this "
                            "machine",
                            settings->bind ? settings->bind : "all addresses", settings->port);
    }
    front->port = port_of(file);
    if (!start(front, file, trouble)) {
        close(file);
        free(front);
        return false;
    }
    server->front = front;
    timer_open(server, &front->timer, front, on_timer);
    uv_poll_init(&server->loop, &front->poll,
                 MHD_get_daemon_info(front->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd);
    front->poll.data = front;
    uv_poll_start(&front->poll, UV_READABLE, on_ready);
    return true;
}

int http_port(const struct server *server)
{
    return server->front->port;
}

void http_pause(struct server *server)
{
    struct front *front = server->front;
    if (!front)
        return;
    front->paused = true;
    uv_poll_stop(&front->poll);
    timer_stop(&front->timer);
}

int http_visitors(const struct server *server)
{
    return server->front->visitors;
}

/* The front goes when the loop has let go of both, in whichever order. */
static void let_go(struct front *front)
{
    if (!--front->handles)
        free(front);
}

static void on_poll_closed(uv_handle_t *handle)
{
    let_go(handle->data);
}

static void on_timer_closed(uv_handle_t *handle)
{
    let_go(((struct timer *)handle->data)->owner);
}

void http_close(struct server *server)
{
    struct front *front = server->front;
    if (!front)
        return;
    for (struct visitor *at = front->visitor.newer; at != &front->visitor; at = at->newer)
        if (at->exchange)
            http_resume(at->exchange); /* libmicrohttpd does not stop while anybody is suspended */
    MHD_stop_daemon(front->daemon);
    server->front = NULL;
    front->handles = 2;
    uv_close((uv_handle_t *)&front->poll, on_poll_closed);
    uv_close((uv_handle_t *)&front->timer.handle, on_timer_closed);
}
