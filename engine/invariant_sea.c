/* invariant_sea.c: whether a state of Seafarers can be played on: what invariant_agenda.c asks of
 * every game, asked of what only this one has. */
#include "engine/engine.h"

/* Where a step is on the agenda, or NULL. */
static const struct holm_step *find_step(const struct holm_state *state, int kind)
{
    for (int i = 0; i < state->depth; i++)
        if (state->agenda[i].kind == kind)
            return &state->agenda[i];
    return NULL;
}

/* -------------------------------------------------------------------- hexes */

/* The inventor's swaps leave the same discs on the same hexes, in another order; hexes from the fog
 * bring theirs along, as long as there are any. */
const char *wrong_discs(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int count[13] = { 0 };
    for (int hex = 0; hex < state->board->topology.hexes; hex++) {
        bool fog = map->terrain[hex] == HOLM_FOG;
        if (fog ? state->disc[hex] && !holm_has_disc(state->terrain[hex])
                : (state->disc[hex] == 0) != (map->disc[hex] == 0))
            return "a disc where there was none";
        count[state->disc[hex]]++;
        count[map->disc[hex]]--;
    }
    for (int disc = 1; disc <= 12; disc++)
        if (count[disc] + state->fog_disc[disc] != map->fog_disc[disc])
            return "the discs are not those of the map";
    return NULL;
}

/* What is discovered came from what the fog hides; sea may also come when nothing is left. */
static const char *wrong_fog(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int found[HOLM_TERRAINS] = { 0 }, left = 0;
    for (int terrain = 0; terrain < HOLM_FOG; terrain++)
        left += state->fog_terrain[terrain];
    for (int hex = 0; hex < state->board->topology.hexes; hex++)
        if (state->terrain[hex] != map->terrain[hex])
            found[state->terrain[hex]]++;
    for (int terrain = 0; terrain < HOLM_FOG; terrain++) {
        int over = found[terrain] + state->fog_terrain[terrain] - map->fog_terrain[terrain];
        if (over && !(terrain == HOLM_SEA && over > 0 && !left))
            return "the hexes discovered are not those of the fog";
    }
    return NULL;
}

/* ------------------------------------------------------------------- pieces */

static const char *wrong_ships(const struct holm_state *state)
{
    for (int edge = 0; edge < state->board->topology.edges; edge++) {
        bool ship = holm_piece_kind(state->edge[edge]) == HOLM_SHIP;
        if (holm_edge_in(&state->warships, edge) && !(ship && state->board->map.lanes))
            return "a warship without a ship";
        if (ship && holm_piece_seat(state->edge[edge]) >= state->board->rules.players)
            return "a neutral colour has a ship";
    }
    for (int seat = 0; seat < state->board->seats; seat++)
        if (state->player[seat].ships > state->board->rules.ships)
            return "more ships on the board than exist";
    return NULL;
}

/* The pirate, or the fleet with its lairs. */
static const char *wrong_pirate(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int players = state->board->rules.players, lairs = 0;
    for (int seat = 0; seat < state->board->seats; seat++) {
        if (state->player[seat].lairs > (seat < players && seat < map->lanes ? map->lairs : 0))
            return "more lairs than there are";
        lairs += state->player[seat].lairs;
    }
    if (map->lanes ? state->fleet >= map->fleet_hexes : state->fleet > 0)
        return "the pirate fleet has left its path";
    int at = !map->lanes ? HOLM_NONE : lairs ? map->fleet_path[state->fleet] : HOLM_NONE;
    if (map->lanes ? state->pirate != at
                   : state->pirate != HOLM_NONE &&
                         (!map->has_pirate || state->terrain[state->pirate] != HOLM_SEA))
        return "the pirate is where it cannot be";
    if (map->no_route && state->route_holder != HOLM_NONE)
        return "a longest route where none is counted";
    return NULL;
}

/* A fortress stands until its last lair is gone. */
static const char *wrong_fortresses(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    for (int seat = 0; seat < board->map.lanes && seat < board->rules.players; seat++)
        if (state->player[seat].lairs && state->corner[board->fortress[seat]])
            return "a building where a fortress stands";
    return NULL;
}

/* ---------------------------------------------------------------- harbours */

