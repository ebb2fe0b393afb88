/* value.c: JSON texts, read without a library, for the browser: stands in for text/value.c. As
 * strict as jansson: one object or list, UTF-8, no key twice, nothing behind the end. */
#include "text/value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum kind { OBJECT, LIST, TEXT, NUMBER, REAL, TRUE, FALSE, NONE };
enum { DEPTH_MOST = 64 };

/* A value, and its place among its siblings. */
struct json_t {
    enum kind kind;
    char *key; /* of a member; else NULL */
    char *text; /* of a text, and of a number that is not whole as it was written */
    long long number;
    size_t count; /* of members or items */
    struct json_t *first, *last, *next;
};

struct reader {
    const char *at;
    int line, depth;
    const char *why; /* the first thing that is wrong; NULL: nothing */
};

static void *fail(struct reader *reader, const char *why)
{
    if (!reader->why)
        reader->why = why;
    return NULL;
}

static void skip_blanks(struct reader *reader)
{
    for (; *reader->at && strchr(" \t\r\n", *reader->at); reader->at++)
        reader->line += *reader->at == '\n';
}

/* Passes a character, if it is the one that comes now. */
static bool pass(struct reader *reader, char c)
{
    const bool is_there = *reader->at == c;
    reader->at += is_there;
    return is_there;
}

/* --------------------------------------------------------------------- texts */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 87 : -1;
}

/* Four hexadecimal digits, or -1. */
static long read_unit(struct reader *reader)
{
    long unit = 0;
    for (int i = 0; i < 4; i++) {
        const int digit = hex_digit(*reader->at);
        if (digit < 0)
            return -1;
        unit = unit * 16 + digit;
        reader->at++;
    }
    return unit;
}

/* Behind "\u": a character, or -1. */
static long read_escaped(struct reader *reader)
{
    const long unit = read_unit(reader);
    if (unit <= 0 || unit < 0xD800 || unit > 0xDFFF)
        return unit ? unit : -1;
    if (unit > 0xDBFF || reader->at[0] != '\\' || reader->at[1] != 'u')
        return -1;
    reader->at += 2;
    const long low = read_unit(reader);
    return low < 0xDC00 || low > 0xDFFF ? -1 : 0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00);
}

