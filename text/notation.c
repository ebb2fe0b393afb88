/* notation.c: names for places, cards and seats, written and read (docs/notation.md). */
#include "text/notation.h"

#include <string.h>

enum { COUNT_MAX = 99 }; /* cards of one kind in one action */

const char *const holm_seat_names[HOLM_SEATS] = { "red",   "blue",  "white",  "orange",
                                                  "green", "brown", "violet", "black" };
const char *const holm_card_names[HOLM_CARDS] = { "wood", "brick", "wool", "grain",
                                                  "ore",  "cloth", "coin", "paper" };
const char *const holm_terrain_names[HOLM_TERRAINS] = { "forest", "hills",     "pasture",
                                                        "fields", "mountains", "gold",
                                                        "desert", "sea",       "fog" };
const char *const holm_development_names[HOLM_DEVELOPMENTS] = { "knight", "victory",
                                                                "road-building", "plenty",
                                                                "monopoly" };
const char *const holm_piece_names[HOLM_PIECES] = {
    [HOLM_EMPTY] = "empty",     [HOLM_SETTLEMENT] = "settlement",
    [HOLM_CITY] = "city",       [HOLM_ROAD] = "road",
    [HOLM_REDUCED] = "reduced", [HOLM_METROPOLIS] = "metropolis",
    [HOLM_BASIC] = "basic",     [HOLM_STRONG] = "strong",
    [HOLM_MIGHTY] = "mighty",   [HOLM_SHIP] = "ship",
    [HOLM_WALL] = "wall",
};
const char *const holm_track_names[HOLM_TRACKS] = { "trade", "politics", "science" };
/* The engine's own names, as a plain table; a test holds the two together. ORDER: holm_progress. */
const char *const holm_progress_names[HOLM_PROGRESS_KINDS] = {
    "alchemist",         "crane",           "engineer",     "inventor",       "irrigation",
    "medicine",          "mining",          "printer",      "road-building",  "smith",
    "commercial-harbor", "master-merchant", "merchant",     "merchant-fleet", "resource-monopoly",
    "trade-monopoly",    "bishop",          "constitution", "deserter",       "diplomat",
    "intrigue",          "saboteur",        "spy",          "warlord",        "wedding",
};
const char *const holm_face_names[HOLM_FACES] = { "trade", "politics", "science",
                                                  "ship",  "pips",     "card" };
const char *const holm_mark_names[HOLM_MARK_KINDS] = { "no-start", "wall", "bridge", "village" };
const char *const holm_gift_names[HOLM_GIFT_KINDS] = { "point", "card", "port" };
const char *const holm_wonder_names[HOLM_WONDERS] = { "grand-theater", "great-bridge",
                                                      "grand-monument", "great-wall",
                                                      "grand-castle" };
const char *const holm_port_names[HOLM_PORT_KINDS] = { "wood",  "brick", "wool",
                                                       "grain", "ore",   "any" };
const char *const holm_choice_names[HOLM_KINDS][2] = {
    [HOLM_DO_FORCE] = { NULL, "commodities" },
    [HOLM_DO_YIELD] = { "commodity", "resources" },
    [HOLM_DO_CHASE] = { NULL, "pirate" },
    [HOLM_DO_PIRATE] = { NULL, "cloth" },
};
const char *const holm_game_names[HOLM_GAMES] = { "base", "knights", "seafarers",
                                                  "seafarers+knights" };
const char *const holm_edition_names[HOLM_EDITIONS] = { "2025", "2015", "2007", "catan8" };
const char *const holm_corner_names[6] = { "N", "NE", "SE", "S", "SW", "NW" };
const char *const holm_side_names[6] = { "NE", "E", "SE", "SW", "W", "NW" };

int holm_word(const char *const *names, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (names[i] && strcmp(names[i], word) == 0)
            return i;
    return -1;
}

/* ------------------------------------------------------------------- words */

static bool blank(char c)
{
    return c == ' ' || c == '\t';
}

