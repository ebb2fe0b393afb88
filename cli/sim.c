/* sim.c: many games between bots, counted and, if asked, checked after every action. */
#include <errno.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/sim.h"

static const struct cli_manual manual = {
    "sim", "[OPTION...]",
    "Plays games between bots and prints how they went. Game N of a run has the seed SEED + N - "
    "1,\n"
    "so that a run gives the same games with any number of threads, and any one of them can be\n"
    "played again alone: `holm sim --games 1 --seed ...`. SEED is 1, or, where a program plays, a\n"
    "random number; the report then says how to repeat the run. Exits 1 when a check fails.",
    0, 0
};

int cli_sim(int argc, char **argv)
{
    static struct cli_games games = { .manual = &manual };
    static struct cli_tally tally;
    struct cli_setup setup = cli_setup_start();
    long most_turns;
    const char *log = NULL;
    bool json = false;
    setup.bots = "random";
    struct cli_option options[CLI_GAMES_OPTIONS + 2] = {
        [CLI_GAMES_OPTIONS] = { "--log", "FILE",
                                "with --games 1: write the game's log, for replay and verify",
                                CLI_TEXT, &log, 0, 0 },
        { "--json", NULL, "print one JSON object", CLI_YES, &json, 0, 0 },
    };
    cli_games_options(&games, &most_turns, options);
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    cli_resolve(&manual, &setup, &games.game);
    cli_bots(&manual, &setup, (int)setup.players, games.bots);
    if (log && games.games != 1)
        cli_refuse(&manual, "--log writes one game; add --games 1");
    games.log = log ? fopen(log, "wx") : NULL; /* as `play` does: never over another game */
    if (log && !games.log)
        cli_fail(&manual, "cannot write the log %s: %s", log, strerror(errno));
    cli_games_prepare(&games, &setup, most_turns);
    const double seconds = cli_games_run(&games, &tally);
    sim_print(&games, &tally, seconds, json);
    if (games.log && (ferror(games.log) | fclose(games.log)))
        cli_fail(&manual, "cannot write the log %s", log);
    return tally.violations ? 1 : 0;
}
