/* setup.h: what goes together when a game is set up: rules and the map they are played on. */
#ifndef HOLM_SETUP_H
#define HOLM_SETUP_H

#include "engine/holm.h"
#include "text/writer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options that somebody asked for, as bits. */
enum { HOLM_GIVEN_SETUP = 1, HOLM_GIVEN_DISCS = 2 };

/* What the map has decides the set-up where nobody asked for one: with ships the fixed one comes
 * first, without them what the rules say; and discs in letter order need a spiral. What cannot be
 * is refused. */
bool holm_setup_settle(struct holm_rules *rules, const struct holm_map *map, unsigned given,
                       struct holm_trouble *trouble);
/* Whether a map has something to deal. */
bool holm_setup_variable(const struct holm_map *map);

#ifdef __cplusplus
}
#endif

#endif
