/* test_turns.c: who comes when, and what a roll does, worked out again from the rules: the roll for
 * the first turn, the snake of the set-up, the order of turns in every turn mode, production with
 * shortages and gold, discards on a seven, the barbarians' attack and the pirate fleet's, cloth,
 * what cards take from everybody, and how likely each outcome of chance is. */
#include "tests/property/judge.h"
#include "tests/property/play.h"

static const struct holm_event *find_event(const struct game *game, int kind)
{
    for (int i = 0; i < game->events.count; i++)
        if (game->events.at[i].kind == kind)
            return &game->events.at[i];
    return NULL;
}

/* The step of a kind that waits at any depth of the agenda, or NULL. */
static const struct holm_step *find_step(const struct holm_state *state, int kind)
{
    for (int i = 0; i < state->depth; i++)
        if (state->agenda[i].kind == kind)
            return &state->agenda[i];
    return NULL;
}

/* What a hex yields: a resource, or HOLM_NONE; gold is for whoever gets it to choose. */
static int resource_of(const struct holm_state *state, int hex)
{
    const int terrain = hex == HOLM_NONE ? HOLM_SEA : state->terrain[hex];
    return terrain <= HOLM_MOUNTAINS ? terrain : HOLM_NONE;
}

/* ----------------------------------------------------------- the first turn */

/* BASE-SETUP-1: the highest begins; those who are level with each other roll again. */
struct contest {
    unsigned rolling; /* who still rolls in this round */
    int best;
    unsigned leaders;
};

static void check_contest(const struct game *game, struct contest *contest)
{
    const struct holm_event *roll = find_event(game, HOLM_EV_START_ROLL);
    const struct holm_event *start = find_event(game, HOLM_EV_START_PLAYER);
    if (!roll)
        return;
    const int total = roll->dice[0] + roll->dice[1];
    game_expect(game, holm_bit_in(contest->rolling, roll->seat),
                "seat %d rolls again: ", roll->seat);
    contest->rolling &= ~holm_bit(roll->seat);
    if (total > contest->best) {
        contest->best = total;
        contest->leaders = 0;
    }
    if (total == contest->best)
        contest->leaders |= holm_bit(roll->seat);
    const bool decided = !contest->rolling && !(contest->leaders & (contest->leaders - 1));
    game_expect(game, decided == !!start, "the first player is %sknown: ", decided ? "" : "not ");
    if (start)
        game_expect(game, contest->leaders == holm_bit(start->seat),
                    "seat %d begins: ", start->seat);
    else if (!contest->rolling)
        *contest = (struct contest){ .rolling = contest->leaders };
}

/* ------------------------------------------------------------------ set-up */

/* BASE-SETUP-2, 3: once round, and back again; SC-CLOTH-3: and once more. */
static int snake_seat(int first, int players, int placed)
{
    const int ahead = placed < players       ? placed
                      : placed < 2 * players ? 2 * players - 1 - placed
                                             : placed - 2 * players;
    return (first + ahead) % players;
}

/* BASE-SETUP-6 */
static void check_starting_cards(const struct game *game, bool last)
{
    const struct holm_topology *topology = &game->board.topology;
    const struct holm_player *player = &game->state.player[game->action.seat];
    struct holm_cards due = game->before.player[game->action.seat].hand;
    int gold = 0; /* SEA-SETUP-6 */
    for (int i = 0; i < 3 && last; i++) {
        const int hex = topology->corner_hex[game->action.place][i];
        const int card = resource_of(&game->before, hex);
        if (card != HOLM_NONE)
            due.n[card]++;
        gold += hex != HOLM_NONE && game->before.terrain[hex] == HOLM_GOLD;
    }
    game_expect(game, !memcmp(&due, &player->hand, sizeof due), "wrong starting cards: ");
    game_expect(game, player->owed == gold && !gold == !find_step(&game->state, HOLM_STEP_GOLD),
                "%d cards of choice instead of %d: ", player->owed, gold);
}

/* SC-NW-4: one after the other, from the first player on. */
static void check_harbour(const struct game *game)
{
    const struct holm_step *step = holm_step(&game->before);
    if (step->kind != HOLM_STEP_PORT || !step->place)
        return;
    game_expect(game,
                game->action.seat ==
                    (game->before.first + game->before.placed_ports) % game->board.rules.players,
                "not seat %d's harbour: ", game->action.seat);
}

static void check_setup(const struct game *game, int *placed)
{
    const int players = game->board.rules.players;
    const int step = holm_step(&game->before)->kind;
    const int rounds = strncmp(game->board.map.name, "cloth", 5) ? 2 : 3;
    check_harbour(game);
    if (step != HOLM_STEP_SETUP_SETTLEMENT && step != HOLM_STEP_SETUP_ROAD)
        return;
    game_expect(game, game->action.seat == snake_seat(game->state.first, players, *placed),
                "not seat %d's piece: ", game->action.seat);
    if (step == HOLM_STEP_SETUP_SETTLEMENT)
        check_starting_cards(game, *placed >= (rounds - 1) * players);
    else
        ++*placed;
}

