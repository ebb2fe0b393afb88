/* load_cmd.h: shared by the files of `holm load`. */
#ifndef CLI_LOAD_CMD_H
#define CLI_LOAD_CMD_H

#include <stdbool.h>
#include <stddef.h>

#define LOAD_SUBPROTOCOL "holm.1"

/* load_http.c */
/* A socket that is connected, or -1. */
int load_connect(const char *host, int port);
char *load_request(const char *host, int port, const char *method, const char *path,
                   const char *body);
bool load_member(const char *answer, const char *key, char *value, size_t size);
long load_server_bytes(const char *host, int port);

#endif
