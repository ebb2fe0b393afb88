/* judge.h: what follows from the pieces and cards of a position, worked out again from nothing but
 * the rules: by counting, and by walking every trail. Shares no code with the engine. */
#ifndef HOLM_TEST_JUDGE_H
#define HOLM_TEST_JUDGE_H

#include "engine/holm.h"

/* BASE-LR-2 to 4, SEA-LR: the longest trail of a seat's roads and ships, by trying all of them. */
int judge_route(const struct holm_state *state, int seat);
/* BASE-VP-1, CK-VP: what lies open, with the awards as the state holds them; and what is hidden. */
int judge_points(const struct holm_state *state, int seat);
int judge_hidden_points(const struct holm_state *state, int seat);
/* BASE-HARBOR-1 to 4, BASE-TRADE-8, CK-TRADE-2 to 5, CK-TRA-MERCHANT-2, CK-TRA-FLEET-1 */
int judge_rate(const struct holm_state *state, int seat, int card);

/* Whether everything that must add up does, in a full state; NULL, or what does not. The routes are
 * left to judge_follow, which need not walk them when nothing was built. */
const char *judge_state(const struct holm_state *state);

/* SEA-MOVE-3, 4, SC-CLOTH-10, CKSEA-13: for each edge, whether a ship of that seat's lies there
 * with an open end and on no line between two buildings, by walking all lines. */
void judge_open_ships(const struct holm_state *state, int seat, bool *open);
/* SEA-SHIP-2 to 6: whether a ship of that seat's may come to an edge, once the one on `lifted` (or
 * HOLM_NO_EDGE) is off the board. Knows no lanes. */
bool judge_ship_site(const struct holm_state *state, int seat, int edge, int lifted);

/* Points that lie on the board for voyages, following a game from its start action by action: for
 * first settlements in regions, and found on edges (SC-NEW-3, SC-4ISL-3, SC-TRIBE-7 and their like).
 */
struct voyages {
    unsigned known[HOLM_SEATS]; /* regions that pay no more, as bits */
    int bonus[HOLM_SEATS];
    bool astray; /* a starting settlement stands where none may (SC-NEW-2 and its like) */
};
void judge_voyages(struct voyages *voyages, const struct holm_state *before,
                   const struct holm_state *state);
/* Whether a seat wins in its own turn: by points, and what else a scenario wants. */
bool judge_wins(const struct holm_state *state, int seat);
/* SC-CLOTH-13: who wins at the end of a turn for want of cloth, as bits; 0: it goes on. */
unsigned judge_villages(const struct holm_state *state);

/* CK-BARB-3, 4, VAR-NASTY-2: what a seat's knights bring into the attack. */
int judge_contribution(const struct holm_state *state, int seat);
/* Cities of a seat; plain: without a metropolis. */
int judge_cities(const struct holm_state *state, int seat, bool plain);
int judge_walls(const struct holm_state *state, int seat);

/* Whether the action and all that belongs to it is complete: only then awards and the end are
 * judged (BASE-LR-9). */
bool judge_complete(const struct holm_state *state);

/* Routes, and who should hold the awards, following a game from its start (BASE-LR-5 to 8,
 * BASE-LA-1 and 2, DUO-GAIN-6). */
struct judge {
    int route[HOLM_SEATS];
    int route_holder, army_holder; /* HOLM_NONE: nobody */
    uint8_t corner[HOLM_CORNERS], edge[HOLM_EDGES]; /* the pieces of these routes */
};
void judge_start(struct judge *judge);
/* After every completed action; sold: the holder of the army has just sold a knight. */
void judge_follow(struct judge *judge, const struct holm_state *state, bool sold);

#endif
