/* play.c: see play.h. */
#include "tests/property/play.h"

#include "text/maps.h"

#define ALL_VARIANTS                                                                               \
    "var_city_choice=true var_aggressive_robber=true var_easy_start=true var_knight_errant=true "  \
    "var_activation_phase=true var_commit_knights=true var_wall_defense=true balanced_dice=true "  \
    "friendly_robber=true"

/* ORDER: from the plainest to the strangest, so that a failure shows in the simplest mode first. */
const struct mode modes[] = {
    { "4 players", HOLM_BASE, HOLM_2025, 4, PLAIN, "setup=fixed", NULL },
    { "4 players, scarce", HOLM_BASE, HOLM_2025, 4, SCARCE, "", NULL },
    { "3 players", HOLM_BASE, HOLM_2007, 3, PLAIN, "", NULL },
    { "3 players, 2015, trade then build", HOLM_BASE, HOLM_2015, 3, PLAIN,
      "setup=fixed start_player=fixed", NULL },
    { "4 players, 2015, scarce", HOLM_BASE, HOLM_2015, 4, SCARCE, "discs=random harbours=shuffled",
      NULL },
    { "4 players, catan8", HOLM_BASE, HOLM_CATAN8, 4, PLAIN, "", NULL },
    { "4 players, optional steal, no desert", HOLM_BASE, HOLM_2025, 4, SCARCE,
      "steal_optional=true robber_may_enter_desert=false discs=random", NULL },
    { "2 players", HOLM_BASE, HOLM_2025, 2, PLAIN, "setup=fixed", NULL },
    { "2 players, scarce", HOLM_BASE, HOLM_2007, 2, SCARCE, "", NULL },
    { "2 players, one token action, trade then build", HOLM_BASE, HOLM_2015, 2, PLAIN,
      "token_actions=1", NULL },
    { "2 players, catan8 without neutrals", HOLM_BASE, HOLM_CATAN8, 2, PLAIN, "setup=fixed", NULL },
    { "2 players, catan8, scarce", HOLM_BASE, HOLM_CATAN8, 2, SCARCE, "", NULL },
    { "5 players, paired", HOLM_BASE, HOLM_2025, 5, PLAIN, "", NULL },
    { "5 players, special building, scarce", HOLM_BASE, HOLM_2007, 5, SCARCE, "", NULL },
    { "6 players, special building", HOLM_BASE, HOLM_2007, 6, PLAIN, "", NULL },
    { "6 players, special building, trade then build", HOLM_BASE, HOLM_2015, 6, PLAIN,
      "discs=random", NULL },
    { "6 players, paired, scarce", HOLM_BASE, HOLM_2025, 6, SCARCE, "", NULL },
    { "6 players, two per turn", HOLM_BASE, HOLM_CATAN8, 6, PLAIN, "", NULL },
    { "6 players, single turns", HOLM_BASE, HOLM_2025, 6, PLAIN, "turn_mode=single", NULL },
    { "7 players, paired", HOLM_BASE, HOLM_2025, 7, PLAIN, "", NULL },
    { "7 players, two per turn, scarce", HOLM_BASE, HOLM_CATAN8, 7, SCARCE, "", NULL },
    { "8 players, special building", HOLM_BASE, HOLM_2007, 8, PLAIN, "", NULL },
    { "8 players, paired, scarce", HOLM_BASE, HOLM_2025, 8, SCARCE, "", NULL },
    { "8 players, two per turn", HOLM_BASE, HOLM_CATAN8, 8, PLAIN, "", NULL },

    { "knights, 4 players", HOLM_KNIGHTS, HOLM_2025, 4, PLAIN, "setup=fixed", NULL },
    { "knights, 4 players, scarce", HOLM_KNIGHTS, HOLM_2025, 4, SCARCE, "", NULL },
    { "knights, 3 players, 2015", HOLM_KNIGHTS, HOLM_2015, 3, PLAIN, "setup=fixed", NULL },
    { "knights, 3 players, 2007, scarce", HOLM_KNIGHTS, HOLM_2007, 3, SCARCE, "", NULL },
    { "knights, 4 players, 2015, rich", HOLM_KNIGHTS, HOLM_2015, 4, RICH, "discs=random", NULL },
    { "knights, 4 players, catan8", HOLM_KNIGHTS, HOLM_CATAN8, 4, PLAIN, "", NULL },
    { "knights, 3 players, catan8, rich", HOLM_KNIGHTS, HOLM_CATAN8, 3, RICH, "", NULL },
    { "knights, 2 players", HOLM_KNIGHTS, HOLM_2025, 2, PLAIN, "setup=fixed", NULL },
    { "knights, 2 players, 2007, rich", HOLM_KNIGHTS, HOLM_2007, 2, RICH, "", NULL },
    { "knights, 2 players, 2015", HOLM_KNIGHTS, HOLM_2015, 2, PLAIN, "", NULL },
    { "knights, 2 players, catan8", HOLM_KNIGHTS, HOLM_CATAN8, 2, RICH, "", NULL },
    { "knights, 5 players, paired", HOLM_KNIGHTS, HOLM_2025, 5, PLAIN, "", NULL },
    { "knights, 5 players, special building, rich", HOLM_KNIGHTS, HOLM_2007, 5, RICH, "", NULL },
    { "knights, 6 players, special building", HOLM_KNIGHTS, HOLM_2015, 6, PLAIN, "", NULL },
    { "knights, 6 players, paired, scarce", HOLM_KNIGHTS, HOLM_2025, 6, SCARCE, "", NULL },
    { "knights, 6 players, two per turn", HOLM_KNIGHTS, HOLM_CATAN8, 6, PLAIN, "", NULL },
    { "knights, 8 players, paired, rich", HOLM_KNIGHTS, HOLM_2025, 8, RICH, "", NULL },
    { "knights, 8 players, special building", HOLM_KNIGHTS, HOLM_2007, 8, PLAIN, "", NULL },
    { "knights, 8 players, two per turn", HOLM_KNIGHTS, HOLM_CATAN8, 8, PLAIN, "", NULL },
    { "knights, city choice", HOLM_KNIGHTS, HOLM_2025, 3, RICH, "var_city_choice=true", NULL },
    { "knights, aggressive robber", HOLM_KNIGHTS, HOLM_2007, 4, RICH, "var_aggressive_robber=true",
      NULL },
    { "knights, easy start", HOLM_KNIGHTS, HOLM_2015, 3, PLAIN, "var_easy_start=true", NULL },
    { "knights, knight-errant", HOLM_KNIGHTS, HOLM_2007, 3, SCARCE, "var_knight_errant=true",
      NULL },
    { "knights, activation", HOLM_KNIGHTS, HOLM_2025, 4, SCARCE, "var_activation_phase=true",
      NULL },
    { "knights, committed knights", HOLM_KNIGHTS, HOLM_2015, 4, RICH, "var_commit_knights=true",
      NULL },
    { "knights, wall defence", HOLM_KNIGHTS, HOLM_2025, 3, RICH, "var_wall_defense=true", NULL },
    { "knights, all variants", HOLM_KNIGHTS, HOLM_2025, 4, RICH, ALL_VARIANTS, NULL },
    { "knights, all variants, 2 players", HOLM_KNIGHTS, HOLM_2007, 2, SCARCE, ALL_VARIANTS, NULL },
    { "knights, all variants, 6 players", HOLM_KNIGHTS, HOLM_2015, 6, SCARCE, ALL_VARIANTS, NULL },
    { "knights, all variants, catan8", HOLM_KNIGHTS, HOLM_CATAN8, 5, RICH, ALL_VARIANTS " walls=2",
      NULL },

    /* Seafarers: the seed decides the rest (see voyage) */
    { "new-shores", HOLM_SEAFARERS, 0, 0, 0, "", "new-shores" },
    { "four-islands", HOLM_SEAFARERS, 0, 0, 0, "", "four-islands" },
    { "fog-islands", HOLM_SEAFARERS, 0, 0, 0, "", "fog-islands" },
    { "through-the-desert", HOLM_SEAFARERS, 0, 0, 0, "", "through-the-desert" },
    { "forgotten-tribe", HOLM_SEAFARERS, 0, 0, 0, "", "forgotten-tribe" },
    { "cloth-trade", HOLM_SEAFARERS, 0, 0, 0, "", "cloth-trade" },
    { "pirate-islands", HOLM_SEAFARERS, 0, 0, 0, "", "pirate-islands" },
    { "wonders", HOLM_SEAFARERS, 0, 0, 0, "", "wonders" },
    { "new-world", HOLM_SEAFARERS, 0, 0, 0, "", "new-world" },
    { "knights, new-shores", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "new-shores" },
    { "knights, four-islands", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "four-islands" },
    { "knights, fog-islands", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "fog-islands" },
    { "knights, through-the-desert", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "through-the-desert" },
    { "knights, cloth-trade", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "cloth-trade" },
    { "knights, wonders", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "wonders" },
    { "knights, new-world", HOLM_SEA_KNIGHTS, 0, 0, 0, "", "new-world" },
    { "4 players, balanced dice, friendly robber", HOLM_BASE, HOLM_2025, 4, PLAIN,
      "balanced_dice=true friendly_robber=true", NULL },
    { "3 players, no offers, no taking back", HOLM_BASE, HOLM_2025, 3, PLAIN,
      "bank_trade_only=true undo=false", NULL },
};
const int mode_count = sizeof modes / sizeof *modes;

