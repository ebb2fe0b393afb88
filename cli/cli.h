/* cli.h: the subcommands of `holm`, for the table in main.c. Each gets its own name as argv[0] and
 * returns the exit status: 0, 1 when it found something wrong, 2 when it was asked wrongly. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

int cli_play(int argc, char **argv);
int cli_show(int argc, char **argv);
int cli_run(int argc, char **argv);
int cli_sim(int argc, char **argv);
int cli_analyse(int argc, char **argv);
int cli_match(int argc, char **argv);
int cli_perft(int argc, char **argv);
int cli_bench(int argc, char **argv);
int cli_replay(int argc, char **argv);
int cli_review(int argc, char **argv);
int cli_verify(int argc, char **argv);
int cli_map(int argc, char **argv);
int cli_rules(int argc, char **argv);
int cli_serve(int argc, char **argv);
int cli_backup(int argc, char **argv);
int cli_restore(int argc, char **argv);
int cli_load(int argc, char **argv);
int cli_tune(int argc, char **argv);
int cli_positions(int argc, char **argv);
int cli_puzzles(int argc, char **argv);

#endif
