/* review.c: a game looked at afterwards: chances, luck, mistakes, turning points. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/words.h"
#include "talk/review.h"
#include "text/json.h"
#include "text/notation.h"

static const struct cli_manual manual = {
    "review", "[OPTION...] LOG",
    "Looks at a game afterwards: how every player's chance to win went, what the dice gave "
    "against\n"
    "expectation, and which decisions lost something. A decision is judged by what its player "
    "could\n"
    "know: it and the best others are played on, over hands that the others may have held.",
    1, 1
};

enum { THREADS_MOST = 64, JSON_MOST = 1 << 23 };

struct job {
    struct review review; /* the whole game */
    char *log;
    struct review_judged *judged; /* by line */
    char **text; /* the same as JSON */
    atomic_int next; /* line */
    atomic_int done;
    bool shown;
};

/* ------------------------------------------------------------------- judging */

static char *as_json(const struct review *review, int line, const struct review_judged *judged)
{
    static _Thread_local char room[1 << 14];
    struct holm_writer writer = holm_writer(room, sizeof room);
    review_put_judged(&writer, review, line, judged);
    char *text = strdup(room);
    if (!text)
        cli_fail(&manual, "out of memory");
    return text;
}

/* Judges whatever line comes next, until there is none. */
static void judge_all(struct job *job, struct review *review)
{
    struct holm_trouble trouble = { 0 };
    for (int line; (line = atomic_fetch_add(&job->next, 1)) <= review->lines;) {
        if (!review->line[line].decision)
            continue;
        if (!review_judge(review, line, &job->judged[line], &trouble))
            cli_fail(&manual, "%s", trouble.text);
        job->text[line] = as_json(review, line, &job->judged[line]);
        const int done = atomic_fetch_add(&job->done, 1) + 1;
        if (job->shown)
            fprintf(stderr, "\r%3d %%", 100 * done / review->decisions);
    }
}

static void *help(void *argument)
{
    struct job *job = argument;
    struct review review;
    struct holm_trouble trouble = { 0 };
    struct review_order order = job->review.order;
    order.helper = true;
    if (!review_open(&review, job->log, &order, &trouble))
        cli_fail(&manual, "%s", trouble.text);
    judge_all(job, &review);
    review_close(&review);
    return NULL;
}

