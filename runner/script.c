/* script.c: scripts (docs/scripts.md): cases, what they show, and refusals. */
#include "runner/script.h"

#include <stdio.h>
#include <string.h>

#include "runner/run.h"

enum { REPEAT_MAX = 100000 };

/* -------------------------------------------------------------------- refusals */

/* Collects the rules that a case shows, each once. */
static void add_shown(struct holm_run *run, const char *rule)
{
    struct holm_words words;
    struct holm_writer writer = { .buffer = run->shows,
                                  .size = sizeof run->shows,
                                  .used = strlen(run->shows) };
    for (words.rest = run->shows; *words.rest;) {
        holm_words_next(&words);
        if (strcmp(words.word, rule) == 0)
            return;
    }
    if (writer.used + 1 + strlen(rule) >= writer.size)
        return; /* rather one too few than half an ID */
    if (writer.used)
        holm_put_char(&writer, ' ');
    holm_put(&writer, rule);
}

/* Splits "ACTION because ID" where it stands; the ID, or NULL when none is asked for. */
static char *split_because(char *text)
{
    static const char because[] = " because ";
    char *found = strstr(text, because);
    if (!found)
        return NULL;
    *found = '\0';
    return found + strlen(because);
}

static bool check_refusal(struct holm_run *run, const struct holm_action *action,
                          struct holm_outcomes *outcomes, const char *rule)
{
    struct holm_state before = run->state;
    struct holm_chance chance = run->chance;
    struct holm_events events;
    memcpy(&before, &run->state, sizeof before); /* padding too: compared by bytes */
    int checked = holm_check_past(&run->state, &run->past, action);
    int error = holm_run_apply(run, action, outcomes, &events);
    bool changed = memcmp(&before, &run->state, sizeof before) != 0;
    run->chance = chance;
    if (!error)
        return holm_run_trouble(run, "it was accepted");
    if (changed)
        return holm_run_trouble(run, "it was refused, but the position changed");
    if (checked != error && error != HOLM_E_OUTCOME)
        return holm_run_trouble(run, "check says '%s', apply says '%s'", holm_reason(checked)->name,
                                holm_reason(error)->name);
    if (rule && strcmp(rule, holm_reason(error)->rule) != 0)
        return holm_run_trouble(run, "expected a refusal because %.40s, found %s: %s", rule,
                                holm_reason(error)->rule, holm_reason(error)->text);
    return true;
}

/* A game that may not be; another one may follow in the same case. */
static bool refuse_game(struct holm_run *run, const char *text, const char *rule)
{
    struct holm_words words;
    const int seed = run->seed;
    if (run->has_game)
        return holm_run_trouble(run, "a second game in one case");
    run->refused = HOLM_OK;
    holm_words_start(&words, text);
    holm_words_next(&words);
    const bool good = holm_run_game(run, &words) && holm_run_board(run);
    run->has_game = run->has_board = false;
    run->seed = seed;
    if (good)
        return holm_run_trouble(run, "it was accepted");
    const struct holm_reason *reason = holm_reason(run->refused);
    return !rule || (run->refused && !strcmp(rule, reason->rule)) ||
           holm_run_trouble(run, "expected a refusal because %.40s, found %s%s%.100s", rule,
                            reason->rule, *reason->rule ? ": " : "",
                            run->refused ? reason->text : run->trouble.text);
}

static bool do_refuse(struct holm_run *run, struct holm_words *words)
{
    char text[HOLM_LINE_MAX];
    struct holm_action action;
    struct holm_outcomes outcomes;
    const bool game = !strcmp(words->word, "game");
    if (!run->has_game && !game)
        return holm_run_trouble(run, "'refuse' comes before the game");
    snprintf(text, sizeof text, "%s%s", words->word, words->rest);
    char *because = split_because(text);
    struct holm_words rule = { .rest = because ? because : "" };
    holm_words_next(&rule);
    if (because && (!*rule.word || rule.rest[strspn(rule.rest, " \t")]))
        return holm_run_trouble(run, "one rule belongs behind 'because'");
    if (because)
        add_shown(run, rule.word);
    if (game)
        return refuse_game(run, text, because ? rule.word : NULL);
    return holm_run_board(run) && holm_run_action(run, text, &action, &outcomes) &&
           check_refusal(run, &action, &outcomes, because ? rule.word : NULL);
}

/* ------------------------------------------------------------------ statements */

