/* proposals.c: what people propose to each other while a game is played: to end it, to pause it, to
 * let a bot play for somebody who is away. One proposal at a time; each who is asked answers once;
 * the table's message shows it, its record keeps it, and its end is told to all. The rows are in
 * proposals.def. */
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

enum asks { ALL, PRESENT, HOST, OTHERS };
enum form { PLAIN, SIGNED, ABOUT_CHAIR };
enum result { AGREED, DECLINED, WITHDRAWN, EXPIRED };
static const char *const result_names[] = { "agreed", "declined", "withdrawn", "expired" };

/* -------------------------------------------------------------- what is proposed */

static int can_end(const struct table *table, int chair)
{
    (void)table;
    (void)chair;
    return REFUSALS;
}

static void do_end(struct table *table, const struct proposal *agreed)
{
    char line[2048];
    struct holm_writer writer = holm_writer(line, sizeof line);
    const struct told told = { .by = HOLM_NONE, .line = HOLM_LINE_AGREED };
    struct holm_agreement words[HOLM_SEATS];
    int count = 0;
    for (unsigned left = agreed->yes; left; left = holm_bits_rest(left))
        words[count++] = agreed->word[holm_bits_first(left)];
    holm_log_agreed(&writer, table->game->seq + 1, words, count);
    play_line(table, line, &told, ENDED_AGREED, HOLM_NONE);
}

static int can_pause(const struct table *table, int chair)
{
    (void)chair;
    return table->paused_at ? REFUSE_CANNOT_PROPOSE : REFUSALS;
}

static void do_pause(struct table *table, const struct proposal *agreed)
{
    (void)agreed;
    pauses_begin(table);
}

static bool is_there(const struct chair *chair)
{
    return chair->kind == CHAIR_PERSON && seats_here(chair) && !chair->away;
}

/* Who is there; where clocks give people time to come and go, who may come back to answer. */
static bool may_answer(const struct table *table, const struct chair *chair)
{
    return table_is_slow(&table->settings) ? people_may_return(chair) && !chair->away
                                           : is_there(chair);
}

/* Milliseconds for all to answer: as long as for a decision, where that is long. */
static int64_t time_to_answer(const struct table *table)
{
    const long usual = table->server->settings.proposal_seconds;
    const long seconds = table_is_slow(&table->settings) ? table->settings.clock_seconds : usual;
    return 1000LL * (seconds > usual ? seconds : usual);
}

static int can_bot(const struct table *table, int i)
{
    const struct chair *chair = &table->chair[i];
    const int64_t gone = run_milliseconds() - chair->left_at;
    if (chair->kind != CHAIR_PERSON || chair->away)
        return REFUSE_CANNOT_PROPOSE;
    if (table_is_slow(&table->settings))
        return REFUSE_TIME_IS_THEIRS;
    return seats_here(chair) || gone < 1000 * table->server->settings.away_seconds
               ? REFUSE_NOT_LONG_AWAY
               : REFUSALS;
}

/* Until the person is back: sit_down. */
static void do_bot(struct table *table, const struct proposal *agreed)
{
    table->chair[agreed->chair].away = true;
    table_mark(table);
    clock_reseat(table);
}

/* Two alone cannot outvote each other. */
static int can_remove(const struct table *table, int i)
{
    int others = 0;
    for (int k = 0; k < table->chairs; k++)
        others += k != i && may_answer(table, &table->chair[k]);
    return !people_may_return(&table->chair[i]) || others < 2 ? REFUSE_CANNOT_PROPOSE : REFUSALS;
}

static void do_remove(struct table *table, const struct proposal *agreed)
{
    people_expel(table, agreed->chair, REFUSE_VOTED_OUT);
}

/* ORDER: enum proposal_kind */
static const struct {
    enum asks asks;
    enum form form;
    int (*can)(const struct table *table, int chair); /* a refusal, or REFUSALS */
    void (*act)(struct table *table, const struct proposal *agreed);
} rows[PROPOSALS] = {
#define PROPOSAL(NAME, name, asks, form, stem) { asks, form, can_##stem, do_##stem },
#include "server/proposals.def"
#undef PROPOSAL
};

/* ---------------------------------------------------------------------- telling */

static void put_members(struct holm_writer *writer, const struct table *table)
{
    const struct proposal *open = &table->proposal;
    holm_json_put_number(writer, "id", open->id);
    holm_json_put_word(writer, "kind", proposal_names[open->kind]);
    holm_json_put_number(writer, "by", open->by);
    holm_json_key(writer, "chair");
    if (open->chair == HOLM_NONE)
        holm_put(writer, "null");
    else
        holm_put_number(writer, open->chair);
    holm_json_key(writer, "answers");
    holm_put_char(writer, '[');
    for (int i = 0; i < table->chairs; i++) {
        holm_json_next(writer);
        holm_put(writer, holm_bit_in(open->yes, i)     ? "\"yes\""
                         : holm_bit_in(open->no, i)    ? "\"no\""
                         : holm_bit_in(open->asked, i) ? "\"asked\""
                                                       : "null");
    }
    holm_put_char(writer, ']');
}

