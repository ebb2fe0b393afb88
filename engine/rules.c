/* rules.c: games, editions and player counts as rows of values, and the options people may set. */
#include <stddef.h>

#include "engine/engine.h"

/* What an edition says, as far as the base game reads it (docs/rules/editions.md). */
struct edition_row {
    uint8_t steal_optional;     /* ED-46 */
    uint8_t trade_restrictions; /* ED-48 */
    uint8_t offer_by_others;    /* ED-49 */
    uint8_t action_order;       /* ED-8 */
    uint8_t start_player;       /* ED-6 */
    uint8_t turn_mode_5plus;    /* ED-11 */
    uint8_t neutrals_for_two;   /* section 3, or P8-1 */
};

static const struct edition_row editions[HOLM_EDITIONS] = {
    [HOLM_2025] = { 0, 1, 1, HOLM_ORDER_FREE, HOLM_START_ROLL, HOLM_TURN_PAIRED, 2 },
    [HOLM_2015] = { 0, 1, 1, HOLM_ORDER_TRADE_BUILD_EXTRAS, HOLM_START_ROLL,
                    HOLM_TURN_SPECIAL_BUILD, 2 },
    [HOLM_2007] = { 0, 1, 1, HOLM_ORDER_FREE, HOLM_START_ROLL, HOLM_TURN_SPECIAL_BUILD, 2 },
    [HOLM_CATAN8] = { 1, 0, 0, HOLM_ORDER_FREE, HOLM_START_FIXED, HOLM_TURN_TWO_PER_TURN, 0 },
};

/* What lies in the box for so many players (BASE-COMP-5, 6; P56-COMP-5, 6; P8-4). */
struct supply_row {
    uint8_t players; /* up to so many */
    uint8_t resource;
    uint8_t deck[HOLM_DEVELOPMENTS]; /* knight, victory, road building, plenty, monopoly */
    uint8_t discs;
    uint8_t harbours;
};

static const struct supply_row supplies[] = {
    { 4, 19, { 14, 5, 2, 2, 2 }, HOLM_DISCS_LETTERS, HOLM_HARBOURS_FIXED },
    { 6, 24, { 20, 5, 3, 3, 3 }, HOLM_DISCS_LETTERS, HOLM_HARBOURS_SHUFFLED },
    { 8, 29, { 26, 5, 4, 4, 4 }, HOLM_DISCS_RANDOM, HOLM_HARBOURS_SHUFFLED },
};

/* BASE-COST-1..4 */
static const struct holm_cards costs[HOLM_PURCHASES] = {
    [HOLM_BUY_ROAD] = { { [HOLM_WOOD] = 1, [HOLM_BRICK] = 1 } },
    [HOLM_BUY_SETTLEMENT] = { { [HOLM_WOOD] = 1, [HOLM_BRICK] = 1, [HOLM_WOOL] = 1,
                                [HOLM_GRAIN] = 1 } },
    [HOLM_BUY_CITY] = { { [HOLM_GRAIN] = 2, [HOLM_ORE] = 3 } },
    [HOLM_BUY_DEVELOPMENT] = { { [HOLM_WOOL] = 1, [HOLM_GRAIN] = 1, [HOLM_ORE] = 1 } },
};

static const char *const setup_words[] = { "fixed", "variable" };
static const char *const discs_words[] = { "letters", "random" };
static const char *const harbours_words[] = { "fixed", "shuffled" };
static const char *const start_words[] = { "roll", "fixed" };
static const char *const turn_words[] = { "single", "special_build", "paired", "two_per_turn" };
static const char *const order_words[] = { "free", "trade_build_extras" };
static const char *const yes_words[] = { "false", "true" };

#define FIELD(name) offsetof(struct holm_rules, name), sizeof(((struct holm_rules *)0)->name)

