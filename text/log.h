/* log.h: games as JSON Lines. The first line is the setup with every option and the map as dealt,
 * then one action a line with the outcomes it drew, and after the end the seals of those who signed
 * it. An old log always replays. docs/logs.md describes it. */
#ifndef HOLM_LOG_H
#define HOLM_LOG_H

#include <stdio.h>

#include "engine/holm.h"
#include "text/chain.h"
#include "text/fair.h"
#include "text/source.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { HOLM_LOG_VERSION = 2, HOLM_LOG_LINE_MAX = 32768 };

/* ------------------------------------------------------------------- writing */

/* Each writes one line without its end.
 * {"holm":2,"seed":"<64 hex digits>","fair":{...},"source":"<name of the map before the deal>",
 *  "rules":{...},"map":{...}}; what is NULL is left out. A game whose `fair` is of version 1 goes
 * on as a log of version 1. */
void holm_log_header_fair(struct holm_writer *writer, const struct holm_board *board,
                          const uint8_t seed[32], const struct holm_fair *fair, const char *terms,
                          const char *source);
void holm_log_header(struct holm_writer *writer, const struct holm_board *board,
                     const uint8_t seed[32], const char *source);

/* Why a bot made a person's action. */
enum holm_why { HOLM_WHY_NONE, HOLM_WHY_CLOCK, HOLM_WHY_AWAY, HOLM_WHYS };
extern const char *const holm_why_names[HOLM_WHYS];

/* Who made an action: all zero in local games. */
struct holm_log_maker {
    bool bot;
    int saw; /* the line whose head was signed; -1: unsigned */
    const uint8_t *signature; /* NULL: unsigned */
    const char *text; /* the action as it came, compact; NULL: as we write it */
    uint8_t why; /* enum holm_why: for bots */
};
/* {"n":12,"action":{...},"drew":[2,4]} with the outcomes of the latest action, then "bot":true (and
 * "why":"clock" or "away", where it is a person's) or
 * "saw":11,"signature":"<128 hex digits>"; the first has the number 1. */
void holm_log_action_by(struct holm_writer *writer, const struct holm_board *board, int number,
                        const struct holm_action *action, const struct holm_chance *chance,
                        const struct holm_log_maker *maker);
void holm_log_action(struct holm_writer *writer, const struct holm_board *board, int number,
                     const struct holm_action *action, const struct holm_chance *chance);
/* {"n":413,"seal":2,"signature":"<128 hex digits>"} */
void holm_log_seal(struct holm_writer *writer, int number, int chair,
                   const uint8_t signature[HOLM_SIGNATURE_BYTES]);
/* A chair's word that it gives up, or that the game is to end here. */
struct holm_agreement {
    uint8_t chair;
    int saw; /* the line whose head was signed; -1: unsigned */
    uint8_t signature[HOLM_SIGNATURE_BYTES];
};
/* {"n":120,"resign":2,"saw":119,"signature":"<128 hex digits>"} */
void holm_log_resign(struct holm_writer *writer, int number, const struct holm_agreement *word);
/* {"n":300,"agreed":[{"chair":0,"saw":298,"signature":"<128 hex digits>"},{"chair":1}]} */
void holm_log_agreed(struct holm_writer *writer, int number, const struct holm_agreement *words,
                     int count);
/* {"n":150,"chair":2,"name":"Dora","key":"<64 hex digits>"}; NULL: no key. */
void holm_log_chair(struct holm_writer *writer, int number, int chair, const char *name,
                    const uint8_t *key);
/* [2,4] */
void holm_log_outcomes(struct holm_writer *writer, const struct holm_chance *chance);

/* ------------------------------------------------------------------- reading */

/* The next line of a file, without its end: 1, or 0 at the end of the file, or -1 and the trouble.
 */
int holm_log_next(FILE *log, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble);

/* The last three are about people: one gives up, all agree to end the game, one takes a chair that
 * was given up. */
enum holm_line_kind {
    HOLM_LINE_HEADER,
    HOLM_LINE_ACTION,
    HOLM_LINE_SEAL,
    HOLM_LINE_RESIGN,
    HOLM_LINE_AGREED,
    HOLM_LINE_CHAIR,
    HOLM_LINE_KINDS
};
extern const char *const holm_line_names[HOLM_LINE_KINDS];
enum { HOLM_TAKEN_MAX = 12 }; /* chairs that others take over, in one game */

/* A log being read, line by line. `state` points to `board`: copy it with
 * holm_replay_copy() alone. */
