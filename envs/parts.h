/* parts.h: what the files of envs share with each other and with nobody else.
 *
 *     numbers.c   actions to numbers and back
 *     observe.c   what a seat may know, as bytes; observe_map.c, _seats.c, _game.c: its parts (pen.h)
 *     make.c      memory, boards, seeds and episodes
 *     belief.c    what seats can know of the others' hands
 *     legal.c     who is asked, and the set of legal numbers
 *     step.c      steps: what happens, and what is written
 *     search.c    clones, other worlds, dictated chance, saved games
 *     tables.c    what learners ask once: sizes, tables, the graph, reasons
 */
#ifndef ENVS_PARTS_H
#define ENVS_PARTS_H

#include <string.h>

#include "envs/envs.h"

enum {
    BLOCKS_MOST = 512, /* rows of the tables */
    MENU_MOST = 3 * HOLM_CARDS * HOLM_CARDS, /* offers */
    LEGAL_MOST = HOLM_LIST_MAX + MENU_MOST,
    NUMBERS_MOST = 1 << 15, /* far more than the largest map with all games has */
    WORD_BITS = 64,
    TARGET_SLOTS = 16
};

/* How the numbers of a kind are made. */
enum code_form {
    CODE_PLAIN, /* place, target and card, each with its stride */
    CODE_SOURCE, /* the first half of a move; `to` follows in a block of its own */
    CODE_PLAIN_LAST = CODE_SOURCE, /* up to here */
    CODE_ABSENT, /* no such action in this game */
    CODE_DICE, /* two dice */
    CODE_CARD, /* one card given or taken */
    CODE_BANK, /* cards of one kind for one of another */
    CODE_FRAME, /* plain, and the place after the last one is the frame */
    CODE_OFFER /* one of the menu */
};
struct code {
    uint8_t form; /* enum code_form */
    int32_t base; /* number of the action whose fields are all 0 */
    uint16_t place, to, target; /* strides; that of the card is 1 */
};

/* What is still open in the action of a number; the bits stand where its seat will. */
enum {
    ROW_TARGET = 1, /* counts from the one who acts */
    ROW_RATE = 2, /* of that seat */
    ROW_SEATS = 4, /* all others, or the active player */
    ROW_FIRST_HALF = 8,
    ROW_SECOND_HALF = 16
};

/* What one game of a batch is, besides the legal numbers. */
struct game {
    HOLM_ALIGNED(64) struct holm_state state;
    struct holm_chance chance;
    uint64_t next_episode; /* never one that this game of the batch has had */
    uint32_t steps; /* of this episode */
    uint32_t board;
    uint16_t half_place; /* of half a move */
    uint8_t half_kind; /* HOLM_NO_ACTION: none is under way */
    uint8_t seat; /* who is asked; HOLM_NONE: the game is over */
    uint16_t offers_turn; /* the turn in which offers are counted */
    uint16_t offers; /* made in it */
    uint8_t points[HOLM_SEATS]; /* before the step, where points are rewarded */
};

struct holm_envs {
    struct holm_envs_config config;
    struct holm_envs_info info;
    uint64_t fingerprint; /* of rules, map and boards */
    bool knights, ships;
    uint8_t players, seats;
    uint16_t hexes, corners, edges;
    struct code code[HOLM_KINDS];
    uint32_t to_corner, to_edge; /* first numbers of second halves */
    uint8_t slot[HOLM_SEATS][TARGET_SLOTS]; /* for each actor: a seat as others are counted */
    uint8_t seat_at[HOLM_SEATS][TARGET_SLOTS]; /* and back */
    uint8_t owner[HOLM_SEATS][TARGET_SLOTS]; /* the same plus one, 0 for nobody, in observations */
    uint32_t offer_first, offer_count; /* the menu */
    uint32_t words; /* of the set of legal numbers of a game */
    uint32_t seat_bytes; /* of each seat in an observation */
    uint32_t blocks, hidden_blocks, action_blocks;
    struct holm_envs_block block[BLOCKS_MOST];
    struct holm_envs_block hidden_block[BLOCKS_MOST];
    struct holm_envs_action_block action_block[HOLM_KINDS + 2];
    /* in the block of memory */
    struct holm_action *row; /* each number as an action whose seats are relative, and ROW_ bits */
    struct holm_board *board;
    struct game *game;
    uint64_t *legal; /* [games][words] */
    struct holm_belief *belief; /* [games][players]; NULL: not kept */
};

