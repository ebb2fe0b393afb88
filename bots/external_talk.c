/* external_talk.c: who talks with which program, and whose line is whose. A program that knows nothing
 * of it has one game at a time; one that says so in its hello has as many as that, and every line of
 * theirs has the number of its game. Whoever waits for an answer first reads for all who wait. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots/external.h"
#include "text/json.h"

/* --------------------------------------------------------------------- pool */

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;
static struct holm_program *pool; /* all there are */

/* It has room for one game more, and no other seat of the game that this thread plays. */
static bool has_room(const struct holm_program *program)
{
    if (program->seats >= (program->games ? program->games : 1))
        return false;
    for (const struct holm_talk *talk = program->talk; talk; talk = talk->next)
        if (pthread_equal(talk->thread, pthread_self()))
            return false;
    return true;
}

static struct holm_program *new_program(const char *command)
{
    pthread_condattr_t clock;
    struct holm_program *program = calloc(1, sizeof *program);
    if (!program)
        return NULL;
    program->command = command;
    pthread_mutex_init(&program->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC); /* that of holm_clock() */
    pthread_cond_init(&program->news, &clock);
    pthread_condattr_destroy(&clock);
    program->next = pool;
    return pool = program;
}

/* The first that takes the talk in, or a new one; false: no memory. */
static bool sit_down(struct holm_talk *talk, const char *command)
{
    bool sits = false;
    pthread_mutex_lock(&pool_lock);
    for (struct holm_program *program = pool;; program = program->next) {
        if (!program)
            program = new_program(command);
        if (!program)
            break;
        pthread_mutex_lock(&program->lock);
        if (!strcmp(program->command, command) && has_room(program)) {
            talk->program = program;
            talk->next = program->talk;
            program->talk = talk;
            program->seats++;
            sits = true;
        }
        pthread_mutex_unlock(&program->lock);
        if (sits)
            break;
    }
    pthread_mutex_unlock(&pool_lock);
    return sits;
}

struct holm_talk *holm_talk_new(const char *command)
{
    struct holm_talk *talk = calloc(1, sizeof *talk);
    if (!talk)
        return NULL;
    talk->thread = pthread_self();
    talk->output = malloc(HOLM_OUTPUT_MAX);
    if (talk->output && sit_down(talk, command))
        return talk;
    free(talk->output);
    free(talk);
    return NULL;
}

void holm_talk_free(struct holm_talk *talk)
{
    struct holm_program *program = talk->program;
    pthread_mutex_lock(&program->lock);
    struct holm_talk **at = &program->talk;
    while (*at != talk)
        at = &(*at)->next;
    *at = talk->next;
    program->seats--;
    if (talk->sequence > program->sequence)
        program->sequence = talk->sequence;
    pthread_mutex_unlock(&program->lock);
    for (int i = 0; i < talk->letters; i++)
        free(talk->letter[i]);
    free(talk->opened);
    free(talk->output);
    free(talk);
}

void holm_programs_end(void)
{
    pthread_mutex_lock(&pool_lock);
    for (struct holm_program *program = pool; program; program = program->next)
        if (!program->seats)
            holm_program_close(program); /* so that they end at the same time */
    for (struct holm_program **at = &pool; *at;) {
        struct holm_program *program = *at;
        if (program->seats) {
            at = &program->next;
            continue;
        }
        *at = program->next;
        holm_program_stop(program);
        pthread_mutex_destroy(&program->lock);
        pthread_cond_destroy(&program->news);
        free(program);
    }
    pthread_mutex_unlock(&pool_lock);
    holm_programs_kill(); /* those in the middle of a game that was given up */
}

/* ------------------------------------------------------------------ stopping */

void holm_talk_stop_locked(struct holm_program *program)
{
    const int launch = program->launches;
    if (program->reading)
        holm_program_kill(program); /* whoever reads finds its end */
    while (program->reading)
        pthread_cond_wait(&program->news, &program->lock);
    if (program->launches == launch)
        holm_program_stop(program);
}

static bool goes_on(const struct holm_talk *talk)
{
    return talk->program->process && talk->program->launches == talk->launch;
}

