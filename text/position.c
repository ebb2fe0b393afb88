/* position.c: states and views as JSON, written and read, and position files. One form serves both:
 * what a viewer may not know is null. The names of the members are those of struct holm_state.
 *
 * A state that is read must be possible: everything that follows from the pieces and the hands is
 * computed anew and compared with what the text says; possible.c decides on the rest. */
#include <stddef.h>
#include <string.h>

#include "text/json.h"
#include "text/notation.h"

enum { POSITION_VERSION = 1 };

/* How a byte of a state or player is said. */
enum form { NUMBER, FLAG, SEAT };
struct field {
    const char *key;
    uint16_t offset;
    uint8_t form;
    uint8_t high; /* of a number */
};

static const struct field state_fields[] = {
    { "active",       offsetof(struct holm_state, active),       SEAT,   0   },
    { "roller",       offsetof(struct holm_state, roller),       SEAT,   0   },
    { "first",        offsetof(struct holm_state, first),        SEAT,   0   },
    { "part",         offsetof(struct holm_state, part),         NUMBER, 1   },
    { "building",     offsetof(struct holm_state, building),     FLAG,   0   },
    { "played",       offsetof(struct holm_state, played),       FLAG,   0   },
    { "sold",         offsetof(struct holm_state, sold),         FLAG,   0   },
    { "forced",       offsetof(struct holm_state, forced),       NUMBER, 255 },
    { "first_total",  offsetof(struct holm_state, first_total),  NUMBER, 12  },
    { "route_holder", offsetof(struct holm_state, route_holder), SEAT,   0   },
    { "army_holder",  offsetof(struct holm_state, army_holder),  SEAT,   0   },
    { "winner",       offsetof(struct holm_state, winner),       SEAT,   0   },
    { "tokens",       offsetof(struct holm_state, tokens),       NUMBER, 127 },
    { "deck",         offsetof(struct holm_state, deck),         NUMBER, 127 },
    { "stale",        offsetof(struct holm_state, stale),        NUMBER, 3   },
};

static const struct field player_fields[] = {
    { "cards",        offsetof(struct holm_player, cards),        NUMBER, 255 },
    { "owed",         offsetof(struct holm_player, owed),         NUMBER, 127 },
    { "points",       offsetof(struct holm_player, points),       NUMBER, 127 },
    { "roads",        offsetof(struct holm_player, roads),        NUMBER, 127 },
    { "settlements",  offsetof(struct holm_player, settlements),  NUMBER, 127 },
    { "cities",       offsetof(struct holm_player, cities),       NUMBER, 127 },
    { "route",        offsetof(struct holm_player, route),        NUMBER, 127 },
    { "army",         offsetof(struct holm_player, army),         NUMBER, 127 },
    { "developments", offsetof(struct holm_player, developments), NUMBER, 127 },
    { "tokens",       offsetof(struct holm_player, tokens),       NUMBER, 127 },
    { "start_total",  offsetof(struct holm_player, start_total),  NUMBER, 12  },
    { "revealed",     offsetof(struct holm_player, revealed),     NUMBER, 127 },
};

enum {
    STATE_FIELDS = sizeof state_fields / sizeof state_fields[0],
    PLAYER_FIELDS = sizeof player_fields / sizeof player_fields[0],
    MEMBERS_MAX = 32 /* of a state or a player, these and others */
};

/* What the place of a step is, and its key. */
enum place_form { NO_PLACE, CORNER_PLACE, SEAT_PLACE, SEATS_PLACE };
static const uint8_t step_places[HOLM_STEP_KINDS] = {
    [HOLM_STEP_START_ROLL] = SEATS_PLACE, /* who is still in the running */
    [HOLM_STEP_SETUP_ROAD] = CORNER_PLACE,
    [HOLM_STEP_GIVE] = SEAT_PLACE,
};
static const char *const place_keys[] = {
    [CORNER_PLACE] = "at",
    [SEAT_PLACE] = "to",
    [SEATS_PLACE] = "running",
};

