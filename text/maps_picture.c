/* maps_picture.c: the pictures of a map file. The line gives r and the column gives q; the picture
 * of the regions lies over that of the hexes. */
#include <string.h>

#include "text/maps_read.h"

enum { SLOPPY = 3 }; /* characters that a hex may be off its column */

/* ORDER: enum holm_terrain */
const char *const holm_terrain_codes[HOLM_TERRAINS + 1] = { "Fo", "Hi", "Pa", "Fi", "Mo",
                                                            "Go", "De", "~~", "::", "??" };

int holm_region_number(char letter)
{
    return letter >= 'a' && letter < 'a' + HOLM_REGIONS - 1 ? letter - 'a' + 1 : -1;
}

/* A terrain's code and its disc, or ?? for a hex that is dealt. */
static bool read_terrain(struct holm_reader *reader, const char *cell, int *terrain, int *disc)
{
    char code[3] = { cell[0], cell[0] ? cell[1] : '\0', '\0' };
    const char *disc_word = cell + strlen(code);
    *terrain = holm_word(holm_terrain_codes, HOLM_TERRAINS + 1, code);
    *disc = 0;
    if (*terrain < 0)
        return holm_reader_trouble(reader, "'%.20s' is not a hex (a blank line ends the picture)",
                                   cell);
    if (!holm_has_disc(*terrain) && *disc_word)
        return holm_reader_trouble(reader, "'%.20s': no disc belongs behind %s", cell, code);
    if (*disc_word && (!holm_read_number(disc_word, 2, 12, disc) || *disc == 7))
        return holm_reader_trouble(reader, "'%.20s': a disc is from 2 to 12, and not 7", cell);
    if (holm_has_disc(*terrain) && !*disc && !reader->bare_line)
        reader->bare_line = reader->line;
    return true;
}

/* The q of a hex by its column: 2q + r half hexes lie between it and the first one. */
static bool column_to_q(const struct holm_reader *reader, int column, int *q)
{
    int offset = column - reader->column - reader->row * HOLM_HEX_WIDTH / 2;
    int bias = HOLM_HEX_WIDTH * HOLM_LINE_MAX; /* keeps the division in positive numbers */
    *q = (offset + bias + HOLM_HEX_WIDTH / 2) / HOLM_HEX_WIDTH - HOLM_LINE_MAX;
    int off = offset - *q * HOLM_HEX_WIDTH;
    return -SLOPPY <= off && off <= SLOPPY;
}

/* A hex, in reading order. */
static bool put_hex(struct holm_reader *reader, const char *cell, int q, int terrain, int disc)
{
    struct holm_map *map = reader->map;
    int last = map->hexes - 1;
    if (map->hexes == HOLM_HEXES)
        return holm_reader_trouble(reader, "more than %d hexes", HOLM_HEXES) ||
               holm_trouble_because(reader->trouble, HOLM_E_MAP_HEXES, NULL);
    if (map->hexes > 0 && map->r[last] == reader->row && map->q[last] >= q)
        return holm_reader_trouble(reader, "'%.20s' stands too close to the hex before it", cell);
    map->q[map->hexes] = (int8_t)q;
    map->r[map->hexes] = (int8_t)reader->row;
    map->terrain[map->hexes] = (uint8_t)terrain;
    map->disc[map->hexes] = (uint8_t)disc;
    map->hexes++;
    return true;
}

static bool read_region(struct holm_reader *reader, const char *cell, int *region)
{
    *region = strcmp(cell, ".") == 0 ? 0 : holm_region_number(cell[0]);
    return (*region >= 0 && !cell[1]) ||
           holm_reader_trouble(reader, "'%.20s' is not a region: a letter from a to %c, or a dot",
                               cell, 'a' + HOLM_REGIONS - 2);
}

/* The region of the next hex in reading order. */
static bool put_region(struct holm_reader *reader, const char *cell, int q, int region)
{
    struct holm_map *map = reader->map;
    int hex = reader->cells;
    if (hex >= map->hexes || map->q[hex] != q || map->r[hex] != reader->row)
        return holm_reader_trouble(reader, "'%.20s' does not stand where the next hex stands",
                                   cell);
    map->region[hex] = (uint8_t)region;
    return true;
}

static bool read_cell(struct holm_reader *reader, const char *cell, int column)
{
    bool of_hexes = reader->picture == HOLM_MAP_HEXES;
    int q, value, disc = 0;
    if (!(of_hexes ? read_terrain(reader, cell, &value, &disc) : read_region(reader, cell, &value)))
        return false;
    if (reader->cells == 0)
        reader->column = column;
    if (!column_to_q(reader, column, &q))
        return holm_reader_trouble(reader, "'%.20s' stands between two columns of its row", cell);
    if (!(of_hexes ? put_hex(reader, cell, q, value, disc) : put_region(reader, cell, q, value)))
        return false;
    reader->cells++;
    return true;
}

bool holm_reader_row(struct holm_reader *reader)
{
    struct holm_words words;
    if (strchr(reader->text, '\t'))
        return holm_reader_trouble(reader, "the columns count here: use blanks, not tabs");
    for (holm_words_start(&words, reader->text); *words.word; holm_words_next(&words)) {
        int end = (int)(words.rest - reader->text);
        if (!read_cell(reader, words.word, end - (int)strlen(words.word)))
            return false;
    }
    reader->row++;
    return true;
}
