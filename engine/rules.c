/* rules.c: games, editions and player counts as rows of values, and the options people may set. */
#include <stddef.h>

#include "engine/engine.h"

/* The 2025 edition in full; the others as differences from it (docs/rules/editions.md has a row for
 * each). turn_mode and neutrals are those for five players and more, and for two. */
static const struct holm_rules edition_2025 = {
    .trade_restrictions = 1,
    .offer_by_others = 1,
    .turn_mode = HOLM_TURN_PAIRED,
    .neutrals = 2,
    .second_building = HOLM_CITY,
    .walls = 3,
    .event_die = { 1, 1, 1, 3 },
    .track_commodity = { HOLM_CLOTH, HOLM_COIN, HOLM_PAPER },
    .warlord_track = HOLM_POLITICS,
    .robber_start = HOLM_ROBBER_OFF_BOARD,
    .robber_locked = 1,
    .progress_limit = 4,
    .progress_points_open = 1,
    .diplomat = HOLM_DIPLOMAT_UNLINKED_ROAD,
    .improvement_needs_city = 1,
    .metropolis_level = 4,
    .metropolis_needs_city = 1,
    .mighty_needs_politics = 1,
    .aqueduct_optional = 1,
    .knight_blocks_settlement = 1,
    .knight_moves = 1,
    .chase_steals = 1,
    .barbarian_steps = 7,
    .sea_target_bonus = 2,
};

struct difference {
    uint8_t edition;
    uint16_t field; /* of holm_rules: its offset */
    uint8_t value;
};

#define AT(name) offsetof(struct holm_rules, name)

