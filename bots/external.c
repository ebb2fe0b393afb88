/* external.c: a program that plays. What it is told and what it may answer is docs/bots.md. A move
 * that does not come, or may not be made, is replaced by a random one. */
#include "bots/external.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "bots/kinds.h"
#include "text/json.h"

enum {
    LATE_MOST = 3, /* moves not answered, until it is stopped for the rest of the game */
    LINES_MOST = 64, /* lines that are no answer to one question */
    TROUBLES_TOLD = 5 /* on standard error, by all programs together */
};

static void complain(const struct holm_program *program, const char *what, const char *why)
{
    static atomic_int told;
    if (holm_programs_killed())
        return;
    const int before = atomic_fetch_add(&told, 1);
    if (before < TROUBLES_TOLD)
        fprintf(stderr, "holm: %s: %s%s%s%s\n", program->command, what, *why ? ": " : "", why,
                before == TROUBLES_TOLD - 1 ? " (further troubles are only counted)" : "");
}

/* -------------------------------------------------------------- telling it */

static struct holm_writer message(struct holm_talk *talk, const char *type)
{
    struct holm_writer writer = holm_writer(talk->output, HOLM_OUTPUT_MAX);
    holm_put_char(&writer, '{');
    holm_json_put_word(&writer, "type", type);
    if (talk->game)
        holm_json_put_number(&writer, "game", talk->game);
    return writer;
}

/* It has ended, or does not listen: random moves until the next game. */
static void lose_program(struct holm_bot *bot, enum holm_line why)
{
    struct holm_talk *talk = bot->own;
    holm_talk_stop(talk);
    talk->lost = true;
    if (why == HOLM_LINE_ENDED) {
        bot->faults.crashes++;
        complain(talk->program, "it ended in the middle of a game", talk->how);
    } else {
        bot->faults.timeouts++;
        complain(talk->program, "it does not read or answer, and was stopped for this game", "");
    }
}

static bool send_message(struct holm_bot *bot, struct holm_writer *writer)
{
    struct holm_talk *talk = bot->own;
    holm_put(writer, "}\n");
    const enum holm_line sent = holm_talk_write(talk, holm_clock() + talk->limit);
    if (sent != HOLM_LINE)
        lose_program(bot, sent);
    return sent == HOLM_LINE;
}

static void send_position(struct holm_bot *bot, const struct holm_view *view)
{
    struct holm_talk *talk = bot->own;
    const struct holm_board *board = view->seen.board;
    struct holm_writer writer = message(talk, "position");
    holm_json_put_number(&writer, "seq", talk->sequence);
    holm_json_put_seat(&writer, "seat", bot->seat);
    holm_json_put_number(&writer, "limit", talk->limit);
    holm_json_put_number(&writer, "seed", holm_random_below(&bot->random, UINT32_MAX));
    holm_json_key(&writer, "rules");
    holm_json_rules(&writer, &board->rules);
    holm_json_key(&writer, "map");
    holm_json_map(&writer, &board->map);
    holm_json_key(&writer, "view");
    holm_json_state(&writer, &view->seen);
    send_message(bot, &writer);
}

static void send_played(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_events *events)
{
    struct holm_talk *talk = bot->own;
    struct holm_writer writer = message(talk, "played");
    holm_json_put_number(&writer, "seq", talk->sequence);
    holm_json_key(&writer, "events");
    holm_put_char(&writer, '[');
    for (int i = 0; i < events->count; i++) {
        holm_json_next(&writer);
        holm_json_event(&writer, view->seen.board, &events->at[i]);
    }
    holm_put_char(&writer, ']');
    send_message(bot, &writer);
}

static void send_over(struct holm_bot *bot, int winner)
{
    struct holm_writer writer = message(bot->own, "over");
    holm_json_put_seat(&writer, "winner", winner);
    send_message(bot, &writer);
}

/* It plays other games, and goes on with these: only this one is over for it. */
static void leave_game(struct holm_bot *bot)
{
    struct holm_talk *talk = bot->own;
    send_over(bot, HOLM_NONE);
    if (talk->lost) /* it has ended meanwhile */
        return;
    talk->lost = true;
    bot->faults.timeouts++;
    complain(talk->program, "it does not answer, and one of its games goes on without it", "");
}

