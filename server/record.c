/* record.c: a table as the text that the store keeps: what the host chose, who sits where, and what
 * the seed is made of. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"
#include "text/notation.h"

/* 1: before pledges; a game that was begun then goes on as it began. 3: with a board that the host
 * chose, which an older server must not take for another one; all other tables are still 2. */
enum { RECORD_VERSION = 2, RECORD_VERSION_CHOSEN = 3 };

/* ------------------------------------------------------------------- writing */

static void put_text(struct holm_writer *writer, const char *key, const char *text)
{
    holm_json_key(writer, key);
    holm_json_string(writer, text);
}

/* The nodes at which somebody is, this one first; some may be gone. */
static void put_here(struct holm_writer *writer, const struct table *table,
                     const struct chair *chair)
{
    if (!table->server || !table->server->node)
        return;
    holm_json_key(writer, "here");
    holm_put_char(writer, '[');
    if (chair->connections) {
        holm_json_next(writer);
        holm_putf(writer, "%lld", (long long)table->server->node);
    }
    for (int i = 0; i < chair->others; i++) {
        holm_json_next(writer);
        holm_putf(writer, "%lld", (long long)chair->other[i]);
    }
    holm_put_char(writer, ']');
}

static void put_chair(struct holm_writer *writer, const struct table *table,
                      const struct chair *chair)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "kind", chair_kind_names[chair->kind]);
    holm_json_put_seat(writer, "seat", chair->seat);
    put_text(writer, "name", chair->name);
    put_text(writer, "bot", chair->bot);
    holm_json_put_flag(writer, "away", chair->away);
    holm_json_put_flag(writer, "muted", chair->muted);
    holm_json_put_flag(writer, "ready", chair->ready);
    holm_json_put_bytes(writer, "token", chair->token, HOLM_HASH_BYTES);
    holm_json_put_number(writer, "left", chair->left_at);
    put_here(writer, table, chair);
    looks_put(writer, &chair->look);
    devices_record(writer, chair);
    if (chair->known.person) {
        holm_json_put_number(writer, "person", chair->known.person);
        holm_json_put_number(writer, "rating", chair->known.rating);
    }
    if (chair->forgotten)
        holm_json_put_flag(writer, "forgotten", true);
    if (chair->leaver)
        holm_json_put_number(writer, "leaver", chair->leaver);
    if (chair->resigned[0]) {
        holm_json_put_flag(writer, "free", chair->free);
        put_text(writer, "resigned", chair->resigned);
        holm_json_put_bytes(writer, "former", chair->former, HOLM_HASH_BYTES);
    }
    holm_put_char(writer, '}');
}

static void put_share(struct holm_writer *writer, const struct holm_share *share)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    if (share->pledged) {
        holm_json_put_bytes(writer, "pledge", share->pledge, HOLM_HASH_BYTES);
        holm_json_put_bytes(writer, "key", share->key, HOLM_KEY_BYTES);
    }
    if (share->revealed) {
        holm_json_put_bytes(writer, "entropy", share->entropy, HOLM_HASH_BYTES);
        holm_json_put_bytes(writer, "signature", share->signature, HOLM_SIGNATURE_BYTES);
    }
    holm_put_char(writer, '}');
}

/* The terms stand there as the very text that was agreed to. */
static void put_round(struct holm_writer *writer, const struct table *table)
{
    const struct holm_fair *fair = &table->fair;
    holm_put_char(writer, '{');
    holm_json_put_bytes(writer, "secret", fair->secret, HOLM_HASH_BYTES);
    holm_json_put_flag(writer, "shuffled", fair->shuffled);
    holm_json_put_flag(writer, "revealing", table->revealing);
    holm_json_put_number(writer, "length", fair->length);
    put_text(writer, "terms", table->terms ? table->terms : "");
    holm_json_key(writer, "void");
    holm_put(writer, round_voids(table));
    holm_json_key(writer, "seated");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_json_next(writer);
        holm_put_number(writer, fair->chair_of[i]);
    }
    holm_put_char(writer, ']');
    holm_json_key(writer, "shares");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++)
        put_share(writer, &fair->share[i]);
    holm_put(writer, "]}");
}

