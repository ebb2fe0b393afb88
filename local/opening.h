/* opening.h: what a game is to be played on: rules, and a map that is dealt by them. */
#ifndef LOCAL_OPENING_H
#define LOCAL_OPENING_H

#include "text/source.h"

struct opening {
    struct holm_rules rules;
    struct holm_map map; /* before the deal */
    bool own; /* somebody brought it */
    char source[HOLM_SOURCE_MAX];
};

/* {"rules":{...},"scenario":"fog-islands"}, or with "map":{"text":"map my-island\n..."} in its
 * place, or with neither. */
bool opening_read(const json_t *json, struct opening *opening, struct holm_trouble *trouble);
bool opening_deal(const struct opening *opening, struct holm_chance *chance,
                  struct holm_board *board, struct holm_trouble *trouble);

/* Questions: a board that might be dealt, and whether a map can be played. */
bool ask_preview(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);
bool ask_map(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);

#endif
