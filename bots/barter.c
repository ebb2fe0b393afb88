/* barter.c: trade with the others: offers that help, answers within reason, and nobody pestered. */
#include <string.h>

#include "bots/level.h"

enum {
    MOST_FOR_ONE = 2, /* cards given for one, or asked for one */
    PATIENCE = 3 /* rounds before a seat is asked again for what it has refused */
};
static const double WORTH_ASKING = 1.04; /* an offer must improve the bot's chance by this */
static const double WORTH_TAKING = 1.015; /* and one that is made to the seat */
static const double USUAL_GAIN = 1.15; /* what a trade does to a partner's share, as a guess */
static const double UNLIKELY = 0.3; /* what a gain counts if nobody is likely to agree */

/* -------------------------------------------------------------- the terms */

static bool holds(const struct holm_cards *hand, const struct holm_cards *cards)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (hand->n[card] < cards->n[card])
            return false;
    return true;
}

/* The position with other cards in a seat's hand, everybody else as before. */
static struct holm_state traded(const struct level *level, int seat,
                                const struct level_terms *terms)
{
    struct holm_state after = level->root;
    struct holm_player *player = &after.player[seat];
    for (int card = 0; card < HOLM_CARDS; card++)
        player->hand.n[card] =
            (uint8_t)(player->hand.n[card] - terms->give.n[card] + terms->take.n[card]);
    player->cards =
        (uint8_t)(player->cards - holm_cards_total(&terms->give) + holm_cards_total(&terms->take));
    return after;
}

/* The bot's chance to win with the cards of a trade. */
static double own_chance(struct level *level, const struct level_terms *terms)
{
    const struct holm_state after = traded(level, level->evaluator.viewer, terms);
    return holm_evaluate(&level->evaluator, &after, false);
}

/* By how much the other side of a trade improves the partner's share, as the partner sees it; 0: the
 * partner does not have the cards, as far as one can guess. */
static double gain(const struct level *level, int partner, const struct level_terms *terms)
{
    const struct level_terms theirs = { terms->take, terms->give };
    struct holm_evaluator evaluator = level->evaluator;
    if (!holds(&level->root.player[partner].hand, &theirs.give))
        return 0;
    const struct holm_state after = traded(level, partner, &theirs);
    evaluator.viewer = partner;
    return holm_evaluate_rival(&evaluator, &after, partner) /
           holm_evaluate_rival(&evaluator, &level->root, partner);
}

/* What a partner's gain leaves of the bot's chance: the stronger the partner, the less. */
static double shared(const struct level *level, double chance, int partner, double gain)
{
    const double others = level->evaluator.others.sum;
    const double own = chance >= 1 ? 1e12 : chance * others / (1 - chance);
    const double rival = holm_evaluate_rival(&level->evaluator, &level->root, partner);
    return own / (own + others + ((gain > 1 ? gain : USUAL_GAIN) - 1) * rival);
}

