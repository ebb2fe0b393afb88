/* match.c: which bot is stronger. */
#include "cli/match.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

static const struct cli_manual manual = {
    "match", "[OPTION...]",
    "Lets bots play against each other and says how often each won, with 95 % intervals, and how\n"
    "long its moves took. The chairs move on by a seat after every game, and each deal is played "
    "in\n"
    "all orders, so that nobody profits from a seat or a deal. Matches with different seeds share\n"
    "no games, nor does any with `holm tune`. Chairs with the same bot are counted together and "
    "one\n"
    "by one. A move that is not allowed is replaced by a random one and counted. ^C prints what "
    "was\n"
    "played so far. A bot may be a program of yours (docs/bots.md):\n"
    "--bots 'cmd:./my-bot,greedy,greedy,greedy'. Then the seed is random, not 1, and each deal is\n"
    "played once: nothing to guess or remember.",
    0, 0
};

/* As many players as bots are named, unless told otherwise. */
static void seat_chairs(struct cli_chairs *chairs, long *players)
{
    if (!*players)
        *players = chairs->count > 1 ? chairs->count : 4;
    if (chairs->count != 1 && chairs->count != *players)
        cli_refuse(&manual, "--bots names %d bots for %ld seats; name one, or one for each seat",
                   chairs->count, *players);
    for (int chair = chairs->count; chair < *players; chair++) {
        chairs->name[chair] = chairs->name[0];
        chairs->order[chair] = chairs->order[0];
    }
}

/* The budget of searching bots that were named without one. */
static void give_budget(struct cli_chairs *chairs, int players, const struct holm_budget *budget)
{
    for (int chair = 0; chair < players; chair++) {
        struct holm_bot_order *order = &chairs->order[chair];
        const bool searches = order->budget.nodes || order->budget.milliseconds;
        if (searches && !strchr(chairs->name[chair], ':'))
            order->budget = *budget;
    }
}

/* After how many seats the same bots sit there again: another turn would be the same game. */
static long count_orders(const struct cli_chairs *chairs, int players)
{
    int orders = 1;
    for (int chair = 0; chair < players;) {
        const bool same = players % orders == 0 &&
                          !strcmp(chairs->name[chair], chairs->name[(chair + orders) % players]);
        chair = same ? chair + 1 : 0;
        orders += !same;
    }
    return orders;
}

/* Whole rounds only: every chair in every seat equally often. A program could remember the dice of
 * a seed, so each of its games has its own. */
static void set_rounds(struct cli_games *games, const struct cli_chairs *chairs)
{
    const long players = games->game.rules.players;
    games->games = (games->games + players - 1) / players * players;
    games->orders =
        cli_has_program(games->bots, (int)players) ? 1 : count_orders(chairs, (int)players);
}

static void make_folder(const char *path)
{
    if (mkdir(path, 0777) && errno != EEXIST)
        cli_fail(&manual, "cannot make the folder %s: %s", path, strerror(errno));
}

/* The claims are about the bot that is named first, in all its chairs. */
static void start_test(struct cli_games *games, const struct cli_chairs *chairs, const char *claims,
                       struct cli_sprt *sprt)
{
    if (!cli_sprt_read(claims, sprt))
        cli_refuse(&manual, "--sprt wants two shares in percent, as in --sprt 25,30");
    for (int chair = 0; chair < games->game.rules.players; chair++)
        if (!strcmp(chairs->name[chair], chairs->name[0]))
            sprt->chairs |= holm_bit(chair);
    if (!cli_sprt_start(sprt, games->games))
        cli_fail(&manual, "out of memory");
    games->sprt = sprt;
}

int cli_match(int argc, char **argv)
{
    static struct cli_games games = { .manual = &manual, .match = true };
    static struct cli_tally tally;
    static struct cli_chairs chairs;
    struct cli_setup setup = cli_setup_start();
    long most_turns, nodes = 0, milliseconds = 0;
    const char *net = NULL, *claims = NULL;
    static struct cli_sprt sprt;
    bool json = false;
    setup.bots = "greedy,random,random,random";
    setup.players = 0;
    struct cli_option options[CLI_GAMES_OPTIONS + 6] = {
        [CLI_GAMES_OPTIONS] = { "--nodes", "N", "budget a move of searching bots named without one",
                                CLI_NUMBER, &nodes, 1, HOLM_BUDGET_MOST },
        { "--time", "MS", "the same in milliseconds", CLI_NUMBER, &milliseconds, 1,
          HOLM_BUDGET_MOST },
        { "--log", "DIR", "write each game's log there: 000001.jsonl and on", CLI_TEXT,
          &games.log_folder, 0, 0 },
        { "--net", "FILE", "by what expert judges instead of its own network", CLI_TEXT, &net, 0,
          0 },
        { "--sprt", "LOW,HIGH",
          "end as soon as it is clear whether the first bot wins LOW or HIGH percent", CLI_TEXT,
          &claims, 0, 0 },
        { "--json", NULL, "print one JSON object", CLI_YES, &json, 0, 0 },
    };
    cli_games_options(&games, &most_turns, options);
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    cli_name_chairs(&manual, &setup, &chairs);
    seat_chairs(&chairs, &setup.players);
    cli_resolve(&manual, &setup, &games.game);
    if (net)
        cli_use_net(&manual, net, &games.game.rules);
    if (nodes || milliseconds)
        give_budget(&chairs, (int)setup.players,
                    &(struct holm_budget){ (uint32_t)nodes, (uint32_t)milliseconds, 1 });
    memcpy(games.bots, chairs.order, sizeof games.bots);
    set_rounds(&games, &chairs);
    cli_games_prepare(&games, &setup, most_turns);
    if (claims)
        start_test(&games, &chairs, claims, &sprt);
    if (games.log_folder && !strcmp(games.log_folder, "-"))
        cli_refuse(&manual, "--log wants a folder: each game has a log of its own");
    if (games.log_folder)
        make_folder(games.log_folder);
    const double seconds = cli_games_run(&games, &tally);
    const struct match_report report = { &games, &tally, chairs.name, seconds };
    (json ? match_print_json : match_print)(&report);
    return cli_games_end(&tally);
}
