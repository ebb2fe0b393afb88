/* standings.c: what people ask about themselves and about finished games: histories, results and
 * ratings. Who somebody is, is told to nobody else: only names and numbers go out. */
#include <string.h>

#include "server/server.h"
#include "store/people.h"
#include "text/json.h"
#include "text/notation.h"

enum { GAMES_MOST = 200, RECENT_MOST = 50 };

/* ------------------------------------------------------------------------ parts */

static void put_text(struct holm_writer *writer, const char *key, const char *text)
{
    holm_json_key(writer, key);
    if (text)
        holm_json_string(writer, text);
    else
        holm_put(writer, "null");
}

static void put_some(struct holm_writer *writer, const char *key, int number)
{
    holm_json_key(writer, key);
    if (number)
        holm_put_number(writer, number);
    else
        holm_put(writer, "null");
}

static void put_luck(struct holm_writer *writer, int claimed, int expected)
{
    holm_json_key(writer, "dice");
    holm_putf(writer, "{\"cards\":%d,\"expected\":%.1f}", claimed,
              (double)expected / HOLM_LUCK_UNIT);
}

static void put_opening(struct holm_writer *writer, const int opening[HOLM_RESOURCES])
{
    holm_json_key(writer, "opening");
    holm_put_char(writer, '{');
    for (int i = 0; i < HOLM_RESOURCES; i++)
        holm_json_put_number(writer, holm_card_names[i], opening[i]);
    holm_put_char(writer, '}');
}

static void put_game(struct holm_writer *writer, const struct holm_result *result)
{
    put_text(writer, "code", result->code);
    put_text(writer, "game", result->family);
    put_text(writer, "scenario", result->scenario);
    put_text(writer, "why", result->why);
    holm_json_put_number(writer, "ended", result->ended);
    holm_json_put_number(writer, "players", result->players);
    holm_json_put_flag(writer, "public", result->listed);
    holm_json_put_flag(writer, "rated", result->rated);
}

static void put_player(struct holm_writer *writer, const struct holm_result *result)
{
    int opening[HOLM_RESOURCES];
    for (int i = 0; i < HOLM_RESOURCES; i++)
        opening[i] = result->opening[i] - '0';
    holm_json_put_number(writer, "chair", result->chair);
    put_text(writer, "name", result->name);
    put_text(writer, "bot", result->bot);
    holm_json_put_flag(writer, "left", result->left);
    put_some(writer, "place", result->place);
    holm_json_put_number(writer, "points", result->points);
    put_luck(writer, result->claimed, result->expected);
    put_opening(writer, opening);
    put_some(writer, "before", result->before);
    put_some(writer, "after", result->after);
}

/* A game with one player of it. */
static bool put_result(void *context, const struct holm_result *result)
{
    struct holm_writer *writer = context;
    holm_json_next(writer);
    holm_put_char(writer, '{');
    put_game(writer, result);
    put_player(writer, result);
    holm_put_char(writer, '}');
    return true;
}

/* An answer being written. */
struct board {
    struct holm_writer *writer;
    const struct server *server;
};

static bool put_standing(void *context, const char *family, const struct holm_standing *standing)
{
    const struct board *board = context;
    struct holm_writer *writer = board->writer;
    uint8_t alias[ALIAS_BYTES];
    alias_of_person(board->server, standing->person, alias);
    holm_json_next(writer);
    holm_put_char(writer, '{');
    put_text(writer, "game", family);
    put_text(writer, "name", standing->person ? standing->name : NULL);
    holm_json_put_bytes(writer, "person", standing->person ? alias : NULL, sizeof alias);
    put_text(writer, "bot", standing->person ? NULL : standing->bot);
    holm_json_put_number(writer, "rating", holm_rating_shown(&standing->rating));
    holm_json_key(writer, "mu");
    holm_putf(writer, "%.6f", standing->rating.mu);
    holm_json_key(writer, "sigma");
    holm_putf(writer, "%.6f", standing->rating.sigma);
    holm_json_put_number(writer, "games", standing->games);
    holm_json_put_number(writer, "wins", standing->wins);
    holm_put_char(writer, '}');
    return true;
}

static bool put_sum(void *context, const struct holm_sum *sum)
{
    struct holm_writer *writer = context;
    holm_json_next(writer);
    holm_put_char(writer, '{');
    put_text(writer, "game", sum->family);
    holm_json_put_number(writer, "players", sum->players);
    holm_json_put_number(writer, "games", sum->games);
    holm_json_put_number(writer, "decided", sum->decided);
    holm_json_put_number(writer, "wins", sum->wins);
    holm_json_put_number(writer, "left", sum->left);
    holm_json_put_number(writer, "points", sum->points);
    put_luck(writer, sum->claimed, sum->expected);
    put_opening(writer, sum->opening);
    holm_put_char(writer, '}');
    return true;
}

