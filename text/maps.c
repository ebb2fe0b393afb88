/* maps.c: map files (docs/maps.md) read and written. One line is one statement, but for the
 * picture of the hexes, where the line gives r and the column gives q. What a line means by itself
 * is checked here; whether the whole can be played, by holm_deal and holm_board_make. */
#include "text/maps.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text/notation.h"

enum {
    FILE_MAX = 32768, /* bytes of a map file */
    HEX_WIDTH = 8,    /* characters from a hex to the next of its row */
    SLOPPY = 3        /* characters that a hex may be off its column */
};

/* ORDER: enum holm_terrain */
static const char *const terrain_codes[HOLM_TERRAINS + 1] = { "Fo", "Hi", "Pa", "Fi",
                                                              "Mo", "De", "~~", "??" };
static const char *const yes_names[] = { "no", "yes" };

enum keyword { MAP, PLAYERS, HEXES, POOL, DISCS, SPIRAL, PORT, ROBBER, NEUTRAL, KEYWORDS };

/* A map file being read. */
struct reader {
    struct holm_map *map;
    struct holm_trouble *trouble;
    int line;                 /* its number */
    int first_line[KEYWORDS]; /* where each keyword came first; 0: not yet */
    char text[HOLM_LINE_MAX]; /* the line without its comment */
    struct holm_words words;
    bool in_picture;
    int column; /* of the first hex of the first row */
    int row;    /* rows of the picture so far */
    int neutrals;
};

/* ------------------------------------------------------------------- picture */

/* A terrain's code and its disc, or ?? for a hex that is dealt. */
static bool read_terrain(struct reader *reader, const char *cell, int *terrain, int *disc)
{
    char code[3] = { cell[0], cell[0] ? cell[1] : '\0', '\0' };
    const char *disc_word = cell + strlen(code);
    *terrain = holm_word(terrain_codes, HOLM_TERRAINS + 1, code);
    *disc = 0;
    if (*terrain < 0)
        return holm_trouble(reader->trouble, reader->line,
                            "'%.20s' is not a hex (a blank line ends the picture)", cell);
    if (*terrain > HOLM_MOUNTAINS && *disc_word)
        return holm_trouble(reader->trouble, reader->line, "'%.20s': no disc belongs behind %s",
                            cell, code);
    if (*terrain <= HOLM_MOUNTAINS && (!holm_read_number(disc_word, 2, 12, disc) || *disc == 7))
        return holm_trouble(reader->trouble, reader->line,
                            "'%.20s': a disc from 2 to 12, not 7, belongs behind %s", cell, code);
    return true;
}

/* The q of a hex by its column: 2q + r half hexes lie between it and the first one. */
static bool column_to_q(const struct reader *reader, int column, int *q)
{
    int offset = column - reader->column - reader->row * HEX_WIDTH / 2;
    int bias = HEX_WIDTH * HOLM_LINE_MAX; /* keeps the division in positive numbers */
    *q = (offset + bias + HEX_WIDTH / 2) / HEX_WIDTH - HOLM_LINE_MAX;
    int off = offset - *q * HEX_WIDTH;
    return -SLOPPY <= off && off <= SLOPPY;
}

/* A hex, in reading order. */
static bool read_cell(struct reader *reader, const char *cell, int column)
{
    struct holm_map *map = reader->map;
    int terrain, disc, q, last = map->hexes - 1;
    if (!read_terrain(reader, cell, &terrain, &disc))
        return false;
    if (map->hexes == HOLM_HEXES)
        return holm_trouble(reader->trouble, reader->line, "more than %d hexes", HOLM_HEXES);
    if (map->hexes == 0)
        reader->column = column;
    if (!column_to_q(reader, column, &q))
        return holm_trouble(reader->trouble, reader->line,
                            "'%.20s' stands between two columns of its row", cell);
    if (map->hexes > 0 && map->r[last] == reader->row && map->q[last] >= q)
        return holm_trouble(reader->trouble, reader->line,
                            "'%.20s' stands too close to the hex before it", cell);
    map->q[map->hexes] = (int8_t)q;
    map->r[map->hexes] = (int8_t)reader->row;
    map->terrain[map->hexes] = (uint8_t)terrain;
    map->disc[map->hexes] = (uint8_t)disc;
    map->hexes++;
    return true;
}

