/* external.h: programs as players. They speak JSON lines on standard input and output
 * (docs/bots.md); whatever they do, the game goes on.
 *     external.c          the bot: what it is told, and what it answers
 *     external_process.c  processes: starting, lines in and out, ending */
#ifndef HOLM_EXTERNAL_H
#define HOLM_EXTERNAL_H

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

/* One process, for one seat at a time, game after game. */
struct holm_program {
    const char *command;
    int process; /* its process group, too; 0: it does not run */
    int to, from; /* its standard input and output */
    int slot; /* among all that run */
    char name[64]; /* as it calls itself */
    uint32_t limit; /* milliseconds for a move */
    int sequence; /* games and actions told so far: old answers are known by it */
    int late; /* moves it has not answered in this game */
    size_t used; /* of `input` */
    size_t line; /* its first line with its end, which has been handed out */
    bool cut; /* the rest of a line that was too long is still to come */
    char input[HOLM_ANSWER_MAX + 1];
    char *output; /* the message being written */
    struct holm_program *next;
};

/* An idle program with this command, running or not; or a new one that does not run yet. */
struct holm_program *holm_program_take(const char *command);
void holm_program_leave(struct holm_program *program);
/* Everybody's end: no process is left. Happens by itself when this one exits or is stopped. */
void holm_programs_end(void);
/* Kills them all at once; a signal handler may do so. They are still to be stopped. */
void holm_programs_kill(void);
/* Whether that has happened: nothing that programs do from then on is their fault. */
bool holm_programs_killed(void);

bool holm_program_launch(struct holm_program *program, struct holm_trouble *trouble);
/* Whether it has ended by itself and is still to be stopped. */
bool holm_program_ended(const struct holm_program *program);
/* Ends its process and says how it ended: "exit status 1". */
void holm_program_stop(struct holm_program *program, char how[48]);

enum holm_line { HOLM_LINE, HOLM_LINE_LONG, HOLM_LINE_LATE, HOLM_LINE_ENDED };
/* The message in `output`, and the next line it writes; until `deadline`, in milliseconds of
 * holm_clock. A line ends with a zero byte and lasts until the next call. */
enum holm_line holm_program_write(struct holm_program *program, int64_t deadline);
enum holm_line holm_program_read(struct holm_program *program, char **line, int64_t deadline);
enum { HOLM_OUTPUT_MAX = 1 << 18 };

#endif
