/* screening.c: a replay that somebody waits for, written by a worker: a long game takes a second,
 * and nobody else is to wait for it. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum { REPLAY_MOST = 24 << 20, ERROR_MOST = 512 };

static void show(struct job *job)
{
    struct screening *screening = (struct screening *)job;
    struct holm_writer writer;
    screening->text = malloc(REPLAY_MOST);
    if (!screening->text) {
        holm_trouble(&screening->trouble, 0, "out of memory");
        return;
    }
    writer = holm_writer(screening->text, REPLAY_MOST);
    screening->fine = replay_put(&writer, screening->log, screening->viewer,
                                 screening->named ? screening->names : NULL, &screening->trouble);
    screening->too_long = writer.full;
    screening->length = writer.used;
    char *less = realloc(screening->text, writer.used + 1);
    screening->text = less ? less : screening->text;
}

void screening_free(struct screening *screening)
{
    if (screening->log)
        fclose(screening->log);
    free(screening->body);
    free(screening->text);
    free(screening);
}

void screening_leave(struct screening *screening)
{
    screening->waiting = NULL;
    if (screening->ready)
        screening_free(screening);
}

/* The server stops; whoever waits leaves a little later. */
static void drop(struct job *job)
{
    struct screening *screening = (struct screening *)job;
    screening->ready = true;
    if (!screening->waiting)
        screening_free(screening);
}

/* Whoever waited may have gone. */
static void hand_over(struct server *server, struct job *job)
{
    struct screening *screening = (struct screening *)job;
    (void)server;
    screening->ready = true;
    if (screening->waiting)
        http_resume(screening->waiting);
    else
        screening_free(screening);
}

static struct screening *screening_new(int viewer)
{
    struct screening *screening = calloc(1, sizeof *screening);
    if (!screening)
        return NULL;
    screening->job = (struct job){ .work = show, .done = hand_over, .drop = drop };
    screening->viewer = viewer;
    return screening;
}

struct screening *screening_of_table(struct table *table, int viewer, struct holm_trouble *trouble)
{
    struct screening *screening = screening_new(viewer);
    if (!screening)
        return NULL;
    screening->log = replay_log(table, trouble);
    screening->named = true;
    for (int seat = 0; seat < table->chairs; seat++) {
        const struct chair *chair = &table->chair[table_seat_chair(table, seat)];
        snprintf(screening->names[seat], NAME_SIZE, "%s",
                 chair->kind == CHAIR_BOT ? chair->bot : chair->name);
    }
    if (screening->log)
        return screening;
    screening_free(screening);
    return NULL;
}

struct screening *screening_of_text(const char *text, size_t length, int viewer)
{
    struct screening *screening = screening_new(viewer);
    if (!screening)
        return NULL;
    screening->body = malloc(length + 1);
    if (screening->body) {
        memcpy(screening->body, text, length);
        screening->log = fmemopen(screening->body, length, "r");
    }
    if (screening->log)
        return screening;
    screening_free(screening);
    return NULL;
}

void screening_answer(struct screening *screening, struct answer *answer)
{
    char text[256];
    if (screening->fine && !screening->too_long) {
        answer->bytes = (unsigned char *)screening->text;
        answer->owned = screening->text;
        answer->length = screening->length;
        screening->text = NULL;
        return;
    }
    if (screening->trouble.line)
        snprintf(text, sizeof text, "line %d: %s", screening->trouble.line,
                 screening->trouble.text);
    else
        snprintf(text, sizeof text, "%s", screening->trouble.text);
    if (screening->too_long)
        answer_error(answer, 413, "too-long", "This game is too long to be shown; cut the log.");
    else
        answer_error(answer, 400, "log", text);
}
