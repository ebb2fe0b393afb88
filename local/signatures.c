/* signatures.c: what the program makes of the games that tests let the module play: prints a line
 * for each family, "FAMILY SIGNATURE ACTIONS SECONDS BOTS", to compare it with. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/holm.h"
#include "local/signature.h"

/* Of the processor, so that a busy machine does not count. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
    const int games = argc > 1 ? atoi(argv[1]) : 1000;
    for (int family = 0; family < HOLM_GAMES; family++) {
        uint64_t actions;
        const double start = now();
        const uint64_t signature = local_signature(family, games, &actions);
        const double seconds = now() - start;
        printf("%d %016" PRIx64 " %" PRIu64 " %.3f %016" PRIx64 "\n", family, signature, actions,
               seconds, local_bots_signature(family, "hard:40", 120));
    }
    return 0;
}
