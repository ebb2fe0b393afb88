/* judge.c: a decision against the best others; see judge.h. */
#include "bots/judge.h"

#include <math.h>
#include <string.h>

#include "bots/chances.h"
#include "bots/level.h"

enum {
    CANDIDATES = 9, /* the best by the plan, and the one that was made */
    STAGES = 3, /* each spends as much as any other, on fewer candidates */
    LINES_LEAST = 4 /* of a stage, whatever may be spent */
};
static const int left_after[STAGES] = { 4, 2, 1 }; /* of those that were not made */
static const double SURE = 2.5; /* standard errors that a loss must have */

const char *const holm_grade_names[HOLM_GRADES] = { "sound", "slip", "mistake", "blunder" };
const double holm_grade_least[HOLM_GRADES] = { 0, 0.02, 0.05, 0.1 };

/* Rounds of turns that are played on, before one more turn, where it is not two: a start shows late how
 * good it was. */
static const int rounds[HOLM_STEP_KINDS] = {
    [HOLM_STEP_SETUP_SETTLEMENT] = 7,
    [HOLM_STEP_SETUP_ROAD] = 4,
};

static int last_turn(const struct holm_state *state)
{
    const int played = rounds[holm_step(state)->kind];
    return state->turns + (played ? played : 2) * state->board->rules.players + 1;
}

struct candidate {
    struct holm_action action;
    bool listed; /* it can be applied as it is */
    double sum; /* of its chances so far */
    double squares; /* of what it was better by than the one that was made */
    int lines;
};

/* The choice that was made comes first; then the others, the best first. */
struct contest {
    struct level *level;
    struct holm_bot *bot;
    const struct holm_view *view;
    struct holm_scales scales;
    int until; /* this turn */
    struct candidate candidate[CANDIDATES];
    int count;
    uint32_t nodes; /* spent */
};

static bool same(const struct holm_action *one, const struct holm_action *other)
{
    return !memcmp(one, other, sizeof *one);
}

static bool is_answer(int kind)
{
    return kind == HOLM_DO_ACCEPT || kind == HOLM_DO_DECLINE || kind == HOLM_DO_CONCLUDE;
}

static bool asks_nothing(int kind)
{
    return kind == HOLM_DO_OFFER || kind == HOLM_DO_WITHDRAW || kind == HOLM_DO_UNDO;
}

static int options_of(const struct holm_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += !asks_nothing(list->at[i].kind);
    return count;
}

bool holm_judge_can(const struct holm_view *view, const struct holm_list *list,
                    const struct holm_action *made)
{
    return !asks_nothing(made->kind) && options_of(list) > 1 &&
           holm_bit_in(holm_asked(&view->seen), made->seat) && !holm_over(&view->seen);
}

/* ---------------------------------------------------------------- candidates */

static void add(struct contest *contest, const struct holm_action *action, bool listed)
{
    contest->candidate[contest->count++] =
        (struct candidate){ .action = *action, .listed = listed };
}

static bool is_listed(const struct holm_list *list, const struct holm_action *action)
{
    for (int i = 0; i < list->count; i++)
        if (same(&list->at[i], action))
            return true;
    return false;
}

/* Answers to offers have no place in the plan: all of them are candidates. */
static void add_answers(struct contest *contest, const struct holm_list *list)
{
    for (int i = 0; i < list->count && contest->count < CANDIDATES; i++)
        if (is_answer(list->at[i].kind) && !same(&list->at[i], &contest->candidate[0].action))
            add(contest, &list->at[i], true);
}

static void add_planned(struct contest *contest, const struct holm_list *list)
{
    double *value = contest->level->value[0];
    while (contest->count < CANDIDATES) {
        int best = -1;
        for (int i = 0; i < list->count; i++)
            if (value[i] >= 0 && (best < 0 || value[i] > value[best]))
                best = i;
        if (best < 0)
            return;
        value[best] = -1;
        if (!same(&list->at[best], &contest->candidate[0].action))
            add(contest, &list->at[best], true);
    }
}

