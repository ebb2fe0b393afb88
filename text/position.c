/* position.c: reading states, and position files.
 *
 * A state that is read must be possible: everything that follows from the pieces and the hands is
 * computed anew and compared with what the text says; holm_impossible() decides on the rest. */
#include "text/position.h"

#include <string.h>

#include "text/notation.h"

enum { POSITION_VERSION = 1 };

/* ----------------------------------------------------------- players, pieces */

static bool read_ports(const json_t *json, uint8_t *ports, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_value_member(json, "ports"))
        return true;
    if (!holm_json_get_list(json, "ports", 0, HOLM_PORT_KINDS, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const char *text = holm_value_text(holm_value_item(list, i));
        int kind = text ? holm_word(holm_port_names, HOLM_PORT_KINDS, text) : -1;
        if (kind < 0 || holm_bit_in(*ports, kind))
            return holm_trouble(trouble, 0, "\"ports\" has no kind of port, or one twice");
        *ports |= (uint8_t)holm_bit(kind);
    }
    return true;
}

static bool read_developments(const json_t *json, const char *key, uint8_t *n,
                              struct holm_trouble *trouble)
{
    return holm_position_kinds(json, key, holm_development_names, n, HOLM_DEVELOPMENTS, trouble);
}

static bool only_player(const json_t *json, const struct holm_board *board,
                        struct holm_trouble *trouble)
{
    static const char *const more[] = { "seat", "neutral", "bought",      "total", "ports",
                                        "hand", "pledge",  "development", "fresh", NULL };
    struct holm_keys keys = { 0 };
    holm_keys_add(&keys, more);
    holm_keys_add_fields(&keys, holm_player_fields);
    if (holm_position_knights(board)) {
        holm_keys_add(&keys, holm_knights_player_keys);
        holm_keys_add_fields(&keys, holm_knights_player_fields);
    }
    if (holm_position_sea(board)) {
        holm_keys_add(&keys, holm_sea_player_keys);
        holm_keys_add_fields(&keys, holm_sea_player_fields);
    }
    return holm_json_only(json, "a player", keys.at, trouble);
}

/* Cards bought this turn; older positions leave it to the cards themselves. */
static bool read_bought(const json_t *json, struct holm_player *player,
                        struct holm_trouble *trouble)
{
    int bought = 0;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++)
        bought += player->fresh[kind];
    if (holm_value_member(json, "bought") &&
        !holm_json_get_number(json, "bought", 0, 127, &bought, trouble))
        return false;
    player->bought = (uint8_t)bought;
    return true;
}

/* Elsewhere the number of cards chosen follows from them. */
static bool read_knights_player(const json_t *json, const struct holm_board *board,
                                struct holm_player *player, struct holm_trouble *trouble)
{
    if (holm_position_knights(board))
        return holm_knights_read_player(json, board, player, trouble);
    for (int card = 0; card < HOLM_CARDS; card++)
        player->pledged = (uint8_t)(player->pledged + player->pledge.n[card]);
    return true;
}

/* `total` and `neutral` follow from the rest; complete() compares them. */
static bool read_player(const json_t *json, const struct holm_board *board, int seat,
                        struct holm_player *player, struct holm_trouble *trouble)
{
    uint8_t named;
    if (!only_player(json, board, trouble) ||
        !holm_position_seat(json, "seat", board, &named, trouble))
        return false;
    if (named != seat)
        return holm_trouble(trouble, 0, "the players are not in the order of their seats");
    return holm_fields_read(json, board, player, holm_player_fields, trouble) &&
           read_ports(json, &player->ports, trouble) &&
           holm_position_kinds(json, "hand", holm_card_names, player->hand.n, HOLM_CARDS,
                               trouble) &&
           holm_position_kinds(json, "pledge", holm_card_names, player->pledge.n, HOLM_CARDS,
                               trouble) &&
           read_developments(json, "development", player->development, trouble) &&
           read_developments(json, "fresh", player->fresh, trouble) &&
           read_bought(json, player, trouble) &&
           read_knights_player(json, board, player, trouble) &&
           (!holm_position_sea(board) || holm_sea_read_player(json, board, player, trouble));
}

static bool read_players(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const struct holm_board *board = state->board;
    const json_t *list;
    if (!holm_json_get_list(json, "players", board->seats, board->seats, &list, trouble))
        return false;
    for (int seat = 0; seat < board->seats; seat++)
        if (!read_player(holm_value_item(list, (size_t)seat), board, seat, &state->player[seat],
                         trouble))
            return false;
    return true;
}

