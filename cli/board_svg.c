/* board_svg.c: a board as an SVG picture, complete in itself. */
#include <stdio.h>
#include <string.h>

#include "cli/svg.h"
#include "cli/words.h"
#include "text/notation.h"

enum { SIZE = SVG_SIZE, MARGIN = 90 }; /* sea around the island */

static const double half_width = SIZE * 0.8660254037844386;

/* ORDER: enum holm_terrain */
static const struct look {
    const char *fill;
    const char *pattern; /* drawn over it, tile by tile */
} looks[HOLM_TERRAINS] = {
    [HOLM_FOREST] = { "#2f6b3c", "<path d='M8 18l5-11 5 11zM20 30l5-11 5 11z' fill='#1f4d2a'/>" },
    [HOLM_HILLS] = { "#c0623a", "<path d='M2 12h12v6h-12zM16 22h12v6h-12z' fill='#a04c29'/>" },
    [HOLM_PASTURE] = { "#9ccb5b", "<circle cx='9' cy='10' r='3' fill='#e9f2d8'/>"
                                  "<circle cx='23' cy='24' r='3' fill='#e9f2d8'/>" },
    [HOLM_FIELDS] = { "#ecc94b", "<path d='M7 4v12M4 8l3-3 3 3M22 18v12M19 22l3-3 3 3' "
                                 "stroke='#c79a1e' stroke-width='1.6' fill='none'/>" },
    [HOLM_MOUNTAINS] = { "#8f97a3", "<path d='M3 16l6-11 6 11zM17 30l6-11 6 11z' fill='#6c7480'/>"
                                    "<path d='M7 9l2-4 2 4zM21 23l2-4 2 4z' fill='#f4f6f8'/>" },
    [HOLM_GOLD] = { "#d9a521", "<circle cx='9' cy='10' r='4' fill='#fff0a8' stroke='#a87a08'/>"
                               "<circle cx='23' cy='25' r='3' fill='#fff0a8' stroke='#a87a08'/>" },
    [HOLM_FOG] = { "#c8ced6", "<path d='M3 9q5-6 10 0t10 0M9 25q5-6 10 0t10 0' stroke='#eef1f5' "
                              "stroke-width='4' fill='none'/>" },
    [HOLM_DESERT] = { "#e6d3a3", "<circle cx='8' cy='9' r='1.4' fill='#c9b27a'/>"
                                 "<circle cx='22' cy='23' r='1.4' fill='#c9b27a'/>" },
    [HOLM_SEA] = { "#3b82b8", "<path d='M2 9q4-4 8 0t8 0M14 24q4-4 8 0t8 0' stroke='#6aa7d4' "
                              "stroke-width='1.5' fill='none'/>" },
};

/* ----------------------------------------------------------------- geometry */

struct svg_point svg_hex_centre(const struct holm_topology *topology, int hex)
{
    return (struct svg_point){ half_width * (2 * topology->q[hex] + topology->r[hex]),
                               1.5 * SIZE * topology->r[hex] };
}

/* Corners N NE SE S SW NW, in half widths and halves of the size. */
static const double corner_dx[6] = { 0, 1, 1, 0, -1, -1 };
static const double corner_dy[6] = { -2, -1, 1, 2, 1, -1 };

static struct svg_point hex_corner(struct svg_point centre, int corner, double scale)
{
    return (struct svg_point){ centre.x + scale * half_width * corner_dx[corner],
                               centre.y + scale * SIZE / 2 * corner_dy[corner] };
}

struct svg_point svg_corner_point(const struct holm_topology *topology, int corner)
{
    const int hex = topology->corner_hex[corner][0];
    int which = 0;
    while (which < 5 && topology->hex_corner[hex][which] != corner)
        which++;
    return hex_corner(svg_hex_centre(topology, hex), which, 1);
}

static void measure(struct svg_picture *picture)
{
    const struct holm_topology *topology = &picture->state->board->topology;
    double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (int hex = 0; hex < topology->hexes; hex++) {
        const struct svg_point centre = svg_hex_centre(topology, hex);
        left = centre.x < left ? centre.x : left;
        right = centre.x > right ? centre.x : right;
        top = centre.y < top ? centre.y : top;
        bottom = centre.y > bottom ? centre.y : bottom;
    }
    picture->left = left - half_width - MARGIN;
    picture->top = top - SIZE - MARGIN;
    picture->width = right - left + 2 * (half_width + MARGIN);
    picture->height = bottom - top + 2 * (SIZE + MARGIN);
}

