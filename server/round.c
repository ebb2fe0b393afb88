/* round.c: how the seed of a game comes about, so that nobody can choose it. While people gather,
 * each pledges random bytes by their hash. Then the list is closed: the terms, with all pledges and
 * the server's own, are what everybody agrees to. Then all reveal, and the game starts. Who does
 * not reveal in time loses the chair, and the round is void: that stays on the table's record, so
 * that whoever withholds bytes because of what they would bring is seen to do so. docs/fairness.md.
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/cheat.h"
#include "server/message.h"
#include "server/server.h"

enum { PLEDGE_SECONDS = 3 };

/* ------------------------------------------------------------------- gathering */

void round_begin(struct table *table)
{
    struct holm_fair *fair = &table->fair;
    fair->version = 2;
    fair->chairs = table->chairs;
    fair->round = fair->void_count + 1;
    randombytes_buf(fair->secret, sizeof fair->secret);
    holm_fair_commit(fair);
    memset(fair->share, 0, sizeof fair->share);
    for (int i = 0; i < table->chairs; i++) {
        fair->chair_of[i] = (uint8_t)i;
        table->chair[i].ready = false; /* others may sit here now */
    }
    free(table->terms);
    table->terms = NULL;
    table->revealing = false;
    table->pledge_by = 0;
}

bool round_gathering(struct connection *connection)
{
    const struct table *table = connection->table;
    if (table->state != HOLM_STORE_WAITING)
        connection_error(connection, REFUSE_STARTED);
    else if (table->revealing)
        connection_error(connection, REFUSE_REVEALING);
    return table->state == HOLM_STORE_WAITING && !table->revealing;
}

static bool has_chair(struct connection *connection)
{
    if (connection->chair >= 0)
        return true;
    connection_error(connection, REFUSE_NO_CHAIR_FOR_DICE);
    return false;
}

static bool is_this_round(struct connection *connection, const struct message *message)
{
    if (message->round == connection->table->fair.round)
        return true;
    connection_error(connection, REFUSE_OTHER_ROUND);
    return false;
}

void round_pledge(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (!has_chair(connection) || !round_gathering(connection) ||
        !is_this_round(connection, message))
        return;
    struct holm_share *share = &table->fair.share[connection->chair];
    *share = message->share;
    share->pledged = true;
    table_mark(table);
    round_close_if_full(table);
}

/* ------------------------------------------------------------------- revealing */

static void tell_sitters(const struct table *table, struct holm_sitter sitter[HOLM_SEATS])
{
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        const bool bot = chair->kind == CHAIR_BOT;
        sitter[i] = (struct holm_sitter){ .bot = bot, .name = bot ? chair->bot : chair->name };
    }
}

static bool write_terms(struct table *table, struct holm_trouble *trouble)
{
    char text[HOLM_TERMS_MAX];
    struct holm_writer writer = holm_writer(text, sizeof text);
    struct holm_sitter sitter[HOLM_SEATS] = { 0 };
    tell_sitters(table, sitter);
    table->fair.length = (int)table->server->settings.limit[HOLM_LIMIT_GAME_ACTIONS];
    CHEAT_AROUND_TERMS(&table->fair);
    holm_terms_put(&writer, &table->fair, table->code, round_voids(table), table_source(table),
                   &table->settings.rules, sitter);
    CHEAT_AROUND_TERMS(&table->fair);
    free(table->terms);
    table->terms = writer.full ? NULL : strdup(text);
    if (table->terms)
        holm_fair_round(table->terms, table->fair.round_head);
    if (writer.full)
        return holm_trouble(trouble, 0, "the terms of this game are too long");
    return table->terms || refusal_tell(trouble, REFUSE_NO_MEMORY);
}

/* Chairs that have pledged and not revealed. */
static unsigned silent_chairs(const struct table *table)
{
    unsigned chairs = 0;
    for (int i = 0; i < table->chairs; i++) {
        const struct holm_share *share = &table->fair.share[i];
        if (share->pledged && !share->revealed)
            chairs |= holm_bit(i);
    }
    return chairs;
}

void round_wait(struct table *table)
{
    const struct settings *settings = &table->settings;
    const long seconds =
        table_is_slow(settings) ? settings->clock_seconds : table->server->settings.reveal_seconds;
    const int64_t now = run_milliseconds(), usual = now + 1000LL * seconds;
    const int64_t until = table->server->node && table->driver ? table->due : usual; /* as agreed */
    table->reveal_by = monotonic_milliseconds() + (until < usual ? until : usual) - now;
}

/* Whether somebody is there whose pledge may be on its way; the host has said start without it. */
static bool awaits_pledge(const struct table *table)
{
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        if (chair->kind == CHAIR_PERSON && seats_here(chair) && i != table->host &&
            !table->fair.share[i].pledged)
            return true;
    }
    return false;
}

bool round_start(struct table *table, struct holm_trouble *trouble)
{
    table_fill(table);
    if (!awaits_pledge(table))
        return round_close(table, trouble);
    if (!table->pledge_by)
        table->pledge_by = monotonic_milliseconds() + 1000LL * PLEDGE_SECONDS;
    clock_plan(table);
    return true;
}