/* Whether this game has such a piece, and as a piece: walls are a set of corners. */
static bool has_piece(const struct holm_board *board, enum holm_piece piece)
{
    switch (piece) {
    case HOLM_SETTLEMENT:
    case HOLM_CITY:
    case HOLM_ROAD:
        return true;
    case HOLM_REDUCED:
    case HOLM_METROPOLIS:
    case HOLM_BASIC:
    case HOLM_STRONG:
    case HOLM_MIGHTY:
        return holm_position_knights(board);
    case HOLM_SHIP:
        return holm_position_sea(board);
    case HOLM_EMPTY:
    case HOLM_WALL:
    case HOLM_PIECES:
        break;
    }
    return false;
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
        !holm_position_seat(json, "seat", state->board, &seat, trouble) ||
        !holm_json_get_word(json, "piece", holm_piece_names, HOLM_PIECES, &piece, trouble))
        return false;
    bool on_edge = piece == HOLM_ROAD || piece == HOLM_SHIP;
    int place = on_edge ? holm_read_edge(topology, at) : holm_read_corner(topology, at);
    if (place < 0 || seat == HOLM_NONE || !has_piece(state->board, (enum holm_piece)piece))
        return holm_trouble(trouble, 0, "there can be no such piece at \"%.20s\"", at);
    uint8_t *byte = on_edge ? &state->edge[place] : &state->corner[place];
    if (*byte)
        return holm_trouble(trouble, 0, "two pieces are at \"%.20s\"", at);
    *byte = holm_piece_byte(piece, seat);
    return true;
}

static bool read_pieces(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "pieces", 0, HOLM_CORNERS + HOLM_EDGES, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++)
        if (!read_piece(holm_value_item(list, i), state, trouble))
            return false;
    return true;
}

static bool read_agenda(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "agenda", 1, HOLM_STEPS, &list, trouble))
        return false;
    state->depth = (uint8_t)holm_value_count(list);
    for (int i = 0; i < state->depth; i++)
        if (!holm_step_read(holm_value_item(list, (size_t)i), state->board, &state->agenda[i],
                            trouble))
            return false;
    return true;
}

static bool read_offer(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "seat", "give", "take", "to", "pending", "accepted", NULL };
    uint8_t seat;
    if (!holm_json_only(json, "an offer", keys, trouble) ||
        !holm_position_seat(json, "seat", state->board, &seat, trouble))
        return false;
    if (seat == HOLM_NONE || state->offer[seat].open)
        return holm_trouble(trouble, 0, "an offer is nobody's, or a seat has two");
    struct holm_offer *offer = &state->offer[seat];
    offer->open = 1;
    return holm_json_get_cards(json, "give", &offer->give, trouble) &&
           holm_json_get_cards(json, "take", &offer->take, trouble) &&
           holm_position_seats(json, "to", state->board, &offer->to, trouble) &&
           holm_position_seats(json, "pending", state->board, &offer->pending, trouble) &&
           holm_position_seats(json, "accepted", state->board, &offer->accepted, trouble);
}

static bool read_offers(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    uint8_t lapsed = 0;
    if (!holm_json_get_list(json, "offers", 0, HOLM_SEATS, &list, trouble) ||
        !holm_position_seats(json, "lapsed", state->board, &lapsed, trouble))
        return false;
    for (int seat = 0; seat < state->board->seats; seat++)
        state->offer[seat].lapsed = holm_bit_in(lapsed, seat);
    for (size_t i = 0; i < holm_value_count(list); i++)
        if (!read_offer(holm_value_item(list, i), state, trouble))
            return false;
    return true;
}

/* The second dice still to come after one first die. */
static bool read_seconds(const json_t *list, uint8_t *left, struct holm_trouble *trouble)
{
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const json_t *value = holm_value_item(list, i);
        const long long face = holm_value_number(value);
        if (!holm_value_is_number(value) || face < 1 || face > 6 ||
            holm_bit_in(*left, (int)face - 1))
            return holm_trouble(trouble, 0, "\"rolls_left\" has something twice, or no die");
        *left |= (uint8_t)holm_bit((int)face - 1);
    }
    return holm_value_is_list(list) ||
           holm_trouble(trouble, 0, "\"rolls_left\" is no list of lists");
}

/* BASE-PROD-10 */
static bool read_rolls(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!state->board->rules.balanced_dice)
        return true;
    if (!holm_json_get_list(json, "rolls_left", 6, 6, &list, trouble))
        return false;
    for (size_t first = 0; first < 6; first++)
        if (!read_seconds(holm_value_item(list, first), &state->rolls_left[first], trouble))
            return false;
    return true;
}

