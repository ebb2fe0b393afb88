/* game.c: a game in memory: what each viewer can know of hands, and its latest actions. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"
#include "text/log.h"

enum { RECENT_MOST = 16, RECENT_ROOM = 20 };

void game_free(struct game *game)
{
    if (!game)
        return;
    for (int seat = 0; seat < HOLM_SEATS; seat++) {
        if (game->bot[seat] && !holm_bit_in(game->thinking, seat)) /* a worker has the others */
            holm_bot_stop(game->bot[seat]);
        free(game->bot[seat]);
    }
    struct trail *trails[] = { game->recent, game->late };
    for (int i = 0; i < 2; i++) {
        if (trails[i])
            free(trails[i]->base);
        free(trails[i]);
    }
    free(game->late_then);
    free(game->watched_text);
    fold_free(game->fold);
    free(game);
}

/* What says of a later action whether it is stale. */
void game_note(struct game *game, const struct trail_entry *entry)
{
    const int by = entry->told.by;
    if (by == HOLM_NONE)
        return;
    game->acted[by] = game->seq;
    if (entry->action.kind == HOLM_DO_OFFER)
        game->offer_since[by] = game->seq;
}

/* ------------------------------------------------------------------- belief */

static bool has_view(const struct game *game, int slot)
{
    return slot < game_at(game)->board.rules.players || slot == SPECTATOR_VIEW;
}

static int slot_viewer(int slot)
{
    return slot == SPECTATOR_VIEW ? HOLM_SPECTATOR : slot;
}

int viewer_slot(int viewer)
{
    return viewer < HOLM_SEATS ? viewer : SPECTATOR_VIEW;
}

void game_believe_start(struct game *game)
{
    struct holm_view view;
    for (int slot = 0; slot < VIEWERS; slot++) {
        if (!has_view(game, slot))
            continue;
        holm_view(&game_at(game)->state, slot_viewer(slot), &view);
        holm_belief_start(&game->belief[slot], &view);
    }
}

void game_believe(struct game *game, const struct holm_events *events)
{
    struct holm_view view;
    struct holm_events seen;
    for (int slot = 0; slot < VIEWERS; slot++) {
        if (!has_view(game, slot))
            continue;
        holm_view(&game_at(game)->state, slot_viewer(slot), &view);
        events_for(events, slot_viewer(slot), &seen);
        holm_belief_follow(&game->belief[slot], &view, &seen);
    }
}

/* -------------------------------------------------------------------- chain */

static void keep_head(struct game *game)
{
    memcpy(game->head[game->lines % HEADS_KEPT], game->chain.head, HOLM_HASH_BYTES);
}

void game_chain_start(struct game *game, const struct holm_fair *fair)
{
    game->chained = fair->version > 1;
    game->lines = 0;
    if (!game->chained)
        return;
    holm_chain_start(&game->chain, fair, game->chance.seed);
    keep_head(game);
}

void game_chain(struct game *game, int number, const char *line)
{
    game->lines = number;
    if (!game->chained)
        return;
    holm_chain_line(&game->chain, number, line);
    keep_head(game);
}

const uint8_t *game_head(const struct game *game, int number)
{
    const bool kept = number <= game->lines && number > game->lines - HEADS_KEPT;
    return game->chained && kept ? game->head[number % HEADS_KEPT] : NULL;
}

/* -------------------------------------------------------------------- trail */

struct moment game_moment(const struct game *game)
{
    return (struct moment){ .state = game_at(game)->state, .past = game_at(game)->past };
}

struct moment *game_late(const struct game *game)
{
    struct moment *late = game->late_then;
    late->state.board = late->past.before.board = &game_at(game)->board;
    return late;
}

/* By realloc, as all that a game cannot be played without: where there is no memory, it ends. */
static void *needed(size_t size)
{
    void *bytes = reallocarray(NULL, 1, size); /* gcc would make malloc of realloc */
    if (!bytes)
        abort();
    return bytes;
}

