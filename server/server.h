/* server.h: what the files of the server share. server/serve.h is for everybody else.
 *
 * One process, one event loop. What comes in is read (message.c, opening.c), does something to a
 * table (table.c, play.c, seats.c), and is written to the store (batch.c); what goes out waits in
 * the connections' queues until the writes of this turn of the loop are on disk. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <jansson.h>
#include <libwebsockets.h>

#include "bots/bots.h"
#include "engine/holm.h"
#include "server/serve.h"
#include "store/store.h"
#include "text/chain.h"
#include "text/fair.h"
#include "text/writer.h"

enum {
    PROTOCOL_VERSION = 2,
    NAME_SIZE = 100, /* bytes of a person's name, with its end */
    NAME_CHARACTERS = 24,
    BOT_SIZE = 24, /* of a bot's name with its budget */
    MAP_NAME_SIZE = 32,
    CHAT_CHARACTERS = 300,
    MESSAGE_MAX = 4096,   /* from a client */
    ANSWER_MAX = 4 << 20, /* to a client, at most */
    VIEW_MAX = 1 << 17,   /* a view as JSON */
    BODY_MAX = 16384,     /* of a request */
    LOG_BODY_MAX = 1 << 20,
    CODE_LETTERS = 12,
    TOKEN_BYTES = 24,
    CLOCK_MOST = 14 * 24 * 3600,
    DELAY_MOST = 3600,
};

/* ------------------------------------------------------------------- tables */

enum chair_kind { CHAIR_OPEN, CHAIR_PERSON, CHAIR_BOT, CHAIR_KINDS };
enum clock_mode { CLOCK_NONE, CLOCK_TURN, CLOCK_DECISION, CLOCK_MODES };

extern const char *const chair_kind_names[CHAIR_KINDS];
extern const char *const clock_mode_names[CLOCK_MODES];
extern const char *const table_state_names[3]; /* ORDER: enum holm_store_state */

/* How a game is to be opened: rules, and the map before the deal. */
struct opening {
    struct holm_rules rules;
    struct holm_map map;
    char scenario[MAP_NAME_SIZE]; /* or "" */
};

/* What the host chose; it never changes. */
struct settings {
    struct holm_rules rules;
    char scenario[MAP_NAME_SIZE]; /* or "" */
    char map[MAP_NAME_SIZE];      /* before the deal */
    bool listed;                  /* in the lobby */
    bool shuffled;                /* seats are drawn */
    bool spectators, counts;
    uint8_t clock; /* enum clock_mode */
    int clock_seconds;
    int delay; /* seconds by which spectators are behind */
};

struct chair {
    uint8_t kind;
    uint8_t seat; /* HOLM_NONE before the start */
    bool away;    /* a bot moves for this person */
    bool muted;
    uint16_t connections;
    char name[NAME_SIZE];
    char bot[BOT_SIZE];
    uint8_t token[HOLM_HASH_BYTES]; /* its hash */
};

/* A line of the log that delayed spectators have not seen yet, or that somebody who comes back may
 * have missed. */
struct trail_entry {
    struct holm_action action;
    int64_t at; /* milliseconds */
    uint8_t drawn_count;
    uint8_t drawn[HOLM_DRAWS_MAX];
};

/* A game some actions ago: the state then, and what has happened since. */
struct trail {
    struct holm_state state;
    int seq; /* of the state */
    int count, room;
    struct trail_entry *entry;
};

enum { VIEWERS = HOLM_SEATS + 1, SPECTATOR_VIEW = HOLM_SEATS, HEADS_KEPT = 32 };

/* A game being played. */
struct game {
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    int seq;                                   /* actions so far */
    struct holm_belief belief[VIEWERS];        /* of each seat; the last one of spectators */
    uint64_t facts_told[VIEWERS];              /* hash of the facts that were sent last */
    int offer_since[HOLM_SEATS];               /* when each seat's offer was made */
    int acted[HOLM_SEATS];                     /* the latest line of each seat */
    struct trail *recent;                      /* for people who come back */
    struct trail *late;                        /* what delayed spectators see; NULL: no delay */
    struct holm_chain chain;                   /* with all lines of the log */
    bool chained;                              /* not so in games of version 1 */
    int lines;                                 /* in the chain: actions, and seals behind them */
    uint8_t head[HEADS_KEPT][HOLM_HASH_BYTES]; /* of the latest lines, each at its number */
    unsigned sealed;                           /* chairs that have signed the end */

