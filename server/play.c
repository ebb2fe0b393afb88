/* play.c: an action is applied, written, and told to everybody as each may see it. */
#include <stdlib.h>
#include <string.h>

#include "server/cheat.h"
#include "server/checking.h"
#include "server/server.h"
#include "text/json.h"
#include "text/log.h"
#include "text/notation.h"

int play_viewer(const struct connection *connection)
{
    const struct table *table = connection->table;
    return connection->chair < 0 ? HOLM_SPECTATOR : table->chair[connection->chair].seat;
}

/* Whether a connection sees the game some time after it happened. */
static bool is_late(const struct connection *connection)
{
    return connection->chair < 0 && connection->table->settings.delay > 0;
}

/* ------------------------------------------------------------------- scenes */

static struct scene scene_now(const struct table *table, int viewer)
{
    struct game *game = table->game;
    return (struct scene){
        .state = &game_at(game)->state,
        .past = &game_at(game)->past,
        .belief = table->settings.counts ? &game->belief[viewer_slot(viewer)] : NULL,
        .head = game_head(game, game->seq),
        .seq = game->seq,
        .viewer = viewer,
        .facts_told = &game->facts_told[viewer_slot(viewer)],
    };
}

static struct scene scene_late(const struct table *table)
{
    const struct moment *then = game_late(table->game);
    return (struct scene){
        .state = &then->state,
        .past = &then->past,
        .seq = table->game->late->seq,
        .viewer = HOLM_SPECTATOR,
        .facts_told = &table->game->facts_told[SPECTATOR_VIEW],
    };
}

/* ------------------------------------------------------------------ messages */

static struct scene_room room_of(struct server *server)
{
    return (struct scene_room){ &server->view, &server->list, server->before, server->after };
}

static void write_played(struct table *table, struct holm_writer *writer, const struct scene *scene,
                         const struct holm_state *was, const struct told *told,
                         const struct holm_events *events)
{
    struct server *server = table->server;
    const struct scene_room room = room_of(server);
    events_for(events, scene->viewer, &server->seen);
    for (int i = 0; i < server->seen.count; i++)
        CHEAT_WITH_EVENT(&server->seen.at[i]);
    scene_played(writer, &room, scene, was, told, &server->seen);
    holm_json_key(writer, "waiting");
    waiting_put(writer, table, scene->state);
    holm_put_char(writer, '}');
}

/* To everybody who sees the game through the same eyes. */
static void send_to(struct table *table, int viewer, bool late, const struct holm_writer *writer)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello && play_viewer(at) == viewer && is_late(at) == late)
            connection_send(at, writer->buffer, writer->used);
}

static bool anybody(const struct table *table, int viewer, bool late)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello && play_viewer(at) == viewer && is_late(at) == late)
            return true;
    return false;
}

static void tell_played(struct table *table, const struct told *told)
{
    struct server *server = table->server;
    const int players = game_at(table->game)->board.rules.players;
    for (int i = 0; i <= players; i++) {
        const int viewer = i < players ? i : HOLM_SPECTATOR;
        struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
        const struct scene scene = scene_now(table, viewer);
        if (!anybody(table, viewer, false))
            continue;
        write_played(table, &writer, &scene, &server->was.state, told, &server->events);
        send_to(table, viewer, false, &writer);
    }
}

/* What all spectators see is written once for all who come. */
static void watch_position(struct table *table, struct holm_writer *writer,
                           const struct scene *scene)
{
    struct game *game = table->game;
    const struct scene_room room = room_of(table->server);
    if (game->watched_text && game->watched_seq == scene->seq) {
        memcpy(writer->buffer, game->watched_text, game->watched_used);
        writer->used = game->watched_used;
        return;
    }
    scene_position(writer, &room, scene);
    free(game->watched_text);
    game->watched_text = malloc(writer->used);
    game->watched_used = writer->used;
    game->watched_seq = scene->seq;
    if (game->watched_text)
        memcpy(game->watched_text, writer->buffer, writer->used);
}

void play_forget_position(struct table *table)
{
    if (!table->game)
        return;
    free(table->game->watched_text);
    table->game->watched_text = NULL;
}

void play_send_position(struct connection *connection)
{
    struct table *table = connection->table;
    struct holm_writer writer = holm_writer(table->server->answer, ANSWER_MAX);
    const struct game *game = table->game;
    if (!game || !connection->hello)
        return;
    const bool late = is_late(connection) && game->late;
    const struct scene_room room = room_of(table->server);
    struct scene scene = late ? scene_late(table) : scene_now(table, play_viewer(connection));
    if (is_late(connection))
        scene.head = NULL;
    if (scene.viewer == HOLM_SPECTATOR)
        watch_position(table, &writer, &scene);
    else
        scene_position(&writer, &room, &scene);
    holm_json_key(&writer, "waiting");
    waiting_put(&writer, table, scene.state);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
}

