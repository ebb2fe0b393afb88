/* board_text.c: a board in characters. A hex stands on its point, four lines below the next row:
 *
 *            N                 corners `·`, harbours' corners `○`
 *        .-'   '-.             settlement S and city C with the letter of their seat: Sr Cb
 *     NW  terrain  NE          a road is its seat's letter twice
 *      |   disc    |           M metropolis, c city on its side, # before them: a wall
 *     SW  robber   SE          1 2 3 knights by rank: 1R active, 1r resting
 *        '-.   .-'             colours, where there are any, repeat what the letters say
 *            S                 ships R~ or R, warships R* or Ⓡ; V5 village, Fr fortress
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/board.h"
#include "cli/paint.h"
#include "cli/words.h"
#include "text/notation.h"

enum { ROW = 4, MARGIN_TOP = 5, LABEL = 7, CANVAS_WIDTH = 200, CANVAS_HEIGHT = 120 };

struct cell {
    char glyph[5]; /* one character in UTF-8; "": blank */
    struct cli_style style;
};

struct canvas {
    const struct holm_state *state;
    const struct cli_drawing *drawing;
    int half; /* half the width of a hex: 5, or 4 where the page is narrow */
    int left, top; /* what is added to the coordinates */
    int width, height;
    struct cell cell[CANVAS_HEIGHT][CANVAS_WIDTH];
};

/* ------------------------------------------------------------------- canvas */

static void put_glyph(struct canvas *canvas, int x, int y, const char *glyph, size_t length,
                      const struct cli_style *style)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return;
    struct cell *cell = &canvas->cell[y][x];
    memcpy(cell->glyph, glyph, length);
    cell->glyph[length] = '\0';
    const uint8_t under = cell->style.paper;
    cell->style = *style;
    if (!style->paper) /* what lies under a text shines through */
        cell->style.paper = under;
}

/* Characters one after the other; each takes one cell. */
static void put_text(struct canvas *canvas, int x, int y, const char *text,
                     const struct cli_style *style)
{
    while (*text) {
        size_t length = 1;
        while ((text[length] & 0xC0) == 0x80)
            length++;
        put_glyph(canvas, x++, y, text, length, style);
        text += length;
    }
}

static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xC0) != 0x80;
    return width;
}

static void put_centred(struct canvas *canvas, int x, int y, const char *text,
                        const struct cli_style *style)
{
    put_text(canvas, x - text_width(text) / 2, y, text, style);
}

/* The same within a hex; a narrow one has corners of two characters on its left. */
static void put_inside(struct canvas *canvas, int x, int y, const char *text,
                       const struct cli_style *style)
{
    int left = x - text_width(text) / 2;
    if (canvas->half < 5 && left < x - 2)
        left = x - 2;
    put_text(canvas, left, y, text, style);
}

static void put_number(struct canvas *canvas, int x, int y, int number,
                       const struct cli_style *style)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    put_text(canvas, x, y, text, style);
}

/* The cells of a line up to the last that is not blank. */
static int line_width(const struct canvas *canvas, int y)
{
    int width = canvas->width;
    while (width && !canvas->cell[y][width - 1].glyph[0])
        width--;
    return width;
}

static void print_line(FILE *out, const struct canvas *canvas, int y)
{
    static char line[CANVAS_WIDTH * 32];
    const bool colour = canvas->drawing->colour;
    const int width = line_width(canvas, y);
    struct holm_writer writer = holm_writer(line, sizeof line);
    struct cli_style style = cli_plain;
    for (int x = 0; x < width; x++) {
        const struct cell *cell = &canvas->cell[y][x];
        if (colour && memcmp(&style, &cell->style, sizeof style))
            cli_put_style(&writer, &cell->style);
        style = cell->style;
        holm_put(&writer, cell->glyph[0] ? cell->glyph : " ");
    }
    if (colour && memcmp(&style, &cli_plain, sizeof style))
        cli_put_style(&writer, &cli_plain);
    fprintf(out, "%s\n", line);
}

