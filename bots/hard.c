/* hard.c: looks further. Of what medium thinks well of, it plays the best few actions on, over
 * several hands that the others may hold and several series of rolls, the same for each of them,
 * and evaluates where they lead. The better half is then looked at more closely, until one is
 * left or the budget is spent. */
#include "bots/level.h"
#include "bots/playout.h"

enum { CANDIDATES = 8 };

/* How it searches at a step; elsewhere the plan is as good. The favourite, which the preferences
 * choose, counts for a little more, since rolls deceive. A start shows late how good it was; any
 * other move is evaluated when the seat's next turn is over: what it saves up has been spent by
 * then, so that there is less to guess. */
struct effort {
    double counts; /* factor for the favourite's chances; 0: there is no search */
    double share; /* of the budget */
    int rounds; /* of turns that are played on, before one more turn */
};
static const struct effort efforts[HOLM_STEP_KINDS] = {
    [HOLM_STEP_SETUP_SETTLEMENT] = { 1.03, 1, 7 },
    [HOLM_STEP_ROLL] = { 1.03, 0.25, 1 },
    [HOLM_STEP_ROBBER] = { 1, 0.5, 1 },
    [HOLM_STEP_ACTIONS] = { 1.03, 0.25, 1 },
    [HOLM_STEP_SPECIAL_BUILD] = { 1.03, 0.25, 1 },
    [HOLM_STEP_PORT] = { 1.03, 0.25, 1 },
};

/* What may be spent on a move, and what has been; a node is a line played on. */
struct spending {
    struct holm_budget budget;
    int64_t start; /* by the clock */
    uint64_t nodes; /* so far */
};

static struct spending start_spending(const struct holm_bot *bot)
{
    return (struct spending){ .budget = bot->budget,
                              .start = bot->budget.milliseconds ? holm_clock() : 0 };
}

/* The part of the budget that is spent, from 0 to 1 or a little more. */
static double spent(const struct spending *spending)
{
    double part = spending->budget.nodes ? (double)spending->nodes / spending->budget.nodes : 0;
    if (!spending->budget.nodes && !spending->budget.milliseconds)
        return 1; /* nothing to spend */
    if (spending->budget.milliseconds) {
        const double time =
            (double)(holm_clock() - spending->start) / spending->budget.milliseconds;
        part = time > part ? time : part;
    }
    return part;
}

struct candidate {
    int number; /* in the list */
    double counts; /* factor for its chances */
    double sum; /* of its chances so far */
};

/* The best of a list, by the plan, in which the favourite counts for more. */
static int choose_candidates(const struct level *level, int count, double favoured,
                             struct candidate candidate[CANDIDATES])
{
    const double *value = level->value[0];
    bool taken[HOLM_LIST_MAX] = { false };
    int found = 0;
    while (found < CANDIDATES) {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (!taken[i] && value[i] >= 0 && (best < 0 || value[i] > value[best]))
                best = i;
        if (best < 0)
            break;
        taken[best] = true;
        candidate[found++] =
            (struct candidate){ .number = best, .counts = best == level->favourite ? favoured : 1 };
    }
    return found;
}

/* One line: a candidate, a deal, a series of rolls, and the chance to win some rounds later. */
static double play_on(struct level *level, const struct holm_action *action, int rounds)
{
    struct holm_playout *playout = &level->playout;
    struct holm_state *state = &playout->table.seen;
    struct holm_evaluator evaluator;
    holm_playout_start(playout, &level->preferences, &level->root, &level->chance);
    holm_apply_listed(state, action, &playout->chance, NULL);
    holm_playout_run(playout, level->root.turns + rounds * state->board->rules.players + 1);
    holm_evaluator_start(&evaluator, &level->weights, state, level->evaluator.viewer);
    return holm_evaluate(&evaluator, state, false);
}

/* The best first; of those that are alike, the one the plan likes best. */
static void sort(struct candidate *candidate, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && candidate[j].sum > candidate[j - 1].sum; j--) {
            const struct candidate worse = candidate[j - 1];
            candidate[j - 1] = candidate[j];
            candidate[j] = worse;
        }
}

static int stages(int count)
{
    int stages = 0;
    for (; count > 1; count = (count + 1) / 2)
        stages++;
    return stages;
}

/* One line for each candidate, all with the same deal and rolls. */
static void try_all(struct level *level, const struct holm_list *list, struct candidate *candidate,
                    int count, int rounds)
{
    for (int i = 0; i < count; i++)
        candidate[i].sum +=
            candidate[i].counts * play_on(level, &list->at[candidate[i].number], rounds);
}

/* Every stage may spend as much as any other, on half as many candidates. */
static int search(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                  const struct holm_list *list, const struct effort *effort,
                  struct spending *spending)
{
    struct candidate candidate[CANDIDATES];
    int count = choose_candidates(level, list->count, effort->counts, candidate);
    const int last = stages(count);
    if (!count || level->value[0][candidate[0].number] >= LEVEL_SURE)
        return holm_level_best(level, list);
    for (int stage = 1; count > 1; stage++) {
        while (spent(spending) < effort->share * stage / last &&
               holm_level_look(level, bot, view)) {
            try_all(level, list, candidate, count, effort->rounds);
            spending->nodes += (uint64_t)count;
        }
        sort(candidate, count);
        count = (count + 1) / 2;
    }
    return candidate[0].number;
}

void holm_choose_hard(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight sight = {
        .depth = 3, .width = { 5, 3 }, .finished = { 12, 4 }, .offers = 4
    };
    struct level *level = holm_level(bot, view);
    struct spending spending = start_spending(bot);
    double value;
    if (!holm_level_open(level, bot, view, list, &sight, &value, action))
        return;
    const struct effort *effort = &efforts[holm_step(&view->seen)->kind];
    const bool worthwhile = effort->counts > 0 && value < 1; /* it takes a win at once */
    *action = list->at[worthwhile ? search(level, bot, view, list, effort, &spending)
                                  : holm_level_best(level, list)];
    holm_level_close(level, bot, list, value, action);
}
