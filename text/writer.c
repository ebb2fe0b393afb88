/* writer.c: text into a buffer of the caller's, and troubles told in one sentence. */
#include "text/writer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct holm_writer holm_writer(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct holm_writer){ .buffer = buffer, .size = size, .full = size == 0 };
}

/* Room for text before the terminating zero. */
static size_t room(const struct holm_writer *writer)
{
    return writer->size > writer->used ? writer->size - writer->used - 1 : 0;
}

void holm_put_bytes(struct holm_writer *writer, const char *bytes, size_t count)
{
    size_t fits = room(writer);
    if (count > fits) {
        writer->full = true;
        count = fits;
    }
    if (count == 0)
        return;
    memcpy(writer->buffer + writer->used, bytes, count);
    writer->used += count;
    writer->buffer[writer->used] = '\0';
}

void holm_put_number(struct holm_writer *writer, long long number)
{
    if (number >= 0 && number < 10) { /* as most are */
        holm_put_char(writer, (char)('0' + number));
        return;
    }
    char digits[24];
    char *const end = digits + sizeof digits, *at = end;
    /* Unsigned, because the smallest number has no positive twin. */
    unsigned long long rest =
        number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        *--at = '-';
    holm_put_bytes(writer, at, (size_t)(end - at));
}

void holm_put_pair(struct holm_writer *writer, long long one, long long other)
{
    holm_put_number(writer, one);
    holm_put_char(writer, ',');
    holm_put_number(writer, other);
}

void holm_putf(struct holm_writer *writer, const char *format, ...)
{
    if (writer->size == 0)
        return;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(writer->buffer + writer->used, room(writer) + 1, format, arguments);
    va_end(arguments);
    if (wanted < 0 || (size_t)wanted > room(writer)) {
        writer->full = true;
        writer->used = writer->size - 1;
        writer->buffer[writer->used] = '\0';
    } else {
        writer->used += (size_t)wanted;
    }
}

bool holm_trouble(struct holm_trouble *trouble, int line, const char *format, ...)
{
    if (!trouble)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trouble->text, sizeof trouble->text, format, arguments);
    va_end(arguments);
    trouble->line = line;
    trouble->error = 0;
    trouble->option = NULL;
    trouble->at[0] = '\0';
    /* What was read may be quoted in it, and that can be any bytes. */
    for (char *at = trouble->text; *at; at++)
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            *at = '?';
    return false;
}

bool holm_trouble_because(struct holm_trouble *trouble, int error, const char *option)
{
    if (trouble) {
        trouble->error = error;
        trouble->option = option;
    }
    return false;
}

bool holm_trouble_at(struct holm_trouble *trouble, int q, int r, const char *direction)
{
    if (trouble)
        snprintf(trouble->at, sizeof trouble->at, "%d,%d%s", q, r, direction);
    return false;
}
