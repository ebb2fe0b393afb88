/* hard.c: looks further than medium. In the base game it has a little of the network, as that has: with
 * more, little would be left between it and expert. */
#include "bots/search.h"

struct search *holm_search_hard(struct holm_bot *bot, const struct holm_view *view,
                                const struct holm_list *list, struct holm_action *action)
{
    static const struct search_style style = {
        .sight = { .depth = 3, .width = { 5, 3 }, .finished = { 12, 4 }, .trade = &holm_trade_often, .loyal = 0.86 },
        .candidates = 8,
        .prior = 12,
        .net = { [HOLM_BASE] = 1 },
        .efforts = {
            [HOLM_STEP_SETUP_SETTLEMENT] = { 1.03, 1, 7 },
            [HOLM_STEP_ROLL] = { 1.03, 0.25, 1 },
            [HOLM_STEP_ROBBER] = { 1, 0.5, 1 },
            [HOLM_STEP_ACTIONS] = { 1.03, 0.25, 1 },
            [HOLM_STEP_SPECIAL_BUILD] = { 1.03, 0.25, 1 },
            [HOLM_STEP_PORT] = { 1.03, 0.25, 1 },
        },
    };
    return holm_search_begin(bot, view, list, &style, action);
}
