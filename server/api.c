/* api.c: the small JSON API: health, catalogue, words, preview, maps, tables, logs and replays. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"
#include "text/log.h"
#include "text/notation.h"

/* ------------------------------------------------------------------ services */

/* Whether writes are stored; where they were not, it is tried: who asks next knows more. */
static bool storage_works(struct server *server, struct holm_trouble *trouble)
{
    if (!server_store_there(server, trouble)) {
        batch_failed(server, trouble);
        return false;
    }
    const bool asked = server->gathering && server->gathering->nobodys;
    if (server->failed && !asked)
        batch_add(server, NULL, deed_probe());
    if (server->failed && !server->node) /* a database elsewhere may take its time */
        batch_finish(server);
    if (server->failed)
        *trouble = server->failure;
    return !server->failed;
}

static void health(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_trouble trouble, damage;
    const char *check = check_state(server, &damage);
    const bool sound = !strcmp(check, "fine") || !strcmp(check, "running");
    (void)request;
    const bool stores = storage_works(server, &trouble);
    if (stores)
        trouble = damage;
    const bool ok = stores && sound;
    answer->status = ok ? 200 : 503;
    holm_put_char(&answer->body, '{');
    holm_json_put_flag(&answer->body, "ok", ok);
    holm_json_put_word(&answer->body, "version", HOLM_VERSION);
    holm_json_put_number(&answer->body, "protocol", PROTOCOL_VERSION);
    holm_json_key(&answer->body, "storage");
    holm_put_char(&answer->body, '{');
    holm_json_put_word(&answer->body, "check", check);
    holm_json_put_number(&answer->body, "damaged", server->damaged_count);
    holm_put_char(&answer->body, '}');
    if (!ok) {
        holm_json_key(&answer->body, "why");
        holm_json_string(&answer->body, trouble.text);
    }
    holm_put_char(&answer->body, '}');
}

/* Whether new visitors should come here, for whoever shares them out. */
static void ready(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_trouble trouble;
    const bool is_ready = drain_allows(server) && storage_works(server, &trouble);
    (void)request;
    answer->status = is_ready ? 200 : 503;
    holm_put_char(&answer->body, '{');
    holm_json_put_flag(&answer->body, "ready", is_ready);
    holm_json_key(&answer->body, "node");
    holm_json_string(&answer->body, server->settings.node ? server->settings.node : "");
    holm_json_put_number(&answer->body, "nodes", server->node ? server->living.count : 1);
    holm_put_char(&answer->body, '}');
}

static void metrics(struct server *server, const struct request *request, struct answer *answer)
{
    (void)request;
    answer->type = "text/plain; version=0.0.4";
    metrics_put(&answer->body, server);
}

static void catalogue(struct server *server, const struct request *request, struct answer *answer)
{
    (void)server;
    (void)request;
    answer->cache = "public, max-age=300";
    catalogue_put(&answer->body);
}

static void words(struct server *server, const struct request *request, struct answer *answer)
{
    char edition[16] = "2025", language[8] = "en";
    struct holm_trouble trouble;
    (void)server;
    request_argument(request, "edition", edition, sizeof edition);
    request_argument(request, "lang", language, sizeof language);
    answer->cache = "public, max-age=300";
    if (!words_put(&answer->body, edition, language, &trouble))
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
}

/* The line of a trouble is that of a map in it, and never one of the request's own. */
static json_t *load_body(const struct request *request, struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(request->body, trouble);
    if (!json)
        trouble->line = 0;
    return json;
}

/* Its seed has nothing to do with any game. */
static void put_deal(const struct opening *opening, uint64_t seed, struct answer *answer)
{
    struct holm_board board;
    const int error = opening_deal(opening, seed, &board);
    if (error)
        answer_reason(answer, error);
    else
        preview_put(&answer->body, &board);
}

static void preview(struct server *server, const struct request *request, struct answer *answer)
{
    static const char *const keys[] = { "rules", "scenario", "map", "seed", NULL };
    struct holm_trouble trouble;
    struct opening opening;
    if (!request_take_heavy(server, request, answer))
        return;
    json_t *json = load_body(request, &trouble);
    const json_t *seed = json_object_get(json, "seed");
    if (!json || !holm_json_only(json, "a preview", keys, &trouble) ||
        (seed && !json_is_integer(seed) &&
         !holm_trouble(&trouble, 0, "\"seed\" is not a whole number")) ||
        !opening_read(json, &opening, &trouble))
        answer_trouble(answer, REFUSE_BAD_FORM, &trouble);
    else
        put_deal(&opening, (uint64_t)json_integer_value(seed), answer);
    json_decref(json);
}

