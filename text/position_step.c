/* position_step.c: the steps of the agenda as JSON. A step has a number, a place and some data,
 * which mean something else for each kind: one table says what, for writing and for reading. */
#include "text/notation.h"
#include "text/position.h"
#include "text/shown.h"

enum part { OF_N, OF_PLACE, OF_FIRST, OF_SECOND }; /* the last two: of `data` */
enum form { NUMBER, FLAG, SEAT, SEATS, CORNER, EDGE, HEX, CARD, TRACK, TRACKS, FACE, RANK, PORT };

/* What stands for a part of a step; where none stands for n, it is the number "n". */
static const struct member {
    uint8_t step, part, form;
    const char *key;
} members[] = {
    { HOLM_STEP_START_ROLL, OF_PLACE, SEATS, "running" },
    { HOLM_STEP_SETUP_ROAD, OF_PLACE, CORNER, "at" },
    { HOLM_STEP_GIVE, OF_PLACE, SEAT, "to" },
    { HOLM_STEP_GIVE, OF_FIRST, FLAG, "commodities" },
    { HOLM_STEP_ACTIVATION, OF_PLACE, SEATS, "waiting" },
    { HOLM_STEP_COMMIT, OF_PLACE, SEATS, "waiting" },
    { HOLM_STEP_REWARD, OF_PLACE, SEATS, "waiting" },
    { HOLM_STEP_PROGRESS_LIMIT, OF_PLACE, SEATS, "waiting" },
    { HOLM_STEP_AQUEDUCT, OF_PLACE, SEATS, "waiting" },
    { HOLM_STEP_PILLAGE, OF_PLACE, SEATS, "losing" },
    { HOLM_STEP_CITY_YIELD, OF_PLACE, NUMBER, "total" },
    { HOLM_STEP_TRACK, OF_N, FACE, "face" },
    { HOLM_STEP_TRACK, OF_PLACE, TRACKS, "tracks" },
    { HOLM_STEP_METROPOLIS, OF_N, TRACK, "track" },
    { HOLM_STEP_RETREAT, OF_N, RANK, "piece" },
    { HOLM_STEP_RETREAT, OF_PLACE, CORNER, "at" },
    { HOLM_STEP_RETREAT, OF_FIRST, SEAT, "of" },
    { HOLM_STEP_RETREAT, OF_SECOND, FLAG, "active" },
    { HOLM_STEP_DESERTER, OF_N, SEAT, "of" },
    { HOLM_STEP_ENLIST, OF_N, RANK, "piece" },
    { HOLM_STEP_ENLIST, OF_FIRST, FLAG, "active" },
    { HOLM_STEP_REPLACE_ROAD, OF_N, SEAT, "of" },
    { HOLM_STEP_REPLACE_ROAD, OF_PLACE, EDGE, "at" },
    { HOLM_STEP_REPLACE_ROAD, OF_FIRST, FLAG, "optional" },
    { HOLM_STEP_REPLACE_ROAD, OF_SECOND, FLAG, "ship" },
    { HOLM_STEP_INVENTOR, OF_PLACE, HEX, "at" },
    { HOLM_STEP_SPY, OF_N, SEAT, "of" },
    { HOLM_STEP_MASTER_MERCHANT, OF_PLACE, SEAT, "of" },
    { HOLM_STEP_HARBOR, OF_PLACE, CARD, "card" },
    { HOLM_STEP_NEUTRAL_KNIGHT, OF_N, RANK, "piece" },
    { HOLM_STEP_PORT, OF_N, PORT, "port" },
    { HOLM_STEP_PORT, OF_PLACE, FLAG, "setup" },
    { HOLM_STEP_DISCOVER, OF_PLACE, EDGE, "at" },
    { HOLM_STEP_GOLD, OF_PLACE, SEATS, "waiting" },
    { HOLM_STEP_LIFT_FOG, OF_N, SEAT, "of" },
    { HOLM_STEP_LIFT_FOG, OF_PLACE, EDGE, "at" },
};
enum { MEMBERS = sizeof members / sizeof members[0], INVENTOR_DISCS = 2 };

/* The base game has nothing but whole hands to give back from, and ships are for Seafarers. */
static bool has_member(const struct holm_board *board, const struct member *member, int step)
{
    if (step == HOLM_STEP_REPLACE_ROAD && member->part == OF_SECOND && !holm_position_sea(board))
        return false;
    return member->step == step &&
           (step != HOLM_STEP_GIVE || member->part != OF_FIRST || holm_position_knights(board));
}

static bool says_n(int step)
{
    for (int i = 0; i < MEMBERS; i++)
        if (members[i].step == step && members[i].part == OF_N)
            return true;
    return false;
}

/* ---------------------------------------------------------------- writing */