/* ---------------------------------------------------------------- writing */

static void put_fields(struct holm_writer *writer, const void *record, const struct field *fields,
                       int count)
{
    for (int i = 0; i < count; i++) {
        uint8_t value = *((const uint8_t *)record + fields[i].offset);
        if (fields[i].form == NUMBER)
            holm_json_put_number(writer, fields[i].key, value);
        else if (fields[i].form == FLAG)
            holm_json_put_flag(writer, fields[i].key, value);
        else
            holm_json_put_seat(writer, fields[i].key, value);
    }
}

/* Cards by kind, or null when the viewer may not know the kinds. */
static void put_kinds(struct holm_writer *writer, const char *key, const char *const *names,
                      const uint8_t *n, int count, bool hidden)
{
    holm_json_key(writer, key);
    if (hidden)
        holm_put(writer, "null");
    else
        holm_json_counts(writer, names, n, count);
}

static void put_ports(struct holm_writer *writer, unsigned ports)
{
    holm_json_key(writer, "ports");
    holm_put_char(writer, '[');
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++)
        if (ports >> kind & 1) {
            holm_json_next(writer);
            holm_putf(writer, "\"%s\"", holm_port_names[kind]);
        }
    holm_put_char(writer, ']');
}

static void put_player(struct holm_writer *writer, const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    bool hidden = state->viewer != HOLM_EVERYBODY && state->viewer != seat;
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_seat(writer, "seat", seat);
    holm_json_put_flag(writer, "neutral", seat >= state->board->rules.players);
    put_fields(writer, player, player_fields, PLAYER_FIELDS);
    holm_json_put_number(writer, "total", holm_points(state, seat));
    put_ports(writer, player->ports);
    put_kinds(writer, "hand", holm_card_names, player->hand.n, HOLM_CARDS, hidden);
    put_kinds(writer, "pledge", holm_card_names, player->pledge.n, HOLM_CARDS, hidden);
    put_kinds(writer, "development", holm_development_names, player->development, HOLM_DEVELOPMENTS,
              hidden);
    put_kinds(writer, "fresh", holm_development_names, player->fresh, HOLM_DEVELOPMENTS, hidden);
    holm_put_char(writer, '}');
}

static void put_piece(struct holm_writer *writer, const struct holm_topology *topology, int place,
                      uint8_t byte)
{
    int piece = byte & 15;
    holm_json_next(writer);
    holm_put(writer, "{\"at\":\"");
    if (piece == HOLM_ROAD)
        holm_put_edge(writer, topology, place);
    else
        holm_put_corner(writer, topology, place);
    holm_put_char(writer, '"');
    holm_json_put_seat(writer, "seat", byte >> 4);
    holm_json_put_word(writer, "piece", holm_piece_names[piece]);
    holm_put_char(writer, '}');
}

static void put_pieces(struct holm_writer *writer, const struct holm_state *state)
{
    const struct holm_topology *topology = &state->board->topology;
    holm_json_key(writer, "pieces");
    holm_put_char(writer, '[');
    for (int corner = 0; corner < topology->corners; corner++)
        if (state->corner[corner])
            put_piece(writer, topology, corner, state->corner[corner]);
    for (int edge = 0; edge < topology->edges; edge++)
        if (state->edge[edge])
            put_piece(writer, topology, edge, state->edge[edge]);
    holm_put_char(writer, ']');
}

static void put_step(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_step *step)
{
    int form = step_places[step->kind];
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "step", holm_step_names[step->kind]);
    holm_json_put_seats(writer, "seats", step->seats);
    holm_json_put_number(writer, "n", step->n);
    if (form == SEATS_PLACE)
        holm_json_put_seats(writer, place_keys[form], step->place);
    if (form == SEAT_PLACE)
        holm_json_put_seat(writer, place_keys[form], step->place);
    if (form == CORNER_PLACE) {
        holm_json_key(writer, place_keys[form]);
        holm_put_char(writer, '"');
        holm_put_corner(writer, &board->topology, step->place);
        holm_put_char(writer, '"');
    }
    holm_put_char(writer, '}');
}

