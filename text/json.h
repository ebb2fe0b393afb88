/* json.h: the protocol's JSON for rules, maps, states, views, actions, events and errors. Writing goes
 * straight into a buffer; reading goes through jansson. docs/protocol.md is the schema in words,
 * text/protocol.schema.json the schema itself. */
#ifndef HOLM_JSON_H
#define HOLM_JSON_H

#include <jansson.h>

#include "engine/holm.h"
#include "text/writer.h"

void holm_json_string(struct holm_writer *writer, const char *text); /* quoted and escaped */
void holm_json_cards(struct holm_writer *writer, const struct holm_cards *cards);
void holm_json_rules(struct holm_writer *writer, const struct holm_rules *rules);
void holm_json_map(struct holm_writer *writer, const struct holm_map *map); /* a dealt one */
void holm_json_action(struct holm_writer *writer, const struct holm_board *board,
                      const struct holm_action *action);
/* Redacted before by holm_event_for; hidden fields are written as null. */
void holm_json_event(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_event *event);
/* A state or a view: the same form, what a viewer may not know is null. */
void holm_json_state(struct holm_writer *writer, const struct holm_state *state);
void holm_json_error(struct holm_writer *writer, int error);
/* The list for a seat: {"actions":[...],"templates":[...]} */
void holm_json_list(struct holm_writer *writer, const struct holm_board *board,
                    const struct holm_list *list);

bool holm_json_read_rules(const json_t *json, struct holm_rules *rules,
                          struct holm_trouble *trouble);
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

#endif
