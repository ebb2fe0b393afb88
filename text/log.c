/* log.c: a log is read and replayed. Replay dictates what the log says was drawn, so that an old
 * log replays for ever; log_verify.c draws again from the seed and compares. */
#include "text/log.h"

#include <limits.h>
#include <string.h>

#include "text/json.h"
#include "text/log_people.h"

/* ----------------------------------------------------------------- header */

/* Looked at before anything else: a newer log may have keys that nobody here knows. */
static bool read_version(const json_t *json, int *version, struct holm_trouble *trouble)
{
    if (!holm_value_is_object(json))
        return holm_trouble(trouble, 0, "this is no log: its first line is not an object");
    if (!holm_value_member(json, "holm"))
        return holm_trouble(trouble, 0, "this is no log: its first line has no \"holm\"");
    if (!holm_json_get_number(json, "holm", 1, INT_MAX, version, trouble))
        return false;
    return *version <= HOLM_LOG_VERSION ||
           holm_trouble(trouble, 0, "the log has version %d, and this program reads up to %d",
                        *version, HOLM_LOG_VERSION);
}

static bool read_board(const json_t *json, struct holm_board *board, struct holm_trouble *trouble)
{
    struct holm_rules rules;
    struct holm_map map;
    if (!holm_json_read_rules(holm_value_member(json, "rules"), &rules, trouble) ||
        !holm_json_read_map(holm_value_member(json, "map"), &map, trouble))
        return false;
    int error = holm_board_make(board, &map, &rules);
    return !error || holm_trouble(trouble, 0, "the board: %s", holm_reason(error)->text);
}

/* What made the seed of a game that a server held. */
static bool read_fair(const json_t *json, struct holm_replay *replay, struct holm_trouble *trouble)
{
    const json_t *fair = holm_value_member(json, "fair"), *terms = holm_value_member(fair, "terms");
    replay->has_fair = fair;
    if (!fair)
        return true;
    if (!holm_fair_read(fair, &replay->fair, trouble))
        return false;
    if (replay->fair.version != replay->version)
        return holm_trouble(trouble, 0, "\"fair\" is not that of a log of version %d",
                            replay->version);
    if (replay->fair.chairs != replay->board.rules.players)
        return holm_trouble(trouble, 0, "\"fair\" has %d chairs for %d players",
                            replay->fair.chairs, replay->board.rules.players);
    replay->people = replay->fair.people;
    return !terms || holm_value_write(terms, replay->terms, sizeof replay->terms) ||
           holm_trouble(trouble, 0, "\"terms\" is too long");
}

/* Into a replay of its own, so that a bad header leaves the true one as it was. */
static bool read_setup(struct holm_replay *replay, const json_t *json, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "holm", "seed", "fair", "source", "rules", "map", NULL };
    replay->has_seed = holm_value_member(json, "seed");
    return read_version(json, &replay->version, trouble) &&
           holm_json_only(json, "the header", keys, trouble) &&
           (!replay->has_seed || holm_json_get_bytes(json, "seed", replay->seed, 32, trouble)) &&
           (!holm_value_member(json, "source") ||
            holm_source_read(json, replay->source, trouble)) &&
           read_board(json, &replay->board, trouble) && read_fair(json, replay, trouble);
}

static bool read_header(struct holm_replay *replay, const json_t *json,
                        struct holm_trouble *trouble)
{
    struct holm_replay read;
    holm_replay_start(&read);
    if (!read_setup(&read, json, trouble))
        return false;
    *replay = read;
    holm_start(&replay->state, &replay->board);
    return true;
}

/* ----------------------------------------------------------------- replay */

void holm_replay_start(struct holm_replay *replay)
{
    memset(replay, 0, sizeof *replay);
    holm_chance_number(&replay->chance, 0);
    holm_chance_dictate(&replay->chance, NULL, 0);
}

void holm_replay_resume(struct holm_replay *replay, const struct holm_state *state,
                        const struct holm_past *past, const struct holm_fair *fair, int lines)
{
    holm_replay_start(replay);
    replay->board = *state->board;
    replay->state = *state;
    replay->state.board = &replay->board;
    replay->past = *past;
    replay->fair = *fair;
    replay->has_fair = true;
    replay->version = fair->version;
    replay->line = lines + 1;
    replay->actions = lines;
}

static bool read_outcomes(const json_t *json, uint8_t *outcomes, int *count,
                          struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "drew", 0, HOLM_DRAWS_MAX, &list, trouble))
        return false;
    *count = (int)holm_value_count(list);
    for (int i = 0; i < *count; i++) {
        const json_t *value = holm_value_item(list, (size_t)i);
        long long outcome = holm_value_number(value);
        if (!holm_value_is_number(value) || outcome < 0 || outcome > UINT8_MAX)
            return holm_trouble(trouble, 0, "\"drew\": outcome %d is no small number", i + 1);
        outcomes[i] = (uint8_t)outcome;
    }
    return true;
}

