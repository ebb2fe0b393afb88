/* level.c: a bot's memory, and how it values an action or a few in a row. */
#include "bots/level.h"

#include <stdlib.h>
#include <string.h>

#include "bots/kinds.h"

static const double PASSED_OVER = 0.01; /* what is left of a value that was not followed up */

struct level *holm_level(struct holm_bot *bot, const struct holm_view *view)
{
    if (!bot->own) {
        struct level *level = calloc(1, sizeof *level);
        if (level) {
            holm_preferences_built_in(&view->seen.board->rules, &level->preferences);
            holm_weights_built_in(&view->seen.board->rules, &level->weights);
        }
        bot->own = level;
    }
    return bot->own;
}

void holm_level_stop(struct holm_bot *bot)
{
    free(bot->own);
    bot->own = NULL;
}

void holm_level_watch(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_events *events)
{
    struct level *level = holm_level(bot, view);
    for (int i = 0; level && i < events->count; i++) {
        const struct holm_event *event = &events->at[i];
        const bool yes = event->kind == HOLM_EV_ACCEPT;
        if (!yes && event->kind != HOLM_EV_DECLINE)
            continue;
        level->asked[event->seat]++;
        level->agreed[event->seat] += yes;
    }
}

uint64_t holm_level_seed(struct holm_bot *bot)
{
    const uint64_t high = holm_random_below(&bot->random, UINT32_MAX);
    return high << 32 | holm_random_below(&bot->random, UINT32_MAX);
}

bool holm_level_look(struct level *level, struct holm_bot *bot, const struct holm_view *view)
{
    return holm_level_look_at(level, bot, view, holm_level_seed(bot));
}

bool holm_level_look_at(struct level *level, const struct holm_bot *bot,
                        const struct holm_view *view, uint64_t seed)
{
    if (holm_determinize(view, &bot->belief, seed, &level->root) &&
        holm_determinize(view, NULL, seed, &level->root))
        return false;
    holm_chance_number(&level->chance, seed);
    memset(level->standing, 0, sizeof level->standing);
    holm_evaluator_start(&level->evaluator, &level->weights, &level->use, &level->root, bot->seat);
    return true;
}

/* ---------------------------------------------------------------- one step */

/* Whether an action can change how others stand. */
static bool touches_others(int kind)
{
    static const bool alone[HOLM_KINDS] = {
        [HOLM_DO_BANK] = true,   [HOLM_DO_DISCARD] = true,        [HOLM_DO_TAKE] = true,
        [HOLM_DO_BUY] = true,    [HOLM_DO_PLENTY] = true,         [HOLM_DO_WALL] = true,
        [HOLM_DO_DROP] = true,   [HOLM_DO_DRAW] = true,           [HOLM_DO_ROAD_BUILDING] = true,
        [HOLM_DO_YIELD] = true,  [HOLM_DO_MERCHANT_FLEET] = true, [HOLM_DO_IRRIGATION] = true,
        [HOLM_DO_MINING] = true,
    };
    return !alone[kind];
}

/* Where the dice or others go on, the position is evaluated as it stands. */
static bool leaves_it(int kind)
{
    return kind == HOLM_DO_ROLL || kind == HOLM_DO_END || kind == HOLM_DO_PASS;
}

/* Several draws: a few samples of them. */
static double sample(struct level *level, const struct holm_state *state,
                     const struct holm_action *action)
{
    struct holm_state after;
    double sum = 0;
    for (int i = 0; i < LEVEL_SAMPLES; i++) {
        after = *state;
        holm_apply_listed(&after, action, &level->chance, NULL);
        sum += holm_evaluate(&level->evaluator, &after, true);
    }
    return sum / LEVEL_SAMPLES;
}

/* One draw: all that it may bring. */
static double expect(struct level *level, const struct holm_state *state,
                     const struct holm_action *action, const uint8_t *weight)
{
    struct holm_state after;
    double sum = 0, weights = 0;
    for (uint8_t outcome = 0; outcome < HOLM_OUTCOMES; outcome++) {
        if (!weight[outcome])
            continue;
        after = *state;
        holm_chance_dictate(&level->chance, &outcome, 1);
        holm_apply_listed(&after, action, &level->chance, NULL);
        level->chance.dictating = 0;
        if (level->chance.failed)
            return sample(level, state, action);
        sum += weight[outcome] *
               holm_evaluate(&level->evaluator, &after, touches_others(action->kind));
        weights += weight[outcome];
    }
    return sum / weights;
}

/* Applies an action that draws nothing; false: it does draw, with these weights. */
static bool applied(struct level *level, struct holm_state *state, const struct holm_action *action,
                    uint8_t weight[HOLM_OUTCOMES])
{
    level->chance.failed = 0;
    holm_chance_dictate(&level->chance, NULL, 0);
    holm_apply_listed(state, action, &level->chance, NULL);
    level->chance.dictating = 0;
    if (!level->chance.failed)
        return true;
    memcpy(weight, level->chance.wanted, HOLM_OUTCOMES);
    level->chance.failed = 0;
    return false;
}

