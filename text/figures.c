/* figures.c: what is counted in a game. Luck with the dice is what came, less what comes on average:
 * before every roll each of the 36 pairs of dice (or those still in the set of balanced dice) is
 * asked what it would bring. What the bank cannot pay is no matter of the dice. */
#include "text/figures.h"

enum { FACES = 6, OPENING_MOST = 9 };

static int pair_weight(const struct holm_state *state, int first, int second)
{
    return !holm_rolls_left(state) || holm_roll_is_left(state, first, second);
}

static void count_expected(struct holm_figures *figures, const struct holm_state *before)
{
    int sum[HOLM_SEATS] = { 0 }, weight[2 * FACES + 1] = { 0 }, all = 0, yield[HOLM_SEATS];
    for (int first = 1; first <= FACES; first++)
        for (int second = 1; second <= FACES; second++)
            weight[first + second] += pair_weight(before, first, second);
    for (int total = 2; total <= 2 * FACES; total++) {
        holm_dice_yield(before, total, yield);
        all += weight[total];
        for (int seat = 0; seat < HOLM_SEATS; seat++)
            sum[seat] += weight[total] * yield[seat];
    }
    for (int seat = 0; seat < HOLM_SEATS && all; seat++)
        figures->seat[seat].expected += (sum[seat] * HOLM_LUCK_UNIT + all / 2) / all;
}

static void count_corner(struct holm_figures *figures, const struct holm_state *state, int corner)
{
    const uint8_t piece = state->corner[corner];
    if (!holm_is_building(piece) || holm_piece_seat(piece) >= state->board->rules.players)
        return;
    uint8_t *opening = figures->seat[holm_piece_seat(piece)].opening;
    for (int i = 0; i < 3; i++) {
        const int hex = state->board->topology.corner_hex[corner][i];
        const int card = hex == HOLM_NONE ? HOLM_NONE : holm_yield(state->terrain[hex]);
        if (card < HOLM_RESOURCES && opening[card] < OPENING_MOST)
            opening[card]++;
    }
}

static void count_roll(struct holm_figures *figures, const struct holm_state *before,
                       const struct holm_state *after)
{
    int yield[HOLM_SEATS];
    for (int i = 0; !figures->opened && i < before->board->topology.corners; i++)
        count_corner(figures, before, i);
    figures->opened = true;
    figures->rolls++;
    count_expected(figures, before);
    holm_dice_yield(before, after->dice[0] + after->dice[1], yield);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        figures->seat[seat].claimed += yield[seat];
}

/* Dice that the alchemist set draw at most one outcome, that of the event die. */
void holm_figures_note(struct holm_figures *figures, const struct holm_state *before,
                       const struct holm_state *after, const struct holm_action *action, int drawn,
                       bool in_place)
{
    struct holm_seat_figures *seat = &figures->seat[action->seat];
    seat->absent = in_place ? seat->absent + 1 : 0;
    if (action->kind == HOLM_DO_ROLL && holm_step(before)->kind == HOLM_STEP_ROLL && drawn >= 2)
        count_roll(figures, before, after);
}
