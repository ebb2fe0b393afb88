/* test_maps.c: the built-in maps have what the printed games have, map files are read as they look, and what
 * is no map file is refused with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "text/maps.h"
#include "text/maps_trial.h"
#include "text/notation.h"
#include "text/setup.h"

enum { TEXT = 8192 };

/* ---------------------------------------------------------------- built in */

/* What lies on the board, as in the printed games. The fog's hexes are
 * counted apart; the discs of villages count, harbours that are gifts or are to be placed too. */
static const struct {
    const char *name;
    int low, high, target;
    bool fixed;
    int terrain[HOLM_FOG]; /* forest hills pasture fields mountains gold desert sea */
    int disc[11]; /* from 2 on */
    int port[2]; /* 2:1, 3:1 */
} known[] = {
    { "base-4",
      2,
      4,
      0,
      true,
      { 4, 3, 4, 4, 3, 0, 1, 0 },
      { 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1 },
      { 5, 4 } },
    { "base-6",
      5,
      6,
      0,
      false,
      { 6, 5, 6, 6, 5, 0, 2, 0 },
      { 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 2 },
      { 6, 5 } },
    { "base-8",
      7,
      8,
      0,
      false,
      { 7, 7, 7, 7, 7, 0, 2, 0 },
      { 2, 4, 4, 4, 4, 0, 4, 4, 4, 4, 1 },
      { 7, 6 } },
    { "new-shores-3",
      3,
      3,
      14,
      true,
      { 3, 4, 5, 4, 4, 2, 0, 13 },
      { 1, 2, 3, 3, 2, 0, 3, 2, 3, 2, 1 },
      { 5, 3 } },
    { "new-shores-4",
      4,
      4,
      14,
      true,
      { 5, 5, 5, 5, 5, 2, 1, 14 },
      { 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 1 },
      { 5, 4 } },
    { "new-shores-6",
      5,
      6,
      14,
      false,
      { 7, 7, 7, 7, 7, 3, 2, 16 },
      { 3, 4, 4, 4, 4, 0, 4, 4, 4, 4, 3 },
      { 6, 5 } },
    { "four-islands-3",
      3,
      3,
      13,
      true,
      { 4, 4, 4, 4, 4, 0, 0, 15 },
      { 1, 2, 2, 3, 2, 0, 2, 3, 2, 2, 1 },
      { 5, 4 } },
    { "four-islands-4",
      4,
      4,
      13,
      true,
      { 5, 4, 5, 5, 4, 0, 0, 12 },
      { 1, 2, 3, 3, 2, 0, 2, 3, 3, 3, 1 },
      { 5, 4 } },
    { "four-islands-6",
      5,
      6,
      13,
      false,
      { 7, 6, 7, 6, 6, 0, 0, 24 },
      { 2, 3, 4, 4, 4, 0, 3, 4, 4, 2, 2 },
      { 6, 5 } },
    { "fog-islands-3",
      3,
      3,
      12,
      true,
      { 4, 2, 4, 2, 2, 0, 0, 16 },
      { 0, 1, 1, 2, 2, 0, 2, 2, 1, 2, 1 },
      { 5, 3 } },
    { "fog-islands-4",
      4,
      4,
      12,
      true,
      { 4, 3, 4, 3, 3, 0, 0, 13 },
      { 1, 2, 2, 2, 2, 0, 2, 2, 2, 1, 1 },
      { 5, 4 } },
    { "fog-islands-6",
      5,
      6,
      12,
      false,
      { 4, 5, 4, 5, 5, 2, 1, 12 },
      { 1, 3, 3, 2, 3, 0, 3, 2, 3, 3, 2 },
      { 5, 4 } },
    { "through-the-desert-3",
      3,
      3,
      14,
      true,
      { 5, 3, 4, 4, 4, 2, 3, 10 },
      { 1, 2, 3, 3, 3, 0, 3, 3, 2, 1, 1 },
      { 5, 3 } },
    { "through-the-desert-4",
      4,
      4,
      14,
      true,
      { 5, 5, 5, 5, 5, 2, 3, 12 },
      { 1, 3, 3, 3, 3, 0, 3, 3, 3, 3, 2 },
      { 5, 4 } },
    { "through-the-desert-6",
      5,
      6,
      14,
      false,
      { 7, 7, 7, 7, 7, 3, 5, 20 },
      { 3, 4, 4, 4, 4, 0, 4, 4, 4, 4, 3 },
      { 6, 5 } },
    { "forgotten-tribe",
      3,
      4,
      13,
      true,
      { 5, 5, 5, 5, 5, 2, 3, 19 },
      { 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1 },
      { 5, 1 } },
    { "forgotten-tribe-6",
      5,
      6,
      13,
      false,
      { 7, 7, 7, 7, 6, 3, 4, 22 },
      { 1, 4, 4, 4, 3, 0, 3, 3, 3, 3, 1 },
      { 5, 3 } },
    { "cloth-trade",
      3,
      4,
      14,
      true,
      { 4, 3, 4, 5, 4, 2, 2, 18 },
      { 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 2 },
      { 5, 4 } },
    { "cloth-trade-6",
      5,
      6,
      14,
      false,
      { 6, 4, 5, 6, 5, 2, 4, 24 },
      { 3, 4, 4, 4, 4, 0, 4, 4, 4, 4, 3 },
      { 6, 5 } },
    { "pirate-islands",
      3,
      4,
      10,
      true,
      { 5, 5, 5, 5, 5, 2, 3, 19 },
      { 1, 2, 3, 3, 3, 0, 3, 3, 3, 2, 1 },
      { 5, 3 } },
    { "pirate-islands-6",
      5,
      6,
      10,
      true,
      { 6, 4, 6, 5, 7, 4, 5, 26 },
      { 1, 4, 4, 4, 4, 0, 4, 3, 3, 4, 1 },
      { 5, 4 } },
    { "wonders",
      3,
      4,
      10,
      true,
      { 5, 5, 5, 5, 5, 2, 3, 19 },
      { 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 1 },
      { 5, 4 } },
    { "wonders-6",
      5,
      6,
      10,
      false,
      { 7, 6, 7, 6, 6, 3, 4, 24 },
      { 2, 3, 4, 4, 4, 0, 4, 4, 4, 4, 2 },
      { 6, 5 } },
    { "new-world",
      3,
      4,
      12,
      false,
      { 5, 4, 5, 5, 4, 0, 0, 19 },
      { 1, 3, 3, 3, 2, 0, 2, 3, 3, 2, 1 },
      { 5, 5 } },
};
enum { KNOWN = sizeof known / sizeof known[0] };

