/* greedy_steps.c: what Cities & Knights asks greedy besides the turn: cities lost and adorned,
 * cards drawn, given and taken, knights that come and go. And the table of all that is tried. */
#include <string.h>

#include "bots/greedy.h"

/* ------------------------------------------------------------------ cities */

/* Pips of a corner as a city's place, commodities included. */
static int city_pips(const struct greedy *greedy, int corner)
{
    int income[HOLM_CARDS] = { 0 }, pips = 0;
    holm_greedy_city_income(greedy->seen, corner, income);
    for (int card = 0; card < HOLM_CARDS; card++)
        pips += income[card];
    return pips;
}

/* A starting city also counts for what it yields beyond a settlement: commodities most of all. */
static int start_city_merit(const struct greedy *greedy, const struct holm_action *action)
{
    int income[HOLM_CARDS] = { 0 }, worth = holm_greedy_site(greedy, action->place);
    holm_greedy_city_income(greedy->seen, action->place, income);
    for (int card = 0; card < HOLM_CARDS; card++)
        worth += income[card] * greedy->pip_worth *
                 greedy->prefers[card < HOLM_RESOURCES ? PREFER_START_CITY_RESOURCE
                                                       : PREFER_START_CITY_COMMODITY] /
                 400;
    return worth;
}

static bool start_city(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_CITY, start_city_merit, action);
}

/* The poorest city is given up, rather one without a wall. */
static int pillage_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return -2 * city_pips(greedy, action->place) -
           3 * holm_corner_in(&greedy->seen->walls, action->place);
}

static bool pillage(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play(greedy, HOLM_DO_BREACH, action) ||
           holm_greedy_choose_best(greedy, HOLM_DO_PILLAGE, pillage_merit, action);
}

/* What carries a metropolis is never pillaged: the richest city. */
static int metropolis_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return city_pips(greedy, action->place);
}

static bool metropolis(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_METROPOLIS, metropolis_merit, action);
}

/* VAR-PROD-2: the cities are asked one after the other, in the order of the hexes and their
 * corners. The terrain of the next one. */
static int yielding_terrain(const struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_topology *topology = &seen->board->topology;
    int skip = seen->player[greedy->seat].pledged;
    for (int hex = 0; hex < topology->hexes; hex++) {
        const int terrain = seen->terrain[hex];
        if (seen->disc[hex] != holm_step(seen)->place || hex == seen->robber ||
            (terrain != HOLM_FOREST && terrain != HOLM_PASTURE && terrain != HOLM_MOUNTAINS))
            continue;
        for (int i = 0; i < 6; i++) {
            const uint8_t byte = seen->corner[topology->hex_corner[hex][i]];
            if (holm_piece_seat(byte) == greedy->seat && greedy_yield(byte) == 2 && !skip--)
                return terrain;
        }
    }
    return HOLM_FOREST;
}

/* Two resources where the goal lacks two of them, else the commodity. */
static bool city_yield(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    const int card = holm_yield(yielding_terrain(greedy));
    const bool two = greedy->best && holm_greedy_lack(greedy, greedy->best, card) >= 2;
    (void)bot;
    for (int i = 0; i < greedy->list->count; i++)
        if (greedy->list->at[i].card == two)
            return holm_greedy_choose(&greedy->list->at[i], action);
    return false;
}

/* ------------------------------------------------------------------- cards */

static int drop_merit(const struct greedy *greedy, const struct holm_action *action)
{
    (void)greedy;
    return -holm_greedy_card_worth(action->card);
}

static bool drop(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_DROP, drop_merit, action);
}

static int steal_merit(const struct greedy *greedy, const struct holm_action *action)
{
    (void)greedy;
    return holm_greedy_card_worth(action->card);
}

static bool steal_card(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_STEAL_CARD, steal_merit, action);
}

/* What a card of a deck is worth on average: which cards there are is public. */
static int deck_worth(const struct holm_rules *rules, int track)
{
    int worth = 0, cards = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (holm_progress_track(rules, progress) == track) {
            worth += rules->progress_copies[progress] * holm_greedy_card_worth(progress);
            cards += rules->progress_copies[progress];
        }
    return cards ? worth / cards : 0;
}

/* A card, or, on the house rules' pips, a commodity that the goal lacks. */
static int draw_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_rules *rules = &greedy->seen->board->rules;
    const struct holm_step *step = holm_step(greedy->seen);
    const int card = rules->track_commodity[action->card];
    if (step->kind == HOLM_STEP_TRACK && step->n == HOLM_FACE_PIPS)
        return greedy->best ? holm_greedy_lack(greedy, greedy->best, card) : 0;
    return deck_worth(rules, action->card);
}

