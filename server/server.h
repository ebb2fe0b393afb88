/* server.h: what the files of the server share. server/serve.h is for everybody else.
 *
 * One process, one event loop. What comes in is read (message.c, opening.c), does something to a
 * table (table.c, play.c, seats.c), and is written to the store (batch.c); what goes out waits in
 * the connections' queues until the writes of this turn of the loop are on disk. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <jansson.h>
#include <uv.h>

#include "bots/bots.h"
#include "engine/holm.h"
#include "server/refusals.h"
#include "server/serve.h"
#include "store/store.h"
#include "text/chain.h"
#include "text/fair.h"
#include "text/log.h"
#include "text/source.h"
#include "text/writer.h"

enum {
    PROTOCOL_VERSION = 2,
    NAME_SIZE = 100, /* bytes of a person's name, with its end */
    NAME_CHARACTERS = 24,
    BOT_SIZE = 24, /* of a bot's name with its budget */
    MAP_NAME_SIZE = 32,
    CHAT_CHARACTERS = 300,
    MESSAGE_MAX = 4096, /* from a client */
    ANSWER_MAX = 4 << 20, /* to a client, at most */
    VIEW_MAX = 1 << 17, /* a view as JSON */
    BODY_MAX = 16384, /* of a request */
    LOG_BODY_MAX = 1 << 20,
    CODE_LETTERS = 12,
    TOKEN_BYTES = 24,
    REMOVED_MOST = 16,
    CLOCK_MOST = 14 * 24 * 3600,
    DELAY_MOST = 3600,
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
    bool lost; /* the server went first, and left_at is when it came back */
    bool muted;
    bool ready; /* to start */
    bool free; /* it was given up, and anybody with the link may take it */
    uint16_t connections;
    uint64_t from; /* key of the address that sits here; 0: not known since the server started */
    struct bucket messages, actions, chats, proposals;
    char name[NAME_SIZE];
    char bot[BOT_SIZE];
    char resigned[NAME_SIZE]; /* who gave it up in this game, the latest; "": nobody */
    uint8_t token[HOLM_HASH_BYTES]; /* its hash */
    uint8_t former[HOLM_HASH_BYTES]; /* the same of who gave it up, and may watch */
};

/* What a line of the log is, besides the action in it. */
struct told {
    uint8_t by; /* seat; HOLM_NONE: all people */
    uint8_t line; /* enum holm_line_kind */
    uint8_t why; /* enum holm_why: a bot moved for a person */
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

/* A game some actions ago: the moment then, and what has happened since. */
struct trail {
    struct moment then;
    int seq; /* of the state */
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

/* A game being played. */
struct game {
    struct holm_board board;
    struct holm_state state;
    struct holm_past past;
    struct holm_chance chance;
    int seq; /* actions so far */
    struct holm_belief belief[VIEWERS]; /* of each seat; the last one of spectators */
    uint64_t facts_told[VIEWERS]; /* hash of the facts that were sent last */
    int offer_since[HOLM_SEATS]; /* when each seat's offer was made */
    int acted[HOLM_SEATS]; /* the latest line of each seat */
    struct trail *recent; /* for people who come back */
    struct trail *late; /* what delayed spectators see; NULL: no delay */
    struct holm_chain chain; /* with all lines of the log */
    bool chained; /* not so in games of version 1 */
    int lines; /* in the chain: actions, and seals behind them */
    uint8_t head[HEADS_KEPT][HOLM_HASH_BYTES]; /* of the latest lines, each at its number */
    unsigned sealed; /* chairs that have signed the end */

    char *watched_text; /* the position for spectators but for its end, or NULL */
    size_t watched_used;
    int watched_seq; /* the seq it shows */

    /* clock.c: times are monotonic milliseconds */
    struct clocks clocks;
    struct clocks clocks_before; /* the latest action: they go on if it is taken back */
    int64_t moved_at; /* the latest action */
    unsigned expired; /* seats for which a bot moves once */

