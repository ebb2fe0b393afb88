/* server.h: what the files of the server share. server/serve.h is for everybody else.
 *
 * One process, one event loop. What comes in is read (message.c, opening.c), does something to a
 * table (table.c, play.c, seats.c), and is written to the store (batch.c); what goes out waits in
 * the connections' queues until the writes of this turn of the loop are on disk. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <stdatomic.h>

#include "server/answers.h"
#include "server/people.h"
#include "server/reading.h"
#include "server/table.h"
#include "server/wires.h"
#include "server/writing.h"
#include "store/shared.h"

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
    struct bucket requests, tables, heavy, admin;
    struct bucket messages; /* of WebSockets without a chair */
    int64_t used; /* when last */
};

/* A WebSocket. */
struct connection {
    struct server *server;
    struct address *address;
    struct table *table;
    struct connection *next; /* at the table, or of those who wait for the same game */
    struct connection *next_dirty; /* has something new in its queue, or something that flies */
    int chair; /* -1: watches */
    int lost; /* the chair that it had before a batch that is not written yet; -1: none */
    uint64_t lost_in; /* number of the batch */
    uint64_t serial; /* tells it from all others, also later ones */
    bool hello, dirty;
    bool flown; /* what it has up to `mark` waits for the batch that flies */
    bool former; /* gave a chair up, and may watch in any case */
    bool closing; /* no more is to be said, and what comes is not heard */
    uint64_t closing_in; /* because of what is in this batch; 0: come what may */
    bool asking; /* its history is under way */
    int errors;
    int kept; /* of its actions, by checking.c */
    uint8_t opened[HOLM_HASH_BYTES]; /* its chair, by this hash of its token */
    bool fresh; /* what it was told at its hello may not be on disk yet, */
    bool fresh_flown; /* and goes out with the batch that flies */

    struct reading *hello_reading; /* what its hello must know is being read: hearing.c */
    bool chat_asked; /* what was said before is among that, */
    int chat_told; /* when people at the table knew all up to this number */
    struct reading *chat_reading; /* what was said before is being read by itself: chat.c */

    /* loading.c */
    struct loading *awaits; /* the game it wants; NULL: none */
    int seen; /* the latest seq it knows, says its hello; -1: none */
    int heard; /* the same of the chat; -1: it does not say */
    char *unheard; /* what it has said since, each with its zero */
    size_t unheard_used;

    /* queue.c */
    char about[HOLM_CODE_SIZE]; /* code of the table that refused its hello; "": none */
    bool shed; /* its queue was too long: it goes without a word */
    char *queue; /* frames as they go out */
    size_t start, held, mark, used, room; /* sent up to; may be sent up to; see `flown`; filled */

    /* socket.c */
    struct wire *wire;
};

/* ----------------------------------------------------------------- the server */

struct metrics {
    uint64_t requests, messages, actions, bot_actions, refused, errors, commits, commit_failures,
        tables, games_over, dropped, expired, voids, archived;
    uint64_t pushes, pushes_failed; /* messages to people who are not here */
    uint64_t conflicts, news, claimed; /* of tables, with other nodes or from them */
    uint64_t jobs_refused, jobs_shared; /* logs, replays, proofs, histories and games */
    uint64_t commit_microseconds;
    uint64_t limited[HOLM_LIMITS];
};

enum { TABLE_BUCKETS = 4096, ADDRESS_BUCKETS = 1024 };

