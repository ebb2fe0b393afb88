/* playout.c: games played on quickly, by the same preferences in all seats. */
#include "bots/playout.h"

#include <string.h>

#include "bots/greedy.h"

enum {
    ACTIONS_A_TURN_MOST = 300, /* a safety net: greedy play ends its turns */
    DRAWS_A_TURN = 64
};

void holm_playout_start(struct holm_playout *playout, const struct holm_preferences *preferences,
                        const struct holm_state *state, const struct holm_chance *chance)
{
    playout->preferences = preferences;
    playout->table.seen = *state;
    playout->chance = *chance;
    memset(playout->bots, 0, sizeof playout->bots);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        playout->bots[seat].seat = (uint8_t)seat;
    /* promises could not be kept: hands are guessed */
    memset(playout->table.seen.offer, 0, sizeof playout->table.seen.offer);
}

void holm_playout_step(struct holm_playout *playout)
{
    struct holm_state *state = &playout->table.seen;
    struct holm_action action;
    const int seat = holm_next(state);
    holm_legal(state, seat, &playout->list);
    if (playout->list.count == 1 && !playout->list.templates) {
        action = playout->list.at[0];
    } else {
        if (playout->quiet) { /* as if it had offered already */
            playout->bots[seat].refused.kind = HOLM_DO_OFFER;
            playout->bots[seat].refused.place = state->turns;
        }
        holm_choose_by_preferences(playout->preferences, &playout->bots[seat], &playout->table,
                                   &playout->list, &action);
    }
    if (holm_step(state)->kind == HOLM_STEP_ROLL) /* turns roll alike, whatever was drawn before */
        playout->chance.next = (uint64_t)DRAWS_A_TURN * state->turns;
    holm_apply_listed(state, &action, &playout->chance, NULL);
}

void holm_playout_run(struct holm_playout *playout, int turn)
{
    const struct holm_state *state = &playout->table.seen;
    for (int left = (turn + 1 - state->turns) * ACTIONS_A_TURN_MOST; left > 0; left--) {
        if (holm_over(state) || state->turns >= turn)
            return;
        holm_playout_step(playout);
    }
}
