/* greedy_knights.c: greedy's knights, and the barbarians for whom it keeps them. */
#include <string.h>

#include "bots/greedy.h"

enum {
    MUSTER_MOST = 4, /* purchases ahead */
    FAR = 4, /* steps of the ship that leave time to activate again */
    POST_BLOCKS = 60, /* a knight in the way of the seat's settlement */
    NOBODY = 255
};

/* -------------------------------------------------------------- the threat */

/* Ranks of a seat's knights that rest; the active ones are holm_defence. */
static int resting(const struct holm_state *seen, struct holm_corner_set pieces)
{
    int sum = 0;
    for (int corner; (corner = holm_corner_take(&pieces)) != HOLM_NONE;)
        if (!holm_corner_in(&seen->active_knights, corner))
            sum += holm_knight_rank(seen->corner[corner]);
    return sum;
}

/* Of the others' knights that rest, half will be active in time. */
static void see_threat(struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    struct greedy_threat *threat = &greedy->threat;
    *threat = (struct greedy_threat){ .lowest = NOBODY };
    threat->steps = seen->board->rules.barbarian_steps - seen->barbarians;
    threat->strength = holm_barbarian_strength(seen);
    threat->own = holm_defence(seen, greedy->seat);
    threat->exposed = greedy->plain_city;
    for (int seat = 0; seat < seen->board->rules.players; seat++) {
        if (seat == greedy->seat)
            continue;
        const struct holm_corner_set pieces = greedy_pieces(seen, seat);
        const int given = holm_defence(seen, seat) + resting(seen, pieces) / 2;
        threat->others += given;
        threat->highest = given > threat->highest ? given : threat->highest;
        if (given < threat->lowest && greedy_plain_city(seen, pieces))
            threat->lowest = given;
    }
}

int holm_greedy_outcome(const struct greedy *greedy, int strength)
{
    const struct greedy_threat *threat = &greedy->threat;
    const struct holm_rules *rules = &greedy->seen->board->rules;
    if (threat->others + strength >= threat->strength) {
        if (!strength || strength < threat->highest)
            return 0;
        return strength > threat->highest && rules->defender_reward == HOLM_REWARD_POINT
                   ? holm_greedy_points_worth(greedy, 1)
                   : greedy->prefers[PREFER_REWARD_CARD];
    }
    const bool loses = rules->barbarian_victims == HOLM_VICTIMS_NO_ACTIVE_KNIGHT
                           ? !strength
                           : strength <= threat->lowest;
    return loses ? (threat->exposed ? -greedy->prefers[PREFER_CITY_LOSS] : 0)
                 : greedy->prefers[PREFER_SPITE];
}

/* ------------------------------------------------------------------- goals */

/* The seat's knights and pieces, as purchases change them. */
struct muster {
    int active[HOLM_RANKS], resting[HOLM_RANKS]; /* by rank; active: that may be promoted */
    int supply[HOLM_RANKS];
    int post; /* a corner for one more; -1: none */
    bool mighty; /* may be promoted to */
};

int holm_greedy_post(const struct greedy *greedy, int corner)
{
    const struct holm_state *seen = greedy->seen;
    int merit = holm_corner_in(&seen->open, corner) ? -POST_BLOCKS : 0;
    for (int i = 0; i < 3; i++) { /* next to the seat's fields it can chase the robber off them */
        const int hex = seen->board->topology.corner_hex[corner][i];
        for (int j = 0; hex != HOLM_NONE && j < 6; j++) {
            const uint8_t byte = seen->corner[seen->board->topology.hex_corner[hex][j]];
            if (holm_piece_seat(byte) == greedy->seat)
                merit += holm_greedy_pips(seen, hex) * greedy_yield(byte);
        }
    }
    return merit;
}

/* The best corner for a new knight (CK-KNIGHT-2), or -1. */
static int best_post(const struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    struct holm_corner_set left = seen->network[greedy->seat];
    int best = -1, most = 0;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        if (seen->corner[corner])
            continue;
        const int merit = holm_greedy_post(greedy, corner);
        if (best < 0 || merit > most) {
            best = corner;
            most = merit;
        }
    }
    return best;
}