    /* clock.c */
    int64_t clock_at;         /* when `left` was right */
    int64_t left[HOLM_SEATS]; /* milliseconds of each seat */
    int64_t moved_at;         /* the latest action */
    unsigned running;         /* seats whose clocks run */
    unsigned expired;         /* seats for which a bot moves once */
    int clock_turn;

    /* bots.c */
    struct holm_bot bot[HOLM_SEATS]; /* those at work have a kind */
    unsigned thinking;               /* seats whose bots are with a worker */
    uint32_t thought;                /* number of the latest job */
    struct holm_action chosen;       /* what a bot will do when its pause is over */
    int chosen_seq;                  /* in which position; elsewhere it counts for nothing */
    int64_t rethink_at;              /* not before: a bot found nothing to do */
    int watched[HOLM_SEATS];         /* the seq each bot knows */
};

struct table {
    struct server *server;
    struct table *next; /* of those with the same hash */
    int64_t id;
    char code[HOLM_CODE_SIZE];
    uint8_t state; /* enum holm_store_state */
    uint8_t host;  /* chair */
    uint8_t chairs;
    bool dirty;     /* its record is to be written in this turn of the loop */
    bool noted;     /* something of it is */
    bool forgotten; /* it is to be removed */
    bool told;      /* clients are to be told of a change */
    struct settings settings;
    struct chair chair[HOLM_SEATS];
    struct holm_fair fair;
    char *terms;       /* what all agreed to; NULL before the list is closed */
    bool revealing;    /* waiting, and the list is closed: round.c */
    int64_t reveal_by; /* milliseconds */
    double pace;
    int64_t created, changed;     /* seconds */
    int64_t started;              /* milliseconds */
    uint64_t first_draw;          /* of the game proper, after the deal */
    char rematch[HOLM_CODE_SIZE]; /* or "" */
    char *header;                 /* of the log; NULL before the start */
    struct game *game;            /* NULL: not being played, or not loaded */
    struct connection *connections;
    int watching; /* connections without a chair */
    struct lws_sorted_usec_list timer;
};

/* -------------------------------------------------------------- connections */

/* Tokens that come back with time; an action takes one. */
struct bucket {
    float level;
    int64_t at; /* milliseconds */
};

struct address {
    struct address *next;
    char text[48];
    int connections; /* WebSockets */
    int sockets;     /* connections of any kind */
    struct bucket requests, tables, heavy;
    int64_t used; /* when last */
};

/* A WebSocket. */
struct connection {
    struct server *server;
    struct lws *wsi;
    struct address *address;
    struct table *table;
    struct connection *next;       /* at the table */
    struct connection *next_dirty; /* has something new in its queue */
    int chair;                     /* -1: watches */
    bool hello, dirty, closing;
    int errors;
    struct bucket messages, chats;
    char *queue;                    /* [length][bytes] ... */
    size_t start, held, used, room; /* sent up to; may be sent up to; filled up to */
    char *partial;                  /* of a message that comes in pieces */
    size_t partial_used;
};

/* ----------------------------------------------------------------- the server */

struct metrics {
    uint64_t requests, messages, actions, bot_actions, refused, errors, commits, commit_failures,
        tables, games_over, dropped, expired, voids;
    uint64_t commit_microseconds;
};

enum { TABLE_BUCKETS = 4096, ADDRESS_BUCKETS = 1024 };

struct workers; /* workers.c */

