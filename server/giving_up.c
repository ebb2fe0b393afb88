/* giving_up.c: a person gives up a game. Of two players the other has won; with more a bot plays on,
 * and whoever gave up watches; where no person is left, nobody has won. The log has a line for it,
 * signed like an action. Somebody else may take the chair while the game goes on. */
#include <string.h>

#include "server/message.h"
#include "server/server.h"
#include "text/log.h"

/* ---------------------------------------------------------- a word that is signed */

/* Whether people may say such a thing now: they play a game whose log can hold it. */
bool word_allowed(struct connection *connection, int no_chair)
{
    const struct table *table = connection->table;
    int refusal = REFUSALS;
    if (connection->chair < 0)
        refusal = no_chair;
    else if (table->state != HOLM_STORE_PLAYING)
        refusal = table->state == HOLM_STORE_OVER ? REFUSE_GAME_OVER : REFUSE_NOT_STARTED;
    else if (!table->game->chained)
        refusal = REFUSE_OLD_GAME;
    if (refusal != REFUSALS)
        connection_error(connection, refusal);
    return refusal == REFUSALS;
}

bool word_take(struct connection *connection, const struct message *message, int said, int no_chair,
               struct holm_agreement *word)
{
    if (!word_allowed(connection, no_chair))
        return false;
    const struct table *table = connection->table;
    const struct game *game = table->game;
    const struct holm_share *share = &table->fair.share[connection->chair];
    const bool known = message->seq >= 0 && message->seq <= game->seq;
    const uint8_t *head = known ? game_head(game, message->seq) : NULL;
    *word = (struct holm_agreement){ .chair = (uint8_t)connection->chair, .saw = -1 };
    if (!share->pledged)
        return true;
    if (!head || message->seq < game->acted[table->chair[connection->chair].seat]) {
        connection_error(connection, REFUSE_STALE_WORD);
        return false;
    }
    if (!message->has_signature ||
        !holm_word_signed(share->key, said, head, message->share.signature)) {
        connection_error(connection, REFUSE_WORD_NOT_SIGNED);
        return false;
    }
    word->saw = message->seq;
    memcpy(word->signature, message->share.signature, sizeof word->signature);
    return true;
}

/* ------------------------------------------------------------------- giving up */

static int people_left(const struct table *table, int but)
{
    int count = 0;
    for (int i = 0; i < table->chairs; i++)
        count += i != but && people_may_return(&table->chair[i]);
    return count;
}

/* As strong as the table's other bots. */
static const char *bot_of(const struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        if (table->chair[i].kind == CHAIR_BOT)
            return table->chair[i].bot;
    return usual_bot();
}

/* A bot sits down in the chair, and its person watches from all windows. */
static void hand_over(struct table *table, int i)
{
    struct chair *chair = &table->chair[i];
    memcpy(chair->former, chair->token, sizeof chair->former);
    memset(chair->token, 0, sizeof chair->token);
    memset(chair->device, 0, sizeof chair->device);
    chair->device_until = 0;
    snprintf(chair->bot, sizeof chair->bot, "%s", bot_of(table));
    chair->kind = CHAIR_BOT;
    if (!chair->leaver)
        chair->leaver = chair->known.person;
    chair->known = (struct sitter){ 0 };
    forgetting_name(chair);
    chair->forgotten = false;
    chair->free = !table->settings.listed; /* strangers only where the host lets them */
    chair->away = chair->muted = false;
    chair->name[0] = '\0';
    chair->from = 0;
    chair->connections = chair->others = 0;
    chair->elsewhere = false;
    bots_dismiss(table, chair->seat);
    if (table->host == i)
        people_pass_host_on(table, table->host);
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->chair == i) {
            people_watch(at);
            at->lost = i;
        }
}

static void welcome_watchers(struct table *table, int chair)
{
    for (struct connection *at = table->connections; at; at = at->next)
        if (at->lost == chair)
            seats_welcome(at);
}

void giving_up_resign(struct connection *connection, const struct message *message)
{
    struct table *table = connection->table;
    char line[512];
    struct holm_writer writer = holm_writer(line, sizeof line);
    struct holm_agreement word;
    if (!word_take(connection, message, HOLM_WORD_RESIGN, REFUSE_NO_CHAIR_TO_GIVE_UP, &word))
        return;
    struct chair *chair = &table->chair[word.chair];
    const struct told told = { .by = chair->seat, .line = HOLM_LINE_RESIGN };
    const bool two = table->chairs == 2, ends = two || !people_left(table, word.chair);
    holm_log_resign(&writer, table->game->seq + 1, &word);
    memcpy(chair->resigned, chair->name, sizeof chair->resigned);
    if (!ends)
        hand_over(table, word.chair);
    play_line(table, line, &told, ends ? ENDED_RESIGNED : ENDED_BY_RULES,
              two ? !chair->seat : HOLM_NONE);
    table_mark(table);
    proposals_gave_up(table, word.chair);
    if (!ends)
        welcome_watchers(table, word.chair);
}

/* ------------------------------------------------------------------ substitutes */

static bool is_given_up(const struct table *table, int i)
{
    return table->state == HOLM_STORE_PLAYING && table->chair[i].kind == CHAIR_BOT &&
           table->chair[i].resigned[0];
}

int giving_up_free(const struct table *table)
{
    for (int i = 0; i < table->chairs; i++)
        if (is_given_up(table, i) && table->chair[i].free && table->taken < HOLM_TAKEN_MAX)
            return i;
    return -1;
}

bool giving_up_offer(struct table *table, int chair, bool free)
{
    if (chair >= table->chairs || !is_given_up(table, chair))
        return false;
    table->chair[chair].free = free;
    table_mark(table);
    return true;
}

/* A substitute has no part in the dice and no key: what they do is marked by neither. */
void giving_up_take(struct table *table, int i)
{
    struct chair *chair = &table->chair[i];
    char line[1024];
    struct holm_writer writer = holm_writer(line, sizeof line);
    const struct told told = { .by = chair->seat, .line = HOLM_LINE_CHAIR };
    holm_log_chair(&writer, table->game->seq + 1, i, chair->name, NULL);
    chair->bot[0] = '\0';
    chair->free = false;
    memset(&table->fair.share[i], 0, sizeof table->fair.share[i]);
    table->taken++;
    bots_dismiss(table, chair->seat);
    proposals_drop(table);
    play_line(table, line, &told, ENDED_BY_RULES, HOLM_NONE);
    table_mark(table);
}
