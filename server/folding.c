/* folding.c: games that lie folded in memory while nothing happens. A board is kept as what is different
 * from another one of the same shape, a state as what has changed since its start, the state before it
 * and the one some actions ago as what is different from that. To open a game takes a few microseconds,
 * and so does folding it again at the end of the turn of the loop. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

/* A run of bytes that differ: so many equal ones before it, so many bytes, and the bytes. Equal ones
 * between two runs that take less than a head would are part of a run. */
enum { HEAD = 2 * sizeof(uint16_t), SPARE_MOST = 8 };
_Static_assert(sizeof(struct position) <= UINT16_MAX, "a run's length fits in two bytes");

/* What several games are measured by. */
struct shape {
    struct shape *next;
    int games; /* folded by it */
    struct holm_board board;
    struct holm_state start;
};

struct fold {
    struct folding *folding; /* NULL: it is never folded, as games that a worker still reads */
    struct fold *next, **link; /* of those that are open */
    struct position *open; /* NULL: it is folded */
    struct shape *shape; /* NULL: it never was */
    uint8_t *board; /* which never changes */
    uint8_t *rest; /* state, past and then */
    size_t rest_size;
    unsigned asked; /* while it is folded: the seats that the game waits for */
};

struct folding {
    struct shape *shapes;
    struct fold *open;
    struct position *spare[SPARE_MOST];
    int spares;
    uint8_t room[2 * sizeof(struct position)]; /* for what is being folded */
};

/* ---------------------------------------------------------------- differences */

static size_t equal_bytes(const uint8_t *one, const uint8_t *other, size_t size)
{
    size_t at = 0;
    uint64_t a, b;
    for (; at + sizeof a <= size; at += sizeof a) {
        memcpy(&a, one + at, sizeof a);
        memcpy(&b, other + at, sizeof b);
        if (a != b)
            break;
    }
    while (at < size && one[at] == other[at])
        at++;
    return at;
}

/* How far the run goes that begins here. */
static size_t different_bytes(const uint8_t *one, const uint8_t *other, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const size_t rest = size - at;
        const size_t equal = equal_bytes(one + at, other + at, rest < HEAD + 1 ? rest : HEAD + 1);
        if (equal > HEAD || equal == rest)
            break;
        at += equal + 1;
    }
    return at;
}

/* Behind what it has written: at most `size` and two heads. */
static uint8_t *fold_bytes(uint8_t *out, const void *from, const void *value, size_t size)
{
    const uint8_t *one = from, *other = value;
    uint16_t head[2];
    for (size_t at = 0; at < size;) {
        const size_t equal = equal_bytes(one + at, other + at, size - at);
        const size_t different =
            different_bytes(one + at + equal, other + at + equal, size - at - equal);
        head[0] = (uint16_t)equal;
        head[1] = (uint16_t)different;
        memcpy(out, head, HEAD);
        memcpy(out + HEAD, other + at + equal, different);
        out += HEAD + different;
        at += equal + different;
    }
    return out;
}

/* The same back: `value` is what it was folded from, and becomes what was folded. */
static const uint8_t *open_bytes(const uint8_t *in, void *value, size_t size)
{
    uint16_t head[2];
    for (size_t at = 0; at < size; at += head[1]) {
        memcpy(head, in, HEAD);
        at += head[0];
        memcpy((uint8_t *)value + at, in + HEAD, head[1]);
        in += HEAD + head[1];
    }
    return in;
}

/* -------------------------------------------------------------------- shapes */

static struct shape *shape_of(struct folding *folding, const struct holm_board *board)
{
    struct shape *shape = folding->shapes;
    while (shape && memcmp(&shape->board.topology, &board->topology, sizeof board->topology))
        shape = shape->next;
    if (!shape) {
        shape = must_have(sizeof *shape);
        shape->board = *board;
        holm_start(&shape->start, &shape->board);
        shape->next = folding->shapes;
        folding->shapes = shape;
    }
    shape->games++;
    return shape;
}

static void shape_leave(struct folding *folding, struct shape *shape)
{
    struct shape **at = &folding->shapes;
    if (!shape || --shape->games)
        return;
    while (*at != shape)
        at = &(*at)->next;
    *at = shape->next;
    free(shape);
}

/* ----------------------------------------------------------------- positions */

static struct position *take_position(struct folding *folding)
{
    return folding->spares ? folding->spare[--folding->spares] : must_have(sizeof(struct position));
}

static void leave_position(struct folding *folding, struct position *position)
{
    if (folding && folding->spares < SPARE_MOST)
        folding->spare[folding->spares++] = position;
    else
        free(position);
}

