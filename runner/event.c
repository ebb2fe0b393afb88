/* event.c: `expect event NAME key=value...`: whether the latest action caused such an event,
 * as the viewer sees it. Only the fields that are named are compared. */
#include <string.h>

#include "runner/run.h"
#include "text/json.h"

enum { N_MAX = 255 };
enum {
    PLACES = HOLM_EF_HEX | HOLM_EF_PIECE | HOLM_EF_EDGE | HOLM_EF_TO_EDGE,
    SECOND_PLACES = HOLM_EF_TO | HOLM_EF_TO_HEX | HOLM_EF_TO_EDGE
};

/* ----------------------------------------------------------- values of fields */

/* Each compares a field with a written value and writes the field's own value. */
typedef enum holm_verdict compare(struct holm_fact *fact, const struct holm_event *event,
                                  const char *value);

static enum holm_verdict not_a(struct holm_fact *fact, const char *value, const char *what)
{
    holm_run_not(fact->run, value, what);
    return HOLM_UNCLEAR;
}

static enum holm_verdict compare_name(struct holm_fact *fact, int found, const char *value,
                                      const char *const *names, int count, const char *what)
{
    int named = holm_word(names, count, value);
    if (named < 0)
        return not_a(fact, value, what);
    holm_put(&fact->found, found < count ? names[found] : "?");
    return named == found ? HOLM_TRUE : HOLM_FALSE;
}

static enum holm_verdict compare_one_seat(struct holm_fact *fact, int found, const char *value)
{
    bool nobody = strcmp(value, "nobody") == 0;
    int seat = nobody ? HOLM_NONE : holm_word(holm_seat_names, HOLM_SEATS, value);
    if (seat < 0)
        return not_a(fact, value, "a seat");
    holm_put(&fact->found, found < HOLM_SEATS ? holm_seat_names[found] : "nobody");
    return seat == found ? HOLM_TRUE : HOLM_FALSE;
}

static enum holm_verdict compare_seat(struct holm_fact *fact, const struct holm_event *event,
                                      const char *value)
{
    return compare_one_seat(fact, event->seat, value);
}

static enum holm_verdict compare_target(struct holm_fact *fact, const struct holm_event *event,
                                        const char *value)
{
    return compare_one_seat(fact, event->target, value);
}

static enum holm_verdict compare_seats(struct holm_fact *fact, const struct holm_event *event,
                                       const char *value)
{
    int seats = holm_read_seats(value);
    if (seats < 0)
        return not_a(fact, value, "a list of seats");
    holm_put_seats(&fact->found, event->seats);
    return seats == event->seats ? HOLM_TRUE : HOLM_FALSE;
}

/* Compares a hex, a corner or an edge. */
static enum holm_verdict compare_one_place(struct holm_fact *fact, bool hex, bool edge, int found,
                                           const char *value)
{
    const struct holm_topology *topology = &fact->seen->board->topology;
    int place;
    if (hex && found == HOLM_NONE) { /* the pirate's */
        place = strcmp(value, "frame") == 0 ? HOLM_NONE : holm_read_hex(topology, value);
        holm_put(&fact->found, "frame");
    } else if (hex) {
        place = holm_read_hex(topology, value);
        holm_put_hex(&fact->found, topology, found);
    } else if (edge) {
        place = holm_read_edge(topology, value);
        holm_put_edge(&fact->found, topology, found);
    } else {
        place = holm_read_corner(topology, value);
        holm_put_corner(&fact->found, topology, found);
    }
    if (place < 0 && holm_read_corner(topology, value) < 0 && holm_read_edge(topology, value) < 0)
        return not_a(fact, value, "such a place");
    return place == found ? HOLM_TRUE : HOLM_FALSE;
}

/* A hex, or the corner or edge of a piece. */
static enum holm_verdict compare_place(struct holm_fact *fact, const struct holm_event *event,
                                       const char *value)
{
    uint32_t fields = holm_event_info[event->kind].fields;
    bool edge = event->piece == HOLM_ROAD || event->piece == HOLM_SHIP ||
                fields & (HOLM_EF_EDGE | HOLM_EF_TO_EDGE);
    return compare_one_place(fact, fields & HOLM_EF_HEX, edge, event->place, value);
}

static enum holm_verdict compare_to(struct holm_fact *fact, const struct holm_event *event,
                                    const char *value)
{
    uint32_t fields = holm_event_info[event->kind].fields;
    return compare_one_place(fact, fields & HOLM_EF_TO_HEX, fields & HOLM_EF_TO_EDGE, event->to,
                             value);
}

static enum holm_verdict compare_piece(struct holm_fact *fact, const struct holm_event *event,
                                       const char *value)
{
    return compare_name(fact, event->piece, value, holm_piece_names, HOLM_PIECES, "a piece");
}

