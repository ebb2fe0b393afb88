/* signature.c: whole games by seeds, hashed. */
#include "local/signature.h"

#include <string.h>

#include "bots/bots.h"
#include "text/maps.h"

enum { PLAYERS = 4, TURN_LIMIT = 5000 };

struct run {
    struct holm_rules rules;
    struct holm_map map;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_list list;
    struct holm_events events;
    struct holm_view view;
    struct holm_bot bot[PLAYERS];
};

static bool prepare(struct run *run, int family)
{
    struct holm_trouble trouble;
    if (holm_rules_make(&run->rules, family, HOLM_2025, PLAYERS))
        return false;
    run->rules.turn_limit = TURN_LIMIT;
    return holm_map_built_in(holm_map_default(&run->rules), &run->map, &trouble);
}

static bool begin(struct run *run, uint64_t seed)
{
    struct holm_map map = run->map;
    holm_chance_number(&run->chance, seed);
    if (holm_deal(&map, &run->rules, &run->chance) ||
        holm_board_make(&run->board, &map, &run->rules))
        return false;
    holm_start(&run->state, &run->board);
    return true;
}

static uint64_t sign(uint64_t signature, const struct holm_state *state, uint64_t actions)
{
    signature = (signature ^ holm_hash(state)) * 0x9E3779B97F4A7C15u;
    signature ^= signature >> 29;
    return signature + actions;
}

uint64_t local_signature(int family, int games, uint64_t *actions)
{
    static struct run run;
    struct holm_random random;
    uint64_t signature = 0;
    *actions = 0;
    if (!prepare(&run, family))
        return 0;
    for (int game = 1; game <= games; game++) {
        if (!begin(&run, (uint64_t)game))
            return 0;
        holm_random_seed(&random, (uint64_t)game);
        for (; !holm_over(&run.state); ++*actions) {
            holm_legal(&run.state, holm_next(&run.state), &run.list);
            const uint32_t i = holm_random_below(&random, (uint32_t)run.list.count);
            holm_apply_listed(&run.state, &run.list.at[i], &run.chance, NULL);
        }
        signature = sign(signature, &run.state, *actions);
    }
    return signature;
}

static void seat_bots(struct run *run, const struct holm_bot_order *order)
{
    for (int seat = 0; seat < PLAYERS; seat++) {
        holm_bot_start(&run->bot[seat], order, seat, 1);
        holm_view(&run->state, seat, &run->view);
        holm_bot_join(&run->bot[seat], &run->view);
    }
}

static bool step_bots(struct run *run)
{
    struct holm_action action = { 0 };
    const int seat = holm_next(&run->state);
    holm_view(&run->state, seat, &run->view);
    holm_legal(&run->view.seen, seat, &run->list);
    holm_bot_choose(&run->bot[seat], &run->view, &run->list, &action);
    run->events.count = 0;
    if (holm_apply(&run->state, &action, &run->chance, &run->events))
        return false;
    holm_bots_tell(run->bot, PLAYERS, &run->state, &run->events);
    return true;
}

uint64_t local_bots_signature(int family, const char *bot, int actions)
{
    static struct run run;
    struct holm_bot_order order;
    uint64_t signature = 0;
    int done = 0;
    if (!holm_bot_read(bot, &order) || !prepare(&run, family) || !begin(&run, 1))
        return 0;
    seat_bots(&run, &order);
    for (; done < actions && !holm_over(&run.state) && step_bots(&run); done++)
        signature = sign(signature, &run.state, (uint64_t)done);
    for (int seat = 0; seat < PLAYERS; seat++)
        holm_bot_stop(&run.bot[seat]);
    return signature;
}
