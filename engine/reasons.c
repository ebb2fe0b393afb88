/* reasons.c: which reason is said. What a game does not have is said first, whenever it is tried;
 * and where a closer rule says the same as a general one, the closer one speaks. */
#include "engine/engine.h"

/* What there is in a game, and at times in it, where a rule of its own stands before a general one. */
enum {
    WITH_KNIGHTS = 1,
    WITH_SHIPS = 2,
    WITH_NEUTRALS = 4,
    WITH_ROBBER = 8,
    WITH_PIRATE = 16,
    WITH_FLEET = 32,
    WITH_WONDERS = 64,
    WITH_MOVES = 128,
    WITH_RAIDS = 256,
    WITH_BREACHES = 512,
    POINTS_OPEN = 1024,
    PORTS_PLACED = 2048,
    ROBBER_LOCKED = 4096,
    BETWEEN_ROLLS = 8192,
    WITHOUT_KNIGHTS = 16384 /* development cards, and no commodities */
};

static int games_of(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    const struct holm_map *map = &state->board->map;
    const struct holm_step *step = holm_step(state);
    return (rules->knights ? WITH_KNIGHTS : 0) | (rules->ships ? WITH_SHIPS : 0) |
           (rules->neutrals ? WITH_NEUTRALS : 0) | (map->lanes ? WITH_FLEET : WITH_ROBBER) |
           (rules->ships && map->has_pirate && !map->lanes ? WITH_PIRATE : 0) |
           (map->wonders ? WITH_WONDERS : 0) | (rules->knight_moves ? WITH_MOVES : 0) |
           (rules->distant_robber ? WITH_RAIDS : 0) |
           (rules->var_wall_defense ? WITH_BREACHES : 0) |
           (rules->progress_points_open ? POINTS_OPEN : 0) | (map->place_ports ? PORTS_PLACED : 0) |
           (robber_locked(state) ? ROBBER_LOCKED : 0) |
           (step->kind == HOLM_STEP_ROLL && step->n ? BETWEEN_ROLLS : 0) |
           (rules->knights ? 0 : WITHOUT_KNIGHTS);
}

/* What a kind, or all of a group, cannot do without. The first row that fits has the words. */
static const struct absence {
    uint16_t needs, error, groups;
    uint8_t kind;
} absences[] = {
    { WITH_SHIPS, HOLM_E_NO_SHIPS, .kind = HOLM_DO_SHIP },
    { WITH_SHIPS, HOLM_E_NO_SHIPS, .kind = HOLM_DO_SAIL },
    { WITH_PIRATE, HOLM_E_NO_PIRATE, .kind = HOLM_DO_PIRATE },
    { WITH_WONDERS, HOLM_E_NO_WONDERS, .groups = HOLM_G_WONDER },
    { WITH_SHIPS, HOLM_E_NO_SEA_GAME, .groups = HOLM_G_SEA },
    { WITH_KNIGHTS, HOLM_E_NO_KNIGHTS_GAME, .groups = HOLM_G_KNIGHTS },
    { WITHOUT_KNIGHTS, HOLM_E_NO_DEVELOPMENT, .kind = HOLM_DO_BUY },
    { WITHOUT_KNIGHTS, HOLM_E_NO_DEVELOPMENT, .groups = HOLM_G_DEVELOPMENT_CARD },
    { WITH_NEUTRALS, HOLM_E_NO_NEUTRALS, .groups = HOLM_G_NEUTRAL },
    { WITH_NEUTRALS, HOLM_E_NO_TOKENS_GAME, .groups = HOLM_G_TOKEN },
    { WITH_ROBBER, HOLM_E_NO_ROBBER, .kind = HOLM_DO_ROBBER },
    { WITH_MOVES, HOLM_E_NO_MOVES, .kind = HOLM_DO_MOVE },
    { WITH_RAIDS, HOLM_E_NO_RAIDS, .kind = HOLM_DO_RAID },
    { WITH_BREACHES, HOLM_E_NO_BREACH, .kind = HOLM_DO_BREACH },
};

/* What counts among both is there with either. */
static const int either[] = { HOLM_G_KNIGHTS | HOLM_G_SEA,
                              HOLM_G_DEVELOPMENT_CARD | HOLM_G_PROGRESS_CARD };

int absent_reason(const struct holm_state *state, int kind)
{
    const int games = games_of(state);
    int groups = kind_rows[kind].groups;
    for (size_t i = 0; i < sizeof either / sizeof *either; i++)
        if ((groups & either[i]) == either[i])
            groups &= ~either[i];
    for (size_t i = 0; i < sizeof absences / sizeof *absences; i++) {
        const struct absence *row = &absences[i];
        if ((row->kind == kind || row->groups & groups) && !(row->needs & games))
            return row->error;
    }
    return HOLM_OK;
}

/* Where a closer rule says the same: in some games, for a kind or a group, at a step (0: any). Rules
 * are decided without looking at that; the first row that fits has the better words. */
