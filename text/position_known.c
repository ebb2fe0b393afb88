/* position_known.c: by whose knowledge a position is to be judged, in position files. */
#include <string.h>

#include "text/notation.h"
#include "text/position.h"

void holm_position_put_known(struct holm_writer *writer, const struct holm_board *board,
                             const struct holm_known *known)
{
    if (known->viewer == HOLM_EVERYBODY)
        return;
    holm_json_key(writer, "known");
    holm_put_char(writer, '{');
    holm_json_put_seat(writer, "viewer",
                       known->viewer == HOLM_SPECTATOR ? HOLM_NONE : known->viewer);
    holm_json_key(writer, "hands");
    holm_put_char(writer, '{');
    for (int seat = 0; seat < board->rules.players; seat++)
        if (holm_cards_total(&known->hand[seat]))
            holm_json_put_cards(writer, holm_seat_names[seat], &known->hand[seat]);
    holm_put(writer, "}}");
}

/* Nobody knows of a card that is not there: a deal that agrees would be sought in vain. */
static bool read_hand(const json_t *hands, int seat, const struct holm_state *state,
                      struct holm_cards *known, struct holm_trouble *trouble)
{
    const char *name = holm_seat_names[seat];
    if (!holm_value_member(hands, name))
        return true;
    if (!holm_json_get_cards(hands, name, known, trouble))
        return false;
    for (int card = 0; card < HOLM_CARDS; card++)
        if (known->n[card] > state->player[seat].hand.n[card])
            return holm_trouble(trouble, 0, "\"known\" has more %s of %s than there are",
                                holm_card_names[card], name);
    return true;
}

static bool read_hands(const json_t *hands, const struct holm_state *state,
                       struct holm_known *known, struct holm_trouble *trouble)
{
    const char *others[HOLM_SEATS + 1] = { NULL };
    int count = 0;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (seat != known->viewer)
            others[count++] = holm_seat_names[seat];
    if (!holm_json_only(hands, "\"hands\"", others, trouble))
        return false;
    for (int seat = 0; seat < state->board->rules.players; seat++)
        if (!read_hand(hands, seat, state, &known->hand[seat], trouble))
            return false;
    return true;
}

bool holm_position_known(const json_t *json, const struct holm_state *state,
                         struct holm_known *known, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "viewer", "hands", NULL };
    *known = (struct holm_known){ .viewer = HOLM_EVERYBODY };
    if (!json)
        return true;
    if (!holm_json_only(json, "\"known\"", keys, trouble) ||
        !holm_position_seat(json, "viewer", state->board, &known->viewer, trouble))
        return false;
    if (known->viewer == HOLM_NONE)
        known->viewer = HOLM_SPECTATOR;
    else if (known->viewer >= state->board->rules.players)
        return holm_trouble(trouble, 0, "\"viewer\" is no player");
    return read_hands(holm_value_member(json, "hands"), state, known, trouble);
}

void holm_known_look(const struct holm_known *known, const struct holm_state *state,
                     struct holm_view *view, struct holm_belief *belief)
{
    holm_view(state, known->viewer, view);
    holm_belief_start(belief, view);
    for (int seat = 0; seat < state->board->rules.players; seat++)
        holm_belief_tell(belief, view, seat, &known->hand[seat]);
}
