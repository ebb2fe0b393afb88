/* engine.h: what the files of the engine share with each other and with nobody else.
 *
 * Who decides what:
 *     topology.c deal.c board.c rules.c chance.c   before the game
 *     kinds.def     the table of action kinds: fields, groups, steps, check, apply (actions.c)
 *     steps.def     the table of the steps of the agenda: who is asked, what lists it (steps.c)
 *     check.c     the gate: is this action allowed, and if not, why
 *     legal.c     lists what the gate would let through
 *     agenda.c    who is asked what; apply and what follows every action
 *     turn.c roll.c build.c robber.c cards.c trade.c duo.c route.c   the rules by subject
 *     undo.c      taking back one's latest action
 *     events.c view.c belief.c determinize.c       who may know what
 */
#ifndef HOLM_ENGINE_H
#define HOLM_ENGINE_H

#include <string.h>

#include "engine/holm.h"

/* What is rare stays a call of its own, so that what is frequent saves no registers for it. */
#define APART __attribute__((noinline))

/* ------------------------------------------------------------------- bytes */

/* Eight bytes as one word, the first of them lowest. */
static inline uint64_t eight_bytes(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64(word) : word;
}

enum { BYTES_IN_WORD = 8, BITS_IN_BYTE = 8 };
static const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;

/* The top bit of every byte, all below 128, that equals n; or is n at least. */
static inline uint64_t bytes_equal(uint64_t word, int n)
{
    return tops & ~((word ^ ones * (unsigned)n) + (tops - ones));
}

static inline uint64_t bytes_at_least(uint64_t word, int n)
{
    return tops & (word + (tops - ones * (unsigned)n));
}

/* The top bit of every byte that is at least as much as the same one of another word. */
static inline uint64_t bytes_cover(uint64_t have, uint64_t need)
{
    return tops & ((have | tops) - need);
}

/* The top bit of every byte whose number is in a set of at most eight. */
static inline uint64_t bytes_in(unsigned set)
{
    const uint64_t diagonal = 0x8040201008040201u;
    return tops & ((ones * set & diagonal) + (tops - ones));
}

/* Which byte the lowest bit of a word lies in. */
static inline int first_byte(uint64_t word)
{
    return __builtin_ctzll(word) / BITS_IN_BYTE;
}

/* ------------------------------------------------------------------ cards */

static inline uint64_t cards_word(const struct holm_cards *cards)
{
    uint64_t word;
    memcpy(&word, cards->n, sizeof word);
    return word;
}

static inline struct holm_cards cards_of(uint64_t word)
{
    struct holm_cards cards;
    memcpy(cards.n, &word, sizeof word);
    return cards;
}

/* Counts stay below 128, so eight of them are compared, added and taken away at once. */
static inline bool cards_cover(const struct holm_cards *have, const struct holm_cards *need)
{
    return bytes_cover(cards_word(have), cards_word(need)) == tops;
}

static inline void cards_add(struct holm_cards *to, const struct holm_cards *more)
{
    *to = cards_of(cards_word(to) + cards_word(more));
}

static inline void cards_subtract(struct holm_cards *from, const struct holm_cards *less)
{
    *from = cards_of(cards_word(from) - cards_word(less));
}

static inline int cards_total(const struct holm_cards *cards)
{
    return (int)((cards_word(cards) * ones) >> 56);
}

static inline bool cards_none(const struct holm_cards *cards)
{
    return cards_word(cards) == 0;
}

/* Made as a word: one that is read right after a byte of it is written has to wait. */
static inline struct holm_cards cards_of_kind(int kind, int count)
{
    int byte = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? BYTES_IN_WORD - 1 - kind : kind;
    return cards_of((uint64_t)count << BITS_IN_BYTE * byte);
}

static inline struct holm_cards one_card(int kind)
{
    return cards_of_kind(kind, 1);
}

/* --------------------------------------------------------- words for bytes */

