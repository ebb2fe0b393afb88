/* set_sea.c: what `set` arranges in Seafarers: ships, the pirate and the fleet, regions, cloth
 * and villages, wonders, fortresses, and what the fog hides (docs/scripts.md). */
#include <string.h>

#include "runner/run.h"

enum { MANY = 99 };

/* ------------------------------------------------------------------- ships */

/* Puts a ship down, or says why not; the edge or -1. */
static int put_ship(struct holm_run *run, struct holm_words *words, int seat, bool may_stand)
{
    struct holm_state *state = &run->state;
    int edge = holm_run_edge(run, words);
    if (edge < 0)
        return -1;
    bool stands = may_stand && state->edge[edge] == holm_piece_byte(HOLM_SHIP, seat);
    if (!stands && state->edge[edge]) {
        holm_run_trouble(run, "there is a piece on that edge already");
        return -1;
    }
    if (!stands && !state->player[seat].ships) {
        holm_run_trouble(run, "%s has no ship left", holm_seat_names[seat]);
        return -1;
    }
    state->edge[edge] = holm_piece_byte(HOLM_SHIP, seat);
    holm_refresh(state);
    return edge;
}

static bool set_ship(struct holm_run *run, struct holm_words *words, int seat)
{
    return put_ship(run, words, seat, false) >= 0;
}

/* A new ship, or one that stands there. */
static bool set_warship(struct holm_run *run, struct holm_words *words, int seat)
{
    int edge = put_ship(run, words, seat, true);
    if (edge < 0)
        return false;
    holm_edge_add(&run->state.warships, edge);
    return true;
}

/* ------------------------------------------------------- regions and points */

static bool set_bonus(struct holm_run *run, struct holm_words *words, int seat)
{
    int points;
    if (!holm_run_number(run, words, MANY, &points))
        return false;
    run->state.player[seat].bonus = (uint8_t)points;
    holm_run_refresh(&run->state);
    return true;
}

static bool set_explored(struct holm_run *run, struct holm_words *words, int seat)
{
    int corner = holm_run_corner(run, words);
    if (corner < 0)
        return false;
    for (int i = 0; i < 3; i++) {
        int hex = run->board.topology.corner_hex[corner][i];
        if (hex != HOLM_NONE && run->board.map.region[hex])
            run->state.player[seat].explored |= (uint16_t)holm_bit(run->board.map.region[hex]);
    }
    return true;
}

static bool set_lairs(struct holm_run *run, struct holm_words *words, int seat)
{
    int lairs;
    if (seat >= run->map.lanes)
        return holm_run_trouble(run, "%s has no fortress", holm_seat_names[seat]);
    if (!holm_run_number(run, words, run->map.lairs, &lairs))
        return false;
    run->state.player[seat].lairs = (uint8_t)lairs;
    holm_run_refresh(&run->state);
    return true;
}

static bool set_wonder(struct holm_run *run, struct holm_words *words, int seat)
{
    struct holm_player *player = &run->state.player[seat];
    int level, wonder = holm_word(holm_wonder_names, HOLM_WONDERS, words->word);
    if (wonder < 0)
        return holm_run_not(run, words->word, "a wonder");
    uint8_t *owner = &run->state.wonder_owner[wonder];
    if (*owner && *owner != seat + 1)
        return holm_run_trouble(run, "%s has the %s", holm_seat_names[*owner - 1], words->word);
    holm_words_next(words);
    if (!holm_run_number(run, words, HOLM_WONDER_LEVELS, &level))
        return false;
    if (player->wonder)
        run->state.wonder_owner[player->wonder - 1] = 0;
    *owner = (uint8_t)(seat + 1);
    player->wonder = (uint8_t)(wonder + 1);
    player->wonder_level = (uint8_t)level;
    return true;
}