static const struct {
    const char *name;
    int terrain[HOLM_FOG], disc[11];
} fogs[] = {
    { "fog-islands-3", { 1, 2, 1, 2, 2, 2, 0, 2 }, { 0, 2, 1, 1, 1, 0, 1, 1, 1, 1, 1 } },
    { "fog-islands-4", { 1, 2, 1, 2, 2, 2, 0, 2 }, { 0, 1, 1, 1, 1, 0, 1, 1, 1, 2, 1 } },
    { "fog-islands-6", { 3, 2, 3, 2, 2, 1, 0, 12 }, { 2, 1, 1, 2, 1, 0, 1, 2, 1, 1, 1 } },
};
enum { FOGS = sizeof fogs / sizeof fogs[0] };

static void find_map(const char *name, struct holm_map *map)
{
    struct holm_trouble trouble;
    if (!holm_map_find(name, map, &trouble))
        fail_msg("%s:%d: %s", name, trouble.line, trouble.text);
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void make_rules(struct holm_rules *rules, const char *name, int players, int setup)
{
    int game = starts(name, "base") ? HOLM_BASE : HOLM_SEAFARERS;
    assert_int_equal(holm_rules_make(rules, game, HOLM_2025, players), HOLM_OK);
    rules->setup = (uint8_t)setup;
    rules->harbours = HOLM_HARBOURS_SHUFFLED;
}

/* A map as dealt, and the board of it. */
static void deal_map(int i, int players, int setup, uint64_t seed, struct holm_map *map,
                     struct holm_board *board)
{
    struct holm_chance chance;
    struct holm_rules rules;
    holm_chance_number(&chance, seed);
    make_rules(&rules, known[i].name, players, setup);
    if (seed % 2)
        rules.discs = HOLM_DISCS_RANDOM;
    int error = holm_deal(map, &rules, &chance);
    if (!error)
        error = holm_board_make(board, map, &rules);
    if (error)
        fail_msg("%s, seed %d: %s", known[i].name, (int)seed, holm_reason(error)->text);
}

static bool has_variable(int i)
{
    return !starts(known[i].name, "pirate");
}

static void check_counts(int i, const struct holm_map *map)
{
    int terrain[HOLM_TERRAINS] = { 0 }, disc[13] = { 0 }, port[2] = { 0 };
    for (int hex = 0; hex < map->hexes; hex++) {
        terrain[map->terrain[hex]]++;
        disc[map->disc[hex]]++;
    }
    for (int j = 0; j < map->marks; j++)
        disc[map->mark[j].n] += map->mark[j].kind == HOLM_MARK_VILLAGE;
    for (int j = 0; j < map->ports; j++)
        port[map->port[j].kind == HOLM_PORT_ANY]++;
    for (int j = 0; j < map->gifts; j++)
        if (map->gift[j].kind == HOLM_GIFT_PORT)
            port[map->gift[j].n == HOLM_PORT_ANY]++;
    if (memcmp(terrain, known[i].terrain, sizeof known[i].terrain) != 0)
        fail_msg("%s: terrains", known[i].name);
    if (memcmp(disc + 2, known[i].disc, sizeof known[i].disc) != 0)
        fail_msg("%s: discs", known[i].name);
    if (memcmp(port, known[i].port, sizeof port) != 0)
        fail_msg("%s: ports", known[i].name);
}

static void counts_of_built_in_maps(void **unused)
{
    static const int base_size[3][2] = { { 54, 72 }, { 80, 109 }, { 96, 132 } };
    static struct holm_board board;
    struct holm_topology topology;
    (void)unused;
    assert_int_equal(holm_map_file_count, KNOWN);
    for (int i = 0; i < KNOWN; i++) {
        struct holm_map map;
        find_map(known[i].name, &map);
        assert_string_equal(holm_map_files[i].name, known[i].name);
        assert_string_equal(map.name, known[i].name);
        assert_int_equal(map.players_low, known[i].low);
        assert_int_equal(map.players_high, known[i].high);
        assert_int_equal(map.has_fixed, known[i].fixed);
        assert_int_equal(map.target, known[i].target);
        assert_int_equal(map.spiral, i < 2);
        assert_int_equal(map.has_neutral, i == 0);
        assert_int_equal(holm_topology_make(&topology, map.q, map.r, map.hexes), HOLM_OK);
        if (i < 3) { /* BASE-BOARD-1, P56-BOARD-1 */
            assert_int_equal(topology.corners, base_size[i][0]);
            assert_int_equal(topology.edges, base_size[i][1]);
        }
        for (int setup = known[i].fixed ? 0 : 1; setup < 1 + has_variable(i); setup++) {
            struct holm_map dealt = map;
            deal_map(i, known[i].high, setup, 1, &dealt, &board);
            check_counts(i, &dealt);
        }
    }
}

static void what_the_fog_hides(void **unused)
{
    (void)unused;
    for (int i = 0; i < FOGS; i++) {
        struct holm_map map;
        int hexes = 0, terrain[HOLM_FOG], disc[11];
        find_map(fogs[i].name, &map);
        for (int hex = 0; hex < map.hexes; hex++)
            hexes += map.terrain[hex] == HOLM_FOG;
        for (int j = 0; j < HOLM_FOG; j++)
            hexes -= terrain[j] = map.fog_terrain[j];
        for (int j = 0; j < 11; j++)
            disc[j] = map.fog_disc[j + 2];
        assert_int_equal(hexes, 0);
        assert_memory_equal(terrain, fogs[i].terrain, sizeof terrain);
        assert_memory_equal(disc, fogs[i].disc, sizeof disc);
    }
}

/* The fixed set-up of base-4 as a picture. */
static void the_fixed_set_up(void **unused)
{
    struct holm_map map;
    (void)unused;
    find_map("base-4", &map);
    assert_int_equal(map.q[0] == 0 && map.r[0] == 0, 1);
    assert_int_equal(map.terrain[0], HOLM_MOUNTAINS);
    assert_int_equal(map.disc[0], 10);
    assert_int_equal(map.q[9], 0); /* the desert in the middle */
    assert_int_equal(map.r[9], 2);
    assert_int_equal(map.terrain[9], HOLM_DESERT);
    assert_int_equal(map.q[18] == 0 && map.r[18] == 4, 1);
    assert_int_equal(map.disc[18], 11);
}

/* The usual map and the maps of scenarios, for every number of players. */
static void maps_for_games(void **unused)
{
    struct holm_trouble trouble;
    struct holm_rules rules;
    struct holm_map map;
    (void)unused;
    for (int players = 2; players <= 8; players++) {
        make_rules(&rules, "base", players, 0);
        find_map(holm_map_default(&rules), &map);
        assert_in_range(players, map.players_low, map.players_high);
        make_rules(&rules, "new-shores", players, 0);
        find_map(holm_map_default(&rules), &map);
        assert_true(players < 3 || players > 6 ||
                    (players >= map.players_low && players <= map.players_high));
        for (int i = 0; i < holm_scenario_count; i++) {
            const char *name = holm_scenarios[i].name;
            bool found = holm_scenario_find(name, players, &map, &trouble);
            int most = starts(name, "new-world") ? 4 : 6;
            assert_int_equal(found, players >= 3 && players <= most);
            assert_true(!found || starts(map.name, name));
        }
    }
    assert_int_equal(holm_scenario_count, 9);
    assert_false(holm_scenario_find("base", 4, &map, &trouble));
    assert_false(holm_scenario_find("new-shores-3", 3, &map, &trouble));
    assert_non_null(strstr(trouble.text, "no scenario 'new-shores-3'"));
}

static int target_on(const struct holm_map *map, int game, int option)
{
    static struct holm_board board;
    struct holm_chance chance;
    struct holm_rules rules;
    struct holm_map dealt = *map;
    assert_int_equal(holm_rules_make(&rules, game, HOLM_2025, map->players_high), HOLM_OK);
    if (option)
        rules.target = (uint8_t)option;
    holm_chance_number(&chance, 1);
    assert_int_equal(holm_deal(&dealt, &rules, &chance), HOLM_OK);
    assert_int_equal(holm_board_make(&board, &dealt, &rules), HOLM_OK);
    return board.rules.target;
}

/* The map's target holds where nobody has set another; CKSEA-2 is for the map's alone. */
static void an_option_beats_the_map(void **unused)
{
    struct holm_map map;
    (void)unused;
    find_map("new-shores-4", &map);
    assert_int_equal(target_on(&map, HOLM_SEAFARERS, 0), 14);
    assert_int_equal(target_on(&map, HOLM_SEAFARERS, 5), 5);
    assert_int_equal(target_on(&map, HOLM_SEAFARERS, 14), 14);
    assert_int_equal(target_on(&map, HOLM_SEA_KNIGHTS, 0), 16);
    assert_int_equal(target_on(&map, HOLM_SEA_KNIGHTS, 14), 14);
    map.target = 0;
    assert_int_equal(target_on(&map, HOLM_SEAFARERS, 0), 10);
    assert_int_equal(target_on(&map, HOLM_SEA_KNIGHTS, 0), 13);
    find_map("base-4", &map);
    assert_int_equal(target_on(&map, HOLM_BASE, 0), 10);
    assert_int_equal(target_on(&map, HOLM_KNIGHTS, 0), 13);
    assert_int_equal(target_on(&map, HOLM_BASE, 7), 7);
}

/* ------------------------------------------------------------------- dealt */

enum { SEEDS = 200 }; /* many more in test_maps_dealt.c */

static bool is_red(int disc)
{
    return disc == 6 || disc == 8;
}

static int red_neighbours(const struct holm_map *map, const struct holm_topology *topology)
{
    int count = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        for (int side = 0; side < 6 && is_red(map->disc[hex]); side++) {
            int next = topology->hex_neighbour[hex][side];
            count += next != HOLM_NONE && is_red(map->disc[next]);
        }
    return count;
}

/* Every pool lies on its hexes and nowhere else; what is not dealt is as printed. */
static void check_pools(const struct holm_map *map, const struct holm_map *printed)
{
    for (int pool = 0; pool < HOLM_POOLS; pool++) {
        int terrain[HOLM_TERRAINS] = { 0 }, disc[13] = { 0 };
        for (int hex = 0; hex < map->hexes; hex++)
            if (map->pool_of[hex] == pool + 1) {
                terrain[map->terrain[hex]]++;
                disc[map->disc[hex]]++;
            }
        for (int j = 0; j < printed->pool[pool].terrains; j++)
            terrain[printed->pool[pool].terrain[j]]--;
        for (int j = 0; j < printed->pool[pool].discs; j++)
            disc[printed->pool[pool].disc[j]]--;
        for (int j = 0; j < HOLM_TERRAINS; j++)
            assert_int_equal(terrain[j], 0);
        for (int j = 2; j < 13; j++)
            assert_int_equal(disc[j], 0);
    }
    for (int hex = 0; hex < map->hexes; hex++)
        if (!map->pool_of[hex]) {
            assert_int_equal(map->terrain[hex], printed->terrain[hex]);
            assert_int_equal(map->disc[hex], printed->disc[hex]);
        }
}

/* Hexes that a scenario spares from some discs. */
static const struct {
    const char *map;
    int q, r;
    unsigned discs;
} spared[] = {
    { "forgotten-tribe", 3, 2, 0x360 }, /* 5 6 8 9 */
    { "forgotten-tribe", 3, 3, 0x360 },   { "forgotten-tribe", 2, 4, 0x360 },
    { "forgotten-tribe-6", 7, 2, 0x360 }, { "forgotten-tribe-6", 6, 3, 0x360 },
    { "forgotten-tribe-6", 6, 4, 0x360 }, { "wonders", 0, 3, 0x140 }, /* 6 8 */
    { "wonders", -1, 4, 0x140 },          { "wonders-6", -1, 3, 0x140 },
    { "wonders-6", -1, 4, 0x140 },
};

static void check_bans(const struct holm_map *map)
{
    for (int hex = 0; hex < map->hexes; hex++) {
        int disc = map->disc[hex], terrain = map->terrain[hex];
        unsigned banned = 0;
        for (size_t j = 0; j < sizeof spared / sizeof spared[0]; j++)
            if (strcmp(map->name, spared[j].map) == 0 && spared[j].q == map->q[hex] &&
                spared[j].r == map->r[hex])
                banned |= spared[j].discs;
        if (starts(map->name, "four-islands") &&
            (terrain == HOLM_FOREST || terrain == HOLM_PASTURE))
            banned |= 0x180C; /* SC-4ISL-4: 2 3 11 12 */
        if (starts(map->name, "through-the-desert") && terrain == HOLM_GOLD)
            banned |= 0x140; /* SC-DES-4 */
        assert_int_equal(banned >> disc & 1, 0);
    }
}

/* Where the robber starts: on a desert, or where there is none on a 12. */
static void check_robber(const struct holm_map *map)
{
    bool on_12 = starts(map->name, "four") || starts(map->name, "cloth") ||
                 strcmp(map->name, "new-shores-3") == 0 ||
                 (starts(map->name, "fog") && map->players_high < 5);
    if (starts(map->name, "new-world"))
        assert_true(map->robber_off);
    else if (on_12)
        assert_int_equal(map->disc[map->robber], 12);
    else
        assert_int_equal(map->terrain[map->robber], HOLM_DESERT);
}

/* SC-NW-7: land that hangs together is one region, and pays. */
static void check_islands(const struct holm_map *map, const struct holm_topology *topology)
{
    for (int hex = 0; hex < map->hexes; hex++) {
        bool land = holm_is_land(map->terrain[hex]);
        assert_int_equal(map->region[hex] != 0, land);
        assert_int_equal(map->region_bonus[map->region[hex]], land);
        for (int side = 0; side < 6 && land; side++) {
            int next = topology->hex_neighbour[hex][side];
            if (next != HOLM_NONE && holm_is_land(map->terrain[next]))
                assert_int_equal(map->region[next], map->region[hex]);
        }
    }
}

/* SC-NEW-5, SC-4ISL-4, SC-FOG-10, SC-DES-4, SC-TRIBE-11, SC-CLOTH-14, SC-WON-10, SC-NW-3,
 * SEA-SETUP-9 */
static void every_deal_obeys(void **unused)
{
    static struct holm_board board;
    (void)unused;
    for (int i = 0; i < KNOWN; i++) {
        struct holm_map printed;
        int reds = 0;
        find_map(known[i].name, &printed);
        for (uint64_t seed = 0; seed < SEEDS && has_variable(i); seed++) {
            struct holm_map map = printed;
            int players = known[i].low + (int)seed % (known[i].high - known[i].low + 1);
            deal_map(i, players, HOLM_SETUP_VARIABLE, seed, &map, &board);
            check_counts(i, &map);
            check_pools(&map, &printed);
            check_bans(&map);
            check_robber(&map);
            if (map.islands)
                check_islands(&map, &board.topology);
            if (seed % 2 || !map.spiral) /* letters keep reds apart only as printed */
                reds += red_neighbours(&map, &board.topology);
        }
        assert_int_equal(reds != 0, starts(known[i].name, "fog"));
    }
}

/* The gold field of the strip behind the desert. */
static void gold_behind_the_desert(void **unused)
{
    static struct holm_board board;
    int i = 0;
    (void)unused;
    while (strcmp(known[i].name, "through-the-desert-6") != 0)
        i++;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct holm_map map;
        int gold[HOLM_REGIONS] = { 0 };
        find_map(known[i].name, &map);
        deal_map(i, 6, HOLM_SETUP_VARIABLE, seed, &map, &board);
        for (int hex = 0; hex < map.hexes; hex++)
            gold[map.region[hex]] += map.terrain[hex] == HOLM_GOLD;
        assert_int_equal(gold[1], 0);
        assert_int_equal(gold[2] + gold[3], 1);
    }
}

