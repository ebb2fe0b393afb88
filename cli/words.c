/* words.c: a table of sentences, one or more for each kind of event. Words in braces are filled in;
 * {seat} and {s} agree: "Red rolls", "You roll". */
#include "cli/words.h"

#include <ctype.h>
#include <string.h>

#include "cli/paint.h"
#include "text/notation.h"

/* Which of several sentences applies; the first that fits is taken. */
enum when { ANY, N_IS_0, N_IS_1, NOBODY };

static const struct sentence {
    uint8_t kind, when;
    const char *text; /* NULL: goes without saying */
} sentences[] = {
    { HOLM_EV_START_ROLL, ANY, "{seat} roll{s} {dice} for the first turn." },
    { HOLM_EV_START_PLAYER, ANY, "{seat} {has} the first turn." },
    { HOLM_EV_TURN, N_IS_1, "{Whose} part of the shared turn." },
    { HOLM_EV_TURN, ANY, "{Whose} turn." },
    { HOLM_EV_SPECIAL_BUILD, ANY, "{seat} may build." },
    { HOLM_EV_ROLL, ANY, "{seat} roll{s} {dice}." },
    { HOLM_EV_REROLL, ANY, "{seat} roll{s} {dice}: the same total again, so it is void." },
    { HOLM_EV_PRODUCE, ANY, "{seat} get{s} {cards}." },
    { HOLM_EV_SHORTAGE, ANY, "The bank is short of {card}: {n} are claimed, nobody gets any." },
    { HOLM_EV_DISCARD, ANY, NULL }, /* DISCARDED says it, when all have chosen */
    { HOLM_EV_DISCARDED, ANY, "{seat} discard{s} {cards}." },
    { HOLM_EV_ROBBER, ANY, "{seat} move{s} the robber to {hex}." },
    { HOLM_EV_STEAL, N_IS_0, "There is nothing to steal from {target}." },
    { HOLM_EV_STEAL, ANY, "{seat} steal{s} {card} from {target}." },
    { HOLM_EV_BUILD, N_IS_1, "{seat} place{s} a {piece} at {place}." },
    { HOLM_EV_BUILD, ANY, "{seat} build{s} a {piece} at {place}." },
    { HOLM_EV_PAY, ANY, NULL },
    { HOLM_EV_BUY, ANY, "{seat} buy{s} {development}." },
    { HOLM_EV_PLAY, ANY, "{seat} play{s} {development}." },
    { HOLM_EV_TAKE, ANY, "{seat} take{s} {cards} from the bank." },
    { HOLM_EV_MONOPOLY, N_IS_0, "No {card} comes from {target}." },
    { HOLM_EV_MONOPOLY, ANY, "{seat} get{s} {n} {card} from {target}." },
    { HOLM_EV_BANK, ANY, "{seat} trade{s} {cards} for {more} with the bank." },
    { HOLM_EV_OFFER, ANY, "{seat} offer{s} {cards} for {more} to {seats}." },
    { HOLM_EV_ACCEPT, ANY, "{seat} would do it." },
    { HOLM_EV_DECLINE, ANY, "{seat} decline{s}." },
    { HOLM_EV_WITHDRAW, ANY, "{Whose} offer is off the table." },
    { HOLM_EV_TRADE, ANY, "{seat} give{s} {cards} to {target} for {more}." },
    { HOLM_EV_ROUTE, NOBODY, "Nobody has the longest route any more." },
    { HOLM_EV_ROUTE, ANY, "{seat} now {has} the longest route, {n} long." },
    { HOLM_EV_ARMY, NOBODY, "Nobody has the largest army any more." },
    { HOLM_EV_ARMY, ANY, "{seat} now {has} the largest army, {n} knights." },
    { HOLM_EV_TOKENS, ANY, "{seat} now {has} {n} trade tokens." },
    { HOLM_EV_FORCE, ANY, "{seat} force{s} a trade and draw{s} {cards} from {target}." },
    { HOLM_EV_GIVE, ANY, "{seat} give{s} {cards} to {target}." },
    { HOLM_EV_SEND_ROBBER, ANY, "{seat} send{s} the robber off to {hex}." },
    { HOLM_EV_SELL_KNIGHT, ANY, "{seat} give{s} up a knight for trade tokens." },
    { HOLM_EV_END, ANY, NULL },
    { HOLM_EV_REVEAL, ANY, "{seat} show{s} victory point cards: {n}." },
    { HOLM_EV_WIN, ANY, "{seat} win{s} with {n} points!" },
    { HOLM_EV_UNDECIDED, ANY, "The turn limit is reached: the game ends undecided." },
};

