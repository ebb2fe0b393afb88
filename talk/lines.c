/* lines.c: the lines of a text in memory, such as a log. */
#include <string.h>

#include "talk/talk.h"

int text_next(void *context, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble)
{
    struct text_reader *reader = context;
    const size_t length = strcspn(reader->at, "\r\n");
    if (!*reader->at)
        return 0;
    if (length > HOLM_LOG_LINE_MAX) {
        holm_trouble(trouble, 0, "a line of the log is longer than %d bytes", HOLM_LOG_LINE_MAX);
        return -1;
    }
    memcpy(line, reader->at, length);
    line[length] = '\0';
    reader->at += length;
    reader->at += strspn(reader->at, "\r");
    reader->at += *reader->at == '\n';
    return 1;
}
