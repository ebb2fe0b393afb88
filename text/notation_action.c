/* notation_action.c: actions written and read (docs/notation.md). Two tables drive it:
 * holm_kind_info says which fields a kind has, and `fields` below how each field is written and
 * read, in the order in which they follow the kind's name. */
#include <string.h>

#include "text/notation.h"

/* ---------------------------------------------------- the fields of actions */

/* An action being read. */
struct reader {
    const struct holm_board *board;
    struct holm_trouble *trouble;
    struct holm_words words;
};

/* The word before a kind's target; "": none. */
static const char *const target_words[HOLM_KINDS] = {
    [HOLM_DO_ROBBER] = "from",
    [HOLM_DO_PIRATE] = "from",
    [HOLM_DO_ROB] = "",
    [HOLM_DO_CONCLUDE] = "with",
    [HOLM_DO_NEUTRAL_ROAD] = "for",
    [HOLM_DO_NEUTRAL_SETTLEMENT] = "for",
    [HOLM_DO_NEUTRAL_KNIGHT] = "for",
    [HOLM_DO_HARBOR] = "at",
    [HOLM_DO_MASTER_MERCHANT] = "at",
    [HOLM_DO_DESERTER] = "at",
    [HOLM_DO_SPY] = "at",
};

static const char *target_word(int kind)
{
    return target_words[kind] ? target_words[kind] : "with";
}

static void put_hex(struct holm_writer *writer, const struct holm_board *board,
                    const struct holm_action *action)
{
    holm_put_char(writer, ' ');
    if (holm_kind_info[action->kind].fields & HOLM_F_FRAME && action->place == HOLM_NONE)
        holm_put(writer, "frame");
    else
        holm_put_hex(writer, &board->topology, action->place);
}

static void put_corner(struct holm_writer *writer, const struct holm_board *board,
                       const struct holm_action *action)
{
    holm_put_char(writer, ' ');
    holm_put_corner(writer, &board->topology, action->place);
}

static void put_edge(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    holm_put_char(writer, ' ');
    holm_put_edge(writer, &board->topology, action->place);
}

/* The second corner. */
static void put_to(struct holm_writer *writer, const struct holm_board *board,
                   const struct holm_action *action)
{
    holm_put(writer, " to ");
    holm_put_corner(writer, &board->topology, action->to);
}

/* The second edge. */
static void put_to_edge(struct holm_writer *writer, const struct holm_board *board,
                        const struct holm_action *action)
{
    holm_put(writer, " to ");
    holm_put_edge(writer, &board->topology, action->to);
}

static bool read_place(struct reader *reader, int kind, uint16_t *place, const char *what,
                       int (*read)(const struct holm_topology *, const char *))
{
    const char *word = reader->words.word;
    if (!*word)
        return holm_trouble(reader->trouble, 0, "%s: which %s?", holm_kind_info[kind].name, what);
    int found = read(&reader->board->topology, word);
    if (found < 0)
        return holm_trouble(reader->trouble, 0, "there is no %s '%.40s'", what, word);
    *place = (uint16_t)found;
    holm_words_next(&reader->words);
    return true;
}

static bool read_hex(struct reader *reader, struct holm_action *action)
{
    if (holm_kind_info[action->kind].fields & HOLM_F_FRAME &&
        holm_words_skip(&reader->words, "frame")) {
        action->place = HOLM_NONE;
        return true;
    }
    return read_place(reader, action->kind, &action->place, "hex", holm_read_hex);
}

static bool read_corner(struct reader *reader, struct holm_action *action)
{
    return read_place(reader, action->kind, &action->place, "corner", holm_read_corner);
}

static bool read_edge(struct reader *reader, struct holm_action *action)
{
    return read_place(reader, action->kind, &action->place, "edge", holm_read_edge);
}

static bool read_second(struct reader *reader, struct holm_action *action, const char *what,
                        int (*read)(const struct holm_topology *, const char *))
{
    if (!holm_words_skip(&reader->words, "to"))
        return holm_trouble(reader->trouble, 0, "'to' should stand where '%.40s' is",
                            reader->words.word);
    uint16_t to = 0;
    bool good = read_place(reader, action->kind, &to, what, read);
    action->to = to;
    return good;
}