static void print_canvas(FILE *out, const struct canvas *canvas)
{
    int first = 0, last = canvas->height - 1;
    while (first < last && !line_width(canvas, first))
        first++;
    while (last > first && !line_width(canvas, last))
        last--;
    for (int y = first; y <= last; y++)
        print_line(out, canvas, y);
}

/* ----------------------------------------------------------------- geometry */

static int hex_x(const struct canvas *canvas, int hex)
{
    const struct holm_topology *topology = &canvas->state->board->topology;
    return canvas->left + canvas->half * (2 * topology->q[hex] + topology->r[hex]);
}

static int hex_y(const struct canvas *canvas, int hex)
{
    return canvas->top + ROW * canvas->state->board->topology.r[hex];
}

/* Where corners N NE SE S SW NW lie, in halves across and lines down. */
static const int corner_dx[6] = { 0, 1, 1, 0, -1, -1 };
static const int corner_dy[6] = { -3, -1, 1, 3, 1, -1 };

static void find_corner(const struct canvas *canvas, int corner, int *x, int *y)
{
    const struct holm_topology *topology = &canvas->state->board->topology;
    const int hex = topology->corner_hex[corner][0];
    int side = 0;
    while (side < 5 && topology->hex_corner[hex][side] != corner)
        side++;
    *x = hex_x(canvas, hex) + canvas->half * corner_dx[side];
    *y = hex_y(canvas, hex) + corner_dy[side];
}

/* The page must hold the map and, on both sides, the harbours. */
static void fit(struct canvas *canvas, int half)
{
    const struct holm_topology *topology = &canvas->state->board->topology;
    int low = 1 << 20, high = -low, rows = 0;
    for (int hex = 0; hex < topology->hexes; hex++) {
        const int x = half * (2 * topology->q[hex] + topology->r[hex]);
        low = x < low ? x : low;
        high = x > high ? x : high;
        rows = topology->r[hex] > rows ? topology->r[hex] : rows;
    }
    canvas->half = half;
    canvas->left = half + LABEL - low;
    canvas->top = MARGIN_TOP;
    canvas->width = high - low + 2 * (half + LABEL) + 1;
    canvas->height = MARGIN_TOP + ROW * rows + MARGIN_TOP + 1;
}

/* ------------------------------------------------------------------ drawing */

static void draw_ground(struct canvas *canvas, int hex)
{
    const int terrain = canvas->state->terrain[hex];
    const int x = hex_x(canvas, hex), y = hex_y(canvas, hex);
    const struct cli_style style = cli_terrain_style[terrain];
    for (int dy = -2; dy <= 2; dy++) {
        const int reach = dy == -2 || dy == 2 ? 1 : canvas->half - 1;
        for (int dx = -reach; dx <= reach; dx++)
            put_glyph(canvas, x + dx, y + dy, " ", 1, &style);
    }
}

/* What stands on a hex, or its name and number: one word for all. */
static const struct cli_style *put_standing(const struct canvas *canvas, int hex,
                                            struct holm_writer *writer)
{
    static const struct cli_style thief = { 231, 16, true, false };
    const struct holm_state *state = canvas->state;
    const int mark = canvas->drawing->marks ? canvas->drawing->marks->hex[hex] : 0;
    const bool robber = state->robber == hex, narrow = canvas->half < 5;
    const bool merchant = state->merchant == hex && state->merchant_owner < HOLM_SEATS;
    if (canvas->drawing->ids)
        holm_put_hex(writer, &state->board->topology, hex);
    if (mark) {
        holm_putf(writer, "[%d]", mark);
        return &cli_choice;
    }
    if (state->pirate == hex && state->board->rules.ships) {
        holm_put(writer, canvas->drawing->ids      ? " P"
                         : state->board->map.lanes ? " fleet "
                                                   : " pirate ");
        return &thief;
    }
    if (robber)
        holm_put(writer, canvas->drawing->ids ? " R"
                         : merchant           ? "robb"
                         : narrow             ? "robber"
                                              : " robber ");
    if (merchant)
        holm_putf(writer, " $%c%s", cli_seat_letter[state->merchant_owner], robber ? "" : " ");
    return robber ? &thief : merchant ? &cli_seat_style[state->merchant_owner] : NULL;
}