/* -------------------------------------------------------------------- dice */

uint64_t dice_next(struct dice *dice)
{
    uint64_t z = dice->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

unsigned dice_below(struct dice *dice, unsigned limit)
{
    return (unsigned)((dice_next(dice) >> 32) * limit >> 32);
}

/* ------------------------------------------------------------------- start */

static void set_option(struct holm_rules *rules, const char *text)
{
    const char *equals = strchr(text, '=');
    assert_non_null(equals);
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        if (strlen(option->name) != (size_t)(equals - text) ||
            strncmp(option->name, text, (size_t)(equals - text)))
            continue;
        unsigned value = 0;
        if (!option->words)
            value = (unsigned)strtoul(equals + 1, NULL, 10);
        else
            while (strcmp(option->words[value], equals + 1))
                assert_true(++value <= option->high);
        assert_int_equal(holm_option_set(rules, option, value), HOLM_OK);
        return;
    }
    fail_msg("there is no option '%s'", text);
}

/* Little of everything. Enough cards remain for a city and for six roads a player; and enough
 * pieces for the set-up of every scenario. */
static void make_scarce(struct holm_rules *rules)
{
    static const uint8_t deck[HOLM_DEVELOPMENTS] = { 7, 2, 3, 2, 2 };
    memset(rules->bank.n, 5 + rules->players, HOLM_RESOURCES);
    rules->roads = 8;
    rules->settlements = 4;
    rules->cities = 2;
    rules->route_minimum = 3;
    rules->army_minimum = 2;
    rules->hand_limit = 4;
    rules->target = rules->ships ? 0 : rules->knights ? 11 : 8; /* scenarios have theirs */
    if (rules->ships)
        rules->ships = 7;
    if (!rules->knights) {
        memcpy(rules->deck, deck, sizeof deck);
        return;
    }
    memset(rules->bank.n + HOLM_RESOURCES, 7 + rules->players / 2, HOLM_CARDS - HOLM_RESOURCES);
    /* so that a city that is lost is often laid on its side */
    rules->settlements = rules->ships ? 3 : 2;
    rules->cities = 3;
    rules->barbarian_steps = 4;
}

