/* outcomes.c: an action of a script applied with the outcomes named behind it. A script may
 * name what was no matter of chance, as a reader of the game would: dice that the alchemist has
 * set, and cards that come from under a deck. And it may leave the cards of a roll to the seed, and
 * the hexes in the fog that come after those it names. */
#include <string.h>

#include "runner/run.h"

static void drop_outcomes(struct holm_outcomes *outcomes, int at, int count)
{
    outcomes->count -= count;
    memmove(outcomes->at + at, outcomes->at + at + count, (size_t)(outcomes->count - at));
}

/* Dice that were set: named as they lie, they are not rolled. */
static void drop_set_dice(const struct holm_state *state, struct holm_outcomes *outcomes)
{
    if (state->alchemy && outcomes->count > 2 &&
        state->alchemy == holm_dice_byte(outcomes->at[0] + 1, outcomes->at[1] + 1))
        drop_outcomes(outcomes, 0, 2);
}

/* Cards drawn when the top of a deck is gone: they lie in a known order. */
static void drop_cards_from_under(const struct holm_state *state, struct holm_outcomes *outcomes,
                                  int first)
{
    const struct holm_rules *rules = &state->board->rules;
    int track = holm_progress_track(rules, outcomes->at[first]), on_top = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        if (holm_progress_track(rules, progress) == track)
            on_top += state->pool[progress];
    if (outcomes->count - first <= on_top)
        return;
    for (int i = first + on_top; i < outcomes->count; i++) {
        int next = i - first - on_top;
        if (next == HOLM_UNDER_MAX || state->under[track][next] != outcomes->at[i] + 1)
            return; /* not what lies there: refused by the engine */
    }
    outcomes->count = first + on_top;
}

/* Where the progress cards begin among the outcomes. */
static int first_card(const struct holm_action *action, const struct holm_outcomes *outcomes)
{
    const uint32_t fields = holm_kind_info[action->kind].fields;
    if (fields & HOLM_F_DRAWS_PROGRESS)
        return 0;
    return fields & HOLM_F_DRAWS_ROLL && outcomes->event ? outcomes->event : outcomes->count;
}

/* Whether the seed answers what comes after the outcomes that are named. */
static bool rest_from_seed(const struct holm_action *action, const struct holm_outcomes *outcomes)
{
    const uint32_t fields = holm_kind_info[action->kind].fields;
    if (fields & HOLM_F_DRAWS_ROLL)
        return outcomes->event && outcomes->event == outcomes->count;
    return fields & HOLM_F_DRAWS_FOUND && outcomes->count;
}

/* One more outcome for a draw that was not named, from the seed by the weights of that draw. */
static void draw_outcome(struct holm_chance *chance, struct holm_outcomes *outcomes)
{
    unsigned total = 0;
    uint8_t outcome = 0;
    for (int i = 0; i < HOLM_OUTCOMES; i++)
        total += chance->wanted[i];
    unsigned at = total ? (unsigned)(holm_draw_number(chance->seed, chance->next++) % total) : 0;
    while (outcome + 1 < HOLM_OUTCOMES && at >= chance->wanted[outcome])
        at -= chance->wanted[outcome++];
    outcomes->at[outcomes->count++] = outcome;
}

static int apply_once(struct holm_run *run, const struct holm_action *action,
                      const struct holm_outcomes *outcomes, struct holm_events *events)
{
    if (outcomes->count)
        holm_chance_dictate(&run->chance, outcomes->at, outcomes->count);
    events->count = 0;
    int error = holm_apply_past(&run->state, &run->past, action, &run->chance, events);
    run->chance.dictating = 0;
    return error;
}

int holm_run_apply(struct holm_run *run, const struct holm_action *action,
                   struct holm_outcomes *outcomes, struct holm_events *events)
{
    bool from_seed = rest_from_seed(action, outcomes);
    int named = outcomes->count, error;
    if (action->kind == HOLM_DO_ROLL) {
        drop_set_dice(&run->state, outcomes);
        if (outcomes->event)
            outcomes->event -= named - outcomes->count;
    }
    if (run->rules.knights && first_card(action, outcomes) < outcomes->count)
        drop_cards_from_under(&run->state, outcomes, first_card(action, outcomes));
    if (named && !outcomes->count)
        holm_chance_dictate(&run->chance, outcomes->at, 0); /* named, and nothing to draw */
    while ((error = apply_once(run, action, outcomes, events)) == HOLM_E_OUTCOME && from_seed &&
           run->chance.failed == 2 && outcomes->count < HOLM_DRAWS_MAX)
        draw_outcome(&run->chance, outcomes);
    return error;
}
