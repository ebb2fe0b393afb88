/* puzzles.c: positions of bots' games in which one choice is clearly best, found and checked. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bots/explain.h"
#include "bots/weigh.h"
#include "cli/cli.h"
#include "cli/games.h"
#include "cli/load.h"
#include "cli/measure.h"
#include "cli/tune.h"
#include "text/json.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "puzzles", "[OPTION...] [FILE]",
    "Lets bots play, and writes positions in which one choice of a seat is clearly better than\n"
    "all others, by all that the seat can see: one JSON object a line, a view (for holm analyse)\n"
    "with its kind and its answer. Choices are weighed by playing them on as hard does. With\n"
    "--check FILE the answers of a file are compared with those of a search of ten times the\n"
    "nodes; the exit status is 1 where fewer than 95 of 100 agree.",
    0, 0
};

/* What a puzzle asks. */
enum kind { SETUP, ROBBER, RACE, DEFENCE, KINDS };
/* ORDER: enum kind. Where the robber goes decides less than other choices, and takes longer to tell. */
static const struct {
    const char *name;
    double margin, lines; /* as parts of those that are asked for */
} kinds[KINDS] = {
    { "setup", 1, 1 },
    { "robber", 0.4, 3 },
    { "race", 1, 1 },
    { "defence", 0.6, 1.5 },
};

enum {
    PUZZLE_MAX = 1 << 16, /* bytes of a line */
    NEAR_THE_END = 3, /* points short of the target, in a race */
    SHIP_NEAR = 4, /* spaces that the barbarians have sailed, where a defence counts */
    SCREEN_LINES = 16,
    DEEPER = 10, /* times the nodes, to check */
    CHOICES_LEAST = 4,
    AGREE_LEAST = 95 /* percent */
};
static const double SURE = 4; /* standard errors between the best and the second */

struct search {
    struct tune_source source;
    struct holm_bot_order bots;
    long count, lines, margin, games;
    long found[KINDS], wanted[KINDS];
    double end; /* by the clock; 0: none */
    /* the game being played */
    struct tune_game game;
    struct holm_bot bot[HOLM_SEATS];
    struct holm_view view;
    struct holm_list list;
    struct holm_events events;
    struct holm_weighing weighing;
    unsigned here; /* kinds that this game has given: one of each, so that they differ */
};

/* ------------------------------------------------------------------- finding */

static bool is_close(const struct holm_state *state)
{
    const struct holm_rules *rules = &state->board->rules;
    for (int seat = 0; seat < rules->players; seat++)
        if (holm_points(state, seat) + NEAR_THE_END >= rules->target)
            return true;
    return false;
}

/* What would be asked here; KINDS: nothing. */
static enum kind kind_here(const struct holm_state *state)
{
    switch (holm_step(state)->kind) {
    case HOLM_STEP_SETUP_SETTLEMENT:
        return SETUP;
    case HOLM_STEP_ROBBER:
        return ROBBER;
    case HOLM_STEP_ACTIONS:
        if (state->board->rules.knights && state->barbarians >= SHIP_NEAR && !is_close(state))
            return DEFENCE;
        return is_close(state) ? RACE : KINDS;
    default:
        return KINDS;
    }
}

/* A defence is one by knights. */
static bool is_answer(enum kind kind, const struct holm_action *action)
{
    return kind != DEFENCE || action->kind == HOLM_DO_RECRUIT || action->kind == HOLM_DO_ACTIVATE ||
           action->kind == HOLM_DO_PROMOTE;
}

static bool is_clear(const struct holm_weighing *weighing, double margin)
{
    return weighing->count > 1 && weighing->behind >= margin &&
           weighing->behind >= SURE * weighing->error;
}

/* Whether there is something to say for the answer, once somebody has tried. */
static bool is_explained(const struct search *search, uint64_t seed)
{
    struct holm_term term;
    return holm_explain(&search->view, NULL, &search->weighing.at[0].action, seed, &term, 1) > 0;
}

