/* position_knights.c: what a state or view of Cities & Knights says besides, written and read.
 * Knights and metropolises are among the pieces; sets of corners are lists of their names. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "text/notation.h"
#include "text/position.h"
#include "text/shown.h"

/* Sets of corners by their keys. */
static const struct {
    const char *key;
    size_t offset;
    bool newer; /* positions that were saved before it existed are read as well */
} sets[] = {
    { "active_knights", offsetof(struct holm_state, active_knights), false },
    { "tired", offsetof(struct holm_state, tired), false },
    { "acted", offsetof(struct holm_state, acted), true },
    { "promoted", offsetof(struct holm_state, promoted), false },
    { "fighting", offsetof(struct holm_state, fighting), false },
    { "walls", offsetof(struct holm_state, walls), false },
};
enum { SETS = sizeof sets / sizeof sets[0] };

const char *const holm_knights_state_keys[] = {
    "extras",     "face",      "alchemy",        "harbor_asked", "merchant",
    "metropolis", "entitled",  "active_knights", "tired",        "acted",
    "promoted",   "fighting",  "walls",          "disc",         "pool",
    "laid_open",  "deck_left", "under",          NULL,
};
const char *const holm_knights_player_keys[] = {
    "level", "knights", "backs", "progress", "fleet", "chosen", "breach", "yields", NULL,
};

/* --------------------------------------------------------- writing a state */

static void put_set(struct holm_writer *writer, const char *key, const struct holm_board *board,
                    const struct holm_corner_set *set)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int corner = 0; corner < board->topology.corners; corner++)
        if (holm_corner_in(set, corner)) {
            holm_json_next(writer);
            holm_position_put_corner(writer, board, corner);
        }
    holm_put_char(writer, ']');
}

static void put_metropolis(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "metropolis");
    holm_put_char(writer, '{');
    for (int track = 0; track < HOLM_TRACKS; track++) {
        holm_json_key(writer, holm_track_names[track]);
        if (state->metropolis[track] == HOLM_NONE)
            holm_put(writer, "null");
        else
            holm_position_put_corner(writer, state->board, state->metropolis[track]);
    }
    holm_put_char(writer, '}');
}

/* Who waits for a metropolis that lies aside. */
static void put_entitled(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "entitled");
    holm_put_char(writer, '{');
    for (int track = 0; track < HOLM_TRACKS; track++)
        if (state->entitled[track])
            holm_json_put_seat(writer, holm_track_names[track], state->entitled[track] - 1);
    holm_put_char(writer, '}');
}

static void put_under_card(struct holm_writer *writer, int card, int known)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "card",
                       card == HOLM_HIDDEN_CARD ? NULL : holm_progress_names[card - 1]);
    holm_json_put_word(writer, "known", known < HOLM_SEATS ? holm_seat_names[known] : "everybody");
    holm_put_char(writer, '}');
}

static void put_under(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "under");
    holm_put_char(writer, '{');
    for (int track = 0; track < HOLM_TRACKS; track++) {
        holm_json_key(writer, holm_track_names[track]);
        holm_put_char(writer, '[');
        for (int i = 0; i < HOLM_UNDER_MAX && state->under[track][i]; i++)
            put_under_card(writer, state->under[track][i], state->under_known[track][i]);
        holm_put_char(writer, ']');
    }
    holm_put_char(writer, '}');
}

static void put_alchemy(struct holm_writer *writer, uint8_t alchemy)
{
    holm_json_key(writer, "alchemy");
    if (alchemy)
        holm_putf(writer, "[%d,%d]", holm_dice_at(alchemy, 0), holm_dice_at(alchemy, 1));
    else
        holm_put(writer, "null");
}

void holm_knights_put_state(struct holm_writer *writer, const struct holm_state *state)
{
    holm_fields_put(writer, state, holm_knights_state_fields);
    holm_position_put_extras(writer, state);
    holm_json_put_word(writer, "face", state->face ? holm_face_names[state->face - 1] : NULL);
    put_alchemy(writer, state->alchemy);
    holm_json_put_seats(writer, "harbor_asked", state->harbor_asked);
    holm_position_put_hex(writer, "merchant", state->board, state->merchant);
    put_metropolis(writer, state);
    put_entitled(writer, state);
    for (int i = 0; i < SETS; i++)
        put_set(writer, sets[i].key, state->board,
                (const void *)((const uint8_t *)state + sets[i].offset));
    holm_position_put_discs(writer, state);
    holm_position_put_kinds(writer, "pool", holm_progress_names, state->pool, HOLM_PROGRESS_KINDS,
                            !holm_shown_decks(state));
    holm_position_put_kinds(writer, "laid_open", holm_progress_names, state->laid_open,
                            HOLM_PROGRESS_KINDS, false);
    holm_position_put_kinds(writer, "deck_left", holm_track_names, state->deck_left, HOLM_TRACKS,
                            false);
    put_under(writer, state);
}

/* -------------------------------------------------------- writing a player */

