/* view.c: what one seat may know of a position (INFO-1..14, 27, 31). */
#include "engine/engine.h"

static void hide_player(struct holm_player *player)
{
    player->hand = cards_of(0); /* INFO-2: the number of cards stays */
    player->pledge = cards_of(0); /* INFO-11: kinds are public only when all are in */
    memset(player->development, 0, sizeof player->development); /* INFO-13 */
    memset(player->fresh, 0, sizeof player->fresh);
    memset(player->progress, 0, sizeof player->progress); /* INFO-16: the backs stay */
    player->chosen = player->breach = 0;
    player->yields = 0;
}

/* INFO-19: what lies under a deck is known to those who saw it go there. */
static void hide_decks(struct holm_state *seen, int viewer)
{
    memset(seen->deck_kind, 0, sizeof seen->deck_kind); /* INFO-12 */
    memset(seen->pool, 0, sizeof seen->pool); /* INFO-15 */
    for (int track = 0; track < HOLM_TRACKS; track++)
        for (int i = 0; i < HOLM_UNDER_MAX; i++)
            if (seen->under[track][i] && seen->under_known[track][i] != HOLM_EVERYBODY &&
                seen->under_known[track][i] != viewer)
                seen->under[track][i] = HOLM_HIDDEN_CARD;
}

/* INFO-20, 21: who looks at another's cards sees them as long as the choice is open; a resource on
 * its way through the commercial harbor is known to its giver. */
static void show_looks(const struct holm_state *state, int viewer, struct holm_state *seen)
{
    const struct holm_step *step = holm_step(state);
    if (step->kind == HOLM_STEP_SPY && viewer == state->active)
        for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
            if (holm_progress_info[progress].kind != HOLM_NO_ACTION) /* C8-CK-CARD-10 */
                seen->player[step->n].progress[progress] =
                    state->player[step->n].progress[progress];
    if (step->kind == HOLM_STEP_MASTER_MERCHANT && viewer == state->active)
        seen->player[step->place].hand = state->player[step->place].hand;
    if (step->kind == HOLM_STEP_HARBOR && viewer != state->active)
        top_step(seen)->place = 0;
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
    hide_decks(&view->seen, viewer);
    show_looks(state, viewer, &view->seen);
}
