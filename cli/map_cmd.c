/* map_cmd.c: `holm map check`: says what is wrong with a map and where, or what is in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/maps.h"
#include "text/maps_trial.h"
#include "text/setup.h"

static const struct cli_manual manual = {
    "map", "check MAP|FILE...",
    "Reads maps, by name or file, deals each for every number of players and set-up it is meant\n"
    "for, and says what is wrong and where, or what is in it. Exits 1 when something is wrong.\n"
    "`holm show FILE` draws a map; docs/maps.md explains the format.",
    1, CLI_TEXTS_MAX
};

enum { DEALS = 20, TRIES = 100000 }; /* of the variable set-up, and to make one of them */

static bool is_built_in(const char *name)
{
    for (int i = 0; i < holm_map_file_count; i++)
        if (!strcmp(holm_map_files[i].name, name))
            return true;
    return false;
}

static void print_count(int count, const char *one, const char *many)
{
    if (count)
        printf(", %d %s", count, count == 1 ? one : many);
}

static void print_counts(const struct holm_map *map)
{
    int land = 0, sea = 0, fog = 0, open = 0, discs = 0, villages = 0, regions = 0;
    for (int hex = 0; hex < map->hexes; hex++) {
        const int terrain = map->terrain[hex];
        sea += terrain == HOLM_SEA;
        fog += terrain == HOLM_FOG;
        open += terrain == HOLM_FROM_POOL;
        land += holm_is_land(terrain);
        discs += map->disc[hex] != 0;
        regions = map->region[hex] > regions ? map->region[hex] : regions;
    }
    for (int i = 0; i < map->marks; i++)
        villages += map->mark[i].kind == HOLM_MARK_VILLAGE;
    printf("%s: fine. %d to %d players, %s set-up; %d hexes", map->name, map->players_low,
           map->players_high,
           !holm_setup_variable(map) ? "fixed"
           : map->has_fixed          ? "fixed and variable"
                                     : "variable",
           map->hexes);
    print_count(land, "land", "land");
    print_count(sea, "sea", "sea");
    print_count(fog, "in the fog", "in the fog");
    print_count(open, "from a pool", "from a pool");
    print_count(discs, "disc", "discs");
    print_count(map->ports, "harbour", "harbours");
    print_count(regions, "region", "regions");
    print_count(villages, "village", "villages");
    print_count(map->gifts, "gift", "gifts");
    print_count(map->lanes, "lane", "lanes");
    if (map->target)
        printf(", target %d", map->target);
    puts(".");
}

static bool check_map(const char *name)
{
    struct holm_map map;
    struct holm_trouble trouble = { 0 };
    if (!holm_map_find(name, &map, &trouble)) {
        if (trouble.line)
            printf("%s:%d: %s\n", name, trouble.line, trouble.text);
        else
            printf("%s%s%s\n", is_built_in(name) ? name : "", is_built_in(name) ? ": " : "",
                   trouble.text);
        return false;
    }
    if (!holm_map_try(&map, DEALS, TRIES, &trouble)) {
        printf("%s: %s%s%s%s\n", map.name, trouble.text, trouble.at[0] ? " (at " : "", trouble.at,
               trouble.at[0] ? ")" : "");
        return false;
    }
    print_counts(&map);
    return true;
}

int cli_map(int argc, char **argv)
{
    static struct cli_texts words;
    bool fine = true;
    cli_read(&manual, NULL, 0, NULL, &words, argc, argv);
    if (strcmp(words.at[0], "check"))
        cli_refuse(&manual, "what is '%s'? holm map check FILE", words.at[0]);
    if (words.count < 2)
        cli_refuse(&manual, "a map is missing: holm map check FILE");
    for (int i = 1; i < words.count; i++)
        fine = check_map(words.at[i]) && fine;
    return fine ? 0 : 1;
}