static int value_of(const struct holm_step *step, int part)
{
    switch (part) {
    case OF_N:
        return step->n;
    case OF_PLACE:
        return step->place;
    default:
        return step->data[part - OF_FIRST];
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

static void put_member(struct holm_writer *writer, const struct holm_state *state,
                       const struct holm_step *step, const struct member *member)
{
    int value = value_of(step, member->part);
    switch (member->form) {
    case NUMBER:
        holm_json_put_number(writer, member->key, value);
        break;
    case FLAG:
        holm_json_put_flag(writer, member->key, value);
        break;
    case SEAT:
        holm_json_put_seat(writer, member->key, value);
        break;
    case SEATS:
        holm_json_put_seats(writer, member->key, (unsigned)value);
        break;
    case CORNER:
    case EDGE:
        put_place(writer, member->key, state->board, member->form == EDGE, value);
        break;
    case HEX: /* the first disc, once it is chosen */
        holm_position_put_hex(writer, member->key, state->board,
                              step->n == INVENTOR_DISCS ? HOLM_NONE : value);
        break;
    case CARD:
        holm_json_put_word(writer, member->key,
                           holm_shown_harbor(state) ? holm_card_names[value] : NULL);
        break;
    case TRACK:
        holm_json_put_word(writer, member->key, holm_track_names[value]);
        break;
    case TRACKS:
        put_tracks(writer, member->key, (unsigned)value);
        break;
    case FACE:
        holm_json_put_word(writer, member->key, holm_face_names[value]);
        break;
    case RANK:
        holm_json_put_word(writer, member->key, holm_piece_names[HOLM_BASIC + value - 1]);
        break;
    case PORT:
        holm_json_put_word(writer, member->key, holm_port_names[value]);
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
    if (!says_n(step->kind))
        holm_json_put_number(writer, "n", step->n);
    for (int i = 0; i < MEMBERS; i++)
        if (has_member(state->board, &members[i], step->kind))
            put_member(writer, state, step, &members[i]);
    holm_put_char(writer, '}');
}

/* ---------------------------------------------------------------- reading */

static void set_value(struct holm_step *step, int part, int value)
{
    switch (part) {
    case OF_N:
        step->n = (uint8_t)value;
        break;
    case OF_PLACE:
        step->place = (uint16_t)value;
        break;
    default:
        step->data[part - OF_FIRST] = (uint8_t)value;
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

static bool read_place(const json_t *json, const struct member *member,
                       const struct holm_board *board, int *value, struct holm_trouble *trouble)
{
    const char *text;
    uint8_t hex;
    if (member->form == HEX) {
        if (!holm_position_hex(json, member->key, board, &hex, trouble))
            return false;
        *value = hex == HOLM_NONE ? 0 : hex;
        return true;
    }
    if (!holm_json_get_text(json, member->key, &text, trouble))
        return false;
    *value = member->form == EDGE ? holm_read_edge(&board->topology, text)
                                  : holm_read_corner(&board->topology, text);
    return *value >= 0 || holm_trouble(trouble, 0, "\"%.20s\" is no %s of this map", text,
                                       member->form == EDGE ? "edge" : "corner");
}

static bool read_word(const json_t *json, const struct member *member, int *value,
                      struct holm_trouble *trouble)
{
    static const struct {
        const char *const *names;
        int count;
    } tables[] = {
        [CARD] = { holm_card_names, HOLM_RESOURCES },
        [TRACK] = { holm_track_names, HOLM_TRACKS },
        [FACE] = { holm_face_names, HOLM_FACES },
        [RANK] = { holm_piece_names + HOLM_BASIC, HOLM_RANKS },
        [PORT] = { holm_port_names, HOLM_PORT_KINDS },
    };
    if (!holm_json_get_word(json, member->key, tables[member->form].names,
                            tables[member->form].count, value, trouble))
        return false;
    *value += member->form == RANK;
    return true;
}

static bool read_member(const json_t *json, const struct member *member,
                        const struct holm_board *board, int *value, struct holm_trouble *trouble)
{
    uint8_t seats;
    bool flag;
    switch (member->form) {
    case NUMBER:
        return holm_json_get_number(json, member->key, 0, 127, value, trouble);
    case FLAG:
        if (!holm_json_get_flag(json, member->key, &flag, trouble))
            return false;
        *value = flag;
        return true;
    case SEAT:
        return read_seat(json, member->key, board, value, trouble);
    case SEATS:
        if (!holm_position_seats(json, member->key, board, &seats, trouble))
            return false;
        *value = seats;
        return true;
    case CORNER:
    case EDGE:
    case HEX:
        return read_place(json, member, board, value, trouble);
    case TRACKS:
        return read_tracks(json, member->key, value, trouble);
    default:
        return read_word(json, member, value, trouble);
    }
}

static bool only_its_members(const json_t *json, const struct holm_board *board, int step,
                             struct holm_trouble *trouble)
{
    struct holm_keys keys = { 3, { "step", "seats", says_n(step) ? "seats" : "n" } };
    for (int i = 0; i < MEMBERS; i++)
        if (has_member(board, &members[i], step))
            keys.at[keys.count++] = members[i].key;
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
    if (!only_its_members(json, board, kind, trouble) ||
        !holm_position_seats(json, "seats", board, &step->seats, trouble) ||
        (!says_n(kind) && !holm_json_get_number(json, "n", 0, 127, &value, trouble)))
        return false;
    step->n = (uint8_t)value;
    step->data[0] = kind == HOLM_STEP_GIVE; /* a whole hand, where nothing else is said */
    for (int i = 0; i < MEMBERS; i++) {
        if (!has_member(board, &members[i], kind))
            continue;
        if (!read_member(json, &members[i], board, &value, trouble))
            return false;
        set_value(step, members[i].part, value);
    }
    return true;
}
