/* terms.c: what the terms of a trade are worth; see terms.h. */
#include "bots/terms.h"

#include <string.h>

static const double USUAL_GAIN = 1.15; /* what a trade does to a partner's share, as a guess */
static const double AGREES = 1.015; /* by how much others want their chance to grow */

/* ------------------------------------------------------------------ cards */

bool holm_terms_holds(const struct holm_cards *hand, const struct holm_cards *cards)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (hand->n[card] < cards->n[card])
            return false;
    return true;
}

bool holm_terms_may_hold(const struct holm_bot *bot, int seat, const struct holm_cards *cards)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (bot->belief.high[seat][card] < cards->n[card])
            return false;
    return true;
}

bool holm_terms_overlap(const struct holm_cards *one, const struct holm_cards *other)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (one->n[card] && other->n[card])
            return true;
    return false;
}

static void trade(struct holm_player *player, const struct level_terms *terms)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        player->hand.n[card] =
            (uint8_t)(player->hand.n[card] - terms->give.n[card] + terms->take.n[card]);
    player->cards =
        (uint8_t)(player->cards - holm_cards_total(&terms->give) + holm_cards_total(&terms->take));
}

/* The position with other cards in a seat's hand, everybody else as before. */
static struct holm_state traded(const struct level *level, int seat,
                                const struct level_terms *terms)
{
    struct holm_state after = level->root;
    trade(&after.player[seat], terms);
    return after;
}

/* ------------------------------------------------------------- the bot's side */

double holm_terms_chance(struct level *level, const struct level_terms *terms)
{
    const struct holm_state after = traded(level, level->evaluator.viewer, terms);
    return holm_evaluate(&level->evaluator, &after, false);
}

double holm_terms_planned(struct level *level, const struct level_terms *terms)
{
    const struct level_trade *trade = level->sight->trade;
    if (!trade || !trade->haggles || level->root.active != level->evaluator.viewer)
        return holm_terms_chance(level, terms);
    const struct holm_state after = traded(level, level->evaluator.viewer, terms);
    return holm_level_plan(level, &after);
}

/* ------------------------------------------------------------ the other side */

/* How a seat stands, as the bot sees it; worked out once for a position. */
static double standing(struct level *level, int seat)
{
    double *known = &level->standing[seat].seen;
    if (!*known)
        *known = holm_evaluate_rival(&level->evaluator, &level->root, seat);
    return *known;
}

/* The same as the seat itself sees it, with the cards that it is thought to hold. */
static double own_standing(const struct level *level, const struct holm_state *state, int seat)
{
    struct holm_evaluator evaluator = level->evaluator;
    evaluator.viewer = seat;
    return holm_evaluate_rival(&evaluator, state, seat);
}

double holm_terms_gain(struct level *level, int partner, const struct level_terms *terms)
{
    const struct level_terms theirs = { terms->take, terms->give };
    double *known = &level->standing[partner].own;
    if (!holm_terms_holds(&level->root.player[partner].hand, &theirs.give))
        return 0;
    const struct holm_state after = traded(level, partner, &theirs);
    if (!*known)
        *known = own_standing(level, &level->root, partner);
    return own_standing(level, &after, partner) / *known;
}

double holm_terms_left(struct level *level, double chance, int partner, double gain)
{
    const double others = level->evaluator.others.sum;
    const double own = chance >= 1 ? 1e12 : chance * others / (1 - chance);
    return own / (own + others + ((gain > 1 ? gain : USUAL_GAIN) - 1) * standing(level, partner));
}

double holm_terms_agreed(struct level *level, int partner, const struct level_terms *terms)
{
    return holm_terms_left(level, holm_terms_planned(level, terms), partner,
                           holm_terms_gain(level, partner, terms));
}

/* Who haggles asks whether the partner's chance grows, with what it thinks the bot gains. */
bool holm_terms_likely(struct level *level, int partner, double gain)
{
    if (!level->sight->trade->haggles)
        return gain >= 1;
    const double own = standing(level, level->evaluator.viewer);
    const double theirs = standing(level, partner), all = level->evaluator.others.sum + own;
    return gain * theirs / (all + (gain - 1) * theirs + (USUAL_GAIN - 1) * own) >
           AGREES * theirs / all;
}

/* ------------------------------------------------------------------- guesses */

void holm_terms_guess(struct level *level, struct holm_bot *bot, struct terms_guesses *guesses)
{
    struct holm_view view;
    struct holm_state guess;
    memset(guesses, 0, sizeof *guesses);
    holm_view(&level->root, bot->seat, &view);
    for (int i = 0; i < TERMS_GUESSES; i++) {
        if (holm_determinize(&view, &bot->belief, holm_level_seed(bot), &guess))
            continue;
        for (int seat = 0; seat < level->root.board->rules.players; seat++)
            guesses->seat[guesses->count][seat].hand = guess.player[seat].hand;
        guesses->count++;
    }
}

double holm_terms_agreeing(struct level *level, struct terms_guesses *guesses, int partner,
                           const struct level_terms *terms)
{
    const struct level_terms theirs = { terms->take, terms->give };
    int agree = 0;
    for (int i = 0; i < guesses->count; i++) {
        const struct holm_cards *hand = &guesses->seat[i][partner].hand;
        double *known = &guesses->seat[i][partner].standing;
        if (!holm_terms_holds(hand, &theirs.give))
            continue;
        struct holm_state state = level->root;
        state.player[partner].hand = *hand;
        if (!*known)
            *known = own_standing(level, &state, partner);
        trade(&state.player[partner], &theirs);
        agree += holm_terms_likely(level, partner, own_standing(level, &state, partner) / *known);
    }
    return guesses->count ? (double)agree / guesses->count : 0;
}

/* ------------------------------------------------------------------ the menu */

static int last_kind(const struct holm_cards *cards)
{
    int last = HOLM_CARDS - 1;
    while (!cards->n[last])
        last--;
    return last;
}

/* All sets of up to `most` cards within bounds, of one kind or `mixed`; returns how many. */
static int list_sides(const struct holm_cards *bounds, int most, bool mixed,
                      struct holm_cards side[TERMS_SIDES])
{
    int count = 0;
    for (int card = 0; card < HOLM_CARDS; card++)
        if (bounds->n[card]) {
            memset(&side[count], 0, sizeof *side);
            side[count++].n[card] = 1;
        }
    for (int i = 0; i < count; i++) {
        if (holm_cards_total(&side[i]) == most)
            continue;
        const int last = last_kind(&side[i]);
        for (int card = last; card < (mixed ? HOLM_CARDS : last + 1); card++)
            if (side[i].n[card] < bounds->n[card] && count < TERMS_SIDES) {
                side[count] = side[i];
                side[count++].n[card]++;
            }
    }
    return count;
}

void holm_terms_menu(const struct level_trade *trade, const struct holm_action *bounds,
                     struct terms_menu *menu)
{
    menu->gives = list_sides(&bounds->give, trade->give, trade->haggles, menu->give);
    menu->takes = list_sides(&bounds->take, trade->take, trade->haggles, menu->take);
}
