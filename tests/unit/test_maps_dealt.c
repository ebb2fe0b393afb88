/* test_maps_dealt.c: variable set-ups keep what their map files promise, over many seeds. The judge
 * reads the files by itself and shares no code with the reader or the dealer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/often.h"
#include "text/json.h"
#include "text/maps.h"
#include "text/source.h"

enum {
    SEEDS = 10000, /* in `make soak` */
    SEEDS_FEW = 3000,
    SEEDS_SLOW = 2000 /* where most deals are in vain */
};

/* ------------------------------------------------------------ a map file */

/* ORDER: enum holm_terrain */
static const char *const cells[] = { "Fo", "Hi", "Pa", "Fi", "Mo", "Go", "De", "~~", "::" };
static const char *const terrains[] = { "forest",    "hills", "pasture", "fields",
                                        "mountains", "gold",  "desert",  "sea" };
static const char *const kinds[] = { "wood", "brick", "wool", "grain", "ore", "any" };
static const char *const sides[] = { "NE", "E", "SE", "SW", "W", "NW" };
enum { UNKNOWN = -1, KINDS = 6 };

struct sheet {
    const char *name;
    int hexes;
    struct {
        int q, r, terrain, disc; /* as printed; terrain UNKNOWN: dealt in every set-up */
        char region;
        unsigned banned; /* discs, as bits */
        int pool; /* or UNKNOWN */
    } hex[HOLM_HEXES];
    int pools;
    struct {
        char regions[32]; /* "": everywhere */
        int terrain[HOLM_TERRAINS], disc[13];
    } pool[HOLM_POOLS];
    unsigned banned[HOLM_TERRAINS];
    int port[KINDS]; /* on the board, to be placed, or lying on an edge */
    int ports;
    struct {
        int q, r, side, kind;
    } at[HOLM_PORTS];
    bool reds_touch, robber_on_12, robber_off;
    int robber_q, robber_r; /* UNKNOWN, UNKNOWN: a desert */
    int pairs; /* of neighbours */
    uint8_t pair[3 * HOLM_HEXES][2];
};

static int index_of(const char *word, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(word, words[i]))
            return i;
    return UNKNOWN;
}

static int hex_at(const struct sheet *sheet, int q, int r)
{
    for (int i = 0; i < sheet->hexes; i++)
        if (sheet->hex[i].q == q && sheet->hex[i].r == r)
            return i;
    return UNKNOWN;
}

/* A row of a picture; a hex is eight characters wide and rows are shifted by four. */
static void read_row(struct sheet *sheet, const char *line, int row, bool regions)
{
    static int origin;
    for (const char *at = line; *(at += strspn(at, " "));) {
        const int halves = (int)(at - line + 2) / 4;
        if (!row && at == line + strspn(line, " "))
            origin = halves;
        const int q = (halves - origin - row) / 2;
        const int length = (int)strcspn(at, " ");
        if (regions) {
            const int hex = hex_at(sheet, q, row);
            assert_true(hex >= 0);
            sheet->hex[hex].region = *at;
        } else {
            char cell[3] = { at[0], at[1], '\0' };
            sheet->hex[sheet->hexes].q = q;
            sheet->hex[sheet->hexes].r = row;
            sheet->hex[sheet->hexes].terrain = index_of(cell, cells, 9);
            sheet->hex[sheet->hexes].disc = length > 2 ? atoi(at + 2) : 0;
            sheet->hex[sheet->hexes++].region = '.';
        }
        at += length;
    }
}

static void read_pool(struct sheet *sheet, char **word, int words)
{
    const bool everywhere = index_of(word[1], terrains, 8) >= 0;
    snprintf(sheet->pool[sheet->pools].regions, sizeof sheet->pool[0].regions, "%s",
             everywhere ? "" : word[1]);
    for (int i = everywhere ? 1 : 2; i + 1 < words; i += 2)
        sheet->pool[sheet->pools].terrain[index_of(word[i], terrains, 8)] = atoi(word[i + 1]);
    sheet->pools++;
}

/* Discs follow their pool. */
static void read_discs(struct sheet *sheet, char **word, int words)
{
    for (int i = atoi(word[1]) ? 1 : 2; i < words; i++)
        sheet->pool[sheet->pools - 1].disc[atoi(word[i])]++;
}

static void read_ban(struct sheet *sheet, char **word, int words)
{
    unsigned discs = 0;
    for (int i = 1; i < words; i++)
        if (index_of(word[i], terrains, 8) < 0 && !strchr(word[i], ','))
            discs |= 1u << atoi(word[i]);
    for (int i = 1; i < words; i++) {
        int q, r;
        if (index_of(word[i], terrains, 8) >= 0)
            sheet->banned[index_of(word[i], terrains, 8)] |= discs;
        else if (sscanf(word[i], "%d,%d", &q, &r) == 2)
            sheet->hex[hex_at(sheet, q, r)].banned |= discs;
    }
}

