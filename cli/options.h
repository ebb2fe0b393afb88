/* options.h: what the subcommands share: reading their options (options.c), and making a game of
 * them (setup.c). */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "bots/bots.h"
#include "engine/holm.h"
#include "text/source.h"
#include "text/writer.h"

/* ------------------------------------------------------------- any options */

enum cli_type { CLI_YES, CLI_NUMBER, CLI_WIDE, CLI_TEXT, CLI_TEXTS };
enum { CLI_TEXTS_MAX = 256 };

/* Several words: files, or an option that may come more than once. */
struct cli_texts {
    int count;
    const char *at[CLI_TEXTS_MAX];
};

struct cli_option {
    const char *name; /* "--depth" */
    const char *value; /* what the help calls its value; NULL for CLI_YES */
    const char *help;
    enum cli_type type;
    void *target; /* a bool, long, int64_t, const char * or struct cli_texts */
    int64_t low, high; /* of a number; of one that is not wide, within 32 bits */
};

/* What a command is, for its --help and its errors. */
struct cli_manual {
    const char *name; /* "sim" */
    const char *arguments; /* "[OPTION...] FILE..." */
    const char *purpose; /* a paragraph */
    int files_low, files_high;
};

/* --------------------------------------------------------- a game's options */

enum cli_game_option {
    CLI_GAME,
    CLI_EDITION,
    CLI_PLAYERS,
    CLI_MAP,
    CLI_SCENARIO,
    CLI_SETUP,
    CLI_PRESET,
    CLI_OPTION,
    CLI_SEED,
    CLI_BOTS,
    CLI_LIMIT,
    CLI_BOT_SEED,
    CLI_GAME_OPTIONS
};

/* As they were given; cli_resolve makes rules and a map of them. */
struct cli_setup {
    const char *game; /* NULL: none was given */
    const char *edition, *map, *scenario, *setup, *preset, *bots;
    long players;
    int64_t seed; /* -1: none was given */
    long limit; /* milliseconds a move for bots that are programs */
    int64_t bot_seed; /* -1: none was given */
    struct cli_texts settings; /* key=value */
    unsigned without; /* bits of enum cli_game_option that the command does not take */
};
struct cli_setup cli_setup_start(void);

/* A game about to be dealt. */
struct cli_game {
    struct holm_rules rules;
    struct holm_map map; /* as in its file */
    char source[256]; /* its name or path */
    char logged[HOLM_SOURCE_MAX]; /* what a log says of it: the name, or the whole map */
};

/* Reads the arguments, or prints the help and exits 0, or says what is wrong and exits 2. With
 * `setup` the options of a game are taken too. */
void cli_read(const struct cli_manual *manual, const struct cli_option *options, int count,
              struct cli_setup *setup, struct cli_texts *files, int argc, char **argv);
/* The rules and the map that a set-up asks for, or an error and exit 2. */
void cli_resolve(const struct cli_manual *manual, const struct cli_setup *setup,
                 struct cli_game *game);
/* The same, with the trouble instead of the exit. */
bool cli_try_resolve(const struct cli_setup *setup, struct cli_game *game,
                     struct holm_trouble *trouble);
/* Takes the printed board where the map has one, unless the set-up or a seed asks for another. */
void cli_prefer_fixed(const struct cli_setup *setup, struct cli_game *game);
/* Deals the map and builds the board; the draws of the game follow those of the deal. */
bool cli_deal(const struct cli_game *game, struct holm_chance *chance, struct holm_board *board,
              struct holm_trouble *trouble);
/* What --bots names, with commas between. A comma inside the quotes of a command, or after its
 * backslash, is the command's. */
struct cli_chairs {
    int count;
    char text[2048];
    const char *name[HOLM_SEATS];
    struct holm_bot_order order[HOLM_SEATS];
};
void cli_name_chairs(const struct cli_manual *manual, const struct cli_setup *setup,
                     struct cli_chairs *chairs);
/* The bots for every seat: one name for all, or one for each. */
void cli_bots(const struct cli_manual *manual, const struct cli_setup *setup, int players,
              struct holm_bot_order *orders);
/* Another network by which expert judges, to be tried; or an error and exit 1. */
void cli_use_net(const struct cli_manual *manual, const char *path, const struct holm_rules *rules);
/* A whole number from low to high. */
bool cli_number(const char *word, int64_t low, int64_t high, int64_t *number);
/* Sets "key=value" in the rules. */
bool cli_set_option(struct holm_rules *rules, const char *setting, struct holm_trouble *trouble);
/* The value of an option as a word: "paired", "10". */
const char *cli_option_word(const struct holm_rules *rules, const struct holm_option *option,
                            char buffer[16]);

/* ------------------------------------------------------------------- errors */

/* Says what is wrong with the request and exits 2. */
_Noreturn void cli_refuse(const struct cli_manual *manual, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says what went wrong and exits 1. */
_Noreturn void cli_fail(const struct cli_manual *manual, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for what is wrong with a file. */
_Noreturn void cli_fail_file(const struct cli_manual *manual, const char *path,
                             const struct holm_trouble *trouble);
/* The known word most like this one, or NULL. */
const char *cli_nearest(const char *word, const char *const *words, int count);

/* -------------------------------------------------------------------- files */

enum { CLI_FILE_MAX = 64 * 1024 * 1024 };
/* A whole file as a string (to be freed), or NULL and the trouble. "-" is standard input. */
char *cli_slurp(const char *path, struct holm_trouble *trouble);
/* The same for a file that is no text. */
char *cli_slurp_bytes(const char *path, size_t *length, struct holm_trouble *trouble);
/* A log to be written, never over another one; NULL: errno says why not. "-" is standard output:
 * then all else that is printed goes to standard error. */
FILE *cli_open_log(const char *path);

#endif
