/* greedy_politics.c: greedy's progress cards of the politics deck, most of them aimed at others. */
#include "bots/greedy.h"

enum {
    BISHOP_LEAST = 60, /* merit of a hex that makes the bishop worth it */
    SABOTAGE_LEAST = 4, /* cards the others lose */
    WEDDING_LEAST = 2,
    FAR = 3 /* steps of the ship: before that every knight of anybody is needed */
};

/* The robber's place, and a card from everybody there. */
static int bishop_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    int merit = holm_greedy_robbed(greedy, action->place);
    unsigned robbed = 0;
    for (int i = 0; i < 6; i++) {
        const uint8_t byte = seen->corner[seen->board->topology.hex_corner[action->place][i]];
        const int owner = holm_piece_seat(byte);
        if (greedy_yield(byte) && holm_greedy_opponent(greedy, owner) && seen->player[owner].cards)
            robbed |= holm_bit(owner);
    }
    return merit + 40 * holm_bits_count(robbed);
}

bool holm_greedy_bishop(struct holm_bot *bot, const struct greedy *greedy,
                        struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_BISHOP, bishop_merit, BISHOP_LEAST, action);
}

/* Ranks of a seat's knights. */
static int ranks(const struct holm_state *seen, int seat)
{
    int sum = 0;
    for (int corner = 0; corner < seen->board->topology.corners; corner++)
        if (holm_piece_seat(seen->corner[corner]) == seat)
            sum += holm_knight_rank(seen->corner[corner]);
    return sum;
}

/* Whoever has few knights must give a good one. */
static int deserter_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    if (action->target >= seen->board->rules.players)
        return 1; /* a neutral colour has nothing to lose */
    return 10 + 2 * seen->player[action->target].points + ranks(seen, action->target);
}

bool holm_greedy_deserter(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_DESERTER, deserter_merit, 1, action);
}

/* The road of whoever has the longest route, unless it is the seat; else, for room in the hand, of
 * whoever leads. */
static int diplomat_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const int owner = holm_piece_seat(seen->edge[action->place]);
    if (!holm_greedy_opponent(greedy, owner))
        return 0;
    return seen->player[owner].points + (seen->route_holder == owner ? 100 : 0);
}

bool holm_greedy_diplomat(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_DIPLOMAT, diplomat_merit,
                                 holm_greedy_eager(greedy) ? 1 : 100, action);
}

/* A knight in the way of a site of the seat's, or the leader's. */
static int intrigue_merit(const struct greedy *greedy, const struct holm_action *action)
{
    const struct holm_state *seen = greedy->seen;
    const int owner = holm_piece_seat(seen->corner[action->place]);
    int merit = holm_corner_in(&seen->open, action->place) ? 10 : 0;
    if (holm_greedy_opponent(greedy, owner))
        merit += seen->player[owner].points / 2 + 2 * holm_knight_rank(seen->corner[action->place]);
    return merit;
}

bool holm_greedy_intrigue(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return (greedy->threat.steps >= FAR || holm_greedy_eager(greedy)) &&
           holm_greedy_play_best(greedy, HOLM_DO_INTRIGUE, intrigue_merit,
                                 holm_greedy_eager(greedy) ? 1 : 8, action);
}

/* Cards that those with enough points would lose. */
static int cards_at_stake(const struct greedy *greedy, int lead, int each)
{
    const struct holm_state *seen = greedy->seen;
    int sum = 0;
    for (int seat = 0; seat < seen->board->rules.players; seat++) {
        const struct holm_player *player = &seen->player[seat];
        if (seat == greedy->seat || player->points < seen->player[greedy->seat].points + lead)
            continue;
        sum += !each ? player->cards / 2 : player->cards < each ? player->cards : each;
    }
    return sum;
}

bool holm_greedy_saboteur(struct holm_bot *bot, const struct greedy *greedy,
                          struct holm_action *action)
{
    (void)bot;
    return cards_at_stake(greedy, 0, 0) >= SABOTAGE_LEAST &&
           holm_greedy_play(greedy, HOLM_DO_SABOTEUR, action);
}

bool holm_greedy_wedding(struct holm_bot *bot, const struct greedy *greedy,
                         struct holm_action *action)
{
    (void)bot;
    return cards_at_stake(greedy, 1, 2) >= WEDDING_LEAST &&
           holm_greedy_play(greedy, HOLM_DO_WEDDING, action);
}

/* Whoever has most to choose from. */
static int spy_merit(const struct greedy *greedy, const struct holm_action *action)
{
    return holm_progress_count(&greedy->seen->player[action->target]);
}

bool holm_greedy_spy(struct holm_bot *bot, const struct greedy *greedy, struct holm_action *action)
{
    (void)bot;
    return holm_greedy_play_best(greedy, HOLM_DO_SPY, spy_merit, 1, action);
}
