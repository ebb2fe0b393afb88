/* position_step.c: the steps of the agenda as JSON. A step has a number, a place and some data,
 * which mean something else for each kind: the engine's table of steps says what. */
#include "text/notation.h"
#include "text/position.h"
#include "text/shown.h"

enum { INVENTOR_DISCS = 2 };

/* What stands for a part of a step here; NULL: nothing. An n without a name is the number "n". */
static const char *part_key(const struct holm_board *board, int step, int part)
{
    const struct holm_step_info *info = &holm_step_info[step];
    int games = info->part[part].games;
    bool here = !games || (games & HOLM_G_KNIGHTS && holm_position_knights(board)) ||
                (games & HOLM_G_SEA && holm_position_sea(board));
    return part == HOLM_PART_N && !info->part[part].key ? "n" : here ? info->part[part].key : NULL;
}

/* ---------------------------------------------------------------- writing */

static int value_of(const struct holm_step *step, int part)
{
    switch (part) {
    case HOLM_PART_N:
        return step->n;
    case HOLM_PART_PLACE:
        return step->place;
    default:
        return step->data[part - HOLM_PART_FIRST];
    }
}

static void put_tracks(struct holm_writer *writer, const char *key, unsigned tracks)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (holm_bit_in(tracks, track)) {
            holm_json_next(writer);
            holm_putf(writer, "\"%s\"", holm_track_names[track]);
        }
    holm_put_char(writer, ']');
}

static void put_place(struct holm_writer *writer, const char *key, const struct holm_board *board,
                      bool edge, int place)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '"');
    if (edge)
        holm_put_edge(writer, &board->topology, place);
    else
        holm_put_corner(writer, &board->topology, place);
    holm_put_char(writer, '"');
}

static void put_part(struct holm_writer *writer, const struct holm_state *state,
                     const struct holm_step *step, int part, const char *key)
{
    int value = value_of(step, part), form = holm_step_info[step->kind].part[part].form;
    switch ((enum holm_form)form) {
    case HOLM_FORM_NONE:
    case HOLM_FORM_NUMBER:
        holm_json_put_number(writer, key, value);
        break;
    case HOLM_FORM_FLAG:
        holm_json_put_flag(writer, key, value);
        break;
    case HOLM_FORM_SEAT:
        holm_json_put_seat(writer, key, value);
        break;
    case HOLM_FORM_SEATS:
        holm_json_put_seats(writer, key, (unsigned)value);
        break;
    case HOLM_FORM_CORNER:
    case HOLM_FORM_EDGE:
        put_place(writer, key, state->board, form == HOLM_FORM_EDGE, value);
        break;
    case HOLM_FORM_HEX: /* the first disc, once it is chosen */
        holm_position_put_hex(writer, key, state->board,
                              step->n == INVENTOR_DISCS ? HOLM_NONE : value);
        break;
    case HOLM_FORM_CARD:
        holm_json_put_word(writer, key, holm_shown_harbor(state) ? holm_card_names[value] : NULL);
        break;
    case HOLM_FORM_TRACK:
        holm_json_put_word(writer, key, holm_track_names[value]);
        break;
    case HOLM_FORM_TRACKS:
        put_tracks(writer, key, (unsigned)value);
        break;
    case HOLM_FORM_FACE:
        holm_json_put_word(writer, key, holm_face_names[value]);
        break;
    case HOLM_FORM_RANK:
        holm_json_put_word(writer, key, holm_piece_names[HOLM_BASIC + value - 1]);
        break;
    case HOLM_FORM_PORT:
        holm_json_put_word(writer, key, holm_port_names[value]);
        break;
    }
}

void holm_step_put(struct holm_writer *writer, const struct holm_state *state,
                   const struct holm_step *step)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "step", holm_step_names[step->kind]);
    holm_json_put_seats(writer, "seats", step->seats);
    for (int part = 0; part < HOLM_PARTS; part++) {
        const char *key = part_key(state->board, step->kind, part);
        if (key)
            put_part(writer, state, step, part, key);
    }
    holm_put_char(writer, '}');
}

/* ---------------------------------------------------------------- reading */

static void set_value(struct holm_step *step, int part, int value)
{
    switch (part) {
    case HOLM_PART_N:
        step->n = (uint8_t)value;
        break;
    case HOLM_PART_PLACE:
        step->place = (uint16_t)value;
        break;
    default:
        step->data[part - HOLM_PART_FIRST] = (uint8_t)value;
        break;
    }
}

