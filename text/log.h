/* log.h: games as JSON Lines. The first line is the setup with every option and the map as dealt,
 * then one action a line with the outcomes it drew. An old log always replays. */
#ifndef HOLM_LOG_H
#define HOLM_LOG_H

#include <stdio.h>

#include "engine/holm.h"
#include "text/fair.h"
#include "text/writer.h"

enum { HOLM_LOG_VERSION = 1, HOLM_LOG_LINE_MAX = 16384 };

/* Each writes one line without its end.
 * {"holm":1,"seed":"<64 hex digits>","fair":{...},"source":"<name of the map before the deal>",
 *  "rules":{...},"map":{...}}; what is NULL is left out. */
void holm_log_header_fair(struct holm_writer *writer, const struct holm_board *board,
                          const uint8_t seed[32], const struct holm_fair *fair,
                          const char *source);
void holm_log_header(struct holm_writer *writer, const struct holm_board *board,
                     const uint8_t seed[32], const char *source);
/* {"n":12,"action":{...},"drew":[2,4]} with the outcomes of the latest action; the first has the
 * number 1. */
void holm_log_action(struct holm_writer *writer, const struct holm_board *board, int number,
                     const struct holm_action *action, const struct holm_chance *chance);

/* The next line of a file, without its end: 1, or 0 at the end of the file, or -1 and the trouble.
 */
int holm_log_next(FILE *log, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble);

/* A log being read, line by line. `state` points to `board`: copy it with
 * holm_replay_copy() alone. */
struct holm_replay {
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance; /* dictated from the log */
    struct holm_events events; /* of the latest action */
    struct holm_action action; /* the latest action */
    uint8_t seed[32];
    bool has_seed, has_fair;
    struct holm_fair fair;
    char source[256];
    int line;    /* lines read */
    int actions; /* actions applied */
};
/* Feeds one line (the first is the header). False: what is wrong; the replay stays as it was. */
bool holm_replay_line(struct holm_replay *replay, const char *line, struct holm_trouble *trouble);
void holm_replay_start(struct holm_replay *replay);
void holm_replay_copy(struct holm_replay *copy, const struct holm_replay *replay);
/* Deals a log's map again from its seed: it must come out as logged. The game's draws go on with
 * `chance`. A log may come from anywhere and opens no files: its source is a built-in map, unless
 * `map` (or NULL) is given for it. */
bool holm_log_deal(const struct holm_replay *replay, const struct holm_map *map,
                   struct holm_chance *chance, struct holm_trouble *trouble);
/* Replays a log and recomputes the deal and every draw from its seed. */
bool holm_verify(FILE *log, int *actions, struct holm_trouble *trouble);
/* The same, for a log whose map is not built in. */
bool holm_verify_on(FILE *log, const struct holm_map *map, int *actions,
                    struct holm_trouble *trouble);

#endif