static bool read_row(struct reader *reader)
{
    struct holm_words words;
    if (strchr(reader->text, '\t'))
        return holm_trouble(reader->trouble, reader->line,
                            "the columns count here: use blanks, not tabs");
    for (holm_words_start(&words, reader->text); *words.word; holm_words_next(&words)) {
        int end = (int)(words.rest - reader->text);
        if (!read_cell(reader, words.word, end - (int)strlen(words.word)))
            return false;
    }
    reader->row++;
    return true;
}

/* ------------------------------------------------------------------ keywords */

static bool read_map(struct reader *reader)
{
    const char *name = reader->words.word;
    if (!*name || strlen(name) >= sizeof reader->map->name)
        return holm_trouble(reader->trouble, reader->line,
                            "a name of 1 to %d characters belongs here",
                            (int)sizeof reader->map->name - 1);
    strcpy(reader->map->name, name);
    holm_words_next(&reader->words);
    return true;
}

/* "4" or "2-4" */
static bool read_players(struct reader *reader)
{
    char *word = reader->words.word, *dash = strchr(word, '-');
    const char *last = dash ? dash + 1 : word;
    int low, high;
    if (dash)
        *dash = '\0';
    if (!holm_read_number(word, 2, HOLM_SEATS, &low) ||
        !holm_read_number(last, low, HOLM_SEATS, &high))
        return holm_trouble(reader->trouble, reader->line,
                            "players should be like 4 or 2-4, from 2 to %d", HOLM_SEATS);
    reader->map->players_low = (uint8_t)low;
    reader->map->players_high = (uint8_t)high;
    holm_words_next(&reader->words);
    return true;
}

static bool read_hexes(struct reader *reader)
{
    reader->in_picture = true;
    return true;
}

/* "forest 4 hills 3 ..." */
static bool read_pool(struct reader *reader)
{
    struct holm_map *map = reader->map;
    unsigned named = 0;
    while (*reader->words.word) {
        int terrain = holm_word(holm_terrain_names, HOLM_SEA, reader->words.word), count;
        if (terrain < 0)
            return holm_trouble(reader->trouble, reader->line, "'%.20s' is not a land terrain",
                                reader->words.word);
        if (named & 1u << terrain)
            return holm_trouble(reader->trouble, reader->line, "%s stands here twice",
                                reader->words.word);
        named |= 1u << terrain;
        holm_words_next(&reader->words);
        if (!holm_read_number(reader->words.word, 0, HOLM_HEXES - map->pool_count, &count))
            return holm_trouble(reader->trouble, reader->line,
                                "'%.20s' is not a number of hexes, or they become more than %d",
                                reader->words.word, HOLM_HEXES);
        memset(map->pool + map->pool_count, terrain, (size_t)count);
        map->pool_count += (uint8_t)count;
        holm_words_next(&reader->words);
    }
    return true;
}

static bool read_discs(struct reader *reader)
{
    struct holm_map *map = reader->map;
    for (; *reader->words.word; holm_words_next(&reader->words)) {
        int disc;
        if (!holm_read_number(reader->words.word, 2, 12, &disc) || disc == 7)
            return holm_trouble(reader->trouble, reader->line,
                                "'%.20s' is not a disc: 2 to 12, not 7", reader->words.word);
        if (map->letter_count == HOLM_HEXES)
            return holm_trouble(reader->trouble, reader->line, "more than %d discs", HOLM_HEXES);
        map->letters[map->letter_count++] = (uint8_t)disc;
    }
    return true;
}

static bool read_spiral(struct reader *reader)
{
    int spiral = holm_word(yes_names, 2, reader->words.word);
    if (spiral < 0)
        return holm_trouble(reader->trouble, reader->line, "spiral is yes or no, not '%.20s'",
                            reader->words.word);
    reader->map->spiral = (uint8_t)spiral;
    holm_words_next(&reader->words);
    return true;
}