bool round_close(struct table *table, struct holm_trouble *trouble)
{
    table->pledge_by = 0;
    CHEAT_BEFORE_TERMS(&table->fair);
    if (!write_terms(table, trouble))
        return false;
    if (!silent_chairs(table))
        return table_start(table, trouble);
    table->revealing = true;
    round_wait(table);
    table_mark(table);
    seats_tell(table);
    for (struct connection *at = table->connections; at; at = at->next)
        round_send(at);
    clock_plan(table);
    return true;
}

static bool is_full(const struct table *table)
{
    if (table->pledge_by)
        return !awaits_pledge(table);
    for (int i = 0; i < table->chairs; i++) {
        const struct chair *chair = &table->chair[i];
        const bool waits =
            !table->fair.share[i].pledged || (table->settings.on_ready && !chair->ready);
        if (chair->kind == CHAIR_OPEN || (chair->kind == CHAIR_PERSON && waits))
            return false;
    }
    return true;
}

static void close_or_tell(struct table *table)
{
    struct holm_trouble trouble;
    table_fill(table);
    if (!round_close(table, &trouble))
        log_line("table %s: %s", table->code, trouble.text);
}

void round_close_if_full(struct table *table)
{
    if (table->state == HOLM_STORE_WAITING && !table->revealing && !table->forgotten &&
        is_full(table))
        close_or_tell(table);
}

void round_send(struct connection *connection)
{
    const struct table *table = connection->table;
    struct holm_writer writer = holm_writer(table->server->answer, ANSWER_MAX);
    const int64_t left = table->reveal_by - monotonic_milliseconds();
    if (!table->revealing || !connection->hello)
        return;
    holm_putf(&writer, "{\"type\":\"round\",\"terms\":%s,\"left\":%.1f}", table->terms,
              left > 0 ? (double)left / 1000 : 0);
    connection_send(connection, writer.buffer, writer.used);
}

static void close_for_good(struct table *table, int refusal, const char *text)
{
    batch_table(table); /* before anybody is told */
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->hello)
            connection_error_because(at, refusal, text);
    table->forgotten = true;
}

void round_reveal(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    struct holm_trouble trouble;
    if (!has_chair(connection) || !is_this_round(connection, message))
        return;
    struct holm_share *share = &table->fair.share[connection->chair];
    struct holm_share told = *share;
    memcpy(told.entropy, message->share.entropy, sizeof told.entropy);
    memcpy(told.signature, message->share.signature, sizeof told.signature);
    if (share->revealed && !memcmp(told.entropy, share->entropy, sizeof told.entropy))
        return; /* sent twice */
    if (!table->revealing || !share->pledged ||
        !holm_fair_revealed(table->fair.round_head, &told)) {
        connection_error(connection, REFUSE_NOT_AS_PLEDGED);
        return;
    }
    told.revealed = true;
    *share = told;
    table_mark(table);
    if (silent_chairs(table))
        return;
    CHEAT_BEFORE_SEED(&table->fair);
    if (!table_start(table, &trouble))
        close_for_good(table, REFUSE_CANNOT_START, trouble.text);
}

/* ------------------------------------------------------------------------ void */

const char *round_voids(const struct table *table)
{
    return table->voids ? table->voids : "[]";
}

/* One more on the list, with the names of those who are about to lose their chairs. */
static void note_void(struct table *table, unsigned chairs)
{
    char text[HOLM_TERMS_MAX];
    struct holm_writer writer = holm_writer(text, sizeof text);
    struct holm_sitter sitter[HOLM_SEATS] = { 0 };
    const char *list = round_voids(table);
    tell_sitters(table, sitter);
    holm_putf(&writer, "%.*s%s", (int)strlen(list) - 1, list, table->voids ? "," : "");
    holm_void_put(&writer, table->fair.round, chairs, sitter);
    holm_put_char(&writer, ']');
    free(table->voids);
    table->voids = strdup(text);
    if (!table->voids)
        abort(); /* a void round must not be forgotten */
    table->fair.void_count++;
}

void round_void(struct table *table, unsigned chairs)
{
    struct holm_fair *fair = &table->fair;
    table->server->metrics.voids++;
    note_void(table, chairs);
    people_rest(table, chairs);
    for (unsigned left = chairs; left; left = holm_bits_rest(left))
        seats_free(table, holm_bits_first(left));
    if (fair->void_count == HOLM_VOID_MAX)
        close_for_good(table, REFUSE_VOID_TABLE, refusal_rows[REFUSE_VOID_TABLE].text);
    else
        round_begin(table);
    table->revealing = false;
    table_mark(table);
    clock_plan(table);
}

void round_expire(struct table *table, int64_t now)
{
    if (table->pledge_by && table->pledge_by <= now)
        close_or_tell(table);
    if (table->revealing && table->reveal_by <= now && nodes_drives(table))
        round_void(table, silent_chairs(table));
}

/* ------------------------------------------------------------------- afterwards */

/* Signs the end of a game; once is enough, and more do no harm. */
void round_seal(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    if (!has_chair(connection))
        return;
    const int chair = connection->chair;
    const struct holm_share *share = &table->fair.share[chair];
    if (table->state != HOLM_STORE_OVER || !share->pledged) {
        connection_error(connection, REFUSE_NO_SEAL_NOW);
        return;
    }
    if (holm_bit_in(table->game->sealed, chair))
        return;
    const uint8_t *head = game_head(table->game, table->game->seq);
    if (!head || !holm_end_signed(share->key, head, message->share.signature)) {
        connection_error(connection, REFUSE_BAD_SEAL);
        return;
    }
    batch_seal(table, chair, message->share.signature);
}
