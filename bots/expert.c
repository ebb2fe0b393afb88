/* expert.c: looks further, and judges where lines lead by a network that has learnt from games. What
 * falls clearly behind is dropped early, so that easy choices are quick. */
#include "bots/search.h"

struct search *holm_search_expert(struct holm_bot *bot, const struct holm_view *view,
                                  const struct holm_list *list, struct holm_action *action)
{
    static const struct search_style style = {
        .sight = { .depth = 3, .width = { 5, 3 }, .finished = { 12, 4 }, .trade = &holm_trade_haggling, .loyal = 0.86 },
        .candidates = 8,
        .prior = 12,
        .sure = 4,
        .net = { [HOLM_BASE] = 6, [HOLM_KNIGHTS] = 6, [HOLM_SEAFARERS] = 6, [HOLM_SEA_KNIGHTS] = 6 },
        .net_duel = 8,
        .rounds_duel = 4,
        .efforts = {
            [HOLM_STEP_SETUP_SETTLEMENT] = { 1.03, 1, 7 },
            [HOLM_STEP_ROLL] = { 1.03, 0.5, 1 },
            [HOLM_STEP_ROBBER] = { 1, 0.5, 1 },
            [HOLM_STEP_ACTIONS] = { 1.03, 0.5, 1 },
            [HOLM_STEP_SPECIAL_BUILD] = { 1.03, 0.5, 1 },
            [HOLM_STEP_PORT] = { 1.03, 0.5, 1 },
        },
    };
    return holm_search_begin(bot, view, list, &style, action);
}
