/* search.c: the best few actions played on; see search.h. */
#include "bots/search.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_EVERY = SEARCH_LINES, /* lines after which the candidates are compared */
    LINES_LEAST =
        48, /* before one is dropped: what pays off is often rare, few lines may not show it */
    LINES_AHEAD = 24 /* at once after that: those of whoever is dropped are played for nothing */
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

/* --------------------------------------------------------------- candidates */

struct candidate {
    int number; /* in the list */
    int place; /* among the candidates at first */
    int column; /* in the latest batch */
    double counts; /* factor for its chances */
    double prior; /* what the plan adds to that */
    double sum; /* of its chances so far */
    double chance; /* of the latest line */
};

/* All candidates of a decision, and how their lines went together. */
struct race {
    struct candidate candidate[SEARCH_CANDIDATES]; /* those that are left come first */
    int left;
    int lines; /* of each of them so far */
    double squares[SEARCH_CANDIDATES][SEARCH_CANDIDATES]; /* sums of products, by place */
};

/* The best of a list, by the plan, in which the favourite counts for more. */
static void choose_candidates(const struct level *level, int count,
                              const struct search_style *style, double favoured, struct race *race)
{
    const double *value = level->value[0];
    bool taken[HOLM_LIST_MAX] = { false };
    memset(race, 0, sizeof *race);
    while (race->left < style->candidates) {
        int best = -1;
        for (int i = 0; i < count; i++)
            if (!taken[i] && value[i] >= 0 && (best < 0 || value[i] > value[best]))
                best = i;
        if (best < 0)
            break;
        taken[best] = true;
        race->candidate[race->left] =
            (struct candidate){ .number = best,
                                .place = race->left,
                                .prior = style->prior * value[best],
                                .counts = best == level->favourite ? favoured : 1 };
        race->left++;
    }
}

static bool better(const struct candidate *one, const struct candidate *other)
{
    return one->sum + one->prior > other->sum + other->prior;
}

/* The best first; of those that are alike, the one the plan likes best. */
static void sort(struct race *race)
{
    struct candidate *candidate = race->candidate;
    for (int i = 1; i < race->left; i++)
        for (int j = i; j > 0 && better(&candidate[j], &candidate[j - 1]); j--) {
            const struct candidate worse = candidate[j - 1];
            candidate[j - 1] = candidate[j];
            candidate[j] = worse;
        }
}

/* Whether one is behind the other by more than luck: by the differences of their lines. */
static bool clearly_behind(const struct race *race, const struct candidate *one,
                           const struct candidate *other, double sure)
{
    const double lines = race->lines, gap = (other->sum - one->sum) / lines;
    const double squares = race->squares[one->place][one->place] +
                           race->squares[other->place][other->place] -
                           2 * race->squares[one->place][other->place];
    const double variance = (squares / lines - gap * gap) / lines;
    return gap > 0 && gap * gap > sure * sure * variance;
}

/* Drops whoever is clearly behind; easy choices end soon. */
static void drop_losers(struct race *race, double sure)
{
    if (sure <= 0 || race->lines < LINES_LEAST || race->lines % LOOK_EVERY)
        return;
    sort(race);
    int left = 1;
    for (int i = 1; i < race->left; i++)
        if (!clearly_behind(race, &race->candidate[i], &race->candidate[0], sure))
            race->candidate[left++] = race->candidate[i];
    race->left = left;
}

static int stages_of(int count)
{
    int stages = 0;
    for (; count > 1; count = (count + 1) / 2)
        stages++;
    return stages;
}

/* ------------------------------------------------------------------- search */

struct search {
    struct level *level;
    struct holm_bot *bot;
    const struct holm_view *view;
    const struct holm_list *list;
    const struct search_style *style;
    const struct search_effort *effort;
    struct spending spending;
    double value; /* of the plan's best */
    struct race race;
    int stage, stages, wanted; /* which of how many; candidates that it was begun with */
    bool stage_over; /* not all lines could be played */
    int due; /* lines until the candidates are compared; the batch may go further */
    struct search_batch batch;
};