static void print_puzzle(struct search *search, enum kind kind)
{
    static char text[PUZZLE_MAX];
    struct holm_writer writer = holm_writer(text, sizeof text);
    const struct holm_weighing *weighing = &search->weighing;
    const struct holm_board *board = &search->game.board;
    holm_put_char(&writer, '{');
    holm_json_put_word(&writer, "kind", kinds[kind].name);
    holm_json_key(&writer, "answer");
    holm_json_action(&writer, board, &weighing->at[0].action);
    holm_json_key(&writer, "second");
    holm_json_action(&writer, board, &weighing->at[1].action);
    holm_putf(&writer, ",\"chance\":%.3f,\"behind\":%.3f,\"lines\":%d", weighing->at[0].chance,
              weighing->behind, weighing->lines);
    holm_json_key(&writer, "rules");
    holm_json_rules(&writer, &board->rules);
    holm_json_key(&writer, "map");
    holm_json_map(&writer, &board->map);
    holm_json_key(&writer, "view");
    holm_json_state(&writer, &search->view.seen);
    holm_put_char(&writer, '}');
    if (writer.full)
        return;
    puts(text);
    fflush(stdout);
    search->found[kind]++;
    search->here |= holm_bit((int)kind);
}

/* A quick look first: most positions have no clear answer. */
static void try_position(struct search *search, uint64_t seed)
{
    const enum kind kind = kind_here(&search->view.seen);
    if (kind == KINDS || search->found[kind] >= search->wanted[kind] ||
        holm_bit_in(search->here, (int)kind) || search->list.count < CHOICES_LEAST)
        return;
    const double margin = kinds[kind].margin * (double)search->margin / 1000;
    const int lines = (int)(kinds[kind].lines * (double)search->lines);
    holm_weigh(&search->view, seed, SCREEN_LINES, margin, &search->weighing);
    if (search->weighing.count < 2 || search->weighing.behind < margin ||
        !is_answer(kind, &search->weighing.at[0].action))
        return;
    holm_weigh(&search->view, seed + 1, lines, margin, &search->weighing);
    if (is_clear(&search->weighing, margin) && is_answer(kind, &search->weighing.at[0].action) &&
        is_explained(search, seed))
        print_puzzle(search, kind);
}

static bool is_done(const struct search *search)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (search->found[kind] < search->wanted[kind])
            return search->end > 0 && cli_now() >= search->end;
    return true;
}

static void start_game(struct search *search, long number, uint64_t *seed)
{
    *seed = tune_deal(&search->source, number, &search->game);
    search->here = 0;
    for (int seat = 0; seat < search->game.board.rules.players; seat++) {
        holm_bot_start(&search->bot[seat], &search->bots, seat, *seed);
        holm_view(&search->game.state, seat, &search->view);
        holm_bot_join(&search->bot[seat], &search->view);
    }
}

static void play_game(struct search *search, long number)
{
    struct holm_state *state = &search->game.state;
    const int players = search->source.game[number % search->source.games].rules.players;
    struct holm_action action;
    uint64_t seed;
    start_game(search, number, &seed);
    while (!holm_over(state) && !is_done(search)) {
        const int seat = holm_next(state);
        holm_view(state, seat, &search->view);
        holm_legal(&search->view.seen, seat, &search->list);
        try_position(search, seed + state->turns);
        holm_bot_choose(&search->bot[seat], &search->view, &search->list, &action);
        const int error = holm_apply(state, &action, &search->game.chance, &search->events);
        if (error)
            cli_fail(&manual, "a bot chose what is not allowed: %s", holm_reason(error)->text);
        holm_bots_tell(search->bot, players, state, &search->events);
    }
    for (int seat = 0; seat < players; seat++)
        holm_bot_stop(&search->bot[seat]);
}

/* ------------------------------------------------------------------ checking */

static bool read_answer(const char *line, const struct holm_board *board,
                        struct holm_action *answer, int *lines, struct holm_trouble *trouble)
{
    json_t *json = holm_value_read(line, trouble);
    const bool fine =
        json && holm_json_read_action(holm_value_member(json, "answer"), board, answer, trouble) &&
        holm_json_get_number(json, "lines", 1, HOLM_BUDGET_MOST / DEEPER, lines, trouble);
    holm_value_free(json);
    return fine;
}

