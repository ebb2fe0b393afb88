/* game.c: a game on this device: opened, loaded from its log, and played on. */
#include "local/game.h"

#include <stdlib.h>
#include <string.h>

#include "local/lesson.h"
#include "local/opening.h"
#include "local/thinking.h"
#include "text/fair.h"
#include "text/json.h"
#include "text/plain_text.h"

/* ------------------------------------------------------------------- reading */

static bool read_chair(const json_t *json, struct chair *chair, struct holm_trouble *trouble)
{
    static const char *const keys[] = { "name", "bot", NULL };
    struct holm_bot_order order;
    const char *word;
    if (!holm_json_only(json, "a chair", keys, trouble))
        return false;
    chair->person = !holm_value_member(json, "bot");
    if (chair->person)
        return holm_json_get_text(json, "name", &word, trouble) &&
               holm_plain_name(word, NAME_CHARACTERS, chair->name, sizeof chair->name, trouble);
    if (!holm_json_get_text(json, "bot", &word, trouble))
        return false;
    if (strlen(word) >= sizeof chair->bot || !holm_bot_read(word, &order))
        return holm_trouble(trouble, 0, "there is no bot \"%.20s\"", word);
    strcpy(chair->bot, word);
    return true;
}

static bool read_chairs(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    const int players = local->board.rules.players;
    const json_t *chairs;
    if (!holm_json_get_list(json, "chairs", players, players, &chairs, trouble))
        return false;
    for (int i = 0; i < players; i++)
        if (!read_chair(holm_value_item(chairs, (size_t)i), &local->chair[i], trouble))
            return false;
    return local_people(local) || holm_trouble(trouble, 0, "nobody plays: all chairs are bots");
}

static bool copy_word(const json_t *json, const char *key, char *word, size_t size,
                      struct holm_trouble *trouble)
{
    const char *text;
    if (!holm_json_get_text(json, key, &text, trouble))
        return false;
    if (strlen(text) >= size)
        return holm_trouble(trouble, 0, "\"%s\" is too long", key);
    strcpy(word, text);
    return true;
}

/* What a new game and one that goes on have in common. */
static bool read_table(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    const json_t *scenario = holm_value_member(json, "scenario");
    uint8_t seed[8];
    const char *word;
    local->created = holm_value_number(holm_value_member(json, "created"));
    local->holder = -1;
    local->own_map = holm_value_is_object(holm_value_member(json, "map"));
    if (!holm_json_get_text(json, "bots", &word, trouble))
        return false;
    if (!holm_read_hex_bytes(word, seed, sizeof seed))
        return holm_trouble(trouble, 0, "\"bots\" is not 16 hexadecimal digits");
    memcpy(&local->bot_seed, seed, sizeof seed);
    return copy_word(json, "code", local->code, sizeof local->code, trouble) &&
           holm_json_get_number(json, "pace", 0, 400, &local->pace, trouble) &&
           (!scenario || holm_value_is_null(scenario) ||
            copy_word(json, "scenario", local->scenario, sizeof local->scenario, trouble));
}

/* ------------------------------------------------------------------- opening */

static void forget(struct local *local)
{
    thinking_stop(local);
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        holm_bot_stop(&local->bot[seat]);
    lesson_close(local->lesson);
    free(local->puzzle);
    free(local->log.bytes);
    memset(local, 0, sizeof *local);
}

static int slot_viewer(int slot)
{
    return slot == HOLM_SEATS ? HOLM_SPECTATOR : slot;
}

static bool has_view(const struct local *local, int slot)
{
    return slot < local->board.rules.players || slot == HOLM_SEATS;
}

void local_believe(struct local *local)
{
    for (int slot = 0; slot < VIEWERS; slot++) {
        if (!has_view(local, slot))
            continue;
        holm_view(&local->state, slot_viewer(slot), &local->view);
        holm_belief_start(&local->belief[slot], &local->view);
    }
}

static void follow_beliefs(struct local *local, const struct holm_events *events)
{
    for (int slot = 0; slot < VIEWERS; slot++) {
        if (!has_view(local, slot))
            continue;
        holm_view(&local->state, slot_viewer(slot), &local->view);
        events_for(events, slot_viewer(slot), &local->seen);
        holm_belief_follow(&local->belief[slot], &local->view, &local->seen);
    }
}

