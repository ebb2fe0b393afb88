/* barter.c: trade with the others: offers that help, answers within reason, and nobody pestered. */
#include <string.h>

#include "bots/level.h"

enum {
    OFFERS_A_TURN = 2,
    MOST_FOR_ONE = 2 /* cards given for one, or asked for one */
};
static const double PARTNER_GAINS = 1.15; /* what a trade does to a partner's share, as a guess */
static const double WORTH_ASKING = 1.04;  /* by how much an offer must better the own chance */
static const double WORTH_TAKING = 1.015; /* and one that is made to the seat */

/* -------------------------------------------------------------- the terms */

static bool holds(const struct holm_cards *hand, const struct holm_cards *cards)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (hand->n[card] < cards->n[card])
            return false;
    return true;
}

static int count(const struct holm_cards *cards)
{
    int sum = 0;
    for (int card = 0; card < HOLM_CARDS; card++)
        sum += cards->n[card];
    return sum;
}

/* The chance to win with other cards in the hand, everybody else as before. */
static double traded(struct level *level, const struct holm_cards *give,
                     const struct holm_cards *take)
{
    struct holm_state after = level->root;
    struct holm_player *player = &after.player[level->judge.viewer];
    for (int card = 0; card < HOLM_CARDS; card++)
        player->hand.n[card] = (uint8_t)(player->hand.n[card] - give->n[card] + take->n[card]);
    player->cards = (uint8_t)(player->cards - count(give) + count(take));
    return holm_judge(&level->judge, &after, false);
}

/* The same when a partner gains by it: the stronger that one is, the less is left. */
static double shared(const struct level *level, double chance, int partner)
{
    const double others = level->judge.others;
    const double own = chance >= 1 ? 1e12 : chance * others / (1 - chance);
    const double rival = holm_judge_rival(&level->judge, &level->root, partner);
    return own / (own + others + (PARTNER_GAINS - 1) * rival);
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
    double most = WORTH_TAKING * holm_judge(&level->judge, root, false);
    for (int i = 0; i < list->count; i++) {
        const struct holm_action *one = &list->at[i];
        if (one->kind != HOLM_DO_CONCLUDE)
            continue;
        const bool accepted = own->open && own->accepted >> one->target & 1;
        const struct holm_offer *proposal = &root->offer[one->target];
        const double chance = accepted ? traded(level, &own->give, &own->take)
                                       : traded(level, &proposal->take, &proposal->give);
        if (shared(level, chance, one->target) > most) {
            most = shared(level, chance, one->target);
            best = one;
        }
    }
    return best;
}

static bool settle(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                   struct holm_action *action)
{
    const struct holm_action *deal = best_deal(level, bot, list);
    if (!deal)
        deal = find(list, HOLM_DO_WITHDRAW);
    if (deal)
        *action = *deal;
    return deal != NULL;
}

/* What was tried this turn is not tried again. */
static bool was_tried(struct level *level, int turn, const struct holm_cards *give,
                      const struct holm_cards *take)
{
    if (level->terms_turn != turn) {
        level->terms_turn = (uint16_t)turn;
        level->terms = 0;
    }
    for (int i = 0; i < level->terms; i++)
        if (!memcmp(&level->tried[i].give, give, sizeof *give) &&
            !memcmp(&level->tried[i].take, take, sizeof *take))
            return true;
    return false;
}

static void remember(struct level *level, const struct holm_action *offer)
{
    if (level->terms < LEVEL_TERMS)
        level->tried[level->terms++] = (struct level_terms){ offer->give, offer->take };
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
    const struct holm_cards none = { { 0 } };
    was_tried(level, root->turns, &none, &none); /* starts a new turn's memory */
    if (!bounds || level->terms || count(&offer->take) != 1 || !holds(hand, &offer->take))
        return false;
    double most = WORTH_ASKING * holm_judge(&level->judge, root, false);
    bool found = false;
    for (int card = 0; card < root->board->card_kinds; card++) {
        struct holm_cards take = { { 0 } };
        take.n[card] = 1;
        if (offer->take.n[card] || offer->give.n[card] || !bot->belief.high[root->active][card])
            continue;
        const double chance = shared(level, traded(level, &offer->take, &take), root->active);
        if (chance <= most)
            continue;
        most = chance;
        found = true;
        *action = *bounds;
        action->give = offer->take;
        action->take = take;
    }
    if (found)
        remember(level, action);
    return found;
}

static bool answer(struct level *level, const struct holm_bot *bot, const struct holm_list *list,
                   struct holm_action *action)
{
    const struct holm_state *root = &level->root;
    const struct holm_offer *offer = &root->offer[root->active];
    const struct holm_action *yes = find(list, HOLM_DO_ACCEPT), *no = find(list, HOLM_DO_DECLINE);
    const double now = holm_judge(&level->judge, root, false);
    if (yes && shared(level, traded(level, &offer->take, &offer->give), root->active) >
                   WORTH_TAKING * now) {
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
    return level->root.offer[active].pending >> bot->seat & 1 && answer(level, bot, list, action);
}

/* ----------------------------------------------------------------- offers */

/* Who may have what is asked, and may be helped a little. */
static unsigned partners(const struct level *level, const struct holm_bot *bot, unsigned seats,
                         const struct holm_cards *take, double chance, double than)
{
    unsigned asked = 0;
    for (int seat = 0; seat < level->root.board->rules.players; seat++) {
        bool may = seats >> seat & 1;
        for (int card = 0; card < HOLM_CARDS; card++)
            may = may && bot->belief.high[seat][card] >= take->n[card];
        if (may && shared(level, chance, seat) > WORTH_ASKING * than)
            asked |= 1u << seat;
    }
    return asked;
}

/* Considers one pair of terms; keeps it if it is the best so far. */
static void consider(struct level *level, const struct holm_bot *bot,
                     const struct holm_action *bounds, const struct level_terms *terms, double than,
                     double *most, struct holm_action *action)
{
    if (!holds(&bounds->give, &terms->give) || !holds(&bounds->take, &terms->take) ||
        was_tried(level, level->root.turns, &terms->give, &terms->take))
        return;
    const double chance = traded(level, &terms->give, &terms->take);
    if (chance <= *most)
        return;
    const unsigned seats = partners(level, bot, bounds->seats, &terms->take, chance, than);
    if (!seats)
        return;
    *most = chance;
    *action = *bounds;
    action->give = terms->give;
    action->take = terms->take;
    action->seats = (uint16_t)seats;
}

bool holm_barter_offer(struct level *level, struct holm_bot *bot, const struct holm_list *list,
                       double than, struct holm_action *action)
{
    const struct holm_state *root = &level->root;
    const struct holm_action *bounds = offer_bounds(list);
    const struct holm_cards none = { { 0 } };
    double most = WORTH_ASKING * than;
    const double least = most;
    was_tried(level, root->turns, &none, &none);
    if (!bounds || root->active != bot->seat || level->terms >= OFFERS_A_TURN)
        return false;
    for (int give = 0; give < root->board->card_kinds; give++)
        for (int take = 0; take < root->board->card_kinds; take++)
            for (int n = 1; give != take && n <= MOST_FOR_ONE; n++) {
                struct level_terms terms = { { { 0 } }, { { 0 } } };
                terms.give.n[give] = (uint8_t)n;
                terms.take.n[take] = 1;
                consider(level, bot, bounds, &terms, than, &most, action);
            }
    if (most <= least)
        return false;
    remember(level, action);
    return true;
}
