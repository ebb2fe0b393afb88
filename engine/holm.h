/* holm.h: the island game as a library. This header is its manual.
 *
 * A game is a pure function of its board, its actions, and what chance answered:
 *
 *     map + rules --> board --> start --> STATE <-- apply <-- action
 *                                          |  `--> events (what happened, who may see it)
 *                                          |--> legal (what a seat may do now)
 *                                          `--> view  (what a seat may see)
 *
 * Nothing here allocates, does I/O, reads a clock or keeps a global. Every struct belongs to the
 * caller and is copied with `=`. A whole game:
 *
 *     struct holm_chance chance;
 *     struct holm_rules rules;
 *     struct holm_map map = ...;                           (text/maps.h reads map files)
 *     struct holm_board board;
 *     struct holm_state state;
 *     holm_chance_seed(&chance, seed);
 *     holm_rules_make(&rules, HOLM_BASE, HOLM_2025, 4);    (then change single fields at will)
 *     holm_deal(&map, &rules, &chance);                    (shuffles what the rules say is shuffled)
 *     holm_board_make(&board, &map, &rules);
 *     holm_start(&state, &board);
 *     while (!holm_over(&state)) {
 *         int seat = holm_next(&state);                    (one of the seats being asked)
 *         struct holm_view view;
 *         struct holm_list list;
 *         holm_view(&state, seat, &view);                  (all that this seat may know)
 *         holm_legal(&view.seen, seat, &list);
 *         holm_apply(&state, &list.at[0], &chance, NULL);  (or an error, and nothing changed)
 *     }
 *
 * Functions that can fail return HOLM_OK or an error code; holm_reason() turns a code into a
 * sentence and the ID of the rule behind it (docs/rules/ lists every ID).
 */
#ifndef HOLM_H
#define HOLM_H

#include <stdbool.h>
#include <stdint.h>

#define HOLM_VERSION "0.1.0" /* CHANGELOG.md; everything else that says a version reads it here */

