/* table.h: the players and the bank as a table. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include <stdio.h>

#include "engine/holm.h"

/* Of a state or a view; what the viewer may not know shows as a number of cards. */
void cli_print_table(FILE *out, const struct holm_state *seen, int viewer, bool colour);
/* The viewer's own cards, one line or two. */
void cli_print_hand(FILE *out, const struct holm_state *seen, int viewer);

#endif