/* What a ship of this seat has taken from that edge. A card is given by `cards` or `fresh`. */
static bool set_gift(struct holm_run *run, struct holm_words *words, int seat)
{
    const struct holm_map *map = &run->board.map;
    struct holm_player *player = &run->state.player[seat];
    int i = 0, edge = holm_run_edge(run, words);
    if (edge < 0)
        return false;
    while (i < map->gifts && (run->board.gift_edge[i] != edge || !holm_bit_in(run->state.gifts, i)))
        i++;
    if (i == map->gifts)
        return holm_run_trouble(run, "no gift lies there");
    run->state.gifts &= ~holm_bit(i);
    player->bonus += map->gift[i].kind == HOLM_GIFT_POINT;
    player->kept_port[map->gift[i].n] += map->gift[i].kind == HOLM_GIFT_PORT;
    holm_run_refresh(&run->state);
    return true;
}

/* ------------------------------------------------------------------- cloth */

/* So many tokens there; the general supply gives them or gets them back. */
static bool put_cloth(struct holm_run *run, struct holm_words *words, uint8_t *place)
{
    int count, all = run->state.cloth + *place;
    if (!holm_run_number(run, words, MANY, &count))
        return false;
    if (count > all)
        return holm_run_trouble(run, "there are only %d cloth tokens for it", all);
    run->state.cloth = (uint8_t)(all - count);
    *place = (uint8_t)count;
    holm_run_refresh(&run->state);
    return true;
}

static bool set_cloth(struct holm_run *run, struct holm_words *words, int seat)
{
    return put_cloth(run, words, &run->state.player[seat].cloth);
}

static bool set_village(struct holm_run *run, struct holm_words *words)
{
    int village = holm_run_village(run, words);
    return village >= 0 && put_cloth(run, words, &run->state.village[village]);
}

static bool set_relation(struct holm_run *run, struct holm_words *words, int seat)
{
    int village = holm_run_village(run, words);
    if (village < 0)
        return false;
    run->state.player[seat].relations |= (uint16_t)holm_bit(village);
    return true;
}

/* ----------------------------------------------------------------- the rest */

static bool set_pirate(struct holm_run *run, struct holm_words *words)
{
    int hex = HOLM_NONE;
    if (!holm_words_skip(words, "frame")) {
        hex = holm_run_hex(run, words);
        if (hex < 0)
            return false;
    }
    run->state.pirate = (uint8_t)hex;
    return true;
}

static bool set_fleet(struct holm_run *run, struct holm_words *words)
{
    int at;
    if (!run->map.fleet_hexes)
        return holm_run_trouble(run, "there is no pirate fleet in this game");
    if (!holm_run_number(run, words, run->map.fleet_hexes - 1, &at))
        return false;
    run->state.fleet = (uint8_t)at;
    run->state.pirate = run->map.fleet_path[at];
    return true;
}

static bool set_fog(struct holm_run *run, struct holm_words *words)
{
    do {
        int count;
        int terrain = holm_run_word(run, words, holm_terrain_names, HOLM_TERRAINS, "a terrain");
        if (terrain < 0 || !holm_run_number(run, words, MANY, &count))
            return false;
        run->state.fog_terrain[terrain] = (uint8_t)count;
    } while (*words->word);
    return true;
}

static bool set_fogdisc(struct holm_run *run, struct holm_words *words)
{
    do {
        int count, disc;
        if (!holm_read_number(words->word, 2, 12, &disc))
            return holm_run_not(run, words->word, "a disc");
        holm_words_next(words);
        if (!holm_run_number(run, words, MANY, &count))
            return false;
        run->state.fog_disc[disc] = (uint8_t)count;
    } while (*words->word);
    return true;
}

const struct holm_run_seat_thing holm_run_sea_seat_things[] = {
    { "ship", set_ship, false },         { "warship", set_warship, false },
    { "bonus", set_bonus, false },       { "gift", set_gift, false },
    { "explored", set_explored, false }, { "lairs", set_lairs, false },
    { "wonder", set_wonder, false },     { "cloth", set_cloth, false },
    { "relation", set_relation, false }, { 0 },
};

const struct holm_run_thing holm_run_sea_things[] = {
    { "village", set_village, false }, { "pirate", set_pirate, false },
    { "fleet", set_fleet, false },     { "fog", set_fog, false },
    { "fogdisc", set_fogdisc, false }, { 0 },
};
