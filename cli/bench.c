/* bench.c: the speed of the engine, and a signature that changes when its behaviour does. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "text/maps.h"

static const struct cli_manual manual = {
    "bench", "[OPTION...]",
    "Plays random games of every mode on one thread and prints how fast. The signature is a hash\n"
    "over the same few games each time: it changes when the engine behaves differently, and with\n"
    "nothing else.",
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

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

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
    const double start = now();
    double time = 0;
    while (time < seconds) {
        for (int i = 0; i < 8; i++)
            play_game(&run, seed++);
        time = now() - start;
    }
    printf("%-24s %12.0f %10.0f %8.1f %10.1f\n", mode->name, (double)run.actions / time,
           (double)run.games / time, time * 1e9 / (double)run.actions,
           (double)run.actions / (double)run.games);
    fflush(stdout);
}

/* ------------------------------------------------------------------- modes */

static bool add_mode(struct mode *mode, int players, int turn_mode, int neutrals)
{
    static const char *const names[] = { "", " special build", " paired", " two per turn" };
    struct holm_rules *rules = &mode->game.rules;
    struct holm_trouble trouble;
    /* Two without neutral colours are Catan8's form (P8-1). */
    const int edition = players == 2 && !neutrals ? HOLM_CATAN8 : HOLM_2025;
    if (holm_rules_make(rules, HOLM_BASE, edition, players))
        return false;
    rules->turn_mode = (uint8_t)turn_mode;
    rules->turn_limit = TURN_LIMIT;
    if (holm_rules_check(rules))
        return false;
    const char *map = holm_map_default(rules);
    snprintf(mode->game.source, sizeof mode->game.source, "%s", map);
    snprintf(mode->name, sizeof mode->name, "%d players%s%s", players, names[turn_mode],
             players == 2 && neutrals ? " neutral" : "");
    return holm_map_find(map, &mode->game.map, &trouble);
}

int cli_bench(int argc, char **argv)
{
    static struct mode mode;
    long seconds = 1;
    const char *only = NULL;
    uint64_t signature = 0;
    const struct cli_option options[] = {
        { "--seconds", "S", "time for each mode (default 1; 0: the signature alone)", CLI_NUMBER,
          &seconds, 0, 3600 },
        { "--only", "TEXT", "modes whose name contains this, such as '4 players'", CLI_TEXT, &only,
          0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, NULL, argc, argv);
    if (seconds)
        printf("%-24s %12s %10s %8s %10s\n", "random games, 1 thread", "actions/s", "games/s",
               "ns/act", "act/game");
    for (int players = 2; players <= HOLM_SEATS; players++)
        for (int turn_mode = HOLM_TURN_SINGLE; turn_mode <= HOLM_TURN_TWO_PER_TURN; turn_mode++)
            for (int neutrals = players == 2 ? 2 : 0; neutrals >= 0; neutrals -= 2)
                if (add_mode(&mode, players, turn_mode, neutrals) &&
                    (!only || strstr(mode.name, only)))
                    measure(&mode, (double)seconds, &signature);
    printf("state %zu bytes, action %zu bytes, board %zu bytes\n", sizeof(struct holm_state),
           sizeof(struct holm_action), sizeof(struct holm_board));
    printf("signature %016" PRIx64 "\n", signature);
    return 0;
}
