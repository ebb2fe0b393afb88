/* analyse.c: what is best in a position, and how good it is. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/explain.h"
#include "bots/rank.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/measure.h"
#include "cli/options.h"
#include "text/json.h"
#include "text/notation.h"
#include "text/phrases.h"

static const struct cli_manual manual = {
    "analyse", "[OPTION...] FILE",
    "Ranks what a seat may do in a position or by its view (.json), or after an action of a\n"
    "log (.jsonl), by the share of games that it wins. They are played out by a bot in all\n"
    "seats, from positions that agree with all that the seat can know; hidden cards of the\n"
    "file are not looked at.",
    1, 1
};

struct analysis {
    struct holm_board board;
    struct holm_state state;
    struct holm_view view;
    struct holm_list list;
    struct holm_belief belief;
    bool believes; /* whether the belief was followed from the start of a log */
    int seat;
    long to; /* actions of the log; -1: all */
    const char *seat_name;
    struct holm_rank_order order;
    struct holm_ranked ranked[HOLM_LIST_MAX];
    int count;
    bool explains;
    int language;
};

enum { TERMS = 3 }; /* that an explanation names */

/* ----------------------------------------------------------------- position */

/* Every seat's belief, until it is known whose counts. */
struct beliefs {
    struct holm_belief of[HOLM_SEATS];
    int actions; /* followed so far */
    long to;
};

static void start_beliefs(struct beliefs *beliefs, const struct holm_board *board)
{
    struct holm_state start;
    struct holm_view view;
    holm_start(&start, board);
    for (int seat = 0; seat < board->rules.players; seat++) {
        holm_view(&start, seat, &view);
        holm_belief_start(&beliefs->of[seat], &view);
    }
}

static bool follow(void *context, const struct holm_replay *replay)
{
    struct beliefs *beliefs = context;
    struct holm_view view;
    struct holm_events seen = { .count = replay->events.count };
    if (!beliefs->actions++)
        start_beliefs(beliefs, &replay->board);
    for (int seat = 0; seat < replay->board.rules.players; seat++) {
        holm_view(&replay->state, seat, &view);
        for (int i = 0; i < seen.count; i++)
            seen.at[i] = holm_event_for(&replay->events.at[i], seat);
        holm_belief_follow(&beliefs->of[seat], &view, &seen);
    }
    return replay->actions < beliefs->to;
}

static void load_log(struct analysis *analysis, struct beliefs *beliefs, const char *path,
                     char *text)
{
    static struct holm_replay replay;
    struct holm_trouble trouble = { 0 };
    beliefs->to = analysis->to < 0 ? 1l << 30 : analysis->to;
    if (!beliefs->to) /* the position before the first action */
        text[strcspn(text, "\n")] = '\0';
    if (!cli_replay_text(text, &replay, follow, beliefs, NULL, &trouble))
        cli_fail_file(&manual, path, &trouble);
    if (replay.actions < analysis->to)
        cli_refuse(&manual, "--at %ld: the log has %d actions", analysis->to, replay.actions);
    analysis->board = replay.board;
    analysis->state = replay.state;
    analysis->state.board = &analysis->board;
}

static void load_view(struct analysis *analysis, const char *path, const char *text)
{
    struct holm_trouble trouble = { 0 };
    if (!holm_json_read_view(text, &analysis->board, &analysis->view, &trouble))
        cli_fail_file(&manual, path, &trouble);
    analysis->state = analysis->view.seen;
    const char *viewer = holm_seat_names[analysis->state.viewer];
    if (!analysis->seat_name)
        analysis->seat_name = viewer;
    else if (strcmp(analysis->seat_name, viewer))
        cli_refuse(&manual, "this is the view of %s, who alone can be advised by it", viewer);
}

