/* people.h: what people do at a table besides playing, and who they are to it. */
#ifndef SERVER_PEOPLE_H
#define SERVER_PEOPLE_H

#include "server/table.h"

struct address;
struct server;
struct connection;
struct request;
struct answer;

/* seats.c: what people do at a table besides playing. */
void seats_free(struct table *table, int chair); /* its person goes, before the start */
void seats_hello(struct connection *connection, const struct message *message);
void seats_enter(struct connection *connection, struct table *table); /* which has its game */
void seats_welcome(struct connection *connection);
void seats_gone(struct connection *connection);
/* What was done in this turn of the loop is stored, or it is not: who lost a chair has it again. */
void seats_settled(struct table *table, uint64_t batch, bool stored);
void seats_chair(struct connection *connection, const struct message *message);
void seats_start(struct connection *connection);
void seats_ready(struct connection *connection, const struct message *message);
void seats_leave(struct connection *connection);
void seats_back(struct connection *connection);
void seats_mute(struct connection *connection, const struct message *message);
void seats_pace(struct connection *connection, const struct message *message);
void seats_rematch(struct connection *connection);
void seats_tell(struct table *table); /* sends everybody the table */
bool seats_here(const struct chair *chair); /* whether its person is connected, to whatever node */
/* The record was read again: whoever has lost a chair meanwhile is told, the others are here. */
void seats_follow(struct table *table);
bool seats_elsewhere(struct table *table); /* nodes came or went; whether that makes a difference */
void chat_follow(struct table *table); /* tells all what was said at other nodes */
/* Reads what that would read, where people know what was said up to a number. */
void chat_read_ahead(struct holm_store *store, int64_t table, int told);
bool seats_is_host(struct connection *connection);

/* chat.c */
void chat_say(struct connection *connection, const struct message *message);
void chat_send(struct connection *connection); /* what it has not heard */

/* reports.c: to the host alone, that somebody behaves badly. */
void reports_make(struct connection *connection, const struct message *message);
void reports_send(struct connection *connection); /* to a host who comes */
void reports_dismiss(struct connection *connection, const struct message *message);
void reports_forget(struct table *table, int chair); /* whoever sat there has gone */
const char *reports_text(const struct table *table); /* the list of them */

/* alias.c: what stands for somebody towards others; the secret behind it is made at the first start. */
void alias_open(struct server *server);
void alias_put(struct holm_writer *writer, const struct server *server, const struct chair *chair);
void alias_of_person(const struct server *server, int64_t person, uint8_t alias[ALIAS_BYTES]);
uint64_t alias_of_address(const struct server *server, const char *text); /* never 0 */

/* devices.c: a seat on another device. */
void devices_ask(struct connection *connection); /* for a code */
/* The chair of a code; -1: of none, and the answer says so. */
int devices_read(const struct table *table, const struct request *request, bool *move,
                 struct answer *answer);
/* A token for it; the one of before, from the same code, is void. */
void devices_give(struct table *table, int chair, bool move, char *token, size_t size);
/* If it is the token of a device that was awaited, it has come. */
void devices_come(struct table *table, int chair, const uint8_t hash[HOLM_HASH_BYTES]);
/* At the start: codes from before bring nothing to sign with. */
void devices_void(struct table *table);
/* Whether the hash is that of a token of a further device, or of one that is awaited. */
bool devices_open(const struct chair *chair, const uint8_t hash[HOLM_HASH_BYTES]);
void devices_record(struct holm_writer *writer, const struct chair *chair);
bool devices_of_record(const json_t *json, struct chair *chair, struct holm_trouble *trouble);

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
void proposals_expire(struct table *table);
int64_t proposals_due(const struct table *table); /* in how many milliseconds; -1: never */
void proposals_record(struct holm_writer *writer, const struct table *table);
bool proposals_read(const json_t *record, struct table *table, struct holm_trouble *trouble);
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
/* Whether they were removed from a table: an address (0: any), a person (0: not known). */
bool people_unwanted(const struct table *table, uint64_t key, int64_t person);
/* Whether somebody, who may be known, could sit down there, and does not sit there already. */
bool people_would_fit(const struct table *table, const struct address *address, int64_t person);
bool people_may_play_bots(struct server *server, const struct address *address); /* alone */
/* Of a table that was read again: its bots are whoever's who sits down, or watches them alone. */
void people_own(const struct connection *connection);
/* Which bots wait because others play for the same address without people; once a second. */
void people_share_bots(struct server *server);
bool people_may_watch(struct connection *connection, const struct table *table);
void people_watch(struct connection *connection); /* it has no chair, or none any more */
void people_unwatch(struct connection *connection);
void people_remove(struct connection *connection, const struct message *message);
/* Cuts the person of a chair off, and keeps that address from sitting down here again. */
void people_cut_off(struct table *table, int chair, int refusal);
bool people_is_cut_off(const struct table *table, const uint8_t hash[HOLM_HASH_BYTES]);
bool people_may_return(const struct chair *chair); /* a person who was not removed */
/* To somebody who is here, or else to any other person. */
void people_pass_host_on(struct table *table, int from);
/* In a game: no token opens the chair any more, and a bot plays on for good. */
void people_expel(struct table *table, int chair, int refusal);
/* The chairs of these did not answer while the dice were made. */
void people_rest(struct table *table, unsigned chairs);

#endif
