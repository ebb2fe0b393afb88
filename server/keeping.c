/* keeping.c: which tables are in memory. A table is read when somebody asks for it, when the lobby
 * shows it (its record alone), or when its clock or its bots must go on; the store keeps when that
 * is. It goes again when nobody is there and nothing is to happen soon. So a start takes as long
 * with many stored games as with few. Also: old tables are removed. */
#include <stdlib.h>
#include <string.h>

#include "server/server.h"

enum {
    DAY = 86400, /* seconds */
    LOBBY_MOST = 1000, /* listed tables that are read at the start */
    WAKE_AHEAD = 5000, /* milliseconds: by then a table's own timer is set */
    WAKE_SHARE = 20, /* of looking tables up, before others have their turn */
    WAKE_MOST = 16, /* tables whose games are read at a time; others have jobs for workers too */
    WAKE_AGAIN = 10000, /* after a table could not be read */
    FAR_AWAY = 60000, /* what is later than this need not be waited for in memory */
    PRUNE_MOST = 20, /* tables that are removed at a time */
};

/* ------------------------------------------------------------------ the plan */

static int by_table_and_time(const void *a, const void *b)
{
    const struct planned *one = a, *other = b;
    return one->id != other->id ? (one->id > other->id) - (one->id < other->id)
                                : (one->at > other->at) - (one->at < other->at);
}

/* Of each table the earliest time counts. */
static void plan_tidy(struct plan *plan)
{
    int kept = 0;
    if (plan->count)
        qsort(plan->at, (size_t)plan->count, sizeof *plan->at, by_table_and_time);
    for (int i = 0; i < plan->count; i++)
        if (!kept || plan->at[kept - 1].id != plan->at[i].id)
            plan->at[kept++] = plan->at[i];
    plan->count = kept;
}

/* Notes when a table is to be read again. What was noted before is not looked for: thousands may be
 * put away at once. */
static void plan_table(struct server *server, int64_t id, int64_t at)
{
    struct plan *plan = &server->plan;
    const bool full = plan->count == plan->room;
    if (full)
        plan_tidy(plan);
    if (full && plan->count >= plan->room / 2) {
        plan->room = plan->room ? 2 * plan->room : 64;
        plan->at = realloc(plan->at, (size_t)plan->room * sizeof *plan->at);
        if (!plan->at)
            abort(); /* a game that is never woken is lost */
    }
    plan->at[plan->count++] = (struct planned){ id, at };
}

static bool plan_row(void *context, int64_t id, int64_t at)
{
    plan_table(context, id, at);
    return true;
}

/* --------------------------------------------------------------------- waking */

static bool note_code(void *context, const struct holm_stored_table *stored)
{
    if (stored->code)
        snprintf(context, HOLM_CODE_SIZE, "%s", stored->code);
    return false;
}

/* Has the game of a table read; false: that cannot be begun. */
static bool wake_table(struct server *server, const char *code)
{
    struct table *table = table_look_up(server, code);
    if (!table)
        return !table_absence(server, code)->passes;
    return table->state != HOLM_STORE_PLAYING || table->game || !nodes_drives(table) ||
           loading_wake(table);
}

/* The time of a table has come; when its game is there, its own timer does the rest. */
static void wake(struct server *server, int64_t id)
{
    char code[HOLM_CODE_SIZE] = "";
    const bool begun = holm_store_find_id(server->store, id, note_code, code, NULL) &&
                       (!code[0] || wake_table(server, code));
    if (!begun && !reading_wants(server))
        plan_table(server, id, run_milliseconds() + WAKE_AGAIN);
}

static void plan_next(struct server *server);

