/* hard.c: looks further. It plans its turn as medium does, but deeper, and then plays the best few
 * actions on, over several hands that the others may hold and several rolls, until its next turn; the
 * same hands and rolls for each of them. The longer that goes on, the more it counts against the
 * plan. Settlements at the start are judged by the board when all are placed. */
#include <string.h>
#include <time.h>

#include "bots/level.h"
#include "bots/playout.h"

enum {
    CANDIDATES = 4,
    OPENINGS = 12,
    TRUST = 12,       /* playouts of a candidate that count as much as its plan */
    TURNS_AHEAD_MOST = 4
};
static const double WIDE = 0.90; /* candidates are at least so good, by the plan */

/* What may still be spent on a move. */
struct purse {
    struct timespec start;
    struct holm_budget budget;
    uint64_t nodes;
};

static struct purse open_purse(const struct holm_bot *bot)
{
    struct purse purse = { .budget = bot->budget };
    if (purse.budget.milliseconds)
        clock_gettime(CLOCK_MONOTONIC, &purse.start);
    return purse;
}

static bool spent(const struct purse *purse, uint64_t soon)
{
    struct timespec now;
    if (purse->budget.nodes && purse->nodes + soon > purse->budget.nodes)
        return true;
    if (!purse->budget.milliseconds)
        return !purse->budget.nodes;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - purse->start.tv_sec) * 1000 +
               (now.tv_nsec - purse->start.tv_nsec) / 1000000 >=
           purse->budget.milliseconds;
}

struct candidate {
    int number; /* in the list */
    double plan, sum;
    int count;
};

/* The best of a list, by the plan. */
static int choose_candidates(const struct level *level, int count, int most,
                             struct candidate *candidate)
{
    const double *value = level->value[0];
    bool taken[HOLM_LIST_MAX] = { false };
    int found = 0;
    while (found < most) {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (!taken[i] && value[i] >= 0 && (best < 0 || value[i] > value[best]))
                best = i;
        if (best < 0 || (found && value[best] < WIDE * candidate[0].plan))
            break;
        taken[best] = true;
        candidate[found++] = (struct candidate){ .number = best, .plan = value[best] };
    }
    return found;
}

static double worth(const struct candidate *candidate)
{
    return (TRUST * candidate->plan + candidate->sum) / (TRUST + candidate->count);
}

static int best_candidate(const struct candidate *candidate, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (worth(&candidate[i]) > worth(&candidate[best]))
            best = i;
    return candidate[best].number;
}

/* ---------------------------------------------------------------- openings */

static bool in_setup(const struct holm_state *state)
{
    const int step = holm_step(state)->kind;
    return step == HOLM_STEP_SETUP_SETTLEMENT || step == HOLM_STEP_SETUP_ROAD ||
           step == HOLM_STEP_PORT;
}

/* The chance to win once all have placed. */
static double place_all(struct level *level, const struct holm_action *action)
{
    struct holm_playout *playout = &level->playout;
    holm_playout_start(playout, &level->root, &level->chance, false);
    holm_apply_listed(&playout->table.seen, action, &playout->chance, NULL);
    while (in_setup(&playout->table.seen))
        holm_playout_step(playout);
    level->judge.nodes += playout->nodes;
    return holm_judge(&level->judge, &playout->table.seen, true);
}

static void judge_openings(struct level *level, const struct holm_list *list,
                           const struct purse *purse)
{
    struct candidate candidate[OPENINGS];
    const int count = choose_candidates(level, list->count, OPENINGS, candidate);
    double *value = level->value[0];
    for (int i = 0; i < list->count; i++)
        value[i] -= 1; /* behind all that are judged now */
    for (int i = 0; i < count; i++) {
        struct purse now = *purse;
        now.nodes += level->judge.nodes;
        if (spent(&now, 1))
            return;
        value[candidate[i].number] = place_all(level, &list->at[candidate[i].number]);
    }
}

/* ---------------------------------------------------------------- playouts */

/* One candidate, one deal, one row of rolls: the chance to win at the own next turn. */
static double play_on(struct level *level, const struct holm_action *action)
{
    const int players = level->root.board->rules.players;
    struct holm_playout *playout = &level->playout;
    holm_playout_start(playout, &level->root, &level->chance, false);
    holm_apply_listed(&playout->table.seen, action, &playout->chance, NULL);
    holm_playout_run(playout, players < TURNS_AHEAD_MOST ? players : TURNS_AHEAD_MOST);
    level->judge.nodes += playout->nodes;
    return holm_judge(&level->judge, &playout->table.seen, true);
}

/* All candidates by turns, each turn with another deal of what is not known. */
static int search(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                  const struct holm_list *list, struct purse *purse)
{
    struct candidate candidate[CANDIDATES];
    const int count = choose_candidates(level, list->count, CANDIDATES, candidate);
    uint64_t dearest = 0; /* nodes of a round of playouts */
    if (count < 2)
        return candidate[0].number;
    purse->nodes += level->judge.nodes;
    while (!spent(purse, dearest) && holm_level_look(level, bot, view)) {
        for (int i = 0; i < count; i++) {
            candidate[i].sum += play_on(level, &list->at[candidate[i].number]);
            candidate[i].count++;
        }
        purse->nodes += level->judge.nodes;
        dearest = level->judge.nodes > dearest ? level->judge.nodes : dearest;
    }
    return best_candidate(candidate, count);
}

static bool worth_a_search(const struct holm_state *state)
{
    const int step = holm_step(state)->kind;
    return step == HOLM_STEP_ACTIONS || step == HOLM_STEP_ROBBER || step == HOLM_STEP_ROLL ||
           step == HOLM_STEP_SPECIAL_BUILD;
}

void holm_choose_hard(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight sight = { .depth = 4, .width = { 5, 3, 2 } };
    struct level *level = holm_level(bot, view);
    struct purse purse = open_purse(bot);
    double value;
    if (!holm_level_open(level, bot, view, list, &sight, &value, action))
        return;
    int best = holm_level_best(level, list);
    if (in_setup(&view->seen)) {
        judge_openings(level, list, &purse);
        best = holm_level_best(level, list);
    } else if (worth_a_search(&view->seen)) {
        best = search(level, bot, view, list, &purse);
    }
    *action = list->at[best];
    holm_level_close(level, bot, list, value, action);
}
