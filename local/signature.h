/* signature.h: a hash over whole games, to compare the module in the browser with the program. */
#ifndef LOCAL_SIGNATURE_H
#define LOCAL_SIGNATURE_H

#include <stdint.h>

/* Of so many random games of a family (enum holm_game), four players each; `actions` is set to how
 * many there were. */
uint64_t local_signature(int family, int games, uint64_t *actions);
/* Of one game between bots of a kind ("medium", "hard:50"), for so many actions at most: whether
 * they weigh alike, too. */
uint64_t local_bots_signature(int family, const char *bot, int actions);

#endif