struct server {
    struct holm_serve_settings settings;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct holm_store *store;
    struct workers *bots;    /* that think */
    struct workers *replays; /* that are written */
    struct table *table[TABLE_BUCKETS];
    int tables; /* in memory */
    struct address *address[ADDRESS_BUCKETS];
    int connections;
    struct connection *dirty;
    struct table **changed; /* tables of this turn's batch */
    int changed_count, changed_room;
    struct table **told; /* tables that are to be shown to their clients */
    int told_count, told_room;
    struct pending_act { /* acknowledged or refused when the batch is written */
        struct connection *by;
        int id;
    } * acts;
    int act_count, act_room;
    bool broken; /* this batch was refused already */
    bool failed; /* the latest one was */
    struct holm_trouble failure;
    struct metrics metrics;
    struct lws_sorted_usec_list sweep_timer;
    bool sweep_due;
    struct holm_random dice; /* for bots' choices only */
    uint32_t thoughts;       /* given to workers so far */
    /* Room for one thing at a time, shared by all tables. */
    char *answer;            /* ANSWER_MAX */
    unsigned char *outgoing; /* the same, behind LWS_PRE bytes */
    char *before, *after;    /* VIEW_MAX */
    struct holm_list list;
    struct holm_events events, seen;
    struct holm_view view;
    struct holm_state was;
};

int64_t now_milliseconds(void); /* since 1970 */

/* limits.c */
struct address *address_find(struct server *server, const char *client);
/* What is counted as one client: an IPv4 address, or a network of IPv6. */
void address_network(const char *text, char *network, size_t size);
void addresses_sweep(struct server *server, bool all);
/* Whether an address may ask for one more thing that takes long: a replay, a deal, a proof. */
bool address_take_heavy(const struct server *server, struct address *address);
/* Whether a new connection may stay; then its opening and closing are counted. */
bool socket_welcome(struct server *server, int file);
void socket_opened(struct server *server, struct lws *wsi);
void socket_closed(struct lws *wsi);
/* Takes one from a bucket that fills at `rate` a second up to `most`; false: it is empty. */
bool bucket_take(struct bucket *bucket, float rate, float most, int64_t now);

/* opening.c */
/* Rules from a partial object, with the map they are played on. */
bool opening_read(const json_t *json, struct opening *opening, struct holm_trouble *trouble);
/* "medium" where there is such a bot, else the next best. */
const char *opening_usual_bot(void);
/* 1 to NAME_CHARACTERS printable characters. */
bool opening_name(const char *text, char name[NAME_SIZE], struct holm_trouble *trouble);
/* A whole request for a table. `now`: fill with bots and start at once. */
struct table_request {
    struct settings settings;
    struct chair chair[HOLM_SEATS];
    int chairs, host; /* host -1: bots only */
    double pace;
    bool now;
    struct holm_share share; /* the host's pledge */
};
bool opening_bot(const char *word, char bot[BOT_SIZE], struct holm_trouble *trouble);
/* "pledge" and "key", both or neither. */
bool opening_pledge(const json_t *json, struct holm_share *share, struct holm_trouble *trouble);
bool opening_table(const json_t *json, struct table_request *request, struct holm_trouble *trouble);

/* table.c, record.c, load.c */
struct table *table_new(struct server *server, const struct table_request *request, char *token,
                        size_t token_size);
struct table *table_find(struct server *server, const char *code); /* in memory or in the store */
void table_drop(struct table *table);                              /* from memory */
void table_mark(struct table *table); /* it is to be written and told */
void table_fill(struct table *table); /* open chairs with bots */
bool table_start(struct table *table, struct holm_trouble *trouble);
bool table_reload(struct table *table); /* from the store, after a refused write */
int table_seat_chair(const struct table *table, int seat);
int table_chair_of(const struct table *table, const char *token); /* -1: nobody's */
void table_put(struct holm_writer *writer, const struct table *table);
void table_make_token(char *token, size_t size, uint8_t hash[HOLM_HASH_BYTES]);
void table_record(struct holm_writer *writer, const struct table *table);
bool table_read_record(struct table *table, const char *record, struct holm_trouble *trouble);
bool table_load_game(struct table *table, struct holm_trouble *trouble);
void game_believe_start(struct game *game);
void game_free(struct game *game);
void tables_load(struct server *server);

/* round.c: everybody pledges, the list is closed, everybody reveals, the game starts. */
struct message;
void round_begin(struct table *table);               /* a fresh secret, and no pledges */
void round_wait(struct table *table);                /* from now on, for all to reveal */
bool round_gathering(struct connection *connection); /* or an error that says why not */
/* Closes the list and asks for what was pledged; starts at once where nobody has pledged. */
bool round_close(struct table *table, struct holm_trouble *trouble);
void round_close_if_full(struct table *table);
/* Nothing comes of this round because of these chairs, which are freed. */
void round_void(struct table *table, unsigned chairs);
void round_expire(struct table *table, int64_t now);
void round_send(struct connection *connection); /* the terms, while all reveal */
void round_pledge(struct connection *connection, const struct message *message);
void round_reveal(struct connection *connection, const struct message *message);
void round_seal(struct connection *connection, const struct message *message);

