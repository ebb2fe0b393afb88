/* players.c: bots in the chairs of a batch of games, as opponents and as teachers. */
#include "python/native.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 32, NAME_SIZE = 64, EPISODES_UNASKED = 1000 };

struct native_players {
    struct holm_envs *envs;
    struct holm_envs_info info;
    uint64_t seed;
    uint8_t names;
    struct holm_bot_order order[NAMES_MOST];
    uint8_t *chair; /* [games][players]: which order, or HOLM_NONE */
    struct holm_bot *bot; /* [games][players] */
    struct holm_action *plan; /* [games]: what is left of a choice that takes several steps */
    uint64_t *episode; /* [games]: how many were begun */
    struct holm_envs_out quiet; /* arrays of its own, for the steps of bots */
    uint16_t *number; /* [games] */
};

static struct holm_bot *bots_of(const struct native_players *players, uint32_t game)
{
    return players->bot + (size_t)game * players->info.players;
}

/* ------------------------------------------------------------------- making */

/* A number of its own for each game: all bits of the seed count. */
static uint64_t number_of(uint64_t seed, uint64_t episode, uint64_t game)
{
    struct holm_random random;
    uint64_t number = seed;
    const uint64_t parts[] = { episode, game };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        holm_random_seed(&random, number);
        number = random.s[0] + parts[i];
    }
    return number;
}

static void start_bots(struct native_players *players, uint32_t game)
{
    const uint8_t *chair = players->chair + (size_t)game * players->info.players;
    struct holm_bot *bots = bots_of(players, game);
    const struct holm_state *state = holm_envs_state(players->envs, game);
    const uint64_t episode = players->episode[game]++;
    const uint64_t number = number_of(players->seed, episode, game);
    struct holm_view view;
    players->plan[game].kind = HOLM_NO_ACTION;
    for (int seat = 0; seat < (int)players->info.players; seat++) {
        holm_bot_stop(&bots[seat]);
        if (chair[seat] >= players->names)
            continue;
        holm_bot_start(&bots[seat], &players->order[chair[seat]], seat, number);
        if (!bots[seat].kind->watches && !bots[seat].kind->join)
            continue;
        holm_view(state, seat, &view);
        holm_bot_join(&bots[seat], &view);
    }
}

static bool read_names(struct native_players *players, const char *names)
{
    char name[NAME_SIZE];
    while (*names) {
        const size_t length = strcspn(names, "\n");
        if (length >= sizeof name || players->names == NAMES_MOST)
            return native_fail("there are too many bots, or the name of one is too long");
        memcpy(name, names, length);
        name[length] = '\0';
        if (!holm_bot_read(name, &players->order[players->names++]))
            return native_fail("there is no bot '%s'", name);
        names += length + (names[length] == '\n');
    }
    return true;
}

static bool take_room(struct native_players *players)
{
    const size_t games = players->info.games, chairs = games * players->info.players;
    players->chair = malloc(chairs);
    players->bot = calloc(chairs, sizeof *players->bot);
    players->plan = calloc(games, sizeof *players->plan);
    players->episode = calloc(games, sizeof *players->episode);
    players->number = calloc(games, sizeof *players->number);
    players->quiet.events = calloc(games, sizeof *players->quiet.events);
    players->quiet.reward = calloc(chairs, sizeof *players->quiet.reward);
    players->quiet.terminated = calloc(games, 1);
    players->quiet.truncated = calloc(games, 1);
    return (players->chair && players->bot && players->plan && players->episode &&
            players->number && players->quiet.events && players->quiet.reward &&
            players->quiet.terminated && players->quiet.truncated) ||
           native_fail("there is no memory for %zu bots", chairs);
}

