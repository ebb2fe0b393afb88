/* board_svg_pieces.c: what stands on the board, drawn. */
#include "cli/svg.h"
#include "cli/words.h"
#include "text/notation.h"

/* ORDER: the seats */
static const struct {
    const char *fill, *line;
} seats[HOLM_SEATS] = {
    { "#d62828", "#5c0f0f" }, { "#2563c9", "#0d2a5c" }, { "#fafafa", "#333333" },
    { "#f08a1d", "#6b3a05" }, { "#2e9e4f", "#0e4520" }, { "#7a4a24", "#33200f" },
    { "#8b3fc4", "#3b1657" }, { "#2b2b2b", "#c9c9c9" },
};

/* ---------------------------------------------------------- on the hexes */

static void put_robber(const struct svg_picture *picture)
{
    const struct holm_topology *topology = &picture->state->board->topology;
    if (picture->state->robber >= topology->hexes)
        return;
    struct svg_point at = svg_hex_centre(topology, picture->state->robber);
    if (picture->state->disc[picture->state->robber])
        at.x += 30;
    fprintf(picture->out,
            "<g transform='translate(%.1f %.1f)' fill='#26262b' stroke='#f2f2f2' "
            "stroke-width='1.5'><title>robber</title><path d='M-11 20q0-26 11-26t11 26z'/>"
            "<circle cx='0' cy='-12' r='8'/></g>\n",
            at.x, at.y);
}

/* A cone with the owner's colour, to the left of the disc. */
static void put_merchant(const struct svg_picture *picture)
{
    const struct holm_state *state = picture->state;
    if (state->merchant >= state->board->topology.hexes || state->merchant_owner >= HOLM_SEATS)
        return;
    const struct svg_point at = svg_hex_centre(&state->board->topology, state->merchant);
    fprintf(picture->out,
            "<g transform='translate(%.1f %.1f)' stroke='%s' stroke-width='1.8' "
            "stroke-linejoin='round'><title>merchant of %s</title>"
            "<path d='M-12 18L0-14L12 18z' fill='%s'/><circle cx='0' cy='-14' r='6' "
            "fill='#f3e3b3'/></g>\n",
            at.x - 32, at.y, seats[state->merchant_owner].line,
            holm_seat_names[state->merchant_owner], seats[state->merchant_owner].fill);
}

/* ------------------------------------------------------------------- roads */

static void put_road(const struct svg_picture *picture, int edge)
{
    const struct holm_topology *topology = &picture->state->board->topology;
    const int seat = holm_piece_seat(picture->state->edge[edge]);
    const struct svg_point a = svg_corner_point(topology, topology->edge_corner[edge][0]);
    const struct svg_point b = svg_corner_point(topology, topology->edge_corner[edge][1]);
    const struct svg_point from = { a.x + 0.2 * (b.x - a.x), a.y + 0.2 * (b.y - a.y) };
    const struct svg_point to = { b.x + 0.2 * (a.x - b.x), b.y + 0.2 * (a.y - b.y) };
    for (int layer = 0; layer < 2; layer++)
        fprintf(picture->out,
                "<path d='M%.1f %.1fL%.1f %.1f' stroke='%s' stroke-width='%d' "
                "stroke-linecap='round'/>\n",
                from.x, from.y, to.x, to.y, layer ? seats[seat].fill : seats[seat].line,
                layer ? 8 : 12);
}

/* ------------------------------------------------------ buildings, knights */

/* The colours of the tracks: trade yellow, politics blue, science green. */
static const char *const track_colours[HOLM_TRACKS] = { "#f2c230", "#3f7fd6", "#3fa65a" };

/* Two dark towers with a wall between them, under the city. */
static void put_wall(const struct svg_picture *picture, struct svg_point at, int seat)
{
    fprintf(
        picture->out,
        "<path transform='translate(%.1f %.1f)' d='M-25 18V7h7v4h36V7h7v11z' fill='#9a9389' "
        "stroke='%s' stroke-width='1.8' stroke-linejoin='round'><title>%s wall</title></path>\n",
        at.x, at.y, seats[seat].line, holm_seat_names[seat]);
}

