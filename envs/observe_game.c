/* observe_game.c: what an observation shows of the observer's own cards and of the game. */
#include "envs/pen.h"

/* Numbers of a step that mean a seat are turned like all seats. */
static unsigned step_part(const struct eyes *eyes, int part, unsigned value)
{
    return holm_step_info[eyes->step->kind].part[part].form == HOLM_FORM_SEAT ? owner(eyes, value)
                                                                              : value;
}

WALK walk_own(struct pen *pen, const struct eyes *eyes)
{
    const struct holm_player *own = &eyes->state->player[eyes->seat];
    bytes(pen, "hand", own->hand.n, HOLM_CARDS, CARDS_MOST);
    bytes(pen, "pledge", own->pledge.n, HOLM_CARDS, CARDS_MOST);
    if (!eyes->envs->knights) {
        bytes(pen, "development", own->development, HOLM_DEVELOPMENTS, CARDS_MOST);
        bytes(pen, "fresh", own->fresh, HOLM_DEVELOPMENTS, CARDS_MOST);
    }
}

WALK walk_base_game(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    const struct holm_state *state = eyes->state;
    const struct holm_rules *rules = eyes->rules;
    const struct holm_step *step = eyes->step;
    const unsigned round = state->turns / rules->players;
    number(pen, "step", step->kind, HOLM_STEP_KINDS - 1);
    number(pen, "step_n", step_part(eyes, HOLM_PART_N, step->n), UINT8_MAX);
    number(pen, "step_first", step_part(eyes, HOLM_PART_FIRST, step->data[0]), UINT8_MAX);
    number(pen, "step_second", step_part(eyes, HOLM_PART_SECOND, step->data[1]), UINT8_MAX);
    number(pen, "step_place", focus->number, UINT8_MAX);
    number(pen, "step_seats", focus->seats, UINT8_MAX);
    bytes(pen, "dice", state->dice, 2, 6);
    bytes(pen, "bank", state->bank.n, HOLM_CARDS, CARDS_MOST);
    number(pen, "round", round < UINT8_MAX ? round : UINT8_MAX, UINT8_MAX);
    number(pen, "setup", holm_step_info[step->kind].setup, 1);
    number(pen, "part", state->part, 1);
    number(pen, "building", state->building, 2);
    number(pen, "first_total", state->first_total, 12);
    if (!eyes->envs->knights) {
        number(pen, "played", state->played, 1);
        number(pen, "deck", state->deck, CARDS_MOST);
        bytes(pen, "spent", state->spent, HOLM_DEVELOPMENTS, CARDS_MOST);
    }
    if (rules->neutrals) {
        number(pen, "supply_tokens", state->tokens, CARDS_MOST);
        number(pen, "sold", state->sold, UINT8_MAX);
        number(pen, "forced", state->forced, UINT8_MAX);
    }
    if (rules->balanced_dice)
        bytes(pen, "rolls_left", state->rolls_left, 6, 63);
}

/* INFO-19: cards under the decks, as far as this seat saw them go there: 1 and its kind; the last
 * number is a card that is not known. */
static void put_under(uint8_t *restrict to, const struct eyes *eyes)
{
    const uint8_t *cards = eyes->state->under[0], *known = eyes->state->under_known[0];
    const uint8_t self = (uint8_t)eyes->seat;
    for (int i = 0; i < HOLM_TRACKS * HOLM_UNDER_MAX; i++) { /* no branches: see find_focus */
        const bool told = (known[i] == HOLM_EVERYBODY) | (known[i] == self);
        const bool seen = told & (cards[i] != HOLM_HIDDEN_CARD);
        const uint8_t shown = seen ? cards[i] : HOLM_PROGRESS_KINDS + 1;
        to[i] = cards[i] ? shown : 0;
    }
}

/* INFO-20: who looks at another's cards sees them as long as the choice is open. */
static void put_looked_hand(uint8_t *to, const struct eyes *eyes)
{
    const struct holm_step *step = eyes->step;
    const bool looks = step->kind == HOLM_STEP_MASTER_MERCHANT && eyes->seat == eyes->state->active;
    if (looks)
        memcpy(to, eyes->state->player[step->place].hand.n, HOLM_CARDS);
    else
        memset(to, 0, HOLM_CARDS);
}

static void put_looked_progress(uint8_t *to, const struct eyes *eyes)
{
    const struct holm_step *step = eyes->step;
    memset(to, 0, HOLM_PROGRESS_KINDS);
    if (step->kind != HOLM_STEP_SPY || eyes->seat != eyes->state->active)
        return;
    for (int i = 0; i < HOLM_PROGRESS_KINDS; i++)
        if (holm_progress_info[i].kind != HOLM_NO_ACTION) /* C8-CK-CARD-10: points stay hidden */
            to[i] = eyes->state->player[step->n].progress[i];
}

