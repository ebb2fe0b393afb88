/* bots.c: the table of bots, and the generator behind their choices. */
#include "bots/bots.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/kinds.h"

const struct holm_bot_kind holm_bot_kinds[] = {
    { .name = "random",
      .help = "any listed action, all alike; makes no offers",
      .choose = holm_choose_random },
    { .name = "random-trader",
      .help = "like random; also makes, answers, counters and withdraws random offers",
      .choose = holm_choose_random_trader,
      .trades = true },
    { .name = "greedy",
      .rating = 1325,
      .help = "saves for the purchase that pays best for its waiting time",
      .choose = holm_choose_greedy,
      .trades = true },
    { .name = "alphabeta",
      .rating = 1150,
      .help =
          "looks two actions ahead, its own and others', and never trades; to measure others by",
      .choose = holm_choose_alphabeta },
    { .name = "beginner",
      .rating = 1000,
      .help = "plays sensibly and quickly, and errs often",
      .choose = holm_choose_beginner,
      .trades = true,
      .watches = true,
      .watch = holm_level_watch,
      .stop = holm_level_stop },
    { .name = "easy",
      .rating = 1220,
      .help = "plays sensibly and quickly, and errs now and then",
      .choose = holm_choose_easy,
      .trades = true,
      .watches = true,
      .watch = holm_level_watch,
      .stop = holm_level_stop },
    { .name = "medium",
      .rating = 1440,
      .help = "weighs every action and what it could do next",
      .choose = holm_choose_medium,
      .trades = true,
      .watches = true,
      .watch = holm_level_watch,
      .stop = holm_level_stop },
    { .name = "hard",
      .rating = 1535,
      .help = "plays the best few actions on; hard:1000 nodes a move, hard:500ms (as usual)",
      .choose = holm_choose_searching,
      .search = holm_search_hard,
      .trades = true,
      .watches = true,
      .usual = { .milliseconds = 500 },
      .watch = holm_level_watch,
      .stop = holm_level_stop },
    { .name = "expert",
      .rating = 1700,
      .help = "looks further too, and judges by what it has learnt; expert:1000, expert:500ms",
      .choose = holm_choose_searching,
      .search = holm_search_expert,
      .trades = true,
      .watches = true,
      .usual = { .milliseconds = 500 },
      .watch = holm_level_watch,
      .stop = holm_level_stop },
};
const int holm_bot_kind_count = sizeof holm_bot_kinds / sizeof holm_bot_kinds[0];

/* "1000": nodes; "500ms": time; "x4" behind either: threads. */
static bool read_budget(const char *text, struct holm_budget *budget)
{
    char *end;
    if (*text < '1' || *text > '9')
        return false;
    const unsigned long number = strtoul(text, &end, 10);
    const bool time = !strncmp(end, "ms", 2);
    end += time ? 2 : 0;
    const bool threads = end[0] == 'x' && end[1] >= '1' && end[1] <= '0' + HOLM_BUDGET_THREADS;
    if (number > HOLM_BUDGET_MOST || end[threads ? 2 : 0])
        return false;
    *budget = (struct holm_budget){ .threads = threads ? (uint32_t)(end[1] - '0') : 1 };
    *(time ? &budget->milliseconds : &budget->nodes) = (uint32_t)number;
    return true;
}

bool holm_bot_read(const char *word, struct holm_bot_order *order)
{
    const size_t length = strcspn(word, ":");
    for (int i = 0; i < holm_bot_kind_count; i++) {
        const struct holm_bot_kind *kind = &holm_bot_kinds[i];
        if (strncmp(kind->name, word, length) || kind->name[length])
            continue;
        *order = (struct holm_bot_order){ .kind = kind, .budget = kind->usual };
        return !word[length] || ((kind->usual.nodes || kind->usual.milliseconds) &&
                                 read_budget(word + length + 1, &order->budget));
    }
    return false;
}

void holm_bot_start(struct holm_bot *bot, const struct holm_bot_order *order, int seat,
                    uint64_t seed)
{
    memset(bot, 0, sizeof *bot);
    bot->kind = order->kind;
    bot->budget = order->budget;
    bot->seat = (uint8_t)seat;
    /* Seats of one game must not choose alike. */
    holm_random_seed(&bot->random, seed * HOLM_SEATS + (uint64_t)seat);
    if (bot->kind->start)
        bot->kind->start(bot, order);
}

void holm_bot_join(struct holm_bot *bot, const struct holm_view *view)
{
    if (bot->kind->watches)
        holm_belief_start(&bot->belief, view);
    if (bot->kind->join)
        bot->kind->join(bot, view);
}

void holm_bot_watch(struct holm_bot *bot, const struct holm_view *view,
                    const struct holm_events *events)
{
    if (bot->kind->watches)
        holm_belief_follow(&bot->belief, view, events);
    if (bot->kind->watch)
        bot->kind->watch(bot, view, events);
}

void holm_bot_choose(struct holm_bot *bot, const struct holm_view *view,
                     const struct holm_list *list, struct holm_action *action)
{
    bot->kind->choose(bot, view, list, action);
}

void holm_bots_tell(struct holm_bot *bots, int count, const struct holm_state *state,
                    const struct holm_events *events)
{
    struct holm_view view;
    struct holm_events seen;
    for (int seat = 0; seat < count; seat++) {
        if (!bots[seat].kind || !bots[seat].kind->watches)
            continue;
        holm_view(state, seat, &view);
        seen.count = events->count;
        for (int i = 0; i < events->count; i++)
            seen.at[i] = holm_event_for(&events->at[i], seat);
        holm_bot_watch(&bots[seat], &view, &seen);
    }
}

void holm_faults_add(struct holm_faults *sum, const struct holm_faults *more)
{
    sum->illegal += more->illegal;
    sum->garbage += more->garbage;
    sum->timeouts += more->timeouts;
    sum->crashes += more->crashes;
    sum->replaced += more->replaced;
}

void holm_bot_stop(struct holm_bot *bot)
{
    if (bot->kind && bot->kind->stop)
        bot->kind->stop(bot);
    memset(bot, 0, sizeof *bot);
}

/* splitmix64: spreads a small seed over all bits. */
static uint64_t spread(uint64_t *at)
{
    uint64_t z = *at += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void holm_random_seed(struct holm_random *random, uint64_t seed)
{
    random->s[0] = spread(&seed);
    random->s[1] = spread(&seed);
}

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* xoroshiro128+. */
uint32_t holm_random_below(struct holm_random *random, uint32_t limit)
{
    const uint64_t a = random->s[0];
    uint64_t b = random->s[1];
    const uint64_t sum = a + b;
    b ^= a;
    random->s[0] = rotate(a, 24) ^ b ^ b << 16;
    random->s[1] = rotate(b, 37);
    return (uint32_t)((sum >> 32) * limit >> 32);
}

int64_t holm_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}