static const char *const development_words[HOLM_DEVELOPMENTS] = {
    "a knight card",         "a victory point card", "a road building card",
    "a year of plenty card", "a monopoly card",
};

/* -------------------------------------------------------------------- parts */

void cli_put_seat(struct holm_writer *writer, int seat, bool colour)
{
    char name[32];
    struct holm_writer text = holm_writer(name, sizeof name);
    if (colour)
        holm_putf(&text, " %s ", holm_seat_names[seat]);
    else
        holm_put(&text, holm_seat_names[seat]);
    cli_put_styled(writer, &cli_seat_style[seat], colour, name);
}

void cli_put_hex(struct holm_writer *writer, const struct holm_board *board, int hex)
{
    holm_put(writer, holm_terrain_names[board->map.terrain[hex]]);
    if (board->map.disc[hex])
        holm_putf(writer, " %d", board->map.disc[hex]);
    holm_put(writer, " (");
    holm_put_hex(writer, &board->topology, hex);
    holm_put(writer, ")");
}

void cli_put_surroundings(struct holm_writer *writer, const struct holm_board *board, int corner)
{
    bool first = true;
    for (int i = 0; i < 3; i++) {
        const int hex = board->topology.corner_hex[corner][i];
        if (hex == HOLM_NONE)
            continue;
        holm_putf(writer, "%s%s", first ? "" : ", ", holm_terrain_names[board->map.terrain[hex]]);
        if (board->map.disc[hex])
            holm_putf(writer, " %d", board->map.disc[hex]);
        first = false;
    }
    const int port = board->corner_port[corner];
    if (port == HOLM_PORT_ANY)
        holm_put(writer, ", 3:1 harbour");
    else if (port != HOLM_NO_PORT)
        holm_putf(writer, ", %s harbour", holm_port_names[port]);
}

void cli_put_cards(struct holm_writer *writer, const struct holm_cards *cards)
{
    bool first = true;
    for (int card = 0; card < HOLM_RESOURCES; card++)
        if (cards->n[card]) {
            holm_putf(writer, "%s%d %s", first ? "" : ", ", cards->n[card], holm_card_names[card]);
            first = false;
        }
    if (first)
        holm_put(writer, "nothing");
}

int cli_pips(const struct holm_board *board, int corner)
{
    static const uint8_t pips[13] = { 0, 0, 1, 2, 3, 4, 5, 0, 5, 4, 3, 2, 1 };
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const int hex = board->topology.corner_hex[corner][i];
        sum += hex == HOLM_NONE ? 0 : pips[board->map.disc[hex]];
    }
    return sum;
}

/* ---------------------------------------------------------------- filling in */

struct filling {
    struct holm_writer *writer;
    const struct holm_board *board;
    const struct holm_event *event;
    const struct cli_listener *listener;
};

/* A seat as it stands in a sentence; at its beginning with a capital. */
static void put_name(const struct filling *filling, int seat, bool capital)
{
    struct holm_writer *writer = filling->writer;
    if (seat >= HOLM_SEATS) {
        holm_put(writer, capital ? "Nobody" : "nobody");
        return;
    }
    if (seat == filling->listener->viewer) {
        holm_put(writer, capital ? "You" : "you");
        return;
    }
    const size_t start = writer->used;
    cli_put_seat(writer, seat, filling->listener->colour);
    if (capital && !filling->listener->colour && writer->used > start)
        writer->buffer[start] = (char)toupper((unsigned char)writer->buffer[start]);
}

static void put_seats(const struct filling *filling)
{
    int left = __builtin_popcount(filling->event->seats);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        if (!(filling->event->seats >> seat & 1))
            continue;
        put_name(filling, seat, false);
        left--;
        holm_put(filling->writer, left > 1 ? ", " : left ? " and " : "");
    }
}

static void put_place(const struct filling *filling)
{
    const struct holm_event *event = filling->event;
    const struct holm_topology *topology = &filling->board->topology;
    if (event->piece == HOLM_ROAD) {
        holm_put_edge(filling->writer, topology, event->place);
        return;
    }
    holm_put_corner(filling->writer, topology, event->place);
    holm_put(filling->writer, " (");
    cli_put_surroundings(filling->writer, filling->board, event->place);
    holm_put(filling->writer, ")");
}

