/* game.h: one game on this device: its people, its bots, its log. Whoever holds the device sees it
 * through the eyes of one chair, and is told of it in the server's own messages. */
#ifndef LOCAL_GAME_H
#define LOCAL_GAME_H

#include "bots/bots.h"
#include "talk/talk.h"
#include "text/value.h"

enum { CODE_SIZE = 40, BOT_SIZE = 24, SCENARIO_SIZE = 32, VIEWERS = HOLM_SEATS + 1 };

/* Chairs and seats are the same here. */
struct chair {
    bool person;
    char name[NAME_SIZE]; /* of a person */
    char bot[BOT_SIZE];
};

/* A text that grows. */
struct text {
    char *bytes;
    size_t used, room;
};

struct lesson;
struct puzzle;
struct thinking;

struct local {
    bool open;
    struct lesson *lesson; /* that is being learnt (lesson.h); NULL: it is a game like any other */
    struct puzzle *puzzle; /* or one to be solved (puzzle.h) */
    char code[CODE_SIZE], rematch[CODE_SIZE];
    char scenario[SCENARIO_SIZE]; /* or "" */
    bool own_map; /* somebody brought the map */
    struct chair chair[HOLM_SEATS];
    int pace; /* percent of a usual pause */
    long long created; /* seconds since 1970 */
    int holder; /* the chair that holds the device; -1: it is being passed */

    struct holm_board board;
    struct holm_state state;
    struct holm_past past;
    struct holm_chance chance;
    int seq;
    struct holm_belief belief[VIEWERS];
    uint64_t facts_told[VIEWERS];
    int offer_since[HOLM_SEATS];
    struct holm_bot bot[HOLM_SEATS]; /* those who have moved have a kind */
    uint64_t bot_seed;
    struct thinking *thinking; /* of a bot, with others (thinking.h); NULL: none */
    struct text log; /* its lines, each with its end */
    size_t kept; /* bytes of it that the page has already */

    /* Room for what is being done. */
    struct holm_state was;
    struct holm_events events, seen;
    struct holm_view view;
    struct holm_list list;
    char before[VIEW_MAX], after[VIEW_MAX];
};

/* game.c */
/* {"code":...,"seed":...,"rules":{...},"scenario":...,"chairs":[...],...}: a new game. */
bool local_open(struct local *local, const json_t *json, struct holm_trouble *trouble);
/* The same with "log" in the place of the seed: a game that goes on. */
bool local_load(struct local *local, const json_t *json, struct holm_trouble *trouble);
void local_close(struct local *local);
/* Applies an action of a person or a bot, writes its line and follows; an enum holm_error. */
int local_apply(struct local *local, const struct holm_action *action);
/* A seat whose bot is to move now, or -1. `waits`: people still think about its offer. */
int local_next_bot(const struct local *local, bool *waits);
/* Lets that bot move; false: it cannot, or is still thinking. `shared`: others play lines for it. */
bool local_move_bot(struct local *local, bool shared, struct holm_action *action);
int local_people(const struct local *local); /* how many */
/* What everybody knows of a position that did not come about by playing. */
void local_believe(struct local *local);
/* The game as it was before the latest action of the holder, who plays against bots alone. What was
 * drawn since is drawn again, alike. */
bool local_back(struct local *local, struct holm_trouble *trouble);

/* advice.c */
/* What `hard` would do in the holder's place and why, and in set-up what corners are worth; for who
 * plays against bots alone. */
bool local_hint(struct local *local, struct holm_writer *writer, struct holm_trouble *trouble);

/* hearing.c */
/* One message of whoever holds the device; what is answered is written, one behind the other. */
void local_hear(struct local *local, const json_t *message, struct holm_writer *writer);
/* What the holder is told of the action that was applied last. */
void local_tell(struct local *local, const struct holm_action *action, struct holm_writer *writer);
/* The position that the holder sees, from scratch. */
void local_show(struct local *local, struct holm_writer *writer);
void local_table_put(const struct local *local, struct holm_writer *writer);

/* text.c */
bool text_add(struct text *text, const char *line); /* with a line's end; false: no memory */

#endif
