/* explain.h: why an action is a good or a bad one, by the terms of the evaluation that it changes
 * most: as numbers, and as words in every language. */
#ifndef HOLM_EXPLAIN_H
#define HOLM_EXPLAIN_H

#include "bots/evaluate.h"
#include "text/names.h"
#include "text/writer.h"

enum { HOLM_TERM_OTHERS = HOLM_FEATURES, HOLM_TERMS }; /* a feature of the seat, or all others */

/* What an action changes: above 0 it makes a win likelier. */
struct holm_term {
    int term;
    double weight; /* on the scale of standings (evaluate.h) */
};

/* The terms that weigh most, the weightiest first; returns how many there are, at most `most`. What
 * is drawn is taken at its mean. The belief may be NULL; 0 also when no position agrees with the
 * view. */
int holm_explain(const struct holm_view *view, const struct holm_belief *belief,
                 const struct holm_action *action, uint64_t seed, struct holm_term *terms,
                 int most);

const char *holm_term_name(int term); /* for programs: "tempo_city", "others" */
const char *holm_term_title(int language, int term); /* for people: "how fast cities come" */
/* [{"term":"tempo_city","good":true,"en":"how fast cities come","es":...}] */
void holm_reasons_put(struct holm_writer *writer, const struct holm_term *terms, int count);

#endif