static void draw_hex(struct canvas *canvas, int hex)
{
    static const char *const names[HOLM_TERRAINS] = { "forest", "hills",  "pasture",
                                                      "fields", "mount.", "gold",
                                                      "desert", "~ ~",    "fog ?" };
    static const char *const pips[6] = { "", "·", "··", "···", "····", "·····" };
    const int terrain = canvas->state->terrain[hex], disc = canvas->state->disc[hex];
    const int x = hex_x(canvas, hex), y = hex_y(canvas, hex);
    const bool narrow = canvas->half < 5;
    struct cli_style style = cli_terrain_style[terrain];
    char text[32] = "";
    struct holm_writer writer = holm_writer(text, sizeof text);
    const bool sea = terrain == HOLM_SEA; /* a harbour's name may stand below */
    const struct cli_style *standing = put_standing(canvas, hex, &writer);
    if (!sea || !writer.used)
        put_inside(canvas, x, y - 1, narrow && terrain == HOLM_PASTURE ? "past." : names[terrain],
                   &style);
    put_inside(canvas, x, sea ? y - 1 : y + 1, text, standing ? standing : &style);
    if (disc) {
        writer = holm_writer(text, sizeof text);
        style.bold = true;
        const int chances = disc < 7 ? disc - 1 : 13 - disc;
        holm_putf(&writer, "%d%s%s", disc, narrow && chances == 5 ? "" : " ", pips[chances]);
        put_inside(canvas, x, y, text, &style);
    }
}

static const struct cli_style found_style = { 16, 229, true, false };

/* A letter in a circle, in UTF-8: the alphabet from U+24B6 on. */
static void put_circled(struct holm_writer *writer, int letter)
{
    const int code = 0x24B6 + letter - 'A';
    holm_putf(writer, "%c%c%c", 0xE0 | code >> 12, 0x80 | (code >> 6 & 63), 0x80 | (code & 63));
}

/* A road is its seat's letter, a ship the capital: rr, R~, and R* armed; where there is room for one
 * character r, R, and the capital in a circle. */
static void put_segment(const struct holm_state *state, int edge, int seat, bool single,
                        struct holm_writer *writer)
{
    const int letter = (unsigned char)cli_seat_letter[seat];
    const bool armed = holm_edge_in(&state->warships, edge);
    if (holm_piece_kind(state->edge[edge]) != HOLM_SHIP)
        holm_putf(writer, single ? "%c" : "%c%c", letter, letter);
    else if (!single)
        holm_putf(writer, "%c%c", toupper(letter), armed ? '*' : '~');
    else if (armed)
        put_circled(writer, toupper(letter));
    else
        holm_put_char(writer, (char)toupper(letter));
}

/* What lies on an edge for the first ship: + point, ? card, = harbour. */
static const char *gift_at(const struct holm_state *state, int edge)
{
    static const char *const signs[] = { "+", "?", "=" };
    for (int i = 0; i < state->board->map.gifts; i++)
        if (holm_bit_in(state->gifts, i) && state->board->gift_edge[i] == edge)
            return signs[state->board->map.gift[i].kind];
    return NULL;
}