void proposals_put(struct holm_writer *writer, const struct table *table)
{
    const int64_t left = table->proposal.until - run_milliseconds();
    if (!table->proposal.id) {
        holm_put(writer, "null");
        return;
    }
    holm_put_char(writer, '{');
    put_members(writer, table);
    holm_json_key(writer, "left");
    holm_putf(writer, "%.1f}", left > 0 ? (double)left / 1000 : 0);
}

static void finish(struct table *table, enum result result)
{
    char text[512];
    struct holm_writer writer = holm_writer(text, sizeof text);
    holm_put(&writer, "{\"type\":\"proposal\"");
    put_members(&writer, table);
    holm_json_put_word(&writer, "result", result_names[result]);
    holm_put_char(&writer, '}');
    table_mark(table);
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_send(at, text, writer.used);
    table->proposal.id = 0;
    if (table->server->node) { /* people at other nodes are told, too */
        free(table->closed);
        table->closed = strdup(text);
        table->closed_in = batch_number(table->server);
    }
    clock_plan(table);
}

/* ----------------------------------------------------------------------- keeping */

static void put_word(struct holm_writer *writer, const struct holm_agreement *word)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "chair", word->chair);
    holm_json_put_number(writer, "saw", word->saw);
    if (word->saw >= 0)
        holm_json_put_bytes(writer, "signature", word->signature, HOLM_SIGNATURE_BYTES);
    holm_put_char(writer, '}');
}

void proposals_record(struct holm_writer *writer, const struct table *table)
{
    const struct proposal *open = &table->proposal;
    holm_json_put_number(writer, "proposed", table->proposed);
    if (!open->id)
        return;
    holm_json_key(writer, "proposal");
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "kind", proposal_names[open->kind]);
    holm_json_put_number(writer, "by", open->by);
    holm_json_put_number(writer, "chair", open->chair);
    holm_json_put_number(writer, "asked", open->asked);
    holm_json_put_number(writer, "yes", open->yes);
    holm_json_put_number(writer, "no", open->no);
    holm_json_put_number(writer, "until", open->until);
    holm_json_key(writer, "words");
    holm_put_char(writer, '[');
    for (unsigned left = rows[open->kind].form == SIGNED ? open->yes : 0; left;
         left = holm_bits_rest(left))
        put_word(writer, &open->word[holm_bits_first(left)]);
    holm_put(writer, "]}");
}

static bool read_word(const json_t *json, struct proposal *open, struct holm_trouble *trouble)
{
    int chair, saw = -1;
    if (!holm_json_get_number(json, "chair", 0, HOLM_SEATS - 1, &chair, trouble) ||
        !holm_json_get_number(json, "saw", -1, INT_MAX, &saw, trouble))
        return false;
    struct holm_agreement *word = &open->word[chair];
    *word = (struct holm_agreement){ .chair = (uint8_t)chair, .saw = saw };
    return saw < 0 ||
           holm_json_get_bytes(json, "signature", word->signature, HOLM_SIGNATURE_BYTES, trouble);
}

static bool read_open(const json_t *json, struct proposal *open, struct holm_trouble *trouble)
{
    const json_t *words;
    int kind, by, chair, asked, yes, no;
    if (!holm_json_get_word(json, "kind", proposal_names, PROPOSALS, &kind, trouble) ||
        !holm_json_get_number(json, "by", 0, HOLM_SEATS - 1, &by, trouble) ||
        !holm_json_get_number(json, "chair", 0, HOLM_NONE, &chair, trouble) ||
        !holm_json_get_number(json, "asked", 0, 255, &asked, trouble) ||
        !holm_json_get_number(json, "yes", 0, 255, &yes, trouble) ||
        !holm_json_get_number(json, "no", 0, 255, &no, trouble) ||
        !holm_json_get_list(json, "words", 0, HOLM_SEATS, &words, trouble))
        return false;
    for (size_t i = 0; i < json_array_size(words); i++)
        if (!read_word(json_array_get(words, i), open, trouble))
            return false;
    open->kind = (uint8_t)kind;
    open->by = (uint8_t)by;
    open->chair = (uint8_t)chair;
    open->asked = (uint8_t)asked;
    open->yes = (uint8_t)yes;
    open->no = (uint8_t)no;
    open->until = json_integer_value(json_object_get(json, "until"));
    return true;
}

/* Whose time was over while the server was not there is not asked any more. */
bool proposals_read(const json_t *record, struct table *table, struct holm_trouble *trouble)
{
    const json_t *json = json_object_get(record, "proposal");
    struct proposal open = { 0 };
    if (json && !read_open(json, &open, trouble))
        return false;
    table->proposed = (int)json_integer_value(json_object_get(record, "proposed"));
    if (json && open.until > run_milliseconds())
        open.id = table->proposed;
    table->proposal = open;
    return true;
}

/* --------------------------------------------------------------------- deciding */