/* Notes what lines came to, one after the other. */
static void count_lines(struct race *race, const struct search_batch *batch, int first, int lines)
{
    for (int line = first; line < first + lines; line++) {
        for (int i = 0; i < race->left; i++) {
            struct candidate *one = &race->candidate[i];
            one->chance = one->counts * batch->chance[line][one->column];
            one->sum += one->chance;
        }
        for (int i = 0; i < race->left; i++)
            for (int j = 0; j < race->left; j++)
                race->squares[race->candidate[i].place][race->candidate[j].place] +=
                    race->candidate[i].chance * race->candidate[j].chance;
        race->lines++;
    }
}

static bool is_timed(const struct search *search)
{
    return search->spending.budget.milliseconds;
}

/* Some lines, or with time no more than the threads play at once. */
static int at_once(const struct search *search, int lines)
{
    const int threads = search->spending.budget.threads ? (int)search->spending.budget.threads : 1;
    return is_timed(search) && threads < lines ? threads : lines;
}

/* Lines until the stage has spent its part, but no more than that many. */
static int lines_of_stage(const struct search *search, int most)
{
    const double part = search->effort->share * search->stage / search->stages;
    struct spending later = search->spending;
    int lines = 0;
    for (; lines < most && spent(&later) < part; lines++)
        later.nodes += (uint64_t)search->race.left;
    return lines;
}

/* How many lines come next, until the stage has spent its part or somebody may be dropped: with nodes
 * the same for any number of threads. */
static int lines_due(const struct search *search)
{
    const int to_look = LOOK_EVERY - search->race.lines % LOOK_EVERY;
    return lines_of_stage(search, at_once(search, to_look));
}

/* Several threads gain little by few lines, so that they play those of the next comparisons at once,
 * as if nobody were dropped. What comes of them counts as if it came later. */
static int lines_ahead(const struct search *search, int due)
{
    const int lines = search->race.lines, done = lines % LOOK_EVERY;
    const int safe = search->style->sure > 0 ? LINES_LEAST - lines : SEARCH_BATCH - done;
    const int most = safe > 0 ? safe : LINES_AHEAD - done;
    const int ahead = lines_of_stage(search, at_once(search, most)); /* time may be up meanwhile */
    return search->spending.budget.threads > 1 && ahead > due ? ahead : due;
}

/* Every stage may spend as much as any other, on half as many candidates. */
static void end_stage(struct search *search)
{
    struct race *race = &search->race;
    sort(race);
    search->wanted = (search->wanted + 1) / 2;
    race->left = race->left < search->wanted ? race->left : search->wanted;
    search->stage++;
    search->stage_over = false;
}

/* The lines that come next, of this stage or a later one; 0: there are no more. */
static int next_lines(struct search *search)
{
    for (; search->race.left > 1; end_stage(search)) {
        const int lines = search->stage_over ? 0 : lines_due(search);
        if (lines)
            return lines;
    }
    return 0;
}

/* The next lines of all candidates that are left, each line with one deal and one series of rolls. */
struct search_batch *holm_search_due(struct search *search)
{
    struct race *race = &search->race;
    struct search_batch *batch = &search->batch;
    struct holm_bot *bot = search->bot;
    search->due = next_lines(search);
    if (!search->due)
        return NULL;
    batch->lines = lines_ahead(search, search->due);
    batch->candidates = race->left;
    for (int i = 0; i < race->left; i++) {
        batch->action[i] = search->list->at[race->candidate[i].number];
        race->candidate[i].column = i;
    }
    const struct holm_random random = bot->random;
    holm_search_draw(batch, bot);
    bot->random = random; /* it goes on as lines are taken in */
    return batch;
}

/* Takes in what some lines came to. */
static void take_lines(struct search *search, int first, int lines)
{
    const int played = holm_search_count(&search->batch, first, lines);
    for (int line = 0; line < lines; line++)
        holm_level_seed(search->bot);
    count_lines(&search->race, &search->batch, first, played);
    search->spending.nodes += (uint64_t)(played * search->race.left);
    search->stage_over = played < lines;
    if (!search->stage_over)
        drop_losers(&search->race, search->style->sure);
}

/* Where time is limited all lines that were played count, though the stage may be over. */
static int lines_left(const struct search *search, int lines)
{
    const int to_look = LOOK_EVERY - search->race.lines % LOOK_EVERY;
    if (search->stage_over || search->race.left < 2)
        return 0;
    return lines < to_look ? lines : to_look;
}