/* BASE-VP-4 was decided anew: in older logs the robber still moved after a knight that won. */
static bool is_late_robber(const struct holm_replay *replay, const struct holm_action *action)
{
    return holm_over(&replay->state) && replay->action.kind == HOLM_DO_KNIGHT &&
           action->kind == HOLM_DO_ROBBER && action->seat == replay->action.seat;
}

/* A line that is read and changes nothing. */
static void pass_over(struct holm_replay *replay, const struct holm_action *action)
{
    replay->moot = true;
    replay->events.count = 0;
    replay->action = *action;
    replay->actions++;
}

/* On copies, so that a bad line leaves the replay as it was. */
static bool apply_logged(struct holm_replay *replay, const struct holm_action *action,
                         const uint8_t *outcomes, int count, struct holm_trouble *trouble)
{
    struct holm_state state = replay->state;
    struct holm_past past = replay->past;
    struct holm_chance chance = replay->chance;
    struct holm_events events = { 0 };
    if (is_late_robber(replay, action)) {
        pass_over(replay, action);
        return true;
    }
    holm_chance_dictate(&chance, outcomes, count);
    int error = holm_apply_past(&state, &past, action, &chance, &events);
    if (error == HOLM_E_OUTCOME)
        return holm_trouble(trouble, 0, "the action cannot have drawn this: %s",
                            chance.failed == 2 ? "an outcome is missing"
                                               : "an outcome is impossible, or one too many");
    if (error) {
        const struct holm_reason *reason = holm_reason(error);
        return holm_trouble(trouble, 0, "the action is refused: %s%s%s%s", reason->text,
                            reason->rule[0] ? " (" : "", reason->rule, reason->rule[0] ? ")" : "");
    }
    holm_chance_dictate(&chance, NULL, 0); /* nothing is ever drawn that no line has said */
    replay->state = state;
    replay->past = past;
    replay->chance = chance;
    replay->events = events;
    replay->moot = false;
    replay->action = *action;
    replay->actions++;
    return true;
}

/* What a line says of itself, before it is applied. */
struct line {
    bool bot, has_signature;
    int why;
    int saw;
    uint8_t signature[HOLM_SIGNATURE_BYTES];
    char action_text[HOLM_ACTION_TEXT_MAX];
};

static bool is_signed_game(const struct holm_replay *replay)
{
    return replay->has_fair && replay->version >= 2;
}

bool holm_replay_cut_off(const struct holm_replay *replay)
{
    const int length = is_signed_game(replay) ? replay->fair.length : 0;
    return length && replay->actions >= length && !holm_over(&replay->state);
}

static bool read_number(const struct holm_replay *replay, const json_t *json,
                        struct holm_trouble *trouble)
{
    int number;
    return holm_json_get_number(json, "n", 1, INT_MAX, &number, trouble) &&
           (number == replay->line ||
            holm_trouble(trouble, 0, "line %d follows line %d", number, replay->line - 1));
}

/* Who made the action: a bot, somebody who signed it, or somebody who did not. */
static bool read_maker(const struct holm_replay *replay, const json_t *json, struct line *line,
                       struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n",         "action", "drew", "saw",
                                        "signature", "bot",    "why",  NULL };
    if (!holm_json_only(json, "the line", keys, trouble))
        return false;
    line->has_signature = holm_value_member(json, "signature") || holm_value_member(json, "saw");
    if (holm_value_member(json, "bot")) {
        if (!holm_json_get_flag(json, "bot", &line->bot, trouble))
            return false;
        if (!line->bot || line->has_signature)
            return holm_trouble(trouble, 0, "\"bot\" is true and unsigned, or is left out");
    }
    if (holm_value_member(json, "why") &&
        (!line->bot ||
         !holm_json_get_word(json, "why", holm_why_names, HOLM_WHYS, &line->why, trouble) ||
         line->why == HOLM_WHY_NONE))
        return holm_trouble(trouble, 0, "\"why\" is not why a bot moved");
    if (line->has_signature &&
        (!holm_json_get_number(json, "saw", 0, replay->line - 1, &line->saw, trouble) ||
         !holm_json_get_bytes(json, "signature", line->signature, HOLM_SIGNATURE_BYTES, trouble)))
        return false;
    return holm_value_write(holm_value_member(json, "action"), line->action_text,
                            sizeof line->action_text) ||
           holm_trouble(trouble, 0, "\"action\" is missing or too long");
}

static bool read_action_line(struct holm_replay *replay, const json_t *json,
                             struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n", "action", "drew", NULL };
    struct line line = { .saw = -1 };
    struct holm_action action;
    uint8_t outcomes[HOLM_DRAWS_MAX];
    int count;
    if (holm_replay_cut_off(replay))
        return holm_trouble(trouble, 0, "the game goes on after the %d actions its terms allow",
                            replay->fair.length);
    if (!(is_signed_game(replay) ? read_maker(replay, json, &line, trouble)
                                 : holm_json_only(json, "the line", keys, trouble)) ||
        !read_number(replay, json, trouble) ||
        !holm_json_read_action(holm_value_member(json, "action"), &replay->board, &action,
                               trouble) ||
        !read_outcomes(json, outcomes, &count, trouble) ||
        !apply_logged(replay, &action, outcomes, count, trouble))
        return false;
    replay->kind = HOLM_LINE_ACTION;
    replay->bot = line.bot;
    replay->why = (uint8_t)line.why;
    replay->saw = line.saw;
    replay->has_signature = line.has_signature;
    memcpy(replay->signature, line.signature, sizeof line.signature);
    strcpy(replay->action_text, line.action_text);
    return true;
}

