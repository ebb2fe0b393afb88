/* medium.c: a good player of the moment: looks at every action and what it could do next. */
#include "bots/kinds.h"
#include "bots/level.h"

void holm_choose_medium(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight sight = {
        .depth = 3, .width = { 4, 2 }, .finished = { 12, 4 }, .offers = 2
    };
    holm_level_choose(bot, view, list, &sight, action);
}
