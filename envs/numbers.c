/* numbers.c: every action that the rules and the map know has a number, and back. */
#include "envs/parts.h"

#include <stdio.h>

/* ------------------------------------------------- which kinds a game has */

/* Kinds that exist only where a rule is in force. */
#define RULE(field) offsetof(struct holm_rules, field)
static const uint16_t rule_of[HOLM_KINDS] = {
    [HOLM_DO_NEUTRAL_ROAD] = RULE(neutrals),   [HOLM_DO_NEUTRAL_SETTLEMENT] = RULE(neutrals),
    [HOLM_DO_NEUTRAL_KNIGHT] = RULE(neutrals), [HOLM_DO_NEUTRAL_PROMOTE] = RULE(neutrals),
    [HOLM_DO_FORCE] = RULE(neutrals),          [HOLM_DO_SEND_ROBBER] = RULE(neutrals),
    [HOLM_DO_SELL_KNIGHT] = RULE(neutrals),    [HOLM_DO_DISMISS] = RULE(neutrals),
    [HOLM_DO_RAID] = RULE(distant_robber),     [HOLM_DO_COMMIT] = RULE(var_commit_knights),
    [HOLM_DO_BREACH] = RULE(var_wall_defense), [HOLM_DO_YIELD] = RULE(var_city_choice),
};

/* Kinds that depend on the game or the batch. */
enum need { NEED_NO_KNIGHTS = 1, NEED_OFFERS, NEED_NEVER };
static const uint8_t needs[HOLM_KINDS] = {
    [HOLM_DO_BUY] = NEED_NO_KNIGHTS,    [HOLM_DO_KNIGHT] = NEED_NO_KNIGHTS,
    [HOLM_DO_PLENTY] = NEED_NO_KNIGHTS, [HOLM_DO_MONOPOLY] = NEED_NO_KNIGHTS,
    [HOLM_DO_OFFER] = NEED_OFFERS,      [HOLM_DO_ACCEPT] = NEED_OFFERS,
    [HOLM_DO_DECLINE] = NEED_OFFERS,    [HOLM_DO_WITHDRAW] = NEED_OFFERS,
    [HOLM_DO_CONCLUDE] = NEED_OFFERS,   [HOLM_DO_UNDO] = NEED_NEVER,
};

static bool has_kind(const struct holm_envs *envs, const struct holm_rules *rules, int kind)
{
    const int groups = holm_kind_info[kind].groups & (HOLM_G_KNIGHTS | HOLM_G_SEA);
    if (groups && !(groups & HOLM_G_KNIGHTS && envs->knights) &&
        !(groups & HOLM_G_SEA && envs->ships))
        return false;
    if (rule_of[kind] && !((const uint8_t *)rules)[rule_of[kind]])
        return false;
    switch (needs[kind]) {
    case NEED_NO_KNIGHTS:
        return !envs->knights;
    case NEED_OFFERS:
        return envs->config.offers && !rules->bank_trade_only;
    case NEED_NEVER:
        return false;
    }
    return true;
}

/* ------------------------------------------------------------ the numbering */

/* The menu: one card for one, two for one, one for two; each kind for each other. */
enum { MENU_FORMS = 3 };
static const uint8_t menu_forms[MENU_FORMS][2] = { { 1, 1 }, { 2, 1 }, { 1, 2 } };

static int form_of(int kind)
{
    const uint32_t fields = holm_kind_info[kind].fields;
    if (kind == HOLM_DO_OFFER)
        return CODE_OFFER;
    if (fields & HOLM_F_DICE)
        return CODE_DICE;
    if (fields & HOLM_F_GIVE && fields & HOLM_F_TAKE)
        return CODE_BANK;
    if (fields & (HOLM_F_GIVE | HOLM_F_TAKE))
        return CODE_CARD;
    if (fields & (HOLM_F_TO | HOLM_F_TO_EDGE))
        return CODE_SOURCE;
    return fields & HOLM_F_FRAME ? CODE_FRAME : CODE_PLAIN;
}

static bool is_neutral_target(int kind)
{
    return kind == HOLM_DO_NEUTRAL_ROAD || kind == HOLM_DO_NEUTRAL_SETTLEMENT ||
           kind == HOLM_DO_NEUTRAL_KNIGHT;
}

