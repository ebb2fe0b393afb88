/* table.h: the players and the bank as a table. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdio.h>

#include "engine/holm.h"

/* Of a state or a view; what the viewer may not know shows as a number of cards. */
void cli_print_table(FILE *out, const struct holm_state *seen, int viewer, bool colour);
/* The viewer's own cards, one line or two, and a line or two for each progress card. */
void cli_print_hand(FILE *out, const struct holm_state *seen, int viewer);

/* Parts of these: a seat's name in front of its row, and what Cities & Knights has instead and
 * besides (table_knights.c). */
void cli_print_name(FILE *out, const struct holm_state *seen, int seat, int viewer, bool colour);
void cli_print_knights(FILE *out, const struct holm_state *seen, int viewer, bool colour);
void cli_print_progress(FILE *out, const struct holm_state *seen, int viewer);
/* A text behind a head, in lines of 80 columns; further lines are indented. */
void cli_print_wrapped(FILE *out, const char *head, int indent, const char *text);
/* What comes with the barbarians, in a line. */
void cli_print_barbarians(FILE *out, const struct holm_state *seen, int viewer);

#endif
