/* bench_envs.c: the speed of batches of games (envs/envs.h), beside plain random games in the same run. */
#include "cli/bench.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/cli.h"
#include "envs/envs.h"
#include "text/maps.h"
#include "text/setup.h"

enum { ROUNDS = 40, THREADS = 2, TURN_LIMIT = 5000 };

/* What is measured, in this order, again and again: the best round counts, so that what else the
 * machine does disturbs all of them alike. */
enum way { PLAIN_GAMES, FULL, NO_OBSERVATION, NO_MASK, TWO_THREADS, WAYS };

struct subject {
    const char *name;
    uint8_t game, edition, players;
    const char *scenario; /* NULL: none */
    uint32_t offers;
};
static const struct subject subjects[] = {
    { "base, 4 players", HOLM_BASE, HOLM_2025, 4, NULL, 0 },
    { "base, 4 players, offers", HOLM_BASE, HOLM_2025, 4, NULL, 4 },
    { "base, 2 players", HOLM_BASE, HOLM_2025, 2, NULL, 0 },
    { "base, 6 players", HOLM_BASE, HOLM_2025, 6, NULL, 0 },
    { "Cities & Knights, 4", HOLM_KNIGHTS, HOLM_2025, 4, NULL, 0 },
    { "New Shores, 4", HOLM_SEAFARERS, HOLM_2025, 4, "new-shores", 0 },
    { "New Shores & Knights, 4", HOLM_SEA_KNIGHTS, HOLM_2025, 4, "new-shores", 0 },
};

struct bench {
    const struct cli_manual *manual;
    struct holm_rules rules;
    struct holm_map map;
    uint32_t games;
    struct holm_envs *envs;
    struct holm_envs_info info;
    struct holm_envs_out out;
    uint16_t *numbers;
    struct holm_random random;
    void *memory[16];
    int taken;
    double best[WAYS]; /* steps a second */
};

static double now_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* What this thread has had of the processor; where two work, the clock on the wall counts. */
static double now(void)
{
    return now_of(CLOCK_THREAD_CPUTIME_ID);
}

/* -------------------------------------------------------------- plain games */

/* As in `holm sim`: random players need no view, and listed actions no second check. */
static uint64_t play_plain(struct bench *bench, uint64_t seed)
{
    static struct holm_board board;
    static struct holm_state state;
    static struct holm_list list;
    struct holm_chance chance;
    struct holm_map map = bench->map;
    uint64_t actions = 0;
    holm_chance_number(&chance, seed);
    if (holm_deal(&map, &bench->rules, &chance) || holm_board_make(&board, &map, &bench->rules))
        return 0;
    holm_start(&state, &board);
    for (; !holm_over(&state); actions++) {
        holm_legal(&state, holm_next(&state), &list);
        const uint32_t i = holm_random_below(&bench->random, (uint32_t)list.count);
        holm_apply_listed(&state, &list.at[i], &chance, NULL);
    }
    return actions;
}

static double measure_plain(struct bench *bench, double seconds, int round)
{
    const double start = now();
    double time = 0;
    uint64_t actions = 0, seed = 1000u * (unsigned)round;
    for (; time < seconds; time = now() - start)
        actions += play_plain(bench, ++seed);
    return (double)actions / time;
}

/* ------------------------------------------------------------------ batches */

static void *take(struct bench *bench, size_t bytes)
{
    const size_t size = (bytes + HOLM_ENVS_ALIGNMENT) / HOLM_ENVS_ALIGNMENT * HOLM_ENVS_ALIGNMENT;
    void *memory = aligned_alloc(HOLM_ENVS_ALIGNMENT, size);
    if (!memory)
        cli_fail(bench->manual, "out of memory");
    return bench->memory[bench->taken++] = memory;
}

static void open_batch(struct bench *bench, const struct subject *subject)
{
    const struct holm_envs_config config = {
        .seed = 1, .games = bench->games, .offers = subject->offers, .auto_reset = true
    };
    const size_t games = bench->games, bytes = holm_envs_bytes(&bench->rules, &bench->map, &config);
    const int error = holm_envs_make(take(bench, bytes), bytes, &bench->rules, &bench->map, &config,
                                     &bench->envs);
    if (error)
        cli_fail(bench->manual, "%s: %s", subject->name, holm_envs_reason(error));
    holm_envs_info(bench->envs, &bench->info);
    bench->out = (struct holm_envs_out){
        .observation = take(bench, games * bench->info.observation),
        .mask = take(bench, games * bench->info.actions),
        .legal = take(bench, games * bench->info.legal_most * sizeof(uint16_t)),
        .legal_count = take(bench, games * sizeof(uint16_t)),
        .seat = take(bench, games),
        .reward = take(bench, games * bench->info.players * sizeof(float)),
        .terminated = take(bench, games),
        .truncated = take(bench, games),
    };
    bench->numbers = take(bench, games * sizeof(uint16_t));
    holm_envs_observe(bench->envs, 0, bench->games, &bench->out);
}

static void choose(struct bench *bench, struct holm_random *random, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        const uint32_t at = holm_random_below(random, bench->out.legal_count[i]);
        bench->numbers[i] = bench->out.legal[(size_t)i * bench->info.legal_most + at];
    }
}

/* A thread's part of the games. */
struct share {
    struct bench *bench;
    struct holm_random random;
    uint32_t begin, end;
    double seconds; /* how long it is stepped */
    double speed; /* then: steps a second */
};