static bool read_to(struct reader *reader, struct holm_action *action)
{
    return read_second(reader, action, "corner", holm_read_corner);
}

static bool read_to_edge(struct reader *reader, struct holm_action *action)
{
    return read_second(reader, action, "edge", holm_read_edge);
}

static void put_dice(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    (void)board;
    holm_putf(writer, " %d %d", action->place, action->to);
}

static bool read_die(struct reader *reader, int *face)
{
    if (!holm_read_number(reader->words.word, 1, 6, face))
        return holm_trouble(reader->trouble, 0, "'%.40s' is not the face of a die",
                            reader->words.word);
    holm_words_next(&reader->words);
    return true;
}

static bool read_dice(struct reader *reader, struct holm_action *action)
{
    int first, second;
    if (!read_die(reader, &first) || !read_die(reader, &second))
        return false;
    action->place = (uint16_t)first;
    action->to = (uint16_t)second;
    return true;
}

const struct holm_meaning *holm_meaning(int kind)
{
    static const struct holm_meaning meanings[] = {
        { HOLM_F_CARD, HOLM_CARDS, "card", "a kind of card", holm_card_names },
        { HOLM_F_TRACK, HOLM_TRACKS, "track", "a track", holm_track_names },
        { HOLM_F_PROGRESS, HOLM_PROGRESS_KINDS, "progress", "a progress card",
          holm_progress_names },
        { HOLM_F_RANK, HOLM_RANKS, "rank", "a rank of a knight", holm_piece_names + HOLM_BASIC },
        { HOLM_F_WONDER, HOLM_WONDERS, "wonder", "a wonder", holm_wonder_names },
    };
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (holm_kind_info[kind].fields & meanings[i].field)
            return &meanings[i];
    return NULL;
}

static void put_card(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    const struct holm_meaning *meaning = holm_meaning(action->kind);
    (void)board;
    holm_putf(writer, " %s", action->card < meaning->count ? meaning->names[action->card] : "?");
}

static bool read_card(struct reader *reader, struct holm_action *action)
{
    const struct holm_meaning *meaning = holm_meaning(action->kind);
    const char *word = reader->words.word;
    int card = holm_word(meaning->names, meaning->count, word);
    if (!*word)
        return holm_trouble(reader->trouble, 0, "%s: %s is missing",
                            holm_kind_info[action->kind].name, meaning->what);
    if (card < 0)
        return holm_trouble(reader->trouble, 0, "'%.40s' is not %s", word, meaning->what);
    action->card = (uint8_t)card;
    holm_words_next(&reader->words);
    return true;
}

static void put_choice(struct holm_writer *writer, const struct holm_board *board,
                       const struct holm_action *action)
{
    const char *name = holm_choice_names[action->kind][action->card & 1];
    (void)board;
    if (name)
        holm_putf(writer, " %s", name);
}

static bool read_choice(struct reader *reader, struct holm_action *action)
{
    const char *const *names = holm_choice_names[action->kind];
    int choice = holm_word(names, 2, reader->words.word);
    if (choice >= 0)
        holm_words_next(&reader->words);
    else if (names[0])
        return holm_trouble(reader->trouble, 0, "%s: '%s' or '%s'?",
                            holm_kind_info[action->kind].name, names[0], names[1]);
    action->card = choice > 0;
    return true;
}

static void put_give(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    (void)board;
    holm_put_char(writer, ' ');
    holm_put_cards(writer, &action->give);
}

static bool read_give(struct reader *reader, struct holm_action *action)
{
    return holm_read_cards(&reader->words, &action->give, NULL, reader->trouble);
}

/* Cards taken stand behind `for` where others are given. */
static bool is_trade(const struct holm_action *action)
{
    return holm_kind_info[action->kind].fields & HOLM_F_GIVE;
}