static char *put_character(char *to, long c)
{
    if (c < 0x80) {
        *to++ = (char)c;
        return to;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char first[] = { 0, 0xC0, 0xE0, 0xF0 };
    *to++ = (char)(first[more] + (c / (1L << 6 * more)));
    for (int i = more - 1; i >= 0; i--)
        *to++ = (char)(0x80 + c / (1L << 6 * i) % 64);
    return to;
}

/* Bytes of one character of UTF-8, or 0: it is none. */
static int character_length(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    const int more = at[0] < 0x80 ? 0 : at[0] < 0xC2 ? -1 : at[0] < 0xE0 ? 1 : at[0] < 0xF0 ? 2 : 3;
    if (more < 0 || at[0] > 0xF4)
        return 0;
    for (int i = 1; i <= more; i++)
        if (at[i] < 0x80 || at[i] > 0xBF)
            return 0;
    const bool overlong = (at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xF0 && at[1] < 0x90);
    const bool beyond = (at[0] == 0xED && at[1] > 0x9F) || (at[0] == 0xF4 && at[1] > 0x8F);
    return overlong || beyond ? 0 : more + 1;
}

/* An escape behind its backslash; NULL: there is no such one. */
static char *read_escape(struct reader *reader, char *to)
{
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const char *found = *reader->at ? strchr(names, *reader->at) : NULL;
    if (found) {
        *to++ = means[found - names];
        reader->at++;
        return to;
    }
    if (!pass(reader, 'u'))
        return fail(reader, "invalid escape");
    const long c = read_escaped(reader);
    return c < 0 ? fail(reader, "invalid Unicode escape") : put_character(to, c);
}

static const char *end_of_text(const char *at)
{
    for (; *at && *at != '"'; at++)
        if (*at == '\\' && at[1])
            at++;
    return at;
}

/* Behind the first quote. What is read is never longer than what is written. */
static char *read_text(struct reader *reader)
{
    char *text = malloc((size_t)(end_of_text(reader->at) - reader->at) + 1), *to = text;
    if (!text)
        return fail(reader, "out of memory");
    while (to && *reader->at != '"') {
        const int length = character_length(reader->at);
        if (!*reader->at)
            to = fail(reader, "premature end of input");
        else if ((unsigned char)*reader->at < 0x20)
            to = fail(reader, "control character in a text");
        else if (!length)
            to = fail(reader, "invalid UTF-8");
        else if (*reader->at == '\\') {
            reader->at++;
            to = read_escape(reader, to);
        } else {
            memcpy(to, reader->at, (size_t)length);
            to += length;
            reader->at += length;
        }
    }
    if (!to) {
        free(text);
        return NULL;
    }
    *to = '\0';
    reader->at++;
    return text;
}

/* -------------------------------------------------------------------- values */

static json_t *new_value(struct reader *reader, enum kind kind)
{
    json_t *value = calloc(1, sizeof *value);
    if (!value)
        return fail(reader, "out of memory");
    value->kind = kind;
    return value;
}

static json_t *read_word(struct reader *reader)
{
    static const struct {
        const char *word;
        enum kind kind;
    } words[] = { { "true", TRUE }, { "false", FALSE }, { "null", NONE } };
    for (int i = 0; i < 3; i++) {
        const size_t length = strlen(words[i].word);
        if (!strncmp(reader->at, words[i].word, length)) {
            reader->at += length;
            return new_value(reader, words[i].kind);
        }
    }
    return fail(reader, "invalid token");
}

static const char *skip_digits(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

/* Behind the whole part: fraction and exponent; NULL: they are not well formed. */
static const char *skip_rest(const char *at)
{
    if (*at == '.') {
        const char *digits = ++at;
        at = skip_digits(at);
        if (at == digits)
            return NULL;
    }
    if (*at == 'e' || *at == 'E') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        const char *digits = at;
        at = skip_digits(at);
        if (at == digits)
            return NULL;
    }
    return at;
}

static json_t *read_number(struct reader *reader)
{
    const char *start = reader->at, *digits = start + (*start == '-');
    const char *whole = *digits == '0' ? digits + 1 : skip_digits(digits);
    const char *end = whole == digits ? NULL : skip_rest(whole);
    if (!end)
        return fail(reader, "invalid number");
    json_t *value = new_value(reader, end == whole ? NUMBER : REAL);
    reader->at = end;
    if (!value)
        return NULL;
    errno = 0;
    if (value->kind == NUMBER)
        value->number = strtoll(start, NULL, 10);
    else if (!(value->text = strndup(start, (size_t)(end - start))))
        fail(reader, "out of memory");
    if (errno == ERANGE)
        fail(reader, "too big a number");
    return value;
}

static json_t *read_value(struct reader *reader);

static void add(json_t *parent, json_t *child)
{
    if (parent->last)
        parent->last->next = child;
    else
        parent->first = child;
    parent->last = child;
    parent->count++;
}

static char *read_key(struct reader *reader, const json_t *object)
{
    if (!pass(reader, '"'))
        return fail(reader, "a text or '}' is expected");
    char *key = read_text(reader);
    skip_blanks(reader);
    if (key && holm_value_member(object, key))
        fail(reader, "duplicate object key");
    if (key && !pass(reader, ':'))
        fail(reader, "':' is expected");
    return key;
}

/* A member or an item, into its parent. */
static void read_child(struct reader *reader, json_t *parent)
{
    char *key = parent->kind == OBJECT ? read_key(reader, parent) : NULL;
    json_t *child = reader->why ? NULL : read_value(reader);
    if (!child) {
        free(key);
        return;
    }
    child->key = key;
    add(parent, child);
}

static json_t *read_inside(struct reader *reader, enum kind kind, char end)
{
    json_t *parent = new_value(reader, kind);
    if (!parent || ++reader->depth > DEPTH_MOST) {
        free(parent);
        return fail(reader, "maximum depth");
    }
    reader->at++;
    skip_blanks(reader);
    for (bool more = *reader->at != end; more && !reader->why;) {
        skip_blanks(reader);
        read_child(reader, parent);
        skip_blanks(reader);
        more = !reader->why && pass(reader, ',');
    }
    reader->depth--;
    if (!reader->why && !pass(reader, end))
        fail(reader, kind == OBJECT ? "'}' is expected" : "']' is expected");
    return parent;
}

static json_t *read_value(struct reader *reader)
{
    skip_blanks(reader);
    if (*reader->at == '{')
        return read_inside(reader, OBJECT, '}');
    if (*reader->at == '[')
        return read_inside(reader, LIST, ']');
    if (*reader->at == '-' || (*reader->at >= '0' && *reader->at <= '9'))
        return read_number(reader);
    if (*reader->at != '"')
        return read_word(reader);
    json_t *value = new_value(reader, TEXT);
    reader->at++;
    if (value)
        value->text = read_text(reader);
    return value;
}

json_t *holm_value_read(const char *text, struct holm_trouble *trouble)
{
    struct reader reader = { .at = text, .line = 1 };
    skip_blanks(&reader);
    json_t *value = *reader.at == '{' || *reader.at == '['
                        ? read_value(&reader)
                        : fail(&reader, "'[' or '{' is expected");
    skip_blanks(&reader);
    if (*reader.at)
        fail(&reader, "end of file is expected");
    if (!reader.why)
        return value;
    holm_value_free(value);
    holm_trouble(trouble, reader.line, "not JSON: %s", reader.why);
    return NULL;
}

void holm_value_free(json_t *value)
{
    for (json_t *child = value ? value->first : NULL, *next; child; child = next) {
        next = child->next;
        holm_value_free(child);
    }
    if (value) {
        free(value->key);
        free(value->text);
    }
    free(value);
}

/* ------------------------------------------------------------------- writing */

static void write_text(struct holm_writer *writer, const char *text)
{
    static const char names[] = "\"\\bfnrt", means[] = "\"\\\b\f\n\r\t";
    holm_put_char(writer, '"');
    for (; *text; text++) {
        const char *found = strchr(means, *text);
        if (found) {
            holm_put_char(writer, '\\');
            holm_put_char(writer, names[found - means]);
        } else if ((unsigned char)*text < 0x20) {
            holm_putf(writer, "\\u%04X", *text);
        } else {
            holm_put_char(writer, *text);
        }
    }
    holm_put_char(writer, '"');
}

static void write_value(struct holm_writer *writer, const json_t *value)
{
    static const char *const words[] = { [TRUE] = "true", [FALSE] = "false", [NONE] = "null" };
    if (value->kind == TEXT)
        write_text(writer, value->text);
    else if (value->kind == NUMBER)
        holm_put_number(writer, value->number);
    else if (value->kind > LIST)
        holm_put(writer, value->kind == REAL ? value->text : words[value->kind]);
    if (value->kind > LIST)
        return;
    holm_put_char(writer, value->kind == OBJECT ? '{' : '[');
    for (const json_t *child = value->first; child; child = child->next) {
        if (child != value->first)
            holm_put_char(writer, ',');
        if (child->key) {
            write_text(writer, child->key);
            holm_put_char(writer, ':');
        }
        write_value(writer, child);
    }
    holm_put_char(writer, value->kind == OBJECT ? '}' : ']');
}

bool holm_value_write(const json_t *value, char *text, size_t size)
{
    struct holm_writer writer = holm_writer(text, size);
    write_value(&writer, value);
    return !writer.full;
}

/* -------------------------------------------------------------------- asking */

static bool is(const json_t *value, enum kind kind)
{
    return value && value->kind == kind;
}

bool holm_value_is_object(const json_t *value)
{
    return is(value, OBJECT);
}

bool holm_value_is_list(const json_t *value)
{
    return is(value, LIST);
}

bool holm_value_is_text(const json_t *value)
{
    return is(value, TEXT);
}

bool holm_value_is_number(const json_t *value)
{
    return is(value, NUMBER);
}

bool holm_value_is_flag(const json_t *value)
{
    return is(value, TRUE) || is(value, FALSE);
}

bool holm_value_is_null(const json_t *value)
{
    return is(value, NONE);
}

json_t *holm_value_member(const json_t *object, const char *key)
{
    json_t *member = is(object, OBJECT) ? object->first : NULL;
    while (member && strcmp(member->key, key))
        member = member->next;
    return member;
}

size_t holm_value_count(const json_t *list)
{
    return is(list, LIST) ? list->count : 0;
}

json_t *holm_value_item(const json_t *list, size_t number)
{
    json_t *item = is(list, LIST) ? list->first : NULL;
    while (item && number--)
        item = item->next;
    return item;
}

const char *holm_value_text(const json_t *value)
{
    return is(value, TEXT) ? value->text : NULL;
}

long long holm_value_number(const json_t *value)
{
    return is(value, NUMBER) ? value->number : 0;
}

bool holm_value_flag(const json_t *value)
{
    return is(value, TRUE);
}

void *holm_value_first(const json_t *object)
{
    return is(object, OBJECT) ? object->first : NULL;
}

void *holm_value_next(const json_t *object, void *at)
{
    (void)object;
    return ((json_t *)at)->next;
}

const char *holm_value_key(void *at)
{
    return ((json_t *)at)->key;
}

json_t *holm_value_at(void *at)
{
    return at;
}
