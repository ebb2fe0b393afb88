/* presets.h: games as people like to play them, as rows of options; and which options say nothing
 * in a game, given its other options. What a form for a new game needs besides the rules. */
#ifndef HOLM_PRESETS_H
#define HOLM_PRESETS_H

#include "engine/holm.h"
#include "text/names.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

struct holm_preset_option {
    const char *option;
    unsigned value;
};

enum { HOLM_PRESET_OPTIONS = 8 };

struct holm_preset {
    const char *name; /* "duel" */
    const char *title[HOLM_LANGUAGES], *text[HOLM_LANGUAGES];
    uint8_t players; /* 0: as many as one likes */
    const char *seats; /* who sits in the other chairs: "bots", "open", or NULL: whoever did */
    uint8_t pace; /* of bots, in tenths of the usual time; 0: as it was */
    struct holm_preset_option set[HOLM_PRESET_OPTIONS]; /* up to one without a name */
};
extern const struct holm_preset holm_presets[];
extern const int holm_preset_count;

const struct holm_preset *holm_preset_find(const char *name); /* or NULL */
/* Sets the options of a preset in rules for as many players as it has. */
bool holm_preset_apply(const struct holm_preset *preset, struct holm_rules *rules,
                       struct holm_trouble *trouble);

/* When an option says something: for so many players, or where another option has a value. */
struct holm_option_need {
    const char *option;
    uint8_t low, high; /* players; 0: any number */
    const char *other; /* or NULL */
    unsigned value;
};
extern const struct holm_option_need holm_option_needs[];
extern const int holm_option_need_count;

const struct holm_option *holm_option_named(const char *name); /* or NULL */

#ifdef __cplusplus
}
#endif

#endif
