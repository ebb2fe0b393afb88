/* log.c: games as JSON Lines, written, replayed and verified. Replay dictates what the log says was
 * drawn, so that an old log replays for ever; verification draws again from the seed and compares.
 */
#include "text/log.h"

#include <limits.h>
#include <string.h>

#include "text/json.h"
#include "text/maps.h"

/* ---------------------------------------------------------------- writing */

static void put_seed(struct holm_writer *writer, const uint8_t seed[32])
{
    holm_json_key(writer, "seed");
    holm_put_char(writer, '"');
    holm_put_hex_bytes(writer, seed, 32);
    holm_put_char(writer, '"');
}

void holm_log_header(struct holm_writer *writer, const struct holm_board *board,
                     const uint8_t seed[32], const char *source)
{
    holm_log_header_fair(writer, board, seed, NULL, source);
}

void holm_log_header_fair(struct holm_writer *writer, const struct holm_board *board,
                          const uint8_t seed[32], const struct holm_fair *fair, const char *source)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "holm", HOLM_LOG_VERSION);
    if (seed)
        put_seed(writer, seed);
    if (fair) {
        holm_json_key(writer, "fair");
        holm_fair_put(writer, fair);
    }
    if (source) {
        holm_json_key(writer, "source");
        holm_json_string(writer, source);
    }
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &board->rules);
    holm_json_key(writer, "map");
    holm_json_map(writer, &board->map);
    holm_put_char(writer, '}');
}

static void put_outcomes(struct holm_writer *writer, const struct holm_chance *chance)
{
    holm_put_char(writer, '[');
    for (int i = 0; i < chance->drawn_count; i++) {
        holm_json_next(writer);
        holm_put_number(writer, chance->drawn[i]);
    }
    holm_put_char(writer, ']');
}

void holm_log_action(struct holm_writer *writer, const struct holm_board *board, int number,
                     const struct holm_action *action, const struct holm_chance *chance)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "n", number);
    holm_json_key(writer, "action");
    holm_json_action(writer, board, action);
    holm_json_key(writer, "drew");
    put_outcomes(writer, chance);
    holm_put_char(writer, '}');
}

/* ----------------------------------------------------------------- header */

static bool read_seed(const json_t *json, uint8_t seed[32], struct holm_trouble *trouble)
{
    const char *text;
    return holm_json_get_text(json, "seed", &text, trouble) &&
           (holm_read_hex_bytes(text, seed, 32) ||
            holm_trouble(trouble, 0, "\"seed\" is not 64 digits of 0-9 and a-f"));
}

static bool read_source(const json_t *json, char *source, size_t size, struct holm_trouble *trouble)
{
    const char *text;
    if (!holm_json_get_text(json, "source", &text, trouble))
        return false;
    if (strlen(text) >= size)
        return holm_trouble(trouble, 0, "\"source\" is longer than %zu bytes", size - 1);
    strcpy(source, text);
    return true;
}

/* Looked at before anything else: a newer log may have keys that nobody here knows. */
static bool read_version(const json_t *json, struct holm_trouble *trouble)
{
    int version;
    if (!json_is_object(json))
        return holm_trouble(trouble, 0, "this is no log: its first line is not an object");
    if (!json_object_get(json, "holm"))
        return holm_trouble(trouble, 0, "this is no log: its first line has no \"holm\"");
    if (!holm_json_get_number(json, "holm", 1, INT_MAX, &version, trouble))
        return false;
    return version <= HOLM_LOG_VERSION ||
           holm_trouble(trouble, 0, "the log has version %d, and this program reads up to %d",
                        version, HOLM_LOG_VERSION);
}

static bool read_board(const json_t *json, struct holm_board *board, struct holm_trouble *trouble)
{
    struct holm_rules rules;
    struct holm_map map;
    if (!holm_json_read_rules(json_object_get(json, "rules"), &rules, trouble) ||
        !holm_json_read_map(json_object_get(json, "map"), &map, trouble))
        return false;
    int error = holm_board_make(board, &map, &rules);
    return !error || holm_trouble(trouble, 0, "the board: %s", holm_reason(error)->text);
}