static const struct difference differences[] = {
    { HOLM_2015, AT(action_order), HOLM_ORDER_TRADE_BUILD_EXTRAS },
    { HOLM_2015, AT(turn_mode), HOLM_TURN_SPECIAL_BUILD },
    { HOLM_2015, AT(robber_start), HOLM_ROBBER_DESERT },
    { HOLM_2015, AT(inventor_own_building), 1 },
    { HOLM_2015, AT(deserter_replacement), HOLM_EQUAL_ELSE_BASIC },
    { HOLM_2015, AT(deserter_acts), 1 },
    { HOLM_2015, AT(diplomat), HOLM_DIPLOMAT_OPEN_ROAD },
    { HOLM_2015, AT(knight_eligibility), HOLM_KNIGHT_NOT_ACTIVATED_THIS_TURN },
    { HOLM_2015, AT(knight_link_anywhere), 1 },
    { HOLM_2015, AT(knight_needs_building), 1 },
    { HOLM_2015, AT(knight_closes_line), 1 },
    { HOLM_2015, AT(knight_freezes_ships), 1 },

    { HOLM_2007, AT(turn_mode), HOLM_TURN_SPECIAL_BUILD },
    { HOLM_2007, AT(robber_start), HOLM_ROBBER_DESERT },
    { HOLM_2007, AT(deserter_replacement), HOLM_EQUAL_ELSE_BASIC },
    { HOLM_2007, AT(deserter_acts), 1 },
    { HOLM_2007, AT(diplomat), HOLM_DIPLOMAT_OPEN_ROAD },
    { HOLM_2007, AT(knight_eligibility), HOLM_KNIGHT_NOT_ACTIVATED_THIS_TURN },
    { HOLM_2007, AT(chase_destination), HOLM_CHASE_NUMBERED },
    { HOLM_2007, AT(sea_target_bonus), 0 },
    { HOLM_2007, AT(knight_link_anywhere), 1 },
    { HOLM_2007, AT(knight_needs_building), 1 },

    { HOLM_CATAN8, AT(steal_optional), 1 },
    { HOLM_CATAN8, AT(trade_restrictions), 0 },
    { HOLM_CATAN8, AT(offer_by_others), 0 },
    { HOLM_CATAN8, AT(start_player), HOLM_START_FIXED },
    { HOLM_CATAN8, AT(turn_mode), HOLM_TURN_TWO_PER_TURN },
    { HOLM_CATAN8, AT(neutrals), 0 }, /* P8-1 */
    { HOLM_CATAN8, AT(second_building), HOLM_SETTLEMENT },
    { HOLM_CATAN8, AT(walls), 0 },
    { HOLM_CATAN8, AT(event_die[HOLM_FACE_TRADE]), 0 },
    { HOLM_CATAN8, AT(event_die[HOLM_FACE_POLITICS]), 0 },
    { HOLM_CATAN8, AT(event_die[HOLM_FACE_SCIENCE]), 0 },
    { HOLM_CATAN8, AT(event_die[HOLM_FACE_SHIP]), 2 },
    { HOLM_CATAN8, AT(event_die[HOLM_FACE_PIPS]), 2 },
    { HOLM_CATAN8, AT(event_die[HOLM_FACE_CARD]), 2 },
    { HOLM_CATAN8, AT(track_commodity[HOLM_TRADE]), HOLM_COIN },
    { HOLM_CATAN8, AT(track_commodity[HOLM_POLITICS]), HOLM_CLOTH },
    { HOLM_CATAN8, AT(warlord_track), HOLM_SCIENCE },
    { HOLM_CATAN8, AT(robber_start), HOLM_ROBBER_DESERT },
    { HOLM_CATAN8, AT(robber_locked), 0 },
    { HOLM_CATAN8, AT(progress_limit), 0 },
    { HOLM_CATAN8, AT(progress_window), HOLM_WINDOW_OWN_TURN },
    { HOLM_CATAN8, AT(progress_points_open), 0 },
    { HOLM_CATAN8, AT(inventor_any_disc), 1 },
    { HOLM_CATAN8, AT(deserter_replacement), HOLM_EQUAL },
    { HOLM_CATAN8, AT(deserter_chooser), HOLM_CHOOSER_ACTIVE },
    { HOLM_CATAN8, AT(deserter_acts), 1 },
    { HOLM_CATAN8, AT(diplomat), HOLM_DIPLOMAT_ANY_ROAD },
    { HOLM_CATAN8, AT(fleet_scope), HOLM_FLEET_RESOURCE },
    { HOLM_CATAN8, AT(fleet_duration), HOLM_FLEET_UNTIL_OWN_TURN },
    { HOLM_CATAN8, AT(merchant_source), HOLM_MERCHANT_BY_TURN },
    { HOLM_CATAN8, AT(city_production), HOLM_CITY_TWO_PLUS_ONE },
    { HOLM_CATAN8, AT(improvement_needs_city), 0 },
    { HOLM_CATAN8, AT(metropolis_level), 5 },
    { HOLM_CATAN8, AT(metropolis_capture), HOLM_CAPTURE_MORE_IMPROVEMENTS },
    { HOLM_CATAN8, AT(metropolis_needs_city), 0 },
    { HOLM_CATAN8, AT(mighty_needs_politics), 0 },
    { HOLM_CATAN8, AT(aqueduct_scope), HOLM_AQUEDUCT_OWN_ROLL },
    { HOLM_CATAN8, AT(aqueduct_optional), 0 },
    { HOLM_CATAN8, AT(knight_eligibility), HOLM_KNIGHT_ACTIVE },
    { HOLM_CATAN8, AT(knight_blocks_settlement), 0 },
    { HOLM_CATAN8, AT(knight_moves), 0 },
    { HOLM_CATAN8, AT(displace_equal), 1 },
    { HOLM_CATAN8, AT(displaced_fate), HOLM_DISPLACED_REMOVED },
    { HOLM_CATAN8, AT(chase_steals), 0 },
    { HOLM_CATAN8, AT(distant_robber), 1 },
    { HOLM_CATAN8, AT(barbarian_start), 1 },
    { HOLM_CATAN8, AT(barbarian_victims), HOLM_VICTIMS_NO_ACTIVE_KNIGHT },
    { HOLM_CATAN8, AT(defender_reward), HOLM_REWARD_CARD },
};

