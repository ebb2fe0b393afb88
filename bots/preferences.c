/* preferences.c: how much a greedy player likes things, and the files that say so. */
#include "bots/preferences.h"

#include <string.h>

#include "bots/numbers.h"

/* ORDER: enum holm_preference. */
const struct holm_preference_row holm_preference_rows[PREFERENCES] = {
    { "start_wood", 100, 200, 4000 },
    { "start_brick", 100, 200, 4000 },
    { "start_wool", 100, 200, 4000 },
    { "start_grain", 100, 200, 4000 },
    { "start_ore", 100, 200, 4000 },
    { "wood", 100, 200, 4000 },
    { "brick", 100, 200, 4000 },
    { "wool", 100, 200, 4000 },
    { "grain", 100, 200, 4000 },
    { "ore", 100, 200, 4000 },
    { "start_new_kind", 8, 0, 200 },
    { "new_kind", 8, 0, 200 },
    { "start_harbour", 6, 0, 200 },
    { "harbour", 6, 0, 200 },
    { "start_own_harbour", 2, 0, 60 },
    { "own_harbour", 2, 0, 60 },
    { "start_city_resource", 40, 0, 2000 },
    { "start_city_commodity", 40, 0, 2000 },
    { "pip_last", 1, 0, 40 },
    { "pip_first", 2, 0, 60 },
    { "settlement", 15, -100, 300 },
    { "city", 15, -100, 300 },
    { "route", 25, 0, 600 },
    { "card", 15, 0, 500 },
    { "army", 15, 0, 400 },
    { "win", 100, 0, 9000 },
    { "patience", 40, 10, 2000 },
    { "bank", 1, 0, 24 },
    { "least_speed", 1, 1, 60 },
    { "full", 1, -6, 12 },
    { "rob_self", 4, 0, 200 },
    { "rob_others", 8, 0, 400 },
    { "rob_points", 2, 0, 100 },
    { "rob_card", 6, 0, 400 },
    { "monopoly", 1, 2, 24 },
    { "trade", 2, 0, 100 },
    { "near_end", 1, 0, 8 },
    { "far_ahead", 1, 0, 8 },
    { "offer_lack", 1, 0, 8 },
    { "draw", 10, 0, 400 },
    { "ability_trade", 10, 0, 400 },
    { "ability_politics", 10, 0, 400 },
    { "ability_science", 10, 0, 400 },
    { "safe_city", 10, 0, 400 },
    { "taken", 15, 0, 400 },
    { "guard", 15, 0, 400 },
    { "wall", 2, 0, 60 },
    { "city_loss", 20, 0, 800 },
    { "reward_card", 10, 0, 400 },
    { "spite", 8, 0, 200 },
    { "standing", 5, 0, 200 },
    { "soon", 1, 0, 8 },
};

const struct holm_preferences holm_greedy_preferences = { {
    [PREFER_START_PIP + 0] = 1000,
    [PREFER_START_PIP + 1] = 1000,
    [PREFER_START_PIP + 2] = 800,
    [PREFER_START_PIP + 3] = 1100,
    [PREFER_START_PIP + 4] = 1100,
    [PREFER_PIP + 0] = 1000,
    [PREFER_PIP + 1] = 1000,
    [PREFER_PIP + 2] = 800,
    [PREFER_PIP + 3] = 1100,
    [PREFER_PIP + 4] = 1100,
    [PREFER_START_NEW_KIND] = 32,
    [PREFER_NEW_KIND] = 32,
    [PREFER_START_HARBOUR] = 20,
    [PREFER_HARBOUR] = 20,
    [PREFER_START_OWN_HARBOUR] = 6,
    [PREFER_OWN_HARBOUR] = 6,
    [PREFER_START_CITY_RESOURCE] = 300,
    [PREFER_START_CITY_COMMODITY] = 400,
    [PREFER_PIP_LAST] = 2,
    [PREFER_PIP_FIRST] = 14,
    [PREFER_SETTLEMENT] = 0,
    [PREFER_CITY] = 0,
    [PREFER_ROUTE] = 200,
    [PREFER_CARD] = 120,
    [PREFER_ARMY] = 50,
    [PREFER_WIN] = 1000,
    [PREFER_PATIENCE] = 200,
    [PREFER_BANK] = 6,
    [PREFER_LEAST_SPEED] = 4,
    [PREFER_FULL] = 0,
    [PREFER_ROB_SELF] = 30,
    [PREFER_ROB_OTHERS] = 40,
    [PREFER_ROB_POINTS] = 10,
    [PREFER_ROB_CARD] = 30,
    [PREFER_MONOPOLY] = 8,
    [PREFER_TRADE] = 8,
    [PREFER_NEAR_END] = 2,
    [PREFER_FAR_AHEAD] = 2,
    [PREFER_OFFER_LACK] = 2,
    [PREFER_DRAW] = 80,
    [PREFER_ABILITY + 0] = 40,
    [PREFER_ABILITY + 1] = 20,
    [PREFER_ABILITY + 2] = 60,
    [PREFER_SAFE_CITY] = 40,
    [PREFER_TAKEN] = 60,
    [PREFER_GUARD] = 90,
    [PREFER_WALL] = 8,
    [PREFER_CITY_LOSS] = 180,
    [PREFER_REWARD_CARD] = 45,
    [PREFER_SPITE] = 25,
    [PREFER_STANDING] = 15,
    [PREFER_SOON] = 1,
} };

/* -------------------------------------------------------------------- files */

static int find_row(const char *name)
{
    for (int i = 0; i < PREFERENCES; i++)
        if (!strcmp(holm_preference_rows[i].name, name))
            return i;
    return -1;
}

struct reading {
    struct holm_preferences *preferences;
    bool seen[PREFERENCES];
};

static bool take_number(void *numbers, const char *name, const char *rest, int line,
                        struct holm_trouble *trouble)
{
    struct reading *reading = numbers;
    const int row = find_row(name);
    double number;
    if (row < 0)
        return holm_trouble(trouble, line, "'%s' is no preference", name);
    if (reading->seen[row])
        return holm_trouble(trouble, line, "'%s' has a number already", name);
    const int least = (int)holm_preference_rows[row].least,
              most = (int)holm_preference_rows[row].most;
    if (!holm_numbers_next(&rest, &number) || !holm_numbers_end(rest) || number < least ||
        number > most || number != (int32_t)number)
        return holm_trouble(trouble, line,
                            "behind '%s' there should be a whole number from %d to %d", name, least,
                            most);
    reading->preferences->n[row] = (int32_t)number;
    reading->seen[row] = true;
    return true;
}

bool holm_preferences_read(const char *text, struct holm_preferences *preferences,
                           struct holm_trouble *trouble)
{
    struct reading reading = { .preferences = preferences };
    *preferences = holm_greedy_preferences;
    return holm_numbers_read(text, take_number, &reading, trouble);
}

/* ----------------------------------------------------------------- built in */

void holm_preferences_built_in(const struct holm_rules *rules, struct holm_preferences *preferences)
{
    struct holm_trouble trouble;
    holm_preferences_read(holm_preferences_files[rules->game].text, preferences, &trouble);
}
