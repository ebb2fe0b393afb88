/* view.c: what one seat may know of a position (INFO-1..14, 27, 31). */
#include "engine/engine.h"

static void hide_player(struct holm_player *player)
{
    player->hand = cards_of(0);   /* INFO-2: the number of cards stays */
    player->pledge = cards_of(0); /* INFO-11: kinds are public only when all are in */
    memset(player->development, 0, sizeof player->development); /* INFO-13 */
    memset(player->fresh, 0, sizeof player->fresh);
}

void holm_view(const struct holm_state *state, int viewer, struct holm_view *view)
{
    view->seen = *state;
    view->seen.viewer = (uint8_t)viewer;
    if (viewer == HOLM_EVERYBODY)
        return;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        if (seat != viewer)
            hide_player(&view->seen.player[seat]);
    memset(view->seen.deck_kind, 0, sizeof view->seen.deck_kind); /* INFO-12 */
}