static bool begin(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    static char header[HOLM_LOG_LINE_MAX];
    static struct opening opening;
    uint8_t seed[32];
    const char *digits;
    if (!read_table(local, json, trouble) || !holm_json_get_text(json, "seed", &digits, trouble))
        return false;
    if (!holm_read_hex_bytes(digits, seed, sizeof seed))
        return holm_trouble(trouble, 0, "\"seed\" is not 64 hexadecimal digits");
    holm_chance_seed(&local->chance, seed);
    if (!opening_read(json, &opening, trouble) ||
        !opening_deal(&opening, &local->chance, &local->board, trouble) ||
        !read_chairs(local, json, trouble))
        return false;
    holm_start(&local->state, &local->board);
    local_believe(local);
    struct holm_writer writer = holm_writer(header, sizeof header);
    holm_log_header(&writer, &local->board, seed, opening.source);
    return text_add(&local->log, header) || holm_trouble(trouble, 0, "out of memory");
}

bool local_open(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    forget(local);
    local->open = begin(local, json, trouble);
    if (!local->open)
        forget(local);
    return local->open;
}

/* ------------------------------------------------------------------- loading */

/* What says of a later answer to an offer whether it is stale. */
static void note(struct local *local, const struct holm_action *action)
{
    if (action->kind == HOLM_DO_OFFER)
        local->offer_since[action->seat] = local->seq;
}

static void follow_replay(struct local *local, const struct holm_replay *replay)
{
    local->state = replay->state;
    local->state.board = &local->board;
    local->past = replay->past;
}

static bool load_line(struct local *local, struct holm_replay *replay, const char *line,
                      struct holm_trouble *trouble)
{
    if (!holm_replay_line(replay, line, trouble))
        return false;
    if (replay->line == 1) {
        local->board = replay->board;
        follow_replay(local, replay);
        local_believe(local);
        return holm_log_deal(replay, NULL, &local->chance, trouble);
    }
    if (replay->kind != HOLM_LINE_ACTION)
        return holm_trouble(trouble, replay->line, "this is not a game of this device");
    local->seq = replay->actions;
    local->chance.next += replay->chance.drawn_count;
    follow_replay(local, replay);
    follow_beliefs(local, &replay->events);
    note(local, &replay->action);
    return true;
}

static bool load_lines(struct local *local, const char *log, struct holm_trouble *trouble)
{
    static char line[HOLM_LOG_LINE_MAX + 1];
    struct holm_replay *replay = malloc(sizeof *replay);
    struct text_reader reader = { log };
    int got = 0;
    bool fine = replay || holm_trouble(trouble, 0, "out of memory");
    if (fine)
        holm_replay_start(replay);
    while (fine && (got = text_next(&reader, line, trouble)) > 0)
        fine = load_line(local, replay, line, trouble) &&
               (text_add(&local->log, line) || holm_trouble(trouble, 0, "out of memory"));
    if (fine && got == 0 && !replay->line)
        fine = holm_trouble(trouble, 0, "the log is empty");
    free(replay);
    return fine && got == 0;
}

static bool go_on(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    const char *log;
    return read_table(local, json, trouble) && holm_json_get_text(json, "log", &log, trouble) &&
           load_lines(local, log, trouble) && read_chairs(local, json, trouble);
}

bool local_load(struct local *local, const json_t *json, struct holm_trouble *trouble)
{
    forget(local);
    local->open = go_on(local, json, trouble);
    local->kept = local->log.used;
    if (!local->open)
        forget(local);
    return local->open;
}

/* Where the latest line of the holder begins, in the log; 0: there is none. */
static size_t find_latest(const struct local *local)
{
    static struct holm_replay replay;
    static char line[HOLM_LOG_LINE_MAX + 1];
    struct text_reader reader = { local->log.bytes };
    struct holm_trouble none;
    size_t found = 0, at = 0;
    holm_replay_start(&replay);
    while (text_next(&reader, line, &none) > 0 && holm_replay_line(&replay, line, &none)) {
        if (replay.line > 1 && replay.action.seat == local->holder)
            found = at;
        at = (size_t)(reader.at - local->log.bytes);
    }
    return found;
}