static bool read_header(struct holm_replay *replay, const json_t *json,
                        struct holm_trouble *trouble)
{
    static const char *const keys[] = { "holm", "seed", "fair", "source", "rules", "map",
                                        NULL };
    struct holm_board board;
    struct holm_fair fair = { 0 };
    uint8_t seed[32] = { 0 };
    char source[sizeof replay->source] = "";
    const json_t *fairness = json_object_get(json, "fair");
    bool has_seed = json_object_get(json, "seed");
    if (!read_version(json, trouble) || !holm_json_only(json, "the header", keys, trouble) ||
        (has_seed && !read_seed(json, seed, trouble)) ||
        (fairness && !holm_fair_read(fairness, &fair, trouble)) ||
        (json_object_get(json, "source") && !read_source(json, source, sizeof source, trouble)) ||
        !read_board(json, &board, trouble))
        return false;
    if (fairness && fair.chairs != board.rules.players)
        return holm_trouble(trouble, 0, "\"fair\" has %d chairs for %d players", fair.chairs,
                            board.rules.players);
    memcpy(replay->seed, seed, sizeof seed);
    memcpy(replay->source, source, sizeof source);
    replay->has_seed = has_seed;
    replay->has_fair = fairness;
    replay->fair = fair;
    replay->board = board;
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

static bool read_outcomes(const json_t *json, uint8_t *outcomes, int *count,
                          struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "drew", 0, HOLM_DRAWS_MAX, &list, trouble))
        return false;
    *count = (int)json_array_size(list);
    for (int i = 0; i < *count; i++) {
        const json_t *value = json_array_get(list, (size_t)i);
        json_int_t outcome = json_integer_value(value);
        if (!json_is_integer(value) || outcome < 0 || outcome > UINT8_MAX)
            return holm_trouble(trouble, 0, "\"drew\": outcome %d is no small number", i + 1);
        outcomes[i] = (uint8_t)outcome;
    }
    return true;
}

/* On copies, so that a bad line leaves the replay as it was. */
static bool apply_logged(struct holm_replay *replay, const struct holm_action *action,
                         const uint8_t *outcomes, int count, struct holm_trouble *trouble)
{
    struct holm_state state = replay->state;
    struct holm_chance chance = replay->chance;
    struct holm_events events = { 0 };
    holm_chance_dictate(&chance, outcomes, count);
    int error = holm_apply(&state, action, &chance, &events);
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
    replay->chance = chance;
    replay->events = events;
    replay->action = *action;
    replay->actions++;
    return true;
}

