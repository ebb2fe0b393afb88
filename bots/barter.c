/* barter.c: trade with the others: offers that help, answers within reason, and nobody pestered. */
#include <string.h>

#include "bots/terms.h"

enum {
    PATIENCE = 3, /* rounds before a seat is asked again for what it has refused */
    WISHES_MOST = 24 /* terms that are looked at more closely */
};
const struct level_trade holm_trade_rarely = {
    .offers = 1, .asks = 1.06, .takes = 1.02, .give = 2, .take = 1
};
const struct level_trade holm_trade_seldom = {
    .offers = 2, .asks = 1.04, .takes = 1.015, .give = 2, .take = 1
};
const struct level_trade holm_trade_often = {
    .offers = 4, .asks = 1.04, .takes = 1.015, .give = 2, .take = 1
};
const struct level_trade holm_trade_haggling = {
    .offers = 6, .asks = 1.01, .takes = 1.003, .give = 2, .take = 2, .haggles = true
};
static const double UNLIKELY = 0.3; /* what a gain counts if nobody is likely to agree */
static const double HOPE_LEAST = 0.15; /* how likely somebody must be to agree */
static const double NEAR = 0.97; /* of what is worth asking: perhaps worth it with a plan */

/* ----------------------------------------------------------------- memory */

static bool same(const struct level_terms *one, const struct level_terms *other)
{
    return !memcmp(one, other, sizeof *one);
}

/* How many offers the bot has made in this turn. */
static int made_this_turn(const struct level *level)
{
    int made = 0;
    for (int i = 0; i < LEVEL_OFFERS; i++)
        made += level->offers[i].seats && level->offers[i].turn == level->root.turns;
    return made;
}

/* The seats that refused these terms and are not to be asked again yet. */
static unsigned refused_by(const struct level *level, const struct level_terms *terms)
{
    unsigned seats = 0;
    for (int i = 0; i < LEVEL_OFFERS; i++) {
        const struct level_offer *offer = &level->offers[i];
        if (level->root.turns - offer->turn <= PATIENCE * level->root.board->rules.players &&
            same(&offer->terms, terms))
            seats |= offer->refused;
    }
    return seats;
}

/* Until somebody agrees, all who are asked count as refusing. */
static void remember(struct level *level, const struct holm_action *action, unsigned seats)
{
    struct level_offer *offer = &level->offers[level->latest++ % LEVEL_OFFERS];
    *offer = (struct level_offer){ .terms = { action->give, action->take },
                                   .turn = level->root.turns,
                                   .seats = (uint16_t)seats,
                                   .refused = (uint16_t)seats };
}

/* A seat has agreed to these terms, and may be asked for them again. */
static void forgive(struct level *level, const struct level_terms *terms, int seat)
{
    for (int i = 0; i < LEVEL_OFFERS; i++)
        if (same(&level->offers[i].terms, terms))
            level->offers[i].refused &= (uint16_t)~holm_bit(seat);
}

/* Who has refused again and again is left in peace, until it agrees to something. */
unsigned holm_barter_willing(const struct level *level, int players)
{
    enum { REFUSALS_MOST = 8, FOR_EACH_YES = 24 };
    unsigned seats = 0;
    for (int seat = 0; seat < players; seat++)
        if (level->asked[seat] < REFUSALS_MOST + FOR_EACH_YES * level->agreed[seat])
            seats |= holm_bit(seat);
    return seats;
}

/* ---------------------------------------------------------------- answers */

static double takes(const struct level *level)
{
    return level->sight->trade ? level->sight->trade->takes : holm_trade_often.takes;
}

static const struct holm_action *find(const struct holm_list *list, int kind)
{
    for (int i = 0; i < list->count; i++)
        if (list->at[i].kind == kind)
            return &list->at[i];
    return NULL;
}

/* The best partner of those who said yes or proposed something; NULL: none is good enough. */
static const struct holm_action *best_deal(struct level *level, const struct holm_bot *bot,
                                           const struct holm_list *list)
{
    const struct holm_state *root = &level->root;
    const struct holm_offer *own = &root->offer[bot->seat];
    const struct holm_action *best = NULL;
    double most = takes(level) * holm_terms_planned(level, &(struct level_terms){ 0 });
    for (int i = 0; i < list->count; i++) {
        const struct holm_action *one = &list->at[i];
        if (one->kind != HOLM_DO_CONCLUDE)
            continue;
        const bool accepted = own->open && holm_bit_in(own->accepted, one->target);
        const struct holm_offer *proposal = &root->offer[one->target];
        const struct level_terms terms =
            accepted ? (struct level_terms){ own->give, own->take }
                     : (struct level_terms){ proposal->take, proposal->give };
        const double chance = holm_terms_agreed(level, one->target, &terms);
        if (chance > most) {
            most = chance;
            best = one;
        }
    }
    return best;
}