static void find_seat(struct analysis *analysis)
{
    const struct holm_state *state = &analysis->state;
    const int players = analysis->board.rules.players;
    char asked[96];
    struct holm_writer writer = holm_writer(asked, sizeof asked);
    if (holm_over(state))
        cli_refuse(&manual, "the game is over: there is nothing to choose%s",
                   analysis->to < 0 ? "; in a log, --at N goes back" : "");
    analysis->seat = analysis->seat_name
                         ? holm_word(holm_seat_names, HOLM_SEATS, analysis->seat_name)
                         : holm_next(state);
    if (analysis->seat < 0 || analysis->seat >= players)
        cli_refuse(&manual, "--seat wants one of the %d players, such as red, not '%s'", players,
                   analysis->seat_name);
    holm_view(state, analysis->seat, &analysis->view);
    holm_legal(&analysis->view.seen, analysis->seat, &analysis->list);
    for (int seat = 0; seat < players; seat++)
        if (holm_bit_in(holm_asked(state), seat))
            holm_putf(&writer, "%s%s", writer.used ? ", " : "", holm_seat_names[seat]);
    if (!analysis->list.count)
        cli_refuse(&manual, "%s has nothing to choose; asked: %s", holm_seat_names[analysis->seat],
                   asked);
}

static void load(struct analysis *analysis, const char *path)
{
    static struct beliefs beliefs;
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(path, &trouble);
    if (!text)
        cli_fail_file(&manual, path, &trouble);
    if (cli_is_log(path, text))
        load_log(analysis, &beliefs, path, text);
    else if (analysis->to >= 0)
        cli_refuse(&manual, "--at is for logs: this is a position");
    else if (holm_json_is_view(text))
        load_view(analysis, path, text);
    else if (!holm_json_read_position(text, &analysis->board, &analysis->state, &trouble))
        cli_fail_file(&manual, path, &trouble);
    free(text);
    find_seat(analysis);
    analysis->believes = beliefs.actions > 0;
    analysis->belief = beliefs.of[analysis->seat];
    analysis->order.belief = analysis->believes ? &analysis->belief : NULL;
}

/* ------------------------------------------------------------------ printing */

static void show_progress(void *context, double part)
{
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100 * part);
}

static uint32_t count_games(const struct analysis *analysis)
{
    uint32_t games = 0;
    for (int i = 0; i < analysis->count; i++)
        games += analysis->ranked[i].samples;
    return games;
}

static int explain(const struct analysis *analysis, const struct holm_ranked *ranked,
                   struct holm_term terms[TERMS])
{
    if (!analysis->explains)
        return 0;
    return holm_explain(&analysis->view, analysis->order.belief, &ranked->action,
                        analysis->order.seed, terms, TERMS);
}

/* "+ victory points, - cards in the hand", on a line of its own. */
static void print_terms(const struct analysis *analysis, const struct holm_ranked *ranked)
{
    struct holm_term terms[TERMS];
    const int count = explain(analysis, ranked, terms);
    for (int i = 0; i < count; i++)
        printf("%s%c %s", i ? ", " : "                                         ",
               terms[i].weight > 0 ? '+' : '-', holm_term_title(analysis->language, terms[i].term));
    if (count)
        putchar('\n');
}

static void print_terms_json(const struct analysis *analysis, const struct holm_ranked *ranked)
{
    struct holm_term terms[TERMS];
    const int count = explain(analysis, ranked, terms);
    fputs(",\"terms\":[", stdout);
    for (int i = 0; i < count; i++) {
        printf("%s{\"term\":\"%s\",\"weight\":%.3f,\"text\":\"%s\"}", i ? "," : "",
               holm_term_name(terms[i].term), terms[i].weight,
               holm_term_title(analysis->language, terms[i].term));
    }
    putchar(']');
}

static void print_table(const struct analysis *analysis, long rows)
{
    printf("%s, turn %d: %d action(s), %u games played out by %s\n\n%7s %15s %7s %6s  action\n",
           holm_seat_names[analysis->seat], analysis->state.turns, analysis->count,
           count_games(analysis), analysis->order.bot.kind->name, "% won", "95 % interval", "games",
           "turns");
    for (int i = 0; i < analysis->count && i < rows; i++) {
        char text[256];
        const struct holm_ranked *ranked = &analysis->ranked[i];
        struct holm_writer writer = holm_writer(text, sizeof text);
        const struct cli_interval interval = cli_wilson(ranked->wins, ranked->samples);
        holm_put_action(&writer, &analysis->board, &ranked->action);
        printf("%7.1f %6.1f - %6.1f %7u %6.1f  %s\n", 100 * holm_ranked_chance(ranked),
               100 * interval.low, 100 * interval.high, ranked->samples, holm_ranked_turns(ranked),
               text);
        print_terms(analysis, ranked);
    }
    if (analysis->count > rows)
        printf("and %ld more; --top shows them\n", analysis->count - rows);
    if (analysis->list.templates)
        puts("Offers and what is chosen in one go are not looked at.");
}