static bool read_turn(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const char *viewer;
    int turns;
    if (!holm_json_get_text(json, "viewer", &viewer, trouble))
        return false;
    const int seat = holm_word(holm_seat_names, state->board->rules.players, viewer);
    state->viewer = (uint8_t)(seat >= 0                      ? seat
                              : !strcmp(viewer, "everybody") ? HOLM_EVERYBODY
                                                             : HOLM_SPECTATOR);
    if (!holm_json_get_number(json, "turns", 0, UINT16_MAX, &turns, trouble) ||
        !holm_fields_read(json, state->board, state, holm_state_fields, trouble) ||
        !holm_position_hex(json, "robber", state->board, &state->robber, trouble) ||
        !read_rolls(json, state, trouble))
        return false;
    state->turns = (uint16_t)turns;
    return holm_value_is_null(holm_value_member(json, "dice")) ||
           holm_json_get_dice(json, "dice", state->dice, trouble);
}

/* -------------------------------------------------------------- comparing */

static bool same_players(const struct holm_state *said, const struct holm_state *found,
                         struct holm_trouble *trouble)
{
    for (int seat = 0; seat < said->board->seats; seat++) {
        const struct holm_player *player = &said->player[seat];
        if (!holm_fields_same(player, &found->player[seat], holm_player_fields,
                              holm_seat_names[seat], trouble) ||
            !holm_fields_same(player, &found->player[seat], holm_knights_player_fields,
                              holm_seat_names[seat], trouble) ||
            (holm_position_sea(said->board) &&
             !holm_fields_same(player, &found->player[seat], holm_sea_player_fields,
                               holm_seat_names[seat], trouble)))
            return false;
        if (memcmp(player->knights, found->player[seat].knights, sizeof player->knights))
            return holm_trouble(trouble, 0, "%s: \"knights\" does not follow from the pieces",
                                holm_seat_names[seat]);
        if (player->ports != found->player[seat].ports)
            return holm_trouble(trouble, 0, "%s: \"ports\" does not follow from the pieces",
                                holm_seat_names[seat]);
        if (player->bought != found->player[seat].bought)
            return holm_trouble(trouble, 0, "%s: \"bought\" does not follow from the cards",
                                holm_seat_names[seat]);
    }
    return true;
}

/* Members that are there for the reader's convenience. */
bool holm_position_conveniences(const json_t *json, const struct holm_state *state,
                                struct holm_trouble *trouble)
{
    const json_t *players = holm_value_member(json, "players");
    uint8_t asked = (uint8_t)holm_asked(state);
    if (holm_value_member(json, "asked") &&
        !holm_position_seats(json, "asked", state->board, &asked, trouble))
        return false;
    if (asked != holm_asked(state))
        return holm_trouble(trouble, 0, "\"asked\" does not follow from the agenda");
    for (int seat = 0; seat < state->board->seats; seat++) {
        const json_t *player = holm_value_item(players, (size_t)seat);
        bool neutral = seat >= state->board->rules.players;
        int total = holm_points(state, seat);
        if ((holm_value_member(player, "neutral") &&
             !holm_json_get_flag(player, "neutral", &neutral, trouble)) ||
            (holm_value_member(player, "total") &&
             !holm_json_get_number(player, "total", 0, 255, &total, trouble)))
            return false;
        if (total != holm_points(state, seat) || neutral != (seat >= state->board->rules.players))
            return holm_trouble(trouble, 0, "%s: \"total\" or \"neutral\" is wrong",
                                holm_seat_names[seat]);
    }
    return true;
}

/* Who holds an award does not follow from the pieces: it also depends on who got there first, and on
 * whether the action that changed a route is finished. */
struct holm_state holm_position_refreshed(const struct holm_state *said)
{
    struct holm_state found = *said;
    holm_refresh(&found);
    holm_hold_route(&found, said->route_holder);
    holm_hold_army(&found, said->army_holder);
    found.stale = said->stale;
    const struct holm_step *step = holm_step(&found);
    if (step->kind == HOLM_STEP_RETREAT) /* a knight on its way is in no supply */
        found.player[step->data[0]].knights[step->n - 1]--;
    return found;
}

bool holm_position_same(const struct holm_state *said, const struct holm_state *found,
                        struct holm_trouble *trouble)
{
    if (!same_players(said, found, trouble) ||
        !holm_fields_same(said, found, holm_state_fields, "the state", trouble))
        return false;
    if (memcmp(said->spent, found->spent, sizeof found->spent))
        return holm_trouble(trouble, 0, "\"spent\" does not follow from the other cards");
    return true;
}

