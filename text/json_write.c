/* json_write.c: rules, maps, events and errors as JSON, straight into the caller's buffer: nothing
 * is allocated, since every client gets some of this after every action. Actions are in
 * json_action.c, states in position_write.c. The engine's table says which fields an event has. */
#include "text/json_map.h"

#include <string.h>

#include "text/notation.h"

/* ------------------------------------------------------------------ parts */

/* Bytes of a well-formed UTF-8 sequence, or 0: names come from files, and JSON must be UTF-8. */
static int sequence_length(const unsigned char *text)
{
    int length = text[0] < 0x80   ? 1
                 : text[0] < 0xC2 ? 0
                 : text[0] < 0xE0 ? 2
                 : text[0] < 0xF0 ? 3
                 : text[0] < 0xF5 ? 4
                                  : 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    bool overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    bool surrogate = text[0] == 0xED && text[1] >= 0xA0;
    bool beyond = text[0] == 0xF4 && text[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

void holm_json_string(struct holm_writer *writer, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    holm_put_char(writer, '"');
    while (*at) {
        int length = sequence_length(at);
        if (!length) {
            holm_put(writer, "\\ufffd");
            length = 1;
        } else if (*at == '\n') { /* as all writers of JSON do: maps in signed terms have them */
            holm_put(writer, "\\n");
        } else if (*at < 0x20 || *at == 0x7F) {
            holm_putf(writer, "\\u%04x", *at);
        } else {
            if (*at == '"' || *at == '\\')
                holm_put_char(writer, '\\');
            for (int i = 0; i < length; i++)
                holm_put_char(writer, (char)at[i]);
        }
        at += length;
    }
    holm_put_char(writer, '"');
}

/* What stands before tells whether a comma is due: no level has to be remembered. */
void holm_json_next(struct holm_writer *writer)
{
    char before = writer->used ? writer->buffer[writer->used - 1] : '{';
    if (before != '{' && before != '[')
        holm_put_char(writer, ',');
}

/* A word in quotes, and a colon or '\0' behind it, at one go where there is room: most of a message is
 * made of these. */
static void put_name(struct holm_writer *writer, const char *name, char behind)
{
    size_t length = strlen(name);
    if (writer->size - writer->used < length + 4) {
        const char last[] = { '"', behind, '\0' };
        holm_put_char(writer, '"');
        holm_put(writer, name);
        holm_put(writer, last);
        return;
    }
    char *at = writer->buffer + writer->used;
    at[0] = '"';
    memcpy(at + 1, name, length);
    at[length + 1] = '"';
    at[length + 2] = behind;
    at[length + 3] = '\0';
    writer->used += length + 2 + (behind != '\0');
}

void holm_json_key(struct holm_writer *writer, const char *key)
{
    holm_json_next(writer);
    put_name(writer, key, ':');
}

void holm_json_put_number(struct holm_writer *writer, const char *key, long long number)
{
    holm_json_key(writer, key);
    holm_put_number(writer, number);
}

void holm_json_put_flag(struct holm_writer *writer, const char *key, bool flag)
{
    holm_json_key(writer, key);
    holm_put(writer, flag ? "true" : "false");
}

void holm_json_put_word(struct holm_writer *writer, const char *key, const char *word)
{
    holm_json_key(writer, key);
    if (word)
        put_name(writer, word, '\0');
    else
        holm_put(writer, "null");
}

void holm_json_put_seat(struct holm_writer *writer, const char *key, int seat)
{
    holm_json_put_word(writer, key, seat < HOLM_SEATS ? holm_seat_names[seat] : NULL);
}

void holm_json_put_seats(struct holm_writer *writer, const char *key, unsigned seats)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (holm_bit_in(seats, seat)) {
            holm_json_next(writer);
            put_name(writer, holm_seat_names[seat], '\0');
        }
    holm_put_char(writer, ']');
}

void holm_json_counts(struct holm_writer *writer, const char *const *names, const uint8_t *n,
                      int count)
{
    holm_put_char(writer, '{');
    for (int i = 0; i < count; i++)
        if (n[i] && names[i])
            holm_json_put_number(writer, names[i], n[i]);
    holm_put_char(writer, '}');
}

void holm_json_cards(struct holm_writer *writer, const struct holm_cards *cards)
{
    holm_json_counts(writer, holm_card_names, cards->n, HOLM_CARDS);
}

void holm_json_put_cards(struct holm_writer *writer, const char *key,
                         const struct holm_cards *cards)
{
    holm_json_key(writer, key);
    holm_json_cards(writer, cards);
}

static void put_cards_or_null(struct holm_writer *writer, const char *key,
                              const struct holm_cards *cards, bool hidden)
{
    if (hidden)
        holm_json_put_word(writer, key, NULL);
    else
        holm_json_put_cards(writer, key, cards);
}

/* ---------------------------------------------------------- rules and maps */

/* Whether an option is one of these rules: that of another game stands on one of its pages. */
bool holm_json_option_of(const struct holm_rules *rules, const struct holm_option *option)
{
    static const struct {
        const char *page;
        bool knights, ships;
    } pages[] = {
        { "CKSEA", true, true }, { "CK", true, false },  { "C8-CK", true, false },
        { "VAR", true, false },  { "SEA", false, true }, { "SC-", false, true },
    };
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        if (!strncmp(option->rule, pages[i].page, strlen(pages[i].page)))
            return (!pages[i].knights || rules->knights) && (!pages[i].ships || rules->ships);
    return true;
}

static void put_option(struct holm_writer *writer, const struct holm_option *option, unsigned value)
{
    if (holm_json_is_flag(option))
        holm_json_put_flag(writer, option->name, value);
    else if (option->words)
        holm_json_put_word(writer, option->name, option->words[value]);
    else
        holm_json_put_number(writer, option->name, value);
}

/* Every option; those of another game only where they are not as its edition has them. */
void holm_json_rules(struct holm_writer *writer, const struct holm_rules *rules)
{
    struct holm_rules usual;
    holm_rules_make(&usual, rules->game, rules->edition, rules->players);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "game", holm_game_names[rules->game]);
    holm_json_put_word(writer, "edition", holm_edition_names[rules->edition]);
    holm_json_put_number(writer, "players", rules->players);
    for (int i = 0; i < holm_option_count; i++) {
        const struct holm_option *option = &holm_options[i];
        unsigned value = holm_option_get(rules, option);
        if (holm_json_option_of(rules, option) || value != holm_option_get(&usual, option))
            put_option(writer, option, value);
    }
    holm_put_char(writer, '}');
}

