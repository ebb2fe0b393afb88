/* actions.c: the tables of the kinds of action, made of the rows of kinds.def. */
#include "engine/engine.h"

/* The short words of the rows: fields, groups, and the steps as a set of bits. */
enum {
    NOTHING = 0,
    HEX = HOLM_F_HEX,
    CORNER = HOLM_F_CORNER,
    EDGE = HOLM_F_EDGE,
    TARGET = HOLM_F_TARGET,
    SEATS = HOLM_F_SEATS,
    CARD = HOLM_F_CARD,
    GIVE = HOLM_F_GIVE,
    TAKE = HOLM_F_TAKE,
    TO = HOLM_F_TO,
    TRACK = HOLM_F_TRACK,
    PROGRESS = HOLM_F_PROGRESS,
    RANK = HOLM_F_RANK,
    DICE = HOLM_F_DICE,
    CHOICE = HOLM_F_CHOICE,
    TO_EDGE = HOLM_F_TO_EDGE,
    WONDER = HOLM_F_WONDER,
    NOBODY = HOLM_F_NOBODY,
    FRAME = HOLM_F_FRAME,
    DRAWS_ROLL = HOLM_F_DRAWS_ROLL,
    DRAWS_DIE = HOLM_F_DRAWS_DIE,
    DRAWS_CARD = HOLM_F_DRAWS_CARD,
    DRAWS_DEVELOPMENT = HOLM_F_DRAWS_DEVELOPMENT,
    DRAWS_PROGRESS = HOLM_F_DRAWS_PROGRESS,
    DRAWS_PORT = HOLM_F_DRAWS_PORT,
    DRAWS_FOUND = HOLM_F_DRAWS_FOUND
};
enum {
    TRADE = HOLM_G_TRADE,
    DEVELOPMENT_CARD = HOLM_G_DEVELOPMENT_CARD,
    PROGRESS_CARD = HOLM_G_PROGRESS_CARD,
    ANSWER = HOLM_G_ANSWER,
    LATE = HOLM_G_LATE,
    QUIET = HOLM_G_QUIET,
    KNIGHTS = HOLM_G_KNIGHTS,
    SEA = HOLM_G_SEA,
    UNDOABLE = HOLM_G_UNDOABLE,
    ACT = HOLM_G_ACT,
    OF_WONDERS = HOLM_G_WONDER,
    TOKEN = HOLM_G_TOKEN,
    NEUTRAL = HOLM_G_NEUTRAL
};
_Static_assert(HOLM_STEP_KINDS <= 64, "steps are bits of a word");
#define AT(step)      (1ull << HOLM_STEP_##step)
#define CARD_TIME     (AT(ROLL) | AT(ACTIONS))
#define BUILDING_TIME (AT(ACTIONS) | AT(SPECIAL_BUILD))
#define ANY_TIME      (~0ull)

#define STEP(NAME, name, asks, flags, ...) | ((flags)&DECLINABLE ? AT(NAME) : 0)
enum {
    DECLINABLE_STEPS = 0
#include "engine/steps.def"
};

const struct holm_kind_info holm_kind_info[HOLM_KINDS] = {
    [HOLM_NO_ACTION] = { "none", NOTHING, PLAIN },
#define KIND(NAME, name, stem, fields, groups, steps) [HOLM_DO_##NAME] = { name, fields, groups },
#include "engine/kinds.def"
};

const struct kind_row kind_rows[HOLM_KINDS] = {
#define KIND(NAME, name, stem, fields, groups, steps)                                              \
    [HOLM_DO_##NAME] = { check_##stem, apply_##stem, steps, groups },
#include "engine/kinds.def"
};
