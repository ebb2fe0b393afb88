/* easy.c: sensible and quick. It looks one action ahead, and errs as people do: its values are
 * a little off, and now and then it overlooks something altogether. */
#include "bots/kinds.h"
#include "bots/level.h"

enum {
    OVERLOOKS_ONE_IN = 3,
    BLUR = 200, /* thousandths of a value, up or down */
    OFFERS_ONE_IN = 3
};

/* Makes the values of the listed actions a little wrong. */
static void blur(struct level *level, struct holm_bot *bot, int count)
{
    double *value = level->value[0];
    for (int i = 0; i < count; i++) {
        const int off = (int)holm_random_below(&bot->random, 2 * BLUR + 1) - BLUR;
        if (value[i] < 0)
            continue;
        value[i] *= 1 + off / 1000.0;
        if (!holm_random_below(&bot->random, OVERLOOKS_ONE_IN))
            value[i] /= 2;
    }
}

void holm_choose_easy(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action)
{
    static const struct level_sight sight = { .depth = 1, .offers = 2 };
    struct level *level = holm_level(bot, view);
    double value;
    if (!holm_level_open(level, bot, view, list, &sight, &value, action))
        return;
    blur(level, bot, list->count);
    *action = list->at[holm_level_best(level, list)];
    if (!holm_random_below(&bot->random, OFFERS_ONE_IN))
        holm_level_close(level, bot, list, value, action);
}
