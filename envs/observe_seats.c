/* observe_seats.c: what an observation shows of every seat, the observer first. */
#include "envs/pen.h"

/* What every seat shows lies side by side in struct holm_player, and is copied as it lies. */
static const struct {
    const char *name;
    uint8_t maximum;
} public_numbers[] = {
    { "cards", CARDS_MOST },       { "owed", CARDS_MOST },   { "pledged", CARDS_MOST },
    { "points", POINTS_MOST },     { "port_set", 63 },       { "roads", CARDS_MOST },
    { "settlements", CARDS_MOST }, { "cities", CARDS_MOST }, { "ships", CARDS_MOST },
    { "route", CARDS_MOST },       { "army", CARDS_MOST },   { "developments", CARDS_MOST },
    { "bought", CARDS_MOST },      { "tokens", CARDS_MOST },
};
enum { PUBLIC_NUMBERS = sizeof public_numbers / sizeof *public_numbers };
_Static_assert(offsetof(struct holm_player, tokens) - offsetof(struct holm_player, cards) ==
                   PUBLIC_NUMBERS - 1,
               "ORDER: struct holm_player");

WALK walk_public(struct pen *pen, int slot, const struct holm_player *player)
{
    if (writes(pen)) {
        memcpy(pen->at, &player->cards, PUBLIC_NUMBERS);
        pen->at += PUBLIC_NUMBERS;
        return;
    }
    for (int i = 0; i < PUBLIC_NUMBERS; i++)
        of_seat(pen, slot, public_numbers[i].name, 1, public_numbers[i].maximum);
}

/* Marks of a seat, most of which are 0: cleared at once, and set where they belong afterwards. */
enum { MARK_ASKED, MARK_TURN, MARK_ROLLER, MARK_ROUTE, MARK_ARMY, MARKS };

WALK walk_marks(struct pen *pen, int slot)
{
    static const char *const names[MARKS] = { "asked", "turn", "roller", "route_award",
                                              "army_award" };
    if (writes(pen))
        memset(pen->at, 0, MARKS);
    for (int i = 0; i < MARKS; i++)
        of_seat(pen, slot, names[i], 1, 1);
}

static void set_mark(uint8_t *seats, const struct eyes *eyes, unsigned seat, int which)
{
    const unsigned whose = owner(eyes, seat);
    uint8_t nobody;
    uint8_t *const at =
        whose ? &seats[(whose - 1) * eyes->envs->seat_bytes + (unsigned)which] : &nobody;
    *at = 1;
}

static void set_marks(uint8_t *seats, const struct eyes *eyes)
{
    const struct holm_state *state = eyes->state;
    set_mark(seats, eyes, state->active, MARK_TURN);
    set_mark(seats, eyes, state->roller, MARK_ROLLER);
    set_mark(seats, eyes, state->route_holder, MARK_ROUTE);
    set_mark(seats, eyes, state->army_holder, MARK_ARMY);
    for (unsigned left = eyes->step->seats; left; left = holm_bits_rest(left))
        set_mark(seats, eyes, (unsigned)holm_bits_first(left), MARK_ASKED);
}

WALK walk_seat(struct pen *pen, int slot, const struct holm_player *player)
{
    walk_marks(pen, slot);
    walk_public(pen, slot, player);
    SEAT("revealed", player->revealed, CARDS_MOST);
    SEAT("start_total", player->start_total, 12);
    SEAT_BITS("ports", player->ports, HOLM_PORT_KINDS);
}

WALK walk_knights_seat(struct pen *pen, const struct eyes *eyes, int slot, int seat)
{
    const struct holm_player *player = &eyes->state->player[seat];
    const struct holm_rules *rules = eyes->rules;
    SEAT_BYTES("level", player->level, HOLM_TRACKS, HOLM_LEVELS);
    SEAT_BYTES("knights", player->knights, HOLM_RANKS, rules->knights);
    SEAT("walls", player->walls, rules->walls);
    SEAT("defender", player->defender, CARDS_MOST);
    SEAT_BYTES("backs", player->backs, HOLM_TRACKS, CARDS_MOST);
    SEAT_BITS("fleet", player->fleet, HOLM_CARDS);
    SEAT("harbor_asked", holm_bit_in(eyes->state->harbor_asked, seat), 1);
}

WALK walk_sea_seat(struct pen *pen, const struct eyes *eyes, int slot, int seat)
{
    const struct holm_player *player = &eyes->state->player[seat];
    const struct holm_map *map = &eyes->state->board->map;
    SEAT("bonus", player->bonus, CARDS_MOST);
    SEAT_BITS("explored", player->explored, HOLM_REGIONS);
    if (map->village_cloth) {
        SEAT("cloth", player->cloth, CARDS_MOST);
        SEAT_BITS("relations", player->relations, HOLM_VILLAGES);
    }
    if (map->lanes)
        SEAT("lairs", player->lairs, CARDS_MOST);
    if (map->wonders) {
        SEAT("wonder", player->wonder, HOLM_WONDERS);
        SEAT("wonder_level", player->wonder_level, HOLM_WONDER_LEVELS);
    }
    if (map->gifts || map->place_ports)
        SEAT_BYTES("kept_ports", player->kept_port, HOLM_PORT_KINDS, CARDS_MOST);
}

WALK walk_offer(struct pen *pen, const struct eyes *eyes, int slot, int seat)
{
    const struct holm_offer *offer = &eyes->state->offer[seat];
    const unsigned active = eyes->state->active;
    const struct holm_offer *asked = &eyes->state->offer[active == HOLM_NONE ? 0 : active];
    SEAT("offers", offer->open, 1);
    SEAT("lapsed", offer->lapsed, 1);
    SEAT_BYTES("offer_gives", offer->give.n, HOLM_CARDS, CARDS_MOST);
    SEAT_BYTES("offer_takes", offer->take.n, HOLM_CARDS, CARDS_MOST);
    SEAT("pending", holm_bit_in(asked->pending, seat), 1);
    SEAT("accepted", holm_bit_in(asked->accepted, seat), 1);
}

WALK walk_all(struct pen *pen, const struct eyes *eyes)
{
    const struct holm_envs *envs = eyes->envs;
    uint8_t *const seats = pen->at;
    for (int slot = 0; slot < eyes->seats; slot++) {
        const int seat = envs->seat_at[eyes->seat][slot];
        walk_seat(pen, slot, &eyes->state->player[seat]);
        if (envs->knights)
            walk_knights_seat(pen, eyes, slot, seat);
        if (envs->ships)
            walk_sea_seat(pen, eyes, slot, seat);
        if (envs->offer_count)
            walk_offer(pen, eyes, slot, seat);
        if (eyes->belief) {
            SEAT_BYTES("hand_low", eyes->belief->low[seat], HOLM_CARDS, CARDS_MOST);
            SEAT_BYTES("hand_high", eyes->belief->high[seat], HOLM_CARDS, CARDS_MOST);
        }
    }
    if (writes(pen))
        set_marks(seats, eyes);
}

void walk_seats(struct pen *pen, const struct eyes *eyes)
{
    WALK_TWICE(walk_all, pen, eyes);
}
