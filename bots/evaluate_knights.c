/* evaluate_knights.c: what Cities & Knights adds to a seat's features. */
#include "bots/evaluate.h"

enum { ABILITY_LEVEL = 3 };

static int highest_rival(const struct holm_state *state, int seat, int track)
{
    int most = 0;
    for (int other = 0; other < state->board->rules.players; other++)
        if (other != seat && state->player[other].level[track] > most)
            most = state->player[other].level[track];
    return most;
}

/* Near a metropolis that can be had; or about to lose the seat's. */
static void add_track(const struct greedy *greedy, int track, double *feature)
{
    const struct holm_state *state = greedy->seen;
    const struct holm_rules *rules = &state->board->rules;
    const int level = state->player[greedy->seat].level[track];
    const int holder = greedy_metropolis(state, track);
    const int rival = highest_rival(state, greedy->seat, track);
    feature[HOLM_W_LEVELS + track] = level;
    feature[HOLM_W_ABILITIES] += level >= ABILITY_LEVEL;
    if (holder == greedy->seat) {
        feature[HOLM_W_METROPOLIS_LOOSE] +=
            level < HOLM_LEVELS && rival >= ABILITY_LEVEL ? rival - ABILITY_LEVEL + 1 : 0;
        return;
    }
    const int wanted = holder == HOLM_NONE ? rules->metropolis_level : HOLM_LEVELS;
    const bool can = holder == HOLM_NONE || state->player[holder].level[track] < HOLM_LEVELS;
    if (can && level + 2 >= wanted)
        feature[HOLM_W_METROPOLIS_NEAR] += (3 + level - wanted) / 2.0;
}

static void add_knights(const struct greedy *greedy, double *feature)
{
    const struct holm_state *state = greedy->seen;
    int active = 0, resting = 0;
    struct holm_corner_set left = greedy->own;
    for (int corner; (corner = holm_corner_take(&left)) != HOLM_NONE;) {
        const int rank = holm_knight_rank(state->corner[corner]);
        if (holm_corner_in(&state->active_knights, corner))
            active += rank;
        else
            resting += rank;
    }
    feature[HOLM_W_ACTIVE] = active;
    feature[HOLM_W_RESTING] = resting;
}

/* What the next attack would bring, and how near it is. */
static void add_attack(const struct greedy *greedy, double *feature)
{
    const int steps = greedy->threat.steps;
    const double near = 1 / (1 + (steps < 0 ? 0 : steps) / 2.0);
    const int outcome = holm_greedy_outcome(greedy, greedy->threat.own);
    if (outcome < 0)
        feature[HOLM_W_PILLAGE] = near;
    else
        feature[HOLM_W_SAVED] = near * (outcome < 100 ? outcome : 100) / 100.0;
}

static double progress_worth(const struct holm_player *player)
{
    int worth = 0;
    for (int progress = 0; progress < HOLM_PROGRESS_KINDS; progress++)
        worth += player->progress[progress] * holm_greedy_card_worth(progress);
    return worth / 100.0;
}

void holm_features_knights(const struct greedy *greedy, int viewer, double *feature)
{
    const struct holm_state *state = greedy->seen;
    const struct holm_player *player = &state->player[greedy->seat];
    for (int track = 0; track < HOLM_TRACKS; track++)
        add_track(greedy, track, feature);
    add_knights(greedy, feature);
    add_attack(greedy, feature);
    feature[HOLM_W_WALLS] = state->board->rules.walls - player->walls;
    if (greedy->seat == viewer)
        feature[HOLM_W_OWN_PROGRESS] = progress_worth(player);
    else
        feature[HOLM_W_PROGRESS] = player->backs[0] + player->backs[1] + player->backs[2];
}