/* Its answers have not come, or were none. */
static void give_up(struct holm_bot *bot)
{
    const struct holm_talk *talk = bot->own;
    if (talk->game)
        leave_game(bot);
    else
        lose_program(bot, HOLM_LINE_LATE);
}

static bool send_choose(struct holm_bot *bot, const struct holm_view *view,
                        const struct holm_list *list)
{
    struct holm_talk *talk = bot->own;
    struct holm_writer writer = message(talk, "choose");
    holm_json_put_number(&writer, "seq", talk->sequence);
    holm_json_key(&writer, "view");
    holm_json_state(&writer, &view->seen);
    holm_json_key(&writer, "list");
    holm_json_list(&writer, view->seen.board, list);
    return send_message(bot, &writer);
}

static bool send_error(struct holm_bot *bot, const char *text)
{
    struct holm_writer writer = message(bot->own, "error");
    holm_json_put_word(&writer, "error", "form");
    holm_json_key(&writer, "text");
    holm_json_string(&writer, text);
    return send_message(bot, &writer);
}

static void send_refused(struct holm_bot *bot, const struct holm_reason *reason)
{
    struct holm_talk *talk = bot->own;
    struct holm_writer writer = message(talk, "refused");
    holm_json_put_number(&writer, "seq", talk->sequence);
    holm_json_put_word(&writer, "error", reason->name);
    holm_json_put_word(&writer, "rule", reason->rule[0] ? reason->rule : NULL);
    holm_json_key(&writer, "text");
    holm_json_string(&writer, reason->text);
    send_message(bot, &writer);
}

/* ------------------------------------------------------------ understanding */

/* A message of this type, to be freed; or NULL and the trouble. */
static json_t *understand(const char *line, const char *type, struct holm_trouble *trouble)
{
    const char *found;
    json_t *json = holm_json_load(line, trouble);
    if (json && holm_value_is_object(json) && holm_json_get_text(json, "type", &found, trouble)) {
        if (strcmp(found, type))
            holm_trouble(trouble, 0, "\"type\" is \"%.40s\" and should be \"%s\"", found, type);
        else
            return json;
    } else if (json && !holm_value_is_object(json)) {
        holm_trouble(trouble, 0, "a message is an object: {\"type\":\"%s\", ...}", type);
    }
    holm_value_free(json);
    return NULL;
}

/* {"type":"hello","protocol":1,"name":"my bot"}, perhaps with "games":16 */
static bool read_hello(struct holm_program *program, const char *line, struct holm_trouble *trouble)
{
    enum { GAMES_MOST = 1024 };
    static const char *const keys[] = { "type", "protocol", "name", "games", NULL };
    const char *name;
    int protocol, games = 0;
    json_t *json = understand(line, "hello", trouble);
    const bool good = json && holm_json_only(json, "hello", keys, trouble) &&
                      holm_json_get_number(json, "protocol", HOLM_BOT_PROTOCOL, HOLM_BOT_PROTOCOL,
                                           &protocol, trouble) &&
                      holm_json_get_text(json, "name", &name, trouble) &&
                      (!holm_value_member(json, "games") ||
                       holm_json_get_number(json, "games", 1, GAMES_MOST, &games, trouble));
    if (good) {
        snprintf(program->name, sizeof program->name, "%s", name);
        program->games = games;
    }
    holm_value_free(json);
    return good;
}

/* Starts it and hears its hello. */
static bool greet(struct holm_program *program, struct holm_trouble *trouble)
{
    char *line, welcome[64];
    if (!holm_program_launch(program, trouble))
        return false;
    const int64_t deadline = holm_clock() + HOLM_PROGRAM_START;
    enum holm_line got = holm_program_read(program, &line, deadline);
    if (got == HOLM_LINE && read_hello(program, line, trouble)) {
        snprintf(welcome, sizeof welcome, "{\"type\":\"welcome\",\"protocol\":%d}\n",
                 HOLM_BOT_PROTOCOL);
        got = holm_program_write(program, welcome, deadline);
        if (got == HOLM_LINE)
            return true;
    }
    holm_program_stop(program);
    if (got == HOLM_LINE_LATE)
        return holm_trouble(trouble, 0, "it has not said hello after %d s",
                            HOLM_PROGRAM_START / 1000);
    if (got == HOLM_LINE_ENDED)
        return holm_trouble(trouble, 0, "it ended before it had said hello (%s)", program->how);
    if (got == HOLM_LINE_LONG)
        return holm_trouble(trouble, 0, "its first line is no hello");
    return false;
}