static void edition_make(struct holm_rules *rules, int edition)
{
    *rules = edition_2025;
    for (size_t i = 0; i < sizeof differences / sizeof *differences; i++)
        if (differences[i].edition == edition)
            ((uint8_t *)rules)[differences[i].field] = differences[i].value;
}

/* What lies in the box for so many players (BASE-COMP-5, 6; P56-COMP-5, 6; P8-4). */
struct supply_row {
    uint8_t players; /* up to so many */
    uint8_t resource;
    uint8_t commodity; /* CK-COMP-1, CK56-COMP-1, P8-4 */
    uint8_t deck[HOLM_DEVELOPMENTS]; /* knight, victory, road building, plenty, monopoly */
    uint8_t discs;
    uint8_t harbours;
};

static const struct supply_row supplies[] = {
    { 4, 19, 12, { 14, 5, 2, 2, 2 }, HOLM_DISCS_LETTERS, HOLM_HARBOURS_FIXED },
    { 6, 24, 18, { 20, 5, 3, 3, 3 }, HOLM_DISCS_LETTERS, HOLM_HARBOURS_SHUFFLED },
    { 8, 29, 24, { 26, 5, 4, 4, 4 }, HOLM_DISCS_RANDOM, HOLM_HARBOURS_SHUFFLED },
};

/* BASE-COST-1..4, CK-WALL-1, CK-KNIGHT-1, 5, 7, CK-SCI-MEDICINE-1 */
static const struct holm_cards costs[HOLM_PURCHASES] = {
    [HOLM_BUY_ROAD] = { { [HOLM_WOOD] = 1, [HOLM_BRICK] = 1 } },
    [HOLM_BUY_SETTLEMENT] = { { [HOLM_WOOD] = 1,
                                [HOLM_BRICK] = 1,
                                [HOLM_WOOL] = 1,
                                [HOLM_GRAIN] = 1 } },
    [HOLM_BUY_CITY] = { { [HOLM_GRAIN] = 2, [HOLM_ORE] = 3 } },
    [HOLM_BUY_DEVELOPMENT] = { { [HOLM_WOOL] = 1, [HOLM_GRAIN] = 1, [HOLM_ORE] = 1 } },
    [HOLM_BUY_WALL] = { { [HOLM_BRICK] = 2 } },
    [HOLM_BUY_KNIGHT] = { { [HOLM_WOOL] = 1, [HOLM_ORE] = 1 } },
    [HOLM_BUY_PROMOTION] = { { [HOLM_WOOL] = 1, [HOLM_ORE] = 1 } },
    [HOLM_BUY_ACTIVATION] = { { [HOLM_GRAIN] = 1 } },
    [HOLM_BUY_MEDICINE] = { { [HOLM_GRAIN] = 1, [HOLM_ORE] = 2 } },
    [HOLM_BUY_SHIP] = { { [HOLM_WOOD] = 1, [HOLM_WOOL] = 1 } },
};

static const char *const setup_words[] = { "fixed", "variable" };
static const char *const discs_words[] = { "letters", "random" };
static const char *const harbours_words[] = { "fixed", "shuffled" };
static const char *const start_words[] = { "roll", "fixed" };
static const char *const turn_words[] = { "single", "special_build", "paired", "two_per_turn" };
static const char *const order_words[] = { "free", "trade_build_extras" };
static const char *const robber_words[] = { "desert", "off_board" };
static const char *const window_words[] = { "action_phase", "any_time_own_turn" };
static const char *const replacement_words[] = { "equal_or_lower", "equal_else_basic", "equal" };
static const char *const chooser_words[] = { "victim", "active_player" };
static const char *const diplomat_words[] = { "open_end", "any_road", "unlinked" };
static const char *const scope_words[] = { "resource_or_commodity", "resource" };
static const char *const duration_words[] = { "this_turn", "until_own_next_turn" };
static const char *const source_words[] = { "card", "own_turn" };
static const char *const production_words[] = { "one_plus_one", "two_plus_one" };
static const char *const capture_words[] = { "first_to_5", "level5_and_more_improvements" };
static const char *const aqueduct_words[] = { "any_roll", "own_roll" };
static const char *const eligibility_words[] = { "active_at_start", "not_activated_this_turn",
                                                 "active" };
