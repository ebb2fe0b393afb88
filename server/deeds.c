/* deeds.c: what can be written, as small values that the writer takes one by one. */
#include <stdlib.h>
#include <string.h>

#include "server/writing.h"
#include "store/people.h"

void *must_have(size_t size)
{
    void *room = reallocarray(NULL, 1, size);
    if (!room)
        abort(); /* what hangs on the transaction must not be forgotten */
    return memset(room, 0, size);
}

struct deed *deed_new(size_t size, bool (*write)(struct deed *deed, struct holm_store *store,
                                                 struct holm_trouble *trouble))
{
    struct deed *deed = must_have(size);
    deed->write = write;
    return deed;
}

static char *copy(const char *text)
{
    char *own = text ? must_have(strlen(text) + 1) : NULL;
    return own ? strcpy(own, text) : NULL;
}

/* ------------------------------------------------------------------- tables */

struct put {
    struct deed deed;
    struct holm_stored_table table;
    char *code, *record, *header;
};

static bool write_put(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    return holm_store_put(store, &((struct put *)deed)->table, trouble);
}

static void end_put(struct deed *deed, bool written)
{
    struct put *put = (struct put *)deed;
    (void)written;
    free(put->code);
    free(put->record);
    free(put->header);
    free(put);
}

struct deed *deed_put(const struct holm_stored_table *table)
{
    struct put *put = (struct put *)deed_new(sizeof *put, write_put);
    put->deed.end = end_put;
    put->table = *table;
    put->table.code = put->code = copy(table->code);
    put->table.record = put->record = copy(table->record);
    put->table.header = put->header = copy(table->header);
    return &put->deed;
}

/* With a number or two that go with a table, and perhaps a text. */
struct about {
    struct deed deed;
    int64_t table, at;
    int number, chair;
    bool has_head;
    uint8_t head[HOLM_STORE_HEAD];
    char text[];
};

static struct about *about_new(int64_t table, const char *text,
                               bool (*write)(struct deed *deed, struct holm_store *store,
                                             struct holm_trouble *trouble))
{
    const size_t length = text ? strlen(text) + 1 : 0;
    struct about *about = (struct about *)deed_new(sizeof *about + length, write);
    about->table = table;
    if (text)
        memcpy(about->text, text, length);
    return about;
}

static bool write_line(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    return holm_store_append(store, about->table, about->number, about->at, about->text,
                             about->has_head ? about->head : NULL, trouble);
}

struct deed *deed_line(int64_t table, int number, int64_t at, const char *line, const uint8_t *head)
{
    struct about *about = about_new(table, line, write_line);
    about->number = number;
    about->at = at;
    about->has_head = head;
    if (head)
        memcpy(about->head, head, HOLM_STORE_HEAD);
    return &about->deed;
}

struct taking {
    struct deed deed;
    struct part *part;
    struct holm_store_turn turn;
};

static bool write_turn(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    struct taking *taking = (struct taking *)deed;
    return holm_store_take_turn(store, &taking->turn, &taking->part->late, trouble);
}

struct deed *deed_turn(struct part *part)
{
    struct taking *taking = (struct taking *)deed_new(sizeof *taking, write_turn);
    taking->part = part;
    taking->turn = (struct holm_store_turn){
        .table = part->id, .version = part->version, .recorded = part->dirty, .said = part->said
    };
    return &taking->deed;
}

static bool write_due(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    return holm_store_set_due(store, about->table, about->at, trouble);
}

struct deed *deed_due(int64_t table, int64_t at)
{
    struct about *about = about_new(table, NULL, write_due);
    about->at = at;
    return &about->deed;
}

static bool write_asked(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    return holm_store_set_asked(store, about->table, (unsigned)about->number, trouble);
}

struct deed *deed_asked(int64_t table, unsigned seats)
{
    struct about *about = about_new(table, NULL, write_asked);
    about->number = (int)seats;
    return &about->deed;
}

static bool write_forget(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    return holm_store_forget(store, ((struct about *)deed)->table, trouble);
}

struct deed *deed_forget(int64_t table)
{
    return &about_new(table, NULL, write_forget)->deed;
}

static bool write_say(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    return holm_store_say(store, about->table, about->number, about->chair, about->text, trouble);
}

struct deed *deed_say(int64_t table, int number, int chair, const char *line)
{
    struct about *about = about_new(table, line, write_say);
    about->number = number;
    about->chair = chair;
    return &about->deed;
}

static bool write_unsay(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    return holm_store_unsay(store, about->table, about->chair, trouble);
}

struct deed *deed_unsay(int64_t table, int chair)
{
    struct about *about = about_new(table, NULL, write_unsay);
    about->chair = chair;
    return &about->deed;
}

bool deed_said(const struct deed *deed, int *number, int *chair, const char **line)
{
    const struct about *about = (const struct about *)deed;
    if (deed->write != write_say)
        return false;
    *number = about->number;
    *chair = about->chair;
    *line = about->text;
    return true;
}

bool deed_unsaid(const struct deed *deed, int *chair)
{
    if (deed->write != write_unsay)
        return false;
    *chair = ((const struct about *)deed)->chair;
    return true;
}

