/* json.h: the protocol's JSON for rules, maps, states, views, actions, events and errors. Writing
 * goes straight into a buffer; reading goes through values (value.h). docs/protocol.md is the schema in
 * words, text/protocol.schema.json the schema itself. */
#ifndef HOLM_JSON_H
#define HOLM_JSON_H

#include "engine/holm.h"
#include "text/value.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------ whole messages */

void holm_json_string(struct holm_writer *writer, const char *text); /* quoted and escaped */
void holm_json_cards(struct holm_writer *writer, const struct holm_cards *cards);
void holm_json_rules(struct holm_writer *writer, const struct holm_rules *rules);
void holm_json_map(struct holm_writer *writer, const struct holm_map *map); /* a dealt one */
void holm_json_action(struct holm_writer *writer, const struct holm_board *board,
                      const struct holm_action *action);
/* Redacted before by holm_event_for; hidden fields are written as null. */
void holm_json_event(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_event *event);
/* Events whose `n` numbers things with names: JSON and scripts have a word instead. Or NULL. */
struct holm_event_word {
    uint8_t kind, count;
    const char *key;
    const char *const *names;
};
const struct holm_event_word *holm_event_word(int kind);
/* A state or a view: the same form, what a viewer may not know is null. */
void holm_json_state(struct holm_writer *writer, const struct holm_state *state);
/* The same, with where each part of it begins: for whoever compares two of them. */
enum holm_state_part {
    HOLM_PART_TURN,
    HOLM_PART_BANK,
    HOLM_PART_PLAYERS, /* one member, and so are the pieces */
    HOLM_PART_PIECES,
    HOLM_PART_REST,
    HOLM_STATE_PARTS
};
struct holm_state_text {
    bool without_pieces; /* set by the caller, who knows that they are as they were */
    size_t part[HOLM_STATE_PARTS + 1]; /* at its comma; then the last brace */
    size_t player[HOLM_SEATS + 1]; /* the same of each in their list; then behind the last one */
};
void holm_json_state_parts(struct holm_writer *writer, const struct holm_state *state,
                           struct holm_state_text *text);
void holm_json_error(struct holm_writer *writer, int error);
/* The list for a seat: {"actions":[...],"templates":[...]} */
void holm_json_list(struct holm_writer *writer, const struct holm_board *board,
                    const struct holm_list *list);

/* Each fills its last argument but one only when all is well. */
bool holm_json_read_rules(const json_t *json, struct holm_rules *rules,
                          struct holm_trouble *trouble);
/* Which of HOLM_GIVEN_ such rules name, for holm_setup_settle. */
unsigned holm_json_given(const json_t *rules);
bool holm_json_read_map(const json_t *json, struct holm_map *map, struct holm_trouble *trouble);
bool holm_json_read_action(const json_t *json, const struct holm_board *board,
                           struct holm_action *action, struct holm_trouble *trouble);
/* A full position (a state written by holm_json_state); refuses impossible ones. */
bool holm_json_read_state(const json_t *json, const struct holm_board *board,
                          struct holm_state *state, struct holm_trouble *trouble);

/* A position file: {"holm":1,"rules":{...},"map":{...},"state":{...}}; reading it fills all three,
 * and the state points to the board given. */
void holm_json_position(struct holm_writer *writer, const struct holm_state *state);
bool holm_json_read_position(const char *text, struct holm_board *board, struct holm_state *state,
                             struct holm_trouble *trouble);

/* By whose knowledge a position is to be judged: {"known":{"viewer":"red","hands":{"blue":{"ore":2}}}}
 * in its file, which may leave it out. */
struct holm_known {
    uint8_t
        viewer; /* HOLM_EVERYBODY: each seat by its own; HOLM_SPECTATOR: by what lies open to all */
    struct holm_cards hand[HOLM_SEATS]; /* what the viewer knows to be in the others', at least */
};
/* The same, with what is known. */
void holm_json_position_known(struct holm_writer *writer, const struct holm_state *state,
                              const struct holm_known *known);
