/* set.c: `set`, which arranges a position (docs/scripts.md). Pieces, hands and cards are
 * written straight into the state; what follows from them the engine computes (holm_refresh). */
#include <string.h>

#include "runner/run.h"

enum { MANY = 99 };

/* ------------------------------------------------------------------- the map */

static bool before_board(struct holm_run *run)
{
    return !run->has_board || holm_run_trouble(run, "this belongs right behind the game");
}

/* "Q,R TERRAIN [DISC]": without a disc the hex keeps the one it has. */
static bool set_hex(struct holm_run *run, struct holm_words *words)
{
    int hex, terrain, disc;
    if (!before_board(run) || (hex = holm_run_hex(run, words)) < 0)
        return false;
    terrain = holm_run_word(run, words, holm_terrain_names, HOLM_TERRAINS, "a terrain");
    if (terrain < 0)
        return false;
    disc = !holm_has_disc(terrain) ? 0 : run->map.disc[hex];
    if (*words->word) {
        if (!holm_read_number(words->word, 2, 12, &disc))
            return holm_run_not(run, words->word, "a disc");
        holm_words_next(words);
    }
    if (hex == run->map.robber && run->map.terrain[hex] == HOLM_DESERT)
        run->robber_lost = true;
    run->map.terrain[hex] = (uint8_t)terrain;
    run->map.disc[hex] = (uint8_t)disc;
    return true;
}

static bool is_land(const struct holm_run *run, int hex)
{
    return hex != HOLM_NONE && holm_is_land(run->map.terrain[hex]);
}

/* A harbour's place: the land hex at an edge and its side. */
static struct holm_port port_at(const struct holm_run *run, int edge)
{
    const struct holm_topology *topology = &run->board.topology;
    int hex = topology->edge_hex[edge][is_land(run, topology->edge_hex[edge][0]) ? 0 : 1];
    struct holm_port port = { .hex = (uint8_t)hex };
    while (hex != HOLM_NONE && topology->hex_edge[hex][port.side] != edge)
        port.side++;
    return port;
}

static bool set_port(struct holm_run *run, struct holm_words *words)
{
    struct holm_map *map = &run->map;
    int edge, kind, i = 0;
    if (!before_board(run))
        return false;
    edge = holm_run_edge(run, words);
    if (edge < 0)
        return false;
    kind = holm_word(holm_port_names, HOLM_PORT_KINDS, words->word);
    if (kind < 0 && strcmp(words->word, "none") != 0)
        return holm_run_not(run, words->word, "a kind of port");
    holm_words_next(words);
    while (i < map->ports &&
           run->board.topology.hex_edge[map->port[i].hex][map->port[i].side] != edge)
        i++;
    if (kind < 0) {
        if (i < map->ports)
            map->port[i] = map->port[--map->ports];
        return true;
    }
    if (i == HOLM_PORTS)
        return holm_run_trouble(run, "more than %d ports", HOLM_PORTS);
    if (i == map->ports)
        map->port[map->ports++] = port_at(run, edge);
    map->port[i].kind = (uint8_t)kind;
    return true;
}

static bool set_robber(struct holm_run *run, struct holm_words *words)
{
    int hex = holm_run_hex(run, words);
    if (hex < 0)
        return false;
    run->map.robber = (uint8_t)hex;
    run->robber_set = true;
    if (run->has_board)
        run->state.robber = (uint8_t)hex;
    return true;
}

/* -------------------------------------------------------------------- a seat */

void holm_run_refresh(struct holm_state *state)
{
    int route_holder = state->route_holder, army_holder = state->army_holder;
    holm_refresh(state);
    holm_hold_route(state, route_holder);
    holm_hold_army(state, army_holder);
}

/* How many pieces of a kind for corners a seat has left. */
static int left_of(const struct holm_player *player, int piece)
{
    if (holm_is_knight((uint8_t)piece))
        return player->knights[holm_knight_rank((uint8_t)piece) - 1];
    return piece == HOLM_SETTLEMENT ? player->settlements : player->cities;
}

bool holm_run_put(struct holm_run *run, int seat, int piece, int corner)
{
    if (run->state.corner[corner])
        return holm_run_trouble(run, "there is a piece on that corner already");
    if (!left_of(&run->state.player[seat], piece))
        return holm_run_trouble(run, "%s has no %s left", holm_seat_names[seat],
                                holm_piece_names[piece]);
    run->state.corner[corner] = holm_piece_byte(piece, seat);
    holm_refresh(&run->state);
    return true;
}