void holm_words_next(struct holm_words *words)
{
    while (blank(*words->rest))
        words->rest++;
    size_t length = 0;
    while (words->rest[length] && !blank(words->rest[length]))
        length++;
    memcpy(words->word, words->rest, length);
    words->word[length] = '\0';
    words->rest += length;
}

bool holm_words_start(struct holm_words *words, const char *text)
{
    bool fits = strnlen(text, HOLM_LINE_MAX) < HOLM_LINE_MAX;
    words->rest = fits ? text : "";
    holm_words_next(words);
    return fits;
}

bool holm_words_skip(struct holm_words *words, const char *word)
{
    if (strcmp(words->word, word) != 0)
        return false;
    holm_words_next(words);
    return true;
}

bool holm_read_number(const char *word, int low, int high, int *number)
{
    enum { DIGITS = 9 };
    size_t length = strspn(word, "0123456789");
    if (length == 0 || length > DIGITS || word[length] || (word[0] == '0' && length > 1))
        return false;
    int value = 0;
    for (size_t i = 0; i < length; i++)
        value = value * 10 + (word[i] - '0');
    *number = value;
    return low <= value && value <= high;
}

/* ------------------------------------------------------------------ places */

static bool read_coordinate(const char **text, int *number)
{
    const char *at = *text;
    bool negative = *at == '-';
    if (negative)
        at++;
    size_t length = strspn(at, "0123456789");
    if (length == 0 || length > 2 || (at[0] == '0' && (length > 1 || negative)))
        return false;
    int value = length == 2 ? (at[0] - '0') * 10 + (at[1] - '0') : at[0] - '0';
    *number = negative ? -value : value;
    *text = at + length;
    return true;
}

bool holm_read_coordinates(const char **text, int *q, int *r)
{
    const char *at = *text;
    if (!read_coordinate(&at, q) || *at++ != ',' || !read_coordinate(&at, r))
        return false;
    *text = at;
    return true;
}

/* The hex named at the start of a text, which then points behind it; or -1. */
static int find_hex(const struct holm_topology *topology, const char **text)
{
    int q, r;
    if (!holm_read_coordinates(text, &q, &r))
        return -1;
    for (int hex = 0; hex < topology->hexes; hex++)
        if (topology->q[hex] == q && topology->r[hex] == r)
            return hex;
    return -1;
}

int holm_read_hex(const struct holm_topology *topology, const char *word)
{
    int hex = find_hex(topology, &word);
    return *word ? -1 : hex;
}

int holm_read_corner(const struct holm_topology *topology, const char *word)
{
    int hex = find_hex(topology, &word);
    int direction = holm_word(holm_corner_names, 6, word);
    return hex < 0 || direction < 0 ? -1 : topology->hex_corner[hex][direction];
}

int holm_read_edge(const struct holm_topology *topology, const char *word)
{
    int hex = find_hex(topology, &word);
    int direction = holm_word(holm_side_names, 6, word);
    return hex < 0 || direction < 0 ? -1 : topology->hex_edge[hex][direction];
}

void holm_put_hex(struct holm_writer *writer, const struct holm_topology *topology, int hex)
{
    if (hex < 0 || hex >= topology->hexes)
        holm_put(writer, "?");
    else
        holm_put_pair(writer, topology->q[hex], topology->r[hex]);
}

/* The lowest of a place's hexes; HOLM_NONE, higher than any, stands for the missing ones. */
static int lowest(const uint8_t *hexes, int count)
{
    int least = hexes[0];
    for (int i = 1; i < count; i++)
        if (hexes[i] < least)
            least = hexes[i];
    return least;
}

void holm_put_corner(struct holm_writer *writer, const struct holm_topology *topology, int corner)
{
    int hex = corner < 0 || corner >= topology->corners ? HOLM_NONE
                                                        : lowest(topology->corner_hex[corner], 3);
    holm_put_hex(writer, topology, hex);
    for (int i = 0; i < 6 && hex < topology->hexes; i++)
        if (topology->hex_corner[hex][i] == corner)
            holm_put(writer, holm_corner_names[i]);
}