/* A seat that names nobody has a slot, too. */
static inline int slot_index(int seat)
{
    return seat & (TARGET_SLOTS - 1);
}

static inline uint64_t *legal_set(const struct holm_envs *envs, uint32_t game)
{
    return envs->legal + (size_t)game * envs->words;
}

static inline struct holm_belief *belief_of(const struct holm_envs *envs, uint32_t game, int seat)
{
    return envs->belief + (size_t)game * envs->players + seat;
}

static inline bool is_legal(const struct holm_envs *envs, uint32_t game, uint32_t number)
{
    return number < envs->info.actions &&
           legal_set(envs, game)[number / WORD_BITS] >> number % WORD_BITS & 1;
}

static inline bool is_range(const struct holm_envs *envs, uint32_t begin, uint32_t end)
{
    return begin <= end && end <= envs->config.games;
}

/* The kind of the only cards there are. */
static inline int only_card(const struct holm_cards *cards)
{
    uint64_t word;
    memcpy(&word, cards->n, sizeof word);
    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        word = __builtin_bswap64(word);
    return word ? __builtin_ctzll(word) / 8 : 0;
}

/* numbers.c */
/* Numbers all actions; returns how many there are. Where `row` is NULL they are only counted. */
uint32_t numbers_make(struct holm_envs *envs, const struct holm_board *board,
                      struct holm_action *row);
void seats_make(struct holm_envs *envs);
/* A number as an action in a position; half a move has no `to`. */
void action_of(const struct holm_envs *envs, const struct game *game, uint32_t number,
               struct holm_action *action);

/* observe.c */
void blocks_make(struct holm_envs *envs);
void observe(const struct holm_envs *envs, const struct game *game, int seat, uint8_t *row);
void observe_hidden(const struct holm_envs *envs, const struct game *game, int seat, uint8_t *row);

/* make.c */
/* What a stream of draws is for: the last word of its key. */
enum stream { STREAM_GAMES, STREAM_BOARDS, STREAM_SEARCH };
void stream_seed(uint8_t key[32], uint64_t seed, uint64_t index, uint64_t number, uint64_t purpose);
void episode_begin(struct holm_envs *envs, uint32_t index, uint64_t episode);
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count);

/* belief.c */
/* From what a seat sees now, and nothing it has seen before; of all seats where they are kept. */
void belief_start(struct holm_envs *envs, uint32_t index, int seat);
void beliefs_start(struct holm_envs *envs, uint32_t index);
/* After an action. */
void beliefs_follow(struct holm_envs *envs, uint32_t index, const struct holm_events *events);

/* legal.c */
/* What is legal for the seat that is asked: as a set, as a list of LEGAL_MOST + 1 at most, and as 1s in a
 * row of the mask; returns how many. `list` is room for the engine's list. */
uint32_t find_legal(const struct holm_envs *envs, const struct game *game, struct holm_list *list,
                    uint64_t *set, uint16_t *numbers, uint8_t *mask);
/* The actions of a position, whole moves and offers of the menu; returns how many. */
int whole_actions(const struct holm_envs *envs, uint32_t index, struct holm_list *list,
                  struct holm_action *actions);

/* step.c */
/* Finds out who is asked in a position and what is legal. */
void look_at(struct holm_envs *envs, uint32_t index);
/* What is legal for one of the seats that are asked. */
void look_as(struct holm_envs *envs, uint32_t index, int seat);
void points_note(const struct holm_envs *envs, struct game *game);

/* tables.c */
void info_make(struct holm_envs *envs);

#endif
