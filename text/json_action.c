/* json_action.c: actions and lists of them as JSON, written and read. holm_kind_info says which
 * fields a kind has; the table here says how each is written and read. */
#include <stdio.h>
#include <string.h>

#include "text/json.h"
#include "text/notation.h"

enum { ANY_PLACE = HOLM_F_HEX | HOLM_F_CORNER | HOLM_F_EDGE, ANY_TO = HOLM_F_TO | HOLM_F_TO_EDGE };

/* An action being read. */
struct reader {
    const json_t *json;
    const struct holm_board *board;
    struct holm_trouble *trouble;
};

/* ----------------------------------------------------------------- places */

/* The name of a hex, corner or edge, whichever the fields ask for. */
static void put_place(struct holm_writer *writer, const struct holm_board *board, const char *key,
                      unsigned fields, int place)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '"');
    if (fields & HOLM_F_HEX)
        holm_put_hex(writer, &board->topology, place);
    else if (fields & HOLM_F_CORNER)
        holm_put_corner(writer, &board->topology, place);
    else
        holm_put_edge(writer, &board->topology, place);
    holm_put_char(writer, '"');
}

static bool read_place(const struct reader *reader, const char *key, unsigned fields, int *place)
{
    const struct holm_topology *topology = &reader->board->topology;
    const char *text = NULL;
    if (!holm_json_get_text(reader->json, key, &text, reader->trouble))
        return false;
    *place = fields & HOLM_F_HEX      ? holm_read_hex(topology, text)
             : fields & HOLM_F_CORNER ? holm_read_corner(topology, text)
                                      : holm_read_edge(topology, text);
    if (*place < 0)
        return holm_trouble(reader->trouble, 0, "\"%s\": \"%.20s\" is no %s of this map", key, text,
                            fields & HOLM_F_HEX      ? "hex"
                            : fields & HOLM_F_CORNER ? "corner"
                                                     : "edge");
    return true;
}

static bool may_be_frame(const struct holm_action *action)
{
    return holm_kind_info[action->kind].fields & HOLM_F_FRAME;
}

static bool is_frame(const struct holm_action *action)
{
    return may_be_frame(action) && action->place == HOLM_NONE;
}

static void put_at(struct holm_writer *writer, const struct holm_board *board,
                   const struct holm_action *action)
{
    if (is_frame(action))
        holm_json_put_word(writer, "at", NULL);
    else
        put_place(writer, board, "at", holm_kind_info[action->kind].fields, action->place);
}

static bool read_at(const struct reader *reader, struct holm_action *action)
{
    int place;
    if (may_be_frame(action) && json_is_null(json_object_get(reader->json, "at"))) {
        action->place = HOLM_NONE;
        return true;
    }
    if (!read_place(reader, "at", holm_kind_info[action->kind].fields, &place))
        return false;
    action->place = (uint16_t)place;
    return true;
}

static unsigned second_place(int kind)
{
    return holm_kind_info[kind].fields & HOLM_F_TO_EDGE ? HOLM_F_EDGE : HOLM_F_CORNER;
}

static void put_to(struct holm_writer *writer, const struct holm_board *board,
                   const struct holm_action *action)
{
    put_place(writer, board, "to", second_place(action->kind), action->to);
}

static bool read_to(const struct reader *reader, struct holm_action *action)
{
    int place;
    if (!read_place(reader, "to", second_place(action->kind), &place))
        return false;
    action->to = (uint16_t)place;
    return true;
}

static void put_dice(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    (void)board;
    holm_json_key(writer, "dice");
    holm_putf(writer, "[%d,%d]", action->place, action->to);
}

static bool read_dice(const struct reader *reader, struct holm_action *action)
{
    uint8_t dice[2];
    if (!holm_json_get_dice(reader->json, "dice", dice, reader->trouble))
        return false;
    action->place = dice[0];
    action->to = dice[1];
    return true;
}

/* ------------------------------------------------------------------ seats */

