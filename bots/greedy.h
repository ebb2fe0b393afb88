/* greedy.h: what greedy estimates before it chooses. Whole numbers only, so that it plays the same
 * game on every machine.
 *
 *     greedy.c           the turn, and the base game's choices
 *     greedy_estimate.c  what things are worth, and how long it must wait for them
 *     greedy_choose.c    picking from what is listed
 *     preferences.c      how much it likes things: its own numbers, and tuned ones
 *     greedy_trade.c     the bank and the others
 *     greedy_cities.c    Cities & Knights: cities, improvements, walls
 *     greedy_knights.c   ... knights and the barbarians
 *     greedy_progress.c  ... progress cards; greedy_commerce.c and greedy_politics.c two decks of
 *                        them
 *     greedy_steps.c     ... and what else is asked there
 *     greedy_sea.c       Seafarers: where ships go, and what for
 *     greedy_sea_steps.c ... and what else is asked there
 */
#ifndef HOLM_GREEDY_H
#define HOLM_GREEDY_H

#include "bots/bots.h"
#include "bots/preferences.h"

enum {
    GREEDY_GOALS = 64,
    GREEDY_ROADS_AHEAD = 3,
    GREEDY_ATTEMPTS = 16,
    GREEDY_IMPROVEMENT = HOLM_PURCHASES, /* among the purchases: a level of a track */
    GREEDY_WONDER, /* ... a level of the seat's wonder */
    GREEDY_PURCHASES,
    GREEDY_POINT = 100 /* what a victory point is worth */
};

/* Something worth saving for: a building with the roads that lead to it, a card, an award. */
struct greedy_goal {
    struct holm_cards cost; /* of all of it */
    int worth; /* a victory point is 100 */
    uint8_t purchase; /* enum holm_purchase or GREEDY_IMPROVEMENT: what is bought first */
    uint8_t card; /* the track of an improvement */
    uint16_t place; /* where that goes */
};

/* The next attack of the barbarians, as it looks now. */
struct greedy_threat {
    int steps; /* of the ship until then */
    int strength; /* of the barbarians */
    int own; /* what the seat's active knights give */
    int others; /* what the others will give, as a guess */
    int lowest; /* the least of them that has a city to lose */
    int highest; /* the most of them */
    bool exposed; /* the seat has a city to lose */
};

struct greedy {
    const int32_t *prefers; /* by enum holm_preference */
    const struct holm_state *seen;
    const struct holm_list *list; /* what is allowed */
    int seat;
    int kinds; /* of cards in this game: 5, or 8 with commodities */
    struct holm_cards hand; /* what may still be spent */
    struct holm_corner_set own; /* corners with the seat's pieces */
    bool plain_city; /* one without a metropolis */
    int rate[HOLM_CARDS]; /* cards for one from the bank */
    int income[HOLM_CARDS]; /* pips of the seat's buildings */
    int speed[HOLM_CARDS]; /* how fast a missing card comes in, bank trades included */
    int pip_worth; /* what one pip of income will bring until the end */
    int goals;
    struct greedy_goal goal[GREEDY_GOALS];
    const struct greedy_goal *best; /* NULL: nothing left to buy */
    struct greedy_threat threat; /* in Cities & Knights */
};

/* Looks for an action of its subject and says whether it has chosen one. */
typedef bool greedy_attempt(struct holm_bot *bot, const struct greedy *greedy,
                            struct holm_action *action);
typedef int greedy_merit(const struct greedy *greedy, const struct holm_action *action);

/* Plays as greedy does, but by these preferences. */
void holm_choose_by_preferences(const struct holm_preferences *preferences, struct holm_bot *bot,
                                const struct holm_view *view, const struct holm_list *list,
                                struct holm_action *action);

/* ----------------------------------------- estimates (greedy_estimate.c) */

/* Fills in all of it but the list: income, goals, and the best of them. */
void holm_greedy_estimate(struct greedy *greedy, const struct holm_preferences *preferences,
                          const struct holm_state *seen, int seat);
