/* analyse_played.c: what is best by the share of games that a bot wins in all seats. */
#include <unistd.h>

#include "cli/analyse.h"
#include "cli/measure.h"
#include "text/json.h"
#include "text/notation.h"

enum { GAMES = 2000 }; /* where neither these nor the time are said */

struct played {
    const struct analysis *analysis;
    struct holm_rank_order order;
    struct holm_ranked ranked[HOLM_LIST_MAX];
    int count;
};

static void show_progress(void *context, double part)
{
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100 * part);
}

static uint32_t count_games(const struct played *played)
{
    uint32_t games = 0;
    for (int i = 0; i < played->count; i++)
        games += played->ranked[i].samples;
    return games;
}

static void print_table(const struct played *played)
{
    const struct analysis *analysis = played->analysis;
    printf("%s, turn %d: %d action(s), %u games played out by %s\n\n%7s %15s %7s %6s  action\n",
           holm_seat_names[analysis->seat], analysis->state.turns, played->count,
           count_games(played), played->order.bot.kind->name, "% won", "95 % interval", "games",
           "turns");
    for (int i = 0; i < played->count && i < analysis->rows; i++) {
        char text[256];
        const struct holm_ranked *ranked = &played->ranked[i];
        struct holm_writer writer = holm_writer(text, sizeof text);
        const struct cli_interval interval = cli_wilson(ranked->wins, ranked->samples);
        holm_put_action(&writer, &analysis->board, &ranked->action);
        printf("%7.1f %6.1f - %6.1f %7u %6.1f  %s\n", 100 * holm_ranked_chance(ranked),
               100 * interval.low, 100 * interval.high, ranked->samples, holm_ranked_turns(ranked),
               text);
        cli_print_terms(analysis, &ranked->action, 41);
    }
    if (played->count > analysis->rows)
        printf("and %ld more; --top shows them\n", played->count - analysis->rows);
    if (analysis->list.templates)
        puts("Offers and what is chosen in one go are not looked at.");
}

static void print_json(const struct played *played)
{
    const struct analysis *analysis = played->analysis;
    char text[1024];
    printf("{\"seat\":\"%s\",\"turn\":%d,\"bot\":\"%s\",\"games\":%u,\"actions\":[",
           holm_seat_names[analysis->seat], analysis->state.turns, played->order.bot.kind->name,
           count_games(played));
    for (int i = 0; i < played->count; i++) {
        const struct holm_ranked *ranked = &played->ranked[i];
        struct holm_writer writer = holm_writer(text, sizeof text);
        const struct cli_interval interval = cli_wilson(ranked->wins, ranked->samples);
        holm_json_action(&writer, &analysis->board, &ranked->action);
        printf("%s{\"action\":%s,\"chance\":%.6f,\"low\":%.6f,\"high\":%.6f,\"games\":%u,"
               "\"turns\":%.2f",
               i ? "," : "", text, holm_ranked_chance(ranked), interval.low, interval.high,
               ranked->samples, holm_ranked_turns(ranked));
        cli_print_terms_json(analysis, &ranked->action);
        putchar('}');
    }
    puts("]}");
}

void cli_analyse_played(const struct analysis *analysis, const struct holm_bot_order *bot,
                        uint32_t milliseconds)
{
    static struct played played;
    const bool shown = isatty(STDERR_FILENO);
    const uint32_t games = analysis->nodes || milliseconds ? analysis->nodes : GAMES;
    played.analysis = analysis;
    played.order =
        (struct holm_rank_order){ .bot = *bot,
                                  .budget = { games, milliseconds, 1 },
                                  .belief = analysis->believes ? &analysis->belief : NULL,
                                  .seed = analysis->seed,
                                  .told = shown ? show_progress : NULL };
    played.count = holm_bot_rank(&analysis->view, &analysis->list, &played.order, played.ranked);
    if (shown)
        fputs("\r\033[K", stderr);
    if (!played.count)
        cli_fail(&cli_analyse_manual, "no position agrees with what %s can see",
                 holm_seat_names[analysis->seat]);
    if (analysis->json)
        print_json(&played);
    else
        print_table(&played);
}
