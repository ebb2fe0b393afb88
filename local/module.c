/* module.c: what the module in the browser lets the page call. A question goes in as one JSON text
 * through `holm_room`, and its answer is the text that `holm_ask` returns. */
#include <stdlib.h>
#include <string.h>

#include "bots/net.h"
#include "local/board.h"
#include "local/game.h"
#include "local/lesson.h"
#include "local/opening.h"
#include "local/puzzle.h"
#include "local/review.h"
#include "local/signature.h"
#include "local/thinking.h"
#include "text/json.h"
#include "text/notation.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name) /* tests link it as it stands */
#endif

EXPORT(holm_room) char *holm_room(size_t size);
EXPORT(holm_ask) const char *holm_ask(void);
EXPORT(holm_net) int holm_net(int family, size_t size);
EXPORT(holm_brief) const void *holm_brief(void);
EXPORT(holm_batch) const void *holm_batch(void);
EXPORT(holm_hire) int holm_hire(size_t size);
EXPORT(holm_help) char *holm_help(size_t size, int first, int step);
EXPORT(holm_take) int holm_take(size_t size, int first, int step);
EXPORT(holm_signature) uint64_t holm_signature(int family, int games);
EXPORT(holm_actions) double holm_actions(void);
EXPORT(holm_bots_signature) uint64_t holm_bots_signature(int family, int actions);

enum { ANSWER_FIRST = 2 << 20, ANSWER_MOST = 64 << 20 };

static struct local local;
static char *room, *answer;
static size_t answer_room;
static uint64_t actions;

/* Room for a text or a file that comes in; what was there before is gone. */
char *holm_room(size_t size)
{
    free(room);
    room = malloc(size);
    return room;
}

/* ----------------------------------------------------------------- questions */

static bool ask_catalogue(const json_t *json, struct holm_writer *writer,
                          struct holm_trouble *trouble)
{
    (void)json, (void)trouble;
    catalogue_put(writer);
    return true;
}

static bool ask_words(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    const char *edition, *language;
    return holm_json_get_text(json, "edition", &edition, trouble) &&
           holm_json_get_text(json, "lang", &language, trouble) &&
           words_put(writer, edition, language, trouble);
}

/* Lines of the log that the page does not have yet. */
static void put_lines(struct holm_writer *writer)
{
    static char line[HOLM_LOG_LINE_MAX + 1];
    struct text_reader reader = { local.log.bytes ? local.log.bytes + local.kept : "" };
    struct holm_trouble none;
    holm_json_key(writer, "lines");
    holm_put_char(writer, '[');
    while (text_next(&reader, line, &none) > 0) {
        holm_json_next(writer);
        holm_json_string(writer, line);
    }
    holm_put_char(writer, ']');
    local.kept = local.log.used;
}

/* Behind the messages: what to keep, and what comes next. */
static void put_rest(struct holm_writer *writer)
{
    bool waits;
    if (local.lesson)
        lesson_follow(&local, writer);
    holm_put_char(writer, ']');
    put_lines(writer);
    holm_json_put_number(writer, "seq", local.seq);
    holm_json_put_number(writer, "turns", local.state.turns);
    holm_json_put_flag(writer, "over", holm_over(&local.state));
    holm_json_put_flag(writer, "bot", local_next_bot(&local, &waits) >= 0);
    holm_json_put_flag(writer, "waits", waits);
    holm_json_put_seats(writer, "asked", holm_over(&local.state) ? 0 : holm_asked(&local.state));
    if (local.lesson)
        lesson_put(&local, writer);
    if (local.puzzle)
        puzzle_put(&local, writer);
    if (local.thinking)
        thinking_put(&local, writer);
    holm_put_char(writer, '}');
}