/* One card or two buy anything, and the barbarians come often. */
static void make_rich(struct holm_rules *rules)
{
    static const uint8_t card[HOLM_PURCHASES] = {
        [HOLM_BUY_SETTLEMENT] = HOLM_WOOL, [HOLM_BUY_CITY] = HOLM_ORE,
        [HOLM_BUY_WALL] = HOLM_BRICK,      [HOLM_BUY_KNIGHT] = HOLM_WOOL,
        [HOLM_BUY_PROMOTION] = HOLM_ORE,   [HOLM_BUY_ACTIVATION] = HOLM_GRAIN,
        [HOLM_BUY_MEDICINE] = HOLM_GRAIN,  [HOLM_BUY_DEVELOPMENT] = HOLM_GRAIN,
    };
    for (int purchase = HOLM_BUY_SETTLEMENT; purchase < HOLM_PURCHASES; purchase++) {
        rules->cost[purchase] = (struct holm_cards){ { 0 } };
        rules->cost[purchase].n[card[purchase]] = 1;
    }
    rules->cities = 6;
    if (rules->knights) {
        rules->knights = 3;
        rules->barbarian_steps = 4;
    }
    rules->hand_limit = 12;
    rules->target = rules->ships ? 0 : 22;
}

static void game_map(const struct mode *mode, const struct holm_rules *rules, struct holm_map *map)
{
    struct holm_trouble trouble;
    assert_true(mode->scenario ? holm_scenario_find(mode->scenario, mode->players, map, &trouble)
                               : holm_map_find(holm_map_default(rules), map, &trouble));
}

