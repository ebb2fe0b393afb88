/* sim_report.c: how many games went. */
#include <inttypes.h>

#include "bots/external.h"
#include "cli/sim.h"
#include "text/notation.h"

/* How often bots of a kind won, where there are any. */
static void print_kind(const struct cli_games *games, const struct cli_tally *tally,
                       const struct holm_bot_kind *kind, bool json, bool *first)
{
    long wins = 0;
    bool plays = false;
    for (int seat = 0; seat < games->game.rules.players; seat++)
        if (games->bots[seat].kind == kind) {
            plays = true;
            wins += tally->wins[seat];
        }
    if (!plays)
        return;
    printf("%s", *first ? "" : json ? "," : "  ");
    printf(json ? "\"%s\":%ld" : "%s %ld", kind->name, wins);
    *first = false;
}

static void print_wins(const struct cli_games *games, const struct cli_tally *tally, bool json)
{
    bool first = true;
    printf(json ? "\"wins_by_seat\":[" : "wins by seat ");
    for (int seat = 0; seat < games->game.rules.players; seat++) {
        if (json)
            printf("%s%ld", seat ? "," : "", tally->wins[seat]);
        else
            printf("%s%s %ld", seat ? "  " : "", holm_seat_names[seat], tally->wins[seat]);
    }
    printf(json ? "],\"wins_by_bot\":{" : "\nwins by bot  ");
    for (int i = 0; i < holm_bot_kind_count; i++)
        print_kind(games, tally, &holm_bot_kinds[i], json, &first);
    print_kind(games, tally, &holm_external_kind, json, &first);
    puts(json ? "}}" : "");
}

/* What only Cities & Knights has. */
static void print_sieges(const struct cli_sieges *sieges, double games, bool json)
{
    if (json)
        printf("\"attacks\":%ld,\"attacks_won\":%ld,\"metropolises\":%ld,", sieges->attacks,
               sieges->attacks_won, sieges->metropolises);
    else
        printf("attacks      %.2f a game, %.1f%% of them won\nmetropolises %.2f a game\n",
               (double)sieges->attacks / games,
               100.0 * (double)sieges->attacks_won /
                   (double)(sieges->attacks ? sieges->attacks : 1),
               (double)sieges->metropolises / games);
}

/* How many there are, and how many there should have been. */
static void print_games(const struct cli_games *games, const struct cli_tally *tally, bool json)
{
    printf(json ? "{\"games\":%ld," : "games        %ld", cli_games_count(games, tally));
    if (cli_games_interrupted())
        printf(json ? "\"interrupted\":true,\"asked\":%ld," : " of %ld, then interrupted",
               games->games);
    printf(json ? "" : "\n");
}

void sim_print(const struct cli_games *games, const struct cli_tally *tally, double seconds,
               bool json)
{
    const long played = tally->finished + tally->stalled;
    const double count = played ? (double)played : 1;
    static const char *const form[2] = {
        "finished     %ld\nstalled      %ld\nviolations   %ld\n"
        "turns        %.2f a game\nactions      %.2f a game\nspeed        %.0f actions/s, "
        "%.1f games/s\ntime         %.3f s on %ld thread(s)\n",
        "\"finished\":%ld,\"stalled\":%ld,\"violations\":%ld,\"turns_mean\":%.2f,"
        "\"actions_mean\":%.2f,\"actions_per_s\":%.0f,\"games_per_s\":%.1f,\"seconds\":%.3f,"
        "\"threads\":%ld,",
    };
    print_games(games, tally, json);
    printf(form[json], tally->finished, tally->stalled, tally->violations,
           (double)tally->turns / count, (double)tally->actions / count,
           (double)tally->actions / seconds, (double)played / seconds, seconds, games->threads);
    if (games->game.rules.knights != 0)
        print_sieges(&tally->sieges, count, json);
    if (json)
        printf("\"seed\":%" PRIu64 ",\"players\":%d,\"map\":\"%s\",", games->seed,
               games->game.rules.players, games->game.map.name);
    if (games->bot_seed.hashed && json)
        printf("\"bot_seed\":%" PRId64 ",", games->bot_seed.number);
    else if (games->bot_seed.hashed)
        printf("again        --seed %" PRIu64 " --bot-seed %" PRId64 "\n", games->seed,
               games->bot_seed.number);
    print_wins(games, tally, json);
}
