/* loop.c: the event loop, by libuv: timers, wake-ups from other threads, signals, and what follows
 * every turn. */
#include <stdarg.h>
#include <stdlib.h>

#include "server/checking.h"
#include "server/server.h"

enum { LINES_A_MINUTE = 10, SECOND = 1000 };

void log_line(const char *format, ...)
{
    static struct bucket lines;
    va_list arguments;
    if (!bucket_take(&lines, LINES_A_MINUTE / 60.0f, LINES_A_MINUTE, monotonic_milliseconds()))
        return; /* what goes wrong with one connection goes wrong with thousands */
    va_start(arguments, format);
    fputs("holm serve: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

/* -------------------------------------------------------------------- timers */

static void on_timer(uv_timer_t *handle)
{
    struct timer *timer = handle->data;
    timer->ring(timer);
}

void timer_open(struct server *server, struct timer *timer, void *owner,
                void (*ring)(struct timer *timer))
{
    uv_timer_init(&server->loop, &timer->handle);
    timer->handle.data = timer;
    timer->owner = owner;
    timer->ring = ring;
}

void timer_set(struct timer *timer, int64_t milliseconds)
{
    uv_update_time(timer->handle.loop); /* much may have happened in this turn */
    uv_timer_start(&timer->handle, on_timer, (uint64_t)milliseconds, 0);
}

void timer_stop(struct timer *timer)
{
    uv_timer_stop(&timer->handle);
}

static void on_timer_closed(uv_handle_t *handle)
{
    free(((struct timer *)handle->data)->owner);
}

void timer_close(struct timer *timer)
{
    uv_close((uv_handle_t *)&timer->handle, on_timer_closed);
}

/* --------------------------------------------------------------------- turns */

static void settle(struct server *server)
{
    checking_hear(server);
    workers_collect(server->bots);
    workers_collect(server->replays);
    nodes_collect(server);
    reading_collect(server);
    batch_settle(server);
    push_collect(server);
    server_sweep(server); /* nothing is half written now */
    archiving_step(server);
    folding_settle(server);
}

static void before_waiting(uv_prepare_t *handle)
{
    settle(handle->data);
}

static void after_waiting(uv_check_t *handle)
{
    settle(handle->data);
}

static void on_wake(uv_async_t *handle)
{
    (void)handle; /* what the workers did is looked after at the end of the turn */
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    drain_begin(handle->loop->data);
}

void loop_wake(struct server *server)
{
    uv_async_send(&server->woken);
}

bool loop_open(struct server *server, struct holm_trouble *trouble)
{
    if (uv_loop_init(&server->loop))
        return holm_trouble(trouble, 0, "no event loop can be made: too many files are open");
    server->loop.data = server;
    uv_prepare_init(&server->loop, &server->before_waiting);
    uv_check_init(&server->loop, &server->after_waiting);
    uv_async_init(&server->loop, &server->woken, on_wake);
    uv_signal_init(&server->loop, &server->interrupted);
    uv_signal_init(&server->loop, &server->terminated);
    /* From the very start: who is told to end while it still opens ends well, too. */
    uv_signal_start(&server->interrupted, on_signal, SIGINT);
    uv_signal_start(&server->terminated, on_signal, SIGTERM);
    server->before_waiting.data = server->after_waiting.data = server;
    return true;
}

void loop_run(struct server *server)
{
    uv_prepare_start(&server->before_waiting, before_waiting);
    uv_check_start(&server->after_waiting, after_waiting);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    uv_prepare_stop(&server->before_waiting);
    uv_check_stop(&server->after_waiting);
}

static void close_rest(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void loop_close(struct server *server)
{
    if (!server->loop.data)
        return;
    uv_walk(&server->loop, close_rest, NULL);
    uv_run(&server->loop, UV_RUN_DEFAULT); /* until every handle has said that it is closed */
    uv_loop_close(&server->loop);
}