void holm_search_note(struct search *search)
{
    const struct search_batch *batch = &search->batch;
    int lines = search->due, first = 0;
    while (lines && first + lines <= batch->lines) {
        take_lines(search, first, lines);
        first += lines;
        lines = is_timed(search) ? lines_left(search, batch->lines - first) : next_lines(search);
    }
}

static int rounds_of(const struct search *search)
{
    const int rounds = search->effort->rounds, duel = search->style->rounds_duel;
    return search->view->seen.board->rules.players == 2 && rounds < duel ? duel : rounds;
}

static struct search *start(const struct search *first)
{
    const struct level *level = first->level;
    struct search *search = malloc(sizeof *search);
    if (!search)
        return NULL;
    *search = *first;
    choose_candidates(level, search->list->count, search->style, search->effort->counts,
                      &search->race);
    search->wanted = search->race.left;
    search->stages = stages_of(search->race.left);
    search->stage = 1;
    search->batch.rounds = rounds_of(search);
    return search;
}

/* Whether there is something to find out: it takes a win at once, and what is sure. */
static bool is_worthwhile(const struct level *level, const struct search_effort *effort,
                          const struct holm_list *list, double value)
{
    return effort->counts > 0 && value < 1 &&
           level->value[0][holm_level_best(level, list)] < LEVEL_SURE;
}

static struct holm_net_use judge_by(const struct search_style *style,
                                    const struct holm_rules *rules)
{
    const int eighths = rules->players == 2 ? style->net_duel : style->net[rules->game];
    return (struct holm_net_use){ eighths ? holm_net_of(rules) : NULL, eighths };
}

struct search *holm_search_begin(struct holm_bot *bot, const struct holm_view *view,
                                 const struct holm_list *list, const struct search_style *style,
                                 struct holm_action *action)
{
    struct search first = { .level = holm_level(bot, view),
                            .bot = bot,
                            .view = view,
                            .list = list,
                            .style = style,
                            .effort = &style->efforts[holm_step(&view->seen)->kind],
                            .spending = start_spending(bot) };
    if (first.level)
        first.level->use = judge_by(style, &view->seen.board->rules);
    if (!holm_level_open(first.level, bot, view, list, &style->sight, &first.value, action))
        return NULL;
    struct search *search =
        is_worthwhile(first.level, first.effort, list, first.value) ? start(&first) : NULL;
    if (!search) {
        *action = list->at[holm_level_best(first.level, list)];
        holm_level_close(first.level, bot, list, first.value, action);
    }
    return search;
}

void holm_search_end(struct search *search, struct holm_action *action)
{
    struct level *level = search->level;
    if (search->race.lines) /* where its offers are weighed: whoever has played the last line */
        holm_level_look_at(level, search->bot, search->view, search->batch.latest);
    *action = search->list->at[search->race.left ? search->race.candidate[0].number
                                                 : holm_level_best(level, search->list)];
    holm_level_close(level, search->bot, search->list, search->value, action);
    holm_search_drop(search);
}

void holm_search_drop(struct search *search)
{
    free(search);
}

void holm_choose_searching(struct holm_bot *bot, const struct holm_view *view,
                           const struct holm_list *list, struct holm_action *action)
{
    struct search *search = bot->kind->search(bot, view, list, action);
    struct search_batch *batch;
    struct search_team team;
    if (!search)
        return;
    holm_search_gather(&team, bot, view, search->level, (int)bot->budget.threads);
    while ((batch = holm_search_due(search))) {
        holm_search_play(&team, batch);
        holm_search_note(search);
    }
    holm_search_dismiss(&team);
    holm_search_end(search, action);
}

void holm_search_brief(const struct search *search, struct search_brief *brief)
{
    const struct level *level = search->level;
    memset(brief, 0, sizeof *brief);
    brief->board = *search->view->seen.board;
    brief->view = *search->view;
    brief->belief = search->bot->belief;
    brief->seat = search->bot->seat;
    brief->net = level->use.net ? (uint8_t)level->use.eighths : 0;
    memcpy(brief->asked, level->asked, sizeof brief->asked);
    memcpy(brief->agreed, level->agreed, sizeof brief->agreed);
}
