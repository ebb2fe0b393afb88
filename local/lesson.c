/* lesson.c: lessons, read from their scripts and followed step by step. The position after any
 * number of steps is arranged and played anew, so that a step can be taken back and a lesson
 * resumed; nothing of it is kept but that number. */
#include "local/lesson.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/arrange.h"
#include "text/json.h"
#include "text/plain_text.h"

enum { STATEMENTS_MOST = 400, TEXT_MOST = 1 << 16, LEARNER = 0 };

/* What a line of a lesson is. */
enum kind { GAME, SET, SAY, DO, THEN, KINDS };

/* ORDER: enum kind. */
static const struct {
    const char *word;
    bool step; /* waits for the learner */
} kinds[KINDS] = {
    [GAME] = { "game", false }, [SET] = { "set", false },   [SAY] = { "say", true },
    [DO] = { "do", true },      [THEN] = { "then", false },
};

struct statement {
    enum kind kind;
    int line;
    const char *text; /* behind the word */
};

struct lesson {
    char *text;
    struct statement statement[STATEMENTS_MOST];
    int count;
    int now; /* the statement that is waited for */
    int at, steps; /* behind the learner, and in all */
    struct holm_outcomes outcomes; /* dictated for the action under way */
    struct holm_run run;
};

/* ------------------------------------------------------------------- reading */

static bool read_statement(struct lesson *lesson, const struct holm_run_lines *lines, char *text,
                           struct holm_trouble *trouble)
{
    struct statement *statement = &lesson->statement[lesson->count];
    const size_t length = strcspn(text, " \t");
    int kind = 0;
    while (kind < KINDS && (strncmp(kinds[kind].word, text, length) || kinds[kind].word[length]))
        kind++;
    if (kind == KINDS)
        return holm_trouble(trouble, lines->line, "'%.40s' is no word of a lesson", text);
    if (lesson->count == STATEMENTS_MOST)
        return holm_trouble(trouble, lines->line, "a lesson has %d lines at most", STATEMENTS_MOST);
    if ((kind == GAME) != !lesson->count)
        return holm_trouble(trouble, lines->line, "a lesson begins with its game, and has one");
    *statement = (struct statement){ kind, lines->line, text + length };
    statement->text += strspn(statement->text, " \t");
    lesson->steps += kinds[kind].step;
    lesson->count++;
    return true;
}

/* The lines without comments, side by side in memory of their own. */
static bool read_lesson(struct lesson *lesson, const char *text, struct holm_trouble *trouble)
{
    struct holm_run_lines lines = { .at = text };
    if (strlen(text) >= TEXT_MOST)
        return holm_trouble(trouble, 0, "a lesson has less than %d bytes", TEXT_MOST);
    char *at = lesson->text = malloc(strlen(text) + 2);
    if (!at)
        return holm_trouble(trouble, 0, "out of memory");
    while (holm_run_next_line(&lines)) {
        if (lines.overlong)
            return holm_trouble(trouble, lines.line, "the line is too long");
        if (!*lines.text)
            continue;
        strcpy(at, lines.text);
        if (!read_statement(lesson, &lines, at, trouble))
            return false;
        at += strlen(at) + 1;
    }
    return lesson->steps || holm_trouble(trouble, lines.line, "a lesson without steps");
}

/* ----------------------------------------------------------------- arranging */

static const struct statement *statement_now(const struct local *local)
{
    const struct lesson *lesson = local->lesson;
    return lesson->now < lesson->count ? &lesson->statement[lesson->now] : NULL;
}

static bool is_arranged(const struct statement *statement)
{
    return statement && (statement->kind == GAME || statement->kind == SET);
}

static void step_on(struct lesson *lesson)
{
    lesson->at += kinds[lesson->statement[lesson->now++].kind].step;
}

