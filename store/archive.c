/* archive.c: logs of finished games, packed. A log is a text of lines, each with the time since the
 * one before it, deflated; zlib's own checksum finds what is damaged. Lines that come later (somebody
 * signs the end after all) stand beside it as in any other log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "store/database.h"

enum { UNPACKED_MOST = 64 << 20, TIME_DIGITS = 24 };

const uint8_t holm_store_head_implied[HOLM_STORE_HEAD];

/* ------------------------------------------------------------------- packing */

struct pack {
    struct holm_store_packed *packed;
    struct holm_trouble *trouble;
    char *text;
    size_t used, room;
    int64_t at; /* of the latest line */
    bool fine;
};

static bool make_room(struct pack *pack, size_t more)
{
    if (pack->used + more > UNPACKED_MOST)
        return holm_trouble(pack->trouble, 0, "the log is too long to be packed");
    if (pack->used + more <= pack->room)
        return true;
    const size_t room = 2 * (pack->used + more);
    char *text = realloc(pack->text, room);
    if (!text)
        return holm_trouble(pack->trouble, 0, "out of memory");
    pack->text = text;
    pack->room = room;
    return true;
}

static bool add_line(struct pack *pack, int number, int64_t at, const char *line,
                     const uint8_t *head)
{
    if (number != pack->packed->lines + 1 || !line || strchr(line, '\n'))
        return holm_trouble(pack->trouble, 0, "line %d of the log cannot be read",
                            pack->packed->lines + 1);
    const size_t length = strlen(line);
    if (!make_room(pack, length + TIME_DIGITS + 2))
        return false;
    pack->used +=
        (size_t)snprintf(pack->text + pack->used, TIME_DIGITS, "%lld ", (long long)(at - pack->at));
    memcpy(pack->text + pack->used, line, length);
    pack->used += length;
    pack->text[pack->used++] = '\n';
    pack->at = at;
    pack->packed->lines = number;
    pack->packed->has_head = head && head != holm_store_head_implied;
    if (pack->packed->has_head)
        memcpy(pack->packed->head, head, HOLM_STORE_HEAD);
    return true;
}

static bool pack_line(void *context, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct pack *pack = context;
    pack->fine = add_line(pack, number, at, line, head);
    return pack->fine;
}

/* Whether the log has all its lines: what is not whole is not packed. */
static bool read_all(struct holm_store *store, int64_t table, struct pack *pack)
{
    int must;
    return holm_store_lines(store, table, 1, pack_line, pack, pack->trouble) && pack->fine &&
           holm_store_length(store, table, &must, pack->trouble) &&
           (pack->packed->lines == must ||
            holm_trouble(pack->trouble, 0, "line %d of the log cannot be read",
                         pack->packed->lines + 1));
}

static bool deflate_all(struct pack *pack)
{
    struct holm_store_packed *packed = pack->packed;
    uLongf length = compressBound(pack->used);
    packed->packed = malloc(length);
    packed->bytes = pack->used;
    if (!packed->packed ||
        compress2(packed->packed, &length, (const Bytef *)pack->text, pack->used, 9) != Z_OK)
        return holm_trouble(pack->trouble, 0, "out of memory");
    packed->length = length;
    return true;
}

bool holm_store_pack(struct holm_store *store, int64_t table, struct holm_store_packed *packed,
                     struct holm_trouble *trouble)
{
    *packed = (struct holm_store_packed){ 0 };
    struct pack pack = { .packed = packed, .trouble = trouble, .fine = true };
    const bool fine = read_all(store, table, &pack) && deflate_all(&pack);
    free(pack.text);
    if (!fine) {
        free(packed->packed);
        packed->packed = NULL;
    }
    return fine;
}

/* ------------------------------------------------------------------- writing */

bool holm_store_archive(struct holm_store *store, int64_t table,
                        const struct holm_store_packed *packed, struct holm_trouble *trouble)
{
    struct sql *statement = store_fresh(store, PUT_ARCHIVE);
    sql_bind_number(statement, 1, table);
    sql_bind_number(statement, 2, packed->lines);
    sql_bind_number(statement, 3, (int64_t)packed->bytes);
    sql_bind_bytes(statement, 4, packed->has_head ? packed->head : NULL, HOLM_STORE_HEAD);
    sql_bind_bytes(statement, 5, packed->packed, packed->length);
    if (!store_write(store, PUT_ARCHIVE, trouble))
        return false;
    sql_bind_number(store_fresh(store, MARK_ARCHIVED), 1, table);
    return store_write(store, MARK_ARCHIVED, trouble);
}