bool local_back(struct local *local, struct holm_trouble *trouble)
{
    if (local->holder < 0 || local_people(local) != 1)
        return holm_trouble(trouble, 0, "taking back is for who plays against bots alone");
    const size_t end = find_latest(local);
    if (!end)
        return holm_trouble(trouble, 0, "there is nothing to take back");
    char *log = local->log.bytes;
    thinking_stop(local);
    log[end] = '\0';
    local->log = (struct text){ 0 };
    for (int seat = 0; seat < HOLM_SEATS; seat++)
        holm_bot_stop(&local->bot[seat]);
    local->seq = 0;
    memset(local->offer_since, 0, sizeof local->offer_since);
    memset(local->facts_told, 0, sizeof local->facts_told);
    const bool fine = load_lines(local, log, trouble);
    free(log);
    local->kept = local->log.used;
    return fine;
}

void local_close(struct local *local)
{
    forget(local);
}

/* -------------------------------------------------------------------- acting */

int local_people(const struct local *local)
{
    int people = 0;
    for (int i = 0; i < local->board.rules.players; i++)
        people += local->chair[i].person;
    return people;
}

static void write_line(struct local *local, const struct holm_action *action)
{
    static char line[HOLM_LOG_LINE_MAX];
    struct holm_writer writer = holm_writer(line, sizeof line);
    if (local->lesson) /* what was arranged has no log */
        return;
    holm_log_action(&writer, &local->board, local->seq, action, &local->chance);
    if (!text_add(&local->log, line))
        abort(); /* nothing can go on without it; the page says so */
}

int local_apply(struct local *local, const struct holm_action *action)
{
    thinking_stop(local);
    local->was = local->state;
    local->events.count = 0;
    const int error =
        holm_apply_past(&local->state, &local->past, action, &local->chance, &local->events);
    if (error)
        return error;
    local->seq++;
    write_line(local, action);
    note(local, action);
    follow_beliefs(local, &local->events);
    holm_bots_tell(local->bot, local->board.rules.players, &local->state, &local->events);
    return HOLM_OK;
}

/* ---------------------------------------------------------------------- bots */

/* Whether people are still thinking about this seat's offer. */
static bool offer_pending(const struct local *local, int seat)
{
    const struct holm_offer *offer = &local->state.offer[seat];
    for (unsigned left = offer->open ? offer->pending : 0; left; left = holm_bits_rest(left))
        if (local->chair[holm_bits_first(left)].person)
            return true;
    return false;
}

int local_next_bot(const struct local *local, bool *waits)
{
    int found = -1;
    *waits = false;
    if (local->lesson)
        return lesson_watches(local) ? 0 : -1;
    if (local->puzzle)
        return -1;
    for (unsigned left = holm_over(&local->state) ? 0 : holm_asked(&local->state); left;
         left = holm_bits_rest(left)) {
        const int seat = holm_bits_first(left);
        const bool pending = offer_pending(local, seat);
        if (local->chair[seat].person || (found >= 0 && (pending || !*waits)))
            continue;
        found = seat;
        *waits = pending;
    }
    return found;
}

static struct holm_bot *seated_bot(struct local *local, int seat)
{
    struct holm_bot *bot = &local->bot[seat];
    struct holm_bot_order order;
    if (bot->kind || !holm_bot_read(local->chair[seat].bot, &order))
        return bot;
    holm_bot_start(bot, &order, seat, local->bot_seed + (uint64_t)local->seq);
    holm_view(&local->state, seat, &local->view);
    holm_bot_join(bot, &local->view);
    bot->belief = local->belief[seat];
    return bot;
}

bool local_move_bot(struct local *local, bool shared, struct holm_action *action)
{
    bool waits;
    if (local->lesson)
        return lesson_move(local, action);
    const int seat = local_next_bot(local, &waits);
    if (seat < 0)
        return false;
    struct holm_bot *bot = seated_bot(local, seat);
    holm_view(&local->state, seat, &local->view);
    holm_legal(&local->view.seen, seat, &local->list);
    memset(action, 0, sizeof *action);
    if (!local->list.count && !local->list.templates)
        return false;
    if (!shared || !bot->kind->search)
        holm_bot_choose(bot, &local->view, &local->list, action);
    else if (!thinking_choose(local, bot, action))
        return false;
    /* A bot that finds nothing must not hold up the game. */
    if ((action->kind == HOLM_NO_ACTION || holm_check(&local->view.seen, action)) &&
        local->list.count)
        *action = local->list.at[0];
    return !local_apply(local, action);
}
