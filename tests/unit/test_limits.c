/* test_limits.c: what counts against the limits: addresses, queues, and who makes room. */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "server/server.h"

/* A server with nobody at it, and the usual limits. */
static struct server *new_server(void)
{
    struct server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    limits_usual(server->settings.limit);
    return server;
}

static void free_server(struct server *server)
{
    addresses_sweep(server, true);
    free(server);
}

/* ------------------------------------------------------------------ addresses */

static void check_peer(int family, const char *address)
{
    struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
    struct sockaddr_in four = { .sin_family = AF_INET };
    char text[INET6_ADDRSTRLEN];
    void *bytes = family == AF_INET ? (void *)&four.sin_addr : &six.sin6_addr;
    const void *peer = family == AF_INET ? (const void *)&four : &six;
    assert_int_equal(inet_pton(family, address, bytes), 1);
    assert_true(address_text(peer, text, sizeof text));
    assert_string_equal(text, address);
}

static void peers_have_addresses(void **unused)
{
    const struct sockaddr other = { .sa_family = AF_UNIX };
    char text[INET6_ADDRSTRLEN];
    (void)unused;
    check_peer(AF_INET, "192.0.2.7");
    check_peer(AF_INET6, "2001:db8::7");
    assert_false(address_text(&other, text, sizeof text));
}

static void a_network_is_one_client(void **unused)
{
    struct server *server = new_server();
    (void)unused;
    struct address *home = address_find(server, "2001:db8:1:2::1");
    assert_ptr_equal(address_find(server, "2001:db8:1:2:ffff::9"), home);
    assert_ptr_not_equal(address_find(server, "2001:db8:1:3::1"), home);
    assert_ptr_equal(address_find(server, "::ffff:192.0.2.7"), address_find(server, "192.0.2.7"));
    assert_int_not_equal(home->key, address_find(server, "192.0.2.7")->key);
    free_server(server);
}

static void idle_addresses_are_forgotten(void **unused)
{
    enum { HOURS = 3 * 3600 * 1000 };
    struct server *server = new_server();
    (void)unused;
    for (int i = 0; i < 4; i++) {
        const char *const names[] = { "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4" };
        struct address *address = address_find(server, names[i]);
        address->requests.at = 1;
        address->used -= i ? HOURS : 0; /* the first one was just here */
        address->connections = i == 1;
        address->sockets = i == 2;
    }
    addresses_sweep(server, false);
    assert_int_equal(address_find(server, "192.0.2.1")->requests.at, 1);
    assert_int_equal(address_find(server, "192.0.2.2")->requests.at, 1);
    assert_int_equal(address_find(server, "192.0.2.3")->requests.at, 1);
    assert_int_equal(address_find(server, "192.0.2.4")->requests.at, 0);
    free_server(server);
}

static void behind_a_proxy_all_come_from_one(void **unused)
{
    struct server *server = new_server();
    struct address *address = address_find(server, "127.0.0.1");
    (void)unused;
    assert_true(socket_welcome(server, address));
    address->sockets = (int)server->settings.limit[HOLM_LIMIT_SOCKETS_EACH];
    assert_false(socket_welcome(server, address));
    assert_int_equal(server->metrics.limited[HOLM_LIMIT_SOCKETS_EACH], 1);
    server->settings.behind_proxy = true;
    assert_true(socket_welcome(server, address));
    free_server(server);
}

