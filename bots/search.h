/* search.h: looking further, for hard and expert. Of what the plan thinks well of, the best few
 * actions are played on, over several hands that the others may hold and several series of rolls,
 * the same for each of them, and evaluated where they lead. The better half is then looked at more
 * closely, until one is left or the budget is spent. */
#ifndef HOLM_SEARCH_H
#define HOLM_SEARCH_H

#include "bots/level.h"

enum {
    SEARCH_CANDIDATES = 12,
    SEARCH_LINES = 8 /* at once, of each candidate */
};

/* How it searches at a step; elsewhere the plan is as good. The favourite, which the preferences
 * choose, counts for a little more, since rolls deceive. A start shows late how good it was; any
 * other move is evaluated when a turn is over: what was saved up has been spent by then, so that
 * there is less to guess. */
struct search_effort {
    double counts; /* factor for the favourite's chances; 0: there is no search */
    double share; /* of the budget */
    int rounds; /* of turns that are played on, before one more turn */
};

struct search_style {
    struct level_sight sight;
    int candidates;
    double prior; /* for how many lines the plan counts */
    double sure; /* standard errors by which a candidate that falls behind is dropped; 0: never */
    struct search_effort efforts[HOLM_STEP_KINDS];
};

/* Chooses for a bot with this style; `net`: by what it evaluates, NULL: by the weights. */
void holm_search(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                 const struct search_style *style, const struct holm_net *net,
                 struct holm_action *action);

/* ------------------------------------------------------------ search_team.c */

/* Lines to play: of each candidate, and what they come to. */
struct search_batch {
    const struct holm_view *view;
    const struct holm_list *list;
    int rounds;
    const struct holm_action *action[SEARCH_CANDIDATES];
    int candidates;
    int lines; /* that are wanted; after that, that could be played */
    uint64_t seed[SEARCH_LINES], latest;
    bool played[SEARCH_LINES];
    double chance[SEARCH_LINES][SEARCH_CANDIDATES];
};

/* Who plays them: the bot, and others with a memory like its own. */
struct search_team {
    struct level *level, *others;
    int threads;
};
void holm_search_gather(struct search_team *team, struct level *level, int threads);
/* The same lines come to the same whoever plays them. */
void holm_search_play(struct search_team *team, struct holm_bot *bot, struct search_batch *batch);
void holm_search_dismiss(struct search_team *team);

#endif