struct native_players *native_players_make(struct holm_envs *envs, const char *names,
                                           const uint8_t *chair, uint64_t seed)
{
    struct native_players *players = calloc(1, sizeof *players);
    if (!players)
        return NULL;
    holm_envs_info(envs, &players->info);
    players->envs = envs;
    players->seed = seed;
    if (!take_room(players) || !read_names(players, names)) {
        native_players_free(players);
        return NULL;
    }
    memcpy(players->chair, chair, (size_t)players->info.games * players->info.players);
    for (uint32_t game = 0; game < players->info.games; game++)
        start_bots(players, game);
    return players;
}

void native_players_free(struct native_players *players)
{
    const size_t chairs = players ? (size_t)players->info.games * players->info.players : 0;
    for (size_t i = 0; players && players->bot && i < chairs; i++)
        holm_bot_stop(&players->bot[i]);
    if (players) {
        free(players->chair);
        free(players->bot);
        free(players->plan);
        free(players->episode);
        free(players->number);
        free(players->quiet.events);
        free(players->quiet.reward);
        free(players->quiet.terminated);
        free(players->quiet.truncated);
    }
    free(players);
}

/* ----------------------------------------------------------------- choosing */

/* Who is asked, where a bot sits; or NULL. */
static struct holm_bot *asked_bot(const struct native_players *players, uint32_t game, int seat)
{
    if (seat >= (int)players->info.players)
        return NULL;
    struct holm_bot *bot = &bots_of(players, game)[seat];
    return bot->kind ? bot : NULL;
}

/* A bot chooses a whole action; an offer that is not on the menu is thought over without offers. */
static int choose(struct native_players *players, uint32_t game, struct holm_bot *bot,
                  uint32_t *number)
{
    const struct holm_state *state = holm_envs_state(players->envs, game);
    struct holm_action *plan = &players->plan[game];
    struct holm_view view;
    struct holm_list list;
    int error = HOLM_ENVS_E_NUMBER;
    holm_view(state, bot->seat, &view);
    holm_legal(&view.seen, bot->seat, &list);
    for (int try = 0; error && try < 2; try++) {
        holm_bot_choose(bot, &view, &list, plan);
        error = holm_envs_part(players->envs, game, plan, number);
        list.templates = 0;
    }
    for (int i = 0; error && i < list.count; i++) { /* any other listed action will do */
        *plan = list.at[i];
        error = holm_envs_part(players->envs, game, plan, number);
    }
    if (error)
        plan->kind = HOLM_NO_ACTION;
    return error;
}

static int next_number(struct native_players *players, uint32_t game, struct holm_bot *bot,
                       uint32_t *number)
{
    struct holm_action *plan = &players->plan[game];
    if (plan->kind && plan->seat == bot->seat && !holm_envs_part(players->envs, game, plan, number))
        return HOLM_OK;
    return choose(players, game, bot, number);
}

int native_players_choose(struct native_players *players, uint32_t begin, uint32_t end,
                          uint16_t *numbers)
{
    for (uint32_t game = begin; game < end; game++) {
        uint32_t number = 0;
        struct holm_bot *bot = asked_bot(players, game, holm_envs_asked(players->envs, game));
        if (!bot)
            continue;
        const int error = next_number(players, game, bot, &number);
        if (error)
            return error;
        numbers[game] = (uint16_t)number;
    }
    return HOLM_OK;
}

void native_players_follow(struct native_players *players, uint32_t begin, uint32_t end,
                           const uint8_t *terminated, const uint8_t *truncated)
{
    const struct holm_events *events = players->quiet.events;
    for (uint32_t game = begin; game < end; game++)
        if (!terminated || terminated[game] || truncated[game])
            start_bots(players, game);
        else if (events[game].count)
            holm_bots_tell(bots_of(players, game), (int)players->info.players,
                           holm_envs_state(players->envs, game), &events[game]);
}

struct holm_events *native_players_events(const struct native_players *players)
{
    return players->quiet.events;
}

/* ----------------------------------------------------------------- stepping */

/* What one game's steps came to. */
struct sum {
    float reward[HOLM_SEATS];
    uint8_t terminated, truncated;
    unsigned ended; /* episodes */
};

