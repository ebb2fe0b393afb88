/* setup.c: what goes together when a game is set up. */
#include "text/setup.h"

#include <string.h>

bool holm_setup_variable(const struct holm_map *map)
{
    int dealt = map->place_ports;
    for (int i = 0; i < HOLM_POOLS; i++)
        dealt += map->pool[i].terrains + map->pool[i].discs;
    return dealt != 0;
}

bool holm_setup_settle(struct holm_rules *rules, const struct holm_map *map, unsigned given,
                       struct holm_trouble *trouble)
{
    const bool variable = holm_setup_variable(map);
    const bool free = !(given & HOLM_GIVEN_SETUP);
    if (free && map->has_fixed && (rules->ships || !variable))
        rules->setup = HOLM_SETUP_FIXED;
    else if (free && !map->has_fixed)
        rules->setup = HOLM_SETUP_VARIABLE;
    if (!(given & HOLM_GIVEN_DISCS) && variable && !map->spiral && !rules->ships)
        rules->discs = HOLM_DISCS_RANDOM;
    const bool fixed = rules->setup == HOLM_SETUP_FIXED;
    if (fixed ? map->has_fixed : variable)
        return true;
    holm_trouble(trouble, 0, "%s has no %s set-up; leave it out or say %s", map->name,
                 fixed ? "fixed" : "variable", fixed ? "variable" : "fixed");
    return holm_trouble_because(trouble, fixed ? HOLM_E_MAP_FIXED : HOLM_E_RULES_VALUE, "setup");
}
