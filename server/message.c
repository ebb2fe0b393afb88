/* message.c: what a client may say, read strictly: known types, known keys, types and ranges. */
#include "server/message.h"

#include <limits.h>
#include <string.h>

#include "engine/holm.h"
#include "text/fair.h"
#include "text/json.h"
#include "text/notation.h"

/* ORDER: enum message_type */
const char *const message_type_names[MESSAGE_TYPES] = {
    "hello",  "act",    "chat",    "history", "chair",  "remove", "start",   "leave",  "back",
    "mute",   "pace",   "rematch", "ping",    "pledge", "reveal", "seal",    "resign", "propose",
    "answer", "resume", "ready",   "look",    "device", "report", "dismiss",
};

const char *const place_kind_names[PLACE_KINDS] = { "hex", "corner", "edge" };

const char *const proposal_names[PROPOSALS] = {
#define PROPOSAL(NAME, name, ...) name,
#include "server/proposals.def"
#undef PROPOSAL
};

/* The first eight belong to the colours, where nobody chooses another. */
const char *const mark_names[MARKS] = {
    "diamond", "circle", "cross", "triangle", "square", "bars",  "star",
    "ring",    "heart",  "moon",  "leaf",     "anchor", "crown", "drop",
};

enum { CHAT_MOST = 300, MEMBERS = 5, PROTOCOL = 2 };

int message_characters(const char *text)
{
    int count = 0;
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at < 0x20 || *at == 0x7F)
            return -1;
        count += (*at & 0xC0) != 0x80;
    }
    return count;
}

/* --------------------------------------------------------------- each type */

typedef bool read_rest(struct message *message, struct holm_trouble *trouble);

/* A text, or NULL where it is null. */
static bool get_text_or_null(const json_t *json, const char *key, const char **text,
                             struct holm_trouble *trouble)
{
    *text = NULL;
    return json_is_null(json_object_get(json, key)) || holm_json_get_text(json, key, text, trouble);
}

/* An older page is told so, whatever else it says. */
static bool read_hello(struct message *message, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "type", "protocol", "table", "token", "seq", "chat", NULL };
    const json_t *json = message->json, *seq = json_object_get(json, "seq");
    const json_t *chat = json_object_get(json, "chat");
    int protocol;
    if (!holm_json_get_number(json, "protocol", 1, INT_MAX, &protocol, trouble))
        return false;
    if (protocol != PROTOCOL)
        return holm_trouble(trouble, 0, "this server speaks protocol %d; reload the page",
                            PROTOCOL);
    return holm_json_only(json, "hello", keys, trouble) &&
           holm_json_get_text(json, "table", &message->table, trouble) &&
           get_text_or_null(json, "token", &message->token, trouble) &&
           (!seq || json_is_null(seq) ||
            holm_json_get_number(json, "seq", 0, INT_MAX, &message->seq, trouble)) &&
           (!chat || holm_json_get_number(json, "chat", 0, INT_MAX, &message->heard, trouble));
}

static bool get_signature(struct message *message, struct holm_trouble *trouble)
{
    message->has_signature = true;
    return holm_json_get_bytes(message->json, "signature", message->share.signature,
                               HOLM_SIGNATURE_BYTES, trouble);
}

/* A word of somebody who has a key is signed together with the position it is said in. */
static bool read_word(struct message *message, struct holm_trouble *trouble)
{
    const json_t *signature = json_object_get(message->json, "signature");
    return holm_json_get_number(message->json, "seq", 0, INT_MAX, &message->seq, trouble) &&
           (!signature || json_is_null(signature) || get_signature(message, trouble));
}

static bool read_act(struct message *message, struct holm_trouble *trouble)
{
    message->action = json_object_get(message->json, "action");
    return (json_is_object(message->action) ||
            holm_trouble(trouble, 0, "\"action\" is not an object")) &&
           holm_json_get_number(message->json, "id", 0, INT_MAX, &message->id, trouble) &&
           read_word(message, trouble);
}