/* How many values each part of a kind's numbers has. */
static void measure_block(const struct holm_envs *envs, const struct holm_board *board, int kind,
                          struct holm_envs_action_block *block)
{
    const uint32_t fields = holm_kind_info[kind].fields;
    const uint32_t kinds = board->card_kinds;
    block->places = block->tos = block->targets = block->cards = 1;
    if (fields & HOLM_F_DICE)
        block->places = block->tos = 6;
    else if (fields & HOLM_F_HEX)
        block->places = envs->hexes + (fields & HOLM_F_FRAME ? 1u : 0u);
    else if (fields & HOLM_F_CORNER)
        block->places = envs->corners;
    else if (fields & HOLM_F_EDGE)
        block->places = envs->edges;
    block->of = fields & HOLM_F_HEX      ? HOLM_ENVS_OF_HEX
                : fields & HOLM_F_CORNER ? HOLM_ENVS_OF_CORNER
                : fields & HOLM_F_EDGE   ? HOLM_ENVS_OF_EDGE
                                         : HOLM_ENVS_OF_GAME;
    if (fields & HOLM_F_TARGET) {
        block->first_target = is_neutral_target(kind) ? envs->players : !(fields & HOLM_F_NOBODY);
        block->targets = envs->seats - block->first_target;
    }
    block->cards = kind == HOLM_DO_CHASE && !envs->ships ? 1 /* there is no pirate */
                                                         : (uint32_t)holm_card_values(board, kind);
    if (form_of(kind) == CODE_CARD)
        block->cards = kinds;
    if (form_of(kind) == CODE_BANK)
        block->cards = kinds * kinds;
    if (form_of(kind) == CODE_OFFER)
        block->cards = MENU_FORMS * kinds * kinds;
    block->count = block->places * block->tos * block->targets * block->cards;
}

static void make_code(const struct holm_envs_action_block *block, int kind, struct code *code)
{
    const bool dice = holm_kind_info[kind].fields & HOLM_F_DICE;
    code->form = (uint8_t)form_of(kind);
    code->target = (uint16_t)block->cards;
    code->to = (uint16_t)(code->target * block->targets);
    code->place = (uint16_t)(code->to * block->tos);
    if (!dice)
        code->to = 0; /* the second place of a move has numbers of its own */
    code->base = (int32_t)block->offset - (int32_t)(block->first_target * code->target);
    if (dice)
        code->base -= code->place + code->to; /* dice count from 1 */
    if (!(holm_kind_info[kind].fields & HOLM_F_TARGET))
        code->target = 0; /* a seat 0 that means nothing */
}

/* The action of a number, with relative seats. */
static void make_row(const struct holm_envs *envs, const struct holm_board *board, int kind,
                     const struct holm_envs_action_block *block, uint32_t at,
                     struct holm_action *row)
{
    const uint32_t fields = holm_kind_info[kind].fields;
    const int kinds = board->card_kinds, card = (int)(at % block->cards);
    const bool dice = fields & HOLM_F_DICE;
    memset(row, 0, sizeof *row);
    row->kind = (uint8_t)kind;
    row->seat =
        (uint8_t)((fields & HOLM_F_TARGET ? ROW_TARGET : 0) |
                  (kind == HOLM_DO_BANK ? ROW_RATE : 0) | (kind == HOLM_DO_OFFER ? ROW_SEATS : 0) |
                  (form_of(kind) == CODE_SOURCE ? ROW_FIRST_HALF : 0));
    at /= block->cards;
    if (fields & HOLM_F_TARGET)
        row->target = (uint8_t)(block->first_target + at % block->targets);
    at /= block->targets;
    row->to = (uint16_t)(at % block->tos + dice);
    row->place = (uint16_t)(at / block->tos + dice);
    if (form_of(kind) == CODE_FRAME && row->place == envs->hexes)
        row->place = HOLM_NONE;
    switch (form_of(kind)) {
    case CODE_CARD:
        (fields & HOLM_F_TAKE ? &row->take : &row->give)->n[card] = 1;
        break;
    case CODE_BANK: /* the rate is the seat's */
        row->give.n[card / kinds] = 1;
        row->take.n[card % kinds] = 1;
        break;
    case CODE_OFFER:
        row->give.n[card / kinds % kinds] = menu_forms[card / kinds / kinds][0];
        row->take.n[card % kinds] = menu_forms[card / kinds / kinds][1];
        break;
    default:
        row->card = (uint8_t)card;
    }
}