static void read_port(struct sheet *sheet, char **word)
{
    char side[3] = "";
    const int kind = index_of(word[2], kinds, KINDS);
    sheet->port[kind]++;
    assert_int_equal(sscanf(word[1], "%d,%d%2[A-Z]", &sheet->at[sheet->ports].q,
                            &sheet->at[sheet->ports].r, side),
                     3);
    sheet->at[sheet->ports].side = index_of(side, sides, 6);
    sheet->at[sheet->ports++].kind = kind;
}

static void read_robber(struct sheet *sheet, char **word, int words)
{
    for (int i = 1; i < words; i++) {
        sheet->robber_on_12 |= !strcmp(word[i], "12");
        sheet->robber_off |= !strcmp(word[i], "off");
        sscanf(word[i], "%d,%d", &sheet->robber_q, &sheet->robber_r);
    }
    if (words == 2 && sheet->robber_on_12)
        sheet->robber_q = UNKNOWN;
}

static void read_statement(struct sheet *sheet, char **word, int words)
{
    if (!strcmp(word[0], "pool"))
        read_pool(sheet, word, words);
    else if (!strcmp(word[0], "discs"))
        read_discs(sheet, word, words);
    else if (!strcmp(word[0], "ban"))
        read_ban(sheet, word, words);
    else if (!strcmp(word[0], "port"))
        read_port(sheet, word);
    else if (!strcmp(word[0], "robber"))
        read_robber(sheet, word, words);
    else if (!strcmp(word[0], "reds-touch"))
        sheet->reds_touch = !strcmp(word[1], "yes");
    else if (!strcmp(word[0], "place-ports"))
        for (int i = 1; i + 1 < words; i += 2)
            sheet->port[index_of(word[i], kinds, KINDS)] += atoi(word[i + 1]);
    else if (!strcmp(word[0], "gift") && !strcmp(word[1], "port"))
        for (int i = 3; i < words; i += 2)
            sheet->port[index_of(word[i], kinds, KINDS)]++;
}

/* Which pool a hex is dealt from: all land of its regions, and the sea where the pool has some. */
static void spread_pools(struct sheet *sheet)
{
    for (int i = 0; i < sheet->hexes; i++) {
        sheet->hex[i].pool = UNKNOWN;
        for (int p = 0; p < sheet->pools; p++) {
            const char *regions = sheet->pool[p].regions;
            const int terrain = sheet->hex[i].terrain;
            if ((!*regions ||
                 (sheet->hex[i].region != '.' && strchr(regions, sheet->hex[i].region))) &&
                (holm_is_land(terrain) || sheet->pool[p].terrain[HOLM_SEA]))
                sheet->hex[i].pool = p;
        }
        for (int j = 0; j < i; j++) {
            const int q = sheet->hex[i].q - sheet->hex[j].q, r = sheet->hex[i].r - sheet->hex[j].r;
            if (q * q + q * r + r * r != 1) /* the hexagonal distance */
                continue;
            sheet->pair[sheet->pairs][0] = (uint8_t)i;
            sheet->pair[sheet->pairs++][1] = (uint8_t)j;
        }
    }
}

static void read_sheet(struct sheet *sheet, const struct holm_map_file *file)
{
    int row = -1;
    bool regions = false;
    memset(sheet, 0, sizeof *sheet);
    sheet->name = file->name;
    sheet->robber_q = sheet->robber_r = UNKNOWN;
    for (const char *text = file->text; *text;) {
        char line[256], *word[64], *rest = line;
        const size_t length = strcspn(text, "\n");
        int words = 0;
        assert_true(length < sizeof line);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        line[strcspn(line, "#")] = '\0';
        text += length + (text[length] == '\n');
        if (row >= 0 && line[strspn(line, " ")]) {
            read_row(sheet, line, row++, regions);
            continue;
        }
        row = -1;
        while (words < 64 && (word[words] = strtok_r(rest, " ", &rest)))
            words++;
        if (words == 1 && (!strcmp(word[0], "hexes") || !strcmp(word[0], "regions"))) {
            regions = *word[0] == 'r';
            row = 0;
        } else if (words > 1) {
            read_statement(sheet, word, words);
        }
    }
    spread_pools(sheet);
}

/* ---------------------------------------------------------------- judging */

/* What each hex has had over all seeds. */
struct seen {
    unsigned terrain[HOLM_HEXES], disc[HOLM_HEXES];
};

