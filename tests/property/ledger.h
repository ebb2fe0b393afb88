/* ledger.h: a game as somebody would keep it who sees all events and nothing else: hands, cards,
 * pieces, what the scenarios count, and the points that follow. */
#ifndef HOLM_TEST_LEDGER_H
#define HOLM_TEST_LEDGER_H

#include "tests/property/play.h"

struct ledger {
    int hand[HOLM_SEATS][HOLM_CARDS];
    int developments[HOLM_SEATS], tokens[HOLM_SEATS];
    int route_holder, army_holder; /* HOLM_NONE: nobody */
    uint8_t corner[HOLM_CORNERS], edge[HOLM_EDGES];
    int robber; /* hex, or HOLM_NONE */

    /* Cities & Knights */
    int progress[HOLM_SEATS][HOLM_PROGRESS_KINDS];
    int revealed[HOLM_SEATS], defender[HOLM_SEATS], level[HOLM_SEATS][HOLM_TRACKS];
    int merchant, merchant_owner, metropolis[HOLM_TRACKS]; /* hex, seat and corners, or HOLM_NONE */
    uint8_t disc[HOLM_HEXES];

    /* Seafarers */
    uint8_t terrain[HOLM_HEXES];
    bool warship[HOLM_EDGES];
    int pirate; /* hex, or HOLM_NONE */
    int bonus[HOLM_SEATS], cloth[HOLM_SEATS], relations[HOLM_SEATS], lairs[HOLM_SEATS];
    int wonder[HOLM_SEATS], wonder_level[HOLM_SEATS]; /* which, plus one */
    int placed_ports, port_edge[HOLM_PLACED_PORTS], port_kind[HOLM_PLACED_PORTS];
};

/* At the start of a game. */
void ledger_open(struct ledger *ledger, const struct game *game);
/* Enters the events of the latest action, and compares with the state. */
void ledger_follow(struct ledger *ledger, const struct game *game);

#endif