/* What a corner is worth to the seat as a place to settle. */
int holm_greedy_site(const struct greedy *greedy, int corner);
/* How well the seat stands with this hand, by its best goal. */
int holm_greedy_prospect(const struct greedy *greedy, const struct holm_cards *hand);
/* Rolls until a hand has grown to the cost, as a rule. */
int holm_greedy_waiting(const struct greedy *greedy, const struct holm_cards *cost,
                        const struct holm_cards *hand);
/* Cards of a kind that a goal still lacks, or, negative, that it leaves over. */
int holm_greedy_lack(const struct greedy *greedy, const struct greedy_goal *goal, int card);
/* Cards that the best goal lacks. */
int holm_greedy_lacking(const struct greedy *greedy);
/* Pips of a hex: in how many of 36 rolls it yields. */
int holm_greedy_pips(const struct holm_state *seen, int hex);
/* So many victory points; those that win are worth more than any others. */
int holm_greedy_points_worth(const struct greedy *greedy, int points);
/* One more goal, at the price of its purchase. */
struct greedy_goal *holm_greedy_add_goal(struct greedy *greedy, int purchase, int place, int worth);
void holm_greedy_add_cost(struct greedy_goal *goal, const struct holm_cards *cost);
/* The price of what a goal buys first. */
struct holm_cards holm_greedy_price(const struct greedy *greedy, const struct greedy_goal *goal);

/* --------------------------------------------- choosing (greedy_choose.c) */

/* The listed action of a kind at a place (any of them: -1), or NULL. */
const struct holm_action *holm_greedy_listed(const struct greedy *greedy, int kind, int place);
bool holm_greedy_choose(const struct holm_action *one, struct holm_action *action);
/* The listed action of a kind with the most merit. */
bool holm_greedy_choose_best(const struct greedy *greedy, int kind, greedy_merit *merit,
                             struct holm_action *action);
/* Any listed action of a kind; the one with the most merit, if that is enough. */
bool holm_greedy_play(const struct greedy *greedy, int kind, struct holm_action *action);
bool holm_greedy_play_best(const struct greedy *greedy, int kind, greedy_merit *merit, int least,
                           struct holm_action *action);

/* ------------------------------------------------ the base game (greedy.c) */

/* What the robber on a hex costs the others; negative when it costs the seat more. */
int holm_greedy_robbed(const struct greedy *greedy, int hex);
/* How much a piece of another colour on a corner hampers the opponents. */
int holm_greedy_hampering(const struct greedy *greedy, int corner);
greedy_merit holm_greedy_discard_merit, holm_greedy_take_merit;
greedy_attempt holm_greedy_buy_goal, holm_greedy_buy_other, holm_greedy_roads;
greedy_attempt holm_greedy_tokens, holm_greedy_end;

/* --------------------------------------------------------------- the trades */

greedy_attempt holm_greedy_answer, holm_greedy_bank, holm_greedy_offer;

/* ---------------------------------------------------------- Cities & Knights */

/* The second card of each hex that a city yields. */
void holm_greedy_city_income(const struct holm_state *seen, int corner, int *income);
/* Goals that only Cities & Knights has, and the threat. */
void holm_greedy_city_goals(struct greedy *greedy);
void holm_greedy_knight_goals(struct greedy *greedy);
/* What a level of a track would be worth. */
int holm_greedy_level_worth(const struct greedy *greedy, int track, int level);
/* What the attack brings the seat when it gives so much strength to the defence. */
int holm_greedy_outcome(const struct greedy *greedy, int strength);
/* How good a corner is for the seat's knights. */
int holm_greedy_post(const struct greedy *greedy, int corner);
/* What is tried at each step, before what the base game tries there (greedy_steps.c). */
extern greedy_attempt *const holm_greedy_knights[HOLM_STEP_KINDS][GREEDY_ATTEMPTS];
greedy_attempt holm_greedy_chase, holm_greedy_displace, holm_greedy_move;
greedy_attempt holm_greedy_activate, holm_greedy_commit; /* when the attack comes */
greedy_merit holm_greedy_weakest, holm_greedy_strongest; /* of knights */
/* Plays a progress card; before the roll; goes on with one that was played. */
greedy_attempt holm_greedy_progress, holm_greedy_alchemist, holm_greedy_harbor;
greedy_attempt holm_greedy_disc, holm_greedy_merchant;
greedy_attempt holm_greedy_commercial_harbor, holm_greedy_master_merchant, holm_greedy_fleet;
greedy_attempt holm_greedy_resource_monopoly, holm_greedy_trade_monopoly;
greedy_attempt holm_greedy_bishop, holm_greedy_deserter, holm_greedy_diplomat;
greedy_attempt holm_greedy_intrigue, holm_greedy_saboteur, holm_greedy_spy, holm_greedy_wedding;
/* A hand of progress cards that is full cannot take the next one. */
bool holm_greedy_eager(const struct greedy *greedy);
bool holm_greedy_opponent(const struct greedy *greedy, int seat);
/* What a progress card is worth in the hand. */
int holm_greedy_card_worth(int progress);

