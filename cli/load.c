/* load.c: reads positions and logs. */
#include "cli/load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "text/json.h"

/* Whether a line stops before its last brace; what is whole and refused is another matter. */
static bool is_cut_off(const char *line)
{
    int open = 0;
    for (; *line; line++)
        open += (*line == '{') - (*line == '}');
    return open > 0;
}

void cli_warn_cut(const char *path)
{
    fflush(stdout);
    fprintf(stderr, "holm: %s: the last line is cut off and does not count\n", path);
}

bool cli_replay_text(const char *text, struct holm_replay *replay, cli_replay_told *told,
                     void *context, size_t *whole, struct holm_trouble *trouble)
{
    static char line[HOLM_LOG_LINE_MAX + 1];
    holm_replay_start(replay);
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        if (whole)
            *whole = (size_t)(at - text);
        if (length >= sizeof line)
            return holm_trouble(trouble, replay->line + 1, "this line is too long for a log");
        memcpy(line, at, length);
        line[length] = '\0';
        if (!holm_replay_line(replay, line, trouble)) {
            if (!at[length] && replay->line && is_cut_off(line))
                return true; /* written half, when the power went */
            trouble->line = trouble->line ? trouble->line : replay->line + 1;
            return false;
        }
        at += length + (at[length] == '\n');
        if (whole)
            *whole = (size_t)(at - text);
        const bool tells = replay->kind != HOLM_LINE_HEADER && replay->kind != HOLM_LINE_SEAL;
        if (told && tells && !told(context, replay))
            return true;
    }
    return replay->line > 0 || holm_trouble(trouble, 0, "it is empty");
}

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

bool cli_is_log(const char *path, const char *text)
{
    const char *line_end = strchr(text, '\n');
    return ends_with(path, ".jsonl") ||
           (!ends_with(path, ".json") && line_end && line_end[1] == '{');
}

bool cli_load_position(const char *path, struct holm_board *board, struct holm_state *state,
                       struct holm_trouble *trouble)
{
    static struct holm_replay replay;
    size_t whole = 0;
    char *text = cli_slurp(path, trouble);
    bool ok = false;
    if (!text)
        return false;
    if (!cli_is_log(path, text)) {
        ok = holm_json_read_position(text, board, state, trouble);
    } else if (cli_replay_text(text, &replay, NULL, NULL, &whole, trouble)) {
        if (text[whole])
            cli_warn_cut(path);
        ok = true;
        *board = replay.board;
        *state = replay.state;
        state->board = board;
    }
    free(text);
    return ok;
}
