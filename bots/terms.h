/* terms.h: what the terms of a trade are worth, to the bot and to a partner. */
#ifndef HOLM_TERMS_H
#define HOLM_TERMS_H

#include "bots/level.h"

bool holm_terms_holds(const struct holm_cards *hand, const struct holm_cards *cards);
/* Whether a seat may hold these cards, by what is known of its hand. */
bool holm_terms_may_hold(const struct holm_bot *bot, int seat, const struct holm_cards *cards);
/* Nobody gives and takes the same. */
bool holm_terms_overlap(const struct holm_cards *one, const struct holm_cards *other);

/* The bot's chance to win with the cards of a trade; and, where it haggles in its turn, with what it
 * can do with them at once. */
double holm_terms_chance(struct level *level, const struct level_terms *terms);
double holm_terms_planned(struct level *level, const struct level_terms *terms);
/* By how much the other side of a trade improves the partner's share, as the partner sees it; 0: the
 * partner does not have the cards, as far as one can guess. */
double holm_terms_gain(struct level *level, int partner, const struct level_terms *terms);
/* What a partner's gain leaves of the bot's chance: the stronger the partner, the less. */
double holm_terms_left(struct level *level, double chance, int partner, double gain);
/* The bot's chance after a trade with a partner who wants it. */
double holm_terms_agreed(struct level *level, int partner, const struct level_terms *terms);
/* Whether a partner is likely to want such a gain. */
bool holm_terms_likely(struct level *level, int partner, double gain);

/* Hands that the others may hold, each with how its owner stands; who haggles asks for what many of
 * them would agree to. */
enum { TERMS_GUESSES = 6 };
struct terms_guesses {
    struct {
        struct holm_cards hand;
        double standing; /* 0: not worked out yet */
    } seat[TERMS_GUESSES][HOLM_SEATS];
    int count;
};
void holm_terms_guess(struct level *level, struct holm_bot *bot, struct terms_guesses *guesses);
/* In which part of them a partner would agree to the other side of a trade. */
double holm_terms_agreeing(struct level *level, struct terms_guesses *guesses, int partner,
                           const struct level_terms *terms);

/* Both sides of all terms that may be offered: sets of cards. */
enum { TERMS_SIDES = 192 }; /* of up to three cards of eight kinds there are 164 */
struct terms_menu {
    struct holm_cards give[TERMS_SIDES], take[TERMS_SIDES];
    int gives, takes;
};
void holm_terms_menu(const struct level_trade *trade, const struct holm_action *bounds,
                     struct terms_menu *menu);

#endif
