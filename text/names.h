/* names.h: what people call things: cards, levels, pieces and awards by edition and language, and
 * what each progress card does, in our own words. For programs there are the names of notation.h.
 *
 * An edition that never appeared in a language gets names of the same spirit. What has no name
 * (an unknown edition, a card out of range) is "?". */
#ifndef HOLM_NAMES_H
#define HOLM_NAMES_H

#include "engine/holm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum holm_language { HOLM_ENGLISH, HOLM_SPANISH, HOLM_LANGUAGES };

/* Awards, and figures that are nobody's piece. */
enum holm_title {
    HOLM_TITLE_ROUTE,
    HOLM_TITLE_ARMY,
    HOLM_TITLE_DEFENDER,
    HOLM_TITLE_MERCHANT,
    HOLM_TITLE_ROBBER,
    HOLM_TITLE_BARBARIANS,
    HOLM_TITLES
};

const char *holm_title(int edition, int language, int title);
const char *holm_piece_title(int edition, int language, int piece);
const char *holm_track_title(int language, int track);
/* A city improvement; level 0 is a city without any. */
const char *holm_level_title(int edition, int language, int track, int level);
const char *holm_progress_title(int edition, int language, int progress);
/* One or two sentences; where editions differ, what most of them say. */
const char *holm_progress_text(int language, int progress);

#ifdef __cplusplus
}
#endif

#endif
