/* search_brief.c: somebody far away who plays lines of a search, by what is sent to them. */
#include <string.h>

#include "bots/search.h"

bool holm_search_hire(struct search_helper *helper, const struct search_brief *brief)
{
    holm_search_dismiss_helper(helper);
    helper->brief = *brief;
    helper->brief.view.seen.board = &helper->brief.board;
    helper->bot = (struct holm_bot){ .seat = brief->seat, .belief = brief->belief };
    const struct holm_view *view = &helper->brief.view;
    struct level *level = holm_level(&helper->bot, view);
    const struct holm_net *net = brief->net ? holm_net_of(&view->seen.board->rules) : NULL;
    if (!level || (brief->net != 0) != (net != NULL))
        return false;
    level->use = (struct holm_net_use){ net, brief->net };
    memcpy(level->asked, brief->asked, sizeof level->asked);
    memcpy(level->agreed, brief->agreed, sizeof level->agreed);
    holm_search_gather(&helper->team, &helper->bot, view, level, 1);
    return true;
}

void holm_search_dismiss_helper(struct search_helper *helper)
{
    holm_level_stop(&helper->bot);
    memset(helper, 0, sizeof *helper);
}
