/* words.c: what a statement is made of: the next word as a seat, a place, a number or a name.
 */
#include "runner/run.h"

/* Goes on behind the word if it meant something; else says what should have stood there. */
static int accept(struct holm_run *run, struct holm_words *words, int found, const char *what)
{
    if (found < 0)
        holm_run_not(run, words->word, what);
    else
        holm_words_next(words);
    return found;
}

int holm_run_seat(struct holm_run *run, struct holm_words *words)
{
    return holm_run_word(run, words, holm_seat_names, run->rules.players + run->rules.neutrals,
                         "a seat of this game");
}

int holm_run_seat_or_nobody(struct holm_run *run, struct holm_words *words)
{
    return holm_words_skip(words, "nobody") ? HOLM_NONE : holm_run_seat(run, words);
}

int holm_run_hex(struct holm_run *run, struct holm_words *words)
{
    return accept(run, words, holm_read_hex(&run->board.topology, words->word), "a hex");
}

int holm_run_corner(struct holm_run *run, struct holm_words *words)
{
    return accept(run, words, holm_read_corner(&run->board.topology, words->word), "a corner");
}

int holm_run_edge(struct holm_run *run, struct holm_words *words)
{
    return accept(run, words, holm_read_edge(&run->board.topology, words->word), "an edge");
}

int holm_run_village(struct holm_run *run, struct holm_words *words)
{
    int corner = holm_run_corner(run, words);
    for (int i = 0; i < run->board.villages && corner >= 0; i++)
        if (run->board.village[i] == corner)
            return i;
    if (corner >= 0)
        holm_run_trouble(run, "there is no village there");
    return -1;
}

int holm_run_word(struct holm_run *run, struct holm_words *words, const char *const *names,
                  int count, const char *what)
{
    return accept(run, words, holm_word(names, count, words->word), what);
}

bool holm_run_number(struct holm_run *run, struct holm_words *words, int high, int *number)
{
    if (!holm_read_number(words->word, 0, high, number))
        return holm_run_trouble(run, "'%.40s' is not a number from 0 to %d", words->word, high);
    holm_words_next(words);
    return true;
}
