/* test_maps.c: the built-in maps have what MAPS.md says, map files are read as they look, and what
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
#include "text/notation.h"

enum { TEXT = 8192 };

/* ---------------------------------------------------------------- built in */

static const struct {
    const char *name;
    int low, high, hexes, corners, edges;
    int terrain[HOLM_SEA]; /* forest hills pasture fields mountains desert */
    int disc[13];
    int port[HOLM_PORT_KINDS]; /* wood brick wool grain ore any */
    bool fixed, spiral, neutral;
} known[] = {
    {.name = "base-4",
     .low = 2,
     .high = 4,
     .hexes = 19,
     .corners = 54,
     .edges = 72,
     .terrain = { 4, 3, 4, 4, 3, 1 },
     .disc = { 0, 0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 1 },
     .port = { 1, 1, 1, 1, 1, 4 },
     .fixed = true,
     .spiral = true,
     .neutral = true },
    { .name = "base-6",
     .low = 5,
     .high = 6,
     .hexes = 30,
     .corners = 80,
     .edges = 109,
     .terrain = { 6, 5, 6, 6, 5, 2 },
     .disc = { 0, 0, 2, 3, 3, 3, 3, 0, 3, 3, 3, 3, 2 },
     .port = { 1, 1, 2, 1, 1, 5 },
     .spiral = true },
    { .name = "base-8",
     .low = 7,
     .high = 8,
     .hexes = 37,
     .corners = 96,
     .edges = 132,
     .terrain = { 7, 7, 7, 7, 7, 2 },
     .disc = { 0, 0, 2, 4, 4, 4, 4, 0, 4, 4, 4, 4, 1 },
     .port = { 1, 1, 2, 2, 1, 6 }               },
};
enum { KNOWN = sizeof known / sizeof known[0] };

static void check_counts(int i, const struct holm_map *map)
{
    int terrain[HOLM_SEA] = { 0 }, disc[13] = { 0 }, port[HOLM_PORT_KINDS] = { 0 };
    assert_string_equal(map->name, known[i].name);
    assert_int_equal(map->players_low, known[i].low);
    assert_int_equal(map->players_high, known[i].high);
    assert_int_equal(map->hexes, known[i].hexes);
    assert_int_equal(map->has_fixed, known[i].fixed);
    assert_int_equal(map->spiral, known[i].spiral);
    assert_int_equal(map->has_neutral, known[i].neutral);
    assert_int_equal(map->robber, HOLM_NONE);
    for (int hex = 0; hex < map->pool_count; hex++)
        terrain[map->pool[hex]]++;
    for (int letter = 0; letter < map->letter_count; letter++)
        disc[map->letters[letter]]++;
    for (int j = 0; j < map->ports; j++)
        port[map->port[j].kind]++;
    assert_memory_equal(terrain, known[i].terrain, sizeof terrain);
    assert_memory_equal(disc, known[i].disc, sizeof disc);
    assert_memory_equal(port, known[i].port, sizeof port);
}

static void counts_of_built_in_maps(void **unused)
{
    (void)unused;
    assert_int_equal(holm_map_file_count, KNOWN);
    for (int i = 0; i < KNOWN; i++) {
        struct holm_trouble trouble;
        struct holm_map map;
        struct holm_topology topology;
        if (!holm_map_find(known[i].name, &map, &trouble))
            fail_msg("%s:%d: %s", known[i].name, trouble.line, trouble.text);
        check_counts(i, &map);
        assert_int_equal(holm_topology_make(&topology, map.q, map.r, map.hexes), HOLM_OK);
        assert_int_equal(topology.corners, known[i].corners);
        assert_int_equal(topology.edges, known[i].edges);
    }
}

/* The fixed set-up of base-4 as a picture has the same hexes and discs as its pools. */
static void the_fixed_set_up(void **unused)
{
    struct holm_trouble trouble;
    struct holm_map map;
    int terrain[HOLM_SEA] = { 0 }, disc[13] = { 0 };
    (void)unused;
    assert_true(holm_map_find("base-4", &map, &trouble));
    for (int hex = 0; hex < map.hexes; hex++) {
        terrain[map.terrain[hex]]++;
        disc[map.disc[hex]]++;
    }
    assert_int_equal(disc[0], 1);
    disc[0] = 0;
    assert_memory_equal(terrain, known[0].terrain, sizeof terrain);
    assert_memory_equal(disc, known[0].disc, sizeof disc);
    assert_int_equal(map.q[0] == 0 && map.r[0] == 0, 1);
    assert_int_equal(map.terrain[0], HOLM_MOUNTAINS);
    assert_int_equal(map.disc[0], 10);
    assert_int_equal(map.q[9], 0); /* the desert in the middle */
    assert_int_equal(map.r[9], 2);
    assert_int_equal(map.terrain[9], HOLM_DESERT);
    assert_int_equal(map.q[18] == 0 && map.r[18] == 4, 1);
    assert_int_equal(map.disc[18], 11);
}

