/* position.h: states as JSON, shared by the files that write and read them and nobody else.
 *     position.c         reading a state, and position files
 *     position_view.c    reading what one seat sees
 *     position_known.c   by whose knowledge a position is to be judged
 *     position_write.c   writing a state or view
 *     position_fields.c  the members that are single bytes
 *     position_step.c    the steps of the agenda
 *     position_knights.c the members that only Cities & Knights has
 *     position_sea.c     the members that only Seafarers has
 *
 * One form serves states and views: what a viewer may not know is null. The names of the members
 * are those of struct holm_state and struct holm_player. */
#ifndef HOLM_POSITION_H
#define HOLM_POSITION_H

#include "text/json.h"

static inline bool holm_position_knights(const struct holm_board *board)
{
    return board->rules.knights != 0;
}

static inline bool holm_position_sea(const struct holm_board *board)
{
    return board->rules.ships != 0;
}

/* ------------------------------------------------------------ single bytes */

/* How a byte of a state or player is said. */
enum holm_field_form { HOLM_FIELD_NUMBER, HOLM_FIELD_FLAG, HOLM_FIELD_SEAT };
struct holm_field {
    const char *key;
    uint16_t offset;
    uint8_t form;
    uint8_t high; /* of a number */
    bool follows; /* from other members: a full state may leave it out */
};
/* Of all games, of Cities & Knights, and of Seafarers; the last one of a table has no key. */
extern const struct holm_field holm_state_fields[], holm_knights_state_fields[];
extern const struct holm_field holm_player_fields[], holm_knights_player_fields[];
extern const struct holm_field holm_sea_state_fields[], holm_sea_player_fields[];

void holm_fields_put(struct holm_writer *writer, const void *record,
                     const struct holm_field *fields);
bool holm_fields_read(const json_t *json, const struct holm_board *board, void *record,
                      const struct holm_field *fields, struct holm_trouble *trouble);
/* Takes what a text leaves out from what it works out as. */
void holm_fields_fill(const json_t *json, const struct holm_field *fields, const void *found,
                      void *said);
/* Whether a text leaves out nothing, not even what follows. */
bool holm_fields_all(const json_t *json, const struct holm_field *fields,
                     struct holm_trouble *trouble);
/* Whether what a text says is what it works out as. */
bool holm_fields_same(const void *said, const void *found, const struct holm_field *fields,
                      const char *whose, struct holm_trouble *trouble);

/* The keys that an object may have, collected from several tables. */
enum { HOLM_KEYS_MAX = 96 };
struct holm_keys {
    int count;
    const char *at[HOLM_KEYS_MAX + 1];
};
void holm_keys_add(struct holm_keys *keys, const char *const *more); /* the last one NULL */
void holm_keys_add_fields(struct holm_keys *keys, const struct holm_field *fields);

/* ------------------------------------------------------------------- parts */

/* Only the seats of this game; null is nobody. */
bool holm_position_seat(const json_t *json, const char *key, const struct holm_board *board,
                        uint8_t *seat, struct holm_trouble *trouble);
bool holm_position_seats(const json_t *json, const char *key, const struct holm_board *board,
                         uint8_t *seats, struct holm_trouble *trouble);
/* Cards by kind, or null when the viewer may not know the kinds. */
void holm_position_put_kinds(struct holm_writer *writer, const char *key, const char *const *names,
                             const uint8_t *n, int count, bool hidden);
/* And read: null is none that is known, which only a view may say. */
bool holm_position_kinds(const json_t *json, const char *key, const char *const *names, uint8_t *n,
                         int count, struct holm_trouble *trouble);
/* "0,1N" in quotes. */
void holm_position_put_corner(struct holm_writer *writer, const struct holm_board *board,
                              int corner);
/* A hex of this map, or null. */
void holm_position_put_hex(struct holm_writer *writer, const char *key,
                           const struct holm_board *board, int hex);
bool holm_position_hex(const json_t *json, const char *key, const struct holm_board *board,
                       uint8_t *hex, struct holm_trouble *trouble);
/* A corner of this map. */
bool holm_position_corner(const json_t *value, const char *key, const struct holm_board *board,
                          uint8_t *corner, struct holm_trouble *trouble);

void holm_step_put(struct holm_writer *writer, const struct holm_state *state,
                   const struct holm_step *step);
bool holm_step_read(const json_t *json, const struct holm_board *board, struct holm_step *step,
                    struct holm_trouble *trouble);

/* -------------------------------------------------------------- whole states */

/* The members of a state or view as they are said, and nothing that follows from them; `viewer` is set. */
bool holm_position_members(const json_t *json, const struct holm_board *board,
                           struct holm_state *state, struct holm_trouble *trouble);
/* What follows from pieces and hands. */
struct holm_state holm_position_refreshed(const struct holm_state *said);
/* Whether a text says what it works out as. */
bool holm_position_same(const struct holm_state *said, const struct holm_state *found,
                        struct holm_trouble *trouble);
/* The same for members that are there for the reader's convenience. */
bool holm_position_conveniences(const json_t *json, const struct holm_state *state,
                                struct holm_trouble *trouble);
/* The member `known` of a position file; none: each seat is judged by its own view. */
void holm_position_put_known(struct holm_writer *writer, const struct holm_board *board,
                             const struct holm_known *known);
bool holm_position_known(const json_t *json, const struct holm_state *state,
                         struct holm_known *known, struct holm_trouble *trouble);
/* Rules and map of a position file, as a board. */
bool holm_position_board(const json_t *json, struct holm_board *board,
                         struct holm_trouble *trouble);

/* ------------------------------------------------------- Cities & Knights */

extern const char *const holm_knights_state_keys[], *const holm_knights_player_keys[];
void holm_knights_put_state(struct holm_writer *writer, const struct holm_state *state);
void holm_knights_put_player(struct holm_writer *writer, const struct holm_state *state, int seat);
bool holm_knights_read_state(const json_t *json, struct holm_state *state,
                             struct holm_trouble *trouble);
bool holm_knights_read_player(const json_t *json, const struct holm_board *board,
                              struct holm_player *player, struct holm_trouble *trouble);

/* -------------------------------------------------------------- Seafarers */

/* What both games have: the discs in the order of the hexes, since they change; and whether the
 * last part of an ordered action phase has begun. */
void holm_position_put_discs(struct holm_writer *writer, const struct holm_state *state);
bool holm_position_discs(const json_t *json, struct holm_state *state,
                         struct holm_trouble *trouble);
void holm_position_put_extras(struct holm_writer *writer, const struct holm_state *state);
bool holm_position_extras(const json_t *json, struct holm_state *state,
                          struct holm_trouble *trouble);

extern const char *const holm_sea_state_keys[], *const holm_sea_player_keys[];
void holm_sea_put_state(struct holm_writer *writer, const struct holm_state *state);
void holm_sea_put_player(struct holm_writer *writer, const struct holm_state *state, int seat);
bool holm_sea_read_state(const json_t *json, struct holm_state *state,
                         struct holm_trouble *trouble);
bool holm_sea_read_player(const json_t *json, const struct holm_board *board,
                          struct holm_player *player, struct holm_trouble *trouble);

#endif
