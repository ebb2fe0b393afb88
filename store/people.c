/* people.c: people, results and ratings. They are asked for seldom, so that statements are made when
 * they are needed. */
#include "store/people.h"

#include <string.h>

#include "store/database.h"

/* ---------------------------------------------------------------- statements */

/* A statement being filled; each value takes the next place. */
struct ask {
    struct holm_store *store;
    struct sql *at;
    int bound;
};

static bool ask_begin(struct ask *ask, struct holm_store *store, const char *text,
                      struct holm_trouble *trouble)
{
    *ask = (struct ask){ .store = store };
    ask->at = sql_prepare(store, text, false);
    return ask->at || store_complain(store, trouble);
}

static void give_number(struct ask *ask, int64_t number)
{
    sql_bind_number(ask->at, ++ask->bound, number);
}

/* 0 stands for nothing. */
static void give_some(struct ask *ask, int64_t number)
{
    if (number)
        give_number(ask, number);
    else
        sql_bind_no_number(ask->at, ++ask->bound);
}

static void give_flag(struct ask *ask, bool flag)
{
    sql_bind_flag(ask->at, ++ask->bound, flag);
}

static void give_real(struct ask *ask, double number)
{
    sql_bind_real(ask->at, ++ask->bound, number);
}

static void give_text(struct ask *ask, const char *text)
{
    sql_bind_text(ask->at, ++ask->bound, text);
}

static void give_key(struct ask *ask, const uint8_t key[HOLM_STORE_KEY])
{
    sql_bind_bytes(ask->at, ++ask->bound, key, HOLM_STORE_KEY);
}

/* Writes, and ends the statement. */
static bool ask_write(struct ask *ask, struct holm_trouble *trouble)
{
    const bool fine = ask->store->begun && sql_write(ask->at, -1) == SQLITE_DONE;
    if (!ask->store->begun)
        holm_trouble(trouble, 0, "nothing was begun");
    else if (!fine)
        store_complain(ask->store, trouble);
    sql_end(ask->at);
    return fine;
}

/* The next row; false: there is none, or (`failed`) it cannot be read. */
static bool ask_row(struct ask *ask, bool *failed, struct holm_trouble *trouble)
{
    const int got = sql_step(ask->at);
    *failed = got != SQLITE_ROW && got != SQLITE_DONE;
    if (*failed)
        store_complain(ask->store, trouble);
    return got == SQLITE_ROW;
}

static const char *text_at(const struct ask *ask, int column)
{
    return sql_text(ask->at, column);
}

static int number_at(const struct ask *ask, int column)
{
    return (int)sql_number(ask->at, column);
}

/* Whether a refusal is of these rows alone, and stays: a disk that is full or cannot be reached is
 * everybody's matter. */
static bool is_own_matter(const struct holm_store *store)
{
    return (store->error == SQLITE_ERROR || store->error == SQLITE_CORRUPT ||
            store->error == SQLITE_CONSTRAINT) &&
           holm_store_begun(store);
}

bool holm_store_aside(struct holm_store *store, holm_store_write *write, void *context,
                      bool *written, struct holm_trouble *trouble)
{
    struct holm_trouble other;
    const bool careful = IS_PG(store) && pg_is_careful(store->pg);
    bool begun = store_execute(store, "SAVEPOINT aside", trouble);
    holm_store_set_careful(store, true);
    *written = begun && write(context, trouble) && store_execute(store, "RELEASE aside", trouble);
    holm_store_set_careful(store, careful);
    if (*written)
        return true;
    if (begun && is_own_matter(store) &&
        store_execute(store, "ROLLBACK TO aside; RELEASE aside", &other)) {
        store->error = SQLITE_OK;
        return true;
    }
    holm_store_rollback(store);
    return false;
}

/* ------------------------------------------------------------------- people */

bool holm_store_person(struct holm_store *store, const uint8_t key[HOLM_STORE_KEY], int64_t *person,
                       struct holm_trouble *trouble)
{
    struct ask ask;
    bool failed;
    if (!ask_begin(&ask, store, "SELECT id FROM people WHERE key = ?", trouble))
        return false;
    give_key(&ask, key);
    *person = ask_row(&ask, &failed, trouble) ? sql_number(ask.at, 0) : 0;
    sql_end(ask.at);
    return !failed;
}

bool holm_store_knows(struct holm_store *store, int64_t person, bool *known,
                      struct holm_trouble *trouble)
{
    struct ask ask;
    bool failed;
    if (!ask_begin(&ask, store, "SELECT 1 FROM people WHERE id = ?", trouble))
        return false;
    give_number(&ask, person);
    *known = ask_row(&ask, &failed, trouble);
    sql_end(ask.at);
    return !failed;
}