/* A map as its file would be, built in or one's own, after `holm map check` found nothing wrong. */
static void check_map(struct server *server, const struct request *request, struct answer *answer)
{
    static const char *const keys[] = { "rules", "scenario", "map", NULL };
    char source[HOLM_SOURCE_MAX];
    struct holm_trouble trouble;
    struct opening opening;
    if (!request_take_heavy(server, request, answer))
        return;
    json_t *json = load_body(request, &trouble);
    if (!json || !holm_json_only(json, "a map", keys, &trouble) ||
        !opening_read(json, &opening, &trouble) || !opening_try(&opening, source, &trouble))
        answer_trouble(answer, REFUSE_BAD_FORM, &trouble);
    else
        map_put(&answer->body, &opening.map, source);
    json_decref(json);
}

/* -------------------------------------------------------------------- tables */

static void put_place(struct holm_writer *writer, const struct table *table, const char *token,
                      int chair)
{
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "code", table->code);
    holm_json_put_word(writer, "token", chair < 0 ? NULL : token);
    holm_json_key(writer, "chair");
    if (chair < 0)
        holm_put(writer, "null");
    else
        holm_put_number(writer, chair);
    holm_json_put_bytes(writer, "commit", table->fair.commit, HOLM_HASH_BYTES);
    holm_put_char(writer, '}');
}

static void open_table(struct server *server, const struct table_request *wanted,
                       const struct address *by, struct answer *answer)
{
    char token[64];
    struct holm_trouble trouble;
    const bool at_once = wanted->now || wanted->host < 0;
    struct table *table = table_new(server, wanted, token, sizeof token);
    if (!table) {
        answer_error(answer, REFUSE_NO_MEMORY);
        return;
    }
    table->owner = by->key;
    identity_met(table);
    if (wanted->host >= 0)
        table->chair[wanted->host].from = by->key;
    if (at_once) {
        table_fill(table);
        if (!round_close(table, &trouble)) { /* not even then is it there */
            table->forgotten = true;
            answer_error_because(answer, REFUSE_CANNOT_START, trouble.text);
            return;
        }
    } else {
        round_close_if_full(table);
    }
    answer->status = 201;
    answer->body.used = 0;
    put_place(&answer->body, table, token, wanted->host);
    answer_when_stored(server, by, table, answer);
}

/* Whether the address may make such a table. */
static bool may_open(struct server *server, const struct table_request *wanted,
                     const struct address *address, struct answer *answer)
{
    if (wanted->host < 0 && !people_may_play_bots(server, address)) {
        answer_error(answer, REFUSE_BOTS_PLAY_MANY);
        return false;
    }
    return wanted->host < 0 || wanted->now || people_may_sit(server, NULL, address, answer);
}

/* The host, if there is one, may be known. */
static bool seat_host(struct server *server, const struct request *request, const json_t *json,
                      struct table_request *wanted, struct answer *answer)
{
    if (wanted->host < 0)
        return true;
    struct chair *chair = &wanted->chair[wanted->host];
    return identity_sit(server, request, json, chair->name, wanted->settings.rules.game,
                        &chair->known, answer);
}

/* Asked before what was sent is looked at: a refusal must cost little. */
bool tables_may_open(struct server *server, struct address *address, struct answer *answer)
{
    int refusal;
    if (!drain_allows(server))
        answer_error(answer, REFUSE_DRAINING);
    else if (!limit_allows(server, HOLM_LIMIT_TABLES, server->tables))
        answer_error(answer, REFUSE_ALL_TABLES_TAKEN);
    else if (!disk_allows(server, address, &refusal))
        answer_error(answer, refusal);
    else if (!limit_take(server, HOLM_LIMIT_TABLES_EACH, &address->tables))
        answer_error(answer, REFUSE_TABLES_TOO_FAST);
    else
        return true;
    return false;
}

void tables_open(struct server *server, const struct request *request, const json_t *json,
                 struct answer *answer)
{
    struct holm_trouble trouble;
    struct table_request wanted;
    struct address *address = request->address;
    if (!opening_table(json, &wanted, &trouble))
        answer_trouble(answer, REFUSE_BAD_FORM, &trouble);
    else if (may_open(server, &wanted, address, answer) &&
             seat_host(server, request, json, &wanted, answer))
        open_table(server, &wanted, address, answer);
}

static void create(struct server *server, const struct request *request, struct answer *answer)
{
    struct holm_trouble trouble;
    if (!tables_may_open(server, request->address, answer))
        return;
    json_t *json = load_body(request, &trouble);
    if (json)
        tables_open(server, request, json, answer);
    else
        answer_trouble(answer, REFUSE_BAD_FORM, &trouble);
    json_decref(json);
}