/* Whether a scenario has such a set-up for so many players. */
static bool has_setup(const char *scenario, int players, bool fixed)
{
    struct holm_map map;
    struct holm_trouble trouble;
    return holm_scenario_find(scenario, players, &map, &trouble) &&
           (fixed ? map.has_fixed : map.pool[0].terrains > 0);
}

/* The texts of the form last until the next one. A voyage's edition, set-up, number of players and
 * plenty go round with the seed, shifted from mode to mode: eight seeds in a row see every edition
 * in every set-up there is. */
static struct mode voyage(const struct mode *mode, uint64_t seed)
{
    static const char *const edition_names[] = { "2025", "2015", "2007", "catan8" };
    static const char *const plenty_names[] = { "", ", scarce", ", rich" };
    static char name[96], options[320];
    struct mode form = *mode;
    if (!mode->scenario)
        return form;
    const unsigned number = (unsigned)seed + 5 * (unsigned)(mode - modes);
    bool fixed = number / HOLM_EDITIONS % 2;
    int tries = 0;
    form.edition = (uint8_t)(number % HOLM_EDITIONS);
    form.plenty = (uint8_t)(number / 2 % 3);
    do {
        fixed ^= tries == 4; /* no such set-up at all */
        form.players = (uint8_t)(3 + (number + (unsigned)tries) % 4);
    } while (!has_setup(mode->scenario, form.players, fixed) && ++tries < 8);
    snprintf(options, sizeof options, "setup=%s%s", fixed ? "fixed" : "variable",
             mode->game == HOLM_SEA_KNIGHTS && number % 5 == 0 ? " " ALL_VARIANTS : "");
    snprintf(name, sizeof name, "%s, %d players, %s, %s%s", mode->name, form.players,
             edition_names[form.edition], fixed ? "fixed" : "variable", plenty_names[form.plenty]);
    form.options = options;
    form.name = name;
    return form;
}