static void put_offer(struct holm_writer *writer, int seat, const struct holm_offer *offer)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_seat(writer, "seat", seat);
    holm_json_put_cards(writer, "give", &offer->give);
    holm_json_put_cards(writer, "take", &offer->take);
    holm_json_put_seats(writer, "to", offer->to);
    holm_json_put_seats(writer, "pending", offer->pending);
    holm_json_put_seats(writer, "accepted", offer->accepted);
    holm_put_char(writer, '}');
}

/* Standing offers, and whose word has lapsed. */
static void put_offers(struct holm_writer *writer, const struct holm_state *state)
{
    unsigned lapsed = 0;
    holm_json_key(writer, "offers");
    holm_put_char(writer, '[');
    for (int seat = 0; seat < state->board->seats; seat++) {
        if (state->offer[seat].open)
            put_offer(writer, seat, &state->offer[seat]);
        lapsed |= state->offer[seat].lapsed ? 1u << seat : 0;
    }
    holm_put_char(writer, ']');
    holm_json_put_seats(writer, "lapsed", lapsed);
}

static void put_turn(struct holm_writer *writer, const struct holm_state *state)
{
    const char *viewer = state->viewer == HOLM_EVERYBODY   ? "everybody"
                         : state->viewer == HOLM_SPECTATOR ? "spectator"
                                                           : holm_seat_names[state->viewer];
    holm_json_put_word(writer, "viewer", viewer);
    holm_json_put_seats(writer, "asked", holm_asked(state));
    holm_json_put_number(writer, "turns", state->turns);
    put_fields(writer, state, state_fields, STATE_FIELDS);
    holm_json_key(writer, "dice");
    if (state->dice[0])
        holm_putf(writer, "[%d,%d]", state->dice[0], state->dice[1]);
    else
        holm_put(writer, "null");
    holm_json_key(writer, "robber");
    holm_put_char(writer, '"');
    holm_put_hex(writer, &state->board->topology, state->robber);
    holm_put_char(writer, '"');
}

void holm_json_state(struct holm_writer *writer, const struct holm_state *state)
{
    holm_put_char(writer, '{');
    put_turn(writer, state);
    holm_json_put_cards(writer, "bank", &state->bank);
    put_kinds(writer, "deck_kind", holm_development_names, state->deck_kind, HOLM_DEVELOPMENTS,
              state->viewer != HOLM_EVERYBODY);
    put_kinds(writer, "spent", holm_development_names, state->spent, HOLM_DEVELOPMENTS, false);
    holm_json_key(writer, "players");
    holm_put_char(writer, '[');
    for (int seat = 0; seat < state->board->seats; seat++)
        put_player(writer, state, seat);
    holm_put_char(writer, ']');
    put_pieces(writer, state);
    holm_json_key(writer, "agenda");
    holm_put_char(writer, '[');
    for (int i = 0; i < state->depth; i++)
        put_step(writer, state->board, &state->agenda[i]);
    holm_put_char(writer, ']');
    put_offers(writer, state);
    holm_put_char(writer, '}');
}

/* ---------------------------------------------------------------- reading */

/* Only the seats of this game, or nobody. */
static bool read_seat(const json_t *json, const char *key, const struct holm_board *board,
                      uint8_t *seat, struct holm_trouble *trouble)
{
    if (!holm_json_get_seat(json, key, seat, trouble))
        return false;
    return *seat < board->seats || *seat == HOLM_NONE ||
           holm_trouble(trouble, 0, "\"%s\": %s does not play here", key, holm_seat_names[*seat]);
}

static bool read_seats(const json_t *json, const char *key, const struct holm_board *board,
                       uint8_t *seats, struct holm_trouble *trouble)
{
    if (!holm_json_get_seats(json, key, seats, trouble))
        return false;
    return *seats >> board->seats == 0 ||
           holm_trouble(trouble, 0, "\"%s\" has a seat that does not play here", key);
}

