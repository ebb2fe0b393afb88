/* envs.h: many games at once, for programs that learn. This header is the manual.
 *
 * The design, on one page
 *
 * A batch is n games of the same rules on the same map. One call steps all of them, or a range of
 * them, and writes what a learner reads into arrays of the caller:
 *
 *     numbers[n] --> holm_envs_step(begin, end) --> observation, mask, seat, reward, ends
 *
 *     struct holm_envs_config config = { .games = 1024, .seed = 1, .auto_reset = true };
 *     size_t bytes = holm_envs_bytes(&rules, &map, &config);        (0: holm_envs_check says why)
 *     void *memory = aligned_alloc(64, bytes);
 *     struct holm_envs *envs;
 *     int error = holm_envs_make(memory, bytes, &rules, &map, &config, &envs);
 *     struct holm_envs_info info;
 *     holm_envs_info(envs, &info);                                  (how long the rows are)
 *     holm_envs_observe(envs, 0, config.games, &out);               (the first positions)
 *     for (;;) {
 *         ... choose numbers[i] where mask[i][number] is 1 ...
 *         holm_envs_step(envs, 0, config.games, numbers, &out);
 *     }
 *
 * Memory. All of it is the caller's, one block, which must stay where it is; nothing is allocated and
 * there is nothing to free. Rows of the arrays follow each other without gaps; a NULL array is
 * skipped, and costs nothing.
 *
 * Threads. Calls for ranges that do not overlap may run at the same time on one batch and one set of
 * arrays: a range touches its own rows and nothing else. The results are the same as with one call.
 *
 * Seeds. Every draw of episode e of game i comes from the ChaCha key (seed, i, e): no two episodes of
 * a batch, and no two batches with different seeds, share a stream. A batch with the same seed and
 * the same numbers repeats itself, on any machine and with any number of threads.
 *
 * Boards. The map is dealt `boards` times when the batch is made, and each episode is played on one
 * of these boards, picked by its own seed. They never change, so that a saved game is small.
 *
 * Steps. In each position one seat is asked (`seat`), and observation and mask are its own. A step is
 * one small decision: cards that are discarded, given or taken go one by one, and what moves from one
 * place to another (a knight, a ship) is two steps of the same seat, first what moves, then where to.
 *
 * Actions have numbers from 0, in blocks, one for each kind of action that these rules and this map
 * know (holm_envs_action_blocks). Within a block they count places, then other seats, then cards:
 * the numbers depend on the rules and on the shape of the map, never on the position or the deal. Seats
 * are relative: 1 is the next player after the one who acts. The mask has a 1 for exactly what
 * holm_legal() lists; of the templates only offers of the menu are played (`offers`). Beside it,
 * for policies that point at an action, stand the packed list of legal numbers and the list of
 * 24-byte actions itself; holm_envs_act() takes one of those.
 *
 * Observations are bytes, in blocks (holm_envs_blocks) with a name, an offset, a count and a maximum
 * that no value exceeds; the version changes when their meaning does. Seats are rotated: the
 * observer comes first. They are made of what holm_view() shows that seat and of nothing else: a
 * game that holm_envs_determinize() makes of a seat's knowledge gives the same bytes. A block
 * belongs to hexes, corners, edges, seats or the game: stacked, they are the features of the nodes of
 * a graph whose incidence holm_envs_graph() writes. A view has no memory; with `beliefs` the batch
 * follows, for every seat, what its events tell of others' hands, and shows it as bounds. `hidden` is another array with its own blocks: what
 * the observation leaves out, for critics in training.
 *
 * Rewards are for every seat, by its number at the table. Each winner gets 1 divided by the number of
 * winners, the others share -1: a finished game sums to 0. An undecided one gives nothing. With
 * `point_reward`, each victory point gained or lost, hidden ones included, is worth so much besides.
 *
 * Ends. `terminated`: somebody has won, or all that the scenario is about is done. `truncated`: the
 * limit of turns (in the rules) or of steps (`step_limit`) was reached. With `auto_reset` the row is
 * already that of the next episode's first position, and only reward, terminated and truncated are of
 * the old one. Without it a finished game waits for holm_envs_reset(): its seat is HOLM_NONE, its mask
 * empty, and its observation that of seat 0; holm_envs_observe_seat() has the others'.
 *
 * Search. holm_envs_clone() copies a game onto another of the batch; holm_envs_determinize() does so
 * from one seat's knowledge, with a new future; holm_envs_step_dictated() says how chance comes out,
 * or asks what can come; holm_envs_save() and holm_envs_load() keep a game as bytes.
 *
 * Functions that can fail return HOLM_OK, an error of the engine, or one of those below, and
 * holm_envs_reason() has a sentence for each.
 */
