/* net.h: a small learnt network that says each seat's chance to win.
 *
 * Every seat has inputs (net_inputs.c): the features of evaluate.h and plain counts besides, as one
 * seat, the viewer, may know them. All seats go through the same layers, so that any number of
 * players can sit down:
 *
 *     first  = relu(seat inputs, game inputs)     one for each seat
 *     second = relu(first)                        what the seat is like
 *     third  = relu(second of the seat, sum of the others' seconds)
 *     logit  = third                              and the chance is its share of all exp(logit)
 *
 * Sums run over inputs one by one and over outputs side by side: the compiler makes vectors of that,
 * and the result is the same to the last bit on every machine. `learn/` has the programs that find the
 * numbers; scripts/embed-nets compiles the files of bots/nets/ in.
 */
#ifndef HOLM_NET_H
#define HOLM_NET_H

#include "bots/evaluate.h"

enum {
    NET_SEAT = 128, /* inputs of a seat */
    NET_GAME = 32, /* of the game */
    NET_FIRST = 192, /* outputs of the layers */
    NET_SECOND = 96,
    NET_THIRD = 48,
    NET_UNIT = 256 /* inputs in files are whole numbers: so many are 1 */
};

/* The numbers, in the order of a file; those of an input lie side by side. */
struct holm_net {
    float seat_first[NET_SEAT][NET_FIRST];
    float game_first[NET_GAME][NET_FIRST];
    float bias_first[NET_FIRST];
    float first_second[NET_FIRST][NET_SECOND];
    float bias_second[NET_SECOND];
    float own_third[NET_SECOND][NET_THIRD];
    float others_third[NET_SECOND][NET_THIRD];
    float bias_third[NET_THIRD];
    float third_logit[NET_THIRD];
};
/* By game; NULL: there is none for it. */
extern const struct holm_net *const holm_nets_built_in[HOLM_GAMES];

/* The net of a game: the built-in one, or the one that took its place; NULL: none. */
const struct holm_net *holm_net_of(const struct holm_rules *rules);
/* Puts another in its place, for trying out; not while somebody plays. */
void holm_net_replace(int game, const struct holm_net *net);
/* Reads a file as learn/train.py writes it: a line of text, then numbers. */
bool holm_net_read(const void *bytes, size_t length, struct holm_net *net,
                   struct holm_trouble *trouble);

/* ------------------------------------------------------------------- inputs */

void holm_net_seat_inputs(const struct holm_state *state, int seat, int viewer,
                          const struct greedy *greedy, const double feature[HOLM_FEATURES],
                          float input[NET_SEAT]);
void holm_net_game_inputs(const struct holm_state *state, float input[NET_GAME]);

/* ------------------------------------------------------------------- layers */

/* What the network makes of each seat. */
struct holm_net_seats {
    float second[HOLM_SEATS][NET_SECOND];
};
/* The game's part of the first layer, the same for all seats. */
void holm_net_game(const struct holm_net *net, const float input[NET_GAME], float first[NET_FIRST]);
void holm_net_seat(const struct holm_net *net, const float game[NET_FIRST],
                   const float input[NET_SEAT], float second[NET_SECOND]);
/* The chances of all seats, which add up to 1. */
void holm_net_chances(const struct holm_net *net, const struct holm_net_seats *seats, int players,
                      double chance[HOLM_SEATS]);

#endif