static bool ask_open(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (!local_open(&local, json, trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

static bool ask_load(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (!local_load(&local, json, trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

static bool ask_close(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    (void)json, (void)trouble;
    local_close(&local);
    holm_put(writer, "{}");
    return true;
}

static bool is_open(struct holm_trouble *trouble)
{
    return local.open || holm_trouble(trouble, 0, "no game is open");
}

static bool ask_say(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (!is_open(trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    local_hear(&local, holm_value_member(json, "message"), writer);
    put_rest(writer);
    return true;
}

/* {"shared":true}: other workers play lines for it, as long as the answer says "thinks". */
static bool ask_bot(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    struct holm_action action;
    const bool shared = holm_value_flag(holm_value_member(json, "shared"));
    if (!is_open(trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    if (local_move_bot(&local, shared, &action))
        local_tell(&local, &action, writer);
    put_rest(writer);
    return true;
}

/* The device is passed on: nobody sees anything. */
static bool ask_hide(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    (void)json, (void)trouble;
    local.holder = -1;
    holm_put(writer, "{}");
    return true;
}

/* Whom the game waits for. */
static bool ask_wait(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    (void)json;
    if (!is_open(trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

/* What the table says of itself besides its game: the pace of bots, and the game after it. */
static bool ask_note(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    const char *rematch;
    if (!is_open(trouble) || !holm_json_get_number(json, "pace", 0, 400, &local.pace, trouble) ||
        !holm_json_get_text(json, "rematch", &rematch, trouble))
        return false;
    if (strlen(rematch) >= sizeof local.rematch)
        return holm_trouble(trouble, 0, "\"rematch\" is too long");
    strcpy(local.rematch, rematch);
    holm_put(writer, "{\"messages\":[{\"type\":\"table\",\"table\":");
    local_table_put(&local, writer);
    holm_put_char(writer, '}');
    put_rest(writer);
    return true;
}

/* A lesson, from a step on. */
static bool ask_lesson(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (!lesson_open(&local, json, trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

static bool ask_puzzle(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    if (!puzzle_open(&local, json, trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

static bool ask_read(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    (void)json;
    if (!is_open(trouble) || !local.lesson)
        return holm_trouble(trouble, 0, "no lesson is open");
    if (!lesson_read(&local, trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

static bool ask_hint(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    (void)json;
    return is_open(trouble) && local_hint(&local, writer, trouble);
}

/* The page keeps as many lines of the log as there are actions, and the header. */
static bool ask_back(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    (void)json;
    if (!is_open(trouble) || !local_back(&local, trouble))
        return false;
    holm_put(writer, "{\"messages\":[");
    put_rest(writer);
    return true;
}

/* {"log":"...","viewer":"red","names":["Ada","medium"]} */
static bool ask_replay(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble)
{
    static char names[HOLM_SEATS][NAME_SIZE];
    const json_t *given = holm_value_member(json, "names");
    const char *log, *word;
    bool has_seed;
    if (!holm_json_get_text(json, "log", &log, trouble) ||
        !holm_json_get_text(json, "viewer", &word, trouble))
        return false;
    const int seat = holm_word(holm_seat_names, HOLM_SEATS, word);
    const int viewer = !strcmp(word, "everybody")   ? HOLM_EVERYBODY
                       : !strcmp(word, "spectator") ? HOLM_SPECTATOR
                                                    : seat;
    if (viewer < 0)
        return holm_trouble(trouble, 0, "there is no viewer \"%.20s\"", word);
    for (size_t i = 0; i < HOLM_SEATS; i++) {
        const char *name = holm_value_text(holm_value_item(given, i));
        snprintf(names[i], sizeof names[i], "%s", name ? name : "");
    }
    struct text_reader reader = { log };
    const struct lines lines = { text_next, &reader };
    if (!film_put(writer, &lines, viewer, given ? (const char(*)[NAME_SIZE])names : NULL, &has_seed,
                  trouble))
        return false;
    holm_put(writer, ",\"proof\":null}");
    return true;
}

/* ------------------------------------------------------------------- asking */

typedef bool ask(const json_t *json, struct holm_writer *writer, struct holm_trouble *trouble);

static const struct question {
    const char *name;
    ask *ask;
} questions[] = {
    { "catalogue", ask_catalogue },
    { "words", ask_words },
    { "preview", ask_preview },
    { "map", ask_map },
    { "open", ask_open },
    { "load", ask_load },
    { "close", ask_close },
    { "say", ask_say },
    { "bot", ask_bot },
    { "hide", ask_hide },
    { "wait", ask_wait },
    { "note", ask_note },
    { "hint", ask_hint },
    { "back", ask_back },
    { "replay", ask_replay },
    { "lesson", ask_lesson },
    { "read", ask_read },
    { "puzzle", ask_puzzle },
    { "review", ask_review },
    { "judge", ask_judge },
    { "board", ask_board },
    { "board-set", ask_board_set },
    { "board-do", ask_board_do },
    { "board-weigh", ask_board_weigh },
};

static ask *find_question(const json_t *json)
{
    const char *name = holm_value_text(holm_value_member(json, "ask"));
    for (size_t i = 0; name && i < sizeof questions / sizeof *questions; i++)
        if (!strcmp(questions[i].name, name))
            return questions[i].ask;
    return NULL;
}

static void put_trouble(struct holm_writer *writer, const struct holm_trouble *trouble)
{
    writer->used = 0;
    writer->full = false;
    holm_put(writer, "{\"trouble\":");
    holm_json_string(writer, trouble->text);
    holm_json_put_number(writer, "line", trouble->line);
    holm_json_put_word(writer, "option", trouble->option);
    holm_json_put_word(writer, "at", trouble->at[0] ? trouble->at : NULL);
    holm_put_char(writer, '}');
}

static bool make_answer_room(size_t size)
{
    free(answer);
    answer = malloc(size);
    answer_room = answer ? size : 0;
    return answer;
}

/* A replay may be longer than usual answers: it changes nothing, and is asked again with more room. */
static void answer_question(const json_t *json, ask *question)
{
    struct holm_trouble trouble = { 0 };
    struct holm_writer writer;
    bool fine;
    do {
        writer = holm_writer(answer, answer_room);
        fine = question ? question(json, &writer, &trouble)
                        : holm_trouble(&trouble, 0, "there is no such question");
    } while (fine && writer.full && question == ask_replay && answer_room < ANSWER_MOST &&
             make_answer_room(2 * answer_room));
    if (fine && writer.full)
        fine = holm_trouble(&trouble, 0, "the answer is too long");
    if (!fine)
        put_trouble(&writer, &trouble);
}

const char *holm_ask(void)
{
    struct holm_trouble trouble;
    if (!answer_room && !make_answer_room(ANSWER_FIRST))
        return NULL;
    json_t *json = holm_value_read(room, &trouble);
    if (json) {
        answer_question(json, find_question(json));
        holm_value_free(json);
    } else {
        struct holm_writer writer = holm_writer(answer, answer_room);
        put_trouble(&writer, &trouble);
    }
    return answer;
}

/* The net of a family out of its file, which is in the room; 0: it is none. */
int holm_net(int family, size_t size)
{
    static struct holm_net nets[HOLM_GAMES];
    struct holm_trouble trouble;
    if (family < 0 || family >= HOLM_GAMES || !holm_net_read(room, size, &nets[family], &trouble))
        return 0;
    holm_net_replace(family, &nets[family]);
    return 1;
}

/* ------------------------------------------------------------------- workers */

/* What is to be sent to those who help a bot to think (thinking.h); NULL: nobody thinks. */
const void *holm_brief(void)
{
    return thinking_brief(&local);
}

const void *holm_batch(void)
{
    return thinking_batch(&local);
}

static struct search_helper helper;

/* A brief is in the room; 0: this module cannot help with it. */
int holm_hire(size_t size)
{
    return size == sizeof helper.brief && holm_search_hire(&helper, (const void *)room);
}

/* A batch is in the room: every so many of its lines are played, and it stays there; NULL: they cannot be. */
char *holm_help(size_t size, int first, int step)
{
    if (size != sizeof(struct search_batch) || !helper.team.level || step < 1)
        return NULL;
    holm_search_play_part(&helper.team, (void *)room, first, step);
    return room;
}

/* What somebody has made of those lines is in the room. */
int holm_take(size_t size, int first, int step)
{
    if (size != sizeof(struct search_batch) || !local.thinking || step < 1)
        return 0;
    thinking_take(&local, (const void *)room, first, step);
    return 1;
}

/* ---------------------------------------------------------------- signatures */

uint64_t holm_signature(int family, int games)
{
    return local_signature(family, games, &actions);
}

/* Of the latest signature. */
double holm_actions(void)
{
    return (double)actions;
}

/* The bot's name is in the room. */
uint64_t holm_bots_signature(int family, int most)
{
    return local_bots_signature(family, room, most);
}
