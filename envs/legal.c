/* legal.c: who is asked in a position, and which numbers are legal: exactly what holm_legal() lists. */
#include "envs/parts.h"

/* What all numbers of places, seats and single values have in common. */
static inline uint32_t plain_number(const struct holm_envs *envs, const struct code *code,
                                    const struct holm_action *action, int place)
{
    const int target = envs->slot[action->seat][slot_index(action->target)];
    return (uint32_t)(code->base + place * code->place + target * code->target + action->card);
}

/* Numbers of cards; the rest has none. */
static uint32_t card_number(const struct holm_envs *envs, const struct code *code,
                            const struct holm_action *action)
{
    const bool takes = holm_kind_info[action->kind].fields & HOLM_F_TAKE;
    const int kinds = envs->knights ? HOLM_CARDS : HOLM_RESOURCES;
    switch ((enum code_form)code->form) {
    case CODE_CARD:
        return (uint32_t)(code->base + only_card(takes ? &action->take : &action->give));
    case CODE_BANK:
        return (uint32_t)(code->base + only_card(&action->give) * kinds + only_card(&action->take));
    case CODE_FRAME:
        return plain_number(envs, code, action,
                            action->place == HOLM_NONE ? envs->hexes : action->place);
    case CODE_DICE:
        return (uint32_t)(code->base + action->place * code->place + action->to * code->to);
    case CODE_PLAIN:
    case CODE_SOURCE:
    case CODE_OFFER:
    case CODE_ABSENT:
        break;
    }
    return envs->info.actions; /* none */
}

/* The number of a listed action, or of its first half. */
static inline uint32_t number_of(const struct holm_envs *envs, const struct holm_action *action)
{
    const struct code *code = &envs->code[action->kind];
    return code->form <= CODE_PLAIN_LAST ? plain_number(envs, code, action, action->place)
                                         : card_number(envs, code, action);
}

static uint32_t second_half(const struct holm_envs *envs, const struct holm_action *action)
{
    const bool corner = holm_kind_info[action->kind].fields & HOLM_F_TO;
    return (corner ? envs->to_corner : envs->to_edge) + action->to;
}

static bool completes(const struct game *game, const struct holm_action *action)
{
    return action->kind == game->half_kind && action->place == game->half_place;
}

/* The legal numbers so far, as a set, as a list and as a row of the mask. */
struct found {
    uint64_t *set;
    uint16_t *list;
    uint8_t *mask;
    uint32_t count;
};

/* What is there already is written once more, and not counted: first halves come more than once. */
static inline __attribute__((always_inline)) void add(struct found *found, uint32_t number)
{
    uint64_t *word = &found->set[number / WORD_BITS];
    const uint64_t bit = (uint64_t)1 << number % WORD_BITS;
    found->list[found->count] = (uint16_t)number;
    found->mask[number] = 1;
    found->count += !(*word & bit);
    *word |= bit;
}

/* ------------------------------------------------------------------- offers */

static bool covers(const struct holm_cards *have, const struct holm_cards *need)
{
    for (int card = 0; card < HOLM_CARDS; card++)
        if (need->n[card] > have->n[card])
            return false;
    return true;
}

/* The template of an offer, where the seat may make one more. */
static const struct holm_action *
offer_template(const struct holm_envs *envs, const struct game *game, const struct holm_list *list)
{
    const bool counted = game->offers_turn == game->state.turns;
    if (!envs->offer_count || (counted && game->offers >= envs->config.offers))
        return NULL;
    for (int i = list->count; i < list->count + list->templates; i++)
        if (list->at[i].kind == HOLM_DO_OFFER)
            return &list->at[i];
    return NULL;
}

static bool in_bounds(const struct holm_action *offer, const struct holm_action *bounds)
{
    return only_card(&offer->give) != only_card(&offer->take) &&
           covers(&bounds->give, &offer->give) && covers(&bounds->take, &offer->take);
}

/* --------------------------------------------------------------------- look */

static inline void add_offers(const struct holm_envs *envs, const struct game *game,
                              const struct holm_list *list, struct found *found)
{
    const struct holm_action *bounds = offer_template(envs, game, list);
    for (uint32_t i = 0; bounds && i < envs->offer_count; i++)
        if (in_bounds(&envs->row[envs->offer_first + i], bounds))
            add(found, envs->offer_first + i);
}

static inline __attribute__((always_inline)) void
add_listed(const struct holm_envs *envs, const struct holm_list *list, struct found *found)
{
    const int count = list->count;
    const uint32_t numbers = envs->info.actions;
    for (int i = 0; i < count; i++) {
        const uint32_t number = number_of(envs, &list->at[i]);
        if (number < numbers) /* all of them, or a kind is missing in numbers.c */
            add(found, number);
    }
}

static void add_second_halves(const struct holm_envs *envs, const struct game *game,
                              const struct holm_list *list, struct found *found)
{
    for (int i = 0; i < list->count; i++)
        if (completes(game, &list->at[i]))
            add(found, second_half(envs, &list->at[i]));
}