static uint32_t add_block(struct holm_envs *envs, const char *name, uint32_t offset,
                          struct holm_envs_action_block *block)
{
    struct holm_envs_action_block *row = &envs->action_block[envs->action_blocks++];
    snprintf(block->name, sizeof block->name, "%s", name);
    block->offset = offset;
    *row = *block;
    return offset + block->count;
}

/* Where something moves: the second half. */
static uint32_t add_to(struct holm_envs *envs, const char *name, uint32_t offset, int of,
                       uint32_t places, struct holm_action *row)
{
    struct holm_envs_action_block block = {
        .count = places, .places = places, .tos = 1, .targets = 1, .cards = 1, .of = (uint32_t)of
    };
    for (uint32_t place = 0; row && place < places; place++)
        row[offset + place] =
            (struct holm_action){ .seat = ROW_SECOND_HALF, .to = (uint16_t)place };
    return add_block(envs, name, offset, &block);
}

uint32_t numbers_make(struct holm_envs *envs, const struct holm_board *board,
                      struct holm_action *row)
{
    uint32_t next = 0;
    envs->action_blocks = 0;
    for (int kind = 0; kind < HOLM_KINDS; kind++)
        envs->code[kind].form = CODE_ABSENT;
    for (int kind = HOLM_NO_ACTION + 1; kind < HOLM_KINDS; kind++) {
        struct holm_envs_action_block block = { .kind = (uint32_t)kind };
        if (!has_kind(envs, &board->rules, kind))
            continue;
        measure_block(envs, board, kind, &block);
        block.offset = next;
        make_code(&block, kind, &envs->code[kind]);
        for (uint32_t i = 0; row && i < block.count; i++)
            make_row(envs, board, kind, &block, i, &row[next + i]);
        if (kind == HOLM_DO_OFFER) {
            envs->offer_first = next;
            envs->offer_count = block.count;
        }
        next = add_block(envs, holm_kind_info[kind].name, next, &block);
    }
    envs->to_corner = envs->to_edge = next;
    if (envs->knights)
        next = add_to(envs, "to-corner", next, HOLM_ENVS_OF_CORNER, envs->corners, row);
    envs->to_edge = next;
    if (envs->ships)
        next = add_to(envs, "to-edge", next, HOLM_ENVS_OF_EDGE, envs->edges, row);
    return next;
}

/* Players count on from the one who acts; neutral colours keep their places behind them. */
void seats_make(struct holm_envs *envs)
{
    for (int actor = 0; actor < envs->players; actor++) {
        memset(envs->seat_at[actor], HOLM_NONE, TARGET_SLOTS);
        for (int seat = 0; seat < envs->seats; seat++) {
            const int slot =
                seat < envs->players ? (seat + envs->players - actor) % envs->players : seat;
            envs->slot[actor][seat] = (uint8_t)slot;
            envs->owner[actor][seat] = (uint8_t)(slot + 1);
            envs->seat_at[actor][slot] = (uint8_t)seat;
        }
    }
}

/* -------------------------------------------------------- there and back */

/* What the position decides of an action. */
static void complete_row(const struct holm_envs *envs, const struct game *game, unsigned open,
                         struct holm_action *action)
{
    const struct holm_state *state = &game->state;
    if (open & ROW_SECOND_HALF) {
        action->kind = game->half_kind;
        action->place = game->half_place;
    }
    if (open & ROW_TARGET)
        action->target = action->target ? envs->seat_at[game->seat][action->target] : HOLM_NONE;
    if (open & ROW_RATE) {
        const int card = only_card(&action->give);
        action->give.n[card] = (uint8_t)holm_rate(state, game->seat, card);
    }
    if (open & ROW_SEATS && state->active != HOLM_NONE) /* nobody is, before the first turn */
        action->seats = (uint16_t)(game->seat == state->active
                                       ? holm_bits_below(envs->players) & ~holm_bit(game->seat)
                                       : holm_bit(state->active));
}

void action_of(const struct holm_envs *envs, const struct game *game, uint32_t number,
               struct holm_action *action)
{
    const unsigned open = envs->row[number].seat;
    *action = envs->row[number];
    action->seat = game->seat;
    if (open)
        complete_row(envs, game, open, action);
}