/* Inside the engine the words of holm.h go without their prefix. */
#define corner_in     holm_corner_in
#define corner_add    holm_corner_add
#define corner_remove holm_corner_remove
#define edge_in       holm_edge_in
#define edge_add      holm_edge_add
#define edge_remove   holm_edge_remove
#define piece_of      holm_piece_byte
#define piece_kind    holm_piece_kind
#define piece_seat    holm_piece_owner
#define is_building   holm_is_building
#define is_city       holm_is_city
#define is_knight     holm_is_knight
#define seat_bit      holm_bit

/* For a place with a knight: holm_knight_rank() without the question. */
static inline int knight_rank(uint8_t byte)
{
    return piece_kind(byte) - HOLM_BASIC + 1;
}

/* The one place that decides whose route a corner stops: another colour's building or knight. */
static inline bool corner_blocks(const struct holm_state *state, int corner, int seat)
{
    uint8_t byte = state->corner[corner];
    return byte && piece_seat(byte) != seat;
}

static inline bool own_building(const struct holm_state *state, int seat, int corner)
{
    return is_building(state->corner[corner]) && piece_seat(state->corner[corner]) == seat;
}

static inline bool is_player(const struct holm_state *state, int seat)
{
    return seat < state->board->rules.players;
}

enum { AWARD_POINTS = 2, METROPOLIS_POINTS = 2 };

static inline bool with_knights(const struct holm_state *state)
{
    return state->board->rules.knights != 0;
}

static inline bool with_ships(const struct holm_state *state)
{
    return state->board->rules.ships != 0;
}

/* ------------------------------------------------------------------ agenda */

static inline struct holm_step *top_step(struct holm_state *state)
{
    return &state->agenda[state->depth - 1];
}

/* holm_step() without a call, where every instruction counts. */
static inline const struct holm_step *asked_step(const struct holm_state *state)
{
    return &state->agenda[state->depth - 1];
}

enum { BANK_RATE = 4, ANY_PORT_RATE = 3, BEST_RATE = 2 };

/* BASE-HARBOR-3: the kinds of which the bank takes two for one, as bits. */
static inline unsigned best_kinds(const struct holm_state *state, int seat)
{
    enum { RESOURCE_BITS = (1 << HOLM_RESOURCES) - 1, CARD_BITS = (1 << HOLM_CARDS) - 1 };
    const struct holm_player *player = &state->player[seat];
    unsigned kinds = player->ports & RESOURCE_BITS;
    if (!state->board->expanded)
        return kinds;
    kinds |= player->fleet; /* CK-TRA-FLEET-1 */
    if (player->level[HOLM_TRADE] >= 3)
        kinds |= CARD_BITS & ~RESOURCE_BITS;
    if (state->merchant_owner == seat) { /* CK-TRA-MERCHANT-2 */
        const int kind = holm_yield(state->terrain[state->merchant]);
        kinds |= kind == HOLM_NONE ? 0 : holm_bit(kind);
    }
    return kinds;
}

/* BASE-TRADE-8, BASE-HARBOR-2: cards of any other kind for one. */
static inline int usual_rate(const struct holm_state *state, int seat)
{
    return state->player[seat].ports >> HOLM_PORT_ANY & 1 ? ANY_PORT_RATE : BANK_RATE;
}

/* Cards of each kind for one from the bank, as eight bytes. */
static inline uint64_t bank_rates(const struct holm_state *state, int seat)
{
    const unsigned usual = (unsigned)usual_rate(state, seat), best = best_kinds(state, seat);
    const uint64_t rates = ones * usual;
    return best ? rates - (bytes_in(best) >> 7) * (usual - BEST_RATE) : rates;
}

static inline int bank_rate(const struct holm_state *state, int seat, int card)
{
    return best_kinds(state, seat) >> card & 1 ? BEST_RATE : usual_rate(state, seat);
}

/* BASE-HARBOR-4: whether the bank takes so many cards of a kind for one: the best rate, or a dearer
 * one that the seat has too. */
static inline bool has_rate(const struct holm_state *state, int seat, int card, int rate)
{
    return rate == BANK_RATE || rate == usual_rate(state, seat) ||
           rate == bank_rate(state, seat, card);
}

