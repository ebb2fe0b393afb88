/* easy.c: beginner and easy: sensible and quick. They look one action ahead, and err as people do:
 * their values are a little off, and now and then they overlook something altogether. */
#include "bots/kinds.h"
#include "bots/level.h"

struct errors {
    uint32_t overlooks_one_in;
    int blur; /* thousandths of a value, up or down */
    uint32_t offers_one_in; /* of the times when it could */
};

/* Makes the values of the listed actions a little wrong. */
static void blur(struct level *level, struct holm_bot *bot, int count, const struct errors *errors)
{
    double *value = level->value[0];
    for (int i = 0; i < count; i++) {
        const int off =
            (int)holm_random_below(&bot->random, 2 * (uint32_t)errors->blur + 1) - errors->blur;
        if (value[i] < 0 || value[i] >= 1)
            continue;
        value[i] *= 1 + off / 1000.0;
        if (!holm_random_below(&bot->random, errors->overlooks_one_in))
            value[i] /= 2;
    }
}

static void choose(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                   const struct errors *errors, struct holm_action *action)
{
    static const struct level_sight sight = { .depth = 1,
                                              .trade = &holm_trade_seldom,
                                              .loyal = 0.86 };
    struct level *level = holm_level(bot, view);
    double value;
    if (!holm_level_open(level, bot, view, list, &sight, &value, action))
        return;
    if (value < 1) /* nobody overlooks a win */
        blur(level, bot, list->count, errors);
    *action = list->at[holm_level_best(level, list)];
    if (!holm_random_below(&bot->random, errors->offers_one_in))
        holm_level_close(level, bot, list, value, action);
}

void holm_choose_beginner(struct holm_bot *bot, const struct holm_view *view,
                          const struct holm_list *list, struct holm_action *action)
{
    static const struct errors errors = { .overlooks_one_in = 3, .blur = 200, .offers_one_in = 3 };
    choose(bot, view, list, &errors, action);
}

/* In some games errors weigh more: so many of them that it stands between its neighbours. */
void holm_choose_easy(struct holm_bot *bot, const struct holm_view *view,
                      const struct holm_list *list, struct holm_action *action)
{
    static const struct errors errors[HOLM_GAMES] = {
        [HOLM_BASE] = { .overlooks_one_in = 12, .blur = 90, .offers_one_in = 2 },
        [HOLM_KNIGHTS] = { .overlooks_one_in = 7, .blur = 120, .offers_one_in = 2 },
        [HOLM_SEAFARERS] = { .overlooks_one_in = 7, .blur = 120, .offers_one_in = 2 },
        [HOLM_SEA_KNIGHTS] = { .overlooks_one_in = 7, .blur = 120, .offers_one_in = 2 },
    };
    choose(bot, view, list, &errors[view->seen.board->rules.game], action);
}