static bool put_on_corner(struct holm_run *run, struct holm_words *words, int seat, int piece)
{
    int corner = holm_run_corner(run, words);
    return corner >= 0 && holm_run_put(run, seat, piece, corner);
}

static bool set_settlement(struct holm_run *run, struct holm_words *words, int seat)
{
    return put_on_corner(run, words, seat, HOLM_SETTLEMENT);
}

static bool set_city(struct holm_run *run, struct holm_words *words, int seat)
{
    return put_on_corner(run, words, seat, HOLM_CITY);
}

static bool set_road(struct holm_run *run, struct holm_words *words, int seat)
{
    int edge = holm_read_edge(&run->board.topology, words->word);
    if (edge < 0)
        return holm_run_not(run, words->word, "an edge");
    if (run->state.edge[edge])
        return holm_run_trouble(run, "there is a road on %s already", words->word);
    if (run->state.player[seat].roads == 0)
        return holm_run_trouble(run, "%s has no road left", holm_seat_names[seat]);
    run->state.edge[edge] = holm_piece_byte(HOLM_ROAD, seat);
    holm_words_next(words);
    holm_refresh(&run->state);
    return true;
}

static bool set_hand(struct holm_run *run, struct holm_words *words, int seat)
{
    struct holm_player *player = &run->state.player[seat];
    struct holm_cards hand;
    if (!holm_read_cards(words, &hand, NULL, &run->trouble))
        return holm_run_trouble(run, "%s", run->trouble.text);
    for (int card = 0; card < HOLM_CARDS; card++)
        if (run->state.bank.n[card] + player->hand.n[card] < hand.n[card])
            return holm_run_trouble(run, "the bank has only %d %s for %s",
                                    run->state.bank.n[card] + player->hand.n[card],
                                    holm_card_names[card], holm_seat_names[seat]);
    for (int card = 0; card < HOLM_CARDS; card++)
        run->state.bank.n[card] += (uint8_t)(player->hand.n[card] - hand.n[card]);
    player->hand = hand;
    holm_run_refresh(&run->state);
    return true;
}

/* Takes development cards of a kind out of the deck, or puts some back. */
static bool from_deck(struct holm_run *run, int kind, int more)
{
    if (more > run->state.deck_kind[kind])
        return holm_run_trouble(run, "the deck has only %d more %s", run->state.deck_kind[kind],
                                holm_development_names[kind]);
    run->state.deck_kind[kind] = (uint8_t)(run->state.deck_kind[kind] - more);
    return true;
}

/* One "KIND [N]". */
static bool read_kind(struct holm_run *run, struct holm_words *words, int *kind, int *count)
{
    *kind = holm_word(holm_development_names, HOLM_DEVELOPMENTS, words->word);
    if (*kind < 0)
        return holm_run_not(run, words->word, "a development card");
    holm_words_next(words);
    *count = 1;
    if (*words->word >= '0' && *words->word <= '9') {
        if (!holm_read_number(words->word, 0, MANY, count))
            return holm_run_not(run, words->word, "a number of cards");
        holm_words_next(words);
    }
    return true;
}

static bool another_kind(const struct holm_words *words)
{
    return holm_word(holm_development_names, HOLM_DEVELOPMENTS, words->word) >= 0;
}

/* So many unplayed cards of each kind, bought earlier or (fresh) this turn. */
static bool set_developments(struct holm_run *run, struct holm_words *words, int seat, bool fresh)
{
    struct holm_player *player = &run->state.player[seat];
    do {
        int kind, count;
        if (!read_kind(run, words, &kind, &count))
            return false;
        int earlier = player->development[kind] - player->fresh[kind];
        int more = count - (fresh ? player->fresh[kind] : earlier);
        if (!from_deck(run, kind, more))
            return false;
        player->development[kind] = (uint8_t)(player->development[kind] + more);
        if (fresh)
            player->fresh[kind] = (uint8_t)count;
    } while (another_kind(words));
    holm_run_refresh(&run->state);
    return true;
}

static bool set_cards(struct holm_run *run, struct holm_words *words, int seat)
{
    return set_developments(run, words, seat, false);
}