/* The next player to the left. */
static inline int seat_after(const struct holm_state *state, int seat)
{
    return seat + 1 < state->board->rules.players ? seat + 1 : 0;
}

/* What an action in progress carries along. */
struct context {
    struct holm_state *state;
    struct holm_chance *chance;
    struct holm_events *events; /* NULL: nobody asked */
    struct holm_step step; /* the step that runs by itself now */
};

/* What the engine alone knows of a step: the rest of its row in steps.def. */
enum { PLAIN = 0, UNFINISHED = 1, DECLINABLE = 2, OFFERS = 4, SETUP = 8 };
struct step_row {
    void (*list)(const struct holm_state *, int seat, struct holm_list *);
    void (*run)(struct context *); /* NULL: nothing happens by itself */
    uint8_t asks; /* enum holm_asks */
    uint8_t flags;
    uint16_t first; /* the error that says that this comes first */
};
extern const struct step_row step_rows[HOLM_STEP_KINDS];

#define STEP(NAME, name, asks, flags, first, list, ...)                                            \
    void list_##list(const struct holm_state *state, int seat, struct holm_list *to);
#include "engine/steps.def"

void step_push(struct holm_state *state, int kind, unsigned seats, int n, int place);
void step_pop(struct holm_state *state);
void steps_clear(struct holm_state *state);
/* The seat that a step with a single seat asks. */
int step_seat(const struct holm_step *step);
/* Asks seats one after the other, in turn order; step->place holds who is still to come. */
void step_push_each(struct holm_state *state, int kind, unsigned seats, int n);
/* The seat asked is done: on to the next one, or to the step below. */
void step_next_seat(struct holm_state *state);

/* ------------------------------------------------------------------ chance */

int draw_below(struct holm_chance *chance, int limit);
/* One of some kinds, by weight; `total` is the sum of the weights and not 0. */
int draw_weighted(struct holm_chance *chance, const uint8_t *weight, int kinds, int total);

/* ------------------------------------------------------------------ events */

struct holm_event *event_record(struct context *context, int kind, int seat);
/* The next free record, or NULL when nobody asked. */
static inline struct holm_event *event_next(struct context *context, int kind, int seat)
{
    return context->events ? event_record(context, kind, seat) : NULL;
}
void event_cards(struct context *context, int kind, int seat, const struct holm_cards *cards);
void event_n(struct context *context, int kind, int seat, int n);

/* ------------------------------------------------------- kinds of action */

/* Every kind has a check, which says why not, and an apply, which changes the state. They stand in
 * the file of their subject. */
#define KIND(NAME, name, stem, ...)                                                                \
    int check_##stem(const struct holm_state *state, const struct holm_action *action);            \
    void apply_##stem(struct context *context, const struct holm_action *action);
#include "engine/kinds.def"

struct kind_row {
    int (*check)(const struct holm_state *, const struct holm_action *);
    void (*apply)(struct context *, const struct holm_action *);
    uint64_t steps; /* steps at which it may be done, as bits */
    uint16_t groups; /* HOLM_G_ bits */
};
extern const struct kind_row kind_rows[HOLM_KINDS];

/* ------------------------------------------------- rules, by their subject */

/* topology.c */
/* The hexes and their neighbours alone: all that a deal looks at. */
int topology_hexes(struct holm_topology *topology, const int8_t *q, const int8_t *r, int hexes);

/* rules.c */
/* Points that win where neither an option nor the map says so. */
int usual_target(const struct holm_rules *rules);

/* turn.c */
void setup_next(struct context *context, int placed);
void turn_begin(struct context *context, int seat);
bool two_parts(const struct holm_rules *rules); /* turns are shared by two (PAIR, P8) */
int second_player(const struct holm_state *state);
bool setup_last_round(const struct holm_state *state, int placed);