WALK walk_knights_game(struct pen *pen, const struct eyes *eyes)
{
    const struct holm_state *state = eyes->state;
    const struct holm_player *own = &state->player[eyes->seat];
    bytes(pen, "progress", own->progress, HOLM_PROGRESS_KINDS, CARDS_MOST);
    number(pen, "chosen", own->chosen, UINT8_MAX);
    number(pen, "breach", own->breach, 1);
    number(pen, "yields", own->yields & 255, UINT8_MAX);
    number(pen, "yields_high", own->yields >> 8, UINT8_MAX);
    number(pen, "face", state->face, HOLM_FACES);
    number(pen, "set_dice_first", (unsigned)holm_dice_at(state->alchemy, 0), 6);
    number(pen, "set_dice_second", (unsigned)holm_dice_at(state->alchemy, 1), 6);
    number(pen, "barbarians", state->barbarians, UINT8_MAX);
    number(pen, "attacked", state->attacked, 1);
    number(pen, "merchant_moved", state->merchant_moved, 1);
    number(pen, "harbor", state->harbor, UINT8_MAX);
    number(pen, "errant", state->errant, UINT8_MAX);
    bytes(pen, "laid_open", state->laid_open, HOLM_PROGRESS_KINDS, CARDS_MOST);
    bytes(pen, "deck_left", state->deck_left, HOLM_TRACKS, CARDS_MOST);
    for (int track = 0; track < HOLM_TRACKS; track++) {
        static const char *const places[] = { "metropolis_trade", "metropolis_politics",
                                              "metropolis_science" };
        static const char *const waits[] = { "entitled_trade", "entitled_politics",
                                             "entitled_science" };
        const uint8_t entitled = state->entitled[track];
        number(pen, places[track], (uint8_t)(state->metropolis[track] + 1), UINT8_MAX);
        number(pen, waits[track], entitled ? owner(eyes, entitled - 1u) : 0, eyes->seats);
    }
    uint8_t *at = block(pen, "under", HOLM_ENVS_OF_GAME, HOLM_TRACKS * HOLM_UNDER_MAX,
                        HOLM_PROGRESS_KINDS + 1);
    if (writes(pen))
        put_under(at, eyes);
    at = block(pen, "looked_hand", HOLM_ENVS_OF_GAME, HOLM_CARDS, CARDS_MOST);
    if (writes(pen))
        put_looked_hand(at, eyes);
    at = block(pen, "looked_progress", HOLM_ENVS_OF_GAME, HOLM_PROGRESS_KINDS, CARDS_MOST);
    if (writes(pen))
        put_looked_progress(at, eyes);
}

WALK walk_sea_game(struct pen *pen, const struct eyes *eyes)
{
    const struct holm_state *state = eyes->state;
    const struct holm_map *map = &state->board->map;
    number(pen, "sailed", state->sailed, 1);
    if (map->lanes)
        number(pen, "pirate_fleet", state->fleet, UINT8_MAX);
    if (map->village_cloth)
        number(pen, "cloth_supply", state->cloth, UINT8_MAX);
    for (int wonder = 0; map->wonders && wonder < HOLM_WONDERS; wonder++) {
        static const char *const names[] = { "wonder_theater", "wonder_bridge", "wonder_monument",
                                             "wonder_wall", "wonder_castle" };
        const uint8_t taken = state->wonder_owner[wonder];
        number(pen, names[wonder], taken ? owner(eyes, taken - 1u) : 0, eyes->seats);
    }
    if (map->place_ports)
        bytes(pen, "port_bag", state->port_bag, HOLM_PORT_KINDS, CARDS_MOST);
    bytes(pen, "fog_terrain", state->fog_terrain, HOLM_TERRAINS, HOLM_HEXES);
    bytes(pen, "fog_disc", state->fog_disc, sizeof state->fog_disc, HOLM_HEXES);
}

WALK walk_all(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    walk_own(pen, eyes);
    walk_base_game(pen, eyes, focus);
    if (eyes->envs->knights)
        walk_knights_game(pen, eyes);
    if (eyes->envs->ships)
        walk_sea_game(pen, eyes);
}

void walk_game(struct pen *pen, const struct eyes *eyes, const struct focus *focus)
{
    WALK_TWICE(walk_all, pen, eyes, focus);
}