static void wake_due(struct server *server)
{
    const int64_t begin = run_milliseconds();
    struct plan *plan = &server->plan;
    struct planned again[WAKE_MOST]; /* when what must be known of them was read */
    int count = 0;
    for (int i = 0; i < plan->count && server->waking + count < WAKE_MOST &&
                    run_milliseconds() < begin + WAKE_SHARE;) {
        const struct planned due = plan->at[i];
        if (due.at > begin + WAKE_AHEAD) {
            i++;
            continue;
        }
        plan->at[i] = plan->at[--plan->count];
        wake(server, due.id);
        if (reading_wants(server))
            again[count++] = due;
    }
    for (int i = 0; i < count; i++)
        plan_table(server, again[i].id, again[i].at);
    if (!count)
        plan_next(server);
}

static void on_wake(struct timer *timer)
{
    reading_chore(timer->owner, CHORE_WAKE, wake_due);
}

static void plan_next(struct server *server)
{
    int64_t first = HOLM_STORE_NEVER;
    for (int i = 0; i < server->plan.count; i++)
        first = server->plan.at[i].at < first ? server->plan.at[i].at : first;
    if (first == HOLM_STORE_NEVER || server->waking >= WAKE_MOST)
        return; /* the next one that is woken plans again */
    const int64_t wait = first - WAKE_AHEAD - run_milliseconds();
    timer_set(&server->wake_timer, wait > 1 ? wait : 1);
}

void keeping_claimed(struct server *server, int64_t id, int64_t at)
{
    plan_table(server, id, at);
    plan_next(server);
}

void keeping_wake_again(struct server *server, int64_t id)
{
    plan_table(server, id, run_milliseconds() + WAKE_AGAIN);
    plan_next(server);
}

void keeping_woken(struct server *server, int64_t id, bool again)
{
    server->waking--;
    if (again)
        plan_table(server, id, run_milliseconds() + WAKE_AGAIN);
    plan_next(server);
}

/* ------------------------------------------------------------------- at start */

static bool show_listed(void *context, const struct holm_stored_table *stored)
{
    table_show(context, stored);
    return true;
}

void tables_load(struct server *server)
{
    struct holm_trouble trouble;
    timer_open(server, &server->wake_timer, server, on_wake);
    if (!holm_store_listed(server->store, run_milliseconds() / 1000 - DAY, LOBBY_MOST, show_listed,
                           server, &trouble) ||
        (!server->node && !holm_store_due(server->store, plan_row, server, &trouble)))
        fprintf(stderr, "holm serve: not all tables can be read: %s\n", trouble.text);
    if (server->plan.count)
        fprintf(stderr, "holm serve: %d games go on\n", server->plan.count);
    plan_next(server);
    check_start(server);
}

/* --------------------------------------------------------------------- sweep */

/* Whether the lobby shows it. */
static bool is_shown(const struct table *table)
{
    return table->settings.listed && table->state != HOLM_STORE_OVER &&
           table->changed > run_milliseconds() / 1000 - DAY;
}

/* Whether nothing will happen at a table soon, unless somebody comes. */
static bool is_idle(struct table *table)
{
    if (table->connections || batch_pending(table) || table->told || table->revealing ||
        table->loading || table->moved)
        return false;
    if (!nodes_drives(table))
        return true; /* another node waits for it */
    return table->state != HOLM_STORE_PLAYING || !table->game ||
           (!table->game->thinking && table_due(table) > run_milliseconds() + FAR_AWAY);
}

/* Lets a game go, or the whole table, and notes when it is to come back. */
static void put_away(struct table *table)
{
    struct server *server = table->server;
    const int64_t due = nodes_drives(table) ? table_due(table) : HOLM_STORE_NEVER;
    if (due != HOLM_STORE_NEVER)
        plan_table(server, table->id, due);
    if (is_shown(table))
        table_drop_game(table);
    else
        table_drop(table);
}

/* When it is to come back is written first. What the store has is never too late: if this write
 * fails, the table is merely looked at sooner. */
void keeping_left(struct table *table)
{
    table->leaving = false;
    if (!is_idle(table))
        return;
    put_away(table);
    plan_next(table->server);
}

static bool is_noted(struct table *table)
{
    return table_due(table) == table->due &&
           (!table->game || table->asked == (int)table_asked(table));
}