static bool get_round(struct message *message, struct holm_trouble *trouble)
{
    return holm_json_get_number(message->json, "round", 1, UINT8_MAX, &message->round, trouble);
}

static bool read_pledge(struct message *message, struct holm_trouble *trouble)
{
    struct holm_share *share = &message->share;
    return get_round(message, trouble) &&
           holm_json_get_bytes(message->json, "pledge", share->pledge, HOLM_HASH_BYTES, trouble) &&
           holm_json_get_bytes(message->json, "key", share->key, HOLM_KEY_BYTES, trouble);
}

static bool read_reveal(struct message *message, struct holm_trouble *trouble)
{
    return get_round(message, trouble) &&
           holm_json_get_bytes(message->json, "entropy", message->share.entropy, HOLM_HASH_BYTES,
                               trouble) &&
           get_signature(message, trouble);
}

static bool read_text(struct message *message, struct holm_trouble *trouble)
{
    if (!holm_json_get_text(message->json, "text", &message->text, trouble))
        return false;
    const int count = message_characters(message->text);
    return (count >= 1 && count <= CHAT_MOST) ||
           holm_trouble(trouble, 0, "\"text\" is not 1 to %d characters in one line", CHAT_MOST);
}

static bool read_chat(struct message *message, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "kind", "at", NULL };
    const json_t *place = json_object_get(message->json, "place");
    return read_text(message, trouble) &&
           (!place || (holm_json_only(place, "place", keys, trouble) &&
                       holm_json_get_word(place, "kind", place_kind_names, PLACE_KINDS,
                                          &message->place_kind, trouble) &&
                       holm_json_get_text(place, "at", &message->place, trouble)));
}

static bool read_history(struct message *message, struct holm_trouble *trouble)
{
    const json_t *json = message->json;
    return holm_json_get_number(json, "from", 1, INT_MAX, &message->from, trouble) &&
           (!json_object_get(json, "changes") ||
            holm_json_get_flag(json, "changes", &message->changes, trouble));
}

static bool read_chair_number(struct message *message, struct holm_trouble *trouble)
{
    return holm_json_get_number(message->json, "chair", 0, HOLM_SEATS - 1, &message->chair,
                                trouble);
}

static bool read_report(struct message *message, struct holm_trouble *trouble)
{
    return read_chair_number(message, trouble) && read_text(message, trouble);
}

static bool read_dismiss(struct message *message, struct holm_trouble *trouble)
{
    return holm_json_get_number(message->json, "number", 1, INT_MAX, &message->id, trouble);
}

static bool read_chair(struct message *message, struct holm_trouble *trouble)
{
    return read_chair_number(message, trouble) &&
           holm_json_get_text(message->json, "set", &message->set, trouble);
}

/* What needs no signature may leave the word out. */
static bool read_word_or_none(struct message *message, struct holm_trouble *trouble)
{
    return !json_object_get(message->json, "seq") || read_word(message, trouble);
}

static bool read_propose(struct message *message, struct holm_trouble *trouble)
{
    const json_t *json = message->json, *chair = json_object_get(json, "chair");
    message->chair = -1;
    return holm_json_get_word(json, "kind", proposal_names, PROPOSALS, &message->kind, trouble) &&
           (!chair || json_is_null(chair) || read_chair_number(message, trouble)) &&
           read_word_or_none(message, trouble);
}

static bool read_answer(struct message *message, struct holm_trouble *trouble)
{
    return holm_json_get_number(message->json, "proposal", 1, INT_MAX, &message->proposal,
                                trouble) &&
           holm_json_get_flag(message->json, "yes", &message->on, trouble) &&
           read_word_or_none(message, trouble);
}

static bool read_mute(struct message *message, struct holm_trouble *trouble)
{
    return read_chair_number(message, trouble) &&
           holm_json_get_flag(message->json, "on", &message->on, trouble);
}