static bool draw(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_DRAW, draw_merit, action);
}

static bool take(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_TAKE, holm_greedy_take_merit, action) ||
           holm_greedy_choose_best(greedy, HOLM_DO_PICK, holm_greedy_take_merit, action);
}

static bool give(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_GIVE, holm_greedy_discard_merit, action);
}

/* ----------------------------------------------------------------- knights */

static int post_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_greedy_post(greedy, action->place);
}

/* The seat's knight goes to its best post; a neutral one where it is least in the way. */
static bool retreat(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_RETREAT, post_merit, action);
}

/* The weakest of the seat's; of others, where the rules let the seat choose, the strongest. */
static bool remove_knight(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    const bool own = holm_step(greedy->seen)->n == greedy->seat;
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_REMOVE,
                                   own ? holm_greedy_weakest : holm_greedy_strongest, action);
}

static int enlist_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return 1000 * action->card + holm_greedy_post(greedy, action->place);
}

static bool enlist(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_ENLIST, enlist_merit, action);
}

/* The smith promotes active knights first. */
static int promote_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return 4 * holm_corner_in(&greedy->seen->active_knights, action->place) +
           holm_knight_rank(greedy->seen->corner[action->place]);
}

static bool promote(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_PROMOTE, promote_merit, action);
}

static int neutral_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_greedy_hampering(greedy, action->place);
}

static bool neutral_knight(struct holm_bot *bot, const struct greedy *greedy,
                           struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_NEUTRAL_KNIGHT, neutral_merit, action) ||
           holm_greedy_choose_best(greedy, HOLM_DO_NEUTRAL_PROMOTE, neutral_merit, action);
}

/* ------------------------------------------------------------------- roads */

/* Where a road taken up by the diplomat goes: the seat's towards a site, another's where it leads
 * to nothing. */
static int replace_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const uint8_t *corner = greedy->seen->board->topology.edge_corner[action->place];
    int merit = 0;
    for (int end = 0; end < 2; end++)
        if (holm_corner_in(&greedy->seen->open, corner[end]))
            merit += holm_greedy_site(greedy, corner[end]);
    return holm_step(greedy->seen)->n == greedy->seat ? merit : -merit;
}

static bool replace_road(struct holm_bot *bot, const struct greedy *greedy,
                         struct holm_action *action)
{
    (void)bot;
    return holm_greedy_choose_best(greedy, HOLM_DO_ROAD, replace_merit, action);
}

/* --------------------------------------------------------------- the table */

greedy_attempt *const holm_greedy_knights[HOLM_STEP_KINDS][GREEDY_ATTEMPTS] = {
    [HOLM_STEP_SETUP_SETTLEMENT] = { start_city },
    [HOLM_STEP_ROLL] = { holm_greedy_alchemist, holm_greedy_merchant, holm_greedy_chase },
    [HOLM_STEP_ACTIONS] = { holm_greedy_answer, holm_greedy_merchant, holm_greedy_progress,
                            holm_greedy_harbor, holm_greedy_buy_goal, holm_greedy_bank,
                            holm_greedy_buy_other, holm_greedy_offer, holm_greedy_tokens,
                            holm_greedy_chase, holm_greedy_displace, holm_greedy_move,
                            holm_greedy_end },
    [HOLM_STEP_ACTIVATION] = { holm_greedy_activate },
    [HOLM_STEP_COMMIT] = { holm_greedy_commit },
    [HOLM_STEP_PILLAGE] = { pillage },
    [HOLM_STEP_REWARD] = { draw },
    [HOLM_STEP_PROGRESS_LIMIT] = { drop },
    [HOLM_STEP_AQUEDUCT] = { take },
    [HOLM_STEP_CITY_YIELD] = { city_yield },
    [HOLM_STEP_TRACK] = { draw },
    [HOLM_STEP_METROPOLIS] = { metropolis },
    [HOLM_STEP_RETREAT] = { retreat },
    [HOLM_STEP_DESERTER] = { remove_knight },
    [HOLM_STEP_ENLIST] = { enlist },
    [HOLM_STEP_REPLACE_ROAD] = { replace_road },
    [HOLM_STEP_INVENTOR] = { holm_greedy_disc },
    [HOLM_STEP_SMITH] = { promote },
    [HOLM_STEP_SPY] = { steal_card },
    [HOLM_STEP_MASTER_MERCHANT] = { take },
    [HOLM_STEP_HARBOR] = { give },
    [HOLM_STEP_WEDDING] = { give },
    [HOLM_STEP_NEUTRAL_KNIGHT] = { neutral_knight },
    [HOLM_STEP_NEUTRAL_PROMOTE] = { neutral_knight },
};
