/* clock_shift.c: preloaded into a server, it lets days pass: the calendar is SHIFT_SECONDS ahead, and as many more
 * as the file named by SHIFT_FILE says, so that a test can set the calendar of a server while it runs. Clocks that
 * only measure (CLOCK_MONOTONIC) stay as they are, as they do on a machine that was off.
 * While the file named by HANG_FILE is there, whoever waits for events, as the server's loop does, hangs.
 * The disk is as slow as the file named by SYNC_FILE says: so many milliseconds for each time that it is waited for;
 * while somebody waits so, there is a file of that name with `.waits` behind it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long read_number(const char *path)
{
    char text[32];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    return atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    const char *shift = getenv("SHIFT_SECONDS"), *path = getenv("SHIFT_FILE");
    if (status || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE))
        return status;
    now->tv_sec += shift ? atol(shift) : 0;
    now->tv_sec += path && *path ? read_number(path) : 0;
    return status;
}

time_t time(time_t *at)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at)
        *at = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone)
{
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

static void hang(void)
{
    const char *path = getenv("HANG_FILE");
    while (path && !access(path, F_OK))
        usleep(10000);
}

static void wait_for_disk(void)
{
    const char *path = getenv("SYNC_FILE");
    const long milliseconds = path && *path ? read_number(path) : 0;
    char waits[PATH_MAX];
    if (!milliseconds)
        return;
    snprintf(waits, sizeof waits, "%s.waits", path);
    close(open(waits, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    usleep((useconds_t)milliseconds * 1000);
    unlink(waits);
}

int fsync(int file)
{
    wait_for_disk();
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    wait_for_disk();
    return (int)syscall(SYS_fdatasync, file);
}

int epoll_pwait(int file, struct epoll_event *events, int most, int timeout, const sigset_t *mask)
{
    hang();
    return (int)syscall(SYS_epoll_pwait, file, events, most, timeout, mask, _NSIG / 8);
}

int epoll_wait(int file, struct epoll_event *events, int most, int timeout)
{
    return epoll_pwait(file, events, most, timeout, NULL);
}
