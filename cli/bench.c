/* bench.c: the speed of the engine, and a signature that changes when its behaviour does. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/bench.h"
#include "cli/cli.h"
#include "cli/games.h"
#include "cli/options.h"
#include "envs/envs.h"
#include "text/maps.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "bench", "[OPTION...]",
    "Plays random games of every mode on one thread and prints how fast. The signature is a hash\n"
    "over the same few games each time: it changes when the engine behaves differently, and with\n"
    "nothing else. Cities & Knights has its own. With --envs it steps batches of games as "
    "programs\n"
    "that learn do, and compares them with plain games.",
    0, 0
};

enum { SIGNATURE_GAMES = 20, TURN_LIMIT = 5000 };

struct mode {
    char name[48];
    struct cli_game game;
};

/* One mode's games, as long as they are played. */
struct run {
    const struct mode *mode;
    struct holm_board board;
    struct holm_state state;
    struct holm_chance chance;
    struct holm_random random;
    struct holm_list list;
    uint64_t games, actions, signature;
};

/* As in `holm sim`: random players need no view, and listed actions no second check. */
static void play_game(struct run *run, uint64_t seed)
{
    struct holm_trouble trouble;
    holm_chance_number(&run->chance, seed);
    holm_random_seed(&run->random, seed);
    if (!cli_deal(&run->mode->game, &run->chance, &run->board, &trouble))
        cli_fail(&manual, "%s: %s", run->mode->name, trouble.text);
    holm_start(&run->state, &run->board);
    while (!holm_over(&run->state)) {
        holm_legal(&run->state, holm_next(&run->state), &run->list);
        const uint32_t i = holm_random_below(&run->random, (uint32_t)run->list.count);
        holm_apply_listed(&run->state, &run->list.at[i], &run->chance, NULL);
        run->actions++;
    }
    run->games++;
}

static void sign(struct run *run)
{
    run->signature = (run->signature ^ holm_hash(&run->state)) * 0x9E3779B97F4A7C15u;
    run->signature ^= run->signature >> 29;
    run->signature += run->actions;
}

static void measure(const struct mode *mode, double seconds, uint64_t *signature)
{
    static struct run run;
    memset(&run, 0, sizeof run);
    run.mode = mode;
    run.signature = *signature;
    uint64_t seed = 1;
    for (; seed <= SIGNATURE_GAMES; seed++) {
        play_game(&run, seed);
        sign(&run);
    }
    *signature = run.signature;

    if (seconds <= 0)
        return;
    run.games = run.actions = 0; /* the games so far have warmed the machine up */
    const double start = cli_now();
    double time = 0;
    while (time < seconds) {
        for (int i = 0; i < 8; i++)
            play_game(&run, seed++);
        time = cli_now() - start;
    }
    printf("%-26s %12.0f %10.0f %8.1f %10.1f\n", mode->name, (double)run.actions / time,
           (double)run.games / time, time * 1e9 / (double)run.actions,
           (double)run.actions / (double)run.games);
    fflush(stdout);
}

/* ------------------------------------------------------------------- modes */

/* The map and the turn limit of a mode whose rules and name stand. */
static bool complete(struct mode *mode)
{
    struct holm_rules *rules = &mode->game.rules;
    struct holm_trouble trouble;
    rules->turn_limit = TURN_LIMIT;
    if (holm_rules_check(rules))
        return false;
    const char *map = holm_map_default(rules);
    snprintf(mode->game.source, sizeof mode->game.source, "%s", map);
    return holm_map_find(map, &mode->game.map, &trouble);
}

static bool make_base(struct mode *mode, int players, int turn_mode, int neutrals)
{
    static const char *const names[] = { "", " special build", " paired", " two per turn" };
    if (holm_rules_make(&mode->game.rules, HOLM_BASE, HOLM_2025, players))
        return false;
    mode->game.rules.turn_mode = (uint8_t)turn_mode;
    mode->game.rules.neutrals = (uint8_t)neutrals;
    snprintf(mode->name, sizeof mode->name, "%d players%s%s", players, names[turn_mode],
             players == 2 && neutrals ? " neutral" : "");
    return complete(mode);
}

static bool make_knights(struct mode *mode, int players, int edition)
{
    if (holm_rules_make(&mode->game.rules, HOLM_KNIGHTS, edition, players))
        return false;
    snprintf(mode->name, sizeof mode->name, "knights %d players %s", players,
             holm_edition_names[edition]);
    return complete(mode);
}

/* What is measured, and for how long. */
struct order {
    const char *only; /* or NULL */
    double seconds;
    int measured; /* modes so far */
};

static void measure_if(struct order *order, const struct mode *mode, uint64_t *signature)
{
    if (order->only && !strstr(mode->name, order->only))
        return;
    if (!order->measured++ && order->seconds > 0)
        printf("%-26s %12s %10s %8s %10s\n", "random games, 1 thread", "actions/s", "games/s",
               "ns/act", "act/game");
    measure(mode, order->seconds, signature);
}

static uint64_t measure_base(struct order *order)
{
    static struct mode mode;
    uint64_t signature = 0;
    for (int players = 2; players <= HOLM_SEATS; players++)
        for (int turn_mode = 0; turn_mode < HOLM_TURN_MODES; turn_mode++)
            for (int neutrals = players == 2 ? 2 : 0; neutrals >= 0; neutrals -= 2)
                if (make_base(&mode, players, turn_mode, neutrals))
                    measure_if(order, &mode, &signature);
    return signature;
}

/* Four in every edition; of the other numbers one each. */
static uint64_t measure_knights(struct order *order)
{
    static const struct {
        int players, edition;
    } forms[] = {
        { 4, HOLM_2025 }, { 4, HOLM_2015 }, { 4, HOLM_2007 },   { 4, HOLM_CATAN8 },
        { 2, HOLM_2025 }, { 6, HOLM_2025 }, { 8, HOLM_CATAN8 },
    };
    static struct mode mode;
    uint64_t signature = 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (make_knights(&mode, forms[i].players, forms[i].edition))
            measure_if(order, &mode, &signature);
    return signature;
}

int cli_bench(int argc, char **argv)
{
    long seconds = 1, games = 1024;
    bool envs = false;
    struct order order = { 0 };
    const struct cli_option options[] = {
        { "--seconds", "S", "time for each mode (default 1; 0: the signatures alone)", CLI_NUMBER,
          &seconds, 0, 3600 },
        { "--only", "TEXT", "modes whose name contains this, such as 'knights'", CLI_TEXT,
          &order.only, 0, 0 },
        { "--envs", NULL, "batches of games for programs that learn, instead", CLI_YES, &envs, 0,
          0 },
        { "--batch", "N", "with --envs: games in a batch (default 1024)", CLI_NUMBER, &games, 2,
          HOLM_ENVS_GAMES_MOST },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, NULL, argc, argv);
    if (envs) {
        const double least = 0.05;
        cli_bench_envs(&manual, seconds ? (double)seconds : least, games, order.only);
        return 0;
    }
    order.seconds = (double)seconds;
    const uint64_t base = measure_base(&order), knights = measure_knights(&order);
    if (!order.measured)
        cli_refuse(&manual, "no mode has '%s' in its name; `holm bench` names them all",
                   order.only);
    printf("state %zu bytes, action %zu bytes, board %zu bytes\n", sizeof(struct holm_state),
           sizeof(struct holm_action), sizeof(struct holm_board));
    if (base) /* 0: nothing of it was measured */
        printf("signature %016" PRIx64 "\n", base);
    if (knights)
        printf("signature of Cities & Knights %016" PRIx64 "\n", knights);
    return 0;
}
