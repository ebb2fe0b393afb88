/* What systemd is told, heard at a socket of our own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/notify.h"

static char folder[] = "/tmp/holm-notify-XXXXXX";
static int64_t now = 1000000000; /* goes on from test to test */

/* A socket with this name, as $NOTIFY_SOCKET has it. */
static int listen_at(const char *name)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const int from = socket(AF_UNIX, SOCK_DGRAM, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", name);
    if (*name == '@')
        address.sun_path[0] = '\0';
    const socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(name));
    assert_int_equal(bind(from, (struct sockaddr *)&address, length), 0);
    setenv("NOTIFY_SOCKET", name, 1);
    return from;
}

static const char *heard(int from)
{
    static char text[64];
    const ssize_t length = recv(from, text, sizeof text - 1, MSG_DONTWAIT);
    text[length < 0 ? 0 : length] = '\0';
    return text;
}

static void forget(int from)
{
    char path[64];
    close(from);
    snprintf(path, sizeof path, "%s/socket", folder);
    unlink(path);
    unsetenv("NOTIFY_SOCKET");
    unsetenv("WATCHDOG_USEC");
    unsetenv("WATCHDOG_PID");
}

static int listen_in_folder(void)
{
    char path[64];
    snprintf(path, sizeof path, "%s/socket", folder);
    return listen_at(path);
}

static void set_number(const char *name, long number)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    setenv(name, text, 1);
}

static void start_and_end_are_told(void **unused)
{
    char name[64];
    (void)unused;
    snprintf(name, sizeof name, "@holm-notify-%d", (int)getpid());
    for (int abstract = 0; abstract < 2; abstract++) {
        const int from = abstract ? listen_at(name) : listen_in_folder();
        notify_ready();
        assert_string_equal(heard(from), "READY=1");
        notify_stopping();
        assert_string_equal(heard(from), "STOPPING=1");
        assert_string_equal(heard(from), "");
        forget(from);
    }
}

static void signs_of_life_are_regular(void **unused)
{
    const int from = listen_in_folder();
    (void)unused;
    set_number("WATCHDOG_USEC", 20000000);
    set_number("WATCHDOG_PID", getpid());
    int64_t latest = now;
    notify_alive(now);
    assert_string_equal(heard(from), "WATCHDOG=1");
    int told = 0;
    for (int64_t end = now + 100000; now < end; now += 10) { /* a busy loop, for 100 s */
        notify_alive(now);
        if (*heard(from)) {
            assert_int_equal(now - latest, 5000);
            latest = now;
            told++;
        }
    }
    assert_in_range(told, 19, 20);
    for (int i = 0; i < 10; i++) { /* an idle one */
        now += 9999;
        notify_alive(now);
        assert_true(now - latest < 15000);
        if (*heard(from))
            latest = now;
    }
    now -= 3600000; /* by the wall clock, set back by an hour */
    notify_alive(now);
    assert_string_equal(heard(from), "WATCHDOG=1");
    forget(from);
}

static void nobody_looks(void **unused)
{
    static const char *const limits[] = { NULL, "", "0", "-5", "soon", "5s" };
    const int from = listen_in_folder();
    (void)unused;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (limits[i])
            setenv("WATCHDOG_USEC", limits[i], 1);
        notify_alive(now += 100000);
        assert_string_equal(heard(from), "");
    }
    set_number("WATCHDOG_USEC", 20000000);
    set_number("WATCHDOG_PID", getppid()); /* another process is watched */
    notify_alive(now += 100000);
    assert_string_equal(heard(from), "");
    setenv("WATCHDOG_PID", "none", 1);
    notify_alive(now += 100000);
    assert_string_equal(heard(from), "");
    unsetenv("WATCHDOG_PID");
    notify_alive(now += 100000);
    assert_string_equal(heard(from), "WATCHDOG=1");
    forget(from);
}

/* No socket, one that is gone, names that are none, one that is full: the server goes on. */
static void nobody_listens(void **unused)
{
    char longest[300];
    const char *const names[] = {
        "", "/", "@", "relative", "/nowhere/at/all", "vsock:2:1", longest
    };
    (void)unused;
    memset(longest, 'x', sizeof longest - 1);
    longest[0] = '/';
    longest[sizeof longest - 1] = '\0';
    unsetenv("NOTIFY_SOCKET");
    notify_ready();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setenv("NOTIFY_SOCKET", names[i], 1);
        notify_ready();
    }
    const int from = listen_in_folder();
    for (int i = 0; i < 10000; i++)
        notify_ready();
    assert_string_equal(heard(from), "READY=1");
    forget(from);
}

static int make_folder(void **unused)
{
    (void)unused;
    return !mkdtemp(folder);
}

static int remove_folder(void **unused)
{
    (void)unused;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_and_end_are_told),
        cmocka_unit_test(signs_of_life_are_regular),
        cmocka_unit_test(nobody_looks),
        cmocka_unit_test(nobody_listens),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