static bool read_fields(const json_t *json, const struct holm_board *board, void *record,
                        const struct field *fields, int count, struct holm_trouble *trouble)
{
    for (int i = 0; i < count; i++) {
        uint8_t *value = (uint8_t *)record + fields[i].offset;
        int number = 0;
        bool flag = false, fine;
        if (fields[i].form == SEAT)
            fine = read_seat(json, fields[i].key, board, value, trouble);
        else if (fields[i].form == FLAG)
            fine = holm_json_get_flag(json, fields[i].key, &flag, trouble);
        else
            fine = holm_json_get_number(json, fields[i].key, 0, fields[i].high, &number, trouble);
        if (!fine)
            return false;
        if (fields[i].form != SEAT)
            *value = (uint8_t)(fields[i].form == FLAG ? flag : number);
    }
    return true;
}

/* No keys but those of the table and a few more. */
static bool only_fields(const json_t *json, const char *what, const struct field *fields, int count,
                        const char *const *more, struct holm_trouble *trouble)
{
    const char *keys[MEMBERS_MAX];
    int used = 0;
    for (int i = 0; i < count; i++)
        keys[used++] = fields[i].key;
    while ((keys[used] = *more++))
        used++;
    return holm_json_only(json, what, keys, trouble);
}

static bool read_ports(const json_t *json, uint8_t *ports, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "ports", 0, HOLM_PORT_KINDS, &list, trouble))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        int kind = text ? holm_word(holm_port_names, HOLM_PORT_KINDS, text) : -1;
        if (kind < 0 || *ports >> kind & 1)
            return holm_trouble(trouble, 0, "\"ports\" has no kind of port, or one twice");
        *ports |= (uint8_t)(1u << kind);
    }
    return true;
}

static bool read_developments(const json_t *json, const char *key, uint8_t *n,
                              struct holm_trouble *trouble)
{
    return holm_json_get_counts(json, key, holm_development_names, n, HOLM_DEVELOPMENTS, trouble);
}

/* `total` and `neutral` follow from the rest; complete() compares them. */
static bool read_player(const json_t *json, const struct holm_board *board, int seat,
                        struct holm_player *player, struct holm_trouble *trouble)
{
    static const char *const more[] = { "seat",   "neutral",     "total", "ports", "hand",
                                        "pledge", "development", "fresh", NULL };
    uint8_t named;
    if (!only_fields(json, "a player", player_fields, PLAYER_FIELDS, more, trouble) ||
        !read_seat(json, "seat", board, &named, trouble))
        return false;
    if (named != seat)
        return holm_trouble(trouble, 0, "the players are not in the order of their seats");
    return read_fields(json, board, player, player_fields, PLAYER_FIELDS, trouble) &&
           read_ports(json, &player->ports, trouble) &&
           holm_json_get_cards(json, "hand", &player->hand, trouble) &&
           holm_json_get_cards(json, "pledge", &player->pledge, trouble) &&
           read_developments(json, "development", player->development, trouble) &&
           read_developments(json, "fresh", player->fresh, trouble);
}

static bool read_players(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const struct holm_board *board = state->board;
    const json_t *list;
    if (!holm_json_get_list(json, "players", board->seats, board->seats, &list, trouble))
        return false;
    for (int seat = 0; seat < board->seats; seat++)
        if (!read_player(json_array_get(list, (size_t)seat), board, seat, &state->player[seat],
                         trouble))
            return false;
    return true;
}