/* Statements of the runner, as many as stand here. */
static bool arrange(struct local *local, struct holm_trouble *trouble)
{
    struct holm_run *run = &local->lesson->run;
    const struct statement *statement;
    struct holm_words words;
    bool fine = true;
    while (fine && is_arranged(statement = statement_now(local))) {
        run->line = statement->line;
        holm_words_start(&words, statement->text);
        fine = statement->kind == GAME ? holm_run_game(run, &words) : holm_run_set(run, &words);
        step_on(local->lesson);
    }
    if (!fine || !holm_run_board(run)) {
        *trouble = run->trouble;
        return false;
    }
    return true;
}

/* Changes the position as the script says, and goes on from there. */
static bool rearrange(struct local *local, struct holm_trouble *trouble)
{
    struct holm_run *run = &local->lesson->run;
    if (run->has_board) {
        run->state = local->state;
        run->state.board = &run->board;
    }
    if (!arrange(local, trouble))
        return false;
    local->board = run->board;
    local->state = run->state;
    local->state.board = &local->board;
    local->past = (struct holm_past){ 0 };
    local->seq++;
    local_believe(local);
    return true;
}

/* ------------------------------------------------------------------- playing */

/* The action of a statement, and what it draws. */
static bool read_action(const struct local *local, const struct statement *statement,
                        struct holm_action *action, struct holm_outcomes *outcomes,
                        struct holm_trouble *trouble)
{
    const char *text = statement->text;
    if (statement->kind == DO) { /* behind the key */
        text += strcspn(text, " \t");
        text += strspn(text, " \t");
    }
    const bool fine =
        holm_read_action(&local->board, HOLM_NONE, text, action, outcomes, trouble) &&
        (statement->kind != DO || action->seat == LEARNER ||
         holm_trouble(trouble, 0, "'do' is for what %s does", holm_seat_names[LEARNER]));
    trouble->line = statement->line;
    if (fine)
        holm_complete_action(&local->state, action);
    return fine;
}

static void dictate(struct local *local, const struct holm_outcomes *outcomes)
{
    struct lesson *lesson = local->lesson;
    lesson->outcomes = *outcomes;
    local->chance.dictating = 0;
    if (outcomes->count)
        holm_chance_dictate(&local->chance, lesson->outcomes.at, outcomes->count);
}

static bool play(struct local *local, const struct statement *statement, struct holm_action *action,
                 struct holm_trouble *trouble)
{
    struct holm_outcomes outcomes;
    if (!read_action(local, statement, action, &outcomes, trouble))
        return false;
    dictate(local, &outcomes);
    const int error = local_apply(local, action);
    if (error)
        return holm_trouble(trouble, statement->line, "%s", holm_reason(error)->text);
    step_on(local->lesson);
    return true;
}

/* All that lies before the step behind the first `at`. */
static bool go_to(struct local *local, int at, struct holm_trouble *trouble)
{
    struct lesson *lesson = local->lesson;
    const struct statement *statement;
    struct holm_action action;
    bool fine = true;
    while (fine && (statement = statement_now(local)) &&
           !(kinds[statement->kind].step && lesson->at == at)) {
        if (is_arranged(statement))
            fine = rearrange(local, trouble);
        else if (statement->kind == SAY)
            step_on(lesson);
        else
            fine = play(local, statement, &action, trouble);
    }
    return fine;
}

static bool open_lesson(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    const char *text, *name, *code;
    int at;
    local->lesson = calloc(1, sizeof *local->lesson);
    if (!local->lesson)
        return holm_trouble(trouble, 0, "out of memory");
    local->holder = -1;
    if (!holm_json_get_text(json, "text", &text, trouble) ||
        !holm_json_get_text(json, "name", &name, trouble) ||
        !holm_json_get_text(json, "code", &code, trouble) ||
        !holm_json_get_number(json, "pace", 0, 400, &local->pace, trouble) ||
        !read_lesson(local->lesson, text, trouble) ||
        !holm_json_get_number(json, "at", 0, local->lesson->steps, &at, trouble))
        return false;
    if (strlen(code) >= sizeof local->code)
        return holm_trouble(trouble, 0, "\"code\" is too long");
    strcpy(local->code, code);
    for (int i = 0; i < HOLM_SEATS; i++)
        strcpy(local->chair[i].bot, "easy");
    local->chair[LEARNER].person = true;
    local->lesson->run.seed = 1;
    holm_chance_number(&local->chance, 1);
    return holm_plain_name(name, NAME_CHARACTERS, local->chair[LEARNER].name,
                           sizeof local->chair[LEARNER].name, trouble) &&
           go_to(local, at, trouble);
}