static bool read_ready(struct message *message, struct holm_trouble *trouble)
{
    return holm_json_get_flag(message->json, "on", &message->on, trouble);
}

static bool read_pace(struct message *message, struct holm_trouble *trouble)
{
    const json_t *factor = json_object_get(message->json, "factor");
    message->factor = json_number_value(factor);
    return (json_is_number(factor) && message->factor >= 0 && message->factor <= 4) ||
           holm_trouble(trouble, 0, "\"factor\" is not a number from 0 to 4");
}

static bool get_choice(const json_t *json, const char *key, const char *const names[], int count,
                       uint8_t *choice, struct holm_trouble *trouble)
{
    const json_t *given = json_object_get(json, key);
    int found = -1;
    if (given && !json_is_null(given) &&
        !holm_json_get_word(json, key, names, count, &found, trouble))
        return false;
    *choice = (uint8_t)(found + 1);
    return true;
}

bool message_look(const json_t *json, struct look *look, struct holm_trouble *trouble)
{
    return get_choice(json, "colour", holm_seat_names, HOLM_SEATS, &look->colour, trouble) &&
           get_choice(json, "mark", mark_names, MARKS, &look->mark, trouble);
}

static bool read_look(struct message *message, struct holm_trouble *trouble)
{
    return message_look(message->json, &message->look, trouble);
}

/* ------------------------------------------------------------------ reading */

/* ORDER: enum message_type */
static const struct {
    read_rest *read;
    const char *keys[MEMBERS + 1]; /* none: the reader looks after them */
} forms[MESSAGE_TYPES] = {
    { read_hello, { NULL } },
    { read_act, { "type", "id", "seq", "action", "signature" } },
    { read_chat, { "type", "text", "place" } },
    { read_history, { "type", "from", "changes" } },
    { read_chair, { "type", "chair", "set" } },
    { read_chair_number, { "type", "chair" } },
    { NULL, { "type" } },
    { NULL, { "type" } },
    { NULL, { "type" } },
    { read_mute, { "type", "chair", "on" } },
    { read_pace, { "type", "factor" } },
    { NULL, { "type" } },
    { NULL, { "type" } },
    { read_pledge, { "type", "round", "pledge", "key" } },
    { read_reveal, { "type", "round", "entropy", "signature" } },
    { get_signature, { "type", "signature" } },
    { read_word, { "type", "seq", "signature" } },
    { read_propose, { "type", "kind", "chair", "seq", "signature" } },
    { read_answer, { "type", "proposal", "yes", "seq", "signature" } },
    { NULL, { "type" } },
    { read_ready, { "type", "on" } },
    { read_look, { "type", "colour", "mark" } },
    { NULL, { "type" } },
    { read_report, { "type", "chair", "text" } },
    { read_dismiss, { "type", "number" } },
};

static bool read_members(struct message *message, struct holm_trouble *trouble)
{
    int type;
    if (!json_is_object(message->json))
        return holm_trouble(trouble, 0, "a message is an object with a \"type\"");
    if (!holm_json_get_word(message->json, "type", message_type_names, MESSAGE_TYPES, &type,
                            trouble))
        return false;
    message->type = (enum message_type)type;
    return (!forms[type].keys[0] ||
            holm_json_only(message->json, message_type_names[type], forms[type].keys, trouble)) &&
           (!forms[type].read || forms[type].read(message, trouble));
}

bool message_read(const char *text, struct message *message, struct holm_trouble *trouble)
{
    memset(message, 0, sizeof *message);
    message->seq = message->heard = -1;
    message->json = holm_json_load(text, trouble);
    if (!message->json)
        return false;
    if (read_members(message, trouble))
        return true;
    message_free(message);
    return false;
}

void message_free(struct message *message)
{
    json_decref(message->json);
    message->json = NULL;
}