static void put_fleet(struct holm_writer *writer, unsigned fleet)
{
    holm_json_key(writer, "fleet");
    holm_put_char(writer, '[');
    for (int card = 0; card < HOLM_CARDS; card++)
        if (holm_bit_in(fleet, card)) {
            holm_json_next(writer);
            holm_putf(writer, "\"%s\"", holm_card_names[card]);
        }
    holm_put_char(writer, ']');
}

/* What a seat has chosen while others still choose. */
static void put_choices(struct holm_writer *writer, const struct holm_board *board,
                        const struct holm_player *player, bool shown)
{
    holm_json_key(writer, "chosen");
    if (player->chosen)
        holm_position_put_corner(writer, board, player->chosen - 1);
    else
        holm_put(writer, "null");
    if (shown) {
        holm_json_put_flag(writer, "breach", player->breach);
        holm_json_put_number(writer, "yields", player->yields);
    } else {
        holm_json_put_word(writer, "breach", NULL);
        holm_json_put_word(writer, "yields", NULL);
    }
}

void holm_knights_put_player(struct holm_writer *writer, const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    holm_fields_put(writer, player, holm_knights_player_fields);
    holm_position_put_kinds(writer, "level", holm_track_names, player->level, HOLM_TRACKS, false);
    holm_position_put_kinds(writer, "knights", holm_piece_names + HOLM_BASIC, player->knights,
                            HOLM_RANKS, false);
    holm_position_put_kinds(writer, "backs", holm_track_names, player->backs, HOLM_TRACKS, false);
    holm_position_put_kinds(writer, "progress", holm_progress_names, player->progress,
                            HOLM_PROGRESS_KINDS, !holm_shown_progress(state, seat));
    put_fleet(writer, player->fleet);
    put_choices(writer, state->board, player, holm_shown_secrets(state, seat));
}

/* --------------------------------------------------------- reading a state */

static bool read_set(const json_t *json, const char *key, const struct holm_board *board,
                     struct holm_corner_set *set, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, key, 0, HOLM_CORNERS, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        uint8_t corner;
        if (!holm_position_corner(holm_value_item(list, i), key, board, &corner, trouble))
            return false;
        if (holm_corner_in(set, corner))
            return holm_trouble(trouble, 0, "\"%s\" has a corner twice", key);
        holm_corner_add(set, corner);
    }
    return true;
}

/* An object with exactly the tracks as its keys. */
static bool by_track(const json_t *json, const char *key, const json_t **object,
                     struct holm_trouble *trouble)
{
    struct holm_keys keys = { HOLM_TRACKS,
                              { holm_track_names[HOLM_TRADE], holm_track_names[HOLM_POLITICS],
                                holm_track_names[HOLM_SCIENCE] } };
    char what[32];
    snprintf(what, sizeof what, "\"%s\"", key);
    *object = holm_value_member(json, key);
    return holm_json_only(*object, what, keys.at, trouble);
}

static bool read_metropolis(const json_t *json, struct holm_state *state,
                            struct holm_trouble *trouble)
{
    const json_t *object;
    if (!by_track(json, "metropolis", &object, trouble))
        return false;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        const json_t *value = holm_value_member(object, holm_track_names[track]);
        state->metropolis[track] = HOLM_NONE;
        if (!holm_value_is_null(value) && !holm_position_corner(value, "metropolis", state->board,
                                                                &state->metropolis[track], trouble))
            return false;
    }
    return true;
}

/* Older positions do not say it: nobody waited. */
static bool read_entitled(const json_t *json, struct holm_state *state,
                          struct holm_trouble *trouble)
{
    const json_t *object;
    if (!holm_value_member(json, "entitled"))
        return true;
    if (!by_track(json, "entitled", &object, trouble))
        return false;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        uint8_t seat = HOLM_NONE;
        if (holm_value_member(object, holm_track_names[track]) &&
            !holm_position_seat(object, holm_track_names[track], state->board, &seat, trouble))
            return false;
        if (seat != HOLM_NONE && seat >= state->board->rules.players)
            return holm_trouble(trouble, 0, "\"entitled\" has a seat that does not play");
        state->entitled[track] = (uint8_t)(seat == HOLM_NONE ? 0 : seat + 1);
    }
    return true;
}

static bool read_under_card(const json_t *json, const struct holm_board *board, int track,
                            uint8_t *card, uint8_t *known, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "card", "known", NULL };
    const bool hidden = holm_value_is_null(holm_value_member(json, "card"));
    const char *text;
    int progress = 0;
    if (!holm_json_only(json, "a card under a deck", keys, trouble) ||
        (!hidden && !holm_json_get_word(json, "card", holm_progress_names, HOLM_PROGRESS_KINDS,
                                        &progress, trouble)) ||
        !holm_json_get_text(json, "known", &text, trouble))
        return false;
    if (!hidden && holm_progress_track(&board->rules, progress) != track)
        return holm_trouble(trouble, 0, "%s is under the wrong deck",
                            holm_progress_names[progress]);
    int seat = holm_word(holm_seat_names, board->rules.players, text);
    if (seat < 0 && strcmp(text, "everybody") != 0)
        return holm_trouble(trouble, 0, "\"known\" is neither a player nor everybody");
    *card = (uint8_t)(hidden ? HOLM_HIDDEN_CARD : progress + 1);
    *known = (uint8_t)(seat < 0 ? HOLM_EVERYBODY : seat);
    return true;
}