static bool read_hex(struct reader *reader, uint8_t *hex)
{
    const struct holm_map *map = reader->map;
    const char *at = reader->words.word;
    int q, r;
    if (holm_read_coordinates(&at, &q, &r) && !*at)
        for (int i = 0; i < map->hexes; i++)
            if (map->q[i] == q && map->r[i] == r) {
                *hex = (uint8_t)i;
                holm_words_next(&reader->words);
                return true;
            }
    return holm_trouble(reader->trouble, reader->line, "there is no hex '%.20s'",
                        reader->words.word);
}

/* One of some names. */
static bool read_name(struct reader *reader, const char *const *names, int count, uint8_t *index)
{
    int found = holm_word(names, count, reader->words.word);
    if (found < 0)
        return holm_trouble(reader->trouble, reader->line, "'%.20s' should be one of %s ... %s",
                            reader->words.word, names[0], names[count - 1]);
    *index = (uint8_t)found;
    holm_words_next(&reader->words);
    return true;
}

static bool read_port(struct reader *reader)
{
    struct holm_map *map = reader->map;
    struct holm_port *port = &map->port[map->ports];
    if (map->ports == HOLM_PORTS)
        return holm_trouble(reader->trouble, reader->line, "more than %d ports", HOLM_PORTS);
    map->ports++;
    return read_hex(reader, &port->hex) && read_name(reader, holm_side_names, 6, &port->side) &&
           read_name(reader, holm_port_names, HOLM_PORT_KINDS, &port->kind);
}

static bool read_robber(struct reader *reader)
{
    return read_hex(reader, &reader->map->robber);
}

static bool read_neutral(struct reader *reader)
{
    int i = reader->neutrals++;
    if (i == 2)
        return holm_trouble(reader->trouble, reader->line, "there are two neutral colours");
    return read_hex(reader, &reader->map->neutral_hex[i]) &&
           read_name(reader, holm_corner_names, 6, &reader->map->neutral_corner[i]);
}

static const struct {
    const char *name;
    bool (*read)(struct reader *);
    bool repeats; /* may come several times */
    bool places;  /* names a hex, so that the picture has to come first */
} keywords[KEYWORDS] = {
    [MAP] = { "map", read_map, false, false },
    [PLAYERS] = { "players", read_players, false, false },
    [HEXES] = { "hexes", read_hexes, false, false },
    [POOL] = { "pool", read_pool, false, false },
    [DISCS] = { "discs", read_discs, false, false },
    [SPIRAL] = { "spiral", read_spiral, false, false },
    [PORT] = { "port", read_port, true, true },
    [ROBBER] = { "robber", read_robber, false, true },
    [NEUTRAL] = { "neutral", read_neutral, true, true },
};

/* --------------------------------------------------------------------- lines */

static bool read_keyword(struct reader *reader)
{
    struct holm_words *words = &reader->words;
    int keyword = 0;
    holm_words_start(words, reader->text);
    while (keyword < KEYWORDS && strcmp(keywords[keyword].name, words->word) != 0)
        keyword++;
    if (keyword == KEYWORDS)
        return holm_trouble(reader->trouble, reader->line, "'%.20s' is not a keyword of maps",
                            words->word);
    if (reader->first_line[keyword] && !keywords[keyword].repeats)
        return holm_trouble(reader->trouble, reader->line, "a second '%s'; the first is in line %d",
                            words->word, reader->first_line[keyword]);
    if (keywords[keyword].places && reader->map->hexes == 0)
        return holm_trouble(reader->trouble, reader->line, "'%s' belongs behind the hexes",
                            words->word);
    if (!reader->first_line[keyword])
        reader->first_line[keyword] = reader->line;
    holm_words_next(words);
    if (!keywords[keyword].read(reader))
        return false;
    if (*words->word)
        return holm_trouble(reader->trouble, reader->line, "'%.20s' is too much here", words->word);
    return true;
}

