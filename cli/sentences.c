/* sentences.c: a table of sentences, one or more for each kind of event. Words in braces are filled
 * in; {seat} and {s} agree: "Red rolls", "You roll". */
#include <ctype.h>
#include <string.h>

#include "cli/words.h"
#include "text/notation.h"

/* Which of several sentences applies; the first that fits is taken. */
enum when {
    ANY,
    N_IS_0,
    N_IS_1,
    M_IS_0,
    LOSS,
    ON_FRAME,
    NOBODY,
    BEATEN,
    KNIGHT,
    ON_ITS_SIDE,
    NO_PIECE,
    HIDDEN
};

static const struct sentence {
    uint8_t kind, when;
    const char *text; /* NULL: goes without saying */
} sentences[] = {
    { HOLM_EV_START_ROLL, ANY, "{seat} roll{s} {dice} for the first turn." },
    { HOLM_EV_START_TIE, ANY, "{Seats} tie with {n} for the first turn, and roll again." },
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
    { HOLM_EV_BUILD, KNIGHT, "{seat} recruit{s} a {piece} at {place}." },
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
    { HOLM_EV_SKIP, ANY, "{seat} find{s} no place to settle." },
    { HOLM_EV_UNDECIDED, ANY, "The turn limit is reached: the game ends undecided." },

    { HOLM_EV_FACE, ANY, "The event die shows {face}." },
    { HOLM_EV_SHIP, ANY, "The barbarians come nearer: step {n} of {steps}." },
    { HOLM_EV_ATTACK, BEATEN, "The barbarians attack, {n} against {m}, and are beaten back." },
    { HOLM_EV_ATTACK, ANY, "The barbarians attack, {n} against {m}, and win." },
    { HOLM_EV_PILLAGE, ON_ITS_SIDE, "{Whose} city at {spot} is pillaged and laid on its side." },
    { HOLM_EV_PILLAGE, ANY, "{Whose} city at {spot} is pillaged: a settlement is left." },
    { HOLM_EV_BREACH, ANY, "{seat} give{s} up the wall at {spot} and keep{s} the city." },
    { HOLM_EV_DEFENDER, ANY, "{seat} gave most for the defence: a victory point." },
    { HOLM_EV_ATTACK_OVER, ANY, "The ship sails home, and the knights who fought rest." },
    { HOLM_EV_DRAW, N_IS_1, "{seat} draw{s} {progress} and lay{s} it open: a victory point." },
    { HOLM_EV_DRAW, ANY, "{seat} draw{s} {progress}." },
    { HOLM_EV_DROP, ANY, "{seat} put{s} {progress} under its deck: the hand was too full." },
    { HOLM_EV_PROGRESS, ANY, "{seat} play{s} {progress}." },
    { HOLM_EV_AQUEDUCT, ANY, "{seat} take{s} {cards}, thanks to the aqueduct." },
    { HOLM_EV_IMPROVE, ANY, "{seat} build{s} {level}." },
    { HOLM_EV_METROPOLIS, ANY, "{seat} now {has} the metropolis of {track}, at {spot}." },
    { HOLM_EV_ACTIVATE, ANY, "{seat} activate{s} the {piece} at {spot}." },
    { HOLM_EV_PROMOTE, ANY, "{seat} promote{s} the knight at {spot} to a {piece}." },
    { HOLM_EV_MOVE, ANY, "{seat} move{s} the {piece} from {spot} to {to}." },
    { HOLM_EV_DISPLACE, ANY, "{seat} drive{s} {theirs} {piece} off {spot}." },
    { HOLM_EV_RETREAT, ANY, "{Whose} {piece} retreats from {spot} to {to}." },
    { HOLM_EV_LOST, ANY, "{Whose} {piece} at {spot} goes back to the supply." },
    { HOLM_EV_CHASE, N_IS_1, "{Whose} {piece} at {spot} gives chase to the pirate." },
    { HOLM_EV_CHASE, ANY, "{Whose} {piece} at {spot} gives chase to the robber." },
    { HOLM_EV_COMMIT, ANY, "{Whose} {piece} at {spot} will fight." },
    { HOLM_EV_DICE_SET, ANY, "{seat} set{s} the dice to {dice}." },
    { HOLM_EV_SWAP, ANY, "{seat} swap{s} two discs: now {hex} and {tohex}." },
    { HOLM_EV_MERCHANT, ANY, "{seat} put{s} the merchant on {hex}: a victory point while held." },
    { HOLM_EV_FLEET, ANY, "{seat} may trade {card} with the bank two for one." },
    { HOLM_EV_HARBOR, N_IS_0, "There is no commodity to be had from {target}." },
    { HOLM_EV_HARBOR, HIDDEN, "{seat} trade{s} a resource for a commodity with {target}." },
    { HOLM_EV_HARBOR, ANY, "{seat} trade{s} {cards} for {more} with {target}." },
    { HOLM_EV_PICK, ANY, "{seat} look{s} at {theirs} hand and take{s} {cards}." },
    { HOLM_EV_SPY, N_IS_0, "{seat} look{s} at {theirs} progress cards and take{s} none." },
    { HOLM_EV_SPY, ANY, "{seat} take{s} {progress} from {target}." },
    { HOLM_EV_GIFT, ANY, "{seat} give{s} {cards} to {target} for the wedding." },
    { HOLM_EV_PASS, ANY, "{seat} leave{s} it at that." },

    { HOLM_EV_SAIL, ANY, "{Whose} ship sails from {edge} to {toedge}." },
    { HOLM_EV_PIRATE, ON_FRAME, "{seat} send{s} the pirate to the frame." },
    { HOLM_EV_PIRATE, ANY, "{seat} move{s} the pirate to {hex}." },
    { HOLM_EV_GIFT_POINT, ANY, "{seat} find{s} a victory point." },
    { HOLM_EV_GIFT_PORT, ANY, "{seat} find{s} a harbour ({port})." },
    { HOLM_EV_PORT, ANY, "{seat} place{s} a harbour ({port}) at {edge}." },
    { HOLM_EV_RELATION, ANY, "{seat} now trade{s} with the village of {n}." },
    { HOLM_EV_CLOTH, LOSS, "{seat} lose{s} cloth: {n} left." },
    { HOLM_EV_CLOTH, ANY, "{seat} get{s} {m} cloth: {n} now." },
    { HOLM_EV_CLAIM, ANY, "{seat} will build {wonder}." },
    { HOLM_EV_WONDER, ANY, "{seat} build{s} level {m} of {wonder}." },
    { HOLM_EV_SHARED, ANY, "{Seats} share the win with {n} points." },
    { HOLM_EV_FLEET_MOVE, ANY, "The pirate fleet sails to {hex}." },
    { HOLM_EV_FLEET_ATTACK, ANY, "The fleet attacks {who}: strength {n} against {m} warships." },
    { HOLM_EV_FLEET_TIE, ANY, "It is a draw: nobody wins." },
    { HOLM_EV_LOSS, ANY, "{seat} lose{s} {cards} to the fleet." },
    { HOLM_EV_WARSHIP, ANY, "{Whose} ship at {edge} becomes a warship." },
    { HOLM_EV_SIEGE, ANY, "{seat} attack{s} the fortress: {m} warships against {n}." },
    { HOLM_EV_LAIR, N_IS_0, "The last lair falls: the fortress is taken." },
    { HOLM_EV_LAIR, ANY, "A lair falls; lairs left: {n}." },
    { HOLM_EV_FLEET_GONE, ANY, "All fortresses are taken, and the fleet is gone." },
    { HOLM_EV_DISCOVER, M_IS_0, "{seat} discover{s} {terrain} at {hexname}." },
    { HOLM_EV_DISCOVER, ANY, "{seat} discover{s} {terrain} {m} at {hexname}." },
    { HOLM_EV_UNDO, NO_PIECE, "{seat} take{s} back the trade with the bank." },
    { HOLM_EV_UNDO, KNIGHT, "{seat} take{s} back the activation of the {piece} at {spot}." },
    { HOLM_EV_UNDO, ANY, "{seat} take{s} back the {piece} at {place}." },
    { HOLM_EV_BONUS, ANY, "{seat} settle{s} new land: bonus points {n}." },
};