void holm_json_map_place(struct holm_writer *writer, const struct holm_map *map, int hex,
                         const char *part)
{
    holm_put_char(writer, '"');
    holm_put_number(writer, map->q[hex]);
    holm_put_char(writer, ',');
    holm_put_number(writer, map->r[hex]);
    holm_put(writer, part);
    holm_put_char(writer, '"');
}

static void put_map_hexes(struct holm_writer *writer, const struct holm_map *map)
{
    holm_json_key(writer, "hexes");
    holm_put_char(writer, '[');
    for (int hex = 0; hex < map->hexes; hex++) {
        holm_json_next(writer);
        holm_put(writer, "{\"at\":");
        holm_json_map_place(writer, map, hex, "");
        int terrain = map->terrain[hex];
        holm_json_put_word(writer, "terrain",
                           terrain < HOLM_TERRAINS ? holm_terrain_names[terrain] : NULL);
        if (map->disc[hex])
            holm_json_put_number(writer, "disc", map->disc[hex]);
        if (map->region[hex])
            holm_json_put_number(writer, "region", map->region[hex]);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

/* Ports that the players place have no place yet. */
static void put_map_ports(struct holm_writer *writer, const struct holm_map *map)
{
    holm_json_key(writer, "ports");
    holm_put_char(writer, '[');
    for (int i = 0; i < map->ports; i++) {
        const struct holm_port *port = &map->port[i];
        holm_json_next(writer);
        holm_put(writer, "{\"at\":");
        if (map->place_ports)
            holm_put(writer, "null");
        else
            holm_json_map_place(writer, map, port->hex, holm_side_names[port->side]);
        holm_json_put_word(writer, "kind", holm_port_names[port->kind]);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

void holm_json_map(struct holm_writer *writer, const struct holm_map *map)
{
    holm_put(writer, "{\"name\":");
    holm_json_string(writer, map->name);
    holm_json_key(writer, "players");
    holm_putf(writer, "[%d,%d]", map->players_low, map->players_high);
    put_map_hexes(writer, map);
    put_map_ports(writer, map);
    holm_json_key(writer, "robber");
    if (map->robber == HOLM_NONE)
        holm_put(writer, "null");
    else
        holm_json_map_place(writer, map, map->robber, "");
    holm_json_key(writer, "neutral");
    holm_put_char(writer, '[');
    for (int i = 0; map->has_neutral && i < 2; i++) {
        holm_json_next(writer);
        holm_json_map_place(writer, map, map->neutral_hex[i],
                            holm_corner_names[map->neutral_corner[i]]);
    }
    holm_put_char(writer, ']');
    holm_json_scenario(writer, map);
    holm_put_char(writer, '}');
}

/* ------------------------------------------------------- events and errors */

const struct holm_event_word *holm_event_word(int kind)
{
    static const char *const chased[] = { "robber", "pirate" };
    static const struct holm_event_word words[] = {
        { HOLM_EV_CHASE, 2, "chased", chased },
        { HOLM_EV_FACE, HOLM_FACES, "face", holm_face_names },
        { HOLM_EV_GIFT_PORT, HOLM_PORT_KINDS, "port", holm_port_names },
        { HOLM_EV_PORT, HOLM_PORT_KINDS, "port", holm_port_names },
        { HOLM_EV_CLAIM, HOLM_WONDERS, "wonder", holm_wonder_names },
        { HOLM_EV_WONDER, HOLM_WONDERS, "wonder", holm_wonder_names },
        { HOLM_EV_DISCOVER, HOLM_TERRAINS, "terrain", holm_terrain_names },
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (words[i].kind == kind)
            return &words[i];
    return NULL;
}

/* `n`, or the word it stands for. */
static void put_event_number(struct holm_writer *writer, const struct holm_event *event)
{
    const struct holm_event_word *word = holm_event_word(event->kind);
    if (word)
        holm_json_put_word(writer, word->key, word->names[event->n]);
    else
        holm_json_put_number(writer, "n", event->n);
}

typedef void put_place(struct holm_writer *writer, const struct holm_topology *topology, int place);

static void put_at(struct holm_writer *writer, const struct holm_board *board, const char *key,
                   put_place *put, int place)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '"');
    put(writer, &board->topology, place);
    holm_put_char(writer, '"');
}

static void put_event_places(struct holm_writer *writer, const struct holm_board *board,
                             const struct holm_event *event)
{
    unsigned fields = holm_event_info[event->kind].fields;
    bool on_edge = event->piece == HOLM_ROAD || event->piece == HOLM_SHIP;
    if (fields & HOLM_EF_HEX && event->place == HOLM_NONE) /* on the frame */
        holm_json_put_word(writer, "at", NULL);
    else if (fields & HOLM_EF_HEX)
        put_at(writer, board, "at", holm_put_hex, event->place);
    if (fields & HOLM_EF_PIECE && event->piece == HOLM_EMPTY) { /* a trade was taken back */
        holm_json_put_word(writer, "piece", NULL);
        holm_json_put_word(writer, "at", NULL);
    } else if (fields & HOLM_EF_PIECE) {
        holm_json_put_word(writer, "piece", holm_piece_names[event->piece]);
        put_at(writer, board, "at", on_edge ? holm_put_edge : holm_put_corner, event->place);
    }
    if (fields & (HOLM_EF_EDGE | HOLM_EF_TO_EDGE))
        put_at(writer, board, "at", holm_put_edge, event->place);
    if (fields & HOLM_EF_TO_EDGE)
        put_at(writer, board, "to", holm_put_edge, event->to);
    if (fields & HOLM_EF_TO)
        put_at(writer, board, "to", holm_put_corner, event->to);
    if (fields & HOLM_EF_TO_HEX)
        put_at(writer, board, "to", holm_put_hex, event->to);
}

/* Whether an event tells of something that was looked for and not found. */
static bool found_nothing(const struct holm_event *event)
{
    return (event->kind == HOLM_EV_STEAL || event->kind == HOLM_EV_SPY) && !event->n;
}

/* What was hidden is null; so is the card of a robbery that found an empty hand. */
static void put_event_cards(struct holm_writer *writer, const struct holm_event *event)
{
    unsigned fields = holm_event_info[event->kind].fields;
    bool nothing = found_nothing(event), no_cards = event->hidden & HOLM_EH_CARDS;
    bool no_card = event->hidden & HOLM_EH_CARD || nothing;
    bool no_development = event->hidden & HOLM_EH_DEVELOPMENT;
    bool no_progress = event->hidden & HOLM_EH_PROGRESS || nothing;
    if (fields & HOLM_EF_CARD)
        holm_json_put_word(writer, "card", no_card ? NULL : holm_card_names[event->card]);
    if (fields & HOLM_EF_DEVELOPMENT)
        holm_json_put_word(writer, "development",
                           no_development ? NULL : holm_development_names[event->development]);
    if (fields & HOLM_EF_TRACK)
        holm_json_put_word(writer, "track", nothing ? NULL : holm_track_names[event->track]);
    if (fields & HOLM_EF_PROGRESS)
        holm_json_put_word(writer, "progress",
                           no_progress ? NULL : holm_progress_names[event->progress]);
    if (fields & HOLM_EF_CARDS)
        put_cards_or_null(writer, "cards", &event->cards, no_cards);
    if (fields & HOLM_EF_MORE)
        put_cards_or_null(writer, "more", &event->more, no_cards);
}

void holm_json_event(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_event *event)
{
    const struct holm_event_info *info = &holm_event_info[event->kind];
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "event", info->name);
    if (info->fields & HOLM_EF_SEAT)
        holm_json_put_seat(writer, "seat", event->seat);
    if (info->fields & HOLM_EF_TARGET)
        holm_json_put_seat(writer, "target", event->target);
    if (info->fields & HOLM_EF_SEATS)
        holm_json_put_seats(writer, "seats", event->seats);
    put_event_places(writer, board, event);
    put_event_cards(writer, event);
    if (info->fields & HOLM_EF_N)
        put_event_number(writer, event);
    if (info->fields & HOLM_EF_M)
        holm_json_put_number(writer, "m",
                             event->kind == HOLM_EV_CLOTH ? (int8_t)event->m : event->m);
    if (info->fields & HOLM_EF_DICE) {
        holm_json_key(writer, "dice");
        holm_putf(writer, "[%d,%d]", event->dice[0], event->dice[1]);
    }
    holm_put_char(writer, '}');
}

void holm_json_error(struct holm_writer *writer, int error)
{
    const struct holm_reason *reason = holm_reason(error);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "error", reason->name);
    holm_json_put_word(writer, "rule", reason->rule[0] ? reason->rule : NULL);
    holm_json_key(writer, "text");
    holm_json_string(writer, reason->text);
    holm_put_char(writer, '}');
}
