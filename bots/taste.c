/* taste.c: the numbers of a taste, and the files they are read from. */
#include "bots/taste.h"

#include <string.h>

#include "bots/numbers.h"

/* ORDER: enum holm_taste_number. */
const struct holm_taste_row holm_taste_rows[TASTE_NUMBERS] = {
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

const struct holm_taste holm_frozen_taste = { {
    [TASTE_START_PIP + 0] = 1000,
    [TASTE_START_PIP + 1] = 1000,
    [TASTE_START_PIP + 2] = 800,
    [TASTE_START_PIP + 3] = 1100,
    [TASTE_START_PIP + 4] = 1100,
    [TASTE_PIP + 0] = 1000,
    [TASTE_PIP + 1] = 1000,
    [TASTE_PIP + 2] = 800,
    [TASTE_PIP + 3] = 1100,
    [TASTE_PIP + 4] = 1100,
    [TASTE_START_NEW_KIND] = 32,
    [TASTE_NEW_KIND] = 32,
    [TASTE_START_HARBOUR] = 20,
    [TASTE_HARBOUR] = 20,
    [TASTE_START_OWN_HARBOUR] = 6,
    [TASTE_OWN_HARBOUR] = 6,
    [TASTE_START_CITY_RESOURCE] = 300,
    [TASTE_START_CITY_COMMODITY] = 400,
    [TASTE_PIP_LAST] = 2,
    [TASTE_PIP_FIRST] = 14,
    [TASTE_SETTLEMENT] = 0,
    [TASTE_CITY] = 0,
    [TASTE_ROUTE] = 200,
    [TASTE_CARD] = 120,
    [TASTE_ARMY] = 50,
    [TASTE_WIN] = 1000,
    [TASTE_PATIENCE] = 200,
    [TASTE_BANK] = 6,
    [TASTE_LEAST_SPEED] = 4,
    [TASTE_FULL] = 0,
    [TASTE_ROB_SELF] = 30,
    [TASTE_ROB_OTHERS] = 40,
    [TASTE_ROB_POINTS] = 10,
    [TASTE_ROB_CARD] = 30,
    [TASTE_MONOPOLY] = 8,
    [TASTE_TRADE] = 8,
    [TASTE_NEAR_END] = 2,
    [TASTE_FAR_AHEAD] = 2,
    [TASTE_OFFER_LACK] = 2,
    [TASTE_DRAW] = 80,
    [TASTE_ABILITY + 0] = 40,
    [TASTE_ABILITY + 1] = 20,
    [TASTE_ABILITY + 2] = 60,
    [TASTE_SAFE_CITY] = 40,
    [TASTE_TAKEN] = 60,
    [TASTE_GUARD] = 90,
    [TASTE_WALL] = 8,
    [TASTE_CITY_LOSS] = 180,
    [TASTE_REWARD_CARD] = 45,
    [TASTE_SPITE] = 25,
    [TASTE_STANDING] = 15,
    [TASTE_SOON] = 1,
} };

/* -------------------------------------------------------------------- files */

static int find_row(const char *name)
{
    for (int i = 0; i < TASTE_NUMBERS; i++)
        if (!strcmp(holm_taste_rows[i].name, name))
            return i;
    return -1;
}

struct reading {
    struct holm_taste *taste;
    bool seen[TASTE_NUMBERS];
};

static bool take_number(void *numbers, const char *name, const char *rest, int line,
                        struct holm_trouble *trouble)
{
    struct reading *reading = numbers;
    const int row = find_row(name);
    double number;
    if (row < 0)
        return holm_trouble(trouble, line, "'%s' is no number of a taste", name);
    if (reading->seen[row])
        return holm_trouble(trouble, line, "'%s' has a number already", name);
    const int least = (int)holm_taste_rows[row].least, most = (int)holm_taste_rows[row].most;
    if (!holm_numbers_next(&rest, &number) || !holm_numbers_end(rest) || number < least ||
        number > most || number != (int32_t)number)
        return holm_trouble(trouble, line,
                            "behind '%s' there should be a whole number from %d to %d", name, least,
                            most);
    reading->taste->n[row] = (int32_t)number;
    reading->seen[row] = true;
    return true;
}

bool holm_taste_read(const char *text, struct holm_taste *taste, struct holm_trouble *trouble)
{
    struct reading reading = { .taste = taste };
    *taste = holm_frozen_taste;
    return holm_numbers_read(text, take_number, &reading, trouble);
}

/* ----------------------------------------------------------------- built in */

void holm_taste_built_in(const struct holm_rules *rules, struct holm_taste *taste)
{
    struct holm_trouble trouble;
    holm_taste_read(holm_tastes_files[rules->game].text, taste, &trouble);
}
