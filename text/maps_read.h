/* maps_read.h: a map file being read, shared by the files of maps_*.c and nobody else.
 *     maps.c          the maps built in, found by name
 *     maps_read.c     lines and keywords
 *     maps_picture.c  the pictures of hexes and regions
 *     maps_deal.c     what is dealt: pools, discs, bans, fog
 *     maps_lay.c      what is laid out: harbours, robber, regions, marks, gifts, lanes
 *     maps_check.c    whether the lines fit together
 *     maps_write.c    the way back */
#ifndef HOLM_MAPS_READ_H
#define HOLM_MAPS_READ_H

#include "text/maps.h"
#include "text/notation.h"

enum { HOLM_HEX_WIDTH = 8 }; /* characters from a hex to the next of its row */

/* ORDER: holm_map_keywords in maps_read.c. */
enum holm_map_keyword {
    HOLM_MAP_NAME,
    HOLM_MAP_PLAYERS,
    HOLM_MAP_HEXES,
    HOLM_MAP_REGIONS,
    HOLM_MAP_REGION,
    HOLM_MAP_START_RULE,
    HOLM_MAP_POOL,
    HOLM_MAP_DISCS,
    HOLM_MAP_BAN,
    HOLM_MAP_FOG,
    HOLM_MAP_FOG_DISCS,
    HOLM_MAP_PORT,
    HOLM_MAP_PLACE_PORTS,
    HOLM_MAP_ROBBER,
    HOLM_MAP_PIRATE,
    HOLM_MAP_NEUTRAL,
    HOLM_MAP_MARK,
    HOLM_MAP_VILLAGE,
    HOLM_MAP_GIFT,
    HOLM_MAP_LANE,
    HOLM_MAP_FLEET,
    HOLM_MAP_KEYWORDS
};

/* Keywords with a number or with yes and no behind them: fields of struct holm_map. */
struct holm_map_field {
    const char *name;
    unsigned short offset;
    unsigned char low, high; /* 0 and 1: no and yes */
};
enum { HOLM_MAP_FIELDS = 17 };
extern const struct holm_map_field holm_map_fields[HOLM_MAP_FIELDS];

/* Which words of a lane have been given, besides its edges. */
enum { HOLM_LANE_PLACES = 4 };
extern const char *const holm_lane_words[HOLM_LANE_PLACES]; /* ORDER: struct holm_lane */

struct holm_reader {
    struct holm_map *map;
    struct holm_trouble *trouble;
    int line; /* its number */
    /* where each keyword and each field came first; 0: not yet */
    int first_line[HOLM_MAP_KEYWORDS + HOLM_MAP_FIELDS];
    char text[HOLM_LINE_MAX]; /* the line without its comment */
    struct holm_words words;
    int picture; /* the keyword whose picture is being read; 0: none */
    int column; /* of the first hex of its first row */
    int row; /* rows of it so far */
    int cells; /* and hexes */
    int bare_line; /* where land without a disc stands */
    int neutrals, villages;
    int pools;
    uint16_t pool_regions[HOLM_POOLS]; /* as bits; 0: all land */
    int pool_line[HOLM_POOLS];
    uint16_t region_lines; /* regions that have had their line, as bits */
    uint8_t lane_words[HOLM_LANES]; /* what each lane has been given */
    struct holm_topology topology; /* of the picture, once a place is named */
};

extern const char *const holm_terrain_codes[HOLM_TERRAINS + 1];
extern const char *const holm_yes_names[2];

/* Fills the trouble of this line; returns false. */
bool holm_reader_trouble(struct holm_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next word as one of some names, a number, a disc, a hex, or a place: a hex and a side or
 * corner, as one word or two. */
bool holm_reader_name(struct holm_reader *reader, const char *const *names, int count,
                      uint8_t *index);
bool holm_reader_number(struct holm_reader *reader, const char *what, int low, int high,
                        int *number);
bool holm_reader_disc(struct holm_reader *reader, int *disc);
bool holm_reader_hex(struct holm_reader *reader, uint8_t *hex);
bool holm_reader_place(struct holm_reader *reader, const char *const *directions, uint8_t *hex,
                       uint8_t *direction);
/* The number of a region by its letter, or -1. */
int holm_region_number(char letter);

bool holm_reader_row(struct holm_reader *reader); /* of a picture */
/* The functions behind the keywords. */
bool holm_read_map_pool(struct holm_reader *reader);
bool holm_read_map_discs(struct holm_reader *reader);
bool holm_read_map_ban(struct holm_reader *reader);
bool holm_read_map_fog(struct holm_reader *reader);
bool holm_read_map_fog_discs(struct holm_reader *reader);
bool holm_read_map_region(struct holm_reader *reader);
bool holm_read_map_start_rule(struct holm_reader *reader);
bool holm_read_map_port(struct holm_reader *reader);
bool holm_read_map_place_ports(struct holm_reader *reader);
bool holm_read_map_robber(struct holm_reader *reader);
bool holm_read_map_pirate(struct holm_reader *reader);
bool holm_read_map_neutral(struct holm_reader *reader);
bool holm_read_map_mark(struct holm_reader *reader);
bool holm_read_map_village(struct holm_reader *reader);
bool holm_read_map_gift(struct holm_reader *reader);
bool holm_read_map_lane(struct holm_reader *reader);
bool holm_read_map_fleet(struct holm_reader *reader);

/* After the last line: fills in what follows from the lines together, or says what does not fit. */
bool holm_reader_finish(struct holm_reader *reader);

#endif