    /* bots.c */
    struct holm_bot bot[HOLM_SEATS]; /* those at work have a kind */
    unsigned thinking; /* seats whose bots are with a worker */
    uint32_t thought; /* number of the latest job */
    struct holm_action chosen; /* what a bot will do when its pause is over */
    int chosen_seq; /* in which position; elsewhere it counts for nothing */
    int64_t rethink_at; /* not before: a bot found nothing to do */
    int watched[HOLM_SEATS]; /* the seq each bot knows */
};

/* What somebody proposes to the others; in memory only, a restart drops it. */
struct proposal {
    int id; /* 0: there is none */
    uint8_t kind; /* enum proposal_kind */
    uint8_t by; /* chair */
    uint8_t chair; /* which it is about, or HOLM_NONE */
    uint8_t asked, yes, no; /* chairs */
    int64_t until; /* monotonic */
    struct holm_agreement word[HOLM_SEATS]; /* of those who agreed, where it is signed */
};

struct table {
    struct server *server;
    struct table *next; /* of those with the same hash */
    int64_t id;
    uint64_t owner; /* whose time its bots take: an address's key; 0: nobody's yet */
    char code[HOLM_CODE_SIZE];
    uint8_t state; /* enum holm_store_state */
    uint8_t host; /* chair */
    uint8_t chairs;
    bool dirty; /* its record is to be written in this turn of the loop */
    bool noted; /* something of it is */
    bool forgotten; /* it is to be removed */
    bool told; /* clients are to be told of a change */
    bool waits; /* its bots: they play enough for its owner */
    bool refused; /* the store does not take what it did in this turn */
    int first_line; /* of its log in this turn; 0: none */
    int64_t due; /* not later than the store has it: see table_due */
    struct settings settings;
    char *source; /* the whole map, where the host chose the board; else NULL */
    struct chair chair[HOLM_SEATS];
    struct holm_fair fair;
    char *terms; /* what all agreed to; NULL before the list is closed */
    char *voids; /* the void rounds, as the list in the terms; NULL: none */
    bool revealing; /* waiting, and the list is closed: round.c */
    int64_t reveal_by; /* milliseconds */
    int64_t pledge_by; /* the host has said start, and somebody may still pledge; 0: no */
    double pace;
    int64_t paused_at; /* run_milliseconds; 0: it is not */
    int64_t pauses; /* milliseconds of earlier ones: they are not in the times of the log's lines */
    struct proposal proposal;
    int proposed; /* so many were, since the table is in memory */
    uint8_t ended; /* enum ending */
    uint8_t taken; /* so many chairs were taken over in this game */
    int64_t created, changed; /* seconds */
    int64_t started; /* milliseconds */
    uint64_t first_draw; /* of the game proper, after the deal */
    char rematch[HOLM_CODE_SIZE]; /* or "" */
    char *header; /* of the log; NULL before the start */
    struct game *game; /* NULL: not being played, or not loaded */
    struct loading *loading; /* its game is being read: loading.c */
    struct connection *connections;
    int watching; /* connections without a chair */
    int64_t told_at, tell_at; /* monotonic: the latest time; the next one, 0: none is due */
    int removed_count;
    uint64_t removed[REMOVED_MOST]; /* addresses that the host does not want here */
    struct resting { /* addresses that made a round void, and wait before they sit down again */
        uint64_t key;
        int64_t until; /* monotonic */
    } resting[HOLM_SEATS];
    unsigned rested; /* so many did so far */
    struct timer timer;
};

/* -------------------------------------------------------------- connections */

struct address {
    struct address *next;
    char text[48];
    uint64_t key; /* stands for the text; never 0 */
    int connections; /* WebSockets */
    int sockets; /* connections of any kind */
    int halves; /* requests that are not complete */
    int watching; /* WebSockets without a chair */
    int bot_tables; /* of games in memory, in which no person plays: a second ago */
    long unsent; /* bytes that wait for it: in queues of WebSockets, bodies and answers of HTTP */
    double written; /* for its tables, in MiB, less what it has had the time for */
    int64_t written_at; /* when that was right; monotonic */
    struct bucket requests, tables, heavy;
    struct bucket messages; /* of WebSockets without a chair */
    int64_t used; /* when last */
};

/* A WebSocket. */
struct connection {
    struct server *server;
    struct address *address;
    struct table *table;
    struct connection *next; /* at the table, or of those who wait for the same game */
    struct connection *next_dirty; /* has something new in its queue */
    int chair; /* -1: watches */
    int lost; /* the chair that it had before this turn of the loop; -1: none */
    uint64_t serial; /* tells it from all others, also later ones */
    bool hello, dirty;
    bool former; /* gave a chair up, and may watch in any case */
    bool closing; /* no more is to be said, and what comes is not heard */
    bool asking; /* its history is under way */
    int errors;

