/* position_fields.c: the members of states and players that are single bytes, and small parts of
 * other members. One table serves writing, reading and comparing. */
#include <stddef.h>
#include <string.h>

#include "text/notation.h"
#include "text/position.h"

enum { NUMBER = HOLM_FIELD_NUMBER, FLAG = HOLM_FIELD_FLAG, SEAT = HOLM_FIELD_SEAT };

const struct holm_field holm_state_fields[] = {
    { "active", offsetof(struct holm_state, active), SEAT, 0, false },
    { "roller", offsetof(struct holm_state, roller), SEAT, 0, false },
    { "first", offsetof(struct holm_state, first), SEAT, 0, false },
    { "part", offsetof(struct holm_state, part), NUMBER, 1, false },
    { "building", offsetof(struct holm_state, building), FLAG, 0, false },
    { "played", offsetof(struct holm_state, played), FLAG, 0, false },
    { "sold", offsetof(struct holm_state, sold), FLAG, 0, false },
    { "forced", offsetof(struct holm_state, forced), NUMBER, 255, false },
    { "first_total", offsetof(struct holm_state, first_total), NUMBER, 12, false },
    { "route_holder", offsetof(struct holm_state, route_holder), SEAT, 0, true },
    { "army_holder", offsetof(struct holm_state, army_holder), SEAT, 0, true },
    { "winner", offsetof(struct holm_state, winner), SEAT, 0, false },
    { "tokens", offsetof(struct holm_state, tokens), NUMBER, 127, false },
    { "deck", offsetof(struct holm_state, deck), NUMBER, 127, true },
    { "stale", offsetof(struct holm_state, stale), NUMBER, 3, true },
    { 0 },
};

const struct holm_field holm_knights_state_fields[] = {
    { "rounds", offsetof(struct holm_state, rounds), NUMBER, 3, false },
    { "barbarians", offsetof(struct holm_state, barbarians), NUMBER, 127, false },
    { "attacked", offsetof(struct holm_state, attacked), FLAG, 0, false },
    { "merchant_owner", offsetof(struct holm_state, merchant_owner), SEAT, 0, false },
    { "merchant_moved", offsetof(struct holm_state, merchant_moved), FLAG, 0, false },
    { "harbor", offsetof(struct holm_state, harbor), FLAG, 0, false },
    { "errant", offsetof(struct holm_state, errant), FLAG, 0, false },
    { 0 },
};

const struct holm_field holm_sea_state_fields[] = {
    { "sailed", offsetof(struct holm_state, sailed), FLAG, 0, false },
    { "fleet", offsetof(struct holm_state, fleet), NUMBER, HOLM_FLEET_PATH - 1, false },
    { "cloth", offsetof(struct holm_state, cloth), NUMBER, 127, false },
    { 0 },
};

const struct holm_field holm_player_fields[] = {
    { "cards", offsetof(struct holm_player, cards), NUMBER, 255, true },
    { "owed", offsetof(struct holm_player, owed), NUMBER, 127, false },
    { "points", offsetof(struct holm_player, points), NUMBER, 127, true },
    { "roads", offsetof(struct holm_player, roads), NUMBER, 127, true },
    { "settlements", offsetof(struct holm_player, settlements), NUMBER, 127, true },
    { "cities", offsetof(struct holm_player, cities), NUMBER, 127, true },
    { "route", offsetof(struct holm_player, route), NUMBER, 127, true },
    { "army", offsetof(struct holm_player, army), NUMBER, 127, false },
    { "developments", offsetof(struct holm_player, developments), NUMBER, 127, true },
    { "tokens", offsetof(struct holm_player, tokens), NUMBER, 127, false },
    { "start_total", offsetof(struct holm_player, start_total), NUMBER, 12, false },
    { "revealed", offsetof(struct holm_player, revealed), NUMBER, 127, false },
    { 0 },
};

const struct holm_field holm_knights_player_fields[] = {
    { "pledged", offsetof(struct holm_player, pledged), NUMBER, 127, false },
    { "walls", offsetof(struct holm_player, walls), NUMBER, 127, true },
    { "defender", offsetof(struct holm_player, defender), NUMBER, 99, false },
    { 0 },
};

const struct holm_field holm_sea_player_fields[] = {
    { "ships", offsetof(struct holm_player, ships), NUMBER, 127, true },
    { "bonus", offsetof(struct holm_player, bonus), NUMBER, 99, false },
    { "cloth", offsetof(struct holm_player, cloth), NUMBER, 127, false },
    { "lairs", offsetof(struct holm_player, lairs), NUMBER, 127, false },
    { "wonder_level", offsetof(struct holm_player, wonder_level), NUMBER, 127, false },
    { 0 },
};

void holm_fields_put(struct holm_writer *writer, const void *record,
                     const struct holm_field *fields)
{
    for (const struct holm_field *field = fields; field->key; field++) {
        uint8_t value = *((const uint8_t *)record + field->offset);
        if (field->form == NUMBER)
            holm_json_put_number(writer, field->key, value);
        else if (field->form == FLAG)
            holm_json_put_flag(writer, field->key, value);
        else
            holm_json_put_seat(writer, field->key, value);
    }
}

