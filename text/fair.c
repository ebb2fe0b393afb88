/* fair.c: the seed of a game from a secret and everybody's bytes. */
#include "text/fair.h"

#include <sodium.h>
#include <string.h>

#include "text/json.h"

/* ------------------------------------------------------------------- digits */

void holm_put_hex_bytes(struct holm_writer *writer, const uint8_t *bytes, int count)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < count; i++) {
        holm_put_char(writer, digits[bytes[i] >> 4]);
        holm_put_char(writer, digits[bytes[i] & 15]);
    }
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool holm_read_hex_bytes(const char *text, uint8_t *bytes, int count)
{
    if (strlen(text) != 2 * (size_t)count)
        return false;
    for (int i = 0; i < 2 * count; i++)
        if (digit_of(text[i]) < 0)
            return false;
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(digit_of(text[2 * i]) << 4 | digit_of(text[2 * i + 1]));
    return true;
}

/* --------------------------------------------------------------------- seed */

void holm_fair_commit(struct holm_fair *fair)
{
    crypto_hash_sha256(fair->commit, fair->secret, sizeof fair->secret);
}

void holm_fair_seed(const struct holm_fair *fair, uint8_t seed[HOLM_HASH_BYTES])
{
    uint8_t all[(1 + HOLM_SEATS) * HOLM_HASH_BYTES];
    const size_t entropy = (size_t)fair->chairs * HOLM_HASH_BYTES;
    memcpy(all, fair->secret, HOLM_HASH_BYTES);
    memcpy(all + HOLM_HASH_BYTES, fair->entropy, entropy);
    crypto_hash_sha256(seed, all, HOLM_HASH_BYTES + entropy);
}

/* The engine's own scaling of 64 bits to a small range. */
static int draw_below(struct holm_chance *chance, int limit)
{
    const uint64_t word = holm_draw_number(chance->seed, chance->next++);
    const int outcome = (int)((unsigned __int128)word * (unsigned)limit >> 64);
    if (chance->witness)
        chance->witness(chance->witness_context, NULL, limit, outcome);
    return outcome;
}

void holm_fair_seat(struct holm_fair *fair, struct holm_chance *chance)
{
    for (int i = 0; i < fair->chairs; i++)
        fair->chair_of[i] = (uint8_t)i;
    for (int i = fair->chairs - 1; fair->shuffled && i > 0; i--) {
        const int j = draw_below(chance, i + 1);
        const uint8_t chair = fair->chair_of[i];
        fair->chair_of[i] = fair->chair_of[j];
        fair->chair_of[j] = chair;
    }
}

/* --------------------------------------------------------------------- JSON */

static void put_bytes(struct holm_writer *writer, const char *key, const uint8_t *bytes)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '"');
    holm_put_hex_bytes(writer, bytes, HOLM_HASH_BYTES);
    holm_put_char(writer, '"');
}

void holm_fair_put(struct holm_writer *writer, const struct holm_fair *fair)
{
    holm_put_char(writer, '{');
    put_bytes(writer, "commit", fair->commit);
    put_bytes(writer, "secret", fair->secret);
    holm_json_key(writer, "entropy");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_put(writer, i ? ",\"" : "\"");
        holm_put_hex_bytes(writer, fair->entropy[i], HOLM_HASH_BYTES);
        holm_put_char(writer, '"');
    }
    holm_put_char(writer, ']');
    holm_json_put_flag(writer, "shuffled", fair->shuffled);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < fair->chairs; i++) {
        holm_json_next(writer);
        holm_put_number(writer, fair->chair_of[i]);
    }
    holm_put(writer, "]}");
}

static bool read_bytes(const json_t *value, const char *key, uint8_t *bytes,
                       struct holm_trouble *trouble)
{
    return (json_is_string(value) &&
            holm_read_hex_bytes(json_string_value(value), bytes, HOLM_HASH_BYTES)) ||
           holm_trouble(trouble, 0, "\"%s\" is not 64 digits of 0-9 and a-f", key);
}

static bool read_chairs(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    const json_t *chairs;
    unsigned seen = 0;
    if (!holm_json_get_list(json, "chairs", fair->chairs, fair->chairs, &chairs, trouble))
        return false;
    for (int i = 0; i < fair->chairs; i++) {
        const json_t *value = json_array_get(chairs, (size_t)i);
        const json_int_t chair = json_integer_value(value);
        if (!json_is_integer(value) || chair < 0 || chair >= fair->chairs || seen >> chair & 1)
            return holm_trouble(trouble, 0, "\"chairs\" does not name every chair once");
        seen |= 1u << chair;
        fair->chair_of[i] = (uint8_t)chair;
    }
    return true;
}

bool holm_fair_read(const json_t *json, struct holm_fair *fair, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "commit", "secret", "entropy", "shuffled", "chairs", NULL };
    struct holm_fair read = { 0 };
    const json_t *entropy;
    bool shuffled = false;
    if (!holm_json_only(json, "\"fair\"", keys, trouble) ||
        !read_bytes(json_object_get(json, "commit"), "commit", read.commit, trouble) ||
        !read_bytes(json_object_get(json, "secret"), "secret", read.secret, trouble) ||
        !holm_json_get_list(json, "entropy", 1, HOLM_SEATS, &entropy, trouble) ||
        !holm_json_get_flag(json, "shuffled", &shuffled, trouble))
        return false;
    read.chairs = (uint8_t)json_array_size(entropy);
    read.shuffled = shuffled;
    for (int i = 0; i < read.chairs; i++)
        if (!read_bytes(json_array_get(entropy, (size_t)i), "entropy", read.entropy[i], trouble))
            return false;
    if (!read_chairs(json, &read, trouble))
        return false;
    *fair = read;
    return true;
}