/* ----------------------------------------------------------- order of turns */

struct order {
    int seat, part; /* of the turn that began last; seat -1: none yet */
    int building; /* the seat that built last in the special building phase, or -1 */
};

/* PAIR-1, P8-3 */
static int second_player(const struct holm_rules *rules, int seat)
{
    const int apart =
        rules->turn_mode == HOLM_TURN_PAIRED && rules->players <= 6 ? 3 : rules->players / 2;
    return (seat + apart) % rules->players;
}

static void check_turn(const struct game *game, struct order *order, const struct holm_event *turn)
{
    const struct holm_rules *rules = &game->board.rules;
    const bool shared =
        rules->turn_mode == HOLM_TURN_PAIRED || rules->turn_mode == HOLM_TURN_TWO_PER_TURN;
    int seat = game->state.first, part = 0;
    if (order->seat >= 0 && shared && !order->part) {
        seat = second_player(rules, order->seat);
        part = 1;
    } else if (order->seat >= 0) {
        seat = (game->before.roller + 1) % rules->players;
    }
    game_expect(game, turn->seat == seat && turn->n == part,
                "the turn is seat %d's, part %d, instead of seat %d's, part %d: ", turn->seat,
                turn->n, seat, part);
    game_expect(game, holm_over(&game->state) || game->state.active == seat,
                "seat %d is active: ", game->state.active);
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) /* BASE-DEV-4 */
        game_expect(game, !game->state.player[seat].fresh[kind],
                    "seat %d begins the turn with fresh cards: ", seat);
    if (rules->turn_mode == HOLM_TURN_SPECIAL_BUILD && order->seat >= 0)
        game_expect(game, (order->building + 1) % rules->players == order->seat,
                    "the special building ended with seat %d: ", order->building);
    *order = (struct order){ .seat = seat, .part = part, .building = seat };
}

/* SBP-1: all others, from the left neighbour of whoever ended the turn. */
static void check_order(const struct game *game, struct order *order)
{
    for (int i = 0; i < game->events.count; i++) {
        const struct holm_event *event = &game->events.at[i];
        if (event->kind == HOLM_EV_TURN)
            check_turn(game, order, event);
        if (event->kind != HOLM_EV_SPECIAL_BUILD)
            continue;
        const int next = (order->building + 1) % game->board.rules.players;
        game_expect(game,
                    game->board.rules.turn_mode == HOLM_TURN_SPECIAL_BUILD && event->seat == next,
                    "seat %d may build instead of %d: ", event->seat, next);
        order->building = next;
    }
}

/* --------------------------------------------------------------- production */

/* CK-PROD-2 */
static int commodity_of(const struct holm_board *board, int terrain)
{
    if (!board->rules.knights)
        return HOLM_NONE;
    return terrain == HOLM_FOREST      ? HOLM_PAPER
           : terrain == HOLM_PASTURE   ? HOLM_CLOTH
           : terrain == HOLM_MOUNTAINS ? HOLM_COIN
                                       : HOLM_NONE;
}

/* What everybody is due from a roll. */
struct claims {
    int cards[HOLM_SEATS][HOLM_CARDS];
    int gold[HOLM_SEATS]; /* resources of choice: SEA-GOLD-1, CKSEA-7 */
};

static void add_claims(const struct holm_state *state, int hex, struct claims *claims)
{
    const struct holm_board *board = state->board;
    const int terrain = state->terrain[hex], commodity = commodity_of(board, terrain);
    for (int i = 0; i < 6; i++) {
        const uint8_t place = state->corner[board->topology.hex_corner[hex][i]];
        const int seat = holm_piece_seat(place), piece = holm_piece_kind(place);
        const bool city = piece == HOLM_CITY || piece == HOLM_METROPOLIS;
        const bool one =
            commodity != HOLM_NONE && board->rules.city_production == HOLM_CITY_ONE_PLUS_ONE;
        if (!holm_is_building(place) || seat >= board->rules.players || !holm_has_disc(terrain))
            continue;
        if (terrain == HOLM_GOLD) {
            claims->gold[seat] += city ? 2 : 1;
            continue;
        }
        claims->cards[seat][terrain] += city && !one ? 2 : 1;
        if (city && commodity != HOLM_NONE)
            claims->cards[seat][commodity]++;
    }
}