static bool read_piece(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "seat", "piece", NULL };
    const struct holm_topology *topology = &state->board->topology;
    const char *at;
    uint8_t seat;
    int piece;
    if (!holm_json_only(json, "a piece", keys, trouble) ||
        !holm_json_get_text(json, "at", &at, trouble) ||
        !read_seat(json, "seat", state->board, &seat, trouble) ||
        !holm_json_get_word(json, "piece", holm_piece_names, HOLM_PIECES, &piece, trouble))
        return false;
    int place = piece == HOLM_ROAD ? holm_read_edge(topology, at) : holm_read_corner(topology, at);
    if (place < 0 || seat == HOLM_NONE || piece == HOLM_EMPTY)
        return holm_trouble(trouble, 0, "there can be no such piece at \"%.20s\"", at);
    uint8_t *byte = piece == HOLM_ROAD ? &state->edge[place] : &state->corner[place];
    if (*byte)
        return holm_trouble(trouble, 0, "two pieces are at \"%.20s\"", at);
    *byte = (uint8_t)(piece | seat << 4);
    return true;
}

static bool read_pieces(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "pieces", 0, HOLM_CORNERS + HOLM_EDGES, &list, trouble))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_piece(json_array_get(list, i), state, trouble))
            return false;
    return true;
}

static bool read_step_place(const json_t *json, const struct holm_board *board,
                            struct holm_step *step, struct holm_trouble *trouble)
{
    int form = step_places[step->kind];
    uint8_t seats;
    const char *at;
    if (form == NO_PLACE)
        return true;
    if (form == CORNER_PLACE) {
        if (!holm_json_get_text(json, place_keys[form], &at, trouble))
            return false;
        int corner = holm_read_corner(&board->topology, at);
        if (corner < 0)
            return holm_trouble(trouble, 0, "\"%.20s\" is no corner of this map", at);
        step->place = (uint16_t)corner;
        return true;
    }
    if (form == SEAT_PLACE ? !read_seat(json, place_keys[form], board, &seats, trouble)
                           : !read_seats(json, place_keys[form], board, &seats, trouble))
        return false;
    step->place = seats;
    return true;
}

static bool read_step(const json_t *json, const struct holm_board *board, struct holm_step *step,
                      struct holm_trouble *trouble)
{
    const char *keys[] = { "step", "seats", "n", NULL, NULL };
    int kind, n;
    if (!json_is_object(json))
        return holm_trouble(trouble, 0, "a step of the agenda is not an object");
    if (!holm_json_get_word(json, "step", holm_step_names, HOLM_STEP_KINDS, &kind, trouble))
        return false;
    if (kind == HOLM_STEP_NONE)
        return holm_trouble(trouble, 0, "a step of the agenda asks nothing");
    step->kind = (uint8_t)kind;
    keys[3] = place_keys[step_places[kind]];
    if (!holm_json_only(json, "a step of the agenda", keys, trouble) ||
        !read_seats(json, "seats", board, &step->seats, trouble) ||
        !holm_json_get_number(json, "n", 0, 127, &n, trouble))
        return false;
    step->n = (uint8_t)n;
    return read_step_place(json, board, step, trouble);
}

static bool read_agenda(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "agenda", 1, HOLM_STEPS, &list, trouble))
        return false;
    state->depth = (uint8_t)json_array_size(list);
    for (int i = 0; i < state->depth; i++)
        if (!read_step(json_array_get(list, (size_t)i), state->board, &state->agenda[i], trouble))
            return false;
    return true;
}

static bool read_offer(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "seat", "give", "take", "to", "pending", "accepted", NULL };
    uint8_t seat;
    if (!holm_json_only(json, "an offer", keys, trouble) ||
        !read_seat(json, "seat", state->board, &seat, trouble))
        return false;
    if (seat == HOLM_NONE || state->offer[seat].open)
        return holm_trouble(trouble, 0, "an offer is nobody's, or a seat has two");
    struct holm_offer *offer = &state->offer[seat];
    offer->open = 1;
    return holm_json_get_cards(json, "give", &offer->give, trouble) &&
           holm_json_get_cards(json, "take", &offer->take, trouble) &&
           read_seats(json, "to", state->board, &offer->to, trouble) &&
           read_seats(json, "pending", state->board, &offer->pending, trouble) &&
           read_seats(json, "accepted", state->board, &offer->accepted, trouble);
}