static bool do_shows(struct holm_run *run, struct holm_words *words)
{
    if (!*words->word)
        return holm_run_not(run, "", "a rule");
    for (; *words->word; holm_words_next(words))
        add_shown(run, words->word);
    return true;
}

static bool do_repeat(struct holm_run *run, struct holm_words *words)
{
    if (run->statements > 0)
        return holm_run_trouble(run, "repeat belongs right behind the case");
    if (!holm_read_number(words->word, 1, REPEAT_MAX, &run->repeat))
        return holm_run_not(run, words->word, "a number of seeds");
    holm_words_next(words);
    return !*words->word || holm_run_not(run, words->word, "expected here");
}

static const struct {
    const char *name;
    bool (*run)(struct holm_run *, struct holm_words *);
    bool before_game;
    bool tries; /* the rules may say otherwise than it does; so does every action */
} statements[] = {
    { "shows", do_shows, true, false },     { "repeat", do_repeat, true, false },
    { "game", holm_run_game, true, false }, { "set", holm_run_set, false, false },
    { "refuse", do_refuse, true, true },    { "expect", holm_run_expect, false, true },
};
enum { STATEMENTS = sizeof statements / sizeof statements[0] };

static bool run_statement(struct holm_run *run, const char *text)
{
    struct holm_words words;
    int i = 0;
    holm_words_start(&words, text);
    while (i < STATEMENTS && strcmp(statements[i].name, words.word) != 0)
        i++;
    if (!run->has_game && (i == STATEMENTS || !statements[i].before_game))
        return holm_run_trouble(run, "'%.40s' comes before the game", words.word);
    run->tried |= i == STATEMENTS || statements[i].tries;
    if (i == STATEMENTS)
        return holm_run_play(run, text);
    holm_words_next(&words);
    return statements[i].run(run, &words);
}

/* ----------------------------------------------------------------------- lines */

/* The title when this line begins a case, or NULL. */
static const char *case_title(const struct holm_run_lines *cursor)
{
    const char *text = cursor->text;
    if (strncmp(text, "case", 4) != 0 || (text[4] && text[4] != ' ' && text[4] != '\t'))
        return NULL;
    return text + 4 + strspn(text + 4, " \t");
}

/* Runs a case once, from the line behind its title. */
static bool run_once(struct holm_run *run, struct holm_run_lines cursor)
{
    run->has_game = run->has_board = run->robber_set = run->robber_lost = run->tried = false;
    run->line = cursor.line;
    run->statements = 0;
    run->events.count = 0;
    memset(&run->tired, 0, sizeof run->tired);
    while (holm_run_next_line(&cursor) && !case_title(&cursor)) {
        run->line = cursor.line;
        if (cursor.overlong)
            return holm_run_trouble(run, "the line is longer than %d characters",
                                    HOLM_LINE_MAX - 1);
        if (!*cursor.text)
            continue;
        if (!run_statement(run, cursor.text))
            return false;
        run->statements++;
    }
    return run->tried || holm_run_trouble(run, "it tries nothing: no action, no refuse, no expect");
}

static bool run_case(struct holm_run *run, const struct holm_run_lines *cursor)
{
    memset(run, 0, sizeof *run);
    for (int seed = 1; seed == 1 || seed <= run->repeat; seed++) {
        run->seed = seed;
        if (run_once(run, *cursor))
            continue;
        size_t used = strlen(run->trouble.text);
        if (run->repeat)
            snprintf(run->trouble.text + used, sizeof run->trouble.text - used, " (seed %d)", seed);
        return false;
    }
    return true;
}

struct holm_script_result holm_script_run(const char *text, holm_case_told *told, void *context)
{
    struct holm_script_result result = { 0 };
    struct holm_run_lines cursor = { .at = text };
    bool in_case = false;
    while (holm_run_next_line(&cursor)) {
        const char *title = case_title(&cursor);
        if (title) {
            struct holm_run run;
            bool good = run_case(&run, &cursor);
            result.passed += good;
            result.failed += !good;
            in_case = true; /* the lines that follow belong to it */
            told(context, title, run.shows, good ? NULL : &run.trouble);
        } else if (*cursor.text && !in_case) {
            struct holm_trouble trouble;
            holm_trouble(&trouble, cursor.line, "a case should begin before this");
            in_case = true;
            result.failed++;
            told(context, "(no case)", "", &trouble);
        }
    }
    return result;
}