/* The bot's chance after a trade with a partner who wants it. */
static double agreed(struct level *level, int partner, const struct level_terms *terms)
{
    return shared(level, own_chance(level, terms), partner, gain(level, partner, terms));
}

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
    double most = WORTH_TAKING * holm_evaluate(&level->evaluator, root, false);
    for (int i = 0; i < list->count; i++) {
        const struct holm_action *one = &list->at[i];
        if (one->kind != HOLM_DO_CONCLUDE)
            continue;
        const bool accepted = own->open && holm_bit_in(own->accepted, one->target);
        const struct holm_offer *proposal = &root->offer[one->target];
        const struct level_terms terms =
            accepted ? (struct level_terms){ own->give, own->take }
                     : (struct level_terms){ proposal->take, proposal->give };
        const double chance = agreed(level, one->target, &terms);
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

/* Other terms for the card that was asked for: once a turn, one for one. */
static bool counter(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                    struct holm_action *action)
{
    const struct holm_state *root = &level->root;
    const struct holm_offer *offer = &root->offer[root->active];
    const struct holm_action *bounds = offer_bounds(list);
    const struct holm_cards *hand = &root->player[bot->seat].hand;
    if (!bounds || made_this_turn(level) || holm_cards_total(&offer->take) != 1 ||
        !holds(hand, &offer->take))
        return false;
    double most = WORTH_ASKING * holm_evaluate(&level->evaluator, root, false);
    bool found = false;
    for (int card = 0; card < root->board->card_kinds; card++) {
        struct level_terms terms = { .give = offer->take };
        terms.take.n[card] = 1;
        if (offer->take.n[card] || offer->give.n[card] || !bot->belief.high[root->active][card] ||
            holm_bit_in(refused_by(level, &terms), root->active))
            continue;
        const double chance = agreed(level, root->active, &terms);
        if (chance <= most)
            continue;
        most = chance;
        found = true;
        *action = *bounds;
        action->give = terms.give;
        action->take = terms.take;
    }
    if (found)
        remember(level, action, holm_bit(root->active));
    return found;
}

static bool answer(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                   struct holm_action *action)
{
    const struct holm_state *root = &level->root;
    const struct holm_offer *offer = &root->offer[root->active];
    const struct holm_action *yes = find(list, HOLM_DO_ACCEPT), *no = find(list, HOLM_DO_DECLINE);
    const struct level_terms terms = { offer->take, offer->give };
    const double now = holm_evaluate(&level->evaluator, root, false);
    if (yes && agreed(level, root->active, &terms) > WORTH_TAKING * now) {
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

/* Whether a seat may hold these cards, by what is known of its hand. */
static bool may_hold(const struct holm_bot *bot, int seat, const struct holm_cards *cards)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (bot->belief.high[seat][card] < cards->n[card])
            return false;
    return true;
}

/* Considers one pair of terms; keeps it if it is the best so far. It goes to all who may have
 * the cards and may be helped a little, and counts most if one of them is likely to agree. */
static void consider(struct level *level, const struct holm_bot *bot,
                     const struct holm_action *bounds, const struct level_terms *terms,
                     double least, double *most, struct holm_action *action)
{
    unsigned asked = 0;
    double best = 0;
    if (!holds(&bounds->give, &terms->give) || !holds(&bounds->take, &terms->take))
        return;
    const double chance = own_chance(level, terms);
    if (chance <= *most)
        return;
    const unsigned seats = bounds->seats & ~refused_by(level, terms) &
                           holm_barter_willing(level, level->root.board->rules.players);
    for (int seat = 0; seat < level->root.board->rules.players; seat++) {
        if (!holm_bit_in(seats, seat) || !may_hold(bot, seat, &terms->take))
            continue;
        const double theirs = gain(level, seat, terms), left = shared(level, chance, seat, theirs);
        const double value = theirs >= 1 ? left : least + UNLIKELY * (left - least);
        if (left > least)
            asked |= holm_bit(seat);
        if (left > least && value > best)
            best = value;
    }
    if (best <= *most)
        return;
    *most = best;
    *action = *bounds;
    action->give = terms->give;
    action->take = terms->take;
    action->seats = (uint16_t)asked;
}

bool holm_barter_offer(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                       double than, struct holm_action *action)
{
    const struct holm_state *root = &level->root;
    const struct holm_action *bounds = offer_bounds(list);
    const double least = WORTH_ASKING * than;
    double most = least;
    if (!bounds || root->active != bot->seat || made_this_turn(level) >= level->sight->offers)
        return false;
    for (int give = 0; give < root->board->card_kinds; give++)
        for (int take = 0; take < root->board->card_kinds; take++)
            for (int n = 1; give != take && n <= MOST_FOR_ONE; n++) {
                struct level_terms terms = { { { 0 } }, { { 0 } } };
                terms.give.n[give] = (uint8_t)n;
                terms.take.n[take] = 1;
                consider(level, bot, bounds, &terms, least, &most, action);
            }
    if (most <= least)
        return false;
    remember(level, action, action->seats);
    return true;
}
