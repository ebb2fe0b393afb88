/* bots.h: players that see only a view. */
#ifndef HOLM_BOTS_H
#define HOLM_BOTS_H

#include "engine/holm.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A small generator for the bots' own choices; never the game's chance. */
struct holm_random {
    uint64_t s[2];
};
void holm_random_seed(struct holm_random *random, uint64_t seed);
uint32_t holm_random_below(struct holm_random *random, uint32_t limit);

/* Milliseconds, of a clock that never goes back. */
int64_t holm_clock(void);

enum { HOLM_BUDGET_MOST = 100000000, HOLM_BUDGET_THREADS = 8 };
/* How long a searching bot may think about one move; 0 sets no limit. */
struct holm_budget {
    uint32_t nodes;
    uint32_t milliseconds;
    uint32_t threads; /* 0 is 1; with nodes it chooses the same with any number */
};

/* What is to sit in a chair, as people write it: "greedy", "hard:1000" (nodes a move),
 * "hard:500ms", "hard:500msx4" (on four threads). */
struct holm_bot_order {
    const struct holm_bot_kind *kind;
    struct holm_budget budget;
    const char *command; /* of a program that plays (external.h); it must last */
};
bool holm_bot_read(const char *word, struct holm_bot_order *order);

/* What went wrong with a player's answers. */
struct holm_faults {
    uint32_t illegal; /* against the rules */
    uint32_t garbage; /* lines that were no answer */
    uint32_t timeouts; /* no answer in time */
    uint32_t crashes; /* a program that ended */
    uint32_t replaced; /* random moves that were made for it */
};
void holm_faults_add(struct holm_faults *sum, const struct holm_faults *more);

struct search;

/* One seat's player. It is told its first view when it joins and what it may see of every action
 * after that; asked, it chooses from its view alone. */
struct holm_bot {
    const struct holm_bot_kind *kind;
    struct holm_budget budget;
    struct holm_random random;
    uint8_t seat;
    struct holm_action refused; /* the latest offer, not to be repeated */
    struct holm_belief belief; /* of the others' hands, where its kind watches */
    struct holm_faults faults;
    void *own; /* what else its kind keeps; `stop` frees it */
};

/* `choose` picks from what `list` allows (templates may be filled in) and must return an action
 * that the engine accepts; a seat that is not asked may pass with HOLM_NO_ACTION. */
struct holm_bot_kind {
    const char *name;
    const char *help;
    int rating; /* in the base game, by matches (docs/bots.md); 0: none */
    void (*choose)(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                   struct holm_action *action);
    bool trades; /* makes and answers offers */
    bool watches; /* wants to be told of every action */
    struct holm_budget usual; /* of its searches */
    /* where a kind keeps something of its own; NULL: nothing is to be done */
    void (*start)(struct holm_bot *bot, const struct holm_bot_order *order);
    void (*join)(struct holm_bot *bot, const struct holm_view *view);
    void (*watch)(struct holm_bot *bot, const struct holm_view *view,
                  const struct holm_events *events);
    void (*stop)(struct holm_bot *bot);
    /* where a kind searches: begins to, for whoever plays its lines elsewhere (search.h) */
    struct search *(*search)(struct holm_bot *bot, const struct holm_view *view,
                             const struct holm_list *list, struct holm_action *action);
};
extern const struct holm_bot_kind holm_bot_kinds[];
extern const int holm_bot_kind_count;

void holm_bot_start(struct holm_bot *bot, const struct holm_bot_order *order, int seat,
                    uint64_t seed);
/* The seat's view at the start, or when the bot takes the seat over later. */
void holm_bot_join(struct holm_bot *bot, const struct holm_view *view);
/* After every action of any seat: the events as the seat may see them, and its view after them. */
void holm_bot_watch(struct holm_bot *bot, const struct holm_view *view,
                    const struct holm_events *events);
void holm_bot_choose(struct holm_bot *bot, const struct holm_view *view,
                     const struct holm_list *list, struct holm_action *action);
void holm_bot_stop(struct holm_bot *bot);

/* For whoever holds the game: tells the bots in seats 0 to count - 1 what each may see of an
 * action. Chairs without a bot have no kind. */
void holm_bots_tell(struct holm_bot *bots, int count, const struct holm_state *state,
                    const struct holm_events *events);

#ifdef __cplusplus
}
#endif

#endif
