/* numbers.h: the bots' files of numbers, compiled in: lines `NAME NUMBER...`; `#` opens a comment. */
#ifndef HOLM_NUMBERS_H
#define HOLM_NUMBERS_H

#include "engine/holm.h"
#include "text/writer.h"

struct holm_numbers_file {
    const char *name; /* of the game: "base" */
    const char *text;
};
extern const struct holm_numbers_file holm_preferences_files[HOLM_GAMES];
extern const struct holm_numbers_file holm_weights_files[HOLM_GAMES];

/* Takes in what a line says behind its name, or says what is wrong with it. */
typedef bool holm_numbers_take(void *numbers, const char *name, const char *rest, int line,
                               struct holm_trouble *trouble);
bool holm_numbers_read(const char *text, holm_numbers_take *take, void *numbers,
                       struct holm_trouble *trouble);

/* One number at `*at`, up to the next blank; whether nothing follows it. */
bool holm_numbers_next(const char **at, double *number);
bool holm_numbers_end(const char *at);

#endif