/* -------------------------------------------------------------------- parts */

static void put_hexagon(FILE *out, struct svg_point centre, double scale, const char *attributes)
{
    fputs("<polygon points='", out);
    for (int corner = 0; corner < 6; corner++) {
        const struct svg_point point = hex_corner(centre, corner, scale);
        fprintf(out, "%s%.1f,%.1f", corner ? " " : "", point.x, point.y);
    }
    fprintf(out, "' %s/>\n", attributes);
}

static void put_label(FILE *out, struct svg_point at, int size, const char *attributes,
                      const char *text)
{
    fprintf(out, "<text x='%.1f' y='%.1f' font-size='%d' %s>%s</text>\n", at.x, at.y, size,
            attributes, text);
}

static void put_patterns(FILE *out)
{
    fputs("<defs>\n", out);
    for (int terrain = 0; terrain < HOLM_TERRAINS; terrain++)
        fprintf(out,
                "<pattern id='%s' width='30' height='34' patternUnits='userSpaceOnUse'>"
                "<rect width='30' height='34' fill='%s'/>%s</pattern>\n",
                holm_terrain_names[terrain], looks[terrain].fill, looks[terrain].pattern);
    fputs("</defs>\n", out);
}

static void put_ground(const struct svg_picture *picture, int hex)
{
    const struct holm_board *board = picture->state->board;
    char attributes[80];
    snprintf(attributes, sizeof attributes, "fill='url(#%s)'",
             holm_terrain_names[picture->state->terrain[hex]]);
    put_hexagon(picture->out, svg_hex_centre(&board->topology, hex), 0.965, attributes);
}

static void put_disc(const struct svg_picture *picture, int hex)
{
    const struct holm_board *board = picture->state->board;
    const struct svg_point centre = svg_hex_centre(&board->topology, hex);
    const int disc = picture->state->disc[hex], pips = disc < 7 ? disc - 1 : 13 - disc;
    const bool red = disc == 6 || disc == 8;
    char attributes[80], number[8];
    if (!disc)
        return;
    snprintf(attributes, sizeof attributes, "font-weight='bold' fill='%s'",
             red ? "#b3261e" : "#3a2f1d");
    snprintf(number, sizeof number, "%d", disc);
    fprintf(picture->out, "<circle cx='%.1f' cy='%.1f' r='21' fill='#fbf3dc' stroke='#b9a77a'/>\n",
            centre.x, centre.y);
    put_label(picture->out, (struct svg_point){ centre.x, centre.y + 5 }, 22, attributes, number);
    for (int i = 0; i < pips; i++)
        fprintf(picture->out, "<circle cx='%.1f' cy='%.1f' r='1.9' fill='%s'/>\n",
                centre.x + 5.4 * (i - (pips - 1) / 2.0), centre.y + 12.5,
                red ? "#b3261e" : "#3a2f1d");
}

/* A harbour: its name in the sea, and a jetty to each of its two corners. */
static void put_port(const struct svg_picture *picture, const struct holm_port *port)
{
    const struct holm_topology *topology = &picture->state->board->topology;
    const struct svg_point centre = svg_hex_centre(topology, port->hex);
    const struct svg_point a = hex_corner(centre, port->side, 1);
    const struct svg_point b = hex_corner(centre, (port->side + 1) % 6, 1);
    const struct svg_point middle = { (a.x + b.x) / 2, (a.y + b.y) / 2 };
    const struct svg_point at = { centre.x + 1.62 * (middle.x - centre.x),
                                  centre.y + 1.62 * (middle.y - centre.y) };
    const bool any = port->kind == HOLM_PORT_ANY;
    fprintf(
        picture->out,
        "<path d='M%.1f %.1fL%.1f %.1fL%.1f %.1f' stroke='#8a6238' stroke-width='5' fill='none' "
        "stroke-linecap='round'/>\n",
        a.x, a.y, at.x, at.y, b.x, b.y);
    fprintf(picture->out,
            "<circle cx='%.1f' cy='%.1f' r='21' fill='%s' stroke='#8a6238' stroke-width='2.5'/>\n",
            at.x, at.y, any ? "#fbf3dc" : looks[port->kind].fill);
    const char *ink = any || port->kind == HOLM_WOOL || port->kind == HOLM_GRAIN
                          ? "font-weight='bold' fill='#2b2417'"
                          : "font-weight='bold' fill='#ffffff'";
    put_label(picture->out, (struct svg_point){ at.x, at.y }, 13, ink, any ? "3:1" : "2:1");
    put_label(picture->out, (struct svg_point){ at.x, at.y + 12 }, 11, ink,
              any ? "any" : holm_port_names[port->kind]);
}

