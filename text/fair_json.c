/* fair_json.c: what a seed was made of, and the terms of a table, as JSON. */
#include "text/fair.h"

#include <limits.h>
#include <string.h>

#include "text/json.h"
#include "text/source.h"

/* ------------------------------------------------------------------- writing */

static void put_quoted(struct holm_writer *writer, const uint8_t *bytes, int count)
{
    holm_put_char(writer, '"');
    holm_put_hex_bytes(writer, bytes, count);
    holm_put_char(writer, '"');
}

void holm_json_put_bytes(struct holm_writer *writer, const char *key, const uint8_t *bytes,
                         int count)
{
    holm_json_key(writer, key);
    if (bytes)
        put_quoted(writer, bytes, count);
    else
        holm_put(writer, "null");
}

static void put_entropy(struct holm_writer *writer, const struct holm_fair *fair)
{
    holm_json_key(writer, "entropy");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_json_next(writer);
        put_quoted(writer, fair->share[i].entropy, HOLM_HASH_BYTES);
    }
    holm_put_char(writer, ']');
}

static void put_signatures(struct holm_writer *writer, const struct holm_fair *fair)
{
    holm_json_key(writer, "signatures");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_json_next(writer);
        if (fair->share[i].revealed)
            put_quoted(writer, fair->share[i].signature, HOLM_SIGNATURE_BYTES);
        else
            holm_put(writer, "null");
    }
    holm_put_char(writer, ']');
}

static void put_seats(struct holm_writer *writer, const struct holm_fair *fair)
{
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_json_next(writer);
        holm_put_number(writer, fair->chair_of[i]);
    }
    holm_put_char(writer, ']');
}

void holm_fair_put(struct holm_writer *writer, const struct holm_fair *fair, const char *terms)
{
    holm_put_char(writer, '{');
    if (fair->version == 1) {
        holm_json_put_bytes(writer, "commit", fair->commit, HOLM_HASH_BYTES);
    } else {
        holm_json_key(writer, "terms");
        holm_put(writer, terms);
    }
    holm_json_put_bytes(writer, "secret", fair->secret, HOLM_HASH_BYTES);
    put_entropy(writer, fair);
    if (fair->version == 1)
        holm_json_put_flag(writer, "shuffled", fair->shuffled);
    else
        put_signatures(writer, fair);
    put_seats(writer, fair);
    holm_put_char(writer, '}');
}

void holm_void_put(struct holm_writer *writer, int round, unsigned chairs,
                   const struct holm_sitter *sitter)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "round", round);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (unsigned left = chairs; left; left = holm_bits_rest(left)) {
        holm_json_next(writer);
        holm_put_number(writer, holm_bits_first(left));
    }
    holm_put_char(writer, ']');
    holm_json_key(writer, "names");
    holm_put_char(writer, '[');
    for (unsigned left = chairs; left; left = holm_bits_rest(left)) {
        holm_json_next(writer);
        holm_json_string(writer, sitter[holm_bits_first(left)].name);
    }
    holm_put(writer, "]}");
}

static void put_chair(struct holm_writer *writer, const struct holm_share *share,
                      const struct holm_sitter *sitter)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "kind", sitter->bot ? "bot" : "person");
    holm_json_key(writer, "name");
    holm_json_string(writer, sitter->name);
    holm_json_put_bytes(writer, "pledge", share->pledged ? share->pledge : NULL, HOLM_HASH_BYTES);
    holm_json_put_bytes(writer, "key", share->pledged ? share->key : NULL, HOLM_KEY_BYTES);
    holm_put_char(writer, '}');
}

void holm_terms_put(struct holm_writer *writer, const struct holm_fair *fair, const char *table,
                    const char *voids, const char *source, const struct holm_rules *rules,
                    const struct holm_sitter *sitter)
{
    holm_put_char(writer, '{');
    holm_json_key(writer, "table");
    holm_json_string(writer, table);
    holm_json_put_number(writer, "round", fair->round);
    holm_json_key(writer, "void");
    holm_put(writer, voids);
    holm_json_put_bytes(writer, "commit", fair->commit, HOLM_HASH_BYTES);
    holm_json_put_word(writer, "order", fair->shuffled ? "random" : "fixed");
    holm_source_put(writer, source);
    holm_json_key(writer, "rules");
    holm_json_rules(writer, rules);
    holm_json_put_number(writer, "length", fair->length);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++)
        put_chair(writer, &fair->share[i], &sitter[i]);
    holm_put(writer, "]}");
}

/* ------------------------------------------------------------- reading: parts */

