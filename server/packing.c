/* packing.c: answers over HTTP that are long go packed to whoever says that it takes them so. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#include "server/server.h"

enum {
    LEAST = 1400, /* bytes: what fits in one packet gains nothing */
    GZIP_WINDOW = 15 + 16, /* zlib's word for gzip */
    MEMORY = 8,
};

/* As RFC 9110, 12.5.3 has it: names between commas, in any case, each with how much it is liked. */
bool packing_wanted(const char *encodings)
{
    static const char name[] = "gzip";
    const size_t length = strlen(name);
    for (const char *at = encodings; at && *at; at += strcspn(at, ",")) {
        at += strspn(at, ", \t");
        if (strncasecmp(at, name, length) || !strchr(" \t;,", at[length]))
            continue;
        at += length + strspn(at + length, " \t;");
        return strncasecmp(at, "q=", 2) || atof(at + 2) > 0;
    }
    return false;
}

void *packing_make(const void *bytes, size_t length, int level, size_t *packed)
{
    z_stream stream = { 0 };
    if (length < LEAST || length > UINT32_MAX ||
        deflateInit2(&stream, level, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const size_t most = deflateBound(&stream, length);
    void *room = malloc(most);
    stream.next_in = (void *)bytes;
    stream.avail_in = (uInt)length;
    stream.next_out = room;
    stream.avail_out = (uInt)most;
    const bool fine = room && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    *packed = most - stream.avail_out;
    deflateEnd(&stream);
    void *less = fine ? realloc(room, *packed) : NULL;
    if (!fine)
        free(room);
    return less ? less : fine ? room : NULL;
}
