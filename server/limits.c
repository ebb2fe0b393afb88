/* limits.c: how much one address and one socket may ask for. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

bool address_text(const struct sockaddr *peer, char *text, size_t size)
{
    const void *address = peer->sa_family == AF_INET6
                              ? (const void *)&((const struct sockaddr_in6 *)peer)->sin6_addr
                              : &((const struct sockaddr_in *)peer)->sin_addr;
    return inet_ntop(peer->sa_family, address, text, (socklen_t)size);
}

/* Behind a proxy everybody comes from one address. */
bool socket_welcome(const struct server *server, const struct address *address)
{
    const long each = server->settings.connections_each;
    return !each || server->settings.behind_proxy || address->sockets < 2 * each;
}
