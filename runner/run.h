/* run.h: a case being run, shared by the files of the script runner and nobody else.
 *     script.c      cases, what they show, `refuse`
 *     arrange.c     lines; `game`, the board, actions
 *     words.c       the next word of a statement
 *     outcomes.c    actions applied with the outcomes behind them
 *     set.c         `set`: arranging a position
 *     set_knights.c what it arranges in Cities & Knights
 *     set_sea.c     and in Seafarers
 *     expect.c      `expect`: checking it
 *     board.c       the facts of `expect` about the board
 *     knights.c     those of Cities & Knights
 *     sea.c         those of Seafarers
 *     numbers.c     those that are numbers
 *     event.c       `expect event` */
#ifndef HOLM_RUN_H
#define HOLM_RUN_H

#include "runner/arrange.h"

/* Fills the trouble of this statement; returns false. */
bool holm_run_trouble(struct holm_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says that a word is not what should stand there; returns false. */
bool holm_run_not(struct holm_run *run, const char *word, const char *what);
/* The next word as a seat of this game, a place, the number of the village at a corner, or one of
 * some names; or -1 and a trouble. */
int holm_run_seat(struct holm_run *run, struct holm_words *words);
int holm_run_hex(struct holm_run *run, struct holm_words *words);
int holm_run_corner(struct holm_run *run, struct holm_words *words);
int holm_run_edge(struct holm_run *run, struct holm_words *words);
int holm_run_village(struct holm_run *run, struct holm_words *words);
int holm_run_word(struct holm_run *run, struct holm_words *words, const char *const *names,
                  int count, const char *what);
/* A seat, but HOLM_NONE for `nobody`. */
int holm_run_seat_or_nobody(struct holm_run *run, struct holm_words *words);
/* A number from 0 up; false: a trouble. */
bool holm_run_number(struct holm_run *run, struct holm_words *words, int high, int *number);
/* Reads an action; the seat may be left out where exactly one is asked. */
bool holm_run_action(struct holm_run *run, const char *text, struct holm_action *action,
                     struct holm_outcomes *outcomes);
/* Applies an action with the outcomes named for it, or with those of the seed; leaves in `outcomes`
 * what was dictated. */
int holm_run_apply(struct holm_run *run, const struct holm_action *action,
                   struct holm_outcomes *outcomes, struct holm_events *events);
/* An option's value by its word or as a number, or -1. */
int holm_run_option(const struct holm_option *option, const char *value);
/* Splits "key=value" where it stands; NULL and a trouble when it is not one. */
char *holm_run_value(struct holm_run *run, char *word);

/* The words behind `expect`. */
bool holm_run_expect(struct holm_run *run, struct holm_words *words);

/* Things to set for a seat; the last one of a table has no name. */
struct holm_run_seat_thing {
    const char *name;
    bool (*set)(struct holm_run *, struct holm_words *, int seat);
    bool neutral; /* a neutral colour may have it too */
};
struct holm_run_thing {
    const char *name;
    bool (*set)(struct holm_run *, struct holm_words *);
    bool on_map; /* changes the map, while there is no board */
};
extern const struct holm_run_seat_thing holm_run_knights_seat_things[];
extern const struct holm_run_thing holm_run_knights_things[];
extern const struct holm_run_seat_thing holm_run_sea_seat_things[];
extern const struct holm_run_thing holm_run_sea_things[];
/* Puts a piece out of a seat's supply on an empty corner. */
bool holm_run_put(struct holm_run *run, int seat, int piece, int corner);
/* Counts anew what follows from hands and cards; whoever holds an award keeps it. */
void holm_run_refresh(struct holm_state *state);

/* What became of a fact. */
enum holm_verdict { HOLM_FALSE, HOLM_TRUE, HOLM_UNCLEAR /* a trouble in the statement itself */ };
/* A fact being checked. */
struct holm_fact {
    struct holm_run *run;
    const struct holm_state *seen; /* the state, or somebody's view */
    struct holm_words *words;
    struct holm_writer found; /* what is there instead */
};
enum holm_verdict holm_verdict(bool holds);
/* For troubles, which return false: HOLM_UNCLEAR. */
enum holm_verdict holm_unclear(bool good);

/* Compare what was found with the next word or words, and say what it is. */
enum holm_verdict holm_fact_number(struct holm_fact *fact, int found);
enum holm_verdict holm_fact_seat(struct holm_fact *fact, int found);
/* `hidden`: these kinds are not for this viewer, and not in the view either. */
enum holm_verdict holm_fact_hidden(struct holm_fact *fact, bool shown, const uint8_t *kinds,
                                   int count);
/* The hex of a piece, or `nowhere` by the name it has for this one. */
enum holm_verdict holm_fact_stands(struct holm_fact *fact, int found, const char *nowhere);

/* The facts of a file, by name; the last one of a table has no name. */
struct holm_fact_row {
    const char *name;
    enum holm_verdict (*check)(struct holm_fact *);
};
extern const struct holm_fact_row holm_board_facts[];
extern const struct holm_fact_row holm_knights_facts[];
extern const struct holm_fact_row holm_sea_facts[];
/* The words behind the fact's name; all of them are read. */
enum holm_verdict holm_fact_numbers(struct holm_fact *fact, const char *name);
enum holm_verdict holm_fact_event(struct holm_fact *fact);

#endif