void holm_talk_stop(struct holm_talk *talk)
{
    pthread_mutex_lock(&talk->program->lock);
    if (goes_on(talk))
        holm_talk_stop_locked(talk->program);
    memcpy(talk->how, talk->program->how, sizeof talk->how);
    pthread_mutex_unlock(&talk->program->lock);
}

/* -------------------------------------------------------------------- lines */

enum holm_line holm_talk_write(struct holm_talk *talk, int64_t deadline)
{
    struct holm_program *program = talk->program;
    pthread_mutex_lock(&program->lock);
    const enum holm_line sent =
        goes_on(talk) ? holm_program_write(program, talk->output, deadline) : HOLM_LINE_ENDED;
    pthread_mutex_unlock(&program->lock);
    return sent;
}

/* Whom a line is for: the game that it names. What names none is for who reads, and what names one
 * that is over for nobody. */
static struct holm_talk *addressee(struct holm_talk *reader, const char *line)
{
    struct holm_trouble trouble;
    struct holm_talk *talk = reader;
    if (!reader->program->games)
        return reader;
    json_t *json = holm_json_load(line, &trouble);
    const json_t *number =
        json && holm_value_is_object(json) ? holm_value_member(json, "game") : NULL;
    if (number && holm_value_is_number(number))
        for (talk = reader->program->talk; talk; talk = talk->next)
            if (talk->launch && holm_value_number(number) == talk->game)
                break;
    holm_value_free(json);
    return talk;
}

/* More lines than anybody asked for are forgotten. */
static void post(struct holm_talk *talk, const char *line, bool cut)
{
    const size_t size = cut ? 1 : strlen(line) + 1;
    if (!talk || talk->letters == HOLM_LETTERS)
        return;
    struct holm_letter *letter = malloc(sizeof *letter + size);
    if (!letter)
        return;
    letter->cut = cut;
    memcpy(letter->text, cut ? "" : line, size);
    talk->letter[talk->letters++] = letter;
}

static enum holm_line open_letter(struct holm_talk *talk, char **line)
{
    free(talk->opened);
    talk->opened = talk->letter[0];
    memmove(talk->letter, talk->letter + 1, (size_t)--talk->letters * sizeof *talk->letter);
    *line = talk->opened->text;
    return talk->opened->cut ? HOLM_LINE_LONG : HOLM_LINE;
}

/* Reads one line, for whomever it is. The lock is given back meanwhile. */
static enum holm_line read_for_all(struct holm_talk *talk, int64_t deadline)
{
    struct holm_program *program = talk->program;
    char *line = NULL;
    program->reading = true;
    pthread_mutex_unlock(&program->lock);
    const enum holm_line got = holm_program_read(program, &line, deadline);
    pthread_mutex_lock(&program->lock);
    if (got == HOLM_LINE)
        post(addressee(talk, line), line, false);
    else if (got == HOLM_LINE_LONG)
        post(talk, NULL, true);
    program->reading = false;
    pthread_cond_broadcast(&program->news);
    return got;
}

static void wait_for_news(struct holm_program *program, int64_t deadline)
{
    const struct timespec until = { .tv_sec = deadline / 1000,
                                    .tv_nsec = deadline % 1000 * 1000000 };
    pthread_cond_timedwait(&program->news, &program->lock, &until);
}

enum holm_line holm_talk_read(struct holm_talk *talk, char **line, int64_t deadline)
{
    struct holm_program *program = talk->program;
    enum holm_line got = HOLM_LINE;
    pthread_mutex_lock(&program->lock);
    while (!talk->letters && got != HOLM_LINE_LATE && got != HOLM_LINE_ENDED) {
        if (!goes_on(talk))
            got = HOLM_LINE_ENDED;
        else if (!program->reading)
            got = read_for_all(talk, deadline);
        else if (holm_clock() < deadline)
            wait_for_news(program, deadline);
        else
            got = HOLM_LINE_LATE;
    }
    if (talk->letters)
        got = open_letter(talk, line);
    pthread_mutex_unlock(&program->lock);
    return got;
}
