/* test_ships.c: routes over roads and ships, and which ships may leave, against brute force. */
#include "tests/property/judge.h"
#include "tests/property/play.h"

/* What a seat may not do for another reason than the ship's own line. */
static bool is_of_the_line(int error)
{
    return error == HOLM_E_SHIP_CLOSED || error == HOLM_E_SHIP_VILLAGE ||
           error == HOLM_E_SHIP_KNIGHT_LINE;
}

static bool is_new(const struct holm_state *state, int edge)
{
    return state->new_ships.w[edge / 64] >> edge % 64 & 1;
}

/* SEA-MOVE-1 to 4, for every ship of the active player and every place it could go. */
static int check_leaving(const struct game *game)
{
    const struct holm_state *state = &game->state;
    const int seat = state->active, edges = game->board.topology.edges;
    bool open[HOLM_EDGES];
    int judged = 0;
    judge_open_ships(state, seat, open);
    for (int edge = 0; edge < edges; edge++) {
        const uint8_t byte = state->edge[edge];
        if (place_piece(byte) != HOLM_SHIP || place_seat(byte) != seat)
            continue;
        for (int to = 0; to < edges; to += 1 + edges / 8) {
            const int error = holm_check(state, &(struct holm_action){ .kind = HOLM_DO_SAIL,
                                                                       .seat = (uint8_t)seat,
                                                                       .place = (uint16_t)edge,
                                                                       .to = (uint16_t)to });
            const int expected = state->sailed         ? HOLM_E_SAILED
                                 : is_new(state, edge) ? HOLM_E_SHIP_NEW
                                                       : HOLM_OK;
            game_expect(game, !expected || error == expected, "sail %d to %d: %s: ", edge, to,
                        holm_reason(error)->name);
            game_expect(game, expected || is_of_the_line(error) == !open[edge],
                        "the ship on %d is %s, but: %s: ", edge, open[edge] ? "open" : "closed",
                        holm_reason(error)->name);
            judged += !expected;
        }
    }
    return judged;
}

static void check_routes(const struct game *game)
{
    if (!memcmp(game->state.edge, game->before.edge, sizeof game->state.edge) &&
        !memcmp(game->state.corner, game->before.corner, sizeof game->state.corner))
        return;
    for (int seat = 0; seat < game->board.rules.players; seat++)
        game_expect(game, judge_route(&game->state, seat) == game->state.player[seat].route,
                    "seat %d's route is %d long, not %d: ", seat, judge_route(&game->state, seat),
                    game->state.player[seat].route);
}

static void ships_and_routes(void **unused)
{
    static struct game game;
    int judged = 0;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; modes[m].scenario && seed <= game_seeds(2); seed++) {
            game_start(&game, &modes[m], seed + 40);
            while (game_step(&game)) {
                if (judge_complete(&game.state))
                    check_routes(&game);
                if (holm_step(&game.state)->kind == HOLM_STEP_ACTIONS && dice_one_in(&game.dice, 4))
                    judged += check_leaving(&game);
            }
        }
    assert_true(judged > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ships_and_routes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
