/* invariant.c: what every position keeps (BASE-COMP-10, 11 and their like). Derived fields are
 * recomputed from the pieces and compared. */
#include "engine/engine.h"

static const char *check_cards_conserved(const struct holm_state *state)
{
    int all[HOLM_CARDS] = { 0 };
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        const struct holm_player *player = &state->player[seat];
        if (!is_player(state, seat) && player->cards)
            return "a seat without a player holds cards";
        if (cards_total(&player->hand) != player->cards)
            return "the number of cards differs from the hand";
        if (!cards_cover(&player->hand, &player->pledge))
            return "more cards are chosen to discard than held";
        if (holm_step(state)->kind != HOLM_STEP_CITY_YIELD &&
            cards_total(&player->pledge) != player->pledged)
            return "the number of chosen cards is wrong";
        for (int card = 0; card < HOLM_CARDS; card++)
            all[card] += player->hand.n[card];
    }
    for (int card = 0; card < HOLM_CARDS; card++)
        if (all[card] + state->bank.n[card] != state->board->rules.bank.n[card])
            return "resource cards were lost or made";
    return NULL;
}

static const char *check_developments(const struct holm_state *state)
{
    int in_deck = 0;
    for (int kind = 0; kind < HOLM_DEVELOPMENTS; kind++) {
        int all = state->deck_kind[kind] + state->spent[kind];
        in_deck += state->deck_kind[kind];
        for (int seat = 0; seat < HOLM_SEATS; seat++) {
            const struct holm_player *player = &state->player[seat];
            bool shown = kind == HOLM_VICTORY && !with_knights(state);
            all += player->development[kind] + (shown ? player->revealed : 0);
            if (player->fresh[kind] > player->development[kind])
                return "more fresh development cards than cards";
        }
        if (all != state->board->rules.deck[kind])
            return "development cards were lost or made";
    }
    for (int i = 0; i < state->board->map.gifts; i++)
        if (state->gifts >> i & 1 && state->board->map.gift[i].kind == HOLM_GIFT_CARD)
            in_deck--; /* unseen on an edge */
    return in_deck == state->deck ? NULL : "the size of the deck differs from its cards";
}

static const char *check_armies(const struct holm_state *state)
{
    int played = 0, holder = state->army_holder, minimum = state->board->rules.army_minimum;
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        int army = state->player[seat].army;
        played += army;
        if (!state->stale && holder != HOLM_NONE && army > state->player[holder].army)
            return "a larger army than the holder's";
    }
    if (played > state->spent[HOLM_KNIGHT])
        return "more knights lie there than were played";
    if (holder != HOLM_NONE && state->player[holder].army < minimum)
        return "the largest army is too small";
    return NULL;
}

/* SC-CLOTH-2: the tokens of all villages, players and the supply. */
static const char *check_cloth(const struct holm_state *state)
{
    const struct holm_map *map = &state->board->map;
    int all = state->cloth;
    for (int i = 0; i < state->board->villages; i++)
        all += state->village[i];
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        all += state->player[seat].cloth;
    return all == map->cloth_supply + state->board->villages * map->village_cloth
               ? NULL
               : "cloth was lost or made";
}

static const char *check_tokens(const struct holm_state *state)
{
    int tokens = state->tokens;
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        tokens += state->player[seat].tokens;
    return tokens == (state->board->rules.neutrals ? TOKENS_IN_ALL : 0)
               ? NULL
               : "trade tokens were lost or made";
}

/* One piece to a place, of a seat that plays; buildings apart (BASE-SETTLE-2). */
static const char *check_pieces(const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    for (int corner = 0; corner < HOLM_CORNERS; corner++) {
        uint8_t byte = state->corner[corner];
        if (!byte)
            continue;
        if (corner >= board->topology.corners || piece_seat(byte) >= board->seats ||
            (!is_building(byte) && !is_knight(byte)))
            return "an impossible piece on a corner";
        if (is_building(byte) && !corner_in(&state->land, corner))
            return "a building at sea";
        for (int i = 0; i < 3 && is_building(byte); i++) {
            int next = board->topology.corner_neighbour[corner][i];
            if (next != HOLM_NONE && is_building(state->corner[next]))
                return "two buildings on neighbouring corners";
        }
    }
    for (int edge = 0; edge < HOLM_EDGES; edge++) {
        uint8_t byte = state->edge[edge];
        if (byte && (edge >= board->topology.edges || piece_seat(byte) >= board->seats ||
                     (piece_kind(byte) == HOLM_ROAD   ? !edge_in(&state->land_edges, edge)
                      : piece_kind(byte) == HOLM_SHIP ? !edge_in(&state->sea_edges, edge)
                                                      : true)))
            return "an impossible piece on an edge";
    }
    return NULL;
}

