/* tune_weights.c: finds the weights by which a position is evaluated, from games in which all seats
 * have the same preferences: at the start of some turns the features of all seats are noted, and the
 * weights move so that the shares agree with who won in the end (logistic regression, one game
 * after the other). */
#include "cli/tune.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bots/evaluate.h"
#include "bots/playout.h"

enum { SAMPLES_MOST = 64, SAMPLE_ONE_IN = 3, PARAMETERS = 2 * HOLM_FEATURES };
static const double PACE = 0.05;

/* A position, to learn from when the game is over. */
struct sample {
    double late;
    double feature[HOLM_SEATS][HOLM_FEATURES];
};

struct fit {
    struct holm_weights *weights;
    double slope[PARAMETERS]; /* squares so far: what is well known moves little */
    struct sample sample[SAMPLES_MOST];
    int samples;
    double loss;
    long positions; /* that the loss is the sum of */
};

static void note(struct fit *fit, const struct holm_state *state, int viewer)
{
    struct sample *sample = &fit->sample[fit->samples++];
    sample->late = holm_lateness(state);
    for (int seat = 0; seat < state->board->rules.players; seat++)
        holm_features(state, seat, viewer, sample->feature[seat]);
}

static double *parameter(struct holm_weights *weights, int i)
{
    return i < HOLM_FEATURES ? &weights->early[i] : &weights->late[i - HOLM_FEATURES];
}

/* Within the bounds of common sense: games in which nobody hoards say nothing about hoarding. */
static void move(struct holm_weights *weights, int i, double by)
{
    double *weight = parameter(weights, i);
    *weight = holm_weight_bounded(i % HOLM_FEATURES, *weight + by);
}

/* Moves the weights a little towards what would have foretold the winner. */
static void learn(struct fit *fit, const struct sample *sample, int players, int winner)
{
    double chance[HOLM_SEATS], sum = 0;
    for (int seat = 0; seat < players; seat++)
        sum += chance[seat] =
            holm_exp(holm_standing(fit->weights, sample->late, sample->feature[seat]));
    for (int seat = 0; seat < players; seat++)
        chance[seat] /= sum;
    fit->loss -= log(chance[winner]);
    fit->positions++;
    for (int i = 0; i < PARAMETERS; i++) {
        const int feature = i % HOLM_FEATURES;
        double slope = 0;
        for (int seat = 0; seat < players; seat++)
            slope += ((seat == winner) - chance[seat]) * sample->feature[seat][feature];
        slope *= i < HOLM_FEATURES ? 1 - sample->late : sample->late;
        fit->slope[i] += slope * slope;
        if (slope != 0)
            move(fit->weights, i, PACE * slope / sqrt(1 + fit->slope[i]));
    }
}

static void play(struct fit *fit, const struct tune_game *game,
                 const struct holm_preferences *preferences, struct holm_random *random)
{
    static struct holm_playout playout;
    const struct holm_state *state = &playout.table.seen;
    const int players = game->state.board->rules.players;
    int turn = -1;
    fit->samples = 0;
    holm_playout_start(&playout, preferences, &game->state, &game->chance);
    while (!holm_over(state)) {
        if (state->turns != turn && holm_step(state)->kind == HOLM_STEP_ROLL) {
            turn = state->turns;
            if (fit->samples < SAMPLES_MOST && !holm_random_below(random, SAMPLE_ONE_IN))
                note(fit, state, (int)holm_random_below(random, (uint32_t)players));
        }
        holm_playout_step(&playout);
    }
    for (int i = 0; state->winner != HOLM_NONE && i < fit->samples; i++)
        learn(fit, &fit->sample[i], players, state->winner);
}

static void tell(struct fit *fit, long game, long games)
{
    if (fit->positions)
        fprintf(stderr, "game %ld of %ld: surprise %.4f a position\n", game, games,
                fit->loss / (double)fit->positions);
    else
        fprintf(stderr, "game %ld of %ld: nobody won\n", game, games);
    fit->loss = 0;
    fit->positions = 0;
}

void tune_weights(const struct tune_source *source, long games,
                  const struct holm_preferences *preferences, struct holm_weights *weights)
{
    static struct fit fit;
    static struct tune_game game;
    struct holm_random random;
    holm_random_seed(&random, source->seed);
    memset(&fit, 0, sizeof fit);
    fit.weights = weights;
    for (long i = 0; i < games; i++) {
        tune_deal(source, i, &game);
        play(&fit, &game, preferences, &random);
        if ((i + 1) % (games / 10 ? games / 10 : 1) == 0)
            tell(&fit, i + 1, games);
    }
}
