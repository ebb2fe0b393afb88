/* records.c: logged games as rows of data: what the player who acted saw, could do, and did. */
#include "python/native.h"

#include <stdlib.h>
#include <string.h>

#include "text/log.h"

/* The row that the batch's only game would fill now. */
static bool write_row(struct holm_envs *envs, const struct holm_envs_info *info, uint32_t number,
                      int line, struct native_rows *rows)
{
    const uint64_t at = rows->count;
    if (at == rows->room)
        return native_fail("there are more decisions than rows");
    const struct holm_envs_out out = {
        .observation = rows->observation + at * info->observation,
        .mask = rows->mask + at * info->actions,
        .seat = rows->seat + at,
    };
    holm_envs_observe(envs, 0, 1, &out);
    rows->action[at] = (uint16_t)number;
    rows->line[at] = (uint32_t)line;
    rows->count++;
    return true;
}

/* One action of a log, as the steps it takes in a batch. What has no number is left out. */
static bool write_action(struct holm_envs *envs, const struct holm_envs_info *info,
                         const struct holm_state *before, const struct holm_action *action,
                         int line, struct native_rows *rows)
{
    static const struct holm_envs_out nothing;
    struct holm_action left = *action;
    if (holm_envs_put(envs, 0, before, action->seat)) {
        rows->left_out++;
        return true;
    }
    while (left.kind) {
        uint32_t number;
        if (holm_envs_part(envs, 0, &left, &number)) {
            rows->left_out++;
            return true;
        }
        const uint16_t step = (uint16_t)number;
        if (!write_row(envs, info, number, line, rows))
            return false;
        if (left.kind && holm_envs_step(envs, 0, 1, &step, &nothing))
            return native_fail("what the mask allows was refused");
    }
    return true;
}

static void write_result(const struct holm_state *state, struct native_rows *rows)
{
    rows->over = holm_over(state);
    rows->winners = 0;
    if (state->winner != HOLM_NONE)
        rows->winners = state->shared ? state->shared : (uint8_t)holm_bit(state->winner);
}

static bool read_lines(struct holm_envs *envs, struct holm_replay *replay, const char *log,
                       struct native_rows *rows)
{
    char line[HOLM_LOG_LINE_MAX + 1];
    struct holm_trouble trouble = { 0 };
    struct holm_envs_info info;
    holm_envs_info(envs, &info);
    holm_replay_start(replay);
    while (*log) {
        const struct holm_state before = replay->state;
        const size_t length = strcspn(log, "\n");
        if (length > HOLM_LOG_LINE_MAX)
            return native_fail("line %d of the log is too long", replay->line + 1);
        memcpy(line, log, length);
        line[length] = '\0';
        log += length + (log[length] == '\n');
        if (!holm_replay_line(replay, line, &trouble))
            return native_fail("line %d of the log: %s", replay->line + 1, trouble.text);
        if (replay->kind == HOLM_LINE_ACTION && replay->line > 1 && !replay->moot &&
            !write_action(envs, &info, &before, &replay->action, replay->actions, rows))
            return false;
    }
    write_result(&replay->state, rows);
    return true;
}

bool native_records_read(struct holm_envs *envs, const char *log, struct native_rows *rows)
{
    struct holm_replay *replay = calloc(1, sizeof *replay);
    if (!replay)
        return native_fail("out of memory");
    rows->count = rows->left_out = 0;
    const bool read = read_lines(envs, replay, log, rows);
    free(replay);
    return read;
}