/* Along the coast from one harbour to the next: base-8 spreads them as evenly as 42 edges allow. */
static void ports_of_base_8_are_spread(void **unused)
{
    struct holm_trouble trouble;
    struct holm_map map;
    struct holm_topology topology;
    int coast = 0, gap = 0, ports = 0;
    (void)unused;
    assert_true(holm_map_find("base-8", &map, &trouble));
    assert_int_equal(holm_topology_make(&topology, map.q, map.r, map.hexes), HOLM_OK);
    int hex = map.port[0].hex, side = map.port[0].side;
    do {
        bool port = false;
        for (int i = 0; i < map.ports; i++)
            port = port || (map.port[i].hex == hex && map.port[i].side == side);
        if (port && coast > 0)
            assert_in_range(gap, 3, 4);
        gap = port ? 1 : gap + 1;
        ports += port;
        coast++;
        side = (side + 1) % 6; /* clockwise; round the next hex where there is one */
        while (topology.hex_neighbour[hex][side] != HOLM_NONE) {
            hex = topology.hex_neighbour[hex][side];
            side = (side + 4) % 6;
        }
    } while (hex != map.port[0].hex || side != map.port[0].side);
    assert_int_equal(coast, 42);
    assert_int_equal(ports, 13);
    assert_in_range(gap, 3, 4);
}