const struct holm_option holm_options[] = {
    { "setup", "BASE-BOARD-4", "the printed board, or terrain and discs dealt anew", setup_words,
      FIELD(setup), 0, 1 },
    { "discs", "BASE-BOARD-6", "in a variable set-up: discs in letter order along a spiral, or at "
      "random with red numbers apart", discs_words, FIELD(discs), 0, 1 },
    { "harbours", "BASE-BOARD-10", "in a variable set-up: harbours as the frame shows them, or "
      "shuffled", harbours_words, FIELD(harbours), 0, 1 },
    { "start_player", "BASE-SETUP-1", "the first player is rolled for, or is the first seat",
      start_words, FIELD(start_player), 0, 1 },
    { "turn_mode", "SBP-1", "how turns run with five or more players", turn_words,
      FIELD(turn_mode), 0, 3 },
    { "action_order", "BASE-TURN-5", "trade and build in any order, or first trade, then build",
      order_words, FIELD(action_order), 0, 1 },
    { "steal_optional", "BASE-ROBBER-5", "whoever moves the robber may rob nobody", yes_words,
      FIELD(steal_optional), 0, 1 },
    { "robber_may_enter_desert", "BASE-ROBBER-2", "the robber may be moved to a desert", yes_words,
      FIELD(robber_may_enter_desert), 0, 1 },
    { "trade_restrictions", "BASE-TRADE-4", "no gifts and no like for like between players",
      yes_words, FIELD(trade_restrictions), 0, 1 },
    { "offer_by_others", "BASE-TRADE-7", "others may propose trades to the active player",
      yes_words, FIELD(offer_by_others), 0, 1 },
    { "neutrals", "DUO-SETUP-1", "neutral colours in a game for two: 2, or 0 for none", NULL,
      FIELD(neutrals), 0, 2 },
    { "token_actions", "DUO-TOKEN-7", "token actions a turn in a game for two; 0: no limit", NULL,
      FIELD(token_actions), 0, 99 },
    { "hand_limit", "BASE-SEVEN-2", "whoever holds more cards discards half of them on a seven",
      NULL, FIELD(hand_limit), 1, 99 },
    { "target", "BASE-VP-2", "victory points that win", NULL, FIELD(target), 2, 30 },
    { "turn_limit", "BASE-VP-5", "turns after which the game ends undecided; 0: never", NULL,
      FIELD(turn_limit), 0, 60000 },
};
const int holm_option_count = sizeof holm_options / sizeof *holm_options;

static const struct supply_row *supply_for(int players)
{
    const struct supply_row *row = supplies;
    while (row->players < players)
        row++;
    return row;
}

int holm_rules_make(struct holm_rules *rules, int game, int edition, int players)
{
    memset(rules, 0, sizeof *rules);
    if (game < 0 || game >= HOLM_GAMES || edition < 0 || edition >= HOLM_EDITIONS)
        return HOLM_E_RULES_GAME;
    if (players < 2 || players > HOLM_SEATS)
        return HOLM_E_RULES_PLAYERS;
    const struct edition_row *row = &editions[edition];
    const struct supply_row *supply = supply_for(players);
    memcpy(rules->cost, costs, sizeof costs);
    memcpy(rules->deck, supply->deck, sizeof rules->deck);
    memset(rules->bank.n, supply->resource, HOLM_RESOURCES);
    rules->game = (uint8_t)game;
    rules->edition = (uint8_t)edition;
    rules->players = (uint8_t)players;
    rules->neutrals = players == 2 ? row->neutrals_for_two : 0;
    rules->target = 10;
    rules->setup = HOLM_SETUP_VARIABLE;
    rules->discs = supply->discs;
    rules->harbours = supply->harbours;
    rules->start_player = row->start_player;
    rules->turn_mode = players >= 5 ? row->turn_mode_5plus : HOLM_TURN_SINGLE;
    rules->action_order = row->action_order;
    rules->steal_optional = row->steal_optional;
    rules->robber_may_enter_desert = 1;
    rules->trade_restrictions = row->trade_restrictions;
    rules->offer_by_others = row->offer_by_others;
    rules->hand_limit = 7;
    rules->route_minimum = 5;
    rules->army_minimum = 3;
    rules->roads = 15;
    rules->settlements = 5;
    rules->cities = 4;
    return holm_rules_check(rules);
}

unsigned holm_option_get(const struct holm_rules *rules, const struct holm_option *option)
{
    const uint8_t *field = (const uint8_t *)rules + option->offset;
    uint16_t wide;
    if (option->size == 1)
        return *field;
    memcpy(&wide, field, sizeof wide);
    return wide;
}

int holm_option_set(struct holm_rules *rules, const struct holm_option *option, unsigned value)
{
    uint8_t *field = (uint8_t *)rules + option->offset;
    uint16_t wide = (uint16_t)value;
    if (value < option->low || value > option->high)
        return HOLM_E_RULES_VALUE;
    if (option->size == 1)
        *field = (uint8_t)value;
    else
        memcpy(field, &wide, sizeof wide);
    return HOLM_OK;
}

int holm_rules_check(const struct holm_rules *rules)
{
    if (rules->game >= HOLM_GAMES || rules->edition >= HOLM_EDITIONS)
        return HOLM_E_RULES_GAME;
    if (rules->players < 2 || rules->players > HOLM_SEATS)
        return HOLM_E_RULES_PLAYERS;
    for (int i = 0; i < holm_option_count; i++) {
        unsigned value = holm_option_get(rules, &holm_options[i]);
        if (value < holm_options[i].low || value > holm_options[i].high)
            return HOLM_E_RULES_VALUE;
    }
    if (rules->neutrals != 0 && (rules->neutrals != 2 || rules->players != 2))
        return HOLM_E_RULES_VALUE;
    if (rules->players <= 4 && rules->turn_mode != HOLM_TURN_SINGLE)
        return HOLM_E_RULES_TURN_MODE;
    return HOLM_OK;
}
