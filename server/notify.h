/* notify.h: tells systemd how the server is, as a service of Type=notify with a watchdog. Without
 * $NOTIFY_SOCKET nothing is done. All from one thread. */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include <stdint.h>

/* Requests are answered now. */
void notify_ready(void);
/* The loop goes round; the time in milliseconds, by any clock. Says so not more than four times in
 * $WATCHDOG_USEC: called at least twice in that time, it is never late. */
void notify_alive(int64_t now);
/* The server is about to end. */
void notify_stopping(void);

#endif
