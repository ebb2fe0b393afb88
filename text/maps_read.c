/* maps_read.c: map files (docs/maps.md) read. One line is one statement, but for the pictures; a
 * table finds the function of a keyword. */
#include "text/maps_read.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const holm_yes_names[2] = { "no", "yes" };

#define FIELD(name, field, low, high)                                                              \
    {                                                                                              \
        name, offsetof(struct holm_map, field), low, high                                          \
    }
const struct holm_map_field holm_map_fields[HOLM_MAP_FIELDS] = {
    FIELD("target", target, 1, 60),
    FIELD("rounds", setup_rounds, 2, 3),
    FIELD("spiral", spiral, 0, 1),
    FIELD("reds-touch", reds_may_touch, 0, 1),
    FIELD("home-islands", home_islands, 0, 1),
    FIELD("islands", islands, 0, 1),
    FIELD("island-bonus", island_bonus, 1, 10),
    FIELD("deal-ports", deal_ports, 0, 1),
    FIELD("settle-at-discs", settle_at_discs, 0, 1),
    FIELD("robber-on-discs", robber_on_discs, 0, 1),
    FIELD("no-route", no_route, 0, 1),
    FIELD("wonders", wonders, 0, 1),
    FIELD("explores", explores, 0, 1),
    FIELD("village-cloth", village_cloth, 1, 20),
    FIELD("cloth-supply", cloth_supply, 1, 100),
    FIELD("empty-villages", empty_villages, 1, HOLM_VILLAGES),
    FIELD("lairs", lairs, 1, 12),
};

