/* hearing.c: what whoever holds the device says, in the messages of docs/protocol.md, and what is
 * answered. There is one connection: the page's. */
#include <limits.h>
#include <string.h>

#include "local/lesson.h"
#include "local/puzzle.h"
#include "text/json.h"
#include "text/notation.h"
#include "text/source.h"

enum { PAGE_BYTES = 256 << 10, OFFER_PATIENCE = 20 };

/* --------------------------------------------------------------------- table */

static void put_chair(const struct local *local, struct holm_writer *writer, int i)
{
    const struct chair *chair = &local->chair[i];
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "chair", i);
    holm_json_put_seat(writer, "seat", i);
    holm_json_put_word(writer, "kind", chair->person ? "person" : "bot");
    holm_json_key(writer, "name");
    if (chair->person)
        holm_json_string(writer, chair->name);
    else
        holm_put(writer, "null");
    holm_json_put_word(writer, "bot", chair->person ? NULL : chair->bot);
    holm_put(writer, ",\"person\":null,\"colour\":null,\"mark\":null,\"connected\":true,"
                     "\"ready\":true,\"away\":false,\"since\":null,\"muted\":false,"
                     "\"resigned\":null,\"free\":false,\"rating\":null,\"pledge\":null,"
                     "\"key\":null}");
}

static void put_settings(const struct local *local, struct holm_writer *writer)
{
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &local->board.rules);
    holm_json_put_word(writer, "scenario", local->scenario[0] ? local->scenario : NULL);
    holm_json_put_word(writer, "map", local->board.map.name);
    holm_json_put_word(writer, "board", local->own_map ? "own" : "usual");
    holm_source_put(writer, local->board.map.name);
    holm_put(writer, ",\"order\":\"fixed\",\"clock\":{\"mode\":\"none\",\"seconds\":60,"
                     "\"reserve\":0},\"start\":\"full\",\"spectators\":false,\"delay\":0,"
                     "\"counts\":true");
}

void local_table_put(const struct local *local, struct holm_writer *writer)
{
    const bool over = holm_over(&local->state);
    static const uint8_t no_commit[HOLM_HASH_BYTES];
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "code", local->code);
    holm_json_put_word(writer, "state", over ? "over" : "playing");
    holm_put(writer, ",\"ended\":null,\"public\":false,\"rated\":false");
    holm_json_key(writer, "host"); /* whoever holds the device */
    holm_put_number(writer, local->holder < 0 ? 0 : local->holder);
    put_settings(local, writer);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < local->board.rules.players; i++)
        put_chair(local, writer, i);
    holm_put_char(writer, ']');
    holm_json_key(writer, "pace");
    holm_putf(writer, "%.2f", local->pace / 100.0);
    holm_put(writer, ",\"watching\":0,\"paused\":null,\"proposal\":null");
    holm_json_put_bytes(writer, "commit", no_commit, HOLM_HASH_BYTES);
    holm_put(writer, ",\"round\":0,\"phase\":null,\"void\":[],\"chat\":false");
    holm_json_put_number(writer, "created", local->created);
    holm_json_put_word(writer, "rematch", local->rematch[0] ? local->rematch : NULL);
    holm_put(writer, ",\"asked\":null}");
}

/* ------------------------------------------------------------------ messages */

static struct scene_room room_of(struct local *local)
{
    return (struct scene_room){ &local->view, &local->list, local->before, local->after };
}

static struct scene scene_of(struct local *local)
{
    return (struct scene){
        .state = &local->state,
        .past = &local->past,
        .belief = &local->belief[local->holder],
        .seq = local->seq,
        .viewer = local->holder,
        .facts_told = &local->facts_told[local->holder],
    };
}

/* A bot's offer to somebody who plays alone does not stand for ever; friends pass the device. */
static void put_waiting(const struct local *local, struct holm_writer *writer)
{
    bool waits;
    holm_json_key(writer, "waiting");
    holm_put_char(writer, '{');
    holm_json_put_seats(writer, "for", holm_asked(&local->state));
    holm_json_put_word(writer, "step", holm_step_names[holm_step(&local->state)->kind]);
    holm_put(writer, ",\"clock\":null");
    if (local_next_bot(local, &waits) >= 0 && waits && local_people(local) == 1)
        holm_putf(writer, ",\"offer\":%d", OFFER_PATIENCE);
    holm_put(writer, "}}");
}

static void put_over(const struct local *local, struct holm_writer *writer)
{
    if (!holm_over(&local->state))
        return;
    holm_json_next(writer);
    holm_put(writer, "{\"type\":\"table\",\"table\":");
    local_table_put(local, writer);
    holm_put_char(writer, '}');
    holm_json_next(writer);
    holm_put(writer, "{\"type\":\"over\"");
    holm_json_put_seat(writer, "winner", local->state.winner);
    holm_put_char(writer, '}');
}