/* One for each chair that has a key, after the end. */
static bool read_seal_line(struct holm_replay *replay, const json_t *json,
                           struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n", "seal", "signature", NULL };
    uint8_t signature[HOLM_SIGNATURE_BYTES];
    int chair;
    if (!holm_json_only(json, "the line", keys, trouble) || !read_number(replay, json, trouble) ||
        !holm_json_get_number(json, "seal", 0, replay->fair.chairs - 1, &chair, trouble) ||
        !holm_json_get_bytes(json, "signature", signature, HOLM_SIGNATURE_BYTES, trouble))
        return false;
    if (!holm_over(&replay->state) && !holm_replay_cut_off(replay))
        return holm_trouble(trouble, 0, "chair %d signs the end before the end", chair);
    if (!replay->fair.share[chair].pledged)
        return holm_trouble(trouble, 0, "chair %d signs the end and has no key", chair);
    if (holm_bit_in(replay->sealed, chair))
        return holm_trouble(trouble, 0, "chair %d signs the end twice", chair);
    replay->kind = HOLM_LINE_SEAL;
    replay->sealed |= (uint8_t)holm_bit(chair);
    replay->chair = (uint8_t)chair;
    replay->bot = false;
    replay->has_signature = true;
    replay->saw = replay->actions;
    memcpy(replay->signature, signature, sizeof signature);
    replay->action_text[0] = '\0';
    return true;
}

/* What people did besides: log_people.c. */
static bool read_people_line(struct holm_replay *replay, const json_t *json,
                             struct holm_trouble *trouble)
{
    if (holm_over(&replay->state) || holm_replay_cut_off(replay))
        return holm_trouble(trouble, 0, "the game is over");
    return read_number(replay, json, trouble) && holm_people_read(replay, json, trouble);
}

/* Later kinds of lines will be told by their members too. */
static bool read_line(struct holm_replay *replay, const json_t *json, struct holm_trouble *trouble)
{
    if (!replay->line)
        return read_header(replay, json, trouble);
    if (is_signed_game(replay) && holm_value_member(json, "seal"))
        return read_seal_line(replay, json, trouble);
    if (is_signed_game(replay) && holm_people_line(json))
        return read_people_line(replay, json, trouble);
    return read_action_line(replay, json, trouble);
}

static bool is_compact(const json_t *json, const char *line)
{
    char text[HOLM_LOG_LINE_MAX + 1];
    return holm_value_write(json, text, sizeof text) && !strcmp(text, line);
}

void holm_replay_copy(struct holm_replay *copy, const struct holm_replay *replay)
{
    *copy = *replay;
    copy->state.board = &copy->board;
}

bool holm_replay_line(struct holm_replay *replay, const char *line, struct holm_trouble *trouble)
{
    struct holm_trouble found = { 0 };
    bool fine = strnlen(line, HOLM_LOG_LINE_MAX + 1) <= HOLM_LOG_LINE_MAX;
    if (!fine) {
        holm_trouble(&found, 0, "the line is longer than %d bytes", HOLM_LOG_LINE_MAX);
    } else {
        json_t *json = holm_json_load(line, &found);
        fine = json && read_line(replay, json, &found);
        if (fine && is_signed_game(replay))
            replay->compact = is_compact(json, line);
        holm_value_free(json);
    }
    if (!fine)
        return holm_trouble(trouble, replay->line + 1, "%s", found.text);
    replay->line++;
    return true;
}

/* ------------------------------------------------------------------ files */

/* Byte by byte, because a hostile file may hold zeros and endless lines. */
int holm_log_next(FILE *log, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble)
{
    int used = 0, c;
    while ((c = getc(log)) != EOF && c != '\n') {
        if (used == HOLM_LOG_LINE_MAX) {
            holm_trouble(trouble, 0, "the line is longer than %d bytes", HOLM_LOG_LINE_MAX);
            return -1;
        }
        if (c == '\0') {
            holm_trouble(trouble, 0, "this is no log: the line holds a zero byte");
            return -1;
        }
        line[used++] = (char)c;
    }
    line[used] = '\0';
    if (ferror(log)) {
        holm_trouble(trouble, 0, "the log cannot be read");
        return -1;
    }
    if (c == EOF && used && line[used - 1] != '}') {
        holm_trouble(trouble, 0, "the last line is cut off");
        return -1;
    }
    return c == '\n' || used;
}
