/* scene.c: what one viewer is told of a game: a whole position, or what has just happened. */
#include <string.h>

#include "talk/talk.h"
#include "text/json.h"
#include "text/notation.h"

void events_for(const struct holm_events *events, int viewer, struct holm_events *seen)
{
    seen->count = events->count;
    for (int i = 0; i < events->count; i++)
        seen->at[i] = holm_event_for(&events->at[i], viewer);
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 1469598103934665603u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211u;
    return hash;
}

/* -------------------------------------------------------------------- parts */

static void put_list(struct holm_writer *writer, const struct scene_room *room,
                     const struct holm_state *seen, const struct scene *scene)
{
    holm_json_key(writer, "list");
    if (scene->viewer >= HOLM_SEATS) {
        holm_put(writer, "null");
        return;
    }
    holm_legal_past(seen, scene->past, scene->viewer, room->list);
    holm_json_list(writer, seen->board, room->list);
}

void events_put(struct holm_writer *writer, const struct holm_board *board,
                const struct holm_events *seen)
{
    holm_json_key(writer, "events");
    holm_put_char(writer, '[');
    for (int i = 0; i < seen->count; i++) {
        holm_json_next(writer);
        holm_json_event(writer, board, &seen->at[i]);
    }
    holm_put_char(writer, ']');
}

static void put_head(struct holm_writer *writer, const struct scene *scene)
{
    if (scene->head)
        holm_json_put_bytes(writer, "head", scene->head, HOLM_HASH_BYTES);
}

/* Facts, unless they are those that this viewer was told last. */
static void put_facts(struct holm_writer *writer, const struct scene_room *room,
                      const struct scene *scene, const struct holm_state *seen, bool always)
{
    char *facts = room->before; /* free by now */
    struct holm_writer facts_writer = holm_writer(facts, VIEW_MAX);
    facts_put(&facts_writer, seen, scene->belief, scene->viewer);
    const uint64_t hash = hash_text(facts);
    if (*scene->facts_told == hash && !always)
        return;
    *scene->facts_told = hash;
    holm_json_key(writer, "facts");
    holm_put(writer, facts);
}

void told_put(struct holm_writer *writer, const struct told *told)
{
    if (told->line != HOLM_LINE_ACTION)
        holm_json_put_word(writer, "line", holm_line_names[told->line]);
    if (told->why)
        holm_json_put_word(writer, "why", holm_why_names[told->why]);
}

/* ------------------------------------------------------------------ messages */

void scene_position(struct holm_writer *writer, const struct scene_room *room,
                    const struct scene *scene)
{
    const struct holm_board *board = scene->state->board;
    const struct holm_state *seen = &room->view->seen;
    holm_view(scene->state, scene->viewer, room->view);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "type", "position");
    holm_json_put_number(writer, "seq", scene->seq);
    put_head(writer, scene);
    board_put(writer, board);
    holm_json_key(writer, "view");
    holm_json_state(writer, seen);
    put_list(writer, room, seen, scene);
    put_facts(writer, room, scene, seen, true);
}

/* They are most of a view, and most actions leave them alone. Everybody sees all of them. */
static bool has_same_pieces(const struct holm_state *one, const struct holm_state *other)
{
    return !memcmp(one->corner, other->corner, sizeof one->corner) &&
           !memcmp(one->edge, other->edge, sizeof one->edge);
}

void scene_played(struct holm_writer *writer, const struct scene_room *room,
                  const struct scene *scene, const struct holm_state *was, const struct told *told,
                  const struct holm_events *seen)
{
    struct holm_state_text old = { .without_pieces = has_same_pieces(was, scene->state) };
    struct holm_state_text new = { .without_pieces = old.without_pieces };
    struct holm_writer before = holm_writer(room->before, VIEW_MAX);
    struct holm_writer after = holm_writer(room->after, VIEW_MAX);
    holm_view(was, scene->viewer, room->view);
    holm_json_state_parts(&before, &room->view->seen, &old);
    holm_view(scene->state, scene->viewer, room->view);
    holm_json_state_parts(&after, &room->view->seen, &new);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "type", "played");
    holm_json_put_number(writer, "seq", scene->seq);
    put_head(writer, scene);
    holm_json_put_seat(writer, "by", told->by);
    told_put(writer, told);
    events_put(writer, scene->state->board, seen);
    holm_json_key(writer, "changes");
    changes_put_parts(writer, room->before, &old, room->after, &new);
    put_list(writer, room, &room->view->seen, scene);
    put_facts(writer, room, scene, &room->view->seen, false);
}
