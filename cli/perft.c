/* perft.c: counts everything that can happen from a position. Chance is explicit: an action that
 * draws has one child for each outcome. Three numbers a depth: N, the leaves; W, the leaves
 * weighted by how many equally likely cases lead to them (36 for a roll, 6 for the event die, cards
 * held for a theft, cards left for a draw), so that a missing outcome shows; H, the sum of the
 * leaves' hashes. Offers between players are templates without bounds worth counting and are left
 * out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/json.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "perft", "[OPTION...]",
    "Counts the leaves of the tree of all actions, with every outcome of chance, to a depth.\n"
    "Prints for each depth: leaves N, weighted leaves W, and H, the sum of their hashes.\n"
    "Dice count as 11 totals with 36 cases; in Cities & Knights, where the red die matters alone, "
    "and\n"
    "with balanced dice, as pairs; the event die and the progress cards drawn follow. Without "
    "other\n"
    "options the printed board is used, where there is one, and the first seat begins.",
    0, 0
};

struct count {
    uint64_t leaves, weighted, hashes;
};

struct position {
    struct holm_board board;
    struct holm_state state;
};

static struct count visit(const struct holm_state *state, int depth);

static void add(struct count *sum, const struct count *more, uint64_t weight)
{
    sum->leaves += more->leaves;
    sum->weighted += weight * more->weighted;
    sum->hashes += more->hashes;
}

/* ------------------------------------------------------------------ chance */

/* An action with the outcomes dictated so far. */
struct branch {
    const struct holm_state *state;
    const struct holm_action *action;
    int depth; /* left below the action */
    uint8_t outcomes[HOLM_DRAWS_MAX];
    int count;
};

static void visit_outcomes(struct branch *branch, uint64_t weight, struct count *sum);

static void visit_pair(struct branch *branch, int first, int second, int weight, struct count *sum)
{
    branch->outcomes[0] = (uint8_t)(first - 1);
    branch->outcomes[1] = (uint8_t)(second - 1);
    branch->count = 2;
    visit_outcomes(branch, (uint64_t)weight, sum);
    branch->count = 0;
}

/* Whether balanced dice may come out so (BASE-PROD-10). */
static bool may_come(const struct holm_state *state, int first, int second)
{
    return !holm_rolls_left(state) || holm_roll_is_left(state, first, second);
}

/* A total stands for all pairs of dice that make it, unless the red die matters (CK-TURN-5) or the
 * dice remember. */
static void visit_dice(struct branch *branch, struct count *sum)
{
    const struct holm_state *state = branch->state;
    const bool pairs = (state->board->rules.knights != 0 || holm_rolls_left(state)) &&
                       holm_step(state)->kind == HOLM_STEP_ROLL;
    for (int first = 1; pairs && first <= 6; first++)
        for (int second = 1; second <= 6; second++)
            if (may_come(state, first, second))
                visit_pair(branch, first, second, 1, sum);
    for (int total = 2; !pairs && total <= 12; total++) {
        const int first = total > 6 ? total - 6 : 1;
        visit_pair(branch, first, total - first, total <= 7 ? total - 1 : 13 - total, sum);
    }
}

/* A roll that is void and repeated (DUO-ROLL-1, VAR-EASY-1) asks for two dice more where the event
 * die or nothing should follow: it is no outcome of its own, only the rolls that count are. */
static bool is_void(const struct branch *branch, const uint8_t *wanted)
{
    const struct holm_rules *rules = &branch->state->board->rules;
    return branch->count == 2 && !branch->state->alchemy &&
           (!rules->knights || memcmp(wanted, rules->event_die, HOLM_FACES));
}

static void visit_wanted(struct branch *branch, const uint8_t *wanted, uint64_t weight,
                         struct count *sum)
{
    for (int outcome = 0; outcome < HOLM_OUTCOMES; outcome++)
        if (wanted[outcome]) {
            branch->outcomes[branch->count++] = (uint8_t)outcome;
            visit_outcomes(branch, weight * wanted[outcome], sum);
            branch->count--;
        }
}

/* Whatever is listed is possible with some outcome, or the counts would be of another game. */
static _Noreturn void fail_listed(const struct branch *branch, int error)
{
    char text[256];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put_action(&writer, branch->state->board, branch->action);
    cli_fail(&manual, "listed but refused: %s: %s", text, holm_reason(error)->text);
}

