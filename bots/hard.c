/* hard.c: looks further. Of what medium thinks well of, it plays the best few actions on, over
 * several hands that the others may hold and several rows of rolls, the same ones for each of them,
 * and judges where they lead. The better half goes on to be looked at more closely, until one is
 * left or the budget is spent. */
#include <string.h>
#include <time.h>

#include "bots/level.h"
#include "bots/playout.h"

enum {
    CANDIDATES = 8,
    TURNS_AHEAD = 4
};
static const double FAVOURED = 1.08; /* what the taste's choice counts: rolls deceive */

/* What may be spent on a move; a node is a turn played on. */
struct purse {
    struct timespec start;
    struct holm_budget budget;
    uint64_t nodes; /* spent */
};

static struct purse open_purse(const struct holm_bot *bot)
{
    struct purse purse = { .budget = bot->budget };
    if (purse.budget.milliseconds)
        clock_gettime(CLOCK_MONOTONIC, &purse.start);
    return purse;
}

/* The part of it that is spent, from 0 to 1 or a little more. */
static double spent(const struct purse *purse)
{
    struct timespec now;
    double part = purse->budget.nodes ? (double)purse->nodes / purse->budget.nodes : 0;
    if (!purse->budget.nodes && !purse->budget.milliseconds)
        return 1; /* nothing to spend */
    if (purse->budget.milliseconds) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        const double time = (double)(now.tv_sec - purse->start.tv_sec) * 1e3 +
                            (double)(now.tv_nsec - purse->start.tv_nsec) / 1e6;
        part = time / purse->budget.milliseconds > part ? time / purse->budget.milliseconds : part;
    }
    return part;
}

struct candidate {
    int number;    /* in the list */
    double counts; /* what its chances count */
    double sum;    /* of its chances so far */
};

/* The best of a list, by the plan, in which the taste's own choice is favoured. */
static int choose_candidates(const struct level *level, int count,
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
        candidate[found++] = (struct candidate){
            .number = best, .counts = best == level->favourite ? FAVOURED : 1
        };
    }
    return found;
}

/* One candidate, one deal, one row of rolls: the chance to win some turns later. */
static double play_on(struct level *level, const struct holm_action *action, struct purse *purse)
{
    struct holm_playout *playout = &level->playout;
    struct holm_state *state = &playout->table.seen;
    struct holm_judge judge;
    holm_playout_start(playout, &level->taste, &level->root, &level->chance);
    holm_apply_listed(state, action, &playout->chance, NULL);
    holm_playout_run(playout, level->root.turns + TURNS_AHEAD); /* for all alike */
    const int played = state->turns - level->root.turns;
    purse->nodes += played > 0 ? (uint64_t)played : 1;
    holm_judge_start(&judge, &level->weights, state, level->judge.viewer);
    return holm_judge(&judge, state, false);
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

/* Every stage may spend as much as any other, on half as many candidates. */
static int search(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                  const struct holm_list *list, struct purse *purse)
{
    struct candidate candidate[CANDIDATES];
    int count = choose_candidates(level, list->count, candidate);
    const double last = stages(count);
    if (!count || level->value[0][candidate[0].number] >= LEVEL_SURE)
        return holm_level_best(level, list);
    for (int stage = 1; count > 1; stage++) {
        while (spent(purse) < stage / last && holm_level_look(level, bot, view))
            for (int i = 0; i < count; i++)
                candidate[i].sum += candidate[i].counts *
                                    play_on(level, &list->at[candidate[i].number], purse);
        sort(candidate, count);
        count = (count + 1) / 2;
    }
    return candidate[0].number;
}

static bool worth_a_search(const struct holm_state *state)
{
    const int step = holm_step(state)->kind;
    return step == HOLM_STEP_ACTIONS || step == HOLM_STEP_ROBBER || step == HOLM_STEP_ROLL ||
           step == HOLM_STEP_SPECIAL_BUILD || step == HOLM_STEP_SETUP_SETTLEMENT ||
           step == HOLM_STEP_SETUP_ROAD || step == HOLM_STEP_PORT;
}

void holm_choose_hard(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight sight = { .depth = 3, .width = { 5, 3 }, .finished = { 12, 4 } };
    struct level *level = holm_level(bot, view);
    struct purse purse = open_purse(bot);
    double value;
    if (!holm_level_open(level, bot, view, list, &sight, &value, action))
        return;
    *action = list->at[worth_a_search(&view->seen) ? search(level, bot, view, list, &purse)
                                                   : holm_level_best(level, list)];
    holm_level_close(level, bot, list, value, action);
}
