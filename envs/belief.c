/* belief.c: what each seat of a game can know of the others' hands, where the batch keeps it. */
#include "envs/parts.h"

void belief_start(struct holm_envs *envs, uint32_t index, int seat)
{
    struct holm_view view;
    holm_view(&envs->game[index].state, seat, &view);
    holm_belief_start(belief_of(envs, index, seat), &view);
}

void beliefs_start(struct holm_envs *envs, uint32_t index)
{
    for (int seat = 0; envs->belief && seat < envs->players; seat++)
        belief_start(envs, index, seat);
}

void beliefs_follow(struct holm_envs *envs, uint32_t index, const struct holm_events *events)
{
    struct holm_view view;
    struct holm_events seen;
    seen.count = events->count;
    for (int seat = 0; seat < envs->players; seat++) {
        for (int i = 0; i < events->count; i++)
            seen.at[i] = holm_event_for(&events->at[i], seat);
        holm_view(&envs->game[index].state, seat, &view);
        holm_belief_follow(belief_of(envs, index, seat), &view, &seen);
    }
}
