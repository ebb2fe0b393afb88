/* maps_deal.c: the lines of a map file that say what is dealt: pools of terrains and discs, what
 * the fog hides, and which discs may not lie where. */
#include <string.h>

#include "text/maps_read.h"

/* "forest 4 hills 3 ..." as counts, HOLM_HEXES of them at most. */
static bool read_terrains(struct holm_reader *reader, uint8_t *count)
{
    int total = 0;
    unsigned named = 0;
    if (!*reader->words.word)
        return holm_reader_trouble(reader, "terrains and their numbers belong here");
    while (*reader->words.word) {
        int terrain = holm_word(holm_terrain_names, HOLM_FOG, reader->words.word), number;
        if (terrain < 0)
            return holm_reader_trouble(reader, "'%.20s' is not a terrain", reader->words.word);
        if (named & holm_bit(terrain))
            return holm_reader_trouble(reader, "%s stands here twice", reader->words.word);
        named |= holm_bit(terrain);
        holm_words_next(&reader->words);
        if (!holm_reader_number(reader, "a number of hexes, or they become too many", 0,
                                HOLM_HEXES - total, &number))
            return false;
        count[terrain] = (uint8_t)number;
        total += number;
    }
    return true;
}

/* An optional "b,c,d" as bits; 0 when no regions are named here. */
static bool read_regions(struct holm_reader *reader, unsigned *regions)
{
    const char *word = reader->words.word;
    size_t length = strlen(word);
    *regions = 0;
    for (size_t i = 1; i < length; i += 2)
        if (word[i] != ',')
            return true;
    if (holm_region_number(word[0]) < 0)
        return true;
    if (!reader->first_line[HOLM_MAP_REGIONS])
        return holm_reader_trouble(reader, "'%.20s' belongs behind the regions", word);
    for (size_t i = 0; i < length + 1; i += 2) {
        int region = holm_region_number(word[i]);
        if (region < 0 || *regions & holm_bit(region))
            return holm_reader_trouble(reader, "'%.20s' is not a list of regions like a,b", word);
        *regions |= holm_bit(region);
    }
    holm_words_next(&reader->words);
    return true;
}

static int find_pool(const struct holm_reader *reader, unsigned regions)
{
    int pool = 0;
    while (pool < reader->pools && reader->pool_regions[pool] != regions)
        pool++;
    return pool;
}

/* "pool forest 4 ..." or "pool b,c forest 4 ..." */
bool holm_read_map_pool(struct holm_reader *reader)
{
    uint8_t count[HOLM_TERRAINS] = { 0 };
    unsigned regions;
    if (!read_regions(reader, &regions) || !read_terrains(reader, count))
        return false;
    int at = find_pool(reader, regions);
    if (at < reader->pools)
        return holm_reader_trouble(reader,
                                   "a second 'pool' for these hexes; the first is in line %d",
                                   reader->pool_line[at]);
    if (at == HOLM_POOLS)
        return holm_reader_trouble(reader, "more than %d pools", HOLM_POOLS);
    struct holm_pool *pool = &reader->map->pool[at];
    reader->pool_regions[at] = (uint16_t)regions;
    reader->pool_line[at] = reader->line;
    reader->pools++;
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++) {
        memset(pool->terrain + pool->terrains, terrain, count[terrain]);
        pool->terrains += count[terrain];
    }
    return pool->terrains || holm_reader_trouble(reader, "the pool is empty");
}

/* In letter order; "discs 2 3 ..." or "discs b,c 2 3 ..." */
bool holm_read_map_discs(struct holm_reader *reader)
{
    unsigned regions;
    if (!read_regions(reader, &regions))
        return false;
    int at = find_pool(reader, regions), disc;
    if (at == reader->pools)
        return holm_reader_trouble(reader, "these discs belong behind their pool");
    struct holm_pool *pool = &reader->map->pool[at];
    if (pool->discs)
        return holm_reader_trouble(reader, "a second 'discs' for the pool of line %d",
                                   reader->pool_line[at]);
    while (*reader->words.word) {
        if (pool->discs == HOLM_HEXES)
            return holm_reader_trouble(reader, "more than %d discs", HOLM_HEXES);
        if (!holm_reader_disc(reader, &disc))
            return false;
        pool->disc[pool->discs++] = (uint8_t)disc;
    }
    return true;
}

/* "ban forest pasture 2 3" or "ban 0,0 1,0 6 8" */
bool holm_read_map_ban(struct holm_reader *reader)
{
    struct holm_map *map = reader->map;
    bool hex_named[HOLM_HEXES] = { false }, any = false;
    unsigned terrains = 0, discs = 0;
    for (;;) {
        int terrain = holm_word(holm_terrain_names, HOLM_DESERT, reader->words.word);
        uint8_t hex;
        if (terrain >= 0) {
            terrains |= holm_bit(terrain);
            holm_words_next(&reader->words);
        } else if (strchr(reader->words.word, ',')) {
            if (!holm_reader_hex(reader, &hex))
                return false;
            hex_named[hex] = true;
        } else {
            break;
        }
        any = true;
    }
    if (!any || !*reader->words.word)
        return holm_reader_trouble(reader, "terrains or hexes belong here, and then discs");
    for (int disc; *reader->words.word; discs |= holm_bit(disc))
        if (!holm_reader_disc(reader, &disc))
            return false;
    for (int hex = 0; hex < map->hexes; hex++)
        map->hex_bans[hex] |= (uint16_t)(hex_named[hex] ? discs : 0);
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++)
        map->terrain_bans[terrain] |= (uint16_t)(holm_bit_in(terrains, terrain) ? discs : 0);
    return true;
}

bool holm_read_map_fog(struct holm_reader *reader)
{
    return read_terrains(reader, reader->map->fog_terrain);
}

bool holm_read_map_fog_discs(struct holm_reader *reader)
{
    for (int disc; *reader->words.word; reader->map->fog_disc[disc]++)
        if (!holm_reader_disc(reader, &disc))
            return false;
    return true;
}
