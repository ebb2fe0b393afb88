/* people.h: who people are on this server, what they played, and how strong they are. A person is a
 * number; the key that stands for it is in one row, so that whoever is forgotten is gone at once.
 *
 * Writing is for within holm_store_begin and holm_store_commit; where it fails, the caller rolls back,
 * or has it done by holm_store_aside. */
#ifndef HOLM_STORE_PEOPLE_H
#define HOLM_STORE_PEOPLE_H

#include "store/store.h"
#include "text/rating.h"

enum { HOLM_STORE_KEY = 32, HOLM_STANDINGS_MOST = 100 }; /* on a leaderboard */

/* Writes several rows that are not worth losing the rest of the transaction for. Where they alone
 * cannot be written, none of them is, and the rest goes on; false: all of it is rolled back. */
typedef bool holm_store_write(void *context, struct holm_trouble *trouble);
bool holm_store_aside(struct holm_store *store, holm_store_write *write, void *context,
                      bool *written, struct holm_trouble *trouble);

/* The person with a key; 0: there is none. */
bool holm_store_person(struct holm_store *store, const uint8_t key[HOLM_STORE_KEY], int64_t *person,
                       struct holm_trouble *trouble);
/* Whether a person was not forgotten. */
bool holm_store_knows(struct holm_store *store, int64_t person, bool *known,
                      struct holm_trouble *trouble);
/* The number of a key, made where there is none (of *person, unless that is 0); and that they were
 * here (seconds), under a name. */
bool holm_store_meet(struct holm_store *store, const uint8_t key[HOLM_STORE_KEY], const char *name,
                     int64_t at, int64_t *person, struct holm_trouble *trouble);
/* Removes a key and its ratings, and takes person and name out of all results. */
bool holm_store_forget_person(struct holm_store *store, int64_t person,
                              struct holm_trouble *trouble);
/* The name of a person is shown to nobody, or (in what comes from now on) again. */
bool holm_store_hide_name(struct holm_store *store, int64_t person, bool hidden,
                          struct holm_trouble *trouble);
/* Removes those who were not here since (seconds), never finished a game, and sit at no table whose
 * game is not over. */
bool holm_store_prune_people(struct holm_store *store, int64_t before,
                             struct holm_trouble *trouble);

/* What one player made of a game. Names and words may be NULL where there are none. */
struct holm_result {
    int64_t game; /* number of the table */
    const char *code; /* of the table */
    const char *family, *scenario;
    int64_t ended; /* seconds */
    bool listed, rated;
    const char *why; /* it ended, where not by the rules */
    int players, chair;
    bool left; /* they did not play to the end */
    int64_t person; /* 0: not known */
    const char *bot, *name;
    int place; /* 1: won; 0: nobody did, or they were removed */
    int points;
    int claimed, expected; /* cards by dice: text/figures.h */
    const char *opening; /* a digit for each resource */
    int before, after; /* ratings as shown; 0: it did not count */
};
bool holm_store_put_result(struct holm_store *store, const struct holm_result *result,
                           struct holm_trouble *trouble);
typedef bool holm_store_result_visit(void *context, const struct holm_result *result);
/* Of a game by its table's code, best first. */
bool holm_store_results_of(struct holm_store *store, const char *code,
                           holm_store_result_visit *visit, void *context,
                           struct holm_trouble *trouble);
/* Of a person, or (0) the winners' of public games; the latest first, up to `most`. */
bool holm_store_results_by(struct holm_store *store, int64_t person, int most,
                           holm_store_result_visit *visit, void *context,
                           struct holm_trouble *trouble);

/* A person's games of one family with so many players, counted. */
struct holm_sum {
    const char *family;
    int players, games, decided, wins, points; /* `decided`: somebody won */
    int left, claimed, expected;
    int opening[HOLM_RESOURCES];
};
typedef bool holm_store_sum_visit(void *context, const struct holm_sum *sum);
bool holm_store_sums(struct holm_store *store, int64_t person, holm_store_sum_visit *visit,
                     void *context, struct holm_trouble *trouble);

/* A rating is a person's or (person 0) a bot's. */
struct holm_standing {
    int64_t person;
    const char *bot, *name;
    struct holm_rating rating;
    int games, wins;
};
/* Within begin and commit: until then no other server reads ratings in order to change them. */
bool holm_store_rate_alone(struct holm_store *store, struct holm_trouble *trouble);
/* Their rating, or that of a newcomer. */
bool holm_store_rating(struct holm_store *store, const char *family, int64_t person,
                       const char *bot, struct holm_standing *standing,
                       struct holm_trouble *trouble);
bool holm_store_put_rating(struct holm_store *store, const char *family,
                           const struct holm_standing *standing, struct holm_trouble *trouble);
typedef bool holm_store_standing_visit(void *context, const char *family,
                                       const struct holm_standing *standing);
/* Of a family, best first; or of a person, all families. */
bool holm_store_standings(struct holm_store *store, const char *family, int most,
                          holm_store_standing_visit *visit, void *context,
                          struct holm_trouble *trouble);
bool holm_store_standings_of(struct holm_store *store, int64_t person,
                             holm_store_standing_visit *visit, void *context,
                             struct holm_trouble *trouble);

#endif