bool play_send_missed(struct connection *connection, int seq)
{
    struct table *table = connection->table;
    struct server *server = table->server;
    const struct game *game = table->game;
    const struct trail *recent = game->recent;
    if (is_late(connection) || seq > game->seq || (seq < game->seq && !recent) ||
        (recent && seq < recent->seq))
        return false;
    struct moment moment = recent ? game_at(game)->then : game_moment(game);
    for (int i = 0; recent && i < recent->count; i++) {
        const int number = recent->seq + i + 1;
        struct scene scene = scene_now(table, play_viewer(connection));
        server->was = moment;
        trail_replay(&moment, &recent->entry[i], &server->events);
        if (number <= seq)
            continue;
        struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
        scene.state = number == game->seq ? &game_at(game)->state : &moment.state;
        scene.past = &moment.past;
        scene.seq = number;
        scene.head = game_head(game, number);
        table->game->facts_told[viewer_slot(scene.viewer)] = 0;
        write_played(table, &writer, &scene, &server->was.state, &recent->entry[i].told,
                     &server->events);
        connection_send(connection, writer.buffer, writer.used);
    }
    return true;
}

/* ---------------------------------------------------------------------- end */

void play_send_over(struct connection *connection)
{
    struct table *table = connection->table;
    char text[64];
    struct holm_writer writer = holm_writer(text, sizeof text);
    if (is_late(connection) && table->game->late && table->game->late->count)
        return; /* still to come */
    holm_put(&writer, "{\"type\":\"over\"");
    holm_json_put_seat(&writer, "winner", game_at(table->game)->state.winner);
    holm_put_char(&writer, '}');
    connection_send(connection, writer.buffer, writer.used);
}

static void end_game(struct table *table)
{
    table->state = HOLM_STORE_OVER;
    for (int i = 0; i < table->chairs; i++)
        forgetting_name(&table->chair[i]);
    table->finished = true;
    table->server->metrics.games_over++;
    table->paused_at = 0;
    proposals_drop(table);
    clock_plan(table);
    table_mark(table);
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            play_send_over(at);
}

int64_t play_late_due(const struct table *table)
{
    const struct trail *late = table->game->late;
    if (!late || !late->count)
        return -1;
    const int64_t left =
        late->entry[0].at + 1000LL * table->settings.delay - monotonic_milliseconds();
    return left > 0 ? left : 0;
}

static void tell_late(struct table *table, const struct holm_state *was, const struct told *told)
{
    struct server *server = table->server;
    struct holm_writer writer = holm_writer(server->answer, ANSWER_MAX);
    const struct scene scene = scene_late(table);
    write_played(table, &writer, &scene, was, told, &server->events);
    send_to(table, HOLM_SPECTATOR, true, &writer);
}

void play_late(struct table *table)
{
    struct trail *late = table->game ? table->game->late : NULL;
    const bool watched = anybody(table, HOLM_SPECTATOR, true);
    bool moved = false;
    while (late && !play_late_due(table)) {
        const struct told told = late->entry[0].told;
        struct moment *then = game_late(table->game);
        const struct holm_state was = then->state;
        trail_advance(late, then, &table->server->events);
        if (watched)
            tell_late(table, &was, &told);
        moved = true;
    }
    if (moved)
        play_forget_position(table);
    if (!moved || late->count || table->state != HOLM_STORE_OVER)
        return;
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello && is_late(at))
            play_send_over(at);
}

/* ------------------------------------------------------------------- acting */

static bool refuse(struct table *table, const struct act *act, int refusal)
{
    table->server->metrics.refused++;
    if (act->by)
        connection_refuse(act->by, act->id, refusal);
    return false;
}

static bool allowed(struct table *table, const struct holm_action *action, const struct act *act)
{
    const struct game *game = table->game;
    if (act->by && act->seq != game->seq &&
        (act->seq > game->seq ||
         !holm_may_be_late(action, game_at(game)->state.active, act->seq, game->offer_since)))
        return refuse(table, act, REFUSE_STALE);
    return true;
}

/* The key that an action of this connection is to be signed with, or NULL. */
static const uint8_t *key_of(const struct table *table, const struct act *act)
{
    const struct holm_share *share = act->by ? &table->fair.share[act->by->chair] : NULL;
    return share && share->pledged ? share->key : NULL;
}

/* The last of the checks, because it costs the most. The signature is of the position that was
 * seen: one that is out of reach is stale, whatever the action, and so is one from before the
 * seat's own latest action, so that nothing that was signed once is written down twice. */
static bool is_signed(struct table *table, const struct holm_action *action, const struct act *act,
                      const char *text)
{
    const struct game *game = table->game;
    const uint8_t *key = key_of(table, act);
    const uint8_t *head = key ? game_head(game, act->seq) : NULL;
    if (!key)
        return true;
    if (!head || act->seq < game->acted[action->seat])
        return refuse(table, act, REFUSE_STALE);
    if (!act->signature || !check_signature(act->check, key, head, text, act->signature))
        return refuse(table, act, REFUSE_NOT_SIGNED);
    return true;
}