/* BASE-PROD-6 to 8: what a kind's claims come to. */
static void cut_claims(const struct holm_state *state, int card, struct claims *due)
{
    int(*claims)[HOLM_CARDS] = due->cards;
    int sum = 0, claimants = 0;
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        sum += claims[seat][card];
        claimants += claims[seat][card] > 0;
    }
    if (sum <= state->bank.n[card])
        return;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (claims[seat][card])
            claims[seat][card] = claimants == 1 ? state->bank.n[card] : 0;
}

/* CK-AQUE-1 to 4: who got nothing at all; by the house rules no resource, on one's own roll. */
static void check_aqueduct(const struct game *game, const struct claims *claims)
{
    const struct holm_rules *rules = &game->board.rules;
    const struct holm_step *step = find_step(&game->state, HOLM_STEP_AQUEDUCT);
    const bool house = rules->aqueduct_scope == HOLM_AQUEDUCT_OWN_ROLL;
    unsigned due = 0;
    int left = 0;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        left += game->state.bank.n[card];
    for (int seat = 0; seat < rules->players && left; seat++) {
        int got = claims->gold[seat];
        for (int card = 0; card < (house ? HOLM_RESOURCES : HOLM_CARDS); card++)
            got += claims->cards[seat][card];
        if (!got && game->before.player[seat].level[HOLM_SCIENCE] >= 3 &&
            (!house || seat == game->before.active))
            due |= holm_bit(seat);
    }
    game_expect(game, (step ? step->place : 0u) == due,
                "the aqueduct is asked for by %x instead of %x: ", step ? step->place : 0u, due);
}

/* SEA-GOLD-1, 2: who chooses, how many, in turn order, and never more than the bank has. */
static void check_gold(const struct game *game, const struct claims *claims)
{
    const struct holm_step *step = find_step(&game->state, HOLM_STEP_GOLD);
    const int players = game->board.rules.players;
    unsigned due = 0;
    int left = 0, first = HOLM_NONE;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        left += game->state.bank.n[card];
    for (int i = players - 1; i >= 0 && left; i--) {
        const int seat = (game->state.active + i) % players, owed = game->state.player[seat].owed;
        if (!claims->gold[seat])
            continue;
        due |= holm_bit(seat);
        first = seat;
        game_expect(game, owed == claims->gold[seat] || (owed == left && owed < claims->gold[seat]),
                    "seat %d may choose %d cards instead of %d: ", seat, owed, claims->gold[seat]);
    }
    game_expect(game, (step ? step->place : 0u) == due,
                "gold is for seats %x instead of %x: ", step ? step->place : 0u, due);
    game_expect(game, !step || step->seats == holm_bit(first),
                "seats %x choose first, not %d: ", step ? step->seats : 0u, first);
}

/* SC-CLOTH-7, 8: a token for everybody who trades with a village that is not empty. */
static void check_cloth(const struct game *game, int total)
{
    const struct holm_board *board = &game->board;
    const int players = board->rules.players;
    int supply = game->before.cloth, gained[HOLM_SEATS] = { 0 };
    for (int i = 0; i < board->map.marks; i++) {
        const struct holm_mark *mark = &board->map.mark[i];
        const int corner = board->topology.hex_corner[mark->hex][mark->corner];
        int village = 0;
        if (mark->kind != HOLM_MARK_VILLAGE || mark->n != total)
            continue;
        while (board->village[village] != corner)
            village++;
        int left = game->before.village[village];
        for (int j = 0; j < players && game->before.village[village]; j++) {
            const int seat = (game->before.active + j) % players;
            if (!holm_bit_in(game->before.player[seat].relations, village) || left + supply == 0)
                continue;
            *(left ? &left : &supply) -= 1;
            gained[seat]++;
        }
        game_expect(game, game->state.village[village] == left,
                    "village %d has %d left, not %d: ", village, game->state.village[village],
                    left);
    }
    for (int seat = 0; seat < players; seat++)
        game_expect(
            game, game->state.player[seat].cloth == game->before.player[seat].cloth + gained[seat],
            "seat %d gets other cloth than %d: ", seat, gained[seat]);
}

static void check_production(const struct game *game, int total)
{
    struct claims claims = { 0 };
    for (int hex = 0; hex < game->board.topology.hexes; hex++)
        if (game->before.disc[hex] == total && hex != game->before.robber)
            add_claims(&game->before, hex, &claims);
    for (int card = 0; card < HOLM_CARDS; card++) {
        cut_claims(&game->before, card, &claims);
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            const int had = game->before.player[seat].hand.n[card];
            const int has = game->state.player[seat].hand.n[card];
            game_expect(game, has == had + claims.cards[seat][card],
                        "a roll of %d gives seat %d %d of kind %d instead of %d: ", total, seat,
                        has - had, card, claims.cards[seat][card]);
        }
    }
    check_cloth(game, total);
    if (holm_over(&game->state))
        return;
    check_aqueduct(game, &claims);
    check_gold(game, &claims);
}