/* One that has ended is started again for the next game. */
static bool wake(struct holm_program *program, struct holm_trouble *trouble)
{
    if (holm_program_ended(program))
        holm_talk_stop_locked(program);
    return program->process || greet(program, trouble);
}

static bool begin(struct holm_talk *talk, struct holm_trouble *trouble)
{
    struct holm_program *program = talk->program;
    pthread_mutex_lock(&program->lock);
    const bool good = wake(program, trouble);
    if (good) {
        talk->game = program->games ? ++program->numbers : 0;
        talk->sequence = program->games ? 1 : program->sequence + 1; /* on from the last game */
        talk->launch = program->launches;
    }
    pthread_mutex_unlock(&program->lock);
    return good;
}

enum answer { ANSWER, ANSWER_WRONG, ANSWER_STALE, ANSWER_GARBAGE };

/* The action of an answer, or one of the list by its number. */
static bool read_choice(const json_t *json, const struct holm_view *view,
                        const struct holm_list *list, struct holm_action *action,
                        struct holm_trouble *trouble)
{
    static const char *const keys[] = { "type", "id", "seq", "action", "index", "game", NULL };
    int index;
    const json_t *said = holm_value_member(json, "action");
    if (!holm_json_only(json, "act", keys, trouble))
        return false;
    if (said && holm_value_member(json, "index"))
        return holm_trouble(trouble, 0, "take \"action\" or \"index\", not both");
    if (said)
        return holm_json_read_action(said, view->seen.board, action, trouble);
    if (!holm_json_get_number(json, "index", 0, list->count - 1, &index, trouble))
        return false;
    *action = list->at[index];
    return true;
}

/* {"type":"act","seq":17,"index":3}, or with an "action". */
static enum answer read_answer(const struct holm_talk *talk, const char *line,
                               const struct holm_view *view, const struct holm_list *list,
                               struct holm_action *action, struct holm_trouble *trouble)
{
    enum answer answer = ANSWER_GARBAGE;
    json_t *json = understand(line, "act", trouble);
    const json_t *sequence = holm_value_member(json, "seq");
    if (json && talk->game && !holm_value_is_number(holm_value_member(json, "game")))
        holm_trouble(trouble, 0, "\"game\" is missing: that of the question");
    else if (json && !holm_value_is_number(sequence))
        holm_trouble(trouble, 0, "\"seq\" is missing: that of the question");
    else if (json && holm_value_number(sequence) < talk->sequence)
        answer = ANSWER_STALE;
    else if (json && holm_value_number(sequence) == talk->sequence)
        answer = read_choice(json, view, list, action, trouble) ? ANSWER : ANSWER_WRONG;
    else if (json)
        holm_trouble(trouble, 0, "\"seq\" is of a question that has not been asked");
    holm_value_free(json);
    return answer;
}

/* ------------------------------------------------------------------- the bot */

static bool running(const struct holm_bot *bot)
{
    const struct holm_talk *talk = bot->own;
    return talk && talk->launch && !talk->lost;
}

static void start(struct holm_bot *bot, const struct holm_bot_order *order)
{
    struct holm_talk *talk = holm_talk_new(order->command);
    bot->own = talk;
    if (talk)
        talk->limit = order->budget.milliseconds;
}

static void join(struct holm_bot *bot, const struct holm_view *view)
{
    struct holm_talk *talk = bot->own;
    struct holm_trouble trouble = { 0 };
    if (!talk)
        return;
    if (!begin(talk, &trouble)) {
        bot->faults.crashes++;
        complain(talk->program, "it could not be started", trouble.text);
        return;
    }
    send_position(bot, view);
}

static void watch(struct holm_bot *bot, const struct holm_view *view,
                  const struct holm_events *events)
{
    struct holm_talk *talk = bot->own;
    if (!running(bot))
        return;
    talk->sequence++;
    send_played(bot, view, events);
    if (running(bot) && holm_over(&view->seen)) {
        send_over(bot, view->seen.winner);
        talk->lost = true; /* nothing more is to be said */
    }
}

static void miss(struct holm_bot *bot)
{
    struct holm_talk *talk = bot->own;
    if (++talk->late >= LATE_MOST) {
        give_up(bot);
        return;
    }
    bot->faults.timeouts++;
    complain(talk->program, "it has not answered in time", "");
}