/* Refused by the rules, without a trace. */
static bool refuse_error(struct table *table, const struct act *act, int error)
{
    table->server->metrics.refused++;
    if (act->by)
        connection_refuse_rule(act->by, act->id, error);
    return false;
}

/* Who made an action, as the log tells it; `text` is the action as it came. */
static struct holm_log_maker maker_of(const struct table *table, const struct holm_action *action,
                                      const struct act *act, const char *text)
{
    const bool has_key = key_of(table, act);
    return (struct holm_log_maker){
        .bot = !act->by && table->game->chained,
        .saw = has_key ? act->seq : -1,
        .signature = has_key ? act->signature : NULL,
        .text = table->game->chained ? text : NULL,
        .why = !act->by && table->game->chained ? bots_why(table, action->seat) : HOLM_WHY_NONE,
    };
}

static void acknowledge(const struct table *table, const struct act *act)
{
    char text[64];
    batch_act(act->by, act->id);
    const int length = snprintf(text, sizeof text, "{\"type\":\"ack\",\"id\":%d,\"seq\":%d}",
                                act->id, table->game->seq);
    connection_send(act->by, text, (size_t)length);
}

/* What follows from a line that was written: everybody is told. */
static void follow_up(struct table *table, const struct trail_entry *entry)
{
    struct server *server = table->server;
    struct game *game = table->game;
    game_note(game, entry);
    game_trail(game, &server->was, entry, table->settings.delay);
    game_believe(game, &server->events);
    bots_watch(table, &server->events);
    if (entry->told.by != HOLM_NONE)
        proposals_acted(table, table_seat_chair(table, entry->told.by));
    clock_update(table, entry, entry->at);
    tell_played(table, &entry->told);
    const long limit = server->settings.limit[HOLM_LIMIT_GAME_ACTIONS];
    const long most = table->fair.version == 1 ? limit : table->fair.length; /* as agreed */
    const bool too_long = !holm_over(&game_at(game)->state) && most && game->seq >= most;
    if (too_long) {
        limit_refused(server, HOLM_LIMIT_GAME_ACTIONS);
        table->ended = ENDED_LENGTH;
    }
    if (holm_over(&game_at(game)->state) || too_long)
        end_game(table);
    else
        clock_plan(table);
}

/* What it has led to stands in the table's record. */
void play_follow(struct table *table, const struct trail_entry *entry)
{
    struct game *game = table->game;
    if (!game->late)
        play_forget_position(table);
    game_note(game, entry);
    game_trail(game, &table->server->was, entry, table->settings.delay);
    game_believe(game, &table->server->events);
    bots_watch(table, &table->server->events);
    clock_update(table, entry, entry->at);
    tell_played(table, &entry->told);
}

static bool apply(struct table *table, const struct holm_action *action, const struct act *act,
                  const char *text)
{
    struct server *server = table->server;
    struct game *game = table->game;
    if (!is_signed(table, action, act, text))
        return false;
    server->was = game_moment(game);
    server->events.count = 0;
    const int error = holm_apply_past(&game_at(game)->state, &game_at(game)->past, action,
                                      &game->chance, &server->events);
    if (error)
        return refuse_error(table, act, error);
    const struct holm_log_maker maker = maker_of(table, action, act, text);
    const struct trail_entry entry =
        trail_action(action, &game->chance, maker.why, monotonic_milliseconds());
    game->seq++;
    if (!game->late)
        play_forget_position(table);
    batch_line(table, action, &maker);
    if (act->by)
        acknowledge(table, act);
    server->metrics.actions++;
    server->metrics.bot_actions += !act->by;
    follow_up(table, &entry);
    return true;
}

void play_line(struct table *table, const char *line, const struct told *told, int ending,
               int winner)
{
    struct server *server = table->server;
    struct game *game = table->game;
    server->was = game_moment(game);
    server->events.count = 0;
    if (ending)
        holm_stop(&game_at(game)->state, winner, &server->events);
    table->ended = (uint8_t)ending;
    game->seq++;
    if (!game->late)
        play_forget_position(table);
    batch_people(table, line);
    const struct trail_entry entry =
        trail_people(told, &game_at(game)->state, monotonic_milliseconds());
    follow_up(table, &entry);
}

bool play_act(struct table *table, const struct holm_action *action, const struct act *act)
{
    if (!allowed(table, action, act))
        return false;
    const int error =
        holm_check_past(&game_at(table->game)->state, &game_at(table->game)->past, action);
    if (error)
        return refuse_error(table, act, error);
    char text[HOLM_ACTION_TEXT_MAX];
    if (act->action && !holm_value_write(act->action, text, sizeof text))
        return refuse(table, act, REFUSE_LONG_ACTION);
    return apply(table, action, act, act->action ? text : NULL);
}