/* BASE-SEVEN-2: half, rounded down, of more than the limit. */
static void check_seven(const struct game *game)
{
    unsigned owing = 0;
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        const int cards = game->state.player[seat].cards;
        const int limit = game->board.rules.hand_limit + 2 * judge_walls(&game->state, seat);
        const int owed = cards > limit ? cards / 2 : 0;
        game_expect(game, game->state.player[seat].owed == owed,
                    "seat %d with %d cards owes %d: ", seat, cards, game->state.player[seat].owed);
        owing |= owed ? holm_bit(seat) : 0;
    }
    const struct holm_step *step = holm_step(&game->state);
    const struct holm_rules *rules = &game->board.rules;
    /* CK-ROBBER-1 */
    const bool locked =
        rules->robber_locked && !rules->var_aggressive_robber && !game->state.attacked;
    const int next = locked ? (rules->neutrals && !holm_step(&game->before)->n ? HOLM_STEP_ROLL
                                                                               : HOLM_STEP_ACTIONS)
                     : game->board.map.lanes ? HOLM_STEP_ROB /* SC-PIR-11 */
                                             : HOLM_STEP_ROBBER;
    game_expect(game, step->kind == (owing ? HOLM_STEP_DISCARD : next),
                "step %d after a seven: ", step->kind);
    game_expect(game, holm_asked(&game->state) == (owing ? owing : holm_bit(game->action.seat)),
                "seats %x are asked after a seven: ", holm_asked(&game->state));
}

/* CK-TURN-4: the event die comes first; where it asks somebody something, or gives cards, the roll
 * is left to the steps that follow. */
static bool is_plain_roll(const struct game *game)
{
    const int step = holm_step(&game->state)->kind;
    const struct holm_event *face = find_event(game, HOLM_EV_FACE);
    if (find_event(game, HOLM_EV_FLEET_ATTACK)) /* SC-PIR-9: cards went or come first */
        return false;
    if (!game->board.rules.knights)
        return true;
    if (face && (face->n == HOLM_FACE_PIPS || face->n == HOLM_FACE_CARD))
        return false;
    if (game->board.rules.var_city_choice || find_event(game, HOLM_EV_ATTACK))
        return false;
    return step == HOLM_STEP_ROLL || step == HOLM_STEP_ACTIONS || step == HOLM_STEP_AQUEDUCT ||
           step == HOLM_STEP_GOLD || step == HOLM_STEP_DISCARD || step == HOLM_STEP_ROBBER;
}

/* DUO-ROLL-1: two rolls with different totals in a game with neutral colours. */
static void check_roll(const struct game *game)
{
    const int total = game->state.dice[0] + game->state.dice[1];
    const struct holm_step *step = holm_step(&game->before);
    if (game->action.kind != HOLM_DO_ROLL || step->kind != HOLM_STEP_ROLL || !is_plain_roll(game))
        return;
    if (total == 7)
        check_seven(game);
    else
        check_production(game, total);
    if (!game->board.rules.neutrals || holm_over(&game->state))
        return;
    if (step->n)
        game_expect(game, total != game->before.first_total, "two rolls of %d: ", total);
    else if (total != 7 && holm_step(&game->state)->kind != HOLM_STEP_AQUEDUCT)
        game_expect(game, holm_step(&game->state)->kind == HOLM_STEP_ROLL,
                    "the second roll is not asked for: ");
}

/* BASE-DEV-11, CK-TRA-RESMONO-1, CK-TRA-COMMONO-1: all cards of the kind, or two, or one each. */
static void check_monopoly(const struct game *game)
{
    const int seat = game->action.seat, card = game->action.card, kind = game->action.kind;
    const int most = kind == HOLM_DO_MONOPOLY            ? 255
                     : kind == HOLM_DO_RESOURCE_MONOPOLY ? 2
                     : kind == HOLM_DO_TRADE_MONOPOLY    ? 1
                                                         : 0;
    int gain = 0;
    for (int from = 0; from < game->board.rules.players && most; from++) {
        const int had = game->before.player[from].hand.n[card];
        const int lost = had - game->state.player[from].hand.n[card];
        if (from == seat)
            continue;
        game_expect(game, lost == (had < most ? had : most), "seat %d hands over %d of %d: ", from,
                    lost, had);
        gain += lost;
    }
    if (most)
        game_expect(game,
                    game->state.player[seat].hand.n[card] ==
                        game->before.player[seat].hand.n[card] + gain,
                    "seat %d gets something else: ", seat);
}