/* Building begins; later parts of an ordered action phase (BASE-TURN-5). */
enum { PART_TRADE, PART_BUILD, PART_EXTRAS };
int check_part(const struct holm_state *state, int part);
void enter_part(struct context *context, int part);
void turn_end(struct context *context);

/* roll.c */
void run_produce(struct context *context);
/* BASE-PROD-10..12: the set of balanced dice; refilled when so few rolls are left. */
enum { ALL_ROLLS = 36, FEW_ROLLS = 12, ALL_FACES = 63 };
void rolls_fill(struct holm_state *state);
/* Drops gold that the bank can no longer pay. */
void gold_left(struct holm_state *state);

/* event.c */
void event_face(struct context *context, int face);
void track_chosen(struct context *context, int seat, int track, int face);
unsigned highest_tracks(const struct holm_state *state, int seat);

/* progress.c */
void draw_progress(struct context *context, int seat, int track);
void put_under(struct holm_state *state, int track, int progress, int known);
int check_progress(const struct holm_state *state, int seat, int progress);
void play_progress(struct context *context, int seat, int progress);
bool over_limit(const struct holm_state *state, int seat);
void run_check_limit(struct context *context);
void deal_decks(struct holm_state *state);

/* improve.c */
int wall_site(const struct holm_state *state, int seat, int corner);
void place_wall(struct context *context, int seat, int corner, bool is_free);
int improvement(const struct holm_state *state, int seat, int track, int discount);
void improve(struct context *context, int seat, int track, int discount);
/* A plain city has come to stand: a metropolis that waits for one may take it. */
void metropolis_waiting(struct context *context, int seat);
int plain_cities(const struct holm_state *state, int seat, uint8_t *corners);
int count_cities(const struct holm_state *state, int seat);

/* knights.c */
void place_knight(struct context *context, int seat, int corner, int rank, bool active,
                  bool is_free);
void remove_knight(struct context *context, int corner);
int knight_site(const struct holm_state *state, int seat, int corner);
void activate_knight(struct context *context, int corner);
int promotion(const struct holm_state *state, int seat, int corner);
void promote_knight(struct context *context, int corner);
bool any_promotion(const struct holm_state *state, int seat);
void reachable(const struct holm_state *state, int seat, int from, struct holm_corner_set *set);
void displace(struct context *context, int by, int corner);
void knights_rest(struct holm_state *state, int seat);

/* barbarians.c */
void ship_moves(struct context *context);
void run_attack(struct context *context);
void run_attack_over(struct context *context);
bool robber_locked(const struct holm_state *state);

/* science.c, commerce.c, politics.c: the progress cards of the three decks */
void harbor_answer(struct context *context, const struct holm_action *action);
/* Up to `most` cards of a kind from every other player. */
void take_from_all(struct context *context, int seat, int card, int most);

int replacement_site(const struct holm_state *state, int edge);
void wedding_gift(struct context *context, const struct holm_action *action);

/* roll.c */
void produce_start(struct context *context, int seat, int corner);

/* build.c */
bool setup_city(const struct holm_state *state);
bool start_possible(const struct holm_state *state, int seat); /* a starting settlement */
int settlement_site(const struct holm_state *state, int seat, int corner);
int road_site(const struct holm_state *state, int seat, int edge);
/* What is said of an edge that has a piece, to somebody who brings one. */
int edge_taken(const struct holm_state *state, int edge, int piece);
/* Edges where a seat could lay a road, supply and cost aside. */
void road_sites(const struct holm_state *state, int seat, struct holm_edge_set *sites);
void settlement_sites(const struct holm_state *state, int seat, struct holm_corner_set *sites);
void place_settlement(struct context *context, int seat, int corner, bool is_free);
void place_road(struct context *context, int seat, int edge, bool is_free);
void pay(struct context *context, int seat, const struct holm_cards *cost);
int check_pays(const struct holm_state *state, int seat, int purchase);
void place_city(struct context *context, int seat, int corner, bool is_free);
int city_site(const struct holm_state *state, int seat, int corner);
/* A seat's piece has appeared on a corner or left it: others' routes through it are measured again. */
void routes_at(struct holm_state *state, int seat, int corner);
/* Takes a road or ship off its edge, without a word about supply; the route is to be measured. */
void take_up(struct holm_state *state, int edge);
void set_route(struct holm_state *state, int seat, int length);
void measure_route(struct holm_state *state, int seat);
/* The same when all that changed is a segment laid down. */
void lengthen_route(struct holm_state *state, int seat, int edge);
void remove_segment(struct context *context, int edge);
bool edges_any(const struct holm_board *board, const struct holm_edge_set *set);
bool corners_any(const struct holm_board *board, const struct holm_corner_set *set);

