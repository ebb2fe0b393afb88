/* lesson.h: a game that teaches. A lesson is a script (docs/lessons.md): a position that is
 * arranged, and steps with what is said, what the learner does and what the others do. */
#ifndef LOCAL_LESSON_H
#define LOCAL_LESSON_H

#include "local/game.h"

/* {"text":...,"name":...,"code":...,"pace":...,"at":N}: a lesson after its first N steps. */
bool lesson_open(struct local *local, const json_t *json, struct holm_trouble *trouble);
void lesson_close(struct lesson *lesson);

/* Whether the step waits for just this action; what it draws is then dictated. */
bool lesson_wants(struct local *local, const struct holm_action *action);
/* The learner has read what a step says; false: it asks for more than that. */
bool lesson_read(struct local *local, struct holm_trouble *trouble);
/* Whether somebody moves by the script now, and lets them. */
bool lesson_watches(const struct local *local);
bool lesson_move(struct local *local, struct holm_action *action);
/* Goes on behind what was done: arranges what the script arranges there, and tells of it. */
void lesson_follow(struct local *local, struct holm_writer *writer);
/* "lesson":{...}: where it stands. */
void lesson_put(const struct local *local, struct holm_writer *writer);

#endif
