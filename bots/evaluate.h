/* evaluate.h: how well the seats stand in a position.
 *
 * Every seat has features, numbers around 1 that are cheap to find. A weighted sum of them is its
 * standing, and the chance to win is its share: exp(standing) over the sum of all seats. So a gain
 * of an opponent who hardly counts matters less than one of the leader. Weights have an early and a
 * late value; how far the leader has come blends them. `holm tune --weights` finds them by self-play.
 *
 * The viewer's hand counts by its cards, the other hands by what is public of them.
 *
 *     evaluate.c           the base game, and how it all comes together
 *     evaluate_ahead.c     the purchases ahead
 *     evaluate_knights.c   what Cities & Knights adds
 *     evaluate_sea.c       what Seafarers adds
 *     weights.c            the files of weights
 */
#ifndef HOLM_EVALUATE_H
#define HOLM_EVALUATE_H

#include "bots/greedy.h"
#include "text/writer.h"

/* ORDER: holm_feature_names in weights.c. */
enum holm_feature {
    HOLM_W_POINTS,
    HOLM_W_LAST_POINT, /* one point to go; ... */
    HOLM_W_LAST_TWO,
    HOLM_W_LAST_THREE,
    HOLM_W_VARIETY, /* kinds of card with an income */
    HOLM_W_PIPS, /* of the eight kinds of card: eight features */
    HOLM_W_TEMPO_SETTLEMENT = HOLM_W_PIPS + HOLM_CARDS, /* how often the income pays for one */
    HOLM_W_TEMPO_CITY,
    HOLM_W_TEMPO_CARD,
    HOLM_W_TRADES, /* bank trades the income pays for */
    HOLM_W_BLOCKED, /* pips under the robber */
    HOLM_W_SITE, /* the best site at no more than 0, 1, 2, 3 roads: four features */
    HOLM_W_CITY_SITE = HOLM_W_SITE + GREEDY_ROADS_AHEAD + 1, /* the best settlement to build up */
    HOLM_W_ROUTE,
    HOLM_W_ROUTE_NEAR, /* to the award */
    HOLM_W_ROUTE_LEAD, /* of its holder */
    HOLM_W_ARMY,
    HOLM_W_ARMY_NEAR,
    HOLM_W_ARMY_LEAD,
    HOLM_W_TURN, /* its turn */
    /* another seat's hand */
    HOLM_W_CARDS,
    HOLM_W_EXCESS, /* cards that a seven would halve */
    HOLM_W_DEVELOPMENTS,
    /* the viewer's hand */
    HOLM_W_OWN_EXCESS,
    HOLM_W_OWN_KNIGHTS,
    HOLM_W_OWN_DEVELOPMENTS, /* others that are no points */
    /* the next purchases, one after the other, each for its waiting time */
    HOLM_W_SOON,
    HOLM_W_LATER, /* with more patience */
    /* Cities & Knights */
    HOLM_W_LEVELS, /* of the three tracks: three features */
    HOLM_W_ABILITIES = HOLM_W_LEVELS + HOLM_TRACKS, /* tracks at the level that brings one */
    HOLM_W_METROPOLIS_NEAR, /* levels towards one that is free or can be taken */
    HOLM_W_METROPOLIS_LOOSE, /* the seat's, which others are about to take */
    HOLM_W_ACTIVE, /* strength of the active knights */
    HOLM_W_RESTING,
    HOLM_W_SAVED, /* what the next attack brings, by how near it is: a point or a card */
    HOLM_W_PILLAGE, /* a city lost */
    HOLM_W_WALLS,
    HOLM_W_PROGRESS, /* cards */
    HOLM_W_OWN_PROGRESS, /* what they are worth */
    /* Seafarers */
    HOLM_W_GOLD,
    HOLM_W_SHIPS,
    HOLM_W_VOYAGE, /* the best goal across the sea for its ships */
    HOLM_W_VILLAGES,
    HOLM_W_WARSHIPS,
    HOLM_W_LAIRS, /* taken from the seat's fortress */
    HOLM_W_WONDER,
    HOLM_FEATURES
};
extern const char *const holm_feature_names[HOLM_FEATURES];

/* Bounds that common sense sets to a weight, early and late: a card beyond the limit is never a good
 * thing, a card in the hand never worth a point. A feature without a row has none. */
struct holm_bounds {
    double least, most; /* both 0: none */
};
extern const struct holm_bounds holm_feature_bounds[HOLM_FEATURES];
double holm_weight_bounded(int feature, double weight);

struct holm_weights {
    double early[HOLM_FEATURES], late[HOLM_FEATURES];
};

/* ------------------------------------------------------ weights (weights.c) */

/* Reads a file of weights: lines `NAME EARLY LATE`; `#` opens a comment. What is not named is 0. */
bool holm_weights_read(const char *text, struct holm_weights *weights,
                       struct holm_trouble *trouble);
/* Those of a game, from bots/weights/. */
void holm_weights_built_in(const struct holm_rules *rules, struct holm_weights *weights);

/* ----------------------------------------------------------------- evaluate */

/* What a seat's features are to a viewer; the state is a full one or the viewer's view. */
void holm_features(const struct holm_state *state, int seat, int viewer,
                   double feature[HOLM_FEATURES]);
/* The same from what greedy estimates of the seat. */
void holm_features_of(const struct greedy *greedy, int viewer, double feature[HOLM_FEATURES]);
/* How far the game has come: 0 at the start, 1 when somebody has all points. */
double holm_lateness(const struct holm_state *state);
double holm_standing(const struct holm_weights *weights, double late,
                     const double feature[HOLM_FEATURES]);
/* e to the power of x, the same on every machine. */
double holm_exp(double x);

/* ------------------------------------------------------- parts of a family */

void holm_features_ahead(const struct greedy *greedy, bool own, double *feature);
void holm_features_knights(const struct greedy *greedy, int viewer, double *feature);
void holm_features_sea(const struct greedy *greedy, double *feature);
/* What a goal is worth, in points; so capped that what wins does not drown the rest, as points are
 * counted anyway. */
static inline double holm_goal_worth(const struct greedy_goal *goal)
{
    return (goal->worth < 400 ? goal->worth : 400) / 100.0;
}

#endif
