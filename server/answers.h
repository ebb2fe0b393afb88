/* answers.h: requests over HTTP and their answers, and whoever makes these. */
#ifndef SERVER_ANSWERS_H
#define SERVER_ANSWERS_H

#include "server/table.h"

struct exchange;

/* http.c, handshake.c, api.c, words.c, pages.c */
bool http_open(struct server *server, struct holm_trouble *trouble);
int http_port(const struct server *server);
/* Gives up the visitor for whom most is held, if it is at least so much. */
bool http_shed(struct server *server, long least);
/* Gives up somebody who takes from the shelf, of the address that holds most, if that is more. */
bool http_shed_taker(struct server *server, long least);
int http_visitors(const struct server *server); /* connections that speak HTTP */
void http_sweep(struct server *server, int64_t now);
void http_pause(struct server *server); /* only who waits already is answered */
void http_close(struct server *server);
void http_resume(struct exchange *exchange); /* its answer is there */
struct MHD_Connection;
/* Whether a request wants to become a WebSocket of ours; then its answer to the key. */
enum { ACCEPT_SIZE = 32 };
bool handshake_wanted(struct MHD_Connection *connection);
bool handshake_accept(struct MHD_Connection *connection, char accept[ACCEPT_SIZE]);
extern const char subprotocol[];
/* packing.c: whether a header Accept-Encoding names gzip; bytes as gzip, in memory of their own, by a
 * level of zlib's. NULL: they are too few to gain by it, or there is no memory. */
bool packing_wanted(const char *encodings);
enum { PACK_AT_ONCE = 1, PACK_WELL = 6 };
void *packing_make(const void *bytes, size_t length, int level, size_t *packed);
struct answer {
    int status;
    const char *type; /* of the content */
    struct holm_writer body;
    const unsigned char *bytes; /* instead of the body */
    size_t length;
    const char *encoding; /* "gzip" */
    const char *cache;
    const char *allow;
    char link[128]; /* what a browser will need next; "": nothing */
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
    const char *host; /* as the client calls us; NULL: it does not say */
    const char *token; /* of a chair, with which it asks; NULL: none */
    int file; /* the socket it came by; -1: none */
    bool spanish; /* the language it likes best */
    bool gzip; /* whether the client takes it, */
    bool packs; /* and says so */
    bool again; /* it was answered before, and another node was first */
};
void api_answer(struct server *server, const struct request *request, struct answer *answer);
/* api.c: a table is opened as it was asked for, if it may be; somebody sits down at one, if
 * people_may_sit. All answer. */
bool tables_may_open(struct server *server, struct address *address, struct answer *answer);
void tables_open(struct server *server, const struct request *request, const json_t *json,
                 struct answer *answer);
void tables_join(struct server *server, struct table *table, const struct request *request,
                 const json_t *json, struct answer *answer);

/* identity.c: who somebody is, proven by a signature. */
bool identity_open(struct server *server, struct holm_trouble *trouble);
void identity_challenge(struct server *server, const struct request *request,
                        struct answer *answer);
/* Who sits down at a game of a family: the member "person" of what was sent, or nobody known. False:
 * the proof does not hold, and the answer says why. */
bool identity_sit(struct server *server, const struct request *request, const json_t *json,
                  const char *name, int family, struct sitter *sitter, struct answer *answer);
void identity_met(struct table *table); /* who was proven just now sits down there */
void identity_settle(struct server *server, uint64_t batch); /* was written, or refused */
/* The person of {"person":{...}}, for a purpose; 0: one who never played here. */
bool identity_read(struct server *server, const struct request *request, enum purpose purpose,
                   int64_t *person, struct answer *answer);
void identity_sweep(struct server *server); /* now and then */
/* known_as.c: whether the name by which a request calls us is ours. */
bool known_as(const struct server *server, const struct request *request);

/* lobby.c: the public tables. */
void lobby_list(struct server *server, const struct request *request, struct answer *answer);

/* forgetting.c */
/* All tables forget a person: to be settled before the store does. */
bool forgetting_tables(struct server *server, int64_t person, struct holm_trouble *trouble);
void forgetting_name(struct chair *chair); /* the game is over, or was given up */

/* results.c: what became of a game. */
/* Whether these rules, as they were asked for, are those of an edition without a change. */
bool results_usual(const struct holm_rules *rules);
/* Whether a game at such a table can count for ratings. */
bool results_ratable(const struct settings *settings);
bool results_clock(const struct settings *settings); /* people have time enough for that */
/* The same of a table that starts, with all who sit there. */
bool results_rated(const struct table *table);
struct deed *results_deed(const struct table *table);

/* standings.c: what is asked about people, results and ratings; match.c: any table that fits. */
void standings_history(struct server *server, const struct request *request, struct answer *answer);
void standings_forget(struct server *server, const struct request *request, struct answer *answer);
void standings_recent(struct server *server, const struct request *request, struct answer *answer);
void standings_game(struct server *server, const char *code, struct answer *answer);
void standings_ratings(struct server *server, const struct request *request, struct answer *answer);
void match_any(struct server *server, const struct request *request, struct answer *answer);
/* An enum refusal, and where its row has no sentence, why. */
void answer_error(struct answer *answer, int refusal);
void answer_error_because(struct answer *answer, int refusal, const char *text);
void answer_reason(struct answer *answer, int error); /* of the engine */
/* The engine's reason where there is one, and otherwise the refusal; with the sentence of both, and
 * the line of a map that is wrong. */
void answer_trouble(struct answer *answer, int refusal, const struct holm_trouble *trouble);
/* limits.c: address_take_heavy(), or the refusal. */
bool request_take_heavy(struct server *server, const struct request *request,
                        struct answer *answer);
bool is_host(const char *text); /* a name or an address, perhaps with a port, and nothing else */
bool request_argument(const struct request *request, const char *key, char *value, size_t size);
void metrics_put(struct holm_writer *writer, const struct server *server);
long metrics_resident(void); /* bytes of memory */
void pages_answer(const struct server *server, const struct request *request,
                  struct answer *answer);
/* invitation.c: to the page of a table, what a link to it shows where it is shared. */
void invitation_add(struct server *server, const struct request *request, struct answer *answer);

#include "server/work.h"

#endif