/* CK-POL-SABOTEUR-1, CK-POL-WEDDING-1: who has as many points, or more, gives half, or two. */
static void check_levy(const struct game *game)
{
    const bool saboteur = game->action.kind == HOLM_DO_SABOTEUR;
    const int seat = game->action.seat;
    if (!saboteur && game->action.kind != HOLM_DO_WEDDING)
        return;
    for (int other = 0; other < game->board.rules.players; other++) {
        const int lead = judge_points(&game->before, other) - judge_points(&game->before, seat);
        const int cards = game->before.player[other].cards, two = cards < 2 ? cards : 2;
        const int due = other == seat ? 0
                        : saboteur    ? (lead >= 0 ? cards / 2 : 0)
                                      : (lead > 0 ? two : 0);
        game_expect(game, game->state.player[other].owed == due,
                    "seat %d owes %d instead of %d: ", other, game->state.player[other].owed, due);
    }
}

/* --------------------------------------------------------------- the attack */

/* CK-BARB-5 to 8, C8-CK-BARB-3 */
static unsigned victims(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    unsigned seats = 0;
    int lowest = 1000;
    for (int seat = 0; seat < rules->players; seat++)
        if (judge_cities(state, seat, true) && judge_contribution(state, seat) < lowest)
            lowest = judge_contribution(state, seat);
    if (rules->barbarian_victims == HOLM_VICTIMS_NO_ACTIVE_KNIGHT)
        lowest = 0;
    for (int seat = 0; seat < rules->players; seat++)
        if (judge_cities(state, seat, true) && judge_contribution(state, seat) == lowest)
            seats |= holm_bit(seat);
    return seats;
}

/* CK-BARB-15 to 17: who brought most, if anything. */
static unsigned defenders(const struct holm_state *state)
{
    unsigned seats = 0;
    int best = 1;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (judge_contribution(state, seat) > best)
            best = judge_contribution(state, seat);
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (judge_contribution(state, seat) == best)
            seats |= holm_bit(seat);
    return seats;
}

static unsigned seats_of(const struct game *game, int kind)
{
    unsigned seats = 0;
    for (int i = 0; i < game->events.count; i++)
        if (game->events.at[i].kind == kind)
            seats |= holm_bit(game->events.at[i].seat);
    return seats;
}

static void check_lost_cities(const struct game *game, unsigned due)
{
    const unsigned lost = seats_of(game, HOLM_EV_PILLAGE) | seats_of(game, HOLM_EV_BREACH);
    const struct holm_step *step = holm_step(&game->state);
    if (step->kind == HOLM_STEP_PILLAGE) {
        unsigned choosing = 0; /* with one city and no wall there is nothing to choose */
        for (int seat = 0; seat < game->board.rules.players; seat++)
            if (holm_bit_in(due, seat) &&
                (judge_cities(&game->before, seat, true) > 1 ||
                 (game->board.rules.var_wall_defense && judge_walls(&game->before, seat))))
                choosing |= holm_bit(seat);
        game_expect(game, !lost && step->seats == choosing,
                    "seats %x choose a city to lose instead of %x: ", step->seats, choosing);
    } else {
        game_expect(game, lost == due, "seats %x lose a city instead of %x: ", lost, due);
    }
}

static void check_rewards(const struct game *game, unsigned best)
{
    const struct holm_step *step = holm_step(&game->state);
    const bool sole = holm_bits_count(best) == 1;
    const bool point = sole && game->board.rules.defender_reward == HOLM_REWARD_POINT;
    const unsigned decks =
        game->before.deck_left[0] + game->before.deck_left[1] + game->before.deck_left[2];
    game_expect(game, seats_of(game, HOLM_EV_DEFENDER) == (point ? best : 0),
                "seats %x defend best instead of %x: ", seats_of(game, HOLM_EV_DEFENDER), best);
    if (!holm_over(&game->state))
        game_expect(game,
                    (step->kind == HOLM_STEP_REWARD ? step->place : 0u) ==
                        (point || !decks ? 0 : best),
                    "seats %x draw a card instead of %x: ", step->place, best);
}

/* Before the event die nothing has changed that matters in the attack, and the last one to commit
 * or activate passes. */
static void check_attack(const struct game *game)
{
    const struct holm_event *attack = find_event(game, HOLM_EV_ATTACK);
    const struct holm_rules *rules = &game->board.rules;
    int strength = 0, defence = 0;
    if (find_event(game, HOLM_EV_ATTACK_OVER)) /* CK-BARB-20 */
        for (int i = 0; i < 4; i++)
            game_expect(game,
                        !game->state.fighting.w[i] &&
                            (rules->var_commit_knights || !game->state.active_knights.w[i]),
                        "knights are up after the attack: ");
    if (!attack) {
        if (holm_step(&game->before)->kind == HOLM_STEP_PILLAGE &&
            holm_step(&game->state)->kind != HOLM_STEP_PILLAGE)
            check_lost_cities(game, victims(&game->before));
        return;
    }
    for (int seat = 0; seat < rules->players; seat++) {
        strength += judge_cities(&game->before, seat, false);
        defence += judge_contribution(&game->before, seat);
    }
    game_expect(game, attack->n == strength && attack->m == defence,
                "%d attack %d instead of %d and %d: ", attack->n, attack->m, strength, defence);
    check_lost_cities(game, strength > defence ? victims(&game->before) : 0);
    check_rewards(game, strength > defence ? 0 : defenders(&game->before));
}

