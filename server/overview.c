/* overview.c: what the admin page shows: how busy the server is, and its tables, those in memory
 * first, then the latest of the store. Of a table only what a stranger in the lobby may see: no
 * board, no hands, no log. */
#include <stdlib.h>

#include "server/server.h"
#include "text/json.h"
#include "text/notation.h"

enum { IN_MEMORY_MOST = 100, STORED_MOST = 20 };

static const char *const backup_words[] = { NULL, "running", "done", "failed" };

static void put_chair(struct holm_writer *writer, const struct chair *chair, int number)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "chair", number);
    holm_json_put_word(writer, "kind", chair_kind_names[chair->kind]);
    holm_json_key(writer, "name");
    if (chair->kind == CHAIR_PERSON)
        holm_json_string(writer, chair->name);
    else
        holm_put(writer, "null");
    holm_json_put_word(writer, "bot", chair->kind == CHAIR_BOT ? chair->bot : NULL);
    holm_json_put_flag(writer, "connected", seats_here(chair));
    holm_json_put_flag(writer, "away", chair->away);
    holm_put_char(writer, '}');
}

static void put_table(struct holm_writer *writer, const struct table *table)
{
    holm_json_next(writer);
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "code", table->code);
    holm_json_put_word(writer, "state", table_state_names[table->state]);
    holm_json_put_word(writer, "game", holm_game_names[table->settings.rules.game]);
    holm_json_put_flag(writer, "public", table->settings.listed);
    holm_json_put_number(writer, "watching", table->watching);
    holm_json_put_number(writer, "created", table->created);
    holm_json_put_number(writer, "changed", table->changed);
    holm_json_key(writer, "chairs");
    holm_put_char(writer, '[');
    for (int i = 0; i < table->chairs; i++)
        put_chair(writer, &table->chair[i], i);
    holm_put(writer, "],\"reports\":");
    holm_put(writer, reports_text(table));
    holm_put_char(writer, '}');
}

/* -------------------------------------------------------------------- tables */

struct listing {
    struct holm_writer *writer;
    struct server *server;
    long shown;
};

static void list_memory(struct listing *listing)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const struct table *table = listing->server->table[i]; table; table = table->next)
            if (listing->shown < IN_MEMORY_MOST && !table->forgotten && !batch_pending(table)) {
                put_table(listing->writer, table);
                listing->shown++;
            }
}

static bool list_stored(void *context, const struct holm_stored_table *stored)
{
    struct listing *listing = context;
    if (!stored->code || damage_known(listing->server, stored->code))
        return true;
    const struct table *known = table_in_memory(listing->server, stored->code);
    if (known && !batch_pending(known)) /* else it is told as the store has it */
        return true;
    struct table *table = table_peek(listing->server, stored);
    if (!table)
        return true;
    put_table(listing->writer, table);
    listing->shown++;
    table_peek_end(table);
    return true;
}

static void put_tables(struct holm_writer *writer, struct server *server, int64_t stored)
{
    struct listing listing = { writer, server, 0 };
    struct holm_trouble trouble;
    holm_json_key(writer, "tables");
    holm_put_char(writer, '[');
    list_memory(&listing);
    for (int state = HOLM_STORE_WAITING; state <= HOLM_STORE_OVER; state++)
        holm_store_latest(server->store, state, STORED_MOST, list_stored, &listing, &trouble);
    holm_put_char(writer, ']');
    holm_json_put_number(writer, "more", stored > listing.shown ? stored - listing.shown : 0);
}

/* ---------------------------------------------------------------------- load */

static void put_load(struct holm_writer *writer, struct server *server)
{
    struct holm_trouble trouble;
    holm_json_key(writer, "load");
    holm_put_char(writer, '{');
    holm_json_put_number(writer, "connections", server->connections);
    holm_json_put_number(writer, "tables", server->tables);
    holm_json_put_number(writer, "memory", metrics_resident());
    holm_json_put_number(writer, "disk", disk_bytes(server));
    holm_json_put_number(writer, "actions", (long long)server->metrics.actions);
    holm_json_put_number(writer, "bots_waiting", workers_waiting(server->bots));
    holm_json_put_number(writer, "logs_waiting", workers_waiting(server->replays));
    holm_json_put_number(writer, "archived", (long long)server->metrics.archived);
    holm_json_put_number(writer, "damaged", server->damaged_count);
    holm_json_put_word(writer, "check", check_state(server, &trouble));
    holm_json_put_flag(writer, "stores", !server->failed);
    holm_put_char(writer, '}');
}

static void put_backup(struct holm_writer *writer, const struct admin *admin)
{
    holm_json_key(writer, "backup");
    if (admin->backup == BACKUP_NONE) {
        holm_put(writer, "null");
        return;
    }
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "state", backup_words[admin->backup]);
    holm_json_key(writer, "file");
    holm_json_string(writer, admin->file);
    holm_json_key(writer, "why");
    if (admin->backup == BACKUP_FAILED)
        holm_json_string(writer, admin->why.text);
    else
        holm_put(writer, "null");
    holm_put_char(writer, '}');
}

void overview_put(struct holm_writer *writer, struct server *server)
{
    int64_t stored = 0;
    holm_put_char(writer, '{');
    holm_json_put_word(writer, "version", HOLM_VERSION);
    holm_json_put_number(writer, "seconds",
                         (monotonic_milliseconds() - server->admin.since) / 1000);
    holm_json_key(writer, "restart");
    notice_put(writer, server);
    put_backup(writer, &server->admin);
    put_load(writer, server);
    holm_json_key(writer, "stored");
    holm_put_char(writer, '{');
    for (int state = HOLM_STORE_WAITING; state <= HOLM_STORE_OVER; state++) {
        const int64_t count = holm_store_count(server->store, state);
        holm_json_put_number(writer, table_state_names[state], count);
        stored += count > 0 ? count : 0;
    }
    holm_put_char(writer, '}');
    put_tables(writer, server, stored);
    holm_put_char(writer, '}');
}
