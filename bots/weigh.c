/* weigh.c: all sensible choices, weighed alike; see weigh.h. */
#include "bots/weigh.h"

#include <math.h>
#include <string.h>

enum { ROUNDS_SETUP = 7, ROUNDS = 1, LOOKS_LEAST = 2 };

/* Wider than any level looks. */
static const struct level_sight sight = {
    .depth = 3, .width = { 6, 3 }, .finished = { 12, 4 }, .offers = 0, .loyal = 1
};

/* Sums over all lines, by candidate. */
struct sums {
    double sum[SEARCH_CANDIDATES];
    double products[SEARCH_CANDIDATES][SEARCH_CANDIDATES];
    int lines;
};

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
        batch->action[batch->candidates++] = &list->at[best];
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

static void measure(const struct sums *sums, const int best[2], struct holm_weighing *weighing)
{
    const int a = best[0], b = best[1];
    const double lines = sums->lines, gap = (sums->sum[a] - sums->sum[b]) / lines;
    const double squares = sums->products[a][a] + sums->products[b][b] - 2 * sums->products[a][b];
    weighing->behind = gap;
    weighing->error = sqrt(fmax(squares / lines - gap * gap, 0) / lines);
    weighing->lines = sums->lines;
}

static void put_in_order(const struct sums *sums, const struct search_batch *batch,
                         struct holm_weighing *weighing)
{
    weighing->count = batch->candidates;
    for (int i = 0; i < batch->candidates; i++) {
        const struct holm_weighed one = { *batch->action[i], sums->sum[i] / sums->lines };
        int at = i;
        for (; at > 0 && weighing->at[at - 1].chance < one.chance; at--)
            weighing->at[at] = weighing->at[at - 1];
        weighing->at[at] = one;
    }
}

static void play_lines(struct level *level, struct holm_bot *bot, struct search_batch *batch,
                       int lines, double least, struct holm_weighing *weighing)
{
    struct sums sums = { 0 };
    struct search_team team;
    int best[2];
    holm_search_gather(&team, level, 1);
    for (int look = 1; sums.lines < lines; look++) {
        batch->lines = SEARCH_LINES;
        holm_search_play(&team, bot, batch);
        if (!batch->lines)
            break;
        add_lines(&sums, batch);
        find_best(&sums, batch->candidates, best);
        measure(&sums, best, weighing);
        if (look >= LOOKS_LEAST && weighing->behind + 3 * weighing->error < least)
            break;
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
    struct search_batch batch = { .view = view,
                                  .list = &list,
                                  .rounds = setup ? ROUNDS_SETUP : ROUNDS };
    struct level *level = holm_level(&bot, view);
    if (level)
        level->use.net = NULL;
    if (holm_level_open(level, &bot, view, &list, &sight, &value, &action) && value < 1 &&
        choose_candidates(level, &list, &batch) > 1)
        play_lines(level, &bot, &batch, lines, least, weighing);
    holm_bot_stop(&bot);
}
