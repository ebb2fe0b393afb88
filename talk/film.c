/* film.c: a game once more, frame by frame, as one viewer saw it or may see it now. */
#include <stdlib.h>
#include <string.h>

#include "talk/talk.h"
#include "text/json.h"
#include "text/notation.h"

struct film {
    struct holm_writer *writer;
    struct holm_replay replay;
    struct holm_belief belief;
    int viewer;
    char before[VIEW_MAX], after[VIEW_MAX], facts[VIEW_MAX], line[HOLM_LOG_LINE_MAX + 1];
    struct holm_view view;
    struct holm_events seen;
};

static bool shows_all(const struct film *film)
{
    return film->viewer == HOLM_EVERYBODY;
}

static void put_facts(struct film *film, bool always)
{
    struct holm_writer facts = holm_writer(film->after, VIEW_MAX);
    facts_put(&facts, &film->view.seen, shows_all(film) ? NULL : &film->belief, film->viewer);
    if (!always && !strcmp(film->after, film->facts))
        return;
    strcpy(film->facts, film->after);
    holm_json_key(film->writer, "facts");
    holm_put(film->writer, film->facts);
}

static void look(struct film *film, char *text)
{
    struct holm_writer writer = holm_writer(text, VIEW_MAX);
    holm_view(&film->replay.state, film->viewer, &film->view);
    holm_json_state(&writer, &film->view.seen);
}

/* Actions are public but for what they may hold of hidden cards: discards and gifts. */
static void put_action(struct film *film)
{
    const struct holm_action *action = &film->replay.action;
    const bool none = film->replay.kind != HOLM_LINE_ACTION;
    const bool hidden = none || (!shows_all(film) && action->seat != film->viewer);
    holm_json_key(film->writer, "action");
    if (hidden)
        holm_put(film->writer, "null");
    else
        holm_json_action(film->writer, &film->replay.board, action);
}

static void put_frame(struct film *film)
{
    struct holm_writer *writer = film->writer;
    const struct told told = { film->replay.action.seat, film->replay.kind, film->replay.why };
    look(film, film->after);
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "seq", film->replay.actions);
    holm_json_put_seat(writer, "by", told.by);
    told_put(writer, &told);
    put_action(film);
    events_for(&film->replay.events, film->viewer, &film->seen);
    events_put(writer, &film->replay.board, &film->seen);
    holm_json_key(writer, "changes");
    changes_put(writer, film->before, film->after);
    if (!shows_all(film))
        holm_belief_follow(&film->belief, &film->view, &film->seen);
    strcpy(film->before, film->after);
    put_facts(film, false);
    holm_put_char(writer, '}');
}

static void put_names(struct holm_writer *writer, const struct holm_replay *replay,
                      const char (*names)[NAME_SIZE])
{
    holm_json_key(writer, "seats");
    holm_put_char(writer, '[');
    for (int seat = 0; seat < replay->board.rules.players; seat++) {
        holm_json_next(writer);
        holm_json_string(writer, names ? names[seat] : holm_seat_names[seat]);
    }
    holm_put_char(writer, ']');
}

static void put_start(struct film *film, const char (*names)[NAME_SIZE])
{
    struct holm_writer *writer = film->writer;
    holm_put_char(writer, '{');
    board_put(writer, &film->replay.board);
    put_names(writer, &film->replay, names);
    look(film, film->before);
    if (!shows_all(film))
        holm_belief_start(&film->belief, &film->view);
    holm_json_key(writer, "start");
    holm_put(writer, film->before);
    put_facts(film, true);
    holm_json_key(writer, "frames");
    holm_put_char(writer, '[');
}

static bool put_film(struct film *film, const struct lines *lines, const char (*names)[NAME_SIZE],
                     struct holm_trouble *trouble)
{
    int got;
    holm_replay_start(&film->replay);
    while ((got = lines->next(lines->context, film->line, trouble)) > 0) {
        if (!holm_replay_line(&film->replay, film->line, trouble))
            return false;
        if (film->replay.line == 1 && film->viewer < HOLM_SEATS &&
            film->viewer >= film->replay.board.rules.players)
            return holm_trouble(trouble, 0, "Nobody sat in that seat.");
        if (film->replay.line == 1)
            put_start(film, names);
        else if (film->replay.kind != HOLM_LINE_SEAL)
            put_frame(film);
    }
    return got == 0 && (film->replay.line || holm_trouble(trouble, 0, "the log is empty"));
}

bool film_put(struct holm_writer *writer, const struct lines *lines, int viewer,
              const char (*names)[NAME_SIZE], bool *has_seed, struct holm_trouble *trouble)
{
    struct film *film = calloc(1, sizeof *film);
    if (!film)
        return holm_trouble(trouble, 0, "out of memory");
    film->writer = writer;
    film->viewer = viewer;
    const bool fine = put_film(film, lines, names, trouble);
    *has_seed = film->replay.has_seed;
    if (fine)
        holm_put_char(writer, ']');
    free(film);
    return fine;
}