bool holm_reader_trouble(struct holm_reader *reader, const char *format, ...)
{
    char text[sizeof reader->trouble->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return holm_trouble(reader->trouble, reader->line, "%s", text);
}

/* ------------------------------------------------------------------- words */

bool holm_reader_name(struct holm_reader *reader, const char *const *names, int count,
                      uint8_t *index)
{
    int found = holm_word(names, count, reader->words.word);
    if (found < 0)
        return holm_reader_trouble(reader, "'%.20s' should be one of %s ... %s", reader->words.word,
                                   names[0], names[count - 1]);
    *index = (uint8_t)found;
    holm_words_next(&reader->words);
    return true;
}

bool holm_reader_number(struct holm_reader *reader, const char *what, int low, int high,
                        int *number)
{
    if (!holm_read_number(reader->words.word, low, high, number))
        return holm_reader_trouble(reader, "'%.20s' is not %s: %d to %d", reader->words.word, what,
                                   low, high);
    holm_words_next(&reader->words);
    return true;
}

bool holm_reader_disc(struct holm_reader *reader, int *disc)
{
    if (!holm_read_number(reader->words.word, 2, 12, disc) || *disc == 7)
        return holm_reader_trouble(reader, "'%.20s' is not a disc: 2 to 12, not 7",
                                   reader->words.word);
    holm_words_next(&reader->words);
    return true;
}

/* The hex at the start of a text, which then points behind it. */
static bool find_hex(struct holm_reader *reader, const char **at, uint8_t *hex)
{
    const struct holm_map *map = reader->map;
    int q, r;
    if (holm_read_coordinates(at, &q, &r))
        for (int i = 0; i < map->hexes; i++)
            if (map->q[i] == q && map->r[i] == r) {
                *hex = (uint8_t)i;
                return true;
            }
    return holm_reader_trouble(reader, "there is no hex '%.20s'", reader->words.word);
}

bool holm_reader_hex(struct holm_reader *reader, uint8_t *hex)
{
    const char *at = reader->words.word;
    if (!find_hex(reader, &at, hex))
        return false;
    if (*at)
        return holm_reader_trouble(reader, "there is no hex '%.20s'", reader->words.word);
    holm_words_next(&reader->words);
    return true;
}

bool holm_reader_place(struct holm_reader *reader, const char *const *directions, uint8_t *hex,
                       uint8_t *direction)
{
    const char *at = reader->words.word;
    if (!find_hex(reader, &at, hex))
        return false;
    if (!*at) {
        holm_words_next(&reader->words);
        return holm_reader_name(reader, directions, 6, direction);
    }
    int found = holm_word(directions, 6, at);
    if (found < 0)
        return holm_reader_trouble(reader, "'%.20s' should be one of %s ... %s", at, directions[0],
                                   directions[5]);
    *direction = (uint8_t)found;
    holm_words_next(&reader->words);
    return true;
}

/* ---------------------------------------------------------------- keywords */

static bool read_map(struct holm_reader *reader)
{
    const char *name = reader->words.word;
    if (!*name || strlen(name) >= sizeof reader->map->name)
        return holm_reader_trouble(reader, "a name of 1 to %d characters belongs here",
                                   (int)sizeof reader->map->name - 1);
    strcpy(reader->map->name, name);
    holm_words_next(&reader->words);
    return true;
}

/* "4" or "2-4" */
static bool read_players(struct holm_reader *reader)
{
    char *word = reader->words.word, *dash = strchr(word, '-');
    const char *last = dash ? dash + 1 : word;
    int low, high;
    if (dash)
        *dash = '\0';
    if (!holm_read_number(word, 2, HOLM_SEATS, &low) ||
        !holm_read_number(last, low, HOLM_SEATS, &high))
        return holm_reader_trouble(reader, "players should be like 4 or 2-4, from 2 to %d",
                                   HOLM_SEATS);
    reader->map->players_low = (uint8_t)low;
    reader->map->players_high = (uint8_t)high;
    holm_words_next(&reader->words);
    return true;
}

static bool read_picture(struct holm_reader *reader)
{
    reader->picture =
        reader->line == reader->first_line[HOLM_MAP_HEXES] ? HOLM_MAP_HEXES : HOLM_MAP_REGIONS;
    reader->row = reader->cells = 0;
    return true;
}

static const struct {
    const char *name;
    bool (*read)(struct holm_reader *);
    bool repeats; /* may come several times */
    int after; /* the picture that has to come first, for what it names; 0: none */
} keywords[HOLM_MAP_KEYWORDS] = {
    [HOLM_MAP_NAME] = { "map", read_map, false, 0 },
    [HOLM_MAP_PLAYERS] = { "players", read_players, false, 0 },
    [HOLM_MAP_HEXES] = { "hexes", read_picture, false, 0 },
    [HOLM_MAP_REGIONS] = { "regions", read_picture, false, HOLM_MAP_HEXES },
    [HOLM_MAP_REGION] = { "region", holm_read_map_region, true, HOLM_MAP_REGIONS },
    [HOLM_MAP_START_RULE] = { "start-rule", holm_read_map_start_rule, false, 0 },
    [HOLM_MAP_POOL] = { "pool", holm_read_map_pool, true, 0 },
    [HOLM_MAP_DISCS] = { "discs", holm_read_map_discs, true, 0 },
    [HOLM_MAP_BAN] = { "ban", holm_read_map_ban, true, HOLM_MAP_HEXES },
    [HOLM_MAP_FOG] = { "fog", holm_read_map_fog, false, 0 },
    [HOLM_MAP_FOG_DISCS] = { "fog-discs", holm_read_map_fog_discs, false, 0 },
    [HOLM_MAP_PORT] = { "port", holm_read_map_port, true, HOLM_MAP_HEXES },
    [HOLM_MAP_PLACE_PORTS] = { "place-ports", holm_read_map_place_ports, false, 0 },
    [HOLM_MAP_ROBBER] = { "robber", holm_read_map_robber, false, HOLM_MAP_HEXES },
    [HOLM_MAP_PIRATE] = { "pirate", holm_read_map_pirate, false, HOLM_MAP_HEXES },
    [HOLM_MAP_NEUTRAL] = { "neutral", holm_read_map_neutral, true, HOLM_MAP_HEXES },
    [HOLM_MAP_MARK] = { "mark", holm_read_map_mark, true, HOLM_MAP_HEXES },
    [HOLM_MAP_VILLAGE] = { "village", holm_read_map_village, true, HOLM_MAP_HEXES },
    [HOLM_MAP_GIFT] = { "gift", holm_read_map_gift, true, HOLM_MAP_HEXES },
    [HOLM_MAP_LANE] = { "lane", holm_read_map_lane, true, HOLM_MAP_HEXES },
    [HOLM_MAP_FLEET] = { "fleet", holm_read_map_fleet, false, HOLM_MAP_HEXES },
};

/* A field's number, or yes or no. */
static bool read_field(struct holm_reader *reader, int field)
{
    const struct holm_map_field *row = &holm_map_fields[field];
    int value = holm_word(holm_yes_names, 2, reader->words.word);
    if (row->high == 1 && value < 0)
        return holm_reader_trouble(reader, "%s is yes or no, not '%.20s'", row->name,
                                   reader->words.word);
    if (row->high == 1)
        holm_words_next(&reader->words);
    else if (!holm_reader_number(reader, "the number here", row->low, row->high, &value))
        return false;
    ((uint8_t *)reader->map)[row->offset] = (uint8_t)value;
    return true;
}

/* Which keyword, or behind them which field, a word is; -1: neither. */
static int find_keyword(const char *word)
{
    for (int i = 0; i < HOLM_MAP_KEYWORDS; i++)
        if (strcmp(keywords[i].name, word) == 0)
            return i;
    for (int i = 0; i < HOLM_MAP_FIELDS; i++)
        if (strcmp(holm_map_fields[i].name, word) == 0)
            return HOLM_MAP_KEYWORDS + i;
    return -1;
}

/* What names places comes behind the picture that has them. */
static bool picture_first(struct holm_reader *reader, int picture)
{
    const struct holm_map *map = reader->map;
    if (!reader->first_line[picture] || map->hexes == 0)
        return holm_reader_trouble(reader, "'%s' belongs behind the %s", reader->words.word,
                                   keywords[picture].name);
    if (reader->topology.hexes)
        return true;
    int error = holm_topology_make(&reader->topology, map->q, map->r, map->hexes);
    return !error || holm_trouble(reader->trouble, reader->first_line[HOLM_MAP_HEXES], "%s",
                                  holm_reason(error)->text);
}

static bool read_keyword(struct holm_reader *reader)
{
    struct holm_words *words = &reader->words;
    holm_words_start(words, reader->text);
    int keyword = find_keyword(words->word);
    if (keyword < 0)
        return holm_reader_trouble(reader, "'%.20s' is not a keyword of maps", words->word);
    bool is_field = keyword >= HOLM_MAP_KEYWORDS;
    if (reader->first_line[keyword] && (is_field || !keywords[keyword].repeats))
        return holm_reader_trouble(reader, "a second '%s'; the first is in line %d", words->word,
                                   reader->first_line[keyword]);
    if (!is_field && keywords[keyword].after && !picture_first(reader, keywords[keyword].after))
        return false;
    if (!reader->first_line[keyword])
        reader->first_line[keyword] = reader->line;
    holm_words_next(words);
    if (!(is_field ? read_field(reader, keyword - HOLM_MAP_KEYWORDS)
                   : keywords[keyword].read(reader)))
        return false;
    return !*words->word || holm_reader_trouble(reader, "'%.20s' is too much here", words->word);
}

/* ------------------------------------------------------------------- lines */

/* Copies a line of a text without its comment; `commented` says whether it had one. */
static bool copy_line(struct holm_reader *reader, const char *text, size_t length, bool *commented)
{
    if (length >= sizeof reader->text)
        return holm_reader_trouble(reader, "the line is longer than %d characters",
                                   HOLM_LINE_MAX - 1);
    memcpy(reader->text, text, length);
    reader->text[length] = '\0';
    char *comment = strchr(reader->text, '#');
    *commented = comment != NULL;
    if (comment)
        *comment = '\0';
    length = strlen(reader->text);
    if (length > 0 && reader->text[length - 1] == '\r')
        reader->text[length - 1] = '\0';
    for (const char *at = reader->text; *at; at++)
        if ((*at < ' ' && *at != '\t') || *at > '~')
            return holm_reader_trouble(reader, "byte %d is not text", (unsigned char)*at);
    return true;
}

static bool read_line(struct holm_reader *reader, const char *text, size_t length)
{
    bool commented = false;
    if (!copy_line(reader, text, length, &commented))
        return false;
    if (reader->text[strspn(reader->text, " \t")] == '\0') {
        if (reader->row > 0 && !commented)
            reader->picture = 0;
        return true;
    }
    return reader->picture ? holm_reader_row(reader) : read_keyword(reader);
}

bool holm_map_read(const char *text, struct holm_map *map, struct holm_trouble *trouble)
{
    struct holm_reader reader = { .map = map, .trouble = trouble };
    memset(map, 0, sizeof *map);
    map->robber = map->pirate = HOLM_NONE;
    while (*text) {
        size_t length = strcspn(text, "\n");
        reader.line++;
        if (!read_line(&reader, text, length))
            return false;
        text += length;
        if (*text)
            text++;
    }
    return holm_reader_finish(&reader);
}