struct folding; /* folding.c */
struct frames; /* frames.h */
struct workers; /* workers.c */
struct nodes; /* nodes.c */
struct writer; /* writer.c */
struct newcomer; /* identity.c */
struct check; /* damage.c */
struct damage;
struct request;
struct archiving; /* archiving.c */
struct message; /* message.h */
struct exchange; /* http.c */
struct request;
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
    struct frames *spare_frames; /* frames.c: for whoever of them says or hears something */
    int spare_frames_count;
    struct holm_store *store; /* for the loop to read; where there is no writer, also to write */
    struct checking *checking; /* NULL: there is no thread for it */
    struct writer *writer;
    struct workers *bots; /* that think */
    struct workers *replays; /* that are written, and all else that is read from logs */
    struct shelf *shelf; /* what was made of logs */
    struct push *push; /* push.c */
    struct making *makings; /* what is being made */
    struct screening *screenings; /* requests that wait for it, or are being answered */
    uint64_t serials; /* of connections */
    struct table *table[TABLE_BUCKETS], *numbered[TABLE_BUCKETS];
    int tables; /* in memory */
    uint64_t waited_before; /* what was read before anybody came */
    struct readings *readings; /* reading.c; NULL: nobody shares the database */
    struct nodes *nodes; /* the thread that hears of others; NULL: nobody shares the database */
    int64_t node; /* the number of this one; 0: likewise */
    struct holm_store_nodes living; /* all of them, this one, too */
    struct said *unanswered; /* what is to be heard once more: again.c */
    struct holm_replay *replay; /* room to follow others' lines in */
    int swept; /* up to which bucket: news_sweep, */
    char *sweep; /* and whose versions it asks for; NULL: nobody's */
    int64_t listed_at; /* monotonic: when tables of other nodes were looked for */
    int64_t living_at; /* monotonic: when that was so */
    atomic_bool draining; /* it ends, and lets nothing new begin: draining.c */
    int64_t drain_until; /* monotonic */
    struct timer drain_timer;
    struct plan plan;
    struct folding *folding;
    struct timer wake_timer; /* for the first of the plan */
    int waking; /* tables of the plan whose games are being read */
    struct check *check;
    struct damage *damaged;
    int damaged_count;
    struct admin { /* admin.c, notices.c */
        bool open; /* there is a token, whose hash this is: */
        uint8_t token[HOLM_HASH_BYTES];
        int64_t since; /* monotonic: the start of the server */
        int64_t restart_at; /* monotonic; 0: none is announced */
        enum { BACKUP_NONE, BACKUP_RUNNING, BACKUP_DONE, BACKUP_FAILED } backup;
        char file[256]; /* its name */
        struct holm_trouble why; /* it failed */
    } admin;
    struct archiving *packed; /* a log that is packed and not yet written: archiving.c */
    bool packing; /* one is with a worker, or packed */
    bool archive_now; /* a second has passed */
    bool again; /* a backup was put in the place of the database: it is served afresh */
    int64_t disk; /* bytes that the database took when it was asked last: disk.c */
    int absence; /* why the latest table was not found */
    struct address *address[ADDRESS_BUCKETS];
    int connections;
    int halves; /* requests that are not complete */
    long unsent; /* bytes that wait for anybody; what several take, once */
    struct connection *dirty, *flown;
    uint64_t batches; /* so many were begun */
    uint64_t refusals; /* so many had something in them that was refused */
    struct batch *gathering, *flying; /* or NULL */
    struct holm_numbers table_numbers, person_numbers; /* that are free; none: not known yet */
    struct newcomer *newcomers; /* that the store does not have yet */
    int newcomer_count, newcomer_room;
    struct meeting { /* who was proven in this request; person 0: nobody */
        int64_t person;
        uint8_t key[HOLM_KEY_BYTES];
        char name[NAME_SIZE];
    } meeting;
    struct pruned { /* tables that are being removed */
        char code[HOLM_CODE_SIZE];
    } * pruned;
    int pruned_count;
    struct table **told; /* tables that are to be shown to their clients */
    int told_count, told_room;
    struct challenges challenges; /* identity.c */
    uint8_t alias[ALIAS_SECRET_BYTES]; /* alias.c */
    bool failed; /* the latest batch was refused */
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
int64_t run_started(void); /* when it was at its start */
/* Where nodes share a database, the time is the database's: it is so late now; what is measured is so
 * far behind it, which is followed slowly. */
void run_set(int64_t now);
void run_follow(int64_t ahead);
/* For all that is measured: nobody can set it. */
int64_t monotonic_milliseconds(void);
/* Whether the database is still where it was: holm_store_there. */
bool server_store_there(const struct server *server, struct holm_trouble *trouble);
void server_sweep(struct server *server); /* now and then: forgets what is idle */

/* nodes.c: the servers that share a database. */
bool nodes_open(struct server *server, struct holm_trouble *trouble); /* before all else is read */
bool nodes_start(struct server *server, struct holm_trouble *trouble); /* the thread */
void nodes_stop(struct server *server);
void nodes_collect(struct server *server); /* what the thread has heard */
bool nodes_first(const struct server *server); /* of those that live: it keeps the house */
bool nodes_drives(const struct table *table); /* whether this one lets its bots move */
bool nodes_live(const struct server *server); /* whether others believe that this one lives */

/* draining.c: a node ends, and sends everybody to others. */
void drain_begin(struct server *server);
void drain_lost(struct server *server); /* once a second: whether it can still serve anybody */
bool drain_allows(const struct server *server); /* whether somebody may come */

/* news.c: what other nodes did at tables that are here, too. */
/* Reads it, and tells all who are here; false: there is no such table any more. */
bool news_follow(struct table *table);
/* The same where it may be that something is new: for whoever comes. */
bool news_check(struct table *table);
void news_heard(struct server *server, int64_t table, int64_t version);
void news_check_all(struct server *server); /* some may have been missed */
void news_sweep(struct server *server); /* once a second: what was told to nobody */
/* The same as news_follow when it was read, for whoever does not wait for it. */
void news_soon(struct table *table);
void news_settled(struct table *table); /* nothing of it is pending any more */
/* What is pending was refused, because others had done something before: all of it is taken back, and
 * heard once more. `known`: the latest line that people here know of. */