#ifndef HOLM_ENVS_H
#define HOLM_ENVS_H

#include <stddef.h>

#include "engine/holm.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    HOLM_ENVS_VERSION = 1, /* of observations and numbers */
    HOLM_ENVS_ALIGNMENT = 64, /* of the block of memory */
    HOLM_ENVS_GAMES_MOST = 1 << 20,
    HOLM_ENVS_BOARDS_MOST = 1 << 16,
    HOLM_ENVS_BOARDS = 64 /* where the map is dealt and `boards` is 0 */
};

enum holm_envs_error {
    HOLM_ENVS_E_GAMES = -1, /* no games, or too many */
    HOLM_ENVS_E_BOARDS = -2, /* too many */
    HOLM_ENVS_E_MEMORY = -3, /* the block is too small or not aligned */
    HOLM_ENVS_E_RANGE = -4, /* no such games */
    HOLM_ENVS_E_SEAT = -5, /* no such seat */
    HOLM_ENVS_E_NUMBER = -6, /* an action that is not legal now */
    HOLM_ENVS_E_OVER = -7, /* the game is over, and waits for a reset */
    HOLM_ENVS_E_SAVED = -8, /* not a game of this batch's rules and boards */
    HOLM_ENVS_E_REWARD = -9, /* point_reward is not a number */
    HOLM_ENVS_E_NULL = -10, /* something is missing */
    HOLM_ENVS_E_POSITION = -11, /* not a position of this batch's rules and boards */
    HOLM_ENVS_E_OFFERS = -12 /* an offer waits for an answer, for which this batch has no number */
};
const char *holm_envs_reason(int error);

struct holm_envs_config {
    uint64_t seed;
    uint32_t games; /* how many */
    uint32_t boards; /* how many are dealt; 0: 64, or one where nothing is dealt */
    uint32_t step_limit; /* steps of an episode until it is truncated; 0: none */
    uint32_t offers; /* offers between players, in each turn at most; 0: no such trade */
    float point_reward; /* for each point besides winning; 0: winning alone counts */
    uint32_t auto_reset; /* whether a finished game begins anew at once */
    uint32_t beliefs; /* whether what seats can know of others' hands is kept; it takes time */
};

struct holm_envs; /* somewhere in the caller's block */

/* HOLM_OK, or why there can be no such batch. */
int holm_envs_check(const struct holm_rules *rules, const struct holm_map *map,
                    const struct holm_envs_config *config);
/* Bytes of the block of memory; 0: holm_envs_check() says why not. */
size_t holm_envs_bytes(const struct holm_rules *rules, const struct holm_map *map,
                       const struct holm_envs_config *config);
/* Deals the boards and starts every game. The map is one that is not dealt yet. */
int holm_envs_make(void *memory, size_t bytes, const struct holm_rules *rules,
                   const struct holm_map *map, const struct holm_envs_config *config,
                   struct holm_envs **envs);