/* -------------------------------------------------------- written and read */

static int by_byte(const void *left, const void *right)
{
    return *(const uint8_t *)left - *(const uint8_t *)right;
}

/* What is written as counts comes back in order. */
static void sort_counts(struct holm_map *map)
{
    for (int pool = 0; pool < HOLM_POOLS; pool++)
        qsort(map->pool[pool].terrain, map->pool[pool].terrains, 1, by_byte);
    uint8_t kinds[HOLM_PORTS];
    for (int i = 0; i < map->ports; i++)
        kinds[i] = map->port[i].kind;
    qsort(kinds, map->ports, 1, by_byte);
    for (int i = 0; i < map->ports && map->place_ports; i++)
        map->port[i].kind = kinds[i];
}

static void maps_there_and_back(void **unused)
{
    static struct holm_board board;
    (void)unused;
    for (int i = 0; i < KNOWN; i++)
        for (int dealt = 0; dealt < 1 + has_variable(i); dealt++) {
            struct holm_trouble trouble;
            struct holm_map map, again;
            char text[TEXT];
            struct holm_writer writer = holm_writer(text, sizeof text);
            find_map(known[i].name, &map);
            if (dealt)
                deal_map(i, known[i].low, HOLM_SETUP_VARIABLE, 5, &map, &board);
            holm_map_write(&writer, &map);
            assert_false(writer.full);
            if (!holm_map_read(text, &again, &trouble))
                fail_msg("line %d: %s\n%s", trouble.line, trouble.text, text);
            sort_counts(&map);
            assert_memory_equal(&map, &again, sizeof map);
        }
}

