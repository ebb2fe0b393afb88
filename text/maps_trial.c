/* maps_trial.c: a map tried for everybody it is meant for, and the place that is wrong found. */
#include "text/maps_trial.h"

#include "text/notation.h"
#include "text/setup.h"

int holm_map_game(const struct holm_map *map)
{
    bool sea = map->has_pirate || holm_map_needs_ships(map);
    for (int hex = 0; hex < map->hexes; hex++)
        sea = sea || map->terrain[hex] == HOLM_SEA;
    return sea ? HOLM_SEAFARERS : HOLM_BASE;
}

/* ------------------------------------------------------------------- where */

/* The first harbour with which it goes wrong: those before it would do. */
static const struct holm_port *wrong_port(const struct holm_map *map,
                                          const struct holm_rules *rules, int error)
{
    struct holm_map tried = *map;
    struct holm_board board;
    tried.ports = 1;
    while (tried.ports < map->ports && holm_board_make(&board, &tried, rules) != error)
        tried.ports++;
    return &map->port[tried.ports - 1];
}

static void say_where(const struct holm_map *map, const struct holm_rules *rules, int error,
                      struct holm_trouble *trouble)
{
    if ((error == HOLM_E_MAP_PORT || error == HOLM_E_MAP_PORTS_TOUCH) && map->ports) {
        const struct holm_port *port = wrong_port(map, rules, error);
        holm_trouble_at(trouble, map->q[port->hex], map->r[port->hex], holm_side_names[port->side]);
    } else if (error == HOLM_E_MAP_ROBBER && map->robber < map->hexes)
        holm_trouble_at(trouble, map->q[map->robber], map->r[map->robber], "");
}

/* --------------------------------------------------------------- for whom */

struct trial {
    const struct holm_map *map;
    struct holm_rules rules[HOLM_SEATS + 1]; /* by the number of players */
    int tries;
    struct holm_trouble *trouble;
};

static bool read_rules(struct trial *trial)
{
    const struct holm_map *map = trial->map;
    for (int players = map->players_low; players <= map->players_high; players++) {
        struct holm_rules *rules = &trial->rules[players];
        const int error = holm_rules_make(rules, holm_map_game(map), HOLM_2025, players);
        if (error) {
            holm_trouble(trial->trouble, 0, "%d players: %s", players, holm_reason(error)->text);
            return holm_trouble_because(trial->trouble, error, NULL);
        }
        if (!holm_setup_settle(rules, map, 0, trial->trouble))
            return false;
    }
    return true;
}

static bool refuse(const struct trial *trial, const struct holm_map *dealt,
                   const struct holm_rules *rules, int error)
{
    holm_trouble(trial->trouble, 0, "%s set-up for %d players: %s",
                 rules->setup == HOLM_SETUP_FIXED ? "fixed" : "variable", rules->players,
                 holm_reason(error)->text);
    holm_trouble_because(trial->trouble, error, NULL);
    say_where(dealt, rules, error, trial->trouble);
    return false;
}

/* Set-up played with the first places that the engine lists: whether everybody finds one each time. */
static bool all_settle(const struct holm_board *board)
{
    struct holm_state state;
    struct holm_chance chance;
    struct holm_list list;
    int placed = 0;
    holm_chance_number(&chance, 1);
    holm_start(&state, board);
    while (!state.turns) {
        placed += holm_step(&state)->kind == HOLM_STEP_SETUP_SETTLEMENT;
        holm_legal(&state, holm_next(&state), &list);
        if (!list.count)
            return false;
        holm_apply_listed(&state, &list.at[0], &chance, NULL);
    }
    return placed == holm_setup_count(&state);
}

/* What is dealt does not depend on how many play. */
static bool try_deal(struct trial *trial, int setup, int seed)
{
    const int low = trial->map->players_low;
    struct holm_map dealt = *trial->map;
    struct holm_board board;
    struct holm_chance chance;
    for (int players = low; players <= dealt.players_high; players++)
        trial->rules[players].setup = (uint8_t)setup;
    holm_chance_number(&chance, (uint64_t)seed);
    int error = holm_deal_within(&dealt, &trial->rules[low], &chance, trial->tries);
    if (error)
        return refuse(trial, &dealt, &trial->rules[low], error);
    for (int players = low; players <= dealt.players_high; players++) {
        error = holm_board_make(&board, &dealt, &trial->rules[players]);
        if (!error && !all_settle(&board))
            error = HOLM_E_MAP_START;
        if (error)
            return refuse(trial, &dealt, &trial->rules[players], error);
    }
    return true;
}

bool holm_map_try(const struct holm_map *map, int deals, int tries, struct holm_trouble *trouble)
{
    struct trial trial = { .map = map, .tries = tries, .trouble = trouble };
    if (!read_rules(&trial))
        return false;
    if (map->has_fixed && !try_deal(&trial, HOLM_SETUP_FIXED, 1))
        return false;
    for (int seed = 1; seed <= deals && holm_setup_variable(map); seed++)
        if (!try_deal(&trial, HOLM_SETUP_VARIABLE, seed))
            return false;
    return true;
}
