/* match_report.c: how a match went, as a table or as JSON. */
#include <inttypes.h>
#include <string.h>

#include "cli/match.h"
#include "text/json.h"

/* A bot, or one of its chairs. */
struct row {
    const char *name;
    int chair; /* from 1; 0: all of its chairs */
    int chairs; /* how many */
    struct cli_chair sum;
};

/* The share of games won by each chair, and its interval. A game is won by one of a bot's chairs
 * at most, so games are what is counted; the chairs share the interval. */
struct share {
    double rate;
    struct cli_interval interval;
};

static long played(const struct match_report *report)
{
    return report->tally->finished + report->tally->stalled;
}

/* Of a match that was cut short: about so many. */
static long deals(const struct match_report *report)
{
    const long orders = report->games->orders;
    return (cli_games_count(report->games, report->tally) + orders - 1) / orders;
}

static struct share share_of(const struct match_report *report, const struct row *row)
{
    const double games = (double)played(report);
    const struct cli_interval all = cli_wilson(row->sum.wins, games);
    return (struct share){
        .rate = games > 0 ? row->sum.wins / games / row->chairs : 0,
        .interval = { all.low / row->chairs, all.high / row->chairs },
    };
}

static double points_of(const struct match_report *report, const struct row *row)
{
    const double seats = (double)played(report) * row->chairs;
    return seats > 0 ? (double)row->sum.points / seats : 0;
}

/* One row for each chair and, before them, one for each bot. */
enum { ROWS = 2 * HOLM_SEATS };
static int fill_rows(const struct match_report *report, struct row rows[ROWS])
{
    int count = 0;
    const int players = report->games->game.rules.players;
    memset(rows, 0, ROWS * sizeof *rows);
    for (int chair = 0; chair < players; chair++) {
        int i = 0;
        while (i < count && strcmp(rows[i].name, report->name[chair]))
            i++;
        count += i == count;
        rows[i].name = report->name[chair];
        rows[i].chairs++;
        cli_chair_add(&rows[i].sum, &report->tally->chair[chair]);
    }
    for (int chair = 0; chair < players; chair++)
        rows[count + chair] = (struct row){ .name = report->name[chair],
                                            .chair = chair + 1,
                                            .chairs = 1,
                                            .sum = report->tally->chair[chair] };
    return count + players;
}

static double mean_time(const struct cli_times *times)
{
    return times->count ? times->sum / (double)times->count : 0;
}

static const char *const verdicts[] = {
    [CLI_OPEN] = "open", [CLI_LOW] = "low", [CLI_HIGH] = "high"
};

/* -------------------------------------------------------------------- table */

static void print_row(const struct match_report *report, const struct row *row, int width)
{
    const struct share share = share_of(report, row);
    const struct cli_times *times = &row->sum.times;
    char chairs[16];
    if (row->chair)
        snprintf(chairs, sizeof chairs, "chair %d", row->chair);
    else
        snprintf(chairs, sizeof chairs, "%d", row->chairs);
    printf("%-*s %7s %8.6g %7.2f %6.2f - %5.2f %7.2f %9" PRIu64 " %9.3f %9.3f %9.3f\n", width,
           row->name, chairs, row->sum.wins, 100 * share.rate, 100 * share.interval.low,
           100 * share.interval.high, points_of(report, row), times->count, 1e3 * mean_time(times),
           1e3 * cli_times_share(times, 0.99), 1e3 * times->most);
}

static void print_faults(const struct row *rows, int count)
{
    for (int i = 0; i < count && !rows[i].chair; i++) {
        const struct holm_faults *faults = &rows[i].sum.faults;
        if (faults->illegal | faults->garbage | faults->timeouts | faults->crashes)
            printf("\n%s: %" PRIu32 " moves were made for it (illegal answers %" PRIu32
                   ", lines not understood %" PRIu32 ", too late %" PRIu32 ", crashes %" PRIu32
                   ")\n",
                   rows[i].name, faults->replaced, faults->illegal, faults->garbage,
                   faults->timeouts, faults->crashes);
    }
}

