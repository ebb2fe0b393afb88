/* text.c: logs as one text in memory, line by line. */
#include <stdlib.h>
#include <string.h>

#include "local/game.h"

bool text_add(struct text *text, const char *line)
{
    const size_t length = strlen(line);
    if (text->used + length + 2 > text->room) {
        const size_t room = 2 * (text->used + length + 2);
        char *more = realloc(text->bytes, room);
        if (!more)
            return false;
        text->bytes = more;
        text->room = room;
    }
    memcpy(text->bytes + text->used, line, length);
    text->used += length;
    text->bytes[text->used++] = '\n';
    text->bytes[text->used] = '\0';
    return true;
}