static void put_target(struct holm_writer *writer, const struct holm_board *board,
                       const struct holm_action *action)
{
    (void)board;
    holm_json_put_seat(writer, "target", action->target);
}

static bool read_target(const struct reader *reader, struct holm_action *action)
{
    action->target = HOLM_NONE; /* also when left out */
    return !json_object_get(reader->json, "target") ||
           holm_json_get_seat(reader->json, "target", &action->target, reader->trouble);
}

static void put_seats(struct holm_writer *writer, const struct holm_board *board,
                      const struct holm_action *action)
{
    (void)board;
    holm_json_put_seats(writer, "seats", action->seats);
}

static bool read_seats(const struct reader *reader, struct holm_action *action)
{
    uint8_t seats;
    if (!holm_json_get_seats(reader->json, "seats", &seats, reader->trouble))
        return false;
    action->seats = seats;
    return true;
}

/* ------------------------------------------------------------------ cards */

enum { ANY_CARD = HOLM_F_CARD | HOLM_F_TRACK | HOLM_F_PROGRESS | HOLM_F_RANK | HOLM_F_WONDER };

static void put_card(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    const struct holm_meaning *meaning = holm_meaning(action->kind);
    (void)board;
    holm_json_put_word(writer, meaning->key, meaning->names[action->card]);
}

static bool read_card(const struct reader *reader, struct holm_action *action)
{
    const struct holm_meaning *meaning = holm_meaning(action->kind);
    int card;
    if (!holm_json_get_word(reader->json, meaning->key, meaning->names, meaning->count, &card,
                            reader->trouble))
        return false;
    action->card = (uint8_t)card;
    return true;
}

/* Where the choice 0 has no name it is made by leaving the member out. */
static void put_choice(struct holm_writer *writer, const struct holm_board *board,
                       const struct holm_action *action)
{
    const char *name = holm_choice_names[action->kind][action->card];
    (void)board;
    if (name)
        holm_json_put_word(writer, "choice", name);
}

static bool read_choice(const struct reader *reader, struct holm_action *action)
{
    const char *const *names = holm_choice_names[action->kind];
    int choice = 0;
    if (!names[0] && !json_object_get(reader->json, "choice"))
        return true;
    if (!holm_json_get_word(reader->json, "choice", names, 2, &choice, reader->trouble))
        return false;
    action->card = (uint8_t)choice;
    return true;
}

/* Sums of cards are bytes in the engine. */
static bool read_cards(const struct reader *reader, const char *key, struct holm_cards *cards)
{
    int total = 0;
    if (!holm_json_get_cards(reader->json, key, cards, reader->trouble))
        return false;
    for (int i = 0; i < HOLM_CARDS; i++)
        total += cards->n[i];
    return total <= 255 || holm_trouble(reader->trouble, 0, "\"%s\" has more than 255 cards", key);
}

static void put_give(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    (void)board;
    holm_json_put_cards(writer, "give", &action->give);
}

static bool read_give(const struct reader *reader, struct holm_action *action)
{
    return read_cards(reader, "give", &action->give);
}

static void put_take(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action)
{
    (void)board;
    holm_json_put_cards(writer, "take", &action->take);
}

static bool read_take(const struct reader *reader, struct holm_action *action)
{
    return read_cards(reader, "take", &action->take);
}

/* -------------------------------------------------------------- the table */

/* The members of an action and the fields that call for them, in the order of writing. */
static const struct {
    const char *key; /* NULL: as the meaning of the card says */
    uint16_t fields;
    void (*put)(struct holm_writer *, const struct holm_board *, const struct holm_action *);
    bool (*read)(const struct reader *, struct holm_action *);
} members[] = {
    { "at", ANY_PLACE, put_at, read_at },
    { "to", ANY_TO, put_to, read_to },
    { "dice", HOLM_F_DICE, put_dice, read_dice },
    { "target", HOLM_F_TARGET, put_target, read_target },
    { "seats", HOLM_F_SEATS, put_seats, read_seats },
    { NULL, ANY_CARD, put_card, read_card },
    { "choice", HOLM_F_CHOICE, put_choice, read_choice },
    { "give", HOLM_F_GIVE, put_give, read_give },
    { "take", HOLM_F_TAKE, put_take, read_take },
};
enum { MEMBERS = sizeof members / sizeof members[0] };

