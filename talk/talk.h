/* talk.h: what clients are told of a game, whoever tells them: the server, or the module in the
 * browser (local). docs/protocol.md describes it. */
#ifndef TALK_TALK_H
#define TALK_TALK_H

#include "engine/holm.h"
#include "text/log.h"
#include "text/writer.h"

enum {
    PROTOCOL_VERSION = 2,
    NAME_SIZE = 100, /* bytes of a person's name, with its end */
    NAME_CHARACTERS = 24,
    CHAT_CHARACTERS = 300,
    MESSAGE_MAX = 4096, /* from a client */
    VIEW_MAX = 1 << 17, /* a view as JSON */
    CLOCK_MOST = 14 * 24 * 3600,
    DELAY_MOST = 3600,
};

/* What a line of the log is, besides the action in it. */
struct told {
    uint8_t by; /* seat; HOLM_NONE: all people */
    uint8_t line; /* enum holm_line_kind */
    uint8_t why; /* enum holm_why: a bot moved for a person */
};

struct holm_state_text;

/* changes.c */
/* The members of an object that differ from an earlier one; members of "players" one by one. */
void changes_put(struct holm_writer *writer, const char *before, const char *after);
/* The same of two states, of which it is known where their parts are: what is the same is seen sooner. */
void changes_put_parts(struct holm_writer *writer, const char *before,
                       const struct holm_state_text *old, const char *after,
                       const struct holm_state_text *new);

/* facts.c */
void facts_put(struct holm_writer *writer, const struct holm_state *seen,
               const struct holm_belief *belief, int viewer);
void prices_put(struct holm_writer *writer, const struct holm_rules *rules,
                const struct holm_map *map);

/* preview.c */
/* Members of what has a board: its rules, its map, and the prices by them. */
void board_put(struct holm_writer *writer, const struct holm_board *board);
/* A board and its start as somebody would find them. */
void preview_put(struct holm_writer *writer, const struct holm_board *board);
/* What a map is for, and its text. */
void map_put(struct holm_writer *writer, const struct holm_map *map, const char *source);

/* scene.c */
/* What one viewer gets of a game: which state, and what may be believed of it. */
struct scene {
    const struct holm_state *state;
    const struct holm_past *past;
    const struct holm_belief *belief; /* or NULL */
    const uint8_t *head; /* or NULL: nobody is to know it yet, or there is none */
    int seq, viewer;
    uint64_t *facts_told; /* a hash of the facts that this viewer was told last */
};
/* Room to write in, which all scenes share; texts of VIEW_MAX bytes. */
struct scene_room {
    struct holm_view *view;
    struct holm_list *list;
    char *before, *after;
};
void events_for(const struct holm_events *events, int viewer, struct holm_events *seen);
void events_put(struct holm_writer *writer, const struct holm_board *board,
                const struct holm_events *seen);
/* "line" and "why" of what happened, and by whom, where there is such a thing. */
void told_put(struct holm_writer *writer, const struct told *told);
/* Both leave the end to the caller: who is waited for, and the brace. */
void scene_position(struct holm_writer *writer, const struct scene_room *room,
                    const struct scene *scene);
/* `seen`: the events as the viewer may see them. */
void scene_played(struct holm_writer *writer, const struct scene_room *room,
                  const struct scene *scene, const struct holm_state *was, const struct told *told,
                  const struct holm_events *seen);

/* film.c */
/* The lines of a log, one after the other: 1, or 0 at the end, or -1 and the trouble. */
struct lines {
    int (*next)(void *context, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble);
    void *context;
};
/* lines.c: `next` for a text in memory; the context is a reader of it. */
struct text_reader {
    const char *at;
};
int text_next(void *context, char line[HOLM_LOG_LINE_MAX + 1], struct holm_trouble *trouble);
/* A replay but for its end: {"rules":...,"frames":[...]. The names may be NULL. */
bool film_put(struct holm_writer *writer, const struct lines *lines, int viewer,
              const char (*names)[NAME_SIZE], bool *has_seed, struct holm_trouble *trouble);

/* catalogue.c, words.c */
const char *usual_bot(void); /* where nobody chose one */
void catalogue_put(struct holm_writer *writer);
bool words_put(struct holm_writer *writer, const char *edition, const char *language,
               struct holm_trouble *trouble);

#endif
