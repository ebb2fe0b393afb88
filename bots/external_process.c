/* external_process.c: other programs as processes: started by the shell, each in a group of its
 * own, spoken to through pipes that never block, and never left behind. */
#define _GNU_SOURCE /* pipe2 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bots/external.h"

enum {
    RUNNING_MOST = 1024,
    FAREWELL = 500 /* milliseconds for a program to end when its input has */
};

/* Process groups that run; a signal handler reads it. 0: a free slot; -1: one being filled. */
static atomic_int running[RUNNING_MOST];
static atomic_bool all_killed;

/* ----------------------------------------------------------- never left behind */

bool holm_programs_killed(void)
{
    return atomic_load(&all_killed);
}

void holm_programs_kill(void)
{
    atomic_store(&all_killed, true);
    for (int i = 0; i < RUNNING_MOST; i++) {
        const int process = atomic_load(&running[i]);
        if (process > 0)
            kill(-process, SIGKILL);
    }
}

static void on_signal(int number)
{
    holm_programs_kill();
    signal(number, SIG_DFL);
    raise(number);
}

/* A program that has gone must not take this one with it, nor outlive it. */
static void guard(void)
{
    static const int fatal[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
    struct sigaction found, action = { .sa_handler = SIG_IGN };
    sigaction(SIGPIPE, &action, NULL);
    action.sa_handler = on_signal;
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
        if (!sigaction(fatal[i], NULL, &found) && found.sa_handler == SIG_DFL)
            sigaction(fatal[i], &action, NULL);
    atexit(holm_programs_end);
}

static int take_slot(void)
{
    for (int i = 0; i < RUNNING_MOST; i++) {
        int free_slot = 0;
        if (atomic_compare_exchange_strong(&running[i], &free_slot, -1))
            return i;
    }
    return -1;
}

/* ---------------------------------------------------------------- starting */

/* The shell's process, reading from `in` and writing to `out`, or 0. */
static int spawn(const char *command, int in, int out)
{
    static char *const shell[] = { "/bin/sh", "-c" };
    extern char **environ;
    char *const arguments[] = { shell[0], shell[1], (char *)command, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual, none;
    pid_t process = 0;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    if (posix_spawn_file_actions_init(&files))
        return 0;
    if (posix_spawnattr_init(&attributes)) {
        posix_spawn_file_actions_destroy(&files);
        return 0;
    }
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    const int error = posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO) |
                      posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (error || posix_spawn(&process, shell[0], &files, &attributes, arguments, environ))
        process = 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return process;
}

static bool open_pipes(int to[2], int from[2])
{
    if (pipe2(to, O_CLOEXEC))
        return false;
    if (!pipe2(from, O_CLOEXEC))
        return true;
    close(to[0]);
    close(to[1]);
    return false;
}

bool holm_program_launch(struct holm_program *program, struct holm_trouble *trouble)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int to[2], from[2];
    pthread_once(&once, guard);
    program->used = program->line = 0;
    program->cut = false;
    program->slot = take_slot();
    if (program->slot < 0)
        return holm_trouble(trouble, 0, "more than %d programs at once", RUNNING_MOST);
    if (!open_pipes(to, from)) {
        atomic_store(&running[program->slot], 0);
        return holm_trouble(trouble, 0, "no pipe: %s; try fewer --threads", strerror(errno));
    }
    program->process = spawn(program->command, to[0], from[1]);
    program->launches++;
    atomic_store(&running[program->slot], program->process);
    close(to[0]);
    close(from[1]);
    program->to = to[1];
    program->from = from[0];
    fcntl(program->to, F_SETFL, O_NONBLOCK);
    fcntl(program->from, F_SETFL, O_NONBLOCK);
    if (program->process)
        return true;
    close(program->to);
    close(program->from);
    return holm_trouble(trouble, 0, "the shell could not be started");
}

/* ------------------------------------------------------------------ ending */

/* Whether it has ended by itself; its process group stays until it is waited for. */
static bool has_ended(int process)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

void holm_program_close(struct holm_program *program)
{
    if (program->process && program->to >= 0) {
        close(program->to);
        close(program->from);
        program->to = program->from = -1;
    }
}

bool holm_program_ended(const struct holm_program *program)
{
    return program->process && has_ended(program->process);
}

void holm_program_kill(struct holm_program *program)
{
    if (program->process)
        kill(-program->process, SIGKILL);
}

void holm_program_stop(struct holm_program *program)
{
    int status = 0;
    char *const how = program->how;
    const size_t room = sizeof program->how;
    const struct timespec moment = { .tv_nsec = 2000000 };
    if (!program->process)
        return;
    holm_program_close(program);
    for (const int64_t end = holm_clock() + FAREWELL;
         !has_ended(program->process) && holm_clock() < end;)
        nanosleep(&moment, NULL);
    const bool killed = !has_ended(program->process);
    holm_program_kill(program);
    waitpid(program->process, &status, 0);
    atomic_store(&running[program->slot], 0);
    program->process = 0;
    if (killed)
        snprintf(how, room, "it was stopped");
    else if (WIFSIGNALED(status))
        snprintf(how, room, "signal %d", WTERMSIG(status));
    else
        snprintf(how, room, "exit status %d", WEXITSTATUS(status));
}

/* -------------------------------------------------------------------- lines */

/* Waits for one of them; false: too late. */
static bool wait_for(int file, short events, int64_t deadline)
{
    struct pollfd watched = { .fd = file, .events = events };
    const int64_t left = deadline - holm_clock();
    const int ready = left > 0 ? poll(&watched, 1, (int)left) : 0;
    return ready > 0 || (ready < 0 && errno == EINTR);
}

enum holm_line holm_program_write(struct holm_program *program, const char *text, int64_t deadline)
{
    const size_t length = strlen(text);
    for (size_t done = 0; done < length;) {
        const ssize_t written = write(program->to, text + done, length - done);
        if (written >= 0)
            done += (size_t)written;
        else if (errno != EAGAIN && errno != EINTR)
            return HOLM_LINE_ENDED;
        else if (!wait_for(program->to, POLLOUT, deadline))
            return HOLM_LINE_LATE;
    }
    return HOLM_LINE;
}

/* Hands out the first line of the input, if there is one. */
static bool next_line(struct holm_program *program, char **line)
{
    program->used -= program->line;
    memmove(program->input, program->input + program->line, program->used);
    program->line = 0;
    char *end = memchr(program->input, '\n', program->used);
    if (!end)
        return false;
    *end = '\0';
    *line = program->input;
    program->line = (size_t)(end - program->input) + 1;
    return true;
}

enum holm_line holm_program_read(struct holm_program *program, char **line, int64_t deadline)
{
    for (;;) {
        if (next_line(program, line)) {
            const bool rest = program->cut;
            program->cut = false;
            return rest ? HOLM_LINE_LONG : HOLM_LINE;
        }
        if (holm_clock() >= deadline)
            return HOLM_LINE_LATE;
        if (program->used == HOLM_ANSWER_MAX) { /* forget it, up to its end */
            program->cut = true;
            program->used = 0;
        }
        const ssize_t got =
            read(program->from, program->input + program->used, HOLM_ANSWER_MAX - program->used);
        if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
            return HOLM_LINE_ENDED;
        if (got > 0)
            program->used += (size_t)got;
        else
            wait_for(program->from, POLLIN, deadline);
    }
}
