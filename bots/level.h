/* level.h: what easy, medium and hard share: a memory, one look at all listed actions, and trade.
 *
 *     level.c    memory; the worth of an action, and of a few actions in a row
 *     barter.c   offers and answers
 *     terms.c    what the terms of a trade are worth
 *     easy.c, medium.c, hard.c   the levels
 */
#ifndef HOLM_LEVEL_H
#define HOLM_LEVEL_H

#include "bots/evaluator.h"
#include "bots/kinds.h"
#include "bots/playout.h"

enum {
    LEVEL_DEPTH = 3, /* actions in a row that are looked at */
    LEVEL_OFFERS = 64, /* that are remembered, the latest */
    LEVEL_SAMPLES = 4, /* of what several draws may bring */
    LEVEL_SURE = 4 /* the value of what is chosen in any case; other values are chances */
};

/* How a level trades with the others. */
struct level_trade {
    int offers; /* in a turn */
    double asks, takes; /* factors by which its chance must grow: by its own offers, by others' */
    int give, take; /* cards on either side of its offers */
    bool haggles; /* cards of several kinds, by what can be done with them; counters at will */
};

/* How far a level looks. */
struct level_sight {
    int depth; /* actions in a row */
    int width[LEVEL_DEPTH]; /* how many of them are followed further, */
    int finished[LEVEL_DEPTH]; /* and of those after which the seat must go on */
    const struct level_trade *trade; /* NULL: no offers of its own */
    double loyal; /* part of the best value that the favourite must reach */
};

/* Terms of a trade, as one side of it sees them. */
struct level_terms {
    struct holm_cards give, take;
};

/* An offer that the bot has made. */
struct level_offer {
    struct level_terms terms;
    uint16_t turn;
    uint16_t seats, refused; /* who was asked, and who did not agree */
};

/* What a bot remembers of a game (holm_bot.own), and where it looks ahead. */
struct level {
    struct holm_preferences preferences;
    struct holm_weights weights;
    struct holm_net_use use;
    const struct level_sight *sight;
    struct holm_evaluator evaluator;
    struct holm_state root; /* a position that the view allows */
    struct holm_list list[LEVEL_DEPTH]; /* what could be done there, and after that */
    double value[LEVEL_DEPTH][HOLM_LIST_MAX];
    int favourite; /* what the preferences choose there; -1: nothing that is listed */
    struct holm_chance chance;
    struct holm_playout playout;
    struct level_offer offers[LEVEL_OFFERS];
    unsigned latest; /* how many there were */
    struct {
        double seen, own; /* to the bot, to the seat itself; 0: not worked out yet */
    } standing[HOLM_SEATS]; /* of the seats at the root, for trade (terms.c) */
    uint16_t asked[HOLM_SEATS]; /* how often each seat has answered an offer of anybody, */
    uint16_t agreed[HOLM_SEATS]; /* and how often it said yes */
};

/* ------------------------------------------------------------------ level.c */

/* The bot's memory, made when it is first needed; NULL: there is none to be had. */
struct level *holm_level(struct holm_bot *bot, const struct holm_view *view);
/* Completes the view and gets ready to evaluate what follows. False: the view cannot be completed. */
bool holm_level_look(struct level *level, struct holm_bot *bot, const struct holm_view *view);
/* The same with a seed of the bot that was drawn before. */
uint64_t holm_level_seed(struct holm_bot *bot);
bool holm_level_look_at(struct level *level, const struct holm_bot *bot,
                        const struct holm_view *view, uint64_t seed);
/* The most valued of a list. */
int holm_level_best(const struct level *level, const struct holm_list *list);
/* The viewer's chance in a position in which it is asked, with the best it can do there. */
double holm_level_plan(struct level *level, const struct holm_state *state);
/* Plans all that is listed from where the level looks, raises the favourite's value, and returns the
 * best. */
double holm_level_weigh(struct level *level, const struct holm_bot *bot,
                        const struct holm_view *view, const struct holm_list *list,
                        const struct level_sight *sight);
/* Opens a move. False: the action is chosen, as there is an offer to answer, a trade to conclude or
 * no choice. True: all values are planned, and the favourite's is raised. Closes it: an offer before
 * the turn ends. */
bool holm_level_open(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                     const struct holm_list *list, const struct level_sight *sight, double *value,
                     struct holm_action *action);
void holm_level_close(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                      double value, struct holm_action *action);
/* Both of them, and the best by the plan in between. */
void holm_level_choose(struct holm_bot *bot, const struct holm_view *view,
                       const struct holm_list *list, const struct level_sight *sight,
                       struct holm_action *action);

/* ----------------------------------------------------------------- barter.c */

/* How easy and medium trade; hard, more often; expert, who haggles. */
extern const struct level_trade holm_trade_rarely, holm_trade_seldom, holm_trade_often,
    holm_trade_haggling;
/* Answers an offer, or settles the bot's. False: there is nothing to answer. */
bool holm_barter_answer(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                        struct holm_action *action);
/* The seats that may still agree to something, by what they have said so far. */
unsigned holm_barter_willing(const struct level *level, int players);
/* Makes an offer that helps by more than `than`, the chance to win without it. */
bool holm_barter_offer(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                       double than, struct holm_action *action);

#endif