static const char *judge_hexes(const struct sheet *sheet, const struct holm_map *map,
                               struct seen *seen)
{
    int terrain[HOLM_POOLS][HOLM_TERRAINS] = { { 0 } }, disc[HOLM_POOLS][13] = { { 0 } };
    for (int i = 0; i < sheet->hexes; i++) {
        const int land = map->terrain[i], number = map->disc[i], p = sheet->hex[i].pool;
        if (map->q[i] != sheet->hex[i].q || map->r[i] != sheet->hex[i].r)
            return "a hex has moved";
        if (p == UNKNOWN) {
            if (land != sheet->hex[i].terrain || number != sheet->hex[i].disc)
                return "a hex of no pool is not as printed";
            continue;
        }
        terrain[p][land]++;
        disc[p][number]++;
        seen->terrain[i] |= 1u << land;
        seen->disc[i] |= 1u << number;
        if ((land == HOLM_DESERT || land == HOLM_SEA) != !number)
            return "a disc where nothing grows, or none where something does";
        if (number && (sheet->hex[i].banned | sheet->banned[land]) >> number & 1)
            return "a disc where it is banned";
    }
    for (int p = 0; p < sheet->pools; p++) {
        disc[p][0] = 0;
        if (memcmp(terrain[p], sheet->pool[p].terrain, sizeof terrain[p]) ||
            memcmp(disc[p], sheet->pool[p].disc, sizeof disc[p]))
            return "a pool has not been dealt as it is listed";
    }
    return NULL;
}

static const char *judge_reds(const struct sheet *sheet, const struct holm_map *map)
{
    for (int i = 0; i < sheet->pairs; i++) {
        const int one = map->disc[sheet->pair[i][0]], other = map->disc[sheet->pair[i][1]];
        if ((one == 6 || one == 8) && (other == 6 || other == 8))
            return "red numbers side by side";
    }
    return NULL;
}

static const char *judge_ports(const struct sheet *sheet, const struct holm_map *map, bool shuffled)
{
    int port[KINDS] = { 0 };
    for (int i = 0; i < map->ports; i++)
        port[map->port[i].kind]++;
    for (int i = 0; i < map->gifts; i++)
        if (map->gift[i].kind == HOLM_GIFT_PORT)
            port[map->gift[i].n]++;
    if (memcmp(port, sheet->port, sizeof port))
        return "other harbours than listed";
    for (int i = 0; i < sheet->ports; i++) {
        const int hex = hex_at(sheet, sheet->at[i].q, sheet->at[i].r);
        if (map->port[i].hex != hex || map->port[i].side != sheet->at[i].side)
            return "a harbour has moved";
        if (!shuffled && map->port[i].kind != sheet->at[i].kind)
            return "a harbour has another kind";
    }
    return NULL;
}

static const char *judge_robber(const struct sheet *sheet, const struct holm_map *map)
{
    if (sheet->robber_off)
        return map->robber_off ? NULL : "the robber is not off the board";
    if (map->robber >= map->hexes)
        return "the robber is nowhere";
    if (sheet->robber_on_12)
        return map->disc[map->robber] == 12 ? NULL : "the robber is not on a 12";
    if (sheet->robber_q == UNKNOWN && sheet->robber_r == UNKNOWN)
        return map->terrain[map->robber] == HOLM_DESERT ? NULL : "the robber is in no desert";
    return map->robber == hex_at(sheet, sheet->robber_q, sheet->robber_r)
               ? NULL
               : "the robber is elsewhere";
}

/* Every hex of a pool has had every terrain of it, and every disc that is not banned there. */
static void judge_spread(const struct sheet *sheet, const struct seen *seen)
{
    for (int i = 0; i < sheet->hexes; i++) {
        const int p = sheet->hex[i].pool;
        for (int t = 0; p != UNKNOWN && t < HOLM_TERRAINS; t++)
            if (sheet->pool[p].terrain[t] && !(seen->terrain[i] >> t & 1))
                fail_msg("%s: hex %d never had terrain %d", sheet->name, i, t);
        for (int disc = 2; p != UNKNOWN && disc < 13; disc++)
            if (sheet->pool[p].disc[disc] && !((seen->disc[i] | sheet->hex[i].banned) >> disc & 1))
                fail_msg("%s: hex %d never had a %d", sheet->name, i, disc);
    }
}

/* ------------------------------------------------------------------- deals */

static uint64_t seeds_of(const struct sheet *sheet)
{
    return often(SEEDS, strcmp(sheet->name, "four-islands-6") ? SEEDS_FEW : SEEDS_SLOW);
}

