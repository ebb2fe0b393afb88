/* advice.c: what would be good for whoever plays against bots alone, by what they can know. */
#include <string.h>

#include "bots/evaluator.h"
#include "bots/explain.h"
#include "local/game.h"
#include "text/json.h"
#include "text/notation.h"
#include "text/phrases.h"

enum { REASONS = 3, CORNERS = 4, SAMPLES = 4, SEED = 1 };

/* ------------------------------------------------------------------ corners */

struct corner {
    struct holm_action action;
    double chance;
};

/* How likely the seat wins after an action, over a few hands that the others may hold. */
static double chance_after(const struct local *local, const struct holm_view *view,
                           const struct holm_action *action)
{
    struct holm_weights weights;
    struct holm_evaluator evaluator;
    struct holm_state state;
    struct holm_chance chance;
    double sum = 0;
    holm_weights_built_in(&local->board.rules, &weights);
    holm_chance_number(&chance, SEED);
    for (int i = 0; i < SAMPLES; i++) {
        if (holm_determinize(view, &local->belief[action->seat], SEED + (uint64_t)i, &state))
            return 0;
        holm_apply_listed(&state, action, &chance, NULL);
        holm_evaluator_start(&evaluator, &weights, NULL, &state, action->seat);
        sum += holm_evaluate(&evaluator, &state, false);
    }
    return sum / SAMPLES;
}

/* Puts one among the best, which are in order. */
static int take_corner(struct corner *best, int count, const struct corner *corner)
{
    int at = count < CORNERS ? count : CORNERS;
    for (; at > 0 && best[at - 1].chance < corner->chance; at--)
        if (at < CORNERS)
            best[at] = best[at - 1];
    if (at < CORNERS)
        best[at] = *corner;
    return count < CORNERS ? count + 1 : CORNERS;
}

static void put_corners(struct local *local, struct holm_writer *writer)
{
    struct corner best[CORNERS];
    int count = 0;
    for (int i = 0; i < local->list.count; i++) {
        struct corner corner = { .action = local->list.at[i] };
        if (corner.action.kind != HOLM_DO_SETTLEMENT)
            continue;
        corner.chance = chance_after(local, &local->view, &corner.action);
        count = take_corner(best, count, &corner);
    }
    holm_json_key(writer, "corners");
    holm_put_char(writer, '[');
    for (int i = 0; i < count; i++) {
        holm_json_next(writer);
        holm_put(writer, "{\"action\":");
        holm_json_action(writer, &local->board, &best[i].action);
        holm_putf(writer, ",\"share\":%.4f}", best[i].chance / best[0].chance);
    }
    holm_put_char(writer, ']');
}

/* --------------------------------------------------------------------- hints */

static void put_reasons(const struct local *local, struct holm_writer *writer,
                        const struct holm_action *action)
{
    struct holm_term terms[REASONS];
    const int count =
        holm_explain(&local->view, &local->belief[action->seat], action, SEED, terms, REASONS);
    holm_json_key(writer, "reasons");
    holm_reasons_put(writer, terms, count);
}

/* A player of its own, who knows what the holder does. */
static bool choose(struct local *local, struct holm_action *action)
{
    struct holm_bot_order order;
    struct holm_bot bot;
    if (!holm_bot_read("hard", &order))
        return false;
    holm_bot_start(&bot, &order, local->holder, SEED);
    holm_bot_join(&bot, &local->view);
    bot.belief = local->belief[local->holder];
    memset(action, 0, sizeof *action);
    holm_bot_choose(&bot, &local->view, &local->list, action);
    holm_bot_stop(&bot);
    return action->kind != HOLM_NO_ACTION && !holm_check(&local->view.seen, action);
}

bool local_hint(struct local *local, struct holm_writer *writer, struct holm_trouble *trouble)
{
    struct holm_action action;
    if (local->holder < 0 || local_people(local) != 1)
        return holm_trouble(trouble, 0, "hints are for who plays against bots alone");
    holm_view(&local->state, local->holder, &local->view);
    holm_legal(&local->view.seen, local->holder, &local->list);
    if (holm_over(&local->state) || (!local->list.count && !local->list.templates))
        return holm_trouble(trouble, 0, "there is nothing to choose just now");
    if (!choose(local, &action))
        return holm_trouble(trouble, 0, "nothing comes to mind");
    holm_put(writer, "{\"action\":");
    holm_json_action(writer, &local->board, &action);
    put_reasons(local, writer, &action);
    if (holm_step(&local->state)->kind == HOLM_STEP_SETUP_SETTLEMENT)
        put_corners(local, writer);
    holm_put_char(writer, '}');
    return true;
}
