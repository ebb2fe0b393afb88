/* medium.c: a good player of the moment: looks at every action and what it could do next. In the base
 * game it judges by the network, too: there the weights alone choose no better than the preferences. */
#include "bots/kinds.h"
#include "bots/level.h"

void holm_choose_medium(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight by_weights = { .depth = 3,
                                                   .width = { 4, 2 },
                                                   .finished = { 12, 4 },
                                                   .trade = &holm_trade_seldom,
                                                   .loyal = 0.86 };
    static const struct level_sight by_both = { .depth = 3,
                                                .width = { 4, 2 },
                                                .finished = { 12, 4 },
                                                .trade = &holm_trade_rarely,
                                                .loyal = 0.86 };
    const struct holm_rules *rules = &view->seen.board->rules;
    struct level *level = holm_level(bot, view);
    const bool both = level && rules->game == HOLM_BASE;
    if (both)
        level->use = (struct holm_net_use){ holm_net_of(rules), 2 };
    holm_level_choose(bot, view, list, both ? &by_both : &by_weights, action);
}
