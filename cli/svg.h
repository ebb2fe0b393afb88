/* svg.h: what the files that draw a board as SVG share. */
#ifndef CLI_SVG_H
#define CLI_SVG_H

#include <stdio.h>

#include "cli/board.h"

enum { SVG_SIZE = 60 }; /* from a hex's centre to its corners */

struct svg_picture {
    FILE *out;
    const struct holm_state *state;
    const struct cli_drawing *drawing;
    double left, top, width, height;
};

struct svg_point {
    double x, y;
};

struct svg_point svg_hex_centre(const struct holm_topology *topology, int hex);
struct svg_point svg_corner_point(const struct holm_topology *topology, int corner);

/* Roads, buildings, knights, robber and merchant (board_svg_pieces.c). */
void svg_put_pieces(const struct svg_picture *picture);
/* What only Seafarers has (board_svg_sea.c). */
void svg_put_sea(const struct svg_picture *picture);
void svg_put_ship(const struct svg_picture *picture, int edge, const char *fill, const char *line);

#endif