static bool is_you(const struct filling *filling)
{
    return filling->event->seat == filling->listener->viewer;
}

static void put_seat(const struct filling *filling)
{
    put_name(filling, filling->event->seat, true);
}

static void put_s(const struct filling *filling)
{
    holm_put(filling->writer, is_you(filling) ? "" : "s");
}

static void put_has(const struct filling *filling)
{
    holm_put(filling->writer, is_you(filling) ? "have" : "has");
}

static void put_whose(const struct filling *filling)
{
    put_name(filling, filling->event->seat, true);
    holm_put(filling->writer, is_you(filling) ? "r" : "'s");
}

static void put_target(const struct filling *filling)
{
    put_name(filling, filling->event->target, false);
}

static void put_dice(const struct filling *filling)
{
    const uint8_t *dice = filling->event->dice;
    holm_putf(filling->writer, "%d + %d = %d", dice[0], dice[1], dice[0] + dice[1]);
}

static void put_n(const struct filling *filling)
{
    holm_put_number(filling->writer, filling->event->n);
}

static void put_count(const struct filling *filling)
{
    const int n = filling->event->n;
    holm_putf(filling->writer, n == 1 ? "%d card" : "%d cards", n);
}

static void put_cards(const struct filling *filling)
{
    if (filling->event->hidden & HOLM_EF_SECRET_CARDS)
        put_count(filling);
    else
        cli_put_cards(filling->writer, &filling->event->cards);
}

static void put_more(const struct filling *filling)
{
    cli_put_cards(filling->writer, &filling->event->more);
}

static void put_card(const struct filling *filling)
{
    const struct holm_event *event = filling->event;
    holm_put(filling->writer,
             event->hidden & HOLM_EF_CARD ? "a card" : holm_card_names[event->card]);
}

static void put_development(const struct filling *filling)
{
    const struct holm_event *event = filling->event;
    holm_put(filling->writer, event->hidden & HOLM_EF_DEVELOPMENT
                                  ? "a development card"
                                  : development_words[event->development]);
}

static void put_piece(const struct filling *filling)
{
    holm_put(filling->writer, holm_piece_names[filling->event->piece]);
}

static void put_hex(const struct filling *filling)
{
    cli_put_hex(filling->writer, filling->board, filling->event->place);
}

static const struct blank {
    const char *word;
    void (*put)(const struct filling *filling);
} blanks[] = {
    { "seat", put_seat },   { "s", put_s },           { "has", put_has },
    { "Whose", put_whose }, { "target", put_target }, { "seats", put_seats },
    { "dice", put_dice },   { "n", put_n },           { "cards", put_cards },
    { "more", put_more },   { "card", put_card },     { "development", put_development },
    { "piece", put_piece }, { "place", put_place },   { "hex", put_hex },
};

static void fill_blank(const struct filling *filling, const char *word)
{
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (!strcmp(blanks[i].word, word))
            blanks[i].put(filling);
}

static bool fits(const struct sentence *sentence, const struct holm_event *event)
{
    switch ((enum when)sentence->when) {
    case ANY:
        return true;
    case N_IS_0:
        return event->n == 0;
    case N_IS_1:
        return event->n == 1;
    case NOBODY:
        return event->seat == HOLM_NONE;
    }
    return false;
}

static const char *find_sentence(const struct holm_event *event)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (sentences[i].kind == event->kind && fits(&sentences[i], event))
            return sentences[i].text;
    return NULL;
}

bool cli_put_event(struct holm_writer *writer, const struct holm_board *board,
                   const struct holm_event *event, const struct cli_listener *listener)
{
    const struct filling filling = { writer, board, event, listener };
    const char *text = find_sentence(event);
    for (const char *at = text; at && *at; at++) {
        char word[16];
        const char *close = *at == '{' ? strchr(at, '}') : NULL;
        if (!close || close - at > (int)sizeof word) {
            holm_put_char(writer, *at);
            continue;
        }
        const size_t length = (size_t)(close - at) - 1;
        memcpy(word, at + 1, length);
        word[length] = '\0';
        fill_blank(&filling, word);
        at = close;
    }
    return text != NULL;
}
