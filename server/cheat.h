/* cheat.h: dishonest servers, for tests/server/test_cheat.py to catch. Tests compile round.c with
 * HOLM_CHEAT; in every other build there is nothing here. What can be forged in a log when the game
 * is over is forged there, and needs no such server. */
#ifndef SERVER_CHEAT_H
#define SERVER_CHEAT_H

#if HOLM_CHEAT == 1 /* bytes that suit the server, instead of those the first chair revealed */
#define CHEAT_BEFORE_SEED(fair) ((fair)->share[0].entropy[0] ^= 1)
#else
#define CHEAT_BEFORE_SEED(fair) ((void)0)
#endif

#if HOLM_CHEAT == 2 /* a pledge in the terms that the first chair has not made */
#define CHEAT_AROUND_TERMS(fair) ((fair)->share[0].pledge[0] ^= 1)
#else
#define CHEAT_AROUND_TERMS(fair) ((void)0)
#endif

#endif