static void fill_player(const json_t *json, const struct holm_player *found,
                        struct holm_player *said)
{
    holm_fields_fill(json, holm_player_fields, found, said);
    holm_fields_fill(json, holm_knights_player_fields, found, said);
    holm_fields_fill(json, holm_sea_player_fields, found, said);
    if (!holm_value_member(json, "ports"))
        said->ports = found->ports;
}

/* What was left out because it follows from the rest: first who holds the awards, for their points. */
static void fill_in(const json_t *json, struct holm_state *state)
{
    const json_t *players = holm_value_member(json, "players");
    struct holm_state found = *state;
    holm_refresh(&found);
    holm_fields_fill(json, holm_state_fields, &found, state);
    if (!holm_value_member(json, "spent"))
        memcpy(state->spent, found.spent, sizeof found.spent);
    found = holm_position_refreshed(state);
    for (int seat = 0; seat < state->board->seats; seat++)
        fill_player(holm_value_item(players, (size_t)seat), &found.player[seat],
                    &state->player[seat]);
}

/* Refuses a text that says otherwise than what follows, and positions that cannot be. */
static bool complete(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    fill_in(json, state);
    const struct holm_state found = holm_position_refreshed(state);
    if (!holm_position_same(state, &found, trouble))
        return false;
    const char *wrong = holm_impossible(&found);
    if (wrong)
        return holm_trouble(trouble, 0, "the position is impossible: %s", wrong);
    *state = found;
    return holm_position_conveniences(json, state, trouble);
}

static bool only_state(const json_t *json, const struct holm_board *board,
                       struct holm_trouble *trouble)
{
    static const char *const more[] = { "viewer", "asked",     "turns",  "dice",    "robber",
                                        "bank",   "deck_kind", "spent",  "players", "pieces",
                                        "agenda", "offers",    "lapsed", NULL };
    struct holm_keys keys = { 0 };
    static const char *const dice[] = { "rolls_left", NULL };
    holm_keys_add(&keys, more);
    if (board->rules.balanced_dice)
        holm_keys_add(&keys, dice);
    holm_keys_add_fields(&keys, holm_state_fields);
    if (holm_position_knights(board)) {
        holm_keys_add(&keys, holm_knights_state_keys);
        holm_keys_add_fields(&keys, holm_knights_state_fields);
    }
    if (holm_position_sea(board)) {
        holm_keys_add(&keys, holm_sea_state_keys);
        holm_keys_add_fields(&keys, holm_sea_state_fields);
    }
    return holm_json_only(json, "the state", keys.at, trouble);
}

/* What a base game never has and never says, and what others change. */
static void without_extensions(struct holm_state *state)
{
    state->merchant = state->merchant_owner = HOLM_NONE;
    memset(state->metropolis, HOLM_NONE, sizeof state->metropolis);
    memcpy(state->disc, state->board->map.disc, sizeof state->disc);
    state->barbarians = state->board->rules.barbarian_start;
    state->pirate = HOLM_NONE;
    memcpy(state->terrain, state->board->map.terrain, sizeof state->terrain);
    state->land = state->board->land;
    state->land_edges = state->board->land_edges;
    state->sea_edges = state->board->sea_edges;
}

bool holm_position_members(const json_t *json, const struct holm_board *board,
                           struct holm_state *state, struct holm_trouble *trouble)
{
    *state = (struct holm_state){ .board = board };
    without_extensions(state);
    return only_state(json, board, trouble) && read_turn(json, state, trouble) &&
           holm_json_get_cards(json, "bank", &state->bank, trouble) &&
           read_developments(json, "deck_kind", state->deck_kind, trouble) &&
           (!holm_value_member(json, "spent") ||
            read_developments(json, "spent", state->spent, trouble)) &&
           read_players(json, state, trouble) && read_pieces(json, state, trouble) &&
           read_agenda(json, state, trouble) && read_offers(json, state, trouble) &&
           (!holm_position_knights(board) || holm_knights_read_state(json, state, trouble)) &&
           (!holm_position_sea(board) || holm_sea_read_state(json, state, trouble));
}

static bool has_null(const json_t *object, const char *const *keys, struct holm_trouble *trouble)
{
    for (; *keys; keys++)
        if (holm_value_is_null(holm_value_member(object, *keys)))
            return !holm_trouble(trouble, 0, "\"%s\" is hidden, and this is no view", *keys);
    return false;
}