static void sloppy_pictures(void **unused)
{
    static const char head[] = "map m\nplayers 3-4\nhexes\n";
    static const struct {
        const char *picture;
        bool good;
    } rows[] = {
        { "    Fo2     Hi3\nPa4     De      Mo5\n", true },
        { "    Fo2     Hi3\n\n", true },
        { "    Fo2  Hi3\nPa4     De      Mo5\n", true }, /* 3 to the left */
        { "    Fo2        Hi3\nPa4     De      Mo5\n", true }, /* 3 to the right */
        { "    Fo2     Hi3\n   Pa4  De         Mo5\n", true },
        { "    Fo2 Hi3\nPa4     De      Mo5\n", false },
        { "    Fo2         Hi3\nPa4     De      Mo5\n", false },
        { "    Fo2     Hi3\n    Pa4     De      Mo5\n", false },
        { "    Fo2     Hi3\n# a remark\nPa4 # and more\n", true },
        { "    Fo2     Hi3\r\nPa4     De      Mo5\r\n\r\n", true },
        { "    Fo2\tHi3\n", false },
        { "    Fo2    Hi3 Pa4\n", false },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT];
        struct holm_map map;
        struct holm_trouble trouble;
        snprintf(text, sizeof text, "%s%s", head, rows[i].picture);
        if (holm_map_read(text, &map, &trouble) != rows[i].good)
            fail_msg("picture %zu: %s", i, rows[i].good ? trouble.text : "was read");
        if (rows[i].good) {
            assert_int_equal(map.q[0], 0);
            assert_int_equal(map.q[1], 1);
            assert_true(map.hexes == 2 || map.q[2] == -1);
            assert_true(map.hexes < 5 || (map.q[3] == 0 && map.q[4] == 1));
        }
    }
}

/* ------------------------------------------------------------------ refused */

static const struct {
    const char *text;
    int line;
    const char *says; /* part of the reason */
} bad[] = {
    { "", 0, "'map' is missing" },
    { "# nothing\n\n", 0, "'map' is missing" },
    { "map m\nhexes\nFo2\n", 0, "'players' is missing" },
    { "map m\nplayers 3\n", 0, "'hexes' is missing" },
    { "map m\nplayers 3\nhexes\n\n\n", 3, "empty" },
    { "map m\nmap n\n", 2, "second 'map'" },
    { "map m\nplayers 3\nplayers 3\n", 3, "second 'players'" },
    { "map m\nplayers 3\nhexes\nFo2\n\nhexes\nFo2\n", 6, "second 'hexes'" },
    { "map\n", 1, "name" },
    { "map a b\n", 1, "too much" },
    { "map abcdefghijklmnopqrstuvwxyz123456\n", 1, "name" },
    { "players\n", 1, "players" },
    { "players 1\n", 1, "players" },
    { "players 9\n", 1, "players" },
    { "players 4-3\n", 1, "players" },
    { "players -4\n", 1, "players" },
    { "players 2-\n", 1, "players" },
    { "players 2-99999999999999999999\n", 1, "players" },
    { "players 2-4-6\n", 1, "players" },
    { "island m\n", 1, "keyword" },
    { "Map m\n", 1, "keyword" },
    { "map m\xff\n", 1, "not text" },
    { "map m\x01\n", 1, "not text" },
    { "map m\nplayers 3\nhexes\nFo2     ????\n", 4, "no disc" },
    { "map m\nplayers 3\nhexes\nFo2     Xx3\n", 4, "is not a hex" },
    { "map m\nplayers 3\nhexes\nFo2     F\n", 4, "is not a hex" },
    { "map m\nplayers 3\nhexes\nFo\n", 4, "without a disc" },
    { "map m\nplayers 3\nhexes\nFo7\n", 4, "disc" },
    { "map m\nplayers 3\nhexes\nFo13\n", 4, "disc" },
    { "map m\nplayers 3\nhexes\nFo-2\n", 4, "disc" },
    { "map m\nplayers 3\nhexes\nFo99999999999\n", 4, "disc" },
    { "map m\nplayers 3\nhexes\nDe4\n", 4, "no disc" },
    { "map m\nplayers 3\nhexes\n~~4\n", 4, "no disc" },
    { "map m\nplayers 3\nhexes\n??4\n", 4, "no disc" },
    { "map m\nplayers 3\nhexes\nFo2\npool forest 1\n", 5, "blank line" },
    { "map m\nplayers 3\nhexes\n??\n", 3, "needs a pool" },
    { "map m\nplayers 3\nhexes\n??      Fo2\n\npool forest 2\n", 6, "either all" },
    { "map m\nplayers 3\nhexes\n??\n\npool forest 2\n", 6, "the pool has 2" },
    { "map m\nplayers 3\nhexes\n??\n\npool forest 1\n", 6, "0 discs for the 1" },
    { "map m\nplayers 3\nhexes\nFo2\n\ndiscs 2\n", 6, "behind their pool" },
    { "pool forest\n", 1, "number of hexes" },
    { "pool forest x\n", 1, "number of hexes" },
    { "pool forest -1\n", 1, "number of hexes" },
    { "pool forest 97\n", 1, "number of hexes" },
    { "pool forest 96 hills 1\n", 1, "number of hexes" },
    { "pool forest 1 forest 1\n", 1, "twice" },
    { "pool fog 1\n", 1, "not a terrain" },
    { "pool wood 1\n", 1, "not a terrain" },
    { "pool\n", 1, "belong here" },
    { "pool forest 0\n", 1, "empty" },
    { "pool forest 1\npool hills 1\n", 2, "second 'pool'" },
    { "pool forest 1\ndiscs 2\ndiscs 2\n", 3, "second 'discs'" },
    { "pool a forest 1\n", 1, "behind the regions" },
    { "pool forest 1\ndiscs 2 7\n", 2, "not a disc" },
    { "pool forest 1\ndiscs 2 x\n", 2, "not a disc" },
    { "pool forest 1\ndiscs 1\n", 2, "not a disc" },
    { "spiral\n", 1, "yes or no" },
    { "spiral maybe\n", 1, "yes or no" },
    { "port 0,0 NW any\n", 1, "behind the hexes" },
    { "robber 0,0\n", 1, "behind the hexes" },
    { "neutral 0,0 N\n", 1, "behind the hexes" },
    { "hexes\nFo2\n\nport\n", 4, "no hex" },
    { "hexes\nFo2\n\nport 1,0 NW any\n", 4, "no hex" },
    { "hexes\nFo2\n\nport 0,0X any\n", 4, "one of NE" },
    { "hexes\nFo2\n\nport 999999999999,0 NW any\n", 4, "no hex" },
    { "hexes\nFo2\n\nport 0,0 N any\n", 4, "one of NE" },
    { "hexes\nFo2\n\nport 0,0 NW\n", 4, "one of wood" },
    { "hexes\nFo2\n\nport 0,0 NW gold\n", 4, "one of wood" },
    { "hexes\nFo2\n\nport 0,0 NW any any\n", 4, "too much" },
    { "hexes\nFo2\n\nrobber 0,1\n", 4, "no hex" },
    { "hexes\nFo2\n\nrobber 0,0\nrobber 0,0\n", 5, "second 'robber'" },
    { "hexes\nFo2\n\nneutral 0,0 E\n", 4, "one of N" },
    { "map m\nplayers 2\nhexes\nFo2\n\nneutral 0,0 N\n", 6, "two neutral colours" },
    { "hexes\nFo2\n\nneutral 0,0 N\nneutral 0,0 S\nneutral 0,0 NE\n", 6, "two neutral colours" },
};

