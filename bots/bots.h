/* bots.h: players that see only a view. */
#ifndef HOLM_BOTS_H
#define HOLM_BOTS_H

#include "engine/holm.h"

/* A small generator for the bots' own choices; never the game's chance. */
struct holm_random {
    uint64_t s[2];
};
void holm_random_seed(struct holm_random *random, uint64_t seed);
uint32_t holm_random_below(struct holm_random *random, uint32_t limit);

/* One seat's player. `choose` picks from what `list` allows (templates may be filled in) and must
 * return an action that the engine accepts; a seat that is not asked may pass with HOLM_NO_ACTION. */
struct holm_bot {
    const struct holm_bot_kind *kind;
    struct holm_random random;
    uint8_t seat;
    struct holm_action refused; /* the latest offer, not to be repeated */
};
struct holm_bot_kind {
    const char *name;
    const char *help;
    void (*choose)(struct holm_bot *bot, const struct holm_view *view,
                   const struct holm_list *list, struct holm_action *action);
    bool trades; /* makes and answers offers */
};
extern const struct holm_bot_kind holm_bot_kinds[];
extern const int holm_bot_kind_count;
const struct holm_bot_kind *holm_bot_find(const char *name);
void holm_bot_start(struct holm_bot *bot, const struct holm_bot_kind *kind, int seat,
                    uint64_t seed);

#endif