static void link_open(struct fold *fold)
{
    fold->next = fold->folding->open;
    fold->link = &fold->folding->open;
    if (fold->next)
        fold->next->link = &fold->next;
    fold->folding->open = fold;
}

static void unlink_open(struct fold *fold)
{
    *fold->link = fold->next;
    if (fold->next)
        fold->next->link = fold->link;
}

static struct holm_past past_from(const struct holm_state *state)
{
    struct holm_past past;
    memset(&past, 0, sizeof past);
    past.before = *state;
    return past;
}

static uint8_t *exact_copy(const uint8_t *bytes, size_t size)
{
    return memcpy(must_have(size), bytes, size);
}

static void fold_board(struct fold *fold)
{
    struct folding *folding = fold->folding;
    const struct holm_board *board = &fold->open->board;
    fold->shape = shape_of(folding, board);
    const uint8_t *end = fold_bytes(folding->room, &fold->shape->board, board, sizeof *board);
    fold->board = exact_copy(folding->room, (size_t)(end - folding->room));
}

static void fold_game(struct fold *fold)
{
    struct folding *folding = fold->folding;
    const struct position *position = fold->open;
    const struct holm_past past = past_from(&position->state);
    const struct moment then = { position->state, position->past };
    if (!fold->shape)
        fold_board(fold);
    uint8_t *end =
        fold_bytes(folding->room, &fold->shape->start, &position->state, sizeof position->state);
    end = fold_bytes(end, &past, &position->past, sizeof past);
    end = fold_bytes(end, &then, &position->then, sizeof then);
    const size_t size = (size_t)(end - folding->room);
    if (size != fold->rest_size) {
        free(fold->rest);
        fold->rest = exact_copy(folding->room, size);
        fold->rest_size = size;
    } else {
        memcpy(fold->rest, folding->room, size);
    }
    fold->asked = holm_asked(&position->state);
    leave_position(folding, fold->open);
    fold->open = NULL;
}

/* States that point to a board point to this one; a past in which nothing has happened has none. */
static void join_board(struct position *position)
{
    struct holm_state *states[] = { &position->state, &position->past.before, &position->then.state,
                                    &position->then.past.before };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (states[i]->board)
            states[i]->board = &position->board;
}

static void open_game(struct fold *fold)
{
    struct position *position = take_position(fold->folding);
    position->board = fold->shape->board;
    open_bytes(fold->board, &position->board, sizeof position->board);
    position->state = fold->shape->start;
    const uint8_t *at = open_bytes(fold->rest, &position->state, sizeof position->state);
    position->past = past_from(&position->state);
    at = open_bytes(at, &position->past, sizeof position->past);
    position->then = (struct moment){ position->state, position->past };
    open_bytes(at, &position->then, sizeof position->then);
    join_board(position);
    fold->open = position;
    link_open(fold);
}

/* --------------------------------------------------------------------- games */

struct game *game_new(void)
{
    struct game *game = calloc(1, sizeof *game);
    struct fold *fold = calloc(1, sizeof *fold);
    struct position *position = calloc(1, sizeof *position);
    if (!game || !fold || !position) {
        free(game);
        free(fold);
        free(position);
        return NULL;
    }
    fold->open = position;
    game->fold = fold;
    return game;
}

struct position *game_at(const struct game *game)
{
    if (!game->fold->open)
        open_game(game->fold);
    return game->fold->open;
}

unsigned game_asked(const struct game *game)
{
    const struct fold *fold = game->fold;
    return fold->open ? holm_asked(&fold->open->state) : fold->asked;
}

void fold_free(struct fold *fold)
{
    if (!fold)
        return;
    if (fold->open && fold->folding)
        unlink_open(fold);
    if (fold->open)
        leave_position(fold->folding, fold->open);
    if (fold->folding)
        shape_leave(fold->folding, fold->shape);
    free(fold->board);
    free(fold->rest);
    free(fold);
}

void folding_adopt(struct server *server, struct game *game)
{
    if (!server->folding)
        server->folding = must_have(sizeof *server->folding);
    game->fold->folding = server->folding;
    link_open(game->fold);
}

void folding_settle(struct server *server)
{
    while (server->folding && server->folding->open) {
        struct fold *fold = server->folding->open;
        unlink_open(fold);
        fold_game(fold);
    }
}

void folding_end(struct server *server)
{
    struct folding *folding = server->folding;
    while (folding && folding->spares)
        free(folding->spare[--folding->spares]);
    free(folding);
}