/* One step of one game, of which only the sum is kept. */
static int step_one(struct native_players *players, uint32_t game, uint16_t number, struct sum *sum)
{
    const struct holm_envs_out *quiet = &players->quiet;
    const size_t seats = players->info.players;
    players->number[game] = number;
    const int error = holm_envs_step(players->envs, game, game + 1, players->number, quiet);
    if (error)
        return error;
    const bool over =
        sum->terminated || sum->truncated; /* the next episode's rewards are its own */
    for (size_t seat = 0; seat < seats && !over; seat++)
        sum->reward[seat] += quiet->reward[game * seats + seat];
    sum->terminated |= quiet->terminated[game];
    sum->truncated |= quiet->truncated[game];
    sum->ended += quiet->terminated[game] || quiet->truncated[game];
    native_players_follow(players, game, game + 1, quiet->terminated, quiet->truncated);
    return HOLM_OK;
}

/* One step of a bot; false: none is asked, or something went wrong. */
static bool bot_step(struct native_players *players, uint32_t game, struct sum *sum, int *error)
{
    uint32_t number = 0;
    struct holm_bot *bot = asked_bot(players, game, holm_envs_asked(players->envs, game));
    *error = bot ? next_number(players, game, bot, &number) : HOLM_OK;
    if (bot && !*error)
        *error = step_one(players, game, (uint16_t)number, sum);
    return bot && !*error;
}

static int play_on(struct native_players *players, uint32_t game, struct sum *sum)
{
    int error = HOLM_OK;
    while (sum->ended < EPISODES_UNASKED && bot_step(players, game, sum, &error))
        ;
    return sum->ended < EPISODES_UNASKED ? error : NATIVE_E_NEVER_ASKED;
}

/* What is left to see of a game that is over: not the first seat's cards, but the learner's own. */
static void observe_end(const struct native_players *players, uint32_t game,
                        const struct holm_envs_out *out)
{
    const uint8_t *chair = players->chair + (size_t)game * players->info.players;
    const uint8_t *learner = memchr(chair, HOLM_NONE, players->info.players);
    if (out->observation && learner && holm_envs_asked(players->envs, game) == HOLM_NONE)
        holm_envs_observe_seat(players->envs, game, (int)(learner - chair),
                               out->observation + (size_t)game * players->info.observation);
}

int native_players_finish(struct native_players *players, uint32_t begin, uint32_t end,
                          float *rewards)
{
    const size_t seats = players->info.players;
    int error = HOLM_OK;
    for (uint32_t game = begin; game < end && !error; game++) {
        struct sum sum = { 0 };
        while (!sum.terminated && !sum.truncated && bot_step(players, game, &sum, &error))
            ;
        memcpy(rewards + game * seats, sum.reward, seats * sizeof *sum.reward);
    }
    return error;
}

int native_players_step(struct native_players *players, uint32_t begin, uint32_t end,
                        const uint16_t *numbers, const struct holm_envs_out *out)
{
    const size_t seats = players->info.players;
    int first = HOLM_OK;
    for (uint32_t game = begin; game < end; game++) {
        struct sum sum = { 0 };
        int error = numbers ? step_one(players, game, numbers[game], &sum) : HOLM_OK;
        if (out->refused)
            out->refused[game] = error != HOLM_OK;
        error = error ? error : play_on(players, game, &sum);
        if (!numbers) /* what comes before the first choice is nobody's reward */
            memset(sum.reward, 0, sizeof sum.reward);
        first = first ? first : error;
        holm_envs_observe(players->envs, game, game + 1, out);
        observe_end(players, game, out);
        if (out->reward)
            memcpy(out->reward + game * seats, sum.reward, seats * sizeof *sum.reward);
        if (out->terminated)
            out->terminated[game] = sum.terminated;
        if (out->truncated)
            out->truncated[game] = sum.truncated;
    }
    return first;
}
