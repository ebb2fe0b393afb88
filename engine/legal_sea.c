/* legal_sea.c: the lists of Seafarers: ships, the pirate, wonders, and what scenarios ask. */
#include "engine/engine.h"

/* ------------------------------------------------------------------- ships */

void list_ships(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_edge_set sites;
    if (!state->player[seat].ships)
        return;
    ship_sites(state, seat, &sites);
    for (int i = 0; i < state->board->edge_words; i++)
        for (uint64_t left = sites.w[i]; left; left &= left - 1)
            list_place(list, HOLM_DO_SHIP, seat, 64 * i + __builtin_ctzll(left), 0);
}

/* Every place that a ship which may leave could go to. */
static void list_sails_of(const struct holm_state *state, int seat, int edge,
                          const struct holm_edge_set *waters, struct holm_list *list)
{
    struct holm_edge_set sites;
    struct holm_action *at = &list->at[list->count];
    sail_sites(state, seat, edge, waters, &sites);
    for (int i = 0; i < state->board->edge_words; i++)
        for (uint64_t left = sites.w[i]; left; left &= left - 1)
            *at++ = (struct holm_action){ .kind = HOLM_DO_SAIL,
                                          .seat = (uint8_t)seat,
                                          .place = (uint16_t)edge,
                                          .to = (uint16_t)(64 * i + __builtin_ctzll(left)) };
    list->count = (int)(at - list->at);
}

static void list_sails(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_topology *topology = &state->board->topology;
    const uint8_t ship = piece_of(HOLM_SHIP, seat);
    struct holm_edge_set waters;
    if (state->sailed || state->player[seat].ships == state->board->rules.ships ||
        check_part(state, PART_EXTRAS) != HOLM_OK)
        return;
    ship_waters(state, seat, &waters);
    for (int i = 0; i < state->board->corner_words; i++)
        for (uint64_t left = state->sea_network[seat].w[i]; left; left &= left - 1) {
            int corner = 64 * i + __builtin_ctzll(left);
            for (int j = 0; j < 3; j++) {
                int edge = topology->corner_edge[corner][j];
                if (edge != HOLM_NO_EDGE && topology->edge_corner[edge][0] == corner &&
                    state->edge[edge] == ship && ship_may_leave(state, seat, edge))
                    list_sails_of(state, seat, edge, &waters, list);
            }
        }
}

static void list_wonders(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_action action = { .kind = HOLM_DO_WONDER, .seat = (uint8_t)seat };
    list_if(state, list, &action);
    action.kind = HOLM_DO_CLAIM;
    for (int wonder = 0; wonder < HOLM_WONDERS; wonder++) {
        action.card = (uint8_t)wonder;
        list_if(state, list, &action);
    }
}

void list_sea_actions(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_sails(state, seat, list);
    if (state->board->map.wonders)
        list_wonders(state, seat, list);
}

/* ------------------------------------------------------------------- steps */

void list_pirate(const struct holm_state *state, int seat, struct holm_list *list)
{
    const struct holm_board *board = state->board;
    int flags = asked_step(state)->n;
    if (!board->map.has_pirate || flags & ROBBER_ONLY ||
        (board->villages && !state->player[seat].relations))
        return;
    for (int i = 0; i <= board->topology.hexes; i++) { /* the last one is the frame */
        int hex = i == board->topology.hexes ? HOLM_NONE : i;
        if (pirate_site(state, hex) != HOLM_OK)
            continue;
        unsigned victims = flags & ROBBER_NO_STEAL ? 0 : pirate_victims(state, seat, hex);
        if (!victims || board->rules.steal_optional)
            list_place(list, HOLM_DO_PIRATE, seat, hex, HOLM_NONE);
        for (; victims; victims &= victims - 1) {
            int victim = __builtin_ctz(victims);
            list_place(list, HOLM_DO_PIRATE, seat, hex, victim);
            if (!state->player[victim].cloth)
                continue;
            list_place(list, HOLM_DO_PIRATE, seat, hex, victim);
            list->at[list->count - 1].card = 1; /* cloth */
        }
    }
}

void list_gold(const struct holm_state *state, int seat, struct holm_list *list)
{
    struct holm_cards from = state->bank;
    memset(from.n + HOLM_RESOURCES, 0, HOLM_CARDS - HOLM_RESOURCES);
    list_choice(list, HOLM_DO_TAKE, seat, &from, state->player[seat].owed);
}

/* One action for each value of its place, as far as its rule agrees. */
static void list_at(const struct holm_state *state, int seat, int kind, int places,
                    struct holm_list *list)
{
    for (int place = 0; place < places; place++) {
        const struct holm_action action = { .kind = (uint8_t)kind,
                                            .seat = (uint8_t)seat,
                                            .place = (uint16_t)place };
        list_if(state, list, &action);
    }
}

void list_ports(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_at(state, seat, HOLM_DO_PORT, state->board->topology.edges, list);
}

void list_discoveries(const struct holm_state *state, int seat, struct holm_list *list)
{
    list_at(state, seat, HOLM_DO_DISCOVER, state->board->topology.hexes, list);
}

void list_rob(const struct holm_state *state, int seat, struct holm_list *list)
{
    for (int target = 0; target < state->board->seats; target++) {
        const struct holm_action action = { .kind = HOLM_DO_ROB,
                                            .seat = (uint8_t)seat,
                                            .target = (uint8_t)target };
        list_if(state, list, &action);
    }
}