static const char *const fate_words[] = { "retreat_else_removed", "removed" };
static const char *const chase_words[] = { "any_other_land", "numbered_only" };
static const char *const victims_words[] = { "lowest_with_plain_city", "no_active_knight" };
static const char *const reward_words[] = { "vp", "progress_choice" };
static const char *const building_words[] = { "", "settlement", "city" };
static const char *const yes_words[] = { "false", "true" };

#define FIELD(name) AT(name), sizeof(((struct holm_rules *)0)->name)

const struct holm_option holm_options[] = {
    { "setup", "BASE-BOARD-4", "the printed board, or terrain and discs dealt anew", setup_words,
      FIELD(setup), 0, 1 },
    { "discs", "BASE-BOARD-6",
      "in a variable set-up: discs in letter order along a spiral, or at "
      "random with red numbers apart",
      discs_words, FIELD(discs), 0, 1 },
    { "harbours", "BASE-BOARD-10",
      "in a variable set-up: harbours as the frame shows them, or "
      "shuffled",
      harbours_words, FIELD(harbours), 0, 1 },
    { "start_player", "BASE-SETUP-1", "the first player is rolled for, or is the first seat",
      start_words, FIELD(start_player), 0, 1 },
    { "turn_mode", "SBP-1", "how turns run with five or more players", turn_words, FIELD(turn_mode),
      0, 3 },
    { "action_order", "BASE-TURN-5", "trade and build in any order, or first trade, then build",
      order_words, FIELD(action_order), 0, 1 },
    { "balanced_dice", "BASE-PROD-10",
      "rolls come out of a set of all 36, which is filled again when few are left", yes_words,
      FIELD(balanced_dice), 0, 1 },
    { "steal_optional", "BASE-ROBBER-5", "whoever moves the robber may rob nobody", yes_words,
      FIELD(steal_optional), 0, 1 },
    { "robber_may_enter_desert", "BASE-ROBBER-2", "the robber may be moved to a desert", yes_words,
      FIELD(robber_may_enter_desert), 0, 1 },
    { "friendly_robber", "BASE-ROBBER-11",
      "robber and pirate spare players with two points or fewer", yes_words, FIELD(friendly_robber),
      0, 1 },
    { "trade_restrictions", "BASE-TRADE-4", "no gifts and no like for like between players",
      yes_words, FIELD(trade_restrictions), 0, 1 },
    { "offer_by_others", "BASE-TRADE-7", "others may propose trades to the active player",
      yes_words, FIELD(offer_by_others), 0, 1 },
    { "bank_trade_only", "BASE-TRADE-12", "players trade with the bank and not with each other",
      yes_words, FIELD(bank_trade_only), 0, 1 },
    { "neutrals", "DUO-SETUP-1", "neutral colours in a game for two: 2, or 0 for none", NULL,
      FIELD(neutrals), 0, 2 },
    { "token_actions", "DUO-TOKEN-7", "token actions a turn in a game for two; 0: no limit", NULL,
      FIELD(token_actions), 0, 99 },
    { "hand_limit", "BASE-SEVEN-2", "whoever holds more cards discards half of them on a seven",
      NULL, FIELD(hand_limit), 1, 99 },
    { "target", "BASE-VP-2", "victory points that win; 0: as the map says", NULL, FIELD(target), 0,
      99 },
    { "setup_second_building", "CK-SETUP-3", "the second starting piece", building_words,
      FIELD(second_building), 1, 2 },
    { "robber_start", "CK-SETUP-6", "where the robber waits for the first attack", robber_words,
      FIELD(robber_start), 0, 1 },
    { "robber_locked_until_first_attack", "CK-ROBBER-1", "the robber does not move before it",
      yes_words, FIELD(robber_locked), 0, 1 },
    { "progress_hand_limit", "CK-CARD-3", "progress cards in a hand; 0: no limit", NULL,
      FIELD(progress_limit), 0, 20 },
    { "progress_play_window", "CK-CARD-1", "when progress cards may be played", window_words,
      FIELD(progress_window), 0, 1 },
    { "vp_progress_open", "CK-CARD-2", "victory point cards are laid open at once", yes_words,
      FIELD(progress_points_open), 0, 1 },
    { "inventor_requires_own_building", "CK-SCI-INVENTOR-2",
      "both hexes need one of your own buildings", yes_words, FIELD(inventor_own_building), 0, 1 },
    { "inventor_any_disc", "C8-CK-CARD-5", "also 2, 6, 8 and 12 may be swapped", yes_words,
      FIELD(inventor_any_disc), 0, 1 },
    { "deserter_replacement", "CK-POL-DESERTER-3", "the knight that comes for the one that goes",
      replacement_words, FIELD(deserter_replacement), 0, 2 },
    { "deserter_chooser", "CK-POL-DESERTER-1", "who chooses the knight that goes", chooser_words,
      FIELD(deserter_chooser), 0, 1 },
    { "deserter_knight_may_act_this_turn", "CK-POL-DESERTER-6", "if it comes active", yes_words,
      FIELD(deserter_acts), 0, 1 },
    { "diplomat_open_rule", "CK-POL-DIPLOMAT-4", "which roads the diplomat may take up",
      diplomat_words, FIELD(diplomat), 0, 2 },
    { "merchant_fleet_scope", "CK-TRA-FLEET-1", "what the merchant fleet may carry", scope_words,
      FIELD(fleet_scope), 0, 1 },
    { "merchant_fleet_duration", "CK-TRA-FLEET-1", "how long it serves", duration_words,
      FIELD(fleet_duration), 0, 1 },
    { "merchant_source", "CK-MERCH-1", "what moves the merchant", source_words,
      FIELD(merchant_source), 0, 1 },
    { "city_production", "CK-PROD-2", "what cities yield on forest, pasture and mountains",
      production_words, FIELD(city_production), 0, 1 },
    { "improvement_requires_city", "CK-IMP-3", "improvements need a city", yes_words,
      FIELD(improvement_needs_city), 0, 1 },
    { "metropolis_level", "CK-METRO-1", "the level that brings a metropolis", NULL,
      FIELD(metropolis_level), 4, 5 },
    { "metropolis_capture", "CK-METRO-3", "who takes it from its holder", capture_words,
      FIELD(metropolis_capture), 0, 1 },
    { "metropolis_needs_plain_city", "CK-METRO-5", "for levels four and five", yes_words,
      FIELD(metropolis_needs_city), 0, 1 },
    { "mighty_requires_politics3", "CK-KNIGHT-11", "mighty knights need politics level three",
      yes_words, FIELD(mighty_needs_politics), 0, 1 },
    { "aqueduct_scope", "CK-AQUE-1", "on whose rolls the aqueduct helps", aqueduct_words,
      FIELD(aqueduct_scope), 0, 1 },
    { "aqueduct_optional", "CK-AQUE-1", "it may be declined", yes_words, FIELD(aqueduct_optional),
      0, 1 },
    { "knight_action_eligibility", "CK-ACT-2", "which knights may act", eligibility_words,
      FIELD(knight_eligibility), 0, 2 },
    { "knight_blocks_settlement", "CK-KNIGHT-16", "no settlement where a knight stands", yes_words,
      FIELD(knight_blocks_settlement), 0, 1 },
    { "knight_move_action", "CK-MOVE-1", "knights may move", yes_words, FIELD(knight_moves), 0, 1 },
    { "displace_equal", "CK-DISP-1", "knights of equal rank may be displaced too", yes_words,
      FIELD(displace_equal), 0, 1 },
    { "displaced_fate", "CK-DISP-4", "what becomes of a displaced knight", fate_words,
      FIELD(displaced_fate), 0, 1 },
    { "chase_robber_destination", "CK-CHASE-3", "where a knight may chase the robber", chase_words,
      FIELD(chase_destination), 0, 1 },
    { "chase_robber_steals", "CK-CHASE-2", "chasing the robber brings a card", yes_words,
      FIELD(chase_steals), 0, 1 },
    { "knight_moves_distant_robber", "C8-CK-KN-3", "a knight may move the robber from afar",
      yes_words, FIELD(distant_robber), 0, 1 },
    { "barbarian_steps", "CK-COMP-8", "steps of the barbarians to their attack", NULL,
      FIELD(barbarian_steps), 2, 20 },
    { "barbarian_start", "C8-CK-BARB-1", "the step they start from", NULL, FIELD(barbarian_start),
      0, 1 },
    { "barbarian_victims", "CK-BARB-5", "who loses a city", victims_words, FIELD(barbarian_victims),
      0, 1 },
    { "defender_reward", "CK-BARB-15", "what the best defender gets", reward_words,
      FIELD(defender_reward), 0, 1 },
    { "walls", "CK-WALL-3", "walls of each player; 0: there are none", NULL, FIELD(walls), 0, 9 },
    { "var_city_choice", "VAR-PROD-1", "cities yield a commodity or a second resource, by choice",
      yes_words, FIELD(var_city_choice), 0, 1 },
    { "var_aggressive_robber", "VAR-ROBBER-1", "the robber is never locked", yes_words,
      FIELD(var_aggressive_robber), 0, 1 },
    { "var_easy_start", "VAR-EASY-1", "two rounds without sevens and event die", yes_words,
      FIELD(var_easy_start), 0, 1 },
    { "var_knight_errant", "VAR-ERRANT-1", "a knight may chase the robber before the roll",
      yes_words, FIELD(var_knight_errant), 0, 1 },
    { "var_activation_phase", "VAR-ACTIVATE-1", "knights may be activated when the attack comes",
      yes_words, FIELD(var_activation_phase), 0, 1 },
    { "var_commit_knights", "VAR-NASTY-1", "players choose which knights fight", yes_words,
      FIELD(var_commit_knights), 0, 1 },
    { "var_wall_defense", "VAR-WALL-1", "a wall may be lost instead of a city", yes_words,
      FIELD(var_wall_defense), 0, 1 },
    { "turn_limit", "BASE-VP-5", "turns after which the game ends undecided; 0: never", NULL,
      FIELD(turn_limit), 0, 60000 },
    { "undo", "HOLM-UNDO-1", "players may take back their latest action, three times a turn",
      yes_words, FIELD(undo), 0, 1 },
};
const int holm_option_count = sizeof holm_options / sizeof *holm_options;

