/* puzzle.h: a position in which one choice is clearly best (`holm puzzles`). Whatever is chosen is
 * judged, and nothing is played. */
#ifndef LOCAL_PUZZLE_H
#define LOCAL_PUZZLE_H

#include "local/game.h"

/* {"text":"a line of a file of puzzles","name":...,"code":...} */
bool puzzle_open(struct local *local, const json_t *json, struct holm_trouble *trouble);
/* The holder has chosen; it counts as an answer. */
void puzzle_judge(struct local *local, const struct holm_action *action);
/* "puzzle":{...}: what was chosen, what is best, and why; before that, nothing of it. */
void puzzle_put(struct local *local, struct holm_writer *writer);

#endif