static void judge_deals(const struct sheet *sheet, const struct holm_map *printed)
{
    static struct seen seen;
    struct holm_rules rules;
    const int game = strncmp(sheet->name, "base", 4) ? HOLM_SEAFARERS : HOLM_BASE;
    assert_int_equal(holm_rules_make(&rules, game, HOLM_2025, printed->players_high), HOLM_OK);
    rules.setup = HOLM_SETUP_VARIABLE;
    memset(&seen, 0, sizeof seen);
    for (uint64_t seed = 0; seed < seeds_of(sheet); seed++) {
        struct holm_chance chance;
        struct holm_map map = *printed;
        const bool letters = printed->spiral && seed % 4 == 0;
        rules.harbours = seed % 3 ? HOLM_HARBOURS_SHUFFLED : HOLM_HARBOURS_FIXED;
        rules.discs = letters ? HOLM_DISCS_LETTERS : HOLM_DISCS_RANDOM;
        holm_chance_number(&chance, seed);
        const int error = holm_deal(&map, &rules, &chance);
        const char *wrong = error ? holm_reason(error)->text : judge_hexes(sheet, &map, &seen);
        if (!wrong && !sheet->reds_touch && !letters)
            wrong = judge_reds(sheet, &map);
        if (!wrong)
            wrong = judge_ports(sheet, &map, rules.harbours == HOLM_HARBOURS_SHUFFLED);
        if (!wrong)
            wrong = judge_robber(sheet, &map);
        if (wrong)
            fail_msg("%s, seed %d: %s", sheet->name, (int)seed, wrong);
    }
    judge_spread(sheet, &seen);
}

/* SC-NEW-5, SC-4ISL-4, SC-FOG-10, SC-DES-4, SC-TRIBE-11, SC-CLOTH-14, SC-WON-10, SC-NW-2, 3,
 * SEA-SETUP-9, BASE-BOARD-8 */
static void every_deal_is_as_listed(void **unused)
{
    static struct sheet sheet;
    int judged = 0;
    (void)unused;
    for (int i = 0; i < holm_map_file_count; i++) {
        struct holm_map printed;
        struct holm_trouble trouble;
        read_sheet(&sheet, &holm_map_files[i]);
        assert_true(holm_map_find(sheet.name, &printed, &trouble));
        assert_int_equal(sheet.hexes, printed.hexes);
        if (!sheet.pools) /* SC-PIR-20 */
            continue;
        judge_deals(&sheet, &printed);
        judged++;
    }
    assert_int_equal(judged, 22);
}

/* ------------------------------------------------------------------- frozen */

/* A robber that waits off the board has a place that nobody sees. */
static void put_dealt(char *text, size_t size, const struct holm_map *map)
{
    struct holm_writer writer = holm_writer(text, size);
    struct holm_map seen = *map;
    seen.robber = map->robber_off ? HOLM_NONE : map->robber;
    holm_json_map(&writer, &seen);
    assert_false(writer.full);
}

/* A deal that is kept goes through a log as text, and is dealt by the fixed set-up without a draw. */
static void check_frozen(const struct holm_map *printed, int players, int setup)
{
    static char source[HOLM_SOURCE_MAX], kept[16384], again[16384];
    struct holm_map map = *printed;
    struct holm_rules rules;
    struct holm_chance chance;
    struct holm_trouble trouble;
    assert_int_equal(holm_rules_make(&rules, HOLM_SEAFARERS, HOLM_2025, players), HOLM_OK);
    rules.setup = (uint8_t)setup;
    rules.harbours = map.place_ports ? HOLM_HARBOURS_FIXED /* a heap has no order */
                                     : HOLM_HARBOURS_SHUFFLED;
    holm_chance_number(&chance, (uint64_t)players);
    assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
    put_dealt(kept, sizeof kept, &map);
    holm_map_freeze(&map);
    assert_true(holm_source_write(&map, source, &trouble));
    assert_true(holm_source_find(source, &map, &trouble));
    rules.setup = HOLM_SETUP_FIXED;
    holm_chance_number(&chance, 99);
    assert_int_equal(holm_deal(&map, &rules, &chance), HOLM_OK);
    put_dealt(again, sizeof again, &map);
    assert_string_equal(kept, again);
    assert_true(chance.next == 0 || map.robber_off);
}

static void every_deal_can_be_kept(void **unused)
{
    (void)unused;
    for (int i = 0; i < holm_map_file_count; i++) {
        struct holm_map map;
        struct holm_trouble trouble;
        assert_true(holm_map_built_in(holm_map_files[i].name, &map, &trouble));
        for (int players = map.players_low; players <= map.players_high; players++) {
            if (map.has_fixed)
                check_frozen(&map, players, HOLM_SETUP_FIXED);
            if (map.pool[0].terrains)
                check_frozen(&map, players, HOLM_SETUP_VARIABLE);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_deal_can_be_kept),
        cmocka_unit_test(every_deal_is_as_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
