/* random.c: bots that choose blindly. They play badly and find what nobody thought of. */
#include <string.h>

#include "bots/kinds.h"

void holm_choose_random(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action)
{
    (void)view;
    *action = list->at[holm_random_below(&bot->random, (uint32_t)list->count)];
}

/* ---------------------------------------------------------- random-trader */

enum {
    TEMPLATE_ONE_IN = 6, /* how often a template is filled in, rather than a listed action taken */
    GIFT_ONE_IN = 8, /* how often an offer is a gift, where the rules allow them */
    MOST_OF_A_KIND = 3
};

static bool one_in(struct holm_bot *bot, uint32_t n)
{
    return holm_random_below(&bot->random, n) == 0;
}

/* Up to `most` cards within the bounds, and at least one where there is any. */
static struct holm_cards some_cards(struct holm_bot *bot, const struct holm_cards *bounds, int most)
{
    struct holm_cards some = { { 0 } };
    const int wanted = 1 + (int)holm_random_below(&bot->random, (uint32_t)most);
    for (int chosen = 0; chosen < wanted; chosen++) {
        int kinds[HOLM_CARDS];
        uint32_t count = 0;
        for (int card = 0; card < HOLM_CARDS; card++)
            if (some.n[card] < bounds->n[card])
                kinds[count++] = card;
        if (!count)
            break;
        some.n[kinds[holm_random_below(&bot->random, count)]]++;
    }
    return some;
}

static void limit_cards(struct holm_cards *cards, const struct holm_cards *taken)
{
    for (int card = 0; card < HOLM_CARDS; card++) {
        if (cards->n[card] > MOST_OF_A_KIND)
            cards->n[card] = MOST_OF_A_KIND;
        if (taken && taken->n[card]) /* BASE-TRADE-5: never on both sides */
            cards->n[card] = 0;
    }
}

static bool no_cards(const struct holm_cards *cards)
{
    static const struct holm_cards none = { { 0 } };
    return !memcmp(cards, &none, sizeof none);
}

static bool fill_offer(struct holm_bot *bot, const struct holm_state *state,
                       struct holm_action *offer)
{
    const bool lax = !state->board->rules.trade_restrictions;
    const bool gift = lax && one_in(bot, GIFT_ONE_IN);
    struct holm_cards give = offer->give, take = offer->take;
    limit_cards(&give, NULL);
    offer->give = some_cards(bot, &give, MOST_OF_A_KIND);
    limit_cards(&take, lax ? NULL : &offer->give);
    offer->take = some_cards(bot, &take, MOST_OF_A_KIND);
    if (gift) /* given, or asked for */
        *(one_in(bot, 2) ? &offer->give : &offer->take) = (struct holm_cards){ { 0 } };

    const uint8_t seats = offer->seats & (uint8_t)holm_random_below(&bot->random, 256);
    if (seats)
        offer->seats = seats;
    const bool gives = !no_cards(&offer->give), takes = !no_cards(&offer->take);
    return gift ? gives || takes : gives && takes;
}

/* Fills a template within its bounds. False: it cannot be filled. */
static bool fill(struct holm_bot *bot, const struct holm_state *state, struct holm_action *action)
{
    if (action->kind == HOLM_DO_OFFER)
        return fill_offer(bot, state, action);
    if (action->kind == HOLM_DO_BANK) { /* dearer than need be */
        action->take = some_cards(bot, &action->take, 1);
        return true;
    }
    const int most = action->card;
    action->card = 0;
    const bool takes = holm_kind_info[action->kind].fields & HOLM_F_TAKE;
    struct holm_cards *cards = takes ? &action->take : &action->give;
    *cards = some_cards(bot, cards, most);
    return !no_cards(cards);
}

void holm_choose_random_trader(struct holm_bot *bot, const struct holm_view *view,
                               const struct holm_list *list, struct holm_action *action)
{
    if (list->templates && one_in(bot, TEMPLATE_ONE_IN)) {
        const uint32_t which = holm_random_below(&bot->random, (uint32_t)list->templates);
        *action = list->at[(uint32_t)list->count + which];
        if (fill(bot, &view->seen, action))
            return;
    }
    if (list->count)
        holm_choose_random(bot, view, list, action);
    else /* only ever so for a seat that is not asked */
        memset(action, 0, sizeof *action);
}
