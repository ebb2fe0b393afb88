/* limits.c: how much one address and one socket may ask for. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "server/server.h"

enum { IDLE_MILLISECONDS = 2 * 3600 * 1000 }; /* longer than any bucket takes to fill */

static unsigned bucket_of(const char *text)
{
    unsigned hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash % ADDRESS_BUCKETS;
}

/* Whoever has one IPv6 address has the 2^64 others of the same network too. */
void address_network(const char *text, char *network, size_t size)
{
    static const uint8_t mapped[12] = { [10] = 0xFF, [11] = 0xFF };
    uint8_t bytes[16];
    if (inet_pton(AF_INET6, text, bytes) != 1) {
        snprintf(network, size, "%s", text);
        return;
    }
    if (!memcmp(bytes, mapped, sizeof mapped)) { /* an IPv4 address in disguise */
        inet_ntop(AF_INET, bytes + 12, network, (socklen_t)size);
        return;
    }
    memset(bytes + 8, 0, 8);
    inet_ntop(AF_INET6, bytes, network, (socklen_t)size);
}

struct address *address_find(struct server *server, const char *client)
{
    char text[48];
    address_network(client, text, sizeof text);
    struct address **bucket = &server->address[bucket_of(text)];
    for (struct address *at = *bucket; at; at = at->next)
        if (!strcmp(at->text, text)) {
            at->used = now_milliseconds();
            return at;
        }
    struct address *address = calloc(1, sizeof *address);
    if (!address)
        return NULL;
    snprintf(address->text, sizeof address->text, "%s", text);
    address->used = now_milliseconds();
    address->next = *bucket;
    *bucket = address;
    return address;
}

void addresses_sweep(struct server *server, bool all)
{
    const int64_t old = now_milliseconds() - IDLE_MILLISECONDS;
    for (int i = 0; i < ADDRESS_BUCKETS; i++)
        for (struct address **at = &server->address[i]; *at;) {
            struct address *address = *at;
            const bool idle = !address->connections && !address->sockets && address->used < old;
            if (all || idle) {
                *at = address->next;
                free(address);
            } else {
                at = &address->next;
            }
        }
}

/* A tenth of the usual rate. */
bool address_take_heavy(const struct server *server, struct address *address)
{
    const float rate = (float)server->settings.request_rate / 10;
    return bucket_take(&address->heavy, rate, 15 * rate, now_milliseconds());
}

bool bucket_take(struct bucket *bucket, float rate, float most, int64_t now)
{
    if (!bucket->at)
        bucket->level = most;
    else if (now > bucket->at) /* a clock may be set back */
        bucket->level += (float)(now - bucket->at) / 1000 * rate;
    bucket->at = now;
    if (bucket->level > most)
        bucket->level = most;
    if (bucket->level < 1)
        return false;
    bucket->level -= 1;
    return true;
}

/* ------------------------------------------------------------------- sockets */

enum { SPARE_FILES = 8 }; /* for the database and what else must go on */

/* The last few files are not given away: without one, nobody could even be turned off. */
static bool files_left(int file)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) || (rlim_t)file + SPARE_FILES < limit.rlim_cur;
}

static bool peer_of(int file, char *text, size_t size)
{
    struct sockaddr_storage peer;
    socklen_t length = sizeof peer;
    const void *address = &((struct sockaddr_in *)&peer)->sin_addr;
    if (getpeername(file, (struct sockaddr *)&peer, &length))
        return false;
    if (peer.ss_family == AF_INET6)
        address = &((struct sockaddr_in6 *)&peer)->sin6_addr;
    return inet_ntop(peer.ss_family, address, text, (socklen_t)size);
}

bool socket_welcome(struct server *server, int file)
{
    char text[48];
    const long each = server->settings.connections_each;
    if (!files_left(file))
        return false;
    if (!each || server->settings.behind_proxy || !peer_of(file, text, sizeof text))
        return true;
    const struct address *address = address_find(server, text);
    return address && address->sockets < 2 * each; /* a page needs some besides its WebSocket */
}

void socket_opened(struct server *server, struct lws *wsi)
{
    char text[64] = "";
    struct address *address;
    lws_get_peer_simple(wsi, text, sizeof text);
    address = address_find(server, text);
    if (!address)
        return;
    address->sockets++;
    lws_set_opaque_user_data(wsi, address);
}

void socket_closed(struct lws *wsi)
{
    struct address *address = lws_get_opaque_user_data(wsi);
    if (address)
        address->sockets--;
    lws_set_opaque_user_data(wsi, NULL);
}

/* --------------------------------------------------------------------- owners */

uint64_t address_key(const struct address *address)
{
    uint64_t hash = 1469598103934665603u;
    for (const char *at = address->text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    return hash ? hash : 1;
}