static bool set_fresh(struct holm_run *run, struct holm_words *words, int seat)
{
    return set_developments(run, words, seat, true);
}

static bool set_army(struct holm_run *run, struct holm_words *words, int seat)
{
    struct holm_player *player = &run->state.player[seat];
    int count;
    if (!holm_read_number(words->word, 0, MANY, &count))
        return holm_run_not(run, words->word, "a number of knights");
    if (!from_deck(run, HOLM_KNIGHT, count - player->army))
        return false;
    player->army = (uint8_t)count;
    holm_words_next(words);
    holm_refresh(&run->state);
    return true;
}

static bool set_tokens(struct holm_run *run, struct holm_words *words, int seat)
{
    struct holm_player *player = &run->state.player[seat];
    int count, all = run->state.tokens + player->tokens;
    if (!holm_read_number(words->word, 0, MANY, &count))
        return holm_run_not(run, words->word, "a number of tokens");
    if (count > all)
        return holm_run_trouble(run, "there are only %d tokens for %s", all, holm_seat_names[seat]);
    player->tokens = (uint8_t)count;
    run->state.tokens = (uint8_t)(all - count);
    holm_words_next(words);
    return true;
}

static const struct holm_run_seat_thing seat_things[] = {
    { "settlement", set_settlement, true },
    { "city", set_city, true },
    { "road", set_road, true },
    { "hand", set_hand, false },
    { "cards", set_cards, false },
    { "fresh", set_fresh, false },
    { "army", set_army, false },
    { "tokens", set_tokens, false },
    { 0 },
};

static const struct holm_run_seat_thing *seat_thing(const struct holm_run *run, const char *name)
{
    const struct holm_run_seat_thing *tables[] = {
        seat_things,
        run->rules.knights ? holm_run_knights_seat_things : NULL,
        run->rules.ships ? holm_run_sea_seat_things : NULL,
    };
    for (int i = 0; i < 3; i++)
        for (const struct holm_run_seat_thing *thing = tables[i]; thing && thing->name; thing++)
            if (strcmp(thing->name, name) == 0)
                return thing;
    return NULL;
}

static bool set_seat(struct holm_run *run, struct holm_words *words)
{
    int seat = holm_run_seat(run, words);
    if (seat < 0)
        return false;
    do {
        const struct holm_run_seat_thing *thing = seat_thing(run, words->word);
        if (!thing)
            return holm_run_not(run, words->word, "a thing to set for a seat");
        if (seat >= run->rules.players && !thing->neutral)
            return holm_run_trouble(run, "%s is neutral: no %s", holm_seat_names[seat],
                                    thing->name);
        holm_words_next(words);
        if (!thing->set(run, words, seat))
            return false;
    } while (*words->word);
    return true;
}

/* ----------------------------------------------------------------- the rest */

/* Whether the numbers stand behind the kinds ("ore 3 wool 0"): then one is the last word. */
static bool numbers_behind(struct holm_words words)
{
    int number;
    bool last = false;
    for (; *words.word; holm_words_next(&words))
        last = holm_read_number(words.word, 0, UINT8_MAX, &number);
    return last;
}

static bool read_pairs(struct holm_run *run, struct holm_words *words, struct holm_cards *cards,
                       unsigned *named)
{
    *cards = (struct holm_cards){ 0 };
    *named = 0;
    while (*words->word) {
        int count, card = holm_run_word(run, words, holm_card_names, HOLM_CARDS, "a card");
        if (card < 0 || !holm_run_number(run, words, UINT8_MAX, &count))
            return false;
        cards->n[card] = (uint8_t)count;
        *named |= 1u << card;
    }
    return true;
}

static bool set_bank(struct holm_run *run, struct holm_words *words)
{
    struct holm_cards cards;
    unsigned named;
    int number;
    if (numbers_behind(*words)) {
        if (holm_read_number(words->word, 0, UINT8_MAX, &number))
            return holm_run_trouble(run, "numbers stand before the cards or behind them, not both");
        if (!read_pairs(run, words, &cards, &named))
            return false;
    } else if (!holm_read_cards(words, &cards, &named, &run->trouble)) {
        return holm_run_trouble(run, "%s", run->trouble.text);
    }
    for (int card = 0; card < HOLM_CARDS; card++) {
        if (cards.n[card] && card >= run->board.card_kinds)
            return holm_run_trouble(run, "there is no %s in this game", holm_card_names[card]);
        if (named & holm_bit(card))
            run->state.bank.n[card] = cards.n[card];
    }
    return true;
}

