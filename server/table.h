/* table.h: a table as it is in memory: its chairs, its settings, its game. */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include <jansson.h>
#include <uv.h>

#include "bots/bots.h"
#include "engine/holm.h"
#include "server/identity.h"
#include "server/message.h"
#include "server/push.h"
#include "server/refusals.h"
#include "server/serve.h"
#include "store/store.h"
#include "talk/talk.h"
#include "text/chain.h"
#include "text/fair.h"
#include "text/figures.h"
#include "text/log.h"
#include "text/source.h"
#include "text/writer.h"

enum {
    BOT_SIZE = 24, /* of a bot's name with its budget */
    MAP_NAME_SIZE = 32,
    ANSWER_MAX = 4 << 20, /* to a client, at most */
    BODY_MAX = 16384, /* of a request */
    LOG_BODY_MAX = 1 << 20,
    CODE_LETTERS = 12,
    TOKEN_BYTES = 24,
    ALIAS_BYTES = 8,
    ALIAS_SECRET_BYTES = 32,
    REMOVED_MOST = 16,
    DEVICES_MOST = 4, /* of a person, besides the first */
    OTHERS_MOST = 4, /* nodes at which a person is known to be */
    SLOW_SECONDS = 3600, /* with such a clock nobody is expected to stay: table_is_slow */
    STORAGE_PAUSE = 1000, /* milliseconds between two tries of what could not be stored */
    KERNEL_BYTES = 128 << 10, /* that the system takes for a slow reader before we count */
};

/* Tokens that come back with time; an action takes one. */
struct bucket {
    float level;
    int64_t at; /* monotonic milliseconds */
};

/* --------------------------------------------------------------------- timers */

/* loop.c. A timer lies in what it belongs to; timer_close frees that once the loop has let go. */
struct timer {
    uv_timer_t handle;
    void (*ring)(struct timer *timer);
    void *owner;
};

/* ------------------------------------------------------------------- tables */

enum chair_kind { CHAIR_OPEN, CHAIR_PERSON, CHAIR_BOT, CHAIR_KINDS };
enum clock_mode { CLOCK_NONE, CLOCK_TURN, CLOCK_DECISION, CLOCK_MODES };

/* Why a game ended, where it was not by the rules: it came to its length, somebody gave up, all
 * agreed. */
enum ending { ENDED_BY_RULES, ENDED_LENGTH, ENDED_RESIGNED, ENDED_AGREED, ENDINGS };

extern const char *const ending_names[ENDINGS]; /* the first NULL */
extern const char *const chair_kind_names[CHAIR_KINDS];
extern const char *const clock_mode_names[CLOCK_MODES];
extern const char *const table_state_names[3]; /* ORDER: enum holm_store_state */

/* Who chose the board: nobody, or the host, by keeping a deal or bringing a map. */
enum board_choice { BOARD_USUAL, BOARD_KEPT, BOARD_OWN, BOARD_CHOICES };
extern const char *const board_choice_names[BOARD_CHOICES];

/* How a game is to be opened: rules, and the map before the deal. */
struct opening {
    struct holm_rules rules;
    struct holm_map map;
    uint8_t board; /* enum board_choice */
    char scenario[MAP_NAME_SIZE]; /* or "" */
};

/* What the host chose; it never changes. */
struct settings {
    struct holm_rules rules;
    char scenario[MAP_NAME_SIZE]; /* or "" */
    char map[MAP_NAME_SIZE]; /* before the deal */
    uint8_t board; /* enum board_choice */
    bool listed; /* in the lobby */
    bool usual; /* the rules of an edition, without a change */
    bool shuffled; /* seats are drawn */
    bool spectators, counts;
    bool on_ready; /* it starts when all are ready, not as soon as all sit */
    uint8_t clock; /* enum clock_mode */
    int clock_seconds;
    int clock_reserve; /* seconds for the whole game, used when a clock has run out */
    int delay; /* seconds by which spectators are behind */
};

