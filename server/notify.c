/* notify.c: sd_notify by hand: a datagram to the socket that systemd names. Nobody waits for it,
 * and what goes wrong goes unsaid: a server that cannot tell how it is can still serve. */
#include "server/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The length of the address, or 0. A name that begins with @ is in no folder: it begins with a zero
 * byte, and only its length says where it ends. */
static socklen_t find_socket(struct sockaddr_un *address)
{
    const char *path = getenv("NOTIFY_SOCKET");
    const size_t length = path ? strlen(path) : 0;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (length < 2 || length >= sizeof address->sun_path || !strchr("/@", *path))
        return 0;
    memcpy(address->sun_path, path, length);
    if (*path == '@')
        address->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

static void tell(const char *what)
{
    struct sockaddr_un address;
    const socklen_t length = find_socket(&address);
    const int to = length ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (to < 0)
        return;
    sendto(to, what, strlen(what), MSG_DONTWAIT | MSG_NOSIGNAL, (const struct sockaddr *)&address,
           length);
    close(to);
}

/* A whole number of the environment, or 0. */
static int64_t environment_number(const char *name)
{
    const char *text = getenv(name);
    char *end;
    const long long number = text ? strtoll(text, &end, 10) : 0;
    return text && *text && !*end && number > 0 ? number : 0;
}

/* Milliseconds after which the process is taken for hung; 0: nobody looks. */
static int64_t watchdog(void)
{
    const int64_t process = environment_number("WATCHDOG_PID");
    const int64_t microseconds = environment_number("WATCHDOG_USEC");
    if (getenv("WATCHDOG_PID") && process != getpid())
        return 0;
    return microseconds && microseconds < 1000 ? 1 : microseconds / 1000;
}

void notify_ready(void)
{
    tell("READY=1");
}

void notify_stopping(void)
{
    tell("STOPPING=1");
}

void notify_alive(int64_t now)
{
    static int64_t latest;
    const int64_t limit = watchdog(), passed = now - latest;
    if (!limit || (passed >= 0 && passed < limit / 4)) /* a clock may be set back */
        return;
    latest = now;
    tell("WATCHDOG=1");
}