bool holm_json_read_position_known(const char *text, struct holm_board *board,
                                   struct holm_state *state, struct holm_known *known,
                                   struct holm_trouble *trouble);
/* What the viewer of a position sees of it and knows of the others' hands. */
void holm_known_look(const struct holm_known *known, const struct holm_state *state,
                     struct holm_view *view, struct holm_belief *belief);

/* What one seat sees: {"rules":{...},"map":{...},"view":{...}}, as programs that play are told it; other
 * members are passed over. */
bool holm_json_is_view(const char *text);
bool holm_json_read_view(const char *text, struct holm_board *board, struct holm_view *view,
                         struct holm_trouble *trouble);

/* ------------------------------------------------- parts, for messages around these */

/* Members of an object and items of a list; the comma before them is put where one is needed. */
void holm_json_key(struct holm_writer *writer, const char *key);
void holm_json_next(struct holm_writer *writer);
void holm_json_put_number(struct holm_writer *writer, const char *key, long long number);
void holm_json_put_flag(struct holm_writer *writer, const char *key, bool flag);
void holm_json_put_word(struct holm_writer *writer, const char *key,
                        const char *word); /* or null */
void holm_json_put_seat(struct holm_writer *writer, const char *key, int seat); /* no seat: null */
void holm_json_put_seats(struct holm_writer *writer, const char *key, unsigned seats);
void holm_json_put_cards(struct holm_writer *writer, const char *key,
                         const struct holm_cards *cards);
/* {"knight":2}: counts by name, zeros left out. */
void holm_json_counts(struct holm_writer *writer, const char *const *names, const uint8_t *n,
                      int count);
/* Whether an option is one of these rules, and not of another game. */
bool holm_json_option_of(const struct holm_rules *rules, const struct holm_option *option);
/* Whether an option is true or false rather than a word or a number. */
bool holm_json_is_flag(const struct holm_option *option);

enum { HOLM_JSON_DEPTH = 16, HOLM_JSON_MAX = 131072 }; /* nesting and bytes that are read */

/* A text to a value (the caller's, to holm_value_free), or NULL and the trouble. */
json_t *holm_json_load(const char *text, struct holm_trouble *trouble);
/* An object with no keys but these (the last one NULL). */
bool holm_json_only(const json_t *object, const char *what, const char *const *keys,
                    struct holm_trouble *trouble);
/* A member of an object, of the right type and in range, or false and the trouble. */
bool holm_json_get_number(const json_t *object, const char *key, int low, int high, int *number,
                          struct holm_trouble *trouble);
bool holm_json_get_flag(const json_t *object, const char *key, bool *flag,
                        struct holm_trouble *trouble);
bool holm_json_get_word(const json_t *object, const char *key, const char *const *names, int count,
                        int *word, struct holm_trouble *trouble);
bool holm_json_get_text(const json_t *object, const char *key, const char **text,
                        struct holm_trouble *trouble);
bool holm_json_get_list(const json_t *object, const char *key, int low, int high,
                        const json_t **list, struct holm_trouble *trouble);
/* A seat; null: HOLM_NONE. */
bool holm_json_get_seat(const json_t *object, const char *key, uint8_t *seat,
                        struct holm_trouble *trouble);
bool holm_json_get_seats(const json_t *object, const char *key, uint8_t *seats,
                         struct holm_trouble *trouble);
bool holm_json_get_dice(const json_t *object, const char *key, uint8_t dice[2],
                        struct holm_trouble *trouble);
bool holm_json_get_cards(const json_t *object, const char *key, struct holm_cards *cards,
                         struct holm_trouble *trouble);
bool holm_json_get_counts(const json_t *object, const char *key, const char *const *names,
                          uint8_t *n, int count, struct holm_trouble *trouble);

#ifdef __cplusplus
}
#endif

#endif
