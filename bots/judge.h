/* judge.h: how good a decision was, by what its player could know. The choice that was made and the
 * best others are played on, over hands that the others may have held and the same rolls for each, and
 * compared by the chances to win that they lead to. */
#ifndef HOLM_JUDGE_H
#define HOLM_JUDGE_H

#include "bots/bots.h"

enum { HOLM_CHOICES = 5 }; /* that are told of, the one that was made among them */

/* ORDER: holm_grade_names, and least_loss in judge.c. */
enum holm_grade { HOLM_SOUND, HOLM_SLIP, HOLM_MISTAKE, HOLM_BLUNDER, HOLM_GRADES };
extern const char *const holm_grade_names[HOLM_GRADES];
/* From which loss of the chance to win on a decision has this grade. */
extern const double holm_grade_least[HOLM_GRADES];

struct holm_choice {
    struct holm_action action;
    double chance; /* to win, after it */
};

struct holm_judgement {
    int options; /* how many choices there were */
    int count; /* of those told of, the best first */
    struct holm_choice choice[HOLM_CHOICES];
    int made; /* its place among them */
    double loss; /* of the chance to win; 0: none that is beyond luck */
    enum holm_grade grade;
};

struct holm_judge_order {
    uint64_t seed;
    uint32_t nodes; /* lines that are played on; the same seed and nodes give the same numbers */
};

/* Whether there was something to choose, and the choice can be judged. Offers are not: asking costs
 * nothing. */
bool holm_judge_can(const struct holm_view *view, const struct holm_list *list,
                    const struct holm_action *made);
/* Judges what was made of a view; NULL: nothing yet, and what looks best is weighed. `bot`: of a level,
 * in that seat, who has seen the game up to here. False: no full position agrees with the view, or
 * there is no memory. */
bool holm_judge(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                const struct holm_action *made, const struct holm_judge_order *order,
                struct holm_judgement *judgement);
/* What is best by the view and what is known of the others' hands; NULL: by the view alone, whatever was
 * seen before it. */
bool holm_judge_view(const struct holm_view *view, const struct holm_belief *belief,
                     const struct holm_list *list, const struct holm_judge_order *order,
                     struct holm_judgement *judgement);
/* Sets the loss, and the grade that it has. */
void holm_judge_loss(struct holm_judgement *judgement, double loss);

#endif