/* An edge between its corners: one cell upright, one or two slanting. */
static void draw_edge(struct canvas *canvas, int edge)
{
    static const char *const slopes[2][2] = { { "╲", "╱" }, { "'.", ".'" } };
    const struct holm_state *state = canvas->state;
    const uint8_t *corner = state->board->topology.edge_corner[edge];
    const int mark = canvas->drawing->marks ? canvas->drawing->marks->edge[edge] : 0;
    const bool wide = canvas->half == 5;
    int x[2], y[2];
    char text[16];
    find_corner(canvas, corner[0], &x[0], &y[0]);
    find_corner(canvas, corner[1], &x[1], &y[1]);
    const int left = x[0] < x[1] ? 0 : 1, right = 1 - left;
    const bool upright = x[0] == x[1];
    const int at = upright ? x[0] : x[left] + 2, line = (y[0] + y[1]) / 2;
    if (mark) {
        snprintf(text, sizeof text, "%d", mark);
        put_text(canvas, at - (upright && mark > 9), line, text, &cli_choice);
    } else if (state->edge[edge]) {
        const int seat = holm_piece_seat(state->edge[edge]);
        struct holm_writer writer = holm_writer(text, sizeof text);
        put_segment(state, edge, seat, upright || !wide, &writer);
        put_text(canvas, at, line, text, &cli_seat_style[seat]);
    } else if (gift_at(state, edge)) {
        put_text(canvas, at, line, gift_at(state, edge), &found_style);
    } else {
        put_text(canvas, at, line, upright ? "│" : slopes[wide][y[left] > y[right]], &cli_faint);
    }
}

/* ORDER: enum holm_piece */
static const char piece_letter[HOLM_PIECES + 1] = "?SC?cM123~#";

/* Two letters: what, and whose; an active knight's seat in a capital. */
static void draw_piece(struct canvas *canvas, int corner, int x, int y)
{
    const struct holm_state *state = canvas->state;
    const uint8_t byte = state->corner[corner];
    const int seat = holm_piece_seat(byte);
    const bool active = holm_corner_in(&state->active_knights, corner);
    char text[3] = { piece_letter[holm_piece_kind(byte)], cli_seat_letter[seat], '\0' };
    struct cli_style style = cli_seat_style[seat];
    if (active)
        text[1] = (char)toupper((unsigned char)text[1]);
    if (holm_knight_rank(byte) && !active)
        style.bold = false;
    put_text(canvas, x, y, text, &style);
    if (holm_corner_in(&state->walls, corner))
        put_text(canvas, x - 1, y, "#", &cli_seat_style[seat]);
}

/* What a scenario has at a corner, or nothing. */
static void put_scenery(const struct holm_state *state, int corner, struct holm_writer *writer)
{
    const struct holm_board *board = state->board;
    for (int i = 0; i < board->villages; i++)
        if (board->village[i] == corner)
            holm_putf(writer, "V%d", state->village[i]);
    for (int seat = 0; seat < board->map.lanes && seat < board->rules.players; seat++) {
        if (board->fortress[seat] == corner)
            holm_putf(writer, "F%c", cli_seat_letter[seat]);
        else if (board->beachhead[seat] == corner)
            holm_put(writer, "^");
    }
    if (writer->used)
        return;
    if (holm_corner_in(&board->marked[HOLM_MARK_WALL], corner))
        holm_put(writer, "w");
    else if (holm_corner_in(&board->marked[HOLM_MARK_BRIDGE], corner))
        holm_put(writer, "b");
    else if (holm_corner_in(&board->marked[HOLM_MARK_NO_START], corner))
        holm_put(writer, "x");
}

static void draw_corner(struct canvas *canvas, int corner)
{
    const struct holm_state *state = canvas->state;
    const int mark = canvas->drawing->marks ? canvas->drawing->marks->corner[corner] : 0;
    const bool harbour =
        state->board->corner_port[corner] != HOLM_NO_PORT || cli_placed_port(state, corner) >= 0;
    int x, y;
    char text[16] = "";
    struct holm_writer writer = holm_writer(text, sizeof text);
    put_scenery(state, corner, &writer);
    find_corner(canvas, corner, &x, &y);
    if (mark) {
        put_number(canvas, x, y, mark, &cli_choice);
    } else if (state->corner[corner]) {
        draw_piece(canvas, corner, x, y);
    } else if (writer.used) {
        put_text(canvas, x, y, text, &found_style);
    } else {
        const struct cli_style sea = { 45, 0, true, false };
        put_text(canvas, x, y, harbour ? "○" : "·", harbour ? &sea : &cli_faint);
    }
}