uint32_t find_legal(const struct holm_envs *envs, const struct game *game, struct holm_list *list,
                    uint64_t *set, uint16_t *numbers, uint8_t *mask)
{
    struct found found = { set, numbers, mask, 0 };
    for (uint32_t i = 0; i < envs->words; i++)
        set[i] = 0;
    if (game->seat == HOLM_NONE)
        return 0;
    holm_legal(&game->state, game->seat, list);
    if (game->half_kind) {
        add_second_halves(envs, game, list, &found);
        return found.count;
    }
    add_listed(envs, list, &found);
    if (envs->offer_count)
        add_offers(envs, game, list, &found);
    return found.count;
}

int whole_actions(const struct holm_envs *envs, uint32_t index, struct holm_list *list,
                  struct holm_action *actions)
{
    const struct game *game = &envs->game[index];
    int count = 0;
    if (game->seat == HOLM_NONE)
        return 0;
    holm_legal(&game->state, game->seat, list);
    for (int i = 0; i < list->count; i++)
        if (!game->half_kind || completes(game, &list->at[i]))
            actions[count++] = list->at[i];
    for (uint32_t i = 0; i < envs->offer_count; i++)
        if (is_legal(envs, index, envs->offer_first + i) && count < (int)envs->info.action_most)
            action_of(envs, game, envs->offer_first + i, &actions[count++]);
    return count;
}

/* ----------------------------------------------------------- there and back */

int holm_envs_action(const struct holm_envs *envs, uint32_t game, uint32_t number,
                     struct holm_action *action)
{
    if (!envs || !action)
        return HOLM_ENVS_E_NULL;
    if (game >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    if (envs->game[game].seat == HOLM_NONE)
        return HOLM_ENVS_E_OVER;
    if (number >= envs->info.actions)
        return HOLM_ENVS_E_NUMBER;
    action_of(envs, &envs->game[game], number, action);
    return HOLM_OK;
}

static uint32_t offer_number(const struct holm_envs *envs, const struct holm_action *action)
{
    for (uint32_t i = 0; i < envs->offer_count; i++) {
        const struct holm_action *row = &envs->row[envs->offer_first + i];
        if (!memcmp(&row->give, &action->give, sizeof row->give) &&
            !memcmp(&row->take, &action->take, sizeof row->take))
            return envs->offer_first + i;
    }
    return envs->info.actions;
}

int holm_envs_number(const struct holm_envs *envs, uint32_t game, const struct holm_action *action,
                     uint32_t *number)
{
    struct holm_action back;
    if (!envs || !action || !number)
        return HOLM_ENVS_E_NULL;
    if (game >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    if (envs->game[game].seat == HOLM_NONE)
        return HOLM_ENVS_E_OVER;
    if (action->kind >= HOLM_KINDS || action->seat != envs->game[game].seat)
        return HOLM_ENVS_E_NUMBER;
    if (envs->game[game].half_kind)
        *number =
            completes(&envs->game[game], action) ? second_half(envs, action) : envs->info.actions;
    else
        *number =
            action->kind == HOLM_DO_OFFER ? offer_number(envs, action) : number_of(envs, action);
    if (*number >= envs->info.actions)
        return HOLM_ENVS_E_NUMBER;
    action_of(envs, &envs->game[game], *number, &back);
    if (envs->code[action->kind].form == CODE_SOURCE && !envs->game[game].half_kind)
        back.to = action->to;
    return memcmp(&back, action, sizeof back) ? HOLM_ENVS_E_NUMBER : HOLM_OK;
}

/* One card of those that are given or taken together. */
static uint32_t card_part(const struct holm_envs *envs, struct holm_action *action)
{
    const bool takes = holm_kind_info[action->kind].fields & HOLM_F_TAKE;
    struct holm_cards *cards = takes ? &action->take : &action->give;
    if (!holm_cards_total(cards))
        return envs->info.actions;
    const int card = only_card(cards); /* the first of several */
    const uint32_t number = (uint32_t)(envs->code[action->kind].base + card);
    cards->n[card]--;
    if (!holm_cards_total(cards))
        action->kind = HOLM_NO_ACTION;
    return number;
}

int holm_envs_part(const struct holm_envs *envs, uint32_t game, struct holm_action *action,
                   uint32_t *number)
{
    if (!envs || !action || !number)
        return HOLM_ENVS_E_NULL;
    if (game >= envs->config.games)
        return HOLM_ENVS_E_RANGE;
    if (action->kind >= HOLM_KINDS)
        return HOLM_ENVS_E_NUMBER;
    struct holm_action left = *action;
    if (envs->code[action->kind].form == CODE_CARD && action->seat == envs->game[game].seat) {
        *number = card_part(envs, &left);
    } else {
        const int error = holm_envs_number(envs, game, action, number);
        if (error)
            return error;
        if (envs->code[action->kind].form != CODE_SOURCE || envs->game[game].half_kind)
            left.kind = HOLM_NO_ACTION;
    }
    if (!is_legal(envs, game, *number))
        return HOLM_ENVS_E_NUMBER;
    *action = left;
    return HOLM_OK;
}