void local_tell(struct local *local, const struct holm_action *action, struct holm_writer *writer)
{
    if (local->holder < 0)
        return;
    const struct scene scene = scene_of(local);
    const struct scene_room room = room_of(local);
    const struct told told = { .by = action->seat, .line = HOLM_LINE_ACTION };
    events_for(&local->events, local->holder, &local->seen);
    holm_json_next(writer);
    scene_played(writer, &room, &scene, &local->was, &told, &local->seen);
    put_waiting(local, writer);
    put_over(local, writer);
}

void local_show(struct local *local, struct holm_writer *writer)
{
    const struct scene scene = scene_of(local);
    const struct scene_room room = room_of(local);
    holm_json_next(writer);
    scene_position(writer, &room, &scene);
    put_waiting(local, writer);
}

static void put_error(struct holm_writer *writer, const char *error, const char *text)
{
    holm_json_next(writer);
    holm_put(writer, "{\"type\":\"error\"");
    holm_json_put_word(writer, "error", error);
    holm_json_key(writer, "text");
    holm_json_string(writer, text);
    holm_put_char(writer, '}');
}

static void put_refused(struct holm_writer *writer, int id, const char *error, const char *rule,
                        const char *text)
{
    holm_json_next(writer);
    holm_put(writer, "{\"type\":\"refused\"");
    holm_json_put_number(writer, "id", id);
    holm_json_put_word(writer, "error", error);
    holm_json_put_word(writer, "rule", rule);
    holm_json_key(writer, "text");
    holm_json_string(writer, text);
    holm_put_char(writer, '}');
}

/* --------------------------------------------------------------- what is said */

static bool hear_hello(struct local *local, const json_t *json, struct holm_writer *writer,
                       struct holm_trouble *trouble)
{
    static const char *const keys[] = { "type", "protocol", "table", "token",
                                        "seq",  "chat",     "chair", NULL };
    const int players = local->board.rules.players;
    int chair, protocol;
    if (!holm_json_only(json, "hello", keys, trouble) ||
        !holm_json_get_number(json, "protocol", PROTOCOL_VERSION, PROTOCOL_VERSION, &protocol,
                              trouble) ||
        !holm_json_get_number(json, "chair", 0, players - 1, &chair, trouble))
        return false;
    if (!local->chair[chair].person)
        return holm_trouble(trouble, 0, "a bot sits in this chair");
    local->holder = chair;
    holm_json_next(writer);
    holm_put(writer, "{\"type\":\"welcome\"");
    holm_json_put_number(writer, "protocol", PROTOCOL_VERSION);
    holm_json_put_number(writer, "chair", chair);
    holm_json_key(writer, "table");
    local_table_put(local, writer);
    holm_put(writer, ",\"away_seconds\":0}");
    local_show(local, writer);
    put_over(local, writer);
    return true;
}

/* Why something that the rules allow is not played: a lesson asks for something else, or it is the
 * answer to a puzzle. NULL: it is played. */
static const char *set_aside(struct local *local, const struct holm_action *action)
{
    if (local->puzzle)
        puzzle_judge(local, action);
    return local->puzzle                                   ? "puzzle"
           : local->lesson && !lesson_wants(local, action) ? "lesson"
                                                           : NULL;
}

static void act(struct local *local, const struct holm_action *action, int id,
                struct holm_writer *writer)
{
    int error = holm_check_past(&local->state, &local->past, action);
    const char *aside = error ? NULL : set_aside(local, action);
    if (aside) {
        put_refused(writer, id, aside, NULL, "Nothing is played by it.");
        return;
    }
    error = error ? error : local_apply(local, action);
    if (error) {
        const struct holm_reason *reason = holm_reason(error);
        put_refused(writer, id, reason->name, reason->rule, reason->text);
        return;
    }
    holm_json_next(writer);
    holm_putf(writer, "{\"type\":\"ack\",\"id\":%d,\"seq\":%d}", id, local->seq);
    local_tell(local, action, writer);
}

static bool hear_act(struct local *local, const json_t *json, struct holm_writer *writer,
                     struct holm_trouble *trouble)
{
    static const char *const keys[] = { "type", "id", "seq", "action", "signature", NULL };
    struct holm_action action;
    struct holm_trouble wrong;
    int id, seq;
    if (!holm_json_only(json, "act", keys, trouble) ||
        !holm_json_get_number(json, "id", 0, INT_MAX, &id, trouble) ||
        !holm_json_get_number(json, "seq", 0, INT_MAX, &seq, trouble))
        return false;
    if (!holm_json_read_action(holm_value_member(json, "action"), &local->board, &action, &wrong))
        put_refused(writer, id, "form", NULL, wrong.text);
    else if (action.seat != local->holder)
        put_refused(writer, id, "not-your-seat", NULL, "This is the action of another seat.");
    else if (seq > local->seq ||
             (seq < local->seq &&
              !holm_may_be_late(&action, local->state.active, seq, local->offer_since)))
        put_refused(writer, id, "stale", NULL, "Something has happened since.");
    else
        act(local, &action, id, writer);
    return true;
}