static bool read_bytes(const json_t *value, const char *key, uint8_t *bytes, int count,
                       struct holm_trouble *trouble)
{
    return (holm_value_is_text(value) &&
            holm_read_hex_bytes(holm_value_text(value), bytes, count)) ||
           holm_trouble(trouble, 0, "\"%s\" is not %d digits of 0-9 and a-f", key, 2 * count);
}

bool holm_json_get_bytes(const json_t *object, const char *key, uint8_t *bytes, int count,
                         struct holm_trouble *trouble)
{
    const char *text;
    return holm_json_get_text(object, key, &text, trouble) &&
           read_bytes(holm_value_member(object, key), key, bytes, count, trouble);
}

static bool read_entropy(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "entropy", 1, HOLM_SEATS, &list, trouble))
        return false;
    if (fair->chairs && holm_value_count(list) != fair->chairs)
        return holm_trouble(trouble, 0, "\"entropy\" is not a list of %d", fair->chairs);
    fair->chairs = (uint8_t)holm_value_count(list);
    for (int i = 0; i < fair->chairs; i++)
        if (!read_bytes(holm_value_item(list, (size_t)i), "entropy", fair->share[i].entropy,
                        HOLM_HASH_BYTES, trouble))
            return false;
    return true;
}

static bool read_signatures(const json_t *json, struct holm_fair *fair,
                            struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "signatures", fair->chairs, fair->chairs, &list, trouble))
        return false;
    for (int i = 0; i < fair->chairs; i++) {
        const json_t *value = holm_value_item(list, (size_t)i);
        fair->share[i].revealed = !holm_value_is_null(value);
        if (fair->share[i].revealed && !read_bytes(value, "signatures", fair->share[i].signature,
                                                   HOLM_SIGNATURE_BYTES, trouble))
            return false;
    }
    return true;
}

/* A list that names some chairs, each once. */
static bool read_chair_list(const json_t *list, int chairs, uint8_t *chair,
                            struct holm_trouble *trouble)
{
    unsigned seen = 0;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const json_t *value = holm_value_item(list, i);
        const long long number = holm_value_number(value);
        if (!holm_value_is_number(value) || number < 0 || number >= chairs ||
            holm_bit_in(seen, number))
            return holm_trouble(trouble, 0, "\"chairs\" does not name every chair once");
        seen |= holm_bit(number);
        chair[i] = (uint8_t)number;
    }
    return true;
}

static bool read_seats(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    const json_t *list;
    return holm_json_get_list(json, "chairs", fair->chairs, fair->chairs, &list, trouble) &&
           read_chair_list(list, fair->chairs, fair->chair_of, trouble);
}

/* ------------------------------------------------------------- reading: terms */

/* Names are shown on terminals. */
bool holm_is_plain_name(const char *name)
{
    for (const unsigned char *at = (const unsigned char *)name; *at; at++)
        if (*at < 0x20 || *at == 0x7F || (*at == 0xC2 && at[1] < 0xA0))
            return false;
    return strlen(name) < HOLM_CHAIR_NAME_MAX;
}

static bool read_names(const json_t *list, struct holm_trouble *trouble)
{
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const char *name = holm_value_text(holm_value_item(list, i));
        if (!name || !holm_is_plain_name(name))
            return holm_trouble(trouble, 0, "a name in a void round is too long or not plain text");
    }
    return true;
}

/* Round by round, each with the chairs that did not reveal and who sat there. */
static bool read_void(const json_t *json, int round, const struct holm_fair *fair,
                      struct holm_trouble *trouble)
{
    static const char *const keys[] = { "round", "chairs", "names", NULL };
    uint8_t chair[HOLM_SEATS];
    const json_t *list, *names;
    int number;
    if (!holm_json_only(json, "a void round", keys, trouble) ||
        !holm_json_get_number(json, "round", round, round, &number, trouble) ||
        !holm_json_get_list(json, "chairs", 1, fair->chairs, &list, trouble))
        return false;
    const int count = (int)holm_value_count(list);
    return read_chair_list(list, fair->chairs, chair, trouble) &&
           holm_json_get_list(json, "names", count, count, &names, trouble) &&
           read_names(names, trouble);
}

static bool read_rounds(const json_t *terms, struct holm_fair *fair, struct holm_trouble *trouble)
{
    const json_t *list;
    int round;
    if (!holm_json_get_list(terms, "void", 0, HOLM_VOID_MAX, &list, trouble))
        return false;
    fair->void_count = (uint8_t)holm_value_count(list);
    for (int i = 0; i < fair->void_count; i++)
        if (!read_void(holm_value_item(list, (size_t)i), i + 1, fair, trouble))
            return false;
    if (!holm_json_get_number(terms, "round", 1, HOLM_VOID_MAX + 1, &round, trouble))
        return false;
    fair->round = (uint8_t)round;
    return round == 1 + fair->void_count ||
           holm_trouble(trouble, 0, "round %d follows %d void rounds", round, fair->void_count);
}

