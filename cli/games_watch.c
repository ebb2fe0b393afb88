/* games_watch.c: progress with the time left, and ^C, while threads play. */
#include "cli/games_watch.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "bots/external.h"

enum {
    LOOK_EVERY = 100, /* milliseconds */
    TWICE_WITHIN = 250, /* milliseconds: `timeout` sends the same ^C to us and to our group */
    GRACE = 10 /* looks after ^C until programs that keep somebody waiting are killed */
};

static sem_t finished; /* posted by each thread at its end */
static atomic_llong interrupted; /* when, in milliseconds; 0: not yet */

/* ----------------------------------------------------------------------- ^C */

static void on_interrupt(int number)
{
    const long long now = (long long)(cli_now() * 1000);
    long long first = 0;
    if (atomic_compare_exchange_strong(&interrupted, &first, now) || now - first < TWICE_WITHIN)
        return;
    holm_programs_kill();
    signal(number, SIG_DFL);
    raise(number);
}

bool cli_games_interrupted(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed) > 0;
}

void cli_watch_start(void)
{
    struct sigaction found, action = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART };
    sem_init(&finished, 0, 0);
    if (!sigaction(SIGINT, NULL, &found) && found.sa_handler != SIG_IGN) /* as nohup has it */
        sigaction(SIGINT, &action, NULL);
}

long cli_games_count(const struct cli_games *games, const struct cli_tally *tally)
{
    const bool early = cli_games_interrupted() || atomic_load(&games->clear);
    return early ? tally->finished + tally->stalled : games->games;
}

int cli_games_end(const struct cli_tally *tally)
{
    if (!cli_games_interrupted())
        return tally->violations ? 1 : 0;
    fflush(stdout);
    holm_programs_end();
    signal(SIGINT, SIG_DFL); /* so that a shell's loop ends, too */
    raise(SIGINT);
    return 1;
}

/* ----------------------------------------------------------------- progress */

void cli_put_time(char text[24], double seconds)
{
    const long whole = seconds < 1e9 ? (long)(seconds + 0.5) : 1000000000;
    if (whole < 3600)
        snprintf(text, 24, "%ld:%02ld", whole / 60, whole % 60);
    else
        snprintf(text, 24, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60, whole % 60);
}

static void show(struct cli_games *games, double seconds)
{
    enum { WIDTH = 40 };
    static const char bar[WIDTH + 1] = "########################################";
    const long done = atomic_load(&games->done);
    char left[24] = "?:??";
    if (done)
        cli_put_time(left, seconds * (double)(games->games - done) / (double)done);
    fprintf(stderr, "\r[%-*.*s] %ld of %ld games, %s left\033[K", WIDTH,
            (int)(done * WIDTH / games->games), bar, done, games->games, left);
}

void cli_watch_done(void)
{
    sem_post(&finished);
}

/* Whether a thread has ended by the time of the next look. */
static bool wait_for_one(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_EVERY * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return !sem_timedwait(&finished, &until);
}

void cli_watch(struct cli_games *games, long threads)
{
    const bool terminal = isatty(STDERR_FILENO);
    const double start = cli_now();
    int looks = 0;
    while (threads) {
        if (wait_for_one()) {
            threads--;
            continue;
        }
        if (terminal && !cli_games_interrupted())
            show(games, cli_now() - start);
        if (cli_games_interrupted() && ++looks == GRACE)
            holm_programs_kill();
    }
    if (terminal)
        fputs("\r\033[K", stderr);
}