static struct muster take_stock(const struct greedy *greedy)
{
    const struct holm_state *seen = greedy->seen;
    const struct holm_player *player = &seen->player[greedy->seat];
    struct muster muster = { .post = best_post(greedy) };
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        const int rank = holm_knight_rank(seen->corner[corner]);
        if (!rank)
            continue;
        if (!holm_corner_in(&seen->active_knights, corner))
            muster.resting[rank - 1]++;
        else if (!holm_corner_in(&seen->promoted, corner)) /* once a turn: CK-KNIGHT-9 */
            muster.active[rank - 1]++;
    }
    for (int rank = 0; rank < HOLM_RANKS; rank++)
        muster.supply[rank] = player->knights[rank];
    muster.mighty = !seen->board->rules.mighty_needs_politics || player->level[HOLM_POLITICS] >= 3;
    return muster;
}

/* The seat's knight of a rank, active or not, that may still be promoted or activated. */
static int find_knight(const struct greedy *greedy, int rank, bool active)
{
    const struct holm_state *seen = greedy->seen;
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;)
        if (holm_knight_rank(seen->corner[corner]) == rank &&
            holm_corner_in(&seen->active_knights, corner) == active &&
            (!active || !holm_corner_in(&seen->promoted, corner)))
            return corner;
    return -1;
}

/* A purchase for the defence, and the strength it brings. */
struct draft {
    int purchase, rank, strength;
};

/* The next purchase: activate the strongest, then promote, then recruit (with its activation).
 * False: there is nothing left to do. */
static bool draft_next(struct muster *muster, struct draft *draft)
{
    for (int rank = HOLM_RANKS; rank >= 1; rank--)
        if (muster->resting[rank - 1]) {
            *draft = (struct draft){ HOLM_BUY_ACTIVATION, rank, rank };
            muster->resting[rank - 1]--;
            muster->active[rank - 1]++;
            return true;
        }
    for (int rank = 1; rank < HOLM_RANKS; rank++)
        if (muster->active[rank - 1] && muster->supply[rank] && (rank == 1 || muster->mighty)) {
            *draft = (struct draft){ HOLM_BUY_PROMOTION, rank, 1 };
            muster->active[rank - 1]--;
            muster->active[rank]++;
            muster->supply[rank - 1]++;
            muster->supply[rank]--;
            return true;
        }
    if (!muster->supply[0] || muster->post < 0)
        return false;
    *draft = (struct draft){ HOLM_BUY_KNIGHT, 1, 1 };
    muster->supply[0]--;
    muster->active[0]++;
    return true;
}

static int draft_place(const struct greedy *greedy, const struct draft *draft, int post)
{
    return draft->purchase == HOLM_BUY_KNIGHT
               ? post
               : find_knight(greedy, draft->rank, draft->purchase == HOLM_BUY_PROMOTION);
}

/* Part of the worth, by how soon the ship comes: a round of turns brings half as many steps. */
static int urgency(const struct greedy *greedy)
{
    const int soon = greedy->seen->board->rules.players / 2 + greedy->prefers[PREFER_SOON];
    return greedy->threat.steps <= soon ? 100 : 100 * soon / greedy->threat.steps;
}

/* A goal for every number of purchases that makes the outcome better. */
void holm_greedy_knight_goals(struct greedy *greedy)
{
    const struct holm_cards *cost = greedy->seen->board->rules.cost;
    see_threat(greedy);
    struct muster muster = take_stock(greedy);
    struct draft first = { 0 }, draft;
    struct holm_cards spent = { { 0 } };
    int strength = greedy->threat.own, best = holm_greedy_outcome(greedy, strength);
    const int now = best, standing = greedy->prefers[PREFER_STANDING];
    for (int i = 0; i < MUSTER_MOST && draft_next(&muster, &draft); i++) {
        if (!i)
            first = draft;
        strength += draft.strength;
        struct greedy_goal whole = { .cost = spent };
        holm_greedy_add_cost(&whole, &cost[draft.purchase]);
        if (draft.purchase == HOLM_BUY_KNIGHT)
            holm_greedy_add_cost(&whole, &cost[HOLM_BUY_ACTIVATION]);
        spent = whole.cost;
        const int outcome = holm_greedy_outcome(greedy, strength);
        const int place = draft_place(greedy, &first, muster.post);
        if (place < 0 || (outcome <= best && i))
            continue;
        const int worth = (outcome - now) * urgency(greedy) / 100;
        struct greedy_goal *goal = holm_greedy_add_goal(greedy, first.purchase, place,
                                                        worth > standing ? worth : standing);
        goal->cost = spent;
        best = outcome > best ? outcome : best;
    }
}

