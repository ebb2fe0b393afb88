/* taste.h: what greedy thinks things are worth, as numbers that can be set and tuned.
 *
 * The frozen taste is greedy's own and stays: later bots are measured against it. The tuned ones
 * are data files, one for each game, found by `holm tune`; the levels play by them.
 * Whole numbers, so that a taste plays the same game on every machine. A victory point is 100.
 */
#ifndef HOLM_TASTE_H
#define HOLM_TASTE_H

#include "engine/holm.h"
#include "text/writer.h"

/* ORDER: the table in taste.c. */
enum holm_taste_number {
    /* a site to settle, at the start and later; a pip of income is 1000 */
    TASTE_START_PIP, /* five, by resource */
    TASTE_PIP = TASTE_START_PIP + HOLM_RESOURCES, /* five */
    TASTE_START_NEW_KIND = TASTE_PIP + HOLM_RESOURCES, /* the first income of a kind */
    TASTE_NEW_KIND,
    TASTE_START_HARBOUR, /* any */
    TASTE_HARBOUR,
    TASTE_START_OWN_HARBOUR, /* for each pip of its kind */
    TASTE_OWN_HARBOUR,
    TASTE_START_CITY_RESOURCE, /* what a starting city yields more, for each pip */
    TASTE_START_CITY_COMMODITY,
    TASTE_PIP_LAST, /* what a pip of income is worth at the end, */
    TASTE_PIP_FIRST, /* and more at the start */
    /* purchases */
    TASTE_SETTLEMENT, /* beside the point and the income */
    TASTE_CITY,
    TASTE_ROUTE, /* the award */
    TASTE_CARD, /* a development card: points, an army, road building */
    TASTE_ARMY, /* more, while the largest army can be had */
    TASTE_WIN,
    TASTE_PATIENCE, /* hundredths of a roll: what can be had at once is not worth infinitely more */
    TASTE_BANK, /* twelfths of income that go to the bank */
    TASTE_LEAST_SPEED,
    TASTE_FULL, /* cards above the limit that make it spend */
    /* the robber */
    TASTE_ROB_SELF,
    TASTE_ROB_OTHERS, /* and their points */
    TASTE_ROB_POINTS, /* how much those count */
    TASTE_ROB_CARD, /* a card to take */
    TASTE_MONOPOLY, /* twice the cards that make it worth playing */
    /* trade with others */
    TASTE_TRADE, /* hundredths by which it must better the prospect */
    TASTE_NEAR_END, /* points to go that make a partner dangerous */
    TASTE_FAR_AHEAD, /* points more than one's own that do */
    TASTE_OFFER_LACK, /* cards missing with which it asks the others */
    /* Cities & Knights */
    TASTE_DRAW, /* a level's better chance of progress cards, from the start to the end */
    TASTE_ABILITY, /* three, by track */
    TASTE_SAFE_CITY = TASTE_ABILITY + HOLM_TRACKS, /* a metropolis is never pillaged */
    TASTE_TAKEN, /* from somebody else, who loses the points */
    TASTE_GUARD, /* the level that makes a metropolis safe from others */
    TASTE_WALL, /* for each card by which the hand nears the limit */
    TASTE_CITY_LOSS,
    TASTE_REWARD_CARD,
    TASTE_SPITE, /* others lose a city and the seat does not */
    TASTE_STANDING, /* a knight at all */
    TASTE_SOON, /* steps of the ship, beside half of the players, that are near */
    TASTE_NUMBERS
};

struct holm_taste {
    int32_t n[TASTE_NUMBERS];
};

/* How a number is written, and how far tuning goes: in one step, and at all. */
struct holm_taste_row {
    const char *name;
    int32_t step, least, most;
};
extern const struct holm_taste_row holm_taste_rows[TASTE_NUMBERS];
extern const struct holm_taste holm_frozen_taste;

/* Reads a taste: lines `NAME NUMBER`; `#` opens a comment. What is not named is greedy's. */
bool holm_taste_read(const char *text, struct holm_taste *taste, struct holm_trouble *trouble);
/* The tuned taste of a game, from bots/tastes/. */
void holm_taste_built_in(const struct holm_rules *rules, struct holm_taste *taste);

#endif