bool holm_store_meet(struct holm_store *store, const uint8_t key[HOLM_STORE_KEY], const char *name,
                     int64_t at, int64_t *person, struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store,
                   "INSERT INTO people (key, name, seen, id) VALUES (?1, ?2, ?3, ?4)"
                   " ON CONFLICT (key) DO UPDATE SET name = ?2, seen = ?3",
                   trouble))
        return false;
    give_key(&ask, key);
    give_text(&ask, name);
    give_number(&ask, at);
    give_some(&ask, *person);
    return ask_write(&ask, trouble) && holm_store_person(store, key, person, trouble);
}

/* Runs a text with one number in it. */
static bool write_with(struct holm_store *store, const char *text, int64_t number,
                       struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store, text, trouble))
        return false;
    give_number(&ask, number);
    return ask_write(&ask, trouble);
}

bool holm_store_forget_person(struct holm_store *store, int64_t person,
                              struct holm_trouble *trouble)
{
    return write_with(store, "DELETE FROM people WHERE id = ?", person, trouble) &&
           write_with(store, "DELETE FROM ratings WHERE person = ?", person, trouble) &&
           write_with(store, "UPDATE results SET person = NULL, name = NULL WHERE person = ?",
                      person, trouble);
}

bool holm_store_hide_name(struct holm_store *store, int64_t person, bool hidden,
                          struct holm_trouble *trouble)
{
    static const char hide[] = "UPDATE people SET hidden = true WHERE id = ?",
                      show[] = "UPDATE people SET hidden = false WHERE id = ?";
    return write_with(store, hidden ? hide : show, person, trouble) &&
           (!hidden ||
            write_with(store, "UPDATE results SET name = NULL WHERE person = ?", person, trouble));
}

/* Records of tables are read only where somebody may go. */
bool holm_store_prune_people(struct holm_store *store, int64_t before, struct holm_trouble *trouble)
{
    if (IS_PG(store))
        return write_with(store,
                          "WITH idle AS (SELECT id FROM people WHERE seen < ? AND NOT EXISTS"
                          " (SELECT 1 FROM results WHERE person = people.id)),"
                          " seated AS (SELECT (chair.value ->> 'person')::bigint AS id,"
                          " (chair.value ->> 'leaver')::bigint AS leaver FROM tables,"
                          " jsonb_array_elements(record::jsonb -> 'chairs') AS chair"
                          " WHERE state IN (0, 1) AND EXISTS (SELECT 1 FROM idle))"
                          " DELETE FROM people WHERE id IN (SELECT id FROM idle"
                          " EXCEPT SELECT id FROM seated EXCEPT SELECT leaver FROM seated)",
                          before, trouble);
    return write_with(store,
                      "WITH idle AS (SELECT id FROM people WHERE seen < ? AND NOT EXISTS"
                      " (SELECT 1 FROM results WHERE person = people.id)),"
                      " seated AS (SELECT json_extract(chair.value, '$.person') AS id,"
                      " json_extract(chair.value, '$.leaver') AS leaver"
                      " FROM tables, json_each(tables.record, '$.chairs') AS chair"
                      " WHERE state IN (0, 1) AND json_valid(record)"
                      " AND EXISTS (SELECT 1 FROM idle))"
                      " DELETE FROM people WHERE id IN (SELECT id FROM idle"
                      " EXCEPT SELECT id FROM seated EXCEPT SELECT leaver FROM seated)",
                      before, trouble);
}

/* ------------------------------------------------------------------- results */

/* ORDER: put_result, read_result */
#define RESULT_COLUMNS                                                                             \
    "game, code, family, scenario, ended, listed, rated, why, players, chair, gone, person, bot,"  \
    " name, place, points, claimed, expected, opening, before, after"

bool holm_store_put_result(struct holm_store *store, const struct holm_result *result,
                           struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(
            &ask, store,
            "INSERT INTO results (" RESULT_COLUMNS ")"
            " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,CASE WHEN EXISTS (SELECT 1 FROM people"
            " WHERE id = ?12 AND hidden) THEN NULL ELSE ?14 END,?,?,?,?,?,?,?)"
            " ON CONFLICT (game, chair, gone) DO UPDATE SET code = excluded.code,"
            " family = excluded.family, scenario = excluded.scenario, ended = excluded.ended,"
            " listed = excluded.listed, rated = excluded.rated, why = excluded.why,"
            " players = excluded.players, person = excluded.person, bot = excluded.bot,"
            " name = excluded.name, place = excluded.place, points = excluded.points,"
            " claimed = excluded.claimed, expected = excluded.expected,"
            " opening = excluded.opening, before = excluded.before, after = excluded.after",
            trouble))
        return false;
    give_number(&ask, result->game);
    give_text(&ask, result->code);
    give_text(&ask, result->family);
    give_text(&ask, result->scenario);
    give_number(&ask, result->ended);
    give_flag(&ask, result->listed);
    give_flag(&ask, result->rated);
    give_text(&ask, result->why);
    give_number(&ask, result->players);
    give_number(&ask, result->chair);
    give_flag(&ask, result->left);
    give_some(&ask, result->person);
    give_text(&ask, result->bot);
    give_text(&ask, result->name);
    give_number(&ask, result->place);
    give_number(&ask, result->points);
    give_number(&ask, result->claimed);
    give_number(&ask, result->expected);
    give_text(&ask, result->opening);
    give_some(&ask, result->before);
    give_some(&ask, result->after);
    return ask_write(&ask, trouble);
}