/* No more of a kind than the map has, in the bag, on edges, with players, and just being placed. */
static const char *wrong_ports(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    const struct holm_step *step = find_step(state, HOLM_STEP_PORT);
    int left[HOLM_PORT_KINDS] = { 0 };
    for (int i = 0; map->place_ports && i < map->ports; i++)
        left[map->port[i].kind]++;
    for (int i = 0; i < map->gifts; i++)
        if (map->gift[i].kind == HOLM_GIFT_PORT && !holm_bit_in(state->gifts, i))
            left[map->gift[i].n]++;
    for (int i = 0; i < state->placed_ports; i++) {
        int edge = state->port_edge[i];
        if (!holm_edge_in(&state->land_edges, edge) || !holm_edge_in(&state->sea_edges, edge))
            return "a harbour that is not on a coast";
        left[state->port_kind[i]]--;
    }
    if (step && state->placed_ports == HOLM_PLACED_PORTS)
        return "a harbour too many";
    if (step)
        left[step->n]--;
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++) {
        left[kind] -= state->port_bag[kind];
        for (int seat = 0; seat < state->board->seats; seat++)
            left[kind] -= state->player[seat].kept_port[kind];
        if (left[kind] < 0)
            return "more harbours than there are";
    }
    return NULL;
}

/* ------------------------------------------------------------------ players */

static const char *wrong_wonders(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    for (int wonder = 0; wonder < HOLM_WONDERS; wonder++) {
        int owner = state->wonder_owner[wonder];
        if (owner && (!board->map.wonders || owner > board->rules.players ||
                      state->player[owner - 1].wonder != wonder + 1))
            return "a wonder of one who does not build it";
    }
    for (int seat = 0; seat < board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        if (player->wonder ? state->wonder_owner[player->wonder - 1] != seat + 1
                           : player->wonder_level)
            return "a wonder that is not its builder's";
        if (player->wonder_level > HOLM_WONDER_LEVELS ||
            (player->wonder_level == HOLM_WONDER_LEVELS && state->winner == HOLM_NONE))
            return "a finished wonder wins";
    }
    return NULL;
}

static const char *wrong_players(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    for (int seat = 0; seat < board->seats; seat++) {
        const struct holm_player *player = &state->player[seat];
        bool neutral = seat >= board->rules.players;
        if (player->relations >> board->villages)
            return "trade with a village that does not exist";
        if (neutral && (player->relations || player->explored || player->bonus || player->cloth))
            return "a neutral colour holds what only players hold";
    }
    bool several = holm_bits_count(state->shared) > 1;
    if (state->shared && (!several || state->shared >> board->rules.players ||
                          state->winner != holm_bits_first(state->shared)))
        return "a win is shared by the wrong seats";
    return NULL;
}

/* -------------------------------------------------------------- the agenda */

static bool right_step(const struct holm_state *state, const struct holm_step *step)
{
    const struct holm_board *board = state->board;
    unsigned players = holm_bits_below(board->rules.players);
    switch (step->kind) {
    case HOLM_STEP_GOLD: /* one after the other in a turn; elsewhere one alone */
        return !(step->seats & ~step->place) && !(step->place & ~players) &&
               (state->active != HOLM_NONE || step->place == step->seats);
    case HOLM_STEP_LIFT_FOG:
        return step->n < board->rules.players;
    case HOLM_STEP_ROB:
        return board->map.lanes > 0;
    case HOLM_STEP_PRODUCE:
        return state->dice[0] && state->dice[1];
    case HOLM_STEP_PORT:
        return step->place
                   ? step == state->agenda && board->map.place_ports && state->active == HOLM_NONE
                   : step != state->agenda;
    default:
        return true;
    }
}

static const char *wrong_steps(const struct holm_state *state)
{
    int gold = 0;
    for (int i = 0; i < state->depth; i++) {
        if (!right_step(state, &state->agenda[i]))
            return "a step of the agenda asks for what cannot be";
        gold += state->agenda[i].kind == HOLM_STEP_GOLD;
    }
    return gold > 1 ? "gold is asked for twice" : NULL;
}

const char *sea_impossible(const struct holm_state *state)
{
    static const char *(*const checks[])(const struct holm_state *) = {
        wrong_discs, wrong_fog,     wrong_ships,   wrong_pirate, wrong_fortresses,
        wrong_ports, wrong_wonders, wrong_players, wrong_steps,
    };
    const char *wrong = NULL;
    if (!with_ships(state))
        return NULL;
    for (size_t i = 0; i < sizeof checks / sizeof checks[0] && !wrong; i++)
        wrong = checks[i](state);
    return wrong;
}