/* Every built-in map can be dealt and played, whatever chance says. */
static void every_deal_makes_a_board(void **unused)
{
    (void)unused;
    for (int i = 0; i < KNOWN; i++)
        for (int players = known[i].low; players <= known[i].high; players++)
            for (uint64_t seed = 0; seed < 20; seed++) {
                struct holm_trouble trouble;
                struct holm_chance chance;
                struct holm_rules rules;
                struct holm_map map;
                struct holm_board board;
                holm_chance_number(&chance, seed);
                assert_int_equal(holm_rules_make(&rules, HOLM_BASE, HOLM_2025, players), HOLM_OK);
                assert_string_equal(holm_map_default(&rules), known[i].name);
                assert_true(holm_map_find(known[i].name, &map, &trouble));
                assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
                assert_int_equal(holm_board_make(&board, &map, &rules), HOLM_OK);
            }
}

/* Along the coast from one port to the next: base-8 spreads them as evenly as 42 edges allow. */
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

static void maps_there_and_back(void **unused)
{
    (void)unused;
    for (int i = 0; i < KNOWN; i++)
        for (int dealt = 0; dealt < 2; dealt++) {
            struct holm_trouble trouble;
            struct holm_chance chance;
            struct holm_rules rules;
            struct holm_map map, again;
            char text[TEXT];
            struct holm_writer writer = holm_writer(text, sizeof text);
            assert_true(holm_map_find(known[i].name, &map, &trouble));
            holm_chance_number(&chance, 5);
            holm_rules_make(&rules, HOLM_BASE, HOLM_2025, known[i].low);
            if (dealt)
                assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
            holm_map_write(&writer, &map);
            assert_false(writer.full);
            if (!holm_map_read(text, &again, &trouble))
                fail_msg("line %d: %s\n%s", trouble.line, trouble.text, text);
            memcpy(again.pool, map.pool, sizeof map.pool); /* written as counts: order is lost */
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
        {"    Fo2     Hi3\nPa4     De      Mo5\n",          true },
        { "    Fo2     Hi3\n\n",                            true },
        { "    Fo2  Hi3\nPa4     De      Mo5\n",            true }, /* 3 to the left */
        { "    Fo2        Hi3\nPa4     De      Mo5\n",      true }, /* 3 to the right */
        { "    Fo2     Hi3\n   Pa4  De         Mo5\n",      true },
        { "    Fo2 Hi3\nPa4     De      Mo5\n",             false},
        { "    Fo2         Hi3\nPa4     De      Mo5\n",     false},
        { "    Fo2     Hi3\n    Pa4     De      Mo5\n",     false},
        { "    Fo2     Hi3\n# a remark\nPa4 # and more\n",  true },
        { "    Fo2     Hi3\r\nPa4     De      Mo5\r\n\r\n", true },
        { "    Fo2\tHi3\n",                                 false},
        { "    Fo2    Hi3 Pa4\n",                           false},
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
    {"",                                                              0, "'map' is missing"    },
    { "# nothing\n\n",                                                0, "'map' is missing"    },
    { "map m\nhexes\nFo2\n",                                          0, "'players' is missing"},
    { "map m\nplayers 3\n",                                           0, "'hexes' is missing"  },
    { "map m\nplayers 3\nhexes\n\n\n",                                3, "empty"               },
    { "map m\nmap n\n",                                               2, "second 'map'"        },
    { "map m\nplayers 3\nplayers 3\n",                                3, "second 'players'"    },
    { "map m\nplayers 3\nhexes\nFo2\n\nhexes\nFo2\n",                 6, "second 'hexes'"      },
    { "map\n",                                                        1, "name"                },
    { "map a b\n",                                                    1, "too much"            },
    { "map abcdefghijklmnopqrstuvwxyz123456\n",                       1, "name"                },
    { "players\n",                                                    1, "players"             },
    { "players 1\n",                                                  1, "players"             },
    { "players 9\n",                                                  1, "players"             },
    { "players 4-3\n",                                                1, "players"             },
    { "players -4\n",                                                 1, "players"             },
    { "players 2-\n",                                                 1, "players"             },
    { "players 2-99999999999999999999\n",                             1, "players"             },
    { "players 2-4-6\n",                                              1, "players"             },
    { "island m\n",                                                   1, "keyword"             },
    { "Map m\n",                                                      1, "keyword"             },
    { "map m\xff\n",                                                  1, "not text"            },
    { "map m\x01\n",                                                  1, "not text"            },
    { "map m\nplayers 3\nhexes\nFo2 ????\n",                          4, "no disc"             },
    { "map m\nplayers 3\nhexes\nFo2     Xx3\n",                       4, "is not a hex"        },
    { "map m\nplayers 3\nhexes\nFo2     F\n",                         4, "is not a hex"        },
    { "map m\nplayers 3\nhexes\nFo\n",                                4, "disc"                },
    { "map m\nplayers 3\nhexes\nFo7\n",                               4, "disc"                },
    { "map m\nplayers 3\nhexes\nFo13\n",                              4, "disc"                },
    { "map m\nplayers 3\nhexes\nFo-2\n",                              4, "disc"                },
    { "map m\nplayers 3\nhexes\nFo99999999999\n",                     4, "disc"                },
    { "map m\nplayers 3\nhexes\nDe4\n",                               4, "no disc"             },
    { "map m\nplayers 3\nhexes\n~~4\n",                               4, "no disc"             },
    { "map m\nplayers 3\nhexes\n??4\n",                               4, "no disc"             },
    { "map m\nplayers 3\nhexes\nFo2\npool forest 1\n",                5, "blank line"          },
    { "map m\nplayers 3\nhexes\n??\n",                                3, "needs a pool"        },
    { "map m\nplayers 3\nhexes\n??      Fo2\n\npool forest 2\n",      3, "either all"          },
    { "map m\nplayers 3\nhexes\n??\n\npool forest 2\n",               6, "the pool has 2"      },
    { "map m\nplayers 3\nhexes\n??\n\npool forest 1\n",               6, "0 discs for the 1"   },
    { "map m\nplayers 3\nhexes\nFo2\n\ndiscs 2\n",                    6, "1 discs for the 0"   },
    { "pool forest\n",                                                1, "number of hexes"     },
    { "pool forest x\n",                                              1, "number of hexes"     },
    { "pool forest -1\n",                                             1, "number of hexes"     },
    { "pool forest 97\n",                                             1, "number of hexes"     },
    { "pool forest 96 hills 1\n",                                     1, "number of hexes"     },
    { "pool forest 1 forest 1\n",                                     1, "twice"               },
    { "pool sea 1\n",                                                 1, "not a land terrain"  },
    { "pool wood 1\n",                                                1, "not a land terrain"  },
    { "discs 2 7\n",                                                  1, "not a disc"          },
    { "discs 2 x\n",                                                  1, "not a disc"          },
    { "discs 1\n",                                                    1, "not a disc"          },
    { "spiral\n",                                                     1, "yes or no"           },
    { "spiral maybe\n",                                               1, "yes or no"           },
    { "port 0,0 NW any\n",                                            1, "behind the hexes"    },
    { "robber 0,0\n",                                                 1, "behind the hexes"    },
    { "neutral 0,0 N\n",                                              1, "behind the hexes"    },
    { "hexes\nFo2\n\nport\n",                                         4, "no hex"              },
    { "hexes\nFo2\n\nport 1,0 NW any\n",                              4, "no hex"              },
    { "hexes\nFo2\n\nport 0,0NW any\n",                               4, "no hex"              },
    { "hexes\nFo2\n\nport 999999999999,0 NW any\n",                   4, "no hex"              },
    { "hexes\nFo2\n\nport 0,0 N any\n",                               4, "one of NE"           },
    { "hexes\nFo2\n\nport 0,0 NW\n",                                  4, "one of wood"         },
    { "hexes\nFo2\n\nport 0,0 NW gold\n",                             4, "one of wood"         },
    { "hexes\nFo2\n\nport 0,0 NW any any\n",                          4, "too much"            },
    { "hexes\nFo2\n\nrobber 0,1\n",                                   4, "no hex"              },
    { "hexes\nFo2\n\nrobber 0,0\nrobber 0,0\n",                       5, "second 'robber'"     },
    { "hexes\nFo2\n\nneutral 0,0 E\n",                                4, "one of N"            },
    { "map m\nplayers 2\nhexes\nFo2\n\nneutral 0,0 N\n",              6, "two neutral colours" },
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
    strcpy(text, "discs");
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
        for (int round = 0; round < 20000; round++) {
            strcpy(text, good);
            for (int changes = 0; changes < 1 + round % 4; changes++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                text[(random >> 40) % length] =
                    random >> 63 ? (char)(random >> 33) : good[(random >> 20) % length];
            }
            if (holm_map_read(text, &map, &trouble)) {
                struct holm_topology topology;
                assert_true(map.hexes > 0 && map.hexes <= HOLM_HEXES);
                holm_topology_make(&topology, map.q, map.r, map.hexes);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_built_in_maps),
        cmocka_unit_test(the_fixed_set_up),
        cmocka_unit_test(every_deal_makes_a_board),
        cmocka_unit_test(ports_of_base_8_are_spread),
        cmocka_unit_test(maps_there_and_back),
        cmocka_unit_test(sloppy_pictures),
        cmocka_unit_test(files_that_are_no_maps),
        cmocka_unit_test(too_much_of_everything),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(maps_from_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