/* Keys of addresses that only this server can make. */
static void put_removed(struct holm_writer *writer, const struct table *table)
{
    holm_json_key(writer, "removed");
    holm_put_char(writer, '[');
    for (int i = 0; i < table->removed_count; i++)
        holm_putf(writer, "%s\"%016llx\"", i ? "," : "", (unsigned long long)table->removed[i].key);
    for (unsigned i = 0; i < HOLM_SEATS && i < table->cut_count; i++)
        holm_putf(writer, "%s\"%016llx\"", i ? "," : "],\"cut_off\":[",
                  (unsigned long long)table->cut_off[i]);
    holm_put(writer, "],\"removed_people\":[");
    for (int i = 0; i < table->removed_count; i++)
        holm_putf(writer, "%s%lld", i ? "," : "", (long long)table->removed[i].person);
    holm_put_char(writer, ']');
}

static void put_settings(struct holm_writer *writer, const struct settings *settings)
{
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &settings->rules);
    put_text(writer, "scenario", settings->scenario);
    put_text(writer, "map", settings->map);
    holm_json_put_flag(writer, "public", settings->listed);
    holm_json_put_flag(writer, "usual", settings->usual);
    holm_json_put_flag(writer, "spectators", settings->spectators);
    holm_json_put_flag(writer, "counts", settings->counts);
    holm_json_put_word(writer, "clock", clock_mode_names[settings->clock]);
    holm_json_put_number(writer, "seconds", settings->clock_seconds);
    holm_json_put_number(writer, "delay", settings->delay);
    holm_json_put_number(writer, "reserve", settings->clock_reserve);
    holm_json_put_flag(writer, "on_ready", settings->on_ready);
}

void table_record(struct holm_writer *writer, const struct table *table)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "holm", table->source ? RECORD_VERSION_CHOSEN : RECORD_VERSION);
    put_settings(writer, &table->settings);
    if (table->source) {
        holm_json_put_word(writer, "board", board_choice_names[table->settings.board]);
        holm_source_put(writer, table->source);
    }
    holm_json_key(writer, table->fair.version == 1 ? "fair" : "round");
    if (table->fair.version == 1)
        holm_fair_put(writer, &table->fair, NULL);
    else
        put_round(writer, table);
    holm_json_put_number(writer, "host", table->host);
    holm_json_key(writer, "pace");
    holm_putf(writer, "%.3f", table->pace);
    holm_json_put_number(writer, "created", table->created);
    holm_json_put_number(writer, "started", table->started);
    holm_json_put_number(writer, "paused", table->paused_at);
    holm_json_put_number(writer, "pauses", table->pauses);
    holm_json_put_number(writer, "taken", table->taken);
    holm_json_put_flag(writer, "rated", table->rated);
    holm_json_put_number(writer, "first_draw", (long long)table->first_draw);
    if (table->ended)
        holm_json_put_word(writer, "ended", ending_names[table->ended]);
    put_text(writer, "rematch", table->rematch);
    proposals_record(writer, table);
    if (table->closed)
        put_text(writer, "closed", table->closed);
    put_removed(writer, table);
    holm_json_put_number(writer, "reported", table->reported);
    holm_json_key(writer, "reports");
    holm_put(writer, reports_text(table));
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < table->chairs; i++)
        put_chair(writer, table, &table->chair[i]);
    holm_put(writer, "]}");
}

/* ------------------------------------------------------------------- reading */

static bool get_text(const json_t *json, const char *key, char *text, size_t size,
                     struct holm_trouble *trouble)
{
    const char *found;
    if (!holm_json_get_text(json, key, &found, trouble))
        return false;
    snprintf(text, size, "%s", found);
    return true;
}