static bool read_offers(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    uint8_t lapsed = 0;
    if (!holm_json_get_list(json, "offers", 0, HOLM_SEATS, &list, trouble) ||
        !read_seats(json, "lapsed", state->board, &lapsed, trouble))
        return false;
    for (int seat = 0; seat < state->board->seats; seat++)
        state->offer[seat].lapsed = lapsed >> seat & 1;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_offer(json_array_get(list, i), state, trouble))
            return false;
    return true;
}

static bool read_dice(const json_t *json, uint8_t dice[2], struct holm_trouble *trouble)
{
    if (json_is_null(json_object_get(json, "dice")))
        return true;
    const json_t *list;
    if (!holm_json_get_list(json, "dice", 2, 2, &list, trouble))
        return false;
    for (int i = 0; i < 2; i++) {
        json_int_t face = json_integer_value(json_array_get(list, (size_t)i));
        if (face < 1 || face > 6)
            return holm_trouble(trouble, 0, "\"dice\" has a face that no die has");
        dice[i] = (uint8_t)face;
    }
    return true;
}

static bool read_turn(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const char *viewer, *robber;
    int turns, hex;
    if (!holm_json_get_text(json, "viewer", &viewer, trouble))
        return false;
    if (strcmp(viewer, "everybody"))
        return holm_trouble(trouble, 0, "this is the view of \"%.20s\", not a full state", viewer);
    if (!holm_json_get_number(json, "turns", 0, UINT16_MAX, &turns, trouble) ||
        !read_fields(json, state->board, state, state_fields, STATE_FIELDS, trouble) ||
        !read_dice(json, state->dice, trouble) ||
        !holm_json_get_text(json, "robber", &robber, trouble))
        return false;
    hex = holm_read_hex(&state->board->topology, robber);
    if (hex < 0)
        return holm_trouble(trouble, 0, "\"robber\": \"%.20s\" is no hex of this map", robber);
    state->robber = (uint8_t)hex;
    state->turns = (uint16_t)turns;
    return true;
}

/* -------------------------------------------------------------- comparing */

static bool same_fields(const void *said, const void *found, const struct field *fields, int count,
                        const char *whose, struct holm_trouble *trouble)
{
    for (int i = 0; i < count; i++) {
        int a = *((const uint8_t *)said + fields[i].offset);
        int b = *((const uint8_t *)found + fields[i].offset);
        if (a != b)
            return holm_trouble(trouble, 0, "%s: \"%s\" is said to be %d and works out as %d",
                                whose, fields[i].key, a, b);
    }
    return true;
}

static bool same_players(const struct holm_state *said, const struct holm_state *found,
                         struct holm_trouble *trouble)
{
    for (int seat = 0; seat < said->board->seats; seat++) {
        const struct holm_player *player = &said->player[seat];
        if (!same_fields(player, &found->player[seat], player_fields, PLAYER_FIELDS,
                         holm_seat_names[seat], trouble))
            return false;
        if (player->ports != found->player[seat].ports)
            return holm_trouble(trouble, 0, "%s: \"ports\" does not follow from the pieces",
                                holm_seat_names[seat]);
    }
    return true;
}

/* Members that are there for the reader's convenience. */
static bool same_conveniences(const json_t *json, const struct holm_state *state,
                              struct holm_trouble *trouble)
{
    const json_t *players = json_object_get(json, "players");
    uint8_t asked;
    if (!read_seats(json, "asked", state->board, &asked, trouble))
        return false;
    if (asked != holm_asked(state))
        return holm_trouble(trouble, 0, "\"asked\" does not follow from the agenda");
    for (int seat = 0; seat < state->board->seats; seat++) {
        const json_t *player = json_array_get(players, (size_t)seat);
        bool neutral;
        int total;
        if (!holm_json_get_flag(player, "neutral", &neutral, trouble) ||
            !holm_json_get_number(player, "total", 0, 255, &total, trouble))
            return false;
        if (total != holm_points(state, seat) || neutral != (seat >= state->board->rules.players))
            return holm_trouble(trouble, 0, "%s: \"total\" or \"neutral\" is wrong",
                                holm_seat_names[seat]);
    }
    return true;
}

