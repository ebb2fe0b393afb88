/* load_http.c: the few plain HTTP requests that `holm load` makes, one after the other. */
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/load_cmd.h"

enum { ANSWER_MAX = 1 << 16 };

int load_connect(const char *host, int port)
{
    char service[16];
    struct addrinfo wanted = { .ai_socktype = SOCK_STREAM }, *found, *at;
    int file = -1;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &wanted, &found))
        return -1;
    for (at = found; at && file < 0; at = at->ai_next) {
        file = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
        if (file >= 0 && connect(file, at->ai_addr, at->ai_addrlen)) {
            close(file);
            file = -1;
        }
    }
    freeaddrinfo(found);
    return file;
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length) {
        const ssize_t sent = send(file, text, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        text += sent;
        length -= (size_t)sent;
    }
    return true;
}

/* The body of the answer (to be freed), or NULL. */
char *load_request(const char *host, int port, const char *method, const char *path,
                   const char *body)
{
    char head[512], *answer = malloc(ANSWER_MAX + 1), *content = NULL;
    size_t used = 0;
    const int file = answer ? load_connect(host, port) : -1;
    snprintf(head, sizeof head,
             "%s %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n",
             method, path, host, port, strlen(body));
    if (file >= 0 && write_all(file, head, strlen(head)) && write_all(file, body, strlen(body))) {
        ssize_t got;
        while (used < ANSWER_MAX && (got = recv(file, answer + used, ANSWER_MAX - used, 0)) > 0)
            used += (size_t)got;
        answer[used] = '\0';
        content = strstr(answer, "\r\n\r\n");
    }
    if (file >= 0)
        close(file);
    char *copy = content ? strdup(content + 4) : NULL;
    free(answer);
    return copy;
}

/* A string member of a flat answer. */
bool load_member(const char *answer, const char *key, char *value, size_t size)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
    const char *at = answer ? strstr(answer, quoted) : NULL;
    if (!at)
        return false;
    at += strlen(quoted);
    const size_t length = strcspn(at, "\"");
    if (length >= size)
        return false;
    memcpy(value, at, length);
    value[length] = '\0';
    return true;
}

long load_server_bytes(const char *host, int port)
{
    static const char name[] = "\nholm_resident_bytes ";
    char *answer = load_request(host, port, "GET", "/metrics", "");
    const char *at = answer ? strstr(answer, name) : NULL;
    const long bytes = at ? atol(at + strlen(name)) : 0;
    free(answer);
    return bytes;
}