static const struct supply_row *supply_for(int players)
{
    const struct supply_row *row = supplies;
    while (row->players < players)
        row++;
    return row;
}

static void base_supplies(struct holm_rules *rules, const struct supply_row *supply)
{
    memcpy(rules->deck, supply->deck, sizeof rules->deck);
    rules->walls = 0;
    rules->second_building = HOLM_SETTLEMENT;
    rules->robber_start = HOLM_ROBBER_DESERT;
    rules->robber_locked = 0;
    rules->sea_target_bonus = 0;
    rules->knight_freezes_ships = rules->knight_closes_line = 0;
}

/* C8-CK-CARD-11: engineer and merchant are out where there are no walls, and no card for the latter. */
static void knights_supplies(struct holm_rules *rules, const struct supply_row *supply)
{
    memset(rules->bank.n + HOLM_RESOURCES, supply->commodity, HOLM_CARDS - HOLM_RESOURCES);
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        rules->progress_copies[progress] = holm_progress_info[progress].copies;
    if (rules->merchant_source == HOLM_MERCHANT_BY_TURN)
        rules->progress_copies[HOLM_MERCHANT] = 0;
    if (!rules->walls)
        rules->progress_copies[HOLM_ENGINEER] = 0;
    rules->knights = 2;
    rules->token_actions = 1; /* CKDUO-TRADE-4 */
}