static enum holm_verdict compare_card(struct holm_fact *fact, const struct holm_event *event,
                                      const char *value)
{
    return compare_name(fact, event->card, value, holm_card_names, HOLM_CARDS, "a card");
}

static enum holm_verdict compare_development(struct holm_fact *fact, const struct holm_event *event,
                                             const char *value)
{
    return compare_name(fact, event->development, value, holm_development_names, HOLM_DEVELOPMENTS,
                        "a development card");
}

static enum holm_verdict compare_track(struct holm_fact *fact, const struct holm_event *event,
                                       const char *value)
{
    return compare_name(fact, event->track, value, holm_track_names, HOLM_TRACKS, "a track");
}

static enum holm_verdict compare_progress(struct holm_fact *fact, const struct holm_event *event,
                                          const char *value)
{
    return compare_name(fact, event->progress, value, holm_progress_names, HOLM_PROGRESS_KINDS,
                        "a progress card");
}

static enum holm_verdict compare_number(struct holm_fact *fact, int found, const char *value)
{
    int number;
    if (!holm_read_number(value, 0, N_MAX, &number))
        return not_a(fact, value, "a number");
    holm_put_number(&fact->found, found);
    return number == found ? HOLM_TRUE : HOLM_FALSE;
}

static enum holm_verdict compare_n(struct holm_fact *fact, const struct holm_event *event,
                                   const char *value)
{
    return compare_number(fact, event->n, value);
}

/* A number that has a name, by its name, as in JSON: `face`, `port`, `chased`. */
static enum holm_verdict compare_word(struct holm_fact *fact, const struct holm_event *event,
                                      const char *value)
{
    const struct holm_event_word *word = holm_event_word(event->kind);
    char what[24];
    struct holm_writer writer = holm_writer(what, sizeof what);
    holm_putf(&writer, "a %s", word->key);
    return compare_name(fact, event->n, value, word->names, word->count, what);
}

static enum holm_verdict compare_m(struct holm_fact *fact, const struct holm_event *event,
                                   const char *value)
{
    return compare_number(fact, event->m, value);
}

/* "3+5" */
static enum holm_verdict compare_dice(struct holm_fact *fact, const struct holm_event *event,
                                      const char *value)
{
    bool good = strlen(value) == 3 && value[1] == '+';
    for (int i = 0; i < 3 && good; i += 2)
        good = '1' <= value[i] && value[i] <= '6';
    if (!good)
        return not_a(fact, value, "two dice like 3+5");
    holm_putf(&fact->found, "%d+%d", event->dice[0], event->dice[1]);
    return value[0] - '0' == event->dice[0] && value[2] - '0' == event->dice[1] ? HOLM_TRUE
                                                                                : HOLM_FALSE;
}

/* "2wood+ore": the joints become blanks, and it reads like any cards. */
static bool read_joined(const char *value, struct holm_cards *cards)
{
    char text[HOLM_LINE_MAX];
    size_t used = 0;
    for (const char *at = value; *at && used + 2 < sizeof text; at++) {
        bool digit = '0' <= *at && *at <= '9';
        text[used++] = *at == '+' ? ' ' : *at;
        if (digit && at[1] && !('0' <= at[1] && at[1] <= '9'))
            text[used++] = ' ';
    }
    text[used] = '\0';
    struct holm_words words;
    struct holm_trouble trouble;
    return holm_words_start(&words, text) && holm_read_cards(&words, cards, NULL, &trouble) &&
           !*words.word;
}

static enum holm_verdict compare_joined(struct holm_fact *fact, const struct holm_cards *found,
                                        const char *value)
{
    struct holm_cards cards;
    if (!read_joined(value, &cards))
        return not_a(fact, value, "cards like 2wood+ore");
    holm_put_cards_with(&fact->found, found, "", "+");
    return memcmp(cards.n, found->n, sizeof cards.n) == 0 ? HOLM_TRUE : HOLM_FALSE;
}

static enum holm_verdict compare_cards(struct holm_fact *fact, const struct holm_event *event,
                                       const char *value)
{
    return compare_joined(fact, &event->cards, value);
}

static enum holm_verdict compare_more(struct holm_fact *fact, const struct holm_event *event,
                                      const char *value)
{
    return compare_joined(fact, &event->more, value);
}

