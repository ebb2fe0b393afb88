/* test_ships.c: routes over roads and ships, which ships may leave and where they may go, against
 * brute force: in games, and in positions crowded with ships. */
#include "tests/property/judge.h"
#include "tests/property/play.h"

/* What a seat may not do for another reason than the ship's own line. */
static bool is_of_the_line(int error)
{
    return error == HOLM_E_SHIP_CLOSED || error == HOLM_E_SHIP_LINE ||
           error == HOLM_E_SHIP_VILLAGE || error == HOLM_E_SHIP_KNIGHT_LINE;
}

static bool is_new(const struct holm_state *state, int edge)
{
    return holm_edge_in(&state->new_ships, edge);
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
        if (holm_piece_kind(byte) != HOLM_SHIP || holm_piece_seat(byte) != seat)
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
        for (uint64_t seed = 1; modes[m].scenario && seed <= game_seeds(ALL_FORMS); seed++) {
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

/* ------------------------------------------------------------------ crowded */

enum { SAILORS = 3 };

/* Buildings of some players on the coast, as close as the distance rule lets them; and knights. */
static void lay_buildings(struct game *game)
{
    struct holm_state *state = &game->state;
    const struct holm_topology *topology = &game->board.topology;
    for (int i = 0; i < 60; i++) {
        const unsigned corner = dice_below(&game->dice, topology->corners);
        const unsigned seat = dice_below(&game->dice, SAILORS);
        bool land = false, near = state->corner[corner] != 0;
        for (int j = 0; j < 3; j++) {
            const int hex = topology->corner_hex[corner][j];
            const int next = topology->corner_neighbour[corner][j];
            land |= hex != HOLM_NONE && holm_is_land(state->terrain[hex]);
            near |= next != HOLM_NONE && holm_is_building(state->corner[next]);
        }
        if (land && !near && state->player[seat].settlements) {
            state->corner[corner] = holm_piece_byte(HOLM_SETTLEMENT, seat);
            state->player[seat].settlements--;
        } else if (!state->corner[corner] && state->player[seat].knights[0] && i > 40) {
            state->corner[corner] = holm_piece_byte(HOLM_BASIC, seat);
            state->player[seat].knights[0]--;
        }
    }
}

/* Ships wherever they may go, also round in rings, and roads on land from own corners. */
static void lay_lines(struct game *game)
{
    struct holm_state *state = &game->state;
    const struct holm_topology *topology = &game->board.topology;
    for (int i = 0; i < 4000; i++) {
        const unsigned edge = dice_below(&game->dice, topology->edges);
        const int seat = (int)dice_below(&game->dice, SAILORS);
        const uint8_t *hexes = topology->edge_hex[edge], *ends = topology->edge_corner[edge];
        const bool land = (hexes[0] != HOLM_NONE && holm_is_land(state->terrain[hexes[0]])) ||
                          (hexes[1] != HOLM_NONE && holm_is_land(state->terrain[hexes[1]]));
        const bool owns = holm_piece_seat(state->corner[ends[0]]) == seat ||
                          holm_piece_seat(state->corner[ends[1]]) == seat;
        if (state->player[seat].ships && judge_ship_site(state, seat, (int)edge, HOLM_NO_EDGE)) {
            state->edge[edge] = holm_piece_byte(HOLM_SHIP, seat);
            state->player[seat].ships--;
        } else if (!state->edge[edge] && land && owns && state->player[seat].roads > 10) {
            state->edge[edge] = holm_piece_byte(HOLM_ROAD, seat);
            state->player[seat].roads--;
        }
    }
}

/* CKSEA-12, 14: what may hold a ship besides. */
static bool is_of_a_knight(int error)
{
    return error == HOLM_E_KNIGHT_CUT_OFF || error == HOLM_E_SHIPS_FROZEN;
}

static bool at_pirate(const struct holm_state *state, int edge)
{
    const uint8_t *hexes = state->board->topology.edge_hex[edge];
    return state->pirate != HOLM_NONE && (hexes[0] == state->pirate || hexes[1] == state->pirate);
}

/* SEA-MOVE-1 to 6: every ship of a seat's to every edge; returns how many may go. */
static int check_every_sail(const struct game *game, int seat)
{
    const struct holm_state *state = &game->state;
    const int edges = game->board.topology.edges;
    bool open[HOLM_EDGES];
    int sails = 0;
    judge_open_ships(state, seat, open);
    for (int edge = 0; edge < edges; edge++) {
        if (state->edge[edge] != holm_piece_byte(HOLM_SHIP, seat))
            continue;
        for (int to = 0; to < edges; to++) {
            const int error = holm_check(state, &(struct holm_action){ .kind = HOLM_DO_SAIL,
                                                                       .seat = (uint8_t)seat,
                                                                       .place = (uint16_t)edge,
                                                                       .to = (uint16_t)to });
            const bool may = open[edge] && !is_new(state, edge) && !state->sailed &&
                             !at_pirate(state, edge) && judge_ship_site(state, seat, to, edge);
            game_expect(game, may == !error || (may && is_of_a_knight(error)),
                        "seat %d may%s sail from %d to %d, but: %s: ", seat, may ? "" : " not",
                        edge, to, holm_reason(error)->name);
            sails += !error;
        }
    }
    return sails;
}

/* A crowded sea, and somebody's turn in it. */
static void arrange_crowd(struct game *game, const struct mode *mode, uint64_t seed)
{
    struct holm_state *state = &game->state;
    const struct holm_map *map = &game->board.map;
    game_start(game, mode, seed);
    if (map->has_pirate) {
        state->pirate = (uint8_t)dice_below(&game->dice, map->hexes);
        if (state->terrain[state->pirate] != HOLM_SEA)
            state->pirate = HOLM_NONE;
    }
    lay_buildings(game);
    lay_lines(game);
    for (int i = 0; i < game->board.villages; i++)
        state->player[0].relations |= (uint16_t)(dice_below(&game->dice, 2) << i);
    state->attacked = 1;
    holm_refresh(state);
    assert_int_equal(holm_arrange(state, 0, HOLM_STEP_ACTIONS, 0), HOLM_OK);
}

static int sail_somewhere(struct game *game)
{
    static struct holm_list list;
    unsigned count = 0;
    holm_legal(&game->state, 0, &list);
    for (int i = 0; i < list.count; i++)
        if (list.at[i].kind == HOLM_DO_SAIL && dice_one_in(&game->dice, ++count))
            game->action = list.at[i];
    if (count) {
        game->before = game->state;
        assert_int_equal(holm_apply(&game->state, &game->action, &game->chance, NULL), HOLM_OK);
    }
    return count != 0;
}

static void a_crowded_sea(void **unused)
{
    static struct game game;
    int sails = 0, moved = 0;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; modes[m].scenario && seed <= game_seeds(ALL_FORMS); seed++) {
            struct holm_map *map = &game.board.map;
            arrange_crowd(&game, &modes[m], seed + 60);
            if (map->lanes || map->gifts) /* lanes have rules of their own, gifts would be taken */
                continue;
            game_expect(&game, !holm_invariant(&game.state), "%s: ", holm_invariant(&game.state));
            memset(&game.before, 0, sizeof game.before); /* routes of all are judged */
            check_routes(&game);
            for (int i = 0; i < 3; i++) {
                sails += check_every_sail(&game, 0);
                if (!sail_somewhere(&game) || holm_over(&game.state))
                    break;
                moved++;
                if (judge_complete(&game.state))
                    check_routes(&game);
                if (holm_step(&game.state)->kind != HOLM_STEP_ACTIONS)
                    break;
                game.state.sailed = 0;
            }
        }
    assert_true(sails > 1000 && moved > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ships_and_routes),
        cmocka_unit_test(a_crowded_sea),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
