/* search.c: the best few actions played on; see search.h. */
#include "bots/search.h"

#include <string.h>

enum { LOOK_EVERY = SEARCH_LINES }; /* lines after which the candidates are compared */

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
    enum { LINES_LEAST = 48 }; /* what pays off is often rare: few lines may not show it */
    if (sure <= 0 || race->lines < LINES_LEAST || race->lines % LOOK_EVERY)
        return;
    sort(race);
    int left = 1;
    for (int i = 1; i < race->left; i++)
        if (!clearly_behind(race, &race->candidate[i], &race->candidate[0], sure))
            race->candidate[left++] = race->candidate[i];
    race->left = left;
}

static int stages(int count)
{
    int stages = 0;
    for (; count > 1; count = (count + 1) / 2)
        stages++;
    return stages;
}

/* ------------------------------------------------------------------- search */

/* Notes what lines came to, one after the other. */
static void count_lines(struct race *race, const struct search_batch *batch)
{
    for (int line = 0; line < batch->lines; line++) {
        for (int i = 0; i < race->left; i++) {
            struct candidate *one = &race->candidate[i];
            one->chance = one->counts * batch->chance[line][i];
            one->sum += one->chance;
        }
        for (int i = 0; i < race->left; i++)
            for (int j = 0; j < race->left; j++)
                race->squares[race->candidate[i].place][race->candidate[j].place] +=
                    race->candidate[i].chance * race->candidate[j].chance;
        race->lines++;
    }
}

/* How many lines come next, until the stage has spent its part or somebody may be dropped: with nodes
 * the same for any number of threads. With time no more than the threads play at once. */
static int lines_due(const struct spending *spending, const struct race *race, double part)
{
    const int threads = spending->budget.threads ? (int)spending->budget.threads : 1;
    const int to_look = LOOK_EVERY - race->lines % LOOK_EVERY;
    const int most = spending->budget.milliseconds && threads < to_look ? threads : to_look;
    struct spending later = *spending;
    int lines = 0;
    for (; lines < most && spent(&later) < part; lines++)
        later.nodes += (uint64_t)race->left;
    return lines;
}

/* Plays the next lines of all candidates that are left, each line with one deal and one series of
 * rolls; false: the stage is over. */
static bool try_all(struct search_team *team, struct holm_bot *bot, struct search_batch *batch,
                    struct race *race, struct spending *spending, double part)
{
    batch->lines = race->left > 1 ? lines_due(spending, race, part) : 0;
    if (!batch->lines)
        return false;
    batch->candidates = race->left;
    for (int i = 0; i < race->left; i++)
        batch->action[i] = &batch->list->at[race->candidate[i].number];
    const int wanted = batch->lines;
    holm_search_play(team, bot, batch);
    count_lines(race, batch);
    spending->nodes += (uint64_t)(batch->lines * race->left);
    return batch->lines == wanted;
}

/* Every stage may spend as much as any other, on half as many candidates. */
static int search(struct level *level, struct holm_bot *bot, const struct holm_view *view,
                  const struct holm_list *list, const struct search_style *style,
                  const struct search_effort *effort, struct spending *spending)
{
    struct race race;
    struct search_batch batch = { .view = view, .list = list, .rounds = effort->rounds };
    struct search_team team;
    choose_candidates(level, list->count, style, effort->counts, &race);
    const int last = stages(race.left);
    if (!race.left || level->value[0][race.candidate[0].number] >= LEVEL_SURE)
        return holm_level_best(level, list);
    int wanted = race.left;
    holm_search_gather(&team, level, (int)spending->budget.threads);
    for (int stage = 1; race.left > 1; stage++) {
        while (try_all(&team, bot, &batch, &race, spending, effort->share * stage / last))
            drop_losers(&race, style->sure);
        sort(&race);
        wanted = (wanted + 1) / 2;
        race.left = race.left < wanted ? race.left : wanted;
    }
    holm_search_dismiss(&team);
    if (race.lines) /* where its offers are weighed: whoever has played the last line */
        holm_level_look_at(level, bot, view, batch.latest);
    return race.candidate[0].number;
}

void holm_search(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                 const struct search_style *style, const struct holm_net *net,
                 struct holm_action *action)
{
    struct level *level = holm_level(bot, view);
    struct spending spending = start_spending(bot);
    double value;
    if (level)
        level->use = (struct holm_net_use){ .net = net, .leans = true };
    if (!holm_level_open(level, bot, view, list, &style->sight, &value, action))
        return;
    const struct search_effort *effort = &style->efforts[holm_step(&view->seen)->kind];
    const bool worthwhile = effort->counts > 0 && value < 1; /* it takes a win at once */
    *action = list->at[worthwhile ? search(level, bot, view, list, style, effort, &spending)
                                  : holm_level_best(level, list)];
    holm_level_close(level, bot, list, value, action);
}
