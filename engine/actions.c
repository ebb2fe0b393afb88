/* actions.c: the kinds of action. A new kind is a row here, a check and an apply in the file of its
 * subject, and a line in legal.c. ORDER: enum holm_kind. */
#include "engine/engine.h"

const struct holm_kind_info holm_kind_info[HOLM_KINDS] = {
    [HOLM_NO_ACTION] = { "none", 0 },
    [HOLM_DO_ROLL] = { "roll", 0 },
    [HOLM_DO_END] = { "end", 0 },
    [HOLM_DO_SETTLEMENT] = { "settlement", HOLM_F_CORNER },
    [HOLM_DO_ROAD] = { "road", HOLM_F_EDGE },
    [HOLM_DO_CITY] = { "city", HOLM_F_CORNER },
    [HOLM_DO_BUY] = { "buy", 0 },
    [HOLM_DO_KNIGHT] = { "knight", 0 },
    [HOLM_DO_ROAD_BUILDING] = { "road-building", 0 },
    [HOLM_DO_PLENTY] = { "plenty", 0 },
    [HOLM_DO_MONOPOLY] = { "monopoly", HOLM_F_CARD },
    [HOLM_DO_ROBBER] = { "robber", HOLM_F_HEX | HOLM_F_TARGET },
    [HOLM_DO_DISCARD] = { "discard", HOLM_F_GIVE },
    [HOLM_DO_TAKE] = { "take", HOLM_F_TAKE },
    [HOLM_DO_BANK] = { "bank", HOLM_F_GIVE | HOLM_F_TAKE },
    [HOLM_DO_OFFER] = { "offer", HOLM_F_GIVE | HOLM_F_TAKE | HOLM_F_SEATS },
    [HOLM_DO_ACCEPT] = { "accept", 0 },
    [HOLM_DO_DECLINE] = { "decline", 0 },
    [HOLM_DO_WITHDRAW] = { "withdraw", 0 },
    [HOLM_DO_CONCLUDE] = { "conclude", HOLM_F_TARGET },
    [HOLM_DO_NEUTRAL_ROAD] = { "neutral-road", HOLM_F_EDGE | HOLM_F_TARGET },
    [HOLM_DO_NEUTRAL_SETTLEMENT] = { "neutral-settlement", HOLM_F_CORNER | HOLM_F_TARGET },
    [HOLM_DO_FORCE] = { "force", 0 },
    [HOLM_DO_GIVE] = { "give", HOLM_F_GIVE },
    [HOLM_DO_SEND_ROBBER] = { "send-robber", HOLM_F_HEX },
    [HOLM_DO_SELL_KNIGHT] = { "sell-knight", 0 },
};

/* The steps at which a kind may be done. */
enum {
    START_ROLL = 1 << HOLM_STEP_START_ROLL,
    SETUP_SETTLEMENT = 1 << HOLM_STEP_SETUP_SETTLEMENT,
    SETUP_ROAD = 1 << HOLM_STEP_SETUP_ROAD,
    ROLL = 1 << HOLM_STEP_ROLL,
    DISCARD = 1 << HOLM_STEP_DISCARD,
    ROBBER = 1 << HOLM_STEP_ROBBER,
    ACTIONS = 1 << HOLM_STEP_ACTIONS,
    FREE_ROADS = 1 << HOLM_STEP_FREE_ROADS,
    TAKE = 1 << HOLM_STEP_TAKE,
    NEUTRAL_ROAD = 1 << HOLM_STEP_NEUTRAL_ROAD,
    NEUTRAL_SETTLEMENT = 1 << HOLM_STEP_NEUTRAL_SETTLEMENT,
    GIVE = 1 << HOLM_STEP_GIVE,
    SPECIAL_BUILD = 1 << HOLM_STEP_SPECIAL_BUILD
};

static int check_nothing(const struct holm_state *state, const struct holm_action *action)
{
    (void)state;
    (void)action;
    return HOLM_OK;
}

const struct kind_row kind_rows[HOLM_KINDS] = {
    [HOLM_DO_ROLL] = { check_nothing, apply_roll, START_ROLL | ROLL },
    [HOLM_DO_END] = { check_nothing, apply_end, ACTIONS | SPECIAL_BUILD },
    [HOLM_DO_SETTLEMENT] = { check_settlement, apply_settlement,
                             SETUP_SETTLEMENT | ACTIONS | SPECIAL_BUILD },
    [HOLM_DO_ROAD] = { check_road, apply_road, SETUP_ROAD | ACTIONS | FREE_ROADS | SPECIAL_BUILD },
    [HOLM_DO_CITY] = { check_city, apply_city, ACTIONS | SPECIAL_BUILD },
    [HOLM_DO_BUY] = { check_buy, apply_buy, ACTIONS | SPECIAL_BUILD },
    [HOLM_DO_KNIGHT] = { check_knight, apply_knight, ROLL | ACTIONS },
    [HOLM_DO_ROAD_BUILDING] = { check_road_building, apply_road_building, ROLL | ACTIONS },
    [HOLM_DO_PLENTY] = { check_plenty, apply_plenty, ROLL | ACTIONS },
    [HOLM_DO_MONOPOLY] = { check_monopoly, apply_monopoly, ROLL | ACTIONS },
    [HOLM_DO_ROBBER] = { check_robber, apply_robber, ROBBER },
    [HOLM_DO_DISCARD] = { check_discard, apply_discard, DISCARD },
    [HOLM_DO_TAKE] = { check_take, apply_take, TAKE },
    [HOLM_DO_BANK] = { check_bank, apply_bank, ACTIONS },
    [HOLM_DO_OFFER] = { check_offer, apply_offer, ACTIONS },
    [HOLM_DO_ACCEPT] = { check_accept, apply_accept, ACTIONS },
    [HOLM_DO_DECLINE] = { check_decline, apply_decline, ACTIONS },
    [HOLM_DO_WITHDRAW] = { check_withdraw, apply_withdraw, ACTIONS },
    [HOLM_DO_CONCLUDE] = { check_conclude, apply_conclude, ACTIONS },
    [HOLM_DO_NEUTRAL_ROAD] = { check_neutral_road, apply_neutral_road, NEUTRAL_ROAD },
    [HOLM_DO_NEUTRAL_SETTLEMENT] = { check_neutral_settlement, apply_neutral_settlement,
                                     NEUTRAL_SETTLEMENT },
    [HOLM_DO_FORCE] = { check_force, apply_force, ACTIONS },
    [HOLM_DO_GIVE] = { check_give, apply_give, GIVE },
    [HOLM_DO_SEND_ROBBER] = { check_send_robber, apply_send_robber, ACTIONS },
    [HOLM_DO_SELL_KNIGHT] = { check_sell_knight, apply_sell_knight, ACTIONS },
};