/* ----------------------------------------------------------------- actions */

/* Whether the defence can do without so much of the seat's strength, for a while. */
static bool can_spare(const struct greedy *greedy, int rank)
{
    return greedy->threat.steps >= FAR || holm_greedy_outcome(greedy, greedy->threat.own - rank) >=
                                              holm_greedy_outcome(greedy, greedy->threat.own);
}

/* The weakest knight goes. */
int holm_greedy_weakest(const struct greedy *greedy, const struct holm_action *action)
{
    const uint8_t byte = greedy->seen->corner[action->place];
    return -holm_knight_rank(byte) -
           4 * holm_corner_in(&greedy->seen->active_knights, action->place);
}

/* The weakest knight next to the robber; the pirate (card 1) is left alone. */
static int chase_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_greedy_weakest(greedy, action) - (action->card ? 1000000 : 0);
}

/* Off the seat's land; by the house rules from afar, for the card alone. */
bool holm_greedy_chase(struct holm_bot *bot, const struct greedy *greedy,
                       struct holm_action *action)
{
    const bool robbed = holm_greedy_robbed(greedy, greedy->seen->robber) < 0;
    struct holm_action one;
    (void)bot;
    if (robbed && holm_greedy_choose_best(greedy, HOLM_DO_CHASE, chase_merit, &one) && !one.card &&
        can_spare(greedy, holm_knight_rank(greedy->seen->corner[one.place])))
        return holm_greedy_choose(&one, action);
    return holm_greedy_choose_best(greedy, HOLM_DO_RAID, holm_greedy_weakest, &one) &&
           can_spare(greedy, holm_knight_rank(greedy->seen->corner[one.place])) &&
           holm_greedy_choose(&one, action);
}

/* A knight is driven off where it bars a site of the seat's, or where that is its end. */
static int displace_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const uint8_t byte = seen->corner[action->to];
    const int owner = holm_piece_seat(byte);
    const int rank = holm_knight_rank(seen->corner[action->place]);
    const bool ends = seen->board->rules.displaced_fate == HOLM_DISPLACED_REMOVED;
    const bool bars =
        holm_corner_in(&seen->open, action->to) && seen->player[greedy->seat].settlements;
    if (owner >= seen->board->rules.players || !can_spare(greedy, rank))
        return bars && can_spare(greedy, rank);
    return (ends || bars) * (4 * holm_knight_rank(byte) + seen->player[owner].points - rank);
}

bool holm_greedy_displace(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_DISPLACE, displace_merit, 1, action);
}

/* Out of the way of the seat's next settlement. */
static int move_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    if (!holm_corner_in(&seen->open, action->place) || holm_corner_in(&seen->open, action->to) ||
        !seen->player[greedy->seat].settlements ||
        !can_spare(greedy, holm_knight_rank(seen->corner[action->place])))
        return 0;
    return 1 + holm_greedy_post(greedy, action->to);
}

bool holm_greedy_move(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_MOVE, move_merit, 1, action);
}

/* ------------------------------------------------------------ in the attack */

int holm_greedy_strongest(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_knight_rank(greedy->seen->corner[action->place]);
}

/* Activates knights as long as one more, or all that the grain allows, makes the outcome better. */
bool holm_greedy_activate(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    struct muster muster = take_stock(greedy);
    struct draft draft;
    int strength = greedy->threat.own;
    const int now = holm_greedy_outcome(greedy, strength);
    (void)bot;
    for (int grain = greedy->hand.n[HOLM_GRAIN]; grain > 0 && draft_next(&muster, &draft);
         grain--) {
        if (draft.purchase != HOLM_BUY_ACTIVATION)
            break;
        strength += draft.strength;
        if (holm_greedy_outcome(greedy, strength) > now)
            return holm_greedy_choose_best(greedy, HOLM_DO_ACTIVATE, holm_greedy_strongest, action);
    }
    return holm_greedy_play(greedy, HOLM_DO_PASS, action);
}

/* All or none: knights that are not needed stay active. */
bool holm_greedy_commit(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    const bool helps =
        holm_greedy_outcome(greedy, greedy->threat.own) > holm_greedy_outcome(greedy, 0);
    (void)bot;
    return (helps &&
            holm_greedy_choose_best(greedy, HOLM_DO_COMMIT, holm_greedy_strongest, action)) ||
           holm_greedy_play(greedy, HOLM_DO_PASS, action);
}
