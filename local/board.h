/* board.h: questions of the page's analysis board. It has one position, which is set up, played on and
 * weighed; whoever goes back gives an earlier one again. By whose knowledge it is judged is a part of it. */
#ifndef LOCAL_BOARD_H
#define LOCAL_BOARD_H

#include "text/value.h"
#include "text/writer.h"

/* {"position":"{...}"}: a position file; or {"rules":{...},"scenario":null,"seed":"<64 hex digits>"}: an
 * empty board. All but `weigh` answer with the position, what may be done and everybody's chances. */
bool ask_board(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);
/* {"set":"piece","seat":"red","piece":"city","at":"0,1N"} and so on: see board.c. */
bool ask_board_set(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);
/* {"action":{...},"drew":[2,4],"seed":7}: what it draws first, and the seed of what it draws besides. */
bool ask_board_do(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);
/* {"seat":"red","nodes":600}: the best choices, by what that seat can see and is said to know. */
bool ask_board_weigh(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);

#endif