static bool read_tracks(const json_t *json, const char *key, int *tracks,
                        struct holm_trouble *trouble)
{
    const json_t *list;
    *tracks = 0;
    if (!holm_json_get_list(json, key, 1, HOLM_TRACKS, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const char *text = holm_value_text(holm_value_item(list, i));
        int track = text ? holm_word(holm_track_names, HOLM_TRACKS, text) : -1;
        if (track < 0 || holm_bit_in(*tracks, track))
            return holm_trouble(trouble, 0, "\"%s\" has no track, or one twice", key);
        *tracks |= (int)holm_bit(track);
    }
    return true;
}

static bool read_seat(const json_t *json, const char *key, const struct holm_board *board,
                      int *value, struct holm_trouble *trouble)
{
    uint8_t seat;
    if (!holm_position_seat(json, key, board, &seat, trouble))
        return false;
    *value = seat;
    return seat != HOLM_NONE || holm_trouble(trouble, 0, "\"%s\" is nobody", key);
}

static bool read_place(const json_t *json, const char *key, int form,
                       const struct holm_board *board, int *value, struct holm_trouble *trouble)
{
    const char *text;
    uint8_t hex;
    if (form == HOLM_FORM_HEX) {
        if (!holm_position_hex(json, key, board, &hex, trouble))
            return false;
        *value = hex == HOLM_NONE ? 0 : hex;
        return true;
    }
    if (!holm_json_get_text(json, key, &text, trouble))
        return false;
    bool edge = form == HOLM_FORM_EDGE;
    *value =
        edge ? holm_read_edge(&board->topology, text) : holm_read_corner(&board->topology, text);
    return *value >= 0 || holm_trouble(trouble, 0, "\"%.20s\" is no %s of this map", text,
                                       edge ? "edge" : "corner");
}

static bool read_word(const json_t *json, const char *key, int form, int *value,
                      struct holm_trouble *trouble)
{
    static const struct {
        const char *const *names;
        int count;
    } tables[] = {
        [HOLM_FORM_CARD] = { holm_card_names, HOLM_RESOURCES },
        [HOLM_FORM_TRACK] = { holm_track_names, HOLM_TRACKS },
        [HOLM_FORM_FACE] = { holm_face_names, HOLM_FACES },
        [HOLM_FORM_RANK] = { holm_piece_names + HOLM_BASIC, HOLM_RANKS },
        [HOLM_FORM_PORT] = { holm_port_names, HOLM_PORT_KINDS },
    };
    *value = 0;
    if (form == HOLM_FORM_CARD && holm_value_is_null(holm_value_member(json, key)))
        return true; /* of a view: the commercial harbor's resource is its giver's secret */
    if (!holm_json_get_word(json, key, tables[form].names, tables[form].count, value, trouble))
        return false;
    *value += form == HOLM_FORM_RANK;
    return true;
}

static bool read_part(const json_t *json, const char *key, int form, const struct holm_board *board,
                      int *value, struct holm_trouble *trouble)
{
    uint8_t seats;
    bool flag;
    switch ((enum holm_form)form) {
    case HOLM_FORM_NONE:
    case HOLM_FORM_NUMBER:
        return holm_json_get_number(json, key, 0, 127, value, trouble);
    case HOLM_FORM_FLAG:
        if (!holm_json_get_flag(json, key, &flag, trouble))
            return false;
        *value = flag;
        return true;
    case HOLM_FORM_SEAT:
        return read_seat(json, key, board, value, trouble);
    case HOLM_FORM_SEATS:
        if (!holm_position_seats(json, key, board, &seats, trouble))
            return false;
        *value = seats;
        return true;
    case HOLM_FORM_CORNER:
    case HOLM_FORM_EDGE:
    case HOLM_FORM_HEX:
        return read_place(json, key, form, board, value, trouble);
    case HOLM_FORM_TRACKS:
        return read_tracks(json, key, value, trouble);
    case HOLM_FORM_CARD:
    case HOLM_FORM_TRACK:
    case HOLM_FORM_FACE:
    case HOLM_FORM_RANK:
    case HOLM_FORM_PORT:
        return read_word(json, key, form, value, trouble);
    }
    return false;
}

static bool only_its_parts(const json_t *json, const struct holm_board *board, int step,
                           struct holm_trouble *trouble)
{
    struct holm_keys keys = { 2, { "step", "seats" } };
    for (int part = 0; part < HOLM_PARTS; part++) {
        const char *key = part_key(board, step, part);
        if (key)
            keys.at[keys.count++] = key;
    }
    return holm_json_only(json, "a step of the agenda", keys.at, trouble);
}

bool holm_step_read(const json_t *json, const struct holm_board *board, struct holm_step *step,
                    struct holm_trouble *trouble)
{
    int kind, value = 0;
    if (!holm_value_is_object(json))
        return holm_trouble(trouble, 0, "a step of the agenda is not an object");
    if (!holm_json_get_word(json, "step", holm_step_names, HOLM_STEP_KINDS, &kind, trouble))
        return false;
    if (kind == HOLM_STEP_NONE)
        return holm_trouble(trouble, 0, "a step of the agenda asks nothing");
    step->kind = (uint8_t)kind;
    if (!only_its_parts(json, board, kind, trouble) ||
        !holm_position_seats(json, "seats", board, &step->seats, trouble))
        return false;
    step->data[0] = kind == HOLM_STEP_GIVE; /* a whole hand, where nothing else is said */
    for (int part = 0; part < HOLM_PARTS; part++) {
        const char *key = part_key(board, kind, part);
        int form = holm_step_info[kind].part[part].form;
        if (!key)
            continue;
        if (!read_part(json, key, form, board, &value, trouble))
            return false;
        set_value(step, part, value);
    }
    return true;
}