static void put_take(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    (void)board;
    holm_put(writer, is_trade(action) ? " for " : " ");
    holm_put_cards(writer, &action->take);
}

static bool read_take(struct reader *reader, struct holm_action *action)
{
    if (is_trade(action) && !holm_words_skip(&reader->words, "for"))
        return holm_trouble(reader->trouble, 0, "'for' should stand where '%.40s' is",
                            reader->words.word);
    return holm_read_cards(&reader->words, &action->take, NULL, reader->trouble);
}

static void put_target(struct holm_writer *writer, const struct holm_board *board,
                       const struct holm_action *action)
{
    (void)board;
    const char *word = target_word(action->kind);
    if (action->target < HOLM_SEATS)
        holm_putf(writer, " %s%s%s", word, *word ? " " : "", holm_seat_names[action->target]);
}

/* A colour that plays here, neutral ones included. */
static int read_seat(const struct holm_board *board, const char *word)
{
    int seat = holm_word(holm_seat_names, HOLM_SEATS, word);
    return seat < board->seats ? seat : -1;
}

static bool read_target(struct reader *reader, struct holm_action *action)
{
    const char *before = target_word(action->kind);
    if (*before && !holm_words_skip(&reader->words, before)) {
        action->target = HOLM_NONE;
        if (holm_kind_info[action->kind].fields & HOLM_F_NOBODY)
            return true;
        return holm_trouble(reader->trouble, 0, "%s: '%s' and a seat are missing",
                            holm_kind_info[action->kind].name, before);
    }
    int seat = read_seat(reader->board, reader->words.word);
    if (seat < 0)
        return holm_trouble(reader->trouble, 0, "'%.40s' does not play here", reader->words.word);
    action->target = (uint8_t)seat;
    holm_words_next(&reader->words);
    return true;
}

static void put_seats(struct holm_writer *writer, const struct holm_board *board,
                      const struct holm_action *action)
{
    (void)board;
    if (!action->seats)
        return;
    holm_put(writer, " to ");
    holm_put_seats(writer, action->seats);
}

static bool read_seats(struct reader *reader, struct holm_action *action)
{
    if (!holm_words_skip(&reader->words, "to"))
        return true;
    int seats = holm_read_seats(reader->words.word);
    if (seats < 0 || seats >> reader->board->seats)
        return holm_trouble(reader->trouble, 0, "'%.40s' are not seats of this game",
                            reader->words.word);
    action->seats = (uint16_t)seats;
    holm_words_next(&reader->words);
    return true;
}

static const struct {
    uint16_t field;
    void (*put)(struct holm_writer *, const struct holm_board *, const struct holm_action *);
    bool (*read)(struct reader *, struct holm_action *);
} fields[] = {
    { HOLM_F_HEX, put_hex, read_hex },
    { HOLM_F_CORNER, put_corner, read_corner },
    { HOLM_F_EDGE, put_edge, read_edge },
    { HOLM_F_TO, put_to, read_to },
    { HOLM_F_TO_EDGE, put_to_edge, read_to_edge },
    { HOLM_F_DICE, put_dice, read_dice },
    { HOLM_F_CARD | HOLM_F_TRACK | HOLM_F_PROGRESS | HOLM_F_RANK | HOLM_F_WONDER, put_card,
      read_card },
    { HOLM_F_GIVE, put_give, read_give },
    { HOLM_F_TAKE, put_take, read_take },
    { HOLM_F_TARGET, put_target, read_target },
    { HOLM_F_CHOICE, put_choice, read_choice },
    { HOLM_F_SEATS, put_seats, read_seats },
};
enum { FIELDS = sizeof fields / sizeof fields[0] };

/* ----------------------------------------------------------------- actions */

void holm_put_action(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    if (action->kind == HOLM_NO_ACTION || action->kind >= HOLM_KINDS) {
        holm_put(writer, "?");
        return;
    }
    const struct holm_kind_info *info = &holm_kind_info[action->kind];
    holm_putf(writer, "%s %s", action->seat < HOLM_SEATS ? holm_seat_names[action->seat] : "?",
              info->name);
    for (int i = 0; i < FIELDS; i++)
        if (info->fields & fields[i].field)
            fields[i].put(writer, board, action);
}

