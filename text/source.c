/* source.c: where the board of a game comes from: a map by its name, or a whole one. */
#include "text/source.h"

#include <string.h>

#include "text/json.h"
#include "text/maps.h"

enum { NAME_MAX_BYTES = 255 };

bool holm_source_is_map(const char *source)
{
    return strchr(source, '\n') != NULL;
}

bool holm_source_write(const struct holm_map *map, char source[HOLM_SOURCE_MAX],
                       struct holm_trouble *trouble)
{
    char as_json[HOLM_SOURCE_MAX];
    struct holm_writer text = holm_writer(source, HOLM_SOURCE_MAX);
    struct holm_writer json = holm_writer(as_json, sizeof as_json);
    holm_map_write(&text, map);
    holm_json_string(&json, source);
    return (!text.full && !json.full) ||
           holm_trouble(trouble, 0, "the map is too large: its text takes more than %d bytes",
                        HOLM_SOURCE_MAX);
}

void holm_source_put(struct holm_writer *writer, const char *source)
{
    const bool whole = holm_source_is_map(source);
    holm_json_key(writer, "source");
    holm_put(writer, whole ? "{\"text\":" : "");
    holm_json_string(writer, source);
    holm_put(writer, whole ? "}" : "");
}

bool holm_source_read(const json_t *object, char source[HOLM_SOURCE_MAX],
                      struct holm_trouble *trouble)
{
    static const char *const keys[] = { "text", NULL };
    const json_t *given = holm_value_member(object, "source");
    const bool whole = holm_value_is_object(given);
    const size_t most = whole ? HOLM_SOURCE_MAX - 1 : NAME_MAX_BYTES;
    const char *text;
    if (whole ? !holm_json_only(given, "\"source\"", keys, trouble) ||
                    !holm_json_get_text(given, "text", &text, trouble)
              : !holm_json_get_text(object, "source", &text, trouble))
        return false;
    if (strlen(text) > most)
        return holm_trouble(trouble, 0, "\"source\" is longer than %zu bytes", most);
    if (whole != holm_source_is_map(text))
        return holm_trouble(trouble, 0, "\"source\" is neither a name nor a map");
    strcpy(source, text);
    return true;
}

bool holm_source_find(const char *source, struct holm_map *map, struct holm_trouble *trouble)
{
    return holm_source_is_map(source) ? holm_map_read(source, map, trouble)
                                      : holm_map_built_in(source, map, trouble);
}