void news_late(struct table *table, int known);
void news_list(struct server *server); /* public tables of others come into memory */
void news_of_nodes(struct server *server); /* some have come or gone */

/* again.c: what is said at a table while something of it is pending, until that is settled. */
void again_keep(struct connection *connection, const char *text, size_t length);
void again_forget(struct table *table, uint64_t batch); /* it is written */
void again_late(struct table *table); /* it was refused: it is to be heard again */
void again_hear(struct server *server);

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
/* How much the database takes, -1: not known. A file is asked each time, one elsewhere by
 * disk_measure once a second. */
int64_t disk_bytes(const struct server *server);
void disk_measure(struct server *server);
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
/* The same without taking it into memory, for a look; NULL: it cannot be read. */
struct table *table_peek(struct server *server, const struct holm_stored_table *stored);
void table_peek_end(struct table *table);
void table_link(struct table *table); /* into memory */
void table_drop(struct table *table); /* from memory */
void table_drop_game(struct table *table);
void table_close(struct table *table); /* the same, with everybody at it */
/* When the server must look at a table by itself, in run_milliseconds, or HOLM_STORE_NEVER. */
int64_t table_due(struct table *table);
/* The seats that its game waits for, also where that is not in memory. */
unsigned table_asked(const struct table *table);
/* Whether its people come and go, because their clocks give them an hour or more. */
bool table_is_slow(const struct settings *settings);
void table_mark(struct table *table); /* it is to be written and told */
void table_fill(struct table *table); /* open chairs with bots */
bool table_start(struct table *table, struct holm_trouble *trouble);
bool table_reload(struct table *table); /* from the store, after a refused write */
bool table_reload_game(struct table *table); /* its log alone */
/* Reads what that would read, of one moment. */
void table_read_ahead(struct holm_store *store, int64_t id);
/* Whether no other node has changed or removed it since its row was read: a log that does not fit the
 * row is damaged then. */
bool table_is_latest(const struct server *server, const struct table *table);
struct table *table_numbered(const struct server *server, int64_t id); /* in memory, or NULL */
/* Takes over what the row of a table says that is in memory; false: it cannot be read. */
bool table_take_row(struct table *table, const struct holm_stored_table *stored);
/* The next line of the log of a game in memory, which another node has written, is played and told;
 * false: it cannot be, and the game is to be read again. */
bool table_follow_line(struct table *table, int number, int64_t at, const char *line,
                       const uint8_t *head);
int table_seat_chair(const struct table *table, int seat);
/* One that a client has made; false: it is none. */
bool table_take_token(const char *token, uint8_t hash[HOLM_HASH_BYTES]);
int table_chair_of(const struct table *table, const char *token); /* -1: nobody's */
bool table_was_of(const struct table *table, const char *token); /* whose person gave it up */
void table_revoke(struct chair *chair); /* what opens it opens it no more */
void table_put(struct holm_writer *writer, const struct table *table); /* for everybody */
void table_put_for(struct holm_writer *writer, const struct table *table, bool player);
/* What is kept of a token, or of a code that opens a seat elsewhere. */
void table_hash_token(const char *token, uint8_t hash[HOLM_HASH_BYTES]);
void table_make_token(char *token, size_t size, uint8_t hash[HOLM_HASH_BYTES]);
void table_record(struct holm_writer *writer, const struct table *table);
bool table_read_record(struct table *table, const char *record, struct holm_trouble *trouble);
void game_believe_start(struct game *game);
void game_free(struct game *game);

/* folding.c: the large part of a game takes 26 KiB, and hardly one of them is different from that of
 * another game. So it is folded while nothing happens. */
struct game *game_new(void); /* or NULL */
struct position *game_at(const struct game *game); /* to the end of this turn of the loop */
unsigned game_asked(const struct game *game); /* holm_asked, also while it is folded */
void fold_free(struct fold *fold); /* or NULL */
void folding_adopt(struct server *server, struct game *game); /* from now on it is folded */
void folding_settle(struct server *server); /* all that is open */
void folding_end(struct server *server);

/* keeping.c */
void tables_load(struct server *server); /* at the start: what must be there */
void keeping_sweep(struct server *server); /* now and then: what need not be there goes */
void keeping_left(struct table *table); /* what was to be noted of it is, or cannot be */
bool keeping_removes(const struct server *server, const char *code); /* just now */
/* Nobody else looks after a table any more, which is due then. */
void keeping_claimed(struct server *server, int64_t id, int64_t at);
/* A table that is stored could not be read: it is tried again a little later. */
void keeping_wake_again(struct server *server, int64_t id);
void keeping_woken(struct server *server, int64_t id, bool again); /* its game is there, or not */

