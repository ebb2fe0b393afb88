/* changes.c: what differs between two JSON objects that were written by the same writer. Works on
 * the text: no tree is built, because every viewer gets this after every action. */
#include <string.h>

#include "talk/talk.h"
#include "text/json.h"

/* Where a string ends that starts here: at its quote. */
static const char *string_end(const char *at)
{
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return at;
}

/* Behind a value that starts here. Every byte of every view comes by, so that what means nothing in a
 * list or object is passed over at once. */
static const char *skip_value(const char *at)
{
    static const bool means[256] = {
        ['\0'] = true, ['"'] = true, ['{'] = true, ['['] = true, ['}'] = true, [']'] = true
    };
    if (*at != '{' && *at != '[' && *at != '"') { /* a number or a word */
        while (*at && *at != ',' && *at != '}' && *at != ']')
            at++;
        return at;
    }
    for (int depth = 0;;) {
        if (*at == '"') {
            at = string_end(at);
        } else { /* without branches, which could not be foretold */
            depth += *at == '{' || *at == '[';
            depth -= *at == '}' || *at == ']';
        }
        if (!*at || !depth)
            return at + (*at != '\0');
        for (at++; !means[(unsigned char)*at];)
            at++;
    }
}

/* A member of an object, or an item of a list (no key). */
struct piece {
    const char *key, *value, *end;
    size_t key_length; /* with its quotes */
};

static bool next_member(const char **at, struct piece *piece)
{
    if (**at == '{' || **at == ',')
        ++*at;
    if (**at != '"')
        return false;
    piece->key = *at;
    const char *quote = strchr(piece->key + 1, '"'); /* our keys hold no escapes */
    if (!quote || quote[1] != ':')
        return false;
    piece->key_length = (size_t)(quote + 1 - piece->key);
    piece->value = quote + 2;
    piece->end = *at = skip_value(piece->value);
    return true;
}

static bool next_item(const char **at, struct piece *piece)
{
    if (**at == '[' || **at == ',')
        ++*at;
    if (!**at || **at == ']')
        return false;
    piece->value = *at;
    piece->end = *at = skip_value(*at);
    return true;
}

static bool same_value(const struct piece *a, const struct piece *b)
{
    const size_t length = (size_t)(a->end - a->value);
    return length == (size_t)(b->end - b->value) && !memcmp(a->value, b->value, length);
}

static bool same_key(const struct piece *a, const struct piece *b)
{
    return a->key_length == b->key_length && !memcmp(a->key, b->key, a->key_length);
}

static bool key_is(const struct piece *piece, const char *quoted)
{
    return strlen(quoted) == piece->key_length && !memcmp(piece->key, quoted, piece->key_length);
}

static void put_bytes(struct holm_writer *writer, const char *from, const char *to)
{
    const size_t length = (size_t)(to - from);
    if (writer->size - writer->used <= length) {
        writer->full = true;
        return;
    }
    memcpy(writer->buffer + writer->used, from, length);
    writer->used += length;
    writer->buffer[writer->used] = '\0';
}

static void put_member(struct holm_writer *writer, const struct piece *piece)
{
    if (writer->buffer[writer->used - 1] != '{')
        holm_put_char(writer, ',');
    put_bytes(writer, piece->key, piece->end);
}

/* Whether the earlier object goes on with the very same member; then behind it. Most do, and so only
 * one of the two texts is looked through. */
static bool is_unchanged(const char **hint, const struct piece *member)
{
    const char *at = *hint + (**hint == '{' || **hint == ',');
    const size_t length = (size_t)(member->end - member->key);
    if (strncmp(at, member->key, length) || (at[length] != ',' && at[length] != '}'))
        return false;
    *hint = at + length;
    return true;
}

/* A member of the earlier object; they mostly come in the same order, so the search goes on from
 * the last find. */
