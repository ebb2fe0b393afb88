/* weigh.c: all sensible choices, weighed alike; see weigh.h. */
#include "bots/weigh.h"

#include <math.h>
#include <string.h>

enum {
    ROUNDS_SETUP = 7,
    ROUNDS = 1,
    LOOKS_LEAST = 2, /* before it is given up */
    DROP_LEAST = 3 * SEARCH_LINES /* lines before anything is dropped */
};
static const double DROP_SURE =
    4; /* standard errors behind the second: it will be neither of the two */

/* Wider than any level looks. */
static const struct level_sight sight = {
    .depth = 3, .width = { 6, 3 }, .finished = { 12, 4 }, .loyal = 1
};

/* Sums over all lines, by candidate as it stands in the batch. */
struct sums {
    double sum[SEARCH_CANDIDATES];
    double products[SEARCH_CANDIDATES][SEARCH_CANDIDATES];
    int lines;
};

/* How far one is behind another in the mean, and the standard error of that. */
struct gap {
    double mean, error;
};

static struct gap gap_between(const struct sums *sums, int ahead, int behind)
{
    const double lines = sums->lines, mean = (sums->sum[ahead] - sums->sum[behind]) / lines;
    const double squares = sums->products[ahead][ahead] + sums->products[behind][behind] -
                           2 * sums->products[ahead][behind];
    return (struct gap){ mean, sqrt(fmax(squares / lines - mean * mean, 0) / lines) };
}

static void add_lines(struct sums *sums, const struct search_batch *batch)
{
    for (int line = 0; line < batch->lines; line++)
        for (int i = 0; i < batch->candidates; i++) {
            sums->sum[i] += batch->chance[line][i];
            for (int j = 0; j < batch->candidates; j++)
                sums->products[i][j] += batch->chance[line][i] * batch->chance[line][j];
        }
    sums->lines += batch->lines;
}

/* The most valued by the plan. */
static int choose_candidates(const struct level *level, const struct holm_list *list,
                             struct search_batch *batch)
{
    bool taken[HOLM_LIST_MAX] = { false };
    while (batch->candidates < SEARCH_CANDIDATES) {
        const double *value = level->value[0];
        int best = -1;
        for (int i = 0; i < list->count; i++)
            if (!taken[i] && value[i] >= 0 && (best < 0 || value[i] > value[best]))
                best = i;
        if (best < 0)
            break;
        taken[best] = true;
        batch->action[batch->candidates++] = list->at[best];
    }
    return batch->candidates;
}

/* The two with the highest sums. */
static void find_best(const struct sums *sums, int count, int best[2])
{
    best[0] = best[1] = -1;
    for (int i = 0; i < count; i++) {
        if (best[0] < 0 || sums->sum[i] > sums->sum[best[0]]) {
            best[1] = best[0];
            best[0] = i;
        } else if (best[1] < 0 || sums->sum[i] > sums->sum[best[1]]) {
            best[1] = i;
        }
    }
}

static void move_candidate(struct sums *sums, struct search_batch *batch, int from, int to)
{
    batch->action[to] = batch->action[from];
    sums->sum[to] = sums->sum[from];
    memcpy(sums->products[to], sums->products[from], sizeof *sums->products);
    for (int i = 0; i < batch->candidates; i++)
        sums->products[i][to] = sums->products[i][from];
}

/* What can be neither the best nor the second any more costs no further lines. */
static void drop_losers(struct sums *sums, struct search_batch *batch, int second)
{
    bool drop[SEARCH_CANDIDATES] = { false };
    int left = 0;
    for (int i = 0; i < batch->candidates; i++) {
        const struct gap gap = gap_between(sums, second, i);
        drop[i] = gap.mean > 0 && gap.mean > DROP_SURE * gap.error;
    }
    for (int i = 0; i < batch->candidates; i++)
        if (!drop[i])
            move_candidate(sums, batch, i, left++);
    batch->candidates = left;
}

static void put_in_order(const struct sums *sums, const struct search_batch *batch,
                         struct holm_weighing *weighing)
{
    weighing->count = batch->candidates;
    for (int i = 0; i < batch->candidates; i++) {
        const struct holm_weighed one = { batch->action[i], sums->sum[i] / sums->lines };
        int at = i;
        for (; at > 0 && weighing->at[at - 1].chance < one.chance; at--)
            weighing->at[at] = weighing->at[at - 1];
        weighing->at[at] = one;
    }
}

static void play_lines(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                       struct search_batch *batch, int lines, double least,
                       struct holm_weighing *weighing)
{
    struct sums sums = { 0 };
    struct search_team team;
    int best[2];
    holm_search_gather(&team, bot, view, level, 1);
    for (int look = 1; sums.lines < lines; look++) {
        batch->lines = SEARCH_LINES;
        holm_search_draw(batch, bot);
        holm_search_play(&team, batch);
        batch->lines = holm_search_count(batch, 0, batch->lines);
        if (!batch->lines)
            break;
        add_lines(&sums, batch);
        find_best(&sums, batch->candidates, best);
        const struct gap gap = gap_between(&sums, best[0], best[1]);
        weighing->behind = gap.mean;
        weighing->error = gap.error;
        weighing->lines = sums.lines;
        if (look >= LOOKS_LEAST && gap.mean + 3 * gap.error < least)
            break;
        if (sums.lines >= DROP_LEAST)
            drop_losers(&sums, batch, best[1]);
    }
    holm_search_dismiss(&team);
    if (sums.lines)
        put_in_order(&sums, batch, weighing);
}

void holm_weigh(const struct holm_view *view, uint64_t seed, int lines, double least,
                struct holm_weighing *weighing)
{
    struct holm_bot_order hard;
    struct holm_bot bot;
    struct holm_list list;
    struct holm_action action;
    double value = 0;
    memset(weighing, 0, sizeof *weighing);
    holm_bot_read("hard", &hard);
    holm_bot_start(&bot, &hard, view->seen.viewer, seed);
    holm_bot_join(&bot, view);
    holm_belief_start(&bot.belief, view);
    holm_legal(&view->seen, view->seen.viewer, &list);
    const bool setup = holm_step(&view->seen)->kind == HOLM_STEP_SETUP_SETTLEMENT;
    struct search_batch batch = { .rounds = setup ? ROUNDS_SETUP : ROUNDS };
    struct level *level = holm_level(&bot, view);
    if (level)
        level->use.net = NULL;
    if (holm_level_open(level, &bot, view, &list, &sight, &value, &action) && value < 1 &&
        choose_candidates(level, &list, &batch) > 1)
        play_lines(level, &bot, view, &batch, lines, least, weighing);
    holm_bot_stop(&bot);
}