bool lesson_open(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    local_close(local);
    local->open = open_lesson(local, json, trouble);
    if (!local->open)
        local_close(local);
    return local->open;
}

void lesson_close(struct lesson *lesson)
{
    if (lesson)
        free(lesson->text);
    free(lesson);
}

/* ------------------------------------------------------------------- learning */

bool lesson_wants(struct local *local, const struct holm_action *action)
{
    const struct statement *statement = statement_now(local);
    struct holm_outcomes outcomes;
    struct holm_trouble none;
    struct holm_action wanted;
    if (!statement || statement->kind != DO ||
        !read_action(local, statement, &wanted, &outcomes, &none) ||
        memcmp(&wanted, action, sizeof wanted))
        return false;
    dictate(local, &outcomes);
    step_on(local->lesson);
    return true;
}

bool lesson_read(struct local *local, struct holm_trouble *trouble)
{
    const struct statement *statement = statement_now(local);
    if (!statement || statement->kind != SAY)
        return holm_trouble(trouble, 0, "there is something to do first");
    step_on(local->lesson);
    return true;
}

bool lesson_watches(const struct local *local)
{
    const struct statement *statement = statement_now(local);
    return statement && statement->kind == THEN;
}

bool lesson_move(struct local *local, struct holm_action *action)
{
    struct holm_trouble none;
    return lesson_watches(local) && play(local, statement_now(local), action, &none);
}

void lesson_follow(struct local *local, struct holm_writer *writer)
{
    struct holm_trouble none;
    if (is_arranged(statement_now(local)) && rearrange(local, &none))
        local_show(local, writer);
}

/* -------------------------------------------------------------------- telling */

/* "hex 0,1 corner 0,2N": what is meant, on the board. */
static void put_places(const char *text, struct holm_writer *writer)
{
    static const char *const words_of[] = { "hex", "corner", "edge" };
    struct holm_words words;
    holm_json_key(writer, "places");
    holm_put_char(writer, '[');
    holm_words_start(&words, text);
    while (holm_words_next(&words), *words.word) {
        const int kind = holm_word(words_of, 3, words.word);
        holm_words_next(&words);
        if (kind < 0)
            continue;
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_json_put_word(writer, "kind", words_of[kind]);
        holm_json_put_word(writer, "at", words.word);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
}

void lesson_put(const struct local *local, struct holm_writer *writer)
{
    const struct lesson *lesson = local->lesson;
    const struct statement *statement = statement_now(local);
    struct holm_outcomes outcomes;
    struct holm_trouble none;
    struct holm_action action;
    char key[HOLM_LINE_MAX];
    holm_json_key(writer, "lesson");
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "at", lesson->at);
    holm_json_put_number(writer, "steps", lesson->steps);
    holm_json_put_word(writer, "kind", statement ? kinds[statement->kind].word : "end");
    if (statement && kinds[statement->kind].step) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(statement->text, " \t"), statement->text);
        holm_json_put_word(writer, "key", key);
    }
    if (statement && statement->kind == SAY)
        put_places(statement->text, writer);
    if (statement && statement->kind == DO &&
        read_action(local, statement, &action, &outcomes, &none)) {
        holm_json_key(writer, "action");
        holm_json_action(writer, &local->board, &action);
    }
    holm_put_char(writer, '}');
}
