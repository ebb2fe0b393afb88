/* easy.c: sensible and quick. It looks one action ahead, and errs now and then as people do: it
 * overlooks things, and takes the second best for the best. */
#include "bots/kinds.h"
#include "bots/level.h"

void holm_choose_easy(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight sight = { .depth = 1 };
    holm_level_choose(bot, view, list, &sight, action);
}