/* ------------------------------------------------------------------- history */

struct telling {
    struct holm_writer *writer;
    int from, to, viewer;
    bool changes, more;
};

static void look(struct local *local, const struct holm_replay *replay, int viewer, char *text)
{
    struct holm_writer writer = holm_writer(text, VIEW_MAX);
    holm_view(&replay->state, viewer, &local->view);
    holm_json_state(&writer, &local->view.seen);
}

static void put_entry(struct local *local, const struct holm_replay *replay,
                      struct telling *telling)
{
    struct holm_writer *writer = telling->writer;
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "seq", replay->actions);
    events_for(&replay->events, telling->viewer, &local->seen);
    events_put(writer, &replay->board, &local->seen);
    if (telling->changes) {
        look(local, replay, telling->viewer, local->after);
        holm_json_key(writer, "changes");
        changes_put(writer, local->before, local->after);
        strcpy(local->before, local->after);
    }
    holm_put_char(writer, '}');
    telling->to = replay->actions;
}

/* The log once more, as far as it is asked for; what the view was before goes to the end. */
static void put_entries(struct local *local, struct telling *telling, char *start)
{
    static struct holm_replay replay;
    static char line[HOLM_LOG_LINE_MAX + 1];
    struct text_reader reader = { local->log.bytes ? local->log.bytes : "" };
    struct holm_trouble none;
    const size_t begun = telling->writer->used;
    holm_replay_start(&replay);
    while (!telling->more && text_next(&reader, line, &none) > 0 &&
           holm_replay_line(&replay, line, &none)) {
        if (telling->changes && replay.actions == telling->from - 1) {
            look(local, &replay, telling->viewer, local->before);
            strcpy(start, local->before);
        }
        if (replay.actions >= telling->from)
            put_entry(local, &replay, telling);
        telling->more = telling->writer->used - begun > PAGE_BYTES && *reader.at;
    }
}

static bool hear_history(struct local *local, const json_t *json, struct holm_writer *writer,
                         struct holm_trouble *trouble)
{
    static const char *const keys[] = { "type", "from", "changes", NULL };
    static char start[VIEW_MAX];
    struct telling telling = { .writer = writer, .viewer = local->holder };
    if (!holm_json_only(json, "history", keys, trouble) ||
        !holm_json_get_number(json, "from", 1, INT_MAX, &telling.from, trouble) ||
        (holm_value_member(json, "changes") &&
         !holm_json_get_flag(json, "changes", &telling.changes, trouble)))
        return false;
    telling.to = telling.from - 1;
    start[0] = '\0';
    holm_json_next(writer);
    holm_putf(writer, "{\"type\":\"history\",\"from\":%d,\"entries\":[", telling.from);
    put_entries(local, &telling, start);
    holm_putf(writer, "],\"to\":%d,\"more\":%s", telling.to, telling.more ? "true" : "false");
    if (start[0]) {
        holm_json_key(writer, "start");
        holm_put(writer, start);
    }
    holm_put_char(writer, '}');
    return true;
}

static bool hear_ping(struct local *local, const json_t *json, struct holm_writer *writer,
                      struct holm_trouble *trouble)
{
    (void)local, (void)json, (void)trouble;
    holm_json_next(writer);
    holm_put(writer, "{\"type\":\"pong\"}");
    return true;
}

void local_hear(struct local *local, const json_t *message, struct holm_writer *writer)
{
    static const struct {
        const char *type;
        bool (*hear)(struct local *local, const json_t *json, struct holm_writer *writer,
                     struct holm_trouble *trouble);
        bool anybody; /* before the hello, too */
    } types[] = {
        { "hello", hear_hello, true },
        { "ping", hear_ping, true },
        { "act", hear_act, false },
        { "history", hear_history, false },
    };
    const char *type = holm_value_text(holm_value_member(message, "type"));
    struct holm_trouble trouble;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (!type || strcmp(types[i].type, type))
            continue;
        if (!types[i].anybody && local->holder < 0)
            put_error(writer, "hello", "Nobody holds the device.");
        else if (!types[i].hear(local, message, writer, &trouble))
            put_error(writer, "form", trouble.text);
        return;
    }
    put_error(writer, "form", "There is no such thing in a game on one device.");
}