struct holm_envs_info {
    uint32_t version; /* HOLM_ENVS_VERSION */
    uint32_t games;
    uint32_t players; /* columns of the rewards */
    uint32_t seats; /* players and neutral colours: as many have rows in an observation */
    uint32_t actions; /* columns of the mask */
    uint32_t legal_most; /* columns of `legal` */
    uint32_t action_most; /* columns of `action` */
    uint32_t observation; /* bytes of a row */
    uint32_t hidden; /* bytes of a row of `hidden` */
    uint32_t blocks, hidden_blocks, action_blocks; /* rows of the tables */
    uint32_t boards;
    uint32_t hexes, corners, edges;
    uint32_t save_bytes;
};
void holm_envs_info(const struct holm_envs *envs, struct holm_envs_info *info);

/* What the values of a block belong to, one each: the nodes of a graph. */
enum holm_envs_of {
    HOLM_ENVS_OF_GAME,
    HOLM_ENVS_OF_HEX,
    HOLM_ENVS_OF_CORNER,
    HOLM_ENVS_OF_EDGE,
    HOLM_ENVS_OF_SEAT /* of the seat of its name: "seat0.cards" is the observer's */
};
struct holm_envs_block {
    char name[32];
    uint32_t offset, count;
    uint32_t maximum; /* no value is greater */
    uint32_t of; /* enum holm_envs_of */
};
const struct holm_envs_block *holm_envs_blocks(const struct holm_envs *envs);
const struct holm_envs_block *holm_envs_hidden_blocks(const struct holm_envs *envs);

/* Numbers of one kind of action: offset to offset + count - 1. A number counts its place, its second
 * value (`to`), the other seat and the card, the last one fastest. */
struct holm_envs_action_block {
    char name[32]; /* of the kind; "to-corner" and "to-edge" are where something moves */
    uint32_t kind; /* enum holm_kind; HOLM_NO_ACTION: where something moves */
    uint32_t offset, count;
    uint32_t places, tos, targets, cards; /* count is their product */
    uint32_t of; /* of the place: HOLM_ENVS_OF_GAME where there is none */
    uint32_t first_target; /* 0: nobody; 1: the next player; players: the first neutral colour */
};
const struct holm_envs_action_block *holm_envs_action_blocks(const struct holm_envs *envs);

/* The arrays that are written. */
struct holm_envs_out {
    uint8_t *observation; /* [games][observation] */
    uint8_t *hidden; /* [games][hidden] */
    uint8_t *mask; /* [games][actions]: 1 where legal */
    uint16_t *legal; /* [games][legal_most]: the legal numbers, as listed */
    uint16_t *legal_count; /* [games] */
    struct holm_action *action; /* [games][action_most]: whole moves, for holm_envs_act() */
    uint16_t *action_count; /* [games] */
    uint8_t *seat; /* [games]: who is asked; HOLM_NONE: the game is over */
    float *reward; /* [games][players] */
    uint8_t *terminated, *truncated; /* [games] */
    uint8_t *refused; /* [games]: 1 where the action was not legal and nothing happened */
    struct holm_events
        *events; /* [games]: what happened in the step, all of it: bots are told by it */
};

/* Steps the games begin to end - 1; `numbers` and the arrays are those of the whole batch. Where a
 * number is not legal the game stays as it is, the others go on, and the first error is returned. */
int holm_envs_step(struct holm_envs *envs, uint32_t begin, uint32_t end, const uint16_t *numbers,
                   const struct holm_envs_out *out);
/* The same by 24-byte actions, as holm_legal() and `action` have them; whole moves, not halves. */
int holm_envs_act(struct holm_envs *envs, uint32_t begin, uint32_t end,
                  const struct holm_action *actions, const struct holm_envs_out *out);
/* Writes the positions as they are; rewards and ends are 0. */
int holm_envs_observe(const struct holm_envs *envs, uint32_t begin, uint32_t end,
                      const struct holm_envs_out *out);
/* Begins the next episode of each of these games. */
int holm_envs_reset(struct holm_envs *envs, uint32_t begin, uint32_t end,
                    const struct holm_envs_out *out);

/* One seat's observation, whoever is asked: for games in which all look on. */
int holm_envs_observe_seat(const struct holm_envs *envs, uint32_t game, int seat, uint8_t *row);
/* Rows of bytes as numbers from 0 to 1: each value divided by the maximum of its block. */
void holm_envs_floats(const struct holm_envs *envs, const uint8_t *observation, uint32_t rows,
                      float *floats);