struct holm_replay {
    struct holm_board board;
    struct holm_state state;
    struct holm_past past; /* so that lines that take one back can be read */
    struct holm_chance chance; /* dictated from the log */
    struct holm_events events; /* of the latest action */
    struct holm_action action; /* the latest action */
    bool moot; /* it came from an older version and changes nothing by today's rules */
    uint8_t seed[32];
    bool has_seed, has_fair;
    struct holm_fair fair;
    char terms[HOLM_TERMS_MAX]; /* with a fair game of version 2 */
    char source[HOLM_SOURCE_MAX]; /* source.h; or "" */
    int version;
    int line; /* lines read; the next one has this number */
    int actions; /* the number of the latest line that is no seal */
    uint8_t sealed; /* a bit set of chairs */
    uint8_t people; /* chairs whose persons have not given up, in fair games of version 2 */
    uint8_t taken; /* so many chairs were taken over */
    bool agreed; /* all agreed to end the game */

    /* The latest line, in fair games of version 2: */
    uint8_t kind; /* in all games */
    bool bot, has_signature;
    uint8_t why; /* enum holm_why */
    int saw; /* -1: unsigned */
    uint8_t signature[HOLM_SIGNATURE_BYTES];
    char action_text[HOLM_ACTION_TEXT_MAX];
    uint8_t chair; /* of a line that is no action */
    uint8_t word_count;
    struct holm_agreement word[HOLM_SEATS]; /* of a line about people */
    char name[HOLM_CHAIR_NAME_MAX]; /* who takes a chair */
    bool compact; /* whether it is written as lines are, and not with blanks, say */
};
/* The seat of a chair in a fair game. */
int holm_replay_seat(const struct holm_replay *replay, int chair);
/* A fair game of version 2 that has come to the length its terms allow, and is not over. */
bool holm_replay_cut_off(const struct holm_replay *replay);
/* Feeds one line (the first is the header). False: what is wrong; the replay stays as it was. A
 * seal changes nothing in the game. */
bool holm_replay_line(struct holm_replay *replay, const char *line, struct holm_trouble *trouble);
void holm_replay_start(struct holm_replay *replay);
/* Goes on from a position in the middle of a fair game of version 2, after so many lines: actions and
 * seals can be read from there, and lines about people cannot. */
void holm_replay_resume(struct holm_replay *replay, const struct holm_state *state,
                        const struct holm_past *past, const struct holm_fair *fair, int lines);
void holm_replay_copy(struct holm_replay *copy, const struct holm_replay *replay);

/* ----------------------------------------------------------------- verifying */

/* Whether an action that was meant for an earlier position may stand in this one, where `active` has
 * the turn: it does not depend on what happened since, or the engine sees by itself that it no longer
 * fits. `saw` says which position it was meant for; `offered`, when each seat made its latest offer. */
bool holm_may_be_late(const struct holm_action *action, int active, int saw,
                      const int offered[HOLM_SEATS]);

/* Deals a log's map again from its seed: it must come out as logged, and where the log is of a fair
 * game the seed must have come about as it should. The game's draws go on with `chance`. A log may
 * come from anywhere and opens no files: its source is a built-in map or one that it holds,
 * unless `map` (or NULL) is given for it. */
bool holm_log_deal(const struct holm_replay *replay, const struct holm_map *map,
                   struct holm_chance *chance, struct holm_trouble *trouble);

/* A round that came to nothing: who did not reveal, by chair and name. */
struct holm_void {
    int round, count;
    uint8_t chair[HOLM_SEATS];
    char name[HOLM_SEATS][HOLM_CHAIR_NAME_MAX];
};

/* Somebody gave a chair up, or took one that was given up. */
struct holm_change {
    int line;
    uint8_t kind, chair; /* kind: enum holm_line_kind */
    bool key; /* who took it has one */
    char name[HOLM_CHAIR_NAME_MAX];
};
enum { HOLM_CHANGES_MAX = HOLM_SEATS + 2 * HOLM_TAKEN_MAX };

/* What there is to say of a log that holds. */
struct holm_verdict {
    int version, actions;
    bool fair, over;
    bool cut_off; /* not over, and as long as its terms allow: nobody won */
    uint8_t winner; /* a seat; HOLM_NONE */
    uint8_t chairs; /* of a fair game of version 2; what follows is about such games */
    uint8_t bots, keyless, unsealed; /* bit sets of chairs: bots; people without a key; people with
                                      * one who have not signed the end */
    int played_by_bot[HOLM_SEATS]; /* actions that bots played for people, by chair */
    uint8_t chair_of[HOLM_SEATS]; /* who sits in each seat */
    char name[HOLM_SEATS][HOLM_CHAIR_NAME_MAX]; /* of each chair */
    uint8_t void_count;
    struct holm_void voids[HOLM_VOID_MAX];
    bool agreed; /* all agreed to end it */
    int change_count;
    struct holm_change change[HOLM_CHANGES_MAX];
};
/* Replays a log and recomputes all that follows from its seed, and all that was signed. A log that
 * stops before the end of its game does not hold, unless `unfinished` ones may. `map`: as above. */
bool holm_verify(FILE *log, const struct holm_map *map, bool unfinished,
                 struct holm_verdict *verdict, struct holm_trouble *trouble);

#ifdef __cplusplus
}
#endif

#endif