/* The names of all places, each where it is. */
static void put_ids(const struct svg_picture *picture)
{
    const struct holm_topology *topology = &picture->state->board->topology;
    static const char halo[] = "paint-order='stroke' stroke='#ffffff' stroke-width='2.5' "
                               "fill='#111111'";
    char text[32];
    struct holm_writer writer;
    for (int hex = 0; hex < topology->hexes; hex++) {
        const struct svg_point at = svg_hex_centre(topology, hex);
        writer = holm_writer(text, sizeof text);
        holm_put_hex(&writer, topology, hex);
        put_label(picture->out, (struct svg_point){ at.x, at.y - 26 }, 14, halo, text);
    }
    for (int edge = 0; edge < topology->edges; edge++) {
        const struct svg_point a = svg_corner_point(topology, topology->edge_corner[edge][0]);
        const struct svg_point b = svg_corner_point(topology, topology->edge_corner[edge][1]);
        writer = holm_writer(text, sizeof text);
        holm_put_edge(&writer, topology, edge);
        put_label(picture->out, (struct svg_point){ (a.x + b.x) / 2, (a.y + b.y) / 2 + 3 }, 8,
                  "paint-order='stroke' stroke='#fff6d8' stroke-width='2' fill='#7a3b00'", text);
    }
    for (int corner = 0; corner < topology->corners; corner++) {
        const struct svg_point at = svg_corner_point(topology, corner);
        writer = holm_writer(text, sizeof text);
        holm_put_corner(&writer, topology, corner);
        put_label(picture->out, (struct svg_point){ at.x, at.y + 3 }, 9, halo, text);
    }
}

void cli_draw_svg(FILE *out, const struct holm_state *state, const struct cli_drawing *drawing)
{
    struct svg_picture picture = { .out = out, .state = state, .drawing = drawing };
    const struct holm_board *board = state->board;
    measure(&picture);
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%.0f %.0f %.0f %.0f' width='%.0f' "
            "height='%.0f' font-family='DejaVu Sans, Verdana, sans-serif' text-anchor='middle'>\n"
            "<title>%s</title>\n",
            picture.left, picture.top, picture.width, picture.height, picture.width, picture.height,
            board->map.name);
    put_patterns(out);
    fprintf(out, "<rect x='%.0f' y='%.0f' width='100%%' height='100%%' fill='url(#sea)'/>\n",
            picture.left, picture.top);
    for (int hex = 0; hex < board->topology.hexes; hex++) /* the beach under all the land */
        if (state->terrain[hex] != HOLM_SEA)
            put_hexagon(out, svg_hex_centre(&board->topology, hex), 1.06,
                        "fill='#efe0b5' stroke='#d9c58c' stroke-width='3'");
        else if (board->rules.ships)
            put_hexagon(out, svg_hex_centre(&board->topology, hex), 1,
                        "fill='none' stroke='#6aa7d4' stroke-width='1'");
    for (int i = 0; i < board->map.ports && !board->map.place_ports; i++)
        put_port(&picture, &board->map.port[i]);
    for (int i = 0; i < state->placed_ports; i++) {
        struct holm_port port = { 0, 0, state->port_kind[i] };
        if (cli_edge_side(state, state->port_edge[i], &port.hex, &port.side))
            put_port(&picture, &port);
    }
    for (int hex = 0; hex < board->topology.hexes; hex++)
        if (state->terrain[hex] != HOLM_SEA)
            put_ground(&picture, hex);
    for (int hex = 0; hex < board->topology.hexes; hex++)
        put_disc(&picture, hex);
    svg_put_pieces(&picture);
    if (drawing->ids)
        put_ids(&picture);
    fputs("</svg>\n", out);
}