/* Applies the action on a copy; where an outcome is missing, tries each possible one. */
static void visit_outcomes(struct branch *branch, uint64_t weight, struct count *sum)
{
    struct holm_state next = *branch->state;
    struct holm_chance chance;
    memset(&chance, 0, sizeof chance);
    holm_chance_dictate(&chance, branch->outcomes, branch->count);
    const int error = holm_apply(&next, branch->action, &chance, NULL);
    if (!error) {
        const struct count below = visit(&next, branch->depth);
        add(sum, &below, weight);
        return;
    }
    if (error != HOLM_E_OUTCOME || chance.failed != 2 || branch->count == HOLM_DRAWS_MAX)
        fail_listed(branch, error);
    const bool roll = branch->action->kind == HOLM_DO_ROLL;
    if (roll && branch->count == 0 && !branch->state->alchemy)
        visit_dice(branch, sum);
    else if (!roll || !is_void(branch, chance.wanted))
        visit_wanted(branch, chance.wanted, weight, sum);
}

/* -------------------------------------------------------------------- tree */

static struct count visit_action(const struct holm_state *state, const struct holm_action *action,
                                 int depth)
{
    struct branch branch = { .state = state, .action = action, .depth = depth - 1 };
    struct count sum = { 0, 0, 0 };
    visit_outcomes(&branch, 1, &sum);
    return sum;
}

static struct count visit(const struct holm_state *state, int depth)
{
    struct count sum = { 0, 0, 0 };
    struct holm_list list;
    if (depth == 0)
        return (struct count){ 1, 1, holm_hash(state) };
    if (holm_over(state))
        return sum;
    holm_legal(state, holm_next(state), &list);
    for (int i = 0; i < list.count; i++) {
        const struct count below = visit_action(state, &list.at[i], depth);
        add(&sum, &below, 1);
    }
    return sum;
}

static void divide(const struct holm_state *state, int depth)
{
    struct holm_list list;
    if (holm_over(state))
        return;
    holm_legal(state, holm_next(state), &list);
    for (int i = 0; i < list.count; i++) {
        char text[256];
        struct holm_writer writer = holm_writer(text, sizeof text);
        const struct count below = visit_action(state, &list.at[i], depth);
        holm_put_action(&writer, state->board, &list.at[i]);
        printf("%-36s N %" PRIu64 "  W %" PRIu64 "  H %016" PRIx64 "\n", text, below.leaves,
               below.weighted, below.hashes);
    }
}

/* --------------------------------------------------------------- positions */

static bool load_position(const char *path, struct position *position, struct holm_trouble *trouble)
{
    char *text = cli_slurp(path, trouble);
    if (!text)
        return false;
    const bool ok = holm_json_read_position(text, &position->board, &position->state, trouble);
    free(text);
    return ok;
}

static bool deal_position(const struct cli_setup *setup, struct position *position,
                          struct holm_trouble *trouble)
{
    struct cli_game game;
    struct holm_chance chance;
    if (!cli_try_resolve(setup, &game, trouble))
        return false;
    cli_prefer_fixed(setup, &game);
    holm_chance_number(&chance, setup->seed < 0 ? 1 : (uint64_t)setup->seed);
    if (!cli_deal(&game, &chance, &position->board, trouble))
        return false;
    holm_start(&position->state, &position->board);
    return true;
}

/* The start that the closed-form counts are for; options given later override it. */
static struct cli_setup fixed_start(void)
{
    struct cli_setup setup = cli_setup_start();
    setup.settings.at[setup.settings.count++] = "start_player=fixed";
    setup.without = 1u << CLI_BOTS | 1u << CLI_LIMIT | 1u << CLI_BOT_SEED;
    return setup;
}