    /* loading.c */
    struct loading *awaits; /* the game it wants; NULL: none */
    int seen; /* the latest seq it knows, says its hello; -1: none */
    char *unheard; /* what it has said since, each with its zero */
    size_t unheard_used;

    /* queue.c */
    bool shed; /* its queue was too long: it goes without a word */
    char *queue; /* frames as they go out */
    size_t start, held, used, room; /* sent up to; may be sent up to; filled up to */

    /* socket.c */
    struct wire *wire;
};

/* ----------------------------------------------------------------- the server */

struct metrics {
    uint64_t requests, messages, actions, bot_actions, refused, errors, commits, commit_failures,
        tables, games_over, dropped, expired, voids;
    uint64_t jobs_refused, jobs_shared; /* logs, replays, proofs, histories and games */
    uint64_t commit_microseconds;
    uint64_t limited[HOLM_LIMITS];
};

enum { TABLE_BUCKETS = 4096, ADDRESS_BUCKETS = 1024 };

struct workers; /* workers.c */
struct check; /* damage.c */
struct damage;
struct message; /* message.h */
struct exchange; /* http.c */
struct answer;

/* Tables that are to be read at a time, in no order; some more than once. */
struct plan {
    int count, room;
    struct planned {
        int64_t id, at; /* run_milliseconds */
    } * at;
};

struct server {
    struct holm_serve_settings settings;
    uv_loop_t loop;
    uv_prepare_t
        before_waiting; /* every turn of the loop settles twice: timers ring before this, */
    uv_check_t after_waiting; /* sockets are read before that */
    uv_async_t woken; /* by a worker */
    uv_signal_t interrupted, terminated;
    struct timer second; /* rings every second */
    struct front *front; /* http.c */
    struct wire *wires; /* socket.c: all WebSockets */
    struct holm_store *store;
    struct workers *bots; /* that think */
    struct workers *replays; /* that are written, and all else that is read from logs */
    struct shelf *shelf; /* what was made of logs */
    struct making *makings; /* what is being made */
    struct screening *screenings; /* requests that wait for it, or are being answered */
    uint64_t serials; /* of connections */
    struct table *table[TABLE_BUCKETS];
    int tables; /* in memory */
    struct plan plan;
    struct timer wake_timer; /* for the first of the plan */
    int waking; /* tables of the plan whose games are being read */
    struct check *check;
    struct damage *damaged;
    int damaged_count;
    int absence; /* why the latest table was not found */
    struct address *address[ADDRESS_BUCKETS];
    int connections;
    int halves; /* requests that are not complete */
    long unsent; /* bytes that wait for anybody; what several take, once */
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
    struct table *awaited; /* a request waits for its writes; NULL: nothing, or they were refused */
    struct holm_trouble failure;
    struct metrics metrics;
    int seconds; /* since the latest sweep */
    struct holm_random dice; /* for bots' choices only */
    uint32_t thoughts; /* given to workers so far */
    /* Room for one thing at a time, shared by all tables. */
    char *answer; /* ANSWER_MAX */
    char *before, *after; /* VIEW_MAX */
    struct holm_list list;
    struct holm_events events, seen;
    struct holm_view view;
    struct moment was;
};

int64_t now_milliseconds(void); /* since 1970, as the calendar says: for people to read */
/* Since 1970, as the calendar said when the server started, and measured from there: for all that
 * is stored and planned. To set the calendar changes nothing before the next start. */
int64_t run_milliseconds(void);
/* For all that is measured: nobody can set it. */
int64_t monotonic_milliseconds(void);
void server_sweep(struct server *server); /* now and then: forgets what is idle */

/* loop.c */
bool loop_open(struct server *server, struct holm_trouble *trouble);
void loop_run(struct server *server); /* until SIGINT or SIGTERM */
void loop_close(struct server *server);
void loop_wake(struct server *server); /* from any thread */
void timer_open(struct server *server, struct timer *timer, void *owner,
                void (*ring)(struct timer *timer));
void timer_set(struct timer *timer, int64_t milliseconds); /* rings once, by then */
void timer_stop(struct timer *timer);
void timer_close(struct timer *timer);
/* To standard error, a few lines a minute. */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* limits.c */
void limits_usual(long limit[HOLM_LIMITS]);
/* Whether one more may join so many. This and limit_take count what they refuse. */
bool limit_allows(struct server *server, enum holm_limit limit, long amount);
/* Whether a rate allows one more now. */
bool limit_take(struct server *server, enum holm_limit limit, struct bucket *bucket);
void limit_refused(struct server *server, enum holm_limit limit);
/* Notes that a queue of the address grows or shrinks, or what HTTP holds for it; false: it may not
 * grow, and nothing is noted. When all together is too much, whoever holds most is given up first.
 */
bool limit_queue(struct server *server, struct address *address, long delta);
/* The same for what others may hold, too: what it is for the address, and what in all. */
bool limit_share(struct server *server, struct address *address, long each, long all);
/* A request has begun; it is complete, or given up. */
void limit_half_begin(struct server *server, struct address *address);
void limit_half_end(struct server *server, struct address *address);
long limit_used(const struct server *server, enum holm_limit limit); /* now; -1: not counted */
struct address *address_find(struct server *server, const char *client);
struct address *address_with(struct server *server, uint64_t key); /* or NULL */
/* What is counted as one client: an IPv4 address, or a network of IPv6. */
void address_network(const char *text, char *network, size_t size);
void addresses_sweep(struct server *server, bool all);
/* Whether an address may ask for one more thing that takes long: a replay, a deal, a proof. */
bool address_take_heavy(struct server *server, struct address *address);
/* Whoever had a long game read pays for its lines afterwards, and gets nothing else of that kind
 * until it is paid. */
void address_pay_reading(struct address *address, int lines);
/* Whether one more connection from an address may stay. */
bool socket_welcome(struct server *server, const struct address *address);
/* The text of a peer's address. */
bool address_text(const struct sockaddr *peer, char *text, size_t size);
/* Takes one from a bucket that fills at `rate` a second up to `most`; false: it is empty. */
bool bucket_take(struct bucket *bucket, float rate, float most, int64_t now);

/* disk.c */
/* Whether there is room on the disk for a new table, and for one more of the address; else why not:
 * an enum refusal. */
bool disk_allows(struct server *server, const struct address *address, int *refusal);
void disk_wrote(const struct table *table, const char *text); /* for whoever made the table */
long disk_used(const struct server *server); /* MiB */
long disk_owed(const struct server *server, const struct address *address); /* MiB */

/* opening.c */
/* Rules from a partial object, with the map they are played on. */
bool opening_read(const json_t *json, struct opening *opening, struct holm_trouble *trouble);
/* What `holm map check` says of its map, and whether a table could keep it; with its text as Holm
 * writes it. */
bool opening_try(const struct opening *opening, char source[HOLM_SOURCE_MAX],
                 struct holm_trouble *trouble);
/* A board as that number deals it; such deals have nothing to do with those of games. */
int opening_deal(const struct opening *opening, uint64_t seed, struct holm_board *board);
/* "medium" where there is such a bot, else the next best. */
const char *opening_usual_bot(void);
/* 1 to NAME_CHARACTERS that can be seen, without blanks around them. */
bool opening_name(const char *text, char name[NAME_SIZE], struct holm_trouble *trouble);
/* Adds a number to a name that looks like another's, a bot's, or a word that stands for the house.
 */
void opening_tell_apart(struct chair *chair, int chairs, int own, bool host);
/* A whole request for a table. `now`: fill with bots and start at once. */
struct table_request {
    struct settings settings;
    char source[HOLM_SOURCE_MAX]; /* the whole map, where the host chose the board; else "" */
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
const char *table_source(const struct table *table); /* of its board: text/source.h */
struct table *table_new(struct server *server, const struct table_request *request, char *token,
                        size_t token_size);
/* In memory or in the store; without the game where that is not in memory: see loading_ask. */
struct table *table_look_up(struct server *server, const char *code);
struct table *table_in_memory(struct server *server, const char *code);
/* Why the latest table_look_up found nothing. */
struct absence {
    int refusal;
    bool passes; /* it may be found the next time */
};
const struct absence *table_absence(const struct server *server, const char *code);
const struct absence *table_unread(const struct server *server, const char *code); /* its game */
/* Takes a table into memory for the lobby: its record, not its game. */
void table_show(struct server *server, const struct holm_stored_table *stored);
void table_link(struct table *table); /* into memory */
void table_drop(struct table *table); /* from memory */
void table_drop_game(struct table *table);
void table_close(struct table *table); /* the same, with everybody at it */
/* When the server must look at a table by itself, in run_milliseconds, or HOLM_STORE_NEVER. */
int64_t table_due(struct table *table);
void table_mark(struct table *table); /* it is to be written and told */
void table_fill(struct table *table); /* open chairs with bots */
bool table_start(struct table *table, struct holm_trouble *trouble);
bool table_reload(struct table *table); /* from the store, after a refused write */
int table_seat_chair(const struct table *table, int seat);
int table_chair_of(const struct table *table, const char *token); /* -1: nobody's */
bool table_was_of(const struct table *table, const char *token); /* whose person gave it up */
void table_put(struct holm_writer *writer, const struct table *table);
void table_make_token(char *token, size_t size, uint8_t hash[HOLM_HASH_BYTES]);
void table_record(struct holm_writer *writer, const struct table *table);
bool table_read_record(struct table *table, const char *record, struct holm_trouble *trouble);
void game_believe_start(struct game *game);
void game_free(struct game *game);

/* keeping.c */
void tables_load(struct server *server); /* at the start: what must be there */
void keeping_sweep(struct server *server); /* now and then: what need not be there goes */
/* A table that is stored could not be read: it is tried again a little later. */
void keeping_wake_again(struct server *server, int64_t id);
void keeping_woken(struct server *server, int64_t id, bool again); /* its game is there, or not */

/* damage.c */
void damage_note(struct server *server, const char *code, int line, const char *why);
bool damage_known(const struct server *server, const char *code);
void damage_set_aside(struct server *server); /* out of memory */
void check_start(struct server *server);
void check_stop(struct server *server);
/* "running", "fine", "damaged" or "failed"; the trouble is for the last two. */
const char *check_state(struct server *server, struct holm_trouble *trouble);
bool check_allows_pruning(struct server *server);

/* round.c: everybody pledges, the list is closed, everybody reveals, the game starts. */
void round_begin(struct table *table); /* a fresh secret, and no pledges */
void round_wait(struct table *table); /* from now on, for all to reveal */
bool round_gathering(struct connection *connection); /* or an error that says why not */
/* Closes the list and asks for what was pledged; starts at once where nobody has pledged. */
bool round_start(struct table *table, struct holm_trouble *trouble);
bool round_close(struct table *table, struct holm_trouble *trouble);
void round_close_if_full(struct table *table);
/* Nothing comes of this round because of these chairs, which are freed. */
void round_void(struct table *table, unsigned chairs);
const char *round_voids(const struct table *table); /* the list of them, as text */
void round_expire(struct table *table, int64_t now);
void round_send(struct connection *connection); /* the terms, while all reveal */
void round_pledge(struct connection *connection, const struct message *message);
void round_reveal(struct connection *connection, const struct message *message);
void round_seal(struct connection *connection, const struct message *message);

/* batch.c: the writes of one turn of the loop. */
struct holm_log_maker;
void batch_line(struct table *table, const struct holm_action *action,
                const struct holm_log_maker *maker);
void batch_people(struct table *table, const char *line); /* number game->seq */
void batch_seal(struct table *table, int chair, const uint8_t signature[HOLM_SIGNATURE_BYTES]);
void batch_table(struct table *table);
void batch_tell(struct table *table); /* its clients, of a change that is not stored */
void batch_act(struct connection *connection, int id);
void batch_forget(struct connection *connection); /* it has gone */
/* Ends a turn of the loop: writes, then lets go what waits in the queues. */
void batch_settle(struct server *server);
/* The same; false: what this table did was refused. It may be gone then. */
bool batch_settle_table(struct server *server, struct table *table);
/* Whether writes are stored; said once when it changes. */
void batch_failed(struct server *server, const struct holm_trouble *trouble);
void batch_works(struct server *server);

/* play.c */
struct act {
    struct connection *by; /* NULL: a bot */
    int id;
    int seq;
    const json_t *action; /* as it came */
    const uint8_t *signature; /* or NULL */
};
/* Applies an action and tells everybody; false: refused, and whoever sent it was told. */
bool play_act(struct table *table, const struct holm_action *action, const struct act *act);
/* Writes a line about people, with the next number, and tells everybody. `ending` with `winner`
 * ends the game; ENDED_BY_RULES: it goes on. */
void play_line(struct table *table, const char *line, const struct told *told, int ending,
               int winner);
/* "line" and "why" of what happened, and by whom, where there is such a thing. */
void told_put(struct holm_writer *writer, const struct told *told);
void play_send_position(struct connection *connection);
/* What somebody who has seen `seq` missed; false: too much. */
bool play_send_missed(struct connection *connection, int seq);
void play_send_over(struct connection *connection);
void play_late(struct table *table); /* shows delayed spectators what is due */
int64_t play_late_due(const struct table *table); /* in how many milliseconds; -1: never */
void play_forget_position(struct table *table); /* that was written for spectators */
int play_viewer(const struct connection *connection);
int viewer_slot(int viewer);

/* game.c */
void game_note(struct game *game, const struct trail_entry *entry); /* after it was applied */
void game_chain_start(struct game *game, const struct holm_fair *fair);
/* The next line enters the chain. */
void game_chain(struct game *game, int number, const char *line);
/* The head of the chain after a line, or NULL: not kept any more, or never. */
const uint8_t *game_head(const struct game *game, int number);
void game_believe(struct game *game, const struct holm_events *events);
void game_events_for(const struct holm_events *events, int viewer, struct holm_events *seen);
struct moment game_moment(const struct game *game);
/* An action that was just applied; `at` is monotonic. */
struct trail_entry trail_action(const struct holm_action *action, const struct holm_chance *chance,
                                uint8_t why, int64_t at);
/* A line about people, as the state has followed it. */
struct trail_entry trail_people(const struct told *told, const struct holm_state *after,
                                int64_t at);
/* Notes the latest line; `was` is the moment before it. */
void game_trail(struct game *game, const struct moment *was, const struct trail_entry *entry,
                int delay);
void trail_replay(struct moment *moment, const struct trail_entry *entry,
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

/* clock.c */
/* Times are given, so that a game that is loaded has the clocks it would have had. */
void clock_start(struct table *table, int64_t now);
void clock_update(struct table *table, const struct trail_entry *entry,
                  int64_t now); /* after every line */
int64_t clock_left(const struct game *game, int seat, int64_t now); /* below 0: of the reserve */
int64_t clock_reserve(const struct game *game, int seat, int64_t now);
void clock_loaded(struct table *table, int64_t shift); /* its times were the calendar's */
void clock_plan(struct table *table); /* sets the table's timer */
void clock_ring(struct timer *timer);
/* In how many milliseconds a clock runs out or a bot moves; -1: never. */
int64_t clock_due(struct table *table, int64_t now);
void clock_reseat(struct table *table); /* somebody left or came back */
void clock_stop(struct table *table, int64_t now); /* in a pause */
void clock_go_on(struct table *table, int64_t now);

/* bots.c */
void bots_wake(struct table *table); /* gives due bots their turn */
/* In how many milliseconds; -1: never. `now` is monotonic. */
int64_t bots_due(struct table *table, int64_t now);
void bots_watch(struct table *table, const struct holm_events *events);
void bots_dismiss(struct table *table, int seat); /* its person is back */
/* Why a bot moves for a seat, as the log tells it: enum holm_why. */
uint8_t bots_why(const struct table *table, int seat);

/* seats.c: what people do at a table besides playing. */
void seats_free(struct table *table, int chair); /* its person goes, before the start */
void seats_hello(struct connection *connection, const struct message *message);
void seats_enter(struct connection *connection, struct table *table); /* which has its game */
void seats_welcome(struct connection *connection);
void seats_gone(struct connection *connection);
/* What was done in this turn of the loop is stored, or it is not: who lost a chair has it again. */
void seats_settled(struct table *table, bool stored);
void seats_chair(struct connection *connection, const struct message *message);
void seats_start(struct connection *connection);
void seats_ready(struct connection *connection, const struct message *message);
void seats_leave(struct connection *connection);
void seats_back(struct connection *connection);
void seats_mute(struct connection *connection, const struct message *message);
void seats_pace(struct connection *connection, const struct message *message);
void seats_rematch(struct connection *connection);
void seats_chat(struct connection *connection, const struct message *message);
void seats_tell(struct table *table); /* sends everybody the table */
bool seats_is_host(struct connection *connection);

/* giving_up.c */
/* Whether a player may say something of the game as a whole now; else the refusal is told. */
bool word_allowed(struct connection *connection, int no_chair);
/* What a player says of the game as a whole, signed where the chair has a key; false: refused. `said`
 * is an enum holm_word, `no_chair` the refusal for those who watch. */
bool word_take(struct connection *connection, const struct message *message, int said, int no_chair,
               struct holm_agreement *word);
/* Sits a newcomer down in a chair that was given up, with its name and token. */
void giving_up_take(struct table *table, int chair);
int giving_up_free(const struct table *table); /* a chair that may be taken; -1: none */
/* The host says whether a chair that was given up may be taken; false: it is none. */
bool giving_up_offer(struct table *table, int chair, bool free);
void giving_up_resign(struct connection *connection, const struct message *message);

/* proposals.c: what people propose and answer; pauses.c: what stops and goes on. */
void proposals_propose(struct connection *connection, const struct message *message);
void proposals_answer(struct connection *connection, const struct message *message);
/* What a proposal was based on has changed: somebody has acted, gave up, is back; or another sits
 * in a chair, or the game is over. */
void proposals_acted(struct table *table, int chair);
void proposals_gave_up(struct table *table, int chair);
void proposals_back(struct table *table, int chair);
void proposals_drop(struct table *table);
void proposals_expire(struct table *table, int64_t now);
int64_t proposals_due(const struct table *table, int64_t now); /* -1: never */
void proposals_put(struct holm_writer *writer, const struct table *table);
void pauses_begin(struct table *table);
void pauses_resume(struct connection *connection);
/* The time by the game's own calendar, which stands still in a pause: run_milliseconds without all
 * pauses. */
int64_t pauses_game_time(const struct table *table);

/* people.c: who sits and watches where, and from which address. */
/* Whether an address may sit down, at a table or (NULL) at one of its own; else the answer says
 * why not. */
bool people_may_sit(struct server *server, const struct table *table, const struct address *address,
                    struct answer *answer);
bool people_may_play_bots(struct server *server, const struct address *address); /* alone */
/* Of a table that was read again: its bots are whoever's who sits down, or watches them alone. */
void people_own(const struct connection *connection);
/* Which bots wait because others play for the same address without people; once a second. */
void people_share_bots(struct server *server);
bool people_may_watch(struct connection *connection, const struct table *table);
void people_watch(struct connection *connection); /* it has no chair, or none any more */
void people_unwatch(struct connection *connection);
void people_remove(struct connection *connection, const struct message *message);
/* The chairs of these did not answer while the dice were made. */
void people_rest(struct table *table, unsigned chairs);

/* queue.c: what waits to be sent to a connection. */
bool queue_reserve(struct connection *connection, size_t more);
bool queue_add(struct connection *connection, const void *bytes, size_t count);
void connection_send(struct connection *connection, const char *text, size_t length);
/* An enum refusal, and where its row has no sentence, why. */
void connection_error(struct connection *connection, int refusal);
void connection_error_because(struct connection *connection, int refusal, const char *text);
/* The same for an action, by its id. */
void connection_refuse(struct connection *connection, int id, int refusal);
void connection_refuse_because(struct connection *connection, int id, int refusal,
                               const char *text);
void connection_refuse_rule(struct connection *connection, int id, int error); /* by the rules */
void connection_count_error(struct connection *connection);
void connections_release(struct server *server); /* what is held may be sent */
void connections_revoke(struct server *server); /* what is held never happened */
void connection_close(struct connection *connection);
void connection_shed(struct connection *connection); /* the same at once, without its queue */
void connection_unmark(struct connection *connection);
void queue_free(struct connection *connection);

/* hearing.c: what a connection says, read and done. */
void connection_hear(struct connection *connection, const char *text, size_t length);
/* A frame that is no message: a ping, a pong, a part of a message. False: they are too many. */
bool connection_bears_frame(struct connection *connection);

/* socket.c: WebSockets. */
/* With TLS `upgraded` is libmicrohttpd's, `file` leads to it, and `peer` is the visitor's end. */
void socket_open(struct server *server, struct address *address, int file, void *upgraded, int peer,
                 const void *early, size_t early_count);
bool socket_frame(struct wire *wire, const char *text, size_t length); /* into the queue */
void socket_flush(struct wire *wire); /* sends what may be sent */
struct connection *sockets_longest(const struct server *server); /* queue of all, or NULL */
void sockets_sweep(struct server *server, int64_t now);
void sockets_close(struct server *server);

/* http.c, handshake.c, api.c, words.c, pages.c */
bool http_open(struct server *server, struct holm_trouble *trouble);
int http_port(const struct server *server);
/* Gives up the visitor for whom most is held, if it is at least so much. */
bool http_shed(struct server *server, long least);
/* Gives up somebody who takes from the shelf, of the address that holds most, if that is more. */
bool http_shed_taker(struct server *server, long least);
int http_visitors(const struct server *server); /* connections that speak HTTP */
void http_sweep(struct server *server, int64_t now);
void http_pause(struct server *server); /* nobody is answered any more */
void http_close(struct server *server);
void http_resume(struct exchange *exchange); /* its answer is there */
struct MHD_Connection;
/* Whether a request wants to become a WebSocket of ours; then its answer to the key. */
enum { ACCEPT_SIZE = 32 };
bool handshake_wanted(struct MHD_Connection *connection);
bool handshake_accept(struct MHD_Connection *connection, char accept[ACCEPT_SIZE]);
extern const char subprotocol[];
struct answer {
    int status;
    const char *type; /* of the content */
    struct holm_writer body;
    const unsigned char *bytes; /* instead of the body */
    size_t length;
    const char *encoding; /* "gzip" */
    const char *cache;
    const char *allow;
    bool page; /* gets the headers of a page */
    struct screening *later; /* instead of all that: it has the answer, or will have it */
    char *owned; /* what `bytes` are, to be freed */
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
/* An enum refusal, and where its row has no sentence, why. */
void answer_error(struct answer *answer, int refusal);
void answer_error_because(struct answer *answer, int refusal, const char *text);
/* The same, with the line of a map that is wrong. */
void answer_trouble(struct answer *answer, int refusal, const struct holm_trouble *trouble);
void answer_reason(struct answer *answer, int error); /* of the engine */
/* The engine's reason where there is one, and otherwise the refusal; with the sentence of both. */
void answer_trouble(struct answer *answer, int refusal, const struct holm_trouble *trouble);
bool request_argument(const struct request *request, const char *key, char *value, size_t size);
void catalogue_put(struct holm_writer *writer);
bool words_put(struct holm_writer *writer, const char *edition, const char *language,
               struct holm_trouble *trouble);
void metrics_put(struct holm_writer *writer, const struct server *server);
void pages_answer(const struct server *server, const struct request *request,
                  struct answer *answer);

#include "server/work.h"

#endif
