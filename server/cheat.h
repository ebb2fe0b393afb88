/* cheat.h: dishonest servers, for tests/server/test_cheat.py and web/tests/cheat.spec.ts to catch.
 * Tests compile the file that has the hook with HOLM_CHEAT; in every other build there is nothing
 * here. */
#ifndef SERVER_CHEAT_H
#define SERVER_CHEAT_H

#include <string.h>

#include "server/server.h"

#if HOLM_CHEAT == 1 /* round.c: bytes that suit the server, instead of those a chair revealed */
#define CHEAT_BEFORE_SEED(fair) ((fair)->share[0].entropy[0] ^= 1)
#else
#define CHEAT_BEFORE_SEED(fair) ((void)0)
#endif

#if HOLM_CHEAT == 2 /* round.c: a pledge in the terms that the first chair has not made */
#define CHEAT_AROUND_TERMS(fair) ((fair)->share[0].pledge[0] ^= 1)
#else
#define CHEAT_AROUND_TERMS(fair) ((void)0)
#endif

#if HOLM_CHEAT == 3 /* replay.c: a draw that the proof leaves out */
#define CHEAT_HIDES_DRAW(number) ((number) == 9)
#else
#define CHEAT_HIDES_DRAW(number) false
#endif

#if HOLM_CHEAT == 4 /* batch.c: the first chair's second road goes elsewhere than it signed */
static inline bool cheat_elsewhere(const struct table *table, struct holm_action *action)
{
    const struct holm_state *was = &table->server->was.state;
    const int signed_place = action->place, chair = table_seat_chair(table, action->seat);
    if (chair != 0 || action->kind != HOLM_DO_ROAD || was->player[action->seat].roads != 14)
        return false;
    for (action->place = 0; action->place < HOLM_EDGES; action->place++) {
        struct holm_state state = *was;
        struct holm_chance chance = table->game->chance;
        if (action->place != signed_place && !holm_apply(&state, action, &chance, NULL))
            return true;
    }
    return false;
}
#define CHEAT_WITH_LINE(table, action, maker)                                                      \
    struct holm_action forged = *(action);                                                         \
    struct holm_log_maker signer = *(maker);                                                       \
    signer.text = NULL;                                                                            \
    if (cheat_elsewhere(table, &forged))                                                           \
    (action) = &forged, (maker) = &signer
#else
#define CHEAT_WITH_LINE(table, action, maker) ((void)0)
#endif

#if HOLM_CHEAT == 5 /* table.c: two chairs change places */
#define CHEAT_AFTER_SEATING(fair)                                                                  \
    ((fair)->chair_of[0] ^= (fair)->chair_of[1], (fair)->chair_of[1] ^= (fair)->chair_of[0],       \
     (fair)->chair_of[0] ^= (fair)->chair_of[1])
#else
#define CHEAT_AFTER_SEATING(fair) ((void)0)
#endif

#if HOLM_CHEAT == 6 /* replay.c: no log that is shown has its seals and its last action */
static inline size_t cheat_shorter(char *text, size_t used)
{
    for (bool seal = true; seal && used;) {
        text[--used] = '\0'; /* the end of the line */
        const char *line = strrchr(text, '\n');
        used = line ? (size_t)(line + 1 - text) : 0;
        seal = strstr(text + used, "\"seal\":");
        text[used] = '\0';
    }
    return used;
}
#define CHEAT_WITH_LOG(log) ((log)->used = cheat_shorter((log)->text, (log)->used))
#else
#define CHEAT_WITH_LOG(log) ((void)0)
#endif

#if HOLM_CHEAT ==                                                                                  \
    7 /* round.c: nobody's pledge comes on the list, so the secret alone makes the dice */
#define CHEAT_BEFORE_TERMS(fair) memset((fair)->share, 0, sizeof(fair)->share)
#else
#define CHEAT_BEFORE_TERMS(fair) ((void)0)
#endif

#if HOLM_CHEAT == 8 /* play.c: who may see a card that was drawn is shown another */
static inline void cheat_other_card(struct holm_event *event)
{
    if (event->kind == HOLM_EV_BUY)
        event->development = (uint8_t)((event->development + 1) % HOLM_DEVELOPMENTS);
    if (event->kind == HOLM_EV_STEAL)
        event->card = (uint8_t)((event->card + 1) % HOLM_RESOURCES);
}
#define CHEAT_WITH_EVENT(event) cheat_other_card(event)
#else
#define CHEAT_WITH_EVENT(event) ((void)0)
#endif

#endif
