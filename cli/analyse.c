/* analyse.c: what is best in a position, and how good it is: the position, from whatever file. */
#include "cli/analyse.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/load.h"
#include "text/json.h"
#include "text/notation.h"
#include "text/phrases.h"

const struct cli_manual cli_analyse_manual = {
    "analyse", "[OPTION...] FILE",
    "Says what is best for a seat in a position or by its view (.json), or after an action of a\n"
    "log (.jsonl): what looks best is played on, over hands that the others may hold, and judged\n"
    "as holm review does, with the same numbers. Or, with --playout, by the share of games that a\n"
    "bot wins. Hidden cards of the file are not looked at, but for those that it says are known.",
    1, 1
};

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

/* Who acts after the position that was asked for, if the log goes on. */
struct next {
    long after;
    int seat;
};

static bool find_next(void *context, const struct holm_replay *replay)
{
    struct next *next = context;
    if (replay->actions == next->after + 1 && replay->kind == HOLM_LINE_ACTION)
        next->seat = replay->action.seat;
    return true;
}

/* A last line that was cut off in the middle does not count. */
static int read_log(struct analysis *analysis, struct next *next, const char *path)
{
    static struct holm_replay replay;
    struct holm_trouble trouble = { 0 };
    size_t whole = 0;
    if (!cli_replay_text(analysis->log, &replay, find_next, next, &whole, &trouble))
        cli_fail_file(&cli_analyse_manual, path, &trouble);
    if (analysis->log[whole])
        cli_warn_cut(path);
    analysis->log[whole] = '\0';
    return replay.actions;
}

static void load_log(struct analysis *analysis, struct beliefs *beliefs, const char *path, long to)
{
    static struct holm_replay replay;
    struct holm_trouble none;
    struct next next = { .after = to, .seat = HOLM_NONE };
    const int lines = read_log(analysis, &next, path);
    if (lines < to)
        cli_refuse(&cli_analyse_manual, "--at %ld: the log has %d actions", to, lines);
    analysis->at = to < 0 ? lines : (int)to;
    beliefs->to = analysis->at;
    const size_t start = strcspn(analysis->log, "\n");
    if (!analysis->at)
        analysis->log[start] = '\0';
    cli_replay_text(analysis->log, &replay, follow, beliefs, NULL, &none);
    if (!analysis->at)
        analysis->log[start] = '\n';
    analysis->board = replay.board;
    analysis->state = replay.state;
    analysis->state.board = &analysis->board;
    if (!analysis->seat_name && to >= 0 && next.seat != HOLM_NONE)
        analysis->seat_name = holm_seat_names[next.seat];
}

static void load_view(struct analysis *analysis, const char *path, const char *text)
{
    struct holm_trouble trouble = { 0 };
    if (!holm_json_read_view(text, &analysis->board, &analysis->view, &trouble))
        cli_fail_file(&cli_analyse_manual, path, &trouble);
    analysis->state = analysis->view.seen;
    analysis->known.viewer = analysis->state.viewer;
    const char *viewer = holm_seat_names[analysis->state.viewer];
    if (!analysis->seat_name)
        analysis->seat_name = viewer;
    else if (strcmp(analysis->seat_name, viewer))
        cli_refuse(&cli_analyse_manual, "this is the view of %s, who alone can be advised by it",
                   viewer);
}

static void find_seat(struct analysis *analysis)
{
    const struct holm_state *state = &analysis->state;
    const int players = analysis->board.rules.players;
    char asked[96];
    struct holm_writer writer = holm_writer(asked, sizeof asked);
    if (holm_over(state))
        cli_refuse(&cli_analyse_manual, "the game is over: there is nothing to choose%s",
                   analysis->log ? "; in a log, --at N goes back" : "");
    analysis->seat = analysis->seat_name
                         ? holm_word(holm_seat_names, HOLM_SEATS, analysis->seat_name)
                         : holm_next(state);
    if (analysis->seat < 0 || analysis->seat >= players)
        cli_refuse(&cli_analyse_manual, "--seat wants one of the %d players, such as red, not '%s'",
                   players, analysis->seat_name);
    holm_view(state, analysis->seat, &analysis->view);
    holm_legal(&analysis->view.seen, analysis->seat, &analysis->list);
    for (int seat = 0; seat < players; seat++)
        if (holm_bit_in(holm_asked(state), seat))
            holm_putf(&writer, "%s%s", writer.used ? ", " : "", holm_seat_names[seat]);
    if (!analysis->list.count)
        cli_refuse(&cli_analyse_manual, "%s has nothing to choose; asked: %s",
                   holm_seat_names[analysis->seat], asked);
}