void holm_put_edge(struct holm_writer *writer, const struct holm_topology *topology, int edge)
{
    int hex = edge < 0 || edge >= topology->edges ? HOLM_NONE : lowest(topology->edge_hex[edge], 2);
    holm_put_hex(writer, topology, hex);
    for (int i = 0; i < 6 && hex < topology->hexes; i++)
        if (topology->hex_edge[hex][i] == edge)
            holm_put(writer, holm_side_names[i]);
}

/* --------------------------------------------------------- cards and seats */

void holm_put_cards_with(struct holm_writer *writer, const struct holm_cards *cards,
                         const char *behind, const char *between)
{
    bool none = true;
    for (int card = 0; card < HOLM_CARDS; card++) {
        if (cards->n[card] == 0)
            continue;
        if (!none)
            holm_put(writer, between);
        if (cards->n[card] > 1)
            holm_putf(writer, "%d%s", cards->n[card], behind);
        holm_put(writer, holm_card_names[card]);
        none = false;
    }
    if (none)
        holm_put(writer, "none");
}

void holm_put_cards(struct holm_writer *writer, const struct holm_cards *cards)
{
    holm_put_cards_with(writer, cards, " ", " ");
}

/* "wood" or "2 wood": one kind added to the cards. */
static bool read_some_cards(struct holm_words *words, struct holm_cards *cards, unsigned *named,
                            struct holm_trouble *trouble)
{
    int count = 1;
    if (holm_word(holm_card_names, HOLM_CARDS, words->word) < 0) {
        if (!holm_read_number(words->word, named ? 0 : 1, COUNT_MAX, &count))
            return holm_trouble(trouble, 0, "'%.40s' is not a number of cards", words->word);
        holm_words_next(words);
    }
    int card = holm_word(holm_card_names, HOLM_CARDS, words->word);
    if (!*words->word)
        return holm_trouble(trouble, 0, "a kind of card is missing at the end");
    if (card < 0)
        return holm_trouble(trouble, 0, "'%.40s' is not a kind of card", words->word);
    if (cards->n[card] + count > COUNT_MAX)
        return holm_trouble(trouble, 0, "more than %d %s", COUNT_MAX, words->word);
    cards->n[card] += (uint8_t)count;
    if (named)
        *named |= holm_bit(card);
    holm_words_next(words);
    return true;
}

/* Whether a word begins another kind of card, well or badly. */
static bool card_begins(const char *word)
{
    return holm_word(holm_card_names, HOLM_CARDS, word) >= 0 ||
           (*word && strchr("0123456789-+", *word));
}

bool holm_read_cards(struct holm_words *words, struct holm_cards *cards, unsigned *named,
                     struct holm_trouble *trouble)
{
    *cards = (struct holm_cards){ 0 };
    if (named)
        *named = 0;
    if (holm_words_skip(words, "none")) {
        if (named)
            *named = holm_bits_below(HOLM_CARDS);
        return true;
    }
    if (!*words->word)
        return holm_trouble(trouble, 0, "cards are missing at the end");
    do {
        if (!read_some_cards(words, cards, named, trouble))
            return false;
    } while (card_begins(words->word));
    return true;
}

void holm_put_seats(struct holm_writer *writer, unsigned seats)
{
    const char *between = "";
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        if (!(seats & holm_bit(seat)))
            continue;
        holm_put(writer, between);
        holm_put(writer, holm_seat_names[seat]);
        between = ",";
    }
}

int holm_read_seats(const char *word)
{
    unsigned seats = 0;
    for (;;) {
        char name[16];
        size_t length = strcspn(word, ",");
        if (length >= sizeof name)
            return -1;
        memcpy(name, word, length);
        name[length] = '\0';
        int seat = holm_word(holm_seat_names, HOLM_SEATS, name);
        if (seat < 0 || seats & holm_bit(seat))
            return -1;
        seats |= holm_bit(seat);
        if (!word[length])
            return (int)seats;
        word += length + 1;
    }
}