/* Copies a line of a text without its comment; `commented` says whether it had one. */
static bool copy_line(struct reader *reader, const char *text, size_t length, bool *commented)
{
    if (length >= sizeof reader->text)
        return holm_trouble(reader->trouble, reader->line, "the line is longer than %d characters",
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
            return holm_trouble(reader->trouble, reader->line, "byte %d is not text",
                                (unsigned char)*at);
    return true;
}

static bool read_line(struct reader *reader, const char *text, size_t length)
{
    bool commented = false;
    if (!copy_line(reader, text, length, &commented))
        return false;
    bool empty = reader->text[strspn(reader->text, " \t")] == '\0';
    if (empty) {
        if (reader->map->hexes > 0 && !commented)
            reader->in_picture = false;
        return true;
    }
    return reader->in_picture ? read_row(reader) : read_keyword(reader);
}

/* --------------------------------------------------------------- the whole */

static bool check_pool(struct reader *reader)
{
    const struct holm_map *map = reader->map;
    int land = 0, dealt = 0, yielding = 0;
    for (int hex = 0; hex < map->hexes; hex++) {
        land += map->terrain[hex] != HOLM_SEA;
        dealt += map->terrain[hex] == HOLM_FROM_POOL;
    }
    for (int i = 0; i < map->pool_count; i++)
        yielding += map->pool[i] <= HOLM_MOUNTAINS;
    if (dealt > 0 && dealt < land)
        return holm_trouble(reader->trouble, reader->first_line[HEXES],
                            "either all land hexes are ?? or none is");
    if (dealt > 0 && !reader->first_line[POOL])
        return holm_trouble(reader->trouble, reader->first_line[HEXES], "?? needs a pool");
    if (reader->first_line[POOL] && map->pool_count != land)
        return holm_trouble(reader->trouble, reader->first_line[POOL],
                            "the pool has %d hexes, the picture has land for %d", map->pool_count,
                            land);
    if (map->letter_count != yielding)
        return holm_trouble(reader->trouble,
                            reader->first_line[DISCS] ? reader->first_line[DISCS]
                                                      : reader->first_line[POOL],
                            "there are %d discs for the %d hexes of the pool that yield something",
                            map->letter_count, yielding);
    reader->map->has_fixed = dealt == 0;
    return true;
}

static bool check_whole(struct reader *reader)
{
    static const int needed[] = { MAP, PLAYERS, HEXES };
    for (int i = 0; i < 3; i++)
        if (!reader->first_line[needed[i]])
            return holm_trouble(reader->trouble, 0, "the line '%s' is missing",
                                keywords[needed[i]].name);
    if (reader->map->hexes == 0)
        return holm_trouble(reader->trouble, reader->first_line[HEXES], "the picture is empty");
    if (reader->neutrals == 1)
        return holm_trouble(reader->trouble, reader->first_line[NEUTRAL],
                            "there are two neutral colours, and one place for them");
    reader->map->has_neutral = reader->neutrals == 2;
    return check_pool(reader);
}

bool holm_map_read(const char *text, struct holm_map *map, struct holm_trouble *trouble)
{
    struct reader reader = { .map = map, .trouble = trouble };
    memset(map, 0, sizeof *map);
    map->robber = HOLM_NONE;
    while (*text) {
        size_t length = strcspn(text, "\n");
        reader.line++;
        if (!read_line(&reader, text, length))
            return false;
        text += length;
        if (*text)
            text++;
    }
    return check_whole(&reader);
}

/* --------------------------------------------------------------------- writing */

static void write_hexes(struct holm_writer *writer, const struct holm_map *map)
{
    int left = 0;
    for (int hex = 0; hex < map->hexes; hex++) {
        int column = HEX_WIDTH * map->q[hex] + HEX_WIDTH / 2 * map->r[hex];
        left = hex == 0 || column < left ? column : left;
    }
    for (int hex = 0, at = 0; hex < map->hexes; hex++) {
        int column = HEX_WIDTH * map->q[hex] + HEX_WIDTH / 2 * map->r[hex] - left;
        if (hex == 0 || map->r[hex] != map->r[hex - 1]) {
            holm_put_char(writer, '\n');
            at = 0;
        }
        size_t before = writer->used;
        holm_putf(writer, "%*s%s", column - at, "", terrain_codes[map->terrain[hex]]);
        if (map->disc[hex])
            holm_put_number(writer, map->disc[hex]);
        at += (int)(writer->used - before);
    }
    holm_put(writer, "\n\n");
}

static void write_pool(struct holm_writer *writer, const struct holm_map *map)
{
    int count[HOLM_SEA] = { 0 };
    for (int i = 0; i < map->pool_count; i++)
        count[map->pool[i]]++;
    holm_put(writer, "pool");
    for (int terrain = 0; terrain < HOLM_SEA; terrain++)
        if (count[terrain])
            holm_putf(writer, " %s %d", holm_terrain_names[terrain], count[terrain]);
    holm_put(writer, "\ndiscs");
    for (int i = 0; i < map->letter_count; i++)
        holm_putf(writer, " %d", map->letters[i]);
    holm_putf(writer, "\nspiral %s\n\n", yes_names[map->spiral]);
}

/* "port 0,0" */
static void write_place(struct holm_writer *writer, const char *keyword, const struct holm_map *map,
                        int hex)
{
    holm_putf(writer, "%s %d,%d", keyword, map->q[hex], map->r[hex]);
}

void holm_map_write(struct holm_writer *writer, const struct holm_map *map)
{
    holm_putf(writer, "map %s\nplayers %d-%d\n\nhexes", map->name, map->players_low,
              map->players_high);
    write_hexes(writer, map);
    if (map->pool_count)
        write_pool(writer, map);
    for (int i = 0; i < map->ports; i++) {
        write_place(writer, "port", map, map->port[i].hex);
        holm_putf(writer, " %s %s\n", holm_side_names[map->port[i].side],
                  holm_port_names[map->port[i].kind]);
    }
    if (map->robber != HOLM_NONE) {
        write_place(writer, "robber", map, map->robber);
        holm_put_char(writer, '\n');
    }
    for (int i = 0; i < 2 && map->has_neutral; i++) {
        write_place(writer, "neutral", map, map->neutral_hex[i]);
        holm_putf(writer, " %s\n", holm_corner_names[map->neutral_corner[i]]);
    }
}

/* --------------------------------------------------------------------- finding */

/* Opens a plain file; a pipe or a device, which may never end or never begin, is refused. */
static FILE *open_plain(const char *path, struct holm_trouble *trouble)
{
    struct stat found;
    int number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (number < 0) {
        holm_trouble(trouble, 0, "there is no map and no file '%.80s'", path);
        return NULL;
    }
    FILE *file = fstat(number, &found) || !S_ISREG(found.st_mode) ? NULL : fdopen(number, "rb");
    if (!file) {
        close(number);
        holm_trouble(trouble, 0, "'%.80s' is no plain file", path);
    }
    return file;
}

static bool read_file(const char *path, struct holm_map *map, struct holm_trouble *trouble)
{
    char text[FILE_MAX + 1];
    FILE *file = open_plain(path, trouble);
    if (!file)
        return false;
    size_t length = fread(text, 1, sizeof text, file);
    bool failed = ferror(file);
    fclose(file);
    if (failed)
        return holm_trouble(trouble, 0, "'%.80s' cannot be read", path);
    if (length > FILE_MAX)
        return holm_trouble(trouble, 0, "'%.80s' is longer than %d bytes", path, FILE_MAX);
    text[length] = '\0';
    if (strlen(text) < length)
        return holm_trouble(trouble, 0, "'%.80s' is not text: it holds a zero byte", path);
    return holm_map_read(text, map, trouble);
}

static const struct holm_map_file *find_built_in(const char *name)
{
    for (int i = 0; i < holm_map_file_count; i++)
        if (strcmp(holm_map_files[i].name, name) == 0)
            return &holm_map_files[i];
    return NULL;
}

bool holm_map_built_in(const char *name, struct holm_map *map, struct holm_trouble *trouble)
{
    const struct holm_map_file *file = find_built_in(name);
    return file ? holm_map_read(file->text, map, trouble)
                : holm_trouble(trouble, 0, "'%.80s' is not a map that is built in", name);
}

bool holm_map_find(const char *name, struct holm_map *map, struct holm_trouble *trouble)
{
    return find_built_in(name) ? holm_map_built_in(name, map, trouble)
                               : read_file(name, map, trouble);
}

const char *holm_map_default(const struct holm_rules *rules)
{
    return rules->players <= 4 ? "base-4" : rules->players <= 6 ? "base-6" : "base-8";
}