static bool read_action_line(struct holm_replay *replay, const json_t *json,
                             struct holm_trouble *trouble)
{
    static const char *const keys[] = { "n", "action", "drew", NULL };
    struct holm_action action;
    uint8_t outcomes[HOLM_DRAWS_MAX];
    int number, count;
    if (!holm_json_only(json, "the line", keys, trouble) ||
        !holm_json_get_number(json, "n", 1, INT_MAX, &number, trouble))
        return false;
    if (number != replay->actions + 1)
        return holm_trouble(trouble, 0, "action %d follows action %d", number, replay->actions);
    return holm_json_read_action(json_object_get(json, "action"), &replay->board, &action,
                                 trouble) &&
           read_outcomes(json, outcomes, &count, trouble) &&
           apply_logged(replay, &action, outcomes, count, trouble);
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
        fine = json && (replay->line ? read_action_line(replay, json, &found)
                                     : read_header(replay, json, &found));
        json_decref(json);
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

/* ----------------------------------------------------------------- verify */

/* The map before the deal: the one given, or the built-in one that the log names. */
static bool find_source(const struct holm_replay *replay, const struct holm_map *given,
                        struct holm_map *map, struct holm_trouble *trouble)
{
    struct holm_trouble found;
    if (given) {
        *map = *given;
        return true;
    }
    if (!replay->source[0])
        return holm_trouble(trouble, 1, "the log does not say from which map it was dealt");
    return holm_map_built_in(replay->source, map, &found) ||
           holm_trouble(trouble, 1, "its map: %s; give the file with --map", found.text);
}

/* The commitment, the seed and the seats must follow from the secret and everybody's bytes. */
static bool check_fair(const struct holm_replay *replay, struct holm_chance *chance,
                       struct holm_trouble *trouble)
{
    struct holm_fair fair = replay->fair;
    uint8_t seed[HOLM_HASH_BYTES];
    holm_fair_commit(&fair);
    if (memcmp(fair.commit, replay->fair.commit, sizeof fair.commit))
        return holm_trouble(trouble, 1, "the secret is not the one that was committed to");
    holm_fair_seed(&fair, seed);
    if (!replay->has_seed || memcmp(seed, replay->seed, sizeof seed))
        return holm_trouble(trouble, 1, "the seed does not follow from the secret and the players' "
                                        "bytes");
    holm_fair_seat(&fair, chance);
    return !memcmp(fair.chair_of, replay->fair.chair_of, sizeof fair.chair_of) ||
           holm_trouble(trouble, 1, "the seed seats the players otherwise");
}

bool holm_log_deal(const struct holm_replay *replay, const struct holm_map *given,
                   struct holm_chance *chance, struct holm_trouble *trouble)
{
    struct holm_map map;
    char logged[HOLM_LOG_LINE_MAX], dealt[HOLM_LOG_LINE_MAX];
    struct holm_writer logged_writer = holm_writer(logged, sizeof logged);
    struct holm_writer dealt_writer = holm_writer(dealt, sizeof dealt);
    if (!replay->has_seed)
        return holm_trouble(trouble, 1, "the log has no seed to verify it with");
    if (!find_source(replay, given, &map, trouble))
        return false;
    holm_chance_seed(chance, replay->seed);
    int error = holm_deal(&map, &replay->board.rules, chance);
    if (error)
        return holm_trouble(trouble, 1, "the deal: %s", holm_reason(error)->text);
    holm_json_map(&logged_writer, &replay->board.map);
    holm_json_map(&dealt_writer, &map);
    if (strcmp(logged, dealt))
        return holm_trouble(trouble, 1, "the seed deals another map than the log has");
    return !replay->has_fair || check_fair(replay, chance, trouble);
}

static bool same_outcomes(const struct holm_chance *a, const struct holm_chance *b)
{
    return a->drawn_count == b->drawn_count && !memcmp(a->drawn, b->drawn, a->drawn_count);
}

/* Applies the latest action once more to the state before it, drawing from the seed. */
static bool same_draws(const struct holm_replay *replay, struct holm_state *before,
                       struct holm_chance *chance, struct holm_trouble *trouble)
{
    char logged[80], drawn[80];
    struct holm_writer logged_writer = holm_writer(logged, sizeof logged);
    struct holm_writer drawn_writer = holm_writer(drawn, sizeof drawn);
    int error = holm_apply(before, &replay->action, chance, NULL);
    if (error)
        return holm_trouble(trouble, replay->line, "the action is refused: %s",
                            holm_reason(error)->text);
    if (same_outcomes(&replay->chance, chance))
        return true;
    put_outcomes(&logged_writer, &replay->chance);
    put_outcomes(&drawn_writer, chance);
    return holm_trouble(trouble, replay->line, "the log says it drew %s, the seed gives %s", logged,
                        drawn);
}

bool holm_verify_on(FILE *log, const struct holm_map *map, int *actions,
                    struct holm_trouble *trouble)
{
    struct holm_replay replay;
    struct holm_chance chance;
    struct holm_trouble found;
    char line[HOLM_LOG_LINE_MAX + 1];
    int got;
    holm_replay_start(&replay);
    *actions = 0;
    while ((got = holm_log_next(log, line, &found)) > 0) {
        struct holm_state before = replay.state;
        if (!holm_replay_line(&replay, line, trouble))
            return false;
        if (replay.line == 1 ? !holm_log_deal(&replay, map, &chance, trouble)
                             : !same_draws(&replay, &before, &chance, trouble))
            return false;
        *actions = replay.actions;
    }
    if (got < 0)
        return holm_trouble(trouble, replay.line + 1, "%s", found.text);
    return replay.line || holm_trouble(trouble, 0, "the log is empty");
}

bool holm_verify(FILE *log, int *actions, struct holm_trouble *trouble)
{
    return holm_verify_on(log, NULL, actions, trouble);
}