static bool write_owe(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    return holm_store_push_owe(store, about->table, about->head, about->text, about->at, trouble);
}

struct deed *deed_owe(int64_t table, const uint8_t token[HOLM_STORE_HEAD], const char *news,
                      int64_t due)
{
    struct about *about = about_new(table, news, write_owe);
    memcpy(about->head, token, HOLM_STORE_HEAD);
    about->at = due;
    return &about->deed;
}

/* -------------------------------------------------------------- who wants news */

struct wanting {
    struct deed deed;
    int64_t table, at;
    struct holm_push_row row;
    uint8_t chairs[HOLM_SEATS][HOLM_STORE_HEAD];
    int waited;
    bool arrived;
};

static struct wanting *wanting_new(int64_t table, const struct holm_push_row *row,
                                   bool (*write)(struct deed *deed, struct holm_store *store,
                                                 struct holm_trouble *trouble))
{
    struct wanting *wanting = (struct wanting *)deed_new(sizeof *wanting, write);
    wanting->table = table;
    wanting->row = *row;
    return wanting;
}

static bool write_push_put(struct deed *deed, struct holm_store *store,
                           struct holm_trouble *trouble)
{
    const struct wanting *wanting = (struct wanting *)deed;
    return holm_store_push_put(store, wanting->table, &wanting->row,
                               (holm_store_push_token *)wanting->chairs, wanting->at, trouble);
}

struct deed *deed_push_put(int64_t table, const struct holm_push_row *row,
                           holm_store_push_token *chairs, int64_t now)
{
    struct wanting *wanting = wanting_new(table, row, write_push_put);
    memcpy(wanting->chairs, chairs, sizeof wanting->chairs);
    wanting->at = now;
    return &wanting->deed;
}

static bool write_push_remove(struct deed *deed, struct holm_store *store,
                              struct holm_trouble *trouble)
{
    const struct wanting *wanting = (struct wanting *)deed;
    return holm_store_push_remove(store, wanting->table, &wanting->row, trouble);
}

struct deed *deed_push_remove(int64_t table, const struct holm_push_row *row)
{
    return &wanting_new(table, row, write_push_remove)->deed;
}

static bool write_push_clear(struct deed *deed, struct holm_store *store,
                             struct holm_trouble *trouble)
{
    return holm_store_push_clear(store, ((struct about *)deed)->table, trouble);
}

struct deed *deed_push_clear(int64_t table)
{
    return &about_new(table, NULL, write_push_clear)->deed;
}

static bool write_push_note(struct deed *deed, struct holm_store *store,
                            struct holm_trouble *trouble)
{
    const struct wanting *wanting = (struct wanting *)deed;
    return holm_store_push_note(store, wanting->table, &wanting->row, wanting->arrived, trouble);
}

struct deed *deed_push_note(int64_t table, const struct holm_push_row *row, bool arrived)
{
    struct wanting *wanting = wanting_new(table, row, write_push_note);
    wanting->arrived = arrived;
    return &wanting->deed;
}

static bool write_push_drop(struct deed *deed, struct holm_store *store,
                            struct holm_trouble *trouble)
{
    const struct wanting *wanting = (struct wanting *)deed;
    return holm_store_push_drop(store, wanting->table, &wanting->row, trouble);
}

struct deed *deed_push_drop(int64_t table, const struct holm_push_row *row)
{
    return &wanting_new(table, row, write_push_drop)->deed;
}

static bool write_push_later(struct deed *deed, struct holm_store *store,
                             struct holm_trouble *trouble)
{
    const struct wanting *wanting = (struct wanting *)deed;
    return holm_store_push_later(store, wanting->table, &wanting->row, wanting->at, wanting->waited,
                                 trouble);
}

struct deed *deed_push_later(int64_t table, const struct holm_push_row *row, int64_t due,
                             int waited)
{
    struct wanting *wanting = wanting_new(table, row, write_push_later);
    wanting->at = due;
    wanting->waited = waited;
    return &wanting->deed;
}

/* ------------------------------------------------------------------- the rest */

/* One of several machines may have met them first, with another number. */
static bool write_meet(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    const struct about *about = (struct about *)deed;
    int64_t person = about->table;
    return holm_store_meet(store, about->head, about->text, about->at, &person, trouble) &&
           (person == about->table ||
            holm_trouble(trouble, 0, "the person has another number by now"));
}

struct deed *deed_meet(int64_t person, const uint8_t *key, const char *name, int64_t at)
{
    struct about *about = about_new(person, name, write_meet);
    memcpy(about->head, key, HOLM_STORE_KEY);
    about->at = at;
    return &about->deed;
}

static bool write_tidy(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    bool more;
    return holm_store_tidy(store, ((struct about *)deed)->number, &more, trouble);
}

struct deed *deed_tidy(int lines)
{
    struct about *about = about_new(0, NULL, write_tidy);
    about->number = lines;
    return &about->deed;
}

static bool write_probe(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    (void)deed;
    return holm_store_probe(store, trouble);
}

struct deed *deed_probe(void)
{
    return deed_new(sizeof(struct deed), write_probe);
}
