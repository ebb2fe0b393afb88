/* board.c: the facts of `expect` about the board: hexes, discs, harbours, and the pieces. */
#include <string.h>

#include "runner/run.h"

static void put_piece(struct holm_writer *writer, uint8_t byte)
{
    holm_put_char(writer, ' ');
    if (byte)
        holm_putf(writer, "%s ", holm_seat_names[holm_piece_seat(byte)]);
    holm_put(writer, holm_piece_names[holm_piece_kind(byte)]);
}

/* A name such as 0,1NE can mean a corner or an edge: the piece tells, and `empty` means both. */
static enum holm_verdict fact_piece(struct holm_fact *fact)
{
    const struct holm_topology *topology = &fact->seen->board->topology;
    int corner = holm_read_corner(topology, fact->words->word);
    int edge = holm_read_edge(topology, fact->words->word);
    uint8_t on_corner = corner < 0 ? 0 : fact->seen->corner[corner];
    uint8_t on_edge = edge < 0 ? 0 : fact->seen->edge[edge];
    if (corner < 0 && edge < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a corner or an edge"));
    holm_words_next(fact->words);
    if (holm_words_skip(fact->words, "empty")) {
        put_piece(&fact->found, on_corner ? on_corner : on_edge);
        return holm_verdict(!on_corner && !on_edge);
    }
    int seat = holm_run_seat(fact->run, fact->words);
    if (seat < 0)
        return HOLM_UNCLEAR;
    int piece = holm_word(holm_piece_names, HOLM_PIECES, fact->words->word);
    bool segment = piece == HOLM_ROAD || piece == HOLM_SHIP;
    if (piece <= HOLM_EMPTY || (segment ? edge : corner) < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a piece for this place"));
    holm_words_next(fact->words);
    uint8_t found = segment ? on_edge : on_corner;
    put_piece(&fact->found, found);
    return holm_verdict(found == holm_piece_byte(piece, seat));
}

enum holm_verdict holm_fact_stands(struct holm_fact *fact, int found, const char *nowhere)
{
    int hex =
        holm_words_skip(fact->words, nowhere) ? HOLM_NONE : holm_run_hex(fact->run, fact->words);
    holm_put_char(&fact->found, ' ');
    if (found == HOLM_NONE)
        holm_put(&fact->found, nowhere);
    else
        holm_put_hex(&fact->found, &fact->seen->board->topology, found);
    return hex < 0 ? HOLM_UNCLEAR : holm_verdict(hex == found);
}

static enum holm_verdict fact_robber(struct holm_fact *fact)
{
    return holm_fact_stands(fact, fact->seen->robber, "nowhere");
}

static enum holm_verdict fact_terrain(struct holm_fact *fact)
{
    int hex = holm_run_hex(fact->run, fact->words);
    if (hex < 0)
        return HOLM_UNCLEAR;
    int terrain = holm_word(holm_terrain_names, HOLM_TERRAINS, fact->words->word);
    int found = fact->seen->terrain[hex];
    if (terrain < 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a terrain"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", holm_terrain_names[found]);
    return holm_verdict(terrain == found);
}

static enum holm_verdict fact_disc(struct holm_fact *fact)
{
    int hex = holm_run_hex(fact->run, fact->words);
    if (hex < 0)
        return HOLM_UNCLEAR;
    int found = fact->seen->disc[hex];
    if (!holm_words_skip(fact->words, "none"))
        return holm_fact_number(fact, found);
    holm_putf(&fact->found, " %d", found);
    return holm_verdict(found == 0);
}

static enum holm_verdict fact_port(struct holm_fact *fact)
{
    const struct holm_board *board = fact->seen->board;
    int edge = holm_run_edge(fact->run, fact->words), found = -1;
    if (edge < 0)
        return HOLM_UNCLEAR;
    for (int i = 0; i < board->map.ports && !board->map.place_ports; i++) {
        const struct holm_port *port = &board->map.port[i];
        if (board->topology.hex_edge[port->hex][port->side] == edge)
            found = port->kind;
    }
    for (int i = 0; i < fact->seen->placed_ports; i++)
        if (fact->seen->port_edge[i] == edge)
            found = fact->seen->port_kind[i];
    int kind = holm_word(holm_port_names, HOLM_PORT_KINDS, fact->words->word);
    if (kind < 0 && strcmp(fact->words->word, "none") != 0)
        return holm_unclear(holm_run_not(fact->run, fact->words->word, "a kind of port"));
    holm_words_next(fact->words);
    holm_putf(&fact->found, " %s", found < 0 ? "none" : holm_port_names[found]);
    return holm_verdict(kind == found);
}

static enum holm_verdict fact_corners(struct holm_fact *fact)
{
    return holm_fact_number(fact, fact->seen->board->topology.corners);
}

static enum holm_verdict fact_edges(struct holm_fact *fact)
{
    return holm_fact_number(fact, fact->seen->board->topology.edges);
}

static bool is_red(int disc)
{
    return disc == 6 || disc == 8; /* VOC-NUM-1 */
}

static enum holm_verdict fact_reds_apart(struct holm_fact *fact)
{
    const struct holm_board *board = fact->seen->board;
    for (int hex = 0; hex < board->map.hexes; hex++)
        for (int side = 0; side < 6 && is_red(fact->seen->disc[hex]); side++) {
            int next = board->topology.hex_neighbour[hex][side];
            if (next == HOLM_NONE || !is_red(fact->seen->disc[next]))
                continue;
            holm_put(&fact->found, " reds on ");
            holm_put_hex(&fact->found, &board->topology, hex);
            holm_put(&fact->found, " and ");
            holm_put_hex(&fact->found, &board->topology, next);
            return HOLM_FALSE;
        }
    return HOLM_TRUE;
}

const struct holm_fact_row holm_board_facts[] = {
    { "corners", fact_corners }, { "disc", fact_disc },       { "edges", fact_edges },
    { "piece", fact_piece },     { "port", fact_port },       { "reds-apart", fact_reds_apart },
    { "robber", fact_robber },   { "terrain", fact_terrain }, { 0 },
};