static void files_that_are_no_maps(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct holm_map map;
        struct holm_trouble trouble = { .line = -1 };
        if (holm_map_read(bad[i].text, &map, &trouble))
            fail_msg("case %zu was read:\n%s", i, bad[i].text);
        if (trouble.line != bad[i].line || !strstr(trouble.text, bad[i].says))
            fail_msg("case %zu: line %d: %s\n%s", i, trouble.line, trouble.text, bad[i].text);
    }
}

/* A map of one row of land and sea, its regions a and b, and then lines that are wrong; 13 is the
 * first of them. */
static const char sea_head[] = "map m\nplayers 3-4\n\nhexes\nFo2     Hi3     ~~      Go\n"
                               "    ~~      ~~      Pa4\n\nregions\n"
                               "a       a       .       b\n    .       .       b\n\n"
                               "settle-at-discs yes\n";
static const struct {
    const char *lines;
    int line;
    const char *says;
} bad_scenarios[] = {
    { "region a\n", 13, "is missing" },
    { "region c start\n", 13, "no region 'c'" },
    { "region . start\n", 13, "no region '.'" },
    { "region ab start\n", 13, "no region 'ab'" },
    { "region a start\nregion a bonus 1\n", 14, "second line" },
    { "region a bonus\n", 13, "number of points" },
    { "region a bonus 0\n", 13, "number of points" },
    { "region a bonus 2 stop\n", 13, "should be start" },
    { "regions\n", 13, "second 'regions'" },
    { "pool a,a forest 2\n", 13, "list of regions" },
    { "pool a, forest 2\n", 13, "list of regions" },
    { "pool a forest 2\npool b forest 2\npool a hills 2\n", 15, "second 'pool'" },
    { "pool a forest 2\ndiscs a 2 3\npool forest 4\ndiscs 2 2 2 2\n", 15, "pool of line 13 too" },
    { "pool a forest 3\ndiscs a 2 3 4\n", 13, "land for 2" },
    { "pool a forest 2\ndiscs b 2 3\n", 14, "behind their pool" },
    { "pool a gold 2\ndiscs a 2\n", 13, "1 discs for the 2" },
    { "pool a forest 2\ndiscs a 2 3\nspiral yes\n", 13, "spiral" },
    { "ban 6 8\n", 13, "terrains or hexes" },
    { "ban forest\n", 13, "terrains or hexes" },
    { "ban 0,0\n", 13, "terrains or hexes" },
    { "ban desert 6\n", 13, "terrains or hexes" },
    { "ban 9,9 6\n", 13, "no hex" },
    { "ban forest 7\n", 13, "not a disc" },
    { "ban forest 6 gold\n", 13, "not a disc" },
    { "fog forest 1\n", 13, "the fog hides 1" },
    { "fog-discs 1\n", 13, "not a disc" },
    { "fog-discs 2\n", 4, "1 discs for the 0" },
    { "port 0,0NW any\nplace-ports any 1\n", 14, "places already" },
    { "place-ports any 1\nport 0,0NW any\n", 14, "place the ports" },
    { "place-ports any 0\n", 13, "number of ports" },
    { "place-ports any 13\n", 13, "number of ports" },
    { "place-ports any 1 any 1\n", 13, "twice" },
    { "place-ports\n", 13, "one of wood" },
    { "robber 12\n", 13, "Q,R 12" },
    { "robber 11\n", 13, "no hex" },
    { "robber off 12\n", 13, "too much" },
    { "pirate 0,0\n", 13, "on the sea" },
    { "pirate\n", 13, "no hex" },
    { "mark door 0,0N\n", 13, "one of no-start" },
    { "mark wall\n", 13, "no hex" },
    { "mark wall 0,0N 0,0N\n", 13, "twice" },
    { "mark wall 0,0NE 1,0NW\n", 13, "twice" },
    { "mark wall 0,0E\n", 13, "one of N" },
    { "village 0,0N\n", 13, "not a disc" },
    { "village 0,0N 4\n", 13, "'village-cloth'" },
    { "village 0,0N 4\nvillage-cloth 5\n", 13, "'empty-villages'" },
    { "village 0,0N 4\nvillage-cloth 5\nempty-villages 2\n", 13, "'empty-villages'" },
    { "village-cloth 5\n", 0, "no village" },
    { "village-cloth 0\n", 13, "1 to 20" },
    { "gift coin 0,0NE\n", 13, "one of point" },
    { "gift point 0,0E 1,0W\n", 13, "another gift" },
    { "gift port 0,0E\n", 13, "one of wood" },
    { "lane violet edges 0,0E\n", 13, "one of red" },
    { "lane red settlement 0,0N settlement 0,0S\n", 13, "second settlement" },
    { "lane red harbour 0,0N\n", 13, "one of settlement" },
    { "lane red edges\n", 13, "no hex" },
    { "lane red edges 0,0E\n", 13, "'fleet' and 'lairs'" },
    { "lane red edges 0,0E\nfleet 2,0\nlairs 3\n", 13, "a region to start" },
    { "lane red edges 0,0E\nfleet 2,0\nlairs 3\nregion a start\n", 13, "1 lanes for 4" },
    { "fleet 0,0\n", 13, "not a sea hex" },
    { "fleet 2,0\n", 13, "no lane" },
    { "target 0\n", 13, "1 to 60" },
    { "target 14\ntarget 14\n", 14, "second 'target'" },
    { "wonders 1\n", 13, "yes or no" },
    { "rounds 4\n", 13, "2 to 3" },
};