/* agenda.c */
void drop_free_roads(struct context *context);

/* cards.c */
/* The action that plays a development card; HOLM_NO_ACTION: a victory point. */
extern const uint8_t development_kind[HOLM_DEVELOPMENTS];
bool free_segment_possible(const struct holm_state *state, int seat);
/* A card off the deck, as if bought. */
void gain_development(struct context *context, int seat);

/* ships.c */
int ship_site(const struct holm_state *state, int seat, int edge);
void ship_sites(const struct holm_state *state, int seat, struct holm_edge_set *sites);
/* The same, lanes aside; and of these, where one of the ships could move to. */
void ship_waters(const struct holm_state *state, int seat, struct holm_edge_set *waters);
void sail_sites(const struct holm_state *state, int seat, int ship,
                const struct holm_edge_set *waters, struct holm_edge_set *sites);
void place_ship(struct context *context, int seat, int edge, bool is_free);
/* ports.c: harbours placed in the game, and gifts on edges (SC-TRIBE, SC-NW-4). */
int port_site(const struct holm_state *state, int seat, int edge, bool setup);
bool port_possible(const struct holm_state *state, int seat, bool setup);
void ports_begin(struct context *context);
void take_gifts(struct context *context, int seat, int edge);
void kept_ports(struct context *context);
unsigned placed_ports_at(const struct holm_state *state, int corner);

/* pirates.c (SC-PIR) */
void lay_lanes(struct context *context);
int lane_site(const struct holm_state *state, int seat, int edge, int lifted);
int beachhead_site(const struct holm_state *state, int seat, int corner);
void fleet_moves(struct context *context);
int armable_ship(const struct holm_state *state, int seat);
void arm_ship(struct context *context, int seat);
void besiege(struct context *context, int seat);

/* villages.c (SC-CLOTH) */
void trade_relations(struct context *context, int seat);
void village_trade(struct context *context, int total);
void cloth_gain(struct context *context, int seat, int count);
bool villages_end(struct context *context);

/* wonders.c (SC-WON) */
bool wonder_wins(const struct holm_state *state, int seat, int more);

/* fog.c: a road or ship has come to touch hexes in the fog (SC-FOG). */
void fog_touched(struct context *context, int seat, int edge);
void run_lift_fog(struct context *context);
bool ship_may_leave(const struct holm_state *state, int seat, int edge);
/* Points for a seat's first settlement in a region; in set-up the home regions. */
void explore(struct context *context, int seat, int corner, bool setup);
bool start_region(const struct holm_state *state, int corner);
int settling(const struct holm_state *state, int seat, int corner);

/* robber.c */
unsigned pirate_victims(const struct holm_state *state, int seat, int hex);
void seven(struct context *context, int seat);
unsigned robber_victims(const struct holm_state *state, int seat, int hex);
void mark_hexes(const struct holm_state *state, int seat, uint8_t *hexes);
void robber_victims_everywhere(const struct holm_state *state, int seat, uint8_t *victims);
/* How the robber is moved: the flags of a robber step, in its n. */
enum { ROBBER_NUMBERED = 1, ROBBER_NO_STEAL = 2, ROBBER_ONLY = 4, PIRATE_ONLY = 8 };
/* The one place that decides whether the robber may go to a hex, whoever moves it, or why not; and
 * the same where it goes to a desert. */