/* ---------------------------------------------------------------- writing */

static void put_members(struct holm_writer *writer, const struct holm_board *board,
                        const struct holm_action *action)
{
    const struct holm_kind_info *info = &holm_kind_info[action->kind];
    holm_json_put_seat(writer, "seat", action->seat);
    holm_json_put_word(writer, "kind", info->name);
    for (int i = 0; i < MEMBERS; i++)
        if (info->fields & members[i].fields)
            members[i].put(writer, board, action);
}

void holm_json_action(struct holm_writer *writer, const struct holm_board *board,
                      const struct holm_action *action)
{
    holm_put_char(writer, '{');
    put_members(writer, board, action);
    holm_put_char(writer, '}');
}

/* In a template `card` is the number of cards in all, where the kind has no card of its own. */
static void put_template(struct holm_writer *writer, const struct holm_board *board,
                         const struct holm_action *action)
{
    holm_put_char(writer, '{');
    put_members(writer, board, action);
    if (action->card && !(holm_kind_info[action->kind].fields & (ANY_CARD | HOLM_F_CHOICE)))
        holm_json_put_number(writer, "count", action->card);
    holm_put_char(writer, '}');
}

void holm_json_list(struct holm_writer *writer, const struct holm_board *board,
                    const struct holm_list *list)
{
    holm_put(writer, "{\"actions\":[");
    for (int i = 0; i < list->count; i++) {
        holm_json_next(writer);
        holm_json_action(writer, board, &list->at[i]);
    }
    holm_put(writer, "],\"templates\":[");
    for (int i = 0; i < list->templates; i++) {
        holm_json_next(writer);
        put_template(writer, board, &list->at[list->count + i]);
    }
    holm_put(writer, "]}");
}

/* ---------------------------------------------------------------- reading */

static bool read_kind(const json_t *json, uint8_t *kind, struct holm_trouble *trouble)
{
    const char *text = NULL;
    if (!holm_json_get_text(json, "kind", &text, trouble))
        return false;
    for (int i = HOLM_NO_ACTION + 1; i < HOLM_KINDS; i++)
        if (!strcmp(holm_kind_info[i].name, text)) {
            *kind = (uint8_t)i;
            return true;
        }
    return holm_trouble(trouble, 0, "\"kind\" cannot be \"%.40s\"", text);
}

static bool only_its_members(const json_t *json, int kind, struct holm_trouble *trouble)
{
    const struct holm_kind_info *info = &holm_kind_info[kind];
    const char *keys[MEMBERS + 3] = { "seat", "kind" };
    char what[48];
    int count = 2;
    for (int i = 0; i < MEMBERS; i++)
        if (info->fields & members[i].fields)
            keys[count++] = members[i].key ? members[i].key : holm_meaning(kind)->key;
    snprintf(what, sizeof what, "the action \"%s\"", info->name);
    return holm_json_only(json, what, keys, trouble);
}

bool holm_json_read_action(const json_t *json, const struct holm_board *board,
                           struct holm_action *action, struct holm_trouble *trouble)
{
    struct holm_action made = { 0 };
    struct reader reader = { json, board, trouble };
    int seat;
    if (!json_is_object(json))
        return holm_trouble(trouble, 0, "the action is not an object");
    if (!read_kind(json, &made.kind, trouble) || !only_its_members(json, made.kind, trouble) ||
        !holm_json_get_word(json, "seat", holm_seat_names, HOLM_SEATS, &seat, trouble))
        return false;
    made.seat = (uint8_t)seat;
    for (int i = 0; i < MEMBERS; i++)
        if (holm_kind_info[made.kind].fields & members[i].fields &&
            !members[i].read(&reader, &made))
            return false;
    *action = made;
    return true;
}
