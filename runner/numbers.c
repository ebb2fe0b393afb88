/* numbers.c: the facts of `expect` that compare numbers: `points red=3 blue=2`. */
#include <string.h>

#include "runner/run.h"
#include "text/shown.h"

enum { NUMBER_MAX = 65535 };

/* --------------------------------------------------------------- the numbers */

static int get_points(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return holm_points(seen, key);
}

static int get_count(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].cards;
}

static int get_development(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].developments;
}

static int get_army(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].army;
}

static int get_route(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].route;
}

static int get_tokens(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return key < HOLM_SEATS ? seen->player[key].tokens : seen->tokens;
}

static int get_bank(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->bank.n[key];
}

static int get_holds(const struct holm_state *seen, int seat, int key)
{
    return seen->player[seat].hand.n[key];
}

static int get_cards(const struct holm_state *seen, int seat, int key)
{
    const struct holm_player *player = &seen->player[seat];
    return player->development[key] + (key == HOLM_VICTORY ? player->revealed : 0);
}

static int get_deck(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->deck_kind[key];
}

static int get_supply(const struct holm_state *seen, int seat, int key)
{
    const struct holm_player *player = &seen->player[seat];
    return key == 0 ? player->roads : key == 1 ? player->settlements : player->cities;
}

static int get_rate(const struct holm_state *seen, int seat, int key)
{
    return holm_rate(seen, seat, key);
}

static int get_hexes(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    int count = 0;
    for (int hex = 0; hex < seen->board->map.hexes; hex++)
        count += seen->terrain[hex] == key;
    return count;
}

static int get_discs(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    int count = 0;
    for (int hex = 0; hex < seen->board->map.hexes; hex++)
        count += seen->disc[hex] == key;
    return count;
}

static int get_ports(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    int count = 0;
    for (int i = 0; i < seen->board->map.ports && !seen->board->map.place_ports; i++)
        count += seen->board->map.port[i].kind == key;
    for (int i = 0; i < seen->placed_ports; i++)
        count += seen->port_kind[i] == key;
    return count;
}

static int get_ships(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].ships;
}

static int get_cloth(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return key < HOLM_SEATS ? seen->player[key].cloth : seen->cloth;
}

static int get_bonus(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].bonus;
}

static int get_kept_ports(const struct holm_state *seen, int seat, int key)
{
    return seen->player[seat].kept_port[key];
}

static int get_lairs(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].lairs;
}

static int get_warships(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    int count = 0;
    for (int edge = 0; edge < seen->board->topology.edges; edge++)
        count += holm_edge_in(&seen->warships, edge) && holm_piece_seat(seen->edge[edge]) == key;
    return count;
}

static int get_fog(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->fog_terrain[key];
}

static int get_fogdisc(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->fog_disc[key];
}

static int get_level(const struct holm_state *seen, int seat, int key)
{
    return seen->player[seat].level[key];
}

static int get_defender(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].defender;
}

static int get_knights(const struct holm_state *seen, int seat, int key)
{
    return seen->player[seat].knights[key];
}

static int get_walls(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->player[key].walls;
}

static int get_progress(const struct holm_state *seen, int seat, int key)
{
    return seen->player[seat].progress[key];
}

static int get_backs(const struct holm_state *seen, int seat, int key)
{
    return seen->player[seat].backs[key];
}

static int get_left(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return seen->deck_left[key];
}

static int get_defence(const struct holm_state *seen, int seat, int key)
{
    (void)seat;
    return holm_defence(seen, key);
}

static int get_legal_count(const struct holm_state *seen, int seat, int key)
{
    struct holm_list list;
    int count = 0;
    holm_legal(seen, seat, &list);
    for (int i = 0; i < list.count; i++)
        count += list.at[i].kind == key;
    return count;
}

static const char *const pieces[] = { "roads", "settlements", "cities" };
static const char *const disc_names[] = { "0", "1", "2", "3",  "4",  "5", "6",
                                          "7", "8", "9", "10", "11", "12" };

/* What the numbers of a row belong to: open to all, a hand, what one seat alone knows, the progress
 * cards it holds, or the decks. */
enum secret { OPEN, HAND, OWN, HELD, DECKS };

struct numbers {
    const char *name;
    const char *const *keys; /* NULL: the kinds of actions */
    int key_count; /* one more than seats: the supply, too */
    int (*get)(const struct holm_state *seen, int seat, int key);
    bool of_seat; /* the seat stands before the numbers; otherwise `seat` is not used */
    enum secret secret;
};

