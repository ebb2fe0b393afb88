/* shown.c: which hidden parts a state or view shows (INFO-2, 12..21; engine/view.c hides them). */
#include "text/shown.h"

bool holm_shown_secrets(const struct holm_state *seen, int seat)
{
    return seen->viewer == HOLM_EVERYBODY || seen->viewer == seat;
}

/* Whether the viewer is the active player, who is asked about this seat's cards. */
static bool looks_at(const struct holm_state *seen, int step, int whose, int seat)
{
    return holm_step(seen)->kind == step && seen->viewer == seen->active && whose == seat;
}

bool holm_shown_hand(const struct holm_state *seen, int seat)
{
    return holm_shown_secrets(seen, seat) ||
           looks_at(seen, HOLM_STEP_MASTER_MERCHANT, holm_step(seen)->place, seat);
}

bool holm_shown_progress(const struct holm_state *seen, int seat)
{
    return holm_shown_secrets(seen, seat) ||
           looks_at(seen, HOLM_STEP_SPY, holm_step(seen)->n, seat);
}

bool holm_shown_decks(const struct holm_state *seen)
{
    return seen->viewer == HOLM_EVERYBODY;
}

bool holm_shown_harbor(const struct holm_state *seen)
{
    return seen->viewer == HOLM_EVERYBODY || seen->viewer == seen->active;
}
