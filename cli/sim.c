/* sim.c: many games between bots, counted and, if asked, checked after every action. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/sim.h"

static const struct cli_manual manual = {
    "sim", "[OPTION...]",
    "Plays games between bots and prints how they went. A game follows from the seed and its\n"
    "number in the run, by a hash: runs with different seeds share no games, and a run gives the\n"
    "same games with any number of threads. Any one of them can be played again alone:\n"
    "`holm sim --seed S --first N --games 1`. The seed is 1, or, where a program plays, a random\n"
    "number; the report then says how to repeat the run. ^C prints what was played so far.\n"
    "Exits 1 when a check fails.",
    0, 0
};

int cli_sim(int argc, char **argv)
{
    static struct cli_games games = { .manual = &manual };
    static struct cli_tally tally;
    struct cli_setup setup = cli_setup_start();
    long most_turns, first = 1;
    const char *log = NULL;
    bool json = false;
    setup.bots = "random";
    struct cli_option options[CLI_GAMES_OPTIONS + 3] = {
        [CLI_GAMES_OPTIONS] = { "--first", "N", "begin with game N of the run (default 1)",
                                CLI_NUMBER, &first, 1, 1000000000 },
        { "--log", "FILE", "with --games 1: write the game's log; - is standard output", CLI_TEXT,
          &log, 0, 0 },
        { "--json", NULL, "print one JSON object", CLI_YES, &json, 0, 0 },
    };
    cli_games_options(&games, &most_turns, options);
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    cli_resolve(&manual, &setup, &games.game);
    cli_bots(&manual, &setup, (int)setup.players, games.bots);
    if (log && games.games != 1)
        cli_refuse(&manual, "--log writes one game; add --games 1");
    games.log = log ? cli_open_log(log) : NULL;
    if (log && !games.log)
        cli_fail(&manual, "cannot write the log %s: %s", log, strerror(errno));
    games.first = first - 1;
    cli_games_prepare(&games, &setup, most_turns);
    const double seconds = cli_games_run(&games, &tally);
    sim_print(&games, &tally, seconds, json);
    if (games.log && (ferror(games.log) | fclose(games.log)))
        cli_fail(&manual, "cannot write the log %s", log);
    return cli_games_end(&tally);
}