/* The chair that is free for somebody; else a refusal. REFUSALS: none. */
static int find_chair(const struct table *table, const struct look *look, int *found)
{
    const bool during = table->state == HOLM_STORE_PLAYING;
    int chair = 0;
    if (table->revealing)
        return REFUSE_REVEALING;
    while (chair < table->chairs && table->chair[chair].kind != CHAIR_OPEN)
        chair++;
    if (during)
        chair = giving_up_free(table);
    if (table->state == HOLM_STORE_OVER || chair < 0 || chair == table->chairs)
        return REFUSE_NO_OPEN_CHAIR;
    if (during && !table->game) /* it is being read */
        return REFUSE_TABLE_UNREAD;
    const int taken = during ? -1 : looks_refusal(table, chair, look);
    *found = chair;
    return taken >= 0 ? taken : REFUSALS;
}

/* A token that the client has made; NULL: it leaves that to us. */
static bool read_own_token(const json_t *json, const char **token, struct holm_trouble *trouble)
{
    uint8_t hash[HOLM_HASH_BYTES];
    *token = NULL;
    return !json_object_get(json, "token") ||
           (holm_json_get_text(json, "token", token, trouble) &&
            (table_take_token(*token, hash) ||
             holm_trouble(trouble, 0, "\"token\" is not %d bytes in base64url", TOKEN_BYTES)));
}

void tables_join(struct server *server, struct table *table, const struct request *request,
                 const json_t *json, struct answer *answer)
{
    struct holm_trouble trouble;
    struct look look;
    char name[NAME_SIZE], token[64];
    struct holm_share share;
    struct sitter sitter;
    const char *given_name = NULL, *own;
    int chair, refusal;
    if (!read_own_token(json, &own, &trouble) ||
        !holm_json_get_text(json, "name", &given_name, &trouble) ||
        !opening_name(given_name, name, &trouble) || !message_look(json, &look, &trouble) ||
        !opening_pledge(json, &share, &trouble)) {
        answer_trouble(answer, REFUSE_BAD_FORM, &trouble);
        return;
    }
    /* Asked before, too: nobody is written down who cannot sit. */
    if ((refusal = find_chair(table, &look, &chair)) != REFUSALS) {
        answer_error(answer, refusal);
        return;
    }
    if (!identity_sit(server, request, json, name, table->settings.rules.game, &sitter, answer))
        return;
    if (people_unwanted(table, 0, sitter.person)) {
        answer_error(answer, REFUSE_NOT_WANTED);
        return;
    }
    identity_met(table);
    const bool during = table->state == HOLM_STORE_PLAYING;
    struct chair *taken = &table->chair[chair];
    taken->kind = CHAIR_PERSON;
    taken->from = request->address->key;
    taken->left_at = run_milliseconds();
    taken->known = sitter;
    memcpy(taken->name, name, sizeof name);
    opening_tell_apart(table->chair, table->chairs, chair, chair == table->host);
    if (own)
        table_take_token(own, taken->token);
    else
        table_make_token(token, sizeof token, taken->token);
    if (during) {
        giving_up_take(table, chair);
    } else {
        taken->look = look;
        table->fair.share[chair] = share;
        table_mark(table);
        round_close_if_full(table);
    }
    answer->body.used = 0;
    put_place(&answer->body, table, own ? own : token, chair);
    answer_when_stored(server, request->address, table, answer);
}

/* Whoever did not hear that they have sat down asks once more, and gets the same chair. */
static bool sits_already(const struct table *table, const json_t *json, struct answer *answer)
{
    struct holm_trouble trouble;
    const char *own;
    const int chair = read_own_token(json, &own, &trouble) && own ? table_chair_of(table, own) : -1;
    if (chair >= 0)
        put_place(&answer->body, table, own, chair);
    return chair >= 0;
}

static void bring_device(struct table *table, const struct request *request, struct answer *answer)
{
    char token[64];
    bool move;
    const int chair = devices_read(table, request, &move, answer);
    if (chair < 0)
        return;
    devices_give(table, chair, move, token, sizeof token);
    answer->body.used = 0;
    put_place(&answer->body, table, token, chair);
}

static void join(struct server *server, struct table *table, const struct request *request,
                 struct answer *answer)
{
    static const char *const keys[] = { "name", "pledge", "key",   "colour",
                                        "mark", "person", "token", NULL };
    struct holm_trouble trouble;
    json_t *json = holm_json_load(request->body, &trouble);
    if (!json || !holm_json_only(json, "joining", keys, &trouble))
        answer_error_because(answer, REFUSE_BAD_FORM, trouble.text);
    else if (!sits_already(table, json, answer) &&
             people_may_sit(server, table, request->address, answer))
        tables_join(server, table, request, json, answer);
    json_decref(json);
}

/* ----------------------------------------------------------------- afterwards */

