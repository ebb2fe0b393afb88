/* words.h: what happened, told in English (sentences.c), and the words for places and things. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include "engine/holm.h"
#include "text/writer.h"

/* Whom the words are for: a seat is then "you". */
struct cli_listener {
    int viewer; /* a seat, HOLM_EVERYBODY or HOLM_SPECTATOR */
    bool colour;
};

/* A sentence for an event (redacted before) that led to this position; false for events that go
 * without saying. */
bool cli_put_event(struct holm_writer *writer, const struct holm_state *seen,
                   const struct holm_event *event, const struct cli_listener *listener);
/* "red", in its colour. */
void cli_put_seat(struct holm_writer *writer, int seat, bool colour);
/* "fields 6 (0,2)" */
void cli_put_hex(struct holm_writer *writer, const struct holm_state *seen, int hex);
/* "forest 8, hills 5, 3:1 harbour": what a corner touches. */
void cli_put_surroundings(struct holm_writer *writer, const struct holm_state *seen, int corner);
/* "2 wood, 1 ore"; "nothing" */
void cli_put_cards(struct holm_writer *writer, const struct holm_cards *cards);
/* "Merchant Guild (trade 3)" */
void cli_put_level(struct holm_writer *writer, const struct holm_rules *rules, int track,
                   int level);
/* "Master Merchant": the name of a card in the edition that is played. */
const char *cli_progress_word(const struct holm_rules *rules, int progress);
extern const char *const cli_piece_words[HOLM_PIECES]; /* "strong knight" */

int cli_pips(const struct holm_state *seen, int corner);
/* "the Great Wall" */
extern const char *const cli_wonder_words[HOLM_WONDERS];
/* The kind of a harbour placed at a corner, or -1. */
int cli_placed_port(const struct holm_state *seen, int corner);
/* The land hex of an edge and its side towards the sea. */
bool cli_edge_side(const struct holm_state *seen, int edge, uint8_t *hex, uint8_t *side);

#endif
