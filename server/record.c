/* record.c: a table as the text that the store keeps: what the host chose, who sits where, and what
 * the seed is made of. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/json.h"
#include "text/notation.h"

enum { RECORD_VERSION = 1 };

/* ------------------------------------------------------------------- writing */

static void put_text(struct holm_writer *writer, const char *key, const char *text)
{
    holm_json_key(writer, key);
    holm_json_string(writer, text);
}

static void put_chair(struct holm_writer *writer, const struct chair *chair)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "kind", chair_kind_names[chair->kind]);
    holm_json_put_seat(writer, "seat", chair->seat);
    put_text(writer, "name", chair->name);
    put_text(writer, "bot", chair->bot);
    holm_json_put_flag(writer, "away", chair->away);
    holm_json_put_flag(writer, "muted", chair->muted);
    holm_json_put_flag(writer, "given", chair->given);
    holm_json_key(writer, "token");
    holm_put_char(writer, '"');
    holm_put_hex_bytes(writer, chair->token, HOLM_HASH_BYTES);
    holm_put(writer, "\"}");
}

static void put_settings(struct holm_writer *writer, const struct settings *settings)
{
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &settings->rules);
    put_text(writer, "scenario", settings->scenario);
    put_text(writer, "map", settings->map);
    holm_json_put_flag(writer, "public", settings->listed);
    holm_json_put_flag(writer, "spectators", settings->spectators);
    holm_json_put_flag(writer, "counts", settings->counts);
    holm_json_put_word(writer, "clock", clock_mode_names[settings->clock]);
    holm_json_put_number(writer, "seconds", settings->clock_seconds);
    holm_json_put_number(writer, "delay", settings->delay);
}

void table_record(struct holm_writer *writer, const struct table *table)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "holm", RECORD_VERSION);
    put_settings(writer, &table->settings);
    holm_json_key(writer, "fair");
    holm_fair_put(writer, &table->fair, NULL);
    holm_json_put_number(writer, "host", table->host);
    holm_json_key(writer, "pace");
    holm_putf(writer, "%.3f", table->pace);
    holm_json_put_number(writer, "created", table->created);
    holm_json_put_number(writer, "started", table->started);
    holm_json_put_number(writer, "first_draw", (long long)table->first_draw);
    holm_json_put_flag(writer, "too_long", table->too_long);
    put_text(writer, "rematch", table->rematch);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < table->chairs; i++)
        put_chair(writer, &table->chair[i]);
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

static bool read_chair(const json_t *json, struct chair *chair, struct holm_trouble *trouble)
{
    const char *token;
    int kind;
    if (!holm_json_get_word(json, "kind", chair_kind_names, CHAIR_KINDS, &kind, trouble) ||
        !holm_json_get_seat(json, "seat", &chair->seat, trouble) ||
        !get_text(json, "name", chair->name, sizeof chair->name, trouble) ||
        !get_text(json, "bot", chair->bot, sizeof chair->bot, trouble) ||
        !holm_json_get_flag(json, "away", &chair->away, trouble) ||
        !holm_json_get_flag(json, "muted", &chair->muted, trouble) ||
        !holm_json_get_flag(json, "given", &chair->given, trouble) ||
        !holm_json_get_text(json, "token", &token, trouble))
        return false;
    chair->kind = (uint8_t)kind;
    return holm_read_hex_bytes(token, chair->token, HOLM_HASH_BYTES) ||
           holm_trouble(trouble, 0, "\"token\" is no hash");
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
    return true;
}

static bool read_members(const json_t *json, struct table *table, struct holm_trouble *trouble)
{
    const json_t *chairs;
    int version, host;
    if (!holm_json_get_number(json, "holm", 1, RECORD_VERSION, &version, trouble) ||
        !read_settings(json, &table->settings, trouble) ||
        !holm_fair_read(json_object_get(json, "fair"), &table->fair, trouble) ||
        !holm_json_get_number(json, "host", 0, HOLM_NONE, &host, trouble) ||
        !get_text(json, "rematch", table->rematch, sizeof table->rematch, trouble) ||
        !holm_json_get_list(json, "chairs", 2, HOLM_SEATS, &chairs, trouble))
        return false;
    table->host = (uint8_t)host;
    table->settings.shuffled = table->fair.shuffled;
    table->pace = json_number_value(json_object_get(json, "pace"));
    table->created = json_integer_value(json_object_get(json, "created"));
    table->started = json_integer_value(json_object_get(json, "started"));
    table->first_draw = (uint64_t)json_integer_value(json_object_get(json, "first_draw"));
    table->too_long = json_is_true(json_object_get(json, "too_long"));
    table->chairs = (uint8_t)json_array_size(chairs);
    for (int i = 0; i < table->chairs; i++)
        if (!read_chair(json_array_get(chairs, (size_t)i), &table->chair[i], trouble))
            return false;
    return true;
}

bool table_read_record(struct table *table, const char *record, struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(record, trouble);
    const bool fine = json && read_members(json, table, trouble);
    json_decref(json);
    return fine;
}