/* Who is asked: chairs. */
static unsigned asked_of(const struct table *table, const struct proposal *open)
{
    const enum asks asks = rows[open->kind].asks;
    unsigned chairs = 0;
    if (asks == HOST && table->host != open->chair && table->host != HOLM_NONE &&
        is_there(&table->chair[table->host]))
        return holm_bit(table->host);
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        if (i != open->chair && (asks == ALL ? people_may_return(chair) : may_answer(table, chair)))
            chairs |= holm_bit(i);
    }
    return chairs;
}

static void decide(struct table *table)
{
    const struct proposal open = table->proposal;
    const bool majority = rows[open.kind].asks >= HOST;
    const int asked = holm_bits_count(open.asked), yes = holm_bits_count(open.yes),
              no = holm_bits_count(open.no);
    const bool agreed = asked && (majority ? 2 * yes > asked : yes == asked);
    const bool declined = majority ? 2 * no >= asked : no > 0;
    table_mark(table);
    if (!agreed && !declined)
        return;
    finish(table, agreed ? AGREED : DECLINED);
    if (agreed)
        rows[open.kind].act(table, &open);
}

/* Signed where that is wanted; false: refused. */
static bool take_yes(struct connection *connection, const struct message *message,
                     struct proposal *open)
{
    if (rows[open->kind].form == SIGNED &&
        !word_take(connection, message, HOLM_WORD_AGREE, REFUSE_NO_CHAIR_TO_VOTE,
                   &open->word[connection->chair]))
        return false;
    if (holm_bit_in(open->asked, connection->chair))
        open->yes |= (uint8_t)holm_bit(connection->chair);
    return true;
}

static int why_not(const struct table *table, const struct message *message)
{
    const bool about = rows[message->kind].form == ABOUT_CHAIR;
    if (table->proposal.id)
        return REFUSE_OTHER_PROPOSAL;
    if (about != (message->chair >= 0))
        return REFUSE_CANNOT_PROPOSE;
    if (message->chair >= table->chairs)
        return REFUSE_NO_SUCH_CHAIR;
    return rows[message->kind].can(table, message->chair);
}

void proposals_propose(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (!word_allowed(connection, REFUSE_NO_CHAIR_TO_VOTE))
        return;
    int refusal = why_not(table, message);
    if (refusal == REFUSALS && !limit_take(table->server, HOLM_LIMIT_PROPOSALS,
                                           &table->chair[connection->chair].proposals))
        refusal = REFUSE_PROPOSALS_TOO_FAST;
    if (refusal != REFUSALS) {
        connection_error(connection, refusal);
        return;
    }
    struct proposal open = {
        .kind = (uint8_t)message->kind,
        .by = (uint8_t)connection->chair,
        .chair = message->chair < 0 ? HOLM_NONE : (uint8_t)message->chair,
        .until = run_milliseconds() + time_to_answer(table),
    };
    open.asked = (uint8_t)asked_of(table, &open);
    if (!take_yes(connection, message, &open))
        return;
    open.id = ++table->proposed;
    table->proposal = open;
    clock_plan(table);
    decide(table);
}

/* Who made the proposal withdraws it by a no. */
void proposals_answer(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    struct proposal *open = &table->proposal;
    if (!word_allowed(connection, REFUSE_NO_CHAIR_TO_VOTE))
        return;
    const bool own = open->by == connection->chair;
    if (!open->id || open->id != message->proposal)
        connection_error(connection, REFUSE_NO_PROPOSAL);
    else if (own && !message->on)
        finish(table, WITHDRAWN);
    else if (!holm_bit_in(open->asked & ~(open->yes | open->no), connection->chair))
        connection_error(connection, REFUSE_NOT_ASKED);
    else if (!message->on || take_yes(connection, message, open)) {
        open->no |= (uint8_t)(!message->on << connection->chair);
        decide(table);
    }
}

/* ---------------------------------------------------------------------- changes */

void proposals_acted(struct table *table, int chair)
{
    struct proposal *open = &table->proposal;
    if (!open->id || rows[open->kind].form != SIGNED || !holm_bit_in(open->yes, chair))
        return;
    open->yes &= (uint8_t)~holm_bit(chair);
    table_mark(table);
}

void proposals_gave_up(struct table *table, int chair)
{
    struct proposal *open = &table->proposal;
    const uint8_t others = (uint8_t)~holm_bit(chair);
    if (!open->id)
        return;
    open->asked &= others;
    open->yes &= others;
    open->no &= others;
    if (open->by == chair || open->chair == chair)
        finish(table, WITHDRAWN);
    else
        decide(table);
}

void proposals_back(struct table *table, int chair)
{
    if (table->proposal.id && table->proposal.chair == chair)
        finish(table, WITHDRAWN);
}

void proposals_drop(struct table *table)
{
    if (table->proposal.id)
        finish(table, WITHDRAWN);
}

void proposals_expire(struct table *table)
{
    if (table->proposal.id && table->proposal.until <= run_milliseconds())
        finish(table, EXPIRED);
}

int64_t proposals_due(const struct table *table)
{
    const int64_t now = run_milliseconds();
    if (!table->proposal.id)
        return -1;
    return table->proposal.until > now ? table->proposal.until - now : 0;
}