/* ----------------------------------------------------------------- Seafarers */

/* Points for a first settlement in the regions of a corner; whether the scenario lets it settle. */
int holm_greedy_bonus(const struct greedy *greedy, int corner);
bool holm_greedy_may_settle(const struct greedy *greedy, int corner);
/* Pips of gold at a corner, and what they are worth. */
int holm_greedy_gold(const struct greedy *greedy, int corner);
int holm_greedy_gold_worth(const struct greedy *greedy, int corner);
/* What a coast is worth to a seat that starts without one. */
int holm_greedy_coast(const struct greedy *greedy, int corner);
/* Whether reaching the target wins, as things stand. */
bool holm_greedy_sea_wins(const struct greedy *greedy);
/* Goals that only Seafarers has. */
void holm_greedy_sea_goals(struct greedy *greedy);
struct holm_cards holm_greedy_wonder_cost(const struct greedy *greedy);
greedy_attempt holm_greedy_claim, holm_greedy_sail;
/* What is tried at each step, before all else (greedy_sea_steps.c). */
extern greedy_attempt *const holm_greedy_sea[HOLM_STEP_KINDS][GREEDY_ATTEMPTS];

/* ------------------------------------------------------------------ details */

/* Whether there are ships in the game. */
static inline bool greedy_sails(const struct greedy *greedy)
{
    return greedy->seen->board->rules.ships != 0;
}

/* Cards a hex yields to a piece on its corner. */
static inline int greedy_yield(uint8_t byte)
{
    static const uint8_t yields[16] = {
        [HOLM_SETTLEMENT] = 1, [HOLM_REDUCED] = 1, [HOLM_CITY] = 2, [HOLM_METROPOLIS] = 2
    };
    return yields[holm_piece_kind(byte)];
}

/* Who has the metropolis of a track; HOLM_NONE: nobody. */
static inline int greedy_metropolis(const struct holm_state *seen, int track)
{
    const int corner = seen->metropolis[track];
    return corner == HOLM_NONE ? HOLM_NONE : holm_piece_seat(seen->corner[corner]);
}

/* Corners with pieces of a seat: they are all on its roads and ships. */
static inline struct holm_corner_set greedy_pieces(const struct holm_state *seen, int seat)
{
    struct holm_corner_set left, pieces = { { 0 } };
    for (int i = 0; i < (int)(sizeof left.w / sizeof *left.w); i++)
        left.w[i] = seen->network[seat].w[i] | seen->sea_network[seat].w[i];
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;)
        if (holm_piece_seat(seen->corner[corner]) == seat)
            holm_corner_add(&pieces, corner);
    return pieces;
}

/* Whether one of these corners has a city without a metropolis. */
static inline bool greedy_plain_city(const struct holm_state *seen, struct holm_corner_set pieces)
{
    for (int corner; (corner = holm_corner_take(&pieces)) != HOLM_NONE;)
        if (holm_piece_kind(seen->corner[corner]) == HOLM_CITY)
            return true;
    return false;
}

#endif
