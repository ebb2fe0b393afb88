/* writer.h: text into a buffer of the caller's, without allocation. What does not fit is dropped
 * and `full` says so; the text is always terminated. */
#ifndef HOLM_WRITER_H
#define HOLM_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

struct holm_writer {
    char *buffer;
    size_t size, used;
    bool full;
};

struct holm_writer holm_writer(char *buffer, size_t size);
void holm_put_bytes(struct holm_writer *writer, const char *bytes, size_t count);
void holm_put_number(struct holm_writer *writer, long long number);
void holm_put_pair(struct holm_writer *writer, long long one, long long other); /* 1,2 */
void holm_putf(struct holm_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Inline, because a message is made of hundreds of these, and most texts have a known length. */
static inline void holm_put(struct holm_writer *writer, const char *text)
{
    holm_put_bytes(writer, text, strlen(text));
}

static inline void holm_put_char(struct holm_writer *writer, char c)
{
    if (writer->used + 1 >= writer->size) {
        writer->full = true;
        return;
    }
    writer->buffer[writer->used++] = c;
    writer->buffer[writer->used] = '\0';
}

/* Where and why reading failed. */
struct holm_trouble {
    int line; /* from 1; 0: not in a particular line */
    int error; /* enum holm_error: the engine's reason; 0: none of its own */
    const char *option; /* of the rules, whose value is refused; "name": a name; or NULL */
    char text[200]; /* one sentence */
    char at[16]; /* the hex, corner or edge of a map, as in notation.md; or "" */
};
/* Fills a trouble and returns false, so that readers can `return holm_trouble(...)`. */
bool holm_trouble(struct holm_trouble *trouble, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Adds to such a sentence what programs go by; the option is NULL, "name" or one of
 * holm_options. Returns false, too. */
bool holm_trouble_because(struct holm_trouble *trouble, int error, const char *option);
/* And the place: a hex, with the direction of a corner or an edge, or "". Returns false, too. */
bool holm_trouble_at(struct holm_trouble *trouble, int q, int r, const char *direction);

#ifdef __cplusplus
}
#endif

#endif
