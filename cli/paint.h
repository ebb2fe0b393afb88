/* paint.h: colours of seats and terrains, for terminals that show them. */
#ifndef CLI_PAINT_H
#define CLI_PAINT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/holm.h"
#include "text/writer.h"

/* How a character looks; colours are those of the 256 of a terminal, 0: the terminal's own. */
struct cli_style {
    uint8_t ink, paper;
    bool bold, dim;
};
extern const struct cli_style cli_seat_style[HOLM_SEATS];
extern const char cli_seat_letter[HOLM_SEATS + 1]; /* one for each seat, all different */
extern const struct cli_style cli_terrain_style[HOLM_TERRAINS];
extern const struct cli_style cli_plain, cli_faint, cli_strong, cli_choice;

/* Whether a stream is a terminal and nobody asked for plain text (NO_COLOR, TERM=dumb). */
bool cli_colour_wanted(FILE *stream);
/* Starts a style, or goes back to plain. */
void cli_put_style(struct holm_writer *writer, const struct cli_style *style);
/* A text in a style, where `colour` says so. */
void cli_put_styled(struct holm_writer *writer, const struct cli_style *style, bool colour,
                    const char *text);
/* Columns of the terminal, or 80. */
int cli_columns(void);

#endif