static bool read_under(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *object, *list;
    if (!by_track(json, "under", &object, trouble))
        return false;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        if (!holm_json_get_list(object, holm_track_names[track], 0, HOLM_UNDER_MAX - 1, &list,
                                trouble))
            return false;
        for (size_t i = 0; i < holm_value_count(list); i++)
            if (!read_under_card(holm_value_item(list, i), state->board, track,
                                 &state->under[track][i], &state->under_known[track][i], trouble))
                return false;
    }
    return true;
}

/* What was rolled and set, or null. */
static bool read_dice(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    uint8_t dice[2] = { 0 };
    int face = -1;
    if (!holm_value_is_null(holm_value_member(json, "face")) &&
        !holm_json_get_word(json, "face", holm_face_names, HOLM_FACES, &face, trouble))
        return false;
    if (!holm_value_is_null(holm_value_member(json, "alchemy")) &&
        !holm_json_get_dice(json, "alchemy", dice, trouble))
        return false;
    state->face = (uint8_t)(face + 1);
    state->alchemy = holm_dice_byte(dice[0], dice[1]);
    return true;
}

static bool read_decks(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    return holm_position_kinds(json, "pool", holm_progress_names, state->pool, HOLM_PROGRESS_KINDS,
                               trouble) &&
           holm_json_get_counts(json, "laid_open", holm_progress_names, state->laid_open,
                                HOLM_PROGRESS_KINDS, trouble) &&
           holm_json_get_counts(json, "deck_left", holm_track_names, state->deck_left, HOLM_TRACKS,
                                trouble) &&
           read_under(json, state, trouble);
}

bool holm_knights_read_state(const json_t *json, struct holm_state *state,
                             struct holm_trouble *trouble)
{
    const struct holm_board *board = state->board;
    for (int i = 0; i < SETS; i++)
        if ((!sets[i].newer || holm_value_member(json, sets[i].key)) &&
            !read_set(json, sets[i].key, board, (void *)((uint8_t *)state + sets[i].offset),
                      trouble))
            return false;
    return holm_fields_read(json, board, state, holm_knights_state_fields, trouble) &&
           holm_position_extras(json, state, trouble) && read_dice(json, state, trouble) &&
           holm_position_seats(json, "harbor_asked", board, &state->harbor_asked, trouble) &&
           holm_position_hex(json, "merchant", board, &state->merchant, trouble) &&
           read_metropolis(json, state, trouble) && read_entitled(json, state, trouble) &&
           holm_position_discs(json, state, trouble) && read_decks(json, state, trouble);
}

/* -------------------------------------------------------- reading a player */

static bool read_fleet(const json_t *json, uint8_t *fleet, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, "fleet", 0, HOLM_CARDS, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const char *text = holm_value_text(holm_value_item(list, i));
        int card = text ? holm_word(holm_card_names, HOLM_CARDS, text) : -1;
        if (card < 0 || holm_bit_in(*fleet, card))
            return holm_trouble(trouble, 0, "\"fleet\" has no kind of card, or one twice");
        *fleet |= (uint8_t)holm_bit(card);
    }
    return true;
}

static bool read_choices(const json_t *json, const struct holm_board *board,
                         struct holm_player *player, struct holm_trouble *trouble)
{
    const json_t *chosen = holm_value_member(json, "chosen");
    uint8_t corner = 0;
    bool breach = false;
    int yields = 0;
    if (!holm_value_is_null(chosen) &&
        !holm_position_corner(chosen, "chosen", board, &corner, trouble))
        return false;
    if ((!holm_value_is_null(holm_value_member(json, "breach")) &&
         !holm_json_get_flag(json, "breach", &breach, trouble)) ||
        (!holm_value_is_null(holm_value_member(json, "yields")) &&
         !holm_json_get_number(json, "yields", 0, UINT16_MAX, &yields, trouble)))
        return false;
    player->chosen = (uint8_t)(holm_value_is_null(chosen) ? 0 : corner + 1);
    player->breach = breach;
    player->yields = (uint16_t)yields;
    return true;
}

bool holm_knights_read_player(const json_t *json, const struct holm_board *board,
                              struct holm_player *player, struct holm_trouble *trouble)
{
    return holm_fields_read(json, board, player, holm_knights_player_fields, trouble) &&
           holm_json_get_counts(json, "level", holm_track_names, player->level, HOLM_TRACKS,
                                trouble) &&
           holm_json_get_counts(json, "knights", holm_piece_names + HOLM_BASIC, player->knights,
                                HOLM_RANKS, trouble) &&
           holm_json_get_counts(json, "backs", holm_track_names, player->backs, HOLM_TRACKS,
                                trouble) &&
           holm_position_kinds(json, "progress", holm_progress_names, player->progress,
                               HOLM_PROGRESS_KINDS, trouble) &&
           read_fleet(json, &player->fleet, trouble) && read_choices(json, board, player, trouble);
}