/* ---------------------------------------------------------------- the fleet */

static int warships_of(const struct holm_state *state, int seat)
{
    int count = 0;
    for (int edge = 0; edge < state->board->topology.edges; edge++)
        count += holm_edge_in(&state->warships, edge) && holm_piece_seat(state->edge[edge]) == seat;
    return count;
}

static bool builds_beside(const struct holm_state *state, int seat, int hex)
{
    for (int i = 0; i < 6; i++) {
        const uint8_t place = state->corner[state->board->topology.hex_corner[hex][i]];
        if (holm_is_building(place) && holm_piece_seat(place) == seat)
            return true;
    }
    return false;
}

/* SC-PIR-7 to 10: on by the lower die; whoever builds beside it and is weaker loses a card, and one
 * more for each city; whoever is stronger may choose one. */
static void check_fleet(const struct game *game)
{
    const struct holm_map *map = &game->board.map;
    const uint8_t *dice = game->state.dice;
    const int strength = dice[0] < dice[1] ? dice[0] : dice[1];
    unsigned losers = 0;
    if (!map->lanes || game->action.kind != HOLM_DO_ROLL || game->before.pirate == HOLM_NONE ||
        holm_step(&game->before)->kind != HOLM_STEP_ROLL)
        return;
    const int hex = map->fleet_path[(game->before.fleet + strength) % map->fleet_hexes];
    game_expect(game, game->state.pirate == hex,
                "the fleet is on %d instead of %d: ", game->state.pirate, hex);
    for (int seat = 0; seat < game->board.rules.players; seat++) {
        const int warships = warships_of(&game->before, seat);
        const bool attacked = builds_beside(&game->before, seat, hex);
        int loss = 0;
        for (int i = 0; i < game->events.count; i++)
            if (game->events.at[i].kind == HOLM_EV_LOSS && game->events.at[i].seat == seat)
                loss += holm_cards_total(&game->events.at[i].cards);
        int due =
            attacked && warships < strength ? 1 + judge_cities(&game->before, seat, false) : 0;
        if (due > game->before.player[seat].cards)
            due = game->before.player[seat].cards;
        game_expect(game, loss == due, "seat %d loses %d cards to the fleet instead of %d: ", seat,
                    loss, due);
        losers |= attacked && warships > strength ? holm_bit(seat) : 0;
    }
    const struct holm_step *step = find_step(&game->state, HOLM_STEP_GOLD);
    if (losers)
        game_expect(game, step && (step->place & losers) == losers,
                    "who beats the fleet chooses nothing: ");
}

/* SC-PIR-15, 16: at the end of one's own turn, beside one's own fortress. */
static void check_siege(const struct game *game)
{
    const struct holm_event *siege = find_event(game, HOLM_EV_SIEGE);
    const struct holm_board *board = &game->board;
    const int seat = game->action.seat;
    int ships = 0, lost = 0;
    if (game->action.kind != HOLM_DO_END || !board->map.lanes || game->before.active != seat)
        return;
    for (int i = 0; i < 3; i++) {
        const int edge = board->topology.corner_edge[board->fortress[seat]][i];
        ships += edge != HOLM_NO_EDGE && holm_piece_kind(game->before.edge[edge]) == HOLM_SHIP &&
                 holm_piece_seat(game->before.edge[edge]) == seat;
    }
    game_expect(game, !siege == !(ships && game->before.player[seat].lairs),
                "a siege with %d ships before %d lairs: ", ships, game->before.player[seat].lairs);
    if (!siege)
        return;
    const int warships = warships_of(&game->before, seat), strength = siege->n;
    for (int edge = 0; edge < board->topology.edges; edge++)
        lost += holm_piece_seat(game->before.edge[edge]) == seat && !game->state.edge[edge];
    game_expect(game, siege->m == warships, "%d warships in a siege: ", siege->m);
    game_expect(game,
                game->state.player[seat].lairs ==
                    game->before.player[seat].lairs - (warships > strength),
                "%d lairs after a siege of %d against %d: ", game->state.player[seat].lairs,
                warships, strength);
    game_expect(game,
                lost == (warships > strength    ? 0
                         : warships == strength ? 1
                                                : 2),
                "%d ships lost in a siege: ", lost);
}

/* ------------------------------------------------------------------- tokens */

