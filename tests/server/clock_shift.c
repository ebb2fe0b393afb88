/* clock_shift.c: preloaded into a server, it lets days pass: the calendar is SHIFT_SECONDS ahead, or as many as the
 * file SHIFT_FILE says at the time. Clocks that only measure (CLOCK_MONOTONIC) stay as they are, as they do on a
 * machine that was off, or whose clock is set. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long seconds_ahead(void)
{
    const char *shift = getenv("SHIFT_SECONDS"), *name = getenv("SHIFT_FILE");
    char text[32] = "";
    const int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        if (read(file, text, sizeof text - 1) < 0)
            text[0] = '\0';
        close(file);
    }
    return (shift ? atol(shift) : 0) + atol(text);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (!status && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += seconds_ahead();
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