static bool settle(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                   struct holm_action *action)
{
    const struct holm_offer *own = &level->root.offer[bot->seat];
    const struct holm_action *deal = best_deal(level, bot, list);
    if (deal && own->open && holm_bit_in(own->accepted, deal->target))
        forgive(level, &(struct level_terms){ own->give, own->take }, deal->target);
    if (!deal)
        deal = find(list, HOLM_DO_WITHDRAW);
    if (deal)
        *action = *deal;
    return deal != NULL;
}

static const struct holm_action *offer_bounds(const struct holm_list *list)
{
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == HOLM_DO_OFFER)
            return &list->at[i];
    return NULL;
}

/* Keeps terms for the active player if they are the best so far. */
static bool prefer(struct level *level, const struct holm_bot *bot, const struct level_terms *terms,
                   const struct holm_action *bounds, double *most, struct holm_action *action)
{
    const int partner = level->root.active;
    if (!holm_terms_may_hold(bot, partner, &terms->take) ||
        holm_bit_in(refused_by(level, terms), partner))
        return false;
    const double chance = holm_terms_agreed(level, partner, terms);
    if (chance <= *most)
        return false;
    *most = chance;
    *action = *bounds;
    action->give = terms->give;
    action->take = terms->take;
    return true;
}

/* Other terms for the card that was asked for, one for one. */
static bool counter_plainly(struct level *level, const struct holm_bot *bot,
                            const struct holm_action *bounds, double *most,
                            struct holm_action *action)
{
    const struct holm_offer *offer = &level->root.offer[level->root.active];
    bool found = false;
    if (holm_cards_total(&offer->take) != 1 ||
        !holm_terms_holds(&level->root.player[bot->seat].hand, &offer->take))
        return false;
    for (int card = 0; card < level->root.board->card_kinds; card++) {
        struct level_terms terms = { .give = offer->take };
        terms.take.n[card] = 1;
        if (!offer->take.n[card] && !offer->give.n[card])
            found |= prefer(level, bot, &terms, bounds, most, action);
    }
    return found;
}

/* Any terms with something that was asked for, if the other is likely to agree. */
static bool haggle(struct level *level, const struct holm_bot *bot,
                   const struct holm_action *bounds, double *most, struct holm_action *action)
{
    const int partner = level->root.active;
    const struct holm_offer *offer = &level->root.offer[partner];
    struct terms_menu menu;
    bool found = false;
    holm_terms_menu(level->sight->trade, bounds, &menu);
    for (int give = 0; give < menu.gives; give++)
        for (int take = 0; take < menu.takes; take++) {
            const struct level_terms terms = { menu.give[give], menu.take[take] };
            if (holm_terms_overlap(&terms.give, &offer->take) &&
                !holm_terms_overlap(&terms.give, &terms.take) &&
                holm_terms_chance(level, &terms) > *most &&
                holm_terms_likely(level, partner, holm_terms_gain(level, partner, &terms)))
                found |= prefer(level, bot, &terms, bounds, most, action);
        }
    return found;
}

/* Once a turn other terms than those that were offered. */
static bool counter(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                    struct holm_action *action)
{
    const struct level_trade *trade = level->sight->trade;
    const struct holm_action *bounds = offer_bounds(list);
    if (!trade || !bounds || made_this_turn(level))
        return false;
    double most = trade->asks * holm_evaluate(&level->evaluator, &level->root, false);
    if (!(trade->haggles ? haggle : counter_plainly)(level, bot, bounds, &most, action))
        return false;
    remember(level, action, holm_bit(level->root.active));
    return true;
}

static bool answer(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                   struct holm_action *action)
{
    const struct holm_state *root = &level->root;
    const struct holm_offer *offer = &root->offer[root->active];
    const struct holm_action *yes = find(list, HOLM_DO_ACCEPT), *no = find(list, HOLM_DO_DECLINE);
    const struct level_terms terms = { offer->take, offer->give };
    const double now = holm_evaluate(&level->evaluator, root, false);
    if (yes && holm_terms_agreed(level, root->active, &terms) > takes(level) * now) {
        *action = *yes;
        return true;
    }
    if (counter(level, bot, list, action))
        return true;
    if (no)
        *action = *no;
    return no != NULL;
}

bool holm_barter_answer(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                        struct holm_action *action)
{
    const int active = level->root.active;
    if (active == HOLM_NONE)
        return false;
    if (active == bot->seat)
        return settle(level, bot, list, action);
    return holm_bit_in(level->root.offer[active].pending, bot->seat) &&
           answer(level, bot, list, action);
}

/* ----------------------------------------------------------------- offers */

/* Terms that may be offered, to whom, and what they are worth if it comes to them. */
struct wish {
    struct level_terms terms;
    unsigned seats;
    double value;
};