/* Computes what follows from pieces and hands, and refuses a text that says otherwise. Who holds
 * an award does not follow from them: it also depends on who got there first, and on whether the
 * action that changed a route is finished. */
static bool complete(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    struct holm_state found = *state;
    holm_refresh(&found);
    holm_hold_route(&found, state->route_holder);
    holm_hold_army(&found, state->army_holder);
    found.stale = state->stale;
    if (!same_players(state, &found, trouble) ||
        !same_fields(state, &found, state_fields, STATE_FIELDS, "the state", trouble))
        return false;
    if (memcmp(state->spent, found.spent, sizeof found.spent))
        return holm_trouble(trouble, 0, "\"spent\" does not follow from the other cards");
    const char *wrong = holm_impossible(&found);
    if (wrong)
        return holm_trouble(trouble, 0, "the position is impossible: %s", wrong);
    *state = found;
    return same_conveniences(json, state, trouble);
}

bool holm_json_read_state(const json_t *json, const struct holm_board *board,
                          struct holm_state *state, struct holm_trouble *trouble)
{
    static const char *const more[] = { "viewer", "asked",     "turns",  "dice",    "robber",
                                        "bank",   "deck_kind", "spent",  "players", "pieces",
                                        "agenda", "offers",    "lapsed", NULL };
    struct holm_state made = { .board = board, .viewer = HOLM_EVERYBODY };
    if (!only_fields(json, "the state", state_fields, STATE_FIELDS, more, trouble) ||
        !read_turn(json, &made, trouble) ||
        !holm_json_get_cards(json, "bank", &made.bank, trouble) ||
        !read_developments(json, "deck_kind", made.deck_kind, trouble) ||
        !read_developments(json, "spent", made.spent, trouble) ||
        !read_players(json, &made, trouble) || !read_pieces(json, &made, trouble) ||
        !read_agenda(json, &made, trouble) || !read_offers(json, &made, trouble) ||
        !complete(json, &made, trouble))
        return false;
    *state = made;
    return true;
}

/* --------------------------------------------------------- position files */

void holm_json_position(struct holm_writer *writer, const struct holm_state *state)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "holm", POSITION_VERSION);
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &state->board->rules);
    holm_json_key(writer, "map");
    holm_json_map(writer, &state->board->map);
    holm_json_key(writer, "state");
    holm_json_state(writer, state);
    holm_put_char(writer, '}');
}

static bool read_position(const json_t *json, struct holm_board *board, struct holm_state *state,
                          struct holm_trouble *trouble)
{
    static const char *const keys[] = { "holm", "rules", "map", "state", NULL };
    struct holm_board made;
    struct holm_state found;
    struct holm_rules rules;
    struct holm_map map;
    int version;
    if (!holm_json_get_number(json, "holm", 1, 1 << 30, &version, trouble))
        return false;
    if (version > POSITION_VERSION)
        return holm_trouble(trouble, 0, "the position has version %d; %d is known", version,
                            POSITION_VERSION);
    if (!holm_json_only(json, "the position", keys, trouble) ||
        !holm_json_read_rules(json_object_get(json, "rules"), &rules, trouble) ||
        !holm_json_read_map(json_object_get(json, "map"), &map, trouble))
        return false;
    int error = holm_board_make(&made, &map, &rules);
    if (error)
        return holm_trouble(trouble, 0, "the board: %s", holm_reason(error)->text);
    if (!holm_json_read_state(json_object_get(json, "state"), &made, &found, trouble))
        return false;
    *board = made;
    *state = found;
    state->board = board;
    return true;
}

bool holm_json_read_position(const char *text, struct holm_board *board, struct holm_state *state,
                             struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(text, trouble);
    bool fine = json && read_position(json, board, state, trouble);
    json_decref(json);
    return fine;
}
