/* tune.h: what `holm tune` records of its games (tune.c), and how weights are fitted to it
 * (tune_fit.c). */
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include "bots/evaluate.h"

/* Two actions of one decision, tried and played out: the features of every seat after the one and
 * after the other, as the deciding seat sees them, and how much oftener it won after the one. */
struct tune_sample {
    int players;
    int viewer;
    float late;
    float gain;
    float feature[]; /* two times players times HOLM_FEATURES */
};

/* What one game left. */
struct tune_record {
    unsigned char *bytes; /* samples, one after the other */
    size_t used, room;
    long samples;
};

/* The next sample of a record; the first one for NULL; NULL at the end. */
const struct tune_sample *tune_next(const struct tune_record *record,
                                    const struct tune_sample *sample);
size_t tune_sample_size(int players);

struct tune_fit {
    double before, after; /* mean of the squared errors */
    long samples;
    int steps;
};
/* Fits the weights to the records by least squares: the differences of chances that they foretell
 * come as near as can be to those that were seen. `pull` holds them to what they were where the
 * records say little. False: out of memory. */
bool tune_fit(const struct tune_record *records, long count, double pull,
              struct holm_weights *weights, struct tune_fit *fit);

#endif
