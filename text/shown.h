/* shown.h: which hidden parts a state or view shows. In a view what is hidden is 0, and so may be
 * what is shown; this tells the two apart. */
#ifndef HOLM_SHOWN_H
#define HOLM_SHOWN_H

#include "engine/holm.h"

/* What only the seat itself knows: chosen discards, development cards, choices. */
bool holm_shown_secrets(const struct holm_state *seen, int seat);
/* The hand; the master merchant looks at another's. */
bool holm_shown_hand(const struct holm_state *seen, int seat);
/* The progress cards; the spy looks at another's. */
bool holm_shown_progress(const struct holm_state *seen, int seat);
/* The kinds in the decks. */
bool holm_shown_decks(const struct holm_state *seen);
/* The resource on its way through the commercial harbor. */
bool holm_shown_harbor(const struct holm_state *seen);

#endif
