/* event.c: the event die of Cities & Knights (CK-TURN-4..7, CK-DRAW, C8-CK-EVENT). */
#include "engine/engine.h"

/* CK-DRAW-2 */
int holm_draw_range(int level)
{
    return level ? level + 1 : 0;
}

/* CK-DRAW-1..3: everybody whose level allows it draws, in turn order. */
static void draw_by_level(struct context *context, int track)
{
    struct holm_state *state = context->state;
    int players = state->board->rules.players, red = state->dice[0];
    step_push(state, HOLM_STEP_CHECK_LIMIT, 0, 0, 0);
    for (int i = 0; i < players; i++) {
        int seat = (state->active + i) % players, level = state->player[seat].level[track];
        if (red <= holm_draw_range(level))
            draw_progress(context, seat, track);
    }
}

/* The tracks on which a seat stands highest; none at level 0. */
unsigned highest_tracks(const struct holm_state *state, int seat)
{
    unsigned tracks = 0;
    int best = 1;
    for (int track = 0; track < HOLM_TRACKS; track++) {
        int level = state->player[seat].level[track];
        if (level > best) {
            best = level;
            tracks = 0;
        }
        if (level == best)
            tracks |= 1u << track;
    }
    return tracks;
}

/* C8-CK-EVENT-3, 4: a commodity, or a card, of the highest track. */
void track_chosen(struct context *context, int seat, int track, int face)
{
    struct holm_state *state = context->state;
    int card = state->board->rules.track_commodity[track];
    if (face == HOLM_FACE_CARD) {
        draw_progress(context, seat, track);
    } else if (state->bank.n[card]) {
        struct holm_cards cards = one_card(card);
        cards_subtract(&state->bank, &cards);
        gain(state, seat, &cards);
        event_cards(context, HOLM_EV_PRODUCE, seat, &cards);
    }
}

static void house_face(struct context *context, int face)
{
    struct holm_state *state = context->state;
    unsigned tracks = highest_tracks(state, state->active);
    if (!tracks)
        return;
    if (tracks & (tracks - 1))
        step_push(state, HOLM_STEP_TRACK, seat_bit(state->active), face, (int)tracks);
    else
        track_chosen(context, state->active, __builtin_ctz(tracks), face);
}

void event_face(struct context *context, int face)
{
    context->state->face = (uint8_t)(face + 1);
    event_n(context, HOLM_EV_FACE, context->state->active, face);
    if (face == HOLM_FACE_SHIP)
        ship_moves(context);
    else if (face < HOLM_TRACKS)
        draw_by_level(context, face);
    else
        house_face(context, face);
}