/* BASE-VP-2 */
int usual_target(const struct holm_rules *rules)
{
    return rules->knights ? 13 : 10;
}

int holm_rules_make(struct holm_rules *rules, int game, int edition, int players)
{
    memset(rules, 0, sizeof *rules);
    if (game < 0 || game >= HOLM_GAMES || edition < 0 || edition >= HOLM_EDITIONS)
        return HOLM_E_RULES_GAME;
    if (players < 2 || players > HOLM_SEATS)
        return HOLM_E_RULES_PLAYERS;
    const struct supply_row *supply = supply_for(players);
    edition_make(rules, edition);
    memcpy(rules->cost, costs, sizeof costs);
    memset(rules->bank.n, supply->resource, HOLM_RESOURCES);
    rules->game = (uint8_t)game;
    rules->edition = (uint8_t)edition;
    rules->players = (uint8_t)players;
    if (players != 2)
        rules->neutrals = 0;
    if (players < 5)
        rules->turn_mode = HOLM_TURN_SINGLE;
    rules->setup = HOLM_SETUP_VARIABLE;
    rules->discs = supply->discs;
    rules->harbours = supply->harbours;
    rules->robber_may_enter_desert = 1;
    rules->hand_limit = 7;
    rules->route_minimum = 5;
    rules->army_minimum = 3;
    rules->roads = 15;
    rules->settlements = 5;
    rules->cities = 4;
    rules->undo = 1;
    if (game == HOLM_KNIGHTS || game == HOLM_SEA_KNIGHTS)
        knights_supplies(rules, supply);
    else
        base_supplies(rules, supply);
    rules->ships = game == HOLM_SEAFARERS || game == HOLM_SEA_KNIGHTS ? 15 : 0;
    rules->target = rules->ships ? 0 : (uint8_t)usual_target(rules);
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

/* Counts of cards and pieces that the engine's bytes can hold, and that a game can start with. */
static bool supplies_fit(const struct holm_rules *rules)
{
    enum { CARDS_MAX = 100, COST_MAX = 20, PIECES_MAX = 100, RANK_MAX = 20 };
    int deck = 0, progress[HOLM_TRACKS] = { 0 };
    for (int card = 0; card < HOLM_CARDS; card++) {
        if (rules->bank.n[card] > CARDS_MAX)
            return false;
        for (int purchase = 0; purchase < HOLM_PURCHASES; purchase++)
            if (rules->cost[purchase].n[card] > COST_MAX)
                return false;
    }
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
        deck += rules->deck[kind];
    if (rules->warlord_track >= HOLM_TRACKS)
        return false;
    for (int kind = 0; kind < HOLM_PROGRESS_KINDS; kind++)
        progress[holm_progress_track(rules, kind)] += rules->progress_copies[kind];
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (progress[track] >= HOLM_UNDER_MAX)
            return false;
    return deck <= CARDS_MAX && rules->knights <= RANK_MAX && rules->roads >= 2 &&
           rules->roads <= PIECES_MAX && rules->settlements >= 2 &&
           rules->settlements <= PIECES_MAX && rules->cities >= 1 && rules->cities <= PIECES_MAX;
}

int holm_rules_check(const struct holm_rules *rules)
{
    if (rules->game >= HOLM_GAMES || rules->edition >= HOLM_EDITIONS)
        return HOLM_E_RULES_GAME;
    if (rules->players < 2 || rules->players > HOLM_SEATS)
        return HOLM_E_RULES_PLAYERS;
    if (!supplies_fit(rules))
        return HOLM_E_RULES_VALUE;
    for (int i = 0; i < holm_option_count; i++) {
        unsigned value = holm_option_get(rules, &holm_options[i]);
        if (value < holm_options[i].low || value > holm_options[i].high)
            return HOLM_E_RULES_VALUE;
    }
    if (rules->neutrals != 0 && (rules->neutrals != 2 || rules->players != 2))
        return HOLM_E_RULES_NEUTRALS;
    if (rules->players <= 4 && rules->turn_mode != HOLM_TURN_SINGLE)
        return HOLM_E_RULES_TURN_MODE;
    return HOLM_OK;
}