static const struct closer_reason {
    uint16_t error, closer, games, groups;
    uint8_t kind, step;
} closer_reasons[] = {
    { HOLM_E_BEFORE_ROLL, HOLM_E_SECOND_ROLL, .games = BETWEEN_ROLLS },
    { HOLM_E_TRADE_TIME, HOLM_E_SECOND_ROLL, .games = BETWEEN_ROLLS },
    { HOLM_E_MUST_ROLL, HOLM_E_SECOND_ROLL, .games = BETWEEN_ROLLS },
    { HOLM_E_BEFORE_ROLL, HOLM_E_BEFORE_ROLL_KNIGHTS, .games = WITH_KNIGHTS },
    { HOLM_E_SETTLEMENT_UNCONNECTED, HOLM_E_SETTLEMENT_ROUTE, .games = WITH_SHIPS },
    { HOLM_E_KNIGHT_ROAD, HOLM_E_KNIGHT_ROUTE, .games = WITH_SHIPS },
    { HOLM_E_MOVE_UNREACHABLE, HOLM_E_MOVE_ROUTE, .games = WITH_SHIPS },
    { HOLM_E_INTRIGUE_ROAD, HOLM_E_INTRIGUE_ROUTE, .games = WITH_SHIPS },
    { HOLM_E_NOT_NOW, HOLM_E_DROP_TIME, .games = WITH_KNIGHTS, .kind = HOLM_DO_DROP },
    { HOLM_E_TRADE_TIME, HOLM_E_BEFORE_ROLL_KNIGHTS, .games = WITH_KNIGHTS,
      .step = HOLM_STEP_ROLL },
    { HOLM_E_CARD_TIME, HOLM_E_PROGRESS_TIME, .games = WITH_KNIGHTS },
    { HOLM_E_TRADE_TIME, HOLM_E_TRADE_PARTNER, .kind = HOLM_DO_CONCLUDE,
      .step = HOLM_STEP_ACTIONS },
    { HOLM_E_SPECIAL_TRADE, HOLM_E_SPECIAL_KNIGHTS, .games = WITH_KNIGHTS },
    { HOLM_E_SPECIAL_CARD, HOLM_E_SPECIAL_KNIGHTS, .games = WITH_KNIGHTS },
    { HOLM_E_NOT_NOW, HOLM_E_SPECIAL_KNIGHTS, .groups = HOLM_G_ACT,
      .step = HOLM_STEP_SPECIAL_BUILD },
    { HOLM_E_NOT_NOW, HOLM_E_SPECIAL_WONDER, .groups = HOLM_G_WONDER,
      .step = HOLM_STEP_SPECIAL_BUILD },
    { HOLM_E_PAIRED_TRADE, HOLM_E_PAIRED_TRADE_KNIGHTS, .games = WITH_KNIGHTS },
    { HOLM_E_TOKEN_LIMIT, HOLM_E_TOKEN_LIMIT_KNIGHTS, .games = WITH_KNIGHTS },
    { HOLM_E_NO_KNIGHT, HOLM_E_NO_SELLING, .games = WITH_KNIGHTS },
    { HOLM_E_RESOURCE, HOLM_E_TRADE_CARDS, .games = WITHOUT_KNIGHTS, .groups = HOLM_G_TRADE },
    { HOLM_E_RESOURCE, HOLM_E_GIVE_RESOURCES, .step = HOLM_STEP_GIVE },
    { HOLM_E_CHASE_LOCKED, HOLM_E_ERRANT_LOCKED, .kind = HOLM_DO_CHASE, .step = HOLM_STEP_ROLL },
    { HOLM_E_NOT_NOW, HOLM_E_SEVEN_LOCKED, .games = ROBBER_LOCKED, .kind = HOLM_DO_ROBBER,
      .step = HOLM_STEP_ACTIONS },
    { HOLM_E_NOT_NOW, HOLM_E_CHASE_PIRATE_LOCKED, .games = ROBBER_LOCKED, .kind = HOLM_DO_PIRATE,
      .step = HOLM_STEP_ACTIONS },
    { HOLM_E_NO_DESERT, HOLM_E_DESERT_CHOICE, .step = HOLM_STEP_ROBBER_DESERT },
    { HOLM_E_NOT_OWN_KNIGHT, HOLM_E_ACTIVATE_OWN, .kind = HOLM_DO_ACTIVATE },
    { HOLM_E_NOT_OWN_KNIGHT, HOLM_E_PROMOTE_OWN, .kind = HOLM_DO_PROMOTE },
    { HOLM_E_NOT_OWN_KNIGHT, HOLM_E_DESERTER_OWN, .kind = HOLM_DO_REMOVE },
    { HOLM_E_NOT_OWN_KNIGHT, HOLM_E_COMMIT_OWN, .kind = HOLM_DO_COMMIT },
    { HOLM_E_KNIGHT_INACTIVE, HOLM_E_COMMIT_OWN, .kind = HOLM_DO_COMMIT },
    { HOLM_E_NOT_OWN_KNIGHT, HOLM_E_DISMISS_OWN, .kind = HOLM_DO_DISMISS },
    { HOLM_E_NO_TOKENS_GAME, HOLM_E_KNIGHT_KEPT, .games = WITH_KNIGHTS, .kind = HOLM_DO_DISMISS },
    { HOLM_E_DISPLACE_TARGET, HOLM_E_INTRIGUE_TARGET, .kind = HOLM_DO_INTRIGUE },
    { HOLM_E_FREE_ROADS_FIRST, HOLM_E_CARD_ROADS_FIRST, .games = WITH_KNIGHTS },
    { HOLM_E_ROLLED, HOLM_E_ALCHEMIST_SECOND, .kind = HOLM_DO_ALCHEMIST, .step = HOLM_STEP_ROLL },
    { HOLM_E_ROLLED, HOLM_E_ALCHEMIST_TIME, .kind = HOLM_DO_ALCHEMIST },
    { HOLM_E_CANNOT_DECLINE, HOLM_E_AQUEDUCT_DECLINED, .step = HOLM_STEP_AQUEDUCT },
    { HOLM_E_PROGRESS_FIRST, HOLM_E_HARBOR_REFUSED, .kind = HOLM_DO_PASS,
      .step = HOLM_STEP_HARBOR },
    { HOLM_E_PIRATE_VILLAGE, HOLM_E_CHASE_VILLAGE, .kind = HOLM_DO_CHASE },
    { HOLM_E_POINT_KEPT, HOLM_E_POINT_OPEN, .games = POINTS_OPEN },
    { HOLM_E_RETREAT_FIRST, HOLM_E_RETREAT_REFUSED, .kind = HOLM_DO_PASS },
    { HOLM_E_PORT_FIRST, HOLM_E_PORTS_FIRST, .games = PORTS_PLACED },
    { HOLM_E_NOT_PLAIN_CITY, HOLM_E_PILLAGE_CITY, .kind = HOLM_DO_PILLAGE },
    { HOLM_E_KNIGHT_ROAD, HOLM_E_NEUTRAL_KNIGHT_ROAD, .kind = HOLM_DO_NEUTRAL_KNIGHT },
    { HOLM_E_IMPROVE_COST, HOLM_E_CRANE_COST, .kind = HOLM_DO_CRANE },
    { HOLM_E_TAKE_COUNT, HOLM_E_GOLD_COUNT, .step = HOLM_STEP_GOLD },
    { HOLM_E_TAKE_COUNT, HOLM_E_AQUEDUCT, .step = HOLM_STEP_AQUEDUCT },
    { HOLM_E_BANK_EMPTY, HOLM_E_GOLD_BANK, .step = HOLM_STEP_GOLD },
    { HOLM_E_BANK_EMPTY, HOLM_E_AQUEDUCT, .step = HOLM_STEP_AQUEDUCT },
    { HOLM_E_RESOURCE, HOLM_E_GOLD_COMMODITY, .step = HOLM_STEP_GOLD },
    { HOLM_E_RESOURCE, HOLM_E_AQUEDUCT, .step = HOLM_STEP_AQUEDUCT },
    { HOLM_E_ROBBER_SEA, HOLM_E_BISHOP_SEA, .games = WITH_SHIPS, .kind = HOLM_DO_BISHOP },
    { HOLM_E_EDGE_TAKEN, HOLM_E_SHIP_TAKEN, .kind = HOLM_DO_SHIP },
    { HOLM_E_EDGE_TAKEN, HOLM_E_SHIP_TAKEN, .kind = HOLM_DO_SAIL },
    { HOLM_E_SETUP_ROAD, HOLM_E_SETUP_SHIP, .kind = HOLM_DO_SHIP },
    { HOLM_E_NO_PIRATE, HOLM_E_FLEET_STEERED, .games = WITH_FLEET },
    { HOLM_E_NO_PIRATE, HOLM_E_WONDERS_NO_PIRATE, .games = WITH_WONDERS },
    { HOLM_E_PIRATE_THERE, HOLM_E_FLEET_THERE, .games = WITH_FLEET },
    { HOLM_E_PIRATE_THERE, HOLM_E_PIRATE_START, .step = HOLM_STEP_SETUP_ROAD },
    { HOLM_E_PIRATE_THERE, HOLM_E_PIRATE_SAIL, .kind = HOLM_DO_SAIL },
    { HOLM_E_NOT_ASKED, HOLM_E_UNDO_PASSED, .kind = HOLM_DO_UNDO },
    { HOLM_E_NOT_YOUR_TURN, HOLM_E_UNDO_PASSED, .kind = HOLM_DO_UNDO },
};

int closer_reason(const struct holm_state *state, const struct holm_action *action, int error)
{
    int games = games_of(state), step = holm_step(state)->kind;
    int groups = kind_rows[action->kind].groups;
    for (size_t i = 0; i < sizeof closer_reasons / sizeof *closer_reasons; i++) {
        const struct closer_reason *row = &closer_reasons[i];
        if (row->error == error && (row->games & games) == row->games &&
            (!row->groups || row->groups & groups) && (!row->kind || row->kind == action->kind) &&
            (!row->step || row->step == step))
            return row->closer;
    }
    return error;
}