static const char *const development_words[HOLM_DEVELOPMENTS] = {
    "a knight card",         "a victory point card", "a road building card",
    "a year of plenty card", "a monopoly card",
};

/* ---------------------------------------------------------------- filling in */

struct filling {
    struct holm_writer *writer;
    const struct holm_state *seen;
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
    int left = holm_bits_count(filling->event->seats);
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        if (!holm_bit_in(filling->event->seats, seat))
            continue;
        put_name(filling, seat, false);
        left--;
        holm_put(filling->writer, left > 1 ? ", " : left ? " and " : "");
    }
}

/* A corner or an edge by its name alone, or with what lies around it. */
static void put_spot(const struct filling *filling)
{
    const struct holm_topology *topology = &filling->seen->board->topology;
    if (filling->event->piece == HOLM_ROAD || filling->event->piece == HOLM_SHIP)
        holm_put_edge(filling->writer, topology, filling->event->place);
    else
        holm_put_corner(filling->writer, topology, filling->event->place);
}

static void put_place(const struct filling *filling)
{
    put_spot(filling);
    if (filling->event->piece == HOLM_ROAD || filling->event->piece == HOLM_SHIP)
        return;
    holm_put(filling->writer, " (");
    cli_put_surroundings(filling->writer, filling->seen, filling->event->place);
    holm_put(filling->writer, ")");
}

