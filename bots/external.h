/* external.h: programs as players. They speak JSON lines on standard input and output
 * (docs/bots.md); whatever they do, the game goes on.
 *     external.c          the bot: what it is told, and what it answers
 *     external_talk.c     who talks with which program, and whose line is whose
 *     external_process.c  processes: starting, lines in and out, ending */
#ifndef HOLM_EXTERNAL_H
#define HOLM_EXTERNAL_H

#include <pthread.h>

#include "bots/bots.h"
#include "text/writer.h"

enum {
    HOLM_BOT_PROTOCOL = 1,
    HOLM_ANSWER_MAX = 4096, /* bytes of a line from a program */
    HOLM_PROGRAM_LIMIT = 5000, /* usual milliseconds for a move */
    HOLM_PROGRAM_START = 10000, /* and for the hello */
};

/* Not in the table of kinds: only who asks for it gets it. */
extern const struct holm_bot_kind holm_external_kind;
/* "cmd:./my-bot --fast": the rest is a command for the shell. For people at a command line; what
 * comes over a network is never read by this. */
bool holm_external_read(const char *word, struct holm_bot_order *order);
/* Starts the program of an order once, so that a wrong command is found before any game. */
bool holm_external_try(const struct holm_bot_order *order, struct holm_trouble *trouble);

/* --------------------------------------------------------------- processes */

/* One process, game after game; or several games at once, where its hello says so. */
struct holm_program {
    const char *command;
    int process; /* its process group, too; 0: it does not run */
    int to, from; /* its standard input and output */
    int slot; /* among all that run */
    char name[64]; /* as it calls itself */
    int games; /* at once, as its hello says; 0: it knows nothing of that, and has one */
    int launches; /* so far: who talks with an earlier process has lost it */
    char how[48]; /* its process ended: "exit status 1" */
    int numbers; /* of games, given so far */
    int sequence; /* games and actions told so far: old answers are known by it */
    pthread_mutex_t lock; /* of all above, of writing, and of who talks */
    pthread_cond_t news; /* somebody has read a line, or no longer reads */
    bool reading; /* one of those who talk reads for all; what follows is that one's */
    size_t used; /* of `input` */
    size_t line; /* its first line with its end, which has been handed out */
    bool cut; /* the rest of a line that was too long is still to come */
    char input[HOLM_ANSWER_MAX + 1];
    int seats; /* that talk with it, of which `talk` is the first */
    struct holm_talk *talk;
    struct holm_program *next;
};

bool holm_program_launch(struct holm_program *program, struct holm_trouble *trouble);
/* Whether it has ended by itself and is still to be stopped. */
bool holm_program_ended(const struct holm_program *program);
/* Ends its process; `how` says how it ended. */
void holm_program_stop(struct holm_program *program);
/* Closes its pipes, which most programs find and end. */
void holm_program_close(struct holm_program *program);
/* Kills it with its children; it is still to be stopped. */
void holm_program_kill(struct holm_program *program);
/* Everybody's end: no process is left. Happens by itself when this one exits or is stopped. */
void holm_programs_end(void);
/* Kills them all at once; a signal handler may do so. They are still to be stopped. */
void holm_programs_kill(void);
/* Whether that has happened: nothing that programs do from then on is their fault. */
bool holm_programs_killed(void);

enum holm_line { HOLM_LINE, HOLM_LINE_LONG, HOLM_LINE_LATE, HOLM_LINE_ENDED };
/* A message, and the next line it writes; until `deadline`, in milliseconds of holm_clock. A line ends
 * with a zero byte and lasts until the next call. */
enum holm_line holm_program_write(struct holm_program *program, const char *text, int64_t deadline);
enum holm_line holm_program_read(struct holm_program *program, char **line, int64_t deadline);

/* -------------------------------------------------------------------- talks */

enum { HOLM_OUTPUT_MAX = 1 << 18, HOLM_LETTERS = 8 };

/* A line that came for somebody who was not reading. */
struct holm_letter {
    bool cut; /* it was too long, and its text is not there */
    char text[];
};

/* What one seat says and hears in one game. */
struct holm_talk {
    struct holm_program *program;
    pthread_t thread; /* plays the game: a program never has two seats of one */
    int launch; /* the process that it began with; 0: not begun */
    int game; /* its number in all messages, where a program has several */
    int sequence; /* actions told so far */
    int late; /* moves not answered */
    uint32_t limit; /* milliseconds for a move */
    bool lost; /* the game goes on without the program */
    char how[48]; /* its process ended */
    int letters; /* lines for this game that are still to be read, the oldest first */
    struct holm_letter *letter[HOLM_LETTERS], *opened;
    char *output; /* the message being written */
    struct holm_talk *next;
};

/* With a program of this command that has room for a game, running or not; NULL: no memory. */
struct holm_talk *holm_talk_new(const char *command);
void holm_talk_free(struct holm_talk *talk);
/* The same as for a program, of what this talk says and hears. */
enum holm_line holm_talk_write(struct holm_talk *talk, int64_t deadline);
enum holm_line holm_talk_read(struct holm_talk *talk, char **line, int64_t deadline);
/* Stops the process, if it still is the one of this talk; `how` says how it ended. */
void holm_talk_stop(struct holm_talk *talk);
/* For who has the lock: stops the process, and nobody reads from it any more. */
void holm_talk_stop_locked(struct holm_program *program);

#endif
