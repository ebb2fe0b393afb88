/* notation.h: names for places, cards, seats and actions, written and read (docs/notation.md). */
#ifndef HOLM_NOTATION_H
#define HOLM_NOTATION_H

#include "engine/holm.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const char *const holm_seat_names[HOLM_SEATS]; /* "red" ... */
extern const char *const holm_card_names[HOLM_CARDS]; /* "wood" ... "paper" */
extern const char *const holm_terrain_names[HOLM_TERRAINS];
extern const char *const holm_development_names[HOLM_DEVELOPMENTS];
extern const char *const holm_piece_names[HOLM_PIECES]; /* ranks of knights from HOLM_BASIC on */
extern const char *const holm_track_names[HOLM_TRACKS];
extern const char *const holm_progress_names[HOLM_PROGRESS_KINDS]; /* as their kinds have */
extern const char *const holm_face_names[HOLM_FACES];
extern const char *const holm_wonder_names[HOLM_WONDERS];
extern const char *const holm_mark_names[HOLM_MARK_KINDS];
extern const char *const holm_gift_names[HOLM_GIFT_KINDS];
extern const char *const holm_port_names[HOLM_PORT_KINDS]; /* resources, then "any" */
extern const char *const holm_game_names[HOLM_GAMES];
extern const char *const holm_edition_names[HOLM_EDITIONS];
/* What a choice between 0 and 1 is called; NULL where nothing is written for it. */
extern const char *const holm_choice_names[HOLM_KINDS][2];
extern const char *const holm_corner_names[6]; /* N NE SE S SW NW */
extern const char *const holm_side_names[6]; /* NE E SE SW W NW */

/* Index of a word in a table of names, or -1. */
int holm_word(const char *const *names, int count, const char *word);

/* A line's words, one after the other; blanks and tabs separate them. */
enum { HOLM_LINE_MAX = 512 };
struct holm_words {
    const char *rest;
    char word[HOLM_LINE_MAX]; /* the word now being read; "" behind the last */
};
/* The first word of a text; false: the text is as long as HOLM_LINE_MAX or longer. */
bool holm_words_start(struct holm_words *words, const char *text);
void holm_words_next(struct holm_words *words);
/* Steps over this word when it is the one being read. */
bool holm_words_skip(struct holm_words *words, const char *word);

void holm_put_hex(struct holm_writer *writer, const struct holm_topology *topology, int hex);
void holm_put_corner(struct holm_writer *writer, const struct holm_topology *topology, int corner);
void holm_put_edge(struct holm_writer *writer, const struct holm_topology *topology, int edge);
/* "2 wood ore"; "none" when empty. */
void holm_put_cards(struct holm_writer *writer, const struct holm_cards *cards);
/* The same with other marks behind a number and between kinds: "2wood+ore". */
void holm_put_cards_with(struct holm_writer *writer, const struct holm_cards *cards,
                         const char *behind, const char *between);
void holm_put_seats(struct holm_writer *writer, unsigned seats); /* "red,blue" */
/* "red road 0,2NE" */
void holm_put_action(struct holm_writer *writer, const struct holm_board *board,
                     const struct holm_action *action);

/* Each reads one whole word and returns the place, or -1 when there is no such place. */
int holm_read_hex(const struct holm_topology *topology, const char *word);
int holm_read_corner(const struct holm_topology *topology, const char *word);
int holm_read_edge(const struct holm_topology *topology, const char *word);
/* "red,blue" as bits, or -1. */
int holm_read_seats(const char *word);
/* Plain digits from low to high, without sign, blanks or leading zeros. */
bool holm_read_number(const char *word, int low, int high, int *number);
/* "q,r" at the start of a text, which then points behind it. */
bool holm_read_coordinates(const char **text, int *q, int *r);
/* "2 wood ore" or "none", up to the first word that is no card. Where `named` is given it gets a
 * bit for each kind that was mentioned ("none" mentions all), and "0 wood" is allowed. */
bool holm_read_cards(struct holm_words *words, struct holm_cards *cards, unsigned *named,
                     struct holm_trouble *trouble);

/* What the `card` of an action means, by its kind; NULL where it means nothing of the kind. */
struct holm_meaning {
    uint16_t field; /* HOLM_F_CARD, HOLM_F_TRACK ... */
    uint8_t count; /* of the names */
    const char *key; /* in JSON: "track" */
    const char *what; /* for people: "a track" */
    const char *const *names;
};
const struct holm_meaning *holm_meaning(int kind);

/* The outcomes written behind an action: die faces less one, kinds of cards. */
struct holm_outcomes {
    int count; /* 0: none were named */
    int event; /* outcomes up to the event die of a roll, itself included; 0: it was not named. Where
                  a roll draws more without one (a fleet, harbours), those of the dice */
    uint8_t at[HOLM_DRAWS_MAX];
};
/* Reads "[SEAT] KIND ..."; when the seat is left out it is `seat` (HOLM_NONE: an error then). */
bool holm_read_action(const struct holm_board *board, int seat, const char *text,
                      struct holm_action *action, struct holm_outcomes *outcomes,
                      struct holm_trouble *trouble);
/* Fills in to whom an offer without `to` goes: the active player's to all others, and everybody
 * else's to the active player. */
void holm_complete_action(const struct holm_state *state, struct holm_action *action);

#ifdef __cplusplus
}
#endif

#endif
