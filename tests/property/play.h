/* play.h: random games in every mode, for the property tests. Every seat is played from its view:
 * it picks any listed action and fills templates (offers, discards of several cards) at random. */
#ifndef HOLM_TEST_PLAY_H
#define HOLM_TEST_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/holm.h"

/* The tests' own dice; never the game's chance. */
struct dice {
    uint64_t state;
};
uint64_t dice_next(struct dice *dice);
unsigned dice_below(struct dice *dice, unsigned limit);
static inline bool dice_one_in(struct dice *dice, unsigned n)
{
    return dice_below(dice, n) == 0;
}

/* A way to play: a game, an edition, a number of players and options by name; of a voyage, the
 * game and the scenario alone, and every seed makes something else of it. A scarce one has a
 * small bank and deck and few pieces, awards within reach, and barbarians close by: there the rules
 * about shortages, last cards, changing awards and lost cities come up in almost every game. In a
 * rich one everything is cheap, so that random players reach many cities, knights and metropolises.
 */
enum plenty { PLAIN, SCARCE, RICH };
struct mode {
    const char *name;
    uint8_t game, edition, players;
    uint8_t plenty; /* enum plenty */
    const char *options; /* "turn_mode=paired discs=random" */
    const char *scenario; /* of a voyage; NULL: none */
};
enum { ALL_FORMS = 8 }; /* seeds in a row that see every edition and set-up of a voyage */
extern const struct mode modes[];
extern const int mode_count;

struct game {
    const struct mode *mode;
    char name[96]; /* of what the seed has made of it */
    uint64_t seed;
    struct dice dice; /* of the players */
    struct holm_chance chance;
    struct holm_board board;
    struct holm_state state;
    struct holm_state before; /* the state before the latest action */
    struct holm_action action; /* the latest action */
    struct holm_events events; /* of the latest action */
    int actions; /* applied so far */
    unsigned offers; /* one in so many choices looks at offers; 0: never */
};

void game_rules(const struct mode *mode, struct holm_rules *rules);
/* The rules and the map of a mode, before the deal; returns its name, which lasts until the next. */
const char *mode_prepare(const struct mode *mode, uint64_t seed, struct holm_rules *rules,
                         struct holm_map *map);
/* Deals and starts; the seed decides the deal, the chance and the players. */
void game_start(struct game *game, const struct mode *mode, uint64_t seed);
/* Somebody who can do something does something; false: the game is over. */
bool game_step(struct game *game);
/* A legal action of that seat, chosen from its view; false: it has none. */
bool game_choose(struct game *game, int seat, struct holm_action *action);
/* Fills a template: any action that it allows. */
void game_fill(struct dice *dice, const struct holm_rules *rules, struct holm_action *action);
/* "4 players, seed 7, action 120": where something went wrong. */
const char *game_where(const struct game *game);

/* How many seeds a test plays: usually so many; HOLM_MORE=20 in the environment makes it 20 times
 * as many, for a long hunt. */
uint64_t game_seeds(uint64_t usual);
/* The same for one mode; the many forms of voyages share what time there is. */
uint64_t mode_seeds(const struct mode *mode, uint64_t usual);

/* Fails and says where; a printf format and its arguments follow. */
#define game_expect(game, condition, ...)                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            print_error("%s: ", game_where(game));                                                 \
            print_error(__VA_ARGS__);                                                              \
            fail_msg("%s", #condition);                                                            \
        }                                                                                          \
    } while (0)

#endif