static struct holm_result read_result(const struct ask *ask)
{
    return (struct holm_result){
        .game = sql_number(ask->at, 0),
        .code = text_at(ask, 1),
        .family = text_at(ask, 2),
        .scenario = text_at(ask, 3),
        .ended = sql_number(ask->at, 4),
        .listed = number_at(ask, 5),
        .rated = number_at(ask, 6),
        .why = text_at(ask, 7),
        .players = number_at(ask, 8),
        .chair = number_at(ask, 9),
        .left = number_at(ask, 10),
        .person = sql_number(ask->at, 11),
        .bot = text_at(ask, 12),
        .name = text_at(ask, 13),
        .place = number_at(ask, 14),
        .points = number_at(ask, 15),
        .claimed = number_at(ask, 16),
        .expected = number_at(ask, 17),
        .opening = text_at(ask, 18),
        .before = number_at(ask, 19),
        .after = number_at(ask, 20),
    };
}

/* Visits what a statement finds, and ends it. */
static bool visit_results(struct ask *ask, holm_store_result_visit *visit, void *context,
                          struct holm_trouble *trouble)
{
    bool failed, goes_on = true;
    while (ask_row(ask, &failed, trouble) && goes_on) {
        const struct holm_result result = read_result(ask);
        goes_on = visit(context, &result);
    }
    sql_end(ask->at);
    return !failed;
}

bool holm_store_results_of(struct holm_store *store, const char *code,
                           holm_store_result_visit *visit, void *context,
                           struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store,
                   "SELECT " RESULT_COLUMNS " FROM results WHERE code = ?"
                   " ORDER BY gone, place = 0, place, points DESC, chair",
                   trouble))
        return false;
    give_text(&ask, code);
    return visit_results(&ask, visit, context, trouble);
}

bool holm_store_results_by(struct holm_store *store, int64_t person, int most,
                           holm_store_result_visit *visit, void *context,
                           struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store,
                   person ? "SELECT " RESULT_COLUMNS " FROM results WHERE person = ?1"
                            " ORDER BY ended DESC, game DESC LIMIT ?2"
                          : "SELECT " RESULT_COLUMNS " FROM results WHERE ?1 = 0 AND listed"
                            " AND place = 1 AND NOT gone ORDER BY ended DESC, game DESC LIMIT ?2",
                   trouble))
        return false;
    give_number(&ask, person);
    give_number(&ask, most);
    return visit_results(&ask, visit, context, trouble);
}

#define OPENING(n) "sum(CAST(substr(opening, " #n ", 1) AS INTEGER))"

bool holm_store_sums(struct holm_store *store, int64_t person, holm_store_sum_visit *visit,
                     void *context, struct holm_trouble *trouble)
{
    struct ask ask;
    bool failed, goes_on = true;
    if (!ask_begin(&ask, store,
                   "SELECT family, players, count(*), count(*) FILTER (WHERE place > 0),"
                   " count(*) FILTER (WHERE place = 1 AND NOT gone),"
                   " sum(points), count(*) FILTER (WHERE gone), sum(claimed), "
                   "sum(expected), " OPENING(1) ", " OPENING(2) ", " OPENING(3) ", " OPENING(
                       4) ", " OPENING(5) " FROM results WHERE person = ? "
                                          "GROUP BY family, players"
                                          " ORDER BY count(*) DESC, "
                                          "family, players",
                   trouble))
        return false;
    give_number(&ask, person);
    while (ask_row(&ask, &failed, trouble) && goes_on) {
        struct holm_sum sum = {
            .family = text_at(&ask, 0),
            .players = number_at(&ask, 1),
            .games = number_at(&ask, 2),
            .decided = number_at(&ask, 3),
            .wins = number_at(&ask, 4),
            .points = number_at(&ask, 5),
            .left = number_at(&ask, 6),
            .claimed = number_at(&ask, 7),
            .expected = number_at(&ask, 8),
        };
        for (int i = 0; i < HOLM_RESOURCES; i++)
            sum.opening[i] = number_at(&ask, 9 + i);
        goes_on = visit(context, &sum);
    }
    sql_end(ask.at);
    return !failed;
}