static bool find_member(const char *object, const char **hint, const struct piece *wanted,
                        struct piece *found)
{
    const char *at = *hint;
    if (next_member(&at, found) && same_key(found, wanted)) {
        *hint = at;
        return true;
    }
    at = object;
    while (next_member(&at, found))
        if (same_key(found, wanted)) {
            *hint = at;
            return true;
        }
    return false;
}

/* {"seat":"red", ...only changed members...} */
static void put_player(struct holm_writer *writer, const struct piece *old_item,
                       const struct piece *new_item)
{
    const char *at = new_item->value, *hint = old_item->value;
    struct piece member, old;
    if (writer->buffer[writer->used - 1] != '[')
        holm_put_char(writer, ',');
    holm_put_char(writer, '{');
    while (next_member(&at, &member))
        if (key_is(&member, "\"seat\"") ||
            (!is_unchanged(&hint, &member) &&
             (!find_member(old_item->value, &hint, &member, &old) || !same_value(&old, &member))))
            put_member(writer, &member);
    holm_put_char(writer, '}');
}

static void open_players(struct holm_writer *writer)
{
    if (writer->buffer[writer->used - 1] != '{')
        holm_put_char(writer, ',');
    holm_put(writer, "\"players\":[");
}

/* Each player with any change. */
static void put_players(struct holm_writer *writer, const struct piece *before,
                        const struct piece *after)
{
    const char *old_at = before->value, *new_at = after->value;
    struct piece old_item, new_item;
    open_players(writer);
    while (next_item(&new_at, &new_item))
        if (next_item(&old_at, &old_item) && !same_value(&old_item, &new_item))
            put_player(writer, &old_item, &new_item);
    holm_put_char(writer, ']');
}

/* The members from one place to another. */
static void put_members(struct holm_writer *writer, const char *before, const char *hint,
                        const char *after, const char *end)
{
    struct piece member, old;
    while (after < end && next_member(&after, &member)) {
        if (is_unchanged(&hint, &member))
            continue;
        const bool known = find_member(before, &hint, &member, &old);
        if (known && same_value(&old, &member))
            continue;
        if (known && key_is(&member, "\"players\""))
            put_players(writer, &old, &member);
        else
            put_member(writer, &member);
    }
}

void changes_put(struct holm_writer *writer, const char *before, const char *after)
{
    holm_put_char(writer, '{');
    put_members(writer, before, before, after, after + strlen(after));
    holm_put_char(writer, '}');
}

/* ------------------------------------------------------- where the parts are known */

/* From one place of a text to another, without the comma before it. */
static struct piece item_at(const char *text, size_t from, size_t to)
{
    const bool comma = from < to && text[from] == ',';
    return (struct piece){ .value = text + from + comma, .end = text + to };
}

static void put_known_players(struct holm_writer *writer, const char *before,
                              const struct holm_state_text *old, const char *after,
                              const struct holm_state_text *new)
{
    open_players(writer);
    for (int i = 0; new->player[i] < new->part[HOLM_PART_PIECES] - 1; i++) {
        const struct piece old_item = item_at(before, old->player[i], old->player[i + 1]);
        const struct piece new_item = item_at(after, new->player[i], new->player[i + 1]);
        if (!same_value(&old_item, &new_item))
            put_player(writer, &old_item, &new_item);
    }
    holm_put_char(writer, ']');
}

void changes_put_parts(struct holm_writer *writer, const char *before,
                       const struct holm_state_text *old, const char *after,
                       const struct holm_state_text *new)
{
    holm_put_char(writer, '{');
    for (int part = 0; part < HOLM_STATE_PARTS; part++) {
        const struct piece was = item_at(before, old->part[part], old->part[part + 1]);
        struct piece now = item_at(after, new->part[part], new->part[part + 1]);
        now.key = now.value;
        if (same_value(&was, &now))
            continue;
        if (part == HOLM_PART_PLAYERS)
            put_known_players(writer, before, old, after, new);
        else if (part == HOLM_PART_PIECES)
            put_member(writer, &now);
        else
            put_members(writer, before, before + old->part[part], now.value, now.end);
    }
    holm_put_char(writer, '}');
}
