/* thinking.h: a bot's move, thought about by several workers of the browser. Each has a module of its
 * own: the one with the game sends the others what its seat knows (a brief), and after that batches of
 * lines to play (bots/search.h), as they lie in memory. */
#ifndef LOCAL_THINKING_H
#define LOCAL_THINKING_H

#include "bots/search.h"
#include "local/game.h"

/* Chooses for a bot that searches. False: lines are to be played first, by whoever helps; then it is
 * called again. */
bool thinking_choose(struct local *local, struct holm_bot *bot, struct holm_action *action);
/* Nobody waits for the choice any more. */
void thinking_stop(struct local *local);
/* "thinks": how long the brief is, if it has not been told yet, and the batch. */
void thinking_put(struct local *local, struct holm_writer *writer);
const struct search_brief *thinking_brief(const struct local *local);
struct search_batch *thinking_batch(const struct local *local);
/* What somebody else has made of a part of the lines. */
void thinking_take(struct local *local, const struct search_batch *played, int first, int step);

#endif
