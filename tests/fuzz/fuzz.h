/* fuzz.h: what the fuzz targets share. Each target is one parser or gate of Holm, given bytes that
 * somebody else wrote. Beyond "nothing crashes" each demands what must hold of whatever it accepts.
 */
#ifndef HOLM_FUZZ_H
#define HOLM_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/holm.h"
#include "text/writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the fuzzer with this input as a finding. */
#define fuzz_require(condition, what)                                                              \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_stop(__FILE__, __LINE__, what);                                                   \
    } while (0)
_Noreturn void fuzz_stop(const char *file, int line, const char *what);

/* The bytes as a text with its end; to be freed. */
char *fuzz_text(const uint8_t *data, size_t size);
/* A trouble that says something, in one line. */
void fuzz_check_trouble(const struct holm_trouble *trouble);
/* A board of the base game for four, and a game in its middle. */
const struct holm_board *fuzz_board(void);
const struct holm_state *fuzz_middle_game(void);
/* Whatever was accepted can be played: invariants hold, whoever is asked can do something, and
 * listed actions are taken, for so many actions. */
void fuzz_play(struct holm_state *state, uint64_t seed, int actions);

#endif
