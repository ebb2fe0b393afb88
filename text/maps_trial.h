/* maps_trial.h: whether a map can be played by all that it is meant for; for `holm map check` and
 * for whoever draws one on the page. */
#ifndef HOLM_MAPS_TRIAL_H
#define HOLM_MAPS_TRIAL_H

#include "engine/holm.h"
#include "text/writer.h"

/* The game a map is meant for: Seafarers where it cannot do without ships, or has sea for them. */
int holm_map_game(const struct holm_map *map);

/* Tries it for every number of players and set-up it is meant for. `deals`: so many of a variable
 * set-up; `tries`: as in holm_deal_within. The trouble says for whom, why, and where if it is at a
 * particular place. */
bool holm_map_try(const struct holm_map *map, int deals, int tries, struct holm_trouble *trouble);

#endif
