/* board.h: a board drawn, as text or as SVG. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include <stdio.h>

#include "engine/holm.h"

/* Numbers to be drawn on places, to choose from; 0: none. */
struct cli_marks {
    uint16_t hex[HOLM_HEXES], corner[HOLM_CORNERS], edge[HOLM_EDGES];
};

struct cli_drawing {
    bool colour; /* with ANSI colours */
    bool ids; /* with the names of the places */
    int columns; /* of the page; 0: 80 */
    const struct cli_marks *marks; /* or NULL */
};

void cli_draw_text(FILE *out, const struct holm_state *state, const struct cli_drawing *drawing);
void cli_draw_svg(FILE *out, const struct holm_state *state, const struct cli_drawing *drawing);

#endif