static void read_here(const json_t *json, const struct server *server, struct chair *chair)
{
    const json_t *list = json_object_get(json, "here");
    chair->others = 0;
    chair->noted = false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const int64_t node = json_integer_value(json_array_get(list, i));
        if (server && node == server->node)
            chair->noted = true;
        else if (chair->others < OTHERS_MOST)
            chair->other[chair->others++] = node;
    }
}

/* What was told of the latest proposal that ended, where nodes share the database. */
static void read_closed(const json_t *json, struct table *table)
{
    const char *text = json_string_value(json_object_get(json, "closed"));
    free(table->closed);
    table->closed = text ? strdup(text) : NULL;
}

static bool read_chair(const json_t *json, const struct table *table, struct chair *chair,
                       struct holm_trouble *trouble)
{
    int kind;
    if (!holm_json_get_word(json, "kind", chair_kind_names, CHAIR_KINDS, &kind, trouble) ||
        !holm_json_get_seat(json, "seat", &chair->seat, trouble) ||
        !get_text(json, "name", chair->name, sizeof chair->name, trouble) ||
        !get_text(json, "bot", chair->bot, sizeof chair->bot, trouble) ||
        !holm_json_get_flag(json, "away", &chair->away, trouble) ||
        !holm_json_get_flag(json, "muted", &chair->muted, trouble) ||
        !holm_json_get_bytes(json, "token", chair->token, HOLM_HASH_BYTES, trouble) ||
        !message_look(json, &chair->look, trouble))
        return false;
    chair->free = json_is_true(json_object_get(json, "free"));
    chair->ready = json_is_true(json_object_get(json, "ready"));
    chair->forgotten = json_is_true(json_object_get(json, "forgotten"));
    chair->left_at = json_integer_value(json_object_get(json, "left"));
    chair->known.person = json_integer_value(json_object_get(json, "person"));
    chair->known.rating = (int)json_integer_value(json_object_get(json, "rating"));
    chair->leaver = json_integer_value(json_object_get(json, "leaver"));
    chair->resigned[0] = '\0';
    if (json_object_get(json, "resigned") &&
        (!get_text(json, "resigned", chair->resigned, sizeof chair->resigned, trouble) ||
         !holm_json_get_bytes(json, "former", chair->former, HOLM_HASH_BYTES, trouble)))
        return false;
    chair->kind = (uint8_t)kind;
    read_here(json, table->server, chair);
    return devices_of_record(json, chair, trouble);
}

static bool read_share(const json_t *json, struct holm_share *share, struct holm_trouble *trouble)
{
    share->pledged = json_object_get(json, "pledge");
    share->revealed = json_object_get(json, "entropy");
    return (!share->pledged ||
            (holm_json_get_bytes(json, "pledge", share->pledge, HOLM_HASH_BYTES, trouble) &&
             holm_json_get_bytes(json, "key", share->key, HOLM_KEY_BYTES, trouble))) &&
           (!share->revealed ||
            (holm_json_get_bytes(json, "entropy", share->entropy, HOLM_HASH_BYTES, trouble) &&
             holm_json_get_bytes(json, "signature", share->signature, HOLM_SIGNATURE_BYTES,
                                 trouble)));
}

/* Only the text of the list is kept. */
static bool read_voids(const json_t *json, struct table *table, struct holm_trouble *trouble)
{
    struct holm_fair *fair = &table->fair;
    const json_t *voids;
    if (!holm_json_get_list(json, "void", 0, HOLM_VOID_MAX, &voids, trouble))
        return false;
    fair->void_count = (uint8_t)json_array_size(voids);
    fair->round = fair->void_count + 1;
    if (!fair->void_count)
        return true;
    table->voids = json_dumps(voids, JSON_COMPACT);
    return table->voids || refusal_tell(trouble, REFUSE_NO_MEMORY);
}