/* batch.c: the writes of one turn of the loop. */
struct holm_log_maker;
void batch_line(struct table *table, const struct holm_action *action,
                const struct holm_log_maker *maker);
void batch_seal(struct table *table, int chair, const uint8_t signature[HOLM_SIGNATURE_BYTES]);
void batch_table(struct table *table);
void batch_tell(struct table *table); /* its clients, of a change that is not stored */
void batch_act(struct connection *connection, int id);
void batch_forget(struct connection *connection); /* it has gone */
/* Ends a turn of the loop: writes, then lets go what waits in the queues; false: all was refused.
 */
bool batch_settle(struct server *server);

/* play.c */
struct act {
    struct connection *by; /* NULL: a bot */
    int id;
    int seq;
    const json_t *action;     /* as it came */
    const uint8_t *signature; /* or NULL */
};
/* Applies an action and tells everybody; false: refused, and whoever sent it was told. */
bool play_act(struct table *table, const struct holm_action *action, const struct act *act);
void play_send_position(struct connection *connection);
/* What somebody who has seen `seq` missed; false: too much. */
bool play_send_missed(struct connection *connection, int seq);
void play_send_over(struct connection *connection);
void play_late(struct table *table); /* shows delayed spectators what is due */
int play_viewer(const struct connection *connection);
int viewer_slot(int viewer);

/* game.c */
void game_note(struct game *game, const struct holm_action *action); /* after it was applied */
void game_chain_start(struct game *game, const struct holm_fair *fair);
/* The next line enters the chain. */
void game_chain(struct game *game, int number, const char *line);
/* The head of the chain after a line, or NULL: not kept any more, or never. */
const uint8_t *game_head(const struct game *game, int number);
void game_believe(struct game *game, const struct holm_events *events);
void game_events_for(const struct holm_events *events, int viewer, struct holm_events *seen);
/* Notes the latest action; `was` is the state before it. */
void game_trail(struct game *game, const struct holm_state *was, const struct holm_action *action,
                const struct holm_chance *chance, int64_t at, int delay);
void trail_replay(struct holm_state *state, const struct trail_entry *entry,
                  struct holm_events *events);
void trail_advance(struct trail *trail, struct holm_events *events); /* over its first entry */

/* changes.c */
/* The members of an object that differ from an earlier one; members of "players" one by one. */
void changes_put(struct holm_writer *writer, const char *before, const char *after);

/* facts.c */
void facts_put(struct holm_writer *writer, const struct holm_state *seen,
               const struct holm_belief *belief, int viewer);
void prices_put(struct holm_writer *writer, const struct holm_rules *rules,
                const struct holm_map *map);
void waiting_put(struct holm_writer *writer, const struct table *table,
                 const struct holm_state *state);
void waiting_put_members(struct holm_writer *writer, const struct table *table,
                         const struct holm_state *state);

/* proof.c, replay.c */
bool proof_put(struct holm_writer *writer, struct table *table, struct holm_trouble *trouble);
bool history_put(struct holm_writer *writer, struct connection *connection, int from,
                 struct holm_trouble *trouble);
/* A whole log as a replay for one viewer. */
bool replay_put(struct holm_writer *writer, FILE *log, int viewer, const char (*names)[NAME_SIZE],
                struct holm_trouble *trouble);
FILE *replay_log(struct table *table, struct holm_trouble *trouble); /* the log as a file */

/* workers.c */
struct job {
    struct job *next;
    void (*work)(struct job *job);                        /* on a worker */
    void (*done)(struct server *server, struct job *job); /* then, in the loop; frees it */
    void (*drop)(struct job *job);                        /* instead, when the server stops */
};
struct workers *workers_start(struct server *server, int count);
void workers_stop(struct workers *workers);
void workers_give(struct workers *workers, struct job *job);
int workers_waiting(struct workers *workers);
void workers_collect(struct workers *workers); /* what is done */