static void scenarios_that_are_none(void **unused)
{
    struct holm_map map;
    struct holm_trouble trouble;
    (void)unused;
    if (!holm_map_read(sea_head, &map, &trouble))
        fail_msg("the head: line %d: %s", trouble.line, trouble.text);
    for (size_t i = 0; i < sizeof bad_scenarios / sizeof bad_scenarios[0]; i++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%s%s", sea_head, bad_scenarios[i].lines);
        if (holm_map_read(text, &map, &trouble))
            fail_msg("scenario %zu was read:\n%s", i, bad_scenarios[i].lines);
        if (trouble.line != bad_scenarios[i].line || !strstr(trouble.text, bad_scenarios[i].says))
            fail_msg("scenario %zu: line %d: %s\n%s", i, trouble.line, trouble.text,
                     bad_scenarios[i].lines);
    }
}

/* The picture of the regions has to lie over that of the hexes. */
static void regions_beside_the_hexes(void **unused)
{
    static const struct {
        const char *regions;
        int line; /* 0: good */
        const char *says;
    } rows[] = {
        { "    a       b\n.       c       o\n", 0, "" },
        { "a   b\n", 8, "between two" },
        { "    a       b\n.       c\n", 7, "4 of 5 hexes" },
        { "    a       b       c\n", 8, "next hex stands" },
        { "    a\n.       c       o\n", 9, "next hex stands" },
        { "    a       b\n.       c       o\n    .\n", 10, "next hex stands" },
        { "    a       p\n", 8, "not a region" },
        { "    a       ab\n", 8, "not a region" },
        { "    .       .\n.       .       .\n", 7, "no hex has" },
        { "", 7, "0 of 5 hexes" },
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT];
        struct holm_map map;
        struct holm_trouble trouble = { .line = 0 };
        snprintf(text, sizeof text,
                 "map m\nplayers 3\nhexes\n    Fo2     Hi3\nPa4     De      Mo5\n\nregions\n%s",
                 rows[i].regions);
        bool good = holm_map_read(text, &map, &trouble);
        if (good != (rows[i].line == 0) ||
            (!good && (trouble.line != rows[i].line || !strstr(trouble.text, rows[i].says))))
            fail_msg("regions %zu: line %d: %s", i, trouble.line, trouble.text);
        if (good)
            assert_int_equal(map.region[0] == 1 && map.region[2] == 0 && map.region[4] == 15, 1);
    }
}

static void too_much_of_everything(void **unused)
{
    static char text[400000];
    struct holm_map map;
    struct holm_trouble trouble;
    (void)unused;
    memset(text, 'x', 1000);
    strcpy(text + 1000, "\n");
    assert_false(holm_map_read(text, &map, &trouble));
    assert_int_equal(trouble.line, 1);
    strcpy(text, "hexes\n");
    for (int i = 0; i < 97; i++)
        strcat(text, i % 2 ? "Fo2\n" : "    Fo2\n"); /* a column of hexes, zigzag */
    assert_false(holm_map_read(text, &map, &trouble));
    assert_int_equal(trouble.line, 98);
    assert_non_null(strstr(trouble.text, "more than 96"));
    strcpy(text, "hexes\nFo2\n\n");
    for (int i = 0; i < 25; i++)
        strcat(text, "port 0,0 NW any\n");
    assert_false(holm_map_read(text, &map, &trouble));
    assert_int_equal(trouble.line, 28);
    strcpy(text, "pool forest 96\ndiscs");
    for (int i = 0; i < 97; i++)
        strcat(text, " 2");
    assert_false(holm_map_read(text, &map, &trouble));
    assert_non_null(strstr(trouble.text, "more than 96"));
}

/* A map file cut short or with changed bytes is read or refused, and the reader stays in its
 * bounds (the sanitizers watch). */
static void damaged_files(void **unused)
{
    uint64_t random = 9;
    (void)unused;
    for (int i = 0; i < holm_map_file_count; i++) {
        const char *good = holm_map_files[i].text;
        size_t length = strlen(good);
        char text[TEXT];
        struct holm_map map;
        struct holm_trouble trouble;
        assert_true(length < sizeof text);
        for (size_t cut = 0; cut < length; cut++) {
            memcpy(text, good, cut);
            text[cut] = '\0';
            holm_map_read(text, &map, &trouble);
        }
        for (int round = 0; round < 3000; round++) {
            strcpy(text, good);
            for (int changes = 0; changes < 1 + round % 4; changes++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                text[(random >> 40) % length] =
                    random >> 63 ? (char)(random >> 33) : good[(random >> 20) % length];
            }
            if (holm_map_read(text, &map, &trouble)) {
                struct holm_map again;
                char back[TEXT];
                struct holm_writer writer = holm_writer(back, sizeof back);
                assert_true(map.hexes > 0 && map.hexes <= HOLM_HEXES);
                holm_map_write(&writer, &map);
                if (writer.full || !holm_map_read(back, &again, &trouble) ||
                    memcmp(&map, &again, sizeof map) != 0)
                    fail_msg("%s\nwas written as\n%s", text, back);
            }
        }
    }
}

static void write_file(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    fclose(file);
}

static void maps_from_files(void **unused)
{
    static char large[40000];
    char path[] = "/tmp/holm-map-XXXXXX";
    struct holm_map map;
    struct holm_trouble trouble;
    (void)unused;
    assert_true(close(mkstemp(path)) == 0);
    write_file(path, holm_map_files[0].text, strlen(holm_map_files[0].text));
    assert_true(holm_map_find(path, &map, &trouble));
    assert_string_equal(map.name, "base-4");
    write_file(path, "map m\0players 3\n", 16);
    assert_false(holm_map_find(path, &map, &trouble));
    memset(large, '\n', sizeof large);
    write_file(path, large, sizeof large);
    assert_false(holm_map_find(path, &map, &trouble));
    remove(path);
    assert_false(holm_map_find(path, &map, &trouble));
    assert_false(holm_map_find("", &map, &trouble));
    assert_false(holm_map_find("/tmp", &map, &trouble));
    assert_false(holm_map_find("base-5", &map, &trouble));
    assert_non_null(strstr(trouble.text, "base-5"));
}