/* Whom to ask for terms that leave the bot this chance: all who may have the cards and may be helped
 * a little. They count most if one of them is likely to agree. False: not worth `least`. */
static bool weigh(struct level *level, const struct holm_bot *bot, unsigned seats, double chance,
                  double least, struct wish *wish)
{
    wish->seats = 0;
    wish->value = 0;
    seats &= ~refused_by(level, &wish->terms);
    for (int seat = 0; seat < level->root.board->rules.players; seat++) {
        if (!holm_bit_in(seats, seat) || !holm_terms_may_hold(bot, seat, &wish->terms.take))
            continue;
        const double theirs = holm_terms_gain(level, seat, &wish->terms);
        const double left = holm_terms_left(level, chance, seat, theirs);
        const double value =
            holm_terms_likely(level, seat, theirs) ? left : least + UNLIKELY * (left - least);
        if (left <= least)
            continue;
        wish->seats |= holm_bit(seat);
        wish->value = value > wish->value ? value : wish->value;
    }
    return wish->value > least;
}

/* Keeps the best few, the best first. */
static void keep(struct wish *kept, int *count, int most, const struct wish *wish)
{
    if (*count == most && kept[most - 1].value >= wish->value)
        return;
    int at = *count < most ? (*count)++ : most - 1;
    for (; at > 0 && kept[at - 1].value < wish->value; at--)
        kept[at] = kept[at - 1];
    kept[at] = *wish;
}

/* The best few of all terms by the cards alone; returns how many there are. */
static int list_wishes(struct level *level, const struct holm_bot *bot,
                       const struct holm_action *bounds, double least, int most, struct wish *kept)
{
    const unsigned seats =
        bounds->seats & holm_barter_willing(level, level->root.board->rules.players);
    struct terms_menu menu;
    int count = 0;
    holm_terms_menu(level->sight->trade, bounds, &menu);
    for (int give = 0; give < menu.gives; give++)
        for (int take = 0; take < menu.takes; take++) {
            struct wish wish = { .terms = { menu.give[give], menu.take[take] } };
            if (holm_terms_overlap(&wish.terms.give, &wish.terms.take))
                continue;
            const double chance = holm_terms_chance(level, &wish.terms);
            if (chance > (count == most ? kept[most - 1].value : least) &&
                weigh(level, bot, seats, chance, least, &wish))
                keep(kept, &count, most, &wish);
        }
    return count;
}

/* What a wish is worth with what the cards can buy, by how many would agree to it. It goes to those
 * who may. False: nothing that is worth `least` can be hoped for. */
static bool expect(struct level *level, struct terms_guesses *guesses, double least,
                   struct wish *wish)
{
    const double chance = holm_terms_planned(level, &wish->terms);
    const unsigned seats = wish->seats;
    wish->seats = 0;
    wish->value = 0;
    for (int seat = 0; seat < level->root.board->rules.players; seat++) {
        if (!holm_bit_in(seats, seat))
            continue;
        const double agreeing = holm_terms_agreeing(level, guesses, seat, &wish->terms);
        const double gain = holm_terms_gain(level, seat, &wish->terms);
        const double hoped = agreeing * (holm_terms_left(level, chance, seat, gain) - least);
        if (agreeing < HOPE_LEAST || hoped <= 0)
            continue;
        wish->seats |= holm_bit(seat);
        wish->value = hoped > wish->value ? hoped : wish->value;
    }
    return wish->seats;
}

/* The best of those for which most can be hoped; NULL: none. */
static const struct wish *hope(struct level *level, struct holm_bot *bot, struct wish *wishes,
                               int count, double least)
{
    struct terms_guesses guesses;
    const struct wish *best = NULL;
    holm_terms_guess(level, bot, &guesses);
    for (int i = 0; i < count; i++)
        if (expect(level, &guesses, least, &wishes[i]) && (!best || wishes[i].value > best->value))
            best = &wishes[i];
    return best;
}

bool holm_barter_offer(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                       double than, struct holm_action *action)
{
    const struct level_trade *trade = level->sight->trade;
    const struct holm_action *bounds = offer_bounds(list);
    if (!trade || !bounds || level->root.active != bot->seat ||
        made_this_turn(level) >= trade->offers)
        return false;
    const double least = trade->asks * than;
    struct wish wishes[WISHES_MOST];
    const int count = list_wishes(level, bot, bounds, trade->haggles ? NEAR * least : least,
                                  trade->haggles ? WISHES_MOST : 1, wishes);
    const struct wish *best = !count           ? NULL
                              : trade->haggles ? hope(level, bot, wishes, count, least)
                                               : &wishes[0];
    if (!best)
        return false;
    *action = *bounds;
    action->give = best->terms.give;
    action->take = best->terms.take;
    action->seats = (uint16_t)best->seats;
    remember(level, action, best->seats);
    return true;
}