/* A table is removed; until it is, nobody finds it. */
struct pruning {
    struct deed deed;
    struct server *server;
    int64_t table;
    struct holm_store_ages before; /* unless somebody came meanwhile */
    char code[HOLM_CODE_SIZE];
    bool damaged; /* it cannot be removed, because: */
    struct holm_trouble why;
};

static bool write_pruning(struct deed *deed, struct holm_store *store, struct holm_trouble *trouble)
{
    struct pruning *pruning = (struct pruning *)deed;
    const bool fine = holm_store_forget_old(store, pruning->table, &pruning->before, &pruning->why);
    pruning->damaged = !fine && holm_store_damaged(store);
    return fine || holm_trouble(trouble, 0, "%s", pruning->why.text);
}

static void end_pruning(struct deed *deed, bool written)
{
    struct pruning *pruning = (struct pruning *)deed;
    if (!written && pruning->damaged)
        damage_note(pruning->server, pruning->code, 0, pruning->why.text);
    else if (deed->failed && pruning->why.text[0])
        log_line("table %s cannot be removed: %s", pruning->code, pruning->why.text);
    pruning->server->pruned_count = 0; /* they are all of one batch */
    free(pruning);
}

static struct holm_store_ages ages(const struct server *server);

static struct deed *prune_deed(struct server *server, int64_t table, const char *code)
{
    struct pruning *pruning = (struct pruning *)deed_new(sizeof *pruning, write_pruning);
    pruning->deed.end = end_pruning;
    pruning->server = server;
    pruning->table = table;
    pruning->before = ages(server);
    snprintf(pruning->code, sizeof pruning->code, "%s", code);
    return &pruning->deed;
}

bool keeping_removes(const struct server *server, const char *code)
{
    for (int i = 0; i < server->pruned_count; i++)
        if (!strcmp(server->pruned[i].code, code))
            return true;
    return false;
}

static bool note_old(void *context, int64_t id, const char *code)
{
    struct server *server = context;
    if (!code || table_in_memory(server, code) || damage_known(server, code))
        return true;
    struct pruned *pruned = &server->pruned[server->pruned_count++];
    snprintf(pruned->code, sizeof pruned->code, "%s", code);
    batch_house(server, prune_deed(server, id, code));
    return server->pruned_count < PRUNE_MOST;
}

/* To the minute, so that a moment later it is the same. 0: never. */
static int64_t days_ago(long days)
{
    return days ? run_milliseconds() / 60000 * 60 - (int64_t)DAY * days : 0;
}

static struct holm_store_ages ages(const struct server *server)
{
    const long keep = server->settings.keep, unstarted = server->settings.keep_unstarted;
    return (struct holm_store_ages){
        .waiting = days_ago(unstarted && (!keep || unstarted < keep) ? unstarted : keep),
        .over = days_ago(keep),
    };
}

/* Nothing is removed from a database that is damaged, or may be. Of nodes that share it, one does. */
static void prune(struct server *server)
{
    const struct holm_store_ages before = ages(server);
    struct holm_trouble trouble;
    if (!server->pruned)
        server->pruned = calloc(PRUNE_MOST, sizeof *server->pruned);
    if (!server->pruned || server->pruned_count || !check_allows_pruning(server))
        return; /* the ones before are not gone yet */
    if (!holm_store_old(server->store, &before, note_old, server, &trouble) &&
        !reading_wants(server))
        fprintf(stderr, "holm serve: old tables cannot be removed: %s\n", trouble.text);
}

void keeping_sweep(struct server *server)
{
    damage_set_aside(server);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (!is_idle(table) || (!table->game && is_shown(table)))
                continue;
            table->leaving = nodes_drives(table) && !is_noted(table);
            if (table->leaving)
                batch_table(table);
            else
                put_away(table);
        }
    plan_next(server);
    if (nodes_first(server))
        reading_chore(server, CHORE_PRUNE, prune);
    batch_settle(server);
}