void match_print(const struct match_report *report)
{
    static struct row rows[ROWS];
    const struct cli_tally *tally = report->tally;
    const struct cli_games *games = report->games;
    const int players = games->game.rules.players, count = fill_rows(report, rows);
    const double all = played(report) ? (double)played(report) : 1;
    int width = 3;
    for (int i = 0; i < count; i++)
        width = (int)strlen(rows[i].name) > width ? (int)strlen(rows[i].name) : width;
    printf("games    %ld", cli_games_count(games, tally));
    if (cli_games_interrupted())
        printf(" of %ld, then interrupted", games->games);
    printf(": seed %" PRIu64 ", %ld deal(s) on %s, each in %ld order(s)\n"
           "stalled  %ld\nbroken   %ld\nturns    %.2f a game\n"
           "time     %.3f s on %ld thread(s)\n",
           games->seed, deals(report), games->game.map.name, games->orders, tally->stalled,
           tally->violations, (double)tally->turns / all, report->seconds, games->threads);
    if (games->bot_seed.hashed)
        printf("again    --seed %" PRIu64 " --bot-seed %" PRId64 "\n", games->seed,
               games->bot_seed.number);
    if (!played(report)) {
        puts("\nNo game was finished.");
        return;
    }
    printf("\n%-*s %7s %8s %7s %14s %7s %9s %9s %9s %9s\n", width, "bot", "chairs", "won", "% each",
           "95 % interval", "points", "moves", "mean ms", "p99 ms", "max ms");
    for (int i = 0; i < count; i++) {
        if (i && rows[i].chair == 1)
            putchar('\n');
        print_row(report, &rows[i], width);
    }
    printf("\nEqual players would win %.2f %% each.\n", 100.0 / players);
    if (games->sprt)
        printf("Test of %s: %.4g %% or %.4g %%: %s after %ld games, ratio %.2f of %.2f\n",
               rows[0].name, 100 * games->sprt->low, 100 * games->sprt->high,
               verdicts[games->sprt->verdict], games->sprt->counted, games->sprt->ratio,
               cli_sprt_bound());
    print_faults(rows, count);
}

/* --------------------------------------------------------------------- JSON */

static void print_row_json(const struct match_report *report, const struct row *row)
{
    char name[6 * sizeof((struct cli_chairs *)0)->text]; /* a control character takes six bytes */
    struct holm_writer writer = holm_writer(name, sizeof name);
    const struct share share = share_of(report, row);
    const struct cli_times *times = &row->sum.times;
    const struct holm_faults *faults = &row->sum.faults;
    holm_json_string(&writer, row->name);
    printf("{\"bot\":%s,", name);
    printf(row->chair ? "\"chair\":%d," : "\"chairs\":%d,", row->chair ? row->chair : row->chairs);
    printf("\"wins\":%.6g,\"rate\":%.6f,\"low\":%.6f,\"high\":%.6f,\"points_mean\":%.3f,"
           "\"moves\":%" PRIu64 ",\"ms_mean\":%.4f,\"ms_p99\":%.4f,\"ms_max\":%.4f,",
           row->sum.wins, share.rate, share.interval.low, share.interval.high,
           points_of(report, row), times->count, 1e3 * mean_time(times),
           1e3 * cli_times_share(times, 0.99), 1e3 * times->most);
    printf("\"illegal\":%" PRIu32 ",\"garbage\":%" PRIu32 ",\"timeouts\":%" PRIu32
           ",\"crashes\":%" PRIu32 ",\"replaced\":%" PRIu32 "}",
           faults->illegal, faults->garbage, faults->timeouts, faults->crashes, faults->replaced);
}

void match_print_json(const struct match_report *report)
{
    static struct row rows[ROWS];
    const struct cli_tally *tally = report->tally;
    const struct cli_games *games = report->games;
    const int players = games->game.rules.players, count = fill_rows(report, rows);
    const double all = played(report) ? (double)played(report) : 1;
    printf("{\"games\":%ld,\"seeds\":%ld,\"seed\":%" PRIu64 ",\"players\":%d,\"map\":\"%s\","
           "\"finished\":%ld,\"stalled\":%ld,\"violations\":%ld,\"turns_mean\":%.2f,"
           "\"actions_mean\":%.2f,\"seconds\":%.3f,\"threads\":%ld,",
           cli_games_count(games, tally), deals(report), games->seed, players, games->game.map.name,
           tally->finished, tally->stalled, tally->violations, (double)tally->turns / all,
           (double)tally->actions / all, report->seconds, games->threads);
    if (cli_games_interrupted())
        printf("\"interrupted\":true,\"asked\":%ld,", games->games);
    if (games->sprt)
        printf("\"sprt\":{\"low\":%.6g,\"high\":%.6g,\"games\":%ld,\"wins\":%.6g,\"ratio\":%.4f,"
               "\"verdict\":\"%s\"},",
               games->sprt->low, games->sprt->high, games->sprt->counted, games->sprt->wins,
               games->sprt->ratio, verdicts[games->sprt->verdict]);
    if (games->bot_seed.hashed)
        printf("\"bot_seed\":%" PRId64 ",", games->bot_seed.number);
    printf("\"bots\":[");
    for (int i = 0; i < count; i++) {
        printf("%s", !i ? "" : rows[i].chair == 1 ? "],\"chairs\":[" : ",");
        print_row_json(report, &rows[i]);
    }
    puts("]}");
}