static bool refuse(struct holm_bot *bot, const struct holm_reason *reason)
{
    const struct holm_talk *talk = bot->own;
    bot->faults.illegal++;
    complain(talk->program, "its move is not allowed", reason->text);
    send_refused(bot, reason);
    return false;
}

/* A line that is no answer. False: it does not even listen. */
static bool bear(struct holm_bot *bot, const char *why)
{
    const struct holm_talk *talk = bot->own;
    bot->faults.garbage++;
    complain(talk->program, "it wrote what is no answer", why);
    return send_error(bot, why);
}

/* The next line, if there is one in time. */
static bool hear_line(struct holm_bot *bot, char **line, int64_t deadline,
                      struct holm_trouble *trouble)
{
    const enum holm_line got = holm_talk_read(bot->own, line, deadline);
    if (got == HOLM_LINE_ENDED)
        lose_program(bot, got);
    else if (got == HOLM_LINE_LATE)
        miss(bot);
    else if (got == HOLM_LINE_LONG) {
        holm_trouble(trouble, 0, "a line is longer than %d bytes", HOLM_ANSWER_MAX);
        *line = NULL;
    }
    return got == HOLM_LINE || got == HOLM_LINE_LONG;
}

/* Waits for the answer to what was asked; lines that are none are passed over. */
static bool hear(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                 struct holm_action *action)
{
    const struct holm_talk *talk = bot->own;
    const int64_t deadline = holm_clock() + talk->limit;
    for (int lines = 0; lines < LINES_MOST; lines++) {
        char *line;
        struct holm_trouble trouble = { 0 };
        if (!hear_line(bot, &line, deadline, &trouble))
            return false;
        switch (line ? read_answer(talk, line, view, list, action, &trouble) : ANSWER_GARBAGE) {
        case ANSWER:
            return true;
        case ANSWER_WRONG:
            return refuse(bot, &(struct holm_reason){ "form", "", trouble.text });
        case ANSWER_STALE: /* it was too late for its question */
            break;
        case ANSWER_GARBAGE:
            if (!bear(bot, trouble.text))
                return false;
        }
    }
    give_up(bot);
    return false;
}

static bool allowed(struct holm_bot *bot, const struct holm_view *view,
                    const struct holm_action *action)
{
    static const struct holm_reason not_own = { "not-your-seat", "",
                                                "the action is for another seat" };
    if (action->seat != bot->seat)
        return refuse(bot, &not_own);
    const int error = holm_check(&view->seen, action);
    return !error || refuse(bot, holm_reason(error));
}

static void choose(struct holm_bot *bot, const struct holm_view *view, const struct holm_list *list,
                   struct holm_action *action)
{
    if (running(bot) && send_choose(bot, view, list) && hear(bot, view, list, action) &&
        allowed(bot, view, action))
        return;
    bot->faults.replaced++;
    holm_choose_random(bot, view, list, action);
}

static void stop(struct holm_bot *bot)
{
    const struct holm_talk *talk = bot->own;
    if (!talk)
        return;
    if (running(bot) && talk->game) /* the game was given up, and others go on */
        send_over(bot, HOLM_NONE);
    holm_talk_free(bot->own);
}

const struct holm_bot_kind holm_external_kind = {
    .name = "cmd",
    .help = "a program that speaks the bot protocol",
    .choose = choose,
    .watches = true,
    .usual = { .milliseconds = HOLM_PROGRAM_LIMIT },
    .start = start,
    .join = join,
    .watch = watch,
    .stop = stop,
};

bool holm_external_read(const char *word, struct holm_bot_order *order)
{
    if (strncmp(word, "cmd:", 4) || !word[4 + strspn(word + 4, " ")])
        return false;
    *order = (struct holm_bot_order){ .kind = &holm_external_kind,
                                      .budget = holm_external_kind.usual,
                                      .command = word + 4 };
    return true;
}

bool holm_external_try(const struct holm_bot_order *order, struct holm_trouble *trouble)
{
    struct holm_talk *talk = holm_talk_new(order->command);
    if (!talk)
        return holm_trouble(trouble, 0, "out of memory");
    pthread_mutex_lock(&talk->program->lock);
    const bool good = wake(talk->program, trouble);
    pthread_mutex_unlock(&talk->program->lock);
    holm_talk_free(talk);
    return good;
}
