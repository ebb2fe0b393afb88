/* position_sea.c: what a state or view of Seafarers says besides, written and read. Ships are among
 * the pieces; sets of edges are lists of their names. */
#include <stddef.h>
#include <string.h>

#include "text/json_map.h"
#include "text/notation.h"
#include "text/position.h"

enum { EXTRAS = 2 }; /* of holm_state.building */

const char *const holm_sea_state_keys[] = {
    "extras",     "pirate",   "shared",      "new_ships",    "warships",
    "gifts",      "village",  "disc",        "wonder_owner", "placed_ports",
    "discovered", "port_bag", "fog_terrain", "fog_disc",     NULL,
};
const char *const holm_sea_player_keys[] = {
    "explored", "relations", "wonder", "kept_port", NULL,
};

/* ------------------------------------------------ shared with other games */

void holm_position_put_discs(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "disc");
    holm_put_char(writer, '[');
    for (int hex = 0; hex < state->board->topology.hexes; hex++) {
        holm_json_next(writer);
        holm_put_number(writer, state->disc[hex]);
    }
    holm_put_char(writer, ']');
}

bool holm_position_discs(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    int hexes = state->board->topology.hexes;
    const json_t *list;
    if (!holm_json_get_list(json, "disc", hexes, hexes, &list, trouble))
        return false;
    for (int hex = 0; hex < hexes; hex++) {
        const json_t *value = holm_value_item(list, (size_t)hex);
        long long disc = holm_value_number(value);
        if (!holm_value_is_number(value) || disc < 0 || disc > 12)
            return holm_trouble(trouble, 0, "\"disc\" has a number that no disc has");
        state->disc[hex] = (uint8_t)disc;
    }
    return true;
}

void holm_position_put_extras(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_put_flag(writer, "extras", state->building == EXTRAS);
}

bool holm_position_extras(const json_t *json, struct holm_state *state,
                          struct holm_trouble *trouble)
{
    bool extras;
    if (!holm_json_get_flag(json, "extras", &extras, trouble))
        return false;
    if (extras && !state->building)
        return holm_trouble(trouble, 0, "the extras come after the building");
    state->building = extras ? EXTRAS : state->building;
    return true;
}

/* --------------------------------------------------------- writing a state */

static void put_name_of_edge(struct holm_writer *writer, const struct holm_board *board, int edge)
{
    holm_put_char(writer, '"');
    holm_put_edge(writer, &board->topology, edge);
    holm_put_char(writer, '"');
}

static void put_edges(struct holm_writer *writer, const char *key, const struct holm_board *board,
                      const struct holm_edge_set *set)
{
    holm_json_key(writer, key);
    holm_put_char(writer, '[');
    for (int edge = 0; edge < board->topology.edges; edge++)
        if (holm_edge_in(set, edge)) {
            holm_json_next(writer);
            put_name_of_edge(writer, board, edge);
        }
    holm_put_char(writer, ']');
}

static void put_villages(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "village");
    holm_put_char(writer, '[');
    for (int i = 0; i < state->board->villages; i++) {
        holm_json_next(writer);
        holm_put_number(writer, state->village[i]);
    }
    holm_put_char(writer, ']');
}

static void put_wonders(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "wonder_owner");
    holm_put_char(writer, '{');
    for (int wonder = 0; wonder < HOLM_WONDERS; wonder++)
        if (state->wonder_owner[wonder])
            holm_json_put_seat(writer, holm_wonder_names[wonder], state->wonder_owner[wonder] - 1);
    holm_put_char(writer, '}');
}

