/* test_socket.c: the edge from within: WebSockets at the ends of pairs, whose time passes as the
 * test says, and visitors over TCP who come one after the other. */
#include "tests/unit/bench.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/stat.h>

static struct server *server;

static int open_all(void **state)
{
    if (bench_setup(state))
        return -1;
    server = bench_open();
    server->settings.port = 0;
    return 0;
}

static int close_all(void **state)
{
    bench_close(server);
    return bench_teardown(state);
}

static int64_t now(void)
{
    return (int64_t)uv_now(&server->loop);
}

/* ----------------------------------------------------------------- WebSockets */

enum { TEXT = 0x81, BINARY = 0x82, CLOSE = 0x88, PING = 0x89, PONG = 0x8A };

/* A frame as a browser sends it; its mask is 0. */
static void put(const struct bench_line *line, int first, const char *text)
{
    uint8_t frame[256] = { (uint8_t)first, (uint8_t)(0x80 | strlen(text)) };
    memcpy(frame + 6, text, strlen(text));
    assert_int_equal(send(line->far, frame, 6 + strlen(text), MSG_NOSIGNAL), 6 + strlen(text));
}

/* The first byte of what comes next; -1: nothing; 0: the end. */
static int next_byte(const struct bench_line *line)
{
    uint8_t bytes[4096];
    bench_turn(server);
    const ssize_t got = recv(line->far, bytes, sizeof bytes, MSG_DONTWAIT);
    return got > 0 ? bytes[0] : (int)got;
}

static void what_is_said_is_heard(void **unused)
{
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    put(&line, TEXT, "{\"type\":\"ping\"}");
    assert_true(bench_hears(server, &line, "{\"type\":\"pong\"}"));
    put(&line, PING, "hello");
    assert_true(bench_hears(server, &line, "hello"));
    put(&line, TEXT, "");
    assert_true(bench_hears(server, &line, "\"form\""));
    put(&line, PONG, "nobody asked");
    assert_int_equal(next_byte(&line), -1);
    put(&line, BINARY, "bytes");
    assert_int_equal(next_byte(&line), CLOSE);
    put(&line, TEXT, "{\"type\":\"ping\"}"); /* after the goodbye nothing is heard */
    assert_int_equal(next_byte(&line), 0);
    close(line.far);
    bench_turn(server);
    assert_int_equal(server->connections, 0);
}

static void early_bytes_count(void **unused)
{
    static const uint8_t ping[] = { PING, 0x80, 0, 0, 0, 0 };
    int pair[2];
    (void)unused;
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    socket_open(server, address_find(server, "192.0.2.1"), pair[0], NULL, pair[0], ping,
                sizeof ping);
    assert_int_equal(next_byte(&(struct bench_line){ .far = pair[1] }), PONG);
    close(pair[1]);
}

static void frames_without_a_mask_end_it(void **unused)
{
    static const uint8_t frame[] = { TEXT, 2, 'h', 'i' };
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    assert_int_equal(send(line.far, frame, sizeof frame, 0), sizeof frame);
    assert_int_equal(next_byte(&line), CLOSE);
    assert_int_equal(next_byte(&line), 0);
    assert_int_equal(server->connections, 1); /* for the answer to the goodbye */
    sockets_sweep(server, now() + 4000);
    assert_int_equal(server->connections, 0);
    close(line.far);
}

static void who_is_quiet_is_asked_and_then_gone(void **unused)
{
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    const struct bench_line other = bench_connect(server, "192.0.2.2");
    sockets_sweep(server, now() + QUIET_MILLISECONDS - 1000);
    assert_int_equal(next_byte(&line), -1);
    connection_close(other.connection); /* who is to go is not asked */
    sockets_sweep(server, now() + QUIET_MILLISECONDS + 1000);
    assert_int_equal(next_byte(&line), PING);
    sockets_sweep(server, now() + QUIET_MILLISECONDS + 2000);
    assert_int_equal(next_byte(&line), -1); /* once is enough */
    put(&line, PONG, "");
    bench_turn(server);
    sockets_sweep(server, now() + QUIET_MILLISECONDS + 1000);
    assert_int_equal(next_byte(&line), PING); /* it was there, and may be asked again */
    sockets_sweep(server, now() + GONE_MILLISECONDS + 1000);
    bench_turn(server);
    assert_int_equal(server->connections, 0);
    close(line.far);
    close(other.far);
}