static const struct numbers numbers[] = {
    { "points", holm_seat_names, HOLM_SEATS, get_points, false, OPEN },
    { "count", holm_seat_names, HOLM_SEATS, get_count, false, OPEN },
    { "development", holm_seat_names, HOLM_SEATS, get_development, false, OPEN },
    { "army", holm_seat_names, HOLM_SEATS, get_army, false, OPEN },
    { "route", holm_seat_names, HOLM_SEATS, get_route, false, OPEN },
    { "tokens", holm_seat_names, HOLM_SEATS + 1, get_tokens, false, OPEN },
    { "bank", holm_card_names, HOLM_CARDS, get_bank, false, OPEN },
    { "holds", holm_card_names, HOLM_CARDS, get_holds, true, HAND },
    { "cards", holm_development_names, HOLM_DEVELOPMENTS, get_cards, true, OWN },
    { "deck", holm_development_names, HOLM_DEVELOPMENTS, get_deck, false, DECKS },
    { "supply", pieces, 3, get_supply, true, OPEN },
    { "rate", holm_card_names, HOLM_CARDS, get_rate, true, OPEN },
    { "hexes", holm_terrain_names, HOLM_TERRAINS, get_hexes, false, OPEN },
    { "discs", disc_names, 13, get_discs, false, OPEN },
    { "ports", holm_port_names, HOLM_PORT_KINDS, get_ports, false, OPEN },
    { "legal-count", NULL, HOLM_KINDS, get_legal_count, true, OPEN },
    { "level", holm_track_names, HOLM_TRACKS, get_level, true, OPEN },
    { "defender", holm_seat_names, HOLM_SEATS, get_defender, false, OPEN },
    { "knights", holm_piece_names + HOLM_BASIC, HOLM_RANKS, get_knights, true, OPEN },
    { "walls", holm_seat_names, HOLM_SEATS, get_walls, false, OPEN },
    { "progress", holm_progress_names, HOLM_PROGRESS_KINDS, get_progress, true, HELD },
    { "backs", holm_track_names, HOLM_TRACKS, get_backs, true, OPEN },
    { "left", holm_track_names, HOLM_TRACKS, get_left, false, OPEN },
    { "defence", holm_seat_names, HOLM_SEATS, get_defence, false, OPEN },
    { "ships", holm_seat_names, HOLM_SEATS, get_ships, false, OPEN },
    { "cloth", holm_seat_names, HOLM_SEATS + 1, get_cloth, false, OPEN },
    { "bonus", holm_seat_names, HOLM_SEATS, get_bonus, false, OPEN },
    { "kept-ports", holm_port_names, HOLM_PORT_KINDS, get_kept_ports, true, OPEN },
    { "lairs", holm_seat_names, HOLM_SEATS, get_lairs, false, OPEN },
    { "warships", holm_seat_names, HOLM_SEATS, get_warships, false, OPEN },
    { "fog", holm_terrain_names, HOLM_TERRAINS, get_fog, false, OPEN },
    { "fogdisc", disc_names, 13, get_fogdisc, false, OPEN },
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static int read_key(const struct holm_fact *fact, const struct numbers *row, const char *word)
{
    int seats = fact->seen->board->seats;
    if (row->key_count == HOLM_SEATS + 1 && strcmp(word, "supply") == 0)
        return HOLM_SEATS;
    if (row->keys == holm_seat_names)
        return holm_word(row->keys, seats, word);
    if (row->keys)
        return holm_word(row->keys, row->key_count, word);
    for (int kind = HOLM_NO_ACTION + 1; kind < HOLM_KINDS; kind++)
        if (strcmp(holm_kind_info[kind].name, word) == 0)
            return kind;
    return -1;
}

/* Victory cards that were shown at the end are no secret any more. */
static bool is_hidden(const struct holm_fact *fact, const struct numbers *row, int seat, int key)
{
    const struct holm_state *seen = fact->seen;
    switch (row->secret) {
    case HAND:
        return !holm_shown_hand(seen, seat);
    case OWN:
        return !holm_shown_secrets(seen, seat) &&
               !(key == HOLM_VICTORY && seen->player[seat].revealed);
    case HELD:
        return !holm_shown_progress(seen, seat);
    case DECKS:
        return !holm_shown_decks(seen);
    case OPEN:
        break;
    }
    return false;
}

/* One "key=number". */
static enum holm_verdict check_number(struct holm_fact *fact, const struct numbers *row, int seat)
{
    char *word = fact->words->word, *value = holm_run_value(fact->run, word);
    int number;
    if (!value)
        return HOLM_UNCLEAR;
    int key = read_key(fact, row, word);
    if (key < 0) {
        holm_run_trouble(fact->run, "%s: there is no '%.40s'", row->name, word);
        return HOLM_UNCLEAR;
    }
    if (!holm_read_number(value, 0, NUMBER_MAX, &number)) {
        holm_run_not(fact->run, value, "a number");
        return HOLM_UNCLEAR;
    }
    if (is_hidden(fact, row, seat, key)) {
        holm_put(&fact->found, " hidden");
        return HOLM_FALSE;
    }
    int found = row->get(fact->seen, seat, key);
    if (found != number)
        holm_putf(&fact->found, " %s=%d", word, found);
    return found == number ? HOLM_TRUE : HOLM_FALSE;
}

static enum holm_verdict check_numbers(struct holm_fact *fact, const struct numbers *row)
{
    enum holm_verdict all = HOLM_TRUE;
    int seat = HOLM_NONE;
    if (row->of_seat && (seat = holm_run_seat(fact->run, fact->words)) < 0)
        return HOLM_UNCLEAR;
    if (!*fact->words->word) {
        holm_run_not(fact->run, "", "key=number");
        return HOLM_UNCLEAR;
    }
    for (; *fact->words->word; holm_words_next(fact->words)) {
        enum holm_verdict one = check_number(fact, row, seat);
        if (one == HOLM_UNCLEAR)
            return one;
        if (one == HOLM_FALSE)
            all = HOLM_FALSE;
    }
    return all;
}

enum holm_verdict holm_fact_numbers(struct holm_fact *fact, const char *name)
{
    for (int i = 0; i < NUMBERS; i++)
        if (strcmp(numbers[i].name, name) == 0)
            return check_numbers(fact, &numbers[i]);
    holm_run_not(fact->run, name, "a fact that can be checked");
    return HOLM_UNCLEAR;
}