/* Walls stand under cities, one metropolis to a track, knights' marks on knights. */
static const char *check_knights(const struct holm_state *state)
{
    int metropolises = 0, in_play = 0;
    for (int corner = 0; corner < state->board->topology.corners; corner++) {
        uint8_t byte = state->corner[corner];
        metropolises += piece_kind(byte) == HOLM_METROPOLIS;
        if (corner_in(&state->walls, corner) && !is_city(byte))
            return "a wall without a city";
        if (corner_in(&state->knights, corner) != is_knight(byte))
            return "the set of knights is wrong";
        bool marked = corner_in(&state->active_knights, corner) ||
                      corner_in(&state->tired, corner) || corner_in(&state->promoted, corner) ||
                      corner_in(&state->fighting, corner);
        if (marked && !is_knight(byte))
            return "a knight's mark without a knight";
        if (corner_in(&state->acted, corner) && !corner_in(&state->tired, corner))
            return "a knight that has acted is not tired";
    }
    for (int track = 0; track < HOLM_TRACKS; track++) {
        int corner = state->metropolis[track];
        if (corner == HOLM_NONE)
            continue;
        in_play++;
        if (piece_kind(state->corner[corner]) != HOLM_METROPOLIS)
            return "a metropolis is not where it is said to be";
    }
    return metropolises == in_play ? NULL : "a metropolis without a track";
}

/* All progress cards are in a hand, in a deck, underneath, or laid open. */
static const char *check_progress_cards(const struct holm_state *state)
{
    int left[HOLM_TRACKS] = { 0 }, backs[HOLM_SEATS][HOLM_TRACKS] = { { 0 } };
    if (!with_knights(state))
        return NULL;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++) {
        int track = holm_progress_track(&state->board->rules, progress);
        int all = state->pool[progress] + state->laid_open[progress];
        left[track] += state->pool[progress];
        for (int i = 0; i < HOLM_UNDER_MAX; i++)
            if (state->under[track][i] == progress + 1) {
                all++;
                left[track]++;
            }
        for (int seat = 0; seat < state->board->rules.players; seat++) {
            all += state->player[seat].progress[progress];
            backs[seat][track] += state->player[seat].progress[progress];
        }
        if (all != state->board->rules.progress_copies[progress])
            return "progress cards were lost or made";
    }
    for (int track = 0; track < HOLM_TRACKS; track++) {
        if (left[track] != state->deck_left[track])
            return "the size of a progress deck differs from its cards";
        for (int seat = 0; seat < state->board->rules.players; seat++)
            if (backs[seat][track] != state->player[seat].backs[track])
                return "the backs of progress cards are wrong";
    }
    return NULL;
}

/* BASE-LR-7, 8: who may hold the route. */
static const char *check_route_holder(const struct holm_state *state,
                                      const struct holm_state *fresh)
{
    int holder = state->route_holder;
    if (state->stale || state->board->map.no_route)
        return NULL;
    if (holder == HOLM_NONE)
        return fresh->route_holder == HOLM_NONE ? NULL : "the longest route has no holder";
    for (int seat = 0; seat < state->board->seats; seat++)
        if (fresh->player[seat].route > fresh->player[holder].route)
            return "a longer route than the holder's";
    return fresh->player[holder].route >= state->board->rules.route_minimum
               ? NULL
               : "the longest route is too short";
}