static void who_has_no_room_for_a_ping_goes(void **unused)
{
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    server->settings.limit[HOLM_LIMIT_UNSENT] = 1;
    sockets_sweep(server, now() + QUIET_MILLISECONDS + 1000);
    assert_int_equal(server->connections, 0);
    close(line.far);
}

static char page[300 << 10];

/* Reads all there is; how much. */
static size_t swallow(const struct bench_line *line)
{
    static char room[64 << 10];
    size_t sum = 0;
    ssize_t got;
    while ((got = recv(line->far, room, sizeof room, MSG_DONTWAIT)) > 0)
        sum += (size_t)got;
    return sum;
}

static void a_slow_reader_gets_all_of_it(void **unused)
{
    size_t sum = 0;
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    memset(page, 'a', sizeof page);
    for (int i = 0; i < 3; i++)
        connection_send(line.connection, page, sizeof page);
    bench_turn(server);
    assert_true(line.connection->start < line.connection->held); /* the system took a part */
    connection_close(line.connection); /* once all is read */
    bench_turn(server);
    for (int i = 0; i < 1000 && sum < 3 * (sizeof page + 10); i++) {
        sum += swallow(&line);
        bench_turn(server);
    }
    sum += swallow(&line);
    assert_int_equal(sum, 3 * (sizeof page + 10) + 4); /* with a goodbye */
    assert_int_equal(server->unsent, 0);
    close(line.far);
    bench_turn(server);
    assert_int_equal(server->connections, 0);
}

static void who_never_reads_the_end_goes(void **unused)
{
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    for (int i = 0; i < 3; i++)
        connection_send(line.connection, page, sizeof page);
    connection_close(line.connection);
    bench_turn(server);
    sockets_sweep(server, now());
    sockets_sweep(server, now());
    assert_int_equal(server->connections, 1);
    sockets_sweep(server, now() + 4000);
    assert_int_equal(server->connections, 0);
    close(line.far);
}

static void too_much_for_a_queue_ends_it(void **unused)
{
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    server->settings.limit[HOLM_LIMIT_UNSENT] = sizeof page / 2;
    connection_send(line.connection, page, sizeof page);
    assert_true(line.connection->shed);
    connection_send(line.connection, "more", 4);
    bench_turn(server);
    assert_int_equal(server->connections, 0);
    assert_int_equal(server->metrics.dropped, 1);
    close(line.far);
}

static void nobody_is_told_who_has_gone(void **unused)
{
    (void)unused;
    const struct bench_line line = bench_connect(server, "192.0.2.1");
    close(line.far);
    connection_send(line.connection, page, sizeof page);
    batch_settle(server); /* before the loop knows */
    assert_int_equal(server->connections, 0);
    const int file = open(bench_path, O_RDONLY | O_CLOEXEC); /* nothing to wait for */
    socket_open(server, address_find(server, "192.0.2.1"), file, NULL, file, NULL, 0);
    assert_int_equal(server->connections, 0);
    assert_true(fcntl(file, F_GETFD) < 0 && errno == EBADF);
}

/* ------------------------------------------------------------------- visitors */

static int visit(const char *text)
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)http_port(server)) };
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(file >= 0);
    assert_int_equal(connect(file, (struct sockaddr *)&to, sizeof to), 0);
    if (*text)
        assert_int_equal(send(file, text, strlen(text), MSG_NOSIGNAL), strlen(text));
    for (int i = 0; i < 50; i++) {
        bench_turn(server);
        usleep(200);
    }
    return file;
}

/* What a visitor has been told; "" once it was hung up on, NULL while it waits. */
static const char *told_by(int file, int turns)
{
    static char room[1 << 16];
    ssize_t got = -1;
    for (int i = 0; i < turns && got < 0; i++) {
        bench_turn(server);
        usleep(200);
        got = recv(file, room, sizeof room - 1, MSG_DONTWAIT);
        if (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK)
            got = 0;
    }
    room[got > 0 ? got : 0] = '\0';
    return got < 0 ? NULL : room;
}

static void is_gone(int file)
{
    const char *text = told_by(file, 20000);
    assert_true(text && !*text);
}

static void still_waits(int file)
{
    assert_null(told_by(file, 50));
}

static void open_front(void)
{
    struct holm_trouble trouble = { 0 };
    if (!http_open(server, &trouble))
        fail_msg("%s", trouble.text);
}