static struct trail *trail_new(int seq)
{
    struct trail *trail = needed(sizeof *trail);
    *trail = (struct trail){ .seq = seq };
    return trail;
}

/* Room behind the last entry: what was left at the front, or a larger array. Either way, of a long
 * trail at least as many entries are added before the next time as are moved now. */
static void trail_make_room(struct trail *trail)
{
    const int passed = (int)(trail->entry - trail->base);
    if (passed > trail->room / 2 || (passed && trail->room == RECENT_ROOM)) {
        memmove(trail->base, trail->entry, (size_t)trail->count * sizeof *trail->entry);
    } else {
        const int room = trail->room ? 2 * trail->room : RECENT_ROOM;
        struct trail_entry *base = needed((size_t)room * sizeof *base);
        if (trail->count)
            memcpy(base, trail->entry, (size_t)trail->count * sizeof *base);
        free(trail->base);
        trail->base = base;
        trail->room = room;
    }
    trail->entry = trail->base;
}

static void trail_add(struct trail *trail, const struct trail_entry *entry)
{
    if (trail->entry + trail->count == trail->base + trail->room)
        trail_make_room(trail);
    trail->entry[trail->count++] = *entry;
}

void trail_replay(struct moment *moment, const struct trail_entry *entry,
                  struct holm_events *events)
{
    struct holm_chance chance;
    if (entry->told.line != HOLM_LINE_ACTION) {
        if (events)
            events->count = 0;
        if (entry->stops)
            holm_stop(&moment->state, entry->winner, events);
        return;
    }
    holm_chance_number(&chance, 0);
    holm_chance_dictate(&chance, entry->drawn, entry->drawn_count);
    holm_apply_past(&moment->state, &moment->past, &entry->action, &chance, events);
}

void trail_advance(struct trail *trail, struct moment *then, struct holm_events *events)
{
    trail_replay(then, &trail->entry[0], events);
    trail->seq++;
    trail->entry++;
    trail->count--;
}

/* What is old enough already, as most is in a game that is loaded, is not kept only to be played
 * again. */
static void follow_late(struct game *game, const struct moment *was,
                        const struct trail_entry *entry, int delay)
{
    if (!game->late) {
        game->late = trail_new(game->seq - 1);
        game->late_then = needed(sizeof *game->late_then);
        *game->late_then = *was;
    }
    if (game->late->count || entry->at > monotonic_milliseconds() - 1000LL * delay) {
        trail_add(game->late, entry);
    } else {
        *game->late_then = game_moment(game);
        game->late->seq = game->seq;
    }
}

struct trail_entry trail_action(const struct holm_action *action, const struct holm_chance *chance,
                                uint8_t why, int64_t at)
{
    struct trail_entry entry = {
        .told = { .by = action->seat, .line = HOLM_LINE_ACTION, .why = why },
        .action = *action,
        .at = at,
        .drawn_count = (uint8_t)chance->drawn_count,
    };
    memcpy(entry.drawn, chance->drawn, chance->drawn_count);
    return entry;
}

struct trail_entry trail_people(const struct told *told, const struct holm_state *after, int64_t at)
{
    return (struct trail_entry){
        .told = *told, .stops = holm_over(after), .winner = after->winner, .at = at
    };
}

void game_trail(struct game *game, const struct moment *was, const struct trail_entry *entry,
                int delay)
{
    if (entry->told.line == HOLM_LINE_ACTION)
        holm_figures_note(&game->figures, &was->state, &game_at(game)->state, &entry->action,
                          entry->drawn_count, entry->told.why != HOLM_WHY_NONE);
    if (!game->recent) {
        game->recent = trail_new(game->seq - 1);
        game_at(game)->then = *was;
    }
    trail_add(game->recent, entry);
    if (game->recent->count > RECENT_MOST)
        trail_advance(game->recent, &game_at(game)->then, NULL);
    if (delay)
        follow_late(game, was, entry, delay);
}
