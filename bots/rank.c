/* rank.c: ranks actions by playing games out, with successive halving: the better half of the
 * actions is looked at twice as closely, round by round. */
#include "bots/rank.h"

#include <stdlib.h>

enum { ACTIONS_MOST = 50000 }; /* of one game; more is a game without end, won by nobody */

/* What one playout needs; too large for a stack. */
struct playout {
    const struct holm_view *view; /* where all begin */
    const struct holm_rank_order *order;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_bot bots[HOLM_SEATS];
    struct holm_list list;
    struct holm_view seen;
    struct holm_events events;
    int64_t deadline; /* milliseconds; 0: none */
    uint32_t played;
    bool impossible; /* no full position agrees with the view */
};

double holm_ranked_chance(const struct holm_ranked *ranked)
{
    return ranked->samples ? ranked->wins / ranked->samples : 0;
}

double holm_ranked_turns(const struct holm_ranked *ranked)
{
    return ranked->samples ? ranked->turns / ranked->samples : 0;
}

/* --------------------------------------------------------------- playing out */

static void seat_bots(struct playout *playout, uint64_t seed)
{
    for (int seat = 0; seat < playout->state.board->rules.players; seat++) {
        struct holm_bot *bot = &playout->bots[seat];
        holm_bot_start(bot, &playout->order->bot, seat, seed);
        if (!bot->kind->watches)
            continue;
        holm_view(&playout->state, seat, &playout->seen);
        holm_bot_join(bot, &playout->seen);
    }
}

static bool apply(struct playout *playout, const struct holm_action *action)
{
    struct holm_events *events = playout->bots[0].kind->watches ? &playout->events : NULL;
    if (holm_apply(&playout->state, action, &playout->chance, events))
        return false;
    if (events)
        holm_bots_tell(playout->bots, playout->state.board->rules.players, &playout->state, events);
    return true;
}

static bool let_act(struct playout *playout)
{
    struct holm_action action;
    const int seat = holm_next(&playout->state);
    holm_view(&playout->state, seat, &playout->seen);
    holm_legal(&playout->seen.seen, seat, &playout->list);
    if (!playout->list.count)
        return false;
    holm_bot_choose(&playout->bots[seat], &playout->seen, &playout->list, &action);
    return apply(playout, &action);
}

static double share_won(const struct holm_state *state, int seat)
{
    if (state->winner == HOLM_NONE)
        return 0;
    const unsigned winners = state->shared ? state->shared : holm_bit(state->winner);
    return holm_bit_in(winners, seat) ? 1.0 / holm_bits_count(winners) : 0;
}

/* Sample n has the same hidden cards and the same dice for every action: so they differ by what
 * they do, not by luck. */
static void play_out(struct playout *playout, struct holm_ranked *ranked)
{
    const uint64_t seed = playout->order->seed * 1000003 + ranked->samples;
    const int turns = playout->view->seen.turns;
    if (holm_determinize(playout->view, playout->order->belief, seed, &playout->state)) {
        playout->impossible = true;
        return;
    }
    holm_chance_number(&playout->chance, seed);
    seat_bots(playout, seed);
    bool going = apply(playout, &ranked->action);
    for (int actions = 0; going && !holm_over(&playout->state) && actions < ACTIONS_MOST; actions++)
        going = let_act(playout);
    for (int seat = 0; seat < playout->state.board->rules.players; seat++)
        holm_bot_stop(&playout->bots[seat]);
    playout->played++;
    ranked->samples++;
    ranked->wins += share_won(&playout->state, ranked->action.seat);
    ranked->turns += playout->state.turns - turns;
}

/* ------------------------------------------------------------------- ranking */

/* The best first: who was looked at, then who stayed longest, won more, won sooner. */
static int compare(const void *a, const void *b)
{
    const struct holm_ranked *left = a, *right = b;
    const double keys[][2] = {
        { left->samples > 0, right->samples > 0 },
        { left->round, right->round },
        { holm_ranked_chance(left), holm_ranked_chance(right) },
        { -holm_ranked_turns(left), -holm_ranked_turns(right) },
        { left->wins, right->wins },
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i][0] > keys[i][1] || keys[i][0] < keys[i][1])
            return keys[i][0] > keys[i][1] ? -1 : 1;
    return 0;
}

static bool spent(const struct playout *playout)
{
    const struct holm_budget *budget = &playout->order->budget;
    return playout->impossible || (budget->nodes && playout->played >= budget->nodes) ||
           (playout->deadline && holm_clock() >= playout->deadline);
}

static void tell(const struct playout *playout)
{
    const struct holm_rank_order *order = playout->order;
    double part = 0;
    if (order->budget.nodes)
        part = (double)playout->played / order->budget.nodes;
    if (playout->deadline) {
        const double left = (double)(playout->deadline - holm_clock());
        const double time = 1 - left / order->budget.milliseconds;
        part = time > part ? time : part;
    }
    if (order->told)
        order->told(order->context, part < 1 ? part : 1);
}

/* One round: every candidate in turn gets a sample, until half of what was left is spent. The last
 * round, between two, spends all. */
static void play_round(struct playout *playout, struct holm_ranked *ranked, int candidates,
                       double part)
{
    const int64_t now = holm_clock();
    const double games =
        playout->order->budget.nodes ? playout->order->budget.nodes - playout->played : 0;
    const double time = playout->deadline ? (double)(playout->deadline - now) : 0;
    const uint32_t stop = playout->played + (uint32_t)(games * part);
    const int64_t end = now + (int64_t)(time * part);
    do {
        for (int i = 0; i < candidates && !spent(playout); i++)
            play_out(playout, &ranked[i]);
        tell(playout);
    } while (!spent(playout) && (games <= 0 || playout->played < stop) &&
             (time <= 0 || holm_clock() < end));
}

int holm_bot_rank(const struct holm_view *view, const struct holm_list *list,
                  const struct holm_rank_order *order, struct holm_ranked ranked[HOLM_LIST_MAX])
{
    struct playout *playout = calloc(1, sizeof *playout);
    if (!playout)
        return 0;
    playout->view = view;
    playout->order = order;
    if (order->budget.milliseconds)
        playout->deadline = holm_clock() + order->budget.milliseconds;
    for (int i = 0; i < list->count; i++)
        ranked[i] = (struct holm_ranked){ .action = list->at[i] };
    int round = 0;
    for (int left = list->count; left && !spent(playout); left = left > 2 ? (left + 1) / 2 : 0) {
        for (int i = 0; i < left; i++)
            ranked[i].round = round;
        round++;
        play_round(playout, ranked, left, left > 2 ? 0.5 : 1);
        qsort(ranked, (size_t)left, sizeof *ranked, compare);
    }
    qsort(ranked, (size_t)list->count, sizeof *ranked, compare);
    const bool impossible = playout->impossible;
    free(playout);
    return impossible ? 0 : list->count;
}