bool holm_store_tidy(struct holm_store *store, int most, bool *more, struct holm_trouble *trouble)
{
    struct sql *next = store_fresh(store, NEXT_HALF_ARCHIVED);
    const int got = sql_step(next);
    const int64_t table = sql_number(next, 0);
    const int lines = (int)sql_number(next, 1), first = (int)sql_number(next, 2);
    const bool left = first && first <= lines;
    *more = got == SQLITE_ROW;
    if (got != SQLITE_ROW && got != SQLITE_DONE)
        store_complain(store, trouble);
    sql_reset(next);
    if (got != SQLITE_ROW)
        return got == SQLITE_DONE;
    const enum statement which = left ? DELETE_ARCHIVED_LINES : END_ARCHIVING;
    sql_bind_number(store_fresh(store, which), 1, table);
    if (left)
        sql_bind_number(store->at[which], 2, lines - first < most ? lines : first + most - 1);
    return holm_store_begin(store, trouble) && store_write(store, which, trouble);
}

bool holm_store_untidy(struct holm_store *store)
{
    struct sql *next = store_fresh(store, NEXT_HALF_ARCHIVED);
    const bool some = sql_step(next) == SQLITE_ROW;
    sql_reset(next);
    return some;
}

bool holm_store_to_archive(struct holm_store *store, int64_t before,
                           holm_store_archive_choice *choice, void *context, int64_t *table,
                           struct holm_trouble *trouble)
{
    enum { LOOKED_AT_MOST = 50 };
    struct sql *statement = store_fresh(store, EACH_TO_ARCHIVE);
    int got = SQLITE_DONE;
    *table = 0;
    sql_bind_number(statement, 1, before);
    for (int i = 0; i < LOOKED_AT_MOST && !*table; i++) {
        got = sql_step(statement);
        if (got != SQLITE_ROW)
            break;
        if (choice(context, sql_text(statement, 1)))
            *table = sql_number(statement, 0);
    }
    const bool fine = got == SQLITE_DONE || got == SQLITE_ROW || store_complain(store, trouble);
    sql_reset(statement);
    return fine;
}

/* ------------------------------------------------------------------- reading */

static bool complain_of_archive(struct holm_store *store, struct holm_trouble *trouble)
{
    store->error = SQLITE_CORRUPT;
    return holm_trouble(trouble, 0, "the archive of a log is damaged");
}

/* The text of an archive with its end, to be freed; NULL: it is damaged, or there is no memory. */
static char *unpack(struct holm_store *store, struct sql *row, struct holm_trouble *trouble)
{
    const int64_t bytes = sql_number(row, 1);
    int length;
    const unsigned char *packed = sql_bytes(row, 2, &length);
    uLongf used = (uLongf)bytes;
    if (!packed || bytes < 0 || bytes > UNPACKED_MOST) {
        complain_of_archive(store, trouble);
        return NULL;
    }
    char *text = malloc((size_t)bytes + 1);
    const int got = text ? uncompress((Bytef *)text, &used, packed, (uLong)length) : Z_MEM_ERROR;
    if (got == Z_OK && used == (uLongf)bytes) {
        text[used] = '\0';
        return text;
    }
    free(text);
    if (got == Z_MEM_ERROR)
        store->error = SQLITE_NOMEM;
    if (got == Z_MEM_ERROR)
        holm_trouble(trouble, 0, "out of memory");
    else
        complain_of_archive(store, trouble);
    return NULL;
}

/* Takes one line off a text, and its time; NULL: there is no such line. */
static char *take_line(char **rest, int64_t *at)
{
    char *end = strchr(*rest, '\n'), *line;
    const long long since = strtoll(*rest, &line, 10);
    if (!end || *line != ' ')
        return NULL;
    *end = '\0';
    *at += since;
    *rest = end + 1;
    return line + 1;
}

bool store_walk_archive(struct holm_store *store, struct sql *row, struct store_walk *walk,
                        struct holm_trouble *trouble)
{
    const int lines = (int)sql_number(row, 4);
    int count;
    const uint8_t *head = sql_bytes(row, 3, &count);
    if (count != HOLM_STORE_HEAD)
        head = NULL;
    int64_t at = 0;
    if (lines < walk->from)
        return true;
    char *text = unpack(store, row, trouble), *rest = text;
    bool fine = text;
    for (int number = 1; fine && number <= lines && !walk->stopped; number++) {
        const char *line = take_line(&rest, &at);
        fine = line || complain_of_archive(store, trouble);
        if (fine && number >= walk->from)
            walk->stopped = !walk->visit(walk->context, number, at, line,
                                         head && number < lines ? holm_store_head_implied : head);
    }
    free(text);
    return fine;
}