/* --------------------------------------------------------------------- lines */

/* Who accepts an offer, or concludes it, counts on the trade; false: it does not come to one. */
static bool trade(struct holm_state *state, const struct holm_action *action,
                  struct holm_chance *chance)
{
    const struct holm_action conclude = { .kind = HOLM_DO_CONCLUDE,
                                          .seat = state->active,
                                          .target = action->seat };
    return !holm_apply(state, action, chance, NULL) &&
           (action->kind != HOLM_DO_ACCEPT || !holm_apply(state, &conclude, chance, NULL));
}

static bool apply(const struct candidate *candidate, struct holm_state *state,
                  struct holm_chance *chance)
{
    const struct holm_action *action = &candidate->action;
    if (is_answer(action->kind))
        return trade(state, action, chance);
    if (!candidate->listed)
        return !holm_apply(state, action, chance, NULL);
    holm_apply_listed(state, action, chance, NULL);
    return true;
}

/* The chance to win some rounds later; -1: it cannot be done with the hands of this line. */
static double play_on(struct contest *contest, const struct candidate *candidate)
{
    struct level *level = contest->level;
    struct holm_playout *playout = &level->playout;
    struct holm_state after = level->root;
    struct holm_chance chance = level->chance;
    struct holm_evaluator evaluator;
    const int seat = contest->bot->seat;
    if (!apply(candidate, &after, &chance))
        return -1;
    holm_playout_start(playout, &level->preferences, &after, &chance);
    holm_playout_run(playout, contest->until);
    const struct holm_state *state = &playout->table.seen;
    holm_evaluator_start(&evaluator, &contest->scales.weights, &contest->scales.use, state, seat);
    return holm_calibrated(&state->board->rules, holm_evaluate(&evaluator, state, false));
}

/* One deal and one series of rolls for all candidates; false: none agrees with the view. */
static bool play_line(struct contest *contest)
{
    double chance[CANDIDATES];
    if (!holm_level_look_at(contest->level, contest->bot, contest->view,
                            holm_level_seed(contest->bot)))
        return false;
    for (int i = 0; i < contest->count; i++) {
        chance[i] = play_on(contest, &contest->candidate[i]);
        if (chance[0] < 0)
            return true;
    }
    contest->nodes += (uint32_t)contest->count;
    for (int i = 0; i < contest->count; i++) {
        struct candidate *one = &contest->candidate[i];
        if (chance[i] < 0)
            continue;
        one->sum += chance[i];
        one->squares += (chance[i] - chance[0]) * (chance[i] - chance[0]);
        one->lines++;
    }
    return true;
}

/* ------------------------------------------------------------------- contest */

static double mean(const struct candidate *one)
{
    return one->lines ? one->sum / one->lines : 0;
}

static void sort(struct candidate *others, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && mean(&others[j]) > mean(&others[j - 1]); j--) {
            const struct candidate worse = others[j - 1];
            others[j - 1] = others[j];
            others[j] = worse;
        }
}

/* By how much a candidate is better than what was made, if that is more than luck; or 0. */
static double better_by(const struct candidate *one, const struct candidate *made)
{
    const double gap = mean(one) - mean(made), lines = one->lines;
    const double variance = one->lines ? (one->squares / lines - gap * gap) / lines : 1;
    return gap > 0 && gap * gap > SURE * SURE * variance ? gap : 0;
}

/* Nobody can be better by what matters any more: the lines so far are enough. */
static bool is_clear(const struct contest *contest)
{
    static const double MARGIN = 0.01;
    const struct candidate *made = &contest->candidate[0];
    for (int i = 1; i < contest->count; i++) {
        const struct candidate *one = &contest->candidate[i];
        const double gap = mean(one) - mean(made), lines = one->lines;
        if (lines < 1 || gap + SURE * sqrt((one->squares / lines - gap * gap) / lines) > MARGIN)
            return false;
    }
    return true;
}

