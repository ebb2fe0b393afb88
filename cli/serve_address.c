/* serve_address.c: where phones find the server: the addresses of this machine, and a QR code. */
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <stdio.h>
#include <string.h>

#include "cli/serve_address.h"

/* Addresses of home networks come first: others may be tunnels and containers. */
static int rank(uint32_t address, const char *name)
{
    const bool home = address >> 16 == 0xC0A8 || address >> 24 == 10 || (address >> 20 == 0xAC1);
    const bool virtual = !strncmp(name, "docker", 6) || !strncmp(name, "veth", 4) ||
                         !strncmp(name, "br-", 3) || !strncmp(name, "virbr", 5) ||
                         !strncmp(name, "tun", 3);
    return virtual ? 1 : home ? 3 : 2;
}

bool serve_lan_address(char *text, size_t size)
{
    struct ifaddrs *all, *at;
    int best = 0;
    if (getifaddrs(&all))
        return false;
    for (at = all; at; at = at->ifa_next) {
        if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET || at->ifa_flags & IFF_LOOPBACK ||
            !(at->ifa_flags & IFF_UP))
            continue;
        const struct sockaddr_in *address = (const struct sockaddr_in *)(void *)at->ifa_addr;
        const int found = rank(ntohl(address->sin_addr.s_addr), at->ifa_name);
        if (found > best && inet_ntop(AF_INET, &address->sin_addr, text, (socklen_t)size))
            best = found;
    }
    freeifaddrs(all);
    return best > 0;
}

/* Two rows of modules to a line of text, dark on light with a quiet zone around. */
void serve_print_code(const char *text)
{
    enum { QUIET = 2 };
    QRcode *code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);
    if (!code)
        return;
    for (int y = -QUIET; y < code->width + QUIET; y += 2) {
        fputs("  \033[30;107m", stdout);
        for (int x = -QUIET; x < code->width + QUIET; x++) {
            bool dark[2];
            for (int half = 0; half < 2; half++) {
                const int row = y + half;
                dark[half] = x >= 0 && x < code->width && row >= 0 && row < code->width &&
                             code->data[row * code->width + x] & 1;
            }
            fputs(dark[0] ? (dark[1] ? "█" : "▀") : dark[1] ? "▄" : " ", stdout);
        }
        fputs("\033[0m\n", stdout);
    }
    QRcode_free(code);
}
