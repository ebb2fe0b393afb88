/* evaluate_sea.c: what Seafarers adds to a seat's features. */
#include "bots/evaluate.h"

static void add_voyage(const struct greedy *greedy, const struct greedy_goal *goal, double *feature)
{
    const struct holm_cards *ship = &greedy->seen->board->rules.cost[HOLM_BUY_SHIP];
    const double ships = (double)holm_cards_total(&goal->cost) / holm_cards_total(ship);
    const double voyage = holm_goal_worth(goal) / (1 + ships);
    if (goal->purchase == HOLM_BUY_SHIP && voyage > feature[HOLM_W_VOYAGE])
        feature[HOLM_W_VOYAGE] = voyage;
}

static void add_pieces(const struct greedy *greedy, double *feature)
{
    const struct holm_state *state = greedy->seen;
    int gold = 0, warships = 0;
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;)
        gold += greedy_yield(state->corner[corner]) * holm_greedy_gold(greedy, corner);
    for (int edge = 0; state->board->map.lanes && edge < state->board->topology.edges; edge++)
        warships += holm_piece_seat(state->edge[edge]) == greedy->seat &&
                    holm_edge_in(&state->warships, edge);
    feature[HOLM_W_GOLD] = gold / 10.0;
    feature[HOLM_W_WARSHIPS] = warships;
}

void holm_features_sea(const struct greedy *greedy, double *feature)
{
    const struct holm_state *state = greedy->seen;
    const struct holm_board *board = state->board;
    const struct holm_player *player = &state->player[greedy->seat];
    for (int i = 0; i < greedy->goals; i++)
        add_voyage(greedy, &greedy->goal[i], feature);
    add_pieces(greedy, feature);
    feature[HOLM_W_SHIPS] = (board->rules.ships - player->ships) / 5.0;
    feature[HOLM_W_VILLAGES] = holm_bits_count(player->relations);
    if (greedy->seat < board->map.lanes)
        feature[HOLM_W_LAIRS] = board->map.lairs - player->lairs;
    feature[HOLM_W_WONDER] = player->wonder_level + (player->wonder != 0);
}
