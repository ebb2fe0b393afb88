/* push_place.c: where push messages may go. Whoever subscribes names the address that the server
 * is to call, so it must not lead into the network of the host. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/push.h"

/* Networks that are not the public internet (the registries of IANA for special purposes). */
static const struct {
    const char *network;
    int bits;
} reserved4[] = {
    { "0.0.0.0", 8 },       { "10.0.0.0", 8 },      { "100.64.0.0", 10 },  { "127.0.0.0", 8 },
    { "169.254.0.0", 16 },  { "172.16.0.0", 12 },   { "192.0.0.0", 24 },   { "192.0.2.0", 24 },
    { "192.88.99.0", 24 },  { "192.168.0.0", 16 },  { "198.18.0.0", 15 },  { "198.51.100.0", 24 },
    { "203.0.113.0", 24 },  { "224.0.0.0", 3 },
},
  /* Of IPv6 only 2000::/3 is in use, and in that these are not for everybody, or lead elsewhere. */
  reserved6[] = {
    { "2001::", 23 }, { "2001:db8::", 32 }, { "2002::", 16 }, { "3fff::", 20 },
};

static bool lies_in(const uint8_t *address, const uint8_t *network, int bits)
{
    const int whole = bits / 8, rest = bits % 8;
    return !memcmp(address, network, (size_t)whole) &&
           (!rest || !((address[whole] ^ network[whole]) >> (8 - rest)));
}

static bool is_public4(const uint8_t address[4])
{
    uint8_t network[4];
    for (size_t i = 0; i < sizeof reserved4 / sizeof *reserved4; i++)
        if (inet_pton(AF_INET, reserved4[i].network, network) != 1 ||
            lies_in(address, network, reserved4[i].bits))
            return false;
    return true;
}

static bool is_public6(const uint8_t address[16])
{
    /* IPv4 in other clothes: mapped, and translated (NAT64). */
    static const uint8_t mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255 },
                         translated[12] = { 0, 0x64, 0xff, 0x9b };
    uint8_t network[16];
    if (!memcmp(address, mapped, 12) || !memcmp(address, translated, 12))
        return is_public4(address + 12);
    if (address[0] >> 5 != 1)
        return false;
    for (size_t i = 0; i < sizeof reserved6 / sizeof *reserved6; i++)
        if (inet_pton(AF_INET6, reserved6[i].network, network) != 1 ||
            lies_in(address, network, reserved6[i].bits))
            return false;
    return true;
}

bool push_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return is_public4((const uint8_t *)&((const struct sockaddr_in *)address)->sin_addr);
    return address->sa_family == AF_INET6 &&
           is_public6((const uint8_t *)&((const struct sockaddr_in6 *)address)->sin6_addr);
}

/* ----------------------------------------------------------------- addresses */

/* Printable, and nothing that an address must write in another way. */
static bool is_clean(const char *text)
{
    for (; *text; text++)
        if (*text <= ' ' || *text >= 127 || strchr("\"<>\\^`{|}#", *text))
            return false;
    return true;
}

/* ":443" or nothing. */
static bool is_port(const char *text, size_t length)
{
    if (!length)
        return true;
    return text[0] == ':' && length >= 2 && length <= 6 &&
           strspn(text + 1, "0123456789") >= length - 1 && atoi(text + 1) >= 1 &&
           atoi(text + 1) <= 65535;
}

bool push_origin(const char *endpoint, char *origin, size_t size)
{
    static const char scheme[] = "https://";
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    const char *host = endpoint + strlen(scheme);
    if (strncmp(endpoint, scheme, strlen(scheme)) || !is_clean(endpoint))
        return false;
    const size_t length = strcspn(host, "/?"), name = strspn(host, letters);
    /* No names and passwords before the host; services have names with dots, not bare numbers. */
    if (name > length || !name || !is_port(host + name, length - name) ||
        !memchr(host, '.', name) || strspn(host, "0123456789.") >= name)
        return false;
    return snprintf(origin, size, "%.*s", (int)(strlen(scheme) + length), endpoint) < (int)size;
}