/* archiving.c: a small step at most once a second, when nothing is half written. */
void archiving_step(struct server *server);
void archiving_stop(struct server *server);

/* admin.c: the token is made and shown at the first start. notices.c: a restart that is announced,
 * in monotonic milliseconds; 0: none. overview.c: what the admin page shows. */
void admin_open(struct server *server);
void admin_answer(struct server *server, const struct request *request, struct answer *answer);
void notice_set(struct server *server, int64_t at);
void notice_send(struct connection *connection);
void notice_welcome(struct connection *connection);
void notice_lapse(struct server *server); /* nobody has restarted it */
void notice_put(struct holm_writer *writer, const struct server *server);
void overview_put(struct holm_writer *writer, struct server *server);

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

/* batch.c: what is to be written, and what follows. */
struct holm_log_maker;
void batch_line(struct table *table, const struct holm_action *action,
                const struct holm_log_maker *maker);
void batch_people(struct table *table, const char *line); /* number game->seq */
void batch_seal(struct table *table, int chair, const uint8_t signature[HOLM_SIGNATURE_BYTES]);
/* What is said at a table is written with its next number; false: nothing can be just now. */
bool batch_chat_number(struct table *table, int *number);
void batch_chat(struct table *table, int number, int chair, const char *line);
void batch_unsay(struct table *table, int chair); /* who comes later does not hear it */
void batch_table(struct table *table); /* something of it is to be written */
/* One thing more, of a table or (NULL) of nobody's; it is freed when all is done. */
void batch_add(struct server *server, struct table *table, struct deed *deed);
/* The same for what keeps the house: where it is refused, nobody's turn is. */
void batch_house(struct server *server, struct deed *deed);
void part_add(struct part *part, struct deed *deed); /* while a batch is completed */
uint64_t batch_number(const struct server *server); /* of the one that is gathered */
bool batch_is_open(const struct server *server, uint64_t number); /* it is not written yet */
bool batch_pending(const struct table *table); /* whether it has what the store does not have yet */
void batch_drop(struct table *table); /* it goes, and nothing of it is written */
void batch_tell(struct table *table); /* its clients, of a change that is not stored */
void batch_act(struct connection *connection, int id);
void batch_forget(struct connection *connection); /* it has gone */
/* Ends a turn of the loop: what was gathered goes to the writer if that is free, and what was
 * written is let go from the queues. */
void batch_settle(struct server *server);
/* Waits until all that was gathered is written, and gives the store to write in until the next
 * turn: for what is done seldom. */
struct holm_store *batch_finish(struct server *server);
/* The same; false: what this table did was refused. It may be gone then. */
bool batch_finish_table(struct server *server, struct table *table);
void batch_close(struct server *server); /* nothing is written any more */
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
    const struct check *check; /* of that, perhaps done; or NULL */
};
/* Applies an action and tells everybody; false: refused, and whoever sent it was told. */
bool play_act(struct table *table, const struct holm_action *action, const struct act *act);
/* What another node has played is told: server->was and server->events are those of the line. */
void play_follow(struct table *table, const struct trail_entry *entry);
/* Writes a line about people, with the next number, and tells everybody. `ending` with `winner`
 * ends the game; ENDED_BY_RULES: it goes on. */
void play_line(struct table *table, const char *line, const struct told *told, int ending,
               int winner);
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
struct moment game_moment(const struct game *game);
/* Where delayed spectators are, on the board where it lies in this turn of the loop. */
struct moment *game_late(const struct game *game);
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
/* Over its first entry. */
void trail_advance(struct trail *trail, struct moment *then, struct holm_events *events);

/* waiting.c */
void waiting_put(struct holm_writer *writer, const struct table *table,
                 const struct holm_state *state);
void waiting_put_members(struct holm_writer *writer, const struct table *table,
                         const struct holm_state *state);

/* looks.c */
/* Why somebody in chair `own` cannot have it: a refusal; -1: it is free. */
int looks_refusal(const struct table *table, int own, const struct look *wanted);
void looks_choose(struct connection *connection, const struct message *message);
void looks_put(struct holm_writer *writer, const struct look *look);

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
/* For how many milliseconds a bot still waits for answers to its offer; -1: none does. */
int64_t bots_patience(const struct table *table, int64_t now);
void bots_watch(struct table *table, const struct holm_events *events);
void bots_dismiss(struct table *table, int seat); /* its person is back */
/* Why a bot moves for a seat, as the log tells it: enum holm_why. */
uint8_t bots_why(const struct table *table, int seat);

#endif
