/* puzzle.c: puzzles, by the same reasons as hints. */
#include "local/puzzle.h"

#include <stdlib.h>
#include <string.h>

#include "bots/explain.h"
#include "text/json.h"
#include "text/plain_text.h"

enum { REASONS = 3, SEED = 1 };

struct puzzle {
    struct holm_action answer, choice;
    bool chosen;
};

static bool read_answer(const struct local *local, const char *text, struct puzzle *puzzle,
                        struct holm_trouble *trouble)
{
    json_t *json = holm_value_read(text, trouble);
    const bool fine = json && holm_json_read_action(holm_value_member(json, "answer"),
                                                    &local->board, &puzzle->answer, trouble);
    holm_value_free(json);
    return fine;
}

/* One of the positions that the view allows: its viewer sees the same in all of them. */
static bool read_position(struct local *local, const char *text, struct holm_trouble *trouble)
{
    if (!holm_json_read_view(text, &local->board, &local->view, trouble))
        return false;
    const int seat = local->view.seen.viewer;
    if (holm_determinize(&local->view, NULL, SEED, &local->state))
        return holm_trouble(trouble, 0, "no position agrees with this view");
    local->state.board = &local->board;
    local_believe(local);
    if (!read_answer(local, text, local->puzzle, trouble))
        return false;
    return (local->puzzle->answer.seat == seat &&
            !holm_check(&local->state, &local->puzzle->answer)) ||
           holm_trouble(trouble, 0, "the answer is none that could be chosen");
}

static bool open_puzzle(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    const char *text, *name, *code;
    local->puzzle = calloc(1, sizeof *local->puzzle);
    if (!local->puzzle)
        return holm_trouble(trouble, 0, "out of memory");
    local->holder = -1;
    if (!holm_json_get_text(json, "text", &text, trouble) ||
        !holm_json_get_text(json, "name", &name, trouble) ||
        !holm_json_get_text(json, "code", &code, trouble))
        return false;
    if (strlen(code) >= sizeof local->code)
        return holm_trouble(trouble, 0, "\"code\" is too long");
    strcpy(local->code, code);
    if (!read_position(local, text, trouble))
        return false;
    for (int i = 0; i < HOLM_SEATS; i++)
        strcpy(local->chair[i].bot, "medium");
    struct chair *own = &local->chair[local->puzzle->answer.seat];
    own->person = true;
    return holm_plain_name(name, NAME_CHARACTERS, own->name, sizeof own->name, trouble);
}

bool puzzle_open(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    local_close(local);
    local->open = open_puzzle(local, json, trouble);
    if (!local->open)
        local_close(local);
    return local->open;
}

void puzzle_judge(struct local *local, const struct holm_action *action)
{
    local->puzzle->choice = *action;
    local->puzzle->chosen = true;
}

static void put_choice(struct local *local, struct holm_writer *writer, const char *key,
                       const struct holm_action *action)
{
    struct holm_term terms[REASONS];
    holm_view(&local->state, action->seat, &local->view);
    const int count =
        holm_explain(&local->view, &local->belief[action->seat], action, SEED, terms, REASONS);
    holm_json_key(writer, key);
    holm_put(writer, "{\"action\":");
    holm_json_action(writer, &local->board, action);
    holm_json_key(writer, "reasons");
    holm_reasons_put(writer, terms, count);
    holm_put_char(writer, '}');
}

void puzzle_put(struct local *local, struct holm_writer *writer)
{
    const struct puzzle *puzzle = local->puzzle;
    holm_json_key(writer, "puzzle");
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "chair", puzzle->answer.seat);
    if (puzzle->chosen) {
        const bool right = !memcmp(&puzzle->choice, &puzzle->answer, sizeof puzzle->answer);
        holm_json_put_flag(writer, "right", right);
        put_choice(local, writer, "choice", &puzzle->choice);
        put_choice(local, writer, "answer", &puzzle->answer);
    }
    holm_put_char(writer, '}');
}
