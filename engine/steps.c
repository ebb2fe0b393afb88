/* steps.c: the tables of the steps of the agenda, made of the rows of steps.def. */
#include "engine/engine.h"

const char *const holm_step_names[HOLM_STEP_KINDS] = {
    [HOLM_STEP_NONE] = "none",
#define STEP(NAME, name, ...) [HOLM_STEP_##NAME] = name,
#include "engine/steps.def"
};

/* The short words of the rows; flags are in engine.h. */
enum {
    NOBODY = HOLM_ASKS_NOBODY,
    ITSELF = HOLM_ASKS_ITSELF,
    ONE = HOLM_ASKS_ONE,
    ALL = HOLM_ASKS_ALL,
    EACH = HOLM_ASKS_EACH
};
#define PART(part, games, form, key) [HOLM_PART_##part] = { key, HOLM_FORM_##form, games }
#define N(form, key)                 PART(N, 0, form, key)
#define PLACE(form, key)             PART(PLACE, 0, form, key)
#define FIRST(form, key)             PART(FIRST, 0, form, key)
#define SECOND(form, key)            PART(SECOND, 0, form, key)
#define FIRST_IN(game, form, key)    PART(FIRST, HOLM_G_##game, form, key)
#define SECOND_IN(game, form, key)   PART(SECOND, HOLM_G_##game, form, key)

const struct holm_step_info holm_step_info[HOLM_STEP_KINDS] = {
#define STEP(NAME, name, asks, flags, first, list, run, ...)                                       \
    [HOLM_STEP_##NAME] = { asks, ((flags)&SETUP) != 0, { __VA_ARGS__ } },
#include "engine/steps.def"
};

const struct step_row step_rows[HOLM_STEP_KINDS] = {
#define STEP(NAME, name, asks, flags, first, list, run, ...)                                       \
    [HOLM_STEP_##NAME] = { list_##list, run, asks, flags, HOLM_E_##first },
#include "engine/steps.def"
};