struct chair {
    uint8_t kind;
    uint8_t seat; /* HOLM_NONE before the start */
    bool away; /* a bot moves for this person */
    int64_t left_at; /* run_milliseconds when the last connection went; 0: one is there */
    bool muted;
    bool ready; /* to start */
    bool free; /* it was given up, and anybody with the link may take it */
    bool forgotten; /* who sits here wants no name to be left */
    uint16_t connections; /* here */
    bool elsewhere; /* and at another node, of those that share a database: nodes.c */
    bool noted; /* that there are connections here stands in the record */
    uint8_t others; /* at so many nodes, of which some may be gone: */
    int64_t other[OTHERS_MOST];
    uint64_t from; /* key of the address that sits here; 0: not known since the server started */
    struct bucket messages, actions, chats, proposals;
    struct bucket pushes; /* messages to them while they are not here */
    char name[NAME_SIZE];
    char bot[BOT_SIZE];
    struct look look; /* what the person chose to be known by */
    char resigned[NAME_SIZE]; /* who gave it up in this game, the latest; "": nobody */
    uint8_t token[HOLM_HASH_BYTES]; /* its hash */
    uint8_t device[DEVICES_MOST][HOLM_HASH_BYTES]; /* of tokens of further devices; 0: none */
    uint8_t device_code[HOLM_HASH_BYTES]; /* of the code that brings another one here, */
    int64_t device_until; /* run_milliseconds */
    uint8_t coming[HOLM_HASH_BYTES]; /* of the token that it was given, until it comes; 0: none */
    bool moves; /* when it comes, the others go */
    uint8_t former[HOLM_HASH_BYTES]; /* the same of who gave it up, and may watch */
    struct sitter known; /* who sits here */
    int64_t leaver; /* who was the first to give it up in this game; 0: nobody who is known */
};

/* A line of the log that delayed spectators have not seen yet, or that somebody who comes back may
 * have missed. */
struct trail_entry {
    struct told told;
    bool stops; /* a line about people that ends the game */
    uint8_t winner; /* then: a seat, or HOLM_NONE */
    struct holm_action action;
    int64_t at; /* monotonic milliseconds */
    uint8_t drawn_count;
    uint8_t drawn[HOLM_DRAWS_MAX];
};

/* A game as it is, or was: the state, and what can be taken back of it. */
struct moment {
    struct holm_state state;
    struct holm_past past;
};

/* What has happened since a moment some actions ago, which is kept elsewhere. */
struct trail {
    int seq; /* of that moment */
    int count;
    struct trail_entry *entry; /* the first that counts, */
    struct trail_entry *base; /* in an array with room for so many: */
    int room;
};

enum { VIEWERS = HOLM_SEATS + 1, SPECTATOR_VIEW = HOLM_SEATS, HEADS_KEPT = 32 };

/* Everybody's clocks. */
struct clocks {
    int64_t at; /* when `left` was right */
    int64_t left[HOLM_SEATS]; /* milliseconds of each seat; below 0 it is the reserve that runs */
    int64_t reserve[HOLM_SEATS]; /* milliseconds, before what `left` has used of it */
    unsigned running; /* seats whose clocks run */
    int turn; /* for which they were filled */
};

/* The large part of a game: game_at. */
struct position {
    struct holm_board board;
    struct holm_state state;
    struct holm_past past;
    struct moment then; /* where `recent` begins, if there is such a trail */
};

struct fold; /* folding.c */

/* A game being played. */
struct game {
    struct fold *fold;
    struct holm_chance chance;
    int seq; /* actions so far */
    struct holm_belief belief[VIEWERS]; /* of each seat; the last one of spectators */
    uint64_t facts_told[VIEWERS]; /* hash of the facts that were sent last */
    int offer_since[HOLM_SEATS]; /* when each seat's offer was made */
    int acted[HOLM_SEATS]; /* the latest line of each seat */
    struct trail *recent; /* for people who come back */
    struct trail *late; /* what delayed spectators see; NULL: no delay */
    struct moment *late_then; /* where that begins: game_late */
    struct holm_chain chain; /* with all lines of the log */
    bool chained; /* not so in games of version 1 */
    int lines; /* in the chain: actions, and seals behind them */
    uint8_t head[HEADS_KEPT][HOLM_HASH_BYTES]; /* of the latest lines, each at its number */
    unsigned sealed; /* chairs that have signed the end */
    struct holm_figures figures;

    char *watched_text; /* the position for spectators but for its end, or NULL */
    size_t watched_used;
    int watched_seq; /* the seq it shows */

    /* clock.c: times are monotonic milliseconds */
    struct clocks clocks;
    struct clocks clocks_before; /* the latest action: they go on if it is taken back */
    int64_t moved_at; /* the latest action */
    unsigned expired; /* seats for which a bot moves once */

    /* bots.c */
    struct holm_bot *bot[HOLM_SEATS]; /* NULL: none was ever at work; those at work have a kind */
    unsigned thinking; /* seats whose bots are with a worker */
    uint32_t thought; /* number of the latest job */
    struct holm_action chosen; /* what a bot will do when its pause is over */
    int chosen_seq; /* in which position; elsewhere it counts for nothing */
    int64_t rethink_at; /* not before: a bot found nothing to do */
    int watched[HOLM_SEATS]; /* the seq each bot knows */
};

/* What somebody proposes to the others. */
struct proposal {
    int id; /* 0: there is none */
    uint8_t kind; /* enum proposal_kind */
    uint8_t by; /* chair */
    uint8_t chair; /* which it is about, or HOLM_NONE */
    uint8_t asked, yes, no; /* chairs */
    int64_t until; /* run_milliseconds */
    struct holm_agreement word[HOLM_SEATS]; /* of those who agreed, where it is signed */
};