bool store_forget_results(struct holm_store *store, int64_t game, struct holm_trouble *trouble)
{
    const bool fine = write_with(store,
                                 "DELETE FROM results WHERE game = ?1 AND NOT EXISTS"
                                 " (SELECT 1 FROM results WHERE game = ?1 AND person IS NOT NULL)",
                                 game, trouble);
    if (!fine)
        holm_store_rollback(store);
    return fine;
}

/* ------------------------------------------------------------------- ratings */

#define STANDING_COLUMNS                                                                           \
    "ratings.person, bot, (SELECT name FROM people WHERE id = ratings.person AND NOT hidden), "    \
    "mu, sigma, games,"                                                                            \
    " wins, family"

static struct holm_standing read_standing(const struct ask *ask)
{
    return (struct holm_standing){
        .person = sql_number(ask->at, 0),
        .bot = text_at(ask, 1),
        .name = text_at(ask, 2),
        .rating = { sql_real(ask->at, 3), sql_real(ask->at, 4) },
        .games = number_at(ask, 5),
        .wins = number_at(ask, 6),
    };
}

bool holm_store_rate_alone(struct holm_store *store, struct holm_trouble *trouble)
{
    struct ask ask;
    bool failed;
    if (!IS_PG(store))
        return true;
    if (!ask_begin(&ask, store, "SELECT 1 FROM pg_advisory_xact_lock(1212108877, 2)", trouble))
        return false;
    ask_row(&ask, &failed, trouble);
    sql_end(ask.at);
    return !failed;
}

bool holm_store_rating(struct holm_store *store, const char *family, int64_t person,
                       const char *bot, struct holm_standing *standing,
                       struct holm_trouble *trouble)
{
    struct ask ask;
    bool failed;
    if (!ask_begin(&ask, store,
                   "SELECT " STANDING_COLUMNS
                   " FROM ratings WHERE family = ? AND person = ? AND bot = ?",
                   trouble))
        return false;
    give_text(&ask, family);
    give_number(&ask, person);
    give_text(&ask, bot ? bot : "");
    *standing = (struct holm_standing){ .rating = holm_rating_new() };
    if (ask_row(&ask, &failed, trouble))
        *standing = read_standing(&ask);
    standing->person = person;
    standing->bot = bot;
    standing->name = NULL;
    sql_end(ask.at);
    return !failed;
}

bool holm_store_put_rating(struct holm_store *store, const char *family,
                           const struct holm_standing *standing, struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store,
                   "INSERT INTO ratings (family, person, bot, mu, sigma, games, wins)"
                   " VALUES (?,?,?,?,?,?,?) ON CONFLICT (family, person, bot) DO UPDATE SET"
                   " mu = excluded.mu, sigma = excluded.sigma, games = excluded.games,"
                   " wins = excluded.wins",
                   trouble))
        return false;
    give_text(&ask, family);
    give_number(&ask, standing->person);
    give_text(&ask, standing->bot ? standing->bot : "");
    give_real(&ask, standing->rating.mu);
    give_real(&ask, standing->rating.sigma);
    give_number(&ask, standing->games);
    give_number(&ask, standing->wins);
    return ask_write(&ask, trouble);
}

static bool visit_standings(struct ask *ask, holm_store_standing_visit *visit, void *context,
                            struct holm_trouble *trouble)
{
    bool failed, goes_on = true;
    while (ask_row(ask, &failed, trouble) && goes_on) {
        const struct holm_standing standing = read_standing(ask);
        goes_on = visit(context, text_at(ask, 7), &standing);
    }
    sql_end(ask->at);
    return !failed;
}

bool holm_store_standings(struct holm_store *store, const char *family, int most,
                          holm_store_standing_visit *visit, void *context,
                          struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store,
                   "SELECT " STANDING_COLUMNS " FROM ratings WHERE family = ?"
                   " ORDER BY mu - 3 * sigma DESC, games DESC LIMIT ?",
                   trouble))
        return false;
    give_text(&ask, family);
    give_number(&ask, most);
    return visit_standings(&ask, visit, context, trouble);
}

bool holm_store_standings_of(struct holm_store *store, int64_t person,
                             holm_store_standing_visit *visit, void *context,
                             struct holm_trouble *trouble)
{
    struct ask ask;
    if (!ask_begin(&ask, store,
                   "SELECT " STANDING_COLUMNS
                   " FROM ratings WHERE person = ? AND bot = '' ORDER BY games DESC, family",
                   trouble))
        return false;
    give_number(&ask, person);
    return visit_standings(&ask, visit, context, trouble);
}