/* The value of an action; `after`: where it leads, unless it draws. */
static double try_one(struct level *level, const struct holm_state *state,
                      const struct holm_action *action, struct holm_state *after, bool *drew)
{
    uint8_t weight[HOLM_OUTCOMES];
    *after = *state;
    *drew = !applied(level, after, action, weight);
    if (*drew)
        return expect(level, state, action, weight);
    return holm_evaluate(&level->evaluator, after, touches_others(action->kind));
}

/* -------------------------------------------------------------- in a row */

/* Trade with others is not planned ahead. */
static bool is_barter(int kind)
{
    return kind == HOLM_DO_OFFER || kind == HOLM_DO_ACCEPT || kind == HOLM_DO_DECLINE ||
           kind == HOLM_DO_WITHDRAW || kind == HOLM_DO_CONCLUDE;
}

/* What the seat must answer before it can leave things as they are. */
static bool must_go_on(const struct level *level, const struct holm_state *state)
{
    static const bool rests[HOLM_STEP_KINDS] = {
        [HOLM_STEP_ACTIONS] = true,
        [HOLM_STEP_SPECIAL_BUILD] = true,
        [HOLM_STEP_ROLL] = true,
    };
    return !holm_over(state) && !rests[holm_step(state)->kind] &&
           holm_asked(state) == holm_bit(level->evaluator.viewer);
}

static bool may_go_on(const struct level *level, const struct holm_state *state)
{
    return !holm_over(state) && holm_step(state)->kind != HOLM_STEP_ROLL &&
           holm_bit_in(holm_asked(state), level->evaluator.viewer);
}

static double plan(struct level *level, const struct holm_state *state, int depth);

/* What a position is worth with the best there is to do in it; `value`: as it stands. */
static double go_on(struct level *level, const struct holm_state *after, int depth, double value)
{
    const double best = plan(level, after, depth + 1);
    return must_go_on(level, after) || best > value ? best : value;
}

/* An action by itself, and whether the seat must go on after it. */
static double first_look(struct level *level, const struct holm_state *state,
                         const struct holm_action *action, bool *must)
{
    struct holm_state after;
    bool drew;
    const double value = try_one(level, state, action, &after, &drew);
    *must = !drew && must_go_on(level, &after);
    return value;
}

/* An action with what may follow it. */
static double second_look(struct level *level, const struct holm_state *state,
                          const struct holm_action *action, int depth, double value)
{
    struct holm_state after = *state;
    uint8_t weight[HOLM_OUTCOMES];
    if (leaves_it(action->kind) || !applied(level, &after, action, weight) ||
        !may_go_on(level, &after))
        return value;
    return go_on(level, &after, depth, value);
}

/* The best of those that wait to be followed further; none: -1. */
static int best_waiting(const double *value, int count, const bool *waits)
{
    int best = -1;
    for (int i = 0; i < count; i++)
        if (waits[i] && (best < 0 || value[i] > value[best]))
            best = i;
    return best;
}

/* Follows the best of those that wait, so many of them. */
static void follow_best(struct level *level, const struct holm_state *state, int depth, int width,
                        bool *waits)
{
    double *value = level->value[depth];
    for (int n = 0; n < width; n++) {
        const int i = best_waiting(value, level->list[depth].count, waits);
        if (i < 0 || value[i] < 0)
            return;
        waits[i] = false;
        value[i] = second_look(level, state, &level->list[depth].at[i], depth, value[i]);
    }
}

/* Half of an action is worth what the whole of it is. The favourite and the best few are
 * followed further; the rest hardly counts any more. */
static void finish(struct level *level, const struct holm_state *state, int depth, bool *must)
{
    double *value = level->value[depth];
    bool favourite[HOLM_LIST_MAX] = { false };
    if (!depth && level->favourite >= 0 && must[level->favourite]) {
        favourite[level->favourite] = true;
        must[level->favourite] = false;
        follow_best(level, state, depth, 1, favourite);
    }
    follow_best(level, state, depth, level->sight->finished[depth], must);
    for (int i = 0; i < level->list[depth].count; i++)
        if (must[i])
            value[i] *= PASSED_OVER;
}

