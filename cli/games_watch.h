/* games_watch.h: what the command does while its threads play: progress on a terminal, and ^C. */
#ifndef CLI_GAMES_WATCH_H
#define CLI_GAMES_WATCH_H

#include "cli/games.h"

/* From here on ^C ends the games and not the command; a second one ends it all the same. */
void cli_watch_start(void);
/* To be called by each thread when it has nothing left to play. */
void cli_watch_done(void);
/* Shows how far the games are until all threads are done, and helps them to an end after ^C. */
void cli_watch(struct cli_games *games, long threads);
/* "1:05" of so many seconds. */
void cli_put_time(char text[24], double seconds);

#endif