/* DUO-GAIN-1 to 4: what a corner brings. */
static int corner_tokens(const struct holm_board *board, int corner)
{
    bool desert = false, coast = false;
    for (int i = 0; i < 3; i++) {
        const int hex = board->topology.corner_hex[corner][i];
        const int terrain = hex == HOLM_NONE ? HOLM_SEA : board->map.terrain[hex];
        desert |= terrain == HOLM_DESERT;
        coast |= terrain == HOLM_SEA;
    }
    return 2 * desert + coast;
}

/* DUO-TOKEN-1, DUO-GAIN-5 and 7 */
static void check_tokens(const struct game *game)
{
    const int seat = game->action.seat, had = game->before.player[seat].tokens;
    int gain = 0;
    if (!game->board.rules.neutrals)
        return;
    if (game->action.kind == HOLM_DO_FORCE || game->action.kind == HOLM_DO_SEND_ROBBER)
        gain = (game->before.player[seat].points <= game->before.player[!seat].points ? -1 : -2) *
               (game->action.kind == HOLM_DO_FORCE && game->action.card ? 2 : 1);
    else if (game->action.kind == HOLM_DO_DISMISS) /* CKDUO-TOKEN-3 */
        gain = holm_piece_kind(game->before.corner[game->action.place]) - HOLM_BASIC + 1;
    else if (game->action.kind == HOLM_DO_SELL_KNIGHT)
        gain = 2;
    else if (game->action.kind == HOLM_DO_SETTLEMENT ||
             holm_step(&game->before)->kind == HOLM_STEP_SETUP_SETTLEMENT) /* CKDUO-SETUP-2 */
        gain = corner_tokens(&game->board, game->action.place);
    if (gain > game->before.tokens)
        gain = game->before.tokens;
    game_expect(game, game->state.player[seat].tokens == had + gain,
                "seat %d has %d tokens instead of %d: ", seat, game->state.player[seat].tokens,
                had + gain);
    game_expect(game, game->state.player[!seat].tokens == game->before.player[!seat].tokens,
                "seat %d's tokens change in passing: ", !seat);
}

/* ------------------------------------------------------------------- chance */

/* The weights of the first draw of an action. */
static void expect_weights(const struct game *game, uint8_t expected[HOLM_OUTCOMES])
{
    const struct holm_state *before = &game->before;
    const struct holm_rules *rules = &game->board.rules;
    const int players = rules->players, seat = game->action.seat;
    switch (game->action.kind) {
    case HOLM_DO_ROLL:
        memset(expected, 1, 6);
        for (int i = 0; rules->balanced_dice && i < 6; i++) /* BASE-PROD-10, 11 */
            if (holm_step(before)->kind == HOLM_STEP_ROLL)
                expected[i] = (uint8_t)__builtin_popcount(before->rolls_left[i]);
        if (before->alchemy)
            memcpy(expected, rules->event_die, HOLM_FACES);
        break;
    case HOLM_DO_BUY:
        memcpy(expected, before->deck_kind, HOLM_DEVELOPMENTS);
        break;
    case HOLM_DO_END: /* SC-PIR-15: the die of the fortress */
        memset(expected, 1, 6);
        break;
    case HOLM_DO_PORT: /* SC-NW-4 */
        memcpy(expected, before->port_bag, HOLM_PORT_KINDS);
        break;
    case HOLM_DO_ROBBER:
    case HOLM_DO_PIRATE:
    case HOLM_DO_ROB:
        memcpy(expected, before->player[game->action.target].hand.n, HOLM_CARDS);
        break;
    case HOLM_DO_FORCE: /* CKDUO-TRADE-2, 3 */
        memcpy(expected, before->player[!seat].hand.n,
               game->action.card ? HOLM_CARDS : HOLM_RESOURCES);
        break;
    case HOLM_DO_DRAW:
        for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
            if (holm_progress_track(rules, progress) == game->action.card)
                expected[progress] = before->pool[progress];
        break;
    case HOLM_DO_BISHOP: /* the first in turn order who has cards */
        for (int i = players - 1; i >= 1; i--) {
            const int from = (seat + i) % players;
            for (int j = 0; j < 6; j++) {
                const int corner = game->board.topology.hex_corner[game->action.place][j];
                if (holm_is_building(before->corner[corner]) && before->player[from].cards &&
                    holm_piece_seat(before->corner[corner]) == from)
                    memcpy(expected, before->player[from].hand.n, HOLM_CARDS);
            }
        }
        break;
    default: /* SC-TRIBE-8, SC-FOG-4: what a ship finds, and whatever lets the fog lift */
        if (game->board.map.gifts && find_event(game, HOLM_EV_BUY)) {
            memcpy(expected, before->deck_kind, HOLM_DEVELOPMENTS);
            break;
        }
        game_expect(game, find_event(game, HOLM_EV_DISCOVER), "kind %d draws: ", game->action.kind);
        memcpy(expected, before->fog_terrain, HOLM_TERRAINS);
    }
}

