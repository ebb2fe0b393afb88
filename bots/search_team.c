/* search_team.c: the lines of a search, played on by one thread or by several. */
#include <stdlib.h>
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

/* A thread's part: every so many lines. */
struct part {
    struct level *level;
    const struct holm_bot *bot;
    struct search_batch *batch;
    int first, step;
#ifndef __wasm__
    pthread_t thread;
#endif
};

static void *play_part(void *argument)
{
    const struct part *part = argument;
    struct search_batch *batch = part->batch;
    for (int line = part->first; line < batch->lines; line += part->step) {
        batch->played[line] =
            holm_level_look_at(part->level, part->bot, batch->view, batch->seed[line]);
        for (int i = 0; batch->played[line] && i < batch->candidates; i++)
            batch->chance[line][i] = play_on(part->level, batch->action[i], batch->rounds);
    }
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
    return !pthread_create(&part->thread, NULL, play_part, part);
}

static void await(struct part *part)
{
    pthread_join(part->thread, NULL);
}
#endif

void holm_search_gather(struct search_team *team, struct level *level, int threads)
{
    *team = (struct search_team){ .level = level, .threads = 1 };
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

void holm_search_play(struct search_team *team, struct holm_bot *bot, struct search_batch *batch)
{
    struct part part[SEARCH_LINES];
    bool apart[SEARCH_LINES] = { false };
    const int threads = team->threads < batch->lines ? team->threads : batch->lines;
    for (int line = 0; line < batch->lines; line++)
        batch->seed[line] = holm_level_seed(bot);
    for (int i = threads - 1; i >= 0; i--) {
        part[i] = (struct part){ .level = i ? &team->others[i - 1] : team->level,
                                 .bot = bot,
                                 .batch = batch,
                                 .first = i,
                                 .step = threads };
        apart[i] = i && begin_apart(&part[i]);
        if (!apart[i])
            play_part(&part[i]); /* its own part, or that of a thread there is no room for */
    }
    for (int i = 1; i < threads; i++)
        if (apart[i])
            await(&part[i]);
    for (int line = 0; line < batch->lines; line++)
        if (!batch->played[line])
            batch->lines = line;
    if (batch->lines)
        batch->latest = batch->seed[batch->lines - 1];
}
