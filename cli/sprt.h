/* sprt.h: a match that ends as soon as it is clear enough which of two claims about the first bot
 * holds (Wald's sequential test). */
#ifndef CLI_SPRT_H
#define CLI_SPRT_H

#include <pthread.h>
#include <stdbool.h>

enum cli_verdict { CLI_OPEN, CLI_LOW, CLI_HIGH };

struct cli_sprt {
    double low, high; /* the claims: so large a share of the games is won */
    unsigned chairs; /* of the bot they are about, as bits */
    double *share; /* of each game that is over: what its bot won of it; negative: not over */
    long games; /* how many there are at most */
    long counted; /* in the order of their numbers */
    double wins; /* of those */
    double ratio; /* logarithm of the likelihoods' ratio: above 0 the higher claim is likelier */
    enum cli_verdict verdict;
    pthread_mutex_t counting;
};

/* "25,30", in percent. False: those are no two claims. */
bool cli_sprt_read(const char *word, struct cli_sprt *sprt);
bool cli_sprt_start(struct cli_sprt *sprt, long games);
/* A game is over. Games count in the order of their numbers, whichever thread is first, so that the
 * verdict does not depend on threads. True: it is clear, and no other game is needed. */
bool cli_sprt_add(struct cli_sprt *sprt, long number, double share);
/* Where the ratio is clear, with one wrong verdict in twenty at most. */
double cli_sprt_bound(void);

#endif