/* Whether something is hidden in what should be a full state. */
static bool hides(const json_t *json, const struct holm_state *state, struct holm_trouble *trouble)
{
    static const char *const of_state[] = { "deck_kind", "pool", NULL };
    static const char *const of_player[] = { "hand",     "pledge", "development", "fresh",
                                             "progress", "breach", "yields",      NULL };
    static const char *const of_step[] = { "card", NULL };
    const json_t *players = holm_value_member(json, "players");
    const json_t *agenda = holm_value_member(json, "agenda");
    for (size_t i = 0; i < holm_value_count(players); i++)
        if (has_null(holm_value_item(players, i), of_player, trouble))
            return true;
    for (size_t i = 0; i < holm_value_count(agenda); i++)
        if (has_null(holm_value_item(agenda, i), of_step, trouble))
            return true;
    for (int i = 0; i < HOLM_TRACKS * HOLM_UNDER_MAX; i++)
        if (state->under[i / HOLM_UNDER_MAX][i % HOLM_UNDER_MAX] == HOLM_HIDDEN_CARD)
            return !holm_trouble(trouble, 0, "a card under a deck is hidden, and this is no view");
    return has_null(json, of_state, trouble);
}

bool holm_json_read_state(const json_t *json, const struct holm_board *board,
                          struct holm_state *state, struct holm_trouble *trouble)
{
    struct holm_state made;
    if (!holm_position_members(json, board, &made, trouble))
        return false;
    if (made.viewer != HOLM_EVERYBODY)
        return holm_trouble(trouble, 0, "this is the view of \"%.20s\", not a full state",
                            holm_value_text(holm_value_member(json, "viewer")));
    if (hides(json, &made, trouble) || !complete(json, &made, trouble))
        return false;
    *state = made;
    return true;
}

/* --------------------------------------------------------- position files */

void holm_json_position(struct holm_writer *writer, const struct holm_state *state)
{
    const struct holm_known known = { .viewer = HOLM_EVERYBODY };
    holm_json_position_known(writer, state, &known);
}

void holm_json_position_known(struct holm_writer *writer, const struct holm_state *state,
                              const struct holm_known *known)
{
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "holm", POSITION_VERSION);
    holm_json_key(writer, "rules");
    holm_json_rules(writer, &state->board->rules);
    holm_json_key(writer, "map");
    holm_json_map(writer, &state->board->map);
    holm_json_key(writer, "state");
    holm_json_state(writer, state);
    holm_position_put_known(writer, state->board, known);
    holm_put_char(writer, '}');
}

bool holm_position_board(const json_t *json, struct holm_board *board, struct holm_trouble *trouble)
{
    struct holm_rules rules;
    struct holm_map map;
    if (!holm_json_read_rules(holm_value_member(json, "rules"), &rules, trouble) ||
        !holm_json_read_map(holm_value_member(json, "map"), &map, trouble))
        return false;
    const int error = holm_board_make(board, &map, &rules);
    return !error || holm_trouble(trouble, 0, "the board: %s", holm_reason(error)->text);
}

static bool read_position(const json_t *json, struct holm_board *board, struct holm_state *state,
                          struct holm_known *known, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "holm", "rules", "map", "state", "known", NULL };
    struct holm_board made;
    struct holm_state found;
    int version;
    if (!holm_json_get_number(json, "holm", 1, 1 << 30, &version, trouble))
        return false;
    if (version > POSITION_VERSION)
        return holm_trouble(trouble, 0, "the position has version %d; %d is known", version,
                            POSITION_VERSION);
    if (!holm_json_only(json, "the position", keys, trouble) ||
        !holm_position_board(json, &made, trouble) ||
        !holm_json_read_state(holm_value_member(json, "state"), &made, &found, trouble) ||
        !holm_position_known(holm_value_member(json, "known"), &found, known, trouble))
        return false;
    *board = made;
    *state = found;
    state->board = board;
    return true;
}

bool holm_json_read_position(const char *text, struct holm_board *board, struct holm_state *state,
                             struct holm_trouble *trouble)
{
    struct holm_known known;
    return holm_json_read_position_known(text, board, state, &known, trouble);
}

bool holm_json_read_position_known(const char *text, struct holm_board *board,
                                   struct holm_state *state, struct holm_known *known,
                                   struct holm_trouble *trouble)
{
    json_t *json = holm_json_load(text, trouble);
    bool fine = json && read_position(json, board, state, known, trouble);
    holm_value_free(json);
    return fine;
}
