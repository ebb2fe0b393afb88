/* load.h: positions and logs read from files. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "engine/holm.h"
#include "text/log.h"

/* Told after every action of a log, and after what people did besides. False: stop here. */
typedef bool cli_replay_told(void *context, const struct holm_replay *replay);

/* Replays a log's text to its end or until `told` (or NULL) stops it. A last line that was cut off
 * in the middle, as a crash leaves it, does not count: `whole` (or NULL) gets the length of the
 * text without it. */
bool cli_replay_text(const char *text, struct holm_replay *replay, cli_replay_told *told,
                     void *context, size_t *whole, struct holm_trouble *trouble);
/* Says on standard error that a log's last line was left out. */
void cli_warn_cut(const char *path);
/* By the file's name, or else by what is in it: a log has its setup in the first line, a position is
 * one object. */
bool cli_is_log(const char *path, const char *text);
/* A position file's position, or the last one of a log; the state points to the board given. */
bool cli_load_position(const char *path, struct holm_board *board, struct holm_state *state,
                       struct holm_trouble *trouble);

#endif
