/* source.h: where the board of a game comes from, before the deal: the name of a map, or the whole
 * text of a map file, where the host brought one. A name has no line feed, and such a text always
 * has some. In logs and terms: "base-4", or {"text":"map my-island\nplayers 3-4\n..."}. */
#ifndef HOLM_SOURCE_H
#define HOLM_SOURCE_H

#include "engine/holm.h"
#include "text/value.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HOLM_SOURCE_MAX = 4096 }; /* bytes as JSON, and so those of the text with its end */

bool holm_source_is_map(const char *source);
/* A map as a source, written as maps are. False: it is too large to be carried along. */
bool holm_source_write(const struct holm_map *map, char source[HOLM_SOURCE_MAX],
                       struct holm_trouble *trouble);
/* The member "source" of an object. */
void holm_source_put(struct holm_writer *writer, const char *source);
bool holm_source_read(const json_t *object, char source[HOLM_SOURCE_MAX],
                      struct holm_trouble *trouble);
/* Its map: a built-in one, or the one that it holds. Opens no files. */
bool holm_source_find(const char *source, struct holm_map *map, struct holm_trouble *trouble);

#ifdef __cplusplus
}
#endif

#endif