/* Values of all that is listed at `depth`; returns the best, with what may follow it. */
static double plan(struct level *level, const struct holm_state *state, int depth)
{
    struct holm_list *list = &level->list[depth];
    double *value = level->value[depth], best = -1;
    bool must[HOLM_LIST_MAX] = { false }, may[HOLM_LIST_MAX];
    const struct holm_others others = level->evaluator.others;
    holm_evaluate_others(&level->evaluator, state);
    const double still = holm_evaluate(&level->evaluator, state, false);
    holm_legal(state, level->evaluator.viewer, list);
    for (int i = 0; i < list->count; i++)
        value[i] = is_barter(list->at[i].kind)   ? -1
                   : leaves_it(list->at[i].kind) ? still
                                                 : first_look(level, state, &list->at[i], &must[i]);
    for (int i = 0; i < list->count; i++)
        may[i] = !must[i];
    if (depth + 1 < level->sight->depth) {
        finish(level, state, depth, must);
        follow_best(level, state, depth, level->sight->width[depth], may);
    }
    for (int i = 0; i < list->count; i++)
        if (value[i] > best)
            best = value[i];
    level->evaluator.others = others;
    return best < 0 ? still : best;
}

double holm_level_plan(struct level *level, const struct holm_state *state)
{
    return go_on(level, state, 0, holm_evaluate(&level->evaluator, state, false));
}

/* ------------------------------------------------------------- the choice */

/* What greedy would do by the tuned preferences: they know small things that no weight tells. */
static int preferred_choice(const struct level *level, const struct holm_bot *bot,
                            const struct holm_view *view, const struct holm_list *list)
{
    struct holm_bot silent = { .seat = bot->seat, .refused.kind = HOLM_DO_OFFER };
    struct holm_action action;
    silent.refused.place = view->seen.turns; /* it makes no offers here */
    holm_choose_by_preferences(&level->preferences, &silent, view, list, &action);
    for (int i = 0; i < list->count; i++)
        if (!memcmp(&list->at[i], &action, sizeof action))
            return i;
    return -1;
}

/* The favourite counts for more, so that only what is clearly better goes before it, or a win. */
static void raise_favourite(struct level *level, const struct holm_view *view, double best)
{
    const int choice = level->favourite;
    if (choice < 0 || level->value[0][choice] <= 0 || best >= 1)
        return;
    if (view->seen.board->map.lanes) /* the weights know nothing of the way to a fortress */
        level->value[0][choice] = LEVEL_SURE;
    else
        level->value[0][choice] /= level->sight->loyal;
}

/* Nobody sits on a large hand with something worth building: a seven takes half of it. */
static void forbid_hoarding(struct level *level, const struct holm_list *list)
{
    enum { HOARD = 10 };
    static const bool worthwhile[HOLM_KINDS] = {
        [HOLM_DO_SETTLEMENT] = true, [HOLM_DO_CITY] = true,   [HOLM_DO_BUY] = true,
        [HOLM_DO_IMPROVE] = true,    [HOLM_DO_WONDER] = true,
    };
    bool builds = false;
    for (int i = 0; i < list->count; i++)
        builds |= worthwhile[list->at[i].kind] && level->value[0][i] >= 0;
    if (!builds || level->root.player[level->evaluator.viewer].cards <= HOARD)
        return;
    for (int i = 0; i < list->count; i++)
        if (list->at[i].kind == HOLM_DO_END)
            level->value[0][i] = -1;
}

int holm_level_best(const struct level *level, const struct holm_list *list)
{
    int best = 0;
    for (int i = 1; i < list->count; i++)
        if (level->value[0][i] > level->value[0][best])
            best = i;
    return best;
}

double holm_level_weigh(struct level *level, const struct holm_bot *bot,
                        const struct holm_view *view, const struct holm_list *list,
                        const struct level_sight *sight)
{
    level->sight = sight;
    level->favourite = preferred_choice(level, bot, view, list);
    const double value = plan(level, &level->root, 0);
    raise_favourite(level, view, value);
    forbid_hoarding(level, list);
    return value;
}

bool holm_level_open(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                     const struct holm_list *list, const struct level_sight *sight, double *value,
                     struct holm_action *action)
{
    memset(action, 0, sizeof *action);
    if (!holm_bit_in(holm_asked(&view->seen), bot->seat))
        return false; /* it speaks when it is spoken to */
    *action = list->at[0];
    if (level)
        level->sight = sight;
    if (!level || (list->count == 1 && !list->templates) || !holm_level_look(level, bot, view) ||
        holm_barter_answer(level, bot, list, action))
        return false;
    *value = holm_level_weigh(level, bot, view, list, sight);
    return true;
}

void holm_level_close(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                      double value, struct holm_action *action)
{
    if (action->kind == HOLM_DO_END || action->kind == HOLM_DO_BANK)
        holm_barter_offer(level, bot, list, value, action);
}

void holm_level_choose(struct holm_bot *bot, const struct holm_view *view,
                       const struct holm_list *list, const struct level_sight *sight,
                       struct holm_action *action)
{
    struct level *level = holm_level(bot, view);
    double value;
    if (!holm_level_open(level, bot, view, list, sight, &value, action))
        return;
    *action = list->at[holm_level_best(level, list)];
    holm_level_close(level, bot, list, value, action);
}
