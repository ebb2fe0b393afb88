/* make_fair_log.c: writes a fair game of version 2, always the same: make_fair_log NUMBER TARGET.
 * tests/logs/v2-fair.jsonl is number 2 to 5 points. */
#include <stdlib.h>

#include "tests/unit/fair_game.h"

int main(int argc, char **argv)
{
    static struct fair_game made;
    const struct fair_cheat honest = { 0 };
    if (argc != 3) {
        fputs("usage: make_fair_log NUMBER TARGET\n", stderr);
        return 2;
    }
    fair_play_to(&made, &honest, strtoull(argv[1], NULL, 10), atoi(argv[2]));
    for (int i = 0; i < made.lines; i++)
        puts(made.line[i]);
    fair_free(&made);
    return 0;
}
