/* maps.h: map files (maps/ and docs/maps.md) read, written, and the ones built in. */
#ifndef HOLM_MAPS_H
#define HOLM_MAPS_H

#include "engine/holm.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A map file's whole text to a map; says what is wrong and where. */
bool holm_map_read(const char *text, struct holm_map *map, struct holm_trouble *trouble);
/* The text of a map file for a map. */
void holm_map_write(struct holm_writer *writer, const struct holm_map *map);

/* The maps of maps/, compiled in. */
struct holm_map_file {
    const char *name; /* "base-4" */
    const char *text;
};
extern const struct holm_map_file holm_map_files[];
extern const int holm_map_file_count;

/* The same of a file, which must be a plain one. */
bool holm_map_from_file(const char *path, struct holm_map *map, struct holm_trouble *trouble);

/* A built-in map by its name. */
bool holm_map_built_in(const char *name, struct holm_map *map, struct holm_trouble *trouble);
/* A map by the name of a built-in one, or by the path of a file. */
bool holm_map_find(const char *name, struct holm_map *map, struct holm_trouble *trouble);
/* The usual map for these rules. */
const char *holm_map_default(const struct holm_rules *rules);

/* The scenarios of Seafarers; their maps are called NAME or, for up to so many players, NAME-N. */
struct holm_scenario {
    const char *name; /* "new-shores" */
    const char *help; /* one line */
};
extern const struct holm_scenario holm_scenarios[];
extern const int holm_scenario_count;

/* The map of a scenario for a number of players. */
bool holm_scenario_find(const char *scenario, int players, struct holm_map *map,
                        struct holm_trouble *trouble);

#ifdef __cplusplus
}
#endif

#endif
