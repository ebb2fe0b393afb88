/* json_map.h: maps as JSON, shared by the files that write and read them and nobody else.
 *     json_write.c json_read.c  hexes, harbours, robber: what every map has
 *     json_scenario.c           what scenarios add; left out where a map has none of it */
#ifndef HOLM_JSON_MAP_H
#define HOLM_JSON_MAP_H

#include "text/json.h"

/* "0,2" or "0,2NE" in quotes: a map has no topology yet, so a place is named by the hex it was
 * given by. */
void holm_json_map_place(struct holm_writer *writer, const struct holm_map *map, int hex,
                         const char *part);
/* The same of a map whose hexes have been read; `parts` are the names of corners or sides, or NULL
 * for the hex itself. */
bool holm_json_read_map_place(const json_t *value, const char *key, const struct holm_map *map,
                              const char *const *parts, uint8_t *hex, uint8_t *part,
                              struct holm_trouble *trouble);

/* The keys of the members, one after the other; NULL: there are no more. */
const char *holm_scenario_key(int i);
void holm_json_scenario(struct holm_writer *writer, const struct holm_map *map);
bool holm_json_read_scenario(const json_t *json, struct holm_map *map,
                             struct holm_trouble *trouble);

/* Lists of small numbers: the bits of a set, and as many of each as a counter says. */
void holm_json_put_bits(struct holm_writer *writer, const char *key, unsigned bits);
bool holm_json_get_bits(const json_t *object, const char *key, int high, unsigned *bits,
                        struct holm_trouble *trouble);
void holm_json_put_discs(struct holm_writer *writer, const char *key, const uint8_t discs[13]);
bool holm_json_get_discs(const json_t *object, const char *key, uint8_t discs[13],
                         struct holm_trouble *trouble);

#endif