static void judge(struct job *job, long threads)
{
    pthread_t thread[THREADS_MOST];
    job->judged = calloc((size_t)job->review.lines + 1, sizeof *job->judged);
    job->text = calloc((size_t)job->review.lines + 1, sizeof *job->text);
    if (!job->judged || !job->text)
        cli_fail(&manual, "out of memory");
    atomic_store(&job->next, 1);
    for (long i = 1; i < threads; i++)
        if (pthread_create(&thread[i], NULL, help, job))
            cli_fail(&manual, "cannot start thread %ld; try --threads 1", i + 1);
    judge_all(job, &job->review);
    for (long i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
    if (job->shown)
        fputs("\r\033[K", stderr);
}

/* ------------------------------------------------------------------ printing */

static void print_json(const struct job *job)
{
    char *room = malloc(JSON_MOST);
    struct holm_writer writer = holm_writer(room, JSON_MOST);
    if (!room)
        cli_fail(&manual, "out of memory");
    review_put(&writer, &job->review);
    printf("{\"review\":%s,\"judged\":[", room);
    const char *between = "";
    for (int line = 1; line <= job->review.lines; line++) {
        if (!job->text[line])
            continue;
        printf("%s%s", between, job->text[line]);
        between = ",";
    }
    puts("]}");
    free(room);
}

static void print_seats(const struct job *job)
{
    const struct review *review = &job->review;
    printf("%-8s %6s %6s %14s %10s %6s %9s %9s %7s\n", "player", "dice", "draws", "cards (usual)",
           "decisions", "slips", "mistakes", "blunders", "lost");
    for (int seat = 0; seat < review->players; seat++) {
        const struct review_seat *one = &review->seat[seat];
        int count[HOLM_GRADES] = { 0 }, decisions = 0;
        double lost = 0;
        for (int line = 1; line <= review->lines; line++) {
            if (!review->line[line].decision || review->line[line].seat != seat)
                continue;
            const struct holm_judgement *judgement = &job->judged[line].judgement;
            decisions++;
            count[judgement->grade]++;
            lost += judgement->grade != HOLM_SOUND ? judgement->loss : 0;
        }
        printf("%-8s %+5.0f%% %+5.0f%% %5d (%5.1f) %11d %6d %9d %9d %6.0f%%\n",
               holm_seat_names[seat], 100 * one->dice, 100 * one->cards, one->claimed,
               one->expected / 1000.0, decisions, count[HOLM_SLIP], count[HOLM_MISTAKE],
               count[HOLM_BLUNDER], 100 * lost);
    }
}

static void print_choice(const struct holm_board *board, const struct holm_choice *choice)
{
    char text[256];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put_action(&writer, board, &choice->action);
    printf("%s (%.0f %%)", text, 100 * choice->chance);
}

static void print_mistakes(const struct job *job)
{
    const struct holm_board *board = review_board(&job->review);
    bool any = false;
    for (int line = 1; line <= job->review.lines; line++) {
        const struct holm_judgement *one = &job->judged[line].judgement;
        if (one->grade == HOLM_SOUND)
            continue;
        if (!any)
            puts("\nWhat lost something");
        any = true;
        printf("%5d  %s, %.0f %%: ", line, holm_grade_names[one->grade], 100 * one->loss);
        print_choice(board, &one->choice[one->made]);
        printf("; better ");
        print_choice(board, &one->choice[0]);
        putchar('\n');
    }
    if (!any)
        puts("\nNo decision lost anything that luck would not explain.");
}

static bool tell_turning(void *context, const struct holm_replay *replay)
{
    const struct review *review = context;
    const struct cli_listener listener = { .viewer = HOLM_EVERYBODY };
    for (int i = 0; i < review->turnings; i++) {
        const struct review_turning *turning = &review->turning[i];
        const struct review_line *line = &review->line[turning->line];
        if (turning->line != replay->actions || replay->kind == HOLM_LINE_SEAL)
            continue;
        printf("%5d  %s %.0f %% to %.0f %%:", turning->line, holm_seat_names[turning->seat],
               100 * line[-1].chance[turning->seat], 100 * line->chance[turning->seat]);
        for (int event = 0; event < replay->events.count; event++) {
            char text[512];
            struct holm_writer writer = holm_writer(text, sizeof text);
            if (cli_put_event(&writer, &replay->state, &replay->events.at[event], &listener))
                printf(" %s", text);
        }
        putchar('\n');
    }
    return true;
}

static void print_turnings(struct job *job)
{
    static struct holm_replay replay;
    struct holm_trouble trouble;
    if (!job->review.turnings)
        return;
    puts("\nTurning points");
    cli_replay_text(job->log, &replay, tell_turning, &job->review, NULL, &trouble);
}

/* A last line that was cut off in the middle does not count. */
static void load(struct job *job, const char *path)
{
    static struct holm_replay replay;
    struct holm_trouble trouble = { 0 };
    size_t whole = 0;
    job->log = cli_slurp(path, &trouble);
    if (!job->log)
        cli_fail_file(&manual, path, &trouble);
    if (!cli_is_log(path, job->log))
        cli_refuse(&manual, "%s is no log: a review is of a whole game", path);
    if (!cli_replay_text(job->log, &replay, NULL, NULL, &whole, &trouble))
        cli_fail_file(&manual, path, &trouble);
    if (job->log[whole])
        cli_warn_cut(path);
    job->log[whole] = '\0';
}

int cli_review(int argc, char **argv)
{
    static struct cli_texts files;
    static struct job job;
    struct holm_trouble trouble = { 0 };
    long nodes = 0, threads = 1;
    int64_t seed = 1;
    bool json = false;
    const struct cli_option options[] = {
        { "--nodes", "N", "lines to play on for a decision (default: by the game's length)",
          CLI_NUMBER, &nodes, 1, HOLM_BUDGET_MOST },
        { "--seed", "N", "of the lines played on (default 1)", CLI_WIDE, &seed, 0, UINT32_MAX },
        { "--threads", "N", "decisions at a time (default 1)", CLI_NUMBER, &threads, 1,
          THREADS_MOST },
        { "--json", NULL, "print all as one JSON object", CLI_YES, &json, 0, 0 },
    };
    cli_read(&manual, options, sizeof options / sizeof *options, NULL, &files, argc, argv);
    const struct review_order order = { .seed = (uint64_t)seed, .nodes = (uint32_t)nodes };
    load(&job, files.at[0]);
    job.shown = isatty(STDERR_FILENO);
    if (!review_open(&job.review, job.log, &order, &trouble))
        cli_fail_file(&manual, files.at[0], &trouble);
    judge(&job, threads);
    if (json) {
        print_json(&job);
    } else {
        print_seats(&job);
        print_turnings(&job);
        print_mistakes(&job);
    }
    for (int line = 0; line <= job.review.lines; line++)
        free(job.text[line]);
    free(job.text);
    free(job.judged);
    review_close(&job.review);
    free(job.log);
    return 0;
}
