/* numbers.c: reads files of numbers line by line. */
#include "bots/numbers.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_MOST = 160, NAME_MOST = 40 };
static const char BLANKS[] = " \t\r";

bool holm_numbers_next(const char **at, double *number)
{
    char *end;
    *at += strspn(*at, BLANKS);
    *number = strtod(*at, &end);
    const bool fine = end != *at && (!*end || strchr(BLANKS, *end)) && *number > -1e6 &&
                      *number < 1e6; /* which also refuses what is no number */
    *at = end;
    return fine;
}

bool holm_numbers_end(const char *at)
{
    return !at[strspn(at, BLANKS)];
}

static bool read_line(const char *at, int line, holm_numbers_take *take, void *numbers,
                      struct holm_trouble *trouble)
{
    char name[NAME_MOST + 1];
    at += strspn(at, BLANKS);
    const size_t length = strcspn(at, BLANKS);
    if (!length)
        return true;
    if (length > NAME_MOST)
        return holm_trouble(trouble, line, "no name is as long as '%.*s...'", NAME_MOST, at);
    memcpy(name, at, length);
    name[length] = '\0';
    return take(numbers, name, at + length, line, trouble);
}

bool holm_numbers_read(const char *text, holm_numbers_take *take, void *numbers,
                       struct holm_trouble *trouble)
{
    char buffer[LINE_MOST];
    for (int line = 1; *text; line++) {
        const size_t length = strcspn(text, "\n"), used = strcspn(text, "#\n");
        if (used >= sizeof buffer)
            return holm_trouble(trouble, line, "the line is too long");
        memcpy(buffer, text, used);
        buffer[used] = '\0';
        if (!read_line(buffer, line, take, numbers, trouble))
            return false;
        text += length + (text[length] == '\n');
    }
    return true;
}