static bool read_shares(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    const json_t *shares, *seated;
    if (!holm_json_get_list(json, "shares", 2, HOLM_SEATS, &shares, trouble))
        return false;
    fair->chairs = (uint8_t)json_array_size(shares);
    if (!holm_json_get_list(json, "seated", fair->chairs, fair->chairs, &seated, trouble))
        return false;
    for (int i = 0; i < fair->chairs; i++) {
        fair->chair_of[i] = json_integer_value(json_array_get(seated, (size_t)i)) & 7;
        if (!read_share(json_array_get(shares, (size_t)i), &fair->share[i], trouble))
            return false;
    }
    return true;
}

static bool read_round(const json_t *json, struct table *table, struct holm_trouble *trouble)
{
    struct holm_fair *fair = &table->fair;
    const char *terms;
    bool shuffled;
    if (!holm_json_get_bytes(json, "secret", fair->secret, HOLM_HASH_BYTES, trouble) ||
        !holm_json_get_flag(json, "shuffled", &shuffled, trouble) ||
        !holm_json_get_flag(json, "revealing", &table->revealing, trouble) ||
        !holm_json_get_number(json, "length", 0, INT_MAX, &fair->length, trouble) ||
        !holm_json_get_text(json, "terms", &terms, trouble) || !read_shares(json, fair, trouble) ||
        !read_voids(json, table, trouble))
        return false;
    fair->version = 2;
    fair->shuffled = shuffled;
    holm_fair_commit(fair);
    if (!*terms)
        return true;
    table->terms = strdup(terms);
    holm_fair_round(terms, fair->round_head);
    return table->terms || refusal_tell(trouble, REFUSE_NO_MEMORY);
}

/* As it is in the record, whatever was there before. */
static bool read_fair(const json_t *json, struct table *table, struct holm_trouble *trouble)
{
    const json_t *round = json_object_get(json, "round");
    memset(&table->fair, 0, sizeof table->fair);
    free(table->terms);
    free(table->voids);
    table->terms = table->voids = NULL;
    table->revealing = false;
    return round ? read_round(round, table, trouble)
                 : holm_fair_read(json_object_get(json, "fair"), &table->fair, trouble);
}

static bool read_settings(const json_t *json, struct settings *settings,
                          struct holm_trouble *trouble)
{
    int clock;
    if (!holm_json_read_rules(json_object_get(json, "rules"), &settings->rules, trouble) ||
        !get_text(json, "scenario", settings->scenario, sizeof settings->scenario, trouble) ||
        !get_text(json, "map", settings->map, sizeof settings->map, trouble) ||
        !holm_json_get_flag(json, "public", &settings->listed, trouble) ||
        !holm_json_get_flag(json, "spectators", &settings->spectators, trouble) ||
        !holm_json_get_flag(json, "counts", &settings->counts, trouble) ||
        !holm_json_get_word(json, "clock", clock_mode_names, CLOCK_MODES, &clock, trouble) ||
        !holm_json_get_number(json, "seconds", 0, CLOCK_MOST, &settings->clock_seconds, trouble) ||
        !holm_json_get_number(json, "delay", 0, DELAY_MOST, &settings->delay, trouble))
        return false;
    settings->clock = (uint8_t)clock;
    settings->clock_reserve = (int)json_integer_value(json_object_get(json, "reserve"));
    settings->usual = json_is_true(json_object_get(json, "usual"));
    settings->on_ready = json_is_true(json_object_get(json, "on_ready"));
    return true;
}

/* Where the host chose it, the whole map; other tables name one that is built in. */
static bool read_board(const json_t *json, struct table *table, struct holm_trouble *trouble)
{
    char source[HOLM_SOURCE_MAX];
    int board = BOARD_USUAL;
    free(table->source);
    table->source = NULL;
    if (!json_object_get(json, "source")) {
        table->settings.board = BOARD_USUAL;
        return true;
    }
    if (!holm_json_get_word(json, "board", board_choice_names, BOARD_CHOICES, &board, trouble) ||
        !holm_source_read(json, source, trouble))
        return false;
    table->settings.board = (uint8_t)board;
    table->source = strdup(source);
    return table->source || refusal_tell(trouble, REFUSE_NO_MEMORY);
}