static void *step_share(void *argument)
{
    struct share *share = argument;
    struct bench *bench = share->bench;
    const double begun = now_of(CLOCK_MONOTONIC);
    double time = 0, start = begun;
    uint64_t steps = 0;
    while (start - begun < share->seconds) {
        choose(bench, &share->random, share->begin, share->end);
        start = now_of(CLOCK_MONOTONIC);
        holm_envs_step(bench->envs, share->begin, share->end, bench->numbers, &bench->out);
        time += now_of(CLOCK_MONOTONIC) - start;
        steps += share->end - share->begin;
    }
    share->speed = (double)steps / time;
    return NULL;
}

/* Each has its half of the games, and none waits for the other. */
static double measure_threads(struct bench *bench, double seconds)
{
    struct share share[THREADS];
    pthread_t thread[THREADS];
    double speed = 0;
    for (uint32_t i = 0; i < THREADS; i++) {
        share[i] = (struct share){ .bench = bench,
                                   .begin = bench->games * i / THREADS,
                                   .end = bench->games * (i + 1) / THREADS,
                                   .seconds = seconds };
        holm_random_seed(&share[i].random, i + 1);
        if (pthread_create(&thread[i], NULL, step_share, &share[i]))
            cli_fail(bench->manual, "cannot start a thread");
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        speed += share[i].speed;
    }
    return speed;
}

/* Only the time of the steps counts, not that of the choice. */
static double measure_steps(struct bench *bench, double seconds, enum way way)
{
    struct holm_envs_out out = bench->out;
    double time = 0;
    uint64_t steps = 0;
    if (way != FULL)
        out.observation = NULL;
    if (way == NO_MASK)
        out.mask = NULL;
    while (time < seconds) {
        choose(bench, &bench->random, 0, bench->games);
        const double start = now();
        holm_envs_step(bench->envs, 0, bench->games, bench->numbers, &out);
        time += now() - start;
        steps += bench->games;
    }
    return (double)steps / time;
}

static double measure_way(struct bench *bench, double seconds, enum way way, int round)
{
    if (way == PLAIN_GAMES)
        return measure_plain(bench, seconds, round);
    if (way == TWO_THREADS)
        return measure_threads(bench, seconds);
    return measure_steps(bench, seconds, way);
}

/* ------------------------------------------------------------------ subjects */

static bool prepare(struct bench *bench, const struct subject *subject)
{
    struct holm_trouble trouble;
    if (holm_rules_make(&bench->rules, subject->game, subject->edition, subject->players))
        return false;
    bench->rules.turn_limit = TURN_LIMIT;
    bench->rules.bank_trade_only = !subject->offers;
    return (subject->scenario
                ? holm_scenario_find(subject->scenario, subject->players, &bench->map, &trouble)
                : holm_map_find(holm_map_default(&bench->rules), &bench->map, &trouble)) &&
           holm_setup_settle(&bench->rules, &bench->map, 0, &trouble);
}

static void measure_subject(struct bench *bench, const struct subject *subject, double seconds)
{
    open_batch(bench, subject);
    for (int i = 0; i < 1000; i++) { /* games of all ages, and a warm machine */
        choose(bench, &bench->random, 0, bench->games);
        holm_envs_step(bench->envs, 0, bench->games, bench->numbers, &bench->out);
    }
    for (int round = 0; round < ROUNDS; round++)
        for (enum way way = 0; way < WAYS; way++) {
            const double speed = measure_way(bench, seconds / ROUNDS, way, round);
            bench->best[way] = speed > bench->best[way] ? speed : bench->best[way];
        }
}

static void print_subject(const struct bench *bench, const struct subject *subject, double base)
{
    const double plain = bench->best[PLAIN_GAMES], full = bench->best[FULL];
    printf("%-24s %8.2f %8.2f %5.2f %8.2f %5.2f %8.2f %7.2f %7.2f %6u %5u\n", subject->name,
           plain / 1e6, full / 1e6, full / plain, bench->best[NO_OBSERVATION] / 1e6,
           bench->best[NO_OBSERVATION] / plain, bench->best[NO_MASK] / 1e6,
           bench->best[TWO_THREADS] / full, full / base, bench->info.observation,
           bench->info.actions);
    fflush(stdout);
}

void cli_bench_envs(const struct cli_manual *manual, double seconds, long games, const char *only)
{
    double base = 0;
    int measured = 0;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        measured += !only || strstr(subjects[i].name, only);
    if (!measured)
        cli_refuse(manual, "no mode has '%s' in its name; `holm bench --envs` names them all",
                   only);
    printf(
        "batches of %ld games; M/s: million steps a second on one thread, the best of %d rounds; "
        "to sim: beside plain games\n",
        games, ROUNDS);
    printf("%-24s %8s %8s %5s %8s %5s %8s %7s %7s %6s %5s\n", "", "sim M/s", "all M/s", "to sim",
           "no obs.", "to sim", "no mask", "threads", "to base", "bytes", "acts");
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        static struct bench bench;
        memset(&bench, 0, sizeof bench);
        if (only && !strstr(subjects[i].name, only))
            continue;
        bench.manual = manual;
        bench.games = (uint32_t)games;
        holm_random_seed(&bench.random, 1);
        if (!prepare(&bench, &subjects[i]))
            cli_fail(manual, "%s cannot be set up", subjects[i].name);
        measure_subject(&bench, &subjects[i], seconds);
        base = base > 0 ? base : bench.best[FULL];
        print_subject(&bench, &subjects[i], base);
        for (int j = 0; j < bench.taken; j++)
            free(bench.memory[j]);
    }
}