/* Sets, supplies, harbours, route lengths and points against a recomputation from the pieces. */
static const char *check_derived(const struct holm_state *state)
{
    struct holm_state fresh = *state;
    holm_refresh(&fresh);
    const struct holm_step *step = holm_step(state);
    if (step->kind == HOLM_STEP_RETREAT) /* a knight on its way */
        fresh.player[step->data[0]].knights[step->n - 1]--;
    const char *trouble = check_route_holder(state, &fresh);
    if (trouble)
        return trouble;
    holm_hold_route(&fresh, state->route_holder);
    holm_hold_army(&fresh, state->army_holder);
    if (memcmp(&fresh.open, &state->open, sizeof fresh.open) != 0)
        return "the open corners are wrong";
    if (memcmp(fresh.network, state->network, sizeof fresh.network) != 0 ||
        memcmp(fresh.sea_network, state->sea_network, sizeof fresh.sea_network) != 0)
        return "a network is wrong";
    for (int seat = 0; seat < state->board->seats; seat++) {
        const struct holm_player *now = &state->player[seat], *then = &fresh.player[seat];
        if (now->roads != then->roads || now->settlements != then->settlements ||
            now->cities != then->cities || now->ships != then->ships)
            return "pieces were lost or made";
        if (now->roads > state->board->rules.roads || now->cities > state->board->rules.cities ||
            now->settlements > state->board->rules.settlements)
            return "more pieces on the board than exist";
        if (now->walls != then->walls || now->walls > state->board->rules.walls ||
            memcmp(now->knights, then->knights, sizeof now->knights) != 0)
            return "walls or knights were lost or made";
        if (now->route != then->route)
            return "the length of a route is wrong";
        if (now->points != then->points)
            return "the points are wrong";
        if (now->ports != then->ports || now->developments != then->developments ||
            now->bought != then->bought)
            return "harbours or the number of development cards are wrong";
    }
    return NULL;
}

static bool asks_rightly(const struct holm_step *step)
{
    bool one = step->seats && !(step->seats & (step->seats - 1));
    switch ((enum holm_asks)holm_step_info[step->kind].asks) {
    case HOLM_ASKS_NOBODY:
    case HOLM_ASKS_ITSELF:
        return !step->seats;
    case HOLM_ASKS_ONE:
        return one;
    case HOLM_ASKS_ALL:
        return step->seats;
    case HOLM_ASKS_EACH: /* and whoever is asked is among those to come */
        return one && step->place & step->seats;
    }
    return false;
}

/* Whoever has given a word can keep it (trade.c), and somebody is asked. */
static const char *check_agenda(const struct holm_state *state)
{
    if (state->depth < 1 || state->depth > HOLM_STEPS)
        return "the agenda is empty or too deep";
    for (int i = 0; i < state->depth; i++) {
        const struct holm_step *step = &state->agenda[i];
        if (step->kind == HOLM_STEP_NONE || step->kind >= HOLM_STEP_KINDS)
            return "an unknown step is asked";
        if (!asks_rightly(step))
            return "a step asks nobody, or too many";
    }
    if (holm_step_info[holm_step(state)->kind].asks == HOLM_ASKS_ITSELF)
        return "nobody is asked";
    for (int seat = 0; seat < state->board->rules.players; seat++) {
        const struct holm_offer *offer = &state->offer[seat];
        if (!offer->open)
            continue;
        if (state->active == HOLM_NONE)
            return "an offer outside a turn";
        if (seat != state->active && !cards_cover(&state->player[seat].hand, &offer->give))
            return "a proposal that cannot be paid";
        for (unsigned left = offer->accepted; left; left &= left - 1)
            if (!cards_cover(&state->player[__builtin_ctz(left)].hand, &offer->take))
                return "an accepted offer that cannot be paid";
    }
    return NULL;
}

/* BASE-PROD-10, 12 */
static const char *check_rolls(const struct holm_state *state)
{
    const int left = holm_rolls_left(state);
    for (int first = 0; first < 6; first++)
        if (state->rolls_left[first] > ALL_FACES)
            return "a roll that no dice make";
    if (!state->board->rules.balanced_dice)
        return left ? "dice remember, and should not" : NULL;
    return left > FEW_ROLLS ? NULL : "too few rolls are left";
}

const char *holm_invariant(const struct holm_state *state)
{
    static const char *(*const checks[])(const struct holm_state *) = {
        check_agenda, check_cards_conserved, check_developments, check_armies,
        check_tokens, check_cloth,           check_knights,      check_progress_cards,
        check_pieces, check_derived,         check_rolls,
    };
    if (state->robber >= state->board->topology.hexes &&
        (state->robber != HOLM_NONE || (!with_knights(state) && !state->board->map.robber_off)))
        return "the robber is nowhere";
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const char *trouble = checks[i](state);
        if (trouble)
            return trouble;
    }
    return NULL;
}