/* The state of a game, hidden cards and all: for views, texts, pictures and bots. */
const struct holm_state *holm_envs_state(const struct holm_envs *envs, uint32_t game);
/* Who is asked in a game; HOLM_NONE: it is over. */
int holm_envs_asked(const struct holm_envs *envs, uint32_t game);
/* A number as an action of the seat that is asked, and back; half a move has no `to` yet. */
int holm_envs_action(const struct holm_envs *envs, uint32_t game, uint32_t number,
                     struct holm_action *action);
int holm_envs_number(const struct holm_envs *envs, uint32_t game, const struct holm_action *action,
                     uint32_t *number);

/* The next number on the way to a whole action: of cards that are discarded, given or taken together
 * the first one, of a move its first half, then its second. The action loses what the number does;
 * once its kind is HOLM_NO_ACTION, nothing is left. So a bot's choice becomes steps. */
int holm_envs_part(const struct holm_envs *envs, uint32_t game, struct holm_action *action,
                   uint32_t *number);

/* The incidence of the map's parts, as flat rows; -1 where there is nothing. */
struct holm_envs_graph {
    int16_t *hex_corners; /* [hexes][6] */
    int16_t *hex_edges; /* [hexes][6] */
    int16_t *hex_neighbours; /* [hexes][6] */
    int16_t *corner_hexes; /* [corners][3] */
    int16_t *corner_edges; /* [corners][3] */
    int16_t *corner_neighbours; /* [corners][3] */
    int16_t *edge_corners; /* [edges][2] */
    int16_t *edge_hexes; /* [edges][2] */
    int16_t *hex_axial; /* [hexes][2]: q and r */
};
void holm_envs_graph(const struct holm_envs *envs, const struct holm_envs_graph *graph);

/* ------------------------------------------------------------------- search */

/* Game `to` becomes what game `from` is, with the same future until the end of the episode. */
int holm_envs_clone(struct holm_envs *envs, uint32_t from, uint32_t to);
/* Game `to` becomes one that a seat of game `from` cannot tell from it, with a future of its own;
 * `random` is any number. Hands are within the seat's belief, where the batch keeps beliefs; those of
 * the others start anew. */
int holm_envs_determinize(struct holm_envs *envs, uint32_t from, uint32_t to, int seat,
                          uint64_t random);
/* One step of one game in which chance comes out as said: an outcome is a die's face less one, or the
 * kind of a card. HOLM_E_OUTCOME: there were too few, or an impossible one; the game stays as it is,
 * and `wanted` (or NULL) has the weight of each outcome at that draw: add one and try again. All 0:
 * there were more outcomes than draws. */
int holm_envs_step_dictated(struct holm_envs *envs, uint32_t game, uint16_t number,
                            const uint8_t *outcomes, uint32_t count, uint8_t wanted[HOLM_OUTCOMES],
                            const struct holm_envs_out *out);
/* A game as info.save_bytes bytes, and back into any game of a batch that was made with the same
 * rules, map, seed and number of boards: it goes on as it would have until the end of the episode.
 * Loaded into the game with the number that was saved, it goes on to the same later episodes, too;
 * any other game goes on to its own, as after holm_envs_clone(). What is loaded is checked first; a
 * game with a standing offer needs a batch with offers (HOLM_ENVS_E_OFFERS). */
int holm_envs_save(const struct holm_envs *envs, uint32_t game, void *bytes);
int holm_envs_load(struct holm_envs *envs, uint32_t game, const void *bytes, size_t size);
/* A game goes on from a position of one of this batch's boards, as from a log; the seat is one of those
 * that are asked, or HOLM_NONE: any. What is put there is checked first. */
int holm_envs_put(struct holm_envs *envs, uint32_t game, const struct holm_state *state, int seat);

#ifdef __cplusplus
}
#endif

#endif