static void half_requests_make_room_for_others(void **unused)
{
    int file[4];
    (void)unused;
    open_front();
    server->settings.limit[HOLM_LIMIT_HALF_REQUESTS_EACH] = 2;
    for (int i = 0; i < 3; i++)
        file[i] = visit("GET /api/health HTTP/1.1\r\n");
    is_gone(file[0]); /* the oldest one */
    still_waits(file[1]);
    still_waits(file[2]);
    server->settings.limit[HOLM_LIMIT_HALF_REQUESTS_EACH] = 0;
    server->settings.limit[HOLM_LIMIT_HALF_REQUESTS] = 2;
    file[3] = visit("");
    is_gone(file[1]);
    still_waits(file[2]);
    assert_int_equal(limit_used(server, HOLM_LIMIT_HALF_REQUESTS), 2);
    server->settings.behind_proxy = true; /* then all come from one address */
    server->settings.limit[HOLM_LIMIT_HALF_REQUESTS_EACH] = 1;
    server->settings.limit[HOLM_LIMIT_HALF_REQUESTS] = 0;
    const int last = visit("GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(told_by(last, 20000), "200"));
    still_waits(file[2]);
    for (int i = 0; i < 4; i++)
        close(file[i]);
    close(last);
}

static void who_takes_too_long_is_sent_away(void **unused)
{
    (void)unused;
    open_front();
    const int slow = visit("GET /api/health HTTP/1.1\r\n"), silent = visit("");
    const int body = visit("POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
    http_sweep(server, now() + 5000);
    still_waits(slow);
    still_waits(silent);
    still_waits(body);
    http_sweep(server, now() + 11000);
    is_gone(slow);
    is_gone(silent);
    still_waits(body);
    http_sweep(server, now() + 31000);
    is_gone(body);
    http_sweep(server, now() + 31000); /* nobody is left */
    close(slow);
    close(silent);
    close(body);
}

static void too_many_of_an_address_are_turned_off(void **unused)
{
    (void)unused;
    open_front();
    server->settings.limit[HOLM_LIMIT_SOCKETS_EACH] = 1;
    const int first = visit(""), second = visit("");
    is_gone(second);
    still_waits(first);
    close(first);
    close(second);
}

/* ------------------------------------------------------------------- starting */

static void refuses_to_open(const char *why)
{
    struct holm_trouble trouble = { 0 };
    assert_false(http_open(server, &trouble));
    if (!strstr(trouble.text, why))
        fail_msg("not \"%s\" but \"%s\"", why, trouble.text);
}

static void bad_certificates_are_refused(void **unused)
{
    char empty[128], nonsense[128];
    (void)unused;
    snprintf(empty, sizeof empty, "%s/empty", bench_folder);
    snprintf(nonsense, sizeof nonsense, "%s/nonsense", bench_folder);
    close(open(empty, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    FILE *file = fopen(nonsense, "w");
    assert_non_null(file);
    fputs("-----BEGIN CERTIFICATE-----\nnonsense\n", file);
    fclose(file);
    server->settings.certificate = "/nowhere/cert.pem";
    server->settings.key = nonsense;
    refuses_to_open("/nowhere/cert.pem cannot be read");
    server->settings.certificate = empty;
    refuses_to_open("cannot be read");
    server->settings.certificate = nonsense;
    server->settings.key = "/nowhere/key.pem";
    refuses_to_open("/nowhere/key.pem cannot be read");
    server->settings.key = nonsense;
    refuses_to_open("do not serve for TLS");
    unlink(empty);
    unlink(nonsense);
}

static void a_taken_port_is_refused(void **unused)
{
    (void)unused;
    server->settings.bind = NULL; /* all addresses */
    open_front();
    struct front *first = server->front;
    server->settings.port = http_port(server);
    assert_true(server->settings.port > 0);
    refuses_to_open("all addresses");
    server->settings.bind = "127.0.0.1";
    refuses_to_open("127.0.0.1");
    server->settings.bind = "";
    refuses_to_open("cannot listen");
    server->front = first;
}

int main(void)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)
    const struct CMUnitTest tests[] = {
        CASE(what_is_said_is_heard),           CASE(early_bytes_count),
        CASE(frames_without_a_mask_end_it),    CASE(who_is_quiet_is_asked_and_then_gone),
        CASE(who_has_no_room_for_a_ping_goes), CASE(a_slow_reader_gets_all_of_it),
        CASE(who_never_reads_the_end_goes),    CASE(too_much_for_a_queue_ends_it),
        CASE(nobody_is_told_who_has_gone),     CASE(half_requests_make_room_for_others),
        CASE(who_takes_too_long_is_sent_away), CASE(too_many_of_an_address_are_turned_off),
        CASE(bad_certificates_are_refused),    CASE(a_taken_port_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
