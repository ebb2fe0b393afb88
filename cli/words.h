/* words.h: what happened, told in English. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "engine/holm.h"
#include "text/writer.h"

/* Whom the words are for: a seat is then "you". */
struct cli_listener {
    int viewer; /* a seat, HOLM_EVERYBODY or HOLM_SPECTATOR */
    bool colour;
};

/* A sentence for an event (redacted before); false for events that go without saying. */
bool cli_put_event(struct holm_writer *writer, const struct holm_board *board,
                   const struct holm_event *event, const struct cli_listener *listener);
/* "red", in its colour. */
void cli_put_seat(struct holm_writer *writer, int seat, bool colour);
/* "fields 6 (0,2)" */
void cli_put_hex(struct holm_writer *writer, const struct holm_board *board, int hex);
/* "forest 8, hills 5, 3:1 harbour": what a corner touches. */
void cli_put_surroundings(struct holm_writer *writer, const struct holm_board *board, int corner);
/* "2 wood, 1 ore"; "nothing" */
void cli_put_cards(struct holm_writer *writer, const struct holm_cards *cards);
int cli_pips(const struct holm_board *board, int corner);

#endif