static const struct {
    const char *name;
    uint32_t fields; /* an event has it when it uses one of these */
    uint8_t hidden; /* its bit among the hidden fields */
    compare *compare;
} keys[] = {
    { "seat", HOLM_EF_SEAT, 0, compare_seat },
    { "target", HOLM_EF_TARGET, 0, compare_target },
    { "seats", HOLM_EF_SEATS, 0, compare_seats },
    { "place", PLACES, 0, compare_place },
    { "to", SECOND_PLACES, 0, compare_to },
    { "piece", HOLM_EF_PIECE, 0, compare_piece },
    { "card", HOLM_EF_CARD, HOLM_EH_CARD, compare_card },
    { "development", HOLM_EF_DEVELOPMENT, HOLM_EH_DEVELOPMENT, compare_development },
    { "track", HOLM_EF_TRACK, 0, compare_track },
    { "progress", HOLM_EF_PROGRESS, HOLM_EH_PROGRESS, compare_progress },
    { "n", HOLM_EF_N, 0, compare_n },
    { "m", HOLM_EF_M, 0, compare_m },
    { "dice", HOLM_EF_DICE, 0, compare_dice },
    { "cards", HOLM_EF_CARDS, HOLM_EH_CARDS, compare_cards },
    { "more", HOLM_EF_MORE, HOLM_EH_CARDS, compare_more },
};
enum { KEYS = sizeof keys / sizeof keys[0] };

/* ------------------------------------------------------------------- one event */

/* The key of a field of this event, or KEYS. */
static int find_key(int kind, const char *name)
{
    int key = 0;
    while (key < KEYS && strcmp(keys[key].name, name) != 0)
        key++;
    return key < KEYS && holm_event_info[kind].fields & keys[key].fields ? key : KEYS;
}

/* One "key=value" against an event. */
static enum holm_verdict check_key(struct holm_fact *fact, const struct holm_event *event,
                                   char *word)
{
    char *value = holm_run_value(fact->run, word);
    const struct holm_event_word *named = holm_event_word(event->kind);
    if (!value)
        return HOLM_UNCLEAR;
    const bool by_word = named && strcmp(named->key, word) == 0;
    const int key = find_key(event->kind, by_word ? "n" : word);
    if (named && strcmp("n", word) == 0) {
        holm_run_trouble(fact->run, "the event %s has no field 'n'; say %s=",
                         holm_event_info[event->kind].name, named->key);
        return HOLM_UNCLEAR;
    }
    if (key == KEYS) {
        holm_run_trouble(fact->run, "the event %s has no field '%.40s'",
                         holm_event_info[event->kind].name, word);
        return HOLM_UNCLEAR;
    }
    bool hidden = event->hidden & keys[key].hidden;
    holm_putf(&fact->found, " %s=", word);
    if (strcmp(value, "hidden") == 0) {
        holm_put(&fact->found, hidden ? "hidden" : "shown");
        return hidden ? HOLM_TRUE : HOLM_FALSE;
    }
    if (hidden) {
        holm_put(&fact->found, "hidden");
        return HOLM_FALSE;
    }
    return by_word ? compare_word(fact, event, value) : keys[key].compare(fact, event, value);
}

static enum holm_verdict check_event(struct holm_fact *fact, const struct holm_event *event)
{
    struct holm_words words = *fact->words;
    enum holm_verdict all = HOLM_TRUE;
    for (; *words.word; holm_words_next(&words)) {
        enum holm_verdict one = check_key(fact, event, words.word);
        if (one == HOLM_UNCLEAR)
            return one;
        if (one == HOLM_FALSE)
            all = HOLM_FALSE;
    }
    return all;
}

/* What the latest action caused, for the message. */
static void put_names(struct holm_fact *fact)
{
    const struct holm_events *events = &fact->run->events;
    for (int i = 0; i < events->count; i++)
        holm_putf(&fact->found, " %s", holm_event_info[events->at[i].kind].name);
    if (events->count == 0)
        holm_put(&fact->found, " no events");
}

enum holm_verdict holm_fact_event(struct holm_fact *fact)
{
    const struct holm_events *events = &fact->run->events;
    enum holm_verdict result = HOLM_FALSE;
    int kind = HOLM_EV_KINDS - 1, met = 0;
    while (kind > HOLM_EV_NONE && strcmp(holm_event_info[kind].name, fact->words->word) != 0)
        kind--;
    if (kind == HOLM_EV_NONE)
        return not_a(fact, fact->words->word, "an event");
    holm_words_next(fact->words);
    for (int i = 0; i < events->count && result == HOLM_FALSE; i++) {
        if (events->at[i].kind != kind)
            continue;
        struct holm_event event = holm_event_for(&events->at[i], fact->seen->viewer);
        holm_put(&fact->found, met++ ? " |" : "");
        result = check_event(fact, &event);
    }
    if (!met) {
        struct holm_event none = { .kind = (uint8_t)kind };
        put_names(fact);
        struct holm_fact probe = *fact; /* so that a mistake in the line shows all the same */
        char scrap[8];
        probe.found = holm_writer(scrap, sizeof scrap);
        if (check_event(&probe, &none) == HOLM_UNCLEAR)
            result = HOLM_UNCLEAR;
    }
    while (*fact->words->word)
        holm_words_next(fact->words);
    return result;
}