static void print_json(const struct analysis *analysis)
{
    char text[1024];
    printf("{\"seat\":\"%s\",\"turn\":%d,\"bot\":\"%s\",\"games\":%u,\"actions\":[",
           holm_seat_names[analysis->seat], analysis->state.turns, analysis->order.bot.kind->name,
           count_games(analysis));
    for (int i = 0; i < analysis->count; i++) {
        const struct holm_ranked *ranked = &analysis->ranked[i];
        struct holm_writer writer = holm_writer(text, sizeof text);
        const struct cli_interval interval = cli_wilson(ranked->wins, ranked->samples);
        holm_json_action(&writer, &analysis->board, &ranked->action);
        printf("%s{\"action\":%s,\"chance\":%.6f,\"low\":%.6f,\"high\":%.6f,\"games\":%u,"
               "\"turns\":%.2f",
               i ? "," : "", text, holm_ranked_chance(ranked), interval.low, interval.high,
               ranked->samples, holm_ranked_turns(ranked));
        if (analysis->explains)
            print_terms_json(analysis, ranked);
        putchar('}');
    }
    puts("]}");
}

int cli_analyse(int argc, char **argv)
{
    static struct cli_texts files;
    static struct analysis analysis = { .to = -1 };
    long nodes = 0, milliseconds = 0, rows = 10;
    int64_t seed = 1;
    bool json = false;
    const char *bot = "greedy", *language = holm_language_codes[HOLM_ENGLISH];
    const struct cli_option options[] = {
        { "--at", "N", "in a log: the position after action N (default: the last)", CLI_NUMBER,
          &analysis.to, 0, 1 << 30 },
        { "--seat", "SEAT", "whose choice (default: who is asked)", CLI_TEXT, &analysis.seat_name,
          0, 0 },
        { "--nodes", "N", "games to play out (default 2000)", CLI_NUMBER, &nodes, 1,
          HOLM_BUDGET_MOST },
        { "--time", "MS", "stop after so long", CLI_NUMBER, &milliseconds, 1, HOLM_BUDGET_MOST },
        { "--bot", "NAME", "who plays the games out (default greedy)", CLI_TEXT, &bot, 0, 0 },
        { "--seed", "N", "of the games played out (default 1)", CLI_WIDE, &seed, 0, INT64_MAX },
        { "--top", "N", "how many to print (default 10)", CLI_NUMBER, &rows, 1, HOLM_LIST_MAX },
        { "--explain", NULL, "say what each action changes most", CLI_YES, &analysis.explains, 0,
          0 },
        { "--language", "CODE", "of the explanations: en (default) or es", CLI_TEXT, &language, 0,
          0 },
        { "--json", NULL, "print all as one JSON object", CLI_YES, &json, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    if (!holm_bot_read(bot, &analysis.order.bot))
        cli_refuse(&manual, "there is no bot '%s' to play games out; try greedy", bot);
    analysis.language = holm_word(holm_language_codes, HOLM_LANGUAGES, language);
    if (analysis.language < 0)
        cli_refuse(&manual, "--language wants en or es, not '%s'", language);
    if (!nodes && !milliseconds)
        nodes = 2000;
    analysis.order.budget = (struct holm_budget){ (uint32_t)nodes, (uint32_t)milliseconds, 1 };
    analysis.order.seed = (uint64_t)seed;
    load(&analysis, files.at[0]);
    const bool shown = isatty(STDERR_FILENO);
    analysis.order.told = shown ? show_progress : NULL;
    analysis.count =
        holm_bot_rank(&analysis.view, &analysis.list, &analysis.order, analysis.ranked);
    if (shown)
        fputs("\r\033[K", stderr);
    if (!analysis.count)
        cli_fail(&manual, "%s: no position agrees with what %s can see", files.at[0],
                 holm_seat_names[analysis.seat]);
    if (json)
        print_json(&analysis);
    else
        print_table(&analysis, rows);
    return 0;
}
