/* playout.h: games played on quickly, by greedy in all seats: for searches and for tuning. */
#ifndef HOLM_PLAYOUT_H
#define HOLM_PLAYOUT_H

#include "bots/bots.h"

struct holm_playout {
    struct holm_view table; /* greedy looks at nothing that a seat may not know */
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_list list;
    bool trades;    /* among each other */
    uint64_t nodes; /* positions looked at so far */
};

void holm_playout_start(struct holm_playout *playout, const struct holm_state *state,
                        const struct holm_chance *chance, bool trades);
/* One action of whoever is asked. */
void holm_playout_step(struct holm_playout *playout);
/* Plays until so many more turns have begun, or the game is over. */
void holm_playout_run(struct holm_playout *playout, int turns);

#endif