static bool read_chair(const json_t *json, struct holm_share *share, int *kind,
                       struct holm_trouble *trouble)
{
    static const char *const keys[] = { "kind", "name", "pledge", "key", NULL };
    static const char *const kinds[] = { "person", "bot" };
    const json_t *pledge = holm_value_member(json, "pledge"), *key = holm_value_member(json, "key");
    const char *name;
    if (!holm_json_only(json, "a chair", keys, trouble) ||
        !holm_json_get_word(json, "kind", kinds, 2, kind, trouble) ||
        !holm_json_get_text(json, "name", &name, trouble))
        return false;
    if (!holm_is_plain_name(name))
        return holm_trouble(trouble, 0, "a chair's name is too long or not plain text");
    if (holm_value_is_null(pledge) && holm_value_is_null(key))
        return true;
    if (*kind == 1)
        return holm_trouble(trouble, 0, "a bot pledges nothing and has no key");
    share->pledged = true;
    return read_bytes(pledge, "pledge", share->pledge, HOLM_HASH_BYTES, trouble) &&
           read_bytes(key, "key", share->key, HOLM_KEY_BYTES, trouble);
}

static bool read_chairs(const json_t *terms, struct holm_fair *fair, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(terms, "chairs", 1, HOLM_SEATS, &list, trouble))
        return false;
    fair->chairs = (uint8_t)holm_value_count(list);
    for (int i = 0; i < fair->chairs; i++) {
        int kind;
        if (!read_chair(holm_value_item(list, (size_t)i), &fair->share[i], &kind, trouble))
            return false;
        fair->people |= (uint8_t)((kind == 0) << i);
    }
    return true;
}

/* The rules are looked at with the header's: they must be the same. */
static bool read_terms(const json_t *terms, struct holm_fair *fair, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "table",  "round", "void",   "commit", "order",
                                        "source", "rules", "length", "chairs", NULL };
    static const char *const orders[] = { "fixed", "random" };
    char text[HOLM_TERMS_MAX], source[HOLM_SOURCE_MAX];
    const char *table;
    int order;
    if (!holm_json_only(terms, "\"terms\"", keys, trouble) ||
        !holm_json_get_text(terms, "table", &table, trouble) ||
        !holm_source_read(terms, source, trouble) ||
        !holm_json_get_word(terms, "order", orders, 2, &order, trouble) ||
        !holm_json_get_number(terms, "length", 0, INT_MAX, &fair->length, trouble) ||
        !holm_json_get_bytes(terms, "commit", fair->commit, HOLM_HASH_BYTES, trouble) ||
        !read_chairs(terms, fair, trouble) || !read_rounds(terms, fair, trouble))
        return false;
    if (!holm_value_write(terms, text, sizeof text))
        return holm_trouble(trouble, 0, "\"terms\" is longer than %d bytes", HOLM_TERMS_MAX - 1);
    fair->shuffled = (uint8_t)order;
    holm_fair_round(text, fair->round_head);
    return true;
}

/* ----------------------------------------------------------- reading: the whole */

static bool read_old(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "commit", "secret", "entropy", "shuffled", "chairs", NULL };
    bool shuffled = false;
    if (!holm_json_only(json, "\"fair\"", keys, trouble) ||
        !holm_json_get_bytes(json, "commit", fair->commit, HOLM_HASH_BYTES, trouble) ||
        !holm_json_get_flag(json, "shuffled", &shuffled, trouble))
        return false;
    fair->version = 1;
    fair->shuffled = shuffled;
    return true;
}

static bool read_new(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    static const char *const keys[] = {
        "terms", "secret", "entropy", "signatures", "chairs", NULL
    };
    fair->version = 2;
    return holm_json_only(json, "\"fair\"", keys, trouble) &&
           read_terms(holm_value_member(json, "terms"), fair, trouble) &&
           read_signatures(json, fair, trouble);
}

bool holm_fair_read(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    struct holm_fair read = { 0 };
    if (!(holm_value_member(json, "terms") ? read_new : read_old)(json, &read, trouble) ||
        !holm_json_get_bytes(json, "secret", read.secret, HOLM_HASH_BYTES, trouble) ||
        !read_entropy(json, &read, trouble) || !read_seats(json, &read, trouble))
        return false;
    *fair = read;
    return true;
}
