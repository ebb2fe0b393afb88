/* position_write.c: states and views as JSON, straight into the caller's buffer. */
#include "text/notation.h"
#include "text/position.h"
#include "text/shown.h"

static void put_ports(struct holm_writer *writer, unsigned ports)
{
    holm_json_key(writer, "ports");
    holm_put_char(writer, '[');
    for (int kind = 0; kind < HOLM_PORT_KINDS; kind++)
        if (holm_bit_in(ports, kind)) {
            holm_json_next(writer);
            holm_put_char(writer, '"');
            holm_put(writer, holm_port_names[kind]);
            holm_put_char(writer, '"');
        }
    holm_put_char(writer, ']');
}

static void put_player(struct holm_writer *writer, const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    bool hidden = !holm_shown_secrets(state, seat);
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_seat(writer, "seat", seat);
    holm_json_put_flag(writer, "neutral", seat >= state->board->rules.players);
    holm_fields_put(writer, player, holm_player_fields);
    holm_json_put_number(writer, "bought", player->bought);
    holm_json_put_number(writer, "total", holm_points(state, seat));
    put_ports(writer, player->ports);
    holm_position_put_kinds(writer, "hand", holm_card_names, player->hand.n, HOLM_CARDS,
                            !holm_shown_hand(state, seat));
    holm_position_put_kinds(writer, "pledge", holm_card_names, player->pledge.n, HOLM_CARDS,
                            hidden);
    holm_position_put_kinds(writer, "development", holm_development_names, player->development,
                            HOLM_DEVELOPMENTS, hidden);
    holm_position_put_kinds(writer, "fresh", holm_development_names, player->fresh,
                            HOLM_DEVELOPMENTS, hidden);
    if (holm_position_knights(state->board))
        holm_knights_put_player(writer, state, seat);
    if (holm_position_sea(state->board))
        holm_sea_put_player(writer, state, seat);
    holm_put_char(writer, '}');
}

static void put_piece(struct holm_writer *writer, const struct holm_topology *topology, int place,
                      uint8_t byte)
{
    int piece = holm_piece_kind(byte);
    holm_json_next(writer);
    holm_put(writer, "{\"at\":\"");
    if (piece == HOLM_ROAD || piece == HOLM_SHIP)
        holm_put_edge(writer, topology, place);
    else
        holm_put_corner(writer, topology, place);
    holm_put_char(writer, '"');
    holm_json_put_seat(writer, "seat", holm_piece_seat(byte));
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
        lapsed |= state->offer[seat].lapsed ? holm_bit(seat) : 0;
    }
    holm_put_char(writer, ']');
    holm_json_put_seats(writer, "lapsed", lapsed);
}

/* For each first die the second dice still to come. */
static void put_rolls(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "rolls_left");
    holm_put_char(writer, '[');
    for (int first = 1; first <= 6; first++) {
        holm_json_next(writer);
        holm_put_char(writer, '[');
        for (int second = 1; second <= 6; second++)
            if (holm_roll_is_left(state, first, second)) {
                holm_json_next(writer);
                holm_put_number(writer, second);
            }
        holm_put_char(writer, ']');
    }
    holm_put_char(writer, ']');
}

static void put_turn(struct holm_writer *writer, const struct holm_state *state)
{
    const char *viewer = state->viewer == HOLM_EVERYBODY   ? "everybody"
                         : state->viewer == HOLM_SPECTATOR ? "spectator"
                                                           : holm_seat_names[state->viewer];
    holm_json_put_word(writer, "viewer", viewer);
    holm_json_put_seats(writer, "asked", holm_asked(state));
    holm_json_put_number(writer, "turns", state->turns);
    holm_fields_put(writer, state, holm_state_fields);
    holm_json_key(writer, "dice");
    if (state->dice[0]) {
        holm_put_char(writer, '[');
        holm_put_pair(writer, state->dice[0], state->dice[1]);
        holm_put_char(writer, ']');
    } else {
        holm_put(writer, "null");
    }
    if (state->board->rules.balanced_dice)
        put_rolls(writer, state);
    holm_position_put_hex(writer, "robber", state->board, state->robber);
}

void holm_json_state(struct holm_writer *writer, const struct holm_state *state)
{
    struct holm_state_text text = { .without_pieces = false };
    holm_json_state_parts(writer, state, &text);
}

void holm_json_state_parts(struct holm_writer *writer, const struct holm_state *state,
                           struct holm_state_text *text)
{
    holm_put_char(writer, '{');
    text->part[HOLM_PART_TURN] = writer->used;
    put_turn(writer, state);
    text->part[HOLM_PART_BANK] = writer->used;
    holm_json_put_cards(writer, "bank", &state->bank);
    holm_position_put_kinds(writer, "deck_kind", holm_development_names, state->deck_kind,
                            HOLM_DEVELOPMENTS, !holm_shown_decks(state));
    holm_position_put_kinds(writer, "spent", holm_development_names, state->spent,
                            HOLM_DEVELOPMENTS, false);
    text->part[HOLM_PART_PLAYERS] = writer->used;
    holm_json_key(writer, "players");
    holm_put_char(writer, '[');
    for (int seat = 0; seat < state->board->seats; seat++) {
        text->player[seat] = writer->used;
        put_player(writer, state, seat);
    }
    text->player[state->board->seats] = writer->used;
    holm_put_char(writer, ']');
    text->part[HOLM_PART_PIECES] = writer->used;
    if (!text->without_pieces)
        put_pieces(writer, state);
    text->part[HOLM_PART_REST] = writer->used;
    holm_json_key(writer, "agenda");
    holm_put_char(writer, '[');
    for (int i = 0; i < state->depth; i++)
        holm_step_put(writer, state, &state->agenda[i]);
    holm_put_char(writer, ']');
    put_offers(writer, state);
    if (holm_position_knights(state->board))
        holm_knights_put_state(writer, state);
    if (holm_position_sea(state->board))
        holm_sea_put_state(writer, state);
    text->part[HOLM_STATE_PARTS] = writer->used;
    holm_put_char(writer, '}');
}
