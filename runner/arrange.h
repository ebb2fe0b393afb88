/* arrange.h: games arranged and played by statements (docs/scripts.md), for scripts that prove rules
 * and for lessons (local/lesson.c). */
#ifndef HOLM_ARRANGE_H
#define HOLM_ARRANGE_H

#include "engine/holm.h"
#include "text/notation.h"
#include "text/writer.h"

struct holm_run {
    struct holm_rules rules;
    struct holm_map map; /* dealt; `set hex` and `set port` change it while there is no board */
    struct holm_board board;
    struct holm_state state;
    struct holm_past past; /* emptied by `set`: what was arranged is not taken back */
    struct holm_chance chance;
    struct holm_events events; /* of the latest action */
    struct holm_trouble trouble;
    bool has_game, has_board;
    bool tried; /* something that the rules might have refused or answered otherwise */
    bool robber_set; /* by the script, on a map that has no board yet */
    bool robber_lost; /* `set hex` took the desert from under it */
    struct holm_corner_set tired; /* knights said to be tired since the latest `set turn` */
    int line; /* of the statement being run */
    int statements; /* run before it */
    int refused; /* why the engine does not take the game; 0: it does, or it was not asked */
    int seed;
    int repeat; /* seeds to run the case with; 0: just one */
    char shows[1024];
};

/* Makes the board and the start, once; from then on the map stands. */
bool holm_run_board(struct holm_run *run);
/* A text that is read line by line. */
struct holm_run_lines {
    const char *at;
    int line;
    char text[HOLM_LINE_MAX]; /* the line just read, without comment and blanks around it */
    bool overlong;
};
/* The next line; false at the end. */
bool holm_run_next_line(struct holm_run_lines *lines);

/* The words behind `game`: rules, map and deal; the board waits for what needs it. */
bool holm_run_game(struct holm_run *run, struct holm_words *words);
/* An action with the outcomes named behind it. */
bool holm_run_play(struct holm_run *run, const char *text);
/* The words behind `set`. */
bool holm_run_set(struct holm_run *run, struct holm_words *words);

#endif