/* `all`: the candidates in the end, those that fell behind last. */
static bool hold(struct contest *contest, uint32_t nodes)
{
    const int all = contest->count;
    for (int stage = 0; stage < STAGES; stage++) {
        const uint32_t until = nodes / STAGES * (uint32_t)(stage + 1);
        for (int line = 0; line < LINES_LEAST || contest->nodes < until; line++) {
            const uint32_t before = contest->nodes;
            if (!play_line(contest))
                return false;
            if (contest->nodes == before && line >= LINES_LEAST)
                break; /* what was made cannot be done with any such hands */
        }
        sort(contest->candidate + 1, contest->count - 1);
        if (is_clear(contest))
            break;
        if (contest->count > left_after[stage] + 1)
            contest->count = left_after[stage] + 1;
    }
    contest->count = all;
    return contest->candidate[0].lines > 0;
}

void holm_judge_loss(struct holm_judgement *judgement, double loss)
{
    judgement->loss = loss;
    for (int grade = HOLM_SOUND; grade < HOLM_GRADES; grade++)
        if (loss >= holm_grade_least[grade])
            judgement->grade = grade;
}

/* The best first, as far as there is room, and what was made in its place. */
static void report(const struct contest *contest, struct holm_judgement *judgement)
{
    const struct candidate *made = &contest->candidate[0], *best = NULL;
    judgement->made = -1;
    for (int i = 1; i < contest->count && judgement->count < HOLM_CHOICES; i++) {
        const struct candidate *one = &contest->candidate[i];
        if (!one->lines)
            continue;
        best = best ? best : one;
        if (judgement->made < 0 &&
            (mean(made) >= mean(one) || judgement->count == HOLM_CHOICES - 1)) {
            judgement->made = judgement->count;
            judgement->choice[judgement->count++] =
                (struct holm_choice){ made->action, mean(made) };
        }
        if (judgement->count < HOLM_CHOICES)
            judgement->choice[judgement->count++] = (struct holm_choice){ one->action, mean(one) };
    }
    if (judgement->made < 0) {
        judgement->made = judgement->count;
        judgement->choice[judgement->count++] = (struct holm_choice){ made->action, mean(made) };
    }
    holm_judge_loss(judgement, best ? better_by(best, made) : 0);
}

bool holm_judge(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                const struct holm_action *made, const struct holm_judge_order *order,
                struct holm_judgement *judgement)
{
    static const struct level_sight sight = {
        .depth = 3, .width = { 4, 2 }, .finished = { 12, 4 }, .loyal = 0.9
    };
    struct contest contest = { .level = holm_level(bot, view), .bot = bot, .view = view };
    memset(judgement, 0, sizeof *judgement);
    holm_random_seed(&bot->random, order->seed);
    if (!contest.level || !holm_level_look(contest.level, bot, view))
        return false;
    contest.level->playout.quiet = true;
    contest.level->use.net = NULL;
    holm_scales_start(&contest.scales, &view->seen.board->rules);
    contest.until = last_turn(&view->seen);
    holm_level_weigh(contest.level, bot, view, list, &sight);
    made = made ? made : &list->at[holm_level_best(contest.level, list)];
    add(&contest, made, is_listed(list, made));
    add_answers(&contest, list);
    add_planned(&contest, list);
    if (!hold(&contest, order->nodes))
        return false;
    judgement->options = options_of(list);
    report(&contest, judgement);
    return true;
}

bool holm_judge_view(const struct holm_view *view, const struct holm_belief *belief,
                     const struct holm_list *list, const struct holm_judge_order *order,
                     struct holm_judgement *judgement)
{
    struct holm_bot_order expert;
    struct holm_bot bot;
    holm_bot_read("expert", &expert);
    holm_bot_start(&bot, &expert, view->seen.viewer, order->seed);
    holm_bot_join(&bot, view);
    if (belief)
        bot.belief = *belief;
    const bool fine = holm_judge(&bot, view, list, NULL, order, judgement);
    holm_bot_stop(&bot);
    return fine;
}
