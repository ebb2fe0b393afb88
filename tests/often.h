/* often.h: how much of what repeats itself a test does: `make soak` does all of it (HOLM_SOAK=1). */
#ifndef HOLM_TEST_OFTEN_H
#define HOLM_TEST_OFTEN_H

#include <stdlib.h>

static inline int often(int soak, int usual)
{
    return getenv("HOLM_SOAK") ? soak : usual;
}

#endif