static void what_is_used_is_told(void **unused)
{
    struct server *server = new_server();
    struct address *address = address_find(server, "192.0.2.1");
    (void)unused;
    address_find(server, "192.0.2.2")->connections = 2;
    address->connections = 3;
    address->sockets = 4;
    address->watching = 6;
    limit_half_begin(server, address);
    assert_true(limit_queue(server, address, 1000));
    server->connections = 8;
    server->tables = 9;
    assert_int_equal(limit_used(server, HOLM_LIMIT_CONNECTIONS), 8);
    assert_int_equal(limit_used(server, HOLM_LIMIT_TABLES), 9);
    assert_int_equal(limit_used(server, HOLM_LIMIT_HALF_REQUESTS), 1);
    assert_int_equal(limit_used(server, HOLM_LIMIT_UNSENT_ALL), 1000);
    assert_int_equal(limit_used(server, HOLM_LIMIT_CONNECTIONS_EACH), 3);
    assert_int_equal(limit_used(server, HOLM_LIMIT_SOCKETS_EACH), 7);
    assert_int_equal(limit_used(server, HOLM_LIMIT_HALF_REQUESTS_EACH), 1);
    assert_int_equal(limit_used(server, HOLM_LIMIT_SPECTATORS_EACH), 6);
    assert_int_equal(limit_used(server, HOLM_LIMIT_UNSENT_EACH), 1000);
    assert_int_equal(limit_used(server, HOLM_LIMIT_MESSAGES), -1); /* a rate */
    limit_half_end(server, address);
    assert_int_equal(limit_used(server, HOLM_LIMIT_HALF_REQUESTS), 0);
    free_server(server);
}

/* What is written for an address is owed until it has had the time for it, and not forgotten. */
static void what_is_written_is_owed(void **unused)
{
    struct server *server = new_server();
    struct address *address = address_find(server, "192.0.2.1");
    struct table table = { .server = server, .owner = address->key };
    const int64_t hour = 3600 * 1000;
    static char line[1 << 20];
    int refusal = -1;
    (void)unused;
    memset(line, 'x', sizeof line - 1);
    server->settings.limit[HOLM_LIMIT_DISK] = 0; /* there is no store */
    server->settings.limit[HOLM_LIMIT_DISK_EACH] = 4;
    for (int i = 0; i < 10; i++)
        disk_wrote(&table, line);
    assert_int_equal(limit_used(server, HOLM_LIMIT_DISK_EACH), 10);
    assert_false(disk_allows(server, address, &refusal));
    assert_int_equal(refusal, REFUSE_MUCH_WRITTEN);
    assert_int_equal(server->metrics.limited[HOLM_LIMIT_DISK_EACH], 1);
    assert_true(disk_allows(server, address_find(server, "192.0.2.2"), &refusal));
    address->written_at -= hour;
    assert_int_equal(disk_owed(server, address), 6);
    disk_wrote(&table, line);
    assert_int_equal(disk_owed(server, address), 7);
    address->used -= 3 * hour; /* long enough for all else to be forgotten */
    addresses_sweep(server, false);
    assert_ptr_equal(address_with(server, table.owner), address);
    address->written_at -= hour;
    assert_true(disk_allows(server, address, &refusal));
    address->written_at -= hour;
    assert_int_equal(disk_owed(server, address), 0);
    addresses_sweep(server, false);
    assert_null(address_with(server, table.owner));
    disk_wrote(&table, line); /* its address is not known any more */
    address = address_find(server, "192.0.2.2");
    table.owner = address->key;
    server->settings.limit[HOLM_LIMIT_DISK_EACH] = 0;
    disk_wrote(&table, line);
    assert_int_equal(disk_owed(server, address), 0);
    free_server(server);
}

static void no_limit_is_no_limit(void **unused)
{
    struct server *server = new_server();
    struct bucket bucket = { 0 };
    (void)unused;
    server->settings.limit[HOLM_LIMIT_TABLES] = 0;
    assert_true(limit_allows(server, HOLM_LIMIT_TABLES, 1000000));
    server->settings.limit[HOLM_LIMIT_TABLES_EACH] = 0;
    for (int i = 0; i < 1000; i++)
        assert_true(limit_take(server, HOLM_LIMIT_TABLES_EACH, &bucket));
    server->settings.limit[HOLM_LIMIT_CHATS] = 1; /* a minute: one may still be said at once */
    assert_true(limit_take(server, HOLM_LIMIT_CHATS, &bucket));
    assert_false(limit_take(server, HOLM_LIMIT_CHATS, &bucket));
    assert_int_equal(server->metrics.limited[HOLM_LIMIT_CHATS], 1);
    free_server(server);
}

/* --------------------------------------------------------------------- queues */

enum { READERS = 3 };

struct crowd {
    struct server *server;
    struct table table;
    struct connection at[READERS];
};

