/* search_team.c: the lines of a search, played on by one thread or by several. */
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <pthread.h>
#endif

#include "bots/search.h"

/* One line: a candidate, a deal, a series of rolls, and the chance to win some rounds later. */
static double play_on(struct level *level, const struct holm_action *action, int rounds)
{
    struct holm_playout *playout = &level->playout;
    struct holm_state *state = &playout->table.seen;
    struct holm_evaluator evaluator;
    const unsigned own = holm_bit(level->evaluator.viewer);
    const unsigned willing = holm_barter_willing(level, level->root.board->rules.players);
    const bool starts = holm_step(&level->root)->kind == HOLM_STEP_SETUP_SETTLEMENT;
    playout->quiet = starts || !(willing & ~own); /* a start must do without the others' help */
    holm_playout_start(playout, &level->preferences, &level->root, &level->chance);
    holm_apply_listed(state, action, &playout->chance, NULL);
    holm_playout_run(playout, level->root.turns + rounds * state->board->rules.players + 1);
    holm_evaluator_start(&evaluator, &level->weights, &level->use, state, level->evaluator.viewer);
    return holm_evaluate(&evaluator, state, false);
}

static void play_part(const struct search_team *team, struct level *level,
                      struct search_batch *batch, int first, int step)
{
    for (int line = first; line < batch->lines; line += step) {
        batch->played[line] = holm_level_look_at(level, team->bot, team->view, batch->seed[line]);
        for (int i = 0; batch->played[line] && i < batch->candidates; i++)
            batch->chance[line][i] = play_on(level, &batch->action[i], batch->rounds);
    }
}

void holm_search_play_part(const struct search_team *team, struct search_batch *batch, int first,
                           int step)
{
    play_part(team, team->level, batch, first, step);
}

/* A thread's part: every so many lines. */
struct part {
    const struct search_team *team;
    struct level *level;
    struct search_batch *batch;
    int first, step;
#ifndef __wasm__
    pthread_t thread;
#endif
};

static void *run_part(void *argument)
{
    const struct part *part = argument;
    play_part(part->team, part->level, part->batch, part->first, part->step);
    return NULL;
}

#ifdef __wasm__ /* a module in a browser has one thread */
static bool begin_apart(struct part *part)
{
    (void)part;
    return false;
}

static void await(struct part *part)
{
    (void)part;
}
#else
static bool begin_apart(struct part *part)
{
    return !pthread_create(&part->thread, NULL, run_part, part);
}

static void await(struct part *part)
{
    pthread_join(part->thread, NULL);
}
#endif

void holm_search_gather(struct search_team *team, const struct holm_bot *bot,
                        const struct holm_view *view, struct level *level, int threads)
{
    *team = (struct search_team){ .bot = bot, .view = view, .level = level, .threads = 1 };
    if (threads < 2)
        return;
    team->others = malloc((size_t)(threads - 1) * sizeof *team->others);
    if (!team->others)
        return;
    team->threads = threads < SEARCH_LINES ? threads : SEARCH_LINES;
    for (int i = 0; i < team->threads - 1; i++)
        team->others[i] = *level;
}

void holm_search_dismiss(struct search_team *team)
{
    free(team->others);
}

void holm_search_draw(struct search_batch *batch, struct holm_bot *bot)
{
    for (int line = 0; line < batch->lines; line++)
        batch->seed[line] = holm_level_seed(bot);
    memset(batch->played, 0, sizeof batch->played);
}

int holm_search_count(struct search_batch *batch, int first, int lines)
{
    int played = 0;
    while (played < lines && batch->played[first + played])
        played++;
    if (played)
        batch->latest = batch->seed[first + played - 1];
    return played;
}

void holm_search_play(struct search_team *team, struct search_batch *batch)
{
    struct part part[SEARCH_LINES];
    bool apart[SEARCH_LINES] = { false };
    const int threads = team->threads < batch->lines ? team->threads : batch->lines;
    for (int i = threads - 1; i >= 0; i--) {
        part[i] = (struct part){ .team = team,
                                 .level = i ? &team->others[i - 1] : team->level,
                                 .batch = batch,
                                 .first = i,
                                 .step = threads };
        apart[i] = i && begin_apart(&part[i]);
        if (!apart[i])
            run_part(&part[i]); /* its own part, or that of a thread there is no room for */
    }
    for (int i = 1; i < threads; i++)
        if (apart[i])
            await(&part[i]);
}
