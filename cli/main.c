/* main.c: `holm` and its subcommands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"

static const struct command {
    const char *name;
    const char *help;
    int (*run)(int argc, char **argv);
} commands[] = {
    { "play", "play a game in the terminal against bots", cli_play },
    { "serve", "serve games to browsers, with bots, lobby and a database", cli_serve },
    { "backup", "copy a server's database, also while it runs", cli_backup },
    { "restore", "put a copy in the place of a server's database", cli_restore },
    { "show", "draw a map, a position or the end of a log, as text or SVG", cli_show },
    { "map", "check a map and say what is wrong with it, and where", cli_map },
    { "rules", "list the options of a game, say what a rule says, compare editions", cli_rules },
    { "replay", "tell a log in words, step by step", cli_replay },
    { "review", "say how the chances went in a game, and what lost something", cli_review },
    { "verify", "recompute every draw of a log from its seed", cli_verify },
    { "run", "run scripts that prove rules", cli_run },
    { "sim", "play many games between bots and count", cli_sim },
    { "match", "let bots play against each other and say which is stronger", cli_match },
    { "analyse", "say what is best in a position, and how good it is", cli_analyse },
    { "tune", "find the bots' numbers by playing", cli_tune },
    { "positions", "play games and write positions down, for programs that learn", cli_positions },
    { "puzzles", "find positions in which one choice is clearly best", cli_puzzles },
    { "perft", "count all that can happen from a position", cli_perft },
    { "load", "put a running server under load, and measure", cli_load },
    { "bench", "measure the engine", cli_bench },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_help(void)
{
    puts("holm: the island game for two to eight players\n\n"
         "Usage: holm COMMAND [OPTION...]\n\nCommands:");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-10s %s\n", commands[i].name, commands[i].help);
    puts("\nTry `holm play` for a game, and `holm COMMAND --help` for what a command takes.");
}

static int refuse(const char *word)
{
    const char *names[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    const char *near = cli_nearest(word, names, COMMANDS);
    fprintf(stderr, "holm: there is no command '%s'", word);
    if (near)
        fprintf(stderr, "; did you mean '%s'?", near);
    fputs("\nTry `holm --help`.\n", stderr);
    return 2;
}

/* What was printed must have arrived, however the command ends. */
static void check_output(void)
{
    if (!fflush(stdout) && !ferror(stdout))
        return;
    fputs("holm: the output could not be written\n", stderr);
    _exit(1);
}

int main(int argc, char **argv)
{
    atexit(check_output);
    const char *word = argc > 1 ? argv[1] : NULL;
    if (!word) {
        print_help();
        return 2;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h") || (!strcmp(word, "help") && argc == 2)) {
        print_help();
        return 0;
    }
    if (!strcmp(word, "--version")) {
        puts("holm " HOLM_VERSION);
        return 0;
    }
    char *help_arguments[] = { argv[argc - 1], "--help" };
    const bool help = !strcmp(word, "help"); /* `holm help sim` is `holm sim --help` */
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, help ? help_arguments[0] : word))
            return help ? commands[i].run(2, help_arguments) : commands[i].run(argc - 1, argv + 1);
    return refuse(help ? help_arguments[0] : word);
}