/* What was read is the answer, or that it could not be read. */
static void end_answer(struct answer *answer, bool fine, const struct holm_trouble *trouble)
{
    if (fine) {
        holm_put(&answer->body, "]}");
        return;
    }
    answer->body.used = 0;
    answer_error_because(answer, REFUSE_STORE_UNREAD, trouble->text);
}

/* ---------------------------------------------------------------------- oneself */

void standings_history(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_writer *writer = &answer->body;
    struct holm_store *store = server->store;
    struct board board = { writer, server };
    struct holm_trouble trouble;
    int64_t person;
    if (!identity_read(server, request, PURPOSE_READ, &person, answer))
        return;
    holm_put_char(writer, '{');
    holm_json_put_flag(writer, "known", person != 0);
    holm_put(writer, ",\"games\":[");
    bool fine =
        !person || holm_store_results_by(store, person, GAMES_MOST, put_result, writer, &trouble);
    holm_put(writer, "],\"figures\":[");
    fine = fine && (!person || holm_store_sums(store, person, put_sum, writer, &trouble));
    holm_put(writer, "],\"ratings\":[");
    fine =
        fine && (!person || holm_store_standings_of(store, person, put_standing, &board, &trouble));
    end_answer(answer, fine, &trouble);
}

struct forgetting {
    struct deed deed;
    const struct batch *batch; /* with which tables forget them */
    int64_t person;
};

/* Once no table knows them: while one was refused that, they are not forgotten. */
static bool write_forgetting(struct deed *deed, struct holm_store *store,
                             struct holm_trouble *trouble)
{
    const struct forgetting *forgetting = (struct forgetting *)deed;
    for (const struct part *at = forgetting->batch->first; at; at = at->next)
        if (at->whole && (at->refused || at->late || !at->first))
            return holm_trouble(trouble, 0, "a table still knows them");
    return holm_store_forget_person(store, forgetting->person, trouble);
}

static void forget_stored(struct server *server, int64_t person)
{
    struct forgetting *forgetting =
        (struct forgetting *)deed_new(sizeof *forgetting, write_forgetting);
    forgetting->person = person;
    batch_add(server, NULL, &forgetting->deed);
    forgetting->batch = server->gathering;
}

void standings_forget(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_trouble trouble;
    int64_t person;
    if (!identity_read(server, request, PURPOSE_FORGET, &person, answer))
        return;
    if (person && !forgetting_tables(server, person, &trouble))
        answer_error_because(answer, REFUSE_STORE_UNREAD, trouble.text);
    else {
        if (person)
            forget_stored(server, person);
        answer->body.used = 0; /* others have used its room */
        holm_put(&answer->body, "{\"forgotten\":true}");
        if (person)
            answer_when_stored(server, request->address, NULL, answer);
    }
}

/* --------------------------------------------------------------------- everybody */

void standings_recent(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_trouble trouble;
    if (!request_take_heavy(server, request, answer))
        return;
    holm_put(&answer->body, "{\"games\":[");
    end_answer(
        answer,
        holm_store_results_by(server->store, 0, RECENT_MOST, put_result, &answer->body, &trouble),
        &trouble);
}

/* The members of a game come once, before its players. */
static bool put_of_game(void *context, const struct holm_result *result)
{
    struct holm_writer *writer = context;
    if (!writer->used) {
        holm_put_char(writer, '{');
        put_game(writer, result);
        holm_put(writer, ",\"results\":[");
    }
    holm_json_next(writer);
    holm_put_char(writer, '{');
    put_player(writer, result);
    holm_put_char(writer, '}');
    return true;
}

void standings_game(struct server *server, const char *code, struct answer *answer)
{
    struct holm_trouble trouble;
    const bool fine =
        holm_store_results_of(server->store, code, put_of_game, &answer->body, &trouble);
    if (fine && !answer->body.used)
        answer_error(answer, REFUSE_NO_RESULT);
    else
        end_answer(answer, fine, &trouble);
}

void standings_ratings(struct server *server, const struct request *request, struct answer *answer)
{
    struct board board = { &answer->body, server };
    struct holm_trouble trouble;
    char family[32] = "base";
    request_argument(request, "game", family, sizeof family);
    if (!request_take_heavy(server, request, answer))
        return;
    if (holm_word(holm_game_names, HOLM_GAMES, family) < 0) {
        answer_error(answer, REFUSE_NO_SUCH_FAMILY);
        return;
    }
    holm_put(&answer->body, "{\"ratings\":[");
    end_answer(answer,
               holm_store_standings(server->store, family, HOLM_STANDINGS_MOST, put_standing,
                                    &board, &trouble),
               &trouble);
}
