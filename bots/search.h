/* search.h: looking further, for hard and expert. Of what the plan thinks well of, the best few
 * actions are played on, over several hands that the others may hold and several series of rolls,
 * the same for each of them, and evaluated where they lead. The better half is then looked at more
 * closely, until one is left or the budget is spent. */
#ifndef HOLM_SEARCH_H
#define HOLM_SEARCH_H

#include "bots/level.h"

enum {
    SEARCH_CANDIDATES = 12,
    SEARCH_LINES = 8, /* of each candidate, after which they are compared */
    SEARCH_BATCH = 48 /* at once, at most */
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
    int net[HOLM_GAMES],
        net_duel; /* eighths of the network in all that is judged; where two play */
    int rounds_duel; /* at the least, where two play: their rounds are short */
    struct search_effort efforts[HOLM_STEP_KINDS];
};

/* A search goes on batch by batch, so that its lines can be played anywhere, by whoever has time. */
struct search;
/* Lines to play: of each candidate, and what they come to. It is flat, so that it can be sent. */
struct search_batch {
    int rounds;
    int candidates;
    struct holm_action action[SEARCH_CANDIDATES];
    int lines;
    uint64_t seed[SEARCH_BATCH], latest;
    bool played[SEARCH_BATCH];
    double chance[SEARCH_BATCH][SEARCH_CANDIDATES];
};

/* Begins to choose for a bot with this style. View and list must last. NULL: the action is chosen
 * already, there is nothing to search for. */
struct search *holm_search_begin(struct holm_bot *bot, const struct holm_view *view,
                                 const struct holm_list *list, const struct search_style *style,
                                 struct holm_action *action);
/* The lines that come next, with their seeds; NULL: there are no more. */
struct search_batch *holm_search_due(struct search *search);
/* Takes in what they came to. */
void holm_search_note(struct search *search);
/* The choice; the search is gone. Or there is none, and it is dropped. */
void holm_search_end(struct search *search, struct holm_action *action);
void holm_search_drop(struct search *search);

/* ------------------------------------------------------------ search_team.c */

/* Who plays lines: the bot, and others with a memory like its own. */
struct search_team {
    const struct holm_bot *bot;
    const struct holm_view *view;
    struct level *level, *others;
    int threads;
};
void holm_search_gather(struct search_team *team, const struct holm_bot *bot,
                        const struct holm_view *view, struct level *level, int threads);
void holm_search_dismiss(struct search_team *team);
void holm_search_draw(struct search_batch *batch, struct holm_bot *bot); /* seeds of its lines */
/* The same lines come to the same whoever plays them. */
void holm_search_play(struct search_team *team, struct search_batch *batch);
/* A part of them: from the first, every so many. */
void holm_search_play_part(const struct search_team *team, struct search_batch *batch, int first,
                           int step);
/* How many of some lines could be played, up to the first that could not. */
int holm_search_count(struct search_batch *batch, int first, int lines);

/* ----------------------------------------------------------- search_brief.c */

/* What somebody far away must know of a move to play its lines: another instance of this very program,
 * to which it is sent as it lies in memory. */
struct search_brief {
    struct holm_board board;
    struct holm_view view;
    struct holm_belief belief;
    uint16_t asked[HOLM_SEATS], agreed[HOLM_SEATS];
    uint8_t seat;
    uint8_t net; /* in eighths; it must be there, too */
};
void holm_search_brief(const struct search *search, struct search_brief *brief);

struct search_helper {
    struct search_brief brief;
    struct holm_bot bot;
    struct search_team team;
};
/* False: there is no memory, or not the net. */
bool holm_search_hire(struct search_helper *helper, const struct search_brief *brief);
void holm_search_dismiss_helper(struct search_helper *helper);

#endif