static void load(struct analysis *analysis, const char *path, long to)
{
    static struct beliefs beliefs;
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(path, &trouble);
    if (!text)
        cli_fail_file(&cli_analyse_manual, path, &trouble);
    if (cli_is_log(path, text)) {
        analysis->log = text;
        load_log(analysis, &beliefs, path, to);
    } else if (to >= 0) {
        cli_refuse(&cli_analyse_manual, "--at is for logs: this is a position");
    } else if (holm_json_is_view(text)) {
        load_view(analysis, path, text);
    } else if (!holm_json_read_position_known(text, &analysis->board, &analysis->state,
                                              &analysis->known, &trouble)) {
        cli_fail_file(&cli_analyse_manual, path, &trouble);
    }
    if (!analysis->log)
        free(text);
    find_seat(analysis);
    analysis->believes = beliefs.actions > 0;
    analysis->belief = beliefs.of[analysis->seat];
    if (!analysis->log && analysis->known.viewer == analysis->seat) {
        analysis->believes = true;
        holm_known_look(&analysis->known, &analysis->state, &analysis->view, &analysis->belief);
    }
}

/* -------------------------------------------------------------- explanations */

static int explain(const struct analysis *analysis, const struct holm_action *action,
                   struct holm_term terms[ANALYSE_TERMS])
{
    return holm_explain(&analysis->view, analysis->believes ? &analysis->belief : NULL, action,
                        analysis->seed, terms, ANALYSE_TERMS);
}

/* "+ victory points, - cards in the hand", on a line of its own. */
void cli_print_terms(const struct analysis *analysis, const struct holm_action *action, int indent)
{
    struct holm_term terms[ANALYSE_TERMS];
    const int count = analysis->explains ? explain(analysis, action, terms) : 0;
    for (int i = 0; i < count; i++)
        printf("%*s%c %s", i ? 2 : indent, i ? ", " : "", terms[i].weight > 0 ? '+' : '-',
               holm_term_title(analysis->language, terms[i].term));
    if (count)
        putchar('\n');
}

void cli_print_terms_json(const struct analysis *analysis, const struct holm_action *action)
{
    struct holm_term terms[ANALYSE_TERMS];
    if (!analysis->explains)
        return;
    const int count = explain(analysis, action, terms);
    fputs(",\"terms\":[", stdout);
    for (int i = 0; i < count; i++) {
        printf("%s{\"term\":\"%s\",\"weight\":%.3f,\"text\":\"%s\"}", i ? "," : "",
               holm_term_name(terms[i].term), terms[i].weight,
               holm_term_title(analysis->language, terms[i].term));
    }
    putchar(']');
}

/* -------------------------------------------------------------------- options */

int cli_analyse(int argc, char **argv)
{
    static struct cli_texts files;
    static struct analysis analysis = { .rows = 10 };
    long at = -1, nodes = 0, milliseconds = 0;
    int64_t seed = 1;
    struct holm_bot_order bot;
    const char *playout = NULL, *language = holm_language_codes[HOLM_ENGLISH];
    const struct cli_option options[] = {
        { "--at", "N", "in a log: the position after action N (default: the last)", CLI_NUMBER, &at,
          0, 1 << 30 },
        { "--seat", "SEAT", "whose choice (default: who is asked)", CLI_TEXT, &analysis.seat_name,
          0, 0 },
        { "--nodes", "N", "lines to play on (default: as many as a review or the page does)",
          CLI_NUMBER, &nodes, 1, HOLM_BUDGET_MOST },
        { "--seed", "N", "of what is played (default 1)", CLI_WIDE, &seed, 0, UINT32_MAX },
        { "--playout", "BOT", "by the games that a bot wins; --nodes of them (default 2000)",
          CLI_TEXT, &playout, 0, 0 },
        { "--time", "MS", "with --playout: stop after so long", CLI_NUMBER, &milliseconds, 1,
          HOLM_BUDGET_MOST },
        { "--top", "N", "how many to print (default 10)", CLI_NUMBER, &analysis.rows, 1,
          HOLM_LIST_MAX },
        { "--explain", NULL, "say what each action changes most", CLI_YES, &analysis.explains, 0,
          0 },
        { "--language", "CODE", "of the explanations: en (default) or es", CLI_TEXT, &language, 0,
          0 },
        { "--json", NULL, "print all as one JSON object", CLI_YES, &analysis.json, 0, 0 },
    };
    cli_read(&cli_analyse_manual, options, sizeof options / sizeof *options, NULL, &files, argc,
             argv);
    if (playout && !holm_bot_read(playout, &bot))
        cli_refuse(&cli_analyse_manual, "there is no bot '%s' to play games out; try greedy",
                   playout);
    if (!playout && milliseconds)
        cli_refuse(&cli_analyse_manual, "--time goes with --playout");
    analysis.language = holm_word(holm_language_codes, HOLM_LANGUAGES, language);
    if (analysis.language < 0)
        cli_refuse(&cli_analyse_manual, "--language wants en or es, not '%s'", language);
    analysis.seed = (uint64_t)seed;
    analysis.nodes = (uint32_t)nodes;
    load(&analysis, files.at[0], at);
    if (playout)
        cli_analyse_played(&analysis, &bot, (uint32_t)milliseconds);
    else
        cli_analyse_judged(&analysis);
    free(analysis.log);
    return 0;
}
