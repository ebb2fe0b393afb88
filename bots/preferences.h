/* preferences.h: how much a greedy player likes things, as numbers that can be set and tuned.
 *
 * The bot `greedy` has preferences of its own that never change: other bots are measured against it.
 * The tuned ones are data files, one for each game, found by `holm tune`; the levels play by them.
 * Whole numbers, so that they play the same game on every machine. A victory point is 100.
 */
#ifndef HOLM_PREFERENCES_H
#define HOLM_PREFERENCES_H

#include "engine/holm.h"
#include "text/writer.h"

/* ORDER: the table in preferences.c. */
enum holm_preference {
    /* a site to settle, at the start and later; a pip of income is 1000 */
    PREFER_START_PIP, /* five, by resource */
    PREFER_PIP = PREFER_START_PIP + HOLM_RESOURCES, /* five */
    PREFER_START_NEW_KIND = PREFER_PIP + HOLM_RESOURCES, /* the first income of a kind */
    PREFER_NEW_KIND,
    PREFER_START_HARBOUR, /* any */
    PREFER_HARBOUR,
    PREFER_START_OWN_HARBOUR, /* for each pip of its kind */
    PREFER_OWN_HARBOUR,
    PREFER_START_CITY_RESOURCE, /* what a starting city yields more, for each pip */
    PREFER_START_CITY_COMMODITY,
    PREFER_PIP_LAST, /* what a pip of income is worth at the end, */
    PREFER_PIP_FIRST, /* and more at the start */
    /* purchases */
    PREFER_SETTLEMENT, /* beside the point and the income */
    PREFER_CITY,
    PREFER_ROUTE, /* the award */
    PREFER_CARD, /* a development card: points, an army, road building */
    PREFER_ARMY, /* more, while the largest army can be had */
    PREFER_WIN,
    PREFER_PATIENCE, /* hundredths of a roll: what can be had at once is not worth infinitely more */
    PREFER_BANK, /* twelfths of income that go to the bank */
    PREFER_LEAST_SPEED,
    PREFER_FULL, /* cards above the limit that make it spend */
    /* the robber */
    PREFER_ROB_SELF,
    PREFER_ROB_OTHERS, /* and their points */
    PREFER_ROB_POINTS, /* how much those count */
    PREFER_ROB_CARD, /* a card to take */
    PREFER_MONOPOLY, /* twice the cards that make it worth playing */
    /* trade with others */
    PREFER_TRADE, /* hundredths by which it must better the prospect */
    PREFER_NEAR_END, /* points to go that make a partner dangerous */
    PREFER_FAR_AHEAD, /* points more than the seat's that do */
    PREFER_OFFER_LACK, /* cards missing with which it asks the others */
    /* Cities & Knights */
    PREFER_DRAW, /* a level's better chance of progress cards, from the start to the end */
    PREFER_ABILITY, /* three, by track */
    PREFER_SAFE_CITY = PREFER_ABILITY + HOLM_TRACKS, /* a metropolis is never pillaged */
    PREFER_TAKEN, /* from somebody else, who loses the points */
    PREFER_GUARD, /* the level that makes a metropolis safe from others */
    PREFER_WALL, /* for each card by which the hand nears the limit */
    PREFER_CITY_LOSS,
    PREFER_REWARD_CARD,
    PREFER_SPITE, /* others lose a city and the seat does not */
    PREFER_STANDING, /* a knight at all */
    PREFER_SOON, /* steps of the ship, beside half of the players, that are near */
    PREFERENCES
};

struct holm_preferences {
    int32_t n[PREFERENCES];
};

/* How a number is written, and how far tuning goes: in one step, and at all. */
struct holm_preference_row {
    const char *name;
    int32_t step, least, most;
};
extern const struct holm_preference_row holm_preference_rows[PREFERENCES];
extern const struct holm_preferences holm_greedy_preferences;

/* Reads preferences: lines `NAME NUMBER`; `#` opens a comment. What is not named is greedy's. */
bool holm_preferences_read(const char *text, struct holm_preferences *preferences,
                           struct holm_trouble *trouble);
/* The tuned preferences of a game, from bots/preferences/. */
void holm_preferences_built_in(const struct holm_rules *rules,
                               struct holm_preferences *preferences);

#endif