/* Older records have no such lists, or the first alone, with keys that mean nothing any more. */
static void read_removed(const json_t *json, struct table *table)
{
    const json_t *list = json_object_get(json, "removed"),
                 *people = json_object_get(json, "removed_people"),
                 *cut_off = json_object_get(json, "cut_off");
    table->removed_count = table->cut_count = 0;
    for (size_t i = 0; i < json_array_size(cut_off) && i < HOLM_SEATS; i++) {
        const char *hash = json_string_value(json_array_get(cut_off, i));
        table->cut_off[table->cut_count++] = hash ? strtoull(hash, NULL, 16) : 0;
    }
    for (size_t i = 0; i < json_array_size(list) && i < REMOVED_MOST; i++) {
        const char *key = json_string_value(json_array_get(list, i));
        table->removed[table->removed_count++] =
            (struct removed){ key ? strtoull(key, NULL, 16) : 0,
                              json_integer_value(json_array_get(people, i)) };
    }
}

/* Older records have none. */
static void read_reports(const json_t *json, struct table *table)
{
    const json_t *list = json_object_get(json, "reports");
    free(table->reports);
    table->reports = json_array_size(list) ? json_dumps(list, JSON_COMPACT) : NULL;
    table->reported = (int)json_integer_value(json_object_get(json, "reported"));
}

/* Why a game ended; older records know one reason, and have it as a flag. */
static void read_ending(const json_t *json, struct table *table)
{
    const char *word = json_string_value(json_object_get(json, "ended"));
    const int found = word ? holm_word(ending_names + 1, ENDINGS - 1, word) : -1;
    table->ended = (uint8_t)(found + 1);
    if (json_is_true(json_object_get(json, "too_long")))
        table->ended = ENDED_LENGTH;
}

static bool read_members(const json_t *json, struct table *table, struct holm_trouble *trouble)
{
    const json_t *chairs;
    int version, host;
    if (!holm_json_get_number(json, "holm", 1, RECORD_VERSION_CHOSEN, &version, trouble) ||
        !read_settings(json, &table->settings, trouble) || !read_board(json, table, trouble) ||
        !read_fair(json, table, trouble) ||
        !holm_json_get_number(json, "host", 0, HOLM_NONE, &host, trouble) ||
        !get_text(json, "rematch", table->rematch, sizeof table->rematch, trouble) ||
        !holm_json_get_list(json, "chairs", 2, HOLM_SEATS, &chairs, trouble))
        return false;
    table->host = (uint8_t)host;
    table->settings.shuffled = table->fair.shuffled;
    table->pace = json_number_value(json_object_get(json, "pace"));
    table->created = json_integer_value(json_object_get(json, "created"));
    table->started = json_integer_value(json_object_get(json, "started"));
    table->paused_at = json_integer_value(json_object_get(json, "paused"));
    table->taken = (uint8_t)json_integer_value(json_object_get(json, "taken"));
    table->pauses = json_integer_value(json_object_get(json, "pauses"));
    table->rated = json_is_true(json_object_get(json, "rated"));
    table->first_draw = (uint64_t)json_integer_value(json_object_get(json, "first_draw"));
    read_ending(json, table);
    read_removed(json, table);
    read_reports(json, table);
    read_closed(json, table);
    table->chairs = (uint8_t)json_array_size(chairs);
    for (int i = 0; i < table->chairs; i++)
        if (!read_chair(json_array_get(chairs, (size_t)i), table, &table->chair[i], trouble))
            return false;
    return proposals_read(json, table, trouble);
}

bool table_read_record(struct table *table, const char *record, struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(record, trouble);
    const bool fine = json && read_members(json, table, trouble);
    json_decref(json);
    return fine;
}