static void put_to(const struct filling *filling)
{
    holm_put_corner(filling->writer, &filling->seen->board->topology, filling->event->to);
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

static void put_theirs(const struct filling *filling)
{
    const bool you = filling->event->target == filling->listener->viewer;
    put_name(filling, filling->event->target, false);
    holm_put(filling->writer, you ? "r" : "'s");
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

static void put_m(const struct filling *filling)
{
    holm_put_number(filling->writer, filling->event->m);
}

static void put_steps(const struct filling *filling)
{
    holm_put_number(filling->writer, filling->seen->board->rules.barbarian_steps);
}

static void put_face(const struct filling *filling)
{
    /* ORDER: enum holm_face */
    static const char *const words[HOLM_FACES] = { "trade",    "politics", "science",
                                                   "the ship", "pips",     "a card" };
    holm_put(filling->writer, words[filling->event->n]);
}

static void put_track(const struct filling *filling)
{
    holm_put(filling->writer, holm_track_names[filling->event->track]);
}

static void put_level(const struct filling *filling)
{
    cli_put_level(filling->writer, &filling->seen->board->rules, filling->event->track,
                  filling->event->n);
}

/* What is hidden is still known by its back. */
static void put_progress(const struct filling *filling)
{
    const struct holm_event *event = filling->event;
    if (event->hidden & HOLM_EH_PROGRESS)
        holm_putf(filling->writer, "a %s card", holm_track_names[event->track]);
    else
        holm_put(filling->writer, cli_progress_word(&filling->seen->board->rules, event->progress));
}

static void put_count(const struct filling *filling)
{
    const int n = filling->event->n;
    holm_putf(filling->writer, n == 1 ? "%d card" : "%d cards", n);
}

static void put_cards(const struct filling *filling)
{
    if (filling->event->hidden & HOLM_EH_CARDS)
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
             event->hidden & HOLM_EH_CARD ? "a card" : holm_card_names[event->card]);
}

static void put_development(const struct filling *filling)
{
    const struct holm_event *event = filling->event;
    holm_put(filling->writer, event->hidden & HOLM_EH_DEVELOPMENT
                                  ? "a development card"
                                  : development_words[event->development]);
}

static void put_piece(const struct filling *filling)
{
    holm_put(filling->writer, cli_piece_words[filling->event->piece]);
}

static void put_hex(const struct filling *filling)
{
    cli_put_hex(filling->writer, filling->seen, filling->event->place);
}

static void put_to_hex(const struct filling *filling)
{
    cli_put_hex(filling->writer, filling->seen, filling->event->to);
}

static void put_edge(const struct filling *filling)
{
    holm_put_edge(filling->writer, &filling->seen->board->topology, filling->event->place);
}

static void put_to_edge(const struct filling *filling)
{
    holm_put_edge(filling->writer, &filling->seen->board->topology, filling->event->to);
}

static void put_hex_name(const struct filling *filling)
{
    holm_put_hex(filling->writer, &filling->seen->board->topology, filling->event->place);
}

static void put_port(const struct filling *filling)
{
    const int kind = filling->event->n;
    holm_put(filling->writer, kind == HOLM_PORT_ANY ? "3:1" : holm_port_names[kind]);
}

static void put_wonder(const struct filling *filling)
{
    holm_put(filling->writer, cli_wonder_words[filling->event->n]);
}

static void put_terrain(const struct filling *filling)
{
    holm_put(filling->writer, holm_terrain_names[filling->event->n]);
}

static void put_who(const struct filling *filling)
{
    put_name(filling, filling->event->seat, false);
}

/* At the beginning of a sentence. */
static void put_seats_first(const struct filling *filling)
{
    const size_t start = filling->writer->used;
    put_seats(filling);
    if (!filling->listener->colour && filling->writer->used > start)
        filling->writer->buffer[start] =
            (char)toupper((unsigned char)filling->writer->buffer[start]);
}

static const struct blank {
    const char *word;
    void (*put)(const struct filling *filling);
} blanks[] = {
    { "seat", put_seat },
    { "s", put_s },
    { "has", put_has },
    { "Whose", put_whose },
    { "theirs", put_theirs },
    { "target", put_target },
    { "seats", put_seats },
    { "dice", put_dice },
    { "n", put_n },
    { "m", put_m },
    { "cards", put_cards },
    { "more", put_more },
    { "card", put_card },
    { "piece", put_piece },
    { "development", put_development },
    { "place", put_place },
    { "spot", put_spot },
    { "to", put_to },
    { "hex", put_hex },
    { "tohex", put_to_hex },
    { "steps", put_steps },
    { "face", put_face },
    { "track", put_track },
    { "level", put_level },
    { "progress", put_progress },
    { "edge", put_edge },
    { "toedge", put_to_edge },
    { "hexname", put_hex_name },
    { "port", put_port },
    { "wonder", put_wonder },
    { "terrain", put_terrain },
    { "who", put_who },
    { "Seats", put_seats_first },
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
    case M_IS_0:
        return event->m == 0;
    case LOSS: /* counted below 0, it wraps */
        return event->m > 127;
    case ON_FRAME:
        return event->place == HOLM_NONE;
    case NOBODY:
        return event->seat == HOLM_NONE;
    case BEATEN:
        return event->m >= event->n;
    case KNIGHT:
        return holm_knight_rank(event->piece) > 0;
    case NO_PIECE:
        return event->piece == HOLM_EMPTY;
    case ON_ITS_SIDE:
        return event->piece == HOLM_REDUCED;
    case HIDDEN:
        return event->hidden != 0;
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

bool cli_put_event(struct holm_writer *writer, const struct holm_state *seen,
                   const struct holm_event *event, const struct cli_listener *listener)
{
    const struct filling filling = { writer, seen, event, listener };
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
