/* message.h: what a client may say on its WebSocket, read strictly. Knows no sockets, so that the
 * fuzzer can feed it. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include <jansson.h>
#include <stdint.h>

#include "text/fair.h"
#include "text/writer.h"

enum message_type {
    MESSAGE_HELLO,
    MESSAGE_ACT,
    MESSAGE_CHAT,
    MESSAGE_HISTORY,
    MESSAGE_CHAIR,
    MESSAGE_REMOVE,
    MESSAGE_START,
    MESSAGE_LEAVE,
    MESSAGE_BACK,
    MESSAGE_MUTE,
    MESSAGE_PACE,
    MESSAGE_REMATCH,
    MESSAGE_PING,
    MESSAGE_PLEDGE,
    MESSAGE_REVEAL,
    MESSAGE_SEAL,
    MESSAGE_RESIGN,
    MESSAGE_PROPOSE,
    MESSAGE_ANSWER,
    MESSAGE_RESUME,
    MESSAGE_READY,
    MESSAGE_LOOK,
    MESSAGE_DEVICE,
    MESSAGE_REPORT,
    MESSAGE_DISMISS,
    MESSAGE_TYPES
};
extern const char *const message_type_names[MESSAGE_TYPES];

enum proposal_kind {
#define PROPOSAL(NAME, ...) PROPOSE_##NAME,
#include "server/proposals.def"
#undef PROPOSAL
    PROPOSALS
};
extern const char *const proposal_names[PROPOSALS];

/* What somebody wants to be known by: 0, or the number of a colour (as holm_seat_names) or a mark
 * and 1. The engine knows seats alone; whoever shows a game shows a seat so. */
struct look {
    uint8_t colour, mark;
};
enum { MARKS = 14 };
extern const char *const mark_names[MARKS];

/* A place of the board that is pointed at: corners and edges have the same names. */
enum place_kind { PLACE_HEX, PLACE_CORNER, PLACE_EDGE, PLACE_KINDS };
extern const char *const place_kind_names[PLACE_KINDS];

/* The pointers lead into `json`, which message_free gives back. */
struct message {
    enum message_type type;
    json_t *json;
    const char *table, *token; /* token NULL: watches */
    int seq; /* -1: none */
    int id, from, chair, round; /* chair -1: none was named */
    int kind, proposal; /* kind: enum proposal_kind */
    struct holm_share share; /* what there is of pledge, key, entropy and signature */
    const json_t *action;
    bool has_signature;
    const char *text, *set;
    const char *place; /* NULL: none */
    int place_kind; /* enum place_kind */
    int heard; /* of the chat, so far; -1: that is not said */
    bool on; /* or yes */
    bool changes; /* of the view, with the history */
    double factor;
    struct look look;
};

bool message_read(const char *text, struct message *message, struct holm_trouble *trouble);
void message_free(struct message *message);
/* "colour" and "mark", each of which may be null or missing. */
bool message_look(const json_t *json, struct look *look, struct holm_trouble *trouble);
/* Characters of a text in UTF-8, or -1 where it holds control characters. */
int message_characters(const char *text);

#endif
