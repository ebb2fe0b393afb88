/* review.h: a game looked at afterwards: how the chances went, what luck gave, which decisions lost
 * something. The module in the browser and `holm review` say the same numbers. */
#ifndef TALK_REVIEW_H
#define TALK_REVIEW_H

#include "bots/explain.h"
#include "bots/judge.h"
#include "text/writer.h"

enum { REVIEW_TURNING = 5, REVIEW_REASONS = 3 }; /* so many are told of */

struct review_order {
    uint64_t seed;
    uint32_t nodes; /* lines that are played on for a decision; 0: as many as a short wait allows */
    bool helper; /* another has the chances and the luck: this one only judges */
};

/* A line of the log, and the position after it; line 0 is the start. */
struct review_line {
    double chance[HOLM_SEATS];
    double luck[HOLM_SEATS]; /* where it drew something */
    bool drew, decision;
    uint8_t seat;
    uint16_t turn; /* in which it happened */
};

struct review_seat {
    double dice, cards; /* what the dice gave, and all else that was drawn, as chances to win */
    int claimed, expected; /* figures.h: cards that the dice gave */
};

struct review_turning {
    int line;
    uint8_t seat; /* whose chance changed most by it */
};

struct review {
    struct review_order order;
    int players, lines; /* without the start */
    int decisions;
    struct review_line *line;
    struct review_seat seat[HOLM_SEATS];
    struct review_turning turning[REVIEW_TURNING]; /* in the order of the game */
    int turnings;
    bool net; /* judged by a network, too */
    struct review_cursor *cursor;
};

/* Reads a whole log, which is copied, and finds all but the worth of decisions. False: the trouble, and
 * nothing is to be closed. */
bool review_open(struct review *review, const char *log, const struct review_order *order,
                 struct holm_trouble *trouble);
void review_close(struct review *review);
/* A decision, and what the best choice would have changed most, where something was lost. */
struct review_judged {
    struct holm_judgement judgement;
    struct holm_term reason[REVIEW_REASONS];
    int reasons;
};
/* Judges the decision of a line; quickest from the first to the last. */
bool review_judge(struct review *review, int line, struct review_judged *judged,
                  struct holm_trouble *trouble);
/* What would be best for a seat after a line, whatever was done there. */
bool review_weigh(struct review *review, int line, int seat, struct holm_judgement *judgement,
                  struct holm_trouble *trouble);
const struct holm_board *review_board(const struct review *review);

/* review_json.c */
void review_put(struct holm_writer *writer, const struct review *review);
void review_put_judged(struct holm_writer *writer, const struct review *review, int line,
                       const struct review_judged *judged);

#endif