static bool read_viewer(const struct request *request, int *viewer, struct answer *answer)
{
    char word[16] = "everybody";
    request_argument(request, "viewer", word, sizeof word);
    const int seat = holm_word(holm_seat_names, HOLM_SEATS, word);
    *viewer = seat >= 0                    ? seat
              : !strcmp(word, "spectator") ? HOLM_SPECTATOR
              : !strcmp(word, "everybody") ? HOLM_EVERYBODY
                                           : HOLM_NONE;
    if (*viewer != HOLM_NONE)
        return true;
    answer_error(answer, REFUSE_NO_SUCH_VIEWER);
    return false;
}

/* ORDER: enum shelf_kind */
static const char *const finished_words[] = { "/log", "/replay", "/proof" };

static void finished(struct table *table, const struct request *request, struct answer *answer,
                     int kind)
{
    int viewer = HOLM_EVERYBODY;
    if (table->state != HOLM_STORE_OVER)
        answer_error(answer, REFUSE_NOT_OVER);
    else if (kind == SHELF_REPLAY && !read_viewer(request, &viewer, answer))
        return;
    else if (viewer < HOLM_SEATS && viewer >= table->chairs)
        answer_error(answer, REFUSE_EMPTY_SEAT);
    else
        screening_of_table(table, request, kind, viewer, answer);
}

static void replay_any(struct server *server, const struct request *request, struct answer *answer)
{
    int viewer;
    if (!request->length)
        answer_error(answer, REFUSE_NO_LOG);
    else if (read_viewer(request, &viewer, answer))
        screening_of_text(server, request, viewer, answer);
}

/* ------------------------------------------------------------------- routing */

/* /api/tables/CODE and what follows. */
static void table_answer(struct server *server, const struct request *request,
                         struct answer *answer)
{
    char code[HOLM_CODE_SIZE] = "";
    const char *rest = request->path + strlen("/api/tables/");
    const size_t length = strcspn(rest, "/");
    struct table *table = NULL;
    int kind;
    if (length < sizeof code) {
        memcpy(code, rest, length);
        code[length] = '\0';
        table = table_look_up(server, code);
        rest += length;
    }
    const struct absence *absence = table_absence(server, table ? "" : code);
    if (!table)
        answer_error(answer, absence->refusal);
    else if (!*rest && !request->post) {
        const bool player = request->token && table_chair_of(table, request->token) >= 0;
        holm_put(&answer->body, "{\"table\":");
        table_put_for(&answer->body, table, player);
        holm_put_char(&answer->body, '}');
    } else if (!strcmp(rest, "/join") && request->post)
        join(server, table, request, answer);
    else if (!strcmp(rest, "/device") && request->post)
        bring_device(table, request, answer);
    else if (!strcmp(rest, "/push") && request->post)
        push_subscribe(server, table, request, answer);
    else if (!request->post && (kind = holm_word(finished_words, SHELF_STATE, rest)) >= 0)
        finished(table, request, answer, kind);
    else
        answer_error(answer, REFUSE_NOT_FOUND);
    /* Refusals, too: what they rest on may not be on disk yet. */
    if (!table)
        table = table_in_memory(server, code);
    if (table)
        answer_when_stored(server, request->address, table, answer);
}

void api_answer(struct server *server, const struct request *request, struct answer *answer)
{
    static const struct {
        const char *path;
        bool post;
        void (*answer)(struct server *, const struct request *, struct answer *);
    } routes[] = {
        { "/api/health", false, health },
        { "/api/ready", false, ready },
        { "/metrics", false, metrics },
        { "/api/catalogue", false, catalogue },
        { "/api/words", false, words },
        { "/api/preview", true, preview },
        { "/api/map", true, check_map },
        { "/api/tables", false, lobby_list },
        { "/api/tables", true, create },
        { "/api/replay", true, replay_any },
        { "/api/people/challenge", true, identity_challenge },
        { "/api/people/history", true, standings_history },
        { "/api/people/forget", true, standings_forget },
        { "/api/results", false, standings_recent },
        { "/api/ratings", false, standings_ratings },
        { "/api/match", true, match_any },
        { "/api/admin", true, admin_answer },
        { "/api/push", false, push_key_answer },
    };
    bool known = false;
    server->meeting.person = 0; /* nobody is proven yet */
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (strcmp(routes[i].path, request->path))
            continue;
        known = true;
        if (routes[i].post == request->post) {
            routes[i].answer(server, request, answer);
            return;
        }
    }
    if (known)
        answer_error(answer, REFUSE_OTHER_METHOD);
    else if (!strncmp(request->path, "/api/tables/", 12))
        table_answer(server, request, answer);
    else if (!strncmp(request->path, "/api/results/", 13) && !request->post)
        standings_game(server, request->path + 13, answer);
    else
        answer_error(answer, REFUSE_NOT_FOUND);
}