void game_rules(const struct mode *mode, struct holm_rules *rules)
{
    char options[320];
    assert_int_equal(holm_rules_make(rules, mode->game, mode->edition, mode->players), HOLM_OK);
    snprintf(options, sizeof options, "%s", mode->options);
    for (char *rest = options, *word; (word = strtok_r(rest, " ", &rest));)
        set_option(rules, word);
    if (mode->plenty == SCARCE)
        make_scarce(rules);
    if (mode->plenty == RICH)
        make_rich(rules);
    rules->turn_limit = mode->scenario ? 120 : 400;
    assert_int_equal(holm_rules_check(rules), HOLM_OK);
}

const char *mode_prepare(const struct mode *mode, uint64_t seed, struct holm_rules *rules,
                         struct holm_map *map)
{
    const struct mode form = voyage(mode, seed);
    game_rules(&form, rules);
    game_map(&form, rules, map);
    return form.name;
}

void game_start(struct game *game, const struct mode *mode, uint64_t seed)
{
    struct holm_rules rules;
    struct holm_map map;
    memset(game, 0, sizeof *game);
    game->mode = mode;
    snprintf(game->name, sizeof game->name, "%s", mode_prepare(mode, seed, &rules, &map));
    game->seed = seed;
    game->dice.state = seed ^ 0x686F6C6D;
    game->offers = 8;
    holm_chance_number(&game->chance, seed);
    game_expect(game, !holm_deal(&map, &rules, &game->chance), "the deal: ");
    game_expect(game, !holm_board_make(&game->board, &map, &rules), "the board: ");
    holm_start(&game->state, &game->board);
    game->before = game->state;
}

uint64_t game_seeds(uint64_t usual)
{
    const char *more = getenv("HOLM_MORE");
    return usual * (more ? strtoull(more, NULL, 10) : 1);
}

uint64_t mode_seeds(const struct mode *mode, uint64_t usual)
{
    return game_seeds(mode->scenario && usual > 2 ? 2 : usual);
}

const char *game_where(const struct game *game)
{
    static char text[160];
    snprintf(text, sizeof text, "%s, seed %llu, action %d (kind %d of seat %d)", game->name,
             (unsigned long long)game->seed, game->actions, game->action.kind, game->action.seat);
    return text;
}

/* ---------------------------------------------------------------- choosing */

/* Up to `most` cards within the bounds; kinds in `without` stay out. */
static struct holm_cards some_cards(struct dice *dice, const struct holm_cards *bounds, int most,
                                    const struct holm_cards *without)
{
    struct holm_cards cards = { { 0 } };
    for (int tries = 0, total = 0; tries < 3 * most && total < most; tries++) {
        const unsigned card = dice_below(dice, HOLM_CARDS);
        if (cards.n[card] < bounds->n[card] && !(without && without->n[card])) {
            cards.n[card]++;
            total++;
        }
    }
    return cards;
}

/* Where gifts are allowed one of the sides may be empty, and for an empty hand one's own side is. */
static void fill_offer(struct dice *dice, const struct holm_rules *rules,
                       struct holm_action *action)
{
    const struct holm_action bounds = *action;
    const bool strict = rules->trade_restrictions;
    int given, taken;
    do {
        action->give = some_cards(dice, &bounds.give, (int)dice_below(dice, 4), NULL);
        action->take =
            some_cards(dice, &bounds.take, (int)dice_below(dice, 3), strict ? &action->give : NULL);
        given = holm_cards_total(&action->give);
        taken = holm_cards_total(&action->take);
    } while (strict ? !given || !taken : !given && !taken);
    do
        action->seats = bounds.seats & (uint8_t)dice_below(dice, 256);
    while (!action->seats);
}

/* A discard, take, pick or give of several cards: the bounds stand in one of the two sets of cards.
 */
static void fill_several(struct dice *dice, struct holm_action *action)
{
    const bool takes = holm_kind_info[action->kind].fields & HOLM_F_TAKE;
    struct holm_cards *cards = takes ? &action->take : &action->give;
    const struct holm_cards bounds = *cards;
    const int most = dice_one_in(dice, 2) ? action->card : 1 + (int)dice_below(dice, action->card);
    action->card = 0;
    do
        *cards = some_cards(dice, &bounds, most, NULL);
    while (!holm_cards_total(cards));
}