static bool set_deck(struct holm_run *run, struct holm_words *words)
{
    do {
        int kind, count;
        if (!read_kind(run, words, &kind, &count))
            return false;
        int held = 0;
        for (int seat = 0; seat < run->rules.players; seat++)
            held += run->state.player[seat].development[kind];
        if (held + count > run->rules.deck[kind])
            return holm_run_trouble(run, "there are only %d %s cards in the game",
                                    run->rules.deck[kind], holm_development_names[kind]);
        run->state.deck_kind[kind] = (uint8_t)count;
    } while (another_kind(words));
    holm_run_refresh(&run->state);
    return true;
}

/* Nothing of an earlier turn is left: no offers, no owed cards, no card played, no knight tired but
 * those the script has called so. */
static void clean_turn(struct holm_run *run)
{
    struct holm_state *state = &run->state;
    memset(state->offer, 0, sizeof state->offer);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        struct holm_player *player = &state->player[seat];
        memset(&player->pledge, 0, sizeof player->pledge);
        player->owed = player->pledged = player->chosen = player->breach = 0;
        player->yields = 0;
    }
    holm_forget_turn(state);
    state->alchemy = 0;
    for (int i = 0; i < 4; i++)
        state->tired.w[i] &= run->tired.w[i];
    memset(&run->tired, 0, sizeof run->tired);
    memset(&state->acted, 0, sizeof state->acted);
    memset(&state->promoted, 0, sizeof state->promoted);
    memset(&state->fighting, 0, sizeof state->fighting);
}

static bool set_turn(struct holm_run *run, struct holm_words *words)
{
    static const struct {
        const char *name;
        int step, part;
    } moments[] = {
        { "roll", HOLM_STEP_ROLL, 0 },
        { "actions", HOLM_STEP_ACTIONS, 0 },
        { "special", HOLM_STEP_SPECIAL_BUILD, 0 },
        { "second", HOLM_STEP_ACTIONS, 1 },
    };
    int seat = holm_run_seat(run, words), i = 0;
    if (seat < 0)
        return false;
    while (i < 4 && strcmp(moments[i].name, words->word) != 0)
        i++;
    if (i == 4)
        return holm_run_not(run, words->word, "roll, actions, special or second");
    holm_words_next(words);
    clean_turn(run);
    holm_refresh(&run->state);
    int error = holm_arrange(&run->state, seat, moments[i].step, moments[i].part);
    return !error || holm_run_trouble(run, "%s", holm_reason(error)->text);
}

static bool set_holder(struct holm_run *run, struct holm_words *words)
{
    bool route = holm_words_skip(words, "route");
    if (!route && !holm_words_skip(words, "army"))
        return holm_run_not(run, words->word, "route or army");
    int seat = holm_run_seat_or_nobody(run, words);
    if (seat < 0)
        return false;
    if (route)
        holm_hold_route(&run->state, seat);
    else
        holm_hold_army(&run->state, seat);
    return true;
}

static const struct holm_run_thing things[] = {
    { "hex", set_hex, true },        { "port", set_port, true },
    { "robber", set_robber, true },  { "bank", set_bank, false },
    { "deck", set_deck, false },     { "turn", set_turn, false },
    { "holder", set_holder, false }, { 0 },
};

static const struct holm_run_thing *thing_named(const struct holm_run *run, const char *name)
{
    const struct holm_run_thing *tables[] = {
        things,
        run->rules.knights ? holm_run_knights_things : NULL,
        run->rules.ships ? holm_run_sea_things : NULL,
    };
    for (int i = 0; i < 3; i++)
        for (const struct holm_run_thing *thing = tables[i]; thing && thing->name; thing++)
            if (strcmp(thing->name, name) == 0)
                return thing;
    return NULL;
}

bool holm_run_set(struct holm_run *run, struct holm_words *words)
{
    const struct holm_run_thing *thing = thing_named(run, words->word);
    if ((!thing || !thing->on_map) && !holm_run_board(run))
        return false;
    run->past = (struct holm_past){ 0 };
    if (!thing)
        return set_seat(run, words);
    holm_words_next(words);
    if (!thing->set(run, words))
        return false;
    return !*words->word || holm_run_not(run, words->word, "expected here");
}
