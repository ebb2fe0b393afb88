/* figures.h: what is worth counting in a game for each seat: how kind the dice were, where it
 * started, and whether its person was there. It is counted line by line, as the game is played or
 * replayed. */
#ifndef HOLM_FIGURES_H
#define HOLM_FIGURES_H

#include "engine/holm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HOLM_LUCK_UNIT = 1000 }; /* parts of a card */

struct holm_seat_figures {
    int claimed; /* cards that the dice gave its buildings */
    int expected; /* cards that they would have given on average, in parts of HOLM_LUCK_UNIT */
    uint8_t
        opening[HOLM_RESOURCES]; /* hexes of each kind around its buildings before the first roll */
    int absent; /* actions in a row that a bot did for its person, up to now */
};

struct holm_figures {
    int rolls; /* of turns, by dice that were thrown */
    bool opened; /* the first of them is counted */
    struct holm_seat_figures seat[HOLM_SEATS];
};

/* Counts an action that was applied: the states before and after it, how many outcomes it drew, and
 * whether a bot did it in place of a person. */
void holm_figures_note(struct holm_figures *figures, const struct holm_state *before,
                       const struct holm_state *after, const struct holm_action *action, int drawn,
                       bool in_place);

#ifdef __cplusplus
}
#endif

#endif