/* All of `give` for one card. */
static void fill_bank(struct dice *dice, struct holm_action *action)
{
    const struct holm_cards bounds = action->take;
    do
        action->take = some_cards(dice, &bounds, 1, NULL);
    while (!holm_cards_total(&action->take));
}

void game_fill(struct dice *dice, const struct holm_rules *rules, struct holm_action *action)
{
    if (action->kind == HOLM_DO_OFFER)
        fill_offer(dice, rules, action);
    else if (action->kind == HOLM_DO_BANK)
        fill_bank(dice, action);
    else
        fill_several(dice, action);
}

/* Points of a random game come from building; without some zeal games would last for ever. */
static bool is_zealous(const struct holm_action *action)
{
    return action->kind == HOLM_DO_SETTLEMENT || action->kind == HOLM_DO_CITY ||
           action->kind == HOLM_DO_BUY || action->kind == HOLM_DO_IMPROVE ||
           action->kind == HOLM_DO_RECRUIT || action->kind == HOLM_DO_ACTIVATE ||
           action->kind == HOLM_DO_PROMOTE || action->kind == HOLM_DO_WALL ||
           action->kind == HOLM_DO_CLAIM || action->kind == HOLM_DO_WONDER;
}

/* One of those that would be a pity to leave, or the end of the turn. */
static const struct holm_action *pick_zealous(struct dice *dice, const struct holm_list *list,
                                              const struct holm_action *end)
{
    const struct holm_action *picked = end;
    unsigned count = 0;
    for (int i = 0; i < list->count; i++)
        if (is_zealous(&list->at[i]) && dice_one_in(dice, ++count))
            picked = &list->at[i];
    return picked;
}

static const struct holm_action *pick(struct game *game, const struct holm_list *list)
{
    const int all = list->count + list->templates;
    const struct holm_action *action = NULL;
    /* Offers and the answers to them are held back, or a game would be little else. */
    for (int tries = 0; tries < 64; tries++) {
        action = &list->at[dice_below(&game->dice, (unsigned)all)];
        if (action->kind == HOLM_DO_OFFER || action->kind == HOLM_DO_WITHDRAW) {
            if (game->offers && dice_one_in(&game->dice, game->offers))
                return action;
        } else if (action->kind == HOLM_DO_END && dice_one_in(&game->dice, 2)) {
            return pick_zealous(&game->dice, list, action);
        } else {
            return action;
        }
    }
    return action;
}

bool game_choose(struct game *game, int seat, struct holm_action *action)
{
    struct holm_view view;
    static struct holm_list list;
    holm_view(&game->state, seat, &view);
    holm_legal(&view.seen, seat, &list);
    if (!list.count && !list.templates)
        return false;
    const struct holm_action *picked = pick(game, &list);
    *action = *picked;
    if (picked >= list.at + list.count)
        game_fill(&game->dice, &game->board.rules, action);
    return true;
}

bool game_step(struct game *game)
{
    const unsigned players = game->board.rules.players;
    if (holm_over(&game->state))
        return false;
    /* Mostly somebody who is asked; now and then anybody, who may have a proposal to make. */
    for (int tries = 0;; tries++) {
        const unsigned seat = dice_below(&game->dice, players);
        const bool asked = holm_bit_in(holm_asked(&game->state), seat);
        game_expect(game, tries < 10000, "nobody who is asked can do anything: ");
        if (!asked && !dice_one_in(&game->dice, 16))
            continue;
        if (game_choose(game, (int)seat, &game->action))
            break;
    }
    game->before = game->state;
    const int error = holm_apply(&game->state, &game->action, &game->chance, &game->events);
    game->actions++;
    game_expect(game, !error, "a listed action is refused, %s: ", holm_reason(error)->name);
    return true;
}
