/* table.c: tables: made, started, told. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/cheat.h"
#include "server/server.h"
#include "text/json.h"
#include "text/log.h"
#include "text/maps.h"
#include "text/notation.h"

const char *const chair_kind_names[CHAIR_KINDS] = { "open", "person", "bot" };
const char *const ending_names[ENDINGS] = { NULL, "length", "resigned", "agreed" };
const char *const table_state_names[3] = { "waiting", "playing", "over" };

/* ---------------------------------------------------------- codes and tokens */

/* Letters that are not mistaken for each other; 12 of them are 55 bits. */
static void make_code(char code[HOLM_CODE_SIZE])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz";
    for (int i = 0; i < CODE_LETTERS; i++)
        code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[CODE_LETTERS] = '\0';
}

void table_hash_token(const char *token, uint8_t hash[HOLM_HASH_BYTES])
{
    crypto_hash_sha256(hash, (const unsigned char *)token, strlen(token));
}

void table_make_token(char *token, size_t size, uint8_t hash[HOLM_HASH_BYTES])
{
    uint8_t bytes[TOKEN_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, size, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    table_hash_token(token, hash);
}

bool table_take_token(const char *token, uint8_t hash[HOLM_HASH_BYTES])
{
    uint8_t bytes[TOKEN_BYTES];
    size_t length = 0;
    if (sodium_base642bin(bytes, sizeof bytes, token, strlen(token), NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
        length != sizeof bytes)
        return false;
    table_hash_token(token, hash);
    return true;
}

/* Looks at every chair, whichever it is, so that the time tells nothing. */
int table_chair_of(const struct table *table, const char *token)
{
    uint8_t hash[HOLM_HASH_BYTES];
    int found = -1;
    table_hash_token(token, hash);
    for (int i = 0; i < table->chairs; i++) {
        const bool own = !sodium_memcmp(hash, table->chair[i].token, sizeof hash);
        const bool device = devices_open(&table->chair[i], hash);
        if ((own || device) && table->chair[i].kind == CHAIR_PERSON)
            found = i;
    }
    return found;
}

bool table_was_of(const struct table *table, const char *token)
{
    uint8_t hash[HOLM_HASH_BYTES];
    bool found = false;
    table_hash_token(token, hash);
    for (int i = 0; i < table->chairs; i++)
        found |= table->chair[i].resigned[0] &&
                 !sodium_memcmp(hash, table->chair[i].former, sizeof hash);
    return found;
}

/* For each token, also of other devices: none opens it any more. */
void table_revoke(struct chair *chair)
{
    memset(chair->token, 0, sizeof chair->token);
    memset(chair->device, 0, sizeof chair->device);
    chair->device_until = 0;
}

/* ------------------------------------------------------------------ in memory */

static unsigned bucket_of(const char *code)
{
    unsigned hash = 2166136261u;
    for (; *code; code++)
        hash = (hash ^ (unsigned char)*code) * 16777619u;
    return hash % TABLE_BUCKETS;
}

void table_link(struct table *table)
{
    struct table **bucket = &table->server->table[bucket_of(table->code)];
    struct table **numbered = &table->server->numbered[(uint64_t)table->id % TABLE_BUCKETS];
    table->next = *bucket;
    *bucket = table;
    table->next_numbered = *numbered;
    *numbered = table;
    table->server->tables++;
    timer_open(table->server, &table->timer, table, clock_ring);
}

static void unlink_table(struct table *table)
{
    struct table **at = &table->server->table[bucket_of(table->code)];
    while (*at && *at != table)
        at = &(*at)->next;
    if (!*at)
        return;
    *at = table->next;
    table->server->tables--;
    at = &table->server->numbered[(uint64_t)table->id % TABLE_BUCKETS];
    while (*at != table)
        at = &(*at)->next_numbered;
    *at = table->next_numbered;
}

struct table *table_numbered(const struct server *server, int64_t id)
{
    struct table *table = server->numbered[(uint64_t)id % TABLE_BUCKETS];
    while (table && table->id != id)
        table = table->next_numbered;
    return table;
}

void table_drop_game(struct table *table)
{
    timer_stop(&table->timer);
    game_free(table->game);
    table->game = NULL;
}

void table_drop(struct table *table)
{
    batch_drop(table);
    unlink_table(table);
    table_drop_game(table);
    free(table->header);
    free(table->source);
    free(table->terms);
    free(table->voids);
    free(table->reports);
    free(table->closed);
    again_forget(table, UINT64_MAX);
    reading_drop(table->reading);
    sodium_memzero(&table->fair, sizeof table->fair);
    timer_close(&table->timer); /* which frees the table */
}

struct table *table_in_memory(struct server *server, const char *code)
{
    struct table *table = server->table[bucket_of(code)];
    while (table && strcmp(table->code, code))
        table = table->next;
    return table;
}

int64_t table_due(struct table *table)
{
    const int64_t now = run_milliseconds();
    if (table->revealing)
        return now + table->reveal_by - monotonic_milliseconds();
    if (table->state != HOLM_STORE_PLAYING)
        return HOLM_STORE_NEVER;
    if (!table->game)
        return table->due;
    const int64_t due = table->game->thinking ? 0 : clock_due(table, monotonic_milliseconds());
    return due < 0 ? HOLM_STORE_NEVER : now + due;
}

unsigned table_asked(const struct table *table)
{
    const unsigned seats = table->state != HOLM_STORE_PLAYING ? 0
                           : table->game                      ? game_asked(table->game)
                           : table->asked > 0                 ? (unsigned)table->asked
                                                              : 0;
    return seats & holm_bits_below(table->chairs);
}

/* ---------------------------------------------------------------------- new */

const char *table_source(const struct table *table)
{
    return table->source ? table->source : table->settings.map;
}

struct table *table_new(struct server *server, const struct table_request *request, char *token,
                        size_t token_size)
{
    struct table *table = calloc(1, sizeof *table);
    struct holm_numbers *numbers = &server->table_numbers;
    if (!table || (numbers->next == numbers->end &&
                   !holm_store_numbers(server->store, "tables", numbers, NULL))) {
        free(table);
        return NULL;
    }
    table->server = server;
    table->id = numbers->next++;
    make_code(table->code);
    table->settings = request->settings;
    if (request->source[0] && !(table->source = strdup(request->source))) {
        free(table);
        return NULL;
    }
    table->pace = request->pace;
    table->chairs = (uint8_t)request->chairs;
    table->host = request->host < 0 ? HOLM_NONE : (uint8_t)request->host;
    table->created = now_milliseconds() / 1000;
    table->due = HOLM_STORE_NEVER;
    table->asked = -1;
    table->chats_known = true; /* none */
    memcpy(table->chair, request->chair, sizeof table->chair);
    for (int i = 0; i < HOLM_SEATS; i++) {
        table->chair[i].seat = HOLM_NONE;
        table->chair[i].left_at = run_milliseconds(); /* until a connection is there */
    }
    table->fair.shuffled = request->settings.shuffled;
    round_begin(table);
    *token = '\0';
    if (request->host >= 0) {
        table_make_token(token, token_size, table->chair[request->host].token);
        table->fair.share[request->host] = request->share;
    }
    table_link(table);
    server->metrics.tables++;
    table_mark(table);
    return table;
}

bool table_is_slow(const struct settings *settings)
{
    return settings->clock != CLOCK_NONE && settings->clock_seconds >= SLOW_SECONDS;
}

void table_mark(struct table *table)
{
    table->dirty = true;
    batch_table(table);
    batch_tell(table);
}

/* -------------------------------------------------------------------- start */

void table_fill(struct table *table)
{
    for (int i = 0; i < table->chairs; i++) {
        struct chair *chair = &table->chair[i];
        if (chair->kind != CHAIR_OPEN)
            continue;
        chair->kind = CHAIR_BOT;
        snprintf(chair->bot, sizeof chair->bot, "%s", usual_bot());
    }
}

/* Deals with the seed that nobody could choose, and seats the chairs. */
static bool deal(struct table *table, struct game *game, struct holm_trouble *trouble)
{
    struct holm_map map;
    uint8_t seed[HOLM_HASH_BYTES];
    if (!holm_source_find(table_source(table), &map, trouble))
        return false;
    holm_fair_seed(&table->fair, seed);
    holm_chance_seed(&game->chance, seed);
    sodium_memzero(seed, sizeof seed);
    int error = holm_deal(&map, &table->settings.rules, &game->chance);
    if (!error)
        error = holm_board_make(&game_at(game)->board, &map, &table->settings.rules);
    if (error)
        return holm_trouble(trouble, 0, "%s", holm_reason(error)->text);
    holm_fair_seat(&table->fair, &game->chance);
    CHEAT_AFTER_SEATING(&table->fair);
    holm_start(&game_at(game)->state, &game_at(game)->board);
    return true;
}

static char *write_header(const struct table *table, const struct game *game,
                          struct holm_trouble *trouble)
{
    char buffer[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(buffer, sizeof buffer);
    holm_log_header_fair(&writer, &game_at(game)->board, game->chance.seed, &table->fair,
                         table->terms, table_source(table));
    char *copy = writer.full ? NULL : strdup(buffer);
    sodium_memzero(buffer, sizeof buffer);
    if (writer.full)
        holm_trouble(trouble, 0, "the map is too large for a log");
    else if (!copy)
        refusal_tell(trouble, REFUSE_NO_MEMORY);
    return copy;
}

bool table_start(struct table *table, struct holm_trouble *trouble)
{
    struct game *game = game_new();
    if (!game)
        return refusal_tell(trouble, REFUSE_NO_MEMORY);
    if (!deal(table, game, trouble)) {
        game_free(game);
        return false;
    }
    table->header = write_header(table, game, trouble);
    if (!table->header) {
        game_free(game);
        return false;
    }
    folding_adopt(table->server, game);
    disk_wrote(table, table->header);
    table->first_draw = game->chance.next;
    for (int seat = 0; seat < table->chairs; seat++)
        table->chair[table->fair.chair_of[seat]].seat = (uint8_t)seat;
    game_believe_start(game);
    game_chain_start(game, &table->fair);
    table->game = game;
    table->state = HOLM_STORE_PLAYING;
    table->revealing = false;
    devices_void(table);
    table->due = HOLM_STORE_NEVER; /* no longer when all should have revealed */
    table->rated = results_rated(table);
    table->started = run_milliseconds();
    table->push_begins = true;
    clock_start(table, monotonic_milliseconds());
    table_mark(table);
    seats_tell(table);
    for (struct connection *at = table->connections; at; at = at->next)
        play_send_position(at);
    clock_plan(table);
    return true;
}

int table_seat_chair(const struct table *table, int seat)
{
    return table->fair.chair_of[seat];
}

/* --------------------------------------------------------------------- JSON */

static void put_chair(struct holm_writer *writer, const struct table *table, int i)
{
    const struct chair *chair = &table->chair[i];
    const struct holm_share *share = &table->fair.share[i];
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "chair", i);
    holm_json_put_seat(writer, "seat", chair->seat);
    holm_json_put_word(writer, "kind", chair_kind_names[chair->kind]);
    holm_json_key(writer, "name");
    if (chair->kind == CHAIR_PERSON && chair->name[0])
        holm_json_string(writer, chair->name);
    else
        holm_put(writer, "null");
    alias_put(writer, table->server, chair);
    holm_json_put_word(writer, "bot", chair->kind == CHAIR_BOT ? chair->bot : NULL);
    looks_put(writer, &chair->look);
    holm_json_put_flag(writer, "connected", seats_here(chair));
    holm_json_put_flag(writer, "ready", chair->ready);
    holm_json_put_flag(writer, "away", chair->away);
    holm_json_key(writer, "since");
    if (chair->kind == CHAIR_PERSON && !seats_here(chair))
        holm_putf(writer, "%lld", (long long)(chair->left_at / 1000));
    else
        holm_put(writer, "null");
    holm_json_put_flag(writer, "muted", chair->muted);
    holm_json_key(writer, "resigned");
    if (chair->resigned[0])
        holm_json_string(writer, chair->resigned);
    else
        holm_put(writer, "null");
    holm_json_put_flag(writer, "free", chair->free);
    holm_json_key(writer, "rating");
    if (chair->kind == CHAIR_PERSON && chair->known.person)
        holm_put_number(writer, chair->known.rating);
    else
        holm_put(writer, "null");
    holm_json_put_bytes(writer, "pledge", share->pledged ? share->pledge : NULL, HOLM_HASH_BYTES);
    holm_json_put_bytes(writer, "key", share->pledged ? share->key : NULL, HOLM_HASH_BYTES);
    holm_put_char(writer, '}');
}

static void put_settings(struct holm_writer *writer, const struct table *table)
{
    const struct settings *settings = &table->settings;
    const struct holm_rules *rules =
        table->game ? &game_at(table->game)->board.rules : &settings->rules;
    holm_json_key(writer, "rules");
    holm_json_rules(writer, rules);
    holm_json_put_word(writer, "scenario", settings->scenario[0] ? settings->scenario : NULL);
    holm_json_put_word(writer, "map", settings->map);
    holm_json_put_word(writer, "board", board_choice_names[settings->board]);
    holm_source_put(writer, table_source(table));
    holm_json_put_word(writer, "order", settings->shuffled ? "random" : "fixed");
    holm_json_key(writer, "clock");
    holm_putf(writer, "{\"mode\":\"%s\",\"seconds\":%d,\"reserve\":%d}",
              clock_mode_names[settings->clock], settings->clock_seconds, settings->clock_reserve);
    holm_json_put_word(writer, "start", settings->on_ready ? "ready" : "full");
    holm_json_put_flag(writer, "spectators", settings->spectators);
    holm_json_put_number(writer, "delay", settings->delay);
    holm_json_put_flag(writer, "counts", settings->counts);
}

/* Whose turn it is, for people with several games; where spectators are behind, only players are
 * told. */
static void put_asked(struct holm_writer *writer, const struct table *table, bool player)
{
    const bool known = table->state == HOLM_STORE_PLAYING && (player || !table->settings.delay) &&
                       (table->game || table->asked >= 0);
    holm_json_key(writer, "asked");
    holm_put(writer, known ? "[" : "null");
    for (unsigned left = known ? table_asked(table) : 0; left; left = holm_bits_rest(left)) {
        const int seat = holm_bits_first(left);
        holm_json_next(writer);
        holm_put_number(writer, table_seat_chair(table, seat));
    }
    holm_put(writer, known ? "]" : "");
}

void table_put(struct holm_writer *writer, const struct table *table)
{
    table_put_for(writer, table, false);
}

void table_put_for(struct holm_writer *writer, const struct table *table, bool player)
{
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "code", table->code);
    holm_json_put_word(writer, "state", table_state_names[table->state]);
    holm_json_put_word(writer, "ended", ending_names[table->ended]);
    holm_json_put_flag(writer, "public", table->settings.listed);
    holm_json_put_flag(writer, "rated",
                       table->state == HOLM_STORE_WAITING
                           ? results_ratable(&table->settings) && results_clock(&table->settings)
                           : table->rated);
    holm_json_key(writer, "host");
    if (table->host == HOLM_NONE)
        holm_put(writer, "null");
    else
        holm_put_number(writer, table->host);
    put_settings(writer, table);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < table->chairs; i++)
        put_chair(writer, table, i);
    holm_put_char(writer, ']');
    holm_json_put_number(writer, "watching", table->watching);
    holm_json_key(writer, "pace");
    holm_putf(writer, "%.2f", table->pace);
    holm_json_key(writer, "paused");
    if (table->paused_at)
        holm_putf(writer, "%lld", (long long)(table->paused_at / 1000));
    else
        holm_put(writer, "null");
    holm_json_key(writer, "proposal");
    proposals_put(writer, table);
    holm_json_put_bytes(writer, "commit", table->fair.commit, HOLM_HASH_BYTES);
    holm_json_put_number(writer, "round", table->fair.round);
    holm_json_put_word(writer, "phase",
                       table->state != HOLM_STORE_WAITING ? NULL
                       : table->revealing                 ? "revealing"
                                                          : "gathering");
    holm_json_key(writer, "void");
    holm_put(writer, round_voids(table));
    holm_json_put_flag(writer, "chat", true);
    holm_json_put_number(writer, "created", table->created);
    holm_json_put_word(writer, "rematch", table->rematch[0] ? table->rematch : NULL);
    put_asked(writer, table, player);
    holm_put_char(writer, '}');
}