/* ------------------------------------------------------------------- files */

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && strchr(" \t\r", text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* "options or a path" of a line: words that begin with -- are options. */
static bool field_position(char *field, const char *folder, struct position *position,
                           struct holm_trouble *trouble)
{
    char *words[64] = { "perft" };
    char path[512];
    int count = 1;
    if (*field && strncmp(field, "--", 2)) {
        snprintf(path, sizeof path, "%s%s", *field == '/' ? "" : folder, field);
        return load_position(path, position, trouble);
    }
    for (char *rest = field, *word; count < 64 && (word = strsep(&rest, " \t"));)
        if (*word)
            words[count++] = word;
    struct cli_setup setup = fixed_start();
    cli_read(&manual, NULL, 0, &setup, NULL, count, words);
    return deal_position(&setup, position, trouble);
}

/* "D3 N W H": false when the tree says otherwise. */
static bool field_agrees(const char *field, const char *where, const char *name,
                         const struct holm_state *state)
{
    int depth;
    struct count want, have;
    if (sscanf(field, "D%d %" SCNu64 " %" SCNu64 " %" SCNx64, &depth, &want.leaves, &want.weighted,
               &want.hashes) != 4 ||
        depth < 0 || depth > 64) {
        printf("%s: '%s' should read D1 N W H\n", where, field);
        return false;
    }
    have = visit(state, depth);
    if (have.leaves == want.leaves && have.weighted == want.weighted && have.hashes == want.hashes)
        return true;
    printf("%s: %s: expected D%d %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", where, name, depth,
           want.leaves, want.weighted, want.hashes);
    printf("%s: %s: found    D%d %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", where, name, depth,
           have.leaves, have.weighted, have.hashes);
    return false;
}

static bool line_agrees(char *line, const char *where, const char *folder)
{
    static struct position position;
    struct holm_trouble trouble = { 0 };
    bool agrees = true;
    char *rest = line;
    const char *name = trim(strsep(&rest, ";"));
    char *setup = rest ? trim(strsep(&rest, ";")) : NULL;
    if (!setup || !field_position(setup, folder, &position, &trouble)) {
        printf("%s: %s\n", where,
               setup ? trouble.text : "should read NAME ; SET-UP ; D1 N W H ...");
        return false;
    }
    while (rest) {
        const char *field = trim(strsep(&rest, ";"));
        if (*field)
            agrees = field_agrees(field, where, name, &position.state) && agrees;
    }
    return agrees;
}

static int check_file(const char *path)
{
    struct holm_trouble trouble = { 0 };
    char *text = cli_slurp(path, &trouble), folder[512], where[560];
    int number = 0, passed = 0, failed = 0;
    if (!text)
        cli_fail_file(&manual, path, &trouble);
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 0, path);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        number++;
        line = trim(line);
        if (!*line || *line == '#')
            continue;
        snprintf(where, sizeof where, "%.500s:%d", path, number);
        if (line_agrees(line, where, folder))
            passed++;
        else
            failed++;
    }
    free(text);
    printf("%d passed, %d failed\n", passed, failed);
    return failed ? 1 : 0;
}

/* ----------------------------------------------------------------- command */

int cli_perft(int argc, char **argv)
{
    static struct position position;
    struct cli_setup setup = fixed_start();
    struct holm_trouble trouble = { 0 };
    long depth = 3;
    bool divided = false;
    const char *path = NULL, *file = NULL;
    const struct cli_option options[] = {
        { "--depth", "D", "how many actions deep (default 3)", CLI_NUMBER, &depth, 0, 64 },
        { "--divide", NULL, "print the counts under each first action", CLI_YES, &divided, 0, 0 },
        { "--position", "FILE", "start from a position (JSON)", CLI_TEXT, &path, 0, 0 },
        { "--file", "FILE", "check the counts in FILE: lines of NAME ; SET-UP ; D1 N W H ; ...",
          CLI_TEXT, &file, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, &setup, NULL, argc, argv);
    if (file)
        return check_file(file);
    if (!(path ? load_position(path, &position, &trouble)
               : deal_position(&setup, &position, &trouble)))
        cli_refuse(&manual, "%s%s%s", path ? path : "", path ? ": " : "", trouble.text);
    if (divided && depth > 0)
        divide(&position.state, (int)depth);
    for (long d = divided ? depth : 0; d <= depth; d++) {
        const struct count count = visit(&position.state, (int)d);
        printf("D%ld %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", d, count.leaves, count.weighted,
               count.hashes);
        fflush(stdout);
    }
    return 0;
}