/* Over the city it belongs to: a dome in the colour of its track. */
static void put_metropolis(const struct svg_picture *picture, struct svg_point at, int corner)
{
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (picture->state->metropolis[track] == corner)
            fprintf(picture->out,
                    "<g transform='translate(%.1f %.1f)' fill='%s' stroke='#2b2417' "
                    "stroke-width='1.8' stroke-linejoin='round'><title>metropolis of %s</title>"
                    "<path d='M-17-2q0-15 8-15t8 15z'/><path d='M-9-17v-9'/>"
                    "<circle cx='-9' cy='-27' r='3'/></g>\n",
                    at.x, at.y, track_colours[track], holm_track_names[track]);
}

static void put_building(const struct svg_picture *picture, int corner)
{
    static const char *const shapes[HOLM_PIECES] = {
        [HOLM_SETTLEMENT] = "M-11 12V-3L0-14L11-3V12z",
        [HOLM_CITY] = "M-18 13V-2H-2V-11L7-20L16-11V13z",
        [HOLM_METROPOLIS] = "M-18 13V-2H-2V-11L7-20L16-11V13z",
        [HOLM_REDUCED] = "M-18 13V-2H-2V-11L7-20L16-11V13z", /* turned */
    };
    const uint8_t byte = picture->state->corner[corner];
    const int seat = holm_piece_seat(byte), piece = holm_piece_kind(byte);
    const struct svg_point at = svg_corner_point(&picture->state->board->topology, corner);
    if (holm_corner_in(&picture->state->walls, corner))
        put_wall(picture, at, seat);
    fprintf(picture->out,
            "<path transform='translate(%.1f %.1f)%s' d='%s' fill='%s' stroke='%s' "
            "stroke-width='2.2' stroke-linejoin='round'><title>%s %s</title></path>\n",
            at.x, at.y, piece == HOLM_REDUCED ? " rotate(90)" : "", shapes[piece], seats[seat].fill,
            seats[seat].line, holm_seat_names[seat], cli_piece_words[piece]);
    if (piece == HOLM_METROPOLIS)
        put_metropolis(picture, at, corner);
}

/* A shield with a bar for each rank; one that rests is pale and has a dashed rim. */
static void put_knight(const struct svg_picture *picture, int corner)
{
    const uint8_t byte = picture->state->corner[corner];
    const int seat = holm_piece_seat(byte), rank = holm_knight_rank(byte);
    const bool active = holm_corner_in(&picture->state->active_knights, corner);
    const struct svg_point at = svg_corner_point(&picture->state->board->topology, corner);
    fprintf(picture->out,
            "<g transform='translate(%.1f %.1f)'><title>%s %s, %s</title>"
            "<path d='M-13-14h26v12q0 13-13 19q-13-6-13-19z' fill='%s' fill-opacity='%s' "
            "stroke='%s' stroke-width='2.4' stroke-linejoin='round'%s/>\n",
            at.x, at.y, holm_seat_names[seat], cli_piece_words[holm_piece_kind(byte)],
            active ? "active" : "resting", seats[seat].fill, active ? "1" : "0.7",
            active ? "#f7d84a" : seats[seat].line, active ? "" : " stroke-dasharray='3 2'");
    for (int i = 0; i < rank; i++)
        fprintf(picture->out,
                "<path d='M-7 %dl7-4l7 4' stroke='%s' stroke-width='2.6' fill='none'/>\n",
                -5 + 6 * i, seats[seat].line);
    fputs("</g>\n", picture->out);
}

void svg_put_pieces(const struct svg_picture *picture)
{
    const struct holm_state *state = picture->state;
    const struct holm_topology *topology = &state->board->topology;
    put_robber(picture);
    put_merchant(picture);
    if (state->board->rules.ships)
        svg_put_sea(picture);
    for (int edge = 0; edge < topology->edges; edge++)
        if (holm_piece_kind(state->edge[edge]) == HOLM_SHIP)
            svg_put_ship(picture, edge, seats[holm_piece_seat(state->edge[edge])].fill,
                         seats[holm_piece_seat(state->edge[edge])].line);
        else if (state->edge[edge])
            put_road(picture, edge);
    for (int corner = 0; corner < topology->corners; corner++) {
        if (holm_knight_rank(state->corner[corner]))
            put_knight(picture, corner);
        else if (state->corner[corner])
            put_building(picture, corner);
    }
}
