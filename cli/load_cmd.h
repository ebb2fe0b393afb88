/* load_cmd.h: shared by the files of `holm load`. */
#ifndef CLI_LOAD_CMD_H
#define CLI_LOAD_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOAD_SUBPROTOCOL "holm.2"

/* load_http.c */
/* A socket that is connected, or -1. */
int load_connect(const char *host, int port);
char *load_request(const char *host, int port, const char *method, const char *path,
                   const char *body);
bool load_member(const char *answer, const char *key, char *value, size_t size);
long load_server_bytes(const char *host, int port);

/* load_player.c: what a player says, written into `text`. */
struct load_signer {
    uint8_t entropy[32], key[32], secret_key[64];
    char head[65]; /* of the position seen last, as it was said: few of them are signed */
};
void load_signer_make(struct load_signer *signer);
void load_take_head(struct load_signer *signer, const char *message); /* of position and played */
void load_say_hello(char *text, size_t size, const char *code, const char *token);
void load_say_pledge(char *text, size_t size, const struct load_signer *signer);
/* Answers "round"; false: it is none. */
bool load_say_reveal(char *text, size_t size, const struct load_signer *signer,
                     const char *message);
void load_say_act(char *text, size_t size, const struct load_signer *signer, int id, int seq,
                  const char *action);

#endif