int robber_site(const struct holm_state *state, int hex, int flags);
int pirate_site(const struct holm_state *state, int hex);
int robber_desert_site(const struct holm_state *state, int hex);
/* Seats owe half their hands, or some cards; chosen all at once. */
void ask_discards(struct context *context, unsigned seats);
int check_pledge(const struct holm_state *state, const struct holm_action *action);
/* Puts cards down; true when the last one asked has chosen. */
bool pledge(struct holm_state *state, const struct holm_action *action);
void rob(struct context *context, int seat, int target);
/* Moves one random card; returns its kind, or HOLM_NONE when there is none. */
int take_random_card(struct context *context, int from, int to);

/* trade.c */
int check_trading(const struct holm_state *state);
void offers_clear(struct holm_state *state);
/* Somebody lost cards not by choice: what that seat had promised lapses (BASE-TRADE-11). */
void offers_lapse(struct context *context, int seat);

/* duo.c */
/* After a build: asks for the neutral colour's piece, if one can be placed. */
void neutral_after_road(struct context *context, int seat);
void neutral_after_settlement(struct context *context, int seat);
void tokens_for_settlement(struct context *context, int seat, int corner);
void neutral_after_knight(struct context *context, int seat, int rank);
void neutral_after_promotion(struct context *context, int seat);
bool neutral_knight_possible(const struct holm_state *state, int rank);

enum { TOKENS_START = 5, TOKENS_IN_ALL = 20 }; /* DUO-SETUP-2 */

/* Awards that are to be judged once the action is complete: bits of holm_state.stale. */
enum { STALE_ROUTE = 1, STALE_ARMY = 2 };

/* awards.c */
int award_leader(const uint8_t *counts, int seats, int minimum, int holder);
void route_award(struct context *context);
void army_award(struct context *context);
/* The game is over and these have won it; nobody: undecided. */
void finish_game(struct context *context, unsigned winners);
/* Whether a seat has won, or would have with so many points more. */
bool has_won(const struct holm_state *state, int seat, int more);

/* route.c */
int route_length(const struct holm_state *state, int seat);
/* The longest trail through a segment; unknown where that is no easier than the whole. */
enum { ROUTE_UNKNOWN = -1 };
int route_through(const struct holm_state *state, int seat, int edge);

/* legal.c */
struct holm_action *list_action(struct holm_list *list, int kind, int seat);
void list_place(struct holm_list *list, int kind, int seat, int place, int target);
/* Lists the action if the rule of its kind lets it through. */
void list_if(const struct holm_state *state, struct holm_list *list,
             const struct holm_action *action);
void list_choice(struct holm_list *list, int kind, int seat, const struct holm_cards *from,
                 int count);

/* legal_knights.c */
void list_knights_purchases(const struct holm_state *state, int seat, struct holm_list *list);
void list_knights_actions(const struct holm_state *state, int seat, struct holm_list *list);
APART void list_before_roll(const struct holm_state *state, int seat, struct holm_list *list);
/* legal_sea.c */
void list_ships(const struct holm_state *state, int seat, struct holm_list *list);
void list_sea_actions(const struct holm_state *state, int seat, struct holm_list *list);
void list_pirate(const struct holm_state *state, int seat, struct holm_list *list);

/* A building has come to stand: what it takes from others and gives its owner (not points). */
void occupy(struct holm_state *state, int seat, int corner);

/* reasons.c: the rule of something that this game does not have; HOLM_OK: it has what the kind needs. */
int absent_reason(const struct holm_state *state, int kind);
/* The same in the words of a closer rule, where there is one. */
int closer_reason(const struct holm_state *state, const struct holm_action *action, int error);

/* state.c */
void gain(struct holm_state *state, int seat, const struct holm_cards *cards);
void lose(struct holm_state *state, int seat, const struct holm_cards *cards);

/* invariant_knights.c, invariant_sea.c: holm_impossible() asked of what only these games have. */
const char *knights_impossible(const struct holm_state *state);
const char *sea_impossible(const struct holm_state *state);
const char *wrong_discs(const struct holm_state *state);

#endif