static bool add_outcome(struct holm_outcomes *outcomes, int outcome, struct holm_trouble *trouble)
{
    if (outcomes->count == HOLM_DRAWS_MAX)
        return holm_trouble(trouble, 0, "more than %d outcomes", HOLM_DRAWS_MAX);
    outcomes->at[outcomes->count++] = (uint8_t)outcome;
    return true;
}

/* `gets` and the cards that were drawn, in their order. */
static bool read_drawn(struct reader *reader, struct holm_outcomes *outcomes,
                       const char *const *names, int count)
{
    if (!holm_words_skip(&reader->words, "gets"))
        return true;
    do {
        int card = holm_word(names, count, reader->words.word);
        if (card < 0)
            return holm_trouble(reader->trouble, 0, "'%.40s' cannot be drawn", reader->words.word);
        if (!add_outcome(outcomes, card, reader->trouble))
            return false;
        holm_words_next(&reader->words);
    } while (*reader->words.word);
    return true;
}

/* What a road or ship brings: `gets` and the terrain and disc of each hex in the fog, or the card of
 * a gift. */
static bool read_found(struct reader *reader, struct holm_outcomes *outcomes)
{
    if (!holm_words_skip(&reader->words, "gets"))
        return true;
    do {
        const char *word = reader->words.word;
        int found = holm_word(holm_terrain_names, HOLM_TERRAINS, word), disc;
        if (found < 0 && holm_read_number(word, 2, 12, &disc))
            found = disc;
        if (found < 0)
            found = holm_word(holm_development_names, HOLM_DEVELOPMENTS, word);
        if (found < 0)
            return holm_trouble(reader->trouble, 0, "'%.40s' cannot be found", word);
        if (!add_outcome(outcomes, found, reader->trouble))
            return false;
        holm_words_next(&reader->words);
    } while (*reader->words.word);
    return true;
}

/* `gets` and a die that is rolled behind the action. */
static bool read_siege(struct reader *reader, struct holm_outcomes *outcomes)
{
    int face = 1;
    if (!holm_words_skip(&reader->words, "gets"))
        return true;
    return read_die(reader, &face) && add_outcome(outcomes, face - 1, reader->trouble);
}

/* What the dice of a roll bring without an event die: the harbour that is placed first, or the
 * cards that the pirate fleet takes. */
static bool read_brought(struct reader *reader, struct holm_outcomes *outcomes)
{
    const struct holm_map *map = &reader->board->map;
    if (!map->lanes && !map->place_ports)
        return true;
    outcomes->event = outcomes->count;
    return map->place_ports ? read_drawn(reader, outcomes, holm_port_names, HOLM_PORT_KINDS)
                            : read_drawn(reader, outcomes, holm_card_names, HOLM_CARDS);
}

/* The faces of one roll or several, two dice each: a void roll is rolled again. In Cities & Knights
 * the event die and the progress cards it brings follow; dice that were set are not rolled. */
static bool read_roll(struct reader *reader, struct holm_outcomes *outcomes)
{
    bool knights = reader->board->rules.knights;
    struct holm_words *words = &reader->words;
    int event = -1;
    while (*words->word && event < 0 && strcmp(words->word, "gets") != 0) {
        int face;
        event = knights ? holm_word(holm_face_names, HOLM_FACES, words->word) : -1;
        if (event < 0 && !read_die(reader, &face))
            return false;
        if (!add_outcome(outcomes, event < 0 ? face - 1 : event, reader->trouble))
            return false;
    }
    if ((outcomes->count - (event >= 0)) % 2)
        return holm_trouble(reader->trouble, 0, "dice come in twos");
    if (event < 0)
        return read_brought(reader, outcomes);
    outcomes->event = outcomes->count;
    holm_words_next(words);
    return read_drawn(reader, outcomes, holm_progress_names, HOLM_PROGRESS_KINDS);
}

