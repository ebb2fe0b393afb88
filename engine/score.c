/* score.c: victory points, all together and by where they come from. */
#include "engine/engine.h"

int holm_points(const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    if (with_knights(state))
        return player->points + player->progress[HOLM_PRINTER] +
               player->progress[HOLM_CONSTITUTION];
    return player->points + player->development[HOLM_VICTORY] + player->revealed;
}

static int count_pieces(const struct holm_state *state, int seat, int piece)
{
    int count = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++)
        count += state->corner[corner] == piece_of(piece, seat);
    return count;
}

void holm_score(const struct holm_state *state, int seat, int points[HOLM_SOURCES])
{
    const struct holm_player *player = &state->player[seat];
    const bool knights = with_knights(state);
    const int metropolises = count_pieces(state, seat, HOLM_METROPOLIS);
    points[HOLM_FROM_SETTLEMENTS] =
        count_pieces(state, seat, HOLM_SETTLEMENT) + count_pieces(state, seat, HOLM_REDUCED);
    points[HOLM_FROM_CITIES] = 2 * (count_pieces(state, seat, HOLM_CITY) + metropolises);
    points[HOLM_FROM_METROPOLISES] = METROPOLIS_POINTS * metropolises;
    points[HOLM_FROM_ROUTE] = state->route_holder == seat ? AWARD_POINTS : 0;
    points[HOLM_FROM_ARMY] = state->army_holder == seat ? AWARD_POINTS : 0;
    points[HOLM_FROM_DEFENCE] = knights ? player->defender : 0;
    points[HOLM_FROM_MERCHANT] = state->merchant_owner == seat;
    points[HOLM_FROM_BONUS] = player->bonus;
    points[HOLM_FROM_CLOTH] = player->cloth / 2;
    points[HOLM_FROM_CARDS] = player->revealed + (knights ? player->progress[HOLM_PRINTER] +
                                                                player->progress[HOLM_CONSTITUTION]
                                                          : player->development[HOLM_VICTORY]);
}