/* A harbour's name stands in the sea, where the next hex would be. */
static void draw_port(struct canvas *canvas, const struct holm_port *port)
{
    static const int dx[6] = { 1, 2, 1, -1, -2, -1 }, dy[6] = { -4, 0, 4, 4, 0, -4 };
    const struct cli_style style = { 45, 0, true, false };
    const bool beside = port->side == 1 || port->side == 4;
    const int across = beside ? canvas->half + 4 : canvas->half + 1;
    const int x = hex_x(canvas, port->hex) + across * dx[port->side] / (beside ? 2 : 1);
    const int y = hex_y(canvas, port->hex) + dy[port->side] + (dy[port->side] > 0 ? -1 : 0);
    const bool any = port->kind == HOLM_PORT_ANY;
    put_centred(canvas, x, y, any ? "3:1" : "2:1", &style);
    put_centred(canvas, x, y + 1, any ? "any" : holm_port_names[port->kind], &style);
}

/* Harbours that players have placed. */
static void draw_placed_ports(struct canvas *canvas)
{
    const struct holm_state *state = canvas->state;
    for (int i = 0; i < state->placed_ports; i++) {
        struct holm_port port = { 0, 0, state->port_kind[i] };
        if (cli_edge_side(state, state->port_edge[i], &port.hex, &port.side))
            draw_port(canvas, &port);
    }
}

static void draw_compass(FILE *out)
{
    fputs("\nA hex is named in it. Its corners are N NE SE S SW NW of it, its sides NE E SE SW W "
          "NW:\n"
          "0,2N is a corner, 0,2NE a side (docs/notation.md).\n",
          out);
}

static void draw_legend(FILE *out)
{
    fputs("  S settlement  C city  M metropolis  c city on its side  # wall  $ merchant\n"
          "  1 2 3 knights: basic, strong, mighty; 1R is active, 1r rests\n",
          out);
}

static void draw_sea_legend(FILE *out, const struct holm_board *board)
{
    fputs("  R~ or R ship", out);
    if (board->map.lanes)
        fputs("  R* or Ⓡ warship  F fortress  ^ beachhead", out);
    if (board->villages)
        fputs("  V5 village and its cloth", out);
    if (board->map.gifts)
        fputs("  + point  ? card  = harbour", out);
    if (board->map.wonders)
        fputs("  w place for the wall  b for the bridge  x no starting settlement", out);
    fputc('\n', out);
}

void cli_draw_text(FILE *out, const struct holm_state *state, const struct cli_drawing *drawing)
{
    struct canvas *canvas = calloc(1, sizeof *canvas);
    const struct holm_board *board = state->board;
    if (!canvas)
        return;
    canvas->state = state;
    canvas->drawing = drawing;
    fit(canvas, 5);
    if (canvas->width > (drawing->columns ? drawing->columns : 80))
        fit(canvas, 4);
    if (canvas->width > CANVAS_WIDTH || canvas->height > CANVAS_HEIGHT) {
        fputs("(this map is too large to draw as text; try `holm show --svg`)\n", out);
        free(canvas);
        return;
    }
    for (int hex = 0; hex < board->topology.hexes; hex++)
        draw_ground(canvas, hex);
    for (int hex = 0; hex < board->topology.hexes; hex++)
        draw_hex(canvas, hex);
    for (int edge = 0; edge < board->topology.edges; edge++)
        draw_edge(canvas, edge);
    for (int corner = 0; corner < board->topology.corners; corner++)
        draw_corner(canvas, corner);
    for (int i = 0; i < board->map.ports; i++)
        if (!board->map.place_ports)
            draw_port(canvas, &board->map.port[i]);
    draw_placed_ports(canvas);
    print_canvas(out, canvas);
    if (board->rules.knights != 0 && !drawing->marks)
        draw_legend(out);
    if (board->rules.ships && !drawing->marks)
        draw_sea_legend(out, board);
    if (drawing->ids)
        draw_compass(out);
    free(canvas);
}