/* Three who read at one table, and do not take anything. */
static struct crowd *new_crowd(void)
{
    struct crowd *crowd = calloc(1, sizeof *crowd);
    assert_non_null(crowd);
    crowd->server = new_server();
    crowd->server->table[0] = &crowd->table;
    for (int i = 0; i < READERS; i++) {
        crowd->at[i].server = crowd->server;
        crowd->at[i].address = address_find(crowd->server, i ? "192.0.2.1" : "192.0.2.2");
        crowd->at[i].next = crowd->table.connections;
        crowd->table.connections = &crowd->at[i];
    }
    return crowd;
}

static void free_crowd(struct crowd *crowd)
{
    for (int i = 0; i < READERS; i++)
        queue_free(&crowd->at[i]);
    assert_int_equal(crowd->server->unsent, 0);
    free_server(crowd->server);
    free(crowd);
}

static char bytes[400 << 10];

static void queues_have_a_bound(void **unused)
{
    struct crowd *crowd = new_crowd();
    struct connection *one = &crowd->at[0];
    (void)unused;
    crowd->server->settings.limit[HOLM_LIMIT_UNSENT] = 2 * sizeof bytes;
    memset(bytes, 'a', sizeof bytes);
    assert_true(queue_add(one, bytes, sizeof bytes));
    assert_true(queue_add(one, bytes, sizeof bytes));
    assert_false(queue_add(one, bytes, 1));
    assert_int_equal(crowd->server->metrics.limited[HOLM_LIMIT_UNSENT], 1);
    one->held = one->used;
    one->start = sizeof bytes; /* half of it has gone: what is left moves up */
    assert_true(queue_add(one, "end", 3));
    assert_int_equal(one->start, 0);
    assert_int_equal(one->used, sizeof bytes + 3);
    assert_memory_equal(one->queue + one->used - 4, "aend", 4);
    assert_int_equal(crowd->server->unsent, 2 * sizeof bytes);
    free_crowd(crowd);
}

static void an_address_has_a_bound(void **unused)
{
    struct crowd *crowd = new_crowd();
    (void)unused;
    crowd->server->settings.limit[HOLM_LIMIT_UNSENT_EACH] = sizeof bytes + 10;
    assert_true(queue_add(&crowd->at[1], bytes, sizeof bytes));
    assert_false(queue_add(&crowd->at[2], bytes, 11)); /* of the same address */
    assert_true(queue_add(&crowd->at[0], bytes, 11));
    assert_int_equal(crowd->server->metrics.limited[HOLM_LIMIT_UNSENT_EACH], 1);
    free_crowd(crowd);
}

static void what_never_happened_is_not_sent(void **unused)
{
    struct crowd *crowd = new_crowd();
    (void)unused;
    for (int i = 0; i < READERS; i++) {
        assert_true(queue_add(&crowd->at[i], "stored", 6));
        crowd->at[i].held = crowd->at[i].used;
        assert_true(queue_add(&crowd->at[i], "refused", 7));
        crowd->at[i].table = i ? &crowd->table : NULL;
    }
    connections_revoke(crowd->server); /* no table has failed */
    assert_int_equal(crowd->at[1].used, 13);
    crowd->table.refused = true;
    connections_revoke(crowd->server);
    assert_int_equal(crowd->at[0].used, 13); /* at no table */
    assert_int_equal(crowd->at[1].used, 6);
    assert_int_equal(crowd->at[2].used, 6);
    connection_unmark(&crowd->at[1]);
    connection_unmark(&crowd->at[1]); /* once is enough, twice does no harm */
    assert_false(crowd->at[1].dirty);
    assert_true(crowd->at[0].dirty && crowd->at[2].dirty);
    free_crowd(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peers_have_addresses),
        cmocka_unit_test(a_network_is_one_client),
        cmocka_unit_test(idle_addresses_are_forgotten),
        cmocka_unit_test(behind_a_proxy_all_come_from_one),
        cmocka_unit_test(what_is_used_is_told),
        cmocka_unit_test(what_is_written_is_owed),
        cmocka_unit_test(no_limit_is_no_limit),
        cmocka_unit_test(queues_have_a_bound),
        cmocka_unit_test(an_address_has_a_bound),
        cmocka_unit_test(what_never_happened_is_not_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