#ifdef __cplusplus
#define HOLM_ALIGNED(bytes) alignas(bytes)
extern "C" {
#else
#define HOLM_ALIGNED(bytes) _Alignas(bytes)
#endif

/* ------------------------------------------------------------------ limits */

enum {
    HOLM_SEATS = 8, /* players, or two players and two neutral colours */
    HOLM_HEXES = 96, /* land and sea hexes of one map */
    HOLM_CORNERS = 224, /* corners of one map */
    HOLM_EDGES = 320, /* edges of one map */
    HOLM_PORTS = 24,
    HOLM_STEPS = 16, /* depth of the agenda */
    HOLM_LIST_MAX = 1024, /* actions in one list; a static bound, see legal.c */
    HOLM_EVENTS_MAX = 96, /* events of one action */
    HOLM_DRAWS_MAX = 64, /* draws of one action */
    HOLM_OUTCOMES = 32, /* ways one draw can come out */
    HOLM_NONE = 0xFF, /* no hex, no corner, no seat */
    HOLM_NO_EDGE = 0xFFFF,
    HOLM_EVERYBODY = 0xFE, /* a viewer who sees all: for replays of finished games */
    HOLM_SPECTATOR = 0xFD /* a viewer who holds no seat */
};

/* ------------------------------------------------------------- vocabulary */

enum holm_game { HOLM_BASE, HOLM_KNIGHTS, HOLM_SEAFARERS, HOLM_SEA_KNIGHTS, HOLM_GAMES };
enum holm_edition { HOLM_2025, HOLM_2015, HOLM_2007, HOLM_CATAN8, HOLM_EDITIONS };

/* Terrain; the first five yield the resource of the same number. */
enum holm_terrain {
    HOLM_FOREST,
    HOLM_HILLS,
    HOLM_PASTURE,
    HOLM_FIELDS,
    HOLM_MOUNTAINS,
    HOLM_GOLD, /* any resource */
    HOLM_DESERT,
    HOLM_SEA,
    HOLM_FOG, /* not discovered yet: neither land nor sea */
    HOLM_TERRAINS,
    HOLM_FROM_POOL = HOLM_TERRAINS /* in a map that is not dealt yet */
};

/* Cards of the hand: five resources and three commodities; eight counters, so that a hand is one
 * machine word. */
enum holm_card {
    HOLM_WOOD,
    HOLM_BRICK,
    HOLM_WOOL,
    HOLM_GRAIN,
    HOLM_ORE,
    HOLM_RESOURCES,
    HOLM_CLOTH = HOLM_RESOURCES,
    HOLM_COIN,
    HOLM_PAPER,
    HOLM_CARDS
};
struct holm_cards {
    HOLM_ALIGNED(8) uint8_t n[HOLM_CARDS];
};

/* Kinds of harbour: one for each resource (2:1), and the generic 3:1. */
enum { HOLM_PORT_ANY = HOLM_RESOURCES, HOLM_PORT_KINDS, HOLM_NO_PORT = 0xFF };

/* Pieces on corners and edges. Places hold a byte: piece | seat << 4, and 0 when empty;
 * holm_piece_kind() and holm_piece_seat() read it. */
enum holm_piece {
    HOLM_EMPTY,
    HOLM_SETTLEMENT,
    HOLM_CITY,
    HOLM_ROAD,
    HOLM_REDUCED, /* a city on its side: as good as a settlement */
    HOLM_METROPOLIS, /* a city that carries a metropolis */
    HOLM_BASIC, /* knights of rank 1, 2, 3 */
    HOLM_STRONG,
    HOLM_MIGHTY,
    HOLM_SHIP,
    HOLM_WALL, /* in events only: walls are a set of corners */
    HOLM_PIECES
};
enum { HOLM_RANKS = 3 };

/* Tracks of city improvement, and their decks of progress cards. */
enum holm_track { HOLM_TRADE, HOLM_POLITICS, HOLM_SCIENCE, HOLM_TRACKS };
enum { HOLM_LEVELS = 5 };

/* Faces of the event die. */
enum holm_face {
    HOLM_FACE_TRADE, /* the tracks, in their order */
    HOLM_FACE_POLITICS,
    HOLM_FACE_SCIENCE,
    HOLM_FACE_SHIP,
    HOLM_FACE_PIPS, /* the house rules' faces */
    HOLM_FACE_CARD,
    HOLM_FACES
};

/* Progress cards, deck by deck. ORDER: progress.c. */
enum holm_progress {
    HOLM_ALCHEMIST,
    HOLM_CRANE,
    HOLM_ENGINEER,
    HOLM_INVENTOR,
    HOLM_IRRIGATION,
    HOLM_MEDICINE,
    HOLM_MINING,
    HOLM_PRINTER,
    HOLM_ROADS,
    HOLM_SMITH,
    HOLM_COMMERCIAL_HARBOR,
    HOLM_MASTER_MERCHANT,
    HOLM_MERCHANT,
    HOLM_MERCHANT_FLEET,
    HOLM_RESOURCE_MONOPOLY,
    HOLM_TRADE_MONOPOLY,
    HOLM_BISHOP,
    HOLM_CONSTITUTION,
    HOLM_DESERTER,
    HOLM_DIPLOMAT,
    HOLM_INTRIGUE,
    HOLM_SABOTEUR,
    HOLM_SPY,
    HOLM_WARLORD,
    HOLM_WEDDING,
    HOLM_PROGRESS_KINDS,
    HOLM_HIDDEN_CARD = 0xFF /* in a view: a card whose face is not known */
};
enum { HOLM_UNDER_MAX = 24 }; /* cards under one deck */

/* Development cards. */
enum holm_development {
    HOLM_KNIGHT,
    HOLM_VICTORY,
    HOLM_ROAD_BUILDING,
    HOLM_PLENTY,
    HOLM_MONOPOLY,
    HOLM_DEVELOPMENTS
};

/* What resources buy; indexes holm_rules.cost. */
enum holm_purchase {
    HOLM_BUY_ROAD,
    HOLM_BUY_SETTLEMENT,
    HOLM_BUY_CITY,
    HOLM_BUY_DEVELOPMENT,
    HOLM_BUY_WALL,
    HOLM_BUY_KNIGHT, /* recruit */
    HOLM_BUY_PROMOTION,
    HOLM_BUY_ACTIVATION,
    HOLM_BUY_MEDICINE, /* a city, with the card */
    HOLM_BUY_SHIP,
    HOLM_PURCHASES
};

/* ------------------------------------------------------------------ rules */

enum holm_setup { HOLM_SETUP_FIXED, HOLM_SETUP_VARIABLE };
enum holm_discs { HOLM_DISCS_LETTERS, HOLM_DISCS_RANDOM };
enum holm_harbours { HOLM_HARBOURS_FIXED, HOLM_HARBOURS_SHUFFLED };
enum holm_start_player { HOLM_START_ROLL, HOLM_START_FIXED };
enum holm_turn_mode {
    HOLM_TURN_SINGLE,
    HOLM_TURN_SPECIAL_BUILD,
    HOLM_TURN_PAIRED,
    HOLM_TURN_TWO_PER_TURN,
    HOLM_TURN_MODES
};
enum holm_action_order { HOLM_ORDER_FREE, HOLM_ORDER_TRADE_BUILD_EXTRAS };
enum holm_robber_start { HOLM_ROBBER_DESERT, HOLM_ROBBER_OFF_BOARD };
enum holm_window { HOLM_WINDOW_ACTION_PHASE, HOLM_WINDOW_OWN_TURN };
enum holm_replacement { HOLM_EQUAL_OR_LOWER, HOLM_EQUAL_ELSE_BASIC, HOLM_EQUAL };
enum holm_chooser { HOLM_CHOOSER_VICTIM, HOLM_CHOOSER_ACTIVE };
enum holm_diplomat { HOLM_DIPLOMAT_OPEN_ROAD, HOLM_DIPLOMAT_ANY_ROAD, HOLM_DIPLOMAT_UNLINKED_ROAD };
enum holm_fleet_scope { HOLM_FLEET_ANY, HOLM_FLEET_RESOURCE };
enum holm_fleet_duration { HOLM_FLEET_THIS_TURN, HOLM_FLEET_UNTIL_OWN_TURN };
enum holm_merchant_source { HOLM_MERCHANT_BY_CARD, HOLM_MERCHANT_BY_TURN };
enum holm_city_production { HOLM_CITY_ONE_PLUS_ONE, HOLM_CITY_TWO_PLUS_ONE };
enum holm_capture { HOLM_CAPTURE_FIRST_TO_5, HOLM_CAPTURE_MORE_IMPROVEMENTS };
enum holm_aqueduct { HOLM_AQUEDUCT_ANY_ROLL, HOLM_AQUEDUCT_OWN_ROLL };
enum holm_eligibility {
    HOLM_KNIGHT_ACTIVE_AT_START,
    HOLM_KNIGHT_NOT_ACTIVATED_THIS_TURN,
    HOLM_KNIGHT_ACTIVE
};
enum holm_displaced { HOLM_DISPLACED_RETREATS, HOLM_DISPLACED_REMOVED };
enum holm_chase { HOLM_CHASE_ANY_LAND, HOLM_CHASE_NUMBERED };
enum holm_victims { HOLM_VICTIMS_LOWEST, HOLM_VICTIMS_NO_ACTIVE_KNIGHT };
enum holm_reward { HOLM_REWARD_POINT, HOLM_REWARD_CARD };

/* One field for every point on which games, editions and house rules differ. An edition is a row
 * of values (rules.c); holm_options names the fields that people may set. */
struct holm_rules {
    struct holm_cards cost[HOLM_PURCHASES];
    struct holm_cards bank; /* cards of each kind at the start */
    uint16_t turn_limit; /* BASE-VP-5: turns until the game ends undecided; 0: none */
    uint8_t game; /* enum holm_game */
    uint8_t edition; /* which row this started as: for names, never for rules */
    uint8_t players; /* 2 to 8 */
    uint8_t neutrals; /* neutral colours that sit after the players: 0 or 2 */
    uint8_t target; /* victory points that win; 0: as the map says */
    uint8_t setup; /* enum holm_setup */
    uint8_t discs; /* enum holm_discs, in a variable set-up */
    uint8_t harbours; /* enum holm_harbours, in a variable set-up */
    uint8_t start_player; /* enum holm_start_player */
    uint8_t turn_mode; /* enum holm_turn_mode */
    uint8_t action_order; /* enum holm_action_order */
    uint8_t balanced_dice; /* BASE-PROD-10: rolls come out of a set of all 36 */
    uint8_t steal_optional; /* BASE-ROBBER-5: the mover may name nobody */
    uint8_t robber_may_enter_desert; /* BASE-ROBBER-2 */
    uint8_t friendly_robber; /* BASE-ROBBER-11: players with few points are spared */
    uint8_t trade_restrictions; /* BASE-TRADE-4, 5: no gifts, no like for like */
    uint8_t bank_trade_only; /* BASE-TRADE-12: no offers between players */
    uint8_t offer_by_others; /* BASE-TRADE-7: others may propose to the active player */
    uint8_t hand_limit; /* BASE-SEVEN-2: more than this is halved on a seven */
    uint8_t route_minimum; /* BASE-LR-1: segments */
    uint8_t army_minimum; /* BASE-LA-1: knights */
    uint8_t roads, settlements, cities; /* pieces of each colour */
    uint8_t ships; /* the same; 0: no ships in this game */
    uint8_t deck[HOLM_DEVELOPMENTS]; /* development cards of each kind */
    uint8_t token_actions; /* DUO-TOKEN-7: token actions a turn; 0: no limit */
    uint8_t undo; /* HOLM-UNDO-1: players may take back their latest action */

    /* Cities & Knights; docs/rules/editions.md has a row (ED) for each */
    uint8_t second_building; /* of the set-up: HOLM_SETTLEMENT or HOLM_CITY (ED-7) */
    uint8_t walls, knights; /* pieces: walls, knights of each rank */
    uint8_t event_die[HOLM_FACES]; /* faces of each kind (ED-13) */
    uint8_t track_commodity[HOLM_TRACKS]; /* enum holm_card (ED-41) */
    uint8_t progress_copies[HOLM_PROGRESS_KINDS]; /* ED-24 */
    uint8_t warlord_track; /* in which deck it is (ED-24) */
    uint8_t robber_start; /* ED-1 */
    uint8_t robber_locked; /* until the first attack (ED-2) */
    uint8_t progress_limit; /* 0: none (ED-17) */
    uint8_t progress_window; /* ED-20 */
    uint8_t progress_points_open; /* ED-21 */
    uint8_t inventor_own_building; /* ED-28 */
    uint8_t inventor_any_disc; /* ED-29: also 2, 6, 8 and 12 */
    uint8_t deserter_replacement; /* ED-30 */
    uint8_t deserter_chooser; /* ED-31 */
    uint8_t deserter_acts; /* ED-102: its knight may act this turn */
    uint8_t diplomat; /* ED-32, 33 */
    uint8_t fleet_scope; /* ED-34 */
    uint8_t fleet_duration; /* ED-35 */
    uint8_t merchant_source; /* ED-84 */
    uint8_t city_production; /* ED-40 */
    uint8_t improvement_needs_city; /* ED-52 */
    uint8_t metropolis_level; /* ED-53 */
    uint8_t metropolis_capture; /* ED-54 */
    uint8_t metropolis_needs_city; /* ED-55 */
    uint8_t mighty_needs_politics; /* ED-58 */
    uint8_t aqueduct_scope; /* ED-59 */
    uint8_t aqueduct_optional; /* ED-62 */
    uint8_t knight_eligibility; /* ED-63 */
    uint8_t knight_blocks_settlement; /* ED-64 */
    uint8_t knight_moves; /* ED-67 */
    uint8_t displace_equal; /* ED-69: equal ranks may be displaced too */
    uint8_t displaced_fate; /* ED-70 */
    uint8_t chase_destination; /* ED-71 */
    uint8_t chase_steals; /* ED-72 */
    uint8_t distant_robber; /* ED-73 */
    uint8_t barbarian_steps; /* ED-77 */
    uint8_t barbarian_start; /* ED-100 */
    uint8_t barbarian_victims; /* ED-78 */
    uint8_t defender_reward; /* ED-80 */

    /* Cities & Knights with Seafarers */
    uint8_t sea_target_bonus; /* ED-90: points on top of a scenario's target */
    uint8_t knight_link_anywhere; /* ED-104: knights change from road to ship anywhere */
    uint8_t knight_needs_building; /* ED-93: a ship may not cut a knight off from buildings */
    uint8_t knight_closes_line; /* ED-105: a line of ships to its owner's knight is closed */
    uint8_t knight_freezes_ships; /* ED-94: another's knight holds a line of ships */

    /* named variants (docs/rules/7-variants.md) */
    uint8_t var_city_choice;
    uint8_t var_aggressive_robber;
    uint8_t var_easy_start;
    uint8_t var_knight_errant;
    uint8_t var_activation_phase;
    uint8_t var_commit_knights;
    uint8_t var_wall_defense;
};

/* A field of holm_rules that people may set, and how to say it. */
struct holm_option {
    const char *name;
    const char *rule; /* ID of a rule that explains it */
    const char *help;
    const char *const *words; /* names of the values 0, 1, ...; NULL: a number */
    uint16_t offset;
    uint8_t size; /* of the field: 1 or 2 bytes */
    uint16_t low, high;
};
extern const struct holm_option holm_options[];
extern const int holm_option_count;

/* The rules of a game in an edition for a number of players, with sensible defaults. */
int holm_rules_make(struct holm_rules *rules, int game, int edition, int players);
/* Whether single fields, set afterwards, still make sense together. */
int holm_rules_check(const struct holm_rules *rules);
unsigned holm_option_get(const struct holm_rules *rules, const struct holm_option *option);
int holm_option_set(struct holm_rules *rules, const struct holm_option *option, unsigned value);

/* ----------------------------------------------------------------- chance */

/* Draw n of a game is a function of the 256-bit seed and n alone (ChaCha8, random access).
 * Scripts, replay and analysis dictate outcomes instead; an outcome is a die's face less one, or
 * the kind of a card. The outcomes of the latest action stand in `drawn`, for the log. */
struct holm_chance {
    uint8_t seed[32];
    uint64_t next; /* number of the next draw */
    uint64_t block[8]; /* the eight draws around it */
    uint64_t block_number; /* which eight; ~0: none yet */
    const uint8_t *dictated;
    uint16_t dictated_count;
    uint16_t dictated_at;
    uint8_t dictating; /* outcomes come from `dictated` and from nowhere else */
    uint8_t failed; /* 1: a dictated outcome was impossible; 2: one was missing */
    uint8_t wanted[HOLM_OUTCOMES]; /* then: the weights of the outcomes at that draw */
    uint16_t drawn_count;
    uint8_t drawn[HOLM_DRAWS_MAX];
    /* NULL, or told of every draw what it was of: `kinds` outcomes, all alike where `weight` is
     * NULL. For proofs of finished games; set it after seeding. */
    void (*witness)(void *context, const uint8_t *weight, int kinds, int outcome);
    void *witness_context;
};

void holm_chance_seed(struct holm_chance *chance, const uint8_t seed[32]);
/* A 256-bit seed from a small number, for tests and simulations. */
void holm_chance_number(struct holm_chance *chance, uint64_t number);
/* The next action draws these outcomes; they are read in place, not copied. */
void holm_chance_dictate(struct holm_chance *chance, const uint8_t *outcomes, int count);
/* The n-th 64-bit draw of a seed. */
uint64_t holm_draw_number(const uint8_t seed[32], uint64_t n);

/* --------------------------------------------------------- map and board */

/* Sides of a hex are numbered NE E SE SW W NW, its corners N NE SE S SW NW; side i joins corners
 * i and i + 1. Hexes are numbered in reading order; corners and edges in the order in which the
 * hexes meet them, so that the lowest hex of a place names it. */
struct holm_topology {
    uint16_t hexes, corners, edges;
    int8_t q[HOLM_HEXES], r[HOLM_HEXES]; /* axial coordinates */
    uint8_t hex_corner[HOLM_HEXES][6];
    uint16_t hex_edge[HOLM_HEXES][6];
    uint8_t hex_neighbour[HOLM_HEXES][6]; /* HOLM_NONE: the frame */
    uint8_t corner_hex[HOLM_CORNERS][3]; /* the rest HOLM_NONE; so below */
    uint8_t corner_neighbour[HOLM_CORNERS][3];
    uint16_t corner_edge[HOLM_CORNERS][3]; /* edge i leads to neighbour i */
    uint8_t edge_corner[HOLM_EDGES][2];
    uint8_t edge_hex[HOLM_EDGES][2];
};

struct holm_port {
    uint8_t hex, side; /* the land hex and its side */
    uint8_t kind; /* a resource or HOLM_PORT_ANY */
};

/* Terrains and discs that are dealt over some hexes. */
struct holm_pool {
    uint8_t terrains, discs; /* how many */
    uint8_t terrain[HOLM_HEXES];
    uint8_t disc[HOLM_HEXES]; /* in letter order, where there is one */
};
enum { HOLM_POOLS = 4, HOLM_REGIONS = 16, HOLM_MARKS = 48, HOLM_GIFTS = 32, HOLM_VILLAGES = 12 };

/* A corner that a scenario marks. */
enum holm_mark_kind {
    HOLM_MARK_NO_START, /* no starting settlement */
    HOLM_MARK_WALL, /* where the Great Wall wants a building */
    HOLM_MARK_BRIDGE, /* where the Great Bridge wants one */
    HOLM_MARK_VILLAGE, /* n: its number */
    HOLM_MARK_KINDS
};
struct holm_mark {
    uint8_t hex, corner, kind, n;
};

/* What lies on an edge for the first ship there. */
enum holm_gift_kind { HOLM_GIFT_POINT, HOLM_GIFT_CARD, HOLM_GIFT_PORT, HOLM_GIFT_KINDS };
struct holm_gift {
    uint8_t hex, side, kind, n; /* n: the kind of harbour */
};

enum holm_wonder {
    HOLM_GRAND_THEATER,
    HOLM_GREAT_BRIDGE,
    HOLM_GRAND_MONUMENT,
    HOLM_GREAT_WALL,
    HOLM_GRAND_CASTLE,
    HOLM_WONDERS
};
enum {
    HOLM_WONDER_LEVELS = 4,
    HOLM_PLACED_PORTS = 12,
    HOLM_LANES = 6,
    HOLM_LANE = 24,
    HOLM_FLEET_PATH = 32
};

/* A seat's way to its fortress (SC-PIR-4, 5, 12); places are a hex and a corner or side. */
struct holm_lane {
    uint8_t settlement[2], ship[2]; /* placed at the start */
    uint8_t fortress[2], beachhead[2];
    uint8_t edges;
    uint8_t edge[HOLM_LANE][2]; /* the shortest ways from the settlement to the fortress */
};

/* A map as read from a file: where hexes lie, what is fixed and what is dealt. */
struct holm_map {
    char name[32];
    uint8_t players_low, players_high; /* for how many it is meant */
    uint8_t hexes;
    int8_t q[HOLM_HEXES], r[HOLM_HEXES];
    uint8_t terrain[HOLM_HEXES]; /* of the fixed set-up, or HOLM_FROM_POOL */
    uint8_t disc[HOLM_HEXES]; /* 0: none */
    uint8_t has_fixed; /* whether a fixed set-up is known */
    uint8_t pool_of[HOLM_HEXES]; /* which pool fills a hex in the variable set-up, plus one */
    struct holm_pool pool[HOLM_POOLS];
    uint8_t spiral; /* whether the discs of pool 0 may be laid as a spiral, in letter order */
    uint8_t reds_may_touch;
    uint8_t fog_terrain[HOLM_TERRAINS]; /* what the fog hides: hexes by terrain */
    uint8_t fog_disc[13]; /* and discs by number */
    uint16_t hex_bans[HOLM_HEXES]; /* discs a hex does not get, as bits */
    uint16_t terrain_bans[HOLM_TERRAINS]; /* discs a terrain does not get */
    uint8_t region[HOLM_HEXES]; /* number of the region a hex lies in; 0: none */
    uint8_t region_bonus[HOLM_REGIONS]; /* points for a seat's first settlement in it */
    uint16_t start_regions; /* where starting settlements may stand; 0: anywhere */
    uint8_t start_rule; /* which rule says so: holm_start_reasons */
    uint8_t home_islands; /* regions pay nothing to whoever began in them */
    uint8_t target; /* victory points; 0: as the rules say */
    uint8_t deal_ports; /* harbour kinds are dealt in the fixed set-up too */
    uint8_t has_pirate;
    uint8_t pirate; /* its hex; HOLM_NONE: the frame */
    uint8_t robber_on_12; /* in the variable set-up the robber starts on the 12 */
    uint8_t marks, gifts;
    struct holm_mark mark[HOLM_MARKS];
    struct holm_gift gift[HOLM_GIFTS];
    uint16_t no_settlement_regions; /* as bits */
    uint16_t no_robber_regions;
    uint8_t settle_at_discs; /* settlements only next to a hex with a disc */
    uint8_t robber_on_discs; /* the robber only on hexes with a disc */
    uint8_t setup_rounds; /* 3: a third starting settlement; otherwise 2 */
    uint8_t no_route; /* no award for the longest route */
    uint8_t wonders; /* wonders are built, and win */
    uint8_t explores; /* many islands or fog: not advised with Cities & Knights (CKSEA-3) */
    uint8_t village_cloth; /* cloth in each village */
    uint8_t cloth_supply; /* and in the general supply */
    uint8_t empty_villages; /* so many empty ones end the game */
    uint8_t lanes; /* seats with a fortress; 0: no pirate fleet */
    struct holm_lane lane[HOLM_LANES];
    uint8_t lairs; /* tokens of each fortress */
    uint8_t fleet_hexes;
    uint8_t fleet_path[HOLM_FLEET_PATH]; /* hexes, one after the other */
    uint8_t islands; /* regions are the connected lands that were dealt */
    uint8_t island_bonus;
    uint8_t place_ports; /* players place the harbours before the settlements */
    uint8_t robber_off; /* the robber starts off the board and enters when first moved */
    uint8_t ports;
    struct holm_port port[HOLM_PORTS];
    uint8_t robber; /* its hex; HOLM_NONE: a desert */
    uint8_t neutral_hex[2], neutral_corner[2]; /* start of the neutral colours, hex and corner */
    uint8_t has_neutral;
};

/* Lays out hexes (q and r; any order) as a topology; the hexes come out in reading order. */
int holm_topology_make(struct holm_topology *topology, const int8_t *q, const int8_t *r, int hexes);
/* Whether a map has something of a scenario, which is played with ships. */
bool holm_map_needs_ships(const struct holm_map *map);
/* Deals a map in place as the rules say: afterwards it is a fixed one. */
int holm_deal(struct holm_map *map, const struct holm_rules *rules, struct holm_chance *chance);
/* The same, and given up after so many tries to lay the discs: for maps that strangers bring. */
int holm_deal_within(struct holm_map *map, const struct holm_rules *rules,
                     struct holm_chance *chance, int tries);
/* A dealt map as one with nothing left to deal: its fixed set-up is what was dealt. */
void holm_map_freeze(struct holm_map *map);

struct holm_corner_set {
    uint64_t w[4];
};
struct holm_edge_set {
    uint64_t w[5];
};

/* What never changes in a game; built once, shared by any number of games. */
struct holm_board {
    struct holm_topology topology;
    struct holm_rules rules;
    struct holm_map map; /* as dealt */
    uint8_t seats; /* players and neutral colours */
    uint8_t card_kinds; /* 5, or 8 with commodities */
    bool expanded; /* more than the base game: knights, ships, or a scenario's own rules */
    uint8_t corner_words, edge_words; /* words of the sets in use */
    uint8_t robber; /* where it starts */
    bool robber_limited; /* by more than that it goes to other land */
    uint8_t neutral_start[2]; /* corners */
    uint8_t corner_port[HOLM_CORNERS]; /* kind or HOLM_NO_PORT */
    struct holm_corner_set land; /* corners that touch land */
    struct holm_corner_set coast; /* VOC-HEX-3 */
    struct holm_corner_set desert; /* corners that touch a desert */
    struct holm_edge_set land_edges; /* edges that border land */
    struct holm_edge_set sea_edges; /* edges that border the sea or the frame */
    struct holm_corner_set marked[HOLM_MARK_KINDS];
    uint8_t villages;
    uint8_t village[HOLM_VILLAGES], village_disc[HOLM_VILLAGES]; /* corners and numbers */
    uint8_t gifts;
    uint16_t gift_edge[HOLM_GIFTS];
    uint8_t lane_start[HOLM_LANES], fortress[HOLM_LANES], beachhead[HOLM_LANES]; /* corners */
    uint16_t lane_ship[HOLM_LANES];
    /* SC-PIR-12: steps to the beachhead from each corner; and how far each edge of a shortest way
     * from the home coast over the beachhead is along it, 0 where none of these ways leads */
    uint8_t lane_distance[HOLM_LANES][HOLM_CORNERS];
    uint8_t lane_depth[HOLM_LANES][HOLM_EDGES];
    uint8_t lane_beachhead[HOLM_LANES]; /* the depth where the ways go on from the beachhead */
    struct holm_edge_set home_edges; /* edges of the regions where the game starts */
};
int holm_board_make(struct holm_board *board, const struct holm_map *map,
                    const struct holm_rules *rules);

/* --------------------------------------------------------- words for bytes */

/* A place that holds a piece of a seat, as corners and edges store it. */
static inline uint8_t holm_piece_byte(int piece, int seat)
{
    return (uint8_t)(piece | seat << 4);
}

/* What stands on a place: HOLM_EMPTY or a piece. */
static inline int holm_piece_kind(uint8_t byte)
{
    return byte & 15;
}

/* Whose it is, on a place that is known to hold something. */
static inline int holm_piece_owner(uint8_t byte)
{
    return byte >> 4;
}

/* Whose it is; HOLM_NONE: the place is empty. */
static inline int holm_piece_seat(uint8_t byte)
{
    return byte ? holm_piece_owner(byte) : HOLM_NONE;
}

static inline bool holm_is_building(uint8_t byte)
{
    const int piece = holm_piece_kind(byte);
    return piece == HOLM_SETTLEMENT || piece == HOLM_CITY || piece == HOLM_REDUCED ||
           piece == HOLM_METROPOLIS;
}

/* A city that stands upright, with a metropolis or without. */
static inline bool holm_is_city(uint8_t byte)
{
    return holm_piece_kind(byte) == HOLM_CITY || holm_piece_kind(byte) == HOLM_METROPOLIS;
}

static inline bool holm_is_knight(uint8_t byte)
{
    return holm_piece_kind(byte) >= HOLM_BASIC && holm_piece_kind(byte) <= HOLM_MIGHTY;
}

/* The rank of a knight, 1 to 3; 0: it is something else. */
static inline int holm_knight_rank(uint8_t byte)
{
    return holm_is_knight(byte) ? holm_piece_kind(byte) - HOLM_BASIC + 1 : 0;
}

/* Hexes by their terrain. Fog is neither land nor sea; whatever yields something has a disc. */
static inline bool holm_is_land(int terrain)
{
    return terrain < HOLM_TERRAINS && terrain != HOLM_SEA && terrain != HOLM_FOG;
}

static inline bool holm_has_disc(int terrain)
{
    return holm_is_land(terrain) && terrain != HOLM_DESERT;
}

/* Two dice in a byte, as the alchemist sets them: the first (0) and the second (1). */
static inline uint8_t holm_dice_byte(int first, int second)
{
    return (uint8_t)(first | second << 4);
}

static inline int holm_dice_at(uint8_t byte, int which)
{
    return which ? byte >> 4 : byte & 15;
}

/* Small sets are the bits of a number: of seats, kinds of cards or harbours, regions, villages. The
 * members one after the other:
 *
 *     for (unsigned left = set; left; left = holm_bits_rest(left))
 *         ... holm_bits_first(left) ...
 */
static inline unsigned holm_bit(int n)
{
    return 1u << n;
}

static inline bool holm_bit_in(unsigned set, int n)
{
    return set >> n & 1;
}

/* The numbers 0 to n - 1. */
static inline unsigned holm_bits_below(int n)
{
    return holm_bit(n) - 1;
}

/* The lowest member of a set that is not empty, and the set without it. */
static inline int holm_bits_first(unsigned set)
{
    return __builtin_ctz(set);
}

static inline unsigned holm_bits_rest(unsigned set)
{
    return set & (set - 1);
}

static inline int holm_bits_count(unsigned set)
{
    return __builtin_popcount(set);
}

static inline bool holm_corner_in(const struct holm_corner_set *set, int corner)
{
    return set->w[corner >> 6] >> (corner & 63) & 1;
}

static inline void holm_corner_add(struct holm_corner_set *set, int corner)
{
    set->w[corner >> 6] |= (uint64_t)1 << (corner & 63);
}

static inline void holm_corner_remove(struct holm_corner_set *set, int corner)
{
    set->w[corner >> 6] &= ~((uint64_t)1 << (corner & 63));
}

/* The lowest corner of a set, which loses it; HOLM_NONE: the set is empty. */
static inline int holm_corner_take(struct holm_corner_set *set)
{
    for (int i = 0; i < (int)(sizeof set->w / sizeof *set->w); i++)
        if (set->w[i]) {
            const int corner = 64 * i + __builtin_ctzll(set->w[i]);
            set->w[i] &= set->w[i] - 1;
            return corner;
        }
    return HOLM_NONE;
}

static inline bool holm_edge_in(const struct holm_edge_set *set, int edge)
{
    return set->w[edge >> 6] >> (edge & 63) & 1;
}

static inline void holm_edge_add(struct holm_edge_set *set, int edge)
{
    set->w[edge >> 6] |= (uint64_t)1 << (edge & 63);
}

static inline void holm_edge_remove(struct holm_edge_set *set, int edge)
{
    set->w[edge >> 6] &= ~((uint64_t)1 << (edge & 63));
}

static inline int holm_cards_total(const struct holm_cards *cards)
{
    int total = 0;
    for (int card = 0; card < HOLM_CARDS; card++)
        total += cards->n[card];
    return total;
}

/* ---------------------------------------------------------------- actions */

/* engine/kinds.def has a row for each kind: what it is, what its fields hold, and when it is done. */
enum holm_kind {
    HOLM_NO_ACTION,
#define KIND(NAME, ...) HOLM_DO_##NAME,
#include "engine/kinds.def"
    HOLM_KINDS
};

/* Fields that are not used by a kind are 0. */
struct holm_action {
    uint8_t kind;
    uint8_t seat; /* who acts */
    uint16_t place; /* a hex, corner or edge; or a die */
    union {
        uint16_t to; /* a second place or die */
        uint16_t seats; /* in an offer: one bit for each seat */
    };
    uint8_t target; /* another seat, or HOLM_NONE where a kind allows it */
    uint8_t card; /* enum holm_card, holm_track or holm_progress, as the kind says */
    struct holm_cards give, take;
};

/* Which fields a kind uses, and its name: writers and readers of actions are driven by this. */
enum {
    HOLM_F_HEX = 1,
    HOLM_F_CORNER = 2,
    HOLM_F_EDGE = 4,
    HOLM_F_TARGET = 8,
    HOLM_F_SEATS = 16,
    HOLM_F_CARD = 32,
    HOLM_F_GIVE = 64,
    HOLM_F_TAKE = 128,
    HOLM_F_TO = 256, /* a second corner */
    HOLM_F_TRACK = 512, /* in `card` */
    HOLM_F_PROGRESS = 1024, /* in `card` */
    HOLM_F_RANK = 2048, /* in `card`: rank less one */
    HOLM_F_DICE = 4096, /* place and to: 1 to 6 */
    HOLM_F_CHOICE = 8192, /* in `card`: 0 or 1 */
    HOLM_F_TO_EDGE = 16384, /* a second edge */
    HOLM_F_WONDER = 32768, /* in `card` */
    HOLM_F_NOBODY = 65536, /* the target may be HOLM_NONE */
    HOLM_F_FRAME = 131072, /* the place may be HOLM_NONE */
    /* what may be drawn, and is written behind the action */
    HOLM_F_DRAWS_ROLL = 1 << 18, /* dice, and what they bring */
    HOLM_F_DRAWS_DIE = 1 << 19,
    HOLM_F_DRAWS_CARD = 1 << 20,
    HOLM_F_DRAWS_DEVELOPMENT = 1 << 21,
    HOLM_F_DRAWS_PROGRESS = 1 << 22,
    HOLM_F_DRAWS_PORT = 1 << 23,
    HOLM_F_DRAWS_FOUND = 1 << 24 /* in the fog, or as a gift */
};
/* What a kind counts among. */
enum {
    HOLM_G_TRADE = 1,
    HOLM_G_DEVELOPMENT_CARD = 2, /* plays one */
    HOLM_G_PROGRESS_CARD = 4, /* plays one */
    HOLM_G_ANSWER = 8, /* others than the active player do it too, in the action phase */
    HOLM_G_QUIET = 16, /* in the base game it never scores, and nothing follows it by itself */
    HOLM_G_KNIGHTS = 32, /* of Cities & Knights; with HOLM_G_SEA: of both */
    HOLM_G_SEA = 64, /* of Seafarers */
    HOLM_G_UNDOABLE = 128, /* may be taken back (HOLM-UNDO-2) */
    HOLM_G_LATE = 256, /* may be meant for an earlier position: holm_may_be_late */
    HOLM_G_ACT = 512, /* a knight acts (CK-ACT) */
    HOLM_G_WONDER = 1024,
    HOLM_G_TOKEN = 2048, /* spends or gains trade tokens */
    HOLM_G_NEUTRAL = 4096 /* a piece of a neutral colour */
};
struct holm_kind_info {
    const char *name;
    uint32_t fields; /* HOLM_F_ bits */
    uint16_t groups; /* HOLM_G_ bits */
};
extern const struct holm_kind_info holm_kind_info[HOLM_KINDS];

/* ------------------------------------------------------------------ state */

/* What is being asked: the top of the agenda. engine/steps.def has a row for each step: what it is,
 * whom it asks, and what its numbers hold. */
enum holm_step_kind {
    HOLM_STEP_NONE,
#define STEP(NAME, ...) HOLM_STEP_##NAME,
#include "engine/steps.def"
    HOLM_STEP_KINDS
};
struct holm_step {
    uint8_t kind;
    uint8_t seats; /* who is asked: one bit for each seat */
    uint8_t n;
    uint8_t spare;
    uint16_t place;
    uint8_t data[2];
};

/* Whom a step asks. */
enum holm_asks {
    HOLM_ASKS_NOBODY, /* the game is over */
    HOLM_ASKS_ITSELF, /* nobody: it runs by itself */
    HOLM_ASKS_ONE,
    HOLM_ASKS_ALL, /* of some seats, in any order */
    HOLM_ASKS_EACH /* of some seats, one after the other; `place` has who is still to come */
};
/* The parts of a step that mean something else at each, and what they may hold. */
enum holm_step_part { HOLM_PART_N, HOLM_PART_PLACE, HOLM_PART_FIRST, HOLM_PART_SECOND, HOLM_PARTS };
enum holm_form {
    HOLM_FORM_NONE, /* nothing, or in n a plain number */
    HOLM_FORM_NUMBER,
    HOLM_FORM_FLAG,
    HOLM_FORM_SEAT,
    HOLM_FORM_SEATS, /* a set */
    HOLM_FORM_CORNER,
    HOLM_FORM_EDGE,
    HOLM_FORM_HEX,
    HOLM_FORM_CARD, /* a resource */
    HOLM_FORM_TRACK,
    HOLM_FORM_TRACKS, /* a set */
    HOLM_FORM_FACE,
    HOLM_FORM_RANK,
    HOLM_FORM_PORT
};
struct holm_step_info {
    uint8_t asks; /* enum holm_asks */
    bool setup; /* before the first turn */
    struct {
        const char *key; /* in JSON; NULL where nothing is said */
        uint8_t form; /* enum holm_form */
        uint8_t games; /* HOLM_G_KNIGHTS or HOLM_G_SEA where it means something there alone */
    } part[HOLM_PARTS];
};
extern const char *const holm_step_names[HOLM_STEP_KINDS];
extern const struct holm_step_info holm_step_info[HOLM_STEP_KINDS];

/* A seat's standing offer. The active player's goes to `to`; `pending` have not answered,
 * `accepted` have said yes. Somebody else's is a proposal to the active player. */
struct holm_offer {
    struct holm_cards give, take;
    uint8_t open, to, pending, accepted;
    uint8_t lapsed; /* this seat had given its word, and lost cards since */
    uint8_t spare[3];
};

struct holm_player {
    struct holm_cards hand; /* by kind; hidden: all 0 */
    struct holm_cards pledge; /* chosen to discard, still held until all have chosen */
    uint8_t cards; /* in the hand, pledged ones included: public */
    uint8_t owed; /* cards still to choose for a discard or gift */
    uint8_t pledged; /* cards chosen so far: public */
    uint8_t points; /* public victory points */
    uint8_t ports; /* kinds of harbour, as bits */
    uint8_t roads, settlements, cities, ships; /* pieces left in the supply */
    uint8_t route; /* length of the longest route */
    uint8_t army; /* knights played and still lying there */
    uint8_t developments; /* unplayed cards: public */
    uint8_t bought; /* of them, bought since the seat's own turn began: public */
    uint8_t tokens; /* trade tokens */
    uint8_t development[HOLM_DEVELOPMENTS]; /* unplayed cards by kind; hidden: all 0 */
    uint8_t fresh[HOLM_DEVELOPMENTS]; /* of them, bought since the seat's own turn began */
    uint8_t start_total; /* the roll for the first turn */
    uint8_t revealed; /* victory cards shown: at the end, or at once in Cities & Knights */
    uint8_t level[HOLM_TRACKS]; /* city improvements */
    uint8_t knights[HOLM_RANKS]; /* pieces left in the supply */
    uint8_t walls; /* pieces left */
    uint8_t defender; /* points for defending */
    uint8_t backs[HOLM_TRACKS]; /* progress cards in hand by deck: public */
    uint8_t progress[HOLM_PROGRESS_KINDS]; /* by kind; hidden: all 0 */
    uint8_t fleet; /* kinds of card traded 2:1, as bits */
    uint8_t chosen; /* the corner of the city or wall to be lost, plus one */
    uint8_t breach; /* whether it is the wall (VAR-WALL-1) */
    uint16_t yields; /* choices of VAR-PROD-1, as bits */
    uint16_t explored; /* regions that pay no (more) bonus, as bits */
    uint16_t relations; /* villages traded with, as bits */
    uint8_t bonus; /* points for regions and gifts */
    uint8_t cloth; /* tokens; two are a point */
    uint8_t lairs; /* left on the seat's own fortress */
    uint8_t wonder, wonder_level; /* which one, plus one; 0: none */
    uint8_t kept_port[HOLM_PORT_KINDS]; /* harbours waiting for a place */
};

/* A position. The board is its only pointer. A view is the same struct with what the viewer may
 * not know set to 0, and `viewer` says whose it is. */
struct holm_state {
    const struct holm_board *board;
    struct holm_cards bank;
    struct holm_player player[HOLM_SEATS];
    struct holm_offer offer[HOLM_SEATS];
    struct holm_corner_set open; /* corners free by the distance rule */
    struct holm_corner_set network[HOLM_SEATS]; /* corners a seat's road or building touches */
    struct holm_corner_set sea_network[HOLM_SEATS]; /* corners a seat's ship or building touches */
    struct holm_edge_set new_ships; /* built this turn */
    struct holm_edge_set warships;
    uint16_t port_edge[HOLM_PLACED_PORTS]; /* harbours placed in the game */
    uint32_t gifts; /* still on their edges, as bits */
    uint8_t offers; /* seats whose offer stands or has lapsed */
    uint8_t gap[3];
    struct holm_corner_set knights; /* corners with a knight of any colour */
    struct holm_corner_set active_knights; /* of them, the active ones */
    struct holm_corner_set tired; /* knights that may not act (any more) this turn */
    struct holm_corner_set acted; /* of them, those that have acted */
    struct holm_corner_set promoted; /* knights promoted this turn */
    struct holm_corner_set fighting; /* knights committed to the attack */
    struct holm_corner_set walls; /* cities with a wall */
    struct holm_step agenda[HOLM_STEPS]; /* the top one is asked now */
    uint8_t corner[HOLM_CORNERS]; /* holm_piece_byte() */
    uint8_t edge[HOLM_EDGES]; /* the same */
    uint8_t disc[HOLM_HEXES]; /* the number on each hex; 0: none */
    uint8_t terrain[HOLM_HEXES];
    struct holm_corner_set land; /* corners that touch land */
    struct holm_edge_set land_edges; /* edges that border land */
    struct holm_edge_set sea_edges; /* edges that border the sea or the frame */
    uint8_t fog_terrain[HOLM_TERRAINS]; /* what the fog still hides: public, the order is not */
    uint8_t fog_disc[13];
    uint8_t under[HOLM_TRACKS][HOLM_UNDER_MAX]; /* cards under the decks, the next one first */
    uint8_t under_known[HOLM_TRACKS][HOLM_UNDER_MAX]; /* who knows them: a seat, or everybody */
    uint16_t turns; /* own turns begun, second parts included */
    uint8_t depth; /* steps on the agenda */
    uint8_t viewer; /* whose view; HOLM_EVERYBODY in the full state */
    uint8_t active; /* whose turn it is; HOLM_NONE in set-up and special building */
    uint8_t roller; /* who rolled, or will: the first of a pair */
    uint8_t first; /* who had the first turn */
    uint8_t part; /* 0: the roller's turn, 1: the second player's part */
    uint8_t building; /* BASE-TURN-5: 1 once building has begun, 2 once the extras have */
    uint8_t played; /* a development card was played this turn */
    uint8_t sold; /* a knight was sold this turn */
    uint8_t forced; /* token actions of this turn */
    uint8_t dice[2]; /* the latest roll; 0: none yet */
    uint8_t first_total; /* total of the first of two rolls */
    uint8_t robber; /* its hex */
    uint8_t route_holder, army_holder; /* HOLM_NONE: nobody */
    uint8_t winner; /* HOLM_NONE: nobody (yet) */
    uint8_t deck; /* development cards left: public */
    uint8_t deck_kind[HOLM_DEVELOPMENTS]; /* by kind; hidden in views */
    uint8_t spent[HOLM_DEVELOPMENTS]; /* cards played so far, by kind: public */
    uint8_t tokens; /* trade tokens in the supply */
    uint8_t stale; /* awards to be judged when the action is complete */
    uint8_t rounds; /* turns the first player has begun, up to 3 */
    uint8_t face; /* of the event die, plus one; 0: not rolled yet */
    uint8_t alchemy; /* dice set before the roll: holm_dice_byte(); 0: none */
    uint8_t barbarians; /* steps of the ship */
    uint8_t attacked; /* whether there has been an attack */
    uint8_t merchant, merchant_owner; /* hex and seat, or HOLM_NONE */
    uint8_t merchant_moved; /* this turn, without a card */
    uint8_t metropolis[HOLM_TRACKS]; /* corner, or HOLM_NONE */
    uint8_t entitled[HOLM_TRACKS]; /* who gets it with a plain city, plus one; 0: nobody waits */
    uint8_t harbor, harbor_asked; /* commercial harbor: in force, and who was asked */
    uint8_t pirate; /* its hex; HOLM_NONE: on the frame, or not in this game */
    uint8_t shared; /* seats that share a win, as bits */
    uint8_t fleet; /* where the pirate fleet is on its path */
    uint8_t cloth; /* tokens in the general supply */
    uint8_t village[HOLM_VILLAGES]; /* tokens in each */
    uint8_t wonder_owner[HOLM_WONDERS]; /* plus one; 0: free */
    uint8_t placed_ports;
    uint8_t port_kind[HOLM_PLACED_PORTS];
    uint8_t port_bag[HOLM_PORT_KINDS]; /* harbours still to be placed in set-up */
    uint8_t sailed; /* a ship has been moved this turn */
    uint8_t errant; /* a knight has chased the robber before the roll */
    uint8_t laid_open[HOLM_PROGRESS_KINDS]; /* victory progress cards on the table, by kind */
    uint8_t pool[HOLM_PROGRESS_KINDS]; /* progress cards on top of the decks, by kind; hidden */
    uint8_t deck_left[HOLM_TRACKS]; /* cards in each deck, those underneath included: public */
    uint8_t rolls_left[6]; /* BASE-PROD-10: for each first die, the second dice still to come */
    uint8_t spare[5];
};

/* What one seat may know: a state with the rest removed. */
struct holm_view {
    struct holm_state seen;
};

void holm_start(struct holm_state *state, const struct holm_board *board);
bool holm_over(const struct holm_state *state);
/* One of the seats the game waits for (those who have not answered an offer first); HOLM_NONE when
 * the game is over. */
int holm_next(const struct holm_state *state);
/* All seats the game waits for: one bit for each seat. */
unsigned holm_asked(const struct holm_state *state);
/* The step on top of the agenda. */
const struct holm_step *holm_step(const struct holm_state *state);

/* Set-up: how many starting buildings are placed in all, and the seat and the piece
 * (HOLM_SETTLEMENT or HOLM_CITY) of each, from 0. */
int holm_setup_count(const struct holm_state *state);
int holm_setup_seat(const struct holm_state *state, int placed);
int holm_setup_piece(const struct holm_state *state, int placed);

/* Victory points with hidden cards, as far as this state or view knows them. */
int holm_points(const struct holm_state *state, int seat);
/* The same by where they come from. */
enum holm_source {
    HOLM_FROM_SETTLEMENTS,
    HOLM_FROM_CITIES,
    HOLM_FROM_METROPOLISES, /* beside the city */
    HOLM_FROM_ROUTE,
    HOLM_FROM_ARMY,
    HOLM_FROM_DEFENCE,
    HOLM_FROM_MERCHANT,
    HOLM_FROM_BONUS, /* islands, villages' gifts and whatever else a scenario pays */
    HOLM_FROM_CLOTH,
    HOLM_FROM_CARDS,
    HOLM_SOURCES
};
void holm_score(const struct holm_state *state, int seat, int points[HOLM_SOURCES]);
/* The most cards in a hand that a seven leaves alone. */
int holm_hand_limit(const struct holm_state *state, int seat);
/* Rolls left in the set of balanced dice; 0: the dice have no memory. */
int holm_rolls_left(const struct holm_state *state);
/* Whether these two dice, 1 to 6, are in that set. */
static inline bool holm_roll_is_left(const struct holm_state *state, int first, int second)
{
    return holm_bit_in(state->rolls_left[first - 1], second - 1);
}
/* How many cards each seat's buildings would claim if the dice showed so many (BASE-PROD-3; gold is
 * one each), whatever the bank has. A seven claims nothing. */
void holm_dice_yield(const struct holm_state *state, int total, int yield[HOLM_SEATS]);
/* Cards of one kind that a seat gives the bank for one other. */
int holm_rate(const struct holm_state *state, int seat, int card);
/* What a terrain yields: a resource, or HOLM_NONE. */
int holm_yield(int terrain);
/* Whether a settlement of that seat's could stand on a corner, if its roads or ships led there. */
bool holm_may_settle(const struct holm_state *state, int seat, int corner);
/* Points for the regions that a settlement there would be that seat's first in. */
int holm_region_bonus(const struct holm_state *state, int seat, int corner);
/* What each level of a wonder costs. */
extern const struct holm_cards holm_wonder_cost[HOLM_WONDERS];
/* A 64-bit hash of everything in a state; equal positions of one board have equal hashes. */
uint64_t holm_hash(const struct holm_state *state);
/* NULL, or what is wrong with a full state: the invariants that every position keeps. */
const char *holm_invariant(const struct holm_state *state);
/* NULL, or why a full state cannot be played on: the invariants, and all that the engine relies on
 * in an agenda, in offers and in choices half made. For states that did not come about in play. */
const char *holm_impossible(const struct holm_state *state);

/* ---------------------------------------------------- arranging positions */

/* For scripts and imported positions, which write pieces, hands, armies and cards directly:
 * recomputes all that follows from them (sets, counts, supplies, harbours, routes, points), and gives
 * each award to whoever alone leads. */
void holm_refresh(struct holm_state *state);
/* Forgets what is remembered of the turn as a whole, as at the beginning of each. */
void holm_forget_turn(struct holm_state *state);
/* Makes it a seat's turn at HOLM_STEP_ROLL, HOLM_STEP_ACTIONS or HOLM_STEP_SPECIAL_BUILD; part 1 is
 * the second player's part of a shared turn. */
int holm_arrange(struct holm_state *state, int seat, int step, int part);
/* Gives an award to a seat or to nobody, with its points. */
void holm_hold_route(struct holm_state *state, int seat);
void holm_hold_army(struct holm_state *state, int seat);

/* --------------------------------------------------- legal, check, apply */

/* at[0 .. count-1] can be applied as they are. at[count .. count+templates-1] are templates: their
 * give, take and seats are bounds. An offer may give up to `give`, take up to `take` and go to any
 * of `seats`. A discard, take or give of several cards at one go may name up to `give` or `take`
 * of each kind, and `card` cards in all. An offer gives and takes something, and not the same kind on
 * both sides, unless the rules lift that (trade_restrictions). A trade with the bank that is dearer
 * than need be (BASE-HARBOR-4) gives all of `give`, for one card out of `take`. */
struct holm_list {
    int count;
    int templates;
    struct holm_action at[HOLM_LIST_MAX];
};
void holm_legal(const struct holm_state *state, int seat, struct holm_list *list);

/* How many values `card` of an action of this kind may have: 1, where the kind does not use it. */
int holm_card_values(const struct holm_board *board, int kind);

/* HOLM_OK, or exactly why not. Never changes anything. */
int holm_check(const struct holm_state *state, const struct holm_action *action);

struct holm_events;
/* Checks and applies; on an error the state is untouched. `events` may be NULL. */
int holm_apply(struct holm_state *state, const struct holm_action *action,
               struct holm_chance *chance, struct holm_events *events);
/* The same for an action that came from holm_legal for this very state: nothing is checked. */
void holm_apply_listed(struct holm_state *state, const struct holm_action *action,
                       struct holm_chance *chance, struct holm_events *events);
/* Ends a game that is not over because its people want it so, or one of two gives up: `winner` is a
 * seat, or HOLM_NONE: nobody has won, and the points stand. */
void holm_stop(struct holm_state *state, int winner, struct holm_events *events);

/* ------------------------------------------------------------- taking back */

/* A position has no memory. Whoever lets players take actions back keeps this beside the state of a
 * game, and goes from action to action with holm_apply_past(). All zero: nothing has happened yet.
 * It holds a full state, hidden cards and all. */
struct holm_past {
    struct holm_state before; /* the latest action, where that can be taken back */
    struct holm_action action; /* the latest one; HOLM_NO_ACTION: none, or it was taken back */
    uint16_t why_not; /* HOLM_OK, or why it stays (enum holm_error) */
    uint8_t owner; /* whose turn it is, or who is asked in set-up and special building */
    uint8_t taken[HOLM_SEATS]; /* taken back by each seat since then */
};
/* As holm_check(), holm_legal() and holm_apply(), with HOLM_DO_UNDO besides; without a past it is
 * always refused. A list may be made from a seat's view. */
int holm_check_past(const struct holm_state *state, const struct holm_past *past,
                    const struct holm_action *action);
void holm_legal_past(const struct holm_state *state, const struct holm_past *past, int seat,
                     struct holm_list *list);
int holm_apply_past(struct holm_state *state, struct holm_past *past,
                    const struct holm_action *action, struct holm_chance *chance,
                    struct holm_events *events);

/* ----------------------------------------------------------------- errors */

/* ORDER: errors.c has a row for each: the rule's ID and a sentence. */
enum holm_error {
    HOLM_OK,
    /* the request itself */
    HOLM_E_KIND,
    HOLM_E_SEAT,
    HOLM_E_FIELD,
    HOLM_E_PLACE,
    HOLM_E_VIEW,
    HOLM_E_OVER,
    HOLM_E_OUTCOME,
    /* whose turn, which phase */
    HOLM_E_NOT_ASKED,
    HOLM_E_NOT_YOUR_TURN,
    HOLM_E_BEFORE_ROLL,
    HOLM_E_MUST_ROLL,
    HOLM_E_ROLLED,
    HOLM_E_TRADE_TIME,
    HOLM_E_IN_SETUP,
    HOLM_E_DISCARD_FIRST,
    HOLM_E_ROBBER_FIRST,
    HOLM_E_GIVE_FIRST,
    HOLM_E_NOT_NOW,
    HOLM_E_SPECIAL_TRADE,
    HOLM_E_SPECIAL_CARD,
    HOLM_E_PAIRED_TRADE,
    HOLM_E_TRADE_PART_OVER,
    /* building */
    HOLM_E_COST_ROAD, /* in the order of enum holm_purchase */
    HOLM_E_COST_SETTLEMENT,
    HOLM_E_COST_CITY,
    HOLM_E_COST_DEVELOPMENT,
    HOLM_E_COST_WALL,
    HOLM_E_COST_KNIGHT,
    HOLM_E_COST_PROMOTION,
    HOLM_E_COST_ACTIVATION,
    HOLM_E_COST_MEDICINE,
    HOLM_E_COST_SHIP,
    HOLM_E_NO_PIECE,
    HOLM_E_EDGE_TAKEN,
    HOLM_E_EDGE_SEA,
    HOLM_E_ROAD_UNCONNECTED,
    HOLM_E_ROAD_BLOCKED,
    HOLM_E_SETUP_ROAD,
    HOLM_E_SETUP_SECOND_ROAD,
    HOLM_E_CORNER_TAKEN,
    HOLM_E_CORNER_SEA,
    HOLM_E_DISTANCE,
    HOLM_E_SETTLEMENT_UNCONNECTED,
    HOLM_E_NOT_OWN_SETTLEMENT,
    HOLM_E_FREE_ROADS_FIRST,
    /* development cards */
    HOLM_E_DECK_EMPTY,
    HOLM_E_CARD_TIME,
    HOLM_E_CARD_NOT_HELD,
    HOLM_E_CARD_FRESH,
    HOLM_E_CARD_PLAYED,
    HOLM_E_NO_FREE_ROAD,
    HOLM_E_BANK_EMPTY,
    HOLM_E_TAKE_COUNT,
    HOLM_E_BANK_LACKS,
    /* robber and discards */
    HOLM_E_ROBBER_SAME,
    HOLM_E_ROBBER_SEA,
    HOLM_E_ROBBER_DESERT,
    HOLM_E_ROBBER_FRIENDLY,
    HOLM_E_VICTIM,
    HOLM_E_VICTIM_SELF,
    HOLM_E_VICTIM_NEUTRAL,
    HOLM_E_VICTIM_NEEDED,
    HOLM_E_VICTIM_NONE,
    HOLM_E_DISCARD_COUNT,
    HOLM_E_DISCARD_HELD,
    /* trade */
    HOLM_E_TRADE_SAME,
    HOLM_E_TRADE_GIFT,
    HOLM_E_TRADE_LIKE,
    HOLM_E_TRADE_HELD,
    HOLM_E_TRADE_SUPPLY,
    HOLM_E_TRADE_PARTNER,
    HOLM_E_BANK_RATE,
    HOLM_E_NO_OFFER,
    HOLM_E_OFFER_BY_OTHERS,
    HOLM_E_BANK_TRADE_ONLY,
    HOLM_E_NOT_ACCEPTED,
    HOLM_E_LAPSED,
    /* two players */
    HOLM_E_NEUTRAL,
    HOLM_E_NEUTRAL_FIRST,
    HOLM_E_NEUTRAL_SETTLEMENT_FIRST,
    HOLM_E_TOKENS,
    HOLM_E_TOKEN_LIMIT,
    HOLM_E_FORCE_EMPTY,
    HOLM_E_GIVE_COUNT,
    HOLM_E_ROBBER_ON_DESERT,
    HOLM_E_NO_DESERT,
    HOLM_E_SOLD,
    HOLM_E_NO_KNIGHT,
    HOLM_E_NO_TOKENS_GAME,
    /* Cities & Knights */
    HOLM_E_NO_KNIGHTS_GAME,
    HOLM_E_BUILD_PART_OVER,
    HOLM_E_SETUP_CITY,
    HOLM_E_REDUCED_FIRST,
    HOLM_E_ROAD_KNIGHT,
    HOLM_E_KNIGHT_IN_WAY,
    HOLM_E_NO_WALLS,
    HOLM_E_WALL_PLACE,
    HOLM_E_WALL_THERE,
    HOLM_E_LEVEL_TOP,
    HOLM_E_IMPROVE_CITY,
    HOLM_E_IMPROVE_COST,
    HOLM_E_METROPOLIS_CITY,
    HOLM_E_NOT_PLAIN_CITY,
    HOLM_E_KNIGHT_PLACE,
    HOLM_E_KNIGHT_ROAD,
    HOLM_E_NOT_OWN_KNIGHT,
    HOLM_E_KNIGHT_ACTIVE,
    HOLM_E_KNIGHT_INACTIVE,
    HOLM_E_KNIGHT_TIRED,
    HOLM_E_KNIGHT_TOP,
    HOLM_E_PROMOTED,
    HOLM_E_PROMOTION_PIECE,
    HOLM_E_POLITICS,
    HOLM_E_NO_MOVES,
    HOLM_E_MOVE_UNREACHABLE,
    HOLM_E_MOVE_OCCUPIED,
    HOLM_E_DISPLACE_TARGET,
    HOLM_E_DISPLACE_RANK,
    HOLM_E_DISPLACE_STRONGER,
    HOLM_E_RETREAT,
    HOLM_E_INTRIGUE_ROAD,
    HOLM_E_ROBBER_FAR,
    HOLM_E_CHASE_NUMBERED,
    HOLM_E_ERRANT,
    HOLM_E_PROGRESS_TIME,
    HOLM_E_PROGRESS_NOT_HELD,
    HOLM_E_ALCHEMY,
    HOLM_E_DICE,
    HOLM_E_PROGRESS_FIRST,
    HOLM_E_NOT_OPEN_ROAD,
    HOLM_E_SAME_EDGE,
    HOLM_E_NO_TARGET,
    HOLM_E_FEWER_POINTS,
    HOLM_E_DISC,
    HOLM_E_DISC_BUILDING,
    HOLM_E_NO_DISCS,
    HOLM_E_MERCHANT_PLACE,
    HOLM_E_MERCHANT_MOVED,
    HOLM_E_FLEET,
    HOLM_E_COMMODITY,
    HOLM_E_RESOURCE,
    HOLM_E_HARBOR,
    HOLM_E_HARBOR_ASKED,
    HOLM_E_HARBOR_GIVE,
    HOLM_E_WEDDING,
    HOLM_E_PICK,
    HOLM_E_DECK,
    HOLM_E_AQUEDUCT,
    HOLM_E_RANK,
    HOLM_E_ENLIST_RANK,
    HOLM_E_CANNOT_DECLINE,
    HOLM_E_HIGHEST_TRACK,
    HOLM_E_NEUTRAL_KNIGHT,
    HOLM_E_EXPORT,
    /* Seafarers */
    HOLM_E_NO_SHIPS,
    HOLM_E_SHIP_LAND,
    HOLM_E_SHIP_UNCONNECTED,
    HOLM_E_SHIP_BLOCKED,
    HOLM_E_PIRATE_THERE,
    HOLM_E_NOT_OWN_SHIP,
    HOLM_E_SHIP_NEW,
    HOLM_E_SAILED,
    HOLM_E_SHIP_CLOSED,
    HOLM_E_SHIP_SAME,
    HOLM_E_KNIGHT_CUT_OFF,
    HOLM_E_SHIPS_FROZEN,
    HOLM_E_SPECIAL_SAIL,
    HOLM_E_NO_PIRATE,
    HOLM_E_PIRATE_SAME,
    HOLM_E_PIRATE_LAND,
    HOLM_E_PIRATE_FRIENDLY,
    HOLM_E_PIRATE_VICTIM,
    HOLM_E_PIRATE_VICTIM_NEEDED,
    HOLM_E_START_REGION,
    HOLM_E_SHIP_LANE,
    HOLM_E_SHIP_VILLAGE,
    HOLM_E_SHIP_KNIGHT_LINE,
    HOLM_E_SHIP_KNIGHT,
    HOLM_E_GOLD_COMMODITY,
    HOLM_E_KNIGHT_AT_SEA,
    HOLM_E_KNIGHT_LINK,
    HOLM_E_PIRATE_FAR,
    HOLM_E_LIKE_FOR_LIKE,
    HOLM_E_SHIP_BRANCH,
    HOLM_E_ROAD_ISLAND,
    HOLM_E_BEACHHEAD,
    HOLM_E_NO_WARSHIP,
    HOLM_E_ROB_TARGET,
    HOLM_E_START_MARK,
    HOLM_E_SETTLE_REGION,
    HOLM_E_SETTLE_DISC,
    HOLM_E_ROBBER_REGION,
    HOLM_E_ROBBER_DISC,
    HOLM_E_PIRATE_VILLAGE,
    HOLM_E_CLOTH_NONE,
    HOLM_E_PORT_EDGE,
    HOLM_E_PORT_TOUCH,
    HOLM_E_PORT_BUILDING,
    HOLM_E_NO_WONDERS,
    HOLM_E_WONDER_TAKEN,
    HOLM_E_WONDER_NEED,
    HOLM_E_WONDER_NONE,
    HOLM_E_WONDER_COST,
    HOLM_E_MERCHANT_GOLD,
    /* the words of a closer rule (closer_reasons in errors.c) */
    HOLM_E_BEFORE_ROLL_KNIGHTS,
    HOLM_E_SPECIAL_KNIGHTS,
    HOLM_E_SPECIAL_WONDER,
    HOLM_E_PAIRED_TRADE_KNIGHTS,
    HOLM_E_TOKEN_LIMIT_KNIGHTS,
    HOLM_E_NO_SELLING,
    HOLM_E_GIVE_RESOURCES,
    HOLM_E_CHASE_LOCKED,
    HOLM_E_ERRANT_LOCKED,
    HOLM_E_ERRANT_TWICE,
    HOLM_E_BISHOP_LOCKED,
    HOLM_E_SEND_LOCKED,
    HOLM_E_KNIGHT_ACTED,
    HOLM_E_ALCHEMIST_TIME,
    HOLM_E_ALCHEMIST_SECOND,
    HOLM_E_AQUEDUCT_DECLINED,
    HOLM_E_HARBOR_REFUSED,
    HOLM_E_POINT_KEPT,
    HOLM_E_EDGE_SHARED,
    HOLM_E_ROAD_SHIP,
    HOLM_E_SHIP_FOG,
    HOLM_E_PIRATE_START,
    HOLM_E_PIRATE_SAIL,
    HOLM_E_FLEET_THERE,
    HOLM_E_CHASE_OTHER,
    HOLM_E_CHASE_VILLAGE,
    HOLM_E_DISPLACE_OWN,
    HOLM_E_METROPOLIS_REDUCED,
    HOLM_E_POINT_OPEN,
    HOLM_E_NO_ROBBER,
    HOLM_E_WONDERS_NO_PIRATE,
    HOLM_E_TAKE_FIRST,
    HOLM_E_ACTIVATION_FIRST,
    HOLM_E_COMMIT_FIRST,
    HOLM_E_PILLAGE_FIRST,
    HOLM_E_REWARD_FIRST,
    HOLM_E_LIMIT_FIRST,
    HOLM_E_AQUEDUCT_FIRST,
    HOLM_E_YIELD_FIRST,
    HOLM_E_TRACK_FIRST,
    HOLM_E_METROPOLIS_FIRST,
    HOLM_E_RETREAT_FIRST,
    HOLM_E_RETREAT_REFUSED,
    HOLM_E_ROB_FIRST,
    HOLM_E_FLEET_STEERED,
    HOLM_E_PORT_FIRST,
    HOLM_E_PORTS_FIRST,
    HOLM_E_DISCOVER_FIRST,
    HOLM_E_DISCOVER_OTHER,
    HOLM_E_GOLD_FIRST,
    HOLM_E_GOLD_COUNT,
    HOLM_E_GOLD_BANK,
    HOLM_E_NEUTRAL_KNIGHT_FIRST,
    HOLM_E_NEUTRAL_KNIGHT_ROAD,
    HOLM_E_NEUTRAL_PROMOTION_FIRST,
    HOLM_E_NEUTRAL_WEAKEST,
    HOLM_E_MOVE_BLOCKED,
    HOLM_E_PILLAGE_CITY,
    HOLM_E_BREACH_PLACE,
    HOLM_E_NO_BREACH,
    HOLM_E_COMMITTED,
    HOLM_E_CRANE_COST,
    HOLM_E_COMMODITY_RATE,
    HOLM_E_CHASE_PIRATE_LOCKED,
    HOLM_E_SETUP_SHIP,
    HOLM_E_SHIP_TAKEN,
    HOLM_E_SHIP_LINE,
    HOLM_E_PIRATE_FRAME,
    HOLM_E_START_DESERT,
    HOLM_E_START_TRIBE,
    HOLM_E_START_CLOTH,
    HOLM_E_START_FLEET,
    HOLM_E_START_WONDERS,
    HOLM_E_DESERT_CHOICE,
    HOLM_E_SEVEN_LOCKED,
    HOLM_E_CHASE_NO_STEAL,
    HOLM_E_ACTIVATE_OWN,
    HOLM_E_PROMOTE_OWN,
    HOLM_E_DESERTER_OWN,
    HOLM_E_COMMIT_OWN,
    HOLM_E_DISMISS_OWN,
    HOLM_E_KNIGHT_KEPT,
    HOLM_E_INTRIGUE_TARGET,
    HOLM_E_CARD_ROADS_FIRST,
    HOLM_E_NO_DEVELOPMENT,
    HOLM_E_DROP_TIME,
    HOLM_E_NO_SEA_GAME,
    HOLM_E_NO_NEUTRALS,
    HOLM_E_NO_RAIDS,
    HOLM_E_NEUTRAL_MIGHTY,
    HOLM_E_SECOND_ROLL,
    HOLM_E_TRADE_CARDS,
    HOLM_E_COMMODITY_PORT,
    HOLM_E_BISHOP_SEA,
    HOLM_E_DISPLACE_BASIC,
    HOLM_E_PILLAGE_METROPOLIS,
    HOLM_E_NEUTRAL_PASSIVE,
    HOLM_E_SETTLEMENT_ROUTE,
    HOLM_E_KNIGHT_ROUTE,
    HOLM_E_MOVE_ROUTE,
    HOLM_E_INTRIGUE_ROUTE,
    /* taking back */
    HOLM_E_UNDO_OFF,
    HOLM_E_UNDO_KIND,
    HOLM_E_UNDO_NOTHING,
    HOLM_E_UNDO_SHOWN,
    HOLM_E_UNDO_PASSED,
    HOLM_E_UNDO_LIMIT,
    /* maps and rules */
    HOLM_E_RULES_GAME,
    HOLM_E_RULES_PLAYERS,
    HOLM_E_RULES_VALUE,
    HOLM_E_RULES_TURN_MODE,
    HOLM_E_RULES_NEUTRALS,
    HOLM_E_MAP_HEXES,
    HOLM_E_MAP_DUPLICATE,
    HOLM_E_MAP_SIZE,
    HOLM_E_MAP_POOL,
    HOLM_E_MAP_DISCS,
    HOLM_E_MAP_DISC,
    HOLM_E_MAP_FIXED,
    HOLM_E_MAP_SPIRAL,
    HOLM_E_MAP_REDS,
    HOLM_E_MAP_PORT,
    HOLM_E_MAP_PORTS_TOUCH,
    HOLM_E_MAP_ROBBER,
    HOLM_E_MAP_NEUTRAL,
    HOLM_E_MAP_PLAYERS,
    HOLM_E_MAP_MARK,
    HOLM_E_MAP_KNIGHTS,
    HOLM_E_MAP_SHIPS,
    HOLM_E_MAP_REGIONS,
    HOLM_E_MAP_START,
    HOLM_ERRORS
};
struct holm_reason {
    const char *name; /* for programs: "distance" */
    const char *rule; /* "BASE-SETTLE-2"; "" where no rule is behind it */
    const char *text; /* for people, one line */
};
const struct holm_reason *holm_reason(int error);
/* What a scenario says of a starting settlement outside its regions (`start_rule` of a map), and which
 * of these reasons has a rule; -1: none. */
enum { HOLM_START_RULES = 6 };
extern const uint16_t holm_start_reasons[HOLM_START_RULES];
int holm_start_rule(const char *rule);

/* ----------------------------------------------------------------- events */

enum holm_event_kind {
    HOLM_EV_NONE,
    HOLM_EV_START_ROLL, /* seat, dice: rolled for the first turn */
    HOLM_EV_START_PLAYER, /* seat has the first turn */
    HOLM_EV_TURN, /* seat's turn begins; n: 0 the roller's, 1 the second player's part */
    HOLM_EV_SPECIAL_BUILD, /* seat may build */
    HOLM_EV_ROLL, /* seat, dice */
    HOLM_EV_REROLL, /* seat, dice: DUO-ROLL-1, the total equalled the first and is void */
    HOLM_EV_PRODUCE, /* seat, cards: from the bank by a roll, or at the start */
    HOLM_EV_SHORTAGE, /* card: the bank is short of it; n: how many were claimed */
    HOLM_EV_DISCARD, /* seat put down n cards */
    HOLM_EV_DISCARDED, /* seat, cards: all are in, these went to the bank */
    HOLM_EV_ROBBER, /* seat, place: hex */
    HOLM_EV_STEAL, /* seat, target, card; n: 0 when the victim had none */
    HOLM_EV_BUILD, /* seat, piece, place; n: 1 when it was free */
    HOLM_EV_PAY, /* seat, cards: to the bank for a purchase */
    HOLM_EV_BUY, /* seat, development: bought */
    HOLM_EV_PLAY, /* seat, development: played */
    HOLM_EV_TAKE, /* seat, cards: from the bank by choice */
    HOLM_EV_MONOPOLY, /* seat, card, target, n: what target handed over */
    HOLM_EV_BANK, /* seat, cards given, more taken */
    HOLM_EV_OFFER, /* seat, cards to give, more to take, seats */
    HOLM_EV_ACCEPT, /* seat */
    HOLM_EV_DECLINE, /* seat */
    HOLM_EV_WITHDRAW, /* seat; also when an offer or an answer lapses */
    HOLM_EV_TRADE, /* seat, target, cards given, more taken */
    HOLM_EV_ROUTE, /* seat holds the longest route, n long; seat HOLM_NONE: nobody */
    HOLM_EV_ARMY, /* seat holds the largest army of n; seat HOLM_NONE: nobody */
    HOLM_EV_TOKENS, /* seat now has n trade tokens */
    HOLM_EV_FORCE, /* seat drew cards from target; n: how many */
    HOLM_EV_GIVE, /* seat gave cards to target; n: how many */
    HOLM_EV_SEND_ROBBER, /* seat, place: hex */
    HOLM_EV_SELL_KNIGHT, /* seat */
    HOLM_EV_END, /* seat ended the turn or the building */
    HOLM_EV_REVEAL, /* seat shows n victory cards */
    HOLM_EV_WIN, /* seat wins with n points */
    HOLM_EV_SKIP, /* seat finds no place for a starting settlement */
    HOLM_EV_UNDECIDED, /* the turn limit is reached; seats lead with n points */

    HOLM_EV_FACE, /* n: enum holm_face of the event die */
    HOLM_EV_SHIP, /* n: steps of the barbarians */
    HOLM_EV_ATTACK, /* n: their strength, m: the defence */
    HOLM_EV_PILLAGE, /* seat, piece now there, place */
    HOLM_EV_BREACH, /* seat, place: a wall was given instead */
    HOLM_EV_DEFENDER, /* seat: a point for the best defence */
    HOLM_EV_ATTACK_OVER, /* the ship goes home, knights rest */
    HOLM_EV_DRAW, /* seat, track, progress */
    HOLM_EV_DROP, /* seat, track, progress: put under the deck */
    HOLM_EV_PROGRESS, /* seat, progress: played */
    HOLM_EV_AQUEDUCT, /* seat, cards */
    HOLM_EV_IMPROVE, /* seat, track, n: level */
    HOLM_EV_METROPOLIS, /* seat, track, place; piece: metropolis */
    HOLM_EV_ACTIVATE, /* seat, piece, place */
    HOLM_EV_PROMOTE, /* seat, piece now there, place */
    HOLM_EV_MOVE, /* seat, piece, place, to: of a knight */
    HOLM_EV_DISPLACE, /* seat, target, place: whose knight was driven off */
    HOLM_EV_RETREAT, /* seat, piece, place, to */
    HOLM_EV_LOST, /* seat, piece, place: a knight or road went back to the supply */
    HOLM_EV_CHASE, /* seat, piece, place; n: 1 when it goes for the pirate */
    HOLM_EV_COMMIT, /* seat, piece, place */
    HOLM_EV_DICE_SET, /* seat, dice */
    HOLM_EV_SWAP, /* seat, place, to: hexes whose discs changed places */
    HOLM_EV_MERCHANT, /* seat, place: hex */
    HOLM_EV_FLEET, /* seat, card */
    HOLM_EV_HARBOR, /* seat, target, cards given, more taken; n: 0 when target had none */
    HOLM_EV_PICK, /* seat, target, cards, n: the master merchant's */
    HOLM_EV_SPY, /* seat, target, progress, track; n: 0 when nothing was taken */
    HOLM_EV_GIFT, /* seat gave cards to target, n: for the wedding */
    HOLM_EV_PASS, /* seat declined */
    HOLM_EV_SAIL, /* seat, place, to: edges of a ship that moved */
    HOLM_EV_PIRATE, /* seat, place: hex, or HOLM_NONE for the frame */
    HOLM_EV_GIFT_POINT, /* seat takes a point from an edge */
    HOLM_EV_GIFT_PORT, /* seat, n: kind of the harbour taken */
    HOLM_EV_PORT, /* seat, place: edge, n: kind of the harbour placed; piece is none */
    HOLM_EV_RELATION, /* seat, n: number of the village's disc */
    HOLM_EV_CLOTH, /* seat, n: cloth now held, m: gained */
    HOLM_EV_CLAIM, /* seat, n: the wonder */
    HOLM_EV_WONDER, /* seat, n: the wonder, m: level */
    HOLM_EV_SHARED, /* seats share the win, n points */
    HOLM_EV_FLEET_MOVE, /* place: hex of the pirate fleet */
    HOLM_EV_FLEET_ATTACK, /* seat, n: its strength, m: the seat's warships */
    HOLM_EV_LOSS, /* seat, cards: lost to the fleet */
    HOLM_EV_WARSHIP, /* seat, place: edge */
    HOLM_EV_SIEGE, /* seat, n: strength of the fortress, m: the seat's warships */
    HOLM_EV_LAIR, /* seat, n: lairs left */
    HOLM_EV_FLEET_GONE, /* all fortresses are captured */
    HOLM_EV_DISCOVER, /* seat, place: hex; n: terrain, m: disc */
    HOLM_EV_BONUS, /* seat, n: points for a new region, m: which */
    HOLM_EV_UNDO, /* seat took back piece (none: a trade with the bank) at place; cards: the hand gets
                   * back, more: it gives back */
    HOLM_EV_START_TIE, /* seats tie for the first turn with n, and roll again */
    HOLM_EV_FLEET_TIE, /* seat is as strong as the fleet that attacks it */
    HOLM_EV_KINDS
};

/* What happened, one record each. Fields a kind does not use are 0; `hidden` has a bit for each
 * field that was removed for a viewer. */
struct holm_event {
    uint8_t kind;
    uint8_t seat;
    uint8_t target;
    uint8_t seats;
    uint16_t place;
    uint8_t card; /* enum holm_card */
    uint8_t development; /* enum holm_development */
    uint8_t piece; /* enum holm_piece */
    uint8_t n;
    uint8_t m; /* a second number */
    uint8_t dice[2];
    uint8_t progress; /* enum holm_progress */
    uint8_t track; /* enum holm_track */
    uint8_t hidden; /* HOLM_EH_ bits: fields removed for a viewer */
    uint16_t to; /* a second place */
    uint8_t spare[6];
    struct holm_cards cards, more;
};
struct holm_events {
    int count;
    struct holm_event at[HOLM_EVENTS_MAX];
};

/* Fields an event kind uses. */
enum {
    HOLM_EF_SEAT = 1,
    HOLM_EF_TARGET = 2,
    HOLM_EF_SEATS = 4,
    HOLM_EF_HEX = 8,
    HOLM_EF_PIECE = 16, /* piece and its place */
    HOLM_EF_CARD = 32,
    HOLM_EF_DEVELOPMENT = 64,
    HOLM_EF_N = 128,
    HOLM_EF_DICE = 256,
    HOLM_EF_CARDS = 512,
    HOLM_EF_MORE = 1024,
    HOLM_EF_PROGRESS = 2048,
    HOLM_EF_TRACK = 4096,
    HOLM_EF_TO = 8192, /* a second corner */
    HOLM_EF_TO_HEX = 16384, /* a second hex */
    HOLM_EF_M = 32768,
    HOLM_EF_TO_EDGE = 65536, /* place and to are edges */
    HOLM_EF_EDGE = 131072 /* place is an edge */
};
/* Fields that can be hidden. */
enum {
    HOLM_EH_CARDS = 1, /* cards and more */
    HOLM_EH_CARD = 2,
    HOLM_EH_DEVELOPMENT = 4,
    HOLM_EH_PROGRESS = 8
};
/* Who sees the fields in `secret`. */
enum holm_audience { HOLM_PUBLIC, HOLM_SEAT_ONLY, HOLM_SEAT_AND_TARGET };
struct holm_event_info {
    const char *name;
    uint32_t fields;
    uint8_t audience;
    uint8_t secret; /* HOLM_EH_ bits */
};
extern const struct holm_event_info holm_event_info[HOLM_EV_KINDS];

/* A progress card: its key, its deck by the usual rules, and the action that plays it. */
struct holm_progress_info {
    uint8_t track;
    uint8_t copies;
    uint8_t kind; /* HOLM_NO_ACTION: a victory point */
};
extern const struct holm_progress_info holm_progress_info[HOLM_PROGRESS_KINDS];
/* The deck of a card under these rules. */
int holm_progress_track(const struct holm_rules *rules, int progress);
/* The highest red die with which a level draws from its deck; 0: none. */
int holm_draw_range(int level);
/* Progress cards in a hand. */
int holm_progress_count(const struct holm_player *player);
/* Strength of the barbarians and of the defence, as things stand. */
int holm_barbarian_strength(const struct holm_state *state);
int holm_defence(const struct holm_state *state, int seat);

/* The event as a viewer may see it. */
struct holm_event holm_event_for(const struct holm_event *event, int viewer);

/* ------------------------------------------------------ hidden information */

/* All that a seat (or HOLM_SPECTATOR, or HOLM_EVERYBODY) may know. The only way out of the engine
 * towards people and bots. */
void holm_view(const struct holm_state *state, int viewer, struct holm_view *view);

/* What one seat can know of the others' hands: bounds for each seat and kind, true at all times.
 * It follows the seat's own redacted events. */
struct holm_belief {
    uint8_t viewer;
    uint8_t low[HOLM_SEATS][HOLM_CARDS];
    uint8_t high[HOLM_SEATS][HOLM_CARDS];
};
/* From a view alone: at the start of a game, or when somebody joins later. */
void holm_belief_start(struct holm_belief *belief, const struct holm_view *view);
/* From elsewhere than the game: these cards, at least, are in that hand. They must be. */
void holm_belief_tell(struct holm_belief *belief, const struct holm_view *view, int seat,
                      const struct holm_cards *cards);
/* After every action: the seat's events and its view after them. */
void holm_belief_follow(struct holm_belief *belief, const struct holm_view *view,
                        const struct holm_events *events);
/* Completes a view to a full state that agrees with it and with the belief (NULL: with the view
 * alone). `random` is any 64-bit seed. */
int holm_determinize(const struct holm_view *view, const struct holm_belief *belief,
                     uint64_t random, struct holm_state *state);

#ifdef __cplusplus
}
#endif

#endif