static void put_ports(struct holm_writer *writer, const struct holm_state *state)
{
    holm_json_key(writer, "placed_ports");
    holm_put_char(writer, '[');
    for (int i = 0; i < state->placed_ports; i++) {
        holm_json_next(writer);
        holm_put(writer, "{\"at\":");
        put_name_of_edge(writer, state->board, state->port_edge[i]);
        holm_json_put_word(writer, "kind", holm_port_names[state->port_kind[i]]);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
    holm_position_put_kinds(writer, "port_bag", holm_port_names, state->port_bag, HOLM_PORT_KINDS,
                            false);
}

/* Hexes that the fog has set free; their discs are among all others. */
static void put_discovered(struct holm_writer *writer, const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    holm_json_key(writer, "discovered");
    holm_put_char(writer, '[');
    for (int hex = 0; hex < board->topology.hexes; hex++) {
        if (state->terrain[hex] == board->map.terrain[hex])
            continue;
        holm_json_next(writer);
        holm_put_char(writer, '{');
        holm_position_put_hex(writer, "at", board, hex);
        holm_json_put_word(writer, "terrain", holm_terrain_names[state->terrain[hex]]);
        holm_put_char(writer, '}');
    }
    holm_put_char(writer, ']');
    holm_position_put_kinds(writer, "fog_terrain", holm_terrain_names, state->fog_terrain, HOLM_FOG,
                            false);
    holm_json_put_discs(writer, "fog_disc", state->fog_disc);
}

void holm_sea_put_state(struct holm_writer *writer, const struct holm_state *state)
{
    const struct holm_board *board = state->board;
    holm_fields_put(writer, state, holm_sea_state_fields);
    holm_position_put_hex(writer, "pirate", board, state->pirate);
    holm_json_put_seats(writer, "shared", state->shared);
    put_edges(writer, "new_ships", board, &state->new_ships);
    put_edges(writer, "warships", board, &state->warships);
    holm_json_put_bits(writer, "gifts", state->gifts);
    put_villages(writer, state);
    put_wonders(writer, state);
    put_ports(writer, state);
    put_discovered(writer, state);
    if (holm_position_knights(board))
        return; /* the rest is said there */
    holm_position_put_extras(writer, state);
    holm_position_put_discs(writer, state);
}

void holm_sea_put_player(struct holm_writer *writer, const struct holm_state *state, int seat)
{
    const struct holm_player *player = &state->player[seat];
    holm_fields_put(writer, player, holm_sea_player_fields);
    holm_json_put_bits(writer, "explored", player->explored);
    holm_json_put_bits(writer, "relations", player->relations);
    holm_json_put_word(writer, "wonder",
                       player->wonder ? holm_wonder_names[player->wonder - 1] : NULL);
    holm_position_put_kinds(writer, "kept_port", holm_port_names, player->kept_port,
                            HOLM_PORT_KINDS, false);
}

/* --------------------------------------------------------- reading a state */

static bool read_edge(const json_t *value, const char *key, const struct holm_board *board,
                      int *edge, struct holm_trouble *trouble)
{
    const char *text = holm_value_text(value);
    *edge = text ? holm_read_edge(&board->topology, text) : -1;
    return *edge >= 0 || holm_trouble(trouble, 0, "\"%s\": \"%.20s\" is no edge of this map", key,
                                      text ? text : "");
}

static bool read_edges(const json_t *json, const char *key, const struct holm_board *board,
                       struct holm_edge_set *set, struct holm_trouble *trouble)
{
    const json_t *list;
    if (!holm_json_get_list(json, key, 0, HOLM_EDGES, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        int edge;
        if (!read_edge(holm_value_item(list, i), key, board, &edge, trouble))
            return false;
        if (holm_edge_in(set, edge))
            return holm_trouble(trouble, 0, "\"%s\" has an edge twice", key);
        holm_edge_add(set, edge);
    }
    return true;
}

static bool read_villages(const json_t *json, struct holm_state *state,
                          struct holm_trouble *trouble)
{
    int villages = state->board->villages;
    const json_t *list;
    if (!holm_json_get_list(json, "village", villages, villages, &list, trouble))
        return false;
    for (int i = 0; i < villages; i++) {
        const json_t *value = holm_value_item(list, (size_t)i);
        long long cloth = holm_value_number(value);
        if (!holm_value_is_number(value) || cloth < 0 || cloth > 127)
            return holm_trouble(trouble, 0, "\"village\" is not made of numbers");
        state->village[i] = (uint8_t)cloth;
    }
    return true;
}

static bool read_wonders(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const json_t *object = holm_value_member(json, "wonder_owner");
    struct holm_keys keys = { 0 };
    for (int wonder = 0; wonder < HOLM_WONDERS; wonder++)
        keys.at[keys.count++] = holm_wonder_names[wonder];
    if (!holm_json_only(object, "\"wonder_owner\"", keys.at, trouble))
        return false;
    for (int wonder = 0; wonder < HOLM_WONDERS; wonder++) {
        uint8_t seat = HOLM_NONE;
        if (holm_value_member(object, holm_wonder_names[wonder]) &&
            !holm_position_seat(object, holm_wonder_names[wonder], state->board, &seat, trouble))
            return false;
        state->wonder_owner[wonder] = (uint8_t)(seat == HOLM_NONE ? 0 : seat + 1);
    }
    return true;
}

static bool read_ports(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "kind", NULL };
    const json_t *list;
    if (!holm_json_get_list(json, "placed_ports", 0, HOLM_PLACED_PORTS, &list, trouble) ||
        !holm_json_get_counts(json, "port_bag", holm_port_names, state->port_bag, HOLM_PORT_KINDS,
                              trouble))
        return false;
    for (; state->placed_ports < holm_value_count(list); state->placed_ports++) {
        const json_t *port = holm_value_item(list, state->placed_ports);
        int edge, kind;
        if (!holm_json_only(port, "a placed port", keys, trouble) ||
            !read_edge(holm_value_member(port, "at"), "at", state->board, &edge, trouble) ||
            !holm_json_get_word(port, "kind", holm_port_names, HOLM_PORT_KINDS, &kind, trouble))
            return false;
        state->port_edge[state->placed_ports] = (uint16_t)edge;
        state->port_kind[state->placed_ports] = (uint8_t)kind;
    }
    return true;
}

/* The sets of land and sea, where a new hex lies. */
static void spread(struct holm_state *state, int hex)
{
    const struct holm_topology *topology = &state->board->topology;
    bool land = holm_is_land(state->terrain[hex]);
    for (int i = 0; i < 6; i++) {
        holm_edge_add(land ? &state->land_edges : &state->sea_edges, topology->hex_edge[hex][i]);
        if (land)
            holm_corner_add(&state->land, topology->hex_corner[hex][i]);
    }
}

static bool read_discovered(const json_t *json, struct holm_state *state,
                            struct holm_trouble *trouble)
{
    static const char *const keys[] = { "at", "terrain", NULL };
    const struct holm_board *board = state->board;
    const json_t *list;
    if (!holm_json_get_list(json, "discovered", 0, HOLM_HEXES, &list, trouble))
        return false;
    for (size_t i = 0; i < holm_value_count(list); i++) {
        const json_t *found = holm_value_item(list, i);
        uint8_t hex;
        int terrain;
        if (!holm_json_only(found, "a discovered hex", keys, trouble) ||
            !holm_position_hex(found, "at", board, &hex, trouble) ||
            !holm_json_get_word(found, "terrain", holm_terrain_names, HOLM_FOG, &terrain, trouble))
            return false;
        if (hex == HOLM_NONE || state->terrain[hex] != HOLM_FOG)
            return holm_trouble(trouble, 0, "a hex is discovered twice, or was never in the fog");
        state->terrain[hex] = (uint8_t)terrain;
        spread(state, hex);
    }
    return holm_json_get_counts(json, "fog_terrain", holm_terrain_names, state->fog_terrain,
                                HOLM_FOG, trouble) &&
           holm_json_get_discs(json, "fog_disc", state->fog_disc, trouble);
}

static bool read_gifts(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    unsigned gifts;
    if (!holm_json_get_bits(json, "gifts", HOLM_GIFTS - 1, &gifts, trouble))
        return false;
    if ((uint64_t)gifts >> state->board->map.gifts)
        return holm_trouble(trouble, 0, "\"gifts\" has one that the map does not have");
    state->gifts = gifts;
    return true;
}

bool holm_sea_read_state(const json_t *json, struct holm_state *state, struct holm_trouble *trouble)
{
    const struct holm_board *board = state->board;
    if (!holm_fields_read(json, board, state, holm_sea_state_fields, trouble) ||
        !holm_position_hex(json, "pirate", board, &state->pirate, trouble) ||
        !holm_position_seats(json, "shared", board, &state->shared, trouble) ||
        !read_edges(json, "new_ships", board, &state->new_ships, trouble) ||
        !read_edges(json, "warships", board, &state->warships, trouble) ||
        !read_gifts(json, state, trouble) || !read_villages(json, state, trouble) ||
        !read_wonders(json, state, trouble) || !read_ports(json, state, trouble) ||
        !read_discovered(json, state, trouble))
        return false;
    return holm_position_knights(board) || (holm_position_extras(json, state, trouble) &&
                                            holm_position_discs(json, state, trouble));
}

bool holm_sea_read_player(const json_t *json, const struct holm_board *board,
                          struct holm_player *player, struct holm_trouble *trouble)
{
    unsigned explored, relations;
    int wonder = -1;
    if (!holm_fields_read(json, board, player, holm_sea_player_fields, trouble) ||
        !holm_json_get_bits(json, "explored", HOLM_REGIONS - 1, &explored, trouble) ||
        !holm_json_get_bits(json, "relations", HOLM_VILLAGES - 1, &relations, trouble) ||
        !holm_json_get_counts(json, "kept_port", holm_port_names, player->kept_port,
                              HOLM_PORT_KINDS, trouble))
        return false;
    if (!holm_value_is_null(holm_value_member(json, "wonder")) &&
        !holm_json_get_word(json, "wonder", holm_wonder_names, HOLM_WONDERS, &wonder, trouble))
        return false;
    player->explored = (uint16_t)explored;
    player->relations = (uint16_t)relations;
    player->wonder = (uint8_t)(wonder + 1);
    return true;
}