struct part; /* writing.h */
struct said; /* again.c */

struct table {
    struct server *server;
    struct table *next; /* of those with the same hash */
    struct table *next_numbered; /* the same by its number */
    int64_t id;
    uint64_t owner; /* whose time its bots take: an address's key; 0: nobody's yet */
    char code[HOLM_CODE_SIZE];
    uint8_t state; /* enum holm_store_state */
    uint8_t host; /* chair */
    uint8_t chairs;
    bool dirty; /* its record is to be written in this turn of the loop */
    bool stored; /* the store has its row, or is about to */
    bool shown; /* it has: others may hear of it */
    bool leaving; /* it goes from memory once its notes are written */
    struct part *part; /* of the batch that is gathered, or NULL; */
    struct part *flying; /* and of the one that is being written */
    bool chats_known;
    int chats; /* the latest number, where it is known */
    /* Where several nodes share the database: news.c */
    int64_t version; /* that this is, but for what is pending */
    int64_t news; /* the latest one that others have told of */
    int64_t driver; /* the node that lets bots move and clocks run out; 0: none must */
    bool stale; /* others have changed it since, and nobody here has looked */
    bool lost; /* its game cannot follow them, and is to be read again */
    struct reading *reading; /* of it; NULL: nothing is being read */
    bool missed; /* it was asked for, and the database does not seem to have it */
    int chats_told; /* up to this number people here know what was said */
    struct said *said, **said_last; /* what was heard since something is pending */
    bool forgotten; /* it is to be removed */
    bool told; /* clients are to be told of a change */
    bool moved; /* somebody came or went, and the store does not know it yet */
    bool waits; /* its bots: they play enough for its owner */
    bool refused; /* the store did not take what it did: it is about to be taken back */
    bool finished; /* in this turn: its results are to be written */
    bool rated; /* its game counts: results.c */
    int64_t due; /* not later than the store has it: see table_due */
    int asked; /* seats, as the store has it: see table_asked; -1: it does not know */
    struct settings settings;
    char *source; /* the whole map, where the host chose the board; else NULL */
    struct chair chair[HOLM_SEATS];
    struct holm_fair fair;
    char *terms; /* what all agreed to; NULL before the list is closed */
    char *reports; /* to the host, the list as text; NULL: none */
    int reported; /* so many were made */
    char *voids; /* the void rounds, as the list in the terms; NULL: none */
    bool revealing; /* waiting, and the list is closed: round.c */
    int64_t reveal_by; /* milliseconds */
    int64_t pledge_by; /* the host has said start, and somebody may still pledge; 0: no */
    double pace;
    int64_t paused_at; /* run_milliseconds; 0: it is not */
    int64_t pauses; /* milliseconds of earlier ones: they are not in the times of the log's lines */
    struct proposal proposal;
    int proposed; /* so many were */
    char *closed; /* what was told of the latest one that ended, for other nodes; or NULL */
    uint64_t closed_in; /* the batch with which that is told here; 0: it was */
    uint8_t ended; /* enum ending */
    uint8_t taken; /* so many chairs were taken over in this game */
    int64_t created, changed; /* seconds */
    int64_t started; /* milliseconds */
    uint64_t first_draw; /* of the game proper, after the deal */
    char rematch[HOLM_CODE_SIZE]; /* or "" */
    int64_t follows; /* it is a rematch of that table, and not stored yet; 0: no */
    char *header; /* of the log, from the start until it is written; else NULL */
    bool begun; /* the store has a header of its log */
    struct game *game; /* NULL: not being played, or not loaded */
    struct loading *loading; /* its game is being read: loading.c */
    struct connection *connections;
    int watching; /* connections without a chair */
    int64_t told_at, tell_at; /* monotonic: the latest time; the next one, 0: none is due */
    int removed_count;
    struct removed { /* whom the host does not want here */
        uint64_t key; /* of an address; 0: not known */
        int64_t person; /* 0: not known */
    } removed[REMOVED_MOST];
    unsigned cut_count; /* where nodes share the database: whose connections end at all of them, */
    uint64_t cut_off[HOLM_SEATS]; /* by the beginnings of their tokens' hashes: the latest */
    struct resting { /* addresses that made a round void, and wait before they sit down again */
        uint64_t key;
        int64_t until; /* monotonic */
    } resting[HOLM_SEATS];
    unsigned rested; /* so many did so far */
    unsigned push_asked; /* chairs that were told that they are asked, or are here */
    unsigned push_missed; /* that were here when they were asked, and cannot have noticed */
    bool push_begins; /* the game has just begun */
    struct timer timer;
};

#endif
