/* checking.h: signed actions that were heard, and wait for the end of what the loop reads. */
#ifndef SERVER_CHECKING_H
#define SERVER_CHECKING_H

#include "server/message.h"
#include "text/chain.h"

struct checking;
struct connection;
struct server;

/* A signature, and all that it depends on. */
struct check {
    uint8_t key[HOLM_KEY_BYTES], head[HOLM_HASH_BYTES], signature[HOLM_SIGNATURE_BYTES];
    char text[HOLM_ACTION_TEXT_MAX];
    enum { CHECK_OPEN, CHECK_TAKEN, CHECK_GOOD, CHECK_BAD, CHECK_OVER } verdict;
};

/* Where there is no second core, or no thread, nothing waits. */
void checking_start(struct server *server);
void checking_stop(struct server *server);
/* An action that is heard when all has been read; its message is taken over. False: it is heard now. */
bool checking_keep(struct connection *connection, struct message *message, const char *text,
                   size_t length);
/* What was kept is heard: of different connections, what is checked first comes first. */
void checking_hear(struct server *server);
void checking_forget(const struct connection *connection); /* which ends */
/* By the thread, if it has come so far; else now. */
bool check_signature(const struct check *check, const uint8_t *key, const uint8_t *head,
                     const char *text, const uint8_t *signature);

#endif
