/* proposals.c: what people propose to each other while a game is played: to end it, to pause it, to
 * let a bot play for somebody who is away. One proposal at a time; each who is asked answers once;
 * the table's message shows it, and its end is told to all. The rows are in proposals.def. */
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/json.h"

enum asks { ALL, PRESENT, HOST };
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
    return chair->kind == CHAIR_PERSON && chair->connections && !chair->away;
}

static int can_bot(const struct table *table, int i)
{
    const struct chair *chair = &table->chair[i];
    const int64_t gone = run_milliseconds() - chair->left_at;
    if (chair->kind != CHAIR_PERSON || chair->away)
        return REFUSE_CANNOT_PROPOSE;
    return chair->connections || gone < 1000 * table->server->settings.away_seconds
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
    const int64_t left = table->proposal.until - monotonic_milliseconds();
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
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_send(at, text, writer.used);
    table->proposal.id = 0;
    batch_tell(table);
    clock_plan(table);
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
        if (i != open->chair && (asks == ALL ? chair->kind == CHAIR_PERSON : is_there(chair)))
            chairs |= holm_bit(i);
    }
    return chairs;
}

static void decide(struct table *table)
{
    const struct proposal open = table->proposal;
    const bool majority = rows[open.kind].asks == HOST;
    const int asked = holm_bits_count(open.asked), yes = holm_bits_count(open.yes),
              no = holm_bits_count(open.no);
    const bool agreed = asked && (majority ? 2 * yes > asked : yes == asked);
    const bool declined = majority ? 2 * no >= asked : no > 0;
    batch_tell(table);
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
        .until = monotonic_milliseconds() + 1000 * table->server->settings.proposal_seconds,
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
    batch_tell(table);
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

void proposals_expire(struct table *table, int64_t now)
{
    if (table->proposal.id && table->proposal.until <= now)
        finish(table, EXPIRED);
}

int64_t proposals_due(const struct table *table, int64_t now)
{
    if (!table->proposal.id)
        return -1;
    return table->proposal.until > now ? table->proposal.until - now : 0;
}
