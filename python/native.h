/* native.h: what the Python package calls beside holm_envs_...: handles, numbers and texts, flat enough
 * for ctypes.
 *
 *     setup.c     rules and a map by their names; batches of games
 *     table.c     one game: played by notation or JSON, seen, drawn, logged
 *     players.c   bots in the chairs of a batch
 *     crew.c      threads that share the games of a batch
 *     records.c   what players of logged games saw, could do and did
 *
 * What can fail returns NULL or false, and native_trouble() has the sentence. Texts and handles belong
 * to the caller: native_free(), or the function named beside them. */
#ifndef PYTHON_NATIVE_H
#define PYTHON_NATIVE_H

#include "bots/bots.h"
#include "envs/envs.h"

/* Errors of native_crew_do() beside those of the batch. */
enum native_error {
    NATIVE_E_FORKED = -100, /* the threads are those of another process */
    NATIVE_E_NEVER_ASKED = -101 /* no learner is asked in any episode */
};

/* setup.c */
const char *native_reason(int error); /* a sentence for any of them */
const char *native_trouble(void); /* of the latest failure on this thread */
bool native_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void native_free(void *handle);

struct native_setup; /* rules and a map, not dealt yet */
/* Names as for `holm sim`; NULL: not given. The settings are key=value, one a line. */
struct native_setup *native_setup_make(const char *game, const char *edition, int players,
                                       const char *map, const char *scenario, const char *settings);
/* Rules and map of a log's first line or of a position file: nothing is left to deal. */
struct native_setup *native_setup_read(const char *text);
/* {"rules":{...},"map":"base-4"} */
char *native_setup_text(const struct native_setup *setup);
const struct holm_rules *native_setup_rules(const struct native_setup *setup);
const struct holm_map *native_setup_map(const struct native_setup *setup);
const char *native_setup_source(const struct native_setup *setup);
/* A batch in memory of its own. */
struct holm_envs *native_envs_make(const struct native_setup *setup,
                                   const struct holm_envs_config *config);
/* Names of bots, one a line, each with its help behind a tab. */
char *native_bot_names(void);

/* table.c */
struct native_table;
struct native_table *native_table_make(const struct native_setup *setup, uint64_t seed);
/* A position file's text, or a log up to its first so many actions (-1: all). */
struct native_table *native_table_read(const char *text);
struct native_table *native_table_replay(const char *text, long actions);
/* A game of a batch as it stands. */
struct native_table *native_table_of(const struct holm_envs *envs, uint32_t game);
void native_table_free(struct native_table *table);
const struct holm_state *native_table_state(const struct native_table *table);
int native_table_next(const struct native_table *table);
unsigned native_table_asked(const struct native_table *table);
bool native_table_over(const struct native_table *table);
int native_table_winner(const struct native_table *table);
int native_table_players(const struct native_table *table);
int native_table_turns(const struct native_table *table);
int native_table_points(const struct native_table *table, int seat);
/* An action as notation ("red road 0,2NE", with outcomes where they are dictated), as JSON, or as a
 * line of a log with its outcomes; a seat that is not named is `seat`. */
bool native_table_play(struct native_table *table, const char *text, int seat);
/* What a viewer may know: a seat, HOLM_SPECTATOR or HOLM_EVERYBODY. */
char *native_table_view(const struct native_table *table, int viewer);
char *native_table_position(const struct native_table *table);
char *native_table_list(const struct native_table *table, int seat); /* as JSON */
char *native_table_legal(const struct native_table *table, int seat); /* as notation, one a line */
char *native_table_events(const struct native_table *table, int viewer); /* of the latest action */
char *native_table_log_head(const struct native_table *table);
char *native_table_log_line(const struct native_table *table); /* of the latest action */
char *native_table_svg(const struct native_table *table, bool ids);
/* Seats a bot; it is told what happens from now on. */
bool native_table_seat(struct native_table *table, int seat, const char *name, uint64_t seed);
/* What the bot would do, as notation. */
char *native_table_choose(struct native_table *table, int seat);

/* players.c */
struct native_players;
/* Bots in the chairs of a batch: `chair` has for each game and player the number of a name, or
 * HOLM_NONE where a learner sits. The names are lines. */
struct native_players *native_players_make(struct holm_envs *envs, const char *names,
                                           const uint8_t *chair, uint64_t seed);
void native_players_free(struct native_players *players);
/* The next number of every game of the range in which a bot is asked; the others are left alone. */
int native_players_choose(struct native_players *players, uint32_t begin, uint32_t end,
                          uint16_t *numbers);
/* Where a step of the batch writes what happened, so that the bots can be told. */
struct holm_events *native_players_events(const struct native_players *players);
/* After a step of the range with these events, or a reset (terminated and truncated NULL). */
void native_players_follow(struct native_players *players, uint32_t begin, uint32_t end,
                           const uint8_t *terminated, const uint8_t *truncated);
/* Steps each game, then lets the bots play until a learner is asked. Rewards add up, and ends are of
 * any of these steps. Without numbers only the bots play, as after a reset. Of a game that is over the
 * learner's observation is written (of several: the first one's). */
int native_players_step(struct native_players *players, uint32_t begin, uint32_t end,
                        const uint16_t *numbers, const struct holm_envs_out *out);
/* Where all chairs are bots', plays the games of a range on to their ends; rewards are [games][players]. */
int native_players_finish(struct native_players *players, uint32_t begin, uint32_t end,
                          float *rewards);

/* crew.c */
enum native_work { /* what is done to a range of games */
                   NATIVE_STEP, /* data: the numbers */
                   NATIVE_ACT, /* data: the actions */
                   NATIVE_OBSERVE,
                   NATIVE_STEP_ON, /* native_players_step(); data: the numbers, or NULL */
                   NATIVE_CHOOSE, /* native_players_choose(); data: the numbers */
                   NATIVE_FOLLOW, /* native_players_follow() after a step */
                   NATIVE_FINISH /* native_players_finish(); data: the rewards */
};
struct native_task {
    struct holm_envs *envs;
    struct native_players *players;
    void *data;
    const struct holm_envs_out *out;
    const uint32_t (*range)[2]; /* of games: begin and end */
    uint32_t ranges;
    uint32_t work;
};
struct native_crew;
/* So many threads, with the one that calls. */
struct native_crew *native_crew_make(uint32_t threads);
void native_crew_free(struct native_crew *crew);
/* Does all ranges, and returns the first error; without a crew the calling thread does them alone. Where
 * a range is not of this batch, nothing is done. */
int native_crew_do(struct native_crew *crew, const struct native_task *task);

/* records.c */
/* Rows of data: the arrays of a batch of which each decision fills one row. */
struct native_rows {
    uint8_t *observation, *mask;
    uint16_t *action;
    uint8_t *seat;
    uint32_t *line; /* of the log */
    uint64_t room; /* rows */
    uint64_t count; /* of those that are filled */
    uint64_t
        left_out; /* decisions for which there is no number: offers beside the menu, taking back */
    uint8_t winners; /* bits of seats */
    uint8_t over; /* whether the log reaches the end of its game */
};
/* Reads a whole log with a batch of one game that was made for its setup. */
bool native_records_read(struct holm_envs *envs, const char *log, struct native_rows *rows);

#endif