/* screening.c: a replay that is written by a worker. */
struct screening {
    struct job job;
    struct lws *wsi; /* who waits for it; NULL: nobody any more */
    struct screening **held_by;
    FILE *log;
    char *body; /* the log's text, where it was sent */
    int viewer;
    bool named, ready, fine, too_long;
    char names[HOLM_SEATS][NAME_SIZE];
    char *text;
    size_t length;
    struct holm_trouble trouble;
};
struct answer;
struct screening *screening_of_table(struct table *table, int viewer, struct holm_trouble *trouble);
struct screening *screening_of_text(const char *text, size_t length, int viewer);
void screening_answer(struct screening *screening, struct answer *answer);
void screening_free(struct screening *screening);

/* clock.c */
/* Times are given, so that a game that is loaded has the clocks it would have had. */
void clock_start(struct table *table, int64_t now);
void clock_update(struct table *table, int actor, int64_t now); /* after every action */
int64_t clock_left(const struct game *game, int seat, int64_t now);
void clock_plan(struct table *table);   /* sets the table's timer */
void clock_reseat(struct table *table); /* somebody left or came back */
void clock_stop(struct table *table);

/* bots.c */
void bots_wake(struct table *table);                /* gives due bots their turn */
int64_t bots_due(struct table *table, int64_t now); /* in how many milliseconds; -1: never */
void bots_watch(struct table *table, const struct holm_events *events);
void bots_dismiss(struct table *table, int seat); /* its person is back */

/* seats.c: what people do at a table besides playing. */
void seats_free(struct table *table, int chair); /* its person goes, before the start */
void seats_hello(struct connection *connection, const struct message *message);
void seats_welcome(struct connection *connection);
void seats_gone(struct connection *connection);
void seats_chair(struct connection *connection, const struct message *message);
void seats_start(struct connection *connection);
void seats_leave(struct connection *connection);
void seats_back(struct connection *connection);
void seats_mute(struct connection *connection, const struct message *message);
void seats_pace(struct connection *connection, const struct message *message);
void seats_rematch(struct connection *connection);
void seats_chat(struct connection *connection, const struct message *message);
void seats_tell(struct table *table); /* sends everybody the table */

/* socket.c */
int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length);
void connection_send(struct connection *connection, const char *text, size_t length);
void connection_error(struct connection *connection, const char *error, const char *text);
void connection_refuse(struct connection *connection, int id, const char *error, const char *rule,
                       const char *text);
void connections_release(struct server *server); /* what is held may be sent */
void connections_revoke(struct server *server);  /* what is held never happened */
void connection_close(struct connection *connection);
void connection_close_if_unwelcome(struct connection *connection); /* a watcher, where none may */
bool origin_allowed(const struct server *server, struct lws *wsi);
struct address *address_of(struct server *server, struct lws *wsi);

/* http.c, api.c, words.c, pages.c */
enum { HTTP_SESSION_SIZE = 64 };
int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);
struct answer {
    int status;
    const char *type; /* of the content */
    struct holm_writer body;
    const unsigned char *bytes; /* instead of the body */
    size_t length;
    const char *encoding; /* "gzip" */
    const char *cache;
    const char *allow;
    bool page;               /* gets the headers of a page */
    struct screening *later; /* instead of all that: a job that makes the answer */
    char *owned;             /* what `bytes` are, to be freed */
};
struct request {
    bool post;
    const char *path;
    const char *query; /* "viewer=red&..." */
    const char *body;
    size_t length;
    struct address *address;
    bool gzip; /* whether the client takes it */
};
void api_answer(struct server *server, const struct request *request, struct answer *answer);
void answer_error(struct answer *answer, int status, const char *error, const char *text);
bool request_argument(const struct request *request, const char *key, char *value, size_t size);
void catalogue_put(struct holm_writer *writer);
bool words_put(struct holm_writer *writer, const char *edition, const char *language,
               struct holm_trouble *trouble);
void metrics_put(struct holm_writer *writer, const struct server *server);
void pages_answer(const struct server *server, const struct request *request,
                  struct answer *answer);

#endif
