/* maps.c: maps found by name or path, and the scenarios that they belong to. */
#include "text/maps.h"

#include <ctype.h>
#include <string.h>

const struct holm_scenario holm_scenarios[] = {
    { "new-shores", "Settle the main island, then sail: the first settlement on each small island "
                    "brings two points." },
    { "four-islands", "Choose one or two islands as home; every other one is unexplored and brings "
                      "two points." },
    { "fog-islands", "Roads and ships lift the fog; whoever discovers land takes a card of it." },
    { "through-the-desert", "Beyond a belt of desert and across the sea lies new land, two points "
                            "for each part of it." },
    { "forgotten-tribe", "Ships that call at the small islands take points, cards and harbours "
                         "that lie there." },
    { "cloth-trade", "Lines of ships to the villages bring cloth, and two pieces of it a point." },
    { "pirate-islands", "A pirate fleet circles; build warships, take your fortress and reach ten "
                        "points." },
    { "wonders", "Be the first to finish a wonder, or to have points enough and the tallest one." },
    { "new-world", "A new map for every game: players place the harbours and explore whatever "
                   "islands there are." },
};
const int holm_scenario_count = sizeof holm_scenarios / sizeof holm_scenarios[0];

static const struct holm_map_file *find_built_in(const char *name)
{
    for (int i = 0; i < holm_map_file_count; i++)
        if (strcmp(holm_map_files[i].name, name) == 0)
            return &holm_map_files[i];
    return NULL;
}

bool holm_map_built_in(const char *name, struct holm_map *map, struct holm_trouble *trouble)
{
    const struct holm_map_file *file = find_built_in(name);
    return file ? holm_map_read(file->text, map, trouble)
                : holm_trouble(trouble, 0, "'%.80s' is not a map that is built in", name);
}

bool holm_map_find(const char *name, struct holm_map *map, struct holm_trouble *trouble)
{
    return find_built_in(name) ? holm_map_built_in(name, map, trouble)
                               : holm_map_from_file(name, map, trouble);
}

/* "NAME" or "NAME-4" */
static bool belongs_to(const char *map, const char *scenario)
{
    size_t length = strlen(scenario);
    if (strncmp(map, scenario, length) != 0)
        return false;
    map += length;
    return !*map || (map[0] == '-' && isdigit((unsigned char)map[1]) && !map[2]);
}

bool holm_scenario_find(const char *scenario, int players, struct holm_map *map,
                        struct holm_trouble *trouble)
{
    int known = 0;
    while (known < holm_scenario_count && strcmp(holm_scenarios[known].name, scenario) != 0)
        known++;
    if (known == holm_scenario_count)
        return holm_trouble(trouble, 0, "there is no scenario '%.40s'", scenario);
    for (int i = 0; i < holm_map_file_count; i++) {
        if (!belongs_to(holm_map_files[i].name, scenario))
            continue;
        if (!holm_map_read(holm_map_files[i].text, map, trouble))
            return false;
        if (players >= map->players_low && players <= map->players_high)
            return true;
    }
    holm_trouble(trouble, 0, "%s has no map for %d players", scenario, players);
    return holm_trouble_because(trouble, HOLM_E_MAP_PLAYERS, NULL);
}

const char *holm_map_default(const struct holm_rules *rules)
{
    if (rules->ships)
        return rules->players <= 3   ? "new-shores-3"
               : rules->players <= 4 ? "new-shores-4"
                                     : "new-shores-6";
    return rules->players <= 4 ? "base-4" : rules->players <= 6 ? "base-6" : "base-8";
}