bool holm_fields_read(const json_t *json, const struct holm_board *board, void *record,
                      const struct holm_field *fields, struct holm_trouble *trouble)
{
    for (const struct holm_field *field = fields; field->key; field++) {
        uint8_t *value = (uint8_t *)record + field->offset;
        int number = 0;
        bool flag = false, fine;
        if (field->follows && !holm_value_member(json, field->key))
            continue;
        if (field->form == SEAT)
            fine = holm_position_seat(json, field->key, board, value, trouble);
        else if (field->form == FLAG)
            fine = holm_json_get_flag(json, field->key, &flag, trouble);
        else
            fine = holm_json_get_number(json, field->key, 0, field->high, &number, trouble);
        if (!fine)
            return false;
        if (field->form != SEAT)
            *value = (uint8_t)(field->form == FLAG ? flag : number);
    }
    return true;
}

void holm_fields_fill(const json_t *json, const struct holm_field *fields, const void *found,
                      void *said)
{
    for (const struct holm_field *field = fields; field->key; field++)
        if (!holm_value_member(json, field->key))
            *((uint8_t *)said + field->offset) = *((const uint8_t *)found + field->offset);
}

bool holm_fields_all(const json_t *json, const struct holm_field *fields,
                     struct holm_trouble *trouble)
{
    for (const struct holm_field *field = fields; field->key; field++)
        if (!holm_value_member(json, field->key))
            return holm_trouble(trouble, 0, "\"%s\" is missing", field->key);
    return true;
}

bool holm_fields_same(const void *said, const void *found, const struct holm_field *fields,
                      const char *whose, struct holm_trouble *trouble)
{
    for (const struct holm_field *field = fields; field->key; field++) {
        int a = *((const uint8_t *)said + field->offset);
        int b = *((const uint8_t *)found + field->offset);
        if (a != b)
            return holm_trouble(trouble, 0, "%s: \"%s\" is said to be %d and works out as %d",
                                whose, field->key, a, b);
    }
    return true;
}

void holm_keys_add(struct holm_keys *keys, const char *const *more)
{
    while (*more)
        keys->at[keys->count++] = *more++;
}

void holm_keys_add_fields(struct holm_keys *keys, const struct holm_field *fields)
{
    for (const struct holm_field *field = fields; field->key; field++)
        keys->at[keys->count++] = field->key;
}

/* ------------------------------------------------------------------- parts */

bool holm_position_seat(const json_t *json, const char *key, const struct holm_board *board,
                        uint8_t *seat, struct holm_trouble *trouble)
{
    if (!holm_json_get_seat(json, key, seat, trouble))
        return false;
    return *seat < board->seats || *seat == HOLM_NONE ||
           holm_trouble(trouble, 0, "\"%s\": %s does not play here", key, holm_seat_names[*seat]);
}

bool holm_position_seats(const json_t *json, const char *key, const struct holm_board *board,
                         uint8_t *seats, struct holm_trouble *trouble)
{
    if (!holm_json_get_seats(json, key, seats, trouble))
        return false;
    return *seats >> board->seats == 0 ||
           holm_trouble(trouble, 0, "\"%s\" has a seat that does not play here", key);
}

void holm_position_put_kinds(struct holm_writer *writer, const char *key, const char *const *names,
                             const uint8_t *n, int count, bool hidden)
{
    holm_json_key(writer, key);
    if (hidden)
        holm_put(writer, "null");
    else
        holm_json_counts(writer, names, n, count);
}

bool holm_position_kinds(const json_t *json, const char *key, const char *const *names, uint8_t *n,
                         int count, struct holm_trouble *trouble)
{
    memset(n, 0, (size_t)count);
    return holm_value_is_null(holm_value_member(json, key)) ||
           holm_json_get_counts(json, key, names, n, count, trouble);
}

void holm_position_put_corner(struct holm_writer *writer, const struct holm_board *board,
                              int corner)
{
    holm_put_char(writer, '"');
    holm_put_corner(writer, &board->topology, corner);
    holm_put_char(writer, '"');
}

void holm_position_put_hex(struct holm_writer *writer, const char *key,
                           const struct holm_board *board, int hex)
{
    if (hex == HOLM_NONE) {
        holm_json_put_word(writer, key, NULL);
        return;
    }
    holm_json_key(writer, key);
    holm_put_char(writer, '"');
    holm_put_hex(writer, &board->topology, hex);
    holm_put_char(writer, '"');
}

bool holm_position_hex(const json_t *json, const char *key, const struct holm_board *board,
                       uint8_t *hex, struct holm_trouble *trouble)
{
    const char *text;
    *hex = HOLM_NONE;
    if (holm_value_is_null(holm_value_member(json, key)))
        return true;
    if (!holm_json_get_text(json, key, &text, trouble))
        return false;
    int found = holm_read_hex(&board->topology, text);
    *hex = (uint8_t)found;
    return found >= 0 ||
           holm_trouble(trouble, 0, "\"%s\": \"%.20s\" is no hex of this map", key, text);
}

bool holm_position_corner(const json_t *value, const char *key, const struct holm_board *board,
                          uint8_t *corner, struct holm_trouble *trouble)
{
    const char *text = holm_value_text(value);
    int found = text ? holm_read_corner(&board->topology, text) : -1;
    *corner = (uint8_t)found;
    return found >= 0 || holm_trouble(trouble, 0, "\"%s\": \"%.20s\" is no corner of this map", key,
                                      text ? text : "");
}