/* Without an outcome an action stops and tells how likely each one is. */
static void check_weights(const struct game *game)
{
    struct holm_state state = game->before;
    struct holm_chance chance;
    const uint8_t none[1] = { 0 };
    uint8_t expected[HOLM_OUTCOMES] = { 0 };
    if (!game->chance.drawn_count)
        return;
    memset(&chance, 0, sizeof chance);
    holm_chance_dictate(&chance, none, 0);
    game_expect(game, holm_apply(&state, &game->action, &chance, NULL) == HOLM_E_OUTCOME,
                "no outcome was missed: ");
    expect_weights(game, expected);
    game_expect(game, !memcmp(chance.wanted, expected, sizeof expected),
                "chance weighs the outcomes of kind %d wrongly: ", game->action.kind);
}

static void turns_run_as_they_should(void **unused)
{
    static struct game game;
    (void)unused;
    for (int m = 0; m < mode_count; m++)
        for (uint64_t seed = 1; seed <= game_seeds(modes[m].scenario ? ALL_FORMS : 4); seed++) {
            int placed = 0;
            struct order order = { .seat = -1, .building = -1 };
            game_start(&game, &modes[m], seed);
            /* a fixed first player rolls alone, where a roll must come before the harbours */
            const bool fixed = game.board.rules.start_player == HOLM_START_FIXED;
            struct contest contest = { .rolling =
                                           fixed ? 1 : holm_bits_below(game.board.rules.players) };
            while (game_step(&game)) {
                check_contest(&game, &contest);
                check_setup(&game, &placed);
                check_order(&game, &order);
                check_roll(&game);
                check_monopoly(&game);
                check_levy(&game);
                check_attack(&game);
                check_fleet(&game);
                check_siege(&game);
                check_tokens(&game);
                check_weights(&game);
            }
        }
}

/* ------------------------------------------------------------ a strange map */

/* Forest with a 6 everywhere but on one desert. */
static void make_forest(struct holm_map *map)
{
    enum { ROWS = 7, COLUMNS = 9 };
    memset(map, 0, sizeof *map);
    snprintf(map->name, sizeof map->name, "forest");
    map->players_low = 2;
    map->players_high = HOLM_SEATS;
    map->has_fixed = 1;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++, map->hexes++) {
            map->q[map->hexes] = (int8_t)(column - row / 2);
            map->r[map->hexes] = (int8_t)row;
            map->terrain[map->hexes] = map->hexes ? HOLM_FOREST : HOLM_DESERT;
            map->disc[map->hexes] = map->hexes ? 6 : 0;
        }
}

/* All settlements and cities of all players, as close as the distance rule allows. */
static void settle_everywhere(struct holm_state *state)
{
    const struct holm_topology *topology = &state->board->topology;
    int built[HOLM_SEATS] = { 0 }, seat = 0;
    for (int corner = 0; corner < topology->corners; corner++) {
        bool open = topology->corner_hex[corner][2] != HOLM_NONE;
        for (int i = 0; i < 3; i++) {
            const int neighbour = topology->corner_neighbour[corner][i];
            open &= neighbour == HOLM_NONE || !state->corner[neighbour];
        }
        if (!open || seat == state->board->rules.players)
            continue;
        const int piece = built[seat] < state->board->rules.cities ? HOLM_CITY : HOLM_SETTLEMENT;
        state->corner[corner] = holm_piece_byte(piece, seat);
        seat += ++built[seat] == state->board->rules.cities + state->board->rules.settlements;
    }
    holm_refresh(state);
}

/* One roll then claims more cards than any byte holds; the bank still pays what it has, or nobody.
 */
static void claims_beyond_a_byte(void **unused)
{
    static struct game game;
    struct holm_map map;
    struct holm_rules rules;
    static const uint8_t six[2] = { 2, 2 };
    (void)unused;
    for (int players = 2; players <= HOLM_SEATS; players++) {
        game = (struct game){ .mode = &modes[0], .seed = (uint64_t)players };
        holm_rules_make(&rules, HOLM_BASE, HOLM_CATAN8, players);
        rules.setup = HOLM_SETUP_FIXED;
        rules.target = 30;
        make_forest(&map);
        assert_int_equal(holm_board_make(&game.board, &map, &rules), HOLM_OK);
        holm_start(&game.state, &game.board);
        settle_everywhere(&game.state);
        assert_int_equal(holm_arrange(&game.state, 0, HOLM_STEP_ROLL, 0), HOLM_OK);
        game.before = game.state;
        game.action.kind = HOLM_DO_ROLL;
        holm_chance_dictate(&game.chance, six, 2);
        assert_int_equal(holm_apply(&game.state, &game.action, &game.chance, NULL), HOLM_OK);
        check_roll(&game);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_run_as_they_should),
        cmocka_unit_test(claims_beyond_a_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