/* Whether a search of ten times the nodes, with other dice, finds the same. */
static bool check_puzzle(const char *line, int64_t seed, struct holm_weighing *weighing,
                         struct holm_trouble *trouble, bool *agrees)
{
    static struct holm_board board;
    static struct holm_view view;
    struct holm_action answer;
    int lines;
    if (!holm_json_read_view(line, &board, &view, trouble) ||
        !read_answer(line, &board, &answer, &lines, trouble))
        return false;
    holm_weigh(&view, (uint64_t)seed, DEEPER * lines, 0, weighing);
    *agrees = weighing->count && !memcmp(&weighing->at[0].action, &answer, sizeof answer);
    return true;
}

static int check_file(const char *path, int64_t seed, long every)
{
    struct holm_weighing weighing;
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(path, &trouble), *rest = text;
    int number = 0, checked = 0, agreed = 0;
    if (!text)
        cli_fail_file(&manual, path, &trouble);
    for (char *line; (line = strsep(&rest, "\n")) && *line;) {
        bool agrees;
        if (number++ % every)
            continue;
        if (!check_puzzle(line, seed, &weighing, &trouble, &agrees)) {
            trouble.line = number;
            cli_fail_file(&manual, path, &trouble);
        }
        checked++;
        agreed += agrees;
        if (!agrees)
            printf("puzzle %d: another answer, by %.3f (%.3f)\n", number, weighing.behind,
                   weighing.error);
    }
    free(text);
    printf("%d of %d answers agree with a search of %d times the nodes\n", agreed, checked, DEEPER);
    return checked && 100 * agreed >= AGREE_LEAST * checked ? 0 : 1;
}

/* ------------------------------------------------------------------- command */

/* As many of each kind as of the others; a defence needs knights. */
static void share_kinds(struct search *search, const char *only)
{
    const int most = search->source.game[0].rules.knights ? KINDS : DEFENCE;
    int found = 0;
    for (int kind = 0; kind < most; kind++) {
        const bool meant = !only || !strcmp(only, kinds[kind].name);
        found += meant;
        search->wanted[kind] =
            only ? search->count * meant : search->count / most + (kind < search->count % most);
    }
    if (!found)
        cli_refuse(&manual, "--kind wants setup, robber, race or, with knights, defence, not '%s'",
                   only);
}

int cli_puzzles(int argc, char **argv)
{
    static struct search search = { .count = 100, .lines = 200, .margin = 15, .games = 1 << 20 };
    struct cli_setup setup = cli_setup_start();
    const char *check = NULL, *only = NULL;
    long seconds = 0, every = 1, first = 0;
    const struct cli_option options[] = {
        { "--count", "N", "puzzles to find (default 100), as many of each kind", CLI_NUMBER,
          &search.count, 1, 100000 },
        { "--kind", "NAME", "of this kind alone: setup, robber, race, defence", CLI_TEXT, &only, 0,
          0 },
        { "--lines", "N", "of each choice (default 200); a node is a line", CLI_NUMBER,
          &search.lines, SEARCH_LINES, 1000000 },
        { "--margin", "N", "by how many thousandths of a win the second is worse (default 15)",
          CLI_NUMBER, &search.margin, 1, 1000 },
        { "--games", "N", "to play at most", CLI_NUMBER, &search.games, 1, 1 << 30 },
        { "--from", "N", "the number of the first game (default 0)", CLI_NUMBER, &first, 0,
          1 << 30 },
        { "--seconds", "N", "stop after so long", CLI_NUMBER, &seconds, 1, 1 << 20 },
        { "--check", "FILE", "compare its answers with a deeper search", CLI_TEXT, &check, 0, 0 },
        { "--every", "N", "with --check: every Nth puzzle alone", CLI_NUMBER, &every, 1, 100000 },
    };
    setup.seed = 1;
    setup.bots = "medium";
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    if (check)
        return check_file(check, setup.seed + 1000, every);
    if (!holm_bot_read(setup.bots, &search.bots) || search.bots.command)
        cli_refuse(&manual, "--bots wants one bot of Holm's own, not '%s'", setup.bots);
    tune_resolve(&manual, &setup, &search.source);
    search.source.first = first;
    share_kinds(&search, only);
    search.end = seconds ? cli_now() + (double)seconds : 0;
    for (long number = 0; number < search.games && !is_done(&search); number++)
        play_game(&search, number);
    for (int kind = 0; kind < KINDS; kind++)
        if (search.wanted[kind])
            fprintf(stderr, "%s: %ld of %ld\n", kinds[kind].name, search.found[kind],
                    search.wanted[kind]);
    return 0;
}