/* What cannot be played is refused with the reason, and where it is about a place with that. */
static void tried_for_everybody(void **unused)
{
    static const char head[] = "map m\nplayers 3-4\nhexes\n"
                               "    Fo6     Hi8\nPa5     De      Fi9\n    Mo4     Fo10\n\n";
    static const struct {
        const char *more;
        int error;
        const char *at;
    } cases[] = {
        { "port 0,0NW any\nport 0,2SE ore\n", HOLM_OK, "" },
        { "port 0,2SE ore\nport 0,0E any\n", HOLM_E_MAP_PORT, "0,0E" },
        { "port 0,2SE ore\nport 0,0W any\nport 0,0NW any\n", HOLM_E_MAP_PORTS_TOUCH, "0,0NW" },
        { "pool forest 7\ndiscs 6 6 6 6 6 6 6\n", HOLM_E_MAP_REDS, "" },
    };
    struct holm_map map;
    struct holm_trouble trouble;
    (void)unused;
    for (int i = 0; i < holm_map_file_count; i++) {
        find_map(holm_map_files[i].name, &map);
        if (!holm_map_try(&map, 2, 20000, &trouble))
            fail_msg("%s: %s", holm_map_files[i].name, trouble.text);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[TEXT];
        snprintf(text, sizeof text, "%s%s", head, cases[i].more);
        assert_true(holm_map_read(text, &map, &trouble));
        const bool fine = holm_map_try(&map, 1, 200, &trouble);
        assert_int_equal(fine, cases[i].error == HOLM_OK);
        if (fine)
            continue;
        assert_int_equal(trouble.error, cases[i].error);
        assert_string_equal(trouble.at, cases[i].at);
    }
    assert_false(holm_map_read("map m\nplayers 3\nhexes\nDe      Fo6     Hi\n", &map, &trouble));
    assert_int_equal(trouble.error, HOLM_E_MAP_DISC);
    assert_string_equal(trouble.at, "2,0");
}

/* Twelve hexes, of which one may be started from: three settlements fit there, or two. */
static const char narrow[] = "map narrow\nplayers 3-4\nhexes\n"
                             "    Fo6     Hi8     Pa5     Mo4\n"
                             "Fi9     Fo10    De      Hi11\n"
                             "    Pa3     Fi6     Mo8     Fo2\n\n"
                             "regions\n"
                             "    .       .       .       .\n"
                             ".       a       .       .\n"
                             "    .       .       .       .\n\n"
                             "region a start\n";

/* Whoever finds no place is passed over, and the first turn comes; the check refuses such a map. */
/* shows BASE-SETUP-10 */
static void too_narrow_to_start(void **unused)
{
    struct holm_map map;
    struct holm_trouble trouble;
    struct holm_rules rules;
    static struct holm_board board;
    static struct holm_events events;
    (void)unused;
    assert_true(holm_map_read(narrow, &map, &trouble));
    assert_false(holm_map_try(&map, 1, 200, &trouble));
    assert_int_equal(trouble.error, HOLM_E_MAP_START);
    for (int players = 3; players <= 4; players++) {
        struct holm_state state;
        struct holm_chance chance;
        struct holm_list list;
        int placed = 0, skipped = 0;
        assert_int_equal(holm_rules_make(&rules, HOLM_SEAFARERS, HOLM_2025, players), HOLM_OK);
        assert_true(holm_setup_settle(&rules, &map, 0, &trouble));
        holm_chance_number(&chance, 1);
        assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
        assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_OK);
        for (holm_start(&state, &board); !state.turns;) {
            placed += holm_step(&state)->kind == HOLM_STEP_SETUP_SETTLEMENT;
            holm_legal(&state, holm_next(&state), &list);
            assert_true(list.count > 0);
            events.count = 0;
            assert_int_equal(holm_apply(&state, &list.at[0], &chance, &events), HOLM_OK);
            for (int i = 0; i < events.count; i++)
                skipped += events.at[i].kind == HOLM_EV_SKIP;
        }
        assert_in_range(placed, 2, 3);
        assert_int_equal(placed + skipped, 2 * players);
    }
}

/* A self-made map: New World with gold in its pool. */ /* shows SC-NW-6 */
static void no_red_on_gold(void **unused)
{
    static struct holm_board board;
    int i = 0, golden = 0;
    (void)unused;
    while (strcmp(known[i].name, "new-world") != 0)
        i++;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct holm_map map;
        find_map(known[i].name, &map);
        for (int t = 0; t < map.pool[0].terrains; t++)
            if (map.pool[0].terrain[t] == HOLM_HILLS)
                map.pool[0].terrain[t] = HOLM_GOLD;
        deal_map(i, 4, HOLM_SETUP_VARIABLE, seed, &map, &board);
        for (int hex = 0; hex < map.hexes; hex++)
            if (map.terrain[hex] == HOLM_GOLD) {
                golden++;
                assert_true(map.disc[hex] != 6 && map.disc[hex] != 8);
            }
    }
    assert_int_equal(golden, 300 * 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_built_in_maps),
        cmocka_unit_test(the_fixed_set_up),
        cmocka_unit_test(what_the_fog_hides),
        cmocka_unit_test(maps_for_games),
        cmocka_unit_test(an_option_beats_the_map),
        cmocka_unit_test(every_deal_obeys),
        cmocka_unit_test(gold_behind_the_desert),
        cmocka_unit_test(no_red_on_gold),
        cmocka_unit_test(ports_of_base_8_are_spread),
        cmocka_unit_test(maps_there_and_back),
        cmocka_unit_test(sloppy_pictures),
        cmocka_unit_test(files_that_are_no_maps),
        cmocka_unit_test(scenarios_that_are_none),
        cmocka_unit_test(regions_beside_the_hexes),
        cmocka_unit_test(too_much_of_everything),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(maps_from_files),
        cmocka_unit_test(tried_for_everybody),
        cmocka_unit_test(too_narrow_to_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
