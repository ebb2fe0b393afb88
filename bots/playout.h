/* playout.h: games played on quickly, by the same preferences in all seats: for searches and tuning. */
#ifndef HOLM_PLAYOUT_H
#define HOLM_PLAYOUT_H

#include "bots/bots.h"
#include "bots/preferences.h"

struct holm_playout {
    struct holm_view table; /* greedy play looks at nothing that a seat may not know */
    const struct holm_preferences *preferences;
    struct holm_chance chance;
    bool quiet; /* nobody makes offers */
    struct holm_bot bots[HOLM_SEATS];
    struct holm_list list;
};

void holm_playout_start(struct holm_playout *playout, const struct holm_preferences *preferences,
                        const struct holm_state *state, const struct holm_chance *chance);
/* One action of whoever is asked. */
void holm_playout_step(struct holm_playout *playout);
/* Plays until the turn of that number begins, or the game is over. */
void holm_playout_run(struct holm_playout *playout, int turn);

#endif
