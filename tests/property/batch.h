/* batch.h: a batch of games with all its arrays, and random players, for the property tests of envs/. */
#ifndef HOLM_TEST_BATCH_H
#define HOLM_TEST_BATCH_H

#include "envs/envs.h"
#include "tests/property/play.h"

enum { GAMES_MOST = 64 };

/* Offers of a game, counted apart from the batch. */
struct offers {
    uint32_t turn, made; /* in that turn */
};

/* A batch with all its arrays, and random players. */
struct batch {
    char name[96];
    struct holm_rules rules;
    struct holm_map map;
    struct holm_envs_config config;
    void *memory;
    struct holm_envs *envs;
    struct holm_envs_info info;
    struct holm_envs_out out;
    uint16_t *numbers;
    struct dice dice;
    struct offers offers[GAMES_MOST];
    int offered, concluded; /* in all games */
};

void batch_open(struct batch *batch, const struct mode *mode, uint64_t seed,
                const struct holm_envs_config *config);
/* The same where rules and map are there already. */
void batch_make(struct batch *batch, const struct holm_envs_config *config);
void batch_close(struct batch *batch);

uint16_t batch_any_legal(struct batch *batch, uint32_t game);
/* A legal number for every game. */
void batch_choose(struct batch *batch);
/* Chooses, and steps all games. */
void batch_step(struct batch *batch);
/* Before an action of a game, where it is not batch_step() that makes it; */
void batch_note_offer(struct batch *batch, uint32_t game, int kind);
/* and after it: another episode has made none. */
void batch_forget_offers(struct batch *batch);

const struct mode *base_mode(void);
const struct mode *mode_called(const char *name);

#endif