/* What a kind draws, and the names of what it may be. */
static const struct {
    uint32_t field;
    bool (*read)(struct reader *reader, struct holm_outcomes *outcomes);
    const char *const *names; /* where read_drawn reads it */
    int count;
} draws[] = {
    { HOLM_F_DRAWS_ROLL, read_roll, NULL, 0 },
    { HOLM_F_DRAWS_DIE, read_siege, NULL, 0 },
    { HOLM_F_DRAWS_FOUND, read_found, NULL, 0 },
    { HOLM_F_DRAWS_CARD, NULL, holm_card_names, HOLM_CARDS },
    { HOLM_F_DRAWS_DEVELOPMENT, NULL, holm_development_names, HOLM_DEVELOPMENTS },
    { HOLM_F_DRAWS_PROGRESS, NULL, holm_progress_names, HOLM_PROGRESS_KINDS },
    { HOLM_F_DRAWS_PORT, NULL, holm_port_names, HOLM_PORT_KINDS },
};

static bool read_outcomes(struct reader *reader, int kind, struct holm_outcomes *outcomes)
{
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        if (holm_kind_info[kind].fields & draws[i].field)
            return draws[i].read ? draws[i].read(reader, outcomes)
                                 : read_drawn(reader, outcomes, draws[i].names, draws[i].count);
    return true;
}

/* "red road": who does what. */
static bool read_head(struct reader *reader, int seat, struct holm_action *action)
{
    struct holm_words *words = &reader->words;
    if (holm_word(holm_seat_names, HOLM_SEATS, words->word) >= 0) {
        seat = read_seat(reader->board, words->word);
        if (seat < 0)
            return holm_trouble(reader->trouble, 0, "%s does not play here", words->word);
        holm_words_next(words);
    }
    if (!*words->word)
        return holm_trouble(reader->trouble, 0, "an action is missing");
    for (int kind = HOLM_NO_ACTION + 1; kind < HOLM_KINDS; kind++)
        if (strcmp(holm_kind_info[kind].name, words->word) == 0)
            action->kind = (uint8_t)kind;
    if (action->kind == HOLM_NO_ACTION)
        return holm_trouble(reader->trouble, 0, "'%.40s' is not an action", words->word);
    if (seat < 0 || seat >= HOLM_SEATS)
        return holm_trouble(reader->trouble, 0, "%s: say which seat, for not exactly one is asked",
                            words->word);
    action->seat = (uint8_t)seat;
    holm_words_next(words);
    return true;
}

bool holm_read_action(const struct holm_board *board, int seat, const char *text,
                      struct holm_action *action, struct holm_outcomes *outcomes,
                      struct holm_trouble *trouble)
{
    struct reader reader = { .board = board, .trouble = trouble };
    *action = (struct holm_action){ 0 };
    *outcomes = (struct holm_outcomes){ 0 };
    if (!holm_words_start(&reader.words, text))
        return holm_trouble(trouble, 0, "the action is longer than %d characters",
                            HOLM_LINE_MAX - 1);
    if (!read_head(&reader, seat, action))
        return false;
    for (int i = 0; i < FIELDS; i++)
        if (holm_kind_info[action->kind].fields & fields[i].field &&
            !fields[i].read(&reader, action))
            return false;
    if (!read_outcomes(&reader, action->kind, outcomes))
        return false;
    if (*reader.words.word)
        return holm_trouble(trouble, 0, "'%.40s' does not belong to this %s", reader.words.word,
                            holm_kind_info[action->kind].name);
    return true;
}

void holm_complete_action(const struct holm_state *state, struct holm_action *action)
{
    if (action->kind != HOLM_DO_OFFER || action->seats)
        return;
    unsigned everybody = holm_bits_below(state->board->rules.players);
    if (action->seat == state->active)
        action->seats = (uint16_t)(everybody & ~holm_bit(action->seat));
    else if (state->active < HOLM_SEATS)
        action->seats = (uint16_t)holm_bit(state->active);
}
